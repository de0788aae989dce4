"""The cells of a state, and functions that query them."""

from __future__ import annotations

from collections.abc import Callable

from ironbottom.engine.cache import single_entry
from ironbottom.engine.core.fields import Domain, IdField, IdSetField, Number
from ironbottom.engine.core.layout import Layout
from ironbottom.engine.core.visibility import VisibilityRule, everybody
from ironbottom.games.axis_allies_pacific.counts import WIDTH, Counts, number_of
from ironbottom.games.axis_allies_pacific.pieces import (
    ALLIED_POWERS,
    CARRIER,
    CHINA,
    COAST_NAMES,
    CONVOYS,
    DESTROYERS_MASK,
    ECONOMIES,
    FIGHTER,
    FIRST_ZONE,
    FLIGHTS,
    FRIENDS,
    HOLDERS,
    IN_THE_WAY,
    JAPAN,
    KINDS,
    LAND_COMBAT,
    LAND_COUNT,
    LANDINGS,
    LANDS,
    PIECES,
    PLACE_COUNT,
    PLACES,
    POWERS,
    SIDES,
    USA,
    ZONE_COUNT,
    ZONES,
    Pieces,
)
from ironbottom.games.axis_allies_pacific.state_types import State

_purse = Number(0, 99_999)
_units, _lands, _zones = Counts(PIECES), IdSetField(LANDS), IdSetField(ZONES)

LOSSES = Domain("order of losses", ("ask", "cheapest", "aircraft_first", "ships_first"))
"""8.1.3 The order of losses: the owner is asked each time, by price, or aircraft (ships) first."""
SUBMERGE_ORDERS = Domain("order to submerge", ("ask", "never", "at_once", "against_destroyers"))
"""8.5.3 When submarines submerge."""
INTERCEPT_ORDERS = Domain("order to intercept", ("ask", "none", "all"))
"""8.11.1 Whether fighters intercept a raid."""


def order_seen(order: int) -> VisibilityRule:
    """8.1.3 A standing order is visible to its side, and to the others once it was seen in effect."""

    def seen(state: State, viewer: int) -> int:
        shown = [1 << side for side in range(len(SIDES)) if state.cells[SHOWN_ORDERS + side] >> order & 1]
        return sum(shown) | (1 << viewer if viewer >= 0 else 0)

    return seen


MAX_ORDERS = 3
"""The largest number of changes of standing orders in a purchase; the limit ensures that it ends."""

LAYOUT = Layout()
ROUND = LAYOUT.cell("round", Number(1, 9_999), seen=everybody)
ACTIVE = LAYOUT.cell("active", IdField(SIDES), seen=everybody)
VP = LAYOUT.cell("victory_points", Number(0, 9_999), seen=everybody)
KAMIKAZES = LAYOUT.cell("kamikazes", Number(0, 6), seen=everybody)
IPC = LAYOUT.block("ipc", len(ECONOMIES), _purse, seen=everybody)
POOL = LAYOUT.cell("pool", Number(0, 999), seen=everybody)
"""3.4, 13.2 The pool that the British player has yet to split between India and Australia."""
CAPTURED_IPC = LAYOUT.cell("loot", _purse, seen=everybody)
"""13.3 The loot of captured capitals this turn."""
BOUGHT = LAYOUT.block("bought", len(ECONOMIES), Counts(KINDS), seen=everybody)
VOLUNTEERS = LAYOUT.cell("volunteers", Number(0, 99), seen=everybody)
"""14.2 Chinese infantry waiting for phase 7."""
HELD = LAYOUT.block("held", len(HOLDERS), _lands, seen=everybody)
COMPLEXES = LAYOUT.cell("complexes", _lands, seen=everybody)
CONVOYS_TAKEN = LAYOUT.cell("convoys_of_japan", IdSetField(CONVOYS), seen=everybody)
"""9.5.1 The convoy routes and centers that Japan holds."""

TAKEN = LAYOUT.cell("taken", _lands, seen=everybody)
"""Territories that changed hands this turn."""
ENTERED = LAYOUT.cell("entered", _lands, seen=everybody)
"""7.1.2, 7.2.2 Enemy territories without combat units that were entered in phase 3."""
NEW_COMPLEXES = LAYOUT.cell("new_complexes", _lands, seen=everybody)
"""11.4 Industrial complexes built this turn."""
PLACED = LAYOUT.block("placed", LAND_COUNT, Number(0, 4_095), seen=everybody)
"""11.2 The units placed this turn at each complex that has a limit."""
FOUGHT = LAYOUT.cell("fought", IdSetField(PLACES), seen=everybody)
"""Places whose battle is over this turn."""
NO_BOMBARDMENT = LAYOUT.cell("quiet", _zones, seen=everybody)
"""8.9.4, 8.12.3 Zones from which ships do not bombard this turn, after a sea battle or a kamikaze attack."""
SAILED = LAYOUT.cell("sailed_into", _zones, seen=everybody)
"""8.12.1 Zones into which ships have moved this turn."""
ORIGINS = LAYOUT.block("origins", PLACE_COUNT, IdSetField(PLACES), seen=everybody)
"""8.8 For each place, the adjacent places that its attackers came from or through."""

BOMBARDED_SHIPS = LAYOUT.block("fired", ZONE_COUNT, _units, seen=everybody)
"""8.9.4 Ships that have bombarded a territory this turn."""
UNLOADED = LAYOUT.block("unloaded", ZONE_COUNT, _units, seen=everybody)
"""7.7.7 Transports of an ally that units have left this turn, or will leave."""

UNITS = LAYOUT.block("units", len(POWERS) * PLACE_COUNT, _units, seen=everybody)
"""Units by power and place; for the side whose turn it is, those that have not acted yet."""
ACTED = LAYOUT.block("acted", 2 * PLACE_COUNT, _units, seen=everybody)
"""Units of the side whose turn it is that no longer move; then those of China, which acts with the United States."""
FLYING = LAYOUT.block("flying", 2 * PLACE_COUNT, Counts(FLIGHTS), seen=everybody)
"""Aircraft of the same powers that have flown and must land (7.1.1)."""
LANDING_AT = LAYOUT.block("landing", len(COAST_NAMES), Counts(LANDINGS), seen=everybody)
"""7.7.5 Ships whose load is going to land, by coast; they are among those that have acted."""

ESCAPED = LAYOUT.block("escaped", ZONE_COUNT, _units, seen=everybody)
"""7.3.4 Ships with room for troops that left a hostile zone, by the zone they reached; they act again in phase 6."""

LOSS_ORDER = LAYOUT.block("loss_order", len(SIDES), IdField(LOSSES), seen=order_seen(0))
SUBMERGING_ORDER = LAYOUT.block("dive_order", len(SIDES), IdField(SUBMERGE_ORDERS), seen=order_seen(1))
INTERCEPTION_ORDER = LAYOUT.block("meet_order", len(SIDES), IdField(INTERCEPT_ORDERS), seen=order_seen(2))
STANDING_ORDERS = (
    ("losses", LOSS_ORDER, LOSSES),
    ("submerge", SUBMERGING_ORDER, SUBMERGE_ORDERS),
    ("intercept", INTERCEPTION_ORDER, INTERCEPT_ORDERS),
)
SETTLED = LAYOUT.block("settled_orders", len(SIDES), Number(0, MAX_ORDERS), seen=everybody)
"""How often a side has changed its standing orders in this purchase."""
SHOWN_ORDERS = LAYOUT.block("shown_orders", len(SIDES), Number(0, 7), seen=everybody)
"""The standing orders of a side that the others have seen in effect since it could last change them."""
VP_TARGET = LAYOUT.cell("points_needed", Number(0, 99), seen=everybody)
"""15.1, 16.2 The victory points with which Japan wins; 0 until the bids are opened."""
LOWEST_BID, HIGHEST_BID, MAX_TIES = 20, 30, 3
MAX_IPC_BID = 60


def own_bid(state: State, viewer: int) -> int:
    """16.2 A bid is visible only to its side until both are opened."""
    return 1 << viewer if viewer >= 0 else 0


BIDS = LAYOUT.block("bids", len(SIDES), Number(0, MAX_IPC_BID), seen=own_bid)
"""16.2 Unopened bids; those of the Allies are Britain's."""
TIES = LAYOUT.cell("ties", Number(0, MAX_TIES), seen=everybody)
"""16.2 The number of equal bids."""
CHANGED = LAYOUT.cell("players_changed", Number(0, 1), seen=everybody)
"""16.2 Whether the Allied player has bid more, so that the players swap sides."""
UNIT_BID = LAYOUT.cell("unit_bid", Number(0, MAX_IPC_BID), seen=everybody)
"""16.2 The IPC of extra units that the Allies receive; 0 until these bids are opened."""
TO_SPEND = LAYOUT.cell("to_spend", Number(0, MAX_IPC_BID), seen=everybody)
"""16.2 The part of these IPC that is left, while the units are placed."""
REINFORCED = LAYOUT.cell("reinforced", IdSetField(PLACES), seen=everybody)
"""16.2 The places that have received their unit."""
OUTCOME = LAYOUT.cell("outcome", Number(0, 6), seen=everybody)
"""15.0 The outcome of the game; 0 while it is in progress."""


LAYOUT.mark_former_size()  # dumps of rules 5 and earlier end here
ENGAGED = LAYOUT.block("engaged", ZONE_COUNT, _units, seen=everybody)
"""7.7.5 Ships that carry units and were in a sea battle this turn, by the zone where they are now."""
LOADING = LAYOUT.block("loading_after_combat", ZONE_COUNT, _units, seen=everybody)
"""7.7.5 Those of these ships that have begun to load in phase 6: they may load more, but not unload."""
PART_LANDED = LAYOUT.block("part_landed", len(COAST_NAMES), _units, seen=everybody)
"""7.7.5 By coast, ships that landed a part of their load: with the option, the rest follows into the same territory."""

Cells = list[int]
ZONES_OF = tuple(UNITS + power * PLACE_COUNT + FIRST_ZONE for power in range(len(POWERS)))
LANDS_OF = tuple(UNITS + power * PLACE_COUNT for power in range(len(POWERS)))
TURN_CELLS = range(TAKEN, UNITS)
"""The cells that last for one turn."""


def power_slot(power: int) -> int:
    """The index of a power in the arrays of units that have acted; China follows the United States."""
    return 1 if power == CHINA else 0


def unmoved_units(cells: Cells, power: int, place: int) -> int:
    """The counts of a power's unmoved units in a place."""
    return cells[UNITS + power * PLACE_COUNT + place]


def acted_units(cells: Cells, power: int, place: int) -> int:
    """The counts of units of an acting power that no longer move."""
    return cells[ACTED + power_slot(power) * PLACE_COUNT + place]


def aircraft_in_flight(cells: Cells, power: int, place: int) -> int:
    """The counts of an acting power's aircraft in the air."""
    return cells[FLYING + power_slot(power) * PLACE_COUNT + place]


def own_at(cells: Cells, side: int, place: int) -> int:
    """The counts of a place's units of the side whose turn it is, whether they have acted or not, without aircraft in
    the air.
    """
    result = cells[UNITS + side * PLACE_COUNT + place] + cells[ACTED + place]
    if side == USA:
        result += cells[UNITS + CHINA * PLACE_COUNT + place] + cells[ACTED + PLACE_COUNT + place]
    return result


def held_by_team(cells: Cells, side: int) -> int:
    """The lands that a side's team holds."""
    if side == JAPAN:
        return cells[HELD]
    return cells[HELD + 1] | cells[HELD + 2] | cells[HELD + 3] | cells[HELD + 4]


def friendly_at_once(pieces: Pieces, cells: Cells) -> int:
    """7.2.2 The enemy territories that were entered without a fight and, with the option, are friendly
    before phase 5.
    """
    return cells[ENTERED] if pieces.options["entered_land"] == "at_once" else 0


def friendly_since_start(cells: Cells, side: int) -> int:
    """2.7, 7.4.2, 14.6 The lands that have been friendly since the start of the turn."""
    return held_by_team(cells, side) & ~cells[TAKEN]


def friendly_lands(cells: Cells, power: int) -> int:
    """The lands friendly to a power."""
    return held_by_team(cells, JAPAN if power == JAPAN else 1)


def holder(cells: Cells, land: int) -> int:
    """The holder of a territory, or -1."""
    return next((who for who in range(len(HOLDERS)) if cells[HELD + who] >> land & 1), -1)


Forces = tuple[list[int], ...]
"""Units of several powers, place by place."""


def _zones_of_fleets(wanted: int) -> Callable[[Forces], int]:
    """Finds the zones that contain any of the wanted units, given a side's fleets; caches the last result."""

    def zones_with(fleets: Forces) -> int:
        result = 0
        for of_a_power in fleets:
            for zone, fleet in enumerate(of_a_power):
                if fleet & wanted:
                    result |= 1 << zone
        return result

    return single_entry(zones_with)


def _land_places(forces: Forces) -> int:
    result = 0
    for of_a_power in forces:
        for land, force in enumerate(of_a_power):
            if force & LAND_COMBAT:
                result |= 1 << land
    return result


_hostile_to = (_zones_of_fleets(IN_THE_WAY), _zones_of_fleets(IN_THE_WAY))
_destroyers_against = (_zones_of_fleets(DESTROYERS_MASK), _zones_of_fleets(DESTROYERS_MASK))
_defended_against = (single_entry(_land_places), single_entry(_land_places))
_JAPANESE_FLEETS, _JAPANESE_LANDS = (
    slice(cells[0], cells[0] + n) for cells, n in ((ZONES_OF, ZONE_COUNT), (LANDS_OF, LAND_COUNT))
)
_BRITISH_FLEETS, _AMERICAN_FLEETS = (slice(first, first + ZONE_COUNT) for first in ZONES_OF[1:3])
_ALLIED_LANDS = tuple(slice(first, first + LAND_COUNT) for first in LANDS_OF[1:])


def enemy_fleets(cells: Cells, side: int) -> Forces:
    """The counts of the enemy's units zone by zone, power by power."""
    return (cells[_BRITISH_FLEETS], cells[_AMERICAN_FLEETS]) if side == JAPAN else (cells[_JAPANESE_FLEETS],)


def hostile_zones(cells: Cells, side: int) -> int:
    """8.5.4, 10.5.3 The zones with enemy ships that are not submerged, or enemy fighters on patrol."""
    return _hostile_to[side != JAPAN](enemy_fleets(cells, side))


def zones_with_destroyers(cells: Cells, side: int) -> int:
    """7.3.3 The zones with enemy destroyers."""
    return _destroyers_against[side != JAPAN](enemy_fleets(cells, side))


def defended_lands(cells: Cells, side: int) -> int:
    """7.1.2 The lands with enemy combat units."""
    if side != JAPAN:
        return _defended_against[1]((cells[_JAPANESE_LANDS],))
    british, american, chinese = _ALLIED_LANDS
    return _defended_against[0]((cells[british], cells[american], cells[chinese]))


def deck_room(cells: Cells, side: int, zone: int) -> int:
    """7.6.1 How many more fighters the friendly carriers in a zone take."""
    place = FIRST_ZONE + zone
    together = cells[ACTED + place] + sum([cells[UNITS + power * PLACE_COUNT + place] for power in FRIENDS[side]])
    return 2 * number_of(together, CARRIER) - number_of(together, FIGHTER)


def friends_at(cells: Cells, power: int, place: int) -> int:
    """The counts of all units of a power's team in a place that have not acted, added up."""
    friends = (JAPAN,) if power == JAPAN else ALLIED_POWERS
    return sum([cells[UNITS + friend * PLACE_COUNT + place] for friend in friends])


def add_to_counts(cells: Cells, cell: int, thing: int, number: int = 1) -> None:
    """Adds a number of items to a cell of counts; a negative number removes them."""
    cells[cell] += number << WIDTH * thing


def complex_limit(pieces: Pieces, cells: Cells, land: int) -> int:
    """11.2 How many units a complex places in a turn; -1 where there is no limit."""
    if pieces.options["ic_limit"] == "none":
        return -1
    first = pieces.first_holder[land]
    if pieces.complexes >> land & 1 and cells[HELD + first] >> land & 1:
        return -1
    return pieces.value[land]
