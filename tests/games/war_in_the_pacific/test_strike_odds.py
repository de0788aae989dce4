"""7.0, 8.4, 12.0 The exact odds of a strike equal an enumeration of all dice of the rules."""

import pytest

from ironbottom.engine.dice.dice import Dice, enumerate_rolls
from ironbottom.games.war_in_the_pacific.charts_in_force import Charts
from ironbottom.games.war_in_the_pacific.data.facts import load
from ironbottom.games.war_in_the_pacific.odds import strikes
from ironbottom.games.war_in_the_pacific.odds.strikes import Raid, Wing
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.air import air_combat
from ironbottom.games.war_in_the_pacific.rules.air.air_combat import Flight, FlightLosses
from ironbottom.games.war_in_the_pacific.rules.naval import damage
from ironbottom.games.war_in_the_pacific.rules.naval.damage import Hull
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import ShipAttack

CHARTS = Charts(load())
NOBODY = Wing(0, 0)


def left(fate: FlightLosses) -> int:
    return air_combat.points(fate.flights)


@pytest.mark.parametrize(("strength", "points"), [(18, 3), (40, 2), (0, 3)])
def test_7_5_the_losses_from_fire_match_an_enumeration_of_the_dice(strength: int, points: int) -> None:
    wave = air_combat.result_without_attack((Flight("kate", 1, 3, points),))
    found = [0.0] * (points + 1)
    for chance, _, fate in enumerate_rolls(lambda dice: air_combat.anti_aircraft_fire(dice, CHARTS, strength, wave)):
        assert isinstance(fate, FlightLosses)
        found[points - left(fate)] += chance
    expected = strikes.gone_by_fire(CHARTS, strength, points)
    assert found[: len(expected)] == pytest.approx(list(expected))


@pytest.mark.parametrize(("patrol", "escorts"), [(2, 1), (1, 0), (3, 2)])
def test_7_11_the_losses_from_a_patrol_match_an_enumeration_of_the_dice(patrol: int, escorts: int) -> None:
    guard = air_combat.result_without_attack((Flight("zero", 6, 3, escorts),))
    wave = air_combat.result_without_attack((Flight("kate", 1, 3, 3),))

    def fired(dice: Dice) -> int:
        _, strikers = air_combat.patrol_fires(dice, CHARTS, 4 * patrol, guard, wave, 6 * escorts)
        return 3 - left(strikers)

    found = [0.0] * 4
    for chance, _, gone in enumerate_rolls(fired):
        assert isinstance(gone, int)
        found[gone] += chance
    expected = strikes.gone_by_patrol(CHARTS, Wing(patrol, 4), Wing(escorts, 6), Wing(3, 1))
    assert found == pytest.approx(list(expected))


@pytest.mark.clause("8.4", "12.1")
def test_8_4_12_1_a_whole_strike_on_a_destroyer_matches_the_oracle() -> None:
    hull, raid = Hull("DD", 3), Raid(4, Wing(2, 1), 4, ShipAttack(0, 0))

    def flown(dice: Dice) -> tuple[int, int]:
        if dice.roll(6, Roll.FINDING_THE_FORCE) > raid.fix:
            return 0, 0
        fate = air_combat.anti_aircraft_fire(
            dice, CHARTS, 18, air_combat.result_without_attack((Flight("val", 1, 3, 2),))
        )
        return damage.attack_ship(dice, CHARTS, hull, raid.each * left(fate)).level, 2 - left(fate)

    levels, gone = [0.0] * 7, [0.0] * 3
    for chance, _, outcome in enumerate_rolls(flown):
        assert isinstance(outcome, tuple)
        levels[outcome[0]] += chance
        gone[outcome[1]] += chance
    outlook = strikes.strike(CHARTS, hull, raid, NOBODY, NOBODY, 18)
    assert levels == pytest.approx(list(outlook.levels))
    assert gone == pytest.approx(list(outlook.gone))
    assert outlook.sunk == pytest.approx(sum(levels[5:]))


def test_7_11_an_escort_takes_the_hits_meant_for_the_strikers() -> None:
    raid = Raid(6, Wing(4, 1), 7, ShipAttack(0, 0))
    alone = strikes.strike(CHARTS, Hull("CV", 8), raid, Wing(4, 4), NOBODY, 18)
    covered = strikes.strike(CHARTS, Hull("CV", 8), raid, Wing(4, 4), Wing(4, 6), 18)
    assert covered.sunk > alone.sunk > 0
    assert sum(alone.levels) == pytest.approx(1)
