"""The check of a state: a state that cannot occur in a game is refused, with the field of its position."""

from __future__ import annotations

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import truncated_list
from ironbottom.games.pacific_fury import pieces as counters
from ironbottom.games.pacific_fury import state as layout
from ironbottom.games.pacific_fury.information.position import POSITION
from ironbottom.games.pacific_fury.information.stack import check_stack
from ironbottom.games.pacific_fury.rules.sequence import STEP_NUMBER, Turn
from ironbottom.games.pacific_fury.state_types import State

IN_BOXES = range(1, counters.BOX_COUNT + 1)


def check(state: State) -> None:
    """Refuses a state that cannot occur in a game, naming the field of its position."""
    cells = state.cells
    POSITION.check(cells)
    check_piles(state)
    for force, where in enumerate(cells[layout.WHERE : layout.WHERE + len(counters.FORCES)]):
        if where or cells[layout.FORCE + force]:
            check_force(state, force)
    if any(cells[layout.KNOWN_ABSENT : layout.KNOWN_ABSENT + len(counters.FORCES)]):
        check_limits(cells)
    check_queue(cells)
    check_transports(cells, bool(state.stack))
    check_stack(state)


def unit_names(units: int) -> str:
    """Names the units by id, for a sentence."""
    return truncated_list(layout.LAYOUT.types[layout.FACE_UP].write(units))


def check_piles(state: State) -> None:
    """The Tokyo Express is formed at sea, no unit arrives twice, and no more events have occurred than
    turns (7.0.a).
    """
    cells = state.cells
    if cells[layout.BASE] & counters.EXPRESS and state.stack:
        raise BadValue("the Tokyo Express must be formed in a box", field="units.truk", clause="9.6.a")
    past = cells[layout.TURN] - 1 + ships_have_entered(state)
    for turn, due in enumerate(cells[layout.DUE : layout.DUE + past], 1):
        if due:
            raise BadValue(f"{unit_names(due)} came back on turn {turn}", field=f"units.turn_{turn}", clause="8.1")
    if cells[layout.EVENTS_OCCURRED].bit_count() >= cells[layout.TURN]:
        message = f"by turn {cells[layout.TURN]} at most {cells[layout.TURN] - 1} events have occurred"
        raise BadValue(message, field="events_used", clause="7.0.a")


def ships_have_entered(state: State) -> bool:
    """8.1 Whether the ships of the turn have already entered."""
    turn = state.stack[0] if state.stack else None
    return isinstance(turn, Turn) and turn.next > STEP_NUMBER["new_ships"]


def check_force(state: State, force: int) -> None:
    """A task force has units of its side, and its place is allowed for its type."""
    cells = state.cells
    units, where = cells[layout.FORCE + force], cells[layout.WHERE + force]
    if not units:
        if where:
            raise BadValue(
                "a task force without units cannot be anywhere", field=f"forces.{counters.FORCES.ids[force]}.where"
            )
        return
    field = "forces." + counters.FORCES.ids[force]
    if not where:
        raise BadValue("a task force with units must be somewhere", field=f"{field}.where")
    if units & counters.EXPRESS and units != counters.EXPRESS:
        raise BadValue("the Tokyo Express must sail alone", field=f"{field}.units", clause="9.6.a")
    if (
        units & counters.EXPRESS
        and where > counters.BOX_COUNT
        and where not in (counters.FIRST_ZONE + counters.SLOT, counters.AT_BASE)
    ):
        raise BadValue("the Tokyo Express must be in The Slot or in base", field=f"{field}.where", clause="9.6.b")
    pieces = state.rules.pieces
    carriers = bool(units & counters.CARRIERS)
    if carriers and units & counters.TRANSPORTS:
        raise BadValue("carriers and Transports cannot be in one task force", field=f"{field}.units", clause="8.2.b")
    zone = where - 1 - counters.BOX_COUNT
    if carriers and 0 <= zone < layout.ZONE_COUNT and not pieces.carrier_seas >> zone & 1:
        raise BadValue("carriers cannot enter this sea area", field=f"{field}.where", clause="9.2.b")
    if not state.stack:
        raise BadValue("no task force can exist after the end", field=field)


def check_limits(cells: layout.Cells) -> None:
    """8.4.c Common knowledge about a task force is true, and there is none about a force that has not sailed."""
    for force, known in enumerate(cells[layout.KNOWN_ABSENT : layout.KNOWN_ABSENT + len(counters.FORCES)]):
        if not known:
            continue
        if cells[layout.WHERE + force] in IN_BOXES or not cells[layout.OPERATION]:
            raise unknown_composition(force, "units that have not sailed cannot be known")
        units = cells[layout.FORCE + force]
        if units and units & BARRED[known]:
            raise unknown_composition(force, f"it holds {unit_names(units & BARRED[known])}")


BARRED = tuple(
    (counters.CARRIERS if known & layout.NO_CARRIERS else 0)
    | (counters.TRANSPORTS if known & layout.NO_TRANSPORTS else 0)
    | (counters.EXPRESS if known & layout.NO_EXPRESS else 0)
    for known in range(layout.ALL_KNOWN_ABSENT + 1)
)
"""The units that a task force cannot hold, given what is known about it."""


def unknown_composition(force: int, text: str) -> BadValue:
    """The refusal of false knowledge about a task force."""
    return BadValue(text, field=f"forces.{counters.FORCES.ids[force]}.cannot_hold")


def check_queue(cells: layout.Cells) -> None:
    """9.1.d The waiting task forces of a side are in the order of their numbers, each in its own box."""
    for first in (0, counters.BOX_COUNT):
        last = 0
        for force, where in enumerate(cells[layout.WHERE + first : layout.WHERE + first + counters.BOX_COUNT], first):
            if 0 < where <= counters.BOX_COUNT:
                if where <= last:
                    field = f"forces.{counters.FORCES.ids[force]}.where"
                    raise BadValue("task forces must wait in the order of their numbers", field=field, clause="9.1.d")
                last = where


def check_transports(cells: layout.Cells, in_play: bool) -> None:
    """6.3 The side with the initiative has no Transports; 9.6.a the other side has two, one of which may be the Tokyo
    Express.
    """
    side = cells[layout.INITIATIVE]
    on_board = counters.UNITS_OF_SIDE[side] & (counters.TRANSPORTS | counters.EXPRESS) & ~cells[layout.OFF_MAP]
    if on_board:
        raise BadValue(
            f"the initiative side has no Transports, but {unit_names(on_board)} is not off the map",
            field="units",
            clause="6.3",
        )
    replaced = layout.TOKYO_EXPRESS_TRIO & cells[layout.OFF_MAP] & ~cells[layout.FACE_UP]
    if side != counters.JAPAN and in_play and replaced.bit_count() != 1:
        message = (
            "the Tokyo Express takes the place of Transports: one of the three is off the map, or one that has landed"
        )
        raise BadValue(message, field="units.off_map", clause="9.6.a")
