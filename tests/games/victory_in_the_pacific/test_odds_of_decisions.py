"""The odds of the choices of a battle, compared with the game's dice."""

from __future__ import annotations

import pytest

from ironbottom.games.victory_in_the_pacific.odds.decisions import tables
from ironbottom.odds.tables import OddsTable
from tests.games.victory_in_the_pacific.battle_cases import at_sea, pick
from tests.games.victory_in_the_pacific.rule_tester import RuleTester
from tests.games.victory_in_the_pacific.test_vp_38_first_turn import after_the_raid
from tests.games.victory_in_the_pacific.test_vp_43_optional import ashore, forces


def tables_by_title(table: RuleTester) -> dict[str, OddsTable]:
    """The tables of the deciding side."""
    return {one.title: one for one in tables(table.match.state, table.to_act)}


def rows(table: OddsTable) -> dict[str, list[float]]:
    return {row.id: row.chances for row in table.rows}


def test_22_the_results_of_fire_at_one_unit_on_an_island() -> None:
    """Of six shots, five or six hits exceed an armor of 4; with no hits, the ship is unharmed."""
    table = ashore("sasebo_nlf", "kure_nlf", defenders=["1st_marines", "2nd_marines"])
    table.act("japan", "land", "sasebo_nlf", "midway")
    table.act("japan", "land", "kure_nlf", "midway")
    found = rows(tables_by_title(table)["If all the others fire at one target"])
    lost, unharmed = 31 / 6**6, (5 / 6) ** 6
    assert found["1st_marines"] == pytest.approx([lost, 1 - lost - unharmed, unharmed])
    table.act("japan", "assault", "sasebo_nlf", "1st_marines")
    after = rows(tables_by_title(table)["If all the others fire at one target"])
    assert after["2nd_marines"] == pytest.approx([0, 1 - (5 / 6) ** 3, (5 / 6) ** 3])


def test_23_what_defending_airstrikes_do_to_attackers() -> None:
    """23.32 A 6 hits, and each hit costs a shot or more: units are unharmed if no 6 is rolled at them."""
    table = at_sea("CPO", "kongo|akagi|zuiho|lexington|enterprise", options={"airstrike_losses": "on"})
    pick(table, "day", "day")
    assert table.step == "roles"
    found = rows(tables_by_title(table)["If all defend: enemy airstrikes"])
    shots = sorted(table.match.rules.facts.table("units")[unit].airstrike for unit in ("akagi", "zuiho"))
    assert set(found) == {"lexington", "enterprise"}
    assert sorted(chances[2] for chances in found.values()) == pytest.approx([(5 / 6) ** n for n in shots[::-1]])
    assert all(sum(chances) == pytest.approx(1) for chances in found.values())


def test_20_8_units_that_stay_are_computed_without_those_that_leave() -> None:
    table = forces("kongo|tone|chicago|portland")
    for side, dice in (("japan", []), ("allies", []), ("japan", []), ("allies", [6, 6])):
        table.act(side, "done", dice=dice)
    table.act("japan", "stay")
    table.act("allies", "detach", "chicago")
    found = rows(tables_by_title(table)["The units that stay: a night action, by ship"])
    assert set(found) == {"kongo", "tone", "portland"}


def test_18_32_a_group_that_stays_in_the_central_pacific() -> None:
    """Kongo, which patrols there, fires by night; by day only the airstrike of Enterprise does."""
    table = after_the_raid({"cpo_withdrawal": "on"})
    table.act("japan", "stay_off_hawaii", dice=[1])
    assert table.step == "uncertain"
    found = tables_by_title(table)
    by_day, by_night = (rows(found[f"If it stays: a {action} action, by ship"]) for action in ("day", "night"))
    assert by_day["enterprise"] == [0, 0, 0, 1]
    assert by_day["kongo"][3] == pytest.approx((1 / 2) ** 4)
    assert by_night["kongo"][3] < 1
