"""A match that is open on this server: its referee, its seats, its place in the store, and who watches it."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from time import time_ns
from typing import Any, TypeVar

from ironbottom.engine.core.errors import BadValue, IronbottomError
from ironbottom.engine.dice.sealed import SealedDice, SharesMissing, read_secret
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.state import State
from ironbottom.lab.story import lead_in_view
from ironbottom.server.match.standing_orders import Aides
from ironbottom.server.match.claims import Claims, giver
from ironbottom.server.network.clients import Client
from ironbottom.server.match.dice_shares import Choices, FixedChoice, JointParts, fixed_in, must_be_persons
from ironbottom.server.storage.match_storage import StoreKeeper, keep_snapshot
from ironbottom.server.match.history_states import Moments
from ironbottom.server.match.computer_players import Opponents
from ironbottom.server.errors import Faulty, NotFound, NotYours, Stale
from ironbottom.server.match.seats import PERSON, Seats, exchanged, persons
from ironbottom.server.views.view_cache import Sights
from ironbottom.server.storage.database import Kept, Store
from ironbottom.server.match.undo_offers import UndoOffers
from ironbottom.server.match.subscribers import Watchers
from ironbottom.server.match.pending_sides import awaited
from ironbottom.server.messages.requests import PartGiven
from ironbottom.server.views.game_text import picture, side_title, turn_line

PUBLIC, OPEN = "public", "open"
EVERY = 64
"""So many acts after a snapshot the next one is kept."""
STILL_PLAYED = (
    "this match shares its secrets with a copy that is still played: everything is shown when that is over or deleted"
)
T = TypeVar("T")
_log = logging.getLogger(__name__)


def now() -> str:
    """The time in UTC, to the millisecond."""
    return told_time(time_ns() // 1_000_000)


def told_time(milliseconds: int) -> str:
    """A time since 1970 in UTC.

    >>> told_time(1)
    '1970-01-01T00:00:00.001Z'
    """
    when = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return when.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def read_time(told: str) -> int:
    """The milliseconds since 1970 of a time as it is told.

    >>> read_time("1970-01-01T00:00:00.001Z")
    1
    """
    return round(datetime.fromisoformat(told).timestamp() * 1000)


def summary(match: Match) -> dict[str, Any]:
    """Where a match stands, as everybody may know it: for the list of matches."""
    view = match.view(PUBLIC)
    return {
        "turn_line": turn_line(match.rules, view),
        "picture": picture(match.rules, view),
        "waiting": awaited(match),
        "over": match.over,
        "result": match.result(),
        "copy_of": match.copied.of if match.copied else "",
    }


class MatchTable:
    """A match being played here. All acts on it go through ``change``, one after the other."""

    def __init__(self, kept: Kept, match: Match, store: Store, keeper: StoreKeeper) -> None:
        self.id, self.name, self.created = kept.id, kept.name, kept.created
        self._played = kept.played
        self.seats: Seats = dict(kept.seats)
        self.match = match
        self.store = store
        self.broken = False
        """Whether the match in memory may differ from the store: then it is opened again from there."""
        self.closed = False
        self._opened = False
        self.watchers = Watchers()
        self.opponents = Opponents(self)
        self.aides = Aides(self)
        self.undo_offers = UndoOffers(self)
        self.claims = Claims(store, self.id)
        self.joint: JointParts | None = None
        """What is asked of the sides for joint dice, where the match is played with such."""
        self.sights: Sights | None = None
        """What each pair of eyes is shown, once anybody has looked."""
        self._moments = Moments(match.rules, match.header, keeper)
        self._leads: dict[tuple[str, int], float] = {}
        """The lead after entries of a side's log that are not the last."""
        self._keeper = keeper
        self._snapshot = 0
        """The act after which the last snapshot stands."""
        self._agreed = match.agreed()
        self._told = 0
        """The act of which the list of matches tells."""

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

    def may_act(self, side: str, client: Client) -> None:
        """Refuses a client that does not hold the side."""
        holder = self.seats[self.side(side)]
        if holder != PERSON:
            raise NotYours(f"{holder} holds the seat of {side_title(self.match.rules, side)}", field="side")
        self._must_hold(side, client)

    def may_see(self, side: str, client: Client) -> None:
        """Before the end, refuses what others see: other clients, computer players, and the open board."""
        if side == PUBLIC or self.open:
            if side not in (PUBLIC, OPEN):
                self.side(side)
            return
        if side == OPEN:
            raise NotYours(STILL_PLAYED if self.match.over else "the open board is shown after the end", field="side")
        holder = self.seats[self.side(side)]
        if holder == PERSON:
            self._must_hold(side, client)
        elif self.match.over:
            raise NotYours(STILL_PLAYED, field="side")
        else:
            title = side_title(self.match.rules, side)
            raise NotYours(f"what {holder} sees as {title} is shown after the end", field="side")

    def _must_hold(self, side: str, client: Client) -> None:
        if side not in self.claims.of(client).sides:
            raise NotYours(f"you do not hold the seat of {side_title(self.match.rules, side)}", field="side")

    def may_give_to_computer(self, side: str, client: Client) -> None:
        """Refuses to give a computer player a seat of another client, or with several players one of a working bot."""
        mine, player = self.claims.of(client), self.seats[self.side(side)]
        title = side_title(self.match.rules, side)
        if player == PERSON:
            if side not in mine.sides and not (mine.host and side not in self.claims.claimed()):
                raise NotYours(f"only {giver(title)} may give it to a computer player", field="side")
            return
        trouble = self.opponents.trouble
        failed = trouble is not None and trouble.side == side
        if not mine.any:
            raise NotYours("only players of the match may replace a computer player", field="side")
        if self.claims.shared and not failed:
            raise NotYours(f"{player} holds the seat of {title} and has not failed", field="side")

    def own_eyes(self, client: Client) -> str:
        """The first side that a client plays; ``public`` for one that watches."""
        mine = self.claims.of(client).sides
        return next((side for side in persons(self.seats) if side in mine), PUBLIC)

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
            raise Faulty("the match is being opened again; try once more")
        acted = False
        game = self.match.rules.game
        places = game.changed_places(self.match.state)
        try:
            with self.store.transaction():
                done = act()
                acted = True
                if game.changed_places(self.match.state) != places:
                    self._change_places(game.changed_places(self.match.state), places)
                self.keep()
                if self.match.over:
                    self.tell_the_list()
        except Exception as fault:
            if isinstance(fault, IronbottomError) and not acted:
                raise
            self.broken = True
            self.watchers.tell()
            _log.exception("the match %s failed", self.id)
            raise Faulty(_safe(fault)) from None
        self.watchers.tell()
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
        """Makes choices. With joint dice, a choice that needs a die is fixed until all its parts have arrived.

        ``recorded``: they were accepted before and are fixed.
        """
        joint = self.joint
        try:
            self.change(lambda: self._submitted(side, choices, seq, message, recorded))
        except SharesMissing as missing:
            if joint is None:
                raise
            with self.store.transaction():
                joint.wait(missing, FixedChoice(side, choices))
            self.watchers.tell()
        else:
            if joint is not None and joint.fixed is not None:
                joint.done()
                self.watchers.tell()

    def _submitted(self, side: str, choices: Choices, seq: int | None, message: str | None, recorded: bool) -> None:
        self.match.submit(side, choices, seq=seq, message=message, recorded=recorded)
        if self.joint is not None:
            self.store.unfix(self.id)

    def take_part(self, given: PartGiven) -> None:
        """Takes a side's part of a joint die; with the last of them the choice that calls for it goes on."""
        if self.joint is None or self.match.over:
            raise BadValue("no part of a die is asked here", field="die")
        complete = self.joint.take(given.side, given.die, given.block, given.promise, given.part)
        self.watchers.tell()
        fixed = self.joint.fixed
        if complete and fixed is not None:
            self.submit(fixed.side, fixed.choices, recorded=True)

    def go_on_with_what_is_fixed(self) -> None:
        """Holds a choice fixed that was so before the match was opened again."""
        fixed = None if self.joint is None or self.match.over else fixed_in(self.store, self.id)
        if fixed is not None and self.joint is not None:
            self.joint.fixed = fixed
            self.submit(fixed.side, fixed.choices, recorded=True)

    def show_secret(self, side: str, secret: str) -> None:
        """Takes in, after the end, the secret of a side's own."""
        self.side(side)
        self.change(lambda: self.match.reveal(side, read_secret(secret)))

    def keep(self) -> None:
        """Keeps a snapshot where one is due: every so many acts, and when the sides have settled something."""
        match = self.match
        if match.last - self._snapshot < EVERY and self._snapshot and match.agreed() == self._agreed:
            return
        keep_snapshot(self.store, self.id, match.snapshot())
        self._snapshot, self._agreed = match.last, match.agreed()

    def taken_up(self, snapshot: int) -> MatchTable:
        """Notes after which act the last snapshot stands."""
        self._snapshot = snapshot
        return self

    def put_away(self) -> None:
        """Notes where the match stands, and keeps a snapshot of it just so, for when it is opened again."""
        if self.closed or self.broken:
            return
        with self.store.transaction():
            self.tell_the_list()
            if self._snapshot < self.match.last:
                keep_snapshot(self.store, self.id, self.match.snapshot())
                self._snapshot = self.match.last

    def tell_the_list(self) -> None:
        """Notes in the store where the match stands, for the list of matches, if it has gone on since."""
        if self._told < self.match.last and not (self.closed or self.broken):
            self.store.stands(self.id, self._last_played(), summary(self.match), self.match.last)
            self._told = self.match.last

    def _last_played(self) -> str:
        """When the last act was made of which everybody knows: a time is no news of what one does in secret."""
        with suppress(BadValue):  # where a note is damaged, the time that was told last stands
            known = self.match.number(PUBLIC, self.match.seq(PUBLIC)) or 1
            self._played = told_time(self._keeper.time(known))
        return self._played

    def copy(self, dice: SealedDice, of: str) -> None:
        """Lets the match go on as a copy of another one, with dice of its own."""
        self.match.go_on_as_copy(dice, self._keeper, of)
        self._snapshot = 0
        self.keep()

    def rename(self, name: str) -> None:
        """Gives the match another name."""
        self.store.rename(self.id, name)
        self.name = name
        self.watchers.tell()

    def seat(self, side: str, player: str) -> None:
        """Gives a seat to a computer player, also again to one that failed; a person's seat is given away so."""
        self.side(side)
        if self.joint is not None:
            must_be_persons((player,), PERSON)
        if player == PERSON and self.seats[side] != PERSON and not self.match.over:
            raise NotYours("a person may take this seat after the end only: it has secrets", field="player")
        seats = {**self.seats, side: player}
        with self.store.transaction():
            self.store.seat(self.id, seats)
            if player != PERSON:
                self.claims.release((side,))
        self.seats = seats
        self.opponents.seated(side)
        self.undo_offers.settle()
        self.watchers.tell()

    def withdraw(self, side: str, entry: int, seq: int) -> None:
        """Takes back one earlier choice of a side."""

        def withdraw() -> None:
            self.match.withdraw(side, entry, seq=seq)
            self.undo_offers.forget(side)

        self.change(withdraw)
        self.aides.took_back(side)

    def seats_without(self, side: str) -> Seats:
        """Who would hold the seats once a side has resigned: its ally's player takes what its own played."""
        match = self.match
        team = match.rules.alliances.with_side(side)
        ally = next((one for one in team if one not in (side, *match.resigned)), side)
        return {one: self.seats[ally if match.holder(one) == side else one] for one in self.seats}

    def resign(self, side: str) -> None:
        """A side gives up, and its seat goes to the holder of the ally that plays on for it."""
        match = self.match
        before = {one: match.holder(one) for one in self.seats}
        match.resign(side)
        passed = [one for one in self.seats if match.holder(one) != before[one]]
        self.seats = {**self.seats, **{one: self.seats[match.holder(one)] for one in passed}}
        self.store.seat(self.id, self.seats)
        self.claims.pass_on({one: match.holder(one) for one in passed})
        for one in passed:
            self.opponents.seated(one)

    def _change_places(self, now: tuple[str, ...], before: tuple[str, ...]) -> None:
        """Players change places by a rule, or back to where they sat once that is taken back."""
        game, begun = self.match.rules.game, self.match.header.players
        one, other = now or before
        came_from = self._places_before(one, other)
        seats = {side: self.seats[came_from.get(side, side)] for side in self.seats}
        if before and not now and set(begun) == set(seats) and exchanged(game, begun, one, other) == self.seats:
            seats = dict(begun)
        moved = [side for side, holder in seats.items() if holder != self.seats[side]]
        self.claims.pass_on(came_from)
        self.store.seat(self.id, seats)
        self.seats = seats
        self.claims.release(side for side, holder in seats.items() if holder != PERSON)
        for side in moved:
            self.opponents.seated(side)

    def _places_before(self, one: str, other: str) -> dict[str, str]:
        """Maps each side that changes its player to that player's former side. Two clients are two players."""
        rows = self.claims.rows()
        players = {
            side: f"{kind} {sorted(holder for seat, holder in rows if seat == side)}"
            for side, kind in self.seats.items()
        }
        now = exchanged(self.match.rules.game, players, one, other)
        came_from = {side: next(old for old in players if players[old] == now[side]) for side in now}
        return {side: old for side, old in came_from.items() if now[side] != players[side]}

    def close(self) -> None:
        """Ends all that goes on here."""
        self.closed = True
        self.opponents.stop()
        self.watchers.close()

    # -- moments -----------------------------------------------------------------------------------

    def moment(self, side: str, seq: int) -> dict[str, Any]:
        """The view of a side (``public``; ``open`` after the end) after an entry of its log, as it was then."""
        last = self.match.seq(side)
        if not 1 <= seq <= last:
            raise BadValue(f"there is no entry {seq}; there are 1 to {last}", field="seq")
        number = self.match.number(side, seq)
        assert number is not None
        return _view(self._moments.after(number), side)

    def lead(self, side: str, seq: int) -> float:
        """By how much the first side led after an entry of a side's log, as far as that side knew."""
        if seq == self.match.seq(side):
            return lead_in_view(self.match.rules, _view(self.match.state, side))
        if (side, seq) not in self._leads:
            self._leads[side, seq] = lead_in_view(self.match.rules, self.moment(side, seq))
        return self._leads[side, seq]


def _view(state: State, side: str) -> dict[str, Any]:
    return state.rules.game.open_view(state) if side == OPEN else state.view(side)


def _safe(fault: Exception) -> str:
    """What failed and what is safe."""
    what = "the game could not be kept" if isinstance(fault, sqlite3.Error) else "the referee failed at this"
    return f"{what} ({type(fault).__name__}); the match is safe as it was before. Try again"
