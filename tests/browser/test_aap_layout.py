"""Axis & Allies: Pacific: looking back, the footer, a battle in a low window, and long pages on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import THREE_SIDES, open_match, quiet
from tests.browser.simulated_player import no_errors
from tests.browser.test_aap import moves
from tests.browser.test_aap_turn import position

pytestmark = pytest.mark.build

NAMED = """() => [...document.querySelectorAll('.turns.single-turn .ticks i')].map((one) => {
  const [box, name] = [one.getBoundingClientRect(), one.querySelector('small').getBoundingClientRect()]
  return { cut: getComputedStyle(one).clipPath !== 'none', over: box.bottom > name.top + 8 }
})"""
"""For each phase in the footer, whether its name is cut off or covered by its line."""


def test_phases_keep_their_names_while_looking_back(browser: Browser, api: Api, address: str) -> None:
    """In the footer of an Allied turn, the moment is named after its side."""
    with context_of(browser, pace="skip", viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        wrong = no_errors(page)
        text = position("usa", "purchase", "[ipc]\nusa = 9\n")
        match = api.begin(game="aap", position=text, seats=dict.fromkeys(THREE_SIDES, "person"))
        api.act(api.act(api.match_view(match["id"], "usa"), ["buy", "usa", "infantry", "1"]), ["done"])
        open_match(page, address, match["id"])
        expect(page.locator(".production")).to_contain_text("12 pool")
        page.get_by_role("button", name="One step back").click()
        expect(page.locator("#decision .sentence")).to_have_text("Looking back at R2 U.S.")
        quiet(page)
        result = page.evaluate(NAMED)
        assert len(result) == 9
        assert [one for one in result if one["cut"] or one["over"]] == []
        assert wrong == []


@pytest.mark.thorough
def test_in_a_low_window_the_roll_button_and_the_swing_stay_visible(browser: Browser, api: Api, address: str) -> None:
    """8.8.1: in a small battle at 1280x720, no part of the odds is scrolled out of view."""
    fleets = "[units.usa.sz25]\nbattleship = 2\n[units.japan.sz26]\nbattleship = 2\n"
    with context_of(browser, pace="skip", viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        text = position("usa", "combat_moves", fleets)
        match = api.begin(game="aap", position=text, seats=dict.fromkeys(THREE_SIDES, "person"))["id"]
        match_view = api.act(api.match_view(match, "usa"), ["move", "sz25", "battleship"], ["go", "sz26", "2"])
        api.act(match_view, ["done"])
        open_match(page, address, match)
        expect(page.get_by_role("button", name="Keep rolling", exact=True)).to_be_visible()
        expect(page.locator(".odds figcaption")).to_be_visible()
        quiet(page)
        hidden: int = page.locator(".battle .odds").evaluate("(one) => one.scrollHeight - one.clientHeight")
        assert hidden <= 1
        assert not page.locator(".odds h2").inner_text().count("u.s.")


@pytest.mark.thorough
def test_on_a_phone_a_row_of_buttons_jumps_to_each_part_of_a_long_page(
    browser: Browser, api: Api, address: str
) -> None:
    with context_of(browser, phone=True, pace="skip", viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_match(page, address, moves(api, uk="random", usa="random")["id"])
        for part, found in {"Forces": ("Threats", "What can reach"), "Income": ("Orders", "Standing orders")}.items():
            page.locator(".tabbar button").filter(has_text=part).tap()
            button = page.get_by_role("button", name=f"{found[0]}, on this page")
            expect(button).to_be_visible()
            assert button.evaluate("(one) => one.getBoundingClientRect().height") >= 44
            button.tap()
            expect(page.get_by_role("heading", name=found[1])).to_be_in_viewport()
            expect(button).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert wrong == []
