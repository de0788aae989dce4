"""Positions: a state is written as its differences from the start of its scenario, and read back.

The start is ``at_start``; a new game's changes to this start (2.51) are written out.

A hex that a side hides is written as its column and its row (``{column = "F12", row = "34"}``); plain ``F1234`` can
also be read. Instead of frames, a position may name a ``step`` of its Game-Turn (``begun_at``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.codecs.frame_codec import write_frames
from ironbottom.engine.codecs.layout_codec import FieldCodec
from ironbottom.engine.codecs.position_parts import check_fields, written_frames
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import IdField
from ironbottom.engine.core.visibility import OPEN, Block, everybody
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.set_up import at_start
from ironbottom.games.war_in_the_pacific.information.array_codec import read_arrays, visible_arrays
from ironbottom.games.war_in_the_pacific.information.check import check_table
from ironbottom.games.war_in_the_pacific.information.position_step import advance_to_step
from ironbottom.games.war_in_the_pacific.information.view import CODEC
from ironbottom.games.war_in_the_pacific.pieces import HEXES, SCENARIOS
from ironbottom.games.war_in_the_pacific.state_types import Rules, State

_hex = IdField(HEXES, none=True)
COLUMN = 3
"""The number of letters of the section and column of a hex."""


class HiddenHexes(FieldCodec):
    """A table of hexes by column and row, for the items that are on the map."""

    def __init__(self, block: Block) -> None:
        self.name, self.block = block.name, block
        self.index = {text: place for place, text in enumerate(block.ids)}

    def write(self, state: State, viewer: int) -> dict[str, dict[str, str]]:
        values = state.cells[self.block.start : self.block.start + self.block.count]
        names = ((text, HEXES.ids[hex]) for text, hex in zip(self.block.ids, values, strict=True) if hex >= 0)
        return {text: {"column": hex[:COLUMN], "row": hex[COLUMN:]} for text, hex in names}

    def read(self, cells: list[int], data: Any, field: str) -> None:
        check_fields(data, self.index, field)
        for text, hex in data.items():
            where = f"{field}.{text}"
            cells[self.block.start + self.index[text]] = _hex.read(hex_of(hex, where), where)


def hex_of(data: Any, field: str) -> Any:
    """Reads a hex, given by column and row or as one id."""
    if not isinstance(data, Mapping):
        return data
    check_fields(data, ("column", "row"), field)
    parts = [data.get("column"), data.get("row")]
    if not all(isinstance(part, str) for part in parts):
        raise BadValue("write a hex as a column such as F12 and a row such as 34", field=field)
    return "".join(map(str, parts))


def form_of(start: int) -> FieldCodec:
    """The form of a block in a position."""
    block = layout.LAYOUT.blocks[start]
    hidden = isinstance(block.kind, IdField) and block.kind.domain is HEXES and block.seen is not everybody
    return HiddenHexes(block) if hidden else CODEC.codec(start)


FORMS = {form.name: form for form in map(form_of, layout.LAYOUT.blocks)}
PARTS = (*FORMS, "arrays", "frames", "step", "availability")


def write_position(state: State) -> dict[str, Any]:
    """Writes the cells and arrays that differ from the start, and the frames."""
    start = at_start(state.rules.pieces, state.cells[layout.SCENARIO])
    begun = State(state.rules, start.cells, (), start.arrays)
    data: dict[str, Any] = {"scenario": SCENARIOS.ids[state.cells[layout.SCENARIO]]}
    for name, form in FORMS.items():
        now = form.write(state, OPEN)
        if now != form.write(begun, OPEN):
            data[name] = now
    return {**data, "arrays": visible_arrays(state, OPEN), "frames": write_frames(state.rules, state.stack)}


def read_position(rules: Rules, position: Mapping[str, Any]) -> State:
    """The state described by a position; everything that it does not mention is as at the start of the scenario."""
    check_fields(position, PARTS, "")
    scenario = SCENARIOS.number(position.get("scenario", SCENARIOS.ids[0]), "scenario")
    if SCENARIOS.ids[scenario] not in rules.game.scenarios:
        raise BadValue(f"{SCENARIOS.ids[scenario]} cannot be played yet", field="scenario")
    cells, arrays = at_start(rules.pieces, scenario)
    blank = layout.LAYOUT.blank()
    for name, form in FORMS.items():
        if name in position and name != "scenario":
            start = next(first for first, block in layout.LAYOUT.blocks.items() if block.name == name)
            count = layout.LAYOUT.blocks[start].count
            cells[start : start + count] = blank[start : start + count]
            form.read(cells, position[name], name)
    frames = written_frames(rules, position)
    stack = rules.new(SCENARIOS.ids[scenario]).stack if frames is None else frames
    state = State(rules, cells, stack, arrays)
    read_arrays(state, position.get("arrays", {}), "arrays")
    if "step" in position:
        check_table(state)
        advance_to_step(state, position)
    return state
