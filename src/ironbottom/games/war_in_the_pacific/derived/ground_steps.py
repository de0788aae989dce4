"""22.1, 22.6 Tables of the steps of ground units from each hex, filled on demand."""

from __future__ import annotations

from ironbottom.engine.cache import cached
from ironbottom.games.war_in_the_pacific.derived.movement_costs import MovementMap, Steps, steps_from


@cached(64)
def steps_of(ground: MovementMap, kind: str) -> dict[int, Steps]:
    """22.1, 22.6 The steps of a class of unit, by hex, as far as they have been computed."""
    return {}


def stepped(known: dict[int, Steps], ground: MovementMap, kind: str, hex: int) -> Steps:
    """22.1, 22.6 Computes and stores the steps of a class of unit from a hex."""
    result = known[hex] = steps_from(ground, kind, hex)
    return result


def steps_at(ground: MovementMap, kind: str, hex: int) -> Steps:
    """22.1, 22.6 The steps from a hex, computed if they are not known yet."""
    known = steps_of(ground, kind)
    return known[hex] if hex in known else stepped(known, ground, kind, hex)


@cached(4096)
def near_of(ground: MovementMap, kind: str, hex: int) -> frozenset[int]:
    """22.1 The hexes that a unit of a class can step to from a hex."""
    return frozenset([beyond for beyond, _ in steps_at(ground, kind, hex)])
