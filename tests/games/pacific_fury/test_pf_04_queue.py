"""PF-04 The queue of task forces in the operation boxes (9.1.d, 9.7)."""

import pytest

from tests.games.pacific_fury.rule_tester import SOUTH, RuleTester, at, only

CRUISERS = ("Chester", "Portland", "Chicago", "Louisville", "Pensacola", "Northampton", "Minneapolis")
QUEUES = [
    (3, "S", "2:2|3:3"),
    (3, "SN", "2:3|3:4"),
    (3, "SNS", "3:4"),
    (7, "N", "1:2|2:3|3:4|4:5|5:6|6:7"),
    (3, "NNNNN", "1:6|2:7"),
    (3, "NNNNNN", "1:7"),
    (3, "NNNNNNS", ""),
    (1, "NNNNNNN", ""),
    (7, "SSSSSSS", ""),
    (4, "SNNSN", "3:6|4:7"),
]


def waiting(table: RuleTester) -> str:
    """The US forces waiting in each box."""
    places = [(force, table.where(f"allies_{force}")) for force in range(1, 8)]
    return "|".join(f"{force}:{place[4:]}" for force, place in places if place.startswith("box_"))


def queue(count: int) -> RuleTester:
    """The Allies have the initiative and a number of forces waiting; a Japanese force is at sea."""
    forces = {f"allies_{box}": at(f"box_{box}", CRUISERS[box - 1]) for box in range(1, count + 1)}
    return RuleTester(operations_done=0, forces={**forces, "japan_7": at("the_slot", "Aoba")})


@pytest.mark.clause("9.0.c", "9.1.d", "9.7.a", "9.7.b")
@pytest.mark.parametrize(("count", "operations", "left"), QUEUES)
def test_pf_04_what_still_waits_after_the_operations(count: int, operations: str, left: str) -> None:
    table = queue(count)
    for place, operation in enumerate(operations):
        assert table.to_act == "allies"
        if operation == "S":
            (sortie,) = table.offered("sortie")[-1:]
            assert sortie[2] == SOUTH
            table.act("allies", *sortie)
        else:
            table.act("allies", "pass")
        if place < len(operations) - 1:
            table.act("japan", "pass")
    assert waiting(table) == left


@pytest.mark.clause("9.7.a")
def test_pf_04_9_7_a_the_boxes_of_the_other_side_stay() -> None:
    table = RuleTester(forces={"japan_1": at("box_1", "Aoba"), "allies_1": at("box_1", "Chester")})
    events = table.act("allies", "pass")
    assert only(events, "boxes_advanced") == [{"side": "allies"}]
    assert (table.where("allies_1"), table.where("japan_1")) == ("box_2", "box_1")


@pytest.mark.clause("9.7.b")
def test_pf_04_9_7_b_a_force_pushed_past_box_7_is_out_for_the_turn() -> None:
    table = queue(7)
    events = table.act("allies", "pass")
    assert only(events, "too_late") == [{"force": "allies_7"}]
    assert table.where("allies_7") == "home"
    table.act("japan", "pass")
    assert table.clause("allies", "sortie", "allies_7", SOUTH) == "9.1.d"
    assert table.clause("allies", "sortie", "allies_1", SOUTH) is None
    assert table.clause("allies", "return_to_base", "allies_7") == "9.0.a"


@pytest.mark.clause("9.1.d")
def test_pf_04_9_1_d_no_type_is_skipped() -> None:
    table = queue(3)
    assert table.clause("allies", "sortie", "allies_2", SOUTH) == "9.1.d"
    assert table.message("allies", "sortie", "allies_2", SOUTH) == (
        "only the task force in the lowest box can sortie, and that is not US task force 2"
    )
    assert table.clause("allies", "sortie", "allies_4", SOUTH) == "9.1.d"
    assert table.clause("allies", "sortie", "japan_7", SOUTH) == "9.0.a"
    assert table.clause("allies", "sortie", "allies_1", SOUTH) is None


@pytest.mark.clause("9.1.d")
def test_pf_04_9_1_d_a_force_whose_box_is_not_yet_due() -> None:
    """This never occurs in play, but may occur in a position."""
    table = RuleTester(forces={"allies_2": at("box_2", "Chester"), "allies_1": at(SOUTH, "Portland")})
    assert table.clause("allies", "sortie", "allies_2", SOUTH) == "9.1.d"
    assert table.message("allies", "sortie", "allies_2", SOUTH) == (
        "US task force 2 can sortie only in the operation of its box number"
    )
