"""Cases WP-07 to WP-16 that do not occur in these scenarios, and the results of the charts for given dice."""

from collections.abc import Sequence
from functools import cache

import pytest

from ironbottom.engine.dice.dice import DieReason, ScriptedDice
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN, Atlas
from ironbottom.games.war_in_the_pacific.charts_in_force import Charts
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.data.facts import load
from ironbottom.games.war_in_the_pacific.derived import force_movement, ship_condition
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER
from ironbottom.games.war_in_the_pacific.rules.air import air_combat, naval_strike_tables
from ironbottom.games.war_in_the_pacific.rules.air.air_combat import Flight
from ironbottom.games.war_in_the_pacific.rules.air.naval_strike_tables import BOMB, TORPEDO, Ordnance
from ironbottom.games.war_in_the_pacific.rules.naval import damage
from ironbottom.games.war_in_the_pacific.rules.naval.damage import Hull
from ironbottom.games.war_in_the_pacific.rules.search import detection
from ironbottom.games.war_in_the_pacific.rules.submarines import submarine_attacks
from ironbottom.games.war_in_the_pacific.rules.turn import steps
from ironbottom.games.war_in_the_pacific.turns import turn_number


@cache
def shipped() -> Charts:
    """The original charts."""
    return Charts(load())


class Script(ScriptedDice):
    """Given dice, all of which must be rolled; ``seen`` are the audiences."""

    def __init__(self, values: Sequence[int]) -> None:
        super().__init__(values)
        self.seen: list[int] = []

    def roll(self, faces: int, why: DieReason, audience: int = -1) -> int:
        self.seen.append(audience)
        return super().roll(faces, why, audience)


# -- first player, availability, totals --------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "dice", "before", "first"),
    [
        ("1/6/42", (3, 4), steps.NOBODY_YET, JAPAN),
        ("1/6/42", (3, 4), ALLIES, ALLIES),
        ("1/6/42", (3, 5), JAPAN, ALLIES),
        ("1/6/42", (3, 3), ALLIES, JAPAN),
        ("1/9/42", (2, 2), steps.NOBODY_YET, JAPAN),
        ("1/11/44", (5, 2), steps.NOBODY_YET, ALLIES),
        ("1/11/44", (6, 2), JAPAN, JAPAN),
    ],
)
def test_4_2_the_first_player(turn: str, dice: tuple[int, int], before: int, first: int) -> None:
    script = Script(dice)
    assert steps.first_player(script, shipped(), turn_number(turn), before) == first
    script.finish()


@pytest.mark.clause("7.3")
@pytest.mark.parametrize(
    ("chart", "strength", "dice", "result"),
    [
        ("strategic_bombing", 121, (6,), 4),
        ("sub_shipping_attack", 1, (4,), 0),
        ("sub_shipping_attack", 24, (6,), 6),
    ],
)
def test_wp_07_7_3_totals(chart: str, strength: int, dice: tuple[int, ...], result: int) -> None:
    script = Script(dice)
    assert getattr(shipped(), chart).rolled(script, strength, "a roll") == result
    script.finish()


# -- air combat --------------------------------------------------------------------------------------


def flight(kind: str, number: int, training: int = air_combat.CARRIER_TRAINED) -> Flight:
    """Points of a type with the current ratings."""
    row = load().table(tables.AIRCRAFT)[kind]
    return Flight(kind, row.air_to_air, row.fragility, number, training)


def test_wp_08_a_strike_at_sea_die_by_die() -> None:
    ships = load().table(tables.SHIPS)
    script = Script((5, 3, 4, 5, 2, 6, 6, 2, 3, 3, 2, 4, 1, 2))
    wave = (flight("kate", 4), flight("val", 4))
    melee = air_combat.fight(script, shipped(), (flight("f4f", 2),), (flight("zero", 3),), wave)
    assert (melee.patrol.lost, melee.patrol.aborted) == ((1,), (1,))
    assert (melee.escorts.lost, melee.strikers.lost) == ((1,), (0, 0))
    after = air_combat.anti_aircraft_fire(script, shipped(), 18, melee.strikers)
    assert (after.lost, after.aborted) == ((1, 0), (0, 1))
    assert [each.number for each in after.flights] == [3, 3]
    hulls = [Hull("CV", ships[ship].defence) for ship in ("us_cv8", "us_cv5")]
    (torpedoed,) = naval_strike_tables.attack_by_weapons(
        script, shipped(), hulls[0], (Ordnance(TORPEDO, 3, 7),), armoured=False, bonus=2
    )
    assert (torpedoed.points, torpedoed.level, torpedoed.effects[0].id) == (19, 4, "none")
    (bombed,) = naval_strike_tables.attack_by_weapons(
        script, shipped(), hulls[1], (Ordnance(BOMB, 3, 4),), armoured=False, bonus=2
    )
    assert (bombed.points, bombed.level) == (16, 3)
    script.finish()


def test_7_2_which_side_has_the_bounce() -> None:
    for dice, modifiers, expected in (
        ((4, 2), (0, 0), air_combat.PATROL_BOUNCES),
        ((4, 3), (0, 0), air_combat.NO_BOUNCE),
        ((1, 4), (1, 0), air_combat.ESCORT_BOUNCES),
        ((3, 3), (1, -1), air_combat.PATROL_BOUNCES),
    ):
        assert air_combat.bounce(Script(dice), *modifiers) == expected


def test_7_2_the_bounce_removes_before_the_other_fires() -> None:
    patrol, escorts, strikers = (flight("f4f", 1),), (flight("zero", 2),), (flight("val", 2),)
    script = Script((6, 3, 5, 6))
    melee = air_combat.fight(script, shipped(), patrol, escorts, strikers, air_combat.PATROL_BOUNCES)
    script.finish()
    assert melee.escorts.lost == (1,)
    assert melee.patrol.lost == (1,)
    script = Script((4, 5))
    melee = air_combat.fight(script, shipped(), patrol, escorts, strikers, air_combat.ESCORT_BOUNCES)
    script.finish()
    assert melee.patrol.lost == (1,)
    assert melee.escorts.flights == escorts


@pytest.mark.clause("7.12")
def test_7_11_hits_beyond_the_share_are_drawn_among_the_strikers() -> None:
    patrol, escorts = (flight("zero", 6),), (flight("f4f", 1),)
    strikers = (flight("tbd", 2), flight("sbd", 3))
    script = Script((6, 5, 3, 2, 4, 1, 3, 1, 2, 1, 6, 4, 1))
    melee = air_combat.fight(script, shipped(), patrol, escorts, strikers)
    assert melee.escorts.lost == (1,)
    script.finish()
    assert (melee.strikers.lost, melee.strikers.aborted) == ((1, 0), (1, 3))
    assert (melee.patrol.lost, melee.patrol.aborted) == ((1,), (1,))


def test_6_21_a_tired_patrol_fires_at_half() -> None:
    patrol, strikers = (flight("f4f", 2),), (flight("val", 2),)
    fresh = air_combat.fight(Script((5, 3, 6, 1)), shipped(), patrol, (), strikers)
    worn = (flight("f4f", 2)._replace(tired=True),)
    tired = air_combat.fight(Script((4, 1)), shipped(), worn, (), strikers)
    assert fresh.strikers.lost == (1,)
    assert tired.strikers.flights == strikers


def test_5_11_untrained_points_and_7_31_weak_fighters_count_half() -> None:
    assert flight("oscar", 3, air_combat.UNTRAINED).strength() == 6
    assert flight("nate", 1, air_combat.UNTRAINED).strength() == 2
    assert flight("oscar", 3).strength(against_high=True) == 6
    assert flight("zero", 3).strength(against_high=True) == 18


def test_7_5_flak_hits_at_most_half_of_the_wave_and_goes_round() -> None:
    wave = air_combat.result_without_attack((flight("kate", 1), flight("val", 2)))
    script = Script((6, 3, 2))
    after = air_combat.anti_aircraft_fire(script, shipped(), 120, wave)
    script.finish()
    assert (after.lost, after.aborted) == ((1, 0), (0, 1))
    assert air_combat.anti_aircraft_fire(Script((5,)), shipped(), 8, wave, high=True) == wave
    assert air_combat.anti_aircraft_fire(Script((5, 3)), shipped(), 4, wave, low=True).lost == (1, 0)


# -- search ------------------------------------------------------------------------------------------


FLEET = {"CV": 2, "CA": 3, "DD": 6}


@pytest.mark.parametrize(
    ("chit", "dice", "data"),
    [
        ("true_report", (), {"ships": 11, "types": (("CV", 2), ("CA", 3), ("DD", 6))}),
        ("good", (1,), {"ships": 9, "capital": 2}),
        ("good", (3,), {"ships": 11, "capital": 2}),
        ("good", (6,), {"ships": 13, "capital": 2}),
        ("fair", (), {"carrier": True, "size": detection.MEDIUM}),
        ("poor", (2,), {"size": detection.SMALL}),
        ("poor", (4,), {"size": detection.MEDIUM}),
        ("poor", (5,), {"size": detection.LARGE}),
        ("misread", (1,), {"ships": 11, "types": (("SF", 2), ("DD", 3), ("CL", 6)), "hex": "F1446"}),
        ("false_position", (4,), {"size": detection.MEDIUM, "hex": "F1449"}),
    ],
)
def test_8_31_the_content_of_a_report(chit: str, dice: tuple[int, ...], data: dict[str, object]) -> None:
    atlas, script = Atlas(load()), Script(dice)
    found = detection.report(script, atlas, OPEN, detection.chit_of(shipped(), *CHITS[chit]), NUMBER["F1447"], FLEET)
    script.finish()
    assert set(script.seen) <= {0}
    expected = {"hex": "F1447", **data}
    given = {name: value for name, value in found._asdict().items() if value is not None and name != "chit"}
    assert {**given, "hex": IDS[found.hex]} == expected


OPEN = bytes([1]) * len(IDS)
"""3.5 A map without closed hexes."""
CHITS = {
    "true_report": ("A", 1),
    "good": ("A", 6),
    "fair": ("A", 9),
    "poor": ("A", 11),
    "misread": ("A", 12),
    "false_position": ("C", 12),
}


def test_8_31_a_place_where_no_ship_could_be_is_reported_as_the_true_hex() -> None:
    atlas = Atlas(load())
    assert detection.reported_hex(atlas, OPEN, NUMBER["F1401"], 1, 1) == NUMBER["F1401"]
    inland = next(hex for hex in range(len(IDS)) if atlas.kind[hex] == 2 and atlas.kind[hex - 1] == 1)
    assert detection.reported_hex(atlas, OPEN, inland, 1, 1) == inland


# -- ships -------------------------------------------------------------------------------------------


def test_12_4_loaded_decks_move_two_rows_and_add_one() -> None:
    plain = damage.attack_ship(Script((3, 4, 5)), shipped(), Hull("CV", 11), 10)
    loaded = damage.attack_ship(Script((3, 4, 5)), shipped(), Hull("CV", 11, loaded=True), 10)
    assert (plain.points, plain.levels, plain.effects[0].id) == (7, 1, "deck_shut")
    assert (loaded.levels, loaded.effects[0].id, loaded.sunk) == (3, "magazine", True)


def test_12_1_five_levels_sink_and_a_sunk_ship_rolls_no_critical() -> None:
    script = Script((6, 6))
    hurt = damage.attack_ship(script, shipped(), Hull("CA", 5, 3), 10)
    script.finish()
    assert (hurt.levels, hurt.level, hurt.effects) == (6, 6, ())
    script = Script((4, 1))
    assert damage.attack_ship(script, shipped(), Hull("CA", 9, 3), 20).level == 5
    script.finish()
    script = Script((4, 3))
    assert damage.attack_ship(script, shipped(), Hull("DD", 3), 2).level == 1
    script.finish()


def test_12_3_a_spreading_fire_may_reach_the_magazine() -> None:
    assert damage.attack_ship(Script((3, 4, 6, 5)), shipped(), Hull("BB", 10), 10).level == 2
    assert damage.attack_ship(Script((3, 4, 6, 6)), shipped(), Hull("BB", 10), 10).level == 6
    assert damage.attack_ship(Script((3, 4, 6)), shipped(), Hull("BB", 10), 10, saved=1).level == 2


def test_12_2_what_levels_of_damage_reduce() -> None:
    charts = shipped()
    assert [ship_condition.speed_of(charts, 3, level) for level in range(6)] == [3, 3, 3, 2, 1, 0]
    assert ship_condition.speed_of(charts, 3, 2, lost=1) == 2
    assert [damage.fire_left(charts, 10, level) for level in range(6)] == [10, 10, 10, 5, 3, 0]
    assert [ship_condition.decks_left(charts, 7, level) for level in range(5)] == [7, 7, 4, 0, 0]
    assert [ship_condition.shipping_room(44, level) for level in range(6)] == [44, 33, 22, 11, 0, 0]


def test_20_13_bombs_are_halved_on_armour_and_high_bombers_on_moving_ships() -> None:
    loads = (Ordnance(BOMB, 4, 1, high=True), Ordnance(TORPEDO, 2, 4))
    assert naval_strike_tables.strength_on(loads, BOMB) == 2
    assert naval_strike_tables.strength_on(loads, BOMB, moving=False) == 4
    script = Script((4, 1, 4, 1))
    found = naval_strike_tables.attack_by_weapons(script, shipped(), Hull("BB", 12), loads, armoured=True)
    script.finish()
    assert [hurt.points for hurt in found] == [7, 1]


def test_20_16_a_ship_sunk_by_torpedoes_is_not_bombed() -> None:
    loads = (Ordnance(BOMB, 4, 5), Ordnance(TORPEDO, 6, 7))
    script = Script((6, 6))
    (only,) = naval_strike_tables.attack_by_weapons(script, shipped(), Hull("CV", 8), loads, armoured=False)
    script.finish()
    assert only.sunk


@pytest.mark.clause("20.11", "20.12")
def test_20_11_20_12_which_targets_may_be_chosen_and_how_many_points_attack_a_ship() -> None:
    assert [naval_strike_tables.most_on(kind) for kind in ("DD", "CD", "CL", "MS", "CV", "BB", "CA")] == [
        4,
        4,
        6,
        6,
        10,
        10,
        10,
    ]
    chosen = [
        naval_strike_tables.at_will(chit, None) for chit in ("true_report", "good", "poor", "misread", "false_position")
    ]
    assert chosen == [
        naval_strike_tables.ANY_SHIP,
        naval_strike_tables.CAPITAL_SHIPS,
        *[naval_strike_tables.BY_LOT] * 3,
    ]
    assert naval_strike_tables.at_will("fair", True) == naval_strike_tables.CARRIERS_ONLY


@pytest.mark.clause("18.2")
@pytest.mark.parametrize(
    ("level", "die", "turns"),
    [(1, 6, 4), (2, 5, 8), (3, 1, 8), (4, 6, 32), (damage.BOTTOMED, 6, 70)],
)
def test_wp_14_18_2_repair(level: int, die: int, turns: int) -> None:
    assert damage.repair_turns(shipped(), level, die, added=2) == turns + 2


@pytest.mark.clause("18.1", "18.32")
def test_18_1_18_32_repair_goes_on_by_turns() -> None:
    assert [damage.level_meanwhile(2, 8, left) for left in (8, 5, 4, 1, 0)] == [2, 2, 1, 1, 0]
    assert damage.after_a_turn(8, maximum_effort=True) == 0
    assert damage.after_a_turn(8, maximum_effort=False) == 7


def test_10_7_the_speed_that_a_tank_pays() -> None:
    charts = shipped()
    assert [force_movement.fastest(charts, tank, 3) for tank in (30, 14, 9, 4, 0)] == [3, 2, 1, 1, 1]
    assert force_movement.fastest(charts, 30, 2) == 2


@pytest.mark.clause("13.5")
@pytest.mark.parametrize(
    ("points", "dice", "halved", "available"),
    [(6, (5,), True, 2), (12, (6, 1), True, 3)],
)
def test_wp_16_13_5_sub_points(points: int, dice: tuple[int, ...], halved: bool, available: int) -> None:
    script = Script(dice)
    assert submarine_attacks.available_points(script, shipped(), points, halved=halved, audience=2) == available
    script.finish()
    assert set(script.seen) == {2}
