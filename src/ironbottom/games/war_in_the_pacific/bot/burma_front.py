"""The front in Burma as the ensign sees it: who stands where, what is worth holding or taking.

``Front.posts`` gives every unit its task: a hex of its own to hold, or one of the enemy's to stand beside and attack.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from heapq import heappop, heappush
from typing import NamedTuple

from ironbottom.board.offset_grid import NOWHERE, OPPOSITE
from ironbottom.engine.cache import cached
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, SEA
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import UNITS_OF, Pieces
from ironbottom.games.war_in_the_pacific.rules.land import (
    chinese_armies,
    ground_battle,
    ground_movement,
    movement_costs,
)
from ironbottom.games.war_in_the_pacific.rules.land.ground_units import (
    has_room,
    terrain_of,
    terrain_row,
    type_of,
    zones,
)
from ironbottom.games.war_in_the_pacific.scenarios.burma import cases

ON_FOOT = "infantry"
AS_PRINTED = ()
"""26.1 Distances leave out the roads that are built in play."""
A_TURN = 8
"""22.1 The halves of a point that infantry walks in a Game-Turn."""
FARTHEST = 15 * A_TURN
"""Nobody is sent farther than so."""
TOWNS = {"A3019": 500, "A3014": 500, "A3219": 200}
"""44.43 What the towns of Burma are worth."""
FLOOR = {"A3019": 9, "A3219": 2, "A3014": 9}
"""44.65, 44.43 This much strength Japan keeps in a town while it can."""
LINE = ("A2913", "A2914", "A2915", "A3011", "A2815", "A3210", "A3212", "A2716", "A3013", "A3015")
"""44.31 Where Japan's armies stand: the Chindwin, the railway, the Arakan, Myitkyina and Lashio, and what is behind."""
BASES = ("A2810", "A2811", "A2909", "A3008", "A2613", "A2912", "A2812", "A2413", "A2213", "A3810", "A3410")
"""44.35 What the Allies keep: the road to Imphal and beyond it, the fields of the transports, the ports, Kunming."""
DUG_IN = 2
"""24.5 A garrison that digs in stands up to so many times its strength."""
LINE_FIRST = 0.75
"""What an enemy division is worth to Japan by its points: less than the hex of a division in the line."""
HOPELESS = 16
"""Who has less than such a part of what a place needs gives it up."""
MOST_GARRISON = 36
"""This much strength at most is called to one place."""
TAKES = 5
"""24.2 The column, three to one, in which an attack is wanted."""
HOLDS_BASE, HOLDS_LINE, QUIET = 150, 90, 60
"""What the places are worth for which armies stand, and the most that one is which nobody can attack next."""
A_POINT = 10
"""47.1 What a point of strength is worth."""
LAST_TURNS = 4
"""44.42 In this many Game-Turns at the end Japan marches for India."""
INDIA_WORTH = 50


class Post(NamedTuple):
    """A task: a hex, what is wanted there, its worth, whether it is the enemy's, from how far off units come."""

    at: int
    need: int
    worth: float
    theirs: bool
    far: int


@cached(64)
def ways(pieces: Pieces, scenario: int, goal: int) -> Mapping[int, int]:
    """22.1 The halves of a point that infantry walks from each hex to a goal, as if nobody stood in the way."""
    found, queue = {goal: 0}, [(0, goal)]
    while queue:
        spent, at = heappop(queue)
        if spent > found[at]:
            continue
        for number, beyond in enumerate(GRID.beyond(at)):
            if beyond == NOWHERE or pieces.atlas.kind[beyond] == SEA:
                continue
            cost = movement_costs.step_cost(pieces, scenario, AS_PRINTED, ON_FOOT, beyond, OPPOSITE[number])
            total = spent + cost
            if cost and total < found.get(beyond, FARTHEST):
                found[beyond] = total
                heappush(queue, (total, beyond))
    return found


@cached(4)
def border(pieces: Pieces, scenario: int) -> tuple[int, ...]:
    """44.42 The hexes of India next to Burma."""
    opened, homeland = pieces.in_play(scenario), pieces.in_regions(cases.BURMA)
    india = pieces.in_regions(cases.INDIA)
    near = [at for at in sorted(india) if opened[at] and any(beyond in homeland for beyond in GRID.beyond(at))]
    return tuple(at for at in near if pieces.atlas.kind[at] != SEA)


class Front:
    """Both armies as a side sees them, and its plan."""

    def __init__(self, observation: Observation) -> None:
        self.observation, self.state, self.side = observation, observation.state, observation.number
        self.own, self.theirs = self.armies(self.side), self.armies(1 - self.side)

    def armies(self, side: int) -> dict[int, int]:
        """24.2 The strength of a side's ground units by hex."""
        at, types, found = self.state.arrays[places.UNIT_AT], self.state.arrays[places.UNIT_TYPE], dict[int, int]()
        for unit in UNITS_OF[side]:
            if types[unit] >= 0 and 0 <= at[unit] < len(GRID) and type_of(self.state, unit).strength:
                found[at[unit]] = found.get(at[unit], 0) + type_of(self.state, unit).strength
        return found

    @cached_property
    def pieces(self) -> Pieces:
        """The facts in force."""
        pieces: Pieces = self.state.rules.pieces
        return pieces

    def way(self, start: int, goal: int) -> int:
        """22.1 How far infantry walks from a hex to another, in halves of a point."""
        return ways(self.pieces, self.state.cells[places.SCENARIO], goal).get(start, FARTHEST)

    def near(self, armies: Mapping[int, int], at: int, far: int) -> int:
        """The strength that stands in a hex, beside it, or so far from it that it walks there."""
        return sum(
            strength
            for start, strength in armies.items()
            if GRID.distance(start, at) <= 1 or (GRID.distance(start, at) <= far and self.way(start, at) <= far)
        )

    @cached_property
    def menace(self) -> dict[int, int]:
        """22.1, 24.1 By hex the enemy strength that can attack it in his next part, past all that stands in the way."""
        found = dict[int, int]()
        for start, strength in self.theirs.items():
            here = places.units_in(self.state.arrays).units(start)
            walker = next((unit for unit in here if type_of(self.state, unit).kind == "combat"), -1)
            if walker >= 0:
                ends = {start, *ground_movement.paths_of(self.state, 1 - self.side, walker).cost}
                for at in {beyond for end in ends for beyond in (end, *GRID.beyond(end))}:
                    found[at] = found.get(at, 0) + strength
        return found

    def lacks(self, at: int) -> int:
        """24.5 How much more than who holds a hex, dug in, can attack it next."""
        return self.menace.get(at, 0) - DUG_IN * self.own.get(at, 0)

    def mine(self, at: int) -> bool:
        """2.5 Whether the side controls a hex."""
        return bool(self.state.arrays[places.CONTROL][at] == self.side)

    @cached_property
    def fighters(self) -> list[int]:
        """24.1 The units that attack and march: no guards of ports (44.65), no army without its point (29.3)."""
        types, at = self.state.arrays[places.UNIT_TYPE], self.state.arrays[places.UNIT_AT]
        guards = places.scenario(self.state).guards(self.state, self.side)
        own = [unit for unit in UNITS_OF[self.side] if types[unit] >= 0 and 0 <= at[unit] < len(GRID)]
        return [unit for unit in own if type_of(self.state, unit).kind == "combat" and unit not in guards]

    # -- what is worth standing for --------------------------------------------------------------------------

    def held(self) -> list[Post]:
        """44.42, 44.43 The own places that are threatened, each with the strength that holds it, dug in."""
        if self.side == ALLIES:
            return [self.garrison(NUMBER[name], HOLDS_BASE, 0) for name in BASES]
        towns = [self.garrison(NUMBER[name], worth, FLOOR[name]) for name, worth in TOWNS.items()]
        return [*towns, *(self.stand(NUMBER[name]) for name in LINE)]

    def garrison(self, at: int, worth: float, least: int) -> Post:
        """What holds a hex against all that can attack it next, dug in; nothing where it is not its own."""
        if not self.mine(at):
            return Post(at, 0, 0, False, 0)
        near = -(-self.menace.get(at, 0) // DUG_IN)
        far = FARTHEST if worth > HOLDS_BASE else 2 * A_TURN
        worth = worth if near else min(worth, QUIET)
        return Post(at, min(max(least, near), MOST_GARRISON), worth, False, far)

    def stand(self, at: int) -> Post:
        """Who stands in the line stays there, as long as it has any hope."""
        strength = self.own.get(at, 0)
        hopeless = self.menace.get(at, 0) > HOPELESS * strength
        return Post(at, 0 if hopeless or not self.mine(at) else strength, HOLDS_LINE, False, 0)

    def wanted(self) -> list[Post]:
        """44.42, 44.43, 47.1 The enemy's stacks and towns, each with the strength that takes it."""
        found = [self.target(at) for at in self.theirs]
        if self.side == ALLIES:
            empty = [NUMBER[town] for town in TOWNS if not self.mine(NUMBER[town]) and NUMBER[town] not in self.theirs]
            found += [Post(at, 1, TOWNS_WORTH[at], True, FARTHEST) for at in empty]
        elif self.observation.turns_left < LAST_TURNS:
            india = [at for at in border(self.pieces, self.state.cells[places.SCENARIO]) if at not in self.theirs]
            found += [Post(at, 9, 9 * INDIA_WORTH, True, 2 * A_TURN) for at in india]
        return found

    def target(self, at: int) -> Post:
        """24.2, 24.4 An enemy stack: what attacks it at three to one after all shifts, and what its end brings."""
        defence = self.theirs[at]
        shift = terrain_row(self.state, terrain_of(self.state, at)).shift
        if ground_battle.entrenched(self.state, 1 - self.side, at):
            shift -= 1
        columns = self.pieces.charts.odds
        column = columns[min(TAKES - shift, len(columns) - 1)]
        need = -(-defence * column.attack // column.defence)
        town = TOWNS_WORTH.get(at, 0) * (self.side == ALLIES)
        each = A_POINT if self.side == ALLIES else A_POINT * LINE_FIRST
        return Post(at, need, town + each * defence, True, FARTHEST if town else 2 * A_TURN)

    # -- who goes where --------------------------------------------------------------------------------------

    @cached_property
    def posts(self) -> dict[int, Post]:
        """Every unit with a task: the worthiest tasks first, the nearest units to each, and none in vain."""
        free, found = set(self.fighters), dict[int, Post]()
        tasks = [post for post in (*self.held(), *self.wanted()) if post.need]
        for post in sorted(tasks, key=self.urgency, reverse=True):
            called = self.called(post, free)
            if called:
                free -= set(called)
                found |= dict.fromkeys(called, post)
        return found

    def urgency(self, post: Post) -> tuple[float, int]:
        """What a task is worth, less by how far it is from the own army."""
        nearest = min([self.way(at, post.at) for at in self.own], default=FARTHEST)
        return post.worth * A_TURN / (A_TURN + nearest), -post.at

    def called(self, post: Post, free: set[int]) -> list[int]:
        """The units that a task calls: as many of the nearest as it needs, or none where they are too few."""
        at = self.state.arrays[places.UNIT_AT]
        able = sorted((self.way(at[unit], post.at), unit) for unit in free if self.goes(unit, post))
        called, strength = list[int](), 0
        for far, unit in able:
            if strength >= post.need or far > post.far:
                break
            called.append(unit)
            strength += type_of(self.state, unit).strength
        return [] if strength * (1 if post.theirs else HOPELESS) < post.need else called

    def goes(self, unit: int, post: Post) -> bool:
        """29.3 Whether a unit is sent on a task: armies of the Nationalists stay near."""
        far = self.way(self.state.arrays[places.UNIT_AT][unit], post.at)
        if chinese_armies.is_army(self.state, unit):
            return far <= 3 * A_TURN
        return far < FARTHEST

    def stands(self, post: Post, at: int) -> bool:
        """Whether a hex is where a task is done: the hex itself, or one beside an enemy stack."""
        if at == post.at:
            return True
        return post.at in self.theirs and at in GRID.beyond(post.at)

    def safe(self, at: int) -> bool:
        """Whether who ends a march in a hex is no easy prey: not much more of the enemy beside it than of his own."""
        beside = sum(self.theirs.get(beyond, 0) for beyond in GRID.beyond(at))
        return beside <= DUG_IN * (self.own.get(at, 0) + max(self.own.get(beyond, 0) for beyond in GRID.beyond(at)))

    def zone(self, at: int) -> bool:
        """21.5 Whether a hex lies in an enemy Zone."""
        return at in zones(self.state, 1 - self.side)

    def room(self, at: int, unit: int) -> bool:
        """21.1 Whether a unit finds room in a hex."""
        return has_room(self.state, self.side, at, type_of(self.state, unit))


TOWNS_WORTH = {NUMBER[town]: worth for town, worth in TOWNS.items()}
