"""A view as the bot reads it: the visible board, the side's forces with their tasks, the contacts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from ironbottom.bots import observation as bots
from ironbottom.engine.codecs.frame_codec import read_frames
from ironbottom.engine.rules.procedures import Procedure, SimultaneousFrame
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.derived import (
    flight_duties,
    force_movement,
    port_capacity,
    ship_repair_capacity,
)
from ironbottom.games.war_in_the_pacific.derived.force_movement import forces_out
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import strength
from ironbottom.games.war_in_the_pacific.derived.ship_condition import CARRIERS, units_aboard
from ironbottom.games.war_in_the_pacific.derived.ships_in_port import formed
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.information.resample import as_seen, with_all_sides
from ironbottom.games.war_in_the_pacific.information.view_types import GameFrame, View, read_view
from ironbottom.games.war_in_the_pacific.rules.air import strike_declaration
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.naval.damage import Hull
from ironbottom.games.war_in_the_pacific.rules.search.detection import SMALL
from ironbottom.games.war_in_the_pacific.rules.sequence import GameTurn
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.rules.turn import terminal_segment
from ironbottom.games.war_in_the_pacific.rules.turn.victory_points import ship_worth
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal import limits
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced import objectives as ranked
from ironbottom.games.war_in_the_pacific.state_types import Rules, State
from ironbottom.games.war_in_the_pacific.turns import turn_number

LIFT = ("APB",)
HEAVY = ("BB", "BC")
LOW_FUEL = 10
"""With this much fuel or less, a force refuels if it can: two phases at Speed 1."""
SMALL_PORT, OUT_OF_THE_WAY = 4, 12
"""A port with less Cargo Capacity counts as this many hexes farther away."""
BURMA_PRIZE = ("A2811", "A3014")
"""44.42, 44.43 The hex that each side bombs in Burma: Imphal, Mandalay."""
MIN_TURNS_LEFT = 3
"""With fewer Game-Turns left, troops land without the battle line."""
ON_THE_WAY = 16
"""Within this distance of the objective, a battle line does not turn back for lack of fuel."""
WORTH_LANDING = 3
"""25.4 The Supply Points that a ship must carry to be sent to Guadalcanal."""
STANDS_OFF = 4
"""The distance of a carrier force from its target: within range of its aircraft."""


class Observation(bots.Observation[GameFrame]):
    """A view, read for its side; its board contains no enemy secrets."""

    view: View

    def __init__(self, rules: Rules, view: Mapping[str, object], side: str) -> None:
        super().__init__(rules, read_view(view), side)
        self.state: State = as_seen(rules, self.view)
        self.state.stack = read_frames(rules, with_all_sides(rules, self.view["frames"]), "frames")
        self.cells, self.arrays = self.state.cells, self.state.arrays

    @cached_property
    def here(self) -> Any:
        """The procedure that asks this side, even if both sides are asked at once."""
        stack: Sequence[Procedure] = self.state.stack
        while stack and isinstance(stack[-1], SimultaneousFrame):
            stack = stack[-1].stacks[self.number]
        return stack[-1] if stack else None

    @property
    def procedure_name(self) -> str:
        """The name of the procedure that asks this side."""
        return str(getattr(self.here, "name", ""))

    # -- ships -------------------------------------------------------------------------------------

    @property
    def own_ships(self) -> tuple[int, ...]:
        """The side's own ships."""
        return counters.SHIPS_OF[self.number]

    def state_place(self, name: str) -> int:
        """The number that represents a hex or a box as a ship's place."""
        return counters.WATERS.index[name]

    def kind(self, ship: int) -> str:
        """The type of a ship."""
        return str(self.pieces.ships[ship].type)

    def fit(self, ship: int) -> bool:
        """Whether a ship can be sent out: it has little damage, and fuel for a voyage."""
        return self.arrays[layout.DAMAGE][ship] <= 1 and self.arrays[layout.FUEL][ship] > LOW_FUEL

    def worth(self, ship: int, level: int) -> float:
        """47.1 The Victory Points of a ship at a damage level."""
        rating = self.pieces.options["sf_points"]
        return float(ship_worth(self.pieces.charts, self.pieces.ships[ship], level, rating))

    def hull(self, ship: int) -> Hull:
        """12.1 A ship as a target."""
        row = self.pieces.ships[ship]
        return Hull(row.type, row.defence, max(self.arrays[layout.DAMAGE][ship], 0))

    def has_troops(self, ship: int) -> bool:
        """Whether ground units are aboard a ship."""
        return bool(units_aboard(self.state, ship))

    # -- air points ----------------------------------------------------------------------------------

    def deck(self, base: str) -> int:
        """The ship that a base number represents; negative if the base is ashore."""
        number = counters.BASES.index[base] - counters.FIRST_DECK
        return counters.DECKS[number] if number >= 0 else -1

    def force_of(self, ship: int) -> int:
        """The force that a ship is in; negative if it is in port."""
        force = self.arrays[layout.SHIP_AT][ship] - counters.IN_FORCE
        return force if 0 <= force < len(counters.FORCES) else -1

    def has_role(self, role: int, base: int, stack: int = -1) -> bool:
        """5.2 Whether points of a base, or of one of its stacks, have a Role."""
        for flight in flight_duties.flying(self.state, self.number):
            sortie = flights.sortie(self.state, flight)
            if sortie.base == base and sortie.duty == role and stack in (-1, sortie.stack):
                return True
        return False

    def patrols(self, base: str) -> bool:
        """6.2 Whether fighters of a base are on patrol."""
        return self.has_role(flight_duties.PATROL, counters.BASES.index[base])

    def escorts_free(self, base: int, stack: int) -> bool:
        """6.1 Whether no points of a stack are escorts yet: half of them will be, and the others are left
        for patrols.
        """
        return not self.has_role(flight_duties.ESCORT, base, stack)

    # -- forces ------------------------------------------------------------------------------------

    def own_forces(self) -> list[int]:
        """9.1 The side's own forces on the map."""
        return formed(self.state, self.number)

    def ships(self, force: int) -> list[int]:
        """The ships of one of the side's forces."""
        return force_movement.ships_of(self.state, force)

    def hex_of(self, force: int) -> int:
        """The hex of a force, or its entry hex; negative if it is off the map."""
        gate = self.cells[layout.FORCE_GATE + force]
        return gate if gate >= 0 else self.cells[layout.FORCE_AT + force]

    def task(self, force: int) -> str:
        """The task of a force: ``landing``, ``oiler``, ``carriers``, ``guns``, or ``home`` if it is spent."""
        ships = self.ships(force)
        if any(self.has_troops(ship) for ship in ships) or self.brings_stores(ships):
            return "landing"
        if self.waits_with_oil(force):
            return "oiler"
        kinds = [self.kind(ship) for ship in ships]
        if not ships or self.spent(force) or (self.at_guadalcanal and any(kind in LIFT for kind in kinds)):
            return "home"
        if any(kind in CARRIERS for kind in kinds):
            return "carriers"
        return "guns" if any(kind in (*HEAVY, "CA") for kind in kinds) else "home"

    def brings_stores(self, ships: Sequence[int]) -> bool:
        """16.1, 25.4 Whether ships bring Supply Points to Guadalcanal, which their side holds."""
        if not self.at_guadalcanal or not self.controls(self.prize):
            return False
        return sum(self.arrays[layout.CARGO][ship] for ship in ships) >= WORTH_LANDING

    def waits_with_oil(self, force: int) -> bool:
        """10.6 Whether a force is an oiler with its escort, which fleets return to during the campaign."""
        fleet = any(self.kind(ship) in (*CARRIERS, *HEAVY) for ship in self.ships(force))
        return not self.stays_near and not fleet and not self.withdraws and self.oiler(force)

    def spent(self, force: int) -> bool:
        """Whether a force should go home: it has lost its strength or its fuel, or the campaign is nearly over."""
        dry = self.is_low_on_fuel(force) and not self.has_come_to_shell(force) and not self.stays_on_station(force)
        dry &= not self.risks_all
        return self.crippled(force) or dry or self.withdraws

    def crippled(self, force: int) -> bool:
        """Whether more than half of a force's ships are damaged."""
        ships = self.ships(force)
        return 2 * sum(self.arrays[layout.DAMAGE][ship] >= 2 for ship in ships) > len(ships)

    def is_low_on_fuel(self, force: int) -> bool:
        """10.5 Whether a force is low on fuel and has no oiler."""
        return self.fuel(force) <= LOW_FUEL and not self.oiler(force)

    def stays_on_station(self, force: int) -> bool:
        """10.5 Whether carriers near the objective stay there with low fuel: a force that does not move burns none."""
        near = self.hex_of(force) >= 0 and GRID.distance(self.hex_of(force), self.prize) <= ON_THE_WAY
        decks = any(self.kind(ship) in CARRIERS for ship in self.ships(force))
        return self.besieges and near and decks and self.is_low_on_fuel(force)

    def has_come_to_shell(self, force: int) -> bool:
        """17.1 Whether a battle line is near enough to the objective to stay and bombard, whatever its fuel."""
        kinds = [self.kind(ship) for ship in self.ships(force)]
        heavy = any(kind in HEAVY for kind in kinds) and not any(kind in CARRIERS for kind in kinds)
        near = self.hex_of(force) >= 0 and GRID.distance(self.hex_of(force), self.prize) <= ON_THE_WAY
        return heavy and near and not self.controls(self.prize) and self.besieges

    def fuel(self, force: int) -> int:
        """The lowest fuel of any ship in a force."""
        return min([self.arrays[layout.FUEL][ship] for ship in self.ships(force)], default=0)

    def oiler(self, force: int) -> bool:
        """10.6 Whether a force has an oiler with cargo."""
        return any(self.kind(ship) == "SF" and self.arrays[layout.CARGO][ship] > 0 for ship in self.ships(force))

    @cached_property
    def phase(self) -> str:
        """4.1 The name of the current phase."""
        turn = self.state.stack[0] if self.state.stack else None
        return turn.steps[turn.next - 1].name if isinstance(turn, GameTurn) and turn.next else ""

    @cached_property
    def turns_left(self) -> int:
        """4.1 The number of Game-Turns after the current one."""
        row = self.pieces.facts.table(tables.SCENARIO_TABLE)[counters.SCENARIO_CASE[self.cells[layout.SCENARIO]]]
        left: int = self.first_turn + row.turns - 1 - self.cells[layout.TURN]
        return left

    @cached_property
    def first_turn(self) -> int:
        """4.1 The first Game-Turn of the scenario."""
        row = self.pieces.facts.table(tables.SCENARIO_TABLE)[counters.SCENARIO_CASE[self.cells[layout.SCENARIO]]]
        return turn_number(row.first_turn)

    @cached_property
    def ashore_at_prize(self) -> bool:
        """Whether the side has ground units at the objective, the hex that the scenario is about."""
        here = layout.units_in(self.arrays).units(self.prize)
        return any(unit in counters.UNITS_OF[self.number] for unit in here)

    def near_prize(self, force: int) -> bool:
        """Whether one of the side's forces is near the objective."""
        hex = self.hex_of(force)
        return hex >= 0 and GRID.distance(hex, self.prize) <= 2 * STANDS_OFF

    @cached_property
    def guns_awaited(self) -> bool:
        """17.1 Whether a battle line is on its way to bombard before troops land, and there is time to wait for it."""
        lines = [force for force in self.all_forces() if self.task(force) == "guns"]
        return bool(lines) and self.turns_left >= MIN_TURNS_LEFT and not self.guns_near

    @cached_property
    def guns_near(self) -> bool:
        """17.1 Whether a battle line is near the objective."""
        return any(self.near_prize(force) and self.task(force) == "guns" for force in self.own_forces())

    def works_as_airbase(self, hex: int) -> bool:
        """5.41 Whether the airbase of a named hex has an undamaged Level."""
        base = counters.BASE_AT.get(hex, -1)
        return base >= 0 and self.arrays[layout.LEVEL][base] > self.arrays[layout.HURT][base]

    @cached_property
    def landing_near(self) -> bool:
        """Whether troops are at sea near the objective."""
        return any(self.near_prize(force) and self.task(force) == "landing" for force in self.own_forces())

    def all_forces(self) -> list[int]:
        """9.1 The side's own forces on and off the map."""
        return forces_out(self.state, self.number)

    @cached_property
    def risks_all(self) -> bool:
        """45.42 Whether Japan at Leyte has nothing left to lose: the Allies are on a possible Objective."""
        return self.stays_near and self.is_japan() and self.prize in self.landed_on

    @cached_property
    def landed_on(self) -> list[int]:
        """45.42 The possible Objectives with Allied ground units, which both sides see."""
        units, allied = layout.units_in(self.arrays), counters.UNITS_OF[ALLIES]
        return [hex for hex in self.objectives if any(unit in allied for unit in units.units(hex))]

    @cached_property
    def withdraws(self) -> bool:
        """47.3 Whether the side's losses are so close to a Breakoff that it avoids all risks.

        At Midway, a side that is also behind in total points has nothing to lose and fights on.
        """
        mine, theirs = (terminal_segment.score(self.state, side) for side in (self.number, 1 - self.number))
        lost_anyhow = self.besieges and theirs.total > mine.total
        if self.risks_all or lost_anyhow:
            return False
        return theirs.for_units - mine.for_units > terminal_segment.breakoff_lead(self.state) * 3 // 5

    # -- the map -----------------------------------------------------------------------------------

    @cached_property
    def prize(self) -> int:
        """42.42, 42.43, 43.42, 44.43, 45.52 The hex that the scenario is about, if the side knows it."""
        if self.objectives:
            return self.objective()
        if self.ranks_objectives and (
            hexes := ranked.hexes_of(self.pieces, ranked.written(self.state, ranked.PRIMARY))
        ):
            return min(hexes) if len(hexes) == 1 else self.island_to_take()
        if self.at_guadalcanal:
            return NUMBER[self.pieces.figure("43.42", "hex")]
        if not self.sails:
            return NUMBER[BURMA_PRIZE[self.number]]
        return NUMBER[self.pieces.figure("42.42", "hex")]

    @cached_property
    def stays_near(self) -> bool:
        """47.1 Whether service forces stay in port: at Leyte distances are short, and losing one causes a Breakoff."""
        return bool(self.objectives)

    @cached_property
    def at_guadalcanal(self) -> bool:
        """43.42 Whether the scenario is about the airfield of Guadalcanal."""
        return layout.scenario(self.state).case == limits.CASE

    @cached_property
    def sails(self) -> bool:
        """4.12 Whether the scenario has ships at sea."""
        return layout.scenario(self.state).naval_phases

    @cached_property
    def objectives(self) -> dict[int, int]:
        """45.42 The possible secret Objectives with their values; none in other scenarios."""
        return layout.scenario(self.state).secret_objectives(self.state.rules)

    def objective(self) -> int:
        """45.42 The Objective. Japan assumes the place where the Allies have landed, or Leyte before that."""
        if self.cells[layout.OBJECTIVE] >= 0:
            return self.cells[layout.OBJECTIVE]
        control = self.arrays[layout.CONTROL]
        begun = self.pieces.holders(self.cells[layout.SCENARIO])
        lost = [hex for hex in self.objectives if control[hex] != begun[hex]]
        lost = self.landed_on or lost
        return min(lost, default=NUMBER[self.pieces.figure("45.42", "a.hex")])

    @cached_property
    def ranks_objectives(self) -> bool:
        """42.63 Whether Japan has two secret objectives, each a card."""
        return layout.scenario(self.state).objective_cards

    def island_to_take(self) -> int:
        """42.43 The hex that decides about the Aleutians: a hex that Japan holds, or else the hex nearest to Japan's
        ports, preferably among hexes that the Allies hold without troops.
        """
        held = [hex for hex in self.islands if self.arrays[layout.CONTROL][hex] == JAPAN]
        ports = port_capacity.ports_of(self.state, JAPAN)

        def order(hex: int) -> tuple[bool, int, int]:
            defended = strength(self.state, ALLIES, hex) > 0
            return defended, min([GRID.distance(hex, port) for port in ports], default=0), hex

        return min(held or self.islands, key=order)

    @cached_property
    def planned(self) -> list[int]:
        """42.51, 42.64 The hexes where Japan will land: the announced hexes, those in its own plans, or
        those on cards.
        """
        if self.ranks_objectives:
            known = assault_plans.planned_hexes if self.is_japan() else assault_plans.plans_read
            return known(self.state, JAPAN)
        announced = self.cells[layout.ANNOUNCED : layout.ANNOUNCED + layout.MAX_PLANS]
        return [hex for hex in announced if hex >= 0]

    @cached_property
    def islands(self) -> list[int]:
        """42.42, 42.43 The hexes of the Aleutians with an anchorage or port."""
        if not self.besieges:
            return []
        region = self.pieces.atlas.regions.index("aleutians")
        return [hex for hex in self.pieces.atlas.places if self.pieces.atlas.region[hex] == region]

    @cached_property
    def besieges(self) -> bool:
        """31.1, 42.42, 42.43 Whether the objective is bombarded until its garrison is gone: at Midway, in both
        games.
        """
        return layout.scenario(self.state).ports_supply or self.ranks_objectives

    def controls(self, hex: int) -> bool:
        """2.5 Whether the side controls a hex."""
        return bool(self.arrays[layout.CONTROL][hex] == self.number)

    @cached_property
    def ports(self) -> list[int]:
        """14.1 The side's own ports in play where ships can refuel."""
        opened = self.pieces.in_play(self.cells[layout.SCENARIO])
        return [hex for hex in port_capacity.ports_of(self.state, self.number) if opened[hex]]

    def home(self, hex: int, ships: int = 1) -> int:
        """The port to make for: near, with enough cargo and room for the ships, and no enemy in the way."""

        def away(port: int) -> int:
            faults = int(port_capacity.cargo(self.state, self.number, port) < SMALL_PORT)
            if not self.stays_near:
                faults += ship_repair_capacity.naval_capacity(self.state, self.number, port) < ships
                faults += any(GRID.distance(self.where(contact), port) <= STANDS_OFF for contact in self.contacts)
            return GRID.distance(hex, port) + OUT_OF_THE_WAY * faults

        return min(self.ports, key=away, default=hex)

    # -- the enemy ---------------------------------------------------------------------------------

    @cached_property
    def contacts(self) -> list[int]:
        """6.5 The enemy forces in contact."""
        return strike_declaration.contacted(self.state, self.number)

    def where(self, contact: int) -> int:
        """8.31 The reported hex of a force."""
        return self.cells[layout.CONTACT_AT + contact]

    def reported_types(self, contact: int) -> dict[str, int]:
        """8.3 The ship types in a report; none if it names no types."""
        width = len(layout.SHIP_TYPES)
        reported = self.arrays[layout.REPORTED_TYPES][width * contact : width * (contact + 1)]
        return {layout.SHIP_TYPES.ids[n]: many for n, many in enumerate(reported) if 0 < many < layout.UNREPORTED}

    def reports_carriers(self, contact: int) -> bool:
        """8.3 Whether a report mentions carriers or capital ships, or more than a few ships of unnamed types."""
        cells, types = self.cells, self.reported_types(contact)
        if types:
            return bool(types.keys() & {*CARRIERS, *HEAVY})
        numbers = [cells[block + contact] for block in (layout.REPORTED_CAPITAL, layout.REPORTED_CARRIER)]
        spoken = [number for number in numbers if number < layout.UNREPORTED]
        size = cells[layout.REPORTED_SIZE + contact]
        return any(spoken) if spoken else SMALL < size < layout.UNREPORTED

    def nearest_contact(self, hex: int) -> int:
        """The contact nearest to a hex, carriers or capital ships first; -1 if there is none."""
        return min(
            self.contacts, key=lambda c: (not self.reports_carriers(c), GRID.distance(hex, self.where(c))), default=-1
        )

    def is_japan(self) -> bool:
        """Whether this is the side that attacks the objective."""
        return self.number == JAPAN
