"""The most choices that the counters of a scenario allow at one decision: those above 3,000 are asked in two steps."""

from __future__ import annotations

from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import (
    BOXES,
    FORCES_A_SIDE,
    IN_FORCE,
    MOST_FORCES,
    SHIPS,
    SHIPS_OF,
    SUNK,
    TRAININGS,
    Pieces,
)
from ironbottom.games.war_in_the_pacific.rules import air_bases, flights
from ironbottom.games.war_in_the_pacific.rules.aiming import Aiming
from tests.games.war_in_the_pacific.air_table import contact
from tests.games.war_in_the_pacific.leyte_table import begun
from tests.games.war_in_the_pacific.table import midway, put_force
from tests.games.war_in_the_pacific.test_choices_are_small import MOST, hold_small
from tests.games.war_in_the_pacific.two_steps import open_next

MOST_IN_WAVE = 30


def asked(state: State, side: str) -> int:
    """How many choices a side has, held to the bar."""
    decision = state.decision(side)
    assert decision is not None
    return hold_small(decision)


def in_both(state: State, side: str, verb: str, arguments: int) -> int:
    """How many choices a verb of so many arguments would have in one step: what follows each, held to the bar."""
    decision = state.decision(side)
    assert decision is not None
    first = [(verb,)]
    for _ in range(arguments):
        first = [(*named, more) for named in first for more in decision.choices.next(*named)]
    return sum(asked(open_next(state, side, *named), side) for named in first)


def afloat(state: State, side: int) -> list[int]:
    """The ships of a side that are in play."""
    at = state.arrays[places.SHIP_AT]
    return [ship for ship in SHIPS_OF[side] if 0 <= at[ship] != SUNK]


def all_forces_in(state: State, side: int, box: str) -> State:
    """All ships of a side in as many Task Forces as it may have, in a box at the edge of the map."""
    first = FORCES_A_SIDE * side
    for force in range(first, first + MOST_FORCES):
        state.cells[places.FORCE_BOX + force] = BOXES.index[box]
    for number, ship in enumerate(afloat(state, side)):
        places.ships_in(state.arrays).put(ship, IN_FORCE + first + number % MOST_FORCES)
    return state


def test_42_71_all_of_japan_comes_in_at_once() -> None:
    """Twenty Task Forces in the Inland Sea, each by any of 39 hexes and with its tanks as they are or filled."""
    state = all_forces_in(midway(), JAPAN, "inland_sea")
    assert asked(state, "japan") == 92 + 1, "who comes in with which Mission, and the end of the orders"
    assert in_both(state, "japan", "enter", 2) == 92 * 39 * 2 == 7_176 > MOST


def test_37_1_all_of_the_allies_come_in_at_once() -> None:
    state = all_forces_in(midway(), ALLIES, "phase_lane_00")
    assert asked(state, "allies") == 100 + 20 + 1, "who comes in with which Mission, or goes back, and the end"
    assert in_both(state, "allies", "enter", 2) == 100 * 54 == 5_400 > MOST


def strikers(state: State, side: int) -> dict[int, int]:
    """The stacks of a side that drop on ships, each with a base that has points of it."""
    pieces: Pieces = state.rules.pieces
    found: dict[int, int] = {}
    for base in air_bases.with_points(state, side):
        for stack, _ in air_bases.stacks(state, base):
            if "bomb" in pieces.air[stack // len(TRAININGS)].roles:
                found[stack] = base
    return found


def test_20_11_a_whole_wave_chooses_among_all_allied_ships() -> None:
    """Thirty points (7.7) of many stacks, and all ships of the Allies at Leyte in one Task Force, truly reported."""
    state, at = begun(), "B2552"
    put_force(state, "allies_1", at, *[SHIPS.ids[ship] for ship in afloat(state, ALLIES)])
    state.arrays[places.WAVE_AT][0] = NUMBER[at]
    state.arrays[places.WAVE_FORCE][0] = contact(state, "allies_1", at)
    stacks = sorted(strikers(state, JAPAN).items())
    for number, (stack, base) in enumerate(stacks):
        points = MOST_IN_WAVE // len(stacks) + (number < MOST_IN_WAVE % len(stacks))
        flights.launch(state, JAPAN, flights.Sortie(base, stack, flights.BOMB, wave=0), points)
    state.stack = (Aiming(JAPAN, 0, ()),)
    assert asked(state, "japan") == 143 + 1
    assert in_both(state, "japan", "allot", 1) == 143 * MOST_IN_WAVE == 4_290 > MOST
