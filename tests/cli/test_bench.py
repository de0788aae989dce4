"""``ironbottom bench``: its rows with their peers, measured in rounds."""

import json
import time
from pathlib import Path

import pytest

from ironbottom import compiled
from ironbottom.cli.benchmarks import builds, server
from ironbottom.cli.benchmarks import report as benchmark_report
from ironbottom.cli.benchmarks.games import Task, copy_states, is_large, new_state, play_randomly
from ironbottom.cli.benchmarks.large_game import WANTED, kit_game
from ironbottom.cli.benchmarks.report import BenchTally, measure, report
from ironbottom.cli.benchmarks.server import write_long_match
from ironbottom.cli.commands import bench
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import replay
from ironbottom.engine.record.record import read_lines
from ironbottom.engine.rules.registry import get_game
from ironbottom.server.storage.database import Store
from ironbottom.server.storage.match_storage import StoredRecord
from tests.cli.running import run
from tests.kit.skirmish_endless import ENDLESS, a_cycle

PLAY = [
    "random.decisions",
    "random.listed",
    "random.games",
    "copy",
    "dump_load",
    "dump_load.checked",
    "resample",
    "search",
]
COMPILED = [f"compiled.{what}" for what in ("decisions", "listed", "dump_load", "search")]
GAMES = ("pf", "hf", "vitp", "aap")
SERVER = ["skirmish.server.open", "skirmish.server.open_memory", *(f"{game}.server.watchers" for game in GAMES)]
KIT = [f"kit.choices.{what}" for what in ("count", "sample", "next", "iterate")]
LARGE = ["large.random.decisions", *(f"large.{what}" for what in WANTED)]
STATES = [f"skirmish.{what}" for what in ("copy", "dump_load", "dump_load.checked", "server.act")]
PLAYED = [f"{game}.{what}" for game in GAMES for what in (*PLAY, *COMPILED, "server.act", "batch")]
WITP = ("witp", "witp.leyte", "witp.burma", "witp.guadalcanal", "witp.midway_advanced")
IN_PART = [f"{slice_}.{what}" for slice_ in WITP for what in (*PLAY, "compiled.decisions")]
NAMES = [*STATES, *KIT, *LARGE, *PLAYED, *IN_PART, "aap.odds"]


def tally(done: int, games: int, seconds: float) -> BenchTally:
    made = BenchTally()
    made.add(done, games, seconds)
    return made


def test_ratios_use_the_totals_of_all_rounds() -> None:
    counted = {
        "pf.random": tally(1000, 5, 0.5),
        "backgammon.random": tally(4000, 40, 4.0),
        "catanatron.4": tally(9000, 10, 10.0),
        "pf.copy": tally(900, 0, 0.1),
        "backgammon.clone": tally(300, 0, 0.1),
    }
    counted["pf.random"].add(500, 3, 0.5)
    rows = report(counted, {"pf": {"form_forces": 0.65, "operations": 0.3}})
    assert list(rows) == NAMES
    decisions, games = rows["pf.random.decisions"], rows["pf.random.games"]
    assert (decisions.value, decisions.peer, decisions.ratio) == (1500, 1000, 1.5)
    assert (games.value, games.peer, games.ratio) == (8, 1, 8)
    assert "188 a game" in decisions.unit
    assert "100 a game" in decisions.unit
    assert "65% form_forces, 30% operations" in decisions.unit
    assert "900 a game" in games.unit
    assert (decisions.goal, rows["hf.random.decisions"].goal) == ("ratio 2", "ratio 1")
    assert (rows["hf.random.games"].value, rows["hf.random.games"].goal) == (None, "")
    assert rows["pf.copy"].ratio == pytest.approx(3)
    assert rows["skirmish.copy"].plain() == {
        "value": None,
        "unit": rows["skirmish.copy"].unit,
        "peer": 3000.0,
        "ratio": None,
    }


def test_measurements_alternate_in_rounds() -> None:
    order: list[str] = []

    def task(name: str) -> Task:
        def work(seconds: float) -> tuple[int, int, float]:
            order.append(name)
            return 10, 1, 0.5

        return work

    tallies = measure({"a": task("a"), "b": task("b")}, rounds=3, seconds=0.1)
    assert order[2:] == ["a", "b"] * 3
    assert tallies["a"].turns == [20.0] * 3
    assert (tallies["b"].rate, tallies["b"].games_rate, tallies["b"].per_game) == (20, 2, 10)


def test_random_play_counts_every_decision_and_only_whole_games() -> None:
    start = time.perf_counter()
    done, games, seconds = play_randomly(get_game("pf"), 1)(0.05)
    assert 0 < seconds <= time.perf_counter() - start
    assert games >= 1
    assert 50 < done / games < 500


def test_random_play_of_sides_that_decide_at_the_same_time() -> None:
    skirmish = kit_game("skirmish")
    assert skirmish is not None
    done, games, _ = play_randomly(skirmish, 1)(0.05)
    assert games >= 1
    assert done > games


def test_a_large_game_is_shortened_and_samples_few_states() -> None:
    game = get_game("witp")
    assert is_large(game)
    assert not is_large(get_game("aap"))
    state = new_state(game)
    assert state.rules.options["last_round"] == "2"
    assert get_game("aap").rules().options == new_state(get_game("aap")).rules.options
    done, _, _ = copy_states(game, 1)(0.01)
    assert done >= 1


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skips the benchmarks that start a server."""
    monkeypatch.setattr(bench, "server_rows", lambda seconds, only: {})


@pytest.mark.thorough
def test_the_server_runs_in_another_process() -> None:
    figures = benchmark_report.server_rows(0.02)
    assert list(figures) == [*SERVER, "server.crowd", "server.thinking"]
    assert all(row.value and row.value > 0 and row.goal for row in figures.values())


@pytest.mark.build
def test_a_generated_long_match_equals_a_played_one(tmp_path: Path) -> None:
    """The lines of the generated match are a legal record, and the match can be resumed."""
    acts = write_long_match(tmp_path / "long.sqlite", 300)
    with Store(tmp_path / "long.sqlite") as store:
        record = read_lines(store.lines("long"))
        assert len(record.acts) == acts > 250
        assert replay(record, game=ENDLESS).divergence is None
        sink = StoredRecord.reopen(store, "long")
        match = Match.restore(ENDLESS.rules(), sink.header, sink, acts, SeededDice(1))
        assert match.state == replay(record, game=ENDLESS).match.state
        again = replay(record, game=ENDLESS).match
        assert [match.log(side) for side in ENDLESS.sides.ids] == [again.log(side) for side in ENDLESS.sides.ids]
        for side, action in a_cycle():
            match.submit(side, action)
        assert match.undo("red", 3, ["blue"])


@pytest.mark.thorough
@pytest.mark.usefixtures("alone")
def test_bench_json_contains_all_rows() -> None:
    ran = run("bench", "--seconds", "0.02", "--rounds", "1", "--json")
    assert ran.code == 0
    figures = json.loads(ran.out)
    assert list(figures) == NAMES
    for name, figure in figures.items():
        assert list(figure) == ["value", "unit", "peer", "ratio"]
        # Another test may build the compiled package, or take it away, at the same time.
        assert (figure["value"] is None and ".compiled." in name) or figure["value"] > 0
        assert (figure["ratio"] is None) == (None in (figure["peer"], figure["value"]))


@pytest.mark.thorough
@pytest.mark.usefixtures("alone")
def test_only_limits_the_rows() -> None:
    rows = json.loads(run("bench", "--seconds", "0.02", "--rounds", "1", "--json", "--only", "pf.server.act").out)
    assert list(rows) == ["pf.server.act"]
    assert rows["pf.server.act"]["ratio"] > 0
    ran = run("bench", "--seconds", "0.01", "--rounds", "1", "--only", "chess")
    assert ran.code != 0
    assert "no row starts with 'chess'" in ran.err


def test_a_low_file_limit_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "CONCURRENT_MATCHES", 10_000_000)
    result = server.measure_many_matches(1.0)
    assert result.value is None
    assert "not measured: each process opens 10,000,200 files" in result.unit


@pytest.mark.thorough
@pytest.mark.usefixtures("alone")
def test_missing_peers_and_test_games_are_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ironbottom.cli.benchmarks.peers.find_spec", lambda _: None)
    monkeypatch.setattr(benchmark_report, "kit_game", lambda _: None)
    ran = run("bench", "--seconds", "0.01", "--rounds", "1", "--json")
    for missing in ("OpenSpiel, which `make bench` installs", "catanatron, which `make bench` installs", "Skirmish"):
        assert f"not measured: {missing}" in ran.err
    rows = json.loads(ran.out)
    assert rows["skirmish.copy"]["value"] is None
    assert rows["pf.random.games"]["value"] > 0
    assert rows["pf.random.games"]["peer"] is None


def test_the_pure_build_imports_only_source_files() -> None:
    build = builds.Build(compiled.HERE, pure=True)
    assert build.ask(game="pf", what="build", seed=1) == "pure"
    done, games, seconds = build.task("pf", "listed", 1)(0.05)
    assert done > 50 <= done / games
    assert seconds > 0
    assert sum(build.ask(game="pf", what="kinds", seed=1).values()) == pytest.approx(1)
    build.close()
