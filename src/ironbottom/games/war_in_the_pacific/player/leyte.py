"""The ensign at Leyte: where it lands or stands, what it chooses and plans before play, when it calls for kamikazes."""

from __future__ import annotations

from random import Random

from ironbottom.engine.actions import Action
from ironbottom.engine.choices import Choices
from ironbottom.games.war_in_the_pacific import leyte_limits
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_HEX, UNITS, UNITS_OF
from ironbottom.games.war_in_the_pacific.player.sight import Sight
from ironbottom.games.war_in_the_pacific.rules import flights, leyte
from ironbottom.games.war_in_the_pacific.turns import turn_number

BOATS = 4
"""So many Sub Points lie together."""
MOVES = 12
"""So many units at most are placed anew."""
RAIDS = 2
"""For so many Game-Turns carriers strike the airbases before anything lands."""


def strength_at(sight: Sight, side: int, at: int) -> int:
    """The strength of a side's combat units in a hex, which all see."""
    types = sight.arrays[places.UNIT_TYPE]
    here = [unit for unit in places.units_in(sight.arrays).units(at) if unit in UNITS_OF[side]]
    rows = [sight.pieces.ground[types[unit]] for unit in here]
    return sum(row.strength for row in rows if row.kind == "combat")


def candidates(sight: Sight) -> list[int]:
    """45.42 The hexes that may be the Objective: the least defended first, of equals those worth most, then by name."""
    worth = leyte.objectives(sight.pieces)
    enemy = 1 - sight.number
    return sorted(worth, key=lambda at: (strength_at(sight, enemy, at), -worth[at], IDS[at]))


def deploy(sight: Sight, choices: Choices, random: Random) -> Action:
    """45.51 to 45.53 Japan guards what may be the Objective; the Allies choose the least defended and plan for it."""
    verbs = choices.next()
    if "choose_objective" in verbs:
        return ("choose_objective", IDS[candidates(sight)[0]])
    if "plan" in verbs and not sight.is_japan() and (planned := next_plan(sight, choices)):
        return planned
    if "place_subron" in verbs:
        kind = choices.next("place_subron")[0]
        points = choices.next("place_subron", kind)
        return ("place_subron", kind, points[min(BOATS, len(points)) - 1])
    if "redeploy" in verbs and sight.is_japan() and (guard := next_guard(sight, choices)):
        return guard
    return ("deployed",)


def station(sight: Sight, choices: Choices, random: Random) -> Action:
    """45.22 A Subron lies as near to the prize as may be."""
    return ("lie_in_wait", min(choices.next("lie_in_wait"), key=lambda at: watch(sight, NUMBER[at])))


def watch(sight: Sight, at: int) -> tuple[bool, int]:
    """13.5 How far a hex is from where a Subron is wanted: near the prize, one to a hex."""
    taken = sight.cells[places.SUBRON_AT : places.SUBRON_AT + len(places.SUBRONS)]
    return at in taken, GRID.distance(at, sight.prize)


def next_plan(sight: Sight, choices: Choices) -> Action | None:
    """16.2 The Objective first, then the least defended of the others, as many as may be planned."""
    for at in (sight.prize, *candidates(sight)):
        if ("plan", IDS[at]) in choices:
            return ("plan", IDS[at])
    return None


def next_guard(sight: Sight, choices: Choices) -> Action | None:
    """45.23 A unit out of the strongest stack goes where an Objective of its area lies open."""
    if sight.cells[places.DECK_CHANGES + sight.number] >= MOVES:
        return None
    bare = [at for at in candidates(sight) if not strength_at(sight, sight.number, at)]
    at_of, types = sight.arrays[places.UNIT_AT], sight.arrays[places.UNIT_TYPE]
    fighters = [
        unit
        for unit in choices.next("redeploy")
        if sight.pieces.ground[types[UNITS.index[unit]]].kind == "combat"
        and len(places.units_in(sight.arrays).units(at_of[UNITS.index[unit]])) > 1
    ]
    fighters.sort(key=lambda unit: -strength_at(sight, sight.number, at_of[UNITS.index[unit]]))
    for at in bare:
        for unit in fighters:
            if IDS[at] in choices.next("redeploy", unit):
                return ("redeploy", unit, IDS[at])
    return None


def plan(sight: Sight, choices: Choices, random: Random) -> Action:
    """16.2 In a Strategic Game-Turn the Allies plan for the Objective, if they lack it."""
    at = IDS[sight.prize]
    if not sight.is_japan() and not sight.mine(sight.prize) and ("plan", at) in choices:
        return ("plan", at)
    return ("done",)


def call(sight: Sight, choices: Choices, random: Random) -> Action:
    """45.63 Kamikazes fly as soon as they may."""
    return ("begin_kamikazes",)


def guarded(sight: Sight, force: int) -> int:
    """6.2 Over which force the fighters of a carrier patrol: of those in its hex at Leyte the least covered."""
    if not sight.stays_near:
        return force
    at = sight.at(force)
    near = [own for own in sight.own_forces() if sight.at(own) == at and sight.task(own) in ("landing", "carriers")]
    return min(near, key=lambda own: (cover_of(sight, own), own), default=force)


def cover_of(sight: Sight, force: int) -> int:
    """6.2 The points that patrol over a force."""
    covers, points = sight.arrays[places.FLIGHT_COVERS], sight.arrays[places.FLIGHT_POINTS]
    return sum(points[flight] for flight in flights.flying(sight.state, sight.number) if covers[flight] == force)


def may_land(sight: Sight) -> bool:
    """47.1 Whether transports sail: their loss breaks the campaign off, so the enemy's bases are raided first."""
    pieces = sight.pieces
    row = pieces.facts.table(tables.SCENARIO_TABLE)[leyte_limits.CASE]
    return bool(sight.cells[places.TURN] >= turn_number(row.first_turn) + RAIDS)


def nest(sight: Sight, offered: tuple[str, ...]) -> str | None:
    """8.42 The enemy's base in reach at which search found most air points; none where it found none."""
    if not sight.stays_near:
        return None
    told = sight.arrays[places.TOLD_AIR]
    found = {IDS[at]: told[base] for base, at in enumerate(BASE_HEX) if told[base] > 0}
    return max((at for at in offered if at in found), key=lambda at: (found[at], at), default=None)
