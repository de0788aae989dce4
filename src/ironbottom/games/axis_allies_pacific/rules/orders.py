"""8.1.3, 8.5.3, 8.11.1 Standing orders: decisions that a side makes in advance, hidden until they take effect."""

from __future__ import annotations

from ironbottom.engine.core.fields import Domain
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.state import ACTIVE, MAX_ORDERS, SETTLED, SHOWN_ORDERS, STANDING_ORDERS
from ironbottom.games.axis_allies_pacific.state_types import Execution, State

ORDERS = Domain("standing order", tuple(name for name, _, _ in STANDING_ORDERS))
LOSSES_ORDER, SUBMERGE_ORDER, INTERCEPT_ORDER = range(3)
VALUES = Domain("value", tuple(dict.fromkeys(value for _, _, values in STANDING_ORDERS for value in values.ids)))


@restriction("8.1.3", "only three changes are allowed each turn")
def changes_left(state: State, frame: Procedure, side: int) -> bool:
    return state.cells[SETTLED + side] < MAX_ORDERS


@restriction("8.1.3", "{order} has no such value, or already has it")
def another_value(state: State, frame: Procedure, side: int, order: int) -> int:
    _, first, values = STANDING_ORDERS[order]
    now = state.cells[first + side]
    return sum(1 << VALUES.index[name] for number, name in enumerate(values.ids) if number != now)


@restriction("8.1.3", "standing orders are set during the purchase; the Allies can also set them before the first turn")
def in_time(state: State, frame: Procedure, side: int) -> bool:
    return frame.name == "purchase" or state.cells[ACTIVE] != side


STANDING_ORDER = Verb(
    "standing_order",
    clause="8.1.3",
    ends_list="never",
    when=(in_time, changes_left),
    order=Argument(ORDERS),
    value=Argument(VALUES, another_value),
)


def set_order(execution: Execution, side: int, order: int, value: int) -> None:
    """Changes a standing order; others learn only that an order was changed."""
    _, first, values = STANDING_ORDERS[order]
    chosen = values.index[VALUES.ids[value]]
    execution.cells[first + side] = chosen
    execution.emit_to(side, log.ORDER_SET, side, order, chosen)
    execution.cells[SETTLED + side] += 1


def apply_and_reveal_order(execution: Execution, side: int, order: int) -> int:
    """Returns the standing order of a side; from now on the others know it."""
    _, first, _ = STANDING_ORDERS[order]
    value = execution.cells[first + side]
    if not execution.cells[SHOWN_ORDERS + side] >> order & 1:
        execution.cells[SHOWN_ORDERS + side] |= 1 << order
        execution.emit(log.ORDER_SHOWN, side, order, value)
    return int(value)
