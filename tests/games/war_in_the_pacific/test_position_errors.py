"""Impossible positions are refused with file, line, field, clause and limit, and nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from ironbottom.engine.codecs.position import load_position, parse_position, position_text, read_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import FLIGHTS

POSITIONS = Path(__file__).parents[2] / "fixtures" / "positions" / "war_in_the_pacific"
LEYTE = POSITIONS / "leyte_turn_3_at_the_shore.toml"
Position = dict[str, Any]


@pytest.fixture(scope="module")
def leyte_position() -> Position:
    return parse_position(LEYTE.read_text(encoding="utf-8"))


def with_row(array: str, row: str, value: object) -> Callable[[Position], None]:
    """Sets one row of an array."""
    return lambda position: position["arrays"].setdefault(array, {}).__setitem__(row, value)


def refused(leyte_position: Position, *spoil: Callable[[Position], None]) -> tuple[str | None, str | None, str]:
    """The field, clause and message with which a changed position is refused."""
    position = deepcopy(leyte_position)
    for one in spoil:
        one(position)
    with pytest.raises(BadValue) as error:
        read_position(position)
    return error.value.field, error.value.clause, error.value.message


UNITS = ["allies_unit_11", "allies_unit_12", "allies_unit_13"]


@pytest.mark.parametrize(
    ("spoil", "field", "clause", "said"),
    [
        (
            with_row("air", "us_cv9/f6f_carrier", 100),
            *(
                "arrays.air.us_cv9/tbf_carrier",
                "19.3",
                "us_cv9 has 105 air points aboard, but can ferry at most 18",
            ),
        ),
        (
            with_row("air", "B3328/f6f_carrier", 5),
            *("arrays.air.B3328/f6f_carrier", "5.4", "B3328 is not a base of the side of these points"),
        ),
        (
            with_row("ship_at", "us_cv9", "B3328"),
            *("arrays.ship_at.us_cv9", "14.8", "B3328 is not a port of the side of us_cv9"),
        ),
        (
            with_row("ship_at", "jp_cv5", "allies_2"),
            *("arrays.ship_at.jp_cv5", "9.1", "this is impossible: jp_cv5 sails in an enemy Task Force"),
        ),
        (
            with_row("damage", "jp_cv5", 5),
            *("arrays.damage.jp_cv5", "12.1", "jp_cv5 at damage level 5 is sunk, or on the bottom of a port"),
        ),
        (
            with_row("supply_aboard", "jp_dd12", 50),
            *("arrays.supply_aboard.jp_dd12", "9.1", "jp_dd12 has 50 Supply Points aboard; it holds 1"),
        ),
        (
            with_row("unit_type", "japan_unit_10", "us_hq_group"),
            *("arrays.unit_type.japan_unit_10", "2.3", "us_hq_group is not a unit type of Japan"),
        ),
        (
            with_row("unit_at", "japan_unit_10", "us_apb1"),
            *("arrays.unit_at.japan_unit_10", "2.3", "us_apb1 is not a ship of its side that is afloat"),
        ),
        (
            with_row("unit_at", "japan_unit_10", "B2652"),
            *("arrays.unit_at.japan_unit_10", "2.3", "this ground unit is impossible: B2652 is sea"),
        ),
        (
            with_row("damaged_levels", "B1839", 9),
            *("arrays.damaged_levels.B1839", "5.41", "Levels cannot be damaged"),
        ),
        (
            with_row("flight_points", "japan_flight_1", 0),
            *("arrays.flight_points.japan_flight_1", "5.2", "japan_flight_1 has 0 points, but a base to fly from"),
        ),
        (
            lambda position: position.__setitem__("objective", {"allies": "A3019"}),
            *("objective.allies", "45.52", "A3019 is not one of the hexes that may be the Objective"),
        ),
        (
            lambda position: position.pop("objective"),
            *("objective.allies", "45.52", "the Allies have not chosen their Objective"),
        ),
        (
            with_row("supply", "new_base_1", 50),
            *("arrays.supply.new_base_1", "25.2", "50 Supply Points are at new_base_1, which is not in a hex"),
        ),
        (
            lambda position: position.__setitem__("turn", 250),
            *("turn", "4.4", "250 is Game-Turn 3/11/45; the scenario runs from 196, 1/11/44, to 203, 4/12/44"),
        ),
        (
            lambda position: position["force_at"].__setitem__("japan_1", "B0101"),
            *("force_at.japan_1", "9.1", "this Task Force is impossible: B0101 is land"),
        ),
        (
            with_row("losses_carried", "japan_unit_200", 1),
            *("arrays.losses_carried.japan_unit_200", "2.3", "is not in play, so this must be 0, not 1"),
        ),
        (
            with_row("deployed", "allies_unit_11", 2),
            *("arrays.deployed.allies_unit_11", "27.1", "allies_unit_11 is not a Base Force"),
        ),
        (
            with_row("staff", "allies_unit_11", 1),
            *("arrays.staff.allies_unit_11", "5.31", "allies_unit_11 is not a headquarters"),
        ),
        (
            with_row("supply_aboard", "jp_cv1", 2),
            *("arrays.supply_aboard.jp_cv1", "9.1", "jp_cv1"),
        ),
        (
            with_row("searching", "us_cv9/f6f_carrier", 100),
            *("arrays.searching.us_cv9/f6f_carrier", "8.1", "100 points search, but there are"),
        ),
        (
            with_row("flight_wave", "allies_flight_1", "allies_wave_1"),
            *("arrays.flight_wave.allies_flight_1", "6.4", "which is not in the air"),
        ),
        (
            lambda position: position.__setitem__("plan_at", {"allies_plan_1": "B2652"}),
            *("plan_at", "16.2", "no landing can be planned at B2652: it is sea"),
        ),
        (
            lambda position: position.update(kamikazes=False, kamikazes_left=4),
            *("kamikazes_left", "45.63", "4 points may fly as kamikazes, but no Kamikaze Strikes have begun"),
        ),
        (
            lambda position: position.update(kamikazes=True, kamikazes_left=127),
            *(
                "kamikazes_left",
                "39.41",
                "127 points may fly as kamikazes, but at most 14 are allowed: five percent of 298",
            ),
        ),
        (
            with_row("flown", "B2044/tony_untrained", 3),
            *("arrays.flown.B2044/tony_untrained", "5.9", "3 points have flown, but there are 2"),
        ),
        (
            with_row("transferred", "B2044/tony_untrained", 3),
            *("arrays.transferred.B2044/tony_untrained", "5.5", "3 points have transferred, but 2 flew"),
        ),
        (
            with_row("flight_points", "allies_flight_15", 100),
            *(
                "arrays.flight_points.allies_flight_15",
                "5.2",
                "points at us_cv19/f6f_carrier have a Role, but there are",
            ),
        ),
        (
            with_row("fallen", "pby_trained", 200),
            *("arrays.fallen.pby_trained", "45.71", "200 points were lost, which is worth"),
        ),
        (
            with_row("fallen", "tony_untrained", 1),
            *("arrays.fallen.tony_untrained", "45.71", "only Allied points at Leyte can be replaced"),
        ),
    ],
)
def test_a_place_that_cannot_hold_a_unit_is_refused(
    leyte_position: Position, spoil: Callable[[Position], None], field: str, clause: str, said: str
) -> None:
    found = refused(leyte_position, spoil)
    assert found[:2] == (field, clause)
    assert said in found[2]


def test_39_41_points_shot_down_since_the_count_do_not_count(leyte_position: Position) -> None:
    """159 are left, of which five percent are seven; the 139 Points for losses may be 139 untrained ones."""
    for left in (7, 8, 14):
        state = read_position({**deepcopy(leyte_position), "kamikazes": True, "kamikazes_left": left})
        assert state.cells[layout.KAMIKAZES_LEFT] == left
    spoil = [lambda position: position.update(kamikazes=True, kamikazes_left=15)]
    assert refused(leyte_position, *spoil)[:2] == ("kamikazes_left", "39.41")


def test_5_2_more_points_may_have_flown_in_the_previous_phase_than_are_left(leyte_position: Position) -> None:
    """6.1 These numbers only limit points that are present; some may have been shot down or moved since."""
    spoil = with_row("flight_points", "allies_flight_8", 9)
    position = deepcopy(leyte_position)
    spoil(position)
    assert read_position(position).arrays[layout.FLIGHT_OF_PHASE_BEFORE][FLIGHTS.index["allies_flight_8"]]


def test_15_6_units_beyond_the_room_of_their_ship_are_refused(leyte_position: Position) -> None:
    whole = [with_row("unit_type", unit, "cw_16_4") for unit in UNITS]
    field, clause, said = refused(leyte_position, *whole, *(with_row("unit_at", unit, "us_apb1") for unit in UNITS))
    assert (field, clause) == ("arrays.unit_at.allies_unit_13", "15.6")
    assert said == "us_apb1 carries 46.25 Load Points, but has room for 11"


def test_26_3_each_base_is_built_once_and_on_land(leyte_position: Position) -> None:
    def build(*there: str) -> Callable[[Position], None]:
        return lambda position: position.__setitem__("new_base_at", [*there, *[None] * (40 - len(there))])

    for there in (("B2652",), ("B1839",), ("B0101", "B0101")):
        assert refused(leyte_position, build(*there))[:2] == ("new_base_at", "26.3")


def test_the_file_and_the_line_are_named(tmp_path: Path) -> None:
    spoilt = tmp_path / "spoilt.toml"
    text = LEYTE.read_text(encoding="utf-8")
    lines = text.splitlines()
    line = next(number for number, one in enumerate(lines) if one.startswith("jp_dd12 = ")) + 1
    lines[line - 1] = 'jp_dd12 = "Z9999"'
    spoilt.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(BadValue) as error:
        load_position(spoilt)
    assert (error.value.field or "").startswith(f"{spoilt}, line {line}: arrays.")
    assert "jp_dd12" in (error.value.field or "")


def test_duplicate_keys_in_json_are_refused(leyte_position: Position) -> None:
    text = position_text(read_position(deepcopy(leyte_position)), "json")
    assert json.loads(text)["turn"] == 198
    with pytest.raises(BadValue, match=r"this is not JSON: 'turn' appears twice"):
        parse_position(text.replace('"turn": 198,', '"turn": 198, "turn": 199,', 1))


@pytest.mark.parametrize(
    ("array", "row", "kind"), [("ship_at", "us_cv9", "ship"), ("unit_at", UNITS[0], "ground unit")]
)
def test_9_1_an_unknown_place_is_refused_in_a_sentence(
    leyte_position: Position, array: str, row: str, kind: str
) -> None:
    """The refusal names the field, and says that no place of a ship or of a ground unit has this name."""
    field, _, message = refused(leyte_position, with_row(array, row, "Z9999"))
    assert field == f"arrays.{array}.{row}"
    assert message.startswith(f"no place of a {kind} is called 'Z9999'; allowed: A0101")


def test_4_2_a_turn_under_way_has_a_first_player(leyte_position: Position) -> None:
    """Otherwise, the next step would have no First Player."""
    field, clause, said = refused(leyte_position, lambda position: position.pop("first_player"))
    assert (field, clause, said) == ("first_player", "4.2", "the First Player of this Game-Turn must be known")


def test_a_list_instead_of_a_word_is_reported_as_a_file_writes_it(leyte_position: Position) -> None:
    """The message contains no programming terms, such as None or True."""
    spoil = with_row("ship_at", "us_cv9", ["F1230", None, {"at": True}])
    field, _, said = refused(leyte_position, spoil)
    assert field == "arrays.ship_at.us_cv9"
    assert "['F1230', nothing, {…}]" in said


def test_an_unknown_game_is_reported_with_its_field(leyte_position: Position) -> None:
    field, _, said = refused(leyte_position, lambda position: position.__setitem__("game", "war_in_the_atlantic"))
    assert (field, said.partition(";")[0]) == ("game", "no game is called 'war_in_the_atlantic'")
