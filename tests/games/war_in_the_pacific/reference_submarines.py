"""A reference implementation of 13.0: orders of submarines, the passing of Cycles, attacks and the hunt.

It reads the tables from their files and the positions of counters, and uses no code of the rules.
"""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import FORCES, HEXES, SHIPS
from tests.games.war_in_the_pacific.reference_gunnery import contact_number, near, ready
from tests.games.war_in_the_pacific.reference_land import by_id, table
from tests.games.war_in_the_pacific.reference_sea import ROW, SHIP, in_era, place_of
from tests.games.war_in_the_pacific.reference_search import SIDES, SUBRONS_WAKE, SearchState
from tests.games.war_in_the_pacific.reference_shore import BELOW, hunted, hunters

ENDURANCE = {kind: int(row["cycles"]) for kind, row in by_id("charts/sub_endurance.csv").items()}
AVAILABLE = [int(row["points"]) for row in table("charts/sub_available.csv")]
SQUADRON, OVERDUE, NEXT_DOOR, STANDS = 6, 5, 2, 2
MARKERS = len(layout.SUBRONS) // 2
NUMBERS = (layout.SUBRON_AT, layout.SUBRON_FLEET, layout.SUBRON_COASTAL, layout.SUBRON_READY, layout.SUBRON_OUT)
REFITTING = 2


def of_side(side: int) -> range:
    """13.1 The markers of a side."""
    return range(MARKERS * side, MARKERS * (side + 1))


def at_sea(state: State, side: int) -> list[int]:
    """13.1 The Subrons of a side at sea."""
    return [marker for marker in of_side(side) if state.cells[layout.SUBRON_AT + marker] >= 0]


def lasts(state: State, marker: int) -> int:
    """13.3 The number of Cycles that a Subron may be out: that of its coastal boats, if it has any."""
    return ENDURANCE["coastal" if state.cells[layout.SUBRON_COASTAL + marker] else "fleet"]


def may_be_sent(state: State, side: int) -> set[int]:
    """13.3 The Subrons that need not return yet."""
    return {marker for marker in at_sea(state, side) if state.cells[layout.SUBRON_OUT + marker] < lasts(state, marker)}


class Cycle:
    """13.3, 13.5 What the passing of a Cycle does, from the dice in order, the First Player's first."""

    def __init__(self, state: State, dice: list[int]) -> None:
        self.state, self.dice = state, dice
        self.has = {block: state.cells[block : block + len(layout.SUBRONS)] for block in NUMBERS}
        self.held, self.lost = state.cells[layout.SUBS_HELD : layout.SUBS_HELD + 4], [0, 0]

    def goes_by(self) -> None:
        """13.3 All Subrons of the First Player by number, then those of the other side."""
        first = max(self.state.cells[layout.FIRST_PLAYER], 0)
        for side in (first, 1 - first):
            for marker in at_sea(self.state, side):
                self.one(side, marker)

    def one(self, side: int, marker: int) -> None:
        """13.3, 13.5 A Subron returns, or stays out for another Cycle and may exceed its limit.

        On station it rolls for points.
        """
        has, mode = self.has, self.state.cells[layout.SUBRON_MODE + marker]
        has[layout.SUBRON_READY][marker] = 0
        if mode == REFITTING:
            for kind, block in enumerate((layout.SUBRON_FLEET, layout.SUBRON_COASTAL)):
                self.held[2 * side + kind] += has[block][marker]
                has[block][marker] = 0
            self.away(marker)
            return
        has[layout.SUBRON_OUT][marker] += 1
        if has[layout.SUBRON_OUT][marker] > lasts(self.state, marker) and self.dice.pop(0) >= OVERDUE:
            self.lose(side, marker, 1)
        points = has[layout.SUBRON_FLEET][marker] + has[layout.SUBRON_COASTAL][marker]
        if not points:
            self.away(marker)
        elif not mode:
            squadrons = [min(points - n, SQUADRON) for n in range(0, points, SQUADRON)]
            able = [min(AVAILABLE[self.dice.pop(0) - 1], most) for most in squadrons]
            has[layout.SUBRON_READY][marker] = sum(able)

    def lose(self, side: int, marker: int, points: int) -> None:
        """13.8, 13.3 Points are lost, fleet boats first."""
        self.lost[side] += points
        for block in (layout.SUBRON_FLEET, layout.SUBRON_COASTAL):
            gone = min(self.has[block][marker], points)
            self.has[block][marker] -= gone
            points -= gone

    def away(self, marker: int) -> None:
        """13.1 Returns the marker to the free ones."""
        self.has[layout.SUBRON_AT][marker] = -1
        self.has[layout.SUBRON_OUT][marker] = self.has[layout.SUBRON_READY][marker] = 0


# -- 13.7, 13.8 ------------------------------------------------------------------------------------------------------


class Found(NamedTuple):
    """13.7 A force that was found, the Subron that found it, and its number of points."""

    force: str
    marker: int
    points: int


def asleep(state: State, side: int) -> bool:
    """45.62 Whether Japan's Subrons do nothing yet."""
    return bool(side == 0 and SearchState(state).case == "leyte" and state.cells[layout.TURN] < SUBRONS_WAKE)


def in_order(state: State) -> list[str]:
    """4.2, 13.7 The forces that can be found: those that the First Player's Subrons attack, then the others."""
    first, sky = max(state.cells[layout.FIRST_PLAYER], 0), SearchState(state)
    real = [
        force for force in FORCES.ids if force in sky.at and sky.ships.get(force) and not harboured(state, sky, force)
    ]
    return sorted(real, key=lambda force: SIDES.index(force.partition("_")[0]) == first)


def harboured(state: State, sky: SearchState, force: str) -> bool:
    """13.7 Whether a force is in a port of its side and has not sailed."""
    number, side = FORCES.index[force], SIDES.index(force.partition("_")[0])
    hex = HEXES.ids[state.cells[layout.FORCE_AT + number]]
    return sky.friendly_port(hex, side, number) and not state.cells[layout.FORCE_ACTIVE + number]


def first_found(state: State, dice: list[int]) -> Found | None:
    """13.7 The force that is found first, by the hidden dice in their order."""
    sky = SearchState(state)
    for force in in_order(state):
        number, side = FORCES.index[force], 1 - SIDES.index(force.partition("_")[0])
        left = BELOW["most_points_a_force"] - state.cells[layout.TORPEDOED + number]
        for marker in of_side(side):
            if not left or asleep(state, side) or not ready(state, marker) or not near(state, marker, sky.at[force]):
                continue
            here = place_of(HEXES.ids[state.cells[layout.SUBRON_AT + marker]]) == sky.at[force]
            if not here and dice.pop(0) > NEXT_DOOR:
                continue
            if dice.pop(0) <= contact_number(state, force, sky.ships[force], marker):
                return Found(force, marker, min(state.cells[layout.SUBRON_READY + marker], left))
    return None


def largest(state: State, force: str) -> list[str]:
    """13.7 The three largest ships of a force, by Defence and then by their order in the list.

    Returned in the order of the list.
    """
    ships = sorted(SearchState(state).ships[force], key=SHIPS.index.__getitem__)
    return sorted(sorted(ships, key=lambda ship: -int(SHIP[ROW[ship]]["defence"]))[:3], key=SHIPS.index.__getitem__)


def strength(state: State, found: Found) -> int:
    """13.7 Fleet boats attack first, each with a strength of four, then coastal ones with three."""
    fleet = min(state.cells[layout.SUBRON_FLEET + found.marker], found.points)
    return fleet * BELOW["fleet_strength"] + (found.points - fleet) * BELOW["coastal_strength"]


def added(state: State, found: Found) -> set[int]:
    """11.5, 39.1 The modifiers: three for a ship that is not moving, one less for the U.S. before 9/43."""
    american = -1 if found.marker >= MARKERS and in_era(state.cells[layout.TURN], "us_submarines") else 0
    return {american, american + 3}


def points_sunk(state: State, found: Found, die: int) -> int:
    """13.8 The points sunk by the hunt after an attack, at most as many as attacked; none if there are no hunters."""
    sky = SearchState(state)
    hex = HEXES.ids[state.cells[layout.FORCE_AT + FORCES.index[found.force]]]
    return min(hunted(hunters(state, sky, found.force, hex), die), found.points)


def stalked(state: State) -> list[tuple[str, int, int]]:
    """13.91, 4.2 The forces on Patrol where a Subron is on station, and their points, the First Player's first."""
    sky, found = SearchState(state), []
    first = max(state.cells[layout.FIRST_PLAYER], 0)
    for force in sorted(sky.at, key=lambda force: (SIDES.index(force.partition("_")[0]) != first, FORCES.index[force])):
        number = FORCES.index[force]
        side, hex = SIDES.index(force.partition("_")[0]), state.cells[layout.FORCE_AT + number]
        mission = state.cells[layout.FORCE_MISSION + number]
        if (
            not sky.ships.get(force)
            or mission < 0
            or layout.MISSIONS.ids[mission] != "patrol"
            or asleep(state, 1 - side)
        ):
            continue
        points = hunters(state, sky, force, HEXES.ids[hex])
        found += [
            (force, marker, points)
            for marker in at_sea(state, 1 - side)
            if points
            and state.cells[layout.SUBRON_AT + marker] == hex
            and state.cells[layout.SUBRON_MODE + marker] in (0, 3)
        ]
    return found


def sunk_on_station(points: int, die: int) -> int:
    """13.91 Two are subtracted from the die."""
    return hunted(points, max(die - STANDS, 1))
