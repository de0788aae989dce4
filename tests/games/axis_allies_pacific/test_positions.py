"""Impossible positions are refused, naming the field, the fault and what is allowed."""

from typing import Any

import pytest

from ironbottom.engine.core.errors import BadValue
from tests.games.axis_allies_pacific.rule_tester import RuleTester, printed


def refusal(**fields: Any) -> BadValue:
    """The refusal of a position."""
    with pytest.raises(BadValue) as refused:
        RuleTester(**fields)
    return refused.value


@pytest.mark.parametrize(
    ("fields", "field", "text"),
    [
        ({"units": {"japan": {"wake": {"tank": 300}}}}, "units.japan.wake.tank", "255"),
        ({"units": {"japan": {"wake": {"tank": 0}}}}, "units.japan.wake.tank", "1 to 255"),
        ({"units": {"germany": {"wake": {"tank": 1}}}}, "units.germany", "japan, uk, usa, china"),
        ({"units": {"japan": {"berlin": {"tank": 1}}}}, "units.japan.berlin", "berlin"),
        ({"units": {"japan": {"wake": {"zeppelin": 1}}}}, "units.japan.wake.zeppelin", "zeppelin"),
        ({"units": {"japan": {"wake": {"tank": "many"}}}}, "units.japan.wake.tank", "many"),
        ({"ipc": {"japan": -3}}, "ipc.japan", "0 to 99999"),
        ({"ipc": {"china": 3}}, "ipc.china", "china"),
        ({"kamikazes": 7}, "kamikazes", "0 to 6"),
        ({"victory_points": -1}, "victory_points", "0 to"),
        ({"round": 0}, "round", "1 to"),
        ({"active": "china"}, "active", "japan, uk, usa"),
        ({"step": "tea"}, "step", "purchase"),
        ({"step": ["purchase"]}, "step", "purchase"),
        ({"control": {"wake": "germany"}}, "control.wake", "germany"),
        ({"convoys_of_japan": ["sz1"]}, "convoys_of_japan", "sz1"),
        ({"standing_orders": {"japan": {"losses": "dearest"}}}, "standing_orders.japan.losses", "cheapest"),
        ({"settled": {"japan": 4}}, "settled.japan", "0 to 3"),
    ],
)
def test_a_field_is_refused_with_its_allowed_values(fields: dict[str, Any], field: str, text: str) -> None:
    refused = refusal(**fields)
    assert refused.field == field
    assert text in str(refused)


@pytest.mark.parametrize(
    ("fields", "field", "clause"),
    [
        ({"units": {"japan": {"india": {"infantry": 1}}}}, "units.japan.india", "9.1"),
        ({"units": {"uk": {"sz1": {"infantry": 1}}}}, "units.uk.sz1", "2.3"),
        ({"units": {"uk": {"india": {"carrier": 1}}}}, "units.uk.india", "2.3"),
        ({"units": {"uk": {"himalayas": {"infantry": 1}}}}, "units.uk.himalayas", "2.2"),
        ({"units": {"uk": {"india": {"marine": 1}}}}, "units.uk.india", "5.2"),
        ({"units": {"china": {"sz37": {"transport": 1}}}}, "units.china.sz37", "14.5"),
        ({"units": {"uk": {"sz1": {"destroyer_infantry": 1}}}}, "units.uk.sz1", "7.8.1"),
        ({"units": {"uk": {"sz1": {"carrier": 1, "fighter": 3}}}}, "units.uk.sz1.fighter", "7.6.1"),
        ({"units": {"uk": {"sz1": {"transport_infantry_tank": 1}}}}, "units.uk.sz1.transport_infantry_tank", "7.7.1"),
        ({"units": {"usa": {"sz1": {"transport_ally_marine": 1}}}}, "units.usa.sz1.transport_ally_marine", "7.7.7"),
        ({"units": {"uk": {"sz1": {"transport_marine": 1}}}}, "units.uk.sz1.transport_marine", "7.7.7"),
        ({"units": {"japan": {"sz1": {"transport_ally_tank": 1}}}}, "units.japan.sz1.transport_ally_tank", "7.7.7"),
        ({"units": {"china": {"szechwan": {"tank": 1}}}}, "units.china.szechwan", "14.1"),
        ({"units": {"japan": {"japan": {"cap": 1}}}}, "units.japan.japan.cap", "8.11.1"),
        ({"acted": {"own": {"india": {"cap": 1}}}, "active": "uk"}, "acted.own.india.cap", "8.11.1"),
        ({"bought": {"japan": {"marine": 1}}}, "bought.japan.marine", "5.2"),
        ({"complexes": ["himalayas"]}, "complexes", "2.2"),
    ],
)
def test_an_impossible_position_is_refused_by_clause(fields: dict[str, Any], field: str, clause: str) -> None:
    refused = refusal(**fields)
    assert (refused.field, refused.clause) == (field, clause)


@pytest.mark.parametrize(
    ("fields", "field", "clause", "text"),
    [
        ({"victory_points": 900}, "victory_points", "15.1", "at most 21"),
        ({"victory_points": 22}, "victory_points", "15.1", "at most 21"),
        ({"victory_points": 26, "points_needed": 26, "active": "usa"}, "victory_points", "15.1", "at most 25"),
        (
            {"victory_points": 24, "active": "japan", "step": "victory", "ipc": {"japan": 29}},
            "victory_points",
            "15.1",
            "at most 23 points once Japan has collected 29 IPC",
        ),
        ({"victory_points": 1, "points_needed": 0}, "points_needed", "16.2", "Japan's target is set only"),
        ({"points_needed": 19}, "points_needed", "16.2", "20 to 30"),
        ({"points_needed": 31}, "points_needed", "16.2", "20 to 30"),
        ({"outcome": 1, "victory_points": 21, "frames": []}, "victory_points", "15.1", "needs at least 22"),
        ({"outcome": 4, "victory_points": 22, "frames": []}, "victory_points", "15.1", "at most 21"),
        ({"pool": 13}, "pool", "13.2", "yield 12 IPC"),
        ({"pool": 3, "step": "combat"}, "pool", "13.2", "was already split"),
        ({"pool": 12, "convoys_of_japan": ["sz49"]}, "pool", "13.2", "yield 9 IPC"),
        ({"loot": 5, "ipc": {"japan": 5}}, "loot", "9.6.1", "no capital"),
        (
            {"loot": 6, "ipc": {"japan": 5}, "taken": ["india"], "control": {"india": "japan"}},
            "loot",
            "9.6.1",
            "treasury of 5 IPC",
        ),
        ({"volunteers": 1}, "volunteers", "14.2", "turn of the United States"),
        ({"volunteers": 4, "active": "usa"}, "volunteers", "14.2", "at most 3"),
        ({"placed": {"india": 1}, "active": "uk"}, "placed.india", "11.2", "at most 0"),
        (
            {"placed": {"szechwan": 2}, "control": {"szechwan": "japan"}},
            "placed.szechwan",
            "11.2",
            "at most 1",
        ),
    ],
)
def test_impossible_tracks_and_purses_are_refused(fields: dict[str, Any], field: str, clause: str, text: str) -> None:
    refused = refusal(**fields)
    assert (refused.field, refused.clause) == (field, clause)
    assert text in str(refused)


def test_15_3_no_round_follows_the_agreed_last_one() -> None:
    """15.3"""
    refused = refusal(options={"last_round": "3"}, round=4)
    assert (refused.field, refused.clause) == ("round", "15.3")
    assert "last round is 3" in str(refused)
    assert RuleTester(options={"last_round": "3"}, round=3).now["round"] == 3


def test_15_1_results_of_the_last_turn_are_accepted() -> None:
    """15.1, 13.3"""
    assert RuleTester(victory_points=21).now["victory_points"] == 21
    won = RuleTester(active="japan", step="victory", victory_points=23, ipc={"japan": 29})
    assert (won.winners, won.now["victory_points"]) == (["japan"], 23)


def test_omitted_parts_are_as_at_the_start() -> None:
    now = RuleTester().now
    start = printed()
    assert (now["control"], now["complexes"], now["convoys_of_japan"]) == (
        *(start["control"], start["complexes"], start["convoys_of_japan"]),
    )
    assert all(not places for places in now["units"].values())


def test_another_reading_allows_another_load() -> None:
    """7.7.1"""
    units = {"uk": {"sz1": {"transport_infantry_tank": 1}}}
    table = RuleTester(options={"transport_load": "tank_and_light"}, units=units)
    assert table.at("sz1") == {"uk": {"transport_infantry_tank": 1}}


# -- frames with information besides the board -----------------------------------------------------------------------

MOVING = {"procedure": "combat_moves", "side": "japan", "afloat": [], "passing": []}
FIGHTING = {"procedure": "combat", "side": "japan", "raided": [], "battles": [], "raiding": []}
AT_SEA = {"procedure": "sea_battle", "side": "japan", "zone": "sz1", "round": 1, "next": 3, "strike": False}
BATTLE = {**AT_SEA, "back": False, "struck": [{}, {}, {}, {}]}
PASSING = {"guns": ["india"], "power": "japan", "place": "sz1", "flight": "fighter_attack_2", "many": 1}
DIVE = {"procedure": "submerging", "zone": "sz1", "against": False}


def turn(step: int) -> dict[str, Any]:
    """The frame of a turn at a step."""
    return {"procedure": "turn", "next": step}


@pytest.mark.parametrize(
    ("frames", "field", "clause"),
    [
        ([], "frames", "4.1"),
        ([turn(2), {"procedure": "purchase", "side": "uk"}], "frames[1]", "4.1"),
        ([turn(1), {"procedure": "splitting", "side": "japan"}], "frames[1]", "3.4"),
        ([turn(1), {"procedure": "reinforcing", "side": "uk"}], "frames[1]", "16.2"),
        (
            [turn(4), MOVING, {"procedure": "takeoff", "side": "japan", "power": "japan"}],
            "frames[2]",
            "7.4.1",
        ),
        (
            [turn(4), {**MOVING, "passing": [PASSING]}],
            "frames[1]",
            "8.3.2",
        ),
        ([turn(4), MOVING, {"procedure": "aboard", "side": "japan", "place": "sz1"}], "frames[2]", "7.6.1"),
        ([turn(6), {**FIGHTING, "battles": ["india"]}], "frames[1]", "8.1.1"),
        ([turn(6), {**BATTLE, "struck": [{"carrier": 1}, {}, {}, {}]}, {**DIVE, "power": "uk"}], "frames[1]", "8.1.3"),
        ([turn(6), {**DIVE, "power": "uk", "attacking": False}], "frames[1]", "8.5.3"),
        ([turn(6), BATTLE, {**DIVE, "power": "uk", "attacking": True}], "frames[2]", "8.5.3"),
        (
            [turn(6), {"procedure": "bombarding", "side": "japan", "land": "india", "zone": "sz54"}],
            "frames[1]",
            "8.9.4",
        ),
        ([turn(6), {"procedure": "intercept", "attacker": "uk", "land": "india"}], "frames[1]", "8.11.1"),
        (
            [turn(6), {"procedure": "landing_lost", "side": "japan", "zone": "sz54", "ship": "transport_infantry"}],
            "frames[1]",
            "8.1.3",
        ),
        ([turn(6), {"procedure": "diverting", "power": "uk", "zone": "sz54", "many": 1}], "frames[1]", "8.7.2"),
        ([turn(6), {"procedure": "convoy_won", "side": "japan", "zone": "sz1"}], "frames[1]", "9.5.4"),
        ([turn(7), {"procedure": "naming", "side": "japan", "land": "india"}], "frames[1]", "9.2"),
        ([turn(9), {"procedure": "placement", "side": "japan", "decks": {"sz24": 2}}], "frames[1]", "11.3"),
        ([turn(5), {"procedure": "kamikaze", "side": "japan", "targets": []}], "frames[1]", "8.12.1"),
    ],
)
def test_frames_that_the_table_does_not_show_are_refused(frames: list[Any], field: str, clause: str) -> None:
    filled = [{**FILLED.get(frame["procedure"], {}), **frame} for frame in frames]
    refused = refusal(frames=filled)
    assert (refused.field, refused.clause) == (field, clause)


RAID = {"procedure": "raid", "side": "usa", "land": "japan", "next": 1, "struck": [{}, {}, {}, {}]}
RISING = {"procedure": "intercept", "attacker": "usa", "land": "japan"}
LANDING = {"procedure": "patrol_lands", "side": "uk", "power": "uk", "zone": "sz38"}
ON_PATROL = {"uk": {"sz38": {"cap": 2}}}


@pytest.mark.parametrize(
    ("fields", "frames", "field", "clause", "text"),
    [
        ({}, [turn(3), MOVING], "frames[1]", "4.2", "does not belong to the step land cap"),
        ({}, [turn(0), {"procedure": "purchase", "side": "japan"}], "frames[1]", "4.2", "the step next turn"),
        ({}, [turn(4), {"procedure": "purchase", "side": "japan"}], "frames[1]", "4.2", "the step combat moves"),
        ({"active": "uk"}, [turn(1), {"procedure": "splitting", "side": "uk"}], "frames[1]", "4.1", "first turn"),
        ({"round": 2}, [turn(1), {"procedure": "splitting", "side": "uk"}], "frames[1]", "4.1", "first turn"),
        ({"active": "usa"}, [turn(11), {"procedure": "splitting", "side": "uk"}], "frames[1]", "13.2", "collect"),
        ({"active": "uk"}, [turn(3), LANDING], "frames[1]", "6.1", "on patrol there"),
        ({"active": "usa"}, [turn(6), RAID, RISING], "frames[2]", "8.11.1", "there are no fighters"),
        ({"active": "uk", "units": ON_PATROL}, [turn(3), {**LANDING, "power": "usa"}], "frames[1]", "6.1", "on patrol"),
        ({"active": "uk", "units": ON_PATROL}, [turn(3), LANDING, LANDING], "frames[2]", "6.1", "already"),
        (
            {"active": "uk", "units": {"uk": {"sz1": {"cap": 1}}}},
            [turn(3), {**LANDING, "zone": "sz1"}],
            "frames[1]",
            "6.1",
            "land",
        ),
    ],
)
def test_4_2_6_1_a_step_that_was_moved_and_patrols_that_need_not_land_are_refused(
    fields: dict[str, Any], frames: list[Any], field: str, clause: str, text: str
) -> None:
    """4.2, 6.1"""
    refused = refusal(frames=frames, **fields)
    assert (refused.field, refused.clause) == (field, clause)
    assert text in str(refused)


def test_6_1_fighters_on_patrol_that_can_land_are_asked_for() -> None:
    """6.1"""
    table = RuleTester(active="uk", units=ON_PATROL, frames=[turn(3), LANDING])
    assert [decision.procedure.name for decision in table.match.decisions()] == ["patrol_lands"]


@pytest.mark.parametrize("many", [1, 3])
def test_8_7_2_as_many_fighters_are_diverted_as_find_no_deck(many: int) -> None:
    """8.7.2"""
    frames = [turn(6), FIGHTING, {"procedure": "diverting", "power": "uk", "zone": "sz38", "many": many}]
    refused = refusal(units={"uk": {"sz38": {"fighter": 4, "carrier": 1}}}, frames=frames)
    assert (refused.field, refused.clause) == ("frames[2]", "8.7.2")
    assert "2 fighters are without a deck" in str(refused)


FILLED: dict[str, dict[str, Any]] = {
    "takeoff": {"place": "japan", "piece": "fighter"},
    "aboard": {"to": "sz2", "many": 1, "left": -1, "origin": "sz1"},
    "submerging": {"attacking": False},
}


@pytest.mark.parametrize(
    ("targets", "clause"),
    [([("sz35", "destroyer")] * 3, "8.12.1"), ([("sz35", "submarine")], "8.12.2"), ([("sz34", "destroyer")], "8.12.2")],
)
def test_8_12_2_a_position_can_name_targets(targets: list[tuple[str, str]], clause: str) -> None:
    """8.12.1, 8.12.2"""
    named = [{"zone": zone, "piece": piece} for zone, piece in targets]
    refused = refusal(
        active="usa",
        kamikazes=2,
        sailed_into=["sz35"],
        units={"usa": {"sz35": {"destroyer": 1, "submarine": 1}}},
        frames=[turn(5), {"procedure": "kamikaze", "side": "japan", "targets": named}],
    )
    assert (refused.field, refused.clause) == ("frames[1]", clause)


def test_7_3_4_ships_that_left_enemies_are_in_their_new_zones() -> None:
    """7.3.4"""
    regroup = {"procedure": "regroup", "side": "japan", "afloat": []}
    refused = refusal(escaped={"sz24": {"transport": 4}}, frames=[turn(8), regroup])
    assert (refused.field, refused.clause) == ("escaped.sz24", "7.3.4")


# -- units that are picked up ------------------------------------------------------------------------------------------

PICKED = {"procedure": "bound", "side": "japan", "power": "japan", "piece": "destroyer", "left": -1}
UNDER_WAY = {"power": "japan", "place": "sz2", "piece": "destroyer", "left": 1, "origin": "sz1", "many": 1}
LIE_THERE = {"japan": {"sz1": {"destroyer": 1}, "japan": {"infantry": 1}}, "usa": {"sz5": {"destroyer": 1}}}


@pytest.mark.parametrize(
    ("afloat", "picked", "field", "clause"),
    [
        ([], {"place": "sz1", "origin": "sz1", "piece": "infantry"}, "frames[2]", "7.1.1"),
        ([], {"place": "sz1", "origin": "sz2"}, "frames[2]", "7.1.1"),
        ([], {"place": "sz2", "origin": "sz2"}, "frames[2]", "7.1.1"),
        ([], {"place": "sz1", "origin": "sz1", "left": 1}, "frames[2]", "7.1.1"),
        ([UNDER_WAY], {"place": "sz2", "origin": "sz3", "left": 1}, "frames[2]", "7.1.1"),
        ([{**UNDER_WAY, "origin": "japan"}], {"place": "sz1", "origin": "sz1"}, "frames", "7.3.1"),
        ([{**UNDER_WAY, "power": "usa"}], {"place": "sz1", "origin": "sz1"}, "frames", "7.1.1"),
    ],
)
def test_7_1_1_picked_up_units_that_nobody_could_pick_up_are_refused(
    afloat: list[dict[str, Any]], picked: dict[str, Any], field: str, clause: str
) -> None:
    """7.1.1, 7.3.1"""
    acted = {"own": {"sz2": {"destroyer": 1}}} if afloat else {}
    frames = [turn(4), {**MOVING, "afloat": afloat}, {**PICKED, **picked}]
    refused = refusal(active="japan", units=LIE_THERE, acted=acted, frames=frames)
    assert (refused.field, refused.clause) == (field, clause)


def test_7_1_1_picked_up_units_are_accepted() -> None:
    """7.1.1, 7.3.1"""
    for afloat, picked in (
        ([], {"place": "sz1", "origin": "sz1"}),
        ([UNDER_WAY], {"place": "sz2", "origin": "sz1", "left": 1}),
    ):
        acted = {"own": {"sz2": {"destroyer": 1}}} if afloat else {}
        frames = [turn(4), {**MOVING, "afloat": afloat}, {**PICKED, **picked}]
        assert RuleTester(active="japan", units=LIE_THERE, acted=acted, frames=frames).step == "bound"


def test_7_1_2_9_1_units_that_acted_may_be_in_an_enemy_territory_that_they_attack_or_entered() -> None:
    """7.1.2, 9.1"""
    came: dict[str, Any] = {"active": "japan", "acted": {"own": {"india": {"infantry": 1}}}}
    defended = {"uk": {"india": {"infantry": 1}}}
    regroup = {"procedure": "regroup", "side": "japan", "afloat": []}
    for fields, frames in (
        (came, [turn(4), MOVING]),
        ({**came, "units": defended, "entered": []}, [turn(8), regroup]),
    ):
        refused = refusal(**fields, frames=frames)
        assert (refused.field, refused.clause) == ("acted.own.india", "9.1")
    assert RuleTester(**came, entered=["india"], frames=[turn(4), MOVING]).step == "combat_moves"
    assert RuleTester(**came, units=defended, frames=[turn(4), MOVING]).step == "combat_moves"
