"""Fixtures: a server with its own games, and a Chromium."""

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

from ironbottom.engine.rules.choices import expand_factored
from tests.browser.chromium import chromium
from tests.players import PLAYER, SEATS_COOKIE

WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 740}
PATIENCE = 60_000
"""The maximum number of milliseconds for a part of the page to appear on the slowest machine."""
expect.set_options(timeout=PATIENCE)
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser test that fails is retried twice, since windows may open in a different order on a busy machine.

    The last line of the run counts the repeated tests; a real fault fails each time.
    """
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=2))


@contextmanager
def running_server(command: list[str], folder: Path, **more: Any) -> Iterator[str]:
    """Runs a server and yields its first output line; its error output is printed when it has ended.

    Errors go to a file: a server with a stopped worker continues, and would keep the output of the run open.
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
    """A server over the games of a folder; returns its address, for the owner with the key in it."""
    command = [sys.executable, "-m", "ironbottom", "serve", "--no-open", "--port", str(port)]
    command += ["--lan"] * lan
    own = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "PYTHONUNBUFFERED": "1"}
    for name in ("IRONBOTTOM_STORE", "IRONBOTTOM_CORRECTIONS"):
        own.pop(name, None)
    store = str(folder / "games.sqlite")
    with running_server([*command, "--store", store], folder, env=own) as output:
        found = re.search(r"http://\S+" if lan else r"http://[^\s/]+", output)
        assert found, f"the server said {output!r}"
        yield found[0]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server."""
    with serving(tmp_path_factory.mktemp("server")) as found:
        yield found


class Api:
    """The server's endpoints, to set up tests and to compare with the page."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        client.cookies.set(SEATS_COOKIE, PLAYER)

    def get(self, path: str, **query: Any) -> Any:
        response = self.client.get(f"/api{path}", params=query)
        response.raise_for_status()
        return response.json()

    def begin(self, **wanted: Any) -> dict[str, Any]:
        """Begins a match; returns the view of its first human player."""
        response = self.client.post("/api/matches", json={"game": "pf", "host": "nobody", "wait": 0, **wanted})
        assert response.status_code == 201, response.text
        data: dict[str, Any] = response.json()
        if "order" not in data:
            return data
        for side in data["order"]:
            body = {"side": side, "words": f"words of {side}", "wait": 0}
            self.client.post(f"/api/matches/{data['id']}/words", json=body).raise_for_status()
        return self.match_view(data["id"], data["sides"][0]["id"])

    def match_view(self, match: str, side: str, **query: Any) -> dict[str, Any]:
        data: dict[str, Any] = self.get(f"/matches/{match}", side=side, **query)
        return data

    @staticmethod
    def offered(match_view: dict[str, Any]) -> list[list[str]]:
        """The choices of a view's decision, one by one."""
        return expand_factored(match_view["decision"]["choices"])

    def act(self, match_view: dict[str, Any], *choices: list[str]) -> dict[str, Any]:
        body = {"side": match_view["side"], "seq": match_view["seq"], "choices": list(choices)}
        response = self.client.post(f"/api/matches/{match_view['id']}/act", json=body)
        assert response.status_code < 300, response.text
        data: dict[str, Any] = response.json()
        return data


def random_words(page: Page) -> None:
    """Waits until the browser has supplied random words for the dice for every side."""
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
    routine: str = "ask",
    **more: Any,
) -> BrowserContext:
    """The settings of a browser for a new user, but without the playback of the other side's moves and dice.

    The guard that ignores presses right after a new question is off, since these tests are quicker than any person.
    Questions without a decision are asked, unless ``routine`` is "pass". The browser holds the seats of all matches of
    the tests, unless another ``player`` is named; with an empty ``player``, it has no cookies.
    """
    if phone:
        more |= {"has_touch": True, "is_mobile": True}
    wanted: dict[str, Any] = {"viewport": PHONE if phone else WIDE, "reduced_motion": "reduce", **more}
    context = browser.new_context(**wanted)
    context.set_default_timeout(PATIENCE)
    be_player(context, player)
    preferences = json.dumps({"pace": pace, "dice": dice, "text": "off", "tour": "new"})
    script = f"""if (location.protocol !== 'about:' && !localStorage.getItem('ironbottom.comforts')) {{
      localStorage.setItem('ironbottom.comforts', '{preferences}')
      localStorage.setItem('ironbottom.pacific.routine', '"{routine}"') }}"""
    context.add_init_script(script)
    context.add_init_script(
        f"""if (location.protocol !== 'about:' && !localStorage.getItem('ironbottom.settings'))
      localStorage.setItem('ironbottom.settings', '{{"guard": "{guard}"}}')"""
    )
    return context


def be_player(context: BrowserContext, player: str) -> None:
    """Gives a browser the cookie that identifies it as a seat holder."""
    if player:
        context.add_cookies([{"name": SEATS_COOKIE, "value": player, "domain": "127.0.0.1", "path": "/"}])


ReusableContext = tuple[str, BrowserContext]
"""A browser context with its parameters as JSON."""
idle_contexts: WeakKeyDictionary[Browser, list[ReusableContext]] = WeakKeyDictionary()
"""The contexts that no test is using, the latest one last."""
MAX_IDLE = 3


@contextmanager
def context_of(browser: Browser, **wanted: Any) -> Iterator[BrowserContext]:
    """A browser context that is reused: when it is returned, everything is removed except the page's files, which are
    compiled only once. Each test gets a new page, but scripts added for all pages (``add_init_script``) would remain.
    An empty page stays open, because a browser without pages forgets its files. After a failed test it is closed.
    """
    idle, key = idle_contexts.setdefault(browser, []), json.dumps(wanted, sort_keys=True)
    reusable = next((each for each in idle if each[0] == key), None)
    if reusable:
        idle.remove(reusable)
    else:
        reusable = (key, new_context(browser, **wanted))
        reusable[1].new_page()
    context = reusable[1]
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
    cleaner.send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": STORED_DATA})
    cleaner.detach()
    idle.append(reusable)
    while len(idle) > MAX_IDLE:
        idle.pop(0)[1].close()


STORED_DATA = "cookies,indexeddb,local_storage,service_workers,cache_storage"
"""Everything that a page can store."""


@pytest.fixture
def wide_page(browser: Browser) -> Iterator[Page]:
    """A page on a wide screen."""
    with context_of(browser) as context:
        yield context.new_page()


@pytest.fixture(scope="module")
def module_page(browser: Browser) -> Iterator[Page]:
    """A page on a wide screen, shared by the tests of a module."""
    with context_of(browser) as context:
        yield context.new_page()


@pytest.fixture
def reset_page(module_page: Page) -> Page:
    """The shared page of a module, reset as for a new user."""
    module_page.mouse.up()
    if module_page.url.startswith("http"):
        module_page.evaluate("localStorage.clear()")
        module_page.goto("about:blank")
    return module_page


@pytest.fixture
def phone_page(browser: Browser) -> Iterator[Page]:
    """A page on a phone with touch input."""
    with context_of(browser, phone=True) as context:
        yield context.new_page()
