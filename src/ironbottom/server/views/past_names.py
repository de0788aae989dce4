"""What counters were called earlier, kept for each match and audience: the log is read once, then only what is new."""

from __future__ import annotations

from threading import Lock
from weakref import WeakKeyDictionary

from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.features import NO_WORDING
from ironbottom.engine.rules.past_names import PastNames, past_names
from ironbottom.server.messages.responses import MOST_ENTRIES

_kept: WeakKeyDictionary[Match, dict[str, PastNames | None]] = WeakKeyDictionary()
_one_reads = Lock()


def past_of(match: Match, side: str) -> PastNames | None:
    """What counters were called to an audience, read to the end of its log; None in games that use no number again."""
    with _one_reads:
        sides = _kept.setdefault(match, {})
        if side not in sides:
            counters = (match.rules.game.text() or NO_WORDING).counters
            sides[side] = past_names(counters, match.rules, lambda: match.view(side))
        past = sides[side]
        while past and (piece := match.log(side, past.seq, MOST_ENTRIES)):
            past.read(piece)
        return past
