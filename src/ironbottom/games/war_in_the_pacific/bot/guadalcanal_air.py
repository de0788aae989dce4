"""The bot's aircraft at Guadalcanal: patrols over bases, strikes on links, raids on the airfield, and transfers."""

from __future__ import annotations

from random import Random

from ironbottom.engine.core import sets
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.bot import air
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS
from ironbottom.games.war_in_the_pacific.derived.transfer_range import in_transfer
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.odds.fights import FACES
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, BASE_HEX, BASES, FORCES, HEXES, STACKS
from ironbottom.games.war_in_the_pacific.rules.air import waves
from ironbottom.games.war_in_the_pacific.rules.air.strikes_on_links import DEFENCE
from ironbottom.games.war_in_the_pacific.rules.naval.damage import damage_levels, damage_points

POINTS_PER_LEVEL = 12
"""47.1 The Victory Points of a level of merchant shipping: its printed room."""
WORTHWHILE = 6.0
"""15.5 The expected Victory Points for which a link is struck."""
HEXES_TRIED = 6
"""15.5 The number of hexes of a link that are compared."""
FORWARD: tuple[tuple[str, ...], tuple[str, ...]] = (("E1613",), ("E2519", "E3324"))
"""5.5 The airbases to which each side transfers aircraft from the rear: Rabaul; the airfield and Espiritu Santo."""
REAR: tuple[tuple[str, ...], tuple[str, ...]] = (("E1602", "E1512"), ("E3231", "E3426"))
"""43.72, 43.74 The airbases where aircraft arrive."""
FIELD_TYPES = ("fighter", "dive_bomber")
"""The categories of aircraft that the Allies send to the airfield; heavy bombers reach it from the rear."""


def declare(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """6.2, 6.5, 6.3, 15.5 Patrols first; then strikes on contacts, on links, and on the airfield."""
    verbs = choices.next()
    for verb in ("cover", "shield"):
        if verb in verbs and (result := air.cover(observation, choices, verb)):
            return result
    for verb in ("patrol", "guard"):
        if verb in verbs and (over := patrol_base(observation, choices, verb)):
            return over
    if strike := best_strike(observation, choices, verbs):
        return strike
    if "raid" in verbs and (raid := air.best_raid(observation, choices)):
        return raid
    if "make_ready" in verbs and observation.contacts:
        return air.make_ready(choices)
    return ("done",)


# -- 6.2 patrols over bases ------------------------------------------------------------------------------


def patrol_base(observation: Observation, choices: Choices, verb: str) -> Action | None:
    """6.2 Half of the fighters of each airbase ashore patrol over it, once a phase."""
    for base in choices.next(verb):
        if observation.deck(base) >= 0 or observation.patrols(base) or not is_exposed(observation, base):
            continue
        for stack in choices.next(verb, base):
            over = named(BASE_HEX[BASES.index[base]])
            if over in choices.next(verb, base, stack):
                points = choices.next(verb, base, stack, over)
                return (verb, base, stack, over, points[(len(points) - 1) // 2])
    return None


def named(hex: int) -> str:
    """The name of a hex."""
    return HEXES.ids[hex]


def is_exposed(observation: Observation, base: str) -> bool:
    """6.3 Whether enemy bombers may strike an airbase: it is within reach of an enemy base, or ships are reported."""
    hex = BASE_HEX[BASES.index[base]]
    near = any(GRID.distance(observation.where(contact), hex) <= NEAR for contact in observation.contacts)
    return near or any(GRID.distance(hex, there) <= IN_RANGE for there in enemy_airbases(observation))


NEAR, IN_RANGE = 8, 12
"""6.3 Within these distances of enemy ships, and of enemy airbases, fighters stay over their base."""


def enemy_airbases(observation: Observation) -> list[int]:
    """5.41 The hexes of the working airbases of the enemy in play."""
    opened = observation.pieces.in_play(observation.cells[layout.SCENARIO])
    level, hurt, control = (observation.arrays[n] for n in (layout.LEVEL, layout.HURT, layout.CONTROL))
    return [
        hex
        for base, hex in enumerate(BASE_HEX)
        if opened[hex] and level[base] > hurt[base] and control[hex] == 1 - observation.number
    ]


# -- 15.5 strikes on links -------------------------------------------------------------------------------


def best_strike(observation: Observation, choices: Choices, verbs: tuple[str, ...]) -> Action | None:
    """6.5, 15.5 The strike on a contact or on a link that promises the most; None if none is worthwhile."""
    links = best_link(observation, choices) if "raid_link" in verbs else (WORTHWHILE, ())
    target = air.best_contact(observation, choices.next("strike")) if "strike" in verbs else None
    if target and air.strike_value(observation, FORCES.index[target]) >= links[0] * bool(links[1]):
        return ("strike", target)
    return links[1] or None


def best_link(observation: Observation, choices: Choices) -> tuple[float, Action]:
    """15.5 The strike on an enemy link that promises the most, if possible in a hex that no fighters can patrol; an
    empty choice if none is worthwhile.
    """
    places = observation.pieces.atlas.places
    best: tuple[float, Action] = (WORTHWHILE, ())
    for link in choices.next("raid_link"):
        hexes = choices.next("raid_link", link)
        open_sea = [hex for hex in hexes if NUMBER[hex] not in places] or list(hexes)
        for hex in open_sea[:: max(len(open_sea) // HEXES_TRIED, 1)]:
            worth = link_strike_value(observation, NUMBER[hex])
            if worth > best[0]:
                best = worth, ("raid_link", link, hex)
    return best


def link_strike_value(observation: Observation, hex: int) -> float:
    """15.5, 47.1 The expected Victory Points of a strike on a link in a hex: torpedoes, then bombs."""
    strength = {True: 0, False: 0}
    for points, each, by_torpedo in air.free_attackers(observation, hex):
        strength[by_torpedo] += points * each
    return POINTS_PER_LEVEL * sum(expected_levels(observation, each) for each in strength.values() if each)


def expected_levels(observation: Observation, strength: int) -> float:
    """15.5, 12.1 The expected levels that merchant shipping loses to one roll, at most the four levels of one unit."""
    charts = observation.pieces.charts
    faces = range(1, FACES + 1)
    points = [damage_points(charts, strength, die, 0) for die in faces]
    found = [min(damage_levels(charts, each, DEFENCE, result), FLOATS) for each in points for result in faces]
    return sum(found) / len(found)


def fill_wave(observation: Observation, choices: Choices, random: Random) -> Action:
    """6.1, 7.7 A wave against a link needs no escort; others are filled as usual."""
    if waves.aim_of(observation.state, observation.here.wave).link < 0:
        return air.fill_wave(observation, choices, random)
    verbs = choices.next()
    for base in choices.next("send") if "send" in verbs else ():
        for stack in choices.next("send", base):
            roles = [role for role in ("torpedo", "bomb") if role in choices.next("send", base, stack)]
            if roles:
                return ("send", base, stack, roles[0], choices.next("send", base, stack, roles[0])[-1])
    return ("fly",) if ("fly",) in choices else choices.at(0)


# -- 5.5 transfers ---------------------------------------------------------------------------------------


def transfer(observation: Observation, choices: Choices, random: Random) -> Action:
    """5.5 Aircraft in the rear move forward: to the airfield while it has room, or to the next base."""
    verbs = choices.next()
    for base in choices.next("transfer") if "transfer" in verbs else ():
        if base not in REAR[observation.number]:
            continue
        for stack in choices.next("transfer", base):
            if forward_base(observation, base, stack) >= 0:
                return ("transfer", base, stack)
    return ("done",) if ("done",) in choices else choices.at(0)


def forward_base(observation: Observation, base: str, stack: str) -> int:
    """5.5, 5.4 The forward airbase with room to which aircraft fly; -1 if there is none in range."""
    number, kind = STACKS.index[stack], air.row_of(observation, stack).category
    reached = in_transfer(observation.state, observation.number, BASES.index[base], number)
    for name in FORWARD[observation.number]:
        to = BASE_AT[NUMBER[name]]
        if not sets.holds(reached, to) or not observation.works_as_airbase(NUMBER[name]):
            continue
        if kind in FIELD_TYPES or observation.number == JAPAN:
            return to
    return -1


def new_base(observation: Observation, choices: Choices, random: Random) -> Action:
    """5.5 Flies all points for which there is room to the forward base."""
    here = observation.here
    to = forward_base(observation, BASES.ids[here.base], STACKS.ids[here.stack])
    name = BASES.ids[to] if to >= 0 else ""
    goals = choices.next("fly_to")
    goal = name if name in goals else goals[0]
    return ("fly_to", goal, choices.next("fly_to", goal)[-1])
