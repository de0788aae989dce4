"""45.13, 45.42, 45.61 The map of Leyte: closed hexes, holders, Ulithi, and the hexes of areas."""

from __future__ import annotations

from collections.abc import Iterable

from ironbottom.engine.data.facts import Facts
from ironbottom.games.war_in_the_pacific.atlas import Atlas
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.grid import ALL_NAMES

CASE = "45"
MAINLAND = {"China": ("China", "Manchuria", "Hong Kong")}
"""45.13 The parts of the Asian mainland that the booklet calls China."""
SOUTHERN_SECTION = "C"
HOME = "any_hex_of_japan"
"""45.13 The area of the Japanese home islands."""


def case_figure(facts: Facts, case: str, name: str) -> str:
    """The figure of a case in the booklet."""
    return facts.table(tables.CASE_FIGURES)[f"{case}:{name}"].value


def of_countries(facts: Facts, atlas: Atlas, countries: Iterable[str]) -> list[int]:
    """The hexes of the given countries."""
    wanted = set(countries)
    regions = {atlas.regions.index(row.id) for row in facts.table(tables.REGIONS).values() if row.country in wanted}
    return [hex for hex, region in enumerate(atlas.region) if region in regions]


def closed_hexes(facts: Facts, atlas: Atlas) -> list[int]:
    """45.13 The Asian mainland with Hainan, and all hexes south of a hexrow."""
    named = case_figure(facts, "45.13", "closed").split("|")
    countries = [country for name in named for country in MAINLAND.get(name, (name,))]
    last = int(case_figure(facts, "45.13", "south_limit").rpartition(" ")[2])
    south = [
        hex
        for hex, names in enumerate(ALL_NAMES)
        if any(name[0] == SOUTHERN_SECTION and int(name[3:]) > last for name in names)
    ]
    return [*of_countries(facts, atlas, countries), *south]
