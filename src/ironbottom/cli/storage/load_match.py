"""Matches in files: records as they are kept, and the saves that the page writes of matches under way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from ironbottom.cli.storage.saved_games import FreshFile
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.sealed import REFEREE, SealedDice, new_secret, random_words
from ironbottom.engine.match.header import seal
from ironbottom.engine.record.formats import raised
from ironbottom.engine.record.record import Copy, MatchRecord, heading_of, read_record

SAVE = b'{"act":"save"'
PERSON = "person"
STILL_SECRET = "this match is not over: what lies face down and the secret of its dice are shown after the end"
MAY_HAVE_GONE_ON = "whether the match has gone on since it was saved"


class Read(NamedTuple):
    """A match read from a file; of a save of the page also the secrets of its dice, and who held which seat."""

    record: MatchRecord
    secrets: Mapping[str, str] = {}
    seats: Mapping[str, str] | None = None
    root: str = ""
    """What the match that was saved is called where it is kept."""

    @property
    def saved(self) -> bool:
        """Whether the page saved it before the end."""
        return self.seats is not None

    def check_eyes(self, eyes: str | None) -> None:
        """Refuses, before the end, the eyes of a side that no person held at the page."""
        if self.seats is None or eyes is None or self.seats.get(eyes, PERSON) == PERSON:
            return
        own = [side for side, holder in self.seats.items() if holder == PERSON]
        told = f"{eyes} was led by {self.seats[eyes]}, whose eyes nobody has before the end; take"
        raise BadValue(f"{told} {', '.join([*own, 'public'])}", field="--as")


def read_match(path: Path, store: Path | None = None, read: Callable[[Path], MatchRecord] = read_record) -> Read:
    """The match in a file; ``BadValue`` says what is wrong with it. A record is read by ``read``."""
    try:
        with path.open("rb") as file:
            data = file.read() if file.read(len(SAVE)) == SAVE else None
    except OSError as wrong:
        raise BadValue(f"cannot be read: {wrong.strerror}", field=str(path)) from None
    if data is None:
        return Read(read(path))
    from ironbottom.server.saves import read_save

    try:
        brought = read_save(SAVE + data, store)
    except BadValue as wrong:
        raise BadValue(wrong.message, field=f"{path}: {wrong.field}") from None
    brought.record.name = str(path)
    return Read(brought.record, brought.secrets, brought.seats, brought.root)


def kept_anew(read: Read) -> Path:
    """A file of one's own for a match that the page saved: a copy, with dice of its own from here on."""
    keeper = FreshFile(read.record.header.game)
    dice = SealedDice(new_secret(), [random_words()], words_by=[REFEREE])
    header, seq = raised(read.record.header), len(read.record.acts) + 1
    keeper.begin(header, dice.secrets())
    seal(dice, header, seq)
    copied = Copy(seq, heading_of(dice), read.root)
    keeper.add([*read.record.acts, copied])
    return keeper.path
