"""The page of War in the Pacific gives the right number of clauses."""

from collections import Counter
from pathlib import Path

from ironbottom.engine.rules.registry import get_game
from tests.cli.running import one_line

TEXT = (Path(__file__).parents[2] / "docs" / "games" / "war_in_the_pacific.md").read_text(encoding="utf-8")


def test_the_number_of_clauses_is_correct() -> None:
    clauses = get_game("witp").clauses()
    ways = Counter(clause.marks for clause in clauses.values())
    counted = f"Of the {len(clauses)} clauses here, {ways['rules',]} come from the booklet alone"
    assert f"{counted} and {ways['reconstructed',]} are our own reconstruction" in one_line(TEXT)
