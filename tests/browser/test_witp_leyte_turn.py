"""Leyte by mouse and by touch: a landing and the land battle, kamikazes, the lesson that teaches both."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.actions import lessons, no_lesson_left
from tests.browser.conftest import Api, context_of
from tests.browser.layout_walk import SIZES, open_context
from tests.browser.match_setup import open_match, quiet, seats_against
from tests.browser.simulated_player import no_errors

pytestmark = pytest.mark.build

WITP = "war_in_the_pacific"
SCENES = Path(__file__).parents[2] / "page" / "src" / "games" / WITP / "lesson" / "leyte"
ENDS = re.compile(
    r"^(Done|End |Continue|Ready|No more strikes|Avoid battle|Keep |Stay|Open fire|Stop spending|Finished ashore)"
)
SURE = re.compile(
    r"^(End |(Search|Declare|Transfer|March|Attack|Land|Make|Take) no more|Leave (\d+|them)|Hold fire |Finished ashore)"
)
ONWARD = re.compile("^(Next|Continue|Roll|Show all dice|Skip)")
MAX_QUESTIONS = 60


def open_scene(page: Page, api: Api, address: str, name: str, side: str) -> dict[str, Any]:
    """Begins a match at a position of the lesson, against the computer."""
    text = (SCENES / f"{name}.toml").read_text(encoding="utf-8")
    match_view = api.begin(game=WITP, position=text, seats=seats_against(WITP, side, "ensign"))
    open_match(page, address, match_view["id"])
    return match_view


def waiting(page: Page) -> Locator:
    """The rows of open choices."""
    return page.locator(".needs button")


def goes_on(page: Page) -> None:
    """Steps through the events, and ends a question that the test does not need."""
    decision = page.locator("#decision")
    any_button = decision.get_by_role("button", name=re.compile(f"{ONWARD.pattern}|{ENDS.pattern}"))
    expect(any_button.first).to_be_visible()
    for name in (ONWARD, ENDS):
        found = decision.get_by_role("button", name=name)
        if found.count():
            found.first.click()
            break
    sure = decision.get_by_role("button", name=SURE)
    if decision.get_by_role("button", name="Keep choosing").count() and sure.count():
        sure.first.click()
    quiet(page)


def until(page: Page, sentence: str) -> None:
    """Continues until a question is asked."""
    element = page.locator("#decision .sentence")
    for _ in range(MAX_QUESTIONS):
        quiet(page)
        if sentence in element.inner_text():
            return
        goes_on(page)
    raise AssertionError(f"{sentence} was never asked, but {element.inner_text()}")


@pytest.mark.thorough
def test_16_3_two_divisions_land_and_take_the_objective_by_mouse(browser: Browser, api: Api, address: str) -> None:
    """Each battle is a row with its place; the land battle shows its odds before it begins."""
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_scene(page, api, address, "landing", "allies")
        decision = page.locator("#decision")
        expect(decision).to_contain_text("TF 21 hits: 100 %; Chance to take Legaspi: 100 %.")
        ahead = page.locator(".odds", has_text="Landing: the attack that follows")
        expect(ahead).to_contain_text("All units that may land, Legaspi: 12 to 4")
        expect(page.locator(".odds", has_text="Bombardment")).to_contain_text("TF 21 at ground units, strength 54")
        # Many choices are open; those of a kind share a row until the row is opened.
        page.locator(".needs").get_by_label("Kind").select_option("11-3")
        for ship in ("APB1", "APB2"):
            row = waiting(page).filter(has_text=f"{ship}, Legaspi")
            expect(row).to_contain_text("11-3: land")
            row.click()
            expect(decision.locator(".sentence")).to_have_text(f"11-3 at {ship}, Legaspi: land?")
            decision.get_by_role("button", name="Land", exact=False).click()
            expect(row).to_have_count(0)
            expect(ahead).to_contain_text("Units ordered ashore, Legaspi")
        goes_on(page)
        until(page, "Which hexes do your ground units attack?")
        expect(page.locator(".odds")).to_contain_text("Legaspi")
        page.get_by_role("tab", name="Choices", exact=True).click()
        page.get_by_role("tabpanel").get_by_role("button", name=re.compile("Legaspi")).click()
        expect(page.locator(".odds")).to_contain_text("This attack")
        decision.get_by_role("button", name="Commit all").click()
        expect(page.locator("#log")).to_contain_text(re.compile("attack Legaspi"))
        now = api.match_view(match_view["id"], "allies")["view"]
        ashore = [unit for unit, at in now["arrays"]["unit_at"].items() if at == "B2350" and unit.startswith("allies")]
        assert set(ashore) >= {"allies_unit_9", "allies_unit_10"}
        assert wrong == []


@pytest.mark.thorough
def test_45_63_only_japan_sees_kamikazes_being_called(browser: Browser, api: Api, address: str) -> None:
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_scene(page, api, address, "call", "japan")
        begin = page.locator("#decision").get_by_role("button", name="Begin Kamikaze Strikes")
        expect(page.locator("#decision .primary")).to_have_count(0)
        begin.click()
        expect(begin).to_have_count(0)
        page.get_by_role("tab", name="Forces", exact=True).click()
        expect(page.locator(".forces li", has_text="Kamikazes")).to_contain_text("may fly")
        assert api.match_view(match_view["id"], "japan")["view"]["kamikazes"]
        assert api.match_view(match_view["id"], "public")["view"]["kamikazes_left"] is None
        assert wrong == []


def test_39_4_kamikazes_are_sent_by_role_and_number(browser: Browser, api: Api, address: str) -> None:
    """Both are asked for by name, and the odds are shown before the wave is ordered."""
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_scene(page, api, address, "wave", "japan")
        decision = page.locator("#decision")
        waiting(page).filter(has_text="Zuikaku").click()
        expect(decision.locator(".sentence")).to_have_text("Send points, Zuikaku: choose the Role.")
        page.get_by_role("tab", name="Choices", exact=True).click()
        rows = page.get_by_role("tabpanel")
        rows.get_by_role("button", name=re.compile("^Kamikaze")).click()
        expect(decision.locator(".sentence")).to_contain_text("choose how many")
        rows.get_by_role("button", name=re.compile("^2 points")).click()
        expect(decision).to_contain_text("with no patrol")
        decision.get_by_role("button", name="Launch the wave").click()
        expect(decision.locator(".sentence")).not_to_contain_text("in which Role?")
        flights = api.match_view(match_view["id"], "japan")["view"]["arrays"]
        (dives,) = [flight for flight, role in flights["flight_role"].items() if role == "kamikaze"]
        assert flights["flight_points"][dives] == 2
        assert wrong == []


def test_39_44_a_wave_dives_by_mouse_and_no_aircraft_returns(browser: Browser, api: Api, address: str) -> None:
    """For two points that passed the flak no die is shown before the roll; whatever the result, both are lost."""
    with context_of(browser, dice="wait") as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_scene(page, api, address, "aiming", "japan")
        expect(page.locator("[data-fleet=japan]")).to_contain_text("as kamikazes")
        decision = page.locator("#decision")
        decision.get_by_role("button", name=re.compile("^Attack")).click()
        lost = "2 kamikaze points are lost"
        roll = decision.get_by_role("button", name=re.compile("^Roll"))
        expect(roll).to_be_visible()
        expect(page.locator("[data-moves]")).to_have_count(0)
        expect(page.locator("#log")).not_to_contain_text(lost)
        roll.click()
        expect(page.locator("#log")).to_contain_text(lost)
        assert wrong == []


@pytest.mark.thorough
def test_touch_leads_to_a_hex_that_may_be_chosen(browser: Browser, api: Api, address: str) -> None:
    """On a phone the cross-hair is over the sea: one press goes to the nearest choice, the next selects it."""
    with open_context(browser, SIZES["phone"]) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_scene(page, api, address, "deployment", "allies")
        page.locator("#decision").get_by_role("button", name=re.compile("^Choose the Objective")).tap()
        board = page.locator("#board")
        board.get_by_role("button", name="Go to Leyte (Tacloban)").tap()
        board.get_by_role("button", name="Choose Leyte (Tacloban)").tap()
        expect(page.locator("#decision .sentence")).to_have_text("Change what your cases allow.")
        assert api.match_view(match_view["id"], "allies")["view"]["objective"] == "B2452"
        assert wrong == []


@pytest.mark.thorough
def test_a_phone_opens_at_the_landing_and_shows_its_full_odds(browser: Browser, api: Api, address: str) -> None:
    """The force off the beach is visible, and the line below the question is not cut off."""
    with open_context(browser, SIZES["phone"]) as context:
        page = context.new_page()
        open_scene(page, api, address, "landing", "allies")
        line = page.locator("#decision .subline .line")
        expect(line).to_contain_text("Chance to take Legaspi: 100 %.")
        cut = "e => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 2"
        assert not line.evaluate(cut)
        name = page.locator('#board [data-label="B2350"]').bounding_box()
        assert name
        assert 100 < name["x"] < SIZES["phone"][0] - 100


@pytest.mark.thorough
def test_the_lesson_of_leyte_covers_a_landing_and_a_dive(browser: Browser, api: Api, address: str) -> None:
    """A player who shows each step completes all parts, on both sides, and no match of the lesson remains."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong, before = no_errors(page), lessons(api)
        page.goto(address)
        page.get_by_role("link", name="Learn Leyte by playing: War in the Pacific").click()
        lesson = page.get_by_role("complementary", name="Lesson")
        ahead = lesson.get_by_role("button", name=re.compile("^(Do it for me|Next part|Play this game)$"))
        go_on = page.locator("#decision").get_by_role("button", name=ONWARD)
        parts = set()
        for _ in range(MAX_QUESTIONS):
            expect(ahead.or_(go_on).first).to_be_visible()
            if go_on.count() and not ahead.count():
                go_on.first.click()
                continue
            said, words = ahead.inner_text(), lesson.inner_text()
            parts.add(lesson.locator(".count").inner_text())
            ahead.click()
            if said == "Play this game":
                break
            expect(lesson.or_(go_on).first).to_be_visible()
            page.wait_for_function(
                "(was) => document.querySelector('aside[aria-label=Lesson]')?.innerText !== was", arg=words
            )
        expect(page.get_by_role("heading", name="New game")).to_be_visible()
        assert parts == {f"Part {n} of 7" for n in range(1, 8)}
        no_lesson_left(page, api, before)
        assert wrong == []
