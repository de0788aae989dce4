"""The ensign in Burma: both supply their front, the Allies fly stores to Kunming and attack where they are strong."""

from __future__ import annotations

from random import Random

from ironbottom.engine.actions import Action
from ironbottom.engine.choices import Choices
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, BASE_HEX, BASES, UNITS
from ironbottom.games.war_in_the_pacific.player.sight import Sight
from ironbottom.games.war_in_the_pacific.rules import burma, ground_units

FRONT = {"allies": "A2909", "japan": "A3014"}
"""Where stores are wanted: in Assam, whence transports fly to Kunming; at Mandalay."""
TRANSPORTS, STAFF = "c_47_trained", "cw_hq_wing"
AIMS = {"allies": ("A3014", "A3019", "A3219"), "japan": ("A2810", "A2512", "A2613")}
"""44.42, 44.43 What each side marches for: the towns of Burma; hexes of India beyond the hills."""
STRONG = 12
"""A stack of so much strength marches on what it wants, others follow it or stand."""
MOVES = 20
GAINS = 2
"""A unit marches where it comes so many hexes nearer, or stands."""


def deploy(sight: Sight, choices: Choices, random: Random) -> Action:
    """44.5 The stores lie at the front, and the transports beside them."""
    front = FRONT[sight.side]
    moved = sight.cells[places.DECK_CHANGES + sight.number]
    if "set_stores" in choices.next() and moved < MOVES:
        for at in choices.next("set_stores"):
            if at != front and front in choices.next("set_stores", at):
                return ("set_stores", at, front, choices.next("set_stores", at, front)[-1])
    if "set_out" in choices.next() and moved < MOVES and not sight.is_japan():
        for unit in choices.next("set_out"):
            if sends_staff(sight, UNITS.index[unit]) and front in choices.next("set_out", unit):
                return ("set_out", unit, front)
    if "set_air" in choices.next() and moved < MOVES and not sight.is_japan():
        for base in choices.next("set_air"):
            near = to_fly_from(base, choices)
            if near:
                return ("set_air", base, TRANSPORTS, near, choices.next("set_air", base, TRANSPORTS, near)[-1])
    return ("all_set",)


def sends_staff(sight: Sight, unit: int) -> bool:
    """5.3 Whether a headquarters goes to the front: a Wing, while none is there for the transports."""
    state, front = sight.state, NUMBER[FRONT[sight.side]]
    here = [ground_units.type_of(state, other).id for other in ground_units.units_at(state, sight.number, front)]
    return ground_units.type_of(state, unit).id == STAFF and STAFF not in here


def to_fly_from(base: str, choices: Choices) -> str:
    """6.8 The airbase nearest to Kunming to which transports may go from one that lies farther off."""
    if TRANSPORTS not in choices.next("set_air", base):
        return ""
    best = min(choices.next("set_air", base, TRANSPORTS), key=away)
    return best if away(best) < away(base) else ""


def away(base: str) -> int:
    """How far a base is from Kunming."""
    return GRID.distance(BASE_HEX[BASES.index[base]], NUMBER[burma.KUNMING])


def receive(sight: Sight, choices: Choices, random: Random) -> Action:
    """44.62, 44.63 All of it at the first port."""
    at = choices.next("receive")[0]
    return ("receive", at, choices.next("receive", at)[-1])


def lift(sight: Sight, choices: Choices, random: Random) -> Action:
    """6.8, 44.43 All transports that can fly stores to Kunming, as long as some are left for those that fight."""
    if "fly_stores" in choices.next():
        for base in choices.next("fly_stores"):
            at = BASE_HEX[BASES.index[base]] if BASES.index[base] < len(BASE_HEX) else -1
            if base == burma.KUNMING or at < 0 or sight.arrays[places.SUPPLY][BASE_AT[at]] <= sight.pieces.block:
                continue
            for stack in choices.next("fly_stores", base):
                if burma.KUNMING in choices.next("fly_stores", base, stack):
                    points = choices.next("fly_stores", base, stack, burma.KUNMING)[-1]
                    return ("fly_stores", base, stack, burma.KUNMING, points, "comes_back")
    return ("done",)


def march(sight: Sight, choices: Choices, random: Random) -> Action:
    """22.1, 25.4 Stores go to the front by rail; then strong stacks march on what they want."""
    freight = stores_forward(sight, choices)
    if freight is not None:
        return freight
    if "march" in choices.next():
        for unit in choices.next("march"):
            to = goal(sight, UNITS.index[unit], choices.next("march", unit))
            if to:
                return ("march", unit, to)
    return ("done",)


def stores_forward(sight: Sight, choices: Choices) -> Action | None:
    """25.4 Stores that lie elsewhere go to the front by rail."""
    front = FRONT[sight.side]
    if "freight" in choices.next():
        for at in choices.next("freight"):
            if at != front and front in choices.next("freight", at):
                return ("freight", at, front, choices.next("freight", at, front)[-1])
    return None


def goal(sight: Sight, unit: int, hexes: tuple[str, ...]) -> str:
    """Where a unit marches: nearer to the nearest thing its side wants, beside no stronger enemy; nowhere else."""
    row = ground_units.type_of(sight.state, unit)
    at = sight.arrays[places.UNIT_AT][unit]
    if row.kind != "combat" or row.nation == "kmt" or strength(sight, at) < STRONG:
        return ""
    wanted = [NUMBER[aim] for aim in AIMS[sight.side] if sight.arrays[places.CONTROL][NUMBER[aim]] != sight.number]
    if not wanted:
        return ""
    now = min(GRID.distance(at, aim) for aim in wanted)
    best = min(hexes, key=lambda to: (min(GRID.distance(NUMBER[to], aim) for aim in wanted), to))
    near = min(GRID.distance(NUMBER[best], aim) for aim in wanted)
    stands = any(holds_front(sight, beyond) for beyond in GRID.beyond(at))
    return "" if near >= now or (stands and near > now - GAINS) else best


def strength(sight: Sight, at: int) -> int:
    """The strength of the own side in a hex and around it."""
    return sum(ground_units.strength(sight.state, sight.number, near) for near in (at, *GRID.beyond(at)) if near >= 0)


def holds_front(sight: Sight, at: int) -> bool:
    """Whether the enemy stands in a hex."""
    return at >= 0 and ground_units.defended(sight.state, 1 - sight.number, at)


def quarters(sight: Sight, choices: Choices, random: Random) -> Action:
    """21.6, 29.8 What was reduced is rebuilt."""
    for verb in ("rebuild", "refill_army"):
        if verb in choices.next():
            return (verb, choices.next(verb)[0])
    return ("done",)
