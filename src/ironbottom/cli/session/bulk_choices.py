"""What one line makes of many choices: a repair to the last point, the fire of the last round again, a helper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ironbottom.engine.match.history import BarrierReached, ChoiceBatch
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.features import Filled
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.state import State

MOST_TIMES = 99


def as_often(state: State, side: str, before: Sequence[Action], action: Action) -> int:
    """How often a side may repeat a choice after these choices, within one list of choices."""
    draft = ChoiceBatch(state.copy())
    if not all(_chosen(draft, side, one) for one in before):
        return 0
    times = 0
    while times < MOST_TIMES and _chosen(draft, side, action):
        times += 1
    return times


def still_open(state: State, side: str, actions: Iterable[Action]) -> list[Action]:
    """The choices that a side may make one after the other, each after those before it.

    The last one may end a list.
    """
    draft, found = ChoiceBatch(state.copy()), []
    for action in actions:
        try:
            is_open = draft.reach(side, action)
        except BarrierReached:
            break
        if is_open:
            found.append(action)
            if not _chosen(draft, side, action):
                break
    return found


def fired_again(
    state: State,
    side: str,
    choices: Choices,
    log: Sequence[Mapping[str, Any]],
    repeated: Mapping[str, str],
) -> list[Action]:
    """By verbs and the events that tell of them, each unit's fire at what it fired at last, as far as it is open."""
    meant = [
        action
        for verb, kind in repeated.items()
        for unit, target in last_targets(log, kind).items()
        if (action := (verb, unit, target)) in choices
    ]
    return still_open(state, side, meant)


def _chosen(draft: ChoiceBatch, side: str, action: Action) -> bool:
    try:
        if not draft.reach(side, action):
            return False
        draft.choose_within(side, action)
    except BarrierReached:
        return False
    return True


def helps(game: Game, question: str) -> bool:
    """Whether a game has helpers for a question, be they of use now or not."""
    helpers = game.helpers()
    return helpers is not None and helpers.helps(question)


def helpers_of(match: Match, side: str, planned: Mapping[str, Mapping[str, Any]]) -> list[Filled]:
    """What may be filled in at once at the decision of a side, where its game has helpers: name, note and choices.

    ``planned``: where its units are bound.
    """
    helpers = match.rules.game.helpers()
    if helpers is None:
        return []
    return helpers.offered(match.state.copy(), side, helpers.remembered(match.log(side), planned))


def last_targets(log: Iterable[Mapping[str, Any]], kind: str) -> dict[str, str]:
    """By unit, what events of a kind tell that it fired at last.

    >>> last_targets([{"events": [{"event": "fired", "unit": "akagi", "target": "wasp"}]}, {"seq": 2}], "fired")
    {'akagi': 'wasp'}
    """
    events = (event for entry in log for event in entry.get("events", ()))
    return {event["unit"]: event["target"] for event in events if event["event"] == kind}
