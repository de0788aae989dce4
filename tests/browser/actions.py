"""User actions on the page of any game: pressing named buttons, dragging a counter to a sea, opening the menu."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Api

SENTENCE = "#decision .sentence"
MAX_STEPS = 200
"""The maximum number of steps of the other side that are skipped."""
TITLES = {
    "pf": "Pacific Fury: Guadalcanal 1942",
    "hf": "Hold Fast: Pacific 1941-45",
    "vitp": "Victory in the Pacific",
    "aap": "Axis & Allies: Pacific",
    "witp": "War in the Pacific, after the 1978 scenario booklet",
}


def button(page: Page, name: str) -> Locator:
    """The button whose name begins with this text, except seas of the map and lines of the log; if there are several,
    the last in a panel.
    """
    named = page.get_by_role("button", name=re.compile("^" + re.escape(name)))
    return named.and_(page.locator("button:not(#log *)")).last


def open_panel(page: Page, name: str) -> None:
    """Opens a panel of the rail by its tab, or from the menu behind the tabs."""
    tab = page.get_by_role("tab", name=name, exact=True)
    more = page.get_by_role("button", name="More panels")
    expect(tab.or_(more).first).to_be_visible()
    if tab.count():
        tab.click()
        return
    more.click()
    page.get_by_role("menuitemradio", name=name, exact=True).click()
    expect(tab).to_have_attribute("aria-selected", "true")


def open_list(page: Page) -> None:
    """Opens the list of choices."""
    page.locator("[role=tab], .tabbar button").filter(has_text=re.compile(r"^\s*Choices\s*$")).first.click()


LOSSES = ("One more: Hits on Tank", "One more: Hits on Infantry", "Confirm losses")
"""The presses that choose and submit two losses in a battle of Axis & Allies."""
STACK = re.compile(r"\w+ (japan|uk|usa|china)")
"""The name of a stack of Axis & Allies: its place and owner."""


def piled(page: Page, name: str) -> Locator:
    """Finds a counter or pile on the map by the start of its name, or a stack in Axis & Allies."""
    if STACK.fullmatch(name):
        return page.locator(f'#board [data-stack="{name}"] .press')
    return page.locator("#board").get_by_role("button", name=re.compile("^" + re.escape(name))).first


def press(page: Page, *names: str) -> None:
    """Presses buttons in order; if a button is not visible, the choice is taken from the list of choices."""
    for name in names:
        found = piled(page, name) if STACK.fullmatch(name) else button(page, name)
        if not found.count():
            open_list(page)
        found.click()


def done(page: Page, what: str = "Done") -> None:
    """Presses the button that ends a series of choices, and confirms if it gives something up."""
    decision = page.locator("#decision")
    decision.get_by_role("button", name=re.compile(f"^{what}")).click()
    sure = decision.locator("[data-gate][aria-keyshortcuts^=Shift]")
    if sure.count():
        sure.click()


def go_on(page: Page, wanted: Locator) -> None:
    """Steps through the other side's moves until a given element appears."""
    lead = page.locator("#decision").get_by_role("button", name=re.compile("^(Skip|Next|Continue)")).first
    for _ in range(MAX_STEPS):
        expect(wanted.or_(lead).first).to_be_visible()
        if wanted.is_visible():
            return
        with suppress(BrowserError):  # the button has disappeared meanwhile
            lead.click(timeout=2000)
    raise AssertionError(f"after {MAX_STEPS} steps {wanted} is not there")


def middle(page: Page, sea: str) -> tuple[float, float]:
    """The position of the name of a sea zone or area, once the map is still."""
    labelled = page.locator(f'#board [data-label="{sea}"]')
    name = labelled if labelled.count() else page.locator("#board text").filter(has_text=sea).first
    name.scroll_into_view_if_needed()
    box = name.bounding_box()
    assert box, f"the map does not show {sea}"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press_hex(page: Page, hexagon: str) -> None:
    """Presses the middle of a hex, after finding the hex by its name."""
    board = page.locator("#board [data-hexes]")
    board.focus()
    page.keyboard.press("g")
    page.locator("#board .place-search input").fill(hexagon)
    page.keyboard.press("Enter")
    expect(board).to_have_attribute("data-hex", hexagon)
    x, y = map(int, str(board.get_attribute("data-at")).split())
    page.locator("#board .map").click(position={"x": x, "y": y})


def press_sea(page: Page, sea: str) -> None:
    if page.locator("#board [data-hexes]").count():
        press_hex(page, sea)
    else:
        page.mouse.click(*middle(page, sea))


def drag(page: Page, counter: str, sea: str) -> Locator:
    """Drags a counter or pile of the map onto the name of a sea; returns what was dragged."""
    dragged = piled(page, counter)
    dragged.hover()
    page.mouse.down()
    page.mouse.move(*middle(page, sea), steps=8)
    page.mouse.up()
    return dragged


def drag_onto(page: Page, counter: str, target: str) -> None:
    """Drags a counter of the battle board onto another."""
    found = [
        page.locator("#board").get_by_role("button", name=re.compile("^" + re.escape(name)))
        for name in (counter, target)
    ]
    found[1].scroll_into_view_if_needed()
    found[0].hover()
    page.mouse.down()
    box = found[1].bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)
    page.mouse.up()


def why_not(
    api: Api, match_view: dict[str, Any], action: Sequence[str], after: Sequence[Sequence[str]] = ()
) -> dict[str, str]:
    """The server's answer to a choice that is not offered, now or after others."""
    asked = {
        "side": match_view["side"],
        "action": list(action),
        **({"after": [list(one) for one in after]} if after else {}),
    }
    answer = api.client.post(f"/api/matches/{match_view['id']}/why_not", json=asked)
    answer.raise_for_status()
    data: dict[str, str] = answer.json()
    return data


def events_since(api: Api, match_view: dict[str, Any]) -> list[dict[str, Any]]:
    """The events of a side's choices since a view of it."""
    log = api.match_view(match_view["id"], match_view["side"], since=match_view["seq"])["log"]
    return [event for entry in log if entry.get("side") == match_view["side"] for event in entry.get("events", ())]


def places(api: Api, match_view: dict[str, Any], units: Sequence[str]) -> dict[str, str]:
    """The current places of the given units of a side: Hold Fast gives the place of a unit, Victory the units of a
    place.
    """
    own = api.match_view(match_view["id"], match_view["side"])["view"]["units"][match_view["side"]]
    if all(unit in own for unit in units):
        return {unit: own[unit]["where"] for unit in units}
    return {unit: place for place, there in own.items() for unit in there if unit in units}


def lessons(api: Api) -> set[str]:
    """The existing matches of lessons: those of other tests may not be deleted yet."""
    return {match["id"] for match in api.get("/matches") if match["name"].startswith("Lesson")}


def no_lesson_left(page: Page, api: Api, before: Set[str]) -> None:
    """The match of an abandoned lesson is deleted once its page awaits no more responses."""
    for _ in range(100):
        if not lessons(api) - before:
            return
        page.wait_for_timeout(100)
    raise AssertionError("the match of a lesson is left")
