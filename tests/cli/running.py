"""Runs the command in this process with scripted input."""

import contextlib
import io
from typing import NamedTuple
from unittest import mock

from ironbottom.cli.main import main


class Ran(NamedTuple):
    """The result of a command: its exit code and its output."""

    code: int
    out: str
    err: str


class _Screen(io.StringIO):
    encoding = "utf-8"


def run(*arguments: str, typed: str = "") -> Ran:
    """Runs ``ironbottom`` with these arguments and this input."""
    out, err = _Screen(), _Screen()
    code = 0
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch("sys.stdin", io.StringIO(typed)),
    ):
        try:
            main(list(arguments))
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 1
    return Ran(code, out.getvalue(), err.getvalue())


def one_line(text: str) -> str:
    """Returns the text on one line, whatever the width of the terminal."""
    return " ".join(text.split())
