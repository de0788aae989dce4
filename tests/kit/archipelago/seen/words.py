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
    MOST_OF_A_KIND,
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

_place, _hex, _count = IdField(PLACES, none=True), IdField(HEXES), Number(0, MOST_OF_A_KIND)
_units, _hexes, _force_state = TupleField(IdField(UNITS)), TupleField(_hex), IdField(FORCE_STATES)


def units_told(state: State, unseen: Container[int] = ()) -> dict[str, Any]:
    """The units that are elsewhere than at the start, without those that must stay hidden."""
    start = at_start(state.rules, state.cells[SCENARIO]).arrays[AT]
    moved = [unit for unit, (at, before) in enumerate(zip(state.arrays[AT], start, strict=True)) if at != before]
    return {UNITS.ids[unit]: _place.write(state.arrays[AT][unit]) for unit in moved if unit not in unseen}


def counters_told(state: State) -> dict[str, Any]:
    """The counts of each island and side that differ from the start."""
    start, counters = at_start(state.rules, state.cells[SCENARIO]).arrays[COUNTERS], state.arrays[COUNTERS]
    told: dict[str, Any] = {}
    for island, name in enumerate(ISLANDS.ids):
        for side, whose in enumerate(SIDES.ids):
            first = counter(island, side, 0)
            row = counters[first : first + len(KINDS)]
            if row != start[first : first + len(KINDS)]:
                there = {KINDS.ids[kind]: count for kind, count in enumerate(row) if count}
                told.setdefault(name, {})[whose] = there
    return told


def tired_told(state: State) -> list[str]:
    """The tired companies."""
    tired = state.arrays[TIRED]
    return [UNITS.ids[unit] for unit, flag in enumerate(tired) if flag] if any(tired) else []


def force_told(state: State, force: int, *, hidden: bool) -> dict[str, Any]:
    """One task force; only the zone of a hidden one."""
    at, zone = state.cells[FORCE_AT + force], state.cells[FORCE_ZONE + force]
    told: dict[str, Any] = {"state": _force_state.write(state.cells[FORCE_STATE + force])}
    if hidden and zone >= 0:
        told["zone"] = ZONES.ids[zone]
    elif not hidden and at >= 0:
        told["hex"] = HEXES.ids[at]
    return told


def forces_told(state: State, hidden: Container[int] = ()) -> dict[str, Any]:
    """The task forces that are not in reserve."""
    out = [force for force in range(len(FORCES)) if state.cells[FORCE_STATE + force] != IN_RESERVE]
    return {FORCES.ids[force]: force_told(state, force, hidden=force in hidden) for force in out}


def looks_told(state: State, first: int, *sides: int) -> dict[str, list[str]]:
    """The hexes searched by the sides, in the cells from an index on (``SILENT`` or ``LOUD``)."""
    cells = state.cells
    rows = {SIDES.ids[side]: cells[first + LOOKS * side : first + LOOKS * (side + 1)] for side in sides}
    return {whose: told for whose, row in rows.items() if (told := [HEXES.ids[at] for at in row if at >= 0])}


# -- and back --------------------------------------------------------------------------------------------


def put_units(state: State, told: Any) -> None:
    """Moves units to the places in a table."""
    check_fields(told, UNITS.index, "units")
    at = state.arrays[AT][:]
    for name, place in told.items():
        at[UNITS.index[name]] = _place.read(place, f"units.{name}")
    if told:
        stacks_of(state).placed(at)


def put_counters(state: State, told: Any) -> None:
    """Sets the counters of islands and sides that a table names."""
    check_fields(told, ISLANDS.index, "counters")
    counters = state.arrays[COUNTERS]
    for name, sides in told.items():
        check_fields(sides, SIDES.index, f"counters.{name}")
        for whose, kinds in sides.items():
            field = f"counters.{name}.{whose}"
            check_fields(kinds, KINDS.index, field)
            first = counter(ISLANDS.index[name], SIDES.index[whose], 0)
            for kind, each in enumerate(KINDS.ids):
                counters[first + kind] = _count.read(kinds.get(each, 0), f"{field}.{each}")
    state.cells[HELD : HELD + 2] = [held_by(state.arrays, side) for side in range(2)]


def put_tired(state: State, told: Any) -> None:
    """Tires the companies of a list."""
    tired = state.arrays[TIRED]
    for unit in _units.read(told, "tired"):
        tired[unit] = 1


def put_forces(state: State, told: Any) -> dict[int, int]:
    """Sets the task forces of a table; returns the zones of those without a known hex."""
    check_fields(told, FORCES.index, "forces")
    zones = {}
    for name, row in told.items():
        field, force = f"forces.{name}", FORCES.index[name]
        check_fields(row, ("state", "hex", "zone"), field)
        at = _hex.read(row["hex"], f"{field}.hex") if "hex" in row else -1
        station(state, force, at, _force_state.read(row.get("state"), f"{field}.state"))
        if "zone" in row:
            zones[force] = state.cells[FORCE_ZONE + force] = ZONES.number(row["zone"], f"{field}.zone")
    return zones


def put_looks(state: State, first: int, told: Any, field: str) -> None:
    """Sets the searches of sides."""
    check_fields(told, SIDES.index, field)
    for name, listed in told.items():
        looked = _hexes.read(listed, f"{field}.{name}")
        if len(looked) > LOOKS:
            raise BadValue(f"a side searches {LOOKS} times at most", field=f"{field}.{name}")
        place = first + LOOKS * SIDES.index[name]
        state.cells[place : place + len(looked)] = looked


def everything(state: State, frames: list[dict[str, Any]]) -> dict[str, Any]:
    """All of a state as data; parts equal to the start are left out."""
    told = {
        "units": units_told(state),
        "counters": counters_told(state),
        "tired": tired_told(state),
        "forces": forces_told(state),
        "silent": looks_told(state, SILENT, 0, 1),
        "loud": looks_told(state, LOUD, 0, 1),
    }
    return {**{name: part for name, part in told.items() if part}, "stack": frames}


def laid_over(state: State, told: Mapping[str, Any]) -> dict[int, int]:
    """Applies differences to the start of a scenario; returns the zones of task forces without a known hex."""
    put_units(state, told.get("units", {}))
    put_counters(state, told.get("counters", {}))
    put_tired(state, told.get("tired", []))
    zones = put_forces(state, told.get("forces", {}))
    put_looks(state, SILENT, told.get("silent", {}), "silent")
    put_looks(state, LOUD, told.get("loud", {}), "loud")
    return zones
