"""The names of things in Victory in the Pacific, as sentences say them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ironbottom.games.victory_in_the_pacific.pieces import GROUPS, OF_SIDE, SIDES, SPOTS, UNITS

ADJECTIVES = {"japan": "Japanese", "allies": "Allied"}


def _titles(*domains: Any) -> dict[str, str]:
    return {text: title for domain in domains for text, title in zip(domain.ids, domain.titles, strict=True)}


NAMES = {**_titles(SIDES, SPOTS, UNITS, GROUPS), "garrison": "the garrison"}
NAMES |= {"san_diego": "San Diego", "submarine_base": "submarine bases"}
WITH_ARTICLE = frozenset(("Sea", "Ocean", "Islands", "Bengal", "Mandate", "Philippines"))
PLURAL_SIDES = frozenset(("allies",))


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


def joined(names: Sequence[str]) -> str:
    """Names as a sentence says them.

    >>> joined(["Truk", "the Coral Sea"])
    'Truk and the Coral Sea'
    """
    if len(names) < 2:
        return "".join(names) or "nothing"
    return f"{', '.join(names[:-1])} and {names[-1]}"


def count(number: int, thing: str) -> str:
    """A number with its noun.

    >>> count(1, "hit"), count(0, "hit"), count(3, "hit")
    ('1 hit', 'no hit', '3 hits')
    """
    return f"{number or 'no'} {thing}{'s' if number > 1 else ''}"


def side_does(side: str, verb: str) -> str:
    """A side with its verb, given for one: Japan passes, the Allies pass.

    >>> side_does("japan", "has"), side_does("allies", "has"), side_does("allies", "passes")
    ('Japan has', 'The Allies have', 'The Allies pass')
    """
    name = name_of(side)
    if side in PLURAL_SIDES:
        verb = {"has": "have", "passes": "pass", "is": "are"}.get(verb, verb.removesuffix("s"))
    return f"{name[:1].upper()}{name[1:]} {verb}"


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
