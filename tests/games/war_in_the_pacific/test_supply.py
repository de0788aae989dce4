"""25.1 to 25.8, 42.74 The Joint Supply Segment, with fixed dice."""

import pytest

from ironbottom.engine.core.events import Event
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import cargo_room
from ironbottom.games.war_in_the_pacific.derived.air_bases import STACK_COUNT
from ironbottom.games.war_in_the_pacific.derived.supply_reach import in_touch
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, FIRST_NEW, FULL, STACKS, UNITS
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific.battle_states import BATTLE_TABLE, calm, cleared, find_events, kinds_at, put_unit
from tests.games.war_in_the_pacific.midway_states import run_supply

INLAND, ISLET, WAKE = "D0324", "F0704", "D3243"


def segment(state: State, *dice: int) -> list[Event]:
    """A Joint Supply Segment with exactly these dice."""
    hand = ScriptedDice(dice)
    execution = Execution(state, hand)
    run_supply(execution)
    hand.finish()
    return execution.events


def alone(kind: str, hex: str, holder: int) -> tuple[State, int]:
    """A single unit on the whole map, in a hex of its side."""
    state = cleared(calm())
    state.arrays[layout.CONTROL][NUMBER[hex]] = holder
    return state, UNITS.index[put_unit(state, kind, hex)]


def test_42_74_every_port_is_a_source() -> None:
    state, unit = alone("jp_7_3", INLAND, JAPAN)
    assert segment(state) == []
    assert state.arrays[layout.UNSUPPLIED][unit] == 0


@pytest.mark.clause("42.74", "14.1", "14.5")
@pytest.mark.parametrize(
    ("phases", "hurt", "flown", "dice", "hungry"),
    [
        ("one_phase", 0, 10, (), set()),
        ("one_phase", 0, 20, (), {"staff"}),
        ("one_phase", 0, 30, (), {"staff"}),
        ("one_phase", 1, 10, (3,), {"unit", "staff"}),
        ("three_phases", 0, 30, (), set()),
        ("three_phases", 1, 30, (3,), {"unit", "staff"}),
    ],
)
def test_42_74_a_port_supplies_units_and_then_headquarters_as_far_as_its_cargo_capacity_goes(
    phases: str, hurt: int, flown: int, dice: tuple[int, ...], hungry: set[str]
) -> None:
    """A division takes one Supply Point, and a wing takes two for ten points that flew.

    Midway handles only four per phase.
    """
    state, unit = alone("us_3_1", "F1234", ALLIES)
    state.rules = BATTLE_TABLE.rules({"port_supply": phases})
    staff = UNITS.index[put_unit(state, "us_hq_wing", "F1234")]
    base, stack = BASE_AT[NUMBER["F1234"]], STACKS.index["sbd_trained"]
    for array in (layout.AIR, layout.FLOWN):
        state.arrays[array][base * STACK_COUNT + stack] = flown
    state.arrays[layout.SUPPLY][base] = 0  # The stores there would do as well (25.2).
    state.arrays[layout.PORT_HURT][base] = hurt
    assert cargo_room.cargo_capacity(state, ALLIES, NUMBER["F1234"]) == 4 * (1 - hurt)
    segment(state, *dice)
    named = {"unit": unit, "staff": staff}
    assert {name for name, number in named.items() if state.arrays[layout.UNSUPPLIED][number]} == hungry


@pytest.mark.clause("42.74", "14.3", "14.6")
@pytest.mark.parametrize(
    ("reading", "stores", "forces", "dice", "hungry"),
    [
        ("as_ports", 0, 0, (), 0),
        ("stores_alone", 0, 0, (3,), 1),
        ("stores_alone", 1, 0, (), 0),
        ("stores_alone", 0, 5, (), 0),
    ],
)
def test_42_74_14_3_an_anchorage_supplies_by_its_lighters_or_by_option_only_ships_there_until_it_is_a_fleet_base(
    reading: str, stores: int, forces: int, dice: tuple[int, ...], hungry: int
) -> None:
    """Wake has lighters for one Load Point, and is not a port; five Base Forces take two points, and handle forty."""
    state, unit = alone("jp_1_1", WAKE, JAPAN)
    state.rules = BATTLE_TABLE.rules({"anchorage_supply": reading})
    for _ in range(forces):
        state.arrays[layout.DEPLOYED][UNITS.index[put_unit(state, "jp_bf", WAKE)]] = FULL
    state.arrays[layout.SUPPLY][BASE_AT[NUMBER[WAKE]]] = stores
    assert (NUMBER[WAKE] in in_touch(state, JAPAN)) == (not hungry)
    segment(state, *dice)
    assert state.arrays[layout.UNSUPPLIED][unit] == hungry


@pytest.mark.clause("42.74", "28.2")
@pytest.mark.parametrize(("turn", "hungry"), [("3/6/42", 0), ("4/6/42", 1)])
def test_42_74_28_2_a_headquarters_without_a_port_lacks_nothing_while_it_owes_nothing(turn: str, hungry: int) -> None:
    """An idle headquarters pays its multiple only in the last Game-Turn of the Cycle."""
    state, staff = alone("us_hq_wing", ISLET, ALLIES)
    state.cells[layout.TURN] = turn_number(turn)
    segment(state)
    assert state.arrays[layout.UNSUPPLIED][staff] == hungry


def test_25_1_a_line_runs_four_hexes_off_road() -> None:
    state, _ = alone("jp_7_3", INLAND, JAPAN)
    touched = in_touch(state, JAPAN)
    assert NUMBER[INLAND] in touched
    assert NUMBER[ISLET] not in touched


def test_25_3_25_8_a_unit_without_a_line_is_unsupplied_and_suffers_attrition() -> None:
    """25.3, 25.8: the second Segment rolls on the harder row."""
    state, unit = alone("jp_7_3", ISLET, JAPAN)
    events = segment(state, 4)
    assert find_events(events, "supplied") == [{"event": "supplied", "side": "japan", "unsupplied": [UNITS.ids[unit]]}]
    assert find_events(events, "attrition")[0]["loses"] == 0
    events = segment(state, 4)  # two Segments running: one for ten, of seven
    assert find_events(events, "attrition")[0]["loses"] == 1
    assert state.arrays[layout.REST][unit] == 1
    assert state.arrays[layout.UNSUPPLIED][unit] == 2


def test_16_7_units_that_have_just_landed_are_supplied_once() -> None:
    state, unit = alone("jp_1_1", ISLET, JAPAN)
    state.arrays[layout.LANDED][unit] = 1
    assert segment(state) == []
    assert state.arrays[layout.LANDED][unit] == 0
    segment(state, 1)
    assert state.arrays[layout.UNSUPPLIED][unit] == 1


def test_25_1_the_enemys_zone_cuts_a_line() -> None:
    """Enemies beside the railway to Tokyo, with no Allied unit on the path."""
    state, unit = alone("us_3_1", INLAND, ALLIES)
    segment(state, 1)
    assert state.arrays[layout.UNSUPPLIED][unit] == 1
    state.arrays[layout.CONTROL][NUMBER["D0326"]] = ALLIES
    segment(state)
    assert state.arrays[layout.UNSUPPLIED][unit] == 0
    enemies = [UNITS.index[put_unit(state, "jp_7_3", hex)] for hex in ("D0225", "D0424")]
    segment(state, 1, 1, 1)
    assert [state.arrays[layout.UNSUPPLIED][enemy] for enemy in enemies] == [1, 1], "no Line leads off the map (3.51)"
    assert state.arrays[layout.UNSUPPLIED][unit] == 1
    assert kinds_at(state, INLAND) == ["us_3_1"]


def test_25_2_a_hex_with_supply_points_is_a_source() -> None:
    state, unit = alone("us_3_1", INLAND, ALLIES)
    state.cells[layout.NEW_BASE_AT] = NUMBER[INLAND]
    state.arrays[layout.SUPPLY][FIRST_NEW] = 4
    segment(state)
    assert state.arrays[layout.UNSUPPLIED][unit] == 0
