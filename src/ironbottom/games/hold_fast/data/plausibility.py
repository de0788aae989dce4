"""Plausibility checks of the figures; a figure that fails only causes a warning with the name of the check.

H1 to H13 come from what the rules, their examples and the cards say about the printed game.
"""

from __future__ import annotations

from collections.abc import Callable

from ironbottom.engine.data.facts import Check, Facts
from ironbottom.games.hold_fast.data.tables import AREAS, PLACES, POINTS, UNITS

ALLIED_SEAS = (
    *("south_china_sea", "solomon_sea", "coral_sea", "south_pacific_ocean"),
    *("hawaiian_islands", "indian_ocean", "bay_of_bengal"),
)
JAPANESE_SEAS = ("japanese_islands", "philippines_sea", "marshall_islands")
NAMED = {
    "a_essex": "Essex",
    "a_intrepid": "Intrepid",
    "a_enterprise": "Enterprise",
    "a_yorktown": "Yorktown",
    "a_california": "California",
    "a_colorado": "Colorado",
    "a_tennessee": "Tennessee",
    "a_wisconsin": "Wisconsin",
    "a_cruiser_1": "Cruiser 1",
    "a_cruiser_2": "Cruiser 2",
    "a_transport_1": "Marine Transport 1",
    "j_yamato": "Yamato",
    "j_kongo": "Kongo",
    "j_akagi": "Akagi",
    "j_cruiser_1": "Cruiser 1",
}
HIT_ON = {"battleship": (6,), "cruiser": (5,), "carrier": (4, 5, 6), "transport": (6,), "land_based_air": (6,)}
FIRST_BLOCKS = {"pearl_harbor": 15, "india": 1, "australia": 1, "singapore": 2, "yokosuka": 32}

Test = Callable[[Facts], str | None]


def _unless(holds: bool, sentence: str) -> str | None:
    return None if holds else sentence


def _controlled(facts: Facts, side: str) -> set[str]:
    return {area.id for area in facts.table(AREAS).values() if area.start_control == side}


def seas_at_start(facts: Facts) -> str | None:
    """H1 Twelve areas: seven Allied at the start, three Japanese, two neutral."""
    right = _controlled(facts, "allies") == set(ALLIED_SEAS) and _controlled(facts, "japan") == set(JAPANESE_SEAS)
    return _unless(right and len(facts.table(AREAS)) == 12, "the cards give seven areas to the Allies, three to Japan")


def ports_in_the_rules(facts: Facts) -> str | None:
    """H2 Pearl Harbor touches one area, Truk three."""
    places = facts.table(PLACES)
    truk = {"solomon_sea", "philippines_sea", "marshall_islands"}
    right = set(places["pearl_harbor"].touches) == {"hawaiian_islands"} and set(places["truk"].touches) == truk
    return _unless(right, "the rules give different areas for Pearl Harbor and Truk")


def ways_of_the_example(facts: Facts) -> str | None:
    """H3 The movement example: two areas to the Marshalls, three to the Solomon, Coral and Philippines Seas."""
    areas = facts.table(AREAS)
    first = {"hawaiian_islands"}
    second = set(areas["hawaiian_islands"].adjacent)
    third = {beyond for area in second for beyond in areas[area].adjacent} - second - first
    right = {"marshall_islands", "south_pacific_ocean"} <= second
    right = right and {"coral_sea", "solomon_sea", "philippines_sea"} <= third
    return _unless(right, "the movement example counts different routes from Pearl Harbor")


def bases_in_the_rules(facts: Facts) -> str | None:
    """H4 Guadalcanal touches the Coral Sea, Lae the Solomon Sea; Kwajalein and Maloelap are in the Marshalls."""
    places = facts.table(PLACES)
    right = "coral_sea" in places["guadalcanal"].touches and "solomon_sea" in places["lae"].touches
    right = right and places["kwajalein"].touches == places["maloelap"].touches == ("marshall_islands",)
    return _unless(right, "the examples place Guadalcanal, Lae, Kwajalein or Maloelap elsewhere")


def points_and_repairs(facts: Facts) -> str | None:
    """H5 Pearl Harbor repairs 11, Samoa 1; Japan has 7 RP, and the Allies 3, plus two more each turn up to 15."""
    places, rows = facts.table(PLACES), facts.table(POINTS).values()
    right = (places["pearl_harbor"].repair, places["samoa"].repair) == (11, 1)
    right = right and [row.allies_rp for row in rows] == [3, 5, 7, 9, 11, 13, 15, 15]
    return _unless(
        right and {row.japan_rp for row in rows} == {7}, "the rules give different resource points and repairs"
    )


def points_of_the_example(facts: Facts) -> str | None:
    """H6 The scoring example: 5 for Japan, 2 and 1 for the Allies."""
    areas = facts.table(AREAS)
    japan = areas["coral_sea"].vp_japan + areas["japanese_islands"].vp_japan
    allies = areas["central_pacific_ocean"].vp_allies + areas["marshall_islands"].vp_allies
    right = (japan, allies, areas["north_pacific_ocean"].vp_allies) == (5, 2, 1)
    return _unless(right, "the scoring example counts 5 against 2 and 1")


def repair_totals(facts: Facts) -> str | None:
    """H7 The ports of a side together repair as much as its highest RP: 7 and 15."""
    total = {"japan": 0, "allies": 0}
    for place in facts.table(PLACES).values():
        total[place.start_control] += place.repair
    return _unless(total == {"japan": 7, "allies": 15}, "the ports of a side do not repair as much as its highest RP")


def dice_in_the_rules(facts: Facts) -> str | None:
    """H8 The battle example gives the dice of eight blocks, and the total for Wisconsin and a cruiser."""
    units = facts.table(UNITS)
    result = {"j_yamato": 6, "a_tennessee": 4, "j_kongo": 3, "j_akagi": 4, "a_intrepid": 4}
    result |= {"j_land_based_air_1": 3, "a_land_based_air_1": 2, "j_submarine": 2, "a_submarine": 2}
    right = all(units[unit].dice == dice for unit, dice in result.items())
    both = (units["a_wisconsin"].dice or 0) + (units["a_cruiser_1"].dice or 0)
    return _unless(right and both == 9, "the battle example rolls different numbers of dice")


def strength_in_the_rules(facts: Facts) -> str | None:
    """H9 Intrepid has 3 SP, four hits sink a Japanese cruiser, and some Allied ship has 4 SP."""
    units = facts.table(UNITS)
    right = units["a_intrepid"].sp == 3 and units["j_cruiser_1"].sp <= 4
    right = right and any(unit.sp == 4 and unit.side == "allies" for unit in units.values())
    return _unless(right, "the examples give different strengths")


def hit_numbers(facts: Facts) -> str | None:
    """H10 Battleships, transports and air are hit on 6, cruisers on 5, carriers on 4 to 6, Intrepid on 5 at most."""
    units = facts.table(UNITS)
    for unit in units.values():
        if unit.kind in HIT_ON and unit.hit_number not in HIT_ON[unit.kind]:
            return f"{unit.name} is hit on {unit.hit_number}, unlike a {unit.kind} in the rules"
    return _unless((units["a_intrepid"].hit_number or 6) <= 5, "a 5 hits Intrepid in the battle example")


def broadsides(facts: Facts) -> str | None:
    """H11 Dice follow the weight of the broadside: Kongo, Tennessee, Wisconsin, Yamato."""
    units = facts.table(UNITS)
    dice = [units[unit].dice or 0 for unit in ("j_kongo", "a_tennessee", "a_wisconsin", "j_yamato")]
    return _unless(dice == sorted(dice), "a heavier broadside rolls fewer dice")


def first_blocks(facts: Facts) -> str | None:
    """H12 The blocks that start in each port, as pictured on the cards."""
    found = dict.fromkeys(FIRST_BLOCKS, 0)
    for unit in facts.table(UNITS).values():
        if unit.arrival_turn == 1 and unit.place in found:
            found[unit.place] += 1
    differing = [place for place, count in FIRST_BLOCKS.items() if abs(found[place] - count) > 1]
    return _unless(not differing, f"the cards show different numbers of blocks at {', '.join(differing)}")


def names_in_the_rules(facts: Facts) -> str | None:
    """H13 The blocks that the examples name."""
    units = facts.table(UNITS)
    return _unless(
        all(unit in units and units[unit].name == name for unit, name in NAMED.items()),
        "the examples use different names for these blocks",
    )


CHECKS = (
    Check("H1", seas_at_start),
    Check("H2", ports_in_the_rules),
    Check("H3", ways_of_the_example),
    Check("H4", bases_in_the_rules),
    Check("H5", points_and_repairs),
    Check("H6", points_of_the_example),
    Check("H7", repair_totals),
    Check("H8", dice_in_the_rules),
    Check("H9", strength_in_the_rules),
    Check("H10", hit_numbers),
    Check("H11", broadsides),
    Check("H12", first_blocks),
    Check("H13", names_in_the_rules),
)
