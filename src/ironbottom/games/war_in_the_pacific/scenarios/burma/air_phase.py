"""4.11, 6.8 The Air Phase of Burma."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ironbottom.engine.rules.procedures import Step
from ironbottom.games.war_in_the_pacific.rules.air.air_phase import AirPhase


class BurmaAir(AirPhase):
    """4.11, 6.8 An Air Phase of Burma: transports fly after transfers."""

    number, name = 63, "burma_air_phase"
    steps: ClassVar[Sequence[Step]] = AirPhase.steps


PROCEDURES = (BurmaAir,)
