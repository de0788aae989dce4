"""20.1 to 20.17, 12.4 Air attacks on ships: chosen and random targets, bombs and torpedoes, strafing.

``choice_for`` says whether the points of a wave may choose targets; then ``show_targets`` shows the ships and opens
``TargetAssignment``. ``attack`` carries the attack out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField, Number, Record, TupleField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.data.chart_rows import SUNK
from ironbottom.games.war_in_the_pacific.derived import (
    flight_duties,
    force_movement,
    port_capacity,
    ship_condition,
    ship_repair_capacity,
)
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import deployed_bases
from ironbottom.games.war_in_the_pacific.derived.search_reach import ship_hex, weather
from ironbottom.games.war_in_the_pacific.derived.ship_condition import effective_level
from ironbottom.games.war_in_the_pacific.pieces import (
    IN_FORCE,
    SHIPS,
    SIDE_OF_SHIP,
    SIDES,
    STACKS,
    TRAININGS,
    WAVES,
    Pieces,
)
from ironbottom.games.war_in_the_pacific.questions import HasShip, HasWave
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.air import kamikazes, naval_strike_tables, waves
from ironbottom.games.war_in_the_pacific.rules.air.air_combat import UNTRAINED
from ironbottom.games.war_in_the_pacific.rules.air.interception import at_extended_range, fire_at_group
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.naval import damage
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import (
    RecordingRoller,
    ShipAttack,
    apply_damage,
    era_figure,
    hit_ship,
    lies_in_port,
)
from ironbottom.games.war_in_the_pacific.rules.search.detection import CAPITAL, CARRIERS
from ironbottom.games.war_in_the_pacific.rules.search.search_segment import POINTS, numbers_up_to
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

SOFT = ("DD", "DE", "CD", "APB", "SF", "MS")
"""20.17 The types that strafing may hit."""
SKIP_BOMBERS, EARLY_RATING = ("b_25", "a_20"), 1
"""39.1 Types that attack ships and strafe with a rating of one until they can skip-bomb."""
BOMBS, TORPEDOES, STRAFED, DIVED = (
    log.WEAPONS.index[name] for name in ("bombs", "air_torpedoes", "strafing", "kamikazes")
)

KINDS: Mapping[int, Sequence[str]] = {
    naval_strike_tables.ANY_SHIP: layout.SHIP_TYPES.ids,
    naval_strike_tables.CAPITAL_SHIPS: (*CAPITAL, *CARRIERS),
    naval_strike_tables.CARRIERS_ONLY: CARRIERS,
}
"""20.11 The types of ship that may be chosen, by the kind of report."""


class AttackPoints(NamedTuple):
    """Points of a stack in a Role that attack a ship."""

    ship: int
    stack: int
    role: int
    points: int


ATTACK_POINTS = TupleField(
    Record(AttackPoints, ship=IdField(SHIPS), stack=IdField(STACKS), role=IdField(layout.DUTIES), points=Number(1, 127))
)


# -- 20.11, 20.12 the choice ---------------------------------------------------------------------------------


def chosen_at_will(state: State, side: int, wave: int) -> list[int]:
    """20.11 The ships that a wave may choose, by its report: all, capital ships and carriers, only carriers, or none.

    In a port, capital ships and carriers are known (8.41), so they may be chosen as with a Good report.
    """
    pieces = state.rules.pieces
    aim = waves.aim_of(state, wave)
    ships = waves.targets_at_sea(state, side, aim)
    if aim.force < 0:
        choice = naval_strike_tables.CAPITAL_SHIPS
    else:
        chit = layout.CHITS.ids[state.cells[layout.CONTACT + aim.force]]
        choice = naval_strike_tables.at_will(chit, state.cells[layout.REPORTED_CARRIER + aim.force] == 1)
    types = KINDS.get(choice, ())
    return [ship for ship in ships if pieces.ships[ship].type in types]


def attackers_in_wave(state: State, side: int, wave: int) -> dict[tuple[int, int], int]:
    """20.1 The points of a wave that attack ships, by stack and Role, in a fixed, public order."""
    result: dict[tuple[int, int], int] = {}
    for flight in waves.flights_of(state, side, wave):
        sortie = flights.sortie(state, flight)
        if sortie.duty in (flight_duties.BOMB, flight_duties.TORPEDO, flight_duties.KAMIKAZE):
            key = sortie.stack, sortie.duty
            result[key] = result.get(key, 0) + state.arrays[layout.FLIGHT_POINTS][flight]
    return result


def choice_for(state: State, side: int, wave: int) -> bool:
    """20.11 Whether there is a choice: points that attack, and ships that they may choose."""
    return bool(attackers_in_wave(state, side, wave) and chosen_at_will(state, side, wave))


def show_targets(execution: Execution, side: int, wave: int) -> None:
    """20.11 Shows the striker the ships that it may choose, and asks it."""
    ships = chosen_at_will(execution.state, side, wave)
    execution.cells[layout.BATTLING] = sum(1 << ship for ship in ships)
    execution.emit_to(side, log.SIGHTED, wave, tuple(ships))
    execution.push(TargetAssignment(side, wave, ()))


def room_for_attackers(state: State, loads: tuple[AttackPoints, ...], ship: int) -> int:
    """20.12 The number of points of a wave that a ship may still draw."""
    pieces = state.rules.pieces
    here = sum(load.points for load in loads if load.ship == ship)
    return max(naval_strike_tables.most_on(pieces.ships[ship].type) - here, 0)


def points_without_target(
    state: State, side: int, wave: int, loads: tuple[AttackPoints, ...]
) -> dict[tuple[int, int], int]:
    """The points of a wave without a target, by stack and Role."""
    result = attackers_in_wave(state, side, wave)
    for load in loads:
        result[load.stack, load.role] -= load.points
    return {key: points for key, points in result.items() if points}


@restriction("20.11", "{ship} was not seen well enough to be chosen")
def seen_well(state: State, frame: HasWave, side: int) -> IdSet:
    return sets.from_iterable(chosen_at_will(state, side, frame.wave), len(SHIPS))


@restriction("20.12", "no more points of this wave may attack {ship}")
def target_with_room(state: State, frame: TargetAssignment, side: int) -> IdSet:
    ships = chosen_at_will(state, side, frame.wave)
    return sets.from_iterable([ship for ship in ships if room_for_attackers(state, frame.loads, ship)], len(SHIPS))


@restriction("20.1", "all points already have target ships")
def points_left(state: State, frame: TargetAssignment, side: int) -> bool:
    return bool(points_without_target(state, side, frame.wave, frame.loads))


def points_without_ship(state: State, frame: HasShip, side: int) -> dict[tuple[int, int], int]:
    """20.1 The points that may attack the ship in question: those without a target, up to its limit."""
    below: Any = state.stack[-2]
    room = room_for_attackers(state, below.loads, frame.ship)
    return {
        key: min(points, room) for key, points in points_without_target(state, side, below.wave, below.loads).items()
    }


@restriction("20.1", "all points of {stack} already have target ships, or none got through")
def surviving_points(state: State, frame: HasShip, side: int) -> IdSet:
    return sets.from_iterable({stack for stack, _ in points_without_ship(state, frame, side)}, len(STACKS))


@restriction("20.1", "{stack} did not fly in the Role of {role}")
def came_in_role(state: State, frame: HasShip, side: int, stack: int) -> IdSet:
    result = points_without_ship(state, frame, side)
    return sets.from_iterable({role for which, role in result if which == stack}, len(layout.DUTIES))


@restriction("20.12", "there are not that many points of {stack} left, or no more may attack the ship")
def left_and_room(state: State, frame: HasShip, side: int, stack: int, role: int) -> IdSet:
    return numbers_up_to(points_without_ship(state, frame, side).get((stack, role), 0))


ALLOT = Verb(
    "allot",
    clause="20.11",
    ends_list="never",
    when=(points_left,),
    ship=Argument(SHIPS, seen_well, target_with_room, always_completes=True),
)
STRIKE_WITH = Verb(
    "strike_with",
    clause="20.11",
    ends_list="never",
    stack=Argument(STACKS, surviving_points, always_completes=True),
    role=Argument(layout.DUTIES, came_in_role, always_completes=True),
    points=Argument(POINTS, left_and_room, always_completes=True),
)
DROP = Verb("drop", clause="20.1", ends_list="always")


class PointAssignment(Question):
    """20.11, 20.12 The choice of points for a ship, with their Role and number."""

    number, name, clause = 88, "allotting", "20.11"
    verbs = (STRIKE_WITH,)
    is_second_step, unobservable = True, True
    side: Annotated[int, IdField(SIDES)]
    ship: Annotated[int, IdField(SHIPS)]

    def strike_with(self, execution: Execution, stack: int, role: int, points: int) -> None:
        """20.11, 20.12 Assigns points to a ship; both sides see this."""
        execution.pop()
        frame: Any = execution.state.stack[-1]
        execution.emit(log.AIMED, frame.wave, self.ship, stack, role, points)
        execution.replace(changed(frame, loads=(*frame.loads, AttackPoints(self.ship, stack, role, points))))


class TargetAssignment(Question):
    """20.11 The striker assigns the surviving points to ships; the others draw targets at random."""

    number, name, clause = 18, "aiming", "20.11"
    verbs = (ALLOT, DROP)
    unobservable = True
    side: Annotated[int, IdField(SIDES)]
    wave: Annotated[int, IdField(WAVES)]
    loads: Annotated[tuple[AttackPoints, ...], ATTACK_POINTS]

    def allot(self, execution: Execution, ship: int) -> None:
        """20.11 Names a ship; the other side does not learn it until the points are named too."""
        execution.push(PointAssignment(self.side, ship))

    def drop(self, execution: Execution) -> None:
        """20.1 Begins the attack."""
        execution.pop()
        execution.cells[layout.BATTLING] = 0
        attack(execution, self.side, self.wave, self.loads)
        execution.state.arrays[layout.WAVE_STEP][self.wave] = waves.ATTACKED


def aiming_in(stack: Sequence[Procedure]) -> TargetAssignment | None:
    """20.11 The open choice of targets, even while the number of points is asked for; None if there is none."""
    frames = stack[:-1] if stack and isinstance(stack[-1], PointAssignment) else stack
    return frames[-1] if frames and isinstance(frames[-1], TargetAssignment) else None


# -- 20.11 random targets --------------------------------------------------------------------------------------


def draw_targets(
    execution: Execution, side: int, wave: int, loads: tuple[AttackPoints, ...]
) -> tuple[AttackPoints, ...]:
    """20.11, 20.12 Points without a target draw one target each, weighted by Defence, within the limits."""
    pieces = execution.rules.pieces
    ships = waves.targets_at_sea(execution.state, side, waves.aim_of(execution.state, wave))
    for (stack, role), points in points_without_target(execution.state, side, wave, loads).items():
        for _ in range(points):
            free = [ship for ship in ships if room_for_attackers(execution.state, loads, ship)]
            if not free:
                return loads
            largest = sorted(free, key=lambda ship: (-pieces.ships[ship].defence, ship))
            loads = (*loads, AttackPoints(draw_ship(execution, pieces, largest), stack, role, 1))
    return loads


def draw_ship(execution: Execution, pieces: Pieces, ships: list[int]) -> int:
    """20.11 A random ship by a die with as many faces as the total Defence; no die is rolled for a single ship."""
    if len(ships) == 1:
        return ships[0]
    left = execution.roll(sum(pieces.ships[ship].defence for ship in ships), Roll.SHIP_FOUND)
    for ship in ships:
        left -= pieces.ships[ship].defence
        if left <= 0:
            return ship
    raise ValueError("a die cannot have more faces than the ships have Defence")


# -- 20.13 to 20.16 the attack -----------------------------------------------------------------------------------


def attack(execution: Execution, side: int, wave: int, loads: tuple[AttackPoints, ...]) -> None:
    """20.13, 20.16, 20.17 Attacks the ships in order; then fighters strafe."""
    loads = draw_targets(execution, side, wave, loads)
    for ship in sorted({load.ship for load in loads}):
        strike_ship(execution, side, wave, ship, tuple([load for load in loads if load.ship == ship]))
    remove_kamikazes(execution, side, wave, loads)
    strafe_ships(execution, side, wave)


def remove_kamikazes(execution: Execution, side: int, wave: int, loads: tuple[AttackPoints, ...]) -> None:
    """39.44, 20.12 Removes all kamikazes that attacked; those without room at a ship return."""
    state, dived = execution.state, dict[int, int]()
    for load in loads:
        if load.role == flight_duties.KAMIKAZE:
            dived[load.stack] = dived.get(load.stack, 0) + load.points
    if not dived:
        return
    execution.emit(log.KAMIKAZES_SPENT, wave, sum(dived.values()))
    duty, stack, number = (
        state.arrays[each] for each in (layout.FLIGHT_ROLE, layout.FLIGHT_STACK, layout.FLIGHT_POINTS)
    )
    for flight in waves.flights_of(state, side, wave):
        if duty[flight] == flight_duties.KAMIKAZE and (lost := min(dived.get(stack[flight], 0), number[flight])):
            dived[stack[flight]] -= lost
            flights.lose_air_points(state, side, flight, lost)


def strike_ship(execution: Execution, side: int, wave: int, ship: int, loads: tuple[AttackPoints, ...]) -> None:
    """20.13, 20.16 Attacks a ship with torpedoes, then with bombs if it still floats: one roll each."""
    for role in WEAPON_OF:
        here = [load for load in loads if load.role == role]
        if not here or execution.state.arrays[layout.DAMAGE][ship] > ship_condition.FLOATS:
            continue
        if role == flight_duties.TORPEDO and is_safe_from_torpedoes(execution.state, ship):
            continue
        hit_ship(
            execution, ship, blow_on(execution.state, side, wave, ship, here, moving=can_move(execution.state, ship))
        )


def is_safe_from_torpedoes(state: State, ship: int) -> bool:
    """20.14 Whether a ship is safe from torpedoes: in a port, or at an anchorage with a fully deployed Base Force.

    Ships beyond the port's capacity are outside (14.2).
    """
    hex, side = ship_hex(state, ship), SIDE_OF_SHIP[ship]
    if hex < 0 or not lies_in_port(state, ship):
        return False
    shut = port_capacity.acts_as_port(state, side, hex) or deployed_bases(state, side, hex) > 0
    return shut and ship in ship_repair_capacity.ships_within_capacity(state, side, hex)


def blow_on(state: State, side: int, wave: int, ship: int, loads: list[AttackPoints], *, moving: bool) -> ShipAttack:
    """20.13 The attack of points in one Role on a ship, assuming that its decks are clear."""
    pieces = state.rules.pieces
    role = loads[0].role
    ordnances = tuple([weapons_of(state, load) for load in loads])
    strength = naval_strike_tables.strength_on(ordnances, KIND_OF[role], veteran_bonus(state, side), moving=moving)
    added = strike_modifiers(state, side, wave, ship, loads, moving=moving)
    return ShipAttack(
        WEAPON_OF[role], strength, added, halved=pieces.ships[ship].armoured and role == flight_duties.BOMB
    )


WEAPON_OF = {flight_duties.TORPEDO: TORPEDOES, flight_duties.BOMB: BOMBS, flight_duties.KAMIKAZE: DIVED}
"""20.16 Torpedoes first, then bombs, then kamikazes."""
KIND_OF = {
    flight_duties.BOMB: naval_strike_tables.BOMB,
    flight_duties.TORPEDO: naval_strike_tables.TORPEDO,
    flight_duties.KAMIKAZE: naval_strike_tables.BOMB,
}


def weapons_of(state: State, load: AttackPoints) -> naval_strike_tables.Ordnance:
    """20.13 The weapons of points."""
    pieces = state.rules.pieces
    row = pieces.air[load.stack // len(TRAININGS)]
    high = row.altitude == "H" and load.role != flight_duties.KAMIKAZE
    return naval_strike_tables.Ordnance(
        KIND_OF[load.role], load.points, attack_rating(state, load.stack, load.role), high=high
    )


def attack_rating(state: State, stack: int, role: int) -> int:
    """5.1, 20.13, 39.1 The strength of a point against ships: bombs, torpedoes or strafing."""
    pieces = state.rules.pieces
    row = pieces.air[stack // len(TRAININGS)]
    if role == flight_duties.KAMIKAZE:
        return kamikazes.kamikaze_strength(pieces, stack)
    if row.id in SKIP_BOMBERS and role != flight_duties.TORPEDO and not era_figure(state, "skip_bombing"):
        return EARLY_RATING
    if role == flight_duties.STRAFING:
        return row.strafing
    return row.torpedo if role == flight_duties.TORPEDO else row.bomb


def veteran_bonus(state: State, side: int) -> int:
    """20.15 The bonus of veterans: none, because no scenario here has veterans."""
    return 0


def can_move(state: State, ship: int) -> bool:
    """11.5, 20.13 Whether a ship can move: it is in a Task Force outside its own ports, and not at Speed 0."""
    under_way = state.arrays[layout.SHIP_AT][ship] >= IN_FORCE and not lies_in_port(state, ship)
    return under_way and force_movement.ship_speed(state, ship) > 0


def strike_modifiers(state: State, side: int, wave: int, ship: int, loads: list[AttackPoints], *, moving: bool) -> int:
    """11.5 The modifiers of the damage die for a ship."""
    return modifiers_at(state, side, wave, ship_hex(state, ship), loads, moving=moving)


def modifiers_at(state: State, side: int, wave: int, hex: int, loads: list[AttackPoints], *, moving: bool) -> int:
    """11.5 The modifiers of the damage die: target, weather, and the training and range of most points."""
    rows = state.rules.pieces.facts.table(charts.DAMAGE_POINT_MODS)
    points = sum(load.points for load in loads)
    untrained = sum(load.points for load in loads if load.stack % len(TRAININGS) == UNTRAINED)
    engaged, role = state.arrays[layout.WAVE_STEP][wave] == waves.MET, loads[0].role
    holds = {
        "speed_0_or_in_port": not moving,
        "no_cap_engaged": moving and not engaged,
        "untrained": 2 * untrained > points and role != flight_duties.KAMIKAZE,
        "extended_range": 2 * points_at_extended_range(state, side, wave, role)
        > points_in_role(state, side, wave, role),
        "overcast": weather(state, hex) == "overcast",
        "us_torpedoes": role == flight_duties.TORPEDO and side == 1 and era_figure(state, "us_torpedoes") != 0,
    }
    result: int = sum(rows[name].modifier for name, true in holds.items() if true)
    return result + (kamikazes.kamikaze_modifier(state.rules.pieces) if role == flight_duties.KAMIKAZE else 0)


def points_in_role(state: State, side: int, wave: int, role: int) -> int:
    """The points of a wave in a Role."""
    return sum(points for (_, which), points in attackers_in_wave(state, side, wave).items() if which == role)


def points_at_extended_range(state: State, side: int, wave: int, role: int) -> int:
    """6.12 The points of a wave in a Role that are at extended range."""
    return sum(
        state.arrays[layout.FLIGHT_POINTS][flight]
        for flight in waves.flights_of(state, side, wave)
        if state.arrays[layout.FLIGHT_ROLE][flight] == role and at_extended_range(state, flight, wave)
    )


# -- 6.4, 20.17 strafing -------------------------------------------------------------------------------------------


def strafe_ships(execution: Execution, side: int, wave: int) -> None:
    """6.4, 20.17 Strafes in a low pass: double anti-aircraft fire, then each hit is a Damage Point on a lightly
    armoured ship.
    """
    state, pieces = execution.state, execution.rules.pieces
    aim = waves.aim_of(state, wave)
    points: dict[int, int] = {}
    for _ in range(low_pass_hits(execution, side, wave) or 0):
        soft = [ship for ship in waves.targets_at_sea(state, side, aim) if pieces.ships[ship].type in SOFT]
        if not soft:
            return
        ship = soft[execution.roll(len(soft), Roll.SHIP_STRAFED) - 1] if len(soft) > 1 else soft[0]
        points[ship] = points.get(ship, 0) + 1
    for ship in sorted(points):
        apply_strafing(execution, ship, points[ship])


def low_pass_hits(execution: Execution, side: int, wave: int) -> int | None:
    """6.4 The hits of strafing points in a low pass under double fire; None if no points strafe."""
    state = execution.state
    duty = state.arrays[layout.FLIGHT_ROLE]
    group = [flight for flight in waves.flights_of(state, side, wave) if duty[flight] == flight_duties.STRAFING]
    if not group:
        return None
    fire_at_group(execution, side, wave, group, low=True)
    strength = strafing_strength(state, side, wave)
    hits: int = execution.rules.pieces.charts.strafing.rolled(execution, strength, Roll.STRAFING)
    execution.emit(log.STRAFED, wave, strength, hits)
    return hits


def strafing_strength(state: State, side: int, wave: int) -> int:
    """6.4 The total strafing strength of a wave."""
    return sum(
        attack_rating(state, state.arrays[layout.FLIGHT_STACK][flight], flight_duties.STRAFING)
        * state.arrays[layout.FLIGHT_POINTS][flight]
        for flight in waves.flights_of(state, side, wave)
        if state.arrays[layout.FLIGHT_ROLE][flight] == flight_duties.STRAFING
    )


def apply_strafing(execution: Execution, ship: int, points: int) -> None:
    """12.1, 20.17 Applies the Damage Points of strafing to a ship; such ships roll no critical hit."""
    state, pieces = execution.state, execution.rules.pieces
    roller = RecordingRoller(execution)
    die = roller.roll(6, Roll.RESULTS)
    given = damage.damage_levels(pieces.charts, points, pieces.ships[ship].defence, die)
    level = SUNK if given == SUNK else min(effective_level(state, ship) + given, ship_condition.FLOATS + 1)
    execution.emit(log.SHIP_HIT, ship, STRAFED, points, 0, tuple(roller.dice), points, given, level, ())
    if given:
        apply_damage(execution, ship, damage.DamageResult(points, given, level))


PROCEDURES = (TargetAssignment,)
