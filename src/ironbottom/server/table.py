"""A match that is open on this server: its referee, its seats, its place in the store, and who watches it."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

from ironbottom.engine.errors import BadValue, IronbottomError
from ironbottom.engine.match import Match
from ironbottom.engine.state import State
from ironbottom.server.moments import Moments
from ironbottom.server.opponents import Opponents
from ironbottom.server.refusals import Faulty, NotFound, NotYours, Stale
from ironbottom.server.seats import PERSON, Seats
from ironbottom.server.store import Kept, Store
from ironbottom.server.watchers import Watchers
from ironbottom.server.whose_turn import awaited
from ironbottom.server.words import side_title, turn_line

PUBLIC, OPEN = "public", "open"
STILL_PLAYED = (
    "this match shares its secrets with a copy that is still played: everything is shown when that is over or deleted"
)
T = TypeVar("T")
_log = logging.getLogger(__name__)


def now() -> str:
    """The time in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def summary(match: Match) -> dict[str, Any]:
    """Where a match stands, as everybody may know it: for the list of matches."""
    return {
        "turn_line": turn_line(match.rules, match.view(PUBLIC)),
        "waiting": awaited(match),
        "over": match.over,
        "result": match.result(),
        "copy_of": match.copied.of if match.copied else "",
    }


class Table:
    """A match being played here. All acts on it go through ``change``, one after the other."""

    def __init__(self, kept: Kept, match: Match, store: Store) -> None:
        self.id, self.name, self.created = kept.id, kept.name, kept.created
        self.seats: Seats = dict(kept.seats)
        self.match = match
        self.store = store
        self.broken = False
        """Whether the match in memory may differ from the store: then it is opened anew from there."""
        self.closed = False
        self._opened = False
        self.watchers = Watchers()
        self.opponents = Opponents(self)

    @property
    def root(self) -> str:
        """The match of which this is a copy, and the copies of this; itself where it is none."""
        return self.match.copied.of if self.match.copied else self.id

    @property
    def open(self) -> bool:
        """Whether everything may be shown: the match is over, and no copy of it is still played with its secrets."""
        if self.match.over and not self._opened:
            self._opened = not self.store.played_elsewhere(self.root, self.id)
        return self.match.over and self._opened

    def must_be_open(self, otherwise: str) -> None:
        """Refuses what is for after the end."""
        if not self.open:
            raise NotYours(STILL_PLAYED if self.match.over else otherwise)

    # -- who may -----------------------------------------------------------------------------------

    def side(self, side: str) -> str:
        """The side of this name."""
        sides = self.match.rules.sides
        return sides.ids[sides.number(side, "side")]

    def may_act(self, side: str) -> None:
        """Refuses where no person of this page holds the side."""
        holder = self.seats[self.side(side)]
        if holder != PERSON:
            raise NotYours(f"{holder} holds the seat of {side_title(self.match.rules, side)}", field="side")

    def may_see(self, side: str) -> None:
        """Refuses the eyes of a computer player, and the open board, before the end."""
        if side == PUBLIC or (self.match.over and self.seats.get(side) == PERSON) or self.open:
            if side not in (PUBLIC, OPEN):
                self.side(side)
            return
        if self.match.over:
            raise NotYours(STILL_PLAYED, field="side")
        if side == OPEN:
            raise NotYours("the open board is shown after the end", field="side")
        holder = self.seats[self.side(side)]
        if holder != PERSON:
            title = side_title(self.match.rules, side)
            raise NotYours(f"what {holder} sees as {title} is shown after the end", field="side")

    def must_be_current(self, side: str, seq: int) -> None:
        """Refuses what was decided before a position that has gone on since."""
        if seq != self.match.seq(side):
            raise Stale(self.match.seq(side))

    # -- acts --------------------------------------------------------------------------------------

    def change(self, act: Callable[[], T]) -> T:
        """Lets the referee act and keeps what came of it, all or nothing; it is on the disk when this returns."""
        if self.closed:
            raise NotFound("this match was deleted")
        if self.broken:
            raise Faulty("the match is being opened anew; try again")
        acted = False
        try:
            with self.store.transaction():
                done = act()
                acted = True
                self.keep()
        except Exception as fault:
            if isinstance(fault, IronbottomError) and not acted:
                raise
            self.broken = True
            self.watchers.tell()
            _log.exception("the match %s failed", self.id)
            raise Faulty(_safe(fault)) from None
        self.watchers.tell()
        return done

    def keep(self) -> None:
        """Keeps the moments that are new, and where the match stands."""
        acts = self.match.acts
        first = self.store.last_moment(self.id) + 1
        self.store.add_moments(self.id, self.moments().made(first, len(acts)))
        self.store.stands(self.id, now(), summary(self.match))

    def rename(self, name: str) -> None:
        """Gives the match another name."""
        self.store.rename(self.id, name)
        self.name = name
        self.watchers.tell()

    def seat(self, side: str, player: str) -> None:
        """Gives a seat to a computer player, also anew to the one that failed; a person's seat is given away so."""
        self.side(side)
        if player == PERSON and self.seats[side] != PERSON and not self.match.over:
            raise NotYours("a person may take this seat after the end only: it has secrets", field="player")
        seats = {**self.seats, side: player}
        self.store.seat(self.id, seats)
        self.seats = seats
        self.opponents.seated(side)
        self.watchers.tell()

    def resign(self, side: str) -> None:
        """A side gives up, and its seat goes to the holder of the ally that plays on for it."""
        match = self.match
        before = {one: match.holder(one) for one in self.seats}
        match.resign(side)
        passed = [one for one in self.seats if match.holder(one) != before[one]]
        self.seats = {**self.seats, **{one: self.seats[match.holder(one)] for one in passed}}
        self.store.seat(self.id, self.seats)
        for one in passed:
            self.opponents.seated(one)

    def close(self) -> None:
        """Ends all that goes on here."""
        self.closed = True
        self.opponents.stop()
        self.watchers.close()

    # -- moments -----------------------------------------------------------------------------------

    def moments(self) -> Moments:
        """The states after each act, as they were then."""
        match, store = self.match, self.store
        return Moments(match.rules, match.header, match.acts, lambda act: store.moment(self.id, act))

    def moment(self, side: str, seq: int) -> dict[str, Any]:
        """The view of a side (``public``; ``open`` after the end) after an entry of its log, as it was then."""
        last = self.match.seq(side)
        if not 1 <= seq <= last:
            raise BadValue(f"there is no entry {seq}; there are 1 to {last}", field="seq")
        number = self.match.number(side, seq)
        assert number is not None
        return _view(self.moments().after(number), side)


def _view(state: State, side: str) -> dict[str, Any]:
    return state.rules.game.open_view(state) if side == OPEN else state.view(side)


def _safe(fault: Exception) -> str:
    """What failed and what is safe."""
    what = "the game could not be kept" if isinstance(fault, sqlite3.Error) else "the referee failed at this"
    return f"{what} ({type(fault).__name__}); the match is safe as it was before. Try again"
