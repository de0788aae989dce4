"""Small positions of the archipelago to play from, for its tests."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.state import State
from tests.kit.archipelago import ARCHIPELAGO
from tests.kit.archipelago.pieces import (
    GRID,
    HEXES,
    HOMES,
    ISLANDS,
    PORTS,
    TERRAIN,
    UNITS,
)
from tests.kit.archipelago.state import AT

Frames = list[dict[str, Any]]
ROUND = {"procedure": "round", "next": 3}
NORTH_OPERATES: Frames = [ROUND, {"procedure": "operations", "side": "north", "left": 4}]
SOUTH_OPERATES: Frames = [{"procedure": "round", "next": 4}, {"procedure": "operations", "side": "south", "left": 4}]
SOUTH_SEARCHES: Frames = [*SOUTH_OPERATES, {"procedure": "searching", "side": "south"}]
NORTH_PORT, SOUTH_PORT = (HEXES.ids[port] for port in PORTS)
NORTH_HOME, SOUTH_HOME = (ISLANDS.ids[home] for home in HOMES)


def position(stack: Frames, **parts: Any) -> State:
    """The war, with these parts changed from its start."""
    rules = ARCHIPELAGO.rules()
    return read_position({"scenario": "war", "round": 1, **parts, "stack": stack}, rules)


def begin(stack: Frames, **parts: Any) -> Match:
    """Begins a match from such a position."""
    return Match(ARCHIPELAGO, start=position(stack, **parts), dice=SeededDice(1))


def play(match: Match, side: str, *choice: str, dice: tuple[int, ...] = ()) -> list[str]:
    """Makes a choice; returns the public events as text."""
    events = match.submit(side, choice, dice=list(dice)).visible()["events"]
    return [ARCHIPELAGO.describe_event(event, match.rules) for event in events]


def near(name: str, steps: int) -> str:
    """A sea hex at a number of steps from another."""
    hex = HEXES.index[name]
    return HEXES.ids[next(to for to in GRID.within(hex, steps) if not TERRAIN[to] and GRID.distance(hex, to) == steps)]


HIDDEN = {"state": "hidden", "hex": near(SOUTH_PORT, 4)}
"""A task force four hexes from the southern port."""
FAR = near(SOUTH_PORT, 12)
"""A hex from which that task force is not visible."""
FAR_AT = HEXES.index[FAR]


def march_of(company: str) -> str:
    """The first hex to which a company can march at the start."""
    state = ARCHIPELAGO.new()
    return str(HEXES.ids[state.rules.pieces.marches(state.arrays[AT][UNITS.index[company]])[0]])


FIRST_MARCH = march_of("south_company_40")
