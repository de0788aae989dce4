"""What counts as an act: choices, helpers followed to their end, forces that go on, standing orders."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.features import Voyage
from ironbottom.lab.simulated_user import Person

DONE: Action = ("done",)


def helpers(*filled: list[Action], meant: str = "far") -> Any:
    """Helpers that fill in these runs at every question; a force that is bound for a hex sails there, others stay."""

    def course(state: Any, side: str, force: str, voyage: Voyage | None) -> tuple[Action, str]:
        return (("sail", voyage.to) if voyage else ("hold",)), ""

    return SimpleNamespace(
        SECOND_STEPS=frozenset(),
        offered=lambda state, side, memory, first: [SimpleNamespace(choices=run) for run in filled if run[0] == first],
        next_course=course,
        intended=lambda state, side, force, mission: Voyage(mission, meant, 0, 1),
    )


def standing(*questions: str) -> Any:
    """One order, to end each of these questions with nothing ordered."""
    return SimpleNamespace(
        ends=lambda action: action == DONE,
        told=lambda: [{"id": "none", "label": "", "values": ["ask", "none"], "words": ["ask me", "none"]}],
        applies=lambda state, side, name: state.decision(side).procedure.name in questions,
        answered=lambda state, side, name, value: [DONE],
        answering=lambda state, side, name, value: iter([DONE]),
        whole=lambda name, found: DONE in found,
    )


def at(asked: str) -> Any:
    """A state in which a side is asked this."""
    return SimpleNamespace(decision=lambda side: SimpleNamespace(procedure=SimpleNamespace(name=asked)))


def acts(person: Person, *choices: tuple[str, Action]) -> list[int]:
    """What each choice counts."""
    return [person.acts(at(asked), action) for asked, action in choices]


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
def test_a_helper_is_one_act_if_it_is_followed_to_its_end(made: list[Action], counted: list[int]) -> None:
    person = Person("japan", helpers(LONG), None)
    assert acts(person, *(("search_orders", action) for action in made)) == counted


def test_of_a_longer_helper_left_half_way_the_shorter_one_is_an_act() -> None:
    person = Person("japan", helpers(LONG[:2], LONG), None)
    made = [*LONG[:3], ("search", "x")]
    assert acts(person, *(("search_orders", action) for action in made)) == [1, 0, 0, 1 + 1]


def test_forces_that_go_on_are_one_act_a_phase_with_the_end_of_the_orders() -> None:
    person = Person("japan", helpers(), None)
    plots = [("orders", ("plot", f, "transit")) for f in ("a", "b")]
    stay = ("course", ("hold",))
    phase = [plots[0], stay, plots[1], stay, ("orders", DONE)]
    assert acts(person, *phase) == [0, 1, 0, 0, 0]
    assert acts(person, *phase) == [0, 1, 0, 0, 0]


def test_a_force_with_other_orders_is_two_acts_and_then_goes_on_as_it_was_planned() -> None:
    person = Person("japan", helpers(), None)
    patrol, far, near = ("orders", ("plot", "a", "patrol")), ("course", ("sail", "far")), ("course", ("sail", "near"))
    assert acts(person, patrol, far, ("orders", DONE)) == [0, 2, 1]
    assert acts(person, patrol, far, ("orders", DONE)) == [0, 1, 0]
    assert acts(person, patrol, near, ("orders", DONE)) == [0, 2, 1]
    assert acts(person, patrol, near, ("orders", DONE)) == [0, 2, 1], "what was no course of a voyage plans none"


def test_another_mission_on_the_same_way_is_another_order() -> None:
    person = Person("japan", helpers(), None)
    far = ("course", ("sail", "far"))
    acts(person, ("orders", ("plot", "a", "patrol")), far, ("orders", DONE))
    assert acts(person, ("orders", ("plot", "a", "transit")), far) == [0, 2]


def test_a_course_after_coming_onto_the_map_is_an_act_of_its_own() -> None:
    person = Person("japan", helpers(), None)
    assert acts(person, ("orders", ("enter", "a", "transit", "gate", "0")), ("course", ("sail", "far"))) == [1, 1]


def test_a_standing_order_is_an_act_when_it_is_given_and_when_it_is_taken_back() -> None:
    person = Person("japan", helpers(), standing("transfers"))
    passes = ("transfers", DONE)
    assert acts(person, passes, passes, passes, passes) == [1, 1 + 1, 0, 0]
    assert acts(person, ("transfers", ("transfer", "a")), passes) == [1 + 1, 1]
    assert person.orders == {}
    assert acts(person, passes, passes, passes) == [1, 1 + 1, 0]


def test_an_order_bears_on_its_own_questions_alone() -> None:
    person = Person("japan", helpers(), standing("transfers"))
    acts(person, ("transfers", DONE), ("transfers", DONE))
    assert acts(person, ("decoys", DONE), ("transfers", DONE)) == [1, 0]


def test_an_order_is_tried_no_further_than_the_player_goes_along() -> None:
    """What comes after the first choice that differs matters to nobody, unless the order had proved itself before."""
    worked_out: list[str] = []

    def answering(state: Any, side: str, name: str, value: str) -> Any:
        for word in ("one", "two", "three"):
            worked_out.append(word)
            yield (word,)
        yield DONE

    orders = standing("fire")
    orders.answering = answering
    person = Person("japan", helpers(), orders)
    assert [person.acts(at("fire"), action) for action in (("one",), ("other",), DONE)] == [1, 1, 1]
    assert worked_out == ["one", "two"]
    worked_out.clear()
    for action in (("one",), ("two",), ("three",), DONE):
        person.acts(at("fire"), action)
    assert worked_out == ["one", "two", "three"]
    worked_out.clear()
    assert person.acts(at("fire"), ("other",)) == 1
    assert worked_out == ["one", "two", "three"], "it had answered so once, and starts over"
    for action in (DONE, *[(word,) for word in ("one", "two", "three")], DONE):
        person.acts(at("fire"), action)
    assert person.orders == {}
