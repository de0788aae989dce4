"""The bot at Leyte: its deployment, landings and positions, its choices before play, and its use of kamikazes."""

from __future__ import annotations

from collections import Counter
from random import Random

from ironbottom.engine.core import sets
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot.observation import HEAVY, Observation
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.derived import flight_duties, land_and_coasts, supply_reach
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_HEX, UNITS, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.scenarios.ground_units import is_ground_unit
from ironbottom.games.war_in_the_pacific.scenarios.leyte import limits
from ironbottom.games.war_in_the_pacific.scenarios.leyte.deployment import hexes_for
from ironbottom.games.war_in_the_pacific.turns import turn_number

BOATS = 4
"""The number of Sub Points placed together."""
MOVES = 12
"""The largest number of units that are moved to another place."""
RAIDS = 2
"""The number of Game-Turns in which carriers strike airbases before any landing."""
RATION = (1, 6)
"""45.23, 45.33 The Supply Blocks of Japan and of the Allies placed where no Line reaches: enough for two Cycles."""
FAST = {"CV", "CVL"}
WITH_CARRIERS = {"CV": 9, "CVL": 8, "BB": 4, "CA": 7, "CL": 6, "DD": 24}
WITH_LANDING = {"CVE": 21, "BB": 4, "CA": 2, "CL": 6, "DD": 16}
WITH_GUNS = {"BB": 4, "CA": 4, "CL": 3, "DD": 8}
"""9.2 The number of ships of each type with the fast carriers, with landings, and in the bombardment line."""
MARCH = 3
"""The distance from which troops may walk into a hex before the Allies arrive."""
BAIT = 10
"""The distance from the Objective at which Japan's decoys and carriers stay."""
STRIKES_FROM = 6
"""Within this distance, a battle line on patrol enters the hex where the enemy lands."""


def strength_at(observation: Observation, side: int, hex: int) -> int:
    """The strength of a side's combat units in a hex, which both sides see."""
    types = observation.arrays[layout.UNIT_TYPE]
    here = [unit for unit in layout.units_in(observation.arrays).units(hex) if unit in UNITS_OF[side]]
    rows = [observation.pieces.ground[types[unit]] for unit in here]
    return sum(row.strength for row in rows if row.kind == "combat")


def ulithi(observation: Observation) -> int:
    """45.61 The hex that represents Ulithi."""
    return NUMBER[observation.pieces.figure("45.61", "hex")]


def candidates(observation: Observation) -> list[int]:
    """45.42 The possible Objectives: the least defended first, then the most valuable, then the nearest.

    Among undefended hexes, those that the fewest enemy troops can walk into come first: enemy troops there would win
    the Objective's points if a Breakoff ended the campaign before any landing (47.3).
    """
    worth = observation.objectives
    enemy, home = 1 - observation.number, ulithi(observation)

    def order(hex: int) -> tuple[int, int, bool, int, int, str]:
        stands = strength_at(observation, enemy, hex)
        held, beside = (
            (False, 0)
            if stands
            else (wins_objective_points(observation, enemy, hex), strength_near(observation, enemy, hex))
        )
        return stands, -worth[hex], held, beside, GRID.distance(hex, home), IDS[hex]

    return sorted(worth, key=order)


def wins_objective_points(observation: Observation, side: int, hex: int) -> bool:
    """45.42 Whether a side has a unit in a hex that wins the points of the Objective, even one without strength."""
    here = [unit for unit in layout.units_in(observation.arrays).units(hex) if unit in UNITS_OF[side]]
    return any(is_ground_unit(observation.state, unit) for unit in here)


def strength_near(observation: Observation, side: int, hex: int) -> int:
    """21.1 The strength of a side's combat units within a march of a hex, which both sides see."""
    at_of, types = observation.arrays[layout.UNIT_AT], observation.arrays[layout.UNIT_TYPE]
    near = [unit for unit in UNITS_OF[side] if 0 <= at_of[unit] < len(IDS) and GRID.distance(at_of[unit], hex) <= MARCH]
    rows = [observation.pieces.ground[types[unit]] for unit in near if types[unit] >= 0]
    return sum(row.strength for row in rows if row.kind == "combat")


def deploy(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """45.51 to 45.53 Japan guards the possible Objectives; the Allies choose the least defended Objective and plan for
    it.
    """
    verbs = choices.next()
    if "choose_objective" in verbs:
        return ("choose_objective", IDS[candidates(observation)[0]])
    if "plan" in verbs and not observation.is_japan() and (planned := next_plan(observation, choices)):
        return planned
    if "place_subron" in verbs:
        kind = choices.next("place_subron")[0]
        points = choices.next("place_subron", kind)
        return ("place_subron", kind, points[min(BOATS, len(points)) - 1])
    if "redeploy" in verbs and observation.is_japan() and (guard := next_guard(observation, choices)):
        return guard
    if "stock" in verbs and (stores := next_stores(observation, choices)):
        return stores
    return ("deployed",)


def station(observation: Observation, choices: Choices, random: Random) -> Action:
    """45.22 Stations a Subron as close to the Objective as possible."""
    return ("lie_in_wait", min(choices.next("lie_in_wait"), key=lambda hex: station_rank(observation, NUMBER[hex])))


def station_rank(observation: Observation, hex: int) -> tuple[bool, int]:
    """13.5 The distance of a hex from a Subron's best station: near the Objective, with one Subron per hex."""
    taken = observation.cells[layout.SUBRON_AT : layout.SUBRON_AT + len(layout.SUBRONS)]
    return hex in taken, GRID.distance(hex, observation.prize)


def next_plan(observation: Observation, choices: Choices) -> Action | None:
    """16.2 Plans for the Objective first, then for the least defended of the other hexes, up to the limit of 16.2."""
    if len(assault_plans.planned_hexes(observation.state, observation.number)) >= land_and_coasts.most_plans(
        observation.state, observation.number
    ):
        return None
    for hex in (observation.prize, *candidates(observation)):
        if ("plan", IDS[hex]) in choices:
            return ("plan", IDS[hex])
    return None


def next_guard(observation: Observation, choices: Choices) -> list[Action] | None:
    """45.23 Moves a unit from the strongest stack to an unguarded possible Objective in its area."""
    if observation.cells[layout.DECK_CHANGES + observation.number] >= MOVES:
        return None
    bare = [hex for hex in candidates(observation) if not strength_at(observation, observation.number, hex)]
    at_of, types = observation.arrays[layout.UNIT_AT], observation.arrays[layout.UNIT_TYPE]
    fighters = [
        unit
        for unit in choices.next("redeploy")
        if observation.pieces.ground[types[UNITS.index[unit]]].kind == "combat"
        and len(layout.units_in(observation.arrays).units(at_of[UNITS.index[unit]])) > 1
    ]
    fighters.sort(key=lambda unit: -strength_at(observation, observation.number, at_of[UNITS.index[unit]]))
    for hex in bare:
        for unit in fighters:
            if sets.holds(hexes_for(observation.state, observation.number, UNITS.index[unit]), hex):
                return [("redeploy", unit), ("stand_at", IDS[hex])]
    return None


def next_stores(observation: Observation, choices: Choices) -> Action | None:
    """25.3, 45.23, 45.33 Places Supply Blocks with units that no Line of Communications reaches."""
    touched, at_of = supply_reach.in_touch(observation.state, observation.number), observation.arrays[layout.UNIT_AT]
    cut_off = {
        IDS[at_of[unit]]
        for unit in supply_reach.needing(observation.state, observation.number)
        if at_of[unit] not in touched
    }
    ration, held = RATION[observation.number], observation.arrays[layout.SUPPLY]
    for hex in choices.next("stock"):
        rich = held[base_at(observation.state, NUMBER[hex])] > ration * observation.pieces.block
        for to in choices.next("stock", hex) if rich else ():
            if to in cut_off:
                blocks = choices.next("stock", hex, to)
                return ("stock", hex, to, blocks[min(ration, len(blocks)) - 1])
    return None


def plan(observation: Observation, choices: Choices, random: Random) -> Action:
    """16.2 In a Strategic Game-Turn, the Allies plan for the Objective if they have no plan for it."""
    hex = IDS[observation.prize]
    if not observation.is_japan() and not observation.controls(observation.prize) and ("plan", hex) in choices:
        return ("plan", hex)
    return ("done",)


def begin_kamikazes(observation: Observation, choices: Choices, random: Random) -> Action:
    """45.63 Uses kamikazes as soon as allowed."""
    return ("begin_kamikazes",)


def force_to_cover(observation: Observation, force: int) -> int:
    """6.2 The force that a carrier's fighters cover: at Leyte, the force in its hex with the fewest
    fighters over it.
    """
    if not observation.stays_near:
        return force
    hex = observation.hex_of(force)
    near = [
        own
        for own in observation.own_forces()
        if observation.hex_of(own) == hex and observation.task(own) in ("landing", "carriers")
    ]
    return min(near, key=lambda own: (cover_of(observation, own), own), default=force)


def on_patrol(observation: Observation, free: int) -> int:
    """6.2 The share of a carrier's free fighters that go on patrol: half, or two thirds for the Allies at Leyte and for
    a landing at Guadalcanal.
    """
    many = observation.landing_near if observation.at_guadalcanal else observation.stays_near
    return (2 * free + 1) // 3 if many and not observation.is_japan() else (free + 1) // 2


def cover_of(observation: Observation, force: int) -> int:
    """6.2 The number of points on patrol over a force."""
    covers, points = observation.arrays[layout.FLIGHT_COVERS], observation.arrays[layout.FLIGHT_POINTS]
    return sum(
        points[flight]
        for flight in flight_duties.flying(observation.state, observation.number)
        if covers[flight] == force
    )


def may_land(observation: Observation) -> bool:
    """47.1 Whether transports sail: losing them causes a Breakoff, so enemy bases are raided first.

    An undefended Objective is taken at once.
    """
    pieces = observation.pieces
    if not strength_at(observation, 1 - observation.number, observation.prize):
        return True
    row = pieces.facts.table(tables.SCENARIO_TABLE)[limits.CASE]
    return bool(observation.cells[layout.TURN] >= turn_number(row.first_turn) + RAIDS)


def strongest_found_base(observation: Observation, offered: tuple[str, ...]) -> str | None:
    """8.42 The enemy base in range where search found the most air points; None if it found none."""
    if not observation.stays_near:
        return None
    found = observation.arrays[layout.REPORTED_AIR]
    result = {IDS[hex]: found[base] for base, hex in enumerate(BASE_HEX) if found[base] > 0}
    return max((hex for hex in offered if hex in result), key=lambda hex: (result[hex], hex), default=None)


# -- ships -----------------------------------------------------------------------------------------------


def waits_in_port(observation: Observation) -> bool:
    """47.3 Whether ships stay in port: Japan's stay until the Allies land, since losing them would cause a Breakoff."""
    return observation.stays_near and observation.is_japan() and not observation.landed_on


def sails_with(observation: Observation, have: Counter[str], ship: int, offered: list[int]) -> bool:
    """9.2 Whether an Allied ship joins a force: fast carriers with battleships, small carriers with the landing."""
    kind = observation.kind(ship)
    kinds = {observation.kind(other) for other in offered}
    if not observation.fit(ship):
        return False
    if not have:
        return (
            observation.has_troops(ship)
            if any(map(observation.has_troops, offered))
            else kind in (kinds & FAST or HEAVY)
        )
    if kind == "APB":
        return have["APB"] > 0 and observation.has_troops(ship)
    most = WITH_LANDING if have["APB"] else WITH_CARRIERS if FAST & have.keys() else WITH_GUNS
    return have[kind] < most.get(kind, 0)


def bound_for(observation: Observation, force: int) -> tuple[int, int] | None:
    """The destination of a force at Leyte and the distance that it keeps; None if it behaves as in other scenarios."""
    if not observation.stays_near:
        return None
    task, dummy = observation.task(force), not observation.ships(force)
    if observation.is_japan():
        if dummy:
            return observation.prize, BAIT
        if observation.risks_all and task in ("guns", "carriers"):
            return observation.prize, 0 if task == "guns" else BAIT
        return None
    fleet = main_fleet(observation)
    if task == "guns" and fleet >= 0 and not may_land(observation):
        return observation.hex_of(fleet), 0
    return None


def main_fleet(observation: Observation) -> int:
    """The side's first carrier force that is fit to fight; negative if there is none."""
    return next((force for force in observation.own_forces() if observation.task(force) == "carriers"), -1)


def mission(observation: Observation, force: int) -> str:
    """10.1 The Mission of Japan's battle line against a landing, and that of a dummy; otherwise none."""
    if not observation.stays_near or not observation.is_japan():
        return ""
    if not observation.ships(force):
        return "transit"
    if observation.risks_all and observation.task(force) == "guns":
        return "patrol" if GRID.distance(observation.hex_of(force), observation.prize) <= STRIKES_FROM else "transit"
    return ""


def decoy(observation: Observation, choices: Choices) -> Action | None:
    """9.4 Japan sends out as many dummies as allowed, each presented as a fleet, from the port nearest to the
    Objective.
    """
    if not observation.stays_near or not observation.is_japan() or "decoy" not in choices.next():
        return None
    hex = min(choices.next("decoy"), key=lambda port: (GRID.distance(NUMBER[port], observation.prize), port))
    return ("decoy", hex, choices.next("decoy", hex)[-1])
