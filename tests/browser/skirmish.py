"""A server with Skirmish, and the page that includes it: ``python -m tests.browser.skirmish FOLDER``."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from ironbottom.engine.rules.registry import register
from ironbottom.server.app import make_app
from ironbottom.server.launch import MAX_MESSAGE_BYTES, listen
from ironbottom.server.storage.database import Store
from ironbottom.web.build import HOME, run_scripts, sources_digest
from tests.browser.conftest import running_server
from tests.kit.skirmish import SKIRMISH

SOURCES = HOME / "tests" / "skirmish"
BUILT = HOME / "node_modules" / ".skirmish"


def built_page() -> Path:
    """The page with Skirmish, rebuilt if its sources have changed."""
    digest = hashlib.sha256(sources_digest().encode())
    for path in sorted(SOURCES.iterdir()):
        digest.update(path.name.encode() + path.read_bytes())
    mark = BUILT / ".built-from"
    if not mark.is_file() or mark.read_text() != digest.hexdigest():
        run_scripts(["skirmish"])
        mark.write_text(digest.hexdigest())
    return BUILT


def serve(folder: Path) -> None:
    """Serves until it is stopped; prints its address first."""
    register(SKIRMISH)
    with Store(folder / "games.sqlite") as store, listen("127.0.0.1", 0) as listener:
        sys.stdout.write(f"http://127.0.0.1:{listener.getsockname()[1]}\n")
        sys.stdout.flush()
        app = make_app(store, page=built_page())
        config = uvicorn.Config(app, log_level="warning", access_log=False, ws_max_size=MAX_MESSAGE_BYTES)
        uvicorn.Server(config).run(sockets=[listener])


@contextmanager
def serving_skirmish(folder: Path) -> Iterator[str]:
    """The address of such a server, for the duration of the block."""
    built_page()
    command = [sys.executable, "-m", "tests.browser.skirmish", str(folder)]
    root = Path(__file__).parents[2]
    with running_server(command, folder, cwd=root) as address:
        yield address


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
