"""Files of numbered results, one JSON line each, from which an interrupted command continues."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import msgspec

from ironbottom.engine.core.errors import BadValue


class Numbered(Protocol):
    """A result with its number in a series."""

    @property
    def number(self) -> int: ...


Key = TypeVar("Key")
"""The parameters of a series of results."""
ResultType = TypeVar("ResultType", bound=Numbered)


class ResultFile(ABC, Generic[Key, ResultType]):
    """The results of any number of series. Without a path nothing is stored.

    Each result is one line, which is written as soon as the result is known. Files can be joined with ``cat``, since
    the order of lines does not matter and a repeated result counts once. ``BadValue`` names a line that cannot be read.
    """

    def __init__(self, path: Path | None, content: str) -> None:
        self.path = path
        self._series: dict[bytes, dict[int, ResultType]] = {}
        for place, line in enumerate(self._lines(), 1):
            try:
                key, result = self.decode(line)
            except (msgspec.DecodeError, msgspec.ValidationError) as error:
                raise BadValue(f"line {place} of {path} is not {content}: {error}", field="file") from None
            self._series.setdefault(_as_bytes(key), {})[result.number] = result

    @abstractmethod
    def encode(self, key: Key, result: ResultType) -> bytes:
        """Returns the line of a result, without its end."""

    @abstractmethod
    def decode(self, line: bytes) -> tuple[Key, ResultType]:
        """Returns the result of a line. Raises ``msgspec.DecodeError`` or ``ValidationError``."""

    def _lines(self) -> list[bytes]:
        """The lines of the file.

        An incomplete last line, left by a program that was stopped while writing, is removed.
        """
        if self.path is None:
            return []
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return []
        except OSError as error:
            raise BadValue(f"{self.path} cannot be read: {error.strerror}", field="file") from None
        whole = data[: data.rfind(b"\n") + 1]
        if whole != data:
            self.path.write_bytes(whole)
        return whole.splitlines()

    def results(self, key: Key) -> Mapping[int, ResultType]:
        """Returns the stored results of a series by number."""
        return self._series.get(_as_bytes(key), {})

    def add(self, key: Key, result: ResultType) -> None:
        """Stores a result. ``BadValue`` if the file cannot be written."""
        self._series.setdefault(_as_bytes(key), {})[result.number] = result
        if self.path is not None:
            try:
                with self.path.open("ab") as file:
                    file.write(self.encode(key, result) + b"\n")
            except OSError as error:
                raise BadValue(f"{self.path} cannot be written: {error.strerror}", field="file") from None


def _as_bytes(key: object) -> bytes:
    return msgspec.json.encode(key, order="sorted")
