"""The ensign's carriers at Midway: whom they close, from whom they draw back, when they stay where they are."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.bot import tanks
from ironbottom.games.war_in_the_pacific.bot.observation import ON_THE_WAY, STANDS_OFF, Observation
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.rules.naval.damage import CARRIERS

ROOM_OF = 6
"""This many air points a reported carrier is thought to hold: more than light ones have, less than the great ones."""
USUAL = 2
"""This many carriers are thought to sail in a force of which is told that it has some (8.3)."""
OUTNUMBERED = 2
"""Carriers draw back from those that hold more than so many times as many air points: the others fight it out."""
OUT_OF_REACH = 9
"""This many hexes off none of the aircraft of 1942 that fly from decks comes, not at extended range either (5.1)."""
HURT = 2
"""At such a level of damage a carrier counts no more."""


def told(observation: Observation, contact: int) -> int:
    """8.3 How many carriers a report may tell of: by type, else all capital ships; some if it has any."""
    types = observation.types_told(contact)
    if types:
        return sum(types.get(kind, 0) for kind in CARRIERS)
    capital, carrier = (observation.cells[block + contact] for block in (places.TOLD_CAPITAL, places.TOLD_CARRIER))
    return capital if capital < places.UNTOLD else USUAL * (carrier == 1)


def prey(observation: Observation, force: int) -> int:
    """8.31 The nearest force in contact that can still be closed, of carriers first, then of capital ships; else -1."""
    at = observation.at(force)
    great = [contact for contact in observation.contacts if observation.carriers_told(contact)]
    near = [contact for contact in great if closes(observation, force, observation.where(contact))]
    return min(
        near, key=lambda to: (not told(observation, to), GRID.distance(at, observation.where(to)), to), default=-1
    )


def closes(observation: Observation, force: int, to: int) -> bool:
    """10.5 Whether carriers come within their range of a hex on what is in their tanks.

    A fight with carriers decides the campaign, and who lies still burns nothing: nobody asks how it comes home.
    """
    hexes = GRID.distance(observation.at(force), to) - STANDS_OFF
    return hexes <= 3 * STANDS_OFF and tanks.needed(observation, max(hexes, 0), tanks.SPARING) <= observation.fuel(
        force
    )


def room(observation: Observation, force: int) -> int:
    """19.1 The air points that the sound carriers of a force and of those beside it hold."""
    at = observation.at(force)
    near = [own for own in observation.own_forces() if GRID.distance(observation.at(own), at) <= STANDS_OFF]
    return sum(deck_room(observation, own) for own in near)


def deck_room(observation: Observation, force: int) -> int:
    """19.1 The air points that the sound carriers of a force hold."""
    sound = [ship for ship in observation.ships(force) if observation.arrays[places.DAMAGE][ship] < HURT]
    return sum(observation.pieces.ships[ship].air_capacity for ship in sound if observation.kind(ship) in CARRIERS)


def superior(observation: Observation, force: int) -> bool:
    """Whether the carriers in contact near a force are so many that it does better to draw back."""
    at = observation.at(force)
    near = [
        contact for contact in observation.contacts if GRID.distance(at, observation.where(contact)) <= 4 * STANDS_OFF
    ]
    return ROOM_OF * sum(told(observation, contact) for contact in near) > OUTNUMBERED * room(observation, force)


def main_body(observation: Observation, force: int) -> int:
    """The carriers that a force of fewer joins first, since alone it is lost to the enemy's; -1 for none."""
    at, mine = observation.at(force), deck_room(observation, force)
    others = [
        own
        for own in observation.own_forces()
        if observation.at(own) not in (-1, at) and deck_room(observation, own) > mine
    ]
    near = [own for own in others if GRID.distance(at, observation.at(own)) <= ON_THE_WAY]
    return max(near, key=lambda own: (deck_room(observation, own), own), default=-1)


def bound_for(observation: Observation, force: int) -> tuple[int, int] | None:
    """Where carriers are bound for the enemy's carriers' sake: within range of them, or out of theirs; else None."""
    if not observation.besieges:
        return None
    found, main = prey(observation, force), main_body(observation, force)
    if found >= 0:
        return observation.where(found), OUT_OF_REACH if superior(observation, force) else STANDS_OFF
    if main >= 0 and not observation.stays_on_station(force):
        return observation.at(main), 0
    if observation.stays_on_station(force) and observation.near_prize(force):
        return observation.at(force), 0
    return None


# -- 10.4, 10.41 in the impulses -----------------------------------------------------------------------------


def hunt(observation: Observation, force: int) -> bool:
    """Whether a force is one of carriers at Midway, which look for the enemy's carriers first."""
    return observation.besieges and observation.task(force) == "carriers"


def hunts(observation: Observation, force: int, contact: int) -> bool:
    """Whether carriers close these carriers or capital ships, though it may not bring them home."""
    return (
        hunt(observation, force)
        and observation.carriers_told(contact)
        and closes(observation, force, observation.where(contact))
    )


def distance_to(observation: Observation, force: int, contact: int) -> int:
    """10.41 How far from an enemy carriers want to be: within range of him, or out of his."""
    return OUT_OF_REACH if hunts(observation, force, contact) and superior(observation, force) else STANDS_OFF
