"""Resumes a match from a store: from a snapshot and the acts since, not from the beginning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.match.history import ChoiceBatch, History
from ironbottom.engine.record.audience_logs import LogEntry
from ironbottom.engine.record.files import ActStore, Snapshot
from ironbottom.engine.record.record import AnyAct, ChoiceMade, Undo, Withdraw
from ironbottom.engine.rules.game import Rules


def undone(act: AnyAct) -> Sequence[int]:
    """The numbers of the choices that an act took back."""
    return act.taken if isinstance(act, (Undo, Withdraw)) else ()


def usable_snapshot(shelf: ActStore, most: int, last: int) -> tuple[Snapshot, list[LogEntry]]:
    """The last snapshot up to act ``most`` that no undo up to act ``last`` has invalidated, and the acts since."""
    snapshot = shelf.snapshot(min(most, last))
    acts = shelf.read(snapshot.act + 1, last)
    while True:
        least = min((number for noted in acts for number in undone(noted.act)), default=last + 1)
        if least > snapshot.act:
            return snapshot, acts
        earlier = shelf.snapshot(least - 1)
        if earlier.act >= snapshot.act:
            raise BadValue(f"what act {least} did was taken back, and there is no earlier snapshot", field="snapshot")
        acts = shelf.read(earlier.act + 1, snapshot.act) + acts
        snapshot = earlier


def surviving_choices(acts: Iterable[LogEntry]) -> list[ChoiceMade]:
    """The choices among these acts that none of them took back."""
    acts = list(acts)
    gone = {number for noted in acts for number in undone(noted.act)}
    return [noted.act for noted in acts if isinstance(noted.act, ChoiceMade) and noted.act.seq not in gone]


def history_since(rules: Rules, shelf: ActStore, most: int, last: int) -> History:
    """The history since a snapshot: its valid choices are repeated on its state with the dice as they fell."""
    snapshot, acts = usable_snapshot(shelf, most, last)
    start = rules.restore(snapshot.dump, snapshot.state_format)
    draft = ChoiceBatch(start)
    for act in surviving_choices(acts):
        dice = ScriptedDice([value for value, _, _ in act.dice])
        entry = draft.choose(act.side, act.action, dice, auto=act.auto, handed=act.handed)
        entry.number = act.seq
        dice.finish()
    course = History.of(draft, start)
    course.base, course.earlier_choices, course.complete = (
        snapshot.act,
        dict(snapshot.made),
        snapshot.floor or snapshot.act == shelf.snapshot(1).act,
    )
    return course


def extended_history(rules: Rules, shelf: ActStore, course: History, last: int) -> History:
    """The same history with about twice as many of the earlier choices."""
    most = course.base - max(last - course.base, History.WINDOW)
    return history_since(rules, shelf, most, last)
