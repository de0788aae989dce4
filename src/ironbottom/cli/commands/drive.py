"""``ironbottom drive``: any program leads a game over standard input and output."""

from __future__ import annotations

import secrets
import sys
from typing import BinaryIO

import msgspec

from ironbottom.cli.commands.arguments import game_among, options_of, rules_in_force
from ironbottom.cli.commands.drive_protocol import LONGEST_LINE, Driven
from ironbottom.cli.commands.parameters import File, Named, Options, Seed
from ironbottom.cli.exit_codes import MISUSED


def drive(
    game: str | None = None,
    /,
    *,
    scenario: Named = None,
    option: Options = None,
    seed: Seed = None,
    corrections: File = None,
) -> None:
    """Lets a program lead a game: one JSON object a line in, one a line out.

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
    game, options = game_among(game, option)
    if game is None:
        print("ironbottom: say which game to lead: ironbottom drive pf", file=sys.stderr)
        sys.exit(MISUSED)
    rules = rules_in_force(game, options_of(options, game), corrections)
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
