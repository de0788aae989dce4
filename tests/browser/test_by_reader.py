"""A whole turn of each game by what a screen reader is told: roles and names alone, without the drawn board."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Api, context_of
from tests.browser.person import no_errors
from tests.browser.setting import match_of, quiet

pytestmark = pytest.mark.thorough

TITLES = {
    "pf": "Pacific Fury: Guadalcanal 1942",
    "hf": "Hold Fast: Pacific 1941-45",
    "vitp": "Victory in the Pacific",
    "aap": "Axis & Allies: Pacific",
}
ENDS = ("Done", "Pass", "Stay", "Stop", "Lose the cheapest", "Press on")
"""How the verbs begin that end a run of choices: taken once enough of it was chosen."""
ON = re.compile("^(Go on|On to|Next|Roll|Skip|Close|Done)")
MOST = 700
FEW = 3
"""So many rows of a long order are filled in."""


class Listener:
    """Somebody who hears the page: finds things by role and name, goes there and presses Enter or Space, and chooses
    from lists. What is asked is read as it is said; every choice is made in the form in words."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.random = random.Random(seed)
        self.heard: set[str] = set()
        self.orders: dict[str, int] = {}

    # -- hearing -----------------------------------------------------------------------------------

    @property
    def decision(self) -> Locator:
        return self.page.get_by_role("region", name="Decision", exact=True)

    @property
    def form(self) -> Locator:
        return self.page.get_by_role("form", name="Choose in words")

    def question(self) -> str:
        """What the page asks, as it is announced."""
        return self.decision.get_by_role("status").first.inner_text().strip()

    def turn(self) -> int:
        told = self.page.get_by_role("banner").get_by_role("heading", level=1).inner_text()
        found = re.search(r"(?:Turn|Round) (\d+)", told)
        assert found, told
        return int(found[1])

    def values(self, box: Locator) -> list[str]:
        return [one.inner_text().strip() for one in box.get_by_role("option").all()]

    # -- acting ------------------------------------------------------------------------------------

    @staticmethod
    def enter(button: Locator) -> None:
        button.focus()
        button.press("Enter")

    def begin(self, address: str, game: str) -> None:
        self.page.goto(address)
        self.enter(self.page.get_by_role("link", name="Play the computer"))
        for name in (TITLES[game], "Japan", re.compile("^Ensign")):
            radio = self.page.get_by_role("radio", name=name, exact=True)
            radio.focus()
            radio.press("Space")
        guide = self.page.get_by_role("checkbox", name="Guide me through the first turn")
        if guide.is_checked():
            guide.focus()
            guide.press("Space")
        self.enter(self.page.get_by_role("button", name="Begin", exact=True))
        self.enter(self.page.get_by_role("button", name="Menu"))
        words = self.page.get_by_role("radio", name="In place of the board")
        words.focus()
        words.press("Space")
        words.press("Escape")
        expect(self.page.get_by_role("region", name="Board in words")).to_be_visible()

    def step(self) -> bool:
        """Answers what is asked; whether there was anything to answer."""
        sure = self.decision.get_by_role("button").filter(has_text=re.compile(r"Shift")).all()
        if sure:
            self.enter(sure[-1])
            return True
        if not self.form.count():
            on = self.decision.get_by_role("button", name=ON)
            if on.count():
                self.enter(on.first)
            return bool(on.count())
        self.heard.add(self.question())
        self.choose()
        return True

    def choose(self) -> None:
        """Chooses what to do, fills in what that needs, and hands it in."""
        asked = self.question()
        self.orders[asked] = self.orders.get(asked, 0) + 1
        what = self.form.get_by_role("combobox", name="What")
        verbs = self.values(what)
        ends = [verb for verb in verbs if verb.startswith(ENDS)]
        going = [verb for verb in verbs if verb not in ends]
        tired = self.orders[asked] > FEW
        verb = self.random.choice(ends if ends and (tired or not going) else going)
        what.select_option(label=verb)
        rows = self.form.get_by_role("row").all()
        if rows:
            self.fill(rows)
        else:
            self.pick()
        hand = self.form.get_by_role("button")
        if hand.is_enabled():
            self.enter(hand)

    def pick(self) -> None:
        """Each argument in turn, from what is listed for it."""
        for name in ("With", "Then"):
            for box in self.form.get_by_role("combobox", name=name).all():
                values = self.values(box)
                if values:
                    box.select_option(index=self.random.randrange(len(values)))

    def fill(self, rows: list[Locator]) -> None:
        """A few rows of a long order, or all that can be told apart by their boxes."""
        for row in self.random.sample(rows, min(FEW, len(rows))):
            for box in row.get_by_role("combobox").all():
                count = len(self.values(box))
                box.select_option(index=self.random.randrange(1, count))
            for box in row.get_by_role("checkbox").all():
                box.focus()
                box.press("Space")
            for box in row.get_by_role("spinbutton").all():
                box.focus()
                box.press("ArrowUp")


def played(listener: Listener) -> int:
    """Plays until the second turn; how many answers that took."""
    answered = idle = 0
    while listener.turn() == 1:
        if listener.step():
            answered, idle = answered + 1, 0
        else:
            idle += 1
            assert idle < 200, f"nothing to press at {listener.question()!r}"
        quiet(listener.page)
        assert answered < MOST, f"still in turn 1 after {MOST} answers, at {listener.question()!r}"
    return answered


@pytest.mark.parametrize("game", TITLES)
def test_a_whole_turn_by_roles_and_names_alone(address: str, api: Api, browser: Browser, game: str) -> None:
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        wrong = no_errors(page)
        listener = Listener(page, seed=3)
        listener.begin(address, game)
        assert played(listener) > 3
        sight = api.sight(match_of(page), "japan", since=0)
        own = [entry for entry in sight["log"] if entry["act"] == "choice" and entry.get("side") == "japan"]
        assert sight["view"].get("turn", sight["view"].get("round")) == 2
        assert len(own) > 3
        assert len(listener.heard) >= 2, "every question is announced"
        assert page.get_by_role("region", name="Log").get_by_role("listitem").count()
        assert wrong == [], "nothing is refused that was offered"
