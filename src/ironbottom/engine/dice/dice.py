"""Sources of dice: seeded ones, scripted ones, and the enumeration of all possible rolls.

A state never holds dice. ``apply`` is given a source of dice together with the choice.
"""

from __future__ import annotations

import random
import struct
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from ironbottom.engine.core.errors import BadValue, DiceError
from ironbottom.engine.core.events import ALL

_STATE_VERSION = 3
_STATE = struct.Struct("<625I")
"""The state of Python's generator: 624 words and the index of the next one."""


class DieReason(StrEnum):
    """The reasons for die rolls. Each game has its own, listed in ``Game.rolls``.

    Records and logs store the value of the reason with the die, so it never changes.

    >>> class Roll(DieReason):
    ...     AA_FIRE = "aa_fire"
    >>> Roll.AA_FIRE, Roll.AA_FIRE.text
    (<Roll.AA_FIRE: 'aa_fire'>, 'aa fire')
    """

    @property
    def text(self) -> str:
        """The reason as words that fit in a sentence."""
        return self.value.replace("_", " ")


class Die(NamedTuple):
    """A die that was rolled: its value from 1 to ``faces``, its reason, and who may see it."""

    value: int
    faces: int
    why: DieReason
    audience: int = ALL


class Dice(Protocol):
    """A source of dice."""

    def roll(self, faces: int, why: DieReason, audience: int = ALL) -> int:
        """Returns a number from 1 to ``faces``; ``why`` is the reason, ``audience`` says which sides may see it."""
        ...


class SeededDice:
    """Dice for simulation: fast, and the same for the same seed on every machine.

    >>> dice = SeededDice(7)
    >>> [dice.roll(6, "fire") for _ in range(5)]
    [2, 1, 4, 1, 4]
    >>> other = SeededDice(0)
    >>> other.state = dice.state
    >>> dice.roll(6, "fire") == other.roll(6, "fire")
    True
    """

    __slots__ = ("_generator", "_random")

    def __init__(self, seed: int) -> None:
        self._generator = random.Random(seed)
        self._random = self._generator.random

    def roll(self, faces: int, why: DieReason, audience: int = ALL) -> int:
        return int(self._random() * faces) + 1

    @property
    def state(self) -> str:
        """The state of the generator as text. Dice with equal states roll equal values from then on."""
        _, words, _ = self._generator.getstate()
        return b64encode(_STATE.pack(*words)).decode("ascii")

    @state.setter
    def state(self, text: str) -> None:
        try:
            words = _STATE.unpack(b64decode(text, validate=True))
            self._generator.setstate((_STATE_VERSION, words, None))
        except (ValueError, struct.error):
            raise BadValue("this is not a state of seeded dice as returned by dump", field="dice") from None


class ScriptedDice:
    """Dice with given values; a roll beyond the list is refused.

    >>> dice = ScriptedDice([6, 1])
    >>> dice.roll(6, "fire"), dice.roll(6, "fire"), dice.left
    (6, 1, 0)
    """

    __slots__ = ("_next", "values")

    def __init__(self, values: Sequence[int]) -> None:
        self.values = list(values)
        self._next = 0

    @property
    def left(self) -> int:
        """The number of dice that have not been used yet."""
        return len(self.values) - self._next

    def roll(self, faces: int, why: DieReason, audience: int = ALL) -> int:
        if self._next >= len(self.values):
            raise DiceError(f"dice given: {len(self.values)}; one more is needed: {why.text} (1 to {faces})")
        value = self.values[self._next]
        if type(value) is not int or not 1 <= value <= faces:
            raise DiceError(f"die {self._next + 1} is {value!r}, but {why.text} takes 1 to {faces}")
        self._next += 1
        return value

    def finish(self) -> None:
        """Refuses dice that were not rolled."""
        if self.left:
            raise DiceError(f"dice given: {len(self.values)}; only {self._next} are needed")


class NoDice:
    """A source for code that may not roll dice."""

    __slots__ = ()

    def roll(self, faces: int, why: DieReason, audience: int = ALL) -> int:
        raise DiceError(f"no die may be rolled here: {why.text}")


class RecordingDice:
    """Returns the dice of another source and records them."""

    __slots__ = ("rolled", "source")

    def __init__(self, source: Dice) -> None:
        self.source = source
        self.rolled: list[Die] = []

    def roll(self, faces: int, why: DieReason, audience: int = ALL) -> int:
        value = self.source.roll(faces, why, audience)
        self.rolled.append(Die(value, faces, why, audience))
        return value


class DieNeeded(Exception):
    """Raised when a die that was not given is needed; it has the number of faces and the reason."""

    def __init__(self, faces: int, why: DieReason) -> None:
        self.faces = faces
        self.why = why


class GivenDice:
    """Dice with given values; a roll beyond them raises ``DieNeeded``.

    Every value of the next die can then be tried, each on a copy of the state.

    >>> GivenDice((4,)).roll(6, "fire")
    4
    """

    __slots__ = ("place", "values")

    def __init__(self, values: tuple[int, ...]) -> None:
        self.values = values
        self.place = 0

    def roll(self, faces: int, why: DieReason, audience: int = ALL) -> int:
        if self.place == len(self.values):
            raise DieNeeded(faces, why)
        self.place += 1
        return self.values[self.place - 1]


class Trial(Protocol):
    """A function that rolls dice on a fresh copy of its data."""

    def __call__(self, dice: Dice) -> object: ...


def enumerate_rolls(trial: Trial) -> Iterator[tuple[float, tuple[int, ...], object]]:
    """Enumerates all rolls of one act: the probability, the dice, and what the act returns.

    ``trial`` is called with a source and must start from a fresh copy each time. The number of rolls grows with the
    product of the faces, so this is a reference for small battles.

    >>> rolls = list(enumerate_rolls(lambda dice: dice.roll(6, "a") + dice.roll(6, "b")))
    >>> len(rolls), round(sum(chance for chance, _, total in rolls if total == 7), 4)
    (36, 0.1667)
    """
    waiting: list[tuple[float, tuple[int, ...]]] = [(1.0, ())]
    while waiting:
        chance, values = waiting.pop()
        try:
            outcome = trial(GivenDice(values))
        except DieNeeded as more:
            each = chance / more.faces
            waiting += [(each, (*values, value)) for value in range(more.faces, 0, -1)]
        else:
            yield chance, values, outcome
