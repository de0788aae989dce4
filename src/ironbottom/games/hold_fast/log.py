"""The events of the game, in rulebook order."""

from __future__ import annotations

from ironbottom.engine.core.events import EventKind
from ironbottom.engine.core.fields import Domain, Flag, IdField, IdSetField, Number, TupleField, members
from ironbottom.games.hold_fast import pieces

_side, _unit, _units, _block = (
    IdField(pieces.SIDES),
    IdField(pieces.UNITS),
    IdSetField(pieces.UNITS),
    IdField(pieces.BLOCKS, none=True),
)
_area, _place, _port, _force = (
    IdField(pieces.AREAS),
    IdField(pieces.PLACES),
    IdField(pieces.PORTS),
    IdField(pieces.TASK_FORCES),
)
_turn, _few, _die = Number(1, 8), Number(0, 99), Number(1, 6)
_dice = TupleField(_die)
_hidden = ("unit",)

_STEP_CLAUSES = {
    "rebuilding": "3.2.2",
    "moves": "7.0.1",
    "repairs": "4.1.5",
    "landing": "8.8.1",
    "defence": "8.8.3",
    "pursuit": "8.9.1",
}
STEPS = Domain("step", tuple(_STEP_CLAUSES))
FINISHED = EventKind("finished", "4.1.9", clause_by_field=("step", _STEP_CLAUSES), side=_side, step=IdField(STEPS))
TURN_OPENED = EventKind("turn_opened", "4.1.9", turn=_turn)
ARRIVED = EventKind("arrived", "6.0.1", side=_side, unit=_unit, place=IdField(pieces.PLACES, none=True))
DELAYED = EventKind("delayed", "6.0.1", side=_side, units=_units)
RETURNED = EventKind("returned", "3.4.3", side=_side, unit=_unit, place=_place)
REBUILT = EventKind(
    "rebuilt",
    "3.2.2",
    clause_by_field=("place", {"None": "3.6.2"}),
    side=_side,
    unit=_unit,
    place=IdField(pieces.PLACES, none=True),
)
SHUFFLED = EventKind("mixed", "2.0.2", side=_side, spots=IdSetField(pieces.LOCATIONS), off_board=Flag())
MOVED = EventKind("moved", "7.0.6", _hidden, side=_side, unit=_unit, block=_block, origin=_place, area=_area)
FORMED = EventKind("formed", "14.0.1", force=_force, place=_place)
JOINED = EventKind("joined", "14.0.1", unit=_unit, block=_block, force=_force, origin=_place)
SAILED = EventKind("sailed", "14.0.1", force=_force, area=_area)
SUBMERGED = EventKind("submerged", "7.0.4", side=_side, block=_block, area=_area)
SUBMARINE_KEPT = EventKind("submarine_kept", "7.0.4", side=_side)
AIR_PLACED = EventKind("air_placed", "7.0.5", _hidden, side=_side, unit=_unit, block=_block, area=_area)
RAID_PLACED = EventKind("raid_placed", "14.0.2", _hidden, side=_side, unit=_unit, block=_block, port=_port)
PASSED = EventKind("passed", "4.1.4", side=_side)
RAIDED = EventKind("raided", "14.0.2", side=_side, port=_port, dice=_dice, hits=_few)
REPAIRED = EventKind(
    "repaired",
    "5.0.3",
    ("unit", "strength"),
    clause_by_field=("unit", {pieces.UNITS.ids[unit]: "5.0.4" for unit in members(pieces.AIR)}),
    side=_side,
    unit=_unit,
    strength=Number(1, 4),
)
COMBAT_OPENED = EventKind("combat_opened", "8.0.1", area=_area)
FORCE_OPENED = EventKind(
    "force_opened", "14.0.1", force=_force, area=_area, count=_few, blocks=TupleField(IdField(pieces.BLOCKS))
)
REVEALED = EventKind("revealed", "2.0.2", side=_side, units=_units, strengths=TupleField(Number(0, 4)))
COMBAT_KINDS_NAMED = EventKind(
    "ways_named", "8.4.1", japan=IdField(pieces.COMBAT_KINDS), allies=IdField(pieces.COMBAT_KINDS)
)
COMBAT_KIND_ROLLED = EventKind("way_rolled", "8.4.2", japan=_die, allies=_die, japan_total=_few, allies_total=_few)
COMBAT_KIND_CHOSEN = EventKind(
    "way_chosen", "8.4.1", clause_by_field=("alone", {"True": "8.4.3"}), way=IdField(pieces.COMBAT_KINDS), alone=Flag()
)
AIMED = EventKind("aimed", "8.1.3", unit=_unit, target=_unit)
FIRED = EventKind("fired", "8.1.5", unit=_unit, target=_unit, dice=_dice, hits=_few, disabled=Flag(), strength=_few)
SUNK = EventKind("sunk", "8.1.5", unit=_unit)
HOMELESS = Domain("reason", ("disabled", "withdraws", "comes_back", "torpedoed"))
NO_WAY_HOME = EventKind(
    "no_way_home",
    "8.1.6",
    clause_by_field=("reason", {"withdraws": "8.9.6", "comes_back": "12.0.1", "torpedoed": "8.3.1"}),
    unit=_unit,
    reason=IdField(HOMELESS),
)
DISABLED_HOME = EventKind("disabled_home", "8.1.6", unit=_unit, place=IdField(pieces.PLACES, none=True))
SUBMARINE_LEFT = EventKind("submarine_left", "8.3.2", side=_side)
STAYED = EventKind("stayed", "8.7.1", side=_side)
WITHDREW = EventKind("withdrew", "8.7.2", side=_side)
WENT_HOME = EventKind(
    "went_home",
    "8.9.6",
    clause_by_field=("place", {"None": "8.7.2"}),
    unit=_unit,
    place=IdField(pieces.PLACES, none=True),
)
COMBAT_ENDED = EventKind(
    "combat_ended", "8.7.4", clause_by_field=("contested", {"True": "8.7.5"}), area=_area, contested=Flag()
)
LANDING = EventKind("landing", "8.8.1", unit=_unit, place=_place)
DEFENDING = EventKind("defending", "8.8.3", unit=_unit, place=_place)
LAND_AIMED = EventKind("land_aimed", "8.8.2", unit=IdField(pieces.FIGHTERS), target=IdField(pieces.FIGHTERS))
LAND_FIRED = EventKind(
    "land_fired", "8.8.2", unit=IdField(pieces.FIGHTERS), target=IdField(pieces.FIGHTERS), dice=_dice, hits=_few
)
GARRISON_LOST = EventKind("garrison_lost", "8.8.4", place=_place)
BASE_TAKEN = EventKind("base_taken", "8.8.5", side=_side, place=_place)
BASE_HELD = EventKind("base_held", "8.8.5", side=_side, place=_place)
PURSUED = EventKind("pursued", "8.9.1", unit=_unit, target=_unit)
AREA_CONTROLLED = EventKind(
    "area_controlled",
    "9.0.2",
    clause_by_field=("side", {"None": "9.0.1"}),
    area=_area,
    side=IdField(pieces.SIDES, none=True),
)
PLACE_TAKEN = EventKind("place_taken", "10.0.2", side=_side, place=_place)
EVICTED = EventKind(
    "evicted",
    "10.0.4",
    _hidden,
    side=_side,
    unit=_unit,
    block=_block,
    origin=_place,
    place=IdField(pieces.PLACES, none=True),
)
POINTS_SCORED = EventKind("points_scored", "11.0.1", japan=_few, allies=_few, points=Number(-30, 30))
CAME_BACK = EventKind("came_back", "12.0.1", _hidden, side=_side, unit=_unit, block=_block, area=_area, place=_place)
WENT_OFF_BOARD = EventKind("went_off_board", "12.0.2", _hidden, side=_side, unit=_unit, block=_block)
GAME_ENDED = EventKind("game_ended", "13.0.1", points=Number(-30, 30))

KINDS = tuple(value for value in list(globals().values()) if isinstance(value, EventKind))
