"""The names of things in Pacific Fury, as sentences say them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ironbottom.games.pacific_fury.pieces import EVENTS, FORCES, SIDES, TARGETS, UNITS, ZONES

MONTHS = ("August", "September", "October", "November")
BASES = {"japan": "Truk", "allies": "Espiritu Santo"}
ADJECTIVES = {"japan": "Japanese", "allies": "US"}


def _titles(*domains: Any) -> dict[str, str]:
    return {text: title for domain in domains for text, title in zip(domain.ids, domain.titles, strict=True)}


NAMES = _titles(TARGETS, SIDES, UNITS, ZONES, FORCES, EVENTS)
TARGET_NAMES = _titles(TARGETS)
PLURAL_SIDES = frozenset(("allies",))


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
    names = [name_of(thing) for thing in things]
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
        verb = {"has": "have", "passes": "pass"}.get(verb, verb.removesuffix("s"))
    return f"{name[:1].upper()}{name[1:]} {verb}"


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
