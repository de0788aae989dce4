"""The lists check: a refused list of choices gets the same answer in every state that fits what the side sees."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ironbottom.engine.core.errors import Refused
from ironbottom.engine.dice.dice import Die, SeededDice
from ironbottom.engine.match.history import ChoiceBatch, Known, ListEnds, in_simultaneous_frame
from ironbottom.engine.match.match import apply_all
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.procedures import Decision, Execution
from ironbottom.engine.rules.state import State
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.hidden_information import drawn_states
from ironbottom.testing.offers import sample
from ironbottom.testing.walk_checks import WalkCheck, as_separate_check
from ironbottom.testing.walks import Walk, execute_on_copy

WORLDS, MIN_WORLDS = 12, 4
FIRST_CHOICES = 4
"""The number of choices, of different verbs, with which the tried lists begin at a decision."""
NONSENSE: Action = ("x",)
ACCEPTED = "accepted"


class Lists(WalkCheck):
    """Acts that roll, reveal or finish a step must be declared; lists get the same answer in all states that fit."""

    name = "lists"
    in_slices = True

    def __init__(self, game: Game, budget: CheckBudget) -> None:
        super().__init__(game, budget)
        self.before: tuple[str, Action, bool, Known] | None = None
        self.rolled_before = 0

    def before_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        self.check_last_act(walk)
        if len(walk.moves) < len(walk.given_moves):
            side, action = walk.given_moves[len(walk.moves)]
            if may_continue(walk.state, side, action):
                self.before = side, action, in_simultaneous_frame(walk.state), self.game.knowledge(walk.state)
                self.rolled_before = len(walk.dice.rolled)

    def begin(self, walk: Walk) -> None:
        self.before = None

    def end(self, walk: Walk) -> None:
        self.check_last_act(walk)

    def check_last_act(self, walk: Walk) -> None:
        """The last act, if its verb allows a list to continue after it."""
        if self.before is not None:
            side, action, together, known = self.before
            ended = together and not in_simultaneous_frame(walk.state)
            what = end_reason(walk.dice.rolled[self.rolled_before :], known, self.game.knowledge(walk.state), ended)
            walk.require(
                not what,
                f"{side} chose {' '.join(action)}, which may be followed by other choices in a list, but {what}",
            )
            self.before = None

    def check_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        worlds = max(MIN_WORLDS, self.budget.part(WORLDS))
        for decision in decisions:
            firsts = first_choices(walk, decision)
            for first in firsts:
                check_declared(walk, decision.side, first)
            self.budget.count["lists"] += check_answers(walk, decision, firsts, worlds)


def may_continue(state: State, side: str, action: Action) -> bool:
    """Whether a list may continue after a choice whatever its result; false for one that is tried."""
    verb = state.rules.vocabulary.by_name[action[0]]
    return verb.ends_list != "open" and not state.ends_list(side, action)


def end_reason(dice: Sequence[Die], before: Known, after: Known, ended: bool) -> str:
    """The result of an act that ends a list, as text."""
    if dice:
        return f"a die was rolled for {dice[0].why}"
    if any(new & ~old for old, new in zip(before, after, strict=True)):
        return "a secret was revealed"
    return "a simultaneous step ended" if ended else ""


def check_declared(walk: Walk, side: str, action: Action) -> None:
    """A choice that others may follow in a list rolls no die, reveals nothing and finishes no simultaneous step."""
    if not may_continue(walk.state, side, action):
        return
    execution, dice = execute_on_copy(walk.state, side, action, SeededDice(walk.check_rng.randrange(2**32)))
    knowledge = walk.setup.game.knowledge
    what = end_reason(dice, knowledge(walk.state), knowledge(execution.state), finishes(walk.state, execution, side))
    walk.require(not what, f"{side} may choose {' '.join(action)} before other choices of a list, but then {what}")


def finishes(before: State, execution: Execution, side: str) -> bool:
    """Whether a simultaneous step, or the side's part in it, is finished."""
    if not in_simultaneous_frame(before) or execution.simultaneous_ended:
        return execution.simultaneous_ended
    return execution.state.decision(side) is None


def first_choices(walk: Walk, decision: Decision) -> list[Action]:
    """Choices of different verbs; usually one that ends the list and one that does not."""
    choices, state = decision.choices, walk.state
    verbs = choices.verbs()
    walk.check_rng.shuffle(verbs)
    found = [choice for verb in verbs if (choice := some_choice(walk, decision, verb)) is not None]
    ending = [choice for choice in found if not may_continue(state, decision.side, choice)]
    others = [choice for choice in found if choice not in ending]
    return [*ending[:2], *others[:2], *ending[2:], *others[2:]][:FIRST_CHOICES]


def some_choice(walk: Walk, decision: Decision, verb: str) -> Action | None:
    """An offered choice of a verb."""
    choice: tuple[str, ...] = (verb,)
    for _ in decision.rules.vocabulary.by_name[verb].arguments:
        values = decision.choices.next(*choice)
        if not values:
            return None
        choice = (*choice, walk.check_rng.choice(values))
    return choice


def check_answers(walk: Walk, decision: Decision, firsts: Sequence[Action], worlds: int = WORLDS) -> int:
    """Tries lists that begin with the given choices.

    Every state that fits must give the same refusal, or accept the list.
    """
    side, state = decision.side, walk.state
    lists = [run for first in firsts for run in lists_beginning_with(walk, decision, first, firsts)]
    result = [answer(state, side, run) for run in lists]
    seed = walk.check_rng.randrange(2**32)
    for number, drawn in enumerate(drawn_states(walk, side, state.view(side), seed, worlds)):
        for run, mine in zip(lists, result, strict=True):
            theirs = answer(drawn, side, run)
            if mine != theirs:
                named = "; ".join(" ".join(choice) for choice in run)
                raise walk.fault(f"{named} gives {theirs} for {side} in draw {seed + number}, not {mine}")
    return len(lists)


def lists_beginning_with(walk: Walk, decision: Decision, first: Action, others: Sequence[Action]) -> list[list[Action]]:
    """Lists of two and three choices with an offered choice before the last."""
    state, side = walk.state, decision.side
    vocabulary, choices = state.rules.vocabulary, decision.choices
    every_verb = [vocabulary.action(code) for verb in vocabulary.verbs for code in sample(verb, 1, walk.check_rng)]
    after = offered_after(walk, side, first)
    lasts = [
        NONSENSE,
        choices.sample_by_argument(walk.check_rng),
        choices.sample(walk.check_rng),
        *others,
        *every_verb,
        *after,
    ]
    if state.ends_list(side, first):
        lasts = [*lasts[:3], *walk.check_rng.sample(every_verb, min(3, len(every_verb)))]
    before = [choice for choice in others if choice != first and may_continue(state, side, choice)][:1]
    return [[first, last] for last in lasts] + [[one, first, last] for one in before for last in lasts[:6]]


def offered_after(walk: Walk, side: str, first: Action) -> list[Action]:
    """Some choices offered after a choice."""
    batch = ChoiceBatch(walk.state)
    try:
        batch.choose_within(side, first)
    except ListEnds:
        return []
    decision = batch.state.decision(side)
    return [] if decision is None else [decision.choices.sample_by_argument(walk.check_rng) for _ in range(3)]


def answer(state: State, side: str, run: Sequence[Action]) -> str:
    """The refusal of a list, or that it is accepted."""
    try:
        apply_all(ChoiceBatch(state.copy()), side, run, SeededDice(1))
    except Refused as error:
        return json.dumps(error.as_dict())
    return ACCEPTED


check_lists = as_separate_check(Lists)
