"""Compares a reference implementation of supply from ports with random land of basic Midway (42.74)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, FULL, UNITS, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import GroundPhase
from ironbottom.games.war_in_the_pacific.rules.supply import joint_supply
from tests.games.war_in_the_pacific import supply_sample
from tests.games.war_in_the_pacific.battle_states import BATTLE_TABLE, calm, cleared, find_events, put_unit
from tests.games.war_in_the_pacific.reference_land import LAND, PLACES
from tests.games.war_in_the_pacific.reference_ports import Ports

PHASES = {"one_phase": 1, "three_phases": 3}
ISLANDS = ("honshu", "hokkaido", "aleutians", "hawaiian_islands", "u_s_pacific_islands", "kuriles", "japan_marianas")
KINDS = (
    ("jp_7_3", "jp_2_1", "jp_1_1", "jp_1_1_eng", "jp_bf", "jp_ltu", "jp_hq_group", "jp_hq_wing"),
    ("us_11_3", "us_3_1", "us_4_1_mar", "us_2_1_eng", "us_bf", "us_ltu", "us_hq_group", "us_hq_wing"),
)
PLANES = (("zero_trained", "betty_trained"), ("sbd_trained", "b_17_trained"))
MAX_CHANGES = 26
"""The maximum number of units of a side."""


class SupplySample:
    """Land of both sides with units, damaged or captured ports, stores, and points that flew."""

    def __init__(self, seed: int) -> None:
        self.chance = chance = Random(seed)
        self.phases = chance.choice((*PHASES,))
        self.state: State = cleared(calm())
        self.anchorages = chance.choice(("as_ports", "stores_alone"))
        self.state.rules = BATTLE_TABLE.rules({"port_supply": self.phases, "anchorage_supply": self.anchorages})
        self.state.cells[layout.TURN] += chance.randrange(4)
        for base in BASE_AT.values():
            self.state.arrays[layout.SUPPLY][base] = 0
        supply_sample.empty_of_points(self.state)
        ports = [hex for hex, row in PLACES.items() if hex[0] in "DF" and hex in LAND]
        for hex in ports:
            self.harbour(hex)
        coasts = [hex for hex in LAND if hex[0] in "DF" and LAND[hex]["region"] in ISLANDS]
        for side in (JAPAN, ALLIES):
            for _ in range(chance.randrange(MAX_CHANGES // 2, MAX_CHANGES)):
                self.put(side, chance.choice(ports if chance.random() < 0.6 else coasts))

    def harbour(self, hex: str) -> None:
        """A port of either side, undamaged or not, with or without stores and Base Forces."""
        arrays, chance, base = self.state.arrays, self.chance, BASE_AT[NUMBER[hex]]
        if chance.random() < 0.3:
            arrays[layout.CONTROL][NUMBER[hex]] = chance.choice((JAPAN, ALLIES))
        arrays[layout.PORT_HURT][base] = chance.choice((0, 0, 1, 2, 19, 38))
        arrays[layout.PORT_TAKEN][base] = chance.choice((0, 0, 0, 1, 3))
        arrays[layout.SUPPLY][base] = chance.choice((0, 0, 1, 3, 9))

    def put(self, side: int, hex: str) -> None:
        """Adds a unit in a hex without enemies; its side now holds the hex."""
        state, chance = self.state, self.chance
        if not supply_sample.take_control(state, side, hex):
            return
        kind = chance.choice(KINDS[side])
        forces = chance.choice((1, 1, 2, 5)) if kind.endswith("bf") else 1
        for _ in range(forces):
            unit = UNITS.index[put_unit(state, kind, hex)]
            state.arrays[layout.UNSUPPLIED][unit] = 0 if kind.endswith("ltu") else chance.choice((0, 0, 1, 3))
            state.arrays[layout.LANDED][unit] = int(chance.random() < 0.1)
            if kind.endswith("bf"):
                state.arrays[layout.DEPLOYED][unit] = chance.choice((0, 1, FULL, FULL))
        if "_hq_" in kind and hex in PLACES:
            supply_sample.park(state, chance, hex, PLANES[side])

    def compare(self, seen: Counter[str]) -> None:
        """The supplied units after the Segment, compared with the reference result before it."""
        before = list(self.state.arrays[layout.UNSUPPLIED])
        standing = [unit for unit, position in enumerate(self.state.arrays[layout.UNIT_AT]) if position >= 0]
        anchorages = self.anchorages == "as_ports"
        ports = [Ports(self.state, side, PHASES[self.phases], anchorages) for side in (JAPAN, ALLIES)]
        mine = ports[0].hungry() | ports[1].hungry()
        segment(self.state)
        left = self.state.arrays[layout.UNSUPPLIED]
        kept = [unit for unit in standing if self.state.arrays[layout.UNIT_AT][unit] >= 0]
        theirs = {UNITS.ids[unit] for unit in kept if left[unit]}
        assert {name for name in mine if UNITS.index[name] in kept} == theirs
        for unit in kept:
            assert left[unit] == (min(before[unit] + 1, 9) if UNITS.ids[unit] in mine else 0)
        seen["hungry"] += len(mine)
        seen["fed"] += len(standing) - len(mine)
        seen["staffs"] += sum("_hq_" in ports[0].land.units[name].kind for name in mine)
        seen["emptied"] += sum(not points for side in ports for points in side.left.values())

    def surrender(self, seen: Counter[str]) -> None:
        """24.8 The Allies' part of a Ground Phase begins: the Japanese stacks that roll, and those that surrender."""
        self.state.cells[layout.FIRST_PLAYER] = ALLIES
        lacking = self.state.arrays[layout.UNSUPPLIED]
        for unit in UNITS_OF[JAPAN]:
            lacking[unit] *= 2
        ports = Ports(self.state, JAPAN, PHASES[self.phases], self.anchorages == "as_ports")
        mine, rest = ports.gives_up(), ports.touched()
        execution = Execution(self.state, SeededDice(7))
        execution.push(GroundPhase(0))
        run(execution)
        rolled = find_events(execution.events, "surrendered")
        assert {str(event["at"]) for event in rolled} == {*mine}
        assert [event["yes"] for event in rolled] == [int(roll(event) >= mine[str(event["at"])]) for event in rolled]
        hungry = {unit.at for unit in ports.land.units.values() if unit.side == "japan" and unit.unsupplied >= 4}
        seen["rolled"] += len(mine)
        seen["in_touch"] += len(hungry & rest)


def roll(event: dict[str, object]) -> int:
    """The die of an isolated stack."""
    assert isinstance(event["die"], int)
    return event["die"]


def segment(state: State) -> None:
    """25.3 A Joint Supply Segment, with losses taken in order."""
    joint_supply.supply_segment(execution := Execution(state, SeededDice(1)))
    run(execution)
    while decisions := state.decisions():
        action: tuple[str, ...] = ()
        while more := decisions[0].choices.next(*action):
            action = (*action, next(iter(more)))
        state.apply(decisions[0].side, action, SeededDice(1), trusted=True)


def lands(seeds: range) -> Counter[str]:
    """Random positions, compared with the rules."""
    seen = Counter[str]()
    for seed in seeds:
        SupplySample(seed).compare(seen)
    return seen


@pytest.mark.build
@pytest.mark.clause("42.74", "14.1", "14.3", "25.1", "25.3", "28.2")
def test_two_references_agree_on_units_supplied_by_ports() -> None:
    seen = lands(range(12))
    assert min(seen["hungry"], seen["fed"]) > 40, seen
    assert min(seen["staffs"], seen["emptied"]) > 5, seen


@pytest.mark.build
@pytest.mark.clause("24.8", "25.1", "42.74")
def test_two_references_agree_on_surrender_at_midway() -> None:
    """A unit that is connected to a port does not roll, even if the port could not handle enough for it."""
    seen = Counter[str]()
    for seed in range(40):
        SupplySample(seed).surrender(seen)
    assert min(seen["rolled"], seen["in_touch"]) > 20, seen


@pytest.mark.thorough
@pytest.mark.clause("42.74", "14.1", "14.3", "25.1", "25.3", "28.2")
def test_two_references_agree_on_units_supplied_by_ports_in_hundreds_of_positions() -> None:
    assert lands(range(1000, 1300))["hungry"] > 1000
