"""Compares a reference implementation of 42.71 to 42.75 with games of Midway: entries, reach, forbidden exits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import force_movement
from ironbottom.games.war_in_the_pacific.pieces import BOXES, FORCES, HEXES, SHIPS, WATERS
from ironbottom.games.war_in_the_pacific.turns import turn_name
from tests.games.war_in_the_pacific import reference_entry as reference
from tests.games.war_in_the_pacific.reference_comparison import SecondReading, rules_for
from tests.games.war_in_the_pacific.reference_naval_movement import slowest
from tests.games.war_in_the_pacific.two_step_choices import open_next
from tests.kit.thorough_cases import further

Events = Sequence[Mapping[str, Any]]
SIDES = ("japan", "allies")


class Lockstep(SecondReading):
    """A game of Midway that is compared with the reference implementation; ``seen`` counts the comparisons."""

    def __init__(self, seed: int, hand: str) -> None:
        self.chance, self.dice = Random(seed), SeededDice(seed)
        self.state: State = rules_for(hand).new("midway")
        self.players = {side: make_player(self.state.rules, hand, side, seed) for side in SIDES}
        self.seen: Counter[str] = Counter()
        self.phase = 3
        self.force = ""
        self.entering: tuple[str, str, bool] | None = None
        self.before: dict[str, tuple[str, int]] = {}

    def standing(self) -> tuple[object, ...]:
        """The Game-Turn and the phase."""
        return turn_name(self.state.cells[layout.TURN]), self.phase

    def ships(self, force: str) -> list[str]:
        """The ships of a force."""
        return [SHIPS.ids[ship] for ship in force_movement.ships_of(self.state, FORCES.index[force])]

    def where(self, ship: str) -> str:
        """The hex or box of a ship, in a force or alone."""
        position = WATERS.ids[self.state.arrays[layout.SHIP_AT][SHIPS.index[ship]]]
        if position not in FORCES.index:
            return position
        force = FORCES.index[position]
        hex_, box = self.state.cells[layout.FORCE_AT + force], self.state.cells[layout.FORCE_BOX + force]
        return HEXES.ids[hex_] if hex_ >= 0 else BOXES.ids[box] if box >= 0 else ""

    def play(self, most: int) -> Counter[str]:
        """Plays a limited number of choices."""
        while (open_to := self.state.decisions()) and most > 0:
            decision = open_to[0]
            self.offered(decision)
            for action in as_choices(self.players[decision.side].choose(offer_for(self.state, decision))):
                self.one(decision.side, action)
                most -= 1
        return self.seen

    def one(self, side: str, action: Action) -> None:
        """One choice, and its results."""
        was = {ship: self.where(ship) for ship in ("us_cv5", "us_cv3")}
        turn, phase = turn_name(self.state.cells[layout.TURN]), self.phase
        before = self.state.copy() if self.state.stack[-1].name == "ashore" else None
        if action[0] == "enter":
            self.force = action[1]
        if action[0] == "come_in":
            self.entering = (self.force, action[1], action[2] == "filled")
        events = self.state.rules.visible_events(self.state.apply(side, action, self.dice, trusted=True), "all")
        if self.entering and self.state.stack[-1].name == "course_plot":
            self.bound()
        self.entering = None
        for event in events:
            if event["event"] == "phase_opened":
                self.phase = event["phase"]
            if event["event"] == "landed" and before and event["kind"].startswith("jp"):
                self.landed(before, event["at"])
        for ship, hex in was.items():
            if self.where(ship) not in (hex, "sunk"):
                self.agree("left", True, reference.leaves(ship, turn, phase), ship)

    def landed(self, before: State, hex: str) -> None:
        """42.51, 16.2 Japan lands units in an Allied hex only where it has announced that."""
        result = before.cells[layout.ANNOUNCED : layout.ANNOUNCED + layout.MAX_PLANS]
        if layout.HOLDERS.ids[before.arrays[layout.CONTROL][HEXES.index[hex]]] == "allies":
            self.agree("told", True, HEXES.index[hex] in result, hex)

    def bound(self) -> None:
        """42.71, 3.3 Where an entering force may sail to in this phase."""
        assert self.entering is not None
        force, gate, filled = self.entering
        side = force.partition("_")[0]
        points = reference.left(slowest(self.state, force), side, filled=filled)
        theirs = {reference.whole_name(hex) for hex in self.state.decisions()[0].choices.next("sail")}
        self.agree(f"reach_of_{side}", reference.reach(reference.whole_name(gate), points), theirs, (gate, points))

    def offered(self, decision: Decision) -> None:
        """42.71, 42.72, 42.73, 37.1 The possible plots of each side."""
        if self.state.stack[-1].name != "plotting":
            return
        choices = decision.choices
        verbs = set(choices.next())
        for force in choices.next("enter") if "enter" in verbs else ():
            if self.waits(force):
                for mission in choices.next("enter", force)[:1]:
                    entering = open_next(self.state, decision.side, "enter", force, mission)
                    theirs = {reference.whole_name(hex) for hex in entering.decisions()[0].choices.next("come_in")}
                    self.agree("gates", reference.gates(decision.side), theirs, force)
                    self.try_gate(entering, decision.side, force)
        for force in choices.next("follow") if "follow" in verbs else ():
            box = BOXES.ids[self.state.cells[layout.FORCE_BOX + FORCES.index[force]]]
            self.agree("lanes", reference.beyond(box), set(choices.next("follow", force)), box)
        turn = turn_name(self.state.cells[layout.TURN])
        offered = set(choices.next("plot")) if "plot" in verbs else set()
        for force in offered:
            ships = self.ships(force)
            self.agree("plots", True, all(reference.leaves(ship, turn, self.phase) for ship in ships), ships)

    def waits(self, force: str) -> bool:
        """Whether a force waits at the edge of the map."""
        box = self.state.cells[layout.FORCE_BOX + FORCES.index[force]]
        return box >= 0 and BOXES.ids[box] in ("inland_sea", "phase_lane_00")

    def try_gate(self, entering: State, side: str, force: str) -> None:
        """42.71 Tries a random entry hex in a copy: the reach of the force, fuelled in Japan or not."""
        choices = entering.decisions()[0].choices
        gate = self.chance.choice(list(choices.next("come_in")))
        for how in choices.next("come_in", gate):
            kept, self.state = self.state, open_next(entering, side, "come_in", gate, how)
            self.entering = (force, gate, how == "filled")
            self.bound()
            self.state, self.entering = kept, None


def dock(state: State, ship: str) -> tuple[int, int, int]:
    """18.1 Damage of a ship, remaining Game-Turns of repair, and whether it is Maximum Effort."""
    arrays, number = state.arrays, SHIPS.index[ship]
    return arrays[layout.DAMAGE][number], arrays[layout.REPAIR_LEFT][number], arrays[layout.MAXIMUM_EFFORT][number]


@pytest.mark.build
@pytest.mark.clause("42.72", "42.95", "18.32")
def test_42_72_yorktown_is_whole_when_the_first_turn_is_over_and_no_sooner() -> None:
    game = Lockstep(3, "ensign")
    assert dock(game.state, "us_cv5") == (2, 8, 1)
    while turn_name(game.state.cells[layout.TURN]) == "1/6/42":
        assert dock(game.state, "us_cv5") == (2, 8, 1)
        game.play(1)
    assert dock(game.state, "us_cv5") == (0, 0, 0)


@pytest.mark.build
@pytest.mark.clause("42.71", "42.72", "42.73", "37.1", "3.21")
def test_two_references_agree_on_arrivals_and_their_movement_at_midway() -> None:
    found = Lockstep(3, "ensign").play(420)
    assert found["gates"] >= 6
    assert found["reach_of_japan"] >= 10
    assert found["plots"] > 60


@pytest.mark.thorough
@pytest.mark.clause("42.51", "42.71", "42.72", "42.73", "37.1", "3.21")
@pytest.mark.parametrize(("hand", "seed"), [("ensign", 1), ("random", 1), *further(("ensign", 2), ("random", 2))])
def test_two_references_agree_on_entry_over_games(hand: str, seed: int) -> None:
    found = Lockstep(seed, hand).play(10**6)
    assert found["plots"] > 100
    assert found["left"] >= 1
    assert found["reach_of_japan"] >= 4
