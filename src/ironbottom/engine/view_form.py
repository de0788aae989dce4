"""The views and the positions of a game, each out of a list of its fields, and what the declarations refuse."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from ironbottom.engine.errors import BadValue
from ironbottom.engine.fields import Some, shorten
from ironbottom.engine.frame_words import read_frames, write_frames
from ironbottom.engine.layout_words import Cells, Form, Told, Words
from ironbottom.engine.position_parts import known
from ironbottom.engine.procedures import Together
from ironbottom.engine.rules import Rules
from ironbottom.engine.state import State
from ironbottom.engine.visible import OPEN, Block, Held, Only

Field = Form | int | Told


class ViewForm:
    """What a side has been shown, built up from nothing: a heading, the fields, the frames.

    ``secretly`` names the field that says, while all sides choose at the same time, whether the viewer still has to
    (others always may): None at any other time.
    """

    def __init__(self, words: Words, *fields: Field, secretly: str = "") -> None:
        self.layout, self.secretly = words.layout, secretly
        self.forms = [words.form(field) for field in fields]
        self._writers = [(form.name, form.write) for form in self.forms]

    def write(self, state: State, viewer: int) -> dict[str, Any]:
        """The view of a side, of the public, or open."""
        rules, stack = state.rules, state.stack
        told: dict[str, Any] = {
            "game": rules.game.id,
            "options": dict(rules.options),
            "corrections": rules.facts.corrections,
            "side": rules.sides.ids[viewer] if viewer >= 0 else "open" if viewer == OPEN else "public",
        }
        for name, write in self._writers:
            told[name] = write(state, viewer)
        if self.secretly:
            together = stack[-1] if stack and isinstance(stack[-1], Together) else None
            told[self.secretly] = None if together is None else viewer < 0 or bool(together.stacks[viewer])
            stack = stack[:-1] if together else stack
        told["frames"] = write_frames(rules, stack)
        return told

    def read(self, rules: Rules, view: Mapping[str, Any]) -> State:
        """The state as far as the viewer sees it; what is hidden is empty."""
        cells = self.layout.blank()
        for form in self.forms:
            form.read(cells, view[form.name], form.name)
        return State(rules, cells, read_frames(rules, view["frames"], "frames"))


class PositionForm:
    """A state in the game's words: the fields, the frames; ``also`` names fields that the game reads by itself."""

    def __init__(self, words: Words, *fields: Field, also: Sequence[str] = ()) -> None:
        self.layout = words.layout
        self.forms = [words.form(field) for field in fields]
        self.names = (*(form.name for form in self.forms), *also, "frames")
        self.paths = {cell: path for form in self.forms for cell, path in form.paths().items()}
        self._laws = [law for block in self.layout.blocks.values() for law in laws(block, self.paths)]
        standing = [block for block in self.layout.blocks.values() if block.stands]
        self._standing = sorted((cell for block in standing for cell in block.cells), key=list(self.paths).index)
        kind = standing[0].kind if standing else None
        self._things = kind if isinstance(kind, Some) else None

    def write(self, state: State) -> dict[str, Any]:
        """The state in words."""
        told = {form.name: form.write(state, OPEN) for form in self.forms}
        return {**told, "frames": write_frames(state.rules, state.stack)}

    def read(self, cells: Cells, position: Mapping[str, Any]) -> None:
        """Puts what a position says into cells, which keep what it does not say; ``BadValue`` names the field."""
        known(position, self.names, "")
        for form in self.forms:
            if form.name in position:
                form.read(cells, position[form.name], form.name)

    def check(self, cells: Cells) -> None:
        """Refuses cells that go against what their blocks declare, naming the field."""
        if self._things:
            self._stand_once(cells, self._things)
        for lawful, refuse in self._laws:
            if not lawful(cells):
                raise refuse(cells)

    def _stand_once(self, cells: Cells, things: Some) -> None:
        """Each thing is in one place: as many members as things, which add up to one of each."""
        held = [cells[cell] for cell in self._standing]
        if sum(held) == things.full and sum(map(int.bit_count, held)) == len(things.domain):
            return
        seen, first = 0, self.paths[self._standing[0]].partition(".")[0]
        for cell in self._standing:
            if twice := seen & cells[cell]:
                raise BadValue(f"{_named(things, twice)} stands in two places", field=self.paths[cell])
            seen |= cells[cell]
        raise BadValue(f"{_named(things, things.full & ~seen)} stands nowhere", field=first)


def _named(kind: Some, things: int) -> str:
    return shorten(kind.write(things))


Law = tuple[Callable[[Cells], bool], Callable[[Cells], BadValue]]


def laws(block: Block, paths: Mapping[int, str]) -> list[Law]:
    """What a block declares of its cells, each with its refusal."""
    found = [_only(block, cell, paths.get(cell, block.name)) for cell in block.cells if block.only]
    return [*found, *([_held(block, paths.get(block.start, block.name))] if block.held else [])]


def _only(block: Block, cell: int, path: str) -> Law:
    """Nothing lies in a cell but what may lie there."""
    kind, only = cast(Some, block.kind), cast(Only, block.only)
    sets = only.sets if isinstance(only.sets, int) else only.sets[cell - block.start]
    barred = kind.full & ~sets

    def refuse(cells: Cells) -> BadValue:
        told = only.sentence.format(wrong=_named(kind, cells[cell] & barred))
        return BadValue(told, field=path, clause=only.clause)

    return lambda cells: not cells[cell] & barred, refuse


def _held(block: Block, path: str) -> Law:
    """Each thing is one side's at most, and somebody's where it must be."""
    kind, held = cast(Some, block.kind), cast(Held, block.held)
    one, thing = "one side" if not held.none else "one side at most", kind.domain.name

    def refuse(cells: Cells) -> BadValue:
        return BadValue(f"every {thing} belongs to {one}", field=path, clause=held.clause)

    def lawful(cells: Cells) -> bool:
        seen = 0
        for cell in block.cells:
            if seen & cells[cell]:
                return False
            seen |= cells[cell]
        return held.none or seen == kind.full

    return lawful, refuse
