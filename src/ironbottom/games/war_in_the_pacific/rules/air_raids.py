"""31.0, 6.3, 6.4, 7.6 Air against what is on the ground: Bombardment by altitude, its effects, then strafing.

What hits do to ports, ground units, guns and supply is the same from the air and from the sea (``bombardment``).
"""

from __future__ import annotations

from ironbottom.engine.procedures import Play
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.charts_in_force import DieChart
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.data.chart_rows import BombardmentEffect
from ironbottom.games.war_in_the_pacific.pieces import TRAININGS, Pieces
from ironbottom.games.war_in_the_pacific.rules import air_bases, bombardment, flights, waves
from ironbottom.games.war_in_the_pacific.rules.aiming import strafing_strength
from ironbottom.games.war_in_the_pacific.rules.air_combat import UNTRAINED
from ironbottom.games.war_in_the_pacific.rules.air_meetings import HIGH, LOW, far, shoot
from ironbottom.games.war_in_the_pacific.rules.bombardment import base_at
from ironbottom.games.war_in_the_pacific.rules.ship_losses import Noting

TARGET_OF = {
    waves.PORT: bombardment.PORT,
    waves.GROUND: bombardment.GROUND,
    waves.GUNS: bombardment.GUNS,
    waves.SUPPLY: bombardment.SUPPLY,
}


def attack(play: Play, side: int, wave: int) -> None:
    """31.1, 31.4 Bombardment, then those that strafe."""
    state, pieces = play.state, play.rules.pieces
    aim = waves.aim_of(state, wave)
    strength = bombardment_strength(state, side, wave)
    if strength:
        hand = Noting(play)
        added = die_modifier(state, side, wave)
        hits = rolled(hand, pieces.charts.bombardment, strength, row_shift(aim.altitude), added)
        play.tell(log.BOMBED, wave, strength, row_shift(aim.altitude), added, tuple(hand.dice), hits)
        effects(play, side, aim.at, aim.prey, hits)
    strafe(play, side, wave)


def bombers(state: State, side: int, wave: int) -> list[int]:
    """The flights of a wave that bombard."""
    duty = state.arrays[places.FLIGHT_DUTY]
    return [flight for flight in waves.flights_of(state, side, wave) if duty[flight] == flights.BOMBARDMENT]


def bombardment_strength(state: State, side: int, wave: int) -> int:
    """31.1 The summed Bombardment Strength of the points that came through."""
    pieces: Pieces = state.rules.pieces
    stack, points = state.arrays[places.FLIGHT_STACK], state.arrays[places.FLIGHT_POINTS]
    return sum(
        pieces.air[stack[flight] // len(TRAININGS)].bombardment * points[flight]
        for flight in bombers(state, side, wave)
    )


def row_shift(altitude: int) -> int:
    """31.1 One row lower on the chart from high, one higher from low."""
    return -1 if altitude == HIGH else 1 if altitude == LOW else 0


def die_modifier(state: State, side: int, wave: int) -> int:
    """5.11, 6.12 One less for a majority of untrained points, one less for a majority at extended range."""
    points = state.arrays[places.FLIGHT_POINTS]
    group = bombers(state, side, wave)
    whole = sum(points[flight] for flight in group)
    raw = sum(points[f] for f in group if state.arrays[places.FLIGHT_STACK][f] % len(TRAININGS) == UNTRAINED)
    afar = sum(points[flight] for flight in group if far(state, flight, wave))
    return -int(2 * raw > whole) - int(2 * afar > whole)


def rolled(hand: Noting, chart: DieChart, strength: int, shift: int, added: int) -> int:
    """31.1 The result of a die in the row of a strength, moved; a die beyond one or six counts as these."""
    row = chart.rows.index(chart.row_of(strength)) + shift
    die = min(max(hand.roll(6, "bombardment") + added, 1), 6)
    return chart.rows[min(row, len(chart.rows) - 1)].results[die - 1] if row >= 0 else 0


# -- effects ------------------------------------------------------------------------------------------------


def effects(play: Play, side: int, at: int, prey: int, hits: int) -> None:
    """31.1, 7.6 What hits of Bombardment do to a target in a hex of the other side."""
    if not hits:
        return
    if prey == waves.AIRBASE:
        row = play.rules.pieces.facts.table(charts.BOMBARDMENT_EFFECTS)["airbase"]
        hit_airbase(play, 1 - side, base_at(play.state, at), row, hits)
    else:
        bombardment.effects(play, at, TARGET_OF[prey], hits)


def hit_airbase(play: Play, side: int, base: int, row: BombardmentEffect, hits: int) -> None:
    """31.1, 31.2 Each hit damages a Level and hits one in ten of the parked; one in five where nobody watched."""
    state = play.state
    hurt, levels = state.arrays[places.HURT], state.arrays[places.LEVEL]
    share = row.one_in if watched(state, side, base) else row.one_in_surprised
    for _ in range(hits):
        hurt[base] = min(hurt[base] + 1, levels[base])
        hit_parked(play, side, base, -(-len(parked(state, side, base)) // share))


def watched(state: State, side: int, base: int) -> bool:
    """31.1 Whether a base searched in this phase, or had a patrol above it."""
    here = base * air_bases.WIDE
    if any(state.arrays[places.SEARCHING][here : here + air_bases.WIDE]):
        return True
    at = air_bases.where(state, base)
    for flight in flights.flying(state, side):
        what = flights.sortie(state, flight)
        if what.duty == flights.PATROL and what.over == at and not state.arrays[places.FLIGHT_OLD][flight]:
            return True
    return False


def parked(state: State, side: int, base: int) -> list[int]:
    """31.2 The points on the ground at a base, one by one by their stack in the public order; those out left out."""
    found = []
    for stack, points in air_bases.stacks(state, base):
        away = flights.in_air(state, side, base, stack) + grounded(state, side, base, stack)
        found += [stack] * (points - away)
    return found


def grounded(state: State, side: int, base: int, stack: int) -> int:
    """31.1 The points of a stack that are out for the turn."""
    arrays = state.arrays
    return sum(
        arrays[places.FLIGHT_POINTS][flight]
        for flight in flights.flying(state, side)
        if (arrays[places.FLIGHT_BASE][flight], arrays[places.FLIGHT_STACK][flight]) == (base, stack)
        and arrays[places.FLIGHT_DUTY][flight] == flights.GROUNDED
    )


def hit_parked(play: Play, side: int, base: int, number: int, *, out: bool = True) -> None:
    """31.1, 6.4 So many parked points by lot are hit: lost on a die of their fragility or more, else out for the turn.

    Those that strafing does not lose fly on (``out`` false).
    """
    state, pieces = play.state, play.rules.pieces
    lost = grounded_now = 0
    for _ in range(number):
        there = parked(state, side, base)
        if not there:
            break
        stack = there[play.roll(len(there), "point on the ground") - 1] if len(set(there)) > 1 else there[0]
        if play.roll(6, "loss") >= pieces.air[stack // len(TRAININGS)].fragility:
            flights.lose_at(state, side, base, stack, 1)
            lost += 1
        elif out and flights.free_number(state, side) != flights.NO_FLIGHT:
            flights.launch(state, side, flights.Sortie(base, stack, flights.GROUNDED), 1)
            grounded_now += 1
    if lost or grounded_now:
        play.tell(log.HIT_ON_GROUND, base, lost, grounded_now)


def strafe(play: Play, side: int, wave: int) -> None:
    """6.4, 31.4 Those that strafe make a low pass: doubled fire, then a hit each on parked points or a Disruption."""
    state, pieces = play.state, play.rules.pieces
    duty = state.arrays[places.FLIGHT_DUTY]
    group = [flight for flight in waves.flights_of(state, side, wave) if duty[flight] == flights.STRAFING]
    if not group:
        return
    shoot(play, side, wave, group, low=True)
    strength = strafing_strength(state, side, wave)
    hits = pieces.charts.strafing.rolled(play, strength, "strafing")
    play.tell(log.STRAFED, wave, strength, hits)
    aim = waves.aim_of(state, wave)
    if aim.prey == waves.AIRBASE:
        hit_parked(play, 1 - side, base_at(state, aim.at), hits, out=False)
    else:
        bombardment.effects(play, aim.at, bombardment.GROUND, hits)
