"""The ensign at Leyte: where it lands or stands, what it chooses and plans before play, when it calls for kamikazes."""

from __future__ import annotations

from collections import Counter
from random import Random

from ironbottom.engine.core import sets
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.bot.observation import HEAVY, Observation
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_HEX, UNITS, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules import flights, plans, supply
from ironbottom.games.war_in_the_pacific.rules.bombardment import base_at
from ironbottom.games.war_in_the_pacific.rules.terminal import is_troops
from ironbottom.games.war_in_the_pacific.scenarios.leyte import limits
from ironbottom.games.war_in_the_pacific.scenarios.leyte.deployment import hexes_for
from ironbottom.games.war_in_the_pacific.turns import turn_number

BOATS = 4
"""So many Sub Points lie together."""
MOVES = 12
"""The most units that are placed again."""
RAIDS = 2
"""For so many Game-Turns carriers strike the airbases before anything lands."""
RATION = (1, 6)
"""45.23, 45.33 So many Supply Blocks of Japan and of the Allies lie where nothing reaches: for two Cycles."""
FAST = {"CV", "CVL"}
WITH_CARRIERS = {"CV": 9, "CVL": 8, "BB": 4, "CA": 7, "CL": 6, "DD": 24}
WITH_LANDING = {"CVE": 21, "BB": 4, "CA": 2, "CL": 6, "DD": 16}
WITH_GUNS = {"BB": 4, "CA": 4, "CL": 3, "DD": 8}
"""9.2 So many ships of each type sail with the fast carriers, with what lands, and in the line that bombards."""
MARCH = 3
"""So many hexes off troops may walk into a hex before the Allies are there."""
BAIT = 10
"""So many hexes off the prize decoys and the carriers of Japan stand."""
STRIKES_FROM = 6
"""From so near a battle line patrols into the hex where the enemy lands."""


def strength_at(sight: Observation, side: int, at: int) -> int:
    """The strength of a side's combat units in a hex, which all see."""
    types = sight.arrays[places.UNIT_TYPE]
    here = [unit for unit in places.units_in(sight.arrays).units(at) if unit in UNITS_OF[side]]
    rows = [sight.pieces.ground[types[unit]] for unit in here]
    return sum(row.strength for row in rows if row.kind == "combat")


def ulithi(sight: Observation) -> int:
    """45.61 The hex that stands for Ulithi."""
    return NUMBER[sight.pieces.figure("45.61", "hex")]


def candidates(sight: Observation) -> list[int]:
    """45.42 What may be the Objective: the least defended first, of equals those worth most, then the nearest.

    Of those where nobody stands the ones come first into which fewest can walk: troops of the enemy's there would
    bring him the points of the Objective when a Breakoff ends the campaign before anything has landed (47.3).
    """
    worth = sight.objectives
    enemy, home = 1 - sight.number, ulithi(sight)

    def order(at: int) -> tuple[int, int, bool, int, int, str]:
        stands = strength_at(sight, enemy, at)
        held, beside = (False, 0) if stands else (is_held(sight, enemy, at), strength_near(sight, enemy, at))
        return stands, -worth[at], held, beside, GRID.distance(at, home), IDS[at]

    return sorted(worth, key=order)


def is_held(sight: Observation, side: int, at: int) -> bool:
    """45.42 Whether a side has a unit in a hex that brings it the points of the Objective, of no strength though."""
    here = [unit for unit in places.units_in(sight.arrays).units(at) if unit in UNITS_OF[side]]
    return any(is_troops(sight.state, unit) for unit in here)


def strength_near(sight: Observation, side: int, at: int) -> int:
    """21.1 The strength of a side's combat units that stand within a march of a hex, which all see."""
    at_of, types = sight.arrays[places.UNIT_AT], sight.arrays[places.UNIT_TYPE]
    near = [unit for unit in UNITS_OF[side] if 0 <= at_of[unit] < len(IDS) and GRID.distance(at_of[unit], at) <= MARCH]
    rows = [sight.pieces.ground[types[unit]] for unit in near if types[unit] >= 0]
    return sum(row.strength for row in rows if row.kind == "combat")


def deploy(sight: Observation, choices: Choices, random: Random) -> Action | list[Action]:
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
    if "stock" in verbs and (stores := next_stores(sight, choices)):
        return stores
    return ("deployed",)


def station(sight: Observation, choices: Choices, random: Random) -> Action:
    """45.22 A Subron lies as near to the prize as may be."""
    return ("lie_in_wait", min(choices.next("lie_in_wait"), key=lambda at: watch(sight, NUMBER[at])))


def watch(sight: Observation, at: int) -> tuple[bool, int]:
    """13.5 How far a hex is from where a Subron is wanted: near the prize, one to a hex."""
    taken = sight.cells[places.SUBRON_AT : places.SUBRON_AT + len(places.SUBRONS)]
    return at in taken, GRID.distance(at, sight.prize)


def next_plan(sight: Observation, choices: Choices) -> Action | None:
    """16.2 The Objective first, then the least defended others, up to the limit of 16.2."""
    if len(plans.written(sight.state, sight.number)) >= plans.most(sight.state, sight.number):
        return None
    for at in (sight.prize, *candidates(sight)):
        if ("plan", IDS[at]) in choices:
            return ("plan", IDS[at])
    return None


def next_guard(sight: Observation, choices: Choices) -> list[Action] | None:
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
            if sets.holds(hexes_for(sight.state, sight.number, UNITS.index[unit]), at):
                return [("redeploy", unit), ("stand_at", IDS[at])]
    return None


def next_stores(sight: Observation, choices: Choices) -> Action | None:
    """25.3, 45.23, 45.33 Supply Blocks go where units stand that no Line of Communications reaches."""
    touched, at_of = supply.in_touch(sight.state, sight.number), sight.arrays[places.UNIT_AT]
    cut_off = {IDS[at_of[unit]] for unit in supply.needing(sight.state, sight.number) if at_of[unit] not in touched}
    ration, held = RATION[sight.number], sight.arrays[places.SUPPLY]
    for at in choices.next("stock"):
        rich = held[base_at(sight.state, NUMBER[at])] > ration * sight.pieces.block
        for to in choices.next("stock", at) if rich else ():
            if to in cut_off:
                blocks = choices.next("stock", at, to)
                return ("stock", at, to, blocks[min(ration, len(blocks)) - 1])
    return None


def plan(sight: Observation, choices: Choices, random: Random) -> Action:
    """16.2 In a Strategic Game-Turn the Allies plan for the Objective, if they lack it."""
    at = IDS[sight.prize]
    if not sight.is_japan() and not sight.mine(sight.prize) and ("plan", at) in choices:
        return ("plan", at)
    return ("done",)


def call(sight: Observation, choices: Choices, random: Random) -> Action:
    """45.63 Kamikazes fly as soon as they may."""
    return ("begin_kamikazes",)


def guarded(sight: Observation, force: int) -> int:
    """6.2 Over which force the fighters of a carrier patrol: of those in its hex at Leyte the least covered."""
    if not sight.stays_near:
        return force
    at = sight.at(force)
    near = [own for own in sight.own_forces() if sight.at(own) == at and sight.task(own) in ("landing", "carriers")]
    return min(near, key=lambda own: (cover_of(sight, own), own), default=force)


def on_patrol(sight: Observation, free: int) -> int:
    """6.2 How many of the free fighters of a carrier patrol: half, of the Allies at Leyte two in three."""
    return (2 * free + 1) // 3 if sight.stays_near and not sight.is_japan() else (free + 1) // 2


def cover_of(sight: Observation, force: int) -> int:
    """6.2 The points that patrol over a force."""
    covers, points = sight.arrays[places.FLIGHT_COVERS], sight.arrays[places.FLIGHT_POINTS]
    return sum(points[flight] for flight in flights.flying(sight.state, sight.number) if covers[flight] == force)


def may_land(sight: Observation) -> bool:
    """47.1 Whether transports sail: their loss breaks the campaign off, so the enemy's bases are raided first.

    An Objective where nobody stands is taken at once, before somebody comes.
    """
    pieces = sight.pieces
    if not strength_at(sight, 1 - sight.number, sight.prize):
        return True
    row = pieces.facts.table(tables.SCENARIO_TABLE)[limits.CASE]
    return bool(sight.cells[places.TURN] >= turn_number(row.first_turn) + RAIDS)


def nest(sight: Observation, offered: tuple[str, ...]) -> str | None:
    """8.42 The enemy's base in reach at which search found most air points; none where it found none."""
    if not sight.stays_near:
        return None
    told = sight.arrays[places.TOLD_AIR]
    found = {IDS[at]: told[base] for base, at in enumerate(BASE_HEX) if told[base] > 0}
    return max((at for at in offered if at in found), key=lambda at: (found[at], at), default=None)


# -- ships -----------------------------------------------------------------------------------------------


def waits_in_port(sight: Observation) -> bool:
    """47.3 Whether ships stay in port: those of Japan until the Allies are ashore, since their loss breaks it off."""
    return sight.stays_near and sight.is_japan() and not sight.landed_on


def sails_with(sight: Observation, have: Counter[str], ship: int, offered: list[int]) -> bool:
    """9.2 Whether an Allied ship joins: fast carriers and battleships in one force, the small ones with the landing."""
    kind = sight.kind(ship)
    kinds = {sight.kind(other) for other in offered}
    if not sight.fit(ship):
        return False
    if not have:
        return sight.has_troops(ship) if any(map(sight.has_troops, offered)) else kind in (kinds & FAST or HEAVY)
    if kind == "APB":
        return have["APB"] > 0 and sight.has_troops(ship)
    most = WITH_LANDING if have["APB"] else WITH_CARRIERS if FAST & have.keys() else WITH_GUNS
    return have[kind] < most.get(kind, 0)


def bound_for(sight: Observation, force: int) -> tuple[int, int] | None:
    """Where a force at Leyte is bound and how many hexes off it stays; None where it goes as anywhere else."""
    if not sight.stays_near:
        return None
    task, dummy = sight.task(force), not sight.ships(force)
    if sight.is_japan():
        if dummy:
            return sight.prize, BAIT
        if sight.risks_all and task in ("guns", "carriers"):
            return sight.prize, 0 if task == "guns" else BAIT
        return None
    fleet = main_fleet(sight)
    if task == "guns" and fleet >= 0 and not may_land(sight):
        return sight.at(fleet), 0
    return None


def main_fleet(sight: Observation) -> int:
    """The first own force with carriers that is fit to fight; below zero where there is none."""
    return next((force for force in sight.own_forces() if sight.task(force) == "carriers"), -1)


def mission(sight: Observation, force: int) -> str:
    """10.1 The Mission of Japan's battle line as it comes for what has landed, and that of a dummy; else none."""
    if not sight.stays_near or not sight.is_japan():
        return ""
    if not sight.ships(force):
        return "transit"
    if sight.risks_all and sight.task(force) == "guns":
        return "patrol" if GRID.distance(sight.at(force), sight.prize) <= STRIKES_FROM else "transit"
    return ""


def decoy(sight: Observation, choices: Choices) -> Action | None:
    """9.4 Japan sends out as many dummies as it may, each told as a fleet, from the port nearest to the prize."""
    if not sight.stays_near or not sight.is_japan() or "decoy" not in choices.next():
        return None
    at = min(choices.next("decoy"), key=lambda port: (GRID.distance(NUMBER[port], sight.prize), port))
    return ("decoy", at, choices.next("decoy", at)[-1])
