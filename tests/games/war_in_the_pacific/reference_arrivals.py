"""A reference implementation of air arrivals in Burma and Leyte (44.71, 44.72, 45.71 to 45.75).

It reads the tables from their files and uses no code of the rules.
"""

from __future__ import annotations

from collections import Counter

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import STACKS
from ironbottom.games.war_in_the_pacific.turns import turn_name
from tests.games.war_in_the_pacific.reference_land import LAND, read, table

LATE = {"45.74": tuple(hex for hex, row in LAND.items() if row["region"] == "formosa"), "45.75": ("B2736", "B2737")}
"""45.74, 45.75 The hexes of Formosa, and the two of Okinawa."""


def of_rows(case: str, side: str, arrives: str = "") -> Counter[str]:
    """The points of a case by stack; points that are trained, but not for carriers, count as trained (40.44)."""
    found: Counter[str] = Counter()
    for row in table("reinforcements.csv"):
        if row["case"] == case and row["side"] == side and row["arrives"].startswith(arrives):
            found[f"{row['unit']}_{'untrained' if row['training'] == 'untrained' else 'trained'}"] += int(row["count"])
    return found


class Arrivals:
    """The arrivals due at an event: the Game-Turn, the Air Phase, the positions, the losses."""

    def __init__(self, scenario: str, each_segment: bool = False) -> None:
        self.scenario, self.each_segment = scenario, each_segment
        self.state: State | None = None
        self.phase, self.came = 1, set[str]()
        self.lost: Counter[str] = Counter()
        """45.71 Allied points lost by stack."""

    def due(self, side: str) -> Counter[str]:
        """The points that a side receives now."""
        assert self.state is not None
        turn = turn_name(self.state.cells[layout.TURN])
        number, cycle, year = turn.split("/")
        if self.scenario == "burma":
            case = "44.71" if side == "allies" else "44.72"
            return of_rows(case, side, f"Strategic {cycle}/{year}") if number == "4" else Counter()
        if side == "allies":
            return self.lost.copy() if turn == "4/11/44" else Counter()
        found: Counter[str] = Counter()
        if turn == "1/11/44":
            found += of_rows("45.72" if self.phase == 2 else "45.73", side)
        for case, hexes in LATE.items():
            if self.landed(hexes) and (self.each_segment or case not in self.came):
                self.came.add(case)
                found += of_rows(case, side)
        return found

    def landed(self, hexes: tuple[str, ...]) -> bool:
        """45.74, 45.75 Whether an Allied ground unit is present."""
        assert self.state is not None
        units = read(self.state).units.values()
        return any(unit.side == "allies" and unit.at in hexes for unit in units)


def gained(before: State, state: State) -> Counter[str]:
    """The air points by stack gained in a choice."""
    found: Counter[str] = Counter()
    was, now = before.arrays[layout.AIR], state.arrays[layout.AIR]
    if was != now:
        for number, (old, new) in enumerate(zip(was, now, strict=True)):
            if old != new:
                found[STACKS.ids[number % len(STACKS)]] += new - old
    return found
