"""Undo: undo barriers and their reasons, restored choices, withdrawal, and what can never be undone."""

from typing import Any

import pytest

from ironbottom.engine.core.errors import Refused
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.dice.sealed import SealedDice
from ironbottom.engine.match.history import History
from ironbottom.engine.match.match import CanUndo, Match
from ironbottom.engine.record.record import ChoiceMade, Undo, Withdraw
from tests.engine.lanterns import BOAT, LIT, LUCK, ROUND, SCORE, SHOWN, acting, lanterns
from tests.engine.test_match import NoRealDie

A, B, C = ["hang", "a"], ["hang", "b"], ["hang", "c"]


def cannot(match: Match, why: str, side: str = "red", steps: int = 1, consent: tuple[str, ...] = ()) -> None:
    """Checks that an undo is refused for a reason, and that nothing has changed."""
    before = match.state.hash(), len(match.acts)
    with pytest.raises(Refused) as caught:
        match.undo(side, steps, consent)
    assert caught.value.message == why
    assert before == (match.state.hash(), len(match.acts))


def question_to_blue(match: Match) -> tuple[Any, ...]:
    """The question to blue, without its choices."""
    offer = match.offer("blue")
    return offer.side, offer.seq, offer.view, offer.prompt, offer.clause


def own(match: Match, side: str) -> list[tuple[int, list[str]]]:
    """A side's own choices in its log: the number and the action."""
    return [(entry["seq"], entry["action"]) for entry in match.log(side) if "action" in entry]


# -- the undo barrier --------------------------------------------------------------------------------


def test_a_sides_own_choices_are_taken_back_freely_the_last_first() -> None:
    match = acting()
    start = match.state.hash()
    match.submit("red", ["swap"])
    match.submit("red", ["swap"])
    match.submit("red", ["done"])
    assert match.can_undo("red") == CanUndo(3, "secret choices have been revealed since")
    assert match.undo("red", 2) == [("done",), ("swap",)]
    assert match.state.cells[BOAT] == 1
    assert match.undo("red") == [("swap",)]
    assert match.state.hash() == start


def test_a_die_is_a_barrier() -> None:
    match = acting(ScriptedDice([3]))
    match.submit("red", ["fish"])
    assert match.can_undo("red") == CanUndo(0, "a die has been rolled since")
    cannot(match, "a die has been rolled since; further back only with the consent of every other side")
    match.submit("red", ["swap"])
    assert match.can_undo("red").steps == 1
    cannot(
        match,
        "a die has been rolled since; 1 can be taken back freely;"
        " further back only with the consent of every other side",
        steps=2,
    )
    match.undo("red")
    assert match.state.cells[BOAT] == 0


def test_a_secret_that_became_known_is_a_barrier() -> None:
    match = acting()
    match.submit("red", ["show"])
    assert match.can_undo("red") == CanUndo(0, "a secret has been revealed since")


def test_an_open_move_that_others_saw_is_not_silent() -> None:
    match = acting()
    match.submit("red", ["done"])
    assert match.log("blue")[-1]["events"] == [{"event": "ended", "side": "red"}]
    assert match.can_undo("red").steps == 1


def test_another_sides_choice_is_a_barrier_until_it_is_taken_back() -> None:
    match = acting()
    match.submit("red", ["done"])
    match.submit("blue", ["swap"])
    assert match.can_undo("red") == CanUndo(0, "Blue chose since then")
    match.undo("blue")
    assert match.can_undo("red").steps == 1


def test_a_choice_that_a_side_does_not_see_leaves_the_reason_of_its_undo_barrier_unchanged() -> None:
    match = acting(ScriptedDice([2]))
    match.submit("red", ["done"])
    match.submit("blue", ["ring"])
    before = match.can_undo("red")
    assert before == CanUndo(0, "a die has been rolled since")
    match.submit("blue", ["swap"])
    match._history.entries[-1].events.clear()
    assert match.can_undo("red") == before


def test_a_choice_made_automatically_for_another_side_is_no_barrier_but_its_die_is() -> None:
    match = lanterns("lit", ScriptedDice([2]))
    match.submit("red", ["swap"])
    match.submit("red", ["ring"])
    assert match.can_undo("red") == CanUndo(0, "a die has been rolled since")
    match = acting(rounds="1")
    match.submit("red", ["done"])
    assert match.can_undo("red").steps == 1


def test_at_the_start_nothing_can_be_undone() -> None:
    match = lanterns("lit")
    assert match.can_undo("red") == CanUndo(0, "there is nothing more to take back")
    cannot(match, "Red made 0 choices, not 1", consent=("blue",))


@pytest.mark.parametrize("steps", [0, -1, True, 1.0, "1", None])
def test_an_invalid_number_of_steps_is_refused(steps: int) -> None:
    match = acting()
    match.submit("red", ["swap"])
    cannot(match, f"{steps!r} is not a number of choices to take back", steps=steps)


# -- consent ---------------------------------------------------------------------------------------


def test_undo_beyond_the_barrier_needs_the_consent_of_every_other_side() -> None:
    match = acting(ScriptedDice([3, 5]))
    before = match.state.hash()
    match.submit("red", ["fish"])
    match.submit("red", ["done"])
    match.submit("blue", ["fish"])
    for consent in ((), ("red",)):
        cannot(
            match,
            "a die has been rolled since; further back only with the consent of every other side",
            "red",
            2,
            consent,
        )
    with pytest.raises(Refused, match="no side is called 'green'"):
        match.undo("red", 2, ["green"])
    assert match.undo("red", 2, ["blue"]) == [("done",), ("fish",)]
    assert match.state.hash() == before
    assert match.acts[-1] == Undo(7, "red", 2, [4, 5, 6], ["blue"])
    assert match.log("blue")[-1] == {
        "seq": 6,
        "act": "undo",
        "side": "red",
        "taken": [3, 4, 5],
        "consent": ["blue"],
    }


def test_after_an_undo_new_dice_are_drawn() -> None:
    dice = SealedDice(bytes(range(32)), ["rain over Rabaul", "clear sky"])
    match = acting(dice)
    match.submit("red", ["fish"])
    assert match.state.cells[SCORE] == 1
    match.undo("red", consent=["blue"])
    assert (match.state.cells[SCORE], dice.counter) == (0, 1)
    match.submit("red", ["fish"])
    assert (match.state.cells[SCORE], dice.counter) == (6, 2)


def test_record_and_sequence_numbers_never_go_back() -> None:
    match = acting()
    seq, acts = match.seq("red"), len(match.acts)
    match.submit("red", ["swap"])
    match.undo("red")
    assert (match.seq("red"), len(match.acts)) == (seq + 2, acts + 2)
    with pytest.raises(Refused):
        match.undo("red", seq=seq)


# -- simultaneous frames ---------------------------------------------------------------------------


def test_undoing_one_side_keeps_the_choices_of_the_other() -> None:
    match = lanterns(dice=ScriptedDice([4]))
    match.submit("red", A)
    match.submit("blue", B)
    match.submit("red", B)
    match.submit("blue", ["look"])
    match.submit("blue", C)
    seen = match.log("blue"), question_to_blue(match), match.can_undo("blue")
    assert match.can_undo("red") == CanUndo(2, "there is nothing more to take back")
    assert match.undo("red", 2) == [("hang", "b"), ("hang", "a")]
    assert match.state.cells[LIT : LUCK + 2] == [0, 0b110, 0, 4]
    assert seen == (match.log("blue"), question_to_blue(match), match.can_undo("blue"))
    assert match.can_undo("blue") == CanUndo(1, "a die has been rolled since")


def test_a_side_that_is_done_may_come_back_while_the_frame_lasts() -> None:
    match = lanterns()
    match.submit("red", [A, ["done"]])
    assert match.decisions()[0].side == "blue"
    match.undo("red")
    match.submit("blue", ["done"])
    match.submit("red", [B, ["done"]])
    assert match.state.cells[LIT] == 0b011


def test_the_end_of_the_frame_is_a_barrier_for_all_since_it_reveals_the_choices() -> None:
    match = acting()
    for side in ("red", "blue"):
        assert match.can_undo(side) == CanUndo(0, "secret choices have been revealed since")


def test_a_simultaneous_frame_is_a_barrier_from_its_opening_whether_or_not_others_have_begun() -> None:
    match = acting()
    match.submit("red", ["done"])
    match.submit("blue", ["swap"])
    match.submit("blue", ["done"])
    assert match.state.cells[ROUND] == 2
    why = CanUndo(0, "the sides are now choosing in secret")
    assert match.can_undo("blue") == why
    match.submit("red", A)
    assert match.can_undo("blue") == why
    match.submit("blue", A)
    assert match.can_undo("blue") == CanUndo(1, why.why)
    assert match.can_undo("red") == CanUndo(1, why.why)


def test_a_frame_that_ends_differs_from_the_next_of_its_kind() -> None:
    match = acting()
    for side in ("red", "blue", "red", "blue"):
        match.submit(side, ["done"])
    assert match.can_undo("blue").steps == 0
    assert [entry.ends_simultaneous for entry in match._history.entries if entry.simultaneous] == [
        False,
        True,
        False,
        True,
    ]


# -- withdrawal ------------------------------------------------------------------------------------


def test_an_earlier_choice_is_withdrawn_and_the_later_ones_stay() -> None:
    match = lanterns()
    for choice in (A, B, C):
        match.submit("red", choice)
    assert own(match, "red") == [(2, A), (3, B), (4, C)]
    assert match.withdraw("red", 2) == []
    assert match.state.cells[LIT] == 0b110
    assert match.acts[-1] == Withdraw(5, "red", 2, [2])
    assert match.log("red")[-1] == {"seq": 5, "act": "withdraw", "side": "red", "taken": [2], "dropped": []}
    assert match.can_undo("red").steps == 2
    assert match.undo("red") == [("hang", "c")]


def test_later_choices_that_no_longer_fit_are_dropped_and_named() -> None:
    match = lanterns()
    for choice in (A, ["snuff", "a"], B):
        match.submit("red", choice)
    assert match.withdraw("red", 2) == [("snuff", "a")]
    assert match.state.cells[LIT] == 0b010
    assert match.acts[-1] == Withdraw(5, "red", 2, [2, 3], [["snuff", "a"]])
    assert match.log("red")[-1]["dropped"] == [["snuff", "a"]]


def test_a_later_choice_that_would_now_roll_a_die_is_dropped() -> None:
    match = acting(NoRealDie())
    match.submit("red", [A, ["net"], ["swap"]])
    assert match.state.cells[SCORE] == 1
    assert match.withdraw("red", own(match, "red")[-3][0]) == [("net",)]
    assert (match.state.cells[SCORE], match.state.cells[BOAT]) == (0, 1)


def test_a_later_choice_with_another_effect_now_is_repeated() -> None:
    match = acting()
    match.submit("red", ["swap"])
    match.submit("red", ["swap"])
    assert match.withdraw("red", own(match, "red")[-2][0]) == []
    withdrawn, repeated = match.acts[-2:]
    assert withdrawn == Withdraw(6, "red", 4, [4, 5], more=True)
    assert isinstance(repeated, ChoiceMade)
    assert (repeated.seq, repeated.events) == (7, [{"event": "swapped", "side": "red", "boat": "sampan"}])
    assert match.undo("red") == [("swap",)]
    assert match.can_undo("red").steps == 0


def test_automatic_choices_are_undone_with_the_choice_before_them_and_repeated() -> None:
    match = acting()
    match.submit("red", ["swap"])
    match.submit("red", ["call"])
    before = match.state.hash()
    match.submit("red", ["call"])
    assert match.undo("red") == [("call",)]
    assert match.state.hash() == before
    assert match.withdraw("red", own(match, "red")[-3][0]) == []
    assert match.acts[9] == Withdraw(10, "red", 4, [4])
    assert match.undo("red") == [("call",)]
    assert match.acts[10] == Undo(11, "red", 1, [5, 6])
    assert match.can_undo("red").steps == 0


def test_a_later_choice_after_which_the_match_would_take_one_with_a_die_is_dropped() -> None:
    match = lanterns("lit", NoRealDie())
    match.submit("red", [["douse"], ["call"], ["swap"]])
    assert match.withdraw("red", 2) == [("call",)]
    assert (match.state.cells[LIT], match.state.cells[BOAT]) == (7, 1)
    match.undo("red")
    assert match.can_undo("red").steps == 0


def test_within_a_simultaneous_frame_others_choices_stay_untouched() -> None:
    match = lanterns(dice=ScriptedDice([6]))
    match.submit("red", A)
    match.submit("blue", C)
    match.submit("red", B)
    match.submit("blue", ["look"])
    seen = match.log("blue")
    match.withdraw("red", 2)
    assert match.state.cells[LIT : LUCK + 2] == [0b010, 0b100, 0, 6]
    assert match.log("blue") == seen


@pytest.mark.parametrize("entry", [0, 1, 3, 99, -1, None, "2", True])
def test_only_a_sides_own_choice_can_be_withdrawn(entry: int) -> None:
    match = lanterns()
    match.submit("red", A)
    with pytest.raises(Refused, match="Red has no such choice to withdraw"):
        match.withdraw("red", entry)


def test_what_was_taken_back_cannot_be_withdrawn_again() -> None:
    match = lanterns()
    match.submit("red", A)
    match.withdraw("red", 2)
    with pytest.raises(Refused, match="no such choice to withdraw"):
        match.withdraw("red", 2)


def test_no_choice_beyond_the_barrier_is_withdrawn() -> None:
    match = acting(ScriptedDice([1]))
    match.submit("red", ["swap"])
    match.submit("red", ["fish"])
    with pytest.raises(Refused, match="a die has been rolled since"):
        match.withdraw("red", own(match, "red")[-2][0])


def test_another_sides_choice_cannot_be_withdrawn() -> None:
    match = acting()
    match.submit("red", ["done"])
    with pytest.raises(Refused, match="Blue has no such choice to withdraw"):
        match.withdraw("blue", match.seq("blue"))


# -- undoing many choices ----------------------------------------------------------------------------


def test_earlier_states_are_kept_sparsely_and_all_can_be_reached() -> None:
    match = acting()
    hashes = [match.state.hash()]
    for _ in range(1000):
        match.submit("red", ["swap"])
        hashes.append(match.state.hash())
    course = match._history
    assert len(course.checkpoints) <= History.MAX_CHECKPOINTS
    assert [course.before(place + 2).hash() for place in range(0, 1001, 37)] == hashes[::37]
    match.undo("red", 999)
    assert match.state.hash() == hashes[1]
    assert match.undo("red") == [("swap",)]
    assert match.can_undo("red").steps == 0


def test_what_was_taken_back_leaves_no_trace_in_the_state() -> None:
    match = acting(ScriptedDice([1, 1, 6]))
    match.submit("red", ["fish"])
    middle = match.state.hash()
    match.submit("red", [["swap"], ["show"]])
    match.submit("red", ["fish"])
    match.undo("red", 3, ["blue"])
    assert match.state.hash() == middle
    assert match.state.cells[SHOWN] == 0
    assert match.view("blue")["boats"] == {"blue": "junk"}
