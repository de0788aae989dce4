"""Positions: writes a state in the game's words, and reads it back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ironbottom.engine.codecs.frame_codec import read_frames, write_frames
from ironbottom.engine.codecs.position_parts import check_fields, run_to_decision, written_frames
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import IdField
from ironbottom.games.axis_allies_pacific import pieces as counters
from ironbottom.games.axis_allies_pacific import state as layout
from ironbottom.games.axis_allies_pacific.information.check import check
from ironbottom.games.axis_allies_pacific.information.check_tracks import check_points, check_unsplit
from ironbottom.games.axis_allies_pacific.information.view import (
    ACTED_POWERS,
    OPEN,
    SCALARS,
    bids,
    board,
    standing_orders,
)
from ironbottom.games.axis_allies_pacific.rules.sequence import STEP_NUMBER, Turn
from ironbottom.games.axis_allies_pacific.state_types import Rules, State

TABLES = {
    "bought": (layout.BOUGHT, counters.ECONOMIES.ids),
    "placed": (layout.PLACED, counters.LANDS.ids),
    "origins": (layout.ORIGINS, counters.PLACES.ids),
    "fired": (layout.BOMBARDED_SHIPS, counters.ZONES.ids),
    "unloaded": (layout.UNLOADED, counters.ZONES.ids),
    "escaped": (layout.ESCAPED, counters.ZONES.ids),
    "engaged": (layout.ENGAGED, counters.ZONES.ids),
    "loading_after_combat": (layout.LOADING, counters.ZONES.ids),
    "part_landed": (layout.PART_LANDED, counters.COAST_NAMES.ids),
    "landing": (layout.LANDING_AT, counters.COAST_NAMES.ids),
}
BY_POWER = {
    "units": (layout.UNITS, counters.POWERS.ids),
    "acted": (layout.ACTED, ACTED_POWERS),
    "flying": (layout.FLYING, ACTED_POWERS),
}
FIELDS = (
    *(*SCALARS, *TABLES, *BY_POWER),
    *("ipc", "control", "standing_orders", "settled", "shown_orders", "bids", "step", "frames"),
)


def describe(state: State) -> dict[str, Any]:
    """The state as a position, in the game's words."""
    cells = state.cells
    result = board(cells)
    result["standing_orders"] = {
        name: standing_orders(cells, side, True) for side, name in enumerate(counters.SIDES.ids)
    }
    result["settled"] = {name: cells[layout.SETTLED + side] for side, name in enumerate(counters.SIDES.ids)}
    result["shown_orders"] = {name: cells[layout.SHOWN_ORDERS + side] for side, name in enumerate(counters.SIDES.ids)}
    result["bids"] = bids(cells, OPEN)
    result["frames"] = write_frames(state.rules, state.stack)
    return result


def read(rules: Rules, position: Mapping[str, Any]) -> State:
    """The state that a position describes.

    All fields may be left out: control, complexes, convoys and treasuries are then as at the start, and only named
    units exist. Instead of ``frames``, a ``step`` of the turn may be named, from which play continues.
    """
    check_fields(position, FIELDS, "")
    state = State(rules, starting_cells(rules), ())
    read_cells(state.cells, position)
    read_orders(state.cells, position)
    read_table(state.cells, layout.BIDS, counters.SIDES.ids, position.get("bids", {}), "bids")
    frames = written_frames(rules, position)
    if frames is not None:
        state.stack = frames
        if not frames and not state.cells[layout.OUTCOME]:
            raise BadValue("a game that is not over must have the frame of its turn", field="frames", clause="4.1")
    else:
        step = position.get("step", "purchase")
        if not isinstance(step, str) or step not in STEP_NUMBER:
            raise BadValue(f"{step!r} is not a step; the steps are {', '.join(STEP_NUMBER)}", field="step")
        check(state)
        check_points(state.cells, step == "victory" and state.cells[layout.ACTIVE] == counters.JAPAN)
        state.stack = (Turn(STEP_NUMBER[step]),)
        check_unsplit(state)
        run_to_decision(state)
    return state


def read_board(rules: Rules, view: Mapping[str, Any]) -> State:
    """A state that matches a view, without hidden information."""
    state = State(rules, [0] * layout.LAYOUT.size, read_frames(rules, view["frames"]))
    read_cells(state.cells, view)
    return state


def starting_cells(rules: Rules) -> layout.Cells:
    """3.0 The initial board without units."""
    cells, figures = [0] * layout.LAYOUT.size, rules.pieces
    cells[layout.ROUND], cells[layout.KAMIKAZES], cells[layout.COMPLEXES] = 1, 6, figures.complexes
    cells[layout.VP_TARGET] = int(rules.options["vp_target"])
    for land, who in enumerate(figures.first_holder):
        if who >= 0:
            cells[layout.HELD + who] |= 1 << land
    owners = figures.convoy_owner
    cells[layout.CONVOYS_TAKEN] = sum(
        1 << n for n in range(len(counters.CONVOYS)) if owners[n] == counters.SIDES.ids[counters.JAPAN]
    )
    return cells


def read_cells(cells: layout.Cells, data: Mapping[str, Any]) -> None:
    """Reads the public part of the board."""
    for name, cell in SCALARS.items():
        if name in data:
            cells[cell] = layout.LAYOUT.types[cell].read(data[name], name)
    for name, (first, names) in TABLES.items():
        read_table(cells, first, names, data.get(name, {}), name)
    for name, (first, powers) in BY_POWER.items():
        by_power = data.get(name, {})
        check_fields(by_power, powers, name)
        for number, power in enumerate(powers):
            read_table(
                cells,
                first + number * counters.PLACE_COUNT,
                counters.PLACES.ids,
                by_power.get(power, {}),
                f"{name}.{power}",
            )
    read_table(cells, layout.IPC, counters.ECONOMIES.ids, data.get("ipc", {}), "ipc")
    read_control(cells, data.get("control", {}))


def read_table(cells: layout.Cells, first: int, names: Sequence[str], data: Any, field: str) -> None:
    """Reads a run of cells by name."""
    check_fields(data, names, field)
    kind, numbers = layout.LAYOUT.types[first], places_in(names)
    for name, value in data.items():
        cells[first + numbers[name]] = kind.read(value, f"{field}.{name}")


@cache
def places_in(names: Sequence[str]) -> dict[str, int]:
    """The indices of names in a run of cells."""
    return {name: number for number, name in enumerate(names)}


def read_control(cells: layout.Cells, data: Any) -> None:
    """Reads the holders of the named territories; the others are unchanged."""
    check_fields(data, counters.LANDS.index, "control")
    for land, who in data.items():
        number = IdField(counters.HOLDERS).read(who, f"control.{land}")
        for other in range(len(counters.HOLDERS)):
            cells[layout.HELD + other] &= ~(1 << counters.LANDS.index[land])
        cells[layout.HELD + number] |= 1 << counters.LANDS.index[land]


def read_orders(cells: layout.Cells, data: Mapping[str, Any]) -> None:
    """8.1.3 Reads each side's standing orders, those changed in this purchase, and those that the others have seen."""
    by_side = data.get("standing_orders", {})
    check_fields(by_side, counters.SIDES.ids, "standing_orders")
    for side, name in enumerate(counters.SIDES.ids):
        orders = by_side.get(name, {})
        check_fields(orders, [order for order, _, _ in layout.STANDING_ORDERS], f"standing_orders.{name}")
        for order, first, values in layout.STANDING_ORDERS:
            if order in orders:
                cells[first + side] = values.number(orders[order], f"standing_orders.{name}.{order}")
    for field, first in (("settled", layout.SETTLED), ("shown_orders", layout.SHOWN_ORDERS)):
        bits = data.get(field, {})
        check_fields(bits, counters.SIDES.ids, field)
        for side, name in enumerate(counters.SIDES.ids):
            if name in bits:
                cells[first + side] = layout.LAYOUT.types[first].read(bits[name], f"{field}.{name}")
