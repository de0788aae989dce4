"""Saved positions with one typing error each are either refused with a message that names the field, or playable.

A position that loads must be playable: random choices are made, and each state is dumped and loaded.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

from ironbottom.engine.codecs.position import parse_position, read_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.state import State
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.walks import ConformanceFault

ACTS = 40
HEADING = ("format", "game", "options", "frames", "scenario")
"""Fields that are rarely typed by hand, and whose errors other checks cover."""
DIGITS = "0123456789"


def check_mutated(paths: Iterable[Path], budget: CheckBudget, seed: int, acts: int = ACTS) -> None:
    """Changes positions in turn until the budget is spent.

    Neither a message nor a game from such a position may be a fault.
    """
    kept = [(path, parse_position(path.read_text(encoding="utf-8"), str(path))) for path in paths]
    turn = 0
    while budget.left:
        path, position = kept[turn % len(kept)]
        chance = Random(f"{seed} {turn} {path.name}")
        spoilt, where = mistyped(position, chance)
        try:
            budget.count["played" if plays_on(spoilt, chance, acts) else "refused"] += 1
        except Exception as wrong:
            raise ConformanceFault(
                f"{path.name}, {where} (seed {seed}, {turn}): {type(wrong).__name__}: {wrong}"
            ) from wrong
        budget.count["decisions"] += 1
        turn += 1


def plays_on(position: dict[str, Any], chance: Random, acts: int) -> bool:
    """Whether a changed position loads; if so, makes random choices, dumping and loading each state."""
    try:
        state = read_position(position)
    except BadValue as refused:
        if not refused.message.strip() or not refused.field or "Traceback" in str(refused):
            raise AssertionError(f"the error is not clear: {str(refused)[:300]!r}") from None
        return False
    dice = SeededDice(chance.randrange(99_999))
    for _ in range(acts):
        holds(state)
        decisions = state.decisions()
        if not decisions:
            break
        decision = chance.choice(decisions)
        state.apply(decision.side, decision.choices.sample_by_argument(chance), dice, trusted=True)
    holds(state)
    return True


def holds(state: State) -> None:
    """Checks that a state is the same after a dump and a load."""
    assert state.rules.load(state.dump()) == state


# -- the errors
# --------------------------------------------------------------------------------------------------------


def mistyped(position: dict[str, Any], chance: Random) -> tuple[dict[str, Any], str]:
    """The position with one error, and its path."""
    path = chance.choice([path for path in paths_of(position) if path[0] not in HEADING] or paths_of(position))
    spoilt = deepcopy(position)
    table: Any = spoilt
    for key in path[:-1]:
        table = table[key]
    last = path[-1]
    slip = chance.choice((mistake_in_value, mistake_in_value, mistake_in_value, wrong_row, left_out))
    slip(table, last, chance)
    return spoilt, ".".join(map(str, path))


def paths_of(value: Any, above: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all plain values in a position."""
    if isinstance(value, dict):
        return [path for key, inner in value.items() for path in paths_of(inner, (*above, key))]
    if isinstance(value, list):
        return [path for key, inner in enumerate(value) for path in paths_of(inner, (*above, key))]
    return [above]


def mistake_in_value(table: Any, key: Any, chance: Random) -> None:
    """An extra or different digit, a sign, a letter, or the value of a neighbour."""
    value = table[key]
    if isinstance(value, bool):
        table[key] = not value
    elif isinstance(value, int):
        table[key] = chance.choice((value + 1, value - 1, 10 * value + 1, 0, value + chance.randrange(1, 9), value * 2))
    elif isinstance(value, str):
        table[key] = chance.choice((mistyped_word(value, chance), neighbour(table, key, chance)))
    else:
        table[key] = neighbour(table, key, chance)


def mistyped_word(word: str, chance: Random) -> str:
    """A word with one character replaced by another of its kind, or with two adjacent characters exchanged."""
    if not word:
        return "1"
    place = chance.randrange(len(word))
    if word[place] in DIGITS:
        return word[:place] + chance.choice(DIGITS) + word[place + 1 :]
    swapped = word[:place] + word[place : place + 2][::-1] + word[place + 2 :]
    return chance.choice((swapped, word[:place] + chance.choice("ABCDEFabcdef_") + word[place + 1 :]))


def neighbour(table: Any, key: Any, chance: Random) -> Any:
    """The value of another row of the same table."""
    return chance.choice(list(table.values()) if isinstance(table, dict) else table)


def wrong_row(table: Any, key: Any, chance: Random) -> None:
    """Moves the value to another row, or to one that does not exist."""
    if isinstance(table, list):
        table[key] = chance.choice(table)
        return
    value = table.pop(key)
    table[mistyped_word(str(key), chance) if chance.random() < 0.7 else chance.choice([*table, key])] = value


def left_out(table: Any, key: Any, chance: Random) -> None:
    """Removes the row."""
    del table[key]
