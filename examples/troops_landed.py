"""Counts the units that each side brings to Guadalcanal in each month, over beaches, over links and by air.

ironbottom simulate witp ensign ensign --scenario guadalcanal --games 8 --measure examples/troops_landed.py
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from ironbottom.engine.rules.game_events import GameEvent
from ironbottom.lab.custom_measures import FinishedGame

AIRFIELD = "E2519"
"""The hex of Guadalcanal."""
FIRST_WEEK = date(1941, 1, 1)
"""Game-Turns are weeks, counted from this day."""
SIDES = ("japan", "allies")
MONTHS = ("August", "September", "October", "November", "December")
ARRIVES = {"landed": "at", "consigned": "to", "flown_to": "to"}
"""Events in which a unit arrives, with the field of the hex."""


def measure(game: FinishedGame) -> dict[str, float]:
    """The number of units that arrived, by side and month."""
    result = {f"units of {side} brought in {month}": 0.0 for side in SIDES for month in MONTHS}
    for unit, month in arrivals(game):
        side = unit.partition("_")[0]
        if month in MONTHS:
            result[f"units of {side} brought in {month}"] += 1
    return result


def arrivals(game: FinishedGame) -> Iterator[tuple[str, str]]:
    """The units that arrived at the airfield, each with the month."""
    month = ""
    for event in game.events:
        if event.type == "turn_opened":
            month = month_of(event)
        elif event.type in ARRIVES:
            fields = event.fields
            if fields[ARRIVES[event.type]] == AIRFIELD:
                yield str(fields["unit"]), month


def month_of(event: GameEvent) -> str:
    """The month in which a Game-Turn begins."""
    return (FIRST_WEEK + timedelta(weeks=int(event.fields["turn"]))).strftime("%B")
