"""The events of combat, in rulebook order (5.3, 7, 8, 9, 16, 19 to 23)."""

from __future__ import annotations

from ironbottom.engine.core.events import EventKind
from ironbottom.engine.core.fields import Domain, Flag, IdField, IdSetField, Number, TupleField
from ironbottom.games.victory_in_the_pacific.pieces import ACTIONS, AREAS, PLACES, SIDES, UNITS

MAX_FORCES = 99
FORCES = Domain("group", [f"group_{number}" for number in range(1, MAX_FORCES + 1)])
"""8.2 The groups of fleeing units, and 20.2 task forces, numbered by their owner."""
FIGHTERS = Domain("unit", (*UNITS.ids, "garrison"), dict(zip(UNITS.ids, UNITS.titles, strict=True)))
"""22.4 The fighters for an island: amphibious units, and the garrison."""
MAX_DAMAGE = 9999

_side, _unit, _units, _area, _place = IdField(SIDES), IdField(UNITS), IdSetField(UNITS), IdField(AREAS), IdField(PLACES)
_action, _group, _few = IdField(ACTIONS), IdField(FORCES), Number(0, MAX_DAMAGE)
_die = Number(1, 6)
_dice = TupleField(_die)

AREA_NAMED = EventKind("area_named", "5.31", area=_area)
ACTIONS_NAMED = EventKind("actions_named", "7.3", japan=_action, allies=_action)
ACTION_WANTED = EventKind("action_wanted", "7.3", side=_side, action=_action)
ACTION_ROLLED = EventKind("action_rolled", "7.32", japan=_die, allies=_die, japan_total=_few, allies_total=_few)
ACTION_SETTLED = EventKind("action_settled", "7.3", area=_area, action=_action, both=Flag())
ANNOUNCES = EventKind("announces", "5.33", unit=_unit)
ANNOUNCED = EventKind("announced", "5.33", units=_units)
AIMED = EventKind("aimed", "7.43", side=_side, units=_units, target=_unit)
HELD_FIRE = EventKind("held_fire", "7.43", side=_side, units=_units)
FIRED = EventKind(
    "fired",
    "7.53",
    unit=_unit,
    target=_unit,
    dice=_dice,
    hits=_dice,
    disabled=Flag(),
    damage=_few,
)
DAMAGED = EventKind("damaged", "7.63", unit=_unit, damage=_few)
WAS_DISABLED = EventKind("was_disabled", "7.62", unit=_unit)
BOTTOMED = EventKind("bottomed", "9.41", unit=_unit, damage=_few)
TORPEDOED = EventKind(
    "torpedoed", "16.2", side=_side, target=_unit, die=_die, damage_dice=_dice, disabled=Flag(), damage=_few
)
SUBMARINE_HELD = EventKind("submarine_held", "7.91", side=_side)
STAYED = EventKind("stayed", "7.92", side=_side)
RETREATED = EventKind("retreated", "8.1", side=_side, area=_area)
DETACHED = EventKind("detached", "20.8", unit=_unit)
PARTED = EventKind("parted", "20.8", side=_side, units=_units)
FLED = EventKind("fled", "8.2", unit=_unit, group=_group)
GROUPED = EventKind("grouped", "8.2", side=_side, groups=TupleField(_units))
PURSUED = EventKind("pursued", "8.32", side=_side, units=_units, group=_group)
RAID_SET = EventKind("raid_set", "9.1", side=_side, units=_units, place=_place)
PURSUERS_NAMED = EventKind("pursuers_named", "8.32", side=_side)
NO_PURSUIT = EventKind("no_pursuit", "8.34", side=_side)
STOPPED = EventKind("stopped", "8.53", units=_units)
CHASE_GOES_ON = EventKind("chase_goes_on", "8.51", units=_units)
OUTRUN = EventKind("outrun", "8.33", units=_units)
CHASE_OPENED = EventKind("chase_opened", "8.5", units=_units, pursuers=_units)
RAID_OPENED = EventKind("raid_opened", "9.13", side=_side, place=_place, units=_units)
DEADLOCKED = EventKind("deadlocked", "5.5", area=_area)
COMBAT_ENDED = EventKind("combat_ended", "5.5", area=_area)
VOLUNTEERED = EventKind("volunteered", "19.22", unit=_unit)
KAMIKAZES = EventKind("kamikazes", "19.2", units=_units)
FORMED = EventKind("formed", "20.2", unit=_unit, force=_group)
FORCES_FORMED = EventKind("forces_formed", "20.2", side=_side, forces=TupleField(_units))
FORCE_ATTACKS = EventKind("force_attacks", "20.3", side=_side, force=_group)
LANDING_NAMED = EventKind("landing_named", "20.3", unit=_unit)
FORCES_TASKED = EventKind("forces_tasked", "20.3", side=_side, attacking=IdSetField(FORCES), landing=_units)
FORCE_SIGHTED = EventKind("force_sighted", "20.4", side=_side, force=_group, die=TupleField(_die), sighted=Flag())
FORCE_JOINED = EventKind("force_joined", "20.6", side=_side, force=_group)
JOINING_OVER = EventKind("joining_over", "20.6", side=_side)
ISLAND_AIMED = EventKind("island_aimed", "22.2", unit=IdField(FIGHTERS), target=IdField(FIGHTERS))
ISLAND_FIRED = EventKind(
    "island_fired", "22.3", unit=IdField(FIGHTERS), target=IdField(FIGHTERS), dice=_dice, hits=_few
)
GARRISON_OUT = EventKind("garrison_out", "22.4", place=_place)
DEFENDS = EventKind("defends", "23.3", unit=_unit)
ROLES_SET = EventKind("roles_set", "23.3", side=_side, attacking=_units, defending=_units)
AIRSTRIKE_HIT = EventKind(
    "airstrike_hit", "23.2", unit=_unit, target=_unit, dice=_dice, hits=_dice, loss=_few, left=_few
)

KINDS = tuple(value for value in list(globals().values()) if isinstance(value, EventKind))
