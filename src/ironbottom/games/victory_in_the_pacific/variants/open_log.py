"""The events of the set-up of Open Turn 2."""

from __future__ import annotations

from ironbottom.engine.core.events import EventKind
from ironbottom.engine.core.fields import IdField, Number
from ironbottom.games.victory_in_the_pacific.pieces import PLACES, SIDES, UNITS

_side, _unit, _place = IdField(SIDES), IdField(UNITS), IdField(PLACES)

SAVED = EventKind("saved", "18.1", unit=_unit, damage=Number(0, 99))
STATIONED = EventKind("stationed", "18.1", unit=_unit, place=_place)
ALL_STATIONED = EventKind("all_stationed", "18.1", side=_side)

KINDS = tuple(value for value in list(globals().values()) if isinstance(value, EventKind))
