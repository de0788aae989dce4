"""The bot's non-combat moves: aircraft land, ground units go to the front, ships carry troops, fleets assemble."""

from __future__ import annotations

from functools import cached_property
from random import Random

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Action
from ironbottom.games.axis_allies_pacific import pieces
from ironbottom.games.axis_allies_pacific import state as layout
from ironbottom.games.axis_allies_pacific.bot import observation as seeing
from ironbottom.games.axis_allies_pacific.bot.attacks import Attacks, total_pips
from ironbottom.games.axis_allies_pacific.bot.forces import Stack
from ironbottom.games.axis_allies_pacific.bot.observation import GROUND, Observation
from ironbottom.games.axis_allies_pacific.bot.trial_board import TrialBoard
from ironbottom.games.axis_allies_pacific.counts import nonzero, number_of
from ironbottom.games.axis_allies_pacific.derived.reach import RouteInputs
from ironbottom.games.axis_allies_pacific.derived.sea_zones import convoys_of_enemy
from ironbottom.games.axis_allies_pacific.state import hostile_zones

IN_LINE = (pieces.BATTLESHIP, pieces.CARRIER, pieces.DESTROYER, pieces.DESTROYER_LOADED)
"""The ships of a fleet that stay together."""
FAR = 30
NEAR = 1.6
"""How fast the attraction of a goal decreases with distance."""
WATCHED = 3
"""A convoy is guarded if enemy ships are within this distance."""
QUIET_WORTH = 0.25
"""The value of guarding a convoy without enemy ships near it."""
MAX_ATTRACTION = 20.0
"""The highest attraction of a single land to a fleet."""


def plan_regroup(observation: Observation, random: Random) -> list[Action]:
    """10.1 All non-combat moves of a turn."""
    plan = TrialBoard(observation.state, observation.side)
    regroup = Regrouping(observation, plan, random)
    regroup.land_all()
    regroup.move_carriers_to_fighters()
    regroup.march()
    regroup.carry()
    regroup.sail()
    regroup.rebase()
    regroup.land_all()
    regroup.move_carriers_to_fighters()
    decision = plan.state.decision(plan.side)
    if decision is not None and ("done",) not in decision.choices:
        return plan.run or [decision.choices.sample(random)]
    return [*plan.run, ("done",)]


class Regrouping(Attacks):
    """The moves of phase 6, one after the other."""

    # -- aircraft land (10.1) --------------------------------------------------------------------------------

    def landings(self) -> list[Action]:
        """The landings that are open now."""
        decision = self.plan.state.decision(self.plan.side)
        if decision is None:
            return []
        return [action for action in decision.choices if action[0] == "land"]

    def land_all(self) -> None:
        """Lands all aircraft where they are safest and most useful, as many at once as allowed."""
        while open_now := self.landings():
            place, flight = open_now[0][1], open_now[0][2]
            landings = [action for action in open_now if (action[1], action[2]) == (place, flight)]
            if not self.plan.carry_out(
                max(landings, key=lambda action: (self.landing_place_value(action[3]), int(action[4])))
            ):
                return

    def landing_place_value(self, name: str) -> float:
        """The value of a place for aircraft: carriers first, then lands with the side's own troops, near the next
        targets.
        """
        place = pieces.PLACES.index[name]
        if place >= pieces.FIRST_ZONE:
            return 6.0
        friends = seeing.friendly_units(self.cells, self.side, place, GROUND)
        guarded = min(4, sum([unit.number for unit in friends]))
        threat = total_pips(self.figures, seeing.attack_on_land(self.cells, self.figures, self.side, place))
        exposed = threat > 2 * sum([2 * unit.number for unit in friends])
        return guarded - 4 * exposed - 0.3 * self.far_from_goal(place)

    def move_carriers_to_fighters(self) -> None:
        """7.4.3 Moves carriers to fighters in the air that have no place to land."""
        while self.has_aircraft_to_land() and self.move_one_carrier():
            self.land_all()

    def has_aircraft_to_land(self) -> bool:
        """Whether the phase cannot end because aircraft must still land."""
        decision = self.plan.state.decision(self.plan.side)
        return decision is not None and ("done",) not in decision.choices and not self.landings()

    def move_one_carrier(self) -> bool:
        """Moves a carrier to a zone where fighters can land on it."""
        names = pieces.PLACES.ids
        for stack in self.carriers():
            trial = TrialBoard(self.plan.state, self.plan.side)
            trial.carry_out(("move", names[stack.place], pieces.PIECES.ids[pieces.CARRIER]))
            decision = trial.state.decision(trial.side)
            if decision is None or decision.procedure.name != "bound":
                continue
            for goal in decision.choices.next("go"):
                state, run = self.plan.state, list(self.plan.run)
                if self.plan.move(self.side, stack.place, pieces.CARRIER, pieces.PLACES.index[goal], 1):
                    if self.landings():
                        return True
                    self.plan.state, self.plan.run = state, run
        return False

    def carriers(self) -> list[Stack]:
        """The unmoved carriers."""
        start = layout.UNITS + self.side * pieces.PLACE_COUNT
        return [
            Stack(self.side, place, pieces.CARRIER, number_of(counts, pieces.CARRIER))
            for place, counts in enumerate(self.cells[start : start + pieces.PLACE_COUNT])
            if counts and number_of(counts, pieces.CARRIER)
        ]

    # -- what attracts forces---------------------------------------------------------------------------------

    @cached_property
    def goals(self) -> dict[int, float]:
        """The value of being in each place next turn: enemy territories, and convoys that the enemy holds."""
        held = layout.held_by_team(self.cells, self.side)
        result = {}
        for land in members(pieces.PASSABLE & ~held):
            worth = seeing.land_worth(self.figures, self.cells, self.side, land, self.policy)
            enemy_units = seeing.defenders_of(self.cells, self.side, land)
            result[land] = worth / (1 + 0.15 * total_pips(self.figures, enemy_units, defending=True))
        wanted = convoys_of_enemy(self.cells, self.side)
        for zone in pieces.CONVOY_ZONES:
            if wanted >> zone & 1:
                worth = seeing.convoy_worth(self.figures, self.cells, self.side, zone, self.policy)
                result[pieces.FIRST_ZONE + zone] = worth
        return result

    @cached_property
    def routes(self) -> dict[int, float]:
        """The value of the convoy in each zone: for taking it, or for guarding it if enemies are near."""
        wanted = convoys_of_enemy(self.cells, self.side)
        hostile = members(hostile_zones(self.cells, self.side))
        result = {}
        for zone in pieces.CONVOY_ZONES:
            worth = seeing.convoy_worth(self.figures, self.cells, self.side, zone, self.policy)
            steps = self.figures.routes.steps[pieces.FIRST_ZONE + zone]
            quiet = all(steps[pieces.FIRST_ZONE + enemy] > WATCHED for enemy in hostile)
            result[zone] = worth if wanted >> zone & 1 or not quiet else QUIET_WORTH * worth
        return result

    def fleet_attraction(self, zone: int) -> float:
        """The attraction of a zone to a fleet: convoys to guard or take, coasts to invade; nearer ones count more."""
        steps = self.figures.routes.steps[pieces.FIRST_ZONE + zone]
        drawn: float = sum(
            [worth / (1 + steps[pieces.FIRST_ZONE + other]) ** NEAR for other, worth in self.routes.items()]
        )
        for goal, worth in self.goals.items():
            if goal < pieces.LAND_COUNT and self.figures.coast[goal]:
                drawn += min(worth, MAX_ATTRACTION) / (1 + steps[goal]) ** NEAR
        return drawn

    def far_from_goal(self, place: int) -> int:
        """The steps from a place to the nearest enemy territory."""
        steps = self.figures.routes.steps[place]
        return min((steps[goal] for goal in self.goals if goal < pieces.LAND_COUNT), default=FAR)

    # -- by land ----------------------------------------------------------------------------------------------

    @cached_property
    def marching(self) -> dict[int, tuple[int, float]]:
        """For each friendly territory, the distance over land to the nearest enemy territory, and its value."""
        held = layout.held_by_team(self.cells, self.side)
        result: dict[int, tuple[int, float]] = {}
        for goal, worth in self.goals.items():
            if goal >= pieces.LAND_COUNT:
                continue
            edge, seen, far = [goal], {goal}, 0
            while edge:
                far += 1
                edge = [
                    near
                    for land in edge
                    for near in members(self.figures.by_land[land] & held)
                    if near not in seen and not seen.add(near)  # type: ignore[func-returns-value]
                ]
                for land in edge:
                    draw = worth / far**1.5
                    if draw > result.get(land, (0, 0.0))[1]:
                        result[land] = far, draw
        return result

    def march(self) -> None:
        """Moves ground units except garrisons toward the nearest enemy over land, up to an adjacent territory."""
        held = layout.held_by_team(self.cells, self.side)
        for land in members(held):
            here = self.marching.get(land, (FAR, 0.0))
            if here[0] <= 1:
                continue
            for stack in self.hand.ground(land):
                near = members(self.figures.by_land[land] & held)
                better = [to for to in near if self.marching.get(to, (FAR, 0.0))[1] > here[1]]
                for to in sorted(better, key=lambda to: -self.marching[to][1]):
                    if self.plan.move(stack.power, land, stack.piece, to, stack.number):
                        break

    # -- by sea -------------------------------------------------------------------------------------------------

    def carry(self) -> None:
        """Transports take troops from places where they are useless to places where they are useful, or fetch them."""
        start = layout.UNITS + self.side * pieces.PLACE_COUNT + pieces.FIRST_ZONE
        for zone in range(pieces.ZONE_COUNT):
            for ship, number in nonzero(self.cells[start + zone] & pieces.TRANSPORTS_MASK):
                for _ in range(number):
                    if not self.deliver(zone, ship):
                        break

    def deliver(self, zone: int, ship: int) -> bool:
        """A transport loads if empty, sails to the most attractive zone, and lands its load if that is useful."""
        idle = self.idle_troops(zone) if ship == pieces.TRANSPORT else []
        if ship == pieces.TRANSPORT and not idle:
            return self.fetch(zone)
        for stack in idle[:2]:
            after = self.plan.load(zone, ship, stack.place, stack.piece)
            ship = after if after >= 0 else ship
        if ship == pieces.TRANSPORT:
            return False
        routes = self.open_routes(zone)
        best, to, land = self.cargo_attraction(zone), zone, -1
        for goal in (zone, *routes):
            if goal != zone and self.danger(goal, []) > self.danger(zone, []) + 2:
                continue
            for shore in members(self.figures.shore[goal] & layout.held_by_team(self.cells, self.side)):
                draw = 1.3 * self.marching.get(shore, (FAR, 0.0))[1]
                if draw > best:
                    best, to, land = draw, goal, shore
            if self.cargo_attraction(goal) > best:
                best, to, land = self.cargo_attraction(goal), goal, -1
        if to != zone and not self.plan.move(self.side, pieces.FIRST_ZONE + zone, ship, pieces.FIRST_ZONE + to, 1):
            return False
        if land >= 0:
            self.plan.land("unload", to, ship, land)
        return to != zone or land >= 0

    def cargo_attraction(self, zone: int) -> float:
        """The attraction of a zone to a load: the lands nearby that it can invade."""
        sail = self.figures.routes.steps[pieces.FIRST_ZONE + zone]
        return max(
            (
                worth / (1 + sail[goal]) ** 1.2
                for goal, worth in self.goals.items()
                if goal < pieces.LAND_COUNT and self.figures.coast[goal]
            ),
            default=0.0,
        )

    def idle_troops(self, zone: int) -> list[Stack]:
        """The troops next to a zone with no enemy near over land, one by one, infantry and artillery mixed."""
        held = layout.held_by_team(self.cells, self.side)
        found = [
            stack
            for land in members(self.figures.shore[zone] & held)
            if self.marching.get(land, (FAR, 0.0))[0] > 2
            for stack in self.hand.ground(land)
            if stack.power == self.side and stack.piece != pieces.TANK
        ]
        found.sort(key=lambda stack: stack.piece != pieces.ARTILLERY)
        singles = [stack._replace(number=1) for stack in found for _ in range(min(2, stack.number))]
        guns = [stack for stack in singles if stack.piece == pieces.ARTILLERY][:1]
        foot = [stack for stack in singles if stack.piece != pieces.ARTILLERY]
        light = [*guns, *foot][:2]
        return light if len(light) == 2 else light or []

    def fetch(self, zone: int) -> bool:
        """Moves an empty transport to waiting troops, or home."""
        best, to = 0.0, zone
        for goal in (zone, *self.open_routes(zone)):
            waiting = sum([stack.number for stack in self.idle_troops(goal)])
            home = self.steps_to_complex(goal)
            worth = waiting + 1.0 / (1 + home) - 0.5 * self.danger(goal, [])
            if worth > best + 0.01:
                best, to = worth, goal
        return to != zone and self.plan.move(
            self.side, pieces.FIRST_ZONE + zone, pieces.TRANSPORT, pieces.FIRST_ZONE + to, 1
        )

    def steps_to_complex(self, zone: int) -> int:
        """The steps from a zone to the nearest complex of the side."""
        own = [
            land
            for economy in pieces.ECONOMIES_OF[self.side]
            for land in members(self.cells[layout.HELD + economy] & self.cells[layout.COMPLEXES])
        ]
        return min((self.figures.routes.steps[pieces.FIRST_ZONE + zone][land] for land in own), default=FAR)

    def open_routes(self, zone: int) -> dict[int, tuple[int, ...]]:
        """The zones that a ship reaches in phase 6 without a base."""
        return self.figures.routes.sail(zone, 2, RouteInputs(hostile_zones(self.cells, self.side), 0, 0))

    # -- fleets ---------------------------------------------------------------------------------------------------

    def danger(self, zone: int, fleet: list[Stack]) -> float:
        """By how much the possible enemy fire in a zone exceeds the side's own."""
        near = seeing.fleets_near(self.cells, self.figures, self.side, zone)
        there = seeing.friendly_units(self.cells, self.side, pieces.FIRST_ZONE + zone, seeing.FLEET | seeing.AIR)
        own = total_pips(self.figures, there, defending=True)
        own += sum([self.figures.defence[stack.piece] * stack.number for stack in fleet])
        return max(0.0, total_pips(self.figures, near) - 1.2 * own)

    def sail(self) -> None:
        """Fleets go together to the most attractive safe zone; submarines go alone."""
        start = layout.UNITS + self.side * pieces.PLACE_COUNT + pieces.FIRST_ZONE
        for zone in range(pieces.ZONE_COUNT):
            counts = self.cells[start + zone]
            fleet = [
                Stack(self.side, pieces.FIRST_ZONE + zone, piece, number_of(counts, piece))
                for piece in IN_LINE
                if number_of(counts, piece)
            ]
            if fleet:
                self.sail_fleet(zone, fleet)
            for stack in self.hand.ships(zone, (pieces.SUBMARINE,), 0):
                self.sail_submarines(zone, stack)

    def sail_fleet(self, zone: int, fleet: list[Stack]) -> None:
        """Moves a fleet to the best zone in range."""

        def worth(goal: int, staying: bool) -> float:
            company = seeing.friendly_units(self.cells, self.side, pieces.FIRST_ZONE + goal, pieces.SHIPS_MASK)
            others = 0 if staying else min(6.0, 0.4 * sum([unit.number for unit in company]))
            return self.fleet_attraction(goal) + others - self.danger(goal, [] if staying else fleet)

        best, to = worth(zone, True), zone
        for goal in self.open_routes(zone):
            value = worth(goal, False)
            if value > best + 0.2:
                best, to = value, goal
        if to != zone:
            for stack in fleet:
                self.plan.move(self.side, stack.place, stack.piece, pieces.FIRST_ZONE + to, stack.number)

    def sail_submarines(self, zone: int, stack: Stack) -> None:
        """Submarines go near enemy convoys; those next to one that the enemy would take back stay."""
        if zone in pieces.CONVOY_AT and self.at_home(zone):
            return
        draws = {
            goal: max(
                (
                    worth / (1 + self.figures.routes.steps[pieces.FIRST_ZONE + goal][place])
                    for place, worth in self.goals.items()
                    if place >= pieces.FIRST_ZONE
                ),
                default=0.0,
            )
            - 0.2 * self.danger(goal, [stack])
            for goal in (zone, *self.open_routes(zone))
        }
        to = max(draws, key=lambda goal: draws[goal])
        if to != zone and draws[to] > draws[zone] + 0.1:
            self.plan.move(self.side, stack.place, stack.piece, pieces.FIRST_ZONE + to, stack.number)

    def at_home(self, zone: int) -> bool:
        """Whether a captured enemy convoy is held here."""
        convoy = pieces.CONVOY_AT[zone]
        ours = self.figures.convoy_owner[convoy] == pieces.SIDES.ids[pieces.JAPAN]
        return ours != (self.side == pieces.JAPAN)

    # -- aircraft that have not flown -----------------------------------------------------------------------------

    def rebase(self) -> None:
        """Fighters and bombers that are far from the enemy move nearer to it, to carriers or guarded lands."""
        start = layout.UNITS + self.side * pieces.PLACE_COUNT
        for place in range(pieces.LAND_COUNT):
            for piece in (pieces.FIGHTER, pieces.BOMBER):
                number = number_of(self.cells[start + place], piece)
                if number and self.far_from_goal(place) > 2:
                    self.forward(place, piece, number)

    def forward(self, place: int, piece: int, number: int) -> None:
        """Moves the aircraft of a territory to the best place in range, if it is better."""
        names = pieces.PLACES.ids
        trial = TrialBoard(self.plan.state, self.plan.side)
        if not trial.carry_out(("move", names[place], pieces.PIECES.ids[piece])):
            return
        decision = trial.state.decision(trial.side)
        if decision is None or decision.procedure.name != "bound":
            return
        goals = decision.choices.next("go")
        best = max(goals, key=self.landing_place_value, default="")
        if not best or self.landing_place_value(best) <= self.landing_place_value(names[place]) + 0.5:
            return
        for many in range(number, 0, -1):
            if self.plan.move(self.side, place, piece, pieces.PLACES.index[best], many):
                return
