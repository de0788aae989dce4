"""Views: everything except what others have decided in advance (8.1.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ironbottom.engine.codecs.frame_codec import write_frames
from ironbottom.engine.core.fields import members
from ironbottom.games.axis_allies_pacific import state as layout
from ironbottom.games.axis_allies_pacific.derived.decks import carriers_that_must_move
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
from ironbottom.games.axis_allies_pacific.rules.noncombat_moves import NoncombatMoves
from ironbottom.games.axis_allies_pacific.state_types import State

PUBLIC, OPEN = -1, 3
SCALARS = {
    "round": layout.ROUND,
    "active": layout.ACTIVE,
    "victory_points": layout.VP,
    "kamikazes": layout.KAMIKAZES,
    "pool": layout.POOL,
    "loot": layout.CAPTURED_IPC,
    "volunteers": layout.VOLUNTEERS,
    "complexes": layout.COMPLEXES,
    "convoys_of_japan": layout.CONVOYS_TAKEN,
    "taken": layout.TAKEN,
    "entered": layout.ENTERED,
    "new_complexes": layout.NEW_COMPLEXES,
    "fought": layout.FOUGHT,
    "quiet": layout.NO_BOMBARDMENT,
    "sailed_into": layout.SAILED,
    "points_needed": layout.VP_TARGET,
    "ties": layout.TIES,
    "players_changed": layout.CHANGED,
    "unit_bid": layout.UNIT_BID,
    "to_spend": layout.TO_SPEND,
    "reinforced": layout.REINFORCED,
    "outcome": layout.OUTCOME,
}
"""The single cells, by their names in views and positions."""
ACTED_POWERS = ("own", "china")


def view_of(state: State, viewer: int) -> dict[str, Any]:
    """The view of a side, of the public (-1) or, after the end, of everybody (3)."""
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
        "bids": bids(cells, viewer),
        "owing_decks": [ZONES.ids[zone] for zone in members(zones_of_carriers_that_must_move(state))],
        "frames": write_frames(rules, state.stack),
    }


def zones_of_carriers_that_must_move(state: State) -> int:
    """7.4.3 The zones in phase 6 with carriers that must still move for fighters in the air."""
    if not any(isinstance(frame, NoncombatMoves) for frame in state.stack):
        return 0
    return carriers_that_must_move(state.rules.pieces, state.cells, state.cells[layout.ACTIVE])


def board(cells: layout.Cells) -> dict[str, Any]:
    """8.1.3 Everything is public except standing orders."""
    data: dict[str, Any] = {name: layout.LAYOUT.types[cell].write(cells[cell]) for name, cell in SCALARS.items()}
    data["ipc"] = {name: cells[layout.IPC + number] for number, name in enumerate(ECONOMIES.ids)}
    data["bought"] = table(cells, layout.BOUGHT, ECONOMIES.ids)
    held = {land: HOLDERS.ids[who] for who in range(len(HOLDERS)) for land in members(cells[layout.HELD + who])}
    data["control"] = {LANDS.ids[land]: held[land] for land in sorted(held)}
    data["placed"] = table(cells, layout.PLACED, LANDS.ids)
    data["origins"] = table(cells, layout.ORIGINS, PLACES.ids)
    data["fired"] = table(cells, layout.BOMBARDED_SHIPS, ZONES.ids)
    data["unloaded"] = table(cells, layout.UNLOADED, ZONES.ids)
    data["escaped"] = table(cells, layout.ESCAPED, ZONES.ids)
    data["engaged"] = table(cells, layout.ENGAGED, ZONES.ids)
    data["loading_after_combat"] = table(cells, layout.LOADING, ZONES.ids)
    data["part_landed"] = table(cells, layout.PART_LANDED, COAST_NAMES.ids)
    data["units"] = {
        name: table(cells, layout.UNITS + n * PLACE_COUNT, PLACES.ids) for n, name in enumerate(POWERS.ids)
    }
    data["acted"] = {
        name: table(cells, layout.ACTED + n * PLACE_COUNT, PLACES.ids) for n, name in enumerate(ACTED_POWERS)
    }
    data["flying"] = {
        name: table(cells, layout.FLYING + n * PLACE_COUNT, PLACES.ids) for n, name in enumerate(ACTED_POWERS)
    }
    data["landing"] = table(cells, layout.LANDING_AT, COAST_NAMES.ids)
    return data


def table(cells: layout.Cells, first: int, names: Sequence[str]) -> dict[str, Any]:
    """The values of a run of cells by name, if any are set."""
    kind = layout.LAYOUT.types[first]
    return {names[n]: kind.write(value) for n, value in enumerate(cells[first : first + len(names)]) if value}


def standing_orders(cells: layout.Cells, side: int, own: bool) -> dict[str, str]:
    """8.1.3 The visible standing orders of a side: the viewer's own, and those seen in effect."""
    shown = 7 if own else cells[layout.SHOWN_ORDERS + side]
    return {
        name: values.ids[cells[first + side]]
        for n, (name, first, values) in enumerate(layout.STANDING_ORDERS)
        if shown >> n & 1
    }


def bids(cells: layout.Cells, viewer: int) -> dict[str, int]:
    """16.2 The unopened bids, each visible only to its own side."""
    return {
        name: cells[layout.BIDS + side]
        for side, name in enumerate(SIDES.ids)
        if viewer in (side, OPEN) and cells[layout.BIDS + side]
    }


def settled(cells: layout.Cells) -> dict[str, dict[str, int]]:
    """8.1.3 For each side, how often it changed its orders in this purchase, and the orders that all have seen in
    effect.
    """
    return {
        "settled": {name: cells[layout.SETTLED + side] for side, name in enumerate(SIDES.ids)},
        "shown_orders": {name: cells[layout.SHOWN_ORDERS + side] for side, name in enumerate(SIDES.ids)},
    }
