"""4.11, 6.8, 43.71 The Air Phase of Guadalcanal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ironbottom.engine.rules.procedures import Step
from ironbottom.games.war_in_the_pacific.rules.air import transport_segment
from ironbottom.games.war_in_the_pacific.rules.air.air_phase import TO_TRANSFERS, AirPhase, phase_of
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal import arrivals
from ironbottom.games.war_in_the_pacific.state_types import Execution


def place_betties(execution: Execution) -> None:
    """43.71 Points that have completed an Air Transfer arrive."""
    arrivals.betties_arrive(execution, phase_of(execution))


class GuadalcanalAir(AirPhase):
    """4.11, 6.8, 43.71 An Air Phase of Guadalcanal: reinforcements arrive after transfers."""

    number, name = 101, "guadalcanal_air_phase"
    steps: ClassVar[Sequence[Step]] = (
        *TO_TRANSFERS,
        Step("arrivals", "43.71", place_betties),
        Step("air_lift", "6.8", transport_segment.open_lift),
    )


PROCEDURES = (GuadalcanalAir,)
