"""5.31, 5.32 The deployment of secondary headquarters in Burma: connected to a higher one, and paid for."""

from __future__ import annotations

from ironbottom.engine.core import sets
from ironbottom.engine.core.sets import Members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific.derived.headquarters_sites import staff_hexes
from ironbottom.games.war_in_the_pacific.pieces import GROUND_TYPES, HEXES


@restriction("5.31", "{kind} is not a headquarters of yours that can be paid for near a higher one")
def staffs(state: State, here: Procedure, side: int) -> Members:
    return sets.from_iterable(staff_hexes(state, side), len(GROUND_TYPES))


@restriction(
    "5.32", "{at} is not an airbase of yours in touch with a higher headquarters, or one of that size began there"
)
def staff_base(state: State, here: Procedure, side: int, kind: int) -> Members:
    return sets.from_iterable(staff_hexes(state, side).get(kind, []), len(HEXES))


RAISE_STAFF = Verb(
    "raise_staff",
    clause="5.31",
    ends_list="never",
    kind=Argument(GROUND_TYPES, staffs),
    at=Argument(HEXES, staff_base),
)
