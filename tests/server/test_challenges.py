"""Open challenges: anyone on the server may take a free seat, once."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ironbottom.server.match import challenges, clocks
from tests.server.api_client import Client, ErrorResponse, JsonObject, running_server
from tests.server.seated_players import Player, give_words, players, secret_of
from tests.server.test_clocks import Clock

DAYS = {"kind": "days", "days": 3}
TAKEN = (403, "this challenge has been taken or withdrawn")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(clocks, "now_ms", made)
    return made


def offer(player: Player, **wanted: Any) -> str:
    """Makes an open challenge and returns its match."""
    asked = {"game": "pf", "friends": ["allies"], "host": "nobody", "open": True, **wanted}
    match: str = player.post("/matches", **asked)["id"]
    return match


def open_to(player: Player) -> list[JsonObject]:
    found: list[JsonObject] = player.get("/challenges")
    return found


def test_an_open_challenge_is_listed_with_its_terms(client: Client) -> None:
    japan, _, stranger, nobody = players(client)
    match = offer(japan, pace=DAYS)
    for who in (stranger, nobody):
        (listed,) = open_to(who)
        assert (listed["match"], listed["game"], listed["yours"], listed["lot"]) == (
            match,
            "pacific_fury",
            False,
            False,
        )
        assert [side["id"] for side in listed["sides"]] == ["allies"]
        assert {"title": "Time", "text": "3 days for each move."} in listed["agreed"]
        assert who.seats(match)["challenge"] == ["allies"]
    assert open_to(japan)[0]["yours"]


def test_a_match_with_a_friend_is_not_listed(client: Client) -> None:
    japan, allies, *_ = players(client)
    match = offer(japan, open=False)
    assert open_to(allies) == []
    assert allies.seats(match)["challenge"] == []
    assert allies.refusal(lambda: allies.post(f"/matches/{match}/take", side="allies")) == TAKEN


def test_the_first_who_takes_it_plays(client: Client) -> None:
    japan, allies, stranger, nobody = players(client)
    match = offer(japan)
    taken = allies.post(f"/matches/{match}/take", side="allies")
    assert [seat["yours"] for seat in taken["seats"]] == [False, True]
    assert open_to(stranger) == []
    for who in (stranger, nobody):
        assert who.refusal(partial(who.post, f"/matches/{match}/take", side="allies")) == TAKEN
    give_words(match, (japan, "japan"), (allies, "allies"))
    assert allies.view(match, "allies")["side"] == "allies"
    assert japan.refusal(lambda: japan.request("DELETE", f"/matches/{match}/challenge"))[0] == 403


def test_a_challenge_is_never_taken_twice(client: Client) -> None:
    """Many clients take the seat at the same time; only one gets it."""
    match = offer(players(client)[0])
    takers = [Player(client, secret_of(f"taker-{n}")) for n in range(12)]

    def take(player: Player) -> int:
        try:
            player.post(f"/matches/{match}/take", side="allies")
        except ErrorResponse as error:
            return error.status
        return 200

    with ThreadPoolExecutor(len(takers)) as threads:
        statuses = list(threads.map(take, takers))
    assert sorted(statuses) == [200, *[403] * (len(takers) - 1)]
    held = [player.seats(match)["seats"][1]["yours"] for player in takers]
    assert held == [status == 200 for status in statuses]


def test_the_author_cannot_take_it(client: Client) -> None:
    japan, *_ = players(client)
    match = offer(japan)
    wrong = japan.refusal(lambda: japan.post(f"/matches/{match}/take", side="allies"))
    assert wrong == (403, "you are already playing this match")
    assert japan.refusal(lambda: japan.post(f"/matches/{match}/take", side="japan")) == TAKEN


def test_the_author_withdraws_it(client: Client) -> None:
    japan, allies, *_ = players(client)
    match = offer(japan)
    assert allies.refusal(lambda: allies.request("DELETE", f"/matches/{match}/challenge"))[0] == 403
    japan.request("DELETE", f"/matches/{match}/challenge")
    assert open_to(allies) == []
    assert allies.refusal(lambda: allies.post(f"/matches/{match}/take", side="allies"))[0] == 404


def test_sides_are_drawn_by_lot(client: Client) -> None:
    japan, allies, *_ = players(client)
    match = offer(japan, lot=True)
    assert open_to(allies)[0]["lot"]
    allies.post(f"/matches/{match}/take", side="allies")
    give_words(match, (japan, "japan"), (allies, "allies"))
    sides = [next(seat["side"] for seat in who.seats(match)["seats"] if seat["yours"]) for who in (japan, allies)]
    assert sorted(sides) == ["allies", "japan"]


def test_a_link_to_the_seat_counts_too(client: Client) -> None:
    japan, allies, stranger, _ = players(client)
    match = offer(japan)
    allies.claim(match, japan.invite(match, "allies"))
    assert open_to(stranger) == []
    assert stranger.refusal(lambda: stranger.post(f"/matches/{match}/take", side="allies")) == TAKEN
    give_words(match, (japan, "japan"), (allies, "allies"))
    japan.post(f"/matches/{match}/reissue", side="allies")
    assert open_to(stranger) == [], "a match that has begun is open to nobody"


def test_taking_a_seat_ends_the_links_to_it(client: Client) -> None:
    japan, allies, stranger, _ = players(client)
    match = offer(japan)
    token = japan.invite(match, "allies")
    allies.post(f"/matches/{match}/take", side="allies")
    assert stranger.refusal(lambda: stranger.claim(match, token))[0] == 403


def test_each_free_seat_of_a_larger_game_is_taken_by_somebody(client: Client) -> None:
    first, second, third, _ = (Player(client, secret_of(name)) for name in ("one", "two", "three", "four"))
    match = offer(first, game="aap", friends=["uk", "usa"])
    assert [side["id"] for side in open_to(second)[0]["sides"]] == ["uk", "usa"]
    second.post(f"/matches/{match}/take", side="usa")
    assert [side["id"] for side in open_to(third)[0]["sides"]] == ["uk"]
    assert second.refusal(lambda: second.post(f"/matches/{match}/take", side="uk"))[0] == 403
    third.post(f"/matches/{match}/take", side="uk")
    assert open_to(second) == []


def test_a_client_has_few_open_challenges(client: Client) -> None:
    japan, allies, *_ = players(client)
    for _ in range(challenges.MAX_OF_CLIENT):
        offer(japan)
    wrong = japan.refusal(lambda: offer(japan))
    assert wrong == (422, "you have 5 open challenges; withdraw one first")
    offer(allies)
    assert len(open_to(japan)) == 6


@pytest.mark.parametrize("wanted", [{"friends": []}, {"friends": [], "seats": {"allies": "random"}}])
def test_a_challenge_needs_a_free_side(client: Client, wanted: JsonObject) -> None:
    japan, *_ = players(client)
    refused = japan.error_of(lambda: offer(japan, **wanted))
    assert (refused.status, refused.error["field"]) == (400, "open")


def test_an_old_challenge_is_not_listed(client: Client, clock: Clock) -> None:
    japan, allies, *_ = players(client)
    match = offer(japan)
    clock.wait(challenges.LIFETIME)
    assert open_to(allies) == []
    assert allies.refusal(lambda: allies.post(f"/matches/{match}/take", side="allies")) == TAKEN


def test_challenges_are_stored_and_deleted_with_the_match(store_path: Path) -> None:
    with running_server(store_path) as client:
        match = offer(players(client)[0])
    with running_server(store_path) as client:
        japan, allies, *_ = players(client)
        assert [one["match"] for one in open_to(allies)] == [match]
        japan.request("DELETE", f"/matches/{match}")
    with closing(sqlite3.connect(store_path)) as sql:
        assert sql.execute("select * from challenges").fetchall() == []
