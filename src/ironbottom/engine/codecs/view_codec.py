"""Views and positions of a game as lists of fields, and checks of cells against their declarations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any

from ironbottom.engine.codecs.frame_codec import read_frames, write_frames
from ironbottom.engine.codecs.layout_codec import Cells, FieldCodec, LayoutCodec, ReadValue, allowed
from ironbottom.engine.codecs.position_parts import check_fields
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import IdSetField, shorten
from ironbottom.engine.core.visibility import OPEN, AllowedThings, Block, OneOwner
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.procedures import SimultaneousFrame
from ironbottom.engine.rules.state import State

Field = FieldCodec | int | ReadValue


class ViewCodec:
    """A view: what a side may see, as a heading, the fields and the frames.

    ``secretly`` names a field for simultaneous choices. While all sides choose at the same time, it says whether the
    viewer still has to choose (always true for viewers without a side); otherwise it is None.
    """

    def __init__(self, words: LayoutCodec, *fields: Field, secretly: str = "") -> None:
        self.layout, self.secretly = words.layout, secretly
        self.forms = [words.form(field) for field in fields]
        self._writers = [(form.name, form.write) for form in self.forms]

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
        if self.secretly:
            together = stack[-1] if stack and isinstance(stack[-1], SimultaneousFrame) else None
            data[self.secretly] = None if together is None else viewer < 0 or bool(together.stacks[viewer])
            stack = stack[:-1] if together else stack
        data["frames"] = write_frames(rules, stack)
        return data

    def read(self, rules: Rules, view: Mapping[str, Any]) -> State:
        """The visible part of the state; hidden cells are empty."""
        cells = self.layout.blank()
        for form in self.forms:
            form.read(cells, view[form.name], form.name)
        return State(rules, cells, read_frames(rules, view["frames"], "frames"))


class PositionCodec:
    """A position: a state in the game's words, as fields and frames.

    ``also`` names fields that the game itself reads.
    """

    def __init__(self, words: LayoutCodec, *fields: Field, also: Sequence[str] = ()) -> None:
        self.layout = words.layout
        self.forms = [words.form(field) for field in fields]
        self.names = (*(form.name for form in self.forms), *also, "frames")
        self.paths = {cell: path for form in self.forms for cell, path in form.paths().items()}
        blocks = list(self.layout.blocks.values())
        self._only = [
            (cell, forbidden(block, cell), block, block.only) for block in blocks if block.only for cell in block.cells
        ]
        self._held = [(block, block.held) for block in blocks if block.held]
        standing = [block for block in blocks if block.stands]
        self._standing = sorted((cell for block in standing for cell in block.cells), key=list(self.paths).index)
        self._things = standing[0].sets if standing else None
        self._places = itemgetter(*self._standing) if standing else None

    def write(self, state: State) -> dict[str, Any]:
        """The state in words."""
        result = {form.name: form.write(state, OPEN) for form in self.forms}
        return {**result, "frames": write_frames(state.rules, state.stack)}

    def read(self, cells: Cells, position: Mapping[str, Any]) -> None:
        """Reads a position into cells; cells that it does not mention keep their values.

        ``BadValue`` names the wrong field.
        """
        check_fields(position, self.names, "")
        for form in self.forms:
            if form.name in position:
                form.read(cells, position[form.name], form.name)

    def check(self, cells: Cells) -> None:
        """Refuses cells that violate the declarations of their blocks; the error names the field."""
        if self._things and self._places:
            self._check_unique(cells, self._things, self._places(cells))
        for cell, wrong, block, only in self._only:
            if cells[cell] & wrong:
                raise self._refused(cells, cell, wrong, block, only)
        for block, held in self._held:
            check_ownership(block, held, cells, self.paths.get(block.start, block.name))

    def _refused(self, cells: Cells, cell: int, wrong: int, block: Block, only: AllowedThings) -> BadValue:
        """The error for a thing in a place where it may not be."""
        text = only.sentence.format(wrong=_named(block.sets, cells[cell] & wrong))
        return BadValue(text, field=self.paths.get(cell, block.name), clause=only.clause)

    def _check_unique(self, cells: Cells, things: IdSetField, held: Sequence[int]) -> None:
        """Refuses a thing that is in two places or in none."""
        if sum(held) == things.full and sum(map(int.bit_count, held)) == len(things.domain):
            return
        seen, first = 0, self.paths[self._standing[0]].partition(".")[0]
        for cell in self._standing:
            if twice := seen & cells[cell]:
                raise BadValue(f"{_named(things, twice)} is in two places", field=self.paths[cell])
            seen |= cells[cell]
        raise BadValue(f"{_named(things, things.full & ~seen)} is nowhere", field=first)


def _named(kind: IdSetField, things: int) -> str:
    return shorten(kind.write(things))


def forbidden(block: Block, cell: int) -> int:
    """The things that a cell may not hold."""
    return block.sets.full & ~allowed(block, cell - block.start)


def check_ownership(block: Block, held: OneOwner, cells: Cells, path: str) -> None:
    """Refuses a thing that belongs to two sides, or to none where it must have an owner."""
    kind, seen, wrong = block.sets, 0, False
    for cell in block.cells:
        wrong |= bool(seen & cells[cell])
        seen |= cells[cell]
    if wrong or (not held.none and seen != kind.full):
        by = "one side at most" if held.none else "one side"
        raise BadValue(f"every {kind.domain.name} belongs to {by}", field=path, clause=held.clause)
