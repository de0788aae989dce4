"""Three seats in two teams: the sides that are asked, and the side that gets the seat of one that resigns."""

import random
import sqlite3
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from examples.skirmish.skirmish.game import SKIRMISH
from ironbottom.engine.rules import registry
from ironbottom.server.storage.database import Store
from tests.kit.skirmish_three import SKIRMISH_OF_THREE
from tests.server.api_client import ApiClient, Client, JsonObject, make_random_choice, running_server


@pytest.fixture(autouse=True)
def skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    """Adds the game Skirmish."""
    monkeypatch.setitem(registry._registered, SKIRMISH.id, SKIRMISH)


@pytest.fixture
def three_player_match(api: ApiClient) -> str:
    """A match of three human players, each with a plan made: Red must operate."""
    match: str = api.begin(game="skirmish", options={"rounds": "1"})["id"]
    for side in ("red", "blue", "gold"):
        match_view = api.view(match, side)
        api.act(match_view, ["send", f"{side}_cruiser", "north"], ["done"])
    return match


def pass_turn(api: ApiClient, match: str, side: str) -> JsonObject:
    return api.act(api.view(match, side), ["pass"])


def test_games_list_the_team_of_each_side(api: ApiClient) -> None:
    response = next(game for game in api.get("/games") if game["id"] == "skirmish")
    assert [(side["id"], side["team"]) for side in response["sides"]] == [("red", 0), ("blue", 1), ("gold", 0)]


def test_only_opponents_are_asked(api: ApiClient, three_player_match: str) -> None:
    assert [api.view(three_player_match, side)["asked"] for side in ("red", "blue", "gold", "public")] == [
        ["blue"],
        ["red", "gold"],
        ["blue"],
        [],
    ]
    pass_turn(api, three_player_match, "red")
    pass_turn(api, three_player_match, "blue")
    match_view = api.view(three_player_match, "red")
    where = f"/matches/{three_player_match}/undo"
    body = {"side": "red", "seq": match_view["seq"], "steps": 1}
    asked = api.post(where, **body)
    offer = {"side": "red", "steps": 1, "to_answer": ["blue"], "declined": "", "yours": 0}
    assert asked["undo_offer"] == offer
    assert api.view(three_player_match, "blue")["undo_offer"] == {**offer, "yours": 1}
    answer = f"/matches/{three_player_match}/undo_offer"
    error = api.error_of(lambda: api.post(answer, side="gold", word="accept"))
    assert (error.status, error.error["field"]) == (422, "word")
    api.post(answer, side="blue", word="accept")
    assert api.view(three_player_match, "red")["decision"]["side"] == "red"


def test_an_allys_person_takes_over_the_seat(api: ApiClient, three_player_match: str) -> None:
    match_view = api.post(f"/matches/{three_player_match}/resign", side="red")
    assert (match_view["side"], match_view["over"], match_view["resigned"]) == ("red", False, ["red"])
    assert [entry["text"] for entry in match_view["log"]] == ["Red resigned; gold takes over the seat."]
    assert match_view["decision"]["side"] == "red", "the player of gold chooses, and sees what red sees"
    assert match_view["view"]["ships"]["red_cruiser"]["place"] == "north"
    pass_turn(api, three_player_match, "red")
    ended = api.post(f"/matches/{three_player_match}/resign", side="blue")
    assert ended["result"] == {"winners": ["red", "gold"], "score": {}, "why": "blue resigned"}
    (listed,) = [match for match in api.get("/matches") if match["id"] == three_player_match]
    assert listed["result"]["winners"] == ["red", "gold"]


def test_an_allys_computer_player_takes_the_seat(api: ApiClient, client: Client, store_path: Path) -> None:
    seats = {"gold": "random"}
    match = api.begin(game="skirmish", options={"rounds": "1"}, seats=seats)["id"]
    with client.websocket_connect(f"/api/matches/{match}/live?side=red") as red:
        red.receive_json(timeout=180)
        match_view = api.post(f"/matches/{match}/resign", side="red")
    assert (match_view["side"], match_view["seats"]) == ("blue", {"red": "random", "blue": "person", "gold": "random"})
    error = api.error_of(lambda: api.view(match, "red"))
    assert (error.status, error.error["message"]) == (403, "what random sees as red is shown only after the end")
    rng = random.Random(1)
    for _ in range(200):
        if make_random_choice(api, match, rng) is None:
            break
    assert api.view(match, "public")["over"]
    assert api.get(f"/matches/{match}/verify")["sound"]


def test_a_taken_seat_survives_a_restart(store_path: Path) -> None:
    with running_server(store_path) as client:
        api = ApiClient(client)
        match = api.begin(game="skirmish", seats={"gold": "random"})["id"]
        api.post(f"/matches/{match}/resign", side="red")
    with running_server(store_path) as client:
        match_view = ApiClient(client).view(match, "blue")
        assert match_view["seats"] == {"red": "random", "blue": "person", "gold": "random"}
        assert (match_view["resigned"], match_view["asked"]) == (["red"], ["gold"])


def test_the_other_teams_play_on_without_a_team_that_is_out(store_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, SKIRMISH_OF_THREE.id, SKIRMISH_OF_THREE)
    with running_server(store_path) as client:
        api = ApiClient(client)
        match: str = api.begin(game="skirmish_three", options={"rounds": "1"})["id"]
        for side in ("red", "blue", "gold"):
            api.act(api.view(match, side), ["done"])
        match_view = api.post(f"/matches/{match}/resign", side="red")
        assert (match_view["over"], match_view["resigned"], match_view["decision"]) == (False, ["red"], None)
    with running_server(store_path) as client:
        api = ApiClient(client)
        assert api.view(match, "blue")["decision"] is not None
        pass_turn(api, match, "blue")
        ended = pass_turn(api, match, "gold")
        assert ended["over"]
        assert "red" not in ended["result"]["winners"]
        assert api.get(f"/matches/{match}/verify")["sound"]


def test_a_computer_opponent_declines_and_a_computer_ally_is_not_asked(api: ApiClient) -> None:
    match = api.begin(game="skirmish", seats={"gold": "random"})["id"]
    match_view = api.post(f"/matches/{match}/draw", side="red", word="offer")
    assert match_view["draw_offer"] == "red"
    assert api.post(f"/matches/{match}/draw", side="blue", word="accept")["result"]["winners"] == []
    other = api.begin(game="skirmish", seats={"gold": "random"})["id"]
    assert api.post(f"/matches/{other}/draw", side="blue", word="offer")["draw_offer"] is None


@pytest.mark.parametrize(("before", "after"), [("japan", ["japan"]), (None, [])])
def test_a_result_of_an_older_version_names_its_winners(store_path: Path, before: Any, after: list[str]) -> None:
    first = files("ironbottom.server.storage").joinpath("migrations", "0001_matches.sql").read_text(encoding="utf-8")
    result = {"winner": before, "score": {"japan": 1, "allies": -1}, "why": "it was so"}
    rows = {"over": {"over": True, "result": result}, "on": {"over": False, "result": None}}
    with closing(sqlite3.connect(store_path)) as sql, sql:
        sql.executescript(first)
        for match, summary in rows.items():
            encoded = msgspec.json.encode(summary).decode()
            sql.execute("insert into matches values (?, 'a', 'pacific_fury', '{}', '', '', ?)", (match, encoded))
        sql.execute("pragma user_version = 1")
    with Store(store_path) as store:
        stored = {match.id: match.summary for match in store.matches()}
    del result["winner"]
    assert stored == {"over": {"over": True, "result": {**result, "winners": after}}, "on": rows["on"]}
