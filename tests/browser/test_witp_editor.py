"""Positions of *War in the Pacific* set up in the page, a Strike's odds before it is ordered, weather symbols."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import match_of, open_position, quiet
from tests.browser.simulated_player import no_errors

pytestmark = pytest.mark.build

WITP = "war_in_the_pacific"


def look(page: Page, place: str, word: str = "Look") -> None:
    """A hex or a place is selected, or gets the picked up units."""
    page.locator("section.place [data-hexes-field]").fill(place)
    page.get_by_role("button", name=word, exact=True).click()


def test_ships_go_to_sea_where_they_are_put_and_are_played_on_from_there(
    address: str, api: Api, wide_page: Page
) -> None:
    wrong = no_errors(wide_page)
    wide_page.goto(f"{address}/#/editor?game={WITP}")
    law, panel = wide_page.locator(".editor-status"), wide_page.locator("section.place")
    expect(law).to_contain_text("Legal: Japan chooses first.")
    look(wide_page, "Pearl Harbor")
    for ship in ("Enterprise", "Hornet"):
        panel.get_by_role("button", name=re.compile(f"^{ship},")).click()
    look(wide_page, "F1630", "Move")
    expect(panel.get_by_role("heading", level=3)).to_have_text(["TF 1 of the Allies", "Air points"])
    # Ground units cannot be put to sea: the field is named, and a key undoes it.
    look(wide_page, "Midway")
    panel.get_by_role("button", name="3-1", exact=True).click()
    look(wide_page, "F1631", "Move")
    expect(law).to_contain_text("Not allowed at arrays.unit_at.")
    wide_page.locator("#board [data-hexes]").press("u")
    expect(law).to_contain_text("Legal")
    wide_page.get_by_label("Turn", exact=True).select_option(label="2/6/42")
    wide_page.get_by_label("Step", exact=True).select_option("air_1")
    expect(law).to_contain_text("Legal: Japan and the Allies choose first.")
    wide_page.get_by_role("button", name="Play on from here").click()
    wide_page.get_by_role("dialog").get_by_label("Japan").select_option(index=1)
    wide_page.get_by_role("dialog").get_by_label("Allies").select_option("person")
    wide_page.get_by_role("button", name="Begin").click()
    wide_page.locator("#decision").wait_for()
    view = api.match_view(match_of(wide_page), "allies")["view"]
    assert (view["turn"], view["force_at"]) == (73, {"allies_1": "F1630"})
    assert view["arrays"]["ship_at"]["us_cv6"] == "allies_1"
    assert wrong == []


@pytest.mark.thorough
def test_a_press_on_the_map_puts_a_task_force_there(address: str, wide_page: Page) -> None:
    wrong = no_errors(wide_page)
    wide_page.goto(f"{address}/#/editor?game={WITP}")
    expect(wide_page.locator(".editor-status")).to_contain_text("Legal")
    look(wide_page, "F1230")
    wide_page.get_by_role("button", name="A Japanese dummy").click()
    wide_page.locator("#board [data-stack]").first.click()
    expect(wide_page.get_by_role("region", name="Picked").locator("b")).to_have_text("Japanese TF 1")
    box = wide_page.locator("#board").bounding_box()
    assert box is not None
    wide_page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.6)
    expect(wide_page.locator("section.place h2")).not_to_have_text("F1230")
    expect(wide_page.locator("section.place h3")).to_have_text("TF 1 of Japan a dummy")
    expect(wide_page.locator(".editor-status")).to_contain_text("Legal")
    assert wrong == []


@pytest.mark.thorough
def test_6_7_the_odds_of_a_wave_are_shown_before_it_is_ordered(browser: Browser, api: Api, address: str) -> None:
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{WITP}/wave_plan")
        decision = page.locator("#decision")
        page.get_by_role("button", name=re.compile(r"^Show \d+ choices?$")).click()
        for _ in range(2):
            quiet(page)
            page.keyboard.press("1")
        expect(decision).to_contain_text(re.compile(r"CV damaged .*%\swith no patrol, .*%\spast 4\sZero"))
        expect(decision.get_by_role("button", name="Launch the wave")).to_be_visible()
        page.get_by_role("tab", name="Odds").click()
        said = page.locator(".fight-odds")
        expect(said).to_contain_text("This wave at the force reported at")
        expect(said).to_contain_text("The report may be wrong (8.3)")
        assert wrong == []


@pytest.mark.thorough
def test_8_6_the_weather_is_on_the_map_as_sign_and_word(browser: Browser, api: Api, address: str) -> None:
    with context_of(browser) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/declaring")
        signs = page.locator("#board [data-weather]")
        expect(signs).not_to_have_count(0)
        for sign in signs.all():
            section, sky = sign.get_attribute("data-section"), sign.get_attribute("data-weather")
            assert sign.locator("text").text_content() == f"{section} {sky}"
            mine = sign.bounding_box()
            assert mine is not None
            for other in page.locator("#board [data-stack], #board .name").all():
                box = other.bounding_box()
                apart = box is None or (
                    mine["x"] >= box["x"] + box["width"]
                    or box["x"] >= mine["x"] + mine["width"]
                    or mine["y"] >= box["y"] + box["height"]
                    or box["y"] >= mine["y"] + mine["height"]
                )
                assert apart, (section, box)
