"""8 The odds beside the choices of a battle: by hand where that is easy, otherwise compared with simulated fights."""

from __future__ import annotations

from typing import Any

import pytest

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.state import State
from ironbottom.games.axis_allies_pacific.odds.calculator import on_board
from ironbottom.games.axis_allies_pacific.odds.decisions import tables
from ironbottom.odds.tables import OddsTable
from tests.games.axis_allies_pacific.rule_tester import RuleTester

TRIES = 250
ROUND_2: dict[str, Any] = {"round": 2, "active": "japan", "step": "combat_moves"}


def table_for(table: RuleTester, side: str) -> OddsTable:
    (found,) = tables(table.match.state, side)
    for row in found.rows:
        assert sum(row.chances) == pytest.approx(1)
    return found


def chances(found: OddsTable) -> dict[str, dict[str, float]]:
    return {row.id: dict(zip(found.outcomes, row.chances, strict=True)) for row in found.rows}


def win_rate(state: State, side: str, choice: tuple[str, ...], held: str) -> float:
    """The frequency with which Japan clears a place after a choice, if all other losses are taken by price."""
    won = 0
    for seed in range(TRIES):
        here, dice = state.copy(), SeededDice(seed)
        here.apply(side, choice, dice)
        while here.decisions() and here.decisions()[0].procedure.name != "regroup":
            decision = here.decisions()[0]
            wanted = [("submerge", "0"), ("press_on",), ("cheapest_first",)]
            offered = [action for action in wanted if action in decision.choices]
            here.apply(decision.side, offered[0] if offered else decision.choices.at(0), dice, trusted=True)
        view = here.view("public")
        won += not any(view["units"][power].get(held) for power in ("uk", "usa"))
    return won / TRIES


def under_fire(dice: list[int]) -> RuleTester:
    table = RuleTester(
        units={"japan": {"hunan": {"tank": 1}}, "uk": {"kwangsi": {"infantry": 1, "artillery": 1}}},
        control={"hunan": "japan", "kwangsi": "india"},
        **ROUND_2,
    )
    table.move("japan", "hunan", "tank", "kwangsi")
    table.act("japan", "done", dice=dice)
    return table


def test_8_1_2_a_unit_that_is_hit_still_fires_in_that_round() -> None:
    found = table_for(under_fire([1]), "uk")
    assert (found.title, [row.name for row in found.rows]) == ("The last hit", ["Infantry", "Artillery"])
    assert found.outcomes == ["Japan wins", "Both destroyed", "Britain holds"]
    for row in found.rows:
        assert row.chances == pytest.approx([2 / 9, 1 / 9, 6 / 9])


def at_sea(**usa: int) -> RuleTester:
    table = RuleTester(
        units={"japan": {"sz19": {"destroyer": 2, "carrier": 1, "submarine": 1}}, "usa": {"sz20": usa}}, **ROUND_2
    )
    for piece, number in (("destroyer", 2), ("carrier", 1), ("submarine", 1)):
        table.move("japan", "sz19", piece, "sz20", number)
    return table


@pytest.mark.build
@pytest.mark.parametrize("dice", [(6, 1, 1, 6), (1, 1, 6, 6)])
def test_8_4_2_each_loss_at_sea_has_the_effect_that_the_rules_give(dice: tuple[int, ...]) -> None:
    """The first question is about two hits on ships, or one hit by a submarine; the next is about one hit on a ship."""
    table = at_sea(battleship=1, destroyer=1, carrier=1)
    table.act("japan", "done")
    table.act("japan", "submerge", "0", dice=dice)
    found = table_for(table, "usa")
    assert found.title == "The next of 2 hits"
    rows = chances(found)
    assert list(rows) == ["usa destroyer", "usa carrier", "usa battleship"]
    for piece in ("destroyer", "battleship"):
        often = win_rate(table.match.state, "usa", ("lose", "usa", piece), "sz20")
        cleared = rows[f"usa {piece}"]["Japan wins"] + rows[f"usa {piece}"].get("Both destroyed", 0)
        assert cleared == pytest.approx(often, abs=4 * (0.25 / TRIES) ** 0.5)


def test_8_5_1_after_a_first_strike_all_others_still_fire() -> None:
    table = at_sea(carrier=1, transport=1)
    table.act("japan", "done")
    table.act("japan", "submerge", "0", dice=[1])
    rows = chances(table_for(table, "usa"))
    for piece in ("transport", "carrier"):
        often = win_rate(table.match.state, "usa", ("lose", "usa", piece), "sz20")
        assert rows[f"usa {piece}"]["Japan wins"] == pytest.approx(often, abs=4 * (0.25 / TRIES) ** 0.5)
    assert rows["usa transport"]["Japan wins"] < rows["usa carrier"]["Japan wins"]


def test_8_5_3_submarines_that_submerge_leave_the_others_weaker() -> None:
    table = at_sea(destroyer=2, submarine=2)
    table.act("japan", "done")
    rows = chances(table_for(table, "japan"))
    assert list(rows) == ["0", "1"]
    assert rows["1"]["Japan wins"] < rows["0"]["Japan wins"]


def test_8_8_1_odds_of_pressing_on_are_given_to_the_end_and_for_one_round() -> None:
    table = at_sea(battleship=1, destroyer=1, carrier=1)
    table.act("japan", "done")
    table.act("japan", "submerge", "0", dice=[6] * 7)
    found = table_for(table, "japan")
    rows = chances(found)
    assert found.title == "If the battle continues"
    assert list(rows) == ["end", "1", "2"]
    assert rows["end"].get("Both survive", 0) < rows["2"]["Both survive"] < rows["1"]["Both survive"]
    (planned,) = on_board(table.match.rules, table.match.view("japan"))
    assert rows["end"]["Japan wins"] == pytest.approx(planned.won)


def test_8_11_1_each_intercepting_fighter_lowers_the_cost_of_a_raid() -> None:
    table = RuleTester(
        units={"usa": {"ryukyu": {"bomber": 2}}, "japan": {"japan": {"fighter": 2}}},
        control={"ryukyu": "usa"},
        ipc={"japan": 40},
        **{**ROUND_2, "active": "usa"},
    )
    table.fly("usa", "ryukyu", "bomber", "japan", 2, "raid")
    table.act("usa", "done")
    rows = chances(table_for(table, "japan"))
    assert list(rows) == ["0", "1", "2"]
    assert rows["0"]["nothing"] == rows["1"]["nothing"] == 0 < rows["2"]["nothing"], "one die downs one bomber"
    assert rows["0"]["1 to 5"] < rows["1"]["1 to 5"] < rows["2"]["1 to 5"]


def test_8_9_4_ships_that_have_bombarded_do_not_again() -> None:
    """The losses of a bombardment are asked for after its roll, so the odds do not count it twice."""
    table = RuleTester(
        units={
            "japan": {"sz45": {"transport_infantry_artillery": 1, "battleship": 1}},
            "uk": {"hong_kong": {"infantry": 1, "artillery": 1}},
        },
        **ROUND_2,
    )
    table.act("japan", "assault", "sz45", "transport_infantry_artillery", "hong_kong", "infantry_artillery")
    (before,) = on_board(table.match.rules, table.match.view("japan"))
    table.act("japan", "done", dice=[1])
    (after,) = on_board(table.match.rules, table.match.view("japan"))
    assert after.won < before.won, "two defenders, neither off the board yet, and no ship left to fire"
    rows = chances(table_for(table, "uk"))
    for piece in ("infantry", "artillery"):
        often = win_rate(table.match.state, "uk", ("lose", "uk", piece), "hong_kong")
        won = rows[f"uk {piece}"]["Japan wins"] + rows[f"uk {piece}"].get("Both destroyed", 0)
        assert won == pytest.approx(often, abs=4 * (0.25 / TRIES) ** 0.5)


def test_no_odds_where_no_battle_is_fought() -> None:
    assert tables(RuleTester(**ROUND_2).match.state, "japan") == []


@pytest.mark.build
def test_a_battle_too_large_is_named_and_the_others_are_computed() -> None:
    host = {"submarine": 60, "fighter": 60, "destroyer": 10, "carrier": 30}
    table = RuleTester(
        units={
            "japan": {"sz20": host, "hunan": {"infantry": 1}},
            "usa": {"sz20": {}, "sz9": host},
            "uk": {"kwangsi": {"infantry": 1}},
        },
        control={"hunan": "japan", "kwangsi": "india"},
        **ROUND_2,
    )
    table.move("japan", "sz20", "destroyer", "sz9", 10)
    table.move("japan", "sz20", "submarine", "sz9", 60)
    table.fly("japan", "sz20", "fighter", "sz9", 60)
    table.move("japan", "hunan", "infantry", "kwangsi")
    at_sea, on_land = on_board(table.match.rules, table.match.view("japan"))
    assert (at_sea.at, at_sea.too_large, on_land.at, on_land.too_large) == ("sz9", True, "kwangsi", False)
    assert on_land.won > 0 == at_sea.won
