"""The limits of connections: time and size of each request, how much may wait, and how many are open at once."""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial
from typing import Any, NamedTuple

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from ironbottom.server.network.access import ADMISSION

FULL = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
PIECE = 4_096
"""The parser takes this many bytes at a time, so that few requests can wait behind the one being answered."""
MOST_MESSAGES = 32
"""How many messages may wait on a WebSocket; the page sends none."""
MOST_FRAMING = 8
"""How many bytes may frame each byte of a chunked body; a chunk of one byte has five."""
MOST_FRAGMENTS = 64
"""How many frames a message may have; empty ones are not limited by size."""


class Limits(NamedTuple):
    """Limits for one connection, for one machine, and in all."""

    head_seconds: float = 10
    """From the first moment of a connection, or the first byte of a later request, to the end of its head."""
    body_seconds: float = 120
    head_bytes: int = 64_000
    connections: int = 1_000
    """Connections that have sent a request with a valid key."""
    connections_a_client: int = 200
    """Connections with a valid key from one machine."""
    strangers: int = 64
    """Connections that have not sent one."""
    unread_seconds: float = 60
    """How long an answer waits for a client that does not read it, or whose connection is closing."""


class OpenConnection:
    """An open connection: the machine it comes from, and whether it has sent a request with a valid key."""

    __slots__ = ("admitted", "client", "closing")

    def __init__(self, client: str) -> None:
        self.client = client
        self.admitted = False
        self.closing = False
        """Whether it was already closing at the last check."""


class Book:
    """All open connections. Those without a key have a separate limit, so they take no room from those with one."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: dict[asyncio.Transport, OpenConnection] = {}
        self._check: asyncio.TimerHandle | None = None

    def enters(self, client: str, transport: asyncio.Transport) -> None:
        """Registers a new connection. If too many have no key, the machine with the most of them loses its oldest."""
        self._open[transport] = OpenConnection(client)
        strangers = {one: each.client for one, each in self._open.items() if not each.admitted}
        if len(strangers) > self._limits.strangers:
            ((most, _),) = Counter(strangers.values()).most_common(1)
            oldest = next(one for one, machine in strangers.items() if machine == most)
            del self._open[oldest]
            _turn_out(oldest)
        if self._check is None:
            self._check_later()

    def admits(self, transport: asyncio.Transport) -> bool:
        """Whether there is room for a connection that has just sent a valid key; then it counts among those."""
        found = self._open.get(transport)
        if found is None or found.admitted:
            return found is not None
        admitted = [each.client for each in self._open.values() if each.admitted]
        if len(admitted) >= self._limits.connections:
            return False
        found.admitted = admitted.count(found.client) < self._limits.connections_a_client
        return found.admitted

    def leaves(self, transport: asyncio.Transport) -> None:
        """A connection has ended."""
        self._open.pop(transport, None)

    def __len__(self) -> int:
        return len(self._open)

    def _check_later(self) -> None:
        self._check = asyncio.get_running_loop().call_later(self._limits.unread_seconds, self.check)

    def check(self) -> None:
        """Aborts connections that were already closing at the last check; nobody reads their answers."""
        for transport, each in list(self._open.items()):
            if each.closing:
                transport.abort()
            each.closing = transport.is_closing()
        self._check = None
        if self._open:
            self._check_later()


def _turn_out(transport: asyncio.Transport) -> None:
    if not transport.is_closing():
        transport.write(FULL)
    transport.close()


class Unread:
    """Aborts a connection whose client has not read its answers for some time."""

    def __init__(self, transport: asyncio.Transport, seconds: float) -> None:
        self._transport, self._seconds = transport, seconds
        self._timer: asyncio.TimerHandle | None = None

    def begins(self) -> None:
        """Answers are waiting to be read."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self._transport.abort)

    def ends(self) -> None:
        """The answers have been read, or the connection has ended."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class HeldFlow(FlowControl):
    """Stops reading while bytes that were read are held."""

    def __init__(self, transport: asyncio.Transport, held: bytearray) -> None:
        super().__init__(transport)
        self._held = held

    def resume_reading(self) -> None:
        """Resumes reading, unless bytes are held."""
        if not self._held:
            super().resume_reading()


class Door(HttpToolsProtocol):
    """One HTTP connection. While a request is answered, bytes after it are held and no more are read."""

    limits: Limits
    book: Book

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Registers the connection and starts timing its first request."""
        peer = transport.get_extra_info("peername")
        self._timer: asyncio.TimerHandle | None = None
        self._minded = ""
        self._head = 0
        self._held = bytearray()
        self._body = self._framing = 0
        self._unread = Unread(transport, self.limits.unread_seconds)
        super().connection_made(transport)
        self.flow = HeldFlow(transport, self._held)
        self.book.enters(str(peer[0]) if isinstance(peer, tuple) else "", transport)
        self._mind("head", self.limits.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Unregisters a connection that has ended."""
        self._unmind()
        self._unread.ends()
        self._held.clear()
        self.pipeline.clear()
        self.book.leaves(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Passes received bytes on piece by piece, as long as no request is being answered."""
        self._held += data
        self._take_held()

    def on_response_complete(self) -> None:
        """Continues with the bytes that were held while the request was answered."""
        super().on_response_complete()
        if self._held:
            self._take_held()
            self.flow.resume_reading()

    def _take_held(self) -> None:
        while self._held and not self._answering() and not self.transport.is_closing():
            piece = bytes(self._held[:PIECE])
            del self._held[:PIECE]
            self._take(piece)
            if self.transport.get_protocol() is not self:  # it is a WebSocket now; its client waits for an answer
                self._held.clear()
        if self._held and not self.transport.is_closing():
            self.flow.pause_reading()

    def _take(self, piece: bytes) -> None:
        """Parses a piece, and limits the time and size of the request."""
        if self._awaits_head():
            self._head += len(piece)
            self._mind("head", self.limits.head_seconds)
        body = None if self._awaits_head() else self._body
        super().data_received(piece)
        if body is not None:
            self._framing += len(piece) - (self._body - body)
        if self.transport.get_protocol() is not self:
            self._unmind()
            self._unread.ends()
        elif not self._awaits_head():
            self._head = 0
            self._mind("body", self.limits.body_seconds) if self.cycle.more_body else self._unmind()
            if self._framing > self.limits.head_bytes + MOST_FRAMING * self._body:
                self._end(LARGE)
        elif self._head > self.limits.head_bytes:
            self._end(LARGE)

    def on_body(self, body: bytes) -> None:
        """Counts the bytes of a body, apart from what frames its chunks."""
        self._body += len(body)
        super().on_body(body)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Takes a header; after a body there may be none, since nothing would limit how many."""
        if self.cycle is not None and self.cycle.more_body and not self.cycle.response_complete:
            self._end(LARGE)
            return
        super().on_header(name, value)

    def on_message_begin(self) -> None:
        """Lets the guard report that a request has a valid key."""
        self._body = self._framing = 0
        super().on_message_begin()
        admission: dict[str, Any] = {ADMISSION: partial(self.book.admits, self.transport)}
        self.scope["extensions"] = admission

    def handle_websocket_upgrade(self) -> None:
        """Upgrades the connection to a WebSocket, unless an answer is still pending."""
        if self.pipeline or (self.cycle is not None and not self.cycle.response_complete):
            self.transport.close()
            return
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """Waits a limited time for the client to read."""
        super().pause_writing()
        self._unread.begins()

    def resume_writing(self) -> None:
        """The client reads."""
        super().resume_writing()
        self._unread.ends()

    def _answering(self) -> bool:
        """Whether a complete request has been received and its answer is not yet sent."""
        return self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body

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


class LiveLine(WebSocketsSansIOProtocol):
    """One WebSocket. Nothing is read while its client does not read; waiting messages and frames are limited."""

    limits: Limits
    book: Book

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Takes a connection over from HTTP."""
        super().connection_made(transport)
        self._unread = Unread(self.transport, self.limits.unread_seconds)

    def data_received(self, data: bytes) -> None:
        """Takes received bytes; a request that is no proper WebSocket handshake ends the connection."""
        super().data_received(data)
        if not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Unregisters a connection that has ended."""
        self._unread.ends()
        self.book.leaves(self.transport)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Stops reading, since each ping would be answered."""
        super().pause_writing()
        self._unread.begins()
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        """The client reads."""
        super().resume_writing()
        self._unread.ends()
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    async def receive(self):  # type: ignore[no-untyped-def]
        """Returns the next message; reads none from a client that does not read."""
        message = await super().receive()
        if not self.writable.is_set() and not self.transport.is_closing():
            self.transport.pause_reading()
        return message

    def handle_cont(self, event: Frame) -> None:
        """Accepts a part of a message, unless it has too many."""
        if len(self.frames) < MOST_FRAGMENTS:
            super().handle_cont(event)
        else:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Accepts a message, unless too many are waiting."""
        if self.queue.qsize() < MOST_MESSAGES:
            super().send_receive_event_to_app()
        else:
            self.transport.abort()

    async def run_asgi(self) -> None:
        """Lets the guard report that the request has a valid key."""
        admission: dict[str, Any] = {ADMISSION: partial(self.book.admits, self.transport)}
        self.scope["extensions"] = {**(self.scope.get("extensions") or {}), **admission}
        await super().run_asgi()


def doors(limits: Limits) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Returns the protocols of a server with these limits, for HTTP and for WebSockets."""
    shared = {"limits": limits, "book": Book(limits)}
    return type("DoorWithLimits", (Door,), shared), type("LiveLineWithLimits", (LiveLine,), shared)
