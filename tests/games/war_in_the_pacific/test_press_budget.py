"""The presses and questions of a week: a scripted person carries out one fixed plan per scenario with the page's rows.

``BARS`` are the target figures, ``REACHED`` the current ones, which may only become smaller.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

import pytest

from tests.games.war_in_the_pacific.scripted_player import Counts, ScriptedPerson, plan_of


class Budget(NamedTuple):
    """The maximum number of presses and of questions."""

    presses: int
    questions: int


BARS = {
    "midway": Budget(40, 25),
    "leyte": Budget(35, 25),
    "burma": Budget(30, 25),
    "guadalcanal": Budget(50, 30),
    "midway_advanced": Budget(45, 28),
    "quiet": Budget(15, 15),
}
REACHED = {
    "midway": Budget(33, 15),
    "leyte": Budget(34, 15),
    "burma": Budget(29, 12),
    "guadalcanal": Budget(37, 19),
    "midway_advanced": Budget(36, 18),
    "quiet": Budget(5, 2),
}
"""The figures depend on the computer player; if it changes, they must be measured again."""


def played(name: str, *, routine: bool) -> Counts:
    """A plan that has been carried out."""
    counts = ScriptedPerson(plan_of(name), routine=routine).play()
    said = f"{name}, {'with' if routine else 'without'} the routine; the bar is {BARS[name]}"
    sys.stdout.write("\n".join(["", said, *counts.lines(), ""]))
    return counts


@pytest.mark.build
@pytest.mark.parametrize("name", sorted(BARS))
def test_a_week_takes_no_more_presses_than_before(name: str) -> None:
    counts = played(name, routine=True)
    assert sum(counts.presses.values()) <= REACHED[name].presses
    assert sum(counts.questions.values()) <= REACHED[name].questions
    assert not sum(counts.one_answer.values()), "a question with one answer is not asked"
    if name == "leyte":
        assert counts.presses["ready_orders: again_ready"] == 1, "6.2, 6.6 patrols as before and the rest made ready"


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(BARS))
def test_the_same_plan_is_carried_out_with_and_without_the_routine(name: str) -> None:
    """The routine saves presses, asks no more questions, and changes no order."""
    without, counts = played(name, routine=False), played(name, routine=True)
    assert counts.orders == without.orders
    assert sum(counts.presses.values()) < sum(without.presses.values())
    assert sum(counts.questions.values()) <= sum(without.questions.values())
