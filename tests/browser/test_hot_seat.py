"""Two people on one screen: nothing secret is in the page while the open board is shown, or the other side looks."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.browser.actions import done, open_list, press
from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import SIDES, match_of, open_match, position_of, quiet
from tests.browser.sea_area_user import SeaAreaUser
from tests.browser.simulated_player import SimulatedPlayer, no_errors
from tests.browser.whole_games import player

pytestmark = pytest.mark.build

HOLD = re.compile("^Hold to look at")
FOUND = r"""([words, part]) => {
  const any = new RegExp(`\\b(${words.map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})\\b`, 'g')
  return [...new Set(document.querySelector(part).outerHTML.match(any) ?? [])]
}"""
CURTAIN = "A secret choice for {}"
OPENED = re.compile("^Lift the curtain")


def words_in(page: Page, words: Collection[str], heard: bool = True, part: str = "html") -> set[str]:
    """The words that occur in the page or a part: in its elements, or in a screen reader's text."""
    if not words:
        return set()
    found = set(page.evaluate(FOUND, [list(words), part]))
    if heard:
        read = page.locator("body" if part == "html" else part).aria_snapshot()
        found |= {word for word in words if re.search(rf"\b{re.escape(word)}\b", read)}
    return found


def curtain_for(page: Page, side: str) -> None:
    """Checks that the curtain is closed for a side, with nothing behind it."""
    expect(page.get_by_role("dialog")).to_contain_text(CURTAIN.format(side.replace("The", "the")))


def lift(page: Page, side: str) -> None:
    """The side lifts its curtain."""
    curtain_for(page, side)
    page.get_by_role("button", name=OPENED).click()
    expect(page.get_by_role("dialog")).to_have_count(0)


# -- Pacific Fury: face-down counters ----------------------------------------------------------------------


def face_down(api: Api, match: str, names: dict[str, str]) -> set[str]:
    """The names of the ships in face-down task forces of either side, which the open board hides."""
    found = set()
    for side in SIDES:
        view = api.match_view(match, side)["view"]
        own = [force for force in view["forces"].values() if force["side"] == side and not force["face_up"]]
        found |= {unit for force in own for unit in force["units"]}
    public = api.match_view(match, "public", since=0)
    said = json.dumps(public["log"])
    hidden = found - set(public["view"]["shown"])
    return {word for unit in hidden for word in (unit, names[unit]) if word not in said and unit not in said}


@pytest.mark.thorough
def test_face_down_counters_of_either_side_stay_out_of_the_page(address: str, api: Api, wide_page: Page) -> None:
    """Turn 1 with two people: both form task forces behind the curtain, then everything is decided on the open
    board.
    """
    wrong = no_errors(wide_page)
    user = SimulatedPlayer(wide_page, seed=6)
    user.new_game(address, both=True)
    match = match_of(wide_page)
    names = {one["id"]: one["name"] for one in api.get(f"/matches/{match}/pieces")["units"]}
    for side in ("Japan", "The Allies"):
        curtain_for(wide_page, side)
        assert words_in(wide_page, face_down(api, match, names)) == set()
        lift(wide_page, side)
        user.form()
        assert words_in(wide_page, face_down(api, match, names)), "behind the curtain the own ships are seen"
        wide_page.get_by_role("button", name="Cover", exact=True).click()
        assert words_in(wide_page, face_down(api, match, names)) == set()
        lift(wide_page, side)
        done(wide_page)
        expect(wide_page.locator("section.form-forces")).to_have_count(0)
    looks = 0
    for count in range(120):
        read = user.read()
        if read["turn"] > 1:
            break
        secret = face_down(api, match, names)
        assert words_in(wide_page, secret, heard=count % 8 == 0) == set(), read
        hold = wide_page.get_by_role("button", name=HOLD)
        if secret and looks < 3 and hold.count():
            hold.hover()
            wide_page.mouse.down()
            expect(hold).to_have_attribute("aria-pressed", "true")
            looks += bool(words_in(wide_page, secret))
            wide_page.mouse.up()
            expect(hold).to_have_attribute("aria-pressed", "false")
            assert words_in(wide_page, secret) == set()
        user.go_on(user.read())
        wide_page.wait_for_timeout(30)
    assert api.match_view(match, "public")["view"]["turn"] == 2
    assert looks, "holding the button shows the own face-down ships"
    assert wrong == []


# -- Hold Fast: hidden blocks ------------------------------------------------------------------------------


@pytest.mark.thorough
def test_on_the_open_board_every_block_has_its_back_to_both(address: str, api: Api, wide_page: Page) -> None:
    """Japan moves behind the curtain; no block of the open board shows its face, nor the page its destination."""
    wrong = no_errors(wide_page)
    match = api.begin(game="hf")["id"]
    units = api.get(f"/matches/{match}/pieces")["units"]
    names = {word for one in units for word in (one["id"], one["name"]) if one["kind"] in ("battleship", "carrier")}
    open_match(wide_page, address, match)
    user = player("hf", wide_page, seed=5)
    for _ in range(2):
        curtain_for(wide_page, "Japan")
        assert words_in(wide_page, names, part="#board") == set()
        lift(wide_page, "Japan")
        open_list(wide_page)
        wide_page.locator("#choices .spot").filter(has_text="Yokosuka").click()
        wide_page.locator("section.place:visible").first.wait_for()
        assert isinstance(user, SeaAreaUser)
        assert user.pick()
        seen = words_in(wide_page, names, part="#board")
        assert "Akagi" in seen
        assert not {"Tennessee", "Enterprise"} & seen
        press(wide_page, "Central Pacific")
        expect(wide_page.locator("#decision .sentence")).to_contain_text("Move your ships")
        wide_page.get_by_role("button", name="Cover", exact=True).click()
    curtain_for(wide_page, "Japan")
    assert words_in(wide_page, names, part="#board") == set()
    log = json.dumps(api.match_view(match, "public", since=0)["log"])
    assert words_in(wide_page, {name for name in names if name not in log}) == set()
    public = api.match_view(match, "public")["view"]
    assert not any(public["units"][side] for side in SIDES)
    assert wrong == []


# -- Victory in the Pacific: the choice of day or night ----------------------------------------------------


SEAL = re.compile(r"(<code>)[0-9a-f]{16}(?=…</code> <button[^>]*Copy the hash of the dice)")
"""The hash of the match's dice in the folded line "Fair dice"."""

PART = re.compile(r'<link rel="(?:modulepreload|stylesheet)"[^>]*href="[^"]*"[^>]*>')
"""A script or style sheet that the page has loaded."""


def page_without(page: Page, match: str) -> str:
    """The page's content, without its match's id and the hash of its dice, which are public.

    Scripts and style sheets are sorted by name, since the order in which they load varies.
    """
    quiet(page)
    text, seals = SEAL.subn(r"\1", page.content())
    assert seals, "the hash of the dice is in the line Fair dice"
    return "".join([PART.sub("", text), *sorted(PART.findall(text))]).replace(match, "")


def seen_by_the_allies(page: Page, api: Api, address: str, pick: str) -> list[str]:
    """After Japan's choice, returns the page that the Allies see as they open their curtain, and its spoken text."""
    game, text = position_of("victory_in_the_pacific/naming")
    match = api.begin(game=game, position=text, name="Indonesia")["id"]
    open_match(page, address, match)
    lift(page, "Japan")
    user = player("vitp", page, seed=1)
    user.press(next(button for label, button in user.choices().items() if label.startswith(pick)))
    curtain_for(page, "The Allies")
    hung = page_without(page, match)
    lift(page, "The Allies")
    wants = {side: api.match_view(match, side)["view"]["wants"].get("japan") for side in (*SIDES, "public")}
    assert wants == {"japan": pick.lower(), "allies": None, "public": None}
    return [hung, page_without(page, match), page.locator("body").aria_snapshot()]


def test_the_page_is_the_same_whatever_the_other_side_picked(address: str, api: Api, browser: Browser) -> None:
    """Japan chooses day, and in another match night: the Allies' curtain, board and question do not reveal it."""
    pages = []
    for pick in ("Day", "Night"):
        with context_of(browser) as context:
            page = context.new_page()
            wrong = no_errors(page)
            pages.append(seen_by_the_allies(page, api, address, pick))
            assert wrong == []
    assert pages[0] == pages[1]


def questions(page: Page, user: SimulatedPlayer, most: int) -> list[tuple[bool, dict[str, Any]]]:
    """Answers some questions of both sides; returns for each whether a curtain was closed before it.

    A press that sends no choice, such as that of a hint, is not an answer.
    """
    met: list[tuple[bool, dict[str, Any]]] = []
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if request.url.endswith("/act") else None)
    hung = False
    for _ in range(8 * most):
        if len(met) == most:
            break
        if user.read()["curtain"]:
            hung = True
            page.get_by_role("button", name=OPENED).click()
            expect(page.get_by_role("dialog")).to_have_count(0)
        read = user.read()
        before = len(sent)
        user.go_on(read)
        quiet(page)
        if len(sent) > before:
            sent[-1].response()
            quiet(page)
            met.append((hung, read))
            hung = False
    return met


def test_a_curtain_covers_the_choice_of_day_or_night_only(address: str, api: Api, wide_page: Page) -> None:
    """All other decisions of both sides are made on the open board."""
    wrong = no_errors(wide_page)
    game, text = position_of("victory_in_the_pacific/combat")
    open_match(wide_page, address, api.begin(game=game, position=text)["id"])
    met = questions(wide_page, player("vitp", wide_page, seed=3), most=14)
    assert [read["sentence"] for hung, read in met if hung != ("day or night" in read["sentence"].lower())] == []
    assert sum(hung for hung, _ in met) >= 2, "both sides picked"
    assert sum(not hung for hung, _ in met) >= 6, "and decided more than that"
    assert wrong == []


def test_an_act_is_one_request_to_the_server(address: str, api: Api, wide_page: Page) -> None:
    """The response to a choice has the views of all sides on the page and the effects of their buttons.

    A notification requests nothing more.
    """
    match_view = api.begin(game="vitp")
    open_match(wide_page, address, match_view["id"])
    quiet(wide_page)
    asked: list[str] = []
    wide_page.on("request", lambda request: asked.append(request.url.split("?")[0]))
    with wide_page.expect_response(re.compile("/act$")):
        wide_page.locator("section.place:visible .kind button[data-legal]").first.click()
        press(wide_page, "Join the raid")
    expect(wide_page.locator("#log")).to_contain_text("Akagi")
    wide_page.wait_for_timeout(500)
    found = [url.rsplit("/", 1)[-1] for url in asked if "/api/" in url]
    assert [one for one in found if one not in ("names", "decision_odds")] == ["act"]
