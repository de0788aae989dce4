"""Going on with a match that lies on a shelf: from a snapshot and the acts since, never from the beginning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ironbottom.engine.audience_logs import Noted
from ironbottom.engine.dice import ScriptedDice
from ironbottom.engine.errors import BadValue
from ironbottom.engine.history import Course, Draft
from ironbottom.engine.record import AnyAct, ChoiceMade, Undo, Withdraw
from ironbottom.engine.record_files import ActStore, Snapshot
from ironbottom.engine.rules import Rules


def taken(act: AnyAct) -> Sequence[int]:
    """The numbers of the choices that an act took back."""
    return act.taken if isinstance(act, (Undo, Withdraw)) else ()


def sound(shelf: ActStore, most: int, last: int) -> tuple[Snapshot, list[Noted]]:
    """The last snapshot up to act ``most`` of which nothing was taken back up to act ``last``, and the acts since."""
    snapshot = shelf.snapshot(min(most, last))
    acts = shelf.read(snapshot.act + 1, last)
    while True:
        least = min((number for noted in acts for number in taken(noted.act)), default=last + 1)
        if least > snapshot.act:
            return snapshot, acts
        earlier = shelf.snapshot(least - 1)
        if earlier.act >= snapshot.act:
            raise BadValue(f"what act {least} did was taken back, and no snapshot stands before it", field="snapshot")
        acts = shelf.read(earlier.act + 1, snapshot.act) + acts
        snapshot = earlier


def standing(acts: Iterable[Noted]) -> list[ChoiceMade]:
    """The choices among these acts that none of them took back."""
    acts = list(acts)
    gone = {number for noted in acts for number in taken(noted.act)}
    return [noted.act for noted in acts if isinstance(noted.act, ChoiceMade) and noted.act.seq not in gone]


def course_since(rules: Rules, shelf: ActStore, most: int, last: int) -> Course:
    """The choices that stand since a snapshot, carried out again on its state with the dice as they fell."""
    snapshot, acts = sound(shelf, most, last)
    start = rules.restore(snapshot.dump, snapshot.state_format)
    draft = Draft(start)
    for act in standing(acts):
        dice = ScriptedDice([value for value, _, _ in act.dice])
        entry = draft.choose(act.side, act.action, dice, auto=act.auto, handed=act.handed)
        entry.number = act.seq
        dice.finish()
    course = Course.of(draft, start)
    course.base, course.made, course.whole = (
        snapshot.act,
        dict(snapshot.made),
        snapshot.floor or snapshot.act == shelf.snapshot(1).act,
    )
    return course


def longer(rules: Rules, shelf: ActStore, course: Course, last: int) -> Course:
    """The same course with about twice as many of the choices that stand before it."""
    most = course.base - max(last - course.base, Course.WINDOW)
    return course_since(rules, shelf, most, last)
