"""The events of the game, in rulebook order."""

from __future__ import annotations

from ironbottom.engine.core.events import EventKind
from ironbottom.engine.core.fields import Flag, IdField, IdSetField, Number, TupleField
from ironbottom.games.pacific_fury import pieces

_side, _unit, _units, _force = (
    IdField(pieces.SIDES),
    IdField(pieces.UNITS),
    IdSetField(pieces.UNITS),
    IdField(pieces.FORCES),
)
_zone, _hits, _die, _round = IdField(pieces.ZONES), Number(0, 99), Number(1, 60), Number(1, 2)
_SOFT = {
    unit: "10.7.d" for number, unit in enumerate(pieces.UNITS.ids) if (pieces.TRANSPORTS | pieces.EXPRESS) >> number & 1
}
_HOME = {"operation": "9.2.a", "landing": "9.3.d", "bombardment": "10.4.b", "hits": "10.8.d", "combat": "10.8.c"}
"""The reason why a task force returns to base, unless its side chose to return after a round."""
_STRUCK = {"henderson_field": "10.6.b", "ironbottom_sound": "10.6.a"}

TURN_OPENED = EventKind("turn_opened", "6.1", turn=Number(1, 4), initiative=_side)
TRANSPORTS_ISSUED = EventKind("transports_issued", "6.3", side=_side)
EVENT_ROLLED = EventKind("event_rolled", "7.0.a", side=_side, die=_die, drawn=IdField(pieces.EVENTS), reroll=Flag())
EVENT_VOID = EventKind("event_void", "7.0.b", side=_side, drawn=IdField(pieces.EVENTS))
BASE_SHOWN = EventKind("base_shown", "7.1.a", side=_side, units=_units)
RESERVE_RELEASED = EventKind("reserve_released", "7.1.b", units=_units)
SUBMARINE_ATTACK = EventKind("submarine_attack", "7.2.a", unit=_unit)
CARRIER_RETURNED = EventKind("carrier_returned", "7.2.c", unit=_unit)
SHIPS_ARRIVED = EventKind("ships_arrived", "8.1", side=_side, units=_units)
ASSIGNED = EventKind("assigned", "8.2.a", unit=_unit, box=IdField(pieces.BOXES))
EXPRESS_FORMED = EventKind("express_formed", "9.6.a", box=IdField(pieces.BOXES), replaced=_unit)
FORCES_FORMED = EventKind("forces_formed", "8.2.a", side=_side, forces=Number(0, 7), counters=TupleField(Number(0, 31)))
REVEALED = EventKind("revealed", "8.4.a", force=_force, units=_units)
PASSED = EventKind("passed", "9.0.b", side=_side)
SORTIED = EventKind("sortied", "9.1.a", force=_force, zone=_zone)
MOVED = EventKind("moved", "9.2.a", force=_force, origin=_zone, zone=_zone)
WENT_HOME = EventKind(
    "went_home", "10.8.a", clause_by_field=("after", _HOME), force=_force, after=IdField(pieces.RETURN_REASONS)
)
LANDED = EventKind("landed", "9.3.d", force=_force, units=_units)
EXPRESS_SOUGHT = EventKind("express_sought", "9.6.d", force=_force, die=_die, found=Flag())
EXPRESS_LANDED = EventKind("express_landed", "9.6.c", force=_force)
BOXES_ADVANCED = EventKind("boxes_advanced", "9.7.a", side=_side)
TOO_LATE = EventKind("too_late", "9.7.b", force=_force)
BATTLE_OPENED = EventKind("battle_opened", "10.0", attacker=_force, zone=_zone)
BATTLE_ACCEPTED = EventKind("battle_accepted", "10.5.b", side=_side, zone=_zone)
BATTLE_DECLINED = EventKind("battle_declined", "10.5.b", side=_side, zone=_zone)
ROUND_OPENED = EventKind("round_opened", "10.1", round=_round)
TARGET_CHOSEN = EventKind(
    "target_chosen", "10.5.c", clause_by_field=("target", _STRUCK), force=_force, target=IdField(pieces.TARGETS)
)
FIRED = EventKind("fired", "10.2.b", unit=_unit, factor=Number(0, 12), die=_die, hits=_hits)
HENDERSON_FIRED = EventKind("henderson_fired", "10.6.c", factor=Number(0, 12), die=_die, hits=_hits)
HITS_ASSIGNED = EventKind("hits_assigned", "10.7.a", side=_side, unit=_unit, hits=_hits)
SINKING_ROLLED = EventKind("sinking_rolled", "10.7.c", unit=_unit, hits=_hits, die=_die, sinks_on=Number(1, 6))
SUNK_UNIT = EventKind("sunk", "10.7.c", clause_by_field=("unit", _SOFT), unit=_unit)
DAMAGED = EventKind("damaged", "10.7.e", unit=_unit, returns=Number(2, 4))
OUT_OF_TIME = EventKind("out_of_time", "10.7.f", unit=_unit)
BOMBARDED = EventKind("bombarded", "10.4.a", force=_force, hits=_hits, needed=_hits)
STRUCK = EventKind("henderson_struck", "10.6.b", force=_force, hits=_hits, needed=_hits)
HENDERSON_DISRUPTED = EventKind("henderson_disrupted", "6.2")
STAYED = EventKind("stayed", "10.8.a", side=_side)
MARKER_SHIFTED = EventKind("marker_shifted", "3.6", origin=Number(-5, 5), marker=Number(-5, 5))
ALL_RETURNED = EventKind("all_returned", "11.0.a")
HENDERSON_REPAIRED = EventKind("henderson_repaired", "11.0.d")
GAME_ENDED = EventKind("game_ended", "4.0", marker=Number(-5, 5))

KINDS = tuple(value for value in list(globals().values()) if isinstance(value, EventKind))
