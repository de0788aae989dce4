"""How the ensign of Hold Fast assigns its fleet: values computed by hand, and plans whose best choice is clear."""

from random import Random

import pytest

from ironbottom.games.hold_fast.bot.plan import (
    AvailableUnit,
    Stakes,
    best_reply,
    hold_probability,
    minimax_plan,
    plan_by_demand,
    value,
    worth,
)

STAKES = Stakes((3.0, 2.0, 1.0), (3.0, 1.0, 1.0), (0.0, 0.0, 2.0))
FLEET = [AvailableUnit(f"ship_{n}", 5.0, (0, 1, 2), False) for n in range(4)]
LANDER = AvailableUnit("transport", 1.0, (1, 2), True)


def test_the_stronger_side_holds() -> None:
    assert hold_probability(0.0, 4.0) == 0.0
    assert hold_probability(4.0, 0.0) == 1.0
    assert hold_probability(4.0, 2.0) == 1 - hold_probability(2.0, 4.0) > 0.8


def test_an_empty_area_is_worth_its_points_and_a_lost_one_costs_them() -> None:
    assert worth(STAKES, 0, 5.0, 0.0) == 3.0
    assert worth(STAKES, 1, 0.0, 5.0) == -1.0
    assert worth(STAKES, 2, 0.0, 0.0) == 0.0
    assert worth(STAKES, 0, 5.0, 5.0) == 0.0


def test_demands_take_the_strongest_and_single_ships_the_weakest() -> None:
    forces = [
        AvailableUnit("big", 6.0, (0, 1), False),
        AvailableUnit("small", 2.0, (0, 1), False),
        AvailableUnit("far", 9.0, (2,), False),
    ]
    assert plan_by_demand(forces, [1.0, 6.0, 0.0], [0, 1, 2]) == [1, 0, -1]
    assert plan_by_demand(forces, [40.0, 0.0, 0.0], [0, 1, 2]) == [-1, -1, -1]


def test_the_last_side_to_move_takes_empty_areas_and_lands_where_it_holds() -> None:
    theirs = [60.0, 0.0, 0.0]
    plan = best_reply(STAKES, [*FLEET, LANDER], theirs, Random(1), 10)
    assert set(plan[:4]) >= {1, 2}
    assert 0 not in plan
    assert plan[4] == 2
    assert value(STAKES, [*FLEET, LANDER], plan, theirs) == pytest.approx(-3 + 2 + 1 + 2)


def test_the_last_side_to_move_meets_a_weak_enemy_in_strength() -> None:
    plan = best_reply(STAKES, FLEET, [5.0, 5.0, 0.0], Random(1), 10)
    assert plan.count(0) >= 2


def test_the_first_side_to_move_does_not_scatter_before_a_stronger_enemy() -> None:
    enemies = [AvailableUnit(f"enemy_{n}", 5.0, (0, 1, 2), False) for n in range(5)]
    plan = minimax_plan(STAKES, FLEET, STAKES.for_enemy((0.0,) * 3), enemies, Random(3), 60)
    assert max(plan.count(area) for area in range(3)) >= 2


def test_the_same_random_numbers_give_the_same_plan() -> None:
    enemies = [AvailableUnit("enemy", 5.0, (0, 1, 2), False)]
    plans = [minimax_plan(STAKES, FLEET, STAKES.for_enemy((0.0,) * 3), enemies, Random(5), 20) for _ in range(2)]
    assert plans[0] == plans[1]
