"""Loads matches from files: records, and matches in progress saved by the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from ironbottom.cli.storage.saved_games import NewGameFile
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.sealed import REFEREE, SealedDice, new_secret, random_words
from ironbottom.engine.match.persistence import seal_terms
from ironbottom.engine.record.formats import upgrade
from ironbottom.engine.record.record import Copy, MatchRecord, heading_of, read_record

SAVE_PREFIX = b'{"act":"save"'
PERSON = "person"
STILL_SECRET = "this match is not over: hidden counters and the secret of its dice are shown after the end"
MAY_HAVE_CONTINUED = "whether the match has continued since it was saved"


class LoadedMatch(NamedTuple):
    """A match loaded from a file. A match saved by the page also has the secrets of its dice and its seats."""

    record: MatchRecord
    secrets: Mapping[str, str] = {}
    seats: Mapping[str, str] | None = None
    root: str = ""
    """The id of the match on the server that saved it."""

    @property
    def saved(self) -> bool:
        """Whether the page saved the match before its end."""
        return self.seats is not None

    def check_viewer(self, viewer: str | None) -> None:
        """Raises ``BadValue`` before the end if no person on the page played the side."""
        if self.seats is None or viewer is None or self.seats.get(viewer, PERSON) == PERSON:
            return
        own = [side for side, holder in self.seats.items() if holder == PERSON]
        message = f"{viewer} was played by {self.seats[viewer]}, so nobody sees its view before the end; use"
        raise BadValue(f"{message} {', '.join([*own, 'public'])}", field="--as")


def load_match(path: Path, store: Path | None = None, read: Callable[[Path], MatchRecord] = read_record) -> LoadedMatch:
    """Loads the match in a file. Raises ``BadValue`` if the file is wrong. Records are read by ``read``."""
    try:
        with path.open("rb") as file:
            data = file.read() if file.read(len(SAVE_PREFIX)) == SAVE_PREFIX else None
    except OSError as error:
        raise BadValue(f"cannot be read: {error.strerror}", field=str(path)) from None
    if data is None:
        return LoadedMatch(read(path))
    from ironbottom.server.storage.save_key import read_save

    try:
        brought = read_save(SAVE_PREFIX + data, store)
    except BadValue as error:
        raise BadValue(error.message, field=f"{path}: {error.field}") from None
    brought.record.name = str(path)
    return LoadedMatch(brought.record, brought.secrets, brought.seats, brought.root)


def copy_to_new_file(read: LoadedMatch) -> Path:
    """Copies a match saved by the page into a new file, with new dice from here on."""
    sink = NewGameFile(read.record.header.game)
    dice = SealedDice(new_secret(), [random_words()], words_by=[REFEREE])
    header, seq = upgrade(read.record.header), len(read.record.acts) + 1
    sink.begin(header, dice.secrets())
    seal_terms(dice, header, seq)
    copied = Copy(seq, heading_of(dice), read.root)
    sink.add([*read.record.acts, copied])
    return sink.path
