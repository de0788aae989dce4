"""22.1, 22.6 Tables of the steps of ground units from each hex, filled in as they are asked for."""

from __future__ import annotations

from ironbottom.engine.cache import cached
from ironbottom.games.war_in_the_pacific.rules.land.movement_costs import MovementMap, Steps, steps_from


@cached(64)
def steps_of(ground: MovementMap, kind: str) -> dict[int, Steps]:
    """22.1, 22.6 The steps of a class of unit by hex, as far as they were asked for."""
    return {}


def stepped(known: dict[int, Steps], ground: MovementMap, kind: str, at: int) -> Steps:
    """22.1, 22.6 Where a unit of a class can step from a hex, known from now on."""
    found = known[at] = steps_from(ground, kind, at)
    return found


def steps_at(ground: MovementMap, kind: str, at: int) -> Steps:
    """22.1, 22.6 The same, known already or not."""
    known = steps_of(ground, kind)
    return known[at] if at in known else stepped(known, ground, kind, at)


@cached(4096)
def near_of(ground: MovementMap, kind: str, at: int) -> frozenset[int]:
    """22.1 The hexes to which a unit of a class can step from a hex."""
    return frozenset([beyond for beyond, _ in steps_at(ground, kind, at)])
