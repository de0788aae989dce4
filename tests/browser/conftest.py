"""A server with games of its own, and a Chromium."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from ironbottom.engine.rules.choices import unfactor
from tests.browser.chromium import chromium
from tests.players import PLAYER, SEATS_COOKIE

WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 740}
PATIENCE = 60_000
"""Milliseconds that a part of the page may take to come on the busiest of machines."""
expect.set_options(timeout=PATIENCE)
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test in the browser that fails is tried twice more: on a crowded machine a window may open in another order.

    The closing line of the run tells how many were; what is wrong fails each time.
    """
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=2))


@contextmanager
def started(command: list[str], folder: Path, **more: Any) -> Iterator[str]:
    """Runs a server, and gives the first line that it prints; what it complains about is printed when it has ended.

    Complaints go to a file: a server whose worker was stopped goes on, and would keep the output of the run open.
    """
    log = folder / "server.log"
    with log.open("w", encoding="utf-8") as complaints:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints, text=True, **more)
    with server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.terminate()
            server.wait()
            sys.stderr.write(log.read_text(encoding="utf-8"))


@contextmanager
def serving(folder: Path, port: int = 0, *, lan: bool = False) -> Iterator[str]:
    """A server of its own over the games of a folder; gives its address, for the house with the key in it."""
    command = [sys.executable, "-m", "ironbottom", "serve", "--no-open", "--port", str(port)]
    command += ["--lan"] * lan
    own = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "PYTHONUNBUFFERED": "1"}
    for name in ("IRONBOTTOM_STORE", "IRONBOTTOM_CORRECTIONS"):
        own.pop(name, None)
    store = str(folder / "games.sqlite")
    with started([*command, "--store", store], folder, env=own) as told:
        found = re.search(r"http://\S+" if lan else r"http://[^\s/]+", told)
        assert found, f"the server said {told!r}"
        yield found[0]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server of its own answers."""
    with serving(tmp_path_factory.mktemp("house")) as found:
        yield found


class Api:
    """The server's endpoints, to set up what a test begins with and to compare with what the page shows."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        client.cookies.set(SEATS_COOKIE, PLAYER)

    def get(self, path: str, **query: Any) -> Any:
        answer = self.client.get(f"/api{path}", params=query)
        answer.raise_for_status()
        return answer.json()

    def begin(self, **wanted: Any) -> dict[str, Any]:
        """A match, by its first person's sight."""
        answer = self.client.post("/api/matches", json={"game": "pf", "host": "nobody", "wait": 0, **wanted})
        assert answer.status_code == 201, answer.text
        told: dict[str, Any] = answer.json()
        if "order" not in told:
            return told
        for side in told["order"]:
            body = {"side": side, "words": f"words of {side}", "wait": 0}
            self.client.post(f"/api/matches/{told['id']}/words", json=body).raise_for_status()
        return self.sight(told["id"], told["sides"][0]["id"])

    def sight(self, match: str, side: str, **query: Any) -> dict[str, Any]:
        told: dict[str, Any] = self.get(f"/matches/{match}", side=side, **query)
        return told

    @staticmethod
    def offered(sight: dict[str, Any]) -> list[list[str]]:
        """The choices of a sight's decision, one by one."""
        return unfactor(sight["decision"]["choices"])

    def act(self, sight: dict[str, Any], *choices: list[str]) -> dict[str, Any]:
        body = {"side": sight["side"], "seq": sight["seq"], "choices": list(choices)}
        answer = self.client.post(f"/api/matches/{sight['id']}/act", json=body)
        assert answer.status_code < 300, answer.text
        told: dict[str, Any] = answer.json()
        return told


def random_words(page: Page) -> None:
    """Waits until the browser has given random words for the dice for every side."""
    page.locator("#decision").wait_for(state="attached")
    expect(page.locator("#words-first")).to_have_count(0)


@pytest.fixture
def api(address: str) -> Iterator[Api]:
    """The endpoints of the server."""
    with httpx.Client(base_url=address, timeout=30) as client:
        yield Api(client)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The Chromium of this machine."""
    with sync_playwright() as play:
        launched = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        yield launched
        launched.close()


def new_context(
    browser: Browser,
    *,
    phone: bool = False,
    pace: str = "step",
    dice: str = "once",
    guard: str = "off",
    player: str = PLAYER,
    **more: Any,
) -> BrowserContext:
    """A browser as it comes to somebody new, but for how the other side's moves and dice are shown, and with no guard
    that drops presses right after the question has changed: these hands are quicker than any person's.

    It holds the seats of every match that the tests begin, unless it is another ``player``; an empty one is a browser
    without cookies.
    """
    if phone:
        more |= {"has_touch": True, "is_mobile": True}
    wanted: dict[str, Any] = {"viewport": PHONE if phone else WIDE, "reduced_motion": "reduce", **more}
    context = browser.new_context(**wanted)
    context.set_default_timeout(PATIENCE)
    be_player(context, player)
    kept = json.dumps({"pace": pace, "dice": dice, "text": "off", "tour": "new"})
    like = f"""if (location.protocol !== 'about:' && !localStorage.getItem('ironbottom.comforts'))
      localStorage.setItem('ironbottom.comforts', '{kept}')"""
    context.add_init_script(like)
    context.add_init_script(
        f"""if (location.protocol !== 'about:' && !localStorage.getItem('ironbottom.settings'))
      localStorage.setItem('ironbottom.settings', '{{"guard": "{guard}"}}')"""
    )
    return context


def be_player(context: BrowserContext, player: str) -> None:
    """Gives a browser the cookie that identifies it as a seat holder."""
    if player:
        context.add_cookies([{"name": SEATS_COOKIE, "value": player, "domain": "127.0.0.1", "path": "/"}])


Lent = tuple[str, BrowserContext]
"""A browser by how it was asked for."""
FREE: WeakKeyDictionary[Browser, list[Lent]] = WeakKeyDictionary()
"""Those that were given back, the last one last."""
MOST_FREE = 3


@contextmanager
def context_of(browser: Browser, **wanted: Any) -> Iterator[BrowserContext]:
    """The same, lent: given back it is emptied of all but the page's own files, which are then read and compiled once.

    Each page is a new one; what is written down for every page of it (``add_init_script``) would stay. An empty page
    stands by, since a browser without any forgets. After a test that fails it is thrown away.
    """
    free, like = FREE.setdefault(browser, []), json.dumps(wanted, sort_keys=True)
    lent = next((each for each in free if each[0] == like), None)
    if lent:
        free.remove(lent)
    else:
        lent = (like, new_context(browser, **wanted))
        lent[1].new_page()
    context = lent[1]
    be_player(context, wanted.get("player", PLAYER))
    try:
        yield context
    except BaseException:
        context.close()
        raise
    first, *others = context.pages
    for page in others:
        page.close()
    cleaner = context.new_cdp_session(first)
    cleaner.send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": WRITTEN_DOWN})
    cleaner.detach()
    free.append(lent)
    while len(free) > MOST_FREE:
        free.pop(0)[1].close()


WRITTEN_DOWN = "cookies,indexeddb,local_storage,service_workers,cache_storage"
"""All that a page can write down."""


@pytest.fixture
def wide(browser: Browser) -> Iterator[Page]:
    """A page on a wide screen."""
    with context_of(browser) as context:
        yield context.new_page()


@pytest.fixture(scope="module")
def of_file(browser: Browser) -> Iterator[Page]:
    """A page on a wide screen that the tests of a file share."""
    with context_of(browser) as context:
        yield context.new_page()


@pytest.fixture
def shared(of_file: Page) -> Page:
    """The page that a file shares, as it comes to somebody new."""
    of_file.mouse.up()
    if of_file.url.startswith("http"):
        of_file.evaluate("localStorage.clear()")
        of_file.goto("about:blank")
    return of_file


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A page on a phone, for fingers."""
    with context_of(browser, phone=True) as context:
        yield context.new_page()
