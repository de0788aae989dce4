"""Choices of *War in the Pacific* in two steps: on the page the last press submits both at once."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Api, context_of
from tests.browser.layout_walk import SIZES, open_context
from tests.browser.match_setup import open_position
from tests.browser.simulated_player import no_errors
from tests.kit.thorough_cases import further

WITP = "war_in_the_pacific"
AIM = ["allot", "jp_apb2"], ["strike_with", "b_17_trained", "bomb", "2"]
COVER = ["cover", "us_cv8", "f4f_carrier"], ["fly_over", "allies_2", "2"]
SHIELD = ["shield", "jp_cvl1", "zero_carrier"], ["stay_over", "japan_3", "1"]


def record_requests(page: Page) -> list[tuple[str, Any]]:
    """Later requests to the server: choices, and the number of undone ones."""
    found: list[tuple[str, Any]] = []

    def note(request: Any) -> None:
        what = request.url.split("?")[0].rsplit("/", 1)[-1]
        if request.method == "POST" and what in ("act", "undo"):
            body = json.loads(request.post_data)
            found.append((what, body["choices"] if what == "act" else body["steps"]))

    page.on("request", note)
    return found


def take(page: Page, *words: str) -> None:
    """Presses choices by their label; a folded list or the tab of choices is opened."""
    for word in words:
        choice = page.locator("#decision button, #choices [data-choice]").filter(has_text=re.compile(word))
        shown = choice.filter(visible=True).first
        fold = page.locator("#decision button").filter(has_text=re.compile(r"Show \d+ choices"))
        fold = fold.or_(page.get_by_role("tab", name="Choices"))
        expect(shown.or_(fold.first).first).to_be_visible()
        if not shown.is_visible():
            fold.first.click()
        shown.click()


def ship(page: Page, name: str) -> Locator:
    """A clickable ship of the battle."""
    return page.get_by_role("button", name=re.compile(rf"^{name}\b.*may be chosen")).first


@pytest.mark.thorough
@pytest.mark.parametrize("size", ["wide", *further("phone")])
def test_20_11_points_are_aimed_at_a_ship_with_one_press_and_taken_back_together(
    browser: Browser, api: Api, address: str, size: str
) -> None:
    """The ship is only submitted together with the points, and one press undoes both."""
    with open_context(browser, SIZES[size]) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/aiming")
        acts, sentence = record_requests(page), page.locator("#decision .sentence")
        take(page, "Aim at a ship", "APB2")
        expect(sentence).to_contain_text("Aim at a ship, APB2: choose the points.")
        assert acts == []
        take(page, "B-17, trained, Bomb, 2 points")
        expect(sentence).to_contain_text("Which ships do the aircraft attack?")
        assert acts == [("act", [*AIM])]
        assert len(api.match_view(match_view["id"], "allies")["view"]["frames"][-1]["loads"]) == 1
        page.get_by_role("button", name=re.compile("^Take back")).first.click()
        expect(page.get_by_role("button", name=re.compile("^Take back"))).to_have_count(0)
        expect(sentence).to_contain_text("Which ships do the aircraft attack?")
        assert acts[1:] == [("undo", 2)]
        assert api.match_view(match_view["id"], "allies")["view"]["frames"][-1]["loads"] == []
        assert wrong == []


@pytest.mark.build
def test_20_11_a_ship_pressed_during_a_battle_is_left_out_of_the_log(browser: Browser, api: Api, address: str) -> None:
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{WITP}/aiming")
        acts, sentence = record_requests(page), page.locator("#decision .sentence")
        ship(page, "Jintsu").click()
        expect(sentence).to_contain_text("Aim at a ship, Jintsu: choose the points.")
        page.keyboard.press("Escape")
        expect(sentence).to_contain_text("Which ships do the aircraft attack?")
        ship(page, "APB2").click()
        take(page, "B-17, trained, Bomb, 2 points")
        expect(sentence).to_contain_text("Which ships do the aircraft attack?")
        with page.expect_request(lambda request: "/act" in request.url):
            ship(page, "Jintsu").click()  # one point is left: nothing is left to choose
        assert acts == [("act", [*AIM]), ("act", [["allot", "jp_cl17"]])]
        assert wrong == []


@pytest.mark.build
@pytest.mark.parametrize(
    ("name", "words", "both"),
    [
        pytest.param("declaring", ("Patrol over a force", "at Hornet", "2 points"), COVER, id="6.2"),
        pytest.param("ready_orders", ("Patrol over a force", "Ryujo", "Patrol over a force"), SHIELD, id="6.20"),
    ],
)
def test_6_2_fighters_patrol_over_a_force_with_one_press(
    browser: Browser, api: Api, address: str, name: str, words: tuple[str, ...], both: tuple[list[str], list[str]]
) -> None:
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/{name}")
        acts = record_requests(page)
        question = page.locator("#decision .sentence").inner_text()
        take(page, *words[:-1])
        expect(page.locator("#decision .sentence")).to_contain_text(re.compile(r"choose|patrol over a force\?"))
        assert acts == []
        take(page, words[-1])
        expect(page.locator("#decision .sentence")).to_have_text(question)
        assert acts == [("act", [*both])]
        page.keyboard.press("u")
        expect(page.get_by_role("button", name=re.compile("^Take back"))).to_have_count(0)
        assert acts[1:] == [("undo", 2)]
        offered = api.offered(api.match_view(match_view["id"], match_view["side"]))
        assert both[0] in offered
        assert wrong == []
