"""Hidden things are dealt uniformly over all worlds that fit: exactly, or within 2 % by a chain of exchanges."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from ironbottom.engine.information.determinization import (
    UNLIMITED,
    Container,
    Deal,
    PointsDraw,
    possible_secret_answers,
)
from tests.kit.thorough_cases import in_build
from tests.kit.uniformity import deviation

World = tuple[int, ...]
NOT_COUNTED = 0
"""A limit on branches that is so low that nothing is counted and exchanges are used."""

FLEETS = [
    Container(0b011111, 1, 3),
    Container(0b111111, 1, UNLIMITED, incompatible={0: 0b001100, 1: 0b001100, 5: 0b011111}),
    Container(0b110111, 0, 2, incompatible={0: 0b000100, 1: 0b000100, 5: 0b011111}),
]
"""A base, and two forces that separate carriers (0, 1) from transports (2, 3) and contain a single express (5)."""
WEIGHED = [
    Container(0b111, 1, 2, weights={0: 3, 1: 0.5}),
    Container(0b111, 0, 3, weights={2: 2}),
    Container(0b110, 0, 1),
]
MET = [Container(0b00011, 1, 1), Container(0b00111, 1, 1), Container(0b11110, 2, 2), Container(0b11100, 1, 1)]
"""Blocks whose possible units overlap."""
RING = [Container(0b011, 1, 1), Container(0b110, 1, 1), Container(0b101, 1, 1)]
"""A deal with two worlds; no exchange of two things leads from one to the other."""


def weight(world: World, places: list[Container]) -> float:
    """The weight of a world; 0 if it does not fit."""
    product_of_all = 1.0
    for number, place in enumerate(places):
        here = [thing for thing, at in enumerate(world) if at == number]
        if not place.least <= len(here) <= place.most:
            return 0
        for thing in here:
            if not place.holds >> thing & 1 or any(
                place.forbids_pair(thing, other) for other in here if other != thing
            ):
                return 0
            product_of_all *= place.weights.get(thing, 1)
    return product_of_all


def enumerated(items: int, places: list[Container]) -> dict[World, float]:
    """All worlds that fit, with their weights."""
    every = product(range(len(places)), repeat=items)
    return {world: found for world in every if (found := weight(world, places))}


def count_draws(deal: Deal, count: int, seed: int) -> Counter[World]:
    source = Random(seed)
    return Counter(tuple(at for _, at in sorted(deal.draw(source))) for _ in range(count))


def incompatible(found: Counter[World], worlds: dict[World, float]) -> float:
    """The total variation between the observed and the expected distribution."""
    total, count = sum(worlds.values()), sum(found.values())
    assert set(found) <= set(worlds)
    return sum(abs(found[world] / count - weight / total) for world, weight in worlds.items()) / 2


@pytest.mark.parametrize(("items", "places"), [(6, FLEETS), (3, WEIGHED), (5, MET), (3, RING)])
def test_counted_draws_are_even_over_the_enumerated_worlds(items: int, places: list[Container]) -> None:
    worlds = enumerated(items, places)
    deal = Deal((1 << items) - 1, places)
    assert deal.worlds == pytest.approx(sum(worlds.values()))
    found = count_draws(deal, 20_000, seed=1942)
    assert set(found) == set(worlds)
    assert abs(deviation(found, worlds)) < 3


@pytest.mark.build
def test_chi_square_finds_draws_that_are_not_even() -> None:
    worlds = enumerated(6, FLEETS)
    greedy: Counter[World] = Counter()
    source = Random(1)
    while sum(greedy.values()) < 8_000:
        at = [source.choice([n for n, place in enumerate(FLEETS) if place.holds >> thing & 1]) for thing in range(6)]
        if tuple(at) in worlds:
            greedy[tuple(at)] += 1 + (at[0] == 0)
    assert deviation(greedy, worlds) > 10


@pytest.mark.build
@pytest.mark.parametrize(
    ("items", "places"),
    [
        (3, RING),
        (5, MET),
        pytest.param(3, WEIGHED, marks=pytest.mark.thorough),
        pytest.param(
            4,
            [
                Container(0b1111, 1, 2, incompatible={0: 0b10}),
                Container(0b1111, 2, 3, incompatible={2: 0b1000}),
                Container(0b1000, 0, 1),
            ],
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_exchanges_come_within_2_percent_of_enumeration(items: int, places: list[Container]) -> None:
    worlds = enumerated(items, places)
    deal = Deal((1 << items) - 1, places, NOT_COUNTED)
    assert deal.worlds is None
    assert 1 < len(worlds) <= 12
    assert incompatible(count_draws(deal, 5_000, seed=3), worlds) < 0.02


def some_places(chance: Random, items: int) -> list[Container]:
    places = []
    for _ in range(chance.randrange(1, 5)):
        least = chance.randrange(3)
        most = chance.choice((least, least, least + chance.randrange(3), UNLIMITED))
        alone = {n: chance.getrandbits(items) for n in range(items) if chance.random() < 0.3}
        incompatible = alone if chance.random() < 0.4 else {}
        weights = {n: chance.choice((0.5, 2.0)) for n in range(items)} if chance.random() < 0.2 else {}
        places.append(
            Container(chance.getrandbits(items) | chance.getrandbits(items), least, most, incompatible, weights)
        )
    return places


@pytest.mark.build
def test_sampling_has_no_dead_end_and_never_accepts_a_world_that_does_not_fit() -> None:
    chance, possible = Random(1942), 0
    for _ in range(150):
        items = chance.randrange(1, 6)
        places = some_places(chance, items)
        worlds = enumerated(items, places)
        for most_branches in (20_000, NOT_COUNTED):
            if not worlds:
                with pytest.raises(ValueError, match=r"no world fits|no possible place|may lie|already occupied"):
                    Deal((1 << items) - 1, places, most_branches)
                continue
            deal = Deal((1 << items) - 1, places, most_branches)
            assert most_branches == NOT_COUNTED or deal.worlds == pytest.approx(sum(worlds.values()))
            assert set(count_draws(deal, 5, seed=1)) <= set(worlds)
            possible += 1
    assert possible > 25


def met_at_random(items: int, seed: int, wide: tuple[int, ...]) -> list[Container]:
    """A block for each thing; a block may also be one of several other things."""
    chance = Random(seed)
    truth = list(range(items))
    chance.shuffle(truth)
    places = []
    for thing in truth:
        holds = 1 << thing
        for _ in range(chance.choice(wide)):
            holds |= 1 << chance.randrange(items)
        places.append(Container(holds, 1, 1))
    return places


@pytest.mark.parametrize("seed", range(4))
def test_many_blocks_that_met_at_random_are_sampled_by_passing_on(seed: int) -> None:
    places = met_at_random(48, seed, (0, 2, 5, 12))
    deal = Deal((1 << 48) - 1, places)
    assert deal.worlds is None
    source = Random(seed)
    for _ in range(100):
        dealt = deal.draw(source)
        assert sorted(thing for thing, _ in dealt) == sorted(at for _, at in dealt) == list(range(48))
        assert all(places[at].holds >> thing & 1 for thing, at in dealt)


@pytest.mark.build
@pytest.mark.parametrize("seed", in_build(range(3), 0))
def test_passing_on_gives_every_block_the_same_distribution_as_counting(seed: int) -> None:
    places = met_at_random(16, seed, (2, 4, 8))
    counted, passed = (Deal((1 << 16) - 1, places, most) for most in (10_000_000, NOT_COUNTED))
    assert counted.worlds is not None
    assert counted.worlds > 1_000
    shares = []
    for deal in (counted, passed):
        source = Random(seed)
        shares.append(Counter(pair for _ in range(6_000) for pair in deal.draw(source)))
    for pair in shares[0] | shares[1]:
        assert shares[0][pair] / 6_000 == pytest.approx(shares[1][pair] / 6_000, abs=0.035), pair


def test_what_is_certain_is_found_before_the_first_draw() -> None:
    deal = Deal(
        0b11111,
        [Container(0b00001, 1, 1), Container(0b00011, 1, 1), Container(0b11111, 1, 1), Container(0b11100, 2, 2)],
    )
    assert sorted(deal.certain) == [(0, 0), (1, 1)]
    assert deal.worlds == 3


def test_shares_are_even_over_all_ways_to_share_out() -> None:
    most, points = (2, 0, 1, 3), 3
    ways = [way for way in product(*(range(room + 1) for room in most)) if sum(way) == points]
    shares = PointsDraw(most, points)
    assert shares.ways == len(ways)
    source = Random(7)
    found = Counter(tuple(shares.draw(source)) for _ in range(12_000))
    assert abs(deviation(found, dict.fromkeys(ways, 1.0))) < 3
    with pytest.raises(ValueError, match="nobody can take 7 points"):
        PointsDraw(most, 7)


def test_answers_to_a_question_that_was_put_to_all_sides_are_sampled_as_open_ones() -> None:
    assert len(possible_secret_answers(2, [None, None, None])) == 3**3 - 2**3
    assert possible_secret_answers(2, [1, None]) == [(1, -1)]
