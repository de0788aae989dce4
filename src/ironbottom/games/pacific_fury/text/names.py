"""The names of items in Pacific Fury, in the form used in sentences."""

from __future__ import annotations

from ironbottom.engine.text.sentences import Names, titles_by_id
from ironbottom.games.pacific_fury.pieces import EVENTS, FORCES, SIDES, TARGETS, UNITS, ZONES, in_a_sentence

MONTHS = ("August", "September", "October", "November")
BASES = {"japan": "Truk", "allies": "Espiritu Santo"}
ADJECTIVES = {"japan": "Japanese", "allies": "US"}


NAMES = titles_by_id(TARGETS, SIDES, UNITS, ZONES, FORCES, EVENTS)
TARGET_NAMES = titles_by_id(TARGETS)

NAMED = Names(NAMES)
name_of, listed, side_does = NAMED.name_of, NAMED.listed, NAMED.side_does


def sea_name(zone: str) -> str:
    """A sea area in the form used within a sentence.

    >>> sea_name("eastern_solomons"), sea_name("ironbottom_sound")
    ('the Eastern Solomons', 'Ironbottom Sound')
    """
    return in_a_sentence(name_of(zone))


def box_label(marker: int) -> str:
    """A box of the initiative track: ``US:2``, ``J:1`` or ``0``."""
    return f"US:{marker}" if marker > 0 else f"J:{-marker}" if marker else "0"


def month_name(turn: int) -> str:
    """The month of a game turn (3.4)."""
    return MONTHS[turn - 1]


def side_of_unit(unit: str) -> str:
    """The side of a unit.

    >>> side_of_unit("us_wasp"), side_of_unit("ijn_tone")
    ('allies', 'japan')
    """
    return "allies" if unit.startswith("us_") else "japan"
