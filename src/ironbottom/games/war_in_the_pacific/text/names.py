"""The names of items in sentences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache

from ironbottom.engine.text.sentences import Names, count, titles_by_id
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.data.facts import load
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import MAX_WAVES, SHIPS, SIDES
from ironbottom.games.war_in_the_pacific.state import OBJECTIVES, RANKS
from ironbottom.games.war_in_the_pacific.turns import turn_name


def _names() -> dict[str, str]:
    return titles_by_id(SHIPS, SIDES)


NAMED = Names(_names)
listed, side_does = NAMED.listed, NAMED.side_does


@cache
def _places() -> dict[str, str]:
    """3.1 Names by hex id; a hex on the edge of two sections has two."""
    at_hex = {NUMBER[hex]: place.name for hex, place in load().table(tables.PLACES).items()}
    return {hex: at_hex[number] for hex, number in NUMBER.items() if number in at_hex}


def name_of(thing: str) -> str:
    """The name and number of a ship; for anything else, its id in words.

    >>> name_of("us_cv5"), name_of("us_ms4"), name_of("japan_3"), name_of("japan")
    ('Yorktown (US CV5)', 'merchant shipping unit (US MS4)', 'japan 3', 'Japan')
    """
    return NAMED.name_of(thing)


def force(name: str) -> str:
    """A Task Force, in words.

    >>> force("japan_3"), force("allies_21")
    ('Japanese Task Force 3', 'Allied Task Force 21')
    """
    side, _, number = name.partition("_")
    return f"{'Japanese' if side == 'japan' else 'Allied'} Task Force {number}"


def subron(name: str) -> str:
    """A Subron, in words.

    >>> subron("allies_subron_2")
    'Allied Subron 2'
    """
    side, _, number = name.partition("_subron_")
    return f"{'Japanese' if side == 'japan' else 'Allied'} Subron {number}"


def merchant_link(name: str) -> str:
    """A link of merchant shipping, in words.

    >>> merchant_link("allies_link_2")
    'Allied link 2'
    """
    side, _, number = name.partition("_link_")
    return f"{'Japanese' if side == 'japan' else 'Allied'} link {number}"


def end_of_link(name: str) -> str:
    """The end of a link: a port or an edge of the map.

    >>> end_of_link("E1602"), end_of_link("east_edge")
    ('Truk (E1602)', 'the east edge')
    """
    return f"the {name.replace('_', ' ')}" if name.endswith("_edge") else place(name)


def wave(name: str) -> str:
    """A wave, in words; late waves (6.7) are numbered separately.

    >>> wave("japan_wave_2"), wave("allies_wave_29")
    ('Japanese Wave 2', 'Allied late wave 1')
    """
    side, number = name.partition("_")[0], int(name.rpartition("_")[2])
    of = "late wave" if number > MAX_WAVES else "Wave"
    return f"{'Japanese' if side == 'japan' else 'Allied'} {of} {number - MAX_WAVES * (number > MAX_WAVES)}"


def unit(name: str) -> str:
    """A ground unit of unknown type.

    >>> unit("japan_unit_24")
    'Japanese ground unit 24'
    """
    side, _, number = name.partition("_unit_")
    return f"{'Japanese' if side == 'japan' else 'Allied'} ground unit {number}"


def command(name: str) -> str:
    """The command of air points: a headquarters ashore, carriers, or flying boats.

    >>> command("allies_unit_7"), command("allies_11"), command("B3953")
    ('Allied headquarters 7', 'Allied Task Force 11', 'Ulithi (B3953)')
    """
    if "_unit_" in name:
        return unit(name).replace("ground unit", "headquarters")
    side, _, number = name.partition("_")
    return force(name) if side in SIDES.ids and number.isdigit() else base(name)


NATIONS = {"jp": "Japanese ", "us": "U.S. ", "cw": "Commonwealth ", "nl": "Dutch "}


@cache
def _types() -> dict[str, str]:
    return {kind: _type(row) for kind, row in load().table(tables.GROUND).items()}


def _type(row: tables.GroundType) -> str:
    """The name of a type: its nation, its kind, and the strength and parts on its counter."""
    if row.kind == "air_hq":
        return f"{NATIONS.get(row.nation, '')}{row.printed} headquarters"
    called = row.name.partition(" (")[0].partition(" / ")[0].removesuffix(" marker")
    result = row.printed.lower() in called.lower()
    return NATIONS.get(row.nation, "") + (called if result else f"{called} ({row.printed})")


def troops(kind: str) -> str:
    """A ground unit by its type.

    >>> troops("jp_7_3"), troops("us_11_3_bg"), troops("jp_hq_wing")
    ('Japanese infantry division (7-3)', 'U.S. infantry division (11-3 BG)', 'Japanese Wing headquarters')
    """
    return _types()[kind]


UNIT_OF_NO_TYPE = re.compile(r"\b([Jj]apan|[Aa]llies|Japanese|Allied) (?:ground )?(?:unit|headquarters) (\d+)\b")
"""A ground unit in a sentence that gives only its number."""


def with_unit_names(text: str, name_of_unit: Callable[[str], str]) -> str:
    """A sentence with the names of its ground units; a unit without a name keeps its number.

    >>> name_of_unit = {"japan_unit_24": troops("jp_7_3")}
    >>> with_unit_names("Japanese ground unit 24 marches.", lambda unit: name_of_unit.get(unit, ""))
    'Japanese infantry division (7-3) marches.'
    >>> with_unit_names("Allied headquarters 7 rolls 2.", lambda unit: "")
    'Allied headquarters 7 rolls 2.'
    """

    def name(found: re.Match[str]) -> str:
        side = "japan" if found[1].lower().startswith("japan") else "allies"
        return name_of_unit(f"{side}_unit_{found[2]}") or found[0]

    return UNIT_OF_NO_TYPE.sub(name, text)


def headquarters_size_text(kind: str) -> str:
    """The size of a headquarters of a given type.

    >>> headquarters_size_text("us_hq_wing")
    'Wing'
    """
    return kind.rpartition("_hq_")[2].capitalize()


def counter(kind: str) -> str:
    """A ground unit as printed on its counter.

    >>> counter("jp_7_3"), counter("us_hq_wing"), counter("us_2_1_eng")
    ('7-3', 'Wing headquarters', '(2)-1 engineer')
    """
    row = load().table(tables.GROUND)[kind]
    added = {"air_hq": " headquarters", "engineer": " engineer", "partisan": " partisan"}
    return row.printed + added.get(row.kind, "")


def fleet(ships: list[str]) -> str:
    """Ships, in words: ships with a name by name, the others grouped by type.

    >>> fleet(["us_cv6", "us_dd13", "us_dd14"])
    'Enterprise (US CV6) and 2 x two destroyers (US DD)'
    """
    called = [name if (name := name_of(ship))[0].isupper() else name.rstrip("0123456789)") + ")" for ship in ships]
    return listed([f"{many} x {name}" if many > 1 else name for name, many in Counter(called).items()])


def place(hex: str) -> str:
    """A hex with the name of its place.

    >>> place("F1234"), place("F1230"), place("A3934")
    ('Midway (F1234)', 'F1230', 'Singapore (A3934)')
    """
    name = _places().get(hex)
    return f"{name} ({hex})" if name else hex


BOXES = {"inland_sea": "the Inland Sea", "west_coast_usa": "the U.S. West Coast", "african_coast": "the African Coast"}


def box(name: str) -> str:
    """37.1 A box off the map, in words.

    >>> box("inland_sea"), box("alaska"), box("sea_lane_2")
    ('the Inland Sea', 'Alaska', 'Sea Lane 2')
    """
    return BOXES.get(name) or plain(name).title()


CALLED = {
    "midway": "Midway",
    "leyte": "Leyte",
    "leyte_freely": "Leyte, freely deployed",
    "burma": "Burma",
    "burma_freely": "Burma, freely deployed",
    "guadalcanal": "Guadalcanal",
    "midway_advanced": "Midway, the advanced game",
    "midway_advanced_freely": "Midway, the advanced game, freely deployed",
}
"""40.1 The short names of the scenarios."""


def objective(name: str) -> str:
    """42.43 An objective, in words.

    >>> objective("port_moresby"), objective("aleutians")
    ('Port Moresby', 'the Aleutian Islands')
    """
    return OBJECTIVES.titles[OBJECTIVES.index[name]]


def rank(name: str) -> str:
    """42.43 The rank of an objective, in words.

    >>> rank("primary")
    'Primary'
    """
    return RANKS.titles[RANKS.index[name]]


def turn(number: int) -> str:
    """A Game-Turn as text.

    >>> turn(73)
    '2/6/42'
    """
    return turn_name(number)


def plain(word: str) -> str:
    """An id as words."""
    return word.replace("_", " ")


@cache
def _aircraft() -> dict[str, str]:
    return {kind: row.name for kind, row in load().table(tables.AIRCRAFT).items()}


def aircraft_name(stack: str) -> str:
    """The aircraft of a stack.

    >>> aircraft_name("b_17_trained")
    'B-17'
    """
    return _aircraft()[stack.rpartition("_")[0]]


def stack(name: str) -> str:
    """Air points of a stack by their type and training.

    >>> stack("b_17_trained"), stack("zero_carrier")
    ('B-17 (trained)', 'Zero (carrier-trained)')
    """
    kind, _, training = name.rpartition("_")
    return f"{_aircraft()[kind]} ({'carrier-trained' if training == 'carrier' else training})"


IN_ROLE = {
    "bomb": "with bombs",
    "torpedo": "with torpedoes",
    "escort": "as escort",
    "strafing": "to strafe",
    "bombardment": "to bombard",
    "kamikaze": "as kamikazes",
}


def in_role(role: str) -> str:
    """The Role of points, in words.

    >>> in_role("torpedo"), in_role("patrol")
    ('with torpedoes', 'as patrol')
    """
    return IN_ROLE.get(role, f"as {plain(role)}")


def base(name: str) -> str:
    """A base, in words: a named hex, a ship, a box, or a base built in play.

    >>> base("f1234"), base("us_cv8"), base("alaska")
    ('Midway (F1234)', 'Hornet (US CV8)', 'alaska')
    """
    hex = name.upper()
    return place(hex) if hex in _places() else name_of(name)


REPORTS = {
    chit: f"{chit.removesuffix('_report').capitalize()} report" for chit in ("true_report", "good", "fair", "poor")
}
"""8.3 The names of reports. A report with a false type or place is only called a report."""


def report_title(chit: str) -> str:
    """8.3 The name of a report by its chit, without saying that it is false.

    >>> report_title("poor"), report_title("misread"), report_title("false_position")
    ('Poor report', 'Report', 'Report')
    """
    return REPORTS.get(chit, "Report")


def ships_in_port_text(capital: int, carriers: int) -> str:
    """8.41 The known ships in a searched port.

    >>> ships_in_port_text(2, 1), ships_in_port_text(1, 0), ships_in_port_text(0, 0)
    ('2 capital ships, 1 carrier', '1 capital ship', 'no capital ship or carrier')
    """
    result = [count(number, kind) for number, kind in ((capital, "capital ship"), (carriers, "carrier")) if number]
    return ", ".join(result) or "no capital ship or carrier"
