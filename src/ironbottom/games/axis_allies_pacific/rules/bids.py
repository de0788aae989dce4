"""16.2 Bids: each player names in secret the points with which it would win as Japan; the higher bid plays Japan."""

from __future__ import annotations

from ironbottom.engine.actions import Argument, Verb
from ironbottom.engine.fields import Numbers
from ironbottom.engine.procedures import Play, Procedure
from ironbottom.engine.question import Question
from ironbottom.engine.restrictions import restriction
from ironbottom.engine.state import State
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.pieces import JAPAN, UK, USA, Side
from ironbottom.games.axis_allies_pacific.rules.answers import DONE
from ironbottom.games.axis_allies_pacific.rules.orders import STANDING_ORDER, set_order
from ironbottom.games.axis_allies_pacific.state import (
    BIDS,
    CHANGED,
    HIGHEST_BID,
    LOWEST_BID,
    MOST_TIES,
    NEEDED,
    SETTLED,
    TIES,
)


@restriction("16.2", "a bid is from 20 to 30 victory points")
def in_bounds(state: State, here: Procedure, side: int) -> int:
    return (2 << HIGHEST_BID) - (1 << LOWEST_BID)


BID = Verb("bid", clause="16.2", points=Argument(Numbers("victory points", LOWEST_BID, HIGHEST_BID), in_bounds))


class Bidding(Question):
    """16.2 A player bids; Britain's speaks for the Allies. Nobody sees the bid until both lie there."""

    number, name, clause = 24, "bidding", "16.2"
    question = "With how many victory points would you win as Japan? The higher bid plays Japan."
    verbs = (BID,)
    hides_forced = True
    side: Side

    def bid(self, play: Play, points: int) -> None:
        play.pop()
        play.cells[BIDS + self.side] = points
        play.tell_only(self.side, log.BID_MADE, self.side, points)
        if self.side == JAPAN:
            open_bids(play)


def open_bids(play: Play) -> None:
    """16.2 The higher bid holds; equal bids are repeated, and after the third time a die settles who plays Japan."""
    cells = play.cells
    japan, allies = cells[BIDS + JAPAN], cells[BIDS + UK]
    cells[BIDS + JAPAN] = cells[BIDS + UK] = 0
    play.tell(log.BIDS_OPENED, japan, allies)
    if japan == allies and cells[TIES] < MOST_TIES:
        cells[TIES] += 1
        ask_for_bids(play)
        return
    change = allies > japan if japan != allies else play.roll(6, "equal bids") > 3
    cells[NEEDED], cells[CHANGED] = max(japan, allies), int(change)
    play.tell(log.BID_WON, cells[NEEDED], cells[CHANGED])


def ask_for_bids(play: Play) -> None:
    """16.2 Britain's player is asked first, then Japan's; neither learns the other's bid before its own."""
    play.push(Bidding(JAPAN))
    play.push(Bidding(UK))


class Standing(Question):
    """8.1.3 The United States give standing orders before the first turn, as Britain does with its pool."""

    number, name, clause = 25, "standing", "8.1.3"
    question = "Give standing orders for the turns of others, or done."
    verbs = (STANDING_ORDER, DONE)
    side: Side

    def standing_order(self, play: Play, order: int, value: int) -> None:
        set_order(play, self.side, order, value)

    def done(self, play: Play) -> None:
        play.pop()
        play.cells[SETTLED + self.side] = 0
        play.tell(log.FINISHED, self.side, log.PHASES.index["standing"])


def ask_for_orders(play: Play) -> None:
    """8.1.3 The United States are asked before Japan's first turn."""
    play.push(Standing(USA))
