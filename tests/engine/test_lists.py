"""Lists of choices: a refused list reveals nothing hidden (``Verb.ends_list``)."""

from typing import Any

import pytest

from ironbottom.engine.core.errors import Refused
from ironbottom.engine.dice.dice import ScriptedDice, SeededDice
from ironbottom.engine.match.history import ChoiceBatch, ListEnds
from ironbottom.engine.match.match import LIST_MUST_END_MESSAGE, Match, longest_valid_prefix
from ironbottom.engine.match.replay import replay
from ironbottom.engine.record.record import MatchRecord, read_lines
from tests.engine.lanterns import LANTERNS, LIT, SHOWN, acting, lanterns
from tests.engine.test_match import NoRealDie, actions, refused


def answer(match: Match, *choices: list[str]) -> dict[str, Any]:
    """The response to a refused list of red; checks that nothing has changed."""
    return refused(match, "red", list(choices)).as_dict()


def nights() -> tuple[Match, Match]:
    """A night in which blue has done nothing yet, and one in which it has finished: red cannot see a difference."""
    waiting, finished = lanterns(dice=NoRealDie()), lanterns(dice=NoRealDie())
    finished.submit("blue", [["hang", "b"], ["done"]])
    assert waiting.view("red") == finished.view("red")
    return waiting, finished


@pytest.mark.parametrize("further", [["x"], ["hang", "a"], ["fish"], ["ring"], ["done"], ["look"]])
def test_a_list_after_the_end_of_a_sides_part_does_not_reveal_whether_the_others_are_done(further: list[str]) -> None:
    waiting, finished = nights()
    result = answer(waiting, ["done"], further)
    assert result == answer(finished, ["done"], further)
    assert (result["message"], result["field"]) == (LIST_MUST_END_MESSAGE, "choice 1 of 2")
    assert answer(waiting, ["hang", "a"], ["done"], further) == answer(finished, ["hang", "a"], ["done"], further)


def test_a_list_does_not_run_on_into_the_next_step() -> None:
    _, finished = nights()
    assert answer(finished, ["done"], ["fish"])["message"] == LIST_MUST_END_MESSAGE
    finished.submit("red", ["done"])
    assert finished.state.decision("red") is not None


def test_a_choice_that_ends_a_list_conditionally_may_precede_others_when_the_condition_is_false() -> None:
    match = acting(NoRealDie())
    assert answer(match, ["net"], ["swap"])["message"] == LIST_MUST_END_MESSAGE
    match.submit("red", [["hang", "a"], ["net"], ["swap"]])
    assert actions(match)[-3:] == [("hang", "a"), ("net",), ("swap",)]


def test_a_choice_whose_forced_answer_rolls_a_die_ends_a_list() -> None:
    match = lanterns("lit", NoRealDie())
    assert answer(match, ["ring"], ["x"]) == answer(match, ["ring"], ["swap"])
    assert answer(match, ["ring"], ["swap"])["message"] == LIST_MUST_END_MESSAGE


def test_a_nonsensical_choice_is_refused_as_such_if_no_earlier_choice_ends_the_list() -> None:
    result = answer(acting(NoRealDie()), ["swap"], ["x"])
    assert result["message"].startswith("'x' is not a verb of this game")


def test_a_forced_choice_of_another_side_ends_a_list_unless_its_verb_never_does() -> None:
    match = lanterns("lit", NoRealDie())
    draft = ChoiceBatch(match.state)
    draft.choose("red", ["ring"], NoRealDie(), auto=False)
    with pytest.raises(ListEnds):
        draft.advance_to("red", ["swap"])


def test_a_withdrawal_drops_a_later_choice_that_could_roll_a_die_now() -> None:
    match = acting(SeededDice(1))
    match.submit("red", [["hang", "a"], ["net"], ["swap"]])
    entry = match.log("red")[-3]["seq"]
    assert match.withdraw("red", entry) == [("net",)]
    assert actions(match)[-1] == ("swap",) or match.state.cells[LIT] == 0


def test_a_list_recorded_before_verbs_ended_lists_is_replayed() -> None:
    match = lanterns(dice=ScriptedDice([]))
    match.submit("blue", ["done"])
    with pytest.raises(Refused):
        match.submit("red", [["done"], ["show"]])
    match.submit("red", [["done"], ["show"]], recorded=True)
    replayed = replay(read_lines(MatchRecord(match.header, list(match.acts)).lines()), game=LANTERNS)
    assert replayed.divergence is None
    assert actions(replayed.match) == [("done",), ("done",), ("show",)]
    assert replayed.match.state.cells[SHOWN] == 1


def test_the_first_part_of_a_list_ends_with_a_choice_that_ends_it() -> None:
    match = acting(NoRealDie())
    choices = [("swap",), ("fish",), ("swap",)]
    assert longest_valid_prefix(match.state, "red", choices) == choices[:2]
    assert longest_valid_prefix(match.state, "red", choices[:2]) == choices[:2]
    assert longest_valid_prefix(match.state, "red", [("swap",), ("swap",)]) == [("swap",), ("swap",)]


def test_a_single_choice_never_asks_whether_it_ends_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    match = acting(ScriptedDice([4]))
    monkeypatch.setattr(type(match.state), "ends_list", lambda *_: pytest.fail("asked"))
    match.submit("red", ["fish"])
    match.submit("red", [["swap"]])


def test_a_withdrawal_recorded_before_verbs_ended_lists_is_replayed() -> None:
    """Such a record kept a side's later choices although one of them could have finished its part."""
    match = lanterns(dice=ScriptedDice([]))
    match.submit("red", [["hang", "a"], ["hang", "b"], ["done"]])
    taken = 2
    match.withdraw_act("red", taken)
    assert match.acts[-1].dropped == [["done"]]  # type: ignore[union-attr]
    kept = Match(match.rules, dice=ScriptedDice([]))
    kept.submit("red", [["hang", "a"], ["hang", "b"], ["done"]])
    kept.withdraw_act("red", taken, recorded=[])
    record = read_lines(MatchRecord(kept.header, list(kept.acts)).lines())
    replayed = replay(record, game=LANTERNS)
    assert replayed.divergence is None
    assert replayed.match.state == kept.state
