"""8.1.1 Phase 4: the side whose turn it is chooses the order of its battles."""

from __future__ import annotations

from itertools import compress
from typing import Annotated

from ironbottom.engine.core.fields import IdSetField, Number, members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import count_one, mask, number_of
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.pieces import (
    ATTACKING,
    CAP,
    COAST_AT,
    COAST_NAMES,
    COASTS,
    ENEMIES,
    FIGHTER,
    FIRST_ZONE,
    GROUND_COMBAT_UNITS,
    LAND_COUNT,
    LANDS,
    PLACE_COUNT,
    PLACES,
    POWERS_OF,
    RAIDING,
    SHIPS_MASK,
    SUBMERGED,
    Side,
)
from ironbottom.games.axis_allies_pacific.rules.land_battle import land_troops, landing_zones, open_land_battle
from ironbottom.games.axis_allies_pacific.rules.raid import open_raid
from ironbottom.games.axis_allies_pacific.rules.sea_battle import open_sea_battle
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    ACTIVE,
    ENTERED,
    FLYING,
    FOUGHT,
    LANDING_AT,
    UNITS,
    Cells,
    acted_units,
    aircraft_in_flight,
    defended_lands,
    friendly_at_once,
    held_by_team,
    hostile_zones,
    own_at,
    power_slot,
)
from ironbottom.games.axis_allies_pacific.state_types import Execution, State

_AFLOAT = SHIPS_MASK & ~mask((SUBMERGED,))
INTERCEPTORS = mask((CAP,))


def sea_battles(cells: Cells, side: int) -> int:
    """7.1.3, 8.4.1 The zones with units of both sides, as places."""
    result = 0
    for zone in members(hostile_zones(cells, side)):
        place = FIRST_ZONE + zone
        ours = own_at(cells, side, place) & _AFLOAT or aircraft_in_flight(cells, side, place) & ATTACKING
        if ours and not cells[FOUGHT] >> place & 1:
            result |= 1 << place
    return result


def raids(figures: Figures, cells: Cells, side: int, raided: int) -> int:
    """7.2.2, 8.11.1 The territories that bombers will raid; a raid is cancelled if its territory was entered after the
    order.
    """
    result = 0
    for power in POWERS_OF[side]:
        first = FLYING + power_slot(power) * PLACE_COUNT
        for land, counts in enumerate(cells[first : first + LAND_COUNT]):
            if counts & RAIDING:
                result |= 1 << land
    return result & ~(raided | cells[FOUGHT] | friendly_at_once(figures, cells))


def attacked(cells: Cells, side: int) -> int:
    """8.2.1 The lands that units of the side attack overland or from the air."""
    result = 0
    for power in POWERS_OF[side]:
        first = power_slot(power) * PLACE_COUNT
        for start, wanted in ((ACTED + first, GROUND_COMBAT_UNITS), (FLYING + first, ATTACKING)):
            for land, counts in enumerate(cells[start : start + LAND_COUNT]):
                if counts and counts & wanted:
                    result |= 1 << land
    return result


def planned_landings(cells: Cells) -> int:
    """8.9.1 The lands with planned landings."""
    planned = compress(COASTS, cells[LANDING_AT : LANDING_AT + len(COASTS)])
    return sum({1 << land for land, _ in planned})


def land_battles(execution: Execution, side: int, at_sea: int, raiding: int) -> int:
    """8.1.1 The lands whose battle may be next: raids and the sea battles of landings come first."""
    cells = execution.cells
    attacked_lands, assaulted_lands = attacked(cells, side), planned_landings(cells)
    enemy = defended_lands(cells, side) & ~cells[FOUGHT] & ~raiding & ~held_by_team(cells, side)
    result = enemy & attacked_lands
    for land in members(enemy & assaulted_lands):
        waits = any(
            cells[LANDING_AT + COAST_AT[land, zone]] and at_sea >> FIRST_ZONE + zone & 1
            for zone in members(execution.rules.pieces.coast[land])
        )
        if waits:
            result &= ~(1 << land)
        elif landing_zones(execution, side, land):
            result |= 1 << land
    return result


def next_battles(execution: Execution, frame: Combat) -> tuple[int, int]:
    """8.1.1 The battles and raids that may be next."""
    at_sea = sea_battles(execution.cells, frame.side)
    raiding = raids(execution.rules.pieces, execution.cells, frame.side, frame.raided)
    return at_sea | land_battles(execution, frame.side, at_sea, raiding), raiding


@restriction("8.1.1", "no battle at {place} can be fought now")
def battle_open(state: State, frame: Combat, side: int) -> int:
    return frame.battles


@restriction("8.1.1", "there is no raid on {land} to resolve")
def raid_open(state: State, frame: Combat, side: int) -> int:
    return frame.raiding


FIGHT = Verb("fight", clause="8.1.1", ends_list="always", place=Argument(PLACES, battle_open))
RAID = Verb("raid", clause="8.11.1", ends_list="always", land=Argument(LANDS, raid_open))


class Combat(Procedure):
    """8.1.1 The battles of a turn, one after the other."""

    number, name, clause = 14, "combat", "8.1.1"
    verbs = (FIGHT, RAID)
    side: Side
    raided: Annotated[int, IdSetField(LANDS)]
    battles: Annotated[int, IdSetField(PLACES)]
    raiding: Annotated[int, IdSetField(LANDS)]

    def proceed(self, execution: Execution) -> bool:
        if take_open_shores(execution, self.side, self.raided) or take_undefended_after_raid(
            execution, self.side, self.raided
        ):
            return False
        battles, raiding = next_battles(execution, self)
        if not battles and not raiding:
            execution.pop()
            end_combat(execution, self.side)
            return False
        here = changed(self, battles=battles, raiding=raiding)
        execution.replace(here)
        if battles.bit_count() + raiding.bit_count() > 1:
            return True
        if raiding:
            here.raid(execution, raiding.bit_length() - 1)
        else:
            here.fight(execution, battles.bit_length() - 1)
        return False

    def decider(self, state: State) -> int:
        return self.side

    def fight(self, execution: Execution, place: int) -> None:
        if place < FIRST_ZONE:
            open_land_battle(execution, self.side, place)
            return
        zone = place - FIRST_ZONE
        for land in members(execution.rules.pieces.shore[zone]):
            if execution.cells[LANDING_AT + COAST_AT[land, zone]]:
                execution.push(CallOff(self.side, COAST_AT[land, zone]))
        open_sea_battle(execution, self.side, zone)

    def raid(self, execution: Execution, land: int) -> None:
        execution.replace(changed(self, raided=self.raided | 1 << land))
        open_raid(execution, self.side, land)


# -- 8.9.2 after a sea battle -----------------------------------------------------------------------------------------

GO_ASHORE = Verb("go_ashore", clause="8.9.2", ends_list="always")
CALL_OFF = Verb("call_off", clause="8.9.2", ends_list="always")


class CallOff(Question):
    """8.9.2 After a sea battle, the attacker may cancel a landing; the load then stays aboard."""

    number, name, clause = 15, "call_off", "8.9.2"
    verbs = (GO_ASHORE, CALL_OFF)
    side: Side
    coast: Annotated[int, Number(0, len(COASTS) - 1)]

    def proceed(self, execution: Execution) -> bool:
        land, zone = COASTS[self.coast]
        cell = LANDING_AT + self.coast
        if not execution.cells[cell]:
            execution.pop()
            return False
        if hostile_zones(execution.cells, self.side) >> zone & 1:
            execution.pop()
            execution.cells[cell] = 0
            execution.emit(log.LANDING_OFF, land, zone)
            return False
        return True

    def go_ashore(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.LANDING_ON, *COASTS[self.coast])

    def call_off(self, execution: Execution) -> None:
        execution.pop()
        land, zone = COASTS[self.coast]
        execution.cells[LANDING_AT + self.coast] = 0
        execution.emit(log.LANDING_OFF, land, zone)


def take_open_shores(execution: Execution, side: int, raided: int) -> bool:
    """7.7.5 A territory without combat units is taken from a friendly zone without a battle, after any raid there
    (8.1.1).
    """
    cells = execution.cells
    coasts = [COASTS[number] for number in range(len(COASTS)) if cells[LANDING_AT + number]]
    waiting = (
        defended_lands(cells, side) | held_by_team(cells, side) | raids(execution.rules.pieces, cells, side, raided)
    )
    closed = hostile_zones(cells, side)
    for land, zone in coasts:
        if not waiting >> land & 1 and not closed >> zone & 1:
            land_troops(execution, side, land)
            cells[ENTERED] |= 1 << land
            execution.emit(log.ENTERED, side, land)
            return True
    return False


def take_undefended_after_raid(execution: Execution, side: int, raided: int) -> bool:
    """8.11.3 Interceptors do not hold a territory: attacking ground units take it if there is no other defender."""
    cells = execution.cells
    left = raided & ~(defended_lands(cells, side) | held_by_team(cells, side) | cells[ENTERED])
    for land in members(left):
        if any(acted_units(cells, power, land) & GROUND_COMBAT_UNITS for power in POWERS_OF[side]):
            cells[ENTERED] |= 1 << land
            execution.emit(log.ENTERED, side, land)
            return True
    return False


def end_combat(execution: Execution, side: int) -> None:
    """8.11.3 Interceptors land in the territory that was raided; if it is taken, they are lost."""
    cells = execution.cells
    cells[LANDING_AT : LANDING_AT + len(COAST_NAMES)] = [0] * len(COAST_NAMES)
    for power in ENEMIES[side]:
        first = UNITS + power * PLACE_COUNT
        for land, counts in enumerate(cells[first : first + LAND_COUNT]):
            number = number_of(counts, CAP) if counts & INTERCEPTORS else 0
            if number:
                cell = first + land
                lost = cells[ENTERED] >> land & 1
                cells[cell] += number * ((0 if lost else count_one(FIGHTER)) - count_one(CAP))
                if lost:
                    execution.emit(log.LOST, power, FIGHTER, number)
    execution.emit(log.FINISHED, side, log.PHASES.index["combat"])


def open_combat(execution: Execution) -> None:
    """8.1.1 Phase 4 begins."""
    execution.push(Combat(execution.cells[ACTIVE], 0, 0, 0))
