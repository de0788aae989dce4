"""8.1, 8.10 Common rules of battles: firing, hits, retreats, and the end of a battle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, NamedTuple

from ironbottom.engine.core.fields import TupleField, members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import Counts, mask, nonzero, number_of
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.pieces import (
    ATTACKING,
    CARRIER,
    CHINA,
    COAST_AT,
    DESTROYER_LOADED,
    FIGHTER,
    FIRST_ZONE,
    FLIGHT,
    FLIGHT_AT,
    FRIENDS,
    GROUND_COMBAT_UNITS,
    JAPAN,
    KIND_OF,
    PIECES,
    PLACE_COUNT,
    PLACES,
    POWERS_OF,
    SHIPS_MASK,
    SUBMERGED,
    FlightKind,
    Place,
    Side,
)
from ironbottom.games.axis_allies_pacific.rolls import Roll
from ironbottom.games.axis_allies_pacific.rules.cargo_after_combat import mark_engaged
from ironbottom.games.axis_allies_pacific.rules.losses import Contingent
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    ACTIVE,
    FLYING,
    LANDING_AT,
    ORIGINS,
    ROUND,
    UNITS,
    Cells,
    add_to_counts,
    friendly_at_once,
    held_by_team,
    hostile_zones,
    power_slot,
)
from ironbottom.games.axis_allies_pacific.state_types import Execution, State

Landed = Annotated[tuple[int, ...], TupleField(Counts(PIECES), 2)]
"""The ground units that landed from the sea, by acting power."""


class Shot(NamedTuple):
    """Units of a power that fire with the same factor."""

    power: int
    piece: int
    number: int
    factor: int


def fire(execution: Execution, shots: Iterable[Shot]) -> dict[int, int]:
    """8.1.2 Rolls one die per unit; a die up to the factor hits. Returns the hits by piece."""
    hits: dict[int, int] = {}
    for shot in shots:
        if shot.factor and shot.number:
            dice = tuple(execution.roll(6, Roll.FIRE) for _ in range(shot.number))
            found = sum(die <= shot.factor for die in dice)
            execution.emit(log.FIRED, shot.power, shot.piece, shot.factor, dice, found)
            hits[shot.piece] = hits.get(shot.piece, 0) + found
    return hits


def at_sea_attack(figures: Figures, piece: int) -> int:
    """7.8.3 The attack factor of a piece at sea; a destroyer with infantry aboard has none."""
    if piece == DESTROYER_LOADED and figures.options["loaded_destroyer_attack"] == "0":
        return 0
    return figures.attack[piece]


def defence(execution: Execution, power: int, piece: int) -> int:
    """8.13.1 The defence factor; on Japan's first turn at most 1, except for the Chinese."""
    factor: int = execution.rules.pieces.defence[piece]
    surprised = execution.cells[ROUND] == 1 and execution.cells[ACTIVE] == JAPAN and power != CHINA
    return min(1, factor) if surprised else factor


def by_firing_order(forces: list[Contingent]) -> list[tuple[int, int, int]]:
    """The power, piece and number of the units in a battle, in the order of the units file."""
    result = [(power, piece, number) for power, counts in forces for piece, number in nonzero(counts)]
    return sorted(result, key=lambda unit: (KIND_OF[unit[1]], unit[0], unit[1]))


# -- 8.8 retreat -------------------------------------------------------------------------------------------------


def retreat_places(figures: Figures, cells: Cells, side: int, place: int) -> int:
    """8.8.2, 8.8.3 The places to retreat to: those without enemies that some units came from or through."""
    came = cells[ORIGINS + place]
    if place >= FIRST_ZONE:
        open_zones = ~hostile_zones(cells, side) << FIRST_ZONE
        return came & open_zones & figures.by_sea[place - FIRST_ZONE] << FIRST_ZONE
    return came & (held_by_team(cells, side) | friendly_at_once(figures, cells)) & figures.by_land[place]


SUBMERGED_MASK = mask((SUBMERGED,))
AFLOAT = SHIPS_MASK & ~SUBMERGED_MASK
"""8.5.4 Submerged submarines are out of the battle and stay behind."""


def can_retreat(cells: Cells, frame: RetreatDecision) -> bool:
    """8.8.1, 8.8.5 Whether there are ships, or ground units that came overland."""
    place = frame.place
    if place >= FIRST_ZONE:
        return bool(cells[ACTED + place] & AFLOAT)
    return any(
        cells[ACTED + power_slot(power) * PLACE_COUNT + place] & GROUND_COMBAT_UNITS for power in POWERS_OF[frame.side]
    ) and came_overland(cells, frame)


def came_overland(cells: Cells, frame: RetreatDecision) -> bool:
    """8.8.5 Whether some ground unit came overland."""
    there = sum(
        cells[ACTED + power_slot(power) * PLACE_COUNT + frame.place] & GROUND_COMBAT_UNITS
        for power in POWERS_OF[frame.side]
    )
    return there != sum(frame.landed)


@restriction("8.8.2", "the force cannot retreat to {to}: it did not come from there, or enemies are there")
def can_retreat_there(state: State, frame: RetreatDecision, side: int) -> int:
    if not can_retreat(state.cells, frame):
        return 0
    return retreat_places(state.rules.pieces, state.cells, side, frame.place)


@restriction("8.8.4", "aircraft retreat with the other units, unless they are alone or beside units that landed")
def may_break_off(state: State, frame: RetreatDecision, side: int) -> bool:
    cells, place = state.cells, frame.place
    if not any(cells[FLYING + power_slot(power) * PLACE_COUNT + place] & ATTACKING for power in POWERS_OF[side]):
        return False
    if place >= FIRST_ZONE:
        return not cells[ACTED + place] & AFLOAT
    ground = any(
        cells[ACTED + power_slot(power) * PLACE_COUNT + place] & GROUND_COMBAT_UNITS for power in POWERS_OF[side]
    )
    return not ground or any(frame.landed)


RETREAT = Verb("retreat", clause="8.8.1", ends_list="always", to=Argument(PLACES, can_retreat_there))
BREAK_OFF = Verb("break_off", clause="8.8.4", ends_list="always", when=(may_break_off,))
PRESS_ON = Verb("press_on", clause="8.8.1", ends_list="always")


class RetreatDecision(Question):
    """8.8.1 After a combat round the attacker retreats, breaks off, or presses on."""

    number, name, clause = 10, "aftermath", "8.8.1"
    verbs = (RETREAT, BREAK_OFF, PRESS_ON)
    side: Side
    place: Place
    landed: Landed

    def proceed(self, execution: Execution) -> bool:
        state = execution.state
        if can_retreat_there(state, self, self.side) or may_break_off(state, self, self.side):
            return True
        execution.pop()
        return False

    def press_on(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.PRESSED_ON, self.place)

    def retreat(self, execution: Execution, to: int) -> None:
        retreat_to(execution, self, to)
        if any(self.landed):  # 8.8.5 aircraft may still break off
            return
        execution.pop()
        break_off(execution, self.side, self.place)

    def break_off(self, execution: Execution) -> None:
        if not any(self.landed):  # 8.8.5 units that came overland may still retreat
            execution.pop()
        break_off(execution, self.side, self.place)


def retreat_to(execution: Execution, frame: RetreatDecision, to: int) -> None:
    """8.8.2, 8.8.3 All ships, or all ground units that came overland, retreat together."""
    cells, place = execution.cells, frame.place
    if place >= FIRST_ZONE:
        move_fighters_with_carriers(cells, frame.side, place, to)
    for first, power in enumerate(POWERS_OF[frame.side]):
        cell = ACTED + first * PLACE_COUNT + place
        going = cells[cell] if place >= FIRST_ZONE else (cells[cell] & GROUND_COMBAT_UNITS) - frame.landed[first]
        if place >= FIRST_ZONE:
            going -= going & SUBMERGED_MASK
        if going:
            cells[cell] -= going
            cells[ACTED + first * PLACE_COUNT + to] += going
            if place >= FIRST_ZONE:
                mark_engaged(execution, to - FIRST_ZONE, going)
            execution.emit(log.RETREATED, power, place, to)
    if place >= FIRST_ZONE:
        lose_fighters_without_deck(execution, frame.side, to - FIRST_ZONE)
        for land in members(execution.rules.pieces.shore[place - FIRST_ZONE]):
            cells[LANDING_AT + COAST_AT[land, place - FIRST_ZONE]] = 0


def move_fighters_with_carriers(cells: Cells, side: int, place: int, to: int) -> None:
    """7.6.1, 7.6.2 The fighters aboard leave with their carriers; so do an ally's, unless a carrier of the
    ally stays.
    """
    own = UNITS + side * PLACE_COUNT + place
    fresh = number_of(cells[own], FIGHTER)
    add_to_counts(cells, own, FIGHTER, -fresh)
    add_to_counts(cells, ACTED + place, FIGHTER, fresh)
    staying = [UNITS + power * PLACE_COUNT for power in FRIENDS[side] if power != side]
    room = 2 * sum([number_of(cells[first + place], CARRIER) for first in staying])
    for first in staying:
        allied_fighters = number_of(cells[first + place], FIGHTER)
        leaving = max(0, allied_fighters - room)
        room -= allied_fighters - leaving
        add_to_counts(cells, first + place, FIGHTER, -leaving)
        add_to_counts(cells, first + to, FIGHTER, leaving)


def break_off(execution: Execution, side: int, place: int) -> None:
    """8.8.4 Aircraft leave the battle; they land in phase 6."""
    cells = execution.cells
    found = False
    for first, _ in enumerate(POWERS_OF[side]):
        cell = FLYING + first * PLACE_COUNT + place
        for number, many in nonzero(cells[cell] & ATTACKING):
            flight = FLIGHT[number]
            add_to_counts(cells, cell, number, -many)
            add_to_counts(cells, cell, FLIGHT_AT[FlightKind(flight.piece, 1, flight.left)], many)
            found = True
    if found:
        execution.emit(log.BROKE_OFF, place)


def join_battle(cells: Cells, side: int, place: int) -> None:
    """10.1 The side's units that were in the place fight, and so have acted; fighters aboard do not (7.6.1)."""
    aboard = mask((FIGHTER,)) if place >= FIRST_ZONE else 0
    for first, power in enumerate(POWERS_OF[side]):
        cell = UNITS + power * PLACE_COUNT + place
        cells[ACTED + first * PLACE_COUNT + place] += cells[cell] & ~aboard
        cells[cell] &= aboard


def lose_fighters_without_deck(execution: Execution, side: int, zone: int) -> None:
    """7.6.1 Fighters that stayed aboard are lost with their carriers, unless another carrier is in the zone."""
    cells, place = execution.cells, FIRST_ZONE + zone
    together = cells[ACTED + place] + sum(cells[UNITS + power * PLACE_COUNT + place] for power in FRIENDS[side])
    without = number_of(together, FIGHTER) - 2 * number_of(together, CARRIER)
    of_friends = [(power, UNITS + power * PLACE_COUNT) for power in FRIENDS[side] if power != side]
    for power, first in ((side, ACTED), (side, UNITS + side * PLACE_COUNT), *of_friends):
        cell = first + place
        number = min(without, number_of(cells[cell], FIGHTER))
        if number > 0:
            add_to_counts(cells, cell, FIGHTER, -number)
            execution.emit(log.NO_DECK, power, zone, number)
            without -= number
