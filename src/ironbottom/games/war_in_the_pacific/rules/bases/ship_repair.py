"""14.2, 18.1 to 18.4, 18.7 Ships in the yards: who is repaired where, when repair begins, how a turn goes by."""

from __future__ import annotations

from ironbottom.engine.cache import cached, cached_by_fingerprint, depends_on
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.data import charts, tables
from ironbottom.games.war_in_the_pacific.data.chart_rows import SUNK, Yard
from ironbottom.games.war_in_the_pacific.grid import IDS
from ironbottom.games.war_in_the_pacific.pieces import (
    BASE_AT,
    BOXES,
    FORCES,
    FORCES_A_SIDE,
    IN_BOX,
    IN_FORCE,
    SHIPS_OF,
    SIDES,
    Pieces,
)
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.land.ground_units import deployed_bases
from ironbottom.games.war_in_the_pacific.rules.naval import damage
from ironbottom.games.war_in_the_pacific.rules.naval.sailing import TIRED_AFTER, node_of, raised, waters_of
from ironbottom.games.war_in_the_pacific.rules.shore import port_capacity

HOME_COUNTRY, HOME, WEST_COAST = "Japan", "home", "west_coast_usa"
NOT_HOME = ("bonins", "carolines", "japan_marianas", "marshalls", "palau")
"""The islands that Japan held, whose ports are no home ports."""
CRITICAL = (places.SLOWED, places.FIRE_CONTROL, places.DECK_SHUT)
"""12.3, 18.1 What critical hits did, which is mended when a ship is whole."""
A_BASE_FORCE = 8
"""27.3 This many more ships find room under a fully deployed Base Force."""
WORST_HASTENED = 2
"""18.31 The worst level that a Maximum Effort repairs."""
RAISED_BY = 4
"""18.7 A port that repairs this many levels raises the bottomed."""


@cached(1024)
def yard_at(pieces: Pieces, at: int) -> Yard | None:
    """18.3 What a port repairs, by its class; None where it repairs nothing."""
    place = pieces.atlas.places.get(at)
    if place is None or place.port not in ("minor", "major"):
        return None
    yards = pieces.facts.table(charts.REPAIR_RESOURCES)
    named = next((yard for yard in yards.values() if IDS[at] in yard.places or place.id in yard.places), None)
    if named is not None:
        return named
    if place.port == "minor":
        return yards["minor"]
    region = pieces.atlas.regions[pieces.atlas.region[at]]
    home = pieces.facts.table(tables.REGIONS)[region].country == HOME_COUNTRY and region not in NOT_HOME
    return yards[HOME if home else "major"]


def yard_of(state: State, side: int, at: int) -> Yard | None:
    """14.6, 18.3, 26.1, 27.3 What a port of a side repairs; a fleet base, or a port built in play, as a minor one."""
    pieces: Pieces = state.rules.pieces
    found = yard_at(pieces, at)
    if found is None and port_capacity.works_as_port(state, side, at):
        return pieces.facts.table(charts.REPAIR_RESOURCES)["minor"]
    return found


def in_port(state: State, side: int, at: int) -> list[int]:
    """14.2 The ships of a side that lie in a port of its own, single or in a force there, ascending."""
    return berths(state, side).get(at, []) if state.arrays[places.CONTROL][at] == side else []


@cached_by_fingerprint(
    depends_on(
        places.SHIP_AT,
        cells=[(places.SCENARIO, 1), (places.FORCE_AT, len(FORCES)), (places.FORCE_WATER, len(FORCES))],
    )
)
def berths(state: State, side: int) -> dict[int, list[int]]:
    """14.2, 3.21 The ships of a side by hex, ascending: single, or in a force in the water on which its port lies."""
    found: dict[int, list[int]] = {}
    waters = waters_of(state)
    outside = {
        force
        for force in range(FORCES_A_SIDE * side, FORCES_A_SIDE * (side + 1))
        if state.cells[places.FORCE_AT + force] < 0
        or node_of(state, force) != waters.port(state.cells[places.FORCE_AT + force])
    }
    for ship in SHIPS_OF[side]:
        place = state.arrays[places.SHIP_AT][ship]
        if IN_FORCE <= place < IN_FORCE + len(FORCES):
            force = place - IN_FORCE
            place = -1 if force in outside else state.cells[places.FORCE_AT + force]
        if 0 <= place < IN_FORCE:
            found.setdefault(place, []).append(ship)
    return found


def naval_capacity(state: State, side: int, at: int) -> int:
    """14.2, 14.4, 14.5, 27.3 The ships that a port has room for: fewer when damaged, half once captured.

    A fleet base takes any number.
    """
    pieces: Pieces = state.rules.pieces
    if port_capacity.fleet_base(state, side, at):
        return port_capacity.ANY_NUMBER
    base, most = BASE_AT[at], pieces.atlas.places[at].naval
    most = max(most + A_BASE_FORCE * deployed_bases(state, side, at) - state.arrays[places.PORT_HURT][base], 0)
    return -(-most // 2) if state.arrays[places.PORT_TAKEN][base] else most


def berthed(state: State, side: int, at: int) -> list[int]:
    """14.2 The ships in a port of a side that find room in it; those above its Naval Capacity lie outside."""
    return in_port(state, side, at)[: naval_capacity(state, side, at)]


def in_effort(state: State, side: int, at: int) -> list[int]:
    """18.31 The ships in a port under Maximum Effort: one at a time."""
    return [ship for ship in in_port(state, side, at) if state.arrays[places.EFFORT][ship]]


@cached(16)
def hastening(pieces: Pieces) -> tuple[int, ...]:
    """18.31 The ports whose yards make a Maximum Effort."""
    yards = [(at, yard_at(pieces, at)) for at in pieces.atlas.places]
    return tuple([at for at, yard in yards if yard is not None and yard.maximum_effort])


@cached_by_fingerprint(depends_on(places.DAMAGE))
def hurt(state: State, side: int) -> list[int]:
    """18.31 The ships of a side that are hurt to D2 at most."""
    level = state.arrays[places.DAMAGE]
    return [ship for ship in SHIPS_OF[side] if 0 < level[ship] <= WORST_HASTENED]


@cached_by_fingerprint(
    depends_on(
        *(places.CONTROL, places.SHIP_AT, places.EFFORT, places.DAMAGE, places.PORT_HURT, places.PORT_TAKEN),
        *(places.UNIT_AT, places.UNIT_TYPE, places.DEPLOYED),
        cells=[(places.SCENARIO, 1), (places.FORCE_AT, len(FORCES)), (places.FORCE_WATER, len(FORCES))],
    )
)
def may_be_hastened(state: State, side: int) -> list[int]:
    """18.31 The ships for which a Maximum Effort may be ordered: hurt to D2 at most, single in a port that makes one.

    A port makes one at a time, for a ship that it has room for.
    """
    level, single, found = state.arrays[places.DAMAGE], state.arrays[places.SHIP_AT], []
    there = {single[ship] for ship in hurt(state, side)}
    for at in hastening(state.rules.pieces):
        if at not in there or in_effort(state, side, at):
            continue
        inside = berthed(state, side, at)
        found += [ship for ship in inside if 0 < level[ship] <= WORST_HASTENED and single[ship] == at]
    return found


def cargo_bound(state: State, side: int, at: int) -> bool:
    """18.33 Whether the Cargo Capacity of a port is halved by a Maximum Effort."""
    return bool(in_effort(state, side, at))


def repairable(state: State, side: int, at: int) -> list[int]:
    """14.2, 18.1, 18.3, 18.33, 18.7 The ships that a port repairs this turn: worst first, as many as it can.

    While it makes a Maximum Effort it repairs only that ship. The bottomed are raised where four levels are repaired.
    """
    yard = yard_of(state, side, at)
    if yard is None or not in_port(state, side, at):
        return []
    effort = in_effort(state, side, at)
    if effort:
        return effort
    level = state.arrays[places.DAMAGE]
    inside = [ship for ship in berthed(state, side, at) if yard.id == HOME or not raised(state, ship)]
    damaged = [ship for ship in inside if 0 < level[ship] < SUNK and able(yard, level[ship])]
    return sorted(damaged, key=lambda ship: (-level[ship], ship))[: yard.ships]


def repaired_off_map(state: State) -> list[int]:
    """18.3 The damaged ships of the Allies at the West Coast, which repairs any number of them, worst first."""
    level, at, box = state.arrays[places.DAMAGE], state.arrays[places.SHIP_AT], BOXES.index[WEST_COAST]
    forces = [force for force in range(len(FORCES)) if state.cells[places.FORCE_BOX + force] == box]
    there = {IN_BOX + box, *[IN_FORCE + force for force in forces]}
    found = [ship for ship in SHIPS_OF[ALLIES] if at[ship] in there and 0 < level[ship] < damage.BOTTOMED]
    return sorted(found, key=lambda ship: (-level[ship], ship))


def able(yard: Yard, level: int) -> bool:
    """18.3, 18.7 Whether a yard repairs a level, or raises a ship from the bottom."""
    return level <= yard.worst if level < damage.BOTTOMED else yard.worst >= RAISED_BY


def begin(play: Execution, side: int, ship: int) -> None:
    """18.1 Repair begins: only the owner sees the die for the Game-Turns it takes."""
    pieces: Pieces = play.rules.pieces
    level = play.state.arrays[places.DAMAGE][ship]
    turns = damage.extent(pieces.charts, level, play.roll(6, Roll.REPAIR, 1 << side))
    play.state.arrays[places.REPAIR_LEFT][ship] = turns
    play.state.arrays[places.REPAIR_WHOLE][ship] = turns
    play.state.arrays[places.REPAIR_LEVEL][ship] = level
    play.emit_to(side, log.REPAIR_BEGUN, ship, turns)


def turn_of(play: Execution, side: int, ship: int) -> None:
    """18.1, 18.32 A turn in port goes by; the level follows the share of turns left, at none the ship is whole."""
    arrays = play.state.arrays
    left = damage.after_a_turn(arrays[places.REPAIR_LEFT][ship], maximum_effort=bool(arrays[places.EFFORT][ship]))
    whole, level = arrays[places.REPAIR_WHOLE][ship], arrays[places.REPAIR_LEVEL][ship]
    arrays[places.REPAIR_LEFT][ship] = left
    arrays[places.DAMAGE][ship] = damage.level_meanwhile(level, whole, left)
    if left == 0:
        for numbers in (places.REPAIR_WHOLE, places.REPAIR_LEVEL, places.EFFORT, *CRITICAL):
            arrays[numbers][ship] = 0
    play.emit_to(side, log.REPAIRED, ship, arrays[places.DAMAGE][ship], left)


def repair_turn(play: Execution) -> None:
    """18.1 At the end of a Game-Turn every port repairs what it can, and the West Coast all that is there."""
    pieces: Pieces = play.rules.pieces
    for side in range(len(SIDES)):
        for at in [at for at in sorted(pieces.atlas.places) if yard_of(play.state, side, at) is not None]:
            for ship in repairable(play.state, side, at):
                in_the_yard(play, side, ship)
    for ship in repaired_off_map(play.state):
        in_the_yard(play, ALLIES, ship)


def in_the_yard(play: Execution, side: int, ship: int) -> None:
    """18.1 A Game-Turn of repair, which begins if it has not begun."""
    if not play.state.arrays[places.REPAIR_LEFT][ship]:
        begin(play, side, ship)
    turn_of(play, side, ship)


def refit_turn(state: State) -> None:
    """18.4, 18.33 A tired ship that lay in a major port for a Game-Turn is fresh; no port in Maximum Effort refits."""
    pieces: Pieces = state.rules.pieces
    tired, refitting = state.arrays[places.TIRED], state.arrays[places.REFITTING]
    majors = [at for at, place in pieces.atlas.places.items() if place.port == "major"]
    inside = set()
    for side in range(len(SIDES)):
        for at in majors:
            if not in_effort(state, side, at):
                inside |= set(berthed(state, side, at))
    for ship in range(len(refitting)):
        if tired[ship] <= TIRED_AFTER or ship not in inside:
            refitting[ship] = 0
        elif refitting[ship]:
            tired[ship] = refitting[ship] = 0
        else:
            refitting[ship] = 1
