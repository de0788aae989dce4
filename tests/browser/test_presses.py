"""The number of presses in a turn: each click, tap, key and drag is one."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page

from tests.browser.actions import middle
from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import open_match, quiet
from tests.browser.seeded_server import seeded_server

pytestmark = pytest.mark.build

MAX_PRESSES = 60
COUNT = """window.presses = 0
const count = (event) => event.repeat || window.presses++
for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, count, true)"""
PATROLS = {"All of the battleships": "Marianas", "All of the cruisers": "Japanese", "^Hosho": "Japanese"}
"""The areas where all other ships patrol, by kind, and the carrier that is too slow to raid (5.21)."""
AIR = ("Japanese", "Marianas", "Marshall", "Marianas", "Japanese", "Marshall")
"""The destinations of the air units, in order (5.22)."""


class Planner:
    """Plays one recorded plan with as few presses as the page allows."""

    def __init__(self, page: Page, api: Api, match: str) -> None:
        self.page, self.api, self.match = page, api, match
        self.placed = 0
        self.sent: set[str] = set()

    def match_view(self) -> dict[str, Any]:
        return self.api.match_view(self.match, "japan")

    def presses(self) -> int:
        return int(self.page.evaluate("window.presses"))

    def answer(self, match_view: dict[str, Any]) -> str:
        """Answers the question; returns its clause."""
        decision = match_view["decision"]
        verbs = {group["verb"] for group in decision["choices"]}
        for verb, act in self.ways().items():
            if verb in verbs and act(match_view):
                return str(decision["clause"])
        if "pass" in verbs:
            self.key("p")
            quiet(self.page)
            if self.page.locator("#decision [data-gate][aria-keyshortcuts^=Shift]").count():
                self.key("Shift+P")
        else:
            self.done()
        return str(decision["clause"])

    def ways(self) -> dict[str, Callable[[dict[str, Any]], bool]]:
        return {
            "join_raid": self.raid,
            "patrol": self.patrol,
            "place_air": self.air,
            "sail": self.sail,
            "submerge": self.submerge,
            "leave_hawaii": lambda _: self.press("Go home|Leave|Back"),
            "go": self.home,
            "fire": self.fire,
            "day": lambda _: self.press("Day"),
            "stay": lambda _: self.press("Stay"),
            "fight": lambda _: self.first(),
        }

    def turn(self) -> list[str]:
        """Plays the first turn; returns the questions and the number of presses for each."""
        lines: list[str] = []
        seq, idle = 0, 0
        while idle < 4:
            quiet(self.page)
            match_view = self.match_view()
            if match_view["over"] or match_view["view"]["turn"] > 1:
                break
            if not match_view["decision"]:
                self.page.wait_for_timeout(100)
                continue
            before = self.presses()
            idle = idle + 1 if match_view["seq"] == seq else 0
            seq = match_view["seq"]
            clause = self.answer(match_view)
            quiet(self.page)
            lines.append(f"{clause} {match_view['decision']['prompt'][:60]}: {self.presses() - before}")
        return lines

    # -- user actions ------------------------------------------------------------------------------

    def key(self, key: str) -> bool:
        self.page.keyboard.press(key)
        return True

    def press(self, name: str) -> bool:
        self.page.locator("#decision").get_by_role("button", name=re.compile(f"^({name})")).first.click()
        return True

    def first(self) -> bool:
        """The first row of the list, by its digit."""
        return self.key("1")

    def done(self) -> None:
        """Done, with a confirmation if it gives something up."""
        self.key("d")
        quiet(self.page)
        if self.page.locator("#decision [data-gate][aria-keyshortcuts^=Shift]").count():
            self.key("Shift+D")

    def send(self, name: str, sea: str) -> bool:
        """Selects a kind, or a unit, in the panel of the port and presses the sea."""
        found = self.page.locator("section.place").get_by_role("button", name=re.compile(name))
        if not found.count():
            return False
        found.first.click()
        self.page.mouse.click(*middle(self.page, sea))
        return True

    # -- the plan ----------------------------------------------------------------------------------

    def raid(self, match_view: dict[str, Any]) -> bool:
        able = {
            unit
            for group in match_view["decision"]["choices"]
            if group["verb"] == "join_raid"
            for ids, _ in group["then"]
            for unit in ids
        }
        if "akagi" not in able:
            return False
        self.page.locator("section.place").get_by_role("button", name=re.compile(r"All of the carriers")).click()
        return self.key("d")

    def patrol(self, match_view: dict[str, Any]) -> bool:
        for kind, sea in PATROLS.items():
            if kind not in self.sent:
                self.sent.add(kind)
                return self.send(kind, sea)
        return False

    def air(self, match_view: dict[str, Any]) -> bool:
        """The units are placed one after another; the last ones are placed together once the other side has passed."""
        self.placed += 1
        if self.placed > len(AIR):
            return False
        return self.send(r"^\d+(st|nd|rd|th)? Air Flotilla", AIR[self.placed - 1])

    def sail(self, match_view: dict[str, Any]) -> bool:
        if "sail" in self.sent:
            return False
        self.sent.add("sail")
        return self.send("^Yokosuka NLF", "Marianas")

    def submerge(self, match_view: dict[str, Any]) -> bool:
        self.page.mouse.click(*middle(self.page, "Marianas"))
        return True

    def home(self, match_view: dict[str, Any]) -> bool:
        """All units go to one port, by the key of that button; if one unit is left, it is chosen with its port."""
        together = self.page.locator("#decision").get_by_role("button", name=re.compile("All to"))
        if together.count():
            return self.key(together.first.get_attribute("aria-keyshortcuts") or "")
        return self.first() and self.first()

    def fire(self, match_view: dict[str, Any]) -> bool:
        """The shots are spread evenly, then aimed."""
        self.key("s")
        quiet(self.page)
        return self.key("d")


SENT = {"join_raid", "patrol", "place_air", "sail", "submerge"}
"""The verbs that send out a unit in the first turn."""


def sent_out(log: list[dict[str, Any]]) -> set[str]:
    """The units that the side's own choices of the turn sent somewhere."""
    own = [
        entry["action"]
        for entry in log
        if entry["act"] == "choice" and entry["side"] == "japan" and entry.get("action")
    ]
    return {unit for verb, *units in own if verb in SENT for unit in units[:1]}


@pytest.mark.thorough
def test_vitp_japans_first_turn_takes_at_most_60_presses(tmp_path: Path, browser: Browser) -> None:
    """The dice are always the same; each Japanese ship and unit is sent somewhere."""
    with (
        seeded_server(tmp_path) as address,
        httpx.Client(base_url=address, timeout=30) as client,
        context_of(browser, pace="skip") as context,
    ):
        api = Api(client)
        page = context.new_page()
        page.add_init_script(COUNT)
        match_view = api.begin(game="vitp", seats={"japan": "person", "allies": "ensign"})
        there = match_view["view"]["units"]["japan"]
        able = {unit for place in ("yokosuka", "submarine_base") for unit in there[place]}
        open_match(page, address, match_view["id"])
        planner = Planner(page, api, match_view["id"])
        result = planner.turn()
        end = api.match_view(match_view["id"], "japan", since=0)
        assert end["view"]["turn"] == 2, "\n".join(result)
        assert able - sent_out(end["log"]) - {"i_boat"} == set(), "every unit is used"
        assert any(clause.startswith("5.25 ") for clause in result), "the submarine is placed"
        assert planner.presses() <= MAX_PRESSES, result
