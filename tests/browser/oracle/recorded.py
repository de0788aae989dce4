"""Runs the layout oracle at moments of recorded games, on screens of all sizes, and summarizes its findings."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route
from playwright.sync_api import Error as BrowserError

from tests.browser.conftest import Api, context_of, new_context
from tests.browser.match_setup import quiet, seats_against
from tests.browser.oracle.findings import KINDS, Finding, Snapshot, find, find_moved, snapshot
from tests.browser.oracle.moments import Moment

SIZES = {"compact": (1280, 720), "phone": (390, 844), "tablet": (820, 1180), "low tablet": (1024, 768)}
CHECKED_SIZES = ("compact", "phone")
"""The screens on which everything is checked; on tablets, only the touch targets are checked."""
COARSE = {"phone", "tablet", "low tablet"}
LOOKS = ("question", "question, dark")
STRESS = "150 % and longest names"
OTHERS = [kind for kind in KINDS if kind not in ("contrast", "small-text", "touch-target", "moved")]
"""The checks that are made at 150 % with the longest names; the results of the others do not depend on text size."""
FOLLOW_INTERVAL, STRESS_INTERVAL, TABLET_INTERVAL = 3, 5, 5
"""The intervals, in moments, at which a choice is followed, and at which 150 % and tablets are checked."""
OPENS = 180_000
"""The maximum number of milliseconds for a match to open on the slowest machine."""
STEPS = 4
"""The maximum number of presses from a choice to the next question."""
ONWARDS = re.compile(r"^(Roll|Continue|Next|On to|Show)")
UNITS = ("units", "ships", "ground", "aircraft")
KNOWN_FILE = Path(__file__).parent / "known.toml"
NEW_MATCH = """([address, other]) => {
  window.lastDecision = document.querySelector('#decision')
  if (location.href.startsWith(address)) location.hash = other
}"""
SHOWN = """(limit) => new Promise((done, fail) => {
  const shown = () => {
    const now = document.querySelector('#decision')
    return now && now !== window.lastDecision && !!now.querySelector('.sentence')?.textContent.trim()
  }
  if (shown()) return done()
  const late = setTimeout(() => (watch.disconnect(), fail(new Error('the match did not open'))), limit)
  const watch = new MutationObserver(() => shown() && (watch.disconnect(), clearTimeout(late), done()))
  watch.observe(document, { subtree: true, childList: true, characterData: true })
})"""


@dataclass(frozen=True)
class Found:
    """A finding with its moment and screen."""

    moment: Moment
    size: str
    look: str
    """The situation that was checked: the question in light or dark mode, a step after the choice, or 150 %."""
    finding: Finding

    def __str__(self) -> str:
        return f"{self.moment}, {self.size}, {self.look}: {self.finding}"


@dataclass(frozen=True)
class Known:
    """Findings that are open faults of the page, with the reason why they are not fixed yet."""

    kind: str
    at: str
    """A pattern of the selector."""
    reason: str
    text: str = ""
    games: Sequence[str] = ()
    sizes: Sequence[str] = ()
    looks: str = ""
    """A pattern of the look: ``150 %`` for findings with large text only."""

    def covers(self, found: Found) -> bool:
        """Whether this entry covers a finding."""
        one = found.finding
        return (
            one.kind == self.kind
            and (not self.games or found.moment.game in self.games)
            and (not self.sizes or found.size in self.sizes)
            and re.search(self.at, one.selector) is not None
            and re.search(self.text, one.text) is not None
            and re.search(self.looks, found.look) is not None
        )


def known_faults() -> list[Known]:
    """The known open findings."""
    return [Known(**one) for one in tomllib.loads(KNOWN_FILE.read_text(encoding="utf-8")).get("known", [])]


# -- Pages -------------------------------------------------------------------------------------------------------------


@contextmanager
def open_page(browser: Browser, size: str, *, stress: bool = False) -> Iterator[Page]:
    """A page on a screen of this size, for a new user; with ``stress`` at 150 % and with long names."""
    width, height = SIZES[size]
    coarse = size in COARSE
    wanted: dict[str, Any] = {"viewport": {"width": width, "height": height}, "has_touch": coarse, "is_mobile": coarse}
    if not stress:
        with context_of(browser, pace="whole", dice="wait", color_scheme="light", **wanted) as context:
            yield context.new_page()
        return
    context = new_context(browser, pace="whole", dice="wait", color_scheme="light", **wanted)
    large = json.dumps({"guard": "off", "scale": "150"})
    context.add_init_script(
        f"if (location.protocol !== 'about:') localStorage.setItem('ironbottom.settings', '{large}')"
    )
    try:
        page = context.new_page()
        page.route("**/api/matches/*/pieces", lengthen)
        yield page
    finally:
        context.close()


def lengthen(route: Route) -> None:
    """Serves the units of a match, each with the longest name of its side and kind."""
    response = route.fetch()
    body = response.json()
    for sort in UNITS:
        rows = [row for row in body.get(sort, []) if isinstance(row, dict) and isinstance(row.get("name"), str)]
        longest: dict[tuple[Any, Any], str] = {}
        for row in rows:
            key = (row.get("side"), row.get("kind"))
            longest[key] = max(longest.get(key, ""), row["name"], key=len)
        for row in rows:
            row["name"] = longest[row.get("side"), row.get("kind")]
    route.fulfill(response=response, json=body)


def start_opening(page: Page, address: str, match: str) -> None:
    """Goes to a match within the page, without a reload; it opens while other pages are checked."""
    if page.url.startswith(address):
        page.evaluate(NEW_MATCH, [address, f"#/m/{match}"])
    else:
        page.goto(f"{address}/#/m/{match}", wait_until="commit")


def wait_until_shown(page: Page) -> None:
    """Waits until the match that was last opened is shown, and the page is still."""
    page.evaluate(SHOWN, OPENS)
    quiet(page)


def show(page: Page, address: str, match: str) -> None:
    """Goes to a match within the page, and waits until it is still."""
    start_opening(page, address, match)
    wait_until_shown(page)


def begin(api: Api, moment: Moment) -> dict[str, Any]:
    """Begins a match at the position of a moment, against random players; returns the side's view."""
    seats = seats_against(moment.game, moment.side, "random")
    begun = api.begin(game=moment.game, position=moment.position, seats=seats, name=f"Moment {moment.number}")
    return api.match_view(begun["id"], moment.side)


# -- Checks ------------------------------------------------------------------------------------------------------------


@dataclass
class Checker:
    """Checks moments one after another on a screen of one size, and stores the findings."""

    browser: Browser
    api: Api
    address: str
    size: str
    report: Callable[[Found], None] = lambda found: None
    found: list[Found] = field(default_factory=list)
    checks: int = 0
    """The number of checks."""
    dark: set[Page] = field(default_factory=set)
    """The pages in dark mode."""
    pictures: Path | None = None
    """Where to save a screenshot of each step after a choice."""

    def opened(self, moments: Sequence[Moment], pages: Sequence[Page]) -> Iterator[tuple[Moment, dict[str, Any], Page]]:
        """Opens the moments one after the other, each with its view and the page that shows it.

        While a moment is checked in one page, the next one opens in the other: opening takes the longest.
        """
        with ThreadPoolExecutor(max_workers=1) as ahead:
            begun = [ahead.submit(begin, self.api, moment) for moment in moments[:1]]
            for place, moment in enumerate(moments):
                match_view, page = begun[place].result(), pages[place % 2]
                if not place:
                    start_opening(page, self.address, match_view["id"])
                if place + 1 < len(moments):
                    begun.append(ahead.submit(begin, self.api, moments[place + 1]))
                wait_until_shown(page)
                if place + 1 < len(moments):
                    start_opening(pages[1 - place % 2], self.address, begun[place + 1].result()["id"])
                if place:  # no page shows it any more
                    self.api.client.delete(f"/api/matches/{begun[place - 1].result()['id']}")
                yield moment, match_view, page

    def check(self, moments: Sequence[Moment]) -> list[Found]:
        """All findings at these moments."""
        tablets = [name for name in SIZES if name not in CHECKED_SIZES] if self.size == "phone" else []
        with ExitStack() as open_pages:
            pages = [open_pages.enter_context(open_page(self.browser, self.size)) for _ in range(2)]
            large = open_pages.enter_context(open_page(self.browser, self.size, stress=True))
            tablet = open_pages.enter_context(open_page(self.browser, tablets[0])) if tablets else None
            for place, (moment, match_view, page) in enumerate(self.opened(moments, pages)):
                self.question(page, moment)
                if place % STRESS_INTERVAL == 0:
                    show(large, self.address, match_view["id"])
                    self.note(moment, STRESS, find(large, OTHERS, still=True))
                if tablet and place % TABLET_INTERVAL == 0:
                    self.check_touch_targets(tablet, moment, match_view, tablets)
                if moment.first or place % FOLLOW_INTERVAL == 0:
                    self.follow(page, moment, match_view)
        return self.found

    def note(self, moment: Moment, look: str, findings: Sequence[Finding], size: str = "") -> None:
        """Stores the findings of one check."""
        self.checks += 1
        for finding in findings:
            self.found.append(Found(moment, size or self.size, look, finding))
            self.report(self.found[-1])

    def question(self, page: Page, moment: Moment) -> None:
        """Checks the question, in light and dark mode: all kinds in the current mode, contrast in the other.

        The page stays in the other mode, which saves drawing it a third time.
        """
        dark = page in self.dark
        self.note(moment, LOOKS[dark], find(page, still=True))
        page.emulate_media(color_scheme="light" if dark else "dark", reduced_motion="reduce")
        self.dark ^= {page}
        quiet(page)
        self.note(moment, LOOKS[not dark], find(page, ["contrast"]))

    def check_touch_targets(self, page: Page, moment: Moment, match_view: dict[str, Any], sizes: Sequence[str]) -> None:
        """Checks touch targets on tablets."""
        for size in sizes:
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            if size == sizes[0]:
                show(page, self.address, match_view["id"])
            quiet(page)
            self.note(moment, "question", find(page, ["touch-target"], coarse=True), size)

    def follow(self, page: Page, moment: Moment, match_view: dict[str, Any]) -> None:
        """Makes the recorded choice and continues to the next question: reports, pending dice, rolled dice."""
        quiet(page)
        before = snapshot(page)
        self.api.act(match_view, *(list(action) for action in moment.actions))
        for step in range(1, STEPS + 1):
            quiet(page)
            self.note(moment, f"step {step} after the choice", find(page, still=True))
            if self.pictures:
                page.screenshot(path=self.pictures / f"{moment.record}-{moment.number}-{self.size}-step_{step}.png")
            label = page.locator("#decision [data-slot=main] .words").first
            if not (label.count() and ONWARDS.match(label.inner_text())):
                break
            try:
                label.click(timeout=4000)
            except BrowserError:  # it disappeared meanwhile
                break
        self.note(moment, "after the choice", unmoved(page, moment, before))


def unmoved(page: Page, moment: Moment, before: Snapshot) -> list[Finding]:
    """The elements that moved although the act did not move them.

    *War in the Pacific* moves the map to the hex of a question.
    """
    findings = find_moved(page, before, snapshot(page))
    return [one for one in findings if moment.game != "witp" or one.selector != "#board .chart .viewport"]


# -- Summary -----------------------------------------------------------------------------------------------------------


def summed(found: Sequence[Found]) -> list[str]:
    """The findings as lines.

    Those of one kind at one place share a line, with their number, the first place, and how to reproduce it.
    """
    groups: dict[tuple[str, str, str], list[Found]] = {}
    for one in found:
        place = re.sub(r'"[^"]*"|\d+', "*", one.finding.selector)
        groups.setdefault((one.finding.kind, place, one.size), []).append(one)
    ordered = sorted(groups.items(), key=lambda item: (item[0][0], -len(item[1])))
    return [f"{len(alike)} x {alike[0]}" for _, alike in ordered]


def unknown(found: Sequence[Found], listed: Sequence[Known] | None = None) -> list[Found]:
    """The findings that no known fault covers."""
    faults = known_faults() if listed is None else listed
    return [one for one in found if not any(fault.covers(one) for fault in faults)]


def gone(found: Sequence[Found], game: str, size: str) -> list[str]:
    """Known faults that a whole run of a game on a screen should have found, and did not."""
    return [
        f"{fault.kind} at {fault.at!r} is not found any more: remove it from known.toml"
        for fault in known_faults()
        if game in fault.games and size in fault.sizes and not any(fault.covers(one) for one in found)
    ]
