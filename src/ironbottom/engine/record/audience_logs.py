"""The log of each audience: the part of each act that is visible to a side, to the public, or to all after the end.

Every audience numbers its own entries, so an act that it does not see leaves no gap. A log is made from the lines of
the record and from the audiences of their events and dice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ironbottom.engine.core.events import ALL, REDACTED_FOR_OTHERS, Event
from ironbottom.engine.dice.dice import Die
from ironbottom.engine.record.record import (
    AnyAct,
    Begin,
    ChoiceMade,
    Comment,
    Copy,
    Draw,
    End,
    Resign,
    Reveal,
    Undo,
    Withdraw,
)
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.view_types import LogEntryView

EntryData = dict[str, Any]
Audiences = tuple[Sequence[int], Sequence[int]]
"""The audience of each event of a line, and of each of its dice."""


class LogEntry(NamedTuple):
    """A line of the record with data for the referee only.

    ``audiences`` is None if everybody sees everything. ``seqs`` has the number of entries in the log of each side, and
    last in that of the public, after this line.
    """

    act: AnyAct
    audiences: Audiences | None
    seqs: Sequence[int]


def visible_dice(rules: Rules, dice: Sequence[Die], side: str) -> list[list[Any]]:
    """The dice that an audience may see, as ``[value, faces, reason]``; ``all`` may see every one."""
    bit = audience_bit(rules, side)
    return [[die.value, die.faces, die.why] for die in dice if bit == ALL or die.audience & bit]


def audience_bit(rules: Rules, side: str) -> int:
    """The bit of an audience: a side, ``public``, or ``all`` for everything."""
    return ALL if side == "all" else 1 << audience_index(rules, side)


def audience_index(rules: Rules, side: str) -> int:
    """The index of a side, or of the public after all sides."""
    return len(rules.sides) if side == "public" else rules.sides.number(side, "as")


def audiences_of(rules: Rules, events: Sequence[Event], dice: Sequence[Die]) -> Audiences | None:
    """Who may see what of an act; None if everybody may see everything."""
    for event in events:
        if event[1] != ALL:
            break
    else:
        if all(die.audience == ALL for die in dice):
            return None
    kinds = rules.kinds
    of_events = [
        event[1] if kinds[event[0]].secret else event[1] & ~REDACTED_FOR_OTHERS for event in events if event[1]
    ]
    return [ALL if who == ALL & ~REDACTED_FOR_OTHERS else who for who in of_events], [die.audience for die in dice]


def audience_bits(events: Sequence[Event], dice: Sequence[Die], audiences: Audiences | None) -> int:
    """The audiences, as bits, that see any of these events and dice."""
    if audiences is None:
        return ALL if events or dice else 0
    bits = 0
    for audience in (*audiences[0], *audiences[1]):
        bits |= ALL if audience & REDACTED_FOR_OTHERS else audience
    return bits


class LogView:
    """The acts as one audience sees them.

    ``entry`` returns the log number of an act, or None if the audience does not see the act.
    """

    def __init__(self, rules: Rules, side: str, entry: Callable[[int], int | None]) -> None:
        self._side, self._bit, self._number_in_log = side, audience_bit(rules, side), entry
        self._secret = {kind.name: kind.secret for kind in rules.kinds}

    def entry(self, noted: LogEntry, seq: int) -> LogEntryView:
        """The entry of an act that this audience sees."""
        fields: Any = {"seq": seq, **self._act_data(noted)}
        entry: LogEntryView = fields
        return entry

    def _act_data(self, noted: LogEntry) -> EntryData:
        match noted.act:
            case Begin():
                return {"act": "begin", **self._visible_part(noted.act, noted.audiences)}
            case ChoiceMade(side=side):
                own = self._side in (side, "all")
                action = {"action": noted.act.action} if own else {}
                auto = {"auto": True} if noted.act.auto else {}
                return {
                    "act": "choice",
                    "side": side,
                    **action,
                    **auto,
                    **self._visible_part(noted.act, noted.audiences),
                }
            case Undo() | Withdraw():
                return self._undo_data(noted.act)
            case Resign(side=side, to=to, why=why):
                return {"act": "resign", "side": side, **({"to": to} if to else {}), **({"why": why} if why else {})}
            case Draw(side=side, word=word):
                return {"act": "draw", "side": side, "word": word}
            case Copy(dice=dice_of_its_own):
                return {"act": "copy", "commitments": dice_of_its_own.commitments}
            case End(result=result):
                return {"act": "end", "result": result}
            case Reveal(secrets=secrets):
                return {"act": "reveal", "secrets": secrets}
            case Comment(side=side, text=text, choices=choices):
                on = self._number_in_log(noted.act.on)
                written = {"side": side} if side else {}
                return {"act": "comment", **written, "on": on, "comment": text, "choices": choices}

    def _visible_part(self, act: Begin | ChoiceMade, audiences: Audiences | None) -> EntryData:
        """The events and dice of a line that this audience may see."""
        if audiences is None:
            return {"events": [dict(event) for event in act.events], "dice": [list(die) for die in act.dice]}
        of_events, of_dice = audiences
        events = [self._event(event, who) for event, who in zip(act.events, of_events, strict=True)]
        dice = [list(die) for die, who in zip(act.dice, of_dice, strict=True) if self._bit == ALL or who & self._bit]
        return {"events": [event for event in events if event is not None], "dice": dice}

    def _event(self, event: EntryData, audience: int) -> EntryData | None:
        if audience & self._bit:
            return dict(event)
        if not audience & REDACTED_FOR_OTHERS:
            return None
        secret = self._secret[event["event"]]
        return {name: value for name, value in event.items() if name not in secret}

    def _undo_data(self, act: Undo | Withdraw) -> EntryData:
        taken = [entry for number in act.taken if (entry := self._number_in_log(number)) is not None]
        result: EntryData = {"act": "undo" if isinstance(act, Undo) else "withdraw", "side": act.side, "taken": taken}
        if isinstance(act, Undo) and act.consent:
            result["consent"] = act.consent
        if isinstance(act, Withdraw) and self._side in (act.side, "all"):
            result["dropped"] = act.dropped
        return result
