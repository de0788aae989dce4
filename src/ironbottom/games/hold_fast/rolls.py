"""What dice are rolled for: the reason that stands with each die in a record and a log, in rulebook order."""

from __future__ import annotations

from ironbottom.engine.dice import DieReason


class Roll(DieReason):
    """What a die is rolled for."""

    DEALING_BLOCKS = "dealing_blocks"
    AIR_RAID = "air_raid"
    FIRE = "fire"
    AIR_OR_SURFACE = "air_or_surface"
    LAND_COMBAT = "land_combat"
