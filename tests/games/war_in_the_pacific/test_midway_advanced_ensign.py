"""The ensign in the advanced game of Midway: its objectives, plans, links, cargo, and the aims of each side."""

from __future__ import annotations

from random import Random

import pytest

from ironbottom.bots import as_choices, offer_for
from ironbottom.engine.dice.dice import NoDice, SeededDice
from ironbottom.engine.rules.features import Memory
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.bot import fleet, helpers, islands, midway_advanced
from ironbottom.games.war_in_the_pacific.bot.ensign import Ensign
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import strength
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, BASE_AT, HEXES, SHIPS, UNITS
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.scenarios import shortening
from ironbottom.games.war_in_the_pacific.state import OBJECTIVES
from ironbottom.games.war_in_the_pacific.turns import turn_number
from ironbottom.lab.simulation import play_game
from tests.games.war_in_the_pacific.advanced_midway_states import (
    ADVANCED,
    DUTCH_HARBOR,
    FREELY,
    MIDWAY,
    MORESBY,
    NOUMEA,
    new_game,
)
from tests.games.war_in_the_pacific.air_states import contact
from tests.games.war_in_the_pacific.battle_states import put_unit
from tests.games.war_in_the_pacific.midway_states import put_force

ATTU, KISKA, ADAK, UMNAK = UNDEFENDED = ("D3903", "F0604", "F1304", "F2302")
GUADALCANAL, TOKYO, PARAMUSHIRO, HAKODATE = "E2519", "D0326", "D2007", "D0418"
SIDES = ("japan", "allies")
BEFORE_PLAY = ("midway_advanced_deployment", "stationing", "placing_unit", "pipeline_orders", "cargo_orders")


def opening_state() -> State:
    """The advanced game at its beginning."""
    return GAME.set_up(GAME.rules(), ADVANCED)


def deploy(state: State) -> list[tuple[str, ...]]:
    """The ensign's choices for both sides until the first Game-Turn begins."""
    players, dice = {side: Ensign(state.rules, side, 4) for side in SIDES}, SeededDice(5)
    made: list[tuple[str, ...]] = []
    while (decision := state.decisions()[0]).procedure.name in BEFORE_PLAY:
        for action in as_choices(players[decision.side].choose(offer_for(state, decision))):
            state.apply(decision.side, action, dice)
            made.append(action)
    return made


@pytest.fixture(scope="module")
def deployed() -> tuple[State, list[tuple[str, ...]]]:
    """A game that two ensigns have deployed, and their choices."""
    state = new_game()
    return state, deploy(state)


def seen(state: State, side: int) -> Observation:
    """The view of a side."""
    return Observation(state.rules, state.view(SIDES[side]), SIDES[side])


def write(state: State, primary: str, secondary: str) -> None:
    """Japan has these objectives, and plans to land on Midway and Attu."""
    for rank, name in enumerate((primary, secondary)):
        state.arrays[layout.RANKED_OBJECTIVES][rank] = OBJECTIVES.index[name]
    for place, name in enumerate((MIDWAY, ATTU)):
        state.cells[layout.PLAN_AT + place] = NUMBER[name]


# -- deployment ------------------------------------------------------------------------------------------


def test_42_63_42_64_japan_has_two_objectives_and_plans_that_do_not_tell_them(
    deployed: tuple[State, list[tuple[str, ...]]],
) -> None:
    state, _ = deployed
    assert {OBJECTIVES.ids[each] for each in state.arrays[layout.RANKED_OBJECTIVES]} == {"midway", "aleutians"}
    planned = {HEXES.ids[hex] for hex in assault_plans.planned_hexes(state, JAPAN)}
    assert planned == {*UNDEFENDED, MIDWAY, NOUMEA, MORESBY}


def test_42_63_either_objective_may_be_the_primary_and_the_undefended_one_is_more_often() -> None:
    state, chosen = new_game(), list[str]()
    choices = state.decision("japan").choices  # type: ignore[union-attr]
    for seed in range(60):
        verb, rank, objective = midway_advanced.write_objective(choices, Random(seed))
        assert (verb, rank) == ("set_objective", "primary")
        chosen.append(objective)
    assert set(chosen) == {"midway", "aleutians"}
    assert chosen.count("aleutians") > chosen.count("midway")


def test_42_23_42_33_both_sides_send_all_subrons_out(deployed: tuple[State, list[tuple[str, ...]]]) -> None:
    state, made = deployed
    assert sum(state.cells[layout.SUBS_HELD : layout.SUBS_HELD + 4]) == 0
    assert sum(action[0] == "lie" for action in made) > 6


def test_42_44_46_31_the_allied_pipeline_carries_twice_the_required_amount(
    deployed: tuple[State, list[tuple[str, ...]]],
) -> None:
    assert shortening.thruput_home(opening_state()) < 2 * shortening.least(opening_state().rules.pieces)
    assert shortening.thruput_home(deployed[0]) >= 2 * shortening.least(deployed[0].rules.pieces)


def test_42_62_42_66_cargo_moves_before_play(deployed: tuple[State, list[tuple[str, ...]]]) -> None:
    state, made = deployed
    verbs = [action[0] for action in made]
    assert "draw_stores" in verbs
    assert verbs.count("finish_deployment") == 2
    assert {action[1] for action in made if action[0] == "consign_stores"} == {TOKYO}, "42.62, 25.2"
    assert state.arrays[layout.SUPPLY][BASE_AT[NUMBER[GUADALCANAL]]] == 12, "25.3 enough for every Game-Turn"


def test_42_43_42_66_possible_objectives_keep_their_garrisons(deployed: tuple[State, list[tuple[str, ...]]]) -> None:
    state, _ = deployed
    for hex in (MIDWAY, NOUMEA, MORESBY, DUTCH_HARBOR):
        assert strength(state, ALLIES, NUMBER[hex]) >= strength(opening_state(), ALLIES, NUMBER[hex]), hex


@pytest.mark.parametrize("scenario", [ADVANCED, FREELY])
def test_2_51_one_press_makes_the_choices_of_deployment_that_are_left(scenario: str) -> None:
    state = new_game(scenario)
    (helper,) = [one for one in helpers.offered(state.copy(), "japan", Memory()) if one.id == "deploy"]
    for action in helper.choices:
        state.apply("japan", action, NoDice())
    state.apply("japan", ("finish_deployment",), NoDice())
    assert sum(state.cells[layout.SUBS_HELD : layout.SUBS_HELD + 2]) == 0


# -- the aims of each side -----------------------------------------------------------------------------------------


def test_42_43_the_primary_objective_decides_and_of_the_aleutians_the_nearest_undefended_hex() -> None:
    for primary, secondary, hex in (("midway", "aleutians", MIDWAY), ("aleutians", "midway", ATTU)):
        state = opening_state()
        write(state, primary, secondary)
        assert seen(state, JAPAN).prize == NUMBER[hex]
        assert seen(state, ALLIES).prize == NUMBER[MIDWAY], "nothing was read"
        state.arrays[layout.CARDS_READ][0] = 1
        assert seen(state, ALLIES).prize == NUMBER[hex]


def test_42_64_the_allies_know_only_the_plans_that_they_have_read() -> None:
    state = opening_state()
    write(state, "midway", "aleutians")
    assert set(seen(state, JAPAN).planned) == {NUMBER[MIDWAY], NUMBER[ATTU]}
    assert seen(state, ALLIES).planned == []
    assault_plans.read_plan(state, JAPAN, NUMBER[ATTU])
    assert seen(state, ALLIES).planned == [NUMBER[ATTU]]


def test_47_1_transports_land_on_a_garrison_only_for_the_primary_objective() -> None:
    for primary, secondary, goes in (("midway", "aleutians", True), ("aleutians", "midway", False)):
        state = opening_state()
        write(state, primary, secondary)
        state.arrays[layout.CONTROL][NUMBER[ATTU]] = JAPAN
        put_unit(state, "jp_1_1", ATTU)
        force = put_force(state, "japan_1", "F0935", "jp_apb2", "jp_dd38")
        unit = UNITS.index[put_unit(state, "jp_2_1", "D0948")]
        layout.units_in(state.arrays).put(unit, ABOARD + SHIPS.index["jp_apb2"])
        assert (fleet.landing_goal(seen(state, JAPAN), force) == NUMBER[MIDWAY]) == goes


# -- 42.43 landings on the Aleutians -----------------------------------------------------------------------


def laden(state: State, ship: str, unit: str, hex: str) -> int:
    """Puts troops from a hex aboard a ship; returns the ship."""
    number = SHIPS.index[ship]
    layout.units_in(state.arrays).put(UNITS.index[put_unit(state, unit, hex)], ABOARD + number)
    return number


def plan_all(state: State) -> None:
    """Japan's Primary objective is the Aleutians, with plans for the undefended islands and for Midway."""
    write(state, "aleutians", "midway")
    for place, name in enumerate((*UNDEFENDED, MIDWAY)):
        state.cells[layout.PLAN_AT + place] = NUMBER[name]


def turns_before_the_end(state: State, turns: int) -> None:
    """Sets the number of Game-Turns that are left after the current one."""
    state.cells[layout.TURN] = turn_number("1/6/42") + 7 - turns


def test_42_43_31_1_laden_transports_stay_in_port_until_two_game_turns_are_left() -> None:
    for turns, waits in ((7, True), (2, True), (1, False), (0, False)):
        state = opening_state()
        plan_all(state)
        turns_before_the_end(state, turns)
        for port, ship in ((PARAMUSHIRO, "jp_apb1"), (HAKODATE, "jp_apb3")):
            laden(state, ship, "jp_1_1", port)
            assert islands.waits_to_land(seen(state, JAPAN), NUMBER[port]) == waits, (turns, port)
        assert not islands.waits_to_land(seen(state, JAPAN), NUMBER["D0948"]), "Saipan is far from the islands"


def test_42_43_each_landing_force_takes_another_island_at_the_end() -> None:
    state = opening_state()
    plan_all(state)
    forces = []
    for number, ship in ((1, "jp_apb1"), (2, "jp_apb3")):
        laden(state, ship, "jp_1_1", PARAMUSHIRO)
        forces.append(put_force(state, f"japan_{number}", "D2306", ship, f"jp_dd{number + 10}"))
    turns_before_the_end(state, 2)
    assert {HEXES.ids[fleet.landing_goal(seen(state, JAPAN), force)] for force in forces} == {PARAMUSHIRO}
    turns_before_the_end(state, 1)
    assert [HEXES.ids[fleet.landing_goal(seen(state, JAPAN), force)] for force in forces] == [ATTU, KISKA]


def test_42_43_an_island_with_troops_of_japan_is_reinforced_after_the_others() -> None:
    state = opening_state()
    plan_all(state)
    turns_before_the_end(state, 1)
    laden(state, "jp_apb1", "jp_1_1", PARAMUSHIRO)
    force = put_force(state, "japan_1", "D2306", "jp_apb1", "jp_dd11")
    for taken, goal in ((ATTU, KISKA), (KISKA, ADAK), (ADAK, UMNAK), (UMNAK, ATTU)):
        state.arrays[layout.CONTROL][NUMBER[taken]] = JAPAN
        put_unit(state, "jp_1_1", taken)
        assert HEXES.ids[fleet.landing_goal(seen(state, JAPAN), force)] == goal


def test_47_1_transports_sail_past_enemy_ships_only_if_no_other_force_can_land() -> None:
    for turns, held, goes in ((1, False, False), (0, False, True), (0, True, False)):
        state = opening_state()
        plan_all(state)
        turns_before_the_end(state, turns)
        laden(state, "jp_apb1", "jp_1_1", PARAMUSHIRO)
        force = put_force(state, "japan_1", "D2306", "jp_apb1", "jp_dd11")
        put_force(state, "allies_1", "D3501", "us_ca32", "us_ca36")
        contact(state, "allies_1", "D3501", carrier=0)
        if held:
            state.arrays[layout.CONTROL][NUMBER[KISKA]] = JAPAN
            put_unit(state, "jp_1_1", KISKA)
        assert (HEXES.ids[fleet.landing_goal(seen(state, JAPAN), force)] in UNDEFENDED) == goes, (turns, held)


# -- whole games -----------------------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize("side", SIDES)
def test_it_ends_a_whole_game_with_more_points_than_random_play(side: str) -> None:
    seats = dict.fromkeys(SIDES, "random") | {side: "ensign"}
    assert play_game(GAME.rules(), seats, 4, 0, ADVANCED).winners == (side,)
