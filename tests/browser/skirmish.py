"""A server that also has Skirmish, a game without a page of its own: ``python -m tests.browser.skirmish FOLDER``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from examples.skirmish.skirmish.game import SKIRMISH
from ironbottom.engine.rules.registry import register
from ironbottom.server.app import make_app
from ironbottom.server.launch import MAX_MESSAGE_BYTES, listen
from ironbottom.server.storage.database import Store
from tests.browser.conftest import running_server


def serve(folder: Path) -> None:
    """Serves until it is stopped; prints its address first."""
    register(SKIRMISH)
    with Store(folder / "games.sqlite") as store, listen("127.0.0.1", 0) as listener:
        sys.stdout.write(f"http://127.0.0.1:{listener.getsockname()[1]}\n")
        sys.stdout.flush()
        config = uvicorn.Config(make_app(store), log_level="warning", access_log=False, ws_max_size=MAX_MESSAGE_BYTES)
        uvicorn.Server(config).run(sockets=[listener])


@contextmanager
def serving_skirmish(folder: Path) -> Iterator[str]:
    """The address of such a server, for the duration of the block."""
    command = [sys.executable, "-m", "tests.browser.skirmish", str(folder)]
    with running_server(command, folder, cwd=Path(__file__).parents[2]) as address:
        yield address


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
