"""``ironbottom drive``: lets a program run a game over standard input and output."""

from __future__ import annotations

import secrets
import sys
from typing import BinaryIO

import msgspec

from ironbottom.cli.commands.arguments import parse_options, rules_in_force, split_game
from ironbottom.cli.commands.drive_protocol import MAX_LINE_BYTES, Driver
from ironbottom.cli.commands.parameters import File, OptionalName, Options, Seed
from ironbottom.cli.exit_codes import MISUSED


def drive(
    game: str | None = None,
    /,
    *,
    scenario: OptionalName = None,
    option: Options = None,
    seed: Seed = None,
    corrections: File = None,
) -> None:
    """Let a program run a game: one JSON object per line in, one per line out.

    Parameters
    ----------
    game
        The game, by name or short name: pacific_fury or pf.
    scenario
        The scenario. Default: the game's first.
    option
        An option of the rules, name=value. May be repeated.
    seed
        The seed of the dice. Default: random.
    corrections
        A file with your corrections to the game's figures.
    """
    game, options = split_game(game, option)
    if game is None:
        print("ironbottom: name a game: ironbottom drive pf", file=sys.stderr)
        sys.exit(MISUSED)
    rules = rules_in_force(game, parse_options(options, game), corrections)
    for warning in rules.facts.warnings:
        print(f"implausible: {warning}", file=sys.stderr)
    driven = Driver(rules, scenario, secrets.randbits(63) if seed is None else seed)
    answer_lines(driven, sys.stdin.buffer, sys.stdout.buffer)


def answer_lines(driven: Driver, source: BinaryIO, sink: BinaryIO) -> None:
    """Answers each line of the source with one line, until the source ends."""
    while line := source.readline(MAX_LINE_BYTES + 1):
        if len(line) > MAX_LINE_BYTES:
            _skip_line(line, source)
        sink.write(msgspec.json.encode(driven.answer(line)) + b"\n")
        sink.flush()


def _skip_line(line: bytes, source: BinaryIO) -> None:
    """Skips the rest of a line that is too long."""
    while line and not line.endswith(b"\n"):
        line = source.readline(MAX_LINE_BYTES)
