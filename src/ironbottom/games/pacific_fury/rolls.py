"""The reasons for die rolls, as given in records and logs, in rulebook order."""

from __future__ import annotations

from ironbottom.engine.dice.dice import DieReason


class Roll(DieReason):
    """The reasons for die rolls."""

    EVENT = "event"
    SUBMARINE_ATTACK = "submarine_attack"
    FIRE = "fire"
    SINKING = "sinking"
    HENDERSON_FIELD_FIRES = "henderson_field_fires"
    FINDING_THE_TOKYO_EXPRESS = "finding_the_tokyo_express"
