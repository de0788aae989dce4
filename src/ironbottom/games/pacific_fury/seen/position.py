"""Positions in the game's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.errors import BadValue
from ironbottom.engine.fields import Flag, shorten
from ironbottom.engine.frame_words import write_frames
from ironbottom.engine.position_parts import known, written_frames
from ironbottom.engine.procedures import Procedure
from ironbottom.engine.rules import Rules
from ironbottom.engine.state import State
from ironbottom.games.pacific_fury.pieces import (
    EXPRESS,
    FORCES,
    JAPAN,
    OF_SIDE,
    PLACES,
    SHIPS,
    SIDES,
    TRANSPORTS,
    TURNS,
    UNITS,
)
from ironbottom.games.pacific_fury.rules.operations import Operations
from ironbottom.games.pacific_fury.rules.sequence import STEP_NUMBER, Turn, initiative_at
from ironbottom.games.pacific_fury.rules.task_forces import FormForces
from ironbottom.games.pacific_fury.seen.view import BASES, CANNOT, TRIO
from ironbottom.games.pacific_fury.state import (
    BASE,
    DISRUPTED,
    DUE,
    FORCE,
    GONE,
    HIT,
    INITIATIVE,
    LIMIT,
    MARKER,
    OFF_MAP,
    OPERATION,
    RESERVE,
    SHOWN,
    SUNK,
    TRANSPORTS_SUNK,
    TURN,
    USED,
    WHERE,
    Cells,
    layout,
    other,
    side_of,
)

SCALARS = {"turn": TURN, "initiative": INITIATIVE, "marker": MARKER, "operations_done": OPERATION}
SCALARS |= {"events_used": USED, "transports_sunk": TRANSPORTS_SUNK, "hit": HIT}
HENDERSON = ("operational", "disrupted")
PILES = {
    BASES[0]: BASE,
    BASES[1]: BASE + 1,
    "reserve": RESERVE,
    "sunk": SUNK,
    "gone": GONE,
    "off_map": OFF_MAP,
}
PILES |= {f"turn_{turn}": DUE + turn - 1 for turn in range(1, TURNS + 1)}
FORCE_COUNT = len(FORCES)
STEPS = ("first_forms", "second_forms", "operations")
FIELDS = (*SCALARS, "henderson", "units", "forces", "shown", "step", "frames")
FORCE_FIELDS = ("where", "units", "face_up", "cannot_hold")
_NAMES = {SIDES.ids[side]: {} for side in (0, 1)}  # type: dict[str, dict[str, str]]
for _unit, _title in zip(UNITS.ids, UNITS.titles, strict=True):
    _NAMES[SIDES.ids[0 if OF_SIDE[0] >> UNITS.index[_unit] & 1 else 1]][_title.lower()] = _unit


def describe(state: State) -> dict[str, Any]:
    """The state in the game's words."""
    cells = state.cells
    told: dict[str, Any] = {name: layout.types[cell].write(cells[cell]) for name, cell in SCALARS.items()}
    told["henderson"] = HENDERSON[cells[DISRUPTED]]
    told["units"] = {name: layout.types[cell].write(cells[cell]) for name, cell in PILES.items()}
    told["forces"] = {
        FORCES.ids[force]: {
            "where": PLACES.ids[cells[WHERE + force]],
            "units": layout.types[FORCE].write(cells[FORCE + force]),
            "cannot_hold": [kind for kind, bit in CANNOT.items() if cells[LIMIT + force] & bit],
        }
        for force in range(len(FORCES))
        if cells[WHERE + force]
    }
    told["shown"] = layout.types[SHOWN].write(cells[SHOWN])
    told["frames"] = write_frames(state.rules, state.stack)
    return told


def read(rules: Rules, position: Mapping[str, Any]) -> State:
    """The state that a position describes.

    All fields but ``turn`` may be left out. Units that stand nowhere are in their base (Transports: those of the
    side without the initiative; the others and the Tokyo Express off the map). ``step`` is ``first_forms``,
    ``second_forms`` or ``operations``; ``frames`` stands in its place inside a combat. ``BadValue`` names the field.
    """
    known(position, FIELDS, "")
    cells = [0] * layout.size
    cells[TURN] = 1
    for name, cell in SCALARS.items():
        if name in position:
            cells[cell] = layout.types[cell].read(position[name], name)
    if "marker" not in position:
        cells[MARKER] = rules.pieces.first_marker
    if "initiative" not in position:
        cells[INITIATIVE] = initiative_at(rules.pieces, cells[MARKER])
    cells[DISRUPTED] = one_of(position.get("henderson", "operational"), HENDERSON, "henderson")
    read_piles(cells, position.get("units", {}))
    read_forces(cells, position.get("forces", {}))
    if "shown" in position:
        cells[SHOWN] |= units_of(position["shown"], "shown")
    place_the_rest(cells, rules)
    return State(rules, cells, stack_of(rules, cells, position))


def stack_of(rules: Rules, cells: Cells, position: Mapping[str, Any]) -> tuple[Procedure, ...]:
    """The frames: written out, or those of a step."""
    written = written_frames(rules, position)
    if written is not None:
        return written
    step = STEPS[one_of(position.get("step", "operations"), STEPS, "step")]
    outer = Turn(STEP_NUMBER[step] + 1)
    if step == "operations":
        return (outer, Operations())
    first = step == "first_forms"
    return (outer, FormForces(other(cells[INITIATIVE]) if first else cells[INITIATIVE]))


def one_of(value: Any, allowed: tuple[str, ...], field: str) -> int:
    """The place of a word among those allowed."""
    if value not in allowed:
        raise BadValue(f"{value!r} cannot stand here; allowed are {shorten(allowed)}", field=field)
    return allowed.index(value)


def units_of(listed: Any, field: str, side: int | None = None) -> int:
    """A list of units by id, or by name where the side is known."""
    if not isinstance(listed, list):
        raise BadValue(f"{listed!r} is not a list of units", field=field)
    names = _NAMES[SIDES.ids[side]] if side is not None else {}
    ids = [names.get(unit.lower(), unit) if isinstance(unit, str) else unit for unit in listed]
    return int(layout.types[SHOWN].read(ids, field))


def read_piles(cells: Cells, piles: Any) -> None:
    """Units that are in no task force."""
    known(piles, tuple(PILES), "units")
    for name, listed in piles.items():
        side = BASES.index(name) if name in BASES else None
        put(cells, PILES[name], units_of(listed, f"units.{name}", side), f"units.{name}")


def read_forces(cells: Cells, forces: Any) -> None:
    """Task forces: where they are and what is in them."""
    known(forces, FORCES.ids, "forces")
    for name, force in forces.items():
        field = f"forces.{name}"
        known(force, FORCE_FIELDS, field)
        number = FORCES.index[name]
        units = units_of(force.get("units", []), f"{field}.units", side_of(number))
        put(cells, FORCE + number, units, f"{field}.units")
        cells[WHERE + number] = PLACES.number(force.get("where", "nowhere"), f"{field}.where")
        if Flag().read(force.get("face_up", False), f"{field}.face_up"):
            cells[SHOWN] |= units
        for kind in listed_kinds(force, f"{field}.cannot_hold"):
            one_of(kind, tuple(CANNOT), f"{field}.cannot_hold")
            cells[LIMIT + number] |= CANNOT[kind]


def listed_kinds(force: Mapping[str, Any], field: str) -> list[Any]:
    """What a task force is known not to hold."""
    listed = force.get("cannot_hold", [])
    if not isinstance(listed, list):
        raise BadValue(f"{listed!r} is not a list of {shorten(CANNOT)}", field=field)
    return listed


def put(cells: Cells, place: int, units: int, field: str) -> None:
    """Puts units in a place, where they must be the first time that they are named."""
    twice = units & placed(cells)
    if twice:
        raise BadValue(f"{shorten(layout.types[SHOWN].write(twice))} stands in two places", field=field)
    cells[place] = units


def placed(cells: Cells) -> int:
    """All units that have a place."""
    units = 0
    for place in (*PILES.values(), *range(FORCE, FORCE + len(FORCES))):
        units |= cells[place]
    return units


def place_the_rest(cells: Cells, rules: Rules) -> None:
    """6.3 Units that stand nowhere: ships in base, Transports with the side without the initiative.

    Where the Tokyo Express is in play one Transports is off the map (9.6.a).
    """
    rest = (OF_SIDE[0] | OF_SIDE[1]) & ~placed(cells)
    without = other(cells[INITIATIVE])
    for side in (0, 1):
        own = rest & OF_SIDE[side]
        cells[BASE + side] |= own & SHIPS | (own & TRANSPORTS if side == without else 0)
        cells[OFF_MAP] |= own & TRANSPORTS if side != without else 0
    cells[OFF_MAP] |= rest & EXPRESS
    if not cells[OFF_MAP] & TRIO:
        replaced = rest & TRANSPORTS & OF_SIDE[JAPAN]
        cells[BASE] &= ~(replaced & -replaced)
        cells[OFF_MAP] |= replaced & -replaced
