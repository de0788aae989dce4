"""Burma played by hand: a march by mouse in the daily run; a whole Game-Turn, the lesson and a phone in each build."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, expect

from tests.browser.actions import press_hex
from tests.browser.conftest import Api, context_of
from tests.browser.layout_walk import SIZES, open_context
from tests.browser.match_setup import match_of, open_match, position_of, quiet, seats_against
from tests.browser.simulated_player import SimulatedPlayer, no_errors

WITP = "war_in_the_pacific"
ENDS = re.compile(r"^(End|Finish|Done|Stop advancing)")
NUMBERED = re.compile(r"\b(unit|headquarters) \d")
LOOKS = 400
"""The maximum number of looks at the page in a Game-Turn, including those while the computer thinks."""
MEET = """() => { const [a, b] = ['aside[aria-label=Lesson]', '#board .aim-button'].map((one) =>
  document.querySelector(one)?.getBoundingClientRect())
  return !a || !b || (a.top < b.bottom && b.top < a.bottom) }"""


def question(page: Page, words: str) -> Locator:
    """Returns the question, once it has this text."""
    decision = page.locator("#decision")
    expect(decision.locator(".sentence")).to_contain_text(words)
    return decision


@pytest.mark.build
def test_22_1_a_march_by_mouse_names_the_type_of_the_unit(browser: Browser, api: Api, address: str) -> None:
    """Presses the stack, March and a highlighted hex; the log and the question name the unit and the place."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        _, text = position_of(f"{WITP}/burma_marching")
        match_view = api.begin(game=WITP, position=text, seats=seats_against(WITP, "allies", "random"))
        open_match(page, address, match_view["id"])
        steps = page.locator("[data-frame=foot]")
        expect(steps).to_contain_text("Air 3")
        expect(steps).not_to_contain_text("Naval")
        press_hex(page, "A2914")
        question(page, "11-3 at Gangaw: choose a hex to go to.")
        press_hex(page, "A2913")
        marched = "Commonwealth infantry division (11-3) marches to Mawlaik (Chindwin) (A2913)."
        expect(page.locator("#log li").first).to_contain_text(marched)
        moved = [
            unit
            for unit, at in api.match_view(match_view["id"], "allies")["view"]["arrays"]["unit_at"].items()
            if at == "A2913"
        ]
        assert moved
        assert set(moved) - {unit for unit, at in match_view["view"]["arrays"]["unit_at"].items() if at == "A2913"}
        assert wrong == []


class Sent:
    """The submissions of the page; nothing is read before the response has arrived."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.waits: set[Request] = set()
        page.on("request", lambda one: self.waits.add(one) if one.url.endswith("/act") else None)
        page.on("requestfinished", lambda one: self.waits.discard(one))
        page.on("requestfailed", lambda one: self.waits.discard(one))

    def settle(self) -> None:
        """Waits until all responses have arrived and the page is still."""
        quiet(self.page)
        while self.waits:
            self.page.wait_for_timeout(20)
        quiet(self.page)


def end_question(page: Page, sent: Sent) -> bool:
    """Ends the question by its button, with confirmations; returns whether there was one."""
    button = page.locator("#decision").get_by_role("button", name=ENDS)
    if not button.count():
        return False
    button.last.click()
    sent.settle()
    gate = page.locator("#decision [data-gate][aria-keyshortcuts^=Shift]")
    if gate.count():
        gate.first.click()
    return True


def answer(user: SimulatedPlayer, sent: Sent, asked: str, done: set[str]) -> None:
    """Makes one choice in each kind of question, then ends the question."""
    page = user.page
    if "Move your ground units" in asked and "march" not in done:
        done.add("march")
        press_hex(page, "A2913")
        question(page, "choose a hex to go to.")
        press_hex(page, "A3012")
        expect(page.locator("#log")).to_contain_text("marches to Wuntho-Naba (A3012)")
    elif "Which hexes do your ground units attack?" in asked and "attack" not in done:
        done.add("attack")
        press_hex(page, "A2912")
        question(page, "take part").get_by_role("button", name="Commit all").click()
    elif "takes the losses" in asked:
        tray = page.locator("#board .tray")
        expect(tray).to_contain_text("Attack at")
        user.step()
    elif not end_question(page, sent):
        user.step()


def read_summary(page: Page) -> None:
    """The summary of the finished Game-Turn is offered once, with its attacks and construction."""
    offer = page.locator("#decision").get_by_role("button", name="Turn 3/2/44 in summary")
    offer.click()
    element = page.locator("#turns details[open]")
    expect(element).to_contain_text("Game-Turn 3/2/44")
    expect(element).to_contain_text(re.compile(r"Battles.*attack \d+ at Tamu", re.DOTALL))
    expect(offer).to_have_count(0)
    page.get_by_role("button", name="Show the end of this turn").click()
    expect(page.locator("#decision")).to_contain_text("Looking back")


@pytest.mark.thorough
def test_a_whole_game_turn_of_japan_by_mouse(browser: Browser, api: Api, address: str) -> None:
    """4.1 Plays a whole Game-Turn: deployment, three Air Phases, marches, attacks, losses and construction."""
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        wrong = no_errors(page)
        user, sent = SimulatedPlayer(page, seed=1), Sent(page)
        begun = api.begin(game=WITP, scenario="burma", seats=seats_against(WITP, "japan", "ensign"))
        open_match(page, address, begun["id"])
        first, done, element = begun["view"]["turn"], set[str](), page.locator("#decision .sentence")
        lead = page.locator("#decision").get_by_role("button", name=re.compile("^(Skip|Continue|Next)"))
        for _ in range(LOOKS):
            sent.settle()
            match_view = api.match_view(match_of(page), "japan")
            if match_view["view"]["turn"] > first:
                break
            if lead.count():
                lead.first.click()
            elif match_view["decision"]:
                sent.settle()
                answer(user, sent, element.inner_text(), done)
            else:
                page.wait_for_timeout(100)
        assert api.match_view(match_of(page), "japan")["view"]["turn"] > first
        assert done == {"march", "attack"}
        read_summary(page)
        log = api.match_view(match_of(page), "japan", since=0)["log"]
        said = " ".join(event["text"] for entry in log for event in entry.get("events", ()))
        assert not NUMBERED.search(said)
        assert wrong == []


@pytest.mark.thorough
def test_the_lesson_of_burma_covers_a_week(browser: Browser, api: Api, address: str) -> None:
    """The lesson starts from its link on the page of games; each step can be shown, and all six parts follow."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        page.goto(address)
        page.get_by_role("link", name="Learn Burma by playing").click()
        lesson = page.get_by_role("complementary", name="Lesson")
        ahead = lesson.get_by_role("button", name=re.compile("^(Do it for me|Next part|Play this game)$"))
        go_on = page.locator("#decision").get_by_role("button", name=re.compile("^(Next|Continue|Skip)"))
        parts = set()
        for _ in range(40):
            expect(ahead.or_(go_on).first).to_be_visible()
            if go_on.count():
                go_on.first.click()
                quiet(page)
                continue
            said, words = ahead.inner_text(), lesson.inner_text()
            parts.add(lesson.locator(".count").inner_text())
            ahead.click()
            if said == "Play this game":
                break
            page.wait_for_function(
                "(was) => document.querySelector('aside[aria-label=Lesson]')?.innerText !== was", arg=words
            )
            quiet(page)
        assert len(parts) == 6
        expect(page.get_by_role("heading", name="New game")).to_be_visible()
        assert wrong == []


@pytest.mark.thorough
def test_a_card_over_the_map_of_a_phone_is_not_covered(browser: Browser, api: Api, address: str) -> None:
    """(21) Elements at the foot of the map, including the wide button, move above the card of a lesson."""
    with open_context(browser, SIZES["phone"]) as context:
        page = context.new_page()
        page.goto(f"{address}/#/learn/war_in_the_pacific/burma")
        lesson = page.get_by_role("complementary", name="Lesson")
        expect(lesson).to_contain_text("Supply.")
        expect(page.locator("#board .aim-button")).to_be_visible()
        quiet(page)
        assert not page.evaluate(MEET)
        lesson.get_by_role("button", name="Do it for me").click(trial=True)


@pytest.mark.build
def test_25_8_the_owner_chooses_the_unit_that_suffers_attrition(browser: Browser, api: Api, address: str) -> None:
    """21.2 Each unit of the stack is named with its place and its losses; the owner is asked again for the rest."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        _, text = position_of(f"{WITP}/wearing_away")
        match_view = api.begin(game=WITP, position=text, seats=seats_against(WITP, "allies", "random"))
        open_match(page, address, match_view["id"])
        for unit in ("Pegu, 4 loss points left", "Pegu, 1 loss point left"):
            question(page, "Which unit suffers the attrition?")
            quiet(page)
            page.locator("[data-needs]").get_by_text(unit).first.click()
        question(page, "What do you build")
        log = page.locator("#log")
        expect(log).to_contain_text("A Commonwealth infantry division (11-3 BG) is reduced.")
        expect(log).to_contain_text("Commonwealth infantry division (11-3) still has 3 loss points to take.")
        assert wrong == []
