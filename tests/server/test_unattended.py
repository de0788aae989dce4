"""Matches without human players: few run at once, and they leave room for the opponents of people."""

import asyncio
from collections import Counter
from functools import partial
from typing import Any

import pytest

from ironbottom.server.work.jobs import ENDED, Answer
from ironbottom.server.match.open_matches import MOST_UNATTENDED, MOST_UNATTENDED_THINKING
from ironbottom.server.work.worker_pool import Workshop
from tests.server.asking import Asking, Wrong

COMPUTERS = {"japan": "random", "allies": "random"}
FULL = "8 matches without human players are in progress; try again when one of them is over or deleted"


class Thinking:
    """Players that do not choose until the end of the test."""

    def __init__(self) -> None:
        self.over = False
        self.at_once: Counter[str] = Counter()

    async def answer(self, job: str, *given: Any, kin: str = "", **_: Any) -> Answer:
        assert job == "think"
        self.at_once[str(given[1])] += 1
        while not self.over:
            await asyncio.sleep(0.01)
        return Answer(failed=ENDED)


@pytest.fixture(autouse=True)
def thinking(monkeypatch: pytest.MonkeyPatch) -> Thinking:
    made, plain = Thinking(), Workshop.answer

    def answer(self: Workshop, job: str, *given: Any, **more: Any) -> Any:
        return (made.answer if job == "think" else partial(plain, self))(job, *given, **more)

    monkeypatch.setattr(Workshop, "answer", answer)
    return made


@pytest.fixture
def unattended(asking: Asking) -> list[str]:
    """As many matches between computer players as may run at once."""
    return [asking.begin(seats=COMPUTERS, wait=0)["id"] for _ in range(MOST_UNATTENDED)]


def refused(asking: Asking, path: str, **body: Any) -> Wrong:
    wrong = asking.refused(partial(asking.post, path, **body))
    assert (wrong.status, wrong.error["message"]) == (503, FULL)
    return wrong


def test_a_match_that_a_person_leaves_to_the_computer_counts_too(asking: Asking, unattended: list[str]) -> None:
    """Axis & Allies: Britain gives up, and the computer of its ally plays on."""
    seats = {"japan": "random", "uk": "person", "usa": "random"}
    match = asking.begin(game="aap", seats=seats, wait=0)["id"]
    refused(asking, f"/matches/{match}/resign", side="uk")
    assert not asking.sight(match, "uk")["resigned"]
    asking.ask("DELETE", f"/matches/{unattended[0]}")
    asking.post(f"/matches/{match}/resign", side="uk")
    refused(asking, "/matches", game="pf", seats=COMPUTERS, wait=0)


def test_the_last_of_a_team_may_give_up_whatever_else_is_played(asking: Asking, unattended: list[str]) -> None:
    match = asking.begin(seats={"allies": "random"}, wait=0)["id"]
    assert unattended
    assert asking.post(f"/matches/{match}/resign", side="japan")["over"]


def test_eight_are_played_at_once_and_another_when_one_is_deleted(asking: Asking, unattended: list[str]) -> None:
    refused(asking, "/matches", game="pf", seats=COMPUTERS, wait=0)
    assert len(asking.get("/matches")) == MOST_UNATTENDED
    asking.ask("DELETE", f"/matches/{unattended[0]}")
    assert asking.begin(seats=COMPUTERS, wait=0)["id"]
    refused(asking, "/matches", game="pf", seats=COMPUTERS, wait=0)


def test_the_last_person_of_a_match_gives_no_seat_away_while_there_is_no_room(
    asking: Asking, unattended: list[str]
) -> None:
    match = asking.begin(seats={"allies": "random"})["id"]
    refused(asking, f"/matches/{match}/seat", side="japan", player="random", wait=0)
    assert asking.sight(match, "public")["seats"]["japan"] == "person"
    asking.post(f"/matches/{match}/seat", side="allies", player="ensign", wait=0)
    asking.ask("DELETE", f"/matches/{unattended[0]}")
    told = asking.post(f"/matches/{match}/seat", side="japan", player="random", wait=0)
    assert told["seats"] == {"japan": "random", "allies": "ensign"}
    asking.post(f"/matches/{match}/seat", side="japan", player="ensign", wait=0)


def test_people_can_still_begin_matches(asking: Asking, unattended: list[str]) -> None:
    assert asking.begin(seats={"allies": "random"})["decision"]
    assert asking.begin()["decision"]


def test_opponents_of_people_think_while_matches_without_any_wait(
    asking: Asking, unattended: list[str], thinking: Thinking
) -> None:
    """Four of eight matches think; an opponent of a person thinks at once."""
    asking.get("/matches")
    assert thinking.at_once == {"random": MOST_UNATTENDED_THINKING}
    asking.begin(seats={"japan": "ensign"}, wait=0)
    asking.get("/matches")
    assert thinking.at_once == {"random": MOST_UNATTENDED_THINKING, "ensign": 1}


def test_a_save_of_a_match_without_any_person_is_not_brought_in_while_there_is_no_room(
    asking: Asking, unattended: list[str]
) -> None:
    save = asking.ask("GET", f"/matches/{unattended[0]}/export").content
    wrong = asking.refused(partial(asking.ask, "POST", "/matches/import", content=save))
    assert (wrong.status, wrong.error["message"]) == (503, FULL)
    assert len(asking.get("/matches")) == MOST_UNATTENDED
    asking.ask("DELETE", f"/matches/{unattended[1]}")
    assert asking.ask("POST", "/matches/import", content=save).json()["id"]
