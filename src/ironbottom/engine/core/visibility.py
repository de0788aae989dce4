"""Who may see which cells, and what the cells may hold: declared once for each block of cells.

A *rule* of the game answers a set for a viewer: of cells that hold sets the members that it sees, of others the places.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from ironbottom.engine.core.fields import Domain, FieldType, IdField, IdSetField, Number

if TYPE_CHECKING:
    from ironbottom.engine.rules.state import State

PUBLIC, OPEN = -1, -2
"""Viewers without a side: spectators, and everyone after the game, when all is revealed."""
EVERYTHING = -1
Seen = Callable[["State", int], int]


def everybody(state: State, viewer: int) -> int:
    """Everyone sees everything."""
    return EVERYTHING


def nobody(state: State, viewer: int) -> int:
    """Nobody sees it before the end of the game."""
    return 0


def owners(things: Sequence[int]) -> Seen:
    """Each side sees its own things: a set for each side.

    >>> own = owners((0b0011, 0b1100))
    >>> [own(None, viewer) for viewer in (0, 1, PUBLIC)]
    [3, 12, 0]
    """
    return lambda state, viewer: things[viewer] if viewer >= 0 else 0


def sees(viewer: int, side: int) -> bool:
    """Whether the viewer sees the things of this side."""
    return viewer in (side, OPEN)


class Only(NamedTuple):
    """The only things that the cells of a block may hold, everywhere or by place, and how anything else is refused.

    The message has ``{wrong}`` in place of what is not allowed.
    """

    sets: int | Sequence[int]
    sentence: str = "{wrong} cannot be there"
    clause: str | None = None


class Held(NamedTuple):
    """The cells are sets by side, in which each thing is in one at most; unless ``none``, in exactly one."""

    clause: str
    none: bool = True


class Declared(TypedDict, total=False):
    """The options of a declaration of cells; see ``Block``."""

    seen: Seen
    each: Domain | Sequence[str]
    sparse: bool
    held: Held
    stands: bool
    only: Only | None
    alike: Sequence[int]


@dataclass(frozen=True)
class Block:
    """A declared run of cells of one type.

    ``seen`` says who sees what of it; where nothing is said nobody does. ``each`` names its places. ``sparse``: what is
    empty is left out where it is written. ``stands``: each thing is in exactly one of all cells that say so. ``alike``:
    of its hidden things others are told together (how many, under which numbers), so that those in one of these sets
    could stand for one another; of all other hidden things nothing is told.
    """

    name: str
    start: int
    count: int
    kind: FieldType
    seen: Seen = nobody
    each: Domain | Sequence[str] = ()
    sparse: bool = False
    held: Held | None = None
    stands: bool = False
    only: Only | None = None
    alike: Sequence[int] = ()

    @cached_property
    def cells(self) -> range:
        """The indices of its cells in the list."""
        return range(self.start, self.start + self.count)

    @cached_property
    def ids(self) -> Sequence[str]:
        """The names of its places."""
        return self.each.ids if isinstance(self.each, Domain) else self.each

    @cached_property
    def empty(self) -> int:
        """The value of a cell about which nothing is known."""
        return empty_value(self.kind)

    @cached_property
    def holds_sets(self) -> bool:
        """Whether what is seen are members of its sets, and not its places, which are things of the same sort."""
        return isinstance(self.kind, IdSetField) and self.kind.domain is not self.each

    def mask(self, state: State, viewer: int) -> int:
        """The members or places that the viewer sees."""
        return EVERYTHING if viewer == OPEN else self.seen(state, viewer)

    def visible(self, state: State, viewer: int) -> tuple[int, list[Any]]:
        """What the viewer sees of it: the members or places, and what these hold."""
        mask, values = self.mask(state, viewer), state.cells[self.start : self.start + self.count]
        if self.holds_sets:
            return mask, [value & mask for value in values]
        return mask, [value if mask >> place & 1 else None for place, value in enumerate(values)]


def empty_value(kind: FieldType) -> int:
    """The value of a cell that holds nothing: no thing, an empty set, zero or the number next to it.

    >>> empty_value(Number(1, 4)), empty_value(IdField(Domain("box", ("1", "2")), none=True))
    (1, -1)
    """
    if isinstance(kind, Number):
        return min(max(kind.low, 0), kind.high)
    return -1 if isinstance(kind, IdField) and kind.none else 0
