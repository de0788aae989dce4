"""The chat of the players of a match, their private notes, and who is present."""

from __future__ import annotations

import json
import sqlite3
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import pytest

from ironbottom.engine.match.verify import verify
from ironbottom.server.match import chat, clocks, presence_by_page
from ironbottom.server.storage.reports import reports_path
from tests.server.api_client import Client, JsonObject, running_server
from tests.server.seated_players import Player, players, seat_players, two_players
from tests.server.test_clocks import START, Clock, finish_move, name_in_secret

MINUTE = 60_000
TABLES = ("chat", "chat_blocks", "chat_reports", "notes", "last_seen", "rematches")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(clocks, "now_ms", made)
    return made


def write(player: Player, match: str, side: str, text: str) -> JsonObject:
    found: JsonObject = player.post(f"/matches/{match}/chat", side=side, text=text)
    return found


def read(player: Player, match: str, side: str, since: int = 0) -> list[str]:
    """Returns the messages that a side reads."""
    found = player.get(f"/matches/{match}/chat", side=side, since=since)
    return [one["text"] for one in found["messages"]]


def test_players_read_what_the_others_write(client: Client, clock: Clock) -> None:
    match, japan, allies = two_players(client)
    write(japan, match, "japan", "good luck")
    clock.wait(MINUTE)
    answered = write(allies, match, "allies", "  back \n after dinner ")
    assert answered == {
        "messages": [
            {"number": 1, "side": "japan", "time": START, "text": "good luck", "reported": False},
            {"number": 2, "side": "allies", "time": START + MINUTE, "text": "back after dinner", "reported": False},
        ],
        "blocked": [],
        "last": 2,
    }
    assert read(japan, match, "japan", since=1) == ["back after dinner"]


def test_spectators_read_nothing(client: Client) -> None:
    match, japan, allies = two_players(client)
    _, _, stranger, nobody = players(client)
    write(japan, match, "japan", "good luck")
    allies.post(f"/matches/{match}/resign", side="allies")
    for spectator in (stranger, nobody):
        for side in ("japan", "public", "open"):
            assert spectator.error_of(partial(read, spectator, match, side)).status in (400, 403)
        assert spectator.refusal(partial(write, spectator, match, "japan", "hello"))[0] == 403
    assert read(japan, match, "japan") == ["good luck"], "players may go on after the end"


@pytest.mark.parametrize("text", ["", "  ", "\n", "\u200b", "x" * 501])
def test_a_message_has_some_letters_but_not_too_many(client: Client, text: str) -> None:
    match, japan, _ = two_players(client)
    assert japan.refusal(lambda: write(japan, match, "japan", text)) == (422, "a message must have 1 to 500 characters")
    assert write(japan, match, "japan", "x" * 500)["last"] == 1


def test_a_message_is_plain_text(client: Client) -> None:
    """Nothing in a message is interpreted as formatting, and it cannot change the direction of the text around it."""
    match, japan, _ = two_players(client)
    sent = write(japan, match, "japan", "<b>&amp;\u202eabc\x00</b>")["messages"][0]["text"]
    assert sent == "<b>&amp;abc</b>"


def test_messages_are_limited_in_time(client: Client, clock: Clock) -> None:
    match, japan, allies = two_players(client)
    for number in range(10):
        write(japan, match, "japan", f"message {number}")
    refused = (422, "you have sent many messages; wait a little before the next one")
    assert japan.refusal(lambda: write(japan, match, "japan", "one more")) == refused
    write(allies, match, "allies", "the other side may still write")
    clock.wait(MINUTE)
    write(japan, match, "japan", "one more")


def test_only_the_last_messages_are_stored(client: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "MAX_MESSAGES", 3)
    match, japan, _ = two_players(client)
    for number in range(5):
        write(japan, match, "japan", f"message {number}")
    assert read(japan, match, "japan") == ["message 2", "message 3", "message 4"]


def test_there_is_no_chat_with_a_computer_player(client: Client) -> None:
    japan, *_ = players(client)
    match = japan.post("/matches", game="pf", seats={"allies": "random"})["id"]
    refused = (422, "only one person plays in this match")
    assert japan.refusal(lambda: write(japan, match, "japan", "hello")) == refused


def test_a_blocked_player_is_not_read_and_not_told(client: Client) -> None:
    match, japan, allies = two_players(client)
    write(allies, match, "allies", "first")
    blocked = japan.post(f"/matches/{match}/chat/block", side="japan", against="allies", blocked=True)
    assert (blocked["messages"], blocked["blocked"]) == ([], ["allies"])
    before = write(allies, match, "allies", "second")
    assert [one["text"] for one in before["messages"]] == ["first", "second"]
    assert before["blocked"] == []
    write(japan, match, "japan", "mine")
    assert read(japan, match, "japan") == ["mine"]
    japan.post(f"/matches/{match}/chat/block", side="japan", against="allies", blocked=False)
    assert read(japan, match, "japan") == ["first", "second", "mine"]


@pytest.mark.parametrize("against", ["japan", "usa"])
def test_only_another_person_can_be_blocked(client: Client, against: str) -> None:
    match, found = seat_players(client, game="pf")
    wrong = found["japan"].error_of(
        lambda: found["japan"].post(f"/matches/{match}/chat/block", side="japan", against=against, blocked=True)
    )
    assert wrong.status in (400, 422)


def test_a_report_goes_to_the_person_who_runs_the_server(store_path: Path, page: Path, clock: Clock) -> None:
    with running_server(store_path, page) as client:
        match, japan, allies = two_players(client)
        write(allies, match, "allies", "something rude")
        write(japan, match, "japan", "please stop")
        for _ in range(2):
            reported = japan.post(f"/matches/{match}/chat/report", side="japan", number=1)
        assert [one["reported"] for one in reported["messages"]] == [True, False]
        assert not any(one["reported"] for one in allies.get(f"/matches/{match}/chat", side="allies")["messages"])
        for number in (0, 2, 3):
            asked = partial(japan.post, f"/matches/{match}/chat/report", side="japan", number=number)
            refused = japan.refusal(asked)
            assert refused == (422, "there is no such message from another player")
        japan.request("DELETE", f"/matches/{match}")
    path = reports_path(store_path)
    assert path is not None
    (socket,) = path.read_text(encoding="utf-8").splitlines()
    written = json.loads(socket)
    assert (written["match"], written["by"], written["of"]) == (match, "japan", "allies")
    assert (written["text"], written["written"]) == ("something rude", "2027-01-15T08:00:00.000Z")
    assert [len(holder) for holder in written["holders"]] == [chat.HOLDER_DIGITS]
    assert path.stat().st_mode & 0o077 == 0, "only the owner may read it"


def test_the_chat_survives_a_restart_and_is_not_part_of_the_record(
    store_path: Path, page: Path, tmp_path: Path
) -> None:
    with running_server(store_path, page) as client:
        match, japan, allies = two_players(client)
        write(allies, match, "allies", "a secret between us")
        japan.post(f"/matches/{match}/notes", side="japan", text="their carriers are near Truk")
        sealed = japan.request("GET", f"/matches/{match}/export").content
    with running_server(store_path, page) as client:
        japan, allies, *_ = players(client)
        assert read(japan, match, "japan") == ["a secret between us"]
        japan.post(f"/matches/{match}/resign", side="japan")
        record = japan.request("GET", f"/matches/{match}/export").content
        path = tmp_path / "match.jsonl"
        path.write_bytes(record)
        assert verify(path).sound
    for text in (b"a secret between us", b"their carriers"):
        assert text not in sealed
        assert text not in record


def test_a_deleted_match_leaves_nothing_of_its_players(store_path: Path, page: Path, clock: Clock) -> None:
    with running_server(store_path, page) as client:
        match, japan, allies = two_players(client)
        write(allies, match, "allies", "hello")
        japan.post(f"/matches/{match}/chat/report", side="japan", number=1)
        japan.post(f"/matches/{match}/chat/block", side="japan", against="allies", blocked=True)
        japan.post(f"/matches/{match}/notes", side="japan", text="a note")
        with client.websocket_connect(f"/api/matches/{match}/live?side=japan", headers=japan.header) as socket:
            socket.receive_json()
        japan.post(f"/matches/{match}/resign", side="japan")
        japan.post(f"/matches/{match}/rematch", side="japan", word="offer")
        japan.request("DELETE", f"/matches/{match}")
    with closing(sqlite3.connect(store_path)) as sql:
        assert [sql.execute(f"select count(*) from {table}").fetchone() for table in TABLES] == [(0,)] * len(TABLES)


def test_a_new_message_is_announced_to_players_only(client: Client) -> None:
    match, japan, allies = two_players(client)
    _, _, stranger, _ = players(client)
    live = f"/api/matches/{match}/live"
    with (
        client.websocket_connect(f"{live}?side=japan&mark=1&chat=1", headers=japan.header) as mine,
        client.websocket_connect(f"{live}?side=public&mark=1&chat=1", headers=stranger.header) as watched,
        client.websocket_connect(f"{live}?side=allies&mark=1", headers=allies.header) as old,
    ):
        assert [set(socket.receive_json()) for socket in (mine, watched, old)] == [{"seq", "mark"}] * 3
        write(allies, match, "allies", "hello")
        assert mine.receive_json() == {"chat": 1}
        finish_move(japan, match, "japan")
        for socket in (watched, old):
            assert set(socket.receive_json()) == {"seq", "mark"}, "nothing was sent to them before the choice"
    with client.websocket_connect(f"{live}?side=japan&mark=1&chat=1", headers=japan.header) as again:
        assert [again.receive_json().get("chat") for _ in range(2)] == [None, 1]


def test_a_message_does_not_change_what_is_seen(client: Client) -> None:
    """The presence of players does not reveal who has chosen in secret."""
    match, japan, allies = name_in_secret(client, {"kind": "none"})
    viewers = ((japan, "japan"), (allies, "allies"), (allies, "public"))
    before = [player.view(match, side) for player, side in viewers]
    write(japan, match, "japan", "hello")
    assert [player.view(match, side) for player, side in viewers] == before
    seen = allies.get(f"/matches/{match}/presence")
    japan.act(japan.view(match, "japan"), ["night"])
    assert allies.get(f"/matches/{match}/presence") == seen, "a secret choice shows in nothing"
    assert [allies.view(match, side)["mark"] for side in ("allies", "public")] == [one["mark"] for one in before[1:]]


def test_notes_are_seen_by_their_player_only(client: Client) -> None:
    match, japan, allies = two_players(client)
    path = f"/matches/{match}/notes"
    assert japan.get(path, side="japan") == {"text": ""}
    assert japan.post(path, side="japan", text=" watch the Slot\n\nturn 3 ") == {"text": "watch the Slot\n\nturn 3"}
    assert japan.get(path, side="japan") == {"text": "watch the Slot\n\nturn 3"}
    assert allies.get(path, side="allies") == {"text": ""}
    allies.post(f"/matches/{match}/resign", side="allies")
    assert allies.refusal(lambda: allies.get(path, side="japan"))[0] == 403, "also after the end"
    assert japan.error_of(lambda: japan.post(path, side="japan", text="x" * 5_001)).status == 400


def test_notes_are_deleted_when_the_seat_is_given_away(client: Client) -> None:
    """The host makes a new link for the seat of a friend; the new player does not see the friend's notes."""
    match, japan, allies = two_players(client)
    allies.post(f"/matches/{match}/notes", side="allies", text="private")
    token = japan.post(f"/matches/{match}/reissue", side="allies")["token"]
    japan.claim(match, token)
    assert japan.get(f"/matches/{match}/notes", side="allies") == {"text": ""}


def test_presence_says_since_when_a_player_is_away(client: Client, clock: Clock) -> None:
    match, japan, allies = two_players(client)
    _, _, stranger, _ = players(client)
    at = f"/matches/{match}/presence"
    assert japan.get(at)["here"] == []
    with client.websocket_connect(f"/api/matches/{match}/live?side=allies", headers=allies.header) as socket:
        socket.receive_json()
        assert japan.get(at)["here"] == ["allies"]
    assert japan.get(at)["here"] == ["allies"], "a short break is not shown"
    clock.wait(presence_by_page.SILENCE)
    assert (japan.get(at)["here"], japan.get(at)["away"]) == ([], {"allies": START})
    assert stranger.get(at)["away"] == {}, "spectators do not learn it"


def test_presence_survives_a_restart(store_path: Path, page: Path, clock: Clock) -> None:
    with running_server(store_path, page) as client:
        match, japan, _ = two_players(client)
        with client.websocket_connect(f"/api/matches/{match}/live?side=japan", headers=japan.header) as socket:
            socket.receive_json()
    clock.wait(presence_by_page.SILENCE)
    with running_server(store_path, page) as client:
        _, allies, *_ = players(client)
        assert allies.get(f"/matches/{match}/presence")["away"] == {"japan": START}


def test_a_page_open_when_the_server_stops_counts_as_closed_then(store_path: Path, page: Path, clock: Clock) -> None:
    with ExitStack() as sockets, running_server(store_path, page) as client:
        match, japan, _ = two_players(client)
        live = f"/api/matches/{match}/live?side=japan"
        sockets.enter_context(client.websocket_connect(live, headers=japan.header)).receive_json()
    clock.wait(presence_by_page.SILENCE)
    with running_server(store_path, page) as client:
        _, allies, *_ = players(client)
        assert allies.get(f"/matches/{match}/presence")["away"] == {"japan": START}
