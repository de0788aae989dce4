"""Positions: writes a state in the game's words, and reads it back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.codecs.layout_codec import DerivedField
from ironbottom.engine.codecs.position_parts import run_to_decision, written_frames
from ironbottom.engine.codecs.view_codec import PositionCodec
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import members, truncated_list
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.games.victory_in_the_pacific import state as layout
from ironbottom.games.victory_in_the_pacific.information.check import check
from ironbottom.games.victory_in_the_pacific.information.view import RAIDING
from ironbottom.games.victory_in_the_pacific.pieces import ALL_UNITS, SUBMARINES
from ironbottom.games.victory_in_the_pacific.rules.sequence import STEP_NUMBER, Turn
from ironbottom.games.victory_in_the_pacific.rules.set_up import initial_cell
from ironbottom.games.victory_in_the_pacific.state import Cells, codec
from ironbottom.games.victory_in_the_pacific.state_types import Rules, State

FIRST_STEP = "japan_patrols"
"""The step where play continues if a position names none."""
POSITION = PositionCodec(
    codec,
    *(layout.TURN, layout.POC, layout.BATTLE, layout.FOUGHT, layout.FLAGS, layout.FLAGS_BEFORE, layout.OWNED),
    *(
        codec.piles("units", *layout.SPOTS),
        DerivedField(RAIDING.write, "raiding"),
        layout.MARKED,
        layout.REPAIRED_THIS_TURN,
    ),
    *(
        layout.ESCAPED,
        layout.PURSUED,
        layout.STAYED_OUT,
        layout.DAMAGE,
        layout.AIR_LOSS,
        layout.REPAIR_POINTS_USED,
        layout.RETREATED_FROM,
    ),
    *(layout.REBUILT, codec.each(layout.WANTS, full=True)),
    also=("step",),
)


def read(rules: Rules, position: Mapping[str, Any]) -> State:
    """The state that a position describes.

    All fields may be left out. Units that are not named arrive on their turn if it is still to come; submarines are at
    their base, all others are lost. A position of turn 1 without units has those of the charts. Flags and places are as
    at the start, and ships at sea patrol unless they are listed as ``raiding``. ``step`` is one of the steps of a turn;
    ``frames`` may be used instead. ``BadValue`` names a wrong field.
    """
    cells = layout.LAYOUT.blank()
    for first, held in ((layout.FLAGS, rules.pieces.held), (layout.OWNED, rules.pieces.owned)):
        cells[first : first + 2] = held
    POSITION.read(cells, position)
    place_the_rest(rules, cells)
    RAIDING.read(cells, position.get("raiding", []), "raiding")
    POSITION.check(cells)
    state = State(rules, cells, stack_of(rules, position))
    if "frames" not in position:
        check(state)
        run_to_decision(state)
    return state


def stack_of(rules: Rules, position: Mapping[str, Any]) -> tuple[Procedure, ...]:
    """The frames: written out, or from a step."""
    written = written_frames(rules, position)
    if written is not None:
        return written
    step = position.get("step", FIRST_STEP)
    if not isinstance(step, str) or step not in STEP_NUMBER:
        raise BadValue(f"{step!r} is not a step; the steps are {truncated_list(STEP_NUMBER, 30)}", field="step")
    return (Turn(STEP_NUMBER[step]),)


def place_the_rest(rules: Rules, cells: Cells) -> None:
    """Places the units that are not named; on turn 1 without any units, all of them according to the charts."""
    placed = 0
    for here in cells[layout.FIRST_LOCATION : layout.LAST_LOCATION + 1]:
        placed |= here
    as_charted = not placed and cells[layout.TURN] == 1
    for unit in members(ALL_UNITS & ~placed):
        cells[initial_cell(rules.pieces, unit) if as_charted else default_cell(rules, cells, unit)] |= 1 << unit


def default_cell(rules: Rules, cells: Cells, unit: int) -> int:
    """The cell of a unit that a position does not name."""
    turn: int = rules.pieces.arrival[unit]
    if turn > cells[layout.TURN]:
        return layout.DUE + turn - 1
    return layout.HOME if SUBMARINES >> unit & 1 else layout.LOST
