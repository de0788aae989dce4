"""A match that was kept is taken up as it stands: what its referee has reached needs no leave of the rules of now."""

from __future__ import annotations

from collections.abc import Callable

from ironbottom.engine.errors import BadValue
from ironbottom.engine.match import Match
from ironbottom.engine.record import Record
from ironbottom.engine.replay import Replay

LoadMoment = Callable[[str, int], bytes | None]


def as_it_stands(record: Record, replayed: Replay, match_id: str, load: LoadMoment) -> Match:
    """The match where its last act has left it, whether or not the rules and figures of now lead there."""
    match = replayed.match
    match.notes = [*match.notes, *replayed.notes]
    if replayed.parted is None:
        return match
    match.notes.append(str(replayed.parted))
    last = len(record.acts)
    dump = load(match_id, last)
    try:
        if dump is None:
            raise BadValue("the position after its last act is not kept")
        state = match.rules.restore(dump)
    except BadValue as wrong:
        told = f"this match was played under other rules ({replayed.parted.message}), and {wrong.message}"
        raise BadValue(f"{told}. Its record can be exported", field=f"{record.name}, line {last + 1}") from None
    match.stand_at(state, record.acts, replayed.parted.line - 2)
    return match
