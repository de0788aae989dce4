"""Compares a reference implementation of the visibility and duration of contact with games of Midway and Leyte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import BASES, FIRST_BOX, FORCES, FORCES_A_SIDE, HEXES, SCENARIOS
from tests.games.war_in_the_pacific.reference_comparison import SecondReading, rules_for
from tests.games.war_in_the_pacific.reference_land import is_land
from tests.games.war_in_the_pacific.reference_sea import place_of
from tests.games.war_in_the_pacific.reference_search import SearchState
from tests.games.war_in_the_pacific.test_reference_scores import saved
from tests.kit.thorough_cases import further

Events = Sequence[Mapping[str, Any]]
SIDES = ("japan", "allies")
CLAUSES = ("1.32", "8.42", "8.5", "8.6", "8.7")
FINDS_A_BASE = 6
"""8.42 The number of Search Points that reveals the Air Points of a base."""
HEARD = {"contact": (1,), "found": (0,), "contact_lost": (0, 1), "renumbered": (0,)}
"""1.32, 8.5 The audience of the events of a force: 0 its owner, 1 its enemy."""


class Lockstep(SecondReading):
    """A game with separately recorded contacts; ``seen`` counts the comparisons."""

    def __init__(self, state: State, seed: int, hand: str) -> None:
        self.state, self.dice, self.seen = state, SeededDice(seed), Counter[str]()
        self.sections = {"midway": "DF"}.get(SCENARIOS.ids[state.cells[layout.SCENARIO]], "BC")
        self.players = {side: make_player(state.rules, hand, side, seed) for side in SIDES}

    def play(self, most: int = 10**6) -> Counter[str]:
        """Plays a limited number of choices."""
        while (open_to := self.state.decisions()) and most > 0:
            side = open_to[0].side
            for action in as_choices(self.players[side].choose(offer_for(self.state, open_to[0]))):
                before = self.state.copy()
                events, rules = self.state.apply(side, action, self.dice, trusted=True), self.state.rules
                result = rules.visible_events(events, "all")
                self.kept(before, result)
                self.check_events(result, [rules.visible_events(events, each) for each in SIDES])
                self.searched(result)
                most -= 1
        return self.seen

    def contacts(self, state: State) -> set[str]:
        """8.5 The forces in contact."""
        return {force for n, force in enumerate(FORCES.ids) if state.cells[layout.IN_CONTACT] >> n & 1}

    def check_events(self, data: Events, theirs: list[Events]) -> None:
        """1.32 The searcher is informed of a contact, the owner that it was found, both that contact was lost."""
        for event in data:
            if event["event"] in HEARD:
                owner = FORCES.index[event["force"]] // FORCES_A_SIDE
                whom = {owner if who == 0 else 1 - owner for who in HEARD[event["event"]]}
                self.agree("heard", whom, {side for side in (0, 1) if event in theirs[side]}, event)

    def kept(self, before: State, data: Events) -> None:
        """8.5 Contact begins with a report.

        It ends after a Naval Phase without search there, or when the force is gone.
        """
        known, lost = self.contacts(before), set[str]()
        for event in data:
            if event["event"] == "contact":
                known.add(event["force"])
            if event["event"] == "contact_lost":
                known.discard(event["force"])
                lost.add(event["force"])
            if event["event"] == "dummy_removed":
                known.discard(event["force"])
                self.seen["dummy_removed"] += 1
        if any(event["event"] == "ship_sunk" for event in data):
            known = {force for force in known if self.state.cells[layout.FORCE_AT + FORCES.index[force]] >= 0}
        self.agree("contacts", known, self.contacts(self.state))
        over = ends_at_the_shore(before) and not ends_at_the_shore(self.state)
        if over and any(event["event"] == "captured" for event in data):
            self.seen["search cut short"] += 1  # Points of a captured base no longer search.
        elif over:
            self.agree("lost", self.out_of_search(before), lost)
        else:
            gone = {force for force in lost if before.cells[layout.FORCE_AT + FORCES.index[force]] >= 0}
            self.agree("vanished", set(), gone)

    def out_of_search(self, before: State) -> set[str]:
        """8.5, 8.6 The forces in contact that leave the map, are in a storm, or out of reach of Search Points."""
        sky, found = SearchState(before), set()
        for force in self.contacts(before):
            number = FORCES.index[force]
            hex, lane = before.cells[layout.FORCE_AT + number], before.cells[layout.FORCE_LANE + number]
            reached = hex >= 0 and lane < 0 and sky.points(1 - number // FORCES_A_SIDE, place_of(HEXES.ids[hex]))[0] > 0
            stormy = hex >= 0 and sky.weather(HEXES.ids[hex]) == "storm"
            self.seen["storms"] += stormy and reached
            if not reached or stormy:
                found.add(force)
        return found

    def searched(self, data: Events) -> None:
        """8.42 The bases revealed by six Search Points in fair weather, with their Air Points."""
        if not any(event["event"] == "step_opened" and event["step"] == "second_declaration" for event in data):
            return
        theirs = {event["base"]: event["points"] for event in data if event["event"] == "base_searched"}
        sky, state = SearchState(self.state), self.state
        for base, name in enumerate(BASES.ids[:FIRST_BOX]):
            hex = layout.base_hex(state.cells, base)
            side = state.arrays[layout.CONTROL][hex] if hex >= 0 else 2
            if side > 1 or not is_land(HEXES.ids[hex]) or HEXES.ids[hex][0] not in self.sections:
                continue  # 3.51, 45.13 Closed regions are not searched.
            points = sky.points(1 - side, place_of(HEXES.ids[hex]))[0] if sky.flying else 0
            may = points >= FINDS_A_BASE and sky.weather(HEXES.ids[hex]) == "clear"
            working = state.arrays[layout.LEVEL][base] > state.arrays[layout.HURT][base]
            if name in theirs:
                self.agree("found out", (True, layout.points_at(state.arrays, base)), (may, theirs[name]), name)
            elif working:
                self.agree("not found out", False, may, (name, points))


def ends_at_the_shore(state: State) -> bool:
    """4.12 Whether both are asked for orders at the shore, the last question of a Naval Phase."""
    return any(frame.name == "ashore" for frame in state.stack)


@pytest.mark.build
@pytest.mark.clause(*CLAUSES)
def test_two_references_agree_on_contact_from_a_saved_position() -> None:
    found = Lockstep(saved("midway_turn_3_search"), 2, "ensign").play(250)
    for what in ("heard", "contacts", "lost", "found out"):
        assert found[what], (what, found)


@pytest.mark.thorough
@pytest.mark.clause(*CLAUSES)
@pytest.mark.parametrize("scenario", ["midway", "leyte"])
@pytest.mark.parametrize(("hand", "seed"), [("random", 5), ("ensign", 1), *further(("random", 4), ("ensign", 2))])
def test_two_references_agree_on_contact_through_games(scenario: str, hand: str, seed: int) -> None:
    found = Lockstep(rules_for(hand).new(scenario), seed, hand).play(2500)
    for what in ("heard", "contacts", "lost"):
        assert found[what] > 2, (what, found)
