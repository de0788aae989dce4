"""The line over which a page hears at once that what it is shown has changed, and of nothing else."""

import random
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from ironbottom.engine.rules import registry
from ironbottom.server.network.access import Access
from tests.engine.tiny import LANTERNS
from tests.kit.waiting import wait_until
from tests.server.asking import Asking, Client, Told, offered, opened, step


@pytest.fixture
def lanterns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lanterns, a game with simultaneous secret planning, can be played here."""
    monkeypatch.setitem(registry._registered, LANTERNS.id, LANTERNS)


def line(client: Client, match: str, side: str) -> Any:
    return client.websocket_connect(f"/api/matches/{match}/live?side={side}")


def first_word(client: Client, match: str) -> Told:
    with line(client, match, "japan") as socket:
        told: Told = socket.receive_json(timeout=180)
        return told


def test_a_page_hears_where_its_log_stands_on_coming_and_after_each_act(asking: Asking, client: Client) -> None:
    match = asking.begin()["id"]
    with line(client, match, "japan") as japan, line(client, match, "public") as public:
        assert japan.receive_json(timeout=180) == {"seq": 1}
        assert public.receive_json(timeout=180) == {"seq": 1}
        for seq, unit in enumerate(("tone", "chikuma", "kongo", "haruna", "hiei", "kirishima"), 2):
            asking.act(asking.sight(match, "japan"), ["assign", f"ijn_{unit}", "1"])
            assert japan.receive_json(timeout=180) == {"seq": seq}
        asking.post(f"/matches/{match}/draw", side="allies", word="offer")
        assert japan.receive_json(timeout=180) == {"seq": 8}
        asking.ask("PATCH", f"/matches/{match}", json={"name": "Savo"})
        assert japan.receive_json(timeout=180) == {"seq": 8}


def test_a_line_says_the_mark_of_the_sight_to_whoever_asks(asking: Asking, client: Client) -> None:
    sight = asking.begin()
    with client.websocket_connect(f"/api/matches/{sight['id']}/live?side=japan&mark=1") as japan:
        assert japan.receive_json(timeout=180) == {"seq": 1, "mark": sight["mark"]}
        after = asking.act(sight, offered(sight)[0])
        assert after["mark"] != sight["mark"]
        assert japan.receive_json(timeout=180) == {"seq": 2, "mark": after["mark"]}


def test_it_hears_of_the_computers_choices(asking: Asking, client: Client) -> None:
    sight = asking.begin(seats={"allies": "random"})
    with line(client, sight["id"], "japan") as japan:
        japan.receive_json(timeout=180)
        units = [choice[1] for choice in offered(sight) if choice[0] == "assign"]
        asking.act(sight, ["assign", units[0], "1"], ["done"])
        after = asking.sight(sight["id"], "japan")
        while (told := japan.receive_json(timeout=180)["seq"]) < after["seq"]:
            assert told > sight["seq"]


def test_what_a_side_cannot_see_does_not_ring(lanterns: None, asking: Asking, client: Client) -> None:
    """Red plans in secret, takes back, looks at the sky: blue's line is silent until both are done."""
    sight = asking.begin(game="lanterns")
    match = sight["id"]
    blue_before, listed = asking.sight(match, "blue"), asking.get("/matches")
    with line(client, match, "red") as red, line(client, match, "blue") as blue:
        assert (red.receive_json(timeout=180), blue.receive_json(timeout=180)) == ({"seq": 1}, {"seq": 1})
        sight = asking.act(sight, ["hang", "a"])
        sight = asking.act(sight, ["hang", "b"])
        sight = asking.post(f"/matches/{match}/undo", side="red", seq=sight["seq"])
        asking.act(asking.act(sight, ["look"]), ["done"])
        assert (asking.sight(match, "blue"), asking.get("/matches")) == (blue_before, listed)
        asking.act(blue_before, ["done"])
        assert blue.receive_json(timeout=180)["seq"] == asking.sight(match, "blue")["seq"]
        last = asking.sight(match, "red")["seq"]
        assert last == 7
        while red.receive_json(timeout=180)["seq"] < last:
            pass


def test_who_must_still_plan_is_told_to_those_who_are_done(lanterns: None, asking: Asking) -> None:
    sight = asking.begin(game="lanterns")
    assert sight["waiting"] == []
    after = asking.act(sight, ["done"])
    assert [other["side"] for other in after["waiting"]] == ["blue"]
    blue = asking.sight(sight["id"], "blue")
    assert (blue["waiting"], blue["log"], blue["seq"]) == ([], None, 1)


def test_a_game_without_words_or_pieces_is_served(lanterns: None, asking: Asking) -> None:
    sight = asking.begin(game="lanterns")
    assert asking.get(f"/matches/{sight['id']}/pieces") == {}
    assert asking.get("/matches")[0]["turn_line"] == ""
    assert sight["decision"]["secret"] is True


@pytest.mark.parametrize(
    ("side", "match"), [("allies", None), ("open", None), ("britain", None), ("japan", "0123456789")]
)
def test_eyes_that_may_not_see_hear_why_and_nothing_more(
    asking: Asking, client: Client, side: str, match: str | None
) -> None:
    begun = asking.begin(seats={"allies": "random"})["id"]
    with line(client, match or begun, side) as socket:
        told: Told = socket.receive_json(timeout=180)
        assert told.keys() == {"error"}
        with pytest.raises(WebSocketDisconnect):
            socket.receive(timeout=180)


def test_a_deleted_match_is_told(asking: Asking, client: Client) -> None:
    match = asking.begin()["id"]
    with line(client, match, "japan") as japan:
        japan.receive_json(timeout=180)
        asking.ask("DELETE", f"/matches/{match}")
        assert japan.receive_json(timeout=180) == {"gone": True}


def test_what_a_page_sends_is_ignored(asking: Asking, client: Client) -> None:
    match = asking.begin()["id"]
    with line(client, match, "japan") as japan:
        japan.receive_json(timeout=180)
        japan.send_text('{"side": "allies"}')
        japan.send_bytes(b"\xff" * 100)
        step(asking, match, random.Random(1))
        assert japan.receive_json(timeout=180) == {"seq": 2}


def test_who_comes_is_told_which_seats_are_taken(asking: Asking, client: Client) -> None:
    """By the eyes of a side, or on the open board by the side that a page says; who has gone is not told."""
    match = asking.begin()["id"]
    assert asking.get(f"/matches/{match}/sitting") == []
    with line(client, match, "allies") as allies:
        allies.receive_json(timeout=180)
        assert asking.get(f"/matches/{match}/sitting") == ["allies"]
        with line(client, match, "public&sits=japan") as shared:
            shared.receive_json(timeout=180)
            assert asking.get(f"/matches/{match}/sitting") == ["japan", "allies"]
    with line(client, match, "public&sits=germany") as stranger:
        stranger.receive_json(timeout=180)
        assert asking.get(f"/matches/{match}/sitting") == []


def test_too_many_pages_are_turned_away(asking: Asking, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ironbottom.server.match.subscribers.MOST", 2)
    match = asking.begin()["id"]
    with line(client, match, "japan") as first, line(client, match, "japan") as second:
        first.receive_json(timeout=180), second.receive_json(timeout=180)
        with line(client, match, "japan") as third:
            assert "too many" in third.receive_json(timeout=180)["error"]["message"]
    assert wait_until(lambda: first_word(client, match) == {"seq": 1})


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"host": "evil.example"}])
def test_other_sites_hear_nothing(asking: Asking, client: Client, headers: dict[str, str]) -> None:
    match = asking.begin()["id"]
    path = f"/api/matches/{match}/live?side=japan"
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(path, headers=headers):
        pass


def test_without_the_key_nothing_is_heard(store_path: Path, page: Path) -> None:
    with opened(store_path, page, Access("s3cret")) as client:
        client.cookies.set("ironbottom_key", "s3cret")
        match = Asking(client).begin()["id"]
        with line(client, match, "japan") as japan:
            assert japan.receive_json(timeout=180) == {"seq": 1}
        client.cookies.clear()
        with pytest.raises(WebSocketDisconnect), line(client, match, "japan"):
            pass
