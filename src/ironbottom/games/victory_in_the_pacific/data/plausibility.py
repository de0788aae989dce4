"""Plausibility checks of the figures; a failed check only causes a warning with its name.

C1 to C7 are totals and leads in reports of games and scenarios; V1 to V19 follow from these and the rules text for the
map, the counters and their arrival.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations

from ironbottom.engine.data.facts import Check, Facts
from ironbottom.games.victory_in_the_pacific.data.tables import (
    AREA_IDS,
    AREAS,
    GROUPS,
    PLACES,
    REMOVALS,
    REPAIRS,
    SHIPS,
    UNITS,
    Unit,
)
from ironbottom.games.victory_in_the_pacific.data.validate import neighbours
from ironbottom.games.victory_in_the_pacific.variants.published import FLEETS, missing_counters

OPENING = ("JI", "IND", "MRN", "SPO", "AL", "CPO", "MAR")
"""Japan's areas after a standard first turn."""
ALLIED_REST = ("BOB", "IO", "CS", "USM")
START_FLAGS = ("JI", "MRN", "MAR")
NEXT_DOOR = ("JI AL", "JI CPO", "JI MRN", "JI IND", "BOB IND", "MAR HI", "CPO HI", "SPO USM")
TWO_STEPS = ("JI HI", "JI NPO")
TOUCHES = {
    "philippines": "IND MRN",
    "lae": "SPO IND",
    "port_moresby": "IO CS",
    "guadalcanal": "SPO CS",
    "midway": "CPO",
    "pearl_harbor": "HI",
    "singapore": "IND",
    "saigon": "IND",
    "samoa": "USM",
    "dutch_harbor": "AL NPO",
}
JAPANESE_PLACES = ("yokosuka", "saigon", "truk", "okinawa", "saipan", "kwajalein", "maloelap")
TURN_6 = (
    *("alabama", "baltimore", "boston", "essex", "cv_10", "cv_16", "independence", "princeton", "belleau_wood"),
    *("cowpens", "monterey", "4th_marines"),
)
TURN_7 = ("taiho", "ryuho", "chitose", "chiyoda")
LATE_BRITISH = ("ramillies", "royal_sovereign", "dorsetshire", "exeter", "shropshire", "hermes", "prince_of_wales")

Test = Callable[[Facts], str | None]


def _message_unless(holds: bool, sentence: str) -> str | None:
    return None if holds else sentence


def _ids(facts: Facts) -> dict[str, str]:
    return {area.abbrev: area.id for area in facts.table(AREAS).values()}


def points(facts: Facts, side: str, abbrevs: Iterable[str]) -> int:
    """The points of control of these areas for a side."""
    areas, ids = facts.table(AREAS), _ids(facts)
    rows = [areas[ids[abbrev]] for abbrev in abbrevs if abbrev in ids]
    return sum(area.poc_japan if side == "japan" else area.poc_allies for area in rows)


def units_of(facts: Facts, *, turn: int = 9, **wanted: str | tuple[str, ...]) -> list[Unit]:
    """The counters with these values that have arrived by a turn."""
    return [
        unit
        for unit in facts.table(UNITS).values()
        if unit.arrival_turn <= turn
        and all(
            getattr(unit, field) in (values if isinstance(values, tuple) else (values,))
            for field, values in wanted.items()
        )
    ]


# -- points of control ---------------------------------------------------------------------------------


def first_turn_total(facts: Facts) -> str | None:
    """Japan's total after a standard first turn (reports)."""
    return _message_unless(points(facts, "japan", OPENING) == 12, "what Japan holds after a standard turn 1 scores 12")


def first_turn_lead(facts: Facts) -> str | None:
    """The lead after a standard first turn (reports)."""
    lead = points(facts, "japan", OPENING) - points(facts, "allies", ALLIED_REST)
    return _message_unless(
        points(facts, "allies", ALLIED_REST) == 5 and lead == 7, "a standard turn 1 ends 12 to 5, at Japan +7"
    )


def menzel_lead(facts: Facts) -> str | None:
    """C3 The lead after a first turn with the Menzel options, where the Allies keep the Hawaiian Islands (reports)."""
    lead = points(facts, "japan", OPENING) - points(facts, "allies", (*ALLIED_REST, "HI"))
    return _message_unless(lead == 4, "with the Hawaiian Islands Allied, turn 1 ends at Japan +4")


def hawaiian_islands_value(facts: Facts) -> str | None:
    """The usual aim of the Normal Turn One (reports): the same +4, with the Hawaiian Islands worth 3."""
    return _message_unless(points(facts, "allies", ("HI",)) == 3, "the Hawaiian Islands are worth 3 to the Allies")


def marianas_value(facts: Facts) -> str | None:
    """The Marianas denied to Japan (reports)."""
    return _message_unless(points(facts, "japan", ("MRN",)) == 2, "the Marianas Islands are worth 2 to Japan")


def allied_opening_lead(facts: Facts) -> str | None:
    """A scenario that begins at Allies +6 (weak evidence: it may be a handicap)."""
    others = [abbrev for abbrev in _ids(facts) if abbrev not in START_FLAGS]
    lead = points(facts, "allies", others) - points(facts, "japan", START_FLAGS)
    return _message_unless(lead == 6, "three areas for Japan and ten for the Allies should give Allies +6")


def second_turn_gains(facts: Facts) -> str | None:
    """The points gained on turn 2 in published game reports: 7, 8, 10 and 12."""
    gains = {12}
    for abbrev in [abbrev for abbrev in _ids(facts) if abbrev not in OPENING]:
        japan, allies = points(facts, "japan", (abbrev,)), points(facts, "allies", (abbrev,))
        gains = {gain + change for gain in gains for change in (0, japan, -allies)}
    return _message_unless({7, 8, 10, 12} <= gains, "gains of 7, 8, 10 and 12 on turn 2 cannot all be reached")


def most_points(facts: Facts) -> str | None:
    """V1 Thirteen areas, at most 18 points a turn for either side, and at most 3 for each area."""
    areas = facts.table(AREAS)
    result = {side: points(facts, side, _ids(facts)) for side in ("japan", "allies")}
    right = set(result.values()) == {18} and all(max(area.poc_japan, area.poc_allies) <= 3 for area in areas.values())
    return _message_unless(right, "either side can score at most 18 in a turn and 3 in an area")


# -- the map -------------------------------------------------------------------------------------------


def flags(facts: Facts) -> str | None:
    """V2 The flags at the start: Japan has three; the others are all Allied, or all but one."""
    held = {area.abbrev for area in facts.table(AREAS).values() if area.start_control == "japan"}
    nobody = [area.abbrev for area in facts.table(AREAS).values() if area.start_control == "none"]
    right = held == set(START_FLAGS) and len(nobody) <= 1
    return _message_unless(right, "at the start Japan holds only JI, MRN and MAR, and at most one area has no flag")


def steps(facts: Facts, first: str, second: str) -> int:
    """The least number of moves from an area to another."""
    near, count, edge = neighbours(facts), 0, {first}
    while second not in edge:
        edge |= {beyond for area in edge for beyond in near[area]}
        count += 1
    return count


def known_moves(facts: Facts) -> str | None:
    """V3 Moves that reports and the rules mention."""
    ids = _ids(facts)
    if not {abbrev for pair in (*NEXT_DOOR, *TWO_STEPS) for abbrev in pair.split()} <= set(ids):
        return "reports use different abbreviations of the areas"
    for count, pairs in ((1, NEXT_DOOR), (2, TWO_STEPS)):
        for pair in pairs:
            first, second = (ids[abbrev] for abbrev in pair.split())
            if steps(facts, first, second) != count:
                return f"from {first} to {second} there are {count} steps in reports"
    return None


def shared_places(facts: Facts) -> str | None:
    """V4 Two areas that share a port or base are neighbours."""
    near = neighbours(facts)
    for place in facts.table(PLACES).values():
        for first, second in combinations(place.touches, 2):
            if second not in near[first]:
                return f"{place.name} touches {first} and {second}, which are not adjacent"
    return None


def places_everywhere(facts: Facts) -> str | None:
    """V5 Every area except the North Pacific has a port or base that touches no other area."""
    touched = {area for place in facts.table(PLACES).values() for area in place.touches}
    bare = [area for area in AREA_IDS if area not in touched and area != "north_pacific_ocean"]
    return _message_unless(not bare, f"no port or base touches {', '.join(bare)}")


def places_by_name(facts: Facts) -> str | None:
    """V6 The areas that places touch, according to the rules text and reports."""
    places, ids = facts.table(PLACES), _ids(facts)
    for place, result in TOUCHES.items():
        if set(places[place].touches) != {ids.get(abbrev, "") for abbrev in result.split()}:
            return f"{places[place].name} touches {result.replace(' ', ' and ')}"
    return None


def owners(facts: Facts) -> str | None:
    """V7 Japan starts with three ports and four bases, the Allies with five and ten."""
    held = {place.id for place in facts.table(PLACES).values() if place.start_control == "japan"}
    return _message_unless(held == set(JAPANESE_PLACES), "Japan starts with three ports and four bases")


def repair_points(facts: Facts) -> str | None:
    """V8 Four ports repair; Pearl Harbor repairs three points more each turn, up to 15 (11.21 to 11.23)."""
    rows = {place: row.points for place, row in facts.table(REPAIRS).items()}
    right = rows == {
        "yokosuka": (6,) * 9,
        "pearl_harbor": tuple(min(15, 3 * turn) for turn in range(9)),
        "australia": (1,) * 9,
        "ceylon": (1,) * 9,
    }
    return _message_unless(right, "the rules text gives different repair points (11.21 to 11.23)")


# -- counters --------------------------------------------------------------------------------------------


def japan_turn_1(facts: Facts) -> str | None:
    """V9 Japan's initial units."""
    found = Counter(unit.kind for unit in units_of(facts, turn=1, nation="japan"))
    result = Counter(battleship=10, carrier=9, cruiser=20, lba=6, amphibious=1, submarine=1)
    return _message_unless(
        found == result, "Japan starts with 10 battleships, 9 carriers, 20 cruisers, 6 air units and an NLF"
    )


def raiders(facts: Facts) -> str | None:
    """V10 Eight carriers of speed 5 or more bring 26 airstrike factors to Pearl Harbor (4.2)."""
    fast = [unit for unit in units_of(facts, turn=1, nation="japan", kind="carrier") if (unit.speed or 0) >= 5]
    right = (len(fast), sum(unit.airstrike or 0 for unit in fast)) == (8, 26)
    return _message_unless(right, "the raid can bring eight carriers with 26 airstrike factors")


def japanese_cruisers(facts: Facts) -> str | None:
    """V11 The classes of the Japanese cruisers, which are the only cruisers with the gunnery bonus."""
    result = Counter(
        (unit.gunnery, unit.armor, unit.speed) for unit in units_of(facts, turn=1, nation="japan", kind="cruiser")
    )
    classes = {(1, 2, 7): 8, (1, 1, 8): 6, (1, 1, 7): 4, (1, 0, 7): 2}
    bonus = all(unit.gunnery_bonus == (unit.nation == "japan") for unit in units_of(facts, kind="cruiser"))
    return _message_unless(result == classes and bonus, "the cruisers of Japan belong to different classes")


def japan_later(facts: Facts) -> str | None:
    """V12 Japan in later positions: battleships, carriers, NLF and air units."""
    by = {(kind, turn): len(units_of(facts, turn=turn, nation="japan", kind=kind)) for kind, turn in _JAPAN}
    return _message_unless(
        by == _JAPAN, "reports give different numbers of Japanese battleships, carriers, NLF or air units by turn"
    )


_JAPAN = {("battleship", 2): 10, ("carrier", 3): 12, ("amphibious", 4): 3, ("lba", 9): 6}


def allies_turn_1(facts: Facts) -> str | None:
    """V13 Pearl Harbor, the Hawaiian Islands, the free cruisers and the uncertain groups (18.22, 18.32)."""
    pearl = Counter(unit.kind for unit in units_of(facts, turn=1, arrival_place="pearl_harbor"))
    free = units_of(facts, turn=1, arrival_place=("australia", "singapore", "philippines"))
    carriers = [len(units_of(facts, arrival_place=group, kind="carrier")) for group in GROUPS]
    right = pearl == Counter(battleship=8, cruiser=2, lba=1) and [unit.kind for unit in free] == ["cruiser"] * 5
    right = right and len(units_of(facts, arrival_place="hawaiian_islands")) == 2 and carriers == [1, 1, 1, 2]
    return _message_unless(right, "the Allies start with different ships at Pearl Harbor, free to move, or uncertain")


def allied_air_and_marines(facts: Facts) -> str | None:
    """V14 Allied air units and Marines by turn."""
    air = [len(units_of(facts, turn=turn, nation="us", kind="lba")) for turn in (1, 2, 3)]
    marines = [len(units_of(facts, turn=turn, nation="us", kind="amphibious")) for turn in (3, 6, 9)]
    right = air == [2, 4, 6] and len(units_of(facts, turn=6, nation="us", kind="lba")) >= 10
    return _message_unless(
        right and marines == [2, 3, 3], "reports give different numbers of Allied air units or Marines by turn"
    )


def known_arrivals(facts: Facts) -> str | None:
    """V15 The arrivals listed in reports."""
    units = facts.table(UNITS)
    on = {unit: units[unit].arrival_turn for unit in units}
    right = {unit for unit in units if on[unit] == 6} == set(TURN_6)
    right = right and {unit.id for unit in units_of(facts, nation="japan") if unit.arrival_turn == 7} == set(TURN_7)
    right = right and on["massachusetts"] == on["wichita"] == on["victorious"] == 5
    right = right and {on[unit] for unit in ("new_mexico", "10th_af", "11th_af", "shoho", "sasebo_nlf")} == {2}
    return _message_unless(right, "reports list different arrivals on turns 2, 5, 6 or 7")


def british_types(facts: Facts) -> str | None:
    """V16 The types of British battleships and carriers that 4.42 lists; Hermes is a separate type."""
    for unit in units_of(facts, nation="britain", kind=("battleship", "carrier")):
        factors = (unit.gunnery, unit.armor, unit.speed)
        types = ((4, 4, 3), (4, 4, 4), (4, 5, 6), (3, 3, 6)) if unit.kind == "battleship" else ((0, 2, 7),)
        if factors not in types and unit.id != "hermes":
            return f"{unit.name} has a type that the rules do not list (4.42)"
    return None


def published_fleets(facts: Facts) -> str | None:
    """V17 The fleets of four published scenarios are among the counters that have arrived by their turn."""
    for title, turn, fleets in FLEETS:
        for side, fleet in zip(("japan", "allies"), fleets, strict=True):
            gap = missing_counters([unit for unit in facts.table(UNITS).values() if unit.side == side], turn, fleet)
            if gap:
                return f"the scenario {title} of turn {turn} needs {gap}"
    return None


def withdrawals(facts: Facts) -> str | None:
    """V18 British ships that reports still show on turn 6, and two carriers on turn 3."""
    on = {ship: row.turn or 99 for ship, row in facts.table(REMOVALS).items()}
    gone = [ship for ship in LATE_BRITISH if on[ship] <= 6]
    gone += [ship for ship in ("formidable", "indomitable") if on[ship] <= 3]
    return _message_unless(not gone, f"reports still show {', '.join(gone)} at sea later")


def ships_can_fight(facts: Facts) -> str | None:
    """V19 Every battleship and cruiser has guns."""
    without = [unit.name for unit in units_of(facts, kind=SHIPS) if unit.kind != "carrier" and not unit.gunnery]
    return _message_unless(not without, f"{', '.join(without)} cannot fire")


_NAMED = (
    *(most_points, flags, known_moves, shared_places, places_everywhere, places_by_name, owners, repair_points),
    *(japan_turn_1, raiders, japanese_cruisers, japan_later, allies_turn_1, allied_air_and_marines),
    *(known_arrivals, british_types, published_fleets, withdrawals, ships_can_fight),
)
CHECKS = (
    *(
        Check(f"C{number}", test)
        for number, test in enumerate(
            (
                first_turn_total,
                first_turn_lead,
                menzel_lead,
                hawaiian_islands_value,
                marianas_value,
                allied_opening_lead,
                second_turn_gains,
            ),
            1,
        )
    ),
    *(Check(f"V{number}", test) for number, test in enumerate(_NAMED, 1)),
)
