"""Words for the dice: each player enters them after the hash is shown and before the first die."""

import json
from functools import partial
from pathlib import Path
from unittest import mock

import pytest

from examples.skirmish.skirmish.game import SKIRMISH
from ironbottom.engine.dice.sealed import SealedDice, read_secret
from ironbottom.engine.match.verify import verify
from ironbottom.engine.record.record import Reveal, read_lines
from ironbottom.engine.rules import registry
from ironbottom.server.match import dice_seeding
from tests.engine.lanterns import LANTERNS
from tests.server.api_client import ApiClient, Client, JsonObject, play, running_server
from tests.server.seated_players import Player, players


def begin_match(api: ApiClient, **wanted: object) -> JsonObject:
    response: JsonObject = api.post("/matches", **{"game": "pf", "host": "nobody", **wanted})
    return response


def give_words(api: ApiClient, match: str, side: str, words: str) -> JsonObject:
    response: JsonObject = api.post(f"/matches/{match}/words", side=side, words=words)
    return response


def test_two_people_enter_words_in_order_after_the_hash_is_shown(api: ApiClient) -> None:
    response = begin_match(api, name="The Slot")
    assert (response["order"], response["given"], response["asked"]) == (["japan", "allies"], {}, "japan")
    seal = response["commitments"]["referee"]
    assert len(seal) == 64
    response = give_words(api, response["id"], "japan", "  rain over \n Rabaul ")
    assert (response["given"], response["asked"], response["commitments"]["referee"]) == (
        {"japan": "rain over Rabaul"},
        "allies",
        seal,
    )
    response = give_words(api, response["id"], "allies", "clear sky")
    assert response["asked"] is None
    match_view = api.view(response["id"], "japan")
    assert match_view["dice"] == {
        "kind": "sealed",
        "commitments": {"referee": seal},
        "words_by": ["japan", "allies"],
        "host": "nobody",
        "words": ["rain over Rabaul", "clear sky"],
    }
    assert match_view["decision"]


@pytest.mark.build
def test_the_words_are_in_every_die(api: ApiClient) -> None:
    match = begin_match(api)["id"]
    for side, words in (("japan", "rain over Rabaul"), ("allies", "clear sky")):
        give_words(api, match, side, words)
    play(api, match)
    record = read_lines(api.request("GET", f"/matches/{match}/export").content)
    assert record.header.dice.words == ["rain over Rabaul", "clear sky"]
    seal = record.header.dice.commitments["referee"]
    checked = api.get(f"/matches/{match}/verify", commitment=seal)
    assert "the hash shown at the start of the match is in the header" in checked["proved"]
    assert api.get(f"/matches/{match}/verify", commitment="0" * 64)["sound"] is False
    assert api.error_of(lambda: api.get(f"/matches/{match}/verify", commitment="x")).status == 400
    assert verify(record, shown=record.header.dice.commitments["referee"]).sound
    secret = read_secret(record.acts[-1].secrets["referee"])  # type: ignore[union-attr]
    value, faces, _ = next(die for act in record.acts for die in getattr(act, "dice", ()))
    assert SealedDice(secret, record.header.dice.words).value_of(1, faces) == value


def test_the_host_is_asked_for_before_the_words(api: ApiClient) -> None:
    response = begin_match(api, host=None)
    assert (response["host"], response["asked"], response["begun"]) == (None, None, False)
    match = response["id"]
    assert api.error_of(partial(give_words, api, match, "japan", "first")).error["field"] == "host"
    name = partial(api.post, f"/matches/{match}/host")
    assert api.error_of(partial(name, side="britain")).error["field"] == "host"
    response = name(side="allies")
    assert (response["host"], response["order"], response["asked"]) == ("allies", ["allies", "japan"], "allies")
    assert api.error_of(partial(name, side="japan")).error["field"] == "host"
    give_words(api, match, "allies", "mine")
    assert give_words(api, match, "japan", "yours")["begun"]
    assert api.error_of(partial(name, side="japan")).status == 400


def test_the_person_who_runs_the_server_enters_words_first(api: ApiClient) -> None:
    """The person who runs the server could know the secret and, with the last words, choose certain dice."""
    response = begin_match(api, host="allies")
    assert response["order"] == ["allies", "japan"]
    error = api.error_of(partial(give_words, api, response["id"], "japan", "first"))
    assert (error.status, error.error["field"]) == (400, "side")
    give_words(api, response["id"], "allies", "mine")
    for side in ("allies", "britain", "public"):
        assert api.error_of(partial(give_words, api, response["id"], side, "again")).status == 400
    give_words(api, response["id"], "japan", "yours")
    assert api.view(response["id"], "japan")["dice"]["words"] == ["mine", "yours"]
    assert api.error_of(partial(give_words, api, response["id"], "japan", "late")).error["field"] == "words"
    assert api.error_of(partial(begin_match, api, host="britain")).error["field"] == "host"


@pytest.mark.parametrize("words", ["", "   ", "\n", "x" * 201, "a\x1bb", "\u202eevil", "\ud83d"])
def test_invalid_words_are_refused(api: ApiClient, words: str) -> None:
    match = begin_match(api)["id"]
    body = json.dumps({"side": "japan", "words": words})
    error = api.error_of(lambda: api.request("POST", f"/matches/{match}/words", content=body))
    assert error.status == 400


def test_before_the_words_every_other_request_is_refused(api: ApiClient) -> None:
    response = begin_match(api)
    match = response["id"]
    for ask in (
        partial(api.log, match, "public"),
        partial(api.request, "GET", f"/matches/{match}/export"),
        partial(api.get, f"/matches/{match}/verify"),
        partial(api.post, f"/matches/{match}/act", side="japan", seq=1, choices=[["done"]]),
        partial(api.post, f"/matches/{match}/resign", side="japan"),
    ):
        error = api.error_of(ask)
        assert error.status == 409
        assert error.body["words"] == response
        assert error.error["field"] == "words"
    assert [api.view(match, side) for side in ("japan", "public", "open")] == [response, response, response]
    (listed,) = api.get("/matches")
    assert listed["turn_line"] == "Not begun: waiting for dice words from Japan and the Allies"
    assert (listed["waiting"], listed["over"]) == (["japan"], False)
    assert api.request("DELETE", f"/matches/{match}").status_code == 204


def test_the_secret_and_the_words_survive_a_restart(store_path: Path) -> None:
    with running_server(store_path) as client:
        api = ApiClient(client)
        response = begin_match(api, game="hf")
        give_words(api, response["id"], "japan", "one")
    with running_server(store_path) as client:
        api = ApiClient(client)
        again = api.view(response["id"], "japan")
        assert (again["given"], again["asked"], again["commitments"]) == (
            {"japan": "one"},
            "allies",
            response["commitments"],
        )
        give_words(api, response["id"], "allies", "two")
        assert api.view(response["id"], "japan")["dice"]["commitments"] == response["commitments"]


def test_a_match_from_a_position_waits_for_words(store_path: Path) -> None:
    with running_server(store_path) as client:
        api = ApiClient(client)
        first = api.begin()["id"]
        play(api, first, acts=12)
        text = api.get(f"/matches/{first}/position", side="japan")["text"]
        response = begin_match(api, position=text)
        assert api.error_of(partial(begin_match, api, position="turn = 99")).status == 400
        assert api.error_of(partial(begin_match, api, scenario="nothing")).status == 400
    with running_server(store_path) as client:
        api = ApiClient(client)
        for side in response["order"]:
            give_words(api, response["id"], side, side)
        assert api.get(f"/matches/{response['id']}/position", side="japan")["text"] == text
        assert api.view(response["id"], "public")["view"] == api.view(first, "public")["view"]
        assert api.past_view(response["id"], "public", 1)["view"]


def test_against_the_computer_random_words_are_drawn_and_shown(api: ApiClient) -> None:
    first, second = (begin_match(api, seats={"allies": "random"})["dice"]["words"] for _ in range(2))
    assert len(first) == 1
    assert len(first[0]) == 32
    assert first != second


def test_each_of_three_people_enters_words(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, SKIRMISH.id, SKIRMISH)
    monkeypatch.setitem(registry._registered, LANTERNS.id, LANTERNS)
    response = begin_match(api, game="skirmish", host="gold")
    assert response["order"] == ["gold", "red", "blue"]
    two = begin_match(api, game="skirmish", seats={"gold": "random"})
    assert two["order"] == ["red", "blue"]
    drawn = begin_match(api, game="lanterns", scenario="drawn")
    for side in drawn["order"]:
        give_words(api, drawn["id"], side, side)
    assert api.view(drawn["id"], "red")["seq"] >= 1


def test_a_match_does_not_begin_under_other_rules_than_its_hash_covers(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hash was shown before the server changed."""
    response = api.post("/matches", game="pf", host="japan")
    give = partial(api.post, f"/matches/{response['id']}/words")
    give(side="japan", words="rain")
    with monkeypatch.context() as changed:
        changed.setattr(type(registry.get_game("pf")), "rules_version", "99")
        error = api.error_of(partial(give, side="allies", words="clear sky"))
        assert error.error["message"].startswith("the rules or figures on this server have changed since the hash")
        api.error_of(partial(api.view, response["id"], "japan"))
        assert [match["id"] for match in api.get("/matches")] == [response["id"]]
    assert api.view(response["id"], "japan")["seq"] >= 1, "a server with those rules begins it"


def begin_by_lot(client: Client, number: int) -> tuple[str, dict[str, Player]]:
    """Begins a match whose sides are drawn by lot; the number enters the words."""
    host, friend, *_ = players(client)
    match = host.post("/matches", game="pf", friends=["allies"], host="nobody", lot=True)["id"]
    friend.claim(match, host.invite(match, "allies"))
    for player, side in ((host, "japan"), (friend, "allies")):
        player.post(f"/matches/{match}/words", side=side, words=f"words {number} of {side}")
    return match, {"host": host, "friend": friend}


def sides_of(player: Player, match: str) -> list[str]:
    return [seat["side"] for seat in player.seats(match)["seats"] if seat["yours"]]


def test_the_lot_gives_each_player_each_side_and_can_be_checked(client: Client) -> None:
    drawn = set()
    for number in range(40):
        match, found = begin_by_lot(client, number)
        (own,), (other,) = sides_of(found["host"], match), sides_of(found["friend"], match)
        assert {own, other} == {"japan", "allies"}
        assert found["host"].view(match, own)["dice"]["words_by"] == [own, other]
        found["host"].post(f"/matches/{match}/resign", side=own)
        record = read_lines(found["host"].request("GET", f"/matches/{match}/export").content)
        (secret,) = [act.secrets["referee"] for act in record.acts if isinstance(act, Reveal)]
        lot = SealedDice(read_secret(secret), record.header.dice.words).value_of(0, 2)
        assert ["japan", "allies"][lot - 1] == own
        drawn.add(own)
        if len(drawn) == 2:
            break
    assert drawn == {"japan", "allies"}
    assert "the sides were drawn by the lot" in str(found["friend"].get(f"/matches/{match}/verify")["proved"])


def test_before_the_lot_the_invitation_says_that_the_sides_are_drawn(client: Client) -> None:
    host, friend, *_ = players(client)
    match = host.post("/matches", game="pf", friends=["allies"], host="nobody", lot=True)["id"]
    seats = friend.seats(match, host.invite(match, "allies"))
    assert seats["lot"]
    (text,) = [one["text"] for one in seats["agreed"] if one["title"] == "Sides"]
    assert text.startswith("By lot")
    assert host.view(match, "public")["lot"]


def test_verification_finds_sides_that_differ_from_the_lot(client: Client) -> None:
    """A server that gives the players other sides cannot show that they were drawn."""
    match, found = begin_by_lot(client, 1)
    (own,) = sides_of(found["host"], match)
    found["host"].post(f"/matches/{match}/resign", side=own)
    other = {"japan": "allies", "allies": "japan"}[own]
    with mock.patch.object(dice_seeding, "drawn_by_lot", return_value=other):
        assert "the sides were drawn by the lot" in str(found["friend"].get(f"/matches/{match}/verify")["failed"])


@pytest.mark.parametrize(
    "wanted",
    [
        {"friends": ["allies"], "dice": "joint"},
        {"seats": {"allies": "random"}},
        {},
        {"game": "aap", "friends": ["uk", "usa"]},
    ],
)
def test_sides_are_drawn_only_between_two_people_with_sealed_dice(client: Client, wanted: JsonObject) -> None:
    host, *_ = players(client)
    refused = host.error_of(lambda: host.post("/matches", **{"game": "pf", "host": "nobody", "lot": True, **wanted}))
    assert (refused.status, refused.error["field"]) == (400, "lot")
