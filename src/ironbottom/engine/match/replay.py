"""Replays a record, to look at the match, to continue it, or to find where the rules differ from the record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import msgspec

from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.core.errors import BadValue, DiceError, IronbottomError
from ironbottom.engine.core.events import ALL
from ironbottom.engine.core.fields import quote_short
from ironbottom.engine.dice.dice import Dice, DieReason
from ironbottom.engine.dice.sealed import MAX_NAME, REFEREE, JointDice, SealedDice, SideSecret, commitment, read_secret
from ironbottom.engine.match.act_log import TempActStore
from ironbottom.engine.match.match import Match, RefusedChoice
from ironbottom.engine.record.files import NullSink, RecordFile, RecordSink, read_secrets
from ironbottom.engine.record.formats import commitment_input_of_format
from ironbottom.engine.record.record import (
    AnyAct,
    Begin,
    ChoiceMade,
    Comment,
    Copy,
    DiceHeading,
    Draw,
    End,
    Header,
    MatchRecord,
    Resign,
    Reveal,
    Undo,
    Withdraw,
    read_record,
)
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.registry import get_game

MAX_LETTERS = 500
"""The maximum number of characters shown of a line that the rules play differently."""


@dataclass(frozen=True)
class Divergence:
    """A difference between the rules and a record: the line in the file (from 1), the clause, and the description."""

    line: int
    clause: str | None
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" + (f" ({self.clause})" if self.clause else "")


@dataclass
class Replay:
    """A replayed record: the match up to the point where the rules differ from the record, and that divergence, if any.

    ``notes`` name differences in the header: another version of the rules, other figures. ``renamed`` lists dice whose
    recorded reason differs: the line, that reason, and the one in the rules.
    """

    match: Match
    divergence: Divergence | None = None
    notes: list[str] = field(default_factory=list)
    renamed: list[tuple[int, str, str]] = field(default_factory=list)


class DivergenceFound(Exception):
    """Raised when the rules differ from the record."""

    def __init__(self, line: int, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.divergence = Divergence(line, clause, message)


class RecordedDice:
    """The dice of a record, returned in order as long as the rules roll the same dice."""

    def __init__(self, record: MatchRecord) -> None:
        self._publish(record.header.dice)
        self.form, self.rules = record.header.format, record.header.rules
        self.counter = 0
        """The number of dice rolled so far."""
        self.renamed: list[tuple[int, str, str]] = []
        """Dice whose recorded reason differs: the line, that reason, and the one in the rules."""
        self._secrets: dict[str, str] = {}
        self._waiting: list[RecordedDie] = []
        self._line = 1

    def _publish(self, heading: DiceHeading) -> None:
        self.kind, self.commitments = heading.kind, heading.commitments
        self.words, self.words_by = heading.words, heading.words_by

    def secrets(self) -> dict[str, str]:
        """The secrets that the next line of the record reveals."""
        return self._secrets

    @property
    def shares(self) -> list[str]:
        """The sides that have a share in the dice."""
        return [holder for holder in self.commitments if holder != REFEREE]

    def reveal(self, side: str, secret: bytes) -> None:
        """Refuses a secret that is not the one that the side published."""
        if commitment(secret) != self.commitments[side]:
            raise BadValue(f"this is not the secret whose hash {side} published", field=f"secrets.{side}")

    def load_dice_of(self, acts: Sequence[AnyAct]) -> None:
        """Loads the dice from the lines of one act."""
        self._line = acts[0].seq + 1
        self._waiting = [die for act in acts for die in drawn_dice(act)]
        for act in acts:
            if isinstance(act, Copy):
                self._publish(act.dice)
                self.counter = 0
        self._secrets = next((act.secrets for act in acts if isinstance(act, Reveal)), {})

    def roll(self, faces: int, why: DieReason, audience: int = ALL) -> int:
        if not self._waiting:
            raise DivergenceFound(
                self._line, f"the rules roll a {faces}-sided die here ({why.text}) that the record does not have"
            )
        self._line, value, recorded, what = self._waiting.pop(0)
        if recorded != faces or not 1 <= value <= faces:
            raise DivergenceFound(
                self._line,
                f"the record has {value} on a {recorded}-sided die ({_shorten(what)});"
                f" the rules roll a {faces}-sided die ({why.text})",
            )
        self.counter += 1
        if what != why:
            self.renamed.append((self._line, what, why))
        return value

    def finish(self) -> None:
        """Raises an error if the record has dice that the rules did not roll."""
        if self._waiting:
            line, value, faces, why = self._waiting[0]
            raise DivergenceFound(
                line, f"the record has {value} on a {faces}-sided die ({_shorten(why)}) that the rules do not roll"
            )


def rules_of(header: Header, game: Game | None = None) -> Rules:
    """The rules of a record in this version; ``BadValue`` if this version does not have them.

    Options that the game did not have at that time get the values that match the way it was played.
    """
    of = game or get_game(header.game)
    then = {} if header.rules == of.rules_version else {option.name: option.formerly for option in of.options}
    return of.rules({**then, **header.options}, header.corrections)


def batches(acts: Iterable[AnyAct]) -> Iterator[list[AnyAct]]:
    """The acts in the groups that were submitted together."""
    group: list[AnyAct] = []
    for act in acts:
        group.append(act)
        if not act.more:
            yield group
            group = []
    if group:
        yield group


def replay(
    record: MatchRecord,
    until: int | None = None,
    game: Game | None = None,
    each: Callable[[Match], None] = lambda match: None,
    sink: RecordSink | None = None,
) -> Replay:
    """Replays a record as far as the rules agree with it, or up to and including act ``until``.

    ``game`` replaces the registered game that the record names, ``each`` is called with the match after every act, and
    a ``sink`` stores the repeated acts.
    """
    dice = RecordedDice(record)
    groups = batches(record.acts)
    first = next(groups, [Begin(1)])
    dice.load_dice_of(first)
    replayed = Replay(_start(record.header, dice, game, sink))
    replayed.notes, replayed.renamed = _notes(record.header, replayed.match.header), dice.renamed
    try:
        _compare(replayed.match, first, dice)
        each(replayed.match)
        for group in groups:
            if until is not None and group[0].seq > until:
                break
            dice.load_dice_of(group)
            _make(replayed.match, group, dice, sink)
            _compare(replayed.match, group, dice)
            each(replayed.match)
    except DivergenceFound as found:
        replayed.divergence = found.divergence
    return replayed


def replay_long(record: MatchRecord, game: Game | None = None) -> Replay:
    """Replays a record that may not fit into memory; the match stores its acts in a temporary file."""
    store = TempActStore()
    return replay(record, game=game, each=store.save_snapshot, sink=store)


def _start(header: Header, dice: Dice, game: Game | None, sink: RecordSink | None) -> Match:
    rules = rules_of(header, game)
    start = None if header.position is None else read_position(header.position, rules)
    try:
        players, host = header.players, header.host
        return Match(rules, header.scenario, players=players, dice=dice, start=start, sink=sink, host=host)
    except DivergenceFound as found:
        raise BadValue(str(found.divergence), field="record") from None


def _notes(recorded: Header, present: Header) -> list[str]:
    notes = []
    if recorded.rules != present.rules:
        notes.append(f"the record was played under rules {recorded.rules}; these are rules {present.rules}")
    if recorded.data != present.data:
        notes.append("the record was played with figures that differ from those in force here")
    return notes


def _make(match: Match, group: Sequence[AnyAct], dice: RecordedDice, sink: RecordSink | None) -> None:
    """Repeats the submitted acts of a group; the match adds the automatic ones."""
    act = group[0]
    try:
        match act:
            case ChoiceMade():
                _make_choices(match, group)
            case Copy():
                match.continue_as_copy(dice, sink or NullSink(), act.of)
            case Undo():
                match.undo(act.side, act.steps, act.consent)
            case Withdraw():
                match.withdraw_act(act.side, act.choice, act.dropped)
            case Resign():
                match.resign(act.side, act.why)
            case Draw():
                answers = {"offer": match.offer_draw, "accept": match.accept_draw, "decline": match.decline_draw}
                answers[act.word](act.side)
            case Reveal() | Comment():
                _add_after_end(match, act)
            case Begin() | End():
                raise DivergenceFound(act.seq + 1, f"nobody makes the act {type(act).__name__.lower()!r} here")
    except RefusedChoice as refused:
        made = [one for one in group if isinstance(one, ChoiceMade) and not one.auto]
        line = made[refused.place].seq + 1
        raise DivergenceFound(
            line, f"{_shorten(' '.join(made[refused.place].action))}: {refused.message}", refused.clause
        ) from None
    except IronbottomError as refused:
        raise DivergenceFound(act.seq + 1, refused.message, refused.clause) from None


def _add_after_end(match: Match, act: Reveal | Comment) -> None:
    if isinstance(act, Comment):
        match.comment(act.on, act.text, act.choices, act.side)
        return
    for side, secret in act.secrets.items():
        match.reveal(side, read_secret(secret))


def _make_choices(match: Match, group: Sequence[AnyAct]) -> None:
    choices = [act for act in group if isinstance(act, ChoiceMade)]
    made = [act for act in choices if not act.auto]
    if not made:
        raise DivergenceFound(group[0].seq + 1, "nobody made this choice, and the match does not make it automatically")
    handed = [value for act in choices if act.handed for value, _, _ in act.dice]
    match.submit(made[0].side, [act.action for act in made], dice=handed or None, recorded=True)


def _compare(match: Match, group: Sequence[AnyAct], dice: RecordedDice) -> None:
    """Raises ``DivergenceFound`` if the lines of the match differ from the record."""
    dice.finish()
    made = match.acts[group[0].seq - 1 :]
    for mine, recorded in zip(made, group, strict=False):
        _same(match, mine, recorded, match.header.rules == dice.rules)
    if len(made) > len(group):
        extra = made[len(group)]
        raise DivergenceFound(
            extra.seq + 1,
            f"the rules add {_shorten(_comparable(extra))}, which the record does not have",
            _clause(match, extra),
        )
    if len(made) < len(group):
        missing = group[len(made)]
        raise DivergenceFound(
            missing.seq + 1, f"the rules do not add {_shorten(_comparable(missing))}", _clause(match, missing)
        )


def _same(match: Match, mine: AnyAct, recorded: AnyAct, same_rules: bool) -> None:
    if isinstance(mine, (Begin, ChoiceMade)) and isinstance(recorded, (Begin, ChoiceMade)):
        for index in range(max(len(mine.events), len(recorded.events))):
            ours, theirs = mine.events[index : index + 1], recorded.events[index : index + 1]
            if msgspec.json.encode(ours) != msgspec.json.encode(theirs):
                named = (ours or theirs)[0].get("event")
                clause = next((kind.clause for kind in match.rules.kinds if kind.name == named), None)
                message = f"the record says {_format_events(theirs)}; by the rules it is {_format_events(ours)}"
                raise DivergenceFound(recorded.seq + 1, message, clause)
    if isinstance(mine, End) and isinstance(recorded, End) and not same_rules:
        # Another version may store different parts of a state, so a different hash does not mean a different match.
        recorded = msgspec.structs.replace(recorded, state=mine.state)
    if _comparable(mine) != _comparable(recorded):
        has, right = _shorten(_comparable(recorded)), _shorten(_comparable(mine))
        raise DivergenceFound(recorded.seq + 1, f"the record has {has}; by the rules it is {right}")


def _format_events(events: Sequence[dict[str, object]]) -> str:
    return _shorten(msgspec.json.encode(events[0]).decode()) if events else "nothing more"


def _shorten(text: str) -> str:
    """A part of a record, shortened for a sentence."""
    return text if len(text) <= MAX_LETTERS else f"{text[:MAX_LETTERS]} …"


def _comparable(act: AnyAct) -> str:
    """A line without the parts that may differ.

    Its dice are left out too, since they were compared when they were rolled.
    """
    if isinstance(act, (Begin, ChoiceMade)):
        act = msgspec.structs.replace(act, dice=[(value, faces, "") for value, faces, _ in act.dice], events=[])
    return msgspec.json.encode(msgspec.structs.replace(act, more=False)).decode()


def _clause(match: Match, act: AnyAct) -> str | None:
    """The clause of the step where a choice was expected."""
    if not isinstance(act, ChoiceMade):
        return None
    return next((decision.clause for decision in match.decisions()), None)


def resume(path: Path | str, dice: Dice | None = None, game: Game | None = None) -> Match:
    """The unfinished match of a record file, which continues in that file.

    The secret of sealed dice is read from the file beside the record; other dice must be given. If a crash cut off the
    last act, that act is left out, the old file is kept as a copy, and ``match.notes`` says so.
    """
    record = read_record(path)
    if record.finished:
        raise BadValue("the match of this record is over; it can be replayed", field=str(path))
    replayed = replay(record, game=game)
    if replayed.divergence is not None:
        raise BadValue(f"the rules diverge from the record: {replayed.divergence}", field=str(path))
    source = dice if dice is not None else resealed_dice(record, read_secrets(path))
    replayed.match.continue_with(source, RecordFile.reopen(path, record))
    replayed.match.notes = replayed.notes + ([record.cut] if record.cut else [])
    return replayed.match


@dataclass
class DiceSegment:
    """The dice of one source: its header, the line where it begins, and the number of its dice."""

    heading: DiceHeading
    terms: bytes
    """The terms that its referee's hash covers besides the secret."""
    line: int
    acts: Sequence[AnyAct]
    first: int
    """The index of its first act."""
    length: int = 0
    """The number of its acts."""
    count: int = 0

    def dice(self) -> Iterator[RecordedDie]:
        """The dice of these acts, in order."""
        for act in islice(self.acts, self.first, self.first + self.length):
            yield from drawn_dice(act)


RecordedDie = tuple[int, int, int, str]
"""A die in a record: its line, value, faces and reason."""


def drawn_dice(act: AnyAct) -> list[RecordedDie]:
    """The dice that an act rolled; dice supplied with it are left out."""
    if not isinstance(act, (Begin, ChoiceMade)) or (isinstance(act, ChoiceMade) and act.handed):
        return []
    return [(act.seq + 1, *die) for die in act.dice]


def dice_segments(record: MatchRecord) -> list[DiceSegment]:
    """The dice of each source in a record: that of the header, then that of each copy."""
    return dice_segments_of(record.header, record.acts)


def dice_segments_of(header: Header, acts: Sequence[AnyAct], copied: Copy | None = None) -> list[DiceSegment]:
    """The dice of each source in a range of acts; ``copied`` is the last act before this range that made the record a
    copy.
    """
    result = [_dice_segment(header, copied, acts, 0)]
    for index, act in enumerate(acts):
        if isinstance(act, Copy):
            result.append(_dice_segment(header, act, acts, index))
        result[-1].length += 1
        result[-1].count += len(drawn_dice(act))
    return result


def _dice_segment(header: Header, copied: Copy | None, acts: Sequence[AnyAct], first: int) -> DiceSegment:
    if copied is None:
        return DiceSegment(header.dice, commitment_input_of_format(header, header.dice.kind), 1, acts, first)
    return DiceSegment(
        copied.dice, commitment_input_of_format(header, copied.dice.kind, copied.seq), copied.seq + 1, acts, first
    )


def resealed_dice(record: MatchRecord, secrets: dict[str, str]) -> SealedDice:
    """The sealed dice of a record, after its last die, if these secrets match its published hashes."""
    last = dice_segments(record)[-1]
    return dice_of(last.heading, secrets, last.terms, last.count)


def dice_of(heading: DiceHeading, secrets: Mapping[str, str], terms: bytes, counter: int = 0) -> SealedDice:
    """The sealed dice of a header, if these secrets match its published hashes.

    ``terms`` is the text that the referee's hash covers besides its secret.
    """
    if heading.kind not in (SealedDice.kind, JointDice.kind):
        raise DiceError(f"dice of the kind {quote_short(heading.kind)} are not in the record; give them to continue")
    if REFEREE not in heading.commitments:
        raise DiceError("no hash of the referee's secret was published: these dice were never sealed")
    read = {holder: read_secret(text, f"secrets.{holder}") for holder, text in secrets.items()}
    for holder, published in heading.commitments.items():
        covers = terms if holder == REFEREE else b""
        if holder not in read or commitment(read[holder], covers) != published:
            more = ", or the match is not the one that the hash covers" if covers else ""
            raise DiceError(f"the secret of {holder[:MAX_NAME]} is not the one whose hash is in the record{more}")
    if heading.kind == SealedDice.kind:
        return SealedDice(read[REFEREE], heading.words, counter, terms, heading.words_by)
    shares = {holder: SideSecret(read[holder], heading.words) for holder in heading.commitments if holder != REFEREE}
    return JointDice(read[REFEREE], heading.words, shares, counter, terms, heading.words_by)
