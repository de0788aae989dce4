"""What dice are rolled for: the reason that stands with each die in a record and a log, in rulebook order."""

from __future__ import annotations

from ironbottom.engine.dice import DieReason


class Roll(DieReason):
    """What a die is rolled for."""

    EQUAL_BIDS = "equal_bids"
    OVERFLIGHT = "overflight"
    FIRE = "fire"
    BOMBARDMENT = "bombardment"
    AA_FIRE = "aa_fire"
    BOMBS = "bombs"
    KAMIKAZE = "kamikaze"
