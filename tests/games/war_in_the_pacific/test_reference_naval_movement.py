"""Compares a reference implementation of naval movement with Midway and Leyte: distance and fuel of each force."""

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
from ironbottom.games.war_in_the_pacific.pieces import FORCES, FORCES_A_SIDE, HEXES, IN_FORCE, SCENARIOS, SHIPS
from tests.games.war_in_the_pacific import reference_naval_movement as reference
from tests.games.war_in_the_pacific.reference_comparison import SecondReading, rules_for
from tests.games.war_in_the_pacific.reference_missions import A_PHASE, AN_IMPULSE, may_sail_to, ships
from tests.games.war_in_the_pacific.reference_naval_movement import Course, NavalMap
from tests.games.war_in_the_pacific.reference_waters import Water, port
from tests.games.war_in_the_pacific.test_reference_scores import saved
from tests.games.war_in_the_pacific.test_reference_waters import is_japanese
from tests.kit.thorough_cases import further

Events = Sequence[Mapping[str, Any]]
SIDES = ("japan", "allies")
DECIDES = ("first_impulse", "second_impulse", "third_impulse")
CLAUSES = ("9.3", "10.1", "10.2", "10.3", "10.31", "10.5", "10.7", "12.2", "18.4", "42.71", "45.61")


class Lockstep(SecondReading):
    """A game in which each movement is recomputed; ``seen`` counts the comparisons."""

    def __init__(self, state: State, seed: int, hand: str) -> None:
        self.state, self.dice, self.seen = state, SeededDice(seed), Counter[str]()
        self.players = {side: make_player(state.rules, hand, side, seed) for side in SIDES}
        self.book: dict[str, Course] = {}
        self.impulse = 0
        self.gate, self.filled = "", False
        scenario = state.cells[layout.SCENARIO]
        leyte, opened = SCENARIOS.ids[scenario].startswith("leyte"), state.rules.pieces.in_play(scenario)
        self.charts = (
            NavalMap(lambda hex: bool(opened[HEXES.index[hex]]), leyte=leyte),
            NavalMap(lambda hex: bool(opened[HEXES.index[hex]]) and not (leyte and is_japanese(hex)), leyte=leyte),
        )

    def standing(self) -> tuple[object, ...]:
        """The Game-Turn and the impulse."""
        return self.state.cells[layout.TURN], self.impulse

    def play(self, most: int = 10**6) -> Counter[str]:
        """Plays a limited number of choices."""
        while (open_to := self.state.decisions()) and most > 0:
            side = open_to[0].side
            for action in as_choices(self.players[side].choose(offer_for(self.state, open_to[0]))):
                decision = self.state.decision(side)
                assert decision is not None
                here: Any = decision.procedure
                self.offered(decision)
                before = self.state.copy()
                events = self.state.rules.visible_events(self.state.apply(side, action, self.dice, trusted=True), "all")
                if action[0] == "wait":
                    self.book.setdefault(FORCES.ids[here.force], Course()).to = ""
                self.happened(before, events)
                most -= 1
        return self.seen

    def chart(self, force: str) -> NavalMap:
        """The waters of a force's side."""
        return self.charts[FORCES.index[force] // FORCES_A_SIDE]

    # -- 10.3 choices ------------------------------------------------------------------------------------------------

    def offered(self, decision: Decision) -> None:
        """10.1, 10.3 The hexes to which a plotted force may sail, and the speeds."""
        here: Any = decision.procedure
        if here.name not in ("course", "pace"):
            return
        force, choices = FORCES.ids[here.force], decision.choices
        start, most = self.start(self.state, force), reference.slowest(self.state, force)
        owes = [
            reference.owed(force.partition("_")[0], speed, filled=self.filled) if self.gate else 0 for speed in range(4)
        ]
        if here.name == "pace":
            mine = reference.speeds(self.chart(force), start, HEXES.ids[here.to], most, owes)
            if not ships(self.state, force):
                mine &= {2, 3}
            self.agree("speeds", mine, {int(name[-1]) for name in choices.next("make_speed")}, (force, here.to))
            return
        mine_to = reference.destinations(self.chart(force), start, A_PHASE[most] - owes[most]) if most else set()
        mission = layout.MISSIONS.ids[here.mission]
        if self.gate and most:
            mine_to |= {start.at}
        mine_to = {
            to for to in mine_to if may_sail_to(mission, start.at, [to]) or (mission == "reaction" and self.gate)
        }
        theirs = set(choices.next("sail")) if "sail" in choices.next() else set()
        self.agree("destinations", set(), mine_to ^ theirs, (force, mission, start, most))

    def start(self, state: State, force: str) -> Water:
        """42.71 The place of a force, or the water of its entry hex."""
        gate = state.cells[layout.FORCE_GATE + FORCES.index[force]]
        self.gate = HEXES.ids[gate] if gate >= 0 else ""
        self.filled = bool(state.cells[layout.FORCE_FILLED + FORCES.index[force]])
        found = port(self.gate) if self.gate else reference.water(state, force)
        assert found is not None
        return found

    # -- events -----------------------------------------------------------------------------------------------------

    def happened(self, before: State, data: Events) -> None:
        """Compares the plots and turns, the movement of all forces, and the fuel used."""
        for event in data:
            self.ordered(before, event)
        decided, now = [{frame.name for frame in state.stack} & {*DECIDES} for state in (before, self.state)]
        if decided - now:
            self.sail(before, {event["force"]: event["way"] for event in data if event["event"] == "sailed"})
        for event in data:
            if event["event"] == "withdrew":
                self.book.setdefault(event["force"], Course()).active = True
        if any(event["event"] == "shore_over" or event["event"] == "burnt" for event in data):
            self.burn(before, data)
        for event in data:
            if event["event"] == "renumbered":
                self.book[event["into"]] = self.book.pop(event["force"], Course())

    def ordered(self, before: State, event: Mapping[str, Any]) -> None:
        """10.1, 38.1, 39.8 The orders of forces."""
        name = event["event"]
        if name == "phase_opened":
            self.book.clear()
        if name == "impulse_opened":
            self.impulse = event["impulse"]
        if name == "plotted":
            self.plot(before, event)
        if name in ("joined", "disbanded"):
            self.book.pop(event["force"], None)
        if name == "turned":
            self.turn(event)
        if name == "formed" and any(frame.name in DECIDES for frame in before.stack):
            self.part(before, event)

    def plot(self, before: State, event: Mapping[str, Any]) -> None:
        """10.1 A force is plotted."""
        force = event["force"]
        self.start(before, force)
        to = event["to"] or ""
        course = Course(to, event["speed"], gate=self.gate, filled=self.filled)
        if self.gate:
            course.owes = reference.owed(force.partition("_")[0], course.speed, filled=self.filled)
        self.book[force] = course

    def turn(self, event: Mapping[str, Any]) -> None:
        """10.4, 10.41, 39.8 A force changes its course, at its best speed, with all its unused points."""
        force = event["force"]
        course = self.book.setdefault(force, Course())
        fastest = reference.slowest(self.state, force)
        self.agree("turned", fastest, event["speed"], event)
        if not course.speed:
            course.left = AN_IMPULSE[fastest] * (self.impulse - 1)
        course.to, course.speed = event["to"], fastest

    def part(self, before: State, event: Mapping[str, Any]) -> None:
        """38.1, 38.3 A ship leaves its force, with the force's remaining points of the phase."""
        old = before.arrays[layout.SHIP_AT][SHIPS.index[event["ships"][0]]] - IN_FORCE
        was = self.book.get(FORCES.ids[old], Course())
        self.book[event["force"]] = Course("", was.speed, was.left, was.used, active=was.active)

    def sail(self, before: State, theirs: Mapping[str, Sequence[str]]) -> None:
        """10.3, 10.31, 9.3 Each force sails a third of its points plus remaining ones."""
        sailed = set(theirs)
        for force, course in self.book.items():
            number = FORCES.index[force]
            here, box = before.cells[layout.FORCE_AT + number], before.cells[layout.FORCE_BOX + number]
            if course.speed and (here >= 0 or box >= 0):
                self.one(before, force, course, theirs.get(force, ()))
                sailed.discard(force)
        self.agree("nobody else sails", set(), sailed)

    def one(self, before: State, force: str, course: Course, way: Sequence[str]) -> None:
        """A force in an impulse."""
        start, now = reference.water(before, force), min(course.speed, reference.slowest(before, force))
        course.left += AN_IMPULSE[now]
        if not course.to or (start is not None and start.at == course.to):
            self.agree("stays", [], list(way), force)
            return
        if start is None:
            owes = course.owes if force.startswith("japan") else AN_IMPULSE[now]
            if course.left < owes:
                self.agree("waits", [], list(way), force)
                return
            course.left -= owes
            self.agree("gate", course.gate, way[0] if way else "", force)
            start, way, course.active, course.used = port(course.gate), way[1:], True, now
        wrong = self.chart(force).sails(start, course.to, way, course.left)
        self.agree("sails", "", wrong, (force, course, way, now))
        course.left -= self.chart(force).along(start, way)[1]
        if way:
            course.active, course.used = True, max(course.used, now)
            self.seen["carried_on"] += course.left >= 4
            self.seen["slowed"] += now < course.speed

    def burn(self, before: State, data: Events) -> None:
        """10.5, 10.7, 18.4, 42.71 The fuel used by each force that moved, and the fatigue of its ships."""
        theirs = {event["force"]: event["fuel"] for event in data if event["event"] == "burnt"}
        filled = {event["ship"] for event in data if event["event"] == "refuelled"}
        for force, course in self.book.items():
            crew = ships(before, force)
            spent = 0 if course.filled else reference.BURNT[course.used]
            if not course.active or not crew or any(f"{event['event']}" == "ship_sunk" for event in data):
                continue
            self.agree("burnt", spent, theirs.get(force, 0), (force, course))
            for ship in crew:
                if SHIPS.ids[ship] not in filled and not course.filled:
                    tank = before.arrays[layout.FUEL][ship]
                    self.agree("tank", max(tank - spent, 0), self.state.arrays[layout.FUEL][ship], SHIPS.ids[ship])
                    dry = min(before.arrays[layout.DRY][ship] + (not tank), 2)
                    self.agree("dry", dry, self.state.arrays[layout.DRY][ship], SHIPS.ids[ship])
        self.agree("nobody else burns", set(), {f for f in theirs if f not in self.book or not self.book[f].active})


@pytest.mark.build
@pytest.mark.clause(*CLAUSES)
@pytest.mark.parametrize("name", ["midway_turn_3_waves"])
def test_two_references_agree_on_voyages_from_a_saved_position(name: str) -> None:
    found = Lockstep(saved(name), 2, "random").play(140)
    for what in ("destinations", "sails", "turned", "burnt", "tank"):
        assert found[what], (what, found)


@pytest.mark.thorough
@pytest.mark.clause(*CLAUSES)
@pytest.mark.parametrize("scenario", ["midway", "leyte", "leyte_freely"])
@pytest.mark.parametrize(("hand", "seed"), [("random", 1), ("ensign", 1), *further(("random", 2), ("ensign", 2))])
def test_two_references_agree_on_voyages_through_games(scenario: str, hand: str, seed: int) -> None:
    found = Lockstep(rules_for(hand).new(scenario), seed, hand).play(3000)
    for what in ("destinations", "sails", "stays", "burnt", "tank"):
        assert found[what] > 3, (what, found)
