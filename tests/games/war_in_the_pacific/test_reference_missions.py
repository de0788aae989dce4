"""Compares a reference implementation of the Missions and of the weather with games, choice by choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.dice.dice import RecordingDice, SeededDice
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import FORCES, HEXES, SCENARIOS
from ironbottom.games.war_in_the_pacific.rolls import Roll
from tests.games.war_in_the_pacific import reference_missions as reference
from tests.games.war_in_the_pacific.reference_comparison import rules_for
from tests.games.war_in_the_pacific.reference_missions import Fleet
from tests.games.war_in_the_pacific.reference_waters import Water
from tests.games.war_in_the_pacific.test_reference_scores import saved
from tests.games.war_in_the_pacific.test_reference_waters import is_japanese
from tests.kit.thorough_cases import further

Events = Sequence[Mapping[str, Any]]
SIDES = ("japan", "allies")
SECTIONS = {"midway": "DF", "leyte": "BC", "burma": "A"}
"""42.12, 44.12, 45.12 The sections in play."""


class Lockstep:
    """A game in which all choices of forces are checked; ``seen`` counts the comparisons."""

    def __init__(self, state: State, seed: int, hand: str) -> None:
        self.state, self.dice, self.seen = state, RecordingDice(SeededDice(seed)), Counter[str]()
        self.scenario = SCENARIOS.ids[state.cells[layout.SCENARIO]].partition("_")[0]
        self.players = {side: make_player(state.rules, hand, side, seed) for side in SIDES}
        self.known: dict[tuple[int, Water, int], set[str]] = {}
        self.open: bytes = state.rules.pieces.in_play(state.cells[layout.SCENARIO])
        self.leyte = self.scenario == "leyte"

    def agree(self, what: str, mine: object, theirs: object, where: object = "") -> None:
        """Checks that both agree."""
        self.seen[what] += 1
        assert mine == theirs, (what, mine, theirs, where)

    def play(self, most: int) -> Counter[str]:
        """Plays a limited number of choices, comparing the choices of each side and the weather."""
        while (open_to := self.state.decisions()) and most > 0:
            for each in open_to:
                self.offered(each)
            side = open_to[0].side
            for action in as_choices(self.players[side].choose(offer_for(self.state, open_to[0]))):
                sky = self.sky()
                self.dice.rolled.clear()
                events = self.state.rules.visible_events(self.state.apply(side, action, self.dice, trusted=True), "all")
                self.weather(sky, events)
                most -= 1
        return self.seen

    # -- 8.6 -------------------------------------------------------------------------------------------------

    def sky(self) -> list[int]:
        """8.6 The die of each section."""
        return self.state.cells[layout.WEATHER_DIE : layout.WEATHER_DIE + 7]

    def weather(self, before: list[int], data: Events) -> None:
        """8.6, 8.61 A die is rolled for each section in play at the start of an Air Phase or of the scenario; otherwise
        nothing changes.
        """
        dice = [die.value for die in self.dice.rolled if die.why is Roll.WEATHER]
        said = [("ABCDEFG"[event["section"]], event["die"]) for event in data if event["event"] == "weather"]
        if not said:
            self.agree("weather_holds", before, self.sky())
            return
        width = len(SECTIONS[self.scenario])
        self.agree("weather", [die for _, die in said], dice)
        self.agree("sections", [section for section, _ in said], list(SECTIONS[self.scenario]) * (len(said) // width))
        last = dict(zip(SECTIONS[self.scenario], dice[-width:], strict=True))
        self.agree("sky", [last.get(section, 0) for section in "ABCDEFG"], self.sky())

    # -- 10.1, 10.4, 39.8 ------------------------------------------------------------------------------------

    def offered(self, each: Any) -> None:
        """The questions to a side about its forces."""
        asks = {"orders": self.orders, "course": self.course, "in_impulse": self.impulse, "new_mission": self.altered}
        asks |= {"new_course": self.new_course}
        if each.procedure.name in asks:
            asks[each.procedure.name](each.procedure, each.choices, SIDES.index(each.side))

    def orders(self, frame: Any, choices: Choices, side: int) -> None:
        """10.1 The forces that may plot each Mission."""
        verbs = choices.next()
        plots = {f: set(choices.next("plot", f)) for f in choices.next("plot")} if "plot" in verbs else {}
        positions = self.state.cells[layout.FORCE_AT : layout.FORCE_AT + len(FORCES)]
        mine = {
            f
            for f in reference.forces_of_side(side)
            if positions[FORCES.index[f]] >= 0 and not reference.mission_of(self.state, f)
        }
        self.agree("plots", {force: reference.missions(self.state, force) for force in mine}, plots)

    def course(self, frame: Any, choices: Choices, side: int) -> None:
        """10.1 The hexes to which a force sails on its Mission."""
        force, mission = FORCES.ids[frame.force], layout.MISSIONS.ids[frame.mission]
        gate = self.state.cells[layout.FORCE_GATE + frame.force]
        start = HEXES.ids[gate if gate >= 0 else self.state.cells[layout.FORCE_AT + frame.force]]
        to = choices.next("sail") if "sail" in choices.next() else ()
        if gate < 0:
            self.agree("course", True, not to or reference.may_sail_to(mission, start, to), (force, mission))

    def impulse(self, frame: Any, choices: Choices, side: int) -> None:
        """10.4, 10.41, 39.8 The forces that may turn toward a contact, and those whose Mission may be altered."""
        fleet = self.fleet(frame, side)
        verbs = choices.next()
        asked = set(choices.next("alter")) if "alter" in verbs else set()
        self.agree("alters", fleet.may_alter(), asked)
        for verb, mine in (("react", fleet.reacts()), ("shift", fleet.shifts())):
            theirs = {f: set(choices.next(verb, f)) for f in choices.next(verb)} if verb in verbs else {}
            self.agree(verb if mine else f"no_{verb}", mine, theirs, frame)

    def fleet(self, frame: Any, side: int) -> Fleet:
        """45.13 The forces of a side; Allied ones do not enter Japan."""

        def opened(hex: str) -> bool:
            return bool(self.open[HEXES.index[hex]]) and not (self.leyte and side and is_japanese(hex))

        return Fleet(self.state, side, frame.impulse, opened, self.leyte, self.known)

    def altered(self, frame: Any, choices: Choices, side: int) -> None:
        """39.8 The Missions that a force may change to, sailing or at its place."""
        mine = reference.missions(self.state, FORCES.ids[frame.force])
        self.agree("waits", mine, set(choices.next("wait")))
        if "steer" in choices.next():
            self.agree("steers", mine - {"reaction"}, set(choices.next("steer")))

    def new_course(self, frame: Any, choices: Choices, side: int) -> None:
        """39.8, 10.1 The possible courses of a force with a new Mission."""
        force, mission = FORCES.ids[frame.force], layout.MISSIONS.ids[frame.mission]
        fleet = self.fleet(frame, side)
        hex, to = fleet.hex_of(force), set(choices.next("steer_for"))
        near = {there for there in fleet.reach(force) if reference.may_sail_to(mission, hex, [there])}
        self.agree("new_course", set(), (near ^ to) - {hex}, (force, mission))


@pytest.mark.build
@pytest.mark.clause("10.1", "10.4", "39.8", "8.6")
def test_two_references_agree_on_missions_at_midway_from_a_saved_position() -> None:
    found = Lockstep(saved("midway_turn_3_waves"), 2, "random").play(160)
    for what in ("plots", "course", "react", "alters", "steers", "new_course"):
        assert found[what], (what, found)


@pytest.mark.thorough
@pytest.mark.clause("10.1", "10.4", "10.41", "39.8", "8.6", "8.61", "9.4")
@pytest.mark.parametrize("scenario", ["midway", "leyte"])
@pytest.mark.parametrize("seed", [1, *further(2, 3)])
def test_two_references_agree_on_missions_and_weather(scenario: str, seed: int) -> None:
    found = Lockstep(rules_for("random").new(scenario), seed, "random").play(2500)
    for what in ("plots", "course", "alters", "waits", "steers", "new_course", "weather", "sky"):
        assert found[what], (what, found)
