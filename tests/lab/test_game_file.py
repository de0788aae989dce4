"""Simulated games in files: none is played twice or lost, and the parts of a simulation can be joined."""

from collections.abc import Sequence
from pathlib import Path

import pytest

import ironbottom
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.registry import get_game
from ironbottom.lab import parallel
from ironbottom.lab.game_file import GameFile, PartOfGames, Series, SimulationSpec, StoredGame, parse_part
from ironbottom.lab.parallel import play_all
from ironbottom.lab.simulation import GameResult, play_game

RULES = get_game("pf").rules()
SEATS = {"japan": "ensign", "allies": "random"}
SPEC = SimulationSpec("pf", SEATS, seed=3)


def outcomes(games: Sequence[GameResult]) -> list[object]:
    """The parts of results that do not depend on the clock."""
    return [(game.winners, game.measures, game.verbs, game.decisions, game.turns) for game in games]


def play(games: int, file: GameFile | None = None, part: PartOfGames = parallel.WHOLE) -> list[GameResult]:
    return play_all(SPEC, games, part=part, file=file)


def test_a_simulation_continues_from_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.jsonl"
    whole = play(5)
    first = play(2, GameFile(path))
    path.write_bytes(path.read_bytes() + b'{"series": {"game"')  # stopped while writing
    played: list[int] = []

    def noted(*arguments: object) -> GameResult:
        played.append(arguments[3])  # type: ignore[arg-type]
        return play_game(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(parallel, "play_game", noted)
    again = play(5, GameFile(path))
    assert played == [2, 3, 4]
    assert again[:2] == first
    assert outcomes(again) == outcomes(whole)
    assert play(5, GameFile(path)) == again
    assert played == [2, 3, 4]
    assert len(path.read_text().splitlines()) == 5


def test_parts_add_up_to_the_whole(tmp_path: Path) -> None:
    """Three machines share seven games; their files are joined, in any order and with a repeated line."""
    for number in (1, 2, 3):
        play(7, GameFile(tmp_path / f"{number}.jsonl"), PartOfGames(number, 3))
    lines = [(tmp_path / f"{number}.jsonl").read_text() for number in (3, 1, 2, 1)]
    joined = tmp_path / "all.jsonl"
    joined.write_text("".join(lines))
    file = GameFile(joined)
    assert sorted(file.results(SPEC.series())) == list(range(7))
    assert outcomes(play(7, file)) == outcomes(play(7))


def test_an_interrupted_simulation_keeps_the_finished_games(tmp_path: Path) -> None:
    over = 0

    def press(more: int) -> None:
        nonlocal over
        over += more
        if over >= 3:
            raise KeyboardInterrupt

    file = GameFile(tmp_path / "games.jsonl")
    assert len(play_all(SPEC, 8, 1, press, file=file)) == 3
    assert sorted(GameFile(file.path).results(SPEC.series())) == [0, 1, 2]


@pytest.mark.parametrize(
    "other",
    [
        SimulationSpec("pf", SEATS, seed=4).series(),
        SimulationSpec("pf", {**SEATS, "allies": "ensign"}, seed=3).series(),
        SimulationSpec("pf", SEATS, 3, {"factor_set": "B"}).series(),
        Series("pacific_fury", SEATS, 3, RULES.options, "campaign", "an older version", RULES.digest),
    ],
    ids=["seed", "players", "options", "rules"],
)
def test_games_of_another_series_are_not_taken(tmp_path: Path, other: Series) -> None:
    file = GameFile(tmp_path / "games.jsonl")
    file.add(other, StoredGame(0, play(1)[0]))
    assert list(GameFile(file.path).results(other)) == [0]
    assert GameFile(file.path).results(SPEC.series()) == {}


def test_a_file_of_something_else_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    play(1, GameFile(path))
    path.write_text(path.read_text() + '{"format": 3}\n')
    with pytest.raises(BadValue, match=r"line 2 of .*games\.jsonl is not a simulated game"):
        GameFile(path)


def test_a_file_that_cannot_be_read_or_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadValue, match="cannot be read"):
        GameFile(tmp_path)
    with pytest.raises(BadValue, match="cannot be written"):
        play(1, GameFile(tmp_path / "none" / "games.jsonl"))


@pytest.mark.parametrize("text", ["3", "0/4", "5/4", "1/0", "-1/4", "a/b", "1/4/2", "1,4"])
def test_what_is_not_a_part_is_refused(text: str) -> None:
    with pytest.raises(BadValue, match="write the third of eight parts as 3/8"):
        parse_part(text)


@pytest.mark.parametrize("parts", [1, 2, 3, 7, 11])
def test_every_game_is_in_exactly_one_part(parts: int) -> None:
    games = [number for part in range(1, parts + 1) for number in PartOfGames(part, parts).games(10)]
    assert sorted(games) == list(range(10))


def test_a_program_can_store_a_part(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    second = ironbottom.simulate("pf", SEATS, 5, seed=3, file=path, part="2/2")
    assert [row["number"] for row in second.table()] == [1, 3]
    assert outcomes(second.games) == outcomes(play(5))[1::2]
    assert len(path.read_text().splitlines()) == 2
