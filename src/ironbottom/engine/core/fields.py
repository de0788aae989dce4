"""The types of values that cells, frames, events and actions may hold.

Internally, every value is a small integer or a tuple of integers. Outside the engine, the value is a readable id, a
number or a list. A field type converts between the two forms, checks raw values, and reports where a wrong value is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ironbottom.engine.core import sets
from ironbottom.engine.core.errors import BadValue, escape_controls, format_value
from ironbottom.engine.core.sets import IdSet


class Domain:
    """Named items in a fixed, public order: sides, units, sea areas.

    >>> boxes = Domain("box", ("1", "2", "3"))
    >>> boxes.index["2"], boxes.ids[1], len(boxes)
    (1, '2', 3)
    """

    __slots__ = ("ids", "index", "name", "titles", "within")
    ids: Sequence[str]
    index: Mapping[str, int]
    titles: Sequence[str]
    within: Sequence[str]
    """The titles as written within a sentence, for example with an article."""

    def __init__(
        self,
        name: str,
        ids: Sequence[str],
        titles: Mapping[str, str] | None = None,
        within: Callable[[str], str] | None = None,
    ) -> None:
        self.name = name
        self.ids = tuple(ids)
        self.index = {text: number for number, text in enumerate(self.ids)}
        self.titles = tuple((titles or {}).get(text, text.replace("_", " ")) for text in self.ids)
        self.within = tuple(map(within, self.titles)) if within else self.titles

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def width(self) -> int:
        """One more than the highest of its numbers."""
        return len(self.ids)

    @property
    def all(self) -> IdSet:
        """The set of all numbers."""
        return sets.full_set(len(self.ids))

    def all_but(self, excluded: int) -> IdSet:
        """The set of all numbers except those in a set of bits.

        >>> Domain("box", ("1", "2", "3")).all_but(0b10)
        5
        """
        return sets.without(self.all, members(excluded)) if excluded else self.all

    def ids_text(self) -> str:
        """The ids for a sentence."""
        return truncated_list(self.ids)

    def number(self, text: object, field: str = "") -> int:
        """The number behind a readable id.

        >>> Domain("box", ("1", "2")).number("7", "box")
        Traceback (most recent call last):
        ironbottom.engine.core.errors.BadValue: box: no box is called '7'; allowed: 1, 2
        """
        result = self.index.get(text) if isinstance(text, str) else None
        if result is None:
            raise BadValue(f"no {self.name} is called {format_value(text)}; allowed: {self.ids_text()}", field=field)
        return result


class Numbers(Domain):
    """Whole numbers as an argument, such as a number of tanks or points. They are stored unchanged.

    >>> amount = Numbers("number of tanks", 1, 300)
    >>> amount.ids[12], amount.index.get("12"), amount.index.get("301"), len(amount)
    ('12', 12, None, 300)
    """

    __slots__ = ("high", "low")

    def __init__(self, name: str, low: int, high: int) -> None:
        self.name, self.low, self.high = name, low, high
        written = _Written(low, high)
        self.ids = self.titles = self.within = written
        self.index = written  # type: ignore[assignment]

    @property
    def width(self) -> int:
        return self.high + 1

    @property
    def all(self) -> IdSet:
        if self.high >= sets.WIDEST_BITS:
            return range(self.low, self.high + 1)
        return (1 << self.high + 1) - (1 << self.low)

    def ids_text(self) -> str:
        return f"those from {self.low} to {self.high}"


class _Written(Sequence[str]):
    """The numbers of a range as texts, made on demand, with a look-up of the number for a text."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def __len__(self) -> int:
        return self.high + 1 - self.low

    def __getitem__(self, number: Any) -> Any:
        return str(number)

    def __iter__(self) -> Iterator[str]:
        return (str(number) for number in range(self.low, self.high + 1))

    def get(self, text: str) -> int | None:
        """The number that a text of plain digits stands for; None for any other text."""
        plain = text.isascii() and text.isdigit() and len(text) < 10 and str(int(text)) == text
        return int(text) if plain and self.low <= int(text) <= self.high else None


def truncated_list(ids: Iterable[str], most: int = 12) -> str:
    """A list of ids for a sentence, cut after ``most``."""
    listed = list(ids)
    more = f" and {len(listed) - most} more" if len(listed) > most else ""
    return ", ".join(listed[:most]) + more


MAX_NAMES, MAX_LETTERS = 12, 120
"""The maximum number of names from a file that one sentence lists, and of characters of each name."""


def quote_short(text: str, most: int = 80) -> str:
    """A text from a file, quoted and shortened for a sentence.

    >>> quote_short("magic"), quote_short("a" * 100, most=3)
    ("'magic'", "'aaa …'")
    """
    return repr(str(text) if len(text) <= most else f"{text[:most]} …")


def join_names(listed: Iterable[str], between: str = " and ") -> str:
    """Joins names for a sentence; a long list is cut to its first few names and the number of the others.

    Names stay on one line: control characters are written as escapes.

    >>> join_names(["red", "blue"]), len(join_names(["red"] * 100_000))
    ('red and blue', 106)
    >>> join_names(["red\\nProved: all\\x1b[2J"])
    'red\\\\nProved: all\\\\x1b[2J'
    """
    every = list(listed)
    short = [name if len(name) <= MAX_LETTERS else f"{name[:MAX_LETTERS]} …" for name in every[:MAX_NAMES]]
    first = [escape_controls(name).replace("\n", "\\n") for name in short]
    if len(every) > MAX_NAMES:
        first.append(f"{len(every) - MAX_NAMES} more")
    return between.join(first)


class FieldType:
    """The type of a value; see the subclasses."""

    counted: Domain | None = None
    """The domain of the items that a packed whole number counts; None for all other values."""

    def check(self, value: object) -> bool:
        """Whether a raw value is allowed."""
        raise NotImplementedError

    def write(self, value: Any) -> Any:
        """The raw value as plain readable data."""
        return value

    def counts(self, value: int) -> Iterable[tuple[int, int]]:
        """The items that a raw value counts, each with its number; only for types that have ``counted``."""
        raise NotImplementedError

    def write_each(self, values: list[int]) -> Sequence[object]:
        """Writes the raw values of many places."""
        return [self.write(value) for value in values]

    def read(self, plain: object, field: str) -> Any:
        """The raw value of readable data; ``BadValue`` names ``field``."""
        raise NotImplementedError

    def read_each(self, plain: list[Any], field: str) -> list[Any]:
        """Reads the raw values of many places."""
        return [self.read(one, f"{field}[{index}]") for index, one in enumerate(plain)]

    def rebuild(self, value: object) -> object:
        """A raw value from a checked dump, with plain tuples turned back into the named tuples that the rules use."""
        return value


class Number(FieldType):
    """A whole number from ``low`` to ``high``."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def check(self, value: object) -> bool:
        return type(value) is int and self.low <= value <= self.high

    def write_each(self, values: list[int]) -> Sequence[object]:
        return values

    def read(self, plain: object, field: str) -> int:
        if type(plain) is not int or not self.low <= plain <= self.high:
            raise BadValue(f"{format_value(plain)} is not a whole number from {self.low} to {self.high}", field=field)
        return plain


class Flag(FieldType):
    """A boolean, stored as 1 or 0."""

    def check(self, value: object) -> bool:
        return type(value) is int and 0 <= value <= 1

    def write(self, value: Any) -> bool:
        return bool(value)

    def read(self, plain: object, field: str) -> int:
        if type(plain) is not bool:
            raise BadValue(f"{format_value(plain)} is not true or false", field=field)
        return int(plain)


class IdField(FieldType):
    """One item of a domain. With ``none``, the value may also be nothing, stored as -1."""

    def __init__(self, domain: Domain, none: bool = False) -> None:
        self.domain, self.none = domain, none
        self.low, self.high = (-1 if none else 0), len(domain) - 1

    def check(self, value: object) -> bool:
        return type(value) is int and self.low <= value <= self.high

    def write(self, value: Any) -> str | None:
        return None if value < 0 else self.domain.ids[value]

    def write_each(self, values: list[int]) -> list[object]:
        ids = self.domain.ids
        return [None if value < 0 else ids[value] for value in values]

    def read(self, plain: object, field: str) -> int:
        if plain is None and self.none:
            return -1
        return self.domain.number(plain, field)

    def read_each(self, plain: list[Any], field: str) -> list[Any]:
        index = self.domain.index
        try:
            return [index[one] for one in plain]
        except (KeyError, TypeError):
            return super().read_each(plain, field)


MAX_CACHED = 1024
"""The number of sets whose readable form is cached: views and positions write the same sets again and again."""


class IdSetField(FieldType):
    """A set of items of a domain, stored as bits in the domain's order."""

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self.full = (1 << len(domain)) - 1
        self._written: dict[int, tuple[str, ...]] = {}

    def check(self, value: object) -> bool:
        return type(value) is int and 0 <= value <= self.full

    def write(self, value: Any) -> list[str]:
        result = self._written.get(value)
        if result is None:
            if len(self._written) == MAX_CACHED:
                self._written.clear()
            ids = self.domain.ids
            result = self._written[value] = tuple([ids[member] for member in members(value)])
        return list(result)

    def read(self, plain: object, field: str) -> int:
        if not isinstance(plain, list):
            raise BadValue(f"{format_value(plain)} is not a list of {self.domain.name} ids", field=field)
        bits = 0
        for text in plain:
            bit = 1 << self.domain.number(text, field)
            if bits & bit:
                raise BadValue(f"{text!r} is listed twice", field=field)
            bits |= bit
        return bits


class TupleField(FieldType):
    """A tuple of values of one type; ``length`` fixes their number."""

    def __init__(self, item: FieldType, length: int | None = None) -> None:
        self.item, self.length = item, length

    def check(self, value: object) -> bool:
        if type(value) is not tuple or (self.length is not None and len(value) != self.length):
            return False
        return all(self.item.check(item) for item in value)

    def write(self, value: Any) -> list[object]:
        return [self.item.write(item) for item in value]

    def read(self, plain: object, field: str) -> tuple[Any, ...]:
        if not isinstance(plain, list):
            raise BadValue(f"{format_value(plain)} is not a list", field=field)
        if self.length is not None and len(plain) != self.length:
            raise BadValue(f"{len(plain)} values instead of {self.length}", field=field)
        return tuple(self.item.read(item, f"{field}[{index}]") for index, item in enumerate(plain))

    def rebuild(self, value: object) -> tuple[object, ...]:
        assert isinstance(value, tuple)
        return tuple([self.item.rebuild(item) for item in value])


class Record(FieldType):
    """A few named values: a plain tuple, or a named tuple of a class with these fields.

    >>> from typing import NamedTuple
    >>> class Aim(NamedTuple):
    ...     gun: int
    ...     at: int
    >>> Record(Aim, gun=Number(0, 9), at=Number(0, 9)).rebuild((3, 7))
    Aim(gun=3, at=7)
    """

    def __init__(self, form: Callable[..., tuple[object, ...]] | None = None, /, **fields: FieldType) -> None:
        self.form = form
        self.fields = fields

    def check(self, value: object) -> bool:
        if not isinstance(value, tuple) or len(value) != len(self.fields):
            return False
        return all(kind.check(item) for kind, item in zip(self.fields.values(), value, strict=True))

    def write(self, value: Any) -> dict[str, object]:
        pairs = zip(self.fields.items(), value, strict=True)
        return {name: kind.write(item) for (name, kind), item in pairs}

    def read(self, plain: object, field: str) -> tuple[object, ...]:
        if not isinstance(plain, dict):
            raise BadValue(f"{format_value(plain)} is not a table", field=field)
        for name in plain:
            if name not in self.fields:
                raise BadValue(
                    f"there is no such field; allowed: {truncated_list(self.fields)}", field=f"{field}.{name}"
                )
        for name in self.fields:
            if name not in plain:
                raise BadValue("this field is missing", field=f"{field}.{name}")
        return self._build([kind.read(plain[name], f"{field}.{name}") for name, kind in self.fields.items()])

    def rebuild(self, value: object) -> tuple[object, ...]:
        assert isinstance(value, tuple)
        return self._build([kind.rebuild(part) for kind, part in zip(self.fields.values(), value, strict=True)])

    def _build(self, parts: Sequence[object]) -> tuple[object, ...]:
        return self.form(*parts) if self.form else tuple(parts)


def has_named_tuples(kind: FieldType) -> bool:
    """Whether values of a type are named tuples or contain named tuples."""
    if isinstance(kind, TupleField):
        return has_named_tuples(kind.item)
    return isinstance(kind, Record) and (kind.form is not None or any(map(has_named_tuples, kind.fields.values())))


class CountsField(FieldType):
    """Counts by item, such as hits by unit; stored as pairs in the domain's order."""

    def __init__(self, domain: Domain, most: int) -> None:
        self.domain, self.most = domain, most

    def check(self, value: object) -> bool:
        if type(value) is not tuple:
            return False
        keys = [pair[0] for pair in value if type(pair) is tuple and len(pair) == 2]
        known = len(keys) == len(value) and all(type(key) is int and 0 <= key < len(self.domain) for key in keys)
        return known and keys == sorted(set(keys)) and all(type(n) is int and 1 <= n <= self.most for _, n in value)

    def write(self, value: Any) -> dict[str, int]:
        return {self.domain.ids[key]: amount for key, amount in value}

    def read(self, plain: object, field: str) -> tuple[tuple[int, int], ...]:
        if not isinstance(plain, dict):
            raise BadValue(f"{format_value(plain)} is not a table of {self.domain.name} ids and amounts", field=field)
        amount = Number(1, self.most)
        pairs = [(self.domain.number(key, field), amount.read(n, f"{field}.{key}")) for key, n in plain.items()]
        return tuple(sorted(pairs))


def members(bits: int) -> list[int]:
    """The numbers in a set of bits, ascending.

    >>> members(0b10110)
    [1, 2, 4]
    """
    result = []
    while bits:
        low = bits & -bits
        result.append(low.bit_length() - 1)
        bits ^= low
    return result


def add_count(pairs: tuple[tuple[int, int], ...], key: int, amount: int) -> tuple[tuple[int, int], ...]:
    """The pairs, with ``amount`` added to the count of ``key``.

    >>> add_count(((2, 1), (5, 1)), 2, 1)
    ((2, 2), (5, 1))
    """
    counted = dict(pairs)
    counted[key] = counted.get(key, 0) + amount
    return tuple(sorted(counted.items()))
