"""Checking a record offline: its lines, the rules and figures, every act, and every die against the revealed secrets.

``docs/dice.md`` says what this proves and what it does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from pathlib import Path

from ironbottom.engine.core.errors import BadValue, IronbottomError
from ironbottom.engine.core.fields import MAX_LETTERS, join_names, quote_short
from ironbottom.engine.dice.sealed import REFEREE, JointDice, SealedDice, refuse_equal
from ironbottom.engine.match.replay import DiceSegment, Replay, dice_of, dice_segments, replay_long
from ironbottom.engine.record.formats import WITH_TERMS
from ironbottom.engine.record.on_file import open_record
from ironbottom.engine.record.record import ChoiceMade, Copy, DiceHeading, Header, MatchRecord, Reveal, Undo
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game

NOT_PUBLISHED = "that the person who ran the match did not look at future dice"
OTHER_HOLDERS = "that each side kept its own secret to itself: anyone who knew all of them could predict the dice"
CHOICES_UNSIGNED = "that the players made these choices, resigned and agreed as the record says: no choice is signed"
MIN_DIGITS = 16
MAX_REPORTED = 100
"""The maximum number of messages of a kind that are printed."""


@dataclass
class Report:
    """The report on a record: sentences that say what is proved, what failed, and what is not proved (``open``)."""

    proved: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether all checks passed."""
        return not self.failed

    def as_dict(self) -> dict[str, object]:
        """The report as plain data."""
        return {"sound": self.sound, "proved": self.proved, "failed": self.failed, "open": self.open}

    def __str__(self) -> str:
        titles = (("Proved", self.proved), ("Failed", self.failed), ("Not proved", self.open))
        return "\n".join(f"{title}: {sentence}" for title, sentences in titles for sentence in sentences)


def verify(
    record: MatchRecord | Path | str,
    game: Game | None = None,
    held: Mapping[str, str] | None = None,
    shown: str = "",
) -> Report:
    """Checks a record; ``Damaged`` names the line of one that cannot be read.

    ``held`` are the secrets of an unfinished match, which are stored apart from its record; none of them is printed.
    ``shown`` is the hash that was shown when the match began, or at least its first 16 digits.
    """
    wanted = read_hash(shown)
    read = record if isinstance(record, MatchRecord) else open_record(record)
    report = Report()
    report.proved.append(f"the {len(read.acts)} acts fit their checks; no line is missing or accidentally changed")
    if read.cut:
        report.failed.append(read.cut)
    _verify_acts(read, report, game)
    every = dice_segments(read)
    untested = (
        f"dice before line {after.line}: {segment.count}; only the match that was copied has their secret"
        for segment, after in pairwise(every)
    )
    report.open += limit_report(untested, "more sets of dice date from before the match was copied")
    fit = _verify_dice(read, every[-1], report, held or {}, game)
    _find_given_dice(read, report)
    if wanted:
        _verify_shown(read, report, wanted, held or {}, fit)
    _verify_origin(read, report, wanted)
    return report


def limit_report(sentences: Iterable[str], more: str, most: int = MAX_REPORTED) -> Iterator[str]:
    """The first sentences, followed by the number of those left out.

    >>> list(limit_report(["one", "two", "three"], "more dice are wrong", most=1))
    ['one', '2 more dice are wrong']
    """
    waiting = iter(sentences)
    yield from islice(waiting, most)
    if left := sum(1 for _ in waiting):
        yield f"{left} {more}"


def read_hash(text: str) -> str:
    """A published hash, or the beginning of one, as a person copied it."""
    digits = "".join(text.split()).lower()
    if text and (len(digits) < MIN_DIGITS or len(digits) > 64 or set(digits) - set("0123456789abcdef")):
        raise BadValue(
            f"a hash is 64 hexadecimal digits; its first {MIN_DIGITS} or more are enough", field="commitment"
        )
    return digits


# -- the acts ------------------------------------------------------------------------------------------


def _verify_acts(record: MatchRecord, report: Report, game: Game | None) -> None:
    if not record.acts:
        report.failed.append("there is nothing but the header: every act is missing")
        return
    try:
        replayed = replay_long(record, game)
    except IronbottomError as error:
        report.failed.append(f"the match cannot be replayed: {error}")
        return
    except Exception as fault:  # a forged header may make a game's own code fail
        report.failed.append(
            f"the match cannot be replayed: no game could have written its header or acts ({type(fault).__name__})"
        )
        return
    report.failed += replayed.notes
    if not replayed.notes:
        figures = "the owner's corrected figures" if record.header.corrections else "the standard figures"
        report.proved.append(f"it was played by rules version {record.header.rules} with {figures}")
        report.failed += limit_report(
            (
                f"line {line}: the reason of a die is {quote_short(what)}; by the rules it is {quote_short(why)}"
                for line, what, why in replayed.renamed
            ),
            "more dice have the wrong reason",
        )
    if replayed.divergence is not None:
        report.failed.append(f"the rules lead to something else: {replayed.divergence}")
        before = replayed.divergence.line
        report.proved.append(f"every act before line {before} was legal and led to what the record says")
        return
    report.proved.append("every act was legal and led to what the record says")
    _verify_end(record, replayed, report)


def _verify_end(record: MatchRecord, replayed: Replay, report: Report) -> None:
    result = replayed.match.result()
    if result is None:
        report.open.append("the match is not over")
        report.open.append(f"whether it went on: lines after line {len(record.acts) + 1} may have been left out")
    else:
        report.proved.append(f"the result: {' and '.join(result['winners']) or 'a draw'}; {result['why']}")


# -- the dice ------------------------------------------------------------------------------------------


def _verify_dice(
    record: MatchRecord, segment: DiceSegment, report: Report, held: Mapping[str, str], game: Game | None
) -> bool:
    """Checks the dice of the last source; returns them and whether they were checked.

    Dice from before a copy cannot be.
    """
    heading, count = segment.heading, segment.count
    if segment.line > 1:
        report.open.append(f"this is a copy of another match from line {segment.line} on, with its own dice")
    if heading.kind not in (SealedDice.kind, JointDice.kind):
        report.open.append(f"dice drawn, but not sealed: {count}")
        return False
    if REFEREE not in heading.commitments:
        report.failed.append("the dice are called sealed, but no hash of a secret was published: nothing was sealed")
        return False
    if heading.kind == JointDice.kind and (error := _joint_in_name(record, heading, game)):
        report.failed.append(error)
        return False
    if heading.kind == SealedDice.kind and len(heading.commitments) > 1:
        more = join_names(holder for holder in heading.commitments if holder != REFEREE)
        report.failed.append(f"the dice are sealed by the referee only, but a hash of {more} is in the record as well")
        return False
    secrets = _revealed_secrets(record, heading, report)
    missing = [holder for holder in heading.commitments if holder not in secrets]
    if missing and all(holder in held for holder in missing):
        return _verify_secrets(record, segment, report, {**held, **secrets}, revealed=False)
    if missing:
        message = "; until then no die can be checked" if record.finished else ""
        report.open.append(f"dice drawn: {count}; the secret of {join_names(missing)} is not yet revealed{message}")
        if record.finished and REFEREE in missing:
            report.failed.append("the match is over, but the secret of its dice is not revealed: no die can be checked")
        return False
    return _verify_secrets(record, segment, report, secrets, revealed=True)


def _joint_in_name(record: MatchRecord, heading: DiceHeading, game: Game | None) -> str:
    """The reason why dice that claim to be joint are not; empty if they are."""
    if len(heading.commitments) < 2:
        return "the dice are called joint, but no side has published a hash of its own: nothing joins the referee's"
    try:
        refuse_equal(heading.commitments)
        sides = (game or get_game(record.header.game)).sides.ids
    except IronbottomError as error:
        return error.message
    strangers = [holder for holder in heading.commitments if holder not in (REFEREE, *sides)]
    if not strangers:
        return ""
    return f"the dice are joint with {join_names(map(quote_short, strangers))}, which is not a side of this game"


def _revealed_secrets(record: MatchRecord, heading: DiceHeading, report: Report) -> dict[str, str]:
    """The revealed secrets by holder; a secret without a published hash proves nothing."""
    secrets: dict[str, str] = {}

    def error() -> Iterator[str]:
        for act in record.acts:
            for holder, secret in act.secrets.items() if isinstance(act, Reveal) else ():
                if holder not in heading.commitments:
                    whose = quote_short(holder)
                    yield f"line {act.seq + 1} reveals a secret of {whose}, for which no hash was published"
                elif secrets.setdefault(holder, secret) != secret:
                    yield f"line {act.seq + 1} reveals a different secret of {quote_short(holder)} than before"

    report.failed += limit_report(error(), "more revealed secrets do not belong to the match")
    return secrets


def _verify_secrets(
    record: MatchRecord, segment: DiceSegment, report: Report, secrets: dict[str, str], *, revealed: bool
) -> bool:
    """Checks the dice against the secrets.

    Before the end the secrets are not revealed, since the match still needs them.
    """
    try:
        dice = dice_of(segment.heading, secrets, segment.terms)
        wrong_dice = list(limit_report(_wrong_dice(dice, segment), "more dice are wrong"))
    except IronbottomError as error:
        report.failed.append(str(error))
        return False
    report.failed += wrong_dice
    if not wrong_dice and revealed:
        published = "were in the header" if segment.line == 1 else f"are in line {segment.line}"
        report.proved.append(
            f"the secrets revealed are those whose hashes {published}; all {segment.count} dice are theirs"
        )
        again = any(isinstance(act, Undo) and _dice_drawn(record, act) for act in record.acts)
        report.proved.append(f"no die was changed{' or left out' if again else ', left out or rolled again'}")
    elif not wrong_dice:
        report.proved.append(f"all {segment.count} dice so far come from the secrets whose hashes are in the header")
    if revealed:
        report.open.append(NOT_PUBLISHED if segment.heading.kind == SealedDice.kind else OTHER_HOLDERS)
    else:
        report.open.append("the secrets of the dice, which are revealed at the end, and the dice still to come")
    return not wrong_dice


def _wrong_dice(dice: SealedDice, segment: DiceSegment) -> Iterator[str]:
    """Messages about single dice that are wrong."""
    for number, (line, value, faces, _) in enumerate(segment.dice(), 1):
        try:
            right = dice.value_of(number, faces)
        except IronbottomError as error:
            yield f"line {line}: {error}"
        else:
            if value != right:
                yield f"line {line}: die {number} is {value} in the record; the secrets make it {right}"


# -- the hash that was shown ---------------------------------------------------------------------------


def _verify_shown(record: MatchRecord, report: Report, wanted: str, held: Mapping[str, str], fit: bool) -> None:
    """Checks whether the hash shown at the start belongs to this match and covers all dice of the record.

    ``fit`` says whether the dice of the last source were checked against their secrets.
    """
    header = record.header
    published = {holder: known.lower() for holder, known in header.dice.commitments.items()}
    failed = list(_find_external(record, held))
    if header.dice.kind in (SealedDice.kind, JointDice.kind) and not published.get(REFEREE, "").startswith(wanted):
        side = next((holder for holder, known in published.items() if known.startswith(wanted)), None)
        if side is None:
            failed.append("the hash shown at the start of the match is not in the header: this is another match")
        else:
            failed.append(
                f"the hash given is that of {join_names([side])}'s own secret, which does not cover the match:"
                " give the referee's hash"
            )
    if failed or not fit:
        report.failed += failed or ["the dice do not fit the hash shown at the start of the match"]
        return
    part = "" if len(wanted) == 64 else f" (only its first {len(wanted)} digits were compared)"
    report.proved.append(f"the hash shown at the start of the match is in the header{part}")
    if header.format < WITH_TERMS:
        report.open.append(
            f"that the match began as the header says: in a record of format {header.format} the hash covers the"
            " secret of the dice, but neither game, rules, options, figures nor start"
        )
    else:
        report.proved.append(
            "that hash covers the secret, the game, its rules, options and figures, the start and the kind of dice"
        )


def _find_external(record: MatchRecord, held: Mapping[str, str]) -> Iterator[str]:
    """A message for each part of the record that no hash shown at the start covers."""
    copies = [act.seq + 1 for act in record.acts if isinstance(act, Copy)]
    if copies:
        yield (
            f"line {copies[0]} makes this a copy of another match, with dice of its own: the hash shown at the start"
            " of a match does not cover the dice of a copy"
        )
    if record.header.dice.kind not in (SealedDice.kind, JointDice.kind):
        yield f"the header says that the dice are {record.header.dice.kind}: no hash shown at the start covers them"
    elif not copies and (hidden := _hidden(record, held)):
        whose = join_names(hidden)
        yield f"the secret of {whose} is not revealed: whether the dice fit the hash shown cannot be checked"
    handed = [act.seq + 1 for act in record.acts if isinstance(act, ChoiceMade) and act.handed]
    if handed:
        dice = sum(len(act.dice) for act in record.acts if isinstance(act, ChoiceMade) and act.handed)
        yield (
            f"dice supplied by a player, not rolled: {dice}, the first in line {handed[0]}: the hash shown at the start"
            " does not cover them"
        )


def _hidden(record: MatchRecord, held: Mapping[str, str]) -> list[str]:
    """The holders whose secrets are neither revealed in the record nor given to the check."""
    known = {holder for act in record.acts if isinstance(act, Reveal) for holder in act.secrets} | set(held)
    return [holder for holder in record.header.dice.commitments if holder not in known]


# -- what a replay cannot prove -------------------------------------------------------------------------


def _find_given_dice(record: MatchRecord, report: Report) -> None:
    """Reports how players may have influenced the dice: by supplying them, or by undo with unproved consent."""
    handed = sum(len(act.dice) for act in record.acts if isinstance(act, ChoiceMade) and act.handed)
    if handed:
        report.open.append(f"dice supplied by a player, not rolled: {handed}; that player chose them")
    report.open += limit_report(
        _find_undone(record), "more times dice were taken back, and others rolled in their place"
    )


def _find_undone(record: MatchRecord) -> Iterator[str]:
    for act in record.acts:
        if isinstance(act, Undo) and (undone := _dice_drawn(record, act)):
            message = f"line {act.seq + 1}: dice taken back: {undone}, and others rolled in their place"
            yield f"{message}; {consenting_sides(act.consent)}"


def consenting_sides(consent: Sequence[str]) -> str:
    """The sides that consented to an undo, according to the record."""
    if not consent:
        return "the record names nobody who agreed"
    return f"the record says that {join_names(consent)} agreed, which is not proved"


def _dice_drawn(record: MatchRecord, undo: Undo) -> int:
    """The number of dice rolled by the choices that were taken back."""
    taken = [record.acts[number - 1] for number in undo.taken if 0 < number <= len(record.acts)]
    return sum(len(act.dice) for act in taken if isinstance(act, ChoiceMade) and not act.handed)


def _verify_origin(record: MatchRecord, report: Report, wanted: str) -> None:
    """The points that a record can never prove, and how to check that this is the match that was watched."""
    header = record.header
    if header.position is not None:
        report.open.append("how the position at the start of the match came about")
    report.open += unproved_parts(header)
    published = header.dice.commitments
    if not wanted and published:
        seal = published.get(REFEREE, next(iter(published.values())))
        report.open.append(
            "that this is the match that was watched, and not an invented one: compare the hash shown at its start "
            f"with {seal[:64]}"
        )


def unproved_parts(header: Header) -> Iterator[str]:
    """The parts of a record that its writer could have forged."""
    players = join_names(f"{side}: {name}" for side, name in header.players.items()) or "none named"
    yield f"who played ({players}): names are not signed"
    yield CHOICES_UNSIGNED
    yield f"who ran the match (the header says: {join_names([header.host]) if header.host else 'not known'})"
    dice = header.dice
    if dice.words:
        by = [*dice.words_by, *[""] * len(dice.words)]
        pairs = zip(by, dice.words, strict=False)
        given = join_names(f"{who or 'not known'}: {quote_short(words, MAX_LETTERS)}" for who, words in pairs)
        yield f"who contributed which words to the dice ({given}): compare them with those shown when the match began"
    if dice.kind == JointDice.kind:
        own = join_names(f"{side}: {known[:64]}" for side, known in dice.commitments.items() if side != REFEREE)
        yield f"that the sides published these hashes of their own secrets ({own}): each side compares its own"
