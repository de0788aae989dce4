"""The first page: games that start with one press, matches with their boards, a new game on one screen, ways back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.actions import SENTENCE, TITLES, lessons, no_lesson_left
from tests.browser.conftest import Api, context_of, serving
from tests.browser.simulated_player import no_errors
from tests.kit.thorough_cases import in_build

SIZES = {"laptop": (1280, 720), "desk": (1440, 900), "phone": (360, 740)}
LESSON = "document.querySelector('aside[aria-label=Lesson]')"
WITHIN = """(e) => { const r = e.getBoundingClientRect()
  return r.top >= 0 && r.left >= 0 && r.bottom <= innerHeight + 0.5 && r.right <= innerWidth + 0.5 }"""


def test_one_press_starts_a_game_and_the_list_continues_it(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as address, context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        page.goto(address)
        expect(page.get_by_role("heading", name="Board wargames of the Pacific War")).to_be_visible()
        expect(page.get_by_text("about 1 hour")).to_have_count(1)
        expect(page.get_by_role("img", name="As it begins: 27 of Japan and 18 of Allies")).to_be_visible()
        page.get_by_role("button", name="Play now: Pacific Fury").click()
        expect(page.locator(SENTENCE)).not_to_be_empty()
        page.goto(address)
        row = page.get_by_role("listitem").filter(
            has=page.get_by_role("link", name="Continue The Allies against Ensign")
        )
        expect(row).to_contain_text("Pacific Fury")
        expect(row).to_contain_text("Waiting for you.")
        row.get_by_role("link", name="Continue").click()
        expect(page.locator(SENTENCE)).not_to_be_empty()
        assert wrong == []


@pytest.mark.thorough
def test_an_unknown_path_or_match_has_a_page_with_a_link_home(address: str, reset_page: Page) -> None:
    for path, result in (
        ("nowhere/at/all", "There is no page at this address."),
        ("m/gone", "There is no such game here."),
    ):
        reset_page.goto(f"{address}/#/{path}")
        expect(reset_page.get_by_role("heading", name=result)).to_be_visible()
        reset_page.get_by_role("link", name="All games").click()
        expect(reset_page.get_by_role("link", name="Play on one screen")).to_be_visible()


@pytest.mark.parametrize("size", in_build(SIZES, "laptop"))
@pytest.mark.build
def test_the_begin_button_stays_in_the_window_whatever_is_open(address: str, browser: Browser, size: str) -> None:
    width, height = SIZES[size]
    with context_of(browser, viewport={"width": width, "height": height}) as context:
        page = context.new_page()
        for title in TITLES.values():
            page.goto("about:blank")
            page.goto(f"{address}/#/new")
            page.get_by_role("radio", name=title, exact=True).check()
            begin = page.get_by_role("button", name="Begin")
            assert begin.evaluate(WITHIN)
            page.get_by_text("Start from a position").click()
            page.get_by_text("Name the game").click()
            assert begin.evaluate(WITHIN)
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("game", in_build(TITLES, "aap"))
@pytest.mark.thorough
def test_a_new_game_explains_its_options_and_begins_with_the_chosen_ones(
    address: str, api: Api, reset_page: Page, game: str
) -> None:
    (answer,) = [one for one in api.get("/games") if one["title"] == TITLES[game]]
    reset_page.goto(f"{address}/#/new?game={answer['id']}")
    reset_page.get_by_role("button", name="Options of the rules").click()
    dialog = reset_page.get_by_role("dialog")
    for option in answer["options"]:
        expect(dialog.get_by_role("group", name=option["title"], exact=True)).to_contain_text(option["text"])
    assert "_" not in dialog.inner_text()
    first = answer["options"][0]
    if len(first["values"]) > 4:
        dialog.get_by_role("combobox", name=first["title"]).select_option(label=first["words"][1])
    else:
        values = dialog.get_by_role("group", name=first["title"], exact=True)
        values.get_by_role("radio", name=first["words"][1], exact=True).check()
    dialog.get_by_role("button", name="Done").click()
    expect(reset_page.get_by_text(f"{first['title']}: {first['words'][1]}.")).to_be_visible()
    reset_page.get_by_role("button", name="Begin").click()
    expect(reset_page.locator(SENTENCE)).not_to_be_empty()
    match = re.search(r"#/m/([^/?]+)", reset_page.url)
    assert match
    assert api.match_view(match[1], "public")["view"]["options"][first["name"]] == first["values"][1]


@pytest.mark.parametrize("game", in_build(TITLES, "hf"))
@pytest.mark.build
def test_a_lesson_covers_a_turn_and_leaves_no_game_behind(address: str, api: Api, reset_page: Page, game: str) -> None:
    """A player who shows each step reaches the end; the question stays above the board all the time."""
    wrong, before = no_errors(reset_page), lessons(api)
    (answer,) = [one for one in api.get("/games") if one["title"] == TITLES[game]]
    reset_page.goto(address)
    reset_page.get_by_role("link", name=re.compile(f"^Learn by playing: {answer['about']['name']}")).click()
    lesson = reset_page.get_by_role("complementary", name="Lesson")
    ahead = lesson.get_by_role("button", name=re.compile("^(Do it for me|Next part|Play this game)$"))
    go_on = reset_page.locator("#decision").get_by_role("button", name=re.compile("^(Next|Continue|Roll|Skip|On to)"))
    parts = set()
    for _ in range(60):
        expect(ahead.or_(go_on).first).to_be_visible()
        if go_on.count() and not ahead.count():
            go_on.first.click()
            continue
        said = ahead.inner_text()
        parts.add(lesson.locator(".count").inner_text())
        words = lesson.inner_text()
        ahead.click()
        if said == "Play this game":
            break
        expect(lesson.or_(go_on).first).to_be_visible()
        reset_page.wait_for_function(f"(was) => {LESSON}?.innerText !== was", arg=words)
    expect(reset_page.locator("#board").or_(reset_page.get_by_role("heading", name="New game"))).to_be_visible()
    assert parts == {f"Part {n} of {len(parts)}" for n in range(1, len(parts) + 1)}
    no_lesson_left(reset_page, api, before)
    assert wrong == []


@pytest.mark.build
def test_a_lesson_that_is_reloaded_or_closed_leaves_no_game_behind(address: str, api: Api, browser: Browser) -> None:
    before = lessons(api)
    with context_of(browser) as context:
        page = context.new_page()
        page.goto(f"{address}/#/learn/pacific_fury")
        lesson = page.get_by_role("complementary", name="Lesson")
        expect(lesson).to_be_visible()
        page.reload()
        expect(lesson).to_be_visible()
        expect(lesson).to_contain_text("Task forces.")
        assert len(lessons(api) - before) == 1
        page.close()
        other = context.new_page()
        other.goto(address)
        other.get_by_role("link", name="Play on one screen").wait_for()
        no_lesson_left(other, api, before)
