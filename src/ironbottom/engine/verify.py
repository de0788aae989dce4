"""Checking a record offline: its lines, the rules and figures, every act, and every die against the revealed secrets.

What is proved, and what is not, stands in ``docs/dice.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ironbottom.engine.errors import IronbottomError
from ironbottom.engine.record import Choice, Record, Reveal, read_record
from ironbottom.engine.replay import dice_again, drawn_dice, replay
from ironbottom.engine.rules import Game
from ironbottom.engine.sealed import JointDice, SealedDice

NOT_SHOWN = "that whoever ran the match did not look at dice that were still to come"


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


def verify(record: Record | Path | str, game: Game | None = None) -> Report:
    """Checks a record; ``Damaged`` names the line of one that cannot be read."""
    read = record if isinstance(record, Record) else read_record(record)
    report = Report()
    report.proved.append(f"the {len(read.acts)} acts fit their checks; no line is missing or changed by accident")
    if read.cut:
        report.failed.append(read.cut)
    _verify_acts(read, report, game)
    _verify_dice(read, report)
    return report


def _verify_acts(record: Record, report: Report, game: Game | None) -> None:
    try:
        replayed = replay(record, game=game)
    except IronbottomError as wrong:
        report.failed.append(f"the match cannot be replayed: {wrong}")
        return
    report.failed += replayed.notes
    if not replayed.notes:
        figures = "with the owner's corrections in the record" if record.header.corrections else "as shipped"
        report.proved.append(f"rules {record.header.rules} were in force, and the figures {figures}")
    if replayed.parted is not None:
        report.failed.append(f"by the rules it went otherwise: {replayed.parted}")
        before = replayed.parted.line
        report.proved.append(f"every act before line {before} was lawful and led to what the record tells")
        return
    report.proved.append("every act was lawful and led to what the record tells")
    result = replayed.match.result()
    if result is None:
        report.open.append("the match is not over")
    else:
        report.proved.append(f"the result: {result['winner'] or 'a draw'}; {result['why']}")


def _verify_dice(record: Record, report: Report) -> None:
    handed = sum(len(act.dice) for act in record.acts if isinstance(act, Choice) and act.handed)
    if handed:
        report.open.append(f"dice handed in, not drawn: {handed}")
    drawn = drawn_dice(record)
    if record.header.dice.kind not in (SealedDice.kind, JointDice.kind):
        report.open.append(f"dice drawn, but not sealed: {len(drawn)}")
        return
    secrets: dict[str, str] = {}
    for act in record.acts:
        if isinstance(act, Reveal):
            secrets.update(act.secrets)
    missing = [holder for holder in record.header.dice.commitments if holder not in secrets]
    if missing:
        report.open.append(f"dice drawn: {len(drawn)}; not yet revealed is the secret of {', '.join(missing)}")
        return
    try:
        dice = dice_again(record, secrets)
    except IronbottomError as wrong:
        report.failed.append(str(wrong))
        return
    wrong_dice = list(_wrong_dice(dice, drawn))
    report.failed += wrong_dice
    if not wrong_dice:
        report.proved.append(
            f"the secrets revealed are those whose hashes stood in the header; all {len(drawn)} dice are theirs"
        )
        report.proved.append("no die was changed, left out or rolled again")
    if record.header.dice.kind == SealedDice.kind:
        report.open.append(NOT_SHOWN)


def _wrong_dice(dice: SealedDice, drawn: list[tuple[int, int, int]]) -> Iterator[str]:
    for number, (line, value, faces) in enumerate(drawn, 1):
        right = dice.die(number, faces)
        if value != right:
            yield f"line {line}: die {number} is {value} in the record; the secrets make it {right}"
