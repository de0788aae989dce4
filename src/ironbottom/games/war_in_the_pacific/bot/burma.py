"""The bot in Burma, apart from marches: deployment, transports, construction."""

from __future__ import annotations

from random import Random

from ironbottom.engine.core import sets
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.bot.burma_front import FARTHEST, FLOOR, HALF_POINTS_PER_TURN, LINE, Front
from ironbottom.games.war_in_the_pacific.bot.burma_ground import FIELDS, supply_points_at
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.derived import air_bases, ground_stacks
from ironbottom.games.war_in_the_pacific.derived.supply_reach import in_touch
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, BASE_HEX, BASES, GROUND_TYPES, UNITS
from ironbottom.games.war_in_the_pacific.scenarios.burma import derived as burma_derived
from ironbottom.games.war_in_the_pacific.scenarios.burma.deployment import starts_of
from ironbottom.games.war_in_the_pacific.scenarios.burma.supply import cost_by_hex

TRANSPORTS, STAFF = "c_47_trained", "cw_hq_wing"
STORES = {"allies": {"A2810": 3, "A2909": 2, "A2213": 2}, "japan": {"A3014": 1}}
"""44.21, 44.36 The hexes in which blocks start: behind the front, and where transports load; Japan's other blocks start
in Rangoon.
"""
STAFF_AT = "A2909"
MIN_LEVELS = 4
"""5.4 The number of Levels to which transport airfields are built up."""
RESERVE = {"allies": 60, "japan": 90}
"""25.3 Below this number of Supply Points, nothing is built."""
MOVES = 20


# -- 44.5 deployment -----------------------------------------------------------------------------------------


def deploy(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """44.5 Places stores behind the front, and transports and a headquarters in Assam; Japan reacts to the Allies."""
    if observation.cells[layout.DECK_CHANGES + observation.number] < MOVES:
        result = (
            set_stores(observation, choices)
            or set_headquarters(observation, choices)
            or set_transports(observation, choices)
        )
        result = result or set_reserves(observation, choices)
        if result:
            return result
    return ("all_set",)


def set_stores(observation: Observation, choices: Choices) -> list[Action] | None:
    """44.21, 44.36 Moves blocks from hexes with a surplus to hexes that need them."""
    if "set_stores" not in choices.next():
        return None
    for hex in choices.next("set_stores"):
        spare = -missing_blocks(observation, hex)
        for to in STORES[observation.side]:
            short = missing_blocks(observation, to)
            near = sets.holds(burma_derived.stores_of(observation.state, observation.number, NUMBER[hex]), NUMBER[to])
            if min(short, spare) > 0 and near:
                blocks = choices.next("set_stores", hex)
                return [("set_stores", hex, blocks[min(short, spare, len(blocks)) - 1]), ("store_at", to)]
    return None


def missing_blocks(observation: Observation, hex: str) -> int:
    """44.21, 44.36 The number of blocks that a hex lacks; negative if it can spare some."""
    wanted, blocks = (
        STORES[observation.side].get(hex, 0),
        int(supply_points_at(observation, hex) // observation.pieces.block),
    )
    return wanted - blocks


def set_headquarters(observation: Observation, choices: Choices) -> list[Action] | None:
    """5.3 Sends a Wing to Assam if there is none for the transports."""
    state, front = observation.state, NUMBER[STAFF_AT]
    here = [ground_stacks.type_of(state, unit).id for unit in ground_stacks.units_at(state, observation.number, front)]
    if observation.number != ALLIES or STAFF in here or "set_out" not in choices.next():
        return None
    for unit in choices.next("set_out"):
        kind = ground_stacks.type_of(state, UNITS.index[unit]).id
        if kind == STAFF and front in starts_of(state, observation.number, UNITS.index[unit]):
            return [("set_out", unit), ("start_at", STAFF_AT)]
    return None


def set_transports(observation: Observation, choices: Choices) -> Action | None:
    """6.8 Sends as many transports to the airfields of Assam as have room there."""
    if observation.number != ALLIES or "set_air" not in choices.next():
        return None
    for base in choices.next("set_air"):
        if base in FIELDS or TRANSPORTS not in choices.next("set_air", base):
            continue
        for to in FIELDS:
            if to in choices.next("set_air", base, TRANSPORTS):
                return ("set_air", base, TRANSPORTS, to, choices.next("set_air", base, TRANSPORTS, to)[-1])
    return None


def set_reserves(observation: Observation, choices: Choices) -> list[Action] | None:
    """44.83, 44.84 Japan deploys last: units that are out of the enemy's reach are placed where the line is weakest."""
    if (
        observation.number != JAPAN
        or not layout.scenario(observation.state).free_deployment
        or "set_out" not in choices.next()
    ):
        return None
    front, positions = Front(observation), observation.arrays[layout.UNIT_AT]
    weak = sorted(
        (hold for hold in map(NUMBER.__getitem__, LINE) if needs_more(front, hold)), key=front.shortfall, reverse=True
    )
    idle = [UNITS.index[unit] for unit in choices.next("set_out")]
    idle = [unit for unit in idle if unit in front.fighters and can_leave(front, positions[unit])]
    for hold in weak:
        near = sorted(idle, key=lambda unit: (front.way(positions[unit], hold), unit))
        for unit in near:
            if front.way(positions[unit], hold) < FARTHEST and hold in starts_of(
                observation.state, observation.number, unit
            ):
                return [("set_out", UNITS.ids[unit]), ("start_at", IDS[hold])]
    return None


def needs_more(front: Front, hex: int) -> bool:
    """24.5 Whether the defender of a hex, even when entrenched, is weaker than all units that can attack it."""
    return front.controls(hex) and front.shortfall(hex) > 0


def can_leave(front: Front, hex: int) -> bool:
    """44.65 Whether a unit can leave: no enemy can attack its hex next, and its town keeps a garrison without it."""
    return not front.threat_by_hex.get(hex, 0) and IDS[hex] not in FLOOR


# -- 44.62, 44.63 arrivals -------------------------------------------------------------------------------------


def receive(observation: Observation, choices: Choices, random: Random) -> Action:
    """44.62, 44.63 Receives all stores at the first port."""
    hex = choices.next("receive")[0]
    return ("receive", hex, choices.next("receive", hex)[-1])


# -- 6.8 transports ----------------------------------------------------------------------------------------------


def lift(observation: Observation, choices: Choices, random: Random) -> Action:
    """6.8, 44.43 Transports drop stores to units without supply, move up to Assam, and fly to Kunming."""
    if brought := supply_cut_off_units(observation, choices):
        return brought
    return fly_stores(observation, choices) or ("done",)


def fly_stores(observation: Observation, choices: Choices) -> Action | None:
    """6.8, 44.43 Transports with stores fly to Kunming; transports farther back move up to Assam."""
    for base in choices.next("fly_stores") if "fly_stores" in choices.next() else ():
        if base == burma_derived.KUNMING:
            continue
        for stack in choices.next("fly_stores", base):
            goals = choices.next("fly_stores", base, stack)
            if burma_derived.KUNMING in goals and supply_points_at(observation, base) > observation.pieces.block // 2:
                points = choices.next("fly_stores", base, stack, burma_derived.KUNMING)[-1]
                return ("fly_stores", base, stack, burma_derived.KUNMING, points, "comes_back")
            ahead = fly_stores_to_assam(observation, choices, base, stack) if base not in FIELDS else None
            if ahead:
                return ahead
    return None


def drop_stores(observation: Observation, choices: Choices, random: Random) -> Action:
    """6.8 Drops stores to units that are cut off; the other transports wait."""
    return supply_cut_off_units(observation, choices) or ("done",)


def fly_to_kunming(observation: Observation, choices: Choices, random: Random) -> Action:
    """44.43 Sends all transports that have room there to Kunming, or up to Assam on the way."""
    return fly_stores(observation, choices) or ("done",)


def fly_stores_to_assam(observation: Observation, choices: Choices, base: str, stack: str) -> Action | None:
    """5.9, 6.8 Transports that are too far back carry stores to an airfield in Assam with room, and stay there."""
    for to in FIELDS:
        if to not in choices.next("fly_stores", base, stack):
            continue
        room = air_bases.capacity_left(observation.state, BASES.index[to], water=False)
        fits = [points for points in choices.next("fly_stores", base, stack, to) if int(points) <= room]
        if fits:
            return ("fly_stores", base, stack, to, fits[-1], "stays")
    return None


def supply_cut_off_units(observation: Observation, choices: Choices) -> Action | None:
    """6.8, 25.3 Supplies the strongest stack without a Line for two Segments, by landing stores at its base or by
    dropping them.
    """
    touched = in_touch(observation.state, observation.number)
    owed = {
        hex: cost for hex, (cost, _) in cost_by_hex(observation.state, observation.number).items() if hex not in touched
    }
    best: tuple[int, Action] | None = None
    for verb, landing in COME_BACK.items() if owed else ():
        for base in choices.next(verb) if verb in choices.next() else ():
            if base not in BASE_AT_NAMES or supply_points_at(observation, base) < observation.pieces.block // 2:
                continue
            for stack in choices.next(verb, base):
                for hex in choices.next(verb, base, stack):
                    cost = owed.get(NUMBER[hex], 0) if hex in NUMBER else 0
                    if cost and (best is None or cost > best[0]):
                        points = choices.next(verb, base, stack, hex)
                        many = next((n for n in points if int(n) >= BROUGHT * cost), points[-1])
                        best = (cost, (verb, base, stack, hex, many, *landing))
    return best[1] if best else None


BROUGHT = 4
"""6.8 The transport points that supply one Supply Point per Segment for two Segments, allowing for losses."""
COME_BACK: dict[str, tuple[str, ...]] = {"fly_stores": ("comes_back",), "drop_stores": ()}
BASE_AT_NAMES = frozenset(BASES.ids[base] for base in range(len(BASE_HEX)))


# -- 26.1 works --------------------------------------------------------------------------------------------------


def quarters(observation: Observation, choices: Choices, random: Random) -> Action:
    """21.6, 26.1, 29.8 Rebuilds reduced units, entrenches garrisons, and enlarges the airfields of the transports."""
    rich = sum(supply_points_at(observation, hex) for hex in stores_of(observation)) > RESERVE[observation.side]
    if "rebuild" in choices.next() and rich:
        return ("rebuild", max(choices.next("rebuild"), key=lambda unit: (strength(observation, unit), unit)))
    for verb in ("refill_army", "recall_army"):
        if verb in choices.next():
            return (verb, *([choices.next(verb)[0]] if choices.next(verb) else []))
    work = build_works(observation, choices) if rich and "begin_work" in choices.next() else None
    return work or ("done",)


def strength(observation: Observation, unit: str) -> int:
    """21.6 The strength of a battlegroup at full strength."""
    name = ground_stacks.type_of(observation.state, UNITS.index[unit]).id.removesuffix("_bg")
    return int(observation.pieces.ground[GROUND_TYPES.index[name]].strength)


def stores_of(observation: Observation) -> list[str]:
    """25.2 The hexes with the side's own Supply Points."""
    control, supply = observation.arrays[layout.CONTROL], observation.arrays[layout.SUPPLY]
    return [BASES.ids[base] for base, hex in enumerate(BASE_HEX) if control[hex] == observation.number and supply[base]]


def build_works(observation: Observation, choices: Choices) -> Action | None:
    """26.1 Entrenches units near the enemy; engineers enlarge the airfields in Assam."""
    front = Front(observation)
    for hex in choices.next("begin_work"):
        open_to = choices.next("begin_work", hex)
        if "entrenchment" in open_to and should_entrench(front, NUMBER[hex]):
            return ("begin_work", hex, "entrenchment")
        small = hex in FIELDS and observation.arrays[layout.LEVEL][BASE_AT[NUMBER[hex]]] < MIN_LEVELS
        if small and "airbase" in open_to:
            return ("begin_work", hex, "airbase")
    return None


def should_entrench(front: Front, hex: int) -> bool:
    """26.1 Whether a garrison entrenches: it holds a post, or it is weaker than an adjacent enemy."""
    holds = any(not post.theirs and post.hex == hex for post in front.posts.values())
    beside = sum(front.theirs.get(beyond, 0) for beyond in GRID.beyond(hex))
    near = front.near(front.theirs, hex, HALF_POINTS_PER_TURN)
    return (holds and near > 0) or beside > front.own.get(hex, 0)
