"""A reference implementation of legal places before play: areas, ports, airbases, room (2.51, 44.8, 45.8).

It reads the tables from their files and uses no code of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import HEXES
from tests.games.war_in_the_pacific import reference_deployment as text
from tests.games.war_in_the_pacific.reference_deployment import controller, country, first_name, island
from tests.games.war_in_the_pacific.reference_land import LAND, PLACES, Unit, read, room

PRINTED = {first_name(hex): row for hex, row in PLACES.items()}
ASIA = ("China", "Manchuria", "Hong Kong", "Korea", "French Indo-China")
"""45.13 The mainland of Asia in the sections in play, without Malaya; Hainan is part of China here."""
FLYING_BOATS = ("pby", "mavem", "rufe")
AIR_AREAS = ("philippines", "formosa", "japan_or_okinawa")
GROUND_AREAS = ("philippines", "formosa", "okinawa")
LEYTE = "B2452"


def area_of(areas: Iterable[str], hex: str, start: State) -> str:
    """The area of the set-up that contains a hex."""
    return next((area for area in areas if text.within(area, hex, start)), "")


def is_port(hex: str) -> bool:
    """14.2, 14.3 A printed port or anchorage."""
    return hex in PRINTED and PRINTED[hex]["port"] != "none"


def is_harbour(hex: str) -> bool:
    """45.42, 45.81 A port in the strict sense, not an anchorage."""
    return is_port(hex) and PRINTED[hex]["port"] != "anchorage"


def in_sections(hex: str, sections: str) -> bool:
    """42.12, 45.12, 3.24 Whether one of a hex's names belongs to some sections."""
    return any(text.spot(hex) == text.spot(name) for name in names(hex) if name[0] in sections)


def names(hex: str) -> list[str]:
    """3.24 All names of a hex."""
    column, row = text.spot(hex)
    found = []
    for section, (x, y) in text.SECTIONS.items():
        if 1 <= column - x <= 39 and 1 <= row - y <= 54:
            found.append(f"{section}{column - x:02}{row - y:02}")
    return found


def landed_at(scenario: str) -> frozenset[str]:
    """3.2 The coasts, islands and atolls of a scenario's sections."""
    sections = {"midway": "DF", "leyte": "BC"}[scenario]
    return frozenset(hex for hex in LAND if LAND[hex]["kind"] != "land" and in_sections(hex, sections))


# -- 42 ------------------------------------------------------------------------------------------------------------


def announced(state: State) -> set[str]:
    """42.51 The places where Japan may announce a landing: Allied places that it has not announced yet."""
    found = {HEXES.ids[hex] for hex in state.cells[layout.ANNOUNCED : layout.ANNOUNCED + layout.MAX_PLANS] if hex >= 0}
    return {hex for hex in landed_at("midway") if controller(state, hex) == "allies"} - found


# -- 45 ------------------------------------------------------------------------------------------------------------


def objectives() -> set[str]:
    """45.42 Leyte, and the printed ports and anchorages of Luzon, Formosa, Okinawa."""
    there = {hex for hex in PRINTED if is_port(hex) and (island(hex) in ("luzon", "formosa") or hex in text.OKINAWA)}
    return there | {LEYTE}


def units_stand(state: State, unit: Unit, start: State) -> set[str]:
    """45.23, 45.25, 21.1 A unit may start in any hex of its area that has room; a headquarters at an airbase there."""
    land = read(state)
    staff = unit.role == "air_hq"
    area = area_of(AIR_AREAS if staff else GROUND_AREAS, unit.at, start)
    here = {hex for hex in LAND if text.within(area, hex, start) and in_sections(hex, "BC")}
    there = {hex for hex in here if controller(state, hex) == unit.side}
    levels = text.levels_stand(state)
    if staff:
        there = {hex for hex in there if levels.get(hex)}
    return {hex for hex in there if hex != unit.at and room(land, unit, hex)}


def airbases(state: State, side: str) -> dict[str, int]:
    """5.4, 5.41 The remaining room at the airbases of a side by their undamaged Levels."""
    here: dict[str, int] = {}
    for (hex, stack), points in text.air_stands(state).items():
        if stack.rpartition("_")[0] not in FLYING_BOATS:
            here[first_name(hex)] = here.get(first_name(hex), 0) + points
    levels = text.levels_stand(state, sound=True)
    return {hex: 10 * level - here.get(hex, 0) for hex, level in levels.items() if controller(state, hex) == side}


def rebased(state: State, hex: str, start: State, *, freely: bool) -> set[str]:
    """45.25, 45.81 The airbases to which Japan's points may move: those of their area, or any in Free Deployment."""
    room_at = airbases(state, "japan")
    area = area_of(AIR_AREAS, hex, start)
    sections = "BC"
    there = {to for to in room_at if in_sections(to, sections) and (freely or text.within(area, to, start))}
    return {to for to in there if room_at[to] > 0 and to != hex and open_in_leyte(to)}


def open_in_leyte(hex: str) -> bool:
    """45.13 Whether units may be in a hex: not in mainland Asia or Hainan, nor south of the tenth row of section C."""
    if country(hex) in ASIA:
        return False
    return all(int(name[3:]) <= 10 for name in names(hex) if name[0] == "C")


MAX_FORCES = 20


def berths(state: State, ship: str) -> set[str]:
    """45.81, 14.2, 9.1 The ports of Japan with room for a ship; for ships in twenty Task Forces, only those."""
    found = set()
    ships = text.ships_stand(state)
    land = read(state)
    for hex, row in PRINTED.items():
        if (
            not is_harbour(hex)
            or controller(state, hex) != "japan"
            or not in_sections(hex, "BC")
            or not open_in_leyte(hex)
        ):
            continue
        forces = sum(1 for unit in land.at(hex, "japan") if unit.role == "base_force" and unit.deployed == 2)
        most = int(row["naval"]) + 8 * forces
        if sum(1 for place in ships.values() if first_name(place) == hex) < most:
            found.add(hex)
    others = {first_name(place) for other, place in ships.items() if other != ship and other.startswith("jp_")}
    return found if len(others) < MAX_FORCES else found & others


# -- 44 ------------------------------------------------------------------------------------------------------------


def of_case(side: str, hex: str, to: str, start: State, *, freely: bool) -> bool:
    """44.21, 44.34, 44.81, 44.82, 44.83 Whether units that start in one hex may be placed in another.

    Units that start in China stay there. With the printed tables, only moves within India or within Burma are possible.
    """
    if controller(start, to) != side or not in_sections(to, "A"):
        return False
    if side == "japan":
        return country(to) == "Burma"
    if country(hex) == "China":
        return freely and country(to) == "China"
    return country(to) == "India" or (freely and country(to) == "Burma")


def burma_fields(state: State, side: str, hex: str, stack: str, start: State, *, freely: bool) -> set[str]:
    """44.21, 44.34 The airbases there with room; for flying boats any harbour too (5.4)."""
    fields = {to for to, left in airbases(state, side).items() if left > 0}
    if stack.rpartition("_")[0] in FLYING_BOATS:
        boats = {first_name(base): many for (base, kind), many in text.air_stands(state).items() if kind == stack}
        fields = {to for to in PRINTED if is_port(to) and boats.get(to, 0) < 10}
    return {to for to in fields - {hex} if of_case(side, hex, to, start, freely=freely)}


def burma_starts(state: State, unit: Unit, start: State, *, freely: bool) -> set[str]:
    """44.34, 44.81 to 44.83, 21.1 The hexes with room where a unit may start; a headquarters starts at an airbase."""
    land, levels = read(state), text.levels_stand(state)
    there = levels if unit.role == "air_hq" else LAND
    found = {to for to in there if to != unit.at and of_case(unit.side, unit.at, to, start, freely=freely)}
    return {to for to in found if not closed(to) and room(land, unit, to)}


def closed(hex: str) -> bool:
    """3.51, 44.66 Closed regions."""
    return island(hex) in ("tibet", "tsinghai", "sikang")


def burma_stores(side: str, hex: str, start: State, *, freely: bool) -> set[str]:
    """44.21, 44.36 Where Supply Blocks may be:

    Japan's in any hex of Burma, Allied ones in any hex of India or Burma.
    """
    both = freely or (side == "allies" and country(hex) != "China")
    return {to for to in LAND.keys() - {hex} if not closed(to) and of_case(side, hex, to, start, freely=both)}


def leyte_stores(side: str, hex: str, start: State) -> set[str]:
    """45.23, 45.33 Japan's blocks in any hex of their area, of Borneo and Singapore in ports; Allied ones in ports."""
    area = area_of((*GROUND_AREAS, "singapore_or_borneo"), hex, start)
    held_by = {to for to in LAND if controller(start, to) == side and in_sections(to, "BC") and open_in_leyte(to)}
    if side == "allies":
        return {to for to in held_by if is_port(to)} - {hex}
    found = {to for to in held_by if text.within(area, to, start)}
    return {to for to in found if area in GROUND_AREAS or is_port(to)} - {hex}


def freely_stand(lines: str) -> str:
    """44.81 to 44.83 A set-up table reduced to the lands: India and Burma, China, Japan's Burma."""
    found = []
    for lot in text.lots(lines):
        hex = first_name(lot.where)
        where = lot.where
        if lot.kind.startswith("jp"):
            where = "japanese_burma"
        elif hex in LAND:
            where = "china" if country(hex) == "China" else "allied_india_or_burma"
        found.append(f"{lot.case} {where}: {lot.many} {lot.kind}")
    return "\n".join(found)
