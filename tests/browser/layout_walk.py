"""Checks that the layout is stable during a match: the parts of the page, the map, and unmoved stacks.

Run as ``python -m tests.browser.layout_walk [GAME ...] [--size WIDTHxHEIGHT ...] [--seed NUMBER]`` to walk whole games.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import open_match, quiet, seats_against, table
from tests.browser.simulated_player import SimulatedPlayer

SIZES = {
    "compact": (1280, 720),
    "wide": (1440, 900),
    "broad": (2560, 1440),
    "tablet": (1024, 768),
    "phone": (390, 844),
}
MEASURE = r"""() => {
  const box = (e) => {
    const { x, y, width, height } = e.getBoundingClientRect()
    return [x, y, width, height].map((n) => Math.round(n * 2) / 2)
  }
  const seen = (e) => e.getClientRects().length > 0
  const all = (where) => [...document.querySelectorAll(where)].filter(seen)
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
  const lines = all('#decision .sentence, #decision .subline').map((e) => e.getBoundingClientRect())
  const buttons = all('#decision button')
  const inside = (e) => {
    const b = e.getBoundingClientRect()
    return b.left >= 0 && b.top >= 0 && b.right <= innerWidth + 1 && b.bottom <= innerHeight + 1
  }
  const stacks = all('#board [data-stack]')
  return {
    parts: Object.fromEntries(all('[data-frame]').map((e) => [e.dataset.frame, box(e)])),
    slots: Object.fromEntries(all('#decision [data-slot]').map((e) => [e.dataset.slot, box(e)])),
    camera: document.querySelector('#board .chart .viewport')?.getAttribute('transform') ?? null,
    spots: stacks.reduce((all, e) => {
      (all[e.dataset.spot] ??= {})[e.dataset.stack] = box(e)
      return all
    }, {}),
    longer: document.documentElement.scrollHeight - innerHeight,
    outside: buttons.filter((e) => !inside(e)).map((e) => e.innerText),
    crossed: lines.some((line) => all('#decision .slot button').some((b) => meet(line, b.getBoundingClientRect()))),
    cut: all('#decision .sentence').some((e) => e.scrollHeight > e.clientHeight + 2),
    filled: all('#decision .primary').length,
    lossy: all('#decision .primary[data-gate]').length,
    broken: all('.foot .name').some((e) => e.getClientRects().length > 1),
    labels: buttons.map((e) => e.querySelector('.words > span')?.textContent?.trim() ?? '').filter(Boolean),
    sentence: document.querySelector('#decision .sentence')?.innerText ?? '',
  }
}"""
FACTORS = re.compile(r"gunnery|armor|speed \d|\d·\d|\d of \d")
MAX_LETTERS = 24
NO_WORDS = re.compile(r"\brest\b|\bOK\b|[()!]", re.IGNORECASE)


class Frame:
    """Compares the layout of a page at later moments with the first one."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.first: dict[str, Any] | None = None
        self.before: dict[str, Any] = {}
        self.looks = 0
        self.held = 0
        """The number of stacks that were found at their earlier positions."""
        self.shown = False
        """Whether the map has moved to a hex since the last look."""

    def check(self, *, about_hex: bool = False) -> None:
        """Waits until the page is still, then compares; a question about one hex may move the map to that hex."""
        self.shown |= about_hex
        quiet(self.page)
        now: dict[str, Any] = self.page.evaluate(MEASURE)
        at = f"at {now['sentence']!r}"
        if self.first is None:
            self.first = now
        for name, box in self.first["parts"].items():
            hidden = name in ("board", "rail") and name not in now["parts"]
            assert hidden or now["parts"].get(name) == box, f"{name} was {box}, is {now['parts'].get(name)} {at}"
        assert now["slots"] == self.first["slots"], at
        self.check_map(now, at)
        assert now["longer"] <= 0, f"the page is {now['longer']} pixels too long {at}"
        assert now["outside"] == [], at
        assert not now["crossed"], f"the sentence runs into a button {at}"
        assert not now["cut"], f"the sentence is cut {at}"
        assert now["filled"] <= 1, at
        assert not now["lossy"], f"what gives something up is filled {at}"
        assert not now["broken"], at
        for label in now["labels"]:
            assert len(label) <= MAX_LETTERS, f"{label!r} is too long {at}"
            assert not NO_WORDS.search(label), f"{label!r} is not in plain words {at}"
            assert not FACTORS.search(label), f"{label!r} holds factors {at}"
        self.before = now
        self.looks += 1

    def check_map(self, now: dict[str, Any], at: str) -> None:
        """The camera is unchanged, and so is everything in places where nothing arrived or left.

        A stack of counted units whose size has changed counts as another stack.
        """
        if now["camera"] is None:
            return
        camera = self.first and self.first["camera"]
        assert self.first is not None
        moved, self.shown = self.shown and now["camera"] != camera, False
        if camera is None or moved:
            self.first["camera"] = now["camera"]
            return
        assert now["camera"] == camera, f"the map was {camera}, is {now['camera']} {at}"
        for spot, held in now["spots"].items():
            was = self.before.get("spots", {}).get(spot)
            if was is not None and was.keys() == held.keys():
                same = {stack: box for stack, box in held.items() if was[stack][2:] == box[2:]}
                assert all(was[stack] == box for stack, box in same.items()), f"{spot}: {was}, now {held} {at}"
                self.held += len(same)


def never() -> bool:
    """Only *War in the Pacific* has questions that move the map."""
    return False


def asks_about_hex(api: Api, match: str, side: str) -> Callable[[], bool]:
    """Returns whether *War in the Pacific* asks a side about one hex, to which the map then moves."""

    def now() -> bool:
        match_view = api.match_view(match, side)
        frames = match_view["view"]["frames"] if match_view["decision"] else []
        own = [*frames, *(one for frame in frames[-1:] for one in frame.get("stacks", {}).get(side, ()))][-1:]
        return any(frame["procedure"] == "next_battle" or ABOUT & frame.keys() for frame in own)

    return now


ABOUT = {"unit", "subron", "at", "where"}
"""The fields of a question about one hex."""


def walk(user: SimulatedPlayer, most: int, turns: int = 0, about_hex: Callable[[], bool] = never) -> int:
    """Plays on, and checks the layout after each press; returns the number of checks."""
    frame = Frame(user.page)
    idle = 0
    while frame.looks < most and idle < 200:
        result = user.read()
        if user.over(result) or 0 < turns < result["turn"]:
            break
        if not result["curtain"]:
            frame.check(about_hex=about_hex())
        idle = 0 if user.go_on(user.read()) else idle + 1
    mapped = frame.before.get("spots") and frame.first and frame.first["spots"]
    assert frame.held or not mapped, "no stack stood twice in one place: nothing was compared"
    return frame.looks


def open_context(browser: Browser, size: tuple[int, int], **more: Any) -> Any:
    """A browser with a window of this size, for touch if it is narrow."""
    narrow = size[0] < 720
    viewport = {"width": size[0], "height": size[1]}
    return context_of(browser, pace="skip", viewport=viewport, has_touch=narrow, is_mobile=narrow, **more)


def begin(page: Page, api: Api, address: str, game: str, side: str = "japan", scenario: str = "") -> Callable[[], bool]:
    """Begins a match against the computer, at its board; returns whether its questions move the map."""
    asked = {"scenario": scenario} if scenario else {}
    answer = api.begin(game=game, seats=seats_against(game, side, "ensign"), **asked)
    open_match(page, address, answer["id"])
    return asks_about_hex(api, answer["id"], side) if game == "witp" else never


def main() -> None:
    from tests.browser.actions import TITLES
    from tests.browser.whole_games import player

    read = argparse.ArgumentParser(prog="python -m tests.browser.layout_walk", description=__doc__)
    read.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(TITLES)}; all of them by default")
    read.add_argument("--size", nargs="+", choices=SIZES, default=list(SIZES))
    read.add_argument("--seed", type=int, default=1)
    asked = read.parse_args()
    failed = False
    with table() as (address, api, browser):
        for game in asked.games or TITLES:
            for size in asked.size:
                begun = time.monotonic()
                with open_context(browser, SIZES[size]) as context:
                    page = context.new_page()
                    about_hex = begin(page, api, address, game)
                    user = player(game, page, asked.seed, "finger" if size == "phone" else "mouse")
                    try:
                        looks = walk(user, 6000, about_hex=about_hex)
                        print(f"{game}, {size}: {looks} looks, {time.monotonic() - begun:.0f} s", flush=True)
                    except AssertionError as wrong:
                        failed = True
                        print(f"{game}, {size}: {wrong}", flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
