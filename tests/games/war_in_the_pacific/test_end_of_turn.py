"""18.0, 42.4, 47.0 Ship repair, Victory Points, the Breakoff and the level of victory."""

import pytest

from ironbottom.engine.dice.dice import NoDice, ScriptedDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import ship_repair_capacity, ships_in_port
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, SHIPS, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.bases import ship_repair
from ironbottom.games.war_in_the_pacific.rules.naval import sailing
from ironbottom.games.war_in_the_pacific.rules.turn import losses, terminal_segment
from tests.games.war_in_the_pacific.midway_states import TABLE, act, midway, put_force, refused


def damage(state: State, **levels: int) -> None:
    """Ships get damage levels."""
    for name, level in levels.items():
        state.arrays[layout.DAMAGE][SHIPS.index[name]] = level


def level(state: State, name: str) -> int:
    return state.arrays[layout.DAMAGE][SHIPS.index[name]]


def whole() -> State:
    """Midway without damaged ships."""
    state = midway()
    sailing.stop_repair(state, SHIPS.index["us_cv5"])
    damage(state, us_cv5=0)
    return state


# -- 18.0 repair -------------------------------------------------------------------------------------


@pytest.mark.clause("18.3", "18.31")
@pytest.mark.parametrize(
    ("hex", "ships", "worst", "effort"),
    [
        ("F3342", 4, 5, True),
        ("D0326", 999, 5, True),
        ("E1602", 2, 3, False),
        ("B1240", 1, 2, False),
        ("D0948", 999, 1, False),
        ("F1234", 999, 1, False),
    ],
)
def test_18_3_18_31_what_ports_repair(hex: str, ships: int, worst: int, effort: bool) -> None:
    yard = ship_repair_capacity.port_repair_resources(midway().rules.pieces, NUMBER[hex])
    assert yard is not None
    assert (yard.ships, yard.worst, yard.maximum_effort) == (ships, worst, effort)


@pytest.mark.clause("14.3", "18.3")
def test_14_3_18_3_anchorages_and_open_hexes_repair_nothing() -> None:
    pieces = midway().rules.pieces
    assert ship_repair_capacity.port_repair_resources(pieces, NUMBER["E2519"]) is None
    assert ship_repair_capacity.port_repair_resources(pieces, NUMBER["F2020"]) is None


def test_18_1_repair_begins_with_a_die_that_only_the_owner_sees() -> None:
    state = whole()
    damage(state, us_cv8=2)
    execution = Execution(state, ScriptedDice([5]))
    ship_repair.repair_turn(execution)
    ship = SHIPS.index["us_cv8"]
    assert (state.arrays[layout.REPAIR_LEFT][ship], level(state, "us_cv8")) == (7, 2)
    assert log.REPAIR_BEGUN.visible(execution.events[0], 1 << JAPAN) is None
    for left, now in ((6, 2), (5, 2), (4, 1), (3, 1), (2, 1), (1, 1), (0, 0)):
        ship_repair.repair_turn(Execution(state, NoDice()))
        assert (state.arrays[layout.REPAIR_LEFT][ship], level(state, "us_cv8")) == (left, now)


def test_18_3_a_port_repairs_its_worst_ships_first_up_to_its_limit() -> None:
    state = whole()
    damage(state, us_cv6=3, us_cv8=2, us_ca24=4, us_ca26=1, us_ca32=1, us_dd14=1)
    found = [SHIPS.ids[ship] for ship in ship_repair.repairable(state, ALLIES, NUMBER["F3342"])]
    assert found == ["us_ca24", "us_cv6", "us_cv8", "us_ca26"]
    damage(state, jp_cl17=2, jp_dd38=1)
    assert [SHIPS.ids[ship] for ship in ship_repair.repairable(state, JAPAN, NUMBER["D0948"])] == ["jp_dd38"]


@pytest.mark.clause("42.75")
def test_18_7_ships_on_the_bottom_are_raised_where_four_levels_are_repaired() -> None:
    state = whole()
    damage(state, us_cv8=5, jp_dd38=5)
    assert ship_repair.repairable(state, ALLIES, NUMBER["F3342"]) == [SHIPS.index["us_cv8"]]
    assert ship_repair.repairable(state, JAPAN, NUMBER["D0948"]) == []
    ship_repair.repair_turn(Execution(state, ScriptedDice([1])))
    assert state.arrays[layout.REPAIR_LEFT][SHIPS.index["us_cv8"]] == 39


@pytest.mark.clause("18.3", "18.32", "18.33")
def test_18_31_an_owner_orders_a_maximum_effort_where_one_is_made() -> None:
    """18.31:

    Maximum Effort is for one ship of a port at a time, of at most D2; an extent of eight then takes one Game-Turn.
    """
    state = whole()
    damage(state, us_cv8=2, us_cv6=3, us_ca24=1, jp_cl17=1)
    assert refused(state, "japan", "hasten", "jp_cl17")[0] == "18.31"  # Saipan makes none
    assert refused(state, "allies", "hasten", "us_cv6")[0] == "18.31"
    assert refused(state, "allies", "hasten", "us_cv5")[0] == "18.31"
    events = act(state, "allies", "hasten", "us_cv8")
    assert [log.HASTENED.visible(event, bit) is None for event in events for bit in (0b01, 0b10)] == [True, False]
    assert refused(state, "allies", "hasten", "us_ca24")[0] == "18.31"
    assert SHIPS.index["us_cv8"] not in ships_in_port.gatherable(state, ALLIES)[NUMBER["F3342"]]
    assert ship_repair_capacity.cargo_halved_by_effort(state, ALLIES, NUMBER["F3342"])
    ship_repair.repair_turn(Execution(state, ScriptedDice([1, 5])))
    assert (level(state, "us_cv8"), level(state, "us_cv6"), level(state, "us_ca24")) == (0, 3, 1)
    assert not ship_repair_capacity.cargo_halved_by_effort(state, ALLIES, NUMBER["F3342"])


@pytest.mark.clause("18.3")
def test_18_3_an_enemy_port_repairs_nothing() -> None:
    state = midway()
    state.arrays[layout.CONTROL][NUMBER["F3342"]] = JAPAN
    assert ship_repair.repairable(state, ALLIES, NUMBER["F3342"]) == []


def test_18_1_a_ship_that_sails_gives_up_its_repair() -> None:
    state = whole()
    damage(state, us_cv8=2)
    ship_repair.repair_turn(Execution(state, ScriptedDice([5])))
    force = put_force(state, "allies_1", "F3342", "us_cv8")
    assert ship_repair.repairable(state, ALLIES, NUMBER["F3342"]) == [SHIPS.index["us_cv8"]]
    state.cells[layout.FORCE_TO + force] = NUMBER["F3341"]
    state.cells[layout.FORCE_SPEED + force] = 2
    execution = Execution(state, NoDice())
    sailing.sail_all(execution)
    sailing.end_naval_phase(execution)
    ship = SHIPS.index["us_cv8"]
    assert (state.arrays[layout.REPAIR_LEFT][ship], state.arrays[layout.FUEL][ship]) == (0, 20)
    assert [event[0] for event in execution.events] == [log.SAILED.number, log.BURNT.number]
    assert [log.KINDS_OF_EVENT[event[0]].visible(event, 1 << JAPAN) for event in execution.events] == [None, None]


# -- 47.0 points -------------------------------------------------------------------------------------


@pytest.mark.clause("42.41")
def test_42_42_the_allies_begin_with_midway() -> None:
    state = whole()
    assert terminal_segment.score(state, ALLIES) == terminal_segment.Score(0, 0, 0, 200)
    assert terminal_segment.score(state, JAPAN) == terminal_segment.Score(0, 0, 0, 0)
    assert terminal_segment.present_leader(state) == terminal_segment.Standing(ALLIES, 200, "substantial")


def test_47_23_ships_score_by_the_level_they_have_now() -> None:
    state = midway()
    assert terminal_segment.score(state, JAPAN).ships == 2 * 2 * 9
    damage(state, us_cv5=0, us_cv8=6, jp_cv1=5, jp_ca13=3)
    assert terminal_segment.score(state, JAPAN).ships == 2 * 5 * 9
    assert (
        terminal_segment.score(state, ALLIES).ships
        == 2 * 5 * 7 + 3 * state.rules.pieces.ships[SHIPS.index["jp_ca13"]].defence
    )


def test_47_24_levels_of_reorganisation_score_nothing() -> None:
    state = whole()
    assert state.arrays[layout.SHRUNK][SHIPS.index["jp_apb1"]] == 2
    assert terminal_segment.score(state, ALLIES).ships == 0


def test_47_1_the_reading_of_service_forces() -> None:
    literal, other = whole(), TABLE.new(None, {"sf_points": "in_all"})
    for state in (literal, other):
        damage(state, us_cv5=0, jp_sf1=5)
    assert terminal_segment.score(literal, ALLIES).ships == 500
    assert terminal_segment.score(other, ALLIES).ships == 100


@pytest.mark.clause("47.1", "47.26")
def test_47_1_47_26_only_captured_places_count() -> None:
    state = whole()
    for hex in ("F1234", "D3243"):
        state.arrays[layout.CONTROL][NUMBER[hex]] = 1 - state.arrays[layout.CONTROL][NUMBER[hex]]
    midway_port = state.rules.pieces.atlas.places[NUMBER["F1234"]]
    assert terminal_segment.score(state, JAPAN).places == 5 * midway_port.cargo + 5 * 2
    assert terminal_segment.score(state, ALLIES).places > 0
    state.arrays[layout.CONTROL][NUMBER["D3243"]] = JAPAN
    assert terminal_segment.score(state, ALLIES).places == 0


def test_42_42_control_needs_a_ground_unit_and_the_aleutians_count_for_japan() -> None:
    state = whole()
    stacks = layout.units_in(state.arrays)
    snlf = stacks.units(NUMBER["D3243"])[-1]
    state.arrays[layout.CONTROL][NUMBER["F2302"]] = JAPAN
    assert terminal_segment.score(state, JAPAN).objectives == 0
    stacks.put(snlf, NUMBER["F2302"])
    assert terminal_segment.score(state, JAPAN).objectives == 50
    for unit in stacks.units(NUMBER["F1234"]):
        if state.rules.pieces.ground[state.arrays[layout.UNIT_TYPE][unit]].kind != "air_hq":
            stacks.put(unit, ABOARD + SHIPS.index["us_ca24"])
    assert terminal_segment.score(state, ALLIES).objectives == 0


@pytest.mark.clause("21.8", "47.1", "47.21")
def test_21_8_47_1_47_21_lost_units_score() -> None:
    state = whole()
    gone = {
        state.rules.pieces.ground[state.arrays[layout.UNIT_TYPE][unit]].id: unit
        for unit in UNITS_OF[ALLIES]
        if state.arrays[layout.UNIT_AT][unit] >= 0
    }
    losses.remove_unit(state, gone["us_11_3"])
    losses.remove_unit(state, gone["us_bf"])
    losses.lose_air(state, ALLIES, "carrier", 3)
    losses.lose_subs(state, ALLIES, 2)
    assert terminal_segment.score(state, JAPAN).units == 110 + 0 + 9 + 20
    assert state.arrays[layout.UNIT_AT][gone["us_bf"]] == -1
    assert layout.units_in(state.arrays).links_agree()


@pytest.mark.parametrize(
    ("lead", "level"),
    [(0, "draw"), (1, "marginal"), (100, "marginal"), (101, "substantial"), (200, "substantial"), (201, "decisive")],
)
def test_42_45_the_levels_of_victory(lead: int, level: str) -> None:
    assert terminal_segment.victory_level(midway(), lead, broken_off=False) == level
