"""What is measured of how fast a game is, and what is wanted of each figure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ironbottom.engine.rules.game import Rules


class SpeedWanted(NamedTuple):
    """What ``Game.speed`` returns.

    ``figures``: what is wanted of each. ``in_part``: the options that end a game early, of which no more than a part is
    measured. ``scenarios`` are measured beside the first.
    """

    figures: Mapping[str, str]
    in_part: Mapping[str, str] = {}
    scenarios: Sequence[str] = ()
    odds: str = ""
    """What is wanted of a battle by hand."""
    battle: str = ""
    """That battle in words."""
    large_battle: Callable[[Rules], object] | None = None
    """Computes the odds of that battle."""
