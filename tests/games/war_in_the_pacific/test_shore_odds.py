"""16.3, 17.1, 24.3, 38.7 The odds before a landing and a bombardment equal all dice results of the game."""

from __future__ import annotations

import pytest

from ironbottom.engine.dice.dice import Dice, enumerate_rolls
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import facilities
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import units_at
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.odds.decisions import tables
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, FORCES, SHIPS
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.land import combat_results, ground_battle
from ironbottom.games.war_in_the_pacific.rules.naval.plots import CoursePlot
from ironbottom.games.war_in_the_pacific.rules.shore import bombardment, landings
from ironbottom.odds.tables import OddsTable
from tests.games.war_in_the_pacific.battle_states import (
    ask_ashore,
    calm,
    choose,
    embarked,
    level,
    mission,
    plan,
    put_unit,
)
from tests.games.war_in_the_pacific.midway_states import put_force

KISKA, MIDWAY = "F0604", "F1234"
LAND, ALL = "Units ordered ashore", "All units that may land"


def table(state: State, title: str, side: str = "japan") -> OddsTable:
    """The table of this title that a side has at its decision."""
    return next(each for each in tables(state, side) if each.title.startswith(title))


def off_kiska(*garrison: str, announced: bool = True) -> State:
    """Two Japanese regiments off Kiska, which some units hold, and two battleships that bombard."""
    state = calm()
    mission(state, put_force(state, "japan_1", KISKA, "jp_apb2", "jp_apb3"), "assault")
    mission(state, put_force(state, "japan_2", KISKA, "jp_bb1", "jp_bb2"), "bombardment")
    state.arrays[layout.CONTROL][NUMBER[KISKA]] = ALLIES
    for kind in garrison:
        put_unit(state, kind, KISKA)
    plan(state, KISKA if announced else MIDWAY)
    return state


def laden(state: State) -> list[str]:
    """A regiment on each of the transports, and both sides are asked for orders at the shore."""
    units = [embarked(state, "jp_2_1", ship) for ship in ("jp_apb2", "jp_apb3")]
    ask_ashore(state)
    return units


def falls(state: State, dice: Dice) -> tuple[float, ...]:
    """The results of Japan's orders and of the attack by landed units, with these dice: as the columns of the table."""
    trial, hex = state.copy(), NUMBER[KISKA]
    execution = Execution(trial, dice)
    landings.shore_fire(execution, JAPAN)
    landings.carry_out_landings(execution, JAPAN, lambda there: there == hex)
    odds = ground_battle.odds_of(trial, JAPAN, units_at(trial, JAPAN, hex), hex)
    charts = trial.rules.pieces.charts
    got = combat_results.outcome(
        charts, odds.attacker, odds.defender, sum(odds.shifts), dice.roll(6, Roll.GROUND_COMBAT)
    )
    goes = got.retreats and not got.eliminated
    return (
        float(not goes and not got.eliminated),
        float(goes),
        float(got.eliminated),
        got.defender_loses,
        got.attacker_loses,
    )


@pytest.mark.clause("16.4", "24.3")
@pytest.mark.parametrize("shelled", [False, True])
def test_16_4_24_3_a_landing_has_the_odds_of_the_attack_after_all_dice_of_the_bombardment(shelled: bool) -> None:
    state = off_kiska("us_11_3")
    for unit in laden(state):
        choose(state, "japan", "land", unit)
    if shelled:
        choose(state, "japan", "shell", "japan_2", "ground")
    found = [0.0] * 5
    for chance, _, outcome in enumerate_rolls(lambda dice: falls(state, dice)):
        assert isinstance(outcome, tuple)
        found = [so_far + chance * one for so_far, one in zip(found, outcome, strict=True)]
    row = next(row for row in table(state, "Landing").rows if row.id.endswith(LAND))
    assert row.chances == pytest.approx(found)
    assert row.name.endswith(": 2 to 11")


def test_31_1_bombarding_the_garrison_first_improves_the_landing() -> None:
    state = off_kiska("us_11_3")
    laden(state)
    before = table(state, "Landing").rows[0].chances
    choose(state, "japan", "shell", "japan_2", "ground")
    after = table(state, "Landing").rows[0].chances
    assert after[4] < before[4]


def test_16_3_before_any_order_all_units_that_may_land_are_listed_then_both() -> None:
    state = off_kiska("us_11_3")
    first, _second = laden(state)
    assert [row.id for row in table(state, "Landing").rows] == [f"F0604 {ALL}"]
    choose(state, "japan", "land", first)
    assert [row.id for row in table(state, "Landing").rows] == [f"F0604 {LAND}", f"F0604 {ALL}"]
    assert [row.name.rsplit(" ", 3)[1] for row in table(state, "Landing").rows] == ["1", "2"]


def test_16_4_an_empty_hex_is_taken_without_odds() -> None:
    state = off_kiska()
    laden(state)
    landing = table(state, "Landing")
    assert landing.outcomes == ["taken"]
    assert [row.chances for row in landing.rows] == [[1.0]]
    assert "is empty" in landing.rows[0].name


def test_16_2_no_landing_is_listed_where_none_is_allowed() -> None:
    state = off_kiska("us_11_3", announced=False)
    laden(state)
    assert not any(each.title.startswith("Landing") for each in tables(state, "japan"))


@pytest.mark.clause("17.1", "31.1")
def test_17_1_a_bombardment_has_the_hits_of_its_six_dice_at_each_target() -> None:
    state = calm()
    force = put_force(state, "japan_1", MIDWAY, "jp_bb1", "jp_ca13", "jp_ca14")
    mission(state, force, "bombardment")
    ask_ashore(state)
    rows = table(state, "Bombardment")
    assert [(row.id, row.name) for row in rows.rows] == [("japan_1 bombards", "TF 1, strength 13")]
    found = [0.0] * 5
    for die in range(1, 7):
        found[state.rules.pieces.charts.bombardment.read(bombardment.naval_strength(state, force), die)] += 1 / 6
    assert all(row.chances == pytest.approx(found) for row in rows.rows)
    assert "at the guns a hit silences" in rows.note
    choose(state, "japan", "shell", "japan_1", "guns")
    rows = table(state, "Bombardment")
    assert rows.rows[0].name == "TF 1 at the guns, strength 13"
    assert rows.note == "at the guns a hit silences some of the guns"


@pytest.mark.clause("38.7")
def test_38_7_the_guns_of_a_hex_have_the_odds_of_the_lot_and_of_all_dice() -> None:
    state = calm()
    mission(state, put_force(state, "japan_1", MIDWAY, "jp_bb1", "jp_dd1"), "bombardment")
    state.arrays[layout.DAMAGE][SHIPS.index["jp_dd1"]] = 1
    base = next(unit for unit in layout.units_in(state.arrays).units(NUMBER[MIDWAY]) if unit >= 256)
    state.arrays[layout.DEPLOYED][base] = 2
    ask_ashore(state)
    (row,) = table(state, "Coastal guns").rows
    strength, force = facilities.guns_at(state, NUMBER[MIDWAY]), FORCES.index["japan_1"]
    assert f"strength {strength}" in row.name

    def fired(dice: Dice) -> int:
        trial = state.copy()
        bombardment.guns_fire(Execution(trial, dice), NUMBER[MIDWAY], strength, [force])
        gained = {ship: level(trial, ship) - level(state, ship) for ship in ("jp_bb1", "jp_dd1")}
        return 4 if any(level(trial, ship) > 4 for ship in gained) else min(sum(gained.values()), 3)

    found = [0.0] * 5
    for chance, _, place in enumerate_rolls(fired):
        assert isinstance(place, int)
        found[place] += chance
    assert row.chances == pytest.approx(found)


def test_38_7_no_guns_reply_to_a_force_off_a_coast_without_them() -> None:
    state = off_kiska("us_11_3")
    laden(state)
    assert BASE_AT.get(NUMBER[KISKA]) is None or not facilities.guns_at(state, NUMBER[KISKA])
    assert not any(each.title.startswith("Coastal guns") for each in tables(state, "japan"))


def test_10_1_16_2_an_assault_has_its_odds_before_its_course_is_plotted() -> None:
    """The preview of a landing at Kiska in a phase equals the table that is later shown for the same units."""
    state = off_kiska("us_11_3")
    for ship in ("jp_apb2", "jp_apb3"):
        embarked(state, "jp_2_1", ship)
    state.cells[layout.FORCE_AT + FORCES.index["japan_1"]] = NUMBER["F0704"]
    force, assault = FORCES.index["japan_1"], layout.MISSIONS.index["assault"]
    course = state.copy()
    course.stack = (*course.stack, CoursePlot(JAPAN, force, assault))
    ahead = next(row for row in tables(course, "japan")[0].rows if row.id == KISKA)
    state.cells[layout.FORCE_AT + force] = NUMBER[KISKA]
    ask_ashore(state)
    there = next(row for row in table(state, "Landing").rows if row.id.endswith(ALL))
    assert ahead.chances == pytest.approx(there.chances)
