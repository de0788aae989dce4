"""4.11, 6.8, 45.72 to 45.75 The Air Phase of Leyte."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ironbottom.engine.rules.procedures import Step
from ironbottom.games.war_in_the_pacific.rules.air import transport_segment
from ironbottom.games.war_in_the_pacific.rules.air.air_phase import TO_TRANSFERS, AirPhase, phase_of
from ironbottom.games.war_in_the_pacific.scenarios.leyte import arrivals
from ironbottom.games.war_in_the_pacific.state_types import Execution


def arrive_by_transfer(execution: Execution) -> None:
    """45.73 to 45.75 Places reinforcements at the start of the Air Transfer Segment."""
    arrivals.by_transfer(execution, phase_of(execution))


def arrive_by_transport(execution: Execution) -> None:
    """45.72 Places reinforcements in the Air Transport Segment."""
    arrivals.by_transport(execution, phase_of(execution))


class LeyteAir(AirPhase):
    """4.11, 6.8, 45.72 to 45.75 An Air Phase of Leyte: reinforcements arrive before transfers and before transport."""

    number, name = 62, "leyte_air_phase"
    steps: ClassVar[Sequence[Step]] = (
        *TO_TRANSFERS[:-1],
        Step("arrivals", "37.5", arrive_by_transfer),
        TO_TRANSFERS[-1],
        Step("transport", "45.72", arrive_by_transport),
        Step("air_lift", "6.8", transport_segment.open_lift),
    )


PROCEDURES = (LeyteAir,)
