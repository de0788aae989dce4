"""Paired games: the same dice in both seatings, stored, continued, and rated."""

from pathlib import Path
from random import Random

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.registry import get_game
from ironbottom.lab import pairs
from ironbottom.lab.pairs import Contest, Pair, PairFile, decision_time, play_pair, played, points_of
from ironbottom.lab.rating import Bounds, elo, elo_interval, log_likelihood_ratio, share_of, verdict
from ironbottom.lab.simulation import play_game

RULES = get_game("pf").rules()
CONTEST = Contest("pacific_fury", ("ensign", "random"), 3)


def results(found: list[Pair]) -> list[object]:
    """The parts of pairs that do not depend on the clock."""
    return [(pair.number, pair.points, pair.decisions) for pair in found]


def test_a_pair_is_one_game_in_each_seating_with_the_same_dice() -> None:
    pair = play_pair(RULES, CONTEST, 4)
    games = [play_game(RULES, dict(zip(("japan", "allies"), seats, strict=True)), 3, 4) for seats in SEATS]
    assert pair.points == tuple(points_of(game, "ensign") for game in games)
    assert pair.decisions == (
        games[0].decisions["japan"] + games[1].decisions["allies"],
        games[0].decisions["allies"] + games[1].decisions["japan"],
    )
    assert decision_time([pair], 0).mean > 0
    assert decision_time([pair], 0).most >= decision_time([pair], 0).mean


SEATS = (("ensign", "random"), ("random", "ensign"))


def test_a_team_of_two_sides_has_one_player() -> None:
    contest = Contest("axis_allies_pacific", ("ensign", "random"), 1, {"last_round": "1"})
    pair = play_pair(get_game("aap").rules(contest.options), contest, 0)
    assert len(pair.points) == 2
    assert set(pair.points) <= {0.0, 0.5, 1.0}


def test_a_contest_continues_from_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pairs.jsonl"
    whole = list(played(CONTEST, 4, 1, PairFile(None)))
    first = list(played(CONTEST, 2, 1, PairFile(path)))
    path.write_bytes(path.read_bytes() + b'{"contest": {"game"')  # stopped while writing
    asked: list[int] = []

    def noted(contest: Contest, numbers: range) -> list[Pair]:
        asked.extend(numbers)
        return honest(contest, numbers)

    honest = pairs.play_pairs
    monkeypatch.setattr(pairs, "play_pairs", noted)
    again = list(played(CONTEST, 4, 1, PairFile(path)))
    assert asked == [2, 3]
    assert again[:2] == first
    assert results(again) == results(whole)
    assert list(played(CONTEST, 4, 1, PairFile(path))) == again
    assert len(path.read_text().splitlines()) == 4


def test_a_file_keeps_contests_apart(tmp_path: Path) -> None:
    file = PairFile(tmp_path / "pairs.jsonl")
    pair = Pair(0, (1.0, 0.5), (1, 1), (0.1, 0.1), (0.1, 0.1))
    file.add(CONTEST, pair)
    opened = PairFile(tmp_path / "pairs.jsonl")
    assert opened.results(CONTEST) == {0: pair}
    for other in (
        Contest("pacific_fury", ("random", "ensign"), 3),
        Contest("pacific_fury", ("ensign", "random"), 4),
        Contest("pacific_fury", ("ensign", "random"), 3, {"factor_set": "B"}),
    ):
        assert opened.results(other) == {}


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text('{"format": 3}\n')
    with pytest.raises(BadValue, match=r"line 1 of .*other\.jsonl is not a pair of games"):
        PairFile(path)


@pytest.mark.build
def test_pairs_are_the_same_with_any_number_of_workers() -> None:
    assert results(list(played(CONTEST, 5, 2, PairFile(None)))) == results(list(played(CONTEST, 5, 1, PairFile(None))))


# -- ratings -------------------------------------------------------------------------------------------


def test_elo_and_share_are_inverse() -> None:
    for difference in (-300, -20, 0, 60, 200):
        assert elo(share_of(difference)) == pytest.approx(difference)
    low, high = elo_interval(60, 100)[1:]
    assert low < elo(0.6) < high
    assert elo_interval(600, 1000)[1] > low


def pairs_at(difference: float, random: Random, count: int) -> list[float]:
    """The mean points of pairs of independent games with this Elo difference."""
    share = share_of(difference)
    return [((random.random() < share) + (random.random() < share)) / 2 for _ in range(count)]


@pytest.mark.parametrize(("difference", "stronger"), [(0, False), (60, True), (-100, False), (200, True)])
def test_the_sequential_test_errs_in_few_cases(difference: float, stronger: bool) -> None:
    random, bounds, wrong, lengths = Random(7), Bounds(), 0, []
    for _ in range(100):
        means: list[float] = []
        while (found := verdict(means, bounds)) is None:
            means += pairs_at(difference, random, 1)
        wrong += found is not stronger
        lengths.append(len(means))
    assert wrong <= 12
    assert sum(lengths) / 100 < (40 if abs(difference) >= 100 else 160)


def test_the_ratio_grows_with_every_win_and_a_few_wins_decide_nothing() -> None:
    ratios = [log_likelihood_ratio([1.0] * count, Bounds()) for count in range(6)]
    assert ratios == sorted(ratios)
    assert ratios[0] == 0
    assert verdict([1.0] * 4, Bounds()) is None
    assert verdict([0.0] * 4, Bounds()) is None
