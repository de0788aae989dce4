"""What the map of *War in the Pacific* shows without a press: ordered courses, fleets, cards, legends."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import open_position, quiet
from tests.browser.simulated_player import no_errors

pytestmark = pytest.mark.build

WITP = "war_in_the_pacific"


def test_a_course_that_was_ordered_is_drawn_again_for_its_force(browser: Browser, api: Api, address: str) -> None:
    """10.1 When the force is selected again, its course and speed are shown.

    For another force, there is no such line.
    """
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/course")
        to = "F0229"
        page.locator("[data-hexes-field]").fill(to)
        page.get_by_role("button", name="Choose", exact=True).click()
        page.locator("#decision").get_by_role("button", name=re.compile("^Sail")).click()
        expect(page.locator("#decision .sentence")).not_to_contain_text("sail to")
        view = api.match_view(match_view["id"], match_view["side"])["view"]
        (force,) = [name for name, hex_ in view["force_to"].items() if hex_ == to]
        page.locator(".needs .fold").click()
        page.locator(f".needs [data-about={force}]").click()
        expect(page.locator("#board [data-route]")).to_have_count(1)
        expect(page.locator("#board [data-tag]")).to_contain_text("Speed")
        page.locator(".needs [data-about]").first.click()
        expect(page.locator("#board [data-route]")).to_have_count(0)
        assert wrong == []


@pytest.mark.thorough
def test_8_6_the_weather_is_drawn_above_a_course_and_below_counters(browser: Browser, api: Api, address: str) -> None:
    """8.6 Reachable hexes are highlighted across whole sections: the weather there must be readable."""
    with context_of(browser) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/course")
        expect(page.locator("#board path.spot")).to_have_count(1)
        expect(page.locator("#board [data-weather]")).not_to_have_count(0)
        order = page.evaluate(
            """() => {
              const all = [...document.querySelectorAll('#board *')]
              const places = (named) => all.flatMap((one, place) => (one.matches(named) ? [place] : []))
              return [places('path.spot, path.edge-casing'), places('[data-weather]'), places('[data-stack]')]
            }"""
        )
        gold, sky, counters = order
        assert max(gold[:2]) < min(sky) <= max(sky) < min(counters)


@pytest.mark.thorough
def test_the_list_of_games_names_the_scenario(browser: Browser, api: Api, address: str) -> None:
    """40.1 The card of a game names its scenario and its Game-Turn."""
    with context_of(browser) as context:
        page = context.new_page()
        for scenario, head in (("midway", "Midway. Game-Turn 1/6/42."), ("burma", "Burma. Game-Turn 3/2/44.")):
            api.begin(game=WITP, scenario=scenario, name=f"A game of {scenario}")
            page.goto(address)
            page.reload()
            row = page.locator("li", has=page.get_by_role("link", name=f"A game of {scenario}", exact=True))
            expect(row.locator(".where")).to_have_text(head)


def test_fleets_are_pills_when_zoomed_out_and_counters_when_zoomed_in(browser: Browser, api: Api, address: str) -> None:
    """When zoomed out, a fleet is a pill with a silhouette and its number of ships. It is pressed like its counter."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{WITP}/orders")
        page.get_by_role("button", name="Theatre", exact=True).click()
        pills = page.locator("#board [data-stack] button.force")
        first = pills.first
        expect(first).to_have_css("height", "18px")
        expect(first.locator("use").first).to_have_attribute("href", re.compile("^#i-"))
        expect(first.locator("text")).to_have_text(re.compile(r"^[0-9]+$"))
        first.click()
        expect(first).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".orders h2", has_text=re.compile("^TF"))).to_be_visible()
        page.get_by_role("button", name="Section", exact=True).click()
        expect(pills).to_have_count(0)
        assert wrong == []


@pytest.mark.thorough
def test_garrisons_are_counters_close_up(browser: Browser, api: Api, address: str) -> None:
    """In Burma each stack shows its strongest unit, a silhouette and its strength, and the number of units."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{WITP}/burma_marching")
        cards = page.locator("#board .pill.card")
        expect(cards).to_have_count(0)
        page.get_by_role("button", name="Close", exact=True).click()
        gangaw = cards.filter(has_text="28")
        expect(gangaw).to_contain_text("11-3")
        expect(gangaw.locator(".many")).to_have_text("3")
        assert wrong == []


@pytest.mark.thorough
def test_the_legend_of_the_map_names_its_lines_and_signs(browser: Browser, api: Api, address: str) -> None:
    """3.2 The list of layers shows roads, railways, straits, closed sides and each terrain as they are drawn."""
    with context_of(browser) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/burma_marching")
        page.keyboard.press("v")
        legend = page.get_by_role("list", name="Terrain, what it shows").locator("li")
        expect(legend).to_have_text(
            [
                *("road", "railway", "strait between two hexes", "closed to ships", "mountain", "jungle"),
                *("jungle mountain", "rough", "swamp", "desert", "atoll", "no sign: clear"),
            ]
        )
        expect(legend.locator("path[d^=M]")).to_have_count(11)


UNDER = """() => {
  const rect = (e) => e.getBoundingClientRect()
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  const over = [...document.querySelectorAll('#board [data-overlay] > button, #board [data-overlay] > .list')]
  const pieces = [...document.querySelectorAll('#board [data-stack] .counter, #board .pill')]
  return pieces.filter((e) => over.some((o) => meet(rect(e), rect(o)))).map((e) => e.textContent.trim())
}"""


@pytest.mark.thorough
def test_nothing_over_the_map_hides_the_area_in_play_when_zoomed_out(browser: Browser, api: Api, address: str) -> None:
    """When the map opens for either side, the buttons at the upper edge do not overlap it."""
    with context_of(browser, viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        for name in ("orders", "course", "declaring"):
            open_position(page, api, address, f"{WITP}/{name}")
            quiet(page)
            assert page.evaluate(UNDER) == [], name
        expect(page.locator("#board [data-label=F1234]")).to_have_text("Midway")


@pytest.mark.thorough
def test_the_chosen_force_is_drawn_above_the_layers(browser: Browser, api: Api, address: str) -> None:
    """If the list opens over the selected force, the map moves so that the force stays visible."""
    with context_of(browser) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/course")
        page.get_by_role("button", name="Section", exact=True).click()
        force = page.locator("#board [data-stack] .counter[aria-pressed=true]")
        box = force.bounding_box()
        assert box
        page.mouse.move(box["x"] + 120, box["y"] + 120)
        page.mouse.down()
        page.mouse.move(250, 420, steps=8)
        page.mouse.up()
        page.keyboard.press("v")
        layers = page.get_by_role("group", name="Layers", exact=True)
        expect(layers).to_be_visible()
        quiet(page)
        lies, over = force.bounding_box(), layers.bounding_box()
        assert lies
        assert over
        assert lies["x"] > over["x"] + over["width"] or lies["y"] > over["y"] + over["height"]


@pytest.mark.thorough
def test_nothing_is_cut_off_at_double_size_in_a_small_window(browser: Browser, api: Api, address: str) -> None:
    """LOOK 3 At 200 % of 1280 by 720 the line above the board and the parts of the orders are not cut off."""
    with context_of(browser, viewport={"width": 640, "height": 360}) as context:
        page = context.new_page()
        for name in ("burma_marching", "leyte_orders"):
            open_position(page, api, address, f"{WITP}/{name}")
            page.locator(".tabbar").get_by_role("button", name="Orders").click()
            expect(page.locator(".jumps")).to_be_visible()
            for part in (".strip", ".jumps", ".tabbar"):
                wide = page.locator(part).evaluate("(e) => e.scrollWidth - e.clientWidth")
                assert wide <= 1, f"{part} of {name}"
        expect(page.locator(".strip .own").first).to_be_visible()
