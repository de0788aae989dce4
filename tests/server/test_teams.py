"""Three seats in two teams: who is asked, and where a seat goes that is given up."""

import random
import sqlite3
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironbottom.engine.rules import registry
from ironbottom.server.storage.database import Store
from tests.kit.skirmish import SKIRMISH
from tests.kit.skirmish_three import SKIRMISH_OF_THREE
from tests.server.asking import Asking, Client, Told, opened, step


@pytest.fixture(autouse=True)
def skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skirmish can be played here."""
    monkeypatch.setitem(registry._registered, SKIRMISH.id, SKIRMISH)


@pytest.fixture
def three(asking: Asking) -> str:
    """A match of three persons, each with a plan made: Red must operate."""
    match: str = asking.begin(game="skirmish", options={"rounds": "1"})["id"]
    for side in ("red", "blue", "gold"):
        sight = asking.sight(match, side)
        asking.act(sight, ["send", f"{side}_cruiser", "north"], ["done"])
    return match


def passed(asking: Asking, match: str, side: str) -> Told:
    return asking.act(asking.sight(match, side), ["pass"])


def test_the_games_tell_the_team_of_each_side(asking: Asking) -> None:
    told = next(game for game in asking.get("/games") if game["id"] == "skirmish")
    assert [(side["id"], side["team"]) for side in told["sides"]] == [("red", 0), ("blue", 1), ("gold", 0)]


def test_opponents_are_asked_alone(asking: Asking, three: str) -> None:
    assert [asking.sight(three, side)["asked"] for side in ("red", "blue", "gold", "public")] == [
        ["blue"],
        ["red", "gold"],
        ["blue"],
        [],
    ]
    passed(asking, three, "red")
    passed(asking, three, "blue")
    sight = asking.sight(three, "red")
    where = f"/matches/{three}/undo"
    body = {"side": "red", "seq": sight["seq"], "steps": 1}
    asked = asking.post(where, **body)
    offer = {"side": "red", "steps": 1, "to_answer": ["blue"], "declined": "", "yours": 0}
    assert asked["undo_offer"] == offer
    assert asking.sight(three, "blue")["undo_offer"] == {**offer, "yours": 1}
    answer = f"/matches/{three}/undo_offer"
    wrong = asking.refused(lambda: asking.post(answer, side="gold", word="accept"))
    assert (wrong.status, wrong.error["field"]) == (422, "word")
    asking.post(answer, side="blue", word="accept")
    assert asking.sight(three, "red")["decision"]["side"] == "red"


def test_an_allys_seat_goes_on_with_its_person(asking: Asking, three: str) -> None:
    sight = asking.post(f"/matches/{three}/resign", side="red")
    assert (sight["side"], sight["over"], sight["resigned"]) == ("red", False, ["red"])
    assert [entry["text"] for entry in sight["log"]] == ["The seat of red is given up; gold takes it."]
    assert sight["decision"]["side"] == "red", "the player of gold chooses, and sees what red sees"
    assert sight["view"]["ships"]["red_cruiser"]["place"] == "north"
    passed(asking, three, "red")
    ended = asking.post(f"/matches/{three}/resign", side="blue")
    assert ended["result"] == {"winners": ["red", "gold"], "score": {}, "why": "blue resigned"}
    (listed,) = [match for match in asking.get("/matches") if match["id"] == three]
    assert listed["result"]["winners"] == ["red", "gold"]


def test_an_allys_computer_player_takes_the_seat(asking: Asking, client: Client, store_path: Path) -> None:
    seats = {"gold": "random"}
    match = asking.begin(game="skirmish", options={"rounds": "1"}, seats=seats)["id"]
    with client.websocket_connect(f"/api/matches/{match}/live?side=red") as red:
        red.receive_json(timeout=180)
        sight = asking.post(f"/matches/{match}/resign", side="red")
    assert (sight["side"], sight["seats"]) == ("blue", {"red": "random", "blue": "person", "gold": "random"})
    wrong = asking.refused(lambda: asking.sight(match, "red"))
    assert (wrong.status, wrong.error["message"]) == (403, "what random sees as red is shown after the end")
    luck = random.Random(1)
    for _ in range(200):
        if step(asking, match, luck) is None:
            break
    assert asking.sight(match, "public")["over"]
    assert asking.get(f"/matches/{match}/verify")["sound"]


def test_a_seat_that_was_taken_is_kept(store_path: Path) -> None:
    with opened(store_path) as client:
        asking = Asking(client)
        match = asking.begin(game="skirmish", seats={"gold": "random"})["id"]
        asking.post(f"/matches/{match}/resign", side="red")
    with opened(store_path) as client:
        sight = Asking(client).sight(match, "blue")
        assert sight["seats"] == {"red": "random", "blue": "person", "gold": "random"}
        assert (sight["resigned"], sight["asked"]) == (["red"], ["gold"])


def test_the_other_teams_play_on_without_one_that_is_out(store_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, SKIRMISH_OF_THREE.id, SKIRMISH_OF_THREE)
    with opened(store_path) as client:
        asking = Asking(client)
        match: str = asking.begin(game="skirmish_three", options={"rounds": "1"})["id"]
        for side in ("red", "blue", "gold"):
            asking.act(asking.sight(match, side), ["done"])
        sight = asking.post(f"/matches/{match}/resign", side="red")
        assert (sight["over"], sight["resigned"], sight["decision"]) == (False, ["red"], None)
    with opened(store_path) as client:
        asking = Asking(client)
        assert asking.sight(match, "blue")["decision"] is not None
        passed(asking, match, "blue")
        ended = passed(asking, match, "gold")
        assert ended["over"]
        assert "red" not in ended["result"]["winners"]
        assert asking.get(f"/matches/{match}/verify")["sound"]


def test_a_computer_opponent_declines_and_a_computer_ally_is_not_asked(asking: Asking) -> None:
    match = asking.begin(game="skirmish", seats={"gold": "random"})["id"]
    sight = asking.post(f"/matches/{match}/draw", side="red", word="offer")
    assert sight["draw_offer"] == "red"
    assert asking.post(f"/matches/{match}/draw", side="blue", word="accept")["result"]["winners"] == []
    other = asking.begin(game="skirmish", seats={"gold": "random"})["id"]
    assert asking.post(f"/matches/{other}/draw", side="blue", word="offer")["draw_offer"] is None


@pytest.mark.parametrize(("before", "after"), [("japan", ["japan"]), (None, [])])
def test_a_result_kept_by_an_older_version_names_its_winners(store_path: Path, before: Any, after: list[str]) -> None:
    first = files("ironbottom.server.storage").joinpath("migrations", "0001_matches.sql").read_text(encoding="utf-8")
    result = {"winner": before, "score": {"japan": 1, "allies": -1}, "why": "it was so"}
    rows = {"over": {"over": True, "result": result}, "on": {"over": False, "result": None}}
    with closing(sqlite3.connect(store_path)) as sql, sql:
        sql.executescript(first)
        for match, summary in rows.items():
            told = msgspec.json.encode(summary).decode()
            sql.execute("insert into matches values (?, 'a', 'pacific_fury', '{}', '', '', ?)", (match, told))
        sql.execute("pragma user_version = 1")
    with Store(store_path) as store:
        kept = {match.id: match.summary for match in store.matches()}
    del result["winner"]
    assert kept == {"over": {"over": True, "result": {**result, "winners": after}}, "on": rows["on"]}
