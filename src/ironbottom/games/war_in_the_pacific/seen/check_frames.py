"""Which procedures may lie on which: the steps of a Game-Turn and of a Naval Phase, and what is decided in each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ironbottom.engine.errors import BadValue
from ironbottom.engine.procedures import Procedure, Together
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.pieces import FORCES_A_SIDE, MOST_FORCES
from ironbottom.games.war_in_the_pacific.rules.deployment import Deployment
from ironbottom.games.war_in_the_pacific.rules.dummies import Decoying, Decoys
from ironbottom.games.war_in_the_pacific.rules.plots import Course, Orders, Plotting
from ironbottom.games.war_in_the_pacific.rules.reaction import IN_IMPULSES, InImpulse, NewMission
from ironbottom.games.war_in_the_pacific.rules.sailing import ships_of
from ironbottom.games.war_in_the_pacific.rules.sequence import GameTurn, NavalPhase
from ironbottom.games.war_in_the_pacific.rules.task_forces import Gathering

Stack = tuple[Procedure, ...]
IN_TURN: dict[str, tuple[type[Procedure], ...]] = {
    "deployment": (Deployment,),
    "dummies": (Decoying,),
    **{f"naval_{phase}": (NavalPhase,) for phase in (1, 2, 3)},
}
"""What may lie on a Game-Turn, by the step it is at."""
IN_NAVAL: dict[str, tuple[type[Procedure], ...]] = {
    "plot": (Plotting,),
    **{f"decide_{number}": (kind,) for number, kind in enumerate(IN_IMPULSES, 1)},
}
"""What may lie on a Naval Phase, by the step it is at."""


def check_frames(state: State) -> None:
    """Refuses frames that no game comes to."""
    if not lawful(state, state.stack):
        raise BadValue("no Game-Turn has these steps in this order", field="frames")


def step_of(frame: Any) -> str:
    """The step at which a sequence is, whose number has gone on by one."""
    return str(frame.steps[frame.next - 1].name) if frame.next else ""


def lawful(state: State, stack: Stack) -> bool:
    """Whether frames may lie so; none once the game is over."""
    if not stack:
        return state.cells[places.ENDING] >= 0
    if not isinstance(stack[0], GameTurn) or len(stack) < 2 or state.cells[places.ENDING] >= 0:
        return False
    kinds = IN_TURN.get(step_of(stack[0]), ())
    if not isinstance(stack[1], kinds):
        return False
    if isinstance(stack[1], NavalPhase):
        on_it = IN_NAVAL.get(step_of(stack[1]), ())
        return len(stack) > 2 and isinstance(stack[2], on_it) and all_stand(state, stack[2:])
    return all_stand(state, stack[1:])


def all_stand(state: State, frames: Stack) -> bool:
    """Whether what is decided is about the right sides and forces."""
    if isinstance(frames[0], Deployment):
        sides = [here.side for here in frames if isinstance(here, Deployment)]
        unplaced = all(not here.placed for here in frames if isinstance(here, Deployment) and here.side == JAPAN)
        waiting = frames[0] == Deployment(ALLIES, 0) or len(frames) == 1
        return len(sides) == len(frames) and sides in ([ALLIES], [ALLIES, JAPAN]) and unplaced and waiting
    if len(frames) > 1 or not isinstance(frames[0], Together):
        return len(frames) == 1
    here = frames[0]
    runs = [run_stands(state, here, side, run) for side, run in enumerate(here.stacks)]
    return any(here.stacks) and all(runs)


def run_stands(state: State, here: Together, side: int, run: Stack) -> bool:
    """Whether the run of a side in a simultaneous frame begins as it is opened, and goes on as it may."""
    if not run:
        return True
    opening = type(here).opening(state, side)
    if run[:1] != opening or len(run) > 2:
        return False
    return len(run) == 1 or GOES_ON[type(run[0])](state, run[0], run[1])


def in_orders(state: State, below: Any, here: Any) -> bool:
    """9.2, 10.1 On a side's orders lies the forming of one of its forces, or the course of one."""
    if not isinstance(here, Gathering | Course) or here.side != below.side:
        return False
    at, box = state.cells[places.FORCE_AT + here.force], state.cells[places.FORCE_BOX + here.force]
    own = here.force // FORCES_A_SIDE == here.side and (at >= 0 or box >= 0)
    if isinstance(here, Gathering):
        return own and here.force % FORCES_A_SIDE < MOST_FORCES
    gate = state.cells[places.FORCE_GATE + here.force]
    return own and state.cells[places.FORCE_MISSION + here.force] < 0 and (at >= 0 or gate >= 0)


def in_impulse(state: State, below: Any, here: Any) -> bool:
    """39.8 On the decisions of an impulse lies the new Mission of a force on the map that has tried for it."""
    if not isinstance(here, NewMission) or (here.side, here.impulse) != (below.side, below.impulse):
        return False
    own = here.force // FORCES_A_SIDE == here.side and state.cells[places.FORCE_AT + here.force] >= 0
    tried = state.cells[places.FORCE_TRIED + here.force]
    return own and bool(tried) and bool(ships_of(state, here.force))


GOES_ON: Mapping[type[Procedure], Callable[[State, Any, Any], bool]] = {
    Orders: in_orders,
    InImpulse: in_impulse,
    Decoys: lambda state, below, here: False,
}


def being_formed(state: State) -> set[int]:
    """9.2 The forces whose ships are being named, which may have none yet."""
    top = state.stack[-1] if state.stack else None
    runs = top.stacks if isinstance(top, Together) else ()
    return {here.force for run in runs for here in run if isinstance(here, Gathering)}
