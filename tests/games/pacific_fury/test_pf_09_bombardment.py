"""PF-09 Bombardment of Henderson Field by Kongo and Haruna (9.4, 10.4)."""

import pytest

from tests.games.pacific_fury.rule_tester import (
    EASTERN,
    SLOT,
    SOUND,
    SOUTH,
    RuleTester,
    at,
    fired,
    kinds,
    only,
    revealed,
)

ROWS = [
    (1, [(4, 6), (5, 2)], 2),
    (1, [(1, 6)], 1),
    (3, [(2, 1)], 1),
    (3, [(2, 4), (4, 2)], 0),
    (0, [(4, 5), (6, 1)], 2),
    (-2, [(2, 5)], 1),
]


def approach(marker: int, henderson: str = "operational") -> RuleTester:
    """Kongo and Haruna in The Slot, the Allies with the initiative at any marker position."""
    return RuleTester(
        marker=marker,
        initiative="allies",
        operations_done=1,
        henderson=henderson,
        forces={"japan_1": at(SLOT, "Kongo", "Haruna"), "japan_2": at("box_5", "Aoba")},
        idle=(EASTERN, SOUTH),
    )


@pytest.mark.clause("6.2", "9.4.a", "9.4.b", "10.4.a", "10.4.b")
@pytest.mark.parametrize(("marker", "rounds", "disrupted_in"), ROWS)
def test_pf_09_rounds_of_bombardment(marker: int, rounds: list[tuple[int, int]], disrupted_in: int) -> None:
    table = approach(marker)
    needed = max(1, abs(marker))
    for number, dice in enumerate(rounds, 1):
        choice = ("bombard", "japan_1") if number == 1 else ("bombard_again",)
        events = table.act("japan", *choice, dice=dice)
        hits = sum(die for die in dice if die <= 3)
        assert fired(events) == [
            (unit, 3, die, die if die <= 3 else 0) for unit, die in zip(("ijn_kongo", "ijn_haruna"), dice, strict=True)
        ]
        assert only(events, "bombarded") == [{"force": "japan_1", "hits": hits, "needed": needed}]
        assert ("henderson_disrupted" in kinds(events)) is (number == disrupted_in)
        if number < len(rounds):
            assert table.offered() == [("bombard_again",), ("withdraw",)]
    assert table.disrupted is bool(disrupted_in)
    assert (table.where("japan_1"), table.step) == ("home", "operations")
    assert table.marker == marker
    assert table.units("japan_1") == ["ijn_kongo", "ijn_haruna"]


@pytest.mark.clause("10.4.b")
def test_pf_09_declining_the_second_round_means_going_home() -> None:
    table = approach(1)
    table.act("japan", "bombard", "japan_1", dice=[4, 6])
    events = table.act("japan", "withdraw")
    assert only(events, "went_home") == [{"force": "japan_1", "after": "bombardment"}]
    assert not table.disrupted


@pytest.mark.clause("9.7.a", "8.4.a")
def test_pf_09_a_bombardment_is_no_sortie_and_shows_the_force() -> None:
    table = approach(1)
    events = table.act("japan", "bombard", "japan_1", dice=[1, 1])
    assert table.where("japan_2") == "box_6"
    assert only(events, "moved") == [{"force": "japan_1", "origin": SLOT, "zone": SOUND}]
    assert revealed(events) == {"japan_1": ["ijn_kongo", "ijn_haruna"]}
    assert table.sees("allies", "japan_1") == ["ijn_kongo", "ijn_haruna"]


@pytest.mark.clause("9.4.a")
def test_pf_09_which_ships_may_not_bombard() -> None:
    table = approach(1, henderson="disrupted")
    assert table.clause("japan", "bombard", "japan_1") == "9.4.b"
    forces = {
        "japan_1": at(SLOT, "Kongo"),
        "japan_2": at(EASTERN, "Shokaku"),
        "japan_3": at(EASTERN, "Transports 1", "Aoba"),
        "japan_4": at(SLOT, "ijn_tokyo_express"),
        "japan_5": at("home", "Hiei"),
        "allies_1": at(SOUTH, "Washington"),
    }
    table = RuleTester(operations_done=1, forces=forces)
    refused = {force: table.clause("japan", "bombard", force) for force in (*forces, "japan_6", "allies_1")}
    assert refused == {
        "japan_1": None,
        "japan_2": "9.4.a",
        "japan_3": "9.3.c",
        "japan_4": "9.4.a",
        "japan_5": "9.0.a",
        "japan_6": "9.0.a",
        "allies_1": "9.0.a",
    }
    table = RuleTester(operations_done=0, forces=forces)
    assert table.clause("allies", "bombard", "allies_1") == "9.4.a"
    assert table.message("allies", "bombard", "allies_1") == (
        "Henderson Field is yours: the side with the initiative owns it"
    )


@pytest.mark.clause("9.4.a")
def test_pf_09_a_force_already_in_the_sound_cannot_bombard() -> None:
    table = RuleTester(operations_done=1, forces={"japan_1": at(SOUND, "Kongo")}, idle=(EASTERN, SOUTH))
    assert table.clause("japan", "bombard", "japan_1") == "9.4.a"
    assert "must enter" in table.message("japan", "bombard", "japan_1")


@pytest.mark.clause("9.4.b")
def test_pf_09_no_bombardment_past_enemies_and_entering_without_it_is_allowed() -> None:
    forces = {"japan_1": at(SLOT, "Kongo"), "allies_1": at(SOUND, "Chester")}
    table = RuleTester(operations_done=1, forces=forces, idle=(EASTERN, SOUTH))
    assert table.clause("japan", "bombard", "japan_1") == "9.4.b"
    table = approach(1)
    events = table.act("japan", "move", "japan_1", SOUND)
    assert revealed(events) == {"japan_1": ["ijn_kongo", "ijn_haruna"]}
    assert table.where("japan_1") == SOUND


@pytest.mark.clause("10.4.a")
def test_pf_09_other_forces_in_the_sound_stay() -> None:
    forces = {"japan_1": at(SLOT, "Kongo"), "japan_2": at(SOUND, "Haruna")}
    table = RuleTester(operations_done=1, forces=forces, idle=(EASTERN, SOUTH))
    events = table.act("japan", "bombard", "japan_1", dice=[1])
    assert [unit for unit, *_ in fired(events)] == ["ijn_kongo"]
    assert (table.where("japan_1"), table.where("japan_2")) == ("home", SOUND)
