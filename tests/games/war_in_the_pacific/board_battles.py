"""The battles whose dice the page rolls on the board by default, as ``combats.ts`` finds them in a log entry."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ironbottom.engine.rules.view_types import LogEntryView

PAGE = Path(__file__).parents[3] / "page" / "src" / "games" / "war_in_the_pacific"
SOURCE = (PAGE / "combats.ts").read_text(encoding="utf-8")


def listed(file: str, name: str) -> frozenset[str]:
    """The strings in a ``Set`` constant of the page's source."""
    found = re.search(rf"const {name}\b[^=]*= new Set\(\[(.*?)\]\)", (PAGE / file).read_text(encoding="utf-8"), re.S)
    assert found, f"{file} has no set {name}"
    return frozenset(re.findall(r"'(\w+)'", found[1]))


def mapped(name: str) -> dict[str, str]:
    """The words in a map of the source for battles."""
    found = re.search(rf"const {name}\b[^=]*= \{{(.*?)\}}", SOURCE, re.S)
    assert found, f"combats.ts has no map {name}"
    return dict(re.findall(r"(\w+): '(\w+)'", found[1]))


def number(name: str) -> int:
    """A number in the source for battles."""
    found = re.search(rf"const {name} = (\d+)", SOURCE)
    assert found, f"combats.ts has no number {name}"
    return int(found[1])


GOES_ON, BELONGS, CLOSES, CAPITAL = (listed("combats.ts", name) for name in ("GOES_ON", "BELONGS", "CLOSES", "CAPITAL"))
OPENS, KIND_OF_WEAPON = mapped("OPENS"), mapped("KIND_OF_WEAPON")
MIN_LARGE = number("MIN_LARGE")
Event = Mapping[str, Any]


class Combat:
    """A battle: its kind, hex and wave, and its events."""

    def __init__(self, kind: str, event: Event) -> None:
        self.kind, self.at, self.wave = kind, event.get("at") or event.get("link"), event.get("wave")
        self.chosen = event["event"] == "ship_hit" and kind == "air"
        self.events: list[Event] = []

    def is_main(self, types: Mapping[str, str]) -> bool:
        """Whether the battle is shown on the board."""
        ships = {ship for event in self.events for ship in (event.get("ship"), *(event.get("ships") or ())) if ship}
        strength = max(
            [event["attacker"] + event["defender"] for event in self.events if event["event"] == "ground_battle"],
            default=0,
        )
        capital = any(types[ship] in CAPITAL for ship in ships)
        return capital or self.kind in ("landing", "sea") or self.chosen or strength >= MIN_LARGE


def combats_in(entry: LogEntryView) -> list[Combat]:
    """The battles of an entry."""
    found = list[Combat]()
    now: Combat | None = None
    for event in entry.get("events", ()):
        name, wave = event["event"], event.get("wave")
        kind, weapon = OPENS.get(name), KIND_OF_WEAPON.get(event.get("weapon", "")) if name == "ship_hit" else None
        if name in CLOSES:
            now = None
        goes = now is not None and name in GOES_ON and now.kind == kind
        goes = goes and now is not None and (now.kind == "submarines" or event.get("at") in (None, now.at))
        other = now is not None and wave and now.kind == "air" and now.wave and now.wave != wave
        beside = wave and (now is None or now.kind != "air") and name != "link_struck"
        opened = ""
        if kind and not goes:
            opened = kind
        elif name in BELONGS and (other or beside):
            opened = "air"
        elif weapon and (now is None or now.kind not in (weapon, "landing")):
            opened = weapon
        if opened:
            now = Combat(opened, event)
            found.append(now)
        if now is None or not (kind or name in BELONGS):
            continue
        now.events.append(event)
        now.chosen = now.chosen or name in ("aimed", "sighted")
        now.wave = now.wave or wave
    return found


def rolls_on_board(entry: LogEntryView, types: Mapping[str, str], has_dice: Callable[[Event], bool]) -> bool:
    """Whether the page rolls the dice of an entry: those of a battle that is shown on the board."""
    return any(combat.is_main(types) and any(map(has_dice, combat.events)) for combat in combats_in(entry))
