"""43.71 to 43.75 Reinforcements for Guadalcanal: by air, over links from the north edge, and by sea."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.derived import air_bases
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS, load_of, load_room
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import (
    ABOARD,
    AIR_TYPES,
    BASE_AT,
    BOXES,
    CARRIER,
    DECK_OF,
    GROUND_IN_BOX,
    GROUND_TYPES,
    IN_BOX,
    SHIPS,
    SIDES,
    STACKS,
    TRAINED,
    TRAININGS,
    UNITS_OF,
    Pieces,
)
from ironbottom.games.war_in_the_pacific.rules.air.air_reinforcements import announce_arrivals
from ironbottom.games.war_in_the_pacific.rules.turn.steps import StepOpens
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal import limits
from ironbottom.games.war_in_the_pacific.state_types import Execution, State
from ironbottom.games.war_in_the_pacific.turns import cycle_number, cycle_of, turn_name, turn_number

BY_CYCLE, BY_TRANSFER = "Strategic ", "43.71"
BOX_OF_SIDE = (BOXES.index["japan"], BOXES.index["beyond_the_edge"])
"""43.66, 43.68 The boxes from which each side's reinforcements come."""
TRUK, ALLIED_BASES = "E1602", ("E3324", "E3231", "E3426")
"""43.72, 43.74 The hexes where air points arrive."""
BY_AIR, BY_SHIP, BY_LAND, ON_DECK = "air", "ship", "ground", "carrier_air"


def rows_of(pieces: Pieces) -> list[tables.Arriving]:
    """43.71 to 43.75 All reinforcements."""
    return [row for row in pieces.facts.table(tables.REINFORCEMENTS).values() if row.scenario == limits.CASE]


def stack_of(row: tables.Arriving) -> int:
    """40.44 The stack of arriving points: carrier-trained on flight decks, otherwise trained."""
    training = CARRIER if row.kind == ON_DECK else TRAINED
    return AIR_TYPES.index[row.unit] * len(TRAININGS) + training


# -- 43.71 air transfer ----------------------------------------------------------------------------------


def betties_arrive(execution: Execution, phase: int) -> None:
    """43.71 Points that have just completed an Air Transfer to Rabaul, if Japan still holds a base there."""
    state = execution.state
    for row in [row for row in rows_of(execution.rules.pieces) if row.case == BY_TRANSFER]:
        when, turn = row.arrives.rsplit(" of ", 1)
        if state.cells[layout.TURN] != turn_number(turn) or phase != int(when.split()[-1]):
            continue
        base = BASE_AT[NUMBER[row.hex]]
        if state.arrays[layout.CONTROL][NUMBER[row.hex]] != JAPAN or not air_bases.open_to_landing(state, base):
            continue
        stack = stack_of(row)
        for array in (layout.AIR, layout.FLOWN, layout.TRANSFERRED):
            state.arrays[array][base * len(STACKS) + stack] += row.count
        execution.emit(log.REINFORCED, JAPAN, row.count)
        execution.emit_to(JAPAN, log.BASED, base, stack, row.count)


# -- 43.72 to 43.75 by Cycle -----------------------------------------------------------------------------


def arrive_by_cycle(execution: Execution) -> None:
    """43.72 to 43.75, 4.1 Arrivals in the Strategic Game-Turn of a Cycle; Japan places its air points first."""
    _, cycle, year = turn_name(execution.cells[layout.TURN]).split("/")
    due_rows = [row for row in rows_of(execution.rules.pieces) if row.arrives == f"{BY_CYCLE}{cycle}/{year}"]
    for group in dict.fromkeys(row.id[:6] for row in due_rows):
        group_arrives(execution, [row for row in due_rows if row.id[:6] == group])
    another = False
    for side in (ALLIES, JAPAN):
        found: dict[int, int] = {}
        for row in due_rows:
            if row.side == SIDES.ids[side] and row.kind == BY_AIR:
                found[stack_of(row)] = found.get(stack_of(row), 0) + row.count
        if found and another:
            execution.push(StepOpens(log.STEPS.index["arrivals"]))
        announce_arrivals(execution, side, found, opens=not another)
        another = another or bool(found)


def group_arrives(execution: Execution, rows: list[tables.Arriving]) -> None:
    """43.73, 43.75 A group arrives off the map: its ships with their air points, and its units, which are aboard the
    ships if they fit.
    """
    state = execution.state
    ships: list[int] = []
    for row in [row for row in rows if row.kind == BY_SHIP]:
        ships += [SHIPS.index[f"{row.nation}_{row.unit.lower()}{number}"] for number in row.numbers]
    box = BOX_OF_SIDE[SIDES.index[rows[0].side]]
    for ship in ships:
        layout.ships_in(state.arrays).put(ship, IN_BOX + box)
        state.arrays[layout.FUEL][ship] = state.rules.pieces.ships[ship].fuel
    for row in rows:
        for _ in range(row.count if row.kind == ON_DECK else 0):
            deck_point(state, ships, stack_of(row))
        for _ in range(row.count if row.kind == BY_LAND else 0):
            new_unit(state, SIDES.index[row.side], GROUND_TYPES.index[row.unit], ships, box)


def deck_point(state: State, ships: list[int], stack: int) -> None:
    """19.1 A point comes aboard the carrier of its group with the most free room."""
    pieces = state.rules.pieces
    decks = [DECK_OF[ship] for ship in ships if ship in DECK_OF]
    room = {deck: -layout.points_at(state.arrays, deck) for deck in decks}
    for ship in ships:
        if ship in DECK_OF:
            room[DECK_OF[ship]] += pieces.ships[ship].air_capacity
    best = max(room, key=lambda deck: (room[deck], -deck))
    state.arrays[layout.AIR][best * len(STACKS) + stack] += 1


def new_unit(state: State, side: int, kind: int, ships: list[int], box: int) -> None:
    """43.73, 43.75 A unit comes aboard a ship of its group with room, or else waits beyond the edge."""
    types = state.arrays[layout.UNIT_TYPE]
    unit = next((unit for unit in UNITS_OF[side] if types[unit] < 0), -1)
    if unit < 0:
        return
    types[unit] = kind
    quarters = FLOATS * state.rules.pieces.ground[kind].load
    able = [ship for ship in ships if load_room(state, ship) - load_of(state, ship) >= quarters]
    apb = [ship for ship in able if state.rules.pieces.ships[ship].type == "APB"]
    layout.units_in(state.arrays).put(unit, ABOARD + apb[0] if apb else GROUND_IN_BOX + box)


def waits_beyond_edge(state: State, unit: int) -> bool:
    """43.73, 43.75 Whether a unit waits beyond the edge of its side for room on a link."""
    side = next(side for side in range(len(SIDES)) if unit in UNITS_OF[side])
    return bool(state.arrays[layout.UNIT_AT][unit] == GROUND_IN_BOX + BOX_OF_SIDE[side])


def ships_come(state: State, side: int) -> None:
    """43.75, 1.3 Puts the ships of past arrivals that the other side does not see beyond the edge, as they came."""
    ship_at = state.arrays[layout.SHIP_AT]
    for row in rows_of(state.rules.pieces):
        if row.side != SIDES.ids[side] or row.kind != BY_SHIP or not has_arrived(state, row):
            continue
        for number in row.numbers:
            ship = SHIPS.index[f"{row.nation}_{row.unit.lower()}{number}"]
            if ship_at[ship] < 0:
                ship_at[ship] = IN_BOX + BOX_OF_SIDE[side]
                state.arrays[layout.FUEL][ship] = state.rules.pieces.ships[ship].fuel


def has_arrived(state: State, row: tables.Arriving) -> bool:
    """43.71 to 43.75 Whether a reinforcement has arrived, at the latest in this Game-Turn."""
    turn = state.cells[layout.TURN]
    if row.arrives.startswith(BY_CYCLE):
        return cycle_number(row.arrives.removeprefix(BY_CYCLE)) < cycle_of(turn)
    return turn_number(row.arrives.rsplit(" of ", 1)[1]) <= turn


# -- 43.72, 43.74 arrivals of air points so far ------------------------------------------------------------


def hexes_of_arrival(state: State, side: int) -> list[int]:
    """43.72, 43.74 The hexes at whose bases a side places arrivals."""
    return [NUMBER[hex] for hex in (ALLIED_BASES if side == ALLIES else (TRUK,))]


def air_points_due(state: State, side: int) -> dict[int, int]:
    """43.71, 43.72, 43.74 The air points, by stack, that may have arrived for a side so far."""
    result: dict[int, int] = {}
    turn = state.cells[layout.TURN]
    for row in rows_of(state.rules.pieces):
        if row.side != SIDES.ids[side] or row.kind != BY_AIR:
            continue
        if row.arrives.startswith(BY_CYCLE):
            come_by_now = cycle_number(row.arrives.removeprefix(BY_CYCLE)) <= cycle_of(turn)
        else:
            come_by_now = turn_number(row.arrives.rsplit(" of ", 1)[1]) <= turn
        if come_by_now:
            result[stack_of(row)] = result.get(stack_of(row), 0) + row.count
    return result
