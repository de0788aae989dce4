"""The ensign at Guadalcanal: its links and cargo, its submarines, its landing and carriers, and its aircraft."""

from __future__ import annotations

import pytest

from ironbottom.bots import as_choices, offer_for
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.procedures import changed
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.bot import convoys, fleet, guadalcanal_air, submarines
from ironbottom.games.war_in_the_pacific.bot.ensign import Ensign
from ironbottom.games.war_in_the_pacific.bot.observation import STANDS_OFF, Observation
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import (
    ABOARD,
    BASE_AT,
    FORCES,
    IN_FORCE,
    SHIPS,
    STACKS,
    UNITS,
)
from ironbottom.games.war_in_the_pacific.rules.merchant.cargo import BEFORE_PLAY, USUAL, CargoOrders
from ironbottom.games.war_in_the_pacific.rules.merchant.pipeline_segment import PipelineOrders
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_phase import SubmarineOrders
from ironbottom.games.war_in_the_pacific.rules.supply.supply_orders import SupplyOrders
from ironbottom.games.war_in_the_pacific.scenarios import shortening
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal.deployment import GuadalcanalDeployment
from ironbottom.games.war_in_the_pacific.state import LINKS, MISSIONS
from tests.games.war_in_the_pacific.battle_states import ask_ashore, choose, open_procedure, put_unit
from tests.games.war_in_the_pacific.guadalcanal_states import (
    BRISBANE,
    EAST,
    GUADALCANAL,
    NORTH,
    NOUMEA,
    RABAUL,
    SANTO,
    TRUK,
    end,
    new_game_of,
)

SIDES = ("japan", "allies")


def new_game() -> State:
    """Guadalcanal at its beginning, with nothing open and the Allies as the First Player."""
    return new_game_of(GAME)


def answer(state: State, side: str) -> tuple[str, ...]:
    """The first of the ensign's choices for a side."""
    decision = state.decision(side)
    assert decision is not None
    return as_choices(Ensign(state.rules, side, 4).choose(offer_for(state, decision)))[0]


def answers(state: State, side: str, ends: str) -> list[tuple[str, ...]]:
    """The ensign's choices for a side until it ends a question."""
    result: list[tuple[str, ...]] = []
    while not result or result[-1][0] != ends:
        decision = state.decision(side)
        assert decision is not None
        for action in as_choices(Ensign(state.rules, side, 4).choose(offer_for(state, decision))):
            result.append(action)
            if action[0] != ends:
                choose(state, side, *action)
    return result


def observe(state: State, side: int) -> Observation:
    """The view of a side."""
    return Observation(state.rules, state.view(SIDES[side]), SIDES[side])


def hold_airfield(state: State, side: int, stores: int = 0) -> None:
    """Gives Guadalcanal to a side with a regiment there, and removes the enemy."""
    stacks, hex = layout.units_in(state.arrays), NUMBER[GUADALCANAL]
    for unit in list(stacks.units(hex)):
        stacks.put(unit, -1)
        state.arrays[layout.UNIT_TYPE][unit] = -1
    put_unit(state, ("jp_2_1", "us_4_1_mar")[side], GUADALCANAL)
    state.arrays[layout.CONTROL][hex] = side
    state.arrays[layout.SUPPLY][BASE_AT[hex]] = stores


# -- 43.53 deployment ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def deployed() -> tuple[State, list[tuple[str, ...]]]:
    """The Allied deployment by the ensign, before it ends."""
    state = new_game()
    open_procedure(state, GuadalcanalDeployment(ALLIES))
    return state, answers(state, "allies", "end_deployment")


def test_46_31_the_allied_pipeline_carries_twice_the_required_amount(
    deployed: tuple[State, list[tuple[str, ...]]],
) -> None:
    assert shortening.thruput_home(new_game()) < 2 * shortening.least(new_game().rules.pieces)
    assert shortening.thruput_home(deployed[0]) >= 2 * shortening.least(deployed[0].rules.pieces)


def test_40_42_the_allies_plan_to_take_the_airfield(deployed: tuple[State, list[tuple[str, ...]]]) -> None:
    assert ("plan", GUADALCANAL) in deployed[1]


def test_43_33_bombers_start_at_townsville_and_troops_where_a_link_can_fetch_them(
    deployed: tuple[State, list[tuple[str, ...]]],
) -> None:
    state = deployed[0]
    base = BASE_AT[NUMBER["E1028"]]
    points = {STACKS.ids[n]: state.arrays[layout.AIR][base * len(STACKS) + n] for n in range(len(STACKS))}
    before = new_game().arrays[layout.AIR]
    kinds = [name for name in points if points[name] > before[base * len(STACKS) + STACKS.index[name]]]
    assert {"b_17_trained", "b_26_trained"} <= set(kinds)


def test_43_51_japans_shipping_waits_on_its_shortest_link_and_leaves_one_unit_at_rabaul() -> None:
    state = new_game()
    open_procedure(state, GuadalcanalDeployment(JAPAN))
    answers(state, "japan", "end_deployment")
    truk = links.link_between(state, JAPAN, end(TRUK), end(NORTH))
    rabaul = links.link_between(state, JAPAN, end(RABAUL), end(NORTH))
    assert (len(links.merchants_on(state, truk)), len(links.merchants_on(state, rabaul))) == (4, 1)


# -- 15.6 cargo ------------------------------------------------------------------------------------------


def test_15_9_10_5_stores_for_the_fleet_come_to_noumea_before_play() -> None:
    state = new_game()
    open_procedure(state, CargoOrders(ALLIES, BEFORE_PLAY))
    result = answers(state, "allies", "done")
    assert ("draw_stores", NOUMEA, "50") in result
    assert state.arrays[layout.SUPPLY][BASE_AT[NUMBER[NOUMEA]]] == 200


def test_43_73_troops_of_truk_and_beyond_the_edge_go_to_rabaul() -> None:
    state = new_game()
    open_procedure(state, CargoOrders(JAPAN, BEFORE_PLAY))
    moved = [action for action in answers(state, "japan", "done") if action[0] == "consign"]
    assert len(moved) == 2
    assert {to for _, _, to in moved} == {RABAUL}


def test_23_3_troops_go_to_a_port_whose_assault_was_read_on_a_card() -> None:
    state = new_game()
    state.cells[layout.PLAN_AT] = NUMBER[SANTO]
    open_procedure(state, CargoOrders(ALLIES, USUAL))
    assert ("consign", SANTO) not in {(a[0], a[-1]) for a in answers(state.copy(), "allies", "done")}
    assault_plans.read_plan(state, JAPAN, NUMBER[SANTO])
    assert ("consign", SANTO) in {(a[0], a[-1]) for a in answers(state, "allies", "done")}


# -- 15.8 links ------------------------------------------------------------------------------------------


def test_25_3_a_garrison_without_stores_gets_a_link_and_one_with_stores_none() -> None:
    for stores, wanted in ((0, True), (60, False)):
        state = new_game()
        hold_airfield(state, ALLIES, stores)
        open_procedure(state, PipelineOrders(ALLIES))
        result = answers(state, "allies", "done")
        assert any(action[:2] == ("lay_link", GUADALCANAL) for action in result) == wanted
        if wanted:
            new = links.link_between(state, ALLIES, end(GUADALCANAL), end(SANTO))
            assert len(links.merchants_on(state, new)) == 1


def test_15_5_a_link_that_bombers_reach_is_given_up_once_its_port_has_stores() -> None:
    for stores, left in ((0, 1), (60, 0)):
        state = new_game()
        state.arrays[layout.SUPPLY][BASE_AT[NUMBER["E1119"]]] = stores
        open_procedure(state, PipelineOrders(ALLIES))
        answers(state, "allies", "done")
        moresby = links.link_between(state, ALLIES, end("E1119"), end(EAST))
        assert len(links.merchants_on(state, moresby)) == left


def test_15_4_escorts_in_port_guard_the_pipeline() -> None:
    state = new_game()
    layout.ships_in(state.arrays).put(SHIPS.index["us_de1"], NUMBER[BRISBANE])
    open_procedure(state, PipelineOrders(ALLIES))
    pipeline = links.link_between(state, ALLIES, end(BRISBANE), end(EAST))
    assert ("join_link", "us_de1", LINKS.ids[pipeline]) in answers(state, "allies", "done")


def test_26_1_the_garrison_of_the_airfield_entrenches() -> None:
    state = new_game()
    hold_airfield(state, ALLIES, 40)
    put_unit(state, "us_4_1_mar", GUADALCANAL)
    in_phase(state, 3)
    open_procedure(state, SupplyOrders(ALLIES, ()))
    assert answers(state, "allies", "done") == [("begin_work", GUADALCANAL, "entrenchment"), ("done",)]


# -- 13.6 submarines -------------------------------------------------------------------------------------


def test_13_6_a_subron_near_a_link_attacks_it() -> None:
    state = new_game()
    open_procedure(state, SubmarineOrders(JAPAN, 0))
    found = answers(state, "japan", "done")
    pipeline = links.link_between(state, ALLIES, end(BRISBANE), end(EAST))
    assert ("attack_link", "japan_subron_1", LINKS.ids[pipeline]) in found


def test_43_65_japanese_boats_enter_on_the_path_of_a_link() -> None:
    state = new_game()
    open_procedure(state, SubmarineOrders(JAPAN, 0))
    assert answer(state, "japan") == ("enter_subron", "fleet", "10")
    choose(state, "japan", "enter_subron", "fleet", "10")
    verb, hex = answer(state, "japan")
    assert verb == "enter_to"
    assert NUMBER[hex] in submarines.stations(observe(state, JAPAN))


def test_13_3_a_subron_that_has_been_out_as_long_as_it_can_refits() -> None:
    state = new_game()
    state.cells[layout.SUBRON_OUT + 13] = 2
    open_procedure(state, SubmarineOrders(ALLIES, 0))
    assert answer(state, "allies")[:2] == ("refit_subron", "allies_subron_2")


# -- forces ----------------------------------------------------------------------------------------------


def at_sea(state: State, force: str, hex: str, *ships: str) -> int:
    """A force on the map with full tanks."""
    number = FORCES.index[force]
    state.cells[layout.FORCE_AT + number] = NUMBER[hex]
    for ship in ships:
        layout.ships_in(state.arrays).put(SHIPS.index[ship], IN_FORCE + number)
    return number


def in_phase(state: State, phase: int) -> None:
    """A Naval Phase of the first Game-Turn."""
    whole = layout.scenario(state).game_turn(state.rules)
    number = next(n for n, step in enumerate(whole.steps) if step.name == f"naval_{phase}")
    state.stack = (changed(whole, next=number + 1),)


def contact(state: State, force: str, hex: str, carriers: int) -> int:
    """An enemy force in contact, reported with this many carriers."""
    number = FORCES.index[force]
    state.cells[layout.IN_CONTACT] |= 1 << number
    state.cells[layout.CONTACT + number] = layout.CHITS.index["true_report"]
    state.cells[layout.CONTACT_AT + number] = NUMBER[hex]
    state.cells[layout.REPORTED_CAPITAL + number] = carriers
    state.cells[layout.REPORTED_CARRIER + number] = int(carriers > 0)
    return number


CARRIER_FORCE = ("us_cv3", "us_cv6", "us_ca25", "us_dd22", "us_dd23")


def test_6_5_carriers_wait_in_port_until_there_is_something_to_strike() -> None:
    state = new_game()
    force = at_sea(state, "allies_1", SANTO, *CARRIER_FORCE)
    in_phase(state, 1)
    assert convoys.bound_for(observe(state, ALLIES), force) == (observe(state, ALLIES).home(NUMBER[SANTO], 5), 0)
    found = contact(state, "japan_1", "E2620", 2)
    assert found >= 0
    assert convoys.bound_for(observe(state, ALLIES), force) == (NUMBER["E2620"], STANDS_OFF)
    contact(state, "japan_2", "E2620", 5)
    assert convoys.bound_for(observe(state, ALLIES), force) == (observe(state, ALLIES).home(NUMBER[SANTO], 5), 0)


def test_15_4_escorts_off_the_map_sail_to_the_pipeline_and_leave_their_force_there() -> None:
    state = new_game()
    escorts = [SHIPS.index["us_de1"], SHIPS.index["us_de2"]]
    assert convoys.should_form(observe(state, ALLIES), escorts)
    for hex, leaves in ((NOUMEA, None), (BRISBANE, "allies_1")):
        force = at_sea(state, "allies_1", hex, "us_de1", "us_de2")
        in_phase(state, 1)
        assert convoys.bound_for(observe(state, ALLIES), force) == (NUMBER[BRISBANE], 0)
        assert convoys.force_to_disband(observe(state, ALLIES), ("allies_1",)) == leaves


def test_6_2_carriers_cover_the_landing() -> None:
    state = new_game()
    force = at_sea(state, "allies_1", SANTO, *CARRIER_FORCE)
    at_sea(state, "allies_2", "E2720", "us_apb1", "us_ca29", "us_dd13")
    in_phase(state, 1)
    assert convoys.bound_for(observe(state, ALLIES), force) == (NUMBER[GUADALCANAL], convoys.COVERS_FROM)


def test_16_3_the_landing_ends_once_enough_troops_are_ashore() -> None:
    state = new_game()
    force = at_sea(state, "allies_2", GUADALCANAL, "us_apb1", "us_ca29", "us_dd13")
    in_phase(state, 2)
    observation = observe(state, ALLIES)
    assert convoys.bound_for(observation, force) == (NUMBER[GUADALCANAL], 0)
    assert fleet.mission(observation, tuple(MISSIONS.ids), force) == "assault"
    for _ in range(2):
        put_unit(state, "us_4_1_mar", GUADALCANAL)
    assert convoys.bound_for(observe(state, ALLIES), force) != (NUMBER[GUADALCANAL], 0)


def test_16_4_6_2_a_later_assault_needs_cover_and_more_troops_than_the_garrison() -> None:
    for covers, regiments, goes in ((True, 3, True), (False, 3, False), (True, 1, False)):
        state = new_game()
        hold_airfield(state, ALLIES)
        force = at_sea(state, "japan_1", RABAUL, "jp_apb1", "jp_dd1")
        for _ in range(regiments):
            unit = UNITS.index[put_unit(state, "jp_2_1", RABAUL)]
            layout.units_in(state.arrays).put(unit, ABOARD + SHIPS.index["jp_apb1"])
        if covers:
            at_sea(state, "japan_2", "E2316", "jp_cv5", "jp_dd11")
        in_phase(state, 3)
        state.cells[layout.TURN] += 1
        assert (convoys.bound_for(observe(state, JAPAN), force) == (NUMBER[GUADALCANAL], 0)) == goes


DESTROYERS = ("us_dd13", "us_dd17", "us_dd18", "us_dd19")


def loaded(state: State) -> int:
    """Destroyers with stores at Espiritu Santo, while the Allies hold the airfield."""
    for ship in DESTROYERS:
        state.arrays[layout.CARGO][SHIPS.index[ship]] = 1
    return at_sea(state, "allies_2", SANTO, *DESTROYERS)


def test_16_5_destroyers_run_to_the_airfield_in_the_last_phase_while_it_lacks_stores() -> None:
    for phase, stores, runs in ((3, 0, True), (1, 0, False), (3, 60, False)):
        state = new_game()
        hold_airfield(state, ALLIES, stores)
        put_unit(state, "us_4_1_mar", GUADALCANAL)
        force = loaded(state)
        in_phase(state, phase)
        observation = observe(state, ALLIES)
        assert (convoys.bound_for(observation, force) == (NUMBER[GUADALCANAL], 0)) == runs
        assert (fleet.mission(observation, tuple(MISSIONS.ids), force) == "transport") == runs


def test_47_1_nobody_runs_while_enemy_ships_are_near_nor_transports_in_reach_of_rabaul() -> None:
    state = new_game()
    hold_airfield(state, ALLIES)
    force = loaded(state)
    transports = at_sea(state, "allies_3", SANTO, "us_apb1", "us_dd20")
    in_phase(state, 3)
    assert convoys.bound_for(observe(state, ALLIES), force) == (NUMBER[GUADALCANAL], 0)
    assert convoys.bound_for(observe(state, ALLIES), transports) != (NUMBER[GUADALCANAL], 0)
    assert fleet.waits_off_map(observe(state, ALLIES), "allies_3")
    contact(state, "japan_1", "E2317", 0)
    assert convoys.bound_for(observe(state, ALLIES), force) != (NUMBER[GUADALCANAL], 0)


def test_16_5_destroyers_load_stores_at_the_forward_port() -> None:
    state = new_game()
    hold_airfield(state, ALLIES)
    put_unit(state, "us_4_1_mar", GUADALCANAL)
    state.arrays[layout.SUPPLY][BASE_AT[NUMBER[SANTO]]] = 100
    for ship in DESTROYERS:
        layout.ships_in(state.arrays).put(SHIPS.index[ship], NUMBER[SANTO])
        state.arrays[layout.FUEL][SHIPS.index[ship]] = 30
    in_phase(state, 1)
    assert convoys.leading_types(observe(state, ALLIES), [SHIPS.index[ship] for ship in DESTROYERS]) == {"DD"}
    force = at_sea(state, "allies_2", SANTO, *DESTROYERS)
    assert fleet.mission(observe(state, ALLIES), tuple(MISSIONS.ids), force) == "transport"
    state.cells[layout.FORCE_MISSION + force] = MISSIONS.index["transport"]
    ask_ashore(state)
    assert answer(state, "allies") == ("take_supply", "us_dd13", "1")


def test_16_1_transports_load_troops_and_stores_for_an_airfield_that_needs_them() -> None:
    state = new_game()
    hold_airfield(state, JAPAN)
    force = at_sea(state, "japan_1", RABAUL, "jp_apb1", "jp_dd1")
    in_phase(state, 1)
    assert fleet.mission(observe(state, JAPAN), tuple(MISSIONS.ids), force) == "transport"
    state.cells[layout.FORCE_MISSION + force] = MISSIONS.index["transport"]
    ask_ashore(state)
    verb, unit, ship = answer(state, "japan")
    assert (verb, ship) == ("embark", "jp_apb1")
    assert state.arrays[layout.UNIT_AT][UNITS.index[unit]] == NUMBER[RABAUL]
    for _ in range(3):
        put_unit(state, "jp_2_1", GUADALCANAL)
    state.arrays[layout.SUPPLY][BASE_AT[NUMBER[RABAUL]]] = 100
    assert answer(state, "japan") == ("take_supply", "jp_dd1", "1")
    state.arrays[layout.SUPPLY][BASE_AT[NUMBER[GUADALCANAL]]] = 100
    assert answer(state, "japan") == ("done",)


def test_17_1_guns_go_to_the_airfield_in_the_last_phase_unless_carriers_are_near() -> None:
    for phase, carriers, goes in ((3, 0, True), (2, 0, False), (3, 2, False)):
        state = new_game()
        hold_airfield(state, ALLIES)
        force = at_sea(state, "japan_1", RABAUL, "jp_ca1", "jp_ca2", "jp_ca3")
        in_phase(state, phase)
        if carriers:
            contact(state, "allies_3", "E2720", carriers)
        observation = observe(state, JAPAN)
        assert (convoys.bound_for(observation, force) == (NUMBER[GUADALCANAL], 0)) == goes
        assert (fleet.mission(observation, tuple(MISSIONS.ids), force) == "bombardment") == goes


def test_15_5_japans_carriers_raid_links_once_the_airfield_is_lost() -> None:
    state = new_game()
    force = at_sea(state, "japan_1", TRUK, "jp_cv5", "jp_cv6", "jp_dd11", "jp_dd12")
    in_phase(state, 1)
    assert convoys.link_to_raid(observe(state, JAPAN), force) < 0
    hold_airfield(state, ALLIES)
    prey = convoys.link_to_raid(observe(state, JAPAN), force)
    assert any(prey in links.path_of(state, link) for link in links.in_use(state, ALLIES))


# -- the air ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def at_first_strikes() -> State:
    """A game of two ensigns at Japan's first declaration of Strikes, in the Second Air Phase."""
    dice = SeededDice(1)
    state = GAME.new("guadalcanal", dice=dice)
    players = {side: Ensign(state.rules, side, 1) for side in SIDES}
    while (decision := state.decisions()[0]).side != "japan" or decision.procedure.name != "declaring":
        for action in as_choices(players[decision.side].choose(offer_for(state, decision))):
            state.apply(decision.side, action, dice)
    return state


def test_6_2_15_5_fighters_patrol_over_rabaul_and_bettys_strike_the_link_to_port_moresby(
    at_first_strikes: State,
) -> None:
    state = at_first_strikes.copy()
    assert answer(state, "japan") == ("patrol", RABAUL, "zero_trained", RABAUL, "2")
    choose(state, "japan", "patrol", RABAUL, "zero_trained", RABAUL, "2")
    moresby = links.link_between(state, ALLIES, end("E1119"), end(EAST))
    verb, link, hex = answer(state, "japan")
    assert (verb, link) == ("raid_link", LINKS.ids[moresby])
    assert NUMBER[hex] not in state.rules.pieces.atlas.places
    choose(state, "japan", verb, link, hex)
    assert answer(state, "japan")[:4] == ("send", RABAUL, "betty_trained", "torpedo")


def test_5_5_aircraft_of_truk_fly_to_rabaul() -> None:
    state = new_game()
    state.arrays[layout.AIR][BASE_AT[NUMBER[TRUK]] * len(STACKS) + STACKS.index["zero_trained"]] = 2
    observation = observe(state, JAPAN)
    assert guadalcanal_air.forward_base(observation, RABAUL, "zero_trained") < 0
    assert guadalcanal_air.forward_base(observation, TRUK, "zero_trained") == BASE_AT[NUMBER[RABAUL]]
