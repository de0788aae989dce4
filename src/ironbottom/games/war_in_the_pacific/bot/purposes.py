"""9.2 Task Forces by purpose: the ships that belong together, with the escorts that keep up with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from ironbottom.engine.rules.features import FilledHelper
from ironbottom.engine.text.sentences import count
from ironbottom.games.war_in_the_pacific.bot.choice_lists import repeat_orders
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.pieces import SHIPS
from ironbottom.games.war_in_the_pacific.state import SHIP_TYPES
from ironbottom.games.war_in_the_pacific.state_types import State


class Purpose(NamedTuple):
    """A kind of Task Force: its name, its chief ships, and the largest number of escorts of each type."""

    id: str
    name: str
    is_chief: Callable[[Observation, int], bool]
    escorts: Mapping[str, int]


def _of(*types: str) -> Callable[[Observation, int], bool]:
    return lambda observation, ship: observation.kind(ship) in types and not observation.has_troops(ship)


def _has_troops(observation: Observation, ship: int) -> bool:
    return observation.has_troops(ship)


PURPOSES = (
    Purpose("carriers", "Carrier force", _of("CV", "CVL"), {"BB": 2, "BC": 2, "CA": 4, "CL": 3, "DD": 8}),
    Purpose("line", "Battle line", _of("BB", "BC"), {"CA": 4, "CL": 3, "DD": 8}),
    Purpose("escort_carriers", "Escort carriers", _of("CVE"), {"CL": 2, "DD": 6, "DE": 4}),
    Purpose("landing", "Landing force", _has_troops, {"CL": 2, "DD": 6}),
    Purpose("cruisers", "Cruisers", _of("CA", "CL"), {"DD": 6}),
)


def by_purpose(state: State, side: str) -> list[FilledHelper]:
    """The usual forces that can be made of the ships that may join the force being formed; one press completes each."""
    decision = state.decision(side)
    if decision is None or "assign" not in decision.choices.next():
        return []
    observation, speeds = Observation(state.rules, state.view(side), side), state.rules.pieces.ships
    free = [ship for name in decision.choices.next("assign") if observation.fit(ship := SHIPS.index[name])]
    result = []
    for purpose in PURPOSES:
        chiefs = [ship for ship in free if purpose.is_chief(observation, ship)]
        speed = min([speeds[ship].speed_class for ship in chiefs], default=0)
        ships = list(chiefs)
        for kind, most in purpose.escorts.items() if chiefs else ():
            others = [ship for ship in free if observation.kind(ship) == kind and ship not in chiefs]
            ships += [s for s in others if speeds[s].speed_class >= speed and not observation.has_troops(s)][:most]
        choices = repeat_orders(state, side, [[("assign", SHIPS.ids[ship])] for ship in ships])
        if len(choices) > 1:
            have = Counter(observation.kind(SHIPS.index[ship]) for _, ship in choices)
            listed = ", ".join(f"{have[kind]} {kind}" for kind in SHIP_TYPES.ids if have[kind])
            label, note = f"{purpose.name}, Speed {speed}", f"{count(len(choices), 'ship')}: {listed}"
            result.append(FilledHelper(purpose.id, label, note, [*choices, ("done",)]))
    return result
