"""The story of a match over HTTP: it covers what a side knows, and everything after the end."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.server.api_client import ApiClient, JsonObject

POSITIONS = Path(__file__).parent.parent / "browser" / "positions"


@pytest.fixture
def hot_seat(api: ApiClient) -> JsonObject:
    return api.begin()


def test_a_side_gets_the_story_of_the_match(api: ApiClient, hot_seat: JsonObject) -> None:
    response = api.get(f"/matches/{hot_seat['id']}/story", side="japan")
    assert [turn["turn"] for turn in response["turns"]] == [1]
    assert [rng["side"] for rng in response["luck"]] == ["japan", "allies"]
    assert (response["losses"], response["battles"]) == ([], [])


def test_a_match_from_a_position_begins_with_its_lead(api: ApiClient) -> None:
    match = api.begin(position=(POSITIONS / "operation.toml").read_text(encoding="utf-8"))["id"]
    [turn] = api.get(f"/matches/{match}/story", side="public")["turns"]
    assert (turn["turn"], turn["lead"]) == (4, -4)


@pytest.mark.parametrize("over", [False, True])
def test_an_imported_record_says_whether_it_is_over(api: ApiClient, hot_seat: JsonObject, over: bool) -> None:
    match = hot_seat["id"]
    if over:
        api.post(f"/matches/{match}/resign", side="allies")
    record = api.request("GET", f"/matches/{match}/export").content
    assert api.request("POST", "/matches/import", content=record).json()["over"] is over


def test_the_open_story_is_shown_after_the_end(api: ApiClient, hot_seat: JsonObject) -> None:
    path = f"/matches/{hot_seat['id']}/story"
    assert api.error_of(partial(api.get, path, side="open")).status == 403
    api.post(f"/matches/{hot_seat['id']}/resign", side="allies")
    assert len(api.get(path, side="open")["turns"]) == 1
