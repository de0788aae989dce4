"""The rules for counting acts: choices, completed helpers, forces that continue, standing orders."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.features import Voyage
from ironbottom.lab.simulated_user import SimulatedUser

DONE: Action = ("done",)


def helpers(*filled: list[Action], meant: str = "far") -> Any:
    """Returns helpers that fill in these choices at every question.

    A force with a destination sails there; the others stay.
    """

    def course(state: Any, side: str, force: str, voyage: Voyage | None) -> tuple[Action, str]:
        return (("sail", voyage.to) if voyage else ("hold",)), ""

    return SimpleNamespace(
        SECOND_STEPS=frozenset(),
        offered=lambda state, side, memory, first: [SimpleNamespace(choices=run) for run in filled if run[0] == first],
        next_course=course,
        planned_course=lambda state, side, force, mission: Voyage(mission, meant, 0, 1),
    )


def standing_order(*questions: str) -> Any:
    """Returns a standing order that ends each of these questions without giving any orders."""
    return SimpleNamespace(
        ends_question=lambda action: action == DONE,
        infos=lambda: [{"id": "none", "label": "", "values": ["ask", "none"], "words": ["ask me", "none"]}],
        applies=lambda state, side, name: state.decision(side).procedure.name in questions,
        choices_of_order=lambda state, side, name, value: [DONE],
        iter_choices_of_order=lambda state, side, name, value: iter([DONE]),
        is_complete=lambda name, found: DONE in found,
    )


def at(asked: str) -> Any:
    """Returns a state in which a side is asked this question."""
    return SimpleNamespace(decision=lambda side: SimpleNamespace(procedure=SimpleNamespace(name=asked)))


def acts(person: SimulatedUser, *choices: tuple[str, Action]) -> list[int]:
    """Returns the number of acts for each choice."""
    return [person.ui_actions(at(asked), action) for asked, action in choices]


LONG: list[Action] = [("search", "a"), ("search", "b"), ("search", "c"), DONE]


@pytest.mark.parametrize(
    ("made", "counted"),
    [
        (LONG, [1, 0, 0, 0]),
        ([*LONG[:2], ("search", "x"), DONE], [1, 0, 1 + 1, 1]),
        ([("search", "x"), DONE], [1, 1]),
        ([*LONG, ("search", "a")], [1, 0, 0, 0, 1]),
    ],
)
def test_a_helper_is_one_act_if_the_player_completes_it(made: list[Action], counted: list[int]) -> None:
    person = SimulatedUser("japan", helpers(LONG), None)
    assert acts(person, *(("search_orders", action) for action in made)) == counted


def test_a_helper_left_half_way_counts_as_a_shorter_one() -> None:
    person = SimulatedUser("japan", helpers(LONG[:2], LONG), None)
    made = [*LONG[:3], ("search", "x")]
    assert acts(person, *(("search_orders", action) for action in made)) == [1, 0, 0, 1 + 1]


def test_forces_that_continue_share_one_act_per_phase() -> None:
    person = SimulatedUser("japan", helpers(), None)
    plots = [("orders", ("plot", f, "transit")) for f in ("a", "b")]
    stay = ("course", ("hold",))
    phase = [plots[0], stay, plots[1], stay, ("orders", DONE)]
    assert acts(person, *phase) == [0, 1, 0, 0, 0]
    assert acts(person, *phase) == [0, 1, 0, 0, 0]


def test_new_orders_of_a_force_are_two_acts_and_plan_its_voyage() -> None:
    person = SimulatedUser("japan", helpers(), None)
    patrol, far, near = ("orders", ("plot", "a", "patrol")), ("course", ("sail", "far")), ("course", ("sail", "near"))
    assert acts(person, patrol, far, ("orders", DONE)) == [0, 2, 1]
    assert acts(person, patrol, far, ("orders", DONE)) == [0, 1, 0]
    assert acts(person, patrol, near, ("orders", DONE)) == [0, 2, 1]
    assert acts(person, patrol, near, ("orders", DONE)) == [0, 2, 1], "what was no course of a voyage plans none"


def test_a_new_mission_on_the_same_course_is_a_new_order() -> None:
    person = SimulatedUser("japan", helpers(), None)
    far = ("course", ("sail", "far"))
    acts(person, ("orders", ("plot", "a", "patrol")), far, ("orders", DONE))
    assert acts(person, ("orders", ("plot", "a", "transit")), far) == [0, 2]


def test_a_course_after_entering_the_map_is_one_act() -> None:
    person = SimulatedUser("japan", helpers(), None)
    assert acts(person, ("orders", ("enter", "a", "transit", "gate", "0")), ("course", ("sail", "far"))) == [1, 1]


def test_giving_and_dropping_a_standing_order_are_acts() -> None:
    person = SimulatedUser("japan", helpers(), standing_order("transfers"))
    passes = ("transfers", DONE)
    assert acts(person, passes, passes, passes, passes) == [1, 1 + 1, 0, 0]
    assert acts(person, ("transfers", ("transfer", "a")), passes) == [1 + 1, 1]
    assert person.orders == {}
    assert acts(person, passes, passes, passes) == [1, 1 + 1, 0]


def test_a_standing_order_answers_only_its_own_questions() -> None:
    person = SimulatedUser("japan", helpers(), standing_order("transfers"))
    acts(person, ("transfers", DONE), ("transfers", DONE))
    assert acts(person, ("decoys", DONE), ("transfers", DONE)) == [1, 0]


def test_an_order_is_computed_only_while_the_player_agrees() -> None:
    """Choices after the first different one do not matter, unless the order had matched before."""
    worked_out: list[str] = []

    def iter_choices_of_order(state: Any, side: str, name: str, value: str) -> Any:
        for word in ("one", "two", "three"):
            worked_out.append(word)
            yield (word,)
        yield DONE

    orders = standing_order("fire")
    orders.iter_choices_of_order = iter_choices_of_order
    person = SimulatedUser("japan", helpers(), orders)
    assert [person.ui_actions(at("fire"), action) for action in (("one",), ("other",), DONE)] == [1, 1, 1]
    assert worked_out == ["one", "two"]
    worked_out.clear()
    for action in (("one",), ("two",), ("three",), DONE):
        person.ui_actions(at("fire"), action)
    assert worked_out == ["one", "two", "three"]
    worked_out.clear()
    assert person.ui_actions(at("fire"), ("other",)) == 1
    assert worked_out == ["one", "two", "three"], "it had answered so once, and starts over"
    for action in (DONE, *[(word,) for word in ("one", "two", "three")], DONE):
        person.ui_actions(at("fire"), action)
    assert person.orders == {}
