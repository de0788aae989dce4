"""8 The calculator with the counters of the game: by hand, from the board, and compared with the rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.games.axis_allies_pacific.odds.calculator import OddsQuestion, answer, on_board
from ironbottom.games.axis_allies_pacific.odds.counters import BattleUnits, force_of
from ironbottom.games.axis_allies_pacific.odds.fights import fight
from ironbottom.games.axis_allies_pacific.odds.forces import pips
from ironbottom.games.axis_allies_pacific.pieces import CHINA, JAPAN, PIECES, UK, USA
from tests.games.axis_allies_pacific.rule_tester import RuleTester, game

RULES = game().rules()
TRIES = 150


def win_chance(**fields: Any) -> float:
    return answer(RULES, OddsQuestion(**fields)).won


def test_c30_c31_on_japans_first_turn_all_but_china_hit_on_one() -> None:
    units = [BattleUnits(USA, PIECES.index["infantry"], 1), BattleUnits(CHINA, PIECES.index["infantry"], 1)]
    whole = force_of(RULES.pieces, units, surprised=True)
    assert pips(whole.units, attacking=False) == (0, 1, 1, 0, 0, 0, 0)
    later = force_of(RULES.pieces, units)
    assert pips(later.units, attacking=False) == (0, 0, 2, 0, 0, 0, 0)
    against: dict[str, Any] = {"attack": "3 infantry", "defend": "1 infantry, 1 chinese infantry"}
    assert win_chance(**against, first_turn=True) > win_chance(**against)


def test_c36_marines_hit_on_two_from_the_sea_and_on_three_with_artillery() -> None:
    marine, guns = PIECES.index["marine"], PIECES.index["artillery"]
    ashore = [BattleUnits(USA, marine, 2, 2), BattleUnits(USA, guns, 1)]
    assert pips(force_of(RULES.pieces, ashore).units, attacking=True) == (0, 0, 2, 1, 0, 0, 0)
    overland = [BattleUnits(USA, marine, 2), BattleUnits(USA, guns, 1)]
    assert pips(force_of(RULES.pieces, overland).units, attacking=True) == (0, 1, 2, 0, 0, 0, 0)
    other = game().rules({"marine_artillery": "2"})
    assert pips(force_of(other.pieces, ashore).units, attacking=True) == (0, 0, 3, 0, 0, 0, 0)


def test_7_8_3_a_destroyer_with_infantry_does_not_attack() -> None:
    loaded = [BattleUnits(JAPAN, PIECES.index["destroyer_infantry"], 1)]
    assert pips(force_of(RULES.pieces, loaded).units, attacking=True)[0] == 1
    other = game().rules({"loaded_destroyer_attack": "3"})
    assert pips(force_of(other.pieces, loaded).units, attacking=True)[3] == 1


def test_8_6_1_a_damaged_battleship_sinks_at_the_next_hit() -> None:
    hurt = win_chance(kind="sea", attack="1 damaged battleship", defend="1 destroyer")
    whole = win_chance(kind="sea", attack="1 battleship", defend="1 destroyer")
    hit, back = 4 / 6, 3 / 6
    assert hurt == pytest.approx(hit * (1 - back) / (1 - (1 - hit) * (1 - back)))
    assert whole > hurt


def test_losses_as_written_may_spare_the_last_infantry() -> None:
    against: dict[str, Any] = {"defend": "1 infantry, 1 fighter", "attacker_losses": "as_written"}
    kept = answer(RULES, OddsQuestion(attack="1 infantry, 3 fighters, 1 infantry", **against))
    lost = answer(RULES, OddsQuestion(attack="2 infantry, 3 fighters", **against))
    assert kept.won > lost.won
    assert kept.attacker_losses > lost.attacker_losses


def test_the_cheapest_addition_by_name_and_purse() -> None:
    result = answer(RULES, OddsQuestion(attack="2 infantry", defend="3 infantry", add="infantry, tank", purse=30))
    assert result.addition is not None
    assert (result.addition.units, result.addition.cost) == ({"infantry": 1, "tank": 2}, 13)
    assert result.addition.won >= 0.9
    poor = answer(RULES, OddsQuestion(attack="2 infantry", defend="3 infantry", add="infantry, tank", purse=12))
    assert (poor.enough, poor.addition) == (False, None)


def test_a_landing_by_hand_fills_the_ships() -> None:
    fields: dict[str, Any] = {"kind": "landing", "defend": "1 infantry", "ashore": "2 infantry", "fleet": "1 transport"}
    alone = answer(RULES, OddsQuestion(**fields))
    shelled = answer(RULES, OddsQuestion(**fields | {"fleet": "1 transport, 1 battleship"}))
    fought = answer(RULES, OddsQuestion(**fields | {"fleet": "1 transport, 1 battleship", "at_sea": "1 transport"}))
    assert fought.won < alone.won < shelled.won
    assert fought.lands is not None
    assert fought.won < fought.lands < fought.seas[0].won, "transports are lost before the battleship is"


@pytest.mark.parametrize(
    ("fields", "field", "text"),
    [
        ({"attack": "3 dogs", "defend": "1 tank"}, "attack", "not a unit"),
        ({"attack": "1 tank"}, "defend", "name the units"),
        ({"attack": "1 battleship", "defend": "1 tank"}, "attack", "no battleship can fight on land"),
        ({"attack": "999 tanks", "defend": "1 tank"}, "attack", "at most 200"),
        ({"attack": "1 tank", "defend": "1 tank", "fleet": "1 transport"}, "fleet", "applies only to a landing"),
        ({"attack": "3 tanks 2", "defend": "1 tank"}, "attack", "not a number and a unit"),
        (
            {"kind": "landing", "fleet": "1 transport", "ashore": "2 tanks", "defend": "1 tank"},
            "ashore",
            "cannot carry that much",
        ),
        (
            {
                "kind": "sea",
                "attack": "200 subs, 200 fighters",
                "defend": "200 subs, 200 fighters",
            },
            "attack",
            "at most 40,000 can be computed",
        ),
    ],
)
def test_an_input_that_cannot_be_computed_is_refused_by_field(fields: dict[str, Any], field: str, text: str) -> None:
    with pytest.raises(BadValue, match=text) as refused:
        answer(RULES, OddsQuestion(**fields))
    assert refused.value.field == field


# -- from the board ---------------------------------------------------------------------------------------------------

LANDING: dict[str, Any] = {
    "units": {
        "japan": {"sz45": {"transport_infantry_artillery": 1, "destroyer": 1}, "formosa": {"fighter": 1}},
        "uk": {"hong_kong": {"infantry": 2}, "sz45": {"submarine": 1}},
    },
    "round": 2,
    "active": "japan",
    "step": "combat_moves",
}


def with_a_landing() -> RuleTester:
    table = RuleTester(**LANDING)
    table.act("japan", "assault", "sz45", "transport_infantry_artillery", "hong_kong", "infantry_artillery")
    table.fly("japan", "formosa", "fighter", "hong_kong")
    return table


def test_8_9_planned_battles_of_a_view_match_those_entered_by_hand() -> None:
    table = with_a_landing()
    sea, landing = on_board(table.match.rules, table.match.view("japan"))
    assert (sea.kind, landing.kind, landing.place) == ("sea", "landing", "Hong Kong")
    by_hand = answer(
        RULES,
        OddsQuestion(
            kind="landing",
            fleet="1 transport, 1 destroyer",
            ashore="1 infantry, 1 artillery",
            at_sea="1 submarine",
            attack="1 fighter",
            defend="2 infantry",
        ),
    )
    assert landing.won == pytest.approx(by_hand.won)
    assert sea.won == pytest.approx(by_hand.seas[0].won)
    assert on_board(table.match.rules, table.match.view("uk")) == [sea, landing]


def test_simulated_landings_match_the_calculator() -> None:
    table = with_a_landing()
    _, landing = on_board(table.match.rules, table.match.view("japan"))
    counts: Counter[bool] = Counter()
    for seed in range(TRIES):
        state, dice = table.match.state.copy(), SeededDice(seed)
        state.apply("japan", ("done",), dice)
        while state.decisions() and state.decisions()[0].procedure.name != "regroup":
            decision = state.decisions()[0]
            wanted = [("fight", "sz45"), ("submerge", "0"), ("press_on",), ("go_ashore",), ("cheapest_first",)]
            offered = [action for action in wanted if action in decision.choices]
            state.apply(decision.side, offered[0] if offered else decision.choices.at(0), dice, trusted=True)
        counts[state.view("public")["control"]["hong_kong"] == "japan"] += 1
    tries = counts.total()
    assert counts[True] / tries == pytest.approx(landing.won, abs=4 * (0.25 / tries) ** 0.5)


def test_a_sea_battle_in_progress_counts_the_remaining_units() -> None:
    table = RuleTester(
        units={"japan": {"sz19": {"destroyer": 2}}, "usa": {"sz20": {"destroyer": 2}}},
        round=2,
        active="japan",
        step="combat_moves",
    )
    table.move("japan", "sz19", "destroyer", "sz20", 2)
    table.act("japan", "done", dice=[1, 6, 6, 6])
    (data,) = on_board(table.match.rules, table.match.view("usa"))
    one = force_of(RULES.pieces, [BattleUnits(UK, PIECES.index["destroyer"], 1)])
    two = force_of(RULES.pieces, [BattleUnits(UK, PIECES.index["destroyer"], 2)])
    assert data.won == pytest.approx(fight(two, one).won)


def test_a_raid_on_the_board_pays_no_more_than_the_purse() -> None:
    fields: dict[str, Any] = {
        "units": {"usa": {"ryukyu": {"bomber": 2}}, "japan": {"japan": {"aa_gun": 1, "fighter": 1}}},
        "control": {"ryukyu": "usa"},
        "ipc": {"japan": 4},
        "round": 2,
        "active": "usa",
        "step": "combat_moves",
    }
    state = read_position(fields, RULES)
    dice = SeededDice(1)
    state.apply("usa", ("move", "ryukyu", "bomber"), dice)
    state.apply("usa", ("fly", "japan", "raid", "2"), dice)
    (data,) = on_board(RULES, state.view("usa"))
    by_hand = answer(RULES, OddsQuestion(kind="raid", attack="2 bombers", defend="1 fighter", aa=True, bank=4))
    assert (data.kind, data.place) == ("raid", "Japan")
    assert data.paid is not None
    assert data.paid == pytest.approx(by_hand.paid)
    assert data.paid < 4
