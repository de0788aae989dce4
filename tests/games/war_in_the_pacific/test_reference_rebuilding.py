"""21.6 Compares a reference implementation of rebuilding with the rules in both scenarios, unit by unit."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, GROUND_TYPES, UNITS
from ironbottom.games.war_in_the_pacific.rules.bases.construction_orders import ConstructionOrders
from tests.games.war_in_the_pacific import burma_states, test_leyte_construction
from tests.games.war_in_the_pacific.battle_states import put_unit
from tests.games.war_in_the_pacific.reference_land import GROUND, LAND, PLACES, is_city, is_land

SIDES = ("japan", "allies")
KINDS = (
    ("jp_7_3_bg", "jp_3_1_bg", "jp_7_3", "jp_hq_division", "jp_hq_force", "jp_hq_wing"),
    ("us_11_3_bg", "us_3_1_bg", "us_11_3", "us_hq_division", "us_hq_force", "us_hq_group"),
)
VERB = {"burma": "rebuild", "leyte": "make_whole"}
ISLANDS = ("luzon", "visayas", "mindanao_and_sulu", "formosa")
IDLE = 1


@dataclass
class Stack:
    """The units of a side in a hex: type, out of supply; its means of payment, whether one was rebuilt there."""

    at: str
    units: dict[str, tuple[str, bool]]
    stores: int
    done: bool = False

    def rebuilt(self) -> set[str]:
        """21.6 Battlegroups in supply in a city, or with a Division or a Force, one for each hex and Game-Turn."""
        led = any(kind.endswith(("hq_division", "hq_force")) for kind, _ in self.units.values())
        if self.done or not (led or is_city(self.at)):
            return set()
        able = {name: kind for name, (kind, lacking) in self.units.items() if kind.endswith("_bg") and not lacking}
        return {name for name, kind in able.items() if int(GROUND[kind]["rebuild_sp"]) <= self.stores}


def inside(hex: str) -> bool:
    """Whether a random rebuilding may happen at a place of the map."""
    return LAND[hex]["region"] in ISLANDS or (hex[0] == "A" and is_land(hex))


def stacked(scenario: str, chance: Random, side: int) -> tuple[State, Stack]:
    """A hex with random units and stores."""
    state = burma_states.bare() if scenario == "burma" else test_leyte_construction.bare()
    sections = "A" if scenario == "burma" else "BC"
    hex = chance.choice([hex for hex in PLACES if hex in LAND and hex[0] in sections and inside(hex)])
    stored = state.arrays[layout.SUPPLY]
    for base in range(len(stored)):
        stored[base] = 0
    stack = Stack(hex, {}, chance.choice((0, 3, 4, 7, 8, 12, 30)))
    stored[BASE_AT[NUMBER[hex]]] = stack.stores
    state.arrays[layout.CONTROL][NUMBER[hex]] = side
    for _ in range(chance.randint(1, 4)):
        kind = chance.choice(KINDS[side])
        name = put_unit(state, kind, hex)
        lacking = chance.random() < 0.2
        state.arrays[layout.UNSUPPLIED][UNITS.index[name]] = int(lacking)
        state.arrays[layout.IDLE_HEADQUARTERS][UNITS.index[name]] = (
            IDLE if "_hq_" in kind and chance.random() < 0.3 else 0
        )
        stack.units[name] = kind, lacking
    return state, stack


def compare(scenario: str, seeds: range) -> Counter[str]:
    """Rebuilds units at random until none is left; compares both before each."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        chance = Random(seed)
        side = chance.randrange(2)
        state, stack = stacked(scenario, chance, side)
        if scenario == "burma":
            burma_states.in_turn(state, "quarters", ConstructionOrders(side, ()))
        else:
            test_leyte_construction.ordering(state, side)
        while True:
            choices, verb = state.decisions()[0].choices, VERB[scenario]
            theirs = set(choices.next(verb)) if verb in choices.next() else set()
            assert stack.rebuilt() == theirs, (seed, stack, theirs)
            seen["compared"] += 1
            if not theirs:
                break
            name = chance.choice(sorted(theirs))
            state.apply(SIDES[side], (verb, name), NoDice())
            kind = stack.units[name][0]
            stack.stores, stack.done = stack.stores - int(GROUND[kind]["rebuild_sp"]), True
            now = GROUND_TYPES.ids[state.arrays[layout.UNIT_TYPE][UNITS.index[name]]]
            assert (now, state.arrays[layout.SUPPLY][BASE_AT[NUMBER[stack.at]]]) == (kind[:-3], stack.stores)
            seen["rebuilt"] += 1
    return seen


@pytest.mark.build
@pytest.mark.clause("21.6", "25.3")
@pytest.mark.parametrize("scenario", ["burma", "leyte"])
def test_two_references_agree_on_what_is_rebuilt(scenario: str) -> None:
    found = compare(scenario, range(40, 100))
    assert found["rebuilt"] > 5


@pytest.mark.thorough
@pytest.mark.clause("21.6", "25.3")
@pytest.mark.parametrize("scenario", ["burma", "leyte"])
def test_two_references_agree_on_what_is_rebuilt_in_more_hexes(scenario: str) -> None:
    found = compare(scenario, range(100, 600))
    assert found["rebuilt"] > 50
