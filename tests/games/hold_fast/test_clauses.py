"""The clauses of Hold Fast: complete, each with its own text, and a complete table."""

import re

import pytest

from ironbottom.engine.data.clause_sources import clause_table, uncited_clauses, unknown_citations
from ironbottom.engine.data.clauses import ClauseIndex
from ironbottom.games.hold_fast.data.facts import DATA
from ironbottom.games.hold_fast.game import HoldFast

index = ClauseIndex.load(DATA / "clauses.toml")
COUNTS = {
    "1.0": 1,
    "1.1": 7,
    "2.0": 2,
    "3.0": 4,
    "3.1": 1,
    "3.2": 2,
    "3.3": 1,
    "3.4": 3,
    "3.5": 1,
    "3.6": 2,
    "3.7": 1,
    "3.8": 1,
    "4.0": 1,
    "4.1": 9,
    "5.0": 4,
    "6.0": 1,
    "7.0": 6,
    "7.1": 2,
    "8.0": 2,
    "8.1": 7,
    "8.2": 5,
    "8.3": 2,
    "8.4": 3,
    "8.5": 3,
    "8.6": 3,
    "8.7": 5,
    "8.8": 6,
    "8.9": 6,
    "9.0": 3,
    "10.0": 5,
    "11.0": 2,
    "12.0": 2,
    "13.0": 1,
    "14.0": 2,
}
"""The numbered rules and the number of clauses of each."""


def test_every_clause_exists_in_order() -> None:
    assert list(index) == [f"{rule}.{n}" for rule, count in COUNTS.items() for n in range(1, count + 1)]
    assert len(index) == 106
    written = re.findall(r'^\["(.+)"\]$', (DATA / "clauses.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert written == list(index)


def test_clauses_without_effect_and_clauses_of_options() -> None:
    assert [clause.id for clause in index.values() if clause.status == "no_effect"] == ["1.0.1", "3.8.1"]
    assert [clause.id for clause in index.values() if clause.status == "option"] == ["14.0.1", "14.0.2"]
    named = {clause.option for clause in index.values() if clause.option}
    assert named == {option.name for option in HoldFast.options}


def test_every_text_is_short_and_unique() -> None:
    assert len({clause.paraphrase for clause in index.values()}) == len({clause.title for clause in index.values()})
    for clause in index.values():
        assert len(clause.paraphrase.split()) <= 60
        for text in (clause.paraphrase, clause.reading, clause.reason):
            assert not text or (text[0].isupper() and text.endswith("."))


@pytest.mark.build
def test_the_table_of_clauses_has_no_gap() -> None:
    table = clause_table("hold_fast")
    assert uncited_clauses(table) == []
    assert unknown_citations("hold_fast") == []


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("cruiser groups come back", "3.2.2"),
        ("placing air", "7.0.5"),
        ("pursuit transports", "8.9.3"),
        ("raids", "14.0.2"),
    ],
)
def test_players_find_a_clause_by_words(words: str, first: str) -> None:
    assert index.find(words)[0].id == first
