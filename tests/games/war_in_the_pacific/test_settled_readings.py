"""Settled readings of Midway, Leyte and Burma, where the rulebook and the tables differ or have a gap, by clause."""

from random import Random

import pytest

from ironbottom.engine.core.events import Event
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import GAME, turn_record
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import land_and_coasts, supply_reach
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, UNITS
from ironbottom.games.war_in_the_pacific.rules.land import ground_battle
from ironbottom.games.war_in_the_pacific.rules.sequence import GameTurn
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.rules.shore.assault_plans import Plans
from ironbottom.games.war_in_the_pacific.rules.supply import depots
from ironbottom.games.war_in_the_pacific.rules.turn import supply_payments, terminal_segment
from ironbottom.games.war_in_the_pacific.scenarios.burma import cases as burma
from ironbottom.games.war_in_the_pacific.scenarios.burma.turn import BurmaTurn
from ironbottom.games.war_in_the_pacific.scenarios.leyte import secrets as dealt_leyte
from ironbottom.games.war_in_the_pacific.scenarios.leyte.turn import LeyteGameTurn
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific import leyte_states
from tests.games.war_in_the_pacific.battle_states import choose, find_events, put_unit
from tests.games.war_in_the_pacific.burma_states import (
    BOMBAY,
    CALCUTTA,
    CHITTAGONG,
    KUNMING,
    MOULMEIN,
    RANGOON,
    bare,
    in_turn,
    new_execution,
    new_game,
    stores,
)
from tests.games.war_in_the_pacific.midway_states import refused

MIDWAY, ATTU, KISKA = "F1234", "D3903", "F0604"
BESIDE_CALCUTTA, BESIDE_RANGOON = "A2212", "A3018"
STEP = "step_opened"


# -- 16.2 against 40.42: the cap on plans ----------------------------------------------------------------------------


@pytest.mark.clause("16.2", "40.42", "42.51")
def test_16_2_42_51_japan_announces_midway_attu_and_kiska_and_as_many_as_the_sheet_takes() -> None:
    state = GAME.new("midway")
    for hex in (MIDWAY, ATTU, KISKA):
        assert find_events(choose(state, "japan", "announce", hex), "announced", 0b10) == [
            {"event": "announced", "side": "japan", "at": hex}
        ]
    for hex in state.decisions()[0].choices.next("announce")[: layout.MAX_PLANS - 3]:
        choose(state, "japan", "announce", hex)
    assert refused(state, "japan", "announce", "F3342")[0] == "16.2"


@pytest.mark.clause("16.2", "40.42")
@pytest.mark.parametrize(("held", "may"), [(2, True), (3, False), (4, False)])
def test_16_2_in_a_strategic_game_turn_with_five_assault_units_a_third_plan_is_the_last(held: int, may: bool) -> None:
    state = leyte_states.new_game()
    hexes = [NUMBER[hex] for hex in ("B2452", "B2048", "B2737", "B1940")]
    for hex in hexes[:held]:
        assault_plans.write_plan(new_execution(state), ALLIES, hex)
    asked = Plans(ALLIES)
    assert (assault_plans.may_write_plan(state, asked, ALLIES), land_and_coasts.most_plans(state, ALLIES)) == (may, 3)


@pytest.mark.clause("16.2", "40.42")
def test_16_2_40_42_japan_takes_the_allies_at_leyte_to_have_any_number_of_plans_up_to_eight() -> None:
    begun_at, found = leyte_states.new_game(), set[int]()
    for seed in range(60):
        state = begun_at.copy()
        dealt_leyte.sample_plans(state, ALLIES, Random(seed))
        found.add(len(assault_plans.planned_hexes(state, ALLIES)))
    assert found == set(range(layout.PLANS_A_SIDE + 1))


# -- 25.2 sources that a case names ----------------------------------------------------------------------------------


@pytest.mark.clause("25.1", "25.2", "44.62", "44.63")
@pytest.mark.parametrize(
    ("side", "port"), [(ALLIES, CALCUTTA), (ALLIES, CHITTAGONG), (JAPAN, RANGOON), (JAPAN, MOULMEIN)]
)
def test_25_2_an_empty_port_where_stores_arrive_by_a_case_ends_lines_for_its_holder(side: int, port: str) -> None:
    hex = NUMBER[port]
    state, strict = bare(), bare(empty_sources="do_not")
    assert hex in supply_reach.sources(state, side)
    assert hex in supply_reach.in_touch(state, side)
    assert (supply_reach.sources(strict, side), supply_reach.in_touch(strict, side)) == (set(), frozenset())
    state.arrays[layout.CONTROL][hex] = 1 - side
    assert hex not in supply_reach.sources(state, side)
    assert hex not in supply_reach.sources(state, 1 - side), "it is no source of the enemy's"


@pytest.mark.clause("25.2", "44.62", "44.63")
def test_25_2_no_other_port_is_a_source_while_it_is_empty() -> None:
    state = bare()
    named = [{IDS[hex] for hex in supply_reach.sources(state, side)} for side in (JAPAN, ALLIES)]
    assert named == [{RANGOON, MOULMEIN}, {CALCUTTA, CHITTAGONG}]
    stores(state, BOMBAY, 1)
    assert {IDS[hex] for hex in supply_reach.sources(state, ALLIES)} == {CALCUTTA, CHITTAGONG, BOMBAY}


@pytest.mark.clause("25.2", "25.3")
def test_25_2_25_3_an_empty_source_ends_a_line_and_pays_for_no_unit() -> None:
    state = bare()
    put_unit(state, "cw_11_3", BESIDE_CALCUTTA)
    purse = supply_reach.SupplyBudget(state, ALLIES)
    assert NUMBER[BESIDE_CALCUTTA] in supply_reach.in_touch(state, ALLIES)
    assert not supply_payments.pay_from(purse, new_execution(state), NUMBER[BESIDE_CALCUTTA], 1)
    stores(state, CALCUTTA, 1)
    assert supply_payments.pay_from(
        supply_reach.SupplyBudget(state, ALLIES), new_execution(state), NUMBER[BESIDE_CALCUTTA], 1
    )


@pytest.mark.clause("24.8", "25.2")
@pytest.mark.parametrize(("agreed", "cut_off"), [("lead", []), ("do_not", [NUMBER[BESIDE_RANGOON]])])
def test_24_8_25_2_a_unit_with_a_line_to_an_empty_source_does_not_surrender(agreed: str, cut_off: list[int]) -> None:
    state = bare(empty_sources=agreed)
    division = UNITS.index[put_unit(state, "jp_7_3", BESIDE_RANGOON)]
    state.arrays[layout.UNSUPPLIED][division] = 4
    assert ground_battle.cut_off(state, JAPAN) == cut_off


@pytest.mark.clause("44.42", "25.2")
@pytest.mark.parametrize(("agreed", "points"), [("lead", 0), ("do_not", 500)])
def test_44_42_25_2_an_allied_unit_in_burma_with_a_line_to_an_empty_source_denies_japan_its_points(
    agreed: str, points: int
) -> None:
    state = in_turn(bare(empty_sources=agreed), "end_or_go_on")
    put_unit(state, "cw_3_1", "A2812")
    state.arrays[layout.CONTROL][NUMBER["A2812"]] = ALLIES
    assert terminal_segment.score(state, JAPAN).total == points


# -- 44.42 with 24.8, 21.2: the remaining strength of a unit ----------------------------------------------------------


@pytest.mark.clause("44.42", "21.2", "24.8")
@pytest.mark.parametrize(("carried", "points"), [(0, 350), (1, 300), (2, 250)])
def test_44_42_in_india_a_unit_counts_with_the_points_left_after_carried_losses(carried: int, points: int) -> None:
    state = bare()
    state.arrays[layout.CONTROL][NUMBER["A2812"]] = ALLIES
    put_unit(state, "cw_3_1", "A2812")
    division = UNITS.index[put_unit(state, "jp_7_3", CHITTAGONG)]
    state.arrays[layout.REST][division] = carried
    assert burma.objectives(state, JAPAN, supply_reach.in_touch) == points


# -- 44.43 the net stores of Kunming
# --------------------------------------------------------------------------------------


@pytest.mark.clause("44.43")
def test_44_43_supplies_carried_away_from_kunming_are_subtracted_from_the_count() -> None:
    state = bare()
    depots.add_stores(new_execution(state), ALLIES, NUMBER[KUNMING], 120)
    assert burma.objectives(state, ALLIES, supply_reach.in_touch) == 20
    depots.remove_stores(state, ALLIES, NUMBER[KUNMING], 21)
    assert (state.arrays[layout.SUPPLY][burma.TONNAGE], state.arrays[layout.SUPPLY][BASE_AT[NUMBER[KUNMING]]]) == (
        99,
        99,
    )
    assert burma.objectives(state, ALLIES, supply_reach.in_touch) == 10
    assert "net" in GAME.clauses()["44.43"].reading


@pytest.mark.clause("44.43")
def test_44_43_carrying_the_first_points_away_and_back_scores_nothing() -> None:
    state, kunming = new_game(), NUMBER[KUNMING]
    state.arrays[layout.SUPPLY][BASE_AT[kunming]] = 50
    depots.remove_stores(state, ALLIES, kunming, 50)
    assert state.view("japan")["arrays"]["supply_owed"] == {KUNMING: 50}, "everybody sees it"
    assert burma.objectives(state, ALLIES, supply_reach.in_touch) == 0
    depots.add_stores(new_execution(state), ALLIES, kunming, 50)
    assert state.arrays[layout.SUPPLY][burma.TONNAGE] == 0
    assert burma.objectives(state, ALLIES, supply_reach.in_touch) == 0
    depots.add_stores(new_execution(state), ALLIES, kunming, 50)
    assert burma.objectives(state, ALLIES, supply_reach.in_touch) == 10


# -- 44.62 the step is announced -------------------------------------------------------------------------------------


def opens(events: list[Event]) -> list[object]:
    """The steps that are announced to both sides."""
    assert find_events(events, STEP, 0b01) == find_events(events, STEP, 0b10)
    return [event["step"] for event in find_events(events, STEP)]


def arrivals(turn: str) -> tuple[State, list[Event]]:
    """The Reinforcement and Cargo Arrival Segment of a turn, up to its first question."""
    state = new_game()
    state.cells[layout.TURN] = turn_number(turn)
    in_turn(state, "reinforcements")
    turn_now = state.stack[0]
    assert isinstance(turn_now, BurmaTurn)
    names = [step.name for step in BurmaTurn.steps]
    state.stack = (type(turn_now)(names.index("reinforcements"), **turn_record.blank_turn_record()),)
    hand = ScriptedDice(())
    execution = Execution(state, hand)
    run(execution)
    return state, execution.events


@pytest.mark.clause("44.62", "44.71", "44.72", "4.1")
def test_44_62_the_step_in_which_the_allies_place_their_stores_is_announced_after_the_arrivals() -> None:
    state, events = arrivals("4/3/44")
    asked = [(each.side, each.procedure.name) for each in state.decisions()]
    assert asked == [("allies", "arrivals")]
    assert opens(events) == ["arrivals"]
    assert opens(choose(state, "allies", "done")) == ["arrivals"], "Japan places what came to it"
    assert [(each.side, each.procedure.name) for each in state.decisions()] == [("japan", "arrivals")]
    assert opens(choose(state, "japan", "done")) == ["stores"], "the Allies place their stores"
    assert [(each.side, each.procedure.name) for each in state.decisions()] == [("allies", "receiving")]


@pytest.mark.clause("44.63", "4.1")
def test_44_63_the_step_in_which_japan_places_its_stores_is_announced_too() -> None:
    state = new_game()
    execution = new_execution(state)
    in_turn(state, "income")
    turn_now = state.stack[0]
    names = [step.name for step in BurmaTurn.steps]
    state.stack = (type(turn_now)(names.index("income"), **turn_record.blank_turn_record()),)
    run(execution)
    assert opens(execution.events) == ["stores"]
    assert [(each.side, each.procedure.name) for each in state.decisions()] == [("japan", "receiving")]


# -- 26.2, 23.3 the table of rules in use ----------------------------------------------------------------------------


@pytest.mark.clause("26.2", "14.5", "5.31", "18.6", "40.1")
def test_26_2_40_1_construction_and_repair_ashore_are_played_where_the_table_gives_them() -> None:
    """The table is used at Leyte and in Burma, but not at Midway; the index says so for each clause."""
    steps = {turn: {step.name for step in turn.steps} for turn in (GameTurn, LeyteGameTurn, BurmaTurn)}
    assert "supply_orders" not in steps[GameTurn]
    assert "supply_orders" in steps[LeyteGameTurn]
    assert "quarters" in steps[BurmaTurn]
    for clause in ("26.2", "14.5", "5.31", "18.6", "40.1"):
        assert "the table of rules in use" in GAME.clauses()[clause].reading.lower(), clause


@pytest.mark.clause("23.3")
def test_23_3_leyte_has_no_cards() -> None:
    clause = GAME.clauses()["23.3"]
    assert "45" not in clause.paraphrase
    assert "no cards" in clause.reading
    assert not [step.name for step in LeyteGameTurn.steps if "card" in step.name]
