"""The clauses of Pacific Fury: complete, each with its own text, and with the game's options."""

import re

import pytest

from ironbottom.engine.data.clauses import ClauseIndex
from ironbottom.games.pacific_fury.data.facts import DATA

index = ClauseIndex.load(DATA / "clauses.toml")

SECTIONS = (
    *("1.0", "2.0", "2.1", "2.2", "2.2.1", "2.2.2", "2.2.3", "3.0", "3.1", "3.2", "3.3", "3.4", "3.5", "3.6"),
    *("4.0", "5.0", "6.0", "6.1", "6.2", "6.3", "7.0", "7.1", "7.2", "8.1", "8.2", "8.3", "8.4"),
    *("9.0", "9.1", "9.2", "9.3", "9.4", "9.5", "9.6", "9.7"),
    *("10.0", "10.1", "10.2", "10.3", "10.4", "10.5", "10.6", "10.7", "10.8", "11.0", "12.0", "Notes"),
)
"""The numbered rules of the rulebook."""

LETTERS = {
    "ab": ("7.0", "9.4", "9.7", "10.2", "10.4"),
    "abc": ("7.1", "7.2", "8.4", "9.0", "9.2", "10.3"),
    "abcd": ("8.2", "9.3", "11.0"),
    "abcde": ("9.1", "9.6", "10.6", "10.8"),
    "abcdef": ("10.5", "10.7"),
}
"""The rules divided by letters."""

RECONSTRUCTED = [
    *("2.2.3", "6.2", "7.0.b", "7.2.c", "9.3.a", "9.3.c", "9.4.a", "9.4.b", "9.6.b"),
    *("10.2.a", "10.4.b", "10.5.c", "10.6.b", "10.6.c", "10.6.e", "10.8.d"),
]


def test_every_numbered_rule_has_its_clauses_in_order() -> None:
    divided = {section: letters for letters, sections in LETTERS.items() for section in sections}
    wanted: list[str] = []
    for section in SECTIONS:
        wanted += [f"{section}.{letter}" for letter in divided[section]] if section in divided else [section]
    assert list(index) == wanted
    assert len(index) == 99


def test_the_file_is_in_the_order_of_the_rulebook() -> None:
    written = re.findall(r'^\["(.+)"\]$', (DATA / "clauses.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert written == list(index)


def test_readings_that_fill_a_gap_are_marked() -> None:
    assert [clause.id for clause in index.values() if clause.reconstructed] == RECONSTRUCTED


def test_clauses_without_effect() -> None:
    without = [clause.id for clause in index.values() if clause.status == "no_effect"]
    assert without == ["1.0", "3.0", "12.0", "Notes"]


def test_options_and_the_clauses_they_change() -> None:
    assert {clause.id: clause.option for clause in index.values() if clause.option} == {
        "2.0": "factor_set",
        "2.2.1": "factor_set",
        "8.2.a": "hidden_counts",
        "9.6.e": "tokyo_express_combat",
        "10.8.d": "forced_return_timing",
    }
    assert [clause.id for clause in index.values() if clause.status == "option"] == ["9.6.e"]


def test_every_text_is_short_and_unique() -> None:
    paraphrases = [clause.paraphrase for clause in index.values()]
    titles = [clause.title for clause in index.values()]
    assert len(set(paraphrases)) == len(set(titles)) == len(index)
    for clause in index.values():
        assert len(clause.paraphrase.split()) <= 60
        for text in (clause.paraphrase, clause.reading, clause.reason):
            assert not text or (text[0].isupper() and text.endswith("."))


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("tokyo express", "9.6.a"),
        ("sunk table", "10.7.c"),
        ("combat air patrol", "10.5.e"),
        ("passing", "9.0.b"),
        ("landing", "9.3.a"),
    ],
)
def test_players_find_a_clause_by_words(words: str, first: str) -> None:
    assert index.find(words)[0].id == first


@pytest.mark.parametrize("clause", ["9.6.b", "9.6.c", "9.6.d"])
def test_a_section_is_looked_up_as_a_whole(clause: str) -> None:
    assert clause in [found.id for found in index.lookup("9.6")]
