"""The decisions of a record that a review examines, each with what its side saw and chose."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ironbottom.bots.decision_request import encode_request, request_of
from ironbottom.bots.player import offer_for
from ironbottom.bots.searcher import Plan, World
from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.core.errors import BadValue, IronbottomError
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.match.persistence import valid_choices
from ironbottom.engine.match.replay import rules_of
from ironbottom.engine.record.record import Begin, ChoiceMade, End, MatchRecord
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State
from ironbottom.lab.review.examine import (
    COMBAT_BUDGET,
    ENDS_PLAN,
    ReviewTask,
    as_candidate,
    candidates_of,
    reviewer_of,
    searcher_of,
)
from ironbottom.lab.simulation import derive_seed, turn_cell

MAX_DECISIONS = 300
"""The maximum number of decisions that a review examines."""


class Tasks(NamedTuple):
    """The work of a review: its tasks in order, and the course of the match otherwise.

    ``choices`` is the number of choices that players made, ``covered`` the number of those that are part of the tasks,
    and ``left`` the number of decisions that were left out because there were too many. ``winners`` is None before the
    end.
    """

    rules: Rules
    tasks: list[ReviewTask]
    choices: int
    covered: int
    left: int
    winners: list[str] | None
    why: str


@dataclass
class OpenPlan:
    """A decision that is being read: the question of its side, and the choices so far."""

    number: int
    side: str
    turn: int
    question: str
    """The procedure that asked the question; the plan continues while it asks the same side."""
    data: bytes
    seed: int
    plans: Sequence[Plan]
    in_combat: bool
    """Whether a review compares these plans, but the player itself does not."""
    can_compare: bool
    """Whether playouts from here give useful information."""
    chosen: list[tuple[str, ...]] = field(default_factory=list)
    made: int = 0
    """The number of choices that were not made automatically."""

    @property
    def is_long(self) -> bool:
        """Whether it has several choices, because the searcher plans it that way or the side began differently."""
        begins_otherwise = not self.is_searched and self.chosen[0][0] != self.plans[0][0][0]
        return begins_otherwise or any(len(plan) > 1 for plan in self.plans)

    @property
    def is_searched(self) -> bool:
        """Whether the searcher compares several plans here."""
        return len(self.plans) > 1

    @property
    def differs_from_search(self) -> bool:
        """Whether the side departed from the only plan of the searcher."""
        return self.can_compare and as_candidate(tuple(self.chosen), self.plans) not in self.plans

    def task(self) -> ReviewTask:
        """Returns the task of examining this decision."""
        return ReviewTask(self.number, self.side, self.turn, self.data, tuple(self.chosen), self.seed)


def read_tasks(
    record: MatchRecord, seed: int = 1, most: int = MAX_DECISIONS, sides: Collection[str] | None = None
) -> Tasks:
    """Reads the decisions of a match that can be examined, of some sides or all of them.

    These are the decisions for which the searcher compares several plans, the choices in combat, and others in which
    the side departed from the searcher's only plan. ``BadValue`` if the game cannot be reviewed or the rules do not
    play the record.
    """
    rules = rules_of(record.header)
    reader = PlanReader(rules, seed, rules.sides.ids if sides is None else sides)
    for state, act in states(record, rules):
        reader.read(state, act)
    end = next((act for act in record.acts if isinstance(act, End)), None)
    if end is not None:
        # Before the end, an order that is not finished is not judged yet.
        reader.close_all()
    plans = select_plans(sorted(reader.found, key=lambda plan: plan.number), most)
    return Tasks(
        rules=rules,
        tasks=[plan.task() for plan in plans],
        choices=reader.choices,
        covered=sum(plan.made for plan in plans),
        left=len(reader.found) - len(plans),
        winners=None if end is None else list(end.result["winners"]),
        why="" if end is None else str(end.result["why"]),
    )


def states(record: MatchRecord, rules: Rules) -> Iterator[tuple[State, ChoiceMade]]:
    """Yields each choice that was not taken back, with the state in which it was made. That state then changes."""
    begin = next((act for act in record.acts if isinstance(act, Begin)), Begin(1))
    line = begin.seq
    try:
        if record.header.position is None:
            state = rules.begin(record.header.scenario, ScriptedDice([value for value, _, _ in begin.dice])).state
        else:
            state = read_position(record.header.position, rules)
        for act in valid_choices(record.acts):
            line = act.seq
            yield state, act
            state.apply(act.side, tuple(act.action), ScriptedDice([value for value, _, _ in act.dice]))
    except IronbottomError as error:
        message = f"the rules play the record differently from line {line + 1} on: {error.message}"
        raise BadValue(message, field=record.name) from None


class PlanReader:
    """Reads the choices of a match in order and joins choices that carry out the same plan."""

    def __init__(self, rules: Rules, seed: int, sides: Collection[str]) -> None:
        self.rules, self.seed, self.sides = rules, seed, sides
        self.found: list[OpenPlan] = []
        """The decisions that can be examined."""
        self.choices = 0
        self._read = 0
        """The number of acts read so far of the sides whose decisions are read."""
        self._open: dict[str, OpenPlan] = {}
        self._turn_cell = turn_cell(rules)
        searcher_of(rules, rules.sides.ids[0], 0)

    def read(self, state: State, act: ChoiceMade) -> None:
        """Reads a choice."""
        if act.side not in self.sides:
            return
        self._read += 1
        decision = state.decision(act.side)
        assert decision is not None
        plan = self._open.get(act.side)
        if plan is not None and plan.question != question_of(decision):
            self._close(act.side)
            plan = None
        self.choices += not act.auto
        if plan is None:
            if act.auto or len(decision.choices) == 1:
                return
            plan = self._open[act.side] = self._opened(state, decision, act)
        plan.chosen.append(tuple(act.action))
        plan.made += not act.auto
        if not plan.is_long or tuple(act.action) == ENDS_PLAN:
            self._close(act.side)

    def close_all(self) -> None:
        """Ends the plans that the record ends with."""
        for side in list(self._open):
            self._close(side)

    def _close(self, side: str) -> None:
        plan = self._open.pop(side)
        if plan.is_searched or plan.differs_from_search:
            self.found.append(plan)

    def _opened(self, state: State, decision: Decision, act: ChoiceMade) -> OpenPlan:
        # Not the number in the record, which would reveal how much other sides have done unseen.
        offer, seed = offer_for(state, decision), derive_seed(self.seed, self._read, "review")
        searcher = reviewer_of(self.rules, offer, seed)
        plans = candidates_of(searcher, offer)
        stops = searcher.model.stopping_point(offer)
        return OpenPlan(
            number=act.seq,
            side=act.side,
            turn=0 if self._turn_cell is None else state.cells[self._turn_cell],
            question=question_of(decision),
            data=encode_request(self.rules, request_of(decision, offer.view)),
            seed=seed,
            plans=plans,
            in_combat=searcher.budget is COMBAT_BUDGET,
            can_compare=not stops(World(state)),
        )


def question_of(decision: Decision) -> str:
    """Returns the name of the procedure that asks the question."""
    return decision.procedure.name


def select_plans(plans: Sequence[OpenPlan], most: int) -> list[OpenPlan]:
    """Returns at most this many plans: first those that the player itself searches, then those of rare questions.

    A choice to stay or to withdraw is rarer than a shot, and matters more. If there are too many, an even sample is
    taken.
    """
    first = [plan for plan in plans if plan.is_searched and not plan.in_combat]
    chosen = spread_plans(first, most)
    others: dict[str, list[OpenPlan]] = {}
    for plan in plans:
        if plan.in_combat or not plan.is_searched:
            others.setdefault(plan.question, []).append(plan)
    for group in sorted(others.values(), key=len):
        chosen += spread_plans(group, most - len(chosen))
    return sorted(chosen, key=lambda plan: plan.number)


def spread_plans(plans: Sequence[OpenPlan], most: int) -> list[OpenPlan]:
    """Returns at most this many of the plans, evenly spread."""
    if len(plans) <= most:
        return list(plans)
    return [plans[place * len(plans) // most] for place in range(most)]
