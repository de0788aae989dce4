"""A match as something that is kept: written out, taken up, laid down, copied."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from ironbottom.engine.dice.dice import Dice
from ironbottom.engine.match.act_log import ActLog
from ironbottom.engine.match.agreement import Agreement
from ironbottom.engine.match.header import seal
from ironbottom.engine.match.history import History
from ironbottom.engine.record.audience_logs import LogEntry
from ironbottom.engine.record.files import RecordFile, RecordSink, Snapshot
from ironbottom.engine.record.record import AnyAct, Copy, DiceHeading, End, Header, heading_of
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.state import State
from ironbottom.engine.rules.state_format import current_format


class KeptMatch:
    """What a match does with its record; ``Match`` is the one that is played."""

    rules: Rules
    header: Header
    dice: DiceHeading
    copied: Copy | None
    _source: Dice
    _agreement: Agreement
    _ledger: ActLog
    _course: History
    _result: dict[str, Any] | None

    def _secrets(self) -> dict[str, str]:
        held = getattr(self._source, "secrets", None)
        return held() if held else {}

    def _put_out(self) -> Collection[str]:
        return self.rules.game.put_out(self._course.state)

    @property
    def noted(self) -> list[LogEntry]:
        """The lines of the record so far, with what is noted beside each."""
        return list(self._ledger.read(1, self._ledger.last))

    def save(self, path: Path | str) -> None:
        """Writes the record so far into a new file; while unfinished, the secret of its dice beside it."""
        file = RecordFile(path)
        file.begin(self.header, {} if self._result is not None else self._secrets())
        file.add(self._ledger.acts)

    def go_on(self, dice: Dice, keeper: RecordSink) -> None:
        """Plays on with these dice, and keeps what follows there."""
        self._source = dice
        self._ledger.keep_in(keeper)

    def snapshot(self) -> Snapshot:
        """Where the match stands, to be taken up from."""
        return Snapshot(
            self._ledger.last,
            self._course.state.dump(),
            self.header.rules,
            self.header.data,
            getattr(self._source, "counter", 0),
            self._course.made_by(len(self._course.entries)),
            dict(self._ledger.chosen),
            *self.agreed(),
            self._result,
            self.copied,
            state_format=current_format(self.rules.game),
        )

    def agreed(self) -> tuple[list[str], str | None, list[str]]:
        """What the sides have settled: who resigned, whose draw is on offer, and who has accepted it."""
        return [*self._agreement.resigned], self._agreement.offer, sorted(self._agreement.accepted)

    def go_on_as_copy(self, dice: Dice, keeper: RecordSink, of: str = "") -> None:
        """Plays on beside the match that this was, with dice of its own, so that neither tells of the other's."""
        self.go_on(dice, keeper)
        seal(dice, self.header, self._ledger.next)
        copied = Copy(self._ledger.next, heading_of(dice), of)
        self._ledger.append([copied])
        self.copied, self.dice = copied, copied.dice

    def stand_at(self, state: State, acts: Sequence[AnyAct], sound: int) -> None:
        """Restores the final state of a record that the current rules would play differently.

        The first ``sound`` of the acts were made already; what each audience saw of the others is lost.
        """
        self._ledger.take(acts, sound)
        self._course = History(state, state, self.rules.game.knowledge(state), base=len(acts))
        self._agreement = Agreement(self.rules.alliances, self._put_out)
        for act in acts:
            self._agreement.note(act)
        self.copied = next((act for act in reversed(acts) if isinstance(act, Copy)), None)
        self.dice = self.copied.dice if self.copied else self.header.dice
        self._result = next((act.result for act in acts if isinstance(act, End)), None)
