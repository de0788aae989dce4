"""Common parts of the hints of all games: the best candidates of an ensign, and plans made from them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from ironbottom.bots.heuristic_player import ObservationT, score
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.hints import MAX_PLANS, HintMove, HintPlan

Found = TypeVar("Found")
MAX_NAMED_AREAS = 2
"""The maximum number of areas that the title of a plan names."""


class Reasons(NamedTuple):
    """The reasons for a choice in the game's terms; fields that do not apply are empty."""

    why: str
    gain: str = ""
    costs: str = ""
    risk: str = ""
    otherwise: str = ""


def percent(chance: float) -> str:
    """A chance, formatted for a sentence.

    >>> percent(0.614), percent(0.999), percent(0.001), percent(1.0)
    ('61 %', 'over 99 %', 'under 1 %', '100 %')
    """
    if 0 < chance < 0.01:
        return "under 1 %"
    if 0.99 < chance < 1 - 1e-9:
        return "over 99 %"
    return f"{round(100 * chance)} %"


def name_list(names: Sequence[str], most: int = 4) -> str:
    """Names, joined for a sentence.

    >>> (name_list(["Akagi"]), name_list(["Akagi", "Kaga"]),
    ...  name_list(["Akagi", "Kaga", "Hiryu"]), name_list(list("abcdef")))
    ('Akagi', 'Akagi and Kaga', 'Akagi, Kaga and Hiryu', 'a, b, c and 3 more')
    """
    if len(names) > most:
        return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def ranked_choices(
    rules: Mapping[str, Callable[[ObservationT, Action], float]], observation: ObservationT, offered: Iterable[Action]
) -> list[tuple[float, Action]]:
    """The choices with their scores, the best first; choices with equal scores stay in the order offered."""
    scores = score(rules, observation, offered)
    return [(value, action) for action, value in sorted(scores.items(), key=lambda item: -item[1])]


def one_of_each(found: Iterable[Found], key: Callable[[Found], Hashable], most: int = MAX_PLANS) -> list[Found]:
    """The first choice of each kind, up to a limit.

    >>> one_of_each(["akagi", "kaga", "ark"], lambda name: name[0])
    ['akagi', 'kaga']
    """
    kinds: dict[Hashable, Found] = {}
    for one in found:
        if len(kinds) == most:
            break
        kinds.setdefault(key(one), one)
    return list(kinds.values())


def capitalized(text: str) -> str:
    """A text with a capital letter at its start."""
    return text[:1].upper() + text[1:]


def join_parts(rules: Rules, choices: Sequence[Action], parts: Sequence[HintPlan]) -> HintPlan:
    """A plan for a whole fleet, from a plan for each area; the first part gives the reasons."""
    if not parts:
        return hint_plan(rules, choices, Reasons(""))
    first = parts[0]
    titles = [part.title for part in parts]
    named = (
        titles
        if len(titles) <= MAX_NAMED_AREAS
        else [*titles[:MAX_NAMED_AREAS], f"{len(titles) - MAX_NAMED_AREAS} more"]
    )
    reasons = Reasons(first.why, first.brings, first.costs, first.risk, first.otherwise)
    return hint_plan(rules, choices, reasons, "; ".join(named), [move for part in parts for move in part.moves])


def hint_plan(
    rules: Rules, choices: Sequence[Action], reasons: Reasons, title: str = "", moves: Iterable[HintMove] = ()
) -> HintPlan:
    """A plan of these choices; without ``title``, the plan is named after its first choice."""
    steps = tuple([capitalized(rules.game.describe_action(action, rules)) for action in choices])
    return HintPlan(
        title=title or steps[0],
        why=reasons.why,
        choices=tuple([tuple(action) for action in choices]),
        brings=reasons.gain,
        costs=reasons.costs,
        risk=reasons.risk,
        otherwise=reasons.otherwise,
        steps=steps,
        moves=tuple(moves),
    )
