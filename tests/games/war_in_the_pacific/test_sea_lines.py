"""25.1, 30.3, 30.4 Seacap in Burma: Lines by sea and their cost, lift under attack and its return."""

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import (
    flight_duties,
    lift_capacity,
    lines_by_sea,
    strike_targets,
    supply_reach,
)
from ironbottom.games.war_in_the_pacific.derived.lift_capacity import AREAS, NOTHING_SPENT, RAIL, SEA_LIFT
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASES, FLIGHTS, STACKS, UNITS
from ironbottom.games.war_in_the_pacific.rules.air import air_bombardment, waves
from ironbottom.games.war_in_the_pacific.rules.bases import construction_orders
from ironbottom.games.war_in_the_pacific.rules.supply import lift
from ironbottom.games.war_in_the_pacific.rules.turn import supply_payments
from ironbottom.games.war_in_the_pacific.scenarios.burma.ground import BurmaGroundPhase, BurmaMarchOrders
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific.battle_states import choose, find_events, put_unit
from tests.games.war_in_the_pacific.burma_states import (
    CALCUTTA,
    CHITTAGONG,
    MANDALAY,
    RANGOON,
    bare,
    in_turn,
    new_execution,
    stores,
)
from tests.games.war_in_the_pacific.burma_states import supply as stored
from tests.games.war_in_the_pacific.midway_states import run_supply
from tests.games.war_in_the_pacific.two_step_choices import refused_in_two

AKYAB, COAST, BURMA = "A2716", "A2819", AREAS.index("burma")


AROUND = 5
"""The number of land hexes around Akyab; the Allies there have no stores, and each stack rolls a die."""


def shut_in() -> tuple[State, int]:
    """A Japanese regiment at Akyab with the Allies behind it; the stores are at Rangoon."""
    state = bare()
    regiment = put_unit(state, "jp_2_1", AKYAB)
    for hex in GRID.beyond(NUMBER[AKYAB]):
        if state.rules.pieces.atlas.kind[hex]:
            put_unit(state, "cw_3_1", IDS[hex])
    stores(state, RANGOON, 10)
    return in_turn(state, "supply"), UNITS.index[regiment]


@pytest.mark.clause("25.1", "30.3")
def test_25_1_a_line_runs_by_sea_between_ports_of_an_area_and_costs_a_point_of_seacap_once_a_turn() -> None:
    state, regiment = shut_in()
    assert NUMBER[AKYAB] in supply_reach.in_touch(state, JAPAN)
    assert NUMBER[AKYAB] not in supply_reach.in_touch(state, JAPAN, None, lines_by_sea.NO_CONNECTIONS)
    run_supply(new_execution(state, *[1] * AROUND))
    assert state.arrays[layout.UNSUPPLIED][regiment] == 0
    assert (stored(state, RANGOON), turn_record.read(state, "by_sea", ())) == (9, (BURMA,))
    assert lines_by_sea.seacap_left(state, JAPAN, SEA_LIFT, BURMA) == 2
    supply_payments.charge_line(
        state, JAPAN, NUMBER[AKYAB], lambda joins: supply_reach.in_touch(state, JAPAN, None, joins)
    )
    assert lines_by_sea.seacap_left(state, JAPAN, SEA_LIFT, BURMA) == 2


@pytest.mark.clause("25.1", "30.1")
def test_25_1_30_1_no_line_runs_by_sea_once_all_seacap_is_spent() -> None:
    state, regiment = shut_in()
    in_turn(state, "ground", BurmaGroundPhase(1), BurmaMarchOrders(JAPAN, 0, 0, 0, spent(SEA_LIFT, 3)))
    choose(state, "japan", "done")
    assert NUMBER[AKYAB] not in supply_reach.in_touch(state, JAPAN)
    run_supply(new_execution(state, *[1] * (1 + AROUND)))
    assert state.arrays[layout.UNSUPPLIED][regiment] == 1


def spent(kind: int, points: int) -> tuple[int, ...]:
    """A number of points of Burma's lift are spent."""
    return lift.spend_lift(NOTHING_SPENT, kind, BURMA, points)


@pytest.mark.clause("25.1")
def test_25_1_no_line_runs_by_sea_to_a_coast_without_a_port_or_a_base_force() -> None:
    state, _ = shut_in()
    assert NUMBER[COAST] not in lines_by_sea.lift_ports(state, JAPAN, BURMA)
    put_unit(state, "jp_bf", COAST)
    assert NUMBER[COAST] in lines_by_sea.lift_ports(state, JAPAN, BURMA)
    assert lines_by_sea.connections_by_area(state, ALLIES).keys() == {AREAS.index("india"), AREAS.index("ceylon")}
    assert (NUMBER[CALCUTTA], NUMBER[CHITTAGONG]) in supply_payments.seacap_connections(state, ALLIES)


@pytest.mark.clause("25.1")
def test_25_1_units_in_touch_by_land_cost_no_seacap() -> None:
    state = bare()
    put_unit(state, "jp_2_1", MANDALAY)
    stores(state, RANGOON, 10)
    in_turn(state, "supply")
    run_supply(new_execution(state))
    assert (stored(state, RANGOON), turn_record.read(state, "by_sea", ())) == (9, ())


# -- 30.3, 30.4, 31.1 lift under attack ------------------------------------------------------------------------


def raid(state: State, hex: str, prey: int, kind: str, duty: int, points: int) -> int:
    """A wave of Allied points over a hex."""
    aim = waves.Aim(NUMBER[hex], prey, 1)
    wave = waves.begin_wave(state, ALLIES, aim)
    flight = FLIGHTS.index["allies_flight_1"]
    for place, value in {
        layout.FLIGHT_BASE: BASES.index[CALCUTTA],
        layout.FLIGHT_STACK: STACKS.index[kind],
        layout.FLIGHT_ROLE: duty,
        layout.FLIGHT_POINTS: points,
        layout.FLIGHT_WAVE: wave,
    }.items():
        state.arrays[place][flight] = value
    return wave


@pytest.mark.clause("30.3", "30.4", "31.1")
def test_30_4_31_1_each_hit_of_bombardment_takes_a_point_of_railcap_until_the_cycle_is_over() -> None:
    state = in_turn(bare(), "air_1")
    assert {strike_targets.RAILCAP, strike_targets.SEACAP} <= set(
        strike_targets.targets_at(state, ALLIES, NUMBER[RANGOON])
    )
    assert strike_targets.SEACAP not in strike_targets.targets_at(state, ALLIES, NUMBER[MANDALAY])
    wave = raid(state, RANGOON, strike_targets.RAILCAP, "b_24_trained", flight_duties.BOMBARDMENT, 2)
    strength = air_bombardment.bombardment_strength(state, ALLIES, wave)
    hits = state.rules.pieces.charts.bombardment.read(strength, 6)
    assert hits == 2
    execution = new_execution(state, 6)
    air_bombardment.bombard_and_strafe(execution, ALLIES, wave)
    assert find_events(execution.events, "lift_lost") == [
        {"event": "lift_lost", "at": RANGOON, "way": "rail", "points": 2}
    ]
    assert lift_capacity.lift_left(state, JAPAN, NOTHING_SPENT, RAIL, BURMA) == 4 - 2
    state.cells[layout.TURN] = turn_number("3/3/44")
    construction_orders.cycle_begins(execution)
    assert lift_capacity.lift_left(state, JAPAN, NOTHING_SPENT, RAIL, BURMA) == 2
    state.cells[layout.TURN] = turn_number("4/3/44")
    construction_orders.cycle_begins(execution)
    assert lift_capacity.lift_left(state, JAPAN, NOTHING_SPENT, RAIL, BURMA) == 4


@pytest.mark.clause("30.3")
def test_30_3_bombs_on_coastal_craft_take_a_point_for_two_damage_points() -> None:
    state = in_turn(bare(), "air_1")
    wave = raid(state, RANGOON, strike_targets.SEACAP, "pby_trained", flight_duties.BOMB, 3)
    execution = new_execution(state, 3)
    air_bombardment.bombard_and_strafe(execution, ALLIES, wave)
    (struck,) = find_events(execution.events, "boats_struck")
    (lost,) = find_events(execution.events, "lift_lost")
    assert lost["points"] == min(int(str(struck["points"])) // 2, 3)
    assert lift_capacity.lift_left(state, JAPAN, NOTHING_SPENT, SEA_LIFT, BURMA) == 3 - int(str(lost["points"]))


@pytest.mark.clause("30.4", "30.1")
def test_30_4_lost_lift_carries_no_unit() -> None:
    state = bare()
    put_unit(state, "jp_2_1", RANGOON)
    moving = put_unit(state, "jp_2_1", RANGOON)
    lost = spent(RAIL, 4)
    in_turn(state, "ground", BurmaGroundPhase(1), BurmaMarchOrders(JAPAN, 0, 0, 0, NOTHING_SPENT), lost=lost)
    assert refused_in_two(state, "japan", "entrain", moving, MANDALAY)[0] == "30.2"
    assert not strike_targets.targets_at(state, ALLIES, NUMBER[MANDALAY]).count(strike_targets.RAILCAP)
