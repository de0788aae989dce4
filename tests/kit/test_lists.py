"""The lists check finds verbs that do not declare that they end a list, and predicates that read hidden state."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from examples.skirmish.skirmish.game import DONE, PLAN, SEND, SKIRMISH
from ironbottom.engine.rules.state import State
from ironbottom.testing import walks
from ironbottom.testing.games import GameSetUp
from ironbottom.testing.lists import check_answers, check_declared
from ironbottom.testing.walks import ConformanceFault, Walk

SAIL = ("send", "red_flagship", "lagoon")


@pytest.fixture
def walk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Walk:
    """A game at its first decision: all sides plan in secret."""
    monkeypatch.setattr(walks, "FAILURES", tmp_path)
    return Walk(GameSetUp(SKIRMISH, "raid", {"rounds": "1", "ties": "none_sinks"}), 1)


@pytest.fixture(autouse=True)
def as_declared() -> Iterator[None]:
    """Restores the declarations of the verbs afterwards."""
    said = DONE.ends_list, SEND.ends_list
    yield
    DONE.ends_list, SEND.ends_list = said


def test_the_declarations_of_the_verbs_are_true(walk: Walk) -> None:
    decision = walk.state.decisions()[0]
    check_declared(walk, "red", ("done",))
    check_declared(walk, "red", SAIL)
    assert check_answers(walk, decision, [SAIL, ("done",)]) > 10


def test_a_verb_that_finishes_a_part_and_does_not_say_so_is_found(walk: Walk) -> None:
    DONE.ends_list = "never"
    with pytest.raises(
        ConformanceFault, match="red may choose done before other choices of a list, but then a simultaneous step ended"
    ):
        check_declared(walk, "red", ("done",))


def test_a_predicate_that_reads_what_is_hidden_is_found(walk: Walk) -> None:
    def gold_sails(state: State, frame: Any, side: int, *what: int) -> bool:
        return max(state.cells[PLAN + 12 : PLAN + 18]) >= 0

    SEND.ends_list = gold_sails
    with pytest.raises(ConformanceFault, match="send red_flagship lagoon; x gives"):
        check_answers(walk, walk.state.decisions()[0], [SAIL])
