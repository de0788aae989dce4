"""Every test of the server has games, corrections and a page of its own; a client asks in the same process."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.asking import Asking, Client, opened


@pytest.fixture(autouse=True)
def nothing_of_the_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("IRONBOTTOM_STORE", "IRONBOTTOM_CORRECTIONS"):
        monkeypatch.delenv(name, raising=False)


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
