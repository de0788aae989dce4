"""The events, as typed fields."""

from __future__ import annotations

from ironbottom.engine.core.events import EventKind
from ironbottom.engine.core.fields import IdField, Number
from ironbottom.engine.dice.dice import DieReason
from tests.kit.archipelago.pieces import FORCES, HEXES, ISLANDS, KINDS, MAX_OF_A_KIND, SIDES, UNITS, ZONES

_side, _force, _hex, _unit = IdField(SIDES), IdField(FORCES), IdField(HEXES), IdField(UNITS)
_island, _kind, _number = IdField(ISLANDS), IdField(KINDS), Number(0, MAX_OF_A_KIND)


class Roll(DieReason):
    """The reason for a die roll."""

    BOMBARDMENT = "bombardment"
    BATTLE_NORTH = "battle_north"
    BATTLE_SOUTH = "battle_south"


MUSTERED = EventKind("mustered", "3.1", side=_side, island=_island, kind=_kind)
SAILED = EventKind("sailed", "4.1", force=_force, zone=IdField(ZONES))
STATIONED = EventKind("stationed", "4.1", force=_force, to=_hex)
LOADED = EventKind("loaded", "4.1.a", force=_force, ship=_unit)
PUT_TO_SEA = EventKind("put_to_sea", "4.1.a", force=_force)
LOOKED = EventKind("looked", "4.2", to=_hex)
SEARCHED = EventKind("searched", "4.2", side=_side)
FOUND = EventKind("found", "4.2", force=_force, at=_hex, seen_from=_hex)
DUMMY = EventKind("dummy", "4.2.a", force=_force)
UNCOVERED = EventKind("uncovered", "4.2", force=_force, ship=_unit)
STAYED = EventKind("stayed", "4.2.b", force=_force)
WITHDREW = EventKind("withdrew", "4.2.b", force=_force)
MARCHED = EventKind("marched", "4.3", company=_unit, to=_hex)
BOMBARDED = EventKind("bombarded", "4.4", force=_force, island=_island, strength=Number(2, 10))
SHOWED = EventKind("showed", "4.4", force=_force, at=_hex)
MOVED = EventKind("moved", "4.5", island=_island, kind=_kind, number=_number, to=_island)
PASSED = EventKind("passed", "4.0", side=_side)
CAME_HOME = EventKind("came_home", "4.6", side=_side)
FOUGHT = EventKind("fought", "5.1", island=_island, north=Number(1, 6), south=Number(1, 6))
LOST = EventKind("lost", "5.2", island=_island, side=_side, kind=_kind)
ROUND_BEGAN = EventKind("round_began", "1.1", number=Number(1, 2))

KINDS_OF_EVENT = (
    *(ROUND_BEGAN, MUSTERED, SAILED, STATIONED, LOADED, PUT_TO_SEA),
    *(LOOKED, SEARCHED, FOUND, DUMMY, UNCOVERED, STAYED, WITHDREW),
    *(MARCHED, SHOWED, BOMBARDED, MOVED, PASSED, CAME_HOME, FOUGHT, LOST),
)
