"""4.13, 22.0, 22.4, 24.1, 29.3, 30.0, 44.65 The Ground Phase of Burma: marches, Railcap and Seacap, armies, guards."""

from __future__ import annotations

from typing import Annotated, Any

from ironbottom.engine import sets
from ironbottom.engine.actions import Argument, Verb, all_alike
from ironbottom.engine.fields import Number, Numbers, Row, Some, members
from ironbottom.engine.procedures import Play, Procedure, changed
from ironbottom.engine.restrictions import restriction
from ironbottom.engine.sets import Members
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, HEXES, UNITS
from ironbottom.games.war_in_the_pacific.rules import burma, burma_armies, burma_ledger, burma_lift
from ironbottom.games.war_in_the_pacific.rules.burma_lift import LOT, NOTHING_SPENT, RAIL, SEA_LIFT
from ironbottom.games.war_in_the_pacific.rules.ground_phase import (
    Attacking,
    GroundPhase,
    Marching,
    ashore,
    attackers_of,
    no_last_guard,
    not_moved,
)
from ironbottom.games.war_in_the_pacific.rules.ground_units import type_of
from ironbottom.games.war_in_the_pacific.rules.marching import may_walk

Units = Annotated[int, Some(UNITS)]
LOTS = Numbers("points of lift", 1, 20)


def movers(state: State, side: int) -> list[int]:
    """22.4, 29.3 The units that go by rail or water at all."""
    return [unit for unit in ashore(state, side) if may_walk(state, side, unit)]


# -- 30.2, 30.3 units by rail and water ----------------------------------------------------------------------


@restriction("30.2", "{unit} is not on a railway of yours that is safe, or too little Railcap is left")
def with_railcap(state: State, here: Any, side: int) -> Members:
    return sets.gathered(burma_lift.units_lifted(state, side, movers(state, side), here.spent, RAIL), len(UNITS))


@restriction("30.2", "no safe railway of the area leads {unit} to {to}, or it has no room there")
def reached_by_rail(state: State, here: Any, side: int, unit: int) -> Members:
    return sets.gathered(burma_lift.goals(state, side, unit, here.spent, RAIL), len(HEXES))


@restriction("30.3", "{unit} is at no coast or river port of yours, or too little Seacap is left")
def with_seacap(state: State, here: Any, side: int) -> Members:
    return sets.gathered(burma_lift.units_lifted(state, side, movers(state, side), here.spent, SEA_LIFT), len(UNITS))


@restriction("30.3", "{to} is farther than eight hexes off, in another area, not yours, or has no room for {unit}")
def reached_by_water(state: State, here: Any, side: int, unit: int) -> Members:
    return sets.gathered(burma_lift.goals(state, side, unit, here.spent, SEA_LIFT), len(HEXES))


ENTRAIN = Verb(
    "entrain",
    clause="30.2",
    unit=Argument(UNITS, not_moved, no_last_guard, with_railcap),
    to=Argument(HEXES, reached_by_rail, leads_on=True),
)
COAST = Verb(
    "coast",
    clause="30.3",
    unit=Argument(UNITS, not_moved, no_last_guard, with_seacap),
    to=Argument(HEXES, reached_by_water, leads_on=True),
)


# -- 25.4 stores by rail and water -----------------------------------------------------------------------------


@restriction("25.4", "no stores at {at} can go by rail: none are there, no safe railway, or no Railcap is left")
def stores_by_rail(state: State, here: Any, side: int) -> Members:
    return sets.gathered(burma_lift.depots(state, side, here.spent, RAIL), len(HEXES))


@restriction("25.4", "no safe railway of the area leads from {at} to {to}")
def railhead(state: State, here: Any, side: int, at: int) -> Members:
    return sets.gathered(burma_lift.depots(state, side, here.spent, RAIL)[at], len(HEXES))


@restriction("25.4", "so many points of Railcap are not left, or the stores do not fill them")
def trains(state: State, here: Any, side: int, at: int, to: int) -> Members:
    return (2 << min(burma_lift.lots(state, side, here.spent, RAIL, at), LOTS.high)) - 2


@restriction("25.4", "no stores at {at} can go by water: none are there, no coast or river port, or no Seacap is left")
def stores_by_water(state: State, here: Any, side: int) -> Members:
    return sets.gathered(burma_lift.depots(state, side, here.spent, SEA_LIFT), len(HEXES))


@restriction("25.4", "{to} is too far from {at}, in another area, or not yours")
def landing_place(state: State, here: Any, side: int, at: int) -> Members:
    return sets.gathered(burma_lift.depots(state, side, here.spent, SEA_LIFT)[at], len(HEXES))


@restriction("25.4", "so many points of Seacap are not left, or the stores do not fill them")
def boats(state: State, here: Any, side: int, at: int, to: int) -> Members:
    return (2 << min(burma_lift.lots(state, side, here.spent, SEA_LIFT, at), LOTS.high)) - 2


FREIGHT = Verb(
    "freight",
    clause="25.4",
    at=Argument(HEXES, stores_by_rail),
    to=Argument(HEXES, railhead, alike=all_alike, leads_on=True),
    lots=Argument(LOTS, trains),
)
COAST_STORES = Verb(
    "coast_stores",
    clause="25.4",
    at=Argument(HEXES, stores_by_water),
    to=Argument(HEXES, landing_place, alike=all_alike, leads_on=True),
    lots=Argument(LOTS, boats),
)
_spent = Row(Number(0, 99), len(NOTHING_SPENT))


class BurmaMarching(Marching):
    """22.1, 22.4 A side moves its units, each by one way: on foot, by rail, along a coast or a river."""

    number, name, clause, question = 66, "burma_marching", "22.1", "Which of your ground units move?"
    verbs = (*Marching.verbs[:-1], ENTRAIN, COAST, FREIGHT, COAST_STORES, Marching.verbs[-1])
    at_home: Units
    abroad: Units
    spent: Annotated[tuple[int, ...], _spent]

    def march(self, play: Play, unit: int, to: int) -> None:
        """22.1, 29.3 A unit walks; an army is paid for."""
        Marching.march(self.with_army(play, unit), play, unit, to)

    def force_march(self, play: Play, unit: int, to: int) -> None:
        """22.5, 29.3 A unit walks farther; an army is paid for."""
        Marching.force_march(self.with_army(play, unit), play, unit, to)

    def with_army(self, play: Play, unit: int) -> BurmaMarching:
        """29.3 The same once an army that acts is paid for."""
        at_home, abroad = burma_armies.pay(play.state, self, [unit])
        return changed(self, at_home=at_home, abroad=abroad)

    def entrain(self, play: Play, unit: int, to: int) -> None:
        """30.2 A unit goes by rail."""
        self.lift(play, unit, to, RAIL)

    def coast(self, play: Play, unit: int, to: int) -> None:
        """30.3, 44.66 A unit goes along a coast or up a river."""
        self.lift(play, unit, to, SEA_LIFT)

    def lift(self, play: Play, unit: int, to: int, kind: int) -> None:
        """30.1 A unit is taken to a hex for points of its area."""
        state = play.state
        at = state.arrays[places.UNIT_AT][unit]
        area = burma_lift.area_for(play.rules.pieces, kind, at)
        points = type_of(state, unit).railcap
        spent = burma_lift.spend(self.spent, kind, area, points)
        play.replace(changed(self, moved=self.moved | 1 << unit, spent=spent))
        places.units_in(state.arrays).put(unit, to)
        play.tell(log.LIFTED, unit, to, kind // SEA_LIFT, points)

    def freight(self, play: Play, at: int, to: int, lots: int) -> None:
        """25.4, 30.2 Stores go by rail."""
        self.haul(play, at, to, lots, RAIL)

    def coast_stores(self, play: Play, at: int, to: int, lots: int) -> None:
        """25.4, 30.3 Stores go by water."""
        self.haul(play, at, to, lots, SEA_LIFT)

    def haul(self, play: Play, at: int, to: int, number: int, kind: int) -> None:
        """25.4 Twenty Supply Points a point of lift."""
        lots = number
        area = burma_lift.area_for(play.rules.pieces, kind, at)
        play.replace(changed(self, spent=burma_lift.spend(self.spent, kind, area, lots)))
        stores = play.state.arrays[places.SUPPLY]
        points = min(LOT * lots, stores[BASE_AT[at]])
        stores[BASE_AT[at]] -= points
        burma.bring(play, self.side, to, points)

    def done(self, play: Play) -> None:
        """24.1 The marches are over; attacks follow."""
        play.replace(BurmaAttacking(self.side, 0, (), self.at_home, self.abroad))
        play.tell(log.MARCHES_OVER, self.side)


class BurmaAttacking(Attacking):
    """24.1, 29.3 A side attacks; who attacked is written down, since it costs more supply."""

    number, name, clause, question = 67, "burma_attacking", "24.1", "Which hexes do your ground units attack?"
    at_home: Units
    abroad: Units

    def may_join(self, state: State, target: int) -> int:
        """24.1, 29.3 The units that may attack a hex, armies as far as there are points for them."""
        units = sum(1 << unit for unit in attackers_of(state, self, self.side)[target])
        return burma_armies.affordable(state, self, units)

    def joined(self, play: Play, target: int, units: int) -> None:
        """24.1, 29.3 Units take part in an attack; armies are paid for."""
        at_home, abroad = burma_armies.pay(play.state, self, members(units))
        super().joined(play, target, units)
        play.replace(changed(play.top(BurmaAttacking), at_home=at_home, abroad=abroad))

    def done(self, play: Play) -> None:
        """24.1, 25.3, 26.3 No more attacks; who attacked, and which hexes, is remembered for the Supply Phase."""
        state = play.state
        burma_ledger.write(state, fought=burma_ledger.read(state, "fought", 0) | self.fought)
        burma_ledger.disturb(state, self.hexes)
        super().done(play)


# -- 4.13 the phase ------------------------------------------------------------------------------------------


def look_to_the_guards(play: Play, here: Any) -> None:
    """44.65 At the end of the phase all are told which port stands without its guard."""
    for at in burma.alerts(play.state):
        play.tell(log.UNGUARDED, at)


class BurmaGroundPhase(GroundPhase):
    """4.13 The Ground Phase of a Game-Turn of Burma."""

    number, name, clause = 68, "burma_ground_phase", "4.13"
    stages = (*GroundPhase.stages, look_to_the_guards)
    next: Annotated[int, Number(0, 4)]

    def marches(self, side: int) -> Procedure:
        """22.1, 30.1 Marches and what goes by rail and water."""
        return BurmaMarching(side, 0, 0, 0, NOTHING_SPENT)


PROCEDURES = (BurmaMarching, BurmaAttacking, BurmaGroundPhase)
