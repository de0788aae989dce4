"""11.0 Phase 7: units bought are placed at industrial complexes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import CountsField, add_count, members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import MAX_COUNT, nonzero, number_of
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.pieces import (
    CARRIER_KIND,
    CHINA,
    CHINESE,
    COMPLEX,
    ECONOMIES,
    ECONOMIES_OF,
    FIGHTER,
    FIGHTER_KIND,
    FIRST_ZONE,
    INFANTRY,
    KIND_OF,
    KINDS,
    LANDS,
    PLACE_COUNT,
    PLACES,
    ZONES,
    Side,
)
from ironbottom.games.axis_allies_pacific.rules.movement_ranges import NUMBERS
from ironbottom.games.axis_allies_pacific.rules.purchase import ON_LAND, holds_capital, usable_complexes
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    ACTIVE,
    BOUGHT,
    COMPLEXES,
    HELD,
    IPC,
    NEW_COMPLEXES,
    PLACED,
    TAKEN,
    UNITS,
    VOLUNTEERS,
    Cells,
    add_to_counts,
    complex_limit,
    hostile_zones,
)
from ironbottom.games.axis_allies_pacific.state_types import Execution, State

PIECE_OF = tuple(next((piece for piece, own in enumerate(KIND_OF) if own == kind), -1) for kind in range(len(KINDS)))
"""The piece for a new unit of each kind."""
Site = tuple[int, int, int, int, int]
"""A placement: an economy, a kind, a complex, a place, and the room there."""


def sites(state: State, frame: Placement) -> Iterator[Site]:
    """11.1 to 11.5 The places where the purchased units may appear."""
    figures, cells = state.rules.pieces, state.cells
    for economy in ECONOMIES_OF[frame.side]:
        bought = nonzero(cells[BOUGHT + economy])
        if not bought or not holds_capital(figures, cells, economy):
            continue
        complexes = usable_complexes(cells, economy) & ~cells[NEW_COMPLEXES]
        for kind, many in bought:
            if kind == COMPLEX:
                for land in new_sites(figures, cells, economy):
                    yield economy, kind, land, land, 1
                continue
            for land in members(complexes):
                fit = min(many, room_left(figures, cells, land))
                if fit:
                    for place, room in places_at(figures, cells, frame, land, kind):
                        yield economy, kind, land, place, min(fit, room)


def new_sites(figures: Figures, cells: Cells, economy: int) -> list[int]:
    """11.4 The side's own territories of value without a complex, held since the start of the turn."""
    own = cells[HELD + economy] & ~cells[COMPLEXES] & ~cells[TAKEN]
    return [land for land in members(own) if figures.value[land] > 0]


def room_left(figures: Figures, cells: Cells, land: int) -> int:
    """11.2 How many more units a complex places this turn."""
    limit = complex_limit(figures, cells, land)
    return MAX_COUNT if limit < 0 else max(0, limit - cells[PLACED + land])


def places_at(figures: Figures, cells: Cells, frame: Placement, land: int, kind: int) -> Iterator[tuple[int, int]]:
    """11.1, 11.3 The places where a unit of a kind that a complex produces may appear, with the room there."""
    if kind in ON_LAND:
        yield land, MAX_COUNT
        if kind == FIGHTER_KIND:
            yield from ((FIRST_ZONE + zone, room) for zone, room in frame.decks if figures.coast[land] >> zone & 1)
        return
    for zone in members(figures.coast[land] & ~hostile_zones(cells, frame.side)):
        yield FIRST_ZONE + zone, MAX_COUNT


@restriction("11.5", "{economy} has nothing that can be placed")
def placing(state: State, frame: Placement, side: int) -> int:
    return sum({1 << site[0] for site in sites(state, frame)})


@restriction("11.1", "{economy} has no {kind} that can be placed")
def placeable(state: State, frame: Placement, side: int, economy: int) -> int:
    return sum({1 << site[1] for site in sites(state, frame) if site[0] == economy})


@restriction("11.5", "{economy} has no complex at {site} that it may use now, or none may be built there")
def own_complex(state: State, frame: Placement, side: int, economy: int, kind: int) -> int:
    figures, cells = state.rules.pieces, state.cells
    if kind == COMPLEX:
        return sum(1 << land for land in new_sites(figures, cells, economy))
    return usable_complexes(cells, economy) & ~cells[NEW_COMPLEXES]


@restriction("11.2", "no {kind} can be placed at {site} this turn")
def at_complex(state: State, frame: Placement, side: int, economy: int, kind: int) -> int:
    return sum({1 << site[2] for site in sites(state, frame) if site[:2] == (economy, kind)})


@restriction("11.1", "a {kind} placed at {site} does not appear at {place}")
def appears(state: State, frame: Placement, side: int, economy: int, kind: int, land: int) -> int:
    return sum({1 << site[3] for site in sites(state, frame) if site[:3] == (economy, kind, land)})


@restriction("11.2", "that many cannot be placed there")
def number_that_can_be_placed(
    state: State, frame: Placement, side: int, economy: int, kind: int, land: int, place: int
) -> sets.IdSet:
    return max(
        ((2 << site[4]) - 2 for site in sites(state, frame) if site[:4] == (economy, kind, land, place)), default=0
    )


def placements(state: State, frame: Placement, side: int) -> Branches:
    """All placements, computed at once."""
    tree: dict[int, dict[int, dict[int, dict[int, int]]]] = {}
    for economy, kind, land, place, most in sites(state, frame):
        by_land = tree.setdefault(economy, {}).setdefault(kind, {}).setdefault(land, {})
        by_land[most] = by_land.get(most, 0) | 1 << place
    return [
        (
            1 << economy,
            tuple(
                (
                    1 << kind,
                    tuple(
                        (1 << land, tuple((places, (((2 << most) - 2, ()),)) for most, places in own.items()))
                        for land, own in by_land.items()
                    ),
                )
                for kind, by_land in kinds.items()
            ),
        )
        for economy, kinds in tree.items()
    ]


PLACE = Verb(
    "place",
    clause="11.1",
    ends_list="never",
    offer=placements,
    economy=Argument(ECONOMIES, placing),
    kind=Argument(KINDS, placeable),
    site=Argument(LANDS, own_complex, at_complex),
    place=Argument(PLACES, appears),
    number=Argument(NUMBERS, number_that_can_be_placed),
)


# -- 11.3 waiting fighters go aboard new carriers -----------------------------------------------------------------


def waiting_fighters(state: State, frame: Placement) -> dict[int, int]:
    """11.3 For each territory with a complex and fighters, the adjacent zones with room on new carriers."""
    figures, cells = state.rules.pieces, state.cells
    decks = sum(1 << zone for zone, _ in frame.decks)
    result = {}
    for economy in ECONOMIES_OF[frame.side]:
        for land in members(usable_complexes(cells, economy)):
            if figures.coast[land] & decks and fighters_at(cells, frame.side, land):
                result[land] = figures.coast[land] & decks
    return result


def fighters_at(cells: Cells, side: int, land: int) -> int:
    """The fighters of a side's power in a territory."""
    return number_of(cells[UNITS + side * PLACE_COUNT + land] + cells[ACTED + land], FIGHTER)


@restriction("11.3", "no fighter in {land} can go aboard a new carrier")
def has_fighter_to_embark(state: State, frame: Placement, side: int) -> int:
    return sum(1 << land for land in waiting_fighters(state, frame))


@restriction("11.3", "no new carrier is in {zone}")
def new_deck(state: State, frame: Placement, side: int, land: int) -> int:
    return waiting_fighters(state, frame).get(land, 0)


@restriction("11.3", "that many cannot go aboard")
def deck_left(state: State, frame: Placement, side: int, land: int, zone: int) -> sets.IdSet:
    return (2 << min(dict(frame.decks).get(zone, 0), fighters_at(state.cells, side, land))) - 2


EMBARK = Verb(
    "embark",
    clause="11.3",
    ends_list="never",
    land=Argument(LANDS, has_fighter_to_embark),
    zone=Argument(ZONES, new_deck),
    number=Argument(NUMBERS, deck_left),
)


@restriction("5.5", "units that can be placed must be placed")
def all_placed(state: State, frame: Placement, side: int) -> bool:
    return next(sites(state, frame), None) is None


FINISH = Verb("finish", clause="5.5", ends_list="always", when=(all_placed,))


class Placement(Question):
    """11.1 Phase 7: places purchased units; the rest is refunded (5.5)."""

    number, name, clause = 8, "placement", "11.1"
    verbs = (PLACE, EMBARK, FINISH)
    side: Side
    decks: Annotated[tuple[tuple[int, int], ...], CountsField(ZONES, MAX_COUNT)]

    def place(self, execution: Execution, economy: int, kind: int, site: int, place: int, number: int) -> None:
        cells = execution.cells
        add_to_counts(cells, BOUGHT + economy, kind, -number)
        execution.emit(log.PLACED, economy, kind, number, place)
        if kind == COMPLEX:
            cells[COMPLEXES] |= 1 << site
            cells[NEW_COMPLEXES] |= 1 << site
            return
        if complex_limit(execution.rules.pieces, cells, site) >= 0:
            cells[PLACED + site] += number
        add_to_counts(cells, ACTED + place, PIECE_OF[kind], number)
        if kind == CARRIER_KIND:
            execution.replace(changed(self, decks=add_count(self.decks, place - FIRST_ZONE, 2 * number)))
        elif kind == FIGHTER_KIND and place >= FIRST_ZONE:
            execution.replace(changed(self, decks=carrier_room_left(self.decks, place - FIRST_ZONE, number)))

    def embark(self, execution: Execution, land: int, zone: int, number: int) -> None:
        cells = execution.cells
        fresh = min(number, number_of(cells[UNITS + self.side * PLACE_COUNT + land], FIGHTER))
        add_to_counts(cells, UNITS + self.side * PLACE_COUNT + land, FIGHTER, -fresh)
        add_to_counts(cells, ACTED + land, FIGHTER, fresh - number)
        add_to_counts(cells, ACTED + FIRST_ZONE + zone, FIGHTER, number)
        execution.emit(log.AIRCRAFT_LANDED, self.side, FIGHTER, number, FIRST_ZONE + zone)
        execution.replace(changed(self, decks=carrier_room_left(self.decks, zone, number)))

    def finish(self, execution: Execution) -> None:
        execution.pop()
        refund_unplaced(execution, self.side)
        execution.emit(log.FINISHED, self.side, log.PHASES.index["placement"])


def carrier_room_left(decks: tuple[tuple[int, int], ...], zone: int, number: int) -> tuple[tuple[int, int], ...]:
    """The room on new carriers after fighters have boarded."""
    return tuple((place, room) for place, room in add_count(decks, zone, -number) if room)


def refund_unplaced(execution: Execution, side: int) -> None:
    """5.5 Refunds units that could not be placed."""
    cells, cost = execution.cells, execution.rules.pieces.cost
    for economy in ECONOMIES_OF[side]:
        for kind, number in nonzero(cells[BOUGHT + economy]):
            cells[IPC + economy] += number * cost[kind]
            execution.emit(log.REFUNDED, economy, kind, number, number * cost[kind])
        cells[BOUGHT + economy] = 0


def place_units(execution: Execution) -> None:
    """11.1, 14.3 Free Chinese infantry appear in Szechwan; then a side places its purchases, if any."""
    cells, side = execution.cells, execution.cells[ACTIVE]
    if cells[VOLUNTEERS]:
        szechwan = execution.rules.pieces.szechwan
        if cells[HELD + CHINESE] >> szechwan & 1:
            add_to_counts(cells, UNITS + CHINA * PLACE_COUNT + szechwan, INFANTRY, cells[VOLUNTEERS])
        cells[VOLUNTEERS] = 0
    if any(cells[BOUGHT + economy] for economy in ECONOMIES_OF[side]):
        execution.push(Placement(side, ()))
