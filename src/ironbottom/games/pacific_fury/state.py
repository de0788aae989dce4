"""The cells of a state, and functions that query them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ironbottom.engine.cache import CacheDict
from ironbottom.engine.codecs.layout_codec import LayoutCodec
from ironbottom.engine.core.fields import Domain, Flag, IdField, IdSetField, Number
from ironbottom.engine.core.layout import Layout
from ironbottom.engine.core.visibility import EVERYTHING, AllowedMembers, everybody, owners, sees
from ironbottom.games.pacific_fury.pieces import (
    ALL_UNITS,
    ALLIES,
    AT_BASE,
    BOX_COUNT,
    CARRIERS,
    EVENTS,
    EXPRESS,
    FIRST_BOX,
    FIRST_ZONE,
    FLEET_OF,
    FORCES,
    FORCES_OF,
    JAPAN,
    NOWHERE,
    PLACES,
    SCREEN,
    SHIPS,
    SIDES,
    SOUND,
    TRANSPORTS,
    TURNS,
    UNITS,
    UNITS_OF_SIDE,
    ZONES,
)
from ironbottom.games.pacific_fury.state_types import State

Cells = list[int]
ALL_KNOWN_ABSENT = 7
NO_CARRIERS, NO_TRANSPORTS, NO_EXPRESS = 1, 2, 4
"""The units that a force cannot hold, as all players have seen, though its counters are face down (8.4)."""
KINDS = Domain("kind", ("carriers", "transports", "tokyo_express"))
CONDITIONS = Domain("condition", ("operational", "disrupted"))
BASES = Domain("base", ("truk", "espiritu_santo"))
ALL_FORCES = FLEET_OF[JAPAN] | FLEET_OF[ALLIES]
TOKYO_EXPRESS_TRIO = TRANSPORTS & UNITS_OF_SIDE[JAPAN] | EXPRESS
"""Both Japanese Transports and the Tokyo Express: two of the three are in play; which two is secret (9.6.a)."""

# -- who may see what (8.4) ----------------------------------------------------------------------------

own_units = owners(UNITS_OF_SIDE)


def units_in_forces(state: State, viewer: int) -> int:
    """8.4.a A side's own units, and units that were turned up."""
    return own_units(state, viewer) | state.cells[FACE_UP]


def forces_formed(state: State, viewer: int) -> int:
    """8.2.a All task forces except those that the other side is now forming."""
    forming = side_forming(state)
    return ALL_FORCES if forming in (-1, viewer) else ALL_FORCES & ~FLEET_OF[forming]


def side_forming(state: State) -> int:
    """The side now forming its task forces, which others do not see yet (8.2.a); -1 if none."""
    top = state.stack[-1] if state.stack else None
    return top.decider(state) if top is not None and top.name == "form_forces" else -1


def off_map_seen(state: State, viewer: int) -> int:
    """9.6.a The units off the map, without those whose absence is Japan's secret."""
    return EVERYTHING if sees(viewer, JAPAN) else ~possible_hidden_transports(state.cells)


def possible_hidden_transports(cells: Cells) -> int:
    """9.6.a The units among the Japanese Transports and the Tokyo Express that may still be hidden."""
    if cells[INITIATIVE] == JAPAN:
        return 0
    seen = TOKYO_EXPRESS_TRIO & (cells[FACE_UP] | cells[SUNK])
    return TOKYO_EXPRESS_TRIO & ~seen if seen.bit_count() < 2 else 0


# -- the cells -----------------------------------------------------------------------------------------

_units, _turns = IdSetField(UNITS), [f"turn_{turn}" for turn in range(1, TURNS + 1)]
_no_ships = AllowedMembers(ALL_UNITS & ~SHIPS, "{wrong} is a ship and in play")
_ships = AllowedMembers(SHIPS, "{wrong} can be in base, in a task force, sunk or off the map", "6.3")
_of_side = [UNITS_OF_SIDE[0]] * BOX_COUNT + [UNITS_OF_SIDE[1]] * BOX_COUNT

LAYOUT = Layout()
TURN = LAYOUT.cell("turn", Number(1, TURNS), seen=everybody)
INITIATIVE = LAYOUT.cell("initiative", IdField(SIDES), seen=everybody)
MARKER = LAYOUT.cell("marker", Number(-5, 5), seen=everybody)
DISRUPTED = LAYOUT.cell("henderson", IdField(CONDITIONS), seen=everybody)
OPERATION = LAYOUT.cell("operations_done", Number(0, 14), seen=everybody)
EVENTS_OCCURRED = LAYOUT.cell("events_used", IdSetField(EVENTS), seen=everybody)
TRANSPORTS_SUNK = LAYOUT.cell("transports_sunk", Flag(), seen=everybody)
FACE_UP = LAYOUT.cell("shown", _units, seen=everybody)
HIT = LAYOUT.cell("hit", IdSetField(FORCES), seen=everybody)
BASE = LAYOUT.block(
    "base",
    2,
    _units,
    seen=own_units,
    each=BASES,
    is_location=True,
    allowed=AllowedMembers(UNITS_OF_SIDE, "units of the other side are in this base"),
    interchangeable=UNITS_OF_SIDE,
)
_reserve = AllowedMembers(UNITS_OF_SIDE[JAPAN] & SHIPS, "the reserve is Japanese")
RESERVE = LAYOUT.cell("reserve", _units, seen=everybody, is_location=True, allowed=_reserve)
DUE = LAYOUT.block("due", TURNS, _units, seen=everybody, each=_turns, sparse=True, is_location=True, allowed=_ships)
SUNK = LAYOUT.cell("sunk", _units, seen=everybody, is_location=True)
REMOVED = LAYOUT.cell("gone", _units, seen=everybody, is_location=True, allowed=_ships)
OFF_MAP = LAYOUT.cell(
    "off_map", _units, seen=off_map_seen, is_location=True, allowed=_no_ships, interchangeable=UNITS_OF_SIDE
)
FORCE = LAYOUT.block(
    "force",
    len(FORCES),
    _units,
    seen=units_in_forces,
    each=FORCES,
    is_location=True,
    allowed=AllowedMembers(_of_side, "{wrong} belongs to the other side"),
    interchangeable=UNITS_OF_SIDE,
)
WHERE = LAYOUT.block("where", len(FORCES), IdField(PLACES), seen=forces_formed, each=FORCES, sparse=True)
KNOWN_ABSENT = LAYOUT.block("cannot_hold", len(FORCES), IdSetField(KINDS), seen=everybody, each=FORCES)
codec = LayoutCodec(LAYOUT)

ZONE_COUNT = len(ZONES)


def side_of(force: int) -> int:
    """The side of a task force."""
    return 0 if force < BOX_COUNT else 1


def opponent(side: int) -> int:
    """The opponent."""
    return 1 - side


def in_zone(cells: Cells, side: int, zone: int) -> list[int]:
    """A side's task forces in a sea area."""
    place = FIRST_ZONE + zone
    return [force for force in FORCES_OF[side] if cells[WHERE + force] == place]


def holds_zone(cells: Cells, side: int, zone: int) -> bool:
    """Whether a side has a task force in a sea area."""
    return FIRST_ZONE + zone in cells[WHERE + 7 * side : WHERE + 7 * side + 7]


def at_sea(cells: Cells, side: int) -> list[int]:
    """A side's task forces on the map."""
    return [force for force in FORCES_OF[side] if FIRST_ZONE <= cells[WHERE + force] < AT_BASE]


class ForcePositions(NamedTuple):
    """The task forces of a side by place, as sets: waiting in boxes, on the map, and by sea area."""

    waiting: int
    afloat: int
    by_place: tuple[int, ...]


def _force_positions(side: int) -> CacheDict[tuple[int, ...], ForcePositions]:
    """The task forces of a side by place; cached, because every decision asks for it."""

    def positions_by(where: tuple[int, ...]) -> ForcePositions:
        by_place = [0] * len(PLACES)
        for force, place in zip(FORCES_OF[side], where, strict=True):
            by_place[place] |= 1 << force
        return ForcePositions(sum(by_place[FIRST_BOX:FIRST_ZONE]), sum(by_place[FIRST_ZONE:AT_BASE]), tuple(by_place))

    return CacheDict(positions_by, 4096)


_positions = (_force_positions(0), _force_positions(1))
_where = (slice(WHERE, WHERE + BOX_COUNT), slice(WHERE + BOX_COUNT, WHERE + 2 * BOX_COUNT))


def force_positions(cells: Cells, side: int) -> ForcePositions:
    """The task forces of a side by place."""
    return _positions[side][tuple(cells[_where[side]])]


def zone_of(cells: Cells, force: int) -> int:
    """The sea area of a task force, or -1 if it is not on the map."""
    zone = cells[WHERE + force] - FIRST_ZONE
    return zone if 0 <= zone < ZONE_COUNT else -1


def units_of_forces(cells: Cells, forces: Iterable[int]) -> int:
    """The units of several task forces."""
    units = 0
    for force in forces:
        units |= cells[FORCE + force]
    return units


def dissolve_if_empty(cells: Cells, force: int) -> None:
    """A task force without units is dissolved: it has no place, and views do not mention it."""
    cells[FORCE + force] = 0
    cells[WHERE + force] = NOWHERE
    cells[KNOWN_ABSENT + force] = 0


def force_type(units: int) -> str:
    """The type of a force: A with Transports, C with carriers, otherwise B (8.3); the Tokyo Express alone is a special
    B.
    """
    return "C" if units & CARRIERS else "A" if units & TRANSPORTS else "B"


def is_express(units: int) -> bool:
    """Whether the units are the Tokyo Express (9.6.a)."""
    return bool(units & EXPRESS)


def anti_air(units: int) -> int:
    """AA: the units that are not carriers (10.5.d)."""
    return (units & SCREEN).bit_count()


def phasing(cells: Cells) -> int:
    """The side whose operation it is: the initiative side first, then alternating (9.0.a)."""
    return cells[INITIATIVE] if cells[OPERATION] % 2 == 0 else opponent(cells[INITIATIVE])


def own_operation(cells: Cells) -> int:
    """The number of the phasing side's operation, 1 to 7 (9.0.c)."""
    return cells[OPERATION] // 2 + 1


def sound_held(cells: Cells, side: int) -> bool:
    """Whether a side has a task force in Ironbottom Sound."""
    return holds_zone(cells, side, SOUND)
