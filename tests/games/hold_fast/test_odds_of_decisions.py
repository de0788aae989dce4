"""The odds of staying, of withdrawing and of landing, compared with the game's dice."""

from __future__ import annotations

from pathlib import Path

import pytest

from ironbottom.engine.codecs.position import parse_position, read_position
from ironbottom.games.hold_fast.odds.decisions import tables
from ironbottom.odds.tables import OddsTable
from tests.games.hold_fast.rule_tester import RuleTester
from tests.games.hold_fast.test_hf_05_battle import after_surface_round

POSITIONS = Path(__file__).parents[2] / "browser" / "positions" / "hold_fast"


def tables_by_title(table: RuleTester) -> dict[str, OddsTable]:
    """The tables of the deciding side."""
    return {one.title: one for one in tables(table.match.state, table.to_act)}


def rows(table: OddsTable) -> dict[str, list[float]]:
    return {row.id: row.chances for row in table.rows}


def test_8_9_1_a_side_that_withdraws_is_fired_at_only_by_like_units() -> None:
    """Only Wisconsin may pursue Kongo, and only Intrepid may pursue Akagi.

    Units without an opponent of their kind are not fired at.
    """
    table = after_surface_round()
    table.act("allies", "go", "a_tennessee", "australia")
    table.act("allies", "stay")
    units = table.match.rules.facts.table("units")
    found = rows(tables_by_title(table)["If you withdraw and are pursued: by ship"])
    for target, by in (("j_kongo", "a_wisconsin"), ("j_akagi", "a_intrepid")):
        missed = (units[target].hit_number - 1) / 6
        assert found[target][2] == pytest.approx(missed ** units[by].dice)
    assert {unit for unit, chances in found.items() if chances[2] < 1} == {"j_kongo", "j_akagi"}


def test_8_6_3_gun_odds_cover_the_battle_station_only() -> None:
    """While the battle station has a ship, only air fire can target the units behind it, not surface fire."""
    units = {"coral_sea": ["j_nagato", "j_akagi", "a_idaho", "a_wasp"]}
    table = RuleTester(turn=2, step="combat", units=units)
    found = tables_by_title(table)
    assert set(rows(found["Surface combat: by ship"])) == {"j_nagato", "a_idaho"}
    assert set(rows(found["Air combat: by ship"])) == {"j_nagato", "j_akagi", "a_idaho", "a_wasp"}


def test_8_8_2_the_results_of_fire_at_one_unit_in_a_fight_for_a_base() -> None:
    """Four transports attack the garrison, which is lost if any of their dice shows a 6."""
    text = (POSITIONS / "land_fight.toml").read_text(encoding="utf-8")
    state = read_position(parse_position(text))
    side = state.decisions()[0].side
    (table,) = tables(state, side)
    assert table.title == "If all units still to aim fire at one target"
    dice = int(table.note.split()[0])
    for row in table.rows:
        assert sum(row.chances) == pytest.approx(1)
        if row.id != "garrison":
            needed = state.rules.facts.table("units")[row.id].hit_number
            assert row.chances[2] == pytest.approx(((needed - 1) / 6) ** dice)
