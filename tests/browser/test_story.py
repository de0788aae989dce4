"""The story page of a match: its figures match a recount of the log, and each line links to its moment."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.actions import open_panel
from tests.browser.conftest import Api
from tests.browser.match_setup import open_match
from tests.browser.simulated_player import no_errors
from tests.kit.thorough_cases import in_build

pytestmark = pytest.mark.build

FIXTURES = Path(__file__).parent.parent / "fixtures"
RECORDS = {
    "pacific_fury": "rules_2-campaign-script-random-1.jsonl",
    "hold_fast": "rules_2-campaign-script-random-1.jsonl",
    "victory_in_the_pacific": "rules_2-campaign-script-random-4.jsonl",
}
LOST = {"pacific_fury": "sunk", "hold_fast": "sunk", "victory_in_the_pacific": "lost"}


def import_story(api: Api, game: str) -> str:
    """A finished recorded game, as a match of this server."""
    record = (FIXTURES / game / RECORDS[game]).read_bytes()
    return str(api.client.post("/api/matches/import", content=record).json()["id"])


@pytest.mark.parametrize("game", in_build(RECORDS))
def test_the_story_is_a_recount_of_the_log(address: str, api: Api, wide_page: Page, game: str) -> None:
    match = import_story(api, game)
    wrong = no_errors(wide_page)
    wide_page.set_viewport_size({"width": 1280, "height": 720})
    open_match(wide_page, address, match)
    wide_page.locator("#decision").wait_for()
    went = wide_page.get_by_role("button", name="How it went")
    for _ in range(5):
        if went.is_visible():
            break
        wide_page.keyboard.press("n")
        wide_page.wait_for_timeout(400)
    went.click()
    events = [event for entry in api.get(f"/matches/{match}/log", side="open") for event in entry.get("events", ())]
    expect(wide_page.get_by_role("heading", level=1)).to_have_text(
        re.compile(r"^(Japan wins|The Allies win|A draw)\.$")
    )
    lost = [event for event in events if event["event"] == LOST[game]]
    element = wide_page.locator(".losses .sum").all_inner_texts()
    assert sum(int(text.split()[0]) for text in element) == len(lost)
    rows = wide_page.locator("table.visually-hidden tbody tr")
    turns = {event["turn"] for event in events if event["event"] == "turn_opened"} | {1}
    expect(rows).to_have_count(len(turns))
    score = api.match_view(match, "open")["result"]["score"]["japan"]
    last = rows.last.locator("td").inner_text()
    assert last == ("even" if not score else f"{'Japan' if score > 0 else 'Allies'} +{abs(score):g}")
    assert wide_page.evaluate("document.documentElement.scrollHeight <= innerHeight"), (
        "the page is longer than the window"
    )
    assert wide_page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wide_page.get_by_role("link", name=re.compile("^Watch ")).first.click()
    expect(wide_page.locator("#decision .sentence")).to_have_text(re.compile("^Looking back"))
    assert wrong == []


def test_an_imported_finished_record_opens_as_its_story(address: str, wide_page: Page) -> None:
    wrong = no_errors(wide_page)
    wide_page.goto(address)
    wide_page.get_by_label("Import a saved game").set_input_files(FIXTURES / "pacific_fury" / RECORDS["pacific_fury"])
    expect(wide_page.get_by_role("heading", level=1)).to_have_text("Japan wins.")
    expect(wide_page.get_by_role("heading", name="Turning points")).to_be_visible()
    landing = wide_page.locator("ol.points li", has_text="Score").filter(has_text="lead even to Japan +1")
    expect(landing).to_contain_text("lands Transports 2 on Guadalcanal")
    wide_page.go_back()
    wide_page.get_by_role("link", name=re.compile("^Review ")).first.click()
    expect(wide_page.get_by_role("heading", name="Turning points")).to_be_visible()
    assert wrong == []


LINKS = """() => {
  document.querySelectorAll('details').forEach((one) => (one.open = true))
  const lines = [...document.querySelectorAll('main .card li')]
  return {
    bare: lines.filter((line) => !line.querySelector('a[href]')).map((line) => line.innerText),
    links: [...document.querySelectorAll('main .card a[href]')].map((one) => one.getAttribute('href')),
  }
}"""


@pytest.mark.parametrize("game", in_build(RECORDS, "pacific_fury"))
def test_every_line_of_the_story_links_to_its_moment(address: str, api: Api, wide_page: Page, game: str) -> None:
    """Each line has a link to an entry of the log; three of the links are followed."""
    match = import_story(api, game)
    story = f"{address}/#/story/{match}"
    wide_page.goto(story)
    wide_page.locator("main .card a[href]").first.wait_for()
    found = wide_page.evaluate(LINKS)
    assert found["bare"] == []
    links = list(dict.fromkeys(found["links"]))
    last = api.match_view(match, "open")["seq"]
    assert {int(link.split("?")[0].rpartition("/")[2]) for link in links} <= set(range(1, last + 1))
    for link in (links[1], links[len(links) // 2], links[-1]):
        wide_page.goto("about:blank")
        wide_page.goto(story)
        wide_page.locator("main .card a[href]").first.wait_for()
        wide_page.evaluate(LINKS)
        wide_page.locator(f'main .card a[href="{link}"]').first.click()
        expect(wide_page.locator("#decision .sentence")).to_have_text(re.compile("^Looking back at"))
        expect(wide_page.locator("#decision .subline")).not_to_be_empty()
        assert wide_page.url.endswith(link)


def test_the_story_is_shared_as_a_self_contained_file(address: str, api: Api, tmp_path: Path, wide_page: Page) -> None:
    wide_page.goto(f"{address}/#/story/{import_story(api, 'pacific_fury')}")
    with wide_page.expect_download() as shared:
        wide_page.get_by_role("button", name="Share this page").click()
    file = tmp_path / "story.html"
    shared.value.save_as(file)
    wide_page.goto(file.as_uri())
    expect(wide_page.get_by_role("heading", name="Turning points")).to_be_visible()
    expect(wide_page.locator("table.visually-hidden tbody tr")).to_have_count(4)
    expect(wide_page.locator("button, a[href]")).to_have_count(0)
    expect(wide_page.get_by_text("Watch", exact=True)).to_have_count(0)


def test_the_rail_lists_losses_and_battles_so_far(address: str, api: Api, wide_page: Page) -> None:
    match = import_story(api, "pacific_fury")
    open_match(wide_page, address, match)
    open_panel(wide_page, "Turns")
    losses = wide_page.locator("details.so-far").first
    expect(losses.locator("summary")).to_have_text(re.compile(r"Losses so far\s+6"))
    losses.get_by_role("button", name="Wasp").click()
    expect(wide_page.locator("#decision .sentence")).to_have_text(re.compile("^Looking back"))


def test_counted_units_are_listed_by_kind_and_round(address: str, api: Api, wide_page: Page) -> None:
    """Axis & Allies: Pacific: units have no names, turns are rounds, and only Japan scores."""
    record = (FIXTURES / "axis_allies_pacific" / "rules_3-setup_2003-script-random-4.jsonl").read_bytes()
    match = str(api.client.post("/api/matches/import", content=record).json()["id"])
    story = api.get(f"/matches/{match}/story", side="open")
    wrong = no_errors(wide_page)
    wide_page.goto(f"{address}/#/story/{match}")
    expect(wide_page.get_by_role("heading", level=1)).to_have_text(re.compile("win|draw"))
    points = api.match_view(match, "open")["result"]["score"]["japan"]
    expect(wide_page.locator("header .summary")).to_contain_text(f"Japan has {points} point")
    element = wide_page.locator(".losses .sum").all_inner_texts()
    assert [int(text.split()[0]) for text in element] == [
        sum(loss["side"] == side for loss in story["losses"]) for side in ("japan", "uk", "usa")
    ]
    assert sum(loss["side"] == "japan" for loss in story["losses"])
    expect(wide_page.locator("table.visually-hidden tbody th").first).to_have_text("Round 1")
    expect(wide_page.locator(".losses a").first).to_have_text(re.compile(r"^Round \d+: \d+$"))
    assert "undefined" not in wide_page.locator("main").inner_text()
    wide_page.locator(".losses a").first.click()
    expect(wide_page.locator("#decision .sentence")).to_have_text(re.compile("^Looking back"))
    assert wrong == []


def test_play_again_changes_the_sides(address: str, api: Api, wide_page: Page) -> None:
    match_view = api.begin(seats={"japan": "person", "allies": "random"})
    api.client.post(f"/api/matches/{match_view['id']}/resign", json={"side": "japan"}).raise_for_status()
    wide_page.goto(f"{address}/#/story/{match_view['id']}")
    wide_page.get_by_role("button", name="Play again as the Allies").click()
    wide_page.locator("#board").wait_for()
    again = wide_page.url.split("/m/")[1]
    assert api.match_view(again, "public")["seats"] == {"japan": "random", "allies": "person"}
