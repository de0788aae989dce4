"""The ``ironbottom`` command. Each subcommand is imported only when it is used."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError, Parameter
from cyclopts.exceptions import UnusedCliTokensError

from ironbottom import __version__
from ironbottom.cli.exit_codes import MISUSED, REFUSED, STOPPED
from ironbottom.cli.help import manual
from ironbottom.cli.help.format import HelpFormatter
from ironbottom.engine.core.errors import IronbottomError

COMMANDS = "ironbottom.cli.commands"


def _error(error: CycloptsError) -> str:
    if isinstance(error, UnusedCliTokensError):
        said = ", ".join(repr(word) for word in error.unused_tokens or ())
        command = " ".join(["ironbottom", *(error.command_chain or ())])
        return f"ironbottom: unexpected {said}; `{command} --help` lists the arguments"
    return f"ironbottom: {error}"


app = App(
    name="ironbottom",
    usage=manual.USAGE,
    help=manual.SUMMARY,
    help_epilogue=manual.EXAMPLES,
    help_format="plaintext",
    help_formatter=HelpFormatter(),
    group_parameters="Options",
    default_parameter=Parameter(negative="", show_default=False),
    version=__version__,
    version_flags=["--version"],
    error_formatter=_error,
    result_action="return_value",
)
app["--help"].help = "Show this page, or the page of a command."
app["--version"].help = "Show the version."
for _place, _page in enumerate(manual.PAGES):
    _own = {} if _page.whole else {"usage": _page.usage, "help_epilogue": ""}
    app.command(f"{COMMANDS}.{_page.place}", name=_page.name, help=_page.text, sort_key=_place, **_own)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command and exits with its exit code. Errors are printed as one sentence."""
    try:
        result = app(arguments, exit_on_error=False)
    except CycloptsError:
        sys.exit(MISUSED)
    except IronbottomError as error:
        print(f"ironbottom: {error}", file=sys.stderr)
        sys.exit(REFUSED)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(STOPPED)
    except BrokenPipeError:
        # The pipe is closed. Redirect stdout so that Python does not fail again when it flushes on exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(REFUSED)
    sys.exit(result if isinstance(result, int) else 0)
