"""The planning suite: its positions are fixed, every seating is played, and an agent can be a file."""

from hashlib import sha256
from pathlib import Path

import pytest

import ironbottom
from ironbottom.engine.core.errors import BadValue
from ironbottom.lab.planning import FOLDER, SUITE, games_in_suite, planning_positions, play_task, score_agent, tasks

DIGESTS = {1: "49c3c432c66b28d58d886a13481a7bfb82a072f45d3062c65a16ea48853a56fd"}
"""The digest of all positions of each version of the suite."""

FIRST_CHOICE = """
class First:
    def choose(self, offer):
        return offer.choices[0]

def make_player(rules, side, seed):
    return First()
"""


def test_every_game_has_positions_in_progress() -> None:
    assert games_in_suite() == ironbottom.all_games()
    for game in games_in_suite():
        assert len(planning_positions(game)) == 4
        for path in planning_positions(game):
            state = ironbottom.positions.load(path)
            assert state.rules.game is game
            assert not state.is_over


def test_changed_positions_need_another_suite() -> None:
    """After a change of the positions, raise ``SUITE`` and measure the baselines again."""
    digest = sha256()
    for path in sorted(FOLDER.iterdir()):
        digest.update(path.name.encode() + path.read_bytes())
    assert digest.hexdigest() == DIGESTS[SUITE]


def test_each_position_is_played_in_every_seating_with_each_seed() -> None:
    named = [(task.position.stem, task.team, task.number) for task in tasks(ironbottom.get_game("aap"), "random", 2)]
    assert len(named) == len(set(named)) == 4 * 2 * 2
    assert {team for _, team, _ in named} == {team.id for team in ironbottom.get_game("aap").alliances.teams}


def test_a_game_is_the_same_in_every_run() -> None:
    task = tasks(ironbottom.get_game("pf"), "random", 1)[0]
    one, two = play_task(task), play_task(task)
    assert (one.points, one.decisions) == (two.points, two.decisions)
    assert one.decisions > 10


def test_the_opponent_beats_random() -> None:
    (score,) = score_agent("random", ["pf"], rounds=3)
    assert len(score.results) == 24
    assert score.share[2] < 0.5
    assert score.milliseconds < score.longest


def test_the_opponent_itself_scores_half() -> None:
    """The games of the opponent against itself are the same in both seatings."""
    (score,) = score_agent("ensign", ["pf"], rounds=2)
    assert score.share[0] == 0.5


def test_an_agent_can_be_a_file(tmp_path: Path) -> None:
    path = tmp_path / "first.py"
    path.write_text(FIRST_CHOICE)
    (score,) = score_agent(str(path), ["pf"], rounds=1)
    assert len(score.results) == 8
    assert {result.points for result in score.results} <= {0, 0.5, 1}


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def make(rules): pass", "has no function make_player"),
        ("def make_player(rules, side, seed): return 3", "must return a player, with a method choose"),
        ("def make_player(rules, side, seed):\n    return nothing", r"line 2 of .*mine\.py: NameError"),
    ],
)
def test_a_file_without_an_agent_is_refused(tmp_path: Path, source: str, message: str) -> None:
    (tmp_path / "mine.py").write_text(source)
    with pytest.raises(BadValue, match=message):
        list(score_agent(str(tmp_path / "mine.py"), ["pf"], rounds=1))


@pytest.mark.parametrize(
    ("agent", "games", "rounds", "message"),
    [
        ("nelson", ["pf"], 1, "has no player 'nelson'; choose one of ensign, captain, random, or a Python file"),
        ("nelson", [], 1, "has no player 'nelson'"),
        ("kimmel", ["witp"], 1, "has no player 'kimmel'; choose one of ensign, "),
        ("random", ["pf"], 0, "--rounds: there must be at least one round"),
        ("random", ["chess"], 1, "no game is called 'chess'"),
    ],
)
def test_what_cannot_be_scored_is_refused(agent: str, games: list[str], rounds: int, message: str) -> None:
    with pytest.raises(BadValue, match=message):
        list(score_agent(agent, games, rounds=rounds))
