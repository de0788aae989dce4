"""Offers for players: plain data and choices that give no access to a state."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from ironbottom.engine.core.errors import Refused
from ironbottom.engine.rules.actions import Action, Vocabulary
from ironbottom.engine.rules.choices import Choices, OpenChoices

MAX_CHOICES = 5_000
MAX_PARTS = 16
MAX_PART_LENGTH = 200


class Offer:
    """The view and the choices of a side. ``prompt``, ``clause`` and ``choices`` are empty if the side has nothing to
    choose. ``seq`` is the number of entries in the side's log; submit it with the choice.
    """

    __slots__ = ("__weakref__", "choices", "clause", "prompt", "seq", "side", "view")

    def __init__(self, side: str, seq: int, view: dict[str, Any], prompt: str, clause: str, choices: Choices) -> None:
        self.side = side
        self.seq = seq
        self.view = view
        self.prompt = prompt
        self.clause = clause
        self.choices = choices

    def __repr__(self) -> str:
        return f"<Offer to {self.side}: {self.prompt or 'nothing to choose'}, entry {self.seq}, {self.choices!r}>"


class OfferedDecision(Protocol):
    """A decision that is offered."""

    @property
    def prompt(self) -> str: ...
    @property
    def clause(self) -> str: ...
    @property
    def choices(self) -> OpenChoices: ...


def make_offer(
    side: str, seq: int, view: dict[str, Any], decision: OfferedDecision | None, vocabulary: Vocabulary
) -> Offer:
    """Makes an offer that shares nothing with the state except the game's vocabulary."""
    own_view = msgspec.json.decode(msgspec.json.encode(view))
    if decision is None:
        return Offer(side, seq, own_view, "", "", Choices(vocabulary, ()))
    return Offer(side, seq, own_view, decision.prompt, decision.clause, decision.choices.detached())


def read_submission(action: object) -> list[tuple[str, ...]]:
    """The submitted choices, given as one or as a list; ``Refused`` for anything else, and for too many."""
    if not isinstance(action, (list, tuple)) or not action:
        raise Refused("a choice must be a verb and its arguments, or a list of such choices")
    if not isinstance(action[0], (list, tuple)):
        return [_read_choice(action, "choice")]
    if len(action) > MAX_CHOICES:
        raise Refused(f"at most {MAX_CHOICES} choices may be submitted at once, not {len(action)}")
    return [_read_choice(choice, f"choice {index}") for index, choice in enumerate(action, 1)]


def _read_choice(choice: object, field: str) -> Action:
    if not isinstance(choice, (list, tuple)) or not choice:
        raise Refused("a choice is a verb and its arguments", field=field)
    if len(choice) > MAX_PARTS:
        raise Refused(f"a choice can have at most {MAX_PARTS} parts, not {len(choice)}", field=field)
    return tuple(_read_part(part, field) for part in choice)


def _read_part(part: object, field: str) -> str:
    if type(part) is int and abs(part) < 10**9:
        return str(part)
    if not isinstance(part, str):
        raise Refused("the parts of a choice must be texts", field=field)
    if len(part) > MAX_PART_LENGTH:
        raise Refused(f"the parts of a choice can have at most {MAX_PART_LENGTH} characters", field=field)
    return part
