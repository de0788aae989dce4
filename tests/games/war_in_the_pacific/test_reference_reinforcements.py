"""Compares a reference implementation of air arrivals with Leyte and Burma, Segment by Segment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from ironbottom.engine.dice.dice import ScriptedDice, SeededDice
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.procedures import Decision, Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import cargo_room, strike_targets
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, BASE_AT, SHIPS, STACKS
from ironbottom.games.war_in_the_pacific.rules.air import air_reinforcements
from ironbottom.games.war_in_the_pacific.rules.shore import landings
from ironbottom.games.war_in_the_pacific.scenarios.burma import arrivals as burma_arrivals
from ironbottom.games.war_in_the_pacific.scenarios.leyte import arrivals as leyte_arrivals
from ironbottom.games.war_in_the_pacific.turns import turn_name, turn_number
from tests.games.war_in_the_pacific import burma_states, leyte_states
from tests.games.war_in_the_pacific import reference_reinforcements as reference
from tests.games.war_in_the_pacific.leyte_states import ULITHI, ashore
from tests.games.war_in_the_pacific.reference_arrivals import gained
from tests.games.war_in_the_pacific.reference_comparison import SecondReading
from tests.games.war_in_the_pacific.reference_deployment import first_name
from tests.kit.thorough_cases import further

Events = Sequence[Mapping[str, Any]]
QUIET = ("done", "placed", "deployed", "carry_on", "pass", "ready", "choose_objective")
"""The choices of a side that does nothing."""
ISLANDS = ("B1941", "B2141", "B2736", "B2737", "B2934", "B2551")
"""Two of Formosa, two of Okinawa, Amami O Shima which is neither, and Samar."""


class Lockstep(SecondReading):
    """Leyte played by two sides that do nothing, while Allied units land and leave; ``seen`` counts."""

    def __init__(self, seed: int, reading: str, scenario: str = "leyte") -> None:
        self.chance, self.dice = Random(seed), SeededDice(seed)
        self.state: State = GAME.rules({"air_reinforcements": reading}).new(scenario)
        self.track = reference.Track(each_segment=reading == "each_segment")
        self.seen: Counter[str] = Counter()
        self.ashore: dict[int, str] = {}
        self.phase, self.due = 2, list[tuple[str, Counter[str]]]()
        self.heard: list[str] = []

    def standing(self) -> tuple[object, ...]:
        """The Game-Turn and the phase."""
        return turn_name(self.state.cells[layout.TURN]), self.phase

    def play(self, turns: int) -> Counter[str]:
        """Plays a number of Game-Turns."""
        last = self.state.cells[layout.TURN] + turns
        while (open_to := self.state.decisions()) and self.state.cells[layout.TURN] < last:
            decision = open_to[0]
            name = self.state.stack[-1].name
            if name == "arrivals":
                self.offered(decision)
            if name in ("searching", "declaring"):
                self.move_units()
            before = self.state.copy()
            events = self.state.rules.visible_events(
                self.state.apply(decision.side, self.choose(decision), self.dice, trusted=True), "all"
            )
            self.happened(before, events)
        return self.seen

    def choose(self, decision: Decision) -> Action:
        """The choice of an idle side; arrivals are placed at random, some automatically."""
        verbs = list(decision.choices.next())
        if self.state.stack[-1].name == "arrivals" and "base" in verbs and self.chance.random() < 0.8:
            action: tuple[str, ...] = ("base",)
        else:
            action = (next((verb for verb in QUIET if verb in verbs), verbs[-1]),)
        while more := list(decision.choices.next(*action)):
            action = (*action, self.chance.choice(more))
        return action

    def move_units(self) -> None:
        """Before the Strikes of an Air Phase an Allied unit is landed, or removed."""
        units = layout.units_in(self.state.arrays)
        if self.ashore and self.chance.random() < 0.4:
            units.put(self.ashore.popitem()[0], NUMBER[ULITHI])
        elif self.chance.random() < 0.5:
            hex = self.chance.choice(ISLANDS)
            kind = self.chance.choice(("us_3_1", "us_hq_wing", "us_2_1_eng", "us_entr"))
            self.ashore[ashore(self.state, kind, hex)] = hex

    def offered(self, decision: Decision) -> None:
        """37.5 The bases where arrivals may be placed."""
        choices, side = decision.choices, decision.side
        for stack in choices.next("base") if "base" in choices.next() else ():
            mine = reference.bases(self.state, side, stack, "leyte")
            theirs = {first_name(hex) for hex in choices.next("base", stack)}
            self.agree("bases", mine, theirs, stack)

    def happened(self, before: State, data: Events) -> None:
        """45.71 to 45.75 The arrivals of each Segment."""
        turn = turn_name(before.cells[layout.TURN])
        for event in data:
            step = event.get("step", "") if event["event"] == "step_opened" else ""
            if step == "strikes":
                self.due = [("transfer", self.track.as_transfer_begins(before, turn, self.phase))]
                self.due += [("transport", self.track.in_transport(turn, self.phase))]
                self.due = [each for each in self.due if each[1]]
            if step in ("transfer", "transport"):
                self.heard.append(step)
                late = [each for each in self.due if each[0] == step]
                self.agree("came_before_it_opened", [], late, step)
            if event["event"] == "reinforced" and event["side"] == "japan":
                self.arrived(event)
            if step == "transport":
                self.phase = self.phase % 3 + 1

    def arrived(self, event: Mapping[str, Any]) -> None:
        """Checks that the arrivals were the ones due next, stack by stack."""
        assert self.due, event
        segment, mine = self.due.pop(0)
        assert segment == "transfer" or self.heard[-1] == "transfer"
        self.agree("points", sum(mine.values()), event["points"], event)
        waiting = air_reinforcements.unplaced_points(self.state, 0)
        self.agree("stacks", mine, Counter({STACKS.ids[stack]: many for stack, many in waiting.items()}))


@pytest.mark.build
@pytest.mark.clause("45.72", "45.73", "45.74", "45.75", "37.5")
@pytest.mark.parametrize("reading", ["once", "each_segment"])
def test_two_references_agree_on_arrivals_over_four_turns_under_either_reading(reading: str) -> None:
    found = Lockstep(1, reading).play(4)
    assert found["points"] > 2
    assert found["bases"] > 8


@pytest.mark.thorough
@pytest.mark.clause("45.72", "45.73", "45.74", "45.75", "37.5")
@pytest.mark.parametrize(
    ("reading", "seed"), [("once", 2), ("each_segment", 3), *further(("once", 3), ("each_segment", 2))]
)
def test_two_references_agree_on_arrivals_over_whole_cycles(reading: str, seed: int) -> None:
    found = Lockstep(seed, reading).play(8)
    assert found["points"] > (3 if reading == "once" else 8)
    assert found["stacks"] == found["points"]


# -- 45.71, 44.71, 44.72 arrivals in a Strategic Game-Turn -----------------------------------------------------


def compare_bases(state: State, side: int, scenario: str) -> int:
    """37.5 The bases offered for each waiting stack match the reference; returns the number of stacks."""
    if not state.stack:
        return 0
    decision, name = state.decisions()[0], ("japan", "allies")[side]
    assert decision.side == name
    choices = decision.choices
    stacks = [STACKS.ids[stack] for stack in air_reinforcements.unplaced_points(state, side)]
    offered = set(choices.next("base")) if "base" in choices.next() else set()
    for stack in stacks:
        mine = reference.bases(state, name, stack, scenario)
        theirs = {first_name(hex) for hex in choices.next("base", stack)} if stack in offered else set()
        assert mine == theirs, (stack, mine, theirs)
    return len(stacks)


@pytest.mark.clause("44.71", "44.72")
@pytest.mark.parametrize("cycle", range(2, 9))
def test_two_references_agree_on_arrivals_in_burma_in_each_cycle(cycle: int) -> None:
    chance, compared = Random(cycle), 0
    for number in (3, 4):
        state = burma_states.new_game()
        state.cells[layout.TURN] = turn_number(f"{number}/{cycle}/44")
        for hex in chance.sample(["A2213", "A2114", "A3019", "A3015", "A3212", "A2913"], 3):
            base = BASE_AT[NUMBER[hex]]
            level = state.arrays[layout.LEVEL][base]
            state.arrays[layout.HURT][base] = chance.randint(0, level)
            state.arrays[layout.CONTROL][NUMBER[hex]] = chance.randrange(2)
        before = state.copy()
        execution = Execution(state, ScriptedDice(()))
        if number == 4:
            burma_arrivals.by_cycle(execution)
        came = gained(before, state)
        mine = reference.burma_due("japan", before.cells[layout.TURN]) + reference.burma_due(
            "allies", before.cells[layout.TURN]
        )
        assert +came == mine
        while state.stack:
            side = state.decisions()[0].side
            compared += compare_bases(state, ("japan", "allies").index(side), "burma")
            state.apply(side, ("done",), SeededDice(1))
    assert compared > 0


@pytest.mark.clause("45.71")
@pytest.mark.parametrize("turn", ["4/11/44", "3/11/44", "4/12/44"])
def test_45_71_losses_return_once_by_stack_to_morotai_or_palau(turn: str) -> None:
    state = leyte_states.new_game()
    state.cells[layout.TURN] = turn_number(turn)
    lost = {"f6f_carrier": 4, "p_38_trained": 3, "pby_trained": 2}
    for stack, many in lost.items():
        state.arrays[layout.ALLIED_AIR_LOSSES][STACKS.index[stack]] = many
    execution = Execution(state, ScriptedDice(()))
    leyte_arrivals.replacements(execution)
    came = {STACKS.ids[stack]: many for stack, many in air_reinforcements.unplaced_points(state, 1).items()}
    assert came == (lost if turn == "4/11/44" else {})
    assert compare_bases(state, 1, "leyte") == len(came)
    if came:
        state.apply("allies", ("done",), SeededDice(1))
        leyte_arrivals.replacements(Execution(state, ScriptedDice(())))
        assert not state.stack


@pytest.mark.clause("45.74", "45.75", "41.23")
@pytest.mark.parametrize(("kind", "points"), [("us_hq_wing", 0), ("us_entr", 0), ("us_bf", 25), ("us_2_1_eng", 25)])
def test_45_74_a_headquarters_or_trench_on_formosa_is_not_a_ground_unit(kind: str, points: int) -> None:
    state = leyte_states.new_game()
    state.cells[layout.TURN] += 1
    ashore(state, kind, "B1941")
    leyte_arrivals.by_transfer(Execution(state, ScriptedDice(())), 1)
    assert sum(air_reinforcements.unplaced_points(state, 0).values()) == points


@pytest.mark.clause("45.63", "41.23")
@pytest.mark.parametrize(("kind", "called"), [("us_hq_wing", 0), ("us_3_1", 1)])
def test_45_63_a_landed_headquarters_does_not_trigger_kamikazes(kind: str, called: int) -> None:
    state = leyte_states.new_game()
    unit = ashore(state, kind, ULITHI)
    layout.units_in(state.arrays).put(unit, ABOARD + SHIPS.index["us_apb1"])
    landings.go_ashore(
        Execution(state, ScriptedDice(())),
        1,
        unit,
        cargo_room.Berth(NUMBER["B2551"], by_port=False, force=-1),
        planned=True,
    )
    assert state.cells[layout.LANDED_WHERE_CALLED] == called


@pytest.mark.clause("3.51", "45.12", "6.3")
@pytest.mark.parametrize(("hex", "there"), [("E1602", False), ("D0948", False), ("D0438", False), ("B1948", True)])
def test_3_51_no_raid_goes_to_a_place_of_sections_that_leyte_does_not_open(hex: str, there: bool) -> None:
    state = leyte_states.new_game()
    state.arrays[layout.CONTROL][NUMBER[hex]] = 0
    assert bool(strike_targets.targets_at(state, 1, NUMBER[hex])) == there


# -- 4.1, 42.53, 44.13, 44.5, 45.54 the order of play ----------------------------------------------------------------

WEEK = ("air", "naval 1", "air", "naval 2", "air", "naval 3", "ground")
ORDER = {
    "midway": (("naval 3", "ground"), WEEK),
    "leyte": (WEEK[1:], WEEK),
    "burma": (("air", "air", "air", "ground"), ("air", "air", "air", "ground")),
}
"""The phases of the first two Game-Turns: where play begins within one, and Burma without ships."""
NOTHING_MORE = (*QUIET, "all_set", "attacks_over", "marched")


@pytest.mark.clause("4.1", "42.53", "44.13", "44.5", "45.54")
@pytest.mark.parametrize("scenario", list(ORDER))
def test_two_references_agree_on_the_phases_of_two_turns(scenario: str) -> None:
    game = Lockstep(1, "once", scenario)
    turns: list[list[str]] = []
    while len(turns) < 3:
        decision = game.state.decisions()[0]
        verbs = list(decision.choices.next())
        quiet = next((verb for verb in NOTHING_MORE if (verb,) in decision.choices), "")
        action = (quiet,) if quiet in verbs else game.choose(decision)
        for event in game.state.rules.visible_events(
            game.state.apply(decision.side, action, game.dice, trusted=True), "all"
        ):
            if event["event"] == "turn_opened":
                turns.append([])
            if event["event"] == "phase_opened":
                turns[-1].append(f"naval {event['phase']}")
            if event["event"] == "step_opened" and event["step"] in ("strikes", "ground"):
                turns[-1].append("air" if event["step"] == "strikes" else "ground")
    assert tuple(map(tuple, turns[:2])) == ORDER[scenario]
