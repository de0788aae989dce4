"""Views and positions of a game as lists of fields, and checks of cells against their declarations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any

from ironbottom.engine.codecs.frame_codec import read_frames, write_frames
from ironbottom.engine.codecs.layout_codec import Cells, FieldCodec, LayoutCodec, ReadValue, allowed
from ironbottom.engine.codecs.position_parts import check_fields
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import IdSetField, truncated_list
from ironbottom.engine.core.visibility import OPEN, AllowedMembers, Block, OneOwner
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.procedures import SimultaneousFrame
from ironbottom.engine.rules.state import State

Field = FieldCodec | int | ReadValue


class ViewCodec:
    """A view: everything that a side may see. It consists of a heading, the fields and the frames.

    ``simultaneous_field`` names a field for simultaneous choices. While all sides choose at the same time, this field
    says whether the viewer still has to choose (always true for viewers without a side); otherwise it is None.
    """

    def __init__(self, layout_codec: LayoutCodec, *fields: Field, simultaneous_field: str = "") -> None:
        self.layout, self.simultaneous_field = layout_codec.layout, simultaneous_field
        self.codecs = [layout_codec.codec(field) for field in fields]
        self._writers = [(codec.name, codec.write) for codec in self.codecs]

    def write(self, state: State, viewer: int) -> dict[str, Any]:
        """The view of a side, of the public, or open."""
        rules, stack = state.rules, state.stack
        data: dict[str, Any] = {
            "game": rules.game.id,
            "options": dict(rules.options),
            "corrections": rules.facts.corrections,
            "side": rules.sides.ids[viewer] if viewer >= 0 else "open" if viewer == OPEN else "public",
        }
        for name, write in self._writers:
            data[name] = write(state, viewer)
        if self.simultaneous_field:
            top = stack[-1] if stack else None
            if isinstance(top, SimultaneousFrame):
                data[self.simultaneous_field] = viewer < 0 or bool(top.stacks[viewer])
                stack = stack[:-1]
            else:
                data[self.simultaneous_field] = None
        data["frames"] = write_frames(rules, stack)
        return data

    def read(self, rules: Rules, view: Mapping[str, Any]) -> State:
        """The part of the state that the viewer sees; hidden cells are empty."""
        cells = self.layout.blank()
        for codec in self.codecs:
            codec.read(cells, view[codec.name], codec.name)
        return State(rules, cells, read_frames(rules, view["frames"], "frames"))


class PositionCodec:
    """A position: a state in the game's words, as fields and frames.

    ``also`` names fields that the game itself reads.
    """

    def __init__(self, layout_codec: LayoutCodec, *fields: Field, also: Sequence[str] = ()) -> None:
        self.layout = layout_codec.layout
        self.codecs = [layout_codec.codec(field) for field in fields]
        self.names = (*(codec.name for codec in self.codecs), *also, "frames")
        self.paths = {cell: path for codec in self.codecs for cell, path in codec.paths().items()}
        blocks = list(self.layout.blocks.values())
        self._allowed = [
            (cell, forbidden(block, cell), block, block.allowed)
            for block in blocks
            if block.allowed
            for cell in block.cells
        ]
        self._owned = [(block, block.ownership) for block in blocks if block.ownership]
        standing = [block for block in blocks if block.is_location]
        self._standing = sorted((cell for block in standing for cell in block.cells), key=list(self.paths).index)
        self._things = standing[0].set_type if standing else None
        self._places = itemgetter(*self._standing) if standing else None

    def write(self, state: State) -> dict[str, Any]:
        """The state as a position."""
        result = {codec.name: codec.write(state, OPEN) for codec in self.codecs}
        return {**result, "frames": write_frames(state.rules, state.stack)}

    def read(self, cells: Cells, position: Mapping[str, Any]) -> None:
        """Reads a position into cells; cells that it does not mention keep their values.

        ``BadValue`` names the wrong field.
        """
        check_fields(position, self.names, "")
        for codec in self.codecs:
            if codec.name in position:
                codec.read(cells, position[codec.name], codec.name)

    def read_state(self, rules: Rules, position: Mapping[str, Any]) -> State:
        """The state that a position describes; cells that it does not mention are as at the start of a match."""
        cells = list(rules.new().cells)
        self.read(cells, position)
        return State(rules, cells, read_frames(rules, position.get("frames"), "frames"))

    def check(self, cells: Cells) -> None:
        """Refuses cells that violate the declarations of their blocks; the error names the field."""
        if self._things and self._places:
            self._check_unique(cells, self._things, self._places(cells))
        for cell, error, block, allowed_members in self._allowed:
            if cells[cell] & error:
                raise self._refused(cells, cell, error, block, allowed_members)
        for block, ownership in self._owned:
            check_ownership(block, ownership, cells, self.paths.get(block.start, block.name))

    def _refused(self, cells: Cells, cell: int, error: int, block: Block, allowed_members: AllowedMembers) -> BadValue:
        """The error for an item in a place where it may not be."""
        text = allowed_members.message.format(wrong=_named(block.set_type, cells[cell] & error))
        return BadValue(text, field=self.paths.get(cell, block.name), clause=allowed_members.clause)

    def _check_unique(self, cells: Cells, items: IdSetField, held: Sequence[int]) -> None:
        """Refuses an item that is in two places or in none."""
        if sum(held) == items.full and sum(map(int.bit_count, held)) == len(items.domain):
            return
        seen, first = 0, self.paths[self._standing[0]].partition(".")[0]
        for cell in self._standing:
            if twice := seen & cells[cell]:
                raise BadValue(f"{_named(items, twice)} is in two places", field=self.paths[cell])
            seen |= cells[cell]
        raise BadValue(f"{_named(items, items.full & ~seen)} is nowhere", field=first)


def _named(kind: IdSetField, items: int) -> str:
    return truncated_list(kind.write(items))


def forbidden(block: Block, cell: int) -> int:
    """The items that a cell may not hold."""
    return block.set_type.full & ~allowed(block, cell - block.start)


def check_ownership(block: Block, ownership: OneOwner, cells: Cells, path: str) -> None:
    """Refuses an item that belongs to two sides, or to none where it must have an owner."""
    kind, seen, error = block.set_type, 0, False
    for cell in block.cells:
        error |= bool(seen & cells[cell])
        seen |= cells[cell]
    if error or (not ownership.none and seen != kind.full):
        by = "one side at most" if ownership.none else "one side"
        raise BadValue(f"every {kind.domain.name} belongs to {by}", field=path, clause=ownership.clause)
