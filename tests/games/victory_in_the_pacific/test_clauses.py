"""The clauses of Victory in the Pacific: complete, each with its own text, and with the options."""

import re

import pytest

from ironbottom.engine.data.clause_sources import clause_table, uncited_clauses, unknown_citations
from ironbottom.engine.data.clauses import ClauseIndex
from ironbottom.games.victory_in_the_pacific import GAME
from ironbottom.games.victory_in_the_pacific.data.facts import DATA
from ironbottom.games.victory_in_the_pacific.options import OPTIONS

index = ClauseIndex.load(DATA / "clauses.toml")
WHOLE = ("1.0", "5.0", "21.0")
"""The sections without subdivisions."""
COUNTS = dict(enumerate((1, 11, 5, 9, 29, 18, 47, 17, 10, 8, 8, 12, 13, 7, 3, 4, 12, 13, 5, 12, 1, 4, 12, 11), 1))
"""The number of clauses of each section."""


def test_every_clause_exists_in_order() -> None:
    assert len(index) == 272
    assert index.decimal
    counts = dict.fromkeys(range(1, 25), 0)
    for clause in index:
        counts[int(clause.partition(".")[0])] += 1
    assert counts == COUNTS
    written = re.findall(r'^\["(.+)"\]$', (DATA / "clauses.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert written == list(index)
    assert [clause for clause in index if clause.endswith(".0")] == list(WHOLE)


def test_every_clause_continues_an_existing_one() -> None:
    for clause in index:
        section, _, digits = clause.partition(".")
        if len(digits) > 1:
            assert f"{section}.{digits[:-1]}" in index


def test_clauses_without_effect_and_optional_rules() -> None:
    assert [clause.id for clause in index.values() if clause.status == "no_effect"] == ["2.13", "3.5"]
    optional = [clause.id for clause in index.values() if clause.status == "option"]
    assert optional == [clause for clause in index if int(clause.partition(".")[0]) in range(19, 25)]


def test_options_and_the_clauses_they_change() -> None:
    assert {clause.option for clause in index.values() if clause.option} == {option.name for option in OPTIONS}
    for option in OPTIONS:
        assert index[option.clause].option == option.name


def test_every_text_is_short_and_unique() -> None:
    assert len({clause.paraphrase for clause in index.values()}) == len(index)
    assert len({clause.title for clause in index.values()}) == len(index)
    for clause in index.values():
        assert len(clause.paraphrase.split()) <= 60
        for text in (clause.paraphrase, clause.reading, clause.reason):
            assert not text or (text[0].isupper() and text.endswith("."))


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("speed rolls", "6.4"),
        ("carriers by night", "7.424"),
        ("on the bottom", "9.41"),
        ("withdrawals", "4.42"),
        ("kamikazes carriers", "19.22"),
        ("i-boat hawaii strike", "18.34"),
    ],
)
def test_players_find_a_clause_by_words(words: str, first: str) -> None:
    assert index.find(words)[0].id == first


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("6.22", ["6.22", "6.221", "6.222", "6.223", "6.224"]),
        ("7.42", ["7.42", "7.421", "7.422", "7.423", "7.424"]),
        ("7.411", ["7.411"]),
        ("21", ["21.0"]),
        ("15", ["15.1", "15.2", "15.3"]),
    ],
)
def test_a_clause_is_looked_up_with_all_that_continues_it(asked: str, found: list[str]) -> None:
    assert [clause.id for clause in index.lookup(asked)] == found


@pytest.mark.build
def test_the_table_of_clauses_has_no_gap() -> None:
    assert uncited_clauses(clause_table("victory_in_the_pacific")) == []
    assert unknown_citations("victory_in_the_pacific") == []


def test_every_restriction_verb_procedure_and_event_cites_a_clause_of_the_index() -> None:
    cited = [procedure.clause for procedure in GAME.procedures] + [kind.clause for kind in GAME.events]
    for verb in GAME.vocabulary.verbs:
        cited += [verb.clause, *(restriction.clause for restriction in verb.restrictions)]
    assert [clause for clause in cited if clause not in index] == []
