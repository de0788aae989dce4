"""The area behind the front, for comparisons of payments: units, and points at rest."""

from random import Random

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, STACKS, UNITS_OF


def empty_of_points(state: State) -> None:
    """A state without aircraft."""
    for place in range(len(state.arrays[layout.AIR])):
        state.arrays[layout.AIR][place] = 0


def take_control(state: State, side: int, hex: str) -> bool:
    """Gives a hex to a side, unless an enemy unit is there; returns whether it did."""
    if any(state.arrays[layout.UNIT_AT][unit] == NUMBER[hex] for unit in UNITS_OF[1 - side]):
        return False
    state.arrays[layout.CONTROL][NUMBER[hex]] = side
    return True


def park(state: State, chance: Random, hex: str, planes: tuple[str, ...]) -> None:
    """Points at a base, some of which flew."""
    for plane in planes:
        place = BASE_AT[NUMBER[hex]] * len(STACKS) + STACKS.index[plane]
        state.arrays[layout.AIR][place] = points = chance.randrange(25)
        state.arrays[layout.FLOWN][place] = chance.randint(0, points)
