"""22.4, 25.3, 25.4, 26.1, 26.3, 26.4, 27.3, 30.1 to 30.5, 6.8 Construction, lift and air transport at Leyte."""

from typing import Any

from ironbottom.engine.dice.dice import NoDice, SeededDice
from ironbottom.engine.rules.procedures import Execution, Procedure, changed
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import building_sites, ground_stacks, lift_capacity, supply_reach
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.information.check_frames import check_frames
from ironbottom.games.war_in_the_pacific.pieces import AIR_TYPES, BASE_AT, FULL, STACKS, TRAINED, UNITS, slot
from ironbottom.games.war_in_the_pacific.rules.air import availability
from ironbottom.games.war_in_the_pacific.rules.air.transport_segment import AirLift, open_lift
from ironbottom.games.war_in_the_pacific.rules.bases import construction_orders, facility_repair, headquarters
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import AttackOrders, GroundPhase
from ironbottom.games.war_in_the_pacific.rules.sequence import next_turn
from ironbottom.games.war_in_the_pacific.rules.supply.lift_orders import LiftMarchOrders
from ironbottom.games.war_in_the_pacific.rules.supply.supply_orders import SupplyOrders
from ironbottom.games.war_in_the_pacific.scenarios.leyte.air_phase import LeyteAir
from ironbottom.games.war_in_the_pacific.scenarios.leyte.turn import LeyteTurn
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific.battle_states import choose, cleared, find_events, kinds_at, put_unit
from tests.games.war_in_the_pacific.leyte_states import FORMOSA, LEYTE, MANILA, PALAU, ULITHI, new_game
from tests.games.war_in_the_pacific.midway_states import refused, run_supply
from tests.games.war_in_the_pacific.two_step_choices import choose_in_two_steps, refused_in_two, why_not_in_two

CLARK, LEGASPI = "B1948", "B2350"
PHILIPPINES, OF_FORMOSA = lift_capacity.AREAS.index("philippines"), lift_capacity.AREAS.index("formosa")


def in_turn(state: State, step: str, *frames: Procedure, **written: Any) -> State:
    """Leyte during a step of its Game-Turn, with an entry in its turn record."""
    turn: Any = layout.scenario(state).game_turn(state.rules)
    number = next(number for number, one in enumerate(turn.steps) if one.name == step)
    state.stack = (changed(turn, next=number + 1, **written), *frames)
    return state


def bare() -> State:
    """Leyte without ground units, with stores only at Manila."""
    state = cleared(new_game())
    for base in range(len(state.arrays[layout.SUPPLY])):
        state.arrays[layout.SUPPLY][base] = 0
    state.arrays[layout.SUPPLY][BASE_AT[NUMBER[MANILA]]] = 100
    return state


def marching(state: State, side: int = JAPAN) -> State:
    return in_turn(state, "ground", GroundPhase(1), LiftMarchOrders(side, 0, lift_capacity.NOTHING_SPENT))


def ordering(state: State, side: int = JAPAN, **written: Any) -> State:
    return in_turn(state, "supply_orders", SupplyOrders(side, ()), **written)


def stores(state: State) -> int:
    """The Supply Points at Manila."""
    return state.arrays[layout.SUPPLY][BASE_AT[NUMBER[MANILA]]]


def in_terrain(state: State, *names: str) -> str:
    """A hex of Luzon next to Manila, or near it, without a named place, in this terrain."""
    pieces = state.rules.pieces
    region = pieces.atlas.regions.index("luzon")
    found = [
        hex
        for hex in range(len(GRID))
        if pieces.atlas.region[hex] == region
        and ground_stacks.ground_of(pieces, hex) in names
        and base_at(state, hex) < 0
        and hex in supply_reach.in_touch(state, JAPAN)
    ]
    return IDS[min(found, key=lambda hex: GRID.distance(hex, NUMBER[MANILA]))]


def supplied_by_allies(state: State, hex: str) -> int:
    """Manila and all of Luzon are Allied; returns the base of its stores."""
    for near in lift_capacity.area_hexes(state.rules.pieces, PHILIPPINES):
        state.arrays[layout.CONTROL][near] = ALLIES
    assert NUMBER[hex] in supply_reach.in_touch(state, ALLIES)
    return BASE_AT[NUMBER[MANILA]]


def spent_of(state: State) -> tuple[int, ...]:
    found: tuple[int, ...] = state.stack[-1].spent  # type: ignore[attr-defined]
    return found


def hand(state: State) -> Execution:
    return Execution(state, NoDice())


# -- 30.1 to 30.5 Railcap and Seacap -----------------------------------------------------------------


def test_30_2_a_brigade_goes_by_the_railway_of_luzon_and_does_not_move_otherwise() -> None:
    state = marching(bare())
    unit, division = put_unit(state, "jp_3_1", MANILA), put_unit(state, "jp_7_3", MANILA)
    events = choose_in_two_steps(state, "japan", "entrain", unit, LEGASPI)
    assert find_events(events, "lifted") == [
        {"event": "lifted", "unit": unit, "to": LEGASPI, "way": "rail", "points": 1}
    ]
    assert kinds_at(state, LEGASPI) == ["jp_3_1"]
    assert refused_in_two(state, "japan", "march", unit, "B2249")[0] == "22.4"
    assert lift_capacity.lift_left(state, JAPAN, spent_of(state), lift_capacity.RAIL, PHILIPPINES) == 1
    assert refused_in_two(state, "japan", "entrain", division, LEGASPI)[0] == "30.2"  # it costs three; there were two


def test_30_2_no_train_runs_through_the_enemy() -> None:
    state = marching(bare())
    unit = put_unit(state, "jp_3_1", MANILA)
    put_unit(state, "us_11_3", "B2249")
    assert refused_in_two(state, "japan", "entrain", unit, LEGASPI)[0] == "30.2"
    assert why_not_in_two(state, "japan", "entrain", unit, "B1947") is None


def test_30_3_seacap_takes_a_division_from_luzon_to_leyte_within_eight_hexes() -> None:
    state = marching(bare())
    division, brigade = put_unit(state, "jp_7_3", MANILA), put_unit(state, "jp_3_1", "B1947")
    choose_in_two_steps(state, "japan", "coast", division, LEYTE)
    assert kinds_at(state, LEYTE) == ["jp_7_3"]
    assert lift_capacity.lift_left(state, JAPAN, spent_of(state), lift_capacity.SEA_LIFT, PHILIPPINES) == 0
    assert refused_in_two(state, "japan", "coast", brigade, LEYTE)[0] == "30.3"
    far = max(
        lift_capacity.area_hexes(state.rules.pieces, PHILIPPINES), key=lambda hex: GRID.distance(NUMBER[MANILA], hex)
    )
    assert far not in lift_capacity.by_water(state, JAPAN, NUMBER[MANILA])
    assert NUMBER[FORMOSA] not in lift_capacity.by_water(state, JAPAN, NUMBER["B1947"])  # another area


def test_30_5_the_side_with_most_cities_of_an_area_has_half_of_its_lift() -> None:
    state = bare()
    ways = (lift_capacity.RAIL, lift_capacity.SEA_LIFT)
    assert [lift_capacity.area_lift(state, JAPAN, way, area) for area in (PHILIPPINES, OF_FORMOSA) for way in ways] == [
        2,
        3,
        2,
        2,
    ]
    for hex in (MANILA, "B2152", "B2353"):
        state.arrays[layout.CONTROL][NUMBER[hex]] = ALLIES
    assert [lift_capacity.area_lift(state, side, way, PHILIPPINES) for side in (JAPAN, ALLIES) for way in ways] == [
        0,
        0,
        1,
        1,
    ]


def test_25_4_stores_go_by_seacap_twenty_points_for_one() -> None:
    state = marching(bare())
    events = choose(state, "japan", "coast_stores", MANILA, LEYTE, "2")
    assert find_events(events, "supply_came") == [{"event": "supply_came", "side": "japan", "at": LEYTE, "points": 40}]
    assert [state.arrays[layout.SUPPLY][BASE_AT[NUMBER[hex]]] for hex in (MANILA, LEYTE)] == [60, 40]
    assert refused(state, "japan", "coast_stores", MANILA, LEYTE, "2")[0] == "25.4"


def test_5_32_a_headquarters_that_goes_by_rail_does_not_work_in_that_turn() -> None:
    state = marching(bare())
    unit = put_unit(state, "jp_hq_group", MANILA)
    choose_in_two_steps(state, "japan", "entrain", unit, CLARK)
    assert state.arrays[layout.IDLE_HEADQUARTERS][UNITS.index[unit]] == headquarters.MOVED


# -- 25.3 attackers ----------------------------------------------------------------------------------


def test_25_3_a_unit_that_attacked_in_the_turn_costs_twice_as_much() -> None:
    state = bare()
    unit = UNITS.index[put_unit(state, "jp_7_3", MANILA)]
    run_supply(hand(in_turn(state, "supply")))
    assert stores(state) == 99
    run_supply(hand(in_turn(state, "supply", fought=1 << unit)))
    assert stores(state) == 97


def test_25_3_26_3_attackers_and_their_hexes_are_recorded_until_the_turn_ends() -> None:
    state = bare()
    unit = UNITS.index[put_unit(state, "jp_7_3", MANILA)]
    in_turn(state, "ground", GroundPhase(1), AttackOrders(JAPAN, 1 << unit, (NUMBER[CLARK],)))
    choose(state, "japan", "done")
    assert turn_record.read(state, "fought", 0) == 1 << unit
    assert turn_record.read(state, "disturbed", ()) == (NUMBER[CLARK],)
    state.stack = state.stack[:1]
    next_turn(hand(state))
    assert (turn_record.read(state, "fought", 0), turn_record.read(state, "disturbed", ())) == (0, ())


# -- 26.1 to 26.4 construction -----------------------------------------------------------------------


def work(state: State) -> None:
    """A Game-Turn of construction."""
    construction_orders.advance_projects(hand(state))


def test_26_1_an_engineer_builds_a_level_of_an_airbase_in_three_turns_for_eight_points() -> None:
    state = bare()
    put_unit(state, "jp_1_1_eng", MANILA)
    level = state.arrays[layout.LEVEL][BASE_AT[NUMBER[MANILA]]]
    events = choose(ordering(state), "japan", "begin_work", MANILA, "airbase")
    assert [(each["at"], each["points"]) for each in find_events(events, "work_begun")] == [
        (MANILA, 8 if level else 10)
    ]
    assert stores(state) == (92 if level else 90)
    assert refused(state, "japan", "begin_work", MANILA, "entrenchment")[0] == "26.1"  # he has a project
    for _ in range(2 if level else 3):
        work(state)
    assert state.arrays[layout.LEVEL][BASE_AT[NUMBER[MANILA]]] == level
    work(state)
    assert state.arrays[layout.LEVEL][BASE_AT[NUMBER[MANILA]]] == level + 1
    assert turn_record.read(state, "sites", ()) == ()


def test_26_1_a_first_level_in_the_jungle_is_a_base_of_its_own_for_fifteen_points_and_eight_turns() -> None:
    state = bare()
    bush = in_terrain(state, "jungle")
    put_unit(state, "us_2_1_eng", bush)
    put_unit(state, "us_2_1_eng", bush)
    state.arrays[layout.CONTROL][NUMBER[bush]] = ALLIES
    port = supplied_by_allies(state, bush)
    choose(ordering(state, ALLIES), "allies", "begin_work", bush, "airbase")
    assert state.arrays[layout.SUPPLY][port] == 85
    for _ in range(3):
        work(state)
    assert base_at(state, NUMBER[bush]) < 0
    work(state)  # an engineer of two does double work: eight in four turns
    base = base_at(state, NUMBER[bush])
    assert base >= 0
    assert state.arrays[layout.LEVEL][base] == 1


def test_27_3_a_full_base_force_builds_as_an_engineer_and_one_that_is_packed_does_not() -> None:
    state = bare()
    unit = put_unit(state, "jp_bf", MANILA)
    assert refused(ordering(state), "japan", "begin_work", MANILA, "airbase")[0] == "26.1"
    state.arrays[layout.DEPLOYED][UNITS.index[unit]] = FULL
    choose(state, "japan", "begin_work", MANILA, "airbase")
    work(state)
    assert turn_record.read(state, "sites", ())[0].left in (2, 3)


def test_26_1_a_unit_that_builds_repairs_nothing_meanwhile() -> None:
    state = bare()
    put_unit(state, "jp_1_1_eng", MANILA)
    choose(ordering(state), "japan", "begin_work", MANILA, "airbase")
    assert facility_repair.engineer_turns(state, JAPAN, NUMBER[MANILA]) == 0
    put_unit(state, "jp_1_1_eng", MANILA)
    assert facility_repair.engineer_turns(state, JAPAN, NUMBER[MANILA]) == 1


def test_26_1_a_division_entrenches_itself_in_a_turn_for_four_points() -> None:
    state = bare()
    put_unit(state, "jp_7_3", MANILA)
    choose(ordering(state), "japan", "begin_work", MANILA, "entrenchment")
    work(state)
    assert sorted(kinds_at(state, MANILA)) == ["jp_7_3", "jp_entr"]
    assert stores(state) == 96
    assert refused(ordering(state), "japan", "begin_work", MANILA, "entrenchment")[0] == "26.1"


def test_26_1_allied_entrenchments_have_their_own_counter() -> None:
    state = bare()
    put_unit(state, "us_11_3", MANILA)
    state.arrays[layout.CONTROL][NUMBER[MANILA]] = ALLIES
    choose(ordering(state, ALLIES), "allies", "begin_work", MANILA, "entrenchment")
    work(state)
    assert sorted(kinds_at(state, MANILA)) == ["us_11_3", "us_entr"]


def test_26_2_repairs_are_not_projects_and_are_made_automatically() -> None:
    state = bare()
    put_unit(state, "jp_1_1_eng", MANILA)
    state.arrays[layout.HURT][BASE_AT[NUMBER[MANILA]]] = 1
    assert refused(ordering(state), "japan", "begin_work", MANILA, "mend_airbase")[0] == "26.1"


def test_26_3_a_bombed_project_makes_no_progress() -> None:
    state = bare()
    put_unit(state, "jp_1_1_eng", MANILA)
    choose(ordering(state), "japan", "begin_work", MANILA, "airbase")
    before = turn_record.read(state, "sites", ())
    turn_record.disturb(state, [NUMBER[MANILA]])
    work(state)
    assert turn_record.read(state, "sites", ()) == before


def test_26_4_no_airbase_is_begun_in_mountains_without_a_printed_one() -> None:
    state = bare()
    peak = in_terrain(state, "mountain", "jungle_mountain")
    put_unit(state, "jp_1_1_eng", peak)
    assert building_sites.airbase_row(state, NUMBER[peak], base_at(state, NUMBER[peak])) == ""
    assert refused(ordering(state), "japan", "begin_work", peak, "airbase")[0] == "26.1"


def test_26_4_an_island_holds_five_levels() -> None:
    state = bare()
    hex = NUMBER[PALAU]
    assert ground_stacks.ground_of(state.rules.pieces, hex) in ("island", "atoll")
    base = base_at(state, hex)
    state.arrays[layout.LEVEL][base] = 4
    assert building_sites.airbase_row(state, hex, base) == "airbase_level"
    state.arrays[layout.LEVEL][base] = 5
    assert building_sites.airbase_row(state, hex, base) == ""


# -- 5.31, 5.32 headquarters -------------------------------------------------------------------------


def test_5_31_5_32_one_set_up_as_a_cycle_ends_counts_for_that_cycle_and_not_for_the_next() -> None:
    state = bare()
    state.cells[layout.TURN] = turn_number("4/11/44")
    put_unit(state, "jp_hq_force", MANILA)
    events = choose(ordering(state), "japan", "set_up", CLARK, "wing")
    assert [(each["at"], each["kind"]) for each in find_events(events, "staff_set_up")] == [(CLARK, "jp_hq_wing")]
    assert refused(state, "japan", "set_up", CLARK, "wing")[0] == "5.32"
    construction_orders.cycle_begins(hand(state))
    choose(state, "japan", "set_up", CLARK, "wing")


# -- 6.8 Air Transport -------------------------------------------------------------------------------


def flying(points: int) -> State:
    """The Air Transport Segment of the Allies with a number of flying boats at Ulithi."""
    state = new_game()
    stack = slot(BASE_AT[NUMBER[ULITHI]], AIR_TYPES.index["pby"], TRAINED)
    for where in range(stack % len(STACKS), len(state.arrays[layout.AIR]), len(STACKS)):
        state.arrays[layout.AIR][where] = 0
    state.arrays[layout.AIR][stack] = points
    names = [step.name for step in LeyteAir.steps]
    frames = (LeyteAir(names.index("air_lift") + 1), AirLift(ALLIES))
    availability.roll_availability(Execution(state, SeededDice(1)), ALLIES)
    return in_turn(state, "air_1", *frames)


def test_6_8_four_flying_boats_carry_a_regiment_from_ulithi_to_palau() -> None:
    state = flying(4)
    regiment, division = put_unit(state, "us_3_1", ULITHI), put_unit(state, "us_11_3", ULITHI)
    assert refused(state, "allies", "fly_unit", division, "pby_trained", PALAU, "comes_back")[0] == "6.8"
    events = choose(state, "allies", "fly_unit", regiment, "pby_trained", PALAU, "comes_back")
    assert find_events(events, "flown_to") == [{"event": "flown_to", "unit": regiment, "to": PALAU}]
    assert refused(state, "allies", "fly_unit", division, "pby_trained", PALAU, "comes_back")[0] == "6.8"


def test_6_8_three_flying_boats_do_not_lift_a_regiment() -> None:
    state = flying(3)
    regiment = put_unit(state, "us_3_1", ULITHI)
    assert refused(state, "allies", "fly_unit", regiment, "pby_trained", PALAU, "comes_back")[0] == "6.8"


def test_6_8_only_the_allies_are_asked_since_japan_has_no_transports_at_leyte() -> None:
    state = new_game()
    open_lift(hand(state))
    assert state.stack == (AirLift(ALLIES),)


# -- matches from before the turn record existed --------------------------------------------------------


def test_4_1_a_turn_without_a_record_continues_and_is_followed_by_one_with_it() -> None:
    state = bare()
    put_unit(state, "jp_1_1_eng", MANILA)
    number = next(number for number, one in enumerate(LeyteTurn.steps) if one.name == "supply_orders")
    state.stack = (LeyteTurn(number + 1), SupplyOrders(JAPAN, ()))
    check_frames(state)
    assert refused(state, "japan", "begin_work", MANILA, "airbase")[0] == "26.1"
    state.stack = state.stack[:1]
    next_turn(hand(state))
    assert state.stack == (layout.scenario(state).game_turn(state.rules),)
