"""Declares for each block of cells who sees it and what it may hold.

A *rule* of the game returns a set for a viewer: for cells that hold sets, the members that it sees; for other cells,
the places that it sees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol, TypedDict

from ironbottom.engine.core.fields import Domain, FieldType, IdField, IdSetField, Number

PUBLIC, OPEN = -1, -2
"""Viewers without a side: the public (spectators), and everyone after the end, when everything is revealed."""
EVERYTHING = -1
VisibilityRule = Callable[..., int]
"""Takes the state and the number of the viewer."""


class WithCells(Protocol):
    """The part of a state that blocks of cells read."""

    @property
    def cells(self) -> list[int]: ...


def everybody(state: object, viewer: int) -> int:
    """Shows everything to every viewer."""
    return EVERYTHING


def nobody(state: object, viewer: int) -> int:
    """Shows nothing to anyone before the end of the game."""
    return 0


def owners(items: Sequence[int]) -> VisibilityRule:
    """Shows each side its own items; ``items`` has one set for each side.

    >>> own = owners((0b0011, 0b1100))
    >>> [own(None, viewer) for viewer in (0, 1, PUBLIC)]
    [3, 12, 0]
    """
    return lambda state, viewer: items[viewer] if viewer >= 0 else 0


def sees(viewer: int, side: int) -> bool:
    """Whether the viewer sees the items of a side."""
    return viewer in (side, OPEN)


class AllowedMembers(NamedTuple):
    """The only items that the cells of a block may hold, everywhere or by place, and the message for anything else.

    The message has ``{wrong}`` in place of the items that are not allowed.
    """

    sets: int | Sequence[int]
    message: str = "{wrong} cannot be there"
    clause: str | None = None


class OneOwner(NamedTuple):
    """The cells are one set for each side. Each item is in exactly one of them, or in at most one with ``none``."""

    clause: str
    none: bool = True


class BlockOptions(TypedDict, total=False):
    """The options of a block; see ``Block``."""

    seen: VisibilityRule
    each: Domain | Sequence[str]
    sparse: bool
    ownership: OneOwner
    is_location: bool
    allowed: AllowedMembers | None
    interchangeable: Sequence[int]


@dataclass(frozen=True)
class Block:
    """A declared run of cells of one type.

    ``seen`` says who sees which of its cells; by default nobody does. ``each`` names its places. ``sparse``: empty
    cells are left out of views and positions. ``is_location``: each item is in exactly one of the cells declared this
    way. ``interchangeable``: other sides know how many hidden items there are and their numbers, so two items in the
    same one of these sets could be swapped. Nothing is known about any other hidden items.
    """

    name: str
    start: int
    count: int
    kind: FieldType
    seen: VisibilityRule = nobody
    each: Domain | Sequence[str] = ()
    sparse: bool = False
    ownership: OneOwner | None = None
    is_location: bool = False
    allowed: AllowedMembers | None = None
    interchangeable: Sequence[int] = ()

    @cached_property
    def cells(self) -> range:
        """The indices of the block's cells in the list."""
        return range(self.start, self.start + self.count)

    @cached_property
    def ids(self) -> Sequence[str]:
        """The names of the block's places."""
        return self.each.ids if isinstance(self.each, Domain) else self.each

    @cached_property
    def empty(self) -> int:
        """The value of a cell about which nothing is known."""
        return empty_value(self.kind)

    @cached_property
    def holds_sets(self) -> bool:
        """Whether ``seen`` returns members of the sets in the cells, rather than places."""
        return isinstance(self.kind, IdSetField) and self.kind.domain is not self.each

    @property
    def set_type(self) -> IdSetField:
        """The type of the cells of a block of sets; a ``TypeError`` for other blocks."""
        if not isinstance(self.kind, IdSetField):
            raise TypeError(f"{self.name} does not hold sets")
        return self.kind

    @property
    def place_domain(self) -> Domain:
        """The domain that names the block's places; a ``TypeError`` if there is none."""
        if not isinstance(self.each, Domain):
            raise TypeError(f"the places of {self.name} have no domain")
        return self.each

    def mask(self, state: object, viewer: int) -> int:
        """The members or places that the viewer sees, as bits."""
        return EVERYTHING if viewer == OPEN else self.seen(state, viewer)

    def visible(self, state: WithCells, viewer: int) -> tuple[int, list[object]]:
        """A block as the viewer sees it: the members or places, and their values."""
        mask = self.mask(state, viewer)
        return mask, self.masked(state.cells, mask)

    def masked(self, cells: Sequence[int], mask: int) -> list[object]:
        """The values of the block's cells, without the members or places outside the mask."""
        values = cells[self.start : self.start + self.count]
        if self.holds_sets:
            return [value & mask for value in values]
        return [value if mask >> index & 1 else None for index, value in enumerate(values)]


def empty_value(kind: FieldType) -> int:
    """The empty value of a type: no item, an empty set, zero, or the allowed number nearest to zero.

    >>> empty_value(Number(1, 4)), empty_value(IdField(Domain("box", ("1", "2")), none=True))
    (1, -1)
    """
    if isinstance(kind, Number):
        return min(max(kind.low, 0), kind.high)
    return -1 if isinstance(kind, IdField) and kind.none else 0
