"""The story of a match over the wire: as far as a side knows it, and open after the end."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.server.asking import Asking, Told

POSITIONS = Path(__file__).parent.parent / "browser" / "positions"


@pytest.fixture
def hot_seat(asking: Asking) -> Told:
    return asking.begin()


def test_a_side_asks_how_the_match_goes(asking: Asking, hot_seat: Told) -> None:
    told = asking.get(f"/matches/{hot_seat['id']}/story", side="japan")
    assert [turn["turn"] for turn in told["turns"]] == [1]
    assert [luck["side"] for luck in told["luck"]] == ["japan", "allies"]
    assert (told["losses"], told["battles"]) == ([], [])


def test_a_match_from_a_position_begins_with_the_lead_of_that(asking: Asking) -> None:
    match = asking.begin(position=(POSITIONS / "operation.toml").read_text(encoding="utf-8"))["id"]
    [turn] = asking.get(f"/matches/{match}/story", side="public")["turns"]
    assert (turn["turn"], turn["lead"]) == (4, -4)


@pytest.mark.parametrize("over", [False, True])
def test_a_record_that_is_brought_in_says_whether_it_is_over(asking: Asking, hot_seat: Told, over: bool) -> None:
    match = hot_seat["id"]
    if over:
        asking.post(f"/matches/{match}/resign", side="allies")
    record = asking.ask("GET", f"/matches/{match}/export").content
    assert asking.ask("POST", "/matches/import", content=record).json()["over"] is over


def test_the_open_story_comes_after_the_end(asking: Asking, hot_seat: Told) -> None:
    path = f"/matches/{hot_seat['id']}/story"
    assert asking.refused(partial(asking.get, path, side="open")).status == 403
    asking.post(f"/matches/{hot_seat['id']}/resign", side="allies")
    assert len(asking.get(path, side="open")["turns"]) == 1
