"""2.1 Game-Turns: each is a week, with four in a Cycle and thirteen Cycles in a year; they are written turn/Cycle/year,
such as 1/6/42.
"""

from __future__ import annotations

import re

TURNS_A_CYCLE, CYCLES_A_YEAR = 4, 13
FIRST_YEAR = 41
_TURN = re.compile(r"([1-4])/([1-9]|1[0-3])/(4[1-5])")


def is_turn(text: str) -> bool:
    """Whether a text names a Game-Turn.

    >>> is_turn("1/6/42"), is_turn("5/6/42"), is_turn("1/14/42")
    (True, False, False)
    """
    return _TURN.fullmatch(text) is not None


def turn_number(text: str) -> int:
    """The number of a Game-Turn, counted from the first of 1941; raises ``ValueError`` if the text names none.

    >>> turn_number("4/7/42") - turn_number("1/6/42")
    7
    """
    found = _TURN.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not a Game-Turn; write it as 1/6/42")
    turn, cycle, year = (int(part) for part in found.groups())
    return ((year - FIRST_YEAR) * CYCLES_A_YEAR + cycle - 1) * TURNS_A_CYCLE + turn - 1


def turn_name(number: int) -> str:
    """A Game-Turn as text.

    >>> turn_name(turn_number("4/13/42") + 1)
    '1/1/43'
    """
    cycles, turn = divmod(number, TURNS_A_CYCLE)
    year, cycle = divmod(cycles, CYCLES_A_YEAR)
    return f"{turn + 1}/{cycle + 1}/{FIRST_YEAR + year}"


def cycle_number(text: str) -> int:
    """The number of a Cycle written as 8/43, counted from the first of 1941.

    >>> cycle_number("1/43") - cycle_number("13/42")
    1
    """
    cycle, _, year = text.partition("/")
    return (int(year) - FIRST_YEAR) * CYCLES_A_YEAR + int(cycle) - 1


def cycle_of(number: int) -> int:
    """The number of the Cycle that a Game-Turn is in."""
    return number // TURNS_A_CYCLE
