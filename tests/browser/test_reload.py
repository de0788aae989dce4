"""A page that is loaded anew in the middle of any decision comes back to it, and nothing that was handed in is lost."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Api
from tests.browser.person import Person, no_errors

POSITIONS = Path(__file__).parent / "positions"
KINDS = {
    "return_carrier": "choose the sunk carrier that returns",
    "forming": "Form task forces",
    "operation": "Choose an operation",
    "target": "name the target",
    "fight": "fight, or decline",
    "hits": "hits to assign",
    "stay_or_return": "stay, or return",
    "strike_again": "choose a target for a second",
    "bombard_again": "bombard again",
    "cleared_sound_bombard": "in place of a second round",
    "cleared_sound_land": "in place of a second round",
}
SHOWN = """() => {
const name = (e) => e.getAttribute('aria-label') ?? e.innerText
const named = (which) => [...document.querySelectorAll(which)].map(name).sort()
return {
  sentence: document.querySelector('#decision .sentence').innerText,
  choices: [...document.querySelectorAll('#decision .choices button')].map((b) => b.innerText),
  lit: named('#board [data-legal]'),
  board: named('#board button'),
}}"""


def open_position(page: Page, api: Api, address: str, name: str) -> dict[str, Any]:
    """Begins a match at a position, the side that must choose being the person's; gives its sight."""
    text = (POSITIONS / f"{name}.toml").read_text(encoding="utf-8")
    both = api.begin(position=text)
    side = next(side for side in ("japan", "allies") if api.sight(both["id"], side)["decision"])
    api.client.delete(f"/api/matches/{both['id']}").raise_for_status()
    other = {"japan": "allies", "allies": "japan"}[side]
    sight = api.begin(position=text, seats={side: "person", other: "random"})
    page.goto(f"{address}/#/m/{sight['id']}")
    page.locator("#board").wait_for()
    return api.sight(sight["id"], side)


def shown(page: Page) -> dict[str, Any]:
    """What the page shows of the decision, once it stands."""
    expect(page.locator("#decision .choices button").first).to_be_visible()
    page.wait_for_timeout(150)
    told: dict[str, Any] = page.evaluate(SHOWN)
    return told


@pytest.mark.parametrize("kind", KINDS)
def test_a_reload_comes_back_to_the_decision(address: str, api: Api, wide: Page, kind: str) -> None:
    wrong = no_errors(wide)
    sight = open_position(wide, api, address, kind)
    before = shown(wide)
    assert KINDS[kind] in before["sentence"]
    assert before["sentence"] == sight["decision"]["prompt"]
    wide.reload()
    assert shown(wide) == before
    assert api.sight(sight["id"], sight["side"])["seq"] == sight["seq"]
    person = Person(wide, seed=4)
    assert person.step()
    expect(wide.locator("#decision")).not_to_contain_text("Fetching")
    expect(wide.locator("#decision").get_by_role("button", name=re.compile(r"^Give \d+ hit"))).to_have_count(0)
    after = api.sight(sight["id"], sight["side"])
    assert after["seq"] > sight["seq"] or wide.locator("#decision").get_by_role("button", name="Leave it").count()
    assert wrong == []


def test_ships_put_into_boxes_stay_there_after_a_reload(address: str, api: Api, wide: Page) -> None:
    sight = open_position(wide, api, address, "forming")
    muster = wide.locator("section.muster")
    muster.get_by_role("group", name="Carriers").get_by_role("button", name="All").click()
    muster.locator(".form button").first.click()
    box = wide.get_by_role("region", name="Operation boxes").locator("li").first
    expect(box.locator("button")).to_have_count(4)
    wide.reload()
    expect(box.locator("button")).to_have_count(4)
    expect(muster.get_by_role("group", name="Carriers")).to_have_count(0)
    held = api.sight(sight["id"], "japan")["view"]["forces"]
    assert [force["units"] for force in held.values()] == [["ijn_shokaku", "ijn_zuikaku", "ijn_ryujo", "ijn_zuiho"]]
