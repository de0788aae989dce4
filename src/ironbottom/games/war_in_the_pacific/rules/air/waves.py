"""7.1, 7.5, 7.7 Waves: their targets, flights, patrols against them, and anti-aircraft fire.

While a wave is in the air it uses one of its side's numbers, to which its flights refer. Waves fly in the order of
their numbers, which is the order in which the striker declared them.
"""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases, flight_duties, merchant_links, ship_condition
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.facilities import guns_at
from ironbottom.games.war_in_the_pacific.derived.force_movement import ships_of
from ironbottom.games.war_in_the_pacific.pieces import (
    FORCES,
    FULL,
    MAX_WAVES,
    SHIP_SETS,
    TRAININGS,
    UNITS_OF,
    WAVES_A_SIDE,
)
from ironbottom.games.war_in_the_pacific.rules.air.air_combat import Flight
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.naval import damage
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import era_figure, spoilt_fire
from ironbottom.games.war_in_the_pacific.state_types import State

NO_WAVE = -1
"""The value if no number for a wave is free."""
DECLARED, LATE, FOUND, MET, ATTACKED = range(5)
"""The progress of a wave."""
NOT_YET, CAME_LOW, CAME_WITH_BOMBS = range(3)
"""6.21 How a wave arrived: not yet; low; with bombs only."""
LOW_DOWN = (flight_duties.TORPEDO, flight_duties.KAMIKAZE)
"""6.21, 39.42 The Roles that attack at low altitude."""
FLAK_PER_LEVEL, FLAK_PER_FULL_BASE_FORCE, FLAK_PER_PARTIAL_BASE_FORCE, FLAK_PER_DIVISION = 4, 3, 2, 2
COASTAL_GUNS_DIVISOR = 5
"""7.5, 27.2 The anti-aircraft strength of a Level, of Base Forces, of a division, and the fraction of Coastal
Gunnery.
"""
REGIMENTS_PER_DIVISION = 3
QUARTERS = 4
_COLUMNS = (layout.WAVE_AT, layout.WAVE_TARGET, layout.WAVE_ALTITUDE, layout.WAVE_FORCE)


class Aim(NamedTuple):
    """31.3 The target of a wave: the hex, one kind of target, the altitude, the Task Force, the link."""

    hex: int
    target: int
    altitude: int
    force: int = -1
    link: int = -1


def wave_numbers(side: int) -> range:
    """The numbers of a side's waves."""
    return range(WAVES_A_SIDE * side, WAVES_A_SIDE * (side + 1))


def open_waves(state: State, side: int) -> list[int]:
    """7.7 A side's waves that have not flown yet, in order."""
    return [wave for wave in wave_numbers(side) if state.arrays[layout.WAVE_AT][wave] >= 0]


def unused_wave(state: State, side: int, most: int = MAX_WAVES) -> int:
    """The first unused number of a side's declared waves, or ``NO_WAVE``."""
    positions = state.arrays[layout.WAVE_AT]
    return next((wave for wave in wave_numbers(side)[:most] if positions[wave] < 0), NO_WAVE)


def begin_wave(state: State, side: int, aim: Aim, *, late: bool = False) -> int:
    """7.7 Begins a new wave; a late wave (6.7) flies after the declared waves."""
    wave = unused_wave(state, side, WAVES_A_SIDE if late else MAX_WAVES)
    if late:
        wave = next(number for number in wave_numbers(side)[MAX_WAVES:] if state.arrays[layout.WAVE_AT][number] < 0)
    for column, value in zip(_COLUMNS, aim[: len(_COLUMNS)], strict=True):
        state.arrays[column][wave] = value
    if aim.link >= 0:
        state.arrays[layout.WAVE_LINK][wave] = aim.link + 1
    state.arrays[layout.WAVE_STEP][wave] = LATE if late else DECLARED
    return wave


def aim_of(state: State, wave: int) -> Aim:
    """The target of a wave."""
    hex, target, altitude, force = [state.arrays[column][wave] for column in _COLUMNS]
    return Aim(hex, target, altitude, force, state.arrays[layout.WAVE_LINK][wave] - 1)


def flights_of(state: State, side: int, wave: int) -> list[int]:
    """The flights of a wave in a fixed, public order: by base hex and type, the best trained first; then by Role."""
    result = in_wave(state, side, wave)
    return sorted(result, key=lambda flight: public_order(state, flight)) if len(result) > 1 else result


def in_wave(state: State, side: int, wave: int) -> list[int]:
    """The flights of a wave, by number."""
    flown, old = state.arrays[layout.FLIGHT_WAVE], state.arrays[layout.FLIGHT_OF_PHASE_BEFORE]
    return [
        flight
        for flight in flight_duties.marked(state, side, layout.FLIGHT_WAVE)
        if flown[flight] == wave and not old[flight]
    ]


def public_order(state: State, flight: int) -> tuple[int, ...]:
    """The sort key of a flight: base hex, type and training, then Role and base."""
    sortie = flights.sortie(state, flight)
    hex = air_bases.where(state, sortie.base)
    return hex, sortie.stack // len(TRAININGS), -(sortie.stack % len(TRAININGS)), sortie.duty, sortie.base


def wave_size(state: State, side: int, wave: int) -> int:
    """7.7 The points in a wave."""
    points = state.arrays[layout.FLIGHT_POINTS]
    return sum([points[flight] for flight in in_wave(state, side, wave)])


def end_wave(state: State, side: int, wave: int) -> None:
    """7.1 Ends a wave: its points return."""
    arrays = state.arrays
    for flight in flights_of(state, side, wave):
        flights.turn_back(state, side, flight, arrays[layout.FLIGHT_POINTS][flight])
    for column in _COLUMNS:
        arrays[column][wave] = -1
    if arrays[layout.WAVE_LINK][wave]:
        arrays[layout.WAVE_LINK][wave] = 0
    arrays[layout.WAVE_STEP][wave], arrays[layout.WAVE_CAME][wave] = DECLARED, NOT_YET


def as_flight(state: State, flight: int) -> Flight:
    """A flight as the air combat sees it; every hit on kamikazes is a loss (39.42)."""
    pieces = state.rules.pieces
    stack = state.arrays[layout.FLIGHT_STACK][flight]
    row = pieces.air[stack // len(TRAININGS)]
    doomed = state.arrays[layout.FLIGHT_ROLE][flight] == flight_duties.KAMIKAZE
    return Flight(
        row.id,
        row.air_to_air,
        1 if doomed else row.fragility,
        state.arrays[layout.FLIGHT_POINTS][flight],
        stack % len(TRAININGS),
        bool(state.arrays[layout.FLIGHT_FOUGHT][flight]),
    )


def is_bombs_only(state: State, side: int, wave: int) -> bool:
    """6.21 Whether a wave consists of the Bomb Role without low attackers; after its flight, this depends on how it
    arrived.
    """
    came = state.arrays[layout.WAVE_CAME][wave]
    if came != NOT_YET:
        return bool(came == CAME_WITH_BOMBS)
    duties = {state.arrays[layout.FLIGHT_ROLE][flight] for flight in flights_of(state, side, wave)}
    return flight_duties.BOMB in duties and duties.isdisjoint(LOW_DOWN)


def begin_flight(state: State, side: int, wave: int) -> None:
    """6.21 Begins a wave's flight; how it arrived is stored until the flight is over."""
    bombs = is_bombs_only(state, side, wave)
    state.arrays[layout.WAVE_CAME][wave] = CAME_WITH_BOMBS if bombs else CAME_LOW


def reset_altitudes(state: State) -> None:
    """6.21 In a new impulse, patrols that fought at low altitude are high again: they count only as having fought."""
    fought = state.arrays[layout.FLIGHT_FOUGHT]
    for side in range(len(UNITS_OF)):
        for flight in flight_duties.flying(state, side):
            fought[flight] = min(fought[flight], 1)


def patrols_against(state: State, side: int, wave: int) -> list[int]:
    """6.2, 6.21 The patrols against a wave of the other side: those at its hex, or over its Task Force.

    A patrol that is low after a torpedo wave does not meet a wave of bombers only.
    """
    arrays, aim = state.arrays, aim_of(state, wave)
    hex = state.cells[layout.FORCE_AT + aim.force] if aim.force >= 0 else aim.hex
    over_them = is_bombs_only(state, 1 - side, wave)
    result = []
    for flight in flight_duties.flying(state, side):
        sortie = flights.sortie(state, flight)
        if sortie.duty != flight_duties.PATROL or arrays[layout.FLIGHT_OF_PHASE_BEFORE][flight]:
            continue
        there = sortie.covers == aim.force if sortie.covers >= 0 else sortie.over == hex
        if there and not (over_them and arrays[layout.FLIGHT_FOUGHT][flight] > 1):
            result.append(flight)
    return sorted(result, key=lambda flight: public_order(state, flight))


# -- 7.5 anti-aircraft fire --------------------------------------------------------------------------------


def ship_fire(state: State, ship: int) -> int:
    """7.5, 12.2, 12.3 The current anti-aircraft strength of a ship, before the era's modifier."""
    pieces = state.rules.pieces
    level = min(max(state.arrays[layout.DAMAGE][ship], 0), ship_condition.FLOATS + 1)
    rating = pieces.ships[ship].anti_air
    if state.arrays[layout.FIRE_CONTROL][ship]:
        return spoilt_fire(state, rating, level)
    return damage.fire_left(pieces.charts, rating, level)


def ships_fire(state: State, ships: list[int]) -> int:
    """7.5, 39.1 The total anti-aircraft strength of ships, by the era of their nation."""
    pieces = state.rules.pieces
    by_nation: dict[str, int] = {}
    for ship in ships:
        nation = pieces.ships[ship].nation
        by_nation[nation] = by_nation.get(nation, 0) + ship_fire(state, ship)
    return sum(by_era(state, nation, strength) for nation, strength in by_nation.items())


def by_era(state: State, nation: str, strength: int) -> int:
    """39.1 Anti-aircraft strength by the era, rounded up.

    In 1943, U.S. ships have one and a half times the strength. From 1944, U.S. and Commonwealth ships have twice the
    strength, and Japanese ships one and a half times.
    """
    quarters = {
        "us": era_figure(state, "us_anti_air_1943") or era_figure(state, "allied_anti_air_1944"),
        "cw": era_figure(state, "allied_anti_air_1944"),
        "jp": era_figure(state, "japanese_anti_air_1944"),
    }.get(nation, 0)
    return -(-strength * (quarters or QUARTERS) // QUARTERS)


def ground_fire(state: State, side: int, hex: int) -> int:
    """7.5 The anti-aircraft strength of a hex for its holder: Levels, Base Forces, divisions, coastal guns."""
    pieces = state.rules.pieces
    arrays, base = state.arrays, base_at(state, hex)
    result = regiments = 0
    if base >= 0 and arrays[layout.CONTROL][hex] == side:
        result += FLAK_PER_LEVEL * max(arrays[layout.LEVEL][base] - arrays[layout.HURT][base], 0)
        result += ship_condition.round_half_up(guns_at(state, hex), COASTAL_GUNS_DIVISOR)
    for unit in layout.units_in(arrays).units(hex):
        if unit not in UNITS_OF[side]:
            continue
        row = pieces.ground[arrays[layout.UNIT_TYPE][unit]]
        if unit in air_bases.base_forces(state, hex):
            result += FLAK_PER_FULL_BASE_FORCE if arrays[layout.DEPLOYED][unit] == FULL else FLAK_PER_PARTIAL_BASE_FORCE
        elif row.kind == "combat":
            regiments += row.parts
    result += FLAK_PER_DIVISION * (regiments // REGIMENTS_PER_DIVISION)
    return by_era(state, ("jp", "us")[side], result)


def targets_at_sea(state: State, side: int, aim: Aim) -> list[int]:
    """20.1 The other side's ships that a wave finds: those of its Task Force, or all ships in the port."""
    if aim.force >= 0:
        return ships_of(state, aim.force)
    found = [ship for ship in layout.ships_in(state.arrays).units(aim.hex) if SHIP_SETS[1 - side] >> ship & 1]
    for force in range(len(FORCES)):
        if state.cells[layout.FORCE_AT + force] == aim.hex:
            found += [ship for ship in ships_of(state, force) if SHIP_SETS[1 - side] >> ship & 1]
    afloat = [ship for ship in found if state.arrays[layout.DAMAGE][ship] <= ship_condition.FLOATS]
    return sorted(afloat)


def fire_against(state: State, side: int, aim: Aim) -> int:
    """7.5, 15.5 The anti-aircraft strength against a wave: of the Task Force, of the escorts of a link, or of the
    hex and its port.
    """
    if aim.force >= 0:
        return ships_fire(state, ships_of(state, aim.force))
    if aim.link >= 0:
        return ships_fire(state, merchant_links.escorts_on(state, aim.link))
    return ground_fire(state, 1 - side, aim.hex) + ships_fire(state, targets_at_sea(state, side, aim))
