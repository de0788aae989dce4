"""The server's doors: how long a request may take to come in, how large its head may be, how many come in at once."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import NamedTuple

from uvicorn.protocols.http.auto import AutoHTTPProtocol

FULL = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Limits(NamedTuple):
    """What one machine, and all together, may ask of the doors."""

    head_seconds: float = 10
    """From the first moment of a connection, or the first byte of a later request, to the end of its head."""
    body_seconds: float = 120
    head_bytes: int = 64_000
    connections: int = 1_000
    connections_a_client: int = 200


class Book:
    """The connections that stand, by the machine they come from."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._standing: defaultdict[str, set[asyncio.Transport]] = defaultdict(set)

    def enters(self, client: str, transport: asyncio.Transport) -> bool:
        """Whether there is room for one more connection of a machine; it is noted if there is."""
        if self._full(client):
            self._forget_closed()
        if self._full(client):
            return False
        self._standing[client].add(transport)
        return True

    def leaves(self, client: str, transport: asyncio.Transport) -> None:
        """A connection has ended."""
        self._standing[client].discard(transport)
        if not self._standing[client]:
            del self._standing[client]

    def _full(self, client: str) -> bool:
        total = sum(map(len, self._standing.values()))
        here = len(self._standing[client]) if client in self._standing else 0
        return total >= self._limits.connections or here >= self._limits.connections_a_client

    def _forget_closed(self) -> None:
        """Strikes out the connections that have ended as something else than HTTP."""
        for client, transports in list(self._standing.items()):
            for transport in [one for one in transports if one.is_closing()]:
                self.leaves(client, transport)


class Door(AutoHTTPProtocol):  # type: ignore[misc,valid-type]
    """One connection, minded until each request is in."""

    limits: Limits
    book: Book

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Lets a connection in where there is room."""
        peer = transport.get_extra_info("peername")
        self._client = str(peer[0]) if isinstance(peer, tuple) else ""
        self._timer: asyncio.TimerHandle | None = None
        self._minded = ""
        self._head = 0
        if not self.book.enters(self._client, transport):
            transport.set_protocol(asyncio.Protocol())
            transport.write(FULL)
            transport.close()
            return
        super().connection_made(transport)
        self._mind("head", self.limits.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Strikes out a connection that has ended."""
        self._unmind()
        self.book.leaves(self._client, self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Takes in what comes, and minds how long and how large the request grows."""
        if self._awaits_head():
            self._head += len(data)
            self._mind("head", self.limits.head_seconds)
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            self._unmind()  # it speaks of something else now
        elif not self._awaits_head():
            self._head = 0
            self._mind("body", self.limits.body_seconds) if self.cycle.more_body else self._unmind()
        elif self._head > self.limits.head_bytes:
            self._end(LARGE)

    def _awaits_head(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _mind(self, what: str, seconds: float) -> None:
        """Sets a time for a part of a request, unless it runs already."""
        if self._minded != what:
            self._unmind()
            self._minded = what
            self._timer = asyncio.get_running_loop().call_later(seconds, self._end, LATE)

    def _unmind(self) -> None:
        self._minded = ""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _end(self, answer: bytes) -> None:
        self._unmind()
        if not self.transport.is_closing():
            if self._awaits_head():
                self.transport.write(answer)
            self.transport.close()


def doors(limits: Limits) -> type[asyncio.Protocol]:
    """The protocol of a server with these limits."""
    return type("DoorWithLimits", (Door,), {"limits": limits, "book": Book(limits)})
