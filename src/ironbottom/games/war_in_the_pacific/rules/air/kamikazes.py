"""39.4 to 39.45 Kamikazes: how many may fly in a phase, and their attack on a ship."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived import air_bases
from ironbottom.games.war_in_the_pacific.pieces import TRAININGS, Pieces
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

PER_CENT = 100


def kamikaze_figure(pieces: Pieces, name: str) -> int:
    """39.4 A figure in the chart of kamikazes."""
    result: int = pieces.facts.table(charts.KAMIKAZE)[name].value
    return result


# -- 39.41 numbers -------------------------------------------------------------------------------------


def deployed_points(state: State) -> int:
    """39.41 All Japanese air points at bases and aboard carriers."""
    return sum(layout.points_at(state.arrays, base) for base in air_bases.with_points(state, JAPAN))


def compute_allotment(execution: Execution) -> None:
    """39.41 Computes at the start of an Air Phase how many may fly until the next Air Phase; the owner sees
    the number.
    """
    if not execution.cells[layout.KAMIKAZES]:
        return
    execution.cells[layout.KAMIKAZES_LEFT] = points_allowed_to_fly(execution.state)
    execution.emit_to(JAPAN, log.KAMIKAZES_ALLOTTED, execution.cells[layout.KAMIKAZES_LEFT])


def points_allowed_to_fly(state: State) -> int:
    """39.41 Five percent of the current points, rounded down."""
    return kamikaze_share(state, deployed_points(state))


def kamikaze_share(state: State, points: int) -> int:
    """39.41 The number of these points that may fly."""
    return points * kamikaze_figure(state.rules.pieces, "percent") // PER_CENT


def count_sent(state: State, points: int) -> None:
    """39.41 Counts points that are sent, whether or not they find their target."""
    state.cells[layout.KAMIKAZES_LEFT] -= points


# -- 39.43 attacks ---------------------------------------------------------------------------------------


def kamikaze_strength(pieces: Pieces, stack: int) -> int:
    """39.43 The Attack Strength of a point: four more than its bombs; four if it has none."""
    bombs: int = pieces.air[stack // len(TRAININGS)].bomb
    return bombs + kamikaze_figure(pieces, "bonus") if bombs else kamikaze_figure(pieces, "without_anti_ship")


def kamikaze_modifier(pieces: Pieces) -> int:
    """39.43 The modifier of the kamikazes' die for Damage Points."""
    return kamikaze_figure(pieces, "die_modifier")
