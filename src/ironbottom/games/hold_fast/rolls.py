"""The reasons for die rolls, as given in records and logs, in rulebook order."""

from __future__ import annotations

from ironbottom.engine.dice.dice import DieReason


class Roll(DieReason):
    """The reasons for die rolls."""

    DEALING_BLOCKS = "dealing_blocks"
    AIR_RAID = "air_raid"
    FIRE = "fire"
    AIR_OR_SURFACE = "air_or_surface"
    LAND_COMBAT = "land_combat"
