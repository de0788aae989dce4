"""A reload in the middle of any decision returns to it, and no submission is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Api
from tests.browser.match_setup import POSITIONS, open_position, quiet
from tests.browser.simulated_player import no_errors
from tests.browser.whole_games import player

pytestmark = pytest.mark.build

__all__ = ["POSITIONS", "open_position", "shown_decision"]

SAVED = "../../fixtures/positions/war_in_the_pacific"
LESSON = "../../../page/src/games/war_in_the_pacific/lesson"
"""Further positions of *War in the Pacific*, by their relative path."""
KINDS = {
    "pf": {
        "return_carrier": "Which sunk carrier returns",
        "forming": "Form task forces",
        "operation": "Choose an operation",
        "target": "choose a target",
        "fight": "Fight, or decline",
        "hits": "choose an enemy unit",
        "stay_or_return": "Stay, or return",
        "strike_again": "Strike a second time",
        "bombard_again": "Bombard again",
        "cleared_sound_bombard": "The Sound is clear: what does",
        "cleared_sound_land": "The Sound is clear: what does",
    },
    "hf": {
        "moves": "Move your ships",
        "submarine": "Place your submarine",
        "air": "Place an air unit",
        "repairs": "Repair",
        "combat": "In which sea area",
        "submarine_fire": "choose a target",
        "naming": "Air or surface combat?",
        "air_fire": "Air combat",
        "surface_fire": "Surface combat",
        "stay_or_withdraw": "Stay, or withdraw?",
        "pursuit": "The enemy withdraws",
        "return_fire": "Fire back at the pursuers",
        "landing": "Land combat",
        "defence": "Your base is under attack",
        "land_fight": "choose a target",
        "come_back": "Return to port",
        "disabled": "Disabled ships leave",
        "withdrawing": "choose a port or base",
        "driven_out": "Your port or base has fallen",
        "transports": "Lost transports return",
        "rebuilding": "Bring back lost",
        "raid": "Place an air unit",
        "task_force": "Move your ships",
        "task_force_box": "Move your ships",
    },
    "vitp": {
        "raid_force": "Choose the ships that raid",
        "patrols": "Send patrols",
        "air": "Place an air unit",
        "amphibious": "Sail amphibious units",
        "raiders": "Send raiders",
        "submarine": "Place your submarine",
        "targeting": "choose a target",
        "japan_off_hawaii": "Raid over",
        "sortie": "Which units come out",
        "allies_off_hawaii": "Stay off Hawaii",
        "way_home": "choose a port or base",
        "pursuit": "Choose ships to pursue",
        "combat": "In which sea area",
        "naming": "Day or night",
        "strike": "Strike with your submarine",
        "stay_or_retreat": "Stay, or retreat",
        "grouping": "into groups",
        "landing": "Landings in",
        "stopping": "give up the pursuit",
        "returns": "choose a port",
        "removals": "leaves in place of",
        "announcement": "fire their guns",
        "chases": "Which chase or raid",
    },
    "aap": {
        "bidding": "how many victory points will you need?",
        "standing": "Set standing orders",
        "splitting": "Split the convoy pool",
        "purchase": "Buy units",
        "patrol_lands": "fighters on patrol land",
        "combat_moves": "Combat movement",
        "bound": "Where do they go",
        "takeoff": "Send the aircraft",
        "aboard": "sail with the carriers",
        "kamikaze": "kamikaze",
        "combat": "fought next",
        "bombarding": "bombard",
        "call_off": "Go ahead with the landing",
        "landing_lost": "lost with its ship",
        "submerging": "submerge",
        "losses": "losses",
        "aftermath": "Retreat, or press on",
        "diverting": "without a deck",
        "convoy_won": "Take the convoy",
        "intercept": "intercept the raid",
        "naming": "Who gets",
        "regroup": "Non-combat movement",
        "placement": "Place",
    },
    "witp": {
        "deployment": "Place your submarines",
        "orders": "have no Mission yet",
        "course": "choose a hex to sail to",
        "gathering": "Which ships form the Task Force?",
        "search_orders": "Which air points search",
        "declaring": "Declare Combat Air Patrols",
        "wave_plan": "and as what?",
        "aiming": "Which ships do the aircraft attack?",
        "transfers": "Move aircraft to other bases?",
        "ready_orders": "Which aircraft patrol",
        "gunlaying": "Give each ship a target, then open fire.",
        "torpedoing": "Which ship do your submarines attack?",
        "meeting": "seek battle?",
        "attacking": "Which hexes do your ground units attack?",
        "burma_marching": "Move your ground units, or finish.",
        "burma_attacking": "Which hexes do your ground units attack?",
        "leyte_deployment": "Which place is your secret Objective",
        "burma_deployment": "Everything is in place",
        "lying_in_wait": "Where does the Subron start?",
        "receiving": "Where do your stores arrive?",
        "in_impulse": "alter a course?",
        "next_battle": "Which battle is fought next?",
        "at_the_shore": "Load, land or bombard?",
        f"../{LESSON}/leyte/landing": "Load, land or bombard?",
        "air_lift": "What do your transports carry?",
        "marching": "March your ground units, or finish.",
        "committing": "Which units take part in the attack?",
        f"../{LESSON}/burma/retreat": "Which attackers enter ",
        "burma_losing": "Which unit takes the losses?",
        "burma_retreating": "retreat?",
        "burma_worn": "is lost to attrition?",
        "burma_arriving": "At which bases do the air points arrive?",
        "paying": "Spend Supply Points, or finish.",
        "wearing_away": "Which unit suffers the attrition?",
        "quarters": "What do you build",
        f"../{SAVED}/leyte_strategic_game_turn": "Where do your Subrons go?",
        f"../{SAVED}/midway_turn_3_search": "Which air points search",
        f"../{LESSON}/leyte/wave": "and as what?",
        f"../{LESSON}/leyte/call": "Begin Kamikaze Strikes?",
    },
}
"""The kinds of decision of each game, each with a position, and a part of the question."""
IN_PARTS = {"transports"}
"""Lists refused because they reveal a secret, and submitted in parts: the browser logs the refusal."""
FOLDERS = {
    "pf": "",
    "hf": "hold_fast/",
    "vitp": "victory_in_the_pacific/",
    "aap": "axis_allies_pacific/",
    "witp": "war_in_the_pacific/",
}
SHOWN = """() => {
const name = (e) => e.getAttribute('aria-label') ?? e.innerText.split('\\n')[0]
const named = (which) => [...document.querySelectorAll(which)].map(name).sort()
return {
  sentence: document.querySelector('#decision .sentence').innerText,
  choices: [...document.querySelectorAll('#decision .choices button')].map((b) => b.innerText),
  lit: named('#board [data-legal]'),
  board: named('#board button'),
}}"""


def shown_decision(page: Page) -> dict[str, Any]:
    """What the page shows of the decision, once it is still."""
    expect(page.locator("#decision .choices button").first).to_be_visible()
    quiet(page)
    data: dict[str, Any] = page.evaluate(SHOWN)
    return data


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        pytest.param(game, kind, id=f"{game}-{Path(kind).name}", marks=[pytest.mark.thorough] if number % 40 else [])
        for game, kinds in KINDS.items()
        for number, kind in enumerate(kinds)
    ],
)
def test_a_reload_returns_to_the_decision(address: str, api: Api, wide_page: Page, game: str, kind: str) -> None:
    """The same question with the same choices is shown, nothing was submitted, and a choice continues from it."""
    wrong = no_errors(wide_page)
    match_view = open_position(wide_page, api, address, FOLDERS[game] + kind)
    before = shown_decision(wide_page)
    assert KINDS[game][kind] in before["sentence"]
    wide_page.reload()
    assert shown_decision(wide_page) == before

    def stands() -> int:
        return int(api.match_view(match_view["id"], match_view["side"])["seq"])

    assert stands() == match_view["seq"]
    user = player(game, wide_page, seed=4)
    for _ in range(16):
        assert user.step(), user.read()
        quiet(wide_page)
        if stands() > match_view["seq"]:
            break
    assert stands() > match_view["seq"]
    expect(wide_page.get_by_role("alert")).to_have_count(0)
    assert [error for error in wrong if not (kind in IN_PARTS and "422" in error)] == []


def test_ships_put_into_boxes_stay_there_after_a_reload(address: str, api: Api, wide_page: Page) -> None:
    match_view = open_position(wide_page, api, address, "forming")
    muster = wide_page.locator("section.form-forces")
    muster.get_by_role("group", name="Carriers").get_by_role("button", name="All").click()
    muster.locator(".form button").first.click()
    box = wide_page.get_by_role("region", name="Operation boxes").locator("li").first
    expect(box.locator("button")).to_have_count(4)
    wide_page.reload()
    expect(box.locator("button")).to_have_count(4)
    expect(muster.get_by_role("group", name="Carriers").get_by_role("button")).to_have_count(0)
    held = api.match_view(match_view["id"], "japan")["view"]["forces"]
    assert [force["units"] for force in held.values()] == [["ijn_shokaku", "ijn_zuikaku", "ijn_ryujo", "ijn_zuiho"]]
