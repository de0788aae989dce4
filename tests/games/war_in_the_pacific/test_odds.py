"""The exact odds of fights equal the results of all dice."""

from collections import Counter
from functools import cache

import pytest

from ironbottom.engine.dice.dice import enumerate_rolls
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.charts_in_force import Charts
from ironbottom.games.war_in_the_pacific.data.facts import load
from ironbottom.games.war_in_the_pacific.odds.decisions import tables
from ironbottom.games.war_in_the_pacific.odds.fights import ground_attack, level_after, level_after_all, sinks
from ironbottom.games.war_in_the_pacific.pieces import SHIPS
from ironbottom.games.war_in_the_pacific.rules.naval import damage
from ironbottom.games.war_in_the_pacific.rules.naval.damage import Hull
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import ShipAttack
from tests.games.war_in_the_pacific.battle_states import choose
from tests.games.war_in_the_pacific.test_ground_phase import NEXT, ROUGH, attacking
from tests.games.war_in_the_pacific.test_surface_combat import at_sea, in_battle
from tests.games.war_in_the_pacific.two_step_choices import fire


@cache
def charts() -> Charts:
    """The original charts."""
    return Charts(load())


@pytest.mark.clause("11.5", "12.3")
@pytest.mark.parametrize(
    ("hull", "blow", "saved"),
    [
        (Hull("CA", 6), ShipAttack(0, 8), 0),
        (Hull("CV", 8, 1), ShipAttack(5, 18, 1, loaded=True), 0),
        (Hull("BB", 11, 2), ShipAttack(1, 9, -1, halved=True), 1),
        (Hull("DD", 3), ShipAttack(2, 6, 3), 0),
        (Hull("BB", 10, 4), ShipAttack(2, 12), -1),
    ],
)
def test_11_5_12_3_the_odds_of_a_hit(hull: Hull, blow: ShipAttack, saved: int) -> None:
    struck = hull._replace(loaded=blow.loaded)

    def trial(dice: object) -> int:
        found = damage.attack_ship(
            dice,  # type: ignore[arg-type]
            charts(),
            struck,
            blow.strength,
            blow.added,
            halved=blow.halved,
            saved=saved,
        )
        return found.level

    counted: Counter[object] = Counter()
    for chance, _, level in enumerate_rolls(trial):
        counted[level] += chance  # type: ignore[assignment]
    chances = level_after(charts(), hull, blow, saved)
    assert list(chances) == pytest.approx([counted[level] for level in range(7)])


def test_20_16_the_odds_of_two_hits_in_turn() -> None:
    one = level_after_all(charts(), Hull("CA", 6), [ShipAttack(0, 8)])
    both = level_after_all(charts(), Hull("CA", 6), [ShipAttack(0, 8), ShipAttack(2, 6)])
    assert one == pytest.approx(level_after(charts(), Hull("CA", 6), ShipAttack(0, 8)))
    assert sum(both) == pytest.approx(1)
    assert sinks(both) > sinks(one)


def test_24_3_an_attack_over_its_six_dice() -> None:
    odds = ground_attack(charts(), 11, 3, 6)
    assert odds.retreats == pytest.approx(5 / 6)
    assert odds.eliminated == pytest.approx(1 / 6)
    assert sum(odds.attacker_loses) == pytest.approx(1)


@pytest.mark.build
def test_11_3_the_odds_when_choosing_targets_are_those_of_the_round() -> None:
    """One cruiser fires at one destroyer; the table is compared with all dice of the round."""

    def ready() -> State:
        return in_battle(at_sea(("jp_ca13",), ("us_dd14", "us_ca24")), 2, 5, 2)

    rows = {row.id: row.chances for row in tables(ready(), "japan")[0].rows}
    assert set(rows) == {"us_dd14", "us_ca24"}
    counted = 0.0

    def trial(dice: object) -> int:
        state = ready()
        fire(state, "japan", "jp_ca13", "us_dd14", "guns_and_torpedoes")
        state.apply("japan", ("done",), dice)  # type: ignore[arg-type]
        return state.arrays[layout.DAMAGE][SHIPS.index["us_dd14"]]

    for chance, _, level in enumerate_rolls(trial):
        counted += chance * (isinstance(level, int) and level > 4)
    assert rows["us_dd14"][-1] == pytest.approx(counted)
    assert tables(ready(), "allies") == []


def test_24_1_the_odds_of_attacks() -> None:
    state = attacking(("us_11_3", ROUGH), ("us_3_1", ROUGH), ("jp_3_1", NEXT))
    table = tables(state, "allies")[0]
    assert [row.name for row in table.rows] == [f"{NEXT}: 14 to 3"]
    assert sum(table.rows[0].chances[:3]) == pytest.approx(1)
    choose(state, "allies", "attack", NEXT)
    choose(state, "allies", "commit", "allies_unit_0")
    found = [row.name for row in tables(state, "allies")[0].rows]
    assert found == ["The units named: 11 to 3", "All units: 14 to 3"]
