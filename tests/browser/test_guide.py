"""The guide through whole first turns of every game: it keeps up, points at existing elements, and ends automatically.

*War in the Pacific* is played to the end of Midway's first Game-Turn; the guide continues through the next one, the
first complete one (42.53). Its end is tested from positions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.actions import TITLES, go_on
from tests.browser.conftest import Api
from tests.browser.match_setup import match_of, open_position, quiet
from tests.browser.simulated_player import no_errors
from tests.browser.whole_games import player
from tests.kit.thorough_cases import further

pytestmark = pytest.mark.build

TOLD = "document.querySelector('aside[aria-label=Guide] b')?.innerText.replace(/\\.$/, '') ?? ''"
RINGED = """() => { const on = document.querySelector('[data-tour]')
  const r = on?.getBoundingClientRect()
  const within = !!r && r.bottom > 0 && r.top < innerHeight && r.right > 0 && r.left < innerWidth
  return within && r.width > 0 && r.height > 0 }"""


KEPT = "JSON.parse(localStorage.getItem('ironbottom.comforts')).tour"
AT = """() => { const on = document.querySelector('[data-tour]')
  return on && [on.className, JSON.stringify(on.getBoundingClientRect())].join(' ') }"""


@dataclass(frozen=True)
class Guided:
    """A game, the guided side, and by title the procedures during which a step of the guide may be shown."""

    side: str
    first: str
    steps: dict[str, set[str]]
    ends: bool = True
    """Whether the guide ends with the first turn of the game."""
    least: int = 3
    """The minimum number of steps after the first, whatever the dice."""


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
            "Non-combat moves": {"regroup"},
            "Placing": {"placement"},
        },
    ),
    "witp": Guided(
        "Japan",
        "Your task at Midway",
        {
            "How to win": {"deployment"},
            "Deployment": {"deployment"},
            "What this game is": {"deployment"},
            "The first order": {"orders"},
            "The week": {"search_orders", "ready_orders", "declaring"},
            "Dummies": {"decoys"},
            "Task Forces": {"orders"},
            "The course": {"course"},
            "Gunnery": {"gunlaying"},
            "Marches": {"marching"},
            "Attacks": {"attacking"},
        },
        ends=False,
        least=2,
    ),
}


def asked_now(api: Api, match: str) -> set[str]:
    """The open procedures for Japan."""
    match_view = api.match_view(match, "japan")
    frames = list(match_view["view"].get("frames", ()))
    frames += [own for frame in frames for own in frame.get("stacks", {}).get("japan", ())]
    asked = {frame["procedure"] for frame in frames}
    return (asked | {"naming"} if match_view["view"].get("naming") else asked) if match_view["decision"] else set()


def turn_of(api: Api, match: str) -> int:
    view = api.match_view(match, "japan")["view"]
    return int(view.get("turn", view.get("round")))


@pytest.mark.parametrize("game", further(*GUIDED))
def test_the_guide_follows_a_whole_first_turn_and_ends_automatically(
    address: str, api: Api, reset_page: Page, game: str
) -> None:
    """The guide is never pressed: a step disappears once it is done, and no step stays after its question."""
    wrong, case = no_errors(reset_page), GUIDED[game]
    reset_page.goto(f"{address}/#/new")
    reset_page.get_by_role("radio", name=TITLES[game], exact=True).check()
    reset_page.get_by_label(case.side, exact=True).check()
    reset_page.get_by_label("Ensign").check()
    expect(reset_page.get_by_label("Guide me through the first turn")).to_be_checked()
    reset_page.get_by_role("button", name="Begin").click()
    guide = reset_page.get_by_role("complementary", name="Guide")
    lead = reset_page.locator("#decision").get_by_role("button", name=re.compile("^(Skip|Next|Continue)"))
    go_on(reset_page, guide.filter(has_text=case.first))
    match, user, met = match_of(reset_page), player(game, reset_page, seed=3), set()
    begun = turn_of(api, match)
    for _ in range(1500):
        if turn_of(api, match) > begun:
            break
        quiet(reset_page)
        message = str(reset_page.evaluate(TOLD))
        if message:
            met.add(message)
            assert reset_page.evaluate(RINGED), f"{message} points at {reset_page.evaluate(AT)}"
        if message and message != case.first and not reset_page.locator("#decision .waiting").count():
            assert case.steps[message] & asked_now(api, match), message
        if not user.go_on(user.read()):
            reset_page.wait_for_timeout(50)
    assert turn_of(api, match) > begun
    while lead.count():
        lead.first.click()
    assert len(met - {case.first}) >= case.least, met
    if case.ends:
        expect(guide).to_have_count(0)
    assert reset_page.evaluate(KEPT) == ("done" if case.ends else "on")
    assert wrong == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("position", "first"),
    [("orders", "The first order"), ("burma_deployment", "Your task in Burma"), ("burma_marching", "")],
)
def test_at_midway_it_covers_the_first_game_turn_and_in_burma_the_first(
    address: str, api: Api, reset_page: Page, position: str, first: str
) -> None:
    """42.53, 44.11 Game-Turns are counted over the whole war: Midway begins in the 72nd, Burma with the 162nd."""
    reset_page.goto(address)
    reset_page.evaluate("""localStorage.setItem('ironbottom.comforts',
      JSON.stringify({ ...JSON.parse(localStorage.getItem('ironbottom.comforts')), tour: 'on' }))""")
    reset_page.goto("about:blank")
    open_position(reset_page, api, address, f"war_in_the_pacific/{position}")
    guide = reset_page.get_by_role("complementary", name="Guide")
    expect(reset_page.locator("#decision .choices button").first).to_be_visible()
    if first:
        expect(guide).to_contain_text(first)
    else:
        expect(guide).to_have_count(0)
    assert reset_page.evaluate(KEPT) == ("on" if first else "done")
