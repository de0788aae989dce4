"""Recorded games of one and of two Game-Turns must be played again as they were, to the same end."""

from __future__ import annotations

from pathlib import Path

import pytest

from ironbottom.engine.record import End, read_record
from ironbottom.engine.replay import replay
from ironbottom.games.war_in_the_pacific.game import WarInThePacific

RECORDED = sorted((Path(__file__).parent / "recorded").glob("*.jsonl"))


@pytest.mark.parametrize(
    "path", [RECORDED[0], pytest.param(RECORDED[1], marks=pytest.mark.thorough)], ids=lambda path: path.stem
)
def test_a_recorded_game_is_played_again(path: Path) -> None:
    record = read_record(path)
    again = replay(record, game=WarInThePacific())
    assert again.parted is None
    assert not again.notes
    (end,) = [act for act in record.acts if isinstance(act, End)]
    result = again.match.result()
    assert result is not None
    assert (result["winners"], result["score"]) == (end.result["winners"], end.result["score"])
    assert again.match.state.hash() == end.state
