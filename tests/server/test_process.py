"""The server as a process: it answers at the printed address, is killed at arbitrary points, and is restarted."""

import random
import re
import signal
import socket
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.replay import replay
from ironbottom.engine.record.record import read_lines
from ironbottom.server import launch
from ironbottom.server.launch import can_open_page, listen, run
from ironbottom.server.network import local_network
from ironbottom.server.storage.database import Store
from ironbottom.testing.waiting import MAX_WAIT_SECONDS, wait_until
from tests.players import PLAYER, SEATS_COOKIE
from tests.server.api_client import ApiClient, make_random_choice, offered_choices, play, view_to_choose

PROGRAM = "import sys; from ironbottom.server import run; run(store=sys.argv[1], browser=False, lan='lan' in sys.argv)"
ADDRESS = re.compile(r"http://\S+")


class Server:
    """A running server: its process, what it has printed, and the address in it."""

    def __init__(self, store: Path, *more: str) -> None:
        command = [sys.executable, "-c", PROGRAM, str(store), *more]
        self.complaints = store.with_suffix(".said")
        with self.complaints.open("a", encoding="utf-8") as file:  # an unread pipe would fill up and stop the server
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=file, text=True)
        assert self.process.stdout is not None
        self.printed = self.process.stdout.readline()
        while not self.printed.endswith("Ctrl+C.\n") and (line := self.process.stdout.readline()):
            self.printed += line
        assert ADDRESS.search(self.printed), self.complaints.read_text(encoding="utf-8")
        self.address = ADDRESS.findall(self.printed)[0]

    def end(self, kind: signal.Signals = signal.SIGINT) -> int:
        """Ends the process and returns its exit code."""
        self.process.send_signal(kind)
        self.process.communicate(timeout=MAX_WAIT_SECONDS)
        return self.process.returncode


@contextmanager
def serving(store: Path, *more: str) -> Iterator[Server]:
    server = Server(store, *more)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.end(signal.SIGKILL)


@contextmanager
def api_of(server: Server) -> Iterator[ApiClient]:
    with httpx.Client(base_url=server.address, timeout=180, cookies={SEATS_COOKIE: PLAYER}) as client:
        yield ApiClient(client)


@pytest.mark.build
def test_it_prints_its_address_and_stops_on_ctrl_c(store_path: Path) -> None:
    with serving(store_path) as server:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", server.address)
        assert f"Games are stored in {store_path}." in server.printed
        with api_of(server) as api:
            assert api.begin()["id"]
        assert server.end() == 0
    assert not store_path.with_name("games.sqlite.address").exists()


def computer_done(api: ApiClient, match: str) -> None:
    """Waits until a person must choose or the match is over: a restarted server runs the computer first."""
    wait_until(lambda: api.view(match, "public")["over"] or view_to_choose(api, match))


@pytest.mark.build
def test_after_a_kill_every_answered_act_is_stored(store_path: Path) -> None:
    """Three times, the acts of a whole game are sent as fast as possible until the process is killed at a random
    moment."""
    rng, known = random.Random(3), 0
    with serving(store_path) as server, api_of(server) as api:
        match = api.begin(seats={"allies": "random"})["id"]
        server.end(signal.SIGKILL)
    for _ in range(3):
        with serving(store_path) as server, api_of(server) as api:
            assert api.view(match, "japan")["seq"] >= known
            threading.Timer(rng.uniform(0.3, 0.8), server.end, (signal.SIGKILL,)).start()
            try:
                while (match_view := make_random_choice(api, match, rng)) is not None:
                    known = match_view["seq"]
            except httpx.HTTPError:
                pass
            server.process.wait(20)
    assert known > 10
    with Store(store_path) as store:
        record = read_lines(store.lines(match))
    assert (record.cut, replay(record).divergence) == ("", None)
    with serving(store_path) as server, api_of(server) as api:
        match_view = api.view(match, "japan")
        assert match_view["seq"] >= known
        assert len(api.log(match, "japan")) == match_view["seq"]
        assert api.past_view(match, "japan", match_view["seq"])["view"] == match_view["view"]
        computer_done(api, match)
        play(api, match)
        assert api.get(f"/matches/{match}/verify")["sound"]
        assert server.end() == 0


@pytest.mark.build
def test_killed_while_the_computer_thinks_it_continues_after_a_restart(store_path: Path) -> None:
    with serving(store_path) as server, api_of(server) as api:
        match_view = api.begin(seats={"allies": "ensign"})
        units = [choice[1] for choice in offered_choices(match_view) if choice[0] == "assign"]
        after = api.act(match_view, ["assign", units[0], "1"], ["done"], wait=0)
        server.end(signal.SIGKILL)
    with serving(store_path) as server, api_of(server) as api:
        assert wait_until(lambda: api.view(after["id"], "japan")["decision"])
        match_view = api.view(after["id"], "japan")
        assert match_view["seq"] >= after["seq"]


NEVER_DONE = """
from ironbottom.bots import registry
registry.RANDOM = registry.Bot("Never done.", lambda *_: type("Slow", (), {"choose": lambda *_: time.sleep(3600)})())
"""


@pytest.mark.build
def test_a_computer_player_that_never_ends_does_not_delay_the_stop(
    store_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{__name__}.PROGRAM", f"import time{NEVER_DONE}{PROGRAM}")
    with serving(store_path) as server, api_of(server) as api:
        begun = api.begin(seats={"japan": "random"}, wait=0)
        assert begun["waiting"][0]["thinking"]
        assert server.end() == 0


@pytest.mark.build
def test_the_local_network_gets_an_address_with_a_permanent_key(
    store_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses = []
    for _ in range(2):
        with serving(store_path, "lan") as server:
            addresses.append(server.address)
            key = server.address.partition("?key=")[2]
            assert re.fullmatch("[0-9a-f]{20}", key)
            printed = ADDRESS.findall(server.printed)[1:]
            assert all(address.endswith(f"?key={key}") for address in printed)
            assert printed or "no network" in server.printed
            assert "The connection is not encrypted" in server.printed
            for address in [server.address, *printed]:
                with httpx.Client(follow_redirects=True) as client:
                    base = address.partition("?")[0]
                    assert client.get(f"{base}api/matches").status_code == 403
                    client.get(address)
                    assert client.get(f"{base}api/matches").json() == []
            server.end()
    assert addresses[0].partition("?")[2] == addresses[1].partition("?")[2]


def test_without_lan_there_is_no_warning() -> None:
    said: list[str] = []
    with listen("127.0.0.1", 0) as listener:
        launch._announce(said.append, "http://127.0.0.1/", listener, "", Path("games.sqlite"))
    assert len(said) == 2
    assert not any(launch.NOT_ENCRYPTED in line for line in said)


@pytest.mark.build
def test_a_second_server_opens_the_first_ones_address(store_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(webbrowser, "open", shown.append)
    with serving(store_path) as server:
        said: list[str] = []
        run(store=store_path, print_line=said.append)
        assert said == [f"Ironbottom is already running at {server.address}"]
        assert shown == [server.address]
        server.end(signal.SIGKILL)
        assert store_path.with_name("games.sqlite.address").exists()
    with serving(store_path) as server, api_of(server) as api:
        assert api.get("/matches") == []


def test_a_second_server_without_the_first_ones_address_is_refused(store_path: Path) -> None:
    with Store(store_path), pytest.raises(BadValue, match="another Ironbottom is using these games"):
        run(store=store_path, browser=False, print_line=lambda line: None)


def test_a_port_in_use_is_refused() -> None:
    with listen("127.0.0.1", None) as first, listen("127.0.0.1", None) as second:
        ports = [first.getsockname()[1], second.getsockname()[1]]
        assert len(set(ports)) == 2
        with pytest.raises(BadValue, match="this port cannot be used") as error:
            listen("127.0.0.1", ports[1])
        assert error.value.field == f"port {ports[1]}"


@pytest.mark.parametrize("port", [-1, 65536, 10**9])
def test_an_invalid_port_is_refused(port: int) -> None:
    with pytest.raises(BadValue, match="this port cannot be used"):
        listen("127.0.0.1", port)


SHOWN = """
import os, signal, sys, webbrowser
import httpx
from ironbottom.server import run

def show(address):
    print(httpx.get(f"{address}api/matches", timeout=180).status_code, flush=True)
    os.kill(os.getpid(), signal.SIGINT)

webbrowser.open = show
run(store=sys.argv[1])
"""


@pytest.mark.build
def test_the_browser_opens_the_page(store_path: Path) -> None:
    """The browser's request waits in the listening socket until the server answers it."""
    done = subprocess.run([sys.executable, "-c", SHOWN, str(store_path)], capture_output=True, text=True, timeout=180)
    said = done.stdout.splitlines()
    assert (done.returncode, len(said), said[-1]) == (0, 3, "200"), done.stderr


# -- the machine's addresses -----------------------------------------------------------------------------


def test_the_lan_address_is_found_without_sending_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    class Turned:
        """A datagram socket that only has a local address."""

        def __init__(self, *kind: object) -> None:
            assert kind == (socket.AF_INET, socket.SOCK_DGRAM)

        def __enter__(self) -> "Turned":
            return self

        def __exit__(self, *_: object) -> None: ...

        def connect(self, to: tuple[str, int]) -> None:
            assert to == ("192.0.2.1", 9)

        def getsockname(self) -> tuple[str, int]:
            return ("192.168.7.20", 40000)

    monkeypatch.setattr(socket, "socket", Turned)
    assert local_network.lan_address() == "192.168.7.20"


@pytest.mark.parametrize(
    ("named", "found"), [(["127.0.1.1", "10.0.0.5"], "10.0.0.5"), (["127.0.1.1"], None), ([], None)]
)
def test_without_a_route_the_lan_address_comes_from_the_machines_name(
    monkeypatch: pytest.MonkeyPatch, named: list[str], found: str | None
) -> None:
    def no_way(*_: object) -> None:
        raise OSError("network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", no_way)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: [(2, 1, 6, "", (address, 0)) for address in named])
    assert local_network.lan_address() == found


def test_the_names_of_this_machine_are_its_host_name_and_local_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Desk.fritz.box")
    assert local_network.lan_names() == {"desk.fritz.box", "desk.local"}


@pytest.mark.parametrize(("built", "display", "shows"), [(True, ":0", True), (True, "", False), (False, ":0", False)])
def test_the_page_can_be_opened_if_it_is_built_and_there_is_a_display(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, built: bool, display: str, shows: bool
) -> None:
    monkeypatch.setattr(launch, "default_page_folder", lambda: page if built else tmp_path / "nowhere")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(webbrowser, "get", lambda: object())
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert can_open_page() is shows


def test_without_a_browser_the_page_cannot_be_opened(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(launch, "default_page_folder", lambda: page)
    monkeypatch.setattr(webbrowser, "get", none)
    monkeypatch.setenv("DISPLAY", ":0")
    assert not can_open_page()
