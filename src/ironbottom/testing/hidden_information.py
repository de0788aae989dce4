"""The secrets check: a side's view, choices, refusals and events are the same in every state that fits its view."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from random import Random

from ironbottom.engine.core.events import ALL
from ironbottom.engine.dice.dice import Die, DieReason, SeededDice
from ironbottom.engine.match.history import in_simultaneous_frame
from ironbottom.engine.record.audience_logs import audience_bit
from ironbottom.engine.rules.actions import Action, ActionCode, Verb
from ironbottom.engine.rules.choices import Choices, Group
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.procedures import Decision, Execution
from ironbottom.engine.rules.state import Refusal, State
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.offers import sample
from ironbottom.testing.walk_checks import WalkCheck, as_separate_check
from ironbottom.testing.walks import Walk, execute_on_copy, play_on

DRAWS = 50
MAX_COMPARED = 5_000
"""Above this number, choices are compared by the sets that produce them."""
Offered = ActionCode | Group
"""A choice, or all choices of a verb."""


class Secrets(WalkCheck):
    """At decisions of random games, fifty states are drawn from the view of each side."""

    name = "secrets"

    def check_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        for side in (*walk.rules.sides.ids, "public"):
            play_out, draws = walk.check_rng.random() < 0.1, self.budget.part(DRAWS)
            self.budget.count["draws"] += check_side(walk, side, play_out=play_out, count=draws)


class UnobservableActs(WalkCheck):
    """An act invisible to a side changes nothing that it sees; also during simultaneous secret planning.

    The check looks at the decisions assigned to it and tries each verb at the first decisions of each procedure. It
    also compares the views before and after acts of the game itself, because some acts are invisible only in rare
    positions.
    """

    name = "silence"
    TRIED, COMPARED = 3, 12
    """The number of acts tried per verb and procedure, and of invisible acts of the game that are compared."""

    def __init__(self, game: Game, budget: CheckBudget) -> None:
        super().__init__(game, budget)
        self.tried, self.compared = Counter[tuple[str, str]](), Counter[tuple[str, str, str]]()
        self.before: tuple[State, str, Action, str] | None = None
        self.rolled_before = 0

    def begin(self, walk: Walk) -> None:
        self.before = None

    def before_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        self.check_last_act(walk)
        for decision in decisions:
            vocabulary = decision.choices.vocabulary
            for group in decision.choices.groups:
                tried = decision.procedure.name, group[0].name
                if self.tried[tried] < self.TRIED:
                    self.tried[tried] += 1
                    check_act(walk, decision, Choices(vocabulary, [group]).sample(walk.check_rng))
        if len(walk.moves) < len(walk.given_moves):
            side, action = walk.given_moves[len(walk.moves)]
            (procedure,) = [decision.procedure.name for decision in decisions if decision.side == side]
            self.before, self.rolled_before = (walk.state.copy(), side, action, procedure), len(walk.dice.rolled)

    def end(self, walk: Walk) -> None:
        self.before = None

    def check_last_act(self, walk: Walk) -> None:
        """Compares the views before and after the last act of the game, for each audience that does not see it."""
        if self.before is None:
            return
        before, side, action, procedure = self.before
        self.before = None
        for other in (*walk.rules.sides.ids, "public"):
            if other == side or self.compared[procedure, action[0], other] >= self.COMPARED:
                continue
            bit = audience_bit(walk.rules, other)
            dice = walk.dice.rolled[self.rolled_before :]
            if walk.rules.visible_events(walk.events, other) or any(die.audience & bit for die in dice):
                continue
            self.compared[procedure, action[0], other] += 1
            self.budget.count["silent acts"] += 1
            text = f"{side} chose {' '.join(action)} in secret, but {other}"
            one, two = json.dumps(before.view(other)), json.dumps(walk.state.view(other))
            if one != two:
                raise walk.fault(f"{text} sees {first_difference(json.loads(one), json.loads(two))}")

    def check_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        check_random_acts(walk, decisions)


check_secrets, check_silence = as_separate_check(Secrets), as_separate_check(UnobservableActs)


def draws(game: Game, view: Mapping[str, object], seed: int, count: int = DRAWS) -> Iterator[State]:
    """Whole states drawn from a view, which is passed as text, read once, and deleted before the first draw."""
    text = json.dumps(view)
    handed = json.loads(text)
    sampler = game.sampler(handed)
    assert json.dumps(handed) == text, "the sampler changed its view"
    handed.clear()
    for number in range(count):
        drawn = sampler.draw(Random(seed + number))
        twin = drawn.copy() if number == count - 1 else None
        yield drawn
    again = game.resample(json.loads(text), Random(seed + count - 1))
    assert twin is None or again == twin, "a draw depends on those before it"


def check_side(walk: Walk, side: str, *, play_out: bool = False, count: int = DRAWS) -> int:
    """One side at one decision: nothing that it can see distinguishes the true state from the others that fit."""
    state = walk.state
    view = state.view(side)
    text = json.dumps(view)
    seen = DecisionInformation(walk, side, state)
    seed = walk.check_rng.randrange(2**32)
    for number, drawn in enumerate(drawn_states(walk, side, view, seed, count)):
        where = f"for {side} in draw {seed + number}"
        shown = drawn.view(side)
        if json.dumps(shown) != text:
            raise walk.fault(f"the view differs {where}: {first_difference(view, shown)}")
        walk.require(walk.rules.load(drawn.dump()) == drawn, f"dump and load {where} give a different state")
        seen.compare(drawn, where)
        seen.compare_acts(drawn, where)
        if play_out:
            try:
                play_on(drawn.copy(), seed)
            except Exception as error:
                raise walk.fault(f"play cannot continue {where}: {type(error).__name__}: {error}") from error
    walk.require(json.dumps(state.view(side)) == text, "drawing from the view changed the state")
    return count


def drawn_states(walk: Walk, side: str, view: Mapping[str, object], seed: int, count: int) -> Iterator[State]:
    """Draws from the view of a side; raises a fault if that is impossible."""
    try:
        yield from draws(walk.setup.game, view, seed, count)
    except Exception as error:
        raise walk.fault(f"resample for {side}, seed {seed}: {type(error).__name__}: {error}") from error


class DecisionInformation:
    """The information of a side at a decision besides its view: who chooses, its question, choices and refusals."""

    ASKED = 24

    def __init__(self, walk: Walk, side: str, state: State, asked: list[Action] | None = None) -> None:
        self.walk, self.side, self.state = walk, side, state
        rules = walk.rules
        self.decision = None if side == "public" else state.decision(side)
        self.offered = codes(self.decision)
        if asked is None:
            asked = [] if side == "public" else actions_to_query(walk, self.decision)
        self.asked = asked
        self.refusals: list[Refusal | None] = [state.why_not(side, action) for action in asked]
        self.deciding = None if in_simultaneous_frame(state) else state.to_act()
        self.trial = self._choose()
        self.led_to: ActInformation | None = None
        self.sides = rules.sides.ids

    def _choose(self) -> tuple[Action, int] | None:
        """A choice of the side, and the seed of its dice."""
        if self.decision is None:
            return None
        return self.decision.choices.sample(self.walk.check_rng), self.walk.check_rng.randrange(2**32)

    def compare(self, drawn: State, where: str) -> None:
        """A drawn state has the same questions and answers as the true one."""
        walk = self.walk
        other = DecisionInformation(walk, self.side, drawn, self.asked)
        mine, theirs = self.decision, other.decision
        walk.require((mine is None) == (theirs is None), f"whether the side must choose differs {where}")
        if mine is not None and theirs is not None:
            walk.require(mine.prompt == theirs.prompt, f"the prompt is {theirs.prompt!r} {where}, not {mine.prompt!r}")
            walk.require(mine.clause == theirs.clause, f"the clause differs {where}")
            walk.require(self.offered == other.offered, lambda: f"choices differ {where}: {self.example(other)}")
        walk.require(
            self.deciding is None or self.deciding == drawn.to_act(), f"the sides that must choose differ {where}"
        )
        for action, here, there in zip(self.asked, self.refusals, other.refusals, strict=True):
            walk.require(here == there, f"{' '.join(action)} gives {there} {where}, not {here}")

    def example(self, other: DecisionInformation) -> str:
        """A choice that only one of two states offers."""
        action = self.walk.rules.vocabulary.action
        if any(decision and len(decision.choices) > MAX_COMPARED for decision in (self.decision, other.decision)):
            pairs = zip(self.offered, other.offered, strict=False)
            verbs = (mine[0] for mine, theirs in pairs if mine != theirs)
            return next((f"of {verb.name}" for verb in verbs if isinstance(verb, Verb)), "the number of verbs")
        mine, theirs = all_codes(self.decision), all_codes(other.decision)
        extra = [f"+ {' '.join(action(code))}" for code in theirs - mine]
        lost = [f"- {' '.join(action(code))}" for code in mine - theirs]
        return ", ".join([*extra, *lost][:6]) or "their order"

    def compare_acts(self, drawn: State, where: str) -> None:
        """The same choice with the same dice has the same visible result, as long as it reveals no secret."""
        if self.trial is None:
            return
        action, seed = self.trial
        here = self.led_to = self.led_to or ActInformation.after(self.state, self.side, action, seed)
        there = ActInformation.after(drawn, self.side, action, seed)
        if here.reveals or there.reveals:
            return
        text = f"after {' '.join(action)} {where}"
        self.walk.require(here.events == there.events, f"events differ {text}: {there.events}, not {here.events}")
        self.walk.require(here.dice == there.dice, f"dice differ {text}: {there.dice}, not {here.dice}")
        self.walk.require(here.view == there.view, lambda: f"views differ {text}: {view_difference(here, there)}")
        self.walk.require(here.next == there.next, f"the next decision differs {text}")


class SplitDice:
    """Two independent sequences of dice, visible and hidden to a side; hidden dice do not change the visible ones."""

    def __init__(self, seed: int, bit: int) -> None:
        self._bit = bit
        self._seen, self._unseen = SeededDice(seed), SeededDice(~seed)

    def roll(self, faces: int, why: DieReason, audience: int = ALL) -> int:
        return (self._seen if audience & self._bit else self._unseen).roll(faces, why, audience)


class ActInformation:
    """The result of one act as a side sees it; ``reveals`` if a secret became known or secret planning ended."""

    def __init__(self, before: State, execution: Execution, dice: list[Die], side: str) -> None:
        rules, after = before.rules, execution.state
        known = zip(rules.game.knowledge(before), rules.game.knowledge(after), strict=True)
        self.reveals = execution.simultaneous_ended or not after.stack or any(new & ~old for old, new in known)
        self.events = rules.visible_events(execution.events, side)
        bit = audience_bit(rules, side)
        self.dice = [(die.value, die.faces, die.why) for die in dice if die.audience & bit]
        self.side, self.state_after = side, after

    @cached_property
    def view(self) -> str:
        """The side's view after the act."""
        return json.dumps(self.state_after.view(self.side))

    @cached_property
    def next(self) -> tuple[str | None, list[Offered]]:
        """The side's next question and choices."""
        decision = None if self.side == "public" else self.state_after.decision(self.side)
        return decision.prompt if decision else None, codes(decision)

    @classmethod
    def after(cls, state: State, side: str, action: Action, seed: int) -> ActInformation:
        """The choosing side's view of its own act."""
        execution, dice = execute_on_copy(state, side, action, SplitDice(seed, audience_bit(state.rules, side)))
        return cls(state, execution, dice, side)


def codes(decision: Decision | None) -> list[Offered]:
    """All choices of a decision in order, as codes; if very many, the sets that produce them, verb by verb."""
    if decision is None:
        return []
    return list(
        decision.choices.codes() if len(decision.choices) <= MAX_COMPARED else decision.choices.detached().groups
    )


def all_codes(decision: Decision | None) -> set[ActionCode]:
    """All choices of a decision."""
    return set() if decision is None else set(decision.choices.codes())


def actions_to_query(walk: Walk, decision: Decision | None) -> list[Action]:
    """Actions that a side may query: some of each verb, mostly of the verbs that it may use."""
    vocabulary, open_verbs = walk.rules.vocabulary, decision.procedure.verbs if decision else ()
    asked = [code for verb in open_verbs for code in sample(verb, DecisionInformation.ASKED, walk.check_rng)]
    asked += [code for verb in vocabulary.verbs for code in sample(verb, 1, walk.check_rng)]
    if decision is not None:
        asked += [decision.choices.code_at(walk.check_rng.randrange(len(decision.choices)))]
    return [vocabulary.action(code) for code in asked]


def view_difference(one: ActInformation, other: ActInformation) -> str:
    """The difference between two views."""
    return first_difference(json.loads(one.view), json.loads(other.view))


def first_difference(one: object, other: object, path: str = "") -> str:
    """The first place where two plain values differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        if list(one) != list(other):
            return f"{path or 'top'} has {list(other)}, not {list(one)}"
        pairs = [(f"{path}.{key}".lstrip("."), one[key], other[key]) for key in one]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(f"{path}[{place}]", *pair) for place, pair in enumerate(zip(one, other, strict=True))]
    else:
        return f"{path} is {other!r}, not {one!r}"
    return next((first_difference(mine, theirs, place) for place, mine, theirs in pairs if mine != theirs), "")


def check_random_acts(walk: Walk, decisions: tuple[Decision, ...]) -> None:
    """An act invisible to a side changes nothing that it sees; also during simultaneous secret planning."""
    for decision in decisions:
        check_act(walk, decision, decision.choices.sample_by_argument(walk.check_rng))


def check_act(walk: Walk, decision: Decision, action: Action) -> None:
    """Checks the views before and after one act of an open decision."""
    state = walk.state
    together = in_simultaneous_frame(state)
    execution, dice = execute_on_copy(state, decision.side, action, SeededDice(walk.check_rng.randrange(2**32)))
    for side in (*walk.rules.sides.ids, "public"):
        if side == decision.side:
            continue
        there = ActInformation(state, execution, dice, side)
        text = f"{decision.side} chose {' '.join(action)} in secret, but {side}"
        if together and not execution.simultaneous_ended:
            walk.require(not there.events, f"{text} receives {there.events}")
            walk.require(not there.dice, f"{text} sees dice {there.dice}")
        if there.events or there.dice:
            continue
        before = json.dumps(state.view(side))
        if before != there.view:
            raise walk.fault(f"{text} sees {first_difference(json.loads(before), json.loads(there.view))}")
