"""The ensign's ships: how it deploys, which Task Forces it forms, with what Missions and for where they sail."""

from __future__ import annotations

from collections import Counter
from random import Random

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.bot import carriers, leyte, siege, tanks
from ironbottom.games.war_in_the_pacific.bot.observation import HEAVY, LIFT, LOW_FUEL, STANDS_OFF, Observation
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BOXES, FORCES, HEXES, SHIPS
from ironbottom.games.war_in_the_pacific.rules import off_map, reaction, sailing
from ironbottom.games.war_in_the_pacific.rules.damage import CARRIERS, FLOATS

MOST_OF = {**dict.fromkeys(CARRIERS, 8), **dict.fromkeys(HEAVY, 4), "CA": 4, "CL": 3, "DD": 8, "SF": 1, "APB": 4}
"""So many ships of a type sail in a Task Force."""
LINE = 7
"""So many battleships bombard together."""
BOATS_OUT = 4
"""So many Sub Points sail in a Subron."""
WATCH = 6
"""How far off a Subron counts that lies in the very hex that is watched."""
BEYOND = 99

# -- 42.51 deployment ------------------------------------------------------------------------------------


def deploy(sight: Observation, choices: Choices, random: Random) -> Action:
    """42.51, 42.23 Assaults on the prize and the nearest of the islands are told; Subrons lie round the prize."""
    verbs = choices.next()
    if "announce" in verbs:
        near = {at: min([GRID.distance(at, port) for port in sight.ports], default=BEYOND) for at in sight.islands}
        nearest = sorted(near, key=near.__getitem__)[:1]
        for goal in (sight.prize, *nearest):
            if ("announce", IDS[goal]) in choices:
                return ("announce", IDS[goal])
    if "garrison" in verbs:
        depot = max(sight.ports, key=lambda port: sight.pieces.atlas.places[port].cargo)
        return ("garrison", min(choices.next("garrison"), key=lambda at: GRID.distance(NUMBER[at], depot)))
    if "station" in verbs:
        kind = choices.next("station")[0]
        points = choices.next("station", kind)
        return ("station", kind, points[min(BOATS_OUT, len(points)) - 1])
    return ("ready",)


def station(sight: Observation, choices: Choices, random: Random) -> Action:
    """42.23 A Subron lies as near to the prize as may be."""
    return ("lie", min(choices.next("lie"), key=lambda at: watch(sight, NUMBER[at])))


def watch(sight: Observation, at: int) -> tuple[bool, int]:
    """13.5 How far a hex is from where a Subron is wanted: near the prize, one to a hex."""
    taken = sight.cells[places.SUBRON_AT : places.SUBRON_AT + len(places.SUBRONS)]
    return at in taken, GRID.distance(at, sight.prize) or WATCH


def decoys(sight: Observation, choices: Choices, random: Random) -> Action:
    """9.4 No dummies but at Leyte: those that are too many come off the map."""
    bait = leyte.decoy(sight, choices)
    if bait:
        return bait
    if ("placed",) in choices:
        return ("placed",)
    return ("recall", choices.next("recall")[0])


# -- 9.2 which forces are formed -------------------------------------------------------------------------


def orders(sight: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """4.12 Forces are formed where a fleet lies ready, brought on the map, and each gets its Mission."""
    verbs = choices.next()
    formed = form(sight, choices, verbs)
    if formed:
        return formed
    if "enter" in verbs:
        return enter(sight, choices)
    for force in choices.next("follow") if "follow" in verbs else ():
        box = max(choices.next("follow", force), key=toward_the_map)
        return ("follow", force, box)
    if "join" in verbs and (joined := tanks.join(sight, choices)):
        return joined
    if "plot" in verbs:
        force = choices.next("plot")[0]
        return ("plot", force, mission(sight, choices.next("plot", force), FORCES.index[force]))
    return ("done",)


def toward_the_map(box: str) -> int:
    """37.1 How near a box of the lanes is to the map."""
    return BOXES.index[box]


def form(sight: Observation, choices: Choices, verbs: tuple[str, ...]) -> Action | None:
    """9.2 A force where there are ships that should sail together."""
    if sight.withdraws or leyte.waits_in_port(sight):
        return None
    if "form" in verbs and (left := tanks.leaves_oiler(sight, choices.next("form"))):
        return ("form", left)
    for verb in ("form_off_map", "form"):
        for at in choices.next(verb) if verb in verbs else ():
            lying = ships_at(sight, sight.state_place(at))
            if worth_sailing(sight, lying):
                return (verb, at)
    return None


def ships_at(sight: Observation, place: int) -> list[int]:
    """9.2 The ships at a place that may sail."""
    at, gathered, effort = sight.arrays[places.SHIP_AT], sight.cells[places.GATHERED], sight.arrays[places.EFFORT]
    own = sight.own_ships
    return [n for n in own if at[n] == place and not gathered >> n & 1 and not effort[n] and sight.fit(n)]


def worth_sailing(sight: Observation, ships: list[int]) -> bool:
    """Whether ships are a fleet: carriers with an escort, capital ships with an escort, or laden transports."""
    kinds = Counter(sight.kind(ship) for ship in ships)
    if any(sight.has_troops(ship) for ship in ships):
        return True
    escorts = kinds["DD"] + kinds["CL"]
    if sight.stays_near:
        del kinds["CVE"]
    return escorts > 0 and any(kinds[kind] for kind in (*CARRIERS, *HEAVY))


def gather(sight: Observation, choices: Choices, random: Random) -> Action:
    """9.2 Carriers with cruisers, destroyers and an oiler; the battle line by itself; transports with escorts."""
    force = sight.here.force
    have = Counter(sight.kind(ship) for ship in sight.ships(force))
    offered = [SHIPS.index[ship] for ship in choices.next("assign")] if "assign" in choices.next() else []
    if tanks.at_sea(sight, force) and offered:
        return tanks.oiler_and_escort(sight, have, offered)
    wanted = [ship for ship in offered if wanted_with(sight, have, ship, offered)]
    if wanted:
        return ("assign", SHIPS.ids[min(wanted, key=lambda ship: (list(MOST_OF).index(sight.kind(ship)), ship))])
    return ("done",) if have else ("assign", SHIPS.ids[offered[0]])


def most_of(sight: Observation, kind: str) -> int:
    """How many ships of a type sail together: the battle line keeps together where it lies long before an island."""
    return LINE if kind == "BB" and not sight.stays_near else MOST_OF.get(kind, 0)


def wanted_with(sight: Observation, have: Counter[str], ship: int, offered: list[int]) -> bool:
    """Whether a ship sails in a force that has so many of each type: landings apart, carriers apart from guns."""
    kind = sight.kind(ship)
    if sight.stays_near and not sight.is_japan():
        return leyte.sails_with(sight, have, ship, offered)
    if not sight.fit(ship) or have[kind] >= most_of(sight, kind) or (kind == "SF" and sight.stays_near):
        return False
    if kind in LIFT:
        return sight.has_troops(ship)
    landing = any(have[lift] for lift in LIFT)
    if landing or (not have and any(sight.has_troops(other) for other in offered)):
        return landing and kind in ("DD", "CL")
    decks = any(have[each] for each in CARRIERS) or any(sight.kind(other) in CARRIERS for other in offered)
    if kind in ("BB", "SF"):
        return decks == (kind == "SF") or (kind == "SF" and bool(have["BB"]))
    return True


# -- 10.1 where they sail --------------------------------------------------------------------------------


def enter(sight: Observation, choices: Choices) -> list[Action]:
    """42.71 A force comes in at the gate nearest to where it is bound, its tanks filled where that can be paid."""
    force = choices.next("enter")[0]
    name = mission(sight, choices.next("enter", force), FORCES.index[force])
    number = FORCES.index[force]
    gates = off_map.gates(sight.state, sight.cells[places.FORCE_BOX + number])
    gate = min(gates, key=lambda at: GRID.distance(at, sight.prize))
    tanks = off_map.tanks_for(sight.state, number).bit_length() - 1
    return [("enter", force, name), ("come_in", HEXES.ids[gate], off_map.TANKS.ids[tanks])]


def mission(sight: Observation, offered: tuple[str, ...], force: int) -> str:
    """10.1 The Mission that goes with what a force is for, as far as it may plot that."""
    task = sight.task(force)
    to_shell = "bombardment" if sight.near_prize(force) else "transit"
    by_task = {
        "carriers": "air_strike",
        "landing": "assault",
        "guns": "patrol" if sight.mine(sight.prize) and (sight.stays_near or sight.near_prize(force)) else to_shell,
        "oiler": "transit",
        "home": "transit",
    }
    wanted = leyte.mission(sight, force) or by_task[task]
    return next(name for name in (wanted, "transit", *offered) if name in offered)


def goal(sight: Observation, force: int) -> tuple[int, int]:
    """Where a force is bound, and how many hexes off it stays."""
    at, task = sight.at(force), sight.task(force)
    bound = leyte.bound_for(sight, force)
    if bound:
        return bound
    if task == "home":
        return way_home(sight, force), 0
    if task == "oiler":
        return tanks.waiting_place(sight, force), 0
    if task == "landing":
        to = landing_goal(sight, force)
        if to != sight.prize or sight.stays_near or siege.goes_in(sight):
            return to, 0
        return (at, 0) if at in sight.ports and sight.guns_awaited else (to, siege.lies_off(sight))
    enemy = carriers.bound_for(sight, force) if task == "carriers" else None
    if enemy:
        return enemy
    contact = sight.nearest_contact(at)
    if task == "carriers" and contact >= 0 and chases(sight, force, sight.where(contact)):
        return sight.where(contact), STANDS_OFF
    if task == "carriers" or sight.mine(sight.prize):
        return sight.prize, STANDS_OFF
    if sight.besieges and not siege.opens(sight):
        return sight.prize, siege.LIES_FAR
    return sight.prize, 0


def chases(sight: Observation, force: int, to: int) -> bool:
    """Whether carriers go for a contact: near enough, and not so far that they would not come home."""
    near = GRID.distance(sight.at(force), to) <= 4 * STANDS_OFF
    return near and (sight.stays_near or tanks.affords(sight, force, to, tanks.SPARING))


def comes_back(sight: Observation, force: int, to: int) -> bool:
    """10.4, 10.5 Whether a force that turns on an enemy at all speed has the fuel to come home again."""
    fastest = sailing.force_speed(sight.state, force)
    return sight.stays_near or tanks.affords(sight, force, to, fastest)


def way_home(sight: Observation, force: int) -> int:
    """10.6 The port that a force makes for; what does not come so far makes for an oiler."""
    home = sight.home(sight.at(force), len(sight.ships(force)))
    oiler = -1 if sight.stays_near or tanks.comes_to(sight, force, home) else tanks.meeting(sight, force)
    return home if oiler < 0 else oiler


def landing_goal(sight: Observation, force: int) -> int:
    """42.51 The told hex that a landing force makes for: the nearest island, or the prize; held ones are left."""
    told = sight.cells[places.ANNOUNCED : places.ANNOUNCED + places.MOST_PLANS]
    if sight.cells[places.OBJECTIVE] >= 0:
        return sight.prize if leyte.may_land(sight) else sight.home(sight.at(force))
    open_to = [at for at in told if at >= 0 and not sight.mine(at)]
    at = sight.at(force)
    return min(open_to, key=lambda to: GRID.distance(at, to), default=sight.home(at))


def course(sight: Observation, choices: Choices, random: Random) -> Action:
    """10.3 To the hex in reach nearest to where the force is bound; it stops to refuel."""
    force = sight.here.force
    if "sail" not in choices.next():
        return ("hold",)
    thirsty = sight.fuel(force) <= LOW_FUEL and sight.oiler(force)
    if thirsty and "hold" in choices.next():
        return ("hold",)
    to = best_hex(sight, force)
    if to == sight.at(force) and "hold" in choices.next():
        return ("hold",)
    if ("sail", IDS[to]) in choices:
        return ("sail", IDS[to])
    return ("hold",) if "hold" in choices.next() else ("sail", choices.next("sail")[0])


def pace(sight: Observation, choices: Choices, random: Random) -> Action:
    """10.3, 10.5 No faster than it need be."""
    return ("make_speed", choices.next("make_speed")[0])


def best_hex(sight: Observation, force: int) -> int:
    """The hex within a cruise, or all speed where an enemy is near, that brings a force best to where it is bound."""
    bound, off = goal(sight, force)
    start = sight.at(force)
    fastest = sailing.force_speed(sight.state, force)
    speed = speed_for(sight, force, bound)
    reach = sailing.destinations(sight.state, force, speed) or sailing.destinations(sight.state, force, fastest)
    return min((start, *reach), key=lambda to: (abs(GRID.distance(to, bound) - off), GRID.distance(to, start), to))


def speed_for(sight: Observation, force: int, bound: int) -> int:
    """10.5 The speed up to which a force sails for where it is bound: all it has for carriers near an enemy."""
    fastest = sailing.force_speed(sight.state, force)
    start = sight.at(force)
    near = any(GRID.distance(start, sight.where(contact)) <= 4 * STANDS_OFF for contact in sight.contacts)
    fast = near and sight.task(force) == "carriers"
    speed = fastest if fast else min(tanks.CRUISE, fastest)
    return speed if sight.stays_near else tanks.pace(sight, force, bound, speed)


# -- 4.32 in the impulses --------------------------------------------------------------------------------


def in_impulse(sight: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """10.4, 10.41 Those that wait for an enemy turn on him; carriers come within range of his.

    12.2, 38.1 What hardly floats goes home first: while it is there its whole force has no Mission but Transit.
    """
    verbs = choices.next()
    for ship in choices.next("send_home") if "send_home" in verbs else ():
        if sight.arrays[places.DAMAGE][SHIPS.index[ship]] >= FLOATS:
            return ("send_home", ship)
    for force in choices.next("react") if "react" in verbs and not sight.withdraws else ():
        contact = nearest(sight, force, choices.next("react", force))
        if comes_back(sight, FORCES.index[force], sight.where(FORCES.index[contact])):
            return ("react", force, contact)
    if "shift" in verbs:
        for mine in choices.next("shift"):
            found = shift(sight, choices, mine)
            if found:
                return found
    return ("carry_on",)


def nearest(sight: Observation, force: str, contacts: tuple[str, ...]) -> str:
    """8.31 The contact that was reported nearest to a force; for carriers at Midway the enemy's carriers come first."""
    at, hunts = sight.at(FORCES.index[force]), carriers.hunt(sight, FORCES.index[force])

    def off(contact: str) -> tuple[bool, int]:
        found = FORCES.index[contact]
        return hunts and not carriers.told(sight, found), GRID.distance(at, sight.where(found))

    return min(contacts, key=off)


def shift(sight: Observation, choices: Choices, force: str) -> list[Action] | None:
    """10.41 A carrier force closes to its range, or opens to it, if that brings it nearer to that range."""
    number = FORCES.index[force]
    at, contact = sight.at(number), nearest(sight, force, choices.next("shift", force))
    found = FORCES.index[contact]
    there, off = sight.where(found), carriers.distance_to(sight, number, found)
    reach = reaction.rest_of_reach(sight.state, number, sight.here.impulse)
    to = min(reach, key=lambda to: abs(GRID.distance(to, there) - off))
    better = abs(GRID.distance(to, there) - off) < abs(GRID.distance(at, there) - off)
    better = better and (carriers.hunts(sight, number, found) or comes_back(sight, number, there))
    return [("shift", force, contact), ("stand_off", IDS[to])] if better else None


def new_course(sight: Observation, choices: Choices, random: Random) -> Action:
    """38.1 What was sent home makes for a port."""
    to = way_home(sight, sight.here.force)
    return ("steer_for", min(choices.next("steer_for"), key=lambda at: (GRID.distance(NUMBER[at], to), at)))


def new_mission(sight: Observation, choices: Choices, random: Random) -> Action:
    """39.8 It carries on."""
    return ("keep",)
