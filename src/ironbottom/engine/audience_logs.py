"""The log of each audience: what a side, the public, or everybody after the end is told of each act.

Every audience counts its own entries: an act of which it is told nothing leaves no gap.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ironbottom.engine.dice import Die
from ironbottom.engine.events import Event
from ironbottom.engine.record import AnyAct, Begin, Choice, Copy, Draw, End, Resign, Reveal, Undo, Withdraw
from ironbottom.engine.rules import Rules

Told = dict[str, Any]


def told_dice(rules: Rules, dice: Sequence[Die], side: str) -> list[list[Any]]:
    """The dice that an audience may see, as ``[value, faces, what for]``."""
    bit = audience_bit(rules, side)
    return [[die.value, die.faces, die.why] for die in dice if die.audience & bit]


def audience_bit(rules: Rules, side: str) -> int:
    """The bit of an audience: a side, ``public``, or ``all`` for everybody together."""
    if side == "all":
        return -1
    return 1 << (len(rules.sides) if side == "public" else rules.sides.number(side, "as"))


class Log:
    """What one audience (a side, ``public`` or ``all``) was told so far."""

    def __init__(self, rules: Rules, side: str) -> None:
        self.rules, self.side = rules, side
        self.acts = 0
        """How many acts of the record it has taken in."""
        self.entries: list[Told] = []
        self._seqs: dict[int, int] = {}
        self._numbers: list[int] = []

    def number(self, seq: int) -> int | None:
        """The number in the record of an entry of this log."""
        return self._numbers[seq - 1] if 1 <= seq <= len(self._numbers) else None

    def add(self, act: AnyAct, events: Sequence[Event], dice: Sequence[Die]) -> None:
        """Tells an act, with its events and dice in full, if there is anything in it for this audience."""
        self.acts += 1
        told = self._tell(act, self.rules.told(events, self.side), told_dice(self.rules, dice, self.side))
        if told is not None:
            self._numbers.append(act.seq)
            self._seqs[act.seq] = len(self._numbers)
            self.entries.append({"seq": len(self._numbers), **told})

    def _tell(self, act: AnyAct, events: list[Told], dice: list[list[Any]]) -> Told | None:
        match act:
            case Begin():
                return {"act": "begin", "events": events, "dice": dice}
            case Choice():
                return self._tell_choice(act, events, dice)
            case Undo() | Withdraw():
                return self._tell_taken_back(act)
            case Resign(side=side, to=to):
                return {"act": "resign", "side": side, **({"to": to} if to else {})}
            case Draw(side=side, word=word):
                return {"act": "draw", "side": side, "word": word}
            case Copy(dice=dice_of_its_own):
                return {"act": "copy", "commitments": dice_of_its_own.commitments}
            case End(result=result):
                return {"act": "end", "result": result}
            case Reveal(secrets=secrets):
                return {"act": "reveal", "secrets": secrets}

    def _tell_choice(self, act: Choice, events: list[Told], dice: list[list[Any]]) -> Told | None:
        own = self.side in (act.side, "all")
        if not own and not events and not dice:
            return None
        action = {"action": act.action} if own else {}
        auto = {"auto": True} if act.auto else {}
        return {"act": "choice", "side": act.side, **action, **auto, "events": events, "dice": dice}

    def _tell_taken_back(self, act: Undo | Withdraw) -> Told | None:
        own = self.side in (act.side, "all")
        taken = [self._seqs[number] for number in act.taken if number in self._seqs]
        agreed = act.consent if isinstance(act, Undo) else []
        if not own and not taken and self.side not in agreed:
            return None
        told: Told = {
            "act": "undo" if isinstance(act, Undo) else "withdraw",
            "side": act.side,
            "taken": taken,
        }
        if agreed:
            told["consent"] = agreed
        if own and isinstance(act, Withdraw):
            told["dropped"] = act.dropped
        return told
