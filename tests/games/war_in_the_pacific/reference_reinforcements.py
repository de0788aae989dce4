"""A reference implementation of 44.71, 44.72 and 45.71 to 45.75: arriving points, their Segment and bases.

The lists of 45.72 to 45.75 are copied from the text, and those of Burma from the track made for it. The module reads
only the tables of places and terrain from their files, and uses no code of the rules.
"""

from __future__ import annotations

from collections import Counter

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific.turns import turn_name
from tests.games.war_in_the_pacific import reference_deployment as text
from tests.games.war_in_the_pacific.reference_deployment import controller, country, first_name, island
from tests.games.war_in_the_pacific.reference_land import LAND, read
from tests.games.war_in_the_pacific.reference_stations import FLYING_BOATS, airbases, in_sections, is_port

TRANSPORT = "2/0 zero, 2/0 judy, 1/0 jill, 0/10 oscar, 0/5 tony, 0/5 helen, 0/2 betty, 0/1 irving, 0/1 peggy, 0/1 frank"
"""45.72 Trained and untrained; Helen among the untrained, with the wrapped column corrected."""
TRANSFER = "0/7 oscar, 0/5 tony, 0/5 helen, 0/3 zero, 0/2 betty, 0/1 irving, 0/1 peggy, 0/1 frank"
"""45.73 The lists of 45.73, which also apply in 45.74 and 45.75."""
OKINAWA_TOO = "6/8 judy, 5/1 zero, 4/2 tony, 3/4 jill, 3/3 frank, 2/0 kate, 2/0 val, 1/1 george, 0/3 oscar"
"""45.75 The additional arrivals."""
BURMA = {
    ("allies", "2/44"): "1/0 spitfire, 1/0 p_51, 2/0 c_47",
    ("allies", "3/44"): "2/0 c_47, 1/0 hurricane, 1/0 p_38",
    ("allies", "4/44"): "2/0 spitfire, 1/0 beaufighter, 1/0 b_24",
    ("allies", "5/44"): "2/0 p_47, 1/0 b_25, 2/0 c_47",
    ("allies", "6/44"): "4/0 p_47, 1/0 mosquito",
    ("allies", "7/44"): "4/0 p_47, 1/0 mosquito, 1/0 b_24",
    ("allies", "8/44"): "4/0 p_47, 2/0 c_47",
    ("japan", "2/44"): "2/0 oscar, 1/0 lily",
    ("japan", "3/44"): "1/0 oscar, 1/0 tojo, 1/0 dinah",
    ("japan", "5/44"): "2/0 oscar",
    ("japan", "7/44"): "1/0 oscar, 1/0 sally",
}
"""44.71, 44.72 The track of the Cycles, made from history; the game ends in 8/44 before its Strategic Game-Turn."""
TROOPS = ("combat", "engineer", "base_force", "logistic")
"""41.23, 47.22 Headquarters are listed as air units, entrenchments are facilities."""
CALCUTTA, MOROTAI, PALAU = "A2213", "C2807", "C3502"


def points(line: str) -> Counter[str]:
    """A list by stack."""
    return Counter({lot.kind: lot.many for lot in text.lots(f"- -: {line}") if lot.many})


class Track:
    """The arrivals of 45.74 and 45.75, under either reading."""

    def __init__(self, *, each_segment: bool) -> None:
        self.each_segment, self.came = each_segment, set[str]()

    def as_transfer_begins(self, state: State, turn: str, phase: int) -> Counter[str]:
        """45.73 to 45.75 The arrivals at the start of an Air Transfer Segment."""
        found = points(TRANSFER) if (turn, phase) == ("1/11/44", 3) else Counter[str]()
        for case, there in (("45.74", formosa), ("45.75", text.OKINAWA)):
            if present(state, there) and (self.each_segment or case not in self.came):
                self.came.add(case)
                found += points(TRANSFER)
                if case == "45.75":
                    found += points(OKINAWA_TOO)
        return found

    def in_transport(self, turn: str, phase: int) -> Counter[str]:
        """45.72 The arrivals in an Air Transport Segment."""
        return points(TRANSPORT) if (turn, phase) == ("1/11/44", 2) else Counter()


formosa = frozenset(hex for hex in LAND if island(hex) == "formosa")


def present(state: State, hexes: frozenset[str] | tuple[str, ...]) -> bool:
    """45.74, 45.75 Whether an Allied ground unit is in any of these hexes."""
    return any(
        unit.side == "allies" and first_name(unit.at) in hexes and unit.role in TROOPS
        for unit in read(state).units.values()
    )


def burma_due(side: str, turn: int) -> Counter[str]:
    """44.71, 44.72 The arrivals in the Strategic Game-Turn after a turn."""
    number, cycle, year = turn_name(turn).split("/")
    line = BURMA.get((side, f"{cycle}/{year}")) if number == "4" else None
    return points(line) if line else Counter()


def bases(state: State, side: str, stack: str, scenario: str) -> set[str]:
    """37.5, 44.71, 44.72, 45.71, 45.72 The possible bases of a stack's arriving points.

    They are the bases that the case names, if the side holds them and they have room.
    """
    if scenario == "leyte":
        there = {MOROTAI, PALAU} if side == "allies" else {hex for hex in LAND if home(hex)}
    elif side == "allies":
        there = {CALCUTTA, *(hex for hex in LAND if adjacent(hex, CALCUTTA))}
    else:
        there = {hex for hex in LAND if country(hex) == "Burma"}
    there = {hex for hex in there if controller(state, hex) == side}
    if stack.rpartition("_")[0] in FLYING_BOATS:
        return {hex for hex in there if boats(state, hex) > 0}
    left = airbases(state, side)
    return {hex for hex in there if left.get(hex, 0) > 0}


def boats(state: State, hex: str) -> int:
    """5.4 The room for flying boats: ten at a port or anchorage, ten for each deployed Base Force."""
    stands = text.air_stands(state).items()
    here = sum(n for (base, stack), n in stands if first_name(base) == hex and stack.rpartition("_")[0] in FLYING_BOATS)
    forces = [
        unit for unit in read(state).at(hex, controller(state, hex)) if unit.role == "base_force" and unit.deployed
    ]
    return 10 * (is_port(hex) + len(forces)) - here


def home(hex: str) -> bool:
    """45.72 Whether a hex is in Japan (the home islands), which 45.25 names and 45.13 closes to the Allies."""
    return island(hex) in ("honshu", "kyushu", "hokkaido", "shikoku_and_inland_sea") and in_sections(hex, "BC")


def adjacent(hex: str, other: str) -> bool:
    """3.1 Whether two hexes are neighbours."""
    column, row = text.spot(other)
    low = column % 2 == 0
    around = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1 if low else -1), (1, 1 if low else -1))
    return text.spot(hex) in {(column + x, row + y) for x, y in around}


def room_for(state: State, side: str, stack: str, scenario: str) -> int:
    """5.4, 37.5 The total room for points of a stack."""
    there = bases(state, side, stack, scenario)
    if stack.rpartition("_")[0] in FLYING_BOATS:
        return sum(boats(state, hex) for hex in there)
    left = airbases(state, side)
    return sum(left[hex] for hex in there)
