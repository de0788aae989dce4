"""Gives every test of the server its own store, corrections and page, and a client in the same process."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ironbottom.server.work import worker_pool
from ironbottom.server.work.worker_pool import JobLimits, WorkerProcess
from tests.server.api_client import ApiClient, Client, running_server


@pytest.fixture(autouse=True)
def isolated_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hides the stores and settings of the person who runs the tests."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("IRONBOTTOM_STORE", "IRONBOTTOM_CORRECTIONS", "IRONBOTTOM_SERVER"):
        monkeypatch.delenv(name, raising=False)


DEFAULT_COMMAND = worker_pool.COMMAND
idle_workers: dict[JobLimits, list[WorkerProcess]] = {}


class ReusableWorker(WorkerProcess):
    """A worker that the next test reuses, since each new one has to import the games, which is slow."""

    def __init__(self, limits: JobLimits) -> None:
        self.limits = limits
        super().__init__(limits)

    def kill(self) -> None:
        self.usable = False
        super().kill()

    def close(self) -> None:
        if self.usable and self.is_alive:
            self.affinity.clear()
            idle_workers.setdefault(self.limits, []).append(self)
        else:
            super().close()


def borrow_worker(limits: JobLimits) -> WorkerProcess:
    """Returns a worker of an earlier test, or a new one; a worker with jobs of a single test is not reused."""
    if worker_pool.COMMAND != DEFAULT_COMMAND:
        return WorkerProcess(limits)
    idle = idle_workers.get(limits, [])
    while idle:
        worker = idle.pop()
        if worker.usable and worker.is_alive:  # a server that closed may have ended the worker after it was returned
            return worker
        WorkerProcess.close(worker)
    return ReusableWorker(limits)


@pytest.fixture(scope="session")
def close_workers() -> Iterator[None]:
    """Ends all workers after the last test."""
    yield
    for workers in idle_workers.values():
        for worker in workers:
            WorkerProcess.close(worker)


@pytest.fixture(autouse=True)
def reuse_workers(close_workers: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the servers of all tests share the workers."""
    monkeypatch.setattr(worker_pool, "WorkerProcess", borrow_worker)


@pytest.fixture
def store_path(tmp_path: Path) -> Path:
    """The path of the store."""
    return tmp_path / "games.sqlite"


def write_built_page(home: Path) -> Path:
    """Writes a built page of three files and returns its folder."""
    (home / "assets").mkdir(parents=True)
    (home / "index.html").write_text("<!doctype html><title>Ironbottom</title>", encoding="utf-8")
    (home / "assets" / "index-1a2b3c.js").write_text("const board = 1\n" * 500, encoding="utf-8")
    (home / "assets" / "icon-4d5e6f.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4)
    return home


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """The test's own page."""
    return write_built_page(tmp_path / "static")


@pytest.fixture
def client(store_path: Path, page: Path) -> Iterator[Client]:
    """A client of a server that answers only this machine."""
    with running_server(store_path, page) as client:
        yield client


@pytest.fixture
def api(client: Client) -> ApiClient:
    """The server's endpoints by name."""
    return ApiClient(client)
