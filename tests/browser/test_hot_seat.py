"""Two people on one screen: nothing face down is in the page while the open board is shown."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Api
from tests.browser.person import Person, no_errors
from tests.browser.test_whole_games import match_of

SIDES = ("japan", "allies")
HOLD = re.compile("^Hold to look at")


def face_down(api: Api, match: str) -> set[str]:
    """The names of the ships in face-down task forces of either side, which the open board does not tell."""
    names = {one["id"]: one["name"] for one in api.get(f"/matches/{match}/pieces")["units"]}
    found = set()
    for side in SIDES:
        view = api.sight(match, side)["view"]
        own = [force for force in view["forces"].values() if force["side"] == side and not force["face_up"]]
        found |= {unit for force in own for unit in force["units"]}
    public = api.sight(match, "public", since=0)
    said = json.dumps(public["log"])
    hidden = found - set(public["view"]["shown"])
    return {word for unit in hidden for word in (unit, names[unit]) if word not in said and unit not in said}


def told(page: Page, words: set[str], heard: bool = True) -> set[str]:
    """Which of the words stand in the page: anywhere in its elements, or in what a screen reader is told."""
    everything = page.content() + (page.locator("body").aria_snapshot() if heard else "")
    return {word for word in words if re.search(rf"\b{re.escape(word)}\b", everything)}


def turn(api: Api, match: str) -> Any:
    return api.sight(match, "public")["view"]["turn"]


def lift(page: Page, side: str) -> None:
    """The curtain hangs with nothing behind it; the side lifts it."""
    curtain = page.get_by_role("dialog")
    expect(curtain).to_contain_text(f"A secret choice for {side.replace('The', 'the')}")
    page.get_by_role("button", name=re.compile("^Lift the curtain")).click()
    expect(page.locator("section.muster")).to_be_visible()


def test_face_down_counters_of_either_side_stay_out_of_the_page(address: str, api: Api, wide: Page) -> None:
    """Turn 1 by two people: both form behind the curtain, then all is decided on the open board."""
    wrong = no_errors(wide)
    person = Person(wide, seed=6)
    person.new_game(address, both=True)
    match = match_of(wide)
    for side in ("Japan", "The Allies"):
        expect(wide.get_by_role("dialog")).to_contain_text(f"A secret choice for {side.replace('The', 'the')}")
        assert told(wide, face_down(api, match)) == set()
        lift(wide, side)
        person.form()
        assert told(wide, face_down(api, match)), "behind the curtain the own ships are seen"
        wide.get_by_role("button", name="Cover").click()
        assert told(wide, face_down(api, match)) == set()
        lift(wide, side)
        person.press(wide.get_by_role("button", name=re.compile("^Done with task forces")).first)
        expect(wide.locator("section.muster")).to_have_count(0)
    looks = 0
    for count in range(120):
        if turn(api, match) > 1 or person.over():
            break
        secret = face_down(api, match)
        assert told(wide, secret, heard=count % 5 == 0) == set(), person.read()
        hold = wide.get_by_role("button", name=HOLD)
        if secret and looks < 3 and hold.count():
            hold.hover()
            wide.mouse.down()
            expect(hold).to_have_attribute("aria-pressed", "true")
            looks += bool(told(wide, secret))
            wide.mouse.up()
            expect(hold).to_have_attribute("aria-pressed", "false")
            assert told(wide, secret) == set()
        person.step()
        wide.wait_for_timeout(30)
    assert turn(api, match) == 2
    assert looks, "holding the button shows the own face-down ships"
    assert wrong == []
