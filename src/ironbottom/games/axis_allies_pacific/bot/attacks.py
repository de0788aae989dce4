"""The bot's combat moves: sea battles, attacks on territories by land, sea and air, convoys, and empty territories."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Action
from ironbottom.games.axis_allies_pacific import pieces
from ironbottom.games.axis_allies_pacific import state as layout
from ironbottom.games.axis_allies_pacific.bot import observation as seeing
from ironbottom.games.axis_allies_pacific.bot.forces import AvailableUnits, Stack, TransportOption, as_battle_units
from ironbottom.games.axis_allies_pacific.bot.observation import Observation
from ironbottom.games.axis_allies_pacific.bot.trial_board import TrialBoard
from ironbottom.games.axis_allies_pacific.counts import number_of
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.derived.sea_zones import convoys_of_enemy
from ironbottom.games.axis_allies_pacific.odds.counters import BattleUnits
from ironbottom.games.axis_allies_pacific.state import hostile_zones

SURE = 0.88
"""A battle gets no more units once it is won with this probability."""
FIGHTERS_AT_SEA = (pieces.SUBMARINE, pieces.DESTROYER, pieces.BATTLESHIP)
SHIPS_COUNT = 0.8
"""The value of a sunk enemy ship, relative to its price."""


SERVED = 2.0
"""The factor of a convoy's value if the side holds the territory that it serves."""
TRIES = 4
"""How often an attack is planned again if part of it could not move."""
TRANSPORT_COSTS = 6.0
"""The cost of a transport that will probably be sunk after a landing."""


class AttackPlan(NamedTuple):
    """An attack that is being planned: stacks, ships that land their loads, and its odds."""

    stacks: list[Stack]
    transports: list[tuple[TransportOption, list[Stack]]]
    won: float
    swing: float


def plan_attacks(observation: Observation, random: Random) -> list[Action]:
    """7.1.1 All combat moves of a turn."""
    plan = TrialBoard(observation.state, observation.side)
    planner = Attacks(observation, plan, random)
    planner.at_sea()
    planner.on_land()
    planner.convoys()
    return [*plan.run, ("done",)]


class Attacks:
    """The attacks of a turn, planned one after the other with the remaining forces."""

    def __init__(self, observation: Observation, plan: TrialBoard, random: Random) -> None:
        self.observation, self.plan, self.random = observation, plan, random
        self.policy = observation.policy
        self.hand = AvailableUnits(plan, self.policy)
        self.figures, self.side = observation.figures, observation.number
        self.hoped_for = 0
        """The lands that are attacked."""
        self.won_zones = 0
        """The hostile zones with a planned battle that is likely to be won."""

    @property
    def cells(self) -> list[int]:
        """The board after the plan."""
        return self.plan.cells

    # -- at sea ------------------------------------------------------------------------------------------

    def at_sea(self) -> None:
        """Attacks zones with enemy ships, the most valuable first."""
        worths = {}
        for zone in members(hostile_zones(self.cells, self.side)):
            enemy_units = seeing.defenders_of(self.cells, self.side, pieces.FIRST_ZONE + zone)
            worth = SHIPS_COUNT * seeing.cost_of(self.figures, enemy_units)
            if zone in pieces.CONVOY_AT and convoys_of_enemy(self.cells, self.side) >> zone & 1:
                worth += seeing.convoy_worth(self.figures, self.cells, self.side, zone, self.policy)
            worths[zone] = worth + self.invadable_lands(zone)
        for zone in sorted(worths, key=lambda zone: -worths[zone]):
            self.fight_at_sea(zone, worths[zone])

    def invadable_lands(self, zone: int) -> float:
        """The lands that can be invaded from a zone."""
        held = layout.held_by_team(self.cells, self.side)
        lands = members(self.figures.shore[zone] & ~held)
        worths = [seeing.land_worth(self.figures, self.cells, self.side, land, self.policy) for land in lands]
        return 0.3 * sum(worths)

    def fight_at_sea(self, zone: int, worth: float) -> None:
        """Sends ships and aircraft against a zone, as few as are likely to win."""
        place = pieces.FIRST_ZONE + zone
        enemy_units = seeing.defenders_of(self.cells, self.side, place)
        at_hand = [*self.hand.ships(zone, FIGHTERS_AT_SEA), *self.hand.aircraft(place)]
        for _ in range(TRIES):
            strike = self.smallest_winning_attack(at_hand, [], enemy_units)
            if strike is None or strike.won < self.policy.least:
                return
            if strike.won * worth + strike.swing <= 0 or self.is_too_risky(zone, strike, enemy_units):
                return
            at_hand, launched = self.launch(strike, place, at_hand, [])
            if launched:
                if strike.won > 0.8 and self.fighting_there(place):
                    self.won_zones |= 1 << zone
                return

    def fighting_there(self, place: int) -> bool:
        """Whether units of the side will fight in a zone."""
        return bool(layout.own_at(self.cells, self.side, place) & self.figures.sea_attackers)

    def is_too_risky(self, zone: int, strike: AttackPlan, enemy_units: list[BattleUnits]) -> bool:
        """Whether the enemy's counterattack would cost more than the battle gains."""
        ships = [stack for stack in strike.stacks if stack.piece in FIGHTERS_AT_SEA]
        risked = sum([self.figures.cost[pieces.KIND_OF[ship.piece]] * ship.number for ship in ships])
        gained = seeing.cost_of(self.figures, enemy_units)
        if risked <= gained:
            return False
        near = seeing.fleets_near(self.cells, self.figures, self.side, zone)
        coming = [unit for unit in near if unit not in enemy_units]
        fire = sum([self.figures.attack[unit.piece] * unit.number for unit in coming])
        own = sum([self.figures.defence[ship.piece] * ship.number for ship in ships])
        return fire > 1.3 * own and risked > 1.5 * gained

    # -- on land -----------------------------------------------------------------------------------------

    def on_land(self) -> None:
        """Attacks the most valuable lands first; then enters empty lands."""
        held = layout.held_by_team(self.cells, self.side)
        goals = members(pieces.PASSABLE & ~held)
        worths = {land: seeing.land_worth(self.figures, self.cells, self.side, land, self.policy) for land in goals}
        for land in sorted(worths, key=lambda land: -worths[land]):
            self.attack(land, worths[land])

    def attack(self, land: int, worth: float) -> None:
        """Sends the smallest force that is likely to take a territory."""
        enemy_units = seeing.defenders_of(self.cells, self.side, land)
        overland = [stack for near in members(self.figures.by_land[land]) for stack in self.hand.ground(near)]
        if not enemy_units:
            self.enter_undefended(land, overland)
            return
        overland.sort(key=lambda stack: stack.piece)
        at_hand = [*overland, *self.hand.aircraft(land)]
        closed = hostile_zones(self.cells, self.side) & ~self.won_zones
        transports = self.available_transports(land, closed)
        for _ in range(TRIES):
            strike = self.smallest_winning_attack(at_hand, transports, enemy_units, land)
            if strike is None or strike.won < self.policy.least:
                return
            if strike.won * worth + strike.swing - self.possible_ship_losses(strike) <= 0:
                return
            at_hand, launched = self.launch(strike, land, at_hand, transports)
            if launched:
                self.hoped_for |= 1 << land
                return

    def launch(
        self,
        strike: AttackPlan,
        place: int,
        at_hand: list[Stack],
        transports: list[tuple[TransportOption, list[Stack]]],
    ) -> tuple[list[Stack], bool]:
        """Sends a whole strike. If part of it cannot go, nothing goes, and the stacks that can still be sent are
        returned.
        """
        plan = self.plan
        before, run = plan.state, list(plan.run)
        left, whole = list(at_hand), True
        for transport, cargo in strike.transports:
            if not self.ship(transport, cargo, place, "assault"):
                transports.remove((transport, cargo))
                whole = False
        for stack in strike.stacks:
            went = self.send(stack, place)
            if went < stack.number:
                left[left.index(stack)] = stack._replace(number=went)
                whole = False
        if not whole:
            plan.state, plan.run = before, run
        return [stack for stack in left if stack.number], whole

    def possible_ship_losses(self, strike: AttackPlan) -> float:
        """The possible loss of the landing ships in a zone beside the territory, if the enemy can reach them."""
        result = 0.0
        for transport, _ in strike.transports:
            near = seeing.fleets_near(self.cells, self.figures, self.side, transport.lands_from)
            place = pieces.FIRST_ZONE + transport.lands_from
            there = seeing.friendly_units(self.cells, self.side, place, seeing.FLEET | seeing.AIR)
            fire, own = total_pips(self.figures, near), total_pips(self.figures, there, defending=True)
            result += TRANSPORT_COSTS * min(1.0, max(0.0, fire - own) / 4)
        return result

    def enter_undefended(self, land: int, overland: list[Stack]) -> None:
        """7.1.2 Takes an undefended land with one unit, or with more if the enemy could retake it at once."""
        threat = seeing.attack_on_land(self.cells, self.figures, self.side, land)
        wanted = 1 if not threat else 2
        for stack in sorted(overland, key=lambda stack: stack.piece):
            number = min(stack.number, wanted)
            if number and self.plan.move(stack.power, stack.place, stack.piece, land, number):
                wanted -= number
            if wanted <= 0:
                return
        if wanted and not overland:
            closed = hostile_zones(self.cells, self.side)
            for transport, cargo in self.available_transports(land, closed)[:1]:
                self.ship(transport, cargo, land, "assault")

    def available_transports(self, land: int, closed: int) -> list[tuple[TransportOption, list[Stack]]]:
        """The ships that may land units, each once, with their possible loads; the nearest ships first."""
        found: dict[tuple[int, int], tuple[TransportOption, list[Stack]]] = {}
        for transport in self.hand.transports(land, closed):
            key = (transport.zone, transport.ship)
            if key in found and transport.loads_at != transport.zone:
                continue
            cargo = self.hand.best_load(transport, land)
            if (cargo or transport.ship != pieces.TRANSPORT) and len(cargo) >= len(found.get(key, (transport, []))[1]):
                found[key] = (transport, cargo)
        result = []
        for transport, cargo in found.values():
            there = self.plan.unmoved(self.side, pieces.FIRST_ZONE + transport.zone, transport.ship)
            result += [(transport, cargo)] * there
        return result

    def ship(self, transport: TransportOption, cargo: list[Stack], land: int, verb: str) -> bool:
        """7.7.2 A ship loads, sails and lands; illegal steps are skipped."""
        plan, ship, zone = self.plan, transport.ship, transport.zone
        before, run = plan.state, list(plan.run)
        to_load = pieces.FIRST_ZONE + transport.loads_at
        if transport.loads_at != zone and not plan.move(self.side, pieces.FIRST_ZONE + zone, ship, to_load, 1):
            return False
        for stack in cargo:
            there = self.hand.ground(stack.place)
            if any(own.piece == stack.piece for own in there):
                after = plan.load(transport.loads_at, ship, stack.place, stack.piece)
                ship = after if after >= 0 else ship
        done = ship != pieces.TRANSPORT
        if done and transport.lands_from != transport.loads_at:
            start, to = pieces.FIRST_ZONE + transport.loads_at, pieces.FIRST_ZONE + transport.lands_from
            fresh = transport.loads_at == zone
            done = plan.move(self.side, start, ship, to, 1) if fresh else plan.go_on(start, ship, to, 1)
        if not (done and plan.land(verb, transport.lands_from, ship, land)):
            plan.state, plan.run = before, run
            return False
        return True

    # -- putting an attack together -------------------------------------------------------------------------

    def smallest_winning_attack(
        self,
        at_hand: list[Stack],
        transports: list[tuple[TransportOption, list[Stack]]],
        enemy_units: list[BattleUnits],
        land: int = -1,
    ) -> AttackPlan | None:
        """The smallest number of available units, taken in order, that is likely to win; None if even all of them are
        not.
        """
        surprised = self.observation.first_turn
        aa = land >= 0 and any(
            number_of(self.cells[layout.UNITS + power * pieces.PLACE_COUNT + land], pieces.AA_GUN)
            for power in self.observation.enemies
        )
        stacks: list[Stack] = []
        sailing: list[tuple[TransportOption, list[Stack]]] = []
        waiting: list[tuple[TransportOption, list[Stack]]] = list(transports)
        groups: list[Stack | tuple[TransportOption, list[Stack]]] = [
            *(stack for stack in at_hand if stack.piece not in pieces.AIRCRAFT),
            *waiting[:1],
            *(stack for stack in at_hand if stack.piece in pieces.AIRCRAFT),
            *waiting[1:],
        ]
        needs_ground = land >= 0
        won, swing = 0.0, 0.0
        for group in groups:
            if isinstance(group, Stack):
                stacks.append(group)
            else:
                sailing.append(group)
            ours = as_battle_units(stacks) + self.landing(sailing)
            if needs_ground and not any(unit.piece in pieces.FIGHTING_GROUND for unit in ours):
                return None
            if total_pips(self.figures, ours) < 0.5 * total_pips(self.figures, enemy_units, defending=True):
                continue
            won, swing = seeing.chance(self.figures, ours, enemy_units, surprised=surprised, aa=aa)
            if won >= SURE:
                break
        return AttackPlan(stacks, sailing, won, swing) if stacks or sailing else None

    def landing(self, sailing: list[tuple[TransportOption, list[Stack]]]) -> list[BattleUnits]:
        """8.9.5 The units that ships would land."""
        result: list[Stack] = []
        for transport, cargo in sailing:
            result += cargo
            if transport.ship != pieces.TRANSPORT:
                aboard = [f for f in pieces.LOADS[transport.ship - pieces.TRANSPORT] if f < pieces.OWN_FREIGHT]
                result += [Stack(self.side, -1, freight, 1) for freight in aboard]
        return as_battle_units(result, landed=True)

    def send(self, stack: Stack, place: int) -> int:
        """Sends a stack to its battle, with as many units as allowed; ships that are already there stay."""
        if stack.place == place and stack.piece not in pieces.AIRCRAFT:
            return stack.number
        for number in range(stack.number, 0, -1):
            if stack.piece in pieces.AIRCRAFT:
                went = self.plan.fly(stack.power, stack.place, stack.piece, place, number)
            else:
                went = self.via_convoy(stack, place, number) or self.plan.move(*stack[:3], place, number)
            if went:
                return number
        return 0

    def via_convoy(self, stack: Stack, place: int, number: int) -> bool:
        """9.5.2 Warships bound for the next zone pass through a convoy zone and take the convoy on the way."""
        if stack.place < pieces.FIRST_ZONE:
            return False
        beside = self.figures.by_sea
        between = beside[stack.place - pieces.FIRST_ZONE] & beside[place - pieces.FIRST_ZONE]
        wanted = between & convoys_of_enemy(self.cells, self.side) & ~hostile_zones(self.cells, self.side)
        names, piece = pieces.PLACES.ids, pieces.PIECES.ids[stack.piece]
        for zone in members(wanted):
            by = names[pieces.FIRST_ZONE + zone]
            there = ("move", names[stack.place], piece), ("go", by, str(number))
            if self.plan.carry_out(*there, ("go_on", by, piece), ("go", names[place], str(number))):
                return True
        return False

    # -- convoys (9.5) --------------------------------------------------------------------------------------

    def convoys(self) -> None:
        """9.5.2, 9.5.3 Submarines and destroyers take undefended enemy convoys."""
        wanted = convoys_of_enemy(self.cells, self.side)
        zones = [zone for zone in pieces.CONVOY_ZONES if wanted >> zone & 1]
        zones.sort(key=lambda zone: -self.route_worth(zone))
        for zone in zones:
            if hostile_zones(self.cells, self.side) >> zone & 1:
                continue
            if not convoys_of_enemy(self.cells, self.side) >> zone & 1:
                continue
            self.take_convoy(zone)

    def route_worth(self, zone: int) -> float:
        """The value of a convoy, higher if the side holds or is about to take the territory that it serves."""
        worth = seeing.convoy_worth(self.figures, self.cells, self.side, zone, self.policy)
        convoy = pieces.CONVOY_AT[zone]
        land = next((land for land, route in enumerate(self.figures.route_of) if route == convoy), -1)
        ours = layout.held_by_team(self.cells, self.side) | self.hoped_for
        return worth * (SERVED if land >= 0 and ours >> land & 1 else 1.0)

    def take_convoy(self, zone: int) -> None:
        """Sends one ship against a convoy: a submarine if possible, otherwise another that is not at risk."""
        place = pieces.FIRST_ZONE + zone
        near = seeing.fleets_near(self.cells, self.figures, self.side, zone)
        fire = total_pips(self.figures, near)
        kinds = (pieces.SUBMARINE, pieces.DESTROYER) if fire > 4 else (*FIGHTERS_AT_SEA, pieces.CARRIER)
        for stack in self.hand.ships(zone, kinds):
            if stack.place == place:
                done = self.plan.carry_out(("seize", pieces.ZONES.ids[zone], pieces.PIECES.ids[stack.piece]))
            else:
                done = self.plan.move(self.side, stack.place, stack.piece, place, 1)
            if done:
                return


def total_pips(figures: Figures, units: list[BattleUnits], *, defending: bool = False) -> int:
    """The total pips of units."""
    factors = figures.defence if defending else figures.attack
    return sum([factors[unit.piece] * unit.number for unit in units])
