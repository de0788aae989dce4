"""The clients that hold the seats of a match, and the links that give seats."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from time import time_ns
from typing import Literal, NamedTuple

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.game import Game
from ironbottom.server.errors import Forbidden
from ironbottom.server.match.seats import PERSON, Seats, persons
from ironbottom.server.network.clients import Client, hash_secret
from ironbottom.server.storage.by_file import PEER_PREFIX
from ironbottom.server.storage.database import SeatLink, Store

HOST = ""
"""Stored in place of a side for the client that hosts the match."""
FORMER_PLAYER = "*"
"""Stored in place of a side once a match of several players has lost the holder of a seat. No client holds it."""
TOKEN_BYTES = 24
DAY = 24 * 3600 * 1000
INVITATION_LIFETIME, DEVICE_LINK_LIFETIME = 30 * DAY, 3600 * 1000
"""In milliseconds."""
MAX_DEVICES = 32
"""The maximum number of clients of one player in a match, including further devices."""
MAX_DEVICE_LINKS = 8
"""The maximum number of unused links to further devices that one client may have in a match."""
UNCLAIMED: Literal["unclaimed"] = "unclaimed"
THIS_MACHINE: Literal["this_machine"] = "this_machine"
INVALID_LINK = "this link has been used, replaced or withdrawn, or has expired; ask for a new one"


class Claim(NamedTuple):
    """The seats of one client in one match: its sides, and whether it is the host, which began the match."""

    sides: frozenset[str] = frozenset()
    host: bool = False

    @property
    def holds_anything(self) -> bool:
        """Whether the client holds a seat or hosts the match."""
        return bool(self.sides) or self.host


class Link(NamedTuple):
    """A new link; the token is not stored and cannot be shown again."""

    token: str
    expires: int


class Claims:
    """The seats of one match. Nothing is cached: each answer is read from the store."""

    def __init__(self, store: Store, match: str) -> None:
        self._store, self.match = store, match

    # -- seat holders --------------------------------------------------------------------------

    def rows(self) -> list[tuple[str, str]]:
        """Returns every side (``HOST`` for the host) with the hash of a client that holds it, and ``FORMER_PLAYER``."""
        return self._store.seat_holders(self.match)

    def claim_of(self, client: Client) -> Claim:
        """Returns the seats that a client holds."""
        holder = client.holder
        mine = {side for side, other in self.rows() if other == holder} if holder else set()
        return Claim(frozenset(mine - {HOST}), HOST in mine)

    def claimed(self) -> list[str]:
        """Returns the sides that somebody holds."""
        return sorted({side for side, _ in self.rows()} - {HOST, FORMER_PLAYER})

    def players(self) -> list[list[str]]:
        """Returns the sides of each player; a player with several devices counts once."""
        return sorted(sorted(sides) for sides in _players(self.rows()) if sides)

    @property
    def shared(self) -> bool:
        """Whether several players hold seats, or once held seats."""
        return _has_several_players(self.rows())

    def take_reason(self, client: Client) -> Literal["unclaimed", "this_machine"] | None:
        """Returns why a client may take the seats without a link; None if it may not.

        ``unclaimed``: nobody holds a seat, since the match was begun by an older version. ``this_machine``: only one
        player has ever held seats, and may continue on the server's machine in another browser or after losing the
        cookies.
        """
        if not client.local:
            return None
        rows = [(side, holder) for side, holder in self.rows() if not holder.startswith(PEER_PREFIX)]
        if not rows:
            return UNCLAIMED
        if self.claim_of(client).holds_anything:
            return None
        return None if _has_several_players(rows) else THIS_MACHINE

    def reissued(self) -> list[tuple[str, int]]:
        """Returns the seats that the host took from their holders, each with the time in milliseconds since 1970."""
        return self._store.reissued(self.match)

    def may_delete(self, client: Client) -> bool:
        """Returns whether a client may delete the match: its host may, or any seat holder if it has no host.

        A match in which no client holds a seat can also be deleted on this machine.
        """
        mine = self.claim_of(client)
        hosted = any(side == HOST for side, _ in self.rows())
        return mine.host or (mine.holds_anything and not hosted) or (client.local and not self.claimed())

    # -- seats change hands ------------------------------------------------------------------------

    def claim_as_host(self, client: Client, sides: Iterable[str]) -> None:
        """Makes the client that begins a match its host and the holder of these sides."""
        self._add_holders(client.ensure_secret(), (HOST, *sides))

    def claim_without_link(self, client: Client, seats: Seats) -> None:
        """Takes the seats without a link, if ``take_reason`` allows it."""
        how = self.take_reason(client)
        if how is None:
            raise Forbidden("you need a link to take a seat of this match; ask one of its players", field="token")
        rows = [side for side, holder in self.rows() if not holder.startswith(PEER_PREFIX)]
        held = {HOST, *persons(seats)} if how == UNCLAIMED else set(rows)
        with self._store.transaction():
            self._add_holders(client.ensure_secret(), held)

    def claim_with_link(self, client: Client, token: str, seats: Seats) -> None:
        """Takes the seat of an invitation, or, with a device link, all seats of the client that made the link."""
        link = self._valid(token)
        if link is None:
            raise Forbidden(INVALID_LINK, field="token")
        if link.side:
            if seats.get(link.side) != PERSON:
                raise Forbidden(INVALID_LINK, field="token")
            if link.side in self.claim_of(client).sides:
                return  # the link was opened by the holder, so it still works for the friend
            with self._store.transaction():
                self.release((link.side,))
                self._add_holders(client.ensure_secret(), (link.side,))
            return
        held = {side for side, holder in self.rows() if holder == link.maker}
        if client.holder == link.maker:
            return
        self._require_room_for_device(client, held)
        with self._store.transaction():
            self._store.delete_seat_link(link.link)
            self._add_holders(client.ensure_secret(), held)

    def take_free(self, client: Client, side: str) -> None:
        """Gives a seat that nobody holds to a client; links to it stop working."""
        self.release((side,))
        self._add_holders(client.ensure_secret(), (side,))

    def invite(self, client: Client, side: str, seats: Seats, title: str) -> Link:
        """Makes a link to a seat: the host can offer a free seat, a client its own."""
        self.require_invitation(client, side, seats, title)
        with self._store.transaction():
            return self._new_link(client, side)

    def require_invitation(self, client: Client, side: str, seats: Seats, title: str) -> None:
        """Raises an error if the client may not invite to a seat."""
        _require_persons_seat(side, seats, title)
        if not self.may_invite(self.claim_of(client), side):
            raise Forbidden(f"only {holder_or_host(title)} may invite a friend to it", field="side")

    def reissue(self, client: Client, side: str, seats: Seats, title: str) -> Link:
        """Makes a new link to a seat that another client holds; that client loses the seat.

        Only the host may do this.
        """
        _require_persons_seat(side, seats, title)
        mine = self.claim_of(client)
        if not mine.host:
            raise Forbidden("only the host of the match may give a seat a new link", field="side")
        if side in mine.sides:
            raise BadValue(f"you hold the seat of {title} yourself: invite a friend to it", field="side")
        if side not in self.claimed():
            raise BadValue(f"nobody holds the seat of {title}: invite a friend to it", field="side")
        if any(one == side and holder.startswith(PEER_PREFIX) for one, holder in self.rows()):
            raise BadValue(f"the player of {title} has another server and plays by file", field="side")
        with self._store.transaction():
            self.release((side,))
            self._store.add_reissued(self.match, side, _now())
            return self._new_link(client, side)

    def withdraw_invitation(self, client: Client, side: str, title: str) -> None:
        """Revokes the invitation to a seat."""
        if not self.may_invite(self.claim_of(client), side):
            raise Forbidden(f"only {holder_or_host(title)} may withdraw the link to it", field="side")
        self._store.delete_seat_links(self.match, side)

    def may_invite(self, mine: Claim, side: str) -> bool:
        """Returns whether a client may invite somebody to a seat: the holder may, or the host if the seat is free."""
        return side in mine.sides or (mine.host and side not in self.claimed())

    def device_link(self, client: Client) -> Link:
        """Makes a link that gives the same seats to another device of the client."""
        if not self.claim_of(client).holds_anything:
            raise Forbidden("you hold no seat of this match", field="token")
        links = [link for link in self._store.seat_links(self.match) if not link.side]
        holders = {holder for _, holder in self.rows()}
        earlier = [link for link in links if link.maker == client.holder][: 1 - MAX_DEVICE_LINKS]
        useless = [link for link in links if link.maker not in holders]
        with self._store.transaction():
            for link in (*earlier, *useless):
                self._store.delete_seat_link(link.link)
            return self._new_link(client, HOST)

    def release(self, sides: Iterable[str]) -> None:
        """Removes the holders of these sides and the links to them."""
        if self.shared:
            self._store.hold_seat(self.match, FORMER_PLAYER, "")
        for side in sides:
            self._store.release_seat(self.match, side)
            self._store.delete_seat_links(self.match, side)
            self._store.clear_seat(self.match, side)

    def transfer(self, moved: Mapping[str, str]) -> None:
        """Gives each side of ``moved`` to the clients that hold the other side; their notes move with them.

        This happens when players swap sides by a rule, or when an ally plays on for a side that resigned.
        """
        rows = self.rows()
        notes = {side: self._store.notes(self.match, other) for side, other in moved.items()}
        for side in moved:
            self.release((side,))
        for side, other in moved.items():
            self._store.store_notes(self.match, side, notes[side])
            for seat, holder in rows:
                if seat == other:
                    self._add_holders(holder, (side,))

    def import_holders(self, client: Client, rows: Sequence[tuple[str, str]], sides: Iterable[str]) -> None:
        """Assigns the seats of an imported match: all to the client, or, with several players, as they were saved.

        A copy of a match of several players has no host, who could take a seat without the holder's knowledge.
        """
        if not _has_several_players(rows):
            self.claim_as_host(client, sides)
            return
        for side, holder in rows:
            if side != HOST:
                self._add_holders(holder, (side,))

    def restore(self, rows: Iterable[tuple[str, str]]) -> None:
        """Stores the holders of a match that follows another one."""
        for side, holder in rows:
            self._store.hold_seat(self.match, side, holder)

    # -- links -------------------------------------------------------------------------------------

    def open_link(self, token: str, client: Client) -> SeatLink | None:
        """Returns the link of a token if it still works.

        Records the time when a client other than its maker first opens the link.
        """
        link = self._valid(token)
        if link is not None and link.opened is None and client.holder != link.maker:
            self._store.mark_link_opened(link.link, _now())
        return link

    def invitation(self, side: str) -> SeatLink | None:
        """Returns the valid invitation to a seat, or None."""
        return next((link for link in self._links() if link.side == side), None)

    def sides_of_link(self, link: SeatLink) -> list[str]:
        """Returns the sides that a link gives."""
        return [link.side] if link.side else sorted({side for side, by in self.rows() if by == link.maker} - {HOST})

    def _links(self) -> list[SeatLink]:
        now = _now()
        return [link for link in self._store.seat_links(self.match) if link.expires > now]

    def _valid(self, token: str) -> SeatLink | None:
        known = hash_secret(token)
        found = next((link for link in self._links() if link.link == known), None)
        if found is None or found.side or any(holder == found.maker for _, holder in self.rows()):
            return found
        return None  # the client that made the link for a device holds nothing any more

    def _new_link(self, client: Client, side: str) -> Link:
        token, now = secrets.token_urlsafe(TOKEN_BYTES), _now()
        expires = now + (INVITATION_LIFETIME if side else DEVICE_LINK_LIFETIME)
        if side:
            self._store.delete_seat_links(self.match, side)
        self._store.add_seat_link(
            SeatLink(hash_secret(token), self.match, side, client.ensure_secret(), now, expires, None)
        )
        return Link(token, expires)

    def _require_room_for_device(self, client: Client, sides: Collection[str]) -> None:
        """Raises ``BadValue`` if a player has too many devices. Each player has a separate limit."""
        devices = {holder for side, holder in self.rows() if side in sides}
        if client.holder not in devices and len(devices) >= MAX_DEVICES:
            raise BadValue(f"{MAX_DEVICES} browsers already hold these seats; no more can join", field="token")

    def _add_holders(self, holder: str, sides: Iterable[str]) -> None:
        for side in sides:
            self._store.hold_seat(self.match, side, holder)


def own_sides(game: Game, seats: Seats, friends: Sequence[str]) -> list[str]:
    """Returns the sides of human players, except those of friends: the client that begins a match holds them.

    >>> from ironbottom import get_game
    >>> own_sides(get_game("pf"), {"japan": "person", "allies": "person"}, ["allies"])
    ['japan']
    """
    for side in friends:
        number = game.sides.number(side, "friends")
        if seats[side] != PERSON:
            raise BadValue(f"a computer player holds the seat of {game.sides.titles[number]}", field="friends")
    return [side for side in persons(seats) if side not in friends]


def require_player(client: Client, *held: Sequence[tuple[str, str]]) -> None:
    """Refuses a save to clients that did not play its match then or do not play it now. A copy reveals secrets."""
    may_take = client.local and not any(map(_has_several_players, held))
    for rows in held:
        mine = client.holder in [holder for side, holder in rows if side != FORMER_PLAYER]
        if rows and not (mine or may_take):
            raise Forbidden(
                "only players who held a seat when this was saved, and still hold it, may import it", field="file"
            )


def _has_several_players(rows: Iterable[tuple[str, str]]) -> bool:
    """Returns whether several players hold or held seats. Clients with the same sides are devices of one player."""
    rows = list(rows)
    return any(side == FORMER_PLAYER for side, _ in rows) or len(_players(rows)) > 1


def _players(rows: Iterable[tuple[str, str]]) -> set[frozenset[str]]:
    """Returns the sides of each player; an empty set for a host that only watches."""
    held: dict[str, set[str]] = {}
    for side, holder in rows:
        if side != FORMER_PLAYER:
            held.setdefault(holder, set()).update({side} - {HOST})
    return {frozenset(sides) for sides in held.values()}


def _require_persons_seat(side: str, seats: Seats, title: str) -> None:
    if seats.get(side) != PERSON:
        raise BadValue(f"a computer player holds the seat of {title}", field="side")


def holder_or_host(title: str) -> str:
    """Returns who may give a seat away, for error messages."""
    return f"the holder of the seat of {title}, or the host if nobody holds it,"


def _now() -> int:
    return time_ns() // 1_000_000
