"""Every test of the server has games, corrections and a page of its own; a client asks in the same process."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ironbottom.server.work import worker_pool
from ironbottom.server.work.worker_pool import JobBounds, WorkProcess
from tests.server.asking import Asking, Client, opened


@pytest.fixture(autouse=True)
def nothing_of_the_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("IRONBOTTOM_STORE", "IRONBOTTOM_CORRECTIONS"):
        monkeypatch.delenv(name, raising=False)


USUAL = worker_pool.COMMAND
FREE: dict[JobBounds, list[WorkProcess]] = {}


class Lent(WorkProcess):
    """A process that goes on to the next test's server: each has to read the games first, which takes longest."""

    def __init__(self, bounds: JobBounds) -> None:
        self.bounds = bounds
        super().__init__(bounds)

    def kill(self) -> None:
        self.sound = False
        super().kill()

    def end(self) -> None:
        if self.sound and self.lives:
            self.kin.clear()
            FREE.setdefault(self.bounds, []).append(self)
        else:
            super().end()


def lent(bounds: JobBounds) -> WorkProcess:
    """A process that did the jobs of a test before, or a new one; one with jobs of a test's own is for it alone."""
    if worker_pool.COMMAND != USUAL:
        return WorkProcess(bounds)
    free = FREE.get(bounds, [])
    while free:
        found = free.pop()
        if found.sound and found.lives:  # a server that closes may have ended it after it was given back
            return found
        WorkProcess.end(found)
    return Lent(bounds)


@pytest.fixture(scope="session")
def nothing_left() -> Iterator[None]:
    """At the end of all tests no process is left."""
    yield
    for free in FREE.values():
        for each in free:
            WorkProcess.end(each)


@pytest.fixture(autouse=True)
def processes_are_lent(nothing_left: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The servers of all tests share the processes in which jobs are done."""
    monkeypatch.setattr(worker_pool, "WorkProcess", lent)


@pytest.fixture
def store_path(tmp_path: Path) -> Path:
    """The file of the games."""
    return tmp_path / "games.sqlite"


def three_files(home: Path) -> Path:
    """A built page of three files."""
    (home / "assets").mkdir(parents=True)
    (home / "index.html").write_text("<!doctype html><title>Ironbottom</title>", encoding="utf-8")
    (home / "assets" / "index-1a2b3c.js").write_text("const board = 1\n" * 500, encoding="utf-8")
    (home / "assets" / "icon-4d5e6f.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4)
    return home


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page of the test's own."""
    return three_files(tmp_path / "static")


@pytest.fixture
def client(store_path: Path, page: Path) -> Iterator[Client]:
    """A client of a server that answers this machine alone."""
    with opened(store_path, page) as client:
        yield client


@pytest.fixture
def asking(client: Client) -> Asking:
    """The server's endpoints by name."""
    return Asking(client)
