"""Computer players at a table: they think beside the server, and whatever they do the match is safe."""

import sqlite3
import threading
import time
from typing import Any

import pytest

from ironbottom.bots import registry
from ironbottom.bots.registry import Bot
from ironbottom.engine.offers import Offer
from ironbottom.server.store import Store
from tests.server.asking import Asking, Told, offered


class Scripted:
    """Computer players whose way to choose a test sets."""

    def __init__(self) -> None:
        self.answer: Any = lambda offer: offer.choices.at(0)
        self.offers: list[Offer] = []

    def choose(self, offer: Offer) -> Any:
        self.offers.append(offer)
        return self.answer(offer)


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    """A player ``scripted`` of every game."""
    player, own = Scripted(), registry._own_bots
    bot = Bot("As the test says.", lambda rules, side, seed: player)
    monkeypatch.setattr(registry, "_own_bots", lambda game: {**own(game), "scripted": bot})
    return player


def done(asking: Asking, sight: Told) -> Told:
    """Japan's task forces formed in one act: then it is for the other side."""
    units = [choice[1] for choice in offered(sight) if choice[0] == "assign"]
    return asking.act(sight, ["assign", units[0], "1"], ["done"])


def test_the_computer_chooses_until_a_person_must(asking: Asking, scripted: Scripted) -> None:
    sight = asking.begin(seats={"allies": "scripted"})
    after = done(asking, sight)
    assert len(scripted.offers) > 1
    assert {offer.side for offer in scripted.offers} == {"allies"}
    assert after["decision"] or after["over"]
    assert after["waiting"] == []


def test_it_gets_an_offer_and_nothing_of_the_match(asking: Asking, scripted: Scripted) -> None:
    done(asking, asking.begin(seats={"allies": "scripted"}))
    offer = scripted.offers[0]
    assert offer.view["side"] == "allies"
    assert type(offer) is Offer
    for group in offer.choices.groups:
        slots = [name for kind in type(group).__mro__ for name in getattr(kind, "__slots__", ())]
        assert {type(getattr(group, name)) for name in slots} <= {int, tuple}


def test_it_thinks_beside_the_server(asking: Asking, scripted: Scripted) -> None:
    """While it thinks the act is answered, others are served, and what it finds comes later."""
    may_answer = threading.Event()

    def slowly(offer: Offer) -> Any:
        assert may_answer.wait(20)
        return offer.choices.at(0)

    scripted.answer = slowly
    sight = asking.begin(seats={"allies": "scripted"})
    units = [choice[1] for choice in offered(sight) if choice[0] == "assign"]
    after = asking.act(sight, ["assign", units[0], "1"], ["done"], wait=0)
    assert after["decision"] is None
    assert after["waiting"] == [{"side": "allies", "title": "the Allies", "player": "scripted", "thinking": True}]
    assert asking.begin()["decision"]
    assert asking.get("/matches")[1]["waiting"] == ["allies"]
    may_answer.set()
    deadline = time.monotonic() + 20
    while asking.sight(sight["id"], "japan")["waiting"] and time.monotonic() < deadline:
        time.sleep(0.01)
    assert asking.sight(sight["id"], "japan")["decision"]


def test_what_it_thought_of_is_dropped_when_the_match_went_on(asking: Asking, scripted: Scripted) -> None:
    """While it thinks, the person takes its own choice back: nothing is chosen for the computer."""
    may_answer, thinking, answered = threading.Event(), threading.Event(), threading.Event()

    def slowly(offer: Offer) -> Any:
        thinking.set()
        assert may_answer.wait(20)
        answered.set()
        return offer.choices.at(0)

    scripted.answer = slowly
    sight = asking.begin(seats={"allies": "scripted"})
    units = [choice[1] for choice in offered(sight) if choice[0] == "assign"]
    after = asking.act(sight, ["assign", units[0], "1"], ["done"], wait=0)
    assert thinking.wait(20)
    where = f"/matches/{sight['id']}/undo"
    back = asking.post(where, side="japan", seq=after["seq"], wait=0, consent=["allies"])
    assert back["decision"]
    may_answer.set()
    assert answered.wait(20)
    done(asking, asking.begin(seats={"allies": "scripted"}))
    now = asking.sight(sight["id"], "japan")
    assert (now["seq"], now["view"], now["trouble"]) == (back["seq"], back["view"], None)


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        (lambda offer: dict[str, str]()[f"us_wasp lies in {offer.side}_1"], "KeyError"),
        (lambda offer: ("sortie", "japan_1", "the_slot"), "not allowed"),
        (lambda offer: None, "TypeError"),
        (lambda offer: [], "not allowed"),
        (lambda offer: 7, "TypeError"),
    ],
)
def test_one_that_fails_is_told_and_the_match_is_safe(
    asking: Asking, scripted: Scripted, answer: Any, what: str
) -> None:
    scripted.answer = answer
    sight = asking.begin(seats={"allies": "scripted"})
    after = done(asking, sight)
    trouble = after["trouble"]
    assert (trouble["side"], trouble["player"]) == ("allies", "scripted")
    assert what in trouble["message"]
    assert "wasp" not in trouble["message"]
    assert after["waiting"][0]["thinking"] is False
    calls = len(scripted.offers)
    again = asking.sight(sight["id"], "japan")
    assert (again["view"], again["seq"], again["trouble"]) == (after["view"], after["seq"], trouble)
    assert len(scripted.offers) == calls


def test_one_that_failed_tries_again_or_another_takes_the_seat(asking: Asking, scripted: Scripted) -> None:
    scripted.answer = lambda offer: 1 / 0
    sight = asking.begin(seats={"allies": "scripted"})
    done(asking, sight)
    where = f"/matches/{sight['id']}/seat"
    assert "ZeroDivisionError" in asking.post(where, side="allies", player="scripted")["trouble"]["message"]
    after = asking.post(where, side="allies", player="random")
    assert after["trouble"] is None
    assert after["seats"] == {"japan": "person", "allies": "random"}
    assert after["decision"] or after["over"]
    assert asking.get("/matches")[0]["seats"]["allies"] == "random"


def test_a_computers_seat_with_its_secrets_is_not_for_a_person(asking: Asking) -> None:
    match = asking.begin(seats={"allies": "random"})["id"]
    wrong = asking.refused(lambda: asking.post(f"/matches/{match}/seat", side="allies", player="person"))
    assert (wrong.status, wrong.error["field"]) == (403, "player")
    wrong = asking.refused(lambda: asking.post(f"/matches/{match}/seat", side="allies", player="nelson"))
    assert (wrong.status, wrong.error["field"]) == (400, "seats.allies")


def test_a_person_gives_the_seat_to_a_computer(asking: Asking) -> None:
    match = asking.begin()["id"]
    after = asking.post(f"/matches/{match}/seat", side="japan", player="random")
    assert (after["side"], after["seats"]["japan"]) == ("allies", "random")
    assert after["decision"]
    assert asking.refused(lambda: asking.sight(match, "japan")).status == 403


def test_nobody_takes_a_seat_after_the_end(asking: Asking) -> None:
    match = asking.begin()["id"]
    asking.post(f"/matches/{match}/resign", side="japan")
    wrong = asking.refused(lambda: asking.post(f"/matches/{match}/seat", side="japan", player="random"))
    assert (wrong.status, wrong.error["message"]) == (400, "the match is over")


def test_one_whose_choice_could_not_be_kept_is_not_asked_again_unbidden(
    asking: Asking, scripted: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    sight = asking.begin(seats={"allies": "scripted"})
    honest, kept = Store.add_lines, 0

    def full_after_the_first(*given: Any) -> None:
        nonlocal kept
        kept += 1
        if kept > 1:
            raise sqlite3.OperationalError("database or disk is full")
        honest(*given)

    with monkeypatch.context() as patched:
        patched.setattr(Store, "add_lines", full_after_the_first)
        after = done(asking, sight)
        assert "could not be carried out or kept" in after["trouble"]["message"]
        calls = len(scripted.offers)
        for _ in range(3):
            assert asking.sight(sight["id"], "japan")["trouble"] == after["trouble"]
        assert len(scripted.offers) == calls == 1
    where = f"/matches/{sight['id']}/seat"
    again = asking.post(where, side="allies", player="scripted")
    assert again["trouble"] is None
    assert again["decision"] or again["over"]
