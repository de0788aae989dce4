"""Computer players: they run in other processes, and nothing that they do can harm the match."""

import os
import signal
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from ironbottom.bots import registry
from ironbottom.server.match import open_matches
from ironbottom.server.storage.database import Store
from ironbottom.server.work import worker_pool
from ironbottom.server.work.worker_pool import JobLimits
from ironbottom.testing.waiting import wait_until
from tests.server import scripted_players as players
from tests.server.api_client import ApiClient, JsonObject, offered_choices
from tests.server.scripted_players import PlayerControl


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> PlayerControl:
    """Adds the players ``scripted`` and ``counting`` to every game."""
    home = tmp_path / "players"
    home.mkdir()
    monkeypatch.setenv(players.FOLDER, str(home))
    monkeypatch.setattr(worker_pool, "COMMAND", players.COMMAND)
    monkeypatch.setattr(registry, "_own_bots", players.with_scripted(registry._own_bots))
    return PlayerControl(home)


def done(api: ApiClient, match_view: JsonObject) -> JsonObject:
    """Forms Japan's task forces in one act; then the other side must choose."""
    units = [choice[1] for choice in offered_choices(match_view) if choice[0] == "assign"]
    return api.act(match_view, ["assign", units[0], "1"], ["done"], wait=30)


def thinking(api: ApiClient) -> JsonObject:
    """A match in which the computer player thinks about its first choice until it may answer."""
    return api.act(api.begin(seats={"allies": "scripted"}), *_all_of_japan(api), wait=0)


def _all_of_japan(api: ApiClient) -> list[list[str]]:
    match_view = api.view(api.get("/matches")[0]["id"], "japan")
    units = [choice[1] for choice in offered_choices(match_view) if choice[0] == "assign"]
    return [["assign", units[0], "1"], ["done"]]


@pytest.mark.build
def test_the_computer_chooses_until_a_person_must(api: ApiClient, scripted: PlayerControl) -> None:
    match_view = api.begin(seats={"allies": "scripted"})
    after = done(api, match_view)
    assert len(scripted.offers) > 1
    assert {offer["side"] for offer in scripted.offers} == {"allies"}
    assert after["decision"] or after["over"]
    assert after["waiting"] == []


@pytest.mark.build
def test_its_process_has_no_match_no_state_and_no_dice(api: ApiClient, scripted: PlayerControl) -> None:
    match_view = api.begin(seats={"allies": "scripted"})
    done(api, match_view)
    for offer in scripted.offers:
        assert offer["process"] != os.getpid()
        assert offer["hidden"] == []
        assert offer["view"]["side"] == "allies"


def test_one_player_object_makes_all_choices_of_a_seat(api: ApiClient, scripted: PlayerControl) -> None:
    done(api, api.begin(seats={"allies": "counting"}))
    assert [offer["asked"] for offer in scripted.offers] == list(range(1, len(scripted.offers) + 1))
    assert len({offer["seed"] for offer in scripted.offers}) == 1


@pytest.mark.build
def test_it_runs_in_parallel_to_the_server(api: ApiClient, scripted: PlayerControl) -> None:
    """While the computer player thinks, the act is answered and other requests are served; its choice comes later."""
    scripted.answer("waits")
    match_view = thinking(api)
    assert match_view["decision"] is None
    assert match_view["waiting"] == [{"side": "allies", "title": "the Allies", "player": "scripted", "thinking": True}]
    assert api.begin()["decision"]
    assert api.get("/matches")[1]["waiting"] == ["allies"]
    scripted.may_answer()
    assert wait_until(lambda: api.view(match_view["id"], "japan")["decision"])


@pytest.mark.build
def test_no_match_waits_for_the_computer_player_of_another(api: ApiClient, scripted: PlayerControl) -> None:
    """Three matches whose players never answer; in a fourth the computer player still chooses."""
    scripted.answer("waits")
    waiting = [thinking(api)["id"] for _ in range(3)]
    assert len({offer["process"] for offer in scripted.wait_for_offers(3)}) == 3
    after = done(api, api.begin(seats={"allies": "random"}))
    assert after["decision"] or after["over"]
    assert all(api.view(match, "japan")["waiting"][0]["thinking"] for match in waiting)


@pytest.mark.build
def test_its_choice_is_dropped_when_the_match_has_changed(api: ApiClient, scripted: PlayerControl) -> None:
    """If the person takes a choice back while the computer player thinks, nothing is chosen for the computer."""
    scripted.answer("waits")
    after = thinking(api)
    scripted.wait_for_offers(1)
    where = f"/matches/{after['id']}/undo"
    back = api.post(where, side="japan", seq=after["seq"], wait=0)
    assert back["decision"]
    scripted.may_answer()
    scripted.answer("first")
    done(api, api.begin(seats={"allies": "scripted"}))
    now = api.view(after["id"], "japan")
    assert (now["seq"], now["view"], now["trouble"]) == (back["seq"], back["view"], None)
    assert now["waiting"] == []


def test_deleting_a_match_ends_its_computer_players(api: ApiClient, scripted: PlayerControl) -> None:
    scripted.answer("waits")
    match = thinking(api)["id"]
    (offer,) = scripted.wait_for_offers(1)
    api.request("DELETE", f"/matches/{match}")
    assert gone(offer["process"])


def gone(process: int) -> bool:
    """Returns whether a process ends."""

    def ended() -> bool:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        return False

    return wait_until(ended)


@pytest.mark.build
def test_one_that_is_killed_is_reported_and_tries_again(api: ApiClient, scripted: PlayerControl) -> None:
    scripted.answer("waits")
    match_view = thinking(api)
    (offer,) = scripted.wait_for_offers(1)
    os.kill(offer["process"], signal.SIGKILL)
    assert gone(offer["process"])
    trouble = wait_until(lambda: api.view(match_view["id"], "japan")["trouble"])
    assert "(its process ended)" in trouble["message"]
    for _ in range(3):
        assert api.view(match_view["id"], "japan")["trouble"] == trouble
    assert len(scripted.offers) == 1
    scripted.answer("first")
    after = api.post(f"/matches/{match_view['id']}/seat", side="allies", player="scripted", wait=30)
    assert after["trouble"] is None
    assert after["decision"] or after["over"]


@pytest.fixture(params=[JobLimits(1, 60, 1_500_000_000)])
def short_time_limit(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """A server that gives its computer players little time and memory."""
    monkeypatch.setattr(open_matches, "BOT_LIMITS", request.param)


@pytest.mark.build
def test_one_that_takes_too_much_time_or_memory_is_ended(
    short_time_limit: None, api: ApiClient, scripted: PlayerControl
) -> None:
    for answer, response in (
        ("computes", "it used more than 1 seconds of processor time"),
        ("holds", "it used too much memory"),
        ("leaves", "its process ended"),
    ):
        scripted.answer(answer)
        match_view = api.begin(seats={"allies": "scripted"})
        assert f"({response})" in done(api, match_view)["trouble"]["message"]


@pytest.mark.build
@pytest.mark.parametrize("short_time_limit", [JobLimits(60, 2, 1_500_000_000)], indirect=True)
def test_one_that_waits_forever_is_ended(short_time_limit: None, api: ApiClient, scripted: PlayerControl) -> None:
    scripted.answer("waits")
    match_view = api.begin(seats={"allies": "scripted"})
    assert "(it did not choose within 2 seconds)" in done(api, match_view)["trouble"]["message"]


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
def test_one_that_fails_is_reported_and_the_match_is_safe(
    api: ApiClient, scripted: PlayerControl, answer: str, what: str
) -> None:
    scripted.answer(answer)
    match_view = api.begin(seats={"allies": "scripted"})
    after = done(api, match_view)
    trouble = after["trouble"]
    assert (trouble["side"], trouble["player"]) == ("allies", "scripted")
    assert what in trouble["message"]
    assert "wasp" not in trouble["message"]
    assert after["waiting"][0]["thinking"] is False
    calls = len(scripted.offers)
    again = api.view(match_view["id"], "japan")
    assert (again["view"], again["seq"], again["trouble"]) == (after["view"], after["seq"], trouble)
    assert len(scripted.offers) == calls


def test_one_that_failed_tries_again_or_another_takes_the_seat(api: ApiClient, scripted: PlayerControl) -> None:
    scripted.answer("by zero")
    match_view = api.begin(seats={"allies": "scripted"})
    done(api, match_view)
    where = f"/matches/{match_view['id']}/seat"
    assert "ZeroDivisionError" in api.post(where, side="allies", player="scripted")["trouble"]["message"]
    after = api.post(where, side="allies", player="random")
    assert after["trouble"] is None
    assert after["seats"] == {"japan": "person", "allies": "random"}
    assert after["decision"] or after["over"]
    assert api.get("/matches")[0]["seats"]["allies"] == "random"


@pytest.mark.build
def test_a_person_cannot_take_a_computers_seat_with_its_secrets(api: ApiClient) -> None:
    match = api.begin(seats={"allies": "random"})["id"]
    error = api.error_of(lambda: api.post(f"/matches/{match}/seat", side="allies", player="person"))
    assert (error.status, error.error["field"]) == (403, "player")
    error = api.error_of(lambda: api.post(f"/matches/{match}/seat", side="allies", player="nelson"))
    assert (error.status, error.error["field"]) == (400, "seats.allies")


@pytest.mark.build
def test_a_person_gives_the_seat_to_a_computer(api: ApiClient) -> None:
    match = api.begin()["id"]
    after = api.post(f"/matches/{match}/seat", side="japan", player="random")
    assert (after["side"], after["seats"]["japan"]) == ("allies", "random")
    assert after["decision"]
    assert api.error_of(lambda: api.view(match, "japan")).status == 403


def test_no_seat_can_be_taken_after_the_end(api: ApiClient) -> None:
    match = api.begin()["id"]
    api.post(f"/matches/{match}/resign", side="japan")
    error = api.error_of(lambda: api.post(f"/matches/{match}/seat", side="japan", player="random"))
    assert (error.status, error.error["message"]) == (400, "the match is over")


@pytest.mark.build
def test_one_whose_choice_could_not_be_stored_waits_for_a_request(
    api: ApiClient, scripted: PlayerControl, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_view = api.begin(seats={"allies": "scripted"})
    honest, kept = Store.add_lines, 0

    def full_after_the_first(*given: Any) -> None:
        nonlocal kept
        kept += 1
        if kept > 1:
            raise sqlite3.OperationalError("database or disk is full")
        honest(*given)

    with monkeypatch.context() as patched:
        patched.setattr(Store, "add_lines", full_after_the_first)
        after = done(api, match_view)
        assert "could not be carried out or stored" in after["trouble"]["message"]
        calls = len(scripted.offers)
        for _ in range(3):
            assert api.view(match_view["id"], "japan")["trouble"] == after["trouble"]
        assert len(scripted.offers) == calls == 1
    where = f"/matches/{match_view['id']}/seat"
    again = api.post(where, side="allies", player="scripted", wait=30)
    assert again["trouble"] is None
    assert again["decision"] or again["over"]
