"""3.0 The map: each hex with its names and neighbours, terrain and sides, distances and paths by sea, air and land."""

from collections import Counter
from functools import cache

import pytest

from ironbottom.games.war_in_the_pacific import atlas, grid
from ironbottom.games.war_in_the_pacific.atlas import Atlas
from ironbottom.games.war_in_the_pacific.data.facts import load
from ironbottom.games.war_in_the_pacific.data.tables import STARTLINE, STRAITS
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.turns import CYCLES_A_YEAR, TURNS_A_CYCLE, cycle_of, turn_name, turn_number

OFFSETS = {"A": (0, 27), "B": (38, 0), "C": (38, 53), "D": (76, 0), "E": (76, 53), "F": (114, 0), "G": (114, 53)}


@cache
def shipped() -> Atlas:
    """The original map."""
    return Atlas(load())


def test_3_1_every_hex_has_the_neighbours_of_the_formula() -> None:
    names: dict[tuple[int, int], list[str]] = {}
    for section, (across, down) in OFFSETS.items():
        for column in range(1, 40):
            for row in range(1, 55):
                names.setdefault((across + column, down + row), []).append(f"{section}{column:02}{row:02}")
    assert len(names) == len(GRID) == 14_357
    for (column, row), called in names.items():
        hex = NUMBER[called[0]]
        assert [NUMBER[name] for name in called] == [hex] * len(called)
        assert grid.ALL_NAMES[hex] == tuple(sorted(called))
        aside = row + 1 if column % 2 == 0 else row - 1
        around = [(column, row - 1), (column, row + 1)]
        around += [(column + step, there) for step in (-1, 1) for there in (row, aside)]
        expected = {NUMBER[names[place][0]] for place in around if place in names}
        assert set(GRID.neighbours(hex)) == expected
        assert all(GRID.distance(hex, near) == 1 for near in expected)


@pytest.mark.clause("3.24")
@pytest.mark.parametrize(
    ("one", "other", "hexes"),
    [
        ("A3934", "C0108", 0),
        ("D3354", "E3301", 0),
        ("A3833", "C0107", 1),
        ("A3920", "B0147", 0),
        ("B3940", "D0140", 0),
        ("F1940", "F3342", 14),
        ("E3231", "E3931", 7),
        ("E1602", "E1601", 1),
        ("B2048", "C2503", 10),
        ("F3342", "D0326", 68),
    ],
)
def test_wp_01_3_24_distances_over_the_joins_of_the_sections(one: str, other: str, hexes: int) -> None:
    assert grid.distance(one, other) == grid.distance(other, one) == hexes


def test_3_24_the_first_name_is_the_one_in_use() -> None:
    assert IDS[NUMBER["C0108"]] == "A3934"
    assert IDS[NUMBER["E3301"]] == "D3354"
    assert IDS[NUMBER["G0101"]] == "D3954"
    assert len(NUMBER) == 7 * 39 * 54


@pytest.mark.clause("3.3")
@pytest.mark.parametrize(
    ("start", "goal", "by", "points"),
    [
        ("F1940", "F3342", "ship", 84),
        ("F3342", "F1234", "ship", 123),
        ("D0326", "F1234", "ship", 237),
        ("B3328", "D0326", "ship", 45),
        ("B0452", "C0108", "ship", 60),
        ("E1613", "E2519", "ship", 60),
        ("E1613", "E2519", "air", 60),
        ("B1940", "B1948", "air", 48),
    ],
)
def test_wp_02_3_3_movement_points_along_a_route(start: str, goal: str, by: str, points: int) -> None:
    one, other = NUMBER[start], NUMBER[goal]
    if by == "ship":
        assert shipped().by_sea.cost(one, other) == points
        assert shipped().by_sea.cost(one, other, points - 1) == -1
    else:
        assert shipped().by_air.costs(one, 999)[other] == points


@pytest.mark.clause("2.1")
@pytest.mark.parametrize(
    ("start", "goal", "steps"),
    [
        ("1/13/41", "4/5/42", 23),
        ("1/13/41", "4/9/45", 195),
        ("1/6/42", "4/7/42", 7),
        ("4/8/42", "4/13/42", 20),
        ("3/2/44", "4/8/44", 25),
        ("1/11/44", "4/12/44", 7),
    ],
)
def test_wp_03_2_1_game_turns_between(start: str, goal: str, steps: int) -> None:
    assert turn_number(goal) - turn_number(start) == steps
    assert turn_name(turn_number(start) + steps) == goal


def test_2_1_a_cycle_is_four_turns_and_a_year_thirteen_cycles() -> None:
    first = turn_number("1/1/42")
    assert [cycle_of(first + turn) - cycle_of(first) for turn in (-1, 0, 3, 4)] == [-1, 0, 0, 1]
    assert turn_name(first + TURNS_A_CYCLE * CYCLES_A_YEAR) == "1/1/43"
    with pytest.raises(ValueError, match="write it as 1/6/42"):
        turn_number("6/42")


@pytest.mark.parametrize(
    ("one", "other", "side"),
    [
        ("C0108", "A3833", "land"),
        ("B2452", "B2353", "strait"),
        ("B3128", "B3227", "land"),
        ("D0418", "D0419", "strait"),
        ("B1939", "B1940", "land"),
    ],
)
def test_wp_04_straits_for_ground_units(one: str, other: str, side: str) -> None:
    for hex, beyond in ((NUMBER[one], NUMBER[other]), (NUMBER[other], NUMBER[one])):
        walks = bool(shipped().on_foot[hex] >> GRID.side(hex, beyond) & 1)
        assert walks == (side == "land")


@pytest.mark.parametrize(
    ("hex", "held", "on_line"),
    [
        ("B1638", "japan", False),
        ("B1027", "allies", True),
        ("B0745", "japan", False),
        ("B1231", "japan", False),
        ("B0922", "japan", False),
        ("B1135", "allies", True),
    ],
)
def test_wp_05_the_startline(hex: str, held: str, on_line: bool) -> None:
    row = load().table(STARTLINE)[hex]
    assert (row.holder, row.on_line) == (held, on_line)
    assert shipped().holders(load())[NUMBER[hex]] == atlas.HOLDER[held]


def test_3_2_the_kinds_of_hex_are_those_of_the_terrain_file() -> None:
    assert Counter(shipped().kind) == {
        atlas.SEA: 14_357 - 4_099,
        atlas.LAND: 2_719,
        atlas.COASTAL: 787,
        atlas.ISLAND: 521,
        atlas.ATOLL: 72,
    }
    assert shipped().kind[NUMBER["F1234"]] == atlas.ATOLL
    assert shipped().kind[NUMBER["F3342"]] in (atlas.COASTAL, atlas.ISLAND)


def test_3_2_ships_stay_off_land_and_ground_units_off_the_sea() -> None:
    waters, kind = shipped().by_sea, shipped().kind
    for node, ways in enumerate(waters.opened):
        assert not ways or kind[waters.hex_of[node]] != atlas.LAND
        assert all(kind[waters.hex_of[there]] != atlas.LAND for there in ways)
    for hex, sides in enumerate(shipped().on_foot):
        assert not sides or kind[hex] != atlas.SEA


def test_3_21_a_passage_is_open_from_both_ends() -> None:
    opened = shipped().by_sea.opened
    assert all(node in opened[there] for node, ways in enumerate(opened) for there in ways)


def test_3_21_no_ship_crosses_a_closed_hexside() -> None:
    waters = shipped().by_sea
    one, other = NUMBER["A0517"], NUMBER["A0518"]
    assert not {node for hex in waters.nodes(one) for node in waters.opened[hex]} & set(waters.nodes(other))
    assert waters.cost(one, other) > 6


def test_3_21_the_waters_of_a_split_hex_are_apart() -> None:
    waters = shipped().by_sea
    manila_side, other_side = waters.nodes(NUMBER["B2048"])
    assert waters.port(NUMBER["B2048"]) == manila_side
    assert {IDS[waters.hex_of[node]] for node in waters.opened[manila_side]} <= {"B1948", "B1949"}
    assert {IDS[waters.hex_of[node]] for node in waters.opened[other_side]} <= {"B2148", "B2149"}
    assert waters.searched(manila_side, 60).get(other_side, 99) > 6


def test_3_4_a_hex_costs_six_five_or_four_by_latitude() -> None:
    found = {(min(cost, 6), round(abs(grid.latitude(hex)), 1)) for hex, cost in enumerate(shipped().enter)}
    assert max(north for cost, north in found if cost == 6) < 28.85
    assert min(north for cost, north in found if cost == 4) >= 44.2
    assert all(28.8 <= north <= 44.2 for cost, north in found if cost == 5)
    assert [shipped().enter[NUMBER[hex]] for hex in ("F3342", "F1234", "D0326", "F2401")] == [6, 6, 5, 4]


def test_10_3_what_speed_3_reaches_in_the_tropics() -> None:
    waters = shipped().by_sea
    open_sea = NUMBER["E3803"]
    assert len(waters.costs(open_sea, 120)) == 1_261
    assert len(waters.reach(open_sea, 120)) == 1_260


def test_10_1_a_hex_with_two_waters_is_reached_as_one_hex() -> None:
    waters = shipped().by_sea
    start = waters.port(NUMBER["B2048"])
    for origin in (start, *waters.opened[start]):
        found = waters.reach(origin, 80)
        nodes = waters.costs(origin, 80)
        assert max(nodes) >= len(GRID) > found[-1]
        assert list(found) == sorted({waters.hex_of[node] for node in nodes} - {waters.hex_of[origin]})


def test_10_3_whether_anything_is_in_reach_is_found_without_a_search() -> None:
    waters = shipped().by_sea
    for start in ("F3342", "D0326", "F2401", "B2048"):
        node = waters.port(NUMBER[start])
        found = [waters.leads_on(node, points) for points in range(10)]
        assert found == [bool(waters.reach(node, points)) for points in range(10)]
        assert not found[3]
        assert found[6]


def test_22_6_every_strait_is_shut_to_walkers_from_both_hexes() -> None:
    for strait in load().table(STRAITS).values():
        one, other = NUMBER[strait.hex], NUMBER[strait.beyond]
        assert not shipped().on_foot[one] >> GRID.side(one, other) & 1
        assert not shipped().on_foot[other] >> GRID.side(other, one) & 1


def test_3_22_railways_and_roads_connect_hexes() -> None:
    mukden, dairen_line = NUMBER["B2218"], NUMBER["B2319"]
    assert shipped().rail[mukden] >> GRID.side(mukden, dairen_line) & 1
    assert sum(bits.bit_count() for bits in shipped().rail) > sum(bits.bit_count() for bits in shipped().major_road)


def test_3_51_neutral_lands_are_closed_and_belong_to_no_side() -> None:
    holders = shipped().holders(load())
    closed = [hex for hex in range(len(GRID)) if shipped().closed[hex]]
    names = {shipped().regions[shipped().region[hex]] for hex in closed}
    assert {"tibet", "tsinghai", "sikang", "afghanistan", "thailand", "soviet_far_east"} <= names
    assert all(holders[hex] == atlas.NEUTRAL for hex in closed)


@pytest.mark.clause("42.12")
def test_3_51_the_sections_in_play_share_their_edges() -> None:
    midway = shipped().in_sections(["D", "F"])
    assert sum(midway) == 2 * 39 * 54 - 54
    assert [midway[NUMBER[hex]] for hex in ("D0101", "F3954", "E3301", "E3302")] == [1, 1, 1, 0]


def test_2_5_holders_of_december_1941() -> None:
    holders = shipped().holders(load())
    found = {hex: holders[NUMBER[hex]] for hex in ("F3342", "D0326", "D0849", "B1240", "E1602", "F2020")}
    assert found == {
        "F3342": atlas.ALLIES,
        "D0326": atlas.JAPAN,
        "D0849": atlas.ALLIES,
        "B1240": atlas.ALLIES,
        "E1602": atlas.JAPAN,
        "F2020": atlas.NOBODY,
    }
