"""States that cannot occur: ships on land, forces without ships, too much cargo in a ship, frames out of order."""

from __future__ import annotations

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.procedures import SequenceOfPlay
from ironbottom.engine.text.sentences import count
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import HEX_COUNT, JAPAN, LAND, SEA
from ironbottom.games.war_in_the_pacific.derived.force_movement import forces_out, ships_of, waters_of
from ironbottom.games.war_in_the_pacific.information.check_cards import check_cards, check_picked
from ironbottom.games.war_in_the_pacific.information.check_flown import check_flown
from ironbottom.games.war_in_the_pacific.information.check_frames import being_formed, check_frames
from ironbottom.games.war_in_the_pacific.information.check_links import check_links
from ironbottom.games.war_in_the_pacific.information.check_ports import check_ports
from ironbottom.games.war_in_the_pacific.information.check_room import check_room
from ironbottom.games.war_in_the_pacific.information.check_stock import check_objective, check_stock
from ironbottom.games.war_in_the_pacific.rules.naval.dummy_forces import (
    REPORTED,
    dummies_of,
    limit,
    placed_now,
    placing_dummies,
)
from ironbottom.games.war_in_the_pacific.rules.naval.off_map import entry_hexes
from ironbottom.games.war_in_the_pacific.rules.search.contacts import old_reports
from ironbottom.games.war_in_the_pacific.rules.submarines import submarine_missions
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_phase import SubmarinePhase
from ironbottom.games.war_in_the_pacific.state import SUBRONS
from ironbottom.games.war_in_the_pacific.state_types import State

JOINT_SHIPPING = ("APB", "SF", "MS")
AFTER_INITIATIVE = tuple(f"{kind}_{phase}" for kind in ("air", "naval") for phase in (1, 2, 3))
"""4.1 Steps of a Game-Turn after the First Player is determined."""
AFLOAT = 5
"""12.1 From this level on, a ship is sunk or on the bottom of a port."""


def check(state: State) -> None:
    """Refuses a state that cannot occur; the error names the field."""
    check_first_player(state)
    check_frames(state)
    check_objective(state)
    check_picked(state)
    check_table(state)


def check_first_player(state: State) -> None:
    """4.2 The First Player is known from the first Initiative Segment on."""
    turn = state.stack[0] if state.stack else None
    begun = [step.name for step in turn.steps[: turn.next]] if isinstance(turn, SequenceOfPlay) else []
    if state.cells[layout.FIRST_PLAYER] < 0 and any(name in AFTER_INITIATIVE for name in begun):
        raise BadValue("the First Player of this Game-Turn must be known", field="first_player", clause="4.2")


def check_table(state: State) -> None:
    """Refuses an impossible board, whatever decision is open."""
    if not layout.ships_in(state.arrays).links_agree() or not layout.units_in(state.arrays).links_agree():
        raise BadValue("the stacks do not match the places", field="arrays")
    check_forces(state)
    check_ships(state)
    check_reports(state)
    check_subrons(state)
    check_units(state)
    check_room(state)
    check_stock(state)
    check_flown(state)
    check_ports(state)
    check_links(state)
    check_cards(state)


def check_ships(state: State) -> None:
    """9.1 A ship in play is in a port, in a force of its side, in a box, or sunk; tanks and cargo have limits."""
    for ship in range(len(counters.SHIPS)):
        wrong = wrong_place(state, ship) or wrong_figure(state, ship)
        if wrong:
            name = counters.SHIPS.ids[ship]
            raise BadValue(f"this is impossible: {name} {wrong[1]}", field=f"arrays.{wrong[0]}.{name}", clause="9.1")


def wrong_place(state: State, ship: int) -> tuple[str, str] | None:
    """9.1, 12.1 The error in a ship's place: the array, and a sentence about it."""
    pieces = state.rules.pieces
    position, level = state.arrays[layout.SHIP_AT][ship], state.arrays[layout.DAMAGE][ship]
    if level > AFLOAT and position != counters.SUNK:
        return "damage", f"is afloat at damage level {level}; a ship afloat has at most {AFLOAT}"
    if position < 0:
        idle = level and not state.arrays[layout.SHIP_LINK][ship]
        return ("damage", "is damaged but not in play") if idle else None
    if position < counters.IN_FORCE:
        return (
            None
            if position in pieces.atlas.places
            else ("ship_at", f"is at {counters.HEXES.ids[position]}, which is not a place")
        )
    if position >= counters.IN_BOX:
        return None
    force = position - counters.IN_FORCE
    if force // counters.FORCES_A_SIDE != counters.SIDE_OF_SHIP[ship]:
        return "ship_at", "sails in an enemy Task Force"
    if state.cells[layout.DUMMY_SHIPS + force]:
        return "ship_at", "sails in a dummy, which has no ships"
    out_there = state.cells[layout.FORCE_AT + force] >= 0 or state.cells[layout.FORCE_BOX + force] >= 0
    return None if out_there else ("ship_at", "sails in a Task Force that is nowhere")


def wrong_figure(state: State, ship: int) -> tuple[str, str] | None:
    """10.5, 18.1, 25.4 The error in a ship's cargo or repair: the array, and a sentence."""
    row, arrays = state.rules.pieces.ships[ship], state.arrays
    fuel, cargo = arrays[layout.FUEL][ship], arrays[layout.CARGO][ship]
    left, whole = arrays[layout.REPAIR_LEFT][ship], arrays[layout.REPAIR_WHOLE][ship]
    if fuel > max(row.fuel, 0):
        return "fuel", f"has {fuel} fuel; its tanks hold {max(row.fuel, 0)}"
    if cargo > max(row.load_quarters, 0):
        return "supply_aboard", f"has {count(cargo, 'Supply Point')} aboard; it holds {max(row.load_quarters, 0)}"
    if arrays[layout.SHRUNK][ship] and row.type not in JOINT_SHIPPING:
        return "shrunk", f"is split, but is not {' or '.join(JOINT_SHIPPING)}"
    if left > whole or bool(whole) != bool(arrays[layout.REPAIR_LEVEL][ship]):
        return "repair_left", f"needs {left} of {whole} Game-Turns of repair"
    return None


def check_forces(state: State) -> None:
    """9.1, 9.4 A force is in a body of water or a box and has a ship, unless it is a dummy; an unused force has no
    values.
    """
    empty = being_formed(state)
    contacts = {force for side in range(len(counters.SIDES)) for force in old_reports(state, side)}
    for force in range(len(counters.FORCES)):
        hex, box = state.cells[layout.FORCE_AT + force], state.cells[layout.FORCE_BOX + force]
        if hex < 0 and box < 0:
            right = is_blank(state, force)
        elif force in contacts or (hex >= 0 and box >= 0):
            right = False
        elif state.cells[layout.DUMMY_SHIPS + force]:
            right = (
                hex >= 0 and state.cells[layout.DUMMY_SHIPS + force] >= REPORTED.low and has_valid_course(state, force)
            )
        else:
            right = (force in empty or bool(ships_of(state, force))) and has_valid_course(state, force)
        if not right:
            name = counters.FORCES.ids[force]
            raise BadValue(
                f"this Task Force is impossible{error_in_force(state, force)}", field=f"force_at.{name}", clause="9.1"
            )
    for side in range(len(counters.SIDES)):
        dummies = len(dummies_of(state, side))
        if dummies > counters.MAX_DUMMIES or len(forces_out(state, side)) - dummies > counters.MAX_FORCES:
            raise BadValue("a side can have at most twenty Task Forces and six dummies", field="force_at")
        if placing_dummies(state) and len(placed_now(state, side)) > limit(state, side):
            raise BadValue("more dummies were placed this turn than are allowed", field="dummy_limit", clause="9.4")
        if len(old_reports(state, side)) > stale_report_count(state, side):
            raise BadValue("there are not that many old reports", field="contact")


def stale_report_count(state: State, side: int) -> int:
    """8.5, 45.82 The number of old reports stored about a side.

    Before a free deployment, there is one for each Japanese force.
    """
    scenario = layout.scenario(state)
    announced_units = side == JAPAN and scenario.free_deployment and scenario.naval_phases
    return counters.MAX_FORCES if announced_units else counters.MAX_OLD_REPORTS


def error_in_force(state: State, force: int) -> str:
    """9.1, 10.1 The most obvious error in a force, as the end of a sentence."""
    kind, hex = state.rules.pieces.atlas.kind, state.cells[layout.FORCE_AT + force]
    if hex >= 0 and kind[hex] == LAND:
        return f": {counters.HEXES.ids[hex]} is land"
    if hex >= 0 and state.cells[layout.FORCE_BOX + force] >= 0:
        return ": it is both on and off the map"
    return "" if ships_of(state, force) or state.cells[layout.DUMMY_SHIPS + force] else ": it has no ship"


FORCE_NUMBERS = (
    *(layout.FORCE_WATER, layout.FORCE_SPEED, layout.FORCE_LEFT, layout.FORCE_ACTIVE, layout.FORCE_STEPS),
    *(layout.FORCE_DEBT, layout.FORCE_FILLED, layout.FORCE_LAGS, layout.DUMMY_SHIPS),
)
FORCE_THINGS = (layout.FORCE_MISSION, layout.FORCE_TO, layout.FORCE_GATE, layout.FORCE_LANE)


def is_blank(state: State, force: int) -> bool:
    """Whether no values are left of a force that no longer exists."""
    cells = state.cells
    numbers = all(not cells[block + force] for block in FORCE_NUMBERS)
    return numbers and all(cells[block + force] < 0 for block in FORCE_THINGS)


def has_valid_course(state: State, force: int) -> bool:
    """10.1, 3.21, 37.1 Whether a force is in a body of water, and so are its destination and entry hex."""
    cells, waters = state.cells, waters_of(state)
    kind = state.rules.pieces.atlas.kind
    hex, to = cells[layout.FORCE_AT + force], cells[layout.FORCE_TO + force]
    gate, water = cells[layout.FORCE_GATE + force], cells[layout.FORCE_WATER + force]
    if hex >= 0:
        nodes = waters.nodes(hex)
        if kind[hex] == LAND or water >= len(nodes) or gate >= 0:
            return False
    elif water or (gate >= 0 and gate not in entry_hexes(state, cells[layout.FORCE_BOX + force])):
        return False
    return to < 0 or kind[to] != LAND


def check_reports(state: State) -> None:
    """8.3 A contact was reported, and a report has a place."""
    for force in range(len(counters.FORCES)):
        chit, hex = state.cells[layout.CONTACT + force], state.cells[layout.CONTACT_AT + force]
        known = layout.in_contact(state.cells, force)
        named = bool(state.cells[layout.NAMED] >> force & 1)
        if (chit >= 0) != (hex >= 0) or (known and chit < 0) or named != (chit >= 0):
            raise BadValue(
                "a contact must have a report that names a place", field=f"contact.{counters.FORCES.ids[force]}"
            )


def check_subrons(state: State) -> None:
    """13.1, 13.5 A Subron is in a body of water and has points, some of which may attack."""
    cells, waters = state.cells, waters_of(state)
    for subron in range(len(SUBRONS)):
        hex = cells[layout.SUBRON_AT + subron]
        points = cells[layout.SUBRON_FLEET + subron] + cells[layout.SUBRON_COASTAL + subron]
        right = bool(points) == (hex >= 0) and cells[layout.SUBRON_READY + subron] <= points
        right &= hex < 0 or bool(waters.opened[hex])
        idle = cells[layout.SUBRON_MODE + subron] != layout.ON_STATION and not are_submarines_ordered(state)
        right &= not (idle and cells[layout.SUBRON_READY + subron])
        if not right:
            raise BadValue("this Subron is impossible", field=f"subron_at.{SUBRONS.ids[subron]}")
        if not has_valid_load(state, subron):
            raise BadValue("a Subron cannot carry this", field=f"subron_from.{SUBRONS.ids[subron]}", clause="13.9")
    if any(state.arrays[layout.FERRIED]) and not are_submarines_ordered(state):
        raise BadValue(
            "units are aboard Subrons only during the Submarine Phase", field="arrays.ferried", clause="13.9"
        )


def are_submarines_ordered(state: State) -> bool:
    """13.9 Whether Subrons receive orders now, so that some may be about to carry something."""
    return bool(state.stack) and isinstance(state.stack[-1], SubmarinePhase)


def has_valid_load(state: State, subron: int) -> bool:
    """13.9 Whether a Subron's load is in the place where the Subron picks it up, and fits."""
    hex, stores = state.cells[layout.SUBRON_FROM + subron], state.cells[layout.SUBRON_STORES + subron]
    units, side = submarine_missions.carried_by(state, subron), subron // layout.SUBRONS_A_SIDE
    if hex < 0:
        return not stores and not units
    own = all(unit in counters.UNITS_OF[side] and state.arrays[layout.UNIT_AT][unit] == hex for unit in units)
    lie = not stores or submarine_missions.stores_at(state, side, hex) >= 0
    return own and lie and are_submarines_ordered(state) and submarine_missions.subron_room(state, subron) >= 0


def check_units(state: State) -> None:
    """2.3 A counter ashore or aboard a ship has a type; no counter is at sea; its ship belongs to its side and is
    afloat.
    """
    arrays, kinds = state.arrays, state.rules.pieces.atlas.kind
    for unit, (position, kind) in enumerate(zip(arrays[layout.UNIT_AT], arrays[layout.UNIT_TYPE], strict=True)):
        wrong = "" if (position >= 0) == (kind >= 0) else "it must have both a type and a place, or neither"
        if not wrong and 0 <= position < HEX_COUNT and kinds[position] == SEA:
            wrong = f"{counters.HEXES.ids[position]} is sea"
        if not wrong and position >= counters.ABOARD:
            ship = position - counters.ABOARD
            own = counters.UNITS_OF[counters.SIDE_OF_SHIP[ship]]
            if unit not in own or not 0 <= arrays[layout.SHIP_AT][ship] < counters.SUNK:
                wrong = f"{counters.SHIPS.ids[ship]} is not a ship of its side that is afloat"
        if wrong:
            name = counters.UNITS.ids[unit]
            raise BadValue(f"this ground unit is impossible: {wrong}", field=f"arrays.unit_at.{name}", clause="2.3")
