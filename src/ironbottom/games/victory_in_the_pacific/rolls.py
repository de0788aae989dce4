"""What dice are rolled for: the reason that stands with each die in a record and a log, in rulebook order."""

from __future__ import annotations

from ironbottom.engine.dice import DieReason


class Roll(DieReason):
    """What a die is rolled for."""

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
