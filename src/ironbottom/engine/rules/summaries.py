"""One-line summaries of states, decisions and choices, for ``repr``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ironbottom.engine.rules.choices import Choices
    from ironbottom.engine.rules.procedures import Decision
    from ironbottom.engine.rules.state import State

MOST_VERBS = 6
"""The most verbs that a summary lists."""
LONGEST_PROMPT = 90
"""The most characters of a prompt in a summary."""


def state_summary(state: State) -> str:
    """Returns the game, scenario, turn, step and sides to decide.

    The scenario is named if the game has only one or the state knows which one it is.

    >>> from ironbottom import get_game
    >>> state_summary(get_game("pf").new())
    'State of Pacific Fury: Guadalcanal 1942 (campaign), turn 1, form forces, japan to decide'
    """
    game, view = state.rules.game, state.view("public")
    scenario = view.get("scenario") or (next(iter(game.scenarios)) if len(game.scenarios) == 1 else "")
    named = f" ({scenario})" if scenario else ""
    return f"State of {game.title}{named}, {stage_summary(state, view)}"


def stage_summary(state: State, view: Mapping[str, object]) -> str:
    """Returns the turn, step and sides to decide, from a state and its public view."""
    parts = [f"{unit} {view[unit]}" for unit in ("turn", "round") if isinstance(view.get(unit), int)]
    if asking := state.pending():
        parts.append(asking[0][1].name.replace("_", " "))
        parts.append(f"{' and '.join(state.current_sides)} to decide")
    else:
        parts.append("over")
    return ", ".join(parts)


def choices_summary(choices: Choices) -> str:
    """Returns the number of choices, in total and for each verb.

    >>> from ironbottom import get_game
    >>> choices_summary(get_game("pf").new().decisions()[0].choices)
    '29 choices: assign 27, form_express 1, done 1'
    """
    try:
        groups, sizes = choices.groups, choices.sizes
    except RuntimeError:
        return "choices that were not read before the state moved on"
    counts = [f"{verb.name} {size}" for (verb, _), size in zip(groups, sizes, strict=True)]
    more = f" and {len(counts) - MOST_VERBS} more verbs" if len(counts) > MOST_VERBS else ""
    total = sum(sizes)
    listed = f": {', '.join(counts[:MOST_VERBS])}{more}" if counts else ""
    return f"{total} choice{'' if total == 1 else 's'}{listed}"


def decision_summary(decision: Decision) -> str:
    """Returns the side, the prompt, the clause and the choices.

    >>> from ironbottom import get_game
    >>> print(decision_summary(get_game("vitp").new().decisions()[0]))
    Decision of japan: Choose the ships that raid Pearl Harbor. (4.2), 33 choices: join_raid 32, done 1
    """
    prompt = decision.prompt
    if len(prompt) > LONGEST_PROMPT:
        prompt = f"{prompt[: LONGEST_PROMPT - 1]}…"
    return f"Decision of {decision.side}: {prompt} ({decision.clause}), {choices_summary(decision.choices)}"
