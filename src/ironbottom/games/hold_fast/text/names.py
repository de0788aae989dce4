"""The names of items in Hold Fast, in the form used in sentences."""

from __future__ import annotations

from ironbottom.engine.text.sentences import Names, titles_by_id
from ironbottom.games.hold_fast.pieces import BLOCKS, FIGHTERS, LOCATIONS, SIDES, TASK_FORCES, in_a_sentence

NAMES = {
    **titles_by_id(SIDES, FIGHTERS, LOCATIONS, BLOCKS, TASK_FORCES),
    "garrison": "the garrison",
    "off_board": "off board",
}

NAMED = Names(NAMES)
name_of, listed, side_does = NAMED.name_of, NAMED.listed, NAMED.side_does


def sea_name(area: str) -> str:
    """A sea area in the form used within a sentence.

    >>> sea_name("coral_sea"), sea_name("marshall_islands")
    ('the Coral Sea', 'the Marshall Islands')
    """
    return f"the {name_of(area)}"


def place_name(place: str) -> str:
    """A port, base, sea area or other place of a block, in the form used within a sentence.

    >>> (place_name("truk"), place_name("coral_sea"), place_name("philippines"),
    ...  place_name("over_singapore"), place_name("off_board"))
    ('Truk', 'the Coral Sea', 'the Philippines', 'over Singapore', 'off board')
    """
    if place.startswith("over_"):
        return f"over {name_of(place.removeprefix('over_'))}"
    return in_a_sentence(name_of(place))


def side_of_unit(unit: str) -> str:
    """The side of a unit.

    >>> side_of_unit("a_wasp"), side_of_unit("j_tone")
    ('allies', 'japan')
    """
    return "japan" if unit.startswith("j_") else "allies"
