"""What can stand on the table: a state that no game could hold is refused, naming the field of its position."""

from __future__ import annotations

from typing import NoReturn

from ironbottom.engine.errors import BadValue
from ironbottom.engine.fields import Some, shorten
from ironbottom.engine.procedures import Procedure
from ironbottom.engine.state import State
from ironbottom.games.hold_fast.pieces import (
    AIR,
    BLOCKS,
    BLOCKS_OF,
    FIRST_PLACE,
    JAPAN,
    OF_SIDE,
    OFF_BOARD_KINDS,
    PLACES,
    PORT_COUNT,
    PORTS,
    SHIPS,
    SIDES,
    TASK_FORCES,
    TURNS,
    UNITS,
)
from ironbottom.games.hold_fast.rules.combat import Battle, NameWay, Naming
from ironbottom.games.hold_fast.rules.sequence import LAST_STEP, ATurn
from ironbottom.games.hold_fast.rules.way_home import EVICTED, FROM_PLACES, WayHome
from ironbottom.games.hold_fast.seen.view import on_board
from ironbottom.games.hold_fast.state import (
    AT,
    BATTLE,
    BLOCK,
    BOX,
    DISABLED,
    FACE_UP,
    FIRST_LOCATION,
    FOLLOWED,
    FORCE_AT,
    FORCE_FROM,
    HELD,
    IN,
    LAST_LOCATION,
    MAY_BE,
    OFF,
    OVER,
    OWNED,
    RAIDED,
    SEEN,
    STRENGTH,
    TURN,
    USED,
    WANT,
    Cells,
    side_of,
)

ALL_UNITS = OF_SIDE[0] | OF_SIDE[1]
_units = Some(UNITS)


def check(state: State) -> None:
    """Refuses a state that no game could hold."""
    check_places(state)
    check_board(state)
    check_strengths(state)
    check_blocks(state)
    check_task_forces(state)
    check_stack(state)


def refuse(message: str, field: str, clause: str | None = None) -> NoReturn:
    """Says what is wrong, and where."""
    raise BadValue(message, field=field, clause=clause)


def named(units: int) -> str:
    """Units by id, for a sentence."""
    return shorten(_units.write(units))


def check_places(state: State) -> None:
    """Every unit stands in one place, where its kind may be."""
    cells = state.cells
    seen = 0
    for cell in range(FIRST_LOCATION, LAST_LOCATION + 1):
        if seen & cells[cell]:
            refuse(f"{named(seen & cells[cell])} stands in two places", "units")
        seen |= cells[cell]
    if seen != ALL_UNITS:
        refuse(f"{named(ALL_UNITS & ~seen)} stands nowhere", "units")
    for number, place in enumerate(PLACES.ids):
        if cells[IN + number] & ~SHIPS:
            refuse(f"{named(cells[IN + number] & ~SHIPS)} is no ship", f"units.{place}", "7.0.5")
        strangers = cells[IN + number] & ~OF_SIDE[0 if cells[OWNED] >> number & 1 else 1]
        if strangers and not driven_out(state, number):
            refuse(f"{named(strangers)} is in a place of the enemy", f"units.{place}", "1.1.3")
    for port in range(PORT_COUNT):
        if cells[OVER + port] & ~AIR:
            refuse("only air units raid ports", f"units.over_{PORTS.ids[port]}", "14.0.2")
    if cells[OFF] & ~OFF_BOARD_KINDS:
        refuse("only air units and submarines are off board", "units.off_board", "3.6.1")


def driven_out(state: State, place: int) -> bool:
    """Whether ships are just being driven out of a place."""
    ways = [(here.reason, here.spot) for here in state.stack if isinstance(here, WayHome)]
    return (EVICTED, FIRST_PLACE + place) in ways


def check_board(state: State) -> None:
    """Control is of one side, every place has an owner, ports repair no more than they can."""
    cells, pieces = state.cells, state.rules.pieces
    if cells[HELD] & cells[HELD + 1]:
        refuse("a sea area is controlled by one side at most", "control", "9.0.3")
    if cells[OWNED] & cells[OWNED + 1] or (cells[OWNED] | cells[OWNED + 1]) != (1 << len(PLACES)) - 1:
        refuse("every port and base belongs to one side", "places", "10.0.1")
    for port, name in enumerate(PORTS.ids):
        if cells[RAIDED + port] + cells[USED + port] > pieces.repair[port]:
            refuse("the port cannot repair so much", f"repaired_here.{name}", "5.0.3")


def check_strengths(state: State) -> None:
    """Units on or beside the board have strength; at zero only until a round of their battle is over."""
    cells, pieces = state.cells, state.rules.pieces
    board = on_board(cells)
    fighting = cells[AT + cells[BATTLE]] if cells[BATTLE] >= 0 else 0
    for unit in range(len(UNITS)):
        strength, seen = cells[STRENGTH + unit], cells[SEEN + unit]
        field = f"strength.{UNITS.ids[unit]}"
        if not board >> unit & 1:
            if strength or seen:
                refuse("a unit that is not on the board has no strength", field)
            continue
        if strength > pieces.strength[unit] or (not strength and not fighting >> unit & 1):
            refuse(f"it has 1 to {pieces.strength[unit]} strength points", field, "3.0.1")
        known = seen == strength if cells[FACE_UP] >> unit & 1 else seen <= strength
        if not known or (not seen and not fighting >> unit & 1):
            refuse("it was never seen in this strength", f"seen_{field}", "2.0.2")


def check_blocks(state: State) -> None:
    """Blocks have numbers of their side, and each may be what it is."""
    cells = state.cells
    board = on_board(cells)
    for cell, name in ((FACE_UP, "face_up"), (DISABLED, "disabled"), (FOLLOWED, "followed")):
        if cells[cell] & ~board:
            refuse(f"{named(cells[cell] & ~board)} is not on the board", name)
    if cells[DISABLED] & ~cells[FACE_UP]:
        refuse("only units in combat are disabled", "disabled", "8.1.4")
    taken: set[int] = set()
    for unit in range(len(UNITS)):
        block, may_be = cells[BLOCK + unit], cells[MAY_BE + unit]
        if not state.rules.pieces.memory or not board >> unit & 1:
            if block >= 0 or may_be:
                refuse(f"{UNITS.ids[unit]} has no block that is remembered", "blocks")
            continue
        if block not in BLOCKS_OF[side_of(unit)] or block in taken:
            refuse(f"{UNITS.ids[unit]} needs a block of its own", "blocks")
        taken.add(block)
        check_memory(cells, unit, board)
    if cells[FOLLOWED] and not state.rules.pieces.memory:
        refuse("without block memory no block is followed", "followed")


def check_memory(cells: Cells, unit: int, board: int) -> None:
    """What is known of a block: it may be its unit, and nothing that it cannot be."""
    may_be, block = cells[MAY_BE + unit], BLOCKS.ids[cells[BLOCK + unit]]
    if not may_be >> unit & 1:
        refuse(f"{block} is {UNITS.ids[unit]}, and its memory says that it cannot be", "memory")
    if may_be & ~(board & OF_SIDE[side_of(unit)]):
        refuse(f"{block} cannot be {named(may_be & ~(board & OF_SIDE[side_of(unit)]))}", "memory")
    if cells[FACE_UP] >> unit & 1 and may_be != 1 << unit:
        refuse(f"{block} is face up, so it is known", "memory")


def check_task_forces(state: State) -> None:
    """14.0.1 Task forces are an option of Japan's, and ships are in those that are formed."""
    cells = state.cells
    for force, name in enumerate(TASK_FORCES.ids):
        formed = cells[FORCE_FROM + force] >= 0
        if formed and not state.rules.pieces.task_forces:
            refuse("task forces are not in play", f"task_forces.{name}", "14.0.1")
        if not formed and (cells[BOX + force] or cells[FORCE_AT + force] >= 0):
            refuse("it is not formed", f"task_forces.{name}", "14.0.1")
        if cells[BOX + force] & ~(SHIPS & OF_SIDE[JAPAN]):
            refuse("Japanese ships are in it", f"units.{name}", "14.0.1")


def check_stack(state: State) -> None:
    """The frames are those of a turn, the last of them asks, and a battle is where the frames say."""
    cells, stack = state.cells, state.stack
    if not stack:
        return
    turn = stack[0]
    if not isinstance(turn, ATurn) or any(isinstance(here, ATurn) for here in stack[1:]):
        refuse("the first frame is the turn's sequence, and no other is", "frames")
    if cells[TURN] == TURNS and turn.next > LAST_STEP:
        refuse(f"after turn {TURNS} the game is over", "frames", "13.0.1")
    if isinstance(stack[-1], ATurn | Battle):
        refuse("the last frame is one that asks", "frames")
    area = cells[BATTLE]
    if [here.area for here in stack if isinstance(here, Battle)] != ([area] if area >= 0 else []):
        refuse("the battle is in the area that the frames name", "battle")
    if area >= 0 and cells[AT + area] & ~cells[FACE_UP]:
        refuse("in a battle all units are face up", "face_up", "2.0.2")
    for here in stack:
        if isinstance(here, WayHome) and (here.spot >= FIRST_PLACE) != (here.reason in FROM_PLACES):
            refuse("ships leave from a sea area, or from a place that was lost", "frames", "8.1.6")
    check_naming(cells, stack)
    for decision in state.decisions():
        if not decision.choices:
            told = f"{SIDES.titles[decision.side_number]} has nothing to choose here: play could not go on"
            refuse(told, "frames", decision.clause)


def check_naming(cells: Cells, stack: tuple[Procedure, ...]) -> None:
    """8.4.1 Both sides name air or surface in a battle; who has named it is not asked again."""
    naming = stack[-1]
    if any(isinstance(here, Naming) for here in stack[:-1]):
        refuse("air or surface is named in a battle", "frames", "8.4.1")
    if not isinstance(naming, Naming):
        for side in (0, 1):
            if cells[WANT + side] >= 0:
                refuse("nobody is asked for air or surface", f"wants.{SIDES.ids[side]}", "8.4.1")
        return
    if not isinstance(stack[-2], Battle):
        refuse("air or surface is named in a battle", "frames", "8.4.1")
    for side, run in enumerate(naming.stacks):
        if (cells[WANT + side] >= 0) == bool(run):
            refuse("a side names air or surface once", f"wants.{SIDES.ids[side]}", "8.4.1")
        if run and run != (NameWay(side),):
            refuse("a side is asked for air or surface alone", "frames", "8.4.1")
    if not any(naming.stacks):
        refuse("both sides have named it already", "frames", "8.4.1")
