"""7.0 Air combat: patrol against escorts and strikers, the Bounce, anti-aircraft fire."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.games.war_in_the_pacific.charts_in_force import Charts, Roller
from ironbottom.games.war_in_the_pacific.rolls import Roll

UNTRAINED, TRAINED, CARRIER_TRAINED = range(3)
NO_BOUNCE, PATROL_BOUNCES, ESCORT_BOUNCES = range(3)
HIGHER_BY = 2
"""7.2 The difference of dice that gives the Bounce."""
WEAK = 5
"""7.31 Fighters with a lower rating count half against heavy bombers at high altitude."""


class Flight(NamedTuple):
    """Points of one type, training and Role in a wave or on patrol: their rating, fragility and number."""

    type: str
    rating: int
    fragility: int
    number: int
    training: int = CARRIER_TRAINED
    tired: bool = False

    def strength(self, *, against_high: bool = False) -> int:
        """5.11, 7.31 The air combat strength.

        The strength of untrained points, and of points that are weak against high bombers, is halved, rounded up each
        time.
        """
        each = -(-self.rating // 2) if self.training == UNTRAINED else self.rating
        if against_high and self.rating < WEAK:
            each = -(-each // 2)
        return each * self.number


class FlightLosses(NamedTuple):
    """The result for the given flights: the surviving flights, and for each the number lost and driven off."""

    flights: tuple[Flight, ...]
    lost: tuple[int, ...]
    aborted: tuple[int, ...]


class Melee(NamedTuple):
    """The result of an air combat for the patrol, the escorts and the strikers."""

    patrol: FlightLosses
    escorts: FlightLosses
    strikers: FlightLosses


def result_without_attack(flights: tuple[Flight, ...]) -> FlightLosses:
    """The result for flights that were not attacked."""
    none = (0,) * len(flights)
    return FlightLosses(flights, none, none)


def total(flights: tuple[Flight, ...], *, against_high: bool = False) -> int:
    """7.11, 6.21 The total strength of flights; the strength of those that fought before is halved, rounded up."""
    worn = sum([flight.strength(against_high=against_high) for flight in flights if flight.tired])
    return sum([flight.strength(against_high=against_high) for flight in flights if not flight.tired]) - (-worn // 2)


def points(flights: tuple[Flight, ...]) -> int:
    """The number of points in flights."""
    return sum([flight.number for flight in flights])


def bounce(roller: Roller, patrol: int, escort: int, *, escort_first: bool = False) -> int:
    """7.2 The side with the Bounce: its modified die is higher by two. The First Player rolls first."""
    order = (Roll.BOUNCE_PATROL, Roll.BOUNCE_ESCORT)
    dice = {why: roller.roll(6, why) for why in (reversed(order) if escort_first else order)}
    here, there = dice[Roll.BOUNCE_PATROL] + patrol, dice[Roll.BOUNCE_ESCORT] + escort
    if here - there >= HIGHER_BY:
        return PATROL_BOUNCES
    return ESCORT_BOUNCES if there - here >= HIGHER_BY else NO_BOUNCE


def resolve_hit(roller: Roller, losses: FlightLosses, index: int) -> FlightLosses:
    """7.12 One hit on a flight: on a die of at least its fragility the point is lost, otherwise it is driven off."""
    flights, lost, aborted = list(losses.flights), list(losses.lost), list(losses.aborted)
    gone = roller.roll(6, Roll.LOSS) >= flights[index].fragility
    (lost if gone else aborted)[index] += 1
    flights[index] = flights[index]._replace(number=flights[index].number - 1)
    return FlightLosses(tuple(flights), tuple(lost), tuple(aborted))


def draw_flight(roller: Roller, flights: tuple[Flight, ...]) -> int:
    """7.11 The flight of a random point; no die is rolled if there is only one flight."""
    there = [place for place, flight in enumerate(flights) if flight.number]
    if len(there) == 1:
        return there[0]
    left = roller.roll(points(flights), Roll.POINT_HIT)
    for place in there:
        left -= flights[place].number
        if left <= 0:
            return place
    raise ValueError("the die has more faces than there are points")


def hits_by_lot(roller: Roller, losses: FlightLosses, hits: int) -> FlightLosses:
    """7.11, 7.12 Hits on random points, at most as many as there are."""
    for _ in range(min(hits, points(losses.flights))):
        losses = resolve_hit(roller, losses, draw_flight(roller, losses.flights))
    return losses


def patrol_fires(
    roller: Roller, charts: Charts, strength: int, escorts: FlightLosses, strikers: FlightLosses, escort_strength: int
) -> tuple[FlightLosses, FlightLosses]:
    """7.11 The patrol's hits: those on escorts are in proportion to strength, the others are on strikers."""
    hits = charts.air_air.rolled(roller, strength, Roll.PATROL)
    share = -(-hits * escort_strength // strength) if strength else 0
    on_escorts = min(hits, share, points(escorts.flights))
    escorts = hits_by_lot(roller, escorts, on_escorts)
    return escorts, hits_by_lot(roller, strikers, hits - on_escorts)


def escort_fires(roller: Roller, charts: Charts, escorts: int, strikers: int, patrol: FlightLosses) -> FlightLosses:
    """7.11 Escorts fire with half the strikers' strength added, rounded up; all hits fall on the patrol."""
    hits = charts.air_air.rolled(roller, escorts - (-strikers // 2), Roll.ESCORT)
    return hits_by_lot(roller, patrol, hits)


def fight(
    roller: Roller,
    charts: Charts,
    patrol: tuple[Flight, ...],
    escorts: tuple[Flight, ...],
    strikers: tuple[Flight, ...],
    bounced: int = NO_BOUNCE,
    *,
    high: bool = False,
) -> Melee:
    """7.1, 7.11, 7.2, 6.21 Combat of a patrol and a wave. The patrol rolls first, unless the escorts have the Bounce.

    Without a Bounce both fire with their initial strength.
    """
    on_patrol, guard, wave = (
        result_without_attack(patrol),
        result_without_attack(escorts),
        result_without_attack(strikers),
    )
    if not points(patrol):
        return Melee(on_patrol, guard, wave)

    def of_patrol(losses: FlightLosses) -> int:
        return total(losses.flights, against_high=high)

    if bounced == ESCORT_BOUNCES:
        on_patrol = escort_fires(roller, charts, total(escorts), total(strikers), on_patrol)
        guard, wave = patrol_fires(roller, charts, of_patrol(on_patrol), guard, wave, total(escorts))
        return Melee(on_patrol, guard, wave)
    guard, wave = patrol_fires(roller, charts, of_patrol(on_patrol), guard, wave, total(escorts))
    left, behind = (guard.flights, wave.flights) if bounced == PATROL_BOUNCES else (escorts, strikers)
    on_patrol = escort_fires(roller, charts, total(left), total(behind), on_patrol)
    return Melee(on_patrol, guard, wave)


def anti_aircraft_fire(
    roller: Roller, charts: Charts, strength: int, wave: FlightLosses, *, high: bool = False, low: bool = False
) -> FlightLosses:
    """7.5 One roll against a wave: at most half of the wave is hit, rounded up. The hits go round its flights in order.

    Against high Bombardment the strength is halved, rounded up; against a low pass it is doubled (31.1).
    """
    fired = -(-strength // 2) if high else 2 * strength if low else strength
    there = points(wave.flights)
    hits = min(charts.anti_aircraft.rolled(roller, fired, Roll.ANTI_AIRCRAFT_FIRE), -(-there // 2)) if there else 0
    place = 0
    for _ in range(hits):
        while not wave.flights[place % len(wave.flights)].number:
            place += 1
        wave = resolve_hit(roller, wave, place % len(wave.flights))
        place += 1
    return wave
