"""16.2 The units of a bid: the Allies place them before the first turn, one to each place where the power has units."""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.pieces import (
    ALLIED_POWERS,
    AUSTRALIA,
    CHINA,
    COMPLEX,
    FIRST_ZONE,
    INDIA,
    INFANTRY,
    KINDS,
    LAND_COUNT,
    PLACE_COUNT,
    PLACES,
    POWERS,
    UK,
    USA_PURSE,
    Side,
)
from ironbottom.games.axis_allies_pacific.rules.closing_verbs import DONE
from ironbottom.games.axis_allies_pacific.rules.placement import PIECE_OF
from ironbottom.games.axis_allies_pacific.rules.purchase import ON_LAND
from ironbottom.games.axis_allies_pacific.state import REINFORCED, TO_SPEND, UNIT_BID, UNITS, Cells, add_to_counts
from ironbottom.games.axis_allies_pacific.state_types import Execution, State

BUYERS = {POWERS.index["uk"]: 1 << INDIA | 1 << AUSTRALIA, POWERS.index["usa"]: 1 << USA_PURSE}
"""5.2 The economies whose lists of units a power chooses from; China may choose only infantry."""


def kinds_of(figures: Figures, power: int) -> int:
    """5.2, 14.1 The units that may be added to a power, at any price: no complexes."""
    if power == CHINA:
        return 1 << INFANTRY
    wanted = sum(1 << kind for kind, buyers in enumerate(figures.buyers) if buyers & BUYERS.get(power, 0))
    return wanted & ~(1 << COMPLEX)


def affordable_units(figures: Figures, cells: Cells, power: int) -> int:
    """The units among these that the rest of the bid pays for."""
    return sum(1 << kind for kind in members(kinds_of(figures, power)) if figures.cost[kind] <= cells[TO_SPEND])


def reinforcement_places(cells: Cells, power: int, kind: int) -> int:
    """16.2 The places where a power has units and none has been added yet: zones for ships, territories for other
    units.
    """
    first = UNITS + power * PLACE_COUNT
    places = range(LAND_COUNT) if kind in ON_LAND else range(FIRST_ZONE, PLACE_COUNT)
    return sum([1 << place for place in places if cells[first + place]]) & ~cells[REINFORCED]


def additions(state: State) -> list[tuple[int, int, int]]:
    """The power, kind and places of all possible additions."""
    figures, cells = state.rules.pieces, state.cells
    result = [
        (power, kind, reinforcement_places(cells, power, kind))
        for power in ALLIED_POWERS
        for kind in members(affordable_units(figures, cells, power))
    ]
    return [one for one in result if one[2]]


@restriction("16.2", "nothing can be added to the units of {power}")
def may_grow(state: State, frame: Reinforcing, side: int) -> int:
    return sum({1 << power for power, _, _ in additions(state)})


@restriction("16.2", "no {kind} can be added: {power} does not buy it, or the bid does not pay for it")
def pays_for(state: State, frame: Reinforcing, side: int, power: int) -> int:
    return sum(1 << kind for own, kind, _ in additions(state) if own == power)


@restriction("16.2", "{power} has no unit at {place}, or one was already added there")
def beside_others(state: State, frame: Reinforcing, side: int, power: int, kind: int) -> int:
    return reinforcement_places(state.cells, power, kind)


def growing(state: State, frame: Reinforcing, side: int) -> Branches:
    """All possible additions, power by power."""
    by_power: dict[int, list[tuple[int, tuple[()] | tuple[tuple[int, tuple[()]], ...]]]] = {}
    for power, kind, places in additions(state):
        by_power.setdefault(power, []).append((1 << kind, ((places, ()),)))
    return [(1 << power, tuple(kinds)) for power, kinds in by_power.items()]


ADD = Verb(
    "reinforce",
    clause="16.2",
    ends_list="never",
    offer=growing,
    power=Argument(POWERS, may_grow),
    kind=Argument(KINDS, pays_for),
    place=Argument(PLACES, beside_others),
)


class Reinforcing(Question):
    """16.2 Britain's player, who bids for the Allies, places the units of the bid; the rest lapses."""

    number, name, clause = 27, "reinforcing", "16.2"
    verbs = (ADD, DONE)
    side: Side

    def reinforce(self, execution: Execution, power: int, kind: int, place: int) -> None:
        cells, price = execution.cells, execution.rules.pieces.cost[kind]
        cells[TO_SPEND] -= price
        cells[REINFORCED] |= 1 << place
        add_to_counts(cells, UNITS + power * PLACE_COUNT + place, PIECE_OF[kind])
        execution.emit(log.REINFORCED, power, kind, place, price)

    def done(self, execution: Execution) -> None:
        execution.pop()
        execution.cells[TO_SPEND] = execution.cells[REINFORCED] = 0
        execution.emit(log.FINISHED, self.side, log.PHASES.index["reinforcing"])


def ask_to_reinforce(execution: Execution) -> None:
    """16.2 Asks for the units of the whole bid."""
    execution.cells[TO_SPEND] = execution.cells[UNIT_BID]
    execution.push(Reinforcing(UK))
