"""An act is undone as a whole, on two screens and on one, without a trace and without asking anybody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.actions import button, places, press
from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import SIDES, open_match, open_position, position_of, quiet
from tests.kit.thorough_cases import in_build

pytestmark = pytest.mark.build

HF, VITP = "hold_fast", "victory_in_the_pacific"
SHOWN = """() => [...document.querySelectorAll('#board [aria-label], .tracks, #decision .sentence, #decision .subline')]
  .filter((e) => e.getClientRects().length)
  .map((e) => e.getAttribute('aria-label') ?? e.innerText).sort()"""
LIFT = re.compile("^Lift the curtain")
SUMMARIES = {"hf": "Kaga, Shokaku, Zuikaku and 5 more move", "vitp": "Zuikaku, Kaga, Soryu and 3 more patrol"}


@contextmanager
def open_match_page(browser: Browser, address: str, match: str) -> Iterator[Page]:
    """A separate browser at the board of a match, with the curtain lifted if there is one."""
    with context_of(browser) as context:
        page = context.new_page()
        open_match(page, address, match)
        quiet(page)
        curtain = page.get_by_role("button", name=LIFT)
        if curtain.count():
            curtain.click()
            quiet(page)
        again = page.get_by_role("button", name="Show anyway")
        if again.count():
            again.click()
        quiet(page)
        yield page


def shown_lines(page: Page) -> list[str]:
    quiet(page)
    lines: list[str] = page.evaluate(SHOWN)
    return lines


@pytest.mark.parametrize("game", in_build(SUMMARIES, "hf"))
def test_taking_back_on_one_screen_updates_the_other_screen(
    address: str, api: Api, browser: Browser, game: str
) -> None:
    """Two people with their own browsers: the whole fleet is back at once, and nobody is asked for consent."""
    case = FLEETS[game]
    name, text = position_of(case.position)
    match = api.begin(game=name, position=text)["id"]
    side = next(one for one in SIDES if api.match_view(match, one)["decision"])
    match_view = api.match_view(match, side)
    fleet = case.units[1:]
    at_first = places(api, match_view, fleet)
    with open_match_page(browser, address, match) as mine, open_match_page(browser, address, match) as other:
        press(mine, case.fleet[0])
        before, elsewhere = shown_lines(mine), shown_lines(other)
        press(mine, *case.fleet[1:])
        expect(button(mine, f"Take back all {len(fleet)}")).to_be_visible()
        assert not set(places(api, match_view, fleet).items()) & set(at_first.items())
        expect(other.locator("#log")).to_contain_text(SUMMARIES[game])
        press(mine, f"Take back all {len(fleet)}")
        expect(button(mine, "Take back")).to_have_count(0)
        expect(mine.get_by_role("dialog")).to_have_count(0)
        assert places(api, match_view, fleet) == at_first
        undo = api.match_view(match, side)["undo"]
        assert undo["steps"] == 0
        if not mine.locator("section.place:visible").count():
            press(mine, case.fleet[0])
        assert shown_lines(mine) == before
        assert shown_lines(other) == elsewhere


def test_choices_are_taken_back_and_withdrawn(address: str, api: Api, reset_page: Page) -> None:
    """One box is filled, and undone from the prompt; of two ships, the first is withdrawn by pressing it."""
    match_view = open_position(reset_page, api, address, "forming")
    muster = reset_page.locator("section.form-forces")
    heading = muster.locator("h2")
    before = heading.inner_text()
    muster.get_by_role("button", name=re.compile("^Nagato")).click()
    muster.locator(".form button").first.click()
    expect(heading).not_to_have_text(before)
    reset_page.locator("#decision").get_by_role("button", name=re.compile("^Take back")).click()
    expect(heading).to_have_text(before)
    assert not api.match_view(match_view["id"], "japan")["view"]["forces"]
    for ship in ("Mutsu", "Kongo"):
        muster.get_by_role("button", name=re.compile(f"^{ship}")).click()
    muster.locator(".form button").first.click()
    boxes = reset_page.get_by_role("region", name="Operation boxes")
    boxes.get_by_role("button", name=re.compile("^Mutsu")).click()
    expect(boxes.get_by_role("button", name=re.compile("^Mutsu"))).to_have_count(0)
    expect(boxes.get_by_role("button", name=re.compile("^Kongo"))).to_have_count(1)
    assert [f["units"] for f in api.match_view(match_view["id"], "japan")["view"]["forces"].values()] == [["ijn_kongo"]]


@dataclass(frozen=True)
class Fleet:
    """A ship that moves first, then a fleet in one act: the presses, the units, and the log line of the ship."""

    position: str
    first: tuple[str, ...]
    fleet: tuple[str, ...]
    units: tuple[str, ...]
    line: str
    withdraw: str


FLEETS = {
    "hf": Fleet(
        f"{HF}/moves",
        ("Saigon, 1 block", "Nagato", "Indian Ocean"),
        ("Truk, 24 blocks", "All of the carriers", "Hawaiian Islands"),
        (
            *("j_nagato", "j_akagi", "j_kaga", "j_shokaku", "j_zuikaku"),
            *("j_soryu", "j_hiryu", "j_ryujo", "j_zuiho", "j_hosho"),
        ),
        "Nagato moves from Saigon",
        "Withdraw move Nagato to the Indian Ocean",
    ),
    "vitp": Fleet(
        f"{VITP}/patrols",
        ("Philippines, 7 units", "Mutsu", "Marianas Islands"),
        ("Truk, 14 units", "All of the carriers", "Marshall Islands"),
        ("mutsu", "akagi", "shokaku", "zuikaku", "kaga", "soryu", "hiryu", "ryujo", "zuiho"),
        "Mutsu patrols the Marianas Islands",
        "Withdraw Mutsu patrols the Marianas Islands",
    ),
}


@pytest.mark.parametrize("game", in_build(FLEETS))
def test_a_fleet_is_taken_back_as_a_whole_or_in_part_and_an_earlier_choice_is_withdrawn(
    address: str, api: Api, reset_page: Page, game: str
) -> None:
    case = FLEETS[game]
    match_view = open_position(reset_page, api, address, case.position)
    at_first = places(api, match_view, case.units)
    press(reset_page, *case.first)
    fleet = button(reset_page, case.fleet[0])
    press(reset_page, *case.fleet)
    expect(reset_page.locator("#log li")).to_have_count(2)
    sent = places(api, match_view, case.units)
    assert not set(sent.items()) & set(at_first.items())
    press(reset_page, f"Take back all {len(case.units) - 1}")
    expect(fleet).to_be_visible()
    one = case.units[0]
    assert places(api, match_view, case.units) == {**at_first, one: sent[one]}
    press(reset_page, *case.fleet, "Take back only the last choice")
    expect(reset_page.locator("#log")).to_contain_text("A choice was taken back")
    reset_page.locator("#log").get_by_role("button", name=re.compile(f"^{case.line}")).click()
    last = case.units[-1]
    assert places(api, match_view, case.units) == {**sent, last: at_first[last]}
    press(reset_page, case.withdraw)
    expect(button(reset_page, "Withdraw")).to_have_count(0)
    assert places(api, match_view, case.units) == {**sent, one: at_first[one], last: at_first[last]}
