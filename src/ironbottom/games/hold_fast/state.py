"""The cells of a state and the plain questions put to them."""

from __future__ import annotations

from ironbottom.engine.fields import Number, One, Some, members
from ironbottom.engine.layout import Layout
from ironbottom.games.hold_fast.pieces import (
    AREAS,
    BLOCKS,
    HOLDERS,
    MOST_POINTS,
    MOST_STRENGTH,
    OF_SIDE,
    PLACES,
    PORT_COUNT,
    TASK_FORCES,
    TURNS,
    UNITS,
    WAYS,
    Pieces,
)

_units = Some(UNITS)
EVERY_AREA = (1 << len(AREAS)) - 1

layout = Layout()
TURN = layout.cell("turn", Number(1, TURNS))
POINTS = layout.cell("victory_points", Number(-MOST_POINTS, MOST_POINTS))
"""11.0.1 The marker on the victory track, the Allies' points positive."""
BATTLE = layout.cell("battle", One(AREAS, none=True))
FOUGHT = layout.cell("fought", Some(AREAS))
"""4.1.6 The sea areas whose combat is over this turn."""
SPENT = layout.block("spent", 2, Number(0, 99))
HELD = layout.block("held", 2, Some(AREAS))
"""1.1.2, 9.0.3 The sea areas that each side controls, as they stood when the turn began."""
OWNED = layout.block("owned", 2, Some(PLACES))
RAIDED = layout.block("raided", PORT_COUNT, Number(0, 20))
"""14.0.2 The repair capacity that raids have cost each port this turn."""
USED = layout.block("used", PORT_COUNT, Number(0, 20))
"""5.0.3 The strength points that each port has restored, while its owner repairs: a secret of that side."""
WANT = layout.block("want", 2, One(WAYS, none=True))
"""8.4.1 What each side has named in secret."""

AT = layout.block("at", len(AREAS), _units)
IN = layout.block("in", len(PLACES), _units)
BOX = layout.block("box", len(TASK_FORCES), _units)
OVER = layout.block("over", PORT_COUNT, _units)
OFF = layout.cell("off", _units)
DUE = layout.block("due", TURNS, _units)
LOST = layout.block("lost", TURNS, _units)
ABSENT = layout.cell("absent", _units)
FIRST_LOCATION, LAST_LOCATION = AT, ABSENT
ON_BOARD = range(AT, OFF + 1)
"""Where blocks stand that hide what they are: at sea, in places, in task force boxes, over ports, off board."""

FACE_UP = layout.cell("face_up", _units)
DISABLED = layout.cell("disabled", _units)
FOLLOWED = layout.cell("followed", _units)
"""Blocks that came to where they are since the blocks there were last dealt anew."""
FORCE_FROM = layout.block("force_from", len(TASK_FORCES), One(PLACES, none=True))
FORCE_AT = layout.block("force_at", len(TASK_FORCES), One(AREAS, none=True))

STRENGTH = layout.block("strength", len(UNITS), Number(0, MOST_STRENGTH))
SEEN = layout.block("seen_strength", len(UNITS), Number(0, MOST_STRENGTH))
"""The strength that the others saw last."""
BLOCK = layout.block("block", len(UNITS), One(BLOCKS, none=True))
MAY_BE = layout.block("may_be", len(UNITS), _units)
"""What the others know that the block of a unit may be; without block memory nothing."""

Cells = list[int]


def other(side: int) -> int:
    """The opponent."""
    return 1 - side


def side_of(unit: int) -> int:
    """The side that a unit belongs to."""
    return 0 if OF_SIDE[0] >> unit & 1 else 1


def location(cells: Cells, unit: int) -> int:
    """The cell in which a unit stands."""
    bit = 1 << unit
    for place, units in enumerate(cells[FIRST_LOCATION : LAST_LOCATION + 1]):
        if units & bit:
            return FIRST_LOCATION + place
    raise LookupError("every unit stands somewhere")


def bring(cells: Cells, unit: int, to: int) -> int:
    """Takes a unit from the cell in which it stands to another; gives the former."""
    origin = location(cells, unit)
    cells[origin] &= ~(1 << unit)
    cells[to] |= 1 << unit
    return origin


def present(cells: Cells, area: int, side: int) -> int:
    """A side's units in a sea area."""
    return cells[AT + area] & OF_SIDE[side]


def controls(cells: Cells, area: int, side: int) -> bool:
    """Whether a side controlled a sea area when the turn began."""
    return bool(cells[HELD + side] >> area & 1)


def passage(pieces: Pieces, cells: Cells, side: int) -> int:
    """7.0.3 The areas from which ships of a side go on: its own; as an option all but the enemy's (1.1.7)."""
    return ~cells[HELD + other(side)] & EVERY_AREA if pieces.neutral_pass else cells[HELD + side]


def owner(cells: Cells, place: int) -> int:
    """The side that a port or base belongs to."""
    return 0 if cells[OWNED] >> place & 1 else 1


def both_there(cells: Cells, area: int) -> bool:
    """Whether units of both sides are in a sea area."""
    units = cells[AT + area]
    return bool(units & OF_SIDE[0] and units & OF_SIDE[1])


def forces_from(cells: Cells, cell: int) -> list[int]:
    """14.0.1 The task forces that formed in the port or base of a cell and are not opened yet."""
    places = cells[FORCE_FROM : FORCE_FROM + len(TASK_FORCES)]
    return [force for force, place in enumerate(places) if place >= 0 and IN + place == cell]


def by_block(cells: Cells, units: int) -> list[int]:
    """2.0.2 Units in the order of their blocks, which betrays none of the labels behind them."""
    return sorted(members(units), key=lambda unit: cells[BLOCK + unit])


def holds(cells: Cells, area: int) -> int:
    """9.0.1, 9.0.2 The side whose ships or air alone are in a sea area; -1 for neither, or for both (8.7.5)."""
    units = cells[AT + area] & HOLDERS
    sides = [side for side in (0, 1) if units & OF_SIDE[side]]
    return sides[0] if len(sides) == 1 else -1
