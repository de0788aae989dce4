"""A whole turn of each game by the tree of a screen reader alone: what has no role and no name is not there."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Api
from tests.browser.hand import SENTENCE
from tests.browser.person import no_errors

pytestmark = pytest.mark.thorough

ALONE = "localStorage.setItem('ironbottom.comforts', JSON.stringify({ pace: 'skip', text: 'alone', tour: 'done' }))"
LEADS_ON = re.compile(r"^(Next|Go on|Roll|Skip|On to|Return to now)")
NO_CHOICE = re.compile(r"^(Take back|Ask to|Leave it|Withdraw |Keep choosing|Choose |Turn \d|Hint)")
SURE = re.compile(r"^(End|Raid|Hold|Form|Pass|Leave|Stay) .*(with|without|in)")
"""A choice that gives something up, pressed the second time."""
MOST = 400


def decision(page: Page) -> Locator:
    """The question's region, by its role and name."""
    return page.get_by_role("region", name="Decision").or_(page.locator("#decision"))


def named(buttons: Locator) -> list[str]:
    """What a reader says of these buttons, those that can be pressed."""
    return [label for label in buttons.evaluate_all(SPOKEN) if label]


SPOKEN = """(all) => all
  .filter((b) => b.getClientRects().length && !b.disabled && b.getAttribute('aria-disabled') !== 'true')
  .map((b) => (b.getAttribute('aria-label') ?? b.innerText).replace(/\\s+/g, ' ').trim())"""


def answer(page: Page, drawn: random.Random) -> str:
    """Answers the question in words: by the form where units are chosen, else by a button; gives what was pressed."""
    asked = decision(page)
    buttons = named(asked.get_by_role("button"))
    lead = next((label for label in buttons if LEADS_ON.match(label)), None)
    if lead:
        asked.get_by_role("button", name=lead).first.click()
        return lead
    form = page.get_by_role("form", name="Choose in words")
    sure = next((label for label in buttons if SURE.match(label)), None)
    if sure:
        asked.get_by_role("button", name=sure).first.click()
        return sure
    plain = [label for label in buttons if not NO_CHOICE.match(label)]
    if plain and (not form.count() or drawn.random() < 0.5):
        chosen = drawn.choice(plain)
        asked.get_by_role("button", name=chosen).first.click()
        return chosen
    expect(form).to_be_visible()
    fields = form.get_by_role("combobox")
    for place in range(1, min(3, fields.count())):
        options = fields.nth(place).get_by_role("option").all_inner_texts()
        fields.nth(place).select_option(label=drawn.choice([one for one in options if one != "not now"]))
    hand_in = form.get_by_role("button").last
    said = hand_in.inner_text()
    hand_in.click()
    return said


@pytest.mark.parametrize("game", ["pf", "hf", "vitp"])
def test_a_whole_turn_is_played_by_what_a_reader_says(address: str, api: Api, shared: Page, game: str) -> None:
    wrong = no_errors(shared)
    drawn = random.Random(7)
    begun = api.begin(game=game, seats={"allies": "random"})
    shared.goto(address)
    shared.evaluate(ALONE)
    shared.goto(f"{address}/#/m/{begun['id']}")
    shared.reload()
    expect(shared.get_by_role("region", name="Board in words")).to_be_visible()
    for _ in range(MOST):
        expect(shared.locator(SENTENCE)).not_to_be_empty()
        if api.sight(begun["id"], "public")["view"]["turn"] > 1:
            break
        if not decision(shared).get_by_role("button").count():
            shared.wait_for_timeout(50)
            continue
        answer(shared, drawn)
        shared.wait_for_timeout(60)
    assert api.sight(begun["id"], "public")["view"]["turn"] > 1
    newest = shared.locator("#log ol button").first
    if newest.count():
        expect(newest).to_have_attribute("tabindex", "0")
    assert wrong == []
