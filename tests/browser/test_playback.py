"""Looking back in every game: only at past moments, with the slider, or by a link to a moment."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.actions import SENTENCE
from tests.browser.conftest import Api, context_of
from tests.browser.test_reload import open_position
from tests.kit.thorough_cases import in_build

pytestmark = pytest.mark.build

FIXTURES = Path(__file__).parent.parent / "fixtures"
HF, VITP, AAP, WITP = "hold_fast", "victory_in_the_pacific", "axis_allies_pacific", "war_in_the_pacific"


@dataclass(frozen=True)
class Course:
    """A choice at a position, how the page shows that it is looking back at it, and the text of the slider."""

    position: str
    choice: tuple[str, ...]
    looking: str
    slider: str
    now: str = ""
    """The later question of the page, if it is more specific than the server's."""


COURSES = {
    "pf": Course("operation", ("pass",), "Looking back at operation", "Looking back: November, operation"),
    "hf": Course(
        f"{HF}/moves",
        ("move", "j_nagato", "indian_ocean"),
        "Looking back at turn 2: Japan moves.",
        "Looking back: Turn 2, Jun 1942 - Nov 1942: Japan moves",
    ),
    "vitp": Course(
        f"{VITP}/patrols",
        ("patrol", "nagato", "japanese_islands"),
        "Looking back at turn 2: patrol.",
        "Looking back: Turn 2, May 1942: Japanese patrols",
    ),
    "aap": Course(
        f"{AAP}/combat_moves",
        ("load", "sz36", "transport", "japan", "infantry"),
        "Looking back",
        "Looking back: Round 2, Japan: Combat moves",
    ),
    "witp": Course(
        f"{WITP}/orders",
        ("form", "B3914"),
        "Looking back at 2/6/42 Naval 1.",
        "Looking back: 2/6/42: Naval Phase 1",
    ),
    "burma": Course(
        f"{WITP}/burma_marching",
        ("move", "allies_unit_0"),
        "Looking back at 4/2/44 Ground.",
        "Looking back: 4/2/44: Ground Phase",
        "Where does 11-3 at Sylhet go, and how?",
    ),
}


@pytest.mark.parametrize("game", in_build(COURSES, "pf"))
def test_looking_back_shows_only_what_has_happened(address: str, api: Api, reset_page: Page, game: str) -> None:
    case = COURSES[game]
    match_view = open_position(reset_page, api, address, case.position)
    reset_page.get_by_role("button", name="Menu").click()
    expect(reset_page.get_by_role("button", name=re.compile("^Look back"))).to_be_disabled()
    expect(reset_page.get_by_role("dialog")).to_contain_text("nothing has happened yet")
    reset_page.keyboard.press("Escape")
    api.act(match_view, list(case.choice))
    reset_page.reload()
    reset_page.get_by_role("button", name="Menu").click()
    reset_page.get_by_role("button", name="Look back").click()
    expect(reset_page.locator(SENTENCE)).to_contain_text(case.looking)
    expect(reset_page.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile(f"^{case.slider}"))


@pytest.mark.parametrize("game", in_build(COURSES, "witp"))
def test_the_slider_shows_the_past_and_returns_to_the_present(
    address: str, api: Api, reset_page: Page, game: str
) -> None:
    case = COURSES[game]
    match_view = open_position(reset_page, api, address, case.position)
    api.act(match_view, list(case.choice))
    reset_page.reload()
    slider = reset_page.get_by_role("slider", name="Turns and replay")
    slider.wait_for()
    while not reset_page.locator("#decision").get_by_role("button", name="Return to now").count():
        skip = reset_page.locator("#decision").get_by_role("button", name=re.compile("^(Skip|Continue)"))
        if skip.count():
            skip.first.click()
        slider.focus()
        reset_page.keyboard.press("Home")
    expect(reset_page.locator(SENTENCE)).to_contain_text(case.looking)
    reset_page.locator("#decision").get_by_role("button", name="Return to now").click()
    now = api.match_view(match_view["id"], match_view["side"])
    expect(reset_page.locator(SENTENCE)).to_have_text(case.now or now["decision"]["prompt"])


FIRST = {
    "pf": (("assign", "ijn_nagato", "1"), ("done",)),
    "hf": (("move", "j_akagi", "central_pacific_ocean"), ("done",)),
    "vitp": (("join_raid", "akagi"), ("done",)),
    "witp": (("announce", "D3903"),),
}
"""The first choices of Japan in a new game."""


@pytest.mark.parametrize("game", in_build(FIRST, "pf"))
def test_a_link_opens_a_moment_of_a_finished_game(
    address: str, api: Api, browser: Browser, reset_page: Page, game: str
) -> None:
    """A link that was copied in one browser opens the same moment in another."""
    match = api.begin(game=game, seats={"allies": "random"})["id"]
    api.act(api.match_view(match, "japan"), *(list(choice) for choice in FIRST[game]))
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
        expect(page.get_by_role("dialog")).to_contain_text("Link copied.")
        link = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(rf"{re.escape(address)}/#/m/{match}/\d+\?side=open", link)
    reset_page.goto(link)
    expect(reset_page.locator(SENTENCE)).to_contain_text("Looking back")


@pytest.mark.thorough
def test_a_long_match_can_be_viewed_far_back(address: str, api: Api, wide_page: Page) -> None:
    """The log draws its newest lines, and more on demand.

    The address of another moment works if that moment is public.
    """
    record = (FIXTURES / "hold_fast" / "rules_2-campaign-script-random-1.jsonl").read_bytes()
    match = api.client.post("/api/matches/import", content=record).json()["id"]
    wide_page.goto(f"{address}/#/m/{match}/1000?side=open")
    lines = wide_page.locator("#log li > button")
    expect(wide_page.locator(SENTENCE)).to_contain_text("Looking back")
    expect(lines).to_have_count(200)
    newest = lines.first.inner_text()
    wide_page.get_by_role("button", name=re.compile("^Earlier lines: [0-9]+ more$")).click()
    expect(lines).to_have_count(400)
    expect(lines.nth(200)).to_be_focused()
    assert lines.first.inner_text() == newest
    was = wide_page.locator(SENTENCE).inner_text()
    wide_page.evaluate(f"location.hash = '#/m/{match}/60?side=open'")
    expect(wide_page.locator(SENTENCE)).not_to_have_text(was)
    expect(lines.first).not_to_have_text(newest)


APART = """() => {
  const controls = document.querySelector('.timeline .controls').getBoundingClientRect()
  const names = [...document.querySelectorAll('.timeline .ticks small')]
  const shown = names.map((e) => [e.innerText, e.getBoundingClientRect()])
  return shown.filter(([, box]) => box.width > 1).map(([name, box]) => [name, box.right <= controls.left])
}"""


def test_at_900_wide_the_replay_covers_no_name_of_a_phase(address: str, api: Api, browser: Browser) -> None:
    """If there is no room for all names beside the replay, only the current phase is named.

    The pool is shown completely.
    """
    with context_of(browser, viewport={"width": 900, "height": 768}) as context:
        page = context.new_page()
        match_view = open_position(page, api, address, f"{AAP}/losses")
        expect(page.locator(".tracks .production")).to_contain_text("7 pool")
        assert page.locator(".tracks").evaluate("(e) => e.scrollWidth <= e.parentElement.clientWidth")
        api.act(match_view, api.offered(match_view)[0])
        expect(page.locator(".timeline .controls")).to_be_visible()
        assert page.evaluate(APART) == [["Battles", True]]
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name=re.compile("^Look back")).click()
        expect(page.get_by_role("button", name="Later: this is the last entry")).to_be_disabled()
        assert page.evaluate(APART) == [["Battles", True]]
