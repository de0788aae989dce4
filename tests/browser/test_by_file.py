"""A match goes by file between the pages of two servers, each with a store of its own, by downloads and uploads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.actions import SENTENCE
from tests.browser.conftest import Api, context_of, serving
from tests.browser.match_setup import match_of
from tests.browser.simulated_player import no_errors

pytestmark = pytest.mark.build
pytest.importorskip("cryptography")

Table = tuple[str, Api, Page]


@pytest.fixture
def tables(browser: Browser, tmp_path: Path) -> Iterator[tuple[Table, Table]]:
    """Two servers with a browser each."""
    with ExitStack() as running:

        def table(name: str) -> Table:
            folder = tmp_path / name
            folder.mkdir()
            address = running.enter_context(serving(folder))
            client = running.enter_context(httpx.Client(base_url=address, timeout=60))
            return address, Api(client), running.enter_context(context_of(browser)).new_page()

        yield table("japan"), table("allies")


def saved(page: Page, press: Callable[[], None], to: Path) -> Path:
    """Presses a button that saves a file, and returns the file."""
    with page.expect_download() as download:
        press()
    path = to / download.value.suggested_filename
    download.value.save_as(path)
    return path


def open_file(page: Page, address: str, file: Path) -> None:
    """Opens a turn file on the home page."""
    page.goto(address)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open turn file").click()
    chooser.value.set_files(file)


def choose_all(api: Api, match: str, side: str) -> None:
    """Makes the first choice of a side until it has none."""
    while (view := api.match_view(match, side))["decision"]:
        api.act(view, api.offered(view)[0])


def test_a_match_goes_by_file_between_two_pages(tables: tuple[Table, Table], tmp_path: Path) -> None:
    (here, api, japan), (there, _, allies) = tables
    wrong = [no_errors(japan), no_errors(allies)]
    japan.goto(f"{here}/#/new?game=victory_in_the_pacific&side=japan")
    japan.get_by_label("You and a friend, by file").check()
    japan.get_by_text("Fair dice").click()
    japan.get_by_label("Your words for the dice").fill("calm sea")
    begin = japan.get_by_role("button", name="Save invitation")
    invitation = saved(japan, begin.click, tmp_path)
    expect(japan.get_by_text("The invitation was saved as a file.")).to_be_visible()

    open_file(allies, there, invitation)
    expect(allies.get_by_role("heading", name="You are invited to Victory in the Pacific by file")).to_be_visible()
    acceptance = saved(allies, allies.get_by_role("button", name="Accept").click, tmp_path)

    open_file(japan, here, acceptance)
    match = match_of(japan)
    japan.locator("#board").wait_for()
    choose_all(api, match, "japan")
    save = japan.get_by_role("button", name="Save turn file")
    turn = saved(japan, save.click, tmp_path)
    expect(japan.locator(SENTENCE)).to_have_text("The match is with the other player.")
    assert saved(japan, japan.get_by_role("button", name="Save again").click, tmp_path) == turn
    assert wrong[0] == []
    open_file(japan, here, turn)
    refusal = "You wrote this file yourself: send it to the other player."
    expect(japan.get_by_role("alert").filter(has_text=refusal)).to_be_visible()

    open_file(allies, there, turn)
    assert match_of(allies) == match
    expect(allies.locator(SENTENCE)).not_to_have_text("The match is with the other player.")
    expect(allies.get_by_role("button", name="Save turn file")).to_have_count(0)
    assert wrong[1] == []
