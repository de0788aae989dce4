"""A match that is open on this server: its referee, its seats, its record in the store, and its subscribers."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from time import time_ns
from typing import Literal, TypeVar

from ironbottom.engine.core.errors import BadValue, IronbottomError, Refused
from ironbottom.engine.dice.sealed import SealedDice, SharesMissing, read_secret
from ironbottom.engine.match.match import Match
from ironbottom.engine.record.lines import Undo
from ironbottom.engine.rules.state import State
from ironbottom.lab.story import lead_in_view
from ironbottom.server.errors import Forbidden, InternalError, NotFound, Stale
from ironbottom.server.match.claims import Claims, holder_or_host
from ironbottom.server.match.clocks import Clocks
from ironbottom.server.match.computer_players import ComputerPlayers
from ironbottom.server.match.dice_shares import (
    Choices,
    FixedChoice,
    RequestedShares,
    load_fixed_choice,
    require_persons,
)
from ironbottom.server.match.hint_consents import HintConsents
from ironbottom.server.match.history_states import HistoryStates
from ironbottom.server.match.pending_sides import pending_sides
from ironbottom.server.match.seats import PERSON, Seats, persons, swap_players
from ironbottom.server.match.standing_orders import SeatOrders
from ironbottom.server.match.subscribers import Subscribers
from ironbottom.server.match.turn_notifications import TurnNotifications
from ironbottom.server.match.undo_offers import UndoOffers
from ironbottom.server.messages.requests import DiceShareRequest
from ironbottom.server.messages.responses import Away
from ironbottom.server.network.clients import Client
from ironbottom.server.storage.by_file import FileMatches
from ironbottom.server.storage.database import Store, StoredMatch
from ironbottom.server.storage.match_storage import StoredRecord, store_snapshot
from ironbottom.server.views.game_text import picture, side_title, turn_line
from ironbottom.server.views.view_cache import ViewCache

PUBLIC, OPEN = "public", "open"
SNAPSHOT_INTERVAL = 64
"""The number of acts between snapshots."""
COPY_IN_PROGRESS = (
    "this match shares its secrets with a copy in progress: everything is shown when the copy is over or deleted"
)
AWAY = {
    "friend": "the match is with the other player: open the file that comes back",
    "machine": "this match continues on another machine: open a file from there to continue here",
}
T = TypeVar("T")
_log = logging.getLogger(__name__)


def time_text() -> str:
    """Returns the current time in UTC, to the millisecond."""
    return format_time(time_ns() // 1_000_000)


def format_time(milliseconds: int) -> str:
    """Returns a time in milliseconds since 1970 as text in UTC.

    >>> format_time(1)
    '1970-01-01T00:00:00.001Z'
    """
    when = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return when.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def parse_time(text: str) -> int:
    """Returns the milliseconds since 1970 of a time as text.

    >>> parse_time("1970-01-01T00:00:00.001Z")
    1
    """
    return round(datetime.fromisoformat(text).timestamp() * 1000)


def summary(match: Match) -> dict[str, object]:
    """Returns the public summary of a match, for the list of matches."""
    view = match.view(PUBLIC)
    return {
        "turn_line": turn_line(match.rules, view),
        "picture": picture(match.rules, view),
        "waiting": pending_sides(match),
        "over": match.over,
        "result": match.result(),
        "copy_of": match.copied.of if match.copied else "",
        "corrected": is_corrected(match),
    }


def is_corrected(match: Match) -> bool:
    """Returns whether the players agreed to an undo beyond the barrier; the result of the match then does not count."""
    if not match.over:
        return False
    people = {side for side, player in match.header.players.items() if player == PERSON}
    try:
        return any(isinstance(act, Undo) and people & set(act.consent) for act in match.acts)
    except BadValue:  # The match may still end normally; the content of the unreadable acts is unknown.
        return False


class OpenMatch:
    """A match that is being played. All acts go through ``change``, one at a time."""

    def __init__(self, stored: StoredMatch, match: Match, store: Store, record: StoredRecord) -> None:
        self.id, self.name, self.created = stored.id, stored.name, stored.created
        self._last_played_time = stored.played
        self.seats: Seats = dict(stored.seats)
        self.match = match
        self.store = store
        self.broken = False
        """Whether the match in memory may differ from the store; it is then reloaded from the store."""
        self.closed = False
        self._is_revealed = False
        self.subscribers = Subscribers()
        self.computer_players = ComputerPlayers(self)
        self.seat_orders = SeatOrders(self)
        self.undo_offers = UndoOffers(self)
        self.hint_consents = HintConsents(self)
        self.clocks = Clocks(self)
        self.turn_notifications = TurnNotifications(self)
        self.claims = Claims(store, self.id)
        by_file = FileMatches(store).find(self.id)
        self.by_file = by_file is not None and bool(by_file.peer)
        """Whether the other player has another server, so that the match goes back and forth as a file."""
        self.away: Away = by_file.away if by_file else ""
        """Where the match is; empty if it is here."""
        self.watch_delay = store.watch_delay(self.id)
        """The delay in minutes with which spectators see the match."""
        self.dice_shares: RequestedShares | None = None
        """The shares requested for joint dice, if the match is played with them."""
        self.views: ViewCache | None = None
        """The cached views; None until the first request for a view."""
        self._history_states = HistoryStates(match.rules, match.header, record)
        self._leads: dict[tuple[str, int], float] = {}
        """The lead after earlier entries of a side's log."""
        self._record = record
        self._snapshot = 0
        """The act of the last stored snapshot."""
        self._agreed = match.agreements()
        self._summarized = 0
        """The act that the stored summary describes."""

    @property
    def root(self) -> str:
        """The match that this is a copy of; if it is not a copy, the match itself."""
        return self.match.copied.of if self.match.copied else self.id

    @property
    def is_revealed(self) -> bool:
        """Whether everything may be shown: the match is over, and no copy that shares its secrets is still being
        played."""
        if self.match.over and not self._is_revealed:
            self._is_revealed = not self.store.is_played_elsewhere(self.root, self.id)
        return self.match.over and self._is_revealed

    def is_delayed_for(self, client: Client) -> bool:
        """Returns whether a client is a spectator who sees the match with a delay; False once the match is over."""
        return bool(self.watch_delay) and not self.is_revealed and not self.claims.claim_of(client).sides

    def last_public_entry(self, before: int) -> int:
        """Returns the last entry of the public log that was made before a time; at least the first one."""
        first, last = 1, self.match.seq(PUBLIC)
        while first < last:
            middle = (first + last + 1) // 2
            if self._record.time(self.match.act_number_of_entry(PUBLIC, middle) or 1) <= before:
                first = middle
            else:
                last = middle - 1
        return first

    def require_open(self, otherwise: str) -> None:
        """Raises ``Forbidden`` before the end."""
        if not self.is_revealed:
            raise Forbidden(COPY_IN_PROGRESS if self.match.over else otherwise)

    # -- permissions ---------------------------------------------------------------------------------

    def side(self, side: str) -> str:
        """Returns the side with this id. Raises ``BadValue`` if there is none."""
        sides = self.match.rules.sides
        return sides.ids[sides.number(side, "side")]

    def require_seat(self, side: str, client: Client) -> None:
        """Raises ``Forbidden`` if the client does not hold the side."""
        holder = self.seats[self.side(side)]
        if holder != PERSON:
            raise Forbidden(f"{holder} holds the seat of {side_title(self.match.rules, side)}", field="side")
        self._require_holder(side, client)

    def require_view(self, side: str, client: Client) -> None:
        """Raises ``Forbidden`` if the client may not see this view: before the end, only the public view and that of
        its sides."""
        if side == PUBLIC or self.is_revealed:
            if side not in (PUBLIC, OPEN):
                self.side(side)
            if self.is_delayed_for(client):
                raise Forbidden("spectators see this match with a delay", field="side")
            return
        if side == OPEN:
            raise Forbidden(
                COPY_IN_PROGRESS if self.match.over else "the open board is shown only after the end", field="side"
            )
        holder = self.seats[self.side(side)]
        if holder == PERSON:
            self._require_holder(side, client)
        elif self.match.over:
            raise Forbidden(COPY_IN_PROGRESS, field="side")
        else:
            title = side_title(self.match.rules, side)
            raise Forbidden(f"what {holder} sees as {title} is shown only after the end", field="side")

    def _require_holder(self, side: str, client: Client) -> None:
        if side not in self.claims.claim_of(client).sides:
            raise Forbidden(f"you do not hold the seat of {side_title(self.match.rules, side)}", field="side")

    def require_seat_transfer(self, side: str, client: Client) -> None:
        """Raises ``Forbidden`` if the client may not give the seat to a computer player.

        The seat may not belong to another client. With several players, it may not belong to a working computer player.
        """
        mine, player = self.claims.claim_of(client), self.seats[self.side(side)]
        title = side_title(self.match.rules, side)
        if player == PERSON:
            if side not in mine.sides and not (mine.host and side not in self.claims.claimed()):
                raise Forbidden(f"only {holder_or_host(title)} may give it to a computer player", field="side")
            return
        failure = self.computer_players.failure
        failed = failure is not None and failure.side == side
        if not mine.holds_anything:
            raise Forbidden("only players of the match may replace a computer player", field="side")
        if self.claims.shared and not failed:
            raise Forbidden(f"{player} holds the seat of {title} and has not failed", field="side")

    def default_viewer(self, client: Client) -> str:
        """Returns the first side that a client plays, or ``public`` if it plays none."""
        mine = self.claims.claim_of(client).sides
        return next((side for side in persons(self.seats) if side in mine), PUBLIC)

    def require_current(self, side: str, seq: int) -> None:
        """Raises ``Stale`` if the match has changed since the client saw it."""
        if seq != self.match.seq(side):
            raise Stale(self.match.seq(side))

    def require_here(self) -> None:
        """Raises ``Refused`` while the match is with the other player or on another machine."""
        if self.away and not self.match.over:
            raise Refused(AWAY[self.away])

    def require_one_server(self) -> None:
        """Raises ``Refused`` for what needs both players on this server."""
        if self.by_file:
            raise Refused("the other player of this match has another server: agree by mail")

    # -- acts --------------------------------------------------------------------------------------

    def change(self, act: Callable[[], T]) -> T:
        """Runs an act and commits its result to the store, all or nothing, before this returns.

        The result survives a crash of the server; a power failure may lose the last results.
        """
        if self.closed:
            raise NotFound("this match was deleted")
        if self.broken:
            raise InternalError("the match is being opened again; try once more")
        self.require_here()
        acted = False
        game = self.match.rules.game
        places = game.swapped_sides(self.match.state)
        self.turn_notifications.prepare()
        try:
            with self.store.transaction():
                done = act()
                acted = True
                if game.swapped_sides(self.match.state) != places:
                    self._move_players(game.swapped_sides(self.match.state), places)
                self.clocks.update()
                self.turn_notifications.update()
                self.store_due_snapshot()
                if self.match.over:
                    self.update_summary()
        except Exception as fault:
            if isinstance(fault, IronbottomError) and not acted:
                raise
            self.broken = True
            self.subscribers.notify()
            _log.exception("the match %s failed", self.id)
            raise InternalError(_describe_fault(fault)) from None
        self.subscribers.notify()
        return done

    def submit(
        self,
        side: str,
        choices: Choices,
        seq: int | None = None,
        message: str | None = None,
        *,
        recorded: bool = False,
    ) -> None:
        """Submits choices. With joint dice, a choice that needs a die is fixed until all its shares have arrived.

        ``recorded``: the choices were accepted before and are fixed.
        """
        dice_shares = self.dice_shares
        try:
            self.change(lambda: self._submit(side, choices, seq, message, recorded))
        except SharesMissing as missing:
            if dice_shares is None:
                raise
            with self.store.transaction():
                dice_shares.request(missing, FixedChoice(side, choices))
            self.subscribers.notify()
        else:
            if dice_shares is not None and dice_shares.fixed is not None:
                dice_shares.clear()
                self.subscribers.notify()

    def _submit(self, side: str, choices: Choices, seq: int | None, message: str | None, recorded: bool) -> None:
        self.match.submit(side, choices, seq=seq, message=message, recorded=recorded)
        if self.dice_shares is not None:
            self.store.delete_fixed_choice(self.id)

    def accept_dice_share(self, given: DiceShareRequest) -> None:
        """Accepts a side's share in a joint die; with the last share the fixed choice continues."""
        if self.dice_shares is None or self.match.over:
            raise BadValue("no share of a die is needed now", field="die")
        complete = self.dice_shares.accept(given.side, given.die, given.block, given.promise, given.part)
        self.subscribers.notify()
        fixed = self.dice_shares.fixed
        if complete and fixed is not None:
            self.submit(fixed.side, fixed.choices, recorded=True)

    def resume_fixed_choice(self) -> None:
        """Restores the fixed choice from when the match was last closed."""
        fixed = None if self.dice_shares is None or self.match.over else load_fixed_choice(self.store, self.id)
        if fixed is not None and self.dice_shares is not None:
            self.dice_shares.fixed = fixed
            self.submit(fixed.side, fixed.choices, recorded=True)

    def reveal_secret(self, side: str, secret: str) -> None:
        """Stores a side's own secret after the end."""
        self.side(side)
        self.change(lambda: self.match.reveal(side, read_secret(secret)))

    def store_due_snapshot(self) -> None:
        """Stores a snapshot if one is due: after ``SNAPSHOT_INTERVAL`` acts, and when the sides have agreed on
        something."""
        match = self.match
        if match.last - self._snapshot < SNAPSHOT_INTERVAL and self._snapshot and match.agreements() == self._agreed:
            return
        store_snapshot(self.store, self.id, match.snapshot())
        self._snapshot, self._agreed = match.last, match.agreements()

    def restored_from(self, snapshot: int) -> OpenMatch:
        """Sets the act of the last stored snapshot."""
        self._snapshot = snapshot
        return self

    def save_state(self) -> None:
        """Stores the summary and a snapshot of the current state, for when the match is opened again."""
        if self.closed or self.broken:
            return
        with self.store.transaction():
            self.update_summary()
            if self._snapshot < self.match.last:
                store_snapshot(self.store, self.id, self.match.snapshot())
                self._snapshot = self.match.last

    def update_summary(self) -> None:
        """Stores the summary for the list of matches, if the match has changed since."""
        if self._summarized < self.match.last and not (self.closed or self.broken):
            self.store.set_summary(self.id, self._last_played(), summary(self.match), self.match.last)
            self._summarized = self.match.last

    def _last_played(self) -> str:
        """Returns the time of the last public act; the times of hidden acts stay hidden."""
        with suppress(BadValue):  # if a note is damaged, the last known time is used
            known = self.match.act_number_of_entry(PUBLIC, self.match.seq(PUBLIC)) or 1
            self._last_played_time = format_time(self._record.time(known))
        return self._last_played_time

    def last_public_time(self) -> int:
        """Returns the time of the last public act in milliseconds since 1970."""
        return parse_time(self._last_played())

    def continue_as_copy(self, dice: SealedDice, of: str) -> None:
        """Continues the match as a copy of another one, with its own dice."""
        self.match.continue_as_copy(dice, self._record, of)
        self._snapshot = 0
        self.store_due_snapshot()

    def rename(self, name: str) -> None:
        """Gives the match a new name."""
        self.store.rename(self.id, name)
        self.name = name
        self.subscribers.notify()

    def set_player(self, side: str, player: str) -> None:
        """Gives a seat to a computer player: a person's seat, or one whose computer player failed."""
        self.side(side)
        self.require_here()
        self.require_one_server()
        if self.dice_shares is not None:
            require_persons((player,), PERSON)
        if player == PERSON and self.seats[side] != PERSON and not self.match.over:
            raise Forbidden("this seat has secrets: a human player may take it only after the end", field="player")
        seats = {**self.seats, side: player}
        with self.store.transaction():
            self.store.set_seats(self.id, seats)
            if player != PERSON:
                self.claims.release((side,))
            self.seats = seats
            self.clocks.update()
        self.computer_players.seat_changed(side)
        self.undo_offers.resolve()
        self.subscribers.notify()

    def withdraw(self, side: str, entry: int, seq: int) -> None:
        """Takes back one earlier choice of a side."""

        def withdraw() -> None:
            self.match.withdraw(side, entry, seq=seq)
            self.undo_offers.discard(side)

        self.change(withdraw)
        self.seat_orders.suspend(side)

    def seats_without(self, side: str) -> Seats:
        """Returns the seats as they would be after a side resigns and its ally's player takes it over."""
        match = self.match
        team = match.rules.alliances.teammates_of(side)
        ally = next((one for one in team if one not in (side, *match.resigned)), side)
        return {one: self.seats[ally if match.holder(one) == side else one] for one in self.seats}

    def end_by_time(self, sides: Sequence[str]) -> None:
        """Resigns for the sides whose time has run out."""
        for side in sides:
            if not self.match.over:
                self.resign(side, "time")

    def resign(self, side: str, why: Literal["", "time"] = "") -> None:
        """Resigns for a side; its seat goes to the player of the ally that plays on for it.

        ``why`` is ``time`` if the side did not resign itself.
        """
        match = self.match
        before = {one: match.holder(one) for one in self.seats}
        match.resign(side, why)
        passed = [one for one in self.seats if match.holder(one) != before[one]]
        self.seats = {**self.seats, **{one: self.seats[match.holder(one)] for one in passed}}
        self.store.set_seats(self.id, self.seats)
        self.claims.transfer({one: match.holder(one) for one in passed})
        for one in passed:
            self.computer_players.seat_changed(one)

    def _move_players(self, now: tuple[str, ...], before: tuple[str, ...]) -> None:
        """Swaps the players if a rule says so, or swaps them back if that is undone."""
        game, first_players = self.match.rules.game, self.match.header.players
        one, other = now or before
        former = self.former_sides(one, other)
        seats = {side: self.seats[former.get(side, side)] for side in self.seats}
        if (
            before
            and not now
            and set(first_players) == set(seats)
            and swap_players(game, first_players, one, other) == self.seats
        ):
            seats = dict(first_players)
        moved = [side for side, holder in seats.items() if holder != self.seats[side]]
        self.claims.transfer(former)
        self.store.set_seats(self.id, seats)
        self.seats = seats
        self.claims.release(side for side, holder in seats.items() if holder != PERSON)
        for side in moved:
            self.computer_players.seat_changed(side)

    def former_sides(self, one: str, other: str) -> dict[str, str]:
        """Maps each side whose player changes to the former side of its new player.

        Two clients count as two players.
        """
        rows = self.claims.rows()
        players = {
            side: f"{kind} {sorted(holder for seat, holder in rows if seat == side)}"
            for side, kind in self.seats.items()
        }
        now = swap_players(self.match.rules.game, players, one, other)
        former = {side: next(old for old in players if players[old] == now[side]) for side in now}
        return {side: old for side, old in former.items() if now[side] != players[side]}

    def close(self) -> None:
        """Stops the computer players and closes all subscriptions."""
        self.closed = True
        self.computer_players.stop()
        self.subscribers.close()

    # -- history -----------------------------------------------------------------------------------

    def past_view(self, side: str, seq: int) -> dict[str, object]:
        """Returns the view of a side (``public``; ``open`` after the end) as it was after an entry of its log."""
        return _view(self.past_state(side, seq), side)

    def past_state(self, side: str, seq: int) -> State:
        """Returns the state after an entry of a side's log; it must not be changed."""
        last = self.match.seq(side)
        if not 1 <= seq <= last:
            raise BadValue(f"there is no entry {seq}; the entries are 1 to {last}", field="seq")
        number = self.match.act_number_of_entry(side, seq)
        assert number is not None
        return self._history_states.after(number)

    def lead(self, side: str, seq: int) -> float:
        """Returns the first side's lead after an entry of a side's log, by what that side knew."""
        if seq == self.match.seq(side):
            return lead_in_view(self.match.rules, _view(self.match.state, side))
        if (side, seq) not in self._leads:
            self._leads[side, seq] = lead_in_view(self.match.rules, self.past_view(side, seq))
        return self._leads[side, seq]


def _view(state: State, side: str) -> dict[str, object]:
    return state.rules.game.open_view(state) if side == OPEN else state.view(side)


def _describe_fault(fault: Exception) -> str:
    """Returns the error for a failed act; its message says what failed and which data are safe."""
    what = "the game could not be stored" if isinstance(fault, sqlite3.Error) else "the server failed"
    return f"{what} ({type(fault).__name__}); the match is safe as it was before. Try again"
