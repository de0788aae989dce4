"""The cells of a state, and functions that query them."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.engine.codecs.layout_codec import LayoutCodec
from ironbottom.engine.core.fields import Domain, IdField, IdSetField, Number, members
from ironbottom.engine.core.layout import Layout
from ironbottom.engine.core.visibility import AllowedMembers, OneOwner, everybody, owners
from ironbottom.games.hold_fast.pieces import (
    AIR,
    AREAS,
    BLOCKS,
    COMBAT_KINDS,
    HOLDERS,
    JAPAN,
    MAX_POINTS,
    MAX_STRENGTH,
    OFF_BOARD_KINDS,
    PLACES,
    PORT_COUNT,
    PORTS,
    SHIPS,
    SIDES,
    SUBMARINES,
    TASK_FORCES,
    TURNS,
    UNITS,
    UNITS_OF_SIDE,
    Pieces,
)
from ironbottom.games.hold_fast.state_types import State

Cells = list[int]
EVERY_AREA = (1 << len(AREAS)) - 1
INDISTINGUISHABLE = tuple(units & ~SUBMARINES for units in UNITS_OF_SIDE)
"""7.0.4 Hidden blocks that cannot be distinguished: all players know which submarines are at sea."""

# -- who may see what (2.0.2) --------------------------------------------------------------------------


def labels(state: State, viewer: int) -> int:
    """2.0.2 A side's own units, and units that are face up."""
    return state.cells[FACE_UP] | (UNITS_OF_SIDE[viewer] if viewer >= 0 else 0)


def own_ports(state: State, viewer: int) -> int:
    """5.0.3 The ports of a side."""
    return state.cells[OWNED + viewer] if viewer >= 0 else 0


# -- the cells -----------------------------------------------------------------------------------------

_units = IdSetField(UNITS)
_ships = AllowedMembers(SHIPS, "{wrong} is not a ship", "7.0.5")
_raiders = AllowedMembers(AIR, "only air units raid ports", "14.0.2")
_off_board_kinds = AllowedMembers(OFF_BOARD_KINDS, "only air units and submarines are off board", "3.6.1")
_japanese_ships = AllowedMembers(SHIPS & UNITS_OF_SIDE[JAPAN], "only Japanese ships may be there", "14.0.1")

LAYOUT = Layout()
TURN = LAYOUT.cell("turn", Number(1, TURNS), seen=everybody)
POINTS = LAYOUT.cell("victory_points", Number(-MAX_POINTS, MAX_POINTS), seen=everybody)
"""11.0.1 The marker on the victory track, the Allies' points positive."""
BATTLE = LAYOUT.cell("battle", IdField(AREAS, none=True), seen=everybody)
FOUGHT = LAYOUT.cell("fought", IdSetField(AREAS), seen=everybody)
"""4.1.6 The sea areas with combat completed this turn."""
SPENT = LAYOUT.block("spent", 2, Number(0, 99), seen=everybody, each=SIDES)
CONTROL = LAYOUT.block("control", 2, IdSetField(AREAS), seen=everybody, each=SIDES, ownership=OneOwner("9.0.3"))
"""1.1.2, 9.0.3 The sea areas that each side controlled when the turn began."""
OWNED = LAYOUT.block(
    "places", 2, IdSetField(PLACES), seen=everybody, each=SIDES, ownership=OneOwner("10.0.1", none=False)
)
RAIDED = LAYOUT.block("raided", PORT_COUNT, Number(0, 20), seen=everybody, each=PORTS, sparse=True)
"""14.0.2 The repair capacity that raids have taken from each port this turn."""
REPAIRED_HERE = LAYOUT.block("repaired_here", PORT_COUNT, Number(0, 20), seen=own_ports, each=PORTS, sparse=True)
"""5.0.3 The strength points that each port has restored, while its owner repairs: secret to that side."""
COMBAT_KIND_CHOICE = LAYOUT.block("wants", 2, IdField(COMBAT_KINDS, none=True), seen=owners((1, 2)), each=SIDES)
"""8.4.1 The combat that each side has secretly named."""


def _location(name: str, count: int, each: Domain | Sequence[str], allowed: AllowedMembers | None = None) -> int:
    """The place of hidden blocks."""
    return LAYOUT.block(
        name,
        count,
        _units,
        seen=labels,
        each=each,
        is_location=True,
        interchangeable=INDISTINGUISHABLE,
        allowed=allowed,
    )


def _piles(name: str) -> int:
    """Face-up units, by turn."""
    turns = [f"{name}_{turn}" for turn in range(1, TURNS + 1)]
    return LAYOUT.block(name, TURNS, _units, seen=everybody, each=turns, sparse=True, is_location=True)


AT_SEA = _location("at", len(AREAS), AREAS)
IN_PLACE = _location("in", len(PLACES), PLACES, allowed=_ships)
IN_TASK_FORCE = _location("box", len(TASK_FORCES), TASK_FORCES, allowed=_japanese_ships)
RAIDING_PORT = _location("over", PORT_COUNT, [f"over_{port}" for port in PORTS.ids], allowed=_raiders)
OFF_BOARD = _location("off_board", 1, (), allowed=_off_board_kinds)
DUE, LOST = _piles("due"), _piles("lost")
ABSENT = LAYOUT.cell("absent", _units, seen=everybody, is_location=True)
FIRST_LOCATION, LAST_LOCATION = AT_SEA, ABSENT
ON_BOARD = range(AT_SEA, OFF_BOARD + 1)
"""The places of hidden blocks: at sea, in places, in task force boxes, over ports, off board."""

FACE_UP = LAYOUT.cell("face_up", _units, seen=everybody)
DISABLED = LAYOUT.cell("disabled", _units, seen=everybody)
FOLLOWED = LAYOUT.cell("followed", _units, seen=labels, interchangeable=INDISTINGUISHABLE)
"""Blocks that came to their place since the blocks there were last shuffled."""
_port = IdField(PLACES, none=True)
FORCE_FROM = LAYOUT.block("force_from", len(TASK_FORCES), _port, seen=everybody, each=TASK_FORCES, sparse=True)
FORCE_AT = LAYOUT.block("force_at", len(TASK_FORCES), IdField(AREAS, none=True), seen=everybody, each=TASK_FORCES)

_strength = Number(0, MAX_STRENGTH)
STRENGTH = LAYOUT.block("strength", len(UNITS), _strength, seen=labels, each=UNITS, interchangeable=INDISTINGUISHABLE)
SEEN_STRENGTH = LAYOUT.block("seen_strength", len(UNITS), _strength, seen=everybody, each=UNITS)
"""The strength last seen by the other side."""
BLOCK = LAYOUT.block(
    "block", len(UNITS), IdField(BLOCKS, none=True), seen=labels, each=UNITS, interchangeable=INDISTINGUISHABLE
)
MAY_BE = LAYOUT.block(
    "may_be", len(UNITS), _units, seen=owners(UNITS_OF_SIDE), each=UNITS, interchangeable=INDISTINGUISHABLE
)
"""The possible units of a block as the others know them; without block memory, none."""
codec = LayoutCodec(LAYOUT)
UNITS_BY_PLACE = codec.piles("units", AT_SEA, IN_PLACE, IN_TASK_FORCE, RAIDING_PORT, OFF_BOARD)
"""The blocks on or beside the board, by place."""


def units_on_board(cells: Cells) -> int:
    """All units on or beside the board."""
    units = 0
    for here in cells[AT_SEA : OFF_BOARD + 1]:
        units |= here
    return units


def opponent(side: int) -> int:
    """The opponent."""
    return 1 - side


def side_of(unit: int) -> int:
    """The side of a unit."""
    return 0 if UNITS_OF_SIDE[0] >> unit & 1 else 1


def location(cells: Cells, unit: int) -> int:
    """The cell that holds a unit."""
    bit = 1 << unit
    for place, units in enumerate(cells[FIRST_LOCATION : LAST_LOCATION + 1]):
        if units & bit:
            return FIRST_LOCATION + place
    raise LookupError("every unit must be somewhere")


def move_unit(cells: Cells, unit: int, to: int) -> int:
    """Moves a unit from its cell to another; returns the former cell."""
    origin = location(cells, unit)
    cells[origin] &= ~(1 << unit)
    cells[to] |= 1 << unit
    return origin


def units_in_area(cells: Cells, area: int, side: int) -> int:
    """A side's units in a sea area."""
    return cells[AT_SEA + area] & UNITS_OF_SIDE[side]


def controls(cells: Cells, area: int, side: int) -> bool:
    """Whether a side controlled a sea area when the turn began."""
    return bool(cells[CONTROL + side] >> area & 1)


def passable_areas(pieces: Pieces, cells: Cells, side: int) -> int:
    """7.0.3 The areas through which ships of a side may continue: its own; as an option all but the enemy's (1.1.7)."""
    return ~cells[CONTROL + opponent(side)] & EVERY_AREA if pieces.neutral_pass else cells[CONTROL + side]


def owner(cells: Cells, place: int) -> int:
    """The side that owns a port or base."""
    return 0 if cells[OWNED] >> place & 1 else 1


def is_contested(cells: Cells, area: int) -> bool:
    """Whether units of both sides are in a sea area."""
    units = cells[AT_SEA + area]
    return bool(units & UNITS_OF_SIDE[0] and units & UNITS_OF_SIDE[1])


def forces_from(cells: Cells, cell: int) -> list[int]:
    """14.0.1 The task forces that formed in the port or base of a cell and are not yet opened."""
    places = cells[FORCE_FROM : FORCE_FROM + len(TASK_FORCES)]
    return [force for force, place in enumerate(places) if place >= 0 and IN_PLACE + place == cell]


def in_block_order(cells: Cells, units: int) -> list[int]:
    """2.0.2 Units in the order of their blocks, which reveals none of their identities."""
    return sorted(members(units), key=lambda unit: cells[BLOCK + unit])


def holder_of_area(cells: Cells, area: int) -> int:
    """9.0.1, 9.0.2 The side whose ships or air alone are in a sea area; -1 for neither, or for both (8.7.5)."""
    units = cells[AT_SEA + area] & HOLDERS
    sides = [side for side in (0, 1) if units & UNITS_OF_SIDE[side]]
    return sides[0] if len(sides) == 1 else -1
