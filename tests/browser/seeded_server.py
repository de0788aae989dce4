"""A server with the same dice and computer players in each run: ``python -m tests.browser.seeded_server FOLDER``."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import uvicorn

from ironbottom.server.app import make_app
from ironbottom.server.launch import MAX_MESSAGE_BYTES, listen
from ironbottom.server.match import computer_players, open_matches
from ironbottom.server.storage.database import Store
from tests.browser.conftest import running_server

SECRET = hashlib.sha256(b"steady").digest()
ROOT = Path(__file__).parents[2]


def fix_random_sources() -> None:
    """Each match has the same secret and the same words for its dice; players get seeds in order."""
    seeds, names = count(1), count(1)
    fixed = SimpleNamespace(randbits=lambda _: next(seeds), token_hex=lambda size: f"{next(names):0{2 * size}x}")
    for module, name, value in (
        (open_matches, "new_secret", lambda: SECRET),
        (open_matches, "random_words", lambda: "steady"),
        (computer_players, "secrets", fixed),
    ):
        assert hasattr(module, name), f"{module.__name__} has no {name} any more"
        setattr(module, name, value)


def serve(folder: Path) -> None:
    """Serves until it is stopped; prints its address first."""
    fix_random_sources()
    with Store(folder / "games.sqlite") as store, listen("127.0.0.1", 0) as listener:
        sys.stdout.write(f"http://127.0.0.1:{listener.getsockname()[1]}\n")
        sys.stdout.flush()
        config = uvicorn.Config(make_app(store), log_level="warning", access_log=False, ws_max_size=MAX_MESSAGE_BYTES)
        uvicorn.Server(config).run(sockets=[listener])


@contextmanager
def seeded_server(folder: Path) -> Iterator[str]:
    """Runs such a server during the block; yields its address."""
    command = [sys.executable, "-m", "tests.browser.seeded_server", str(folder)]
    with running_server(command, folder, cwd=ROOT) as address:
        yield address


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
