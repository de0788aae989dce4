"""Beside the play itself: why not, taking back, looking back, the share link, the list of games, no connection."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Api, context_of, serving
from tests.browser.person import no_errors
from tests.browser.test_reload import POSITIONS, open_position

SENTENCE = "#decision .sentence"


def test_why_not_is_answered_with_its_clause(address: str, api: Api, wide: Page) -> None:
    """Only the task force in front of the queue may sortie (9.1): pressing the one behind it says so."""
    sight = open_position(wide, api, address, "operation")
    wide.get_by_role("button", name=re.compile("^Japan: task force 5")).click()
    answer = api.client.post(
        f"/api/matches/{sight['id']}/why_not",
        json={"side": "japan", "action": ["sortie", "japan_5", "south_pacific_ocean"]},
    ).json()
    refusal = wide.get_by_role("alert")
    expect(refusal).to_contain_text(answer["message"][1:].rstrip("."))
    expect(refusal).to_contain_text(answer["clause"])
    refusal.get_by_role("button", name=re.compile("Rule")).first.click()
    expect(wide.get_by_role("tabpanel")).to_contain_text(answer["clause"])
    assert api.sight(sight["id"], "japan")["seq"] == sight["seq"]


def drag(page: Page, force: str, sea: str) -> Locator:
    """Drags a task force onto the name of a sea zone; gives the force."""
    dragged = page.get_by_role("button", name=re.compile(f"^{force}"))
    dragged.hover()
    page.mouse.down()
    box = page.locator("#board text").filter(has_text=sea).first.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)
    page.mouse.up()
    return dragged


def test_a_drag_to_where_nobody_may_go_is_answered_with_its_clause(address: str, api: Api, wide: Page) -> None:
    """Carriers never enter The Slot (9.1.c): TF 3 is dragged there, and the reason is told."""
    sight = open_position(wide, api, address, "operation")
    force = drag(wide, "Japan: task force 3", "The Slot")
    answer = api.client.post(
        f"/api/matches/{sight['id']}/why_not", json={"side": "japan", "action": ["move", "japan_3", "the_slot"]}
    ).json()
    refusal = wide.get_by_role("alert")
    expect(refusal).to_contain_text(answer["message"][1:].rstrip("."))
    expect(refusal).to_contain_text(answer["clause"])
    assert api.sight(sight["id"], "japan")["seq"] == sight["seq"]
    expect(force).to_be_visible()
    expect(wide.locator("[data-dragging]")).to_have_count(0)


def test_a_drag_to_where_one_may_go_is_the_choice(address: str, api: Api, wide: Page) -> None:
    sight = open_position(wide, api, address, "operation")
    drag(wide, "Japan: task force 1", "South Pacific Ocean")
    expect(wide.locator("#log")).to_contain_text("Japanese task force 1 moves")
    assert api.sight(sight["id"], "japan")["seq"] > sight["seq"]


def test_a_list_is_one_stop_of_the_tab_key(address: str, api: Api, wide: Page) -> None:
    """The log of a whole turn: Tab goes to one line and on; arrow keys go along, Home and End to its ends."""
    sight = open_position(wide, api, address, "forming")
    api.act(
        sight,
        *(["assign", ship, "1"] for ship in ("ijn_tone", "ijn_nagato")),
        ["form_express", "2"],
        ["assign", "ijn_kongo", "3"],
    )
    wide.reload()
    lines = wide.locator("#log li > button")
    expect(lines.nth(2)).to_be_visible()
    stops = wide.locator("#log button[tabindex='0']")
    expect(stops).to_have_count(1)
    wide.keyboard.press("l")
    expect(stops).to_be_focused()
    wide.keyboard.press("End")
    expect(lines.last).to_be_focused()
    wide.keyboard.press("ArrowUp")
    expect(lines.nth(lines.count() - 2)).to_be_focused()
    wide.keyboard.press("Home")
    expect(lines.first).to_be_focused()
    wide.keyboard.press("Tab")
    assert wide.evaluate("() => !document.activeElement.closest('#log')")
    for part in (".muster .ships", "[aria-label='Operation boxes'] ol"):
        one = wide.locator(part).first
        assert one.locator("button").count() > 1
        expect(one.locator("button[tabindex='0']")).to_have_count(1)


def test_there_is_one_main_button(address: str, api: Api, wide: Page) -> None:
    sight = open_position(wide, api, address, "hits")
    wide.get_by_role("button", name="Spread evenly").click()
    assert (
        wide.locator("#decision .go").all_inner_texts()
        == wide.get_by_role("button", name="Give 3 hits").all_inner_texts()
    )
    wide.keyboard.press("d")
    expect(wide.locator("#log")).to_contain_text("The Allies put")
    assert api.sight(sight["id"], "allies")["seq"] > sight["seq"]


def test_one_looks_back_only_at_what_has_happened(address: str, api: Api, wide: Page) -> None:
    sight = open_position(wide, api, address, "operation")
    wide.get_by_role("button", name="Menu").click()
    expect(wide.get_by_role("button", name=re.compile("^Look back"))).to_be_disabled()
    expect(wide.get_by_role("dialog")).to_contain_text("nothing has happened yet")
    wide.keyboard.press("Escape")
    api.act(sight, ["pass"])
    wide.reload()
    wide.get_by_role("button", name="Menu").click()
    wide.get_by_role("button", name="Look back").click()
    expect(wide.locator(SENTENCE)).to_contain_text("Looking back at operation")
    expect(wide.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile("^Looking back: November"))


def test_take_back_and_withdraw(address: str, api: Api, wide: Page) -> None:
    """One box is filled and taken back by the prompt; of two, the first ship is withdrawn by pressing it."""
    sight = open_position(wide, api, address, "forming")
    muster = wide.locator("section.muster")
    heading = muster.locator("h2")
    before = heading.inner_text()
    muster.get_by_role("button", name=re.compile("^Nagato")).click()
    muster.locator(".form button").first.click()
    expect(heading).not_to_have_text(before)
    wide.locator("#decision").get_by_role("button", name=re.compile("^Take back")).click()
    expect(heading).to_have_text(before)
    assert not api.sight(sight["id"], "japan")["view"]["forces"]
    for ship in ("Mutsu", "Kongo"):
        muster.get_by_role("button", name=re.compile(f"^{ship}")).click()
    muster.locator(".form button").first.click()
    boxes = wide.get_by_role("region", name="Operation boxes")
    boxes.get_by_role("button", name=re.compile("^Mutsu")).click()
    expect(boxes.get_by_role("button", name=re.compile("^Mutsu"))).to_have_count(0)
    expect(boxes.get_by_role("button", name=re.compile("^Kongo"))).to_have_count(1)
    assert [f["units"] for f in api.sight(sight["id"], "japan")["view"]["forces"].values()] == [["ijn_kongo"]]


def test_the_slider_looks_back_and_comes_home(address: str, api: Api, wide: Page) -> None:
    sight = open_position(wide, api, address, "operation")
    now = wide.locator(SENTENCE).inner_text()
    api.act(sight, ["pass"])
    wide.reload()
    slider = wide.get_by_role("slider", name="Turns and replay")
    slider.wait_for()
    while not wide.locator("#decision").get_by_role("button", name="Return to now").count():
        skip = wide.locator("#decision").get_by_role("button", name=re.compile("^(Skip|Go on)"))
        if skip.count():
            skip.first.click()
        slider.focus()
        wide.keyboard.press("Home")
    expect(wide.locator(SENTENCE)).to_contain_text("Looking back")
    wide.locator("#decision").get_by_role("button", name="Return to now").click()
    expect(wide.locator(SENTENCE)).not_to_contain_text("Looking back")
    assert now


def test_a_link_to_a_moment_of_a_finished_game(address: str, api: Api, browser: Browser) -> None:
    match = api.begin(seats={"allies": "random"})["id"]
    sight = api.sight(match, "japan")
    api.act(sight, ["assign", "ijn_nagato", "1"], ["done"])
    api.client.post(f"/api/matches/{match}/resign", json={"side": "japan"}).raise_for_status()
    with context_of(browser, pace="skip", permissions=["clipboard-read", "clipboard-write"]) as context:
        page = context.new_page()
        page.goto(f"{address}/#/m/{match}")
        expect(page.locator(SENTENCE)).to_have_text("The Allies win.")
        page.get_by_role("button", name="Menu").click()
        page.get_by_label("Everything").check()
        page.keyboard.press("Escape")
        page.locator("#decision").get_by_role("button", name=re.compile("^Replay")).click()
        expect(page.locator(SENTENCE)).to_contain_text("Looking back")
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Copy link to this moment").click()
        expect(page.get_by_role("dialog")).to_contain_text("The link is copied.")
        link = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(rf"{re.escape(address)}/#/m/{match}/\d+\?side=open", link)
    with context_of(browser) as context:
        page = context.new_page()
        page.goto(link)
        expect(page.locator(SENTENCE)).to_contain_text("Looking back")


def test_the_list_of_games_renames_exports_brings_in_and_deletes(
    address: str, api: Api, wide: Page, tmp_path: Path
) -> None:
    api.begin(seats={"allies": "random"}, name="Watchtower")
    wide.goto(address)
    wide.get_by_role("button", name="Rename Watchtower").click()
    wide.get_by_role("textbox", name="Name of the game").fill("Shoestring")
    wide.get_by_role("button", name="Keep the name").click()
    expect(wide.get_by_role("link", name="Shoestring", exact=True)).to_be_visible()
    with wide.expect_download() as download:
        wide.get_by_role("link", name="Export Shoestring").click()
    saved = tmp_path / "shoestring.jsonl"
    download.value.save_as(saved)
    wide.get_by_role("button", name="Delete Shoestring").click()
    wide.get_by_role("button", name="Delete for good").click()
    expect(wide.get_by_role("link", name="Shoestring", exact=True)).to_have_count(0)
    wide.get_by_label("Bring in a saved game").set_input_files(saved)
    expect(wide.locator(SENTENCE)).to_contain_text("Form task forces")
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes(saved.read_bytes().replace(b"a", b"b"))
    wide.goto(address)
    wide.get_by_label("Bring in a saved game").set_input_files(damaged)
    expect(wide.get_by_role("alert")).to_be_visible()


@pytest.mark.parametrize("wrong", [False, True], ids=["sound", "wrong"])
def test_a_position_is_set_up_or_refused_at_its_field(address: str, wide: Page, wrong: bool) -> None:
    text = (POSITIONS / "hits.toml").read_text(encoding="utf-8")
    wide.goto(f"{address}/#/new")
    wide.get_by_label("Two people on one screen").check()
    wide.get_by_text("Start from a position").click()
    wide.get_by_label("Position").fill(text.replace("turn = ", "turn = 9") if wrong else text)
    wide.get_by_role("button", name="Begin").click()
    if wrong:
        expect(wide.get_by_role("alert")).to_contain_text("is not a whole number from 1 to 4")
    else:
        expect(wide.locator(SENTENCE)).to_contain_text("to assign")


def test_a_position_is_taken_from_a_file_or_from_a_game_as_it_stands(
    address: str, api: Api, wide: Page, tmp_path: Path
) -> None:
    saved = tmp_path / "hits.toml"
    saved.write_text((POSITIONS / "hits.toml").read_text(encoding="utf-8"), encoding="utf-8")
    begun = api.begin(position=(POSITIONS / "operation.toml").read_text(encoding="utf-8"), name="As it stands")
    api.begin(seats={"allies": "random"}, name="With secrets")
    wide.goto(f"{address}/#/new")
    wide.get_by_text("Start from a position").click()
    text = wide.get_by_label("Position")
    wide.get_by_label("Open a file").set_input_files(saved)
    expect(text).to_have_value(saved.read_text(encoding="utf-8"))
    games = wide.get_by_label("Take it from a game as it stands")
    assert not games.get_by_text("With secrets").count()
    games.select_option(begun["id"])
    expect(text).to_have_value(api.get(f"/matches/{begun['id']}/position", side="japan")["text"])
    wide.get_by_label("Japan", exact=True).check()
    wide.get_by_role("button", name="Begin").click()
    expect(wide.locator(SENTENCE)).to_contain_text("Choose an operation")


def test_without_connection_one_may_look_and_comes_back(browser: Browser, tmp_path: Path) -> None:
    with context_of(browser) as context:
        page = context.new_page()
        with serving(tmp_path) as address:
            page.goto(f"{address}/#/new")
            page.get_by_label("Two people on one screen").check()
            page.get_by_role("button", name="Begin").click()
            page.get_by_role("button", name=re.compile("^Lift the curtain")).click()
            page.locator("section.muster").wait_for()
        expect(page.get_by_role("alert").filter(has_text="Not connected")).to_be_visible()
        page.get_by_role("button", name=re.compile("^Nagato")).click()
        with serving(tmp_path, port=int(address.rsplit(":", 1)[1])):
            expect(page.get_by_role("alert").filter(has_text="Not connected")).to_have_count(0, timeout=20_000)
            page.locator("section.muster .form button").first.click()
            box = page.get_by_role("region", name="Operation boxes")
            expect(box.get_by_role("button", name=re.compile("^Nagato"))).to_have_count(1)


def test_as_many_ships_of_both_sides_may_arrive_in_one_turn(address: str, api: Api, wide: Page) -> None:
    wrong = no_errors(wide)
    text = (POSITIONS / "forming.toml").read_text(encoding="utf-8")
    arriving = ["ijn_tone", "ijn_chikuma", "us_chester", "us_chicago"]
    for unit in arriving:
        text = text.replace(f'"{unit}",', "")
    text = text.replace("turn_3 = []", f"turn_3 = {arriving}".replace("'", '"'))
    match = api.begin(position=text, seats={"allies": "random"})["id"]
    wide.goto(f"{address}/#/m/{match}")
    expect(wide.get_by_text("2 ships arrive", exact=True)).to_have_count(2)
    assert wrong == []
