"""War in the Pacific with only the keyboard in a small window: rows, digits in lists, confirmations."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.actions import SENTENCE, go_on
from tests.browser.conftest import Api, context_of
from tests.browser.layout_walk import SIZES, open_context
from tests.browser.match_setup import open_match, open_position, quiet, seats_against
from tests.browser.simulated_player import no_errors

WITP = "war_in_the_pacific"
CUT = """() => [...document.querySelectorAll('#decision .slot button')].filter((e) => e.getClientRects().length)
  .filter((e) => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1).map((e) => e.innerText)"""


def open_start(page: Page, api: Api, address: str) -> None:
    """Midway from its beginning, as the Allies, who deploy."""
    match_view = api.begin(game=WITP, scenario="midway", seats=seats_against(WITP, "allies", "ensign"))
    open_match(page, address, match_view["id"])
    go_on(page, page.locator(SENTENCE).filter(has_text="Place your submarines"))


@pytest.mark.build
def test_a_digit_selects_its_row_and_is_never_typed_into_the_search(browser: Browser, api: Api, address: str) -> None:
    """A list of ten rows has a search field.

    The key of the third row goes to that row, and the same key then selects it.
    """
    with open_context(browser, SIZES["compact"]) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_start(page, api, address)
        page.keyboard.press("d")
        sentence = page.locator("#decision .sentence")
        gate = page.locator("#decision [data-gate][aria-keyshortcuts^=Shift]")
        expect(gate.or_(sentence.filter(has_text="dummy")).first).to_be_visible()
        if gate.count():
            page.keyboard.press("Shift+D")
        expect(sentence).to_have_text("Place your dummy Task Forces, or recall them.")
        page.keyboard.press("1")
        expect(sentence).to_have_text("Place a dummy: choose the place.")
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        expect(sentence).to_contain_text("choose how many ships it shows.")
        rows = page.locator("[data-next] li button")
        expect(rows.nth(2)).to_have_attribute("aria-keyshortcuts", "3")
        page.keyboard.press("/")
        field = page.get_by_role("searchbox", name="Search the choices")
        expect(field).to_be_focused()
        page.keyboard.press("Escape")
        page.get_by_role("tab", name="Forces", exact=True).click()
        page.keyboard.press("9")
        expect(page.locator("#choices [data-choice]").nth(8)).to_be_focused()
        expect(field).to_have_value("")
        page.get_by_role("tab", name="Orders", exact=True).click()
        expect(rows.first).to_be_visible()
        page.keyboard.press("3")
        expect(sentence).to_have_text("Place your dummy Task Forces, or recall them.")
        expect(page.locator("#log li").first).to_contain_text("5 ships")
        assert wrong == []


@pytest.mark.thorough
def test_n_goes_to_the_next_row_and_enter_selects_it(browser: Browser, api: Api, address: str) -> None:
    """N marks and focuses the next row; rows that only give information are skipped."""
    with open_context(browser, SIZES["compact"]) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_start(page, api, address)
        rows = page.locator("[data-needs] [data-about]")
        expect(rows.first).to_contain_text("Yorktown: exchange air points, move air points")
        expect(page.locator("[data-needs]")).not_to_contain_text("place the division")
        page.keyboard.press("n")
        expect(rows.first).to_be_focused()
        expect(rows.first).to_have_attribute("aria-current", "true")
        page.keyboard.press("n")
        expect(rows.nth(1)).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#decision .sentence")).to_contain_text("Enterprise")
        assert wrong == []


@pytest.mark.thorough
def test_12_a_confirmation_shows_its_whole_cost_in_a_small_window(browser: Browser, api: Api, address: str) -> None:
    with open_context(browser, SIZES["compact"]) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/orders")
        page.keyboard.press("d")
        expect(page.locator("#decision [data-gate][aria-keyshortcuts^=Shift]")).to_be_visible()
        assert page.evaluate(CUT) == []


@pytest.mark.thorough
def test_the_rows_of_all_at_once_stay_while_the_next_ones_are_asked_for(
    browser: Browser, api: Api, address: str
) -> None:
    """Nothing moves between two choices of the same question."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_start(page, api, address)
        usual = page.get_by_role("button", name=re.compile("^A usual deployment"))
        expect(usual).to_be_enabled()
        page.route("**/helpers*", lambda route: None)
        sentence = page.locator("#decision .sentence")
        page.locator("[data-first]").get_by_role("button", name="Station a Subron").click()
        expect(sentence).to_have_text("Station a Subron: choose the kind.")
        page.keyboard.press("1")
        expect(sentence).to_have_text("Station a Subron, Fleet: choose how many points.")
        page.keyboard.press("1")
        expect(sentence).to_contain_text("Where does the Subron start?")
        page.keyboard.press("u")
        expect(sentence).to_contain_text("Place your submarines")
        quiet(page)
        expect(usual).to_be_visible()
        expect(usual).to_be_disabled()
        assert wrong == []


@pytest.mark.thorough
def test_layers_and_their_signs_are_not_covered(browser: Browser, api: Api, address: str) -> None:
    """(21) The overview map folds away while the list of layers is open, and its button restores it."""
    with open_context(browser, SIZES["compact"]) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/orders")
        page.get_by_role("button", name="Section", exact=True).click()
        small = page.locator("#board .mini :is(canvas, svg)")
        expect(small.first).to_be_visible()
        for key in "v124":
            page.keyboard.press(key)
        layers = page.get_by_role("group", name="Layers", exact=True)
        expect(layers.get_by_role("button", pressed=True).first).to_be_visible()
        expect(small).to_have_count(0)
        layers.get_by_role("button", name="Numbers").click(trial=True)
        page.get_by_role("button", name="Whole map").click()
        expect(small.first).to_be_visible()
        expect(layers).to_have_count(0)


@pytest.mark.thorough
def test_a_choice_in_words_names_each_of_its_fields(browser: Browser, api: Api, address: str) -> None:
    """On the text board a Patrol has fields for base, points, hex and number, not one question after another."""
    with open_context(browser, SIZES["compact"]) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{WITP}/declaring")
        page.get_by_role("button", name="Menu").click()
        page.get_by_label("In place of the board").check()
        page.keyboard.press("Escape")
        form = page.locator("form", has=page.get_by_label("What"))
        form.get_by_label("What").select_option(label="Patrol over a hex")
        for field in ("Base", "Points", "Hex", "How many"):
            expect(form.get_by_role("combobox", name=field, exact=True)).to_be_visible()
        expect(form.get_by_role("combobox", name="Then")).to_have_count(0)
        assert wrong == []


@pytest.mark.build
def test_keyboard_focus_is_never_lost_when_dialogs_follow_one_another(browser: Browser, api: Api, address: str) -> None:
    """A player who opens the confirmation of resigning from the menu and cancels keeps the focus."""
    with open_context(browser, SIZES["compact"]) as context:
        page = context.new_page()
        match_view = open_position(page, api, address, f"{WITP}/orders")
        menu = page.get_by_role("button", name="Menu")
        menu.focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Resign", exact=True).press("Enter")
        asked = page.get_by_role("dialog", name="Resign")
        winner = {"allies": "Japan wins", "japan": "the Allies win"}[match_view["side"]]
        expect(asked).to_contain_text(f"The game ends, and {winner}.")
        page.keyboard.press("Escape")
        expect(asked).to_have_count(0)
        expect(menu).to_be_focused()
        assert not api.match_view(match_view["id"], match_view["side"]).get("over")
