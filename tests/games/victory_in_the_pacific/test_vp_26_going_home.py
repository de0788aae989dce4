"""VP-26 to VP-28 Returns by nation, the order of returns, and repairs."""

from typing import Any

import pytest

from tests.games.victory_in_the_pacific.rule_tester import (
    ABBREVIATIONS,
    RuleTester,
    changed,
    flags,
    kinds,
    only,
    side_of,
)

HOMES = [
    ("kongo", "MAR", "", "yokosuka|saigon|truk|kwajalein|maloelap"),
    ("kongo", "HI", "", "yokosuka|saigon|truk"),
    ("kongo", "JI", "", "yokosuka|saigon|truk|okinawa"),
    ("kongo", "MRN", "", "yokosuka|saigon|truk|okinawa|saipan"),
    ("kongo", "AL", "attu=japan|singapore=japan", "yokosuka|saigon|truk|singapore|attu"),
    ("enterprise", "HI", "", "pearl_harbor|samoa|australia|singapore|johnston_island"),
    ("enterprise", "CPO", "", "pearl_harbor|samoa|australia|singapore|midway"),
    ("enterprise", "BOB", "", "pearl_harbor|samoa|australia|singapore|andaman_islands"),
    ("enterprise", "IND", "singapore=japan|philippines=japan", "pearl_harbor|samoa|australia|lae"),
    ("7th_af", "IO", "", "pearl_harbor|samoa|australia|singapore|port_moresby"),
    ("1st_marines", "IO", "singapore=japan", "pearl_harbor|samoa|australia|port_moresby"),
    ("warspite", "BOB", "", "ceylon|singapore"),
    ("warspite", "IND", "singapore=japan", "ceylon"),
    ("warspite", "HI", "saigon=allied|yokosuka=allied", "ceylon|singapore|saigon|yokosuka"),
    ("prince_of_wales", "BOB", "singapore=japan|ceylon=japan", ""),
    ("victorious", "HI", "", "pearl_harbor"),
    ("victorious", "HI", "pearl_harbor=japan", "ceylon|singapore"),
    ("exeter", "IND", "", "singapore|ceylon"),
    ("de_ruyter", "IND", "", "singapore|pearl_harbor|samoa|australia|ceylon|philippines|lae"),
    ("canberra", "IO", "singapore=japan", "pearl_harbor|samoa|australia|ceylon|port_moresby"),
]
REPAIRS = [
    ("yokosuka", 1, "japan", "akagi:4-4|kongo:2-2", 1, "0|0"),
    ("yokosuka", 5, "japan", "akagi:4-4|kongo:3-3", 0, ""),
    ("truk", 5, "japan", "kongo:1-1", 0, ""),
    ("pearl_harbor", 1, "allies", "arizona:6-1", 0, ""),
    ("pearl_harbor", 2, "allies", "arizona:6-3", 1, "3"),
    ("pearl_harbor", 2, "allies", "arizona:6-1|nevada:2-2", 1, "5|0"),
    ("pearl_harbor", 3, "allies", "oklahoma:7-6", 1, "1"),
    ("pearl_harbor", 6, "allies", "west_virginia:10-10|essex:3-3|chicago:1-1", 1, "0|0|0"),
    ("pearl_harbor", 4, "japan", "akagi:1-1", 0, ""),
    ("ceylon", 3, "allies", "warspite:2-1", 1, "1"),
    ("ceylon", 3, "allies", "warspite:2-1|revenge:1-1", 0, ""),
    ("australia", 3, "allies", "lexington:1-1", 1, "0"),
    ("yokosuka", 3, "japan", "21_air_flotilla:3-3", 0, ""),
    ("yokosuka", 3, "japan", "nagato:2-3", 0, ""),
]


def at_end(unit: str, area: str, change: str) -> RuleTester:
    """A unit at sea, the only one of its side there, when all return, and another unit that keeps the match going."""
    units = {ABBREVIATIONS[area]: [unit], "japanese_islands": ["tone"], "us_mandate": ["louisville"]}
    return RuleTester(turn=7, step="home", places=changed(change), units=units)


def why_not_there(table: RuleTester, unit: str, place: str) -> str:
    """The clause that forbids a port or base to a unit."""
    if table.owner(place) != side_of(unit):
        return "10.11"
    if unit in ("warspite", "exeter", "victorious"):
        return "10.13"
    return "10.12" if place == "ceylon" and unit not in ("de_ruyter", "canberra") else "10.1"


@pytest.mark.clause("10.1", "10.11", "10.12", "10.13", "10.15", "17.12", "17.22", "17.23", "17.31")
@pytest.mark.parametrize(("unit", "area", "change", "homes"), HOMES)
def test_vp_26_homes_by_nation(unit: str, area: str, change: str, homes: str) -> None:
    if area == "JI":
        table = RuleTester(turn=7, step="home", units={"japanese_islands": [unit]})
    else:
        table = at_end(unit, area, change)
    while table.step == "way_home" and not table.offered("go", unit):
        table.act(*(table.to_act, *table.offered("go")[0]))
    found = table.ends("go", unit) if table.step == "way_home" else set()
    expected = set(homes.split("|")) - {""}
    if len(expected) > 1:
        assert found == expected
        for place in set(table.now["places"]) - expected:
            assert table.clause(side_of(unit), "go", unit, place) == why_not_there(table, unit, place)
    else:
        assert table.where(unit) == (next(iter(expected)) if expected else "lost")


@pytest.mark.clause("10.14")
def test_vp_26_without_a_harbour_air_and_amphibious_units_wait() -> None:
    places = dict.fromkeys(("pearl_harbor", "samoa", "australia", "singapore", "midway"), "japan")
    units = {"central_pacific_ocean": ["5th_af", "1st_marines", "enterprise"]}
    table = RuleTester(turn=4, step="home", places=places, units=units)
    now = table.now["units"]
    assert (now["return_6"], now["lost"].count("enterprise")) == (["5th_af", "1st_marines"], 1)


@pytest.mark.clause("10.16", "5.74")
def test_vp_27_japan_goes_home_first_and_ships_may_scatter() -> None:
    units = {"marshall_islands": ["kongo", "hiei"], "coral_sea": ["chicago"], "indian_ocean": ["haruna"]}
    table = RuleTester(turn=4, step="home", units=units)
    assert table.to_act == "japan"
    assert table.clause("japan", "go", "nagato", "truk") == "10.1"
    table.acts("japan", "go kongo truk", "go hiei kwajalein")
    assert (table.to_act, table.ends("go")) == ("japan", {"yokosuka", "saigon", "truk"})
    table.acts("japan", "go haruna saigon")
    assert table.to_act == "allies"
    assert (table.where("kongo"), table.where("hiei")) == ("truk", "kwajalein")


@pytest.mark.clause("14.4", "5.74")
def test_vp_27_a_captured_base_is_open_at_once() -> None:
    fields: dict[str, Any] = {"flags": flags(japan="CPO"), "flags_before": flags(japan="CPO")}
    table = RuleTester(turn=4, step="rings", units={"central_pacific_ocean": ["tone"]}, **fields)
    assert (table.owner("midway"), "midway" in table.ends("go", "tone")) == ("japan", True)


def plan_of(text: str) -> list[tuple[str, int, int]]:
    """Ships with their damage and the points to be used."""
    parts = (part.replace("-", ":").split(":") for part in text.split("|"))
    return [(unit, int(damage), int(points)) for unit, damage, points in parts]


@pytest.mark.clause("11.1", "11.2", "11.21", "11.22", "11.23", "11.24", "11.4", "4.6")
@pytest.mark.parametrize(("port", "turn", "owner", "plan", "legal", "after"), REPAIRS)
def test_vp_28_repairs(port: str, turn: int, owner: str, plan: str, legal: int, after: str) -> None:
    ships = plan_of(plan)
    units = {port: [ship for ship, _, _ in ships]}
    step = "japan_patrols" if owner == "japan" else "allied_patrols"
    other = {"samoa": ["chicago"]} if "chicago" not in plan else {"samoa": ["portland"]}
    units |= {"truk": ["haruna", *units.get("truk", [])]} if owner == "japan" else other
    damage = {ship: amount for ship, amount, _ in ships}
    table = RuleTester(turn=turn, step=step, places={port: owner}, units=units, damage=damage)
    orders = [ship for ship, _, points in ships for _ in range(points)]
    refused = [clause for ship in orders if (clause := repair(table, owner, ship))]
    assert bool(refused) == (not legal)
    assert set(refused) <= {"11.1", "11.2"}
    if legal:
        assert [table.damage(ship) for ship, _, _ in ships] == [int(left) for left in after.split("|")]


def repair(table: RuleTester, side: str, ship: str) -> str | None:
    """Repairs a point if that is allowed; otherwise, returns the clause that forbids it."""
    if table.step != "patrols" or table.to_act != side:
        return "11.2"
    clause = table.clause(side, "repair", ship)
    if clause is None:
        table.act(side, "repair", ship)
    return clause


@pytest.mark.clause("11.1")
def test_vp_28_air_units_are_repaired_by_option() -> None:
    units = {"yokosuka": ["21_air_flotilla", "kongo"]}
    table = RuleTester(turn=3, units=units, damage={"21_air_flotilla": 3}, options={"unit_repair": "yes"})
    table.acts("japan", *["repair 21_air_flotilla"] * 3)
    assert table.damage("21_air_flotilla") == 0
    table.act("japan", "done")
    assert not table.offered("place_air", "21_air_flotilla")


@pytest.mark.clause("9.41", "11.3")
def test_vp_28_a_raised_ship_rests_and_sails_next_turn() -> None:
    units = {"pearl_harbor": ["arizona", "nevada"]}
    table = RuleTester(turn=2, step="allied_patrols", units=units, damage={"arizona": 6})
    table.acts("allies", *["repair arizona"] * 3)
    assert table.clause("allies", "patrol", "arizona", "hawaiian_islands") == "11.1"
    events = table.acts("allies", "done")
    assert "repaired" not in kinds(events)
    table = RuleTester(turn=3, step="allied_patrols", units=units, damage={"arizona": 3})
    assert table.clause("allies", "patrol", "arizona", "hawaiian_islands") is None


@pytest.mark.clause("11.4")
def test_vp_28_points_are_counted_per_turn() -> None:
    table = RuleTester(turn=2, step="next_turn", units={"yokosuka": ["kongo"]}, repair_points_used={"yokosuka": 6})
    events = table.acts("japan", "patrol kongo japanese_islands")
    assert (table.now["repair_points_used"], bool(only(events, "patrolled"))) == ({}, True)
