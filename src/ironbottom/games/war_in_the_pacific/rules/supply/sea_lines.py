"""25.1, 30.3, 30.4 Seacap beside what it carries: Lines of Communications by sea, and lift that is lost to bombing.

``joins`` gives the ports that a Line joins by sea now; ``charge`` takes the point that it costs an area in a Game-Turn.
``targets`` says whether an area's lift may be struck in a hex, ``lose`` takes what was hit until the Cycle is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet

from ironbottom.engine.cache import (
    Fingerprint,
    cached,
    cached_by_fingerprint_per_key,
    depends_on,
    intern,
)
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import LAND, SEA
from ironbottom.games.war_in_the_pacific.derived.tables import unit_table
from ironbottom.games.war_in_the_pacific.derived.unit_positions import There
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import SIDES, Pieces
from ironbottom.games.war_in_the_pacific.rules.bases import construction
from ironbottom.games.war_in_the_pacific.rules.land.ground_units import strongholds
from ironbottom.games.war_in_the_pacific.rules.supply import lift
from ironbottom.games.war_in_the_pacific.rules.supply.lift import AREAS, NOTHING_SPENT, RAIL, SEA_HEXES, SEA_LIFT
from ironbottom.games.war_in_the_pacific.rules.turn import turn_record

Joins = frozenset[tuple[int, int]]
NONE: Joins = frozenset()
FRIENDLY_PORTS = ("minor", "major")
A_LINE = 1
"""25.1 A Line by sea costs its area one point a Game-Turn."""


# -- what is left of lift ----------------------------------------------------------------------------------------


def spend_in_turn(state: State, spent: tuple[int, ...]) -> None:
    """30.1 What a side's marches took is written down for the Game-Turn."""
    before = turn_record.read(state, "lifted", ()) or NOTHING_SPENT
    turn_record.write(state, lifted=tuple([most + more for most, more in zip(before, spent, strict=True)]))


def left(state: State, side: int, kind: int, area: int) -> int:
    """30.1, 30.4 The points of an area that a side has yet in this Game-Turn."""
    return lift.left(state, side, turn_record.read(state, "lifted", ()) or NOTHING_SPENT, kind, area)


# -- 25.1 Lines by sea -------------------------------------------------------------------------------------------


@cached(64)
def coasts(pieces: Pieces, scenario: int, area: int) -> frozenset[int]:
    """25.1 The coastal hexes of an area, in play."""
    kind, opened = pieces.atlas.kind, pieces.in_play(scenario)
    return frozenset(at for at in lift.area_hexes(pieces, area) if opened[at] and kind[at] not in (SEA, LAND))


@cached(64)
def coastal_places(pieces: Pieces, scenario: int, area: int) -> tuple[int, ...]:
    """14.0 Those of them with a place, where a port may be."""
    return tuple(sorted(pieces.atlas.places.keys() & coasts(pieces, scenario, area)))


def _base_force_there(pieces: Pieces, at: int, there: There) -> bool | None:
    return any(pieces.ground[kind].kind == "base_force" for _, kind in there) or None


_base_forces = unit_table(_base_force_there, frozenset)


def base_forces(state: State, side: int) -> frozenset[int]:
    """27.0 The hexes with a Base Force of a side."""
    found: frozenset[int] = _base_forces(state, side)
    return found


def quays(state: State, side: int, area: int) -> tuple[int, ...]:
    """25.1 The coastal hexes of an area with a port or Base Force of a side, where no enemy is."""
    pieces: Pieces = state.rules.pieces
    control, scenario = state.arrays[places.CONTROL], state.cells[places.SCENARIO]
    ports = [at for at in coastal_places(pieces, scenario, area) if construction.port_at(state, at) in FRIENDLY_PORTS]
    landings = base_forces(state, side) & coasts(pieces, scenario, area)
    shut = strongholds(state, 1 - side)
    return tuple(sorted(at for at in {*ports, *landings} if control[at] == side and at not in shut))


@cached(256)
def pairs_of(ports: tuple[int, ...]) -> Joins:
    """30.3 The pairs of some ports within reach of Seacap."""
    return frozenset((a, b) for a in ports for b in ports if a != b and GRID.distance(a, b) <= SEA_HEXES)


_WRITTEN = turn_record.Written("lifted", "lost", "by_sea", "built")
JOINS_READ: Fingerprint = depends_on(
    *(places.CONTROL, places.UNIT_AT, places.UNIT_TYPE), cells=[(places.SCENARIO, 1)], also=_WRITTEN.of
)
"""25.1 All that determines which hexes Lines join, except their sources."""


def _of_quays(side: int) -> Fingerprint:
    """25.1 The same for a side, of the units only where its Base Forces and the strongholds of the enemy are."""

    def units_and_ledger(state: State) -> object:
        return _WRITTEN.of(state), base_forces(state, side), strongholds(state, 1 - side)

    return depends_on(places.CONTROL, cells=[(places.SCENARIO, 1)], also=units_and_ledger)


_OF_QUAYS = [_of_quays(side) for side in range(len(SIDES))]


@cached_by_fingerprint_per_key(_OF_QUAYS)
def joins_by_area(state: State, side: int) -> dict[int, Joins]:
    """25.1, 30.3 By area the pairs of hexes that Seacap joins: within eight hexes, while it has a point for it."""
    if turn_record.ledger(state) is None:
        return {}
    paid, found = turn_record.read(state, "by_sea", ()), {}
    for area in range(len(AREAS)):
        if area not in paid and left(state, side, SEA_LIFT, area) < A_LINE:
            continue
        if pairs := pairs_of(quays(state, side, area)):
            found[area] = pairs
    return found


@cached_by_fingerprint_per_key(_OF_QUAYS)
def all_joins(state: State, side: int) -> Joins:
    """25.1 All pairs of hexes that Seacap joins now."""
    return united(tuple(joins_by_area(state, side).values()))


@cached(256)
def united(pairs: tuple[Joins, ...]) -> Joins:
    """25.1 The pairs of several areas: the same object for the same pairs."""
    return intern(NONE.union(*pairs))


def joins(state: State, side: int, but: Iterable[int] = ()) -> Joins:
    """25.1 All pairs of hexes that Seacap joins now, those of some areas left out."""
    return NONE.union(*[pairs for area, pairs in joins_by_area(state, side).items() if area not in but])


def charge(state: State, side: int, at: int, touch: Callable[[Joins], AbstractSet[int]]) -> None:
    """25.1 A hex is paid for over a Line: each area without whose Seacap it would not lead there spends its point.

    ``touch`` gives the hexes in touch by some joins.
    """
    opened = joins_by_area(state, side)
    if not opened or at in touch(NONE):
        return
    needed = [area for area in opened if at not in touch(joins(state, side, (area,)))] or sorted(opened)[:1]
    paid = turn_record.read(state, "by_sea", ())
    for area in [area for area in needed if area not in paid]:
        turn_record.write(state, by_sea=tuple(sorted({*turn_record.read(state, "by_sea", ()), area})))
        used = [int(place == SEA_LIFT + area) for place in range(len(NOTHING_SPENT))]
        spend_in_turn(state, tuple(used))


# -- 30.3, 30.4 lift under attack --------------------------------------------------------------------------------


def area_struck(state: State, side: int, kind: int, at: int) -> int:
    """30.3, 31.1 The area whose lift a side may strike in a hex: an enemy's railway or harbour place; -1 for none."""
    area = _area_with_lift(state.rules.pieces, state.cells[places.SCENARIO], kind, at)
    if area < 0 or state.arrays[places.CONTROL][at] != 1 - side or turn_record.ledger(state) is None:
        return -1
    return area if lift.left(state, 1 - side, NOTHING_SPENT, kind, area) >= 1 else -1


@cached(16_384)
def _area_with_lift(pieces: Pieces, scenario: int, kind: int, at: int) -> int:
    """30.3, 31.1 The area of a named hex in play on a railway, or with a harbour; -1 for none."""
    if at not in pieces.atlas.places or not pieces.in_play(scenario)[at]:
        return -1
    area = lift.area_of(pieces, at)
    able = area >= 0 and (pieces.atlas.rail[at] if kind == RAIL else at in lift.harbours(pieces, area))
    return area if able else -1


def lose(play: Execution, side: int, kind: int, at: int, points: int) -> None:
    """30.4, 31.1 An area loses this many points of lift; they come back with the next Cycle."""
    area = area_struck(play.state, side, kind, at)
    if area < 0 or not points:
        return
    gone = min(points, lift.left(play.state, 1 - side, NOTHING_SPENT, kind, area))
    before = turn_record.read(play.state, "lost", ()) or NOTHING_SPENT
    after = [lost + gone * (place == kind + area) for place, lost in enumerate(before)]
    turn_record.write(play.state, lost=tuple(after))
    play.emit(log.LIFT_LOST, at, kind // SEA_LIFT, gone)
