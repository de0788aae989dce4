"""The position editor: counters placed by press, drag and key; illegal positions; files; continuing play."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Api
from tests.browser.match_setup import POSITIONS, match_of
from tests.browser.occlusion import positions_of
from tests.browser.simulated_player import no_errors
from tests.kit.thorough_cases import in_build

pytestmark = pytest.mark.build

VITP, HF, PF = "victory_in_the_pacific", "hold_fast", "pacific_fury"


def law(page: Page) -> Locator:
    """The line that says whether the position is legal."""
    return page.locator(".editor-status")


def open_editor(page: Page, address: str, game: str) -> None:
    """Edits a position from the start of a game."""
    page.goto(f"{address}/#/editor?game={game}")
    expect(law(page)).to_contain_text("Legal")


def beside(page: Page, name: str) -> Locator:
    """A pile beside the board, with its number."""
    return page.get_by_role("region", name="Beside the board").get_by_role("button", name=name)


def drag(page: Page, what: Locator, onto: Locator) -> None:
    """Drags by the mouse."""
    start, end = what.bounding_box(), onto.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    page.mouse.up()


def test_counters_go_where_they_are_put_and_are_played_on_from_there(address: str, api: Api, wide_page: Page) -> None:
    wrong = no_errors(wide_page)
    wide_page.goto(address)
    wide_page.get_by_role("link", name="Set up a position").click()
    wide_page.get_by_role("button", name="Victory in the Pacific").click()
    expect(law(wide_page)).to_contain_text("Legal: Japan chooses first.")
    # Two presses: the counters, and the place.
    panel = wide_page.locator("section.place")
    panel.get_by_role("button", name=re.compile("^Akagi,")).click()
    panel.get_by_role("button", name=re.compile("^Kaga,")).click()
    wide_page.locator('#board [data-drop="truk"]').first.click()
    expect(panel.get_by_role("heading", level=2)).to_have_text("Truk")
    expect(panel.locator("li button")).to_have_count(2)
    # A drag moves everything that lies there.
    drag(wide_page, wide_page.locator('#board [data-stack^="truk japan"]').first, beside(wide_page, "Lost"))
    expect(beside(wide_page, "Lost")).to_contain_text("2")
    # A key undoes it.
    wide_page.keyboard.press("u")
    expect(beside(wide_page, "Lost")).to_contain_text("0")
    wide_page.get_by_label("Turn", exact=True).select_option("4")
    wide_page.get_by_label("Step", exact=True).select_option("allied_patrols")
    expect(law(wide_page)).to_contain_text("Legal: the Allies choose first.")
    wide_page.get_by_role("button", name="Play on from here").click()
    wide_page.get_by_role("button", name="Begin").click()
    wide_page.locator("#decision").wait_for()
    view = api.match_view(match_of(wide_page), "japan")["view"]
    assert (view["turn"], sorted(view["units"]["japan"]["truk"])) == (4, ["akagi", "kaga"])
    assert wrong == []


def test_an_illegal_position_is_reported_with_field_and_clause(address: str, wide_page: Page) -> None:
    open_editor(wide_page, address, PF)
    wide_page.get_by_role("region", name="Force").get_by_role("button", name=re.compile("Nagato")).click()
    wide_page.get_by_label("Move to").select_option("turn_1")
    expect(law(wide_page)).to_contain_text("Not allowed at units.turn_1.")
    expect(law(wide_page)).to_contain_text("Nagato")
    expect(law(wide_page).get_by_role("button", name="Rule 8.1")).to_be_visible()
    expect(wide_page.get_by_role("button", name="Play on from here")).to_be_disabled()
    wide_page.get_by_role("button", name="Take back").click()
    expect(law(wide_page)).to_contain_text("Legal")


def test_a_position_is_saved_as_a_file_and_opened_again(address: str, tmp_path: Path, wide_page: Page) -> None:
    open_editor(wide_page, address, HF)
    wide_page.locator("section.place").get_by_role("button", name=re.compile("^Akagi,")).click()
    wide_page.get_by_label("Move to").select_option("midway")
    wide_page.get_by_label("Midway belongs to").select_option("japan")
    expect(law(wide_page)).to_contain_text("Legal")
    with wide_page.expect_download() as kept:
        wide_page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / kept.value.suggested_filename
    kept.value.save_as(file)
    assert file.suffix == ".toml"
    wide_page.goto(f"{address}/#/editor")
    wide_page.get_by_label("Open a file").set_input_files(file)
    expect(wide_page.get_by_role("heading", level=1)).to_have_text("Hold Fast: Pacific 1941-45")
    wide_page.get_by_label("Look at another place").select_option("midway")
    expect(wide_page.get_by_label("Midway belongs to")).to_have_value("japan")
    expect(wide_page.locator("section.place li button")).to_have_count(1)


@pytest.mark.thorough
@pytest.mark.parametrize("game", [VITP, HF])
def test_a_position_is_edited_by_keyboard_only(address: str, wide_page: Page, game: str) -> None:
    open_editor(wide_page, address, game)
    wide_page.locator("section.place li button").first.focus()
    wide_page.keyboard.press("Enter")
    expect(wide_page.get_by_role("region", name="Picked").locator("b")).to_have_count(1)
    wide_page.locator('#board [data-drop="coral_sea"]').first.focus()
    wide_page.keyboard.press("Enter")
    expect(wide_page.locator("section.place h2")).to_have_text("Coral Sea")
    expect(wide_page.locator("section.place li button")).not_to_have_count(0)
    expect(law(wide_page)).to_contain_text("Legal")


@pytest.mark.parametrize("game", in_build([PF, HF, VITP]))
def test_every_position_of_the_tests_can_be_opened(address: str, wide_page: Page, game: str) -> None:
    """Positions are opened one after another in one page, each from its file."""
    wrong = no_errors(wide_page)
    for name in positions_of(game):
        wide_page.goto("about:blank")
        wide_page.goto(f"{address}/#/editor")
        wide_page.get_by_label("Open a file").set_input_files(POSITIONS / f"{name}.toml")
        expect(law(wide_page), name).to_contain_text("Legal")
        assert wrong == [], name


@pytest.mark.thorough
@pytest.mark.parametrize("game", [PF, HF, VITP])
def test_on_a_phone_the_board_has_most_of_the_window(address: str, phone_page: Page, game: str) -> None:
    """All fields and buttons stay reachable, since the two lines fold away."""
    open_editor(phone_page, address, game)
    bar = phone_page.get_by_role("region", name="The position").bounding_box()
    board = phone_page.locator("[data-frame=board]").bounding_box()
    assert bar is not None
    assert board is not None
    assert bar["height"] <= 110
    assert board["y"] + board["height"] <= 740
    assert board["height"] >= 370
    for name in ("Play on from here", "Take back", "Save as a file"):
        act = phone_page.get_by_role("button", name=name)
        act.scroll_into_view_if_needed()
        box = act.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
