"""44.0 Burma: deployment, roads, closed countries, supply, guards, victory."""

import pytest

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import type_of
from ironbottom.games.war_in_the_pacific.derived.movement_costs import class_of, hexside_cost
from ironbottom.games.war_in_the_pacific.derived.supply_reach import in_touch
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, BASE_HEX, GROUND_TYPES, HEXES, UNITS, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.supply import depots
from ironbottom.games.war_in_the_pacific.scenarios.burma import cases as burma
from ironbottom.games.war_in_the_pacific.scenarios.burma import supply as burma_supply
from ironbottom.games.war_in_the_pacific.scenarios.burma.ground import BurmaGroundPhase
from ironbottom.games.war_in_the_pacific.turns import turn_name
from tests.games.war_in_the_pacific.battle_states import choose, find_events, kinds_at, open_procedure
from tests.games.war_in_the_pacific.burma_states import (
    CALCUTTA,
    CHITTAGONG,
    GAME,
    IMPHAL,
    KUNMING,
    MANDALAY,
    MOULMEIN,
    RANGOON,
    in_turn,
    new_game,
    supply,
)
from tests.games.war_in_the_pacific.midway_states import refused
from tests.games.war_in_the_pacific.two_step_choices import choose_in_two_steps, refused_in_two


def strength_of(state: State, side: int) -> int:
    """The Combat Strength of a side on the map."""
    types = state.arrays[layout.UNIT_TYPE]
    return sum(type_of(state, unit).strength for unit in UNITS_OF[side] if types[unit] >= 0)


# -- 44.2, 44.3 deployment -----------------------------------------------------------------------------


@pytest.mark.clause("44.0", "44.11", "44.12", "44.5")
def test_44_11_it_begins_in_the_third_turn_of_the_second_cycle_of_1944() -> None:
    state = new_game()
    row = state.rules.facts.table(tables.SCENARIO_TABLE)["44"]
    assert turn_name(state.cells[layout.TURN]) == "3/2/44"
    assert (row.first_phase, row.turns, row.sections) == ("air_1", 26, ("A",))


@pytest.mark.clause("44.21", "44.31", "44.32", "44.33")
def test_44_21_44_31_the_ground_units_are_where_the_cases_put_them() -> None:
    state = new_game()
    assert kinds_at(state, "A2913") == ["jp_7_3", "jp_2_1_arm", "jp_1_1_eng"]
    assert kinds_at(state, RANGOON) == ["jp_7_3", "jp_2_1", "jp_hq_group"]
    assert kinds_at(state, "A2412") == ["cw_11_3", "cw_2_1_eng"]
    assert strength_of(state, JAPAN) == 9 * 7 + 3 + 2 + 4 * 2 + 1
    assert kinds_at(state, "A3511") == ["kmt_8_0"]


@pytest.mark.clause("44.36")
def test_2_51_supply_is_at_the_largest_port() -> None:
    state = GAME.new("burma")
    assert (supply(state, RANGOON), supply(state, CALCUTTA), supply(state, KUNMING)) == (250, 350, 50)


@pytest.mark.clause("44.34")
def test_2_51_air_points_and_headquarters_are_on_airbases_of_their_side() -> None:
    state = new_game()
    found = {JAPAN: 0, ALLIES: 0}
    for base, hex in enumerate(BASE_HEX):
        points = layout.points_at(state.arrays, base)
        if points:
            found[state.arrays[layout.CONTROL][hex]] += points
            assert points <= 10 * state.arrays[layout.LEVEL][base], HEXES.ids[hex]
    assert found == {JAPAN: 28, ALLIES: 91 + 14}
    assert state.arrays[layout.LEVEL][BASE_AT[NUMBER[IMPHAL]]] == 1
    ours = [unit for unit in UNITS_OF[JAPAN] if state.arrays[layout.UNIT_TYPE][unit] >= 0]
    kinds = [GROUND_TYPES.ids[state.arrays[layout.UNIT_TYPE][unit]] for unit in ours]
    assert sorted(kind for kind in kinds if "hq" in kind) == ["jp_hq_group", "jp_hq_wing"]


# -- 44.22, 44.35 roads, 44.66 closed countries ----------------------------------------------------------


def side_to(hex: str, beyond: str) -> int:
    """The side of a hex that touches another hex."""
    return GRID.beyond(NUMBER[hex]).index(NUMBER[beyond])


@pytest.mark.clause("44.22", "44.35")
def test_44_35_the_cases_add_roads_that_join_others() -> None:
    state = new_game()
    added, before = (state.rules.pieces.roads(scenario) for scenario in (1, 0))
    hex, number = NUMBER["A2810"], side_to("A2810", "A2911")
    assert added.major[hex] >> number & 1
    assert not before.major[hex] >> number & 1
    assert added.minor[NUMBER["A2812"]] >> side_to("A2812", "A2813") & 1


def test_22_1_a_road_costs_half_a_point_or_one_whatever_the_terrain() -> None:
    state = new_game()
    division = state.rules.pieces.ground[GROUND_TYPES.index["cw_11_3"]]
    assert (
        hexside_cost(
            state.rules.pieces,
            state.cells[layout.SCENARIO],
            (),
            class_of(division),
            NUMBER["A2810"],
            side_to("A2810", "A2911"),
        )
        == 1
    )
    assert (
        hexside_cost(
            state.rules.pieces,
            state.cells[layout.SCENARIO],
            (),
            class_of(division),
            NUMBER["A2812"],
            side_to("A2812", "A2813"),
        )
        == 2
    )


@pytest.mark.clause("3.5", "44.66")
def test_44_66_thailand_is_closed() -> None:
    state = new_game()
    open_to = state.rules.pieces.in_play(1)
    assert not open_to[NUMBER["A3417"]]
    assert open_to[NUMBER[MOULMEIN]]
    assert not open_to[NUMBER["B0639"]]


# -- 25.3, 44.62, 44.63 supply ---------------------------------------------------------------------------


@pytest.mark.clause("25.3", "44.63")
def test_25_3_44_63_japan_draws_ten_points_and_pays_by_hex() -> None:
    state = in_turn(new_game(), "income")
    execution = Execution(state, SeededDice(1))
    burma_supply.income(execution)
    run(execution)
    choose(state, "japan", "receive", MOULMEIN, "4")
    assert refused(state, "japan", "receive", RANGOON, "7")[0] == "44.62"
    assert supply(state, MOULMEIN) == 4
    events = choose(state, "japan", "receive", RANGOON, "6")
    paid = [event for event in find_events(events, "supply_paid") if event["side"] == "japan"]
    spent = sum(event["points"] for event in paid)  # type: ignore[misc]
    assert supply(state, RANGOON) == 250 + 6 - spent
    assert {event["source"] for event in paid} == {RANGOON}
    division = next(event for event in paid if event["at"] == "A2815")
    assert division["points"] == 2  # a division and a third, rounded up


def test_25_3_without_points_units_go_unsupplied() -> None:
    state = new_game()
    state.arrays[layout.SUPPLY][BASE_AT[NUMBER[RANGOON]]] = 0
    state.arrays[layout.CONTROL][NUMBER[RANGOON]] = state.arrays[layout.CONTROL][NUMBER[MOULMEIN]] = ALLIES
    execution = Execution(state, SeededDice(1))
    burma_supply.pay(execution, JAPAN)
    lacking = next(
        event["unsupplied"] for event in find_events(execution.events, "supplied") if event["side"] == "japan"
    )
    assert len(lacking) == 16  # type: ignore[arg-type]


def test_25_1_imphal_is_in_touch_with_calcutta_by_rail_and_road() -> None:
    state = new_game()
    assert NUMBER[IMPHAL] in in_touch(state, ALLIES, [NUMBER[CALCUTTA]])
    assert NUMBER[MANDALAY] not in in_touch(state, ALLIES, [NUMBER[CALCUTTA]])


@pytest.mark.clause("44.62", "29.2", "25.9")
def test_44_62_seven_blocks_come_each_cycle_and_five_provincial_points_while_kunming_is_held() -> None:
    state = in_turn(new_game(), "reinforcements")
    execution = Execution(state, SeededDice(1))
    burma_supply.arrivals(execution)
    run(execution)
    choose(state, "allies", "receive", CHITTAGONG, "3")
    choose(state, "allies", "receive", CALCUTTA, "3")
    assert (supply(state, CALCUTTA), supply(state, CHITTAGONG)) == (150, 150)
    assert refused(state, "allies", "receive", CALCUTTA, "2")[0] == "44.62"
    assert turn_record.read(state, "pool", 0) == 1 + 5
    state.arrays[layout.CONTROL][NUMBER[KUNMING]] = JAPAN
    burma_supply.arrivals(Execution(state, SeededDice(1)))
    assert turn_record.read(state, "pool", 0) == 6


# -- 44.65 guards, 44.42, 44.43 victory ---------------------------------------------------------------


@pytest.mark.clause("44.65")
def test_44_65_the_last_unit_of_rangoon_and_moulmein_stays() -> None:
    state = new_game()
    open_procedure(in_turn(state, "ground"), BurmaGroundPhase(0))
    guard = next(unit for unit in layout.units_in(state.arrays).units(NUMBER[MOULMEIN]) if unit in UNITS_OF[JAPAN])
    assert refused_in_two(state, "japan", "march", UNITS.ids[guard], "A3119") == (
        "44.65",
        f"Japanese ground unit {guard} is the last guard of its port and must stay (from the booklet)",
    )
    both = [unit for unit in layout.units_in(state.arrays).units(NUMBER[RANGOON]) if unit in UNITS_OF[JAPAN]]
    choose_in_two_steps(state, "japan", "march", UNITS.ids[both[0]], "A3119")
    assert refused_in_two(state, "japan", "march", UNITS.ids[both[1]], "A3119")[0] == "44.65"
    assert burma.alerts(state) == []
    layout.units_in(state.arrays).put(both[1], NUMBER["A3119"])
    assert burma.alerts(state) == [NUMBER[RANGOON]]


@pytest.mark.clause("44.42", "44.43")
def test_44_42_44_43_how_the_scenario_is_won() -> None:
    state = new_game()
    assert burma.objectives(state, ALLIES, in_touch) == 0
    state.arrays[layout.CONTROL][NUMBER[MANDALAY]] = ALLIES
    assert burma.objectives(state, ALLIES, in_touch) == 500
    assert burma.objectives(state, JAPAN, in_touch) == 0  # Allied units in Burma have a Line
    unit = next(unit for unit in layout.units_in(state.arrays).units(NUMBER["A2815"]) if unit in UNITS_OF[JAPAN])
    layout.units_in(state.arrays).put(unit, NUMBER["A2512"])
    assert burma.objectives(state, JAPAN, in_touch) == 350


@pytest.mark.clause("44.43")
def test_44_43_supplies_at_kunming_count_by_whole_blocks_even_when_used_up() -> None:
    state = new_game()
    execution = Execution(state, SeededDice(1))
    depots.add_stores(execution, ALLIES, NUMBER[KUNMING], 149)
    assert burma.objectives(state, ALLIES, in_touch) == 20
    state.arrays[layout.SUPPLY][BASE_AT[NUMBER[KUNMING]]] = 0
    depots.add_stores(execution, ALLIES, NUMBER[KUNMING], 1)
    assert burma.objectives(state, ALLIES, in_touch) == 30
