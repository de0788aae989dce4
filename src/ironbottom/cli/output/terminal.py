"""Reads lines from the terminal and prints wrapped, coloured text. Colour never carries meaning on its own."""

from __future__ import annotations

import os
import select
import signal
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import sleep

import msgspec

from ironbottom.engine.core.errors import escape_controls

NARROWEST, WIDEST = 40, 100
COLOURS = ("bright_red", "bright_blue", "bright_yellow", "bright_green", "bright_magenta")
"""The colours of the sides, by number. The text also names the side."""
STYLES = {"head": "bold", "dim": "dim", "alert": "bright_magenta", "you": "bold"}


NO_BREAK_SPACE = "\xa0"
"""A no-break space."""


class UserExit(Exception):
    """Raised when the user leaves: end of input, Ctrl+C or Ctrl+D."""


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Ignores Ctrl+C inside the block, so that a second press does not cut off the closing messages."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Terminal:
    """The terminal of a user.

    ``plain`` turns off colours, lines and symbols, for screen readers and for output to a file.
    """

    def __init__(self, sides: Sequence[str] = (), *, plain: bool = False) -> None:
        from rich.console import Console

        self.plain = plain or not sys.stdout.isatty()
        self._console = Console(highlight=False, markup=False, emoji=False, no_color=self.plain or None)
        self._sides = dict(zip(sides, COLOURS, strict=False))

    @property
    def width(self) -> int:
        """The width of a line in columns."""
        return max(NARROWEST, min(WIDEST, self._console.width))

    def write(self, text: str = "", style: str = "", indent: int = 0) -> None:
        """Prints a wrapped paragraph with a hanging indent; ``style`` is a side or a key of ``STYLES``."""
        from rich.text import Text

        colour = "" if self.plain else self._sides.get(style) or STYLES.get(style, "")
        text = escape_controls(text)  # text from files may contain control characters
        lead = len(text) - len(text.lstrip())
        lines = textwrap.wrap(
            text,
            self.width,
            subsequent_indent=" " * (indent or lead + 2),
            break_on_hyphens=False,
        )
        for line in lines or [""]:
            self._console.print(Text(line.replace(NO_BREAK_SPACE, " "), style=colour), soft_wrap=True)

    def write_verbatim(self, text: str) -> None:
        """Prints a line without wrapping, such as a command to copy."""
        self._console.print(escape_controls(text), soft_wrap=True)

    def write_rule(self) -> None:
        """Prints a horizontal rule, or an empty line in plain mode."""
        self.write("" if self.plain else "-" * self.width, "dim")

    def ask(self, prompt: str) -> str:
        """Prompts for a line. Raises ``UserExit`` at the end of input."""
        try:
            line = input(f"{prompt} ").strip()
        except UnicodeDecodeError:
            self.write("This line is not readable text.", "alert")
            return ""
        except (EOFError, KeyboardInterrupt):
            print()
            raise UserExit from None
        if not sys.stdin.isatty():
            print(line)
        return line

    def read_line_within(self, seconds: float) -> str:
        """Returns a line typed within this time, or an empty string if there is none or the input is not a terminal."""
        if os.name != "posix" or not sys.stdin.isatty():
            sleep(seconds)
            return ""
        if not select.select([sys.stdin], [], [], seconds)[0]:
            return ""
        line = sys.stdin.readline()
        if not line:
            raise UserExit
        return line.strip()

    def confirm(self, question: str, default: bool = False) -> bool:
        """Asks a yes-or-no question; ``default`` is the default answer."""
        hint = "Y/n" if default else "y/N"
        answer = self.ask(f"{question} ({hint})").lower()
        return answer.startswith("y") if answer else default

    def clear(self) -> None:
        """Clears the screen and its scrollback, so that the next person cannot read it."""
        if sys.stdout.isatty():
            sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
            sys.stdout.flush()

    def set_completions(self, words: Callable[[], Sequence[str]]) -> None:
        """Sets the words that the Tab key completes, if the terminal supports it."""
        if not sys.stdin.isatty():
            return
        try:
            import readline
        except ImportError:
            return

        def match(text: str, place: int) -> str | None:
            result = [word for word in words() if word.lower().startswith(text.lower())]
            return f"{result[place]} " if place < len(result) else None

        readline.set_completer(match)
        readline.set_completer_delims(" \t\n,;:")
        readline.parse_and_bind("tab: complete")


def print_json(document: object) -> None:
    """Prints a JSON document."""
    text = msgspec.json.format(msgspec.json.encode(document), indent=2).decode()
    print("\n".join(map(_escape_controls, text.split("\n"))))


def _escape_controls(line: str) -> str:
    """Escapes control characters in a line of JSON."""
    return "".join(letter if escape_controls(letter) == letter else f"\\u{ord(letter):04x}" for letter in line)


def wants_plain() -> bool:
    """Returns whether the environment asks for plain output."""
    return bool(os.environ.get("IRONBOTTOM_PLAIN")) or os.environ.get("TERM") == "dumb"
