"""16.2 Bids: each player secretly names the points with which it would win as Japan; the higher bid plays Japan.

Alternatively, each names the IPC of extra units with which it would play the Allies; the lower bid plays them.
"""

from __future__ import annotations

from ironbottom.engine.core.fields import Numbers
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.pieces import JAPAN, UK, USA, Side
from ironbottom.games.axis_allies_pacific.rolls import Roll
from ironbottom.games.axis_allies_pacific.rules.closing_verbs import DONE
from ironbottom.games.axis_allies_pacific.rules.orders import STANDING_ORDER, set_order
from ironbottom.games.axis_allies_pacific.rules.reinforcing import ask_to_reinforce
from ironbottom.games.axis_allies_pacific.state import (
    BIDS,
    CHANGED,
    HIGHEST_BID,
    LOWEST_BID,
    MAX_IPC_BID,
    MAX_TIES,
    SETTLED,
    TIES,
    UNIT_BID,
    VP_TARGET,
)
from ironbottom.games.axis_allies_pacific.state_types import Execution, State


@restriction("16.2", "a bid must be from 20 to 30 victory points")
def bid_in_range(state: State, frame: Procedure, side: int) -> int:
    return (2 << HIGHEST_BID) - (1 << LOWEST_BID)


BID = Verb(
    "bid",
    clause="16.2",
    ends_list="always",
    points=Argument(Numbers("victory points", LOWEST_BID, HIGHEST_BID), bid_in_range),
)


class Bidding(Question):
    """16.2 A player bids; Britain's player bids for the Allies. Bids are hidden until both are made."""

    number, name, clause = 24, "bidding", "16.2"
    verbs = (BID,)
    hides_forced = True
    side: Side

    def bid(self, execution: Execution, points: int) -> None:
        place_bid(execution, self.side, points, of_units=False)


@restriction("16.2", "a bid of units must be worth 1 to 60 IPC")
def in_ipc_bounds(state: State, frame: Procedure, side: int) -> int:
    return (2 << MAX_IPC_BID) - 2


BID_IPC = Verb(
    "bid_ipc", clause="16.2", ends_list="always", ipc=Argument(Numbers("IPC", 1, MAX_IPC_BID), in_ipc_bounds)
)


class UnitBidding(Question):
    """16.2 A player bids the IPC of extra units with which it would play the Allies; Britain's player bids for them."""

    number, name, clause = 26, "unit_bidding", "16.2"
    verbs = (BID_IPC,)
    hides_forced = True
    side: Side

    def bid_ipc(self, execution: Execution, ipc: int) -> None:
        place_bid(execution, self.side, ipc, of_units=True)


def place_bid(execution: Execution, side: int, bid: int, *, of_units: bool) -> None:
    """16.2 Makes a hidden bid; when Japan's bid is made, both are opened."""
    execution.pop()
    execution.cells[BIDS + side] = bid
    execution.emit_to(side, log.BID_MADE, side, bid)
    if side == JAPAN:
        open_bids(execution, of_units)


def open_bids(execution: Execution, of_units: bool) -> None:
    """16.2 The higher bid for Japan wins, or the lower bid of units; equal bids are repeated, and then a
    die decides.
    """
    cells = execution.cells
    japan, allies = cells[BIDS + JAPAN], cells[BIDS + UK]
    cells[BIDS + JAPAN] = cells[BIDS + UK] = 0
    execution.emit(log.BIDS_OPENED, japan, allies)
    if japan == allies and cells[TIES] < MAX_TIES:
        cells[TIES] += 1
        push_bids(execution, of_units)
        return
    change = (
        execution.roll(6, Roll.EQUAL_BIDS) > 3 if japan == allies else (japan < allies if of_units else allies > japan)
    )
    cells[CHANGED] = int(change)
    if of_units:
        cells[UNIT_BID] = min(japan, allies)
        execution.emit(log.UNIT_BID_WON, cells[UNIT_BID], cells[CHANGED])
        ask_to_reinforce(execution)
    else:
        cells[VP_TARGET] = max(japan, allies)
        execution.emit(log.BID_WON, cells[VP_TARGET], cells[CHANGED])


def ask_for_bids(execution: Execution) -> None:
    """16.2 Britain's player is asked first, then Japan's; neither learns the other's bid before making its own."""
    push_bids(execution, of_units=False)


def ask_for_unit_bids(execution: Execution) -> None:
    """16.2 Asks for bids of units, Britain's player first; neither player learns the other's bid before bidding."""
    push_bids(execution, of_units=True)


def push_bids(execution: Execution, of_units: bool) -> None:
    """16.2 Asks both players, Britain's first."""
    kind = UnitBidding if of_units else Bidding
    execution.push(kind(JAPAN))
    execution.push(kind(UK))


class StandingOrdersChoice(Question):
    """8.1.3 The United States give standing orders before the first turn, as Britain does when it splits its pool."""

    number, name, clause = 25, "standing", "8.1.3"
    verbs = (STANDING_ORDER, DONE)
    optional_verbs = frozenset({STANDING_ORDER.name})
    """8.1.3 Without an order, the side is asked when the question comes up."""
    side: Side

    def standing_order(self, execution: Execution, order: int, value: int) -> None:
        set_order(execution, self.side, order, value)

    def done(self, execution: Execution) -> None:
        execution.pop()
        execution.cells[SETTLED + self.side] = 0
        execution.emit(log.FINISHED, self.side, log.PHASES.index["standing"])


def ask_for_orders(execution: Execution) -> None:
    """8.1.3 The United States are asked before Japan's first turn."""
    execution.push(StandingOrdersChoice(USA))
