"""Linked stacks: found without a search, with the same arrays for the same units in the same places."""

from __future__ import annotations

from array import array
from random import Random

from ironbottom.board.stacks import NOWHERE, Stacks


def test_units_placed_separately_stack_like_units_placed_together() -> None:
    chance = Random(7)
    stacks = Stacks.of(units=60, places=9)
    places = array("h", [NOWHERE] * 60)
    for _ in range(2_000):
        unit, place = chance.randrange(60), chance.randrange(-1, 9)
        stacks.put(unit, place)
        places[unit] = place
        assert stacks.units(places[unit]) == [other for other in range(60) if places[other] == place] or place < 0
    placed = Stacks.of(units=60, places=9)
    placed.placed(places)
    assert placed == stacks
    assert [placed.units(place) for place in range(9)] == [
        [unit for unit in range(60) if places[unit] == place] for place in range(9)
    ]


def test_links_that_differ_from_those_of_the_places_are_reported() -> None:
    stacks = Stacks.of(units=5, places=2)
    for unit in (4, 1, 2):
        stacks.put(unit, 1)
    assert stacks.links_agree()
    for spoilt, place in ((stacks.top, 1), (stacks.below, 1), (stacks.above, 4), (stacks.place_of, 2)):
        kept = spoilt[place]
        spoilt[place] = 0
        assert not stacks.links_agree()
        spoilt[place] = kept
    assert stacks.links_agree()
