"""The ensign's choices in cases where the best is obvious, and its approximate sums compared with the exact odds."""

import time

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.registry import get_game
from ironbottom.games.victory_in_the_pacific.bot.areas import AreaValues
from ironbottom.games.victory_in_the_pacific.bot.combat import sink_and_disable_chances
from ironbottom.games.victory_in_the_pacific.bot.fights import NOBODY, Fleet, action_losses, fight_result, sum_of_fleets
from ironbottom.games.victory_in_the_pacific.bot.observation import Observation
from ironbottom.games.victory_in_the_pacific.odds.fights import fate_chances, volley_chances
from ironbottom.games.victory_in_the_pacific.pieces import UNITS
from tests.games.victory_in_the_pacific.battle_cases import at_sea, pick
from tests.games.victory_in_the_pacific.rule_tester import RuleTester

RULES = get_game("vitp").rules()


def answer(table: RuleTester, side: str) -> list[tuple[str, ...]]:
    """The ensign's choice in a test match."""
    player = make_player(table.match.rules, "ensign", side, 1)
    return [tuple(action) for action in as_choices(player.choose(table.match.offer(side)))]


def sight_of(table: RuleTester, side: str) -> Observation:
    return Observation(table.match.rules, table.match.offer(side).view, side)


# -- the approximate sums --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("unit", "damage", "plain"), [("akagi", 0, 4), ("kongo", 1, 3), ("yamato", 0, 6)])
def test_the_effect_of_shots_on_a_target_matches_the_exact_odds(unit: str, damage: int, plain: int) -> None:
    number = UNITS.index[unit]
    exact = fate_chances(RULES.pieces, number, damage, volley_chances(plain, False))
    sunk, disabled, share = sink_and_disable_chances(plain, 0, False, RULES.pieces.armor[number] + 1 - damage)
    assert (sunk, disabled) == pytest.approx((exact.sunk, exact.disabled))
    assert 0 < share < 1


def test_a_fight_is_the_same_from_both_sides() -> None:
    carriers = Fleet(planes=11.6, carriers=7.0, carriers_worth=3.0, holders=2.0)
    battleships = Fleet(guns=8.0, others=8.0, others_worth=1.0, holders=2.0)
    ours, theirs = fight_result(carriers, battleships), fight_result(battleships, carriers)
    assert (ours.mine, ours.theirs) == pytest.approx((theirs.theirs, theirs.mine))
    assert (ours.my_loss, ours.their_loss) == pytest.approx((theirs.their_loss, theirs.my_loss))
    assert ours.mine > 0.5 > ours.theirs


def test_twice_the_carriers_win_more_and_lose_less() -> None:
    two = Fleet(planes=11.6, carriers=7.0, carriers_worth=3.0, holders=2.0)
    four = sum_of_fleets([two, two])
    assert fight_result(four, two).mine > fight_result(two, two).mine
    assert fight_result(four, two).my_loss / 2 < fight_result(two, two).my_loss
    assert fight_result(NOBODY, two).theirs == 1.0


def test_air_units_survive_a_night_in_which_only_ships_fight() -> None:
    """7.422 By night nothing hits air units."""
    assert action_losses(Fleet(guns=20.0, others=10.0), Fleet(air=3.0, air_stands=9.0), day=False).share == 0.0


def test_on_the_last_turn_ships_have_no_value() -> None:
    early = at_sea("CPO", "kongo|enterprise", turn=3)
    late = at_sea("CPO", "kongo|enterprise", turn=8)
    assert sight_of(early, "japan").future_value("akagi") > 1.0
    assert sight_of(late, "japan").future_value("akagi") == 0.0


def test_an_area_is_worth_more_where_a_port_is_about_to_fall() -> None:
    """5.72 Pearl Harbor falls at the end of a second turn under the Japanese flag."""
    flags = {"hawaiian_islands": "japan"}
    ringed = at_sea("CPO", "kongo|enterprise", turn=3, flags=flags)
    free = at_sea("CPO", "kongo|enterprise", turn=3)
    assert AreaValues(sight_of(ringed, "japan")).prize["hawaiian_islands"][0] == pytest.approx(1 + 7 + 0.6)
    assert AreaValues(sight_of(free, "japan")).prize["hawaiian_islands"][0] < 5


# -- plain choices ---------------------------------------------------------------------------------------------


def test_4_2_the_raid_sails_with_its_carriers_and_a_screen() -> None:
    state = RULES.new(dice=SeededDice(1))
    player = make_player(RULES, "ensign", "japan", 1)
    joined: set[str] = set()
    while (decision := state.decisions()[0]).procedure.name == "raid_force":
        for action in as_choices(player.choose(offer_for(state, decision))):
            state.apply("japan", action, SeededDice(1))
            joined.update(action[1:])
    assert {"akagi", "kaga", "soryu", "hiryu", "shokaku", "zuikaku", "ryujo", "zuiho"} <= joined
    assert {"kongo", "hiei", "kirishima", "haruna"} <= joined
    assert len(joined) == 14


def test_7_3_carriers_want_day_and_battleships_night() -> None:
    table = at_sea("CPO", "yamato|musashi|essex|cv_10")
    assert answer(table, "japan") == [("night",)]
    assert answer(table, "allies") == [("day",)]


def test_7_3_neither_side_wants_a_night_in_which_nothing_can_be_hit() -> None:
    """Otherwise, air units would fight ships without guns by night forever."""
    table = at_sea("SPO", "21_air_flotilla|7th_af|belleau_wood")
    assert answer(table, "japan") == [("day",)]
    assert answer(table, "allies") == [("day",)]


def test_7_424_crippled_carriers_without_a_screen_fire_their_guns_so_that_the_battle_ends() -> None:
    table = at_sea("CPO", "akagi:4|essex:3")
    pick(table, "night", "night")
    assert answer(table, "allies") == [("announce", "essex")]
    table.act("allies", "announce", "essex")
    assert answer(table, "japan") == [("fire", "akagi", "essex")]
    sound = at_sea("CPO", "akagi|essex")
    pick(sound, "night", "night")
    assert answer(sound, "allies") == [("done",)]


def test_7_43_a_damaged_ship_is_finished_off_before_another_is_hit() -> None:
    table = at_sea("CPO", "zuikaku|essex:3|north_carolina")
    pick(table, "day", "day")
    assert answer(table, "japan") == [("fire", "zuikaku", "essex")]


def test_7_43_fire_is_spread_once_a_target_has_enough() -> None:
    table = at_sea("CPO", "zuikaku|shokaku|akagi|kaga|enterprise|hornet")
    pick(table, "day", "day")
    aimed = []
    for _ in range(4):
        aimed += answer(table, "japan")
        table.act("japan", *aimed[-1], dice=[1] * 16 if len(aimed) == 4 else ())
    assert sorted(target for _, _, target in aimed) == ["enterprise", "enterprise", "hornet", "hornet"]


@pytest.mark.parametrize(
    ("units", "stays"),
    [("tone|essex|cv_10|iowa|new_jersey", "retreat"), ("akagi|kaga|zuikaku|takao|essex", "stay")],
)
def test_8_1_a_lone_cruiser_leaves_carriers_and_carriers_stay(units: str, stays: str) -> None:
    table = at_sea("CPO", units)
    pick(table, "day", "day")
    while table.step == "targeting":
        table.act(table.to_act, "done")
    assert table.step == "stay_or_retreat"
    assert answer(table, "japan") == [(stays,)]


@pytest.mark.build
def test_5_21_a_decision_over_a_whole_fleet_takes_less_than_a_fifth_of_a_second() -> None:
    """The limit is in processor time, so that other processes do not matter."""
    state, dice = RULES.new(dice=SeededDice(4)), SeededDice(4)
    players = {side: make_player(RULES, "ensign", side, 4) for side in ("japan", "allies")}
    longest = 0.0
    while (decision := state.decisions()[0]) and state.view("public")["turn"] < 3:
        offer = offer_for(state, decision)
        began = time.process_time()
        run = as_choices(players[offer.side].choose(offer))
        longest = max(longest, time.process_time() - began)
        for action in run:
            state.apply(offer.side, action, dice, trusted=True)
    assert longest < 0.2
