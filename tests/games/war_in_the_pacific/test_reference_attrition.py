"""Compares a reference implementation of attrition and Base Force deployment with games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import BASES, COMMANDS, HEXES, STACKS, UNITS
from tests.games.war_in_the_pacific.reference_comparison import SecondReading, rules_for
from tests.games.war_in_the_pacific.reference_land import table
from tests.games.war_in_the_pacific.reference_sorties import AirState
from tests.games.war_in_the_pacific.test_reference_scores import saved
from tests.kit.thorough_cases import further

Events = Sequence[Mapping[str, Any]]
SIDES = ("japan", "allies")
WEAR = table("charts/air_attrition.csv")
TO_PARTIAL, TO_FULL, PARTIAL, FULL = 1, 3, 1, 2
"""27.1 The Game-Turns that a Base Force takes to be deployed partially and fully."""
Key = tuple[str, str]


def worn(points: int, die: int) -> int:
    """5.9 The points that a headquarters loses; above the last row, the last applies."""
    row = next((row for row in WEAR if points <= int(row["high"])), WEAR[-1])
    return int(row[f"die_{die}"])


def flights_by_headquarters(state: State, side: int) -> dict[str, dict[Key, int]]:
    """5.9, 5.3 The flights of the stacks that each headquarters serves.

    Transfers count twice, carriers' points do not count.
    """
    book, found = AirState(state, side, diced=False), dict[str, dict[Key, int]]()
    for key, whom in book.by.items():
        slot = BASES.index[key[0]] * len(STACKS) + STACKS.index[key[1]]
        out = [min(state.arrays[block][slot], book.served[key]) for block in (layout.FLOWN, layout.TRANSFERRED)]
        if whom in UNITS.index and out[0]:
            found.setdefault(whom, {})[key] = sum(out)
    return found


class Lockstep(SecondReading):
    """A game whose attrition is recomputed; ``seen`` counts the comparisons."""

    def __init__(self, state: State, seed: int, hand: str) -> None:
        self.state, self.dice, self.seen = state, SeededDice(seed), Counter[str]()
        self.players = {side: make_player(state.rules, hand, side, seed) for side in SIDES}
        self.works: dict[str, tuple[int, bool]] = {}
        self.went_by = False

    def play(self, most: int = 10**6) -> Counter[str]:
        """Plays a limited number of choices."""
        while (open_to := self.state.decisions()) and most > 0:
            side = open_to[0].side
            for action in as_choices(self.players[side].choose(offer_for(self.state, open_to[0]))):
                decision = self.state.decision(side)
                assert decision is not None
                self.offered(decision)
                before = self.state.copy()
                events = self.state.rules.visible_events(self.state.apply(side, action, self.dice, trusted=True), "all")
                self.flew(before, events)
                self.bases(before, events)
                most -= 1
        return self.seen

    def offered(self, decision: Decision) -> None:
        """5.9 The points that their owner may lose: those that flew for the headquarters, if any are left."""
        here: Any = decision.procedure
        if here.name != "wear":
            return
        side, choices = SIDES.index(decision.side), decision.choices
        mine = flights_by_headquarters(self.state, side).get(COMMANDS.ids[here.command], {})
        left = {
            (base, stack)
            for base, stack in mine
            if self.state.arrays[layout.AIR][BASES.index[base] * len(STACKS) + STACKS.index[stack]]
        }
        theirs = {(b, stack) for b in choices.next("write_off") for stack in choices.next("write_off", b)}
        self.agree("write off", left, theirs, here)

    def flew(self, before: State, data: Events) -> None:
        """5.9 The First Player's headquarters roll first, each for its flights."""
        rolled = [event for event in data if event["event"] == "worn"]
        if not rolled:
            return
        state = self.state if any(self.state.arrays[layout.FLOWN]) else before
        first = state.cells[layout.FIRST_PLAYER]
        mine = []
        for side in (first, 1 - first):
            by_staff = flights_by_headquarters(state, side)
            mine += [(whom, sum(by_staff[whom].values())) for whom in sorted(by_staff, key=COMMANDS.index.__getitem__)]
        self.agree("flew", mine, [(event["command"], event["points"]) for event in rolled])
        for event in rolled:
            self.agree("worn", True, event["lost"] <= worn(event["points"], event["die"]), event)
            there = event["points"] > worn(event["points"], event["die"])
            self.agree("lost", worn(event["points"], event["die"]) if there else event["lost"], event["lost"], event)

    def bases(self, before: State, data: Events) -> None:
        """27.1, 27.4 A Base Force is partially deployed after a Game-Turn, fully after three, packed after one."""
        for event in data:
            if event["event"] == "base_deploying":
                unit = UNITS.index[event["unit"]]
                done = TO_PARTIAL if before.arrays[layout.DEPLOYED][unit] == PARTIAL else 0
                self.works[event["unit"]] = done, bool(event["packing"])
        theirs = {event["unit"]: event["state"] for event in data if event["event"] == "base_deployed"}
        opened = any(event["event"] == "turn_opened" for event in data)
        if theirs or (opened and not self.went_by):
            mine = {unit: now for unit, now in self.week() if now is not None and self.ashore(unit)}
            self.agree("deployed" if theirs else "none deployed", mine, theirs, self.works)
        self.went_by = (self.went_by or bool(theirs)) and not opened

    def ashore(self, unit: str) -> bool:
        """27.5 Whether a Base Force is still there."""
        return 0 <= self.state.arrays[layout.UNIT_AT][UNITS.index[unit]] < len(HEXES)

    def week(self) -> list[tuple[str, int | None]]:
        """27.1 A Game-Turn passes for units being deployed or packed."""
        found: list[tuple[str, int | None]] = []
        for unit, (turns, packing) in list(self.works.items()):
            now = turns + 1
            self.works[unit] = now, packing
            if packing or now >= TO_FULL:
                del self.works[unit]
            found.append((unit, 0 if packing else FULL if now >= TO_FULL else PARTIAL if now == TO_PARTIAL else None))
        return found


@pytest.mark.build
@pytest.mark.clause("5.9", "5.3", "27.1", "27.4")
@pytest.mark.parametrize("name", ["burma_turn_4_airlift"])
def test_two_references_agree_on_attrition_from_a_saved_position(name: str) -> None:
    found = Lockstep(saved(name), 1, "ensign").play(250)
    assert found["flew"]
    assert found["worn"] > 3


@pytest.mark.build
@pytest.mark.clause("27.1", "27.4")
def test_two_references_agree_on_base_forces_at_midway() -> None:
    found = Lockstep(rules_for("random").new("midway"), 4, "random").play(3000)
    assert found["deployed"] > 4
    assert found["none deployed"] > 0


@pytest.mark.thorough
@pytest.mark.clause("5.9", "5.3", "27.1", "27.4")
@pytest.mark.parametrize("scenario", ["midway", "leyte", "burma"])
@pytest.mark.parametrize(("hand", "seed"), [("ensign", 1), *further(("random", 2), ("ensign", 2))])
def test_two_references_agree_on_attrition_through_games(scenario: str, hand: str, seed: int) -> None:
    found = Lockstep(rules_for(hand).new(scenario), seed, hand).play(4000)
    assert found["worn"] > 1
