"""Hostile requests: nothing illegal is accepted, nothing changes, and the error has a clear message."""

import json
import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.api_client import ApiClient, JsonObject, offered_choices, running_server, view_to_choose
from tests.server.attack import GAMES

ACTS = ("act", "why_not", "ahead", "undo", "withdraw", "resign", "draw", "seat")
BODIES: list[tuple[str, bytes]] = [
    ("nothing", b""),
    ("no JSON", b"seq=1"),
    ("cut off", b'{"side": "jap'),
    ("no UTF-8", b'{"side": "\xff"}'),
    ("a list", b"[]"),
    ("null", b"null"),
    ("deep", b"[" * 50_000),
    ("deep objects", b'{"side":' * 50_000),
    ("twice the side", b'{"side":"japan","side":5}'),
    ("NaN", b'{"side":"japan","seq":NaN}'),
    ("a great number", b'{"side":"japan","seq":1' + b"0" * 5000 + b"}"),
    ("unknown", b'{"side":"japan","state":{}}'),
    ("side is a list", b'{"side":["japan"],"seq":1}'),
    ("negative seq", b'{"side":"japan","seq":-1,"choices":[["done"]]}'),
    ("seq is a fraction", b'{"side":"japan","seq":1.5,"choices":[["done"]]}'),
    ("choices are one choice", b'{"side":"japan","seq":1,"choices":["done"]}'),
    ("a choice of numbers", b'{"side":"japan","seq":1,"choices":[[1]]}'),
    ("too long a part", b'{"side":"japan","seq":1,"choices":[["' + b"x" * 201 + b'"]]}'),
    ("too many parts", b'{"side":"japan","seq":1,"choices":[[' + b",".join([b'"x"'] * 17) + b"]]}"),
    ("too long an id", b'{"side":"' + b"x" * 61 + b'","seq":1}'),
    ("too long a message", b'{"side":"japan","seq":1,"choices":[["done"]],"message":"' + b"x" * 65 + b'"}'),
]


OTHERS = [pytest.param(game, marks=pytest.mark.build) for game in GAMES if game != "pf"]
"""The games other than Pacific Fury, which is tested every day."""


def snapshot(api: ApiClient, match: str, sides: Sequence[str] = ("japan", "allies")) -> tuple[Any, ...]:
    return (api.get("/matches"), *(api.view(match, side, since=0) for side in (*sides, "public")))


@pytest.fixture(scope="module")
def attacked_match(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ApiClient, str]]:
    """One match for many hostile requests."""
    with running_server(tmp_path_factory.mktemp("hostile") / "games.sqlite") as client:
        api = ApiClient(client)
        match = api.begin(seats={"allies": "random"})["id"]
        yield api, match


@pytest.mark.parametrize(("body"), [body for _, body in BODIES], ids=[name for name, _ in BODIES])
def test_malformed_bodies(attacked_match: tuple[ApiClient, str], body: bytes) -> None:
    api, _ = attacked_match
    match = api.begin()["id"]
    before = snapshot(api, match)
    routes = [("POST", "/matches"), ("PATCH", f"/matches/{match}"), ("POST", "/matches/import")]
    for method, where in [*routes, *(("POST", f"/matches/{match}/{act}") for act in ACTS)]:
        if where.endswith("why_not") and b"unknown" in body:
            continue
        error = api.error_of(partial(api.request, method, where, content=body))
        assert 400 <= error.status < 500, (where, error)
        assert len(error.error["message"]) > 10
        assert "Traceback" not in json.dumps(error.body)
    assert snapshot(api, match) == before


def test_illegal_choices(api: ApiClient) -> None:
    match_view = api.begin()
    before = snapshot(api, match_view["id"])
    illegal: tuple[list[list[str]], ...] = (
        [],
        [[]],
        [["done"]] * 5_001,
        [["sortie", "japan_1", "the_slot"]],
        [["assign", "us_wasp", "1"]],
        [["assign", "ijn_nagato", "8"]],
        [["assign", "ijn_nagato"]],
        [["assign", "ijn_nagato", "1", "1"]],
        [["ASSIGN", "ijn_nagato", "1"]],
        [["__class__"]],
        [["assign", "ijn_nagato", "1"], ["assign", "ijn_nagato", "1"]],
    )
    for choices in illegal:
        error = api.error_of(partial(api.act, match_view, *choices))
        assert error.status in (400, 422), choices
    allies = api.view(match_view["id"], "allies")
    error = api.error_of(lambda: api.act(allies, ["done"]))
    assert (error.status, error.error["clause"]) == (422, "5.0")
    assert snapshot(api, match_view["id"]) == before


def test_bodies_that_are_too_large(api: ApiClient) -> None:
    match = api.begin()["id"]
    for where in ("/matches", f"/matches/{match}/act"):
        error = api.error_of(partial(api.request, "POST", where, content=b" " * 2_000_001))
        assert (error.status, error.error["message"]) == (413, "the request is too large")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/nothing"),
        ("GET", "/matches/nothing"),
        ("GET", "/matches/%2e%2e/pieces"),
        ("PUT", "/matches"),
        ("DELETE", "/matches"),
        ("GET", "/matches/import"),
        ("POST", "/games"),
        ("GET", "/matches/' or 1=1 --/pieces"),
    ],
)
def test_unknown_addresses(attacked_match: tuple[ApiClient, str], method: str, path: str) -> None:
    api, _ = attacked_match
    error = api.error_of(lambda: api.request(method, path))
    assert 400 <= error.status < 500
    assert error.error["message"]


@pytest.mark.parametrize("query", ["", "side=japan&since=x", "side=japan&since=-1", "side=japan&since=1.5", "since=1"])
def test_unreadable_queries(attacked_match: tuple[ApiClient, str], query: str) -> None:
    api, match = attacked_match
    error = api.error_of(lambda: api.request("GET", f"/matches/{match}?{query}"))
    assert error.status == 400
    assert error.error["message"]


WORDS = st.sampled_from(
    ["japan", "allies", "public", "open", "assign", "done", "ijn_nagato", "1", "person", "random", "offer", "", "\x00"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    ["side", "seq", "choices", "message", "wait", "steps", "consent", "entry", "word", "player", "action", "name", "x"]
)


@pytest.fixture(scope="module")
def boards(attacked_match: tuple[ApiClient, str]) -> dict[str, JsonObject]:
    """A match of each game between human players, as Japan sees it."""
    api, _ = attacked_match
    return {game: api.begin(game=game, name=game) for game in GAMES}


def side_infos(match_view: JsonObject) -> list[str]:
    return list(match_view["seats"])


@pytest.mark.parametrize("game", OTHERS)
def test_malformed_bodies_in_the_other_games(
    attacked_match: tuple[ApiClient, str], boards: dict[str, JsonObject], game: str
) -> None:
    api, match_view = attacked_match[0], boards[game]
    match = match_view["id"]
    before = snapshot(api, match, side_infos(match_view))
    for name, body in BODIES:
        for act in ACTS:
            if act == "why_not" and name == "unknown":
                continue
            error = api.error_of(partial(api.request, "POST", f"/matches/{match}/{act}", content=body))
            assert 400 <= error.status < 500, (name, act, error)
            assert len(error.error["message"]) > 10
            assert "Traceback" not in json.dumps(error.body)
    assert snapshot(api, match, side_infos(match_view)) == before


@pytest.mark.parametrize("game", OTHERS)
def test_choices_that_are_not_offered_in_the_other_games(
    attacked_match: tuple[ApiClient, str], boards: dict[str, JsonObject], game: str
) -> None:
    """Malformed choices, choices from another position, and choices of a side that is not deciding change nothing."""
    api, match, rng = attacked_match[0], boards[game]["id"], random.Random(1942)
    match_view = view_to_choose(api, match)
    assert match_view is not None
    before = snapshot(api, match, side_infos(match_view))
    choices = offered_choices(match_view)
    spoilt: list[list[list[str]]] = [[], [[]], [["done"]] * 5_001, [["__class__"]], [["public"]], [["x" * 200] * 16]]
    for _ in range(40):
        choice = list(rng.choice(choices))
        place = rng.randrange(len(choice))
        kind = rng.randrange(4)
        if kind == 0:
            choice[place] = rng.choice(("", "x", "done", "japan", choice[place].upper(), choice[place] + " ", "\x00"))
        elif kind == 1:
            choice.append(rng.choice(choice))
        elif kind == 2:
            del choice[place]
        else:
            choice[place] = rng.choice(rng.choice(choices))
        if choice not in choices:
            spoilt.append([choice])
    for some in spoilt:
        error = api.error_of(partial(api.act, match_view, *some))
        assert error.status in (400, 422), some
        assert error.error["message"]
    for side in side_infos(match_view):
        response = api.view(match, side)
        if response["decision"] is None:
            assert api.error_of(partial(api.act, response, choices[0])).status == 422
    assert snapshot(api, match, side_infos(match_view)) == before


@pytest.mark.build
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(GAMES[1:]), st.sampled_from(ACTS), st.dictionaries(FIELDS, VALUES, max_size=6))
def test_no_body_causes_a_server_error_in_the_other_games(
    attacked_match: tuple[ApiClient, str], boards: dict[str, JsonObject], game: str, act: str, body: JsonObject
) -> None:
    content = json.dumps({**body, "side": "japan", "x": 1}).encode()
    answer = attacked_match[0].client.post(f"/api/matches/{boards[game]['id']}/{act}", content=content)
    assert 400 <= answer.status_code < 500, (body, answer.text)
    assert answer.json()["error"]["message"]


@pytest.mark.build
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(ACTS), st.dictionaries(FIELDS, VALUES, max_size=6), st.booleans())
def test_no_body_causes_a_server_error(
    attacked_match: tuple[ApiClient, str], act: str, body: JsonObject, at_least_a_side: bool
) -> None:
    api, match = attacked_match
    if act == "resign":
        body["x"] = 1
    if act == "seat":
        body.pop("player", None)
    if at_least_a_side:
        body["side"] = "japan"
    body.pop("wait", None)
    content = json.dumps(body).encode()
    answer = api.client.post(f"/api/matches/{match}/{act}", content=content)
    assert answer.status_code < 500, (body, answer.text)
    if answer.status_code >= 400:
        assert answer.json()["error"]["message"]


def test_requests_out_of_turn_change_nothing(attacked_match: tuple[ApiClient, str]) -> None:
    api, match = attacked_match
    match_view, rng = api.view(match, "japan"), random.Random(1)
    assert match_view["decision"]
    assert api.act(match_view, rng.choice(offered_choices(match_view)))["seq"] > match_view["seq"]
