"""Where games are kept as they are played, and which of them are unfinished."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ironbottom.engine.core.errors import BadValue, IronbottomError
from ironbottom.engine.record.files import NameTaken, RecordFile, secret_path
from ironbottom.engine.record.record import Header, MatchRecord, read_record

VARIABLE = "IRONBOTTOM_GAMES"


def home() -> Path:
    """The folder of kept games: the environment's, else the usual one for a program's data."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser()
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "ironbottom"


def fresh_path(game: str, today: datetime | None = None) -> Path:
    """A free file for a new game, named by game and day; its folder is made."""
    day = (today or datetime.now(UTC)).date().isoformat()
    folder = home()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise BadValue(f"no folder for games can be made here: {wrong.strerror}", field=str(folder)) from None
    number = 1
    while _is_taken(path := folder / f"{game}-{day}-{number}.jsonl"):
        number += 1
    return path


def _is_taken(path: Path) -> bool:
    """Whether a game has this name, or only the secret of one, which stays where its beginning was cut short."""
    return path.exists() or secret_path(path).exists()


class FreshFile(RecordFile):
    """Keeps a new game under the first name that is free: another where somebody else took it at the same moment."""

    def __init__(self, game: str) -> None:
        super().__init__(fresh_path(game))
        self._game = game

    def begin(self, header: Header, secrets: dict[str, str]) -> None:
        """Writes the header and the secrets, under another name if this one is taken by now."""
        try:
            super().begin(header, secrets)
        except NameTaken:
            self.path = fresh_path(self._game)
            self.begin(header, secrets)


def is_first(game: str, path: Path) -> bool:
    """Whether no game of a kind is kept but the one in a file."""
    return all(kept == path for kept in home().glob(f"{game}-*.jsonl"))


@dataclass
class SavedGame:
    """An unfinished game in a file."""

    path: Path
    record: MatchRecord


def unfinished(game: str) -> list[SavedGame]:
    """The unfinished games of a kind, the one played last first; files that cannot be read are passed over."""
    found = []
    for path in home().glob(f"{game}-*.jsonl"):
        try:
            record = read_record(path)
        except (IronbottomError, OSError):
            continue
        if not record.finished and record.header.game == game:
            found.append(SavedGame(path, record))
    return sorted(found, key=lambda kept: kept.path.stat().st_mtime, reverse=True)
