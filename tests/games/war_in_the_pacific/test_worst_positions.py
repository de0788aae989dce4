"""The maximum number of choices in one decision of a scenario: decisions above 3,000 are asked in two steps."""

from __future__ import annotations

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import air_bases, flight_duties
from ironbottom.games.war_in_the_pacific.derived.unit_positions import units_on_map
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import (
    BASE_AT,
    BASE_HEX,
    BOXES,
    FORCES_A_SIDE,
    IN_FORCE,
    MAX_FORCES,
    SHIPS,
    SHIPS_OF,
    STACKS,
    SUNK,
    TRAININGS,
    Pieces,
)
from ironbottom.games.war_in_the_pacific.rules.air import availability
from ironbottom.games.war_in_the_pacific.rules.air.naval_strike import TargetAssignment
from ironbottom.games.war_in_the_pacific.rules.air.special_strikes import ReadyOrders
from ironbottom.games.war_in_the_pacific.rules.air.strike_declaration import StrikeDeclaration
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from tests.games.war_in_the_pacific.air_states import contact
from tests.games.war_in_the_pacific.leyte_states import new_game
from tests.games.war_in_the_pacific.midway_states import midway, put_force
from tests.games.war_in_the_pacific.test_choices_are_small import MAX_CHOICES, hold_small
from tests.games.war_in_the_pacific.two_step_choices import open_next

MAX_IN_WAVE = 30


def choice_count(state: State, side: str) -> int:
    """The number of choices of a side, compared with the limit."""
    decision = state.decision(side)
    assert decision is not None
    return hold_small(decision)


def count_both_steps(state: State, side: str, verb: str, arguments: int) -> int:
    """The number of choices that a verb with these arguments would have in one step, compared with the limit."""
    decision = state.decision(side)
    assert decision is not None
    first: list[tuple[str, ...]] = [(verb,)]
    for _ in range(arguments):
        first = [(*named, more) for named in first for more in decision.choices.next(*named)]
    return sum(choice_count(open_next(state, side, *named), side) for named in first)


def afloat(state: State, side: int) -> list[int]:
    """The ships of a side that are in play."""
    positions = state.arrays[layout.SHIP_AT]
    return [ship for ship in SHIPS_OF[side] if 0 <= positions[ship] != SUNK]


def all_forces_in(state: State, side: int, box: str) -> State:
    """All ships of a side in as many Task Forces as it may have, in a box at the edge of the map."""
    first = FORCES_A_SIDE * side
    for force in range(first, first + MAX_FORCES):
        state.cells[layout.FORCE_BOX + force] = BOXES.index[box]
    for number, ship in enumerate(afloat(state, side)):
        layout.ships_in(state.arrays).put(ship, IN_FORCE + first + number % MAX_FORCES)
    return state


def test_42_71_all_japanese_forces_enter_at_once() -> None:
    """Twenty Task Forces in the Inland Sea can each enter by any of 39 hexes, with or without full tanks."""
    state = all_forces_in(midway(), JAPAN, "inland_sea")
    assert choice_count(state, "japan") == 92 + 1, "who comes in with which Mission, and the end of the orders"
    assert count_both_steps(state, "japan", "enter", 2) == 92 * 39 * 2 == 7_176 > MAX_CHOICES


def test_37_1_all_allied_forces_enter_at_once() -> None:
    state = all_forces_in(midway(), ALLIES, "phase_lane_00")
    assert choice_count(state, "allies") == 100 + 20 + 1, "who comes in with which Mission, or goes back, and the end"
    assert count_both_steps(state, "allies", "enter", 2) == 100 * 54 == 5_400 > MAX_CHOICES


def strikers(state: State, side: int) -> dict[int, int]:
    """The stacks of a side that attack ships, each with a base that has points of it."""
    pieces: Pieces = state.rules.pieces
    found: dict[int, int] = {}
    for base in air_bases.with_points(state, side):
        for stack, _ in air_bases.stacks(state, base):
            if "bomb" in pieces.air[stack // len(TRAININGS)].roles:
                found[stack] = base
    return found


def test_20_11_a_whole_wave_chooses_among_all_allied_ships() -> None:
    """Thirty points (7.7) of many stacks, and all Allied ships at Leyte in one Task Force with a True Report."""
    state, hex = new_game(), "B2552"
    put_force(state, "allies_1", hex, *[SHIPS.ids[ship] for ship in afloat(state, ALLIES)])
    state.arrays[layout.WAVE_AT][0] = NUMBER[hex]
    state.arrays[layout.WAVE_FORCE][0] = contact(state, "allies_1", hex)
    stacks = sorted(strikers(state, JAPAN).items())
    for number, (stack, base) in enumerate(stacks):
        points = MAX_IN_WAVE // len(stacks) + (number < MAX_IN_WAVE % len(stacks))
        flights.launch(state, JAPAN, flights.Sortie(base, stack, flight_duties.BOMB, wave=0), points)
    state.stack = (TargetAssignment(JAPAN, 0, ()),)
    assert choice_count(state, "japan") == 143 + 1
    assert count_both_steps(state, "japan", "allot", 1) == 143 * MAX_IN_WAVE == 4_290 > MAX_CHOICES


def served(state: State, side: int) -> None:
    """All air points of a side serve their commands, each of which rolled a six."""
    found = list(air_bases.commands(state, side))
    availability.record_commands(state, side, found)
    for command in sorted({command for _, _, command, _ in found}):
        for training in range(len(TRAININGS)):
            availability.record_available(state, command, training, found, 6)


def fleet_at(state: State, side: int, hex: str) -> None:
    """All ships of a side at sea in one hex, in as many Task Forces as it may have."""
    first = FORCES_A_SIDE * side
    for force in range(first, first + MAX_FORCES):
        state.cells[layout.FORCE_AT + force] = NUMBER[hex]
    for number, ship in enumerate(afloat(state, side)):
        layout.ships_in(state.arrays).put(ship, IN_FORCE + first + number % MAX_FORCES)


MIDDLE = ("B2044", "B2048", "B2050", "B2152", "B2252", "B2350", "B2353", "B2452", "B2454")
"""The named hexes of the Philippines around Leyte."""
FIELDS = {"B2452": 10, "B2353": 10, "B2454": 10, "B2252": 10, "B2152": 4}
"""45.64 The airbases among these hexes with room for the 44 points of P-38."""


def with_all_fighters() -> State:
    """The Allies have the middle of the Philippines, with their longest-ranged fighters and their fleet at Cebu."""
    state = new_game()
    air, p_38 = state.arrays[layout.AIR], STACKS.index["p_38_trained"]
    for hex in MIDDLE:
        state.arrays[layout.CONTROL][NUMBER[hex]] = ALLIES
    for base in range(len(BASE_HEX)):
        if air_bases.owner(state, base) == ALLIES:
            for stack in range(len(STACKS)):
                air[base * len(STACKS) + stack] = 0
    for hex, points in FIELDS.items():
        base = BASE_AT[NUMBER[hex]]
        assert points <= air_bases.base_capacity(state, base)
        air[base * len(STACKS) + p_38] = points
    for unit, _, kind in list(units_on_map(state, ALLIES)):
        if state.rules.pieces.ground[kind].kind == "air_hq":
            layout.units_in(state.arrays).put(unit, NUMBER["B2452"])
    fleet_at(state, ALLIES, "B2353")
    served(state, ALLIES)
    return state


def test_6_2_all_allied_fighters_are_free_to_patrol_over_all_task_forces() -> None:
    """90 points aboard and 40 ashore within range of twenty forces, which may also patrol over hexes, or strike."""
    state = with_all_fighters()
    state.stack = (StrikeDeclaration(ALLIES),)
    rest = 680 + 51 + 1
    assert choice_count(state, "allies") == rest + 40
    assert count_both_steps(state, "allies", "cover", 2) == 20 * (90 + 40) == 2_600 > MAX_CHOICES - rest


def test_6_20_all_allied_fighters_have_rested() -> None:
    state = with_all_fighters()
    state.stack = (ReadyOrders(ALLIES),)
    rest = 680 + 201 + 1
    assert choice_count(state, "allies") == rest + 40
    assert count_both_steps(state, "allies", "shield", 2) == 20 * (90 + 40) > MAX_CHOICES - rest
