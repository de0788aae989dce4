"""The forces that a side can move: units that may leave a territory, aircraft, and ships with their loads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ironbottom.engine.core.fields import members
from ironbottom.games.axis_allies_pacific import pieces
from ironbottom.games.axis_allies_pacific import state as layout
from ironbottom.games.axis_allies_pacific.bot.observation import GROUND, attack_on_land
from ironbottom.games.axis_allies_pacific.bot.policy import Policy
from ironbottom.games.axis_allies_pacific.bot.trial_board import TrialBoard
from ironbottom.games.axis_allies_pacific.counts import nonzero, number_of
from ironbottom.games.axis_allies_pacific.derived.reach import RouteInputs
from ironbottom.games.axis_allies_pacific.odds.counters import BattleUnits
from ironbottom.games.axis_allies_pacific.state import hostile_zones


class Stack(NamedTuple):
    """Unmoved units of one piece in one place: power, place, piece, and how many may go."""

    power: int
    place: int
    piece: int
    number: int


class TransportOption(NamedTuple):
    """A ship with room or a load: its zone, where it loads, and the zone from which it would land."""

    zone: int
    ship: int
    loads_at: int
    lands_from: int


class AvailableUnits:
    """The units that the side can still move in a plan; garrisons stay."""

    def __init__(self, plan: TrialBoard, policy: Policy) -> None:
        self.plan, self.policy = plan, policy
        self.figures = plan.state.rules.pieces
        self.side = plan.number
        self.stay = {land: self.garrison(land) for land in members(layout.held_by_team(plan.cells, self.side))}

    @property
    def cells(self) -> list[int]:
        """The board after the plan."""
        return self.plan.cells

    # -- garrisons -------------------------------------------------------------------------------------

    def garrison(self, land: int) -> int:
        """The number of ground units that stay in a territory, which depends on the threat to it and on its value."""
        capital = land in self.figures.capital or land == self.figures.szechwan
        worth = self.figures.value[land]
        if not capital and not worth:
            return 0
        threat = attack_on_land(self.cells, self.figures, self.side, land)
        pips = sum([self.figures.attack[unit.piece] * unit.number for unit in threat])
        if not pips:
            return 0
        policy = self.policy
        guarded = policy.capital_garrison if capital else policy.garrison * min(1.0, 0.3 + 0.15 * worth)
        return max(1, round(pips * guarded / 2))

    # -- on land -----------------------------------------------------------------------------------------

    def ground(self, land: int) -> list[Stack]:
        """The ground units that may leave a territory, the strongest first, without the garrison."""
        found, there = [], 0
        for power in pieces.POWERS_OF[self.side]:
            for piece in (pieces.TANK, pieces.ARTILLERY, pieces.MARINE, pieces.INFANTRY):
                number = self.plan.unmoved(power, land, piece)
                if number:
                    found.append(Stack(power, land, piece, number))
                    there += number
        others = sum(
            [
                number
                for power in pieces.FRIENDS[self.side]
                if power not in pieces.POWERS_OF[self.side]
                for _, number in nonzero(self.cells[layout.UNITS + power * pieces.PLACE_COUNT + land] & GROUND)
            ]
        )
        may_go = there - max(0, self.stay.get(land, 0) - others)
        kept = []
        for stack in found:
            number = min(stack.number, max(0, may_go))
            may_go -= number
            if number:
                kept.append(stack._replace(number=number))
        return kept

    # -- in the air ----------------------------------------------------------------------------------------

    def aircraft(self, to: int) -> list[Stack]:
        """The aircraft that reach a place and may find a landing place, fighters first, then by distance."""
        bases = self.figures.air_bases & layout.friendly_since_start(self.cells, self.side)
        result: list[tuple[int, int, Stack]] = []
        for piece in (pieces.FIGHTER, pieces.BOMBER):
            for power in pieces.POWERS_OF[self.side]:
                start = layout.UNITS + power * pieces.PLACE_COUNT
                for place, counts in enumerate(self.cells[start : start + pieces.PLACE_COUNT]):
                    number = number_of(counts, piece) if counts else 0
                    steps = self.figures.routes.flight(place, to, bases) if number else 99
                    if steps < self.figures.moves[piece]:
                        result.append((piece, steps, Stack(power, place, piece, number)))
        return [stack for _, _, stack in sorted(result)]

    # -- at sea --------------------------------------------------------------------------------------------

    def ships(self, zone: int, wanted: tuple[int, ...], steps: int = 2) -> list[Stack]:
        """The ships of the given kinds that reach a zone, first those already in it."""
        result = []
        hostile = hostile_zones(self.cells, self.side)
        start = layout.UNITS + self.side * pieces.PLACE_COUNT + pieces.FIRST_ZONE
        for piece in wanted:
            for other, counts in enumerate(self.cells[start : start + pieces.ZONE_COUNT]):
                number = number_of(counts, piece) if counts else 0
                if number and (
                    other == zone or zone in self.figures.routes.sail(other, steps, RouteInputs(0, hostile, 0))
                ):
                    result.append(Stack(self.side, pieces.FIRST_ZONE + other, piece, number))
        return result

    def transports(self, land: int, closed: int) -> Iterator[TransportOption]:
        """7.7.2 The transports that may land units in a territory, with where they load and land."""
        coast = self.figures.coast[land] & ~closed
        if not coast:
            return
        hostile = hostile_zones(self.cells, self.side)
        sail = self.figures.routes.sail
        start = layout.UNITS + self.side * pieces.PLACE_COUNT + pieces.FIRST_ZONE
        for zone, counts in enumerate(self.cells[start : start + pieces.ZONE_COUNT]):
            ships = nonzero(counts & pieces.TRANSPORTS_MASK) if counts else []
            if not ships:
                continue
            inputs = RouteInputs(hostile, 0, 0)
            near = {zone: 0} | {
                to: len(way) for to, way in sail(zone, 2, RouteInputs(hostile & ~coast, hostile, 0)).items()
            }
            for ship, _ in ships:
                for goal in [goal for goal in near if coast >> goal & 1]:
                    if ship != pieces.TRANSPORT or not hostile >> zone & 1:
                        yield TransportOption(zone, ship, zone, goal)
                if ship == pieces.TRANSPORT:
                    for by in [by for by, steps in near.items() if steps == 1 and not hostile >> by & 1]:
                        for goal in ({by: ()} | sail(by, 1, inputs)).keys() & set(members(coast)):
                            yield TransportOption(zone, ship, by, goal)

    def best_load(self, transport: TransportOption, avoid: int = -1) -> list[Stack]:
        """7.7.1 The best load for a ship; none if it is loaded."""
        if transport.ship != pieces.TRANSPORT:
            return []
        waiting = [
            stack._replace(number=min(2, stack.number))
            for land in members(self.figures.shore[transport.loads_at] & layout.held_by_team(self.cells, self.side))
            if land != avoid
            for stack in self.ground(land)
            if stack.power == self.side
        ]
        guns = [stack for stack in waiting if stack.piece == pieces.ARTILLERY][:1]
        foot = [stack for stack in waiting if stack.piece in (pieces.MARINE, pieces.INFANTRY)]
        foot.sort(key=lambda stack: stack.piece != pieces.MARINE)
        singles = [stack._replace(number=1) for stack in foot for _ in range(stack.number)]
        light = [*[gun._replace(number=1) for gun in guns], *singles][:2]
        tanks = [stack._replace(number=1) for stack in waiting if stack.piece == pieces.TANK][:1]
        return light if len(light) == 2 or not tanks else tanks


def as_battle_units(stacks: list[Stack], landed: bool = False) -> list[BattleUnits]:
    """Stacks as units of a battle, with equal units combined."""
    result: dict[tuple[int, int], int] = {}
    for stack in stacks:
        result[stack.power, stack.piece] = result.get((stack.power, stack.piece), 0) + stack.number
    return [BattleUnits(power, piece, number, number if landed else 0) for (power, piece), number in result.items()]
