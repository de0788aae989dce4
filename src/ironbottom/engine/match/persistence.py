"""Storing matches: the header, saving, loading, resuming and copying."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from ironbottom.engine.codecs.position import write_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import Dice
from ironbottom.engine.dice.sealed import SealedDice
from ironbottom.engine.match.act_log import ActLog
from ironbottom.engine.match.agreement import Agreement
from ironbottom.engine.match.history import History
from ironbottom.engine.record.audience_logs import LogEntry
from ironbottom.engine.record.files import RecordFile, RecordSink, Snapshot
from ironbottom.engine.record.formats import WITH_COPIES, commitment_input_of_format
from ironbottom.engine.record.record import (
    RECORD_FORMAT,
    AnyAct,
    ChoiceMade,
    Copy,
    DiceHeading,
    End,
    Header,
    MatchRecord,
    Undo,
    Withdraw,
    heading_of,
    read_lines,
    read_record,
)
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.engine.rules.state_format import current_format
from ironbottom.engine.rules.view_types import Result

if TYPE_CHECKING:
    from ironbottom.engine.match.match import Match
    from ironbottom.engine.match.verify import Report


def rules_in_force(
    game: Game | Rules | str, options: Mapping[str, str] | None, corrections: Mapping[str, object] | None
) -> Rules:
    """The rules of a game with these options and corrections; ``BadValue`` names what is not allowed."""
    if isinstance(game, Rules):
        if options or corrections:
            raise BadValue("these rules already have their options and corrections", field="options")
        return game
    return (get_game(game) if isinstance(game, str) else game).rules(options, corrections)


NOBODY = "nobody"
"""The host of a match if none of the players runs the server."""


def make_header(
    rules: Rules,
    source: Dice,
    scenario: str | None = None,
    players: Mapping[str, str] | None = None,
    start: State | None = None,
    host: str = "",
) -> Header:
    """The first line of the record of a match. The hash of sealed dice covers parts of it."""
    for side in players or {}:
        rules.sides.number(side, "players")
    if host not in ("", NOBODY):
        rules.sides.number(host, "host")
    if start is None and scenario is None:
        scenario = next(iter(rules.game.scenarios))
    header = Header(
        format=_format_for(source),
        game=rules.game.id,
        rules=rules.game.rules_version,
        options=rules.stored_options,
        data=rules.digest,
        dice=heading_of(source),
        scenario=scenario,
        players=dict(players or {}),
        corrections=rules.facts.corrections,
        position=None if start is None else write_position(start),
        host=host,
    )
    seal_terms(source, header)
    header.dice = heading_of(source)
    return header


def _format_for(source: object) -> int:
    """The format of the record.

    This is an older format if the match is a replay, or if an older version of the program published its hash.
    """
    if isinstance(source, SealedDice) and source.terms == b"":
        return WITH_COPIES
    return int(getattr(source, "form", RECORD_FORMAT))


def seal_terms(source: object, header: Header, copy: int = 0) -> None:
    """Sets the terms that the hash of sealed dice covers, unless they are already set.

    ``copy`` is the number of the act from which the match continues as a copy.
    """
    if isinstance(source, SealedDice) and source.terms is None:
        source.terms = commitment_input_of_format(header, source.kind, copy)


class Move(NamedTuple):
    """A choice that was not taken back: the number of its record line, the side, the action, and its dice.

    ``auto``: the match made it because there was no other.
    """

    number: int
    side: str
    action: Action
    dice: tuple[int, ...] = ()
    auto: bool = False

    def __str__(self) -> str:
        return f"{self.side}: {' '.join(self.action)}"


def valid_choices(acts: Iterable[AnyAct]) -> list[ChoiceMade]:
    """The choices of a record that were not taken back, in order."""
    result: dict[int, ChoiceMade] = {}
    for act in acts:
        if isinstance(act, ChoiceMade):
            result[act.seq] = act
        elif isinstance(act, Undo | Withdraw):
            for number in act.taken:
                result.pop(number, None)
    return list(result.values())


class MatchPersistence:
    """The part of a match that deals with its record; ``Match`` is the complete class."""

    rules: Rules
    header: Header
    dice: DiceHeading
    copied: Copy | None
    _source: Dice
    _agreement: Agreement
    _act_log: ActLog
    _history: History
    _result: Result | None

    @classmethod
    def new(
        cls,
        game: Game | Rules | str,
        scenario: str | None = None,
        *,
        path: Path | str | None = None,
        options: Mapping[str, str] | None = None,
        players: Mapping[str, str] | None = None,
        dice: Dice | None = None,
    ) -> Self:
        """Starts a match of a game, by its id, short form or object; with a ``path`` it is saved as it is played.

        By default the scenario is the first, and the dice are sealed, with a new secret. ``BadValue`` if a game,
        scenario, option or player does not exist, or if the file already exists.

        >>> from ironbottom import Match, SeededDice
        >>> match = Match.new("pf", dice=SeededDice(7), players={"japan": "Ada"})
        >>> match
        <Match of Pacific Fury: Guadalcanal 1942 (campaign), no choices yet, turn 1, form forces, japan to decide>
        """
        sink = None if path is None else RecordFile(path)
        return cls(game, scenario, options=options, players=players, dice=dice, sink=sink)  # type: ignore[call-arg]

    @classmethod
    def load(cls, path: Path | str, dice: Dice | None = None) -> Match:
        """Opens the match of a record file.

        An unfinished match continues in its file, with its next die; ``dice`` is needed only if the file with its
        secret is missing. A finished match is replayed. ``BadValue`` if the file is not a record, or if the current
        rules play it differently; ``Damaged`` names a damaged line.

        >>> import tempfile
        >>> from ironbottom import Match
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     match = Match.new("pf", path=f"{folder}/august.jsonl")
        ...     _ = match.submit("japan", ("assign", "ijn_shokaku", "1"))
        ...     Match.load(f"{folder}/august.jsonl").history[0].action
        ('assign', 'ijn_shokaku', '1')
        """
        from ironbottom.engine.match.replay import replay, resume

        record = read_record(path)
        if not record.finished:
            return resume(path, dice)
        replayed = replay(record)
        if replayed.divergence is not None:
            raise BadValue(f"the rules diverge from the record: {replayed.divergence}", field=str(path))
        replayed.match.notes = replayed.notes
        return replayed.match

    def verify(self, shown: str = "") -> Report:
        """Checks the record so far: its lines, every choice, and every die against the secrets of the dice.

        ``shown`` is the hash that was published when the match began, or at least its first 16 digits.

        >>> from ironbottom import Match
        >>> match = Match.new("pf")
        >>> match.verify().sound
        True
        """
        from ironbottom.engine.match.verify import verify

        record = read_lines(MatchRecord(self.header, self._act_log.acts).lines())
        return verify(record, self.rules.game, held={} if record.finished else self._secrets(), shown=shown)

    @property
    def history(self) -> tuple[Move, ...]:
        """All choices that have not been taken back, in order; for the referee only, since some of them are secret.

        >>> from ironbottom import Match
        >>> match = Match.new("pf")
        >>> _ = match.submit("japan", ("assign", "ijn_shokaku", "1"))
        >>> [str(move) for move in match.history]
        ['japan: assign ijn_shokaku 1']
        """
        return tuple(
            Move(act.seq, act.side, tuple(act.action), tuple(value for value, _, _ in act.dice), act.auto)
            for act in valid_choices(self._act_log.acts)
        )

    def _secrets(self) -> dict[str, str]:
        held = getattr(self._source, "secrets", None)
        return held() if held else {}

    def _eliminated(self) -> Collection[str]:
        return self.rules.game.eliminated(self._history.state)

    @property
    def log_entries(self) -> list[LogEntry]:
        """The lines of the record so far, with the audiences of each."""
        return list(self._act_log.read(1, self._act_log.last))

    def save(self, path: Path | str) -> None:
        """Writes the record so far into a new file; while unfinished, the secret of its dice beside it."""
        file = RecordFile(path)
        file.begin(self.header, {} if self._result is not None else self._secrets())
        file.add(self._act_log.acts)

    def continue_with(self, dice: Dice, sink: RecordSink) -> None:
        """Continues with these dice and stores the acts in this sink."""
        self._source = dice
        self._act_log.set_sink(sink)

    def snapshot(self) -> Snapshot:
        """The data needed to resume the match from here."""
        return Snapshot(
            self._act_log.last,
            self._history.state.dump(),
            self.header.rules,
            self.header.data,
            getattr(self._source, "counter", 0),
            self._history.choices_before(len(self._history.entries)),
            dict(self._act_log.last_choices),
            *self.agreements(),
            None if self._result is None else dict(self._result),
            self.copied,
            state_format=current_format(self.rules.game),
        )

    def agreements(self) -> tuple[list[str], str | None, list[str]]:
        """The agreements of the sides: who has resigned, who has offered a draw, and who has accepted it."""
        return [*self._agreement.resigned], self._agreement.offer, sorted(self._agreement.accepted)

    def continue_as_copy(self, dice: Dice, sink: RecordSink, of: str = "") -> None:
        """Continues as a copy with dice of its own, so that neither match reveals the other's dice."""
        self.continue_with(dice, sink)
        seal_terms(dice, self.header, self._act_log.next)
        copied = Copy(self._act_log.next, heading_of(dice), of)
        self._act_log.append([copied])
        self.copied, self.dice = copied, copied.dice

    def restore_final(self, state: State, acts: Sequence[AnyAct], valid_count: int) -> None:
        """Restores the final state of a record that the current rules would play differently.

        The first ``valid_count`` acts are already in the log; for the others, there is no data on what each audience
        saw.
        """
        self._act_log.load(acts, valid_count)
        self._history = History(state, state, self.rules.game.knowledge(state), base=len(acts))
        self._agreement = Agreement(self.rules.alliances, self._eliminated)
        for act in acts:
            self._agreement.apply_act(act)
        self.copied = next((act for act in reversed(acts) if isinstance(act, Copy)), None)
        self.dice = self.copied.dice if self.copied else self.header.dice
        result: Any = next((act.result for act in acts if isinstance(act, End)), None)
        self._result = result
