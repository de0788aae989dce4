"""A reference implementation of a whole air combat, die by die: Bounce, hits by lot, losses, points turned back.

It reads the tables from their files and the positions of counters, and uses no code of the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import HEXES, STACKS, WAVES
from tests.games.war_in_the_pacific.reference_air import LOW_DOWN, Group, Meeting, total_result
from tests.games.war_in_the_pacific.reference_sea import FLAK, PLANE, place_of, up
from tests.games.war_in_the_pacific.reference_search import SIDES, SearchState

Event = Mapping[str, Any]
TYPES = list(PLANE)
TRAINING = ("carrier", "trained", "untrained")
BY_BOUNCE = 2
"""7.2 The required difference of the dice."""
AT_ONCE = 120
"""7.3 The largest total of one roll of flak."""


class Air:
    """The remaining flights of a phase: a copy of the counters, updated only by the reference implementation."""

    def __init__(self, state: State) -> None:
        self.state = state.copy()
        self.arrays = self.state.arrays
        self.sky = SearchState(self.state)

    def flights(self, wave: str) -> list[int]:
        """7.7 The flights still in a wave."""
        number = WAVES.index[wave]
        return [n for n, of in enumerate(self.arrays[layout.FLIGHT_WAVE]) if of == number and self.group(n).points]

    def group(self, flight: int) -> Group:
        """5.12 A flight."""
        base, fought = self.arrays[layout.FLIGHT_BASE][flight], self.arrays[layout.FLIGHT_FOUGHT][flight]
        stack, duty = self.arrays[layout.FLIGHT_STACK][flight], self.arrays[layout.FLIGHT_ROLE][flight]
        points = self.arrays[layout.FLIGHT_POINTS][flight] if base >= 0 else 0
        return Group(base, STACKS.ids[stack], layout.DUTIES.ids[duty], points, bool(fought))

    def at(self, wave: str) -> int:
        """6.2 The place where a wave meets its enemy."""
        number = WAVES.index[wave]
        force = self.arrays[layout.WAVE_FORCE][number]
        return self.state.cells[layout.FORCE_AT + force] if force >= 0 else self.arrays[layout.WAVE_AT][number]

    def far(self, wave: str, flight: int) -> bool:
        """6.12 Whether a flight is beyond its range."""
        group, hex = self.group(flight), HEXES.ids[self.arrays[layout.WAVE_AT][WAVES.index[wave]]]
        home = self.sky.base(group.base)
        return bool(home) and self.sky.cost(place_of(home), place_of(hex)) > int(group.plane["range_mp"])

    def spent(self, event: Event, aimed: Counter[str]) -> None:
        """39.44, 20.12 Removes the kamikazes of a wave that dived: the aimed ones, then others in the fixed, public
        order.
        """
        left, aimed = event["points"], aimed.copy()
        dives = [n for n in self.in_order(self.flights(event["wave"])) if self.group(n).duty == "kamikaze"]
        for by_choice in (True, False):
            for n in dives:
                group = self.group(n)
                gone = min(group.points, left, aimed[group.stack] if by_choice else left)
                self.arrays[layout.FLIGHT_POINTS][n] -= gone
                aimed[group.stack] -= gone
                left -= gone

    def came_low(self, wave: str) -> tuple[bool, bool]:
        """6.21 Whether a wave had only bombs, and whether it flew low."""
        duties = {self.group(n).duty for n in self.flights(wave)}
        return "bomb" in duties and not duties & set(LOW_DOWN), bool(duties & set(LOW_DOWN))

    def guards(self, wave: str, bombs: bool) -> list[int]:
        """6.2, 6.21 The patrols that meet a wave."""
        force, hex = self.arrays[layout.WAVE_FORCE][WAVES.index[wave]], self.at(wave)
        side, found = wave.partition("_")[0], []
        for n in range(len(self.arrays[layout.FLIGHT_BASE])):
            group = self.group(n)
            if not group.points or group.duty != "patrol" or group.plane["side"] == side:
                continue
            if self.arrays[layout.FLIGHT_OF_PHASE_BEFORE][n] or (bombs and self.arrays[layout.FLIGHT_FOUGHT][n] > 1):
                continue
            covers, over = self.arrays[layout.FLIGHT_COVERS][n], self.arrays[layout.FLIGHT_OVER][n]
            if covers == force if covers >= 0 else over == hex:
                found.append(n)
        return found

    def in_order(self, flights: list[int]) -> list[int]:
        """The fixed, public order of air points: base hex, type, training; then by Role and ship."""
        return sorted(flights, key=lambda n: self.rank(self.group(n)))

    def rank(self, group: Group) -> tuple[int, ...]:
        """The place of points in that order."""
        kind, _, training = group.stack.rpartition("_")
        hex = self.sky.base(group.base)
        place, role = HEXES.index[hex] if hex else -1, layout.DUTIES.index[group.duty]
        return place, TYPES.index(kind), TRAINING.index(training), role, group.base

    def hit(self, flights: list[int], hits: int, dice: list[int]) -> tuple[int, int]:
        """7.12 Draws a number of points; each is lost if its die is at least its fragility, or else turns back."""
        lost = out = 0
        order = self.in_order(flights)
        for _ in range(hits):
            left = [n for n in order if self.group(n).points]
            if not left:
                break
            drawn = dice.pop(0) if len(left) > 1 else 1
            for n in left:
                drawn -= self.group(n).points
                if drawn <= 0:
                    break
            self.arrays[layout.FLIGHT_POINTS][n] -= 1
            if dice.pop(0) >= int(self.group(n).plane["fragility"]) or self.group(n).duty == "kamikaze":
                lost += 1
            else:
                out += 1
        return lost, out

    # -- 7.2, 7.11 -----------------------------------------------------------------------------------------------

    def melee(self, event: Event, going_home: bool, bombs: bool, low: bool) -> dict[str, Any]:
        """7.2, 7.11, 7.12 The results of the dice of an air combat."""
        wave, dice = event["wave"], list(event["dice"])
        mine = [n for n in self.flights(wave) if not going_home or self.far(wave, n)]
        guard = self.guards(wave, bombs)
        escorts = [n for n in mine if self.group(n).duty == "escort"]
        raiders = [n for n in mine if n not in escorts]
        meeting = Meeting(self.state, wave)
        meeting.guard = [self.group(n) for n in guard]
        meeting.escorts, meeting.strikers = ([self.group(n) for n in each] for each in (escorts, raiders))
        before = strengths(meeting)
        added = meeting.bounce(self.sky)
        shown = [dice.pop(0), dice.pop(0)]
        if SIDES[self.state.cells[layout.FIRST_PLAYER]] == wave.partition("_")[0]:
            shown.reverse()
        patrol, escort = (die + more for die, more in zip(shown, added, strict=True))
        bounce = "patrol" if patrol >= escort + BY_BOUNCE else "escort" if escort >= patrol + BY_BOUNCE else "nobody"
        gone = {"guard": (0, 0), "escorts": (0, 0), "raiders": (0, 0)}

        def totals() -> tuple[int, int, int]:
            if bounce == "nobody":
                return before
            meeting.guard = [self.group(n) for n in guard]
            meeting.escorts, meeting.strikers = ([self.group(n) for n in each] for each in (escorts, raiders))
            return strengths(meeting)

        def here(flights: list[int]) -> int:
            return sum(self.group(n).points for n in flights)

        def patrols_fire() -> None:
            against, escorted, _ = totals()
            made = total_result(against, dice)
            on_escorts = min(made, -(-made * escorted // against), here(escorts)) if made else 0
            gone["escorts"] = self.hit(escorts, on_escorts, dice)
            gone["raiders"] = self.hit(raiders, min(made - on_escorts, here(raiders)), dice)

        def escorts_fire() -> None:
            _, escorted, striking = totals()
            gone["guard"] = self.hit(guard, min(total_result(escorted + up(striking, 2), dice), here(guard)), dice)

        for fire in (escorts_fire, patrols_fire) if bounce == "escort" else (patrols_fire, escorts_fire):
            fire()
        for n in guard:
            self.arrays[layout.FLIGHT_FOUGHT][n] = 2 if low else max(self.arrays[layout.FLIGHT_FOUGHT][n], 1)
        found = [gone[each] for each in ("guard", "escorts", "raiders")]
        return {
            "strengths": list(before),
            "added": list(added),
            "bounce": bounce,
            "lost": [lost for lost, _ in found],
            "aborted": [out for _, out in found],
            "dice_left": len(dice),
        }

    def flak(self, event: Event, going_home: bool, strafing: bool = False) -> dict[str, Any]:
        """7.5, 7.12, WP-08 The results of the dice of flak for strikers: half of them at most, hit in turn.

        31.4 Strafing points meet theirs during the attack; 6.12 points at extended range meet it again on the way home.
        """
        wave, dice = event["wave"], list(event["dice"])
        flown = self.in_order([n for n in self.flights(wave) if self.group(n).duty != "escort"])
        if going_home:
            flown = [n for n in flown if self.far(wave, n)]
        else:
            flown = [n for n in flown if (self.group(n).duty == "strafing") == strafing]
        flown.sort(key=lambda n: self.group(n).duty not in LOW_DOWN)
        strength, height, hits = event["strength"], event["height"], 0
        strength = strength * 2 if height == 1 else up(strength, 2) if height == -1 else strength
        while strength > 0:
            row = next(row for row in FLAK if min(strength, AT_ONCE) <= int(row["high"]))
            hits += int(row[f"die_{dice.pop(0)}"])
            strength -= AT_ONCE
        here = sum(self.group(n).points for n in flown)
        lost = out = index = 0
        for _ in range(min(hits, -(-here // 2))):
            while not self.group(flown[index % len(flown)]).points:
                index += 1
            one = self.hit([flown[index % len(flown)]], 1, dice)
            lost, out, index = lost + one[0], out + one[1], index + 1
        return {"lost": lost, "aborted": out, "dice_left": len(dice)}


def strengths(meeting: Meeting) -> tuple[int, int, int]:
    """7.11, 6.21, 7.31 The totals; patrols that already fought count half of their sum, rounded up."""
    here = [group for group in meeting.strikers if group.points]
    heavy = meeting.high and bool(here) and all(group.plane["altitude"] == "H" for group in here)
    fresh, worn = (
        sum(each._replace(fought=False).strength(against_high=heavy) for each in meeting.guard if each.fought == again)
        for again in (False, True)
    )
    escorts, strikers = (sum(each.strength() for each in group) for group in (meeting.escorts, meeting.strikers))
    return fresh - (-worn // 2), escorts, strikers


def differs(mine: Mapping[str, Any], event: Event) -> list[str]:
    """The differences between the reference implementation and the events."""
    found = {**event, "dice_left": 0}
    return [
        f"{name}: the reference {value}, told {found[name]}" for name, value in mine.items() if found[name] != value
    ]
