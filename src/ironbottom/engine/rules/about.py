"""What a game tells a player who is choosing one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec


class GameInfo(msgspec.Struct, frozen=True):
    """A game in short, for the card it is chosen by.

    ``complexity`` goes from 1, learnt in minutes, to 5, learnt in days; ``minutes`` are those of a game between two who
    know it; ``counters`` are
    all that may come into play, or those at the start where more are bought.

    >>> from ironbottom import get_game
    >>> get_game("pf").about.name
    'Pacific Fury'
    """

    name: str
    """The everyday name: short, without a subtitle."""
    covers: str
    """Where and when it is set."""
    text: str
    """What one does in it, in a sentence or two."""
    turns: int
    """How many are played; 0 where none is the last."""
    counters: int
    minutes: int
    complexity: int


class Option:
    """A question the rulebook leaves open, or an optional rule: its values, the default first, and its clause.

    ``title`` heads it, ``text`` says in a sentence what it decides, ``words`` says for each value what it means;
    without them its name and its values stand there. ``formerly`` is what was played before the game had the option,
    where that was not the default of today.

    >>> option = Option("last_turn", ("8", "9"), "19.1", "Which turn is the last.", title="The last turn")
    >>> option.default, option.value_text("9"), Option("first_strike", ("off",), "1.0", "Who fires first.").title
    ('8', '9', 'First strike')
    """

    def __init__(
        self,
        name: str,
        values: Sequence[str],
        clause: str,
        text: str,
        formerly: str = "",
        *,
        title: str = "",
        words: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self.values = tuple(values)
        self.clause = clause
        self.text = text
        self.formerly = formerly or self.default
        self.title = title or name.replace("_", " ").capitalize()
        self.words = dict(words or {})

    @property
    def default(self) -> str:
        """The value taken when nothing is said."""
        return self.values[0]

    def value_text(self, value: str) -> str:
        """A value in words."""
        return self.words.get(value, value.replace("_", " "))
