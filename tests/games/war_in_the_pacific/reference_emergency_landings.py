"""A reference implementation of landings without a base: lost carriers, overrun bases (12.5, 19.2, 5.7).

It reads the tables from their files and the positions of counters, records who lands where, and uses no code of the
rules. The text does not say where within range they land, so any place within range is accepted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import BASES, FORCES, IN_FORCE, SHIPS, STACKS
from tests.games.war_in_the_pacific.reference_sorties import STRIKES, Flight, flights
from tests.games.war_in_the_pacific.reference_transfers import Bases, Key, boat, reach

Event = Mapping[str, Any]
OUT_OF_ACTION = 3
"""12.2 With this much damage or more, a carrier neither launches nor lands aircraft."""


class Homes:
    """The points with a base to return to; landings and losses are compared with the record one by one."""

    def __init__(self, state: State, side: int) -> None:
        self.state, self.side = state, side
        self.bases = Bases(state, side)
        self.bases.lying = dict(self.bases.lying)

    # -- 12.5, 19.2 --------------------------------------------------------------------------------------------

    def operates(self, ship: str) -> bool:
        """12.2, 12.3, 12.5 Whether a carrier can take its points back."""
        number = SHIPS.index[ship]
        position, level = (self.state.arrays[block][number] for block in (layout.SHIP_AT, layout.DAMAGE))
        afloat = 0 <= position < IN_FORCE + len(FORCES)
        return afloat and level < OUT_OF_ACTION and not self.state.arrays[layout.DECK_SHUT][number]

    def homeless(self) -> list[Flight]:
        """12.5 The points in the air whose carrier is lost or closed."""
        up = [each for each in flights(self.state, self.side) if each.duty in STRIKES and not each.old]
        return [each for each in up if self.bases.deck(each.key[0]) and not self.operates(each.key[0])]

    def havens(self, over: str, stack: str) -> set[str]:
        """12.5, 19.4 The carriers and bases within range that have room.

        Carriers at sea take only Carrier-Trained points.
        """
        return {base for base in self.in_range(over, stack) if self.room(base, stack) > 0}

    def in_range(self, over: str, stack: str) -> set[str]:
        """12.5, 5.7 The carriers and bases in range, with or without room."""
        near, bases = set(), self.bases
        for base, hex in bases.own.items():
            if not hex or bases.far(over, hex, reach(stack, "range_mp")):
                continue
            if bases.deck(base):
                lands = stack.endswith("carrier") and self.operates(base) and not bases.single(base)
            else:
                lands = bases.opened(base)
            if lands:
                near.add(base)
        return near

    def room(self, base: str, stack: str) -> int:
        """5.4, 19.1 The remaining room of a base, according to the record."""
        return self.bases.room(base, stack)

    # -- 5.7 ---------------------------------------------------------------------------------------------------

    def flee(self, key: Key, in_the_air_phase: bool) -> int:
        """5.7, 6.6 The points that could have flown a Special Strike, since they did not fly in the previous Air Phase.

        Points that patrol in a Naval Phase may have searched (6.20); in an Air Phase they did not.
        """
        mine = [each for each in flights(self.state, self.side) if each.key == key]
        place = BASES.index[key[0]] * len(STACKS) + STACKS.index[key[1]]
        searched = int(self.state.arrays[layout.SEARCHING][place])
        struck = sum(each.points for each in mine if each.old and each.duty in STRIKES)
        carried = sum(each.points for each in mine if each.old and each.duty in ("transport", "transfer"))
        patrols = sum(each.points for each in mine if not each.old and each.duty == "patrol")
        out = sum(each.points for each in mine if not each.old and each.duty not in ("patrol", "ready"))
        tired = searched + carried
        tired = tired + patrols if in_the_air_phase else max(tired, patrols)
        return max(self.bases.lying[key] - struck - out - tired, 0)

    def refuges(self, key: Key) -> tuple[set[str], set[str]]:
        """5.7, 5.4, 5.41 Where the points of an overrun base land: at bases with room or, if there are none, on damaged
        Levels as well.
        """
        base, stack = key
        near = self.in_range(self.bases.own[base], stack) - {base}
        some = {each for each in near if self.room(each, stack) > 0}
        return some, {each for each in near if not self.bases.deck(each) and self.is_base(each, stack)}

    def is_base(self, base: str, stack: str) -> bool:
        """5.4, 5.41 Whether a place can be a base for such points at all."""
        if boat(stack):
            return self.bases.holds(base, water=True) > 0
        return bool(self.state.arrays[layout.LEVEL][BASES.index[base]] > 0)

    # -- the record --------------------------------------------------------------------------------------------

    def lands(self, event: Event) -> None:
        """Records that points get a new base."""
        stack, points = event["stack"], event["points"]
        self.loses((event["base"], stack), points)
        self.bases.lying[event["to"], stack] = self.bases.lying.get((event["to"], stack), 0) + points

    def loses(self, key: Key, points: int) -> None:
        """Records that points are removed."""
        left = self.bases.lying.pop(key) - points
        assert left >= 0, (key, points, left)
        if left:
            self.bases.lying[key] = left


def points_by_stack(state: State) -> dict[Key, tuple[int, int, int]]:
    """5.9 By base and stack, the points there, those that flew, and those that transferred."""
    found = {}
    blocks = [state.arrays[block] for block in (layout.AIR, layout.FLOWN, layout.TRANSFERRED)]
    for place, three in enumerate(zip(*blocks, strict=True)):
        if any(three):
            found[BASES.ids[place // len(STACKS)], STACKS.ids[place % len(STACKS)]] = three
    return found
