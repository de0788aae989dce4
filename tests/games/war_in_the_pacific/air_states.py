"""Air Phases for tests: the game's procedures, with a turn that is only an Air Phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ironbottom.engine.core.events import Event
from ironbottom.engine.dice.dice import NoDice, RecordingDice, ScriptedDice
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.derived.set_up import at_start
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASES, FORCES, STACKS
from ironbottom.games.war_in_the_pacific.rules.air.air_phase import AirPhase
from tests.games.war_in_the_pacific.midway_states import MidwayTestGame

SIDES = ("japan", "allies")


class AirPhaseTestGame(MidwayTestGame):
    """Basic Midway with one Air Phase to play."""

    id, short, title = "midway_air_table", "ma", "Midway in the air"

    def set_up(self, rules: Rules, scenario: str) -> State:
        start = at_start(rules.pieces, 0)
        start.cells[layout.FIRST_PLAYER] = JAPAN
        return State(rules, start.cells, (AirPhase(0),), start.arrays)


TABLE = AirPhaseTestGame()
CLEAR_WEATHER = (5, 5)
"""The weather dice of sections D and F, with clear weather everywhere."""


def midway() -> State:
    """Basic Midway before its first Air Phase."""
    return TABLE.set_up(TABLE.rules(), "midway")


def base(name: str) -> int:
    """A base by its hex or its ship."""
    return BASES.index[name]


def park(state: State, hex: str, **points: int) -> None:
    """Sets the points at a base, by type and training: ``f4f_carrier=3``."""
    width = len(STACKS)
    for number in range(width):
        state.arrays[layout.AIR][base(hex) * width + number] = 0
    for name, number in points.items():
        state.arrays[layout.AIR][base(hex) * width + STACKS.index[name]] = number


def parked(state: State, hex: str, name: str) -> int:
    """The points of a stack at a base."""
    return state.arrays[layout.AIR][base(hex) * len(STACKS) + STACKS.index[name]]


def nobody_flies(state: State) -> None:
    """Removes all air points."""
    for number, points in enumerate(state.arrays[layout.AIR].tobytes()):
        if points:
            state.arrays[layout.AIR][number] = 0


def contact(state: State, force: str, hex: str, chit: str = "true_report", carrier: int = 1) -> int:
    """Puts a force into contact by a report."""
    number = FORCES.index[force]
    state.cells[layout.IN_CONTACT] |= 1 << number
    state.cells[layout.NAMED] |= 1 << number
    state.cells[layout.CONTACT + number] = layout.CHITS.index[chit]
    state.cells[layout.CONTACT_AT + number] = NUMBER[hex]
    state.cells[layout.REPORTED_CARRIER + number] = carrier
    return number


def start(state: State, *dice: int) -> list[Event]:
    """Plays the phase up to its first question, with these dice."""
    script = ScriptedDice(list(dice))
    execution = Execution(state, script)
    run(execution)
    script.finish()
    return execution.events


def act(state: State, side: str, *action: str, dice: tuple[int, ...] = ()) -> list[Event]:
    """Makes an offered choice with exactly these dice."""
    refusal = state.why_not(side, action)
    assert refusal is None, refusal.message
    watched = RecordingDice(ScriptedDice(list(dice)) if dice else NoDice())
    events = state.apply(side, action, watched).raw
    assert [die.value for die in watched.rolled] == list(dice), watched.rolled
    return events


def refused(state: State, side: str, *action: str) -> tuple[str | None, str]:
    """The clause and message with which a choice is refused."""
    refusal = state.why_not(side, action)
    assert refusal is not None
    return refusal.clause, refusal.message


def find_events(events: Sequence[Event], side: str, name: str) -> list[dict[str, Any]]:
    """The visible events of a name for a side."""
    kinds = {kind.number: kind for kind in log.KINDS_OF_EVENT}
    bit = 1 << SIDES.index(side)
    found = [kinds[event[0]].visible(event, bit) for event in events]
    return [event for event in found if event is not None and event["event"] == name]
