"""A whole turn of each game, played with only the roles and names that a screen reader gets.

*War in the Pacific* is played to the end of Midway's first Game-Turn, of which one Naval Phase is left (42.53).
"""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.actions import TITLES
from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import match_of, open_position, quiet
from tests.browser.simulated_player import no_errors
from tests.browser.witp_user import ENDING
from tests.kit.thorough_cases import in_build

pytestmark = pytest.mark.build

ENDS = re.compile("^(Done|Pass|Stay|Stop|Lose the cheapest|Press on)")
"""The first words of verbs that end a series of choices; they are used once enough choices of the series were made."""
NOW = re.compile(r"(?:Turn|Round) \d+|\d+/\d+/\d+")
"""The turn in the heading."""
ON = re.compile("^(Continue|On to|Next|Roll|Skip|Close|Done)")
MAX_ANSWERS = 700
MAX_IDLE = 600
"""The maximum number of consecutive checks without a question, most of them while the computer thinks."""
FEW = 3
"""The number of rows of a long order that are filled in, and the number of answers to a question before it is ended."""


class Listener:
    """A simulated screen reader user: finds elements by role and name, and presses Enter or Space.

    It chooses from lists, reads the announced questions, and makes all choices in the text form.
    """

    def __init__(self, page: Page, game: str, seed: int) -> None:
        self.page = page
        self.game = game
        self.ends = ENDING if game == "witp" else ENDS
        self.often = 1 if game == "witp" else FEW
        self.random = random.Random(seed)
        self.heard: set[str] = set()
        self.orders: dict[str, int] = {}

    # -- listening ---------------------------------------------------------------------------------

    @property
    def decision(self) -> Locator:
        return self.page.get_by_role("region", name="Decision", exact=True)

    @property
    def form(self) -> Locator:
        return self.page.get_by_role("form", name="Choose from lists")

    def question(self) -> str:
        """The question of the page, as a screen reader announces it."""
        return self.decision.get_by_role("status").first.inner_text().strip()

    def turn(self) -> str:
        message = self.page.get_by_role("banner").get_by_role("heading", level=1).inner_text()
        found = NOW.search(message)
        assert found, message
        return found[0]

    def values(self, box: Locator) -> list[str]:
        return [one.inner_text().strip() for one in box.get_by_role("option").all()]

    # -- acting ------------------------------------------------------------------------------------

    @staticmethod
    def enter(button: Locator) -> None:
        button.focus()
        button.press("Enter")

    def begin(self, address: str) -> None:
        self.page.goto(address)
        self.enter(self.page.get_by_role("link", name="Play the computer"))
        for name in (TITLES[self.game], "Japan", re.compile("^Ensign")):
            radio = self.page.get_by_role("radio", name=name, exact=True)
            radio.focus()
            radio.press("Space")
        guide = self.page.get_by_role("checkbox", name="Guide me through the first turn")
        if guide.is_checked():
            guide.focus()
            guide.press("Space")
        self.enter(self.page.get_by_role("button", name="Begin", exact=True))
        self.read_words()

    def read_words(self) -> None:
        """Switches to the text board."""
        self.enter(self.page.get_by_role("button", name="Menu"))
        words = self.page.get_by_role("radio", name="In place of the board")
        words.focus()
        words.press("Space")
        words.press("Escape")
        expect(self.page.get_by_role("region", name="Board in words")).to_be_visible()

    def step(self) -> bool:
        """Answers the question; returns whether there was one."""
        sure = self.decision.locator("[data-gate][aria-keyshortcuts^=Shift]").all()
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
        """Chooses an action, fills in its fields, and submits it."""
        asked = self.question()
        self.orders[asked] = self.orders.get(asked, 0) + 1
        what = self.form.get_by_role("combobox", name="What")
        verbs = self.values(what)
        ends = [verb for verb in verbs if self.ends.match(verb)]
        going = [verb for verb in verbs if verb not in ends]
        tired = self.orders[asked] > self.often
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
        """Chooses each argument in turn from its list."""
        for name in ("With", "Then"):
            for box in self.form.get_by_role("combobox", name=name).all():
                values = self.values(box)
                if values:
                    box.select_option(index=self.random.randrange(len(values)))

    def fill(self, rows: list[Locator]) -> None:
        """Fills in a few rows of a long order, or as many as their boxes can distinguish."""
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


def play_turn(listener: Listener) -> int:
    """Plays until the next turn; returns the number of answers."""
    answered = idle = 0
    first = listener.turn()
    while listener.turn() == first:
        if listener.step():
            answered, idle = answered + 1, 0
        else:
            idle += 1
            assert idle < MAX_IDLE, f"nothing to press at {listener.question()!r}"
        quiet(listener.page)
        assert answered < MAX_ANSWERS, f"still in {first} after {MAX_ANSWERS} answers, at {listener.question()!r}"
    return answered


def turn_of(api: Api, match: str) -> int:
    view = api.match_view(match, "japan")["view"]
    return int(view.get("turn", view.get("round")))


@pytest.mark.parametrize("game", in_build(TITLES, "pf"))
def test_a_whole_turn_by_roles_and_names_only(address: str, api: Api, browser: Browser, game: str) -> None:
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        wrong = no_errors(page)
        listener = Listener(page, game, seed=3)
        listener.begin(address)
        begun = turn_of(api, match_of(page))
        assert play_turn(listener) > 3
        match_view = api.match_view(match_of(page), "japan", since=0)
        own = [entry for entry in match_view["log"] if entry["act"] == "choice" and entry.get("side") == "japan"]
        assert turn_of(api, match_of(page)) == begun + 1
        assert len(own) > 3
        assert len(listener.heard) >= 2, "every question is announced"
        assert page.get_by_role("region", name="Log").get_by_role("listitem").count()
        assert wrong == [], "nothing is refused that was offered"


def test_no_more_hits_are_named_in_words_than_there_are(address: str, api: Api, browser: Browser) -> None:
    """10.7.c Dice are rolled with the last hit: no further hit is asked for, and no earlier hit can be undone."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, "hits")
        Listener(page, "pf", seed=1).read_words()
        form = page.get_by_role("form", name="Choose from lists")
        box = form.get_by_role("spinbutton")
        for row in (0, 1):
            box.nth(row).focus()
            for _ in range(2):
                box.nth(row).press("ArrowUp")
        assert [box.nth(row).input_value() for row in (0, 1)] == ["2", "1"]
        hand = form.get_by_role("button")
        expect(hand).to_have_text("Confirm 3 of 3")
        box.nth(1).fill("2")
        expect(hand).to_have_text("Confirm 4 of 3")
        expect(hand).to_be_disabled()
        box.nth(1).fill("1")
        hand.press("Enter")
        expect(form.get_by_role("spinbutton")).to_have_count(0)
        assert api.match_view(match_view["id"], match_view["side"])["seq"] > match_view["seq"]
        assert wrong == []
