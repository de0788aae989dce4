"""1.31, 4.32 The clause that is told beside a sight is one that the side may know of."""

from __future__ import annotations

import json
from random import Random

from ironbottom.engine.dice import SeededDice
from ironbottom.games.war_in_the_pacific.game import WarInThePacific
from ironbottom.server.shown_now import _clause
from tests.kit.games import saved


def test_1_31_the_clause_of_what_the_enemy_is_asked_is_told_only_where_its_frame_is_shown() -> None:
    named = {each.position.stem: each for each in saved(WarInThePacific()) if each.position}
    state = named["midway_turn_3_waves"].start()
    assert state is not None
    luck, dice = Random(3), SeededDice(3)
    hidden: set[str] = set()
    shown: set[str] = set()
    for _ in range(300):
        if not state.decisions():
            break
        decision = state.decisions()[0]
        other = "japan" if decision.side == "allies" else "allies"
        view = state.view(other)
        seen = f'"procedure": "{decision.procedure.name}"' in json.dumps(view["frames"])
        (shown if seen else hidden).add(decision.procedure.name)
        assert _clause([decision], other, view) == (decision.clause if seen else None)
        assert _clause([decision], decision.side, view) == decision.clause
        state.apply(decision.side, decision.choices.sample(luck), dice)
    assert hidden, shown
    assert shown
