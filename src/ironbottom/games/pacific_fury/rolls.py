"""What dice are rolled for: the reason that stands with each die in a record and a log, in rulebook order."""

from __future__ import annotations

from ironbottom.engine.dice import DieReason


class Roll(DieReason):
    """What a die is rolled for."""

    EVENT = "event"
    SUBMARINE_ATTACK = "submarine_attack"
    FIRE = "fire"
    SINKING = "sinking"
    HENDERSON_FIELD_FIRES = "henderson_field_fires"
    FINDING_THE_TOKYO_EXPRESS = "finding_the_tokyo_express"
