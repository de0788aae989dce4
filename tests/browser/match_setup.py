"""Common setup of the tests and commands of this folder: a server and a Chromium, matches and positions."""

from __future__ import annotations

import re
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.chromium import chromium
from tests.browser.conftest import Api, serving

POSITIONS = Path(__file__).parent / "positions"
SIDES = ("japan", "allies")
THREE_SIDES = ("japan", "uk", "usa")
"""The sides of *Axis & Allies: Pacific*."""
QUIET = """() => new Promise((done) => {
  const end = () => (watch.disconnect(), done())
  let soon = setTimeout(end, 60)
  const watch = new MutationObserver(() => (clearTimeout(soon), (soon = setTimeout(end, 60))))
  watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  setTimeout(end, 2000)
})"""


@contextmanager
def table() -> Iterator[tuple[str, Api, Browser]]:
    """A server with no games, its endpoints, and a browser."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as address,
        httpx.Client(base_url=address, timeout=120) as client,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        yield address, Api(client), browser
        browser.close()


def seats_against(game: str, side: str, player: str) -> dict[str, str]:
    """The seats with a person on one side, and computer players on all others."""
    return {side: "person", **dict.fromkeys((one for one in sides_of(game) if one != side), player)}


def sides_of(game: str) -> tuple[str, ...]:
    """The sides of a game."""
    return THREE_SIDES if game in ("aap", "axis_allies_pacific") else SIDES


def position_of(name: str) -> tuple[str, str]:
    """The game of a test position, and its text."""
    text = (POSITIONS / f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["game"], text


def open_match(page: Page, address: str, match: str) -> None:
    """Goes to the board of a match."""
    page.goto(f"{address}/#/m/{match}")
    page.locator("#board").wait_for()


def open_position(page: Page, api: Api, address: str, name: str) -> dict[str, Any]:
    """Begins a match at a position with the deciding side for the user; returns its view."""
    game, text = position_of(name)
    both = api.begin(game=game, position=text)
    side = next(side for side in sides_of(game) if api.match_view(both["id"], side)["decision"])
    api.client.delete(f"/api/matches/{both['id']}").raise_for_status()
    match_view = api.begin(game=game, position=text, seats=seats_against(game, side, "random"))
    open_match(page, address, match_view["id"])
    return api.match_view(match_view["id"], side)


def quiet(page: Page) -> None:
    """Waits until the page has not moved for a moment."""
    page.evaluate(QUIET)


def match_of(page: Page) -> str:
    """The id of the match on the page, once a match is shown."""
    address = re.compile(r"#/m/([^/?]+)")
    expect(page).to_have_url(address)
    found = address.search(page.url)
    assert found, page.url
    return found[1]
