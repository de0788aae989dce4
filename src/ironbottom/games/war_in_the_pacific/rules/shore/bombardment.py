"""17.0, 26.3, 31.1, 38.7 Bombardment of a hex: strength, dice, effects on each kind of target, coastal guns.

``bombard`` carries out a bombardment by ships, ``apply_hits`` applies hits from any source, and ``guns_at`` and
``guns_fire`` are for coastal guns.
"""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import log, turn_record
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import completed_construction
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.facilities import bombardment_row, guns_at
from ironbottom.games.war_in_the_pacific.derived.force_movement import ships_of
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import can_lose, step_of, units_at
from ironbottom.games.war_in_the_pacific.derived.ship_condition import round_half_up
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.air_units.parked_aircraft import hit_airbase
from ironbottom.games.war_in_the_pacific.rules.naval.gunnery import guns_of
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import ShipAttack, hit_ship
from ironbottom.games.war_in_the_pacific.rules.search.contacts import emit_about
from ironbottom.games.war_in_the_pacific.rules.turn.losses import lose_step
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

SHARES = {"BB": 1, "BC": 1, "CA": 2, "CL": 4}
"""17.1 The divisor of gunnery for these types; three destroyers count as one point."""
DESTROYERS = 3
MAX_DISRUPTIONS = 9
AIRBASE, PORT, GROUND, GUNS, SUPPLY = range(len(layout.TARGETS))


def naval_strength(state: State, force: int) -> int:
    """17.1 The Bombardment Strength of a force, each class of ships rounded half up."""
    pieces = state.rules.pieces
    ships = [(pieces.ships[ship].type, guns_of(state, ship)) for ship in ships_of(state, force)]
    result = sum(round_half_up(sum(guns for kind, guns in ships if kind == of), by) for of, by in SHARES.items())
    return result + sum(kind == "DD" and guns > 0 for kind, guns in ships) // DESTROYERS


def bombardment_targets(state: State, side: int, hex: int) -> int:
    """17.1, 31.1 The targets that a side may bombard in a hex, as bits."""
    pieces = state.rules.pieces
    base, _place = base_at(state, hex), pieces.atlas.places.get(hex)
    enemy = state.arrays[layout.CONTROL][hex] == 1 - side
    there = {
        AIRBASE: enemy and base >= 0 and state.arrays[layout.LEVEL][base] > 0,
        PORT: enemy and completed_construction.port_at(state, hex) in ("minor", "major"),
        GROUND: bool(can_lose(state, units_at(state, 1 - side, hex))),
        GUNS: enemy and guns_at(state, hex) > 0,
        SUPPLY: enemy and base >= 0 and state.arrays[layout.SUPPLY][base] > 0,
    }
    return sum(1 << target for target, open_to in there.items() if open_to)


def bombard(execution: Execution, force: int, target: int) -> None:
    """17.1, 17.2 A force bombards its hex: rolls a die on its strength and applies the hits."""
    cells, pieces = execution.cells, execution.rules.pieces
    hex, strength = cells[layout.FORCE_AT + force], naval_strength(execution.state, force)
    cells[layout.FORCE_BOMBARDED + force] = 1
    die = execution.roll(6, Roll.BOMBARDMENT) if strength else 0
    hits = pieces.charts.bombardment.read(strength, die) if strength else 0
    execution.emit(log.BOMBARDED, hex, target, strength, die, hits)
    apply_hits(execution, hex, target, hits)


def apply_hits(execution: Execution, hex: int, target: int, hits: int) -> None:
    """31.1, 31.2, 26.3 Applies this many hits to a target, from ships or aircraft."""
    base = base_at(execution.state, hex)
    if hits:
        turn_record.disturb(execution.state, [hex])
        record_strike(execution.state, hex)
    if target == AIRBASE and hits:
        hit_airbase(
            execution,
            execution.state.arrays[layout.CONTROL][hex],
            base,
            bombardment_row(execution.state, "airbase"),
            hits,
        )
    for _ in range(hits):
        if target == PORT:
            hit_port(execution.state, hex)
        elif target == GROUND:
            disrupt_units(execution, hex)
        elif target == GUNS:
            hurt = execution.state.arrays[layout.GUNS_HURT]
            hurt[base] = min(hurt[base] + bombardment_row(execution.state, "guns").guns, 40)
        elif target == SUPPLY:
            supply = execution.state.arrays[layout.SUPPLY]
            supply[base] = max(supply[base] - bombardment_row(execution.state, "supply").supply_points, 0)


def record_strike(state: State, hex: int) -> None:
    """26.3 Records that a hex was hit by Bombardment or attacked on the ground."""
    base = base_at(state, hex)
    if base >= 0:
        layout.scenario(state).base_struck(state, base)


def hit_port(state: State, hex: int) -> None:
    """14.5, 31.1 Applies a Damage Level to a port, which reduces one or both of its capacities."""
    row, base = bombardment_row(state, "port"), base_at(state, hex)
    worth = row.port_major if completed_construction.port_at(state, hex) == "major" else row.port_minor
    hurt = state.arrays[layout.PORT_HURT]
    hurt[base] = min(hurt[base] + worth, 99)


def disrupt_units(execution: Execution, hex: int, *, strafed: bool = False) -> None:
    """31.1, 6.4 Disrupts every unit in the hex; the third hit, except by strafing, also costs the cheapest step."""
    state = execution.state
    units = layout.units_in(state.arrays).units(hex)
    for unit in units:
        disrupted = state.arrays[layout.DISRUPTED]
        disrupted[unit] = min(disrupted[unit] + 1, MAX_DISRUPTIONS)
    if (
        not strafed
        and units
        and max(state.arrays[layout.DISRUPTED][unit] for unit in units) == bombardment_row(state, "ground").step_at
    ):
        standing = can_lose(state, units)
        if standing:
            lose_step(execution, min(standing, key=lambda unit: (step_of(state, unit), unit)))


def guns_fire(execution: Execution, hex: int, strength: int, forces: list[int]) -> None:
    """38.7 The guns of a hex fire at a random ship of the largest force, without modifiers."""
    largest = under_fire(execution.state, forces)
    ships = ships_of(execution.state, largest)
    emit_about(execution, largest, log.GUNS_FIRED, hex, largest, strength)
    ship = ships[execution.roll(len(ships), Roll.TARGET_OF_THE_GUNS) - 1] if len(ships) > 1 else ships[0]
    hit_ship(execution, ship, ShipAttack(log.WEAPONS.index["coastal_guns"], strength))


def under_fire(state: State, forces: list[int]) -> int:
    """38.7 The force that the guns of a hex fire at: the force with the most ships; among equals, the first."""
    return max(forces, key=lambda force: (len(ships_of(state, force)), -force))
