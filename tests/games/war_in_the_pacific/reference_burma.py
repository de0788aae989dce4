"""A reference implementation of Burma's Ground Phase, supply and points, written from the clauses.

It compares the choices and events of the game with the text, decision by decision; it uses no code of the rules, but
reads the state's counters (``reference_land``) and the public fields of the frames.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from typing import Any

from ironbottom.engine.rules.state import State
from tests.games.war_in_the_pacific.reference_land import (
    CLOSED_AREAS,
    GROUND,
    LAND,
    ORIGIN,
    PLACES,
    STRAITS,
    TERRAIN,
    Land,
    Unit,
    along_rails,
    attacks,
    beside,
    country,
    is_city,
    is_land,
    rails,
    read,
    step,
    table,
    terrain,
    walks,
)

View = Mapping[str, Any]
OTHER = {"japan": "allies", "allies": "japan"}
MODS = {row["id"]: int(row["modifier"]) for row in table("charts/ground_mods.csv")}
CRT = table("charts/ground_crt.csv")
CAPS = {row["id"]: row for row in table("charts/railcap_seacap.csv")}
SALWEEN = next(row for row in table("areas.csv") if row["id"] == "the_salween_44_66")["hexes"].split("|")
WITHOUT_PLAN, MARINES = 2, ("us_4_1_mar", "us_4_1_mar_bg", "jp_1_1_snlf")
"""16.4 The units that came ashore in this turn without a written plan, and those that land in full strength."""
ROADS = {"minor_road": 1, "major_road": 2}
AREA_OF = {"Burma": "burma", "India": "india", "Ceylon": "ceylon", "China": "unoccupied_china"}


def halves_up(number: int, of: int) -> int:
    """39.94 Halves are rounded up."""
    return (2 * number + of) // (2 * of)


def land_of(state: State, view: View) -> Land:
    """The land with the roads that were built in play."""
    built = view["frames"][0].get("built", ()) if view["frames"] else ()
    return read(state, [(each["at"], ROADS[each["work"]]) for each in built if each["work"] in ROADS])


# -- 24.1, 29.3 who attacks ------------------------------------------------------------------------------------


def is_army(unit: Unit) -> bool:
    """29.3 An army of the KMT."""
    return unit.row["nation"] == "kmt" and unit.combat


def points_for(land: Land, frame: View, units: Iterable[Unit]) -> int:
    """29.3 The extra Provincial Points for acting with some armies."""
    home, abroad = set(frame.get("at_home", ())), set(frame.get("abroad", ()))
    before = -(-len(home) // 4) - (-len(abroad) // 2)
    for unit in units:
        if is_army(unit) and unit.name not in home | abroad:
            (home if country(unit.at) == "China" else abroad).add(unit.name)
    return -(-len(home) // 4) - (-len(abroad) // 2) - before


def next_to(land: Land, one: str, other: str) -> bool:
    """24.1, 22.6 Whether a unit can attack from one hex into another: the same hex or an adjacent one, even across a
    strait.
    """
    return one == other or (other in beside(one) and is_land(other))


def targets(land: Land, view: View, side: str) -> dict[str, set[str]]:
    """24.1 By hex with an enemy of any strength, the units that may attack it."""
    frame, pool, found = view["frames"][-1], view["frames"][0].get("pool", 0), dict[str, set[str]]()
    for unit in land.units.values():
        if unit.side != side or not attacks(unit) or unit.name in frame["fought"]:
            continue
        if points_for(land, frame, [unit]) > pool:
            continue
        for hex in (unit.at, *beside(unit.at)):
            strength = sum(each.strength for each in land.at(hex, OTHER[side]))
            if strength and hex not in frame["hexes"] and next_to(land, unit.at, hex):
                found.setdefault(hex, set()).add(unit.name)
    return found


# -- 24.2 to 24.5 the battle -------------------------------------------------------------------------------------


def attack_strength(land: Land, unit: Unit, hex: str) -> int:
    """16.4, 6.9 Units dropped from the air attack at half strength, at full strength if no combat unit is there."""
    if unit.landed == 3 and not any(each.role in ("combat", "engineer") for each in land.at(hex, OTHER[unit.side])):
        return unit.strength
    return -(-unit.strength // 2) if unit.landed else unit.strength


def over_water(land: Land, unit: Unit, hex: str) -> bool:
    """22.6 Whether only a strait without a bridge connects two hexes."""
    return frozenset((unit.at, hex)) in STRAITS and not land.road(unit.at, hex)


def shifts(land: Land, units: Sequence[Unit], hex: str, fortified: bool) -> int:
    """24.4 The sum of the shifts."""
    side = units[0].side
    theirs = list(land.at(hex, OTHER[side]))
    ground = "city" if is_city(hex) else terrain(hex)
    dug_in = any(unit.role == "entrenchment" for unit in theirs)
    beside_them = [unit for start in {unit.at for unit in units} for unit in land.at(start, side)]
    found = int(TERRAIN["fortified" if fortified else ground]["shift"])
    if all(unit.row["mechanized"] == "yes" for unit in units) and ground in ("clear", "desert"):
        found += MODS["mechanized"]
    found += MODS["entrenched"] * dug_in
    found += MODS["across_water"] * all(over_water(land, unit, hex) for unit in units)
    found += MODS["attacker_unsupplied"] * any(unit.unsupplied for unit in units)
    found += MODS["defender_unsupplied"] * any(unit.unsupplied for unit in theirs)
    found += MODS["unplanned_landing"] * any(unit.landed == WITHOUT_PLAN for unit in units)
    found += MODS["marines"] * any(unit.landed and unit.kind in MARINES for unit in units)
    found += min(max((unit.disrupted for unit in theirs), default=0), 3)
    found -= min(max((unit.disrupted for unit in units), default=0), 3)
    if any(unit.role == "engineer" for unit in beside_them) and (dug_in or ground == "city"):
        found += MODS["engineer"]
    return found


def column(attacker: int, defender: int, shift: int) -> int:
    """24.2, 24.4 The column of the table, from the left."""
    odds = [(int(row["attack"]), int(row["defence"])) for row in CRT[::2]]
    reached = [place for place, (one, other) in enumerate(odds) if attacker * other >= one * defender]
    return max(0, min(max(reached, default=0) + max(-4, min(4, shift)), len(odds) - 1))


def battle(
    land: Land, units: Sequence[Unit], hex: str, die: int, fortified: bool, landed: int | None = None
) -> dict[str, int]:
    """24.3 to 24.5, 24.9 The result of the die: strengths, column, losses; 1 for a retreat, 2 for elimination."""
    side = units[0].side
    attacker = sum(attack_strength(land, unit, hex) for unit in units) if landed is None else landed
    defender = sum(unit.strength for unit in land.at(hex, OTHER[side]))
    place = column(attacker, defender, shifts(land, units, hex, fortified))
    found = {"attacker": attacker, "defender": defender, "column": place}
    if attacker >= 10 * defender and terrain(hex) == "clear" and not is_city(hex):
        return {**found, "attacker_loses": 0, "defender_loses": defender, "retreat": 2}
    ours, theirs = (int(CRT[2 * place + row][f"die_{die}"]) for row in (0, 1))
    runs = int(CRT[2 * place + 1]["retreats"]) >> (die - 1) & 1
    costs = [tenths(attacker, ours), tenths(defender, theirs)]
    fate = 2 if theirs == 10 else 1 if runs else 0
    if fate == 1 and any(unit.role == "entrenchment" for unit in land.at(hex, OTHER[side])):
        fate, costs[1] = 0, min(costs[1] + halves_up(defender, 10), defender)
    return {**found, "attacker_loses": costs[0], "defender_loses": costs[1], "retreat": fate}


def tenths(strength: int, number: int) -> int:
    """24.3 A number of tenths to the nearest point; two or more cost at least one."""
    found = halves_up(strength * number, 10)
    return max(found, 1) if number >= 2 else found


# -- 24.3, 24.6 after the battle -------------------------------------------------------------------------------------


def distance(one: str, other: str) -> int:
    """3.1 The distance between two hexes."""
    (x1, y1), (x2, y2) = [(ORIGIN[hex[0]][0] + int(hex[1:3]), ORIGIN[hex[0]][1] + int(hex[3:])) for hex in (one, other)]
    r1, r2 = (y - (x + (x & 1)) // 2 for x, y in ((x1, y1), (x2, y2)))
    return max(abs(x1 - x2), abs(r1 - r2), abs(x1 - x2 + r1 - r2))


NAMED = {"japan": ("A3019", "A3219"), "allies": ("A2213", "A2613")}
"""44.62, 44.63 Rangoon and Moulmein, Calcutta and Chittagong: where stores arrive."""


def sources(land: Land, side: str) -> set[str]:
    """25.2 The hexes of a side with Supply Points, and the ports that a case names as sources, empty or not.

    This count used to include only hexes with Supply Points; a later ruling says that such ports end Lines even when
    empty.
    """
    stored = {hex for hex, points in land.supply.items() if points}
    return {hex for hex in stored.union(NAMED[side]) if land.holder(hex) == side}


def retreats(land: Land, side: str, hex: str) -> set[str]:
    """24.3, 21.1, 22.1 Where a stack may retreat: no enemy unit or Zone, open to all of it, nearest to its supply."""
    going = [unit for unit in land.at(hex, side) if unit.strength and unit.role != "base_force"]
    theirs, found = land.zones[OTHER[side]], []
    for other in beside(hex):
        strait = frozenset((hex, other)) in STRAITS and not land.road(hex, other)
        if not is_land(other) or strait or land.stands(other, OTHER[side]):
            continue
        if any(step(land, unit, hex, other) is None for unit in going):
            continue
        kind = "city" if is_city(other) else terrain(other)
        filled = sum(unit.thirds for unit in (*going, *land.at(other, side)))
        needed = sum(unit.thirds for unit in going)
        if (other in theirs and not land.stands(other, side)) or (
            needed and filled > 3 * int(TERRAIN[kind]["stacking"])
        ):
            continue
        found.append(other)
    near = {other: min([distance(other, each) for each in sources(land, side)], default=999) for other in found}
    return {other for other in found if near[other] == min(near.values())}


def advances(land: Land, side: str, hex: str, units: Iterable[str]) -> set[str]:
    """24.6, 22.1, 22.6, 44.65 The attackers that may enter the emptied hex."""
    found = set()
    for unit in (land.units[name] for name in units if name in land.units):
        kind = "city" if is_city(hex) else terrain(hex)
        filled = unit.thirds + sum(each.thirds for each in land.at(hex, side))
        room = unit.thirds == 0 or filled <= 3 * int(TERRAIN[kind]["stacking"])
        if unit.at == hex or step(land, unit, unit.at, hex) is None:
            continue
        if room and walks(land, unit) and not over_water(land, unit, hex):
            found.add(unit.name)
    return found


# -- 25.1 Lines --------------------------------------------------------------------------------------------------


def touched(land: Land, side: str, starts: Iterable[str], joined: Iterable[tuple[str, str]] = ()) -> set[str]:
    """25.1 The hexes that a Line reaches from the given sources: four hexes off road, eight by road, any by rail."""
    theirs = land.zones[OTHER[side]]
    carriers = {unit.at for unit in land.units.values() if unit.side == side and unit.role == "logistic"}
    by_sea: dict[str, list[str]] = {}
    for one, other in joined:
        by_sea.setdefault(one, []).append(other)

    def shut(hex: str) -> bool:
        return land.stands(hex, OTHER[side]) or (hex in theirs and not land.stands(hex, side))

    best = {hex: 0 for hex in starts if not shut(hex)}
    queue = [(0, hex) for hex in best]
    while queue:
        length, hex = heappop(queue)
        if length > best[hex]:
            continue
        steps = [(other, line(land, hex, other)) for other in beside(hex) if is_land(other)]
        for other, cost in (*steps, *((other, 0) for other in by_sea.get(hex, ()))):
            if cost is None or shut(other):
                continue
            total = 0 if other in carriers and length + cost <= 8 else length + cost
            if length + cost <= 8 and total < best.get(other, 9):
                best[other] = total
                heappush(queue, (total, other))
    return set(best)


def line(land: Land, one: str, other: str) -> int | None:
    """25.1 The cost of a step of a Line, in eighths."""
    if (one, other) in rails():
        return 0
    if land.road(one, other):
        return 1
    return None if frozenset((one, other)) in STRAITS else 2


# -- 30.0 lift ---------------------------------------------------------------------------------------------------


def area(hex: str) -> str:
    """30.1 The area of a hex of section A."""
    if hex not in LAND or LAND[hex]["region"] in CLOSED_AREAS:
        return ""
    return AREA_OF.get(country(hex), "")


def by_rail(land: Land, side: str, start: str) -> set[str]:
    """30.2 The hexes connected by rail in the same area, all friendly and in no enemy Zone."""

    def safe(hex: str) -> bool:
        enemy = sum(unit.strength for unit in land.at(hex, OTHER[side]))
        return (
            area(hex) == area(start) and land.holder(hex) == side and hex not in land.zones[OTHER[side]] and not enemy
        )

    return along_rails(start, safe)


def by_water(land: Land, side: str, start: str) -> set[str]:
    """30.3, 44.66 The coast of the area and its river ports within eight hexes, or the Salween as far as it is held."""
    found = set()
    if harbour(start):
        near = [hex for hex in LAND if hex[0] == "A" and harbour(hex) and area(hex) == area(start)]
        found = {hex for hex in near if distance(start, hex) <= 8 and land.holder(hex) == side}
    if start in SALWEEN:
        place = SALWEEN.index(start)
        for step in (-1, 1):
            for hexes in range(1, 9):
                number = place + step * hexes
                if not 0 <= number < len(SALWEEN) or land.holder(SALWEEN[number]) != side:
                    break
                found.add(SALWEEN[number])
    return {hex for hex in found - {start} if not any(unit.strength for unit in land.at(hex, OTHER[side]))}


def harbour(hex: str) -> bool:
    """30.3, 3.23 A coastal hex or a river port."""
    port = hex in PLACES and PLACES[hex]["port"] != "none"
    return bool(area(hex)) and (LAND[hex]["kind"] not in ("land", "sea") or port)


# -- 25.8, 24.8 ----------------------------------------------------------------------------------------------------


def whole(unit: Unit) -> int:
    """24.8 The printed strength of a unit when it is full."""
    return int(GROUND[unit.kind.removesuffix("_bg")]["strength"])


def surrenders(land: Land, side: str, touch: set[str]) -> dict[str, int]:
    """24.8, 21.2 For each hex with an isolated stack, the lowest die with which it surrenders.

    Its carried losses count.
    """
    found = {}
    for hex in sorted(land.here):
        units = land.at(hex, side)
        if any(unit.unsupplied >= 4 for unit in units) and hex not in touch:
            below = 2 * sum(unit.strength - unit.carried for unit in units) < sum(whole(unit) for unit in units)
            found[hex] = 4 if below else 5
    return found


# -- 47.1, 44.42, 44.43 points ---------------------------------------------------------------------------------------


def captured(land: Land, side: str, began: Land, levels: Mapping[str, int]) -> int:
    """47.1, 47.26 Ports, airbases and centers that the enemy had at the start and that the side has now."""
    found = 0
    for hex, place in PLACES.items():
        if hex[0] != "A" or not (began.holder(hex) == OTHER[side] and land.holder(hex) == side):
            continue
        found += {"major": 10, "minor": 5}.get(place["port"], 0) * int(place["cargo"])
        found += 100 * sum(int(place[kind]) for kind in ("industrial", "southern", "northern"))
        found += 5 * levels.get(hex, 0)
    return found


def aims(land: Land, side: str, tonnage: int, touch: set[str], block: int = 50) -> int:
    """44.42, 44.43 The points that the scenario adds at its end."""
    if side == "allies":
        towns = {"A3019": 500, "A3014": 500, "A3219": 200}
        return 10 * (tonnage // block) + sum(worth for hex, worth in towns.items() if land.holder(hex) == side)
    standing = [unit for unit in land.units.values() if unit.role in ("combat", "engineer")]
    inside = [unit for unit in standing if unit.side == "allies" and country(unit.at) == "Burma" and unit.at in touch]
    invaders = [unit for unit in standing if unit.side == "japan" and country(unit.at) == "India"]
    return 500 * (not inside) + 50 * sum(unit.strength for unit in invaders)


# -- 25.3, 25.8 the Joint Supply Segment -----------------------------------------------------------------------------


def seacap(land: Land, view: View, side: str, name: str) -> int:
    """30.1, 30.4, 30.5 The remaining Seacap of a side: half in an area that it captured, by most of its cities."""
    cities = [hex for hex, place in PLACES.items() if place["city"] == "yes" and area(hex) == name]
    held = sum(land.holder(hex) == side for hex in cities)
    enemy = sum(land.holder(hex) == OTHER[side] for hex in cities)
    began = (side == "japan") == (name == "burma")
    if held < enemy or (held == enemy and not began):
        return 0
    points = int(CAPS[name]["seacap"]) // (1 if began else 2)
    frame, place = view["frames"][0], 6 + LIFTED.index(name)
    return points - sum(int(frame[each][place]) for each in ("lifted", "lost") if frame[each])


LIFTED = ("burma", "india", "ceylon", "unoccupied_china")
"""30.1 The areas in the order of the Game-Turn's turn record, Railcap before Seacap."""


def sea_lines(land: Land, view: View, side: str) -> set[tuple[str, str]]:
    """25.1 Ports and Base Forces of an area within eight hexes, as long as the area has a point for the Line."""
    found, paid = set(), view["frames"][0]["by_sea"] if view["frames"] else []
    for number, name in enumerate(LIFTED):
        if not view["frames"] or (number not in paid and seacap(land, view, side, name) < 1):
            continue
        coasts = [
            hex for hex in LAND if hex[0] == "A" and area(hex) == name and LAND[hex]["kind"] not in ("land", "sea")
        ]
        ports = [hex for hex in coasts if land.holder(hex) == side and is_port(land, view, side, hex)]
        found |= {(one, other) for one in ports for other in ports if one != other and distance(one, other) <= 8}
    return found


def is_port(land: Land, view: View, side: str, hex: str) -> bool:
    """25.1, 26.1 A port, printed or built, or a Base Force; without an enemy in the hex."""
    if sum(unit.strength for unit in land.at(hex, OTHER[side])):
        return False
    built = any(each["at"] == hex and each["work"] == "port" for each in view["frames"][0]["built"])
    printed = hex in PLACES and PLACES[hex]["port"] in ("minor", "major")
    return built or printed or any(unit.role == "base_force" for unit in land.at(hex, side))


# -- 21.2 losses -----------------------------------------------------------------------------------------------------


def after(land: Land, event: View) -> Land:
    """21.2 The land after a unit was reduced, eliminated, or given the remaining loss."""
    unit = land.units[event["unit"]]
    others = {name: each for name, each in land.units.items() if name != unit.name}
    if event["event"] == "reduced":
        others[unit.name] = replace(unit, kind=event["kind"], carried=0)
    elif event["event"] == "losses_carried":
        others[unit.name] = replace(unit, carried=event["points"])
    return Land(others, land.held, land.supply, land.built)


def left_of(land: Land, side: str, hex: str | None = None) -> int:
    """21.2 The remaining points that a side must lose, on the map or in a hex."""
    units = land.units.values() if hex is None else land.at(hex, side)
    return sum(unit.strength - unit.carried for unit in units if unit.side == side)


def matters(units: Sequence[Unit]) -> bool:
    """21.2 Whether it makes a difference which of these units takes losses."""
    return len({(unit.kind, unit.carried, unit.unsupplied, unit.deployed) for unit in units}) > 1
