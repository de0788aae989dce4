"""22.4, 29.3, 30.0, 44.65, 44.66 Burma's Ground Phase: rail, coast and river, armies, guards."""

from random import Random
from typing import Any

import pytest

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME, turn_record
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import ground_paths, lift_capacity
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import UNITS
from ironbottom.games.war_in_the_pacific.rules.land import ground_battle
from ironbottom.games.war_in_the_pacific.rules.supply import lift
from ironbottom.games.war_in_the_pacific.scenarios.burma.ground import (
    BurmaAttackOrders,
    BurmaGroundPhase,
    BurmaMarchOrders,
)
from tests.games.war_in_the_pacific.battle_states import choose, cleared, find_events, kinds_at, put_unit
from tests.games.war_in_the_pacific.burma_states import (
    CALCUTTA,
    CHITTAGONG,
    IMPHAL,
    JORHAT,
    MANDALAY,
    MOULMEIN,
    MYITKYINA,
    RANGOON,
    bare,
    in_turn,
    new_game,
    stores,
    supply,
    unit_at,
)
from tests.games.war_in_the_pacific.midway_states import refused
from tests.games.war_in_the_pacific.two_step_choices import choose_in_two_steps, refused_in_two

NOTHING = lift_capacity.NOTHING_SPENT


def marching(state: State, side: int, pool: int = 1) -> State:
    """A side moves its units in the Ground Phase."""
    return in_turn(state, "ground", BurmaGroundPhase(1), BurmaMarchOrders(side, 0, 0, 0, NOTHING), pool=pool)


# -- 30.1 to 30.3 lift ---------------------------------------------------------------------------------------


@pytest.mark.clause("30.1", "30.2", "22.4")
def test_30_2_a_division_goes_by_rail_within_its_area_for_its_cost_and_does_not_move_otherwise() -> None:
    state = marching(new_game(), ALLIES)
    division = unit_at(state, "cw_11_3", CALCUTTA)
    events = choose_in_two_steps(state, "allies", "entrain", division, JORHAT)
    assert find_events(events, "lifted") == [
        {"event": "lifted", "unit": division, "to": JORHAT, "way": "rail", "points": 3}
    ]
    assert "cw_11_3" in kinds_at(state, JORHAT)
    assert refused_in_two(state, "allies", "march", division, "A2910")[0] == "22.4"
    spent = state.stack[-1].spent  # type: ignore[attr-defined]
    assert (
        lift_capacity.lift_left(state, ALLIES, spent, lift_capacity.RAIL, lift_capacity.AREAS.index("india")) == 20 - 3
    )


@pytest.mark.clause("30.1")
def test_30_1_an_area_has_a_railcap_per_game_turn_and_an_army_takes_none() -> None:
    state = cleared(new_game())
    units = [put_unit(state, "jp_7_3", RANGOON) for _ in range(2)]
    put_unit(state, "jp_2_1", RANGOON)
    put_unit(state, "kmt_8_0", CALCUTTA)
    marching(state, JAPAN)
    choose_in_two_steps(state, "japan", "entrain", units[0], MANDALAY)
    assert refused_in_two(state, "japan", "entrain", units[1], MANDALAY)[0] == "30.2"
    marching(state, ALLIES)
    assert refused_in_two(state, "allies", "entrain", unit_at(state, "kmt_8_0", CALCUTTA), JORHAT)[0] == "30.2"


@pytest.mark.clause("30.2")
def test_30_2_no_train_runs_into_an_enemy_zone_or_through_it() -> None:
    state = cleared(new_game())
    put_unit(state, "jp_2_1", RANGOON)
    moving = put_unit(state, "jp_2_1", RANGOON)
    put_unit(state, "cw_11_3", "A3115")
    marching(state, JAPAN)
    assert refused_in_two(state, "japan", "entrain", moving, MANDALAY)[0] == "30.2"
    choose_in_two_steps(state, "japan", "entrain", moving, "A3119")


@pytest.mark.clause("30.3", "44.13")
def test_30_3_44_13_seacap_takes_a_unit_along_a_coast_of_its_area_for_eight_hexes() -> None:
    state = cleared(new_game())
    put_unit(state, "jp_2_1", RANGOON)
    moving = put_unit(state, "jp_2_1", RANGOON)
    marching(state, JAPAN)
    assert refused_in_two(state, "japan", "coast", moving, CHITTAGONG)[0] == "30.3"
    choose_in_two_steps(state, "japan", "coast", moving, "A2716")
    assert kinds_at(state, "A2716") == ["jp_2_1"]


@pytest.mark.clause("44.66", "30.3")
def test_44_66_seacap_runs_up_the_salween_as_far_as_it_is_held() -> None:
    state = cleared(new_game())
    put_unit(state, "jp_2_1", MOULMEIN)
    moving = put_unit(state, "jp_2_1", MOULMEIN)
    marching(state, JAPAN)
    river = [NUMBER[hex] for hex in ("A3218", "A3217", "A3216", "A3316")]
    assert set(river) <= lift_capacity.by_water(state, JAPAN, NUMBER[MOULMEIN])
    state.arrays[layout.CONTROL][NUMBER["A3217"]] = ALLIES
    assert set(river) & lift_capacity.by_water(state, JAPAN, NUMBER[MOULMEIN]) == {NUMBER["A3218"]}
    state.arrays[layout.CONTROL][NUMBER["A3217"]] = JAPAN
    choose_in_two_steps(state, "japan", "coast", moving, "A3316")


@pytest.mark.clause("30.5")
def test_30_5_a_captured_area_gives_half_to_its_captor_and_nothing_to_its_former_owner() -> None:
    state = new_game()
    area = lift_capacity.AREAS.index("burma")
    assert [lift_capacity.area_lift(state, side, lift_capacity.RAIL, area) for side in (JAPAN, ALLIES)] == [4, 0]
    atlas = state.rules.pieces.atlas
    cities = [
        hex
        for hex in lift_capacity.area_hexes(state.rules.pieces, area)
        if hex in atlas.places and atlas.places[hex].city
    ]
    for hex in cities[: len(cities) // 2 + 1]:
        state.arrays[layout.CONTROL][hex] = ALLIES
    assert [lift_capacity.area_lift(state, side, lift_capacity.RAIL, area) for side in (JAPAN, ALLIES)] == [0, 2]
    assert lift_capacity.area_lift(state, ALLIES, lift_capacity.SEA_LIFT, area) == 1


@pytest.mark.clause("25.4")
def test_25_4_a_point_of_railcap_takes_twenty_supply_points() -> None:
    state = marching(new_game(), JAPAN)
    choose(state, "japan", "freight", RANGOON, MANDALAY, "3")
    assert (supply(state, RANGOON), supply(state, MANDALAY)) == (190, 60)
    assert refused(state, "japan", "freight", RANGOON, MANDALAY, "2")[0] == "25.4"
    choose(state, "japan", "coast_stores", RANGOON, MOULMEIN, "1")
    assert (supply(state, RANGOON), supply(state, MOULMEIN)) == (170, 20)
    assert refused(state, "japan", "freight", RANGOON, IMPHAL, "1")[0] == "25.4"


# -- 29.3 armies ---------------------------------------------------------------------------------------------


@pytest.mark.clause("29.3")
def test_29_3_a_point_lets_four_armies_act_in_china_without_one_they_only_defend() -> None:
    state = cleared(new_game())
    armies = [put_unit(state, "kmt_8_0", "A3610") for _ in range(5)]
    marching(state, ALLIES, pool=1)
    for army, to in zip(armies, ("A3710", "A3710", "A3710", "A3510"), strict=False):
        choose_in_two_steps(state, "allies", "march", army, to)
        assert turn_record.read(state, "pool", 9) == 0
    assert refused_in_two(state, "allies", "march", armies[4], "A3510")[0] == "29.3"
    marching(state, ALLIES, pool=0)
    assert refused_in_two(state, "allies", "march", armies[0], "A3610")[0] == "29.3"


@pytest.mark.clause("29.3")
def test_29_3_outside_china_a_point_lets_two_armies_act() -> None:
    state = cleared(new_game())
    armies = [put_unit(state, "kmt_8_0", "A2909") for _ in range(3)]
    marching(state, ALLIES, pool=1)
    for army in armies[:2]:
        choose_in_two_steps(state, "allies", "march", army, "A2910")
    assert refused_in_two(state, "allies", "march", armies[2], "A2910")[0] == "29.3"


@pytest.mark.clause("29.3")
def test_wp_39_29_3_armies_without_points_do_not_attack_and_pay_once_for_march_and_attack() -> None:
    state = cleared(new_game())
    army = put_unit(state, "kmt_8_0", "A3312")
    put_unit(state, "jp_2_1", "A3212")
    attacking = BurmaAttackOrders(ALLIES, 0, (), 0, 0)
    in_turn(state, "ground", BurmaGroundPhase(1), attacking, pool=0)
    assert refused(state, "allies", "attack", "A3212")[0] == "24.1"
    in_turn(state, "ground", BurmaGroundPhase(1), attacking, pool=1)
    choose(state, "allies", "attack", "A3212")
    choose(state, "allies", "all_in", dice=(3,))
    assert turn_record.read(state, "pool", 9) == 0
    attacking_now = next(frame for frame in state.stack if isinstance(frame, BurmaAttackOrders))
    assert attacking_now.at_home == attacking_now.fought == 1 << UNITS.index[army]


# -- 44.65 guards --------------------------------------------------------------------------------------------


@pytest.mark.clause("44.65")
def test_44_65_the_last_guard_never_leaves_its_port_and_an_empty_port_is_listed() -> None:
    state = cleared(new_game())
    guard = put_unit(state, "jp_7_3", RANGOON)
    marching(state, JAPAN)
    for verb, to in (("entrain", MANDALAY), ("coast", "A2716"), ("march", "A3119")):
        assert refused_in_two(state, "japan", verb, guard, to)[0] == "44.65"
    in_turn(state, "ground", BurmaGroundPhase(2), BurmaAttackOrders(ALLIES, 0, (), 0, 0))
    events = choose(state, "allies", "done")
    assert [event["at"] for event in find_events(events, "unguarded")] == [MOULMEIN]


@pytest.mark.clause("25.3", "26.3")
def test_25_3_26_3_attackers_and_their_hexes_are_remembered_for_the_supply_phase() -> None:
    state = cleared(new_game())
    unit = put_unit(state, "jp_7_3", "A3014")
    put_unit(state, "cw_3_1", "A2913")
    put_unit(state, "jp_7_3", "A2914")
    in_turn(
        state, "ground", BurmaGroundPhase(1), BurmaAttackOrders(JAPAN, 1 << UNITS.index[unit], (NUMBER["A2913"],), 0, 0)
    )
    choose(state, "japan", "done")
    assert turn_record.read(state, "fought", 0) == 1 << UNITS.index[unit]
    assert turn_record.read(state, "disturbed", ()) == (NUMBER["A2913"],)


# -- 24.3 retreat --------------------------------------------------------------------------------------------


@pytest.mark.clause("24.3", "25.2")
def test_24_3_25_2_defenders_retreat_towards_their_stores_where_ports_supply_no_unit() -> None:
    state = bare(empty_sources="do_not")
    put_unit(state, "jp_7_3", MANDALAY)
    around = [hex for hex in GRID.beyond(NUMBER[MANDALAY]) if hex >= 0]
    for store in (MYITKYINA, RANGOON):
        stores(state, MYITKYINA, 0)
        stores(state, RANGOON, 0)
        stores(state, store, 10)
        least = min(GRID.distance(hex, NUMBER[store]) for hex in around)
        found = ground_battle.retreat_hexes(state, JAPAN, NUMBER[MANDALAY])
        assert found
        assert {GRID.distance(hex, NUMBER[store]) for hex in found} == {least}


@pytest.mark.build
def test_22_4_units_carried_by_rail_or_water_to_a_hex() -> None:
    state, source, dice, asked = GAME.rules({"last_round": "1"}).new("burma"), Random(7), SeededDice(7), 0
    while decisions := state.decisions():
        here: Any = decisions[0].procedure
        if here.name == "burma_marching":
            units = ground_paths.mobile_units(state, here.side)
            goals = [
                lift.destinations_by_unit(state, here.side, units, here.spent, kind)
                for kind in (lift_capacity.RAIL, lift_capacity.SEA_LIFT)
            ]
            assert here.movable_units(state, units) == {unit for there in goals for unit in there}
            asked += 1
        state.apply(decisions[0].side, decisions[0].choices.sample(source), dice, trusted=True)
    assert asked > 10
