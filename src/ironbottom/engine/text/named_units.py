"""Units that a person names in a list: "Akagi, Kaga 2, Hiryu"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import NamedTuple

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import Domain

NAMED = re.compile(r"\s*(?P<name>.*?)(?:\s+(?P<number>\d{1,3}))?\s*")
MAX_SUGGESTIONS = 3


class NamedUnit(NamedTuple):
    """A unit by its place in the domain, and the number written after its name."""

    unit: int
    number: int | None


def units_named(text: str, domain: Domain, allowed: int, field: str, what: str = "") -> list[NamedUnit]:
    """The units in a list, by title or id, each once; ``allowed`` has them as bits; ``what`` is their name.

    ``BadValue`` names a unit that does not exist or is not allowed, with similar names.

    >>> ships = Domain("ship", ("ijn_akagi", "ijn_kaga"), {"ijn_akagi": "Akagi", "ijn_kaga": "Kaga"})
    >>> units_named("akagi 2, ijn_kaga", ships, 3, "attack")
    [NamedUnit(unit=0, number=2), NamedUnit(unit=1, number=None)]
    >>> units_named("agaki", ships, 3, "attack")
    Traceback (most recent call last):
    ironbottom.engine.core.errors.BadValue: attack: there is no ship 'agaki'; similar: Kaga, Akagi
    """
    names = names_of(domain)
    result: list[NamedUnit] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        unit, number = names.get(normalized_name(part)), None
        if unit is None and (found := NAMED.fullmatch(part)) and found["number"]:
            unit, number = names.get(normalized_name(found["name"])), int(found["number"])
        if unit is None:
            raise BadValue(f"there is no {domain.name} {part!r}{similar_names(part, domain)}", field=field)
        if not allowed >> unit & 1:
            raise BadValue(f"{domain.titles[unit]} is not {what or 'allowed here'}", field=field)
        if unit in [named.unit for named in result]:
            raise BadValue(f"{domain.titles[unit]} is named twice", field=field)
        result.append(NamedUnit(unit, number))
    return result


def normalized_name(name: str) -> str:
    """A name in lower case, with spaces between its words."""
    return re.sub(r"[^a-z0-9]+", " ", name.lower()).strip()


def names_of(domain: Domain) -> Mapping[str, int]:
    """The ids and titles of a domain, plain. A title that two of them share is left out."""
    titles = [normalized_name(title) for title in domain.titles]
    result = {title: number for number, title in enumerate(titles) if titles.count(title) == 1}
    return result | {normalized_name(name): number for number, name in enumerate(domain.ids)}


def similar_names(name: str, domain: Domain) -> str:
    """A list of similar names; empty if there are none."""
    titles = {normalized_name(title): title for title in domain.titles}
    found = get_close_matches(normalized_name(name), titles, MAX_SUGGESTIONS)
    return f"; similar: {', '.join(titles[each] for each in found)}" if found else ""


def bits_of(units: list[NamedUnit]) -> int:
    """The units as bits."""
    return sum([1 << named.unit for named in units])
