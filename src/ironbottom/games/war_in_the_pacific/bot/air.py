"""The bot's air operations: searches, patrols, and strikes chosen by exact odds."""

from __future__ import annotations

from random import Random

from ironbottom.engine.core import sets
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import leyte, siege
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.data.tables import AirType
from ironbottom.games.war_in_the_pacific.derived import (
    fighter_patrols,
    flight_duties,
    readiness,
    role_points,
    strike_reach,
)
from ironbottom.games.war_in_the_pacific.derived.air_bases import STACK_COUNT
from ironbottom.games.war_in_the_pacific.derived.ship_condition import CARRIERS, FLOATS
from ironbottom.games.war_in_the_pacific.grid import IDS
from ironbottom.games.war_in_the_pacific.odds.strikes import Outlook, Raid, Wing, strike
from ironbottom.games.war_in_the_pacific.pieces import BASES, FORCES, STACKS, TRAININGS
from ironbottom.games.war_in_the_pacific.rules.air import strike_declaration
from ironbottom.games.war_in_the_pacific.rules.air.naval_strike import BOMBS, TORPEDOES
from ironbottom.games.war_in_the_pacific.rules.naval.damage import Hull
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import ShipAttack
from ironbottom.odds.distributions import mean

SEARCHERS_PER_BASE = 2
"""The number of points that search from a base if they could also strike."""
CARRIER_TARGET, BATTLESHIP_TARGET, CRUISER_TARGET = Hull("CV", 8), Hull("BB", 13), Hull("CA", 6)
"""The assumed targets: a carrier if the force may have one, otherwise the largest ship in the report."""
TARGET_AIR_CAPACITY, VALUE_PER_LEVEL = 8, 2
"""47.1 The Air Capacity of the assumed carrier, and the value of a damage level to it for each point of capacity."""
FIRE_OF_FLEET, PATROL_OF_FLEET = 12, Wing(2, 5)
"""The assumed anti-aircraft strength and patrol of a carrier force."""
OWN_SHARE = 2
"""Carriers get this many times as many fighters on patrol as other forces that they cover."""
MAX_ON_ONE_SHIP = 8
"""The largest number of points that attack one ship."""
ROLES = ("torpedo", "bomb", "bombardment", "kamikaze", "strafing", "escort")
"""The Roles of a wave in order of preference."""


def row_of(observation: Observation, stack: str) -> AirType:
    """The ratings of the aircraft in a stack."""
    row: AirType = observation.pieces.air[STACKS.index[stack] // len(TRAININGS)]
    return row


def search(observation: Observation, choices: Choices, random: Random) -> Action:
    """8.1 Searches with all flying boats, and with a few points from every other base."""
    for base in choices.next("search") if "search" in choices.next() else ():
        first = BASES.index[base] * STACK_COUNT
        out = sum(observation.arrays[layout.SEARCHING][first : first + STACK_COUNT])
        for stack in choices.next("search", base):
            points = choices.next("search", base, stack)
            boats = row_of(observation, stack).category == "flying_boat"
            if boats or out < SEARCHERS_PER_BASE:
                return (
                    "search",
                    base,
                    stack,
                    points[-1] if boats else points[min(SEARCHERS_PER_BASE - out, len(points)) - 1],
                )
    return ("done",)


# -- strikes ---------------------------------------------------------------------------------------------


def declare(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """6.2, 6.5, 6.3 Covers the carrier forces first, then strikes contacts, and then the objective."""
    verbs = choices.next()
    for verb in ("cover", "shield"):
        if verb in verbs and (result := cover(observation, choices, verb)):
            return result
    if "strike" in verbs and (target := best_contact(observation, choices.next("strike"))):
        return ("strike", target)
    if "raid" in verbs and (raid := best_raid(observation, choices)):
        return raid
    if "make_ready" in verbs and observation.contacts:
        return make_ready(choices)
    return ("done",)


def cover(
    observation: Observation, choices: Choices, verb: str, portion: tuple[int, int] | None = None
) -> list[Action] | None:
    """6.2 Puts a share of a carrier's fighters on patrol over its own force, once a phase; by default about half."""
    for base in choices.next(verb):
        ship = observation.deck(base)
        force = observation.force_of(ship) if ship >= 0 else -1
        if force < 0 or observation.patrols(base):
            continue
        for stack in choices.next(verb, base):
            place, number = BASES.index[base], STACKS.index[stack]
            near = fighter_patrols.near_forces(observation.state, observation.number, place, number // len(TRAININGS))
            guarded = to_guard(observation, force, tuple([FORCES.ids[own] for own in sets.iterate(near)]))
            if guarded:
                free = free_to_cover(observation, verb, place, number)
                points = -(-free * portion[0] // portion[1]) if portion else leyte.on_patrol(observation, free)
                return [(verb, base, stack), (OVER[verb], guarded, str(points))]
    return None


OVER = {"cover": "fly_over", "shield": "stay_over"}
"""6.2, 6.20 The question that follows when fighters are named to patrol over a Task Force."""


def free_to_cover(observation: Observation, verb: str, base: int, stack: int) -> int:
    """6.11, 6.20 The fighters that may patrol over a Task Force: those that are free now, or that have rested."""
    if verb == "shield":
        return readiness.may_patrol(observation.state, observation.number, base, stack)
    return role_points.may_fly(observation.state, observation.number, base, stack, strike=True)


def to_guard(observation: Observation, force: int, offered: tuple[str, ...]) -> str | None:
    """6.2 The force that a carrier's fighters cover: its own, then forces near the objective, which have no
    fighters.
    """
    if observation.stays_near:
        guarded = FORCES.ids[leyte.force_to_cover(observation, force)]
        return guarded if guarded in offered else None
    others = [
        own
        for own in observation.own_forces()
        if observation.near_prize(own) and observation.task(own) in ("guns", "landing")
    ]
    reached = [own for own in (force, *others) if FORCES.ids[own] in offered]
    least = min(reached, key=lambda own: leyte.cover_of(observation, own) / share(observation, force, own), default=-1)
    return FORCES.ids[least] if least >= 0 else None


def share(observation: Observation, force: int, own: int) -> float:
    """6.2 The share of the fighters of a carrier force over a force: at Guadalcanal most are over the landing."""
    larger = own != force and observation.task(own) == "landing" if observation.at_guadalcanal else own == force
    return OWN_SHARE if larger else 1


def best_contact(observation: Observation, offered: tuple[str, ...]) -> str | None:
    """6.5 The contact whose strike has the best exact odds; None if every strike costs more than it gains."""
    worths = {force: strike_value(observation, FORCES.index[force]) for force in offered}
    best = max(worths, key=worths.__getitem__)
    return best if worths[best] > 0 else None


def strike_value(observation: Observation, contact: int) -> float:
    """8.4, 47.1 The expected Victory Points of a strike on a force, minus the expected losses."""
    wing = free_attackers(observation, observation.where(contact))
    if not wing:
        return 0.0
    hull, outlook = strike_outlook(observation, contact, wing)
    a_point: int = observation.pieces.charts.worth["air_carrier"]
    return gain(hull, outlook) - mean(outlook.gone) * a_point


def strike_outlook(observation: Observation, contact: int, wing: list[tuple[int, int, bool]]) -> tuple[Hull, Outlook]:
    """8.4 The assumed target in a force, and the result of a strike on it with the best attackers of a wing."""
    hull = assumed_target(observation, contact)
    points, strength, torpedoes = 0, 0, 0
    for number, each, by_torpedo in sorted(wing, key=lambda load: -load[1]):
        taken = min(number, MAX_ON_ONE_SHIP - points)
        points, strength, torpedoes = points + taken, strength + taken * each, torpedoes + taken * by_torpedo
    fix = observation.pieces.charts.search_chits[observation.cells[layout.CONTACT + contact]].fix
    weapon = TORPEDOES if 2 * torpedoes > points else BOMBS
    attack = ShipAttack(weapon, strength, halved=hull is BATTLESHIP_TARGET and weapon == BOMBS)
    raid = Raid(fix, Wing(points, 1), max(1, strength // points), attack)
    patrol = PATROL_OF_FLEET if hull is CARRIER_TARGET else Wing(0, 0)
    return hull, strike(observation.pieces.charts, hull, raid, patrol, Wing(0, 0), FIRE_OF_FLEET)


def assumed_target(observation: Observation, contact: int) -> Hull:
    """8.3 The assumed target in a force: the ship in the report, or a carrier if there may be one."""
    if not observation.reports_carriers(contact):
        return CRUISER_TARGET
    types = observation.reported_types(contact)
    return BATTLESHIP_TARGET if types and not types.keys() & set(CARRIERS) else CARRIER_TARGET


def gain(hull: Hull, outlook: Outlook) -> float:
    """47.1 The value of the damage levels that a strike causes."""
    each = VALUE_PER_LEVEL * TARGET_AIR_CAPACITY if hull is CARRIER_TARGET else hull.defence
    return sum(chance * each * min(level, FLOATS + 1) for level, chance in enumerate(outlook.levels))


def free_attackers(observation: Observation, hex: int) -> list[tuple[int, int, bool]]:
    """6.1, 5.2 The free points that reach ships in a hex: their number, the bombs of each, and whether they carry
    torpedoes.
    """
    special = observation.procedure_name in ("special_orders", "ready_orders")
    result: dict[tuple[int, int], tuple[int, int, bool]] = {}
    roles = (flight_duties.TORPEDO, flight_duties.BOMB)
    free = strike_reach.points_able_to_strike(observation.state, observation.number, special=special)
    for base, stack, role in strike_declaration.attackers_of_hex(
        observation.state, observation.number, hex, roles, special=special
    ):
        row = observation.pieces.air[stack // len(TRAININGS)]
        each, torpedo = (row.torpedo, True) if role == flight_duties.TORPEDO else (row.bomb, False)
        if each > result.get((base, stack), (0, 0, False))[1]:
            result[base, stack] = free[base, stack], each, torpedo
    return list(result.values())


def best_raid(observation: Observation, choices: Choices) -> Action | None:
    """6.3, 42.42 A wave against the airbase or troops at an enemy-held objective; at Leyte, against an enemy base."""
    found_base = leyte.strongest_found_base(observation, choices.next("raid"))
    hex = found_base or IDS[observation.prize]
    if not found_base and (
        observation.controls(observation.prize) or observation.contacts or hex not in choices.next("raid")
    ):
        return None
    targets = choices.next("raid", hex)
    wanted = siege.raid_targets(observation) if not found_base else ("airbase", "guns")
    target = next((name for name in wanted if name in targets), targets[0])
    heights = choices.next("raid", hex, target)
    return ("raid", hex, target, heights[0])


def make_ready(choices: Choices) -> Action:
    """6.6 Readies all rested points to strike forces that are sighted later."""
    base = choices.next("make_ready")[0]
    stack = choices.next("make_ready", base)[0]
    return ("make_ready", base, stack, choices.next("make_ready", base, stack)[-1])


# -- 7.7 a wave --------------------------------------------------------------------------------------------


def fill_wave(observation: Observation, choices: Choices, random: Random) -> Action:
    """6.1, 7.7 Fills a wave with the best attackers that reach the target, then with half of the fighters
    as escorts.
    """
    verbs = choices.next()
    best: tuple[int, float, Action] | None = None
    for base in choices.next("send") if "send" in verbs else ():
        for stack in choices.next("send", base):
            for role in choices.next("send", base, stack):
                points = choices.next("send", base, stack, role)
                if role == "escort" and not observation.escorts_free(BASES.index[base], STACKS.index[stack]):
                    continue
                if role == "strafing" or row_of(observation, stack).category == "flying_boat":
                    continue
                many = points[(len(points) - 1) // 2] if role == "escort" else points[-1]
                found = (-ROLES.index(role), float(int(many)), ("send", base, stack, role, many))
                best = max(best, found, key=lambda each: each[:2]) if best else found
    if best:
        return best[2]
    if ("fly",) in choices:
        return ("fly",)
    return choices.at(0)
