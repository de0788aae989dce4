"""Reported messages, for the person who runs the server: each is one line of JSON, in a file beside the store."""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec

SUFFIX = ".reports.jsonl"
_log = logging.getLogger(__name__)


class PlayerReport(msgspec.Struct):
    """A reported message. ``by`` and ``of`` are sides; ``holders`` identify the browsers of the reported side."""

    time: str
    match: str
    name: str
    by: str
    of: str
    holders: list[str]
    written: str
    text: str


def reports_path(store: Path | str) -> Path | None:
    """Returns the file of the reports; None for a store that is not on the disk."""
    return None if str(store) == ":memory:" else Path(store).with_name(f"{Path(store).name}{SUFFIX}")


def write_report(store: Path | str, report: PlayerReport) -> None:
    """Appends a report to the file, and says in the log that there is one."""
    path = reports_path(store)
    if path is not None:
        path.touch(mode=0o600)
        with path.open("ab") as file:
            file.write(msgspec.json.encode(report) + b"\n")
    _log.warning("a message in match %s was reported%s", report.match, f"; see {path}" if path else "")
