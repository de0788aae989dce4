"""Compares a reference count of Victory Points, of Kunming's tonnage and of arrivals with whole games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import AIR_TYPES, STACKS
from ironbottom.games.war_in_the_pacific.rules.naval import sailing
from ironbottom.games.war_in_the_pacific.rules.turn import terminal_segment
from ironbottom.games.war_in_the_pacific.scenarios.burma import cases as burma
from tests.games.war_in_the_pacific import reference_burma
from tests.games.war_in_the_pacific import reference_scores as reference
from tests.games.war_in_the_pacific.burma_states import GAME, KUNMING
from tests.games.war_in_the_pacific.reference_arrivals import Arrivals, gained
from tests.games.war_in_the_pacific.reference_comparison import BEFORE_PLAY, SecondReading
from tests.games.war_in_the_pacific.reference_scores import SIDES
from tests.kit.games import SAVED
from tests.kit.thorough_cases import further

Events = Sequence[Mapping[str, Any]]
BREAKOFF = 200


class Lockstep(SecondReading):
    """A game in which points are counted independently; ``seen`` counts the comparisons."""

    def __init__(self, scenario: str, seed: int, hand: str, begun: State | None = None) -> None:
        rules = GAME.rules()
        self.scenario, self.seen = scenario.partition("_")[0], Counter[str]()
        self.start: State = rules.new(scenario)
        self.state = begun or self.start.copy()
        self.dice = SeededDice(seed)
        self.players = {side: make_player(rules, hand, side, seed) for side in SIDES}
        self.arrivals = Arrivals(self.scenario)
        self.count = reference.Count(self.arrivals)
        for number, side in enumerate(SIDES):
            self.count.lost[side] = self.state.cells[layout.LOSSES + number]
        self.carried = self.state.arrays[layout.SUPPLY][burma.TONNAGE]

    def play(self, most: int = 10**6) -> Counter[str]:
        """Plays a limited number of choices."""
        while (open_to := self.state.decisions()) and most > 0:
            side = open_to[0].side
            for action in as_choices(self.players[side].choose(offer_for(self.state, open_to[0]))):
                before, asked = self.state.copy(), self.state.stack[-1].name
                events = self.state.rules.visible_events(self.state.apply(side, action, self.dice, trusted=True), "all")
                if not any(word in asked for word in BEFORE_PLAY):
                    self.happened(before, events, action)
                else:
                    self.arrivals.lost.clear()
                most -= 1
        if not self.state.decisions():
            self.ended()
        return self.seen

    def happened(self, before: State, data: Events, action: object) -> None:
        """47.1 The losses of each side in a choice; 44.43, 45.71 to 45.75 arrivals; 47.3 whether a lead is final."""
        names = [event["event"] for event in data]
        self.arrivals.state = before if "turn_opened" in names else self.state
        for event in data:
            if event["event"] == "reinforced":
                self.arrivals.phase += 1
                self.arrived(event)
        self.fallen(before, data)
        mine = self.count.after(before, self.state, data)
        lost = layout.LOSSES
        theirs = {side: self.state.cells[lost + n] - before.cells[lost + n] for n, side in enumerate(SIDES)}
        self.agree("losses", mine, theirs, action)
        self.tonnage(data)
        if "turn_opened" in names:
            self.stands()
        if {"turn_opened", "game_ended"} & set(names) and self.scenario != "burma":
            ended = [event["ending"] for event in data if event["event"] == "game_ended"]
            self.agree("breakoff", abs(self.count.lead(self.state)) >= BREAKOFF, ended == ["breakoff"])

    def arrived(self, event: Mapping[str, Any]) -> None:
        """44.71, 44.72, 45.71 to 45.75 The number of arriving points, according to the tables."""
        came = set(self.arrivals.came)
        due = self.arrivals.due(event["side"])
        self.arrivals.came = came
        self.agree("reinforced", sum(due.values()), event["points"], event)

    def fallen(self, before: State, data: Events) -> None:
        """45.71 The Allied points lost by stack, until they are replaced."""
        if self.scenario != "leyte":
            return
        change = gained(before, self.state)
        back = any(event["event"] == "reinforced" and event["side"] == "allies" for event in data)
        for stack, points in change.items():
            kind = AIR_TYPES.ids[STACKS.index[stack] // 3]
            if reference.AIRCRAFT[kind]["side"] == "allies" and not back and points:
                self.arrivals.lost[stack] -= points

    def tonnage(self, data: Events) -> None:
        """44.43 Supply Points brought to Kunming by any means, minus those carried away again."""
        for event in data:
            if event["event"] == "supply_came" and event["at"] == KUNMING and event["side"] == "allies":
                self.carried += event["points"]
            if event["event"] == "flown_in":
                arrived = event["to"] == KUNMING and event["side"] == "allies"
                if event["at"] == KUNMING:
                    self.carried -= event["points"]
                self.seen["flown_to_kunming"] += arrived
        self.agree("tonnage", max(self.carried, 0), self.state.arrays[layout.SUPPLY][burma.TONNAGE], data)

    def stands(self) -> None:
        """47.0 The points of each side at the end of a Game-Turn; the Objective of Leyte counts later."""
        for number, side in enumerate(SIDES):
            theirs = terminal_segment.score(self.state, number)
            secret = self.scenario == "leyte"
            mine = self.points(side) - (reference.leyte(self.state, side) if secret else 0)
            self.agree("stands", mine, theirs.total, (side, theirs))

    def ended(self) -> None:
        """42.42, 44.42, 44.43, 45.42, 47.1, 47.26 The score, and the level of the lead."""
        result = GAME.result(self.state)
        score = {side: self.points(side) for side in SIDES}
        self.agree("score", score, result["score"])
        lead = abs(score["japan"] - score["allies"])
        broken = self.scenario != "burma" and abs(self.count.lead(self.state)) >= BREAKOFF
        if self.scenario != "burma":
            self.agree("level", True, ("Decisive" if broken else reference.level(lead)) in result["why"], result["why"])

    def points(self, side: str) -> int:
        """47.1 The points of a side at the end."""
        state, enemy = self.state, reference.other(side)
        found = (
            self.count.lost[enemy] + reference.ships_worth(state, enemy) + reference.facilities(self.start, state, side)
        )
        if self.scenario == "midway":
            return found + reference.midway(state, side)
        if self.scenario == "leyte":
            return found + reference.leyte(state, side)
        view = state.view("public")
        land = reference_burma.land_of(state, view)
        joined = reference_burma.sea_lines(land, view, "allies")
        touched = reference_burma.touched(land, "allies", reference_burma.sources(land, "allies"), joined)
        return found + reference_burma.aims(land, side, max(self.carried, 0), touched)


def saved(name: str) -> State:
    """A saved position."""
    state = load_position(SAVED / "war_in_the_pacific" / f"{name}.toml")
    sailing.stop_forces(state)
    return state


@pytest.mark.build
@pytest.mark.clause("47.1", "47.21", "47.25")
def test_two_counts_agree_on_losses_at_leyte_from_a_saved_position() -> None:
    found = Lockstep("leyte", 1, "ensign", saved("leyte_turn_2_after_landing")).play(120)
    assert found["losses"] == 120


@pytest.mark.clause("47.1", "47.26", "44.42", "44.43")
def test_two_counts_agree_on_the_end_of_burma_from_a_saved_position() -> None:
    found = Lockstep("burma", 6, "random", saved("burma_turn_2_ground")).play()
    assert found["score"] == 1


@pytest.mark.thorough
@pytest.mark.clause("47.1", "47.23", "47.24", "47.26", "47.3", "42.42", "42.45")
@pytest.mark.clause("44.42", "44.43", "44.71", "44.72", "45.42", "45.43", "45.72", "45.73")
@pytest.mark.parametrize(
    ("scenario", "hand", "seed"),
    [
        *(("midway", "ensign", 3), ("midway", "random", 3)),
        *(("leyte", "ensign", 3), *further(("leyte", "ensign", 4))),
        *(("burma", "ensign", 3), ("burma", "random", 3)),
    ],
)
def test_two_counts_agree_over_games(scenario: str, hand: str, seed: int) -> None:
    found = Lockstep(scenario, seed, hand).play()
    assert found["score"] == 1
    assert found["losses"] > 100
