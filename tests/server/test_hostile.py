"""Whatever is sent, nothing is accepted that is not lawful, nothing changes, and the error is told plainly."""

import json
import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.asking import Asking, Told, offered, opened

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


def unchanged(asking: Asking, match: str) -> tuple[Any, ...]:
    return (asking.get("/matches"), *(asking.sight(match, side, since=0) for side in ("japan", "allies", "public")))


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
