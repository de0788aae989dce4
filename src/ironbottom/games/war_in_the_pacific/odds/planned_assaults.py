"""16.2, 40.42, 42.51 The odds of Amphibious Assaults before they are planned: the attack, and the coastal guns.

On a copy of the state, all of a side's assault shipping, with the strongest units in its port or aboard, lands by plan
on each possible coast under the game's own rules (``shore``). Ground units and guns are public, and a side knows its
own forces, so nothing hidden is read.
"""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.derived import cargo_room, facilities, land_and_coasts
from ironbottom.games.war_in_the_pacific.derived.force_movement import ships_of
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import hexes_to_attack
from ironbottom.games.war_in_the_pacific.derived.search_reach import ship_hex
from ironbottom.games.war_in_the_pacific.derived.ship_condition import load_of, load_room, units_aboard
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.odds.attacks import GROUND
from ironbottom.games.war_in_the_pacific.odds.shore import (
    ASSAULT,
    ON_SHIPS,
    after_landing,
    order_all,
    random_ship_chances,
)
from ironbottom.games.war_in_the_pacific.pieces import (
    ABOARD,
    FORCES_A_SIDE,
    HEXES,
    IN_FORCE,
    SHIPS_OF,
    SUNK,
    UNITS_OF,
)
from ironbottom.games.war_in_the_pacific.rules.shore import cargo, shore_actions
from ironbottom.games.war_in_the_pacific.state_types import State
from ironbottom.odds.tables import OddsRow, OddsTable

TITLE, GUNS = "Planned assault: the attack that follows", "Planned assault: coastal guns that fire back"
FIRE = "at one ship of the assault shipping, chosen at random"
MAX_HEXES = 12
"""The largest number of hexes that are listed: planned hexes first, then the nearest."""
TAKEN_FOR_GRANTED = (
    "all assault shipping together, with the strongest units in its ports",
    "as many as the beach can take in one phase, and all of them",
    "in the Ground Phase, with the units that are there now",
    "no enemy warship bars it, no transport is hit first",
    "an empty hex is captured when a unit lands",
)


def assaults_to_plan(state: State, side: int) -> list[OddsTable]:
    """16.2 For each enemy-held coast with a possible or written plan, the odds of the attack, and of the coastal guns'
    fire.
    """
    if layout.scenario(state).plans_announced and side != JAPAN:
        return []
    laden, start = embarked(state, side)
    if start < 0:
        return []
    coasts = set(land_and_coasts.enemy_coasts(state, side)).intersection(hexes_to_attack(state, 1 - side))
    written = shore_actions.plans_of(state, side)
    near = sorted(coasts, key=lambda hex: (hex not in written, GRID.distance(start, hex), hex))[:MAX_HEXES]
    attacks, guns = list[OddsRow](), list[OddsRow]()
    for hex in near:
        attacks += landings_at(laden, side, hex, planned=hex in written)
        if strength := facilities.guns_at(state, hex):
            name = f"{HEXES.titles[hex]}, strength {strength}"
            guns.append(
                OddsRow(f"{HEXES.ids[hex]} guns", name, random_ship_chances(*brought(laden, side, hex), strength))
            )
    result = [OddsTable(TITLE, GROUND, attacks, "; ".join(TAKEN_FOR_GRANTED)), OddsTable(GUNS, ON_SHIPS, guns, FIRE)]
    return [table for table in result if table.rows]


def landings_at(laden: State, side: int, hex: int, *, planned: bool) -> list[OddsRow]:
    """16.3, 24.3 The attack on a coast with the units that the beach takes in a phase and, if there are more, with all
    units.
    """
    result = list[OddsRow]()
    for whole in (False, True):
        trial, _ = brought(laden, side, hex)
        (order_everybody if whole else order_all)(trial, side)
        row = after_landing(trial, side, hex)
        if row is not None and all(row.name != other.name for other in result):
            result.append(OddsRow(f"{HEXES.ids[hex]} {'all' if whole else 'one phase'}", row.name, row.chances))
    for row, said in zip(result, ("in one phase", "all aboard"), strict=False):
        row.name = f"{row.name}, {said if len(result) > 1 else 'all aboard'}{', planned' if planned else ''}"
    return result


def order_everybody(state: State, side: int) -> None:
    """16.3 On a copy of the state, lands every unit aboard, over as many phases as that takes."""
    for unit in cargo.units_on_cargo_ships(state, side):
        state.arrays[layout.BOUND_FOR][unit] = state.arrays[layout.UNIT_AT][unit] - ABOARD


def shipping(state: State, side: int) -> list[int]:
    """2.4 The assault shipping of a side on the map."""
    rows, positions = state.rules.pieces.ships, state.arrays[layout.SHIP_AT]
    there = [ship for ship in SHIPS_OF[side] if 0 <= positions[ship] < SUNK and rows[ship].type == "APB"]
    return [ship for ship in there if ship_hex(state, ship) >= 0]


def embarked(state: State, side: int) -> tuple[State, int]:
    """16.1 On a copy, each transport loads the strongest units at its place that fit; returns the hex of the first
    laden transport.

    The hex is -1 if no transport has units aboard.
    """
    trial, start = state.copy(), -1
    pieces = state.rules.pieces
    kinds, where = trial.arrays[layout.UNIT_TYPE], trial.arrays[layout.UNIT_AT]
    for ship in shipping(trial, side):
        hex = ship_hex(trial, ship)
        own = trial.arrays[layout.CONTROL][hex] == side
        waiting = [unit for unit in UNITS_OF[side] if own and where[unit] == hex and kinds[unit] >= 0]
        waiting.sort(key=lambda unit: -pieces.ground[kinds[unit]].strength)
        for unit in waiting:
            fights = pieces.ground[kinds[unit]].kind == "combat" and cargo.may_be_shipped(trial, side, unit)
            if fights and load_of(trial, ship) + cargo_room.load(trial, unit) <= load_room(trial, ship):
                layout.units_in(trial.arrays).put(unit, ABOARD + ship)
        if units_aboard(trial, ship) and start < 0:
            start = hex
    return trial, start


def brought(laden: State, side: int, hex: int) -> tuple[State, int]:
    """16.2, 16.4 On a copy, puts all assault shipping off a coast with a planned Assault, in fair weather."""
    trial = laden.copy()
    force = next(
        number
        for number in range(FORCES_A_SIDE * side, FORCES_A_SIDE * (side + 1))
        if trial.cells[layout.FORCE_AT + number] < 0 and not ships_of(trial, number)
    )
    trial.cells[layout.FORCE_AT + force], trial.cells[layout.FORCE_MISSION + force] = hex, ASSAULT
    for ship in shipping(trial, side):
        layout.ships_in(trial.arrays).put(ship, IN_FORCE + force)
    for section in range(len(tables.SECTIONS)):
        trial.cells[layout.WEATHER_DIE + section] = 0
    write_on_copy(trial, side, hex)
    return trial, force


def write_on_copy(trial: State, side: int, hex: int) -> None:
    """16.2 Adds the plan of the assault; replaces another plan if the side has as many as allowed."""
    result = layout.scenario(trial).plans_announced
    trial.cells[layout.ANNOUNCED if result else layout.PLAN_AT + layout.PLANS_A_SIDE * side] = hex
