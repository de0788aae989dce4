"""Capacity checks: cargo, air points, ships in port, counters of a side, and the turns of a scenario."""

from __future__ import annotations

from ironbottom.engine.core.arrays import nonzero_indices
from ironbottom.engine.core.errors import BadValue
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import SEA
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.data.chart_rows import SUNK
from ironbottom.games.war_in_the_pacific.derived import air_bases, ship_condition
from ironbottom.games.war_in_the_pacific.derived.air_capacity import FERRIED
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS as QUARTERS
from ironbottom.games.war_in_the_pacific.state_types import State
from ironbottom.games.war_in_the_pacific.turns import turn_name, turn_number

TRAININGS, WIDE = len(counters.TRAININGS), air_bases.STACK_COUNT

SHARES = "DD"
"""16.5 Ships that can share cargo too large for one of them."""


def check_room(state: State) -> None:
    """Refuses too much in a place, and counters of the wrong side; the error names field, clause and limit."""
    check_turn(state)
    check_loads(state)
    check_berths(state)
    check_air(state)
    check_flights(state)
    check_bases(state)
    check_sides(state)


def check_turn(state: State) -> None:
    """4.4 The match is within the Game-Turns of its scenario."""
    pieces = state.rules.pieces
    row = pieces.facts.table(tables.SCENARIO_TABLE)[counters.SCENARIO_CASE[state.cells[layout.SCENARIO]]]
    first, now = turn_number(row.first_turn), state.cells[layout.TURN]
    last = first + row.turns - 1
    if not first <= now <= last:
        message = f"{now} is Game-Turn {turn_name(now)}; the scenario runs from {first}, {turn_name(first)}, to {last}"
        raise BadValue(f"{message}, {turn_name(last)}", field="turn", clause="4.4")


def check_loads(state: State) -> None:
    """15.6, 16.5 No ship has more cargo than room; destroyers share their room, and divide the cargo later."""
    positions, cargo = state.arrays[layout.UNIT_AT], state.arrays[layout.CARGO]
    carrying = {where - counters.ABOARD for where in positions if where >= counters.ABOARD}
    carrying |= {ship for ship, points in enumerate(cargo.tolist()) if points}
    ships = state.rules.pieces.ships
    shared = [0] * len(counters.SIDES)
    for ship in sorted(carrying):
        side, name = counters.SIDE_OF_SHIP[ship], counters.SHIPS.ids[ship]
        load, room = ship_condition.load_of(state, ship), ship_condition.load_room(state, ship)
        if ships[ship].type == SHARES:
            shared[side] += load
            load = shared[side]
            room = sum(ships[own].load_quarters for own in counters.SHIPS_OF[side] if ships[own].type == SHARES)
            name = f"with the others, {name}"
        if load > room:
            aboard = ship_condition.units_aboard(state, ship)
            row = f"unit_at.{counters.UNITS.ids[aboard[-1]]}" if aboard else f"supply_aboard.{counters.SHIPS.ids[ship]}"
            message = f"{name} carries {load / QUARTERS:g} Load Points, but has room for {room / QUARTERS:g}"
            raise BadValue(message, field=f"arrays.{row}", clause="16.5" if ships[ship].type == SHARES else "15.6")


def check_berths(state: State) -> None:
    """14.8 Ships are in ports of their own side; 12.1 at level 5 they are in a port, or sunk."""
    control, damage = state.arrays[layout.CONTROL], state.arrays[layout.DAMAGE]
    for ship, position in enumerate(state.arrays[layout.SHIP_AT].tolist()):
        name = counters.SHIPS.ids[ship]
        if 0 <= position < counters.IN_FORCE and control[position] != counters.SIDE_OF_SHIP[ship]:
            message = f"{counters.HEXES.ids[position]} is not a port of the side of {name}"
            raise BadValue(message, field=f"arrays.ship_at.{name}", clause="14.8")
        if damage[ship] >= SUNK - 1 and counters.IN_FORCE <= position < counters.SUNK:
            message = f"{name} at damage level {damage[ship]} is sunk, or on the bottom of a port"
            raise BadValue(message, field=f"arrays.damage.{name}", clause="12.1")


def check_air(state: State) -> None:
    """5.4, 19.3 Air points are based with their own side; a carrier ferries up to twice its Air Capacity."""
    air, rows = state.arrays[layout.AIR], state.rules.pieces.air
    for base in dict.fromkeys(place // WIDE for place in nonzero_indices(air)):
        owner, name = air_bases.owner(state, base), counters.BASES.ids[base]
        for stack, _ in air_bases.stacks(state, base):
            if counters.SIDES.index[rows[stack // TRAININGS].side] != owner:
                field = f"arrays.air.{name}/{counters.STACKS.ids[stack]}"
                raise BadValue(f"{name} is not a base of the side of these points", field=field, clause="5.4")
        if base < counters.FIRST_DECK:
            continue
        most, here = FERRIED * air_bases.base_capacity(state, base), air_bases.points_by_kind(state, base, water=False)
        if here > most:
            stack = air_bases.stacks(state, base)[-1][0]
            message = f"{name} has {here} air points aboard, but can ferry at most {most}"
            raise BadValue(message, field=f"arrays.air.{name}/{counters.STACKS.ids[stack]}", clause="19.3")


def check_flights(state: State) -> None:
    """5.2 A flight has points; an unused flight has none."""
    for flight, base in enumerate(state.arrays[layout.FLIGHT_BASE].tolist()):
        points = state.arrays[layout.FLIGHT_POINTS][flight]
        if (points > 0) != (base >= 0):
            name = counters.FLIGHTS.ids[flight]
            message = f"{name} has {points} points, but {'a' if base >= 0 else 'no'} base to fly from"
            raise BadValue(message, field=f"arrays.flight_points.{name}", clause="5.2")


def check_bases(state: State) -> None:
    """26.3, 5.41 New bases are on land where there was no base, each once; no more Levels are damaged than exist."""
    built = [hex for hex in state.cells[layout.NEW_BASE_AT : layout.NEW_BASE_AT + counters.NEW_BASES] if hex >= 0]
    for hex in built:
        if state.rules.pieces.atlas.kind[hex] == SEA or hex in counters.BASE_AT or built.count(hex) > 1:
            message = f"no base can be built at {counters.HEXES.ids[hex]}: it is sea, or a base is there"
            raise BadValue(message, field="new_base_at", clause="26.3")
    check_nowhere(state)
    levels = state.arrays[layout.LEVEL]
    for base, hurt in enumerate(state.arrays[layout.HURT].tolist()):
        if hurt > levels[base]:
            message = f"{hurt} of {levels[base]} Levels cannot be damaged"
            raise BadValue(message, field=f"arrays.damaged_levels.{counters.BASES.ids[base]}", clause="5.41")


def check_nowhere(state: State) -> None:
    """25.2, 26.3 A base that is in no hex has neither stores nor Levels."""
    free = [base for base in range(counters.FIRST_NEW, counters.FIRST_BOX) if layout.base_hex(state.cells, base) < 0]
    for field, array, what in (("supply", layout.SUPPLY, "Supply Points"), ("level", layout.LEVEL, "Levels")):
        for base in free:
            many = state.arrays[array][base]
            if many:
                name = counters.BASES.ids[base]
                message = f"{many} {what} are at {name}, which is not in a hex"
                raise BadValue(message, field=f"arrays.{field}.{name}", clause="25.2")


def check_sides(state: State) -> None:
    """2.3 A counter has a type of its own side; 45.52 the Objective is one of those that the case names."""
    kinds, ground = state.arrays[layout.UNIT_TYPE].tolist(), state.rules.pieces.ground
    for side, own in enumerate(counters.UNITS_OF):
        for unit in own:
            if kinds[unit] >= 0 and ground[kinds[unit]].side != counters.SIDES.ids[side]:
                message = f"{ground[kinds[unit]].id} is not a unit type of {counters.SIDES.titles[side]}"
                raise BadValue(message, field=f"arrays.unit_type.{counters.UNITS.ids[unit]}", clause="2.3")
    objective = state.cells[layout.OBJECTIVE]
    if objective >= 0 and objective not in layout.scenario(state).secret_objectives(state.rules):
        message = f"{counters.HEXES.ids[objective]} is not one of the hexes that may be the Objective"
        raise BadValue(message, field="objective.allies", clause="45.52")
