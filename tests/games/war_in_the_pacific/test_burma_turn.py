"""44.5, 44.8, 44.44 The Game-Turn of Burma, its deployment, its reinforcements and its end."""

import pytest

from ironbottom.engine.dice.dice import ScriptedDice, SeededDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN, LAND
from ironbottom.games.war_in_the_pacific.derived.supply_reach import sources
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, FIRST_NEW, NEW_BASES
from ironbottom.games.war_in_the_pacific.rules.air.air_reinforcements import Arrivals
from ironbottom.games.war_in_the_pacific.rules.supply import depots
from ironbottom.games.war_in_the_pacific.rules.turn import terminal_segment
from ironbottom.games.war_in_the_pacific.rules.turn.steps import StepOpens
from ironbottom.games.war_in_the_pacific.scenarios.burma import cases as burma
from ironbottom.games.war_in_the_pacific.scenarios.burma import derived as burma_derived
from ironbottom.games.war_in_the_pacific.scenarios.burma import turn as burma_turn
from ironbottom.games.war_in_the_pacific.scenarios.burma.arrivals import by_cycle
from ironbottom.games.war_in_the_pacific.scenarios.burma.deployment import BurmaDeployment
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific.battle_states import choose, find_events, kinds_at
from tests.games.war_in_the_pacific.burma_states import (
    BOMBAY,
    CALCUTTA,
    GAME,
    IMPHAL,
    JORHAT,
    KUNMING,
    MANDALAY,
    MOULMEIN,
    RANGOON,
    in_turn,
    new_game,
    supply,
    unit_at,
)
from tests.games.war_in_the_pacific.midway_states import refused
from tests.games.war_in_the_pacific.two_step_choices import choose_in_two_steps, refused_in_two

WILDS = sorted(
    IDS[hex]
    for hex in GAME.rules().pieces.in_regions(burma_derived.INDIA)
    if hex not in BASE_AT and GAME.rules().pieces.atlas.kind[hex] == LAND
)
"""Unnamed hexes of India."""


def deploying(side: int, scenario: str = "burma") -> State:
    """Burma while a side deploys."""
    both = (BurmaDeployment(JAPAN), BurmaDeployment(ALLIES))
    return in_turn(new_game(scenario), "deployment", *(both[:1] if side == JAPAN else both))


# -- 44.5, 44.8 deployment -----------------------------------------------------------------------------------


@pytest.mark.clause("44.5", "44.84", "44.7")
def test_44_5_44_84_the_allies_deploy_then_japan_and_the_first_air_phase_begins() -> None:
    state = GAME.rules().new("burma")
    assert [decision.side for decision in state.decisions()] == ["allies"]
    state.apply("allies", ("all_set",), SeededDice(1))
    assert [decision.side for decision in state.decisions()] == ["japan"]
    events = state.apply("japan", ("all_set",), SeededDice(1))
    assert [event["side"] for event in find_events(events, "deployed")] == ["japan"]
    assert state.decisions()[0].procedure.name == "search_orders"


@pytest.mark.clause("44.34")
def test_44_34_headquarters_and_air_points_go_to_any_airbase_of_india_but_those_of_kunming_stay() -> None:
    state = deploying(ALLIES)
    staff = unit_at(state, "cw_hq_group", "A0704")
    choose_in_two_steps(state, "allies", "start_at", staff, JORHAT)
    assert "cw_hq_group" in kinds_at(state, JORHAT)
    assert refused_in_two(state, "allies", "start_at", staff, KUNMING)[0] == "44.81"
    assert refused(state, "allies", "set_air", KUNMING, "p_40_trained", CALCUTTA, "1")[0] == "44.34"
    assert refused_in_two(state, "allies", "start_at", unit_at(state, "cw_11_3", CALCUTTA), IMPHAL)[0] == "44.81"


@pytest.mark.clause("44.36", "44.21")
def test_44_36_44_21_supply_blocks_start_in_any_hex_of_the_country_and_the_block_of_kunming_there() -> None:
    state = deploying(ALLIES)
    choose_in_two_steps(state, "allies", "store_at", BOMBAY, "3", IMPHAL)
    assert (supply(state, BOMBAY), supply(state, IMPHAL)) == (200, 150)
    assert refused_in_two(state, "allies", "store_at", BOMBAY, "1", MANDALAY)[0] == "44.36"
    assert refused(state, "allies", "set_stores", KUNMING, "1")[0] == "44.36"
    state = deploying(JAPAN)
    choose_in_two_steps(state, "japan", "store_at", RANGOON, "5", MANDALAY)
    assert refused_in_two(state, "japan", "store_at", MANDALAY, "1", IMPHAL)[0] == "44.36"


@pytest.mark.clause("44.21", "25.2")
def test_44_21_blocks_are_placed_in_open_hexes_and_supply_units_around_them() -> None:
    state, nowhere = deploying(JAPAN), "A3112"
    assert NUMBER[nowhere] not in BASE_AT
    (event,) = find_events(choose_in_two_steps(state, "japan", "store_at", RANGOON, "2", nowhere), "stores_before")
    assert (event["at"], event["to"], event["points"]) == (RANGOON, nowhere, 100)
    assert (supply(state, RANGOON), depots.points_stored(state, NUMBER[nowhere])) == (150, 100)
    assert NUMBER[nowhere] in sources(state, JAPAN)
    choose_in_two_steps(state, "japan", "store_at", nowhere, "2", MANDALAY)
    assert (supply(state, MANDALAY), depots.points_stored(state, NUMBER[nowhere])) == (100, 0)
    assert NUMBER[nowhere] not in sources(state, JAPAN)
    assert state.cells[layout.NEW_BASE_AT] == -1


@pytest.mark.clause("44.36", "25.2")
def test_44_36_no_hex_becomes_a_depot_once_forty_hexes_hold_stores() -> None:
    state = deploying(ALLIES)
    state.cells[layout.NEW_BASE_AT : layout.NEW_BASE_AT + NEW_BASES] = [NUMBER[hex] for hex in WILDS[:NEW_BASES]]
    assert refused_in_two(state, "allies", "store_at", BOMBAY, "1", WILDS[NEW_BASES])[0] == "25.2"
    choose_in_two_steps(state, "allies", "store_at", BOMBAY, "1", WILDS[0])
    assert depots.points_stored(state, NUMBER[WILDS[0]]) == 50


@pytest.mark.clause("25.2", "25.7")
def test_25_2_a_depot_that_is_empty_as_the_turn_ends_is_free_for_other_stores_and_an_airbase_stays() -> None:
    state = new_game()
    field, empty, full = NUMBER[WILDS[0]], NUMBER[WILDS[1]], NUMBER[WILDS[2]]
    state.cells[layout.NEW_BASE_AT : layout.NEW_BASE_AT + 3] = [field, empty, full]
    state.arrays[layout.LEVEL][FIRST_NEW] = 1
    state.arrays[layout.PORT_TAKEN][FIRST_NEW + 1] = 2
    state.arrays[layout.SUPPLY][FIRST_NEW + 2] = 7
    in_turn(state, "recover")
    burma_turn.recover(Execution(state, ScriptedDice(())))
    assert state.cells[layout.NEW_BASE_AT : layout.NEW_BASE_AT + 3] == [field, -1, full]
    assert state.arrays[layout.PORT_TAKEN][FIRST_NEW + 1] == 0


@pytest.mark.clause("44.81", "44.82", "44.83", "44.65")
def test_44_81_44_82_44_83_free_deployment_places_units_in_their_country_as_it_was_held() -> None:
    state = deploying(ALLIES, "burma_freely")
    choose_in_two_steps(state, "allies", "start_at", unit_at(state, "cw_11_3", CALCUTTA), IMPHAL)
    assert refused_in_two(state, "allies", "start_at", unit_at(state, "cw_11_3", "A2312"), MANDALAY)[0] == "44.81"
    army = unit_at(state, "kmt_8_0", "A3511")
    choose_in_two_steps(state, "allies", "start_at", army, KUNMING)
    assert refused_in_two(state, "allies", "start_at", army, IMPHAL)[0] == "44.81"
    state = deploying(JAPAN, "burma_freely")
    choose_in_two_steps(state, "japan", "start_at", unit_at(state, "jp_7_3", "A3210"), MANDALAY)
    assert refused_in_two(state, "japan", "start_at", unit_at(state, "jp_7_3", "A3012"), IMPHAL)[0] == "44.81"
    assert refused_in_two(state, "japan", "start_at", unit_at(state, "jp_2_1", MOULMEIN), MANDALAY)[0] == "44.65"


# -- 4.1 the turn --------------------------------------------------------------------------------------------


@pytest.mark.clause("44.5", "4.2")
def test_44_5_japan_goes_first_in_the_ground_phase_of_the_first_turn_only() -> None:
    for turn, first in (("3/2/44", JAPAN), ("4/2/44", ALLIES)):
        state = in_turn(new_game(), "ground")
        state.cells[layout.TURN], state.cells[layout.FIRST_PLAYER] = turn_number(turn), ALLIES
        execution = Execution(state, ScriptedDice(()))
        burma_turn.ground(execution)
        run(execution)
        assert state.decisions()[0].procedure.name == "burma_marching"
        assert state.decisions()[0].side_number == first


@pytest.mark.clause("44.13")
def test_44_13_no_naval_phase_asks_anything_and_points_strike_again_after_it() -> None:
    names = [step.name for step in burma_turn.BurmaTurn.steps]
    assert names.index("air_1") + 1 == names.index("naval_1")
    state = in_turn(new_game(), "naval_1")
    before = state.stack
    burma_turn.skip_naval_phase(Execution(state, ScriptedDice(())), 1)
    assert state.stack == before


@pytest.mark.clause("44.71", "44.72")
def test_44_71_44_72_air_points_come_by_cycle_to_calcutta_and_to_airbases_of_burma() -> None:
    state = in_turn(new_game(), "reinforcements")
    state.cells[layout.TURN] = turn_number("4/2/44")
    execution = Execution(state, ScriptedDice(()))
    by_cycle(execution)
    assert [event["points"] for event in find_events(execution.events, "reinforced")] == [3, 4]
    assert state.stack[1:] == (Arrivals(JAPAN), StepOpens(log.STEPS.index["arrivals"]), Arrivals(ALLIES))
    assert refused(state, "allies", "base", "c_47_trained", BOMBAY, "2")[0] == "37.5"
    before = layout.points_at(state.arrays, BASE_AT[NUMBER["A2114"]])
    choose(state, "allies", "base", "c_47_trained", "A2114", "2")
    assert layout.points_at(state.arrays, BASE_AT[NUMBER["A2114"]]) == before + 2
    choose(state, "allies", "done")
    assert refused(state, "japan", "base", "oscar_trained", IMPHAL, "1")[0] == "37.5"
    choose(state, "japan", "base", "oscar_trained", MANDALAY, "2")


# -- 44.4 the end --------------------------------------------------------------------------------------------


@pytest.mark.clause("44.11", "4.4", "44.41", "44.44")
def test_44_11_44_44_after_26_turns_the_lead_gives_the_level_and_200_are_a_draw() -> None:
    state = in_turn(new_game(), "end_or_go_on")
    state.cells[layout.TURN] = turn_number("3/8/44")
    execution = Execution(state, ScriptedDice(()))
    burma_turn.end_or_go_on(execution)
    assert state.stack
    state.cells[layout.TURN] = turn_number("4/8/44")
    burma_turn.end_or_go_on(execution)
    assert state.stack == ()
    assert GAME.result(state)["why"] == "neither side leads in Victory Points: a draw (44.44)"
    state.arrays[layout.SUPPLY][burma.TONNAGE] = 1000
    assert GAME.result(state)["score"] == {"japan": 0, "allies": 200}
    assert terminal_segment.present_leader(state).level == "draw"
    assert GAME.result(state)["winners"] == []
    assert GAME.result(state)["why"] == "a lead of 200 Victory Points is a draw (44.44)"
    for lead, level in (
        (210, "marginal"),
        (400, "marginal"),
        (410, "substantial"),
        (600, "substantial"),
        (610, "decisive"),
    ):
        state.arrays[layout.SUPPLY][burma.TONNAGE] = 5 * lead
        assert terminal_segment.present_leader(state)[1:] == (lead, level)
        assert GAME.result(state)["winners"] == ["allies"]


@pytest.mark.clause("47.3")
def test_47_3_no_lead_in_units_causes_a_breakoff_in_burma() -> None:
    state = new_game()
    state.cells[layout.LOSSES + JAPAN] = 5_000
    assert terminal_segment.breakoff(state) == -1


@pytest.mark.clause("44.64")
def test_44_64_india_may_be_without_a_garrison() -> None:
    state = deploying(ALLIES, "burma_freely")
    for _ in range(3):
        unit = next(unit for hex in ("A2213", "A2312", "A2314") if (unit := unit_or_none(state, hex)))
        choose_in_two_steps(state, "allies", "start_at", unit, "A2810")
    assert "cw_11_3" not in kinds_at(state, CALCUTTA)


def unit_or_none(state: State, hex: str) -> str:
    """A division in a hex, if there is one."""
    return unit_at(state, "cw_11_3", hex) if "cw_11_3" in kinds_at(state, hex) else ""
