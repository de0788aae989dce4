"""Compares a reference implementation of Railcap and Seacap with the rules: units, stores and destinations."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, FIRST_NEW
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import GroundPhase
from ironbottom.games.war_in_the_pacific.rules.supply.lift_orders import LiftMarchOrders
from ironbottom.games.war_in_the_pacific.scenarios.burma.ground import BurmaGroundPhase, BurmaMarchOrders
from tests.games.war_in_the_pacific import burma_states, test_leyte_construction
from tests.games.war_in_the_pacific.battle_states import put_unit
from tests.games.war_in_the_pacific.reference_cargo import PLACES
from tests.games.war_in_the_pacific.reference_land import GUARDED, LAND, is_land, rails, read
from tests.games.war_in_the_pacific.reference_rails import (
    AREAS,
    RAIL,
    SALWEEN,
    SEA,
    Lift,
    area,
    beside,
    harbour,
    is_city,
)

SIDES = ("japan", "allies")
KINDS = (
    ("jp_7_3", "jp_3_1", "jp_7_3_bg", "jp_1_1_eng", "jp_hq_group", "jp_bf"),
    ("cw_11_3", "cw_3_1", "us_3_1", "us_2_1_eng", "cw_hq_wing", "us_ltu"),
)
ON_RAILS = {hex for pair in rails() for hex in pair}
VERBS = {RAIL: ("entrain", "freight"), SEA: ("coast", "coast_stores")}


class RailSample:
    """A random state of the land, and the results of both for each unit and each depot in it."""

    def __init__(self, scenario: str, seed: int) -> None:
        self.chance, self.burma, self.seen = Random(seed), scenario == "burma", Counter[str]()
        self.state: State = burma_states.bare() if self.burma else test_leyte_construction.bare()
        self.sections = "A" if self.burma else "BC"
        before = read(self.state)
        here = [hex for hex in LAND if hex[0] in self.sections and (area(hex) or hex in SALWEEN)]
        self.hexes = [hex for hex in here if is_land(hex) or hex in SALWEEN]
        self.side = self.chance.choice(SIDES)
        self.scatter()
        spent = [self.chance.choice((0, 0, 0, 1, 2)) for _ in range(2 * len(AREAS))]
        lost = [self.chance.choice((0, 0, 0, 1, 3)) for _ in range(2 * len(AREAS))]
        self.lift = Lift(
            read(self.state),
            self.side,
            self.sections,
            {hex: before.holder(hex) for hex in LAND if hex[0] in self.sections},
            self.by_area(lost),
            self.by_area(spent),
            frozenset(self.bases),
        )
        side = SIDES.index(self.side)
        if self.burma:
            by_land = BurmaMarchOrders(side, 0, 0, 0, tuple(spent))
            burma_states.in_turn(self.state, "ground", BurmaGroundPhase(1), by_land, lost=tuple(lost))
        else:
            march = LiftMarchOrders(side, 0, tuple(spent))
            test_leyte_construction.in_turn(self.state, "ground", GroundPhase(1), march, lost=tuple(lost))

    @staticmethod
    def by_area(points: list[int]) -> dict[tuple[int, str], int]:
        """The turn record's row: first Railcap by area, then Seacap."""
        return {(kind, name): points[kind * len(AREAS) + n] for kind in (RAIL, SEA) for n, name in enumerate(AREAS)}

    def scatter(self) -> None:
        """Hexes change hands, units and stores are scattered, bases have been built."""
        state, chance = self.state, self.chance
        control, stored = state.arrays[layout.CONTROL], state.arrays[layout.SUPPLY]
        for base in range(len(stored)):
            stored[base] = 0
        cities = [hex for hex in self.hexes if is_city(hex)]
        for hex in [*chance.sample(self.hexes, 10), *chance.sample(cities, len(cities) // chance.choice((2, 3, 9)))]:
            control[NUMBER[hex]] = chance.choice((SIDES.index(self.side), 1 - control[NUMBER[hex]] % 2))
        lines = [hex for hex in self.hexes if hex in ON_RAILS]
        shores = [hex for hex in self.hexes if harbour(hex) or hex in SALWEEN]
        for number in range(14):
            side = SIDES.index(self.side) if number < 10 else 1 - SIDES.index(self.side)
            able = [hex for hex in chance.choice((lines, shores)) if control[NUMBER[hex]] == side]
            if able:
                put_unit(state, chance.choice(KINDS[side]), chance.choice(able))
        self.bases = {hex for hex in PLACES if NUMBER[hex] in BASE_AT}
        for number, hex in enumerate(chance.sample([hex for hex in lines + shores if hex not in PLACES], 5)):
            if hex not in self.bases:
                self.bases.add(hex)
                state.cells[layout.NEW_BASE_AT + number] = NUMBER[hex]
                stored[FIRST_NEW + number] = chance.choice((0, 15, 70))
        for hex in chance.sample([hex for hex in self.hexes if hex in PLACES], 12):
            stored[BASE_AT[NUMBER[hex]]] = chance.choice((5, 20, 21, 90))

    def compare(self) -> Counter[str]:
        """Compares each unit and all stores."""
        choices = self.state.decisions()[0].choices
        movers = set(choices.next("move")) if "move" in choices.next() else set()
        for unit in self.lift.land.units.values():
            if unit.side != self.side or unit.at in GUARDED:  # 44.65 The last unit there stays.
                continue
            ways = set()
            if unit.name in movers:
                moving = self.state.copy()
                moving.apply(self.side, ("move", unit.name), NoDice())
                asked = moving.decisions()[0].choices
                ways = set(asked.next())
            for kind, (verb, _) in VERBS.items():
                theirs = set(asked.next(verb)) if verb in ways else set()
                self.agree(verb, self.lift.takes(kind, unit), theirs, unit)
        for kind, (_, verb) in VERBS.items():
            found = {}
            for hex in choices.next(verb) if verb in choices.next() else ():
                to = set(choices.next(verb, hex))
                found[hex] = to, len(choices.next(verb, hex, min(to)))
            self.agree(verb, self.lift.stores(kind), found, "")
        return self.seen

    def agree(self, what: str, mine: object, theirs: object, where: object) -> None:
        """Checks that both agree."""
        self.seen[what] += 1
        self.seen[f"{what}_somewhere"] += bool(mine)
        assert mine == theirs, (what, self.side, where, mine, theirs)


def test_the_map_has_neighbours_on_both_sides_of_its_joins() -> None:
    assert "C2402" in set(beside("B2454"))


@pytest.mark.clause("30.1", "30.2", "30.3", "30.4", "30.5", "25.4", "44.66")
@pytest.mark.parametrize("scenario", ["burma", "leyte"])
def test_two_references_agree_on_what_goes_by_rail_and_water(scenario: str) -> None:
    found: Counter[str] = sum((RailSample(scenario, seed).compare() for seed in range(8)), Counter())
    assert min(found[f"{verb}_somewhere"] for verbs in VERBS.values() for verb in verbs) > 0


@pytest.mark.thorough
@pytest.mark.clause("30.1", "30.2", "30.3", "30.4", "30.5", "25.4", "44.66")
@pytest.mark.parametrize("scenario", ["burma", "leyte"])
def test_two_references_agree_on_more_trains_and_boats(scenario: str) -> None:
    found: Counter[str] = sum((RailSample(scenario, seed).compare() for seed in range(100, 160)), Counter())
    assert min(found[f"{verb}_somewhere"] for verbs in VERBS.values() for verb in verbs) > 5
