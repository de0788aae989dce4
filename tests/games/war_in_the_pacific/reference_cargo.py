"""A reference implementation of cargo handling of ports, anchorages and beaches in a Naval Phase (14.0, 16.0, 27.3).

It reads the tables from their files and the positions of counters, and uses no code of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import (
    ABOARD,
    BASE_AT,
    FORCES,
    FULL,
    GROUND_TYPES,
    HEXES,
    IN_FORCE,
    SHIPS,
    SUNK,
    UNITS,
)
from tests.games.war_in_the_pacific.reference_land import GROUND, LAND, by_id
from tests.games.war_in_the_pacific.reference_land import PLACES as NAMED
from tests.games.war_in_the_pacific.reference_sea import ROW, SHIP, up
from tests.games.war_in_the_pacific.reference_search import SearchState

SIDES = ("japan", "allies")
PLACES = {IDS[NUMBER[hex]]: row for hex, row in NAMED.items()}
"""3.24 The named places by the first name of their hex."""
BEACH = {name: (int(row["parts"]), int(row["of"])) for name, row in by_id("charts/amphibious.csv").items()}
CRAFT = {"APB": "apb_a_phase", "MS": "ms_a_phase", "SF": "ms_a_phase", "DD": "fast_run"}
"""16.3, 16.5 The landing capacity over a beach; a service force, which Assault may use, counts as merchants."""
QUARTERS = 4
STARVED, HOME = 16, ("hokkaido", "honshu", "kyushu", "shikoku_and_inland_sea")
"""45.65 The losses of Japan's ports."""


class Place(NamedTuple):
    """The place of a ship, and its force; None for a single ship."""

    at: str
    force: int


def place_of(state: State, ship: int) -> Place | None:
    """9.1 The place of a ship on the map."""
    position = state.arrays[layout.SHIP_AT][ship]
    if 0 <= position < IN_FORCE:
        return Place(HEXES.ids[position], -1)
    if not IN_FORCE <= position < IN_FORCE + len(FORCES):
        return None
    there = state.cells[layout.FORCE_AT + position - IN_FORCE]
    return Place(HEXES.ids[there], position - IN_FORCE) if there >= 0 else None


def owns(state: State, side: int, hex: str) -> bool:
    """2.5 Whether a side controls a hex."""
    return bool(state.arrays[layout.CONTROL][NUMBER[hex]] == side)


def base_forces(state: State, side: int, hex: str) -> int:
    """27.3 The fully deployed Base Forces of a side in a hex."""
    where, kinds, deployed = (state.arrays[b] for b in (layout.UNIT_AT, layout.UNIT_TYPE, layout.DEPLOYED))
    here = NUMBER[hex]
    return sum(
        UNITS.ids[unit].startswith(SIDES[side])
        and GROUND[GROUND_TYPES.ids[kinds[unit]]]["kind"] == "base_force"
        and deployed[unit] == FULL
        for unit in [unit for unit, there in enumerate(where) if there == here]
    )


def capacity(state: State, side: int, hex: str, leyte: bool) -> int:
    """14.1, 14.3 to 14.6, 18.33, 27.3, 45.65 The quarters of Load Points that a port handles in a phase."""
    forces = base_forces(state, side, hex)
    if harbour(hex) == "none":
        return QUARTERS * (10 if forces >= 5 else forces)
    row, base = PLACES[hex], BASE_AT[NUMBER[hex]]
    points = max(int(row["cargo"]), int(row["port"] == "anchorage"))
    points = max(points, 10) if forces >= 5 else points + forces
    if leyte and row["port"] in ("minor", "major") and LAND[hex]["region"] in HOME:
        points -= STARVED
    points = max(points - state.arrays[layout.PORT_HURT][base], 0)
    if any(state.arrays[layout.MAXIMUM_EFFORT][ship] for ship in ships_in(state, side, hex)):
        points = up(points, 2)
    if state.arrays[layout.PORT_TAKEN][base]:
        points = up(points, 2)
    return QUARTERS * points


def harbour(hex: str) -> str:
    """14.0 The natural harbour of a hex."""
    return str(PLACES[hex]["port"]) if hex in PLACES else "none"


@cache
def fleet(side: int) -> list[int]:
    """The ships of a side by their counters."""
    return [ship for ship, name in enumerate(SHIPS.ids) if SHIP[ROW[name]]["side"] == SIDES[side]]


def ships_in(state: State, side: int, hex: str) -> Iterator[int]:
    """The ships of a side in a hex."""
    lie = state.arrays[layout.SHIP_AT]
    for ship in fleet(side):
        if 0 <= lie[ship] < SUNK:
            here = place_of(state, ship)
            if here is not None and here.at == hex:
                yield ship


def room(state: State, ship: int) -> int:
    """12.2, 38.5 The room of a ship in quarters: Joint Shipping loses a quarter of it for each level."""
    row = SHIP[ROW[SHIPS.ids[ship]]]
    whole, levels = int(row["load_quarters"]), 0
    if row["type"] in ("APB", "MS", "SF"):
        levels = state.arrays[layout.DAMAGE][ship] + state.arrays[layout.SHRUNK][ship]
    return whole * max(QUARTERS - levels, 0) // QUARTERS


def load(state: State, unit: int) -> int:
    """15.6 The quarters of Load Points of a unit."""
    return QUARTERS * int(GROUND[GROUND_TYPES.ids[state.arrays[layout.UNIT_TYPE][unit]]]["load"])


def cargo_handled(state: State, ships: list[int]) -> int:
    """14.1 The cargo that ships load and unload by the orders of this phase."""
    bound, takes, leaves = (state.arrays[block] for block in (layout.BOUND_FOR, layout.TAKES, layout.LEAVES))
    units = sum(load(state, unit) for unit in range(len(UNITS)) if bound[unit] in ships)
    return units + sum(takes[ship] + leaves[ship] for ship in ships)


class Berth(NamedTuple):
    """14.1, 16.3 The remaining handling capacity at a ship's place: of the port, and of its force's craft."""

    by_port: int
    by_craft: int


def berth(state: State, side: int, ship: int, leyte: bool) -> Berth | None:
    """16.1, 16.3 None if a ship handles no cargo: at sea, or on a Mission other than Transport and Assault."""
    here = place_of(state, ship)
    if here is None or not allowed(state, here):
        return None
    port, craft = 0, 0
    kind = harbour(here.at)
    if owns(state, side, here.at):
        in_port = [other for other in ships_in(state, side, here.at) if allowed(state, place_of(state, other))]
        port = capacity(state, side, here.at, leyte) - cargo_handled(state, in_port)
    fleet = owns(state, side, here.at) and base_forces(state, side, here.at) >= 5
    beach = not owns(state, side, here.at) or kind == "none" or (kind == "anchorage" and not fleet)
    if here.force >= 0 and beach:
        craft = by_craft(state, side, here)
    return Berth(port, craft)


def allowed(state: State, frame: Place | None) -> bool:
    """10.1 Single ships in port, and forces on Transport or Assault."""
    if frame is None or frame.force < 0:
        return frame is not None
    mission = state.cells[layout.FORCE_MISSION + frame.force]
    return mission >= 0 and layout.MISSIONS.ids[mission] in ("transport", "assault")


def by_craft(state: State, side: int, frame: Place) -> int:
    """16.3, 16.5, 8.6 The landing capacity of a force: none in Storm.

    On Transport near enemy aircraft, only that of destroyers.
    """
    ships = [s for s in ships_in(state, side, frame.at) if place_of(state, s) == frame]
    if SearchState(state).weather(frame.at) == "storm":
        return -cargo_handled(state, ships)
    transport = layout.MISSIONS.ids[state.cells[layout.FORCE_MISSION + frame.force]] == "transport"
    watched, found = transport and under_air(state, side, frame.at), 0
    for ship in ships:
        name = CRAFT.get(SHIP[ROW[SHIPS.ids[ship]]]["type"])
        if name and (name == "fast_run" or not watched):
            parts, of = BEACH[name]
            found += room(state, ship) * parts // of
    return found - cargo_handled(state, ships)


def under_air(state: State, side: int, hex: str) -> bool:
    """15.2, 16.5 Whether a working enemy airbase is within three hexes."""
    for other in PLACES:
        base = BASE_AT[NUMBER[other]]
        works = state.arrays[layout.LEVEL][base] > state.arrays[layout.HURT][base]
        if works and owns(state, 1 - side, other) and GRID.distance(NUMBER[hex], NUMBER[other]) <= 3:
            return True
    return False


def lands(state: State, side: int, leyte: bool) -> set[str]:
    """16.3, 16.4 The units that may land now: in a hex of their side, or in an Assault."""
    found = set()
    for unit in of_side(side):
        hex = state.arrays[layout.UNIT_AT][unit]
        if hex < ABOARD or state.arrays[layout.UNIT_TYPE][unit] < 0 or state.arrays[layout.BOUND_FOR][unit] >= 0:
            continue
        here, left = place_of(state, hex - ABOARD), berth(state, side, hex - ABOARD, leyte)
        if here is None or left is None or here.at not in LAND:
            continue
        mission = state.cells[layout.FORCE_MISSION + here.force] if here.force >= 0 else -1
        assault = mission >= 0 and layout.MISSIONS.ids[mission] == "assault"
        if (owns(state, side, here.at) or assault) and load(state, unit) <= max(left):
            found.add(UNITS.ids[unit])
    return found


@cache
def of_side(side: int) -> list[int]:
    """The counters of a side."""
    return [unit for unit, name in enumerate(UNITS.ids) if name.startswith(SIDES[side])]


def takes(state: State, side: int, ship: int, leyte: bool) -> int:
    """16.1, 16.6 The maximum Supply Points that a ship loads in port: by stores, its room, the port."""
    here, left = place_of(state, ship), berth(state, side, ship, leyte)
    if here is None or left is None or here.at not in PLACES or not owns(state, side, here.at):
        return 0
    lies = state.arrays[layout.SUPPLY][BASE_AT[NUMBER[here.at]]]
    for other in ships_in(state, side, here.at):
        lies -= state.arrays[layout.TAKES][other]
    coming = sum(load(state, unit) for unit in of_side(side) if is_aboard(state, unit, ship))
    aboard = state.arrays[layout.CARGO][ship] + coming + state.arrays[layout.TAKES][ship]
    return max(min(lies, room(state, ship) - aboard, left.by_port), 0)


def is_aboard(state: State, unit: int, ship: int) -> bool:
    """16.1 Whether a unit is aboard a ship or boards it in this phase."""
    if state.arrays[layout.UNIT_TYPE][unit] < 0:
        return False
    return bool(state.arrays[layout.UNIT_AT][unit] == ABOARD + ship or state.arrays[layout.BOUND_FOR][unit] == ship)


def leaves(state: State, side: int, ship: int, leyte: bool) -> int:
    """16.3 The maximum Supply Points that a ship unloads in a port, at an anchorage, or over a named beach."""
    here, left = place_of(state, ship), berth(state, side, ship, leyte)
    if here is None or left is None or here.at not in PLACES:
        return 0
    return max(min(state.arrays[layout.CARGO][ship], max(left)), 0) if owns(state, side, here.at) else 0


def all_berthed(state: State, side: int) -> list[int]:
    """The ships of a side with room for cargo at places on the map where they may handle it."""
    found = []
    for ship, name in enumerate(SHIPS.ids):
        row = SHIP[ROW[name]]
        if row["side"] == SIDES[side] and int(row["load_quarters"]) and allowed(state, place_of(state, ship)):
            found.append(ship)
    return found
