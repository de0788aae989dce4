"""The types of data file columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from ironbottom.engine.core.fields import truncated_list

Ids = Mapping[str, Sequence[str]]
"""The ids of every table by its name, for columns that refer to the rows of a table."""


class InvalidValue(ValueError):
    """A value that is not allowed in its column; the message says what is allowed."""


def quoted(plain: Any) -> str:
    """A value as written in a sentence; a long one is cut."""
    written = repr(plain)
    return written if len(written) <= 80 else f"{written[:80]}..."


class ColumnType:
    """The type of a column; with ``blank``, the value may also be None, an empty list or an empty string."""

    nothing: Any = None

    def __init__(self, *, blank: bool = False) -> None:
        self.blank = blank

    def allowed_text(self, ids: Ids) -> str:
        """The allowed values, as words for a sentence."""
        raise NotImplementedError

    def parse(self, cell: str) -> Any:
        """The value of a CSV cell; the text itself if it is not a value of this type."""
        return cell

    def fits(self, plain: Any, ids: Ids) -> bool:
        """Whether the column allows a plain value that is not blank."""
        raise NotImplementedError

    def value(self, plain: Any, ids: Ids) -> Any:
        """The frozen form of a plain value; ``InvalidValue`` says what is allowed."""
        if plain is None or (type(plain) in (str, list) and not plain):
            if self.blank:
                return self.nothing
            raise InvalidValue(f"this is empty; allowed: {self.allowed_text(ids)}")
        if not self.fits(plain, ids):
            or_blank = ", or an empty text for none" if self.blank else ""
            raise InvalidValue(f"{quoted(plain)} is not {self.allowed_text(ids)}{or_blank}")
        return tuple(plain) if isinstance(plain, list) else plain


class Text(ColumnType):
    """A line of text."""

    nothing = ""
    MAX_LENGTH = 400

    def allowed_text(self, ids: Ids) -> str:
        return f"one line of text of at most {self.MAX_LENGTH} characters"

    def fits(self, plain: Any, ids: Ids) -> bool:
        return isinstance(plain, str) and len(plain) <= self.MAX_LENGTH and plain.isprintable()


class Whole(ColumnType):
    """A whole number from ``low`` to ``high``.

    >>> Whole(0, 6).value(7, {})
    Traceback (most recent call last):
    ironbottom.engine.data.columns.InvalidValue: 7 is not a whole number from 0 to 6
    """

    def __init__(self, low: int, high: int, *, blank: bool = False) -> None:
        super().__init__(blank=blank)
        self.low, self.high = low, high

    def allowed_text(self, ids: Ids) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def parse(self, cell: str) -> Any:
        digits = cell.removeprefix("-")
        return int(cell) if digits.isascii() and digits.isdigit() and len(digits) < 10 else cell

    def fits(self, plain: Any, ids: Ids) -> bool:
        return type(plain) is int and self.low <= plain <= self.high


class Decimal(ColumnType):
    """A number from ``low`` to ``high``, such as degrees of longitude."""

    def __init__(self, low: float, high: float, *, blank: bool = False) -> None:
        super().__init__(blank=blank)
        self.low, self.high = low, high

    def allowed_text(self, ids: Ids) -> str:
        return f"a number from {self.low:g} to {self.high:g}"

    def parse(self, cell: str) -> Any:
        try:
            return float(cell)
        except ValueError:
            return cell

    def fits(self, plain: Any, ids: Ids) -> bool:
        number = type(plain) is float or type(plain) is int
        return number and isfinite(plain) and self.low <= plain <= self.high

    def value(self, plain: Any, ids: Ids) -> Any:
        result = super().value(plain, ids)
        return result if result is None else float(result)


class YesNo(ColumnType):
    """True or false; ``yes`` or ``no`` in a CSV cell."""

    def allowed_text(self, ids: Ids) -> str:
        return "true or false (yes or no in a CSV file)"

    def parse(self, cell: str) -> Any:
        return {"yes": True, "no": False}.get(cell, cell)

    def fits(self, plain: Any, ids: Ids) -> bool:
        return type(plain) is bool


class Choice(ColumnType):
    """One word of a fixed set."""

    def __init__(self, *words: str, blank: bool = False) -> None:
        super().__init__(blank=blank)
        self.words = words

    def allowed_text(self, ids: Ids) -> str:
        return f"one of {truncated_list(self.words, 30)}"

    def fits(self, plain: Any, ids: Ids) -> bool:
        return isinstance(plain, str) and plain in self.words


class ListOf(ColumnType):
    """A list of distinct words from a fixed set, or of ids from ``table``; separated by ``|`` in a CSV cell.

    >>> ListOf("A", "B", "C").value(["A", "D"], {})
    Traceback (most recent call last):
    ironbottom.engine.data.columns.InvalidValue: ['A', 'D'] is not a list, each once, of A, B, C
    """

    nothing = ()

    def __init__(self, *words: str, table: str = "", blank: bool = False) -> None:
        super().__init__(blank=blank)
        self.words, self.table = words, table

    def _words(self, ids: Ids) -> Sequence[str]:
        return ids[self.table] if self.table else self.words

    def allowed_text(self, ids: Ids) -> str:
        return f"a list, each once, of {truncated_list(self._words(ids), 30)}"

    def parse(self, cell: str) -> Any:
        return cell.split("|") if cell else []

    def fits(self, plain: Any, ids: Ids) -> bool:
        if not isinstance(plain, list) or not all(isinstance(word, str) for word in plain):
            return False
        return len(set(plain)) == len(plain) and set(plain) <= set(self._words(ids))
