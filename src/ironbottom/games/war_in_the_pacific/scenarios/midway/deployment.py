"""42.23, 42.33, 42.34, 42.51, 42.52 The deployment choices before a scenario begins: Subrons, announced assaults."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import Flag
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN, SEA
from ironbottom.games.war_in_the_pacific.pieces import (
    HEXES,
    UNITS,
)
from ironbottom.games.war_in_the_pacific.rules.land import components
from ironbottom.games.war_in_the_pacific.rules.setup.carrier_air_points import EXCHANGE, RESTOW, Restowing
from ironbottom.games.war_in_the_pacific.rules.submarines.subrons import (
    POINTS,
    SubronPlacement,
    free_subron,
    points_in_port,
    subron_points,
    subrons_of,
)
from ironbottom.games.war_in_the_pacific.scenarios.midway.derived import ISLANDS, division, enemy_coasts
from ironbottom.games.war_in_the_pacific.state import SUB_KINDS
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

# -- 42.51 assaults that are announced ----------------------------------------------------------------


@restriction("42.51", "only Japan announces its landings")
def japan_alone(state: State, frame: Procedure, side: int) -> bool:
    return side == JAPAN


def announced(state: State) -> list[int]:
    """42.51 The hexes of announced assaults."""
    result = state.cells[layout.ANNOUNCED : layout.ANNOUNCED + layout.MAX_PLANS]
    return [hex for hex in result if hex >= 0]


@restriction("16.2", "twelve assaults, the maximum, are already announced")
def room_to_announce(state: State, frame: Procedure, side: int) -> bool:
    """40.42 The limit of 16.2 applies only to plans of a Strategic Game-Turn, not to plans made before play."""
    return len(announced(state)) < layout.MAX_PLANS


@restriction("16.2", "no landing is possible at {at}: it is not a coast in play that the enemy holds")
def enemy_coast(state: State, frame: Procedure, side: int) -> IdSet:
    return enemy_coasts(state, side)


@restriction("42.51", "an assault on {at} is already announced")
def unannounced_hexes(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.without(range(len(HEXES)), announced(state))


ANNOUNCE = Verb(
    "announce",
    clause="42.51",
    ends_list="never",
    when=(japan_alone, room_to_announce),
    at=Argument(HEXES, enemy_coast, unannounced_hexes, always_completes=True),
)


# -- 42.34 the division that may start anywhere in Hawaii ---------------------------------------------


@restriction("42.34", "only the Allies place the division of the Hawaiian Islands, and only once")
def not_garrisoned(state: State, frame: Deployment, side: int) -> bool:
    return side == ALLIES and not frame.placed


@restriction("42.34", "{at} is not in the Hawaiian Islands")
def of_the_islands(state: State, frame: Procedure, side: int) -> IdSet:
    pieces = state.rules.pieces
    region = pieces.atlas.regions.index(ISLANDS)
    return tuple(
        hex for hex, here in enumerate(pieces.atlas.region) if here == region and pieces.atlas.kind[hex] != SEA
    )


GARRISON = Verb(
    "garrison",
    clause="42.34",
    ends_list="never",
    when=(not_garrisoned,),
    at=Argument(HEXES, of_the_islands, always_completes=True),
)


# -- 40.41, 21.4 divisions that start as components -----------------------------------------------------


@restriction("40.41", "{unit} is not one of your full divisions ashore that can start as its components")
def divisible(state: State, frame: Procedure, side: int) -> IdSet:
    placed_last = division(state) if side == ALLIES else -1
    return sets.from_iterable([unit for unit in components.breakable(state, side) if unit != placed_last], len(UNITS))


SPLIT = Verb("start_split", clause="40.41", ends_list="never", unit=Argument(UNITS, divisible, always_completes=True))


# -- 42.23, 42.33 Subrons -----------------------------------------------------------------------------


@restriction("13.1", "all markers of your Subrons are in use")
def marker_free(state: State, frame: Procedure, side: int) -> bool:
    return free_subron(state, side) >= 0


@restriction("42.23", "no {kind} Sub Points are left in port")
def points_held(state: State, frame: Procedure, side: int) -> IdSet:
    return sum(1 << kind for kind in range(len(SUB_KINDS)) if points_in_port(state, side, kind))


@restriction("13.1", "there are not that many Sub Points of this kind in port")
def assignable_numbers(state: State, frame: Procedure, side: int, kind: int) -> IdSet:
    return (2 << min(points_in_port(state, side, kind), POINTS.high)) - 2


STATION = Verb(
    "station",
    clause="42.23",
    ends_list="never",
    when=(marker_free,),
    kind=Argument(SUB_KINDS, points_held, always_completes=True),
    points=Argument(POINTS, assignable_numbers, always_completes=True),
)
READY = Verb("ready", clause="42.51", ends_list="always")


class Deployment(Restowing, Question):
    """42.51, 42.52 A side's deployment choices: Subrons, assaults to announce, the division of Hawaii."""

    number, name, clause = 4, "deployment", "42.51"
    verbs = (ANNOUNCE, GARRISON, STATION, EXCHANGE, RESTOW, SPLIT, READY)
    hides_forced, unobservable = True, True
    placed: Annotated[int, Flag()]

    def announce(self, execution: Execution, at: int) -> None:
        """42.51 Announces the hex of an assault, not its Game-Turn."""
        execution.cells[layout.ANNOUNCED + len(announced(execution.state))] = at
        execution.emit(log.ANNOUNCED, self.side, at)

    def garrison(self, execution: Execution, at: int) -> None:
        """42.34 Places the division in a hex of the Hawaiian Islands."""
        layout.units_in(execution.state.arrays).put(division(execution.state), at)
        execution.replace(changed(self, placed=1))
        execution.emit(log.GARRISONED, at)

    def station(self, execution: Execution, kind: int, points: int) -> None:
        """42.23, 42.33 Points leave port as a Subron; its hex is asked for next."""
        execution.push(SubronPlacement(self.side, kind, points))

    def start_split(self, execution: Execution, unit: int) -> None:
        """40.41, 21.4 Splits a division into its components."""
        components.break_down(execution, self.side, unit)

    def ready(self, execution: Execution) -> None:
        """42.51 Japan announces the size of each Subron; 42.52 then the Allies deploy."""
        execution.pop()
        execution.cells[layout.DECK_CHANGES + self.side] = 0
        if self.side == JAPAN:
            for subron in subrons_of(JAPAN):
                size = subron_points(execution.state, subron)
                execution.cells[layout.SUBRON_TOLD + subron] = size
                if size:
                    execution.emit(log.SUBRON_TOLD, subron, size)
        execution.emit(log.DEPLOYED, self.side)


PROCEDURES = (Deployment, SubronPlacement)
