"""Plausibility checks of the figures; a failed check only causes a warning with its name.

M1 to M8 come from the manual, the official FAQ and the totals of the printed set-ups.
"""

from __future__ import annotations

from collections import Counter

from ironbottom.engine.data.facts import Check, Facts
from ironbottom.games.axis_allies_pacific.data.tables import LANDS, SETUP, UNITS, UNITS_IN_ORDER, ZONES

TOTALS = {
    "japan": (41, 0, 7, 3, 1, 16, 2, 12, 4, 6, 4, 3),
    "uk": (30, 0, 6, 0, 2, 7, 0, 5, 3, 3, 1, 2),
    "usa": (9, 3, 1, 0, 1, 9, 2, 5, 3, 5, 2, 2),
    "china": (16, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0),
}
KINDS = tuple(kind for kind in UNITS_IN_ORDER if kind != "industrial_complex")
FACTORS = {
    "infantry": (3, 1, 2, 1),
    "marine": (4, 1, 2, 1),
    "artillery": (4, 2, 2, 1),
    "tank": (5, 3, 2, 2),
    "fighter": (12, 3, 4, 4),
    "bomber": (15, 4, 1, 6),
    "transport": (8, 0, 1, 2),
    "submarine": (8, 2, 2, 2),
    "destroyer": (12, 3, 3, 2),
    "carrier": (18, 1, 3, 2),
    "battleship": (24, 4, 4, 2),
    "aa_gun": (5, 0, 0, 1),
}
WORTH = {"japan": 19, "india": 15, "australia": 20, "usa": 75, "uk": 12, "china": 2}
CHANGED = {
    "french_indo_china_japan_infantry": (4, 2),
    "hainan_japan_infantry": (4, 6),
    "sz37_japan_transport": (2, 1),
    "mariana_japan_fighter": (1, 0),
    "sz20_japan_submarine": (1, 0),
    "sz22_japan_submarine": (0, 1),
}


def _unless(holds: bool, sentence: str) -> str | None:
    return None if holds else sentence


def places(facts: Facts) -> str | None:
    """M1 62 territories, 54 sea zones, 17 naval and 11 air bases, 28 islands."""
    lands = facts.table(LANDS).values()
    bases = sum(land.naval_base for land in lands), sum(land.air_base for land in lands)
    result = (len(lands), len(facts.table(ZONES)), *bases, sum(land.island for land in lands))
    return _unless(result == (62, 54, 17, 11, 28), "the board has different territories, zones or bases")


def borders(facts: Facts) -> str | None:
    """M2 58 borders between territories, 58 coasts, 129 between zones."""
    lands, zones = facts.table(LANDS).values(), facts.table(ZONES).values()
    by_land = sum(len(land.adjacent_lands) for land in lands) // 2
    coasts = sum(len(land.adjacent_zones) for land in lands)
    at_sea = sum(len(zone.adjacent_zones) for zone in zones) // 2
    return _unless((by_land, coasts, at_sea) == (58, 58, 129), "the board has different borders")


def worth(facts: Facts) -> str | None:
    """M3 The initial treasuries equal the values of territories and centers."""
    result: Counter[str] = Counter()
    for land in facts.table(LANDS).values():
        result[land.holder] += land.ipc
    for zone in facts.table(ZONES).values():
        if zone.convoy == "center":
            result[zone.convoy_owner] += zone.convoy_value
    return _unless(all(result[owner] == ipc for owner, ipc in WORTH.items()), "the territories have different values")


def factors(facts: Facts) -> str | None:
    """M4 Price, attack, defence and movement are as in the manual."""
    units = facts.table(UNITS)
    right = all((units[k].cost, units[k].attack, units[k].defence, units[k].move) == f for k, f in FACTORS.items())
    return _unless(right, "the manual gives different prices or factors")


def convoys(facts: Facts) -> str | None:
    """M5 Eleven routes, five centers."""
    each = [zone.convoy for zone in facts.table(ZONES).values()]
    return _unless((each.count("route"), each.count("center")) == (11, 5), "the convoys are different")


def kamikazes(facts: Facts) -> str | None:
    """M6 The manual names six zones for kamikaze attacks."""
    result = {zone.id for zone in facts.table(ZONES).values() if zone.kamikaze}
    return _unless(result == {f"sz{n}" for n in (23, 24, 25, 35, 36, 37)}, "the manual names different kamikaze zones")


def totals(facts: Facts) -> str | None:
    """M7 The totals of the printed set-up."""
    found = {power: Counter[str]() for power in TOTALS}
    for row in facts.table(SETUP).values():
        found[row.power][row.unit] += row.printed
    right = all(tuple(found[power][kind] for kind in KINDS) == total for power, total in TOTALS.items())
    return _unless(right, "the printed set-up has different totals")


def changes(facts: Facts) -> str | None:
    """M8 The official set-up of 2003 changes six places."""
    rows = facts.table(SETUP).values()
    result = {row.id: (row.printed, row.revised) for row in rows if row.printed != row.revised}
    return _unless(result == CHANGED, "the set-up of 2003 changes different places")


CHECKS = (
    Check("M1", places),
    Check("M2", borders),
    Check("M3", worth),
    Check("M4", factors),
    Check("M5", convoys),
    Check("M6", kamikazes),
    Check("M7", totals),
    Check("M8", changes),
)
