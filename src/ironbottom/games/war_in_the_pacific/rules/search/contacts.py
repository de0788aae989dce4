"""8.2 to 8.7 The Search Segment and searches in an impulse: dice, chits, reports and contacts."""

from __future__ import annotations

from ironbottom.engine.core.events import EventKind
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.derived.force_movement import own_forces, ships_of
from ironbottom.games.war_in_the_pacific.derived.search_reach import contact_modifiers, reaching, under_search, weather
from ironbottom.games.war_in_the_pacific.derived.ship_condition import round_half_up
from ironbottom.games.war_in_the_pacific.pieces import (
    FORCES,
    FORCES_A_SIDE,
    MAX_OLD_REPORTS,
    SIDES,
    side_of_force,
)
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.search import detection
from ironbottom.games.war_in_the_pacific.rules.search.renumbering import (
    clear_contact,
    clear_force,
    new_number,
    renumber,
)
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

TRUE_REPORT = "true_report"
AS_DUMMY = "DD"
"""8.7 The reported type of a dummy's ships: neither carrier nor capital ship."""


def roll_weather(execution: Execution) -> None:
    """8.6 Rolls for the weather in each section at the start of an Air Phase, or of a scenario's first Naval Phase."""
    pieces = execution.rules.pieces
    sections = pieces.sections(execution.cells[layout.SCENARIO])
    for number, section in enumerate(tables.SECTIONS):
        if section in sections:
            execution.cells[layout.WEATHER_DIE + number] = execution.roll(6, Roll.WEATHER)
            execution.emit(log.WEATHER, number, execution.cells[layout.WEATHER_DIE + number])


def targets(state: State, side: int) -> list[int]:
    """8.2 The enemy forces on the map, including dummies, ascending."""
    enemy = 1 - side
    forces = range(FORCES_A_SIDE * enemy, FORCES_A_SIDE * (enemy + 1))
    return [force for force in forces if state.cells[layout.FORCE_AT + force] >= 0]


def search_segment(execution: Execution, first: int) -> None:
    """8.2 Both sides search for every enemy force; the First Player rolls first."""
    for side in (first, 1 - first):
        for force in targets(execution.state, side):
            search_for_force(execution, side, force)


def search_on_the_move(execution: Execution, force: int) -> None:
    """8.21 Searches with half the points for a force that moved into search range without being in contact."""
    side = 1 - side_of_force(force)
    if not layout.in_contact(execution.cells, force):
        search_for_force(execution, side, force, halved=True)


def search_for_force(execution: Execution, side: int, force: int, *, halved: bool = False) -> None:
    """8.2, 8.3 One roll for one force if any Search Points reach it.

    The dice are hidden; only contacts are announced.
    """
    state, pieces = execution.state, execution.rules.pieces
    hex = state.cells[layout.FORCE_AT + force]
    found = reaching(state, side, hex)
    points = round_half_up(found.points, 2) if halved else found.points
    added = contact_modifiers(state, side, force, found) if points else None
    if added is None:
        return
    cup = detection.roll_for_contact(execution, pieces.charts, points, added)
    if not cup:
        return
    chit = detection.draw_chit(execution, pieces.charts, cup)
    open_to = pieces.in_play(state.cells[layout.SCENARIO])
    result = detection.report(execution, pieces.atlas, open_to, chit, hex, types_of(state, force))
    record_report(execution, side, force, result)
    if result.chit == TRUE_REPORT and not ships_of(state, force):
        execution.emit(log.DUMMY_REMOVED, force, hex)
        clear_contact(state, force)
        clear_force(state, force)


def types_of(state: State, force: int) -> dict[str, int]:
    """8.3 The ships of a force by type, in the order of types; 8.7 for a dummy, those that its owner named."""
    pieces = state.rules.pieces
    ships = ships_of(state, force)
    if not ships:
        return {AS_DUMMY: state.cells[layout.DUMMY_SHIPS + force]}
    result = [pieces.ships[ship].type for ship in ships]
    return {kind: result.count(kind) for kind in layout.SHIP_TYPES.ids if kind in result}


def record_report(execution: Execution, side: int, force: int, report: detection.ContactReport) -> None:
    """8.3, 1.32 Stores the report and shows it to the searcher; the owner learns only that the force was found."""
    cells = execution.cells
    new = not layout.in_contact(cells, force)
    cells[layout.IN_CONTACT] |= 1 << force
    store_report(execution.state, force, report)
    execution.emit_to(side, log.CONTACT, force, cells[layout.CONTACT + force], report.hex)
    if new:
        execution.emit_to(side_of_force(force), log.FOUND, force)


def store_report(state: State, force: int, report: detection.ContactReport) -> None:
    """8.3 Stores what a report says about a force for its enemy."""
    cells = state.cells
    cells[layout.NAMED] |= 1 << force
    cells[layout.CONTACT + force] = layout.CHITS.index[report.chit]
    cells[layout.CONTACT_AT + force] = report.hex
    said = (report.ships, report.capital, report.carrier, report.size)
    blocks = (layout.REPORTED_SHIPS, layout.REPORTED_CAPITAL, layout.REPORTED_CARRIER, layout.REPORTED_SIZE)
    for block, value in zip(blocks, said, strict=True):
        cells[block + force] = layout.UNREPORTED if value is None else stored_number(int(value))
    known = dict(report.types or ())
    width, types = len(layout.SHIP_TYPES), state.arrays[layout.REPORTED_TYPES]
    for number, kind in enumerate(layout.SHIP_TYPES.ids):
        types[width * force + number] = stored_number(known.get(kind, 0)) if report.types else layout.UNREPORTED


def stored_number(number: int) -> int:
    """8.3 A number in the form in which it is stored, never the value that means unknown."""
    return number - (number == layout.UNREPORTED)


def emit_about(execution: Execution, force: int, kind: EventKind, *values: object) -> None:
    """1.31, 8.5 Announces an event about a force; only its owner sees the number, unless it is in contact."""
    if layout.in_contact(execution.cells, force):
        execution.emit(kind, *values)
    else:
        execution.emit_to(side_of_force(force), kind, *values)


def contact_ends(execution: Execution) -> None:
    """8.5 At the end of a Naval Phase, contact is lost with forces out of search range; their reports become stale.

    Submarines that attacked a force know its number, so the force gets a new number if it is not in contact.
    """
    cells, known = execution.cells, execution.cells[layout.IN_CONTACT]
    attacked = [force for force in range(len(FORCES)) if cells[layout.TORPEDOED + force] and not known >> force & 1]
    for force in range(len(FORCES)):
        if force in attacked and cells[layout.FORCE_AT + force] >= 0:
            renumber_force(execution, force)
        if not known >> force & 1:
            continue
        hex = execution.cells[layout.FORCE_AT + force]
        if hex < 0 or not in_search_range(execution.state, 1 - side_of_force(force), hex):
            lose_contact(execution, force)


def in_search_range(state: State, side: int, hex: int) -> bool:
    """8.5, 8.6 Whether a side's search reaches a hex; never in a storm."""
    return weather(state, hex) != "storm" and under_search(state, side, hex)


def lose_contact_with_removed(execution: Execution) -> None:
    """8.5 Contact is lost with forces that were joined, dissolved in port, or removed from the map."""
    for force in range(len(FORCES)):
        if layout.in_contact(execution.cells, force) and execution.cells[layout.FORCE_AT + force] < 0:
            lose_contact(execution, force)


def lose_contact(execution: Execution, force: int) -> None:
    """8.5, 1.32 Ends contact with a force, which both sides see; if it still exists, it gets a new number."""
    cells, side = execution.cells, side_of_force(force)
    cells[layout.IN_CONTACT] &= ~(1 << force)
    for each in range(len(SIDES)):
        execution.emit_to(each, log.CONTACT_LOST, force)
    drop_old_report(execution.state, side, force)
    if cells[layout.FORCE_AT + force] >= 0 or cells[layout.FORCE_BOX + force] >= 0:
        renumber_force(execution, force)


def renumber_force(execution: Execution, force: int) -> None:
    """1.31, 8.5 Gives a force a free number; only its owner sees it."""
    side = side_of_force(force)
    number = new_number(execution, side)
    renumber(execution.state, force, number)
    execution.emit_to(side, log.RENUMBERED, force, number)


def old_reports(state: State, side: int) -> list[int]:
    """8.5 The numbers of old reports on a side's forces."""
    old = state.cells[layout.NAMED] & ~state.cells[layout.IN_CONTACT]
    return [number for number in own_forces(side) if old >> number & 1]


def drop_old_report(state: State, side: int, newest: int) -> None:
    """8.5 Drops the first other old report on a side's forces if there are more than can be stored."""
    old = old_reports(state, side)
    if len(old) > MAX_OLD_REPORTS:
        clear_contact(state, next(number for number in old if number != newest))
