"""Taking back: where the fence stands, and what becomes of the choices after the one that is withdrawn.

The fence is computed from the dice, the knowledge lists and who chose. Within an open simultaneous frame the choices
of the other sides do not count: each side's run comes back by itself. The frame itself is a fence from the moment it
opens, so that nobody can tell from it whether another side has begun; and its end is one, for then all is shown.
So is a procedure in which another side may choose without a word to anybody, for as long as it is open.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ironbottom.engine.core.errors import DiceError, Refused
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.match.history import NO_DICE_ALLOWED, BarrierReached, ChoiceBatch, Entry, History, is_completing
from ironbottom.engine.match.unobservable import unobservable_decider
from ironbottom.engine.rules.procedures import SimultaneousFrame

NOTHING_LEFT = "there is nothing more to take back"


@dataclass(slots=True)
class UndoBarrier:
    """How far a side may go back freely: the places of its choices that are free, ascending, and why no further."""

    free: list[int]
    why: str


class TooShort(Exception):
    """Where the fence stands cannot be told from the choices that are here."""


def undo_barrier(course: History, side: str) -> UndoBarrier:
    """Where the fence stands for a side; ``TooShort`` if it may stand before the choices that are here."""
    if (silent := unobservable_decider(course.state, side)) is not None:
        return UndoBarrier([], f"{silent} may have chosen since then")
    opened = course.simultaneous_start()
    if opened == 0 and not course.complete:
        raise TooShort
    if opened is not None and not _others_choose(course, side, opened):
        opened = None
    free: list[int] = []
    for place in range(len(course.entries) - 1, -1, -1):
        entry = course.entries[place]
        if opened is not None and place >= opened and entry.side != side:
            continue
        if place + 1 == opened:
            return UndoBarrier(free[::-1], "the sides are now choosing in secret")
        why = _barrier_after(course, entry, side)
        if why:
            return UndoBarrier(free[::-1], why)
        if entry.side == side and not entry.auto:
            free.append(place)
    if not course.complete:
        raise TooShort
    return UndoBarrier(free[::-1], NOTHING_LEFT)


def _others_choose(course: History, side: str, opened: int) -> bool:
    sides = course.state.rules.sides.ids
    together = course.state.stack[-1]
    stacks = together.stacks if isinstance(together, SimultaneousFrame) else ()
    waiting = any(stack for name, stack in zip(sides, stacks, strict=False) if name != side)
    return waiting or any(entry.side != side for entry in course.entries[opened:])


def _barrier_after(course: History, entry: Entry, side: str) -> str:
    """Why nothing before a choice can be taken back.

    Of another side's choice only the dice that this side saw are told: others, and what was found, may be secret.
    """
    if entry.ends_simultaneous:
        return "secret choices have been revealed since"
    sides = course.state.rules.sides
    if entry.side != side and not entry.auto:
        seen = any(die.audience >> sides.index[side] & 1 for die in entry.dice)
        return "a die has been rolled since" if seen else f"{sides.titles[sides.index[entry.side]]} chose since then"
    if entry.dice:
        return "a die has been rolled since"
    return "a secret has been revealed since" if entry.reveals else ""


def own_choices(course: History, side: str) -> list[int]:
    """The places of all choices here that a side made itself."""
    return [place for place, entry in enumerate(course.entries) if entry.side == side and not entry.auto]


@dataclass(slots=True)
class Rebuilt:
    """The course before something that was taken back, what is chosen on from there, and what was dropped."""

    course: History
    draft: ChoiceBatch
    dropped: list[Entry]
    taken: list[int]
    """The numbers of the entries that no longer stand."""

    @property
    def fresh(self) -> list[Entry]:
        """The entries that are new and need a number."""
        return [entry for entry in self.draft.entries if not entry.number]


def take_back(
    course: History, places: Sequence[int], keep: bool, absent: Collection[str] = (), *, recorded: bool = False
) -> Rebuilt:
    """The history without the choices at these places (ascending).

    With ``keep`` the later ones are repeated if they are still legal and end no list; unchanged entries keep their
    number. Without it everything from the first of the places on is taken back. For sides that are ``absent`` the match
    chooses again. ``recorded``: later choices are repeated as long as no die is rolled, as in records from before verbs
    declared ``ends_list``.
    """
    earlier, later = course.branch(places[0]), course.entries[places[0] :]
    draft = ChoiceBatch(earlier.state, earlier.known, absent)
    dropped: list[Entry] = []
    if keep:
        gone = [course.entries[at] for at in places]
        kept = [entry for entry in later if entry not in gone]
        others = [entry for entry in kept if entry.simultaneous and entry.side != gone[0].side]
        for entry in others:
            _repeat_others(draft, entry)
        own = [entry for entry in kept if entry not in others]
        dropped = _repeat_own(draft, own, recorded)
        _keep_numbers(draft, [*others, *(entry for entry in own if entry not in dropped)])
        draft.sort()
    standing = {entry.number for entry in draft.entries}
    return Rebuilt(earlier, draft, dropped, [entry.number for entry in later if entry.number not in standing])


def _repeat_others(draft: ChoiceBatch, entry: Entry) -> None:
    """Makes a choice again that another side made in secret at the same time, its dice as they fell."""
    dice = ScriptedDice([die.value for die in entry.dice])
    try:
        same = draft.advance_to(entry.side, entry.action)
        same = same and draft.choose(entry.side, entry.action, dice, auto=entry.auto).same_as(entry)
    except DiceError:
        same = False
    if not same:
        raise Refused("this cannot be taken back without touching what another side chose")


def _repeat_own(draft: ChoiceBatch, own: Sequence[Entry], recorded: bool) -> list[Entry]:
    """Repeats the later choices that still fit, and returns those that do not; automatic ones are made again."""
    dropped: list[Entry] = []
    begun: list[Entry] = []
    mark = draft.mark()
    for entry in own:
        if not is_completing(draft.state) or draft.is_forced():
            begun, mark = [], draft.mark()
        if entry.auto:
            continue
        begun.append(entry)
        if not _can_repeat(draft, entry, recorded):
            draft.rollback_to(mark)
            dropped += begun
            begun = []
    draft.apply_forced(NO_DICE_ALLOWED)
    return dropped


def _can_repeat(draft: ChoiceBatch, entry: Entry, recorded: bool) -> bool:
    """Repeats a choice; False if it is not open now, or if it or what follows could set a fence.

    It is tried like a choice within a list, so that a dropped choice does not reveal what it would have led to.
    """
    try:
        if not draft.advance_to(entry.side, entry.action, recorded=recorded):
            return False
        if recorded:
            draft.choose(entry.side, entry.action, NO_DICE_ALLOWED, auto=draft.is_forced())
        else:
            draft.choose_within(entry.side, entry.action, auto=draft.is_forced())
        mark = draft.mark()
        if recorded:
            draft.apply_forced(NO_DICE_ALLOWED)
        else:
            draft.apply_forced_within(entry.side)
    except BarrierReached:
        return False
    draft.rollback_to(mark)
    return True


def _keep_numbers(draft: ChoiceBatch, old: Sequence[Entry]) -> None:
    """Gives the entries that came out as before, in the old order, their old numbers, up to the first that is new."""
    waiting = iter(old)
    for entry in draft.entries:
        match = next((before for before in waiting if before.same_as(entry)), None)
        if match is None:
            break
        entry.number, entry.dice, entry.handed = match.number, match.dice, match.handed
