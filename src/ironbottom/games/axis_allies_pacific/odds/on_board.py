"""The planned and current battles of a position, as input for the calculator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import msgspec

from ironbottom.engine.core.fields import members
from ironbottom.games.axis_allies_pacific import pieces
from ironbottom.games.axis_allies_pacific import state as layout
from ironbottom.games.axis_allies_pacific.counts import mask, nonzero, number_of
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.odds.battle_solver import BattleTerms
from ironbottom.games.axis_allies_pacific.odds.counters import (
    BattleUnits,
    CargoLossOrder,
    Loads,
    Order,
    force_of,
    units_of,
)
from ironbottom.games.axis_allies_pacific.odds.fights import Odds, fight
from ironbottom.games.axis_allies_pacific.odds.landings import Assault, AssaultOdds, Load, assault_odds
from ironbottom.games.axis_allies_pacific.odds.raids import RaidOdds, raid
from ironbottom.games.axis_allies_pacific.rules.combat import attacked, raids, sea_battles
from ironbottom.games.axis_allies_pacific.rules.land_battle import GUNS, LandBattle
from ironbottom.games.axis_allies_pacific.rules.losses import defenders, in_flight, units_hit_in
from ironbottom.games.axis_allies_pacific.state_types import State

Kind = Literal["land", "sea", "landing", "raid"]
_AFLOAT = pieces.SHIPS_MASK & ~mask((pieces.SUBMERGED,))
_GROUND = pieces.GROUND_COMBAT_UNITS
ANY_PURSE = 99_999
BOMBARDED = 2
"""The stage of a land battle that follows the bombardment by ships (8.9.4)."""


class LossOrders(msgspec.Struct, frozen=True):
    """The order of losses of each side; ``ashore``: the order of a landing by name, as written.

    ``cargo_loss_order``: the loads with which equal ships of a landing are lost first, if not in the usual order.
    """

    attacker: Order = "cheapest"
    defender: Order = "cheapest"
    ashore: tuple[str, ...] = ()
    cargo_loss_order: CargoLossOrder | None = None


class ShipLoad(NamedTuple):
    """The units that a ship lands, and whether it lands them in a territory other than that of the battle."""

    ship: int
    ashore: tuple[int, ...]
    elsewhere: bool = False


class LandingWave(msgspec.Struct, frozen=True):
    """The landing from one zone: the fleet, the loads ship by ship, and the enemies there.

    ``loads``: the loads of equal ships, those given up first at the front (8.1.3).
    """

    zone: int
    fleet: tuple[BattleUnits, ...]
    loads: tuple[ShipLoad, ...]
    enemies: tuple[BattleUnits, ...]
    bombards: bool


class BoardBattle(msgspec.Struct, frozen=True):
    """A battle in a position: its kind and place, and all units that would fight there."""

    kind: Kind
    place: int
    attacker: tuple[BattleUnits, ...]
    defender: tuple[BattleUnits, ...]
    waves: tuple[LandingWave, ...] = ()
    aa: bool = False
    shells: tuple[BattleUnits, ...] = ()
    purse: int = ANY_PURSE
    surprised: bool = False
    """8.13.1 Whether the defender hits only on 1, except China."""


def battles(state: State, loads: Loads = "cheapest") -> list[BoardBattle]:
    """The planned and current battles of the turn: raids first, then those at sea, then those on land.

    ``loads``: which landing of equal ships is given up first.
    """
    return [*raids_planned(state), *fights_at_sea(state), *fights_on_land(state, loads)]


def surprised(cells: layout.Cells) -> bool:
    """8.13.1 Whether it is Japan's first turn."""
    return cells[layout.ROUND] == 1 and cells[layout.ACTIVE] == pieces.JAPAN


# -- raids (8.11) ---------------------------------------------------------------------------------------------


def raids_planned(state: State) -> Iterator[BoardBattle]:
    """8.11.1 Bombers over enemy complexes, intercepted by all fighters there."""
    cells = state.cells
    side = cells[layout.ACTIVE]
    for land in members(raids(state.rules.pieces, cells, side, 0)):
        ours = [
            BattleUnits(power, piece, number)
            for power in pieces.POWERS_OF[side]
            for piece, number in nonzero(in_flight(cells, power, land, pieces.RAIDING | pieces.ESCORTING))
        ]
        theirs = [
            unit
            for power in pieces.ENEMIES[side]
            for unit in units_of(power, cells[units_cell(power, land)], (pieces.FIGHTER, pieces.CAP))
        ]
        pays = layout.holder(cells, land)
        budget = 0 if pays == pieces.CHINESE else cells[layout.IPC + pays]
        yield BoardBattle(
            "raid",
            land,
            tuple(ours),
            tuple(theirs),
            aa=guns_in(cells, side, land),
            purse=budget,
            surprised=surprised(cells),
        )


def units_cell(power: int, place: int) -> int:
    """The cell of a power's units in a place."""
    return layout.UNITS + power * pieces.PLACE_COUNT + place


def guns_in(cells: layout.Cells, side: int, land: int) -> bool:
    """8.3.1 Whether a territory has an enemy AA gun."""
    return any(number_of(cells[units_cell(power, land)], pieces.AA_GUN) for power in pieces.ENEMIES[side])


# -- at sea (8.4) ---------------------------------------------------------------------------------------------


def fights_at_sea(state: State) -> Iterator[BoardBattle]:
    """8.4.1 Zones where ships or aircraft of the side meet enemies."""
    cells = state.cells
    for place in members(sea_battles(cells, cells[layout.ACTIVE])):
        yield sea_battle(state, place)


def sea_battle(state: State, place: int) -> BoardBattle:
    """The battle of a zone, without units that were hit but are still on the board."""
    cells = state.cells
    return BoardBattle("sea", place, fleet_at(state, place), defenders_at(state, place), surprised=surprised(cells))


def fleet_at(state: State, place: int) -> tuple[BattleUnits, ...]:
    """8.4.1, 10.1 The side's ships in a zone, moved or not, and the aircraft that fly against it."""
    cells, side = state.cells, state.cells[layout.ACTIVE]
    result = (cells[layout.ACTED + place] + cells[units_cell(side, place)]) & _AFLOAT
    return tuple(
        units_of(side, result + in_flight(cells, side, place, pieces.ATTACKING) - units_hit(state, place, side))
    )


def units_hit(state: State, place: int, power: int) -> int:
    """8.1.2 A power's units that were hit in the current battle, if it is here."""
    fought = any(getattr(frame, "place", -1) == place for frame in state.stack if hasattr(frame, "struck"))
    return units_hit_in(state)[power] if fought else 0


def defenders_at(state: State, place: int) -> tuple[BattleUnits, ...]:
    """8.4.1, 8.10.1 All defenders of a place."""
    forces = defenders(state.cells, state.cells[layout.ACTIVE], place)
    return tuple(
        unit
        for force in forces
        for unit in units_of(force.power, force.counts - units_hit(state, place, force.power))
        if unit.number
    )


# -- on land (8.2, 8.9) -----------------------------------------------------------------------------------------


def fights_on_land(state: State, loads: Loads) -> Iterator[BoardBattle]:
    """8.2.1, 8.9.6 Lands with enemy combat units that are attacked overland, from the air or from the sea."""
    cells = state.cells
    side = cells[layout.ACTIVE]
    current = next((frame for frame in state.stack if isinstance(frame, LandBattle)), None)
    overland = attacked(cells, side)
    for land in members(layout.defended_lands(cells, side) & ~layout.held_by_team(cells, side) & ~cells[layout.FOUGHT]):
        if current is not None and current.land == land:
            yield land_battle_under_way(state, current)
        elif overland >> land & 1 or planned_from(state.rules.pieces, cells, land):
            yield land_battle(state, land, loads)


def planned_from(figures: Figures, cells: layout.Cells, land: int) -> tuple[int, ...]:
    """7.7.5 The zones from which units are to land."""
    return tuple(
        zone for zone in members(figures.coast[land]) if cells[layout.LANDING_AT + pieces.COAST_AT[land, zone]]
    )


def overland_units(cells: layout.Cells, land: int) -> list[BattleUnits]:
    """8.2.1 The ground units that came overland, and aircraft."""
    result = []
    for power in pieces.POWERS_OF[cells[layout.ACTIVE]]:
        result += units_of(power, layout.acted_units(cells, power, land) & _GROUND)
        result += units_of(power, in_flight(cells, power, land, pieces.ATTACKING))
    return result


def land_battle(state: State, land: int, loads: Loads) -> BoardBattle:
    """8.9.1 A land battle that has not begun, with its landing and sea battle."""
    cells, figures = state.cells, state.rules.pieces
    waves = tuple(wave(state, land, zone, loads) for zone in planned_from(figures, cells, land))
    return BoardBattle(
        "landing" if waves else "land",
        land,
        tuple(overland_units(cells, land)),
        defenders_at(state, land),
        waves,
        guns_in(cells, cells[layout.ACTIVE], land),
        surprised=surprised(cells),
    )


def wave(state: State, land: int, zone: int, order: Loads) -> LandingWave:
    """8.9.1, 8.9.4 The landing from a zone; ships bombard if there was no sea battle and there will be none."""
    cells = state.cells
    loads = given_up_in_order(state.rules.pieces, cells, land, zone, order)
    closed = layout.hostile_zones(cells, cells[layout.ACTIVE]) >> zone & 1
    enemies = defenders_at(state, pieces.FIRST_ZONE + zone) if closed else ()
    quiet = bool(cells[layout.NO_BOMBARDMENT] >> zone & 1)
    return LandingWave(zone, fleet_at(state, pieces.FIRST_ZONE + zone), loads, enemies, not quiet)


def given_up_in_order(
    figures: Figures, cells: layout.Cells, land: int, zone: int, order: Loads
) -> tuple[ShipLoad, ...]:
    """8.1.3, 8.9.1 The loads that land in a territory, and those of the zone's other ships.

    If equal ships are lost, their owner chooses which landing is cancelled: the cheapest, and among equals the landing
    in the less valuable land; or the most expensive, and among equals the landing in the more valuable land.
    """
    result = []
    for goal in members(figures.shore[zone]):
        for number, many in nonzero(cells[layout.LANDING_AT + pieces.COAST_AT[goal, zone]]):
            landing = pieces.LANDING[number]
            worth = sum([figures.cost[unit] for unit in landing.ashore])
            load = ShipLoad(landing.ship, landing.ashore, goal != land)
            result.append(((worth, figures.value[goal], goal, number), [load] * many))
    return tuple(load for _, loads in sorted(result, reverse=order == "dearest") for load in loads)


def land_battle_under_way(state: State, frame: LandBattle) -> BoardBattle:
    """8.1.2 A land battle after its first stages: AA guns and ships no longer fire."""
    cells, land = state.cells, frame.land
    gone = frame.struck[cells[layout.ACTIVE]]
    ours = []
    for unit in overland_units(cells, land):
        number = unit.number - (number_of(gone, unit.piece) if unit.power != pieces.CHINA else 0)
        ashore = (
            number_of(frame.landed[0], pieces.MARINE)
            if unit.piece == pieces.MARINE and unit.power != pieces.CHINA
            else 0
        )
        if number > 0:
            ours.append(BattleUnits(unit.power, unit.piece, number, min(number, ashore)))
    theirs = []
    for unit in defenders_at(state, land):
        number = unit.number - number_of(frame.struck[unit.power], unit.piece)
        if number > 0:
            theirs.append(BattleUnits(unit.power, unit.piece, number))
    opening = frame.next <= 2 and not frame.round
    return BoardBattle(
        "land",
        land,
        tuple(ours),
        tuple(theirs),
        aa=opening and not frame.next and guns_in(cells, frame.side, land),
        shells=tuple(units_of(frame.side, frame.guns)) if opening and frame.next < BOMBARDED else (),
        surprised=surprised(cells),
    )


# -- their odds -------------------------------------------------------------------------------------------------


def odds_on_board(
    figures: Figures, battle: BoardBattle, terms: BattleTerms | None = None, orders: LossOrders | None = None
) -> Odds | AssaultOdds | RaidOdds:
    """The exact odds of a battle in a position."""
    orders = orders or LossOrders()
    terms = terms or BattleTerms(defending_first_strike=figures.options["defending_first_strike"] == "yes")
    if battle.kind == "raid":
        return raid_odds(battle)
    theirs = force_of(figures, battle.defender, orders.defender, surprised=battle.surprised)
    if battle.waves:
        return landing_odds(figures, battle, terms, orders)
    ours = force_of(figures, battle.attacker, orders.attacker, cargo_loss_order=orders.cargo_loss_order)
    shells = force_of(figures, battle.shells) if battle.shells else None
    return fight(ours, theirs, terms, aa=battle.aa, bombardment=shells)


def raid_odds(battle: BoardBattle) -> RaidOdds:
    """8.11 The odds of a raid that all fighters there intercept; without an AA gun or fighters it cannot be stopped."""

    def number(units: tuple[BattleUnits, ...], *pieces: int) -> int:
        return sum([unit.number for unit in units if unit.piece in pieces])

    return raid(
        number(battle.attacker, pieces.BOMBER),
        battle.purse,
        number(battle.attacker, pieces.FIGHTER),
        number(battle.defender, pieces.FIGHTER, pieces.CAP),
        aa=battle.aa,
        cap=1 if battle.surprised else 6,
    )


def landing_odds(figures: Figures, battle: BoardBattle, terms: BattleTerms, orders: LossOrders) -> AssaultOdds:
    """8.9 The odds of an assault; if units land from two zones, both zones must be won."""
    first, *others = [
        Assault(
            force_of(
                figures,
                [u for u in part.fleet if part.enemies or (part.bombards and 1 << 12 * u.piece & GUNS)],
                orders.attacker,
                cargo_loss_order=orders.cargo_loss_order,
            ),
            tuple(landing_units(figures, load) for load in part.loads),
            enemy_at_sea=force_of(figures, part.enemies, orders.defender, surprised=battle.surprised),
        )
        for part in battle.waves
    ]
    plan = msgspec.structs.replace(
        first,
        overland=force_of(figures, battle.attacker, orders.attacker).units,
        enemy_on_land=force_of(figures, battle.defender, orders.defender, surprised=battle.surprised),
        aa=battle.aa,
        beside=tuple(others),
        with_load=True,
        order=orders.attacker,
        written=orders.ashore,
    )
    return assault_odds(plan, terms)


def landing_units(figures: Figures, load: ShipLoad) -> Load:
    """8.9.5 The units that a ship lands, with their factors in the land battle."""
    units = load.ashore
    ashore = force_of(
        figures, [BattleUnits(0, unit, units.count(unit), units.count(unit)) for unit in dict.fromkeys(units)]
    )
    return Load(pieces.PIECES.ids[load.ship], ashore.units, load.elsewhere)
