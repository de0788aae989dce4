"""The names of things in Victory in the Pacific, as sentences say them."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.engine.sentences import does, joined, titles
from ironbottom.games.victory_in_the_pacific.pieces import GROUPS, OF_SIDE, SIDES, SPOTS, UNITS

ADJECTIVES = {"japan": "Japanese", "allies": "Allied"}


NAMES = {**titles(SIDES, SPOTS, UNITS, GROUPS), "garrison": "the garrison"}
NAMES |= {"san_diego": "San Diego", "submarine_base": "submarine bases"}
WITH_ARTICLE = frozenset(("Sea", "Ocean", "Islands", "Bengal", "Mandate", "Philippines"))


def name_of(thing: str) -> str:
    """The title of a side, unit, sea area, port, base or group.

    >>> name_of("akagi"), name_of("us_mandate"), name_of("uncertain_w"), name_of("group_2")
    ('Akagi', 'U.S. Mandate', 'group W', 'group 2')
    """
    return NAMES.get(thing, thing.replace("_", " "))


def spot(place: str) -> str:
    """A sea area, port or base within a sentence.

    >>> spot("truk"), spot("coral_sea"), spot("indonesia"), spot("philippines")
    ('Truk', 'the Coral Sea', 'Indonesia', 'the Philippines')
    """
    name = name_of(place)
    return f"the {name}" if name.rpartition(" ")[2] in WITH_ARTICLE else name


def listed(things: Sequence[str]) -> str:
    """Things as a sentence says them.

    >>> listed(["akagi"]), listed(["kongo", "hiei", "ise"]), listed([])
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

    >>> side_of_unit("wasp"), side_of_unit("tone")
    ('allies', 'japan')
    """
    return SIDES.ids[0 if OF_SIDE[0] >> UNITS.index[unit] & 1 else 1]


def lead(points: int) -> str:
    """The marker on the track, in words (2.5).

    >>> lead(7), lead(-3), lead(0)
    ('7 for Japan', '3 for the Allies', 'zero')
    """
    return f"{points} for Japan" if points > 0 else f"{-points} for the Allies" if points < 0 else "zero"
