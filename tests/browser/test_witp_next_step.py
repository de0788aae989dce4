"""The next step of a question in War in the Pacific: by keys in its list, by mouse and touch on highlighted forces."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import open_position, quiet
from tests.browser.simulated_player import no_errors

POSITIONS = "war_in_the_pacific"
OVER = """() => {
  const [aim, zoom, board] = ['.aim-button', '.zoom', ''].map((one) =>
    document.querySelector(`#board ${one}`.trim()).getBoundingClientRect())
  return aim.right > zoom.left || aim.bottom > board.bottom || aim.top < zoom.top - 8
}"""


@pytest.mark.build
def test_the_keyboard_focus_stays_in_the_list_of_the_next_decision(browser: Browser, api: Api, address: str) -> None:
    """Rows are chosen one after another with Enter; when nothing more is needed, the question gets the focus."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{POSITIONS}/transfers")
        page.locator("[data-first]").get_by_role("button", name="Transfer").click()
        rows = page.locator("[data-next] li button")
        rows.filter(has_text="Akagi").focus()
        page.keyboard.press("Enter")
        expect(rows).to_contain_text(["Zero", "Kate"])
        expect(rows.first).to_be_focused()
        page.keyboard.press("ArrowDown")
        expect(rows.filter(has_text="Kate")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#decision .sentence")).to_contain_text("points of Kate at Akagi")
        expect(page.locator("#decision")).to_be_focused()
        assert wrong == []


@pytest.mark.build
def test_the_list_does_not_move_when_the_helpers_arrive_or_are_used(browser: Browser, api: Api, address: str) -> None:
    """37 Their room is kept from the start, and what one has done is listed below."""
    with context_of(browser, viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        held: list[Route] = []

        def hold(route: Route) -> None:
            if held:
                route.continue_()
            else:
                held.append(route)

        page.route("**/helpers*", hold)
        open_position(page, api, address, f"{POSITIONS}/declaring")
        needs = page.locator("[data-needs]")
        helpers = page.get_by_role("group", name="All at once")
        expect(helpers).to_contain_text("Working it out.")
        quiet(page)
        before = needs.bounding_box()
        held[0].continue_()
        first = helpers.get_by_role("button").first
        expect(first).to_be_visible()
        assert needs.bounding_box() == before
        first.click()
        expect(page.locator("[data-made]")).to_be_visible()
        quiet(page)
        after = needs.bounding_box()
        assert before
        assert after
        assert (after["x"], after["y"]) == (before["x"], before["y"])


@pytest.mark.build
def test_5_2_the_number_of_points_on_patrol_is_chosen_in_their_row(browser: Browser, api: Api, address: str) -> None:
    """The numbers are beside the air points, each with its own button; one press completes the choice."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{POSITIONS}/declaring")
        page.locator("[data-first]").get_by_role("button", name="Patrol over a hex").click()
        page.locator("[data-next]").get_by_role("button", name="Midway").click()
        row = page.get_by_role("group", name="F2A, trained")
        expect(row.get_by_role("button")).to_have_text(["1", "2"])
        row.get_by_role("button", name="F2A, trained, 2 points").click()
        expect(page.locator("[data-next]")).to_have_count(0)
        assert api.match_view(match_view["id"], match_view["side"])["seq"] == match_view["seq"] + 1
        assert wrong == []


@pytest.mark.build
def test_4_2_the_next_battle_is_chosen_by_its_force(browser: Browser, api: Api, address: str) -> None:
    """Both forces are highlighted and visible, and a press on one chooses its battle; the list names the forces."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{POSITIONS}/next_battle")
        stacks = page.locator("#board .pieces [data-stack]")
        lit = stacks.filter(has=page.locator("[data-legal]"))
        expect(lit).not_to_have_count(0)
        assert {one.get_attribute("data-spot") for one in lit.all()} == {"D3828", "F1430"}
        page.locator('#board .pieces [data-stack][data-spot="F1430"] button').first.click()
        expect(page.locator("#decision .sentence")).not_to_contain_text("Which battle is fought next?")
        quiet(page)
        battle = api.match_view(match_view["id"], "japan")["view"]["frames"]
        assert any(frame.get("where") == "F1430" for frame in battle)
        assert wrong == []


@pytest.mark.thorough
def test_on_a_phone_the_wide_button_is_next_to_the_zoom(browser: Browser, api: Api, address: str) -> None:
    """The wide button covers one row at the bottom of the map, and touches neither the zoom buttons nor the edge."""
    with context_of(browser, phone=True) as context:
        page = context.new_page()
        open_position(page, api, address, f"{POSITIONS}/burma_marching")
        expect(page.locator("#board .aim-button")).to_be_visible()
        assert not page.evaluate(OVER)
