"""15.8 The Pipeline Segment of a Strategic Game-Turn: merchant shipping is reassigned, the First Player's first.

``open_pipelines(execution)`` opens it. Its end makes the whole thruput of every link available for the next Cycle
(15.3).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from ironbottom.engine.core.fields import Number
from ironbottom.engine.rules.procedures import Procedure, StagedProcedure
from ironbottom.engine.rules.question import Question
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.rules.merchant import links
from ironbottom.games.war_in_the_pacific.rules.turn.steps import DONE, open_step
from ironbottom.games.war_in_the_pacific.state_types import Execution


class PipelineOrders(links.LinkOrders, Question):
    """15.8 A side lays links and assigns merchant shipping and escorts to them; each ship moves once."""

    number, name, clause = 95, "pipeline_orders", "15.8"
    verbs = (links.LAY_LINK, links.LAY_TO_EDGE, links.JOIN_LINK, links.LEAVE_LINK, DONE)
    hides_forced, unobservable = True, True

    def done(self, execution: Execution) -> None:
        """15.2 Links that no merchant shipping serves are given up."""
        execution.pop()
        links.end_orders(execution, self.side)
        execution.emit(log.SEGMENT_OVER, self.side)


def _orders(place: int) -> Callable[[Execution, Procedure], None]:
    def stage(execution: Execution, frame: Procedure) -> None:
        first = max(execution.cells[layout.FIRST_PLAYER], 0)
        execution.push(PipelineOrders((first, 1 - first)[place]))

    return stage


def renew_thruput(execution: Execution, frame: Procedure) -> None:
    """15.3 The thruput of the next Cycle becomes available."""
    links.renew_links(execution.state)


class PipelineSegment(StagedProcedure):
    """15.8, 4.2 The First Player gives orders for links, then the other side does."""

    number, name, clause = 96, "pipeline_segment", "15.8"
    stages = (_orders(0), _orders(1), renew_thruput)
    closes_after_last = True
    next: Annotated[int, Number(0, 3)]


def open_pipelines(execution: Execution) -> None:
    """15.8 Opens the Segment."""
    open_step(execution, "pipelines")
    execution.push(PipelineSegment(0))


PROCEDURES = (PipelineOrders, PipelineSegment)
