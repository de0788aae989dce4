"""6.7, 7.7, 8.4 The exact odds of a wave that has not flown yet: its survivors, and their effect on the target.

The target is an assumed ship according to reports (``reports``), never the actual one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived import flight_duties, strike_reach, strike_targets
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS
from ironbottom.games.war_in_the_pacific.odds.fights import WORST, level_after_all
from ironbottom.games.war_in_the_pacific.odds.reports import ReportedTarget
from ironbottom.games.war_in_the_pacific.odds.strikes import FACES, Wing
from ironbottom.games.war_in_the_pacific.odds.wave_survival import Formation, Left, come_through, shot_down
from ironbottom.games.war_in_the_pacific.pieces import TRAININGS, Pieces
from ironbottom.games.war_in_the_pacific.rules.air import (
    air_bombardment,
    air_combat,
    kamikazes,
    naval_strike,
    naval_strike_tables,
    strike_declaration,
    waves,
)
from ironbottom.games.war_in_the_pacific.rules.air.air_combat import UNTRAINED, WEAK
from ironbottom.games.war_in_the_pacific.rules.air.interception import HIGH, LOW, training_modifier
from ironbottom.games.war_in_the_pacific.rules.air.waves import Aim
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.naval.damage import Hull
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import ShipAttack, era_figure
from ironbottom.games.war_in_the_pacific.state_types import State
from ironbottom.odds.tables import HITS


class Contingent(NamedTuple):
    """Points of a wave from one base, of one stack in one Role: their number, and whether they strike at extended
    range.
    """

    stack: int
    role: int
    points: int
    far: bool


class Wave(NamedTuple):
    """A wave as its owner knows it: its target, its attackers, its escort, and its modifier for the Bounce."""

    aim: Aim
    parts: tuple[Contingent, ...]
    escorts: Formation
    bounce: int


# -- the wave ----------------------------------------------------------------------------------------------


def wave_of(state: State, side: int, wave: int) -> Wave:
    """7.7 The wave as composed so far."""
    aim, parts, guard = waves.aim_of(state, wave), [], []
    for flight in waves.flights_of(state, side, wave):
        what, points = flights.sortie(state, flight), state.arrays[layout.FLIGHT_POINTS][flight]
        if what.duty == flight_duties.ESCORT:
            guard.append(flight)
        else:
            parts.append(Contingent(what.stack, what.duty, points, is_far(state, what.base, what.stack, aim.hex)))
    escorts = tuple(waves.as_flight(state, flight) for flight in guard)
    added = training_modifier(state, guard) if guard else 0
    return Wave(aim, tuple(parts), Formation(air_combat.points(escorts), air_combat.total(escorts)), added)


def all_free_points(state: State, side: int, aim: Aim, *, special: bool) -> Wave:
    """6.1, 7.7 All free points that reach a target, torpedoes before bombs, up to the limit of a wave."""
    first = (
        (flight_duties.TORPEDO, flight_duties.BOMB)
        if aim.target in strike_targets.AT_SEA
        else (flight_duties.BOMBARDMENT,)
    )
    free, best = strike_reach.points_able_to_strike(state, side, special=special), dict[tuple[int, int], int]()
    roles = [role for role in first if role in strike_targets.roles_at(state, side, aim.hex, aim.target)]
    for base, stack, role in strike_declaration.attackers_of_hex(state, side, aim.hex, tuple(roles), special=special):
        if aim.target in strike_targets.AT_SEA or strike_declaration.altitudes_of(state, stack) >> aim.altitude & 1:
            best.setdefault((base, stack), role)
    parts, left = [], strike_declaration.MAX_IN_WAVE
    for (base, stack), role in best.items():
        points = min(free[base, stack], left)
        left -= points
        if points:
            parts.append(Contingent(stack, role, points, is_far(state, base, stack, aim.hex)))
    return Wave(aim, tuple(parts), Formation(0, 0), 0)


def is_far(state: State, base: int, stack: int, hex: int) -> bool:
    """6.12 Whether points would strike at extended range."""
    pieces = state.rules.pieces
    return strike_declaration.cost_from(state, base, hex) > pieces.air[stack // len(TRAININGS)].range_mp


def strikers_of(state: State, wave: Wave) -> Formation:
    """7.11 The points that attack, with their air combat strength."""
    air = state.rules.pieces.air
    each = [(part, air[part.stack // len(TRAININGS)].air_to_air) for part in wave.parts]
    strength = sum(
        part.points * (-(-rating // 2) if part.stack % len(TRAININGS) == UNTRAINED else rating) for part, rating in each
    )
    return Formation(sum(part.points for part in wave.parts), strength)


def bounce_added(wave: Wave) -> tuple[int, int]:
    """7.2, 31.1 The Bounce modifiers of a patrol of trained points and of the escort.

    The higher altitude band adds one.
    """
    return 1 + int(wave.aim.altitude == LOW), wave.bounce + int(wave.aim.altitude == HIGH)


def survivors_of_parts(state: State, wave: Wave, patrol: Wing, fire: int) -> Left:
    """7.1, 7.5 The survivors of each part of a wave, after a patrol of trained points and anti-aircraft fire."""
    charts_now = state.rules.pieces.charts
    high = wave.aim.altitude == HIGH
    climbs = high and all(part.role == flight_duties.BOMBARDMENT for part in wave.parts)
    rating = -(-patrol.rating // 2) if climbs and patrol.rating < WEAK else patrol.rating
    added = bounce_added(wave)
    gone = shot_down(charts_now, patrol._replace(rating=rating), wave.escorts, strikers_of(state, wave), added)
    order = [place for place, part in enumerate(wave.parts) if part.role != flight_duties.STRAFING]
    order.sort(key=lambda place: wave.parts[place].role not in waves.LOW_DOWN)
    fired = -(-fire // 2) if high else 2 * fire if wave.aim.altitude == LOW else fire
    return come_through(charts_now, [part.points for part in wave.parts], order, gone, fired)


# -- 20.13, 11.5 attacks on ships -----------------------------------------------------------------------------


class AttackConditions(NamedTuple):
    """The conditions of an attack: whether the ship can move, whether a patrol was met, whether it is overcast."""

    moving: bool
    engaged: bool
    overcast: bool


def named_modifiers(
    state: State,
    side: int,
    role: int,
    loads: Sequence[Contingent],
    there: Sequence[Contingent],
    conditions: AttackConditions,
) -> dict[str, int]:
    """11.5 The modifiers of the damage die by name: ``loads`` attack the ship, ``there`` survived in the Role."""
    rows = state.rules.pieces.facts.table(charts.DAMAGE_POINT_MODS)
    points, whole = sum(load.points for load in loads), sum(part.points for part in there)
    raw = sum(load.points for load in loads if load.stack % len(TRAININGS) == UNTRAINED)
    holds = {
        "speed_0_or_in_port": not conditions.moving,
        "no_cap_engaged": conditions.moving and not conditions.engaged,
        "untrained": 2 * raw > points and role != flight_duties.KAMIKAZE,
        "extended_range": 2 * sum(part.points for part in there if part.far) > whole,
        "overcast": conditions.overcast,
        "us_torpedoes": role == flight_duties.TORPEDO and side == 1 and era_figure(state, "us_torpedoes") != 0,
    }
    return {name: rows[name].modifier for name, true in holds.items() if true}


def attacks_on_ship(
    state: State, side: int, there: Sequence[Contingent], seen: ReportedTarget, conditions: AttackConditions
) -> tuple[ShipAttack, ...]:
    """20.12, 20.13, 20.16 The attacks on a ship: the points that it draws, torpedoes before bombs, a roll for each."""
    room, result = seen.draws, []
    for role in naval_strike.WEAPON_OF:
        came = [part for part in there if part.role == role and part.points]
        loads = []
        for part in came:
            if take := min(part.points, room):
                loads.append(part._replace(points=take))
                room -= take
        if loads:
            result.append(blow_in(state, side, seen.ship, loads, came, conditions))
    return tuple(result)


def blow_in(
    state: State,
    side: int,
    ship: int,
    loads: Sequence[Contingent],
    came: Sequence[Contingent],
    conditions: AttackConditions,
) -> ShipAttack:
    """20.13, 11.5 The attack of points in one Role on a ship; ``came`` are all survivors in that Role."""
    pieces = state.rules.pieces
    role = loads[0].role
    drop = tuple(
        naval_strike.weapons_of(state, naval_strike.AttackPoints(ship, load.stack, role, load.points)) for load in loads
    )
    strength = naval_strike_tables.strength_on(
        drop, naval_strike.KIND_OF[role], naval_strike.veteran_bonus(state, side), moving=conditions.moving
    )
    added = sum(named_modifiers(state, side, role, loads, came, conditions).values())
    added += kamikazes.kamikaze_modifier(pieces) if role == flight_duties.KAMIKAZE else 0
    halved = pieces.ships[ship].armoured and role == flight_duties.BOMB
    return ShipAttack(naval_strike.WEAPON_OF[role], strength, added, halved=halved)


def at_ship(
    state: State, side: int, wave: Wave, left: Left, seen: ReportedTarget, conditions: AttackConditions, finds: float
) -> list[float]:
    """8.4, 12.1 The chances of each level of a ship once the force is found, and the wave's average losses."""
    pieces = state.rules.pieces
    row, begun = pieces.ships[seen.ship], sum(part.points for part in wave.parts)
    saved = -era_figure(state, "us_damage_control") if row.nation == "us" else 0
    levels, gone, kept = [0.0] * (WORST + 1), 0.0, dict[tuple[ShipAttack, ...], Sequence[float]]()
    levels[0] = 1 - finds
    for points, chance in left.items():
        there = [part._replace(points=number) for part, number in zip(wave.parts, points, strict=True)]
        falls = attacks_on_ship(state, side, there, seen, conditions)
        if falls not in kept:
            kept[falls] = level_after_all(pieces.charts, Hull(row.type, row.defence), falls, saved)
        for level, likely in enumerate(kept[falls]):
            levels[level] += finds * chance * likely
        gone += finds * chance * (begun - sum(points))
    return [*levels[:3], sum(levels[3 : FLOATS + 1]), sum(levels[FLOATS + 1 :]), gone]


# -- 31.1 ground targets ----------------------------------------------------------------------------------------


def at_ground(state: State, wave: Wave, left: Left) -> list[float]:
    """31.1 The chances of each number of Bombardment hits, and the wave's average losses."""
    pieces = state.rules.pieces
    result, gone, begun = [0.0] * len(HITS), 0.0, sum(part.points for part in wave.parts)
    for points, chance in left.items():
        there = zip(wave.parts, points, strict=True)
        group = [part._replace(points=number) for part, number in there if part.role == flight_duties.BOMBARDMENT]
        gone += chance * (begun - sum(points))
        for hits in bombed(pieces, group, wave.aim.altitude):
            result[min(hits, len(HITS) - 1)] += chance / FACES
    return [*result, gone]


def bombed(pieces: Pieces, group: Sequence[Contingent], altitude: int) -> list[int]:
    """31.1, 5.11, 6.12 The Bombardment hits for each die."""
    strength = sum(pieces.air[part.stack // len(TRAININGS)].bombardment * part.points for part in group)
    if not strength:
        return [0] * FACES
    chart = pieces.charts.bombardment
    row = chart.rows.index(chart.row_of(strength)) + air_bombardment.row_shift(altitude)
    if row < 0:
        return [0] * FACES
    added = sum(of_group(group).values())
    results = chart.rows[min(row, len(chart.rows) - 1)].results
    return [results[min(max(die + added, 1), FACES) - 1] for die in range(1, FACES + 1)]


def of_group(group: Sequence[Contingent]) -> dict[str, int]:
    """5.11, 6.12 The negative modifiers of the Bombardment die, by name."""
    whole = sum(part.points for part in group)
    raw = sum(part.points for part in group if part.stack % len(TRAININGS) == UNTRAINED)
    afar = sum(part.points for part in group if part.far)
    holds = {"untrained": 2 * raw > whole, "extended_range": 2 * afar > whole}
    return {name: -1 for name, true in holds.items() if true}
