"""Compares a reference implementation of strafing and bombing on the ground, hit by hit (6.4, 31.1, 31.2)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ironbottom.engine.dice.dice import RecordingDice, SeededDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import flight_duties
from ironbottom.games.war_in_the_pacific.derived.air_bases import STACK_COUNT
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, GROUND_TYPES, STACKS, UNITS
from ironbottom.games.war_in_the_pacific.rules.air_units import flights, parked_aircraft
from ironbottom.games.war_in_the_pacific.rules.shore import bombardment
from tests.games.war_in_the_pacific.battle_states import calm, find_events, put_unit
from tests.games.war_in_the_pacific.reference_land import GROUND, by_id

PLANES = by_id("aircraft.csv")
FIELDS = (
    ("F1234", ALLIES, ("sbd_trained", "f4f_trained", "pby_trained")),
    ("D0326", JAPAN, ("zero_trained", "betty_trained")),
)
TROOPS = ("us_3_1", "us_11_3", "us_bf", "us_2_1_eng")
"""The units in a hex, of which the third bomb hit costs the cheapest step."""


def field(seed: int) -> tuple[State, int, int, dict[str, int]]:
    """A base with points of the given stacks, some of them in the air; returns those on the ground, by stack."""
    chance, state = Random(seed), calm()
    hex, side, stacks = chance.choice(FIELDS)
    base = BASE_AT[NUMBER[hex]]
    for stack in range(len(STACKS)):
        state.arrays[layout.AIR][base * STACK_COUNT + stack] = 0
    ground = {}
    for name in stacks:
        points = chance.choice((0, 1, 3))
        state.arrays[layout.AIR][base * STACK_COUNT + STACKS.index[name]] = points
        out = chance.randint(0, points)
        if out:
            flights.launch(state, side, flights.Sortie(base, STACKS.index[name], flight_duties.BOMBARDMENT), out)
        ground[name] = points - out
    return state, side, base, ground


def hits_taken(ground: dict[str, int], number: int, dice: list[int]) -> Counter[str]:
    """6.4 The points destroyed by a number of hits, each drawn by lot: a point is lost if its die is at least its
    fragility, and otherwise survives.
    """
    lost = Counter[str]()
    for _ in range(number):
        in_order = sorted(ground, key=STACKS.index.__getitem__)
        there = [name for name in in_order for _ in range(ground[name] - lost[name])]
        if not there:
            break
        hit = there[dice.pop(0) - 1] if len(set(there)) > 1 else there[0]
        lost[hit] += dice.pop(0) >= int(PLANES[hit.rpartition("_")[0]]["fragility"])
    return lost


@pytest.mark.clause("6.4", "31.2")
def test_two_references_agree_on_which_parked_points_strafing_destroys() -> None:
    gone = 0
    for seed in range(60):
        state, side, base, ground = field(seed)
        dice, number = RecordingDice(SeededDice(seed)), 1 + seed % 4
        execution = Execution(state, dice)
        parked_aircraft.hit_parked(execution, side, base, number, out=False)
        fell = [die.value for die in dice.rolled]
        lost = hits_taken(ground, number, fell)
        assert fell == [], seed
        left, was = state.arrays[layout.AIR], field(seed)[0].arrays[layout.AIR]
        slots = {name: base * STACK_COUNT + STACKS.index[name] for name in ground}
        assert {name: was[slot] - left[slot] for name, slot in slots.items()} == {name: lost[name] for name in ground}
        hit = find_events(execution.events, "hit_on_ground")
        assert sum(int(str(each["lost"])) for each in hit) == lost.total(), seed
        gone += lost.total()
    assert gone > 30


@pytest.mark.clause("6.4", "31.1")
@pytest.mark.parametrize("strafed", [True, False])
def test_two_references_agree_on_what_hits_do_to_units(strafed: bool) -> None:
    """Each hit disrupts all units in the hex; the third bomb hit costs the cheapest step, strafing none."""
    steps = 0
    for seed in range(30):
        chance, state = Random(seed), calm()
        units = [put_unit(state, chance.choice(TROOPS), "F2446") for _ in range(chance.randint(1, 3))]
        kinds = [GROUND_TYPES.ids[state.arrays[layout.UNIT_TYPE][UNITS.index[unit]]] for unit in units]
        dice, number = RecordingDice(SeededDice(seed)), chance.randint(1, 4)
        for _ in range(number):
            bombardment.disrupt_units(Execution(state, dice), NUMBER["F2446"], strafed=strafed)
        left = [unit for unit in units if state.arrays[layout.UNIT_TYPE][UNITS.index[unit]] >= 0]
        assert {state.arrays[layout.DISRUPTED][UNITS.index[unit]] for unit in left} <= {number}, seed
        fighters = [kind for kind in kinds if int(GROUND[kind]["strength"])]
        costs = not strafed and number >= 3 and bool(fighters)
        types = state.arrays[layout.UNIT_TYPE]
        now = [GROUND_TYPES.ids[types[UNITS.index[unit]]] if unit in left else "" for unit in units]
        assert sum(was != is_now for was, is_now in zip(kinds, now, strict=True)) == costs, (seed, kinds, now)
        steps += costs
    assert (steps > 5) is not strafed
