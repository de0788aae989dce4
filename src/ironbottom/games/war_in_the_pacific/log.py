"""What is told while the game goes on, in rulebook order."""

from __future__ import annotations

from ironbottom.engine.events import EventKind
from ironbottom.engine.fields import Number, One, Row
from ironbottom.games.war_in_the_pacific.pieces import FORCES, HEXES, SHIPS
from ironbottom.games.war_in_the_pacific.state import CHITS, MISSIONS

_force, _hex, _ship = One(FORCES), One(HEXES), One(SHIPS)

WEATHER = EventKind("weather", "8.6", section=Number(0, 6), die=Number(1, 6))
CONTACT = EventKind("contact", "8.3", force=_force, chit=One(CHITS), at=_hex)
FOUND = EventKind("found", "1.32", force=_force)
CONTACT_LOST = EventKind("contact_lost", "8.5", force=_force)
DUMMY_REMOVED = EventKind("dummy_removed", "8.7", force=_force, at=_hex)
FORMED = EventKind("formed", "9.2", force=_force, at=One(HEXES, none=True), ships=Row(_ship))
JOINED = EventKind("joined", "9.2", force=_force, into=_force)
DISBANDED = EventKind("disbanded", "9.2", force=_force, at=_hex)
PLOTTED = EventKind(
    "plotted", "10.1", force=_force, mission=One(MISSIONS), to=One(HEXES, none=True), speed=Number(0, 3)
)
SAILED = EventKind("sailed", "10.3", force=_force, way=Row(_hex))
BURNT = EventKind("burnt", "10.5", force=_force, fuel=Number(0, 30))
REFUELLED = EventKind("refuelled", "10.5", ship=_ship, fuel=Number(0, 30), supply=Number(0, 99))
REPAIR_BEGUN = EventKind("repair_begun", "18.1", ship=_ship, turns=Number(0, 99))
REPAIRED = EventKind("repaired", "18.1", ship=_ship, level=Number(0, 6), left=Number(0, 99))
KINDS_OF_EVENT = (
    *(WEATHER, CONTACT, FOUND, CONTACT_LOST, DUMMY_REMOVED),
    *(FORMED, JOINED, DISBANDED, PLOTTED, SAILED, BURNT, REFUELLED, REPAIR_BEGUN, REPAIRED),
)
