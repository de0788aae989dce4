"""42.23, 42.33, 42.34, 42.51, 42.52 What is left to each side as a scenario begins: Subrons, announced assaults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from ironbottom.engine.cache import cached_by_fingerprint, depends_on
from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import Flag, IdField, Number, Numbers
from ironbottom.engine.core.sets import Members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Execution, Procedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN, LAND, SEA
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.pieces import (
    GROUND_TYPES,
    HEXES,
    SIDES,
    STACKS,
    UNITS,
    UNITS_OF,
    Pieces,
    slot,
)
from ironbottom.games.war_in_the_pacific.rules.land import components
from ironbottom.games.war_in_the_pacific.rules.setup.carrier_air_points import EXCHANGE, RESTOW, Restowing
from ironbottom.games.war_in_the_pacific.rules.shore import port_capacity
from ironbottom.games.war_in_the_pacific.state import SUB_KINDS

AIR_POINTS = Numbers("number of air points", 1, 127)
BLOCKS = Numbers("number of Supply Blocks", 1, 75)


def based(state: State, base: int, stack: int) -> int:
    """5.12 The points of a stack at a base."""
    return state.arrays[places.AIR][base * len(STACKS) + stack]


def add_points(state: State, base: int, stack: int, points: int) -> None:
    """5.12 So many more points of a stack are at a base."""
    state.arrays[places.AIR][slot(base, 0, 0) + stack] += points


def block(state: State) -> int:
    """25.4 The Supply Points of a block."""
    found: int = state.rules.pieces.block
    return found


@restriction("40.41", "{unit} is not a full division of yours ashore that could start in its components")
def full_division(state: State, here: Any, side: int) -> Members:
    return sets.from_iterable(components.breakable(state, side), len(UNITS))


SPLIT_BEFORE = Verb(
    "split_before", clause="40.41", ends_list="never", unit=Argument(UNITS, full_division, leads_on=True)
)


POINTS = Numbers("number of Sub Points", 1, 12)
DIVISION, ISLANDS = "us_11_3", "hawaiian_islands"
"""42.34 The division that may lie in any hex of the Hawaiian Islands."""


def subrons_of(side: int) -> range:
    """The Subrons of a side."""
    return range(places.SUBRONS_A_SIDE * side, places.SUBRONS_A_SIDE * (side + 1))


def subron_points(state: State, subron: int) -> int:
    """13.1 The Sub Points of a Subron."""
    return state.cells[places.SUBRON_FLEET + subron] + state.cells[places.SUBRON_COASTAL + subron]


def free_subron(state: State, side: int) -> int:
    """13.1 The first marker of a side that is not in use; -1 where all are."""
    return next((subron for subron in subrons_of(side) if state.cells[places.SUBRON_AT + subron] < 0), -1)


def held(state: State, side: int, kind: int) -> int:
    """13.1 The Sub Points of a kind that a side has in port."""
    return state.cells[places.SUBS_HELD + len(SUB_KINDS) * side + kind]


def sub_ports(state: State, side: int, kind: int) -> tuple[int, ...]:
    """13.3, 42.23, 42.33 The ports of Subrons: major ones for fleet boats, any for coastal ones; or any for all."""
    pieces: Pieces = state.rules.pieces
    if places.scenario(state).subrons_from_any_port:
        opened = pieces.waters(state.cells[places.SCENARIO]).opened
        return tuple(sorted(at for at in port_capacity.ports_of(state, side) if opened[at]))
    classes = ("major",) if SUB_KINDS.ids[kind] == "fleet" else ("major", "minor")
    opened, control = pieces.waters(state.cells[places.SCENARIO]).opened, state.arrays[places.CONTROL]
    found = [at for at, place in pieces.atlas.places.items() if place.port in classes and control[at] == side]
    return tuple(sorted(at for at in found if opened[at]))


def first_reach(state: State, side: int, kind: int) -> tuple[int, ...]:
    """13.3, 42.23 The hexes where a Subron of a kind may lie as the scenario begins."""
    pieces: Pieces = state.rules.pieces
    points = pieces.facts.table(charts.SUB_ENDURANCE)[SUB_KINDS.ids[kind]].first_reach_mp
    return pieces.sea_within(state.cells[places.SCENARIO], sub_ports(state, side, kind), points)


# -- 42.51 assaults that are announced ----------------------------------------------------------------


@restriction("42.51", "only Japan announces its landings")
def japan_alone(state: State, here: Procedure, side: int) -> bool:
    return side == JAPAN


def announced(state: State) -> list[int]:
    """42.51 The hexes of the assaults that were told."""
    told = state.cells[places.ANNOUNCED : places.ANNOUNCED + places.MOST_PLANS]
    return [at for at in told if at >= 0]


@restriction("16.2", "twelve assaults are already announced; there is room for no more")
def room_to_announce(state: State, here: Procedure, side: int) -> bool:
    """40.42 The limit of 16.2 applies only to plans written in a Strategic Game-Turn, not to those made before play."""
    return len(announced(state)) < places.MOST_PLANS


@restriction("16.2", "no landing is possible at {at}: it is not a coast in play that the enemy holds")
def enemy_coast(state: State, here: Procedure, side: int) -> Members:
    return enemy_coasts(state, side)


@cached_by_fingerprint(depends_on(places.CONTROL, cells=[(places.SCENARIO, 1)]))
def enemy_coasts(state: State, side: int) -> tuple[int, ...]:
    """16.2 The coasts in play that the enemy of a side holds."""
    pieces: Pieces = state.rules.pieces
    control, kind = state.arrays[places.CONTROL], pieces.atlas.kind
    opened = pieces.waters(state.cells[places.SCENARIO]).opened
    return tuple(
        [at for at in range(len(HEXES)) if control[at] == 1 - side and kind[at] not in (SEA, LAND) and opened[at]]
    )


@restriction("42.51", "an assault on {at} is already announced")
def not_told(state: State, here: Procedure, side: int) -> Members:
    return sets.without(range(len(HEXES)), announced(state))


ANNOUNCE = Verb(
    "announce",
    clause="42.51",
    ends_list="never",
    when=(japan_alone, room_to_announce),
    at=Argument(HEXES, enemy_coast, not_told, leads_on=True),
)


# -- 42.34 the division that may lie anywhere in Hawaii -----------------------------------------------


@restriction("42.34", "only the Allies place the division of the Hawaiian Islands, and only once")
def not_garrisoned(state: State, here: Deployment, side: int) -> bool:
    return side == ALLIES and not here.placed


@restriction("42.34", "{at} is not in the Hawaiian Islands")
def of_the_islands(state: State, here: Procedure, side: int) -> Members:
    pieces: Pieces = state.rules.pieces
    region = pieces.atlas.regions.index(ISLANDS)
    return tuple(at for at, here in enumerate(pieces.atlas.region) if here == region and pieces.atlas.kind[at] != SEA)


@cached_by_fingerprint(depends_on(places.UNIT_TYPE))
def division(state: State) -> int:
    """42.34 The counter of the division, the last of its type."""
    kind = GROUND_TYPES.index[DIVISION]
    return max(unit for unit in UNITS_OF[ALLIES] if state.arrays[places.UNIT_TYPE][unit] == kind)


GARRISON = Verb(
    "garrison",
    clause="42.34",
    ends_list="never",
    when=(not_garrisoned,),
    at=Argument(HEXES, of_the_islands, leads_on=True),
)


# -- 40.41, 21.4 units that start in their components ---------------------------------------------------


@restriction("40.41", "{unit} is not a full division of yours ashore that could start in its components")
def divisible(state: State, here: Procedure, side: int) -> Members:
    placed_last = division(state) if side == ALLIES else -1
    return sets.from_iterable([unit for unit in components.breakable(state, side) if unit != placed_last], len(UNITS))


SPLIT = Verb("start_split", clause="40.41", ends_list="never", unit=Argument(UNITS, divisible, leads_on=True))


# -- 42.23, 42.33 Subrons -----------------------------------------------------------------------------


@restriction("13.1", "all markers of your Subrons are in use")
def marker_free(state: State, here: Procedure, side: int) -> bool:
    return free_subron(state, side) >= 0


@restriction("42.23", "no {kind} Sub Points are left in port")
def points_held(state: State, here: Procedure, side: int) -> Members:
    return sum(1 << kind for kind in range(len(SUB_KINDS)) if held(state, side, kind))


@restriction("13.1", "there are not {points} Sub Points of this kind in port")
def so_many(state: State, here: Procedure, side: int, kind: int) -> Members:
    return (2 << min(held(state, side, kind), POINTS.high)) - 2


@restriction("42.23", "{at} is too far from your ports for a Subron at the start")
def in_first_reach(state: State, here: Stationing, side: int) -> Members:
    return first_reach(state, side, here.kind)


STATION = Verb(
    "station",
    clause="42.23",
    ends_list="never",
    when=(marker_free,),
    kind=Argument(SUB_KINDS, points_held, leads_on=True),
    points=Argument(POINTS, so_many, leads_on=True),
)
LIE = Verb("lie", clause="42.23", ends_list="never", at=Argument(HEXES, in_first_reach, leads_on=True))
READY = Verb("ready", clause="42.51", ends_list="always")


class Stationing(Question):
    """42.23, 42.33 Where the points that leave port lie as a Subron."""

    number, name, clause, question = 50, "stationing", "42.23", "Where does the Subron start?"
    verbs: ClassVar[Sequence[Verb]] = (LIE,)
    hides_forced, in_silence, completes = True, True, True
    side: Annotated[int, IdField(SIDES)]
    kind: Annotated[int, IdField(SUB_KINDS)]
    points: Annotated[int, Number(POINTS.low, POINTS.high)]

    def lie(self, play: Execution, at: int) -> None:
        """42.23 A Subron is in a hex, unseen."""
        play.pop()
        subron = put_to_sea(play, self.side, self.kind, self.points, at)
        play.cells[places.SUBRON_OUT + subron] = 1


def put_to_sea(play: Execution, side: int, kind: int, points: int, at: int) -> int:
    """13.1 Points that lay in port are a Subron in a hex; gives its number."""
    cells, subron = play.cells, free_subron(play.state, side)
    cells[places.SUBRON_AT + subron] = at
    cells[(places.SUBRON_FLEET, places.SUBRON_COASTAL)[kind] + subron] = points
    cells[places.SUBS_HELD + len(SUB_KINDS) * side + kind] -= points
    play.tell_only(side, log.STATIONED, subron, at, kind, points)
    return subron


class Deployment(Restowing, Question):
    """42.51, 42.52 A side deploys what its cases leave open: Subrons, assaults to announce, the division of Hawaii."""

    number, name, clause, question = 4, "deployment", "42.51", "Place your submarines and name your landings."
    verbs = (ANNOUNCE, GARRISON, STATION, EXCHANGE, RESTOW, SPLIT, READY)
    hides_forced, in_silence = True, True
    side: Annotated[int, IdField(SIDES)]
    placed: Annotated[int, Flag()]

    def announce(self, play: Execution, at: int) -> None:
        """42.51 The hex of an assault is told, not its Game-Turn."""
        play.cells[places.ANNOUNCED + len(announced(play.state))] = at
        play.tell(log.ANNOUNCED, self.side, at)

    def garrison(self, play: Execution, at: int) -> None:
        """42.34 The division goes to a hex of the Hawaiian Islands."""
        places.units_in(play.state.arrays).put(division(play.state), at)
        play.replace(changed(self, placed=1))
        play.tell(log.GARRISONED, at)

    def station(self, play: Execution, kind: int, points: int) -> None:
        """42.23, 42.33 Points leave port as a Subron; its hex follows."""
        play.push(Stationing(self.side, kind, points))

    def start_split(self, play: Execution, unit: int) -> None:
        """40.41, 21.4 A division starts in its components."""
        components.break_down(play, self.side, unit)

    def ready(self, play: Execution) -> None:
        """42.51 Japan tells the size of each Subron; 42.52 then the Allies deploy."""
        play.pop()
        play.cells[places.DECK_CHANGES + self.side] = 0
        if self.side == JAPAN:
            for subron in subrons_of(JAPAN):
                size = subron_points(play.state, subron)
                play.cells[places.SUBRON_TOLD + subron] = size
                if size:
                    play.tell(log.SUBRON_TOLD, subron, size)
        play.tell(log.DEPLOYED, self.side)
