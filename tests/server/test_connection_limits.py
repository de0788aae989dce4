"""Attacks on connections: odd addresses and headers, slow and large requests, more connections than allowed."""

import asyncio
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from litestar.exceptions import WebSocketDisconnect

from ironbottom.engine.rules import registry
from ironbottom.server.network.access import AccessRules
from ironbottom.server.network.connection_limits import SERVICE_UNAVAILABLE, ConnectionLimiter, Limits
from ironbottom.server.network.upload_slots import SLOTS
from ironbottom.testing.waiting import wait_until
from tests.engine.lanterns import LANTERNS
from tests.server import event_loop, test_process
from tests.server.api_client import ApiClient, offered_choices, running_server
from tests.server.test_process import Server, api_of, serving

QUICK = (
    "import sys; from ironbottom.server import run; from ironbottom.server.network import connection_limits; "
    "connection_limits.Limits.__new__.__defaults__ = (1.0, 1.5, 64_000, 40, 12, 24, 2.0); "
    "run(store=sys.argv[1], browser=False, lan='lan' in sys.argv)"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server process that waits one second for a request's head.

    It allows twelve connections from one machine, and 24 without a key.
    """
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(test_process, "PROGRAM", QUICK)
        with serving(tmp_path_factory.mktemp("doors") / "games.sqlite") as server:
            yield server


def connected(server: Server) -> socket.socket:
    address = urlsplit(server.address)
    assert address.hostname
    assert address.port
    return socket.create_connection((address.hostname, address.port), timeout=180)


def body(server: Server, request: bytes) -> bytes:
    """Returns all bytes of the response until the server closes the connection."""
    with closing(connected(server)) as connection:
        connection.sendall(request)
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
        return answer


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def head(server: Server, path: bytes = b"/api/games", *more: bytes) -> bytes:
    host = urlsplit(server.address).netloc.encode()
    return b"\r\n".join([b"GET " + path + b" HTTP/1.1", b"host: " + host, b"connection: close", *more, b"", b""])


PATHS = [
    b"//api/matches",
    b"/api//matches",
    b"//api/",
    b"///",
    b"/api/matches//x",
    b"/\\api/matches",
    b"/api/matches/%00",
    b"/api/matches/%ff%fe",
    b"/api/matches/%0d%0aset-cookie:x",
    b"/%2e%2e/%2e%2e/etc/passwd",
    b"/assets/../../secret",
    b"/api/matches/" + b"x" * 30_000,
    b"/api/matches?" + b"&".join([b"a=1"] * 5_000),
    b"/?" + b"&".join([b"a=1"] * 500) + b"&key=x",
    b"/api/matches?first=-1",
    b"/api/matches?first=99999999999999999999",
    b"/api/matches?count=0",
    b"/api/matches?count=x",
    b"/api/matches?" + b"x" * 5_000,
    b"*",
    b"api",
]


@pytest.mark.build
def test_odd_addresses_are_refused_and_never_fail(server: Server) -> None:
    for path in PATHS:
        assert 400 <= status(body(server, head(server, path))) < 500, path[:60]


HEADERS = [
    b"origin: http://[::1",
    b"origin: http://[",
    b"origin: \xff\xfe",
    b"origin: null",
    b"origin: javascript:alert(1)",
    b"origin: " + b"h" * 40_000,
    b"origin: http://evil.example",
    b"sec-fetch-site: \xe9",
    b"cookie: ironbottom_key=\xff; =; ;;;",
]


@pytest.mark.build
def test_odd_headers_are_refused_or_ignored_and_never_fail(server: Server) -> None:
    for header in HEADERS:
        found = status(body(server, head(server, b"/api/games", header)))
        assert found == (200 if header.startswith(b"cookie") else 403), header[:60]
    for request in (
        b"\x00\x01\x02\r\n\r\n",
        b"GET\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n",
    ):
        answer = body(server, request)
        assert not answer or status(answer) in (400, 403, 408), request


def test_a_double_slash_does_not_bypass_the_access_checks(server: Server) -> None:
    """A link on another site may lead to the page, but not to the API."""
    follows = (b"sec-fetch-site: cross-site", b"sec-fetch-mode: navigate")
    for path in (b"//api/matches", b"/api/matches", b"//api/schema/openapi.json"):
        assert status(body(server, head(server, path, *follows))) in (400, 403)


@pytest.mark.build
def test_an_endless_head_closes_the_connection(server: Server) -> None:
    for start in (b"", b"GET /api/games HTTP/1.1\r\n"):
        hung_up, answer = False, b""
        with closing(connected(server)) as connection:
            connection.sendall(start)
            try:
                for _ in range(800):
                    if start:
                        connection.sendall(b"x: 1\r\n")
                    connection.settimeout(0.2)
                    try:
                        answer += (piece := connection.recv(1000))
                        if not piece:
                            hung_up = True
                            break
                    except TimeoutError:
                        continue
            except OSError:
                hung_up = True
        assert hung_up
        assert not answer or status(answer) == 408


def test_a_huge_head_closes_the_connection(server: Server) -> None:
    with closing(connected(server)) as connection:
        sent = 0
        try:
            connection.sendall(b"GET /api/games HTTP/1.1\r\n")
            for number in range(20_000):
                sent += connection.send(b"x-%d: %s\r\n" % (number, b"y" * 900))
        except OSError:
            pass
    assert sent < 15_000_000


@pytest.mark.build
def test_an_endless_body_closes_the_connection(server: Server) -> None:
    host = urlsplit(server.address).netloc.encode()
    hung_up = False
    with closing(connected(server)) as connection:
        connection.sendall(b"POST /api/matches HTTP/1.1\r\nhost: " + host + b"\r\ncontent-length: 1000\r\n\r\n")
        try:
            for _ in range(900):
                connection.sendall(b"x")
                time.sleep(0.1)
        except OSError:
            hung_up = True
    assert hung_up


@pytest.mark.parametrize("more", [[b"x-%d: y" % number for number in range(200)], [b"x: " + b"y" * 9_000]])
def test_an_invalid_websocket_handshake_closes_the_connection(server: Server, more: list[bytes]) -> None:
    """The WebSocket parser accepts fewer and shorter headers than the HTTP parser."""
    upgrade = (b"upgrade: websocket", b"sec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==", b"sec-websocket-version: 13")
    request = head(server, b"/api/matches/x/live?side=japan", *upgrade, *more)
    answer = body(server, request.replace(b"connection: close", b"connection: upgrade"))
    assert status(answer) == 431


@pytest.mark.build
def test_slow_uploads_block_no_other_import(server: Server) -> None:
    """Eight endless uploads hold every slot, and the next upload is still read."""
    host = urlsplit(server.address).netloc.encode()
    request = b"POST /api/matches/import HTTP/1.1\r\nconnection: close\r\nhost: " + host + b"\r\ncontent-length: "
    with ExitStack() as stack:
        slow = [stack.enter_context(closing(connected(server))) for _ in range(SLOTS)]
        for number, connection in enumerate(slow):
            connection.sendall(request + b"30000000\r\n\r\n" + b"x" * 1_000 * (SLOTS - number))
        wait_until_read(server)
        assert status(body(server, request + b"1\r\n\r\nx")) == 400


def wait_until_read(server: Server) -> None:
    """Returns once the server has read everything sent before: it reads connections in turn."""
    for _ in range(3):
        assert status(body(server, head(server))) == 200


def test_one_machine_is_limited_to_its_share_of_connections(server: Server) -> None:
    """Twelve connections that have sent a request may stay open; the others get an error and are closed."""
    wait_until_read(server)
    request = head(server).replace(b"connection: close\r\n", b"")
    with ExitStack() as stack:
        connections = [stack.enter_context(closing(connected(server))) for _ in range(20)]
        found = []
        for connection in connections:
            connection.sendall(request)
            found.append(status(connection.recv(100)))
        assert sorted(set(found)) == [200, 503]
        assert found.count(200) <= 12
    assert wait_until(lambda: status(body(server, head(server))) == 200)


def test_connections_that_send_nothing_take_no_room_from_those_that_do(server: Server) -> None:
    """Twenty-four connections may wait.

    Beyond that the oldest is closed, and a client that sends a request is answered.
    """
    wait_until_read(server)
    with ExitStack() as stack:
        idle = [stack.enter_context(closing(connected(server))) for _ in range(30)]
        idle[0].settimeout(20)
        assert status(idle[0].recv(100)) == 503
        assert wait_until(lambda: status(body(server, head(server))) == 200)


def test_after_the_attacks_the_server_still_works(server: Server) -> None:
    with api_of(server) as api:
        match_view = api.begin(seats={"allies": "random"})
        assert api.act(match_view, offered_choices(match_view)[0])["seq"] > match_view["seq"]


class FakeTransport(asyncio.Transport):
    """A connection that a test opens and closes."""

    def __init__(self) -> None:
        super().__init__()
        self.written, self.closing, self.aborted = b"", False, False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.closing = self.aborted = True

    def is_closing(self) -> bool:
        return self.closing


def run_in_loop(test: Callable[[], None]) -> None:
    """Runs a test that needs an event loop for its timers."""

    async def within() -> None:
        test()

    event_loop.run(within())


def test_a_thousand_connections_have_a_key_and_sixty_four_have_none() -> None:
    usual = Limits()
    assert (usual.connections, usual.connections_per_machine, usual.unauthenticated) == (1_000, 200, 64)


def test_unauthenticated_connections_have_a_separate_limit() -> None:
    """If three connections may wait, the machine with most of them loses its oldest one.

    Connections with a key count separately.
    """

    def test() -> None:
        limiter, connections = ConnectionLimiter(Limits(unauthenticated=3)), [FakeTransport() for _ in range(6)]
        for machine, connection in zip(("here", "there", "there"), connections, strict=False):
            limiter.register(machine, connection)
        assert limiter.admit(connections[0])
        limiter.register("here", connections[3])
        assert not any(connection.closing for connection in connections)
        limiter.register("elsewhere", connections[4])
        assert [connection.closing for connection in connections] == [False, True, False, False, False, False]
        assert connections[1].written == SERVICE_UNAVAILABLE
        assert not limiter.admit(connections[1])
        assert len(limiter) == 4

    run_in_loop(test)


def test_only_connections_with_a_key_count_towards_the_limits_of_all_and_of_a_machine() -> None:
    def test() -> None:
        limiter, connections = (
            ConnectionLimiter(Limits(connections=3, connections_per_machine=2)),
            [FakeTransport() for _ in range(12)],
        )
        for number, connection in enumerate(connections):
            limiter.register("here" if number % 2 else "there", connection)
        admitted = [limiter.admit(connection) for connection in connections]
        assert admitted == [True, True, True, *[False] * 9]
        limiter.unregister(connections[0])
        assert [limiter.admit(connection) for connection in connections] == [False, True, True, True, *[False] * 8]
        limiter.unregister(connections[1])
        assert [limiter.admit(connection) for connection in connections] == [
            False,
            False,
            True,
            True,
            True,
            *[False] * 7,
        ]
        limiter.unregister(connections[3])
        assert [limiter.admit(connections[number]) for number in (6, 5)] == [False, True]

    run_in_loop(test)


def test_a_connection_that_does_not_end_when_it_is_closed_is_aborted() -> None:
    """A client does not read the rest of a response: the connection is aborted at the second check."""

    def test() -> None:
        limiter, connection, open_connection = ConnectionLimiter(Limits()), FakeTransport(), FakeTransport()
        limiter.register("here", connection)
        limiter.register("here", open_connection)
        connection.close()
        limiter.check()
        assert not connection.aborted
        limiter.check()
        assert (connection.aborted, open_connection.aborted) == (True, False)

    run_in_loop(test)


# -- the list of matches ---------------------------------------------------------------------------------


def test_the_list_comes_in_pages(api: ApiClient) -> None:
    made = [api.begin()["id"] for _ in range(5)]
    newest = made[::-1]
    assert [match["id"] for match in api.get("/matches")] == newest
    assert [match["id"] for match in api.get("/matches", count=2)] == newest[:2]
    assert [match["id"] for match in api.get("/matches", first=2, count=2)] == newest[2:4]
    assert api.get("/matches", first=5) == []
    for error in ({"count": 201}, {"count": 0}, {"first": -1}):
        assert api.error_of(partial(api.get, "/matches", **error)).status == 400


def test_no_client_learns_which_side_has_finished_a_secret_choice(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red is done with its secret plan; neither the list nor the public view shows this."""
    monkeypatch.setitem(registry._registered, LANTERNS.id, LANTERNS)
    match_view = api.begin(game="lanterns")
    match = match_view["id"]
    before = api.get("/matches")[0], api.view(match, "public", since=0)
    assert before[0]["waiting"] == ["red", "blue"]
    api.act(match_view, ["done"])
    (listed,) = api.get("/matches")
    assert {**listed, "played": ""} == {**before[0], "played": ""}
    assert api.view(match, "public", since=0) == before[1]
    api.act(api.view(match, "blue"), ["done"])
    assert api.get("/matches")[0]["waiting"] != ["red", "blue"] or api.view(match, "public") != before[1]


def test_the_websockets_of_one_machine_are_limited(store_path: Path) -> None:
    with running_server(store_path, access=AccessRules(websockets=2)) as client:
        where = f"/api/matches/{ApiClient(client).begin()['id']}/live?side=public"
        with client.websocket_connect(where) as first, client.websocket_connect(where) as second:
            assert first.receive_json(timeout=180) == second.receive_json(timeout=180)
            with pytest.raises(WebSocketDisconnect), client.websocket_connect(where):
                pass

        def watches() -> bool:
            try:
                with client.websocket_connect(where) as again:
                    return bool(again.receive_json(timeout=180))
            except WebSocketDisconnect:
                return False

        assert wait_until(watches), "a spectator who has left is still counted"
