"""Accessibility of all screens: no serious axe-core finding, light and dark; narrow windows; double text size."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from ironbottom.web.build import HOME
from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import POSITIONS, open_position
from tests.kit.thorough_cases import further, in_build

pytestmark = pytest.mark.build

AXE = HOME / "node_modules" / "axe-core" / "axe.min.js"
FIND = """async (rules) => {
  const some = rules.length ? { runOnly: rules } : {}
  const found = await axe.run(document, { resultTypes: ['violations'], ...some })
  return found.violations.filter((one) => ['serious', 'critical'].includes(one.impact)).map((one) => ({
    rule: one.id, help: one.help, at: one.nodes.slice(0, 4).map((node) => node.html.slice(0, 160)),
  }))
}"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
CUT = """() => {
const aside = '.visually-hidden, [aria-hidden=true], svg, #board .counter, #board .map'
return [...document.querySelectorAll('button, h1, h2, p, label, legend, th, td')]
  .filter((e) => e.getClientRects().length && !e.closest(aside))
  .filter((e) => ['hidden', 'clip'].includes(getComputedStyle(e).overflowX) &&
    (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1))
  .map((e) => e.outerHTML.slice(0, 200))
}"""

Show = Callable[[Page, Api, str], Any]


def home(page: Page, api: Api, address: str) -> None:
    api.begin(seats={"allies": "random"}, name="Somebody's first game")
    api.begin(game="aap", name="Of three powers with long names")
    page.goto(address)
    expect(page.get_by_role("link", name="Somebody's first game").first).to_be_visible()


def new_game(page: Page, api: Api, address: str) -> None:
    page.goto(f"{address}/#/new")
    page.get_by_text("Start from a position").click()
    expect(page.get_by_role("button", name="Begin")).to_be_visible()


def replaying(page: Page, api: Api, address: str) -> None:
    api.act(open_position(page, api, address, "operation"), ["pass"])
    page.reload()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Look back").click()
    expect(page.locator("#decision .sentence")).to_contain_text("Looking back")


def rules(page: Page, api: Api, address: str) -> None:
    open_position(page, api, address, "operation")
    page.locator("#decision").get_by_role("button", name=re.compile("^Rule")).first.click()
    expect(page.get_by_text("9.0.a").first).to_be_visible()


def text_board(page: Page, api: Api, address: str) -> None:
    open_position(page, api, address, "operation")
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("In place of the board").check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="Board in words")).to_be_visible()


def menu(page: Page, api: Api, address: str) -> None:
    open_position(page, api, address, "operation")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def curtain(page: Page, api: Api, address: str) -> None:
    text = (POSITIONS / "forming.toml").read_text(encoding="utf-8")
    match = api.begin(position=text)["id"]
    page.goto(f"{address}/#/m/{match}")
    expect(page.get_by_role("dialog")).to_contain_text("A secret choice for")


def over(page: Page, api: Api, address: str) -> None:
    match = api.begin(seats={"allies": "random"})["id"]
    api.client.post(f"/api/matches/{match}/resign", json={"side": "japan"}).raise_for_status()
    page.goto(f"{address}/#/m/{match}")
    expect(page.locator("#decision .sentence")).to_contain_text("win")


def at(name: str) -> Show:
    """The board at a position."""
    return lambda page, api, address: open_position(page, api, address, name)


POSITIONS_LOOKED_AT = {
    "hold_fast": ("moves", "air", "repairs", "naming", "air_fire", "surface_fire", "landing", "come_back"),
    "victory_in_the_pacific": ("raid_force", "patrols", "air", "targeting", "pursuit", "naming"),
    "axis_allies_pacific": ("bidding", "splitting", "takeoff", "aftermath", "regroup", "placement"),
    "war_in_the_pacific": (
        *("orders", "course", "wave_plan", "aiming", "torpedoing", "attacking"),
        *("burma_marching", "burma_committing", "wearing_away", "leyte_orders"),
    ),
}
"""The games with maps; test_screens.py checks all their panels, with axe-core and help."""
ELSEWHERE = {
    "hold_fast moves",
    "hold_fast surface_fire",
    "victory_in_the_pacific patrols",
    "victory_in_the_pacific targeting",
    "war_in_the_pacific orders",
    "war_in_the_pacific course",
    "war_in_the_pacific leyte_orders",
}
"""Screens checked by axe-core there, or in test_witp.py and test_witp_leyte.py."""
SCREENS: dict[str, Show] = {
    "home": home,
    "new game": new_game,
    "forming": at("forming"),
    "board": at("operation"),
    "battle": at("hits"),
    "replay": replaying,
    "rules": rules,
    "text board": text_board,
    "menu": menu,
    "curtain": curtain,
    "game over": over,
    **{f"{game} {name}": at(f"{game}/{name}") for game, names in POSITIONS_LOOKED_AT.items() for name in names},
}


@pytest.fixture(scope="module")
def screen_page(browser: Browser) -> Iterator[Page]:
    """One wide page for all screens, in light and dark mode."""
    with context_of(browser, pace="skip") as context:
        yield context.new_page()


@pytest.fixture(scope="module")
def narrow_page(browser: Browser) -> Iterator[Page]:
    """One phone for all screens."""
    with context_of(browser, phone=True, pace="skip") as context:
        yield context.new_page()


def fresh(page: Page) -> None:
    """Resets the board's stored preferences."""
    if page.url.startswith("http"):
        page.evaluate("localStorage.removeItem('ironbottom.comforts')")
        page.goto("about:blank")


def findings(page: Page, *rules: str) -> list[dict[str, Any]]:
    """The findings of axe-core in the page, by all its rules or some."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(FIND, rules)
    return found


LOOKED_AT = [name for name in SCREENS if name not in ELSEWHERE]


@pytest.mark.parametrize("name", in_build(LOOKED_AT, *LOOKED_AT[::12]))
def test_no_serious_finding(address: str, api: Api, screen_page: Page, name: str) -> None:
    fresh(screen_page)
    SCREENS[name](screen_page, api, address)
    screen_page.emulate_media(color_scheme="light", reduced_motion="reduce")
    assert findings(screen_page) == []
    screen_page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert findings(screen_page, "color-contrast") == [], "in the dark"


UNEXPLAINED = """async () => {
  const said = () => document.querySelector('aside.help p').innerText
  const point = async (e) => {
    e.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    for (let turns = 0; turns < 5; turns++) await Promise.resolve()
  }
  const all = [...document.querySelectorAll('button, a, input, select, summary, [role=slider], [data-stop]')]
  const missing = []
  for (const one of all.filter((e) => e.getClientRects().length && !e.closest('aside.help, header'))) {
    await point(document.querySelector('header h1'))
    const before = said()
    await point(one)
    if (said() === before) missing.push(one.outerHTML.slice(0, 120))
  }
  return missing
}"""


@pytest.mark.parametrize(
    ("name", "tab"),
    [
        ("board", "Force"),
        ("battle", "Odds"),
        ("forming", "Force"),
        pytest.param("board", "All forces", marks=pytest.mark.thorough),
        pytest.param("board", "Rules", marks=pytest.mark.thorough),
        pytest.param("replay", "Force", marks=pytest.mark.thorough),
        pytest.param("text board", "Force", marks=pytest.mark.thorough),
    ],
)
def test_every_element_has_help(address: str, api: Api, screen_page: Page, name: str, tab: str) -> None:
    """Everything clickable is explained when pointed at."""
    fresh(screen_page)
    SCREENS[name](screen_page, api, address)
    screen_page.get_by_role("tab", name=tab, exact=True).click()
    screen_page.get_by_role("button", name="Menu").click()
    screen_page.get_by_role("button", name="What is this?").click()
    screen_page.locator("aside.help").wait_for()
    assert screen_page.evaluate(UNEXPLAINED) == []


@pytest.mark.thorough
@pytest.mark.parametrize("name", SCREENS)
def test_a_phone_shows_the_page_without_scrolling_sideways(
    address: str, api: Api, narrow_page: Page, name: str
) -> None:
    fresh(narrow_page)
    SCREENS[name](narrow_page, api, address)
    assert narrow_page.evaluate(WIDER) <= 0
    narrow_page.evaluate("document.documentElement.style.fontSize = '200%'")
    narrow_page.wait_for_timeout(60)
    assert narrow_page.evaluate(WIDER) <= 0, "with text twice as large"
    assert narrow_page.evaluate(CUT) == []


KEPT = """() => {
  const of = (e) => getComputedStyle(e)
  const [on, off] = ['true', 'false'].map((is) => document.querySelector(`.rail [role=tab][aria-selected=${is}]`))
  const differ = (of(on).borderBottomColor !== of(off).borderBottomColor)
  const tick = document.querySelector('.ticks .current')
  return { differ, tick: of(tick).backgroundColor !== of(document.body).backgroundColor }
}"""


@pytest.mark.parametrize("light", ["light", *further("dark")])
def test_in_forced_colours_the_tab_the_step_and_the_main_button_are_distinguishable(
    address: str, api: Api, browser: Browser, light: Any
) -> None:
    with context_of(browser, pace="skip", forced_colors="active", color_scheme=light) as context:
        page = context.new_page()
        open_position(page, api, address, "victory_in_the_pacific/patrols")
        expect(page.locator(".ticks .current").first).to_be_visible()
        assert page.evaluate(KEPT) == {"differ": True, "tick": True}
        ground = "e => getComputedStyle(e).backgroundColor"
        open_position(page, api, address, "victory_in_the_pacific/targeting")
        page.locator(".odds .key").first.wait_for()
        sunk, damaged = (page.locator(f".odds .key.k{kind}").first.evaluate(ground) for kind in (0, 2))
        assert sunk != damaged, "the bars of the odds cannot be told by their keys"
        page.goto(f"{address}/#/new")
        begin = page.get_by_role("button", name="Begin").evaluate(ground)
        assert begin != page.locator("body").evaluate(ground)


@pytest.mark.thorough
def test_a_greatly_enlarged_window_shows_the_board_and_the_question_on_one_page(
    address: str, api: Api, browser: Browser
) -> None:
    """In 1280 by 1024 at 400 %, the tabs are below the rest instead of over it, and nothing scrolls sideways."""
    with context_of(browser, pace="skip", viewport={"width": 320, "height": 256}) as context:
        page = context.new_page()
        names = ("operation", "victory_in_the_pacific/patrols", "axis_allies_pacific/combat_moves")
        for name in (*names, "war_in_the_pacific/orders", "war_in_the_pacific/burma_marching"):
            open_position(page, api, address, name)
            assert page.evaluate(WIDER) <= 0
            bar, prompt = (page.locator(part).bounding_box() for part in (".tabbar", "#decision"))
            assert bar is not None
            assert prompt is not None
            assert bar["y"] >= prompt["y"] + prompt["height"] - 1
