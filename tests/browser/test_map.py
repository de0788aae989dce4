"""The map of Victory in the Pacific: sixty ships in one sea, uncovered names, tracks, screens of all shapes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.actions import press
from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import open_match, open_position
from tests.browser.simulated_player import no_errors
from tests.browser.test_access import CUT, WIDER, findings
from tests.kit.thorough_cases import in_build

pytestmark = pytest.mark.build

HERE = "victory_in_the_pacific"
SIXTY = f"{HERE}/sixty_ships"
AT_SEA = f"{HERE}/combat"
PATROLS = f"{HERE}/patrols"
CARRIERS, OTHERS = 14, 46
"""The numbers of carriers and of other ships among the sixty in the Marianas."""
COVERED = """() => {
  const seen = (e) => ({ e, box: e.getBoundingClientRect() })
  const names = [...document.querySelectorAll('#board .sea-name tspan')].map(seen).filter(({ box }) => box.width)
  const pieces = [...document.querySelectorAll('#board .pieces .counter')].map(seen)
  return names.flatMap(({ e, box: a }) => pieces.flatMap(({ e: over, box: b }) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const high = Math.min(a.bottom - a.height * 0.25, b.bottom) - Math.max(a.top + a.height * 0.25, b.top)
    const by = Math.min(wide, high)
    return by > 3 ? [`${e.textContent} under ${over.textContent.trim().slice(0, 40)}: ${by.toFixed(1)}`] : []
  }))
}"""
"""The names of seas with letters that a stack covers by more than three pixels, and the stack."""
NOTED = """() => {
  window.wakes = []
  const note = (node) => node.classList?.contains('wake') && window.wakes.push(node.dataset.sign)
  new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach(note)))
    .observe(document.querySelector('#board'), { subtree: true, childList: true })
}"""

FADING = "getComputedStyle(document.querySelector('#board .move-arrow')).animationDuration"


def pile(page: Page) -> Locator:
    return page.locator("#board").get_by_role("button", name=re.compile("^60 units, Marianas Islands"))


def kind(page: Page) -> Locator:
    """The carriers in a pile that is divided by kind."""
    return page.locator("#board").get_by_role("button", name=re.compile(f"^{CARRIERS} carriers, Marianas Islands"))


def panel(page: Page) -> Locator:
    return page.locator("section.place:visible")


def check_shown(page: Page, number: int) -> None:
    expect(panel(page).locator("li")).to_have_count(number)


def check_home(page: Page, api: Api, match_view: dict[str, Any], port: str) -> None:
    """All carriers went to the port in one act, and the others are still at sea."""
    expect(page.locator("#decision")).not_to_contain_text("choose a port or base.")
    units = api.match_view(match_view["id"], "allies")["view"]["units"]["allies"]
    assert (len(units[port]), len(units["marianas_islands"])) == (CARRIERS, OTHERS)


@pytest.mark.thorough
def test_sixty_ships_are_moved_by_mouse(address: str, api: Api, wide_page: Page) -> None:
    wrong = no_errors(wide_page)
    match_view = open_position(wide_page, api, address, SIXTY)
    pile(wide_page).click()
    check_shown(wide_page, CARRIERS + OTHERS)
    kind(wide_page).click()
    check_shown(wide_page, CARRIERS)
    panel(wide_page).get_by_role("button", name="All of the carriers").click()
    expect(pile(wide_page)).to_contain_text(f"{CARRIERS} chosen")
    panel(wide_page).get_by_role("button", name="All kinds").click()
    panel(wide_page).get_by_role("button", name="List", exact=True).click()
    check_shown(wide_page, CARRIERS + OTHERS)
    expect(panel(wide_page).locator(".row[aria-pressed=true]")).to_have_count(CARRIERS)
    assert findings(wide_page) == []
    wide_page.locator("#board").get_by_role("button", name=re.compile("^Pearl Harbor, Allied port")).click()
    check_home(wide_page, api, match_view, "pearl_harbor")
    assert wrong == []


@pytest.mark.thorough
def test_sixty_ships_are_moved_by_touch(address: str, api: Api, phone_page: Page) -> None:
    wrong = no_errors(phone_page)
    match_view = open_position(phone_page, api, address, SIXTY)
    pile(phone_page).tap()
    edges = phone_page.locator("#board .fan button").evaluate_all(
        "(all) => all.map((b) => [b.getBoundingClientRect().left, b.getBoundingClientRect().right])"
    )
    assert len(edges) == 5, "a pile of each kind"
    assert all(left >= 0 and right <= 360 for left, right in edges), "in sight"
    kind(phone_page).tap()
    check_shown(phone_page, CARRIERS)
    panel(phone_page).get_by_role("button", name="All of the carriers").tap()
    phone_page.locator(".tabbar").get_by_role("button", name="Choices").tap()
    phone_page.locator("#choices").get_by_role("button", name=re.compile("^Pearl Harbor")).tap()
    check_home(phone_page, api, match_view, "pearl_harbor")
    assert wrong == []


@pytest.mark.thorough
def test_sixty_ships_are_moved_by_keyboard(address: str, api: Api, wide_page: Page) -> None:
    match_view = open_position(wide_page, api, address, SIXTY)
    keys = wide_page.keyboard
    pile(wide_page).focus()
    keys.press("Enter")
    expect(kind(wide_page)).to_be_focused()
    keys.press("Enter")
    check_shown(wide_page, CARRIERS)
    expect(panel(wide_page).get_by_role("button", name="carriers", exact=True)).to_be_focused()
    for _ in range(12):
        keys.press("Tab")
        if wide_page.evaluate("document.activeElement.matches('.side button')"):
            break
    keys.press("Home")
    expect(panel(wide_page).get_by_role("button", name="All of the carriers")).to_be_focused()
    keys.press("Enter")
    keys.press("/")
    keys.type("pearl")
    keys.press("Enter")
    check_home(wide_page, api, match_view, "pearl_harbor")


SCREENS = {
    "wide": (1440, 900),
    "very wide": (2560, 1080),
    "tablet": (1024, 768),
    "tablet upright": (768, 1024),
    "phone": (360, 740),
    "tall": (1080, 1920),
}


@pytest.mark.thorough
def test_no_stack_hides_the_name_of_a_sea(address: str, api: Api, browser: Browser) -> None:
    """Nothing is covered with fleets of both sides in nearly every sea, on every screen.

    Double text size breaks nothing.
    """
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, AT_SEA)
        for name, (width, height) in SCREENS.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(350)
            assert page.evaluate(COVERED) == [], name
            assert page.evaluate(WIDER) <= 0, name
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        for name in ("wide", "tablet", "phone"):
            page.set_viewport_size({"width": SCREENS[name][0], "height": SCREENS[name][1]})
            page.wait_for_timeout(350)
            assert page.evaluate(WIDER) <= 0, f"{name} with text twice as large"
            assert page.evaluate(CUT) == [], f"{name} with text twice as large"
        assert wrong == []


def force_at_sea(page: Page, cruisers: int) -> Locator:
    return page.locator("#board").get_by_role("button", name=re.compile(f"^{cruisers} cruisers, Marshall Islands"))


def send(page: Page) -> None:
    """Five cruisers from Truk patrol the Marshalls."""
    press(page, "Truk,")
    panel(page).get_by_role("button", name="All of the cruisers").click()
    press(page, "Marshall Islands")
    expect(force_at_sea(page, 5)).to_be_visible()


@pytest.mark.thorough
def test_a_fleet_leaves_a_wake_in_replay_too(address: str, api: Api, wide_page: Page) -> None:
    open_position(wide_page, api, address, PATROLS)
    wide_page.evaluate(NOTED)
    send(wide_page)
    assert wide_page.evaluate("window.wakes") == ["disc"], "one for all five"
    for wanted, duration in (("no-preference", "0.6s"), ("reduce", "0.001s")):
        wide_page.emulate_media(reduced_motion=wanted)  # type: ignore[arg-type]
        assert wide_page.evaluate(FADING) == duration
    wide_page.get_by_role("button", name="Menu").click()
    wide_page.get_by_role("button", name="Look back").click()
    expect(wide_page.locator("#decision .sentence")).to_contain_text("Looking back")
    wide_page.keyboard.press("[")
    expect(force_at_sea(wide_page, 4)).to_be_visible()
    assert wide_page.evaluate("window.wakes.length") == 1, "nothing sails backwards"
    wide_page.keyboard.press("]")
    expect(force_at_sea(wide_page, 5)).to_be_visible()
    assert wide_page.evaluate("window.wakes.length") == 2


BESIDE = {
    "hf": (
        "hold_fast/air",
        "off_board",
        "Land Based Air 1",
        "guadalcanal",
        ["deploy", "j_land_based_air_1", "solomon_sea"],
    ),
    "vitp": (
        "victory_in_the_pacific/patrols",
        "yokosuka",
        "Nagato",
        "saipan",
        ["patrol", "nagato", "marianas_islands"],
    ),
}
"""A position, the place of a unit, the unit, a base that is not a target, and the target that it means."""


APART = """() => {
  const [a, b] = [".toast", "[data-label=hawaiian_islands]"].map((one) =>
    document.querySelector(one).getBoundingClientRect())
  return Math.round(Math.max(b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom))
}"""
"""The distance of a refusal from the name of an area, in pixels."""


@pytest.mark.build
@pytest.mark.parametrize("game", in_build(BESIDE, "hf"))
def test_a_refusal_requested_by_keyboard_appears_next_to_the_name_of_the_area(
    address: str, api: Api, reset_page: Page, game: str
) -> None:
    """The refusal appears 8 to 16 px from the name, whatever was pressed before, and the next press closes it."""
    position, where, unit, _, _ = BESIDE[game]
    open_position(reset_page, api, address, position)
    reset_page.get_by_label("Look at another place").select_option(where)
    reset_page.locator("section.place").get_by_role("button", name=re.compile(f"^(Japanese )?{unit}\\b")).first.click()
    reset_page.locator('#board path[data-drop="hawaiian_islands"]').focus()
    reset_page.keyboard.press("Enter")
    expect(reset_page.locator(".toast.placed")).to_be_visible()
    assert 8 <= reset_page.evaluate(APART) <= 16
    reset_page.mouse.move(5, 400)
    reset_page.mouse.down()
    expect(reset_page.locator(".toast")).to_have_count(0)


@pytest.mark.build
@pytest.mark.parametrize("game", in_build(BESIDE, "hf"))
def test_the_sign_of_a_base_acts_for_its_sea_area(address: str, api: Api, reset_page: Page, game: str) -> None:
    """A tap on the symbol in the area means the area; if that is not offered, the refusal names the area."""
    position, where, unit, base, meant = BESIDE[game]
    match_view = open_position(reset_page, api, address, position)
    reset_page.get_by_label("Look at another place").select_option(where)
    reset_page.locator("section.place").get_by_role("button", name=re.compile(f"^(Japanese )?{unit}\\b")).first.click()
    reset_page.locator('#board [data-drop="pearl_harbor"]').last.dispatch_event("click")
    toast = reset_page.get_by_role("alert")
    expect(toast).to_be_visible()
    assert "_" not in toast.inner_text(), "no ids in a refusal"
    reset_page.locator(f'#board [data-drop="{base}"]').last.dispatch_event("click")
    expect(reset_page.locator("#log")).to_contain_text(unit)
    log = api.match_view(match_view["id"], match_view["side"], since=match_view["seq"])["log"]
    assert meant in [entry.get("action") for entry in log]


COMING = {
    "hf": ("hold_fast", "come_back", ["dock", "j_cruiser_2", "truk"]),
    "vitp": ("victory_in_the_pacific", "way_home", ["go", "nagato", "truk"]),
}
"""The lesson of a game whose only unit returns to a port with other units; it is selected automatically."""


@pytest.mark.thorough
@pytest.mark.parametrize("game", COMING)
def test_a_touch_on_the_stack_in_a_port_sends_a_ship_there(address: str, api: Api, phone_page: Page, game: str) -> None:
    """On a phone, the stack covers the symbol of its port; with a ship selected, a tap on the stack means the port."""
    folder, name, meant = COMING[game]
    lessons = Path(__file__).parents[2] / "page" / "src" / "games"
    text = (lessons / folder / "lesson" / f"{name}.toml").read_text(encoding="utf-8")
    match_view = api.begin(game=game, position=text, seats={"allies": "random"})
    open_match(phone_page, address, match_view["id"])
    sentence = phone_page.locator("#decision .sentence")
    expect(sentence).to_contain_text("choose a port or base")
    asked = sentence.inner_text()
    phone_page.locator('#board [data-stack^="truk japan"] button').first.dispatch_event("click")
    expect(sentence).not_to_have_text(asked)
    log = api.match_view(match_view["id"], "japan", since=match_view["seq"])["log"]
    assert meant in [entry.get("action") for entry in log]
