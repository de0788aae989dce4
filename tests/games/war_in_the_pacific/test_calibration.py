"""Famous actions through the referee give in the mean what the tables gave when they were made; in short."""

import pytest

from tests.games.war_in_the_pacific.calibration import ACTIONS, Famous, Figure, Mean, main, means


@pytest.mark.parametrize("action", ACTIONS, ids=[action.title for action in ACTIONS])
def test_an_action_gives_what_the_tables_gave(action: Famous) -> None:
    found = means(action, 50, 1)
    assert [mean.figure for mean in found] == list(action.figures)
    assert all(mean.agrees for mean in found), found
    assert all(mean.mean > 0 for mean in found)


def test_a_mean_three_errors_off_is_told_apart() -> None:
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
