"""What is told while the game goes on, in rulebook order."""

from __future__ import annotations

from ironbottom.engine.events import EventKind
from ironbottom.engine.fields import Flag, Number, One, Row
from ironbottom.games.war_in_the_pacific.pieces import FORCES, HEXES, SHIPS, SIDES
from ironbottom.games.war_in_the_pacific.state import CHITS, ENDINGS, MISSIONS, SUB_KINDS, SUBRONS

_force, _hex, _ship, _side = One(FORCES), One(HEXES), One(SHIPS), One(SIDES)
_subron, _points, _die = One(SUBRONS), Number(1, 12), Number(1, 6)

ANNOUNCED = EventKind("announced", "42.51", side=_side, at=_hex)
GARRISONED = EventKind("garrisoned", "42.34", at=_hex)
STATIONED = EventKind("stationed", "42.23", subron=_subron, at=_hex, kind=One(SUB_KINDS), points=_points)
SUBRON_TOLD = EventKind("subron_told", "42.51", subron=_subron, points=_points)
DEPLOYED = EventKind("deployed", "42.52", side=_side)
TURN_OPENED = EventKind("turn_opened", "4.1", turn=Number(0, 4 * 13 * 5))
FIRST_FOUND = EventKind("first_found", "4.2", side=_side)
DECOYED = EventKind("decoyed", "9.4", force=_force, at=_hex, ships=Number(3, 12))
RECALLED = EventKind("recalled", "9.4", force=_force)
PHASE_OPENED = EventKind("phase_opened", "4.12", phase=Number(1, 3))
IMPULSE_OPENED = EventKind("impulse_opened", "4.12", impulse=Number(1, 3))
ALTERING = EventKind("altering", "39.8", force=_force, die=_die, allowed=Flag())
TURNED = EventKind("turned", "10.4", force=_force, to=_hex, speed=Number(0, 3))
GAME_ENDED = EventKind("game_ended", "47.3", ending=One(ENDINGS))

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
    *(ANNOUNCED, GARRISONED, STATIONED, SUBRON_TOLD, DEPLOYED, TURN_OPENED, FIRST_FOUND, DECOYED, RECALLED),
    *(PHASE_OPENED, IMPULSE_OPENED, ALTERING, TURNED, GAME_ENDED),
    *(WEATHER, CONTACT, FOUND, CONTACT_LOST, DUMMY_REMOVED),
    *(FORMED, JOINED, DISBANDED, PLOTTED, SAILED, BURNT, REFUELLED, REPAIR_BEGUN, REPAIRED),
)
