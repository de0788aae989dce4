"""Positions in the game's words: a state written out, and read back from as little as is said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.errors import BadValue
from ironbottom.engine.fields import FieldType, Number, One, Some, members, shorten
from ironbottom.engine.frame_words import write_frames
from ironbottom.engine.position_parts import UnitNames, known, read_holders, start, written_frames
from ironbottom.engine.procedures import Procedure
from ironbottom.engine.rules import Rules
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific.pieces import (
    ACTIONS,
    AREAS,
    PLACES,
    PORTS,
    SHIPS,
    SIDES,
    SUBMARINES,
    UNITS,
)
from ironbottom.games.victory_in_the_pacific.rules.sequence import STEP_NUMBER, Turn
from ironbottom.games.victory_in_the_pacific.rules.set_up import opening
from ironbottom.games.victory_in_the_pacific.seen.check import check
from ironbottom.games.victory_in_the_pacific.seen.view import SPOT_NAMES, amounts, at_sea, side_with
from ironbottom.games.victory_in_the_pacific.state import (
    AIR_LOSS,
    BATTLE,
    DAMAGE,
    DUE,
    ESCAPED,
    FLAG,
    FLAG_BEFORE,
    FORFEIT,
    FOUGHT,
    HOME,
    LOST,
    MARKED,
    MOST_DAMAGE,
    OWNED,
    PATROL,
    POC,
    PURSUED,
    REBUILT,
    RESTED,
    STAYED_OUT,
    TURN,
    USED,
    WANT,
    Cells,
    layout,
)

PILES = {name: cell for cell, name in SPOT_NAMES.items()}
SCALARS = {"turn": TURN, "points_of_control": POC, "battle": BATTLE, "fought": FOUGHT}
SETS = {"marked": MARKED, "rested": RESTED, "escaped": ESCAPED, "pursued": PURSUED, "stayed_out": STAYED_OUT}
BY_SIDE: dict[str, tuple[int, FieldType, Any]] = {
    "retreated": (FORFEIT, Some(AREAS), 0),
    "airstrikes_rebuilt": (REBUILT, Number(0, 99), 0),
    "wants": (WANT, One(ACTIONS, none=True), -1),
}
HOLDERS = {"flags": (FLAG, AREAS), "flags_before": (FLAG_BEFORE, AREAS), "places": (OWNED, PLACES)}
AMOUNTS = {"damage": (DAMAGE, Number(0, MOST_DAMAGE)), "air_loss": (AIR_LOSS, Number(0, 99))}
FIRST_STEP = "japan_patrols"
"""Where play goes on if a position does not say."""
FIELDS = (
    *SCALARS,
    *SETS,
    *BY_SIDE,
    *HOLDERS,
    *AMOUNTS,
    *("units", "raiding", "repair_points_used", "step", "frames"),
)
_units = Some(UNITS)
UNIT_NAMES = UnitNames(UNITS)


def describe(state: State) -> dict[str, Any]:
    """The state in the game's words."""
    cells = state.cells
    told: dict[str, Any] = {name: layout.types[cell].write(cells[cell]) for name, cell in SCALARS.items()}
    for name, (cell, domain) in HOLDERS.items():
        told[name] = {thing: side_with(cells, cell, number) for number, thing in enumerate(domain.ids)}
    told["units"] = {name: _units.write(cells[cell]) for name, cell in PILES.items() if cells[cell]}
    told["raiding"] = _units.write(at_sea(cells) & SHIPS & ~cells[PATROL])
    told |= {name: _units.write(cells[cell]) for name, cell in SETS.items()}
    for name, (first, _) in AMOUNTS.items():
        told[name] = amounts(cells, first)
    told["repair_points_used"] = {
        port: cells[USED + number] for number, port in enumerate(PORTS.ids) if cells[USED + number]
    }
    for name, (cell, kind, _) in BY_SIDE.items():
        told[name] = {side: kind.write(cells[cell + number]) for number, side in enumerate(SIDES.ids)}
    told["frames"] = write_frames(state.rules, state.stack)
    return told


def read(rules: Rules, position: Mapping[str, Any]) -> State:
    """The state that a position describes.

    All fields may be left out. Units that stand nowhere are due on their turn if that is still to come, submarines at
    their base, all others lost; on turn 1 without any units they stand as the charts tell. Flags and places are those
    of the start, ships at sea patrol unless they are listed as ``raiding``. ``step`` is one of the steps of a turn;
    ``frames`` stands in its place. ``BadValue`` names the field.
    """
    known(position, FIELDS, "")
    cells = [0] * layout.size
    cells[TURN], cells[BATTLE] = 1, -1
    for name, cell in SCALARS.items():
        if name in position:
            cells[cell] = layout.types[cell].read(position[name], name)
    read_board(rules, cells, position)
    read_units(rules, cells, position.get("units", {}))
    for name, cell in SETS.items():
        cells[cell] = UNIT_NAMES.set_of(position.get(name, []), name)
    raiding = UNIT_NAMES.set_of(position.get("raiding", []), "raiding")
    if raiding & ~(at_sea(cells) & SHIPS):
        wrong = shorten(_units.write(raiding & ~(at_sea(cells) & SHIPS)))
        raise BadValue(f"{wrong} is no ship at sea", field="raiding", clause="15.3")
    cells[PATROL] = at_sea(cells) & SHIPS & ~raiding
    for name, (first, kind) in AMOUNTS.items():
        for unit, amount in amounts_in(position, name, kind).items():
            cells[first + unit] = amount
    state = State(rules, cells, stack_of(rules, position))
    if "frames" not in position:
        check(state)
        start(state)
    check(state)
    return state


def stack_of(rules: Rules, position: Mapping[str, Any]) -> tuple[Procedure, ...]:
    """The frames: written out, or those of a step."""
    written = written_frames(rules, position)
    if written is not None:
        return written
    step = position.get("step", FIRST_STEP)
    if not isinstance(step, str) or step not in STEP_NUMBER:
        raise BadValue(f"{step!r} is no step; there are {shorten(STEP_NUMBER, 30)}", field="step")
    return (Turn(STEP_NUMBER[step]),)


def read_board(rules: Rules, cells: Cells, position: Mapping[str, Any]) -> None:
    """Whose flags and garrisons stand where, and what sides and ports have done this turn."""
    starts = {"flags": rules.pieces.held, "flags_before": (0, 0), "places": rules.pieces.owned}
    for name, (first, domain) in HOLDERS.items():
        cells[first : first + 2] = starts[name]
        read_holders(cells, first, domain, SIDES, position.get(name, {}), name, none=name != "places")
    for name, (first, kind, nothing) in BY_SIDE.items():
        told = position.get(name, {})
        known(told, SIDES.ids, name)
        for number, side_name in enumerate(SIDES.ids):
            given = side_name in told
            cells[first + number] = kind.read(told[side_name], f"{name}.{side_name}") if given else nothing
    used = position.get("repair_points_used", {})
    known(used, PORTS.ids, "repair_points_used")
    for port, points in used.items():
        cells[USED + PORTS.index[port]] = Number(0, 99).read(points, f"repair_points_used.{port}")


def read_units(rules: Rules, cells: Cells, piles: Any) -> None:
    """Where the units are."""
    placed = UNIT_NAMES.put(cells, piles, PILES)
    as_charted = not placed and cells[TURN] == 1
    for unit in members(((1 << len(UNITS)) - 1) & ~placed):
        cells[opening(rules.pieces, unit) if as_charted else left_out(rules, cells, unit)] |= 1 << unit


def left_out(rules: Rules, cells: Cells, unit: int) -> int:
    """The cell of a unit that a position does not name."""
    turn: int = rules.pieces.arrival[unit]
    if turn > cells[TURN]:
        return DUE + turn - 1
    return HOME if SUBMARINES >> unit & 1 else LOST


def amounts_in(position: Mapping[str, Any], name: str, kind: FieldType) -> dict[int, int]:
    """A table of units and numbers."""
    told = position.get(name, {})
    if not isinstance(told, Mapping):
        raise BadValue(f"{told!r} is not a table", field=name)
    return {UNIT_NAMES.number(text, name): kind.read(amount, f"{name}.{text}") for text, amount in told.items()}
