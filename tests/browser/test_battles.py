"""Battles: the parts that are visible together, the dice before the roll, and the other side's moves shown together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.conftest import Api, context_of
from tests.browser.layout_walk import SIZES
from tests.browser.match_setup import open_match, open_position, position_of, quiet
from tests.browser.simulated_player import no_errors
from tests.browser.whole_games import player
from tests.kit.thorough_cases import further, in_build

VITP, HF = "victory_in_the_pacific", "hold_fast"
DECISIONS = [
    *("fight", "stay_or_return", "strike_again", "hits"),
    *(f"{HF}/{name}" for name in ("naming", "surface_fire", "air_fire", "stay_or_withdraw", "return_fire")),
    *(f"{VITP}/{name}" for name in ("naming", "targeting", "stay_or_retreat", "announcement", "strike", "stopping")),
]
"""Positions with a decision in a battle."""
DAILY = {("hits", "phone"), (f"{HF}/surface_fire", "wide"), (f"{VITP}/targeting", "compact")}
SEEN = """() => {
  const inside = (e) => {
    const b = e.getBoundingClientRect()
    if (!b.width) return false
    const x = b.left + b.width / 2, y = b.top + Math.min(b.height / 2, 12)
    const at = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight && document.elementFromPoint(x, y)
    return !!at && (e.contains(at) || at.contains(e))
  }
  const whole = (e, f) => {
    const [b, box] = [e, f].map((one) => one.getBoundingClientRect())
    return inside(e) && b.top >= box.top && b.bottom <= box.bottom && b.bottom <= innerHeight
  }
  const any = (where) => [...document.querySelectorAll(where)].some(inside)
  return {
    fleets: [...document.querySelectorAll('#board [data-fleet]')]
      .map((f) => [...f.querySelectorAll('.unit, .empty')].some((e) => whole(e, f))),
    odds: any('section.odds tbody td, section.odds li, section.hits li output'),
    way: any('#decision [data-slot] button'),
    tray: any('#board .tray, #board section.hits'),
    longer: document.documentElement.scrollHeight - innerHeight,
    wider: [...document.querySelectorAll('section.odds')].filter((e) => e.scrollWidth > e.clientWidth + 1).length,
  }
}"""
FLEETS_SEEN = f"() => {{ const now = ({SEEN})(); return now.odds && now.tray && now.fleets.length > 1 }}"


@contextmanager
def open_page(browser: Browser, size: str, **more: Any) -> Iterator[Page]:
    width, height = SIZES[size]
    narrow = width < 720
    viewport = {"width": width, "height": height}
    with context_of(browser, viewport=viewport, has_touch=narrow, is_mobile=narrow, **more) as context:
        yield context.new_page()


def all_seen(address: str, api: Api, page: Page, name: str) -> None:
    wrong = no_errors(page)
    open_position(page, api, address, name)
    page.locator("section.odds:visible, section.hits:visible").first.wait_for()
    with suppress(TooLate):
        page.wait_for_function(FLEETS_SEEN)
    seen = page.evaluate(SEEN)
    assert seen == {"fleets": [True, True], "odds": True, "way": True, "tray": True, "longer": 0, "wider": 0}, name
    assert wrong == []


@pytest.mark.build
def test_the_map_stays_in_the_page_while_a_battle_replaces_it(address: str, api: Api, reset_page: Page) -> None:
    """The map stays in the page during a battle, since rebuilding it was slow.

    While hidden, it is not read as a second board.
    """
    wrong = no_errors(reset_page)
    match = api.begin(game="vitp", position=position_of(f"{VITP}/combat")[1])["id"]
    open_match(reset_page, address, match)
    reset_page.evaluate("document.querySelector('#board .area-map').same = true")
    user = player("vitp", reset_page, 1)
    chart = reset_page.locator("#board .area-map")
    met = False
    for _ in range(200):
        user.go_on(user.read())
        quiet(reset_page)
        assert reset_page.locator("#board").count() == 1
        met = met or not chart.count()
        if met and chart.count():
            break
    assert chart.evaluate("(one) => one.same === true && one.getClientRects().length === 1")
    assert wrong == []


@pytest.mark.build
@pytest.mark.parametrize(("name", "size"), sorted(DAILY))
def test_fleets_odds_dice_and_the_next_button_are_visible_together(
    address: str, api: Api, browser: Browser, name: str, size: str
) -> None:
    with open_page(browser, size) as page:
        all_seen(address, api, page, name)


@pytest.mark.build
@pytest.mark.parametrize("size", further("compact", "phone", "wide"))
def test_they_are_visible_together_in_every_decision(address: str, api: Api, browser: Browser, size: str) -> None:
    """All positions are checked one after another in one page."""
    with open_page(browser, size) as page:
        for name in DECISIONS:
            page.goto("about:blank")
            all_seen(address, api, page, name)


def fire(page: Page, api: Api, address: str) -> None:
    """Japan aims everything with a helper, and submits."""
    open_position(page, api, address, f"{VITP}/targeting")
    page.locator("#board").get_by_role("button", name="Spread evenly").click()
    page.locator("#decision").get_by_role("button", name="Confirm targets").click()


CELLS = """() => Object.fromEntries([...document.querySelectorAll('#board [data-unit]')].map((cell) => {
  const { x, y, width, height } = cell.getBoundingClientRect()
  return [cell.dataset.unit, [x, y, width, height].map(Math.round)]
}))"""
LINES = """() => [...document.querySelectorAll('section.odds tbody tr:not(.bars)')].map((line) => {
  const bars = line.nextElementSibling?.matches('.bars') ? line.nextElementSibling : null
  return Math.round([line, bars].reduce((sum, row) => sum + (row?.getBoundingClientRect().height ?? 0), 0))
})"""


@pytest.mark.thorough
def test_a_target_has_one_line_of_28_pixels_in_the_odds(address: str, api: Api, browser: Browser) -> None:
    with open_page(browser, "compact", pace="skip") as page:
        open_position(page, api, address, "war_in_the_pacific/gunlaying")
        page.locator("section.odds tbody tr").first.wait_for()
        assert set(page.evaluate(LINES)) == {28}


OUTSIDE = """() => {
  const tray = document.querySelector('#board .tray').getBoundingClientRect()
  return [...document.querySelectorAll('#board .tray :is(svg.die, .empty, .result, .roller)')].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    return right > left && (left < tray.left || right > tray.right || top < tray.top || bottom > tray.bottom)
  }).length
}"""
AIMS = """() => {
  const word = (id) => document.querySelector(`#board [data-unit="${id}"] .word`)?.textContent.trim() ?? ''
  const rows = [...document.querySelectorAll('#board .tray li')]
  return rows.map(({ dataset }) => [word(dataset.firer), word(dataset.target)])
}"""


@pytest.mark.thorough
@pytest.mark.parametrize("size", ["compact", "phone"])
def test_every_unit_keeps_its_cell_and_every_aim_is_shown_in_three_places(
    address: str, api: Api, browser: Browser, size: str
) -> None:
    """From the first aim until both sides have fired; dice, targets and results are always inside the tray."""
    with open_page(browser, size, pace="whole", dice="wait") as page:
        fire(page, api, address)
        decision = page.locator("#decision")
        cells: dict[str, list[int]] = {}
        for roll in range(2):
            expect(page.locator("#board .tray")).to_have_attribute("data-tray", "hand")
            quiet(page)
            aims = page.evaluate(AIMS)
            assert aims, roll
            for firer, target in aims:
                assert firer.startswith("at "), aims
                assert re.search(r"\d aimed$|^at ", target), aims
            now = page.evaluate(CELLS)
            assert all(now[unit] == rect for unit, rect in cells.items()), roll
            cells = now
            assert page.evaluate(OUTSIDE) == 0
            decision.get_by_role("button", name=re.compile(r"^Roll")).click()
            expect(page.locator("#board .tray")).to_have_attribute("data-tray", "lying")
            quiet(page)
            assert page.evaluate(OUTSIDE) == 0
            now = page.evaluate(CELLS)
            assert all(now[unit] == rect for unit, rect in cells.items()), roll
            decision.get_by_role("button", name=re.compile("^(Next|Continue)")).click()


@pytest.mark.build
def test_dice_wait_for_a_roll_and_stay_until_the_player_continues(address: str, api: Api, browser: Browser) -> None:
    """Both sides fire.

    No result is known before the press, which is made by mouse for the first side and by key for the other.
    """
    with open_page(browser, "compact", pace="whole", dice="wait") as page:
        fire(page, api, address)
        tray = page.locator("#board .tray")
        for side in ("Japan", "Allies"):
            decision = page.locator("#decision")
            roll = decision.get_by_role("button", name=re.compile(r"^Roll \d+ shots"))
            expect(roll).to_be_visible()
            expect(tray).to_have_attribute("data-tray", "hand")
            shots = int(re.findall(r"\d+", roll.inner_text())[0])
            expect(tray.locator(".empty")).to_have_count(shots)
            expect(tray.locator("svg.die")).to_have_count(0)
            assert re.search(r"hits on", tray.inner_text())
            assert not re.search(
                rf"{side}.*fires|is lost|is disabled", page.locator("#log").inner_text().split("aims")[0]
            )
            if side == "Japan":
                roll.click()
            else:
                page.keyboard.press("d")
            expect(tray).to_have_attribute("data-tray", "lying")
            page.wait_for_timeout(1500)
            expect(tray).to_have_attribute("data-tray", "lying")
            assert tray.locator("svg.die").count() >= shots
            spoken = page.locator("[aria-live=polite]").all_inner_texts()
            assert any(re.search(r" at .*: [1-6]", text) for text in spoken), spoken
            decision.get_by_role("button", name=re.compile("^(Next|Continue)")).click()


@pytest.mark.build
@pytest.mark.parametrize("dice", in_build(["short", "once"], "once"))
def test_dice_without_a_roll_button_appear_immediately(address: str, api: Api, browser: Browser, dice: str) -> None:
    with open_page(browser, "compact", pace="step", dice=dice) as page:
        fire(page, api, address)
        expect(page.locator("#board .tray svg.die").nth(9)).to_be_visible()
        expect(page.locator("#board .tray")).to_have_attribute("data-tray", "lying")
        expect(page.locator("#decision").get_by_role("button", name=re.compile("^Roll"))).to_have_count(0)


@pytest.mark.thorough
def test_the_other_sides_moves_are_shown_as_a_whole_with_arrows(address: str, api: Api, browser: Browser) -> None:
    """Each moved ship is named, and each path has an arrow; the moves are stepped through, skipped, and shown again."""
    with open_page(browser, "wide", pace="whole", dice="wait") as page:
        wrong = no_errors(page)
        game, text = position_of(f"{VITP}/patrols")
        begun = api.begin(game=game, position=text, seats={"japan": "person", "allies": "ensign"})
        open_match(page, address, begun["id"])
        match_view = api.match_view(begun["id"], "japan")
        done = next(choice for choice in api.offered(match_view) if choice[0] == "done")
        api.act(match_view, done)
        card = page.locator("[data-moves]")
        card.wait_for()
        while not api.match_view(match_view["id"], match_view["side"])["decision"]:
            page.wait_for_timeout(100)
        quiet(page)
        log = api.match_view(match_view["id"], match_view["side"], since=match_view["seq"])["log"]
        moved = [event for entry in log for event in entry.get("events", ()) if event["event"] == "patrolled"]
        assert moved
        message = card.inner_text()
        names = {unit["id"]: unit["name"] for unit in api.get(f"/matches/{match_view['id']}/pieces")["units"]}
        for event in moved:
            assert names[event["unit"]] in message
        ways = page.locator("#board [data-way]")
        assert ways.count() >= len({event["area"] for event in moved})
        decision = page.locator("#decision")
        decision.get_by_role("button", name="Step through").click()
        expect(decision.get_by_role("button", name="Step through")).to_have_count(0)
        expect(ways.first).to_be_attached()
        while decision.get_by_role("button", name="Skip").count():
            decision.get_by_role("button", name="Skip").click()
        again = page.get_by_role("button", name="Show the last moves again")
        if not again.count():
            decision.get_by_role("button", name="Continue").click()
        again.click()
        expect(card).to_contain_text(names[moved[0]["unit"]])
        assert wrong == []


@pytest.mark.thorough
def test_what_happened_covers_no_map_on_a_phone_until_it_is_asked_for(address: str, api: Api, browser: Browser) -> None:
    """A button of the question opens the panel over the bottom of the map, and closes it again."""
    with open_page(browser, "phone", pace="whole", dice="once") as page:
        wrong = no_errors(page)
        game, text = position_of(f"{VITP}/patrols")
        begun = api.begin(game=game, position=text, seats={"japan": "person", "allies": "ensign"})
        open_match(page, address, begun["id"])
        match_view = api.match_view(begun["id"], "japan")
        api.act(match_view, next(choice for choice in api.offered(match_view) if choice[0] == "done"))
        card, decision = page.locator("[data-moves]"), page.locator("#decision")
        opens = decision.get_by_role("button", name="What happened")
        expect(opens).to_be_visible()
        expect(card).to_have_count(0)
        opens.tap()
        expect(card.get_by_role("listitem").first).to_be_visible()
        decision.get_by_role("button", name="Show the map").tap()
        expect(card).to_have_count(0)
        assert wrong == []
