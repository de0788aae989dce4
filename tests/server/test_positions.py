"""Positions before a match: the board, and errors with their field and clause."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from tests.server.api_client import ApiClient, JsonObject

POSITIONS = Path(__file__).parent.parent / "browser" / "positions"


def look(api: ApiClient, position: str = "", game: str = "") -> JsonObject:
    response: JsonObject = api.post("/positions", game=game, position=position)
    return response


@pytest.mark.parametrize("game", ["pacific_fury", "hold_fast", "victory_in_the_pacific"])
def test_an_empty_position_is_the_start_of_the_game(api: ApiClient, game: str) -> None:
    response = look(api, game=game)
    assert response["wrong"] is None
    assert (response["view"]["turn"], response["view"]["side"], response["asked"]) == (1, "open", ["Japan"])
    assert response["pieces"]["units"]
    assert tomllib.loads(response["text"])["game"] == response["position"]["game"] == game


@pytest.mark.parametrize("name", ["forming", "hold_fast/moves", "victory_in_the_pacific/patrols"])
def test_a_position_is_returned_as_text_and_as_equal_data(api: ApiClient, name: str) -> None:
    response = look(api, (POSITIONS / f"{name}.toml").read_text())
    again = look(api, json.dumps(response["position"]))
    assert again["wrong"] is None
    assert (again["view"], again["position"]) == (response["view"], response["position"])


@pytest.mark.parametrize(
    ("name", "change", "field", "clause"),
    [
        ("forming", {"turn": 9}, "turn", None),
        ("hold_fast/moves", {"step": "tea"}, "step", None),
        ("victory_in_the_pacific/patrols", {"units": {"truk": ["yamato", "yamato"]}}, "units.truk", None),
    ],
)
def test_an_illegal_position_names_its_field(
    api: ApiClient, name: str, change: JsonObject, field: str, clause: str | None
) -> None:
    position = look(api, (POSITIONS / f"{name}.toml").read_text())["position"] | change
    if "step" in change:
        del position["frames"]
    response = look(api, json.dumps(position))
    assert response["wrong"]["message"]
    assert response["wrong"]["field"].startswith(field)
    assert response["wrong"]["clause"] == clause
    assert response["position"]["turn"] == position["turn"]
    assert response["view"] is None


def test_an_illegal_position_names_its_clause(api: ApiClient) -> None:
    response = look(api, 'game = "hold_fast"\nturn = 8\nstep = "come_back"\n')
    assert (response["wrong"]["field"], response["wrong"]["clause"]) == ("step", "13.0.1")


@pytest.mark.parametrize("number", [2**63, -(10**30)])
def test_a_number_too_large_for_a_message_is_refused_with_its_field(api: ApiClient, number: int) -> None:
    """The worker that read such a position used to fail to encode its result, and the message blamed its limits."""
    response = look(api, f'game = "pacific_fury"\nturn = {number}\n')
    assert response["wrong"]["field"] == "turn"
    assert str(number)[:20] in response["wrong"]["message"]
    assert response["position"]["turn"] == str(number)


@pytest.mark.build
def test_an_unreadable_position_is_refused_with_a_message(api: ApiClient) -> None:
    for text in ("turn = ", "{", 'game = "go"'):
        response = look(api, text)
        assert response["wrong"]["message"]
        assert response["view"] is None
