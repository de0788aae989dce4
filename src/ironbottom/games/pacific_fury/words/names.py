"""The names of things in Pacific Fury, as sentences say them."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.engine.sentences import does, joined, titles
from ironbottom.games.pacific_fury.pieces import EVENTS, FORCES, SIDES, TARGETS, UNITS, ZONES

MONTHS = ("August", "September", "October", "November")
BASES = {"japan": "Truk", "allies": "Espiritu Santo"}
ADJECTIVES = {"japan": "Japanese", "allies": "US"}


NAMES = titles(TARGETS, SIDES, UNITS, ZONES, FORCES, EVENTS)
TARGET_NAMES = titles(TARGETS)


def name_of(thing: str) -> str:
    """The title of a side, unit, sea area, task force, target or event.

    >>> name_of("us_wasp"), name_of("japan_2")
    ('Wasp', 'Japanese task force 2')
    """
    return NAMES.get(thing, thing.replace("_", " "))


def sea(zone: str) -> str:
    """A sea area within a sentence.

    >>> sea("eastern_solomons"), sea("ironbottom_sound")
    ('the Eastern Solomons', 'Ironbottom Sound')
    """
    name = name_of(zone)
    return name if zone == "ironbottom_sound" or name.startswith("The ") else f"the {name}"


def listed(things: Sequence[str]) -> str:
    """Things as a sentence says them.

    >>> listed(["us_wasp"]), listed(["ijn_junyo", "ijn_hiyo", "ijn_yamato"])
    ('Wasp', 'Junyo, Hiyo and Yamato')
    """
    return joined([name_of(thing) for thing in things])


def side_does(side: str, verb: str) -> str:
    """A side with its verb, given for one: Japan passes, the Allies pass.

    >>> side_does("japan", "has"), side_does("allies", "has"), side_does("allies", "passes")
    ('Japan has', 'The Allies have', 'The Allies pass')
    """
    return does(name_of(side), verb)


def box_label(marker: int) -> str:
    """A box of the initiative track: ``US:2``, ``J:1`` or ``0``."""
    return f"US:{marker}" if marker > 0 else f"J:{-marker}" if marker else "0"


def month(turn: int) -> str:
    """The month of a game turn (3.4)."""
    return MONTHS[turn - 1]


def side_of_unit(unit: str) -> str:
    """The side that a unit belongs to.

    >>> side_of_unit("us_wasp"), side_of_unit("ijn_tone")
    ('allies', 'japan')
    """
    return "allies" if unit.startswith("us_") else "japan"
