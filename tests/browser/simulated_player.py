"""A simulated user of the page: reads the question, presses offered buttons, forms task forces, assigns hits."""

from __future__ import annotations

import random
import re
from typing import Any

from playwright.sync_api import ElementHandle, Locator, Page, expect
from playwright.sync_api import Error as BrowserError

from tests.browser.conftest import random_words

IGNORED_BUTTONS = re.compile(
    r"^(take back|withdraw|cancel|ask to|cover|copy link|play|check dice|replay|stop|earlier|later|hold to|turn \d"
    r"|how it went|edit this|show \d+ choices?$|choose )",
    re.I,
)
"""Buttons of the question that do not continue the game."""
MAX_IDLE = 1000
"""The number of checks, 20 ms apart, that find a question without anything to press before the page counts as stuck."""
PRESS_TIMEOUT_MS = 8_000
"""The number of milliseconds to press a button that was just read; after that, the question has probably changed."""
MAX_BLOCKED_PRESSES = 8
"""The number of consecutive presses that find their button covered before the page counts as blocked."""
MAX_PRESSES_WITHOUT_CHANGE = 100
"""The number of consecutive answers that leave the question unchanged before it counts as stuck."""
READ = r"""() => {
  const all = [...document.querySelectorAll('#decision button, #choices [data-choice]')]
  const seen = (b) => b.getClientRects().length
  const usable = all.filter((b) => !b.disabled && b.getAttribute('aria-disabled') !== 'true' && seen(b))
  return {
    sentence: document.querySelector('#decision .sentence')?.innerText.trim() ?? '',
    clauses: document.querySelector('#decision .subline')?.innerText ?? '',
    offered: usable.map((b) => (b.querySelector('.words') ?? b).innerText.trim()),
    curtain: document.querySelector('dialog[aria-labelledby=curtain-title] button')?.innerText ?? '',
    turn: Number(document.querySelector('header')?.innerText.match(/\bT(?:urn )?(\d+)\b/)?.[1] ?? 0),
    forming: !!document.querySelector('section.form-forces'),
    hits: !!document.querySelector('section.hits'),
    listed: Number(document.querySelector('#decision')?.dataset.listed ?? 0),
    open: !!document.querySelector('#choices')?.getClientRects().length,
  }
}"""
USABLE = """() => [...document.querySelectorAll('#decision button, #choices [data-choice]')]
  .filter((b) => !b.disabled && b.getAttribute('aria-disabled') !== 'true' && b.getClientRects().length)"""
LABELS = "(all) => all.map((b) => (b.querySelector('.words') ?? b).innerText.trim())"

NEXT_KEY = """(b) => {
  if (!b.getClientRects().length) return 'gone'
  const here = document.activeElement
  if (here === b) return ''
  if (b.type === 'radio' && here?.name === b.name) return 'ArrowDown'
  const list = b.closest('[data-one-stop]')
  if (!list || !list.contains(here)) return 'Tab'
  const [from, to] = [here, b].map((e) => e.getBoundingClientRect())
  const [dx, dy] = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2]
  if (Math.abs(dy) > 4) return dy > 0 ? 'ArrowDown' : 'ArrowUp'
  return dx > 0 ? 'ArrowRight' : 'ArrowLeft'
}"""
"""The key that leads to a button; empty if the button has the focus, ``gone`` if it is no longer shown."""


WRITES = "() => !!document.activeElement?.matches('input:not([type=radio], [type=checkbox]), textarea')"
"""Whether typed text goes into a field."""
STRAY_KEYS = ("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowDown", "Home", "End")
MAX_TAB_PRESSES = 60
"""The maximum number of keys that lead to a button.

In a group that is navigated with the arrow keys, they lead to the first button of a row, and to the left.
"""


class SimulatedPlayer:
    """Plays by pressing buttons, which are drawn by its own seeded random generator."""

    aside = IGNORED_BUTTONS
    clause = re.compile(r"[\d.a-z ]{1,8}")
    """The label of a button that only opens a rule."""

    def __init__(self, page: Page, seed: int, *, touch: bool = False) -> None:
        self.page = page
        self.random = random.Random(seed)
        self.touch = touch
        self.kinds: set[str] = set()
        """The clauses of the decisions that occurred."""
        self.pressed = 0
        self.barred = 0
        """Consecutive presses that timed out."""

    # -- reading -----------------------------------------------------------------------------------

    @property
    def decision(self) -> Locator:
        return self.page.locator("#decision")

    def read(self) -> dict[str, Any]:
        """The current question."""
        data: dict[str, Any] = self.page.evaluate(READ)
        self.kinds.update(re.findall(r"\d+\.\d+(?:\.[a-z\d]+)?", data["clauses"]))
        return data

    def sentence(self) -> str:
        return str(self.read()["sentence"])

    def over(self, data: dict[str, Any] | None = None) -> bool:
        """Whether the match has ended and everything has been shown."""
        return any(label.startswith("Play again") for label in (data or self.read())["offered"])

    def choices(self) -> dict[str, ElementHandle]:
        """The enabled buttons of the question that continue the game, by label."""
        usable = self.page.evaluate_handle(USABLE)
        labels: list[str] = usable.evaluate(LABELS)
        found = {}
        for label, handle in zip(labels, usable.get_properties().values(), strict=True):
            button = handle.as_element()
            if button and label and not self.aside.match(label) and not self.clause.fullmatch(label):
                found[label] = button
        return found

    # -- acting ------------------------------------------------------------------------------------

    def press(self, button: Locator | ElementHandle) -> None:
        self.pressed += 1
        patience = PRESS_TIMEOUT_MS if isinstance(button, ElementHandle) else None
        if self.touch:
            button.tap(timeout=patience)
        else:
            button.click(timeout=patience)

    def new_game(self, address: str, *, side: str = "Japan", both: bool = False, game: str = "") -> None:
        """Begins a game from the list of games, without the guide; the first game in the list if no game is named."""
        self.page.goto(address)
        self.press(self.page.get_by_role("link", name="Play on one screen" if both else "Play the computer"))
        if game:
            self.press(self.page.get_by_role("radio", name=game, exact=True))
        if not both:
            self.press(self.page.get_by_label(side, exact=True))
            self.press(self.page.get_by_label("Ensign"))
            self.press(self.page.get_by_label("Guide me through the first turn"))
        self.press(self.page.get_by_role("button", name="Begin"))
        if both:
            random_words(self.page)
        self.page.locator("#decision .sentence").wait_for(state="attached")

    def open_list(self, data: dict[str, Any]) -> bool:
        """Opens the list of choices beside the buttons of the question, if there is one that is hidden."""
        if not data["listed"] or data["open"]:
            return False
        opener = self.page.locator("[role=tab], .tabbar button").filter(has_text=re.compile("^\\s*Choices\\s*$"))
        if not opener.first.is_visible():
            self.press(self.page.locator(".handle"))
        self.press(opener.first)
        return True

    def show_board(self) -> None:
        """On a phone: switches from the list to the board."""
        board = self.page.locator(".tabbar button").filter(has_text="Board")
        if board.count() and board.get_attribute("aria-current") is None:
            self.press(board)

    def form(self) -> None:
        """Forms each task force in two acts: selects all ships of a kind, and puts them into a box."""
        self.show_board()
        muster = self.page.locator("section.form-forces")
        for _ in range(self.random.randint(1, 3)):
            kinds = muster.locator(".kind h3 button").all()
            if not kinds:
                break
            self.press(self.random.choice(kinds))
            boxes = muster.locator(".form button:enabled").all()
            if not boxes:
                break
            left = muster.locator("h2").inner_text()
            self.press(boxes[-1])
            expect(muster.locator("h2")).not_to_have_text(left)

    def give_hits(self) -> None:
        """Assigns the hits of a round in one act, first with a helper and then one by one."""
        self.show_board()
        panel = self.page.locator("section.hits").first
        helpers = panel.locator(".helpers button")
        helpers.first.wait_for(timeout=5000)
        self.press(helpers.nth(self.random.randrange(max(1, helpers.count()))))
        for _ in range(60):
            more = panel.locator("button[aria-label^='One more hit']:not([aria-disabled='true'])").all()
            if not more:
                break
            self.press(self.random.choice(more))
        self.press(self.decision.get_by_role("button", name=re.compile("^Assign ")).first)

    def step(self, data: dict[str, Any] | None = None) -> bool:
        """Answers the question that was read; returns whether there was anything to press."""
        data = data or self.read()
        if data["curtain"]:
            self.press(self.page.get_by_role("button", name=re.compile("^Lift the curtain")))
        elif data["hits"] and data["sentence"].startswith("Assign "):
            self.give_hits()
        else:
            if data["forming"] and any(label.startswith("Done with") for label in data["offered"]):
                self.form()
            return self._choose()
        return True

    def _choose(self) -> bool:
        self.open_list(self.read())
        found = self.choices()
        if not found:
            return False
        wanted = next((label for label in found if label.startswith("Skip")), None)
        wanted = next((label for label in found if label.startswith("Done ")), wanted)
        wanted = self.sure() or wanted
        self.press(found[wanted or self.random.choice(list(found))])
        return True

    def sure(self) -> str | None:
        """The confirming button of a choice that gives something up."""
        gate = self.page.locator("#decision [data-gate][aria-keyshortcuts^=Shift]")
        return gate.locator(".words").inner_text() if gate.count() else None

    def go_on(self, data: dict[str, Any]) -> bool:
        """Answers the question, unless the button disappeared while the other side's moves were shown."""
        try:
            answered = self.step(data)
        except BrowserError as gone:
            self.barred = self.barred + 1 if "Timeout" in str(gone) else 0
            if self.barred == MAX_BLOCKED_PRESSES or not re.search("not attached|detached|Timeout", str(gone)):
                raise
            return False
        self.barred = 0
        return answered

    def where(self) -> str:
        """The element with the keyboard focus."""
        return str(self.page.evaluate("() => document.activeElement?.outerHTML.slice(0, 300)"))

    def play(self, most: int = 900, turns: int = 0) -> int:
        """Plays to the end, or for a number of turns; returns the number of questions answered."""
        answered, idle, same = 0, 0, 0
        before: dict[str, Any] = {}
        while not self.over(result := self.read()) and not 0 < turns < result["turn"]:
            same, before = (same if result == before else 0), result
            assert same < MAX_PRESSES_WITHOUT_CHANGE, f"{same} answers change nothing of {result}; {self.where()}"
            if self.go_on(result):
                same += 1
                assert result["sentence"] or result["curtain"], f"a question without a sentence: {result}"
                answered, idle = answered + 1, 0
            else:
                idle += 1
                assert idle < MAX_IDLE, f"nothing to press in {MAX_IDLE} looks at {self.read()}"
            self.page.wait_for_timeout(20)
            assert answered < most, f"not over after {most} questions; the last was {self.read()}"
        return answered


class KeyboardPlayer(SimulatedPlayer):
    """Plays with only the keyboard: uses the key shown on a button, or else Tab and Enter."""

    def press(self, button: Locator | ElementHandle) -> None:
        self.pressed += 1
        key = button.get_attribute("aria-keyshortcuts")
        if key and self.page.evaluate(WRITES):
            self.page.keyboard.press("Escape")
        if key and self.page.evaluate("() => !document.querySelector('dialog[open]')"):
            self.page.keyboard.press(key if key == "Escape" else key.lower().replace("shift+", "Shift+"))
            return
        self.reach(button)
        radio = button.evaluate("(b) => b.matches('input')")
        self.page.keyboard.press("Space" if radio else "Enter")

    def open_list(self, data: dict[str, Any]) -> bool:
        """Opens the list by its key, and moves from its search field to the rows."""
        if not data["listed"] or data["open"]:
            return False
        self.pressed += 1
        self.page.keyboard.press("/")
        expect(self.page.locator("#choices")).to_be_visible()
        if self.page.evaluate("document.activeElement.matches('#choices input')"):
            self.page.keyboard.press("Escape")
        return True

    def reach(self, button: Locator | ElementHandle, most: int = 400) -> None:
        """Tabs to the button, from the board if it is there; arrow keys move in a list and among radio buttons."""
        if button.evaluate("(b) => !!b.closest('#board') && !document.activeElement?.closest('#board')"):
            self.page.keyboard.press("b")
        for count in range(most):
            key = button.evaluate(NEXT_KEY)
            if not key:
                return
            if key == "gone":
                raise BrowserError("the button is detached")
            # After an arrow that leads past the button and back, another one follows.
            astray = count > MAX_TAB_PRESSES and key.startswith("Arrow")
            self.page.keyboard.press(self.random.choice(STRAY_KEYS) if astray else key)
        raise AssertionError(f"{button} is not reached by {most} keys")


def no_errors(page: Page) -> list[str]:
    """Collects the errors of the page, to be asserted empty."""
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))

    def note(message: Any) -> None:
        if message.type == "error":
            wrong.append(message.text)

    page.on("console", note)
    return wrong


__all__ = ["KeyboardPlayer", "SimulatedPlayer", "expect", "no_errors"]
