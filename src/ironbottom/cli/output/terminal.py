"""The terminal: lines that wrap, a little colour that never stands alone, questions, and a curtain."""

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
from typing import Any

import msgspec

from ironbottom.engine.core.errors import seen

NARROWEST, WIDEST = 40, 100
COLOURS = ("bright_red", "bright_blue", "bright_yellow", "bright_green", "bright_magenta")
"""By the number of a side: what they colour also carries the side's name or sign."""
STYLES = {"head": "bold", "dim": "dim", "alert": "bright_magenta", "you": "bold"}


TIE = "\xa0"
"""The space at which no line is broken."""


class Left(Exception):
    """The person has left: the input is at its end, or Control-C or Control-D was pressed."""


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ignores Ctrl-C inside the block, so that a second press does not cut off what is printed on leaving."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Terminal:
    """Where a person reads and types.

    ``plain`` leaves out colours, rules and signs, for screen readers and for output that goes into a file.
    """

    def __init__(self, sides: Sequence[str] = (), *, plain: bool = False) -> None:
        from rich.console import Console

        self.plain = plain or not sys.stdout.isatty()
        self._console = Console(highlight=False, markup=False, emoji=False, no_color=self.plain or None)
        self._sides = dict(zip(sides, COLOURS, strict=False))

    @property
    def width(self) -> int:
        """How many columns a line may have."""
        return max(NARROWEST, min(WIDEST, self._console.width))

    def say(self, text: str = "", style: str = "", indent: int = 0) -> None:
        """Writes a paragraph, wrapped, its later lines indented; ``style`` is a side or one of ``STYLES``."""
        from rich.text import Text

        colour = "" if self.plain else self._sides.get(style) or STYLES.get(style, "")
        text = seen(text)  # what came from a file may not steer the terminal
        lead = len(text) - len(text.lstrip())
        lines = textwrap.wrap(
            text,
            self.width,
            subsequent_indent=" " * (indent or lead + 2),
            break_on_hyphens=False,
        )
        for line in lines or [""]:
            self._console.print(Text(line.replace(TIE, " "), style=colour), soft_wrap=True)

    def copyable(self, text: str) -> None:
        """Writes a line as it is, such as a command to be copied, however long it is."""
        self._console.print(seen(text), soft_wrap=True)

    def rule(self) -> None:
        """A line across, or an empty one in plain mode."""
        self.say("" if self.plain else "-" * self.width, "dim")

    def ask(self, prompt: str) -> str:
        """A line from the person; ``Left`` when there is none."""
        try:
            line = input(f"{prompt} ").strip()
        except UnicodeDecodeError:
            self.say("This line is not readable text.", "alert")
            return ""
        except (EOFError, KeyboardInterrupt):
            print()
            raise Left from None
        if not sys.stdin.isatty():
            print(line)
        return line

    def typed_within(self, seconds: float) -> str:
        """A line typed within these seconds; empty if there is none, or if the input is not a terminal."""
        if os.name != "posix" or not sys.stdin.isatty():
            sleep(seconds)
            return ""
        if not select.select([sys.stdin], [], [], seconds)[0]:
            return ""
        line = sys.stdin.readline()
        if not line:
            raise Left
        return line.strip()

    def agrees(self, question: str, unsaid: bool = False) -> bool:
        """A question to be answered with yes or no."""
        hint = "Y/n" if unsaid else "y/N"
        answer = self.ask(f"{question} ({hint})").lower()
        return answer.startswith("y") if answer else unsaid

    def wipe(self) -> None:
        """Clears the screen and what was scrolled away, so that the next person cannot read it."""
        if sys.stdout.isatty():
            sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
            sys.stdout.flush()

    def complete(self, words: Callable[[], Sequence[str]]) -> None:
        """Lets the tabulator key complete these words, where the terminal can."""
        if not sys.stdin.isatty():
            return
        try:
            import readline
        except ImportError:
            return

        def match(text: str, place: int) -> str | None:
            found = [word for word in words() if word.lower().startswith(text.lower())]
            return f"{found[place]} " if place < len(found) else None

        readline.set_completer(match)
        readline.set_completer_delims(" \t\n,;:")
        readline.parse_and_bind("tab: complete")


def print_json(document: Any) -> None:
    """One JSON document on standard output."""
    text = msgspec.json.format(msgspec.json.encode(document), indent=2).decode()
    print("\n".join(map(_escaped, text.split("\n"))))


def _escaped(line: str) -> str:
    """A line of JSON with what would steer a terminal in the escapes that JSON has for it."""
    return "".join(letter if seen(letter) == letter else f"\\u{ord(letter):04x}" for letter in line)


def wants_plain() -> bool:
    """Whether the environment asks for plain output."""
    return bool(os.environ.get("IRONBOTTOM_PLAIN")) or os.environ.get("TERM") == "dumb"
