"""A view as the bot reads it: the board, positions, the values of places, and the threats of the next turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import ClassVar

from ironbottom.bots import observation as bots
from ironbottom.engine.core.fields import members
from ironbottom.games.axis_allies_pacific import pieces
from ironbottom.games.axis_allies_pacific import state as layout
from ironbottom.games.axis_allies_pacific.bot.policy import ENSIGN, Policy
from ironbottom.games.axis_allies_pacific.counts import mask, nonzero, number_of
from ironbottom.games.axis_allies_pacific.derived.reach import Figures, RouteInputs
from ironbottom.games.axis_allies_pacific.information.position import read_board
from ironbottom.games.axis_allies_pacific.information.view_types import GameFrame, View, read_view
from ironbottom.games.axis_allies_pacific.odds.counters import BattleUnits, force_of, units_of
from ironbottom.games.axis_allies_pacific.odds.forces import BattleForce
from ironbottom.games.axis_allies_pacific.rules.income import production
from ironbottom.games.axis_allies_pacific.state_types import Rules, State

MAX_EXACT_STATES = 3_000
"""The largest number of pairs of standings for which the exact calculator is used; for more, strength decides."""
STARVES = 9
"""15.1 Japan has lost if its production is this low."""

GROUND = mask(pieces.FIGHTING_GROUND)
FLEET = pieces.SHIPS_MASK & ~mask((pieces.SUBMERGED,))
AIR = mask((pieces.FIGHTER, pieces.BOMBER))


class Observation(bots.Observation[GameFrame]):
    """A view, read for its side, with the constants with which the player plans."""

    view: View
    policies: ClassVar[tuple[Policy, Policy]] = (ENSIGN, ENSIGN)
    """The constants with which Japan plans, and those with which the Allies plan."""

    def __init__(self, rules: Rules, view: Mapping[str, object], side: str) -> None:
        super().__init__(rules, read_view(view), side)
        self.figures = rules.pieces
        self.policy = self.policies[self.number != pieces.JAPAN]

    @cached_property
    def state(self) -> State:
        """The board of the view; the other players' hidden standing orders are treated as if they had not
        been given.
        """
        return read_board(self.rules, self.view)

    @property
    def cells(self) -> list[int]:
        """The cells of the board."""
        return self.state.cells

    @cached_property
    def powers(self) -> tuple[int, ...]:
        """The powers that the side moves."""
        return pieces.POWERS_OF[self.number]

    @cached_property
    def enemies(self) -> tuple[int, ...]:
        """The powers against it."""
        return pieces.ENEMIES[self.number]

    @cached_property
    def held(self) -> int:
        """The lands that the team holds."""
        return layout.held_by_team(self.cells, self.number)

    @property
    def first_turn(self) -> bool:
        """8.13.1 Whether it is Japan's first turn."""
        return self.cells[layout.ROUND] == 1 and self.number == pieces.JAPAN


# -- questions about the board of a view, or of a plan ----------------------------------------------------------------
# ------------------------------------------------------------------


def enemy_units(cells: list[int], side: int, place: int, wanted: int) -> list[BattleUnits]:
    """The enemies of the given kinds in a place."""
    result: list[BattleUnits] = []
    for power in pieces.ENEMIES[side]:
        counts = cells[layout.UNITS + power * pieces.PLACE_COUNT + place] & wanted
        result += units_of(power, counts) if counts else []
    return result


def friendly_units(cells: list[int], side: int, place: int, wanted: int) -> list[BattleUnits]:
    """All units of the side's team in a place, including the side's units that have acted."""
    result: list[BattleUnits] = []
    for power in pieces.FRIENDS[side]:
        counts = cells[layout.UNITS + power * pieces.PLACE_COUNT + place]
        if power in pieces.POWERS_OF[side]:
            counts += layout.acted_units(cells, power, place)
        result += units_of(power, counts & wanted) if counts & wanted else []
    return result


def defenders_of(cells: list[int], side: int, place: int) -> list[BattleUnits]:
    """8.4.1, 8.7.1 The enemies that would fight for a place."""
    if place < pieces.FIRST_ZONE:
        return enemy_units(cells, side, place, pieces.LAND_COMBAT)
    return enemy_units(cells, side, place, FLEET | mask((pieces.FIGHTER, pieces.CAP)))


def cost_of(figures: Figures, units: Iterable[BattleUnits]) -> int:
    """The price of units."""
    return sum([figures.cost[pieces.KIND_OF[unit.piece]] * unit.number for unit in units])


# -- what a place is worth ----------------------------------------------------------------------------------------


def land_worth(figures: Figures, cells: list[int], side: int, land: int, policy: Policy = ENSIGN) -> float:
    """The value of taking a territory: its income over some turns, as one side's gain and the other's loss, and a
    capital's treasury.
    """
    result = 0.4 + figures.value[land] * (policy.turns_of_japan if side == pieces.JAPAN else policy.turns)
    for economy, capital in enumerate(figures.capital):
        if capital == land and cells[layout.HELD + economy] >> land & 1:
            result += 40 + cells[layout.IPC + economy]
    if cells[layout.COMPLEXES] >> land & 1:
        result += 6
    if (figures.naval_bases | figures.air_bases) >> land & 1:
        result += 1
    if land == figures.szechwan:
        result += 8
    if side != pieces.JAPAN and production(figures, cells, pieces.JAPAN) - figures.value[land] <= STARVES:
        result += 60
    return result


def convoy_worth(figures: Figures, cells: list[int], side: int, zone: int, policy: Policy = ENSIGN) -> float:
    """9.5 The value of taking a convoy: the income that its owner loses, or that the side gains."""
    convoy = pieces.CONVOY_AT[zone]
    land = next((land for land, route in enumerate(figures.route_of) if route == convoy), -1)
    if land >= 0:
        worth = float(figures.value[land])
    else:
        worth = next((float(value) for center, value, _ in figures.centers if center == convoy), 0.0)
    if side != pieces.JAPAN and production(figures, cells, pieces.JAPAN) - worth <= STARVES:
        worth += 20
    return worth * policy.convoy_turns


# -- who may come ---------------------------------------------------------------------------------------------------


def attack_on_land(cells: list[int], figures: Figures, side: int, land: int) -> list[BattleUnits]:
    """The enemies that could attack a territory of the side in their next turn: by land, air and sea."""
    result: list[BattleUnits] = []
    routes = figures.routes
    for power in pieces.ENEMIES[side]:
        start = layout.UNITS + power * pieces.PLACE_COUNT
        for near in members(figures.by_land[land]):
            result += units_of(power, cells[start + near] & GROUND)
        for place, counts in enumerate(cells[start : start + pieces.PLACE_COUNT]):
            if not counts:
                continue
            steps = routes.steps[place][land]
            if counts & AIR and steps <= 4:
                fighters, bombers = number_of(counts, pieces.FIGHTER), number_of(counts, pieces.BOMBER)
                if fighters and steps <= 3:
                    result.append(BattleUnits(power, pieces.FIGHTER, fighters))
                if bombers:
                    result.append(BattleUnits(power, pieces.BOMBER, bombers))
            if place >= pieces.FIRST_ZONE and counts & pieces.TRANSPORTS_MASK and figures.coast[land]:
                result += seaborne(cells, figures, power, place, land)
    return result


def seaborne(cells: list[int], figures: Figures, power: int, place: int, land: int) -> list[BattleUnits]:
    """The units that the transports of a zone could land: their load, or two infantry each from territories next to the
    zone.
    """
    zone = place - pieces.FIRST_ZONE
    counts = cells[layout.UNITS + power * pieces.PLACE_COUNT + place]
    reach = figures.routes.sail(zone, 2, RouteInputs(0, 0, 0))
    coast = figures.coast[land]
    if not (coast >> zone & 1 or any(coast >> to & 1 for to in reach)):
        return []
    ships = sum([number for piece, number in nonzero(counts) if piece in pieces.TRANSPORTS])
    waiting = sum(
        [
            number
            for near in members(figures.shore[zone])
            for piece, number in nonzero(cells[layout.UNITS + power * pieces.PLACE_COUNT + near] & GROUND)
        ]
    )
    aboard = sum(
        [
            number * len(pieces.LOADS[piece - pieces.TRANSPORT])
            for piece, number in nonzero(counts)
            if piece in pieces.TRANSPORTS
        ]
    )
    landing = min(2 * ships, waiting + aboard)
    return [BattleUnits(power, pieces.INFANTRY, landing)] if landing else []


def fleets_near(cells: list[int], figures: Figures, side: int, zone: int) -> list[BattleUnits]:
    """The enemy ships and aircraft that could attack a zone in their next turn."""
    result: list[BattleUnits] = []
    near = figures.routes.sail(zone, 2, RouteInputs(0, 0, 0))
    warships = pieces.WARSHIPS_MASK & ~mask((pieces.DESTROYER_LOADED,))
    for power in pieces.ENEMIES[side]:
        start = layout.UNITS + power * pieces.PLACE_COUNT
        for place, counts in enumerate(cells[start : start + pieces.PLACE_COUNT]):
            if not counts:
                continue
            if place >= pieces.FIRST_ZONE and (place - pieces.FIRST_ZONE in near or place - pieces.FIRST_ZONE == zone):
                result += units_of(power, counts & warships)
            steps = figures.routes.steps[place][pieces.FIRST_ZONE + zone]
            if counts & AIR and steps <= 3:
                result += units_of(power, counts & AIR)
    return result


# -- how a fight would go ----------------------------------------------------------------------------------------------


def strength(force: BattleForce, attacking: bool) -> float:
    """A rough measure of strength: pips times hits."""
    fire = sum([(unit.attack if attacking else unit.defence) * number for unit, number in force.units])
    hits = sum([unit.hits * number for unit, number in force.units])
    return float(fire * hits)


def chance(
    figures: Figures,
    ours: Iterable[BattleUnits],
    theirs: Iterable[BattleUnits],
    *,
    surprised: bool = False,
    shells: Iterable[BattleUnits] = (),
    aa: bool = False,
) -> tuple[float, float]:
    """The probability that an attack wins, and its swing: exact if that is fast, otherwise by strength."""
    attacker, defender = force_of(figures, ours), force_of(figures, theirs, surprised=surprised)
    if not defender.count:
        return (1.0, 0.0) if attacker.count else (0.0, 0.0)
    if not attacker.count:
        return 0.0, 0.0
    one, other = strength(attacker, True), strength(defender, False)
    if one < 0.25 * other:
        return 0.0, -float(attacker.cost)
    if (attacker.count + 1) * (defender.count + 1) > MAX_EXACT_STATES or one > 30 * other:
        share = one**1.5 / (one**1.5 + other**1.5)
        return share, share * defender.cost - (1 - share) * attacker.cost
    bombards = force_of(figures, shells)
    from ironbottom.games.axis_allies_pacific.odds import fights

    odds = fights.fight(attacker, defender, aa=aa, bombardment=bombards if bombards.count else None)
    return odds.won, odds.swing
