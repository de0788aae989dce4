"""All dice results of an act, played through the game: the reference for the odds."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from ironbottom.engine.dice.dice import Dice, enumerate_rolls
from ironbottom.engine.rules.state import State
from tests.games.victory_in_the_pacific.rule_tester import Event, RuleTester

Outcome = Callable[[State, list[Event]], object]
NOTHING_MORE = {
    "way_home": "go",
    "grouping": "done",
    "stopping": "done",
    "targeting": "done",
    "landing": "done",
    "strike": "pass",
}


def every_end(
    table: RuleTester, acts: Sequence[tuple[str, ...]], outcome: Outcome, further: Sequence[str] = ()
) -> dict[Any, float]:
    """The probability of each outcome of these acts, each written with its side first.

    Before an act of a side that is not deciding, and at the steps named in ``further``, play continues with choices
    that add nothing, and with the first possible return.
    """
    start = table.match.state
    found: dict[Any, float] = defaultdict(float)

    def trial(dice: Dice) -> object:
        state = start.copy()
        result: list[tuple[Any, ...]] = []
        for side, *act in acts:
            while state.decision(side) is None:
                result += state.apply(*go_on(state), dice)
            result += state.apply(side, tuple(act), dice)
        while state.decisions() and state.decisions()[0].procedure.name in further:
            result += state.apply(*go_on(state), dice)
        return outcome(state, state.rules.visible_events(result, "public"))

    for chance, _, fell in enumerate_rolls(trial):
        found[fell] += chance
    return dict(found)


def go_on(state: State) -> tuple[str, tuple[str, ...]]:
    """The deciding side, and the choice that adds nothing."""
    decision = state.decisions()[0]
    verb = NOTHING_MORE[decision.procedure.name]
    return decision.side, next(action for action in decision.choices if action[0] == verb)


def fate_of(unit: str) -> Outcome:
    """The fate of a unit: ``sunk``, ``disabled``, ``damaged`` or ``unharmed``."""
    fates = (("lost", "sunk"), ("was_disabled", "disabled"), ("damaged", "damaged"))

    def fate(state: State, events: list[Event]) -> str:
        happened = {event["event"] for event in events if event.get("unit") == unit}
        return next((fate for event, fate in fates if event in happened), "unharmed")

    return fate
