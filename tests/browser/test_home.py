"""The list of games and the page of a new one; lost connection; imported positions."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.browser.actions import SENTENCE
from tests.browser.conftest import Api, context_of, random_words, serving
from tests.browser.simulated_player import no_errors
from tests.browser.test_reload import POSITIONS

pytestmark = pytest.mark.build


@pytest.mark.thorough
def test_the_list_of_games_renames_exports_imports_and_deletes(
    address: str, api: Api, wide_page: Page, tmp_path: Path
) -> None:
    api.begin(seats={"allies": "random"}, name="Watchtower")
    wide_page.goto(address)
    wide_page.get_by_role("button", name="More actions for Watchtower").click()
    wide_page.get_by_role("button", name="Rename Watchtower").click()
    wide_page.get_by_role("textbox", name="Name of the game").fill("Shoestring")
    wide_page.get_by_role("button", name="Save", exact=True).click()
    expect(wide_page.get_by_role("link", name="Shoestring", exact=True)).to_be_visible()
    wide_page.get_by_role("button", name="More actions for Shoestring", exact=True).click()
    with wide_page.expect_download() as download:
        wide_page.get_by_role("link", name="Export Shoestring").click()
    saved = tmp_path / "shoestring.jsonl"
    download.value.save_as(saved)
    wide_page.get_by_role("button", name="Delete Shoestring").click()
    wide_page.get_by_role("button", name="Delete for good").click()
    expect(wide_page.get_by_role("link", name="Shoestring", exact=True)).to_have_count(0)
    wide_page.get_by_label("Import a saved game").set_input_files(saved)
    expect(wide_page.locator(SENTENCE)).to_contain_text("Form task forces")
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes(saved.read_bytes().replace(b"a", b"b"))
    wide_page.goto(address)
    wide_page.get_by_label("Import a saved game").set_input_files(damaged)
    expect(wide_page.get_by_role("alert")).to_be_visible()


@pytest.mark.thorough
def test_the_list_is_fetched_once_until_the_page_is_visible_again(address: str, api: Api, wide_page: Page) -> None:
    asked: list[str] = []

    def heard(request: Request) -> None:
        if "/api/matches" in request.url:
            asked.append(request.url)

    wide_page.on("request", heard)
    wide_page.goto(address)
    expect(wide_page.get_by_role("button", name="Settings")).to_be_visible()
    wide_page.wait_for_timeout(600)
    assert len(asked) == 1
    wide_page.evaluate("window.dispatchEvent(new Event('focus'))")
    wide_page.wait_for_timeout(300)
    assert len(asked) == 2


def test_a_position_is_opened_from_a_file_or_from_a_running_game(
    address: str, api: Api, wide_page: Page, tmp_path: Path
) -> None:
    saved = tmp_path / "hits.toml"
    saved.write_text((POSITIONS / "hits.toml").read_text(encoding="utf-8"), encoding="utf-8")
    begun = api.begin(position=(POSITIONS / "operation.toml").read_text(encoding="utf-8"), name="As it stands")
    api.begin(seats={"allies": "random"}, name="With secrets")
    wide_page.goto(f"{address}/#/new")
    wide_page.get_by_text("Start from a position").click()
    text = wide_page.get_by_label("Position")
    wide_page.get_by_label("Open a file").set_input_files(saved)
    expect(text).to_have_value(saved.read_text(encoding="utf-8"))
    games = wide_page.get_by_label("Copy it from a current game")
    assert not games.get_by_text("With secrets").count()
    games.select_option(begun["id"])
    expect(text).to_have_value(api.get(f"/matches/{begun['id']}/position", side="japan")["text"])
    wide_page.get_by_label("Japan", exact=True).check()
    wide_page.get_by_role("button", name="Begin").click()
    expect(wide_page.locator(SENTENCE)).to_contain_text("Choose an operation")


def test_without_a_connection_the_board_can_be_viewed_and_play_resumes(browser: Browser, tmp_path: Path) -> None:
    with context_of(browser) as context:
        page = context.new_page()
        with serving(tmp_path) as address:
            page.goto(f"{address}/#/new")
            page.get_by_label("Two people on one screen").check()
            page.get_by_role("button", name="Begin").click()
            random_words(page)
            page.get_by_role("button", name=re.compile("^Lift the curtain")).click()
            page.locator("section.form-forces").wait_for()
        expect(page.get_by_role("alert").filter(has_text="Not connected")).to_be_visible()
        page.get_by_role("button", name=re.compile("^Nagato")).click()
        with serving(tmp_path, port=int(address.rsplit(":", 1)[1])):
            expect(page.get_by_role("alert").filter(has_text="Not connected")).to_have_count(0, timeout=20_000)
            page.locator("section.form-forces .form button").first.click()
            box = page.get_by_role("region", name="Operation boxes")
            expect(box.get_by_role("button", name=re.compile("^Nagato"))).to_have_count(1)


def test_equal_numbers_of_ships_of_both_sides_may_arrive_in_one_turn(address: str, api: Api, wide_page: Page) -> None:
    wrong = no_errors(wide_page)
    text = (POSITIONS / "forming.toml").read_text(encoding="utf-8")
    arriving = ["ijn_tone", "ijn_chikuma", "us_chester", "us_chicago"]
    for unit in arriving:
        text = text.replace(f'"{unit}",', "")
    text = text.replace("turn_3 = []", f"turn_3 = {arriving}".replace("'", '"'))
    match = api.begin(position=text, seats={"allies": "random"})["id"]
    wide_page.goto(f"{address}/#/m/{match}")
    expect(wide_page.get_by_text("2 ships arrive", exact=True)).to_have_count(2)
    assert wrong == []


@pytest.mark.thorough
def test_finished_games_are_counted_and_one_is_reviewed(browser: Browser, tmp_path: Path) -> None:
    """Solo records: wins by game and side, and each game; matches in progress show a small board."""
    with serving(tmp_path) as address, httpx.Client(base_url=address, timeout=30) as client, context_of(browser) as one:
        api, page = Api(client), one.new_page()
        wrong = no_errors(page)
        lost = api.begin(game="vitp", seats={"japan": "person", "allies": "ensign"}, name="Operation Z")
        client.post(f"/api/matches/{lost['id']}/resign", json={"side": "japan"}).raise_for_status()
        api.begin(game="hf", seats={"japan": "person", "allies": "ensign"}, name="Second try")
        page.goto(address)
        under_way = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="Continue Second try"))
        expect(under_way).to_contain_text("Hold Fast")
        expect(under_way).to_contain_text("Waiting for you.")
        signs = under_way.locator("a.chart svg").locator("circle, path:not(.land, .borders, .islets)")
        assert signs.count() > 3, "the board in small has the counters of both sides"
        records = page.get_by_role("region", name="Played to the end")
        expect(records.get_by_role("row").filter(has_text="Victory in the Pacific")).to_contain_text("0 of 1 won")
        records.get_by_text("one by one").click()
        expect(records).to_contain_text("Lost as Japan against Ensign")
        records.get_by_role("link", name="Operation Z").click()
        expect(page.locator(SENTENCE)).to_contain_text("The Allies win")
        assert wrong == []


def test_every_link_shown_leads_somewhere(tmp_path: Path, wide_page: Page) -> None:
    """Each link on the first page and on that of a new game leads to an existing page."""
    with serving(tmp_path) as address, httpx.Client(base_url=address, timeout=30) as client:
        Api(client).begin(game="vitp", seats={"japan": "person", "allies": "ensign"}, name="Operation Z")
        for start in ("", "#/new"):
            wide_page.goto(f"{address}/{start}")
            expect(wide_page.get_by_role("button", name="Settings")).to_be_visible()
            links = wide_page.locator("a[href^='#/']")
            for way in links.evaluate_all("all => [...new Set(all.map((a) => a.getAttribute('href')))]"):
                wide_page.goto(f"{address}/{way}")
                expect(wide_page.locator("main, form, #board").first).to_be_visible()
                expect(wide_page.get_by_role("heading", name="There is no page at this address.")).to_have_count(0)
        wide_page.goto(address)
        wide_page.get_by_role("link", name="Invite a friend").click()
        expect(wide_page.get_by_label("You and a friend, by link")).to_be_checked()
