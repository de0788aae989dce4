"""Compares a reference implementation of land rules with Ground Phases of Leyte and Midway, choice by choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from ironbottom.bots import make_player
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.procedures import Decision, Execution, changed
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import HEXES, SCENARIOS, UNITS
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import GroundPhase
from tests.games.war_in_the_pacific import reference_burma as reference
from tests.games.war_in_the_pacific import reference_shore as shore
from tests.games.war_in_the_pacific import test_reference_burma as burma
from tests.games.war_in_the_pacific.battle_states import put_unit
from tests.games.war_in_the_pacific.burma_states import GAME
from tests.games.war_in_the_pacific.reference_land import PLACES, Land, Unit, beside, is_land, reach, read
from tests.games.war_in_the_pacific.reference_land import walks as may_walk
from tests.games.war_in_the_pacific.reference_special_rules import of_japan
from tests.kit.thorough_cases import further

CLAUSES = (
    "16.4",
    "21.1",
    "21.5",
    "22.1",
    "22.2",
    "22.5",
    "22.6",
    "24.1",
    "24.2",
    "24.3",
    "24.4",
    "24.5",
    "24.6",
    "24.9",
)
KINDS = {
    "japan": ("jp_7_3", "jp_3_1", "jp_2_1", "jp_7_3_bg", "jp_1_1_eng", "jp_2_1_arm", "jp_1_1_snlf", "jp_ltu", "jp_bf"),
    "allies": ("us_11_3", "us_3_1", "us_4_1_mar", "us_11_3_bg", "us_2_1_eng", "us_hq_wing", "us_ltu", "us_bf"),
}
CORREGIDOR = "B1949"
"""24.4 The hex that is fortified by the rule."""
SHARED = "B39"
"""3.24 The column that section D shares with B, under whose name it is listed."""
MARCHES = ("marching", "lift_marching", "attacking", "committing", "retreat", "advance")


class Lockstep(burma.Lockstep):
    """A game on islands with both implementations; ``seen`` counts the comparisons."""

    def __init__(self, state: State, seed: int, hand: str) -> None:
        self.chance, self.dice, self.share = Random(seed), SeededDice(seed), 1.0
        self.players = {side: make_player(state.rules, hand, side, seed) for side in burma.SIDES}
        self.state, self.seen, self.differ, self.segment = state, Counter[str](), [], None
        self.midway = SCENARIOS.ids[state.cells[layout.SCENARIO]] == "midway"

    def one(self, side: str, action: Action) -> None:
        """One choice; its result is computed only in a Ground Phase."""
        decision = self.state.decision(side)
        assert decision is not None
        if decision.procedure.name not in MARCHES:
            self.state.apply(side, action, self.dice, trusted=True)
            return
        before, was, view = self.land(), self.state.copy(), self.state.view("public")
        events = self.state.rules.visible_events(self.state.apply(side, action, self.dice, trusted=True), "all")
        attackers: list[Unit] = []
        for event in events:
            if event["event"] == "attack":
                attackers = [before.units[name] for name in event["units"]]
            if event["event"] == "ground_battle" and attackers:
                self.met(was, before, view, attackers, event)
            if event["event"] == "stood":
                self.agree("stood", set(), reference.retreats(self.land(), self.other(event["at"]), event["at"]), event)

    def land(self) -> Land:
        """The current land; in basic Midway every port is a source (42.74)."""
        land = super().land()
        if self.midway:
            ports = [hex for hex, row in PLACES.items() if row["port"] in ("minor", "major") and hex[0] in "DF"]
            land.supply = dict.fromkeys(ports, 1)
        return land

    def met(self, was: State, land: Land, view: Mapping[str, Any], units: list[Unit], event: Mapping[str, Any]) -> None:
        """16.4, 24.2 to 24.5, 24.9 A battle, with the strength of landed units."""
        landed = {unit.name: was.arrays[layout.LANDED][UNITS.index[unit.name]] for unit in units}
        dropped = any(how == 3 for how in landed.values())
        mine = set() if dropped else shore.attack(was, [unit.name for unit in units], landed)
        if mine:
            self.agree("strength", True, event["attacker"] in mine, (mine, event))
        built = view["frames"][0].get("built", ())
        fortified = event["at"] == CORREGIDOR or any(
            each["at"] == event["at"] and each["work"] == "fortify" for each in built
        )
        fought = reference.battle(
            land, units, event["at"], event["die"], fortified, event["attacker"] if mine else None
        )
        if event["die"] == 0:
            fought["column"] = event["column"]
        self.agree("battle", fought, {name: event[name] for name in fought}, event)

    def offered(self, decision: Decision) -> None:
        """22.1, 24.1, 24.3, 24.6 The choices."""
        name = decision.procedure.name
        if name in QUESTIONS:
            QUESTIONS[name](self, self.land(), self.state.view(decision.side), decision)

    def ended(self) -> None:
        """47.1 The score of these scenarios is checked by another reference implementation."""

    def in_ground_phase(self) -> bool:
        """4.13 Whether the Ground Phase is in progress."""
        return any(frame.name == "ground_phase" for frame in self.state.stack)

    def walkers(self, land: Land, view: Mapping[str, Any], decision: Decision) -> None:
        """22.1 to 22.6, 45.13 The hexes to which each of these units can go; no Allied unit enters Japan."""
        frame, side, verbs = view["frames"][-1], decision.side, set(decision.choices.next())
        own = [unit for unit in land.units.values() if unit.side == side and unit.name not in frame["moved"]]
        for unit in self.chance.sample(own, min(3, len(own))):
            offered = self.ways(decision, unit) if "move" in verbs else {}
            if self.midway and any(hex[:3] == SHARED for hexes in offered.values() for hex in hexes):
                continue  # The reference land ends at the edge of the sections in play.
            near = reach(land, unit)
            ways = {"march": near, "force_march": reach(land, unit, 2) - near}
            for verb, mine in ways.items():
                there = {hex for hex in mine if self.midway or side == "japan" or not of_japan(hex)}
                self.agree(verb, there, offered.get(verb, set()), unit)
            self.agree("walks", True, may_walk(land, unit) or not offered, unit)


QUESTIONS = {
    "marching": Lockstep.walkers,
    "lift_marching": Lockstep.walkers,
    "attacking": Lockstep.attacks,
    "committing": Lockstep.joins,
    "retreat": Lockstep.retreats,
    "advance": Lockstep.advances,
}


def clash(scenario: str, seed: int) -> Lockstep:
    """A Ground Phase in which Allied units have landed beside Japan's, at random."""
    luck, state = Random(seed), GAME.rules().new(scenario)
    state.cells[layout.FIRST_PLAYER] = luck.randrange(2)
    land, stacks, arrays = read(state), layout.units_in(state.arrays), state.arrays
    fields = sorted({unit.at for unit in land.units.values() if unit.strength and is_land(unit.at)})
    for hex in luck.sample(fields, min(8, len(fields))):
        side = land.at(hex)[0].side
        near = [there for there in beside(hex) if is_land(there) and not land.at(there)]
        for there in luck.sample(near, min(2, len(near))):
            for _ in range(luck.randint(1, 2)):
                kind = luck.choice(KINDS[reference.OTHER[side]])
                unit = UNITS.index[put_unit(state, kind, there)]
                arrays[layout.LANDED][unit] = luck.choice((0, 0, 0, 1, 2))
                arrays[layout.UNSUPPLIED][unit] = luck.choice((0, 0, 1))
                arrays[layout.CONTROL][HEXES.index[there]] = burma.SIDES.index(reference.OTHER[side])
    for unit in range(len(UNITS)):
        if luck.random() < 0.1:
            arrays[layout.DISRUPTED][unit] = luck.randint(1, 4)
    assert stacks.links_agree()
    turn: Any = layout.scenario(state).game_turn(state.rules)
    names = [step.name for step in turn.steps]
    state.stack = (changed(turn, next=names.index("ground") + 1), GroundPhase(0))
    run(Execution(state, SeededDice(seed)))
    return Lockstep(state, seed, "random")


def compare_phases(scenario: str, seeds: range) -> Counter[str]:
    """Plays random Ground Phases with both implementations, which agree in all comparisons."""
    seen = Counter[str]()
    for seed in seeds:
        game = clash(scenario, seed)
        while game.state.decisions() and game.state.stack[0].name.endswith("turn") and game.in_ground_phase():
            game.play(1)
        assert game.differ == [], game.differ[:3]
        seen += game.seen
    return seen


@pytest.mark.build
@pytest.mark.clause(*CLAUSES)
@pytest.mark.parametrize("scenario", ["leyte", "midway"])
def test_two_references_agree_on_random_ground_phases(scenario: str) -> None:
    found = compare_phases(scenario, range(3))
    assert found["march"] > 150
    assert found["battle"] >= 4
    assert found["commit"] >= 9


@pytest.mark.thorough
@pytest.mark.clause(*CLAUSES)
@pytest.mark.parametrize(
    ("scenario", "first"), [("leyte", 5), ("midway", 5), *further(("leyte", 100), ("midway", 100))]
)
def test_two_references_agree_on_many_random_ground_phases(scenario: str, first: int) -> None:
    found = compare_phases(scenario, range(first, first + 60))
    assert found["battle"] > 300
    assert found["advance"] > 20


@pytest.mark.thorough
@pytest.mark.clause(*CLAUSES)
@pytest.mark.parametrize(("scenario", "hand", "seed"), [("leyte", "ensign", 1), ("midway", "ensign", 1)])
def test_two_references_agree_on_the_ground_through_games(scenario: str, hand: str, seed: int) -> None:
    game = Lockstep(GAME.rules().new(scenario), seed, hand)
    game.play(10**5)
    assert game.differ == []
    assert game.seen["march"] > 10
