"""A reference implementation of air rules: patrols against waves, Bounce, bombardment, damage modifiers.

It reads the tables from their files and the positions of counters, and uses no code of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import FIRST_DECK, GROUND_TYPES, HEXES, SHIPS, STACKS, WAVES
from tests.games.war_in_the_pacific.reference_land import LAND, by_id, table
from tests.games.war_in_the_pacific.reference_sea import PLANE, ROW, SHIP, in_era, place_of, up
from tests.games.war_in_the_pacific.reference_search import SIDES, SearchState

Event = Mapping[str, Any]
MELEE, BOMBARDMENT = table("charts/air_air.csv"), table("charts/bombardment.csv")
STRAFING = table("charts/strafing.csv")
BOUNCE = {name: int(row["modifier"]) for name, row in by_id("charts/bounce.csv").items()}
ADDED = {name: int(row["modifier"]) for name, row in by_id("charts/damage_point_mods.csv").items()}
FIX = {name: int(row["fix"]) for name, row in by_id("charts/search_chits.csv").items()}
LOW_DOWN = ("torpedo", "kamikaze")
A_ROLL = 60
"""7.3 The largest total of one roll."""
AT_HOME = ("honshu", "kyushu", "hokkaido", "shikoku_and_inland_sea", "formosa", "luzon")
"""39.1 The places where radar warns Japanese patrols late in the war."""


class Group(NamedTuple):
    """5.12 Points of a stack in one Role in a combat."""

    base: int
    stack: str
    duty: str
    points: int
    fought: bool

    @property
    def plane(self) -> Mapping[str, str]:
        """The ratings of its type."""
        return PLANE[self.stack.rpartition("_")[0]]

    @property
    def untrained(self) -> bool:
        """5.11 Whether the points are Untrained."""
        return self.stack.endswith("_untrained")

    def strength(self, *, against_high: bool = False) -> int:
        """7.11, 5.11, 6.21, 7.31 The air-to-air total: halved if Untrained, after a combat, and at great height."""
        rating = int(self.plane["air_to_air"])
        total = self.points * (-(-rating // 2) if self.untrained else rating)
        if self.fought:
            total = up(total, 2)
        return up(total, 2) if against_high and rating < 5 else total


class Meeting:
    """A wave and the patrols that it will meet, before it flies."""

    def __init__(self, state: State, wave: str) -> None:
        self.state, self.wave, self.number = state, wave, WAVES.index[wave]
        self.side = SIDES.index(wave.partition("_")[0])
        arrays = state.arrays
        self.force, self.hex = arrays[layout.WAVE_FORCE][self.number], arrays[layout.WAVE_AT][self.number]
        band = layout.ALTITUDES.ids[arrays[layout.WAVE_ALTITUDE][self.number]]
        self.high, self.low = band == "high", band == "low"
        self.at = state.cells[layout.FORCE_AT + self.force] if self.force >= 0 else self.hex
        mine, guard = [], []
        for flight, base in enumerate(arrays[layout.FLIGHT_BASE]):
            points = arrays[layout.FLIGHT_POINTS][flight]
            if base < 0 or not points or arrays[layout.FLIGHT_OF_PHASE_BEFORE][flight]:
                continue
            duty = layout.DUTIES.ids[arrays[layout.FLIGHT_ROLE][flight]]
            fought = arrays[layout.FLIGHT_FOUGHT][flight]
            group = Group(base, STACKS.ids[arrays[layout.FLIGHT_STACK][flight]], duty, points, bool(fought))
            if arrays[layout.FLIGHT_WAVE][flight] == self.number:
                mine.append(group)
            elif duty == "patrol" and group.plane["side"] != SIDES[self.side]:
                covers, over = arrays[layout.FLIGHT_COVERS][flight], arrays[layout.FLIGHT_OVER][flight]
                if (covers == self.force if covers >= 0 else over == self.at) and not (fought > 1 and self.bombs(mine)):
                    guard.append(group)
        self.guard = guard
        self.escorts = [group for group in mine if group.duty == "escort"]
        self.strikers = [group for group in mine if group.duty != "escort"]

    def bombs(self, mine: Iterable[Group]) -> bool:
        """6.21 Whether a wave is in the Bomb Role, with no torpedoes."""
        duties = {group.duty for group in mine}
        return "bomb" in duties and not duties & set(LOW_DOWN)

    def totals(self) -> tuple[int, int, int]:
        """7.11 The totals of patrol, escort and strikers."""
        heavy = self.high and bool(self.strikers) and all(group.plane["altitude"] == "H" for group in self.strikers)
        return (
            sum(group.strength(against_high=heavy) for group in self.guard),
            sum(group.strength() for group in self.escorts),
            sum(group.strength() for group in self.strikers),
        )

    # -- 7.2 ---------------------------------------------------------------------------------------------------

    def bounce(self, sky: SearchState) -> tuple[int, int]:
        """7.2 The modifiers of each side for the Bounce."""
        patrol = training(self.guard) + BOUNCE["radar"] * self.warned_by_radar()
        if not sky.points(1 - self.side, place_of(HEXES.ids[self.at]))[0]:
            patrol += BOUNCE["unwarned"]
        patrol += BOUNCE["higher"] * self.low
        return patrol, training(self.escorts) + BOUNCE["higher"] * self.high

    def warned_by_radar(self) -> bool:
        """39.1 Whether radar warns the patrol."""
        turn, name = self.state.cells[layout.TURN], HEXES.ids[self.at]
        if self.side == 1:
            here = LAND.get(name, {}).get("region", "")
            return in_era(turn, "japanese_radar_warning") and here in AT_HOME
        if in_era(turn, "allied_radar_warning"):
            return True
        if any(group.base >= FIRST_DECK for group in self.guard):
            return True
        kinds = [
            GROUND_TYPES.ids[self.state.arrays[layout.UNIT_TYPE][unit]]
            for unit, position in enumerate(self.state.arrays[layout.UNIT_AT])
            if position == self.at and self.state.arrays[layout.UNIT_TYPE][unit] >= 0
        ]
        return any("_hq_" in kind and kind.endswith(("division", "force")) for kind in kinds)

    # -- 7.11, 7.12 ----------------------------------------------------------------------------------------------

    def hits(self, dice: Mapping[str, list[int]]) -> tuple[int, int, int]:
        """7.11 The hits on patrol, escort and strikers without a Bounce."""
        patrol, escort, raiders = self.totals()
        made, back = total_result(patrol, dice["patrol"]), total_result(escort + up(raiders, 2), dice["escort"])
        here = [sum(group.points for group in groups) for groups in (self.guard, self.escorts, self.strikers)]
        on_escorts = min(made, -(-made * escort // patrol), here[1]) if patrol else 0
        return min(back, here[0]), on_escorts, min(made - on_escorts, here[2])


def training(fighters: list[Group]) -> int:
    """7.2 Adds one if all fighters are trained, and subtracts one if any is not."""
    if not fighters:
        return 0
    return BOUNCE["untrained"] if any(group.untrained for group in fighters) else BOUNCE["trained"]


def total_result(strength: int, dice: list[int]) -> int:
    """7.3 The result of the dice for a total, which is divided into parts of sixty and a rest, with a die for each."""
    found = 0
    while strength > 0:
        part, die = min(strength, A_ROLL), dice.pop(0)
        row = next(row for row in MELEE if part <= int(row["high"]))
        found += int(row[f"die_{die}"])
        strength -= part
    return found


# -- 7.6, 31.1 bombardment -------------------------------------------------------------------------------------------


def bombs_hit(event: Event) -> int:
    """31.1, 7.6 The hits of a bombardment: a row lower from great height, a row higher on a low pass."""
    strength, rows = event["strength"], BOMBARDMENT
    if not strength:
        return 0
    row = next((n for n, row in enumerate(rows) if strength <= int(row["high"])), len(rows) - 1) + event["row"]
    if row < 0:
        return 0
    die = min(max(event["dice"][0] + event["added"], 1), 6)
    return int(rows[min(row, len(rows) - 1)][f"die_{die}"])


# -- 11.5 modifiers of the damage die of bombs and torpedoes ---------------------------------------------


def speed_class(state: State, ship: str) -> int:
    """12.2, 12.3, 10.7, 18.4 The current Speed Class of a ship; levels of reorganization are not damage (38.5)."""
    number = SHIPS.index[ship]
    level = max(state.arrays[layout.DAMAGE][number], 0)
    left = max(int(SHIP[ROW[ship]]["speed_class"]) - state.arrays[layout.SLOWED][number], 0)
    left = max(left - 1, 0) if level == 3 else min(left, 1) if level == 4 else left
    left = min(left, 2 if state.arrays[layout.TIRED][number] > 10 else 3)
    return 0 if state.arrays[layout.DRY][number] > 1 else left


def added(state: State, meeting: Meeting, ship: str, weapon: str, met: bool) -> set[int]:
    """11.5, 5.11, 6.12, 39.1, 39.43, 41.65 The modifiers of the damage die of a wave's bombs or torpedoes."""
    sky = SearchState(state)
    role = {"bombs": ("bomb",), "air_torpedoes": ("torpedo",), "kamikazes": ("kamikaze",)}[weapon]
    groups = [group for group in meeting.strikers if group.duty in role]
    name = HEXES.ids[meeting.at]
    in_port = sky.friendly_port(name, 1 - meeting.side, meeting.force) and (
        meeting.force < 0 or not state.cells[layout.FORCE_ACTIVE + meeting.force]
    )
    base = ADDED["speed_0_or_in_port"] * (in_port or not speed_class(state, ship))
    base += ADDED["no_cap_engaged"] * (not in_port and not met)
    base += ADDED["overcast"] * (sky.weather(name) == "overcast")
    if weapon == "air_torpedoes" and SIDES[meeting.side] == "allies":
        base += ADDED["us_torpedoes"] * in_era(state.cells[layout.TURN], "us_torpedoes")
    base += weapon == "kamikazes"
    raw = {group.untrained for group in groups} if weapon != "kamikazes" else {False}
    far = {
        sky.cost(place_of(sky.base(group.base)), place_of(HEXES.ids[meeting.hex])) > int(group.plane["range_mp"])
        for group in groups
        if sky.base(group.base)
    }
    return {base + ADDED["untrained"] * u + ADDED["extended_range"] * f for u in raw for f in far or {False}}
