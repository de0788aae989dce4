"""The odds of decisions over HTTP: exact, for every important kind of decision, from what the side may know."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from ironbottom.engine.codecs.position import parse_position, read_position
from ironbottom.engine.rules.choices import expand_factored
from tests.server.api_client import ApiClient, JsonObject

POSITIONS = Path(__file__).parents[1] / "browser" / "positions"
VITP, HF, WITP = "victory_in_the_pacific", "hold_fast", "war_in_the_pacific"
CHOICES = {
    "fight": "If there is combat",
    "target": "Your targets",
    "stay_or_return": "If combat continues",
    "strike_again": "Air strike",
    "bombard_again": "Bombarding Henderson Field",
    "cleared_sound_bombard": "Bombarding Henderson Field",
    "hits": "Sinks with",
    "operation": "Moving into an enemy",
    f"{VITP}/naming": "A day action, by ship",
    f"{VITP}/stay_or_retreat": "A night action, the whole group",
    f"{VITP}/announcement": "A night action, by ship",
    f"{VITP}/allies_off_hawaii": "If there is a battle: a day action, by ship",
    f"{WITP}/torpedoing": "3 Sub Points at one ship",
    f"{HF}/naming": "Air combat: by ship",
    f"{HF}/stay_or_withdraw": "If you withdraw and are pursued: by ship",
}
"""A position for each kind of decision, and a table that it must have."""


def deciding(api: ApiClient, position: str) -> tuple[str, str]:
    """Begins a match from a position; returns it and a side that must choose there."""
    text = (POSITIONS / f"{position}.toml").read_text(encoding="utf-8")
    game = {VITP: "vitp", HF: "hf", WITP: "witp"}.get(position.split("/")[0], "pf")
    match = str(api.begin(game=game, position=text)["id"])
    sides = ("japan", "allies")
    return match, next(side for side in sides if api.get(f"/matches/{match}", side=side)["decision"])


def odds(api: ApiClient, match: str, side: str) -> dict[str, JsonObject]:
    return {table["title"]: table for table in api.get(f"/matches/{match}/decision_odds", side=side)}


@pytest.mark.parametrize("position", CHOICES)
def test_every_big_choice_has_its_odds(api: ApiClient, position: str) -> None:
    response = odds(api, *deciding(api, position))
    assert CHOICES[position] in response
    for table in response.values():
        for row in table["rows"]:
            assert len(row["chances"]) == len(table["outcomes"])
            assert all(-1e-9 <= chance <= 1 + 1e-9 for chance in row["chances"])
            if table["title"] != "Sinks with":
                assert sum(row["chances"]) == pytest.approx(1), row


def test_the_group_is_named_by_number(api: ApiClient) -> None:
    table = odds(api, *deciding(api, f"{VITP}/naming"))["A day action, the whole group"]
    names = [row["name"] for row in table["rows"]]
    assert names[:2] == ["All 3 of your units survive in place", "At least 2 of your 3 units survive in place"]
    likely = [row["chances"][0] for row in table["rows"][:3]]
    assert likely == sorted(likely)


def test_a_side_without_a_decision_gets_no_odds(api: ApiClient) -> None:
    match, side = deciding(api, f"{VITP}/stay_or_retreat")
    other = {"japan": "allies", "allies": "japan"}[side]
    assert odds(api, match, other) == {}
    assert odds(api, match, "public") == {}


@pytest.mark.parametrize("position", [name for name in CHOICES if "naming" not in name or HF in name])
def test_hidden_information_does_not_change_the_odds(position: str) -> None:
    """8.4 The odds are the same in every world that fits what the side has seen."""
    state = read_position(parse_position((POSITIONS / f"{position}.toml").read_text(encoding="utf-8")))
    side = state.decisions()[0].side
    odds = state.rules.game.decision_odds()
    assert odds
    expected = odds.tables(state, side)
    for seed in range(5):
        world = state.rules.game.resample(state.view(side), Random(seed))
        assert odds.tables(world, side) == expected


@pytest.mark.build
def test_the_ways_of_a_unit_are_listed_once_it_is_named(api: ApiClient) -> None:
    match, side = deciding(api, "war_in_the_pacific/burma_marching")
    assert api.get(f"/matches/{match}/ways", side=side) == []
    unit = next(
        choice[1]
        for choice in expand_factored(api.get(f"/matches/{match}", side=side)["decision"]["choices"])
        if choice[0] == "move"
    )
    found = api.get(f"/matches/{match}/ways", side=side, begun=json.dumps([["move", unit]]))
    assert found
    assert all(way["cost"] > 0 for way in found)
    on_foot = [way for way in found if way["of"] == "Movement Points"]
    assert on_foot
    assert all(way["hexes"][-1] == way["choice"][1] for way in on_foot)
    assert api.get(f"/matches/{deciding(api, 'fight')[0]}/ways", side="japan") == []
