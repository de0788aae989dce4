"""47.1 to 47.3 The Terminal Segment: Victory Points, the Strategic Breakoff, the level of victory."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.derived.set_up import levels_at_start
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, SIDE_OF_SHIP, SIDES
from ironbottom.games.war_in_the_pacific.rules.turn import victory_points
from ironbottom.games.war_in_the_pacific.state_types import State

BREAKOFF = "breakoff_lead"
"""47.3 The option with the lead in points for units that causes a Breakoff."""


class Score(NamedTuple):
    """47.1 The points of a side: for enemy ships, other units, captured places, and from the cases of the scenario."""

    ships: int
    units: int
    places: int
    objectives: int

    @property
    def total(self) -> int:
        """The total of all points."""
        return sum(self)

    @property
    def for_units(self) -> int:
        """47.3 The points that count for a Breakoff: all points except those for places."""
        return self.ships + self.units


def ships_lost(state: State, side: int) -> int:
    """47.1, 47.23 The enemy's points for the current damage of a side's ships."""
    pieces = state.rules.pieces
    reading = pieces.options["sf_points"]
    return sum(
        victory_points.ship_worth(pieces.charts, pieces.ships[ship], level, reading)
        for ship, level in enumerate(state.arrays[layout.DAMAGE])
        if level and SIDE_OF_SHIP[ship] == side
    )


def captured(state: State, side: int) -> int:
    """47.1, 47.26 The ports, airbases and centers held by a side that the enemy began with.

    Only the Levels that an airbase began with count; Levels built in play did not belong to either side at the start.
    """
    pieces = state.rules.pieces
    control, scenario = state.arrays[layout.CONTROL], state.cells[layout.SCENARIO]
    began, levels = pieces.holders(scenario), levels_at_start(pieces, scenario)
    result = 0
    for hex, place in pieces.atlas.places.items():
        if control[hex] == side and began[hex] == 1 - side:
            base = BASE_AT[hex]
            result += victory_points.port_worth(pieces.charts, place) + victory_points.centers_worth(
                pieces.charts, place
            )
            result += pieces.charts.worth["airbase"] * min(state.arrays[layout.LEVEL][base], levels[base])
    return result


def score(state: State, side: int) -> Score:
    """47.1 The current points of a side."""
    enemy = ALLIES if side == JAPAN else JAPAN
    return Score(
        ships_lost(state, enemy),
        state.cells[layout.LOSSES + enemy],
        captured(state, side),
        layout.scenario(state).objective_points(state, side),
    )


def breakoff_lead(state: State) -> int:
    """47.3 The lead in points for units that causes a Breakoff."""
    pieces = state.rules.pieces
    return int(pieces.options[BREAKOFF])


def breakoff(state: State) -> int:
    """47.3 The side that wins by a Breakoff at the end of a turn; -1 if there is none."""
    if not layout.scenario(state).breakoff:
        return -1
    japan, allies = (score(state, side).for_units for side in range(len(SIDES)))
    if abs(japan - allies) < breakoff_lead(state):
        return -1
    return JAPAN if japan > allies else ALLIES


def victory_level(state: State, lead: int, *, broken_off: bool) -> str:
    """47.1 The level of victory of a lead; forcing a Breakoff is Decisive."""
    pieces = state.rules.pieces
    case = layout.scenario(state).case
    rows = [row for row in pieces.facts.table(tables.VICTORY_LEVELS).values() if row.scenario == case]
    return "decisive" if broken_off else next(row.level for row in rows if row.low <= lead <= row.high)


def case_of_levels(state: State) -> str:
    """47.1 The case that gives the levels of victory."""
    pieces = state.rules.pieces
    case = layout.scenario(state).case
    return next(row.case for row in pieces.facts.table(tables.VICTORY_LEVELS).values() if row.scenario == case)


DRAW = "draw"
"""47.1 The level at which nobody wins, whichever side leads."""


class Standing(NamedTuple):
    """The score of a game: the leader or -1, its lead, and the level of victory."""

    leader: int
    lead: int
    level: str


def present_leader(state: State) -> Standing:
    """47.3 The current leader, with its lead and level of victory."""
    broken = breakoff(state)
    japan, allies = (score(state, side).total for side in range(len(SIDES)))
    if broken >= 0:
        return Standing(broken, abs(japan - allies), victory_level(state, 0, broken_off=True))
    leader = -1 if japan == allies else JAPAN if japan > allies else ALLIES
    return Standing(leader, abs(japan - allies), victory_level(state, abs(japan - allies), broken_off=False))
