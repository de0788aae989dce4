"""Changes are sent instead of the view, and a view is built once for all clients."""

import random
from typing import Any

import msgspec
import pytest

from ironbottom.engine.match.match import Match
from ironbottom.server.messages.view_diff import ViewDiff, apply_diff, diff_views
from ironbottom.server.views import log_text
from tests.server.api_client import ApiClient, Client, JsonObject, offered_choices


def whole(response: JsonObject, before: JsonObject | None) -> Any:
    """Returns the view that a page computes from the one that it has."""
    if response["changes"] is None:
        return response["view"]
    assert before is not None
    assert response["view"] is None
    assert response["changes"]["base"] == before["stamp"]
    return apply_diff(before["view"], msgspec.convert(response["changes"], ViewDiff))


@pytest.mark.build
@pytest.mark.parametrize("game", ["pf", "hf", "vitp"])
def test_a_page_computes_the_view_from_the_one_it_has(api: ApiClient, game: str) -> None:
    rng, match = random.Random(4), api.begin(game=game)["id"]
    held: dict[str, JsonObject] = {}
    diffs = 0
    for _ in range(40):
        waiting = api.view(match, "public")["waiting"]
        side = waiting[0]["side"]
        before = held.get(side)
        match_view = api.view(match, side, **({"held": before["stamp"]} if before else {}))
        match_view["view"] = whole(match_view, before)
        after = api.act(match_view, rng.choice(offered_choices(match_view)), held=match_view["stamp"])
        diffs += after["changes"] is not None
        held[side] = {**after, "view": whole(after, match_view)}
        assert held[side]["view"] == api.view(match, side)["view"]
    assert diffs > 30


def test_an_unknown_view_is_answered_with_the_whole_view(api: ApiClient) -> None:
    match_view = api.begin()
    again = api.view(match_view["id"], "japan", held="0123456789ab")
    assert (again["view"], again["changes"]) == (match_view["view"], None)
    same = api.view(match_view["id"], "japan", held=match_view["stamp"])
    assert (same["view"], same["changes"]["set"], same["changes"]["drop"]) == (None, [], [])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"a": 1}, {"a": True}),
        ({"a": [1, 2]}, {"a": [1]}),
        ({"a": [[1], {"b": 2}]}, {"a": [[1], {"c": 2}]}),
        ({"a": None}, {}),
        ({"a": {}}, {"a": []}),
        ({"a": [0, 1]}, {"a": [False, 1.0]}),
    ],
)
def test_changes_lead_from_any_view_to_any_other(before: JsonObject, after: JsonObject) -> None:
    assert msgspec.json.encode(apply_diff(before, diff_views("x", before, after))) == msgspec.json.encode(after)


def test_a_view_is_built_once_for_all_clients(api: ApiClient, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    match = api.begin()["id"]
    built: list[str] = []
    honest = Match.view

    def counting_view(self: Match, side: str) -> JsonObject:
        built.append(side)
        return honest(self, side)

    monkeypatch.setattr(Match, "view", counting_view)
    connections = [client.websocket_connect(f"/api/matches/{match}/live?side=japan&changes=1") for _ in range(10)]
    sockets = [connection.__enter__() for connection in connections]
    try:
        assert [socket.receive_json(timeout=180) for socket in sockets] == [{"seq": 1}] * 10
        before = api.view(match, "japan")
        api.act(api.view(match, "japan"), ["assign", "ijn_tone", "1"])
        messages = [socket.receive_json(timeout=180) for socket in sockets]
        assert messages == [messages[0]] * 10
        built.clear()
        now = api.view(match, "japan")
        assert built == []
        assert (messages[0]["seq"], messages[0]["sight"]["seq"], len(messages[0]["sight"]["log"])) == (2, 2, 1)
        assert whole(messages[0]["sight"], before) == now["view"]
        assert api.view(match, "japan")["view"] == now["view"]
    finally:
        for connection in connections:
            connection.__exit__(None, None, None)


def test_a_long_log_comes_in_parts(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_text, "MAX_ENTRIES", 3)
    match_view = api.begin()
    for unit in ("tone", "chikuma", "kongo", "haruna"):
        match_view = api.act(match_view, ["assign", f"ijn_{unit}", "1"])
    match = match_view["id"]
    assert [entry["seq"] for entry in api.view(match, "japan", since=0)["log"]] == [1, 2, 3]
    assert [entry["seq"] for entry in api.log(match, "japan", since=3)] == [4, 5]
