"""6.9, 16.2, 40.42 Air Assaults in Burma: where they may be planned and dropped, and how dropped units fight."""

from random import Random

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.odds import planned_drops
from ironbottom.games.war_in_the_pacific.odds.attacks import attack_row
from ironbottom.games.war_in_the_pacific.odds.decisions import tables
from ironbottom.games.war_in_the_pacific.pieces import UNITS
from ironbottom.games.war_in_the_pacific.rules.air import air_assault
from ironbottom.games.war_in_the_pacific.rules.air.air_assault import DropPlans
from ironbottom.games.war_in_the_pacific.rules.land import ground_battle
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.scenarios.burma.deployment import BurmaDeployment
from tests.games.war_in_the_pacific.battle_states import choose, find_events, kinds_at, put_unit
from tests.games.war_in_the_pacific.burma_states import (
    GAME,
    IMPHAL,
    MANDALAY,
    MYITKYINA,
    RANGOON,
    air,
    bare,
    flying,
    in_turn,
    new_execution,
    new_game,
)
from tests.games.war_in_the_pacific.midway_states import refused

LASHIO = "A3212"


def ready(*planned: str) -> tuple[State, str]:
    """An airborne brigade at Imphal with eight transports, and plans."""
    state = bare()
    put_unit(state, "cw_hq_group", IMPHAL)
    brigade = put_unit(state, "cw_3_1_abn", IMPHAL)
    air(state, "c_47", IMPHAL, 8)
    for hex in planned:
        assault_plans.write_plan(new_execution(state), ALLIES, NUMBER[hex])
    return flying(state), brigade


@pytest.mark.clause("6.9", "16.2", "40.42")
def test_6_9_40_42_air_assaults_are_planned_before_play_by_a_side_with_airborne_units() -> None:
    both = (BurmaDeployment(JAPAN), BurmaDeployment(ALLIES))
    state = in_turn(new_game(), "deployment", *both)
    before = state.view("japan")
    events = choose(state, "allies", "plan_drop", MANDALAY)
    assert find_events(events, "planned", 0b10)
    assert not find_events(events, "planned", 0b01)
    assert state.view("japan") == before
    assert refused(state, "allies", "plan_drop", MANDALAY)[0] == "16.2"
    assert refused(state, "allies", "plan_drop", IMPHAL)[0] == "6.9"
    for hex in (LASHIO, RANGOON):
        choose(state, "allies", "plan_drop", hex)
    choose(state, "allies", "all_set")
    assert refused(state, "japan", "plan_drop", "A2909")[0] == "6.9"


@pytest.mark.clause("6.9", "16.2")
def test_6_9_in_a_strategic_turn_plans_of_taken_hexes_are_done_with_and_new_ones_are_written() -> None:
    state = bare()
    put_unit(state, "cw_3_1_abn", IMPHAL)
    for hex in (MANDALAY, LASHIO):
        assault_plans.write_plan(new_execution(state), ALLIES, NUMBER[hex])
    state.arrays[layout.CONTROL][NUMBER[LASHIO]] = ALLIES
    in_turn(state, "plans")
    air_assault.open_plans(new_execution(state))
    assert state.stack[1:] == (DropPlans(ALLIES),)
    assert assault_plans.planned_hexes(state, ALLIES) == [NUMBER[MANDALAY]]
    choose(state, "allies", "plan_drop", RANGOON)
    DropPlans(ALLIES).done(new_execution(state))
    assert assault_plans.planned_hexes(state, ALLIES) == [NUMBER[MANDALAY], NUMBER[RANGOON]]


@pytest.mark.clause("6.9")
def test_6_9_it_drops_within_half_the_range_on_a_planned_hex_or_one_next_to_it() -> None:
    state, brigade = ready(MANDALAY, RANGOON)
    assert refused(state, "allies", "air_assault", brigade, "c_47_trained", RANGOON)[0] == "6.9"
    assert refused(state, "allies", "air_assault", brigade, "c_47_trained", MYITKYINA)[0] == "6.9"
    beside = IDS[next(hex for hex in GRID.beyond(NUMBER[MANDALAY]) if hex != NUMBER[RANGOON])]
    events = choose(state, "allies", "air_assault", brigade, "c_47_trained", beside)
    assert find_events(events, "dropped") == [{"event": "dropped", "unit": brigade, "at": beside}]
    assert (kinds_at(state, beside), state.arrays[layout.CONTROL][NUMBER[beside]]) == (["cw_3_1_abn"], ALLIES)
    assert assault_plans.planned_hexes(state, ALLIES) == [NUMBER[RANGOON]]
    assert state.arrays[layout.LANDED][UNITS.index[brigade]] == 0


@pytest.mark.clause("6.9")
def test_6_9_nothing_drops_without_a_plan_or_with_other_units() -> None:
    state, brigade = ready()
    assert refused(state, "allies", "air_assault", brigade, "c_47_trained", MANDALAY)[0] == "6.9"
    state, _ = ready(MANDALAY)
    other = put_unit(state, "cw_3_1", IMPHAL)
    assert refused(state, "allies", "air_assault", other, "c_47_trained", MANDALAY)[0] == "6.9"


@pytest.mark.clause("6.9", "24.2")
@pytest.mark.parametrize(("defender", "strength"), [("jp_2_1", 2), ("jp_7_3", 2)])
def test_6_9_it_attacks_at_half_strength_where_a_combat_unit_is(defender: str, strength: int) -> None:
    state, brigade = ready(MANDALAY)
    put_unit(state, defender, MANDALAY)
    choose(state, "allies", "air_assault", brigade, "c_47_trained", MANDALAY)
    assert sorted(kinds_at(state, MANDALAY)) == sorted(["cw_3_1_abn", defender])
    assert state.arrays[layout.CONTROL][NUMBER[MANDALAY]] == JAPAN
    odds = ground_battle.odds_of(state, ALLIES, [UNITS.index[brigade]], NUMBER[MANDALAY])
    assert odds.attacker == strength


@pytest.mark.clause("6.9", "27.6")
def test_6_9_it_attacks_in_full_where_only_a_base_force_is() -> None:
    state, brigade = ready(MANDALAY)
    put_unit(state, "jp_bf", MANDALAY)
    choose(state, "allies", "air_assault", brigade, "c_47_trained", MANDALAY)
    odds = ground_battle.odds_of(state, ALLIES, [UNITS.index[brigade]], NUMBER[MANDALAY])
    assert odds.attacker == 3


@pytest.mark.clause("6.9", "22.7")
def test_6_9_22_7_a_headquarters_without_combat_units_is_overrun_by_a_drop() -> None:
    state, brigade = ready(MANDALAY)
    put_unit(state, "jp_hq_group", MANDALAY)
    choose(state, "allies", "air_assault", brigade, "c_47_trained", MANDALAY)
    assert kinds_at(state, MANDALAY) == ["cw_3_1_abn"]


@pytest.mark.clause("6.9", "2.5")
@pytest.mark.parametrize(("defender", "ends"), [("", True), ("jp_hq_group", True), ("jp_2_1", False)])
def test_6_9_2_5_a_drop_that_takes_a_base_ends_a_list_of_choices(defender: str, ends: bool) -> None:
    """The hidden contents of the base become known, unless it is defended.

    Then nothing becomes known before the Ground Phase.
    """
    state, brigade = ready(MANDALAY)
    if defender:
        put_unit(state, defender, MANDALAY)
    drop, known = ("air_assault", brigade, "c_47_trained", MANDALAY), GAME.knowledge(state)
    assert state.ends_list("allies", drop) is ends
    choose(state, "allies", *drop)
    assert any(new & ~old for new, old in zip(GAME.knowledge(state), known, strict=True)) is ends


@pytest.mark.clause("6.9", "16.2")
def test_6_9_16_2_japan_assumes_that_the_allies_planned_anything_and_sees_a_drop_when_it_lands() -> None:
    state, brigade = ready(MANDALAY)
    sampler = GAME.sampler(state.view("japan"))
    found = {tuple(assault_plans.planned_hexes(sampler.draw(Random(seed)), ALLIES)) for seed in range(30)}
    assert len(found) > 12
    assert {len(written) for written in found} == set(range(layout.PLANS_A_SIDE + 1))
    events = choose(state, "allies", "air_assault", brigade, "c_47_trained", MANDALAY)
    assert find_events(events, "dropped", 0b01)


@pytest.mark.clause("6.9", "16.2", "24.3")
def test_6_9_the_odds_of_a_drop_are_shown_when_it_is_planned_and_when_it_is_ordered() -> None:
    """The preview equals the strength of the attack after the drop; for an empty hex, or for Japan, there is none."""
    state, brigade = ready(MANDALAY)
    put_unit(state, "jp_2_1", MANDALAY)
    put_unit(state, "jp_2_1", RANGOON)
    planned, ordered = planned_drops.drops_to_plan(state, ALLIES)[0], planned_drops.before_dropping(state, ALLIES)[0]
    assert [row.id for row in planned.rows] == [MANDALAY, RANGOON]
    assert [row.id for row in ordered.rows] == [MANDALAY]
    assert ordered.rows[0] == planned.rows[0]
    before = state.hash()
    assert planned_drops.drops_to_plan(state, JAPAN) == []
    assert state.hash() == before
    choose(state, "allies", "air_assault", brigade, "c_47_trained", MANDALAY)
    fallen = attack_row(state, ALLIES, [UNITS.index[brigade]], NUMBER[MANDALAY])
    assert ordered.rows[0] == fallen
    assert fallen.name.endswith(": 2 to 2")


@pytest.mark.clause("6.9", "16.2")
def test_6_9_the_deploying_side_gets_the_odds_of_a_drop_with_the_decision() -> None:
    state = in_turn(new_game(), "deployment", BurmaDeployment(JAPAN), BurmaDeployment(ALLIES))
    assert [table.title for table in tables(state, "allies")] == [planned_drops.TITLE]
    assert tables(state, "japan") == []
