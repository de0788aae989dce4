"""4.1 Positions that name a step instead of frames: play continues to the first choice, without rolling dice.

An Air Phase begins at its search, with the weather of the position. The availability dice, which would be rolled
before, all show the number in the position (``availability``, by default three: all carrier-trained points).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.codecs.position_parts import run_to_decision
from ironbottom.engine.core.errors import BadValue, format_value
from ironbottom.engine.core.fields import Number, truncated_list
from ironbottom.engine.dice.dice import DieReason, NoDice
from ironbottom.engine.rules.procedures import changed
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.rules.air import air_phase
from ironbottom.games.war_in_the_pacific.rules.sequence import (
    PHASE_NAMES,
    before_the_start,
    first_turn,
)
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

STEPS = ("deployment", "air_1", "naval_1", "air_2", "naval_2", "air_3", "naval_3", "ground")
"""The steps of a Game-Turn that a position may name."""
USUAL_DIE = 3
_die = Number(1, 6)


class EqualDice:
    """Dice that all show one given number."""

    def __init__(self, face: int) -> None:
        self.face = face

    def roll(self, faces: int, why: DieReason, audience: int = 0) -> int:
        """The given number."""
        return self.face


def advance_to_step(state: State, position: Mapping[str, Any]) -> None:
    """4.1 Advances play to the first choice of the step that a position names."""
    step = position["step"]
    if step not in STEPS:
        raise BadValue(f"{format_value(step)} is not a step; the steps are {truncated_list(STEPS, 30)}", field="step")
    turn = layout.scenario(state).game_turn(state.rules)
    number = next(number for number, one in enumerate(turn.steps) if one.name == step)
    if step != "deployment":
        values_of_earlier_dice(state, step)
    elif state.cells[layout.TURN] != first_turn(Execution(state, NoDice())):
        raise BadValue("the sides can deploy only before the first Game-Turn", field="step", clause="42.51")
    if not step.startswith("air_"):
        state.stack = (changed(turn, next=number),)
        run_to_decision(state)
        return
    state.stack = (changed(turn, next=number + 1), layout.scenario(state).air_phase())
    open_at_search(state, position)
    run_to_decision(state)


def values_of_earlier_dice(state: State, step: str) -> None:
    """4.2, 8.6 Values that earlier dice would have determined for a step."""
    cells = state.cells
    if step in PHASE_NAMES and before_the_start(Execution(state, NoDice()), step):
        raise BadValue("the scenario begins after this phase", field="step", clause="42.53")
    if cells[layout.FIRST_PLAYER] < 0:
        raise BadValue("one side must be First Player once a Game-Turn has begun", field="first_player", clause="4.2")
    sections = state.rules.pieces.sections(cells[layout.SCENARIO])
    for number, section in enumerate(tables.SECTIONS):
        if step != "ground" and section in sections and not cells[layout.WEATHER_DIE + number]:
            raise BadValue(
                "each section in play needs a weather die, 1 to 6", field=f"weather_die.{section}", clause="8.6"
            )


def open_at_search(state: State, position: Mapping[str, Any]) -> None:
    """4.11, 6.11 Opens an Air Phase at its search, with the availability dice showing the given number."""
    die = _die.read(position.get("availability", USUAL_DIE), "availability")
    execution = Execution(state, EqualDice(die))
    air_phase.begin_air_phase(execution)
    air_phase.availability(execution)
    opened = layout.scenario(state).air_phase()
    names = [one.name for one in opened.steps]
    state.stack = (state.stack[0], type(opened)(names.index("search")))
