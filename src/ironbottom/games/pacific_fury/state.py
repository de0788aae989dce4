"""The cells of a state and the plain questions put to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ironbottom.engine.fields import Flag, Number, One, Some
from ironbottom.engine.layout import Layout
from ironbottom.engine.memo import Kept
from ironbottom.games.pacific_fury.pieces import (
    BOX_COUNT,
    CARRIERS,
    EVENTS,
    EXPRESS,
    FIRST_BOX,
    FIRST_ZONE,
    FORCES,
    FORCES_OF,
    HOME,
    NOWHERE,
    PLACES,
    SCREEN,
    SIDES,
    SOUND,
    TRANSPORTS,
    TURNS,
    UNITS,
    ZONES,
)

LIMITS = 7
NO_CARRIERS, NO_TRANSPORTS, NO_EXPRESS = 1, 2, 4
"""What the table has shown that a force cannot hold, though its counters are face down (8.4)."""

layout = Layout()
TURN = layout.cell("turn", Number(1, TURNS))
INITIATIVE = layout.cell("initiative", One(SIDES))
MARKER = layout.cell("marker", Number(-5, 5))
DISRUPTED = layout.cell("disrupted", Flag())
OPERATION = layout.cell("operation", Number(0, 14))
USED = layout.cell("events_used", Some(EVENTS))
TRANSPORTS_SUNK = layout.cell("transports_sunk", Flag())
SHOWN = layout.cell("shown", Some(UNITS))
HIT = layout.cell("hit", Some(FORCES))
BASE = layout.block("base", 2, Some(UNITS))
RESERVE = layout.cell("reserve", Some(UNITS))
DUE = layout.block("due", TURNS, Some(UNITS))
SUNK = layout.cell("sunk", Some(UNITS))
GONE = layout.cell("gone", Some(UNITS))
OFF_MAP = layout.cell("off_map", Some(UNITS))
FORCE = layout.block("force", len(FORCES), Some(UNITS))
WHERE = layout.block("where", len(FORCES), One(PLACES))
LIMIT = layout.block("limit", len(FORCES), Number(0, LIMITS))

ZONE_COUNT = len(ZONES)
Cells = list[int]


def side_of(force: int) -> int:
    """The side that a task force belongs to."""
    return 0 if force < BOX_COUNT else 1


def other(side: int) -> int:
    """The opponent."""
    return 1 - side


def in_zone(cells: Cells, side: int, zone: int) -> list[int]:
    """A side's task forces in a sea area."""
    place = FIRST_ZONE + zone
    return [force for force in FORCES_OF[side] if cells[WHERE + force] == place]


def held(cells: Cells, side: int, zone: int) -> bool:
    """Whether a side has a task force in a sea area."""
    return FIRST_ZONE + zone in cells[WHERE + 7 * side : WHERE + 7 * side + 7]


def at_sea(cells: Cells, side: int) -> list[int]:
    """A side's task forces on the map."""
    return [force for force in FORCES_OF[side] if FIRST_ZONE <= cells[WHERE + force] < HOME]


class Standing(NamedTuple):
    """Where the task forces of a side are, in sets of these: waiting in boxes, on the map, and place by place."""

    waiting: int
    afloat: int
    at: tuple[int, ...]


def _standing(side: int) -> Kept[tuple[int, ...], Standing]:
    """How the task forces of a side stand, by where each is: it is asked at every decision."""

    def standing_by(where: tuple[int, ...]) -> Standing:
        at = [0] * len(PLACES)
        for force, place in zip(FORCES_OF[side], where, strict=True):
            at[place] |= 1 << force
        return Standing(sum(at[FIRST_BOX:FIRST_ZONE]), sum(at[FIRST_ZONE:HOME]), tuple(at))

    return Kept(standing_by, 4096)


_stands = (_standing(0), _standing(1))
_where = (slice(WHERE, WHERE + BOX_COUNT), slice(WHERE + BOX_COUNT, WHERE + 2 * BOX_COUNT))


def standing(cells: Cells, side: int) -> Standing:
    """Where the task forces of a side are."""
    return _stands[side][tuple(cells[_where[side]])]


def zone_of(cells: Cells, force: int) -> int:
    """The sea area of a task force, or -1 if it is not on the map."""
    zone = cells[WHERE + force] - FIRST_ZONE
    return zone if 0 <= zone < ZONE_COUNT else -1


def together(cells: Cells, forces: Iterable[int]) -> int:
    """The units of several task forces."""
    units = 0
    for force in forces:
        units |= cells[FORCE + force]
    return units


def dissolve(cells: Cells, force: int) -> None:
    """A task force without units is no more: it is nowhere, and nothing is to be told of it."""
    cells[FORCE + force] = 0
    cells[WHERE + force] = NOWHERE
    cells[LIMIT + force] = 0


def force_type(units: int) -> str:
    """A with Transports, C with carriers, else B (8.3); the Tokyo Express alone is a B with limits of its own."""
    return "C" if units & CARRIERS else "A" if units & TRANSPORTS else "B"


def is_express(units: int) -> bool:
    """Whether the units are the Tokyo Express (9.6.a)."""
    return bool(units & EXPRESS)


def anti_air(units: int) -> int:
    """AA: the units that are no carriers (10.5.d)."""
    return (units & SCREEN).bit_count()


def phasing(cells: Cells) -> int:
    """The side whose operation it is: the initiative side first, then in turns (9.0.a)."""
    return cells[INITIATIVE] if cells[OPERATION] % 2 == 0 else other(cells[INITIATIVE])


def own_operation(cells: Cells) -> int:
    """The number of the phasing side's operation, 1 to 7 (9.0.c)."""
    return cells[OPERATION] // 2 + 1


def sound_held(cells: Cells, side: int) -> bool:
    """Whether a side has a task force in Ironbottom Sound."""
    return held(cells, side, SOUND)
