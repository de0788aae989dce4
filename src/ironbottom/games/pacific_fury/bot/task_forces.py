"""Heuristics for forming task forces: which forces, in which order, and with which ships (8.2)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Action
from ironbottom.games.pacific_fury.bot.advice import choices_with_verb
from ironbottom.games.pacific_fury.bot.hits import worth_per_turn
from ironbottom.games.pacific_fury.bot.observation import Observation
from ironbottom.games.pacific_fury.pieces import BOX_COUNT, CARRIERS, GUNS, TRANSPORTS, UNITS

CARRIER, GUN, EXPRESS, LANDING = "C", "B", "X", "A"
"""The purpose of a task force; the types of 8.3, and X for the Tokyo Express."""

# Plans: task forces in the order of their boxes, with the weight of the plan in the random choice. Tuned by playing the
# plans against each other (docs/computer_players.md).
INVASIONS = (
    {"BCBA": 2, "CBCA": 2, "BCXA": 2, "CBCX": 2, "CCXA": 1, "BXC": 1},
    {"BCCA": 3, "CCBA": 2, "CBCA": 2, "CCCA": 1},
)
DEFENCES = (
    {"BCCBC": 3, "CBCBC": 2, "CBBC": 1},
    {"BCBC": 4, "CCBC": 2, "CCB": 2, "BCCB": 1},
)


def form(observation: Observation, offered: Sequence[Action], random: Random) -> list[Action]:
    """The choices that form every task force of a random plan in the boxes that are still empty, and end with done."""
    return forming_choices(observation, offered, choose_plan(observation, random))


def forming_choices(observation: Observation, offered: Sequence[Action], plan: str) -> list[Action]:
    """The choices that form the task forces of a plan and end with done."""
    if not choices_with_verb(offered, "form_express"):
        plan = plan.replace(EXPRESS, "")
    actions: list[Action] = []
    for box, units in enumerate(fill_boxes(observation, plan), len(observation.waiting) + 1):
        if box > BOX_COUNT:
            break
        if units is None:
            actions.append(("form_express", str(box)))
        else:
            actions += [("assign", UNITS.ids[unit], str(box)) for unit in units]
    return [*actions, ("done",)]


def choose_plan(observation: Observation, random: Random) -> str:
    """Chooses a plan at random, so that the enemy cannot know it."""
    plans = (INVASIONS if observation.invades else DEFENCES)[observation.number]
    return random.choices(list(plans), list(plans.values()))[0]


def fill_boxes(observation: Observation, plan: str) -> list[list[int] | None]:
    """The units of each box; None for the Tokyo Express. Task forces that would be empty are omitted."""
    base = observation.base
    carriers = split_carriers(observation, base & CARRIERS, plan.count(CARRIER))
    guns = sorted(members(base & GUNS), key=lambda unit: worth_per_turn(observation, unit))
    screens = []
    for _ in carriers:
        count = screen_size(observation, len(guns), len(carriers))
        screens.append(guns[:count])
        guns = guns[count:]
    transports = members(base & TRANSPORTS)[plan.count(EXPRESS) :]
    shares = divide_guns(guns, plan.count(GUN) + plan.count(LANDING))
    boxes: list[list[int] | None] = []
    for kind in plan:
        if kind == EXPRESS:
            boxes.append(None)
        elif kind == CARRIER:
            boxes.append(carriers.pop(0) + screens.pop(0) if carriers else [])
        else:
            boxes.append((transports if kind == LANDING else []) + shares.pop(0))
    return [box for box in boxes if box is None or box]


def split_carriers(observation: Observation, carriers: int, forces: int) -> list[list[int]]:
    """The carriers divided among the forces, the best first."""
    ordered = sorted(members(carriers), key=lambda unit: -worth_per_turn(observation, unit))
    dealt = [ordered[place::forces] for place in range(forces)]
    return [force for force in dealt if force]


MAX_SCREEN, KEPT_FROM_SCREENS = 6, 0.5
"""The largest screen that players use, and the smallest share of the guns kept out of the screens."""


def screen_size(observation: Observation, guns: int, forces: int) -> int:
    """The size of a screen: just enough ships to leave the enemy's planes without a bonus (10.5.d)."""
    planes = sum([observation.pieces.planes[unit] for unit in members(observation.unseen & CARRIERS)])
    return int(min(max(planes, 2), MAX_SCREEN, guns // (forces + KEPT_FROM_SCREENS)))


def divide_guns(guns: Sequence[int], forces: int) -> list[list[int]]:
    """The guns divided among the forces, with strong and weak ones spread evenly."""
    strongest_first = list(reversed(guns))
    return [strongest_first[place::forces] for place in range(forces)]
