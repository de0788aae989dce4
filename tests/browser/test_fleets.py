"""A whole fleet moves in one act: a place is opened, all of a kind are picked at once, a sea area is pressed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Api
from tests.browser.setting import open_position
from tests.browser.whole import player

SENTENCE = "#decision .sentence"
FLEETS = {
    "hf": ("hold_fast/moves", "end their move", "Move your ships"),
    "vitp": ("victory_in_the_pacific/patrols", "patrol", "Send out patrols"),
}
"""A position in which fleets move, what is asked of a fleet, and what was asked before and is again."""


@pytest.mark.parametrize("game", FLEETS)
def test_a_fleet_moves_in_one_act(address: str, api: Api, wide: Page, game: str) -> None:
    """All carriers of a place go to one sea area by three presses."""
    position, asked, again = FLEETS[game]
    sight = open_position(wide, api, address, position)
    person = player(game, wide, seed=0)
    place = next(label for label in person.choices() if re.search(r"\d+ (blocks?|units?)$", label))
    person.press(person.choices()[place])
    carriers = wide.locator("section.place:visible .kind").filter(has_text="carriers").first
    count = carriers.locator("ul button").count()
    person.press(carriers.locator("button.all"))
    expect(wide.locator(SENTENCE)).to_contain_text(asked)
    goal = next(label for label in person.choices() if "Leave" not in label)
    person.press(person.choices()[goal])
    expect(wide.locator(SENTENCE)).to_contain_text(again)
    log = api.sight(sight["id"], sight["side"], since=sight["seq"])["log"]
    moved = [entry["action"] for entry in log if entry.get("side") == sight["side"] and "action" in entry]
    assert person.pressed == 3
    assert len(moved) == count > 1
    assert len({action[-1] for action in moved}) == 1, moved
