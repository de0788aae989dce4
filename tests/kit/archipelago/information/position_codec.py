"""The parts of a state as data, given as differences from the start of its scenario."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from ironbottom.engine.codecs.position_parts import check_fields
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import IdField, Number, TupleField
from ironbottom.engine.rules.state import State
from tests.kit.archipelago.pieces import (
    FORCES,
    HEXES,
    ISLANDS,
    KINDS,
    LOOKS,
    MAX_OF_A_KIND,
    PLACES,
    SIDES,
    UNITS,
    ZONES,
    counter,
)
from tests.kit.archipelago.state import (
    AT,
    COUNTERS,
    FORCE_AT,
    FORCE_STATE,
    FORCE_STATES,
    FORCE_ZONE,
    HELD,
    IN_RESERVE,
    LOUD,
    SCENARIO,
    SILENT,
    TIRED,
    at_start,
    held_by,
    stacks_of,
    station,
)

_place, _hex, _count = IdField(PLACES, none=True), IdField(HEXES), Number(0, MAX_OF_A_KIND)
_units, _hexes, _force_state = TupleField(IdField(UNITS)), TupleField(_hex), IdField(FORCE_STATES)


def visible_units(state: State, unseen: Container[int] = ()) -> dict[str, Any]:
    """The units that are not where they started, except those that must stay hidden."""
    start = at_start(state.rules, state.cells[SCENARIO]).arrays[AT]
    moved = [unit for unit, (hex, before) in enumerate(zip(state.arrays[AT], start, strict=True)) if hex != before]
    return {UNITS.ids[unit]: _place.write(state.arrays[AT][unit]) for unit in moved if unit not in unseen}


def visible_counters(state: State) -> dict[str, Any]:
    """The counts of each island and side that differ from the start."""
    start, counters = at_start(state.rules, state.cells[SCENARIO]).arrays[COUNTERS], state.arrays[COUNTERS]
    data: dict[str, Any] = {}
    for island, name in enumerate(ISLANDS.ids):
        for side, whose in enumerate(SIDES.ids):
            first = counter(island, side, 0)
            row = counters[first : first + len(KINDS)]
            if row != start[first : first + len(KINDS)]:
                there = {KINDS.ids[kind]: count for kind, count in enumerate(row) if count}
                data.setdefault(name, {})[whose] = there
    return data


def visible_tired(state: State) -> list[str]:
    """The tired companies."""
    tired = state.arrays[TIRED]
    return [UNITS.ids[unit] for unit, flag in enumerate(tired) if flag] if any(tired) else []


def visible_force(state: State, force: int, *, hidden: bool) -> dict[str, Any]:
    """One task force; if it is hidden, only its zone."""
    hex, zone = state.cells[FORCE_AT + force], state.cells[FORCE_ZONE + force]
    data: dict[str, Any] = {"state": _force_state.write(state.cells[FORCE_STATE + force])}
    if hidden and zone >= 0:
        data["zone"] = ZONES.ids[zone]
    elif not hidden and hex >= 0:
        data["hex"] = HEXES.ids[hex]
    return data


def visible_forces(state: State, hidden: Container[int] = ()) -> dict[str, Any]:
    """The task forces that are not in reserve."""
    out = [force for force in range(len(FORCES)) if state.cells[FORCE_STATE + force] != IN_RESERVE]
    return {FORCES.ids[force]: visible_force(state, force, hidden=force in hidden) for force in out}


def visible_searches(state: State, first: int, *sides: int) -> dict[str, list[str]]:
    """The hexes searched by the sides, in the cells from an index on (``SILENT`` or ``LOUD``)."""
    cells = state.cells
    rows = {SIDES.ids[side]: cells[first + LOOKS * side : first + LOOKS * (side + 1)] for side in sides}
    return {whose: found for whose, row in rows.items() if (found := [HEXES.ids[hex] for hex in row if hex >= 0])}


# -- and back --------------------------------------------------------------------------------------------


def put_units(state: State, data: Any) -> None:
    """Moves units to the places in a table."""
    check_fields(data, UNITS.index, "units")
    positions = state.arrays[AT][:]
    for name, place in data.items():
        positions[UNITS.index[name]] = _place.read(place, f"units.{name}")
    if data:
        stacks_of(state).placed(positions)


def put_counters(state: State, data: Any) -> None:
    """Sets the counters of islands and sides that a table names."""
    check_fields(data, ISLANDS.index, "counters")
    counters = state.arrays[COUNTERS]
    for name, sides in data.items():
        check_fields(sides, SIDES.index, f"counters.{name}")
        for whose, kinds in sides.items():
            field = f"counters.{name}.{whose}"
            check_fields(kinds, KINDS.index, field)
            first = counter(ISLANDS.index[name], SIDES.index[whose], 0)
            for kind, each in enumerate(KINDS.ids):
                counters[first + kind] = _count.read(kinds.get(each, 0), f"{field}.{each}")
    state.cells[HELD : HELD + 2] = [held_by(state.arrays, side) for side in range(2)]


def put_tired(state: State, data: Any) -> None:
    """Tires the companies of a list."""
    tired = state.arrays[TIRED]
    for unit in _units.read(data, "tired"):
        tired[unit] = 1


def put_forces(state: State, data: Any) -> dict[int, int]:
    """Sets the task forces of a table; returns the zones of those without a known hex."""
    check_fields(data, FORCES.index, "forces")
    zones = {}
    for name, row in data.items():
        field, force = f"forces.{name}", FORCES.index[name]
        check_fields(row, ("state", "hex", "zone"), field)
        hex = _hex.read(row["hex"], f"{field}.hex") if "hex" in row else -1
        station(state, force, hex, _force_state.read(row.get("state"), f"{field}.state"))
        if "zone" in row:
            zones[force] = state.cells[FORCE_ZONE + force] = ZONES.number(row["zone"], f"{field}.zone")
    return zones


def put_looks(state: State, first: int, data: Any, field: str) -> None:
    """Sets the searches of sides."""
    check_fields(data, SIDES.index, field)
    for name, listed in data.items():
        looked = _hexes.read(listed, f"{field}.{name}")
        if len(looked) > LOOKS:
            raise BadValue(f"a side searches {LOOKS} times at most", field=f"{field}.{name}")
        place = first + LOOKS * SIDES.index[name]
        state.cells[place : place + len(looked)] = looked


def everything(state: State, frames: list[dict[str, Any]]) -> dict[str, Any]:
    """The whole state as data; parts equal to the start are left out."""
    found = {
        "units": visible_units(state),
        "counters": visible_counters(state),
        "tired": visible_tired(state),
        "forces": visible_forces(state),
        "silent": visible_searches(state, SILENT, 0, 1),
        "loud": visible_searches(state, LOUD, 0, 1),
    }
    return {**{name: part for name, part in found.items() if part}, "stack": frames}


def laid_over(state: State, data: Mapping[str, Any]) -> dict[int, int]:
    """Applies differences to the start of a scenario; returns the zones of task forces without a known hex."""
    put_units(state, data.get("units", {}))
    put_counters(state, data.get("counters", {}))
    put_tired(state, data.get("tired", []))
    zones = put_forces(state, data.get("forces", {}))
    put_looks(state, SILENT, data.get("silent", {}), "silent")
    put_looks(state, LOUD, data.get("loud", {}), "loud")
    return zones
