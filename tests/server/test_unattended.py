"""Matches without human players: only a few run at once, and they leave room for the opponents of people."""

import asyncio
from collections import Counter
from functools import partial
from typing import Any

import pytest

from ironbottom.server.match.open_matches import MAX_UNATTENDED, MAX_UNATTENDED_THINKING
from ironbottom.server.work.jobs import EXITED, JobResult
from ironbottom.server.work.worker_pool import WorkerPool
from tests.server.api_client import ApiClient, ErrorResponse

COMPUTERS = {"japan": "random", "allies": "random"}
FULL = "8 matches without human players are in progress; try again when one of them is over or deleted"


class Thinking:
    """Computer players that do not choose until the end of the test."""

    def __init__(self) -> None:
        self.over = False
        self.at_once: Counter[str] = Counter()

    async def run(self, job: str, *given: Any, affinity: str = "", **_: Any) -> JobResult:
        assert job == "choose"
        self.at_once[str(given[1])] += 1
        while not self.over:
            await asyncio.sleep(0.01)
        return JobResult(failure=EXITED)


@pytest.fixture(autouse=True)
def thinking(monkeypatch: pytest.MonkeyPatch) -> Thinking:
    made, plain = Thinking(), WorkerPool.run

    def run(self: WorkerPool, job: str, *given: Any, **more: Any) -> Any:
        return (made.run if job == "choose" else partial(plain, self))(job, *given, **more)

    monkeypatch.setattr(WorkerPool, "run", run)
    return made


@pytest.fixture
def unattended(api: ApiClient) -> list[str]:
    """As many matches between computer players as may run at once."""
    return [api.begin(seats=COMPUTERS, wait=0)["id"] for _ in range(MAX_UNATTENDED)]


def error_of(api: ApiClient, path: str, **body: Any) -> ErrorResponse:
    error = api.error_of(partial(api.post, path, **body))
    assert (error.status, error.error["message"]) == (503, FULL)
    return error


def test_a_match_that_its_last_person_resigns_counts_too(api: ApiClient, unattended: list[str]) -> None:
    """Axis & Allies: Britain resigns, and its ally's computer player plays on."""
    seats = {"japan": "random", "uk": "person", "usa": "random"}
    match = api.begin(game="aap", seats=seats, wait=0)["id"]
    error_of(api, f"/matches/{match}/resign", side="uk")
    assert not api.view(match, "uk")["resigned"]
    api.request("DELETE", f"/matches/{unattended[0]}")
    api.post(f"/matches/{match}/resign", side="uk")
    error_of(api, "/matches", game="pf", seats=COMPUTERS, wait=0)


def test_the_last_of_a_team_may_always_resign(api: ApiClient, unattended: list[str]) -> None:
    match = api.begin(seats={"allies": "random"}, wait=0)["id"]
    assert unattended
    assert api.post(f"/matches/{match}/resign", side="japan")["over"]


def test_eight_run_at_once_and_another_when_one_is_deleted(api: ApiClient, unattended: list[str]) -> None:
    error_of(api, "/matches", game="pf", seats=COMPUTERS, wait=0)
    assert len(api.get("/matches")) == MAX_UNATTENDED
    api.request("DELETE", f"/matches/{unattended[0]}")
    assert api.begin(seats=COMPUTERS, wait=0)["id"]
    error_of(api, "/matches", game="pf", seats=COMPUTERS, wait=0)


def test_the_last_person_of_a_match_keeps_the_seat_at_the_limit(api: ApiClient, unattended: list[str]) -> None:
    match = api.begin(seats={"allies": "random"})["id"]
    error_of(api, f"/matches/{match}/seat", side="japan", player="random", wait=0)
    assert api.view(match, "public")["seats"]["japan"] == "person"
    api.post(f"/matches/{match}/seat", side="allies", player="ensign", wait=0)
    api.request("DELETE", f"/matches/{unattended[0]}")
    response = api.post(f"/matches/{match}/seat", side="japan", player="random", wait=0)
    assert response["seats"] == {"japan": "random", "allies": "ensign"}
    api.post(f"/matches/{match}/seat", side="japan", player="ensign", wait=0)


def test_people_can_still_begin_matches(api: ApiClient, unattended: list[str]) -> None:
    assert api.begin(seats={"allies": "random"})["decision"]
    assert api.begin()["decision"]


def test_opponents_of_people_think_while_matches_without_any_wait(
    api: ApiClient, unattended: list[str], thinking: Thinking
) -> None:
    """In four of eight matches, computer players think; the opponent of a person can think at once."""
    api.get("/matches")
    assert thinking.at_once == {"random": MAX_UNATTENDED_THINKING}
    api.begin(seats={"japan": "ensign"}, wait=0)
    api.get("/matches")
    assert thinking.at_once == {"random": MAX_UNATTENDED_THINKING, "ensign": 1}


def test_a_save_without_any_person_is_not_imported_at_the_limit(api: ApiClient, unattended: list[str]) -> None:
    save = api.request("GET", f"/matches/{unattended[0]}/export").content
    error = api.error_of(partial(api.request, "POST", "/matches/import", content=save))
    assert (error.status, error.error["message"]) == (503, FULL)
    assert len(api.get("/matches")) == MAX_UNATTENDED
    api.request("DELETE", f"/matches/{unattended[1]}")
    assert api.request("POST", "/matches/import", content=save).json()["id"]
