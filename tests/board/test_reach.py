"""Reach by movement points: costs of hexes, closed sides, and cached searches."""

from __future__ import annotations

from random import Random

import pytest

from ironbottom.board.offset_grid import OffsetGrid
from ironbottom.board.reach import CLOSED, Movement, closed_side_bits

GRID = OffsetGrid([range(1, 11)] * 10)


def reach_by_relaxation(enter: bytes, blocked: bytearray, origin: int, points: int) -> tuple[int, ...]:
    """The cheapest costs, found by trying each step repeatedly until nothing becomes cheaper."""
    best = {origin: 0}
    while True:
        before = dict(best)
        for hex, spent in before.items():
            for side, near in enumerate(GRID.beyond(hex)):
                open_side = near >= 0 and enter[near] != CLOSED and not blocked[hex] >> side & 1
                if open_side and spent + enter[near] <= points:
                    best[near] = min(best.get(near, points), spent + enter[near])
        if best == before:
            return tuple(sorted(best.keys() - {origin}))


def test_a_search_reaches_what_trying_every_step_reaches() -> None:
    chance = Random(5)
    for _ in range(20):
        enter = bytes(chance.choice((CLOSED, 1, 1, 2, 5)) for _ in range(len(GRID)))
        blocked = closed_side_bits(GRID, [(chance.randrange(len(GRID)), chance.randrange(6)) for _ in range(60)])
        moving = Movement(GRID, enter, blocked)
        origin, points = chance.randrange(len(GRID)), chance.randrange(12)
        assert moving.reach(origin, points) == reach_by_relaxation(enter, blocked, origin, points)


def test_a_hexside_is_closed_from_both_hexes() -> None:
    here, north = GRID.at(5, 5), GRID.at(5, 4)
    moving = Movement(GRID, bytes([1]) * len(GRID), closed_side_bits(GRID, [(here, 0)]))
    assert north not in moving.reach(here, 1)
    assert here not in moving.reach(north, 1)
    assert north in moving.reach(here, 2)


def test_searches_are_cached_for_the_most_recent_origins(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    honest = Movement.costs

    def costs(moving: Movement, origin: int, points: int) -> dict[int, int]:
        made.append(origin)
        return honest(moving, origin, points)

    monkeypatch.setattr(Movement, "costs", costs)
    moving = Movement(GRID, bytes([1]) * len(GRID), bytes(len(GRID)), kept=2)
    for origin in (0, 1, 0, 1, 0, 2, 0, 1):
        moving.reach(origin, 3)
    assert made == [0, 1, 2, 1]


def test_costs_for_another_map_are_refused() -> None:
    with pytest.raises(ValueError, match="every hex"):
        Movement(GRID, bytes(7), bytes(len(GRID)))
