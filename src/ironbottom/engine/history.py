"""The course of a match: the choices that stand, and enough earlier states to go back to any of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ironbottom.engine.actions import Action
from ironbottom.engine.dice import Dice, Die, ScriptedDice, WatchedDice
from ironbottom.engine.events import ALL, Event
from ironbottom.engine.procedures import Decision, Play, Together

if TYPE_CHECKING:
    from ironbottom.engine.state import State


@dataclass(slots=True, eq=False)
class Entry:
    """A choice that was carried out, and what came of it.

    ``auto``: it was the only one; ``handed``: its dice were handed in. ``taught``: a secret became known to others.
    ``together``: made within a simultaneous frame, which ended with it if ``closed``.
    """

    side: str
    action: Action
    dice: Sequence[Die]
    events: list[Event]
    auto: bool
    handed: bool
    taught: bool
    together: bool
    closed: bool
    number: int = 0

    def same_as(self, other: Entry) -> bool:
        """Whether both are the same choice, made in the same way, and led to the same."""
        mine = (self.side, self.action, self.auto, self.events)
        return mine == (other.side, other.action, other.auto, other.events)


def in_together(state: State) -> bool:
    """Whether the state is within a simultaneous frame."""
    return bool(state.stack) and isinstance(state.stack[-1], Together)


def forced(state: State) -> Decision | None:
    """The decision that the match takes by itself: it has a single choice, and taking it gives no secret away."""
    if not state.stack or in_together(state):
        return None
    (decision,) = state.decisions()
    if decision.procedure.hides_forced:
        return None
    return decision if decision.choices.only() is not None else None


class Fenced(Exception):
    """A fence would stand (a die, a reveal) where none may yet; says which."""


class NoDieYet:
    """A source for trying a choice out before it is fixed: stops at the first die."""

    def roll(self, faces: int, why: str, audience: int = ALL) -> int:
        raise Fenced("a die falls")


NO_DIE_YET = NoDieYet()


class Draft:
    """Choices tried on copies of a state, to stand all or none."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.entries: list[Entry] = []
        self.befores: list[State] = []
        self._known = state.rules.game.knowledge(state)

    def choose(self, side: str, action: Sequence[str], dice: Dice, *, auto: bool, handed: bool = False) -> Entry:
        """Carries out a choice that is offered; with ``NO_DIE_YET``, ``Fenced`` if a fence would stand after it."""
        before, rules = self.state, self.state.rules
        after = before.copy()
        play = Play(after, watched := WatchedDice(dice))
        after.carry_out(play, side, tuple(action))
        known = rules.game.knowledge(after)
        entry = Entry(
            side=side,
            action=rules.vocabulary.action(rules.vocabulary.code(action)),
            dice=watched.fallen,
            events=play.events,
            auto=auto,
            handed=handed,
            taught=any(new & ~old for new, old in zip(known, self._known, strict=True)),
            together=in_together(before),
            closed=play.together_over,
        )
        if entry.taught and dice is NO_DIE_YET:
            raise Fenced("a secret becomes known")
        self.state, self._known = after, known
        self.entries.append(entry)
        self.befores.append(before)
        return entry

    def settle(self, dice: Dice, *, handed: bool = False) -> None:
        """Takes the decisions that have a single choice."""
        while self._take_forced(dice, handed):
            pass

    def reach(self, side: str, action: Sequence[str]) -> bool:
        """Whether the choice is open, if need be after taking decisions with a single choice; else ``Fenced``."""
        while self.state.why_not(side, tuple(action)) is not None:
            if not self._take_forced(NO_DIE_YET, False):
                return False
        return True

    def is_forced(self) -> bool:
        """Whether the match takes the decision that is open."""
        return forced(self.state) is not None

    def cut_to(self, length: int) -> None:
        """Goes back to the first ``length`` choices of the draft."""
        if length < len(self.entries):
            self.state = self.befores[length]
            self._known = self.state.rules.game.knowledge(self.state)
            del self.entries[length:], self.befores[length:]

    def _take_forced(self, dice: Dice, handed: bool) -> bool:
        decision = forced(self.state)
        if decision is not None:
            self.choose(decision.side, decision.choices.at(0), dice, auto=True, handed=handed)
        return decision is not None


@dataclass(slots=True)
class Course:
    """The choices that stand, in order, and the state they led to.

    The states before the last ``RECENT`` choices are kept, and before that one in every ``spacing``, at most ``FEW``;
    what lies between is played again with the dice as they fell. So going back is quick and memory stays bounded.
    """

    start: State
    state: State
    entries: list[Entry] = field(default_factory=list)
    kept: dict[int, State] = field(default_factory=dict)
    spacing: int = 16

    RECENT = 64
    FEW = 64

    @classmethod
    def of(cls, state: State) -> Course:
        """The course of a match that starts with this state."""
        return cls(state, state)

    def extend(self, draft: Draft) -> None:
        """Lets the choices of a draft stand."""
        for entry, before in zip(draft.entries, draft.befores, strict=True):
            self.kept[len(self.entries)] = before
            self.entries.append(entry)
        self.state = draft.state
        self._thin()

    def before(self, place: int) -> State:
        """The state before the choice at a place."""
        if place == len(self.entries):
            return self.state
        nearest = max((kept for kept in self.kept if kept <= place), default=-1)
        state = self.kept[nearest] if nearest >= 0 else self.start
        for entry in self.entries[max(nearest, 0) : place]:
            state = state.copy()
            state.apply(entry.side, entry.action, ScriptedDice([die.value for die in entry.dice]))
        return state

    def branch(self, place: int) -> Course:
        """A course of its own that has gone back to before the choice at a place."""
        kept = {number: state for number, state in self.kept.items() if number < place}
        return Course(self.start, self.before(place), self.entries[:place], kept, self.spacing)

    def together_from(self) -> int | None:
        """The place of the first choice within the simultaneous frame that is open now, or None if none is open."""
        if not in_together(self.state):
            return None
        place = len(self.entries)
        while place and self.entries[place - 1].together and not self.entries[place - 1].closed:
            place -= 1
        return place

    def _thin(self) -> None:
        recent = len(self.entries) - self.RECENT
        if len(self.kept) <= self.RECENT + self.FEW:
            return
        old = [place for place in self.kept if place < recent]
        while sum(place % self.spacing == 0 for place in old) > self.FEW // 2:
            self.spacing *= 2
        for place in old:
            if place % self.spacing:
                del self.kept[place]
