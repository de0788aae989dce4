"""45.13, 45.42, 45.61 The map of Leyte: what is closed, who holds what, where Ulithi is, the hexes of its areas."""

from __future__ import annotations

from collections.abc import Iterable

from ironbottom.engine.facts import Facts
from ironbottom.engine.memo import memo
from ironbottom.games.war_in_the_pacific.atlas import NEUTRAL, NOBODY, SEA, Atlas
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.grid import ALL_NAMES, NUMBER

CASE = "45"
MAINLAND = {"China": ("China", "Manchuria", "Hong Kong")}
"""45.13 What of the Asian mainland the booklet means by China."""
SOUTHERN_SECTION = "C"
HOME = "any_hex_of_japan"
"""45.13 The area of the Japanese home islands."""


def figure(facts: Facts, case: str, name: str) -> str:
    """A figure of a case of the booklet."""
    return facts.table(tables.CASE_FIGURES)[f"{case}:{name}"].value


@memo(8)
def far(facts: Facts) -> dict[int, int]:
    """45.61 The hex that stands for Ulithi, with what entering or leaving it costs more."""
    return {NUMBER[figure(facts, "45.61", "hex")]: int(figure(facts, "45.61", "extra_mp"))}


def of_countries(facts: Facts, atlas: Atlas, countries: Iterable[str]) -> list[int]:
    """The hexes of some countries."""
    wanted = set(countries)
    regions = {atlas.regions.index(row.id) for row in facts.table(tables.REGIONS).values() if row.country in wanted}
    return [at for at, region in enumerate(atlas.region) if region in regions]


def closed(facts: Facts, atlas: Atlas) -> list[int]:
    """45.13 The Asian mainland with Hainan, and all south of a hexrow."""
    named = figure(facts, "45.13", "closed").split("|")
    countries = [country for name in named for country in MAINLAND.get(name, (name,))]
    last = int(figure(facts, "45.13", "south_limit").rpartition(" ")[2])
    south = [
        at
        for at, names in enumerate(ALL_NAMES)
        if any(name[0] == SOUTHERN_SECTION and int(name[3:]) > last for name in names)
    ]
    return [*of_countries(facts, atlas, countries), *south]


def of_all(facts: Facts, atlas: Atlas, case: str, holders: bytearray) -> list[int]:
    """2.5 The hexes of the sections of a scenario that somebody holds, but for neutral ones and those excepted."""
    rows = facts.table(tables.CONTROL).values()
    excepted = {NUMBER[row.hex] for row in rows if row.scenario == case and row.holder == "not_japan"}
    within = atlas.in_sections(facts.table(tables.SCENARIO_TABLE)[case].sections)
    return [
        at for at, here in enumerate(within) if here and holders[at] not in (NEUTRAL, NOBODY) and at not in excepted
    ]


@memo(64)
def area(facts: Facts, atlas: Atlas, name: str) -> list[int]:
    """The hexes of land of an area that a scenario names: those listed, or those of its regions, or both."""
    row = facts.table(tables.AREAS)[name]
    regions = {atlas.regions.index(region) for region in row.regions}
    found = {at for at, region in enumerate(atlas.region) if region in regions and atlas.kind[at] != SEA}
    return sorted(found | {NUMBER[at] for at in row.hexes})


@memo(8)
def objectives(facts: Facts, atlas: Atlas) -> dict[int, int]:
    """45.42 The hexes that the Allies may choose for their Objective, with what each is worth: ports and anchorages."""
    found = {NUMBER[figure(facts, "45.42", "a.hex")]: int(figure(facts, "45.42", "a.vp"))}
    for letter in "bcd":
        worth = int(figure(facts, "45.42", f"{letter}.vp"))
        for at in area(facts, atlas, figure(facts, "45.42", f"{letter}.area").lower()):
            if at in atlas.places and atlas.places[at].port != "none":
                found[at] = worth
    return found
