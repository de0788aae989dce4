"""43.51, 43.53, 2.51 Deployment for Guadalcanal: links, plans of assault, carrier air points, and Australia."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ironbottom.engine.rules.actions import Action, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import UNITS
from ironbottom.games.war_in_the_pacific.rules.land import components
from ironbottom.games.war_in_the_pacific.rules.merchant import links
from ironbottom.games.war_in_the_pacific.rules.setup.before_play import SPLIT_BEFORE
from ironbottom.games.war_in_the_pacific.rules.setup.carrier_air_points import EXCHANGE, RESTOW, Restowing
from ironbottom.games.war_in_the_pacific.rules.setup.free_placing import (
    PLACE_AIR,
    PLACE_UNIT,
    FreePlacing,
    PlacingUnit,
)
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.state_types import Execution

DEPLOYED = Verb("end_deployment", clause="43.51", ends_list="always")


class GuadalcanalDeployment(assault_plans.BeforePlay, links.LinkOrders, Restowing, FreePlacing, Question):
    """43.51, 43.53 A side deploys: its links, its plans, the points on its carriers, and the units that start in
    Australia.
    """

    number, name, clause = 100, "guadalcanal_deployment", "43.51"
    verbs = (
        *(links.LAY_LINK, links.LAY_TO_EDGE, links.JOIN_LINK),
        *(PLACE_UNIT, PLACE_AIR, SPLIT_BEFORE),
        *(assault_plans.PLAN, EXCHANGE, RESTOW, DEPLOYED),
    )
    hides_forced, unobservable = True, True

    def split_before(self, execution: Execution, unit: int) -> None:
        """40.41, 21.4 Splits a division into its components."""
        components.break_down(execution, self.side, unit)

    def plan(self, execution: Execution, at: int) -> None:
        """40.42, 16.2 Plans an assault."""
        assault_plans.write_plan(execution, self.side, at)

    def end_deployment(self, execution: Execution) -> None:
        """43.51, 43.53 Ends the side's deployment; links without merchant shipping are given up."""
        execution.pop()
        execution.cells[layout.DECK_CHANGES + self.side] = 0
        links.end_orders(execution, self.side)
        execution.emit(log.DEPLOYED, self.side)


OPENING_CHOICES: Mapping[type[Procedure], Callable[[Any], Action]] = {
    PlacingUnit: lambda frame: ("place_unit", UNITS.ids[frame.unit]),
}
"""The choice that opens each second-step question."""
PROCEDURES = (GuadalcanalDeployment, PlacingUnit)
