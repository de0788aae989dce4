"""The player aid of Hold Fast."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.rules.player_aid import AidTable, PlayerAid, TurnGuide
from ironbottom.games.hold_fast.data import tables
from ironbottom.games.hold_fast.information.view_types import View
from ironbottom.games.hold_fast.pieces import (
    ALLIES,
    AREAS,
    JAPAN,
    MAX_POINTS,
    PLACES,
    PORT_COUNT,
    SPEED,
    TURNS,
    Pieces,
)
from ironbottom.games.hold_fast.rules.sequence import Turn
from ironbottom.games.hold_fast.state_types import Rules
from ironbottom.games.hold_fast.text import text

_SIDES = {"japan": "Japan", "allies": "Allies", None: "neutral"}
_KINDS = {
    "battleship": "Battleship",
    "cruiser": "Cruiser group",
    "carrier": "Carrier",
    "land_based_air": "Land based air",
    "transport": "Transport",
    "submarine": "Submarine",
}
_STEPS = text.PHRASING.steps()
_GUIDE = TurnGuide(
    Turn,
    steps=(
        (_STEPS("reinforcements", "4.1.1"), ("open", "reinforcements", "returns", "mixing")),
        (_STEPS("japan_moves", "4.1.2"), ("japan_moves",)),
        (_STEPS("allies_move", "4.1.3"), ("allies_move",)),
        (_STEPS("air", "4.1.4"), ("submarines", "air")),
        (_STEPS("repairs", "4.1.5"), ("repairs",)),
        (_STEPS("combat", "4.1.6"), ("combat", "landings")),
        (_STEPS("control", "4.1.7"), ("control", "end_or_go_on")),
        (_STEPS("return", "4.1.8"), ("come_back", "next_turn")),
    ),
)


def aid(rules: Rules, view: View) -> PlayerAid:
    """The aid with the figures in force.

    >>> from ironbottom import get_game
    >>> state = get_game("hf").new()
    >>> aid(state.rules, state.view("allies")).here
    'japan_moves'
    """
    pieces = rules.pieces
    order = sorted(range(len(AREAS)), key=lambda area: -pieces.worth[JAPAN][area] - pieces.worth[ALLIES][area])
    rows = [
        (
            AREAS.titles[number],
            str(pieces.worth[JAPAN][number]),
            str(pieces.worth[ALLIES][number]),
            _SIDES[view["control"][AREAS.ids[number]]],
        )
        for number in order
    ]
    return PlayerAid(
        goal=f"Lead on the victory track after turn {TURNS}; even is a win for Japan. "
        f"A held area scores at the end of each turn. The lead is at most {MAX_POINTS}.",
        goal_clause="13.0.1",
        steps=_GUIDE.steps,
        here=_GUIDE.here(view),
        scores=AidTable("Sea areas", ("Area", "Japan", "Allies", "Holder"), tuple(rows), clause="11.0.1"),
        tables=(_combat(rules), _movement(), _repairs(pieces), _resources(pieces)),
    )


def _combat(rules: Rules) -> AidTable:
    units = rules.facts.table(tables.UNITS).values()
    rows = []
    for kind, title in _KINDS.items():
        dice = _span(unit.dice for unit in units if unit.kind == kind and unit.dice)
        hit = _span(unit.hit_number for unit in units if unit.kind == kind and unit.hit_number)
        fires = {unit.fires_in for unit in units if unit.kind == kind and unit.dice}
        where = " or ".join(sorted(word.replace("_", " ") for word in fires))
        rows.append((title, f"{dice} dice, {where}" if dice else "does not fire", f"{hit} or more" if hit else "never"))
    note = "One die each. A 1 disables: the unit goes home. On land each unit rolls its strength, a garrison one die."
    return AidTable("Combat", ("Unit", "Fires", "Is hit on"), tuple(rows), note, "3.0.3")


def _span(numbers: Any) -> str:
    result = sorted(set(numbers))
    return "" if not result else str(result[0]) if len(result) == 1 else f"{result[0]} to {result[-1]}"


def _movement() -> AidTable:
    rows = (
        ("Ship", f"{SPEED} areas; passing only through areas that its side controls"),
        ("Land based air", "an area with a friendly port or base in or beside it"),
        ("Submarine", "any area"),
    )
    return AidTable("Movement", ("Unit", "Goes to"), rows, clause="3.0.4")


def _repairs(pieces: Pieces) -> AidTable:
    rows = tuple((PLACES.titles[port], str(pieces.repair[port])) for port in range(PORT_COUNT))
    note = "One resource point restores one strength point."
    return AidTable("Repairs a turn", ("Port", "Points"), rows, note, "5.0.3")


def _resources(pieces: Pieces) -> AidTable:
    rows = tuple(
        (str(turn), str(pieces.resources[JAPAN][turn - 1]), str(pieces.resources[ALLIES][turn - 1]))
        for turn in range(1, TURNS + 1)
    )
    return AidTable("Resource points", ("Turn", "Japan", "Allies"), rows, "Points are not saved.", "5.0.1")
