"""The short description of a game, which helps players to choose one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec


class GameInfo(msgspec.Struct, frozen=True):
    """The short description of a game on its card.

    ``complexity`` goes from 1 (learnt in minutes) to 5 (learnt in days). ``minutes`` is the playing time of two people
    who know the game. ``counters`` is the number of all counters that may come into play, or of those at the start if
    more can be bought.

    >>> from ironbottom import get_game
    >>> get_game("pf").about.name
    'Pacific Fury'
    """

    name: str
    """The everyday name: short, without a subtitle."""
    covers: str
    """The time and place of the game."""
    text: str
    """A sentence or two about what players do in it."""
    turns: int
    """The number of turns; 0 if there is no last turn."""
    counters: int
    minutes: int
    complexity: int


class Option:
    """A question that the rulebook leaves open, or an optional rule: its values, the default first, and its clause.

    ``title`` is its heading (by default its name), ``text`` says in a sentence what the option decides, and ``words``
    explains each value. ``formerly`` is the value that matches the way the game was played before it had the option, if
    that is not the present default. A ``late`` option is stored only if its value is not the default, so that states
    and records without it keep their hashes.

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
        late: bool = False,
    ) -> None:
        self.name = name
        self.values = tuple(values)
        self.clause = clause
        self.text = text
        self.formerly = formerly or self.default
        self.title = title or name.replace("_", " ").capitalize()
        self.words = dict(words or {})
        self.late = late

    @property
    def default(self) -> str:
        """The value if none is chosen."""
        return self.values[0]

    def value_text(self, value: str) -> str:
        """The description of a value."""
        return self.words.get(value, value.replace("_", " "))
