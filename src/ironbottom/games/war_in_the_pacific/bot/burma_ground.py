"""The bot on the ground in Burma: its marches, and its attacks when the exact odds are good."""

from __future__ import annotations

from random import Random

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.bot.burma_front import (
    INDIA_WORTH,
    TOWNS_WORTH,
    VALUE_PER_POINT,
    Front,
    FrontTask,
)
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.derived import ground_destinations, ground_stacks, lift_capacity
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import step_of, type_of
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.odds.attacks import attack_row
from ironbottom.games.war_in_the_pacific.pieces import UNITS
from ironbottom.games.war_in_the_pacific.rules.land import chinese_armies
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import attackers_of
from ironbottom.games.war_in_the_pacific.rules.supply import lift
from ironbottom.games.war_in_the_pacific.rules.supply.lift import LOT
from ironbottom.games.war_in_the_pacific.scenarios.burma import derived as burma_derived

DEPOT = {"allies": "A2810", "japan": "A3014"}
"""25.1 The depots behind the front: the railhead at Dimapur, and Mandalay."""
FIELDS = ("A2909", "A3008")
"""44.35 The airfields in Assam from which transports fly to Kunming."""
KEPT_AT_FIELD = 100
"""44.43 The number of Supply Points kept at these airfields for transports."""
KEPT_AT_PORT = {"allies": 60, "japan": 120}
"""25.2 The number of Supply Points that stay where they arrive."""
OWN_POINT = {JAPAN: 1.0, ALLIES: 0.7}
"""21.6 The weight of a point that the side loses: the Allies can rebuild units, Japan hardly can."""
WORN_DOWN = 0.5
"""The value of reducing a garrison without destroying it."""
VALUE_PER_HEX = 25
"""The value of a cleared hex, not counting its town."""
STAYS, GOES, GONE, THEY_LOSE, WE_LOSE = range(5)


# -- 22.0 marches --------------------------------------------------------------------------------------------


def march(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """22.1, 25.4 Sends stores to the front by rail; then each unit marches to its task, the nearest first."""
    freight = stores_forward(observation, choices)
    if freight is not None:
        return freight
    front = Front(observation)
    return cross_into_india(front, choices) or by_task(front, choices) or move_engineers(front, choices) or ("done",)


def stores_forward(observation: Observation, choices: Choices) -> Action | None:
    """25.4 Sends arrivals by rail to the transport airfields and to the depot behind the front."""
    wanted = (*(FIELDS if observation.number == ALLIES else ()), DEPOT[observation.side])
    for hex in choices.next("freight") if "freight" in choices.next() else ():
        spare = supply_points_at(observation, hex) - KEPT_AT_PORT[observation.side]
        for to in wanted:
            short = KEPT_AT_FIELD - supply_points_at(observation, to) if to in FIELDS else spare
            if hex not in wanted and min(spare, short) >= LOT and to in choices.next("freight", hex):
                lots = choices.next("freight", hex, to)
                return ("freight", hex, to, lots[min(len(lots), min(spare, short) // LOT) - 1])
    return None


def supply_points_at(observation: Observation, hex: str) -> int:
    """25.2 The Supply Points in a hex."""
    result: int = observation.arrays[layout.SUPPLY][base_at(observation.state, NUMBER[hex])]
    return result


def movable_units(choices: Choices) -> tuple[str, ...]:
    """22.1 The units that may move."""
    return choices.next("move") if "move" in choices.next() else ()


def reachable_hexes(front: Front, unit: int, way: str) -> list[int]:
    """22.1, 22.5, 30.2 The hexes that a unit reaches by a kind of movement, ascending."""
    state, here = front.state, front.observation.here
    if way == "entrain":
        return list(lift.lift_destinations(state, front.side, unit, here.spent, lift_capacity.RAIL))
    if unit in chinese_armies.armies_without_points(state, here, front.side):
        return []
    near = ground_destinations.reach(state, front.side, unit)
    if way == "march":
        return near
    return [hex for hex in ground_destinations.reach(state, front.side, unit, forced=True) if hex not in near]


def movement_choices(name: str, way: str, to: int) -> list[Action]:
    """22.1 Moves a unit to a hex by a kind of movement."""
    return [("move", name), (way, IDS[to])]


def by_task(front: Front, choices: Choices) -> list[Action] | None:
    """22.1, 30.2 Moves the first unit that gets closer to its task on foot or by rail."""
    for way in ("march", "entrain"):
        for name in movable_units(choices):
            unit = UNITS.index[name]
            post = front.posts.get(unit)
            to = safe_hex_toward(front, unit, post, reachable_hexes(front, unit, way)) if post else -1
            if to >= 0:
                return movement_choices(name, way, to)
    return None


def safe_hex_toward(front: Front, unit: int, post: FrontTask, hexes: list[int]) -> int:
    """The hex nearest to a task where a unit is safe; negative if the unit is already that near."""
    hex = front.state.arrays[layout.UNIT_AT][unit]
    if front.can_be_done_from(post, hex):
        return -1
    safe = [to for to in hexes if front.can_be_done_from(post, to) or front.safe(to)]
    best = min(safe, key=lambda to: (front.way(to, post.hex), to), default=hex)
    return best if front.way(best, post.hex) < front.way(hex, post.hex) else -1


def cross_into_india(front: Front, choices: Choices) -> list[Action] | None:
    """44.42 In the last Game-Turn, all units that can cross into India do so, whatever the cost."""
    if front.side != JAPAN or front.observation.turns_left:
        return None
    india = front.pieces.in_regions(burma_derived.INDIA)
    positions = front.state.arrays[layout.UNIT_AT]
    for way in ("march", "force_march"):
        for name in movable_units(choices):
            unit = UNITS.index[name]
            if positions[unit] in india or not type_of(front.state, unit).strength:
                continue
            over = [to for to in reachable_hexes(front, unit, way) if to in india]
            if over:
                return movement_choices(name, way, over[0])
    return None


def move_engineers(front: Front, choices: Choices) -> list[Action] | None:
    """24.4, 26.1 Moves engineers to a nearby airfield without engineers, otherwise to the strongest stack next to an
    enemy.
    """
    for name in movable_units(choices):
        unit = UNITS.index[name]
        hex = front.state.arrays[layout.UNIT_AT][unit]
        if type_of(front.state, unit).kind != "engineer" or (front.side == ALLIES and IDS[hex] in FIELDS):
            continue
        hexes = {IDS[to] for to in reachable_hexes(front, unit, "march")}
        field = next((to for to in FIELDS if to in hexes and front.side == ALLIES and not engineers(front, to)), "")
        best = field or max(hexes, key=lambda to: (strength_beside_enemy(front, NUMBER[to]), to), default=IDS[hex])
        if field or strength_beside_enemy(front, NUMBER[best]) > strength_beside_enemy(front, hex):
            return movement_choices(name, "march", NUMBER[best])
    return None


def engineers(front: Front, hex: str) -> int:
    """26.1 The side's own engineers in a hex."""
    here = ground_stacks.units_at(front.state, front.side, NUMBER[hex])
    return sum(type_of(front.state, unit).kind == "engineer" for unit in here)


def strength_beside_enemy(front: Front, hex: int) -> int:
    """The side's own strength in a hex next to an enemy; 0 in other hexes."""
    return front.own.get(hex, 0) if any(beyond in front.theirs for beyond in GRID.beyond(hex)) else 0


# -- 24.0 attacks ----------------------------------------------------------------------------------------------


def attack(observation: Observation, choices: Choices, random: Random) -> Action:
    """24.1, 24.3, 47.1 The attacks that are expected to win more Victory Points than they cost, the best first."""
    may, worths = attackers_of(observation.state, observation.here, observation.number), {}
    for hex in choices.next("attack") if "attack" in choices.next() else ():
        worths[hex] = attack_value(observation, may.get(NUMBER[hex], []), NUMBER[hex])
    best = max(worths, key=lambda hex: (worths[hex], hex), default="")
    return ("attack", best) if best and worths[best] > 0 else ("done",)


def attack_value(observation: Observation, units: list[int], hex: int) -> float:
    """24.3, 47.1 The expected value of an attack: the points that both sides lose, and the hex if it is cleared."""
    if not units:
        return 0.0
    chances = attack_row(observation.state, observation.number, units, hex).chances
    there = max(ground_stacks.strength(observation.state, 1 - observation.number, hex), 1)
    worn = WORN_DOWN * chances[THEY_LOSE] / there
    taken = min(1.0, chances[GOES] + chances[GONE] + worn) * hex_value(observation, hex)
    return VALUE_PER_POINT * (chances[THEY_LOSE] - OWN_POINT[observation.number] * chances[WE_LOSE]) + taken


def hex_value(observation: Observation, hex: int) -> float:
    """44.42, 44.43 The value of a cleared hex to the side that enters it."""
    if observation.number == ALLIES:
        return VALUE_PER_HEX + TOWNS_WORTH.get(hex, 0)
    last = not observation.turns_left and hex in observation.pieces.in_regions(burma_derived.INDIA)
    return VALUE_PER_HEX + TOWNS_WORTH.get(hex, 0) + (7 * INDIA_WORTH if last else 0)


def advance(observation: Observation, choices: Choices, random: Random) -> Action:
    """24.6 Advances the strongest units first, as many as can hold the hex."""
    front = Front(observation)
    here = observation.here.where
    inside = front.own.get(here, 0)
    around = sum(front.theirs.get(beyond, 0) for beyond in GRID.beyond(here))
    if "advance" in choices.next() and (2 * inside < around or not inside):
        units = choices.next("advance")
        return ("advance", max(units, key=lambda name: (type_of(observation.state, UNITS.index[name]).strength, name)))
    return ("done",) if ("done",) in choices else choices.at(0)


def losses(observation: Observation, choices: Choices, random: Random) -> Action:
    """21.2 Reduces divisions before any unit is eliminated; then the cheapest units are lost first."""

    def price(name: str) -> tuple[bool, int, str]:
        unit = UNITS.index[name]
        row = type_of(observation.state, unit)
        return row.steps == 1, step_of(observation.state, unit) * (row.vp_each // max(row.strength, 1)), name

    return ("suffer", min(choices.next("suffer"), key=price))
