"""What a side has been shown: everything but what the other side wants while both pick day or night in secret (7.3)."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.fields import Some
from ironbottom.engine.frame_words import write_frames
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific.odds.forecast import forecast
from ironbottom.games.victory_in_the_pacific.pieces import (
    ACTIONS,
    AREAS,
    GROUPS,
    OF_SIDE,
    PLACES,
    PORTS,
    SHIPS,
    SIDES,
    TURNS,
    UNITS,
    Pieces,
)
from ironbottom.games.victory_in_the_pacific.rules.day_night import Naming
from ironbottom.games.victory_in_the_pacific.state import (
    AIR_LOSS,
    AT,
    BATTLE,
    DAMAGE,
    DUE,
    ESCAPED,
    FIRST_LOCATION,
    FLAG,
    FLAG_BEFORE,
    FORFEIT,
    FOUGHT,
    GROUP,
    HOME,
    IN,
    LAST_LOCATION,
    LOST,
    MARKED,
    OWNED,
    PATROL,
    POC,
    PURSUED,
    REBUILT,
    REMOVED,
    RESTED,
    RETURN,
    STAYED_OUT,
    TURN,
    USED,
    WANT,
    YARD,
    Cells,
)

OPEN = 2
_units, _areas = Some(UNITS), Some(AREAS)


def _spots() -> dict[int, str]:
    named = {AT + area: name for area, name in enumerate(AREAS.ids)}
    named |= {IN + place: name for place, name in enumerate(PLACES.ids)}
    named |= {DUE + turn: f"due_{turn + 1}" for turn in range(TURNS)}
    named |= {GROUP + group: name for group, name in enumerate(GROUPS.ids)}
    named |= {RETURN + turn: f"return_{turn + 1}" for turn in range(TURNS)}
    named |= {YARD: "san_diego", HOME: "submarine_base", REMOVED: "withdrawn", LOST: "lost"}
    return {cell: named[cell] for cell in range(FIRST_LOCATION, LAST_LOCATION + 1)}


SPOT_NAMES = _spots()
"""The name of each cell in which units stand."""


def view_of(state: State, viewer: int) -> dict[str, Any]:
    """All that a side, the public (-1) or, after the end, anybody (2) has been shown."""
    cells, rules = state.cells, state.rules
    naming = next((here for here in state.stack[-1:] if isinstance(here, Naming)), None)
    return {
        "game": rules.game.id,
        "options": dict(rules.options),
        "corrections": rules.facts.corrections,
        "side": SIDES.ids[viewer] if 0 <= viewer < len(SIDES) else "open" if viewer == OPEN else "public",
        "turn": cells[TURN],
        "date": rules.pieces.dates[cells[TURN] - 1],
        "last_turn": rules.pieces.last_turn,
        "points_of_control": cells[POC],
        "forecast": forecast(state),
        "flags": {area: side_with(cells, FLAG, number) for number, area in enumerate(AREAS.ids)},
        "flags_before": {area: side_with(cells, FLAG_BEFORE, number) for number, area in enumerate(AREAS.ids)},
        "places": {place: side_with(cells, OWNED, number) for number, place in enumerate(PLACES.ids)},
        "repairs": repairs(rules.pieces, cells),
        "units": {name: units_of(cells, side) for side, name in enumerate(SIDES.ids)},
        "raiding": _units.write(at_sea(cells) & SHIPS & ~cells[PATROL]),
        "marked": _units.write(cells[MARKED]),
        "rested": _units.write(cells[RESTED]),
        "escaped": _units.write(cells[ESCAPED]),
        "pursued": _units.write(cells[PURSUED]),
        "stayed_out": _units.write(cells[STAYED_OUT]),
        "damage": amounts(cells, DAMAGE),
        "air_loss": amounts(cells, AIR_LOSS) if rules.pieces.carrier_airstrikes else {},
        "battle": AREAS.ids[cells[BATTLE]] if cells[BATTLE] >= 0 else None,
        "fought": _areas.write(cells[FOUGHT]),
        "retreated": {name: _areas.write(cells[FORFEIT + side]) for side, name in enumerate(SIDES.ids)},
        "airstrikes_rebuilt": {name: cells[REBUILT + side] for side, name in enumerate(SIDES.ids)},
        "wants": wants(state, viewer),
        "naming": None if naming is None else (bool(naming.stacks[viewer]) if viewer in (0, 1) else True),
        "frames": write_frames(rules, state.stack[:-1] if naming else state.stack),
    }


def side_with(cells: Cells, first: int, number: int) -> str | None:
    """The side whose flag or garrison is on an area or place."""
    side = next((side for side in (0, 1) if cells[first + side] >> number & 1), -1)
    return SIDES.ids[side] if side >= 0 else None


def repairs(pieces: Pieces, cells: Cells) -> dict[str, dict[str, int]]:
    """11.2 The repair points of the turn at each port that has any, and how many are spent."""
    turn = cells[TURN] - 1
    return {
        port: {"points": pieces.repair[number][turn], "spent": cells[USED + number]}
        for number, port in enumerate(PORTS.ids)
        if pieces.repair[number][turn] or cells[USED + number]
    }


def units_of(cells: Cells, side: int) -> dict[str, list[str]]:
    """A side's units by where they are, in the order of the units file."""
    own = OF_SIDE[side]
    return {name: _units.write(units) for cell, name in SPOT_NAMES.items() if (units := cells[cell] & own)}


def at_sea(cells: Cells) -> int:
    """All units in sea areas."""
    found = 0
    for units in cells[AT : AT + len(AREAS)]:
        found |= units
    return found


def amounts(cells: Cells, first: int) -> dict[str, int]:
    """Units with damage, or with losses of their airstrikes."""
    told = cells[first : first + len(UNITS)]
    return {UNITS.ids[unit]: amount for unit, amount in enumerate(told) if amount} if any(told) else {}


def wants(state: State, viewer: int) -> dict[str, str | None]:
    """7.3 What each side wants this round, as far as the viewer knows: its own, and what is told openly."""
    secret = state.rules.pieces.secret_day_night
    known = (side for side in (0, 1) if not secret or viewer in (side, OPEN))
    return {SIDES.ids[side]: ACTIONS.ids[want] for side in known if (want := state.cells[WANT + side]) >= 0}
