"""Compares a reference implementation of ports with the rules: loading and unloading, choice by choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import (
    ABOARD,
    BASE_AT,
    FORCES,
    FULL,
    GROUND_TYPES,
    IN_FORCE,
    SHIPS,
    SHIPS_OF,
    UNITS_OF,
)
from tests.games.war_in_the_pacific import leyte_states
from tests.games.war_in_the_pacific import reference_cargo as reference
from tests.games.war_in_the_pacific.battle_states import ask_ashore, calm
from tests.games.war_in_the_pacific.reference_cargo import PLACES
from tests.games.war_in_the_pacific.reference_comparison import SecondReading
from tests.games.war_in_the_pacific.reference_land import LAND
from tests.games.war_in_the_pacific.reference_sea import ROW, SHIP

SIDES = ("japan", "allies")
CARRIERS = ("APB", "SF", "MS", "DD")
KINDS = (("jp_1_1", "jp_3_1", "jp_7_3", "jp_7_3_bg", "jp_bf"), ("us_3_1", "us_11_3", "us_bf", "us_4_1_mar"))
SECTIONS = {"leyte": "BC", "midway": "DF"}
Most = Callable[[State, int, int, bool], int]


class Shore(SecondReading):
    """A random position at the shore, and the results of both for each choice in it."""

    def __init__(self, scenario: str, seed: int, forces: int = 6, *, bare: bool = False) -> None:
        self.chance, self.leyte, self.seen = Random(seed), scenario == "leyte", Counter[str]()
        self.state: State = leyte_states.new_game() if self.leyte else calm()
        self.coasts = [hex for hex in PLACES if hex[0] in SECTIONS[scenario] and LAND[hex]["kind"] != "land"]
        self.coasts += [hex for hex in LAND if hex[0] in SECTIONS[scenario] and LAND[hex]["kind"] != "land"][::29]
        if bare:
            named = [hex for hex in self.coasts if hex in PLACES and reference.harbour(hex) == "none"]
            self.coasts = [*named * 4, *[hex for hex in self.coasts if hex not in PLACES][:8]]
        for die in range(7):
            self.state.cells[layout.WEATHER_DIE + die] = self.chance.choice((1, 3, 3, 4, 6))
        for side in range(2):
            for number in range(1, forces + 1):
                self.put_force(side, number)
        self.state.stack = ()
        ask_ashore(self.state)

    def put_force(self, side: int, number: int) -> None:
        """Ships with units and stores at a coast, single or in a force; the place is damaged or stocked."""
        state, chance, hex = self.state, self.chance, self.chance.choice(self.coasts)
        where, force = NUMBER[hex], FORCES.index[f"{SIDES[side]}_{number}"]
        ships = [s for s in SHIPS_OF[side] if SHIP[ROW[SHIPS.ids[s]]]["type"] in CARRIERS]
        lie = layout.ships_in(state.arrays)
        state.arrays[layout.CONTROL][where] = side if chance.random() < 0.7 else 1 - side
        single = hex in PLACES and PLACES[hex]["port"] != "none" and chance.random() < 0.3
        if not single:
            state.cells[layout.FORCE_AT + force] = where
            mission = chance.choice(("transport", "transport", "assault", "transit"))
            state.cells[layout.FORCE_MISSION + force] = layout.MISSIONS.index[mission]
        elif state.arrays[layout.CONTROL][where] != side:
            state.arrays[layout.CONTROL][where] = side
        for ship in chance.sample(ships, chance.randint(1, 6)):
            lie.put(ship, where if single else IN_FORCE + force)
            self.aboard(side, ship)
            state.arrays[layout.SHRUNK][ship] = 0
            state.arrays[layout.DAMAGE][ship] = chance.choice((0, 0, 0, 1, 2))
        for _ in range(chance.choice((0, 1, 2, 5))):
            self.ashore(side, where)
        if hex in PLACES:
            base = BASE_AT[where]
            state.arrays[layout.PORT_HURT][base] = chance.choice((0, 0, 1, 3))
            state.arrays[layout.PORT_TAKEN][base] = chance.choice((0, 0, 2))
            state.arrays[layout.SUPPLY][base] = chance.choice((0, 7, 90))

    def aboard(self, side: int, ship: int) -> None:
        """A unit or stores, as far as there is room."""
        state, space = self.state, reference.room(self.state, ship) // 2
        for unit in list(layout.units_in(state.arrays).units(ABOARD + ship)):
            layout.units_in(state.arrays).put(unit, -1)
            state.arrays[layout.UNIT_TYPE][unit] = -1
        state.arrays[layout.CARGO][ship] = self.chance.randint(0, space // 2)
        unit = self.counter(side, self.chance.choice(KINDS[side]))
        if reference.load(state, unit) <= space // 2:
            layout.units_in(state.arrays).put(unit, ABOARD + ship)

    def ashore(self, side: int, where: int) -> None:
        """A unit ashore; a Base Force is fully deployed."""
        unit = self.counter(side, self.chance.choice((KINDS[side][0], *KINDS[side][-2:])))
        layout.units_in(self.state.arrays).put(unit, where)
        if GROUND_TYPES.ids[self.state.arrays[layout.UNIT_TYPE][unit]].endswith("_bf"):
            self.state.arrays[layout.DEPLOYED][unit] = FULL

    def counter(self, side: int, kind: str) -> int:
        """A counter of a type."""
        types, where = self.state.arrays[layout.UNIT_TYPE], self.state.arrays[layout.UNIT_AT]
        unit = next(unit for unit in UNITS_OF[side] if types[unit] < 0 or where[unit] < 0)
        types[unit] = GROUND_TYPES.index[kind]
        self.state.arrays[layout.DEPLOYED][unit] = 0
        return unit

    def play(self) -> Counter[str]:
        """Each side gives random orders until it has none; both are compared before each."""
        for side, name in ((1, "allies"), (0, "japan")):
            while True:
                choices = next(each.choices for each in self.state.decisions() if each.side == name)
                verbs = set(choices.next())
                mine = reference.lands(self.state, side, self.leyte)
                theirs = set(choices.next("land")) if "land" in verbs else set()
                if self.leyte:
                    self.agree("land", mine, theirs)
                else:
                    assert theirs <= mine  # 42.51 Japan lands on the enemy only where it announced that.
                for verb, most in (("take_supply", reference.takes), ("leave_supply", reference.leaves)):
                    self.stores(side, verb, most, choices)
                able = sorted(verbs & {"land", "take_supply", "leave_supply"})
                if not able:
                    break
                verb = self.chance.choice(able)
                one = self.chance.choice(list(choices.next(verb)))
                more = [] if verb == "land" else [self.chance.choice(list(choices.next(verb, one)))]
                self.state.apply(name, (verb, one, *more), NoDice())
        return self.seen

    def stores(self, side: int, verb: str, most: Most, choices: Choices) -> None:
        """16.1, 16.3 The maximum that each ship loads or unloads."""
        offered = set(choices.next(verb)) if verb in choices.next() else set()
        berthed = reference.all_berthed(self.state, side)
        for ship in self.chance.sample(berthed, min(len(berthed), 6)):
            if self.state.arrays[layout.TAKES][ship] or self.state.arrays[layout.LEAVES][ship]:
                continue
            name = SHIPS.ids[ship]
            theirs = len(choices.next(verb, name)) if name in offered else 0
            here = reference.place_of(self.state, ship)
            if theirs and here is not None and reference.harbour(here.at) == "none":
                self.seen[f"{verb}_over_a_beach"] += 1
            self.agree(verb, (name, most(self.state, side, ship, self.leyte)), (name, theirs))


@pytest.mark.clause("14.1", "14.3", "14.4", "14.5", "16.1", "16.3", "16.5", "16.6", "27.3", "45.65", "8.6")
def test_two_references_agree_on_what_is_handled_at_the_shore() -> None:
    found = Shore("leyte", 24, 2).play()
    assert found["land"] > 3
    assert found["take_supply"] > 10


@pytest.mark.thorough
@pytest.mark.clause("14.1", "14.3", "14.4", "14.5", "16.1", "16.3", "16.5", "16.6", "27.3", "45.65", "8.6")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("scenario", ["leyte", "midway"])
def test_two_references_agree_on_what_is_handled_in_more_positions(scenario: str, seed: int) -> None:
    found = Shore(scenario, seed).play()
    assert min(found["take_supply"], found["leave_supply"]) > 10


@pytest.mark.thorough
@pytest.mark.clause("16.1", "16.3", "16.6", "27.3")
@pytest.mark.parametrize("scenario", ["leyte", "midway"])
def test_two_references_agree_on_coasts_without_a_harbour(scenario: str) -> None:
    found: Counter[str] = sum((Shore(scenario, seed, 8, bare=True).play() for seed in range(6)), Counter())
    assert min(found["leave_supply_over_a_beach"], found["take_supply_over_a_beach"]) > 10
