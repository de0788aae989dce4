"""The match: choices one by one and in lists, refusals, forced choices, and its end."""

import gc
from types import FunctionType, ModuleType
from typing import Any

import pytest

from ironbottom.engine.core.errors import BadValue, DiceError, Refused
from ironbottom.engine.dice.dice import DieReason, ScriptedDice, SeededDice
from ironbottom.engine.match.match import LIST_MUST_END_MESSAGE, Match
from ironbottom.engine.rules.offers import MAX_CHOICES, MAX_PART_LENGTH, MAX_PARTS, Offer
from ironbottom.engine.rules.state import Refusal, State
from tests.engine.lanterns import LANTERNS, LIT, LUCK, ROUND, SCORE, acting, lanterns


class NoRealDie:
    """A dice source that fails the test when it is used."""

    def roll(self, faces: int, why: DieReason, audience: int = -1) -> int:
        raise AssertionError(f"a real die was rolled: {why}")


def actions(match: Match) -> list[tuple[str, ...]]:
    return [tuple(act.action) for act in match.acts if hasattr(act, "action")]


def refused(match: Match, side: Any, action: Any, **more: Any) -> Refused:
    """The refusal of a submission; checks that nothing at all has changed."""
    before = match.state.hash(), len(match.acts), match.seq("red"), match.seq("blue"), match.draw_offer
    with pytest.raises(Refused) as caught:
        match.submit(side, action, **more)
    assert before == (match.state.hash(), len(match.acts), match.seq("red"), match.seq("blue"), match.draw_offer)
    return caught.value


# -- one choice ------------------------------------------------------------------------------------


def test_a_choice_is_carried_out_with_the_real_dice() -> None:
    match = acting(ScriptedDice([4]))
    outcome = match.submit("red", ("fish",))
    assert outcome.visible() == {
        "events": [{"event": "scored", "side": "red", "points": 4}],
        "dice": [[4, 6, "catch"]],
    }
    assert match.state.cells[SCORE] == 4


def test_numbers_are_accepted_for_ids_and_written_as_ids() -> None:
    match = lanterns()
    match.submit("red", ["hang", "b"])
    assert actions(match) == [("hang", "b")]


@pytest.mark.parametrize(
    ("side", "action", "clause", "message"),
    [
        ("blue", ["fish"], "1.0", "it is for Red to choose now"),
        ("red", ["look"], "1.0", "look is not possible in this step, which allows: fish, swap, show, ring, "
         "chase, call, hang, douse, net, done"),
        ("red", ["sail"], None, "'sail' is not a verb of this game; allowed: hang, snuff, look, done, fish, swap, "
         "show, ring, chase, call, douse, net, bear, hush, yield, slip"),
        ("red", ["hang", "z"], None, "no pier is called 'z'; allowed: a, b, c"),
        ("green", ["fish"], None, "no side is called 'green'; allowed: red, blue"),
        (None, ["fish"], None, "no side is called None; allowed: red, blue"),
        ("public", ["fish"], None, "no side is called 'public'; allowed: red, blue"),
    ],
)  # fmt: skip
def test_what_is_not_offered_is_refused(side: Any, action: list[str], clause: str | None, message: str) -> None:
    wrong = refused(acting(NoRealDie()), side, action)
    assert (wrong.clause, wrong.message) == (clause, message)


@pytest.mark.parametrize(
    "action",
    [
        None, "fish", 7, [], {}, {"verb": "fish"}, b"fish", [None], [True], [1.5], [["fish"], "fish"], [["fish"], []],
        [[["fish"]]], [{"a": 1}], ["hang", ["a"]], ["hang", None], ["fish"] * (MAX_PARTS + 1),
        ["f" * (MAX_PART_LENGTH + 1)], [["fish"]] * (MAX_CHOICES + 1), ["hang", 10**12], [[]], ["fish\x00"], ["\ud800"],
    ],
    ids=lambda action: repr(action)[:30],
)  # fmt: skip
def test_malformed_and_oversized_input_is_refused(action: Any) -> None:
    refused(acting(NoRealDie()), "red", action)


def test_a_stale_sequence_number_is_refused() -> None:
    match = acting(ScriptedDice([1, 2]))
    seq = match.offer("red").seq
    match.submit("red", ["fish"], seq=seq)
    assert refused(match, "red", ["fish"], seq=seq).field == "seq"
    for wrong in (-1, seq + 2, 10**30, True, 1.0, "3"):
        refused(match, "red", ["fish"], seq=wrong)
    match.submit("red", ["fish"], seq=seq + 1)
    assert match.state.cells[SCORE] == 3


def test_a_replayed_message_is_refused_and_another_sides_id_is_not() -> None:
    match = lanterns()
    match.submit("red", ["hang", "a"], message="m1")
    assert refused(match, "red", ["hang", "b"], message="m1").field == "message"
    match.submit("blue", ["hang", "a"], message="m1")
    refused(match, "red", ["hang", "a"], message="m2")
    match.submit("red", ["hang", "b"], message="m2")
    assert match.state.cells[LIT] == 0b011


def test_an_action_after_the_end_is_refused() -> None:
    match = acting(rounds="1")
    match.submit("red", ["done"])
    match.submit("blue", ["done"])
    assert match.over
    assert match.result() == {"winners": [], "score": {"red": 0, "blue": 0}, "why": "most points"}
    wrong = refused(match, "red", ["fish"])
    assert (wrong.clause, wrong.message) == ("1.0", "the match is over")
    assert match.why_not("red", ["fish"]) == Refusal("1.0", "the match is over")
    assert match.decisions() == ()
    assert len(match.offer("red").choices) == 0
    for attempt in (match.undo, match.resign, match.offer_draw, match.accept_draw, match.decline_draw):
        with pytest.raises(Refused, match="the match is over"):
            attempt("red")


# -- given dice -------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [[], [3, 3], [7], [0], [True], ["3"], "3", None, [3.0]])
def test_the_number_of_given_dice_must_be_exact(dice: Any) -> None:
    match = acting(NoRealDie())
    before = match.state.hash(), len(match.acts)
    if dice is None:
        match.submit("red", ["fish"], dice=[3])
        assert match.state.cells[SCORE] == 3
        return
    with pytest.raises(DiceError):
        match.submit("red", ["fish"], dice=dice)
    assert before == (match.state.hash(), len(match.acts))


def test_given_dice_cover_the_automatic_choice_that_follows() -> None:
    match = lanterns("lit", NoRealDie())
    with pytest.raises(DiceError, match="dice given: 0; one more is needed: ringing"):
        match.submit("red", ["ring"], dice=[])
    with pytest.raises(DiceError, match="die 1 is 5, but ringing takes 1 to 4"):
        match.submit("red", ["ring"], dice=[5])
    outcome = match.submit("red", ["ring"], dice=[4])
    assert outcome.visible()["dice"] == [[4, 4, "ringing"]]
    assert match.state.cells[SCORE] == 4


# -- lists -----------------------------------------------------------------------------------------


def test_a_list_is_applied_in_order_and_recorded_as_one_act() -> None:
    match = lanterns()
    match.submit("red", [["hang", "c"], ["hang", "a"], ["done"]])
    assert actions(match) == [("hang", "c"), ("hang", "a"), ("done",)]
    assert [getattr(act, "more", None) for act in match.acts] == [False, True, True, False]


def test_a_list_with_an_illegal_choice_changes_nothing_and_names_it() -> None:
    wrong = refused(lanterns(dice=NoRealDie()), "red", [["hang", "c"], ["hang", "c"], ["done"]])
    assert (wrong.field, wrong.clause, wrong.message) == ("choice 2 of 3", "2.1", "a lantern hangs at c already")


def test_only_the_last_choice_may_roll_a_die() -> None:
    match = acting(NoRealDie())
    wrong = refused(match, "red", [["swap"], ["fish"], ["done"]])
    assert (wrong.field, wrong.clause) == ("choice 2 of 3", "1.0")
    assert wrong.message == LIST_MUST_END_MESSAGE
    with pytest.raises(AssertionError, match="a real die"):
        match.submit("red", [["swap"], ["fish"]])
    match = acting(ScriptedDice([6]))
    match.submit("red", [["swap"], ["fish"]])
    assert match.state.cells[SCORE] == 6


def test_a_reveal_may_come_with_the_last_choice_only() -> None:
    match = acting(NoRealDie())
    wrong = refused(match, "red", [["show"], ["done"]])
    assert (wrong.field, wrong.message) == ("choice 1 of 2", LIST_MUST_END_MESSAGE)
    match.submit("red", [["swap"], ["show"]])
    assert match.view("blue")["boats"] == {"red": "sampan", "blue": "junk"}


def test_a_list_stops_at_another_sides_decision() -> None:
    match = lanterns()
    match.submit("red", [["hang", "a"], ["done"]])
    match.submit("blue", [["hang", "b"], ["done"]])
    wrong = refused(match, "red", [["ring"], ["done"]])
    assert (wrong.field, wrong.message) == ("choice 2 of 2", "it is for Blue to choose now")


def test_a_refused_list_draws_no_die_from_the_real_source() -> None:
    match = acting(SeededDice(7))
    twin = acting(SeededDice(7))
    for unlawful in ([["fish"], ["fish"]], [["swap"], ["look"]], [["ring"], ["done"]]):
        refused(match, "red", unlawful)
    assert match.submit("red", ["fish"]).dice == twin.submit("red", ["fish"]).dice


def test_a_list_continues_after_a_choice_that_the_match_takes_for_another_side() -> None:
    match = acting(NoRealDie())
    match.submit("red", [["call"], ["swap"]])
    assert actions(match)[2:] == [("call",), ("hush",), ("swap",)]
    assert [getattr(act, "auto", None) for act in match.acts[3:]] == [False, True, False]


# -- decisions with a single choice ----------------------------------------------------------------


def test_a_single_choice_is_taken_by_the_match_and_marked() -> None:
    match = lanterns("lit", ScriptedDice([3]))
    match.submit("red", ["ring"])
    ring, bear = match.acts[1:]
    assert (ring.side, ring.action, ring.auto, ring.more) == ("red", ["ring"], False, True)  # type: ignore[union-attr]
    assert (bear.side, bear.action, bear.auto, bear.more) == ("blue", ["bear"], True, False)  # type: ignore[union-attr]
    assert match.log("blue")[-1] == {
        "seq": 3,
        "act": "choice",
        "side": "blue",
        "action": ["bear"],
        "auto": True,
        "events": [{"event": "scored", "side": "red", "points": 3}],
        "dice": [[3, 4, "ringing"]],
    }
    assert match.decisions()[0].side == "red"


def test_a_single_choice_that_would_give_a_secret_away_is_left_to_the_side() -> None:
    match = acting(NoRealDie())
    match.submit("red", ["chase"])
    assert list(match.offer("blue").choices) == [("yield",)]
    match.submit("blue", ["yield"])
    assert match.acts[-1].auto is False  # type: ignore[union-attr]


def test_within_a_simultaneous_frame_no_choice_is_taken_by_the_match() -> None:
    match = lanterns()
    match.submit("red", [["hang", "a"], ["hang", "b"], ["hang", "c"]])
    assert [decision.side for decision in match.decisions()] == ["red", "blue"]


# -- simultaneous frames ---------------------------------------------------------------------------


def offer_fields(offer: Offer) -> tuple[Any, ...]:
    return offer.side, offer.seq, offer.view, offer.prompt, offer.clause


def test_nothing_of_a_simultaneous_frame_is_shown_until_all_are_done() -> None:
    match = lanterns(dice=ScriptedDice([5]))
    before = offer_fields(match.offer("blue")), match.log("blue"), match.log("public"), match.can_undo("blue")
    match.submit("red", [["hang", "a"], ["hang", "b"]])
    match.undo("red")
    match.submit("red", [["look"]])
    match.submit("red", ["done"])
    assert before == (offer_fields(match.offer("blue")), match.log("blue"), match.log("public"), match.can_undo("blue"))
    assert match.state.cells[LUCK] == 5
    match.submit("blue", ["done"])
    assert match.log("public")[-1]["events"] == [{"event": "alight", "red": ["a"], "blue": []}]


def test_only_the_side_that_may_see_a_die_sees_it() -> None:
    match = lanterns(dice=ScriptedDice([5]))
    outcome = match.submit("red", ["look"])
    assert outcome.visible("red") == {
        "events": [{"event": "looked", "side": "red", "luck": 5}],
        "dice": [[5, 6, "luck"]],
    }
    assert outcome.visible("blue") == outcome.visible("public") == {"events": [], "dice": []}


def test_outside_a_simultaneous_frame_others_see_an_event_without_its_secret_fields() -> None:
    match = lanterns("drawn", ScriptedDice([2, 1]))
    assert match.log("blue") == [
        {
            "seq": 1,
            "act": "begin",
            "events": [{"event": "swapped", "side": "red"}, {"event": "swapped", "side": "blue", "boat": "junk"}],
            "dice": [[1, 2, "boat"]],
        }
    ]
    assert match.log("public")[0]["dice"] == []


# -- logs and offers -------------------------------------------------------------------------------


def test_a_log_has_its_own_numbers_without_gaps() -> None:
    match = lanterns()
    match.submit("red", [["hang", "a"], ["hang", "b"], ["done"]])
    match.submit("blue", ["done"])
    assert [entry["seq"] for entry in match.log("red")] == [1, 2, 3, 4, 5]
    assert [entry["seq"] for entry in match.log("blue")] == [1, 2]
    assert match.log("red", since=3) == match.log("red")[3:]
    assert "action" not in match.log("red")[-1]
    for wrong in (-1, "1", None, True):
        with pytest.raises(Refused):
            match.log("red", since=wrong)  # type: ignore[arg-type]


def test_before_the_end_no_viewer_gets_the_whole_log_or_the_open_view() -> None:
    match = acting(rounds="1")
    for tell in (match.log, match.view):
        for whole in ("open", "all"):
            with pytest.raises((Refused, BadValue)):
                tell(whole)
    match.resign("red")
    assert match.view("open") == {"cells": match.state.cells}
    assert [entry["act"] for entry in match.log("open")] == ["begin", "choice", "choice", "resign", "end", "reveal"]
    assert match.log("open")[1]["action"] == ["done"]


def reachable(root: object) -> set[int]:
    """The ids of all reachable objects, except those of modules, classes and functions, which are shared."""
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        here = waiting.pop()
        if id(here) in seen or isinstance(here, (ModuleType, type, FunctionType)):
            continue
        seen.add(id(here))
        waiting += gc.get_referents(here)
    return seen


def test_no_state_can_be_reached_from_an_offer() -> None:
    match = lanterns()
    offer = match.offer("red")
    found = reachable(offer)
    assert id(match.state.cells) not in found
    assert not [thing for thing in gc.get_objects() if isinstance(thing, (State, Match)) and id(thing) in found]
    assert id(match.state.cells) in reachable(match)


def test_an_offer_does_not_change_when_the_match_goes_on() -> None:
    match = acting(ScriptedDice([2]))
    offer = match.offer("red")
    assert (offer.side, offer.prompt, offer.clause) == ("red", "What do you do?", "3.0")
    match.submit("red", ["fish"], seq=offer.seq)
    assert offer.view["score"] == [0, 0]
    verbs = [action[0] for action in offer.choices]
    assert verbs == ["fish", "swap", "show", "ring", "chase", "call", "hang", "hang", "hang", "net", "done"]
    offer.view["score"][0] = 99
    assert match.view("red")["score"] == [2, 0]


def test_a_side_without_a_decision_gets_an_empty_offer() -> None:
    offer = acting().offer("blue")
    assert (offer.prompt, offer.clause, len(offer.choices)) == ("", "", 0)


def test_choices_of_an_offer_have_their_own_numbers() -> None:
    match = acting()
    choices = match.offer("red").choices
    assert id(match.state) not in reachable(choices)
    listed = list(choices)
    match.submit("red", ["show"])
    assert list(choices) == listed
    assert ("show",) in choices


def test_the_choices_of_an_old_state_raise_an_error() -> None:
    state = acting().state.copy()
    choices = state.decisions()[0].choices
    assert choices.next() == ("fish", "swap", "show", "ring", "chase", "call", "hang", "net", "done")
    assert choices.next("hang") == ("a", "b", "c")
    state.apply("red", ("show",), SeededDice(1))
    for ask in (len, list, lambda these: these.next("hang"), lambda these: these.contains_code((0,))):
        with pytest.raises(RuntimeError, match="state has changed"):
            ask(choices)


# -- the end ---------------------------------------------------------------------------------------


def test_a_side_that_resigns_loses() -> None:
    match = acting()
    match.resign("red")
    assert match.result() == {"winners": ["blue"], "score": {}, "why": "Red resigned"}
    assert [entry["act"] for entry in match.log("public")][-3:] == ["resign", "end", "reveal"]


def test_a_side_whose_time_ran_out_loses() -> None:
    match = acting()
    match.resign("red", "time")
    assert match.result() == {"winners": ["blue"], "score": {}, "why": "Red ran out of time"}
    assert match.log("public")[-3] == {"seq": match.seq("public") - 2, "act": "resign", "side": "red", "why": "time"}


def test_a_side_may_resign_when_it_is_not_to_choose() -> None:
    match = acting()
    match.resign("blue")
    assert match.result()["winners"] == ["red"]  # type: ignore[index]


def test_a_draw_is_offered_and_accepted() -> None:
    match = acting()
    match.offer_draw("blue")
    assert match.draw_offer == "blue"
    with pytest.raises(Refused, match="Blue has no draw offer to answer"):
        match.accept_draw("blue")
    with pytest.raises(Refused, match="a draw offered by Blue is already open"):
        match.offer_draw("red")
    match.accept_draw("red")
    assert match.result() == {"winners": [], "score": {}, "why": "a draw was agreed"}


def test_a_draw_is_declined_and_may_be_offered_again() -> None:
    match = acting()
    match.offer_draw("blue")
    match.decline_draw("red")
    with pytest.raises(Refused):
        match.accept_draw("red")
    match.offer_draw("blue")
    assert not match.over


def test_an_offer_of_a_draw_lapses_when_the_other_side_chooses_and_not_before() -> None:
    match = acting()
    match.offer_draw("red")
    match.submit("red", ["swap"])
    assert match.draw_offer == "red"
    match.submit("red", ["done"])
    match.submit("blue", ["swap"])
    assert match.draw_offer is None
    with pytest.raises(Refused):
        match.accept_draw("blue")


def test_a_secret_choice_makes_an_offer_lapse_only_when_it_is_shown() -> None:
    match = lanterns()
    match.offer_draw("red")
    match.submit("blue", [["hang", "a"], ["done"]])
    assert match.draw_offer == "red"
    match.submit("red", ["done"])
    assert match.draw_offer == "red"
    match = lanterns()
    match.offer_draw("red")
    match.submit("red", ["done"])
    match.submit("blue", ["done"])
    assert match.draw_offer is None


def test_a_game_that_ends_by_its_rules_ends_the_match() -> None:
    match = acting(ScriptedDice([2, 5]), rounds="1")
    match.submit("red", ["fish"])
    match.submit("red", ["done"])
    match.submit("blue", ["fish"])
    assert match.result() is None
    match.submit("blue", ["done"])
    assert match.result() == {"winners": ["blue"], "score": {"red": 2, "blue": 5}, "why": "most points"}
    assert match.log("red")[-1] == {"seq": match.seq("red"), "act": "end", "result": match.result()}


# -- how a match starts ----------------------------------------------------------------------------


def test_a_match_may_start_from_any_state() -> None:
    first = acting(ScriptedDice([2]))
    first.submit("red", ["fish"])
    match = Match(LANTERNS, start=first.state)
    assert match.state == first.state
    match.submit("red", ["swap"])
    assert match.state != first.state


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"scenario": "storm"}, "scenario"),
        ({"options": {"rounds": "9"}}, "options.rounds"),
        ({"options": {"wind": "north"}}, "options"),
        ({"players": {"green": "ann"}}, "players"),
    ],
)
def test_a_match_that_cannot_start_names_the_field(more: dict[str, Any], field: str) -> None:
    with pytest.raises(BadValue) as caught:
        Match(LANTERNS, **more)
    assert caught.value.field == field


def test_what_goes_wrong_within_a_game_leaves_the_match_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    match = acting()
    before = match.state.hash(), len(match.acts)

    def broken(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("tests.engine.lanterns.score", broken)
    with pytest.raises(ZeroDivisionError):
        match.submit("red", ["fish"])
    assert before == (match.state.hash(), len(match.acts))
    assert match.state.cells[ROUND] == 1
