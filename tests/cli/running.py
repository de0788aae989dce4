"""Runs the command in this process, as a person types and reads."""

import contextlib
import io
from typing import NamedTuple
from unittest import mock

from ironbottom.cli.main import main


class Ran(NamedTuple):
    """What a command came to: its exit code, and what it wrote."""

    code: int
    out: str
    err: str


class _Screen(io.StringIO):
    encoding = "utf-8"


def run(*arguments: str, typed: str = "") -> Ran:
    """Runs ``ironbottom`` with these arguments and this text typed in."""
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


def spoken(text: str) -> str:
    """What was written, on one line, whatever the width of the terminal."""
    return " ".join(text.split())
