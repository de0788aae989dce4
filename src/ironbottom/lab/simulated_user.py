"""A simulated user who enters a computer player's game through the helpers, counting the acts for each choice."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.features import Helpers, Memory, StandingOrderRules, Voyage
from ironbottom.engine.rules.state import State

MATCHES_BEFORE_GIVEN = 2
"""The number of times in a row that a standing order must match the player before it is given."""
PATROLLING = frozenset({"cover", "patrol", "shield", "guard"})
OVER_FORCES = frozenset({"fly_over", "stay_over"})
"""The choices that follow fighters patrolling over a Task Force."""


class OrderTrial:
    """The choices of a standing order, computed only for as long as the player makes the same choices."""

    def __init__(self, choices: Iterator[Action]) -> None:
        self._choices = choices
        self.made: list[Action] = []
        self.next = next(choices, None)

    def advance(self) -> bool:
        """Accepts the next choice. Returns whether another one follows."""
        assert self.next is not None
        self.made.append(self.next)
        self.next = next(self._choices, None)
        return self.next is not None

    def all(self) -> list[Action]:
        """Computes and returns all choices."""
        return [*self.made, *([] if self.next is None else [self.next]), *self._choices]


class SimulatedUser:
    """One side's memory, standing orders and current helper. ``ui_actions`` returns the cost of each choice."""

    def __init__(self, side: str, helpers: Helpers, standing: StandingOrderRules | None) -> None:
        self.side = side
        self.helpers, self.standing = helpers, standing
        self.known = {one["id"]: one["values"][1:] for one in standing.infos()} if standing else {}
        """The available standing orders and their values other than asking."""
        self.second_steps = helpers.SECOND_STEPS
        """Questions that are answered together with the previous choice, such as a speed for a course."""
        self.missions: dict[str, str] = {}
        self.voyages: dict[str, Voyage] = {}
        self.searches: list[Action] = []
        self.patrols: list[Action] = []
        self.orders: dict[str, str] = {}
        """The standing orders in force."""
        self._streaks: dict[tuple[str, str], int] = {}
        self._open = ""
        """The current question."""
        self._trials: dict[tuple[str, str], OrderTrial] = {}
        """The choices of other orders in this decision, as long as they match the player's."""
        self._ordered: tuple[str, list[Action]] | None = None
        """The order that answers this question, and its remaining choices."""
        self._made_by_order = 0
        self._remaining: list[list[Action]] = []
        """The remaining choices of each helper that begins with the choices made so far."""
        self._uncovered = 0
        """The choices made since a helper was last complete, or since the first of them."""
        self._plot: tuple[str, str] | None = None
        self._continued = False
        self._made: list[Action] = []
        """The searches or patrols of this question."""

    def ui_actions(self, state: State, action: Action) -> int:
        """Returns how many acts a choice adds."""
        decision = state.decision(self.side)
        question = decision.procedure.name if decision else ""
        if question in self.second_steps:
            self._remember_whole(action)
            return self._second_step_cost(action)
        if question != self._open:
            self._open, self._made = question, []
            self._start_question(state)
        counted = self._by_order(state, question, action) + self._give_matching_orders(action)
        self._remember(action)
        if self.standing is not None and self.standing.ends_question(action):
            self._open = ""
        return counted

    # -- standing orders -------------------------------------------------------------------------------

    def _start_question(self, state: State) -> None:
        """Finds the order that answers a new question, and what the other orders would choose."""
        self._ordered, self._made_by_order, self._trials, standing = None, 0, {}, self.standing
        if standing is None:
            return
        for name, values in self.known.items():
            if self._ordered is not None or not standing.applies(state, self.side, name):
                continue
            if name in self.orders:
                answer = standing.choices_of_order(state, self.side, name, self.orders[name])
                self._ordered = (name, answer) if answer else None
                continue
            for value in values:
                trial = OrderTrial(standing.iter_choices_of_order(state, self.side, name, value))
                if trial.next is not None:
                    self._trials[name, value] = trial

    def _by_order(self, state: State, question: str, action: Action) -> int:
        """Returns 0 for a choice that an order makes. Any other choice drops the order.

        Then dropping it and the choices it had made here are acts.
        """
        if self._ordered is None:
            return self._without_order(state, question, action)
        name, rest = self._ordered
        if rest and rest[0] == action:
            self._ordered, self._made_by_order = (name, rest[1:]), self._made_by_order + 1
            return 0
        self._ordered = None
        del self.orders[name]
        return 1 + self._made_by_order + self._without_order(state, question, action)

    def _give_matching_orders(self, action: Action) -> int:
        """Gives the orders that have matched the player often enough. Returns their number."""
        counted, standing = 0, self.standing
        if standing is None:
            return 0
        for key, trial in list(self._trials.items()):
            if trial.next != action:
                if self._streaks.get(key) and standing.is_complete(key[0], trial.all()):
                    self._streaks[key] = 0
                del self._trials[key]
            elif trial.advance():
                continue
            else:
                del self._trials[key]
                if not standing.is_complete(key[0], trial.made):
                    continue
                self._streaks[key] = self._streaks.get(key, 0) + 1
                if self._streaks[key] >= MATCHES_BEFORE_GIVEN and key[0] not in self.orders:
                    self.orders[key[0]], self._streaks[key] = key[1], 0
                    counted += 1
        return counted

    # -- choices and helpers -----------------------------------------------------------------------------

    def _without_order(self, state: State, question: str, action: Action) -> int:
        """Returns the acts of a choice that no standing order makes."""
        alone = 0
        if self._plot is not None and question != "course":
            self._plot, alone = None, 1
        if action[0] == "plot":
            self._plot = (action[1], action[2])
            return alone
        if question == "course":
            return alone + self._course_cost(state, action)
        if question == "orders" and action == ("done",):
            free, self._continued = self._continued, False
            return alone + (not free)
        return alone + self._by_helper(state, action)

    def _course_cost(self, state: State, action: Action) -> int:
        """Returns the acts of a course: all forces that continue share one, any other takes two."""
        if self._plot is None:
            return 1
        (force, mission), self._plot = self._plot, None
        voyage, before = self.voyages.get(force), self.missions.get(force, "transit")
        same, self.missions[force] = mission == (voyage.mission if voyage else before), mission
        if same and self.helpers.next_course(state, self.side, force, voyage)[0] == action:
            if action == ("hold",):  # it has arrived, or a report has ended its voyage
                self.voyages.pop(force, None)
            free, self._continued = self._continued, True
            return int(not free)
        meant = self.helpers.planned_course(state, self.side, force, mission)
        self.voyages.pop(force, None)
        if self.helpers.next_course(state, self.side, force, meant)[0] == action:
            self.voyages[force] = meant
        return 2

    def _by_helper(self, state: State, action: Action) -> int:
        """Returns 1 for the first choice of a helper and 0 for the choices that follow it."""
        following = [way[1:] for way in self._remaining if way[0] == action]
        if following:
            complete = any(not way for way in following)
            self._remaining = [way for way in following if way]
            self._uncovered = 0 if complete else self._uncovered + 1
            return 0
        left, self._uncovered = self._uncovered, 0
        memory = Memory(self.missions, self.voyages, self.searches, self.patrols)
        found = [filled.choices for filled in self.helpers.offered(state, self.side, memory, action)]
        self._remaining = [way[1:] for way in found if len(way) > 1]
        return left + 1

    def _second_step_cost(self, action: Action) -> int:
        """Returns 0 for a second step.

        If the choice departs from the running helper, returns the number of choices made since the last complete
        helper.
        """
        if self._ordered is not None and self._ordered[1][:1] == [action]:
            self._ordered = (self._ordered[0], self._ordered[1][1:])
        if not any(way[0] == action for way in self._remaining):
            left, self._uncovered, self._remaining = self._uncovered, 0, []
            return left
        following = [way[1:] for way in self._remaining if way[0] == action]
        self._remaining = [way for way in following if way]
        self._uncovered = 0 if not all(following) else self._uncovered
        return 0

    def _remember(self, action: Action) -> None:
        """Stores the searches and patrols that a later phase may repeat."""
        if action[0] == "search":
            self._made.append(action)
            self.searches = self._made
        elif action[0] in PATROLLING:
            self._made.append(action)
            self.patrols = self._made

    def _remember_whole(self, action: Action) -> None:
        """Stores the Task Force that fighters patrol over, and the number of fighters."""
        if action[0] in OVER_FORCES:
            self._made[-1] = (*self._made[-1], *action[1:])
