"""The story of a match over the wire: as far as a side knows it, and open after the end."""

from __future__ import annotations

from functools import partial

import pytest

from tests.server.asking import Asking, Told


@pytest.fixture
def hot_seat(asking: Asking) -> Told:
    return asking.begin()


def test_a_side_asks_how_the_match_goes(asking: Asking, hot_seat: Told) -> None:
    told = asking.get(f"/matches/{hot_seat['id']}/story", side="japan")
    assert [turn["turn"] for turn in told["turns"]] == [1]
    assert [luck["side"] for luck in told["luck"]] == ["japan", "allies"]
    assert (told["losses"], told["battles"]) == ([], [])


def test_the_open_story_comes_after_the_end(asking: Asking, hot_seat: Told) -> None:
    path = f"/matches/{hot_seat['id']}/story"
    assert asking.refused(partial(asking.get, path, side="open")).status == 403
    asking.post(f"/matches/{hot_seat['id']}/resign", side="allies")
    assert len(asking.get(path, side="open")["turns"]) == 1
