"""5.0 Phase 1: units are bought from an economy's own treasury, and free Chinese infantry are counted."""

from __future__ import annotations

from ironbottom.engine.core.fields import Numbers, members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import nonzero, number_of, total
from ironbottom.games.axis_allies_pacific.data.tables import AIR, GROUND
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.pieces import (
    AUSTRALIA,
    CHINESE,
    COMPLEX,
    ECONOMIES,
    ECONOMIES_OF,
    INDIA,
    KINDS,
    UK,
    USA,
    Side,
)
from ironbottom.games.axis_allies_pacific.rules.closing_verbs import DONE
from ironbottom.games.axis_allies_pacific.rules.orders import STANDING_ORDER, set_order
from ironbottom.games.axis_allies_pacific.state import (
    ACTIVE,
    BOUGHT,
    COMPLEXES,
    HELD,
    IPC,
    POOL,
    SETTLED,
    SHOWN_ORDERS,
    TAKEN,
    VOLUNTEERS,
    Cells,
    add_to_counts,
    complex_limit,
    held_by_team,
)
from ironbottom.games.axis_allies_pacific.state_types import Execution, State

AMOUNTS = Numbers("number", 1, 99)
ON_LAND = frozenset(KINDS.index[name] for name in (*GROUND, *AIR))


# -- 3.4, 13.2 the convoy pool -------------------------------------------------------------------------------


def holds_capital(figures: Figures, cells: Cells, economy: int) -> bool:
    """5.4, 9.6.2 Whether an economy's capital is held by its team."""
    return bool(held_by_team(cells, min(economy, 1)) >> figures.capital[economy] & 1)


@restriction("3.4", "the pool does not hold that much")
def within_pool(state: State, frame: Procedure, side: int) -> int:
    return (2 << state.cells[POOL]) - 1


@restriction("13.2", "an economy without its capital gets nothing from the pool")
def pool_limit_without_capital(state: State, frame: Procedure, side: int) -> int:
    figures, cells = state.rules.pieces, state.cells
    pool = cells[POOL]
    if not holds_capital(figures, cells, INDIA):
        return 1
    return (2 << pool) - 1 if holds_capital(figures, cells, AUSTRALIA) else 1 << pool


SPLIT = Verb(
    "split",
    clause="3.4",
    ends_list="always",
    india=Argument(Numbers("share of India", 0, 400), within_pool, pool_limit_without_capital),
)


class ConvoyPoolSplit(Question):
    """3.4, 13.2 The British player splits the convoy pool between India and Australia."""

    number, name, clause = 1, "splitting", "3.4"
    verbs = (SPLIT, STANDING_ORDER)
    side: Side

    def standing_order(self, execution: Execution, order: int, value: int) -> None:
        set_order(execution, self.side, order, value)

    def split(self, execution: Execution, india: int) -> None:
        execution.pop()
        execution.cells[SETTLED + self.side] = 0
        split_pool(execution, india)


def split_pool(execution: Execution, india: int) -> None:
    """13.2 India gets its share, and Australia gets the rest."""
    cells = execution.cells
    rest = cells[POOL] - india
    cells[IPC + INDIA] += india
    cells[IPC + AUSTRALIA] += rest
    cells[POOL] = 0
    execution.emit(log.POOL_SPLIT, india, rest)


def ask_for_split(execution: Execution) -> None:
    """13.2 Asks for the split; the pool lapses if neither economy has its capital."""
    figures, cells = execution.rules.pieces, execution.cells
    if not any(holds_capital(figures, cells, economy) for economy in (INDIA, AUSTRALIA)):
        cells[POOL] = 0
    if cells[POOL]:
        execution.push(ConvoyPoolSplit(UK))


# -- 5.1 purchase ----------------------------------------------------------------------------------------------


def usable_complexes(cells: Cells, economy: int) -> int:
    """11.1, 11.5, 14.4 The lands of an economy with a complex that it has held since the start of the turn."""
    return cells[HELD + economy] & cells[COMPLEXES] & ~cells[TAKEN]


def capacity(figures: Figures, cells: Cells, complexes: int) -> int:
    """11.2 How many units these complexes can place in a turn; -1 for no limit."""
    limits = [complex_limit(figures, cells, land) for land in members(complexes)]
    return -1 if -1 in limits else sum(limits)


def room_for(figures: Figures, cells: Cells, economy: int, kind: int) -> int:
    """5.5, 11.0 How many more units of a kind could be placed, as far as is known now; -1 for no limit."""
    if kind == COMPLEX:
        own = cells[HELD + economy] & ~cells[COMPLEXES]
        sites = sum(figures.value[land] > 0 for land in members(own))
        return max(0, sites - number_of(cells[BOUGHT + economy], COMPLEX))
    complexes = usable_complexes(cells, economy)
    for_ships = sum(1 << land for land in members(complexes) if figures.coast[land])
    most = capacity(figures, cells, complexes if kind in ON_LAND else for_ships)
    if most < 0:
        return -1
    bought = nonzero(cells[BOUGHT + economy])
    ships = sum(many for each_kind, many in bought if each_kind not in ON_LAND and each_kind != COMPLEX)
    others = sum(many for each_kind, many in bought if each_kind in ON_LAND)
    whole = capacity(figures, cells, complexes)
    left = most - ships if kind not in ON_LAND else whole - ships - others
    return max(0, left if whole < 0 else min(left, whole - ships - others))


def affordable(state: State, economy: int, kind: int) -> int:
    """5.1, 5.5 How many units of a kind an economy can pay for and place."""
    figures, cells = state.rules.pieces, state.cells
    most: int = min(99, cells[IPC + economy] // figures.cost[kind])
    room = room_for(figures, cells, economy, kind) if most else 0
    return most if room < 0 else min(most, room)


@restriction("5.3", "{economy} is not your economy")
def own_economy(state: State, frame: Purchase, side: int) -> int:
    return sum(1 << economy for economy in ECONOMIES_OF[side])


@restriction("5.4", "the capital of {economy} is in enemy hands")
def economies_with_capital(state: State, frame: Purchase, side: int) -> int:
    figures, cells = state.rules.pieces, state.cells
    return sum(1 << economy for economy in ECONOMIES_OF[side] if holds_capital(figures, cells, economy))


@restriction("5.2", "{economy} cannot buy a {kind}")
def can_buy(state: State, frame: Purchase, side: int, economy: int) -> int:
    return sum(1 << kind for kind, buyers in enumerate(state.rules.pieces.buyers) if buyers >> economy & 1)


@restriction("5.1", "{economy} cannot pay for even one {kind}")
def can_pay(state: State, frame: Purchase, side: int, economy: int) -> int:
    budget = state.cells[IPC + economy]
    return sum(1 << kind for kind, cost in enumerate(state.rules.pieces.cost) if cost <= budget)


@restriction("5.5", "{economy} has nowhere to place any {kind}")
def has_room(state: State, frame: Purchase, side: int, economy: int) -> int:
    figures, cells = state.rules.pieces, state.cells
    return sum(1 << kind for kind in range(len(KINDS)) if room_for(figures, cells, economy, kind))


@restriction("5.1", "{economy} cannot pay for that many")
def can_pay_for_all(state: State, frame: Purchase, side: int, economy: int, kind: int) -> int:
    most: int = min(99, state.cells[IPC + economy] // state.rules.pieces.cost[kind])
    return (2 << most) - 2


@restriction("5.5", "{economy} cannot place that many")
def can_place_all(state: State, frame: Purchase, side: int, economy: int, kind: int) -> int:
    room = room_for(state.rules.pieces, state.cells, economy, kind)
    return (2 << min(99, room if room >= 0 else 99)) - 2


def all_purchases(state: State, frame: Purchase, side: int) -> Branches:
    """All purchases, kind by kind; the numbers follow from price and room."""
    figures, cells = state.rules.pieces, state.cells
    result = []
    for economy in ECONOMIES_OF[side]:
        if not holds_capital(figures, cells, economy):
            continue
        by_most: dict[int, int] = {}
        for kind, buyers in enumerate(figures.buyers):
            most = affordable(state, economy, kind) if buyers >> economy & 1 else 0
            if most:
                by_most[most] = by_most.get(most, 0) | 1 << kind
        kinds = [(own, (((2 << most) - 2, ()),)) for most, own in by_most.items()]
        if kinds:
            result.append((1 << economy, tuple(kinds)))
    return result


BUY = Verb(
    "buy",
    clause="5.1",
    ends_list="never",
    offer=all_purchases,
    economy=Argument(ECONOMIES, own_economy, economies_with_capital),
    kind=Argument(KINDS, can_buy, can_pay, has_room),
    number=Argument(AMOUNTS, can_pay_for_all, can_place_all),
)


class Purchase(Question):
    """5.1 A side buys units for its economies."""

    number, name, clause = 2, "purchase", "5.1"
    verbs = (BUY, STANDING_ORDER, DONE)
    optional_verbs = frozenset({STANDING_ORDER.name})
    """8.1.3 Without an order, the side is asked when the question comes up."""
    side: Side

    def buy(self, execution: Execution, economy: int, kind: int, number: int) -> None:
        cells = execution.cells
        price = number * execution.rules.pieces.cost[kind]
        cells[IPC + economy] -= price
        add_to_counts(cells, BOUGHT + economy, kind, number)
        execution.emit(log.BOUGHT, economy, kind, number, price)

    def standing_order(self, execution: Execution, order: int, value: int) -> None:
        set_order(execution, self.side, order, value)

    def done(self, execution: Execution) -> None:
        execution.pop()
        execution.cells[SETTLED + self.side] = 0
        execution.emit(log.FINISHED, self.side, log.PHASES.index["purchase"])


def purchase(execution: Execution) -> None:
    """5.0, 5.6 Free Chinese infantry are counted, then units are bought."""
    side = execution.cells[ACTIVE]
    if side == USA:
        count_volunteers(execution)
    execution.cells[SHOWN_ORDERS + side] = 0
    execution.push(Purchase(side))


def count_volunteers(execution: Execution) -> None:
    """14.2, 14.4 One infantry for each Chinese territory of value, and one for the Burma Road; none if Szechwan is
    lost.
    """
    figures, cells = execution.rules.pieces, execution.cells
    chinese, allied = cells[HELD + CHINESE], held_by_team(cells, USA)
    if not chinese >> figures.szechwan & 1:
        return
    road = all(allied >> land & 1 for land in figures.burma_road)
    cells[VOLUNTEERS] = sum(figures.value[land] >= 1 for land in members(chinese)) + road
    if cells[VOLUNTEERS]:
        execution.emit(log.VOLUNTEERS, cells[VOLUNTEERS], int(road))


def units_to_place(cells: Cells, economy: int) -> int:
    """How many units an economy has still to place."""
    return total(cells[BOUGHT + economy])
