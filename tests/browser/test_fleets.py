"""A whole fleet moves in one act: open a place, select all of a kind at once, press a sea area."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.actions import drag, open_list
from tests.browser.conftest import Api
from tests.browser.match_setup import open_position
from tests.browser.whole_games import player
from tests.kit.thorough_cases import in_build

pytestmark = pytest.mark.build

SENTENCE = "#decision .sentence"
FLEETS = {
    "hf": ("hold_fast/moves", "choose a sea area", "Move your ships"),
    "vitp": ("victory_in_the_pacific/patrols", "choose a sea area", "Send patrols"),
}
"""A position in which fleets move, the question for a fleet, and the question before and after."""


@pytest.mark.parametrize("game", in_build(FLEETS, "vitp"))
def test_a_fleet_moves_in_one_act(address: str, api: Api, wide_page: Page, game: str) -> None:
    """All carriers of a place go to one sea area with three presses."""
    position, asked, again = FLEETS[game]
    match_view = open_position(wide_page, api, address, position)
    user = player(game, wide_page, seed=0)
    open_list(wide_page)
    user.press(wide_page.locator("#choices .spot").first)
    carriers = wide_page.locator("section.place:visible .kind").filter(has_text="carriers").first
    count = carriers.locator("ul button").count()
    user.press(carriers.locator("button.all"))
    expect(wide_page.locator(SENTENCE)).to_contain_text(asked)
    open_list(wide_page)
    user.press(wide_page.locator("#choices [data-choice^='to ']").first)
    expect(wide_page.locator(SENTENCE)).to_contain_text(again)
    log = api.match_view(match_view["id"], match_view["side"], since=match_view["seq"])["log"]
    moved = [entry["action"] for entry in log if entry.get("side") == match_view["side"] and "action" in entry]
    assert user.pressed == 3
    assert len(moved) == count > 1
    assert len({action[-1] for action in moved}) == 1, moved


HEAPS = {
    "hf": ("hold_fast/moves", "24 blocks, Truk", "9 carriers, Truk", "Solomon Sea"),
    "vitp": ("victory_in_the_pacific/patrols", "19 units, Truk", "8 carriers, Truk", "Marianas"),
}
"""A position, a pile of several kinds in port, one kind in it, and a sea where all of that kind may go."""


@pytest.mark.parametrize("game", in_build(HEAPS, "vitp"))
def test_one_kind_is_dragged_out_of_a_pile(address: str, api: Api, wide_page: Page, game: str) -> None:
    """One kind of an opened pile goes where it is dragged, in one act, and nothing else moves with it."""
    position, heap, kind, sea = HEAPS[game]
    match_view = open_position(wide_page, api, address, position)
    wide_page.locator("#board").get_by_role("button", name=re.compile(f"^{heap}")).click()
    drag(wide_page, kind, sea)
    expect(wide_page.locator("#log")).to_contain_text("more")
    log = api.match_view(match_view["id"], match_view["side"], since=match_view["seq"])["log"]
    moved = [entry["action"] for entry in log if entry.get("side") == match_view["side"] and "action" in entry]
    assert len(moved) == int(kind.split()[0])
    assert len({action[-1] for action in moved}) == 1, moved


@pytest.mark.parametrize("game", in_build(HEAPS, "vitp"))
def test_areas_light_up_while_a_pile_is_dragged(address: str, api: Api, wide_page: Page, game: str) -> None:
    """Places are highlighted only while a pile is dragged.

    A pile that is dropped where it was stays there, and nothing is chosen.
    """
    position, heap, _, _ = HEAPS[game]
    match_view = open_position(wide_page, api, address, position)
    lit = wide_page.locator("#board path.area[data-legal]")
    pile = wide_page.locator("#board").get_by_role("button", name=re.compile(f"^{heap}"))
    box = pile.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    expect(lit).to_have_count(0)
    wide_page.mouse.move(x, y)
    wide_page.mouse.down()
    wide_page.mouse.move(x + 80, y + 60, steps=4)
    expect(lit.first).to_be_visible()
    wide_page.mouse.move(x + 2, y + 2, steps=4)
    wide_page.mouse.up()
    expect(lit).to_have_count(0)
    assert api.match_view(match_view["id"], match_view["side"])["seq"] == match_view["seq"]
