"""The bot's purchases: what each economy buys, and where the units appear."""

from __future__ import annotations

from random import Random

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Action
from ironbottom.games.axis_allies_pacific import pieces
from ironbottom.games.axis_allies_pacific import state as layout
from ironbottom.games.axis_allies_pacific.bot import observation as seeing
from ironbottom.games.axis_allies_pacific.bot.observation import GROUND, Observation
from ironbottom.games.axis_allies_pacific.bot.policy import Mix
from ironbottom.games.axis_allies_pacific.bot.trial_board import TrialBoard
from ironbottom.games.axis_allies_pacific.counts import number_of
from ironbottom.games.axis_allies_pacific.odds.counters import BattleUnits, units_of

CROWDED_TRANSPORTS = 0.22
"""The share of transports if troops wait for them."""


def plan_purchases(observation: Observation, random: Random) -> list[Action]:
    """5.1 The purchases of the side's economies: first for a capital in danger, then the kinds of unit that the mix
    lacks.
    """
    plan = TrialBoard(observation.state, observation.side)
    for economy in pieces.ECONOMIES_OF[observation.number]:
        defend_capital(observation, plan, economy)
        buy_by_mix(observation, plan, economy, random)
    return [*plan.run, ("done",)]


def buy(plan: TrialBoard, economy: int, kind: str, number: int) -> bool:
    """Buys units if that is legal."""
    return number > 0 and plan.carry_out(("buy", pieces.ECONOMIES.ids[economy], kind, str(number)))


def defend_capital(observation: Observation, plan: TrialBoard, economy: int) -> None:
    """Buys infantry for the capital until it withstands the threat."""
    figures, cells = observation.figures, observation.cells
    capital = figures.capital[economy]
    threat = seeing.attack_on_land(cells, figures, observation.number, capital)
    if not threat:
        return
    there = seeing.friendly_units(cells, observation.number, capital, pieces.LAND_COMBAT)
    infantry = pieces.INFANTRY
    most = cells[layout.IPC + economy] // figures.cost[infantry]
    for number in range(most + 1):
        with_them = [*there, BattleUnits(pieces.FRIENDS[observation.number][0], infantry, number)]
        won, _ = seeing.chance(figures, threat, [unit for unit in with_them if unit.number], aa=True)
        if won < 0.25:
            buy(plan, economy, "infantry", number)
            return
    buy(plan, economy, "infantry", most)


def buy_by_mix(observation: Observation, plan: TrialBoard, economy: int, random: Random) -> None:
    """Buys units one by one of the kind that the mix lacks most, while there is money."""
    figures, name = observation.figures, pieces.ECONOMIES.ids[economy]
    mix = dict(wanted_mix(observation, name))
    if "transport" in mix and has_troops_waiting(observation, economy):
        mix = {kind: share for kind, share in mix.items() if kind not in pieces.KINDS.ids[: pieces.TANK + 1]}
        mix["transport"] = max(mix["transport"], CROWDED_TRANSPORTS)
    spent = {kind: unit_count(observation, economy, kind) * figures.cost[pieces.KINDS.index[kind]] for kind in mix}
    while mix:
        budget = plan.cells[layout.IPC + economy]
        whole = sum(spent.values()) + budget + 1
        short = {kind: share * whole - spent[kind] for kind, share in mix.items()}
        kind = max(short, key=lambda kind: short[kind] + random.random())
        if figures.cost[pieces.KINDS.index[kind]] > budget or not buy(plan, economy, kind, 1):
            del mix[kind]
            continue
        spent[kind] += figures.cost[pieces.KINDS.index[kind]]


def wanted_mix(observation: Observation, name: str) -> Mix:
    """The mix of an economy; once the side has won the sea, its mix for landings, if it has one."""
    policy = observation.policy
    landing = policy.landing_mixes.get(name)
    if landing is None:
        return policy.mixes[name]
    mine, theirs = (
        sum([fleet_cost(observation, power) for power in powers])
        for powers in (pieces.FRIENDS[observation.number], pieces.ENEMIES[observation.number])
    )
    return landing if theirs < policy.sea_won * mine else policy.mixes[name]


def fleet_cost(observation: Observation, power: int) -> int:
    """The price of a power's warships and of its aircraft at sea."""
    start = layout.UNITS + power * pieces.PLACE_COUNT + pieces.FIRST_ZONE
    zones = observation.cells[start : start + pieces.ZONE_COUNT]
    wanted = pieces.WARSHIPS_MASK | seeing.AIR
    return sum([seeing.cost_of(observation.figures, units_of(power, counts & wanted)) for counts in zones if counts])


def production_lands(observation: Observation, economy: int) -> list[int]:
    """The lands of an economy with a complex, where its troops appear."""
    return members(observation.cells[layout.HELD + economy] & observation.cells[layout.COMPLEXES])


def has_troops_waiting(observation: Observation, economy: int) -> bool:
    """Whether more troops wait at home than the power's transports can take at once; always false in India."""
    if economy == pieces.INDIA:
        return False
    waiting = sum(
        [
            unit.number
            for home in production_lands(observation, economy)
            for unit in seeing.friendly_units(observation.cells, observation.number, home, GROUND)
        ]
    )
    return waiting > 2 * unit_count(observation, economy, "transport") + 4


def unit_count(observation: Observation, economy: int, kind: str) -> int:
    """The number of a power's units of a kind; of ground units, only those that wait for ships, or all units of the
    economy.
    """
    cells, number = observation.cells, 0
    power = pieces.PLAYER_OF[(pieces.JAPAN, pieces.UK, pieces.UK, pieces.USA)[economy]]
    piece = pieces.KIND_OF.index(pieces.KINDS.index[kind])
    ground = 1 << 12 * piece & GROUND
    lands = field_of if observation.policy.counts_armies else production_lands
    at_home = set(lands(observation, economy))
    for place in range(pieces.PLACE_COUNT):
        if ground and place not in at_home:
            continue
        counts = cells[layout.UNITS + power * pieces.PLACE_COUNT + place]
        if kind == "transport":
            number += sum([number_of(counts, ship) for ship in pieces.TRANSPORTS]) if counts else 0
        else:
            number += number_of(counts, piece)
    return number


def field_of(observation: Observation, economy: int) -> list[int]:
    """The places that are nearer to the capital of an economy than to the capital of any other economy of its power."""
    figures = observation.figures
    steps = figures.routes.steps
    capitals = [figures.capital[own] for own in pieces.ECONOMIES_OF[observation.number]]
    own = figures.capital[economy]
    return [
        place
        for place in range(pieces.PLACE_COUNT)
        if steps[own][place] == min(steps[capital][place] for capital in capitals)
    ]


# -- placement (11.1) -----------------------------------------------------------------------------------------------


def plan_placement(observation: Observation, random: Random) -> list[Action]:
    """11.1 Places everything that was bought: on land where it is needed most, ships with other ships."""
    plan = TrialBoard(observation.state, observation.side)
    while True:
        decision = plan.state.decision(plan.side)
        if decision is None or decision.procedure.name != "placement":
            return plan.run
        offered = [action for action in decision.choices if action[0] == "place"]
        if not offered:
            return [*plan.run, ("finish",)]
        if not plan.carry_out(max(offered, key=lambda action: (site_worth(observation, action), int(action[5])))):
            return plan.run


def site_worth(observation: Observation, action: Action) -> float:
    """The value of a place for new units."""
    place = pieces.PLACES.index[action[4]]
    cells, figures = observation.cells, observation.figures
    if place < pieces.FIRST_ZONE:
        held = layout.held_by_team(cells, observation.number)
        far = min(
            (figures.routes.steps[place][land] for land in members(pieces.PASSABLE & ~held)),
            default=9,
        )
        return 10.0 - far
    ships = seeing.friendly_units(cells, observation.number, place, pieces.SHIPS_MASK)
    near = seeing.fleets_near(cells, figures, observation.number, place - pieces.FIRST_ZONE)
    return sum([unit.number for unit in ships]) - sum([unit.number for unit in near])
