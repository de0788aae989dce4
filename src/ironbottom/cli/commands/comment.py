"""``ironbottom comment``: adds a comment on a choice to the record of a game that is over."""

from __future__ import annotations

from pathlib import Path

from ironbottom.cli.commands.parameters import ReviewedSide
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.record.files import RecordFile
from ironbottom.engine.record.record import ChoiceMade, Comment, read_record
from ironbottom.engine.rules.registry import get_game


def comment(file: Path, line: int, text: str, /, *, as_: ReviewedSide = None) -> None:
    """Add a comment on a choice to the record of a game that is over.

    Parameters
    ----------
    file
        A record. The comment is added at its end.
    line
        The choice, by its number in the record, as `ironbottom review` prints it.
    text
        The comment.
    as_
        The side of its writer. Default: none.
    """
    record = read_record(file)
    acts = record.acts
    if not record.finished:
        raise BadValue("the match of this record is not over", field=str(file))
    if not 1 <= line <= len(acts) or not isinstance(acts[line - 1], ChoiceMade):
        raise BadValue(f"line {line} is not a choice", field="LINE")
    if not text.strip():
        raise BadValue("a comment must have a text", field="TEXT")
    if as_ is not None:
        get_game(record.header.game).sides.number(as_, "--as")
    RecordFile.reopen(file, record).add([Comment(len(acts) + 1, line, as_ or "", text.strip())])
    print(f"The comment was added to {file}.")
