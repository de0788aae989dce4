"""Limits for connections: time and size of requests, amount of queued data, number of open connections."""

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

SERVICE_UNAVAILABLE = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
REQUEST_TIMEOUT = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
HEADERS_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
CHUNK_BYTES = 4_096
"""The number of bytes that the parser takes at a time; few requests can then queue up behind the current one."""
MAX_QUEUED_MESSAGES = 32
"""The maximum number of queued messages on a WebSocket; the page sends none."""
MAX_FRAMING_BYTES = 8
"""The maximum number of framing bytes for each byte of a chunked body; a chunk of one byte has five."""
MAX_FRAGMENTS = 64
"""The maximum number of frames in a message; empty frames are not limited by size."""


class Limits(NamedTuple):
    """Limits for one connection, for one machine, and in total."""

    head_seconds: float = 10
    """The time from the start of a connection, or the first byte of a later request, to the end of the head."""
    body_seconds: float = 120
    head_bytes: int = 64_000
    connections: int = 1_000
    """Connections that have sent a request with a valid key."""
    connections_per_machine: int = 200
    """Connections with a valid key from one machine."""
    unauthenticated: int = 64
    """Connections that have not sent a valid key."""
    unread_seconds: float = 60
    """The time that a response waits for a client that does not read it, or whose connection is closing."""


class OpenConnection:
    """An open connection: the machine it comes from, and whether it has sent a request with a valid key."""

    __slots__ = ("admitted", "client", "closing")

    def __init__(self, client: str) -> None:
        self.client = client
        self.admitted = False
        self.closing = False
        """Whether the connection was already closing at the last check."""


class ConnectionLimiter:
    """Limits the open connections.

    Those without a key have a separate limit, so they cannot use up the limit of the others.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: dict[asyncio.Transport, OpenConnection] = {}
        self._check: asyncio.TimerHandle | None = None

    def register(self, client: str, transport: asyncio.Transport) -> None:
        """Registers a new connection. If too many have no key, the machine with the most of them loses its oldest."""
        self._open[transport] = OpenConnection(client)
        unauthenticated = {
            transport: connection.client for transport, connection in self._open.items() if not connection.admitted
        }
        if len(unauthenticated) > self._limits.unauthenticated:
            ((machine, _),) = Counter(unauthenticated.values()).most_common(1)
            oldest = next(transport for transport, client in unauthenticated.items() if client == machine)
            del self._open[oldest]
            _reject(oldest)
        if self._check is None:
            self._check_later()

    def admit(self, transport: asyncio.Transport) -> bool:
        """Returns whether there is room for a connection that has just sent a valid key, and counts it."""
        connection = self._open.get(transport)
        if connection is None or connection.admitted:
            return connection is not None
        admitted = [connection.client for connection in self._open.values() if connection.admitted]
        if len(admitted) >= self._limits.connections:
            return False
        connection.admitted = admitted.count(connection.client) < self._limits.connections_per_machine
        return connection.admitted

    def unregister(self, transport: asyncio.Transport) -> None:
        """Removes a connection that has ended."""
        self._open.pop(transport, None)

    def __len__(self) -> int:
        return len(self._open)

    def _check_later(self) -> None:
        self._check = asyncio.get_running_loop().call_later(self._limits.unread_seconds, self.check)

    def check(self) -> None:
        """Aborts connections that were already closing at the last check: nobody reads their responses."""
        for transport, connection in list(self._open.items()):
            if connection.closing:
                transport.abort()
            connection.closing = transport.is_closing()
        self._check = None
        if self._open:
            self._check_later()


def _reject(transport: asyncio.Transport) -> None:
    if not transport.is_closing():
        transport.write(SERVICE_UNAVAILABLE)
    transport.close()


class ReadTimeout:
    """Aborts a connection whose client does not read its responses for some time."""

    def __init__(self, transport: asyncio.Transport, seconds: float) -> None:
        self._transport, self._seconds = transport, seconds
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Starts the timer: responses are waiting to be read."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self._transport.abort)

    def stop(self) -> None:
        """Stops the timer: the responses have been read, or the connection has ended."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class BufferedFlowControl(FlowControl):
    """Pauses reading while received bytes are buffered."""

    def __init__(self, transport: asyncio.Transport, buffer: bytearray) -> None:
        super().__init__(transport)
        self._buffer = buffer

    def resume_reading(self) -> None:
        """Resumes reading, unless bytes are buffered."""
        if not self._buffer:
            super().resume_reading()


class LimitedHttpProtocol(HttpToolsProtocol):
    """One HTTP connection. While a request is answered, later bytes are buffered and reading pauses."""

    limits: Limits
    limiter: ConnectionLimiter

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Registers the connection and starts the timer for its first request."""
        peer = transport.get_extra_info("peername")
        self._timer: asyncio.TimerHandle | None = None
        self._timed_part = ""
        self._head_bytes = 0
        self._buffer = bytearray()
        self._body_bytes = self._framing_bytes = 0
        self._read_timeout = ReadTimeout(transport, self.limits.unread_seconds)
        super().connection_made(transport)
        self.flow = BufferedFlowControl(transport, self._buffer)
        self.limiter.register(str(peer[0]) if isinstance(peer, tuple) else "", transport)
        self._start_timer("head", self.limits.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Removes a connection that has ended."""
        self._stop_timer()
        self._read_timeout.stop()
        self._buffer.clear()
        self.pipeline.clear()
        self.limiter.unregister(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Passes received bytes to the parser in chunks, as long as no request is being answered."""
        self._buffer += data
        self._process_buffer()

    def on_response_complete(self) -> None:
        """Continues with the bytes that were buffered while the request was answered."""
        super().on_response_complete()
        if self._buffer:
            self._process_buffer()
            self.flow.resume_reading()

    def _process_buffer(self) -> None:
        while self._buffer and not self._is_answering() and not self.transport.is_closing():
            chunk = bytes(self._buffer[:CHUNK_BYTES])
            del self._buffer[:CHUNK_BYTES]
            self._parse(chunk)
            if self.transport.get_protocol() is not self:  # now a WebSocket, whose client waits for a response
                self._buffer.clear()
        if self._buffer and not self.transport.is_closing():
            self.flow.pause_reading()

    def _parse(self, chunk: bytes) -> None:
        """Parses a chunk, and limits the time and size of the request."""
        if self._is_awaiting_head():
            self._head_bytes += len(chunk)
            self._start_timer("head", self.limits.head_seconds)
        body = None if self._is_awaiting_head() else self._body_bytes
        super().data_received(chunk)
        if body is not None:
            self._framing_bytes += len(chunk) - (self._body_bytes - body)
        if self.transport.get_protocol() is not self:
            self._stop_timer()
            self._read_timeout.stop()
        elif not self._is_awaiting_head():
            self._head_bytes = 0
            self._start_timer("body", self.limits.body_seconds) if self.cycle.more_body else self._stop_timer()
            if self._framing_bytes > self.limits.head_bytes + MAX_FRAMING_BYTES * self._body_bytes:
                self._close_with(HEADERS_TOO_LARGE)
        elif self._head_bytes > self.limits.head_bytes:
            self._close_with(HEADERS_TOO_LARGE)

    def on_body(self, body: bytes) -> None:
        """Counts the bytes of a body without the framing of its chunks."""
        self._body_bytes += len(body)
        super().on_body(body)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Reads a header. Trailers after a body are refused, since nothing would limit their number."""
        if self.cycle is not None and self.cycle.more_body and not self.cycle.response_complete:
            self._close_with(HEADERS_TOO_LARGE)
            return
        super().on_header(name, value)

    def on_message_begin(self) -> None:
        """Lets ``AccessMiddleware`` report that a request has a valid key."""
        self._body_bytes = self._framing_bytes = 0
        super().on_message_begin()
        admission: dict[str, Any] = {ADMISSION: partial(self.limiter.admit, self.transport)}
        self.scope["extensions"] = admission

    def handle_websocket_upgrade(self) -> None:
        """Upgrades the connection to a WebSocket, unless a response is still pending."""
        if self.pipeline or (self.cycle is not None and not self.cycle.response_complete):
            self.transport.close()
            return
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """Starts the timer for the client to read."""
        super().pause_writing()
        self._read_timeout.start()

    def resume_writing(self) -> None:
        """Stops the timer when the client reads again."""
        super().resume_writing()
        self._read_timeout.stop()

    def _is_answering(self) -> bool:
        """Returns whether a complete request has been received and its response is not yet sent."""
        return self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body

    def _is_awaiting_head(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _start_timer(self, part: str, seconds: float) -> None:
        """Starts the timer for a part of a request, unless it is already running."""
        if self._timed_part != part:
            self._stop_timer()
            self._timed_part = part
            self._timer = asyncio.get_running_loop().call_later(seconds, self._close_with, REQUEST_TIMEOUT)

    def _stop_timer(self) -> None:
        self._timed_part = ""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _close_with(self, response: bytes) -> None:
        self._stop_timer()
        if not self.transport.is_closing():
            if self._is_awaiting_head():
                self.transport.write(response)
            self.transport.close()


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """One WebSocket.

    Reading pauses while the client does not read; the number of queued messages and frames is limited.
    """

    limits: Limits
    limiter: ConnectionLimiter

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Takes a connection over from HTTP."""
        super().connection_made(transport)
        self._read_timeout = ReadTimeout(self.transport, self.limits.unread_seconds)

    def data_received(self, data: bytes) -> None:
        """Handles received bytes; a request that is not a valid WebSocket handshake ends the connection."""
        super().data_received(data)
        if not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Removes a connection that has ended."""
        self._read_timeout.stop()
        self.limiter.unregister(self.transport)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Pauses reading, since each ping would be answered."""
        super().pause_writing()
        self._read_timeout.start()
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Resumes reading when the client reads again."""
        super().resume_writing()
        self._read_timeout.stop()
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    async def receive(self):  # type: ignore[no-untyped-def]
        """Returns the next message; pauses reading from a client that does not read."""
        message = await super().receive()
        if not self.writable.is_set() and not self.transport.is_closing():
            self.transport.pause_reading()
        return message

    def handle_cont(self, event: Frame) -> None:
        """Accepts a fragment of a message, unless it has too many."""
        if len(self.frames) < MAX_FRAGMENTS:
            super().handle_cont(event)
        else:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Queues a message, unless too many are queued."""
        if self.queue.qsize() < MAX_QUEUED_MESSAGES:
            super().send_receive_event_to_app()
        else:
            self.transport.abort()

    async def run_asgi(self) -> None:
        """Lets ``AccessMiddleware`` report that the request has a valid key."""
        admission: dict[str, Any] = {ADMISSION: partial(self.limiter.admit, self.transport)}
        self.scope["extensions"] = {**(self.scope.get("extensions") or {}), **admission}
        await super().run_asgi()


def limited_protocols(limits: Limits) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Returns the protocol classes for HTTP and for WebSockets with these limits."""
    shared = {"limits": limits, "limiter": ConnectionLimiter(limits)}
    http = type("HttpProtocolWithLimits", (LimitedHttpProtocol,), shared)
    return http, type("WebSocketProtocolWithLimits", (LimitedWebSocketProtocol,), shared)
