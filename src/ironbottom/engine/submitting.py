"""Choices handed in: tried on a draft, all or none, and each submission taken once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ironbottom.engine.actions import Action
from ironbottom.engine.dice import Dice, ScriptedDice
from ironbottom.engine.errors import DiceError, Refused
from ironbottom.engine.history import NO_DIE_YET, Draft, Fenced
from ironbottom.engine.outcomes import RefusedChoice
from ironbottom.engine.sealed import JointDice

MOST_MESSAGES = 4096


class Messages:
    """The ids of the last submissions, each of which is taken once."""

    def __init__(self) -> None:
        self._taken: dict[tuple[str, str], None] = {}

    def must_be_new(self, side: str, message: str | None) -> None:
        """Refuses an id that was taken."""
        if message is not None and (side, message) in self._taken:
            raise Refused(f"the message {message!r} was taken already", field="message")

    def take(self, side: str, message: str | None) -> None:
        """Takes note of the id of a submission that was accepted."""
        if message is not None:
            self._taken[side, message] = None
            if len(self._taken) > MOST_MESSAGES:
                del self._taken[next(iter(self._taken))]


@contextmanager
def drawing(source: Dice, side: str, act: Any) -> Iterator[None]:
    """While an act of a side draws dice: if it does not come to stand, none of them has fallen."""
    drawn = getattr(source, "counter", None)
    if isinstance(source, JointDice):
        source.hold(side, act)
    try:
        yield
    except BaseException:
        if drawn is not None:
            source.counter = drawn  # type: ignore[attr-defined]
        raise
    if isinstance(source, JointDice):
        source.release()


def handed(dice: Sequence[int]) -> ScriptedDice:
    """Dice that are handed in with a choice."""
    if not isinstance(dice, (list, tuple)):
        raise DiceError("dice are handed in as a list of numbers", field="dice")
    return ScriptedDice(dice)


def tried(draft: Draft, side: str, choices: Sequence[Action], source: Dice, handed: bool = False) -> None:
    """Carries the choices out on a draft; only with the last of them may a die fall or a secret become known."""
    count = len(choices)
    for place, choice in enumerate(choices):
        last = place == count - 1
        try:
            if not draft.reach(side, choice):
                refusal = draft.state.why_not(side, choice)
                assert refusal is not None
                raise RefusedChoice(refusal.message, refusal.clause, place, count)
            auto = count > 1 and draft.is_forced()
            draft.choose(side, choice, source if last else NO_DIE_YET, auto=auto, handed=handed)
        except Fenced as fenced:
            message = f"{fenced}; a list of choices goes no further, hand the rest in afterwards"
            raise RefusedChoice(message, draft.state.rules.sequence_clause, place, count) from None
    draft.settle(source, handed=handed)
