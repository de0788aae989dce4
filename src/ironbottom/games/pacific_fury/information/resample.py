"""Random full states consistent with a side's view: the enemy's counters are placed again at random in any way that
fits.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.core.fields import members
from ironbottom.engine.information.determinization import UNLIMITED, Container, Deal
from ironbottom.engine.rules.game import Random
from ironbottom.games.pacific_fury import pieces
from ironbottom.games.pacific_fury import state as layout
from ironbottom.games.pacific_fury.information.check import BARRED
from ironbottom.games.pacific_fury.information.view import VIEW
from ironbottom.games.pacific_fury.state_types import Rules, State

APART = dict.fromkeys(members(pieces.CARRIERS), pieces.TRANSPORTS) | {pieces.EXPRESS_UNIT: pieces.ALL_UNITS}
"""8.2.b, 9.6.a Units that are never in one task force: carriers and Transports, the Express with any other unit."""
AT_SEA = dict.fromkeys(members(pieces.ALL_UNITS & ~pieces.EXPRESS), 1 / 6)
"""If counters cannot be counted, each is six times as likely to be in its base as in any one task force. Otherwise
hardly any sample would leave a ship in base, or leave the Tokyo Express alone in its box.
"""
View = Mapping[str, Any]


def seen_state(rules: Rules, view: View) -> State:
    """The part of the state that a view shows."""
    seen = VIEW.read(rules, view)
    seen.cells[layout.DISRUPTED] = int(not view["henderson"]["operational"])
    return seen


class Sampler:
    """The states that fit a view: where counters are counted, all equally likely."""

    def __init__(self, rules: Rules, view: View) -> None:
        seen = seen_state(rules, view)
        self.rules, self.cells, self.stack = rules, seen.cells, seen.stack
        forming = layout.side_forming(seen)
        hidden = [side for side, name in enumerate(pieces.SIDES.ids) if name in view["hidden"]]
        self.deals = [hidden_counters(self.cells, side, view) for side in hidden if side != forming]
        self.formed = FormingDeal(forming, view) if forming in hidden else None

    def draw(self, random: Random) -> State:
        """A state that fits, from which play can continue."""
        cells = self.cells[:]
        for lies_in, deal in self.deals:
            for unit, place in deal.draw(random):
                cells[lies_in[place]] |= 1 << unit
        if self.formed:
            self.formed.deal(cells, random)
        return State(self.rules, cells, self.stack)


def set_of(ids: list[str]) -> int:
    return sum(1 << pieces.UNITS.index[unit] for unit in ids)


# -- dealing the hidden counters -----------------------------------------------------------------------


def hidden_counters(cells: layout.Cells, side: int, view: View) -> tuple[list[int], Deal]:
    """The deal of a side's hidden counters, and the cell of each place in it."""
    hidden = set_of(view["hidden"][pieces.SIDES.ids[side]])
    places = {
        layout.BASE + side: Container(
            pieces.ALL_UNITS & ~pieces.EXPRESS, *counter_range(view["bases"][layout.BASES.ids[side]]["counters"], 0)
        )
    }
    for force in pieces.FORCES_OF[side]:
        result = view["forces"].get(pieces.FORCES.ids[force])
        if result is not None and not result["face_up"]:
            places[layout.FORCE + force] = task_force(
                cells[layout.FORCE + force], cells[layout.KNOWN_ABSENT + force], result["counters"]
            )
    if hidden & layout.TOKYO_EXPRESS_TRIO:
        places[layout.OFF_MAP] = EXACTLY_ONE_OFF_MAP
    return list(places), Deal(hidden, list(places.values()))


EXACTLY_ONE_OFF_MAP = Container(layout.TOKYO_EXPRESS_TRIO, 1, 1)
"""9.6.a Two of the three are in play: both Transports and the Tokyo Express. Until someone has seen which, one is off
the map.
"""


def counter_range(counters: int | None, least: int) -> tuple[int, int]:
    """The minimum and maximum number of counters in a place; unlimited where counts are hidden."""
    return (least, UNLIMITED) if counters is None else (counters, counters)


def task_force(known: int, limits: int, counters: int | None) -> Container:
    """The units that may be in a task force with those seen in it (8.2.b, 8.4, 9.6.a); no task force is empty."""
    beside = Container(pieces.ALL_UNITS, incompatible=APART)
    holds = sum(
        1 << unit
        for unit in range(len(pieces.UNITS))
        if not any(beside.forbids_pair(unit, seen) for seen in members(known))
    )
    least, most = counter_range(None if counters is None else counters - known.bit_count(), int(not known))
    return Container(holds & ~BARRED[limits], least, most, APART, {} if counters is not None else AT_SEA)


class FormingDeal:
    """8.2.a The hidden counters of a side that forms its task forces: the other side does not know how many it has
    formed.

    They are placed at random in its base and any of the seven boxes. The boxes used are then moved down to the first
    ones, because boxes are filled upward: so a state has a weight equal to the number of ways to choose this many
    boxes.
    """

    def __init__(self, side: int, view: View) -> None:
        self.side = side
        hidden = set_of(view["hidden"][pieces.SIDES.ids[side]])
        self.guns = members(hidden & pieces.GUNS)
        # Gun ships are never placed with a lone Tokyo Express, so its probability of being in a box is that of all of
        # them being elsewhere.
        weights = AT_SEA | {pieces.EXPRESS_UNIT: (1 - 1 / len(SPOTS)) ** len(self.guns)}
        off_map = EXACTLY_ONE_OFF_MAP if hidden & layout.TOKYO_EXPRESS_TRIO else Container(0)
        boxes = [Container(pieces.ALL_UNITS, 0, UNLIMITED, APART, weights)] * pieces.BOX_COUNT
        self.others = Deal(hidden & ~pieces.GUNS, [off_map, Container(pieces.ALL_UNITS & ~pieces.EXPRESS), *boxes])

    def deal(self, cells: layout.Cells, random: Random) -> None:
        """Puts the counters in their places."""
        off_map, *lies_in = [0] * (2 + pieces.BOX_COUNT)
        for unit, place in self.others.draw(random):
            if place:
                lies_in[place - 1] |= 1 << unit
            else:
                off_map = 1 << unit
        for unit in self.guns:
            spot = SPOTS[random.randrange(len(SPOTS))]
            while lies_in[spot] & pieces.EXPRESS:
                spot = SPOTS[random.randrange(len(SPOTS))]
            lies_in[spot] |= 1 << unit
        cells[layout.OFF_MAP] |= off_map
        cells[layout.BASE + self.side] = lies_in[0]
        first = pieces.FORCES_OF[self.side][0]
        for box, units in enumerate(filter(None, lies_in[1:])):
            cells[layout.FORCE + first + box], cells[layout.WHERE + first + box] = units, pieces.FIRST_BOX + box


SPOTS = (0,) * 6 + tuple(range(1, 1 + pieces.BOX_COUNT))
"""The base six times, each box once."""
