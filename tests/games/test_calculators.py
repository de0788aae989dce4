"""The calculators of the three smaller games: equal to all dice results; on the board; and refusals."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.registry import get_game
from ironbottom.games.hold_fast.pieces import UNITS as HF_UNITS
from ironbottom.games.pacific_fury.pieces import UNITS as PF_UNITS
from ironbottom.games.pacific_fury.rules.hits import hits_scored
from ironbottom.games.victory_in_the_pacific.pieces import UNITS as VITP_UNITS
from ironbottom.games.victory_in_the_pacific.rules.effects import sunk_at_sea
from ironbottom.games.victory_in_the_pacific.rules.fire import DISABLED, HIT, shot_result
from ironbottom.odds.answers import TableAnswer
from tests.games.test_hints import positions

FACES = range(1, 7)


def answer(game: str, **battle: Any) -> TableAnswer:
    calculator = get_game(game).odds_calculator()
    assert calculator is not None
    found = calculator.answer_to(get_game(game).rules(), battle)
    assert isinstance(found, TableAnswer)
    return found


def row(found: TableAnswer, title: str, place: int = 0) -> list[float]:
    """The chances of a row in the table with a title."""
    (table,) = [table for table in found.tables if table.title == title]
    return table.rows[place].chances


def test_pacific_fury_hits_equal_all_dice() -> None:
    found = answer("pf", attack="Kongo, Haruna", defend="Washington")
    combat = get_game("pf").rules().pieces.combat
    factors = [combat[PF_UNITS.index[unit]] for unit in ("ijn_kongo", "ijn_haruna")]
    rolled = Counter(sum(map(hits_scored, dice, factors)) for dice in product(FACES, repeat=2))
    expected = [rolled[hits] / 36 for hits in range(4)]
    assert row(found, "Hits") == pytest.approx([*expected, 1 - sum(expected)])
    assert found.figures["every defender hit"] == pytest.approx(1 - rolled[0] / 36)
    assert found.figures["hits of the attacker"] == pytest.approx(sum(n * many for n, many in rolled.items()) / 36)


def test_pacific_fury_two_rounds_of_bombardment_are_two_tries() -> None:
    found = answer("pf", kind="bombardment", attack="Kongo, Haruna", marker=0)
    once, twice = found.figures["disrupted in one"], found.figures["disrupted in two"]
    assert 0 < once < 1
    assert twice == pytest.approx(1 - (1 - once) ** 2)
    strike = answer("pf", kind="field", attack="Shokaku, Zuikaku")
    assert strike.figures["hits of the field"] > 0


def test_hold_fast_fates_equal_all_dice() -> None:
    found = answer("hf", attack="Kongo", defend="Warspite 2")
    pieces = get_game("hf").rules().pieces
    dice = pieces.dice[HF_UNITS.index["j_kongo"]]
    hit_on = pieces.hit_on[next(n for n, title in enumerate(HF_UNITS.titles) if title == "Warspite")]
    fates: Counter[str] = Counter()
    for rolled in product(FACES, repeat=dice):
        hits = sum(die >= hit_on for die in rolled)
        fates["sunk" if hits >= 2 else "disabled" if 1 in rolled else "damaged" if hits else "unharmed"] += 1
    expected = [fates[fate] / 6**dice for fate in ("sunk", "disabled", "damaged", "unharmed")]
    assert row(found, "Each target alone") == pytest.approx(expected)
    assert row(found, "By target") == pytest.approx(expected)


def test_victory_fates_equal_all_dice() -> None:
    found = answer("vitp", kind="night", attack="Nachi", defend="Houston")
    pieces = get_game("vitp").rules().pieces
    shooter, target = VITP_UNITS.index["nachi"], VITP_UNITS.index["houston"]
    bonus, shots = pieces.gunnery_bonus[shooter], pieces.gunnery[shooter]
    fates: dict[str, float] = dict.fromkeys(("sunk", "disabled", "damaged", "unharmed"), 0.0)
    for rolled in product(FACES, repeat=shots):
        results = [shot_result(die, bonus, False) for die in rolled]
        hits = results.count(HIT)
        for damage in product(FACES, repeat=hits):
            points = sum(damage)
            sunk = points > 0 and sunk_at_sea(pieces, points, target)
            fate = "sunk" if sunk else "disabled" if DISABLED in results else "damaged" if points else "unharmed"
            fates[fate] += 1 / 6 ** (shots + hits)
    assert row(found, "Each target alone") == pytest.approx(list(fates.values()))


def test_victory_speed_rolls_and_raids() -> None:
    fast, slow = (answer("vitp", kind="speed", attack=ship) for ship in ("Kongo", "Kongo 2"))
    assert fast.figures["all pass"] > slow.figures["all pass"] > 0
    raid = answer("vitp", kind="raid", attack="Akagi, Kaga, Soryu", defend="Arizona, Nevada")
    assert raid.figures["Arizona sunk if all fire at it"] > 0.5


@pytest.mark.parametrize("game", ["pacific_fury", "hold_fast", "victory_in_the_pacific"])
def test_the_odds_on_the_board_are_those_of_the_decision(game: str) -> None:
    calculator = get_game(game).odds_calculator()
    assert calculator is not None
    found = 0
    for state in positions(game):
        for decision in state.decisions():
            (*answers,) = calculator.on_board(state.rules, state.view(decision.side))
            odds = state.rules.game.decision_odds()
            assert odds is not None
            tables = odds.tables(state, decision.side)
            assert [one.tables for one in answers if isinstance(one, TableAnswer)] == ([tables] if tables else [])
            found += len(answers)
    assert found


@pytest.mark.parametrize(
    ("game", "battle", "message"),
    [
        ("pf", {"attack": "Yamoto", "defend": "Washington"}, "attack: there is no unit 'Yamoto'; similar: Yamato"),
        ("pf", {"attack": "Shokaku", "defend": "Washington"}, "attack: Shokaku is not a gun ship"),
        ("pf", {"attack": "Kongo", "defend": "Kongo"}, "defend: Kongo is not an enemy of the attackers"),
        ("pf", {"kind": "field", "attack": "Shokaku", "marker": 99}, "marker: there is no box 99"),
        ("pf", {"attack": "Kongo", "defend": "Washington", "marker": 1}, "marker: this is not used for surface"),
        ("hf", {"attack": "Kongo", "defend": "Warspite 9"}, "defend: the strength of Warspite is 1 to"),
        ("hf", {"kind": "roll", "attack": "Kongo"}, "attack: this is not used for roll; it needs ahead"),
        ("hf", {"attack": "Akagi", "defend": "Warspite"}, "attack: Akagi is not a gun ship"),
        ("vitp", {"attack": "Akagi, Akagi", "defend": "Lexington"}, "attack: Akagi is named twice"),
        ("vitp", {"attack": "Akagi", "defend": "Lexington 40"}, "defend: the damage of Lexington is at most"),
        ("vitp", {"attack": "Akagi"}, "defend: name the targets"),
    ],
)
def test_a_wrong_question_is_refused_with_its_field(game: str, battle: dict[str, Any], message: str) -> None:
    with pytest.raises(BadValue, match=message.replace("(", r"\(")):
        answer(game, **battle)
