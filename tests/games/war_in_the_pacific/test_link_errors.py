"""15.1 to 15.8, 13.6, 39.91 Impossible links in a position file are refused with file, line, field and clause."""

from __future__ import annotations

from pathlib import Path

import pytest

from ironbottom.engine.codecs.position import load_position, position_text
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.games.war_in_the_pacific import GAME

SCENARIOS = ("guadalcanal", "midway_advanced")

WRONG = [
    ("link_from", "allies_link_1", '"nowhere"', "15.2"),
    ("link_to", "allies_link_1", '"E2531"', "15.2"),
    ("link_to", "allies_link_1", '"north_edge"', "15.2"),
    ("link_spent", "allies_link_20/out", "4", "15.2"),
    ("link_lost", "japan_link_20", "1", "15.2"),
    ("ship_link", "us_ms1", '"japan_link_1"', "15.1"),
    ("ship_link", "us_ms1", '"allies_link_20"', "15.1"),
    ("ship_link", "us_cv3", '"allies_link_1"', "15.1"),
    ("mode_change", "us_cv3", "true", "15.1"),
    ("withdrawn", "jp_ms1", "true", "15.1"),
    ("reassigned", "us_ms1", "true", "15.8"),
    ("subron_prey", "japan_subron_1", '"japan_link_1"', "13.6"),
    ("subs_off_map", "allies_fleet", "3", "13.3"),
]


@pytest.mark.parametrize(("array", "row", "value", "clause"), WRONG)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_an_impossible_link_is_refused_with_file_line_field_and_clause(
    tmp_path: Path, scenario: str, array: str, row: str, value: str, clause: str
) -> None:
    text = position_text(GAME.new(scenario, dice=SeededDice(7)))
    spoilt = tmp_path / "spoilt.toml"
    lines = [*text.splitlines(), f"[arrays.{array}]", f'"{row}" = {value}']
    spoilt.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(BadValue) as error:
        load_position(spoilt)
    place, _, field = str(error.value.field).partition(": ")
    assert place == f"{spoilt}, line {len(lines)}"
    assert field == f"arrays.{array}.{row}"
    assert error.value.clause == clause


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize(("row", "value"), [("allies_link_99", '"E3231"'), ("allies_link_1", '"Z9999"')])
def test_an_unknown_link_or_end_is_refused_with_its_line(tmp_path: Path, scenario: str, row: str, value: str) -> None:
    text = position_text(GAME.new(scenario, dice=SeededDice(7)))
    spoilt = tmp_path / "spoilt.toml"
    lines = [*text.splitlines(), "[arrays.link_to]", f"{row} = {value}"]
    spoilt.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(BadValue) as error:
        load_position(spoilt)
    assert str(error.value.field).startswith(f"{spoilt}, line {len(lines)}: arrays.link_to")
