"""HF-01 The blocks of the set-up and its variants, and the order of appearance (4.0, 6.0)."""

from collections import Counter

import pytest

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.games.hold_fast.information.view import counts
from tests.games.hold_fast.rule_tester import RuleTester, all_but, only

ROWS = [
    ("base", "allies", "pearl_harbor", 15),
    ("base", "allies", "india", 1),
    ("base", "allies", "australia", 1),
    ("base", "allies", "singapore", 2),
    ("base", "japan", "yokosuka", 32),
    ("B", "allies", "pearl_harbor", 15),
    ("B", "japan", "yokosuka", 32),
    ("C", "japan", "yokosuka", 32),
    ("C", "allies", "pearl_harbor", 15),
    ("BC", "japan", "yokosuka", 32),
]
BESIDE = ("yokosuka", "pearl_harbor")
"""The ports whose cards hold air units and submarines that begin off board."""


@pytest.mark.clause("2.0.1", "4.0.1", "4.1.1", "6.0.1")
@pytest.mark.parametrize(("setup", "side", "place", "blocks"), ROWS)
def test_hf_01_blocks_of_a_place(setup: str, side: str, place: str, blocks: int) -> None:
    match = Match("hf", options={"setup": setup}, dice=SeededDice(1))
    standing = counts(match.view("public"), side)
    assert standing[place] + (standing["off_board"] if place in BESIDE else 0) == blocks


@pytest.mark.clause("4.0.1", "5.0.1", "3.0.1")
def test_hf_01_markers_and_strength() -> None:
    view = Match("hf", dice=SeededDice(1)).view("japan")
    assert (view["turn"], view["victory_points"]) == (1, 0)
    assert {side: fields["points"] for side, fields in view["resource_points"].items()} == {"japan": 7, "allies": 3}
    control = Counter(view["control"].values())
    assert control == {"japan": 3, "allies": 7, None: 2}
    assert {fields["strength"] for fields in view["units"]["japan"].values()} <= {1, 2, 3, 4}
    assert view["seen_strength"] == {}


def test_hf_01_variants_move_units() -> None:
    base, line, air = (
        Match("hf", options={"setup": setup}, dice=SeededDice(1)).view("allies") for setup in ("base", "B", "C")
    )
    assert set(base["absent"]) == {"a_arizona", "a_oklahoma"}
    assert not line["absent"]
    assert {"a_arizona", "a_oklahoma", "a_california", "a_nevada"} <= set(line["units"]["allies"])
    assert {"a_colorado", "a_yorktown", "a_submarine"} <= set(line["due"]["2"])
    assert {"j_land_based_air_5", "j_land_based_air_6"} <= set(air["due"]["2"])
    assert "j_transport_2" not in air["due"]["2"]


@pytest.mark.clause("6.0.1")
def test_6_0_1_reinforcements_enter_elsewhere_if_their_port_is_lost() -> None:
    table = RuleTester(turn=2, step="reinforcements", places={"pearl_harbor": "japan"}, units={"due_2": ["Hornet"]})
    assert (table.to_act, table.step) == ("japan", "moves")
    assert table.where("a_hornet") == "samoa"
    table = RuleTester(turn=2, step="reinforcements", places=all_but("japan"), units={"due_2": ["Hornet"]})
    assert table.where("a_hornet") == "due_3"
    table = RuleTester(
        turn=2, step="reinforcements", places={"india": "japan"}, units={"due_2": ["Warspite", "a_land_based_air_2"]}
    )
    assert table.where("a_land_based_air_2") == "off_board"
    assert table.where("a_warspite") == "australia"


@pytest.mark.clause("4.1.9")
def test_4_1_9_the_first_to_choose_is_japan_with_its_moves() -> None:
    match = Match("hf", dice=SeededDice(1))
    events = match.log("public")[0]["events"]
    assert only(events, "turn_opened") == [{"turn": 1}]
    (decision,) = match.decisions()
    assert (decision.side, decision.procedure.name) == ("japan", "moves")
