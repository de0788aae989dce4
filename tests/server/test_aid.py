"""The player aid over the wire: for those who may see the match, with the current step."""

from __future__ import annotations

import httpx
import pytest

from ironbottom.games.pacific_fury.game import PacificFury
from tests.server.api_client import ApiClient
from tests.server.seated_players import JAPAN, STRANGER, Player, seat_players


def test_the_aid_marks_the_current_step(api: ApiClient) -> None:
    match = api.begin()["id"]
    aid = api.get(f"/matches/{match}/aid", side="japan")
    assert aid["here"] == "first_forms"
    assert [step["id"] for step in aid["steps"]][:3] == ["initiative", "event", "arrivals"]


def test_only_the_seat_sees_the_aid_of_its_side(client: httpx.Client) -> None:
    match, _ = seat_players(client, game="pf")
    stranger = Player(client, STRANGER)
    assert stranger.refusal(lambda: stranger.get(f"/matches/{match}/aid", side="japan"))[0] == 403
    assert stranger.get(f"/matches/{match}/aid")["here"] == "first_forms"
    assert Player(client, JAPAN).get(f"/matches/{match}/aid", side="japan")["here"] == "first_forms"


def test_a_game_without_an_aid_says_so(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    match = api.begin()["id"]
    monkeypatch.setattr(PacificFury, "player_aid", lambda self: None)
    wrong = api.error_of(lambda: api.get(f"/matches/{match}/aid"))
    assert (wrong.status, wrong.error["field"]) == (404, "game")
