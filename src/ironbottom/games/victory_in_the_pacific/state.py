"""The cells of a state, and functions that query them."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.engine.codecs.layout_codec import LayoutCodec
from ironbottom.engine.core.fields import Domain, FieldType, IdField, IdSetField, Number
from ironbottom.engine.core.layout import Layout
from ironbottom.engine.core.visibility import EVERYTHING, AllowedMembers, OneOwner, everybody
from ironbottom.engine.rules.state import State
from ironbottom.games.victory_in_the_pacific.pieces import (
    ACTIONS,
    AIR,
    ALL_UNITS,
    AMPHIBIOUS,
    AREAS,
    BRITISH,
    GROUPS,
    MAX_POINTS,
    PLACES,
    PORT_COUNT,
    PORTS,
    SHIPS,
    SIDES,
    SUBMARINES,
    TURNS,
    UNITS,
    UNITS_OF_SIDE,
    US,
)

Cells = list[int]
MAX_DAMAGE = 999


def own_wishes(state: State, viewer: int) -> int:
    """7.3 The wish of each side this round; secret if both pick at the same time."""
    if not state.rules.pieces.secret_day_night:
        return EVERYTHING
    return 1 << viewer if viewer >= 0 else 0


_units, _areas, _places, _count = IdSetField(UNITS), IdSetField(AREAS), IdSetField(PLACES), Number(0, 99)
_land = AllowedMembers(AIR | AMPHIBIOUS)
_fleeing = AllowedMembers(SHIPS, "{wrong} is not a ship", "8.32")

LAYOUT = Layout()


def _cell(name: str, kind: FieldType) -> int:
    """A cell visible to all, like everything except secret picks."""
    return LAYOUT.cell(name, kind, seen=everybody)


def _spots(name: str, each: Domain | Sequence[str], allowed: AllowedMembers | None = None) -> int:
    """Cells that hold units."""
    return LAYOUT.block(name, len(each), _units, seen=everybody, each=each, is_location=True, allowed=allowed)


def _by_turn(name: str) -> list[str]:
    return [f"{name}_{turn}" for turn in range(1, TURNS + 1)]


TURN = _cell("turn", Number(1, TURNS))
POC = _cell("points_of_control", Number(-MAX_POINTS, MAX_POINTS))
"""2.5 The marker on the track, Japan's lead positive."""
FLAGS = LAYOUT.block("flags", 2, _areas, seen=everybody, each=SIDES, ownership=OneOwner("2.21"))
"""2.21, 3.4 The sea areas with each side's flag: as set at the end of the last turn."""
FLAGS_BEFORE = LAYOUT.block("flags_before", 2, _areas, seen=everybody, each=SIDES, ownership=OneOwner("2.21"))
"""5.72 The flags at the end of the turn before the last; none at first."""
OWNED = LAYOUT.block("places", 2, _places, seen=everybody, each=SIDES, ownership=OneOwner("2.2", none=False))
"""2.2 The ports and bases of each side."""

# -- where units are: every unit is in one of these sets -------------------------------------------------

AT = _spots("at", AREAS)
IN = _spots("in", PLACES, AllowedMembers(ALL_UNITS & ~SUBMARINES))
DUE = _spots("due", _by_turn("due"))
"""4.1 The order of appearance by turn; on its turn, a unit stays here while its owner chooses where it appears."""
GROUP = _spots("group", GROUPS)
"""18.32 The groups with uncertain locations."""
RETURN = _spots("return", _by_turn("return"), _land)
"""4.5 Air and amphibious units that return, by turn."""
IN_SAN_DIEGO = _spots("yard", ["san_diego"], AllowedMembers(US & SHIPS))
"""4a (tournament) US ships in the yards of San Diego."""
HOME = _spots("submarines_home", ["submarine_base"], AllowedMembers(SUBMARINES))
"""16.3 Submarines at their base."""
REMOVED = _spots("removed", ["withdrawn"], AllowedMembers(BRITISH))
"""4.42 British ships withdrawn."""
LOST = _spots("lost", ["lost"])
"""Ships sunk or without a harbour, and units that would return after the end of the game."""
FIRST_LOCATION, LAST_LOCATION = AT, LOST

# -- conditions ------------------------------------------------------------------------------------------

PATROL = _cell("patrol", _units)
"""6.1, 15.3 Ships at sea with the dark side up."""
MARKED = _cell("marked", _units)
"""5.21 Ships in port with the white side up: they may raid this turn."""
REPAIRED_THIS_TURN = _cell("rested", _units)
"""11.1 Ships repaired this turn: they stay in port."""
_damage = Number(0, MAX_DAMAGE)
DAMAGE = LAYOUT.block("damage", len(UNITS), _damage, seen=everybody, each=UNITS, sparse=True)
AIR_LOSS = LAYOUT.block("air_loss", len(UNITS), _count, seen=everybody, each=UNITS, sparse=True)
"""23.1 (optional) The losses of airstrikes."""

# -- the current turn --------------------------------------------------------------------------------------

_allied = AllowedMembers(UNITS_OF_SIDE[1], "{wrong} is not Allied", "18.33")
ESCAPED = LAYOUT.cell("escaped", _units, seen=everybody, allowed=_allied)
"""18.33 Units that left Pearl Harbor this turn: on turn 1, and by the tournament options 3b and 4a."""
REPAIR_POINTS_USED = LAYOUT.block("repair_points_used", PORT_COUNT, _count, seen=everybody, each=PORTS, sparse=True)
"""11.2 The repair points that each port has spent this turn."""
REBUILT = LAYOUT.block("airstrikes_rebuilt", 2, _count, seen=everybody, each=SIDES)
"""23.5 (optional) The repair capacity that each side has spent on airstrikes this turn."""
FOUGHT = _cell("fought", _areas)
"""5.31 The sea areas named this turn."""
BATTLE = _cell("battle", IdField(AREAS, none=True))
"""7.11 The sea area of the current combat."""
RETREATED_FROM = LAYOUT.block("retreated", 2, _areas, seen=everybody, each=SIDES)
"""8.12 The sea areas that each side has retreated from this turn."""
PURSUED = LAYOUT.cell("pursued", _units, seen=everybody, allowed=_fleeing)
"""8.32, 9.3 (20.8) Ships assigned to part of a fleet or to a harbour this turn: they get no other task."""
STAYED_OUT = LAYOUT.cell("stayed_out", _units, seen=everybody, allowed=_fleeing)
"""8.34 (20.8) Ships named as not pursuing part of a fleet: they pursue no units this turn."""
WANTS = LAYOUT.block("wants", 2, IdField(ACTIONS, none=True), seen=own_wishes, each=SIDES, sparse=True)
"""7.3 The wish of each side this round, which is secret while both choose."""
codec = LayoutCodec(LAYOUT)
SPOTS = (AT, IN, DUE, GROUP, RETURN, IN_SAN_DIEGO, HOME, REMOVED, LOST)


def units_at_sea(cells: Cells) -> int:
    """All units in sea areas."""
    result = 0
    for units in cells[AT:IN]:
        result |= units
    return result


def opponent(side: int) -> int:
    """The opponent."""
    return 1 - side


def side_of(unit: int) -> int:
    """The side that a unit belongs to."""
    return 0 if UNITS_OF_SIDE[0] >> unit & 1 else 1


def location(cells: Cells, unit: int) -> int:
    """The cell of a unit."""
    bit = 1 << unit
    for place, units in enumerate(cells[FIRST_LOCATION : LAST_LOCATION + 1]):
        if units & bit:
            return FIRST_LOCATION + place
    raise LookupError("every unit must be somewhere")


def move_unit(cells: Cells, unit: int, to: int) -> int:
    """Moves a unit from its cell to another, with neither side up; returns the former cell."""
    origin, bit = location(cells, unit), 1 << unit
    cells[origin] &= ~bit
    cells[to] |= bit
    cells[PATROL] &= ~bit
    return origin


def place_of(cells: Cells, unit: int) -> int:
    """The port or base of a unit, or -1."""
    bit = 1 << unit
    for place, units in enumerate(cells[IN : IN + len(PLACES)]):
        if units & bit:
            return place
    return -1


def area_of(cells: Cells, unit: int) -> int:
    """The sea area of a unit, or -1."""
    bit = 1 << unit
    for area, units in enumerate(cells[AT : AT + len(AREAS)]):
        if units & bit:
            return area
    return -1


def present(cells: Cells, area: int, side: int) -> int:
    """A side's units at sea in an area, including submarines."""
    return cells[AT + area] & UNITS_OF_SIDE[side]


def owner(cells: Cells, place: int) -> int:
    """The owner of a port or base."""
    return 0 if cells[OWNED] >> place & 1 else 1


def flag(cells: Cells, area: int) -> int:
    """The side whose flag a sea area shows, or -1 if it shows none."""
    return 0 if cells[FLAGS] >> area & 1 else 1 if cells[FLAGS + 1] >> area & 1 else -1


def has_holding_unit(cells: Cells, area: int, side: int) -> bool:
    """12.4, 15.1, 15.2 Whether a side has a unit that holds an area: a patrolling ship or an air unit at sea there."""
    units = cells[AT + area] & UNITS_OF_SIDE[side]
    return bool(units & (AIR | cells[PATROL] & SHIPS)) and not cells[RETREATED_FROM + side] >> area & 1
