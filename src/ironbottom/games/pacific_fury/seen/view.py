"""What a side has been shown (8.4), built up from nothing."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.fields import Some
from ironbottom.engine.frame_words import write_frames
from ironbottom.engine.state import State
from ironbottom.games.pacific_fury.pieces import (
    EXPRESS,
    FORCES,
    FORCES_OF,
    JAPAN,
    OF_SIDE,
    PLACES,
    SIDES,
    TRANSPORTS,
    TURNS,
    UNITS,
)
from ironbottom.games.pacific_fury.rules.operations import Operations
from ironbottom.games.pacific_fury.rules.task_forces import FormForces
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
    NO_CARRIERS,
    NO_EXPRESS,
    NO_TRANSPORTS,
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
    own_operation,
    phasing,
    side_of,
)

PUBLIC, OPEN = -1, 2
MONTHS = ("August", "September", "October", "November")
BASES = ("truk", "espiritu_santo")
TRIO = TRANSPORTS & OF_SIDE[JAPAN] | EXPRESS
"""Both Japanese Transports and the Tokyo Express: two of the three are in play, and which is Japan's secret (9.6.a)."""
CANNOT = {"carriers": NO_CARRIERS, "transports": NO_TRANSPORTS, "tokyo_express": NO_EXPRESS}
_units = Some(UNITS)


def view_of(state: State, viewer: int) -> dict[str, Any]:
    """All that a side, the public (-1) or, after the end, anybody (2) has been shown."""
    cells, rules = state.cells, state.rules
    forming = side_forming(state)
    return {
        "game": rules.game.id,
        "options": dict(rules.options),
        "corrections": rules.facts.corrections,
        "side": SIDES.ids[viewer] if 0 <= viewer < len(SIDES) else "open" if viewer == OPEN else "public",
        "turn": cells[TURN],
        "month": MONTHS[cells[TURN] - 1],
        "initiative": SIDES.ids[cells[INITIATIVE]],
        "henderson": henderson(state),
        "operations": operations(state),
        "events_used": layout.types[USED].write(cells[USED]),
        "transports_sunk": bool(cells[TRANSPORTS_SUNK]),
        "bases": {BASES[side]: base(state, side, viewer, forming) for side in (0, 1)},
        "forces": {
            FORCES.ids[force]: task_force(state, force, viewer)
            for force in range(len(FORCES))
            if cells[FORCE + force] and (side_of(force) != forming or sees(viewer, forming))
        },
        "reserve": _units.write(cells[RESERVE]),
        "due": {
            str(turn): _units.write(cells[DUE + turn - 1]) for turn in range(1, TURNS + 1) if cells[DUE + turn - 1]
        },
        "sunk": _units.write(cells[SUNK]),
        "gone": _units.write(cells[GONE]),
        "off_map": _units.write(off_map_seen(cells, viewer)),
        "hidden": {SIDES.ids[side]: _units.write(hidden(cells, side)) for side in (0, 1) if not sees(viewer, side)},
        "shown": _units.write(cells[SHOWN]),
        "hit": layout.types[HIT].write(cells[HIT]),
        "frames": write_frames(rules, state.stack),
    }


def sees(viewer: int, side: int) -> bool:
    """Whether the viewer looks at this side's face-down counters."""
    return viewer in (side, OPEN)


def side_forming(state: State) -> int:
    """The side that forms its task forces now, of which others see nothing yet (8.2.a); -1 if none."""
    top = state.stack[-1] if state.stack else None
    return top.side if isinstance(top, FormForces) else -1


def henderson(state: State) -> dict[str, Any]:
    """3.6, 6.2 Henderson Field as the initiative track shows it."""
    cells = state.cells
    box = state.rules.pieces.track[cells[MARKER]]
    return {
        "side": SIDES.ids[cells[INITIATIVE]],
        "operational": not cells[DISRUPTED],
        "marker": cells[MARKER],
        "combat": box.henderson_cf,
        "hits_to_disrupt": box.hits_to_disrupt,
        "cover": box.cap_icons,
    }


def operations(state: State) -> dict[str, Any]:
    """9.0.c How many operations are done, and in the phase whose is the next and its number."""
    cells = state.cells
    under_way = any(isinstance(here, Operations) for here in state.stack)
    choosing = under_way and isinstance(state.stack[-1], Operations)
    return {
        "done": cells[OPERATION],
        "under_way": under_way,
        "phasing": SIDES.ids[phasing(cells)] if choosing else None,
        "number": own_operation(cells) if choosing else None,
    }


def base(state: State, side: int, viewer: int, forming: int) -> dict[str, Any]:
    """A base: its units for their owner, for others the number of counters unless counts are hidden."""
    cells = state.cells
    units = cells[BASE + side]
    if sees(viewer, side):
        return {"side": SIDES.ids[side], "counters": units.bit_count(), "units": _units.write(units)}
    if side == forming:
        for force in FORCES_OF[side]:
            units |= cells[FORCE + force]
    counted = state.rules.options["hidden_counts"] == "off"
    return {"side": SIDES.ids[side], "counters": units.bit_count() if counted else None, "units": []}


def task_force(state: State, force: int, viewer: int) -> dict[str, Any]:
    """A task force: where it is, its counters, those seen, and what everybody can tell that it does not hold."""
    cells = state.cells
    units = cells[FORCE + force]
    shown = units & cells[SHOWN]
    mine = sees(viewer, side_of(force))
    counted = mine or shown == units or state.rules.options["hidden_counts"] == "off"
    cannot = [kind for kind, bit in CANNOT.items() if cells[LIMIT + force] & bit]
    return {
        "side": SIDES.ids[side_of(force)],
        "where": PLACES.ids[cells[WHERE + force]],
        "counters": units.bit_count() if counted else None,
        "units": _units.write(units if mine else shown),
        "face_up": shown == units,
        "cannot_hold": cannot,
    }


# -- what is hidden ------------------------------------------------------------------------------------


def trio_in_doubt(cells: Cells) -> int:
    """9.6.a Of the Japanese Transports and the Tokyo Express, those that may still be the hidden ones."""
    if cells[INITIATIVE] == JAPAN:
        return 0
    seen = TRIO & (cells[SHOWN] | cells[SUNK])
    return TRIO & ~seen if seen.bit_count() < 2 else 0


def hidden(cells: Cells, side: int) -> int:
    """What a side's face-down counters may be, as everybody can tell."""
    units = cells[BASE + side]
    for force in FORCES_OF[side]:
        units |= cells[FORCE + force]
    return units & ~cells[SHOWN] & ~TRIO | (trio_in_doubt(cells) if side == JAPAN else 0)


def off_map_seen(cells: Cells, viewer: int) -> int:
    """The units off the map, without those whose absence is Japan's secret."""
    return cells[OFF_MAP] if sees(viewer, JAPAN) else cells[OFF_MAP] & ~trio_in_doubt(cells)
