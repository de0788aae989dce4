"""``ironbottom verify``: what a record proves."""

from __future__ import annotations

from pathlib import Path

from ironbottom.cli.commands.parameters import File, Json, Seal
from ironbottom.cli.exit_codes import REFUSED
from ironbottom.cli.output.terminal import Terminal, print_json, wants_plain
from ironbottom.cli.storage.load_match import MAY_HAVE_GONE_ON, read_match
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.verify import verify as check
from ironbottom.engine.record.on_file import open_record


def verify(
    file: Path,
    /,
    *,
    json: Json = False,
    commitment: Seal = None,
    store: File = None,
) -> int:
    """Checks a recorded game: every choice against the rules, every die against the seal published before it.

    The exit code is 0 when nothing failed.

    Parameters
    ----------
    file
        The record of a game, or what the page has written of a match under way.
    commitment
        The hash of the dice that was shown when the game began, or 16 or more of its digits: is this its record?
    store
        The file in which the page keeps its games; without it, the usual one.
    """
    if commitment == "":  # as from a variable of the shell that is not set
        raise BadValue("the hash is empty; omit --commitment to skip the comparison", field="commitment")
    read = read_match(file, store, open_record)
    report = check(read.record, held=read.secrets, shown=commitment or "")
    if read.saved:
        report.open.append(MAY_HAVE_GONE_ON)
    if json:
        print_json({"sound": report.sound, "proved": report.proved, "failed": report.failed, "open": report.open})
    else:
        terminal = Terminal(plain=wants_plain())
        for heading, sentences in (
            ("Proved", report.proved),
            ("FAILED", report.failed),
            ("Not proved", report.open),
        ):
            if sentences:
                terminal.say(heading, "alert" if heading == "FAILED" else "head")
            for sentence in sentences:
                terminal.say(f"  - {sentence}", indent=4)
    return 0 if report.sound else REFUSED
