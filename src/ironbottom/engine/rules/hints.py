"""Hints: what a side might choose now, with the reasons, from what the side knows and nothing else."""

from __future__ import annotations

import msgspec

MOST_PLANS = 3
"""How many plans a hint has at most."""


class HintMove(msgspec.Struct, frozen=True):
    """Units that would go from one place to another, by the ids of the map."""

    units: tuple[str, ...]
    origin: str
    to: str


class HintPlan(msgspec.Struct, frozen=True):
    """A plan: what is done, why, what it brings and costs, what may go wrong, what there is instead.

    ``choices`` carry it out, ``steps`` name them. Parts that a game cannot explain are empty.
    """

    title: str
    why: str
    choices: tuple[tuple[str, ...], ...]
    brings: str = ""
    costs: str = ""
    risk: str = ""
    otherwise: str = ""
    steps: tuple[str, ...] = ()
    moves: tuple[HintMove, ...] = ()
