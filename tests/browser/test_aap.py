"""Axis & Allies: Pacific on the page: places are selected, units counted, moves ordered and undone."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.aap_user import AapUser
from tests.browser.conftest import Api, context_of
from tests.browser.layout_walk import SIZES
from tests.browser.match_setup import THREE_SIDES, open_match, open_position, quiet
from tests.browser.simulated_player import no_errors
from tests.browser.test_access import UNEXPLAINED, WIDER, findings
from tests.browser.whole_games import GameSetup, play
from tests.kit.thorough_cases import in_build

MAX_PRESSES = 200
PERSONS = dict.fromkeys(THREE_SIDES, "person")


def moves(api: Api, **seats: str) -> dict[str, Any]:
    """Japan's first combat moves; returns the view of Japan."""
    match = api.begin(game="aap", seats=PERSONS | seats)["id"]
    if not seats:
        api.act(api.match_view(match, "uk"), ["split", "6"])
        api.act(api.match_view(match, "usa"), ["done"])
    for _ in range(MAX_PRESSES):
        match_view = api.match_view(match, "japan")
        if match_view["decision"]:
            return api.act(match_view, ["done"])
        time.sleep(0.1)  # the computer players split the pool and give orders
    raise AssertionError("Japan is not asked")


def place(page: Page, id_: str) -> Locator:
    return page.locator(f'#board [data-stop][data-drop="{id_}"]')


def look_at(page: Page, id_: str) -> None:
    """Presses the stack of a place."""
    page.locator(f'#board [data-stack="{id_}"] .press').click()


def counter(page: Page, name: str) -> Locator:
    return page.locator(".space").get_by_role("spinbutton", name=name)


def count(page: Page, name: str, n: int = 1) -> None:
    for _ in range(n):
        counter(page, name).press("+")


@pytest.fixture
def japan(address: str, api: Api, browser: Browser) -> Any:
    """The page at Japan's first combat moves, with the match behind it."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = moves(api, uk="random", usa="random")
        open_match(page, address, match_view["id"])
        yield page, match_view
        assert wrong == []


@pytest.mark.build
def test_units_of_a_place_are_counted_and_sent_together(japan: Any, api: Api) -> None:
    """7.1.1: a battleship and a destroyer move from zone 45 to zone 46.

    The places that all units can reach show the number of steps.
    """
    page, match_view = japan
    look_at(page, "sz45 japan")
    count(page, "Battleship to move")
    expect(page.locator("#decision .sentence")).to_have_text("Battleship: choose a destination.")
    count(page, "Destroyer to move")
    expect(place(page, "sz46")).to_have_attribute("data-legal", "true")
    expect(place(page, "sz46")).to_have_attribute(
        "aria-label", re.compile(r"^Sea zone 46, legal, 1 step, enemy: 2 units, 2 units of Britain: .*Convoy ")
    )
    expect(place(page, "sz9")).not_to_have_attribute("data-legal", "true")
    look_at(page, "sz46 uk")
    expect(page.locator(".orders .order")).to_have_count(2)
    expect(page.locator("#board [data-plan]")).to_have_count(2)
    own = api.match_view(match_view["id"], "japan")["view"]["acted"]["own"]
    assert own == {"sz46": {"destroyer": 1, "battleship": 1}}


@pytest.mark.build
def test_an_ordered_move_is_taken_back_by_a_press(japan: Any, api: Api) -> None:
    page, match_view = japan
    look_at(page, "sz45 japan")
    count(page, "Battleship to move")
    look_at(page, "sz46 uk")
    look_at(page, "sz45 japan")
    count(page, "Destroyer to move")
    look_at(page, "sz46 uk")
    page.get_by_role("button", name="1 battleship from sea zone 45, 1 step, to Sea zone 46: take back").click()
    expect(page.locator(".orders .order")).to_have_count(1)
    assert api.match_view(match_view["id"], "japan")["view"]["acted"]["own"] == {"sz46": {"destroyer": 1}}
    page.locator("#board [data-plan]").first.dispatch_event("click")
    expect(page.locator(".orders")).to_have_count(0)
    assert api.match_view(match_view["id"], "japan")["view"]["acted"]["own"] == {}


@pytest.mark.build
def test_loading_is_part_of_the_step(japan: Any, api: Api) -> None:
    """7.7.2: artillery and infantry board one transport of zone 45, and minus unloads them."""
    page, match_view = japan
    look_at(page, "sz45 japan")
    counter(page, "Artillery of French Indo-China aboard").press("+")
    expect(counter(page, "Artillery of French Indo-China aboard")).to_have_attribute("aria-valuenow", "1")
    counter(page, "Infantry of Hainan aboard").press("+")
    expect(counter(page, "Transport with infantry and artillery to move")).to_be_visible()
    units = api.match_view(match_view["id"], "japan")["view"]["units"]["japan"]
    assert units["sz45"]["transport_infantry_artillery"] == 1
    counter(page, "Infantry of Hainan aboard").press("-")
    expect(counter(page, "Transport with artillery to move")).to_be_visible()


@pytest.mark.build
def test_a_press_on_a_forbidden_place_shows_the_reason(japan: Any) -> None:
    """A battleship that is too far away is refused by 7.1.1, a fighter that could not land by another clause."""
    page, _ = japan
    look_at(page, "sz45 japan")
    count(page, "Battleship to move")
    expect(place(page, "sz46")).to_have_attribute("data-legal", "true")
    look_at(page, "sz9 usa")
    toast = page.get_by_role("alert")
    expect(toast).to_contain_text("7.1.1")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    look_at(page, "formosa japan")
    count(page, "Fighters to move")
    expect(place(page, "philippines")).to_have_attribute("data-legal", "true")
    look_at(page, "hawaiian usa")
    expect(toast).to_contain_text(re.compile(r"7\.\d\.\d"))


@pytest.mark.thorough
def test_the_keys_of_the_game_work(japan: Any, api: Api) -> None:
    """The keys are G and a number, ] to go to the units, plus to count, an arrow, Enter, and O."""
    page, match_view = japan
    page.keyboard.press("g")
    page.keyboard.press("4")
    page.keyboard.press("5")
    expect(place(page, "sz45")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".space h2")).to_have_text("Sea zone 45")
    page.keyboard.press("]")
    expect(counter(page, "Battleship to move")).to_be_focused()
    page.keyboard.press("+")
    expect(counter(page, "Battleship to move")).to_have_attribute("aria-valuenow", "1")
    page.keyboard.press("]")
    expect(counter(page, "Carrier to move")).to_be_focused()
    expect(place(page, "sz46")).to_have_attribute("data-legal", "true")
    page.keyboard.press("g")
    page.keyboard.press("4")
    page.keyboard.press("6")
    expect(place(page, "sz46")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".orders .order")).to_have_count(1)
    page.keyboard.press("o")
    expect(page.locator(".orders button").first).to_be_focused()
    assert api.match_view(match_view["id"], "japan")["view"]["acted"]["own"] == {"sz46": {"battleship": 1}}


@pytest.mark.thorough
def test_counted_units_survive_a_reload(japan: Any) -> None:
    page, _ = japan
    look_at(page, "sz45 japan")
    count(page, "Transports to move", 2)
    expect(page.locator("#decision .sentence")).to_have_text("2 transports: choose a destination.")
    page.reload()
    expect(page.locator("#decision .sentence")).to_have_text("2 transports: choose a destination.")
    expect(counter(page, "Transports to move")).to_have_attribute("aria-valuenow", "2")
    page.keyboard.press("Escape")
    expect(page.locator("#decision .sentence")).not_to_contain_text("transports")


@pytest.mark.thorough
def test_the_board_in_words_is_two_tables_with_a_filter(address: str, api: Api, browser: Browser) -> None:
    """The list has sixty territories that may be entered, and 54 zones; a place can be selected there as on the map."""
    with context_of(browser) as context:
        page = context.new_page()
        match_view = moves(api, uk="random", usa="random")
        open_match(page, address, match_view["id"])
        page.get_by_role("button", name="Menu").click()
        page.get_by_label("In place of the board").check()
        page.keyboard.press("Escape")
        board = page.get_by_role("region", name="Board in words")
        expect(board.locator(".tree tbody tr")).to_have_count(60 + 54)
        board.get_by_label("Filter").fill("French Indo-China")
        expect(board.locator(".tree tbody tr").filter(has_text="Sea zone 45")).to_have_count(1)
        assert board.locator(".tree tbody tr").count() < 20
        board.get_by_role("button", name="Sea zone 45", exact=True).click()
        count(page, "Battleship to move")
        board.get_by_label("Filter").fill("Sea zone 46")
        board.get_by_role("button", name="Sea zone 46", exact=True).click()
        expect(page.locator(".orders .order")).to_have_count(1)


@pytest.mark.thorough
@pytest.mark.parametrize("people", in_build([{}, {"usa": "random"}], {}))
def test_several_people_play_on_one_screen(address: str, api: Api, browser: Browser, people: dict[str, str]) -> None:
    """With three human players, or two and a computer player, the deciding player is named, and nothing is covered."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match = api.begin(game="aap", seats=PERSONS | people, options={"last_round": "1"})["id"]
        open_match(page, address, match)
        user = AapUser(page, 3)
        user.enough = 0.9
        seen: set[str] = set()
        for _ in range(1500):
            result = user.read()
            if user.over(result):
                break
            seen.update(chip.strip() for chip in page.locator("#decision .side-chip").all_inner_texts())
            assert not result["curtain"]
            user.go_on(result)
            page.wait_for_timeout(10)
        assert user.over()
        assert {"Japan", "Britain"} <= seen
        assert people or "The United States" in seen
        assert wrong == []


@pytest.mark.build
def test_the_lower_bidder_continues_as_the_allies(address: str, api: Api, browser: Browser) -> None:
    """16.2: the computer players hold the Allies and bid more; the page continues as Britain, and says why."""
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        wrong = no_errors(page)
        match = api.begin(game="aap", seats=PERSONS, options={"bidding": "yes"})["id"]
        api.act(api.match_view(match, "uk"), ["bid", "30"])
        for side in ("uk", "usa"):
            body = {"side": side, "player": "random", "wait": 0}
            api.client.post(f"/api/matches/{match}/seat", json=body).raise_for_status()
        open_match(page, address, match)
        expect(page.locator("#decision .sentence")).to_contain_text("Bid for Japan: how many victory points")
        page.get_by_role("tab", name="Choices", exact=True).click()
        page.locator("#choices").get_by_role("button", name=re.compile("^20 points")).click()
        expect(page.locator("#decision .sentence")).to_contain_text("Split the convoy pool")
        expect(page.locator("#decision .subline")).to_contain_text("The players have swapped sides")
        page.reload()
        expect(page.locator("#decision .sentence")).to_contain_text("Split the convoy pool")
        assert api.match_view(match, "public")["seats"] == {"japan": "random", "uk": "person", "usa": "person"}
        assert wrong == []


STRETCHES = {
    "Japan by mouse": GameSetup("aap", "mouse", "japan", seed=1, options=(("last_round", "1"),)),
    "Britain by finger": GameSetup("aap", "finger", "uk", seed=2, options=(("last_round", "1"),)),
    "the United States by keys": GameSetup("aap", "keys", "usa", seed=3, options=(("last_round", "1"),)),
}


@pytest.mark.build
@pytest.mark.parametrize("name", in_build(STRETCHES, "Japan by mouse"))
def test_a_round_with_every_input_device(address: str, api: Api, browser: Browser, name: str) -> None:
    """A game of one round, to its end (15.3)."""
    assert play(browser, api, address, STRETCHES[name]).wrong == []


COVERED = r"""() => {
  const box = (e) => e.getBoundingClientRect()
  const ground = box(document.querySelector('#board .map'))
  const inside = (b) => b.right > ground.left && b.left < ground.right && b.bottom > ground.top && b.top < ground.bottom
  const told = (e, name) => ({ name: name(e), ...box(e).toJSON() })
  const of = (where, name) => [...document.querySelectorAll(where)].map((e) => told(e, name)).filter(inside)
  const stacks = of('#board [data-stack]', (e) => `stack ${e.dataset.stack}`)
  const slim = (b) => ({ ...b, top: b.top + b.height / 4, bottom: b.bottom - b.height / 4 })
  const names = of('#board text[data-label]', (e) => `name ${e.textContent}`).map(slim)
  const shared = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from])
  const deep = (a, b) => Math.min(shared(a, b, 'left', 'right'), shared(a, b, 'top', 'bottom'))
  const found = []
  stacks.forEach((one, i) => {
    const others = [...stacks.slice(i + 1), ...names]
    for (const other of others) if (deep(one, other) > 3) found.push(`${one.name} over ${other.name}`)
  })
  names.forEach((one, i) => {
    for (const other of names.slice(i + 1)) if (deep(one, other) > 3) found.push(`${one.name} over ${other.name}`)
  })
  return found
}"""


@pytest.mark.build
@pytest.mark.parametrize("size", in_build(SIZES))
def test_nothing_on_the_map_covers_a_stack_or_a_name(address: str, api: Api, browser: Browser, size: str) -> None:
    """The map is checked at four zoom levels."""
    width, height = SIZES[size]
    with context_of(browser, viewport={"width": width, "height": height}) as context:
        page = context.new_page()
        open_match(page, address, moves(api)["id"])
        for zoom in range(4):
            quiet(page)
            assert page.evaluate(COVERED) == [], f"zoomed {zoom} times"
            page.locator("#board").get_by_role("button", name="Closer").click()
            page.wait_for_timeout(300)


def counting(page: Page, api: Api, address: str) -> None:
    """Japan's first combat moves, with units counted and a move ordered."""
    match_view = moves(api, uk="random", usa="random")
    picked = [["move", "sz45", "battleship"], ["go", "sz46", "1"], ["load", "sz45", "transport", "hainan", "infantry"]]
    api.act(match_view, *picked)
    open_match(page, address, match_view["id"])
    if page.locator(".tabbar").is_visible():
        return
    look_at(page, "sz45 japan")
    count(page, "Destroyer to move")


@pytest.mark.thorough
@pytest.mark.parametrize("tab", in_build(["Space", "Forces", "Choices"], "Space"))
def test_no_serious_finding(address: str, api: Api, browser: Browser, tab: str) -> None:
    """axe-core finds nothing, in light and dark mode, with each panel open."""
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        counting(page, api, address)
        page.get_by_role("tab", name=tab, exact=True).click()
        assert findings(page) == []
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        assert findings(page, "color-contrast") == [], "in the dark"


@pytest.mark.thorough
def test_whatever_can_be_pressed_is_explained(address: str, api: Api, browser: Browser) -> None:
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        counting(page, api, address)
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="What is this?").click()
        assert page.evaluate(UNEXPLAINED) == []


@pytest.mark.thorough
def test_a_phone_counts_in_its_sheet(address: str, api: Api, browser: Browser) -> None:
    """The stack of a place is tapped, its units are counted under Forces, and the destination is tapped."""
    with context_of(browser, phone=True, pace="skip", viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        counting(page, api, address)
        page.locator('#board [data-stack="sz36 japan"] .press').tap()
        page.locator(".tabbar button").filter(has_text="Forces").tap()
        expect(page.locator(".space h2")).to_have_text("Sea zone 36")
        page.locator(".space [data-row$='battleship'] button").last.tap()
        assert page.evaluate(WIDER) <= 0
        small = "els => els.filter((e) => e.getBoundingClientRect().height < 43).length"
        assert page.locator(".space .stepper button:visible").evaluate_all(small) == 0
        page.locator(".tabbar button").filter(has_text="Board").tap()
        place(page, "sz24").dispatch_event("click")
        page.locator(".tabbar button").filter(has_text="Forces").tap()
        expect(page.locator(".orders .order")).to_have_count(3)


UNDER_A_STACK = r"""() => {
  for (const area of document.querySelectorAll('.target[data-legal]')) {
    const box = area.getBoundingClientRect()
    const inverse = area.getScreenCTM().inverse()
    for (let k = 0; k < 144; k++) {
      const x = box.left + (box.width * (1 + (k % 12))) / 13
      const y = box.top + (box.height * (1 + Math.floor(k / 12))) / 13
      if (!area.isPointInFill(new DOMPoint(x, y).matrixTransform(inverse))) continue
      const owner = document.elementFromPoint(x, y)?.closest('.press')?.dataset.drop
      const legal = document.querySelector(`.target[data-legal][data-drop=${owner}]`)
      if (owner && owner !== area.dataset.drop && !legal) return [x, y]
    }
  }
}"""
"""Returns a point of a place that may be chosen, under the stack of a place that may not be chosen."""


@pytest.mark.build
def test_a_press_on_a_stack_reaches_the_battle_under_it(address: str, api: Api, browser: Browser) -> None:
    """Stacks for which there is no room lie outside their own places."""
    with context_of(browser, phone=True, pace="skip", viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        open_position(page, api, address, "axis_allies_pacific/combat")
        question = page.locator("#decision .sentence")
        expect(question).to_have_text("Which battle is fought next?")
        quiet(page)
        x, y = page.wait_for_function(UNDER_A_STACK).json_value()
        page.touchscreen.tap(x, y)
        expect(question).not_to_have_text("Which battle is fought next?")


SIDEWAYS = "() => { const rail = document.querySelector('.rail'); return rail.scrollWidth - rail.clientWidth }"


FOLDED = ("Threats", "Swing", "Orders", "Notes", "Phases", "Turns", "Rules")
LINES = """() => new Set([...document.querySelectorAll('.rail [role=tab], .rail [aria-haspopup=menu]')]
  .map((e) => Math.round(e.getBoundingClientRect().top))).size"""


@pytest.mark.build
@pytest.mark.parametrize("size", in_build([(1280, 720), (1024, 768), (1440, 900)], (1280, 720)))
def test_the_tabs_of_the_rail_fit_one_line_and_no_panel_is_hidden(
    address: str, api: Api, browser: Browser, size: tuple[int, int]
) -> None:
    """Rarely used panels are in a menu. A panel selected there appears beside the others, which keep their places."""
    with context_of(browser, viewport={"width": size[0], "height": size[1]}, pace="skip") as context:
        page = context.new_page()
        open_match(page, address, moves(api, uk="random", usa="random")["id"])
        tabs, more = page.locator(".rail [role=tab]"), page.get_by_role("button", name="More panels")
        expect(tabs).to_have_text(["Space", "Choices", "Forces", "Income", "Odds"])
        for name in tabs.all_inner_texts():
            page.get_by_role("tab", name=name, exact=True).click()
            assert page.evaluate(SIDEWAYS) <= 0, name
        for name in FOLDED:
            more.click()
            rows = page.get_by_role("menu", name="More panels").get_by_role("menuitemradio")
            expect(rows).to_have_text(list(FOLDED))
            rows.filter(has_text=name).click()
            expect(tabs).to_have_text(["Space", "Choices", "Forces", "Income", "Odds", name])
            for one in (*tabs.all(), more):
                expect(one).to_be_in_viewport(ratio=1)
            assert page.evaluate(LINES) == 1, name
            assert page.evaluate(SIDEWAYS) <= 0, name


@pytest.mark.thorough
def test_the_menu_of_panels_is_walked_by_keys(address: str, api: Api, browser: Browser) -> None:
    """Arrow keys move in the menu, Esc closes it and keeps the current choice, and the opened panel gets the focus."""
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        counting(page, api, address)
        more, menu = page.get_by_role("button", name="More panels"), page.get_by_role("menu", name="More panels")
        more.focus()
        page.keyboard.press("Enter")
        expect(menu.get_by_role("menuitemradio", name="Threats")).to_be_focused()
        assert findings(page) == []
        page.keyboard.press("Escape")
        expect(menu).to_have_count(0)
        expect(more).to_be_focused()
        expect(counter(page, "Destroyer to move")).to_have_attribute("aria-valuenow", "1")
        page.keyboard.press("Enter")
        for key, row in (("ArrowUp", "Rules"), ("ArrowDown", "Threats"), ("End", "Rules"), ("ArrowUp", "Turns")):
            page.keyboard.press(key)
            expect(menu.get_by_role("menuitemradio", name=row)).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("tab", name="Turns")).to_be_focused()
        page.keyboard.press("ArrowLeft")
        expect(page.get_by_role("tab", name="Odds")).to_be_focused()
        expect(page.get_by_role("tab", name="Turns")).to_have_count(0)
        more.click()
        page.get_by_role("tab", name="Space").click()
        expect(menu).to_have_count(0)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_the_whole_map_is_one_press_away(address: str, api: Api, browser: Browser, size: tuple[int, int]) -> None:
    """Three buttons are always there, and none of them moves when the map does."""
    with context_of(browser, viewport={"width": size[0], "height": size[1]}, pace="skip") as context:
        page = context.new_page()
        open_match(page, address, moves(api, uk="random", usa="random")["id"])
        closer, whole = (page.get_by_role("button", name=name) for name in ("Closer", "Everything"))
        expect(whole).to_be_disabled()
        before, zone = whole.bounding_box(), place(page, "sz45").bounding_box()
        closer.click()
        expect(whole).to_be_enabled()
        assert whole.bounding_box() == before
        whole.click()
        expect(whole).to_be_disabled()
        assert place(page, "sz45").bounding_box() == zone
