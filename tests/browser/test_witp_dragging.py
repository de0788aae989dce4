"""Counters and pills dragged over the hex map of *War in the Pacific*: one drag does what two presses choose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import open_match, open_position, position_of, quiet, seats_against
from tests.browser.simulated_player import no_errors
from tests.browser.test_witp_found_by_playing import open_saved

WITP = "war_in_the_pacific"
SIZE = {"width": 1280, "height": 720}
UPRIGHT = {"width": 820, "height": 1180}
BOUND = re.compile(r"^(\w+|[^:]+): \d+ points?, \d+ fuel$")
"""The text that is shown while a force is over a hex that it can reach."""


def ready(page: Page) -> None:
    """Waits until the map is still and the code for dragging is loaded."""
    expect(page.locator("#board .map[data-carries]")).to_have_count(1)
    quiet(page)


@contextmanager
def laid(browser: Browser, api: Api, address: str, name: str, **wanted: Any) -> Iterator[tuple[Page, dict[str, Any]]]:
    """A position on a page that is ready for dragging; the test fails on page errors."""
    with context_of(browser, **{"viewport": SIZE, **wanted}) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/{name}")
        ready(page)
        yield page, match_view
        assert wrong == []


def pill_of(page: Page, at: str, side: str = "allies") -> Locator:
    return page.locator(f'#board [data-pill^="{at} {side}"]').first


def stack_of(page: Page, at: str) -> Locator:
    return page.locator(f'#board [data-spot="{at}"] .counter').first


def middle(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def take(page: Page, found: Locator, by: tuple[float, float], steps: int = 6) -> tuple[str, bool]:
    """Drags something by a distance; returns the hex under the pointer, and whether a drop is possible there."""
    x, y = middle(found)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by[0], y + by[1], steps=steps)
    return over(page)


def way_to(page: Page, place: str) -> tuple[float, float]:
    """The distance from Task Force 3 to the name of a place."""
    (x, y), (to, down) = middle(stack_of(page, "D2220")), middle(page.locator(f'#board [data-label="{place}"]'))
    return to - x, down - y


def over(page: Page) -> tuple[str, bool]:
    words = page.locator("#board [data-carried]")
    expect(words).to_have_count(1)
    return str(words.get_attribute("data-over")), words.get_attribute("data-may") is not None


def bound(api: Api, match_view: dict[str, Any]) -> set[str]:
    return {choice[1] for choice in api.offered(match_view) if choice[0] == "sail"}


@pytest.mark.build
def test_10_3_a_force_is_dragged_to_a_hex_in_reach(browser: Browser, api: Api, address: str) -> None:
    """10.3 The hex shows the cost. Dropping a force sets its course as a press does; it sails when that is chosen."""
    with laid(browser, api, address, "course") as (page, match_view):
        hexagon, may = take(page, stack_of(page, "D2220"), (70, 30))
        assert may
        assert hexagon in bound(api, match_view)
        expect(page.locator("#board [data-carried]")).to_have_text(BOUND)
        expect(page.locator("#board [data-route]")).to_have_count(1)
        page.mouse.up()
        expect(page.locator("#board [data-carried]")).to_have_count(0)
        sentence = page.locator("#decision .sentence")
        expect(sentence).to_have_text(f"TF 3, air strike: sail to {hexagon}?")
        assert api.match_view(match_view["id"], "japan")["seq"] == match_view["seq"], (
            "nothing is handed in before it is said"
        )
        page.locator("#decision").get_by_role("button", name=re.compile("^Sail")).click()
        expect(sentence).not_to_contain_text("sail to")
        assert api.match_view(match_view["id"], "japan")["view"]["force_to"]["japan_3"] == hexagon


@pytest.mark.build
def test_10_3_a_hex_out_of_reach_shows_the_reason(browser: Browser, api: Api, address: str) -> None:
    """The reason is shown over the hex, with the clause; Escape cancels; a dropped force sails in stages."""
    with laid(browser, api, address, "course") as (page, match_view):
        sentence = page.locator("#decision .sentence")
        expect(sentence).to_have_text("TF 3, air strike: choose a hex to sail to.")
        away = way_to(page, "F3342")
        hexagon, may = take(page, stack_of(page, "D2220"), away)
        assert not may
        assert hexagon not in bound(api, match_view)
        carried = page.locator("#board [data-carried]")
        expect(carried).to_contain_text("is out of reach in this phase")
        expect(carried).to_contain_text("(10.3); it gets there in stages")
        page.keyboard.press("Escape")
        expect(carried).to_have_count(0)
        page.mouse.up()
        expect(sentence).to_have_text("TF 3, air strike: choose a hex to sail to.")
        take(page, stack_of(page, "D2220"), away)
        page.mouse.up()
        expect(sentence).to_contain_text("in stages?")
        assert api.match_view(match_view["id"], "japan")["seq"] == match_view["seq"]


@pytest.mark.thorough
def test_10_1_a_hex_that_no_ship_can_reach_is_not_taken(browser: Browser, api: Api, address: str) -> None:
    """Dropped on land, a force returns to its hex, and earlier choices remain."""
    with laid(browser, api, address, "orders") as (page, match_view):
        sentence = page.locator("#decision .sentence")
        page.locator('[data-needs] [data-about="japan_27"]').click()
        expect(sentence).to_have_text("TF 27: choose its Mission.")
        x, y = way_to(page, "D2303")
        assert take(page, stack_of(page, "D2220"), (x - 60, y + 6)) == ("D2203", False), "land"
        expect(page.locator("#board [data-carried]")).to_contain_text("(10.3)")
        expect(sentence).to_have_text("TF 3: choose its Mission.")
        page.mouse.up()
        refusal = page.get_by_role("alert")
        expect(refusal).to_contain_text("is out of reach in this phase")
        expect(refusal.get_by_role("button", name=re.compile("10.3"))).to_be_visible()
        expect(sentence).to_have_text("TF 27: choose its Mission.")
        expect(page.locator("#board [data-tag]")).to_have_count(0)
        assert api.match_view(match_view["id"], "japan")["seq"] == match_view["seq"]


@pytest.mark.build
def test_10_1_a_force_without_a_mission_remembers_its_hex(browser: Browser, api: Api, address: str) -> None:
    """A press without movement is still a press; a drag waits for the Mission, and then becomes the course."""
    with laid(browser, api, address, "orders") as (page, match_view):
        sentence = page.locator("#decision .sentence")
        page.mouse.move(*middle(stack_of(page, "D2220")))
        page.mouse.down()
        page.mouse.up()
        expect(sentence).to_have_text("TF 3: choose its Mission.")
        expect(page.locator("#board [data-route]")).to_have_count(0)
        hexagon, may = take(page, stack_of(page, "D2220"), (70, 30))
        assert may
        page.mouse.up()
        expect(page.locator("#board [data-tag]")).to_contain_text("once it has its Mission")
        assert api.match_view(match_view["id"], "japan")["seq"] == match_view["seq"]
        # Escape releases the hex; another drag uses another hex.
        page.keyboard.press("Escape")
        expect(page.locator("#board [data-tag]")).to_have_count(0)
        hexagon, _ = take(page, stack_of(page, "D2220"), (60, -20))
        page.mouse.up()
        page.get_by_role("group", name="Mission").get_by_role("button", name="Transit").click()
        expect(sentence).to_have_text(f"TF 3, transit: sail to {hexagon}?")


@pytest.mark.thorough
def test_a_quick_drag_and_the_keys(browser: Browser, api: Api, address: str) -> None:
    """One jump of the mouse is a drag too; outside the map it cancels, and the keys of the map still work."""
    with laid(browser, api, address, "course") as (page, _):
        sentence = page.locator("#decision .sentence")
        x, y = middle(stack_of(page, "D2220"))
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 400, y - 300, steps=1)
        page.mouse.up()
        expect(sentence).to_have_text("TF 3, air strike: choose a hex to sail to.")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 60, y + 20, steps=1)
        page.mouse.up()
        expect(sentence).to_contain_text("sail to")
        page.keyboard.press("Escape")
        expect(sentence).to_have_text("TF 3, air strike: choose a hex to sail to.")
        page.locator("#board [data-hexes]").focus()
        page.keyboard.press("ArrowRight")
        hexagon = page.locator("#board [data-hexes]").get_attribute("data-hex")
        page.keyboard.press("Enter")
        expect(sentence).to_have_text(f"TF 3, air strike: sail to {hexagon}?")


@pytest.mark.thorough
def test_a_drag_from_a_piece_that_cannot_move_still_moves_the_map(browser: Browser, api: Api, address: str) -> None:
    with laid(browser, api, address, "course") as (page, _):
        other = stack_of(page, "B3914")
        before = middle(other)
        page.mouse.move(*before)
        page.mouse.down()
        page.mouse.move(before[0] + 80, before[1] + 40, steps=6)
        page.mouse.up()
        expect(page.locator("#board [data-carried]")).to_have_count(0)
        quiet(page)
        now = middle(other)
        assert abs(now[0] - before[0] - 80) < 12, "the map went with the hand"


@pytest.mark.build
def test_22_1_a_unit_is_dragged_on_the_march(browser: Browser, api: Api, address: str) -> None:
    """If it cannot march there, the reason and clause are shown, and nothing is selected; otherwise it marches."""
    with laid(browser, api, address, "burma_marching", viewport={"width": 1440, "height": 900}) as (page, match_view):
        sentence = page.locator("#decision .sentence")
        pill = page.locator('#board [data-pill$="allies ground"]').first
        at = str(pill.get_attribute("data-pill")).split()[0]
        hexagon, may = take(page, pill, (0, 230))
        assert not may
        expect(page.locator("#board [data-carried]")).to_contain_text(re.compile(r"\(22\.1\)"))
        page.mouse.up()
        expect(page.get_by_role("alert")).to_contain_text("cannot reach")
        expect(sentence).to_have_text("Move your ground units, or finish.")
        before = api.match_view(match_view["id"], "allies")
        units = [unit for unit, where in before["view"]["arrays"]["unit_at"].items() if where == at]
        hexagon, may = "", False
        for by in ((40, -25), (40, 25), (0, 40), (-40, 25), (-40, -25), (0, -40)):
            hexagon, may = take(page, pill, by)
            expect(page.locator("#board .edge").first).to_be_visible()
            hexagon, may = over(page)
            if may:
                break
            page.keyboard.press("Escape")
            page.mouse.up()
        assert may, "the unit comes somewhere"
        page.mouse.up()
        choose = page.locator("#decision").get_by_role("button", name="March", exact=True)
        back = page.locator("#decision").get_by_role("button", name=re.compile("^Take back"))
        expect(choose.or_(back).first).to_be_visible()
        if choose.count():
            choose.click()
        expect(back).to_be_visible()
        expect(sentence).to_have_text("Move your ground units, or finish.")
        after = api.match_view(match_view["id"], "allies")["view"]["arrays"]["unit_at"]
        assert [unit for unit in units if after[unit] == hexagon], "it stands where it was put down"


@pytest.mark.build
def test_6_2_air_points_are_dragged_to_where_they_patrol(browser: Browser, api: Api, address: str) -> None:
    """The base and the hex are chosen; the player is then asked for the number of points, as after two presses."""
    with laid(browser, api, address, "declaring") as (page, match_view):
        midway = page.locator('#board [data-pill*="allies"]').filter(has_text="12").first
        japan = page.locator('#board [data-pill*="japan"]').filter(has_text="2").last
        start, end = middle(midway), middle(japan)
        take(page, midway, (end[0] - start[0], end[1] - start[1]))
        expect(page.locator("#board [data-carried]")).to_contain_text("(6.2)")
        page.mouse.up()
        expect(page.get_by_role("alert")).to_contain_text("within half their range")
        sentence = page.locator("#decision .sentence")
        expect(sentence).to_have_text("Declare Combat Air Patrols and Strikes.")
        assert api.match_view(match_view["id"], "allies")["seq"] == match_view["seq"]


@pytest.mark.thorough
def test_13_3_a_subron_remembers_its_hex_until_it_has_orders(browser: Browser, api: Api, address: str) -> None:
    """The hex shows the orders that are possible there; it is marked, and chosen together with the order."""
    with context_of(browser, viewport=SIZE) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_saved(page, api, address, "leyte_strategic_game_turn", "japan")
        ready(page)
        take(page, page.locator('#board [data-stack$="subron"] .counter').first, (60, 160))
        expect(page.locator("#board [data-carried]")).to_contain_text("Take station, Go in transit")
        hexagon, may = over(page)
        assert may
        page.mouse.up()
        sentence = page.locator("#decision .sentence")
        expect(sentence).to_have_text("Subron 1: choose what to do.")
        expect(page.locator("#board [data-kept]")).to_have_attribute("data-kept", hexagon)
        page.get_by_role("tabpanel").get_by_role("button", name=re.compile("take station")).click()
        expect(sentence).to_have_text("Where do your Subrons go?")
        expect(page.locator("#board [data-kept]")).to_have_count(0)
        assert api.match_view(match_view["id"], "japan")["view"]["subron_at"]["japan_subron_1"] == hexagon
        assert wrong == []


@pytest.mark.thorough
def test_5_5_air_points_are_dragged_to_their_new_base(browser: Browser, api: Api, address: str) -> None:
    """A base is dragged onto another base.

    Once the points are chosen, so is their base, and the player is asked for the number.
    """
    with context_of(browser, viewport=SIZE) as context:
        page = context.new_page()
        wrong = no_errors(page)
        game, text = position_of(f"{WITP}/transfers")
        match_view = api.begin(game=game, position=text, seats=seats_against(game, "allies", "random"))
        open_match(page, address, match_view["id"])
        ready(page)
        midway = page.locator('#board [data-pill*="allies"]').filter(has_text=re.compile("4.*12")).first
        pearl = page.locator('#board [data-pill="F3342 port"]').bounding_box()
        assert pearl
        take(page, midway, (40, 0))
        page.mouse.move(pearl["x"], pearl["y"])
        words = page.locator("#board [data-carried]")
        aims = ((pearl["x"] - 24 + 6 * n, pearl["y"] + 4 + 6 * m) for m in range(8) for n in range(8))
        for at in aims:
            page.mouse.move(*at)
            if over(page)[0] == "F3342":
                break
        expect(words).to_have_text("Pearl Harbor (Oahu): Transfer")
        page.mouse.up()
        sentence = page.locator("#decision .sentence")
        expect(sentence).to_have_text("Transfer, Midway: choose the points.")
        expect(page.locator("#board [data-kept]")).to_have_attribute("data-kept", "F3342")
        page.locator("#decision").get_by_role("button", name=re.compile(r"^Show \d+ choices")).click()
        page.get_by_role("tabpanel").get_by_role("button", name=re.compile("^B-17")).first.click()
        expect(sentence).to_have_text("Pearl Harbor (Oahu): choose how many.")
        assert wrong == []


def finger(page: Page, path: list[tuple[float, float]], *, lift: bool = True) -> Any:
    """One finger touches and moves along a path."""
    touch = page.context.new_cdp_session(page)
    for count, (x, y) in enumerate(path):
        kind = "touchMove" if count else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": 1}]})
    if lift:
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    return touch


@pytest.mark.thorough
def test_10_3_a_force_is_dragged_by_finger(browser: Browser, api: Api, address: str) -> None:
    """On a tablet in portrait; the text is above the finger, and a second finger cancels."""
    with laid(browser, api, address, "course", viewport=UPRIGHT, has_touch=True) as (page, match_view):
        sentence = page.locator("#decision .sentence")
        x, y = middle(stack_of(page, "D2220"))
        path = [(x + 10 * n, y + 4 * n) for n in range(8)]
        touch = finger(page, path, lift=False)
        expect(page.locator("#board [data-carried]")).to_have_count(1)
        quiet(page)
        hexagon, may = over(page)
        assert may
        words = page.locator("#board [data-carried]").bounding_box()
        assert words
        assert words["y"] + words["height"] < path[-1][1] - 20
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(sentence).to_have_text(f"TF 3, air strike: sail to {hexagon}?")
        page.keyboard.press("Escape")
        expect(sentence).to_have_text("TF 3, air strike: choose a hex to sail to.")
        touch = finger(page, path, lift=False)
        expect(page.locator("#board [data-carried]")).to_have_count(1)
        two = [{"x": path[-1][0], "y": path[-1][1], "id": 1}, {"x": 400, "y": 900, "id": 2}]
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": two})
        expect(page.locator("#board [data-carried]")).to_have_count(0)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(sentence).to_have_text("TF 3, air strike: choose a hex to sail to.")
        assert api.match_view(match_view["id"], "japan")["seq"] == match_view["seq"]


@pytest.mark.thorough
def test_10_1_on_a_tablet_the_drawer_opens_for_the_mission(browser: Browser, api: Api, address: str) -> None:
    """The drawer closes again for the course, which leads to the hex that the force was dragged to.

    The Mission is clicked: on two busy cores a tap may last so long that it counts as a long press.
    """
    with laid(browser, api, address, "orders", viewport=UPRIGHT, has_touch=True) as (page, _):
        x, y = middle(stack_of(page, "D2220"))
        finger(page, [(x + 10 * n, y + 6 * n) for n in range(9)])
        kept = page.locator("#board [data-kept]")
        expect(kept).to_have_count(1)
        hexagon = kept.get_attribute("data-kept")
        page.get_by_role("group", name="Mission").get_by_role("button", name="Transit").click()
        expect(page.locator("#decision .sentence")).to_have_text(f"TF 3, transit: sail to {hexagon}?")
        expect(page.locator("aside.rail")).to_have_count(0)


@pytest.mark.thorough
def test_of_several_forces_in_a_hex_the_top_one_is_dragged(browser: Browser, api: Api, address: str) -> None:
    """A press selects the counter below the top one; a drag moves the top one."""
    with laid(browser, api, address, "stacked") as (page, _):
        sentence = page.locator("#decision .sentence")
        for force in ("3", "27"):
            page.locator(f'[data-needs] [data-about="japan_{force}"]').click()
            expect(sentence).to_have_text(f"TF {force}: choose its Mission.")
            take(page, stack_of(page, "D2220"), (70, 30))
            expect(page.locator("#board [data-carried]")).to_have_attribute("data-carried", f"japan_{force}")
            page.mouse.up()
            expect(sentence).to_have_text(f"TF {force}: choose its Mission.")
            expect(page.locator("#board [data-tag]")).to_contain_text("once it has its Mission")


@pytest.mark.thorough
def test_the_map_scrolls_when_a_force_is_dragged_to_its_edge(browser: Browser, api: Api, address: str) -> None:
    with context_of(browser, viewport=SIZE) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/course")
        page.get_by_role("button", name="Section", exact=True).click()
        ready(page)
        box = page.locator("#board .map").bounding_box()
        assert box
        x, y = middle(stack_of(page, "D2220"))
        first, _ = take(page, stack_of(page, "D2220"), (box["x"] + box["width"] - 60 - x, 0))
        page.mouse.move(box["x"] + box["width"] - 8, y)
        words = page.locator("#board [data-carried]")
        expect(words).not_to_have_attribute("data-over", first)
        second = str(words.get_attribute("data-over"))
        expect(words).not_to_have_attribute("data-over", second)
        page.keyboard.press("Escape")
        page.mouse.up()
        expect(page.locator("#decision .sentence")).to_have_text("TF 3, air strike: choose a hex to sail to.")


@pytest.mark.thorough
def test_in_the_editor_a_force_is_put_where_it_is_dragged(browser: Browser, address: str) -> None:
    with context_of(browser, viewport={"width": 1440, "height": 900}) as context:
        page = context.new_page()
        wrong = no_errors(page)
        page.goto(f"{address}/#/editor?game={WITP}")
        expect(page.locator(".editor-status")).to_contain_text("Legal")
        field = page.locator("section.place [data-hexes-field]")
        field.fill("F1230")
        page.get_by_role("button", name="Look", exact=True).click()
        page.get_by_role("button", name="A Japanese dummy").click()
        ready(page)
        hexagon, may = take(page, stack_of(page, "F1230"), (90, 40))
        assert may
        page.mouse.up()
        expect(page.locator(f'#board [data-spot="{hexagon}"]')).to_have_count(1)
        expect(page.locator('#board [data-spot="F1230"]')).to_have_count(0)
        page.locator("#board [data-hexes]").press("u")
        expect(page.locator('#board [data-spot="F1230"]')).to_have_count(1)
        assert wrong == []
