"""18.1 The fleets of four published scenarios of Open Turn 2, by the class codes used in game reports."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from ironbottom.games.victory_in_the_pacific.data.tables import Unit

FLEETS = (
    (
        "Lose big",
        6,
        (
            "2x695 554 444 2x436 5x1+27 4x1+18 2x1+17 146+4 145+4 138+4 005+2 4x34*",
            "4x5+65 2x127 5x137+4 5x027+2 3x043 456 14x117 1241 2x565 553 4x453 027+4 026+4 7x24*",
        ),
    ),
    (
        "Won't return",
        6,
        (
            "2x695 2x554 4x444 2x436 2x1+27 2x1+17 2x1+07 138+4 128+3 005+2 014+1 6x34* 033",
            "4x5+65 565 2x127 4x137+4 5x027+2 2x043 2x443 17x117 1241 2x027+4 10x24*",
        ),
    ),
    (
        "British gone",
        6,
        (
            "2x695 554 444 2x436 5x1+27 4x1+18 4x1+17 2x1+07 146+4 2x138+4 128+3 124+3 2x005+2 014+1 6x34* 2x033",
            "4x5+65 2x565 553 3x453 12x117 2x127 5x137+4 5x027+2 027+4 026+4 6x24* 2x043",
        ),
    ),
    (
        "Emperor in exile",
        9,
        (
            "2x695 2x554 444 4x436 6x1+27 4x1+18 2x1+17 138+4 128+3 2x124+3 1953 3x1273 0373 2x0161 0041 6x34* 2x033 "
            "I-Boat",
            "4x5+97 3x5+65 565 553 2x453 4x127 9x117 2x137+4 2x027+4 6x027+2 6x24* 3x043 F-Boat",
        ),
    ),
)
"""Each scenario's title, its turn, and the fleets of Japan and the Allies."""


def class_code(unit: Unit) -> str:
    """A counter's class code: gunnery, armor, speed, airstrike, ``+`` for a circle; air units: airstrike, defence.

    >>> from ironbottom.games.victory_in_the_pacific.data.facts import load
    >>> units = load().table("units")
    >>> [class_code(units[unit]) for unit in ("akagi", "ashigara", "taiho", "5th_af", "i_boat")]
    ['146+4', '1+27', '0373', '24*', 'I-Boat']
    """
    if unit.kind == "lba":
        return f"{unit.airstrike}{unit.defence}*"
    if unit.kind == "submarine":
        return unit.name
    hull = f"{unit.gunnery}{'+' * unit.gunnery_bonus}{unit.armor}{unit.speed}"
    return hull + (f"{'+' * unit.airstrike_bonus}{unit.airstrike}" if unit.airstrike else "")


def missing_counters(units: Iterable[Unit], turn: int, fleet: str) -> str:
    """The counters of a fleet that are missing among the units that have arrived by a turn; empty if it is complete."""
    have = Counter(class_code(unit) for unit in units if unit.arrival_turn <= turn)
    for item in fleet.split():
        count, kind = re.fullmatch(r"(?:(\d+)x)?(.+)", item).groups()  # type: ignore[union-attr]
        if have[kind] < int(count or 1):
            return f"{count or 1} of {kind}, not {have[kind]}"
    return ""
