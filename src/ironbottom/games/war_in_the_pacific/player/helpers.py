"""What one press fills in for a side: search, patrols, waves, ships of a force, the forces that stay as they are.

Each expands into choices that the side could make one by one, by the rules of thumb of the ensign and from the side's
view alone; ``offered(state, side, missions)`` gives those of the open question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, NamedTuple

from ironbottom.engine.actions import Action
from ironbottom.engine.choices import Choices
from ironbottom.engine.history import NO_DIE_YET, Draft, Fenced
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific.player import air, combat, fleet
from ironbottom.games.war_in_the_pacific.player.sight import Sight

Rule = Callable[[Sight, Choices, Random], Action]
END = frozenset({("done",), ("fly",), ("drop",)})
MOST = 200
"""So many choices at most are filled in at once."""


class Helper(NamedTuple):
    """What is filled in at a question: its name, what it does in a line, the rule, the verbs that it may use."""

    id: str
    label: str
    note: str
    rule: Rule
    verbs: frozenset[str]


class Filled(NamedTuple):
    """A helper as it is offered: its name, a line about it, and the choices that it makes."""

    id: str
    label: str
    note: str
    choices: list[Action]


def _patrols(sight: Sight, choices: Choices, random: Random) -> Action:
    return (air.cover(sight, choices, "cover") if "cover" in choices.next() else None) or ("done",)


HELPERS: Mapping[str, tuple[Helper, ...]] = {
    "search_orders": (
        Helper(
            "search", "Search all round", "flying boats whole, two points elsewhere", air.search, frozenset({"search"})
        ),
    ),
    "declaring": (
        Helper("patrols", "Patrol over carriers", "half of the fighters of each", _patrols, frozenset({"cover"})),
    ),
    "ready_orders": (
        Helper(
            "ready",
            "Cover and make ready",
            "patrols, then all that rested",
            air.declare,
            frozenset({"shield", "make_ready"}),
        ),
    ),
    "wave_plan": (
        Helper("wave", "Send all in reach", "half of the fighters as escort", air.fill_wave, frozenset({"send"})),
    ),
    "special_wave": (
        Helper("wave", "Send all in reach", "half of the fighters as escort", air.fill_wave, frozenset({"send"})),
    ),
    "gathering": (Helper("ships", "A usual force", "chief ships with escorts", fleet.gather, frozenset({"assign"})),),
    "aiming": (
        Helper("aims", "Aim by the odds", "each point where it promises most", combat.aim, frozenset({"allot"})),
    ),
    "gunlaying": (
        Helper("guns", "Fire by the odds", "each ship where it promises most", combat.fire, frozenset({"fire"})),
    ),
}
"""The helpers of each question by its name."""
ENDED = frozenset({"search_orders", "ready_orders", "gathering", "wave_plan", "special_wave", "aiming"})
"""Questions that a helper also ends."""


def offered(state: State, side: str, missions: Mapping[str, str]) -> list[Filled]:
    """What may be filled in at the open question of a side; ``missions``: those of its forces in the phase before."""
    decision = state.decision(side)
    if decision is None:
        return []
    name = decision.procedure.name
    if name == "orders":
        return stays(state, side, missions)
    found = [(helper, filled(state, side, helper, name)) for helper in HELPERS.get(name, ())]
    return [Filled(helper.id, helper.label, helper.note, choices) for helper, choices in found if len(choices) > 1]


def filled(state: State, side: str, helper: Helper, question: str) -> list[Action]:
    """The choices of a helper, each made on top of those before it; none that lets a die fall or teaches something."""
    draft, found, random = Draft(state.copy()), list[Action](), Random(0)
    while len(found) < MOST:
        decision = draft.state.decision(side)
        if decision is None or decision.procedure.name != question:
            break
        sight = Sight(state.rules, draft.state.view(side), side)
        action = helper.rule(sight, decision.choices, random)
        if action in END and question in ENDED and action in decision.choices:
            return [*found, action] if found else []
        if action[0] not in helper.verbs or not chosen(draft, side, action):
            break
        found.append(action)
    return found


def chosen(draft: Draft, side: str, action: Action) -> bool:
    """Whether a choice could be made without a die and without learning anything."""
    try:
        if not draft.reach(side, action):
            return False
        draft.choose(side, action, NO_DIE_YET, auto=False)
    except Fenced:
        return False
    return True


def stays(state: State, side: str, missions: Mapping[str, str]) -> list[Filled]:
    """10.1 Every force without an order takes up its Mission of the phase before and stays where it is."""
    draft, found = Draft(state.copy()), list[Action]()
    decision = draft.state.decision(side)
    open_to: Iterable[str] = decision.choices.next("plot") if decision and "plot" in decision.choices.next() else ()
    for force in open_to:
        plot, still = ("plot", force, missions.get(force, "transit")), Draft(draft.state.copy())
        if chosen(still, side, plot) and chosen(still, side, ("hold",)):
            found += [plot, ("hold",)]
            draft = still
    return [Filled("stay", "The rest stay", "on their Missions, where they are", found)] if found else []


def missions_told(log: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The Missions that the events of a side's log say its forces took up last.

    >>> missions_told([{"events": [{"event": "plotted", "force": "japan_2", "mission": "patrol"}]}, {}])
    {'japan_2': 'patrol'}
    """
    events = (event for entry in log for event in entry.get("events", ()))
    return {event["force"]: event["mission"] for event in events if event["event"] == "plotted"}
