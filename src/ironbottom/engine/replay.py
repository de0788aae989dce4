"""Playing a record again: to look at it, to go on with it, or to find where the rules have parted from it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ironbottom.engine.dice import Dice
from ironbottom.engine.match import Match
from ironbottom.engine.record import Record


class Parting(NamedTuple):
    """Where the rules part from a record: its line in the file (from 1), the clause, and what differs."""

    line: int
    clause: str | None
    message: str


class Replay(NamedTuple):
    """A record played again: the match as far as the rules agree, and where they part (None: nowhere)."""

    match: Match
    parted: Parting | None


def replay(record: Record, until: int | None = None) -> Replay:
    """Plays a record on as far as the rules agree, or up to the act with the number ``until``."""
    raise NotImplementedError


def resume(path: Path | str, dice: Dice | None = None) -> Match:
    """The unfinished match of a record file, to be played on in that file.

    The secret of sealed dice is read from beside the file; other dice must be given. A last line cut off by a crash is
    left out, and the file as it was is kept beside it.
    """
    raise NotImplementedError
