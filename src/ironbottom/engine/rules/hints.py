"""Hints: choices that a side might make now, with reasons, computed only from what the side knows."""

from __future__ import annotations

import msgspec

MAX_PLANS = 3
"""The maximum number of plans in a hint."""


class HintMove(msgspec.Struct, frozen=True):
    """Units that would go from one place to another, by the ids of the map."""

    units: tuple[str, ...]
    origin: str
    to: str


class HintPlan(msgspec.Struct, frozen=True):
    """A plan: what to do, why, its benefits and costs, its risks, and the alternatives.

    ``choices`` carry it out, ``steps`` name them, ``by`` is the computer player whose advice it is. Parts that a game
    cannot explain are empty.
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
    by: str = ""
