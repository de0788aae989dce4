"""1.1, 2.2 to 2.4, 5.1, 39.1, 39.2, 39.94, 47.22, 47.25 The terms of the game, as the rules use them."""

from ironbottom.engine.dice.dice import NoDice, ScriptedDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import air_bases, flight_duties, ship_condition, strike_targets
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import AIR_TYPES, SIDE_OF_SHIP, SIDES, STACKS, UNITS, Pieces
from ironbottom.games.war_in_the_pacific.rules.air import interception, naval_strike, waves
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.land import ground_attrition, ground_movement
from ironbottom.games.war_in_the_pacific.rules.search.detection import CAPITAL
from ironbottom.games.war_in_the_pacific.rules.shore import cargo
from ironbottom.games.war_in_the_pacific.rules.submarines import submarine_attacks, subrons
from ironbottom.games.war_in_the_pacific.rules.turn import losses
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific import air_states
from tests.games.war_in_the_pacific.battle_states import calm, cleared, find_events, put_unit
from tests.games.war_in_the_pacific.midway_states import midway, put_force, run_until


def pieces() -> Pieces:
    """The current figures."""
    found: Pieces = midway().rules.pieces
    return found


def in_turn(turn: str) -> list[int]:
    """The strengths of ten points of fire of each nation in a Game-Turn: U.S., Commonwealth, Japan."""
    state = midway()
    state.cells[layout.TURN] = turn_number(turn)
    return [waves.by_era(state, nation, 10) for nation in ("us", "cw", "jp")]


def test_1_1_the_forces_of_five_nations_are_two_sides() -> None:
    assert SIDES.ids == ("japan", "allies")
    nations = {(row.nation, SIDE_OF_SHIP[ship]) for ship, row in enumerate(pieces().ships)}
    assert nations == {("jp", JAPAN), ("us", ALLIES), ("cw", ALLIES), ("nl", ALLIES)}
    assert {row.nation for row in pieces().ground if row.side == "allies"} >= {"us", "cw", "nl", "kmt", "ccp"}


def test_2_2_six_sub_points_are_a_squadron_and_a_part_counts_as_one() -> None:
    assert [submarine_attacks.squadrons(points) for points in (1, 6, 7, 12)] == [1, 1, 2, 2]


def test_2_3_a_unit_without_regiments_cannot_go_by_ship() -> None:
    state = cleared(calm())
    kinds = [row for row in pieces().ground if row.parts == 0]
    assert kinds
    for row in kinds[:3]:
        unit = put_unit(state, row.id, "F1234")
        assert not cargo.may_be_shipped(state, UNITS.index[unit] >= 256, UNITS.index[unit])
    assert cargo.may_be_shipped(state, ALLIES, UNITS.index[put_unit(state, "us_3_1", "F1234")])


def test_2_4_capital_ships_and_joint_shipping() -> None:
    assert set(CAPITAL) == {"CV", "BB", "BC", "XCV"}
    assert set(ship_condition.JOINT) == {"APB", "SF", "MS"}
    types = {row.type for row in pieces().ships}
    assert types == {*CAPITAL, "CVL", "CVE", "CA", "CL", "DD", "DE", "CD", *ship_condition.JOINT}


def test_5_1_a_type_can_have_the_roles_for_which_it_has_a_rating() -> None:
    for row in pieces().air:
        assert ("bomb" in row.roles) <= (row.bomb > 0)
        assert ("torpedo" in row.roles) == (row.torpedo > 0)
        assert ("search" in row.roles) <= (row.search > 0)
        assert row.range_mp <= row.extended_mp
    kate = pieces().air[AIR_TYPES.index["kate"]]
    assert (kate.air_to_air, kate.bomb, kate.torpedo, kate.range_mp, kate.extended_mp) == (1, 2, 7, 30, 45)


def test_20_17_strafing_hits_only_soft_ships_and_rolls_no_critical_hit() -> None:
    state = air_states.midway()
    force = put_force(state, "allies_1", "F1628", "us_cv8", "us_dd14")
    wave = waves.begin_wave(state, JAPAN, waves.Aim(NUMBER["F1628"], strike_targets.FORCE, 1, force))
    air_states.park(state, "jp_cv1", zero_carrier=4)
    zero = STACKS.index["zero_carrier"]
    sent = flights.Sortie(air_states.base("jp_cv1"), zero, flight_duties.STRAFING, wave=wave, over=NUMBER["F1628"])
    flights.launch(state, JAPAN, sent, 4)
    execution = Execution(state, ScriptedDice([1, 6, 1]))
    naval_strike.strafe_ships(execution, JAPAN, wave)
    hits = find_events(execution.events, "ship_hit")
    assert [(hit["ship"], hit["weapon"], hit["points"]) for hit in hits] == [("us_dd14", "strafing", 2)]


def test_28_1_a_headquarters_serves_as_many_points_as_its_size() -> None:
    state = cleared(calm())
    for size in ("group", "wing", "division", "force"):
        put_unit(state, f"us_hq_{size}", "F3342")
    assert [points for _, _, points in air_bases.headquarters(state, ALLIES)] == [10, 30, 100, 300]


def test_31_3_a_wave_has_one_kind_of_target() -> None:
    """31.3: bombers that are sent against an airbase do not also attack the guns in the same hex."""
    assert strike_targets.roles_against(strike_targets.AIRBASE) == (flight_duties.BOMBARDMENT, flight_duties.STRAFING)
    assert strike_targets.roles_against(strike_targets.GUNS) == (flight_duties.BOMBARDMENT,)
    state = air_states.midway()
    wave = waves.begin_wave(state, JAPAN, waves.Aim(NUMBER["F1234"], strike_targets.AIRBASE, 1))
    assert waves.aim_of(state, wave).target == strike_targets.AIRBASE


def test_39_1_the_fire_of_each_nation_grows_with_the_years() -> None:
    assert in_turn("1/6/42") == [10, 10, 10]
    assert in_turn("1/6/43") == [15, 10, 10]
    assert in_turn("1/6/44") == [20, 20, 15]


def test_39_2_radar_warns_carriers_and_great_bases_of_1942_and_japan_late_at_home() -> None:
    state = air_states.midway()
    stack = STACKS.index["f4f_carrier"]
    aboard = flights.launch(
        state, ALLIES, flights.Sortie(air_states.base("us_cv8"), stack, flight_duties.PATROL, over=5), 1
    )
    there = interception.Combatants([aboard], [], [])
    ashore = interception.Combatants([], [], [])
    warned = interception.warned_by_radar
    assert warned(state, ALLIES, NUMBER["F1628"], there)
    assert warned(state, ALLIES, NUMBER["F3342"], ashore)
    assert not warned(state, ALLIES, NUMBER["F1234"], ashore)
    assert not warned(state, JAPAN, NUMBER["D0326"], ashore)
    state.cells[layout.TURN] = turn_number("1/7/44")
    assert warned(state, ALLIES, NUMBER["F1234"], ashore)
    assert warned(state, JAPAN, NUMBER["D0326"], ashore)
    assert not warned(state, JAPAN, NUMBER["D0948"], ashore)


def test_39_94_fractions_are_rounded_halves_up() -> None:
    assert [ship_condition.round_half_up(number, 4) for number in (1, 2, 5, 6)] == [0, 1, 1, 2]


def test_42_33_the_allies_have_their_sub_points_in_port() -> None:
    state = midway()
    assert [subrons.points_in_port(state, ALLIES, kind) for kind in range(2)] == [27, 6]
    assert [subrons.points_in_port(state, JAPAN, kind) for kind in range(2)] == [16, 0]


def test_47_22_a_unit_that_is_reduced_scores_nothing() -> None:
    state = cleared(calm())
    unit = UNITS.index[put_unit(state, "us_11_3", "F3342")]
    execution = Execution(state, NoDice())
    losses.lose_step(execution, unit)
    assert (len(find_events(execution.events, "reduced")), state.cells[layout.LOSSES + ALLIES]) == (1, 0)


def test_47_25_losses_by_wear_and_by_march_score_too() -> None:
    """47.25: two battalions, one lost to attrition, one on a Forced March, score ten points each."""
    state = cleared(calm())
    worn, marched = (UNITS.index[put_unit(state, "jp_1_1", hex)] for hex in ("D3243", "D0948"))
    execution = Execution(state, ScriptedDice([6]))
    ground_attrition.open_losses(execution, JAPAN, [ground_attrition.StackLoss(NUMBER["D3243"], [worn], 1)])
    run_until(execution, 0)
    worth = state.cells[layout.LOSSES + JAPAN]
    assert worth == pieces().ground[next(n for n, row in enumerate(pieces().ground) if row.id == "jp_1_1")].vp_each
    ground_movement.pay_for_march(execution, marched)
    assert state.cells[layout.LOSSES + JAPAN] == 2 * worth
