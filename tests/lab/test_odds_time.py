"""The times of odds in self-played games: the computations that are counted, and the report."""

from __future__ import annotations

import pytest

from ironbottom.engine.rules.registry import get_game
from ironbottom.lab import odds_time
from ironbottom.lab.odds_time import AT_DECISIONS, ON_BOARD, TimedOdds, lines_of_times, timed, times_in_game


def test_a_game_gives_the_times_of_all_odds_in_it() -> None:
    found = times_in_game(get_game("pf").rules(), "ensign", 1, None, 0)
    assert {one.what for one in found} == {AT_DECISIONS, ON_BOARD}
    assert all(one.milliseconds >= 0 for one in found)
    assert len({one.question for one in found}) > 1


def test_it_counts_what_a_computation_finds() -> None:
    assert timed(list).found == 0
    taken = timed(lambda: [1, 2])
    assert taken.found == 2
    assert taken.milliseconds >= 0


def test_the_report_names_the_share_under_the_goal_and_the_longest() -> None:
    found = [TimedOdds(AT_DECISIONS, "fight", 1.0)] * 99 + [TimedOdds(AT_DECISIONS, "raid", 50.0)]
    first, second = lines_of_times(found)
    assert first == "tables of decisions: 100; median 1.00 ms, 99 % within 1.0 ms, longest 50 ms (raid)"
    assert second.startswith("  under 20 ms: 99.00 % (")


def test_the_command_prints_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert odds_time.main(["pf", "--games", "1", "--workers", "1"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("pacific_fury, 1 games, seed 1\ntables of decisions: ")
    assert odds_time.main(["chess"]) == 1
    assert "no game is called" in capsys.readouterr().err
