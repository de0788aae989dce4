"""The acts of a match in order, and what each audience sees of them.

A match with a store keeps only its latest acts in memory; earlier ones are read from the store on demand.
"""

from __future__ import annotations

import pickle
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Protocol, overload

from ironbottom.engine.core.events import ALL, Event
from ironbottom.engine.dice.dice import Die
from ironbottom.engine.match.history import AppliedChoice
from ironbottom.engine.record.audience_logs import (
    LogEntry,
    LogView,
    audience_bits,
    audience_index,
    audiences_of,
)
from ironbottom.engine.record.files import ActStore, RecordSink, Snapshot
from ironbottom.engine.record.record import AnyAct, ChoiceMade, Header, RecordedDie, Reveal, Undo, Withdraw
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.view_types import LogEntryView


class Snapshots(Protocol):
    """The part of a match that its store needs to take snapshots."""

    @property
    def last(self) -> int:
        """The number of the latest act."""

    def snapshot(self) -> Snapshot:
        """A snapshot of the match."""


EventsAndDice = tuple[Sequence[Event], Sequence[Die]]
"""The events and dice of an act with their audiences, which the record does not contain."""

NOTHING: EventsAndDice = ((), ())
PAGE_SIZE = 128
"""The number of acts read from a store at a time."""


class ActLog:
    """All acts of a match. Acts are numbered from 1, and numbers never decrease."""

    def __init__(self, rules: Rules, header: Header, sink: RecordSink) -> None:
        self.rules, self.header = rules, header
        self.set_sink(sink)
        self.seqs: Sequence[int] = (0,) * (len(rules.sides) + 1)
        """The number of entries in the log of each side, and last in that of the public."""
        self.last_choices: dict[str, int] = {}
        """The number of the last choice that each side made itself."""
        self._first = 1
        self._recent: list[LogEntry] = []
        """The acts in memory, from the number ``first`` on."""
        self._page: tuple[int, list[LogEntry]] = (0, [])
        self._logs: dict[str, list[LogEntryView]] = {}

    def set_sink(self, sink: RecordSink) -> None:
        """Writes new acts to this sink; earlier acts are read from the sink if it can return them."""
        self.sink = sink
        self.store = sink if isinstance(sink, ActStore) else None

    @property
    def last(self) -> int:
        """The number of the last act."""
        return self._first + len(self._recent) - 1

    @property
    def next(self) -> int:
        """The number of the next act."""
        return self._first + len(self._recent)

    # -- keeping -----------------------------------------------------------------------------------

    def append(self, acts: Sequence[AnyAct], events_and_dice: Sequence[EventsAndDice] = ()) -> None:
        """Stores the lines of one act; ``events_and_dice`` has the data of the first of these lines."""
        for act in acts[:-1]:
            act.more = True
        noted = self._log_entries(acts, events_and_dice)
        self.sink.append(noted)
        self._recent += noted
        self.seqs = noted[-1].seqs
        self._update_last_choices(noted)
        if self.store is not None and len(self._recent) > 2 * PAGE_SIZE:
            del self._recent[:PAGE_SIZE]
            self._first += PAGE_SIZE
        if isinstance(acts[-1], Reveal):
            self.sink.reveal_secrets()

    def restore(self, recent: list[LogEntry], chosen: dict[str, int]) -> None:
        """Continues after these acts, the last of the store; ``chosen`` are the last choices before them."""
        self._first, self._recent = recent[0].act.seq, recent
        self.seqs, self.last_choices = recent[-1].seqs, dict(chosen)
        self._update_last_choices(recent)

    def load(self, acts: Sequence[AnyAct], valid_count: int) -> None:
        """Adds acts from a record.

        The first ``valid_count`` acts were replayed here; for the others, there is no data on what each audience saw.
        """
        del self._recent[valid_count:]
        self.seqs = self._recent[-1].seqs if self._recent else [0] * len(self.seqs)
        for act in acts[valid_count:]:
            nobody = None if not isinstance(act, ChoiceMade) else ([0] * len(act.events), [0] * len(act.dice))
            bits = self._audience_bits(act, 0)
            self.seqs = [seq + (bits >> audience & 1) for audience, seq in enumerate(self.seqs)]
            self._recent.append(LogEntry(act, nobody, self.seqs))
        self._update_last_choices(self._recent)
        self._logs.clear()

    def _update_last_choices(self, entries: Sequence[LogEntry]) -> None:
        for act, _, _ in entries:
            if isinstance(act, ChoiceMade) and not act.auto:
                self.last_choices[act.side] = act.seq

    def _log_entries(self, acts: Sequence[AnyAct], events_and_dice: Sequence[EventsAndDice]) -> list[LogEntry]:
        noted: list[LogEntry] = []
        seqs = self.seqs
        for index, act in enumerate(acts):
            events, dice = events_and_dice[index] if index < len(events_and_dice) else NOTHING
            audiences = audiences_of(self.rules, events, dice)
            bits = self._audience_bits(act, audience_bits(events, dice, audiences))
            seqs = [seq + (bits >> audience & 1) for audience, seq in enumerate(seqs)]
            noted.append(LogEntry(act, audiences, seqs))
        return noted

    def _audience_bits(self, act: AnyAct, data: int) -> int:
        """The audiences, as bits, whose log has an entry for an act; ``data`` has the audiences that see its events."""
        index = self.rules.sides.index
        if isinstance(act, ChoiceMade):
            return data | 1 << index[act.side]
        if not isinstance(act, (Undo, Withdraw)):
            return ALL
        bits = 1 << index[act.side]
        for other in act.consent if isinstance(act, Undo) else ():
            bits |= 1 << index[other]
        for number in act.taken:
            before, after = self._seqs_after(number - 1), self._seqs_after(number)
            for audience, (one, other_one) in enumerate(zip(before, after, strict=True)):
                bits |= (one != other_one) << audience
        return bits

    def choice(self, entry: AppliedChoice, number: int) -> ChoiceMade:
        """The record line of a choice."""
        events = self.rules.visible_events(entry.events, "all")
        handed = entry.handed and bool(entry.dice)
        action = list(entry.action)
        return ChoiceMade(number, entry.side, action, dice_values(entry.dice), events, auto=entry.auto, handed=handed)

    # -- reading -----------------------------------------------------------------------------------

    @property
    def acts(self) -> Sequence[AnyAct]:
        """All acts; those in a store are read on demand."""
        return [noted.act for noted in self._recent] if self._first == 1 else Acts(self)

    def read(self, first: int, last: int) -> Iterator[LogEntry]:
        """The acts with these numbers, read page by page."""
        while first <= min(last, self._first - 1):
            page = self._page_of(first)
            for noted in page[(first - 1) % PAGE_SIZE :][: last - first + 1]:
                yield noted
                first += 1
        yield from self._recent[max(first - self._first, 0) : max(last - self._first + 1, 0)]

    def _page_of(self, number: int) -> list[LogEntry]:
        """The page that contains an earlier act; the most recently read page is cached."""
        index = (number - 1) // PAGE_SIZE
        if self._page[0] != index or len(self._page[1]) <= (number - 1) % PAGE_SIZE:
            assert self.store is not None
            self._page = index, self.store.read(index * PAGE_SIZE + 1, min((index + 1) * PAGE_SIZE, self._first - 1))
        return self._page[1]

    def _seqs_after(self, number: int) -> Sequence[int]:
        if number >= self._first:
            return self._recent[number - self._first].seqs
        if number == 0:
            return [0] * len(self.seqs)
        assert self.store is not None
        return self.store.seqs(number)

    # -- logs --------------------------------------------------------------------------------------

    def entries(self, side: str) -> int:
        """The number of entries in the log of an audience (a side, ``public`` or ``all``)."""
        return self.last if side == "all" else self.seqs[audience_index(self.rules, side)]

    def entry(self, side: str, number: int) -> int | None:
        """The number of an act's entry in the log of an audience; None if the audience sees nothing of it."""
        if side == "all":
            return number
        index = audience_index(self.rules, side)
        after = self._seqs_after(number)[index]
        return after if after != self._seqs_after(number - 1)[index] else None

    def number(self, side: str, seq: int) -> int | None:
        """The record number of an entry in the log of an audience."""
        if not 1 <= seq <= self.entries(side):
            return None
        if side == "all":
            return seq
        index = audience_index(self.rules, side)
        return 1 + bisect_left(range(1, self.next), seq, key=lambda number: self._seqs_after(number)[index])

    def log(self, side: str, since: int = 0, most: int | None = None) -> list[LogEntryView]:
        """The log of an audience after one of its entries, up to a limit."""
        last = None if most is None else since + most
        if self.store is not None:
            return self._log_after(side, since, last)
        result = self._logs.setdefault(side, [])
        result += self._log_after(side, len(result), None)
        return result[since:last]

    def _log_after(self, side: str, since: int, last: int | None) -> list[LogEntryView]:
        first = self.number(side, since + 1)
        if first is None:
            return []
        log_view = LogView(self.rules, side, lambda number: self.entry(side, number))
        index = -1 if side == "all" else audience_index(self.rules, side)
        result: list[LogEntryView] = []
        for noted in self.read(first, self.last):
            seq = since + len(result) + 1
            if last is not None and seq > last:
                break
            if side == "all" or noted.seqs[index] == seq:
                result.append(log_view.entry(noted, seq))
        return result


class Acts(Sequence[AnyAct]):
    """The acts of a match with a store, read page by page."""

    def __init__(self, act_log: ActLog) -> None:
        self._act_log = act_log

    def __len__(self) -> int:
        return self._act_log.last

    @overload
    def __getitem__(self, index: int) -> AnyAct: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[AnyAct]: ...
    def __getitem__(self, index: int | slice) -> AnyAct | Sequence[AnyAct]:
        numbers = range(1, len(self) + 1)[index]
        if isinstance(numbers, int):
            return next(self._act_log.read(numbers, numbers)).act
        if numbers.step == 1:
            return [noted.act for noted in self._act_log.read(numbers.start, numbers.stop - 1)]
        return [self[number - 1] for number in numbers]

    def __iter__(self) -> Iterator[AnyAct]:
        return (noted.act for noted in self._act_log.read(1, len(self)))


def dice_values(dice: Sequence[Die]) -> list[RecordedDie]:
    """Dice as written in a record."""
    return [(die.value, die.faces, die.why) for die in dice]


SNAPSHOT_INTERVAL = 256
"""The number of acts between two snapshots."""


class TempActStore:
    """Stores the acts of a match in a temporary file, with a snapshot after every ``SNAPSHOT_INTERVAL`` acts.

    The code that plays the match calls ``save_snapshot`` after each act.
    """

    def __init__(self) -> None:
        import tempfile  # slow to import

        self._file = tempfile.TemporaryFile()  # noqa: SIM115  # open as long as the match is played
        self._acts = array("Q", [0])
        """The position of each act in the file, by number."""
        self._snapshots: list[tuple[int, int]] = []
        """The act before each snapshot, and the position of the snapshot in the file."""
        self._end = 0

    def __del__(self) -> None:
        with suppress(OSError):
            self._file.close()

    def begin(self, header: Header, secrets: dict[str, str]) -> None:
        """Does nothing, since the match has the header."""

    def append(self, entries: Sequence[LogEntry]) -> None:
        """Stores the lines of one act."""
        for one in entries:
            self._acts.append(self._write((one.act, one.audiences, list(one.seqs))))

    def reveal_secrets(self) -> None:
        """Does nothing, since there is no file of secrets."""

    def save_snapshot(self, match: Snapshots) -> None:
        """Stores a snapshot of the match if one is due."""
        if not self._snapshots or match.last >= self._snapshots[-1][0] + SNAPSHOT_INTERVAL:
            self._snapshots.append((match.last, self._write(match.snapshot())))

    def read(self, first: int, last: int) -> list[LogEntry]:
        """The acts with these numbers."""
        return [LogEntry(*self._read_at(self._acts[number])) for number in range(first, last + 1)]

    def seqs(self, number: int) -> Sequence[int]:
        """The number of entries in each log after an act."""
        (noted,) = self.read(number, number)
        return noted.seqs

    def snapshot(self, most: int) -> Snapshot:
        """The last snapshot that is not after this act; the first one if all are later."""
        index = bisect_right(self._snapshots, most, key=lambda kept: kept[0])
        result: Snapshot = self._read_at(self._snapshots[max(index - 1, 0)][1])
        return result

    def _write(self, thing: object) -> int:
        """Appends an object to the file and returns its position."""
        offset = self._end
        self._file.seek(offset)
        self._end += self._file.write(pickle.dumps(thing))
        return offset

    def _read_at(self, offset: int) -> Any:
        self._file.seek(offset)
        return pickle.load(self._file)
