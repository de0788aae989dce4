"""Choices filled in by one press, courses in stages, standing orders and the folded inbox of *War in the Pacific*."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Api, context_of
from tests.browser.layout_walk import SIZES, open_context
from tests.browser.match_setup import open_match, open_position
from tests.browser.simulated_player import no_errors
from tests.kit.thorough_cases import further

WITP = "war_in_the_pacific"


def seat_data(api: Api, match_view: dict[str, Any]) -> dict[str, Any]:
    """The standing orders and plans stored with the seat."""
    answer = api.client.get(f"/api/matches/{match_view['id']}/standing", params={"side": match_view["side"]})
    found: dict[str, Any] = answer.raise_for_status().json()
    return found


def all_at_once(page: Page, label: str) -> Locator:
    """A button that fills in several choices."""
    return page.get_by_role("group", name="All at once").get_by_role("button", name=re.compile(f"^{label}"))


@pytest.mark.thorough
def test_10_3_a_force_is_sent_beyond_its_reach_by_keyboard_and_continues_later(
    browser: Browser, api: Api, address: str
) -> None:
    """The path is drawn to its end; D sails in stages, and one press offers the next course."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/course")
        force = match_view["view"]["frames"][-1]["stacks"][match_view["side"]][-1]["force"]
        field = page.locator("[data-hexes-field]")
        field.fill("Midway")
        field.press("Enter")
        decision = page.locator("#decision")
        expect(decision.locator(".sentence")).to_contain_text("sail to Midway in stages?")
        expect(page.locator("#board [data-tag]")).to_contain_text(re.compile(r"^this phase, \d+ hexes, Speed 2$"))
        expect(page.locator(".toast")).to_have_count(0)
        page.locator("#board [data-hexes]").focus()
        page.keyboard.press("d")
        expect(decision.locator(".sentence")).to_contain_text("no Mission yet")
        expect(page.locator(".voyage")).to_contain_text("Bound for Midway, F1234, at most Speed 2")
        assert seat_data(api, match_view)["plans"][force]["to"] == "F1234"
        page.get_by_role("button", name="End the voyage").click()
        expect(page.locator(".voyage")).to_have_count(0)
        assert seat_data(api, match_view)["plans"] == {}
        assert wrong == []


@pytest.mark.build
def test_10_1_one_press_lets_the_other_forces_continue(browser: Browser, api: Api, address: str) -> None:
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/orders")
        forces = [choice[1] for choice in api.offered(match_view) if choice[0] == "plot"]
        bound = {"mission": "transit", "to": "F1234", "off": 0, "speed": 1}
        body = {"side": match_view["side"], "plans": {forces[0]: bound}}
        api.client.post(f"/api/matches/{match_view['id']}/standing", json=body).raise_for_status()
        open_match(page, address, match_view["id"])
        page.reload()
        rest = all_at_once(page, "The others sail on")
        expect(rest.first).to_contain_text("1 under way")
        rest.first.click()
        expect(page.locator("#decision .sentence")).to_contain_text("Every force has its orders")
        plotted = api.match_view(match_view["id"], match_view["side"])["view"]["force_to"]
        assert plotted[forces[0]]
        assert wrong == []


@pytest.mark.build
@pytest.mark.parametrize("size", ["compact", *further("phone")])
def test_a_standing_order_is_given_and_answers(browser: Browser, api: Api, address: str, size: str) -> None:
    """4.32 With the order, forces carry on unless they can meet a contact; the question passes without a press."""
    with open_context(browser, SIZES[size]) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/in_impulse")
        if size == "phone":
            page.locator("nav, [role=tablist]").get_by_text("Orders").last.click()
        else:
            page.get_by_role("tab", name="Orders", exact=True).click()
        orders = page.locator("[data-standing]")
        orders.locator("summary").click()
        orders.get_by_label("At the start of an impulse").select_option("in_reach")
        expect(page.locator("#decision .sentence")).not_to_contain_text("alter a course", timeout=15000)
        assert seat_data(api, match_view)["orders"] == {"reactions": "in_reach"}
        log = api.client.get(f"/api/matches/{match_view['id']}/log", params={"side": match_view["side"]}).json()
        assert any(entry.get("action") == ["carry_on"] for entry in log)
        assert wrong == []


@pytest.mark.thorough
def test_9_2_the_ships_that_may_sail_are_folded_by_type(browser: Browser, api: Api, address: str) -> None:
    """143 ships are grouped into a row for each type; a press unfolds a row, and a filter shows only one type."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/leyte_orders")
        form = next(choice for choice in api.offered(match_view) if choice[0] == "form")
        match_view = api.act(match_view, form)
        ships = [choice[1] for choice in api.offered(match_view) if choice[0] == "assign"]
        assert len(ships) > 100
        open_match(page, address, match_view["id"])
        rows = page.locator(".needs li")
        expect(page.locator(".needs h2")).to_contain_text(f"{len(ships)} optional")
        types = rows.count()
        assert types < 16
        carriers = page.locator(".needs button[aria-expanded]").first
        expect(carriers).to_contain_text("CV")
        many = int(re.search(r"(\d+): add a ship", carriers.inner_text())[1])  # type: ignore[index]
        carriers.press("Enter")
        expect(rows).to_have_count(types + many)
        page.locator(".needs").get_by_label("Kind").select_option("CV")
        expect(rows).to_have_count(many)
        rows.first.get_by_role("button").click()
        expect(page.locator(".needs h2")).to_contain_text(f"{len(ships) - 1} optional")
        assert wrong == []


@pytest.mark.build
def test_11_3_a_ship_and_its_target_are_submitted_together(browser: Browser, api: Api, address: str) -> None:
    """Both are pressed in the battle.

    Nothing is submitted before both have been pressed, and they are undone together.
    """
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/gunlaying")

        def aims() -> Any:
            return api.match_view(match_view["id"], "allies")["view"]["arrays"].get("aim", {})

        def ship(name: str) -> Locator:
            return page.get_by_role("button", name=re.compile(rf"^{name}\b.*may be chosen"))

        sentence = page.locator("#decision .sentence")
        ship("Astoria").first.click()
        expect(sentence).to_have_text("Astoria: choose its target.")
        ship("Abukuma").first.click()
        expect(sentence).to_contain_text("Give each ship a target, then open fire.")
        assert aims() == {"us_ca34": "jp_cl9"}
        page.keyboard.press("u")
        expect(ship("Astoria").first).to_be_visible()
        assert aims() == {}
        assert wrong == []


@pytest.mark.build
def test_24_2_the_best_attack_at_three_to_one_is_made_at_one_press(browser: Browser, api: Api, address: str) -> None:
    """An attack's button shows its place and odds. The die is rolled, and the next attack has its own button."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{WITP}/burma_attacking")
        page.get_by_role("tab", name="Orders").click()
        attack = all_at_once(page, "Attack at three to one")
        expect(attack).to_contain_text("50 to 18")
        attack.click()
        expect(page.locator("#log")).to_contain_text("attack 18 at Mandalay")
        assert wrong == []
