"""Victory in the Pacific through the page: the last turn, a reload in every kind of decision, everybody's screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.admiral import Admiral
from tests.browser.conftest import Api, context_of
from tests.browser.person import no_errors
from tests.browser.test_access import CUT, WIDER, findings
from tests.browser.test_reload import POSITIONS, open_position, shown
from tests.browser.test_whole_games import match_of

HERE = "victory_in_the_pacific"
KINDS = {
    "raid_force": "Choose the ships that raid",
    "patrols": "Send out patrols",
    "air": "Place an air unit",
    "amphibious": "Sail amphibious units",
    "raiders": "Send out raiders",
    "submarine": "Place your submarine",
    "targeting": "name the target",
    "japan_off_hawaii": "The raids are over",
    "sortie": "Bring units out of Pearl Harbor",
    "allies_off_hawaii": "stay off Hawaii",
    "way_home": "choose the ship's port",
    "pursuit": "Put ships on fleeing groups",
    "combat": "In which sea area",
    "naming": "day or night",
    "strike": "Does your submarine strike",
    "stay_or_retreat": "stay, or retreat",
    "grouping": "into groups",
    "landing": "Landings in",
    "stopping": "stop the pursuit",
    "returns": "Units are back",
    "removals": "goes in its place",
    "announcement": "will fire their guns",
    "chases": "Which chase or raid",
}
"""The kinds of decision, each with a position, and a part of the question."""
LOOKED_AT = ("raid_force", "patrols", "air", "targeting", "pursuit", "naming")


def begin(page: Page, api: Api, address: str, side: str, position: str) -> str:
    """A match of a person against the ensign from a position; gives its id."""
    other = {"japan": "allies", "allies": "japan"}[side]
    text = (POSITIONS / HERE / position).read_text(encoding="utf-8")
    match: str = api.begin(game="vitp", seats={side: "person", other: "ensign"}, position=text)["id"]
    page.goto(f"{address}/#/m/{match}")
    page.locator("#board").wait_for()
    return match


def check_ended(person: Admiral, api: Api, side: str) -> None:
    """The page tells the end as the referee does; every act was lawful and every die of the sealed secret."""
    match = match_of(person.page)
    sight = api.sight(match, side, since=0)
    assert sight["over"]
    assert (
        person.sentence()
        == {"japan": "Japan wins.", "allies": "The Allies win.", None: "A draw."}[sight["result"]["winner"]]
    )
    assert api.get(f"/matches/{match}/verify")["sound"]


def test_the_last_turn_on_a_wide_screen(address: str, api: Api, wide: Page) -> None:
    wrong = no_errors(wide)
    person = Admiral(wide, seed=1)
    begin(wide, api, address, "japan", "last_turn.toml")
    person.play(most=1500)
    check_ended(person, api, "japan")
    assert wrong == []


def test_the_last_turn_on_a_phone_by_finger(address: str, api: Api, phone: Page) -> None:
    wrong = no_errors(phone)
    person = Admiral(phone, seed=2, touch=True)
    begin(phone, api, address, "allies", "last_turn.toml")
    person.play(most=1500)
    check_ended(person, api, "allies")
    assert wrong == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_reload_comes_back_to_the_decision(address: str, api: Api, wide: Page, kind: str) -> None:
    wrong = no_errors(wide)
    sight = open_position(wide, api, address, f"{HERE}/{kind}")
    before = shown(wide)
    assert KINDS[kind] in before["sentence"]
    wide.reload()
    wide.locator("#board").wait_for()
    assert shown(wide) == before
    person = Admiral(wide, seed=4)
    for _ in range(8):
        if api.sight(sight["id"], sight["side"])["seq"] > sight["seq"]:
            break
        person.step()
        wide.wait_for_timeout(100)
    assert api.sight(sight["id"], sight["side"])["seq"] > sight["seq"]
    assert wrong == []


@pytest.mark.parametrize("kind", LOOKED_AT)
def test_no_serious_finding(address: str, api: Api, browser: Browser, kind: str) -> None:
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        open_position(page, api, address, f"{HERE}/{kind}")
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        assert findings(page) == []
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        assert findings(page, "color-contrast") == [], "in the dark"


@pytest.mark.parametrize("kind", LOOKED_AT)
def test_a_phone_shows_it_without_scrolling_sideways(address: str, api: Api, browser: Browser, kind: str) -> None:
    with context_of(browser, phone=True, pace="skip") as context:
        page = context.new_page()
        open_position(page, api, address, f"{HERE}/{kind}")
        assert page.evaluate(WIDER) <= 0
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        page.wait_for_timeout(60)
        assert page.evaluate(WIDER) <= 0, "with text twice as large"
        assert page.evaluate(CUT) == []
