"""What can stand on the table: a state that no game could hold is refused, naming the field of its position."""

from __future__ import annotations

from ironbottom.engine.errors import BadValue
from ironbottom.engine.fields import shorten
from ironbottom.engine.state import State
from ironbottom.games.pacific_fury.pieces import (
    BOX_COUNT,
    CARRIERS,
    EXPRESS,
    FIRST_ZONE,
    FORCES,
    HOME,
    JAPAN,
    OF_SIDE,
    SLOT,
    TRANSPORTS,
)
from ironbottom.games.pacific_fury.rules.sequence import STEP_NUMBER, Turn
from ironbottom.games.pacific_fury.seen.position import POSITION
from ironbottom.games.pacific_fury.seen.stack import check_stack
from ironbottom.games.pacific_fury.state import (
    BASE,
    DUE,
    FORCE,
    INITIATIVE,
    LIMIT,
    LIMITS,
    NO_CARRIERS,
    NO_EXPRESS,
    NO_TRANSPORTS,
    OFF_MAP,
    OPERATION,
    SHOWN,
    TRIO,
    TURN,
    USED,
    WHERE,
    ZONE_COUNT,
    Cells,
    layout,
)

IN_BOXES = range(1, BOX_COUNT + 1)


def check(state: State) -> None:
    """Refuses a state that no game could hold, naming the field of its position."""
    cells = state.cells
    POSITION.check(cells)
    check_piles(state)
    for force, where in enumerate(cells[WHERE : WHERE + len(FORCES)]):
        if where or cells[FORCE + force]:
            check_force(state, force)
    if any(cells[LIMIT : LIMIT + len(FORCES)]):
        check_limits(cells)
    check_queue(cells)
    check_transports(cells, bool(state.stack))
    check_stack(state)


def named(units: int) -> str:
    """Units by id, for a sentence."""
    return shorten(layout.types[SHOWN].write(units))


def check_piles(state: State) -> None:
    """The express is formed at sea, nobody comes twice, and no more events have come than turns (7.0.a)."""
    cells = state.cells
    if cells[BASE] & EXPRESS and state.stack:
        raise BadValue("the Tokyo Express is formed in a box", field="units.truk", clause="9.6.a")
    past = cells[TURN] - 1 + ships_have_entered(state)
    for turn, due in enumerate(cells[DUE : DUE + past], 1):
        if due:
            raise BadValue(f"{named(due)} came back on turn {turn}", field=f"units.turn_{turn}", clause="8.1")
    if cells[USED].bit_count() >= cells[TURN]:
        told = f"by turn {cells[TURN]} at most {cells[TURN] - 1} events have come"
        raise BadValue(told, field="events_used", clause="7.0.a")


def ships_have_entered(state: State) -> bool:
    """8.1 Whether the ships of the turn are in already."""
    turn = state.stack[0] if state.stack else None
    return isinstance(turn, Turn) and turn.next > STEP_NUMBER["new_ships"]


def check_force(state: State, force: int) -> None:
    """A task force has units of its side and a place where its type may be."""
    cells = state.cells
    units, where = cells[FORCE + force], cells[WHERE + force]
    if not units:
        if where:
            raise BadValue("a task force without units is nowhere", field=f"forces.{FORCES.ids[force]}.where")
        return
    field = "forces." + FORCES.ids[force]
    if not where:
        raise BadValue("a task force with units is somewhere", field=f"{field}.where")
    if units & EXPRESS and units != EXPRESS:
        raise BadValue("the Tokyo Express sails alone", field=f"{field}.units", clause="9.6.a")
    if units & EXPRESS and where > BOX_COUNT and where not in (FIRST_ZONE + SLOT, HOME):
        raise BadValue("the Tokyo Express is in The Slot or in base", field=f"{field}.where", clause="9.6.b")
    pieces = state.rules.pieces
    carriers = bool(units & CARRIERS)
    if carriers and units & TRANSPORTS:
        raise BadValue("carriers and Transports cannot be in one task force", field=f"{field}.units", clause="8.2.b")
    zone = where - 1 - BOX_COUNT
    if carriers and 0 <= zone < ZONE_COUNT and not pieces.carrier_seas >> zone & 1:
        raise BadValue("carriers never enter this sea area", field=f"{field}.where", clause="9.2.b")
    if not state.stack:
        raise BadValue("no task force exists after the end", field=field)


def check_limits(cells: Cells) -> None:
    """8.4.c What is known of a task force is true, and nothing is known of one that has not sailed."""
    for force, known in enumerate(cells[LIMIT : LIMIT + len(FORCES)]):
        if not known:
            continue
        if cells[WHERE + force] in IN_BOXES or not cells[OPERATION]:
            raise not_known(force, "nothing is known of what has not sailed")
        units = cells[FORCE + force]
        if units and units & BARRED[known]:
            raise not_known(force, f"it holds {named(units & BARRED[known])}")


BARRED = tuple(
    (CARRIERS if known & NO_CARRIERS else 0)
    | (TRANSPORTS if known & NO_TRANSPORTS else 0)
    | (EXPRESS if known & NO_EXPRESS else 0)
    for known in range(LIMITS + 1)
)
"""By what is known of a task force: the units that it cannot hold."""


def not_known(force: int, told: str) -> BadValue:
    """The refusal of what a position says is known of a task force."""
    return BadValue(told, field=f"forces.{FORCES.ids[force]}.cannot_hold")


def check_queue(cells: Cells) -> None:
    """9.1.d The waiting task forces of a side stand in the order of their numbers, each in a box of its own."""
    for first in (0, BOX_COUNT):
        last = 0
        for force, where in enumerate(cells[WHERE + first : WHERE + first + BOX_COUNT], first):
            if 0 < where <= BOX_COUNT:
                if where <= last:
                    field = f"forces.{FORCES.ids[force]}.where"
                    raise BadValue("task forces wait in the order of their numbers", field=field, clause="9.1.d")
                last = where


def check_transports(cells: Cells, in_play: bool) -> None:
    """6.3 The side with the initiative has no Transports; 9.6.a the other has two, one perhaps an express."""
    side = cells[INITIATIVE]
    wrong = OF_SIDE[side] & (TRANSPORTS | EXPRESS) & ~cells[OFF_MAP]
    if wrong:
        raise BadValue(
            f"the initiative side has no Transports, but {named(wrong)} is not off the map",
            field="units",
            clause="6.3",
        )
    replaced = TRIO & cells[OFF_MAP] & ~cells[SHOWN]
    if side != JAPAN and in_play and replaced.bit_count() != 1:
        told = "the Tokyo Express takes the place of Transports: one of the three is off the map, or what has landed"
        raise BadValue(told, field="units.off_map", clause="9.6.a")
