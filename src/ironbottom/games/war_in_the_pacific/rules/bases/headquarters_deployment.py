"""5.31, 5.32 In Burma: where secondary headquarters may be deployed, near a higher one and paid for."""

from __future__ import annotations

from ironbottom.engine.cache import cached_by_fingerprint, depends_on
from ironbottom.engine.core import sets
from ironbottom.engine.core.sets import Members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, GROUND_TYPES, HEXES, NEW_BASES
from ironbottom.games.war_in_the_pacific.rules.air import air_bases
from ironbottom.games.war_in_the_pacific.rules.bases import headquarters as staffs_at_work
from ironbottom.games.war_in_the_pacific.rules.bases.headquarters import SECONDARY, SIZES
from ironbottom.games.war_in_the_pacific.rules.land.components import how_many_free
from ironbottom.games.war_in_the_pacific.rules.supply.supply_sources import Purse, from_staffs
from ironbottom.games.war_in_the_pacific.rules.turn import turn_record

STAFF_NATIONS = {JAPAN: ("jp",), ALLIES: ("cw", "us")}


_STAFF_READS = depends_on(
    *(places.UNIT_AT, places.UNIT_TYPE, places.CONTROL, places.SUPPLY, places.LEVEL, places.BEGUN),
    cells=[(places.SCENARIO, 1), (places.NEW_BASE_AT, NEW_BASES)],
    also=turn_record.Written("staffs", "built", "lifted", "lost", "by_sea").of,
)
_TOUCH_READS = depends_on(
    *(places.UNIT_AT, places.UNIT_TYPE, places.CONTROL, places.LEVEL),
    cells=[(places.SCENARIO, 1)],
    also=turn_record.Written("built", "lifted", "lost", "by_sea").of,
)


@cached_by_fingerprint(_TOUCH_READS)
def sizes_in_touch(state: State, side: int) -> dict[int, int]:
    """5.31 The airbases with a Line to a headquarters of a side, each with the number of the largest size."""
    rows, types = state.rules.pieces.ground, state.arrays[places.UNIT_TYPE]
    largest, found = dict[int, int](), dict[int, int]()
    for unit, at in air_bases.staffs_of(state, side):
        largest[at] = max(SIZES.index(rows[types[unit]].id.rpartition("_")[2]), largest.get(at, 0))
    left, reached = set(airbases(state, side)), from_staffs(state, side, tuple(sorted(largest)))
    for staff in sorted(largest, key=lambda at: -largest[at]):
        near = left & reached[staff] if staff in reached else ()
        found.update(dict.fromkeys(near, largest[staff]))
        left.difference_update(near)
    return found


@cached_by_fingerprint(depends_on(places.CONTROL, places.LEVEL, cells=[(places.SCENARIO, 1)]))
def airbases(state: State, side: int) -> list[int]:
    """5.31 The hexes on the map, in play, with an airbase of a side."""
    control, levels = state.arrays[places.CONTROL], state.arrays[places.LEVEL]
    opened = state.rules.pieces.in_play(state.cells[places.SCENARIO])
    return [at for at, base in BASE_AT.items() if control[at] == side and levels[base] and opened[at]]


@cached_by_fingerprint(_STAFF_READS)
def staff_hexes(state: State, side: int) -> dict[int, list[int]]:
    """5.31, 5.32 By type of headquarters the airbases where it may be deployed."""
    bases, found = airbases(state, side), dict[int, list[int]]()
    if not how_many_free(state, side):
        return found
    led, wealth = sizes_in_touch(state, side), Purse(state, side).wealth(bases)
    for name, cost in SECONDARY.items():
        size = SIZES.index(name)
        able = [at for at in bases if led.get(at, -1) > size and wealth[at] >= cost]
        hexes = staffs_at_work.may_stand(state, able, size)
        if hexes:
            found |= {GROUND_TYPES.index[f"{nation}_hq_{name}"]: hexes for nation in STAFF_NATIONS[side]}
    return found


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
