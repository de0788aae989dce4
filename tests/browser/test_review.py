"""The review of a match on the page: progress, steps along the curve, mistakes, and the way to the board."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Api
from tests.browser.simulated_player import no_errors
from tests.browser.test_access import findings
from tests.browser.test_story import import_story

pytestmark = pytest.mark.build


def example_review() -> dict[str, Any]:
    """A review as the server sends it: its own tests compare it with the match."""
    mistake = {
        "number": 236,
        "turn": 4,
        "side": "allies",
        "question": "Stay, or return to base?",
        "chosen": "Return to base",
        "better": "Stay",
        "cost": 0.35,
        "interval": 0.05,
        "why": "A second round hurts the enemy more than you.",
        "instead": [["stay"]],
    }
    points = [
        {"number": 2, "turn": 1, "side": "japan", "before": 0.6, "after": 0.5},
        {"number": 109, "turn": 2, "side": "allies", "before": 0.7, "after": 0.7},
        {"number": 236, "turn": 4, "side": "allies", "before": 0.65, "after": 1.0},
    ]
    turning = {"number": 236, "turn": 4, "side": "allies", "before": 0.65, "after": 1.0, "choice": 0.35}
    return {
        "game": "pacific_fury",
        "sides": ["japan", "allies"],
        "winners": ["japan"],
        "why": "over",
        "seed": 1,
        "most_states": 100,
        "choices": 237,
        "covered": 62,
        "examined": 3,
        "left": 0,
        "start": 0.6,
        "end": 1.0,
        "by_side": {"japan": {"change": -0.1, "interval": 0.05}, "allies": {"change": 0.35, "interval": 0.05}},
        "luck": {"change": 0.15, "interval": 0.07},
        "points": points,
        "turning_points": [turning],
        "mistakes": [mistake],
        "findings": [],
    }


@pytest.mark.parametrize("phone", [False, True])
def test_a_review_is_read_step_by_step(address: str, api: Api, wide_page: Page, phone: bool) -> None:
    match, wrong = import_story(api, "pacific_fury"), no_errors(wide_page)
    wide_page.set_viewport_size({"width": 390, "height": 844} if phone else {"width": 1280, "height": 720})
    answers = [{"examined": 1, "of": 3, "review": None, "why": ""}]

    def answer(route: Route) -> None:
        found = answers.pop() if answers else {"examined": 3, "of": 3, "review": example_review(), "why": ""}
        route.fulfill(status=200, content_type="application/json", body=json.dumps(found))

    wide_page.route("**/api/matches/*/review", answer)
    wide_page.goto(f"{address}/#/story/{match}")
    wide_page.get_by_role("button", name="Review", exact=True).click()
    review = wide_page.get_by_role("region", name="Review")
    expect(review.get_by_role("status")).to_have_text("Examined 1 of 3 decisions.")
    expect(review.get_by_role("status")).to_have_text("1 mistake of the Allies")
    expect(review).to_contain_text("Decision 1 of 3")
    review.get_by_role("slider").press("ArrowRight")
    expect(review).to_contain_text("Decision 2 of 3")
    review.get_by_role("button", name="Allies, Turn 4").click()
    expect(review).to_contain_text("Decision 3 of 3")
    expect(review.locator(".mistake")).to_contain_text("35 % of winning")
    review.get_by_label("Comment", exact=True).fill("One more round.")
    review.get_by_label("with the better choice").check()
    review.get_by_role("button", name="Add", exact=True).click()
    expect(review.locator(".comments p")).to_contain_text("One more round. Instead: ")
    assert wide_page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert findings(wide_page) == []
    review.get_by_role("link", name="See it on the board").click()
    expect(wide_page.locator("#decision .sentence")).to_contain_text("Looking back")
    wide_page.go_back()
    wide_page.get_by_role("button", name="Review", exact=True).click()
    review.get_by_role("button", name="Play on from here").click()
    wide_page.get_by_role("dialog").get_by_role("button", name="Begin").click()
    expect(wide_page.locator("#decision .sentence")).not_to_contain_text("Looking back")
    expect(wide_page).to_have_title(re.compile("from Turn 1"))
    assert wrong == []
