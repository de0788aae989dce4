"""The bot's forces at Guadalcanal: the landing, carriers that wait for a target, fast transports and bombardments."""

from __future__ import annotations

from collections import Counter
from random import Random

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import carriers, combat, fuel_planning, guadalcanal_air, merchants
from ironbottom.games.war_in_the_pacific.bot.observation import HEAVY, LIFT, STANDS_OFF, Observation
from ironbottom.games.war_in_the_pacific.bot.siege import LAST_NAVAL_PHASE
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.derived import supply_reach
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import strength, type_of
from ironbottom.games.war_in_the_pacific.derived.ship_condition import CARRIERS, units_aboard
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import FORCES, IN_BOX, SHIPS, UNITS

WITH_LANDING = {"APB": 4, "CA": 6, "CL": 2, "DD": 8}
WITH_CARRIERS = {"CV": 3, "CVL": 3, "CA": 5, "CL": 2, "DD": 8}
WITH_GUNS = {"BB": 2, "BC": 4, "CA": 6, "CL": 4, "DD": 4}
WITH_RUN = {"DD": 8}
"""9.2 The largest number of ships of each type in a landing force, in a carrier force, in a bombardment line, and on a
fast run.
"""
FAST, FAST_RUN = "DD", 4
"""16.5 The type of fast transports, and the smallest number that run together."""
GUARDS = ("DE", "CD")
"""13.6 The types that make submarine attacks on a link harder."""
STRIKES_WITHIN = 14
"""10.3, 5.1 Carriers leave port for a target within this distance of the airfield: one phase at full speed."""
COVERS_FROM = 2
"""6.2 The distance of carriers from a landing that their fighters cover."""
RAIDS_FROM, RAIDED_WITHIN = 3, 16
"""15.5 The distance of carriers from a link that they raid, and the distance of such links from the airfield."""
ONE_PHASE = 15
"""10.3 The hexes that a force sails in a phase at Speed 2."""
FORWARD = ("E1613", "E3324")
"""The forward port of each side, within a phase of the airfield: Rabaul and Espiritu Santo."""
MIN_RATIO = 3
"""24.2 At these odds, the troops ashore can take the airfield without reinforcements."""
GARRISON, RATION = 8, 3
"""24.2, 25.3 The strength, and the Game-Turns of supply, below which transports run to the airfield."""
LOADED = 20
"""25.4 The Supply Points that a transport takes to the airfield."""
LONELY = 2
"""The fewest warships that go out to fight or to bombard."""


# -- 9.2 forces --------------------------------------------------------------------------------------------


def should_form(observation: Observation, lying: list[int]) -> bool:
    """9.2 Whether ships in a place should sail."""
    return bool(leading_types(observation, lying))


def leading_types(observation: Observation, lying: list[int]) -> set[str]:
    """9.2 The types of the ships around which a force is formed in a place: laden transports, carriers with escorts, a
    line of guns, escorts off the map, or destroyers for a fast run; empty if none should sail.
    """
    kinds = Counter(observation.kind(ship) for ship in lying)
    laden = {observation.kind(ship) for ship in lying if observation.has_troops(ship)}
    held = observation.controls(observation.prize)
    if laden and (may_run(observation, laden) if held else may_assault(observation)):
        return laden
    decks = {kind for kind in CARRIERS if kinds[kind]}
    if decks and kinds["DD"] + kinds["CL"]:
        return decks
    guns = {kind for kind in (*HEAVY, "CA") if kinds[kind]}
    if sum(kinds[kind] for kind in guns) >= LONELY:
        return guns
    if any(kinds[kind] for kind in GUARDS) and all(observation.arrays[layout.SHIP_AT][s] >= IN_BOX for s in lying):
        return {*GUARDS}
    lift = {kind for kind in LIFT if kinds[kind]}
    if lift and may_run(observation, lift):
        return lift
    return {FAST} if kinds[FAST] >= FAST_RUN and may_run(observation, {FAST}) else set()


def sails_with(observation: Observation, have: Counter[str], ship: int, offered: list[int]) -> bool:
    """9.2 Whether a ship joins a force: first the types around which it is formed, then their escorts."""
    kind = observation.kind(ship)
    if not observation.fit(ship):
        return False
    if not have:
        leads = leading_types(observation, offered)
        laden = kind in LIFT and any(map(observation.has_troops, offered))
        return kind in leads and (not laden or observation.has_troops(ship))
    if have.keys() <= {*GUARDS}:
        return kind in GUARDS
    if any(have[lift] for lift in LIFT):
        return have[kind] < WITH_LANDING.get(kind, 0)
    if any(have[each] for each in CARRIERS):
        return have[kind] < WITH_CARRIERS.get(kind, 0)
    if have.keys() <= {FAST}:
        return have[kind] < WITH_RUN.get(kind, 0)
    return have[kind] < WITH_GUNS.get(kind, 0)


# -- 10.1 destinations and Missions ------------------------------------------------------------------------


def bound_for(observation: Observation, force: int) -> tuple[int, int] | None:
    """The destination of a force at Guadalcanal and the distance that it keeps; None for the nearest port."""
    if not observation.at_guadalcanal:
        return None
    task = observation.task(force)
    if task == "landing":
        return landing_place(observation, force)
    if task == "carriers":
        return carrier_place(observation, force)
    if task == "guns":
        return gun_place(observation, force)
    if guards_links(observation, force):
        return guarded_port(observation), 0
    if loads(observation, force):
        return forward_port(observation), 0
    return None


def forward_port(observation: Observation) -> int:
    """The port from which a side goes to the airfield."""
    return NUMBER[FORWARD[observation.number]]


def may_run(observation: Observation, kinds: set[str]) -> bool:
    """16.1, 16.5 Whether ships of the given types should load for the airfield: the side holds the airfield, and it
    lacks troops or stores.

    If bombers of an enemy airbase reach the airfield, the risk to transports costs too many points; destroyers run
    instead.
    """
    held = observation.controls(observation.prize) and observation.controls(forward_port(observation))
    if not held or observation.withdraws or not needs_run(observation):
        return False
    return not (kinds & {*LIFT} and is_bombed(observation))


def is_bombed(observation: Observation) -> bool:
    """6.3 Whether bombers of an enemy airbase reach the airfield."""
    fields = guadalcanal_air.enemy_airbases(observation)
    return any(GRID.distance(observation.prize, there) <= merchants.REACHED for there in fields)


def loads(observation: Observation, force: int) -> bool:
    """16.1 Whether a force of transports or destroyers without cargo goes to the forward port and loads there."""
    kinds = {observation.kind(ship) for ship in observation.ships(force)}
    able = bool(kinds & {*LIFT}) or kinds == {FAST}
    return (
        able and observation.task(force) == "home" and not observation.crippled(force) and may_run(observation, kinds)
    )


def guards_links(observation: Observation, force: int) -> bool:
    """15.4 Whether a force consists of escorts that guard links."""
    ships = observation.ships(force)
    return bool(ships) and all(observation.kind(ship) in GUARDS for ship in ships)


def guarded_port(observation: Observation) -> int:
    """15.4, 46.31 The port where escorts join a link: the port of the pipeline."""
    main = merchants.safest_link(observation)
    ends = links.ends_of(observation.state, main) if main >= 0 else ()
    return max([links.hex_of_end(end) for end in ends], default=forward_port(observation))


def force_to_disband(observation: Observation, offered: tuple[str, ...]) -> str | None:
    """15.4, 14.2 The first force to disband: escorts that have reached the port of their link, or transports that stay
    in port.
    """
    for name in offered:
        force = FORCES.index[name]
        if guards_links(observation, force) and observation.hex_of(force) == guarded_port(observation):
            return name
        lift = any(observation.kind(ship) in LIFT for ship in observation.ships(force))
        if lift and observation.hex_of(force) == landing_place(observation, force)[0] and not loads(observation, force):
            return name
    return None


def landing_place(observation: Observation, force: int) -> tuple[int, int]:
    """16.3, 47.1 The airfield, while troops or stores are needed there; otherwise a port.

    Transports are worth many points. An assault ends once enough troops are ashore; a run to an airfield that the side
    holds arrives in the last Naval Phase, after the Air Phases of the Game-Turn.
    """
    hex, side, port = observation.hex_of(force), observation.number, forward_port(observation)
    home = observation.home(hex if hex >= 0 else observation.prize, len(observation.ships(force))), 0
    if observation.controls(observation.prize):
        kinds = {observation.kind(ship) for ship in observation.ships(force)}
        if not may_run(observation, kinds) or is_watched(observation):
            return home
        near = hex >= 0 and GRID.distance(hex, observation.prize) <= ONE_PHASE
        if near and observation.phase == LAST_NAVAL_PHASE:
            return observation.prize, 0
        return (port, 0) if observation.controls(port) else home
    ours, theirs = (strength(observation.state, each, observation.prize) for each in (side, 1 - side))
    enough = theirs and ours >= MIN_RATIO * theirs
    return home if enough or not may_assault(observation) else (observation.prize, 0)


def may_assault(observation: Observation) -> bool:
    """16.4, 6.2 Whether a landing goes ahead: at the beginning, before the enemy's carriers come; later, under cover
    and with enough troops.
    """
    begun = observation.cells[layout.TURN] == observation.first_turn
    later = covered(observation) and has_enough_troops(observation)
    return (begun or later) and not has_carriers_near(observation, STANDS_OFF)


def has_enough_troops(observation: Observation) -> bool:
    """24.2 Whether the troops ashore and aboard outnumber the garrison of the airfield."""
    state, side = observation.state, observation.number
    aboard = [unit for ship in observation.own_ships for unit in units_aboard(state, ship)]
    troops = sum(type_of(state, unit).strength for unit in aboard) + strength(state, side, observation.prize)
    return troops > strength(state, 1 - side, observation.prize)


def is_watched(observation: Observation) -> bool:
    """8.31 Whether enemy ships are reported near the airfield, or carriers within reach of it."""
    near = [GRID.distance(observation.where(contact), observation.prize) for contact in observation.contacts]
    return min(near, default=RAIDED_WITHIN) <= 2 * STANDS_OFF or has_carriers_near(observation, RAIDED_WITHIN)


def has_carriers_near(observation: Observation, most: int) -> bool:
    """8.3 Whether enemy carriers may be within this distance of the airfield while the side has no carriers there."""
    near = [c for c in observation.contacts if GRID.distance(observation.where(c), observation.prize) <= most]
    return any(carriers.possible_carriers(observation, c) for c in near) and not covered(observation)


def needs_run(observation: Observation) -> bool:
    """25.3 Whether the airfield, which the side holds, needs stores or troops."""
    due = supply_reach.supply_costs(observation.state, observation.number).get(observation.prize, 0)
    base = base_at(observation.state, observation.prize)
    few = strength(observation.state, observation.number, observation.prize) < GARRISON
    return few or observation.arrays[layout.SUPPLY][base] < RATION * due


def covered(observation: Observation) -> bool:
    """Whether carriers of the side are near the airfield."""
    return any(observation.near_prize(f) and observation.task(f) == "carriers" for f in observation.own_forces())


def landing_out(observation: Observation) -> bool:
    """16.3 Whether transports are bound for the airfield, or still near it."""
    lift = [f for f in observation.all_forces() if any(observation.kind(s) in LIFT for s in observation.ships(f))]
    return any(
        observation.near_prize(force)
        or (observation.task(force) == "landing" and landing_place(observation, force)[0] == observation.prize)
        for force in lift
    )


def carrier_place(observation: Observation, force: int) -> tuple[int, int]:
    """6.5, 47.1 Carriers cover a landing, close with carriers that they can match, and otherwise wait in port."""
    hex = observation.hex_of(force)
    home = observation.home(hex, len(observation.ships(force)))
    if carriers.is_outnumbered(observation, force):
        return home, 0
    if landing_out(observation):
        return observation.prize, COVERS_FROM
    target = best_target(observation, force)
    if target >= 0:
        return observation.where(target), STANDS_OFF
    prey = link_to_raid(observation, force)
    return (prey, RAIDS_FROM) if prey >= 0 else (home, 0)


def link_to_raid(observation: Observation, force: int) -> int:
    """15.5 Japan's carriers raid the links that supply the enemy's bases near the airfield: the nearest hex of such a
    link; -1 if there is none, or if the force lacks the fuel.
    """
    if not observation.is_japan() or observation.controls(observation.prize):
        return -1
    hex, state = observation.hex_of(force), observation.state
    hexes = [
        on
        for link in links.in_use(state, 1 - observation.number)
        for on in links.path_of(state, link)
        if GRID.distance(on, observation.prize) <= RAIDED_WITHIN
    ]
    to = min(hexes, key=lambda on: (GRID.distance(on, hex), on), default=-1)
    return to if to >= 0 and fuel_planning.can_afford(observation, force, to, fuel_planning.SPARING) else -1


def best_target(observation: Observation, force: int) -> int:
    """8.3 The contact that is worth a sortie of carriers: carriers or capital ships within reach; -1 if
    there is none.
    """
    hex = observation.hex_of(force)
    near = [
        contact
        for contact in observation.contacts
        if observation.reports_carriers(contact)
        and (carriers.possible_carriers(observation, contact) or not near_enemy_base(observation, contact))
        and min(GRID.distance(hex, observation.where(contact)), STRIKES_WITHIN + 1) <= STRIKES_WITHIN
    ]
    return min(
        near,
        key=lambda to: (
            not carriers.possible_carriers(observation, to),
            GRID.distance(hex, observation.where(to)),
            to,
        ),
        default=-1,
    )


def near_enemy_base(observation: Observation, contact: int) -> bool:
    """6.5 Whether bombers of an enemy airbase guard the hex of a contact."""
    hex = observation.where(contact)
    return any(GRID.distance(hex, there) <= merchants.REACHED for there in guadalcanal_air.enemy_airbases(observation))


def gun_place(observation: Observation, force: int) -> tuple[int, int]:
    """17.1, 11.1 Guns wait at the forward port, and go to the airfield in the last Naval Phase of a Game-Turn: they
    attack a landing, or bombard the enemy there, and leave before the second Air Phase.
    """
    port = forward_port(observation)
    hex = observation.hex_of(force)
    if observation.controls(observation.prize) and not enemy_at_prize(observation):
        return observation.home(hex, len(observation.ships(force))), 0
    near = GRID.distance(hex, observation.prize) <= ONE_PHASE
    if near and observation.phase == LAST_NAVAL_PHASE and not is_risky(observation, force):
        return observation.prize, 0
    return port if observation.controls(port) else observation.home(hex), 0


def enemy_at_prize(observation: Observation) -> bool:
    """8.31 Whether enemy ships are reported at the airfield."""
    return any(observation.where(contact) == observation.prize for contact in observation.contacts)


def is_risky(observation: Observation, force: int) -> bool:
    """8.3 Whether a force is too weak to go to the airfield: its ships are few or damaged, or carriers are reported
    near it.
    """
    sound = [ship for ship in observation.ships(force) if observation.fit(ship)]
    near = [c for c in observation.contacts if GRID.distance(observation.where(c), observation.prize) <= STANDS_OFF]
    return len(sound) < LONELY or any(carriers.possible_carriers(observation, contact) for contact in near)


def mission(observation: Observation, force: int) -> str:
    """10.1 The Mission of a force at Guadalcanal: assault or transport, air strike, bombardment, otherwise transit."""
    task = observation.task(force)
    if task == "landing" and landing_place(observation, force)[0] == observation.prize:
        return "transport" if observation.controls(observation.prize) else "assault"
    if loads(observation, force) and observation.hex_of(force) == forward_port(observation):
        return "transport"
    if task == "guns" and gun_place(observation, force)[0] == observation.prize:
        return "bombardment"
    return {"carriers": "air_strike"}.get(task, "transit")


# -- 16.1 at the shore -----------------------------------------------------------------------------------


def at_the_shore(observation: Observation, choices: Choices, random: Random) -> Action:
    """16.3, 25.4 Lands troops, then Supply Points at the airfield; otherwise acts as in other scenarios."""
    if "land" in choices.next() and (landed := combat.at_the_shore(observation, choices, random))[0] == "land":
        return landed
    for ship in choices.next("leave_supply") if "leave_supply" in choices.next() else ():
        force = observation.force_of(SHIPS.index[ship])
        if force >= 0 and observation.hex_of(force) == observation.prize:
            return ("leave_supply", ship, choices.next("leave_supply", ship)[-1])
    return load(observation, choices) or combat.at_the_shore(observation, choices, random)


def load(observation: Observation, choices: Choices) -> Action | None:
    """16.1 At the forward port, ships take troops while the garrison of the airfield is weak, and stores."""
    verbs, port = choices.next(), forward_port(observation)
    few = strength(observation.state, observation.number, observation.prize) < GARRISON
    for name in choices.next("embark") if few and "embark" in verbs else ():
        unit = UNITS.index[name]
        here = observation.arrays[layout.UNIT_AT][unit] == port
        ships = [ship for ship in choices.next("embark", name) if runs(observation, SHIPS.index[ship])]
        if here and ships and type_of(observation.state, unit).kind == "combat":
            return ("embark", name, ships[0])
    for ship in choices.next("take_supply") if "take_supply" in verbs else ():
        if runs(observation, SHIPS.index[ship]):
            points = choices.next("take_supply", ship)
            return ("take_supply", ship, points[min(LOADED, len(points)) - 1])
    return None


def runs(observation: Observation, ship: int) -> bool:
    """16.1 Whether a ship in a force at the forward port loads for the airfield."""
    force = observation.force_of(ship)
    return force >= 0 and observation.hex_of(force) == forward_port(observation) and loads(observation, force)
