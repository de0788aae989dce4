"""Positions being set up: how the table looks, and what is not lawful, before there is a match."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from tests.server.asking import Asking, Told

POSITIONS = Path(__file__).parent.parent / "browser" / "positions"


def look(asking: Asking, position: str = "", game: str = "") -> Told:
    told: Told = asking.post("/positions", game=game, position=position)
    return told


@pytest.mark.parametrize("game", ["pacific_fury", "hold_fast", "victory_in_the_pacific"])
def test_an_empty_position_is_the_start_of_the_game(asking: Asking, game: str) -> None:
    told = look(asking, game=game)
    assert told["wrong"] is None
    assert (told["view"]["turn"], told["view"]["side"], told["asked"]) == (1, "open", ["Japan"])
    assert told["pieces"]["units"]
    assert tomllib.loads(told["text"])["game"] == told["position"]["game"] == game


@pytest.mark.parametrize("name", ["forming", "hold_fast/moves", "victory_in_the_pacific/patrols"])
def test_a_text_is_told_as_the_table_and_as_data_that_say_the_same(asking: Asking, name: str) -> None:
    told = look(asking, (POSITIONS / f"{name}.toml").read_text())
    again = look(asking, json.dumps(told["position"]))
    assert again["wrong"] is None
    assert (again["view"], again["position"]) == (told["view"], told["position"])


@pytest.mark.parametrize(
    ("name", "change", "field", "clause"),
    [
        ("forming", {"turn": 9}, "turn", None),
        ("hold_fast/moves", {"step": "tea"}, "step", None),
        ("victory_in_the_pacific/patrols", {"units": {"truk": ["yamato", "yamato"]}}, "units.truk", None),
    ],
)
def test_what_is_not_lawful_is_told_with_its_field(
    asking: Asking, name: str, change: Told, field: str, clause: str | None
) -> None:
    position = look(asking, (POSITIONS / f"{name}.toml").read_text())["position"] | change
    if "step" in change:
        del position["frames"]
    told = look(asking, json.dumps(position))
    assert told["wrong"]["message"]
    assert told["wrong"]["field"].startswith(field)
    assert told["wrong"]["clause"] == clause
    assert told["position"]["turn"] == position["turn"]
    assert told["view"] is None


def test_a_clause_is_told_where_a_rule_forbids_it(asking: Asking) -> None:
    told = look(asking, 'game = "hold_fast"\nturn = 8\nstep = "come_back"\n')
    assert (told["wrong"]["field"], told["wrong"]["clause"]) == ("step", "13.0.1")


@pytest.mark.parametrize("number", [2**63, -(10**30)])
def test_a_number_too_large_for_a_message_is_refused_with_its_field(asking: Asking, number: int) -> None:
    """The process that read it failed over its own answer, and it was told that it took too much time or memory."""
    told = look(asking, f'game = "pacific_fury"\nturn = {number}\n')
    assert told["wrong"]["field"] == "turn"
    assert str(number)[:20] in told["wrong"]["message"]
    assert told["position"]["turn"] == str(number)


@pytest.mark.build
def test_what_is_no_position_is_refused_in_a_sentence(asking: Asking) -> None:
    for text in ("turn = ", "{", 'game = "go"'):
        told = look(asking, text)
        assert told["wrong"]["message"]
        assert told["view"] is None
