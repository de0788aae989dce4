"""Writes words.json, the texts of every game as the server sends them with its pieces.

Run by `make_fixtures.py`.
"""

from __future__ import annotations

import json
from pathlib import Path

from ironbottom.engine.rules.registry import all_games


def main() -> None:
    """Writes the texts of the games that have a catalogue, by game id."""
    found = {game.id: phrasing.page() for game in all_games() if (phrasing := game.phrasing())}
    Path(__file__).with_name("words.json").write_text(json.dumps(found, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
