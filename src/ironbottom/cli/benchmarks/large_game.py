"""Benchmarks of the largest test game: 14,357 hexes, 1,500 units, a verb with four million choices."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.choices import OpenChoices
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.state import State

WANTED = {
    "copy": "under 0.015 ms",
    "dump_load": "under 5 ms",
    "verbs": "under 0.1 ms",
    "next": "under 0.1 ms",
    "mask": "under 0.1 ms",
    "walk": "under 0.1 ms",
    "sample": "under 0.1 ms",
    "why_not": "under 0.1 ms",
    "resample": "under 0.1 ms",
    "search": "",
    "reach": "under 0.1 ms",
}
"""The benchmarks with their goals."""
UNITS = {
    "search": "ms, the hexes that 120 movement points reach at sea, without a cache",
    "reach": "ms, the same, cached by the previous search",
    "next": "ms, the next arguments of marches, moves of counters and sailing, in turn",
    "mask": "ms, the same as bytes",
    "sample": "ms, one choice, each equally likely, after they were counted",
    "resample": "ms, a complete state sampled from a view that was read before",
}
STATES = 24
"""The number of states that are measured in turn."""


def kit_game(name: Literal["skirmish", "archipelago"]) -> Game | None:
    """Imports a test game from the source tree; None if the package is installed without it."""
    root = Path(__file__).parents[4]
    if not (root / "tests" / "kit").exists():
        return None
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    if name == "skirmish":
        from examples.skirmish.skirmish.game import SKIRMISH

        return SKIRMISH
    from tests.kit.archipelago import ARCHIPELAGO

    return ARCHIPELAGO


def operations_states(game: Game, seed: int) -> list[State]:
    """Returns states of random games in the operations step."""
    source, dice = random.Random(seed), SeededDice(seed)
    result: list[State] = []
    while len(result) < STATES:
        state = game.new(None, {"steam": "120", "rounds": "2"})
        while decisions := state.decisions():
            if decisions[0].procedure.name == "operations":
                result.append(state.copy())
            state.apply(decisions[0].side, decisions[0].choices.sample_by_argument(source), dice, trusted=True)
    return result[:STATES]


def open_choices(state: State) -> OpenChoices:
    """Returns the choices of a state, not yet computed."""
    return state.decisions()[0].choices


def large_tasks(game: Game, seed: int) -> Mapping[str, tuple[Callable[[Any], object], list[Any]]]:
    """Returns the function of each benchmark, with the items that the function is applied to in turn."""
    source = random.Random(seed)
    states = operations_states(game, seed)
    pieces = states[0].rules.pieces
    acts = [(state, state.decisions()[0].side, open_choices(state).sample_by_argument(source)) for state in states]
    beginnings = [(state, action[:-1]) for state, _, action in acts if len(action) > 1]
    counted = [choices for state in states if len(choices := open_choices(state))]
    samplers = [game.sampler(state.view(side)) for state in states[:8] for side in game.sides.ids]
    origins = [state.cells[place] for state in states for place in range(4, 16) if state.cells[place] >= 0]
    return {
        "copy": (State.copy, states),
        "dump_load": (lambda state: state.rules.load(state.dump()), states),
        "verbs": (lambda state: open_choices(state).verbs(), states),
        "next": (lambda asked: open_choices(asked[0]).next(*asked[1]), beginnings),
        "mask": (lambda asked: open_choices(asked[0]).mask(*asked[1]), beginnings),
        "walk": (lambda state: open_choices(state).sample_by_argument(source), states),
        "sample": (lambda choices: choices.sample(source), counted),
        "why_not": (lambda asked: asked[0].why_not(asked[1], asked[2]), acts),
        "resample": (lambda sampler: sampler.draw(source), samplers),
        "search": (lambda origin: pieces.at_sea.search(origin, 120), origins),
        "reach": (lambda origin: pieces.at_sea.reach(origin, 120), origins),
    }
