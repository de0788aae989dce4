"""Speed measurements of a game, with the target of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple


class SpeedTargets(NamedTuple):
    """The result of ``Game.speed``.

    ``figures``: the targets. ``in_part``: options that end a game early, if only a part of it is measured.
    ``scenarios``: the scenarios that are measured in addition to the first. ``own_figures``: the targets of a scenario
    that differ.
    """

    figures: Mapping[str, str]
    in_part: Mapping[str, str] = {}
    scenarios: Sequence[str] = ()
    own_figures: Mapping[str, Mapping[str, str]] = {}
    odds: str = ""
    """The target for a battle entered by hand."""
    battle: str = ""
    """The description of that battle."""
    large_battle: Callable[..., object] | None = None
    """Takes the rules and computes the odds of that battle."""
