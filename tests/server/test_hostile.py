"""Whatever is sent, nothing is accepted that is not lawful, nothing changes, and the error is told plainly."""

import json
import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.asking import Asking, Told, offered, opened, to_choose
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
"""The other games: Pacific Fury is tried every day."""


def unchanged(asking: Asking, match: str, sides: Sequence[str] = ("japan", "allies")) -> tuple[Any, ...]:
    return (asking.get("/matches"), *(asking.sight(match, side, since=0) for side in (*sides, "public")))


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Asking, str]]:
    """One match for many hostile requests."""
    with opened(tmp_path_factory.mktemp("hostile") / "games.sqlite") as client:
        asking = Asking(client)
        match = asking.begin(seats={"allies": "random"})["id"]
        yield asking, match


@pytest.mark.parametrize(("body"), [body for _, body in BODIES], ids=[name for name, _ in BODIES])
def test_malformed_bodies(standing: tuple[Asking, str], body: bytes) -> None:
    asking, _ = standing
    match = asking.begin()["id"]
    before = unchanged(asking, match)
    wheres = [("POST", "/matches"), ("PATCH", f"/matches/{match}"), ("POST", "/matches/import")]
    for method, where in [*wheres, *(("POST", f"/matches/{match}/{act}") for act in ACTS)]:
        if where.endswith("why_not") and b"unknown" in body:
            continue
        wrong = asking.refused(partial(asking.ask, method, where, content=body))
        assert 400 <= wrong.status < 500, (where, wrong)
        assert len(wrong.error["message"]) > 10
        assert "Traceback" not in json.dumps(wrong.told)
    assert unchanged(asking, match) == before


def test_lawless_choices(asking: Asking) -> None:
    sight = asking.begin()
    before = unchanged(asking, sight["id"])
    lawless: tuple[list[list[str]], ...] = (
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
    for choices in lawless:
        wrong = asking.refused(partial(asking.act, sight, *choices))
        assert wrong.status in (400, 422), choices
    allies = asking.sight(sight["id"], "allies")
    wrong = asking.refused(lambda: asking.act(allies, ["done"]))
    assert (wrong.status, wrong.error["clause"]) == (422, "5.0")
    assert unchanged(asking, sight["id"]) == before


def test_bodies_that_are_too_large(asking: Asking) -> None:
    match = asking.begin()["id"]
    for where in ("/matches", f"/matches/{match}/act"):
        wrong = asking.refused(partial(asking.ask, "POST", where, content=b" " * 2_000_001))
        assert (wrong.status, wrong.error["message"]) == (413, "the request is too large")


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
def test_addresses_that_are_not_there(standing: tuple[Asking, str], method: str, path: str) -> None:
    asking, _ = standing
    wrong = asking.refused(lambda: asking.ask(method, path))
    assert 400 <= wrong.status < 500
    assert wrong.error["message"]


@pytest.mark.parametrize("query", ["", "side=japan&since=x", "side=japan&since=-1", "side=japan&since=1.5", "since=1"])
def test_questions_that_cannot_be_read(standing: tuple[Asking, str], query: str) -> None:
    asking, match = standing
    wrong = asking.refused(lambda: asking.ask("GET", f"/matches/{match}?{query}"))
    assert wrong.status == 400
    assert wrong.error["message"]


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
def boards(standing: tuple[Asking, str]) -> dict[str, Told]:
    """A match of each game between persons, as Japan sees it."""
    asking, _ = standing
    return {game: asking.begin(game=game, name=game) for game in GAMES}


def sides_of(sight: Told) -> list[str]:
    return list(sight["seats"])


@pytest.mark.parametrize("game", OTHERS)
def test_malformed_bodies_in_the_other_games(standing: tuple[Asking, str], boards: dict[str, Told], game: str) -> None:
    asking, sight = standing[0], boards[game]
    match = sight["id"]
    before = unchanged(asking, match, sides_of(sight))
    for name, body in BODIES:
        for act in ACTS:
            if act == "why_not" and name == "unknown":
                continue
            wrong = asking.refused(partial(asking.ask, "POST", f"/matches/{match}/{act}", content=body))
            assert 400 <= wrong.status < 500, (name, act, wrong)
            assert len(wrong.error["message"]) > 10
            assert "Traceback" not in json.dumps(wrong.told)
    assert unchanged(asking, match, sides_of(sight)) == before


@pytest.mark.parametrize("game", OTHERS)
def test_choices_that_are_not_offered_in_the_other_games(
    standing: tuple[Asking, str], boards: dict[str, Told], game: str
) -> None:
    """Malformed choices, choices of another moment, and choices of a side that is not deciding change nothing."""
    asking, match, luck = standing[0], boards[game]["id"], random.Random(1942)
    sight = to_choose(asking, match)
    assert sight is not None
    before = unchanged(asking, match, sides_of(sight))
    choices = offered(sight)
    spoilt: list[list[list[str]]] = [[], [[]], [["done"]] * 5_001, [["__class__"]], [["public"]], [["x" * 200] * 16]]
    for _ in range(40):
        choice = list(luck.choice(choices))
        place = luck.randrange(len(choice))
        kind = luck.randrange(4)
        if kind == 0:
            choice[place] = luck.choice(("", "x", "done", "japan", choice[place].upper(), choice[place] + " ", "\x00"))
        elif kind == 1:
            choice.append(luck.choice(choice))
        elif kind == 2:
            del choice[place]
        else:
            choice[place] = luck.choice(luck.choice(choices))
        if choice not in choices:
            spoilt.append([choice])
    for some in spoilt:
        wrong = asking.refused(partial(asking.act, sight, *some))
        assert wrong.status in (400, 422), some
        assert wrong.error["message"]
    for side in sides_of(sight):
        told = asking.sight(match, side)
        if told["decision"] is None:
            assert asking.refused(partial(asking.act, told, choices[0])).status == 422
    assert unchanged(asking, match, sides_of(sight)) == before


@pytest.mark.build
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(GAMES[1:]), st.sampled_from(ACTS), st.dictionaries(FIELDS, VALUES, max_size=6))
def test_any_body_is_answered_without_a_fault_in_the_other_games(
    standing: tuple[Asking, str], boards: dict[str, Told], game: str, act: str, body: Told
) -> None:
    content = json.dumps({**body, "side": "japan", "x": 1}).encode()
    answer = standing[0].client.post(f"/api/matches/{boards[game]['id']}/{act}", content=content)
    assert 400 <= answer.status_code < 500, (body, answer.text)
    assert answer.json()["error"]["message"]


@pytest.mark.build
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(ACTS), st.dictionaries(FIELDS, VALUES, max_size=6), st.booleans())
def test_any_body_is_answered_without_a_fault(
    standing: tuple[Asking, str], act: str, body: Told, at_least_a_side: bool
) -> None:
    asking, match = standing
    if act == "resign":
        body["x"] = 1
    if act == "seat":
        body.pop("player", None)
    if at_least_a_side:
        body["side"] = "japan"
    body.pop("wait", None)
    content = json.dumps(body).encode()
    answer = asking.client.post(f"/api/matches/{match}/{act}", content=content)
    assert answer.status_code < 500, (body, answer.text)
    if answer.status_code >= 400:
        assert answer.json()["error"]["message"]


def test_requests_out_of_turn_find_the_match_as_it_was(standing: tuple[Asking, str]) -> None:
    asking, match = standing
    sight, luck = asking.sight(match, "japan"), random.Random(1)
    assert sight["decision"]
    assert asking.act(sight, luck.choice(offered(sight)))["seq"] > sight["seq"]
