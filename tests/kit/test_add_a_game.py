"""The page on adding a game tells of Skirmish as it is."""

import doctest
import re
from pathlib import Path

from tests.kit import skirmish

PAGE = Path(__file__).parents[2] / "docs" / "add_a_game.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[str]:
    return [text for name, text in BLOCK.findall(PAGE.read_text()) if name == language]


def test_every_piece_of_code_on_the_page_stands_in_skirmish() -> None:
    source = Path(skirmish.__file__).read_text()
    shown = blocks("python")
    assert len(shown) > 6
    assert [text for text in shown if text not in source] == []


def test_the_clause_on_the_page_stands_in_the_index() -> None:
    clauses = (skirmish.DATA / "skirmish_clauses.toml").read_text()
    assert [text for text in blocks("toml") if text not in clauses] == []


def test_what_the_page_types_in_answers_as_printed() -> None:
    typed = "\n".join(text for text in blocks("") if ">>>" in text)
    run = doctest.DocTestRunner()
    run.run(doctest.DocTestParser().get_doctest(typed, {}, "add_a_game.md", str(PAGE), 0))
    assert run.summarize(verbose=False).attempted == 4
    assert run.failures == 0
