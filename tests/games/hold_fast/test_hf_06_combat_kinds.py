"""HF-06 Air or surface: choices, rolls, and cases in which no side is asked (8.4)."""

import pytest

from tests.games.hold_fast.rule_tester import RuleTester, neutral, only

SEA = "coral_sea"
ROWS = [
    ("air", "air", None, None, None, "air"),
    ("air", "surface", None, 3, 3, "air"),
    ("air", "surface", "allies", 3, 3, ""),
    ("air", "surface", "allies", 3, 4, "surface"),
    ("surface", "air", "japan", 4, 4, ""),
    ("surface", "air", "japan", 5, 4, "surface"),
    ("surface", "air", "allies", 6, 4, ""),
]
UNITS = ["j_akagi", "j_kaga", "j_nagato", "j_mutsu", "a_lexington", "a_saratoga", "a_idaho", "a_tennessee"]


def meeting(units: list[str], holder: str | None = None) -> RuleTester:
    control = neutral(**{SEA: holder}) if holder else neutral()
    return RuleTester(step="combat", control=control, units={SEA: units})


@pytest.mark.clause("8.2.2", "8.4.1", "8.4.2")
@pytest.mark.parametrize(("japan", "allies", "holder", "first", "second", "result"), ROWS)
def test_hf_06_the_kind_of_combat_in_a_round(
    japan: str, allies: str, holder: str | None, first: int | None, second: int | None, result: str
) -> None:
    table = meeting(UNITS, holder)
    assert table.step == "name_way"
    dice = [] if first is None or second is None else [first, second]
    again = [] if result else [6, 1] if japan == "surface" else [1, 6]
    table.act("japan", japan)
    assert table.view("allies")["wants"] is None
    events = table.act("allies", allies, dice=[*dice, *again])
    rolled = only(events, "way_rolled")
    assert len(rolled) == len([*dice, *again]) // 2
    if dice:
        assert (rolled[0]["japan_total"] == rolled[0]["allies_total"]) is not bool(result)
    chosen = only(events, "way_chosen")[0]["way"]
    assert chosen == (result or "surface")
    assert table.step == "targeting"


ELSEWHERE = {"solomon_sea": ["j_ise", "a_idaho"]}
"""The fields of another battle, so that Japan must choose the first battle before any die is rolled."""


@pytest.mark.clause("8.4.3", "4.1.6", "8.0.1")
@pytest.mark.parametrize(
    ("units", "way", "dice"),
    [
        (["j_nagato", "a_land_based_air_1"], "air", [2, 3]),
        (["j_akagi", "j_kaga", "a_lexington", "a_saratoga"], "air", []),
        (["j_nagato", "j_mutsu", "a_tennessee", "a_maryland"], "surface", []),
    ],
)
def test_hf_06_a_single_kind_of_combat_is_not_asked_for(units: list[str], way: str, dice: list[int]) -> None:
    table = RuleTester(step="combat", units={SEA: units, **ELSEWHERE})
    assert (table.to_act, set(table.offered())) == ("japan", {("fight", SEA), ("fight", "solomon_sea")})
    assert table.clause("japan", "fight", "bay_of_bengal") == "8.0.1"
    events = table.act("japan", "fight", SEA, dice=dice)
    assert only(events, "way_chosen") == [{"way": way, "alone": True}]
    assert not only(events, "ways_named")


def test_hf_06_battleship_against_carrier_allows_either_kind() -> None:
    table = meeting(["j_nagato", "a_lexington"])
    assert table.step == "name_way"
    assert table.offered() == [("air",), ("surface",)]
