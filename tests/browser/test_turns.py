"""Turn summaries: offered when a turn is over, readable by mouse, touch and keys, and for spectators."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.actions import open_panel
from tests.browser.conftest import Api
from tests.browser.simulated_player import no_errors
from tests.browser.test_access import findings
from tests.browser.test_reload import open_position
from tests.kit.thorough_cases import in_build

pytestmark = pytest.mark.build

VITP, WITP = "victory_in_the_pacific", "war_in_the_pacific"
ENDING = """
game = "victory_in_the_pacific"
format = 1
turn = 3
points_of_control = 4
step = "air"

[units]
yokosuka = ["21_air_flotilla"]
coral_sea = ["kongo"]
hawaiian_islands = ["chicago", "portland"]

[flags]
coral_sea = "allies"
hawaiian_islands = "allies"
"""
"""Japan has an air unit to place; after that, the turn ends without a battle."""


def end_turn(api: Api, match: str, side: str = "japan") -> None:
    """Chooses for a side until the turn has scored: its air unit covers home waters.

    Everything else is ended or passed.
    """
    while not any(
        event["event"] == "points_scored"
        for entry in api.get(f"/matches/{match}/log", side=side, since=0)
        for event in entry.get("events", ())
    ):
        match_view = api.match_view(match, side)
        choices = api.offered(match_view)
        covers = ["place_air", "21_air_flotilla", "japanese_islands"]
        plain = [choice for choice in choices if choice[0] in ("done", "pass")]
        api.act(match_view, covers if covers in choices else [*choices, *plain][-1])


def begin(page: Page, api: Api, address: str, **seats: str) -> str:
    seats = {"japan": "person", "allies": "random"} | seats
    match: str = api.begin(game="vitp", position=ENDING, seats=seats)["id"]
    page.goto(f"{address}/#/m/{match}")
    page.locator("#board").wait_for()
    return match


def summary_of(page: Page) -> str:
    return page.locator("#turns details[open]").inner_text()


def test_a_turn_that_ends_is_offered_and_read_by_mouse(address: str, api: Api, wide_page: Page) -> None:
    wrong = no_errors(wide_page)
    match = begin(wide_page, api, address)
    open_panel(wide_page, "Turns")
    now = "Turn 3, Sep 42, if it ended now Japan 1, Allies 3: Japan leads by 2"
    expect(wide_page.locator("#turns summary")).to_contain_text(now)
    end_turn(api, match)
    offer = wide_page.locator("#decision").get_by_role("button", name="Turn 3 in summary")
    expect(offer).to_be_visible()
    expect(wide_page.locator("#board")).to_be_visible()
    offer.click()
    assert findings(wide_page) == []
    result = summary_of(wide_page)
    assert re.search(r"Coral Sea\s+1\b", result)
    assert re.search(r"Japanese Islands\s+3\b", result)
    assert re.search(r"Hawaiian Islands\s+3\b", result)
    points = api.match_view(match, "japan")["view"]["forecast"]
    assert points["scored"]
    assert re.search(rf"Total\s+{points['japan']}\s+{points['allies']}\b", result)
    expect(offer).to_have_count(0)
    wide_page.reload()
    wide_page.locator("#board").wait_for()
    expect(offer).to_have_count(0)
    open_panel(wide_page, "Turns")
    assert re.search(r"Coral Sea\s+1\b", summary_of(wide_page))
    assert wrong == []


@pytest.mark.thorough
def test_it_can_be_read_by_keyboard_and_links_to_the_end_of_the_turn(address: str, api: Api, wide_page: Page) -> None:
    match = begin(wide_page, api, address)
    end_turn(api, match)
    expect(wide_page.locator("#decision").get_by_role("button", name="Turn 3 in summary")).to_be_visible()
    wide_page.keyboard.press("t")
    expect(wide_page.locator("#turns")).to_be_focused()
    wide_page.keyboard.press("Tab")
    expect(wide_page.locator("#turns summary").first).to_be_focused()
    wide_page.keyboard.press("Tab")
    expect(wide_page.get_by_role("button", name="Show the end of this turn")).to_be_focused()
    wide_page.keyboard.press("Enter")
    expect(wide_page.locator("#decision")).to_contain_text("Looking back")
    assert "Coral Sea" in summary_of(wide_page)


@pytest.mark.thorough
def test_it_can_be_read_by_touch(address: str, api: Api, phone_page: Page) -> None:
    wrong = no_errors(phone_page)
    match = begin(phone_page, api, address)
    end_turn(api, match)
    phone_page.get_by_role("button", name="Turn 3 in summary").tap()
    expect(phone_page.locator("main.sheet #turns")).to_be_visible()
    assert "Coral Sea" in summary_of(phone_page)
    phone_page.get_by_role("button", name="Board").tap()
    phone_page.get_by_role("button", name="Turns").tap()
    assert "Coral Sea" in summary_of(phone_page)
    assert wrong == []


@pytest.mark.thorough
def test_a_spectator_can_read_it_too(address: str, api: Api, wide_page: Page) -> None:
    match = begin(wide_page, api, address, japan="random")
    for _ in range(40):
        if api.match_view(match, "public")["view"]["turn"] > 3:
            break
        wide_page.wait_for_timeout(250)
    wide_page.reload()
    wide_page.locator("#board").wait_for()
    if wide_page.get_by_role("button", name="Skip").count():
        wide_page.get_by_role("button", name="Skip").click()
    open_panel(wide_page, "Turns")
    expect(wide_page.locator("#turns summary").filter(has_text="Turn 3, Sep 42 ")).to_have_count(1)


BESIDE = (
    *(f"{VITP}/{name}" for name in ("pursuit", "stopping", "grouping", "strike", "chases", "stay_or_retreat")),
    *(f"{WITP}/{name}" for name in ("gunlaying", "aiming", "burma_committing", "burma_attacking", "torpedoing")),
)


@pytest.mark.parametrize(
    "name", in_build(BESIDE, "victory_in_the_pacific/chases", "war_in_the_pacific/burma_attacking")
)
def test_the_odds_are_next_to_the_choice(address: str, api: Api, wide_page: Page, name: str) -> None:
    wrong = no_errors(wide_page)
    open_position(wide_page, api, address, name)
    odds = wide_page.locator("section.odds:visible")
    expect(odds.first).to_be_visible()
    assert re.search(r"\d+ %", odds.first.inner_text())
    assert "exact" in odds.first.inner_text()
    assert wrong == []


BEFORE = {
    "victory_in_the_pacific/raid_force": r"If all go, one round in Pearl Harbor: \d+ shots at \d+ ships",
    # Eight shots without the bonus at an unharmed battleship of armor 5.
    "victory_in_the_pacific/combat": r"Your 8 shots by day at Colorado, armor 5\s*74 %\s*22 %\s*3 %\s*< 1 %",
    # Two or more hits on 5 with six dice: 1 - (2/3)^6 - 6 (1/3) (2/3)^5; neither a hit nor a 1 on any: (1/2)^6.
    "hold_fast/combat": r"Sea, air: your 6 dice at a carrier of strength 2, hit on 5\s*65 %\s*27 %\s*6 %\s*2 %",
}
"""Before a turn and between combats: the odds shown, with the outcomes in order."""


@pytest.mark.parametrize("name", in_build(BEFORE, "victory_in_the_pacific/raid_force"))
def test_the_odds_are_shown_before_an_area_is_chosen(address: str, api: Api, reset_page: Page, name: str) -> None:
    open_position(reset_page, api, address, name)
    reset_page.get_by_role("tab", name="Odds", exact=True).click()
    expect(reset_page.get_by_role("tabpanel", name="Odds")).to_contain_text(re.compile(BEFORE[name]))
