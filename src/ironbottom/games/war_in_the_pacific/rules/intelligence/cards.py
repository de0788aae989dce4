"""23.1 to 23.3 Cards: each planned assault of a side, and its Subrons together; its enemy draws them at random.

A card is true when it is read. Only the reader sees the die for cards (1.31). Nobody sees the random draw, since the
number of faces would reveal how many plans there are (1.3). ``draw_cards(execution, reader)`` rolls for cards, draws
them, reads them and puts them back.
"""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.data.chart_rows import Drawing
from ironbottom.games.war_in_the_pacific.pieces import SIDES
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.search.detection import UNSEEN
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.rules.submarines import subrons
from ironbottom.games.war_in_the_pacific.state_types import Execution, State
from ironbottom.games.war_in_the_pacific.turns import cycle_number, cycle_of

ALL_SUBRONS = -1
"""23.1 The card of all Subrons; every other card is a planned assault, by its hex."""
ALWAYS, FOREVER = "start", "end"
"""23.2 The limits of a row that applies from the beginning, or until the end."""


def cards_of(state: State, side: int) -> list[int]:
    """23.1 The cards of a side in order: its planned assaults by hex, then its Subrons."""
    return [*sorted(assault_plans.planned_hexes(state, side)), ALL_SUBRONS]


def row_of(state: State, reader: int) -> Drawing | None:
    """23.2 The row of the table that applies to a side's draws in this Cycle."""
    pieces = state.rules.pieces
    now = cycle_of(state.cells[layout.TURN])
    rows = [row for row in pieces.facts.table(charts.INTELLIGENCE).values() if row.side == SIDES.ids[reader]]
    for row in [row for row in rows if row.limits == "cycles"]:
        begun = row.first == ALWAYS or cycle_number(row.first) <= now
        if begun and (row.last == FOREVER or now <= cycle_number(row.last)):
            return row
    return None


def draw_cards(execution: Execution, reader: int) -> None:
    """23.2 A side rolls for cards of the enemy, draws that many at random, and reads them."""
    row = row_of(execution.state, reader)
    if row is None:
        return
    die = execution.roll(6, Roll.CARDS, 1 << reader) if row.die else 0
    left = cards_of(execution.state, 1 - reader)
    cards = min(row.cards, len(left)) if die >= row.die else 0
    execution.emit_to(reader, log.CARDS_DRAWN, die, cards)
    for _ in range(cards):
        lot = execution.roll(len(left), Roll.CARD, UNSEEN) if len(left) > 1 else 1
        read_card(execution, reader, left.pop(lot - 1))


def read_card(execution: Execution, reader: int, card: int) -> None:
    """23.3 Reads a card: the hex of a planned assault, or the place and the size of each Subron."""
    state, enemy = execution.state, 1 - reader
    if card != ALL_SUBRONS:
        assault_plans.read_plan(state, enemy, card)
        execution.emit_to(reader, log.PLAN_READ, card)
        return
    out = [subron for subron in subrons.subrons_of(enemy) if state.cells[layout.SUBRON_AT + subron] >= 0]
    for subron in subrons.subrons_of(enemy):
        subrons.write_card(state, subron)
    execution.emit_to(reader, log.SUBRONS_READ, enemy, len(out))
    for subron in out:
        hex = state.cells[layout.SUBRON_AT + subron]
        execution.emit_to(reader, log.SUBRON_READ, subron, hex, subrons.subron_points(state, subron))
