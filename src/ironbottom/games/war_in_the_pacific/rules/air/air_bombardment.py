"""31.0, 6.3, 6.4, 7.6 Air attacks on ground targets: Bombardment by altitude, its effects, then strafing.

Hits have the same effects from the air and from the sea (``bombardment``, ``parked_aircraft``).
"""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.charts_in_force import DieChart
from ironbottom.games.war_in_the_pacific.derived import flight_duties, strike_targets
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.lift_capacity import RAIL, SEA_LIFT
from ironbottom.games.war_in_the_pacific.pieces import TRAININGS
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.air import waves
from ironbottom.games.war_in_the_pacific.rules.air.air_combat import UNTRAINED
from ironbottom.games.war_in_the_pacific.rules.air.interception import HIGH, LOW, at_extended_range
from ironbottom.games.war_in_the_pacific.rules.air.naval_strike import low_pass_hits
from ironbottom.games.war_in_the_pacific.rules.air_units.parked_aircraft import hit_parked
from ironbottom.games.war_in_the_pacific.rules.naval.damage import damage_points
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import RecordingRoller
from ironbottom.games.war_in_the_pacific.rules.shore import bombardment
from ironbottom.games.war_in_the_pacific.rules.supply import lift
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

TARGET_OF = {
    strike_targets.AIRBASE: bombardment.AIRBASE,
    strike_targets.PORT: bombardment.PORT,
    strike_targets.GROUND: bombardment.GROUND,
    strike_targets.GUNS: bombardment.GUNS,
    strike_targets.SUPPLY: bombardment.SUPPLY,
}


LIFT_OF = {strike_targets.RAILCAP: RAIL, strike_targets.SEACAP: SEA_LIFT}
SEACAP_DEFENCE = 2
"""30.3 The Defence of a point of Seacap."""


def bombard_and_strafe(execution: Execution, side: int, wave: int) -> None:
    """31.1, 31.4 Carries out Bombardment, then strafing."""
    state, pieces = execution.state, execution.rules.pieces
    aim = waves.aim_of(state, wave)
    strength = bombardment_strength(state, side, wave)
    if strength:
        roller = RecordingRoller(execution)
        added = bombardment_modifier(state, side, wave)
        hits = rolled(roller, pieces.charts.bombardment, strength, row_shift(aim.altitude), added)
        execution.emit(log.BOMBED, wave, strength, row_shift(aim.altitude), added, tuple(roller.dice), hits)
        if aim.target in LIFT_OF:
            lift.lose_lift(execution, side, LIFT_OF[aim.target], aim.hex, hits)
        else:
            bombardment.apply_hits(execution, aim.hex, TARGET_OF[aim.target], hits)
    if aim.target == strike_targets.SEACAP:
        strike_boats(execution, side, wave)
    strafe(execution, side, wave)


def strike_boats(execution: Execution, side: int, wave: int) -> None:
    """30.3, 15.5 Attacks coastal craft with bombs and torpedoes: the Damage Points of each Role, two per point of
    Seacap.
    """
    state, pieces, aim = execution.state, execution.rules.pieces, waves.aim_of(execution.state, wave)
    stack, points = state.arrays[layout.FLIGHT_STACK], state.arrays[layout.FLIGHT_POINTS]
    for role in (flight_duties.TORPEDO, flight_duties.BOMB):
        group = [f for f in waves.flights_of(state, side, wave) if state.arrays[layout.FLIGHT_ROLE][f] == role]
        rows = [(pieces.air[stack[flight] // len(TRAININGS)], points[flight]) for flight in group]
        strength = sum((row.torpedo if role == flight_duties.TORPEDO else row.bomb) * number for row, number in rows)
        if strength:
            die = execution.roll(6, Roll.DAMAGE)
            damage = damage_points(pieces.charts, strength, die)
            execution.emit(log.BOATS_STRUCK, wave, strength, die, damage)
            lift.lose_lift(execution, side, SEA_LIFT, aim.hex, damage // SEACAP_DEFENCE)


def bombers(state: State, side: int, wave: int) -> list[int]:
    """The flights of a wave that bombard."""
    duty = state.arrays[layout.FLIGHT_ROLE]
    return [flight for flight in waves.flights_of(state, side, wave) if duty[flight] == flight_duties.BOMBARDMENT]


def bombardment_strength(state: State, side: int, wave: int) -> int:
    """31.1 The total Bombardment Strength of the surviving points."""
    pieces = state.rules.pieces
    stack, points = state.arrays[layout.FLIGHT_STACK], state.arrays[layout.FLIGHT_POINTS]
    return sum(
        pieces.air[stack[flight] // len(TRAININGS)].bombardment * points[flight]
        for flight in bombers(state, side, wave)
    )


def row_shift(altitude: int) -> int:
    """31.1 The shift on the chart: one row down from high altitude, one up from low."""
    return -1 if altitude == HIGH else 1 if altitude == LOW else 0


def bombardment_modifier(state: State, side: int, wave: int) -> int:
    """5.11, 6.12 The die modifier: -1 if most points are untrained, -1 if most are at extended range."""
    points = state.arrays[layout.FLIGHT_POINTS]
    group = bombers(state, side, wave)
    whole = sum(points[flight] for flight in group)
    raw = sum(points[f] for f in group if state.arrays[layout.FLIGHT_STACK][f] % len(TRAININGS) == UNTRAINED)
    afar = sum(points[flight] for flight in group if at_extended_range(state, flight, wave))
    return -int(2 * raw > whole) - int(2 * afar > whole)


def rolled(roller: RecordingRoller, chart: DieChart, strength: int, shift: int, added: int) -> int:
    """31.1 The result of a die in the row of a strength, shifted; a die below one or above six counts as one or six."""
    row = chart.rows.index(chart.row_of(strength)) + shift
    die = min(max(roller.roll(6, Roll.BOMBARDMENT) + added, 1), 6)
    return chart.rows[min(row, len(chart.rows) - 1)].results[die - 1] if row >= 0 else 0


def strafe(execution: Execution, side: int, wave: int) -> None:
    """6.4, 31.4 Strafes in a low pass: after double anti-aircraft fire, each hit strikes a based point or causes a
    Disruption.
    """
    hits = low_pass_hits(execution, side, wave)
    if hits is None:
        return
    aim = waves.aim_of(execution.state, wave)
    if aim.target == strike_targets.AIRBASE:
        hit_parked(execution, 1 - side, base_at(execution.state, aim.hex), hits, out=False)
    else:
        for _ in range(hits):
            bombardment.disrupt_units(execution, aim.hex, strafed=True)
