"""Undo: where the barriers are, and what happens to the choices after a withdrawn one.

Barriers are computed from the dice, from what each side knows, and from who chose. Within an open simultaneous frame
the choices of the other sides do not count: each side takes its own back independently. Opening the frame sets a
barrier at once, so that nobody can find out whether another side has begun; so does closing it, because everything is
shown then. A procedure in which another side may choose unobserved is a barrier for as long as it is open.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ironbottom.engine.core.errors import DiceError, Refused
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.match.history import (
    BARRIER_DICE,
    AppliedChoice,
    BarrierReached,
    ChoiceBatch,
    History,
    is_second_step,
    unobservable_decider,
    visible_to,
)
from ironbottom.engine.rules.procedures import SimultaneousFrame

NOTHING_LEFT = "there is nothing more to take back"


@dataclass(slots=True)
class UndoBarrier:
    """The choices that a side may take back freely (their indices, ascending), and the reason for the limit."""

    free: list[int]
    why: str


class BarrierNotInMemory(Exception):
    """The barrier cannot be found from the choices that are in memory."""


def undo_barrier(history: History, side: str) -> UndoBarrier:
    """The undo barrier of a side; ``BarrierNotInMemory`` if it may be before the choices in memory."""
    if (silent := unobservable_decider(history.state, side)) is not None:
        return UndoBarrier([], f"{silent} may have chosen since then")
    opened = history.simultaneous_start()
    if opened == 0 and not history.complete:
        raise BarrierNotInMemory
    if opened is not None and not _others_choose(history, side, opened):
        opened = None
    free: list[int] = []
    unseen = ""
    for index in range(len(history.entries) - 1, -1, -1):
        entry = history.entries[index]
        if opened is not None and index >= opened and entry.side != side:
            continue
        if index + 1 == opened:
            return UndoBarrier(free[::-1], "the sides are now choosing in secret")
        why = _barrier_after(history, entry, side)
        if _is_unseen(history, entry, side):
            # The reason must not reveal a choice that is invisible to this side.
            unseen = why
            continue
        if why:
            return UndoBarrier(free[::-1], why)
        if entry.side == side and not entry.auto:
            if unseen:
                return UndoBarrier(free[::-1], unseen)
            free.append(index)
    if not history.complete:
        raise BarrierNotInMemory
    return UndoBarrier(free[::-1], NOTHING_LEFT)


def _others_choose(history: History, side: str, opened: int) -> bool:
    sides = history.state.rules.sides.ids
    frame = history.state.stack[-1]
    stacks = frame.stacks if isinstance(frame, SimultaneousFrame) else ()
    waiting = any(stack for name, stack in zip(sides, stacks, strict=False) if name != side)
    return waiting or any(entry.side != side for entry in history.entries[opened:])


def _is_unseen(history: History, entry: AppliedChoice, side: str) -> bool:
    """Whether another side made a choice that is invisible to this side."""
    if entry.side == side or entry.auto or entry.ends_simultaneous:
        return False
    return not visible_to(history.state.rules, side, entry)


def _barrier_after(history: History, entry: AppliedChoice, side: str) -> str:
    """The reason why nothing before a choice can be taken back; empty if there is none.

    For another side's choice, the reason mentions only the dice that this side saw, since the rest may be secret.
    """
    if entry.ends_simultaneous:
        return "secret choices have been revealed since"
    sides = history.state.rules.sides
    if entry.side != side and not entry.auto:
        seen = any(die.audience >> sides.index[side] & 1 for die in entry.dice)
        return "a die has been rolled since" if seen else f"{sides.titles[sides.index[entry.side]]} chose since then"
    if entry.dice:
        return "a die has been rolled since"
    return "a secret has been revealed since" if entry.reveals else ""


def own_choices(history: History, side: str) -> list[int]:
    """The indices of all choices in memory that a side made itself."""
    return [index for index, entry in enumerate(history.entries) if entry.side == side and not entry.auto]


@dataclass(slots=True)
class RebuiltHistory:
    """A history from before a withdrawn choice, the batch of repeated choices, and those that were dropped."""

    history: History
    batch: ChoiceBatch
    dropped: list[AppliedChoice]
    taken: list[int]
    """The numbers of the entries that are no longer valid."""

    @property
    def new_entries(self) -> list[AppliedChoice]:
        """The new entries, which need numbers."""
        return [entry for entry in self.batch.entries if not entry.number]


def take_back(
    history: History,
    indices: Sequence[int],
    repeat_later: bool,
    absent: Collection[str] = (),
    *,
    recorded: bool = False,
) -> RebuiltHistory:
    """The history without the choices at these indices (ascending).

    With ``repeat_later``, later choices are repeated if they are still legal and end no list; unchanged entries keep
    their numbers. Without it, everything from the first of these indices on is taken back. The match chooses again for
    sides that are ``absent``. ``recorded``: later choices are repeated as long as no die is rolled, as in records
    made before verbs declared ``ends_list``.
    """
    earlier, later = history.branch(indices[0]), history.entries[indices[0] :]
    batch = ChoiceBatch(earlier.state, earlier.known, absent)
    dropped: list[AppliedChoice] = []
    if repeat_later:
        gone = [history.entries[index] for index in indices]
        kept = [entry for entry in later if entry not in gone]
        others = [entry for entry in kept if entry.simultaneous and entry.side != gone[0].side]
        for entry in others:
            _repeat_others(batch, entry)
        own = [entry for entry in kept if entry not in others]
        dropped = _repeat_own(batch, own, recorded)
        _keep_numbers(batch, [*others, *(entry for entry in own if entry not in dropped)])
        batch.sort()
    surviving = {entry.number for entry in batch.entries}
    return RebuiltHistory(earlier, batch, dropped, [entry.number for entry in later if entry.number not in surviving])


def _repeat_others(batch: ChoiceBatch, entry: AppliedChoice) -> None:
    """Repeats a simultaneous choice of another side, with the dice that were rolled."""
    dice = ScriptedDice([die.value for die in entry.dice])
    try:
        same = batch.advance_to(entry.side, entry.action)
        same = same and batch.choose(entry.side, entry.action, dice, auto=entry.auto).same_as(entry)
    except DiceError:
        same = False
    if not same:
        raise Refused("this cannot be taken back without touching what another side chose")


def _repeat_own(batch: ChoiceBatch, own: Sequence[AppliedChoice], recorded: bool) -> list[AppliedChoice]:
    """Repeats the later choices that are still legal and returns the others; automatic choices are made again."""
    dropped: list[AppliedChoice] = []
    begun: list[AppliedChoice] = []
    mark = batch.mark()
    for entry in own:
        if not is_second_step(batch.state) or batch.is_forced():
            begun, mark = [], batch.mark()
        if entry.auto:
            continue
        begun.append(entry)
        if not _can_repeat(batch, entry, recorded):
            batch.rollback_to(mark)
            dropped += begun
            begun = []
    batch.apply_forced(BARRIER_DICE)
    return dropped


def _can_repeat(batch: ChoiceBatch, entry: AppliedChoice, recorded: bool) -> bool:
    """Repeats a choice; False if it is not open now, or if it or the forced choices after it could set an undo barrier.

    It is tried like a choice within a list, so that a dropped choice does not reveal its outcome.
    """
    try:
        if not batch.advance_to(entry.side, entry.action, recorded=recorded):
            return False
        if recorded:
            batch.choose(entry.side, entry.action, BARRIER_DICE, auto=batch.is_forced())
        else:
            batch.choose_within(entry.side, entry.action, auto=batch.is_forced())
        mark = batch.mark()
        if recorded:
            batch.apply_forced(BARRIER_DICE)
        else:
            batch.apply_forced_within(entry.side)
    except BarrierReached:
        return False
    batch.rollback_to(mark)
    return True


def _keep_numbers(batch: ChoiceBatch, old: Sequence[AppliedChoice]) -> None:
    """Gives repeated entries their old numbers, up to the first entry that has changed or moved."""
    waiting = iter(old)
    for entry in batch.entries:
        match = next((before for before in waiting if before.same_as(entry)), None)
        if match is None:
            break
        entry.number, entry.dice, entry.handed = match.number, match.dice, match.handed
