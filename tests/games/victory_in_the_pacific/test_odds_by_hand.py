"""Actions described by hand; the answer says which units fire and which do not."""

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.registry import get_game
from ironbottom.games.victory_in_the_pacific.odds.calculator import OddsQuestion, answer

RULES = get_game("vitp").rules()


def test_7_21_the_answer_names_the_ships_that_do_not_attack_by_day() -> None:
    found = answer(RULES, OddsQuestion(attack="Yamato, Nagato, Zuikaku", defend="Washington 1"))
    assert found.lines == [
        "A day action: Nagato, Zuikaku, Yamato against Washington (damage 1).",
        "Not used here, since only airstrikes attack by day: Nagato, Yamato.",
    ]


def test_7_22_at_night_all_ships_fire_their_guns() -> None:
    found = answer(RULES, OddsQuestion(kind="night", attack="Yamato, Nagato", defend="Washington"))
    assert found.lines == ["A night action: Nagato, Yamato against Washington."]


@pytest.mark.parametrize(
    ("kind", "attack", "message"),
    [
        ("day", "Yamato", "attack: none of these can attack in a day action; only airstrikes attack by day"),
        ("raid", "Yamato", "attack: none of these can attack in a raid on a port; only airstrikes attack by day"),
        ("night", "11th A.F.", "attack: none of these can attack in a night action; only guns fire at night"),
    ],
)
def test_7_2_an_action_in_which_nothing_fires_is_refused(kind: str, attack: str, message: str) -> None:
    with pytest.raises(BadValue, match=f"^{message}$"):
        answer(RULES, OddsQuestion(kind=kind, attack=attack, defend="Washington"))  # type: ignore[arg-type]
