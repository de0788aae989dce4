"""The balance of a game: the settings of a sweep, the distribution of the games, and continuing a stopped run."""

from collections.abc import Sequence
from pathlib import Path

import pytest

import ironbottom
from ironbottom.engine.core.errors import BadValue
from ironbottom.lab.balance import Balance, SettingResult, next_games, parse_vary, play_settings, sweep
from ironbottom.lab.game_file import GameFile, SimulationSpec

PF, VITP = ironbottom.get_game("pf"), ironbottom.get_game("vitp")
SPECS = [SimulationSpec("pf", {"japan": "random", "allies": "random"}, 3, {"factor_set": name}) for name in "AB"]


def outcomes(found: Balance) -> list[object]:
    return [(setting.name, [game.winners for game in setting.games]) for setting in found.settings]


def test_without_names_each_value_of_each_option_is_tried_once() -> None:
    settings = sweep(VITP, {}, {"tie": "allies"})
    assert settings[0] == {}
    assert {len(setting) for setting in settings[1:]} == {1}
    assert [setting["bid"] for setting in settings[1:] if "bid" in setting] == [str(bid) for bid in range(1, 11)]
    assert len(settings) == 1 + sum(len(option.values) - 1 for option in VITP.options if option.name != "tie")


@pytest.mark.parametrize(
    ("vary", "options", "message"),
    [
        ({"fog": ()}, {}, "has no option 'fog'; it has factor_set, "),
        ({"factor_set": ["C"]}, {}, "'C' is not a value of factor_set; allowed: A, B"),
        ({"factor_set": ()}, {"factor_set": "B"}, "factor_set is also given as a fixed option"),
        ({}, {"factor_set": "C"}, "'C' is not a value; allowed: A, B"),
    ],
)
def test_what_cannot_be_varied_is_refused(vary: dict[str, list[str]], options: dict[str, str], message: str) -> None:
    with pytest.raises(BadValue, match=message):
        sweep(PF, vary, options)


def test_too_many_settings_are_refused() -> None:
    aap = ironbottom.get_game("aap")
    extra = {option.name: () for option in aap.options if option.name.startswith("extra_ipc")}
    with pytest.raises(BadValue, match="these are 10,000 settings; at most 1,000 are allowed"):
        sweep(aap, extra)


@pytest.mark.parametrize("texts", [["bid="], ["bid=1,,2"], ["=1"], ["bid", "bid=1"]])
def test_what_is_not_an_option_to_vary_is_refused(texts: Sequence[str]) -> None:
    with pytest.raises(BadValue, match="must be an option named once, such as bid or bid=0,2"):
        parse_vary(texts)


def test_games_go_to_the_widest_interval() -> None:
    assert next_games([SettingResult([0.5], 100), SettingResult([0.5], 10), SettingResult([1.0], 10)], 40) == [0, 40, 0]
    assert next_games([SettingResult([0.5], 20), SettingResult([0.5], 20)], 35) == [20, 15]
    assert next_games([SettingResult([1.0, 0.5], 50), SettingResult([0.9, 0.1], 50)], 10) == [10, 0], (
        "the widest of its teams counts"
    )


def test_all_games_are_played_and_the_uncertain_setting_gets_most() -> None:
    """With random play, a bid of ten points is never made up for."""
    found = ironbottom.balance("vitp", {"bid": ["0", "10"]}, 40, player="random", options={"bid_half": "yes"})
    counts = {setting.name: len(setting.games) for setting in found.settings}
    assert sum(counts.values()) == 40
    shares = {setting.name: setting.share("japan") for setting in found.settings}
    widest = max(shares, key=lambda name: shares[name][2] - shares[name][1])
    assert counts[widest] == max(counts.values())
    rows = found.table()
    assert [row["option bid"] for row in rows] == ["0", "10"]
    assert [row["games"] for row in rows] == list(counts.values())
    for row, (share, low, high) in zip(rows, shares.values(), strict=True):
        assert (row["share of japan"], row["low of japan"], row["high of japan"]) == (share, low, high)
        assert row["wins of japan"] + row["wins of allies"] + row["draws"] == row["games"]  # type: ignore[operator]


def test_a_stopped_run_continues_from_its_file(tmp_path: Path) -> None:
    over = 0

    def press(more: int) -> None:
        nonlocal over
        over += more
        if over >= 26:
            raise KeyboardInterrupt

    def play(file: Path | None, games: int = 40, **more: object) -> Balance:
        return ironbottom.balance("pf", ["factor_set"], games, player="random", seed=3, file=file, **more)  # type: ignore[arg-type]

    path = tmp_path / "games.jsonl"
    stopped = play(path, on_progress=press)
    assert stopped.stopped
    assert sum(len(setting.games) for setting in stopped.settings) == over
    whole = play(path)
    assert not whole.stopped
    assert len(path.read_text().splitlines()) == 40
    assert outcomes(whole) == outcomes(play(None))
    told: list[int] = []
    assert outcomes(play(path, on_progress=told.append)) == outcomes(whole)
    assert (sum(told), len(path.read_text().splitlines())) == (40, 40)


@pytest.mark.build
def test_the_games_are_the_same_with_any_number_of_workers() -> None:
    one, two = (play_settings(SPECS, ["japan"], 60, workers)[0] for workers in (1, 2))
    assert [[game.winners for game in games] for games in one] == [[game.winners for game in games] for games in two]


def test_games_of_a_simulation_are_used(tmp_path: Path) -> None:
    """Both spellings store the same series."""
    path = tmp_path / "games.jsonl"
    ironbottom.simulate("pf", games=4, seed=3, options={"factor_set": "B"}, file=path)
    played = path.read_text().splitlines()
    ironbottom.balance("pf", {"factor_set": ["B"]}, 5, player="random", seed=3, file=path)
    assert path.read_text().splitlines()[:4] == played
    assert len(GameFile(path).results(SPECS[1].series())) == len(path.read_text().splitlines()) == 5


def test_a_game_of_teams_has_a_share_for_each_team() -> None:
    found = ironbottom.balance("aap", {"vp_target": ["22"]}, 1, player="random", options={"last_round": "1"})
    assert found.teams == (("japan",), ("uk", "usa"))
    assert {"share of japan", "share of uk and usa"} <= set(found.table()[0])
    assert found.most_even is found.settings[0]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"games": 1}, "--games: there must be at least 2, one for each setting"),
        ({"player": "nelson"}, "there is no player 'nelson'; choose one of ensign, captain, random"),
        ({"scenario": "tea"}, "there is no scenario 'tea'; choose one of campaign"),
    ],
)
def test_what_cannot_be_played_is_refused(more: dict[str, object], message: str) -> None:
    with pytest.raises(BadValue, match=message):
        ironbottom.balance("pf", ["factor_set"], **more)  # type: ignore[arg-type]
