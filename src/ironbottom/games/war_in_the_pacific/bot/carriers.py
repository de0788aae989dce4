"""The bot's carriers at Midway: which enemies they approach or avoid, and when they stay where they are."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import fuel_planning
from ironbottom.games.war_in_the_pacific.bot.observation import ON_THE_WAY, STANDS_OFF, Observation
from ironbottom.games.war_in_the_pacific.derived.ship_condition import CARRIERS
from ironbottom.games.war_in_the_pacific.grid import GRID

ROOM_OF = 6
"""The assumed Air Capacity of a reported carrier: more than that of a light carrier, less than that of a large one."""
USUAL = 2
"""8.3 The assumed number of carriers in a force that is reported to have some."""
OUTNUMBERED = 2
"""Carriers withdraw from enemy carriers with more than this many times their air points."""
OUT_OF_REACH = 9
"""5.1 At this distance, carrier aircraft of 1942 cannot reach the force even at extended range."""
HURT = 2
"""At this damage level, a carrier no longer counts."""


def possible_carriers(observation: Observation, contact: int) -> int:
    """8.3 The possible number of carriers in a report: by type; if it names no types, all capital ships; if it does not
    give their number either, ``USUAL`` if it reports any.
    """
    types = observation.reported_types(contact)
    if types:
        return sum(types.get(kind, 0) for kind in CARRIERS)
    capital, carrier = (
        observation.cells[block + contact] for block in (layout.REPORTED_CAPITAL, layout.REPORTED_CARRIER)
    )
    return capital if capital < layout.UNREPORTED else USUAL * (carrier == 1)


def nearest_target(observation: Observation, force: int) -> int:
    """8.31 The nearest contact that can still be reached, carriers first, then capital ships; -1 if there is none."""
    hex = observation.hex_of(force)
    great = [contact for contact in observation.contacts if observation.reports_carriers(contact)]
    near = [contact for contact in great if can_close(observation, force, observation.where(contact))]
    return min(
        near,
        key=lambda to: (not possible_carriers(observation, to), GRID.distance(hex, observation.where(to)), to),
        default=-1,
    )


def can_close(observation: Observation, force: int, to: int) -> bool:
    """10.5 Whether carriers get within range of a hex on their remaining fuel.

    A carrier battle decides the campaign, and a force that does not move burns no fuel, so the way home is ignored.
    """
    hexes = GRID.distance(observation.hex_of(force), to) - STANDS_OFF
    return hexes <= 3 * STANDS_OFF and fuel_planning.fuel_needed(
        observation, max(hexes, 0), fuel_planning.SPARING
    ) <= observation.fuel(force)


def room(observation: Observation, force: int) -> int:
    """19.1 The Air Capacity of the undamaged carriers in a force and its neighbours."""
    hex = observation.hex_of(force)
    near = [own for own in observation.own_forces() if GRID.distance(observation.hex_of(own), hex) <= STANDS_OFF]
    return sum(deck_room(observation, own) for own in near)


def deck_room(observation: Observation, force: int) -> int:
    """19.1 The Air Capacity of the undamaged carriers in a force."""
    sound = [ship for ship in observation.ships(force) if observation.arrays[layout.DAMAGE][ship] < HURT]
    return sum(observation.pieces.ships[ship].air_capacity for ship in sound if observation.kind(ship) in CARRIERS)


def is_outnumbered(observation: Observation, force: int) -> bool:
    """Whether the enemy carriers near a force are so many that the force should withdraw."""
    hex = observation.hex_of(force)
    near = [
        contact for contact in observation.contacts if GRID.distance(hex, observation.where(contact)) <= 4 * STANDS_OFF
    ]
    return ROOM_OF * sum(possible_carriers(observation, contact) for contact in near) > OUTNUMBERED * room(
        observation, force
    )


def main_body(observation: Observation, force: int) -> int:
    """The carrier force that a smaller one joins first, since alone it would lose to the enemy; -1 if there is none."""
    hex, mine = observation.hex_of(force), deck_room(observation, force)
    others = [
        own
        for own in observation.own_forces()
        if observation.hex_of(own) not in (-1, hex) and deck_room(observation, own) > mine
    ]
    near = [own for own in others if GRID.distance(hex, observation.hex_of(own)) <= ON_THE_WAY]
    return max(near, key=lambda own: (deck_room(observation, own), own), default=-1)


def carrier_destination(observation: Observation, force: int) -> tuple[int, int] | None:
    """Where carriers go in response to enemy carriers: to a hex within range of the enemy, or out of the enemy's range;
    None if no enemy carriers matter.
    """
    if not observation.besieges:
        return None
    result, main = nearest_target(observation, force), main_body(observation, force)
    if result >= 0:
        return observation.where(result), OUT_OF_REACH if is_outnumbered(observation, force) else STANDS_OFF
    if main >= 0 and not observation.stays_on_station(force):
        return observation.hex_of(main), 0
    if observation.stays_on_station(force) and observation.near_prize(force):
        return observation.hex_of(force), 0
    return None


# -- 10.4, 10.41 in the impulses -----------------------------------------------------------------------------


def is_midway_carrier_force(observation: Observation, force: int) -> bool:
    """Whether a force consists of carriers at Midway, which look for enemy carriers first."""
    return observation.besieges and observation.task(force) == "carriers"


def pursues_regardless_of_fuel(observation: Observation, force: int, contact: int) -> bool:
    """Whether carriers approach these ships even if they may not have the fuel to return."""
    return (
        is_midway_carrier_force(observation, force)
        and observation.reports_carriers(contact)
        and can_close(observation, force, observation.where(contact))
    )


def preferred_range(observation: Observation, force: int, contact: int) -> int:
    """10.41 The distance that carriers keep from an enemy: within their own range, or out of the enemy's."""
    return (
        OUT_OF_REACH
        if pursues_regardless_of_fuel(observation, force, contact) and is_outnumbered(observation, force)
        else STANDS_OFF
    )
