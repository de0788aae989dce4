"""The names of things in Hold Fast, as sentences say them."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.engine.sentences import does, joined, titles
from ironbottom.games.hold_fast.pieces import BLOCKS, FIGHTERS, SIDES, SPOTS, TASK_FORCES

NAMES = {**titles(SIDES, FIGHTERS, SPOTS, BLOCKS, TASK_FORCES), "garrison": "the garrison", "off_board": "off board"}
WITH_ARTICLE = ("Sea", "Ocean", "Islands", "Bay", "Philippines", "Hebrides")


def name_of(thing: str) -> str:
    """The title of a side, unit, sea area, port, base, block or task force.

    >>> name_of("j_akagi"), name_of("japan_2"), name_of("a_cruiser_1")
    ('Akagi', 'Japanese block 2', 'Allied Cruiser 1')
    """
    return NAMES.get(thing, thing.replace("_", " "))


def sea(area: str) -> str:
    """A sea area within a sentence.

    >>> sea("coral_sea"), sea("marshall_islands")
    ('the Coral Sea', 'the Marshall Islands')
    """
    return f"the {name_of(area)}"


def spot(place: str) -> str:
    """A port, base or sea area, or where else a block stands, within a sentence.

    >>> spot("truk"), spot("coral_sea"), spot("philippines"), spot("over_singapore"), spot("off_board")
    ('Truk', 'the Coral Sea', 'the Philippines', 'over Singapore', 'off board')
    """
    if place.startswith("over_"):
        return f"over {name_of(place.removeprefix('over_'))}"
    name = name_of(place)
    return f"the {name}" if name.endswith(WITH_ARTICLE) or place == "bay_of_bengal" else name


def listed(things: Sequence[str]) -> str:
    """Things as a sentence says them.

    >>> listed(["j_akagi"]), listed(["j_kongo", "j_hiei", "j_ise"]), listed([])
    ('Akagi', 'Kongo, Hiei and Ise', 'nothing')
    """
    return joined([name_of(thing) for thing in things])


def side_does(side: str, verb: str) -> str:
    """A side with its verb, given for one: Japan passes, the Allies pass.

    >>> side_does("japan", "has"), side_does("allies", "has"), side_does("allies", "passes")
    ('Japan has', 'The Allies have', 'The Allies pass')
    """
    return does(name_of(side), verb)


def side_of_unit(unit: str) -> str:
    """The side that a unit belongs to.

    >>> side_of_unit("a_wasp"), side_of_unit("j_tone")
    ('allies', 'japan')
    """
    return "japan" if unit.startswith("j_") else "allies"
