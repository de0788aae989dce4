"""Writes prompts.json: decisions of walks through two games with their views, from which the page makes its prompts.

Run by `make_fixtures.py`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.registry import get_game
from ironbottom.games.pacific_fury.text.page import pieces as pacific_fury
from ironbottom.games.victory_in_the_pacific.text.page import pieces as victory_in_the_pacific

PIECES: Mapping[str, Callable[[Rules], object]] = {"pf": pacific_fury, "vitp": victory_in_the_pacific}
SEEDS = (1, 2)
EACH = 3
"""The maximum number of decisions of a procedure that are written for each walk and side."""
MAX_DECISIONS = 4000


def walked(game: Game, options: dict[str, str], seed: int) -> list[dict[str, Any]]:
    """Decisions of a walk by random choices."""
    drawn, dice, state = random.Random(seed), SeededDice(seed), game.rules(options).new()
    found: list[dict[str, Any]] = []
    count: dict[tuple[str, str], int] = {}
    for _ in range(MAX_DECISIONS):
        decisions = state.decisions()
        if not decisions:
            break
        for decision in decisions:
            kind = decision.procedure.name, decision.side
            count[kind] = count.get(kind, 0) + 1
            if count[kind] <= EACH:
                found.append({"view": state.view(decision.side), "decision": decided(decision)})
        state.apply(decisions[0].side, decisions[0].choices.sample(drawn), dice, trusted=True)
    return found


def decided(decision: Decision) -> dict[str, Any]:
    """A decision in the form that the server sends."""
    data: dict[str, Any] = decision.as_dict()
    alone = [group["verb"] for group in data["choices"] if not group.get("then")]
    lost = {verb: {other: list(ids) for other, ids in decision.gives_up(verb).items()} for verb in alone}
    return data | {"gives_up": lost, "must": {verb: decision.verbs_to_confirm(lost[verb]) for verb in alone}}


def written(name: str) -> dict[str, Any]:
    """The decisions of walks through a game, with the default options and with all options."""
    game = get_game(name)
    changed = {option.name: option.values[-1] for option in game.options}
    found = [one for seed in SEEDS for options in ({}, changed) for one in walked(game, options, seed)]
    return {"pieces": PIECES[name](game.rules()), "decisions": found}


if __name__ == "__main__":
    found = {name: written(name) for name in PIECES}
    Path(__file__).with_name("prompts.json").write_text(json.dumps(found, separators=(",", ":")) + "\n")
