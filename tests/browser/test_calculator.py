"""The battle calculator on the page is filled by steppers, by its address or from the board.

A refusal names the column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import open_match
from tests.browser.simulated_player import no_errors
from tests.browser.test_aap import moves
from tests.browser.test_access import findings

pytestmark = pytest.mark.build

HERE = "/#/odds/axis_allies_pacific"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        wrong = no_errors(page)
        yield page
        assert [one for one in wrong if "400 (Bad Request)" not in one] == [], "but for what the referee refuses"


def answer(page: Page) -> Locator:
    return page.get_by_role("region", name="Result")


@pytest.mark.thorough
def test_the_odds_of_the_entered_units_are_those_of_the_game(page: Page, api: Api, address: str) -> None:
    """8.2.1 The address contains the input, and a budget limits the units to add."""
    page.goto(address)
    page.get_by_role("link", name=re.compile("attle calculator of Axis")).first.click()
    expect(answer(page)).to_contain_text("Enter units for both sides.")
    page.get_by_role("spinbutton", name="Infantry: Attacker").fill("2")
    page.get_by_role("spinbutton", name="Infantry: Defender").fill("3")
    asked = {"kind": "land", "attack": "2 infantry", "defend": "3 infantry"}
    response = api.client.post("/api/games/axis_allies_pacific/odds", json={"battle": asked}).json()
    expect(answer(page)).to_contain_text(f"Taken\n{round(100 * response['won'])} %", use_inner_text=True)
    page.get_by_label("Budget").fill("30")
    page.get_by_label("infantry", exact=True).check()
    page.get_by_label("tanks", exact=True).check()
    expect(answer(page)).to_contain_text("Add 1 infantry and 2 tanks for 13 IPC")
    expect(page).to_have_url(re.compile("attack=2\\+infantry&defend=3\\+infantry&.*add=infantry%2Ctank"))
    page.reload()
    expect(answer(page)).to_contain_text("Add 1 infantry and 2 tanks for 13 IPC")
    page.get_by_role("button", name="Change sides").click()
    expect(page.get_by_role("spinbutton", name="Infantry: Attacker")).to_have_value("3")
    assert findings(page) == []


@pytest.mark.thorough
def test_an_input_that_cannot_be_computed_is_marked_at_its_column(page: Page, address: str) -> None:
    """7.7.1 is cited next to the units aboard; no odds that would take too long are requested from the server."""
    page.goto(f"{address}{HERE}?kind=landing&fleet=1+transport&ashore=3+infantry&defend=1+infantry")
    expect(answer(page)).to_contain_text("Not computed (Aboard). The ships cannot carry that much")
    expect(answer(page)).to_contain_text("7.7.1")
    page.get_by_role("spinbutton", name="Infantry: Aboard").fill("2")
    expect(answer(page)).to_contain_text("Taken")
    many = "200+submarine,+200+fighter"
    page.goto(f"{address}{HERE}?kind=sea&attack={many}&defend={many}")
    expect(answer(page)).to_contain_text("at most 40,000 can be computed exactly")
    page.goto(f"{address}/#/odds/war_in_the_pacific")
    expect(page.get_by_role("heading", name="There is no page at this address.")).to_be_visible()


def test_a_battle_on_the_board_is_copied_and_changed(page: Page, api: Api, address: str) -> None:
    """8.4.1: the planned battle of zone 38, with one more destroyer."""
    match_view = moves(api, uk="random", usa="random")
    api.act(match_view, ["move", "sz45", "battleship"], ["go", "sz38", "1"])
    open_match(page, address, match_view["id"])
    page.get_by_role("tab", name="Odds", exact=True).click()
    page.get_by_role("link", name="Open in the calculator").click()
    expect(page.get_by_role("button", name="At sea")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("spinbutton", name="Battleships: Attacker", exact=True)).to_have_value("1")
    expect(page.get_by_role("spinbutton", name="Submarines: Defender")).to_have_value("1")
    page.get_by_role("spinbutton", name="Destroyers: Attacker").fill("1")
    expect(answer(page)).to_contain_text("Won")
    page.go_back()
    expect(page.locator("#decision .sentence")).to_contain_text("Combat movement")


LANDINGS = """
game = "axis_allies_pacific"
round = 2
active = "usa"
step = "combat_moves"
[units.usa.sz25]
transport_infantry_infantry = 2
[units.usa.sz19]
battleship = 1
[units.japan.sz25]
destroyer = 2
[units.japan.guam]
infantry = 1
[units.japan.mariana]
infantry = 1
[control]
guam = "japan"
mariana = "japan"
"""
"""One of two identical transports is to land two infantry at Guam, the other one in the Marianas."""


@pytest.mark.thorough
def test_8_1_3_the_owner_chooses_which_loads_are_lost_first(page: Page, api: Api, address: str) -> None:
    """The choice is offered for battles entered by hand and for planned battles; the default comes first."""
    asked = "kind=landing&fleet=1+battleship,+2+transport&ashore=2+infantry,+1+tank&at_sea=2+submarine"
    page.goto(f"{address}{HERE}?{asked}&defend=1+infantry")
    order = page.get_by_label("Loaded ships lost first")
    expect(order).to_have_value("")
    expect(answer(page)).to_contain_text("Taken\n73 %", use_inner_text=True)
    order.select_option("the most expensive first")
    expect(answer(page)).to_contain_text("Taken\n69 %", use_inner_text=True)
    page.reload()
    expect(order).to_have_value("dearest")
    ship = "transport_infantry_infantry"
    match_view = api.begin(game="aap", position=LANDINGS, seats={"usa": "person", "japan": "random", "uk": "random"})
    planned = [["assault", "sz25", ship, "guam", "infantry_infantry"], ["assault", "sz25", ship, "mariana", "infantry"]]
    api.act(match_view, *planned, ["move", "sz19", "battleship"], ["go", "sz25", "1"])
    open_match(page, address, match_view["id"])
    page.get_by_role("tab", name="Odds", exact=True).click()
    guam = page.locator(".planned article").filter(has_text="Guam").filter(has_text="Not ashore")
    expect(guam.locator("td").first).to_have_text("43 %")
    order.select_option("the most expensive first")
    expect(guam.locator("td").first).to_have_text("22 %")
    assert findings(page) == []


@pytest.mark.thorough
def test_on_a_phone_the_answer_is_below_the_units(browser: Browser, address: str) -> None:
    with context_of(browser, phone=True, pace="skip", viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(f"{address}{HERE}?kind=landing&fleet=1+transport&ashore=2+infantry&defend=1+infantry")
        expect(answer(page)).to_contain_text("Taken")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        tops = [page.get_by_role("region", name=name).bounding_box() for name in ("Units", "Result")]
        how = page.get_by_role("region", name="How it is fought").bounding_box()
        assert [box["y"] for box in (*tops, how) if box] == sorted(box["y"] for box in (*tops, how) if box)
        low = page.locator("main :is(button, input[type=number], select)").evaluate_all(
            "(all) => all.filter((one) => one.getBoundingClientRect().height < 43).length"
        )
        assert low == 0
