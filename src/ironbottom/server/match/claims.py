"""Which clients hold the seats of a match, and the links that give seats."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from time import time_ns
from typing import Literal, NamedTuple

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.game import Game
from ironbottom.server.network.clients import Client, hashed
from ironbottom.server.errors import NotYours
from ironbottom.server.match.seats import PERSON, Seats, persons
from ironbottom.server.storage.database import SeatLink, Store

HOST = ""
"""Stored in place of a side for the client that hosts the match."""
SHARED = "*"
"""Stored in place of a side once a match of several players has lost the holder of a seat. No client holds it."""
TOKEN_BYTES = 24
DAY = 24 * 3600 * 1000
INVITATION_LASTS, DEVICE_LINK_LASTS = 30 * DAY, 3600 * 1000
"""In milliseconds."""
MOST_DEVICES = 32
"""How many clients one player may have in a match, further devices included."""
MOST_DEVICE_LINKS = 8
"""How many links to further devices one client may have open in a match."""
UNCLAIMED: Literal["unclaimed"] = "unclaimed"
THIS_MACHINE: Literal["this_machine"] = "this_machine"
VOID = "this link was used, replaced or withdrawn, or it has expired; ask for a new one"


class Claim(NamedTuple):
    """What one client holds of one match: sides, and whether it hosts the match, that is, began it."""

    sides: frozenset[str] = frozenset()
    host: bool = False

    @property
    def any(self) -> bool:
        """Whether the client holds anything."""
        return bool(self.sides) or self.host


class Link(NamedTuple):
    """A new link; the token is not stored and cannot be shown again."""

    token: str
    expires: int


class Claims:
    """The seats of one match. Nothing is cached: each answer is read from the store."""

    def __init__(self, store: Store, match: str) -> None:
        self._store, self.match = store, match

    # -- who holds what ----------------------------------------------------------------------------

    def rows(self) -> list[tuple[str, str]]:
        """Every side (``HOST`` for the host) with the hash of a client that holds it, and ``SHARED``."""
        return self._store.seat_holders(self.match)

    def of(self, client: Client) -> Claim:
        """What a client holds."""
        holder = client.holder
        mine = {side for side, other in self.rows() if other == holder} if holder else set()
        return Claim(frozenset(mine - {HOST}), HOST in mine)

    def claimed(self) -> list[str]:
        """The sides that somebody holds."""
        return sorted({side for side, _ in self.rows()} - {HOST, SHARED})

    def players(self) -> list[list[str]]:
        """The sides of each player together; the devices of a player count once."""
        return sorted(sorted(sides) for sides in _players(self.rows()) if sides)

    @property
    def shared(self) -> bool:
        """Whether several players hold seats, or held seats once."""
        return _of_several(self.rows())

    def take(self, client: Client) -> Literal["unclaimed", "this_machine"] | None:
        """How a client may take the seats without a link; None if it may not.

        ``unclaimed``: nobody holds a seat, since an older version began the match. ``this_machine``: only one player
        has ever held seats, and may continue on the server's machine in another browser or with lost cookies.
        """
        if not client.local:
            return None
        rows = self.rows()
        if not rows:
            return UNCLAIMED
        if self.of(client).any:
            return None
        return None if _of_several(rows) else THIS_MACHINE

    def reissued(self) -> list[tuple[str, int]]:
        """The seats that the host took from their holders, each with the time in milliseconds since 1970."""
        return self._store.reissued(self.match)

    def may_delete(self, client: Client) -> bool:
        """Whether a client may delete the match: its host, or any seat holder if it has no host.

        A match in which no client holds a seat can also be deleted on this machine.
        """
        mine = self.of(client)
        hosted = any(side == HOST for side, _ in self.rows())
        return mine.host or (mine.any and not hosted) or (client.local and not self.claimed())

    # -- seats change hands ------------------------------------------------------------------------

    def begin(self, client: Client, sides: Iterable[str]) -> None:
        """The client that begins a match hosts it and holds these sides."""
        self._hold(client.enrolled(), (HOST, *sides))

    def take_up(self, client: Client, seats: Seats) -> None:
        """Takes the seats without a link if ``take`` allows it."""
        how = self.take(client)
        if how is None:
            raise NotYours("you need a link to take a seat of this match; ask one of its players", field="token")
        held = {HOST, *persons(seats)} if how == UNCLAIMED else {side for side, _ in self.rows()}
        with self._store.transaction():
            self._hold(client.enrolled(), held)

    def claim(self, client: Client, token: str, seats: Seats) -> None:
        """Takes the seat of an invitation, or with a link to a further device all that its maker holds."""
        link = self._valid(token)
        if link is None:
            raise NotYours(VOID, field="token")
        if link.side:
            if seats.get(link.side) != PERSON:
                raise NotYours(VOID, field="token")
            if link.side in self.of(client).sides:
                return  # the holder opened the link: it still works for the friend
            with self._store.transaction():
                self.release((link.side,))
                self._hold(client.enrolled(), (link.side,))
            return
        held = {side for side, holder in self.rows() if holder == link.maker}
        if client.holder == link.maker:
            return
        self._room_for(client, held)
        with self._store.transaction():
            self._store.delete_seat_link(link.link)
            self._hold(client.enrolled(), held)

    def invite(self, client: Client, side: str, seats: Seats, title: str) -> Link:
        """Makes a link to a seat: the host to one that nobody holds, a client to its own."""
        _must_be_a_persons(side, seats, title)
        mine = self.of(client)
        if side not in mine.sides and not (mine.host and side not in self.claimed()):
            raise NotYours(f"only {giver(title)} may invite a friend to it", field="side")
        with self._store.transaction():
            return self._new_link(client, side)

    def reissue(self, client: Client, side: str, seats: Seats, title: str) -> Link:
        """Makes a new link to a seat that another client holds, which loses it. Only the host may do this."""
        _must_be_a_persons(side, seats, title)
        mine = self.of(client)
        if not mine.host:
            raise NotYours("only the host of the match may give a seat a new link", field="side")
        if side in mine.sides:
            raise BadValue(f"you hold the seat of {title} yourself: invite a friend to it", field="side")
        if side not in self.claimed():
            raise BadValue(f"nobody holds the seat of {title}: invite a friend to it", field="side")
        with self._store.transaction():
            self.release((side,))
            self._store.add_reissued(self.match, side, _now())
            return self._new_link(client, side)

    def withdraw(self, client: Client, side: str, title: str) -> None:
        """Revokes the invitation to a seat."""
        if not self.may_invite(self.of(client), side):
            raise NotYours(f"only {giver(title)} may withdraw the link to it", field="side")
        self._store.delete_seat_links(self.match, side)

    def may_invite(self, mine: Claim, side: str) -> bool:
        """Whether a claim allows inviting to a seat: its holder may, or the host if nobody holds it."""
        return side in mine.sides or (mine.host and side not in self.claimed())

    def device_link(self, client: Client) -> Link:
        """Makes a link that gives the same seats to another device of the client."""
        if not self.of(client).any:
            raise NotYours("you hold no seat of this match", field="token")
        links = [link for link in self._store.seat_links(self.match) if not link.side]
        holders = {holder for _, holder in self.rows()}
        earlier = [link for link in links if link.maker == client.holder][: 1 - MOST_DEVICE_LINKS]
        useless = [link for link in links if link.maker not in holders]
        with self._store.transaction():
            for link in (*earlier, *useless):
                self._store.delete_seat_link(link.link)
            return self._new_link(client, HOST)

    def release(self, sides: Iterable[str]) -> None:
        """Removes the holders of these sides and the links to them."""
        if self.shared:
            self._store.hold_seat(self.match, SHARED, "")
        for side in sides:
            self._store.release_seat(self.match, side)
            self._store.delete_seat_links(self.match, side)

    def pass_on(self, moved: Mapping[str, str]) -> None:
        """Gives each side of ``moved`` to the clients that hold the other side: players change places, or an ally
        plays on for a side that resigned."""
        rows = self.rows()
        for side in moved:
            self.release((side,))
        for side, other in moved.items():
            for seat, holder in rows:
                if seat == other:
                    self._hold(holder, (side,))

    def bring_in(self, client: Client, rows: Sequence[tuple[str, str]], sides: Iterable[str]) -> None:
        """Assigns the seats of a match from a file: all to the client, or with several players as they were saved.

        A copy of a match of several players has no host, who could take a seat without the holder's knowledge.
        """
        if not _of_several(rows):
            self.begin(client, sides)
            return
        for side, holder in rows:
            if side != HOST:
                self._hold(holder, (side,))

    # -- links -------------------------------------------------------------------------------------

    def look(self, token: str, client: Client) -> SeatLink | None:
        """The link of a token if it still works. Records when another client than its maker first opens it."""
        link = self._valid(token)
        if link is not None and link.opened is None and client.holder != link.maker:
            self._store.note_opened(link.link, _now())
        return link

    def invitation(self, side: str) -> SeatLink | None:
        """The valid invitation to a seat, if there is one."""
        return next((link for link in self._links() if link.side == side), None)

    def offered(self, link: SeatLink) -> list[str]:
        """The sides that a link gives."""
        return [link.side] if link.side else sorted({side for side, by in self.rows() if by == link.maker} - {HOST})

    def _links(self) -> list[SeatLink]:
        now = _now()
        return [link for link in self._store.seat_links(self.match) if link.expires > now]

    def _valid(self, token: str) -> SeatLink | None:
        known = hashed(token)
        return next((link for link in self._links() if link.link == known), None)

    def _new_link(self, client: Client, side: str) -> Link:
        token, now = secrets.token_urlsafe(TOKEN_BYTES), _now()
        expires = now + (INVITATION_LASTS if side else DEVICE_LINK_LASTS)
        if side:
            self._store.delete_seat_links(self.match, side)
        self._store.add_seat_link(SeatLink(hashed(token), self.match, side, client.enrolled(), now, expires, None))
        return Link(token, expires)

    def _room_for(self, client: Client, sides: Collection[str]) -> None:
        """Refuses another device of a player that has many. Each player has its own limit."""
        devices = {holder for side, holder in self.rows() if side in sides}
        if client.holder not in devices and len(devices) >= MOST_DEVICES:
            raise BadValue(f"{MOST_DEVICES} browsers hold these seats already; no more can join", field="token")

    def _hold(self, holder: str, sides: Iterable[str]) -> None:
        for side in sides:
            self._store.hold_seat(self.match, side, holder)


def own_sides(game: Game, seats: Seats, friends: Sequence[str]) -> list[str]:
    """The sides of persons, except those of friends: the client that begins a match holds them.

    >>> from ironbottom import get_game
    >>> own_sides(get_game("pf"), {"japan": "person", "allies": "person"}, ["allies"])
    ['japan']
    """
    for side in friends:
        number = game.sides.number(side, "friends")
        if seats[side] != PERSON:
            raise BadValue(f"a computer player holds the seat of {game.sides.titles[number]}", field="friends")
    return [side for side in persons(seats) if side not in friends]


def must_be_of_the_players(client: Client, *held: Sequence[tuple[str, str]]) -> None:
    """Refuses a save to clients that did not play its match then, or do not play it now: a copy reveals secrets."""
    may_take = client.local and not any(map(_of_several, held))
    for rows in held:
        mine = client.holder in [holder for side, holder in rows if side != SHARED]
        if rows and not (mine or may_take):
            raise NotYours(
                "only players who held a seat when this was saved, and still do, may bring it in", field="file"
            )


def _of_several(rows: Iterable[tuple[str, str]]) -> bool:
    """Whether several players hold or held seats. Clients that hold the same sides are the devices of one player."""
    rows = list(rows)
    return any(side == SHARED for side, _ in rows) or len(_players(rows)) > 1


def _players(rows: Iterable[tuple[str, str]]) -> set[frozenset[str]]:
    """The sides of each player; none for a host that only watches."""
    held: dict[str, set[str]] = {}
    for side, holder in rows:
        if side != SHARED:
            held.setdefault(holder, set()).update({side} - {HOST})
    return {frozenset(sides) for sides in held.values()}


def _must_be_a_persons(side: str, seats: Seats, title: str) -> None:
    if seats.get(side) != PERSON:
        raise BadValue(f"a computer player holds the seat of {title}", field="side")


def giver(title: str) -> str:
    """Who may give a seat away."""
    return f"the holder of the seat of {title}, or the host if nobody holds it,"


def _now() -> int:
    return time_ns() // 1_000_000
