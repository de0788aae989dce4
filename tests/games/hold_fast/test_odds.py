"""The odds of Hold Fast compared with all dice results in the game."""

from collections import defaultdict
from itertools import product

import pytest

from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.dice.dice import Dice, SeededDice, enumerate_rolls
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.games.hold_fast.odds.fights import (
    disable_probability,
    expected_hits,
    removal_probability,
    sink_probability,
    takes_base,
    volley,
    wins_roll,
)
from ironbottom.games.hold_fast.pieces import UNITS
from ironbottom.games.hold_fast.state import STRENGTH

RULES = get_game("hf").rules({"block_memory": "off"})


def submarine_fires(target: str, strength: int) -> State:
    """Japan's submarine has a choice of two targets."""
    units = {"coral_sea": ["j_submarine", "j_nagato", "j_akagi", target, "a_idaho", "a_wasp"]}
    found = {"turn": 2, "step": "combat", "units": units, "strength": {target: strength}}
    return read_position({"game": "hold_fast", **found}, RULES)


@pytest.mark.parametrize(("target", "strength"), [("a_lexington", 3), ("a_cruiser_1", 2), ("a_maryland", 1)])
def test_hits_and_sinkings_for_every_die_value(target: str, strength: int) -> None:
    start, unit = submarine_fires(target, strength), UNITS.index[target]

    def trial(dice: Dice) -> int:
        state = start.copy()
        state.apply("japan", ("fire", "j_submarine", target), dice)
        return state.cells[STRENGTH + unit]

    left: dict[object, float] = defaultdict(float)
    for chance, _, outcome in enumerate_rolls(trial):
        left[outcome] += chance
    hit_on = RULES.pieces.hit_on[unit]
    assert left[0] == pytest.approx(sink_probability(2, hit_on, strength))
    for hits, chance in enumerate(volley(2, hit_on)):
        if hits < strength:
            assert left[strength - hits] == pytest.approx(chance)


def test_expected_hits_and_disabling() -> None:
    assert expected_hits(6, 5) == pytest.approx(2)
    falls = [1 in dice for dice in product(range(1, 7), repeat=3)]
    assert disable_probability(3) == pytest.approx(sum(falls) / len(falls))


@pytest.mark.parametrize(("count", "hit_on", "strength"), [(1, 4, 1), (3, 5, 2), (4, 6, 1), (4, 4, 4), (2, 6, 3)])
def test_sunk_or_disabled(count: int, hit_on: int, strength: int) -> None:
    """8.1.4, 8.1.5 Over all dice: a 1 disables, enough hits sink."""
    falls = [1 in dice or sum(die >= hit_on for die in dice) >= strength for dice in product(range(1, 7), repeat=count)]
    assert removal_probability(count, hit_on, strength) == pytest.approx(sum(falls) / len(falls))


def test_the_roll_for_air_or_surface() -> None:
    assert wins_roll(0) == 0.5
    assert wins_roll(1) + wins_roll(-1) == pytest.approx(1)
    assert wins_roll(1) == pytest.approx(21 / 31)


@pytest.mark.build
@pytest.mark.parametrize("strength", [1, 2, 3, 4])
def test_landings_against_a_garrison(strength: int) -> None:
    """The results of many landings in the game are as frequent as the odds say."""
    found = {"turn": 2, "step": "landings", "units": {"marshall_islands": ["a_transport_1"]}}
    start = read_position({"game": "hold_fast", "strength": {"a_transport_1": strength}, **found}, RULES)
    taken, tries = 0, 1_500
    for seed in range(tries):
        state = start.copy()
        state.apply("allies", ("land", "a_transport_1", "kwajalein"), SeededDice(seed))
        taken += state.view("public")["places"]["kwajalein"] == "allies"
    chance = takes_base(strength)
    assert abs(taken / tries - chance) < 4 * (chance * (1 - chance) / tries) ** 0.5
