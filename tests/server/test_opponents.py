"""Computer players at a table: they think in other processes, and whatever they do the match is safe."""

import os
import signal
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from ironbottom.bots import registry
from ironbottom.server.match import open_matches
from ironbottom.server.work import worker_pool
from ironbottom.server.storage.database import Store
from ironbottom.server.work.worker_pool import JobBounds
from tests.kit.waiting import wait_until
from tests.server import scripted as players
from tests.server.asking import Asking, Told, offered
from tests.server.scripted import Script


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Script:
    """Players ``scripted`` and ``counting`` of every game."""
    home = tmp_path / "players"
    home.mkdir()
    monkeypatch.setenv(players.FOLDER, str(home))
    monkeypatch.setattr(worker_pool, "COMMAND", players.COMMAND)
    monkeypatch.setattr(registry, "_own_bots", players.with_scripted(registry._own_bots))
    return Script(home)


def done(asking: Asking, sight: Told) -> Told:
    """Japan's task forces formed in one act: then it is for the other side."""
    units = [choice[1] for choice in offered(sight) if choice[0] == "assign"]
    return asking.act(sight, ["assign", units[0], "1"], ["done"])


def thinking(asking: Asking) -> Told:
    """A match in which the computer thinks of its first choice, and will until it may answer."""
    return asking.act(asking.begin(seats={"allies": "scripted"}), *_all_of_japan(asking), wait=0)


def _all_of_japan(asking: Asking) -> list[list[str]]:
    sight = asking.sight(asking.get("/matches")[0]["id"], "japan")
    units = [choice[1] for choice in offered(sight) if choice[0] == "assign"]
    return [["assign", units[0], "1"], ["done"]]


@pytest.mark.build
def test_the_computer_chooses_until_a_person_must(asking: Asking, scripted: Script) -> None:
    sight = asking.begin(seats={"allies": "scripted"})
    after = done(asking, sight)
    assert len(scripted.offers) > 1
    assert {offer["side"] for offer in scripted.offers} == {"allies"}
    assert after["decision"] or after["over"]
    assert after["waiting"] == []


@pytest.mark.build
def test_where_it_thinks_there_is_no_match_no_state_and_no_dice(asking: Asking, scripted: Script) -> None:
    sight = asking.begin(seats={"allies": "scripted"})
    done(asking, sight)
    for offer in scripted.offers:
        assert offer["process"] != os.getpid()
        assert offer["hidden"] == []
        assert offer["view"]["side"] == "allies"


def test_one_player_holds_its_seat_from_choice_to_choice(asking: Asking, scripted: Script) -> None:
    done(asking, asking.begin(seats={"allies": "counting"}))
    assert [offer["asked"] for offer in scripted.offers] == list(range(1, len(scripted.offers) + 1))
    assert len({offer["seed"] for offer in scripted.offers}) == 1


@pytest.mark.build
def test_it_thinks_beside_the_server(asking: Asking, scripted: Script) -> None:
    """While it thinks the act is answered, others are served, and what it finds comes later."""
    scripted.answer("waits")
    sight = thinking(asking)
    assert sight["decision"] is None
    assert sight["waiting"] == [{"side": "allies", "title": "the Allies", "player": "scripted", "thinking": True}]
    assert asking.begin()["decision"]
    assert asking.get("/matches")[1]["waiting"] == ["allies"]
    scripted.may_answer()
    assert wait_until(lambda: asking.sight(sight["id"], "japan")["decision"])


@pytest.mark.build
def test_no_match_waits_for_the_computer_player_of_another(asking: Asking, scripted: Script) -> None:
    """Three matches whose players think for ever; in a fourth the computer chooses meanwhile."""
    scripted.answer("waits")
    waiting = [thinking(asking)["id"] for _ in range(3)]
    assert len({offer["process"] for offer in scripted.asked(3)}) == 3
    after = done(asking, asking.begin(seats={"allies": "random"}))
    assert after["decision"] or after["over"]
    assert all(asking.sight(match, "japan")["waiting"][0]["thinking"] for match in waiting)


@pytest.mark.build
def test_what_it_thought_of_is_dropped_when_the_match_went_on(asking: Asking, scripted: Script) -> None:
    """While it thinks, the person takes its own choice back: nothing is chosen for the computer."""
    scripted.answer("waits")
    after = thinking(asking)
    scripted.asked(1)
    where = f"/matches/{after['id']}/undo"
    back = asking.post(where, side="japan", seq=after["seq"], wait=0)
    assert back["decision"]
    scripted.may_answer()
    scripted.answer("first")
    done(asking, asking.begin(seats={"allies": "scripted"}))
    now = asking.sight(after["id"], "japan")
    assert (now["seq"], now["view"], now["trouble"]) == (back["seq"], back["view"], None)
    assert now["waiting"] == []


def test_a_match_that_is_deleted_leaves_nobody_thinking(asking: Asking, scripted: Script) -> None:
    scripted.answer("waits")
    match = thinking(asking)["id"]
    (offer,) = scripted.asked(1)
    asking.ask("DELETE", f"/matches/{match}")
    assert gone(offer["process"])


def gone(process: int) -> bool:
    """Whether a process ends."""

    def ended() -> bool:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        return False

    return wait_until(ended)


@pytest.mark.build
def test_one_that_is_killed_is_told_and_tries_again(asking: Asking, scripted: Script) -> None:
    scripted.answer("waits")
    sight = thinking(asking)
    (offer,) = scripted.asked(1)
    os.kill(offer["process"], signal.SIGKILL)
    assert gone(offer["process"])
    trouble = wait_until(lambda: asking.sight(sight["id"], "japan")["trouble"])
    assert "(the process in which it thought has ended)" in trouble["message"]
    for _ in range(3):
        assert asking.sight(sight["id"], "japan")["trouble"] == trouble
    assert len(scripted.offers) == 1
    scripted.answer("first")
    after = asking.post(f"/matches/{sight['id']}/seat", side="allies", player="scripted")
    assert after["trouble"] is None
    assert after["decision"] or after["over"]


@pytest.fixture(params=[JobBounds(1, 60, 1_500_000_000)])
def hurried(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """A server that gives its players little time and memory."""
    monkeypatch.setattr(open_matches, "THOUGHTS", request.param)


@pytest.mark.build
def test_one_that_thinks_too_long_or_takes_too_much_is_ended(hurried: None, asking: Asking, scripted: Script) -> None:
    for answer, told in (
        ("computes", "it thought for more than 1 seconds"),
        ("holds", "it took more memory than it is given"),
        ("leaves", "the process in which it thought has ended"),
    ):
        scripted.answer(answer)
        sight = asking.begin(seats={"allies": "scripted"})
        assert f"({told})" in done(asking, sight)["trouble"]["message"]


@pytest.mark.build
@pytest.mark.parametrize("hurried", [JobBounds(60, 2, 1_500_000_000)], indirect=True)
def test_one_that_waits_for_ever_is_ended(hurried: None, asking: Asking, scripted: Script) -> None:
    scripted.answer("waits")
    sight = asking.begin(seats={"allies": "scripted"})
    assert "(it had not chosen after 2 seconds)" in done(asking, sight)["trouble"]["message"]


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        ("no key", "KeyError"),
        ("not allowed", "not allowed"),
        ("nothing", "TypeError"),
        ("no choice", "not allowed"),
        ("a number", "TypeError"),
    ],
)
def test_one_that_fails_is_told_and_the_match_is_safe(asking: Asking, scripted: Script, answer: str, what: str) -> None:
    scripted.answer(answer)
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


def test_one_that_failed_tries_again_or_another_takes_the_seat(asking: Asking, scripted: Script) -> None:
    scripted.answer("by zero")
    sight = asking.begin(seats={"allies": "scripted"})
    done(asking, sight)
    where = f"/matches/{sight['id']}/seat"
    assert "ZeroDivisionError" in asking.post(where, side="allies", player="scripted")["trouble"]["message"]
    after = asking.post(where, side="allies", player="random")
    assert after["trouble"] is None
    assert after["seats"] == {"japan": "person", "allies": "random"}
    assert after["decision"] or after["over"]
    assert asking.get("/matches")[0]["seats"]["allies"] == "random"


@pytest.mark.build
def test_a_computers_seat_with_its_secrets_is_not_for_a_person(asking: Asking) -> None:
    match = asking.begin(seats={"allies": "random"})["id"]
    wrong = asking.refused(lambda: asking.post(f"/matches/{match}/seat", side="allies", player="person"))
    assert (wrong.status, wrong.error["field"]) == (403, "player")
    wrong = asking.refused(lambda: asking.post(f"/matches/{match}/seat", side="allies", player="nelson"))
    assert (wrong.status, wrong.error["field"]) == (400, "seats.allies")


@pytest.mark.build
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


@pytest.mark.build
def test_one_whose_choice_could_not_be_kept_is_not_asked_again_unbidden(
    asking: Asking, scripted: Script, monkeypatch: pytest.MonkeyPatch
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
