"""9.1 to 9.6 The operations offered, found quickly; the conformance kit holds them equal to the conditions."""

from __future__ import annotations

from ironbottom.engine.actions import Code
from ironbottom.engine.choices import Each, Group, Leaves, Only
from ironbottom.engine.procedures import Frame
from ironbottom.engine.state import State
from ironbottom.games.pacific_fury import operations
from ironbottom.games.pacific_fury.air_strikes import targets_of
from ironbottom.games.pacific_fury.operation_conditions import gun_force, may_sortie, waiting
from ironbottom.games.pacific_fury.pieces import (
    CARRIERS,
    FIRST_BOX,
    FORCES_OF,
    SLOT,
    SOUND,
    TRANSPORTS,
)
from ironbottom.games.pacific_fury.state import (
    DISRUPTED,
    FORCE,
    INITIATIVE,
    WHERE,
    ZONE_COUNT,
    at_sea,
    is_express,
    other,
    own_operation,
    sound_held,
    zone_of,
)


def leaves(verb: int, codes: list[Code]) -> list[Group]:
    return [Leaves(verb, codes)] if codes else []


def each(verb: int, forces: list[int]) -> list[Group]:
    return [Each(verb, forces)] if forces else []


def sorties(state: State, frame: Frame, side: int) -> list[Group]:
    """9.1 The lowest box, when its number has come; the sea areas by type and initiative."""
    cells = state.cells
    verb = operations.SORTIE.number
    for force in FORCES_OF[side]:
        if waiting(cells, force):
            if cells[WHERE + force] - FIRST_BOX + 1 != own_operation(cells):
                return []
            return leaves(verb, [(verb, force, zone) for zone in sortie_zones(state, side, force)])
    return []


def sortie_zones(state: State, side: int, force: int) -> list[int]:
    """9.1.a to 9.1.c, 9.6.b Where a task force may sortie, in the order of the zones file."""
    if is_express(state.cells[FORCE + force]):
        return [SLOT]
    return [zone for zone in range(ZONE_COUNT) if may_sortie(state, side, force, zone)]


def moves(state: State, frame: Frame, side: int) -> list[Group]:
    """9.2"""
    cells = state.cells
    verb = operations.MOVE.number
    pieces = state.rules.pieces
    lands = cells[DISRUPTED] and not sound_held(cells, other(side))
    codes: list[Code] = []
    for force in at_sea(cells, side):
        units = cells[FORCE + force]
        if is_express(units):
            continue
        for zone in pieces.adjacent[zone_of(cells, force)]:
            barred = units & CARRIERS and "C" not in pieces.entry[zone]
            must_land = zone == SOUND and lands and units & TRANSPORTS
            if not barred and not must_land:
                codes.append((verb, force, zone))
    return leaves(verb, codes)


def landings(state: State, frame: Frame, side: int) -> list[Group]:
    """9.3, 9.6"""
    cells = state.cells
    lands = cells[DISRUPTED] and not sound_held(cells, other(side))
    found = []
    for force in at_sea(cells, side):
        units = cells[FORCE + force]
        next_door = SOUND in state.rules.pieces.adjacent[zone_of(cells, force)]
        if next_door and (is_express(units) or (units & TRANSPORTS and lands)):
            found.append(force)
    return each(operations.LAND.number, found)


def bombardments(state: State, frame: Frame, side: int) -> list[Group]:
    """9.4"""
    cells = state.cells
    if cells[INITIATIVE] == side or cells[DISRUPTED] or sound_held(cells, other(side)):
        return []
    found = [
        force
        for force in at_sea(cells, side)
        if gun_force(cells, force) and SOUND in state.rules.pieces.adjacent[zone_of(cells, force)]
    ]
    return each(operations.BOMBARD.number, found)


def strikes(state: State, frame: Frame, side: int) -> list[Group]:
    """9.5"""
    verb = operations.STRIKE.number
    codes: list[Code] = [
        (verb, force, target)
        for force in at_sea(state.cells, side)
        for target in targets_of(state.rules.pieces, state.cells, force)
    ]
    return leaves(verb, codes)


def returns(state: State, frame: Frame, side: int) -> list[Group]:
    """9.2.a"""
    return each(operations.RETURN_TO_BASE.number, at_sea(state.cells, side))


def passing(state: State, frame: Frame, side: int) -> list[Group]:
    """9.0.b"""
    return [Only(operations.PASS.number)]
