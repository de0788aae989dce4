"""Compares a reference implementation of repair and refuelling with random ports (18.0, 10.5, 10.6, 14.0)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ironbottom.engine.dice.dice import RecordingDice, SeededDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.derived import cargo_room, ship_repair_capacity
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import (
    BASE_AT,
    BOXES,
    FORCES,
    FULL,
    GROUND_TYPES,
    IN_BOX,
    IN_FORCE,
    SHIPS,
    SHIPS_OF,
    UNITS_OF,
)
from ironbottom.games.war_in_the_pacific.rules.air import naval_strike
from ironbottom.games.war_in_the_pacific.rules.bases import ship_repair
from ironbottom.games.war_in_the_pacific.rules.naval import refuelling
from tests.games.war_in_the_pacific import leyte_states
from tests.games.war_in_the_pacific import reference_ship_repair as reference
from tests.games.war_in_the_pacific.battle_states import BATTLE_TABLE, calm
from tests.games.war_in_the_pacific.reference_cargo import PLACES, SIDES, capacity
from tests.games.war_in_the_pacific.reference_sea import ROW, SHIP
from tests.games.war_in_the_pacific.reference_waters import PARTS

SECTIONS = {"leyte": "BC", "midway": "DF"}
LEVELS = (0, 0, 1, 1, 2, 2, 3, 4, 5)
MARKED = ("F3342", "D0326", "D0418", "B3328")
"""Ports with a Maximum Effort."""


class Harbours:
    """Random ports of both sides with damaged, tired, empty ships, single or in forces."""

    def __init__(self, scenario: str, seed: int) -> None:
        self.leyte, self.chance = scenario == "leyte", Random(seed)
        self.state: State = leyte_states.new_game() if self.leyte else calm()
        self.anchorages = ("as_ports", "stores_alone")[seed % 2]
        if not self.leyte:
            self.state.rules = BATTLE_TABLE.rules({"anchorage_supply": self.anchorages})
        self.state.cells[layout.FIRST_PLAYER] = 0
        here = [hex for hex, row in PLACES.items() if hex[0] in SECTIONS[scenario] and row["port"] != "none"]
        marked, split = [hex for hex in MARKED if hex in here], [hex for hex in PARTS if hex in here]
        self.ports = [*self.chance.sample(here, 6), *marked, *split]
        for number in range(len(SHIPS)):
            layout.ships_in(self.state.arrays).put(number, -1)
        for die in range(7):
            self.state.cells[layout.WEATHER_DIE + die] = self.chance.choice((1, 3, 4, 6))
        for number, hex in enumerate(self.ports):
            self.fill(hex, 1 + number, self.chance.randrange(2))
        free = [ship for ship in SHIPS_OF[ALLIES] if self.state.arrays[layout.SHIP_AT][ship] < 0]
        for ship in self.chance.sample(free, 3):
            layout.ships_in(self.state.arrays).put(ship, IN_BOX + BOXES.index["west_coast_usa"])
            self.spoil(ship, False)

    def fill(self, hex: str, number: int, side: int) -> None:
        """Puts ships into a port, which may be damaged, captured, or have Base Forces and stores."""
        state, chance, where, base = self.state, self.chance, NUMBER[hex], BASE_AT[NUMBER[hex]]
        state.arrays[layout.CONTROL][where] = side
        state.arrays[layout.PORT_HURT][base] = chance.choice((0, 0, 0, 1, 3))
        state.arrays[layout.PORT_TAKEN][base] = chance.choice((0, 0, 0, 2))
        state.arrays[layout.SUPPLY][base] = chance.choice((0, 3, 8, 90))
        for _ in range(chance.choice((0, 0, 1, 5))):
            self.base_force(side, where)
        forces = [FORCES.index[f"{SIDES[side]}_{2 * number - n}"] for n in (0, 1)]
        for force in forces:
            state.cells[layout.FORCE_AT + force] = where
            state.cells[layout.FORCE_WATER + force] = chance.randrange(2) if hex in PARTS else 0
            state.cells[layout.FORCE_STEPS + force] = chance.choice((0, 1, 2))
        free = [s for s, name in enumerate(SHIPS.ids) if SHIP[ROW[name]]["side"] == SIDES[side]]
        free = [s for s in free if state.arrays[layout.SHIP_AT][s] < 0]
        hastes = hex in MARKED and chance.random() < 0.4
        for ship in chance.sample(free, chance.randint(2, 9)):
            single = chance.random() < 0.6
            layout.ships_in(state.arrays).put(ship, where if single else IN_FORCE + chance.choice(forces))
            self.spoil(ship, hastes and single)
            hastes = hastes and not state.arrays[layout.MAXIMUM_EFFORT][ship]

    def spoil(self, ship: int, hastens: bool) -> None:
        """Makes a ship damaged, under repair, tired or empty; one in a port may be under Maximum Effort."""
        arrays, chance = self.state.arrays, self.chance
        level, full = chance.choice(LEVELS), int(SHIP[ROW[SHIPS.ids[ship]]]["fuel"])
        arrays[layout.DAMAGE][ship], arrays[layout.SHRUNK][ship] = level, 0
        for block in (layout.REPAIR_LEFT, layout.REPAIR_WHOLE, layout.REPAIR_LEVEL, layout.MAXIMUM_EFFORT):
            arrays[block][ship] = 0
        arrays[layout.MAXIMUM_EFFORT][ship] = int(hastens and 1 <= level <= 2)
        if level and chance.random() < 0.4:
            whole = chance.randint(level, 20)
            arrays[layout.REPAIR_WHOLE][ship], arrays[layout.REPAIR_LEVEL][ship] = whole, level
            arrays[layout.REPAIR_LEFT][ship] = chance.randint(whole * (level - 1) // level + 1, whole)
        elif 0 < level < reference.BOTTOMED and chance.random() < 0.2:  # raised from the bottom
            arrays[layout.REPAIR_WHOLE][ship], arrays[layout.REPAIR_LEVEL][ship] = 40, reference.BOTTOMED
            arrays[layout.REPAIR_LEFT][ship] = 8 * level - chance.randrange(8)
        arrays[layout.SLOWED][ship] = int(level > 0 and chance.random() < 0.5)
        arrays[layout.TIRED][ship], arrays[layout.REFITTING][ship] = chance.choice((0, 10, 11, 30)), 0
        if arrays[layout.TIRED][ship] > reference.TIRED:
            arrays[layout.REFITTING][ship] = chance.randrange(2)
        arrays[layout.FUEL][ship] = chance.choice((0, 4, full // 2, full - 1, full))
        arrays[layout.CARGO][ship] = 0
        if SHIP[ROW[SHIPS.ids[ship]]]["type"] in ("SF", "MS"):
            arrays[layout.CARGO][ship] = chance.choice((0, 3, 20))

    def base_force(self, side: int, where: int) -> None:
        """A fully deployed Base Force of a side."""
        arrays, kind = self.state.arrays, ("jp_bf", "us_bf")[side]
        unit = next(unit for unit in UNITS_OF[side] if arrays[layout.UNIT_TYPE][unit] < 0)
        arrays[layout.UNIT_TYPE][unit], arrays[layout.DEPLOYED][unit] = GROUND_TYPES.index[kind], FULL
        layout.units_in(arrays).put(unit, where)

    def hand(self) -> tuple[Execution, RecordingDice]:
        """The execution context with recorded dice."""
        dice = RecordingDice(SeededDice(self.chance.randrange(9_999)))
        return Execution(self.state, dice), dice

    def differences(self, mine: dict[int, list[int]]) -> list[tuple[str, str, int, int]]:
        """The differences by ship or base."""
        names = {block: layout.LAYOUT.arrays[block].name for block in mine}
        found = []
        for block, numbers in mine.items():
            theirs = self.state.arrays[block]
            found += [
                (names[block], SHIPS.ids[n] if block != layout.SUPPLY else str(n), mine_is, theirs[n])
                for n, mine_is in enumerate(numbers)
                if mine_is != theirs[n]
            ]
        return found


def in_the_yards(scenario: str, seeds: range) -> Counter[str]:
    """Game-Turns of repair, compared with the rules."""
    seen = Counter[str]()
    for seed in seeds:
        ports = Harbours(scenario, seed)
        was = ports.state.copy()
        execution, dice = ports.hand()
        for side in range(2):
            assert {*ship_repair_capacity.may_be_hastened(was, side)} == reference.may_hasten(was, side), seed
            seen["hastened"] += len(reference.may_hasten(was, side))
            for hex in ports.ports:
                if was.arrays[layout.CONTROL][NUMBER[hex]] == side:
                    mine = capacity(was, side, hex, ports.leyte)
                    assert mine == cargo_room.cargo_capacity(was, side, NUMBER[hex]), (seed, hex)
        for ship in [ship for ship, hex in enumerate(was.arrays[layout.SHIP_AT]) if 0 <= hex < IN_BOX]:
            assert naval_strike.is_safe_from_torpedoes(was, ship) == reference.sheltered(was, ship), (
                seed,
                SHIPS.ids[ship],
            )
            seen["sheltered" if reference.sheltered(was, ship) else "exposed"] += 1
        ship_repair.repair_turn(execution)
        ship_repair.refit_turn(ports.state)
        fell = [die.value for die in dice.rolled]
        turn = reference.Turn(was, fell[:])
        assert ports.differences(turn.goes_by()) == [], seed
        assert turn.dice == [], seed
        seen["begun"] += len(fell)
        seen["refitted"] += sum(map(int.__gt__, was.arrays[layout.TIRED], ports.state.arrays[layout.TIRED]))
        seen["off_map"] += sum(was.arrays[layout.SHIP_AT][s] >= IN_BOX for s in turn.at_the_west_coast())
        seen["sent_on"] += sum(reference.sent_on(was, ship) for ship in range(len(SHIPS)))
        seen["efforts"] += sum(was.arrays[layout.MAXIMUM_EFFORT])
    return seen


def fuelled(scenario: str, seeds: range) -> Counter[str]:
    """The ends of Naval Phases, compared with the rules."""
    seen = Counter[str]()
    for seed in seeds:
        ports = Harbours(scenario, seed)
        was = ports.state.copy()
        execution, _ = ports.hand()
        refuelling.refuel_at_sea(execution)
        refuelling.refuel_in_ports(execution)
        alone = ports.anchorages == "stores_alone"
        assert ports.differences(reference.Tanks(was, ports.leyte, alone).filled()) == [], seed
        seen["filled"] += sum(map(int.__lt__, was.arrays[layout.FUEL], ports.state.arrays[layout.FUEL]))
    return seen


@pytest.mark.build
@pytest.mark.clause(
    "20.14", "14.2", "14.4", "14.5", "18.1", "18.2", "18.3", "18.31", "18.32", "18.33", "18.4", "18.7", "27.3"
)
@pytest.mark.parametrize("scenario", ["midway", "leyte"])
def test_two_references_agree_on_a_turn_of_repairs(scenario: str) -> None:
    seen = in_the_yards(scenario, range(9))
    assert min(seen["begun"], seen["refitted"]) > 10, seen
    assert seen["hastened"] > 5, seen
    assert seen["efforts"] > 1, seen
    assert min(seen["sheltered"], seen["exposed"]) > 10, seen
    assert min(seen["off_map"], seen["sent_on"]) > 2, seen


@pytest.mark.clause("10.5", "10.6", "14.2", "14.3", "42.74")
@pytest.mark.parametrize("scenario", ["midway", "leyte"])
def test_two_references_agree_on_refuelling(scenario: str) -> None:
    assert fuelled(scenario, range(5))["filled"] > 80


@pytest.mark.thorough
@pytest.mark.clause("18.1", "18.33", "10.5", "10.6")
@pytest.mark.parametrize("scenario", ["midway", "leyte"])
def test_two_references_agree_on_repairs_and_fuel_in_hundreds_of_positions(scenario: str) -> None:
    assert in_the_yards(scenario, range(1000, 1080))["efforts"] > 20
    assert fuelled(scenario, range(1000, 1080))["filled"] > 1500
