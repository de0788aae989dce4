"""Words for the dice: asked of everybody who plays, after the hash is shown and before the first die."""

import json
from functools import partial
from pathlib import Path

import pytest

from ironbottom.engine.dice.sealed import SealedDice, read_secret
from ironbottom.engine.match.verify import verify
from ironbottom.engine.record.record import read_lines
from ironbottom.engine.rules import registry
from tests.engine.tiny import LANTERNS
from tests.kit.skirmish import SKIRMISH
from tests.server.asking import Asking, Told, opened, play


def begun(asking: Asking, **wanted: object) -> Told:
    told: Told = asking.post("/matches", **{"game": "pf", "host": "nobody", **wanted})
    return told


def given(asking: Asking, match: str, side: str, words: str) -> Told:
    told: Told = asking.post(f"/matches/{match}/words", side=side, words=words)
    return told


def test_two_people_are_asked_in_order_once_the_hash_is_shown(asking: Asking) -> None:
    told = begun(asking, name="The Slot")
    assert (told["order"], told["given"], told["asked"]) == (["japan", "allies"], {}, "japan")
    seal = told["commitments"]["referee"]
    assert len(seal) == 64
    told = given(asking, told["id"], "japan", "  rain over \n Rabaul ")
    assert (told["given"], told["asked"], told["commitments"]["referee"]) == (
        {"japan": "rain over Rabaul"},
        "allies",
        seal,
    )
    told = given(asking, told["id"], "allies", "clear sky")
    assert told["asked"] is None
    sight = asking.sight(told["id"], "japan")
    assert sight["dice"] == {
        "kind": "sealed",
        "commitments": {"referee": seal},
        "words_by": ["japan", "allies"],
        "host": "nobody",
        "words": ["rain over Rabaul", "clear sky"],
    }
    assert sight["decision"]


@pytest.mark.build
def test_the_words_are_in_every_die(asking: Asking) -> None:
    match = begun(asking)["id"]
    for side, words in (("japan", "rain over Rabaul"), ("allies", "clear sky")):
        given(asking, match, side, words)
    play(asking, match)
    record = read_lines(asking.ask("GET", f"/matches/{match}/export").content)
    assert record.header.dice.words == ["rain over Rabaul", "clear sky"]
    seal = record.header.dice.commitments["referee"]
    checked = asking.get(f"/matches/{match}/verify", commitment=seal)
    assert "the hash shown at the start of the match is in the header" in checked["proved"]
    assert asking.get(f"/matches/{match}/verify", commitment="0" * 64)["sound"] is False
    assert asking.refused(lambda: asking.get(f"/matches/{match}/verify", commitment="x")).status == 400
    assert verify(record, shown=record.header.dice.commitments["referee"]).sound
    secret = read_secret(record.acts[-1].secrets["referee"])  # type: ignore[union-attr]
    value, faces, _ = next(die for act in record.acts for die in getattr(act, "dice", ()))
    assert SealedDice(secret, record.header.dice.words).die(1, faces) == value


def test_who_runs_the_server_is_asked_before_the_words_where_nobody_has_said_so(asking: Asking) -> None:
    told = begun(asking, host=None)
    assert (told["host"], told["asked"], told["begun"]) == (None, None, False)
    match = told["id"]
    assert asking.refused(partial(given, asking, match, "japan", "first")).error["field"] == "host"
    name = partial(asking.post, f"/matches/{match}/host")
    assert asking.refused(partial(name, side="britain")).error["field"] == "host"
    told = name(side="allies")
    assert (told["host"], told["order"], told["asked"]) == ("allies", ["allies", "japan"], "allies")
    assert asking.refused(partial(name, side="japan")).error["field"] == "host"
    given(asking, match, "allies", "mine")
    assert given(asking, match, "japan", "yours")["begun"]
    assert asking.refused(partial(name, side="japan")).status == 400


def test_whoever_runs_the_server_gives_words_first(asking: Asking) -> None:
    """It knows the secret: words that came last it could choose for the dice that they lead to."""
    told = begun(asking, host="allies")
    assert told["order"] == ["allies", "japan"]
    wrong = asking.refused(partial(given, asking, told["id"], "japan", "first"))
    assert (wrong.status, wrong.error["field"]) == (400, "side")
    given(asking, told["id"], "allies", "mine")
    for side in ("allies", "britain", "public"):
        assert asking.refused(partial(given, asking, told["id"], side, "again")).status == 400
    given(asking, told["id"], "japan", "yours")
    assert asking.sight(told["id"], "japan")["dice"]["words"] == ["mine", "yours"]
    assert asking.refused(partial(given, asking, told["id"], "japan", "late")).error["field"] == "words"
    assert asking.refused(partial(begun, asking, host="britain")).error["field"] == "host"


@pytest.mark.parametrize("words", ["", "   ", "\n", "x" * 201, "a\x1bb", "\u202eevil", "\ud83d"])
def test_words_that_are_none_are_refused(asking: Asking, words: str) -> None:
    match = begun(asking)["id"]
    body = json.dumps({"side": "japan", "words": words})
    wrong = asking.refused(lambda: asking.ask("POST", f"/matches/{match}/words", content=body))
    assert wrong.status == 400


def test_before_the_words_there_is_no_match_and_nothing_else_can_be_done_with_it(asking: Asking) -> None:
    told = begun(asking)
    match = told["id"]
    for ask in (
        partial(asking.log, match, "public"),
        partial(asking.ask, "GET", f"/matches/{match}/export"),
        partial(asking.get, f"/matches/{match}/verify"),
        partial(asking.post, f"/matches/{match}/act", side="japan", seq=1, choices=[["done"]]),
        partial(asking.post, f"/matches/{match}/resign", side="japan"),
    ):
        wrong = asking.refused(ask)
        assert wrong.status == 409
        assert wrong.told["words"] == told
        assert wrong.error["field"] == "words"
    assert [asking.sight(match, side) for side in ("japan", "public", "open")] == [told, told, told]
    (listed,) = asking.get("/matches")
    assert listed["turn_line"] == "Not begun: words for the dice are asked of Japan and the Allies"
    assert (listed["waiting"], listed["over"]) == (["japan"], False)
    assert asking.ask("DELETE", f"/matches/{match}").status_code == 204


def test_a_restart_forgets_neither_the_secret_nor_the_words(store_path: Path) -> None:
    with opened(store_path) as client:
        asking = Asking(client)
        told = begun(asking, game="hf")
        given(asking, told["id"], "japan", "one")
    with opened(store_path) as client:
        asking = Asking(client)
        again = asking.sight(told["id"], "japan")
        assert (again["given"], again["asked"], again["commitments"]) == (
            {"japan": "one"},
            "allies",
            told["commitments"],
        )
        given(asking, told["id"], "allies", "two")
        assert asking.sight(told["id"], "japan")["dice"]["commitments"] == told["commitments"]


def test_a_position_waits_with_the_words(store_path: Path) -> None:
    with opened(store_path) as client:
        asking = Asking(client)
        first = asking.begin()["id"]
        play(asking, first, acts=12)
        text = asking.get(f"/matches/{first}/position", side="japan")["text"]
        told = begun(asking, position=text)
        assert asking.refused(partial(begun, asking, position="turn = 99")).status == 400
        assert asking.refused(partial(begun, asking, scenario="nothing")).status == 400
    with opened(store_path) as client:
        asking = Asking(client)
        for side in told["order"]:
            given(asking, told["id"], side, side)
        assert asking.get(f"/matches/{told['id']}/position", side="japan")["text"] == text
        assert asking.sight(told["id"], "public")["view"] == asking.sight(first, "public")["view"]
        assert asking.moment(told["id"], "public", 1)["view"]


def test_against_the_computer_the_words_are_taken_and_shown(asking: Asking) -> None:
    first, second = (begun(asking, seats={"allies": "random"})["dice"]["words"] for _ in range(2))
    assert len(first) == 1
    assert len(first[0]) == 32
    assert first != second


def test_three_people_are_asked_each(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, SKIRMISH.id, SKIRMISH)
    monkeypatch.setitem(registry._registered, LANTERNS.id, LANTERNS)
    told = begun(asking, game="skirmish", host="gold")
    assert told["order"] == ["gold", "red", "blue"]
    two = begun(asking, game="skirmish", seats={"gold": "random"})
    assert two["order"] == ["red", "blue"]
    drawn = begun(asking, game="lanterns", scenario="drawn")
    for side in drawn["order"]:
        given(asking, drawn["id"], side, side)
    assert asking.sight(drawn["id"], "red")["seq"] >= 1


def test_a_match_does_not_begin_under_other_rules_than_its_hash_covers(
    asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hash was shown before the server changed."""
    told = asking.post("/matches", game="pf", host="japan")
    give = partial(asking.post, f"/matches/{told['id']}/words")
    give(side="japan", words="rain")
    with monkeypatch.context() as changed:
        changed.setattr(type(registry.get_game("pf")), "rules_version", "99")
        wrong = asking.refused(partial(give, side="allies", words="clear sky"))
        assert wrong.error["message"].startswith("the rules or figures here have changed since the hash")
        asking.refused(partial(asking.sight, told["id"], "japan"))
        assert [match["id"] for match in asking.get("/matches")] == [told["id"]]
    assert asking.sight(told["id"], "japan")["seq"] >= 1, "a server with those rules begins it"
