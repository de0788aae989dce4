"""Special cases of the rules that matter to tournament players, each by its clause."""

import pytest

from tests.games.victory_in_the_pacific.battle_cases import at_sea, pick, return_units
from tests.games.victory_in_the_pacific.rule_tester import RuleTester, kinds


def in_combat(table: RuleTester) -> bool:
    """Whether the combat step (5.3) is still in progress."""
    return any(frame["procedure"] == "combat" for frame in table.now["frames"])


# -- 13.32 landings come after a round of combat, or at the end of the turn ---------------------------


@pytest.mark.clause("13.32", "5.38", "9.2")
def test_13_32_a_side_without_enemies_that_raids_nothing_lands_only_at_the_end_of_the_turn() -> None:
    more = {"truk": ["kongo"], "coral_sea": ["tone", "chicago"]}
    table = at_sea("MAR", "essex|1st_marines", more=more)
    table.act("japan", "fight", "marshall_islands")
    assert (table.step, table.to_act) == ("pursuit", "allies")
    events = table.act("allies", "done")
    assert "landing" not in (table.step, *kinds(events))
    assert table.step == "name_action", "the battle of the Coral Sea comes first"
    pick(table, "night", "night")
    table.finish("targeting")
    table.act("japan", "retreat")
    return_units(table)
    table.finish("pursuit")
    assert (table.step, table.to_act) == ("landing", "allies")
    assert not in_combat(table)


@pytest.mark.clause("13.32", "9.13")
def test_13_32_after_the_rounds_of_a_raid_units_may_land() -> None:
    table = at_sea("MAR", "essex|1st_marines", more={"truk": ["kongo"]})
    table.act("allies", "raid_port", "essex", "truk")
    assert table.step == "targeting", "no landing before the raid"
    table.finish("targeting")
    assert (table.step, table.to_act) == ("landing", "allies")
    assert in_combat(table)


@pytest.mark.clause("13.32", "5.43")
def test_13_32_where_the_enemy_flees_unpursued_units_may_land_at_once() -> None:
    table = at_sea("MAR", "tone|essex|1st_marines")
    pick(table, "night", "night")
    table.finish("targeting", "announcement")
    table.act("japan", "retreat")
    table.finish("pursuit")
    return_units(table)
    assert (table.step, table.to_act) == ("landing", "allies")
    assert in_combat(table)


# -- 5.5 a deadlock: nobody holds the area -------------------------------------------------------------


@pytest.mark.clause("5.5", "15.1")
def test_5_5_in_a_deadlock_a_crippled_patrol_holds_nothing_either() -> None:
    table = at_sea("CS", "hosho:1|1st_marines")
    assert table.now["fought"] == ["coral_sea"]
    assert (table.step, table.to_act) == ("landing", "allies")
    assert table.flag("coral_sea") is None


# -- 20.7 named landings when the enemy flees -----------------------------------------------------------


@pytest.mark.clause("20.7", "20.3", "5.43")
@pytest.mark.parametrize("named", [True, False])
def test_20_7_units_named_to_land_do_so_when_the_enemy_flees(named: bool) -> None:
    table = at_sea("AL", "mikuma|sasebo_nlf|chicago", options={"task_forces": "on"})
    table.act("japan", "done")
    if named:
        table.act("japan", "name_landing", "sasebo_nlf")
    table.act("japan", "done")
    table.act("allies", "done", dice=[6] if named else [6, 6])
    assert table.step == "stay_or_part"
    table.act("japan", "stay")
    table.act("allies", "retreat")
    table.finish("pursuit")
    return_units(table)
    assert (table.step, table.to_act) == ("landing", "japan")
    assert in_combat(table) == named, "the others wait for the end of the turn"
