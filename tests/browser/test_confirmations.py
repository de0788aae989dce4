"""Nothing is given up by one press: the button asks for confirmation in place, and a double press cancels."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.actions import SENTENCE
from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import open_position, quiet
from tests.kit.thorough_cases import in_build

pytestmark = pytest.mark.build

FORFEITS = {
    "operation": ("Pass", "p", "Pass with 4 ready"),
    "hold_fast/moves": ("Done moving", "d", "End with 29 unmoved"),
    "victory_in_the_pacific/strike": ("Hold for later", "p", "Hold the submarine"),
    "victory_in_the_pacific/targeting": ("Hold fire", "d", "Hold fire with 3"),
}
"""A position, the button there that gives something up, its key, and its text with the cost."""
MOMENT = 400
"""Milliseconds after which a question accepts presses."""


@pytest.mark.parametrize("name", in_build(FORFEITS, "operation"))
def test_a_double_press_selects_only_once(address: str, api: Api, browser: Browser, name: str) -> None:
    """By mouse and by key: the second press hits the cancel button, in the place of the first."""
    label, key, cost = FORFEITS[name]
    with context_of(browser, guard="on") as context:
        page = context.new_page()
        match_view = open_position(page, api, address, name)
        page.wait_for_timeout(MOMENT)
        asked = page.locator(SENTENCE).inner_text()
        button = page.locator("#decision [data-gate]").filter(has_text=label)
        button.dblclick()
        expect(page.locator(SENTENCE)).to_have_text(asked)
        page.keyboard.press(key)
        expect(page.locator("#decision button").filter(has_text=cost)).to_be_visible()
        expect(page.locator("#decision .primary")).to_have_count(0)
        page.keyboard.press(key)
        expect(button).to_be_visible()
        assert api.match_view(match_view["id"], match_view["side"])["seq"] == match_view["seq"], "nothing was done"


@pytest.mark.thorough
def test_a_question_that_has_just_come_takes_no_press(address: str, api: Api, browser: Browser) -> None:
    """A second click right after an act was meant for the earlier question: it sends nothing."""
    with context_of(browser, guard="on") as context:
        page = context.new_page()
        match_view = open_position(page, api, address, "victory_in_the_pacific/stay_or_retreat")
        page.wait_for_timeout(MOMENT)
        sent: list[str] = []
        page.on("request", lambda request: sent.extend([request.url] * request.url.endswith("/act")))
        stay = page.locator("#decision button").filter(has_text="Stay").bounding_box()
        assert stay is not None
        at = stay["x"] + stay["width"] / 2, stay["y"] + stay["height"] / 2
        page.mouse.click(*at)
        page.wait_for_timeout(100)
        page.mouse.click(*at)
        quiet(page)
        assert len(sent) == 1, match_view["decision"]["prompt"]


@pytest.mark.thorough
def test_a_touch_on_a_term_explains_it(address: str, api: Api, phone_page: Page) -> None:
    open_position(phone_page, api, address, "victory_in_the_pacific/strike")
    phone_page.locator("#board .odds h2").get_by_role("button").tap()
    expect(phone_page.get_by_text("each shot hits on 5 or 6 and disables on 4")).to_be_visible()
