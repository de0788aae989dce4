"""2.0.2 Fog of war: how far others can follow a block, and what they know about it.

A block has a number as long as it can be followed: until it is with other hidden blocks of its side; then the numbers
are shuffled by dice that only its side sees, and each of those blocks may be any of them. Facts shown in a battle stay
with the number. Without block memory the others see only how many blocks are in each place; but they still know the
strength in which a unit was last seen, and how much its side has repaired since.
"""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.pieces import AREAS, BLOCKS_OF, IS_PORT, JAPAN, PLACES, UNITS_OF_SIDE
from ironbottom.games.hold_fast.rolls import Roll
from ironbottom.games.hold_fast.state import (
    AT_SEA,
    BLOCK,
    DISABLED,
    FACE_UP,
    FOLLOWED,
    IN_PLACE,
    MAY_BE,
    OFF_BOARD,
    SEEN_STRENGTH,
    STRENGTH,
    Cells,
    forces_from,
    side_of,
)
from ironbottom.games.hold_fast.state_types import Execution

UNIT_COUNT = BLOCK - SEEN_STRENGTH
MIXING_PLACES = (*range(AT_SEA, AT_SEA + len(AREAS)), *range(IN_PLACE, IN_PLACE + len(PLACES)), OFF_BOARD)
"""The places where hidden blocks are together, which cannot be distinguished from each other."""


def add_block(execution: Execution, unit: int, strength: int) -> None:
    """A unit is placed on or beside the board: its block takes the lowest free number, and its identity is known."""
    cells = execution.cells
    cells[STRENGTH + unit] = cells[SEEN_STRENGTH + unit] = strength
    if not execution.rules.pieces.memory:
        return
    taken = set(cells[BLOCK : BLOCK + UNIT_COUNT])
    cells[BLOCK + unit] = next(block for block in BLOCKS_OF[side_of(unit)] if block not in taken)
    cells[MAY_BE + unit] = 1 << unit
    cells[FOLLOWED] |= 1 << unit


def remove_block(cells: Cells, unit: int) -> None:
    """A unit leaves the board, for good or for some turns; its number becomes free."""
    rest = ~(1 << unit)
    cells[FACE_UP] &= rest
    cells[DISABLED] &= rest
    cells[FOLLOWED] &= rest
    cells[BLOCK + unit] = -1
    cells[MAY_BE + unit] = 0


def restrict(cells: Cells, unit: int, kinds: int) -> None:
    """Narrows the possible units of a block to these kinds, as its action shows."""
    cells[MAY_BE + unit] &= kinds


def reveal(execution: Execution, units: int) -> None:
    """2.0.2 Reveals blocks to both sides: each unit is known, with its strength, and no other block may be
    that unit.
    """
    cells = execution.cells
    shown = units & ~cells[FACE_UP]
    if not shown:
        return
    cells[FACE_UP] |= shown
    listed = members(shown)
    for unit in listed:
        cells[SEEN_STRENGTH + unit] = cells[STRENGTH + unit]
    mark_known(execution, shown)
    for side in (0, 1):
        own = members(shown & UNITS_OF_SIDE[side])
        if own:
            strengths = tuple(cells[STRENGTH + unit] for unit in own)
            execution.emit(log.REVEALED, side, shown & UNITS_OF_SIDE[side], strengths)


def hide(execution: Execution, units: int) -> None:
    """Hides blocks again; they can be followed until they are with other hidden blocks."""
    cells = execution.cells
    hidden = units & cells[FACE_UP]
    cells[FACE_UP] &= ~hidden
    mark_followed(execution, hidden)


def mark_known(execution: Execution, units: int) -> None:
    """2.0.2 With block memory: the identity of these blocks is known, and no other block may be one of their units."""
    if execution.rules.pieces.memory:
        cells, rest = execution.cells, ~units
        cells[MAY_BE : MAY_BE + UNIT_COUNT] = [may & rest for may in cells[MAY_BE : MAY_BE + UNIT_COUNT]]
        for unit in members(units):
            cells[MAY_BE + unit] = 1 << unit


def mark_followed(execution: Execution, units: int) -> None:
    """2.0.2 With block memory: the others can follow these blocks until they are with hidden blocks."""
    if execution.rules.pieces.memory:
        execution.cells[FOLLOWED] |= units


def shuffle(execution: Execution, side: int) -> None:
    """Shuffles the numbers wherever a hidden block has joined others of its side.

    The blocks that were together before are already mixed; each newcomer exchanges its number with one of them, or
    keeps it, all equally likely. The shuffle is fair, and the others see only that it occurred. 14.0.1 In a place
    where a task force formed and is not yet opened nothing is shuffled: a shuffle would show how many ships stayed
    behind.
    """
    cells = execution.cells
    arrivals = cells[FOLLOWED] & UNITS_OF_SIDE[side] & ~cells[FACE_UP]
    if not arrivals:
        return
    places = off_board = unopened = 0
    hidden = UNITS_OF_SIDE[side] & ~cells[FACE_UP]
    for cell in MIXING_PLACES:
        units = cells[cell]
        if not units & arrivals:
            continue
        if side == JAPAN and forces_from(cells, cell):
            unopened |= units & arrivals
            continue
        here = units & hidden
        if here & (here - 1):
            shuffle_arrivals(execution, side, here, units & arrivals)
            if cell == OFF_BOARD:
                off_board = 1
            else:
                places |= 1 << (cell - AT_SEA)
    cells[FOLLOWED] &= ~arrivals | unopened
    if places or off_board:
        execution.emit(log.SHUFFLED, side, places, off_board)


def shuffle_arrivals(execution: Execution, side: int, here: int, arrivals: int) -> None:
    """Mixes the newcomers with the blocks already in the place."""
    cells = execution.cells
    mixed = members(here & ~arrivals)
    may_be = 0
    for unit in members(arrivals):
        if mixed:
            place = execution.roll(len(mixed) + 1, Roll.DEALING_BLOCKS, 1 << side) - 1
            if place < len(mixed):
                one, two = BLOCK + unit, BLOCK + mixed[place]
                cells[one], cells[two] = cells[two], cells[one]
        mixed.append(unit)
    for unit in mixed:
        may_be |= cells[MAY_BE + unit]
    for unit in mixed:
        cells[MAY_BE + unit] = may_be


def is_port(place: int) -> bool:
    """Whether a place is a port, not a base."""
    return bool(IS_PORT >> place & 1)
