"""The earlier names of counters, cached for each match and side: later calls read only new entries of the log."""

from __future__ import annotations

from threading import Lock
from weakref import WeakKeyDictionary

from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.features import NO_WORDING
from ironbottom.engine.rules.past_names import PastNames, past_names
from ironbottom.server.messages.responses import MAX_ENTRIES

_cache: WeakKeyDictionary[Match, dict[str, PastNames | None]] = WeakKeyDictionary()
_lock = Lock()


def past_names_of(match: Match, side: str) -> PastNames | None:
    """Returns the earlier names of counters as a side knows them; None in games that never reuse a number."""
    with _lock:
        sides = _cache.setdefault(match, {})
        if side not in sides:
            counters = (match.rules.game.text() or NO_WORDING).counters
            sides[side] = past_names(counters, match.rules, lambda: match.view(side))
        names = sides[side]
        while names and (entries := match.log(side, names.seq, MAX_ENTRIES)):
            names.read(entries)
        return names
