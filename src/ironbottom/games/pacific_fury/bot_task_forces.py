"""Rules of thumb for forming task forces: which forces, in which order, and which ships in each (8.2)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ironbottom.engine.actions import Action
from ironbottom.engine.fields import members
from ironbottom.games.pacific_fury.bot_hits import worth_a_turn
from ironbottom.games.pacific_fury.bot_sight import Sight, bits_of
from ironbottom.games.pacific_fury.pieces import CARRIERS, GUNS, JAPAN, TRANSPORTS, UNITS

CARRIER, GUN, EXPRESS, LANDING = "carrier", "gun", "express", "landing"
Plan = tuple[tuple[str, float], ...]
"""Task forces in the order of their boxes, each with its share of the guns that no carrier needs."""

INVASIONS: dict[Plan, float] = {
    ((CARRIER, 0), (LANDING, 1)): 1,
    ((CARRIER, 0), (GUN, 1), (LANDING, 1)): 2,
    ((CARRIER, 0), (CARRIER, 0), (LANDING, 1)): 2,
}
EXPRESS_INVASIONS: dict[Plan, float] = {
    ((CARRIER, 0), (EXPRESS, 0), (LANDING, 1)): 2,
    ((GUN, 1), (EXPRESS, 0), (LANDING, 1)): 1,
    ((CARRIER, 0), (GUN, 1), (EXPRESS, 0)): 1,
}
DEFENCES: dict[Plan, float] = {
    ((CARRIER, 0), (GUN, 1), (GUN, 1), (GUN, 1)): 2,
    ((CARRIER, 0), (GUN, 2), (GUN, 1), (CARRIER, 0), (GUN, 1)): 1,
}


def form(sight: Sight, random: Random) -> list[Action]:
    """Forms every task force of a plan, and says done."""
    boxes = fill(sight, choose_plan(sight, random))
    actions: list[Action] = []
    for box, units in enumerate(boxes, 1):
        if units is None:
            actions.append(("form_express", str(box)))
        else:
            actions += [("assign", UNITS.ids[unit], str(box)) for unit in units]
    return [*actions, ("done",)]


def choose_plan(sight: Sight, random: Random) -> Plan:
    """A plan by chance, so that the enemy cannot know it."""
    plans = dict(INVASIONS if sight.invades else DEFENCES)
    if sight.invades and sight.side == JAPAN:
        plans |= EXPRESS_INVASIONS
    return random.choices(list(plans), list(plans.values()))[0]


def base_units(sight: Sight) -> int:
    """The units in my base."""
    return sum([bits_of(base["units"]) for base in sight.view["bases"].values()])


def fill(sight: Sight, plan: Plan) -> list[list[int] | None]:
    """The units of each box; None for the Tokyo Express. A task force for which nothing is left falls away."""
    base = base_units(sight)
    carriers = split_carriers(sight, base & CARRIERS, [kind for kind, _ in plan].count(CARRIER))
    plan = tuple((kind, share) for kind, share in plan if kind != CARRIER or carriers)
    guns = sorted(members(base & GUNS), key=lambda unit: worth_a_turn(sight, unit))
    screens = []
    for _ in carriers:
        count = screen_size(sight, len(guns), len(carriers))
        screens.append(guns[:count])
        guns = guns[count:]
    transports = members(base & TRANSPORTS)
    if any(kind == EXPRESS for kind, _ in plan):
        transports = transports[1:]
    landings = [transports[place::2] for place in range(2)] if plan_kinds(plan).count(LANDING) > 1 else [transports]
    shares = share_out(guns, [share for kind, share in plan if kind in (GUN, LANDING)])
    boxes: list[list[int] | None] = []
    for kind, _ in plan:
        if kind == CARRIER and carriers:
            boxes.append(carriers.pop(0) + screens.pop(0))
        elif kind == EXPRESS:
            boxes.append(None)
        elif kind == LANDING:
            boxes.append(landings.pop(0) + shares.pop(0))
        elif kind == GUN and (ships := shares.pop(0)):
            boxes.append(ships)
    return boxes


def plan_kinds(plan: Plan) -> list[str]:
    return [kind for kind, _ in plan]


def split_carriers(sight: Sight, carriers: int, forces: int) -> list[list[int]]:
    """Carriers dealt over so many forces, the best first."""
    ordered = sorted(members(carriers), key=lambda unit: -worth_a_turn(sight, unit))
    dealt = [ordered[place::forces] for place in range(forces)]
    return [force for force in dealt if force]


def screen_size(sight: Sight, guns: int, forces: int) -> int:
    """As many ships as the enemy has planes leave it without a bonus (10.5.d), but never more than half of all."""
    planes = sum([sight.pieces.planes[unit] for unit in members(sight.unseen & CARRIERS)])
    return min(max(planes, 2), 6, guns // (forces + 1))


def share_out(guns: Sequence[int], shares: Sequence[float]) -> list[list[int]]:
    """The guns dealt by shares, strong and weak ones evenly."""
    dealt: list[list[int]] = [[] for _ in shares]
    for unit in reversed(guns):
        place = min(range(len(shares)), key=lambda place: (len(dealt[place]) + 1) / shares[place], default=-1)
        if place >= 0:
            dealt[place].append(unit)
    return dealt
