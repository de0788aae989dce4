"""Draws in parts: rare values are drawn until they occur, and values that never occur are reported."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from random import Random

import pytest

from examples.skirmish.skirmish.game import PLAN, SHIPS, SKIRMISH, WATERS
from ironbottom.engine.rules.game import Random as Chance
from ironbottom.engine.rules.state import State
from ironbottom.testing import partwise_sampling as kit
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.worlds import facts, missing_from_parts

NORTH, SHIPS_ASKED = WATERS.index["north"], 12


class Orders:
    """A sampler of one part, which gives orders to some ships."""

    def __init__(self, order: Callable[[Chance], int]) -> None:
        self.parts: Sequence[kit.Part] = (self.give,)
        self.order = order
        self.computed: Container[str] = ()
        self.individually_numbered: Container[str] = ()
        self.numbered: Mapping[str, Sequence[str]] = {}

    def begin(self) -> State:
        return SKIRMISH.new()

    def give(self, state: State, random: Chance, /) -> None:
        for ship in range(SHIPS_ASKED):
            state.cells[PLAN + ship] = self.order(random)


def seldom(random: Chance) -> int:
    """Deals north once in 1,296 times. This depends on several numbers at once, so guiding hardly helps."""
    return NORTH if [random.randrange(6) for _ in range(4)] == [2, 5, 0, 3] else -1


def seldom_among_others(random: Chance) -> int:
    """Seldom deals the north; otherwise the lagoon or nothing."""
    return max(seldom(random), random.randrange(2) - 1)


def never(random: Chance) -> int:
    """Never draws the case in which the north is dealt."""
    return min(seldom(random), -1)


def left(order: Callable[[Chance], int], seed: int) -> set[kit.Fact]:
    """The ships that are not found, out of twelve that sail north."""
    truth = SKIRMISH.new()
    truth.cells[PLAN : PLAN + SHIPS_ASKED] = [NORTH] * SHIPS_ASKED
    sampler = Orders(order)
    drawn = [facts(kit.whole_draw(sampler, Random(seed)))]
    return missing_from_parts(sampler, truth, None, drawn, seed, CheckBudget(1))


@pytest.mark.build
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("order", [seldom, seldom_among_others])
def test_values_that_are_seldom_sampled_are_found_however_many_are_missing(
    order: Callable[[Chance], int], seed: int
) -> None:
    """If twelve things are missing, each usual draw deals a part six times, which is far too few for these."""
    assert left(order, seed) == set()


def test_without_further_draws_it_would_be_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kit, "MAX_EXTRA_DRAWS", 0)
    assert left(seldom, 0)


def test_values_that_are_never_sampled_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kit, "MAX_STOPPED_DRAWS", 5)
    monkeypatch.setattr(kit, "MAX_EXTRA_DRAWS", 20)
    assert left(never, 1) == {(f"ships.{ship}.plan", '"north"') for ship in SHIPS.ids[:SHIPS_ASKED]}


def test_an_event_of_one_in_a_thousand_is_missed_less_than_once_in_a_million() -> None:
    assert (1 - 1 / 1000) ** (kit.MAX_EXTRA_DRAWS * kit.TRIES_IF_FEW) < 1e-6
