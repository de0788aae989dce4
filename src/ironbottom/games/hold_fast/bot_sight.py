"""What the ensign makes of a view: who is where, what each area is worth, and how strong a crowd of units is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from ironbottom.engine.rules import Rules
from ironbottom.games.hold_fast.geography import within
from ironbottom.games.hold_fast.odds import expected_hits
from ironbottom.games.hold_fast.pieces import (
    AIR,
    AREAS,
    FLIERS,
    GUNS,
    PLACES,
    SHIPS,
    SIDES,
    TRANSPORTS,
    UNITS,
)

OTHER = {"japan": "allies", "allies": "japan"}
TYPICAL = 4.0
"""The power of a block of which nothing is known."""


def is_in(unit: str, kinds: int) -> bool:
    """Whether a unit is of these kinds."""
    return bool(kinds >> UNITS.index[unit] & 1)


class Sight:
    """One view, read for its side."""

    def __init__(self, rules: Rules, view: Mapping[str, Any], side: str) -> None:
        self.pieces, self.view, self.side = rules.pieces, view, side
        self.enemy = OTHER[side]
        self.own: Mapping[str, Any] = view["units"][side]
        self.seen: Mapping[str, Any] = view["units"][self.enemy]

    # -- the map -----------------------------------------------------------------------------------

    def worth(self, area: str) -> float:
        """What it is worth to hold an area: what it scores, and what it keeps the enemy from scoring."""
        number = AREAS.index[area]
        mine, theirs = (self.pieces.worth[SIDES.index[side]][number] for side in (self.side, self.enemy))
        return float(mine + theirs)

    def mine_at(self, place: str) -> list[str]:
        """Own units in an area, port or base."""
        return [unit for unit, told in self.own.items() if told["where"] == place]

    @cached_property
    def blocks(self) -> dict[str, float]:
        """The power of the enemy in each area, port and base: of what is seen, or of so many hidden blocks."""
        found: dict[str, float] = {}
        for unit, told in self.seen.items():
            found[told["where"]] = found.get(told["where"], 0.0) + self.power(unit)
        for place, blocks in self.view["hidden"].get(self.enemy, {}).items():
            number = blocks if isinstance(blocks, int) else len(blocks)
            found[place] = found.get(place, 0.0) + TYPICAL * number
        return found

    def threat(self, area: str) -> float:
        """How much of the enemy may still come to an area: what lies in port within reach of it, thinly spread."""
        near = within(self.pieces.borders, 1 << AREAS.index[area], 2)
        coming = sum(
            power
            for place, power in self.blocks.items()
            if place in PLACES.index and self.pieces.touches[PLACES.index[place]] & near
        )
        return coming / 6

    # -- units -------------------------------------------------------------------------------------

    def strength(self, unit: str) -> int:
        """The strength of a unit that is seen."""
        told = self.own.get(unit) or self.seen.get(unit)
        return int(told["strength"]) if told else self.pieces.strength[UNITS.index[unit]]

    def dice(self, unit: str) -> int:
        """The dice that a unit rolls at sea."""
        return int(self.pieces.dice[UNITS.index[unit]])

    def hit_on(self, unit: str) -> int:
        """The number that hits a unit."""
        return int(self.pieces.hit_on[UNITS.index[unit]])

    def power(self, unit: str) -> float:
        """What a unit is good for: its dice, more if it lasts."""
        if is_in(unit, TRANSPORTS):
            return 1.0
        return self.dice(unit) * (0.6 + 0.2 * self.strength(unit) * (self.hit_on(unit) - 1) / 5)

    def crowd(self, units: Iterable[str]) -> float:
        """The power of several units."""
        return sum(self.power(unit) for unit in units)

    def fire(self, firing: Iterable[str], at: Iterable[str], kinds: int) -> float:
        """The hits of these units on the average of those targets, in strength lost."""
        targets = [unit for unit in at if is_in(unit, SHIPS | AIR)]
        if not targets:
            return 0.0
        rate = sum(expected_hits(1, self.hit_on(unit)) for unit in targets) / len(targets)
        return sum(self.dice(unit) for unit in firing if is_in(unit, kinds)) * rate

    def balance(self, area: str, air: bool) -> float:
        """8.4.1 What a round of air or surface combat gives, less what it costs."""
        kinds = FLIERS if air else GUNS
        mine = self.mine_at(area)
        theirs = [unit for unit, told in self.seen.items() if told["where"] == area]
        if air:
            return self.fire(mine, theirs, kinds) - self.fire(theirs, mine, kinds)
        front = [unit for unit in theirs if is_in(unit, GUNS)] or theirs
        own_front = [unit for unit in mine if is_in(unit, GUNS)] or mine
        return self.fire(mine, front, kinds) - self.fire(theirs, own_front, kinds)

    def frame(self) -> Mapping[str, Any]:
        """The procedure that asks."""
        frames = self.view["frames"]
        return frames[-1] if frames else {}

    def ships_at_hand(self, offered: Iterable[tuple[str, ...]]) -> dict[str, list[str]]:
        """Own ships that may move, with the areas they get to."""
        found: dict[str, list[str]] = {}
        for action in offered:
            if action[0] == "move":
                found.setdefault(action[1], []).append(action[2])
        return found
