"""Games on a Ray cluster give the same rows as on this machine, even if a worker is killed.

The tests with Ray itself exist only where it is installed: ``make cluster`` installs it and runs them. The others use a
module with the same few functions, which runs tasks in this process.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import ironbottom
from ironbottom.engine.core.errors import BadValue
from ironbottom.lab import cluster
from ironbottom.lab.game_file import GameFile, SimulationSpec
from ironbottom.lab.parallel import Batch
from tests.cli.running import run

SEATS = ["ensign", "random"]
HAS_RAY = find_spec("ray") is not None


class TaskError(Exception):
    """The error of a task, with its cause."""

    def __init__(self, cause: Exception) -> None:
        self.cause = cause


class Tasks(ModuleType):
    """A module with the functions of Ray that are used. Its tasks run when they are waited for, the last one first."""

    exceptions = SimpleNamespace(RayTaskError=TaskError)

    def __init__(self) -> None:
        super().__init__("ray")
        self.started: list[str] = []
        self.connected = False
        self.most = 0

    def is_initialized(self) -> bool:
        return self.connected

    def init(self, address: str, **settings: object) -> None:
        if address == "nowhere":
            raise ConnectionError("no answer")
        self.connected = True
        self.started.append(address)

    def shutdown(self) -> None:
        self.connected = False

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def remote(self, function: Callable[..., object]) -> SimpleNamespace:
        run = SimpleNamespace(remote=lambda *given: lambda: function(*given))
        return SimpleNamespace(options=lambda max_retries: run)

    def wait(
        self, running: list[Callable[[], object]]
    ) -> tuple[list[Callable[[], object]], list[Callable[[], object]]]:
        self.most = max(self.most, len(running))
        return running[-1:], running[:-1]

    def get(self, task: Callable[[], object]) -> object:
        try:
            return task()
        except Exception as wrong:
            raise TaskError(wrong) from wrong


@pytest.fixture
def tasks(monkeypatch: pytest.MonkeyPatch) -> Tasks:
    """Uses that module in place of Ray."""
    found = Tasks()
    monkeypatch.setitem(sys.modules, "ray", found)
    return found


def test_a_cluster_plays_the_same_games(tasks: Tasks, tmp_path: Path) -> None:
    here = ironbottom.simulate("pf", SEATS, 9, seed=4)
    there = ironbottom.simulate("pf", SEATS, 9, seed=4, cluster="somewhere", file=tmp_path / "games.jsonl")
    assert there.table() == here.table()
    assert (tasks.started, tasks.connected) == (["somewhere"], False)
    assert tasks.most == 2 * cluster.AHEAD
    assert len(GameFile(tmp_path / "games.jsonl").results(here.series)) == 9


def test_games_of_a_file_are_not_sent_again(tasks: Tasks, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    ironbottom.simulate("pf", SEATS, 3, file=file, cluster="somewhere")
    ironbottom.simulate("pf", SEATS, 3, file=file, cluster="somewhere")
    assert tasks.started == ["somewhere"], "the second run connects to no cluster"


def test_a_connection_of_the_program_stays_open(tasks: Tasks) -> None:
    tasks.connected = True
    ironbottom.simulate("pf", SEATS, 1, cluster="somewhere")
    assert (tasks.started, tasks.connected) == ([], True)


def test_a_machine_with_other_rules_is_refused(tasks: Tasks) -> None:
    spec = SimulationSpec("pf", {"japan": "random", "allies": "random"})
    other = Batch(spec, SimulationSpec("pf", spec.seats, seed=2).series(), range(1))
    with (
        cluster.cluster_at("somewhere") as connected,
        pytest.raises(BadValue, match="has different rules, data or measures"),
    ):
        list(connected.each(cluster.play_on_cluster, [other]))


def test_a_cluster_that_does_not_answer_is_named(tasks: Tasks) -> None:
    ran = run("simulate", "pf", "--games", "1", "--cluster", "nowhere")
    assert ran.code == 1
    assert "no Ray cluster answers at nowhere: no answer" in ran.err


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadValue, match=r"pip install 'ironbottom\[cluster\]'"):
        ironbottom.simulate("pf", SEATS, 1, cluster="local")


if HAS_RAY:
    import ray

    @pytest.fixture(scope="module")
    def local_ray() -> Iterator[None]:
        """Starts a local Ray cluster with two workers."""
        ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
        yield
        ray.shutdown()

    def test_ray_plays_the_same_games(local_ray: None) -> None:
        here = ironbottom.simulate("pf", SEATS, 12, seed=4)
        assert ironbottom.simulate("pf", SEATS, 12, seed=4, cluster="local").table() == here.table()

    def test_a_killed_worker_loses_no_game(local_ray: None, tmp_path: Path) -> None:
        """Each batch notes its process; the process of the first is killed while it plays a later one."""
        here = ironbottom.simulate("pf", SEATS, 24, seed=5)
        notes = tmp_path / "processes"
        notes.mkdir()
        measure = tmp_path / "measure.py"
        measure.write_text(f"""
import os, pathlib, signal
NOTES = pathlib.Path({str(notes)!r})

def measure(game):
    mine = NOTES / str(os.getpid())
    played = len(mine.read_text()) if mine.exists() else 0
    mine.write_text("x" * (played + 1))
    if played == 3 and not (NOTES / "killed").exists():
        (NOTES / "killed").write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.{signal.SIGKILL.name})
    return {{"one": 1}}
""")
        there = ironbottom.simulate("pf", SEATS, 24, seed=5, cluster="local", measure=measure)
        killed = (notes / "killed").read_text()
        assert int(killed) != os.getpid()
        assert len([path for path in notes.iterdir() if path.name != "killed"]) > 2, "another worker took its place"
        rows = [{name: value for name, value in row.items() if name != "one"} for row in there.table()]
        assert rows == here.table()
