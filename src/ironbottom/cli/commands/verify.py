"""``ironbottom verify``: checks the choices and dice of a recorded game."""

from __future__ import annotations

from pathlib import Path

from ironbottom.cli.commands.parameters import CommitmentHash, File, Json
from ironbottom.cli.exit_codes import REFUSED
from ironbottom.cli.output.terminal import Terminal, print_json, wants_plain
from ironbottom.cli.storage.load_match import MAY_HAVE_CONTINUED, load_match
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.verify import verify as check
from ironbottom.engine.record.on_file import open_record


def verify(
    file: Path,
    /,
    *,
    json: Json = False,
    commitment: CommitmentHash = None,
    store: File = None,
) -> int:
    """Check a recorded game: every choice against the rules, every die against the published hash.

    The exit code is 0 if nothing failed.

    Parameters
    ----------
    file
        A record, or a match in progress saved by the page.
    commitment
        The hash of the dice that was shown when the game began, or at least 16 digits of it. Checks that the record
        has this hash.
    store
        The file in which the page stores its games. Default: the usual file.
    """
    if commitment == "":  # for example from an unset shell variable
        raise BadValue("the hash is empty; omit --commitment to skip the comparison", field="commitment")
    loaded = load_match(file, store, open_record)
    report = check(loaded.record, held=loaded.secrets, shown=commitment or "")
    if loaded.saved:
        report.open.append(MAY_HAVE_CONTINUED)
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
                terminal.write(heading, "alert" if heading == "FAILED" else "head")
            for sentence in sentences:
                terminal.write(f"  - {sentence}", indent=4)
    return 0 if report.sound else REFUSED
