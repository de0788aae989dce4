"""Figures that a user adds to simulated games, from a Python file."""

from pathlib import Path

import pytest

import ironbottom
from ironbottom.engine.core.errors import BadValue
from ironbottom.lab.custom_measures import load_measure

COUNTING = """
def measure(game):
    assert game.result["winners"] and game.view["turn"] == 4
    return {"my ships sunk": sum(event.type == "sunk" for event in game.events)}
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(COUNTING)
    return tmp_path / "mine.py"


def test_a_figure_is_counted_in_each_game(path: Path) -> None:
    ran = ironbottom.simulate("pf", games=3, measure=path)
    for game in ran.games:
        assert game.measures["my ships sunk"] == sum(
            game.measures[f"ships of {side} sunk"] for side in ("japan", "allies")
        )
    assert ran.table()[0]["my ships sunk"] == ran.games[0].measures["my ships sunk"]


@pytest.mark.build
def test_a_figure_is_the_same_with_any_number_of_workers(path: Path) -> None:
    one, two = (ironbottom.simulate("pf", games=4, measure=path, workers=many).games for many in (1, 2))
    assert [game.measures for game in one] == [game.measures for game in two]


def test_stored_games_are_taken_only_with_the_same_file(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"

    def stored(measure: Path | None) -> int:
        ironbottom.simulate("pf", games=1, file=file, measure=measure)
        return len(file.read_text().splitlines())

    assert (stored(path), stored(path)) == (1, 1)
    path.write_text(COUNTING + "# changed\n")
    assert stored(path) == 2
    assert (stored(None), stored(None)) == (3, 3)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("x = ", r"mine\.py: SyntaxError"),
        ("import nothing_of_that_name", "ModuleNotFoundError"),
        ("measure = 3", "has no function measure"),
        ("def count(game): return {}", "has no function measure"),
        ("def measure(game):\n    return game.nothing", r"line 2 of .*mine\.py: AttributeError"),
        ("def measure(game):\n    return 3", "must return numbers by name"),
        ("def measure(game):\n    return {'a': 'b'}", "must return numbers by name"),
        ("def measure(game):\n    return {'score of japan': 1}", "already has a measure 'score of japan'"),
        (
            "def measure(game):\n    return {f'after {len(game.events)} events': 1}",
            "do not both have the figure 'after",
        ),
    ],
)
def test_a_file_that_cannot_measure_is_reported(tmp_path: Path, source: str, message: str) -> None:
    (tmp_path / "mine.py").write_text(source)
    with pytest.raises(BadValue, match=message):
        ironbottom.simulate("pf", games=2, measure=tmp_path / "mine.py")


def test_a_file_that_cannot_be_read_is_reported(tmp_path: Path) -> None:
    with pytest.raises(BadValue, match="cannot be read"):
        load_measure(tmp_path / "none.py")
    (tmp_path / "mine.txt").write_text(COUNTING)
    with pytest.raises(BadValue, match=r"must be a Python file, ending in \.py"):
        load_measure(tmp_path / "mine.txt")
