"""How a game is asked about battles by hand: in flags of its own, read by a command line that knows no game.

``Game.odds_questions`` returns the flags, beside ``Game.odds_calculator``, which answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

NUMBER, CHANCE, WORD = "NUMBER", "CHANCE", "WORD"
"""What a flag may take besides a text: a whole number, a number with a fraction, or one word."""


class OddsFlag(NamedTuple):
    """A flag: the field of the calculator's ``OddsQuestion`` that it fills, a sentence, and what it takes.

    A switch takes nothing. ``of_a_record``: the values that bear on the battles of a recorded game too, the usual one
    first.

    >>> OddsFlag("at_sea", "The enemies at sea.", "UNITS").written
    '--at-sea'
    """

    name: str
    help: str
    takes: str = ""
    of_a_record: Sequence[str] = ()

    @property
    def written(self) -> str:
        """As it stands on the command line."""
        return f"--{self.name.replace('_', '-')}"


class Questions(NamedTuple):
    """What may be asked, and how it is told.

    ``help`` says so in paragraphs, the first of them in one sentence, with examples set in; ``file`` and ``eyes`` say
    what becomes of a record, and who may read it. ``in_lines`` makes lines of an answer; where a game has none, its
    answers are tables.
    """

    help: str
    file: str
    eyes: str
    flags: Sequence[OddsFlag]
    in_lines: Callable[[Mapping[str, Any]], Iterator[str]] | None = None
