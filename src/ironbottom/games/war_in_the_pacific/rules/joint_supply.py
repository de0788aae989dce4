"""25.3, 25.8, 27.1, 4.13 The Joint Supply Segment, side by side: who is supplied, who wears away.

Entry: ``supply_segment(play)``, once a Game-Turn after the Ground Phase; the First Player's units come first.
Nothing is asked but which units of a stack wear away (21.2).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from ironbottom.engine.fields import Number, members
from ironbottom.engine.procedures import InStages, Play, Procedure
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.rules import attrition, burma, burma_supply, supply
from ironbottom.games.war_in_the_pacific.rules.attrition import crowding
from ironbottom.games.war_in_the_pacific.rules.base_forces import bases_deploy


def pay(play: Play, side: int) -> None:
    """25.3, 28.2, 25.8 A side pays, or is in touch; who lacks rolls."""
    (burma_supply.pay if burma.played(play.state) else reckon)(play, side)


def player(play: Play, place: int) -> int:
    """4.2 The First Player and the Second."""
    first = max(play.cells[places.FIRST_PLAYER], 0)
    return (first, 1 - first)[place]


def reckon(play: Play, side: int) -> None:
    """25.3, 16.7, 25.8, 28.2 Who is in touch, or has just landed, is supplied; others count a Segment and roll."""
    state, lacking = play.state, play.state.arrays[places.UNSUPPLIED]
    reached, without = supply.paid_for(play, side), 0
    staffs = None if supply.ports_supply(state) else supply.staffs_paid(play, side)
    for unit in supply.needing(state, side):
        supplied = state.arrays[places.UNIT_AT][unit] in reached or state.arrays[places.LANDED][unit]
        if staffs is not None and supply.is_staff(state, unit):
            supplied = unit in staffs
        lacking[unit] = 0 if supplied else min(lacking[unit] + 1, supply.MOST_TURNS)
        without |= (not supplied) << unit
    if without:
        play.tell(log.SUPPLIED, side, tuple(members(without)))
        attrition.attrition(play, side, without)


def close(play: Play, here: Any) -> None:
    """16.7, 27.1 What landed has used its supplies up; Base Forces are deployed further."""
    supply.forget_landings(play.state)
    bases_deploy(play)


def _of(stage: Callable[[Play, int], None], place: int) -> Callable[[Play, Any], None]:
    return lambda play, here: stage(play, player(play, place))


class JointSupply(InStages):
    """25.3 The Joint Supply Segment of a Game-Turn."""

    number, name, clause = 84, "joint_supply", "25.3"
    stages = (_of(pay, 0), _of(crowding, 0), _of(pay, 1), _of(crowding, 1), close)
    ends = True
    next: Annotated[int, Number(0, 5)]


def supply_segment(play: Play) -> None:
    """25.3 The Segment opens."""
    play.push(JointSupply(0))


PROCEDURES: tuple[type[Procedure], ...] = (JointSupply, *attrition.PROCEDURES)
