"""The reasons for die rolls, as given in records and logs, in rulebook order."""

from __future__ import annotations

from ironbottom.engine.dice.dice import DieReason


class Roll(DieReason):
    """The reasons for die rolls."""

    EQUAL_BIDS = "equal_bids"
    OVERFLIGHT = "overflight"
    FIRE = "fire"
    BOMBARDMENT = "bombardment"
    AA_FIRE = "aa_fire"
    BOMBS = "bombs"
    KAMIKAZE = "kamikaze"
