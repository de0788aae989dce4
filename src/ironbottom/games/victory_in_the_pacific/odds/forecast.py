"""5.71 Flags and points if the turn ended now, computed by the game's own procedure (15.1, 2.5)."""

from __future__ import annotations

from ironbottom.games.victory_in_the_pacific.pieces import ALLIES, AREAS, JAPAN, SIDES
from ironbottom.games.victory_in_the_pacific.rules.end_of_turn import areas_held_now, marker_after, points_for
from ironbottom.games.victory_in_the_pacific.rules.sequence import STEP_NUMBER, Turn
from ironbottom.games.victory_in_the_pacific.state import FLAGS, POC
from ironbottom.games.victory_in_the_pacific.state_types import State


def forecast(state: State) -> dict[str, object]:
    """The holder of each area, the points of both sides and the marker; after scoring, these are the actual values.

    >>> from ironbottom import get_game
    >>> result = forecast(get_game("vitp").new())
    >>> result["holders"]["hawaiian_islands"], result["scored"]
    ('allies', False)
    """
    cells, pieces = state.cells, state.rules.pieces
    scored = has_scored(state)
    flags = (cells[FLAGS + JAPAN], cells[FLAGS + ALLIES]) if scored else areas_held_now(cells)
    points = points_for(pieces, flags)
    japan, allies = SIDES.ids
    return {
        "scored": scored,
        "holders": {
            area: japan if flags[JAPAN] >> number & 1 else allies if flags[ALLIES] >> number & 1 else None
            for number, area in enumerate(AREAS.ids)
        },
        **{name: points[side] for side, name in enumerate(SIDES.ids)},
        "lead": cells[POC] if scored else marker_after(cells[POC], points),
    }


def has_scored(state: State) -> bool:
    """Whether the points of this turn are already scored: they are, from the step in which encircled places change
    hands.
    """
    if not state.stack:
        return True
    turn = state.stack[0]
    return isinstance(turn, Turn) and turn.next > STEP_NUMBER["points"]
