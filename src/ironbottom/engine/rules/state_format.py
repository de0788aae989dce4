"""Formats of stored states. A state of another version is converted or refused, never misread.

A state is stored as a list: cells and arrays without their names, and frames by the name of their procedure, with their
fields in order. Its format lists all of these names. A game lists its formats in ``data/state_formats.json``, the
oldest first. A state in an older one is converted by names. A state in a format that is not listed is refused; the
match is then replayed from its record. Dumps of format 1 have the number of the procedure in place of its name.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from inspect import getfile
from pathlib import Path
from typing import Protocol

import msgspec

from ironbottom.engine.core import fields
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import Domain, FieldType, Numbers
from ironbottom.engine.core.layout import Layout

DIGITS = 16
FILE = "state_formats.json"
FRAMES_BY_NUMBER = 1
"""The format of a dump in which a frame begins with the number of its procedure."""
TypeDescription = list[object]
"""A type or a domain in plain JSON."""


class StoredProcedure(Protocol):
    """The attributes of a procedure class that decide how its frames are stored."""

    @property
    def name(self) -> str: ...
    @property
    def fields(self) -> Mapping[str, FieldType]: ...
    @property
    def simultaneous(self) -> bool: ...


class GameToStore(Protocol):
    """The attributes of a game that decide how its states are stored."""

    def __hash__(self) -> int: ...
    @property
    def layout(self) -> Layout: ...
    @property
    def procedures(self) -> Sequence[StoredProcedure]: ...


class StateFormat(msgspec.Struct, frozen=True):
    """The blocks of cells and the arrays in order, each with its length and type, and the procedures with their fields.

    >>> from ironbottom import get_game
    >>> StateFormat.of(get_game("pf")).blocks[0]
    ('turn', 1, ['number', 1, 4])
    """

    blocks: list[tuple[str, int, TypeDescription]]
    arrays: list[tuple[str, int, TypeDescription]]
    procedures: list[tuple[str, list[tuple[str, TypeDescription]]]]

    @classmethod
    def of(cls, game: GameToStore) -> StateFormat:
        """The format in which a game stores states now."""
        layout = game.layout
        return cls(
            [(block.name, block.count, describe_type(block.kind)) for block in layout.blocks.values()],
            [(block.name, block.length, describe_type(block.kind)) for block in layout.arrays],
            [
                (procedure.name, [(name, describe_type(kind)) for name, kind in procedure.fields.items()])
                for procedure in game.procedures
            ],
        )

    @property
    def digest(self) -> str:
        """The first hexadecimal digits of a SHA-256 of all names, lengths and types."""
        return sha256(msgspec.json.encode(self, order="sorted")).hexdigest()[:DIGITS]


class Renamed(msgspec.Struct, frozen=True):
    """Renames since the previous format, from old names to new ones."""

    blocks: dict[str, str] = {}
    arrays: dict[str, str] = {}
    procedures: dict[str, str] = {}


class ListedFormat(msgspec.Struct, frozen=True):
    """A format in a game's list; ``dropped`` lists the blocks and arrays that it no longer has."""

    format: StateFormat
    renamed: Renamed = Renamed()
    dropped: list[str] = []


def describe_type(kind: FieldType) -> TypeDescription:
    """A type in plain JSON: its kind and the values that it may hold.

    >>> describe_type(fields.TupleField(fields.IdField(Domain("box", ("1", "2")), none=True), 3))[:2]
    ['row', 3]
    """
    match kind:
        case fields.Number():
            return ["number", kind.low, kind.high]
        case fields.Flag():
            return ["flag"]
        case fields.IdField():
            return ["one", kind.none, _describe_domain(kind.domain)]
        case fields.IdSetField():
            return ["some", _describe_domain(kind.domain)]
        case fields.TupleField():
            return ["row", kind.length, describe_type(kind.item)]
        case fields.Record():
            return ["record", [[name, describe_type(one)] for name, one in kind.fields.items()]]
        case fields.CountsField():
            return ["tally", kind.most, _describe_domain(kind.domain)]
    raise TypeError(f"{type(kind).__name__} has no description; add one here")


@cache
def _describe_domain(domain: Domain, size: int | None = None) -> TypeDescription:
    """The first ids of a domain (all by default), in short."""
    if isinstance(domain, Numbers):
        return ["numbers", domain.low, domain.high]
    ids = domain.ids[:size]
    return ["domain", len(ids), sha256(json.dumps(list(ids)).encode()).hexdigest()[:DIGITS]]


def accepts_values(kind: FieldType, old: TypeDescription) -> bool:
    """Whether every value of an older type means the same in this one: ranges and domains may only have grown.

    >>> accepts_values(fields.Number(0, 9), ["number", 0, 5]), accepts_values(fields.Number(0, 9), ["number", 0, 12])
    (True, False)
    >>> grown = fields.IdField(Domain("box", ("1", "2", "3")))
    >>> [accepts_values(grown, describe_type(fields.IdField(Domain("box", ids)))) for ids in (("1", "2"), ("2", "1"))]
    [True, False]
    """
    match kind, old:
        case fields.Number(), ["number", int(low), int(high)]:
            return kind.low <= low and high <= kind.high
        case fields.Flag(), ["flag"]:
            return True
        case fields.IdField(), ["one", none, list(domain)]:
            return (kind.none or not none) and _extends(kind.domain, domain)
        case fields.IdSetField(), ["some", list(domain)]:
            return _extends(kind.domain, domain)
        case fields.TupleField(), ["row", length, list(item)]:
            return kind.length == length and accepts_values(kind.item, item)
        case fields.Record(), ["record", list(parts)]:
            return [name for name, _ in parts] == list(kind.fields) and all(
                accepts_values(kind.fields[name], one) for name, one in parts
            )
        case fields.CountsField(), ["tally", int(most), list(domain)]:
            return most <= kind.most and _extends(kind.domain, domain)
    return False


def _extends(domain: Domain, old: TypeDescription) -> bool:
    match old:
        case ["numbers", int(low), int(high)] if isinstance(domain, Numbers):
            return domain.low <= low and high <= domain.high
        case ["domain", int(size), str()] if not isinstance(domain, Numbers):
            return size <= len(domain) and _describe_domain(domain, size) == old
    return False


@cache
def listed_formats(game: GameToStore) -> tuple[ListedFormat, ...]:
    """The formats that a game lists, oldest first; empty if it lists none."""
    path = Path(getfile(type(game))).parent / "data" / FILE
    if not path.exists():
        return ()
    return tuple(msgspec.json.decode(path.read_bytes(), type=list[ListedFormat]))


@cache
def current_format(game: GameToStore) -> str:
    """The digest of the format in which a game stores states now."""
    return StateFormat.of(game).digest


def format_of(game: GameToStore, digest: str) -> StateFormat:
    """The format with this digest, if the game has or lists it; otherwise ``BadValue``."""
    if digest == current_format(game):
        return StateFormat.of(game)
    for listed in listed_formats(game):
        if listed.format.digest == digest:
            return listed.format
    raise _unconvertible("a version that this one does not know")


def frames_by_name(stack: object, numbered: StateFormat) -> list[object]:
    """The frames of a dump of format 1, with the names of their procedures in place of their numbers.

    >>> numbered = StateFormat([], [], [("together", []), ("fire", [("at", ["number", 1, 9])])])
    >>> frames_by_name([[1, 4], [0, [[[1, 5]], []]]], numbered)
    [['fire', 4], ['together', [[['fire', 5]], []]]]
    """
    if not isinstance(stack, list):
        raise BadValue("frames must be a list", field="stack")
    result: list[object] = []
    for frame in stack:
        number = frame[0] if isinstance(frame, list) and frame else None
        if type(number) is not int or not 0 <= number < len(numbered.procedures):
            raise BadValue("a frame starts with the number of a procedure", field="stack")
        name, fields = numbered.procedures[number]
        values = frame[1:]
        if not fields and values and isinstance(values[0], list):  # only simultaneous frames lack field names
            values = [[frames_by_name(inner, numbered) for inner in values[0]]]
        result.append([name, *values])
    return result


class Converter:
    """Converts the parts of a stored state from a listed format to the current one, by name.

    Raises ``BadValue`` if a value has no place in the current format, or a field of a frame has no value.
    """

    def __init__(self, game: GameToStore, old: str) -> None:
        self._game, self._old = game, format_of(game, old)
        digests = [one.format.digest for one in listed_formats(game)]
        self._later = listed_formats(game)[digests.index(old) + 1 :] if old in digests else ()
        self._old_fields = dict(self._old.procedures)

    def _current_name(self, kind: str, name: str) -> str:
        """The current name of a block, an array or a procedure of the old format."""
        for one in self._later:
            names: Mapping[str, str] = getattr(one.renamed, kind)
            name = names.get(name, name)
        return name

    def _is_dropped(self, name: str) -> bool:
        return any(name in one.dropped for one in self._later)

    def cells(self, cells: Sequence[int]) -> list[int]:
        """The cells in the current layout; blocks that are new are empty."""
        layout = self._game.layout
        result, start = layout.blank(), 0
        places = {block.name: block for block in layout.blocks.values()}
        for name, count, old in self._old.blocks:
            values, start = cells[start : start + count], start + count
            if not values:
                continue  # the block is newer than the state, which ends before it
            now = self._current_name("blocks", name)
            block = places.get(now)
            if block is None and self._is_dropped(now):
                continue
            if block is None or block.count < count or not accepts_values(block.kind, old):
                raise _unconvertible(f"another version, whose {name} has no place in this one")
            result[block.start : block.start + count] = values
        if start != len(cells):
            raise _unconvertible("another version, with more cells than its format names")
        return result

    def arrays(self, arrays: Sequence[list[int]]) -> list[list[int]]:
        """The arrays in the current layout; arrays that are new are empty."""
        blocks = self._game.layout.arrays
        result = {block.name: [0] * block.length for block in blocks if block.low <= 0 <= block.high}
        known = {block.name: block for block in blocks}
        for (name, count, old), values in zip(self._old.arrays, arrays, strict=False):
            now = self._current_name("arrays", name)
            block = known.get(now)
            if block is None and self._is_dropped(now):
                continue
            if block is None or block.length < count or not accepts_values(block.kind, old):
                raise _unconvertible(f"another version, whose {name} has no place in this one")
            result[now] = [*values, *[0] * (block.length - count)]
        missing = [block.name for block in blocks if block.name not in result]
        if missing:
            raise _unconvertible(f"another version, which had no {missing[0]}")
        return [result[block.name] for block in blocks]

    def stack(self, stack: object) -> list[list[object]]:
        """The frames with the current names of their procedures, and their fields in the current order."""
        if not isinstance(stack, list):
            raise BadValue("frames must be a list", field="stack")
        return [self._frame(frame) for frame in stack]

    def _frame(self, plain: object) -> list[object]:
        if not isinstance(plain, list) or not plain or not isinstance(plain[0], str):
            raise BadValue("a frame must start with the name of a procedure", field="stack")
        name, *values = plain
        if name not in self._old_fields:
            raise _unconvertible(f"another version, in the middle of {name}")
        known_fields = self._old_fields[name]
        now = self._current_name("procedures", name)
        procedure = next((one for one in self._game.procedures if one.name == now), None)
        if procedure is None:
            raise _unconvertible(f"another version, in the middle of {name}")
        if procedure.simultaneous:
            return [procedure.name, [self.stack(inner) for inner in values[0]]]
        kept = {field: (old, value) for (field, old), value in zip(known_fields, values, strict=True)}
        for field, (old, _) in kept.items():
            if field not in procedure.fields or not accepts_values(procedure.fields[field], old):
                raise _unconvertible(f"another version, whose {name} had another {field}")
        if missing := [field for field in procedure.fields if field not in kept]:
            raise _unconvertible(f"another version, whose {name} had no {missing[0]}")
        return [procedure.name, *[kept[field][1] for field in procedure.fields]]


def _unconvertible(by: str) -> BadValue:
    return BadValue(f"this state was stored by {by}", field="dump")


def with_current_format(game: GameToStore) -> bytes:
    """The file ``state_formats.json`` of a game with the current format at its end.

    Run ``python -m ironbottom.engine.rules.state_format pf`` after a change of the layout or of a procedure's fields.
    Then fill in what was renamed or dropped.
    """
    listed = list(listed_formats(game))
    if not listed or listed[-1].format.digest != current_format(game):
        listed.append(ListedFormat(StateFormat.of(game)))
    return b"[\n" + b",\n".join(map(msgspec.json.encode, listed)) + b"\n]\n"


if __name__ == "__main__":
    import sys

    from ironbottom.engine.rules.registry import get_game

    for name in sys.argv[1:]:
        game = get_game(name)
        (Path(getfile(type(game))).parent / "data" / FILE).write_bytes(with_current_format(game))
