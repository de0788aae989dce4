"""The odds of island combat compared with all choices and dice results of a round in the game (22)."""

import random
from functools import cache
from itertools import product
from math import comb, prod
from typing import cast

import pytest

from ironbottom.engine.dice.dice import Dice, NoDice, enumerate_rolls
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.victory_in_the_pacific.odds import islands as odds_island
from ironbottom.games.victory_in_the_pacific.odds.volleys import possible_remainders
from ironbottom.games.victory_in_the_pacific.pieces import PLACES, SIDES, set_of_units
from ironbottom.games.victory_in_the_pacific.rules.island_combat import IslandAiming, IslandBattle
from ironbottom.games.victory_in_the_pacific.state import owner
from tests.games.victory_in_the_pacific.battle_cases import at_sea

MIDWAY = PLACES.index["midway"]


def landing(side: str, invaders: str, holding: str) -> tuple[State, float]:
    """A state at the beginning of a fight for Midway, and the invaders' odds."""
    table = at_sea(
        "CPO",
        invaders,
        more={"midway": [unit.partition(":")[0] for unit in holding.split("|") if unit]},
        damage={unit: int(points) for unit, _, points in (one.partition(":") for one in holding.split("|")) if points},
        options={"island_combat": "on"},
        places={"midway": "allies" if side == "japan" else "japan"},
        flags={"central_pacific_ocean": None},
    )
    units = set_of_units(*[unit.partition(":")[0] for unit in invaders.split("|")])
    state = table.match.state.copy()
    number = SIDES.index[side]
    result = odds_island.capture_chance(state.rules.pieces, state.cells, number, MIDWAY, units)
    state.stack = (*state.stack[:-1], IslandBattle(number, MIDWAY, units, 0, ()))
    return state, result


def go_on(state: State, dice: Dice, begun: bool) -> bool:
    """Continues to the next choice, or to the end of the round; returns whether the round is over."""
    execution = Execution(state, dice)
    while state.stack:
        frame = state.stack[-1]
        if isinstance(frame, IslandBattle) and frame.next == 0 and begun:
            return True
        if not isinstance(frame, IslandBattle | IslandAiming):
            return True
        begun = True
        if frame.proceed(execution):
            return False
    return True


def worth(state: State, side: int, begun: bool = False) -> float:
    """The probability of taking the base with optimal aims for the rest of a round, from the odds after the round."""

    def trial(dice: Dice) -> tuple[bool, State]:
        then = state.copy()
        return go_on(then, dice, begun), then

    result = 0.0
    for chance, _, fell in enumerate_rolls(trial):
        over, then = cast(tuple[bool, State], fell)
        result += chance * (after(then, side) if over else best(then, side))
    return result


def best(state: State, side: int) -> float:
    """The choice of a target that is best for its side."""
    (decision,) = state.decisions()
    here, values = decision.procedure, []
    for code in decision.choices.codes():
        then = state.copy()
        here.choose(Execution(then, NoDice()), code)
        values.append(worth(then, side, begun=True))
    return max(values) if decision.side_number == side else min(values)


def after(state: State, side: int) -> float:
    """The result of a round: the base taken or held, or another round with its odds."""
    frame = state.stack[-1]
    if not isinstance(frame, IslandBattle):
        return float(owner(state.cells, MIDWAY) == side)
    return odds_island.capture_chance(state.rules.pieces, state.cells, side, MIDWAY, frame.invaders)


@pytest.mark.build
@pytest.mark.clause("22.1", "22.2", "22.3", "22.4")
@pytest.mark.parametrize(
    ("side", "invaders", "holding"),
    [
        ("japan", "sasebo_nlf:1", ""),
        ("japan", "sasebo_nlf:2|kure_nlf:1", ""),
        ("japan", "sasebo_nlf:2", "1st_marines:3"),
        ("japan", "sasebo_nlf:1|kure_nlf:2", "1st_marines:4"),
        ("japan", "sasebo_nlf:2|kure_nlf:2", "1st_marines:3|2nd_marines:4"),
        ("allies", "1st_marines:3|2nd_marines:3", "sasebo_nlf:2"),
        ("allies", "1st_marines:4", ""),
    ],
)
def test_the_odds_of_a_base_hold_from_round_to_round(side: str, invaders: str, holding: str) -> None:
    state, result = landing(side, invaders, holding)
    assert worth(state, SIDES.index[side]) == pytest.approx(result)


@pytest.mark.clause("22.3", "22.4")
def test_a_lone_invader_against_a_garrison() -> None:
    """One shot each: a 6 of the invader takes the base, whatever the garrison rolls."""
    one = odds_island.base_fall_chance((1,))
    lost = odds_island.base_fall_chance((0,))
    assert lost == 0, "without a shot it cannot take the base"
    assert one == pytest.approx((1 / 6) / (1 - 25 / 36))
    assert odds_island.base_fall_chance((3,)) > odds_island.base_fall_chance((2,)) > one


@pytest.mark.clause("22.2")
def test_more_defenders_make_a_base_harder_to_take() -> None:
    assert (
        odds_island.base_fall_chance((3, 3))
        > odds_island.base_fall_chance((3, 3), (4,))
        > odds_island.base_fall_chance((3, 3), (4, 4))
    )
    assert odds_island.base_fall_chance((4, 4, 4), (3,), japan=False) > odds_island.base_fall_chance(
        (4,), (3,), japan=False
    )


# -- larger fights, with simulated dice -----------------------------------------------------------------

Aimed = tuple[int, ...]


def aims(groups: tuple[int, ...], targets: int) -> list[Aimed]:
    """All ways to divide the shots of fighters among targets."""
    assignments = product(range(targets), repeat=len(groups))
    return sorted(
        {
            tuple(sum(g for g, at in zip(groups, assignment, strict=True) if at == n) for n in range(targets))
            for assignment in assignments
        }
    )


def outlived(targets: tuple[int, ...], hits: Aimed) -> tuple[int, ...]:
    return tuple(sorted([left - hit for left, hit in zip(targets, hits, strict=True) if hit <= left], reverse=True))


@cache
def falls(targets: tuple[int, ...], aimed: Aimed) -> dict[tuple[int, ...], float]:
    """The possible survivors, by the binomial probabilities of each target."""
    found: dict[tuple[int, ...], float] = {}
    for hits in product(*[range(shots + 1) for shots in aimed]):
        chance = prod([comb(n, k) * 5 ** (n - k) / 6**n for n, k in zip(aimed, hits, strict=True)])
        left = outlived(targets, hits)
        found[left] = found.get(left, 0.0) + chance
    return found


@cache
def answer(invaders: tuple[int, ...], holding: tuple[int, ...], left: tuple[int, ...]) -> tuple[float, Aimed]:
    """The Allies' aims once they know their survivors, and the result for the invaders."""
    assignments = aims((*holding, 1), len(invaders))

    def chance(aimed: Aimed) -> float:
        return sum(odds * odds_island.base_fall_chance(stay, left) for stay, odds in falls(invaders, aimed).items())

    return min((chance(aimed), aimed) for aimed in assignments)


@cache
def attack(invaders: tuple[int, ...], holding: tuple[int, ...]) -> Aimed:
    assignments = aims(invaders, len(holding))

    def chance(aimed: Aimed) -> float:
        return sum(odds * answer(invaders, holding, left)[0] for left, odds in falls(holding, aimed).items())

    return max((chance(aimed), aimed) for aimed in assignments)[1]


def round_by_the_allies(invaders: tuple[int, ...], holding: tuple[int, ...]) -> float:
    """The probability that a base becomes Japan's, computed before a round from those after it.

    The Allies aim knowing the hits.
    """
    after = {
        stay: max(
            sum(odds * odds_island.base_fall_chance(stay, left, False) for left, odds in falls(holding, aimed).items())
            for aimed in aims(invaders, len(holding))
        )
        for stay in possible_remainders(invaders)
    }
    assignments = aims((*holding, 1), len(invaders))
    return min(sum(odds * after[stay] for stay, odds in falls(invaders, aimed).items()) for aimed in assignments)


@pytest.mark.parametrize(
    ("invaders", "holding"), [((3, 3, 3), (4, 4)), ((3, 2), (2, 1, 0)), ((4, 0, 0), (3,)), ((3, 1, 1), (3, 3))]
)
def test_the_odds_of_large_fights_are_exact(invaders: tuple[int, ...], holding: tuple[int, ...]) -> None:
    """The probability is computed from those of all states that may follow, aim by aim."""
    aimed = attack(invaders, holding)
    by_japan = sum(odds * answer(invaders, holding, left)[0] for left, odds in falls(holding, aimed).items())
    assert by_japan == pytest.approx(odds_island.base_fall_chance(invaders, holding), rel=1e-12)
    by_allies = round_by_the_allies(invaders, holding)
    assert by_allies == pytest.approx(odds_island.base_fall_chance(invaders, holding, False), rel=1e-12)


def simulate_fight(source: random.Random, invaders: tuple[int, ...], holding: tuple[int, ...]) -> bool:
    """Whether Japan takes the base, with both sides aiming optimally."""

    def fire(targets: tuple[int, ...], aimed: Aimed) -> tuple[int, ...]:
        return outlived(targets, tuple(sum(source.random() < 1 / 6 for _ in range(shots)) for shots in aimed))

    while invaders and holding:
        stay = fire(holding, attack(invaders, holding))
        invaders, holding = fire(invaders, answer(invaders, holding, stay)[1]), stay
    return source.random() < odds_island.base_fall_chance(invaders)


@pytest.mark.build
@pytest.mark.parametrize(("invaders", "holding"), [((3, 3), (4, 4)), ((3, 3, 3), (3, 3))])
def test_large_fights_with_dice_end_as_often_as_the_odds_say(
    invaders: tuple[int, ...], holding: tuple[int, ...]
) -> None:
    source, fights = random.Random(22), 3000
    wanted = odds_island.base_fall_chance(invaders, holding)
    taken = sum(simulate_fight(source, invaders, holding) for _ in range(fights))
    assert abs(taken / fights - wanted) < 3 * (wanted * (1 - wanted) / fights) ** 0.5
