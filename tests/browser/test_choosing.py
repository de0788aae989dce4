"""Choices in every game: on the text board, incomplete before a reload, and with results read by screen readers."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.actions import LOSSES, SENTENCE, press
from tests.browser.conftest import Api
from tests.browser.match_setup import open_position
from tests.kit.thorough_cases import in_build

pytestmark = pytest.mark.build

HF, VITP, AAP, WITP = "hold_fast", "victory_in_the_pacific", "axis_allies_pacific", "war_in_the_pacific"


@dataclass(frozen=True)
class Written:
    """The fields filled in on the text board, by label, the submit button, and the resulting log line."""

    position: str
    fields: dict[str, str]
    button: str
    said: str


WRITTEN = {
    "pf": (
        Written(
            "operation",
            {"What": "Move", "With": "TF 1", "Then": "South Pacific Ocean"},
            "Move TF 1 to the South Pacific Ocean",
            "Japanese task force 1 moves",
        ),
        Written(
            "hits",
            {"Nagato": "2", "Kongo": "1"},
            "Confirm 3 of 3",
            "The Allies put 2 hits on Nagato and 1 hit on Kongo.",
        ),
    ),
    "hf": (
        Written(
            f"{HF}/moves",
            {"Nagato": "Indian Ocean", "Yamato": "Marshall Islands"},
            "Confirm 2",
            "Nagato moves from Saigon to the Indian Ocean.",
        ),
        Written(
            f"{HF}/combat",
            {"With": "Solomon Sea"},
            "Fight in the Solomon Sea",
            "Combat in the Solomon Sea",
        ),
    ),
    "vitp": (
        Written(
            f"{VITP}/patrols",
            {"Nagato": "Japanese Islands", "Akagi": "Marshall Islands"},
            "Confirm 2",
            "Akagi patrols the Marshall Islands.",
        ),
        Written(f"{VITP}/combat", {"With": "Coral Sea"}, "Combat in the Coral Sea", "Combat in the Coral Sea"),
    ),
    "aap": (
        Written(
            f"{AAP}/splitting",
            {"What": "Split the pool", "With": "5"},
            "5 IPC of the pool to India, the rest to Australia",
            "The convoy pool: 5 IPC to India",
        ),
        Written(
            f"{AAP}/combat_moves",
            {"What": "Take a convoy", "With": "Sea zone 46"},
            "Take the convoy in sea zone 46 with a battleship",
            "Japan takes the convoy in sea zone 46.",
        ),
    ),
    "witp": (
        Written(
            f"{WITP}/torpedoing",
            {"Ship": "Jintsu"},
            "Attack Jintsu (JP CL17)",
            "Jintsu (JP CL17) is hit by submarines of strength 12",
        ),
    ),
}


@pytest.mark.parametrize("game", in_build(WRITTEN, "pf"))
def test_a_choice_can_be_made_on_the_text_board_only(address: str, api: Api, reset_page: Page, game: str) -> None:
    """The form describes its effect; a long order is filled in line by line and submitted at once."""
    for number, case in enumerate(WRITTEN[game]):
        match_view = open_position(reset_page, api, address, case.position)
        if not number:
            reset_page.get_by_role("button", name="Menu").click()
            reset_page.get_by_label("In place of the board").check()
            reset_page.keyboard.press("Escape")
        form = reset_page.get_by_role("form", name="Choose from lists")
        for label, value in case.fields.items():
            field = form.get_by_label(re.compile(f"^{label}")).first
            if field.evaluate("(one) => one.matches('select')"):
                said = re.compile(f"^{re.escape(value)}(:|$)")
                field.select_option(field.locator("option").filter(has_text=said).first.get_attribute("value"))
            else:
                field.fill(value)
        form.get_by_role("button", name=case.button, exact=True).click()
        expect(reset_page.locator("#log")).to_contain_text(case.said)
        assert api.match_view(match_view["id"], match_view["side"])["seq"] > match_view["seq"]


@dataclass(frozen=True)
class Half:
    """The presses of an incomplete choice, how the page shows its progress, and on which counter."""

    position: str
    press: tuple[str, ...]
    text: str
    at: str = SENTENCE
    counter: str = ""


HALF_MADE = {
    "pf": (
        Half("hits", ("One more hit on Nagato",), "2 left to assign", "section.hits h2", "Nagato.* target of 1 hit"),
        Half("operation", ("Japan: task force 1",), "TF 1: "),
    ),
    "hf": (
        Half(
            f"{HF}/moves",
            ("Yokosuka Naval Yard, 4", "All of the carriers"),
            "Junyo and Shoho: choose a sea area.",
        ),
        Half(
            f"{HF}/surface_fire",
            ("Fuso", "Idaho", "Yamashiro"),
            "Yamashiro, 4 dice: choose a target.",
            counter="Idaho.* target of 4 dice",
        ),
    ),
    "vitp": (
        Half(
            f"{VITP}/patrols",
            ("Yokosuka Navy Yard, 19", "All of the carriers"),
            "choose a sea area, or mark as raiding.",
        ),
        Half(
            f"{VITP}/targeting",
            ("Spread evenly", "Akagi"),
            "Akagi: choose another target.",
            counter="Lexington.* target of 4 shots",
        ),
    ),
    "aap": (
        Half(f"{AAP}/losses", ("One more: Hits on Infantry",), "1 of 2 hits placed", "section[aria-label=Losses] h2"),
    ),
    # Two ships are one choice: the firing ship and its target.
    "witp": (Half(f"{WITP}/gunlaying", ("Astoria",), "Astoria: choose its target."),),
}


@pytest.mark.parametrize("game", in_build(HALF_MADE, "aap"))
def test_a_half_made_choice_outlives_a_reload(address: str, api: Api, reset_page: Page, game: str) -> None:
    for case in HALF_MADE[game]:
        open_position(reset_page, api, address, case.position)
        press(reset_page, *case.press)
        expect(reset_page.locator(case.at)).to_contain_text(case.text)
        asked = reset_page.locator(case.at).inner_text()
        reset_page.reload()
        expect(reset_page.locator(case.at)).to_have_text(asked)
        if case.counter:
            board = reset_page.locator("#board")
            expect(board.get_by_role("button", name=re.compile(f"^{case.counter}"))).to_be_visible()


@dataclass(frozen=True)
class Fought:
    """The presses until dice are rolled, and the text about them."""

    position: str
    press: tuple[str, ...]
    said: str


FOUGHT = {
    "pf": Fought("hits", ("Finish damaged ships", "Assign 3 hits"), "Sunk|Damaged|hit"),
    "hf": Fought(
        f"{HF}/air_fire",
        ("Land Based Air 1", "South Dakota", "Land Based Air 6", "South Dakota"),
        r"Land Based Air 1 at South Dakota: \d, \d, \d: (no hit|disabled|\d hits?)\.",
    ),
    "vitp": Fought(
        f"{VITP}/targeting",
        ("Spread evenly", "Confirm targets"),
        r"Akagi at Lexington: \d(, \d)*: (no hit|missed|disabled|\d+ damage)",
    ),
    "aap": Fought(f"{AAP}/losses", LOSSES, r"Japan loses 1 tank\. China loses 2 infantry\."),
    "witp": Fought(f"{WITP}/torpedoing", ("Jintsu",), r"Jintsu: (no damage|\d+ Damage Points?)"),
}


@pytest.mark.parametrize("game", in_build(FOUGHT, "witp"))
def test_a_screen_reader_announces_each_result_once(address: str, api: Api, reset_page: Page, game: str) -> None:
    """Dice and results have their own live region, and are not repeated after a reload; the question is separate."""
    case = FOUGHT[game]
    open_position(reset_page, api, address, case.position)
    said = reset_page.locator("p.visually-hidden[role=status][aria-live]")
    expect(said).to_have_text("")
    press(reset_page, *case.press)
    expect(said).to_contain_text(re.compile(case.said))
    expect(reset_page.locator(SENTENCE)).to_have_attribute("role", "status")
    reset_page.reload()
    expect(reset_page.locator(SENTENCE)).not_to_be_empty()
    expect(said).to_have_text("")
