"""``ironbottom export``: a game to share, without what is secret while it goes on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from ironbottom.cli.commands.parameters import Eyes, File, Open
from ironbottom.cli.commands.replay import Reel
from ironbottom.cli.output.game_text import GameText
from ironbottom.cli.output.screen import act_in_words
from ironbottom.engine.codecs.position import position_text
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.replay import replay_long
from ironbottom.engine.record.on_file import open_record
from ironbottom.engine.record.record import MatchRecord

What = Literal["record", "log", "view", "board", "position"]


def export(
    file: Path,
    what: What = "record",
    /,
    *,
    as_: Eyes = None,
    to: File = None,
    open_: Open = False,
) -> None:
    """Writes a game to share.

    Parameters
    ----------
    file
        The record of a game.
    what
        record: the whole record of a finished game; of an unfinished one, what was told, line by line.
        log: what happened, in sentences. board: the board as text. view: what is seen, as JSON.
        position: the position as text, to be set up again.
    as_
        From whose eyes: a side, public, or open (everything, after the end). Without it: open after the end,
        else public.
    to
        The file to write; without it, the screen. A file that exists is not overwritten.
    open_
        Write the position of an unfinished game, with everything that lies face down.
    """
    record = open_record(file)
    whole = replay_long(record)
    if whole.parted is not None:
        raise BadValue(f"the rules agree with this record only so far: {whole.parted}", field=str(file))
    reel = Reel(record, whole, as_ or ("open" if whole.match.over else "public"))
    if what == "position" and not whole.match.over and not open_:
        raise BadValue("a position shows what lies face down; say --open if you want that", field="--open")
    _write(_pieces(what, record, reel), to)


def _pieces(what: What, record: MatchRecord, reel: Reel) -> Iterator[str]:
    text = GameText(reel.match.rules)
    if what == "record":
        yield from _shareable(record, reel)
    elif what == "log":
        text.look_back(reel.last_view(), reel.entries)
        yield from (f"{sentence}\n" for entry in reel.entries for sentence in _told(entry, text))
    elif what == "board":
        yield from (f"{paragraph}\n" for _, paragraph in text.board(reel.view(reel.length)))
    elif what == "view":
        yield msgspec.json.format(msgspec.json.encode(reel.view(reel.length)), indent=2).decode() + "\n"
    else:
        yield position_text(reel.match.state)


def _told(entry: dict[str, Any], text: GameText) -> Iterator[str]:
    if entry["act"] in ("choice", "begin"):
        yield from text.story(entry["events"], text.then(entry))
    else:
        yield act_in_words(entry, text)


def _shareable(record: MatchRecord, reel: Reel) -> Iterator[str]:
    """The record itself once it is finished and nothing is left out; else the heading and the audience's log."""
    if reel.audience == "open":
        yield from (line.decode() for line in record.each_line())
        return
    heading = msgspec.to_builtins(record.header)
    heading.pop("position", None)
    yield _line({**heading, "act": "log", "as": reel.audience})
    yield from map(_line, reel.entries)


def _line(entry: dict[str, Any]) -> str:
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
        raise BadValue("there is a file of this name already", field=str(to)) from None
    except OSError as wrong:
        raise BadValue(f"cannot be written: {wrong.strerror}", field=str(to)) from None
