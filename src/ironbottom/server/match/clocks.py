"""The clocks of a match between several people. A clock that has run out ends nothing: an opponent may claim the win.

A side's clock runs while it has a choice to make. During secret choices that several sides make at the same time, the
other sides see it as it was when the step began, so nobody can tell who has finished.
"""

from __future__ import annotations

from collections.abc import Collection
from time import time_ns
from typing import cast

import msgspec

from ironbottom.engine.core.errors import Refused
from ironbottom.engine.match.history import in_simultaneous_frame
from ironbottom.engine.record.record import Undo, Withdraw
from ironbottom.server.match.open_match_protocol import OpenMatchProtocol
from ironbottom.server.match.pending_sides import is_public_choice_since, pending_sides
from ironbottom.server.match.seats import persons
from ironbottom.server.messages.pace import Allowance, Pace, allowance, pace_text
from ironbottom.server.messages.responses import ClockInfo, ClocksInfo, PaceKind
from ironbottom.server.storage.database import Store

PUBLIC = "public"
MAX_FINISHED = 60
"""The maximum number of finished moves that are stored.

Taking back more of them restores the clocks as of the oldest one.
"""
_PACES: msgspec.json.Decoder[Pace] = msgspec.json.Decoder(Pace)


def now_ms() -> int:
    """Returns the time in milliseconds since 1970."""
    return time_ns() // 1_000_000


class SideClock(msgspec.Struct):
    """The clock of a side, in milliseconds."""

    reserve: int
    used: int = 0
    """The time used in this move, up to ``since``."""
    since: int | None = None
    """The time when the clock was last started; None while it is stopped."""
    moved: bool = False
    """Whether the side has finished its first move."""
    shown: int = 0
    """The time that was left when the step with secret choices began."""


class FinishedMove(msgspec.Struct, array_like=True, frozen=True):
    """A move that a side has finished, with the clock as it was in that move.

    Taking back the move restores this clock.
    """

    choice: int
    """The record number of the choice that ended the move; moves that one choice ended have the same number."""
    side: str
    reserve: int
    used: int
    moved: bool


class MatchClocks(msgspec.Struct):
    """The clocks of a match, and the public information at the time when they were last changed."""

    sides: dict[str, SideClock]
    pending: list[str] = []
    """The sides that had to choose, as far as everybody knew."""
    simultaneous: bool = False
    began: int = 0
    """The time when the step with secret choices began."""
    seq: int = 0
    """The number of entries in the public log."""
    act: int = 0
    """The number of the last act; 0 in clocks that an older version stored."""
    finished: list[FinishedMove] = []
    """The latest finished moves, the oldest first; at most ``MAX_FINISHED``."""


_CLOCKS = msgspec.json.Decoder(MatchClocks)


class Clocks:
    """The clocks of one match. They are stored with the act that starts or stops them."""

    def __init__(self, open_match: OpenMatchProtocol) -> None:
        self._open_match = open_match
        self.pace: Pace | None = None
        """The agreed pace; None in a match without one, in which there are no clocks."""
        self._clocks = MatchClocks({})
        row = open_match.store.clocks(open_match.id)
        if row is not None:
            self.pace = _read_pace(row[0])
            self._clocks = _read_clocks(row[1]) or self._clocks

    # -- keeping time ------------------------------------------------------------------------------

    def update(self) -> None:
        """Starts and stops the clocks after an act, within its transaction."""
        if self.pace is None:
            return
        match, clocks, time = self._open_match.match, self._clocks, now_ms()
        people = persons(self._open_match.seats)
        due = {decision.side for decision in match.decisions() if decision.side in people}
        pending = [side for side in pending_sides(match) if side in people]
        simultaneous = bool(due) and in_simultaneous_frame(match.state)
        before = msgspec.json.encode(clocks)
        taken_back = self._taken_back()
        for side in people:
            clocks.sides.setdefault(side, SideClock(self._allowance.reserve))
        for side, clock in clocks.sides.items():
            _start_or_stop(clock, side in due, time)
        restored = self._restore(taken_back)
        if restored or pending != clocks.pending or (simultaneous and is_public_choice_since(match, clocks.seq)):
            for side in clocks.pending if not taken_back else ():
                if side in clocks.sides and (side not in pending or simultaneous or clocks.simultaneous):
                    self._finish_move(side, time)
            for side, clock in clocks.sides.items():
                clock.shown = self._left(side, time)
            clocks.pending, clocks.simultaneous, clocks.began = pending, simultaneous, time
        clocks.seq, clocks.act = match.seq(PUBLIC), match.last
        if msgspec.json.encode(clocks) != before:
            self._store()

    def _taken_back(self) -> set[int]:
        """Returns the numbers of the acts that were taken back since the clocks were last changed."""
        match = self._open_match.match
        first = self._clocks.act or match.last - 1
        acts = [match.acts[number] for number in range(max(0, first), match.last)]
        return {number for act in acts if isinstance(act, Undo | Withdraw) for number in act.taken}

    def _restore(self, taken_back: Collection[int]) -> bool:
        """Restores the clocks as they were before the first move that was taken back, less the time used since then.

        Nobody gains or loses time by an undo: an increment is taken back with its move, and the days for a move do not
        begin again. Returns whether a move was taken back.
        """
        clocks = self._clocks
        finished = clocks.finished
        first = next((place for place, move in enumerate(finished) if move.choice in taken_back), len(finished))
        undone, clocks.finished = finished[first:], finished[:first]
        for side, clock in clocks.sides.items():
            moves = [move for move in undone if move.side == side]
            if moves:
                clock.reserve, clock.moved = moves[0].reserve, moves[0].moved
                clock.used += sum(move.used for move in moves)
        return bool(undone)

    def _last_choice(self) -> int:
        """Returns the record number of the last choice that a side made itself."""
        match = self._open_match.match
        return max(match.act_number_of_entry(side, match.last_choice(side)) or 0 for side in match.rules.sides.ids)

    def _finish_move(self, side: str, time: int) -> None:
        clock = self._clocks.sides[side]
        if clock.since is not None:
            clock.used += time - clock.since
            clock.since = time
        move = FinishedMove(self._last_choice(), side, clock.reserve, clock.used, clock.moved)
        self._clocks.finished = [*self._clocks.finished[1 - MAX_FINISHED :], move]
        over = max(0, clock.used - _move_time(clock, self._allowance))
        clock.reserve = max(0, clock.reserve - over) + self._allowance.increment
        clock.used, clock.moved = 0, True

    @property
    def _allowance(self) -> Allowance:
        assert self.pace is not None
        return allowance(self.pace)

    def _left(self, side: str, time: int) -> int:
        """Returns how much time a side has left for its move, negative once it has run out."""
        clock = self._clocks.sides[side]
        return _left_at_start(clock, self._allowance) - (0 if clock.since is None else time - clock.since)

    def _store(self) -> None:
        self._open_match.store.store_clocks(self._open_match.id, msgspec.json.encode(self._clocks).decode())

    # -- the view of a side ------------------------------------------------------------------------

    def info(self, viewer: str) -> ClocksInfo | None:
        """Returns the clocks as a side sees them."""
        if self.pace is None:
            return None
        clocks = self._clocks
        shown = [
            ClockInfo(side, clock.shown, None, side in clocks.pending)
            if clocks.simultaneous and side != viewer
            else ClockInfo(side, _left_at_start(clock, self._allowance), clock.since, clock.since is not None)
            for side, clock in clocks.sides.items()
        ]
        kind = cast(PaceKind, self.pace.__struct_config__.tag)
        return ClocksInfo(kind, pace_text(self.pace), shown, self._claim_from(viewer))

    def _claim_from(self, viewer: str) -> int | None:
        """Returns the time from which a side may claim the win if nothing changes; None if it may not.

        It depends only on what the side knows. During secret choices it must have made its own, all other sides must be
        its opponents, and each of them must have used up the time left when the step began.
        """
        clocks, match = self._clocks, self._open_match.match
        if self.pace is None or match.over or viewer not in clocks.sides:
            return None
        opponents = match.consenting_sides(viewer)
        others = [side for side in clocks.pending if side != viewer]
        if not clocks.simultaneous:
            return min((out for side in others if side in opponents and (out := self._runs_out(side))), default=None)
        if not others or clocks.sides[viewer].since is not None or not set(others) <= set(opponents):
            return None
        return clocks.began + max(0, *(clocks.sides[side].shown for side in others))

    def _runs_out(self, side: str) -> int | None:
        """Returns when the clock of a side runs out; None while it is stopped, or if the side has none."""
        clock = self._clocks.sides.get(side)
        return None if clock is None else _runs_out(clock, self._allowance)

    # -- acts of an opponent ------------------------------------------------------------------

    def overdue(self, claimant: str) -> list[str]:
        """Returns the sides against which a side may claim the win now. Refuses a claim that is too early."""
        claim_from = self._claim_from(claimant)
        if claim_from is None:
            raise Refused("none of your opponents is on the clock", field="word")
        time = now_ms()
        if time < claim_from:
            raise Refused("your opponent's time has not run out", field="word")
        opponents = self._open_match.match.consenting_sides(claimant)
        return [side for side in opponents if (out := self._runs_out(side)) is not None and out <= time]

    def give(self, side: str, against: str) -> None:
        """Adds time to the clock of an opponent."""
        match = self._open_match.match
        if self.pace is None or match.over:
            raise Refused("this match has no clock", field="word")
        if against not in match.consenting_sides(side) or against not in self._clocks.sides:
            raise Refused("time can be given only to an opponent", field="against")
        clock, given = self._clocks.sides[against], self._allowance.given
        clock.reserve += given
        clock.shown += given
        self._clocks.finished = [
            msgspec.structs.replace(move, reserve=move.reserve + given) if move.side == against else move
            for move in self._clocks.finished
        ]
        self._store()


def agreed_pace(store: Store, match: str) -> Pace | None:
    """Returns the agreed pace of a match, including one that has not begun."""
    row = store.clocks(match)
    return _read_pace(row[0]) if row else None


def next_deadline(store: Store, match: str, sides: Collection[str]) -> int | None:
    """Returns when the first running clock of these sides runs out; None if none runs."""
    row = store.clocks(match)
    pace, clocks = (_read_pace(row[0]), _read_clocks(row[1])) if row else (None, None)
    if pace is None or clocks is None:
        return None
    times = [_runs_out(clock, allowance(pace)) for side, clock in clocks.sides.items() if side in sides]
    return min((time for time in times if time is not None), default=None)


def postpone_clocks(store: Store, milliseconds: int) -> None:
    """Moves the start of all running clocks by this much, since the time while no server ran does not count."""
    for match, text in store.all_clocks():
        clocks = _read_clocks(text)
        if clocks is None:
            continue
        for clock in clocks.sides.values():
            clock.since = None if clock.since is None else clock.since + milliseconds
        clocks.began += milliseconds
        store.store_clocks(match, msgspec.json.encode(clocks).decode())


def _move_time(clock: SideClock, allowed: Allowance) -> int:
    return allowed.move if clock.moved else allowed.first_move


def _left_at_start(clock: SideClock, allowed: Allowance) -> int:
    """Returns how much time was left when the clock was last started, or is left while it is stopped."""
    return _move_time(clock, allowed) + clock.reserve - clock.used


def _runs_out(clock: SideClock, allowed: Allowance) -> int | None:
    return None if clock.since is None else clock.since + _left_at_start(clock, allowed)


def _start_or_stop(clock: SideClock, due: bool, time: int) -> None:
    if due and clock.since is None:
        clock.since = time
    elif not due and clock.since is not None:
        clock.used += time - clock.since
        clock.since = None


def _read_pace(text: str) -> Pace | None:
    """Returns a stored pace, or None if it is damaged."""
    try:
        return _PACES.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def _read_clocks(text: str) -> MatchClocks | None:
    """Returns stored clocks.

    If the match has not begun or the clocks are damaged, returns None, and all clocks begin again.
    """
    try:
        return _CLOCKS.decode(text) if text else None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
