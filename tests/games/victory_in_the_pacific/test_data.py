"""The figures of Victory in the Pacific: the map, the counters, the checks C1 to V19, and corrections."""

from collections import Counter
from typing import Any

import pytest

from ironbottom.engine.data.corrections import FactsError
from ironbottom.engine.data.facts import MARKS
from ironbottom.games.victory_in_the_pacific import GAME
from ironbottom.games.victory_in_the_pacific.data.facts import load
from ironbottom.games.victory_in_the_pacific.data.plausibility import CHECKS, steps
from ironbottom.games.victory_in_the_pacific.data.tables import (
    AREA_IDS,
    AREAS,
    BORDERS,
    PLACES,
    PORT_IDS,
    REMOVALS,
    REPAIRS,
    TURNS,
    UNITS,
)
from ironbottom.games.victory_in_the_pacific.data.validate import neighbours
from ironbottom.games.victory_in_the_pacific.pieces import AREAS as AREA_DOMAIN
from ironbottom.games.victory_in_the_pacific.pieces import UNITS as UNIT_DOMAIN
from ironbottom.games.victory_in_the_pacific.variants.published import FLEETS, class_code, missing_counters

facts = load()
areas, places, units = facts.table(AREAS), facts.table(PLACES), facts.table(UNITS)
EDGES = (
    "JI AL,JI CPO,JI MRN,JI IND,AL NPO,AL CPO,NPO CPO,NPO HI,CPO HI,CPO MAR,CPO MRN,HI MAR,HI USM,MAR MRN,MAR USM,"
    "MAR SPO,MRN SPO,MRN IND,USM SPO,USM CS,SPO CS,SPO IND,CS IO,IND IO,IND BOB,IO BOB"
)
"""The twenty-six borders."""


def warned(corrections: dict[str, Any]) -> list[str]:
    """The names of the plausibility checks that these corrections fail."""
    return [warning.partition(":")[0] for warning in load(corrections).warnings]


# -- the map -----------------------------------------------------------------------------------------------


@pytest.mark.clause("2.1")
def test_thirteen_areas_eight_ports_fourteen_bases() -> None:
    assert tuple(areas) == AREA_IDS
    assert len(areas) == 13
    kinds = Counter((place.kind, place.start_control) for place in places.values())
    assert kinds == {("port", "japan"): 3, ("base", "japan"): 4, ("port", "allies"): 5, ("base", "allies"): 10}
    assert tuple(place.id for place in places.values() if place.kind == "port") == PORT_IDS


@pytest.mark.clause("6.22")
def test_borders() -> None:
    rows = facts.table(BORDERS)
    assert len(rows) == 78
    assert [row.id.replace("_", " ") for row in rows.values() if row.adjacent] == EDGES.split(",")
    near = neighbours(facts)
    assert all(area in near[other] for area in near for other in near[area])
    assert max(steps(facts, first, second) for first in AREA_IDS for second in AREA_IDS) == 4


@pytest.mark.clause("2.11", "2.12")
def test_new_guinea_is_two_bases_and_the_philippines_one() -> None:
    assert set(places["lae"].touches) == {"south_pacific_ocean", "indonesia"}
    assert set(places["port_moresby"].touches) == {"indian_ocean", "coral_sea"}
    assert set(places["philippines"].touches) == {"indonesia", "marianas_islands"}
    assert places["truk"].touches == ("marshall_islands", "marianas_islands", "south_pacific_ocean")


@pytest.mark.clause("2.5")
def test_points_of_control() -> None:
    found = {area.abbrev: (area.poc_japan, area.poc_allies) for area in areas.values()}
    assert found == {
        "JI": (3, 3),
        "AL": (0, 0),
        "NPO": (1, 1),
        "CPO": (1, 1),
        "HI": (1, 3),
        "MAR": (1, 1),
        "MRN": (2, 2),
        "USM": (1, 2),
        "SPO": (2, 1),
        "CS": (1, 2),
        "IND": (3, 1),
        "IO": (1, 0),
        "BOB": (1, 1),
    }


@pytest.mark.clause("4.6", "11.21", "11.22", "11.23")
def test_repair_points() -> None:
    rows = {port: (row.side, row.points) for port, row in facts.table(REPAIRS).items()}
    assert rows == {
        "yokosuka": ("japan", (6,) * 9),
        "pearl_harbor": ("allies", (0, 3, 6, 9, 12, 15, 15, 15, 15)),
        "australia": ("allies", (1,) * 9),
        "ceylon": ("allies", (1,) * 9),
    }


@pytest.mark.clause("4.7")
def test_turns() -> None:
    assert [row.date for row in facts.table(TURNS).values()] == [
        *("Dec 1941", "May 1942", "Sep 1942", "Jan 1943", "Jun 1943", "Jan 1944", "May 1944", "Nov 1944", "1945")
    ]


# -- the counters ------------------------------------------------------------------------------------------

COUNTS = """
 172 200
side=japan 62 71
nation=us 85 118
nation=britain 22 11
nation=australia 2 0
nation=netherlands 1 0
side=japan|arrival_turn=1 47 45
side=japan|arrival_turn=1|kind=battleship 10 0
side=japan|arrival_turn=1|kind=carrier 9 27
side=japan|arrival_turn=1|kind=cruiser 20 0
side=japan|kind=lba 6 18
side=allies|kind=lba|turn_upto=1 2 4
side=allies|kind=lba|turn_upto=2 4 8
side=allies|kind=lba|turn_upto=3 6 12
side=allies|kind=lba|turn_upto=6 10 20
arrival_place=pearl_harbor|arrival_turn=1 11 2
arrival_place=pearl_harbor|arrival_turn=2 6 4
arrival_place=ceylon|arrival_turn=2 8 4
arrival_place=yokosuka|arrival_turn=2 3 5
arrival_place=uncertain_w 4 4
arrival_place=uncertain_x 4 4
arrival_place=uncertain_y 1 4
arrival_place=uncertain_z 4 8
kind=submarine 2 0
"""


@pytest.mark.clause("3.1", "3.3", "4.2", "4.3")
@pytest.mark.parametrize("row", [line.rsplit(" ", 2) for line in COUNTS.splitlines() if line])
def test_vp_01_counters(row: list[str]) -> None:
    wanted = dict(term.split("=") for term in row[0].split("|") if term)
    upto = int(wanted.pop("turn_upto", "9"))
    those = [
        unit
        for unit in units.values()
        if unit.arrival_turn <= upto and all(str(getattr(unit, field)) == value for field, value in wanted.items())
    ]
    assert (len(those), sum(unit.airstrike or 0 for unit in those)) == (int(row[1]), int(row[2]))


@pytest.mark.clause("4.2")
@pytest.mark.parametrize(
    ("unit", "factors"),
    [
        ("kongo", "436"),
        ("yamato", "695"),
        ("akagi", "146+4"),
        ("zuiho", "005+2"),
        ("mogami", "1+18"),
        ("21_air_flotilla", "34*"),
        ("yokosuka_nlf", "033"),
        ("south_dakota", "5+65"),
        ("iowa", "5+97"),
        ("essex", "137+4"),
        ("5th_af", "24*"),
        ("1st_marines", "043"),
        ("hermes", "1241"),
        ("victorious", "0272"),
        ("shinano", "1953"),
        ("f_boat", "F-Boat"),
    ],
)
def test_factors_by_class_code(unit: str, factors: str) -> None:
    assert class_code(units[unit]) == factors


@pytest.mark.clause("3.2")
def test_one_submarine_a_side() -> None:
    subs = {
        unit.id: (unit.side, unit.gunnery, unit.gunnery_bonus) for unit in units.values() if unit.kind == "submarine"
    }
    assert subs == {"i_boat": ("japan", 1, True), "f_boat": ("allies", 1, True)}


@pytest.mark.clause("4.4", "4.42", "17.21", "17.23")
def test_removals() -> None:
    rows = {ship: row.turn for ship, row in facts.table(REMOVALS).items() if row.turn}
    assert rows == {
        "formidable": 4,
        "indomitable": 4,
        "warspite": 5,
        "victorious": 6,
        "resolution": 6,
        "revenge": 6,
        "ramillies": 7,
        "royal_sovereign": 7,
    }
    assert set(facts.table(REMOVALS)) == {unit.id for unit in units.values() if unit.nation == "britain"}
    assert (units["victorious"].arrival_turn, units["victorious"].arrival_place) == (5, "pearl_harbor")


@pytest.mark.parametrize(("title", "turn", "fleets"), FLEETS)
def test_the_data_cover_the_published_fleets(title: str, turn: int, fleets: tuple[str, str]) -> None:
    for side, fleet in zip(("japan", "allies"), fleets, strict=True):
        those = [unit for unit in units.values() if unit.side == side]
        assert missing_counters(those, turn, fleet) == "", title
        assert missing_counters(those, turn, "99x444").startswith("99 of 444, not ")
    assert missing_counters([], turn, "2x695") == "2 of 695, not 0"


# -- marks, checks and corrections -------------------------------------------------------------------------


def test_every_figure_has_a_mark_and_a_source() -> None:
    figures = list(facts.figures())
    assert len(figures) == 2636
    assert all(figure.mark in MARKS and figure.source for figure in figures)
    marks = {(figure.id, figure.field): figure.mark for figure in figures}
    assert (marks["yamato", "gunnery"], marks["yamato", "arrival_turn"]) == ("found", "reconstructed")
    assert (marks["pearl_harbor", "turn_3"], marks["JI_AL", "adjacent"]) == ("rules", "derived")
    assert (marks["kure_nlf", "name"], marks["hawaiian_islands", "poc_japan"]) == ("reconstructed",) * 2


def test_the_figures_are_plausible() -> None:
    assert facts.warnings == ()
    assert [check.name for check in CHECKS] == [f"C{n}" for n in range(1, 8)] + [f"V{n}" for n in range(1, 20)]


DOUBTS: list[tuple[str, dict[str, Any]]] = [
    ("C1", {"areas": {"indonesia": {"poc_japan": 2}}}),
    ("C2", {"areas": {"coral_sea": {"poc_allies": 1}}}),
    ("C3", {"areas": {"hawaiian_islands": {"poc_allies": 2}}}),
    ("C4", {"areas": {"hawaiian_islands": {"poc_allies": 2}}}),
    ("C5", {"areas": {"marianas_islands": {"poc_japan": 1}}}),
    ("C6", {"areas": {"aleutian_islands": {"poc_allies": 2}}}),
    ("C7", {"areas": {area: {"poc_japan": 0, "poc_allies": 0} for area in ("hawaiian_islands", "us_mandate")}}),
    ("V1", {"areas": {"indian_ocean": {"poc_japan": 0}}}),
    ("V2", {"areas": {"indonesia": {"start_control": "japan"}}}),
    ("V3", {"borders": {"JI_HI": {"adjacent": True}}}),
    ("V4", {"borders": {"SPO_CS": {"adjacent": False}}}),
    ("V5", {"places": {"midway": {"area_1": "hawaiian_islands"}}}),
    ("V6", {"places": {"lae": {"area_2": ""}}}),
    ("V7", {"places": {"saipan": {"start_control": "allies"}}}),
    ("V8", {"repairs": {"pearl_harbor": {"turn_6": 14}}}),
    ("V9", {"units": {"hosho": {"arrival_turn": 2}}}),
    ("V10", {"units": {"zuiho": {"speed": 4}}}),
    ("V11", {"units": {"mogami": {"armor": 2}}}),
    ("V12", {"units": {"kure_nlf": {"arrival_turn": 5}}}),
    ("V13", {"units": {"houston": {"arrival_place": "indonesia"}}}),
    ("V14", {"units": {"13th_af": {"arrival_turn": 4}}}),
    ("V15", {"units": {"essex": {"arrival_turn": 7}}}),
    ("V16", {"units": {"howe": {"speed": 5}}}),
    ("V17", {"units": {"musashi": {"arrival_turn": 7}}}),
    ("V18", {"removals": {"exeter": {"turn": 5}}}),
    ("V19", {"units": {"quincy": {"gunnery": 0}}}),
]


@pytest.mark.parametrize(("check", "corrections"), DOUBTS, ids=[check for check, _ in DOUBTS])
def test_implausible_figures_give_a_warning(check: str, corrections: dict[str, Any]) -> None:
    assert check in warned(corrections)


def test_every_check_is_tested() -> None:
    assert [check for check, _ in DOUBTS] == [check.name for check in CHECKS]


@pytest.mark.parametrize(
    ("table", "row", "fields", "text"),
    [
        ("units", "nagato", {"kind": "carrier"}, "cannot change: the rules give it"),
        ("units", "nagato", {"nation": "us"}, "cannot change: the rules give it"),
        ("places", "truk", {"kind": "base"}, "cannot change: the rules give it"),
        ("repairs", "ceylon", {"side": "japan"}, "cannot change: the rules give it"),
        ("units", "nagato", {"gunnery": ""}, "needs a gunnery"),
        ("units", "nagato", {"gunnery": 10}, "whole number from 0 to 9"),
        ("units", "nagato", {"defence": 4}, "has no defence"),
        ("units", "nagato", {"airstrike": 1}, "all others none"),
        ("units", "akagi", {"airstrike": 0, "airstrike_bonus": False}, "all others none"),
        ("units", "5th_af", {"airstrike_bonus": True}, "cannot have a bonus"),
        ("units", "5th_af", {"speed": 3}, "has no speed"),
        ("units", "1st_marines", {"gunnery": 1}, "cannot fire"),
        ("units", "i_boat", {"gunnery": 2}, "must have one shot"),
        ("units", "i_boat", {"gunnery_bonus": False}, "must strike with the bonus"),
        ("units", "zuiho", {"gunnery_bonus": True}, "gunnery of zero"),
        ("units", "yamato", {"arrival_place": "truk"}, "cannot arrive at truk"),
        ("units", "wasp", {"arrival_place": "uncertain_w"}, "cannot arrive at uncertain_w"),
        ("units", "5th_af", {"arrival_place": "uncertain_w"}, "cannot arrive at uncertain_w"),
        ("units", "warspite", {"arrival_place": "pearl_harbor"}, "allowed: ceylon"),
        ("borders", "JI_AL", {"second": "coral_sea"}, "must be about japanese_islands and aleutian_islands"),
        ("areas", "coral_sea", {"abbrev": "SPO"}, "both called SPO"),
        ("areas", "coral_sea", {"start_control": "us"}, "one of japan, allies, none"),
        ("places", "truk", {"area_2": "marshall_islands"}, "same sea area twice"),
        ("places", "truk", {"area_2": ""}, "no second"),
        ("places", "truk", {"area_1": ""}, "this is empty"),
        ("removals", "warspite", {"turn": 2}, "arrives on turn 2"),
        ("removals", "warspite", {"turn": 10}, "whole number from 0 to 9"),
        ("units", "us_yorktown", {"gunnery": 4}, "no row of units"),
    ],
)
def test_figures_that_break_the_rules_are_refused(table: str, row: str, fields: dict[str, Any], text: str) -> None:
    with pytest.raises(FactsError, match=text):
        load({table: {row: fields}})


def test_a_sea_cut_off_from_the_others_is_refused() -> None:
    cut = {border: {"adjacent": False} for border in ("IND_BOB", "IO_BOB")}
    with pytest.raises(FactsError, match="no way to bay_of_bengal"):
        load({"borders": cut})


@pytest.mark.parametrize(
    ("table", "row", "field", "value"),
    [
        ("units", "yamato", "armor", 8),
        ("units", "wasp", "arrival_turn", 4),
        ("areas", "hawaiian_islands", "poc_japan", 2),
        ("places", "kwajalein", "area_2", "central_pacific_ocean"),
        ("borders", "MAR_HI", "adjacent", False),
        ("borders", "HI_MAR", "adjacent", False),
        ("removals", "repulse", "turn", 3),
        ("repairs", "yokosuka", "turn_2", 7),
    ],
)
def test_corrections_by_owners_take_effect(table: str, row: str, field: str, value: Any) -> None:
    corrections = {table: {row: {field: value}}}
    if row == "MAR_HI":
        with pytest.raises(FactsError, match="no row of borders"):
            load(corrections)
        return
    corrected = load(corrections)
    assert getattr(corrected.table(table)[row], field) == value
    assert corrected.corrections == corrections
    assert corrected.digest() != facts.digest()
    figure = next(one for one in corrected.figures() if (one.table, one.id, one.field) == (table, row, field))
    assert (figure.mark, figure.corrected) == ("corrected", True)
    assert figure.source.startswith("correction of ")


def test_a_corrected_border_holds_both_ways() -> None:
    near = neighbours(load({"borders": {"HI_MAR": {"adjacent": False}}}))
    assert "hawaiian_islands" not in near["marshall_islands"]
    assert "marshall_islands" not in near["hawaiian_islands"]


def test_corrections_take_effect_in_play() -> None:
    corrections: dict[str, Any] = {
        "units": {"yamato": {"gunnery": 7, "arrival_turn": 2}},
        "removals": {"repulse": {"turn": 2}},
        "areas": {"hawaiian_islands": {"poc_japan": 2}},
        "borders": {"HI_MAR": {"adjacent": False}},
    }
    rules = GAME.rules(None, corrections)
    pieces, unit, area = rules.pieces, UNIT_DOMAIN.index["yamato"], AREA_DOMAIN.index["hawaiian_islands"]
    assert (pieces.gunnery[unit], pieces.arrival[unit], pieces.worth[0][area]) == (7, 2, 2)
    assert pieces.removals[1] == (UNIT_DOMAIN.index["repulse"],)
    assert not pieces.borders[area] >> AREA_DOMAIN.index["marshall_islands"] & 1
    view = rules.new().view("public")
    assert "yamato" in view["units"]["japan"]["due_2"]
    assert view["corrections"] == corrections
