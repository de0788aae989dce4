"""Many choices in one line: full repairs, repeated fire, and the choices that a game can fill in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ironbottom.engine.match.history import BarrierReached, ChoiceBatch
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.features import FilledHelper
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.state import State
from ironbottom.engine.rules.view_types import LogEntryView

MAX_REPEATS = 99


def repeat_count(state: State, side: str, before: Sequence[Action], action: Action) -> int:
    """Returns how many times a side can repeat a choice after others in the same list."""
    draft = ChoiceBatch(state.copy())
    if not all(_choose(draft, side, one) for one in before):
        return 0
    times = 0
    while times < MAX_REPEATS and _choose(draft, side, action):
        times += 1
    return times


def playable_in_order(state: State, side: str, actions: Iterable[Action]) -> list[Action]:
    """Returns the choices that a side can make one after another. The last one may end the list."""
    draft, result = ChoiceBatch(state.copy()), []
    for action in actions:
        try:
            is_open = draft.advance_to(side, action)
        except BarrierReached:
            break
        if is_open:
            result.append(action)
            if not _choose(draft, side, action):
                break
    return result


def repeat_fire(
    state: State,
    side: str,
    choices: Choices,
    log: Sequence[LogEntryView],
    repeated: Mapping[str, str],
) -> list[Action]:
    """Repeats each unit's last attack where that is possible now. ``repeated`` maps verbs to their events."""
    meant = [
        action
        for verb, kind in repeated.items()
        for unit, target in last_targets(log, kind).items()
        if (action := (verb, unit, target)) in choices
    ]
    return playable_in_order(state, side, meant)


def _choose(draft: ChoiceBatch, side: str, action: Action) -> bool:
    try:
        if not draft.advance_to(side, action):
            return False
        draft.choose_within(side, action)
    except BarrierReached:
        return False
    return True


def has_helpers(game: Game, question: str) -> bool:
    """Returns whether a game has helpers for a question, even if none is useful now."""
    helpers = game.helpers()
    return helpers is not None and helpers.helps(question)


def helpers_for(match: Match, side: str, planned: Mapping[str, Mapping[str, object]]) -> list[FilledHelper]:
    """Returns what can be filled in at a side's decision; ``planned`` has the voyages of its units."""
    helpers = match.rules.game.helpers()
    if helpers is None:
        return []
    return helpers.offered(match.state.copy(), side, helpers.remembered(match.log(side), planned))


def last_targets(log: Iterable[LogEntryView], kind: str) -> dict[str, str]:
    """Returns the last target of each unit in events of a kind.

    >>> last_targets([{"events": [{"event": "fired", "unit": "akagi", "target": "wasp"}]}, {"seq": 2}], "fired")
    {'akagi': 'wasp'}
    """
    events = (event for entry in log for event in entry.get("events", ()))
    return {event["unit"]: event["target"] for event in events if event["event"] == kind}
