"""8.6 The weather of a section in words: the sky at each latitude, and the places there."""

from __future__ import annotations

from functools import cache

from ironbottom.games.war_in_the_pacific.data import charts, tables
from ironbottom.games.war_in_the_pacific.data.facts import load
from ironbottom.games.war_in_the_pacific.derived.search_reach import MIDDLE, TROPICS
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER, latitude

BANDS = {"tropics": "the tropics", "middle": "the middle", "north": "the north"}
SECTIONS = "ABCDEFG"


def band_of(hex: int) -> str:
    """8.6 The latitude band of a hex, a column of the weather table.

    >>> [band_of(NUMBER[at]) for at in ("F3342", "D0326", "F2401")]
    ['tropics', 'middle', 'north']
    """
    away = abs(latitude(hex))
    return "tropics" if away <= TROPICS else "middle" if away <= MIDDLE else "north"


@cache
def latitude_bands(section: str) -> dict[str, str]:
    """8.6 The latitude bands of a section, each with its main place, if it has one.

    >>> latitude_bands("D")
    {'tropics': 'Eniwetok', 'middle': 'Tokyo-Yokosuka', 'north': 'Ominato'}
    """
    known = {band_of(number) for number, name in enumerate(IDS) if name[0] == section}
    named = [
        (place_rank(place), hex, place.name) for hex, place in load().table(tables.PLACES).items() if hex[0] == section
    ]
    chief: dict[str, str] = {}
    for _, hex, name in sorted(named):
        chief.setdefault(band_of(NUMBER[hex]), name.partition(" (")[0])
    return {band: chief.get(band, "") for band in BANDS if band in known}


def place_rank(place: tables.NamedHex) -> tuple[bool, int, int]:
    """The rank of a place as the name of an area: major ports first, then by capacity for ships and aircraft."""
    return place.port != "major", -place.naval, -place.airbase


def skies(section: str, die: int) -> str:
    """8.6 The weather at the latitudes of a section for a die.

    >>> skies("D", 3)
    'clear in the tropics (Eniwetok) and the middle (Tokyo-Yokosuka), overcast in the north (Ominato)'
    """
    row = next(row for row in load().table(charts.WEATHER).values() if row.die == die)
    over: dict[str, list[str]] = {}
    for band, place in latitude_bands(section).items():
        over.setdefault(getattr(row, band), []).append(f"{BANDS[band]} ({place})" if place else BANDS[band])
    if len(over) == 1:
        return f"{next(iter(over))} everywhere"
    return ", ".join(f"{sky} in {' and '.join(bands)}" for sky, bands in over.items())
