"""The doors under attack: odd addresses and headers, slow and large requests, more connections than there is room."""

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from litestar.exceptions import WebSocketDisconnect

from ironbottom.engine import registry
from ironbottom.server.doors import Book, Limits
from ironbottom.server.guard import Access
from ironbottom.server.workshop import MOST_WAITING
from tests.engine.tiny import LANTERNS
from tests.server import test_process
from tests.server.asking import Asking, offered, opened
from tests.server.test_process import Server, asked, serving

QUICK = (
    "import sys; from ironbottom.server import run; from ironbottom.server import doors; "
    "doors.Limits.__new__.__defaults__ = (1.0, 1.5, 64_000, 40, 12); "
    "run(store=sys.argv[1], browser=False, lan='lan' in sys.argv)"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server process that waits a second for a head, and has room for twelve connections of one machine."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(test_process, "PROGRAM", QUICK)
        with serving(tmp_path_factory.mktemp("doors") / "games.sqlite") as running_server:
            yield running_server


def connected(server: Server) -> socket.socket:
    address = urlsplit(server.address)
    assert address.hostname
    assert address.port
    return socket.create_connection((address.hostname, address.port), timeout=20)


def told(server: Server, request: bytes) -> bytes:
    """All that comes back for some bytes, until the server hangs up."""
    with closing(connected(server)) as line:
        line.sendall(request)
        answer = b""
        while piece := line.recv(65536):
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


def test_odd_addresses_are_refused_and_never_fail(server: Server) -> None:
    for path in PATHS:
        assert 400 <= status(told(server, head(server, path))) < 500, path[:60]


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


def test_odd_headers_are_refused_or_passed_over_and_never_fail(server: Server) -> None:
    for header in HEADERS:
        found = status(told(server, head(server, b"/api/games", header)))
        assert found == (200 if header.startswith(b"cookie") else 403), header[:60]
    for request in (
        b"\x00\x01\x02\r\n\r\n",
        b"GET\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n",
    ):
        answer = told(server, request)
        assert not answer or status(answer) in (400, 403, 408), request


def test_a_slash_too_many_is_no_way_around_the_guard(server: Server) -> None:
    """What a browser may follow a link to is the page, not the wire."""
    follows = (b"sec-fetch-site: cross-site", b"sec-fetch-mode: navigate")
    for path in (b"//api/matches", b"/api/matches", b"//api/schema/openapi.json"):
        assert status(told(server, head(server, path, *follows))) in (400, 403)


def test_a_head_that_never_ends_is_hung_up_on(server: Server) -> None:
    for start in (b"", b"GET /api/games HTTP/1.1\r\n"):
        began = time.monotonic()
        with closing(connected(server)) as line:
            line.sendall(start)
            answer = b""
            try:
                for _ in range(80):
                    if start:
                        line.sendall(b"x: 1\r\n")
                    line.settimeout(0.2)
                    try:
                        answer += (piece := line.recv(1000))
                        if not piece:
                            break
                    except TimeoutError:
                        continue
            except OSError:
                pass
        assert time.monotonic() - began < 10
        assert not answer or status(answer) == 408


def test_a_head_without_measure_is_hung_up_on(server: Server) -> None:
    with closing(connected(server)) as line:
        sent = 0
        try:
            line.sendall(b"GET /api/games HTTP/1.1\r\n")
            for number in range(20_000):
                sent += line.send(b"x-%d: %s\r\n" % (number, b"y" * 900))
        except OSError:
            pass
    assert sent < 15_000_000


def test_a_body_that_never_ends_is_hung_up_on(server: Server) -> None:
    host = urlsplit(server.address).netloc.encode()
    began = time.monotonic()
    with closing(connected(server)) as line:
        line.sendall(b"POST /api/matches HTTP/1.1\r\nhost: " + host + b"\r\ncontent-length: 1000\r\n\r\n")
        try:
            for _ in range(100):
                line.sendall(b"x")
                time.sleep(0.1)
        except OSError:
            pass
    assert time.monotonic() - began < 8


def test_no_heap_of_files_lies_in_memory_while_they_come_in(server: Server) -> None:
    """Eight come in at once; one more is put off before it is read."""
    host = urlsplit(server.address).netloc.encode()
    request = (
        b"POST /api/matches/import HTTP/1.1\r\nconnection: close\r\nhost: "
        + host
        + b"\r\ncontent-length: 30000000\r\n\r\n"
    )
    with ExitStack() as stack:
        for _ in range(MOST_WAITING):
            line = stack.enter_context(closing(connected(server)))
            line.sendall(request + b"x" * 100_000)
        time.sleep(0.3)
        assert status(told(server, request)) == 503
    time.sleep(0.3)
    assert status(told(server, request.replace(b"30000000", b"1") + b"x")) == 400


def test_one_machine_takes_no_more_than_its_share_of_connections(server: Server) -> None:
    time.sleep(0.2)
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(connected(server))) for _ in range(30)]
        time.sleep(0.2)
        turned_away = 0
        for line in lines:
            line.settimeout(0.05)
            try:
                turned_away += line.recv(100).startswith(b"HTTP/1.1 503")
            except OSError:
                continue
        assert turned_away >= 18
    time.sleep(0.3)
    with asked(server) as asking:
        assert asking.get("/games")


def test_after_all_this_the_server_plays_on(server: Server) -> None:
    with asked(server) as asking:
        sight = asking.begin(seats={"allies": "random"})
        assert asking.act(sight, offered(sight)[0])["seq"] > sight["seq"]


def test_a_connection_that_has_turned_to_something_else_leaves_the_book_when_it_ends() -> None:
    class Ended(asyncio.Transport):
        closing = False

        def is_closing(self) -> bool:
            return self.closing

    book, lines = Book(Limits(connections=2, connections_a_client=2)), [Ended(), Ended(), Ended()]
    assert [book.enters("here", line) for line in lines] == [True, True, False]
    assert not book.enters("there", lines[2])
    lines[0].closing = True
    assert book.enters("there", lines[2])


# -- the list of matches ---------------------------------------------------------------------------------


def test_the_list_comes_in_pages(asking: Asking) -> None:
    made = [asking.begin()["id"] for _ in range(5)]
    newest = made[::-1]
    assert [match["id"] for match in asking.get("/matches")] == newest
    assert [match["id"] for match in asking.get("/matches", count=2)] == newest[:2]
    assert [match["id"] for match in asking.get("/matches", first=2, count=2)] == newest[2:4]
    assert asking.get("/matches", first=5) == []
    for wrong in ({"count": 201}, {"count": 0}, {"first": -1}):
        assert asking.refused(partial(asking.get, "/matches", **wrong)).status == 400


def test_nobody_learns_who_has_finished_a_secret_choice(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red is done with its secret plan: the list and the public sight do not show it."""
    monkeypatch.setitem(registry._registered, LANTERNS.id, LANTERNS)
    sight = asking.begin(game="lanterns")
    match = sight["id"]
    before = asking.get("/matches")[0], asking.sight(match, "public", since=0)
    assert before[0]["waiting"] == ["red", "blue"]
    asking.act(sight, ["done"])
    (listed,) = asking.get("/matches")
    assert {**listed, "played": ""} == {**before[0], "played": ""}
    assert asking.sight(match, "public", since=0) == before[1]
    asking.act(asking.sight(match, "blue"), ["done"])
    assert asking.get("/matches")[0]["waiting"] != ["red", "blue"] or asking.sight(match, "public") != before[1]


def test_one_machine_watches_so_many_matches_and_no_more(store_path: Path) -> None:
    with opened(store_path, access=Access(watchers=2)) as client:
        where = f"/api/matches/{Asking(client).begin()['id']}/live?side=public"
        with client.websocket_connect(where) as first, client.websocket_connect(where) as second:
            assert first.receive_json(timeout=30) == second.receive_json(timeout=30)
            with pytest.raises(WebSocketDisconnect), client.websocket_connect(where):
                pass
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            try:
                with client.websocket_connect(where) as again:
                    assert again.receive_json(timeout=30)
                    break
            except WebSocketDisconnect:
                time.sleep(0.05)
        else:
            raise AssertionError("a watcher that has left is still counted")
