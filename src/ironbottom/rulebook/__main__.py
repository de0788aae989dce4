"""``python -m ironbottom.rulebook``: writes the page of each game, by default to ``build/rulebook``."""

from __future__ import annotations

import sys
from pathlib import Path

from ironbottom.engine.rules.registry import all_games
from ironbottom.rulebook.pages import woven
from ironbottom.rulebook.positions import starts_in


def main(folder: Path) -> int:
    """Writes one page a game, with the positions that lie there in ``positions.json``."""
    folder.mkdir(parents=True, exist_ok=True)
    starts = starts_in(folder / "positions.json")
    for game in sorted(all_games(), key=lambda game: game.id):
        path = folder / f"{game.id}.html"
        path.write_text(woven(game, starts), encoding="utf-8")
        sys.stdout.write(f"{path}\n")
    if not starts:
        sys.stdout.write("Without positions to try: the tests that start from some were not run.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("build", "rulebook")))
