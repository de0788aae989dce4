"""The clauses of Axis & Allies: Pacific: complete, each with its own text, and a complete table."""

import re

import pytest

from ironbottom.engine.data.clause_sources import clause_table, uncited_clauses, unknown_citations
from ironbottom.engine.data.clauses import ClauseIndex
from ironbottom.games.axis_allies_pacific.data.facts import DATA
from ironbottom.games.axis_allies_pacific.game import AxisAlliesPacific

index = ClauseIndex.load(DATA / "clauses.toml")


def test_every_clause_exists_in_order() -> None:
    assert len(index) == 153
    written = re.findall(r'^\["(.+)"\]$', (DATA / "clauses.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert written == list(index)


def test_clauses_without_effect_and_clauses_of_options() -> None:
    assert [clause.id for clause in index.values() if clause.status == "no_effect"] == ["1.4", "16.4"]
    named = {clause.option for clause in index.values() if clause.option}
    others = {option.name for option in AxisAlliesPacific.options if option.clause != "16.3"}
    assert named == others
    assert {option.clause for option in AxisAlliesPacific.options} <= set(index)


def test_every_text_is_short_and_unique() -> None:
    assert len({clause.title for clause in index.values()}) == len(index)
    assert len({clause.paraphrase for clause in index.values()}) == len(index)
    for clause in index.values():
        assert len(clause.paraphrase.split()) <= 60
        for text in (clause.paraphrase, clause.reading, clause.reason):
            begins = not text or text[0].isupper() or text[0].isdigit() or text[0] in "('"
            assert begins
            assert not text or text.endswith((".", "'"))


@pytest.mark.build
def test_the_table_of_clauses_has_no_gap() -> None:
    table = clause_table("axis_allies_pacific")
    assert uncited_clauses(table) == []
    assert unknown_citations("axis_allies_pacific") == []
