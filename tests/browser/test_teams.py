"""Skirmish in the browser: three seats in two teams, on the plain board of games without a page of their own."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.actions import done
from tests.browser.conftest import Api, random_words
from tests.browser.match_setup import open_match
from tests.browser.simulated_player import no_errors
from tests.browser.skirmish import serving_skirmish

SIDES = ("red", "blue", "gold")


pytestmark = pytest.mark.build


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with Skirmish."""
    with serving_skirmish(tmp_path_factory.mktemp("atoll")) as found:
        yield found


@pytest.fixture
def api(address: str) -> Iterator[Api]:
    """The endpoints of that server."""
    with httpx.Client(base_url=address, timeout=30) as client:
        yield Api(client)


def say(page: Page, what: str) -> None:
    """Uses an entry of the menu and confirms."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=what, exact=True).click()


def dialog_text(page: Page, title: str) -> str:
    """The text of a question of the page."""
    return page.get_by_role("dialog", name=title).inner_text()


@pytest.mark.thorough
def test_an_ally_continues_for_a_side_that_resigns_and_both_win(address: str, api: Api, wide_page: Page) -> None:
    wrong = no_errors(wide_page)
    wide_page.goto(f"{address}/#/new?seats=both")
    wide_page.get_by_role("radio", name="Skirmish at the atoll", exact=True).check()
    expect(wide_page.get_by_label("All sides on one screen")).to_be_checked()
    wide_page.get_by_role("button", name="Begin").click()
    random_words(wide_page)

    for side in SIDES:
        wide_page.get_by_role("button", name=f"Lift the curtain for {side}").click()
        board, cruiser = (
            wide_page.locator("#board"),
            wide_page.get_by_role("button", name=f"{side.title()} cruiser", exact=True),
        )
        board.get_by_role("button", name=f"{side.title()}: 6 counters, Port").click()
        cruiser.click()
        board.get_by_role("button", name="North", exact=True).click()
        expect(wide_page.get_by_text("plan north")).to_be_visible()
        expect(cruiser).to_have_count(0)
        done(wide_page)
    wide_page.get_by_role("button", name="Lift the curtain for red").click()
    sentence = wide_page.locator("#decision .sentence")
    expect(sentence).to_have_text("Your operation?")
    expect(wide_page.locator("#decision")).to_contain_text("Red")
    expect(board.get_by_role("button", name="Gold: Gold", exact=False).first).to_be_attached()
    signs = wide_page.locator("header .side-chip, header [data-sign]").evaluate_all(
        "(all) => all.map((e) => e.dataset.sign)"
    )
    assert signs == ["disc", "star", "disc"], "allies stand under one sign"

    say(wide_page, "Resign")
    assert "Gold takes the seat and plays on." in dialog_text(wide_page, "Resign")
    wide_page.get_by_role("dialog", name="Resign").get_by_role("button", name="Resign").click()
    expect(wide_page.locator("#log")).to_contain_text("Red resigned; gold takes over the seat.")
    expect(sentence).to_have_text("Your operation?")
    expect(wide_page.locator("#decision")).to_contain_text("Red")
    done(wide_page, "Pass")
    wide_page.get_by_role("button", name="Lift the curtain for blue").click()
    expect(wide_page.locator("#decision")).to_contain_text("Blue")

    say(wide_page, "Resign")
    assert "The game ends, and Red and gold win." in dialog_text(wide_page, "Resign")
    wide_page.get_by_role("dialog", name="Resign").get_by_role("button", name="Resign").click()
    expect(sentence).to_have_text("Red and gold win.")
    expect(wide_page.locator("#decision")).to_contain_text("Blue resigned.")
    wide_page.goto(f"{address}/#/")
    expect(wide_page.get_by_role("listitem").filter(has_text="on one screen")).to_contain_text(
        "Red and gold won: blue resigned."
    )
    assert wrong == []


def begin_planned(api: Api, **seats: str) -> str:
    """A match in its first operation, with the plans of all human players made."""
    match: str = api.begin(game="skirmish", seats=seats)["id"]
    for side in SIDES:
        if side not in seats:
            api.act(api.match_view(match, side), ["send", f"{side}_cruiser", "north"], ["done"])
    return match


@pytest.mark.thorough
def test_only_opponents_answer_a_draw(address: str, api: Api, wide_page: Page) -> None:
    wrong = no_errors(wide_page)
    open_match(wide_page, address, begin_planned(api))
    wide_page.get_by_role("button", name="Lift the curtain for red").click()
    say(wide_page, "Offer a draw")
    assert "Blue may accept or decline." in dialog_text(wide_page, "Offer a draw")
    wide_page.get_by_role("dialog", name="Offer a draw").get_by_role("button", name="Offer a draw").click()
    strip = wide_page.locator(".notice")
    expect(strip).to_contain_text("It is for blue to answer.")
    strip.get_by_role("button", name="Accept the draw").click()
    expect(wide_page.locator("#decision .sentence")).to_have_text("A draw.")
    assert wrong == []


@pytest.mark.thorough
def test_a_player_who_resigns_to_a_computer_ally_keeps_watching(address: str, api: Api, wide_page: Page) -> None:
    wrong = no_errors(wide_page)
    match = api.begin(game="skirmish", seats={"blue": "random", "gold": "random"})["id"]
    open_match(wide_page, address, match)
    say(wide_page, "Resign")
    wide_page.get_by_role("dialog", name="Resign").get_by_role("button", name="Resign").click()
    expect(wide_page.locator("#log")).to_contain_text("Red resigned; gold takes over the seat.")
    expect(wide_page.locator("#decision").get_by_role("button", name="Done")).to_have_count(0)
    assert api.match_view(match, "public")["seats"] == dict.fromkeys(SIDES, "random")
    assert [error for error in wrong if "403" not in error] == []
