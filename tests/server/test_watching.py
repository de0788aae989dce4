"""A match that spectators see with a delay."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from ironbottom.server.api import live
from ironbottom.server.match import clocks
from ironbottom.server.storage import match_storage
from tests.server.api_client import Client, JsonObject
from tests.server.seated_players import Player, players, two_players
from tests.server.test_claims import requests_of_japan
from tests.server.test_clocks import MINUTE, Clock, finish_move

LATER = "Spectators see this match with a delay of 30 minutes."


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(clocks, "now_ms", made)
    monkeypatch.setattr(match_storage, "time", SimpleNamespace(time_ns=lambda: made() * 1_000_000))
    return made


def begun(client: Client, **wanted: Any) -> tuple[str, Player, Player, Player, Player]:
    """Begins a match that spectators see half an hour later."""
    match, japan, allies = two_players(client, **{"watch_delay": 30, **wanted})
    _, _, stranger, nobody = players(client)
    return match, japan, allies, stranger, nobody


def play_a_bit(match: str, japan: Player, allies: Player) -> JsonObject:
    """Both sides finish their first secret choices; returns the public view of a player."""
    finish_move(japan, match, "japan")
    finish_move(allies, match, "allies")
    return japan.view(match, "public", since=0)


def test_spectators_see_the_board_later(client: Client, clock: Clock) -> None:
    match, japan, allies, stranger, nobody = begun(client)
    before = stranger.view(match, "public", since=0)
    assert before["watch_delay"] == 30
    now = play_a_bit(match, japan, allies)
    assert now["seq"] > before["seq"]
    for who in (stranger, nobody):
        assert who.view(match, "public", since=0) == before
        assert who.log(match, "public") == before["log"]
        assert who.past_view(match, "public", now["seq"]) == {
            "view": before["view"],
            "seq": before["seq"],
            "of": before["seq"],
        }
    clock.wait(30 * MINUTE)
    after = stranger.view(match, "public", since=0)
    for field in ("view", "seq", "log", "clause_now"):
        assert after[field] == now[field], field
    assert [one["side"] for one in after["waiting"]] == [one["side"] for one in now["waiting"]]


def test_players_see_it_at_once(client: Client, clock: Clock) -> None:
    match, japan, allies, *_ = begun(client)
    before = allies.view(match, "public")
    now = play_a_bit(match, japan, allies)
    assert now["seq"] > before["seq"]
    assert allies.view(match, "public")["view"] == now["view"]


def test_nothing_else_shows_more(client: Client, clock: Clock) -> None:
    match, japan, allies, stranger, nobody = begun(client)
    shown = [who.get("/matches")[0] for who in (stranger, nobody)]
    play_a_bit(match, japan, allies)
    clock.wait(MINUTE)
    assert [who.get("/matches")[0] for who in (stranger, nobody)] == shown
    assert (shown[0]["turn_line"], shown[0]["waiting"], shown[0]["picture"]) == (LATER, [], [])
    assert japan.get("/matches")[0]["turn_line"] != LATER
    for who in (stranger, nobody):
        assert who.get(f"/matches/{match}/presence")["public_act"] is None
        assert who.seats(match)["picture"] == []
        for route, (method, path, more) in requests_of_japan(match, 1).items():
            kept = {name: {**value, "side": "public"} for name, value in more.items() if "side" in value}
            if method == "GET" and kept and not path.endswith((match, "/log", "/moment")):
                assert who.error_of(partial(who.request, method, path, **{**more, **kept})).status in (400, 403), route


def test_the_end_is_shown_at_once(client: Client, clock: Clock) -> None:
    match, japan, allies, stranger, _ = begun(client)
    play_a_bit(match, japan, allies)
    allies.post(f"/matches/{match}/resign", side="allies")
    assert stranger.view(match, "public")["over"]
    assert stranger.get("/matches")[0]["over"]


def test_a_spectator_learns_of_entries_later(client: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "DELAYED_INTERVAL", 0.01)
    match, japan, allies, stranger, _ = begun(client)
    with client.websocket_connect(f"/api/matches/{match}/live?side=public&mark=1", headers=stranger.header) as line:
        first = line.receive_json()
        assert first == {"seq": 1, "mark": "later 1"}
        now = play_a_bit(match, japan, allies)
        clock.wait(30 * MINUTE)
        second = line.receive_json()
        assert second == {"seq": now["seq"], "mark": f"later {now['seq']}"}
        assert stranger.view(match, "public")["mark"] == second["mark"]


def test_the_delay_is_agreed_and_taken_over_by_a_rematch(client: Client) -> None:
    japan, allies, *_ = players(client)
    match = japan.post("/matches", game="pf", friends=["allies"], host="nobody", watch_delay=1440)["id"]
    told = allies.seats(match, japan.invite(match, "allies"))["agreed"]
    assert {"title": "Spectators", "text": "See the board 1 day later."} in told
    match, japan, allies, *_ = begun(client)
    allies.post(f"/matches/{match}/resign", side="allies")
    japan.post(f"/matches/{match}/rematch", side="japan", word="offer")
    following = allies.post(f"/matches/{match}/rematch", side="allies", word="accept")["rematch"]["next"]
    assert {"title": "Spectators", "text": "See the board 30 minutes later."} in allies.seats(following)["agreed"]


def test_a_delay_needs_a_friend(client: Client) -> None:
    japan, *_ = players(client)
    refused = japan.error_of(lambda: japan.post("/matches", game="pf", watch_delay=30))
    assert (refused.status, refused.error["field"]) == (400, "watch_delay")
