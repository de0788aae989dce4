"""A match that was kept is taken up as it stands: what its referee has reached needs no leave of the rules of now."""

from __future__ import annotations

from collections.abc import Callable

from ironbottom.engine.errors import BadValue
from ironbottom.engine.match import Match
from ironbottom.engine.record import Record
from ironbottom.engine.replay import Replay
from ironbottom.server.moments import Moments

LoadMoment = Callable[[str, int], bytes | None]


def as_it_stands(record: Record, replayed: Replay, match_id: str, load: LoadMoment) -> Match:
    """The match where its last act has left it, whether or not the rules and figures of now lead there."""
    match = replayed.match
    match.notes = [*match.notes, *replayed.notes]
    if replayed.parted is None:
        return match
    match.notes.append(str(replayed.parted))
    moments = Moments(match.rules, match.header, record.acts, lambda act: load(match_id, act))
    last = len(record.acts)
    try:
        state = moments.after(last)
    except Exception as wrong:  # acts of other rules may mean anything to the rules of now
        told = f"this match was played under other rules ({replayed.parted.message}), and where it stands is not kept"
        raise BadValue(told, field=f"{record.name}, line {last + 1}") from wrong
    match.stand_at(state, record.acts, replayed.parted.line - 2)
    return match
