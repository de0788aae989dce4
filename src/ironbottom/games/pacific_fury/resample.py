"""Whole states out of what one side has been shown: its enemy's counters dealt anew over all that fit."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any

from ironbottom.engine.dealing import ANY, Deal, Place
from ironbottom.engine.fields import members
from ironbottom.engine.rules import Random, Rules
from ironbottom.engine.state import State
from ironbottom.engine.words import read_frames
from ironbottom.games.pacific_fury.lawful import BARRED
from ironbottom.games.pacific_fury.pieces import (
    ALL_UNITS,
    BOX_COUNT,
    CARRIERS,
    EXPRESS,
    EXPRESS_UNIT,
    FIRST_BOX,
    FORCES,
    FORCES_OF,
    PLACES,
    SIDES,
    TRANSPORTS,
    TURNS,
    UNITS,
)
from ironbottom.games.pacific_fury.state import (
    BASE,
    DISRUPTED,
    DUE,
    FORCE,
    GONE,
    HIT,
    INITIATIVE,
    LIMIT,
    MARKER,
    OFF_MAP,
    OPERATION,
    RESERVE,
    SHOWN,
    SUNK,
    TRANSPORTS_SUNK,
    TURN,
    USED,
    WHERE,
    Cells,
    layout,
)
from ironbottom.games.pacific_fury.view import BASES, CANNOT, TRIO, side_forming

APART = dict.fromkeys(members(CARRIERS), TRANSPORTS) | {EXPRESS_UNIT: ALL_UNITS}
"""8.2.b, 9.6.a What is never in one task force: carriers and Transports, the Tokyo Express and anything."""
AT_SEA = dict.fromkeys(members(ALL_UNITS & ~EXPRESS), 1 / 6)
"""Where nobody counts, a counter lies in its base six times as likely as in any one task force: else hardly a draw
would leave a ship in base, and none the Tokyo Express alone in its box.
"""
View = Mapping[str, Any]


class Sampler:
    """The states that fit a view: where counters are counted, each as likely as any other."""

    def __init__(self, rules: Rules, view: View) -> None:
        self.rules, self.cells = rules, public_cells(view)
        self.stack = read_frames(rules, view["frames"], "frames")
        forming = side_forming(State(rules, self.cells, self.stack))
        hidden = [side for side, name in enumerate(SIDES.ids) if name in view["hidden"]]
        self.forming = forming if forming in hidden else -1
        self.deals = [hidden_counters(self.cells, side, view) for side in hidden if side != forming]
        self.formed = forming_counters(self.forming, view) if self.forming >= 0 else None

    def draw(self, random: Random) -> State:
        """A state that fits; play can go on from it."""
        cells = self.cells[:]
        for lies_in, deal in self.deals:
            for unit, place in deal.draw(random):
                cells[lies_in[place]] |= 1 << unit
        if self.formed:
            self.form_in_secret(cells, self.formed, random)
        return State(self.rules, cells, self.stack)

    def form_in_secret(self, cells: Cells, deal: Deal, random: Random) -> None:
        """8.2.a While a side forms its task forces nobody else knows how far it is.

        Counters are dealt to any of the seven boxes, and the boxes used moved up to the first ones, for they are filled
        upward. As many deals come to the same as there are ways to choose so many boxes: one of them is taken.
        """
        while True:
            lies_in: list[int] = [0] * (2 + BOX_COUNT)
            for unit, place in deal.draw(random):
                lies_in[place] |= 1 << unit
            boxes = [units for units in lies_in[2:] if units]
            if random.random() * comb(BOX_COUNT, len(boxes)) < 1:
                break
        cells[BASE + self.forming] = lies_in[0]
        cells[OFF_MAP] |= lies_in[1]
        first = FORCES_OF[self.forming][0]
        for box, units in enumerate(boxes):
            cells[FORCE + first + box], cells[WHERE + first + box] = units, FIRST_BOX + box


def bits_of(ids: list[str]) -> int:
    return sum(1 << UNITS.index[unit] for unit in ids)


def public_cells(view: View) -> Cells:
    """The cells as far as the viewer sees them: all of a side of its own, the units shown of another."""
    cells = [0] * layout.size
    cells[TURN] = view["turn"]
    cells[INITIATIVE] = SIDES.index[view["initiative"]]
    cells[MARKER] = view["henderson"]["marker"]
    cells[DISRUPTED] = int(not view["henderson"]["operational"])
    cells[OPERATION] = view["operations"]["done"]
    cells[USED] = layout.types[USED].read(view["events_used"], "events_used")
    cells[TRANSPORTS_SUNK] = int(view["transports_sunk"])
    cells[HIT] = layout.types[HIT].read(view["hit"], "hit")
    for place, name in ((RESERVE, "reserve"), (SUNK, "sunk"), (GONE, "gone"), (OFF_MAP, "off_map"), (SHOWN, "shown")):
        cells[place] = bits_of(view[name])
    for turn in range(1, TURNS + 1):
        cells[DUE + turn - 1] = bits_of(view["due"].get(str(turn), []))
    for side in (0, 1):
        cells[BASE + side] = bits_of(view["bases"][BASES[side]]["units"])
    for name, force in view["forces"].items():
        number = FORCES.index[name]
        cells[WHERE + number] = PLACES.index[force["where"]]
        cells[LIMIT + number] = sum(bit for kind, bit in CANNOT.items() if kind in force["cannot_hold"])
        cells[FORCE + number] = bits_of(force["units"])
    return cells


# -- dealing the hidden counters -----------------------------------------------------------------------


def hidden_counters(cells: Cells, side: int, view: View) -> tuple[list[int], Deal]:
    """The deal of a side's hidden counters, and the cell of each place in it."""
    hidden = bits_of(view["hidden"][SIDES.ids[side]])
    places = {BASE + side: Place(ALL_UNITS & ~EXPRESS, *counted(view["bases"][BASES[side]]["counters"], 0))}
    for force in FORCES_OF[side]:
        told = view["forces"].get(FORCES.ids[force])
        if told is not None and not told["face_up"]:
            places[FORCE + force] = task_force(cells[FORCE + force], cells[LIMIT + force], told["counters"])
    if hidden & TRIO:
        places[OFF_MAP] = ONE_OFF_MAP
    return list(places), Deal(hidden, list(places.values()))


ONE_OFF_MAP = Place(TRIO, 1, 1)
"""9.6.a Of both Transports and the Tokyo Express two are in play; as long as nobody saw which, one is off the map."""


def counted(counters: int | None, least: int) -> tuple[int, int]:
    """How many counters lie somewhere at least and at most; nobody knows where counts are hidden."""
    return (least, ANY) if counters is None else (counters, counters)


def task_force(known: int, limits: int, counters: int | None) -> Place:
    """What may lie in a task force beside the units seen in it (8.2.b, 8.4, 9.6.a); none is empty."""
    beside = Place(ALL_UNITS, apart=APART)
    holds = sum(1 << unit for unit in range(len(UNITS)) if not any(beside.bars(unit, seen) for seen in members(known)))
    least, most = counted(None if counters is None else counters - known.bit_count(), int(not known))
    return Place(holds & ~BARRED[limits], least, most, APART, {} if counters is not None else AT_SEA)


def forming_counters(side: int, view: View) -> Deal:
    """The deal of a side that forms its task forces: to its base, off the map, and to seven boxes alike."""
    hidden = bits_of(view["hidden"][SIDES.ids[side]])
    off_map = ONE_OFF_MAP if hidden & TRIO else Place(0)
    return Deal(hidden, [Place(ALL_UNITS & ~EXPRESS), off_map, *[Place(ALL_UNITS, 0, ANY, APART, AT_SEA)] * BOX_COUNT])
