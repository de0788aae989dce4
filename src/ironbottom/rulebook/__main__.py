"""``python -m ironbottom.rulebook``: writes the page of each game, by default to ``build/rulebook``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from ironbottom.engine.data.clause_sources import ClauseTable
from ironbottom.engine.rules.registry import all_games, get_game
from ironbottom.rulebook.pages import render_page
from ironbottom.rulebook.positions import starts_in


def main(folder: Path, tables: Mapping[str, ClauseTable] | None = None) -> int:
    """Writes one page per game, and the positions to ``positions.json``.

    ``tables`` has the clauses by game, if the caller has already read them. The games are distributed over all cores.
    """
    folder.mkdir(parents=True, exist_ok=True)
    starts = starts_in(folder / "positions.json")
    games = sorted(game.id for game in all_games())
    with ProcessPoolExecutor() as pool:
        written = [pool.submit(write, game, folder, starts, (tables or {}).get(game)) for game in games]
        for page in written:
            sys.stdout.write(f"{page.result()}\n")
    if not starts:
        sys.stdout.write("There are no positions to try: the tests that start from positions were not run.\n")
    return 0


def write(game: str, folder: Path, starts: Mapping[str, str], table: ClauseTable | None) -> Path:
    """Writes the page of a game."""
    path = folder / f"{game}.html"
    path.write_text(render_page(get_game(game), starts, table=table), encoding="utf-8")
    return path


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("build", "rulebook")))
