"""The table of clauses is complete: each clause in play has its code and its tests."""

import pytest

from ironbottom.engine.data.clause_sources import clause_table, uncited_clauses, unknown_citations
from ironbottom.engine.rules.registry import get_game

GAME = "pacific_fury"


@pytest.mark.build
def test_every_clause_that_is_played_has_code_and_a_test() -> None:
    assert uncited_clauses(clause_table(GAME)) == []


def test_every_clause_cited_in_the_code_is_in_the_index() -> None:
    assert unknown_citations(GAME) == []


def test_every_option_is_named_by_a_clause_that_the_option_names() -> None:
    index = get_game(GAME).clauses()
    for option in get_game(GAME).options:
        assert index[option.clause].option == option.name


def test_every_restriction_verb_and_procedure_cites_a_clause_of_the_index() -> None:
    game = get_game(GAME)
    index = game.clauses()
    cited = [procedure.clause for procedure in game.procedures]
    for verb in game.vocabulary.verbs:
        cited += [verb.clause, *(named.clause for named in verb.when)]
        cited += [named.clause for argument in verb.arguments for named in argument.restrictions]
    assert [clause for clause in cited if clause not in index] == []
