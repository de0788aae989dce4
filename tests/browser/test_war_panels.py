"""The boards beside the map of *Axis & Allies: Pacific*: purchase, battle, income, threats, standing orders, notes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.actions import open_panel
from tests.browser.conftest import Api, context_of
from tests.browser.test_access import findings
from tests.kit.thorough_cases import further

PURCHASE = """
game = "axis_allies_pacific"
round = 2
active = "uk"
step = "purchase"
[ipc]
india = 22
australia = 25
[units.uk.india]
infantry = 4
[units.japan.japan]
infantry = 4
[units.japan.sz20]
carrier = 2
submarine = 1
[units.usa.united_states]
infantry = 3
"""
BATTLE = """
game = "axis_allies_pacific"
round = 3
active = "usa"
step = "combat_moves"
[units.usa.sz25]
battleship = 2
destroyer = 4
[units.japan.sz26]
battleship = 2
destroyer = 4
[units.japan.japan]
infantry = 4
[units.usa.united_states]
infantry = 3
[units.uk.india]
infantry = 4
"""
SIZES = [(1280, 720), (1440, 900), (390, 844)]
pytestmark = pytest.mark.build


def begin_match(api: Api, position: str, **seats: str) -> str:
    """A match from a position, with given dice words."""
    seated = {"japan": "ensign", "uk": "ensign", "usa": "ensign", **seats}
    data: dict[str, Any] = api.begin(game="aap", position=position, seats=seated)
    return str(data["id"])


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A separate page, without the guided first turn."""
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        page.add_init_script(
            "localStorage.setItem('ironbottom.comforts', JSON.stringify({pace: 'skip', dice: 'once', tour: 'done'}))"
        )
        yield page


def open_match(page: Page, address: str, match: str) -> Page:
    page.goto(f"{address}/#/m/{match}")
    expect(page.locator("#decision .sentence")).to_be_visible()
    return page


def count(page: Page, name: str, number: int) -> None:
    """Changes a count with the keyboard."""
    page.get_by_role("spinbutton", name=name, exact=True).focus()
    for _ in range(number):
        page.keyboard.press("+")


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_boards_and_panels_pass_axe(page: Page, api: Api, address: str, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme)
    open_match(page, address, begin_match(api, PURCHASE, uk="person"))
    count(page, "Tank for India", 2)
    assert not findings(page)
    for tab in ("Income", "Odds", "Threats", "Swing", "Orders", "Notes"):
        open_panel(page, tab)
        expect(page.get_by_role("tabpanel").locator("h2").first).to_be_visible()
        assert not findings(page), tab
    match = begin_match(api, BATTLE, usa="person")
    attack(api, match)
    open_match(page, address, match)
    expect(page.get_by_role("region", name="Odds").locator("tbody tr").first).to_be_visible()
    assert not findings(page)


def attack(api: Api, match: str) -> None:
    """American ships attack Japanese ships."""
    for choices in (
        [["move", "sz25", "battleship"], ["go", "sz26", "2"], ["move", "sz25", "destroyer"], ["go", "sz26", "4"]],
        [["done"]],
    ):
        api.act(api.get(f"/matches/{match}", side="usa"), *choices)


def fits(page: Page) -> bool:
    """The page does not scroll, and every button of the question is inside the window."""
    shown: bool = page.evaluate(
        """() => document.documentElement.scrollHeight <= innerHeight + 1
          && [...document.querySelectorAll('#decision button')].every((b) => {
            const r = b.getBoundingClientRect()
            return r.top >= 0 && r.left >= 0 && r.right <= innerWidth + 1 && r.bottom <= innerHeight + 1
          })"""
    )
    return shown


@pytest.mark.parametrize(("width", "height"), [SIZES[0], *further(*SIZES[1:])])
def test_a_purchase_survives_a_reload_and_is_submitted(
    page: Page, api: Api, address: str, width: int, height: int
) -> None:
    match = begin_match(api, PURCHASE, uk="person")
    page.set_viewport_size({"width": width, "height": height})
    open_match(page, address, match)
    count(page, "Infantry for India", 3)
    if width < 720:
        page.get_by_role("group", name="Treasuries").get_by_role("button", name="Australia").click()
    count(page, "Fighter for Australia", 9)
    expect(page.get_by_role("spinbutton", name="Fighter for Australia")).to_have_attribute("aria-valuenow", "2")
    main = page.locator("#decision").get_by_role("button", name="Buy 5 units for 33")
    expect(main).to_be_visible()
    assert fits(page)
    page.reload()
    expect(main).to_be_visible()
    main.click()
    expect(page.locator("#decision").get_by_role("button", name="Done buying")).to_be_visible()
    view = api.get(f"/matches/{match}", side="uk")["view"]
    assert view["bought"] == {"india": {"infantry": 3}, "australia": {"fighter": 2}}
    assert (view["ipc"]["india"], view["ipc"]["australia"]) == (13, 1)


def test_a_standing_order_keeps_the_purchase_and_stays_hidden_from_others(page: Page, api: Api, address: str) -> None:
    match = begin_match(api, PURCHASE, uk="person")
    open_match(page, address, match)
    count(page, "Tank for India", 2)
    open_panel(page, "Orders")
    page.get_by_label("The cheapest first").check()
    expect(page.get_by_text("2 of 3 changes left")).to_be_visible()
    expect(page.locator("#decision").get_by_role("button", name="Buy 2 tanks for 10")).to_be_visible()
    answer = {
        side: api.get(f"/matches/{match}", side=side)["view"]["standing_orders"]["uk"] for side in ("uk", "public")
    }
    assert answer["uk"]["losses"] == "cheapest"
    assert "losses" not in answer["public"]


def test_threats_and_notes_follow_the_place_that_is_looked_at(page: Page, api: Api, address: str) -> None:
    match = begin_match(api, PURCHASE, uk="person")
    open_match(page, address, match)
    open_panel(page, "Threats")
    page.locator(".threats select").select_option("sz18")
    answer = api.get(f"/matches/{match}/threats", side="uk", place="sz18")["japan"]
    assert {one["piece"] for one in answer} == {"carrier", "submarine"}
    expect(page.locator(".threats")).to_contain_text("2 carriers and 1 submarine")
    open_panel(page, "Notes")
    page.get_by_label("Note on sea zone 18").fill("Carriers come here")
    page.reload()
    open_panel(page, "Notes")
    expect(page.locator(".notes")).to_contain_text("Carriers come here")


@pytest.mark.parametrize(("width", "height"), [SIZES[0], *further(*SIZES[1:])])
def test_losses_are_chosen_by_stepper_and_the_battle_rolls_on_to_its_end(
    page: Page, api: Api, address: str, width: int, height: int
) -> None:
    match = begin_match(api, BATTLE, usa="person")
    attack(api, match)
    page.set_viewport_size({"width": width, "height": height})
    open_match(page, address, match)
    question = page.locator("#decision .sentence")
    expect(question).to_have_text(re.compile("choose losses|Retreat, or press on"))
    if "losses" in question.inner_text():
        hits = int(question.inner_text().split()[0])
        count(page, "Hits on Destroyer", min(hits, 4))
        named = page.locator("#decision").get_by_role("button", name="Confirm losses")
        if hits <= 4:
            expect(named).to_be_visible()
            assert fits(page)
            page.reload()
            named.click()
            expect(question).to_have_text("Retreat, or press on?")
            lost = [
                e for entry in api.get(f"/matches/{match}/log", side="usa", since=0) for e in entry.get("events", [])
            ]
            assert sum(e["number"] for e in lost if e["event"] == "lost" and e["power"] == "usa") == hits
        else:
            page.keyboard.press("x")
    expect(question).to_have_text("Retreat, or press on?")
    expect(page.get_by_role("region", name="Odds")).to_contain_text("To the end")
    assert fits(page)
    page.get_by_role("button", name="Keep rolling", exact=True).click()
    expect(page.locator(".battle")).to_have_count(0)
    events = [
        e["event"] for entry in api.get(f"/matches/{match}/log", side="usa", since=0) for e in entry.get("events", [])
    ]
    assert "battle_ended" in events
