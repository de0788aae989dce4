"""The prompts in walks through a game, to measure their length."""

from __future__ import annotations

import random
from collections.abc import Mapping

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.registry import get_game

LINE = 56
"""The maximum length of a prompt, which must fit on one line of the page."""


def prompts_of(name: str, seed: int, most: int, options: Mapping[str, str] | None = None) -> dict[str, str]:
    """The prompts of a walk with random choices, each with its procedure."""
    found: dict[str, str] = {}
    drawn, dice, state = random.Random(seed), SeededDice(seed), get_game(name).rules(dict(options or {})).new()
    for _ in range(most):
        decisions = state.decisions()
        if not decisions:
            break
        found |= {decision.prompt: decision.procedure.name for decision in decisions}
        state.apply(decisions[0].side, decisions[0].choices.sample(drawn), dice, trusted=True)
    return found


def too_long(prompts: Mapping[str, str]) -> dict[str, int]:
    """The prompts that do not fit on one line, with their length."""
    return {prompt: len(prompt) for prompt in prompts if len(prompt) > LINE}
