"""25.2, 44.62, 44.63 The hexes that the cases of a scenario name as sources of supply, empty or not."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import Pieces

ARRIVE_BY = {("44", ALLIES): "44.62", ("44", JAPAN): "44.63"}
"""44.62, 44.63 By scenario and side, the case that says at which ports stores arrive."""


def named_sources(pieces: Pieces, case: str, side: int) -> tuple[int, ...]:
    """25.2 The hexes where stores of a side arrive by a case of its scenario, in the order of the case."""
    by = ARRIVE_BY.get((case, side))
    return tuple([NUMBER[at] for at in pieces.figure(by, "at").split("|")]) if by else ()
