"""The options with which ``ironbottom odds`` asks a game about a battle.

``Game.odds_questions`` returns them; ``Game.odds_calculator`` answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

NUMBER, CHANCE, WORD = "NUMBER", "CHANCE", "WORD"
"""The values of an option other than text: a whole number, a decimal number, or one word."""


class OddsFlag(NamedTuple):
    """An option: the field of ``OddsQuestion`` that it sets, its help text, and its value. A switch has no value.

    ``of_a_record``: the values allowed for a recorded game, the default first.

    >>> OddsFlag("at_sea", "The enemies at sea.", "UNITS").written
    '--at-sea'
    """

    name: str
    help: str
    takes: str = ""
    of_a_record: Sequence[str] = ()

    @property
    def written(self) -> str:
        """The option as it is typed."""
        return f"--{self.name.replace('_', '-')}"


class OddsOptions(NamedTuple):
    """The options of a game and its help texts.

    ``help`` has paragraphs, the first of one sentence, with examples indented; ``file`` and ``eyes`` are the help texts
    of the argument for the record and of ``--as``. ``in_lines`` formats an answer as lines; without it, answers are
    tables.
    """

    help: str
    file: str
    eyes: str
    flags: Sequence[OddsFlag]
    in_lines: Callable[[Mapping[str, object]], Iterator[str]] | None = None
