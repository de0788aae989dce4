"""42.63 to 42.65, 42.92, 23.1 The cards of Japan, of which the Allies read one half before they deploy.

The cards are the two objectives, each planned assault, all Subrons together and, with Free Deployment, the ships in
each port. The Allies draw them at random; nobody sees the dice (1.3). What the Allies have read remains known to them:
which objectives, which plans (``PLAN_READ``), where Subrons were, and the ships in ports, which are stored as old
reports.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ironbottom.engine.core.fields import Number
from ironbottom.engine.rules.procedures import Procedure, StagedProcedure
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.pieces import MAX_FORCES
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.intelligence import cards as intelligence
from ironbottom.games.war_in_the_pacific.rules.search.detection import UNSEEN
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.rules.turn.steps import open_step
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced import free_deployment, objectives
from ironbottom.games.war_in_the_pacific.state import CARDS_IN_ALL, RANKS
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

OTHER_CARDS = len(RANKS) + 1
"""42.63, 42.64 The cards other than those of plans and ports: the objectives, and all Subrons."""
OBJECTIVE, PLAN, ALL_SUBRONS, SHIPS_IN_PORT = range(4)
"""42.63, 42.64, 42.92 The kinds of cards."""


class Card(NamedTuple):
    """23.1 A card: its kind, and the rank of its objective or the hex of its assault or port."""

    kind: int
    about: int


def all_cards(state: State) -> list[Card]:
    """42.63, 42.64, 42.92 All cards of Japan, in order."""
    ports = sorted(free_deployment.reported(state)) if layout.scenario(state).free_deployment else []
    return [
        *(Card(OBJECTIVE, rank) for rank in range(len(RANKS))),
        *(Card(PLAN, number) for number in sorted(assault_plans.planned_hexes(state, JAPAN))),
        Card(ALL_SUBRONS, 0),
        *(Card(SHIPS_IN_PORT, number) for number in ports),
    ]


def half(cards: int) -> int:
    """42.65 One half of the cards, rounded up.

    >>> half(3), half(4), half(5)
    (2, 2, 3)
    """
    return -(-cards // 2)


def picked(state: State) -> int:
    """42.65 How many cards the Allies have read."""
    result: int = state.arrays[layout.CARDS_READ][CARDS_IN_ALL]
    return result


def agrees(state: State, plans: int) -> bool:
    """42.65 Whether the number of cards read is possible if Japan has this many plans.

    With Free Deployment there are also cards of ports, whose number is hidden.
    """
    ports = MAX_FORCES if layout.scenario(state).free_deployment else 0
    return half(OTHER_CARDS + plans) <= picked(state) <= half(OTHER_CARDS + plans + ports)


def read_card(execution: Execution, card: Card) -> None:
    """42.65, 23.3 The Allies read a card; it is true when it is read."""
    if card.kind == OBJECTIVE:
        execution.state.arrays[layout.CARDS_READ][card.about] = 1
        execution.emit_to(ALLIES, log.OBJECTIVE_READ, card.about, objectives.written(execution.state, card.about))
    elif card.kind == SHIPS_IN_PORT:
        free_deployment.read_ships(execution, card.about)
    else:
        intelligence.read_card(execution, ALLIES, card.about if card.kind == PLAN else intelligence.ALL_SUBRONS)


def pick_cards(execution: Execution, frame: Procedure) -> None:
    """42.65 The Allies draw one half of the cards at random, and read them."""
    left = all_cards(execution.state)
    among = len(left)
    open_step(execution, "cards")
    execution.emit(log.CARDS_PICKED, half(among), among)
    for _ in range(half(among)):
        lot = execution.roll(len(left), Roll.CARD, UNSEEN) if len(left) > 1 else 1
        read_card(execution, left.pop(lot - 1))
    execution.state.arrays[layout.CARDS_READ][CARDS_IN_ALL] = half(among)


class CardDrawing(StagedProcedure):
    """42.65 After Japan has deployed and moved cargo, the Allies read one half of its cards."""

    number, name, clause = 107, "card_drawing", "42.65"
    stages = (pick_cards,)
    closes_after_last = True
    next: Annotated[int, Number(0, 1)]


PROCEDURES = (CardDrawing,)
