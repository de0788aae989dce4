"""Gives every test of the server its own store, corrections and page, and a client in the same process."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ironbottom.server.work import worker_pool
from ironbottom.server.work.worker_pool import JobLimits, WorkerProcess
from tests.server.api_client import ApiClient, Client, opened


@pytest.fixture(autouse=True)
def nothing_of_the_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("IRONBOTTOM_STORE", "IRONBOTTOM_CORRECTIONS"):
        monkeypatch.delenv(name, raising=False)


USUAL = worker_pool.COMMAND
FREE: dict[JobLimits, list[WorkerProcess]] = {}


class Lent(WorkerProcess):
    """A worker that the next test reuses, since each new one has to import the games, which is slow."""

    def __init__(self, bounds: JobLimits) -> None:
        self.bounds = bounds
        super().__init__(bounds)

    def kill(self) -> None:
        self.usable = False
        super().kill()

    def close(self) -> None:
        if self.usable and self.is_alive:
            self.affinity.clear()
            FREE.setdefault(self.bounds, []).append(self)
        else:
            super().close()


def lent(bounds: JobLimits) -> WorkerProcess:
    """Returns a worker of an earlier test, or a new one; a worker with jobs of a single test is not reused."""
    if worker_pool.COMMAND != USUAL:
        return WorkerProcess(bounds)
    free = FREE.get(bounds, [])
    while free:
        found = free.pop()
        if found.usable and found.is_alive:  # a server that closes may have ended it after it was returned
            return found
        WorkerProcess.close(found)
    return Lent(bounds)


@pytest.fixture(scope="session")
def nothing_left() -> Iterator[None]:
    """Ends all workers after the last test."""
    yield
    for free in FREE.values():
        for each in free:
            WorkerProcess.close(each)


@pytest.fixture(autouse=True)
def processes_are_lent(nothing_left: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the servers of all tests share the workers."""
    monkeypatch.setattr(worker_pool, "WorkerProcess", lent)


@pytest.fixture
def store_path(tmp_path: Path) -> Path:
    """The path of the store."""
    return tmp_path / "games.sqlite"


def three_files(home: Path) -> Path:
    """Writes a built page of three files."""
    (home / "assets").mkdir(parents=True)
    (home / "index.html").write_text("<!doctype html><title>Ironbottom</title>", encoding="utf-8")
    (home / "assets" / "index-1a2b3c.js").write_text("const board = 1\n" * 500, encoding="utf-8")
    (home / "assets" / "icon-4d5e6f.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4)
    return home


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """The test's own page."""
    return three_files(tmp_path / "static")


@pytest.fixture
def client(store_path: Path, page: Path) -> Iterator[Client]:
    """A client of a server that answers only this machine."""
    with opened(store_path, page) as client:
        yield client


@pytest.fixture
def api(client: Client) -> ApiClient:
    """The server's endpoints by name."""
    return ApiClient(client)
