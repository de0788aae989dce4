"""Standing orders of *Victory in the Pacific* in the terminal: listed by number, given in words, and saved."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.running import one_line, run


def test_orders_are_given_by_words_and_saved_beside_the_match(tmp_path: Path) -> None:
    typed = "standing\nstanding units fire carriers first\nstanding 15 3\nquit\n"
    match = str(tmp_path / "war.jsonl")
    output = one_line(run("play", "vitp", "--side", "japan", "--seed", "4", "--save", match, typed=typed).out)
    assert "8 My units fire: ask me." in output
    assert "My units fire: at carriers first." in output
    assert "Units go home: to Yokosuka or Pearl Harbor." in output
    saved = json.loads((tmp_path / "war.standing.json").read_text())
    assert saved == {"japan": {"fire": "carriers", "home": "main"}}
