"""Samples states that fit a side's view: others hide standing orders (8.1.3) and bids (16.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.engine.rules.game import Random
from ironbottom.games.axis_allies_pacific.information.position import read_board
from ironbottom.games.axis_allies_pacific.pieces import JAPAN, SIDES, UK
from ironbottom.games.axis_allies_pacific.rules.bids import Bidding, UnitBidding
from ironbottom.games.axis_allies_pacific.state import (
    BIDS,
    HIGHEST_BID,
    LOWEST_BID,
    MAX_IPC_BID,
    SETTLED,
    SHOWN_ORDERS,
    STANDING_ORDERS,
)
from ironbottom.games.axis_allies_pacific.state_types import Rules, State


def seen_state(rules: Rules, view: Mapping[str, Any]) -> State:
    """The part of the state that a view shows."""
    state = read_board(rules, view)
    cells = state.cells
    for side, name in enumerate(SIDES.ids):
        cells[SHOWN_ORDERS + side], cells[SETTLED + side] = view["shown_orders"][name], view["settled"][name]
        known = view["standing_orders"][name]
        for order, first, values in STANDING_ORDERS:
            if order in known:
                cells[first + side] = values.index[known[order]]
        if name in view["bids"]:
            cells[BIDS + side] = view["bids"][name]
    return state


class Sampler:
    """Samples states consistent with a view, each equally likely."""

    def __init__(self, rules: Rules, view: Mapping[str, Any]) -> None:
        self.rules = rules
        self.state = seen_state(rules, view)
        cells = self.state.cells
        self.hidden: list[tuple[int, Sequence[int]]] = [
            (first + side, range(len(values)))
            for side, name in enumerate(SIDES.ids)
            for order, first, values in STANDING_ORDERS
            if order not in view["standing_orders"][name]
        ]
        top = self.state.stack[-1] if self.state.stack else None
        if isinstance(top, Bidding) and top.side == JAPAN and not cells[BIDS + UK]:
            self.hidden.append((BIDS + UK, range(LOWEST_BID, HIGHEST_BID + 1)))
        if isinstance(top, UnitBidding) and top.side == JAPAN and not cells[BIDS + UK]:
            self.hidden.append((BIDS + UK, range(1, MAX_IPC_BID + 1)))

    def draw(self, random: Random) -> State:
        state = self.state.copy()
        for cell, values in self.hidden:
            state.cells[cell] = values[random.randrange(len(values))]
        return state
