"""The figures of Hold Fast: the map, the blocks, the constraints H1 to H13, and corrections."""

from collections import Counter
from typing import Any

import pytest

from ironbottom.board.seas import areas_by_distance
from ironbottom.engine.data.corrections import FactsError
from ironbottom.engine.data.facts import MARKS
from ironbottom.games.hold_fast.data.facts import load
from ironbottom.games.hold_fast.data.plausibility import ALLIED_SEAS, CHECKS, JAPANESE_SEAS
from ironbottom.games.hold_fast.data.tables import AREAS, FIRES_IN, PLACES, POINTS, PORTS, UNITS, VARIANTS
from ironbottom.games.hold_fast.data.validate import identity
from ironbottom.games.hold_fast.pieces import AREAS as SEAS
from ironbottom.games.hold_fast.pieces import Pieces

areas, places, units = load().table(AREAS), load().table(PLACES), load().table(UNITS)
OPTIONS = {
    "setup": "base",
    "block_memory": "on",
    "task_force_decoys": "off",
    "air_raid": "off",
    "neutral_areas": "stop",
    "torpedoed_ships": "port",
    "transports_at_sea_defend": "no",
    "submarine_placement": "after_all_moves",
}


def warned(corrections: dict[str, Any]) -> list[str]:
    """The names of the plausibility checks that these corrections fail."""
    return [warning.partition(":")[0] for warning in load(corrections).warnings]


# -- the map -----------------------------------------------------------------------------------------------


@pytest.mark.clause("1.1.1", "1.1.2")
def test_twelve_areas_with_24_mutual_borders() -> None:
    assert len(areas) == 12
    assert sum(len(area.adjacent) for area in areas.values()) == 48
    for area in areas.values():
        assert area.id not in area.adjacent
        assert all(area.id in areas[other].adjacent for other in area.adjacent)
    borders = Pieces(load(), OPTIONS).borders
    reached = [ring.bit_count() for ring in areas_by_distance(borders, 1 << SEAS.index["bay_of_bengal"])]
    assert sum(reached) == 12


def test_control_at_the_start() -> None:
    control = {area.id: area.start_control for area in areas.values()}
    assert {area for area in control if control[area] == "japan"} == set(JAPANESE_SEAS)
    assert {area for area in control if control[area] == "allies"} == set(ALLIED_SEAS)
    assert {area for area in control if control[area] == "none"} == {"central_pacific_ocean", "north_pacific_ocean"}


@pytest.mark.clause("1.1.1")
def test_victory_points() -> None:
    assert sum(area.vp_japan for area in areas.values()) == 22
    assert sum(area.vp_allies for area in areas.values()) == 19
    assert min(min(area.vp_japan, area.vp_allies) for area in areas.values()) == 1


@pytest.mark.clause("1.1.3", "1.1.5")
def test_eight_ports_and_fourteen_bases() -> None:
    ports = [place for place in places.values() if place.kind == "port"]
    assert tuple(place.id for place in ports) == PORTS
    assert Counter(place.start_control for place in ports) == {"japan": 3, "allies": 5}
    assert (len(places), all(place.touches for place in places.values())) == (22, True)
    repairs = Counter[str]()
    for place in places.values():
        repairs[place.start_control] += place.repair
    assert repairs == {"japan": 7, "allies": 15}


def test_which_areas_places_touch() -> None:
    assert places["pearl_harbor"].touches == ("hawaiian_islands",)
    assert set(places["truk"].touches) == {"solomon_sea", "philippines_sea", "marshall_islands"}
    assert "coral_sea" in places["guadalcanal"].touches
    assert "solomon_sea" in places["lae"].touches
    assert places["kwajalein"].touches == places["maloelap"].touches == ("marshall_islands",)


# -- the blocks --------------------------------------------------------------------------------------------


@pytest.mark.clause("2.0.1", "3.0.1", "3.0.2")
def test_block_totals() -> None:
    blocks = [unit for unit in units.values() if unit.kind != "task_force"]
    assert Counter(unit.side for unit in blocks if unit.arrival_turn) == {"japan": 47, "allies": 71}
    assert Counter(unit.kind for unit in units.values())["task_force"] == 2
    assert all(1 <= unit.sp <= 4 for unit in blocks)
    assert Counter((unit.side, unit.label) for unit in blocks) == {
        ("japan", "red"): 47,
        ("allies", "green"): 67,
        ("allies", "tan"): 6,
    }


@pytest.mark.clause("3.1.1", "3.2.1", "3.3.1", "3.4.1", "3.6.1", "3.7.1")
def test_hit_numbers_and_fire_by_kind() -> None:
    hit = {"battleship": 6, "cruiser": 5, "transport": 6, "land_based_air": 6, "submarine": None, "task_force": None}
    for unit in units.values():
        assert unit.fires_in == FIRES_IN[unit.kind]
        assert unit.hit_number == hit[unit.kind] if unit.kind in hit else unit.hit_number in (4, 5, 6)
        assert (unit.dice is None) == (unit.kind == "transport")
        assert identity(unit.id) == (unit.side, unit.kind)


@pytest.mark.clause("3.0.2")
def test_dice_of_the_examples() -> None:
    found = {"j_yamato": 6, "j_kongo": 3, "j_akagi": 4, "j_land_based_air_1": 3, "j_submarine": 2}
    found |= {"a_tennessee": 4, "a_intrepid": 4, "a_land_based_air_1": 2, "a_submarine": 2}
    assert {unit: units[unit].dice for unit in found} == found
    assert (units["a_wisconsin"].dice or 0) + (units["a_cruiser_1"].dice or 0) == 9
    assert (units["a_intrepid"].sp, units["a_intrepid"].hit_number) == (3, 5)


@pytest.mark.clause("5.0.1")
def test_resource_points() -> None:
    rows = load().table(POINTS).values()
    assert [row.allies_rp for row in rows] == [3, 5, 7, 9, 11, 13, 15, 15]
    assert {row.japan_rp for row in rows} == {7}


@pytest.mark.clause("4.0.1")
@pytest.mark.parametrize(
    ("setup", "unit", "turn", "place"),
    [
        ("base", "a_california", 5, "pearl_harbor"),
        ("B", "a_california", 1, "pearl_harbor"),
        ("B", "a_submarine", 2, "pearl_harbor"),
        ("C", "j_transport_2", 1, "yokosuka"),
        ("C", "a_submarine", 1, "pearl_harbor"),
        ("BC", "j_land_based_air_6", 2, "yokosuka"),
    ],
)
def test_variants_of_the_set_up(setup: str, unit: str, turn: int, place: str) -> None:
    from ironbottom.games.hold_fast.pieces import PLACES as ALL_PLACES
    from ironbottom.games.hold_fast.pieces import UNITS as ALL_UNITS

    arrival = Pieces(load(), {**OPTIONS, "setup": setup}).arrival[ALL_UNITS.index[unit]]
    assert (arrival.turn, ALL_PLACES.ids[arrival.place]) == (turn, place)


def test_variants_name_units() -> None:
    for row in load().table(VARIANTS).values():
        assert row.unit in units


# -- marks, checks and corrections -------------------------------------------------------------------------


def test_every_figure_has_a_mark_and_a_source() -> None:
    figures = list(load().figures())
    assert len(figures) > 1_500
    assert all(figure.mark in MARKS and figure.source for figure in figures)
    marks = {(figure.id, figure.field): figure.mark for figure in figures if figure.table == "units"}
    assert (marks["j_yamato", "dice"], marks["j_yamato", "sp"]) == ("rules", "reconstructed")


def test_the_figures_are_plausible() -> None:
    assert load().warnings == ()
    assert [check.name for check in CHECKS] == [f"H{number}" for number in range(1, 14)]


@pytest.mark.parametrize(
    ("check", "corrections"),
    [
        ("H1", {"areas": {"central_pacific_ocean": {"start_control": "allies"}}}),
        ("H2", {"places": {"pearl_harbor": {"touches": ["hawaiian_islands", "central_pacific_ocean"]}}}),
        ("H4", {"places": {"lae": {"touches": ["south_china_sea"]}}}),
        ("H5", {"resource_points": {"3": {"allies_rp": 9}}}),
        ("H6", {"areas": {"coral_sea": {"vp_japan": 4}}}),
        ("H7", {"places": {"truk": {"repair": 3}}}),
        ("H8", {"units": {"j_akagi": {"dice": 5}}}),
        ("H9", {"units": {"a_intrepid": {"sp": 2}}}),
        ("H10", {"units": {"j_nagato": {"hit_number": 5}}}),
        ("H11", {"units": {"a_wisconsin": {"dice": 7}}}),
        ("H12", {"units": {unit: {"arrival_turn": 2} for unit in ("j_nagato", "j_mutsu")}}),
        ("H13", {"units": {"j_kongo": {"name": "Kongou"}}}),
    ],
)
def test_implausible_figures_give_a_warning(check: str, corrections: dict[str, Any]) -> None:
    assert check in warned(corrections)


def test_h3_warns_of_other_routes_from_pearl_harbor() -> None:
    cut = {"hawaiian_islands": {"adjacent": ["north_pacific_ocean", "central_pacific_ocean", "south_pacific_ocean"]}}
    cut |= {
        "marshall_islands": {
            "adjacent": ["central_pacific_ocean", "south_pacific_ocean", "solomon_sea", "philippines_sea"]
        }
    }
    assert "H3" in warned({"areas": cut})


@pytest.mark.parametrize(
    ("table", "row", "fields", "text"),
    [
        ("units", "j_nagato", {"kind": "carrier"}, "cannot be a carrier"),
        ("units", "j_nagato", {"side": "allies"}, "block of japan"),
        ("units", "j_nagato", {"sp": 0}, "strength of 1 to 4"),
        ("units", "j_nagato", {"sp": 5}, "whole number from 0 to 4"),
        ("units", "j_nagato", {"dice": 0}, "at least one die"),
        ("units", "j_transport_1", {"dice": 3}, "rolls its strength"),
        ("units", "j_nagato", {"hit_number": ""}, "has no hit number"),
        ("units", "j_nagato", {"fires_in": "air"}, "fires in surface"),
        ("units", "j_nagato", {"place": "none"}, "has no place"),
        ("units", "j_task_force_1", {"place": "truk"}, "belong to an option"),
        ("areas", "coral_sea", {"adjacent": ["solomon_sea"]}, "write both or none"),
        (
            "areas",
            "coral_sea",
            {"adjacent": ["solomon_sea", "south_pacific_ocean", "indian_ocean", "coral_sea"]},
            "adjacent to itself",
        ),
        ("places", "truk", {"kind": "base"}, "cannot be a base"),
        ("places", "truk", {"repair": 0}, "a port must repair"),
        ("places", "truk", {"touches": []}, "this is empty"),
        ("variants", "B_a_arizona", {"unit": "a_idaho"}, "named after its variant"),
    ],
)
def test_figures_that_break_the_rules_are_refused(table: str, row: str, fields: dict[str, Any], text: str) -> None:
    with pytest.raises(FactsError, match=text):
        load({table: {row: fields}})


def test_a_sea_cut_off_from_the_others_is_refused() -> None:
    north = ("north_pacific_ocean", "japanese_islands")
    cut = {
        area.id: {"adjacent": [other for other in area.adjacent if (other in north) == (area.id in north)]}
        for area in areas.values()
    }
    with pytest.raises(FactsError, match="no way to"):
        load({"areas": cut})


def test_a_correction_takes_effect_in_play() -> None:
    corrected = Pieces(load({"units": {"j_yamato": {"dice": 9}}}), OPTIONS)
    from ironbottom.games.hold_fast.pieces import UNITS as ALL_UNITS

    assert corrected.dice[ALL_UNITS.index["j_yamato"]] == 9
