"""Corrections: a TOML file in which the owner of a game overrides its figures without changing code or data.

The file is ``~/.config/ironbottom/corrections.toml`` (or below ``XDG_CONFIG_HOME``), unless the environment variable
``IRONBOTTOM_CORRECTIONS`` or an option names another::

    [pacific_fury.units.ijn_yamato]
    combat_factor = 6
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ironbottom.engine.core.errors import IronbottomError
from ironbottom.engine.core.fields import truncated_list
from ironbottom.engine.data.columns import quoted

VARIABLE = "IRONBOTTOM_CORRECTIONS"
MAX_BYTES = 1_000_000
MAX_TRIES = 300
"""The maximum number of attempts to parse a text while looking for the line of a key.

After that many, no line is given, since a list may be very long.
"""
FORM = "write [game.table.row], and field = value on the lines below it"


class FactsError(IronbottomError):
    """An error in a data file or a correction: the file and line, what is wrong, and what is allowed.

    >>> print(FactsError("9 is not a whole number from 0 to 6", file="units.csv", line=2))
    units.csv, line 2: 9 is not a whole number from 0 to 6
    """

    def __init__(self, message: str, *, file: str = "", line: int = 0, name: str = "") -> None:
        self.file, self.line, self.name = file, line, name
        index = [file, f"line {line}" if line else "", name]
        super().__init__(message, field=", ".join(part for part in index if part))


class Corrections(dict[str, Any]):
    """The corrections of one game, ``{table: {row: {field: value}}}``, and the position of each in its file.

    Corrections from the header of a match have no file; errors then name only the key.
    """

    def __init__(self, plain: Mapping[str, Any], game: str, file: str = "", text: str = "") -> None:
        super().__init__(plain)
        self.game, self.file, self._text = game, file, text

    def error(self, message: str, *path: str) -> FactsError:
        """The error for one key, with its line in the file."""
        keys = (self.game, *path)
        line = line_of(self._text, keys) if self.file else 0
        return FactsError(message, file=self.file or "corrections", line=line, name=".".join(keys))

    def figures(self) -> Iterator[tuple[str, str, str, Any]]:
        """The table, row, field and value of each correction; ``FactsError`` if they are not nested this way."""
        for table, rows in self.items():
            for row, fields in self._nested(rows, table):
                for field, value in self._nested(fields, table, row):
                    yield table, row, field, value

    def _nested(self, plain: Any, *path: str) -> list[tuple[str, Any]]:
        if not isinstance(plain, Mapping):
            raise self.error(f"{quoted(plain)} is not a table of names; {FORM}", *path)
        return list(plain.items())


def corrections_path(chosen: str | Path | None = None) -> Path | None:
    """The path of the corrections file: given, from the environment, or the default one if it exists.

    A file named by an option or the environment must exist.
    """
    asked = chosen or os.environ.get(VARIABLE)
    if asked:
        path = Path(asked).expanduser()
        if not path.exists():
            by = "the option" if chosen else f"the environment variable {VARIABLE}"
            raise FactsError(f"there is no such file, but {by} names it", file=str(path))
        return path
    base = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    usual = Path(base).expanduser() / "ironbottom" / "corrections.toml"
    return usual if usual.exists() else None


def read_corrections(path: Path, games: Collection[str]) -> dict[str, Corrections]:
    """The corrections in a file, by game; ``FactsError`` for broken TOML, unknown games or missing figures."""
    text = read_text(path)
    plain = read_toml(text, str(path))
    result = {}
    for game, tables in plain.items():
        corrections = Corrections(tables if isinstance(tables, dict) else {}, game, str(path), text)
        if game not in games:
            raise corrections.error(f"no game is called {game!r}; allowed: {truncated_list(games)}")
        if not isinstance(tables, dict):
            raise corrections.error(f"{quoted(tables)} is not a set of tables; {FORM}")
        for table, row, field, value in corrections.figures():
            if not _is_figure(value):
                allowed = "a figure is a number, a text, true, false or a list of texts"
                raise corrections.error(f"{quoted(value)} is not a figure; {allowed}", table, row, field)
        result[game] = corrections
    return result


def _is_figure(value: Any) -> bool:
    if isinstance(value, list):
        return all(isinstance(part, str) for part in value)
    return isinstance(value, int | float | str)


def read_text(path: Path) -> str:
    """The text of a file; ``FactsError`` if it cannot be read."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise FactsError(f"the file cannot be read: {error.strerror}", file=str(path)) from None
    if len(content) > MAX_BYTES:
        raise FactsError(f"the file is longer than {MAX_BYTES} bytes", file=str(path))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise FactsError("the text is not UTF-8", file=str(path), line=line) from None


def read_toml(text: str, file: str) -> dict[str, Any]:
    """The content of a TOML text; ``FactsError`` names the line of a syntax error."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        position = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", message)
        line = int(position[1]) if position and position[1] else text.count("\n") + 1
        reason = message[: position.start()] if position else message
        raise FactsError(f"this is not TOML: {reason[:1].lower()}{reason[1:]}", file=file, line=line) from None
    except RecursionError:
        raise FactsError("this is not TOML: nested too deeply", file=file) from None


def line_of(text: str, path: Sequence[str | int]) -> int:
    """The line where a key of a TOML text is written, from 1; 0 if it is missing.

    A number in the path is an index in a list.

    ``tomllib`` gives no line numbers. The line is found by bisection: it is the first one without which the text has no
    such key, since later lines never remove a key.

    >>> line_of('[a.b]\\nc = 1\\nd = [\\n  2,\\n]', ("a", "b", "d"))
    3
    >>> line_of('[[f]]\\na = 1\\n[[f]]\\na = 2', ("f", 1, "a"))
    4
    """
    lines = text.splitlines(keepends=True)
    without, within, tries = 0, len(lines) + 1, MAX_TRIES
    if not path:
        return 0
    while within - without > 1:
        middle = (without + within) // 2
        whole, plain, tries = _parse_integer(lines, middle, tries)
        if not tries:
            return 0
        if whole >= within or _contains_name(plain, path):
            within = middle
        else:
            without = whole
    return without + 1 if without < len(lines) else 0


def _parse_integer(lines: list[str], count: int, tries: int) -> tuple[int, Any, int]:
    """Parses the shortest valid prefix of ``count`` lines or more; returns its length, content and the tries left."""
    for number in range(count, len(lines) + 1):
        if not tries:
            break
        tries -= 1
        try:
            return number, tomllib.loads("".join(lines[:number])), tries
        except tomllib.TOMLDecodeError:
            continue
    return len(lines) + 1, {}, tries


def _contains_name(plain: Any, path: Sequence[str | int]) -> bool:
    """Whether a key exists. In a list of tables any table counts, unless a number in the path picks one."""
    if not path:
        return True
    key, rest = path[0], path[1:]
    if isinstance(key, int):
        return isinstance(plain, list) and len(plain) > key and _contains_name(plain[key], rest)
    if isinstance(plain, list):
        return any(_contains_name(part, path) for part in plain)
    return isinstance(plain, dict) and key in plain and _contains_name(plain[key], rest)
