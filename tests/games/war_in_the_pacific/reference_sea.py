"""A reference implementation of fire at ships and aircraft: Damage Points, levels, flak, air combat, bombs.

It reads the tables from their files, the counters before a choice, and visible events; it uses no code of the rules.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import (
    BASES,
    FIRST_DECK,
    FORCES,
    IN_FORCE,
    ROW_OF,
    SHIPS,
    STACKS,
    WAVES,
)
from tests.games.war_in_the_pacific.reference_land import by_id, table

Event = Mapping[str, Any]
Events = Sequence[Event]
SHIP, PLANE = by_id("ships.csv"), by_id("aircraft.csv")
ROW = dict(zip(SHIPS.ids, ROW_OF, strict=True))
"""The row of each counter: those of merchant ships are identical."""
RATE, RESULTS = table("charts/damage_points.csv"), table("charts/naval_combat_results.csv")
CRITICAL, EFFECT = table("charts/critical_hits.csv"), by_id("charts/critical_effects.csv")
FLAK = table("charts/anti_aircraft.csv")
ARMOURED = ("BB", "BC", "XCV")
EIGHT_INCH = ("BB", "BC", "XCV", "CA")
NO_CRITICAL = ("DD", "DE", "CD", "APB", "SF", "MS")
CARRIERS = ("CV", "CVL", "CVE", "XCV")
SUNK_FROM = 5
OF_A_FORCE = (layout.FORCE_LEFT, layout.FORCE_SPEED)
FLYING = (layout.FLIGHT_BASE, layout.FLIGHT_STACK, layout.FLIGHT_ROLE, layout.FLIGHT_POINTS, layout.FLIGHT_WAVE)
KEPT = (
    *(layout.DAMAGE, layout.SHRUNK, layout.TIRED, layout.FIRE_CONTROL, layout.SHIP_AT, layout.AIM, layout.LAUNCHES),
    *(*FLYING, layout.WAVE_FORCE, layout.WAVE_TARGET),
)


def up(number: int, of: int) -> int:
    """39.94 Halves are rounded up."""
    return (2 * number + of) // (2 * of)


def date(text: str, first: bool) -> int:
    """39.1 The Game-Turn with which an era begins or ends, counted from the first of 1941 as in the state."""
    if text in ("start", "end"):
        return -1 if text == "start" else 10**6
    cycle, year = (int(part) for part in text.split("/"))
    return ((year - 41) * 13 + cycle - 1) * 4 + (0 if first else 3)


ERAS = {row["id"]: (date(row["first"], True), date(row["last"], False)) for row in table("charts/eras.csv")}


def in_era(turn: int, name: str) -> bool:
    """39.1 Whether an era applies."""
    first, last = ERAS[name]
    return first <= turn <= last


class Before:
    """The positions before a choice: copies of the counters, read only when something was fired."""

    def __init__(self, state: State) -> None:
        self.cells = {block: state.cells[block : block + len(FORCES)] for block in OF_A_FORCE}
        self.turn = state.cells[layout.TURN]
        self.kept = {block: state.arrays[block][:] for block in KEPT}

    def of_ships(self, block: int) -> dict[str, int]:
        """A figure of each ship."""
        return dict(zip(SHIPS.ids, self.kept[block], strict=True))

    @cached_property
    def damage(self) -> dict[str, int]:
        """12.1, 38.5 The levels of each ship, those of reorganisation among them."""
        split = self.of_ships(layout.SHRUNK)
        return {ship: max(level, 0) + split[ship] for ship, level in self.of_ships(layout.DAMAGE).items()}

    @cached_property
    def tired(self) -> dict[str, int]:
        """18.4 Active Naval Phases since the last Refit."""
        return self.of_ships(layout.TIRED)

    @cached_property
    def spoilt(self) -> dict[str, int]:
        """12.3 The ships with fire control hits."""
        return self.of_ships(layout.FIRE_CONTROL)

    @cached_property
    def flights(self) -> list[tuple[int, str, str, int, str]]:
        """5.12 The points that fly: base, stack, Role, number, wave."""
        columns = (self.kept[block] for block in FLYING)
        return [
            (base, STACKS.ids[stack], layout.DUTIES.ids[duty], points, WAVES.ids[wave] if wave >= 0 else "")
            for base, stack, duty, points, wave in zip(*columns, strict=True)
            if base >= 0 and points
        ]

    @cached_property
    def aims(self) -> dict[str, str]:
        """11.3 The target of each firing ship."""
        return {SHIPS.ids[ship]: SHIPS.ids[target] for ship, target in enumerate(self.kept[layout.AIM]) if target >= 0}

    @cached_property
    def launches(self) -> set[str]:
        """11.4 The ships that also fire torpedoes."""
        return {SHIPS.ids[ship] for ship, fires in enumerate(self.kept[layout.LAUNCHES]) if fires}

    def wave(self, name: str) -> list[tuple[str, str, int]]:
        """7.7 The stacks, roles and points of a wave."""
        return [(stack, duty, points) for _, stack, duty, points, wave in self.flights if wave == name]

    def ships(self, force: int) -> list[str]:
        """9.1 The ships of a force."""
        return [
            SHIPS.ids[ship] for ship, position in enumerate(self.kept[layout.SHIP_AT]) if position == IN_FORCE + force
        ]

    def loaded(self, ship: str) -> bool:
        """12.4 Whether a carrier has ready Bomb or Torpedo points aboard."""
        ready = [(base, stack) for base, stack, duty, _, _ in self.flights if duty == "ready" and base >= FIRST_DECK]
        planes = [PLANE[stack.rpartition("_")[0]] for base, stack in ready if BASES.ids[base] == ship]
        return any(int(plane["bomb"]) or int(plane["torpedo"]) for plane in planes)


# -- 11.5, 12.1, 12.3 damage ---------------------------------------------------------------------------------------


def damage_points(strength: int, die: int, halved: bool) -> int:
    """11.5 Damage Points of a strength."""
    row = next(row for row in RATE if int(row["low"]) <= die <= int(row["high"]))
    points = up(strength * int(row["per_ten"]), 10)
    return -(-points // 2) if halved else points


def levels(points: int, defence: int, die: int, shift: int) -> int:
    """12.1 The levels of the highest row reached, shifted further for a loaded deck."""
    reached = [
        n for n, row in enumerate(RESULTS) if points * int(row["denominator"]) >= int(row["numerator"]) * defence
    ]
    return int(RESULTS[min(max(reached) + shift, len(RESULTS) - 1)][f"die_{die}"])


def struck(before: Before, event: Event) -> list[str]:
    """11.5, 12.1, 12.3 The error in a hit on a ship, as a sentence."""
    ship, row = event["ship"], SHIP[ROW[event["ship"]]]
    if not event["strength"] or event["weapon"] == "strafing":
        return []
    armoured, dice, was = row["type"] in ARMOURED, list(event["dice"]), before.damage[ship]
    points = damage_points(
        event["strength"], dice[0] + event["added"], armoured and event["weapon"] in ("bombs", "light_gunnery")
    )
    loaded = row["type"] in CARRIERS and before.loaded(ship)
    found = levels(points, int(row["defence"]), dice[1], 2 if loaded else 0)
    now, critical = 6 if found == 6 else min(was + found, 5), ""
    if found and now < SUNK_FROM and row["type"] not in NO_CRITICAL:
        critical = effect(before, row, dice[2], loaded, before.tired[ship] > 10)
        now = min(now + int(EFFECT[critical]["levels"]), 5)
        if critical == "spreading" and dice[3] == 6:
            now = 6
    before.damage[ship] = now
    before.spoilt[ship] |= critical == "fire_control"
    mine = {"points": points, "levels": found, "level": now, "critical": [critical] if critical else []}
    return [f"{name}: the reference {value}" for name, value in mine.items() if event[name] != value]


def effect(before: Before, row: Mapping[str, str], die: int, loaded: bool, tired: bool) -> str:
    """12.3, 12.4, 18.4 The critical hit of a die: worse on loaded decks and tired ships, milder with U.S. control."""
    shown = die + loaded + tired - (row["nation"] == "us" and in_era(before.turn, "us_damage_control"))
    hit = next(each for each in CRITICAL if int(each["low"]) <= shown <= int(each["high"]))
    return hit["carrier" if row["type"] in CARRIERS else "other_ship"]


# -- 20.13, 39.43 the strength of bombs and torpedoes ----------------------------------------------------------------


def weapon_strength(before: Before, aimed: Counter[tuple[str, str, str]], ship: str, weapon: str, moves: bool) -> int:
    """20.13, 39.43 The sum against a ship: heavy bombers count half against ships that can move.

    Skip bombing from 3/43.
    """
    found = 0
    for (stack, role, target), points in aimed.items():
        if target != ship:
            continue
        plane = PLANE[stack.rpartition("_")[0]]
        if weapon == "kamikazes" and role == "kamikaze":
            found += points * (int(plane["bomb"]) + 4)
        if weapon == "air_torpedoes" and role == "torpedo":
            found += points * int(plane["torpedo"])
        if weapon == "bombs" and role == "bomb":
            bomb = int(plane["bomb"])
            if plane["id"] in ("b_25", "a_20") and not in_era(before.turn, "skip_bombing"):
                bomb = 1
            found += points * bomb * (1 if plane["altitude"] == "H" and moves else 2)
    return found if weapon != "bombs" else up(found, 2)


# -- 7.5 anti-aircraft fire --------------------------------------------------------------------------------------------


def row_result(rows: Sequence[Mapping[str, str]], strength: int, die: int) -> int:
    """7.3 The result of a die in the row of a strength."""
    row = next((row for row in rows if strength <= int(row["high"])), rows[-1])
    return int(row[f"die_{die}"]) if strength else 0


def left_of(before: Before, ship: str, rating: int) -> int:
    """12.2, 12.3 The gunnery or anti-aircraft fire left by damage; with hit fire control half of that, rounded once."""
    return up(rating * quarters(before, ship), 8 if before.spoilt[ship] else 4)


def era_of_flak(before: Before, side: str, nation: str) -> int:
    """39.1 Anti-aircraft fire by date, in quarters: one and a half, or double."""
    if side == "japan":
        return 6 if in_era(before.turn, "japanese_anti_air_1944") else 4
    if nation in ("us", "cw") and in_era(before.turn, "allied_anti_air_1944"):
        return 8
    return 6 if nation == "us" and in_era(before.turn, "us_anti_air_1943") else 4


def flak_of_force(before: Before, force: int) -> set[int]:
    """7.5, 12.2, 39.1, 39.94 The fire of the ships of a force: each by its damage, then by date, rounded up."""
    found = Counter[int]()
    for ship in before.ships(force):
        row = SHIP[ROW[ship]]
        era = era_of_flak(before, row["side"], row["nation"])
        found[era] += left_of(before, ship, int(row["anti_air"]))
    by_ship = sum(
        -(-left_of(before, ship, int(SHIP[ROW[ship]]["anti_air"])) * era_of(before, ship) // 4)
        for ship in before.ships(force)
    )
    return {by_ship, sum(-(-total * era // 4) for era, total in found.items())}


def era_of(before: Before, ship: str) -> int:
    """39.1 The era of a ship's anti-aircraft fire."""
    row = SHIP[ROW[ship]]
    return era_of_flak(before, row["side"], row["nation"])


def flak_hits(event: Event) -> int:
    """7.5, 31.1 The hits of the dice at the given strength: double on a low pass, half on a high one."""
    strength, dice = event["strength"], list(event["dice"])
    left = strength * 2 if event["height"] == 1 else up(strength, 2) if event["height"] == -1 else strength
    found = 0
    while left > 0:
        found += row_result(FLAK, min(left, 120), dice.pop(0))
        left -= 120
    return found


# -- 47.1 ----------------------------------------------------------------------------------------------------------


def ship_points(ship: str, level: int, each_level: bool = True) -> int:
    """47.1 The value of damage to a ship, five levels for a sunk one."""
    row, counted = SHIP[ROW[ship]], min(level, 5)
    if row["type"] in ("CV", "CVL", "CVE"):
        return 2 * counted * int(row["air_capacity"])
    if row["type"] == "SF":
        return 100 * counted if each_level else 100 * counted // 5
    if row["type"] in ("APB", "MS"):
        return (5 if row["type"] == "APB" else 1) * counted * int(row["load_quarters"]) // 4
    return counted * int(row["defence"])


# -- 11.3, 11.4 gunnery ----------------------------------------------------------------------------------------------


def broadsides(before: Before, aims: Mapping[str, str], launches: set[str], far: bool) -> Counter[tuple[str, str]]:
    """11.4, 11.5, 12.2 The sums by target and kind of fire: at long range, half of all fire aimed at a ship."""
    found: Counter[tuple[str, str]] = Counter()
    for ship, target in aims.items():
        row = SHIP[ROW[ship]]
        light = row["type"] not in EIGHT_INCH and SHIP[ROW[target]]["type"] in ARMOURED
        found[target, "light_gunnery" if light else "gunnery"] += left_of(before, ship, int(row["gunnery"]))
        if ship in launches:
            found[target, "torpedoes"] += up(int(row["torpedo"]) * quarters(before, ship), 4)
    if far:
        return Counter({key: -(-sum_ // 2) if key[1] != "torpedoes" else sum_ for key, sum_ in found.items()})
    return found


def quarters(before: Before, ship: str) -> int:
    """12.2 The quarters of a ship's torpedoes that are left; hits on fire control do not affect them."""
    return {0: 4, 1: 4, 2: 4, 3: 2, 4: 1}.get(before.damage[ship], 0)


# -- 10.3, 10.5 movement -----------------------------------------------------------------------------------------------


def latitude(hex: str) -> float:
    """3.1 The latitude of the middle of a hex."""
    column, row = int(hex[1:3]), int(hex[3:])
    off = {"A": (0, 27), "B": (38, 0), "C": (38, 53), "D": (76, 0), "E": (76, 53), "F": (114, 0), "G": (114, 53)}
    across, down = off[hex[0]][0] + column, off[hex[0]][1] + row
    size = 1.0462186
    y = math.radians(65.519400 - (down + (0.5 if across % 2 == 0 else 0)) * size)
    return math.degrees(2 * math.atan(math.exp(y)) - math.pi / 2)


def cost_of(hex: str) -> int:
    """3.4 The Movement Points of a hex: six up to 28.8 degrees, five to 44.2, four beyond."""
    north = abs(latitude(hex))
    return 6 if north <= 28.8 else 5 if north <= 44.2 else 4


def place_of(hex: str) -> tuple[int, int]:
    """3.1 The column and row of a hex on the whole map."""
    off = {"A": (0, 27), "B": (38, 0), "C": (38, 53), "D": (76, 0), "E": (76, 53), "F": (114, 0), "G": (114, 53)}
    return off[hex[0]][0] + int(hex[1:3]), off[hex[0]][1] + int(hex[3:])


def adjacent(one: str, other: str) -> bool:
    """3.1 Whether two hexes touch."""
    (x1, y1), (x2, y2) = place_of(one), place_of(other)
    r1, r2 = y1 - (x1 + (x1 & 1)) // 2, y2 - (x2 + (x2 & 1)) // 2
    return max(abs(x1 - x2), abs(r1 - r2), abs(x1 - x2 + r1 - r2)) == 1
