"""Applies numbered migrations to the store, each completely or not at all; a large store prints its progress."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

from ironbottom.engine.core.errors import BadValue

Print = Callable[[str], None]

LARGE_STORE = 50_000_000
"""A store of at least this many bytes prints its progress; a smaller one is ready within a second or two."""
TENTHS = 10
"""A migration prints a line each time it has written another tenth of the store's size."""
INSTRUCTIONS_PER_CHECK = 5_000
"""The number of database instructions between two checks of how much was written."""


def print_nothing(line: str) -> None:
    """Prints nothing."""


def migrate(sql: sqlite3.Connection, path: Path | str, print_line: Print = print_nothing) -> None:
    """Applies the migrations that a file still lacks, in order."""
    (version,) = sql.execute("pragma user_version").fetchone()
    scripts = sorted(
        (
            entry
            for entry in files("ironbottom.server.storage").joinpath("migrations").iterdir()
            if entry.name.endswith(".sql")
        ),
        key=lambda entry: entry.name,
    )
    newest = len(scripts)
    if version > newest:
        raise BadValue(f"these games were saved by a newer version (store {version}, here {newest})")
    if version == newest:
        return
    size = _size(Path(path))
    if size < LARGE_STORE:
        print_line = print_nothing
    print_line(f"Updating {_megabytes(size)} of games from store version {version} to {newest}. This happens once.")
    print_line("You can stop it with Ctrl+C: no game is lost, and the next start continues.")
    for number, script in enumerate(scripts[version:], version + 1):
        print_line(f"Migration {number} of {newest} ...")
        text = f"begin;\n{script.read_text(encoding='utf-8')}\npragma user_version = {number};\ncommit;"
        with _progress(sql, Path(path), size, print_line):
            sql.executescript(text)
    print_line("The games are up to date.")


@contextmanager
def _progress(sql: sqlite3.Connection, path: Path, size: int, print_line: Print) -> Iterator[None]:
    """Prints how much has been written while a migration runs. Ctrl+C stops and undoes the migration."""
    if print_line is print_nothing:
        yield
        return
    sql.execute("pragma wal_checkpoint(truncate)")  # so that the log contains only what this migration writes
    log, printed, stopped = path.with_name(f"{path.name}-wal"), 0, False

    def check_progress() -> int:
        nonlocal printed, stopped
        try:
            tenths = _size(log) * TENTHS // size
            if tenths > printed:
                printed = tenths
                print_line(f"  {_megabytes(_size(log))} written")
        except KeyboardInterrupt:
            stopped = True
        return int(stopped)

    sql.set_progress_handler(check_progress, INSTRUCTIONS_PER_CHECK)
    try:
        yield
    except sqlite3.OperationalError:
        if stopped:
            raise KeyboardInterrupt from None
        raise
    finally:
        sql.set_progress_handler(None, 0)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _megabytes(size: int) -> str:
    """Returns a size in bytes as text.

    >>> _megabytes(1_234_567_890)
    '1,235 MB'
    """
    return f"{round(size / 1_000_000):,} MB"
