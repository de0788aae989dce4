"""2.0.2 Fog of war: what the others can follow of a block, and what they know that it may be.

A block is called by a number as long as it can be followed: until it stands with other hidden blocks of its side; there
the numbers are shuffled by dice that only its side sees, and each of those blocks may be any of them. What a battle
shows is remembered with the number. Without block memory the others see how many blocks stand where, and no more; but
the strength in which a unit was seen last, and how much its side has repaired since, they know all the same.
"""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.procedures import Execution
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.pieces import AREAS, BLOCKS_OF, IS_PORT, JAPAN, OF_SIDE, PLACES
from ironbottom.games.hold_fast.rolls import Roll
from ironbottom.games.hold_fast.state import (
    AT,
    BLOCK,
    DISABLED,
    FACE_UP,
    FOLLOWED,
    IN,
    MAY_BE,
    OFF,
    SEEN,
    STRENGTH,
    Cells,
    forces_from,
    side_of,
)

UNIT_COUNT = BLOCK - SEEN
MEETING = (*range(AT, AT + len(AREAS)), *range(IN, IN + len(PLACES)), OFF)
"""Where hidden blocks stand together so that nobody can tell them apart."""


def enlist(play: Execution, unit: int, strength: int) -> None:
    """A unit comes on the board or beside it: a block with the lowest free number, known for what it is."""
    cells = play.cells
    cells[STRENGTH + unit] = cells[SEEN + unit] = strength
    if not play.rules.pieces.memory:
        return
    taken = set(cells[BLOCK : BLOCK + UNIT_COUNT])
    cells[BLOCK + unit] = next(block for block in BLOCKS_OF[side_of(unit)] if block not in taken)
    cells[MAY_BE + unit] = 1 << unit
    cells[FOLLOWED] |= 1 << unit


def strike_off(cells: Cells, unit: int) -> None:
    """A unit leaves the board for good or for some turns; its number is free."""
    rest = ~(1 << unit)
    cells[FACE_UP] &= rest
    cells[DISABLED] &= rest
    cells[FOLLOWED] &= rest
    cells[BLOCK + unit] = -1
    cells[MAY_BE + unit] = 0


def narrow(cells: Cells, unit: int, kinds: int) -> None:
    """What is done with a block shows that its unit is of these kinds."""
    cells[MAY_BE + unit] &= kinds


def reveal(play: Execution, units: int) -> None:
    """2.0.2 Turns blocks up for both sides: each is known, with its strength, and no other block may be it."""
    cells = play.cells
    shown = units & ~cells[FACE_UP]
    if not shown:
        return
    cells[FACE_UP] |= shown
    listed = members(shown)
    for unit in listed:
        cells[SEEN + unit] = cells[STRENGTH + unit]
    known(play, shown)
    for side in (0, 1):
        own = members(shown & OF_SIDE[side])
        if own:
            strengths = tuple(cells[STRENGTH + unit] for unit in own)
            play.emit(log.REVEALED, side, shown & OF_SIDE[side], strengths)


def hide(play: Execution, units: int) -> None:
    """Turns blocks upright again; they can be followed until they stand with others."""
    cells = play.cells
    hidden = units & cells[FACE_UP]
    cells[FACE_UP] &= ~hidden
    follow(play, hidden)


def known(play: Execution, units: int) -> None:
    """2.0.2 With block memory: these blocks are known for what they are, and no other block may be one of them."""
    if play.rules.pieces.memory:
        cells, rest = play.cells, ~units
        cells[MAY_BE : MAY_BE + UNIT_COUNT] = [may & rest for may in cells[MAY_BE : MAY_BE + UNIT_COUNT]]
        for unit in members(units):
            cells[MAY_BE + unit] = 1 << unit


def follow(play: Execution, units: int) -> None:
    """2.0.2 With block memory: the others can follow these blocks until they stand with hidden ones."""
    if play.rules.pieces.memory:
        play.cells[FOLLOWED] |= units


def mingle(play: Execution, side: int) -> None:
    """Shuffles the numbers wherever a hidden block has come to others of its side.

    The blocks that stood together before are mixed already; each that came changes its number with one of them, or
    keeps it, all equally likely. So the deal is fair, and the others see only that it happened. 14.0.1 Where a task
    force formed that is not opened yet nothing is mixed: whether it is would tell how many ships stayed behind.
    """
    cells = play.cells
    came = cells[FOLLOWED] & OF_SIDE[side] & ~cells[FACE_UP]
    if not came:
        return
    spots = off_board = waiting = 0
    hidden = OF_SIDE[side] & ~cells[FACE_UP]
    for cell in MEETING:
        units = cells[cell]
        if not units & came:
            continue
        if side == JAPAN and forces_from(cells, cell):
            waiting |= units & came
            continue
        here = units & hidden
        if here & (here - 1):
            deal(play, side, here, units & came)
            if cell == OFF:
                off_board = 1
            else:
                spots |= 1 << (cell - AT)
    cells[FOLLOWED] &= ~came | waiting
    if spots or off_board:
        play.emit(log.MIXED, side, spots, off_board)


def deal(play: Execution, side: int, here: int, fresh: int) -> None:
    """Mixes the blocks that came into those that stand here."""
    cells = play.cells
    mixed = members(here & ~fresh)
    may_be = 0
    for unit in members(fresh):
        if mixed:
            place = play.roll(len(mixed) + 1, Roll.DEALING_BLOCKS, 1 << side) - 1
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
