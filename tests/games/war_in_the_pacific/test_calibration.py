"""Historical actions give the means of 1,000 games in benchmarks/calibration.md; here in a short run."""

import re
from pathlib import Path

import pytest

from tests.games.war_in_the_pacific.calibration import ACTIONS, main, means
from tests.games.war_in_the_pacific.historical_actions import MIN_ERROR, Famous, Figure, Mean

DOC = Path(__file__).parents[3] / "benchmarks" / "calibration.md"
ROW = re.compile(r"\| (.*?) \| (.*?) \| ([0-9.]+) ± ([0-9.]+)(| \(apart\)) \| ([0-9.]+) \| (.*?) \|")
DOCUMENTED = {(row[0], row[1]): row[2:] for row in ROW.findall(DOC.read_text("utf-8"))}

GAMES, TOLD_OF = 40, 1000
"""The number of games here, and the number in the note."""
IDS = (
    *("sibuyan_sea", "cape_engano", "shoho", "force_z", "savo", "henderson_field", "imphal"),
    *("on_shokaku", "on_lexington", "at_midway", "on_yorktown"),
    *("off_truk", "off_noumea", "raid_on_a_link", "strike_on_a_link", "kongo_and_haruna"),
)


@pytest.mark.build
@pytest.mark.parametrize("action", ACTIONS, ids=IDS)
def test_an_action_gives_its_historical_results(action: Famous) -> None:
    for mean in means(action, GAMES, 1):
        result, error = map(float, DOCUMENTED[action.title, mean.figure.name][:2])
        of_so_few = error * (TOLD_OF / GAMES) ** 0.5  # Figures that are zero in all games have no standard error.
        assert abs(mean.mean - result) <= 3.5 * max(mean.error, of_so_few, MIN_ERROR), mean


def test_the_recorded_means_match_the_tables_except_for_the_named_deviations() -> None:
    assert len(DOCUMENTED) == sum(len(action.figures) for action in ACTIONS)
    for action in ACTIONS:
        for figure in action.figures:
            played, error, apart, by_tables, history = DOCUMENTED[action.title, figure.name]
            assert Mean(figure, float(played), float(error)).agrees == (not figure.leans) == (not apart)
            assert (float(by_tables), history) == (figure.by_tables, figure.history)


def test_a_mean_three_errors_off_is_detected() -> None:
    figure = Figure("carriers sunk", 3.86, "4")
    assert Mean(figure, 3.80, 0.03).agrees
    assert not Mean(figure, 3.70, 0.03).agrees
    assert Mean(figure, 3.82, 0.0).agrees


def test_the_command_prints_a_row_for_each_figure(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--times", "3"])
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 2 + sum(len(action.figures) for action in ACTIONS)
    assert rows[0] == "| action | figure | played | by the tables | history |"
    assert rows[2].startswith("| Sibuyan Sea, 24 October 1944 | damage of Musashi | ")
