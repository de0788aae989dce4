"""A person who leads a computer player's game through the helpers: how many acts each of its choices is."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.features import Helpers, Memory, StandingOrderRules, Voyage
from ironbottom.engine.rules.state import State

TWICE = 2
"""So often in a row a standing order must have answered as the player did before it is given."""
PATROLLING = frozenset({"cover", "patrol", "shield", "guard"})
OVER_FORCES = frozenset({"fly_over", "stay_over"})
"""What is asked after fighters are named that patrol over a Task Force."""


class OrderOnTrial:
    """What an order would choose, worked out no further than the player has gone along."""

    def __init__(self, choices: Iterator[Action]) -> None:
        self._choices = choices
        self.made: list[Action] = []
        self.next = next(choices, None)

    def goes_on(self) -> bool:
        """The next choice was made: whether another follows."""
        assert self.next is not None
        self.made.append(self.next)
        self.next = next(self._choices, None)
        return self.next is not None

    def all(self) -> list[Action]:
        """Every choice, worked out to the end."""
        return [*self.made, *([] if self.next is None else [self.next]), *self._choices]


class Person:
    """What one side remembers, has ordered and is filling in; ``acts`` gives what each choice counts."""

    def __init__(self, side: str, helpers: Helpers, standing: StandingOrderRules | None) -> None:
        self.side = side
        self.helpers, self.standing = helpers, standing
        self.known = {one["id"]: one["values"][1:] for one in standing.told()} if standing else {}
        """The standing orders there are, and what each may say instead of asking."""
        self.second_steps = helpers.SECOND_STEPS
        """Questions whose answer is handed in with the choice that opened them, such as a speed for a course."""
        self.missions: dict[str, str] = {}
        self.voyages: dict[str, Voyage] = {}
        self.searches: list[Action] = []
        self.patrols: list[Action] = []
        self.orders: dict[str, str] = {}
        """The standing orders that are given."""
        self._streaks: dict[tuple[str, str], int] = {}
        self._open = ""
        """The question that is being answered."""
        self._trials: dict[tuple[str, str], OrderOnTrial] = {}
        """What the orders that are not given would choose at this question, of those that agree so far."""
        self._ordered: tuple[str, list[Action]] | None = None
        """The order that answers this question, and what is still to come of it."""
        self._obeyed = 0
        self._ways: list[list[Action]] = []
        """What would complete the helpers that begin with the choices made so far."""
        self._beyond = 0
        """The choices made since the last helper was complete, or since the first of them."""
        self._plot: tuple[str, str] | None = None
        self._went_on = False
        self._made: list[Action] = []
        """The searches or patrols of this question."""

    def acts(self, state: State, action: Action) -> int:
        """How many acts a choice adds to those before it."""
        decision = state.decision(self.side)
        asked = decision.procedure.name if decision else ""
        if asked in self.second_steps:
            self._remember_whole(action)
            return self._completes(action)
        if asked != self._open:
            self._open, self._made = asked, []
            self._take_orders(state)
        counted = self._by_order(state, asked, action) + self._proved(action)
        self._remember(action)
        if self.standing is not None and self.standing.ends(action):
            self._open = ""
        return counted

    # -- standing orders -------------------------------------------------------------------------------

    def _take_orders(self, state: State) -> None:
        """A question begins: which order answers it, and how those would that are not given."""
        self._ordered, self._obeyed, self._trials, standing = None, 0, {}, self.standing
        if standing is None:
            return
        for name, values in self.known.items():
            if self._ordered is not None or not standing.applies(state, self.side, name):
                continue
            if name in self.orders:
                answer = standing.answered(state, self.side, name, self.orders[name])
                self._ordered = (name, answer) if answer else None
                continue
            for value in values:
                trial = OrderOnTrial(standing.answering(state, self.side, name, value))
                if trial.next is not None:
                    self._trials[name, value] = trial

    def _by_order(self, state: State, asked: str, action: Action) -> int:
        """Nothing for what an order chooses; an act to take it back, and for each choice that it had made here."""
        if self._ordered is None:
            return self._by_hand(state, asked, action)
        name, rest = self._ordered
        if rest and rest[0] == action:
            self._ordered, self._obeyed = (name, rest[1:]), self._obeyed + 1
            return 0
        self._ordered = None
        del self.orders[name]
        return 1 + self._obeyed + self._by_hand(state, asked, action)

    def _proved(self, action: Action) -> int:
        """An act for an order that would have answered as the player did often enough: it is given."""
        counted, standing = 0, self.standing
        if standing is None:
            return 0
        for key, trial in list(self._trials.items()):
            if trial.next != action:
                if self._streaks.get(key) and standing.whole(key[0], trial.all()):
                    self._streaks[key] = 0
                del self._trials[key]
            elif trial.goes_on():
                continue
            else:
                del self._trials[key]
                if not standing.whole(key[0], trial.made):
                    continue
                self._streaks[key] = self._streaks.get(key, 0) + 1
                if self._streaks[key] >= TWICE and key[0] not in self.orders:
                    self.orders[key[0]], self._streaks[key] = key[1], 0
                    counted += 1
        return counted

    # -- choices and helpers -----------------------------------------------------------------------------

    def _by_hand(self, state: State, asked: str, action: Action) -> int:
        """What a choice counts that no standing order makes."""
        alone = 0
        if self._plot is not None and asked != "course":
            self._plot, alone = None, 1
        if action[0] == "plot":
            self._plot = (action[1], action[2])
            return alone
        if asked == "course":
            return alone + self._sails(state, action)
        if asked == "orders" and action == ("done",):
            free, self._went_on = self._went_on, False
            return alone + (not free)
        return alone + self._by_helper(state, action)

    def _sails(self, state: State, action: Action) -> int:
        """A force that goes on counts with all that do; any other its Mission and its course, or its course alone."""
        if self._plot is None:
            return 1
        (force, mission), self._plot = self._plot, None
        voyage, before = self.voyages.get(force), self.missions.get(force, "transit")
        same, self.missions[force] = mission == (voyage.mission if voyage else before), mission
        if same and self.helpers.next_course(state, self.side, force, voyage)[0] == action:
            if action == ("hold",):  # it has come where it was bound, or a report has ended its voyage
                self.voyages.pop(force, None)
            free, self._went_on = self._went_on, True
            return int(not free)
        meant = self.helpers.intended(state, self.side, force, mission)
        self.voyages.pop(force, None)
        if self.helpers.next_course(state, self.side, force, meant)[0] == action:
            self.voyages[force] = meant
        return 2

    def _by_helper(self, state: State, action: Action) -> int:
        """An act for the first choice of a helper, nothing for those that follow while one is followed to its end."""
        following = [way[1:] for way in self._ways if way[0] == action]
        if following:
            complete = any(not way for way in following)
            self._ways = [way for way in following if way]
            self._beyond = 0 if complete else self._beyond + 1
            return 0
        left, self._beyond = self._beyond, 0
        memory = Memory(self.missions, self.voyages, self.searches, self.patrols)
        found = [filled.choices for filled in self.helpers.offered(state, self.side, memory, action)]
        self._ways = [way[1:] for way in found if len(way) > 1]
        return left + 1

    def _completes(self, action: Action) -> int:
        """Nothing for a second step; of a helper that is left with it the choices count that were made beyond it."""
        if self._ordered is not None and self._ordered[1][:1] == [action]:
            self._ordered = (self._ordered[0], self._ordered[1][1:])
        if not any(way[0] == action for way in self._ways):
            left, self._beyond, self._ways = self._beyond, 0, []
            return left
        following = [way[1:] for way in self._ways if way[0] == action]
        self._ways = [way for way in following if way]
        self._beyond = 0 if not all(following) else self._beyond
        return 0

    def _remember(self, action: Action) -> None:
        """What a later phase may repeat."""
        if action[0] == "search":
            self._made.append(action)
            self.searches = self._made
        elif action[0] in PATROLLING:
            self._made.append(action)
            self.patrols = self._made

    def _remember_whole(self, action: Action) -> None:
        """Over which Task Force fighters patrol that were named just before, and how many."""
        if action[0] in OVER_FORCES:
            self._made[-1] = (*self._made[-1], *action[1:])
