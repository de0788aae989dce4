"""A reference implementation of the set-up of 42 (basic), 44 and 45, line by line, and of all legal places.

It is written from the scenarios' text, with their corrected counts; of the tables it reads only places, terrain and
ratings from their files, and it uses no code of the rules.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import (
    ABOARD,
    BASES,
    BOXES,
    DECKS,
    FIRST_BOX,
    FIRST_DECK,
    GROUND_IN_BOX,
    GROUND_PLACES,
    GROUND_TYPES,
    HEXES,
    SHIPS,
    STACKS,
    WATERS,
)
from tests.games.war_in_the_pacific.reference_land import COUNTRY, GROUND, LAND, PLACES

BLOCK = 50
"""25.4 Supply Points in a Supply Block."""

# -- the text of the set-up
# ----------------------------------------------------------------------------------------------------

MIDWAY_SHIPS = """
42.21 inland_sea: jp cv 1-4; cvl 3; cve 1; bb 1-7; bc 1-4; ca 5 6 17 18; cl 6 7 8 12 15; sf 1
42.21 inland_sea: jp dd 1 11-16 31-36 47 48
42.21 D2007: jp ca 8; cl 4 5; dd 17; apb 1
42.21 D0419: jp cvl 1 5; ca 9 10; dd 18
42.21 D0418: jp cl 9; dd 23 24; apb 3
42.21 D0849: jp ca 13-16; dd 37
42.21 D0948: jp cl 17; dd 38-42; apb 2
42.31 F3342: us cv 5 6 8; ca 24 26 32 33 34 36 44; cl 51; dd 14-23
42.31 phase_lane_00: us ca 28 35; cl 43 48 49; dd 33-38
42.31 west_coast_usa: us cv 3; cve 1; bb 38 40-43 45 46; ca 25; cl 53; dd 13 24-32
42.31 sea_lane_3: us cv 7; bb 59; ca 39; cl 54; dd 39-41
42.31 sea_lane_1: us ca 38
"""
"""42.21, 42.31, 37.2 Ships by place; the seven CA at Pearl Harbor are the printed six and CA 24."""
LEYTE_SHIPS = """
45.21 B3328: jp cv 5; cvl 3 6 7; ca 7 8; cl 4 9 13 25; dd 1 11 24 25 35 51 52 71 72
45.21 C0108: jp bb 1 2 5 7 8; bc 1 4; ca 5 6 9-13 15-18; cl 22 24; dd 23 31-34 53-56 73
45.21 B2048: jp ca 3; cl 10; de 10; dd 12
45.31 B3953: us cv 6 9 11-13 16-19; cvl 22-28 30; cve 3-5 12-29; bb 38 41 43 44 46 48 56 57 59-62
45.31 B3953: us ca 28 32 33 36 45 69 70; cl 46-48 53 56 58 60 62-64 80 81 89 95 96; de 1-8; apb 1-5; sf 1-6
45.31 B3953: us dd 13 14 17-24 65-103 126
45.31 B3953: cw ca 73 84
"""
"""45.21, 45.31 The CVE that are numbered, and the fifty DD of the list."""
SHIPS_OF = {"midway": MIDWAY_SHIPS, "leyte": LEYTE_SHIPS, "burma": ""}
SHRUNK = {"midway": {"jp_apb1": 2, "jp_apb3": 2}, "leyte": {}, "burma": {}}
"""40.43, 38.5 (D2): half of the Load Capacity."""

MIDWAY_DECKS = """
42.21 inland_sea: 11 zero, 10 kate, 10 val
42.21 D0419: 4 zero, 3 kate, 2 val
42.31 F3342: 8 f4f, 12 sbd, 4 tbd
42.31 west_coast_usa: 3 f4f, 4 sbd, 1 tbd
42.31 sea_lane_3: 3 f4f, 4 sbd, 1 tbd
"""
LEYTE_DECKS = """
45.21 B3328: 8 zero, 2 jill, 1 kate, 1 judy
45.31 B3953: 90 f6f, 45 tbf, 26 sbc
"""
DECKS_OF = {"midway": MIDWAY_DECKS, "leyte": LEYTE_DECKS, "burma": ""}

MIDWAY_AIR = """
42.34 F3342: 6 p_40, 5 b_17, 3 pby, 3 b_26, 2 b_24
42.34 F2401: 2 pby
42.34 F2302: 2 p_40
42.34 alaska: 3 b_26, 2 p_40, 1 p_39
42.34 canada: 1 b_17, 1 p_38
42.34 F1234: 3 pby, 2 f2a, 2 sbd, 2 b_17, 1 tbf, 1 f4f, 1 b_26
"""
BURMA_AIR = """
44.21 burma: 12 oscar, 6 so_ann, 4 sally, 3 zero, 2 tojo, 1 betty
44.34 india: 23 hurricane, 24 c_47, 7 b_24, 5 b_25, 5 p_40, 5 p_51, 5 vengeance, 4 spitfire, 4 beaufighter
44.34 india: 3 pby, 2 wellington, 2 p_38, 1 p_36, 1 mosquito
44.34 A3810: 6 p_40, 4 p_51, 4 b_25
"""
LEYTE_AIR = """
45.25 philippines: 0/11 zero, 0/7 helen, 0/3 sally, 0/3 lily, 0/1 irving, 0/1 peggy
45.25 philippines: 0/2 tony, 0/2 frank, 0/2 dinah, 0/2 judy, 0/2 jill, 0/2 betty
45.25 japan_or_okinawa: 2/5 zero, 0/4 oscar, 1/3 judy, 1/3 jill, 0/2 tony, 0/1 helen, 0/1 peggy, 0/1 betty
45.25 formosa: 2/8 judy, 2/8 jill, 2/7 zero, 1/3 betty, 0/2 oscar, 0/2 helen
45.25 formosa: 0/1 tony, 0/1 sally, 0/1 lily, 0/1 irving, 0/1 peggy
"""
AIR_OF = {"midway": MIDWAY_AIR, "leyte": LEYTE_AIR, "burma": BURMA_AIR}
POOL = {"b_24": 45, "a_20": 45, "p_38": 44, "b_25": 27, "p_47": 25, "p_40": 16, "p_51": 12, "pby": 6}
"""45.34 The Allies' pool."""

MIDWAY_TROOPS = """
42.25 D2007: 1 jp_1_1, 3 jp_bf
42.25 D0418: 1 jp_1_1
42.25 D0948: 1 jp_2_1, 1 jp_1_1, 1 jp_bf
42.25 D0849: 1 jp_bf
42.25 D3243: 1 jp_1_1, 1 jp_bf
42.34 F3342: 2 us_11_3, 1 us_2_1_eng, 1 us_hq_division
42.34 hawaiian_islands: 1 us_11_3
42.34 F2401: 1 us_3_1, 1 us_bf
42.34 F2302: 1 us_hq_wing
42.34 alaska: 1 us_hq_wing
42.34 F1234: 1 us_3_1, 1 us_bf, 1 us_hq_wing
"""
LEYTE_TROOPS = """
45.23 philippines: 9 jp_7_3, 4 jp_3_1, 1 jp_8_3_bg, 4 jp_entr
45.23 formosa: 3 jp_7_3, 3 jp_entr, 1 jp_bf
45.23 okinawa: 3 jp_7_3, 1 jp_1_1_eng, 1 jp_entr
45.23 B2736: 1 jp_bf
45.25 philippines: 1 jp_hq_division, 1 jp_hq_wing, 3 jp_hq_group
45.25 japan_or_okinawa: 1 jp_hq_force, 1 jp_hq_division, 1 jp_hq_wing
45.25 formosa: 2 jp_hq_wing
45.33 C2807: 1 us_bf, 1 us_hq_wing
45.33 C3502: 1 us_bf, 1 us_hq_wing
45.33 B3953: 5 us_bf
45.31 us_apb: 4 us_11_3
"""
BURMA_TROOPS = """
44.21 A2815 A2913 A2915 A2716 A3011 A3012 A3019 A3210 A3212: 1 jp_7_3
44.21 A2914: 1 jp_3_1
44.21 A2913: 1 jp_2_1_arm, 1 jp_1_1_eng
44.21 A2815 A3011 A3019 A3219: 1 jp_2_1
44.21 burma: 1 jp_hq_wing, 1 jp_hq_group
44.31 A2213 A2312 A2314 A2412 A2615 A2713 A2715 A2812 A2813 A2814 A2912: 1 cw_11_3
44.31 A2312 A2712 A2810 A2911: 1 cw_3_1
44.31 A2114 A2512 A2613: 1 cw_5_2
44.31 A2411: 1 cw_3_1_abn
44.31 A2412 A2613 A2809 A2811 A3108: 1 cw_2_1_eng
44.32 A3108: 1 us_3_1
44.32 A3007: 1 us_2_1_eng
44.33 A2909 A3008 A3509 A3510 A3511 A3512: 1 kmt_8_0
44.34 india: 1 cw_hq_division, 2 cw_hq_wing, 4 cw_hq_group
44.34 A3810: 1 us_hq_wing
"""
TROOPS_OF = {"midway": MIDWAY_TROOPS, "leyte": LEYTE_TROOPS, "burma": BURMA_TROOPS}

STORES_OF = {
    "midway": {"jp_sf1": 8 * BLOCK, "F2401": 2 * BLOCK, "F1234": 20},
    "leyte": {
        "philippines": 8 * BLOCK,
        "formosa": 4 * BLOCK,
        "okinawa": 4 * BLOCK,
        "singapore_or_borneo": 25 * BLOCK,
        "us_apb": 92,
        "allied_ports": 75 * BLOCK,
        **{f"us_sf{n}": 8 * BLOCK for n in range(1, 7)},
    },
    "burma": {"japanese_burma": 5 * BLOCK, "allied_india_or_burma": 7 * BLOCK, "A3810": BLOCK},
}
"""42.21, 42.34, 44.21, 44.36, 45.23, 45.31, 45.33 Supply Points by area or ship."""

LEVELS_OF = {
    "midway": {"F2302": 1},
    "leyte": {
        "B1948": 10,
        "B2737": 5,
        "C2807": 5,
        **dict.fromkeys(("B2353", "B2452", "B2152", "B2252", "B1939", "C2401", "C1701"), 1),
    },
    "burma": {
        **dict.fromkeys(("A2114", "A2213", "A3810"), 5),
        **dict.fromkeys(("A1913", "A2410", "A2611", "A2811", "A2909"), 1),
    },
}
"""42.34, 44.35, 45.24, 45.33 Airbases that a scenario names; all others are as printed on the map."""

HOME = ("Honshu", "Kyushu", "Hokkaido", "Shikoku and Inland Sea", "Okinawa and Ryukyus")
OKINAWA = ("B2736", "B2737")


class Lot(NamedTuple):
    """An item of the set-up: something that the text places somewhere."""

    case: str
    where: str
    many: int
    kind: str


def lots(text: str) -> Iterator[Lot]:
    """The lines of a set-up table: case, places, then numbers and kinds."""
    for line in filter(None, text.splitlines()):
        head, _, tail = line.partition(": ")
        case, *wheres = head.split()
        for where in wheres:
            for item in tail.split(", "):
                count, kind = item.split()
                trained, _, untrained = count.rpartition("/")
                if "/" in count:
                    yield Lot(case, where, int(trained), f"{kind}_trained")
                    yield Lot(case, where, int(untrained), f"{kind}_untrained")
                else:
                    yield Lot(case, where, int(count), kind)


def ships(text: str) -> dict[str, str]:
    """42.21, 42.31, 45.21, 45.31 Where each ship starts."""
    found: dict[str, str] = {}
    for line in filter(None, text.splitlines()):
        head, _, tail = line.partition(": ")
        nation, _, groups = tail.partition(" ")
        for group in groups.split("; "):
            kind, *numbers = group.split()
            for ship in (f"{nation}_{kind}{n}" for n in numbered(numbers)):
                assert ship not in found, ship
                found[ship] = head.split()[1]
    return found


def numbered(words: Iterable[str]) -> Iterator[int]:
    """Numbers and ranges of numbers."""
    for word in words:
        first, last = re.fullmatch(r"(\d+)(?:-(\d+))?", word).groups()  # type: ignore[union-attr]
        yield from range(int(first), int(last or first) + 1)


# -- 3.5 the areas -------------------------------------------------------------------------------------------------


def country(hex: str) -> str:
    """The country of a hex of land."""
    return COUNTRY.get(LAND[hex]["region"], "") if hex in LAND else ""


def island(hex: str) -> str:
    """The region of a hex of land."""
    return LAND[hex]["region"] if hex in LAND else ""


HOME_REGIONS = ("honshu", "kyushu", "hokkaido", "shikoku_and_inland_sea", "okinawa_and_ryukyus")
BORNEO = ("borneo", "north_borneo_cw_borneo", "sarawak_and_north_borneo_borneo")


def within(where: str, place: str, start: State) -> bool:
    """Whether a hex, box or ship is where the text says."""
    held = layout.HOLDERS.ids[start.arrays[layout.CONTROL][HEXES.index[place]]] if place in HEXES.index else ""
    port = place in PLACES and PLACES[place]["port"] != "none"
    match where:
        case "philippines":
            return country(place) == "Philippines"
        case "formosa":
            return island(place) == "formosa"
        case "okinawa":
            return place in OKINAWA
        case "japan_or_okinawa":
            return island(place) in HOME_REGIONS
        case "hawaiian_islands":
            return country(place) == "Hawaii"
        case "burma" | "india" | "china":
            return country(place).lower() == where
        case "japanese_burma":
            return country(place) == "Burma" and held == "japan"
        case "allied_india_or_burma":
            return country(place) in ("Burma", "India") and held == "allies"
        case "singapore_or_borneo":
            return place == "A3934" or (island(place) in BORNEO and port)
        case "allied_ports":
            return held == "allies" and (port or place == "B3953")
        case "us_apb":
            return place.startswith("us_apb")
    return first_name(where) == place


SECTIONS = {"A": (0, 27), "B": (38, 0), "C": (38, 53), "D": (76, 0), "E": (76, 53), "F": (114, 0), "G": (114, 53)}


def spot(hex: str) -> tuple[int, int]:
    """3.1 The column and row of a hex on the whole map."""
    column, row = SECTIONS[hex[0]]
    return column + int(hex[1:3]), row + int(hex[3:])


SPOTS = {spot(hex): hex for hex in reversed(LAND)}


def first_name(place: str) -> str:
    """3.24 A hex of land on a shared edge by the first name in the map's list; boxes and ships unchanged."""
    return SPOTS.get(spot(place), place) if re.fullmatch(r"[A-G]\d{4}", place) else place


# -- the positions -------------------------------------------------------------------------------------------------


def ships_stand(state: State) -> dict[str, str]:
    """The place of each ship in play: a hex, a box."""
    positions = state.arrays[layout.SHIP_AT]
    return {SHIPS.ids[ship]: WATERS.ids[place] for ship, place in enumerate(positions) if place >= 0}


def troops_stand(state: State) -> dict[str, tuple[str, str]]:
    """The kind of each ground unit and where it is: a hex, a box, a ship."""
    found = {}
    for unit, kind in enumerate(state.arrays[layout.UNIT_TYPE]):
        place = state.arrays[layout.UNIT_AT][unit]
        if kind >= 0 and place >= 0:
            found[str(unit)] = (GROUND_TYPES.ids[kind], GROUND_PLACES.ids[place])
    assert BOXES.ids[0] == GROUND_PLACES.ids[GROUND_IN_BOX]
    assert SHIPS.ids[0] == GROUND_PLACES.ids[ABOARD]
    return found


def parts(kind: str) -> Counter[str]:
    """21.4 The components of a unit: a division may be broken down before play (40.41)."""
    row = GROUND[kind]
    if not row["component"]:
        return Counter([kind])
    found = Counter({row["component"]: int(row["components"])})
    if row["other_component"]:
        found[row["other_component"]] += int(row["other_components"])
    return found


def base_name(state: State, base: int) -> str:
    """The hex, box or ship of a base."""
    if base < FIRST_BOX:
        hex = layout.base_hex(state.cells, base)
        return HEXES.ids[hex] if hex >= 0 else ""
    return BASES.ids[base]


def air_stands(state: State) -> dict[tuple[str, str], int]:
    """The points by place and stack."""
    found: dict[tuple[str, str], int] = {}
    for number, points in enumerate(state.arrays[layout.AIR]):
        if points:
            base, stack = divmod(number, len(STACKS))
            found[base_name(state, base), STACKS.ids[stack]] = points
    return found


def stores_stand(state: State) -> dict[str, int]:
    """The Supply Points by hex and ship."""
    ashore = {base_name(state, base): points for base, points in enumerate(state.arrays[layout.SUPPLY]) if points}
    aboard = {SHIPS.ids[ship]: points for ship, points in enumerate(state.arrays[layout.CARGO]) if points}
    return ashore | aboard


def levels_stand(state: State, *, sound: bool = False) -> dict[str, int]:
    """5.4, 5.41 The Levels of airbases on the map, all or the undamaged ones."""
    levels, hurt = state.arrays[layout.LEVEL], state.arrays[layout.HURT]
    here = {base: levels[base] - (hurt[base] if sound else 0) for base in range(FIRST_BOX) if levels[base]}
    return {first_name(base_name(state, base)): level for base, level in here.items() if level}


DECK_NAMES = frozenset(SHIPS.ids[ship] for ship in DECKS)
assert BASES.ids[FIRST_DECK] in DECK_NAMES


# -- the comparison ------------------------------------------------------------------------------------------------


def differences(scenario: str, state: State, *, ships_anywhere: bool = False, troops: str = "") -> list[str]:
    """The differences from the text, one sentence each."""
    found = [] if ships_anywhere else of_ships(scenario, state)
    found += of_decks(scenario, state)
    found += of_air(scenario, state, anywhere=ships_anywhere)
    found += of_troops(scenario, state, troops or TROOPS_OF[scenario])
    found += of_stores(scenario, state, freely=ships_anywhere)
    return found + of_levels(scenario, state)


def of_ships(scenario: str, state: State) -> list[str]:
    """42.21, 42.31, 45.21, 45.31, 40.43 Each ship is where the table puts it, and shipping is reduced as it says."""
    mine = {ship: first_name(place) for ship, place in ships(SHIPS_OF[scenario]).items()}
    theirs = ships_stand(state)
    shrunk = {SHIPS.ids[n]: levels for n, levels in enumerate(state.arrays[layout.SHRUNK]) if levels}
    found = [
        f"{ship} {mine.get(ship)} {theirs.get(ship)}" for ship in mine | theirs if mine.get(ship) != theirs.get(ship)
    ]
    return found + [f"shrunk {shrunk}"] * (shrunk != SHRUNK[scenario])


def of_decks(scenario: str, state: State) -> list[str]:
    """40.44 Carrier-trained points aboard the ships of each group, no more than their Air Capacity."""
    home = ships(SHIPS_OF[scenario])
    mine, theirs = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for lot in lots(DECKS_OF[scenario]):
        mine[lot.where, f"{lot.kind}_carrier"] += lot.many
    for (place, stack), points in air_stands(state).items():
        if place in DECK_NAMES:
            theirs[home.get(place, place), stack] += points
    return [f"decks {mine - theirs} {theirs - mine}"] * (mine != theirs)


def of_air(scenario: str, state: State, *, anywhere: bool) -> list[str]:
    """40.44, 42.34, 44.21, 44.34, 45.25, 45.81 Points ashore in their areas; of 45.34 no more than there are."""
    stands = {key: points for key, points in air_stands(state).items() if key[0] not in DECK_NAMES}
    found = []
    mine, total = Counter[str](), Counter[str]()
    for lot in lots(AIR_OF[scenario]):
        mine[lot.kind if lot.kind.endswith("trained") else f"{lot.kind}_trained"] += lot.many
    pool = Counter({f"{kind}_trained": many for kind, many in POOL.items()}) if scenario == "leyte" else Counter()
    for (place, stack), points in stands.items():
        if stack in pool:
            pool[stack] -= points
            if not within("allied_ports", place, state) and controller(state, place) != "allies":
                found.append(f"{stack} at {place}")
        else:
            total[stack] += points
    found += [f"too many {stack}" for stack, left in pool.items() if left < 0]
    found += [f"air {mine - total} {total - mine}"] * (mine != total)
    return found if anywhere else found + areas_of(scenario, state, stands)


def controller(state: State, hex: str) -> str:
    """2.5 The side that controls a hex."""
    return layout.HOLDERS.ids[state.arrays[layout.CONTROL][HEXES.index[hex]]] if hex in HEXES.index else ""


def areas_of(scenario: str, state: State, stands: dict[tuple[str, str], int]) -> list[str]:
    """Each area has at least the listed contents; together with the totals, this is exact if areas do not overlap."""
    mine = Counter[tuple[str, str]]()
    for lot in lots(AIR_OF[scenario]):
        mine[lot.where, lot.kind if lot.kind.endswith("trained") else f"{lot.kind}_trained"] += lot.many
    found = []
    for (where, stack), count in mine.items():
        here = sum(points for (place, kind), points in stands.items() if kind == stack and within(where, place, state))
        found += [f"{stack} in {where}: {here} of {count}"] * (here < count)
    return found


def of_troops(scenario: str, state: State, text: str) -> list[str]:
    """40.41, 42.25, 42.34, 44.21 to 44.34, 45.23 to 45.33 Ground units, broken down or not, in their areas."""
    stands = Counter[tuple[str, str]]()
    for kind, place in troops_stand(state).values():
        for part, many in parts(kind).items():
            stands[place, part] += many
    mine, total = Counter[tuple[str, str]](), Counter[str]()
    for lot in lots(text):
        for part, many in parts(lot.kind).items():
            mine[lot.where, part] += many * lot.many
    for (_, part), many in stands.items():
        total[part] += many
    said = Counter[str]()
    for (_, part), many in mine.items():
        said[part] += many
    found = [f"troops {said - total} {total - said}"] * (said != total)
    for (where, part), count in mine.items():
        here = sum(many for (place, kind), many in stands.items() if kind == part and within(where, place, state))
        found += [f"{part} in {where}: {here} of {count}"] * (here < count)
    base_forces = [unit for unit, (kind, _) in troops_stand(state).items() if kind.endswith("_bf")]
    packed = [unit for unit in base_forces if state.arrays[layout.DEPLOYED][int(unit)] != 2]
    return found + [f"packed {packed}"] * bool(packed)


def of_stores(scenario: str, state: State, *, freely: bool = False) -> list[str]:
    """25.4, 44.82 Supply Points in their areas and aboard; the block of Kunming anywhere in China if freely placed."""
    stands = stores_stand(state)
    found = []
    for area, points in STORES_OF[scenario].items():
        where = "china" if freely and area == "A3810" else area
        here = sum(many for place, many in stands.items() if within(where, place, state))
        found += [f"stores in {where}: {here} of {points}"] * (here != points)
    total = sum(STORES_OF[scenario].values())
    return found + [f"stores {sum(stands.values())} of {total}"] * (sum(stands.values()) != total)


def of_levels(scenario: str, state: State) -> list[str]:
    """42.34, 44.35, 45.24, 45.33 Airbases are as printed on the sections in play, except those of the scenario."""
    sections = {"midway": "DF", "leyte": "BC", "burma": "A"}[scenario]
    printed = {first_name(hex): int(row["airbase"]) for hex, row in PLACES.items() if int(row["airbase"])}
    mine = printed | {first_name(hex): level for hex, level in LEVELS_OF[scenario].items()}
    theirs = levels_stand(state)
    here = [hex for hex in sorted(mine | theirs) if hex[0] in sections]
    return [f"level {hex} {mine.get(hex)} {theirs.get(hex)}" for hex in here if mine.get(hex) != theirs.get(hex)]
