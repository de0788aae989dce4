"""PF-12 The Return Phase, PF-13 initiative and victory, each by the last operation's pass (11.0, 6.1, 4.0)."""

import pytest

from tests.games.pacific_fury.rule_tester import EASTERN, SLOT, SOUND, SOUTH, RuleTester, at, kinds, only

ROWS = [
    ("allies", 1, "operational", False, False, 2),
    ("allies", 1, "disrupted", False, False, 1),
    ("allies", 1, "disrupted", True, False, 2),
    ("allies", 1, "operational", True, False, 2),
    ("allies", 1, "disrupted", False, True, 1),
    ("allies", -1, "operational", False, False, 0),
    ("japan", -1, "operational", False, False, -2),
    ("japan", 0, "disrupted", False, False, 0),
    ("japan", -2, "disrupted", True, False, -3),
]


@pytest.mark.clause("11.0.b", "11.0.c", "11.0.d", "6.2")
@pytest.mark.parametrize(("initiative", "marker", "henderson", "sunk", "express_lost", "after"), ROWS)
def test_pf_12_the_marker_after_the_return_phase(
    initiative: str, marker: int, henderson: str, sunk: bool, express_lost: bool, after: int
) -> None:
    table = RuleTester(
        turn=4,
        initiative=initiative,
        marker=marker,
        operations_done=13,
        henderson=henderson,
        transports_sunk=sunk,
        units={"sunk": ["ijn_tokyo_express"]} if express_lost else {},
        idle=(EASTERN, SOUTH),
    )
    last = "japan" if initiative == "allies" else "allies"
    events = table.act(last, "pass")
    assert table.marker == after
    shifts = [{"origin": marker, "marker": after}] if after != marker else []
    assert only(events, "marker_shifted") == shifts
    assert kinds(events)[:2] == ["passed", "all_returned"]
    assert ("henderson_repaired" in kinds(events)) is (henderson == "disrupted")
    assert not table.disrupted


@pytest.mark.clause("11.0.c")
def test_pf_12_11_0_c_transports_sunk_in_combat_count() -> None:
    table = RuleTester(
        turn=4,
        operations_done=12,
        henderson="disrupted",
        forces={"japan_1": at(SOUND, "Transports 1"), "allies_1": at(SOUTH, "Chester")},
        idle=(EASTERN, SLOT),
    )
    table.act("allies", "move", "allies_1", SOUND, dice=[1])
    assert table.now["transports_sunk"]
    table.act("japan", "pass")
    assert (table.marker, table.match.over) == (2, True)


@pytest.mark.clause("11.0.b", "3.6")
@pytest.mark.parametrize(("initiative", "marker"), [("allies", 5), ("japan", -5)])
def test_pf_12_11_0_b_the_marker_stops_at_the_end_of_the_track(initiative: str, marker: int) -> None:
    """This never occurs in play, but may occur in a position."""
    table = RuleTester(turn=4, initiative=initiative, marker=marker, operations_done=13, idle=(EASTERN, SOUTH))
    table.act("japan" if initiative == "allies" else "allies", "pass")
    assert table.marker == marker


@pytest.mark.clause("11.0.a", "8.4.c")
def test_pf_12_11_0_a_everything_goes_back_to_base_face_down() -> None:
    table = RuleTester(
        turn=1,
        operations_done=13,
        forces={
            "japan_1": at(EASTERN, "Shokaku", "Tone", up=True),
            "japan_2": at("home", "Atago", up=True),
            "allies_1": at(SOUND, "Washington"),
        },
    )
    table.act("japan", "pass", dice=[6])
    now = table.now
    assert now["forces"] == {}
    assert now["shown"] == []
    assert {"ijn_shokaku", "ijn_tone", "ijn_atago"} <= set(now["units"]["truk"])
    assert "us_washington" in now["units"]["espiritu_santo"]
    assert (now["turn"], now["operations_done"], now["transports_sunk"]) == (2, 0, False)


# -- PF-13 ---------------------------------------------------------------------------------------------

TRACK = [
    (2, "allies", "allies"),
    (1, "allies", "allies"),
    (0, "allies", None),
    (-1, "japan", "japan"),
    (-4, "japan", "japan"),
]


@pytest.mark.clause("4.0", "11.0.d", "3.4")
@pytest.mark.parametrize(("marker", "initiative", "winner"), TRACK)
def test_pf_13_the_winner_after_turn_4(marker: int, initiative: str, winner: str | None) -> None:
    table = RuleTester(turn=4, marker=marker, operations_done=13, henderson="disrupted", idle=(EASTERN, SOUTH))
    events = table.act(table.to_act, "pass")
    assert only(events, "game_ended") == [{"marker": marker}]
    result = table.match.result()
    assert result is not None
    assert (result["winners"], result["score"]) == ([winner] if winner else [], {"japan": -marker, "allies": marker})
    assert table.match.over


@pytest.mark.clause("6.1", "6.0", "3.4", "7.0.a")
@pytest.mark.parametrize(("marker", "initiative", "winner"), TRACK)
def test_pf_13_the_initiative_of_the_next_turn(marker: int, initiative: str, winner: str | None) -> None:
    for before in ("japan", "allies"):
        table = RuleTester(
            turn=2,
            initiative=before,
            marker=marker,
            operations_done=13,
            henderson="disrupted",
            idle=(EASTERN, SOUTH),
        )
        die = 6 if initiative == "allies" else 3
        events = table.act(table.to_act, "pass", dice=[die])
        assert only(events, "turn_opened") == [{"turn": 3, "initiative": initiative}]
        other = "japan" if initiative == "allies" else "allies"
        assert only(events, "event_rolled")[0]["side"] == other
        assert only(events, "transports_issued") == [{"side": other}]
        assert table.now["initiative"] == initiative
        assert table.to_act == other
