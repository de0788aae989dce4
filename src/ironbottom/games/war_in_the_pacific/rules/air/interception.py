"""6.12, 7.1, 7.2, 7.5 The interception of a wave: the patrol with its Bounce, then anti-aircraft fire."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived import air_bases, flight_duties
from ironbottom.games.war_in_the_pacific.derived.air_bases import within_air_range
from ironbottom.games.war_in_the_pacific.derived.search_reach import under_search
from ironbottom.games.war_in_the_pacific.pieces import FIRST_DECK, TRAININGS, UNITS_OF, Pieces
from ironbottom.games.war_in_the_pacific.rules.air import air_combat, waves
from ironbottom.games.war_in_the_pacific.rules.air.air_combat import Flight, FlightLosses
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import RecordingRoller, era_figure
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

LOW, MEDIUM, HIGH = range(len(layout.ALTITUDES))
NO_REGION = 255
RADAR_HEADQUARTERS = ("division", "force")
RADAR_REGIONS = ("hokkaido", "honshu", "kyushu", "shikoku_and_inland_sea", "formosa", "luzon")
"""39.1 The regions, besides Japan with Okinawa, where radar warns Japanese patrols from 1944."""


class Combatants(NamedTuple):
    """The flights in an air combat: patrol, escort and strikers."""

    patrol: list[int]
    escorts: list[int]
    strikers: list[int]


def flights_and_patrols(state: State, side: int, wave: int, *, home: bool) -> Combatants:
    """7.1, 6.12 The flights of a wave, and the patrols that they meet; on the way home, only flights at extended
    range.
    """
    here = far_flights(state, side, wave) if home else waves.flights_of(state, side, wave)
    duty = state.arrays[layout.FLIGHT_ROLE]
    return Combatants(
        waves.patrols_against(state, 1 - side, wave),
        [flight for flight in here if duty[flight] == flight_duties.ESCORT],
        [flight for flight in here if duty[flight] != flight_duties.ESCORT],
    )


def far_flights(state: State, side: int, wave: int) -> list[int]:
    """6.12 The flights of a wave that are beyond their normal range."""
    return [flight for flight in waves.flights_of(state, side, wave) if at_extended_range(state, flight, wave)]


def at_extended_range(state: State, flight: int, wave: int) -> bool:
    """6.12 Whether a flight strikes at extended range."""
    pieces = state.rules.pieces
    sortie = flights.sortie(state, flight)
    reach = pieces.air[sortie.stack // len(TRAININGS)].range_mp
    start = air_bases.where(state, sortie.base)
    return start >= 0 and not within_air_range(state, start, state.arrays[layout.WAVE_AT][wave], reach)


def resolve_patrol(execution: Execution, side: int, wave: int, *, home: bool = False) -> bool:
    """7.1, 7.11, 7.2, 6.21 Resolves the patrol's combat with the wave; returns whether there was a patrol."""
    state, charts_now = execution.state, execution.rules.pieces.charts
    there = flights_and_patrols(state, side, wave, home=home)
    if not there.patrol or not (there.escorts or there.strikers):
        return False
    high = waves.aim_of(state, wave).altitude == HIGH
    roller = RecordingRoller(execution)
    added = bounce_of(state, side, wave, there)
    escort_first = execution.cells[layout.FIRST_PLAYER] == side
    bounced = air_combat.bounce(roller, *added, escort_first=escort_first)
    guard, wings, raiders = [as_flights(state, group) for group in there]
    high = high and bool(there.strikers) and all(is_high_flight(state, flight) for flight in there.strikers)
    melee = air_combat.fight(roller, charts_now, guard, wings, raiders, bounced, high=high)
    lost = tuple([sum(losses.lost) for losses in melee])
    aborted = tuple([sum(losses.aborted) for losses in melee])
    begun = [air_combat.total(guard, against_high=high), *map(air_combat.total, (wings, raiders))]
    execution.emit(log.AIR_COMBAT, wave, tuple(begun), added, bounced, tuple(roller.dice), lost, aborted)
    torpedoes = any(state.arrays[layout.FLIGHT_ROLE][flight] in waves.LOW_DOWN for flight in there.strikers)
    for owner, group, losses in zip((1 - side, side, side), there, melee, strict=True):
        apply_results(state, owner, group, losses)
    for flight in there.patrol:
        if (
            state.arrays[layout.FLIGHT_BASE][flight] >= 0
            and state.arrays[layout.FLIGHT_ROLE][flight] == flight_duties.PATROL
        ):
            fought = state.arrays[layout.FLIGHT_FOUGHT]
            fought[flight] = 2 if torpedoes else max(fought[flight], 1)
    return True


def as_flights(state: State, group: list[int]) -> tuple[Flight, ...]:
    """Flights as the air combat sees them."""
    return tuple([waves.as_flight(state, flight) for flight in group])


def is_high_flight(state: State, flight: int) -> bool:
    """7.31 Whether a flight consists of heavy bombers."""
    pieces = state.rules.pieces
    return pieces.air[state.arrays[layout.FLIGHT_STACK][flight] // len(TRAININGS)].altitude == "H"


def apply_results(state: State, side: int, group: list[int], losses: FlightLosses) -> None:
    """7.12 Applies the results to flights: points lost, points driven off."""
    for flight, lost, aborted in zip(group, losses.lost, losses.aborted, strict=True):
        if aborted:
            flights.turn_back(state, side, flight, aborted)
        if lost:
            flights.lose_air_points(state, side, flight, lost)


def bounce_of(state: State, side: int, wave: int, there: Combatants) -> tuple[int, int]:
    """7.2, 31.1, 39.2 The modifiers of patrol and escort for the Bounce; the higher altitude band adds one."""
    pieces = state.rules.pieces
    rows, aim = pieces.facts.table(charts.BOUNCE), waves.aim_of(state, wave)
    hex = state.cells[layout.FORCE_AT + aim.force] if aim.force >= 0 else aim.hex
    patrol = training_modifier(state, there.patrol) + rows["radar"].modifier * warned_by_radar(
        state, 1 - side, hex, there
    )
    if not under_search(state, 1 - side, hex):
        patrol += rows["unwarned"].modifier
    escort = training_modifier(state, there.escorts) if there.escorts else 0
    if aim.altitude == HIGH:
        escort += rows["higher"].modifier
    if aim.altitude == LOW:
        patrol += rows["higher"].modifier
    return patrol, escort


def training_modifier(state: State, group: list[int]) -> int:
    """7.2 +1 if all fighters are trained, -1 if any is not."""
    rows = state.rules.pieces.facts.table(charts.BOUNCE)
    trainings = [state.arrays[layout.FLIGHT_STACK][flight] % len(TRAININGS) for flight in group]
    result: int = rows["untrained" if air_combat.UNTRAINED in trainings else "trained"].modifier
    return result


def under_japanese_radar(pieces: Pieces, hex: int) -> bool:
    """39.1 Whether a hex is in Japan, Formosa or Luzon."""
    number = pieces.atlas.region[hex]
    if number == NO_REGION:
        return False
    return pieces.atlas.regions[number] in RADAR_REGIONS


def warned_by_radar(state: State, side: int, hex: int, there: Combatants) -> bool:
    """39.1, 39.2 Whether radar warns a patrol: Allied patrols by era, Japanese patrols late in the war and at home."""
    pieces = state.rules.pieces
    if side == JAPAN:
        return era_figure(state, "japanese_radar_warning") > 0 and under_japanese_radar(pieces, hex)
    if era_figure(state, "allied_radar_warning"):
        return True
    if not era_figure(state, "allied_radar_warning_bases"):
        return False
    if any(state.arrays[layout.FLIGHT_BASE][flight] >= FIRST_DECK for flight in there.patrol):
        return True
    here = [unit for unit in layout.units_in(state.arrays).units(hex) if unit in UNITS_OF[side]]
    names = [pieces.ground[state.arrays[layout.UNIT_TYPE][unit]].id for unit in here]
    return any("_hq_" in name and name.endswith(RADAR_HEADQUARTERS) for name in names)


# -- 7.5 anti-aircraft fire ----------------------------------------------------------------------------------


def fire_at_wave(execution: Execution, side: int, wave: int, *, home: bool = False) -> None:
    """7.5, 6.12 Anti-aircraft fire at the strikers of a wave, once, first at those with torpedoes.

    Strafing points are fired at when they strafe (6.4), and with the others on the way home from extended range.
    """
    state, aim = execution.state, waves.aim_of(execution.state, wave)
    there = flights_and_patrols(state, side, wave, home=home).strikers
    duty = state.arrays[layout.FLIGHT_ROLE]
    group = [flight for flight in there if home or duty[flight] != flight_duties.STRAFING]
    group.sort(key=lambda flight: duty[flight] not in waves.LOW_DOWN)
    fire_at_group(execution, side, wave, group, high=aim.altitude == HIGH, low=aim.altitude == LOW)


def fire_at_group(
    execution: Execution, side: int, wave: int, group: list[int], *, high: bool = False, low: bool = False
) -> None:
    """7.5, 31.1 One roll at the given flights of a wave: half strength against high flights, double against a
    low pass.
    """
    state, aim = execution.state, waves.aim_of(execution.state, wave)
    strength = waves.fire_against(state, side, aim)
    if not group or not strength:
        return
    roller = RecordingRoller(execution)
    wave_of = air_combat.result_without_attack(as_flights(state, group))
    losses = air_combat.anti_aircraft_fire(roller, execution.rules.pieces.charts, strength, wave_of, high=high, low=low)
    execution.emit(
        log.FLAK, wave, strength, int(low) - int(high), tuple(roller.dice), sum(losses.lost), sum(losses.aborted)
    )
    apply_results(state, side, group, losses)
