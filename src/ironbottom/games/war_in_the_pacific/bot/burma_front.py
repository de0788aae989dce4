"""The front in Burma from the bot's point of view: unit positions, and the places worth holding or taking.

``Front.posts`` gives every unit its task: a hex of its own side to hold, or an enemy hex to approach and attack.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from heapq import heappop, heappush
from typing import NamedTuple

from ironbottom.board.offset_grid import NOWHERE, OPPOSITE
from ironbottom.engine.cache import cached
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, SEA
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.derived import chinese_armies, ground_stacks, movement_costs
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import has_room, terrain_of, terrain_row, type_of, zones
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import UNITS_OF, Pieces
from ironbottom.games.war_in_the_pacific.rules.land import ground_movement
from ironbottom.games.war_in_the_pacific.scenarios.burma import derived as burma_derived

ON_FOOT = "infantry"
AS_PRINTED = ()
"""26.1 No roads: distances ignore those built in play."""
HALF_POINTS_PER_TURN = 8
"""22.1 The movement of infantry in a Game-Turn, in half points."""
FARTHEST = 15 * HALF_POINTS_PER_TURN
"""The longest distance that a unit is sent."""
TOWNS = {"A3019": 500, "A3014": 500, "A3219": 200}
"""44.43 The value of the towns of Burma."""
FLOOR = {"A3019": 9, "A3219": 2, "A3014": 9}
"""44.65, 44.43 The strength that Japan keeps in each town if it can."""
LINE = ("A2913", "A2914", "A2915", "A3011", "A2815", "A3210", "A3212", "A2716", "A3013", "A3015")
"""44.31 Japan's positions: the Chindwin, the railway, the Arakan, Myitkyina and Lashio, and the hexes behind them."""
BASES = ("A2810", "A2811", "A2909", "A3008", "A2613", "A2912", "A2812", "A2413", "A2213", "A3810", "A3410")
"""44.35 The Allied positions: the road to Imphal and beyond, the transport airfields, the ports, Kunming."""
ENTRENCHED_FACTOR = 2
"""24.5 The factor by which entrenching increases a garrison's strength."""
LINE_FIRST = 0.75
"""The value to Japan of an enemy division, relative to its points: less than that of a hex held by a division of its
own.
"""
HOPELESS = 16
"""A unit gives up a place if the strength of the attackers is more than this many times its own."""
MAX_GARRISON = 36
"""The greatest strength that is sent to one place."""
TAKES = 5
"""24.2 The odds column (three to one) at which the bot wants to attack."""
HOLDS_BASE, HOLDS_LINE, QUIET = 150, 90, 60
"""The values of places held by armies, and the highest value of a place that no enemy can attack next."""
VALUE_PER_POINT = 10
"""47.1 The value of a point of strength."""
LAST_TURNS = 4
"""44.42 The number of Game-Turns at the end in which Japan marches to India."""
INDIA_WORTH = 50


class FrontTask(NamedTuple):
    """A task: a hex, the strength wanted there, its value, whether the enemy holds it, and the range of its units."""

    hex: int
    need: int
    worth: float
    theirs: bool
    far: int


@cached(64)
def walking_distances(pieces: Pieces, scenario: int, goal: int) -> Mapping[int, int]:
    """22.1 The distance of infantry from each hex to a goal, in half points, ignoring enemies."""
    result, queue = {goal: 0}, [(0, goal)]
    while queue:
        spent, hex = heappop(queue)
        if spent > result[hex]:
            continue
        for number, beyond in enumerate(GRID.beyond(hex)):
            if beyond == NOWHERE or pieces.atlas.kind[beyond] == SEA:
                continue
            cost = movement_costs.hexside_cost(pieces, scenario, AS_PRINTED, ON_FOOT, beyond, OPPOSITE[number])
            total = spent + cost
            if cost and total < result.get(beyond, FARTHEST):
                result[beyond] = total
                heappush(queue, (total, beyond))
    return result


@cached(4)
def border(pieces: Pieces, scenario: int) -> tuple[int, ...]:
    """44.42 The hexes of India next to Burma."""
    opened, homeland = pieces.in_play(scenario), pieces.in_regions(burma_derived.BURMA)
    india = pieces.in_regions(burma_derived.INDIA)
    near = [hex for hex in sorted(india) if opened[hex] and any(beyond in homeland for beyond in GRID.beyond(hex))]
    return tuple(hex for hex in near if pieces.atlas.kind[hex] != SEA)


class Front:
    """Both armies as a side sees them, and the side's plan."""

    def __init__(self, observation: Observation) -> None:
        self.observation, self.state, self.side = observation, observation.state, observation.number
        self.own, self.theirs = self.armies(self.side), self.armies(1 - self.side)

    def armies(self, side: int) -> dict[int, int]:
        """24.2 The strength of a side's ground units by hex."""
        positions, types, result = (
            self.state.arrays[layout.UNIT_AT],
            self.state.arrays[layout.UNIT_TYPE],
            dict[int, int](),
        )
        for unit in UNITS_OF[side]:
            if types[unit] >= 0 and 0 <= positions[unit] < len(GRID) and type_of(self.state, unit).strength:
                result[positions[unit]] = result.get(positions[unit], 0) + type_of(self.state, unit).strength
        return result

    @cached_property
    def pieces(self) -> Pieces:
        """The figures in force."""
        return self.state.rules.pieces

    def way(self, start: int, goal: int) -> int:
        """22.1 The walking distance of infantry between two hexes, in half points."""
        return walking_distances(self.pieces, self.state.cells[layout.SCENARIO], goal).get(start, FARTHEST)

    def near(self, armies: Mapping[int, int], hex: int, far: int) -> int:
        """The strength in a hex, in and next to the hex, or within this walking distance."""
        return sum(
            strength
            for start, strength in armies.items()
            if GRID.distance(start, hex) <= 1 or (GRID.distance(start, hex) <= far and self.way(start, hex) <= far)
        )

    @cached_property
    def threat_by_hex(self) -> dict[int, int]:
        """22.1, 24.1 For each hex, the enemy strength that can attack it in the enemy's next part of the turn."""
        result = dict[int, int]()
        for start, strength in self.theirs.items():
            here = layout.units_in(self.state.arrays).units(start)
            walker = next((unit for unit in here if type_of(self.state, unit).kind == "combat"), -1)
            if walker >= 0:
                ends = {start, *ground_movement.paths_of(self.state, 1 - self.side, walker).cost}
                for hex in {beyond for end in ends for beyond in (end, *GRID.beyond(end))}:
                    result[hex] = result.get(hex, 0) + strength
        return result

    def shortfall(self, hex: int) -> int:
        """24.5 By how much the strength of a hex's possible attackers exceeds that of its entrenched defender."""
        return self.threat_by_hex.get(hex, 0) - ENTRENCHED_FACTOR * self.own.get(hex, 0)

    def controls(self, hex: int) -> bool:
        """2.5 Whether the side controls a hex."""
        return bool(self.state.arrays[layout.CONTROL][hex] == self.side)

    @cached_property
    def fighters(self) -> list[int]:
        """24.1 The units that attack and march: no port guards (44.65) and no armies without supply (29.3)."""
        types, positions = self.state.arrays[layout.UNIT_TYPE], self.state.arrays[layout.UNIT_AT]
        guards = layout.scenario(self.state).guards(self.state, self.side)
        own = [unit for unit in UNITS_OF[self.side] if types[unit] >= 0 and 0 <= positions[unit] < len(GRID)]
        return [unit for unit in own if type_of(self.state, unit).kind == "combat" and unit not in guards]

    # -- places that are worth holding -------------------------------------------------------------------------

    def own_posts(self) -> list[FrontTask]:
        """44.42, 44.43 The side's own threatened places, each with the strength that holds it when entrenched."""
        if self.side == ALLIES:
            return [self.garrison(NUMBER[name], HOLDS_BASE, 0) for name in BASES]
        towns = [self.garrison(NUMBER[name], worth, FLOOR[name]) for name, worth in TOWNS.items()]
        return [*towns, *(self.stay_in_line(NUMBER[name]) for name in LINE)]

    def garrison(self, hex: int, worth: float, least: int) -> FrontTask:
        """The strength that can hold a hex of the side, when entrenched, against all enemies that can
        attack it next.
        """
        if not self.controls(hex):
            return FrontTask(hex, 0, 0, False, 0)
        near = -(-self.threat_by_hex.get(hex, 0) // ENTRENCHED_FACTOR)
        far = FARTHEST if worth > HOLDS_BASE else 2 * HALF_POINTS_PER_TURN
        worth = worth if near else min(worth, QUIET)
        return FrontTask(hex, min(max(least, near), MAX_GARRISON), worth, False, far)

    def stay_in_line(self, hex: int) -> FrontTask:
        """Keeps units in the line where they are, unless the attackers are far too strong."""
        strength = self.own.get(hex, 0)
        hopeless = self.threat_by_hex.get(hex, 0) > HOPELESS * strength
        return FrontTask(hex, 0 if hopeless or not self.controls(hex) else strength, HOLDS_LINE, False, 0)

    def enemy_posts(self) -> list[FrontTask]:
        """44.42, 44.43, 47.1 Enemy stacks and towns, each with the strength needed to take it."""
        result = [self.target(hex) for hex in self.theirs]
        if self.side == ALLIES:
            empty = [
                NUMBER[town] for town in TOWNS if not self.controls(NUMBER[town]) and NUMBER[town] not in self.theirs
            ]
            result += [FrontTask(hex, 1, TOWNS_WORTH[hex], True, FARTHEST) for hex in empty]
        elif self.observation.turns_left < LAST_TURNS:
            india = [hex for hex in border(self.pieces, self.state.cells[layout.SCENARIO]) if hex not in self.theirs]
            result += [FrontTask(hex, 9, 9 * INDIA_WORTH, True, 2 * HALF_POINTS_PER_TURN) for hex in india]
        return result

    def target(self, hex: int) -> FrontTask:
        """24.2, 24.4 An enemy stack: the strength for three to one after all shifts, and the value of destroying it."""
        defence = self.theirs[hex]
        shift = terrain_row(self.state, terrain_of(self.state, hex)).shift
        if ground_stacks.entrenched(self.state, 1 - self.side, hex):
            shift -= 1
        columns = self.pieces.charts.odds
        column = columns[min(TAKES - shift, len(columns) - 1)]
        need = -(-defence * column.attack // column.defence)
        town = TOWNS_WORTH.get(hex, 0) * (self.side == ALLIES)
        each = VALUE_PER_POINT if self.side == ALLIES else VALUE_PER_POINT * LINE_FIRST
        return FrontTask(hex, need, town + each * defence, True, FARTHEST if town else 2 * HALF_POINTS_PER_TURN)

    # -- assignments -----------------------------------------------------------------------------------------

    @cached_property
    def posts(self) -> dict[int, FrontTask]:
        """Assigns tasks to units: the most valuable tasks first, each to the nearest units.

        Hopeless tasks are dropped.
        """
        free, result = set(self.fighters), dict[int, FrontTask]()
        tasks = [post for post in (*self.own_posts(), *self.enemy_posts()) if post.need]
        for post in sorted(tasks, key=self.urgency, reverse=True):
            called = self.units_for(post, free)
            if called:
                free -= set(called)
                result |= dict.fromkeys(called, post)
        return result

    def urgency(self, post: FrontTask) -> tuple[float, int]:
        """The value of a task, reduced by its distance from the army."""
        nearest = min([self.way(hex, post.hex) for hex in self.own], default=FARTHEST)
        return post.worth * HALF_POINTS_PER_TURN / (HALF_POINTS_PER_TURN + nearest), -post.hex

    def units_for(self, post: FrontTask, free: set[int]) -> list[int]:
        """The units assigned to a task: as many of the nearest as it needs, or none if they are too few."""
        positions = self.state.arrays[layout.UNIT_AT]
        able = sorted((self.way(positions[unit], post.hex), unit) for unit in free if self.may_take(unit, post))
        called, strength = list[int](), 0
        for far, unit in able:
            if strength >= post.need or far > post.far:
                break
            called.append(unit)
            strength += type_of(self.state, unit).strength
        return [] if strength * (1 if post.theirs else HOPELESS) < post.need else called

    def may_take(self, unit: int, post: FrontTask) -> bool:
        """29.3 Whether a unit may take a task: Nationalist armies stay near."""
        far = self.way(self.state.arrays[layout.UNIT_AT][unit], post.hex)
        if chinese_armies.is_army(self.state, unit):
            return far <= 3 * HALF_POINTS_PER_TURN
        return far < FARTHEST

    def can_be_done_from(self, post: FrontTask, hex: int) -> bool:
        """Whether a task can be done from a hex: from the task's own hex, or, if an enemy stack is there, from a hex
        next to it.
        """
        if hex == post.hex:
            return True
        return post.hex in self.theirs and hex in GRID.beyond(post.hex)

    def safe(self, hex: int) -> bool:
        """Whether a hex is safe at the end of a march: adjacent enemies are not much stronger than the units in it."""
        beside = sum(self.theirs.get(beyond, 0) for beyond in GRID.beyond(hex))
        return beside <= ENTRENCHED_FACTOR * (
            self.own.get(hex, 0) + max(self.own.get(beyond, 0) for beyond in GRID.beyond(hex))
        )

    def zone(self, hex: int) -> bool:
        """21.5 Whether a hex is in an enemy Zone."""
        return hex in zones(self.state, 1 - self.side)

    def room(self, hex: int, unit: int) -> bool:
        """21.1 Whether a hex has room for a unit."""
        return has_room(self.state, self.side, hex, type_of(self.state, unit))


TOWNS_WORTH = {NUMBER[town]: worth for town, worth in TOWNS.items()}
