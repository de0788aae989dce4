"""Checking a record offline: its lines, the rules and figures, every act, and every die against the revealed secrets.

What is proved, and what is not, stands in ``docs/dice.md``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from ironbottom.engine.errors import BadValue, IronbottomError
from ironbottom.engine.record import ChoiceMade, DiceHeading, MatchRecord, Reveal, Undo
from ironbottom.engine.record_on_file import open_record
from ironbottom.engine.registry import get_game
from ironbottom.engine.replay import RecordedDie, Replay, Stretch, dice_of, replay_long, stretches
from ironbottom.engine.rules import Game
from ironbottom.engine.sealed import REFEREE, JointDice, SealedDice, refuse_equal

NOT_SHOWN = "that whoever ran the match did not look at dice that were still to come"
NOT_ALONE = "that each side kept its own secret to itself: whoever knew all of them knew the dice to come"
NOT_SIGNED = "who played and who made each choice: names and choices are not signed"
FEWEST_DIGITS = 16
MOST_TOLD = 100
"""So many wrong dice are told one by one."""


@dataclass
class Report:
    """What a record proves: sentences for what holds, what fails, and what it cannot show."""

    proved: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether nothing failed."""
        return not self.failed

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        return {"sound": self.sound, "proved": self.proved, "failed": self.failed, "open": self.open}

    def __str__(self) -> str:
        titles = (("Proved", self.proved), ("Failed", self.failed), ("Not shown", self.open))
        return "\n".join(f"{title}: {sentence}" for title, sentences in titles for sentence in sentences)


def verify(
    record: MatchRecord | Path | str,
    game: Game | None = None,
    held: Mapping[str, str] | None = None,
    shown: str = "",
) -> Report:
    """Checks a record; ``Damaged`` names the line of one that cannot be read.

    ``held`` are secrets of the dice kept apart from the record of a match that is not over; none of them is told.
    ``shown`` is the hash, or its first 16 digits or more, that was shown when the match began.
    """
    wanted = read_hash(shown)
    read = record if isinstance(record, MatchRecord) else open_record(record)
    report = Report()
    report.proved.append(f"the {len(read.acts)} acts fit their checks; no line is missing or changed by accident")
    if read.cut:
        report.failed.append(read.cut)
    _verify_acts(read, report, game)
    *copied, last = stretches(read)
    for stretch in copied:
        told = "their secret stays with the match that was copied"
        report.open.append(f"the dice before the match was copied: {stretch.count}; {told}")
    _verify_dice(read, last, report, held or {}, game)
    _told_by_hand(read, report)
    _verify_origin(read, report, wanted)
    return report


def read_hash(text: str) -> str:
    """A published hash as it was written down, or its beginning."""
    digits = "".join(text.split()).lower()
    if text and (len(digits) < FEWEST_DIGITS or len(digits) > 64 or set(digits) - set("0123456789abcdef")):
        raise BadValue(
            f"a hash is 64 hexadecimal digits; its first {FEWEST_DIGITS} or more will do", field="commitment"
        )
    return digits


# -- the acts ------------------------------------------------------------------------------------------


def _verify_acts(record: MatchRecord, report: Report, game: Game | None) -> None:
    if not record.acts:
        report.failed.append("there is nothing but the header: every act is missing")
        return
    try:
        replayed = replay_long(record, game)
    except IronbottomError as wrong:
        report.failed.append(f"the match cannot be replayed: {wrong}")
        return
    except Exception as fault:  # a forged header may lead a game's own reading astray
        report.failed.append(
            f"the match cannot be replayed: its header or acts are none that a game could have written "
            f"({type(fault).__name__})"
        )
        return
    report.failed += replayed.notes
    if not replayed.notes:
        figures = "with the owner's corrections in the record" if record.header.corrections else "as shipped"
        report.proved.append(f"rules {record.header.rules} were in force, and the figures {figures}")
        report.failed += [
            f"line {line}: a die is told as rolled for {_brief(what)}; the rules roll it for {why!r}"
            for line, what, why in replayed.renamed
        ]
    if replayed.parted is not None:
        report.failed.append(f"by the rules it went otherwise: {replayed.parted}")
        before = replayed.parted.line
        report.proved.append(f"every act before line {before} was lawful and led to what the record tells")
        return
    report.proved.append("every act was lawful and led to what the record tells")
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
    record: MatchRecord, stretch: Stretch, report: Report, held: Mapping[str, str], game: Game | None
) -> None:
    """The dice of the last source; the secret of those before a match was copied is not in a copy."""
    heading, count = stretch.heading, stretch.count
    if stretch.line > 1:
        report.open.append(f"this is a copy of another match from line {stretch.line} on, with dice of its own")
    if heading.kind not in (SealedDice.kind, JointDice.kind):
        report.open.append(f"dice drawn, but not sealed: {count}")
        return
    if REFEREE not in heading.commitments:
        report.failed.append("the dice are called sealed, but no hash of a secret was published: nothing was sealed")
        return
    if heading.kind == JointDice.kind and (wrong := _joint_in_name(record, heading, game)):
        report.failed.append(wrong)
        return
    secrets = _revealed(record, heading, report)
    missing = [holder for holder in heading.commitments if holder not in secrets]
    if missing and all(holder in held for holder in missing):
        _verify_against_held(stretch, report, {**held, **secrets})
    elif missing:
        told = "; until then no die can be checked" if record.finished else ""
        report.open.append(f"dice drawn: {count}; not yet revealed is the secret of {', '.join(missing)}{told}")
        if record.finished and REFEREE in missing:
            report.failed.append("the match is over, but the secret of its dice is not revealed: no die can be checked")
    else:
        _verify_against_revealed(record, stretch, report, secrets)


def _joint_in_name(record: MatchRecord, heading: DiceHeading, game: Game | None) -> str:
    """Why dice that are called joint are not; empty where they are."""
    holders = [_brief(holder) for holder in heading.commitments if holder != REFEREE]
    if not holders:
        return "the dice are called joint, but no side has published a hash of its own: nothing joins the referee's"
    try:
        refuse_equal(heading.commitments)
        sides = (game or get_game(record.header.game)).sides.ids
    except IronbottomError as wrong:
        return wrong.message
    strangers = [_brief(holder) for holder in heading.commitments if holder not in (REFEREE, *sides)]
    return f"the dice are joint with {' and '.join(strangers)}, which is no side of this game" if strangers else ""


def _revealed(record: MatchRecord, heading: DiceHeading, report: Report) -> dict[str, str]:
    """The secrets in the record by holder; one of whom no hash was published proves nothing."""
    secrets: dict[str, str] = {}
    for act in record.acts:
        if not isinstance(act, Reveal):
            continue
        for holder, secret in act.secrets.items():
            if holder not in heading.commitments:
                told = f"line {act.seq + 1} reveals a secret of {_brief(holder)}, of which no hash was published"
                report.failed.append(told)
            elif secrets.setdefault(holder, secret) != secret:
                report.failed.append(f"line {act.seq + 1} reveals another secret of {holder} than before")
    return secrets


def _verify_against_revealed(record: MatchRecord, stretch: Stretch, report: Report, secrets: dict[str, str]) -> None:
    try:
        wrong_dice = list(_wrong_dice(dice_of(stretch.heading, secrets), stretch))
    except IronbottomError as wrong:
        report.failed.append(str(wrong))
        return
    report.failed += wrong_dice
    if not wrong_dice:
        published = "stood in the header" if stretch.line == 1 else f"stand in line {stretch.line}"
        report.proved.append(
            f"the secrets revealed are those whose hashes {published}; all {stretch.count} dice are theirs"
        )
        again = any(isinstance(act, Undo) and _dice_taken(record, act) for act in record.acts)
        report.proved.append(f"no die was changed{' or left out' if again else ', left out or rolled again'}")
    report.open.append(NOT_SHOWN if stretch.heading.kind == SealedDice.kind else NOT_ALONE)


def _verify_against_held(stretch: Stretch, report: Report, secrets: dict[str, str]) -> None:
    """Before the end: the dice so far are those of the secrets, which stay secret since more dice are to come."""
    try:
        wrong_dice = list(_wrong_dice(dice_of(stretch.heading, secrets), stretch))
    except IronbottomError as wrong:
        report.failed.append(str(wrong))
        return
    report.failed += wrong_dice
    if not wrong_dice:
        report.proved.append(f"all {stretch.count} dice so far are of the secrets whose hashes stood in the header")
    report.open.append("the secrets of the dice, and what is still to come of them: they are revealed at the end")


def _wrong_dice(dice: SealedDice, stretch: Stretch) -> Iterator[str]:
    """What is wrong with single dice; of many that are wrong the first are told, and how many more there are."""
    wrong = (told for number, die in enumerate(stretch.dice(), 1) if (told := _wrong_die(dice, number, die)))
    yield from islice(wrong, MOST_TOLD)
    if more := sum(1 for _ in wrong):
        yield f"{more} more dice are wrong"


def _wrong_die(dice: SealedDice, number: int, die: RecordedDie) -> str:
    line, value, faces, _ = die
    try:
        right = dice.die(number, faces)
    except IronbottomError as wrong:
        return f"line {line}: {wrong}"
    return "" if value == right else f"line {line}: die {number} is {value} in the record; the secrets make it {right}"


# -- what no replay can know ---------------------------------------------------------------------------


def _told_by_hand(record: MatchRecord, report: Report) -> None:
    """What people chose that bears on the dice: dice handed in, and dice taken back with a consent that is but told."""
    handed = sum(len(act.dice) for act in record.acts if isinstance(act, ChoiceMade) and act.handed)
    if handed:
        report.open.append(f"dice handed in, not drawn: {handed}; whoever handed them in chose them")
    for act in record.acts:
        if isinstance(act, Undo) and (undone := _dice_taken(record, act)):
            by = " and ".join(act.consent) or "nobody"
            told = f"line {act.seq + 1}: dice taken back: {undone}, and others rolled in their place"
            report.open.append(f"{told}; that {by} agreed is told, not proved")


def _dice_taken(record: MatchRecord, undo: Undo) -> int:
    """How many dice of the choices taken back had been drawn."""
    taken = [record.acts[number - 1] for number in undo.taken if 0 < number <= len(record.acts)]
    return sum(len(act.dice) for act in taken if isinstance(act, ChoiceMade) and not act.handed)


def _verify_origin(record: MatchRecord, report: Report, wanted: str) -> None:
    """Whether this is the record of the match that was watched: a whole record can be made up, with dice of its own."""
    if record.header.position is not None:
        report.open.append("how the position came about from which the match began")
    report.open.append(NOT_SIGNED)
    published = record.header.dice.commitments
    if wanted:
        if any(known.lower().startswith(wanted) for known in published.values()):
            part = "" if len(wanted) == 64 else f", as far as its first {len(wanted)} digits go"
            report.proved.append(f"the hash shown at the start of the match is in the header{part}")
        else:
            report.failed.append("the hash shown at the start of the match is not in the header: this is another match")
    elif published:
        seal = published.get(REFEREE, next(iter(published.values())))
        report.open.append(
            "that this is the match that was watched, and not one made up: compare the hash shown at its start "
            f"with {seal[:64]}"
        )


def _brief(text: str) -> str:
    """What a record says of itself, short enough for a sentence."""
    return repr(text if len(text) <= 80 else f"{text[:80]} …")
