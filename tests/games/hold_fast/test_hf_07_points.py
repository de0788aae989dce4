"""HF-07, HF-08, HF-09 Victory points, control of areas, and of ports and bases (9 to 11, 13)."""

from itertools import combinations
from typing import Any

import pytest

from ironbottom.games.hold_fast.data.facts import load
from ironbottom.games.hold_fast.data.tables import AREAS as AREA_TABLE
from ironbottom.games.hold_fast.data.tables import PLACES as PLACE_TABLE
from tests.games.hold_fast.rule_tester import AREAS, RuleTester, neutral, only

areas, places = load().table(AREA_TABLE), load().table(PLACE_TABLE)
QUIET = ("repairs", "land_step", "stay_or_withdraw")
SHIPS = {
    "japan": ["j_nagato", "j_mutsu", "j_fuso", "j_ise", "j_kongo", "j_hiei", "j_haruna"],
    "allies": ["a_idaho", "a_maryland", "a_colorado", "a_tennessee", "a_repulse", "a_prince_of_wales", "a_new_mexico"],
}
POINTS = [(4, 9, 3, -2), (0, 5, 3, -2), (28, 0, 9, 30), (-30, 12, 9, -30), (-30, 4, 8, -26), (0, 6, 6, 0)]


def worth(side: str, area: str) -> int:
    return areas[area].vp_japan if side == "japan" else areas[area].vp_allies


def some_areas(side: str, points: int, free: tuple[str, ...]) -> tuple[str, ...]:
    """Areas that are together worth a number of points to a side."""
    return next(
        chosen
        for size in range(8)
        for chosen in combinations(free, size)
        if sum(worth(side, area) for area in chosen) == points
    )


def at_the_end(units: dict[str, list[str]], **fields: Any) -> list[dict[str, object]]:
    """The events from repairs to the end of control, without landings."""
    return RuleTester(step="repairs", units=units, **fields).finish(*QUIET)


@pytest.mark.clause("1.1.1", "4.1.7", "11.0.1", "11.0.2")
@pytest.mark.parametrize(("before", "japan", "allies", "after"), POINTS)
def test_hf_07_points_of_a_turn(before: int, japan: int, allies: int, after: int) -> None:
    mine = some_areas("japan", japan, AREAS)
    theirs = some_areas("allies", allies, tuple(area for area in AREAS if area not in mine))
    ships = {area: [SHIPS["japan"][n]] for n, area in enumerate(mine)}
    ships |= {area: [SHIPS["allies"][n]] for n, area in enumerate(theirs)}
    events = at_the_end(ships, victory_points=before)
    assert only(events, "points_scored") == [{"japan": japan, "allies": allies, "points": after}]


def test_hf_07_the_scoring_example() -> None:
    units = {"coral_sea": ["j_nagato"], "japanese_islands": ["j_mutsu"], "central_pacific_ocean": ["a_idaho"]}
    units |= {"marshall_islands": ["a_maryland"], "north_pacific_ocean": ["a_land_based_air_1"]}
    events = at_the_end(units)
    assert only(events, "points_scored") == [{"japan": 5, "allies": 3, "points": -2}]


@pytest.mark.clause("13.0.1", "4.1.9")
@pytest.mark.parametrize(("points", "winner"), [(1, "allies"), (0, "japan"), (-3, "japan")])
def test_13_0_1_the_game_ends_after_turn_8(points: int, winner: str) -> None:
    table = RuleTester(turn=8, step="repairs", victory_points=points)
    table.finish(*QUIET)
    result = table.match.result()
    assert result is not None
    assert (result["winners"], result["score"]) == ([winner], {"japan": -points, "allies": points})


CONTENTS = {"ship": ("j_nagato", "a_idaho"), "lba": ("j_land_based_air_1", "a_land_based_air_1")}
CONTENTS |= {"transport": ("j_transport_1", "a_transport_1"), "submarine": ("j_submarine", "a_submarine")}
CONTROL = [
    ("ship", "", "japan"),
    ("", "lba", "allies"),
    ("transport", "", "japan"),
    ("submarine", "", None),
    ("", "submarine", None),
    ("", "", None),
    ("transport", "transport", None),
]


@pytest.mark.clause("3.4.1", "9.0.1", "9.0.2", "9.0.3")
@pytest.mark.parametrize(("japan", "allies", "holder"), CONTROL)
@pytest.mark.parametrize("before", ["japan", "allies", None])
def test_hf_08_control_of_an_area(japan: str, allies: str, holder: str | None, before: str | None) -> None:
    units = [CONTENTS[what][side] for side, what in enumerate((japan, allies)) if what]
    control = dict.fromkeys(AREAS) | {"coral_sea": before}
    table = RuleTester(turn=2, step="repairs", control=control, units={"coral_sea": units})
    table.finish(*QUIET)
    assert table.control("coral_sea") == holder


@pytest.mark.clause("3.7.1", "8.3.2")
def test_hf_08_a_ship_and_a_submarine() -> None:
    """The submarine fires and leaves, and the ship holds the area."""
    units, spent = {"coral_sea": ["j_nagato", "a_submarine"]}, {"japan": 7}
    table = RuleTester(step="repairs", units=units, spent=spent)
    events = table.act("allies", "done", dice=[6, 3])
    assert only(events, "submarine_left") == [{"side": "allies"}]
    assert (table.control("coral_sea"), table.where("a_submarine")) == ("japan", "off_board")
    assert table.strength("j_nagato") == 3


SIDE = {"j": "japan", "a": "allies", "n": None}
CAPTURES = [
    ("kwajalein", "japan", "a", "a", "allies"),
    ("truk", "japan", "nna", "nna", "japan"),
    ("truk", "japan", "aaa", "aaa", "allies"),
    ("truk", "japan", "aaj", "aaa", "japan"),
    ("kwajalein", "japan", "j", "a", "japan"),
    ("guadalcanal", "allies", "jj", "jj", "japan"),
    ("guadalcanal", "allies", "jj", "jn", "allies"),
    ("pearl_harbor", "allies", "j", "j", "japan"),
    ("singapore", "allies", "a", "j", "allies"),
]


@pytest.mark.clause("1.1.3", "1.1.4", "10.0.2", "10.0.3")
@pytest.mark.parametrize(("place", "owner", "start", "end", "after"), CAPTURES)
def test_hf_09_ports_and_bases(place: str, owner: str, start: str, end: str, after: str) -> None:
    touches = places[place].touches
    control = neutral() | {area: SIDE[letter] for area, letter in zip(touches, start, strict=True)}
    at_sea = {
        area: [SHIPS[SIDE[letter] or ""][n]]
        for n, (area, letter) in enumerate(zip(touches, end, strict=True))
        if SIDE[letter]
    }
    table = RuleTester(turn=2, step="repairs", control=control, places={place: owner}, units=at_sea)
    table.finish(*QUIET)
    assert table.owner(place) == after


@pytest.mark.clause("10.0.4")
def test_10_0_4_ships_in_a_captured_port_leave_for_the_closest() -> None:
    units = {"hawaiian_islands": ["j_nagato"], "pearl_harbor": ["a_idaho", "a_maryland"]}
    control = neutral(hawaiian_islands="japan")
    table = RuleTester(step="repairs", control=control, units=units)
    events = table.finish(*QUIET)
    assert [e["place"] for e in only(events, "evicted")] == ["samoa", "samoa"]
    assert table.where("a_idaho") == "samoa"
    others = dict.fromkeys(("samoa", "australia", "india", "singapore"), "japan")
    table = RuleTester(step="repairs", control=control, units=units, places=others)
    table.finish(*QUIET)
    assert table.where("a_idaho") == table.where("a_maryland") == "lost_1"
