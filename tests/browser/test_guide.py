"""The guide through whole first turns of every game: it keeps step, points at what is there, and ends by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Api
from tests.browser.hand import TITLES
from tests.browser.person import no_errors
from tests.browser.setting import match_of, quiet
from tests.browser.whole import player

pytestmark = pytest.mark.thorough

TOLD = "document.querySelector('aside[aria-label=Guide] b')?.innerText.replace(/\\.$/, '') ?? ''"
RINGED = """() => { const on = document.querySelector('[data-tour]')
  const r = on?.getBoundingClientRect()
  const within = !!r && r.bottom > 0 && r.top < innerHeight && r.right > 0 && r.left < innerWidth
  return within && r.width > 0 && r.height > 0 }"""


AT = """() => { const on = document.querySelector('[data-tour]')
  return on && [on.className, JSON.stringify(on.getBoundingClientRect())].join(' ') }"""


@dataclass(frozen=True)
class Guided:
    """A game, the side that is led, and by title the procedures during which a step of the guide may stand."""

    side: str
    first: str
    steps: dict[str, set[str]]


GUIDED = {
    "pf": Guided(
        "Japan",
        "Guadalcanal, August 1942",
        {
            "Task forces": {"form_forces"},
            "Carriers or Transports": {"form_forces"},
            "The first operation": {"operations"},
            "Reading the board": {"operations"},
            "Ironbottom Sound": {"operations"},
            "Hits": {"assign_hits"},
            "Stay or return": {"return_or_stay"},
            "Looking back": {"operations"},
        },
    ),
    "hf": Guided(
        "Japan",
        "The Pacific, December 1941",
        {
            "Picking a fleet": {"moves"},
            "Sending a fleet": {"moves"},
            "The submarine": {"submarine"},
            "Land based air": {"air"},
            "Resource points": {"repairs"},
            "Combat": {"combat", "naming", "name_way"},
            "Targets": {"targeting"},
            "Stay or withdraw": {"stay_or_withdraw"},
            "Back to port": {"come_back"},
        },
    ),
    "vitp": Guided(
        "Japan",
        "The Pacific, December 1941",
        {
            "The raid on Pearl Harbor": {"raid_force"},
            "Patrols": {"patrols"},
            "Sending a fleet": {"patrols"},
            "Air units": {"air"},
            "Day or night": {"naming", "name_action"},
            "Targets": {"targeting"},
            "Stay or retreat": {"stay_or_retreat"},
            "Going home": {"way_home"},
        },
    ),
    "aap": Guided(
        "Japan",
        "The Pacific, December 1941",
        {
            "Buying units": {"purchase"},
            "Combat moves": {"combat_moves"},
            "Transports": {"combat_moves", "regroup"},
            "Battles": {"combat"},
            "Losses": {"losses"},
            "Other moves": {"regroup"},
            "Placing": {"placement"},
        },
    ),
}


def asked_now(api: Api, match: str) -> set[str]:
    """The procedures that stand open for Japan."""
    sight = api.sight(match, "japan")
    asked = {frame["procedure"] for frame in sight["view"].get("frames", ())}
    return (asked | {"naming"} if sight["view"].get("naming") else asked) if sight["decision"] else set()


def turn_of(api: Api, match: str) -> int:
    view = api.sight(match, "japan")["view"]
    return int(view.get("turn", view.get("round")))


@pytest.mark.parametrize("game", GUIDED)
def test_it_keeps_step_with_a_whole_first_turn_and_ends_by_itself(
    address: str, api: Api, shared: Page, game: str
) -> None:
    """Nothing of the guide is pressed: a step goes once it is done with, and none stays behind its question."""
    wrong, case = no_errors(shared), GUIDED[game]
    shared.goto(f"{address}/#/new")
    shared.get_by_role("radio", name=TITLES[game], exact=True).check()
    shared.get_by_label(case.side, exact=True).check()
    shared.get_by_label("Ensign").check()
    expect(shared.get_by_label("Guide me through the first turn")).to_be_checked()
    shared.get_by_role("button", name="Begin").click()
    guide = shared.get_by_role("complementary", name="Guide")
    lead = shared.locator("#decision").get_by_role("button", name=re.compile("^(Skip|Next|Go on)"))
    expect(guide.or_(lead).first).to_be_visible()
    while lead.count():
        lead.first.click()
    expect(guide).to_contain_text(case.first)
    match, person, met = match_of(shared), player(game, shared, seed=3), set()
    for _ in range(1500):
        if turn_of(api, match) > 1:
            break
        quiet(shared)
        told = str(shared.evaluate(TOLD))
        if told:
            met.add(told)
            assert shared.evaluate(RINGED), f"{told} points at {shared.evaluate(AT)}"
        if told and told != case.first and not shared.locator("#decision .waiting").count():
            assert case.steps[told] & asked_now(api, match), told
        if not person.go_on(person.read()):
            shared.wait_for_timeout(50)
    assert turn_of(api, match) > 1
    while lead.count():
        lead.first.click()
    expect(guide).to_have_count(0)
    assert len(met - {case.first}) >= 3, met
    assert shared.evaluate("JSON.parse(localStorage.getItem('ironbottom.comforts')).tour") == "done"
    assert wrong == []
