"""Common parts of historical actions: their figures, and how waves and their losses are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ironbottom.engine.core.events import Event
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS
from ironbottom.games.war_in_the_pacific.pieces import SHIPS, STACKS
from ironbottom.games.war_in_the_pacific.rules.air import naval_strike

MIN_ERROR = 0.02
"""The minimum error of a mean given by the tables."""

Aimed = Callable[[dict[tuple[str, str], int]], list[tuple[str, ...]]]
"""The assignment of points to ships: by stack and Role those that got through, then ship, stack, Role and points."""


@dataclass(frozen=True)
class Figure:
    """A figure of an action: its name, the result of the tables, history, and its bias."""

    name: str
    by_tables: float
    history: str
    leans: str = ""
    """The reason why the game's result is lower or higher, if it is."""


@dataclass(frozen=True)
class Famous:
    """An action: its title, its position, how it is played, and its figures."""

    title: str
    laid_out: Callable[[], State]
    play: Callable[[State, int], list[float]]
    figures: tuple[Figure, ...]


@dataclass(frozen=True)
class Mean:
    """The mean of a figure over all games, and its standard error."""

    figure: Figure
    mean: float
    error: float

    @property
    def agrees(self) -> bool:
        """Whether the mean is within three standard errors of the tables' result."""
        return abs(self.mean - self.figure.by_tables) <= 3 * max(self.error, MIN_ERROR)


def level(state: State, ship: str) -> int:
    """The damage of a ship; a sunk ship counts as five."""
    return min(state.arrays[layout.DAMAGE][SHIPS.index[ship]], FLOATS + 1)


def out(state: State, ships: tuple[str, ...]) -> int:
    """The number of sunk ships."""
    return sum(level(state, ship) > FLOATS for ship in ships)


STRIKERS = 2
"""7.1 The index of the strikers in the losses of an air combat."""


def lost_in(events: Sequence[Event], wave: str = "") -> float:
    """The strikers shot down by patrols and anti-aircraft fire, of one wave if it is named."""
    kinds = {kind.number: kind for kind in log.KINDS_OF_EVENT}
    found = [event for event in (kinds[event[0]].visible(event, 0b11) for event in events) if event is not None]
    found = [event for event in found if wave in ("", event.get("wave"))]
    by_fire = sum(event["lost"] for event in found if event["event"] == "flak")
    return float(by_fire + sum(event["lost"][STRIKERS] for event in found if event["event"] == "air_combat"))


def apply_choice(state: State, side: str, action: tuple[str, ...], dice: SeededDice) -> list[Event]:
    """Makes an offered choice."""
    refusal = state.why_not(side, action)
    assert refusal is None, refusal.message
    return list(state.apply(side, action, dice))


def came_through(state: State) -> dict[tuple[str, str], int]:
    """The points of the aiming wave that got through anti-aircraft fire, by stack and Role."""
    frame = state.stack[-1]
    assert isinstance(frame, naval_strike.TargetAssignment)
    left = naval_strike.points_without_target(state, frame.side, frame.wave, frame.loads)
    return {(STACKS.ids[stack], layout.DUTIES.ids[role]): points for (stack, role), points in left.items()}
