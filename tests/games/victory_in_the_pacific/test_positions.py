"""Positions of Victory in the Pacific: states are written and read again, and impossible ones are refused."""

import random
from typing import Any

import pytest

from ironbottom.engine.codecs.position import parse_position, position_text, read_position, write_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State

GAME = get_game("victory_in_the_pacific")


def at(options: dict[str, str] | None = None, **fields: Any) -> State:
    """The state of a position."""
    return read_position({"game": "vitp", "options": options or {}, **fields})


@pytest.mark.parametrize("seed", range(4))
def test_every_state_of_a_game_can_be_written_and_read(seed: int) -> None:
    source, dice = random.Random(seed), SeededDice(seed)
    options = {option.name: source.choice(option.values) for option in GAME.options}
    state = GAME.new(options=options, dice=dice)
    while state.stack:
        decision = source.choice(list(state.decisions()))
        if source.random() < 0.1:
            assert read_position(write_position(state)) == state
            assert state.rules.load(state.dump()) == state
            view = state.view(decision.side)
            assert GAME.resample(view, source).view(decision.side) == view
        state.apply(decision.side, decision.choices.sample_by_argument(source), dice, trusted=True)
    assert read_position(parse_position(position_text(state))) == state


@pytest.mark.clause("4.1", "4.3", "2.21", "2.22", "2.23", "3.4")
def test_a_position_without_units_is_the_set_up() -> None:
    now = write_position(at())
    assert now["turn"] == 1
    assert {area for area, side in now["flags"].items() if side == "japan"} == {
        *("japanese_islands", "marshall_islands", "marianas_islands")
    }
    assert sorted(place for place, side in now["places"].items() if side == "japan") == [
        *("kwajalein", "maloelap", "okinawa", "saigon", "saipan", "truk", "yokosuka")
    ]
    assert set(now["flags_before"].values()) == {None}
    assert len(now["units"]["yokosuka"]) == 46
    assert now["units"]["submarine_base"] == ["i_boat"]
    assert now["units"]["uncertain_y"] == ["saratoga"]
    assert now["units"]["singapore"] == ["exeter", "de_ruyter"]
    assert now["units"]["hawaiian_islands"] == ["indianapolis", "minneapolis"]
    assert now["raiding"] == []


def test_units_may_be_given_by_name_and_omitted_ones_are_at_their_default() -> None:
    state = at(
        turn=3, units={"truk": ["Akagi", "kongo"], "central_pacific_ocean": ["Lexington"]}, raiding=["lexington"]
    )
    now = write_position(state)
    assert now["units"]["truk"] == ["kongo", "akagi"]
    assert now["raiding"] == ["lexington"]
    assert "musashi" in now["units"]["due_4"]
    assert "yamato" in now["units"]["lost"]
    assert now["units"]["submarine_base"] == ["i_boat"]
    assert [decision.side for decision in state.decisions()] == ["japan"]


TURN = {"procedure": "turn", "next": 3}


@pytest.mark.parametrize(
    ("fields", "field", "text"),
    [
        ({"wind": 3}, "wind", "there is no such field"),
        ({"turn": 10}, "turn", "10 is not a whole number from 1 to 9"),
        ({"turn": 9}, "turn", "the last turn is 8"),
        ({"step": "tea"}, "step", "not a step"),
        ({"points_of_control": 30}, "points_of_control", "from -29 to 29"),
        ({"units": {"truk": ["Bismarck"]}}, "units.truk", "no unit is called"),
        ({"units": {"truk": "Akagi"}}, "units.truk", "not a list of unit ids"),
        ({"units": {"atlantis": ["Akagi"]}}, "units.atlantis", "no such field"),
        ({"units": {"truk": ["Akagi"], "saipan": ["akagi"]}}, "units.saipan", "is in two places"),
        ({"units": {"truk": ["Essex"]}}, "units.truk", "enemy place"),
        ({"units": {"truk": ["I-Boat"]}}, "units.truk", "cannot be there"),
        ({"units": {"return_3": ["Akagi"]}}, "units.return_3", "cannot be there"),
        ({"units": {"withdrawn": ["Essex"]}}, "units.withdrawn", "cannot be there"),
        ({"units": {"uncertain_w": ["Hornet"]}}, "units.uncertain_w", "cannot be there"),
        ({"units": {"san_diego": ["Warspite"]}}, "units.san_diego", "cannot be there"),
        ({"turn": 2, "units": {"truk": ["Akagi"]}, "raiding": ["akagi"]}, "raiding", "not a ship at sea"),
        ({"turn": 2, "units": {"coral_sea": ["Akagi"]}, "marked": ["akagi"]}, "marked", "not a ship in port"),
        ({"turn": 2, "units": {"coral_sea": ["Akagi"]}, "damage": {"akagi": 5}}, "damage.akagi", "would be lost"),
        ({"turn": 2, "units": {"truk": ["Akagi"]}, "damage": {"akagi": 9}}, "damage.akagi", "would be lost"),
        ({"turn": 2, "units": {"truk": ["Akagi"]}, "damage": {"i_boat": 1}}, "damage.i_boat", "cannot be hit"),
        ({"turn": 2, "air_loss": {"akagi": 1}}, "air_loss.akagi", "cannot have lost that much"),
        ({"flags": {"coral_sea": "us"}}, "flags.coral_sea", "no side is called"),
        ({"places": {"truk": None}}, "places.truk", "no side is called"),
        ({"repair_points_used": {"truk": 1}}, "repair_points_used.truk", "does not have that many repair points"),
        ({"wants": {"japan": "day"}}, "wants.japan", "nobody is asked"),
        ({"turn": 2, "damage": {"essex": 1}}, "damage.essex", "has not arrived yet"),
        ({"damage": {"hornet": 1}}, "damage.hornet", "has not arrived yet"),
        ({"frames": [TURN, {"procedure": "returns", "side": "japan"}]}, "frames", "returns: there is nothing"),
        (
            {"frames": [{**TURN, "next": 5}, {"procedure": "removals", "listed": []}]},
            "frames",
            "removals: there is nothing to choose",
        ),
        ({"frames": [TURN, {"procedure": "stay_or_retreat", "side": "japan"}]}, "frames", "asked within battle"),
        ({"frames": [TURN, {"procedure": "name_action", "side": "japan"}]}, "frames", "at the same time"),
        ({"step": "combat", "frames": []}, "step", "not both"),
    ],
)
def test_an_impossible_position_is_refused(fields: dict[str, Any], field: str, text: str) -> None:
    with pytest.raises(BadValue, match=text) as refused:
        at(**fields)
    assert refused.value.field == field


def turned_about(*frames: dict[str, Any], step: int = 13) -> str:
    """The reason why frames of a battle off the Marianas between Suzuya and the 11th A.F. are refused."""
    units = {"marianas_islands": ["suzuya", "11th_af"], "guadalcanal": ["1st_marines"]}
    with pytest.raises(BadValue) as refused:
        at(turn=4, battle="marianas_islands", units=units, frames=[{"procedure": "turn", "next": step}, *frames])
    assert refused.value.field == "frames"
    return refused.value.message


COMBAT: dict[str, Any] = {"procedure": "combat"}
BATTLE: dict[str, Any] = {
    "procedure": "battle",
    "area": "marianas_islands",
    "units": ["suzuya", "11th_af"],
    "next": 1,
    "rounds": -1,
}
BATTLE |= {"gives_way": None, "landing": []}
STAY: dict[str, Any] = {"procedure": "stay_or_retreat", "side": "japan"}
ROUND: dict[str, Any] = {
    "procedure": "round",
    "area": "marianas_islands",
    "units": ["suzuya", "11th_af"],
    "way": "day",
    "both": False,
}
ASKED: dict[str, Any] = {
    "procedure": "naming",
    "stacks": {side: [{"procedure": "name_action", "side": side}] for side in GAME.sides.ids},
}
HOME: dict[str, Any] = {
    "procedure": "way_home",
    "side": "japan",
    "spot": "marianas_islands",
    "units": ["suzuya"],
    "reason": "ends",
}
LANDING: dict[str, Any] = {"procedure": "landing", "side": "japan", "area": "coral_sea", "invaders": [], "ashore": []}
FLIGHT: dict[str, Any] = {
    "procedure": "flight",
    "side": "japan",
    "area": "marianas_islands",
    "flees": ["11th_af"],
    "ships": ["suzuya"],
}
FLIGHT |= {"raids": True, "part": False, "rounds": -1, "next": 2, "groups": [[]], "tasks": [], "invaders": []}
CHASED: dict[str, Any] = {"procedure": "pursuit", "side": "japan", "left": ["suzuya"]}
CHASED |= {"tasks": [{"group": [], "place": None, "ships": []}]}


@pytest.mark.clause("8.1", "7.3", "7.32", "5.7", "13.3", "10.1", "8.2")
def test_frames_that_could_never_end_are_refused() -> None:
    """Play would continue for a while, and then reach a frame that no frame below it on the stack handles."""
    assert turned_about(STAY, COMBAT, BATTLE, STAY) == "stay_or_retreat: can only be asked within battle"
    assert turned_about(ROUND | {"next": 1}, ASKED) == "round: can only be asked within battle"
    assert turned_about(COMBAT, BATTLE, ASKED) == "naming: can only be asked within round"
    early = turned_about(COMBAT, BATTLE, ROUND | {"next": 0}, ASKED)
    assert early == "naming: this cannot occur at that stage of a round"
    assert turned_about(HOME, step=21) == "after the last step the turn is over"
    patrols = {"procedure": "patrols", "side": "allies", "rolling": []}
    assert turned_about(patrols, step=2) == "patrols: this belongs to the step japan_patrols"
    assert turned_about(LANDING | {"units": ["1st_marines"]}, step=19).startswith("landing: these units are not all")
    assert turned_about(HOME | {"units": ["f_boat"], "side": "allies"}, step=20).startswith("way_home: these units")
    assert turned_about(COMBAT, BATTLE, FLIGHT, CHASED) == "a fleeing group must have units"
    state = at(
        turn=4,
        battle="marianas_islands",
        units={"marianas_islands": ["suzuya", "11th_af"]},
        frames=[{"procedure": "turn", "next": 13}, COMBAT, BATTLE, ROUND | {"next": 1}, ASKED],
    )
    assert [decision.side for decision in state.decisions()] == ["japan", "allies"]


@pytest.mark.clause("2.3", "14.31")
def test_2_3_all_units_in_a_lost_place_are_being_driven_out() -> None:
    frames = [
        {"procedure": "turn", "next": 18},
        {"procedure": "way_home", "side": "allies", "spot": "singapore", "units": ["lexington"], "reason": "evicted"},
    ]
    lost: dict[str, Any] = {"places": {"singapore": "japan"}, "frames": frames}
    assert at(turn=3, units={"singapore": ["lexington"]}, **lost).decisions()[0].side == "allies"
    with pytest.raises(BadValue, match="de_ruyter is in an enemy place"):
        at(turn=3, units={"singapore": ["lexington", "de_ruyter"]}, **lost)


@pytest.mark.clause("4.4", "4.5")
def test_4_4_a_return_is_asked_where_a_unit_is_back_and_has_a_port() -> None:
    frames = [TURN, {"procedure": "returns", "side": "japan"}]
    state = at(turn=3, units={"return_3": ["sasebo_nlf"]}, frames=frames)
    assert state.decisions()[0].choices.at(0) == ("return", "sasebo_nlf", "yokosuka")
    with pytest.raises(BadValue, match="there is nothing to choose") as refused:
        at(turn=3, units={"return_4": ["sasebo_nlf"]}, frames=frames)
    assert (refused.value.field, refused.value.clause) == ("frames", "4.4")


@pytest.mark.clause("4.1", "17.12")
def test_4_1_units_still_to_come_are_undamaged_except_ships_sent_west() -> None:
    """By option 3c damaged ships wait with the arrivals of turn 4; Essex and Hornet were never hit."""
    fields: dict[str, Any] = {"turn": 3, "units": {"due_4": ["nevada"]}, "damage": {"nevada": 2}}
    assert at({"west_coast_escape": "on"}, **fields).view("public")["damage"] == {"nevada": 2}
    for options, more in (({}, {}), ({"west_coast_escape": "on"}, {"damage": {"south_dakota": 1}})):
        with pytest.raises(BadValue, match="has not arrived yet") as refused:
            at(options, **(fields | more))
        assert refused.value.clause == "4.1"
