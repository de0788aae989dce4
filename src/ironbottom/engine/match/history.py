"""The history of a match: its valid choices, earlier states to return to, and resuming from a store."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from sys import maxsize
from typing import TYPE_CHECKING, NamedTuple

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.events import ALL, Event
from ironbottom.engine.dice.dice import Dice, Die, DieReason, RecordingDice, ScriptedDice
from ironbottom.engine.record.audience_logs import LogEntry
from ironbottom.engine.record.files import ActStore, Snapshot
from ironbottom.engine.record.record import AnyAct, ChoiceMade, Undo, Withdraw
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.procedures import Execution, SimultaneousFrame
from ironbottom.engine.rules.state import State

if TYPE_CHECKING:
    from ironbottom.engine.rules.state import State

Known = tuple[int, ...]
"""For each side, which of its secrets others know, as bits."""
CHECKPOINT_INTERVAL = 16
"""The number of choices from one stored state to the next."""


@dataclass(slots=True, eq=False)
class AppliedChoice:
    """A choice that was carried out, and its effects.

    ``auto``: it was the only choice; ``handed``: its dice were supplied with it. ``reveals``: it made a secret known to
    others. ``simultaneous``: it was made within a simultaneous frame, which it ended if ``ends_simultaneous``.
    """

    side: str
    action: Action
    dice: Sequence[Die]
    events: list[Event]
    auto: bool
    handed: bool
    reveals: bool
    simultaneous: bool
    ends_simultaneous: bool
    number: int = 0

    def same_as(self, other: AppliedChoice) -> bool:
        """Whether both are the same choice, made in the same way and with the same events."""
        mine = (self.side, self.action, self.auto, self.events)
        return mine == (other.side, other.action, other.auto, other.events)


def in_simultaneous_frame(state: State) -> bool:
    """Whether the state is within a simultaneous frame."""
    return bool(state.stack) and isinstance(state.stack[-1], SimultaneousFrame)


def is_second_step(state: State) -> bool:
    """Whether the next choice completes the one before it."""
    return bool(state.stack) and state.stack[-1].is_second_step


def forced_choice(state: State, absent: Collection[str] = ()) -> tuple[str, Action] | None:
    """The choice that the match makes automatically, with its side.

    It is the only choice and reveals no secret, or its side's team has left the match.
    """
    if not state.stack:
        return None
    if absent and (asked := next((one for one in state.decisions() if one.side in absent), None)) is not None:
        return asked.side, state.rules.game.choice_in_absence(asked)
    if in_simultaneous_frame(state):
        return None
    (decision,) = state.decisions()
    if decision.procedure.hides_forced or decision.choices.single_choice() is None:
        return None
    return decision.side, decision.choices.at(0)


class BarrierReached(Exception):
    """Raised when a choice would set an undo barrier where none is allowed.

    It says whether the cause is a die or a revealed secret.
    """


class SecretRevealed(BarrierReached):
    """The choice would reveal a secret to a side, whatever the dice."""


class ListEnds(BarrierReached):
    """The choice must be the last of its list: it could roll a die, reveal something or finish a simultaneous step."""


class BarrierDice:
    """A dice source for trying out a choice; it raises ``BarrierReached`` at the first die."""

    def roll(self, faces: int, why: DieReason, audience: int = ALL) -> int:
        raise BarrierReached("a die would be rolled")


BARRIER_DICE = BarrierDice()


class HistoryMark(NamedTuple):
    """A point in a batch to which it can be rolled back."""

    length: int
    state: State
    known: Known


class ChoiceBatch:
    """Choices tried on copies of a state; all of them are accepted or none."""

    def __init__(self, state: State, known: Known | None = None, absent: Collection[str] = ()) -> None:
        self.state = state
        self.absent = absent
        """The sides whose teams have left the match; the match chooses for them."""
        self.known = state.rules.game.knowledge(state) if known is None else known
        """For each side, which of its secrets others know."""
        self.entries: list[AppliedChoice] = []
        self.checkpoints: dict[int, State] = {}
        """The states before the choices whose indices are multiples of ``CHECKPOINT_INTERVAL``."""

    def choose(
        self, side: str, action: Sequence[str], dice: Dice, *, auto: bool, handed: bool = False
    ) -> AppliedChoice:
        """Carries out an offered choice.

        With ``BARRIER_DICE``, raises ``BarrierReached`` if it would set an undo barrier.
        """
        before, rules = self.state, self.state.rules
        after = before.copy()
        execution = Execution(after, watched := RecordingDice(dice))
        after.execute(execution, side, tuple(action))
        known = rules.game.knowledge(after)
        entry = AppliedChoice(
            side=side,
            action=rules.vocabulary.action(rules.vocabulary.code(action)),
            dice=watched.rolled,
            events=execution.events,
            auto=auto,
            handed=handed,
            reveals=known != self.known and any(new & ~old for new, old in zip(known, self.known, strict=True)),
            simultaneous=in_simultaneous_frame(before),
            ends_simultaneous=execution.simultaneous_ended,
        )
        if entry.reveals and dice is BARRIER_DICE:
            raise SecretRevealed("a secret becomes known")
        if len(self.entries) % CHECKPOINT_INTERVAL == 0:
            self.checkpoints[len(self.entries)] = before
        self.state, self.known = after, known
        self.entries.append(entry)
        return entry

    def choose_within(
        self, side: str, action: Sequence[str], *, auto: bool = False, handed: bool = False
    ) -> AppliedChoice:
        """Carries out an offered choice that is not the last of its list; ``ListEnds`` if it must be the last.

        The verb decides this in advance, from the information that the side has. A choice is tried only if its outcome
        does not depend on hidden information.
        """
        if self.state.ends_list(side, tuple(action)):
            raise ListEnds
        mark = self.mark()
        try:
            entry = self.choose(side, action, BARRIER_DICE, auto=auto, handed=handed)
        except BarrierReached:  # an open choice, or a verb declared wrongly, which the conformance kit finds
            raise ListEnds from None
        if entry.ends_simultaneous:
            self.rollback_to(mark)
            raise ListEnds
        return entry

    def apply_forced(self, dice: Dice, *, handed: bool = False) -> None:
        """Makes all forced decisions: those with a single choice, and those of sides that have left."""
        while self._take_forced(dice, handed):
            pass

    def advance_to(self, side: str, action: Sequence[str], *, recorded: bool = False) -> bool:
        """Whether the choice is open, perhaps after forced decisions; ``BarrierReached`` if these would set a barrier.

        ``recorded``: the list was accepted before and is repeated, whatever its verbs declare now.
        """
        while self.state.why_not(side, tuple(action)) is not None:
            found = forced_choice(self.state, self.absent)
            if found is None:
                return False
            if recorded:
                self.choose(*found, BARRIER_DICE, auto=True)
            else:
                self._take_forced_within(side, *found)
        return True

    def apply_forced_within(self, side: str) -> None:
        """Makes the forced decisions within a side's list; ``ListEnds`` if the list may not continue."""
        while (found := forced_choice(self.state, self.absent)) is not None:
            self._take_forced_within(side, *found)

    def _take_forced_within(self, side: str, forced_side: str, action: Action) -> None:
        """Makes a forced decision within a side's list; ``ListEnds`` if the list may not continue.

        The predicate of a verb reads information that only the deciding side has, so it is not called for the choice of
        another side.
        """
        ends = self.state.rules.vocabulary.by_name[action[0]].ends_list
        if forced_side != side and ends != "never" and ends != "open":
            raise ListEnds
        self.choose_within(forced_side, action, auto=True)

    def is_forced(self) -> bool:
        """Whether the match makes the open decision automatically."""
        return forced_choice(self.state, self.absent) is not None

    def mark(self) -> HistoryMark:
        """The current point of the batch."""
        return HistoryMark(len(self.entries), self.state, self.known)

    def rollback_to(self, mark: HistoryMark) -> None:
        """Returns the batch to an earlier point."""
        self.state, self.known = mark.state, mark.known
        del self.entries[mark.length :]
        self.checkpoints = {index: state for index, state in self.checkpoints.items() if index < mark.length}

    def sort(self) -> None:
        """Moves entries that have a number back to their old order: simultaneous choices may arrive in any order."""
        ordered = sorted(self.entries, key=lambda entry: entry.number or maxsize)
        if ordered != self.entries:
            self.entries = ordered
            self.checkpoints = {index: state for index, state in self.checkpoints.items() if not index}

    def _take_forced(self, dice: Dice, handed: bool) -> bool:
        result = forced_choice(self.state, self.absent)
        if result is not None:
            self.choose(*result, dice, auto=True, handed=handed)
        return result is not None


@dataclass(slots=True)
class History:
    """The valid choices in order, and the state that they led to.

    The state before one choice in every ``checkpoint_interval`` is stored, at most ``MAX_CHECKPOINTS`` states; the
    choices in between are repeated with the dice that were rolled. This keeps undo fast and memory bounded. The history
    of a long match with a store has only the latest choices, from the state ``start`` on; then it is not ``complete``.
    """

    start: State
    state: State
    known: Known
    entries: list[AppliedChoice] = field(default_factory=list)
    checkpoints: dict[int, State] = field(default_factory=dict)
    checkpoint_interval: int = CHECKPOINT_INTERVAL
    complete: bool = True
    earlier_choices: dict[str, int] = field(default_factory=dict)
    """The number of choices that each side made itself before those here."""
    base: int = 1
    """The number of the last act before the choices held here."""

    MAX_CHECKPOINTS = 64
    WINDOW = 64
    """The least number of choices held for a match with a store."""

    @classmethod
    def of(cls, batch: ChoiceBatch, start: State) -> History:
        """A history that starts with this state and continues with this batch."""
        history = cls(start, start, batch.known)
        history.extend(batch)
        return history

    def extend(self, batch: ChoiceBatch) -> None:
        """Appends the choices of a batch."""
        first = len(self.entries)
        for index, before in batch.checkpoints.items():
            if not self.checkpoints or first + index >= next(reversed(self.checkpoints)) + self.checkpoint_interval:
                self.checkpoints[first + index] = before
        self.entries += batch.entries
        self.state, self.known = batch.state, batch.known
        if len(self.checkpoints) > self.MAX_CHECKPOINTS:
            self._thin_checkpoints()

    def before(self, index: int) -> State:
        """The state before the choice at this index."""
        if index == len(self.entries):
            return self.state
        nearest = max((kept for kept in self.checkpoints if kept <= index), default=-1)
        state = self.checkpoints[nearest] if nearest >= 0 else self.start
        for entry in self.entries[max(nearest, 0) : index]:
            state = state.copy()
            state.apply(entry.side, entry.action, ScriptedDice([die.value for die in entry.dice]), trusted=True)
        return state

    def linked_choices(self, index: int) -> list[int]:
        """The indices of a choice and of those that it completes or that complete it, in order."""
        first = last = index
        while first and is_second_step(self.before(first)):
            first -= 1
        while last + 1 < len(self.entries) and is_second_step(self.before(last + 1)):
            last += 1
        return list(range(first, last + 1))

    def branch(self, index: int) -> History:
        """A copy of the history from before the choice at this index."""
        kept = {number: state for number, state in self.checkpoints.items() if number < index}
        state = self.before(index)
        known = state.rules.game.knowledge(state)
        return replace(self, state=state, known=known, entries=self.entries[:index], checkpoints=kept)

    def shorten(self) -> None:
        """Drops early choices if the match has a store."""
        if len(self.entries) <= 2 * self.WINDOW:
            return
        cut = max((index for index in self.checkpoints if index <= len(self.entries) - self.WINDOW), default=0)
        if not cut:
            return
        self.start = self.before(cut)
        self.earlier_choices = self.choices_before(cut)
        self.entries = self.entries[cut:]
        self.base = self.entries[0].number - 1
        self.checkpoints = {index - cut: state for index, state in self.checkpoints.items() if index >= cut}
        self.complete = False

    def choices_before(self, index: int) -> dict[str, int]:
        """The number of choices that each side made itself before this index."""
        made = dict(self.earlier_choices)
        for entry in self.entries[:index]:
            if not entry.auto:
                made[entry.side] = made.get(entry.side, 0) + 1
        return made

    def simultaneous_start(self) -> int | None:
        """The index of the first choice within the open simultaneous frame; None if none is open."""
        if not in_simultaneous_frame(self.state):
            return None
        index = len(self.entries)
        while index and self.entries[index - 1].simultaneous and not self.entries[index - 1].ends_simultaneous:
            index -= 1
        return index

    def _thin_checkpoints(self) -> None:
        while len(self.checkpoints) > self.MAX_CHECKPOINTS:
            self.checkpoint_interval *= 2
            self.checkpoints = dict(list(self.checkpoints.items())[::2])


def visible_to(rules: Rules, side: str, entry: AppliedChoice) -> bool:
    """Whether a side sees any event or die of a choice."""
    bit = 1 << rules.sides.index[side]
    seen_events = (rules.kinds[event[0]].visible(event, bit) is not None for event in entry.events)
    return any(seen_events) or any(die.audience & bit for die in entry.dice)


def unobservable_decider(state: State, side: str) -> str | None:
    """The title of another side that may be choosing unobserved now; None if there is none."""
    sides = state.rules.sides
    for frame in state.stack:
        if frame.unobservable and (decider := frame.decider(state)) != sides.index[side]:
            return sides.titles[decider]
    return None


def undone_choices(act: AnyAct) -> Sequence[int]:
    """The numbers of the choices that an act took back."""
    return act.taken if isinstance(act, (Undo, Withdraw)) else ()


def usable_snapshot(store: ActStore, most: int, last: int) -> tuple[Snapshot, list[LogEntry]]:
    """The last snapshot up to act ``most`` that no undo up to act ``last`` has invalidated, and the acts since."""
    snapshot = store.snapshot(min(most, last))
    acts = store.read(snapshot.act + 1, last)
    while True:
        least = min((number for noted in acts for number in undone_choices(noted.act)), default=last + 1)
        if least > snapshot.act:
            return snapshot, acts
        earlier = store.snapshot(least - 1)
        if earlier.act >= snapshot.act:
            raise BadValue(f"act {least} was taken back, and there is no earlier snapshot", field="snapshot")
        acts = store.read(earlier.act + 1, snapshot.act) + acts
        snapshot = earlier


def surviving_choices(acts: Iterable[LogEntry]) -> list[ChoiceMade]:
    """The choices among these acts that none of them took back."""
    acts = list(acts)
    gone = {number for noted in acts for number in undone_choices(noted.act)}
    return [noted.act for noted in acts if isinstance(noted.act, ChoiceMade) and noted.act.seq not in gone]


def history_since(rules: Rules, store: ActStore, most: int, last: int) -> History:
    """The history since a snapshot: its valid choices are repeated on its state with the dice that were rolled."""
    snapshot, acts = usable_snapshot(store, most, last)
    start = rules.restore(snapshot.dump, snapshot.state_format)
    batch = ChoiceBatch(start)
    for act in surviving_choices(acts):
        dice = ScriptedDice([value for value, _, _ in act.dice])
        entry = batch.choose(act.side, act.action, dice, auto=act.auto, handed=act.handed)
        entry.number = act.seq
        dice.finish()
    history = History.of(batch, start)
    history.base, history.earlier_choices, history.complete = (
        snapshot.act,
        dict(snapshot.made),
        snapshot.floor or snapshot.act == store.snapshot(1).act,
    )
    return history


def extended_history(rules: Rules, store: ActStore, history: History, last: int) -> History:
    """This history, with about twice as many earlier choices in memory."""
    most = history.base - max(last - history.base, History.WINDOW)
    return history_since(rules, store, most, last)
