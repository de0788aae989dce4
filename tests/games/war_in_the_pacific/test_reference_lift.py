"""Compares a reference implementation of Air Transport (6.8, 44.61) with the rules: loads, drops and places."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT
from ironbottom.games.war_in_the_pacific.rules.air import availability
from ironbottom.games.war_in_the_pacific.rules.air.transport_segment import AirLift
from ironbottom.games.war_in_the_pacific.scenarios.burma.air_phase import BurmaAir
from tests.games.war_in_the_pacific.battle_states import put_unit
from tests.games.war_in_the_pacific.burma_states import air, bare, in_turn, stores
from tests.games.war_in_the_pacific.reference_comparison import SecondReading
from tests.games.war_in_the_pacific.reference_land import GROUND, LAND, PLACES, Land, Unit, by_id, is_land, read, room
from tests.games.war_in_the_pacific.reference_sea import place_of
from tests.games.war_in_the_pacific.reference_search import SearchState

C_47 = by_id("aircraft.csv")["c_47"]
FIELDS = ("A2114", "A2213", "A2410", "A2611", "A2811", "A2909", "A1913", "A3312", "A3810")
"""44.34, 44.35 Airbases of the Allies."""
KINDS = ("cw_3_1", "cw_5_2", "cw_11_3", "cw_2_1_eng", "cw_hq_group", "us_ltu", "cw_ltu", "cw_bf", "us_3_1")
FRONT = ("A2912", "A2812", "A2714", "A2615", "A3010", "A3112")
POINTS = 9


class Lift(SecondReading):
    """Transports at airbases, random units and stores, and their possible flights."""

    def __init__(self, seed: int, turn: str) -> None:
        self.chance, self.seen, self.first = Random(seed), Counter[str](), turn == "3/2/44"
        state, chance = bare(turn), self.chance
        kinds = [kind for kind in KINDS if kind in GROUND]
        self.begin = chance.sample(FIELDS, 3)
        for hex in FIELDS:
            state.arrays[layout.CONTROL][NUMBER[hex]] = ALLIES if chance.random() < 0.8 else JAPAN
            state.arrays[layout.HURT][BASE_AT[NUMBER[hex]]] = chance.choice((0, 0, 1))
        for hex in self.begin:
            state.arrays[layout.CONTROL][NUMBER[hex]] = ALLIES
            put_unit(state, "cw_hq_division", hex)
            air(state, "c_47", hex, POINTS)
            stores(state, hex, chance.choice((0, 30, 30)))
        for hex in (*self.begin, *self.begin, *FRONT, *FIELDS):
            if chance.random() < 0.8 and state.arrays[layout.CONTROL][NUMBER[hex]] != JAPAN:
                put_unit(state, chance.choice(kinds), hex)
        put_unit(state, "jp_3_1", FRONT[0])
        names = [step.name for step in BurmaAir.steps]
        in_turn(state, "air_1", BurmaAir(names.index("transport") + 1), AirLift(ALLIES))
        availability.roll_availability(Execution(state, SeededDice(seed)), ALLIES)
        self.state: State = state
        self.sky = SearchState(state)

    def far(self, one: str, other: str) -> int:
        """3.3 The cost by air."""
        return self.sky.cost(place_of(one), place_of(other))

    def landing(self, start: str) -> set[str]:
        """6.8, 5.41 The side's other working airbases within range."""
        found = set()
        for hex in BASE_HEXES:
            base, held = BASE_AT[NUMBER[hex]], self.state.arrays[layout.CONTROL][NUMBER[hex]] == ALLIES
            works = self.state.arrays[layout.LEVEL][base] > self.state.arrays[layout.HURT][base]
            if hex != start and held and works and is_land(hex) and self.far(start, hex) <= int(C_47["range_mp"]):
                found.add(hex)
        return found

    def dropping(self, land: Land, start: str) -> set[str]:
        """6.8 The hexes in range with units of the side, without a base and without enemy combat units."""
        based, found = self.landing(start), set()
        for hex in land.here:
            enemy = sum(unit.strength for unit in land.at(hex, "japan"))
            open_to = hex != start and hex not in based and not enemy
            if open_to and land.stands(hex, "allies") and self.far(start, hex) <= int(C_47["range_mp"]):
                found.add(hex)
        return found

    def lifted(self, unit: Unit) -> bool:
        """6.8, 44.61 Regiments, packed Base Forces, headquarters: in the first turn no combat unit."""
        size = unit.row["size"].partition("_")[0]
        if unit.role == "logistic" or (unit.role == "base_force" and unit.deployed):
            return False
        if unit.role in ("air_hq", "base_force"):
            return True
        return size in ("regiment", "battalion") and not (self.first and unit.combat)

    def compare(self) -> Counter[str]:
        """Checks that both agree on each stack and unit."""
        choices: Choices = self.state.decisions()[0].choices
        land, verbs = read(self.state), set(choices.next())
        for hex in self.begin:
            has = land.supply.get(hex, 0) > 0
            mine = (self.landing(hex) if has else set(), self.dropping(land, hex) if has else set())
            theirs = tuple(self.goals(choices, verb, hex) if verb in verbs else set() for verb in VERBS)
            self.agree("stores", mine, theirs, hex)
            self.seen["landed"] += len(mine[0])
            self.seen["dropped"] += len(mine[1])
            self.units(choices, land, hex)
        return self.seen

    def goals(self, choices: Choices, verb: str, hex: str) -> set[str]:
        """The destinations of stores from a base."""
        return set(choices.next(verb, hex, "c_47_trained")) if hex in choices.next(verb) else set()

    def units(self, choices: Choices, land: Land, start: str) -> None:
        """6.8, 21.1 The units that can fly from a base, and where they land within stacking."""
        offered = set(choices.next("fly_unit")) if "fly_unit" in choices.next() else set()
        for unit in land.at(start, "allies"):
            quarters = 4 * int(unit.row["load"])
            enough = -(-quarters // int(C_47["transport_quarters"])) <= POINTS
            goals = {hex for hex in self.landing(start) if room(land, unit, hex)}
            mine = goals if self.lifted(unit) and enough and quarters else set()
            theirs = set(choices.next("fly_unit", unit.name, "c_47_trained")) if unit.name in offered else set()
            self.agree("unit", mine, theirs, unit)
            self.seen["flown"] += bool(mine)


VERBS = ("fly_stores", "drop_stores")
BASE_HEXES = [hex for hex in PLACES if hex[0] == "A" and hex in LAND]


@pytest.mark.clause("6.8", "44.61", "21.1", "5.41")
@pytest.mark.parametrize("turn", ["3/2/44", "4/2/44"])
def test_two_references_agree_on_air_transport(turn: str) -> None:
    found: Counter[str] = sum((Lift(seed, turn).compare() for seed in range(4)), Counter())
    assert (found["stores"], found["landed"] > 20, found["dropped"] > 5, found["flown"] > 10) == (12, True, True, True)
