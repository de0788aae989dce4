"""Carries out a fixed plan of *War in the Pacific* on the page by real presses, and counts them beside the script's.

The scripted person (``tests.games.war_in_the_pacific.scripted_player``) decides what is ordered; here each order is a
press on a row, a button or a hex. The match is read from the server's store after each of them.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from playwright.sync_api import Locator, Page

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import standing
from ironbottom.server.match.restore import restore_match
from ironbottom.server.storage.database import Store
from tests.browser.actions import press_hex
from tests.browser.match_setup import quiet
from tests.games.war_in_the_pacific.scripted_player import ScriptedPerson

GAMES = "games.sqlite"
NEVER = (0, 0)
SETTLED = 600
"""The number of checks, 100 ms apart, within which the server and the page must reach the next question."""
READING = re.compile(r"^(Skip|Next|Continue|Roll|Go on|Resolve|Read)")
"""Buttons that lead on through reports and dice."""
ENDING = "#decision button[aria-keyshortcuts=D]"
SURE = "#decision [data-gate][aria-keyshortcuts='Shift+D']"
ASKED = f"{ENDING}:visible, [data-first]:visible, [data-next]:visible, .needs:visible"
"""What the page shows of an open question."""
STEADY = 3
"""The number of consecutive checks that must find the question on the page."""
MOST_PARTS = 8
"""The maximum number of presses for one choice."""


class PlanOnPage(ScriptedPerson):
    """A scripted person whose orders are made on the page. ``pressed`` counts the real presses by cause."""

    def __init__(self, plan: Mapping[str, Any], page: Page, folder: Path, match: str) -> None:
        super().__init__(plan, routine=True)
        self.page, self.folder, self.id = page, folder, match
        self._copies, self._numbers, self._version = Path(mkdtemp(dir=folder)), count(), NEVER
        self.pressed = Counter[str]()
        """The presses by cause."""
        self.story: list[str] = []
        """What was pressed, in order."""
        self.voyages = {
            force: {**voyage, "contacts": (), "since": 1} for force, voyage in plan.get("voyages", {}).items()
        }
        self.force = next(reversed(self.voyages), "")
        self.sync()
        self.first = self.match.state.cells[layout.TURN] - plan["counted"][0] + 1

    def lines_of_page(self) -> list[str]:
        """The presses on the page in words."""
        causes = ", ".join(f"{n} {cause}" for cause, n in self.pressed.most_common())
        return [f"on the page: {sum(self.pressed.values())} ({causes})"]

    # -- the match ---------------------------------------------------------------------------------

    def sync(self) -> bool:
        """Reads the match from a copy of the server's store; returns whether it has changed."""
        written = self.folder / f"{GAMES}-wal"
        version = (written.stat().st_mtime_ns, written.stat().st_size)
        if version == self._version:
            return False
        copy = self._copies / f"{next(self._numbers)}.sqlite"
        for end in ("", "-wal"):
            shutil.copyfile(self.folder / f"{GAMES}{end}", f"{copy}{end}")
        store = Store(copy)
        stored = store.find(self.id)
        assert stored is not None
        opened = restore_match(store, stored)
        assert opened is not None
        self.match, self._version = opened.match, version
        return True

    def _others_choose(self) -> None:
        """Waits until the other sides and the standing orders have answered."""
        self._version = NEVER
        for _ in range(SETTLED):
            if self.sync() and (self.match.over or self._is_asked(self.match.state)):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"{self.side} is not asked: {self.match.decisions()}")

    def _is_asked(self, state: State) -> bool:
        return state.decision(self.side) is not None and not standing.answer(state.copy(), self.side, self.standing)

    def _orders_answer(self, decision: Decision) -> bool:
        return False

    def _watch(self) -> None:
        """Reads on until the page asks the question."""
        counted = self.counts.presses["reports"], self.pressed["reports"]
        super()._watch()
        on = self.page.locator("#decision").get_by_role("button", name=READING).last
        asked = self.page.locator(ASKED)
        seen = 0
        for _ in range(SETTLED):
            quiet(self.page)
            if on.is_visible():
                self.press("reports", on)
                seen = 0
            elif asked.count():
                seen += 1
                if seen == STEADY:
                    now = self.counts.presses["reports"], self.pressed["reports"]
                    self.story.append(
                        f"{self.step} {self.asks}: script {now[0] - counted[0]}, page {now[1] - counted[1]}"
                    )
                    return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"the page asks nothing: {self.page.locator('#decision').all_inner_texts()}")

    # -- presses -----------------------------------------------------------------------------------

    def press(self, cause: str, what: Locator) -> None:
        """One press."""
        label = " ".join(what.inner_text().split())
        what.click()
        self.pressed[cause] += self.is_counted
        self.story.append(f"{self.step}, {cause}: {label}")

    def press_hex(self, cause: str, hexagon: str) -> None:
        """One press on a hex of the map."""
        press_hex(self.page, hexagon)
        self.pressed[cause] += self.is_counted
        self.story.append(f"{self.step}, {cause}: {hexagon} on the map")

    def make(self, cause: str, run: Sequence[Action]) -> None:
        """Makes choices by presses, and waits until the server has them."""
        before = self.match.seq(self.side)
        self.press_for(cause, run)
        for _ in range(SETTLED):
            self.sync()
            if self.match.seq(self.side) > before:
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"{cause}: {run} was not chosen")

    def press_for(self, cause: str, run: Sequence[Action]) -> None:
        """The presses for one order of the plan."""
        verb, *words = run[0]
        row = self.page.locator(f".at-once [data-row={cause.rpartition(': ')[2]}]")
        if len(run) == 1 and len(run[0]) == 1:
            self.press(cause, self.page.locator(ENDING).first)
            self.confirm(cause)
        elif cause.startswith("orders: course"):
            self.sail(cause, run[0])
        elif len(run) > 1 or row.count():
            self.press(cause, row)
        elif verb in ("form", "form_off_map"):
            self.press(cause, self.page.locator(f"[data-about={words[0]}]").first)
        elif verb == "plot":
            mission = self.page.locator(f"[data-choice='plot {' '.join(words)}']")
            if not mission.count():
                self.press(cause, self.page.locator(f"[data-about={words[0]}]").first)
            self.press(cause, mission)
        else:
            self.choose(cause, run[0])

    def confirm(self, cause: str) -> None:
        """Confirms the end of a question, if the page asks again."""
        quiet(self.page)
        if self.page.locator(SURE).count():
            self.press(f"{cause}, confirmed", self.page.locator(SURE).first)

    def sail(self, cause: str, action: Action) -> None:
        """Sends a force to the destination of the plan: its hex, then the button that sends it."""
        if action == ("hold",):
            self.press(cause, self.page.locator("#decision").get_by_role("button", name=re.compile("^Stay")).first)
            return
        self.press_hex(cause, self.bound)
        quiet(self.page)
        self.press(cause, self.page.locator("#decision").get_by_role("button", name=re.compile("^Sail")).first)

    def choose(self, cause: str, action: Action) -> None:
        """Makes a choice by its parts: a row for each, or a hex of the map."""
        verb, *words = action
        left = list(words)
        seq = self.match.seq(self.side)
        for _ in range(MOST_PARTS):
            quiet(self.page)
            self.sync()
            if self.match.seq(self.side) > seq:
                return
            whole = self.page.locator(
                f"[data-row='{' '.join(action)}']:visible, [data-choice='{' '.join(action)}']:visible"
            )
            parts = [(word, self.page.locator(f"[data-next] [data-row='value {word}']:visible")) for word in left]
            rows = [(word, self.page.locator(f"[data-about={word}]:visible")) for word in left]
            first = self.page.locator(f"[data-first] [data-row={verb}]:visible")
            found = next(((word, part) for word, part in (*parts, *rows) if part.count()), None)
            if whole.count():
                self.press(cause, whole.first)
            elif found:
                left.remove(found[0])
                self.press(cause, found[1].first)
            elif first.count():
                self.press(cause, first.first)
            elif hexes := [word for word in left if re.fullmatch(r"[A-Z]\d{4}", word)]:
                left.remove(hexes[0])
                self.press_hex(cause, hexes[0])
            elif len(left) < len(words):
                self.press(cause, self.page.locator(ENDING).first)
            else:
                raise AssertionError(
                    f"nothing to press for {action}: {self.page.locator('section.orders').inner_text()}"
                )
