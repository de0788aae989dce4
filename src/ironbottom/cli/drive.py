"""``ironbottom drive``: any program leads a game over standard input and output."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Annotated, BinaryIO

import msgspec
from cyclopts import Parameter

from ironbottom.cli.choosing import options_of, rules_in_force
from ironbottom.cli.requests import LONGEST_LINE, Driven


def drive(
    game: str,
    *,
    scenario: str | None = None,
    option: Annotated[list[str] | None, Parameter(negative="")] = None,
    seed: int | None = None,
    corrections: Path | None = None,
) -> None:
    """Let a program lead a game: one JSON object a line in, one a line out.

    The program sees and may do everything, for both sides. Requests:

      {"choices": true}                       the open decisions with all their choices

      {"act": [side, verb, ...], "dice": [6, 1], "as": side}
                                              a choice; dice and as may be left out

      {"acts": [side, [[verb, ...], ...]]}    several choices, all or none

      {"why_not": [side, verb, ...]}          why a choice is not lawful

      {"view": side}                          what a side, or "public", sees

      {"hash": true}  {"dump": true}  {"load": dump}  {"result": true}

      {"position": true}  {"position": {...}} write the position, or set one up

      {"resample": {"side": ..., "seed": 1}}  one of the states that a side may believe in

      {"undo": {"side": ..., "steps": 1, "consent": [...]}}

    What is refused is answered {"error": {"message": ..., "clause": ...}} and changes nothing.

    Parameters
    ----------
    game
        The game, by name or short form: pacific_fury or pf.
    scenario
        The scenario; without it the game's first.
    option
        A rules option, name=value; may be given several times.
    seed
        The number that the dice follow; without it they fall differently each time.
    corrections
        A file of your corrections to the game's figures.
    """
    rules = rules_in_force(game, options_of(option), corrections)
    for warning in rules.facts.warnings:
        print(f"hard to believe: {warning}", file=sys.stderr)
    driven = Driven(rules, scenario, secrets.randbits(63) if seed is None else seed)
    converse(driven, sys.stdin.buffer, sys.stdout.buffer)


def converse(driven: Driven, source: BinaryIO, sink: BinaryIO) -> None:
    """Answers every line of the source with a line, until the source ends."""
    while line := source.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            _skip_line(line, source)
        sink.write(msgspec.json.encode(driven.answer(line)) + b"\n")
        sink.flush()


def _skip_line(line: bytes, source: BinaryIO) -> None:
    """Reads past the rest of a line that is too long."""
    while line and not line.endswith(b"\n"):
        line = source.readline(LONGEST_LINE)
