"""The bot's ships: deployment, Task Forces, Missions and destinations."""

from __future__ import annotations

from collections import Counter
from random import Random

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import carriers, convoys, fuel_planning, islands, leyte, siege
from ironbottom.games.war_in_the_pacific.bot.observation import HEAVY, LIFT, LOW_FUEL, STANDS_OFF, Observation
from ironbottom.games.war_in_the_pacific.derived import force_movement
from ironbottom.games.war_in_the_pacific.derived.ship_condition import CARRIERS, FLOATS
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BOXES, FORCES, HEXES, SHIPS
from ironbottom.games.war_in_the_pacific.rules.naval import off_map, reaction, sailing

MAX_OF = {**dict.fromkeys(CARRIERS, 8), **dict.fromkeys(HEAVY, 4), "CA": 4, "CL": 3, "DD": 8, "SF": 1, "APB": 4}
"""The largest number of ships of each type in a Task Force."""
ORDER = (*MAX_OF, *convoys.GUARDS)
"""9.2 The order in which ships join a Task Force, by type."""
MAX_BATTLESHIPS = 7
"""The number of battleships that bombard together."""
SUB_POINTS_PER_SUBRON = 4
"""The number of Sub Points in a Subron at sea."""
DISTANCE_IN_OWN_HEX = 6
"""The distance assumed for a Subron in the watched hex itself."""
FARTHEST_DISTANCE = 99

# -- 42.51 deployment ------------------------------------------------------------------------------------


def deploy(observation: Observation, choices: Choices, random: Random) -> Action:
    """42.51, 42.23 Announces assaults on the objective and the nearest islands; Subrons take stations around the
    objective.
    """
    verbs = choices.next()
    if "announce" in verbs:
        near = {
            hex: min([GRID.distance(hex, port) for port in observation.ports], default=FARTHEST_DISTANCE)
            for hex in observation.islands
        }
        nearest = sorted(near, key=near.__getitem__)[:1]
        for target in (observation.prize, *nearest):
            if ("announce", IDS[target]) in choices:
                return ("announce", IDS[target])
    if "garrison" in verbs:
        depot = max(observation.ports, key=lambda port: observation.pieces.atlas.places[port].cargo)
        return ("garrison", min(choices.next("garrison"), key=lambda hex: GRID.distance(NUMBER[hex], depot)))
    return next_subron(choices) or ("ready",)


def next_subron(choices: Choices) -> Action | None:
    """42.23 Sends the next Sub Points out."""
    for kind in choices.next("station") if "station" in choices.next() else ():
        points = choices.next("station", kind)
        return ("station", kind, points[min(SUB_POINTS_PER_SUBRON, len(points)) - 1])
    return None


def station(observation: Observation, choices: Choices, random: Random) -> Action:
    """42.23 Stations a Subron as close to the objective as possible."""
    return ("lie", min(choices.next("lie"), key=lambda hex: station_rank(observation, NUMBER[hex])))


def station_rank(observation: Observation, hex: int) -> tuple[bool, int]:
    """13.5 The distance of a hex from a Subron's best station: near the objective, with one Subron per hex."""
    taken = observation.cells[layout.SUBRON_AT : layout.SUBRON_AT + len(layout.SUBRONS)]
    return hex in taken, GRID.distance(hex, observation.prize) or DISTANCE_IN_OWN_HEX


def decoys(observation: Observation, choices: Choices, random: Random) -> Action:
    """9.4 Uses no dummies except at Leyte: extra forces are removed."""
    decoy = leyte.decoy(observation, choices)
    if decoy:
        return decoy
    if ("placed",) in choices:
        return ("placed",)
    return ("recall", choices.next("recall")[0])


# -- 9.2 forming forces ----------------------------------------------------------------------------------


def orders(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """4.12 Forms forces where a fleet is ready, brings them on the map, and gives each its Mission."""
    verbs = choices.next()
    formed = form(observation, choices, verbs)
    if formed:
        return formed
    entering = [] if "enter" not in verbs else [n for n in choices.next("enter") if not waits_off_map(observation, n)]
    if entering:
        return enter(observation, choices, entering[0])
    if "disband" in verbs and observation.at_guadalcanal:
        guards = convoys.force_to_disband(observation, choices.next("disband"))
        if guards:
            return ("disband", guards)
    for force in choices.next("follow") if "follow" in verbs else ():
        box = max(choices.next("follow", force), key=distance_to_map)
        return ("follow", force, box)
    if "join" in verbs and (joined := fuel_planning.join_oiler(observation, choices)):
        return joined
    if "plot" in verbs:
        force = choices.next("plot")[0]
        return ("plot", force, mission(observation, choices.next("plot", force), FORCES.index[force]))
    return ("done",)


def distance_to_map(box: str) -> int:
    """37.1 The distance of a sea lane box from the map."""
    return BOXES.index[box]


def form(observation: Observation, choices: Choices, verbs: tuple[str, ...]) -> Action | None:
    """9.2 Forms a force from ships that should sail together."""
    if observation.withdraws or leyte.waits_in_port(observation):
        return None
    if "form" in verbs and (left := fuel_planning.place_to_leave_oiler(observation, choices.next("form"))):
        return ("form", left)
    for verb in ("form_off_map", "form"):
        for hex in choices.next(verb) if verb in verbs else ():
            lying = ships_at(observation, observation.state_place(hex))
            worth = convoys.should_form if observation.at_guadalcanal else worth_sailing
            if worth(observation, lying) and not stays_in_port(observation, lying, hex):
                return (verb, hex)
    return None


def ships_at(observation: Observation, place: int) -> list[int]:
    """9.2 The ships at a place that may sail."""
    positions, gathered, effort = (
        observation.arrays[layout.SHIP_AT],
        observation.cells[layout.GATHERED],
        observation.arrays[layout.MAXIMUM_EFFORT],
    )
    own = observation.own_ships
    return [n for n in own if positions[n] == place and not gathered >> n & 1 and not effort[n] and observation.fit(n)]


def worth_sailing(observation: Observation, ships: list[int]) -> bool:
    """Whether ships are worth sending out: carriers or capital ships with an escort, or laden transports."""
    kinds = Counter(observation.kind(ship) for ship in ships)
    if any(observation.has_troops(ship) for ship in ships):
        return True
    escorts = kinds["DD"] + kinds["CL"]
    if observation.stays_near:
        del kinds["CVE"]
    return escorts > 0 and any(kinds[kind] for kind in (*CARRIERS, *HEAVY))


def stays_in_port(observation: Observation, ships: list[int], hex: str) -> bool:
    """42.43 Whether ships wait in port: laden transports without a fleet, until it is time to land."""
    fleet = any(observation.kind(ship) in (*CARRIERS, *HEAVY) for ship in ships)
    return not fleet and hex in NUMBER and islands.waits_to_land(observation, NUMBER[hex])


def gather(observation: Observation, choices: Choices, random: Random) -> Action:
    """9.2 Groups carriers with cruisers, destroyers and an oiler; battleships on their own; transports with escorts."""
    force = observation.here.force
    have = Counter(observation.kind(ship) for ship in observation.ships(force))
    offered = [SHIPS.index[ship] for ship in choices.next("assign")] if "assign" in choices.next() else []
    if fuel_planning.at_sea(observation, force) and offered:
        return fuel_planning.oiler_and_escort(observation, have, offered)
    wanted = [ship for ship in offered if should_join(observation, have, ship, offered)]
    if wanted:
        return ("assign", SHIPS.ids[min(wanted, key=lambda ship: (ORDER.index(observation.kind(ship)), ship))])
    return ("done",) if have else ("assign", SHIPS.ids[offered[0]])


def most_of_type(observation: Observation, kind: str) -> int:
    """The number of ships of a type that sail together. The battle line stays together where it besieges an island."""
    return MAX_BATTLESHIPS if kind == "BB" and not observation.stays_near else MAX_OF.get(kind, 0)


def should_join(observation: Observation, have: Counter[str], ship: int, offered: list[int]) -> bool:
    """Whether a ship joins a force with these numbers of each type. Landing ships, carriers and guns stay apart."""
    kind = observation.kind(ship)
    if observation.at_guadalcanal:
        return convoys.sails_with(observation, have, ship, offered)
    if observation.stays_near and not observation.is_japan():
        return leyte.sails_with(observation, have, ship, offered)
    if (
        not observation.fit(ship)
        or have[kind] >= most_of_type(observation, kind)
        or (kind == "SF" and observation.stays_near)
    ):
        return False
    if kind in LIFT:
        return observation.has_troops(ship)
    landing = any(have[lift] for lift in LIFT)
    if landing or (not have and any(observation.has_troops(other) for other in offered)):
        return landing and kind in ("DD", "CL")
    decks = any(have[each] for each in CARRIERS) or any(observation.kind(other) in CARRIERS for other in offered)
    if kind in ("BB", "SF"):
        return decks == (kind == "SF") or (kind == "SF" and bool(have["BB"]))
    return True


# -- 10.1 destinations -----------------------------------------------------------------------------------


def waits_off_map(observation: Observation, name: str) -> bool:
    """43.75 Whether transports at Guadalcanal wait off the map, where they are safe, until they can land."""
    force = FORCES.index[name]
    landing = observation.at_guadalcanal and observation.task(force) == "landing"
    return landing and convoys.landing_place(observation, force)[0] != observation.prize


def enter(observation: Observation, choices: Choices, force: str) -> list[Action]:
    """42.71 Brings a force in at the entry hex nearest to its destination, with full tanks if its side can pay for
    them.
    """
    name = mission(observation, choices.next("enter", force), FORCES.index[force])
    number = FORCES.index[force]
    gates = off_map.entry_hexes(observation.state, observation.cells[layout.FORCE_BOX + number])
    home = observation.home(observation.prize) if observation.at_guadalcanal else observation.prize
    gate = min(gates, key=lambda hex: (GRID.distance(hex, observation.prize), GRID.distance(hex, home)))
    filled = off_map.fuel_choices(observation.state, number).bit_length() - 1
    return [("enter", force, name), ("come_in", HEXES.ids[gate], off_map.TANKS.ids[filled])]


def mission(observation: Observation, offered: tuple[str, ...], force: int) -> str:
    """10.1 The Mission that suits a force's task, among those that it may plot."""
    task = observation.task(force)
    if observation.at_guadalcanal:
        wanted = convoys.mission(observation, force)
        return next(name for name in (wanted, "transit", *offered) if name in offered)
    to_shell = "bombardment" if observation.near_prize(force) else "transit"
    by_task = {
        "carriers": "air_strike",
        "landing": "assault",
        "guns": "patrol"
        if observation.controls(observation.prize) and (observation.stays_near or observation.near_prize(force))
        else to_shell,
        "oiler": "transit",
        "home": "transit",
    }
    wanted = leyte.mission(observation, force) or by_task[task]
    return next(name for name in (wanted, "transit", *offered) if name in offered)


def destination_of(observation: Observation, force: int) -> tuple[int, int]:
    """The destination of a force, and the distance that it keeps."""
    hex, task = observation.hex_of(force), observation.task(force)
    bound = leyte.bound_for(observation, force) or convoys.bound_for(observation, force)
    if bound:
        return bound
    if task == "home" or observation.at_guadalcanal:
        return port_to_return_to(observation, force), 0
    if task == "oiler":
        return fuel_planning.waiting_place(observation, force), 0
    if task == "landing":
        to = landing_goal(observation, force)
        if to != observation.prize or observation.stays_near or siege.should_approach(observation):
            return to, 0
        return (
            (hex, 0)
            if hex in observation.ports and observation.guns_awaited
            else (to, siege.waiting_distance(observation))
        )
    enemy = carriers.carrier_destination(observation, force) if task == "carriers" else None
    if enemy:
        return enemy
    contact = observation.nearest_contact(hex)
    if task == "carriers" and contact >= 0 and chases(observation, force, observation.where(contact)):
        return observation.where(contact), STANDS_OFF
    if task == "carriers" or observation.controls(observation.prize):
        return observation.prize, STANDS_OFF
    if observation.besieges and not siege.is_time_to_bombard(observation):
        return observation.prize, siege.LIES_FAR
    return observation.prize, 0


def chases(observation: Observation, force: int, to: int) -> bool:
    """Whether carriers pursue a contact: it is near enough, and they can return."""
    near = GRID.distance(observation.hex_of(force), to) <= 4 * STANDS_OFF
    return near and (observation.stays_near or fuel_planning.can_afford(observation, force, to, fuel_planning.SPARING))


def can_return(observation: Observation, force: int, to: int) -> bool:
    """10.4, 10.5 Whether a force that closes with an enemy at full speed has the fuel to return."""
    fastest = force_movement.force_speed(observation.state, force)
    return observation.stays_near or fuel_planning.can_afford(observation, force, to, fastest)


def port_to_return_to(observation: Observation, force: int) -> int:
    """10.6 The port that a force makes for; if it cannot get there, an oiler."""
    home = observation.home(observation.hex_of(force), len(observation.ships(force)))
    oiler = (
        -1
        if observation.stays_near or fuel_planning.can_reach(observation, force, home)
        else fuel_planning.nearest_oiler_hex(observation, force)
    )
    return home if oiler < 0 else oiler


def landing_goal(observation: Observation, force: int) -> int:
    """42.51, 42.64 The planned hex that a landing force makes for: the nearest island not yet held, or the
    objective.
    """
    if observation.cells[layout.OBJECTIVE] >= 0:
        return observation.prize if leyte.may_land(observation) else observation.home(observation.hex_of(force))
    if observation.ranks_objectives:
        return islands.place_to_land(observation, force)
    open_to = [hex for hex in observation.planned if not observation.controls(hex)]
    hex = observation.hex_of(force)
    return min(open_to, key=lambda to: GRID.distance(hex, to), default=observation.home(hex))


def course(observation: Observation, choices: Choices, random: Random) -> Action:
    """10.3 Sails to the hex within reach that is nearest to the destination; stops to refuel."""
    force = observation.here.force
    if "sail" not in choices.next():
        return ("hold",)
    thirsty = observation.fuel(force) <= LOW_FUEL and observation.oiler(force)
    if thirsty and "hold" in choices.next():
        return ("hold",)
    to = best_hex(observation, force)
    if to == observation.hex_of(force) and "hold" in choices.next():
        return ("hold",)
    if ("sail", IDS[to]) in choices:
        return ("sail", IDS[to])
    return ("hold",) if "hold" in choices.next() else ("sail", choices.next("sail")[0])


def pace(observation: Observation, choices: Choices, random: Random) -> Action:
    """10.3, 10.5 The lowest speed that suffices."""
    return ("make_speed", choices.next("make_speed")[0])


def best_hex(observation: Observation, force: int) -> int:
    """The hex nearest to the destination within cruising range, or at full speed if an enemy is near."""
    bound, off = destination_of(observation, force)
    start = observation.hex_of(force)
    fastest = force_movement.force_speed(observation.state, force)
    speed = speed_for(observation, force, bound)
    reach = sailing.destinations(observation.state, force, speed) or sailing.destinations(
        observation.state, force, fastest
    )
    return min((start, *reach), key=lambda to: (abs(GRID.distance(to, bound) - off), GRID.distance(to, start), to))


def speed_for(observation: Observation, force: int, bound: int) -> int:
    """10.5 The speed limit of a force for its destination: full speed for carriers near an enemy."""
    fastest = force_movement.force_speed(observation.state, force)
    start = observation.hex_of(force)
    if observation.ranks_objectives and observation.task(force) == "landing" and bound in observation.islands:
        return fastest  # 42.43 A force that stops on the way to an island meets the ships that guard it.
    near = any(GRID.distance(start, observation.where(contact)) <= 4 * STANDS_OFF for contact in observation.contacts)
    fast = near and observation.task(force) == "carriers"
    fast |= observation.at_guadalcanal and observation.task(force) in ("guns", "landing")
    speed = fastest if fast else min(fuel_planning.CRUISE, fastest)
    return speed if observation.stays_near else fuel_planning.pace(observation, force, bound, speed)


# -- 4.32 in the impulses --------------------------------------------------------------------------------


def in_impulse(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """10.4, 10.41 Forces on Reaction close with an enemy; carriers move to within range.

    12.2, 38.1 Badly damaged ships go home first, since a force with such ships may have no Mission except Transit.
    """
    verbs = choices.next()
    for ship in choices.next("send_home") if "send_home" in verbs else ():
        if observation.arrays[layout.DAMAGE][SHIPS.index[ship]] >= FLOATS:
            return ("send_home", ship)
    for force in choices.next("react") if "react" in verbs and not observation.withdraws else ():
        contact = nearest(observation, force, choices.next("react", force))
        if can_return(observation, FORCES.index[force], observation.where(FORCES.index[contact])):
            return ("react", force, contact)
    if "shift" in verbs:
        for mine in choices.next("shift"):
            result = shift(observation, choices, mine)
            if result:
                return result
    return ("carry_on",)


def nearest(observation: Observation, force: str, contacts: tuple[str, ...]) -> str:
    """8.31 The contact nearest to a force; at Midway, carriers look for enemy carriers first."""
    hex, hunts = (
        observation.hex_of(FORCES.index[force]),
        carriers.is_midway_carrier_force(observation, FORCES.index[force]),
    )

    def off(contact: str) -> tuple[bool, int]:
        result = FORCES.index[contact]
        return hunts and not carriers.possible_carriers(observation, result), GRID.distance(
            hex, observation.where(result)
        )

    return min(contacts, key=off)


def shift(observation: Observation, choices: Choices, force: str) -> list[Action] | None:
    """10.41 Moves a carrier force closer to its preferred range of the enemy."""
    number = FORCES.index[force]
    hex, contact = observation.hex_of(number), nearest(observation, force, choices.next("shift", force))
    found = FORCES.index[contact]
    there, off = observation.where(found), carriers.preferred_range(observation, number, found)
    reach = reaction.rest_of_reach(observation.state, number, observation.here.impulse)
    to = min(reach, key=lambda to: abs(GRID.distance(to, there) - off))
    better = abs(GRID.distance(to, there) - off) < abs(GRID.distance(hex, there) - off)
    better = better and (
        carriers.pursues_regardless_of_fuel(observation, number, found) or can_return(observation, number, there)
    )
    return [("shift", force, contact), ("stand_off", IDS[to])] if better else None


def new_course(observation: Observation, choices: Choices, random: Random) -> Action:
    """38.1 Sends a detached force to a port."""
    to = port_to_return_to(observation, observation.here.force)
    return ("steer_for", min(choices.next("steer_for"), key=lambda hex: (GRID.distance(NUMBER[hex], to), hex)))


def new_mission(observation: Observation, choices: Choices, random: Random) -> Action:
    """39.8 Carries on with the current Mission."""
    return ("keep",)
