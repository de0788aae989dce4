"""The folder of saved games: new files, and games that are not finished."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ironbottom.engine.core.errors import BadValue, IronbottomError
from ironbottom.engine.record.files import NameTaken, RecordFile, secret_path
from ironbottom.engine.record.record import Header, MatchRecord, read_record

VARIABLE = "IRONBOTTOM_GAMES"


def games_folder() -> Path:
    """Returns the folder of saved games: ``IRONBOTTOM_GAMES``, or a folder in the user's data directory."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser()
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "ironbottom"


def unused_path(game: str, today: datetime | None = None) -> Path:
    """Returns an unused file name for a new game, made from the game and the date. Creates the folder."""
    day = (today or datetime.now(UTC)).date().isoformat()
    folder = games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadValue(f"cannot create a folder for games here: {error.strerror}", field=str(folder)) from None
    number = 1
    while _is_taken(path := folder / f"{game}-{day}-{number}.jsonl"):
        number += 1
    return path


def _is_taken(path: Path) -> bool:
    """Returns whether a record or a secret of this name exists. A secret without a record is left by a crash."""
    return path.exists() or secret_path(path).exists()


class NewGameFile(RecordFile):
    """Saves a new game under the first unused name, even if another process takes a name at the same time."""

    def __init__(self, game: str) -> None:
        super().__init__(unused_path(game))
        self._game = game

    def begin(self, header: Header, secrets: dict[str, str]) -> None:
        """Writes the header and the secrets, under another name if this one was just taken."""
        try:
            super().begin(header, secrets)
        except NameTaken:
            self.path = unused_path(self._game)
            self.begin(header, secrets)


def is_only_game(game: str, path: Path) -> bool:
    """Returns whether this file is the only saved game of its kind."""
    return all(other == path for other in games_folder().glob(f"{game}-*.jsonl"))


@dataclass
class SavedGame:
    """An unfinished game in a file."""

    path: Path
    record: MatchRecord


def unfinished(game: str) -> list[SavedGame]:
    """Returns the unfinished games of a kind, the most recent first. Unreadable files are skipped."""
    result = []
    for path in games_folder().glob(f"{game}-*.jsonl"):
        try:
            record = read_record(path)
        except (IronbottomError, OSError):
            continue
        if not record.finished and record.header.game == game:
            result.append(SavedGame(path, record))
    return sorted(result, key=lambda game: game.path.stat().st_mtime, reverse=True)
