"""The figures of War in the Pacific: their contents, refusals with file, line and field, and doubts."""

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironbottom.engine.data.corrections import read_corrections
from ironbottom.engine.data.facts import Facts, FactsError, Fault, Table, load_tables
from ironbottom.games.war_in_the_pacific.data import charts, facts, plausibility, tables, validate

Wish = dict[str, Any]


def otherwise(wish: Wish, without: tuple[str, str] = ("", "")) -> Facts:
    """The figures with some changes, or without a row, as the checks receive them; no file is read again."""
    shipped = facts.load()
    rows = {table.name: dict(shipped.table(table)) for table in facts.TABLES}
    for table, rows_wished in wish.items():
        for row, fields in rows_wished.items():
            found = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
            rows[table][row] = msgspec.structs.replace(rows[table][row], **found)
    rows.get(without[0], {}).pop(without[1], None)
    return Facts("war_in_the_pacific", rows, [], {})


def faults(figures: Facts) -> list[Fault]:
    """The structural errors."""
    return [fault for rule in validate.RULES for fault in rule(figures)]


def doubts(figures: Facts) -> list[str]:
    """The plausibility checks that fail."""
    return [check.name for check in plausibility.CHECKS if check.test(figures)]


def put(folder: Path, file: str, old: str, new: str) -> int:
    """Changes a value in a data file; returns the line."""
    text = (folder / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def test_every_figure_has_its_mark_and_source() -> None:
    figures = list(facts.load().figures())
    assert len(figures) == 60_992
    assert {figure.mark for figure in figures} == {"rules", "found", "derived", "reconstructed"}
    assert all(figure.source for figure in figures)
    assert len(facts.TABLES) == 21 + 63 == len({table.name for table in facts.TABLES})


def test_the_shipped_figures_are_plausible() -> None:
    assert facts.load().warnings == ()


@pytest.mark.parametrize(
    ("table", "row", "field", "value", "mark"),
    [
        ("ships", "jp_cv1", "name", "Akagi", "derived"),
        ("ships", "jp_ca11", "defence", 6, "rules"),
        ("ships", "us_cv5", "name", "Yorktown", "found"),
        ("aircraft", "zero", "air_to_air", 6, "reconstructed"),
        ("ground", "jp_7_3", "strength", 7, "rules"),
        ("ground", "jp_2_1", "supply_thirds", 1, "reconstructed"),
        ("places", "B1240", "cargo", 10, "rules"),
        ("terrain", "F1234", "kind", "atoll", "derived"),
        ("hq", "wing", "air_points", 30, "derived"),
        ("hq", "division", "air_points", 100, "found"),
        ("coastal_guns", "corregidor", "strength", 20, "rules"),
        ("coastal_guns", "wake", "strength", 6, "reconstructed"),
        ("victory_points", "air_carrier", "points", 3, "reconstructed"),
        ("victory_points", "sf", "points", 100, "rules"),
        ("deployment", "42-001-01", "unit", "CV", "rules"),
        ("pipeline", "hexes_8", "thruput", 50, "derived"),
        ("sub_endurance", "fleet", "first_reach_mp", 300, "rules"),
        ("sub_endurance", "fleet", "reach_mp", 600, "reconstructed"),
        ("ships", "us_apb1", "load_quarters", 44, "derived"),
        ("ships", "jp_sf1", "load_quarters", 400, "derived"),
        ("ships", "us_ms0", "load_quarters", 48, "derived"),
        ("case_figures", "44.43:a3019", "value", "500", "rules"),
        ("case_figures", "44.43:a3014", "value", "500", "derived"),
        ("places", "A3014", "name", "Mandalay", "derived"),
        ("places", "E1345", "name", "Inland New South Wales", "reconstructed"),
        ("deployment", "42-022-08", "numbers", ["24"], "reconstructed"),
        ("deployment", "42-022-02", "numbers", ["26", "32", "33", "34", "36", "44"], "rules"),
        ("deployment", "41-071-08", "hexes", ["E1345"], "reconstructed"),
        ("deployment", "42-036-03", "unit", "b_17", "reconstructed"),
        ("deployment", "42-031-01", "hex", "F2401", "derived"),
        ("barred_ships", "us_cl42", "clause", "35.47", "reconstructed"),
    ],
)
def test_a_figure_says_how_it_is_known(table: str, row: str, field: str, value: object, mark: str) -> None:
    found = [f for f in facts.load().figures() if (f.table, f.id, f.field) == (table, row, field)]
    assert [(f.value, f.mark) for f in found] == [(value, mark)]


@pytest.mark.parametrize(
    ("table", "marks"),
    [
        (
            charts.CARGO_LOADS,
            {
                "derived": "division_11_3 division_7_3 air_point_crated supply_point supply_block",
                "reconstructed": "regiment battalion engineer_or_ltu base_force hq_group hq_wing "
                "hq_division hq_force import_block",
            },
        ),
        (
            charts.INTELLIGENCE,
            {"rules": "midway", "reconstructed": "allies_1941 allies_1942 allies_1944 japan"},
        ),
        (
            charts.AMPHIBIOUS,
            {
                "rules": "first_turn_of_war",
                "reconstructed": "planned marines unplanned later apb_a_phase ms_a_phase fast_run",
            },
        ),
        (charts.KAMIKAZE, {"rules": "percent", "reconstructed": "bonus without_anti_ship die_modifier"}),
        (charts.DUMMIES, {"rules": "campaign later burma"}),
    ],
    ids=lambda value: value.name if isinstance(value, Table) else "",
)
def test_15_6_16_4_23_2_only_what_the_booklet_prints_or_fixes_is_marked_so(
    table: Table[Any], marks: dict[str, str]
) -> None:
    found: dict[str, set[str]] = {}
    for figure in facts.load().figures():
        if figure.table == table.name:
            found.setdefault(figure.mark, set()).add(figure.id)
    assert found == {mark: set(rows.split()) for mark, rows in marks.items()}


def test_41_63_japanese_assaults_of_the_first_game_turn_have_their_whole_strength() -> None:
    row = facts.load().table(charts.AMPHIBIOUS)["first_turn_of_war"]
    assert (row.parts, row.of) == (1, 1)


def test_41_21_41_54_an_asterisk_marks_the_forces_that_sail_before_the_war() -> None:
    rows = [row for row in facts.load().table(tables.DEPLOYMENT).values() if row.asterisk]
    found = {place: [f"{row.unit} {','.join(row.numbers)}" for row in rows if row.place == place] for place in STARRED}
    assert {(row.case, row.hex) for row in rows} == {("41.21", hex) for hex in ("B1839", "B1940", "B2737", "B0745")}
    assert found == STARRED
    assert len(rows) == sum(map(len, STARRED.values()))


STARRED = {
    "Pescadores": ["BC 1,4", "CA 9,10,11,12", "DD 41,42", "APB 2"],
    "Formosa": ["CA 7", "CL 3,8,11", "DD 1,2,5,6,27,28", "DE 1", "APB 3"],
    "Okinawa": ["CL 16", "DD 19,20,35,36,43,44"],
    "Samah": ["APB 9"],
}
"""41.21 The ships at each place with an asterisk."""


def test_42_21_to_42_34_the_forces_of_midway() -> None:
    rows = [row for row in facts.load().table(tables.DEPLOYMENT).values() if row.scenario == "42"]
    basic = [row for row in rows if row.version == "both"]
    ships = Counter(f"{row.side} {row.unit}" for row in basic if row.kind == "ship" for _ in row.numbers)
    assert ships == {
        "japan CV": 4,
        "japan CVL": 3,
        "japan CVE": 1,
        "japan BB": 7,
        "japan BC": 4,
        "japan CA": 11,
        "japan CL": 9,
        "japan DD": 25,
        "japan SF": 1,
        "japan APB": 3,
        "allies CV": 5,
        "allies CVE": 1,
        "allies BB": 8,
        "allies CA": 12,
        "allies CL": 6,
        "allies DD": 29,
    }
    air = Counter[str]()
    for row in basic:
        air[row.side] += row.count if row.kind in ("air", "carrier_air") else 0
    assert air == {"japan": 40, "allies": 40 + 43}
    assert [(s.fleet, s.coastal) for s in facts.load().table(tables.SUBRONS).values() if s.scenario == "42"] == [
        (16, 0),
        (0, 8),
        (27, 6),
    ]


def test_2_1_the_scenarios() -> None:
    found = {s.id: (s.first_turn, s.first_phase, s.turns) for s in facts.load().table(tables.SCENARIO_TABLE).values()}
    assert found == {
        "41": ("1/13/41", "air_1", 24),
        "42": ("1/6/42", "naval_3", 8),
        "43": ("4/8/42", "naval_1", 21),
        "44": ("3/2/44", "air_1", 26),
        "45": ("1/11/44", "naval_1", 8),
        "46": ("1/13/41", "air_1", 196),
    }


TOLD_AT = ("naval", "cargo", "name", "extended_mp", "beyond", "first", "count")
"""The field that an error names if it concerns several fields."""

# -- refusals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"terrain": {"A0103": {"region": "atlantis"}}}, "no region is called 'atlantis'"),
        ({"terrain": {"A0103": {"terrain": "atoll"}}}, "an atoll must have atoll terrain"),
        ({"places": {"A0704": {"port": "minor", "naval": 2}}}, "a port must have Cargo Capacity"),
        ({"places": {"F1234": {"naval": 0}}}, "a port or anchorage must have room for ships"),
        ({"places": {"A3628": {"city": True}}}, "is in open sea"),
        ({"closed_sides": {"A0517-A0518": {"beyond": "A0520"}}}, "A0517 and A0520 share no side"),
        ({"straits": {"A0113-A0114": {"hex": "F3342", "beyond": "F3343"}}}, "must be listed once"),
        ({"split_hexes": {"A0114": {"second": ["A0113"]}}}, "neighbours of its own"),
        ({"split_hexes": {"A0114": {"port_group": 3}}}, "the hex has only 2 bodies of water"),
        ({"lines": {"peking_mukden_rail": {"path": ["B1521", "B1523"]}}}, "has a gap between B1521 and B1523"),
        ({"lines": {"peking_mukden_rail": {"path": ["F3342", "F3343"]}}}, "leads over land"),
        ({"startline": {"A3211": {"province": "honan"}}}, "A3211 lies in another province"),
        ({"startline": {"A3211": {"holder": "japan", "on_line": True}}}, "no hex of the Startline is Japanese"),
        ({"ships": {"jp_cv1": {"number": 2}}}, "must be named by nation, type and number"),
        ({"ships": {"jp_ca11": {"armoured": True}}}, "BB, BC and XCV must be armoured"),
        ({"ships": {"jp_ca11": {"air_capacity": 1}}}, "a CA cannot carry aircraft"),
        ({"aircraft": {"zero": {"range_mp": 90}}}, "must have a longer extended range"),
        ({"aircraft": {"zero": {"roles": ["torpedo"]}}}, "no rating for the Role torpedo"),
        ({"aircraft": {"zero": {"operators": ["us"]}}}, "must be flown by nations of one side"),
        ({"ground": {"jp_7_3": {"battlegroup": 0}}}, "two steps, the second a battlegroup"),
        ({"ground": {"jp_7_3": {"component": "us_3_1"}}}, "breaks into units of its nation"),
        ({"air_air": {"3_4": {"low": 4}}}, "the rows of air_air must follow each other"),
        ({"search_chits": {"good": {"cup_a": 4}}}, "a cup must hold twelve chits"),
        ({"repair": {"die_2": {"die": 3}}}, "there must be one row for each roll"),
        ({"deployment": {"42-001-01": {"unit": "CVX"}}}, "japan has no CVX"),
        ({"deployment": {"42-001-01": {"numbers": ["1", "2", "3"]}}}, "the count must match the numbers"),
        ({"deployment": {"42-001-01": {"area": "nowhere"}}}, "no area is called 'nowhere'"),
        ({"deployment": {"42-001-01": {"asterisk": True}}}, "only Japanese ships of scenario 41 can have an asterisk"),
        ({"deployment": {"41-006-02": {"asterisk": False}}}, "all ships of Formosa must have an asterisk, or none"),
        ({"deployment": {"42-002-01": {"numbers": ["5"]}}}, "jp_ca5 is deployed twice"),
        ({"deployment": {"42-009-01": {"hex": "F2020"}}}, "ground units must be on land"),
        ({"loads": {"42-001-1": {"unit": "fuel"}}}, "there is no fuel"),
        ({"subrons": {"42-01": {"fleet": 0}}}, "a Subron must have points"),
        ({"control": {"42-japan-hex-d0849": {"hex": ""}}}, "there is no hex"),
        ({"victory_levels": {"42-2": {"high": 90}}}, "the levels must follow each other"),
        ({"scenarios": {"42": {"first_turn": "5/6/42"}}}, "write a Game-Turn as 1/6/42"),
        ({"intelligence": {"midway": {"limits": "cycles"}}}, "write a Game-Turn as 1/6/42 and a Cycle as 6/42"),
        ({"scenarios": {"42": {"advanced_sections": ["D"]}}}, "the advanced game has more sections"),
    ],
)
def test_a_correction_that_breaks_the_structure_is_refused(wish: Wish, message: str) -> None:
    ((table, rows),) = wish.items()
    ((row, fields),) = rows.items()
    found = faults(otherwise(wish))
    assert message in found[0].message
    places = {place for fault in found for place in fault.places}
    assert any((table, row, field) in places for field in (*fields, *TOLD_AT))


def test_a_correction_is_refused_with_its_file_line_and_field(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[war_in_the_pacific.ships.jp_ca11]\nname = 'Ashigara'\nair_capacity = 1\n", encoding="utf-8")
    wish = read_corrections(path, ["war_in_the_pacific"])["war_in_the_pacific"]
    with pytest.raises(FactsError) as refused:
        facts.load(wish)
    message = "mine.toml, line 3, war_in_the_pacific.ships.jp_ca11.air_capacity: a CA cannot carry aircraft"
    assert str(refused.value).endswith(message)


ACROSS_TABLES = {"ships": {"jp_ca11": {"name": "Ashigara"}}, "terrain": {"A3211": {"region": "honan"}}}
"""The second change puts a hex of the Startline into a different province."""


@pytest.mark.build
def test_a_correction_that_contradicts_another_table_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    game = "[war_in_the_pacific"
    path.write_text(
        f"{game}.ships.jp_ca11]\nname = 'Ashigara'\n{game}.terrain.A3211]\nregion = 'honan'\n"
        f"{game}.ships.jp_ca12]\nname = 'Chikuma'\n",
        encoding="utf-8",
    )
    wish = read_corrections(path, ["war_in_the_pacific"])["war_in_the_pacific"]
    message = "A3211 lies in another province (startline, A3211.province)"
    with pytest.raises(FactsError) as refused:
        facts.load(wish)
    assert str(refused.value) == f"{path}, line 4, war_in_the_pacific.terrain.A3211.region: {message}"
    with pytest.raises(FactsError) as refused:
        facts.load(json.loads(json.dumps(ACROSS_TABLES)))
    assert str(refused.value) == f"corrections, war_in_the_pacific.terrain.A3211.region: {message}"


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("places.csv", "F1234,Midway,,minor", "F1234,Midway,,harbour", "'harbour' is not one of none, anchorage"),
        ("terrain.csv", "\nA0104,land", "\nA4004,land", "'A4004' is not a hex: a letter A to G, a column 01 to 39"),
        ("ships.csv", "\njp_cv2,Kaga", "\njp_cv1,Kaga", "'jp_cv1' appears twice"),
        ("lines.csv", "B1521|B1522", "B1521|B1555", "is not a list of hexes, such as A0517 or F3342"),
        ("charts/air_air.csv", "3_4,3,4,0,0", "3_4,3,4,0,x", "'x' is not a whole number from 0 to 20"),
        ("charts/hq.csv", "wing,30,2,2,derived", "wing,30,2,2,heard", "'heard' is not a mark"),
    ],
)
def test_a_damaged_file_is_refused_with_its_line(tmp_path: Path, file: str, old: str, new: str, message: str) -> None:
    (table,) = [each for each in facts.TABLES if each.file == file]
    (tmp_path / "charts").mkdir()
    shutil.copy(facts.DATA / file, tmp_path / file)
    line = put(tmp_path, file, old, new) + old.startswith("\n")
    with pytest.raises(FactsError) as refused:
        load_tables(tmp_path, [table], game="war_in_the_pacific")
    assert message in str(refused.value)
    assert f"{Path(file).name}, line {line}" in str(refused.value)


# -- doubts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("check", "wish"),
    [
        ("W1", {"terrain": {"A0103": {"kind": "coastal"}}}),
        ("W2", {"places": {"F3342": {"lat": 40.0}}}),
        ("W4", {"startline": {"A3211": {"on_line": True}}}),
        ("W6", {"ships": {"jp_cv1": {"defence": 12}}}),
        ("W7", {"ground": {"jp_7_3": {"vp_each": 71}}}),
        ("W8", {"air_air": {"3_4": {"die_1": 2}}}),
        ("W10", {"pipeline": {"hexes_8": {"thruput": 51}}}),
        ("W11", {"places": {"B1949": {"guns": 19}}}),
        ("W13", {"deployment": {"42-001-10": {"count": 12}}}),
        ("W14", {"scenarios": {"42": {"turns": 9}}}),
        ("W15", {"speed": {"class_2": {"fuel": 11}}}),
        ("W16", {"loads": {"42-001-1": {"count": 9}}}),
    ],
)
def test_an_implausible_figure_gives_a_warning(check: str, wish: Wish) -> None:
    assert doubts(otherwise(wish)) == [check]


@pytest.mark.parametrize(
    ("check", "table", "row"),
    [
        ("W3", "straits", "A0113-A0114"),
        ("W5", "ships", "jp_cd8"),
        ("W9", "deployment", "42-002-01"),
        ("W2", "places", "A0704"),
    ],
)
def test_a_missing_row_gives_a_warning(check: str, table: str, row: str) -> None:
    assert doubts(otherwise({}, without=(table, row))) == [check]


def test_w12_holds_by_the_formula_alone() -> None:
    assert [check.test(facts.load()) for check in plausibility.CHECKS if check.name == "W12"] == [None]


def test_w12_holds_by_the_formula_only() -> None:
    files = {path.stem for path in (facts.DATA / "charts").glob("*.csv")}
    assert files == {table.name for table in charts.CHARTS}
    assert len(files) == 63
