"""Records as tables: a row for each choice, for analysis in Python, a spreadsheet or polars.

>>> import ironbottom
>>> match = ironbottom.Match.new("pf")
>>> _ = match.submit("japan", ("assign", "ijn_shokaku", "1"))
>>> rows = ironbottom.records.table(match)
>>> rows[0]["side"], rows[0]["verb"], rows[0]["action"], rows[0]["stands"]
('japan', 'assign', 'assign ijn_shokaku 1', True)
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.persistence import valid_choices
from ironbottom.engine.match.replay import rules_of
from ironbottom.engine.record.record import AnyAct, Begin, ChoiceMade, MatchRecord, read_record
from ironbottom.engine.rules.game import Rules

if TYPE_CHECKING:
    import polars

__all__ = ["COLUMNS", "polars_frame", "table", "write_csv"]

COLUMNS = (
    "number",
    "turn",
    "side",
    "verb",
    "action",
    "words",
    "auto",
    "stands",
    "dice",
    "faces",
    "events",
    "sentences",
)
"""The columns of a table.

``number``: the line in the record, from 1. ``turn``: the turn or round, 0 if the game has none. ``side``, ``verb``,
``action``: the choice, as ids; ``words``: the choice as text. ``auto``: the match made the choice, because it was the
only one. ``stands``: the choice was not taken back. ``dice`` and ``faces``: the dice rolled, in order, with the faces
of each. ``events``: the types of the events. ``sentences``: the events as text.
"""


class Row(TypedDict):
    """A choice with its outcome, by the names in ``COLUMNS``."""

    number: int
    turn: int
    side: str
    verb: str
    action: str
    words: str
    auto: bool
    stands: bool
    dice: list[int]
    faces: list[int]
    events: list[str]
    sentences: list[str]


def table(match: Match | MatchRecord | Path | str) -> list[Row]:
    """Returns a row for each choice of a match, a record or a record file, with the keys of ``COLUMNS``.

    For a match, the rows show everything, including secrets. ``BadValue`` if a file is not a record.
    """
    if isinstance(match, Match):
        return list(_rows(match.rules, match.acts))
    record = match if isinstance(match, MatchRecord) else read_record(match)
    return list(_rows(rules_of(record.header), record.acts))


def _rows(rules: Rules, acts: Sequence[AnyAct]) -> Iterator[Row]:
    game, reader = rules.game, rules.game.event_reader(rules)
    standing = {act.seq for act in valid_choices(acts)}
    turn = 0
    for act in acts:
        if not isinstance(act, Begin | ChoiceMade):
            continue
        before = turn
        if reader is not None:
            turn = next((number for event in reversed(act.events) if (number := reader.opened(event))), turn)
        if isinstance(act, ChoiceMade):
            yield {
                "number": act.seq,
                "turn": before,
                "side": act.side,
                "verb": act.action[0],
                "action": " ".join(act.action),
                "words": game.describe_action(act.action, rules),
                "auto": act.auto,
                "stands": act.seq in standing,
                "dice": [value for value, _, _ in act.dice],
                "faces": [faces for _, faces, _ in act.dice],
                "events": [event["event"] for event in act.events],
                "sentences": [game.describe_event(event, rules) for event in act.events],
            }


def write_csv(match: Match | MatchRecord | Path | str, path: Path | str | None = None) -> str:
    """Returns the table as CSV, and writes it to a new file if a path is given; lists are joined with ``"; "``.

    ``BadValue`` if the file already exists.

    >>> match = Match.new("pf")
    >>> _ = match.submit("japan", ("assign", "ijn_shokaku", "1"))
    >>> print(write_csv(match).splitlines()[0])
    number,turn,side,verb,action,words,auto,stands,dice,faces,events,sentences
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in table(match):
        joined = {name: "; ".join(map(str, cell)) if isinstance(cell, list) else cell for name, cell in row.items()}
        writer.writerow(joined)
    if path is not None:
        try:
            with Path(path).open("x", encoding="utf-8", newline="") as file:
                file.write(text.getvalue())
        except OSError as wrong:
            raise BadValue(f"cannot be written: {wrong.strerror}", field=str(path)) from None
    return text.getvalue()


def polars_frame(match: Match | MatchRecord | Path | str) -> polars.DataFrame:
    """Returns the table as a ``polars.DataFrame``; ``ModuleNotFoundError`` if polars is not installed."""
    import polars

    lists = {"dice": polars.Int64, "faces": polars.Int64, "events": polars.String, "sentences": polars.String}
    kinds = {"number": polars.Int64, "turn": polars.Int64, "auto": polars.Boolean, "stands": polars.Boolean}
    schema = {name: polars.List(lists[name]) if name in lists else kinds.get(name, polars.String) for name in COLUMNS}
    return polars.DataFrame(table(match), schema=schema)
