"""The bot's merchant shipping: links by need, their escorts and cargo, and its deployment before Guadalcanal."""

from __future__ import annotations

from random import Random

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.bot import guadalcanal_air
from ironbottom.games.war_in_the_pacific.bot.choice_lists import STOP
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.derived import supply_reach
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import strength, type_of
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_HEX, BASES, SHIPS, STACKS, TRAININGS, UNITS
from ironbottom.games.war_in_the_pacific.rules.merchant import supply_over_links
from ironbottom.games.war_in_the_pacific.rules.merchant.cargo import is_home_source
from ironbottom.games.war_in_the_pacific.rules.merchant.links import ESCORTS
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.scenarios import shortening
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced import objectives
from ironbottom.games.war_in_the_pacific.state import LINKS

MARGIN = 2
"""46.31 The pipeline should carry this many times the required amount, since submarines attack it."""
CARRIED, CARRIED_AT_MIDWAY, CARRIED_UNDER_ATTACK = 25, 16, 6
"""15.3 The Load Points per Cycle that are enough for a port; fewer at Midway, and where bombers reach the link."""
RESERVE = 6
"""25.3 A garrison with stores for fewer Game-Turns than this needs a link."""
REACHED = 11
"""15.5 The distance within which bombers reach a link."""
GARRISON = 24
"""24.2 The strength of a garrison that needs no more troops."""
FRONT = ("E1613", "E1028")
"""The forward base of each side: Rabaul, and Townsville in Australia."""
STOCKS: tuple[dict[str, int], dict[str, int]] = (
    {"E1602": 240, "E1613": 200, "E1512": 60},
    {"E3231": 200, "E3324": 120, "E3426": 40, "E1119": 60},
)
"""10.5, 25.3 The Supply Points that each side keeps in its ports, as fuel and for its garrisons."""
STOCKS_AT_MIDWAY: tuple[dict[str, int], dict[str, int]] = (
    {
        **dict.fromkeys(("E2519", "D3653"), 12),
        **dict.fromkeys(("E1116", "D3243"), 24),
        **dict.fromkeys(("D2007", "D3354", "E1613"), 80),
        **dict.fromkeys(("D0849", "D0948", "E1602"), 120),
    },
    {"F3342": 240, "E3231": 80, "G0727": 40, "E1119": 60, "F2401": 60},
)
"""10.5, 25.3, 42.62, 42.66 The same figures for the advanced game of Midway: for Japan's garrisons, then for its
fleets.
"""
STOCK_AT_PRIZE = 48
"""25.3 The Supply Points kept at the airfield."""


# -- 43.51, 43.53 deployment -----------------------------------------------------------------------------


def deploy(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """43.51, 43.53 Guards the pipeline, plans the landing, and brings bombers and troops in Australia to the coast."""
    return (
        gather_shipping(observation, choices)
        or plan_assault(observation, choices)
        or move_forward(observation, choices)
        or fly_forward(observation, choices)
        or ("end_deployment",)
    )


def plan_assault(observation: Observation, choices: Choices) -> Action | None:
    """16.2, 40.42 Plans to take the airfield if the enemy holds it."""
    hex = IDS[observation.prize]
    return ("plan", hex) if ("plan", hex) in choices else None


def plan(observation: Observation, choices: Choices, random: Random) -> Action:
    """16.2 In a Strategic Game-Turn, plans to take the airfield."""
    return plan_assault(observation, choices) or ("done",)


def move_forward(observation: Observation, choices: Choices) -> list[Action] | None:
    """43.33, 43.53 Troops inland move to the port nearest to the front that has a link and no troops."""
    state = observation.state
    for name in choices.next("place_unit") if "place_unit" in choices.next() else ():
        unit = UNITS.index[name]
        hex = state.arrays[layout.UNIT_AT][unit]
        if type_of(state, unit).kind != "combat" or links.end_at(hex) in ends_served(observation):
            continue
        free = [port for port in ports_served(observation) if not strength(state, observation.number, port)]
        free = [port for port in free if IDS[port] in choices.next("place_unit", name)] if free else free
        home = supply_over_links.near_home(state, observation.number)
        free = [port for port in free if port in home]
        if free:
            to = min(free, key=lambda port: (to_front(observation, port), port))
            return [("place_unit", name), ("place_unit_at", IDS[to])]
    return None


def fly_forward(observation: Observation, choices: Choices) -> Action | None:
    """43.33, 43.53 Bombers start at the airbase with room that is nearest to the front."""
    for base in choices.next("place_air") if "place_air" in choices.next() else ():
        now = to_front(observation, BASE_HEX[BASES.index[base]])
        for stack in choices.next("place_air", base):
            goals = choices.next("place_air", base, stack)
            near = {to: to_front(observation, BASE_HEX[BASES.index[to]]) for to in goals}
            to = min(near, key=lambda name: (near[name], name), default="")
            if to and near[to] < now:
                return ("place_air", base, stack, to, choices.next("place_air", base, stack, to)[-1])
    return None


def to_front(observation: Observation, hex: int) -> int:
    """The distance of a hex from the side's forward base."""
    return GRID.distance(hex, NUMBER[FRONT[observation.number]])


# -- 15.2, 15.8 links ------------------------------------------------------------------------------------


def pipelines(observation: Observation, choices: Choices, random: Random) -> Action:
    """15.8 Guards the pipeline, lays a link to each garrison that needs one, and assigns escorts.

    Each ship moves only once. Japan, which has no pipeline to guard at Midway, begins with the garrisons.
    """
    first, second = gather_shipping, lay_needed_link
    if observation.ranks_objectives and observation.is_japan():
        first, second = second, first
    return (
        first(observation, choices) or second(observation, choices) or assign_escort(observation, choices) or ("done",)
    )


def pipelines_unless_damaged(observation: Observation, choices: Choices, random: Random) -> Action:
    """13.6, 15.5 Like ``pipelines``, but shipping that lost levels on a link is left to the player."""
    damage = observation.arrays[layout.DAMAGE]
    on_links = [ship for ship in observation.own_ships if links.link_of_ship(observation.state, ship) >= 0]
    return STOP if any(damage[ship] for ship in on_links) else pipelines(observation, choices, random)


def ends_served(observation: Observation) -> set[int]:
    """15.2 The ends of the side's links."""
    state = observation.state
    return {end for link in links.in_use(state, observation.number) for end in links.ends_of(state, link)}


def ports_served(observation: Observation) -> list[int]:
    """15.2 The ports at the ends of the side's links."""
    return sorted(hex for hex in map(links.hex_of_end, ends_served(observation)) if hex >= 0)


def pipeline(observation: Observation) -> int:
    """46.31 The Allied link from Australia to the edge of the map with the largest thruput; -1 if there is none."""
    state = observation.state
    found = [link for link in links.in_use(state, observation.number) if starts_at_home(observation, link)]
    return max(found, key=lambda link: (links.thruput_of(state, link), -link), default=-1)


def starts_at_home(observation: Observation, link: int) -> bool:
    """46.31 Whether a link leads from a port in Australia to the edge of the map."""
    ends = links.ends_of(observation.state, link)
    ports = [links.hex_of_end(end) for end in ends if links.edge_of(end) < 0]
    return len(ports) == 1 and not observation.is_japan() and shortening.in_australia(observation.pieces, ports[0])


def safest_link(observation: Observation) -> int:
    """15.8 The link where merchant shipping waits: the pipeline of the Allies, or Japan's shortest link to the edge."""
    if not observation.is_japan():
        return pipeline(observation)
    state = observation.state
    found = [link for link in links.in_use(state, JAPAN) if links.path_of(state, link)]
    return min(found, key=lambda link: (len(links.path_of(state, link)), link), default=-1)


def pipeline_wanted(observation: Observation) -> int:
    """46.31 The thruput that the pipeline should have, in quarters of Load Points."""
    return MARGIN * shortening.least(observation.pieces)


def gather_shipping(observation: Observation, choices: Choices) -> Action | None:
    """46.31, 43.43, 15.5 Merchant shipping that no port needs joins the pipeline, or the safest link."""
    main = safest_link(observation)
    return move_merchant(observation, choices, main, LAST if is_weak(observation) else SPARE) if main >= 0 else None


def is_weak(observation: Observation) -> bool:
    """46.31 Whether the pipeline of the Allies carries less than it should."""
    return not observation.is_japan() and shortening.thruput_home(observation.state) < pipeline_wanted(observation)


def move_merchant(observation: Observation, choices: Choices, to: int, least: int = 1) -> Action | None:
    """15.8 Moves a merchant unit to a link from the link that can best do without it."""
    able = choices.next("join_link") if "join_link" in choices.next() else ()
    moved = {ship: serves(observation, ship) for ship in able if is_merchant(observation, ship)}
    worths = {ship: can_spare(observation, link, to) for ship, link in moved.items() if link != to}
    spare = [ship for ship in worths if worths[ship] >= least and ("join_link", ship, LINKS.ids[to]) in choices]
    best = max(spare, key=lambda ship: (worths[ship], ship), default="")
    return ("join_link", best, LINKS.ids[to]) if best else None


def is_merchant(observation: Observation, ship: str) -> bool:
    """15.1 Whether a ship is merchant shipping."""
    return links.is_merchant(observation.pieces, SHIPS.index[ship])


def serves(observation: Observation, ship: str) -> int:
    """15.1 The link that a ship serves; -1 if there is none."""
    return links.link_of_ship(observation.state, SHIPS.index[ship])


IDLE, NEAR_HOME, SPARE, LAST = 4, 3, 2, 1


def can_spare(observation: Observation, link: int, to: int) -> int:
    """15.8, 15.5 How well a link can do without a merchant unit: best if its port has a Line to a home source; next
    best if other units carry enough, or if its port has stores and enemy aircraft reach the link.
    """
    if link < 0:
        return IDLE
    state, main = observation.state, safest_link(observation)
    ships, thruput = len(links.merchants_on(state, link)), links.thruput_of(state, link)
    left = thruput - thruput // max(ships, 1)
    if link == main:
        return LAST * int(ships > 1 and (observation.is_japan() or left >= pipeline_wanted(observation)))
    ports = [links.hex_of_end(end) for end in links.ends_of(state, link) if links.edge_of(end) < 0]
    home = supply_over_links.near_home(state, observation.number)
    if home and all(hex in home for hex in ports):
        return NEAR_HOME
    if ships > 1 and left >= links.QUARTERS * enough_carried(observation, link):
        return SPARE
    deploying = observation.cells[layout.FIRST_PLAYER] < 0
    if not deploying and is_exposed(observation, link) and not any(needs_link(observation, hex) for hex in ports):
        return SPARE
    # 46.31 Without the pipeline the war is shortened in every Game-Turn.
    broken = shortening.thruput_home(state) < shortening.least(observation.pieces)
    wanted = to == main and is_weak(observation) and (broken or not any(needs_link(observation, hex) for hex in ports))
    return LAST * int(wanted)


def enough_carried(observation: Observation, link: int) -> int:
    """15.3, 15.5 The Load Points per Cycle that are enough for a port, fewer if aircraft strike the link."""
    if not observation.ranks_objectives:
        return CARRIED
    return CARRIED_UNDER_ATTACK if is_exposed(observation, link) else CARRIED_AT_MIDWAY


def needs_link(observation: Observation, hex: int) -> bool:
    """15.3, 25.3 Whether a port needs a link: it is at the front, or its stores will not last."""
    if hex == front_port(observation) and not observation.ranks_objectives:
        return True
    cost = supply_reach.supply_costs(observation.state, observation.number).get(hex, 1)
    return stores_at(observation, hex) < RESERVE * cost


def is_exposed(observation: Observation, link: int) -> bool:
    """15.5 Whether aircraft of an enemy airbase reach a link."""
    way, fields = links.path_of(observation.state, link), guadalcanal_air.enemy_airbases(observation)
    return any(GRID.distance(hex, there) <= REACHED for hex in way for there in fields)


def lay_needed_link(observation: Observation, choices: Choices) -> Action | None:
    """15.2, 25.3 Gives a link to the garrison that needs it most: lays it from the nearest port with a link, then moves
    a merchant unit to it.
    """
    state = observation.state
    needy = in_need(observation)
    for link in links.in_use(state, observation.number):
        serves_need = any(links.hex_of_end(end) in needy for end in links.ends_of(state, link))
        if serves_need and not links.merchants_on(state, link) and not is_awaited(observation, link):
            moved = move_merchant(observation, choices, link)
            if moved:
                return moved
    if not can_spare_any(observation):
        return None
    served_now = ports_served(observation)
    for hex in [hex for hex in needy if hex not in served_now]:
        if "lay_link" not in choices.next() or IDS[hex] not in choices.next("lay_link"):
            continue
        served = [port for port in served_now if IDS[port] in choices.next("lay_link", IDS[hex])]
        if served:
            return ("lay_link", IDS[hex], IDS[min(served, key=lambda port: (GRID.distance(port, hex), port))])
    return None


def is_awaited(observation: Observation, link: int) -> bool:
    """15.8 Whether merchant shipping that is still changing its mode will serve a link."""
    return any(observation.arrays[layout.SHIP_LINK][ship] == link + 1 for ship in observation.own_ships)


def can_spare_any(observation: Observation) -> bool:
    """15.8 Whether some link can do without a merchant unit."""
    return any(can_spare(observation, link, -1) for link in links.in_use(observation.state, observation.number))


def in_need(observation: Observation) -> list[int]:
    """25.3 The hexes with units of the side that have few stores, the airfield first."""
    state, side = observation.state, observation.number
    home = supply_over_links.near_home(state, side)
    costs = supply_reach.supply_costs(state, side)
    needy = [hex for hex in costs if hex not in home and stores_at(observation, hex) < RESERVE * costs[hex]]
    return sorted(needy, key=lambda hex: (hex != observation.prize, stores_at(observation, hex), hex))


def stores_at(observation: Observation, hex: int) -> int:
    """25.2 The Supply Points of the side in a hex."""
    base = base_at(observation.state, hex)
    held = base >= 0 and observation.controls(hex)
    return int(observation.arrays[layout.SUPPLY][base]) if held else 0


def assign_escort(observation: Observation, choices: Choices) -> Action | None:
    """15.4 Escorts in port guard the pipeline if it ends there, otherwise the link with the most ships."""
    for ship in choices.next("join_link") if "join_link" in choices.next() else ():
        if observation.kind(SHIPS.index[ship]) not in ESCORTS[1:] or serves(observation, ship) >= 0:
            continue
        open_to = [LINKS.index[name] for name in choices.next("join_link", ship)]
        best = max(open_to, key=lambda link: link_rank(observation, link))
        return ("join_link", ship, LINKS.ids[best])
    return None


def link_rank(observation: Observation, link: int) -> tuple[bool, int, int]:
    """15.4 The order in which links are given escorts."""
    return link == pipeline(observation), len(links.merchants_on(observation.state, link)), -link


# -- 15.6, 15.9 cargo ------------------------------------------------------------------------------------


def cargo(observation: Observation, choices: Choices, random: Random) -> Action:
    """15.6 Sends troops where they are needed; then stores, then aircraft in crates."""
    return (
        send_troops(observation, choices)
        or draw_stores(observation, choices)
        or send_stores(observation, choices)
        or send_aircraft(observation, choices)
        or ("done",)
    )


def send_only_stores(observation: Observation, choices: Choices, random: Random) -> Action:
    """15.6 Sends only stores; troops and aircraft stay."""
    return draw_stores(observation, choices) or send_stores(observation, choices) or ("done",)


def send_troops(observation: Observation, choices: Choices) -> Action | None:
    """15.6, 43.73 Troops go to the airfield while its garrison is weak, to ports that the enemy plans to attack, and
    from the rear to the front.
    """
    state = observation.state
    kept = kept_garrisons(observation)
    for name in choices.next("consign") if "consign" in choices.next() else ():
        unit = UNITS.index[name]
        row, hex = type_of(state, unit), state.arrays[layout.UNIT_AT][unit]
        goals = choices.next("consign", name)
        if hex in kept:
            continue
        for to in threatened(observation) if row.kind == "combat" else ():
            if IDS[to] in goals and hex not in threatened(observation):
                return ("consign", name, IDS[to])
        waits = hex >= len(GRID)
        front = front_port(observation)
        forward = waits or (row.kind == "combat" and hex in rear_ports(observation))
        if forward and front != hex and IDS[front] in goals:
            return ("consign", name, IDS[front])
        if waits and goals:
            return ("consign", name, min(goals, key=lambda to: GRID.distance(NUMBER[to], observation.prize)))
    return None


def kept_garrisons(observation: Observation) -> frozenset[int]:
    """42.43 The hexes that may be objectives, which keep their garrisons; none in other scenarios."""
    if not observation.ranks_objectives:
        return frozenset()
    return frozenset[int]().union(*objectives.hexes_of_each(observation.pieces))


def threatened(observation: Observation) -> list[int]:
    """23.3, 43.42 The hexes that need troops: the airfield, then ports that the enemy plans to attack."""
    read = assault_plans.plans_read(observation.state, 1 - observation.number)
    own = [hex for hex in dict.fromkeys((observation.prize, *read)) if observation.controls(hex)]
    return [hex for hex in own if strength(observation.state, observation.number, hex) < GARRISON]


def front_port(observation: Observation) -> int:
    """The port where troops gather: Rabaul, or Noumea."""
    return NUMBER[GATHERED[observation.number]]


GATHERED = ("E1613", "E3231")


def rear_ports(observation: Observation) -> list[int]:
    """43.23 The ports whose garrisons are sent to the front: Truk, at Guadalcanal."""
    return [NUMBER["E1602"]] if observation.number == JAPAN and observation.at_guadalcanal else []


def draw_stores(observation: Observation, choices: Choices) -> Action | None:
    """15.31, 10.5 Draws stores from beyond the edge to the ports that lack the most."""
    stocks = STOCKS if observation.at_guadalcanal else STOCKS_AT_MIDWAY
    wanted = stocks[observation.number] | {IDS[observation.prize]: STOCK_AT_PRIZE}
    lacking = {
        hex: -(-(most - stores_at(observation, NUMBER[hex])) // links.QUARTERS)
        for hex, most in wanted.items()
        if "draw_stores" in choices.next() and hex in choices.next("draw_stores")
    }
    for hex in sorted(lacking, key=lambda name: (-lacking[name], name)):
        loads = choices.next("draw_stores", hex)
        if lacking[hex] > 0 and loads:
            return ("draw_stores", hex, loads[min(lacking[hex], len(loads)) - 1])
    return None


def send_stores(observation: Observation, choices: Choices) -> Action | None:
    """15.6, 25.2, 42.62 At Midway stores go from the ports of Japan, first to the ports that lack the least."""
    if not observation.ranks_objectives or "consign_stores" not in choices.next():
        return None
    wanted = STOCKS_AT_MIDWAY[observation.number]
    lacking = {hex: wanted[hex] - stores_at(observation, NUMBER[hex]) for hex in wanted}
    for start in choices.next("consign_stores"):
        if not is_home_source(observation.state, observation.number, NUMBER[start]):
            continue
        open_to = [hex for hex in choices.next("consign_stores", start) if lacking.get(hex, 0) > 0]
        for hex in sorted(open_to, key=lambda name: (lacking[name], name)):
            loads = choices.next("consign_stores", start, hex)
            if loads:
                return ("consign_stores", start, hex, loads[min(-(-lacking[hex] // links.QUARTERS), len(loads)) - 1])
    return None


def send_aircraft(observation: Observation, choices: Choices) -> Action | None:
    """15.6 Fighters and dive bombers go to the airfield in crates, while it has room."""
    hex = IDS[observation.prize]
    for base in choices.next("consign_points") if "consign_points" in choices.next() else ():
        if BASE_HEX[BASES.index[base]] == observation.prize:
            continue
        for stack in choices.next("consign_points", base):
            row = observation.pieces.air[STACKS.index[stack] // len(TRAININGS)]
            if row.category in CRATED and hex in choices.next("consign_points", base, stack):
                return ("consign_points", base, stack, hex, choices.next("consign_points", base, stack, hex)[-1])
    return None


CRATED = ("fighter", "dive_bomber")


# -- 21.6, 26.1 works ------------------------------------------------------------------------------------


def build(observation: Observation, choices: Choices, random: Random) -> Action:
    """21.6, 26.1 Rebuilds units, and entrenches the garrison of the airfield against bombardment."""
    verbs, hex = choices.next(), IDS[observation.prize]
    if "make_whole" in verbs:
        return ("make_whole", choices.next("make_whole")[0])
    if ("begin_work", hex, "entrenchment") in choices:
        return ("begin_work", hex, "entrenchment")
    return ("done",)
