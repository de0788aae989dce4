"""The clocks of a match with a friend: from the pace on *New game* to a win claimed because a side's time ran out."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.actions import SENTENCE, done
from tests.browser.conftest import serving
from tests.browser.match_setup import match_of
from tests.browser.simulated_player import SimulatedPlayer, no_errors
from tests.browser.test_invite import CUT, LAPTOP, LINK, SMALL, accept, two

pytestmark = pytest.mark.thorough

DAY = 24 * 3600 * 1000
CLOCKS = "header [role=timer]"
CLOCK_BOXES = """() => [...document.querySelectorAll('header .clock, header .side-chip, header button')]
    .map((e) => JSON.stringify(e.getBoundingClientRect()))"""


def invite_with_pace(page: Page, address: str, kind: str) -> str:
    """Begins a game of Pacific Fury as Japan at a pace; returns the link for the friend."""
    page.goto(f"{address}/#/new?seats=friend")
    page.get_by_role("radio", name="Pacific Fury: Guadalcanal 1942", exact=True).check()
    page.get_by_label("Japan", exact=True).check()
    page.get_by_role("radio", name=kind, exact=True).check()
    page.get_by_role("button", name="Make a link").click()
    return page.get_by_label(LINK).first.input_value()


def run_out(folder: Path, side: str) -> None:
    """Lets six days pass for a side whose clock runs, while no server uses the store."""
    with closing(sqlite3.connect(folder / "games.sqlite")) as sql:
        (text,) = sql.execute("select state from clocks").fetchone()
        state = json.loads(text)
        state["sides"][side]["since"] -= 6 * DAY
        sql.execute("update clocks set state = ?", (json.dumps(state),))
        sql.commit()


@pytest.mark.parametrize("size", [LAPTOP, SMALL], ids=["laptop", "phone"])
def test_the_pace_is_chosen_and_no_text_is_cut_off(browser: Browser, tmp_path: Path, size: dict[str, int]) -> None:
    with serving(tmp_path) as address, two(browser, viewport=size, phone=size is SMALL) as (_, page):
        wrong = no_errors(page)
        page.goto(f"{address}/#/new?seats=friend")
        for kind, shown in (("Live", "for each side,"), ("Days", "for each move,"), ("No clock", "After 30 days")):
            page.get_by_role("radio", name=kind, exact=True).check()
            expect(page.locator("form")).to_contain_text(shown)
            assert page.evaluate(CUT) == []
        assert wrong == []


def test_a_win_is_claimed_when_the_time_of_the_friend_has_run_out(browser: Browser, tmp_path: Path) -> None:
    with two(browser, phone=True, viewport=SMALL) as (host, friend):
        wrong = (no_errors(host), no_errors(friend))
        with serving(tmp_path) as address:
            link = invite_with_pace(host, address, "Days")
            friend.goto(link)
            expect(friend.get_by_text("2 days for each move, with 3 days in reserve.")).to_be_visible()
            accept(friend, link)
            match = match_of(host)
            expect(host.locator(CLOCKS)).to_have_text(["5 d", "5 d"])
            clocks = host.evaluate(CLOCK_BOXES)
            SimulatedPlayer(host, 3).form()
            done(host)
            expect(friend.locator("section.form-forces")).to_be_visible()
            expect(host.locator(CLOCKS)).to_have_text(["5 d", re.compile("^4 d 23 h$|^5 d$")])
            assert host.evaluate(CLOCK_BOXES) == clocks, "a clock that runs moves nothing"
            port = int(address.rsplit(":", 1)[1])
        run_out(tmp_path, "allies")
        with serving(tmp_path, port) as address:
            for page in (host, friend):
                page.goto(f"{address}/#/m/{match}")
                page.reload()
            expect(friend.get_by_text("Your time has run out. Your opponent may claim the win")).to_be_visible()
            expect(host.get_by_text("The Allies have no time left. You may claim the win.")).to_be_visible()
            host.get_by_role("button", name="Claim the win").click()
            expect(host.locator(SENTENCE)).to_contain_text("Japan wins.")
            expect(friend.locator("body")).to_contain_text("the Allies ran out of time")
        # The requests of the pages fail while no server runs.
        assert [one for page in wrong for one in page if "ERR_CONNECTION_REFUSED" not in one] == []
