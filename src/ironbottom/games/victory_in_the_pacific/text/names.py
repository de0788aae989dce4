"""The names of items in sentences."""

from __future__ import annotations

from ironbottom.engine.text.sentences import Names, titles_by_id
from ironbottom.games.victory_in_the_pacific.pieces import GROUPS, SIDES, SPOTS, UNITS, UNITS_OF_SIDE, in_a_sentence

ADJECTIVES = {"japan": "Japanese", "allies": "Allied"}


NAMES = {**titles_by_id(SIDES, SPOTS, UNITS, GROUPS), "garrison": "the garrison"}
NAMES |= {"san_diego": "San Diego", "submarine_base": "submarine bases"}

NAMED = Names(NAMES)
name_of, listed = NAMED.name_of, NAMED.listed


def place_name(place: str) -> str:
    """A sea area, port or base within a sentence.

    >>> place_name("truk"), place_name("coral_sea"), place_name("indonesia"), place_name("philippines")
    ('Truk', 'the Coral Sea', 'Indonesia', 'the Philippines')
    """
    return in_a_sentence(name_of(place))


def side_of_unit(unit: str) -> str:
    """The side that a unit belongs to.

    >>> side_of_unit("wasp"), side_of_unit("tone")
    ('allies', 'japan')
    """
    return SIDES.ids[0 if UNITS_OF_SIDE[0] >> UNITS.index[unit] & 1 else 1]


def lead_in_words(points: int) -> str:
    """The marker on the track, in words (2.5).

    >>> lead_in_words(7), lead_in_words(-3), lead_in_words(0)
    ('7 for Japan', '3 for the Allies', 'zero')
    """
    return f"{points} for Japan" if points > 0 else f"{-points} for the Allies" if points < 0 else "zero"
