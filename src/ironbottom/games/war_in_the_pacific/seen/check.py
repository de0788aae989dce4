"""What no game could hold: ships on land, forces without ships, more aboard than a ship takes, frames out of order."""

from __future__ import annotations

from ironbottom.engine.errors import BadValue
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import HEX_COUNT, LAND, SEA
from ironbottom.games.war_in_the_pacific.rules.contacts import stale
from ironbottom.games.war_in_the_pacific.rules.dummies import REPORTED, dummies_of
from ironbottom.games.war_in_the_pacific.rules.off_map import gates
from ironbottom.games.war_in_the_pacific.rules.sailing import ships_of, waters_of
from ironbottom.games.war_in_the_pacific.rules.task_forces import out
from ironbottom.games.war_in_the_pacific.seen.check_frames import being_formed, check_frames
from ironbottom.games.war_in_the_pacific.state import SUBRONS

JOINT_SHIPPING = ("APB", "SF", "MS")
AFLOAT = 5
"""12.1 From this level on a ship is sunk, or lies on the bottom of a port."""


def check(state: State) -> None:
    """Refuses a state that no game could hold, naming the field."""
    check_frames(state)
    check_table(state)


def check_table(state: State) -> None:
    """Refuses what no table could hold, whatever is decided now."""
    if not places.ships_in(state.arrays).fit_together() or not places.units_in(state.arrays).fit_together():
        raise BadValue("the stacks are not those of the places", field="arrays")
    check_forces(state)
    check_ships(state)
    check_reports(state)
    check_subrons(state)
    check_units(state)


def check_ships(state: State) -> None:
    """9.1 A ship in play is in a port, in a force of its side, in a box, or sunk; tanks and holds take so much."""
    pieces: counters.Pieces = state.rules.pieces
    arrays = state.arrays
    for ship, at in enumerate(arrays[places.SHIP_AT]):
        row = pieces.ships[ship]
        left, whole = arrays[places.REPAIR_LEFT][ship], arrays[places.REPAIR_WHOLE][ship]
        level, began = arrays[places.DAMAGE][ship], arrays[places.REPAIR_LEVEL][ship]
        right = arrays[places.FUEL][ship] <= max(row.fuel, 0) and left <= whole and bool(whole) == bool(began)
        right &= arrays[places.CARGO][ship] <= max(row.load_quarters, 0)
        right &= not arrays[places.SHRUNK][ship] or row.type in JOINT_SHIPPING
        right &= level <= AFLOAT or at == counters.SUNK
        if at < 0:
            right &= not level
        elif at < counters.IN_FORCE:
            right &= at in pieces.atlas.places
        elif at < counters.IN_BOX:
            force = at - counters.IN_FORCE
            right &= (
                force // counters.FORCES_A_SIDE == counters.SIDE_OF_SHIP[ship]
                and not state.cells[places.DUMMY_SHIPS + force]
            )
            right &= state.cells[places.FORCE_AT + force] >= 0 or state.cells[places.FORCE_BOX + force] >= 0
        if not right:
            raise BadValue("no ship is so", field=f"arrays.ship_at.{counters.SHIPS.ids[ship]}")


def check_forces(state: State) -> None:
    """9.1, 9.4 A force is in a water or in a box, with a ship at least unless it is a dummy; what is none is blank."""
    empty = being_formed(state)
    told_of = {force for side in range(len(counters.SIDES)) for force in stale(state, side)}
    for force in range(len(counters.FORCES)):
        at, box = state.cells[places.FORCE_AT + force], state.cells[places.FORCE_BOX + force]
        if at < 0 and box < 0:
            right = blank(state, force)
        elif force in told_of or (at >= 0 and box >= 0):
            right = False
        elif state.cells[places.DUMMY_SHIPS + force]:
            right = at >= 0 and state.cells[places.DUMMY_SHIPS + force] >= REPORTED.low and on_course(state, force)
        else:
            right = (force in empty or bool(ships_of(state, force))) and on_course(state, force)
        if not right:
            raise BadValue("no Task Force is so", field=f"force_at.{counters.FORCES.ids[force]}")
    for side in range(len(counters.SIDES)):
        dummies = len(dummies_of(state, side))
        if dummies > counters.MOST_DUMMIES or len(out(state, side)) - dummies > counters.MOST_FORCES:
            raise BadValue("a side has at most twenty Task Forces and six dummies", field="force_at")
        if len(stale(state, side)) > counters.MOST_STALE:
            raise BadValue("so many old reports are not kept", field="contact")


FORCE_NUMBERS = (
    *(places.FORCE_WATER, places.FORCE_SPEED, places.FORCE_LEFT, places.FORCE_ACTIVE, places.FORCE_STEPS),
    *(places.FORCE_DEBT, places.FORCE_FILLED, places.FORCE_LAGS, places.DUMMY_SHIPS),
)
FORCE_THINGS = (places.FORCE_MISSION, places.FORCE_TO, places.FORCE_GATE, places.FORCE_LANE)


def blank(state: State, force: int) -> bool:
    """Whether nothing is left of a force that is no more."""
    cells = state.cells
    numbers = all(not cells[block + force] for block in FORCE_NUMBERS)
    return numbers and all(cells[block + force] < 0 for block in FORCE_THINGS)


def on_course(state: State, force: int) -> bool:
    """10.1, 3.21, 37.1 Whether a force is in a water, and where it goes and comes in there are waters too."""
    cells, waters = state.cells, waters_of(state)
    kind = state.rules.pieces.atlas.kind
    at, to = cells[places.FORCE_AT + force], cells[places.FORCE_TO + force]
    gate, water = cells[places.FORCE_GATE + force], cells[places.FORCE_WATER + force]
    if at >= 0:
        nodes = waters.nodes(at)
        if kind[at] == LAND or water >= len(nodes) or gate >= 0:
            return False
    elif water or (gate >= 0 and gate not in gates(state, cells[places.FORCE_BOX + force])):
        return False
    return to < 0 or kind[to] != LAND


def check_reports(state: State) -> None:
    """8.3 A force in contact was reported, and a report has a place."""
    for force in range(len(counters.FORCES)):
        chit, at = state.cells[places.CONTACT + force], state.cells[places.CONTACT_AT + force]
        known = state.cells[places.IN_CONTACT] >> force & 1
        named = bool(state.cells[places.NAMED] >> force & 1)
        if (chit >= 0) != (at >= 0) or (known and chit < 0) or named != (chit >= 0):
            raise BadValue("a contact has a report with a place", field=f"contact.{counters.FORCES.ids[force]}")


def check_subrons(state: State) -> None:
    """13.1, 13.5 A Subron lies in a water with points, of which some may attack."""
    cells, waters = state.cells, waters_of(state)
    for subron in range(len(SUBRONS)):
        at = cells[places.SUBRON_AT + subron]
        points = cells[places.SUBRON_FLEET + subron] + cells[places.SUBRON_COASTAL + subron]
        right = bool(points) == (at >= 0) and cells[places.SUBRON_READY + subron] <= points
        right &= at < 0 or bool(waters.opened[at])
        if not right:
            raise BadValue("no Subron is so", field=f"subron_at.{SUBRONS.ids[subron]}")


def check_units(state: State) -> None:
    """2.3 A counter ashore or aboard stands for a type; none is at sea, aboard is a ship of its side that is afloat."""
    arrays, kinds = state.arrays, state.rules.pieces.atlas.kind
    for unit, (at, kind) in enumerate(zip(arrays[places.UNIT_AT], arrays[places.UNIT_TYPE], strict=True)):
        right = (at >= 0) == (kind >= 0) and not (0 <= at < HEX_COUNT and kinds[at] == SEA)
        if at >= counters.ABOARD:
            ship = at - counters.ABOARD
            own = counters.UNITS_OF[counters.SIDE_OF_SHIP[ship]]
            right &= unit in own and 0 <= arrays[places.SHIP_AT][ship] < counters.SUNK
        if not right:
            raise BadValue("no ground unit is so", field=f"arrays.unit_at.{counters.UNITS.ids[unit]}")
