"""The events outside combat, in rulebook order."""

from __future__ import annotations

from ironbottom.engine.core.events import EventKind
from ironbottom.engine.core.fields import Domain, Flag, IdField, IdSetField, Number
from ironbottom.games.victory_in_the_pacific.pieces import (
    AREAS,
    GROUPS,
    MAX_POINTS,
    PLACES,
    PORTS,
    SIDES,
    SPOTS,
    TURNS,
    UNITS,
)

_side, _unit, _units = IdField(SIDES), IdField(UNITS), IdSetField(UNITS)
_area, _place, _die = IdField(AREAS), IdField(PLACES), Number(1, 6)
_turn, _few, _lead = Number(1, TURNS), Number(0, 999), Number(-MAX_POINTS, MAX_POINTS)

STEPS = Domain("step", ("patrols", "amphibious", "raiders", "landing", "sortie", "san_diego"))
REASONS = Domain("reason", ("disabled", "retreated", "evicted", "failed", "ends", "no_base", "bases"))
"""10.2 The reasons for going home."""

TURN_OPENED = EventKind("turn_opened", "5.1", turn=_turn)
FINISHED = EventKind("finished", "5.2", side=_side, step=IdField(STEPS))
RAID_JOINED = EventKind("raid_joined", "4.2", unit=_unit)
RAID_FORCE_NAMED = EventKind("raid_force_named", "4.2", units=_units)
ARRIVED = EventKind("arrived", "4.4", unit=_unit, place=IdField(PLACES, none=True))
RETURNED = EventKind("returned", "4.4", unit=_unit, place=_place)
ARRIVAL_LOST = EventKind("arrival_lost", "4.41", unit=_unit, place=_place)
WITHDRAWN = EventKind("withdrawn", "4.42", unit=_unit, listed=_unit)
RETIRED = EventKind("retired", "3.2", unit=_unit)
LOST = EventKind("lost", "4.5", unit=_unit, back=Number(0, TURNS))
PATROLLED = EventKind("patrolled", "6.11", unit=_unit, area=_area, rolls=Flag())
MARKED = EventKind("marked", "5.21", unit=_unit)
REPAIRED = EventKind("repaired", "11.1", unit=_unit, port=IdField(PORTS), damage=_few)
REBUILT = EventKind("rebuilt", "23.5", unit=_unit, port=IdField(PORTS), loss=_few)
SPEED_ROLLED = EventKind(
    "speed_rolled",
    "6.4",
    unit=_unit,
    area=_area,
    speed=Number(1, 9),
    die=Number(0, 6),
    passes=Flag(),
    patrols=Flag(),
)
AIR_PLACED = EventKind("air_placed", "12.1", unit=_unit, area=_area)
PASSED = EventKind("passed", "5.22", side=_side)
SAILED = EventKind("sailed", "13.1", unit=_unit, area=_area)
RAIDED = EventKind("raided", "6.12", unit=_unit, area=_area, rolls=Flag())
SUBMERGED = EventKind("submerged", "6.6", side=_side, area=_area)
SUBMARINE_HOME = EventKind("submarine_home", "16.3", side=_side)
WENT_HOME = EventKind("went_home", "10.1", unit=_unit, place=IdField(PLACES, none=True), reason=IdField(REASONS))
LANDED = EventKind("landed", "13.32", unit=_unit, place=_place)
NAMED_ASHORE = EventKind("named_ashore", "22.1", unit=_unit, place=_place)
INVADED = EventKind("invaded", "13.4", unit=_unit, place=_place)
CAPTURED = EventKind("captured", "14.3", side=_side, place=_place)
FLAG_SET = EventKind("flag_set", "5.71", area=_area, side=IdField(SIDES, none=True))
POINTS_SCORED = EventKind("points_scored", "2.5", japan=_few, allies=_few, lead=_lead)
JAPAN_STAYS = EventKind("japan_stays", "18.31", stays=Flag())
UNCERTAIN_ROLLED = EventKind(
    "uncertain_rolled", "18.32", group=IdField(GROUPS), die=_die, spot=IdField(SPOTS, none=True)
)
GROUP_HELD = EventKind("group_held", "18.32", group=IdField(GROUPS))
GROUP_WITHDREW = EventKind("group_withdrew", "18.32", group=IdField(GROUPS))
SORTIED = EventKind("sortied", "18.33", unit=_unit)
SURPRISED = EventKind("surprised", "18.4", area=_area)
ALLIES_STAY = EventKind("allies_stay", "18.35", stays=Flag())
DESIGNATED = EventKind("designated", "24.7", unit=_unit, target=_unit)
ENGAGED = EventKind("engaged", "24.9", engages=Flag())
SENT_WEST = EventKind("sent_west", "17.12", unit=_unit)
TO_THE_YARDS = EventKind("to_the_yards", "11.23", unit=_unit)
FROM_THE_YARDS = EventKind("from_the_yards", "11.23", unit=_unit, place=_place)
GAME_ENDED = EventKind("game_ended", "5.75", lead=_lead)

KINDS = tuple(value for value in list(globals().values()) if isinstance(value, EventKind))
