"""5.31, 5.32 In Burma: where secondary headquarters may be deployed, near a higher one and paid for."""

from __future__ import annotations

from typing import Any

from ironbottom.engine import sets
from ironbottom.engine.actions import Argument, Verb
from ironbottom.engine.memo import reading, while_unchanged
from ironbottom.engine.restrictions import restriction
from ironbottom.engine.sets import Members
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, GROUND_TYPES, HEXES, NEW_BASES
from ironbottom.games.war_in_the_pacific.rules import ledger
from ironbottom.games.war_in_the_pacific.rules import staffs as staffs_at_work
from ironbottom.games.war_in_the_pacific.rules.components import free_counters
from ironbottom.games.war_in_the_pacific.rules.counters import standing
from ironbottom.games.war_in_the_pacific.rules.staffs import SECONDARY, SIZES
from ironbottom.games.war_in_the_pacific.rules.supply import Purse, near_any

STAFF_NATIONS = {JAPAN: ("jp",), ALLIES: ("cw", "us")}


_STAFF_READS = reading(
    *(places.UNIT_AT, places.UNIT_TYPE, places.CONTROL, places.SUPPLY, places.LEVEL, places.BEGUN),
    cells=[(places.SCENARIO, 1), (places.NEW_BASE_AT, NEW_BASES)],
)


def higher(state: State, side: int, size: str) -> list[int]:
    """5.31 The hexes of a side's headquarters above a size."""
    above, rows = SIZES[SIZES.index(size) + 1 :], state.rules.pieces.ground
    staffs = [(at, rows[kind].id) for _, at, kind in standing(state, side) if rows[kind].kind == "air_hq"]
    return [at for at, name in staffs if name.rpartition("_")[2] in above]


def _staff_marks(state: State) -> object:
    written = [ledger.read(state, name, ()) for name in ("staffs", "built", "lifted", "lost", "by_sea")]
    return _STAFF_READS(state), ledger.ledger(state) is None, written


@while_unchanged(_staff_marks)
def staff_hexes(state: State, side: int) -> dict[int, list[int]]:
    """5.31, 5.32 By type of headquarters the airbases where it may be deployed."""
    purse, control = Purse(state, side), state.arrays[places.CONTROL]
    opened = state.rules.pieces.in_play(state.cells[places.SCENARIO])
    bases = [
        at for at, base in BASE_AT.items() if control[at] == side and state.arrays[places.LEVEL][base] and opened[at]
    ]
    found: dict[int, list[int]] = {}
    for size, cost in SECONDARY.items():
        led = near_any(state, side, higher(state, side, size))
        for nation in STAFF_NATIONS[side]:
            kind = GROUND_TYPES.index[f"{nation}_hq_{size}"]
            free = [at for at in bases if at in led]
            able = [at for at in free if staffs_at_work.may_stand(state, at, SIZES.index(size))]
            hexes = [at for at in able if purse.holds(at, cost)]
            if hexes and free_counters(state, side):
                found[kind] = hexes
    return found


@restriction("5.31", "{kind} is no headquarters of yours that can be paid for near a higher one")
def staffs(state: State, here: Any, side: int) -> Members:
    return sets.gathered(staff_hexes(state, side), len(GROUND_TYPES))


@restriction("5.32", "{at} is no airbase of yours in touch with a higher headquarters, or one of that size began there")
def staff_base(state: State, here: Any, side: int, kind: int) -> Members:
    return sets.gathered(staff_hexes(state, side).get(kind, []), len(HEXES))


RAISE_STAFF = Verb("raise_staff", clause="5.31", kind=Argument(GROUND_TYPES, staffs), at=Argument(HEXES, staff_base))
