"""The legal set of one decision, structured by verb and argument."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from ironbottom.engine.actions import Action, Code, Vocabulary
from ironbottom.engine.errors import Refused

CLOSING = frozenset(("done", "pass"))
"""The verbs that end a plan; ``walk`` takes them more often so that small plans occur."""


class Source(Protocol):
    """Whatever gives numbers from 0 up to 1: ``random.Random`` does."""

    def random(self) -> float: ...


class Group:
    """Some choices of one verb."""

    __slots__ = ("verb",)
    verb: int

    def __len__(self) -> int:
        raise NotImplementedError

    def code(self, place: int) -> Code:
        """The choice at a place from 0 to ``len - 1``."""
        raise NotImplementedError

    def __contains__(self, code: Code) -> bool:
        raise NotImplementedError

    def codes(self) -> Iterator[Code]:
        """Every choice in order."""
        return (self.code(place) for place in range(len(self)))


class Only(Group):
    """A verb without arguments."""

    __slots__ = ()

    def __init__(self, verb: int) -> None:
        self.verb = verb

    def __len__(self) -> int:
        return 1

    def code(self, place: int) -> Code:
        return (self.verb,)

    def __contains__(self, code: Code) -> bool:
        return code == (self.verb,)


class Each(Group):
    """A verb with one argument out of a list."""

    __slots__ = ("items",)

    def __init__(self, verb: int, items: Sequence[int]) -> None:
        self.verb = verb
        self.items = items

    def __len__(self) -> int:
        return len(self.items)

    def code(self, place: int) -> Code:
        return (self.verb, self.items[place])

    def __contains__(self, code: Code) -> bool:
        return len(code) == 2 and code[0] == self.verb and code[1] in self.items


class Product(Group):
    """A verb with two arguments, any of one list with any of another."""

    __slots__ = ("firsts", "seconds")

    def __init__(self, verb: int, firsts: Sequence[int], seconds: Sequence[int]) -> None:
        self.verb = verb
        self.firsts = firsts
        self.seconds = seconds

    def __len__(self) -> int:
        return len(self.firsts) * len(self.seconds)

    def code(self, place: int) -> Code:
        first, second = divmod(place, len(self.seconds))
        return (self.verb, self.firsts[first], self.seconds[second])

    def __contains__(self, code: Code) -> bool:
        fits = len(code) == 3 and code[0] == self.verb
        return fits and code[1] in self.firsts and code[2] in self.seconds


class EachOf(Group):
    """A verb with one argument out of a set held as bits."""

    __slots__ = ("bits",)

    def __init__(self, verb: int, bits: int) -> None:
        self.verb = verb
        self.bits = bits

    def __len__(self) -> int:
        return self.bits.bit_count()

    def code(self, place: int) -> Code:
        return (self.verb, nth_member(self.bits, place))

    def __contains__(self, code: Code) -> bool:
        return len(code) == 2 and code[0] == self.verb and bool(self.bits >> code[1] & 1)


class SetProduct(Group):
    """A verb with two arguments, any of a set held as bits with any of a list."""

    __slots__ = ("bits", "seconds")

    def __init__(self, verb: int, bits: int, seconds: Sequence[int]) -> None:
        self.verb = verb
        self.bits = bits
        self.seconds = seconds

    def __len__(self) -> int:
        return self.bits.bit_count() * len(self.seconds)

    def code(self, place: int) -> Code:
        first, second = divmod(place, len(self.seconds))
        return (self.verb, nth_member(self.bits, first), self.seconds[second])

    def __contains__(self, code: Code) -> bool:
        fits = len(code) == 3 and code[0] == self.verb
        return fits and bool(self.bits >> code[1] & 1) and code[2] in self.seconds


def nth_member(bits: int, place: int) -> int:
    """The number at a place in a set of bits, ascending from place 0.

    >>> nth_member(0b10110, 2)
    4
    """
    while place:
        bits &= bits - 1
        place -= 1
    return (bits & -bits).bit_length() - 1


class Leaves(Group):
    """Choices listed one by one."""

    __slots__ = ("listed",)

    def __init__(self, verb: int, listed: Sequence[Code]) -> None:
        self.verb = verb
        self.listed = listed

    def __len__(self) -> int:
        return len(self.listed)

    def code(self, place: int) -> Code:
        return self.listed[place]

    def __contains__(self, code: Code) -> bool:
        return code in self.listed


class Choices:
    """All that a side may choose at a decision, without repetition, in the game's public order.

    Iterating gives readable actions; ``len`` counts them; ``in`` tells whether one is offered.
    """

    __slots__ = ("_length", "groups", "vocabulary")

    def __init__(self, vocabulary: Vocabulary, groups: list[Group]) -> None:
        self.vocabulary = vocabulary
        self.groups = groups
        self._length = -1

    def __len__(self) -> int:
        if self._length < 0:
            self._length = sum([len(group) for group in self.groups])
        return self._length

    def __iter__(self) -> Iterator[Action]:
        action = self.vocabulary.action
        return (action(code) for group in self.groups for code in group.codes())

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, (tuple, list)):
            return False
        try:
            return self.holds(self.vocabulary.code(action))
        except Refused:
            return False

    def holds(self, code: Code) -> bool:
        """Whether the choice with this code is offered."""
        return any(code in group for group in self.groups)

    def code_at(self, place: int) -> Code:
        """The code of the choice at a place from 0 to ``len - 1``."""
        for group in self.groups:
            size = len(group)
            if place < size:
                return group.code(place)
            place -= size
        raise IndexError("no choice at this place")

    def at(self, place: int) -> Action:
        """The choice at a place from 0 to ``len - 1``."""
        return self.vocabulary.action(self.code_at(place))

    def sample(self, source: Source) -> Action:
        """One choice, each equally likely."""
        groups = self.groups
        sizes = [len(group) for group in groups]
        place = int(source.random() * sum(sizes))
        for group, size in zip(groups, sizes, strict=True):
            if place < size:
                return self.vocabulary.action(group.code(place))
            place -= size
        raise IndexError("nothing is offered")

    def walk(self, source: Source) -> Action:
        """One choice, with ``done`` or ``pass`` taken with a quarter chance where offered."""
        for group in self.groups:
            if self.vocabulary.verbs[group.verb].name in CLOSING and source.random() < 0.25:
                return self.vocabulary.action(group.code(0))
        return self.sample(source)

    def tree(self) -> dict[str, Any]:
        """The choices as verb, then argument by argument: ``{"hit": {"us_wasp": {}}}``."""
        grown: dict[str, Any] = {}
        for action in self:
            branch = grown
            for part in action:
                branch = branch.setdefault(part, {})
        return grown

    def listed(self) -> list[list[str]]:
        """The choices as plain lists for the wire."""
        return [list(action) for action in self]


def leaves(verb: int, codes: Iterable[Code]) -> list[Group]:
    """The listed choices as groups; none when the list is empty."""
    listed = list(codes)
    return [Leaves(verb, listed)] if listed else []
