"""The events of the game, in rulebook order."""

from __future__ import annotations

from ironbottom.engine.core.events import EventKind
from ironbottom.engine.core.fields import Domain, Flag, IdField, IdSetField, Number, TupleField
from ironbottom.games.axis_allies_pacific import pieces as counters
from ironbottom.games.axis_allies_pacific.counts import Counts

_side, _power, _economy, _holder = (
    IdField(counters.SIDES),
    IdField(counters.POWERS),
    IdField(counters.ECONOMIES),
    IdField(counters.HOLDERS),
)
_land, _zone, _place, _piece, _kind = (
    IdField(counters.LANDS),
    IdField(counters.ZONES),
    IdField(counters.PLACES),
    IdField(counters.PIECES),
    IdField(counters.KINDS),
)
_many, _money, _dice = Number(0, 4_095), Number(0, 99_999), TupleField(Number(1, 6))
_units = Counts(counters.PIECES)

PHASES = Domain(
    "phase", ("purchase", "combat_moves", "kamikaze", "combat", "regroup", "placement", "standing", "reinforcing")
)
ROUND_OPENED = EventKind("round_opened", "4.1", round=Number(1, 9_999))
TURN_OPENED = EventKind("turn_opened", "4.1", side=_side)
FINISHED = EventKind("finished", "4.2", side=_side, phase=IdField(PHASES))
BID_MADE = EventKind("bid_made", "16.2", ("points",), side=_side, points=Number(0, 99))
BIDS_OPENED = EventKind("bids_opened", "16.2", japan=Number(0, 99), allies=Number(0, 99))
BID_WON = EventKind("bid_won", "16.2", points=Number(0, 99), changed=Flag())
UNIT_BID_WON = EventKind("unit_bid_won", "16.2", ipc=Number(0, 99), changed=Flag())
REINFORCED = EventKind("reinforced", "16.2", power=_power, kind=_kind, place=_place, price=_money)
POOL_SPLIT = EventKind("pool_split", "3.4", india=_money, australia=_money)
ORDER_SHOWN = EventKind("order_shown", "8.1.3", side=_side, order=Number(0, 2), value=Number(0, 9))
ORDER_SET = EventKind("order_set", "8.1.3", ("order", "value"), side=_side, order=Number(0, 2), value=Number(0, 9))
BOUGHT = EventKind("bought", "5.1", economy=_economy, kind=_kind, number=_many, price=_money)
VOLUNTEERS = EventKind("volunteers", "14.2", number=_many, burma_road=Flag())
PATROL_LANDED = EventKind("patrol_landed", "6.1", power=_power, zone=_zone, place=_place, number=_many)
PATROL_LOST = EventKind("patrol_lost", "6.1", power=_power, zone=_zone, number=_many)
MOVED = EventKind(
    "moved", "7.1.1", power=_power, piece=_piece, number=_many, origin=_place, place=_place, way=TupleField(_place)
)
PICKED_UP = EventKind("picked_up", "7.1.1", power=_power, piece=_piece, place=_place)
BOUND_FOR = EventKind("bound_for", "7.6.1", power=_power, piece=_piece, number=_many, origin=_place, place=_place)
FLOWN = EventKind(
    "flown", "7.4.1", power=_power, piece=_piece, number=_many, origin=_place, place=_place, left=_many, raid=Flag()
)
LOADED = EventKind("loaded", "7.7.2", power=_power, ship=_piece, unit=_piece, land=_land, zone=_zone)
LANDING_PLANNED = EventKind("landing_planned", "7.7.5", power=_power, ship=_piece, units=_units, zone=_zone, land=_land)
UNLOADED = EventKind("unloaded", "7.7.5", power=_power, ship=_piece, units=_units, zone=_zone, land=_land)
LANDING_OFF = EventKind("landing_off", "8.9.2", land=_land, zone=_zone)
ENTERED = EventKind("entered", "7.1.2", power=_power, land=_land)
CONVOY_TAKEN = EventKind("convoy_taken", "9.5.2", convoy=IdField(counters.CONVOYS), side=_side)
CONVOY_LEFT = EventKind("convoy_left", "9.5.4", zone=_zone, side=_side)
OVERFLOWN = EventKind("overflown", "8.3.2", land=_land, power=_power, piece=_piece, dice=_dice, lost=_many)
KAMIKAZE = EventKind("kamikaze", "8.12.2", zone=_zone, power=_power, piece=_piece, die=Number(1, 6), hit=Flag())
BATTLE_OPENED = EventKind("battle_opened", "8.1.2", place=_place)
COMBAT_ROUND = EventKind("combat_round", "8.1.2", place=_place, round=_many)
GUNS_NAMED = EventKind("guns_named", "8.9.4", side=_side, land=_land, zone=_zone, ships=_units)
FIRED = EventKind("fired", "8.1.2", power=_power, piece=_piece, factor=Number(0, 6), dice=_dice, hits=_many)
AA_FIRED = EventKind("aa_fired", "8.3.1", land=_land, dice=_dice, hits=_many)
BOMBARDED = EventKind("bombarded", "8.9.4", power=_power, piece=_piece, dice=_dice, hits=_many)
HIT = EventKind("hit", "8.1.3", power=_power, piece=_piece)
HIT_ASHORE = EventKind("hit_ashore", "8.8.5", power=_power, piece=_piece)
LOST = EventKind("lost", "8.1.3", power=_power, piece=_piece, number=_many)
DAMAGED = EventKind("damaged", "8.6.1", power=_power, zone=_zone)
SUBMERGED = EventKind("submerged", "8.5.3", power=_power, zone=_zone, number=_many)
NO_DECK = EventKind("no_deck", "8.7.2", power=_power, zone=_zone, number=_many)
DIVERTED = EventKind("diverted", "8.7.2", power=_power, zone=_zone, place=_place, number=_many)
PRESSED_ON = EventKind("pressed_on", "8.8.1", place=_place)
LANDING_LOST = EventKind("landing_lost", "8.1.3", power=_power, ship=_piece, units=_units, zone=_zone, land=_land)
LANDING_ON = EventKind("landing_on", "8.9.2", land=_land, zone=_zone)
KAMIKAZE_NAMED = EventKind("kamikaze_named", "8.12.2", zone=_zone, piece=_piece)
NOT_MET = EventKind("not_met", "8.11.1", land=_land)
RETREATED = EventKind("retreated", "8.8.1", power=_power, place=_place, to=IdField(counters.PLACES, none=True))
BROKE_OFF = EventKind("broke_off", "8.8.4", place=_place)
BATTLE_ENDED = EventKind("battle_ended", "8.1.4", place=_place, attackers_left=Flag(), defenders_left=Flag())
INTERCEPTED = EventKind("intercepted", "8.11.1", power=_power, land=_land, number=_many)
BOMBED = EventKind(
    "bombed", "8.11.2", land=_land, economy=IdField(counters.ECONOMIES, none=True), dice=_dice, paid=_money
)
VP_LOST = EventKind("vp_lost", "8.11.4", points=_many)
CAPTURED = EventKind("captured", "9.1", land=_land, holder=_holder, side=_side)
PURSE_TAKEN = EventKind("purse_taken", "9.6.1", economy=_economy, taker=_economy, ipc=_money)
AIRCRAFT_LANDED = EventKind("aircraft_landed", "10.1", power=_power, piece=_piece, number=_many, place=_place)
AIRCRAFT_LOST = EventKind("aircraft_lost", "10.1", power=_power, piece=_piece, number=_many, place=_place)
PATROL_SENT = EventKind("patrol_sent", "10.5.1", power=_power, land=_land, zone=_zone, number=_many)
PLACED = EventKind("placed", "11.1", economy=_economy, kind=_kind, number=_many, place=_place)
REFUNDED = EventKind("refunded", "5.5", economy=_economy, kind=_kind, number=_many, price=_money)
SURFACED = EventKind("surfaced", "12.1", zones=IdSetField(counters.ZONES))
RIGHTED = EventKind("righted", "12.1", zones=IdSetField(counters.ZONES))
COLLECTED = EventKind("collected", "13.1", economy=_economy, ipc=_money)
POOL_COLLECTED = EventKind("pool_collected", "13.2", ipc=_money)
POINTS_SCORED = EventKind("points_scored", "13.3", points=_many, total=_many)
GAME_ENDED = EventKind("game_ended", "15.1", outcome=Number(1, 6))

KINDS_OF_EVENT = tuple(value for value in list(globals().values()) if isinstance(value, EventKind))
