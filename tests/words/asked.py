"""The prompts that walks through a game meet, to be measured."""

from __future__ import annotations

import random
from collections.abc import Mapping

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.registry import get_game

LINE = 56
"""The most characters of a prompt, which must fit one line of the page."""


def asked(name: str, seed: int, most: int, options: Mapping[str, str] | None = None) -> dict[str, str]:
    """The prompts of a walk by random choices, each with the procedure that asks it."""
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
    """The prompts that do not fit one line, with their length."""
    return {prompt: len(prompt) for prompt in prompts if len(prompt) > LINE}
