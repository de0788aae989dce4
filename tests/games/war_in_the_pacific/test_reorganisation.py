"""38.5, 47.24 Joint Shipping is split and joined in port at Leyte."""

from __future__ import annotations

import pytest

from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, SHIPS, UNITS
from ironbottom.games.war_in_the_pacific.rules.naval import sailing
from ironbottom.games.war_in_the_pacific.rules.naval.plots import Orders
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import sink
from ironbottom.games.war_in_the_pacific.rules.turn import terminal_segment
from tests.games.war_in_the_pacific.battle_states import calm, choose, find_events
from tests.games.war_in_the_pacific.leyte_states import ULITHI, new_game
from tests.games.war_in_the_pacific.midway_states import refused

PARENT, PART = "us_apb1", "us_apb6"


def plotting(side: int = ALLIES) -> State:
    """A side organizes its forces; the assault shipping of the Allies is empty."""
    state = new_game()
    for ship in range(1, 6):
        stacks = layout.units_in(state.arrays)
        for unit in list(stacks.units(ABOARD + SHIPS.index[f"us_apb{ship}"])):
            stacks.put(unit, NUMBER[ULITHI])
        state.arrays[layout.CARGO][SHIPS.index[f"us_apb{ship}"]] = 0
    state.stack = (Orders(side),)
    return state


def quarters(state: State, ship: str) -> int:
    return 4 - state.arrays[layout.SHRUNK][SHIPS.index[ship]]


def at(state: State, ship: str) -> int:
    return state.arrays[layout.SHIP_AT][SHIPS.index[ship]]


def test_38_5_a_whole_unit_is_split_into_two_of_half_its_capacity() -> None:
    state = plotting()
    events = choose(state, "allies", "divide", PARENT, "2")
    assert find_events(events, "divided", 0b10) == [{"event": "divided", "ship": PARENT, "into": PART, "quarters": 2}]
    assert find_events(events, "divided", 0b01) == []
    assert (quarters(state, PARENT), quarters(state, PART)) == (2, 2)
    assert at(state, PART) == NUMBER[ULITHI]
    assert refused(state, "allies", "divide", PARENT, "1")[0] == "38.5"  # once in each phase


def test_38_5_parts_are_joined_again_in_port_in_another_phase() -> None:
    state = plotting()
    choose(state, "allies", "divide", PARENT, "1")
    sailing.begin_naval_phase(state)
    assert refused(state, "allies", "combine", PART, "us_apb2")[0] == "38.5"  # together more than one unit
    choose(state, "allies", "combine", PART, PARENT)
    assert (quarters(state, PARENT), at(state, PART)) == (4, -1)


def test_38_5_stores_beyond_the_smaller_hold_go_with_the_part() -> None:
    state = plotting()
    state.arrays[layout.CARGO][SHIPS.index[PARENT]] = 44
    choose(state, "allies", "divide", PARENT, "2")
    assert [state.arrays[layout.CARGO][SHIPS.index[ship]] for ship in (PARENT, PART)] == [22, 22]
    sailing.begin_naval_phase(state)
    choose(state, "allies", "combine", PART, PARENT)
    assert state.arrays[layout.CARGO][SHIPS.index[PARENT]] == 44


def test_38_5_a_ship_with_troops_or_damage_or_without_a_spare_counter_is_not_split() -> None:
    state = plotting()
    unit = next(unit for unit in range(len(UNITS)) if state.arrays[layout.UNIT_AT][unit] == NUMBER[ULITHI])
    layout.units_in(state.arrays).put(unit, ABOARD + SHIPS.index[PARENT])
    assert refused(state, "allies", "divide", PARENT, "2")[0] == "38.5"
    state.arrays[layout.DAMAGE][SHIPS.index["us_apb2"]] = 1
    assert refused(state, "allies", "divide", "us_apb2", "2")[0] == "38.5"
    assert refused(state, "allies", "divide", "us_sf1", "2")[0] == "38.5"  # all six are in play
    assert refused(plotting(JAPAN), "japan", "divide", PARENT, "2")[0] == "38.5"


def test_47_24_the_levels_of_a_part_score_nothing_when_it_sinks() -> None:
    state = plotting()
    choose(state, "allies", "divide", PARENT, "2")
    assert terminal_segment.ships_lost(state, ALLIES) == 0
    sink(Execution(state, NoDice()), SHIPS.index[PART])
    assert terminal_segment.ships_lost(state, ALLIES) == 5 * 3 * 11  # five levels less the two of reorganisation


@pytest.mark.clause("38.5", "40.43")
def test_38_5_40_43_the_half_units_of_basic_midway_are_split_and_joined_too() -> None:
    state = calm()
    state.stack = (Orders(JAPAN),)
    assert quarters(state, "jp_apb3") == 2
    events = find_events(choose(state, "japan", "divide", "jp_apb3", "1"), "divided", 0b01)
    part = str(events[0]["into"])
    assert (quarters(state, "jp_apb3"), quarters(state, part)) == (1, 1)
    assert at(state, part) == at(state, "jp_apb3")
