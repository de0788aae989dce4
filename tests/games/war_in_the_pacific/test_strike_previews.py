"""6.5, 7.7, 8.4 The preview of a Strike before its order is exact, uses only the report, and names each modifier."""

from __future__ import annotations

from random import Random

import pytest

from ironbottom.engine.dice.dice import Dice, enumerate_rolls
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.charts_in_force import Charts
from ironbottom.games.war_in_the_pacific.data.facts import load
from ironbottom.games.war_in_the_pacific.derived import ship_condition
from ironbottom.games.war_in_the_pacific.game import WarInThePacific
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.odds.decisions import tables
from ironbottom.games.war_in_the_pacific.odds.reports import Reports
from ironbottom.games.war_in_the_pacific.odds.strikes import Wing
from ironbottom.games.war_in_the_pacific.odds.wave_survival import Formation, come_through, shot_down
from ironbottom.games.war_in_the_pacific.pieces import FORCES, SHIPS
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.air import air_combat, naval_strike_tables
from ironbottom.games.war_in_the_pacific.rules.air.air_combat import Flight
from ironbottom.games.war_in_the_pacific.rules.air.naval_strike_tables import BOMB, TORPEDO, Ordnance
from ironbottom.games.war_in_the_pacific.rules.naval.damage import Hull
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import era_figure
from ironbottom.games.war_in_the_pacific.rules.search import contacts
from ironbottom.games.war_in_the_pacific.rules.search.detection import ContactReport
from ironbottom.odds.tables import OddsTable
from tests.games.war_in_the_pacific.air_states import act, park
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.test_strike_at_sea import BOMBS, ESCORT, TORPEDOES, to_declarations, two_fleets

CHARTS = Charts(load())
AT = NUMBER["F1628"]
TRUE = ContactReport("true_report", AT, 5, types=(("CV", 2), ("CA", 2), ("CL", 1)))
GOOD = ContactReport("good", AT, 4, 2)
NO_CARRIER = ContactReport("fair", AT, carrier=False, size=1)


def declaring(report: ContactReport) -> State:
    """Japan declares Strikes at an American force that was reported to it."""
    state = two_fleets()
    force = FORCES.index["allies_1"]
    state.cells[layout.IN_CONTACT] |= 1 << force
    contacts.store_report(state, force, report)
    to_declarations(state)
    act(state, "allies", "done")
    return state


def wave(report: ContactReport, *points: tuple[str, ...]) -> OddsTable:
    """The preview of a wave of these points before it is ordered."""
    state = declaring(report)
    act(state, "japan", "strike", "allies_1")
    for sent in points:
        act(state, "japan", "send", *sent)
    (table,) = tables(state, "japan")
    return table


@pytest.mark.build
@pytest.mark.parametrize(("patrol", "escorts", "added"), [(2, 1, (1, 1)), (1, 1, (1, -1)), (1, 0, (1, 0))])
def test_7_2_7_11_the_losses_from_a_patrol_with_its_bounce_match_an_enumeration(
    patrol: int, escorts: int, added: tuple[int, int]
) -> None:
    guard, strikers = (Flight("zero", 6, 1, escorts),) if escorts else (), (Flight("kate", 1, 1, 2),)

    def met(dice: Dice) -> int:
        bounced = air_combat.bounce(dice, *added)
        melee = air_combat.fight(dice, CHARTS, (Flight("f4f", 4, 1, patrol),), guard, strikers, bounced)
        return 2 - air_combat.points(melee.strikers.flights)

    found = [0.0] * 3
    for chance, _, gone in enumerate_rolls(met):
        assert isinstance(gone, int)
        found[gone] += chance
    expected = shot_down(CHARTS, Wing(patrol, 4), Formation(escorts, 6 * escorts), Formation(2, 2), added)
    assert found == pytest.approx(list(expected))


def test_7_5_7_11_the_survivors_of_each_flight_match_an_enumeration() -> None:
    flights = (Flight("val", 1, 1, 2), Flight("kate", 1, 1, 2))

    def met(dice: Dice) -> tuple[int, ...]:
        hurt = air_combat.hits_by_lot(dice, air_combat.result_without_attack(flights), 1)
        burst = air_combat.anti_aircraft_fire(dice, CHARTS, 18, air_combat.result_without_attack(hurt.flights[::-1]))
        return tuple(flight.number for flight in burst.flights[::-1])

    found: dict[tuple[int, ...], float] = {}
    for chance, _, left in enumerate_rolls(met):
        assert isinstance(left, tuple)
        found[left] = found.get(left, 0.0) + chance
    assert come_through(CHARTS, (2, 2), (1, 0), (0.0, 1.0), 18) == pytest.approx(found)


@pytest.mark.build
@pytest.mark.clause("8.4", "20.13", "20.16")
def test_8_4_20_16_a_wave_has_the_odds_of_all_its_dice_before_it_is_ordered() -> None:
    """A torpedo and a bomb at a cruiser, which is found on four or less, under the fire of the ten reported ships."""
    one = ("jp_cv1", "kate_carrier", "torpedo", "1"), ("jp_cv2", "val_carrier", "bomb", "1")
    table = wave(NO_CARRIER, *one)
    assert "found on a roll of 4 or less" in table.note
    row = next(row for row in table.rows if row.name == "CA by lot, 1 point, no patrol")
    state = declaring(NO_CARRIER)
    reports = Reports(state, 0)
    cruiser, fire = state.rules.pieces.ships[reports.usual(("CA",))], reports.fire_of(FORCES.index["allies_1"])
    assert f"anti-aircraft fire {fire}" in table.note
    flights, saved = (Flight("kate", 1, 3, 1), Flight("val", 1, 3, 1)), -era_figure(state, "us_damage_control")

    def flown(dice: Dice) -> int:
        if dice.roll(6, Roll.FINDING_THE_FORCE) > 4:
            return 0
        left = air_combat.anti_aircraft_fire(dice, CHARTS, fire, air_combat.result_without_attack(flights))
        torpedoes, bombs = [flight.number for flight in left.flights]
        drop = Ordnance(TORPEDO, torpedoes, 7) if torpedoes else Ordnance(BOMB, bombs, 4)
        hull = Hull(cruiser.type, cruiser.defence)
        hurt = naval_strike_tables.attack_by_weapons(
            dice, CHARTS, hull, (drop,), armoured=cruiser.armoured, modifier=1, saved=saved
        )
        return min(hurt[-1].level, ship_condition.FLOATS + 1) if hurt else 0

    levels = [0.0] * (ship_condition.FLOATS + 2)
    for chance, _, level in enumerate_rolls(flown):
        assert isinstance(level, int)
        levels[level] += chance
    expected = [*levels[:3], sum(levels[3:5]), levels[5]]
    assert row.chances[:5] == pytest.approx(expected)


@pytest.mark.clause("20.11", "8.3")
@pytest.mark.parametrize(
    ("report", "types"),
    [
        (TRUE, ["CV", "CA", "CL"]),
        (GOOD, ["CV", "CVE", "BB"]),
        (ContactReport("fair", AT, carrier=True, size=1), ["CV", "CVE"]),
        (NO_CARRIER, ["BB by lot, 1 point", "CA by lot, 1 point", "DD by lot, 1 point"]),
        (ContactReport("misread", AT, 2, types=(("SF", 2),)), ["SF by lot, 4 points"]),
    ],
)
def test_20_11_a_preview_lists_the_types_that_the_report_lets_points_choose(
    report: ContactReport, types: list[str]
) -> None:
    table = wave(report, TORPEDOES, BOMBS)
    assert [row.name.removesuffix(", no patrol") for row in table.rows if row.name.endswith("no patrol")] == types
    assert len(table.rows) == 2 * len(types)
    assert all(sum(row.chances[:5]) == pytest.approx(1) for row in table.rows)


def test_7_11_an_escort_saves_strikers_from_the_assumed_patrol() -> None:
    alone, covered = wave(GOOD, TORPEDOES), wave(GOOD, TORPEDOES, ESCORT)
    loses = [next(row.chances[5] for row in table.rows if "on patrol" in row.name) for table in (alone, covered)]
    assert loses[0] > loses[1] > 0
    assert ("escort +0" in alone.note, "escort +1" in covered.note) == (True, True)


@pytest.mark.clause("11.5")
def test_11_5_every_modifier_is_named() -> None:
    state = declaring(GOOD)
    state.cells[layout.WEATHER_DIE : layout.WEATHER_DIE + 7] = [2] * 7
    force = FORCES.index["allies_1"]
    north = NUMBER["D0326"]
    state.cells[layout.CONTACT_AT + force] = north
    put_force(state, "japan_1", "D0327", "jp_cv1", "jp_cv2")
    act(state, "japan", "strike", "allies_1")
    act(state, "japan", "send", *TORPEDOES)
    (table,) = tables(state, "japan")
    assert "no patrol met +1; overcast -1" in table.note


def test_6_5_before_a_target_is_chosen_the_odds_of_all_free_points_at_each_are_computed() -> None:
    at_sea, ashore = tables(declaring(TRUE), "japan")
    assert [row.name for row in at_sea.rows] == [
        f"Report at F1628: {kind}, 8 points sent" for kind in ("CV", "CA", "CL")
    ]
    assert [row.name for row in ashore.rows][:2] == ["Midway, airbase: 8 points sent", "Midway, port: 8 points sent"]
    assert ashore.rows[0].chances[:3] == pytest.approx([1 / 3, 1 / 2, 1 / 6])


@pytest.mark.clause("1.3", "1.31")
def test_1_31_a_preview_is_the_same_in_every_world_that_fits_the_reports() -> None:
    """Other ships, other patrols, another place or damage do not change any figure."""
    for result in (TRUE, GOOD, NO_CARRIER):
        first, second = declaring(result), declaring(result)
        put_force(second, "allies_1", "F1730", "us_bb36", "us_dd14")
        put_force(second, "allies_4", "F1629", "us_cv6")
        park(second, "us_cv8", f4f_carrier=9)
        second.arrays[layout.DAMAGE][SHIPS.index["us_cv5"]] = 3
        for state in (first, second):
            act(state, "japan", "strike", "allies_1")
            act(state, "japan", "send", *TORPEDOES)
        assert tables(first, "japan") == tables(second, "japan") != []


def test_1_31_sampled_worlds_give_the_same_tables() -> None:
    at_table = declaring(GOOD)
    state = State(WarInThePacific().rules(), at_table.cells, at_table.stack, at_table.arrays)
    result, view = tables(state, "japan"), state.view("japan")
    assert len(result) == 2
    for seed in range(4):
        assert tables(state.rules.game.resample(view, Random(seed)), "japan") == result
