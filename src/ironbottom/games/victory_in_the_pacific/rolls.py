"""The reasons for die rolls, as given in records and logs, in rulebook order."""

from __future__ import annotations

from ironbottom.engine.dice.dice import DieReason


class Roll(DieReason):
    """The reasons for die rolls."""

    UNCERTAIN_LOCATION = "uncertain_location"
    SPEED = "speed"
    SIGHTING = "sighting"
    DAY_OR_NIGHT = "day_or_night"
    AIRSTRIKE = "airstrike"
    GUNNERY = "gunnery"
    DAMAGE = "damage"
    FIRE_AT_AN_AIRSTRIKE = "fire_at_an_airstrike"
    TORPEDO = "torpedo"
    ISLAND_COMBAT = "island_combat"
