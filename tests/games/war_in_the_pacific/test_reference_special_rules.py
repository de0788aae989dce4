"""Compares a reference implementation of Burma's and Leyte's special rules with games, choice by choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.dice.dice import RecordingDice, SeededDice
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import FORCES, HEXES
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.turn import terminal_segment
from tests.games.war_in_the_pacific import reference_special_rules as reference
from tests.games.war_in_the_pacific.reference_comparison import SecondReading
from tests.games.war_in_the_pacific.reference_deployment import ships_stand
from tests.games.war_in_the_pacific.reference_sea import ROW, SHIP, place_of
from tests.games.war_in_the_pacific.reference_search import chit, chit_text
from tests.kit.games import SAVED
from tests.kit.thorough_cases import further

RULES = GAME.rules()
SIDES = ("japan", "allies")
Events = Sequence[Mapping[str, Any]]


class Lockstep(SecondReading):
    """A game whose special rules are recomputed; ``seen`` counts the comparisons."""

    def __init__(self, scenario: str, seed: int, hand: str, begun: State | None = None) -> None:
        self.case, self.state = scenario, begun or RULES.new(scenario)
        self.dice = RecordingDice(SeededDice(seed))
        self.players = {side: make_player(RULES, hand, side, seed) for side in SIDES}
        self.seen, self.came = Counter[str](), Counter[str]()
        self.due: dict[str, int] = {}

    def play(self, most: int = 10**6) -> Counter[str]:
        """Plays a limited number of choices."""
        while (open_to := self.state.decisions()) and most > 0:
            side = open_to[0].side
            for action in as_choices(self.players[side].choose(offer_for(self.state, open_to[0]))):
                self.offered(self.state.decision(side))
                before = self.state.copy()
                self.dice.rolled.clear()
                events = self.state.rules.visible_events(self.state.apply(side, action, self.dice, trusted=True), "all")
                self.happened(before, events, action)
                most -= 1
        return self.seen

    def offered(self, decision: Decision | None) -> None:
        """44.61 The units that may fly; 44.62, 44.63 the places and numbers of arriving stores.

        44.65 the units that may not leave.
        """
        assert decision is not None
        name, choices, state = decision.procedure.name, decision.choices, self.state
        if name == "air_lift":
            turn, units = state.cells[layout.TURN], reference.units_on_map(state)
            flown = choices.next("fly_unit") if "fly_unit" in choices.next() else ()
            self.agree("flown", [], [unit for unit in flown if not reference.flies(units[unit][0], turn)])
        if name == "receiving":
            side = decision.side
            points, ports = reference.arrives(state, side)
            left = self.due.setdefault(side, points)
            self.agree("ports", set(ports), set(choices.next("receive")), side)
            lots = {choices.next("receive", hex)[-1] for hex in ports}
            self.agree("left", {str(left if side == "japan" else left // reference.BLOCK)}, lots, side)
        if name == "burma_marching" and decision.side == "japan":
            posted = [reference.guards(state, hex) for hex in reference.PORTS["japan"]]
            last = {here[0] for here in posted if len(here) == 1}
            moved = set(choices.next("move")) if "move" in choices.next() else set()
            self.agree("guards", set(), last & moved)

    def happened(self, before: State, data: Events, action: object) -> None:
        """The results of a choice: stores, Provincial Points, unguarded ports, closed countries, inactive Subrons."""
        names = [event["event"] for event in data]
        self.agree("trespassers", [], reference.trespassers(self.state, self.case), action)
        if self.case == "burma":
            self.arrived(before, data)
            if "unguarded" in names or "supply_came" in names:
                self.ports_left(data)
        if self.case == "leyte" and reference.quiet(before.cells[layout.TURN]):
            self.quiet(before, data)

    def arrived(self, before: State, data: Events) -> None:
        """44.62, 44.63 The arrivals in a Segment match what was due, at ports of the side."""
        for event in data:
            if event["event"] == "supply_came" and event["at"] in reference.PORTS[event["side"]] and self.due:
                side = event["side"]
                if side in self.due and before.stack[-1].name == "receiving":
                    self.due[side] -= event["points"]
                    self.agree("received", reference.holder(self.state, event["at"]), side, event)
                    if not self.due[side]:
                        del self.due[side]
                        self.came[side] += 1
            if event["event"] == "pool":
                self.agree("pool", reference.pool(self.state), event["points"])
            if event["event"] == "turn_opened":
                self.agree("nothing owed", {}, self.due)
                self.came["turns"] += 1

    def ports_left(self, data: Events) -> None:
        """44.65 At the end of the Ground Phase the ports without a guard are announced."""
        theirs = [event["at"] for event in data if event["event"] == "unguarded"]
        if any(event["event"] == "attacks_over" for event in data) and self.state.stack[-1].name == "receiving":
            self.agree("unguarded", reference.unguarded(self.state), theirs)

    def quiet(self, before: State, data: Events) -> None:
        """45.62 Japan's Subrons find no force, make no attack and have no losses."""
        ours = range(layout.SUBRONS_A_SIDE)
        points = [[state.cells[layout.SUBRON_FLEET + n] for n in ours] for state in (before, self.state)]
        if before.stack[-1].name not in ("leyte_deployment", "lying_in_wait"):
            self.agree("points", sum(points[0]), sum(points[1]))
        hit = [
            event["force"] for event in data if event["event"] == "sub_attack" and event["force"].startswith("allies")
        ]
        self.agree("attacked", [], hit)


def saved(name: str) -> State:
    """A saved position."""
    return load_position(SAVED / "war_in_the_pacific" / f"{name}.toml")


@pytest.mark.build
@pytest.mark.clause("44.62", "44.63", "44.65", "44.66")
def test_the_special_rules_of_burma_hold_from_a_saved_position() -> None:
    game = Lockstep("burma", 3, "random", saved("burma_turn_2_ground"))
    found = game.play()
    assert found["guards"] > 5
    assert game.came["japan"] == 1


@pytest.mark.thorough
@pytest.mark.clause("44.61", "44.62", "44.63", "44.65", "44.66")
@pytest.mark.parametrize(("hand", "seed"), [("random", 1), ("ensign", 2), *further(("random", 2), ("random", 4))])
def test_the_special_rules_of_burma_hold_through_games(hand: str, seed: int) -> None:
    game = Lockstep("burma", seed, hand)
    found = game.play()
    assert found["flown"] > 20
    assert game.came["japan"] > 20
    assert game.came["allies"] == 6


# -- 45.62, 45.13 -------------------------------------------------------------------------------------------------


@pytest.mark.clause("45.62", "45.13")
def test_the_special_rules_of_leyte_hold_from_the_start() -> None:
    found = Lockstep("leyte", 5, "random").play(160)
    assert found["points"] > 20


@pytest.mark.thorough
@pytest.mark.clause("45.62", "45.13")
@pytest.mark.parametrize(("hand", "seed"), [("ensign", 1)])
def test_the_special_rules_of_leyte_hold_through_games(hand: str, seed: int) -> None:
    found = Lockstep("leyte", seed, hand).play()
    assert found["points"] > 200


# -- 45.82 --------------------------------------------------------------------------------------------------------


def reports_before(seed: int) -> int:
    """45.82, 8.3, 8.31 Japan deploys at random: a chit for each port, hex by hex, and its report."""
    state, dice, random = RULES.new("leyte_freely"), RecordingDice(SeededDice(seed)), Random(seed)
    for _ in range(40):
        choices = state.decisions()[0].choices
        ship = random.choice(choices.next("berth"))
        state.apply("japan", ("berth", ship, random.choice(choices.next("berth", ship))), dice)
    ports: dict[str, list[str]] = {}
    for ship, hex in ships_stand(state).items():
        if SHIP[ROW[ship]]["side"] == "japan" and hex in HEXES.index:
            ports.setdefault(hex, []).append(SHIP[ROW[ship]]["type"])
    dice.rolled.clear()
    events = state.rules.visible_events(state.apply("japan", ("deployed",), dice), "all")
    drawn = [die.value for die in dice.rolled if die.why is Roll.SEARCH_CHIT]
    errors = [die.value for die in dice.rolled if die.why is Roll.REPORT]
    heard = [event for event in events if event["event"] == "contact"]
    assert len(drawn) == len(heard) == len(ports)
    for hex, die, event in zip(sorted(ports, key=HEXES.index.__getitem__), drawn, heard, strict=True):
        force, name = FORCES.index[event["force"]], chit("B", die)
        blocks = (layout.REPORTED_SHIPS, layout.REPORTED_CAPITAL, layout.REPORTED_CARRIER, layout.REPORTED_SIZE)
        where = place_of(HEXES.ids[state.cells[layout.CONTACT_AT + force]])
        theirs = (*(state.cells[block + force] for block in blocks), where)
        assert (name, chit_text(name, errors, ports[hex], hex)) == (event["chit"], theirs), (hex, event)
    assert not state.cells[layout.IN_CONTACT]
    return len(ports)


@pytest.mark.build
@pytest.mark.clause("45.82", "8.3", "8.31")
def test_45_82_two_references_agree_on_the_reports_before_leyte() -> None:
    assert reports_before(1) == 20


# -- 44.44, 45.43 -------------------------------------------------------------------------------------------------

MIN_LEADS = {
    "burma": {0: "draw", 201: "marginal", 401: "substantial", 601: "decisive"},
    "leyte": {0: "draw", 1: "marginal", 101: "substantial", 201: "decisive"},
}
"""44.44, 42.45, 45.43 The lead at which each level of victory begins."""


@pytest.mark.clause("44.44", "45.43", "42.45")
@pytest.mark.parametrize("scenario", ["burma", "burma_freely", "leyte", "leyte_freely"])
def test_44_44_45_43_each_lead_has_the_level_of_its_row_to_the_last_point(scenario: str) -> None:
    state, rows = RULES.new(scenario), MIN_LEADS[scenario.partition("_")[0]]
    for lead in range(1_000):
        level = rows[max(least for least in rows if least <= lead)]
        assert terminal_segment.victory_level(state, lead, broken_off=False) == level, lead
    assert terminal_segment.victory_level(state, 99_999, broken_off=False) == "decisive"
