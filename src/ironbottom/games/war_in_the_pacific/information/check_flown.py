"""Checks of air points: no more may have flown, transferred, taken a Role or been lost than exist."""

from __future__ import annotations

from ironbottom.engine.core.arrays import nonzero_indices
from ironbottom.engine.core.errors import BadValue
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.rules.air import kamikazes
from ironbottom.games.war_in_the_pacific.rules.air.air_phase import AirPhase
from ironbottom.games.war_in_the_pacific.rules.sequence import NavalPhase
from ironbottom.games.war_in_the_pacific.rules.turn import victory_points
from ironbottom.games.war_in_the_pacific.state_types import State

TRAININGS, WIDE = len(counters.TRAININGS), len(counters.STACKS)


def check_flown(state: State) -> None:
    """Refuses more points that flew, are in the air or were lost than exist; the error names field, clause
    and limit.
    """
    check_counted(state)
    check_in_air(state)
    check_fallen(state)
    check_kamikazes(state)


def check_counted(state: State) -> None:
    """5.9, 5.5 No more points of a stack flew in a Game-Turn than are there, and no more transferred than flew."""
    air, flown, moved = (state.arrays[block] for block in (layout.AIR, layout.FLOWN, layout.TRANSFERRED))
    for place in stacks_with_values(state, layout.FLOWN, layout.TRANSFERRED):
        if flown[place] > air[place]:
            message = f"{flown[place]} points have flown, but there are {air[place]}"
            raise BadValue(message, field=f"arrays.flown.{stack_name(place)}", clause="5.9")
        if moved[place] > flown[place]:
            message = f"{moved[place]} points have transferred, but {flown[place]} flew"
            raise BadValue(message, field=f"arrays.transferred.{stack_name(place)}", clause="5.5")


def stacks_with_values(state: State, *arrays: int) -> list[int]:
    """The indices of stacks for which some array has a value, ascending."""
    return sorted({place for array in arrays for place in nonzero_indices(state.arrays[array])})


def stack_name(place: int) -> str:
    """The name of a stack at a base, as in positions."""
    return f"{counters.BASES.ids[place // WIDE]}/{counters.STACKS.ids[place % WIDE]}"


def check_in_air(state: State) -> None:
    """5.2 In an Air or Naval Phase no more points of a stack have a Role than are there, and each has one Role.

    Afterwards, flights stay as they returned, even if points were lost to attrition since (5.9).
    """
    arrays, busy = state.arrays, dict[int, int]()
    if not any(isinstance(frame, AirPhase | NavalPhase) for frame in state.stack):
        return
    for flight, base in enumerate(arrays[layout.FLIGHT_BASE].tolist()):
        if base < 0 or arrays[layout.FLIGHT_OF_PHASE_BEFORE][flight]:
            continue
        place = base * WIDE + arrays[layout.FLIGHT_STACK][flight]
        busy[place] = busy.get(place, 0) + arrays[layout.FLIGHT_POINTS][flight]
        if busy[place] > arrays[layout.AIR][place]:
            message = (
                f"{busy[place]} points at {stack_name(place)} have a Role, but there are {arrays[layout.AIR][place]}"
            )
            field = f"arrays.flight_points.{counters.FLIGHTS.ids[flight]}"
            raise BadValue(message, field=field, clause="5.2")


def check_fallen(state: State) -> None:
    """45.71 Points to be replaced belong to the Allies at Leyte, and their loss was scored (47.1)."""
    fallen, rows, worth = state.arrays[layout.ALLIED_AIR_LOSSES], state.rules.pieces.air, 0
    for stack, points in enumerate(fallen.tolist()):
        if not points:
            continue
        field = f"arrays.fallen.{counters.STACKS.ids[stack]}"
        if (
            not layout.scenario(state).air_losses_replaced
            or rows[stack // TRAININGS].side != counters.SIDES.ids[ALLIES]
        ):
            raise BadValue("only Allied points at Leyte can be replaced", field=field, clause="45.71")
        worth += victory_points.air_worth(
            state.rules.pieces.charts, victory_points.TRAININGS[stack % TRAININGS], points
        )
        if worth > state.cells[layout.LOSSES + ALLIES]:
            lost = state.cells[layout.LOSSES + ALLIES]
            message = f"{points} points were lost, which is worth {worth} Victory Points; {lost} are recorded"
            raise BadValue(message, field=field, clause="45.71")


def check_kamikazes(state: State) -> None:
    """39.41, 45.63 Kamikazes fly at Leyte once they have begun: five percent of the points before losses."""
    begun, left = state.cells[layout.KAMIKAZES], state.cells[layout.KAMIKAZES_LEFT]
    if begun and not layout.scenario(state).kamikazes:
        raise BadValue("kamikazes fly only at Leyte", field="kamikazes", clause="45.63")
    if left and not begun:
        message = f"{left} points may fly as kamikazes, but no Kamikaze Strikes have begun"
        raise BadValue(message, field="kamikazes_left", clause="45.63")
    before = most_points_before(state) if left else 0
    most = kamikazes.kamikaze_share(state, before) if left else 0
    if left > most:
        message = f"{left} points may fly as kamikazes, but at most {most} are allowed: five percent of {before}"
        raise BadValue(message, field="kamikazes_left", clause="39.41")


def most_points_before(state: State) -> int:
    """39.41 The largest number of points that Japan can have had when the Air Phase began: its points and its possible
    losses.
    """
    least = min(
        victory_points.air_worth(state.rules.pieces.charts, training, 1) for training in victory_points.TRAININGS
    )
    return kamikazes.deployed_points(state) + state.cells[layout.LOSSES + JAPAN] // least
