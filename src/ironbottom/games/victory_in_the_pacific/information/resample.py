"""Samples states that fit a side's view: everything is public except the other side's secret pick (7.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.information.determinization import possible_secret_answers
from ironbottom.engine.rules.game import Random
from ironbottom.games.victory_in_the_pacific.information.view import VIEW
from ironbottom.games.victory_in_the_pacific.pieces import ACTIONS, SIDES
from ironbottom.games.victory_in_the_pacific.rules.day_night import DayNightChoice, PickDayOrNight
from ironbottom.games.victory_in_the_pacific.state import WANTS
from ironbottom.games.victory_in_the_pacific.state_types import Rules, State

View = Mapping[str, Any]


class Sampler:
    """7.3 Samples states consistent with a view, each equally likely: the hidden picks of sides that have picked."""

    def __init__(self, rules: Rules, view: View) -> None:
        self.seen = VIEW.read(rules, view)
        own = [self.seen.cells[WANTS + side] if name == view["side"] else None for side, name in enumerate(SIDES.ids)]
        self.picked = possible_secret_answers(len(ACTIONS), own) if view["naming"] is not None else []

    def draw(self, random: Random) -> State:
        """A consistent state from which play can continue."""
        state = self.seen.copy()
        if self.picked:
            picked = state.cells[WANTS : WANTS + 2] = self.picked[random.randrange(len(self.picked))]
            asked = [() if want >= 0 else (PickDayOrNight(side),) for side, want in enumerate(picked)]
            state.stack += (DayNightChoice(tuple(asked)),)
        return state
