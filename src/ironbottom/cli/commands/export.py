"""``ironbottom export``: writes a game to a file for sharing, without the secrets of a game in progress."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

import msgspec

from ironbottom.cli.commands.parameters import File, Open, Viewer
from ironbottom.cli.commands.replay import Recording
from ironbottom.cli.output.game_text import GameText
from ironbottom.cli.output.screen import describe_act
from ironbottom.engine.codecs.position import position_text
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.replay import replay_long
from ironbottom.engine.record.on_file import open_record
from ironbottom.engine.record.record import MatchRecord
from ironbottom.engine.rules.view_types import LogEntryView

What = Literal["record", "log", "view", "board", "position"]


def export(
    file: Path,
    what: What = "record",
    /,
    *,
    as_: Viewer = None,
    to: File = None,
    open_: Open = False,
) -> None:
    """Write a game to a file that you can share.

    Parameters
    ----------
    file
        A record.
    what
        record: the whole record of a finished game, or the log of an unfinished one.
        log: the events, in sentences. board: the board as text. view: the view as JSON.
        position: the position as text, which can be loaded again.
    as_
        The view: a side, public, or open (everything, after the end). Default: open after the end, otherwise
        public.
    to
        The file to write. Default: standard output. An existing file is not overwritten.
    open_
        Write the position of an unfinished game, with all hidden counters.
    """
    record = open_record(file)
    whole = replay_long(record)
    if whole.divergence is not None:
        raise BadValue(f"this record diverges from the current rules: {whole.divergence}", field=str(file))
    recording = Recording(record, whole, as_ or ("open" if whole.match.over else "public"))
    if what == "position" and not whole.match.over and not open_:
        raise BadValue("a position shows hidden counters; add --open if you want that", field="--open")
    _write(_pieces(what, record, recording), to)


def _pieces(what: What, record: MatchRecord, recording: Recording) -> Iterator[str]:
    text = GameText(recording.match.rules)
    if what == "record":
        yield from _shareable(record, recording)
    elif what == "log":
        text.set_past_names(recording.last_view(), recording.entries)
        yield from (f"{sentence}\n" for entry in recording.entries for sentence in _sentences(entry, text))
    elif what == "board":
        yield from (f"{paragraph}\n" for _, paragraph in text.board(recording.view(recording.length)))
    elif what == "view":
        yield msgspec.json.format(msgspec.json.encode(recording.view(recording.length)), indent=2).decode() + "\n"
    else:
        yield position_text(recording.match.state)


def _sentences(entry: LogEntryView, text: GameText) -> Iterator[str]:
    if entry["act"] in ("choice", "begin"):
        yield from text.story(entry["events"], text.then(entry))
    else:
        yield describe_act(entry, text)


def _shareable(record: MatchRecord, recording: Recording) -> Iterator[str]:
    """Yields the record if the game is over and everything is shown, otherwise the header and the audience's log."""
    if recording.audience == "open":
        yield from (line.decode() for line in record.each_line())
        return
    heading = msgspec.to_builtins(record.header)
    heading.pop("position", None)
    yield _line({**heading, "act": "log", "as": recording.audience})
    yield from map(_line, recording.entries)


def _line(entry: Mapping[str, object]) -> str:
    return msgspec.json.encode(entry).decode() + "\n"


def _write(pieces: Iterator[str], to: Path | None) -> None:
    if to is None:
        sys.stdout.writelines(pieces)
        return
    try:
        with to.open("x", encoding="utf-8") as file:
            try:
                file.writelines(pieces)
            except BaseException:
                to.unlink()
                raise
    except FileExistsError:
        raise BadValue("a file with this name already exists", field=str(to)) from None
    except OSError as error:
        raise BadValue(f"cannot be written: {error.strerror}", field=str(to)) from None
