"""The WebSocket that notifies a page that its view has changed, and nothing else."""

import random
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from ironbottom.engine.rules import registry
from ironbottom.server.network.access import AccessRules
from ironbottom.testing.waiting import wait_until
from tests.engine.lanterns import LANTERNS
from tests.server.api_client import ApiClient, Client, JsonObject, make_random_choice, offered_choices, running_server


@pytest.fixture
def lanterns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Adds Lanterns, a game with simultaneous secret planning."""
    monkeypatch.setitem(registry._registered, LANTERNS.id, LANTERNS)


def open_socket(client: Client, match: str, side: str) -> Any:
    return client.websocket_connect(f"/api/matches/{match}/live?side={side}")


def first_message(client: Client, match: str) -> JsonObject:
    with open_socket(client, match, "japan") as socket:
        response: JsonObject = socket.receive_json(timeout=180)
        return response


def test_a_page_gets_its_log_position_at_first_and_after_each_act(api: ApiClient, client: Client) -> None:
    match = api.begin()["id"]
    with open_socket(client, match, "japan") as japan, open_socket(client, match, "public") as public:
        assert japan.receive_json(timeout=180) == {"seq": 1}
        assert public.receive_json(timeout=180) == {"seq": 1}
        for seq, unit in enumerate(("tone", "chikuma", "kongo", "haruna", "hiei", "kirishima"), 2):
            api.act(api.view(match, "japan"), ["assign", f"ijn_{unit}", "1"])
            assert japan.receive_json(timeout=180) == {"seq": seq}
        api.post(f"/matches/{match}/draw", side="allies", word="offer")
        assert japan.receive_json(timeout=180) == {"seq": 8}
        api.request("PATCH", f"/matches/{match}", json={"name": "Savo"})
        assert japan.receive_json(timeout=180) == {"seq": 8}


def test_a_message_has_the_mark_of_the_view_on_request(api: ApiClient, client: Client) -> None:
    match_view = api.begin()
    with client.websocket_connect(f"/api/matches/{match_view['id']}/live?side=japan&mark=1") as japan:
        assert japan.receive_json(timeout=180) == {"seq": 1, "mark": match_view["mark"]}
        after = api.act(match_view, offered_choices(match_view)[0])
        assert after["mark"] != match_view["mark"]
        assert japan.receive_json(timeout=180) == {"seq": 2, "mark": after["mark"]}


def test_a_page_is_notified_of_the_computers_choices(api: ApiClient, client: Client) -> None:
    match_view = api.begin(seats={"allies": "random"})
    with open_socket(client, match_view["id"], "japan") as japan:
        japan.receive_json(timeout=180)
        units = [choice[1] for choice in offered_choices(match_view) if choice[0] == "assign"]
        api.act(match_view, ["assign", units[0], "1"], ["done"])
        after = api.view(match_view["id"], "japan")
        while (seq := japan.receive_json(timeout=180)["seq"]) < after["seq"]:
            assert seq > match_view["seq"]


def test_hidden_acts_send_no_message(lanterns: None, api: ApiClient, client: Client) -> None:
    """Red plans in secret, undoes, then changes the sky view: blue gets no message until both are done."""
    match_view = api.begin(game="lanterns")
    match = match_view["id"]
    blue_before, listed = api.view(match, "blue"), api.get("/matches")
    with open_socket(client, match, "red") as red, open_socket(client, match, "blue") as blue:
        assert (red.receive_json(timeout=180), blue.receive_json(timeout=180)) == ({"seq": 1}, {"seq": 1})
        match_view = api.act(match_view, ["hang", "a"])
        match_view = api.act(match_view, ["hang", "b"])
        match_view = api.post(f"/matches/{match}/undo", side="red", seq=match_view["seq"])
        api.act(api.act(match_view, ["look"]), ["done"])
        assert (api.view(match, "blue"), api.get("/matches")) == (blue_before, listed)
        api.act(blue_before, ["done"])
        assert blue.receive_json(timeout=180)["seq"] == api.view(match, "blue")["seq"]
        last = api.view(match, "red")["seq"]
        assert last == 7
        while red.receive_json(timeout=180)["seq"] < last:
            pass


def test_a_side_that_is_done_sees_who_must_still_plan(lanterns: None, api: ApiClient) -> None:
    match_view = api.begin(game="lanterns")
    assert match_view["waiting"] == []
    after = api.act(match_view, ["done"])
    assert [other["side"] for other in after["waiting"]] == ["blue"]
    blue = api.view(match_view["id"], "blue")
    assert (blue["waiting"], blue["log"], blue["seq"]) == ([], None, 1)


def test_a_game_without_text_or_pieces_is_served(lanterns: None, api: ApiClient) -> None:
    match_view = api.begin(game="lanterns")
    assert api.get(f"/matches/{match_view['id']}/pieces") == {}
    assert api.get("/matches")[0]["turn_line"] == ""
    assert match_view["decision"]["secret"] is True


@pytest.mark.parametrize(
    ("side", "match"), [("allies", None), ("open", None), ("britain", None), ("japan", "0123456789")]
)
def test_a_forbidden_view_gets_only_the_reason(api: ApiClient, client: Client, side: str, match: str | None) -> None:
    begun = api.begin(seats={"allies": "random"})["id"]
    with open_socket(client, match or begun, side) as socket:
        response: JsonObject = socket.receive_json(timeout=180)
        assert response.keys() == {"error"}
        with pytest.raises(WebSocketDisconnect):
            socket.receive(timeout=180)


def test_a_deleted_match_sends_a_last_message(api: ApiClient, client: Client) -> None:
    match = api.begin()["id"]
    with open_socket(client, match, "japan") as japan:
        japan.receive_json(timeout=180)
        api.request("DELETE", f"/matches/{match}")
        assert japan.receive_json(timeout=180) == {"gone": True}


def test_what_a_page_sends_is_ignored(api: ApiClient, client: Client) -> None:
    match = api.begin()["id"]
    with open_socket(client, match, "japan") as japan:
        japan.receive_json(timeout=180)
        japan.send_text('{"side": "allies"}')
        japan.send_bytes(b"\xff" * 100)
        make_random_choice(api, match, random.Random(1))
        assert japan.receive_json(timeout=180) == {"seq": 2}


def test_present_sides_are_listed(api: ApiClient, client: Client) -> None:
    """A page counts for its side or, if it shows the public view, for the side that it names.

    A closed page does not count.
    """
    match = api.begin()["id"]
    assert api.get(f"/matches/{match}/sitting") == []
    with open_socket(client, match, "allies") as allies:
        allies.receive_json(timeout=180)
        assert api.get(f"/matches/{match}/sitting") == ["allies"]
        with open_socket(client, match, "public&sits=japan") as shared:
            shared.receive_json(timeout=180)
            assert api.get(f"/matches/{match}/sitting") == ["japan", "allies"]
    with open_socket(client, match, "public&sits=germany") as stranger:
        stranger.receive_json(timeout=180)
        assert api.get(f"/matches/{match}/sitting") == []


def test_too_many_pages_are_refused(api: ApiClient, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ironbottom.server.match.subscribers.MAX_SUBSCRIBERS", 2)
    match = api.begin()["id"]
    with open_socket(client, match, "japan") as first, open_socket(client, match, "japan") as second:
        first.receive_json(timeout=180), second.receive_json(timeout=180)
        with open_socket(client, match, "japan") as third:
            assert "too many" in third.receive_json(timeout=180)["error"]["message"]
    assert wait_until(lambda: first_message(client, match) == {"seq": 1})


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"host": "evil.example"}])
def test_other_sites_get_no_websocket(api: ApiClient, client: Client, headers: dict[str, str]) -> None:
    match = api.begin()["id"]
    path = f"/api/matches/{match}/live?side=japan"
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(path, headers=headers):
        pass


def test_without_the_key_there_is_no_websocket(store_path: Path, page: Path) -> None:
    with running_server(store_path, page, AccessRules("s3cret")) as client:
        client.cookies.set("ironbottom_key", "s3cret")
        match = ApiClient(client).begin()["id"]
        with open_socket(client, match, "japan") as japan:
            assert japan.receive_json(timeout=180) == {"seq": 1}
        client.cookies.clear()
        with pytest.raises(WebSocketDisconnect), open_socket(client, match, "japan"):
            pass
