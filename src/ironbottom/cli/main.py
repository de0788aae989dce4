"""The command ``ironbottom``: what can be asked of it, each part loaded only when it is asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from ironbottom import __version__
from ironbottom.engine.errors import IronbottomError

HERE = "ironbottom.cli"
REFUSED, MISUSED, STOPPED = 1, 2, 130
"""Exit codes: what was handed in cannot be used; the command was not understood; stopped by the keyboard."""

EPILOGUE = """Examples:

    ironbottom play                  choose a side and play against the computer
    ironbottom play --both           two people on one screen
    ironbottom rules pf 10.6         what the rules say about air strikes
    ironbottom rules pf --search transports
"""


def _error(wrong: CycloptsError) -> str:
    return f"ironbottom: {wrong}"


app = App(
    name="ironbottom",
    help="Board wargames of the Pacific War, refereed rule by rule.",
    help_epilogue=EPILOGUE,
    help_format="plaintext",
    help_formatter="plain",
    version=__version__,
    version_flags=["--version"],
    error_formatter=_error,
    result_action="return_value",
)
_COMMANDS = (
    ("play", "play:play", "Play a game in the terminal: against the computer, another person, or watch."),
    ("replay", "replay:replay", "Step through a recorded game, from one side's eyes or open after the end."),
    ("games", "catalogue:games", "List the games, their sides, scenarios, options and opponents."),
    ("rules", "catalogue:rules", "Look up what a rule says, in plain words, by clause number or by words."),
    ("data", "catalogue:data", "List every figure of a game and how it is known."),
    (
        "verify",
        "verify:verify",
        "Check a recorded game: every choice against the rules, every die against its seal.",
    ),
    ("export", "export:export", "Write a game to share: the record without secrets, or what a side sees."),
    ("drive", "drive:drive", "Let a program lead a game, line by line."),
    ("bench", "bench:bench", "Measure how fast the referee is, beside other engines."),
)
for _name, _place, _help in _COMMANDS:
    app.command(f"{HERE}.{_place}", name=_name, help=_help)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command and leaves with its exit code; whatever goes wrong is told in a sentence."""
    try:
        result = app(arguments, exit_on_error=False)
    except CycloptsError:
        sys.exit(MISUSED)
    except IronbottomError as wrong:
        print(f"ironbottom: {wrong}", file=sys.stderr)
        sys.exit(REFUSED)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(STOPPED)
    except BrokenPipeError:
        # Whoever read the output has left; nothing more may be written, not even on closing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(REFUSED)
    sys.exit(result if isinstance(result, int) else 0)
