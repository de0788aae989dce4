"""The figures of Pacific Fury: PF-01, the constraints C1 to C13, the map, the track and the event tables."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from ironbottom.engine.data.corrections import FactsError
from ironbottom.engine.data.facts import MARKS, Figure
from ironbottom.games.pacific_fury.data.facts import DATA, load
from ironbottom.games.pacific_fury.data.plausibility import CHECKS, mean_hits
from ironbottom.games.pacific_fury.data.tables import (
    CARRIERS,
    EVENTS,
    GUNS,
    SHIPS,
    TRACK,
    UNITS,
    ZONES,
    Box,
    EventRow,
    Unit,
    Zone,
)

units = load().table(UNITS)
zones = load().table(ZONES)
track = load().table(TRACK)
events = load().table(EVENTS)


def count(**wanted: str | tuple[str, ...]) -> int:
    """The number of counters with these values."""
    return sum(
        all(
            getattr(unit, field) in (values if isinstance(values, tuple) else (values,))
            for field, values in wanted.items()
        )
        for unit in units.values()
    )


def correct(table: str, row: str, **fields: Any) -> dict[str, Any]:
    """A correction of one row."""
    return {table: {row: fields}}


# -- PF-01, the counters -------------------------------------------------------------------------------


@pytest.mark.clause("2.0")
def test_pf_01_there_are_56_counters() -> None:
    assert len(units) == 56
    assert count(kind=SHIPS) == 47
    assert count(kind=SHIPS, side="japan") == 28
    assert count(kind=SHIPS, side="allies") == 19
    assert count(kind="transport", side="japan") == 2
    assert count(kind="transport", side="allies") == 2
    assert count(kind="tokyo_express", side="japan") == 1
    assert count(kind="marker") == 4


@pytest.mark.clause("2.2", "2.2.2")
def test_pf_01_every_counter_is_a_unit_or_one_of_four_markers() -> None:
    assert [unit.id for unit in units.values() if unit.kind == "marker"] == [
        "mk_initiative",
        "mk_turn",
        "mk_operation_japan",
        "mk_operation_us",
    ]
    assert count(kind=(*SHIPS, "transport", "tokyo_express")) == 52


def test_pf_01_start_places() -> None:
    assert count(start="truk") == 27
    assert count(start="truk", kind=SHIPS) == 25
    assert [unit.name for unit in units.values() if unit.start == "reserve"] == ["Yamato", "Junyo", "Hiyo"]
    assert count(start="espiritu_santo") == 18
    assert [unit.name for unit in units.values() if unit.start == "turn_2"] == ["Hornet"]
    assert {unit.id for unit in units.values() if unit.start == "off_map"} == {
        "ijn_tokyo_express",
        "us_transports_1",
        "us_transports_2",
    }
    assert {side: count(side=side, start="truk") for side in ("japan", "allies")} == {
        "japan": 27,
        "allies": 0,
    }


def test_pf_01_markers_start_at_us_1_turn_1_and_operation_1() -> None:
    assert units["mk_initiative"].start == "track_1"
    assert track["1"].label == "US:1"
    assert units["mk_turn"].start == "turn_1"
    assert units["mk_operation_japan"].start == units["mk_operation_us"].start == "operation_1"


def test_pf_01_air_strength_at_the_start_is_6_against_6() -> None:
    strength: Counter[str] = Counter()
    for unit in units.values():
        strength[unit.start] += unit.aircraft_icons or 0
    assert (strength["truk"], strength["espiritu_santo"]) == (6, 6)


def test_gun_ships_by_kind_and_start() -> None:
    assert count(side="japan", start="truk", kind="battleship") == 6
    assert count(side="japan", kind="cruiser") == 15
    assert count(side="allies", kind="battleship") == 3
    assert count(side="allies", kind="cruiser") == 12


def test_nations_and_sides() -> None:
    assert Counter((unit.side, unit.nation) for unit in units.values()) == {
        ("japan", "japan"): 31,
        ("allies", "us"): 20,
        ("allies", "australia"): 1,
        ("none", "none"): 2,
        ("japan", "none"): 1,
        ("allies", "none"): 1,
    }
    assert units["us_australia"].nation == "australia"


@pytest.mark.clause("2.2.1")
def test_units_show_factors_icons_and_anchors() -> None:
    for unit in units.values():
        both = (unit.combat_factor, unit.combat_factor_b)
        if unit.kind in SHIPS:
            assert all(1 <= factor <= 6 for factor in both if factor is not None)
            assert None not in (*both, unit.defence_factor, unit.defence_factor_b, unit.aircraft_icons)
            assert unit.factor_colour == ("blue" if unit.kind in CARRIERS else "black")
        else:
            assert both == (None, None)
            assert unit.factor_colour == "none"
        icons = {"carrier": 2, "light_carrier": 1, "marker": None}.get(unit.kind, 0)
        assert unit.aircraft_icons == icons


FACTOR_SETS = {
    "ijn_yamato": (5, 4, 5, 5),
    "ijn_nagato": (4, 3, 4, 3),
    "ijn_kongo": (3, 2, 4, 2),
    "ijn_shokaku": (4, 2, 4, 2),
    "ijn_ryujo": (2, 0, 2, 0),
    "ijn_junyo": (3, 1, 3, 1),
    "ijn_atago": (3, 1, 3, 1),
    "ijn_aoba": (2, 1, 2, 1),
    "us_enterprise": (4, 2, 4, 2),
    "us_wasp": (4, 1, 4, 1),
    "us_washington": (4, 3, 4, 3),
    "us_san_francisco": (2, 1, 3, 1),
    "us_chester": (2, 1, 2, 1),
}


@pytest.mark.parametrize("unit", FACTOR_SETS)
def test_factor_sets_a_and_b(unit: str) -> None:
    row = units[unit]
    both = (row.combat_factor, row.defence_factor, row.combat_factor_b, row.defence_factor_b)
    assert both == FACTOR_SETS[unit]


def test_set_b_differs_from_set_a_in_eight_ships() -> None:
    def factors(unit: Unit, suffix: str) -> tuple[Any, Any]:
        return getattr(unit, f"combat_factor{suffix}"), getattr(unit, f"defence_factor{suffix}")

    different = {unit.id for unit in units.values() if factors(unit, "") != factors(unit, "_b")}
    kongo_class = {"ijn_kongo", "ijn_haruna", "ijn_hiei", "ijn_kirishima"}
    assert different == kongo_class | {"us_new_orleans", "us_san_francisco", "us_minneapolis", "ijn_yamato"}


# -- C1 to C13 -----------------------------------------------------------------------------------------


def test_shipped_figures_are_plausible() -> None:
    assert load().warnings == ()
    assert [check.name for check in CHECKS[:13]] == [f"C{number}" for number in range(1, 14)]


IMPLAUSIBLE = [
    ("C1", correct("units", "us_hornet", defence_factor=1)),
    ("C1", correct("units", "ijn_ryujo", defence_factor_b=1)),
    ("C2", correct("units", "ijn_zuiho", kind="carrier")),
    ("C3", correct("units", "ijn_ryujo", aircraft_icons=2)),
    ("C3", correct("units", "us_wasp", kind="light_carrier", aircraft_icons=1)),
    ("C4", correct("units", "ijn_zuiho", aircraft_icons=2)),
    ("C5", correct("units", "us_saratoga", combat_factor=3)),
    (
        "C6",
        {
            "units": {
                unit.id: {"combat_factor_b": 3}
                for unit in units.values()
                if unit.kind in GUNS and unit.combat_factor_b == 4
            }
        },
    ),
    ("C7", {"units": {unit: {"defence_factor": 1} for unit in ("ijn_ryujo", "ijn_zuiho")}}),
    ("C8", correct("units", "ijn_tokyo_express", combat_factor=1)),
    ("C8", correct("units", "us_transports_1", defence_factor=1)),
    (
        "C9",
        {"units": {unit.id: {"start": "reserve"} for unit in list(units.values())[:13] if unit.kind in GUNS}},
    ),
    (
        "C10",
        {
            "units": {
                unit.id: {"combat_factor": 5} for unit in units.values() if unit.side == "japan" and unit.kind in GUNS
            }
        },
    ),
    ("C11", correct("units", "us_hornet", start="espiritu_santo")),
    ("C12", correct("units", "ijn_shokaku", combat_factor=5)),
    ("C13", correct("units", "ijn_hiei", kind="cruiser")),
    ("C13", correct("units", "ijn_hiei", combat_factor=4)),
    ("every ship can hit", correct("units", "us_chester", combat_factor=0)),
    ("track values", correct("initiative_track", "3", henderson_cf=2)),
    ("track values", correct("initiative_track", "0", hits_to_disrupt=2)),
    ("track air cover", correct("initiative_track", "-2", cap_icons=2)),
    ("track sides", correct("initiative_track", "0", initiative_at_turn_start="japan")),
    (
        "four links",
        {
            "zones": {
                "the_slot": {"adjacent": ["ironbottom_sound", "eastern_solomons"]},
                "eastern_solomons": {"adjacent": ["the_slot", "ironbottom_sound", "south_pacific_ocean"]},
            }
        },
    ),
    ("carriers stay out", correct("zones", "ironbottom_sound", entry_types=["A", "B", "C"])),
    (
        "strikes reach adjacent zones",
        correct("zones", "the_slot", air_strike_from=["eastern_solomons"]),
    ),
    (
        "one event repeats",
        {"events": {row: {"repeatable": True} for row in ("japan_4", "japan_5")}},
    ),
]


@pytest.mark.parametrize(("name", "corrections"), IMPLAUSIBLE)
def test_implausible_figures_warn_with_the_name_of_the_check(name: str, corrections: dict[str, Any]) -> None:
    assert name in [warning.partition(":")[0] for warning in load(corrections).warnings]


def test_every_check_gives_its_warning() -> None:
    assert {check.name for check in CHECKS} == {name for name, _ in IMPLAUSIBLE}


def test_a_warning_names_the_implausible_figure_and_its_factor_set() -> None:
    found = load(correct("units", "ijn_shokaku", combat_factor_b=5)).warnings
    message = "C12: no carrier has a combat factor above 4, but ijn_shokaku has 5 (factor set B)"
    assert found == (message,)


def test_mean_hits_of_a_die() -> None:
    assert [round(float(mean_hits(factor)), 2) for factor in range(1, 7)] == [0.17, 0.5, 1.0, 1.67, 2.5, 3.5]


# -- map, track, events --------------------------------------------------------------------------------


@pytest.mark.clause("2.1")
def test_four_sea_zones_with_four_mutual_links() -> None:
    assert [zone.id for zone in zones.values() if zone.kind == "sea_zone"] == [
        "the_slot",
        "ironbottom_sound",
        "eastern_solomons",
        "south_pacific_ocean",
    ]
    links = {frozenset((zone.id, other)) for zone in zones.values() for other in zone.adjacent}
    assert links == {
        frozenset(("the_slot", "ironbottom_sound")),
        frozenset(("eastern_solomons", "ironbottom_sound")),
        frozenset(("south_pacific_ocean", "ironbottom_sound")),
        frozenset(("eastern_solomons", "south_pacific_ocean")),
    }
    for zone in zones.values():
        assert all(zone.id in zones[other].adjacent for other in zone.adjacent)


def test_carriers_enter_and_strike_from_the_open_sea_only() -> None:
    open_sea = {"eastern_solomons", "south_pacific_ocean"}
    assert {zone.id for zone in zones.values() if "C" in zone.entry_types} == open_sea
    assert {zone.id: set(zone.air_strike_from) for zone in zones.values() if zone.air_strike_from} == {
        "ironbottom_sound": open_sea,
        "eastern_solomons": {"south_pacific_ocean"},
        "south_pacific_ocean": {"eastern_solomons"},
        "henderson_field": open_sea,
    }


def test_which_type_sorties_where() -> None:
    assert {zone.id: zone.sortie_by for zone in zones.values() if zone.sortie_by} == {
        "the_slot": ("japan:B",),
        "ironbottom_sound": ("initiative:B",),
        "eastern_solomons": ("japan:A", "japan:B", "japan:C"),
        "south_pacific_ocean": ("allies:A", "allies:B", "allies:C"),
    }


def test_which_combat_follows_entering_a_zone() -> None:
    assert {zone.id: zone.combat_on_entry for zone in zones.values() if zone.kind == "sea_zone"} == {
        "the_slot": "surface",
        "ironbottom_sound": "surface",
        "eastern_solomons": "carrier",
        "south_pacific_ocean": "carrier",
    }


@pytest.mark.clause("3.6")
def test_initiative_track() -> None:
    assert [box.position for box in track.values()] == list(range(-5, 6))
    assert [box.label for box in track.values()] == [
        *("J:5", "J:4", "J:3", "J:2", "J:1", "0", "US:1", "US:2", "US:3", "US:4", "US:5"),
    ]
    assert [box.henderson_cf for box in track.values()] == [5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5]
    assert [box.hits_to_disrupt for box in track.values()] == [5, 4, 3, 2, 1, 1, 1, 2, 3, 4, 5]
    assert [box.cap_icons for box in track.values()] == [2, 2, 2, 1, 1, 0, 1, 1, 2, 2, 2]
    assert [box.initiative_at_turn_start for box in track.values()] == ["japan"] * 5 + ["allies"] * 6
    assert [box.side_of_box for box in track.values()] == ["japan"] * 5 + ["none"] + ["allies"] * 5


def test_the_track_is_long_enough_for_every_game() -> None:
    reached, spans = {1}, []
    for _ in range(4):
        step = {box: 1 if box >= 0 else -1 for box in reached}
        reached = {
            box - step[box] * landed + step[box] * held for box in reached for landed in range(3) for held in range(2)
        }
        spans.append((min(reached), max(reached)))
    assert spans == [(-1, 2), (-2, 3), (-3, 4), (-4, 5)]


def test_event_tables() -> None:
    def table(side: str) -> list[tuple[int, str, int, bool]]:
        return [(row.die, row.event, row.hits, row.repeatable) for row in events.values() if row.side == side]

    assert table("japan") == [
        (1, "torpedo", 1, False),
        (2, "torpedo", 2, False),
        (3, "torpedo", 3, False),
        (4, "release_reserve", 0, False),
        (5, "release_reserve", 0, False),
        (6, "bomber_offensive", 0, False),
    ]
    assert table("allies") == [
        (1, "submarine", 0, False),
        (2, "heavy_bombers", 0, True),
        (3, "heavy_bombers", 0, True),
        (4, "heavy_bombers", 0, True),
        (5, "overestimated", 0, False),
        (6, "overestimated", 0, False),
    ]


# -- marks and sources ---------------------------------------------------------------------------------


def figures() -> Iterator[Figure]:
    return load().figures()


def test_every_figure_has_a_mark_and_a_source() -> None:
    found = list(figures())
    assert len(found) == 56 * 11 + 11 * 9 + 11 * 6 + 12 * 6
    for figure in found:
        assert figure.mark in MARKS
        assert figure.source.strip()
        assert not figure.corrected


def marks_of(row: str, *fields: str) -> list[str]:
    marks = {figure.field: figure.mark for figure in figures() if figure.id == row}
    return [marks[field] for field in fields]


def test_marks_of_some_figures() -> None:
    factors = ("combat_factor", "combat_factor_b", "defence_factor", "aircraft_icons", "start")
    reconstructed = ["reconstructed"] * 3
    assert marks_of("ijn_yamato", *factors) == [*reconstructed, "rules", "rules"]
    assert marks_of("us_hornet", *factors) == ["reconstructed", "reconstructed", "rules", "rules", "rules"]
    assert marks_of("us_wasp", *factors) == ["derived", "derived", "reconstructed", "rules", "derived"]
    assert marks_of("3", "henderson_cf", "cap_icons", "label") == ["rules", "reconstructed", "derived"]
    assert marks_of("the_slot", "adjacent", "lon") == ["rules", "reconstructed"]
    assert marks_of("eastern_solomons", "adjacent") == ["derived"]
    assert marks_of("allies_5", "event") == ["rules"]


def test_every_row_type_names_each_column_of_its_file() -> None:
    for table, row in ((UNITS, Unit), (ZONES, Zone), (TRACK, Box), (EVENTS, EventRow)):
        header = (DATA / table.file).read_text(encoding="utf-8").splitlines()[0].split(",")
        assert set(header) == {*row.__struct_fields__, *table.marks, table.source}


# -- invalid structure ---------------------------------------------------------------------------------

BROKEN = [
    (correct("units", "ijn_yamato", side="allies"), "Yamato is a counter of japan"),
    (
        correct("units", "us_wasp", kind="cruiser"),
        "Wasp cannot be a cruiser; allowed: carrier or light_carrier",
    ),
    (correct("units", "us_transports_1", kind="cruiser"), "Transports 1 cannot be a cruiser"),
    (correct("units", "us_chester", nation="japan"), "allowed: us or australia"),
    (correct("units", "us_chester", combat_factor=""), "a cruiser needs a combat_factor"),
    (correct("units", "mk_turn", defence_factor=1), "a marker has no defence_factor"),
    (correct("units", "us_chester", aircraft_icons=1), "1 aircraft icons on a cruiser"),
    (correct("units", "us_wasp", aircraft_icons=0), "0 aircraft icons on a carrier"),
    (correct("units", "us_chester", start="truk"), "Chester cannot start at truk; allowed: espiritu_santo"),
    (correct("units", "ijn_tokyo_express", start="truk"), "Tokyo Express cannot start at truk"),
    (correct("units", "ijn_transports_1", start="turn_2"), "Transports 1 cannot start at turn_2"),
    (correct("units", "mk_turn", start="turn_2"), "Game Turn cannot start at turn_2; allowed: turn_1"),
    (correct("zones", "truk", kind="sea_zone"), "the rules name truk as a base"),
    (
        correct("zones", "the_slot", adjacent=["ironbottom_sound", "eastern_solomons"]),
        "the_slot is adjacent to eastern_solomons, but eastern_solomons not to the_slot; write both or none",
    ),
    (
        correct("zones", "the_slot", adjacent=[]),
        "ironbottom_sound is adjacent to the_slot, but the_slot not to ironbottom_sound",
    ),
    (correct("zones", "the_slot", adjacent=["the_slot"]), "the_slot cannot be adjacent to itself"),
    (
        {"zones": {"truk": {"adjacent": ["the_slot"]}, "the_slot": {"adjacent": ["truk"]}}},
        "the_slot and truk cannot be adjacent; only sea zones are",
    ),
    (correct("zones", "the_slot", combat_on_entry="none"), "entering a sea zone must lead to surface or carrier"),
    (correct("zones", "truk", combat_on_entry="surface"), "entering anything else must not"),
    (correct("zones", "the_slot", entry_types=[], sortie_by=[]), "a sea zone must name the types"),
    (correct("zones", "truk", entry_types=["A"]), "nothing else may"),
    (correct("zones", "the_slot", sortie_by=["japan:C"]), "japan:C may sortie to the_slot, but entry_types"),
    (
        correct("zones", "ironbottom_sound", air_strike_from=["the_slot"]),
        "ironbottom_sound is struck from the_slot, where no carriers may be",
    ),
    (correct("events", "japan_1", die=2), "the row japan_1 must be for the side and the die in its name"),
    (correct("events", "allies_1", event="torpedo"), "torpedo is not an event of allies; allowed: submarine"),
    (correct("events", "japan_1", hits=0), "torpedo with 0 hits"),
    (correct("events", "allies_1", hits=1), "submarine with 1 hits"),
    (correct("events", "allies_3", repeatable=False), "heavy_bombers is repeatable in the row allies_"),
    (
        {"events": {f"japan_{die}": {"event": "bomber_offensive", "hits": 0} for die in range(1, 6)}},
        "japan needs three different events or a repeatable one",
    ),
]


@pytest.mark.parametrize(("corrections", "text"), BROKEN)
def test_broken_structure_is_refused(corrections: dict[str, Any], text: str) -> None:
    with pytest.raises(FactsError) as refused:
        load(corrections)
    assert text in str(refused.value)
    assert refused.value.file == "corrections"
    named = {f"pacific_fury.{table}.{row}" for table, rows in corrections.items() for row in rows}
    assert refused.value.name.rpartition(".")[0] in named


def test_a_new_link_on_both_sides_gives_only_a_warning() -> None:
    both = {
        "zones": {
            "the_slot": {"adjacent": ["ironbottom_sound", "south_pacific_ocean"]},
            "south_pacific_ocean": {"adjacent": ["ironbottom_sound", "eastern_solomons", "the_slot"]},
        }
    }
    facts = load(both)
    assert facts.table(ZONES)["the_slot"].adjacent == ("ironbottom_sound", "south_pacific_ocean")
    assert [warning.partition(":")[0] for warning in facts.warnings] == ["four links"]


def test_figures_without_corrections_are_read_once() -> None:
    assert load() is load(None) is load({})
    assert load(correct("units", "ijn_yamato", combat_factor=6)) is not load()


def test_facts_are_frozen() -> None:
    with pytest.raises(AttributeError):
        units["us_wasp"].side = "japan"  # type: ignore[misc]
    with pytest.raises(TypeError):
        units["us_wasp"] = units["us_hornet"]  # type: ignore[index]
