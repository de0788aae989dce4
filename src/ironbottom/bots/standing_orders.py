"""Standing orders of a seat: questions that are answered for a player until the orders change.

They are stored with the seat, beside the match, and only its player sees them. An order answers a question with choices
that the side could make itself, from its view. The referee checks these one by one, and the record stores them as
choices. Each game lists its own orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from ironbottom.bots.observation import Observation
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.history import BarrierReached, ChoiceBatch
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.features import StandingOrderInfo
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.state import State

ASK = "ask"
"""The default value of every order: the side is asked."""
ASK_LABEL = "ask me"
MAX_CHOICES = 400
"""The maximum number of choices that are made at once."""

ObservationT = TypeVar("ObservationT", bound=Observation[Any])


class StandingOrderValue(NamedTuple, Generic[ObservationT]):
    """A value of an order: its words, and the rule that returns the next choice, or None to ask the side.

    A rule that begins to answer a question must finish it.
    """

    label: str
    rule: Callable[[ObservationT, Choices], Action | None]


class ListedStandingOrder(NamedTuple, Generic[ObservationT]):
    """A standing order: its step of the turn, its words, its questions, and its values besides "ask"."""

    step: str
    label: str
    questions: frozenset[str]
    values: Mapping[str, StandingOrderValue[ObservationT]]


def always(action: Action) -> Callable[[ObservationT, Choices], Action | None]:
    """Returns the rule that always makes this choice."""
    return lambda observation, choices: action


def highest(
    rules: Mapping[str, Callable[[ObservationT, Action], float]],
) -> Callable[[ObservationT, Choices], Action | None]:
    """Returns the rule that makes the choice with the highest score, or the first of several equal ones.

    A choice is scored by the rule of its verb; a verb without a rule scores 0.
    """
    return lambda observation, choices: max(
        choices, key=lambda action: rules[action[0]](observation, action) if action[0] in rules else 0.0
    )


class StandingOrderList(Generic[ObservationT]):
    """The standing orders of a game, as its rules for standing orders; ``read_view`` makes its observation."""

    def __init__(
        self,
        orders: Mapping[str, ListedStandingOrder[ObservationT]],
        read_view: Callable[[Rules, Mapping[str, object], str], ObservationT],
        ends: frozenset[Action] = frozenset(),
    ) -> None:
        self.orders = orders
        self._read_view, self._ends = read_view, ends

    def infos(self) -> list[StandingOrderInfo]:
        """The orders in words: the question that each answers, and its values."""
        return [
            {
                "id": name,
                "step": order.step,
                "label": order.label,
                "values": [ASK, *order.values],
                "words": [ASK_LABEL, *(one.label for one in order.values.values())],
            }
            for name, order in self.orders.items()
        ]

    def read(self, orders: Mapping[str, str], /) -> dict[str, str]:
        """Checks orders and drops those that say "ask"; ``BadValue`` names an unknown order or value."""
        for name, value in orders.items():
            if name not in self.orders:
                raise BadValue(f"there is no standing order {name!r}; allowed: {', '.join(self.orders)}", field=name)
            if value != ASK and value not in self.orders[name].values:
                allowed = ", ".join((ASK, *self.orders[name].values))
                raise BadValue(f"{value!r} is not a value of this standing order; allowed: {allowed}", field=name)
        return {name: value for name, value in orders.items() if value != ASK}

    def applies(self, state: State, side: str, name: str, /) -> bool:
        """Whether an order concerns the open question of a side."""
        decision = state.decision(side)
        return decision is not None and decision.procedure.name in self.orders[name].questions

    def answer(self, state: State, side: str, orders: Mapping[str, str], /) -> list[Action]:
        """The choices with which these orders answer a side's open question; none if the side is asked."""
        for name, value in orders.items():
            if self.applies(state, side, name):
                result = self.choices_of_order(state, side, name, value)
                if result:
                    return result
        return []

    def choices_of_order(self, state: State, side: str, name: str, value: str, /) -> list[Action]:
        """The choices with which one order answers; none if it leaves the answer to the side."""
        return list(self.iter_choices_of_order(state, side, name, value))

    def iter_choices_of_order(self, state: State, side: str, name: str, value: str, /) -> Iterator[Action]:
        """Like ``choices_of_order``, but the choices are computed one by one.

        They form one list, which the last choice may end (``Verb.ends_list``).
        """
        order, batch = self.orders[name], ChoiceBatch(state.copy())
        for _ in range(MAX_CHOICES):
            decision = batch.state.decision(side)
            if decision is None or decision.procedure.name not in order.questions:
                return
            observation = self._read_view(state.rules, batch.state.view(side), side)
            action = order.values[value].rule(observation, decision.choices)
            if action is None or action not in decision.choices:
                return
            yield action
            try:
                batch.choose_within(side, action)
                batch.apply_forced_within(side)
            except BarrierReached:
                return

    def ends_question(self, action: Action, /) -> bool:
        """Whether a choice ends a question."""
        return action in self._ends

    def is_complete(self, name: str, found: Sequence[Action], /) -> bool:
        """Whether these choices answer the question completely."""
        return bool(found)
