"""Writes the fixtures of the page's tests: logs, turns, fights and odds from the current games, and the schema.

Run as `python page/tests/make_fixtures.py`; it does nothing if all fixtures exist and match the present sources.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
HOUSE = HERE.parents[1]
DIGEST = HERE / ".fixtures-from"
MAKERS = (
    *("make_games.py", "make_turns.py", "make_fights.py", "make_odds.py", "make_aap.py", "make_witp.py"),
    *("make_prompts.py", "make_schema.py", "make_words.py"),
)
FIXTURES = (
    *("games.json", "hold_fast.json", "vitp_turns.json", "fights.json", "vitp_odds.json", "aap_panels.json"),
    *("aap_game.json", "witp.json", "prompts.json", "openapi.json", "words.json"),
)
GAMES = HOUSE / "src" / "ironbottom"
SOURCES = ("*.py", "*.toml", "*.csv")


def sources_digest() -> str:
    """A digest of everything that the fixtures depend on: the games, the server's texts, and these scripts."""
    digest = hashlib.sha256()
    found = (path for pattern in SOURCES for path in GAMES.rglob(pattern))
    for path in [*sorted(found), *(HERE / name for name in MAKERS)]:
        digest.update(path.relative_to(HOUSE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def up_to_date() -> bool:
    """Whether all fixtures exist and match the present sources."""
    there = all((HERE / name).is_file() for name in FIXTURES)
    return there and DIGEST.is_file() and DIGEST.read_text() == sources_digest()


def main() -> None:
    """Runs the scripts in parallel, each in its own process."""
    if up_to_date():
        return
    within = {**os.environ, "PYTHONPATH": os.pathsep.join((str(HOUSE / "src"), str(HOUSE)))}
    running = [subprocess.Popen([sys.executable, HERE / name], cwd=HOUSE, env=within) for name in MAKERS]
    failed = [name for name, maker in zip(MAKERS, running, strict=True) if maker.wait()]
    if failed:
        sys.exit(f"The fixtures of the page's tests could not be made: {', '.join(failed)}")
    DIGEST.write_text(sources_digest())


if __name__ == "__main__":
    main()
