"""Responses that nobody reads: requests wait on the client's side, and the server's memory does not grow."""

import asyncio
import select
import socket
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState

from ironbottom.server.network.connection_limits import (
    CHUNK_BYTES,
    MAX_FRAGMENTS,
    MAX_QUEUED_MESSAGES,
    LimitedHttpProtocol,
    LimitedWebSocketProtocol,
    Limits,
    limited_protocols,
)
from tests.server import event_loop
from tests.server.test_connection_limits import FakeTransport, connected, status
from tests.server.test_process import Server, serving

LINES = 5
MAX_SENT = 8_000_000
"""The number of bytes that are sent on each connection, unless the server stops reading."""
MAX_SECONDS = 5
MAX_GROWTH = 40_000_000
"""Without limits, five connections filled 700 MB with this."""
ANSWER = b"HTTP/1.1 "

Application = Callable[[Any, Any, Any], Awaitable[None]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the local network in a separate process."""
    with serving(tmp_path_factory.mktemp("unread") / "games.sqlite", "lan") as found:
        assert answers(found)
        yield found


def answers(server: Server) -> bool:
    """Returns whether the server answers a client that has the key."""
    with httpx.Client(follow_redirects=True, timeout=180) as client:
        return client.get(urlsplit(server.address)._replace(path="/api/matches").geturl()).status_code == 200


def memory(server: Server) -> int:
    """Returns how many bytes of memory the server uses."""
    found = Path(f"/proc/{server.process.pid}/statm").read_text(encoding="ascii")
    return int(found.split()[1]) * 4096


def request(server: Server, path: str = "/api/matches", *, key: bool) -> bytes:
    address = urlsplit(server.address)
    cookie = f"cookie: ironbottom_key={address.query.partition('=')[2]}\r\n" if key else ""
    return f"GET {path} HTTP/1.1\r\nhost: {address.hostname}:{address.port}\r\n{cookie}\r\n".encode()


def flood(connections: list[socket.socket], payload: bytes) -> None:
    """Sends the payload on each connection repeatedly and reads nothing, until the server takes no more."""
    left = dict.fromkeys(connections, MAX_SENT)
    for connection in connections:
        connection.setblocking(False)
    until = time.monotonic() + MAX_SECONDS
    while left and time.monotonic() < until:
        _, writable, _ = select.select([], list(left), [], 0.5)
        for connection in writable:
            try:
                left[connection] -= connection.send(payload)
            except OSError:
                left[connection] = 0
            if left[connection] <= 0:
                del left[connection]


@pytest.mark.build
@pytest.mark.parametrize("key", [False, True], ids=["without a key", "with a key"])
def test_unread_responses_do_not_fill_memory(server: Server, key: bool) -> None:
    before = memory(server)
    with ExitStack() as stack:
        connections = [stack.enter_context(closing(connected(server))) for _ in range(LINES)]
        flood(connections, request(server, key=key) * 4_000)
        assert memory(server) - before < MAX_GROWTH
    assert answers(server)


@pytest.mark.build
def test_pipelined_requests_are_answered_in_order(server: Server) -> None:
    """The client sends more requests than the parser takes at a time, some with bodies; the responses come in order."""
    paths = [f"/api/games/{name}/clauses" for name in ("pf", "nothing", "hf")] * 40
    with closing(connected(server)) as connection:
        sent = b"".join(request(server, path, key=True) for path in paths)
        assert len(sent) > 2 * CHUNK_BYTES
        connection.sendall(sent)
        stream = connection.makefile("rb")
        found = [read_answer(stream) for _ in paths]
        assert found == [200, 404, 200] * 40
        body = b'{"game": "pf", "position": "' + b"x" * 3 * CHUNK_BYTES + b'"}'
        first, _, rest = request(server, key=True).partition(b"\r\n")
        posted = first.replace(b"GET", b"POST") + b"\r\ncontent-length: %d\r\n" % len(body) + rest + body
        connection.sendall(posted * 5 + request(server, key=True))
        assert [read_answer(stream) for _ in range(6)] == [400, 400, 400, 400, 400, 200]


def read_answer(stream: Any) -> int:
    """Reads the whole next response and returns its status."""
    first, length = stream.readline(), 0
    while (header := stream.readline()) != b"\r\n":
        name, _, value = header.partition(b":")
        length = int(value) if name.lower() == b"content-length" else length
    stream.read(length)
    return status(first)


# -- one connection in the same process --------------------------------------------------------------------


class PausableTransport(FakeTransport):
    """A connection that records whether it is read."""

    def __init__(self) -> None:
        super().__init__()
        self.reading = True
        self.protocol: asyncio.BaseProtocol | None = None

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        assert self.protocol is not None
        return self.protocol


def connect_to(application: Application, kind: int, seconds: float = 60) -> tuple[Any, PausableTransport]:
    """Returns a connection to an application, by HTTP (0) or as a WebSocket (1)."""
    made = limited_protocols(Limits(unread_seconds=seconds))[kind]
    protocol: Any = made(uvicorn.Config(application, lifespan="off"), ServerState(), {})  # type: ignore[call-arg]
    transport = PausableTransport()
    transport.set_protocol(protocol)
    protocol.connection_made(transport)
    return protocol, transport


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.mark.build
def test_while_a_request_is_answered_nothing_more_is_read() -> None:
    """Requests that arrived with it are buffered, then answered; only a few are taken at a time."""

    async def test() -> None:
        may_answer = asyncio.Event()

        async def application(scope: Any, receive: Any, send: Any) -> None:
            await may_answer.wait()
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b""})

        protocol, transport = connect_to(application, 0)
        assert isinstance(protocol, LimitedHttpProtocol)
        one = b"GET / HTTP/1.1\r\n\r\n"
        protocol.data_received(one * 10_000)
        await settle()
        assert not transport.reading
        assert len(protocol.pipeline) <= CHUNK_BYTES // len(one)
        assert transport.written == b""
        await protocol.cycle.receive()
        assert not transport.reading
        may_answer.set()
        while transport.written.count(ANSWER) < 10_000:
            await asyncio.sleep(0)
        assert transport.reading
        protocol.connection_lost(None)

    event_loop.run(test())


CHUNKED = b"POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n"
FRAMING = {
    "trailers": b"0\r\n" + b"a: b\r\n" * 200_000,
    "one long trailer": b"0\r\na: " + b"x" * 1_000_000,
    "extensions": (b"1;" + b"x" * 4_000 + b"\r\ny\r\n") * 250,
}


@pytest.mark.parametrize("kind", FRAMING)
def test_the_framing_of_a_body_is_limited(kind: str) -> None:
    """Trailers and chunk extensions are not part of the body, whose size the application limits."""

    async def test() -> None:
        async def application(scope: Any, receive: Any, send: Any) -> None:
            await asyncio.Event().wait()

        protocol, transport = connect_to(application, 0)
        protocol.data_received(CHUNKED)
        framing, sent = FRAMING[kind], 0
        while sent < len(framing) and not transport.is_closing():
            protocol.data_received(framing[sent : sent + CHUNK_BYTES])
            sent += CHUNK_BYTES
        assert sent < 200_000
        assert len(protocol.headers) == 1
        protocol.connection_lost(None)

    event_loop.run(test())


def test_a_body_in_chunks_of_one_byte_is_read() -> None:
    async def test() -> None:
        found: list[bytes] = []

        async def application(scope: Any, receive: Any, send: Any) -> None:
            more = True
            while more:
                message = await receive()
                found.append(message["body"])
                more = message["more_body"]
            await asyncio.Event().wait()

        protocol, transport = connect_to(application, 0)
        protocol.data_received(CHUNKED)
        for _ in range(500):
            protocol.data_received(b"1\r\nx\r\n" * 100)
            await asyncio.sleep(0)
        protocol.data_received(b"0\r\n\r\n")
        await settle()
        assert not transport.is_closing()
        assert b"".join(found) == b"x" * 50_000
        protocol.connection_lost(None)

    event_loop.run(test())


@pytest.mark.parametrize("kind", [0, 1], ids=["http", "websocket"])
def test_a_client_that_reads_nothing_for_long_is_disconnected(kind: int) -> None:
    async def test() -> None:
        async def application(scope: Any, receive: Any, send: Any) -> None: ...

        protocol, transport = connect_to(application, kind, seconds=0.01)
        protocol.pause_writing()
        protocol.resume_writing()
        await asyncio.sleep(0.03)
        assert not transport.aborted
        protocol.pause_writing()
        while not transport.aborted:
            await asyncio.sleep(0.01)
        protocol.connection_lost(None)

    event_loop.run(test())


def framed(opcode: int, data: bytes = b"", *, last: bool = True) -> bytes:
    """Returns a frame as a client sends it."""
    return bytes([opcode | (128 if last else 0), 128 | len(data)]) + b"\0\0\0\0" + data


HANDSHAKE = (
    b"GET / HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n"
)


async def live(hears: asyncio.Event) -> tuple[LimitedWebSocketProtocol, PausableTransport]:
    """Returns a WebSocket whose application reads messages when the test lets it."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        await hears.wait()
        while (await receive())["type"] != "websocket.disconnect":
            pass

    protocol, transport = connect_to(application, 1)
    protocol.data_received(HANDSHAKE)
    await settle()
    assert transport.written.startswith(ANSWER + b"101")
    return protocol, transport


def test_no_ping_is_read_from_a_client_that_does_not_read() -> None:
    """Each ping would be answered; a message among the pings does not make the server continue reading."""

    async def test() -> None:
        hears = asyncio.Event()
        hears.set()
        protocol, transport = await live(hears)
        protocol.data_received(framed(9, b"ping"))
        assert transport.written.endswith(b"\x8a\x04ping")
        protocol.pause_writing()
        assert not transport.reading
        protocol.data_received(framed(1, b"words"))
        await settle()
        assert not transport.reading
        protocol.resume_writing()
        assert transport.reading
        protocol.connection_lost(None)

    event_loop.run(test())


def test_queued_messages_and_fragments_are_limited() -> None:
    async def test() -> None:
        protocol, transport = await live(asyncio.Event())
        protocol.data_received(framed(1, b"x") * (MAX_QUEUED_MESSAGES - 1))
        assert not transport.aborted
        protocol.data_received(framed(1, b"x") * 2)
        assert transport.aborted
        protocol.connection_lost(None)
        protocol, transport = await live(asyncio.Event())
        protocol.data_received(framed(1, last=False) + framed(0, last=False) * (MAX_FRAGMENTS - 1))
        assert not transport.aborted
        protocol.data_received(framed(0, last=False))
        assert transport.aborted
        protocol.connection_lost(None)

    event_loop.run(test())
