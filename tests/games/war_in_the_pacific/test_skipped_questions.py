"""1.31, 4.32 A question that is not asked, and one that a standing order answers, reveal nothing to the enemy.

A side decides; its enemy and the public watch. The same end of the question, with the same visible dice, is made in the
true world and in worlds drawn from the view of the watcher. As long as the watcher sees the same events and no secret
becomes known, it must see the same side asked next: a step that is skipped in only one of the worlds would reveal that
there was nothing to decide.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.dice.dice import RecordingDice, SeededDice
from ironbottom.engine.match.history import forced_choice, in_simultaneous_frame
from ironbottom.engine.record.audience_logs import audience_bit
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific.bot import standing
from ironbottom.games.war_in_the_pacific.bot.choice_lists import END
from ironbottom.testing.hidden_information import SplitDice, codes, first_difference
from tests.kit.thorough_cases import in_build

RULES = GAME.rules()
TESTS = Path(__file__).parents[2]
POSITIONS = sorted(
    [
        *(TESTS / "browser" / "positions" / "war_in_the_pacific").glob("*.toml"),
        *(TESTS / "fixtures" / "positions" / "war_in_the_pacific").glob("*.toml"),
    ]
)
BUILT = [path for path in POSITIONS if path.stem in ("at_the_shore", "burma_declaring", "declaring", "search_orders")]
SCENARIOS = ("midway", "midway_advanced", "leyte", "guadalcanal", "burma")
WORLDS, STEPS, LEAST = 2, 90, 20


class Observed(NamedTuple):
    """The result of the given choices of one side as its enemy or the public sees it."""

    events: str
    dice: str
    view: str
    question: str
    """The viewer's own question and choices."""
    deciding: tuple[int, ...]
    """The sides that decide next; empty during secret simultaneous choices."""
    learned: bool
    """Whether a secret became known, or secret simultaneous choices ended: from there on worlds may differ."""


def observe(state: State, side: str, actions: Sequence[Action], viewer: str, seed: int) -> Observed | None:
    """Makes choices of a side on a copy, and those that the match makes; None where they are not allowed."""
    bit = audience_bit(RULES, viewer)
    here, dice = state.copy(), RecordingDice(SplitDice(seed, bit))
    execution = Execution(here, dice)
    for action in actions:
        if here.why_not(side, action) is not None:
            return None
        here.execute(execution, side, action)
    while (forced := forced_choice(here)) is not None:
        here.execute(execution, *forced)
    known = zip(GAME.knowledge(state), GAME.knowledge(here), strict=True)
    own = None if viewer == "public" else here.decision(viewer)
    return Observed(
        json.dumps(RULES.visible_events(execution.events, viewer)),
        str([(die.value, die.faces, die.why) for die in dice.rolled if die.audience & bit]),
        json.dumps(here.view(viewer)),
        str((own and own.prompt, codes(own))),
        () if not here.stack or in_simultaneous_frame(here) else here.to_act(),
        execution.simultaneous_ended or not here.stack or any(new & ~old for old, new in known),
    )


def end_of_question(state: State, side: str) -> Action | None:
    """The choice that ends the question of a side without orders; None if it has no such choice."""
    decision = state.decision(side)
    ends = [(verb,) for verb in decision.choices.next() if (verb,) in decision.choices] if decision else []
    return ends[-1] if ends else None


def watchers(side: str) -> list[str]:
    """The viewers who watch a side decide."""
    return [*(other for other in RULES.sides.ids if other != side), "public"]


def assert_same(one: Observed, other: Observed, told: str) -> int:
    """If the visible events and dice are the same, everything else is too; returns whether this was compared."""
    if one.learned or other.learned or (one.events, one.dice) != (other.events, other.dice):
        return 0
    assert one.deciding == other.deciding, f"{told}: who is asked next differs"
    assert one.question == other.question, f"{told}: the next question differs"
    assert one.view == other.view, f"{told}: {first_difference(json.loads(one.view), json.loads(other.view))}"
    return 1


def check_ends(state: State, seed: int, worlds: int = WORLDS) -> int:
    """Ends each open question in the true world and in others; returns the number of compared pairs."""
    compared = 0
    for decision in state.decisions():
        side = decision.side
        end = end_of_question(state, side)
        if end is None:
            continue
        for viewer in watchers(side):
            truth = observe(state, side, [end], viewer, seed)
            assert truth is not None
            sampler = GAME.sampler(json.loads(json.dumps(state.view(viewer))))
            for number in range(worlds):
                other = observe(sampler.draw(Random(seed + number)), side, [end], viewer, seed)
                if other is not None:
                    compared += assert_same(truth, other, f"{side} ends {decision.procedure.name}, {viewer} watches")
    return compared


def check_orders(state: State, seed: int) -> int:
    """Compares the answers of all standing orders with an empty answer by hand; returns how many were compared."""
    compared = 0
    for decision in state.decisions():
        side = decision.side
        end = end_of_question(state, side)
        if end is None:
            continue
        by_hand = {viewer: observe(state, side, [end], viewer, seed) for viewer in watchers(side)}
        for actions in answers(state, side):
            for viewer, empty in by_hand.items():
                seen = observe(state, side, actions, viewer, seed)
                assert seen is not None
                assert empty is not None
                told = f"{side} answers {actions}, {viewer} watches"
                compared += assert_same(empty, seen, told)
    return compared


def answers(state: State, side: str) -> Iterator[list[Action]]:
    """The answers of the standing orders of a side that end its question with other choices."""
    for name, order in standing.ORDERS.items():
        for value in order.values:
            found = standing.answer(state.copy(), side, {name: value})
            if len(found) > 1 and found[-1] in END:
                yield found


def walked(scenario: str, steps: int, seed: int) -> Iterator[State]:
    """The positions of a game in which questions are mostly ended, at each step."""
    chance, dice = Random(seed), SeededDice(seed)
    state = RULES.new(scenario, dice)
    for _ in range(steps):
        decisions = state.decisions()
        if not decisions:
            return
        yield state
        decision = decisions[chance.randrange(len(decisions))]
        end = end_of_question(state, decision.side)
        action = end if end is not None and chance.random() < 0.8 else decision.choices.sample(chance)
        state.apply(decision.side, action, dice)


@pytest.mark.build
@pytest.mark.parametrize("path", in_build(POSITIONS, *BUILT), ids=lambda path: path.stem)
def test_1_31_a_skipped_question_reveals_nothing(path: Path) -> None:
    compared = check_ends(load_position(path, RULES), 7)
    assert compared or path not in BUILT


@pytest.mark.build
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_1_31_no_question_of_a_game_is_skipped_in_some_worlds_only(scenario: str) -> None:
    assert sum(check_ends(state, 11, 1) for state in walked(scenario, STEPS, 5)) > LEAST


@pytest.mark.build
@pytest.mark.parametrize("path", in_build(POSITIONS, *BUILT), ids=lambda path: path.stem)
def test_1_31_the_answer_of_a_standing_order_reveals_only_its_public_acts(path: Path) -> None:
    check_orders(load_position(path, RULES), 7)


@pytest.mark.build
def test_a_question_that_is_skipped_in_some_worlds_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison fails if a secret decides whether a side is asked."""
    [path] = [path for path in BUILT if path.stem == "burma_declaring"]
    state = load_position(path, RULES)
    monkeypatch.setattr(State, "to_act", lambda state: (int(state.hash(), 16),))
    with pytest.raises(AssertionError, match="who is asked next differs"):
        check_ends(state, 7)


@pytest.mark.build
def test_an_answer_that_is_announced_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison fails if the enemy sees more of an answer than of an empty one."""
    [path] = [path for path in BUILT if path.stem == "search_orders"]
    view = State.view
    monkeypatch.setattr(State, "view", lambda state, side: {**view(state, side), "acts": state.acts})
    with pytest.raises(AssertionError, match="answers"):
        check_orders(load_position(path, RULES), 7)
