"""What a side has been shown, built up from nothing: all of it but what others have settled beforehand (8.1.3)."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.fields import members
from ironbottom.engine.frame_words import write_frames
from ironbottom.engine.state import State
from ironbottom.games.axis_allies_pacific.pieces import (
    COAST_NAMES,
    ECONOMIES,
    HOLDERS,
    LANDS,
    PLACE_COUNT,
    PLACES,
    POWERS,
    SIDES,
    ZONES,
)
from ironbottom.games.axis_allies_pacific.rules.income import production
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    ACTIVE,
    BOUGHT,
    COMPLEXES,
    CONVOYS_TAKEN,
    ENTERED,
    ESCAPED,
    FLYING,
    FOUGHT,
    HELD,
    IPC,
    KAMIKAZES,
    LANDING_AT,
    LOOT,
    NEW,
    ORIGINS,
    OUTCOME,
    PLACED,
    POOL,
    QUIET,
    ROUND,
    SAILED,
    SETTLED,
    SHOWN_ORDERS,
    STANDING,
    TAKEN,
    UNITS,
    VOLUNTEERS,
    VP,
    Cells,
    layout,
)

PUBLIC, OPEN = -1, 3
SCALARS = {
    "round": ROUND,
    "active": ACTIVE,
    "victory_points": VP,
    "kamikazes": KAMIKAZES,
    "pool": POOL,
    "loot": LOOT,
    "volunteers": VOLUNTEERS,
    "complexes": COMPLEXES,
    "convoys_of_japan": CONVOYS_TAKEN,
    "taken": TAKEN,
    "entered": ENTERED,
    "new_complexes": NEW,
    "fought": FOUGHT,
    "quiet": QUIET,
    "sailed_into": SAILED,
    "outcome": OUTCOME,
}
"""What stands in one cell each, by the name it has in a view and a position."""
ACTED_POWERS = ("own", "china")


def view_of(state: State, viewer: int) -> dict[str, Any]:
    """All that a side, the public (-1) or, after the end, anybody (3) has been shown."""
    cells, rules = state.cells, state.rules
    return {
        "game": rules.game.id,
        "options": dict(rules.options),
        "corrections": rules.facts.corrections,
        "side": SIDES.ids[viewer] if 0 <= viewer < len(SIDES) else "open" if viewer == OPEN else "public",
        **board(cells),
        "production": {name: production(rules.pieces, cells, n) for n, name in enumerate(ECONOMIES.ids)},
        "standing_orders": {
            name: standing_orders(cells, side, viewer in (side, OPEN)) for side, name in enumerate(SIDES.ids)
        },
        **settled(cells),
        "frames": write_frames(rules, state.stack),
    }


def board(cells: Cells) -> dict[str, Any]:
    """8.1.3 Everything but the standing orders lies open on the table."""
    told: dict[str, Any] = {name: layout.types[cell].write(cells[cell]) for name, cell in SCALARS.items()}
    told["ipc"] = {name: cells[IPC + number] for number, name in enumerate(ECONOMIES.ids)}
    told["bought"] = table(cells, BOUGHT, ECONOMIES.ids)
    held = {land: HOLDERS.ids[who] for who in range(len(HOLDERS)) for land in members(cells[HELD + who])}
    told["control"] = {LANDS.ids[land]: held[land] for land in sorted(held)}
    told["placed"] = table(cells, PLACED, LANDS.ids)
    told["origins"] = table(cells, ORIGINS, PLACES.ids)
    told["escaped"] = table(cells, ESCAPED, ZONES.ids)
    told["units"] = {name: table(cells, UNITS + n * PLACE_COUNT, PLACES.ids) for n, name in enumerate(POWERS.ids)}
    told["acted"] = {name: table(cells, ACTED + n * PLACE_COUNT, PLACES.ids) for n, name in enumerate(ACTED_POWERS)}
    told["flying"] = {name: table(cells, FLYING + n * PLACE_COUNT, PLACES.ids) for n, name in enumerate(ACTED_POWERS)}
    told["landing"] = table(cells, LANDING_AT, COAST_NAMES.ids)
    return told


def table(cells: Cells, first: int, names: tuple[str, ...]) -> dict[str, Any]:
    """What stands in a run of cells, by name, where anything does."""
    kind = layout.types[first]
    return {names[n]: kind.write(value) for n, value in enumerate(cells[first : first + len(names)]) if value}


def standing_orders(cells: Cells, side: int, own: bool) -> dict[str, str]:
    """8.1.3 The standing orders of a side that may be seen: one's own, and those seen at work."""
    shown = 7 if own else cells[SHOWN_ORDERS + side]
    return {name: values.ids[cells[first + side]] for n, (name, first, values) in enumerate(STANDING) if shown >> n & 1}


def settled(cells: Cells) -> dict[str, dict[str, int]]:
    """8.1.3 By side, how often it has changed its orders in this purchase, and which of them all have seen at work."""
    return {
        "settled": {name: cells[SETTLED + side] for side, name in enumerate(SIDES.ids)},
        "shown_orders": {name: cells[SHOWN_ORDERS + side] for side, name in enumerate(SIDES.ids)},
    }
