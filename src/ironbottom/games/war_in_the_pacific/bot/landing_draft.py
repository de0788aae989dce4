"""16.0 A landing order while it is drafted: its ships, its phases, and what is lacking, from the side's view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.text.sentences import count
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import landing_plans
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived import cargo_room, force_movement, ship_condition
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import type_of
from ironbottom.games.war_in_the_pacific.derived.land_and_coasts import enemy_coasts, friendly_coasts
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS as QUARTERS
from ironbottom.games.war_in_the_pacific.derived.ships_in_port import gatherable
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, FORCES, IN_FORCE, SHIPS, UNITS, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.naval import sailing
from ironbottom.games.war_in_the_pacific.rules.sequence import PHASES
from ironbottom.games.war_in_the_pacific.rules.shore import cargo, shore_actions
from ironbottom.games.war_in_the_pacific.text import names

TRANSPORTS = ("APB", "MS", "SF")
"""16.3 The ships that carry troops, the best first; destroyers help if these have no room."""
ESCORTS: Mapping[str, int] = {"CL": 2, "DD": 6, "DE": 4}
"""The maximum number of escorts of each type that an order takes."""
WARSHIPS = frozenset({"CV", "CVL", "CVE", "BB", "BC", "CA", "CL", "DD", "DE"})
CRUISE = 2
FAR = 999
"""More Movement Points than any voyage takes."""


def ships_by_hex(observation: Observation) -> dict[int, dict[int, list[int]]]:
    """9.2 The ships in hexes of the side that may sail in this phase, by hex and force; -1 stands for the port."""
    state, result = observation.state, dict[int, dict[int, list[int]]]()
    for at, ships in gatherable(state, observation.number).items():
        for ship in ships if 0 <= at < len(GRID) else ():
            if observation.arrays[layout.SHIP_AT][ship] == at:
                result.setdefault(at, {}).setdefault(-1, []).append(ship)
    for force in observation.own_forces():
        at, members = observation.cells[layout.FORCE_AT + force], observation.ships(force)
        if members and at >= 0 and observation.cells[layout.FORCE_MISSION + force] < 0 and observation.controls(at):
            result.setdefault(at, {})[force] = members
    return result


class LandingDraft:
    """The draft of a side's landing order: its units, its ships and its destination."""

    def __init__(self, observation: Observation, asked: Mapping[str, object]) -> None:
        self.observation, self.state, self.side = observation, observation.state, observation.number
        self.units = [_own(observation, UNITS.index, unit, "units") for unit in _listed(asked, "units")]
        wanted = [_own(observation, SHIPS.index, ship, "ships") for ship in _listed(asked, "ships")]
        to, week = asked.get("to"), asked.get("week", 0)
        if to not in NUMBER:
            raise BadValue(f"{to!r} is not a hex", field="to")
        if type(week) is not int or not 0 <= week <= landing_plans.MAX_WEEK:
            raise BadValue(f"{week!r} is not a Game-Turn", field="week")
        if not self.units:
            raise BadValue("name the ground units that will land", field="units")
        self.to, self.week = NUMBER[str(to)], week
        self.at = self._hex_of_unit(self.units[0])
        self.ships = wanted or self._usual_ships()

    def _hex_of_unit(self, unit: int) -> int:
        """The hex of a unit, or of the ship that carries it; -1 if it is not on the map."""
        place = self.observation.arrays[layout.UNIT_AT][unit]
        if place < ABOARD:
            return place if 0 <= place < len(GRID) else -1
        return self._hex_of_ship(place - ABOARD)

    def _hex_of_ship(self, ship: int) -> int:
        place = self.observation.arrays[layout.SHIP_AT][ship]
        if IN_FORCE <= place < IN_FORCE + len(FORCES):
            return self.observation.hex_of(place - IN_FORCE)
        return place if 0 <= place < len(GRID) else -1

    def _usual_ships(self) -> list[int]:
        """The ships that carry the units, the best first, with escorts; the force of the units that are aboard."""
        carrying = {
            place - ABOARD for unit in self.units if (place := self.observation.arrays[layout.UNIT_AT][unit]) >= ABOARD
        }
        forces = {self.observation.force_of(ship) for ship in carrying}
        by_force = ships_by_hex(self.observation).get(self.at, {})
        force = next(iter(forces), -1)
        if force < 0 and -1 not in by_force:
            force = next((one for one in sorted(by_force) if self._carries(by_force[one])), -1)
        if force >= 0:
            return by_force.get(force, [])
        free, result = by_force.get(-1, []), sorted(carrying)
        for kind in (*TRANSPORTS, "DD"):
            for ship in free:
                if not self._boarding(result)[1]:
                    break
                if self.observation.kind(ship) == kind and ship not in result and self._room(ship):
                    result.append(ship)
        slowest = min([self.observation.pieces.ships[ship].speed_class for ship in result], default=0)
        for kind, most in ESCORTS.items():
            there = [ship for ship in free if self.observation.kind(ship) == kind and ship not in result]
            fast = [ship for ship in there if self.observation.pieces.ships[ship].speed_class >= slowest]
            have = sum(self.observation.kind(ship) == kind for ship in result)
            result += [ship for ship in fast if self.observation.fit(ship)][: max(most - have, 0)]
        return sorted(result)

    def _carries(self, ships: Iterable[int]) -> bool:
        return any(self._room(ship) for ship in ships)

    def _room(self, ship: int) -> int:
        """16.1 The free room of a ship, in quarters of Load Points."""
        return ship_condition.load_room(self.state, ship) - ship_condition.load_of(self.state, ship)

    def _boarding(self, ships: Sequence[int]) -> tuple[dict[int, int], list[int]]:
        """16.1, 16.5 The ship of each unit that waits ashore, the largest first, and the units that find no room."""
        return boarding(
            {unit: cargo_room.load(self.state, unit) for unit in self.waiting},
            {ship: self._room(ship) for ship in ships},
            {ship: self.observation.kind(ship) for ship in ships},
        )

    @cached_property
    def waiting(self) -> list[int]:
        """The units that are ashore."""
        return [unit for unit in self.units if self.observation.arrays[layout.UNIT_AT][unit] < ABOARD]

    # -- loading -----------------------------------------------------------------------------------

    @cached_property
    def handled(self) -> int:
        """14.1 The quarters that the port of departure handles in a phase."""
        berths = [cargo_room.Berth(self.at, True, -1)]
        by_port = cargo_room.cargo_capacity(self.state, self.side, self.at)
        if any(cargo.over_beach(self.state, self.side, berth) for berth in berths):
            return max(by_port, self.beach_rate)
        return by_port

    @cached_property
    def loading_phases(self) -> int:
        """14.1 The Naval Phases that the loading takes."""
        return len(in_batches([cargo_room.load(self.state, unit) for unit in self.waiting], self.handled))

    # -- sailing -----------------------------------------------------------------------------------

    @cached_property
    def fastest(self) -> int:
        """9.3 The Speed Class of the slowest ship."""
        return min([force_movement.ship_speed(self.state, ship) for ship in self.ships], default=0)

    @cached_property
    def cost(self) -> int:
        """3.3 The Movement Points to the beach; -1 if there is no route by sea."""
        return sea_cost(self.observation, self.at, self.to)

    def phases(self, speed: int) -> int:
        """10.3 The Naval Phases of the voyage at a speed."""
        return -(-self.cost // sailing.phase_points(self.state, speed)) if self.cost > 0 else 0

    def burnt(self, speed: int) -> int:
        """10.5 The fuel of the voyage at a speed."""
        return self.phases(speed) * force_movement.fuel_for_speed(self.observation.pieces.charts, speed)

    @cached_property
    def fuel(self) -> int:
        """10.5 The lowest fuel of the ships."""
        return min([self.observation.arrays[layout.FUEL][ship] for ship in self.ships], default=0)

    @cached_property
    def speed(self) -> int:
        """10.5 The usual speed, a higher one if that would be late, or a lower one if the fuel does not last long
        enough. If a Game-Turn is given, also a lower one that arrives in time and leaves fuel to return.
        """
        usual = [*range(min(CRUISE, self.fastest), self.fastest + 1), *range(min(CRUISE, self.fastest) - 1, 0, -1)]
        paid = [speed for speed in usual if speed and self.burnt(speed) <= self.fuel]
        in_time = [speed for speed in paid if not self.week or self.arrival(speed)[0] <= self.week]
        back = [speed for speed in in_time if self.week and self.fuel - self.burnt(speed) >= self.way_home[1]]
        return next(iter((*back, *in_time)), max(paid, default=max(min(1, self.fastest), 0)))

    def arrival(self, speed: int) -> tuple[int, int]:
        """4.1 The Game-Turn and the Naval Phase in which the force arrives if it does not wait."""
        last = phase_index(self.observation) + self.loading_phases + max(self.phases(speed), 1) - 1
        return last // PHASES, last % PHASES + 1

    # -- landing -----------------------------------------------------------------------------------

    @cached_property
    def beach_rate(self) -> int:
        """16.3, 16.5 The quarters that these ships land on a beach in a phase, unless there is a Storm."""
        rows, result = self.observation.pieces.facts.table(charts.AMPHIBIOUS), 0
        for ship in self.ships:
            name = cargo.BEACH_RATE.get(self.observation.kind(ship))
            if name:
                result += ship_condition.load_room(self.state, ship) * rows[name].parts // rows[name].of
        return result

    @cached_property
    def landed(self) -> int:
        """14.1, 16.3 The quarters that land in a phase: over the beach, or in a port of the side."""
        here = self.observation.pieces.atlas.places.get(self.to)
        port = here is not None and here.port != "none" and self.observation.controls(self.to)
        by_port = cargo_room.cargo_capacity(self.state, self.side, self.to) if port else 0
        return max(by_port, self.beach_rate)

    # -- in words ----------------------------------------------------------------------------------

    def schedule(self) -> list[str]:
        """The steps of the order in words."""
        quarters = sum(cargo_room.load(self.state, unit) for unit in self.waiting)
        kinds = Counter(self.observation.kind(ship) for ship in self.ships)
        result = [f"{count(len(self.ships), 'ship')}: {', '.join(f'{n} {kind}' for kind, n in kinds.items())}."]
        if self.waiting:
            phases = count(max(self.loading_phases, 1), "Naval Phase")
            result.append(f"Loads {points(quarters)} at {names.place(IDS[self.at])} in {phases}.")
        if self.cost > 0 and self.fastest:
            turn, phase = self.arrival(self.speed)
            waits = self.week > turn
            result.append(
                f"Sails {count(self.phases(self.speed), 'Naval Phase')} at Speed {self.speed}, "
                f"with fuel {self.fuel} of which it burns {self.burnt(self.speed)}."
            )
            when = f"{names.turn(self.week)}, as ordered" if waits else f"{names.turn(turn)}, Naval Phase {phase}"
            result.append(f"Arrives at {names.place(IDS[self.to])} in {when}.")
        loads = [cargo_room.load(self.state, unit) for unit in self.units]
        result.append(
            f"Lands {points(sum(loads))} in {count(max(len(in_batches(loads, self.landed)), 1), 'Naval Phase')}."
        )
        return result

    def lacking(self) -> list[str]:
        """What the order lacks, in words: troops, room, ships, a route, fuel, time, escorts, a plan."""
        found = (*self._lacking_at_port(), *self._lacking_at_sea(), *self._lacking_at_beach())
        return list(dict.fromkeys(found))

    def _lacking_at_port(self) -> Iterator[str]:
        for unit in self.units:
            if self._hex_of_unit(unit) != self.at:
                yield f"{self._unit(unit)} is not at {self._place(self.at)}."
        if self.at < 0:
            yield "The troops are not on the map."
            return
        if not self.ships:
            yield f"No ships at {self._place(self.at)} can carry them."
            return
        if len({self._where(ship) for ship in self.ships} | {self.at}) > 1:
            yield f"Not all ships are at {self._place(self.at)}."
        if len({self.observation.force_of(ship) for ship in self.ships}) > 1:
            yield "Some ships are in port and others in a Task Force: choose one or the other."
        for unit in self.units:
            place = self.observation.arrays[layout.UNIT_AT][unit]
            if place >= ABOARD and place - ABOARD not in self.ships:
                yield f"{self._unit(unit)} is aboard {names.name_of(SHIPS.ids[place - ABOARD])}, which stays behind."
        for unit in self._boarding(self.ships)[1]:
            yield f"No ship has room for {self._unit(unit)}, {points(cargo_room.load(self.state, unit))}."
        for unit in self.waiting:
            if cargo_room.load(self.state, unit) > self.handled:
                yield f"{self._place(self.at)} handles {points(self.handled)} a phase: too few for {self._unit(unit)}."

    def _lacking_at_sea(self) -> Iterator[str]:
        if not self.ships or self.at < 0:
            return
        if self.cost < 0:
            yield f"There is no route by sea to {self._place(self.to)}."
            return
        if not self.fastest:
            yield "A ship cannot move."
            return
        whole, burnt = (
            self.phases(self.speed),
            force_movement.fuel_for_speed(self.observation.pieces.charts, self.speed),
        )
        lasts = self.fuel // burnt if burnt else whole
        if lasts < whole:
            dry = dry_hex(self.observation, self.at, self.to, lasts * sailing.phase_points(self.state, self.speed))
            yield f"Fuel for {lasts} of {count(whole, 'Naval Phase')}; it runs out at {self._place(dry)}."
        elif not any(self._is_oiler(ship) for ship in self.ships):
            yield from self._no_way_home()
        turn, _ = self.arrival(self.speed)
        if self.week and turn > self.week:
            yield f"It cannot arrive before {names.turn(turn)}."
        kinds = {self.observation.kind(ship) for ship in self.ships}
        if not kinds & WARSHIPS:
            yield "No escort: no warship sails with the transports."

    def _is_oiler(self, ship: int) -> bool:
        """10.6 Whether a ship can refuel the others."""
        return self.observation.kind(ship) == "SF" and self.observation.arrays[layout.CARGO][ship] > 0

    def _no_way_home(self) -> Iterator[str]:
        """10.5 Whether the fuel left at the beach does not bring the force to a port."""
        if self.observation.controls(self.to):
            return
        left, (port, needed) = self.fuel - self.burnt(self.speed), self.way_home
        if needed > left:
            yield f"No fuel to return: {left} left, {needed} needed to reach {self._place(port)}."

    @cached_property
    def way_home(self) -> tuple[int, int]:
        """10.5 The nearest port by sea from the beach, and the fuel to it at Speed 1; none if there is no port."""
        ports = sorted(self.observation.ports, key=lambda port: GRID.distance(port, self.to))[:3]
        costs = {port: cost for port in ports if (cost := sea_cost(self.observation, self.to, port)) > 0}
        if not costs:
            return -1, 0
        port = min(costs, key=costs.__getitem__)
        phases = -(-costs[port] // sailing.phase_points(self.state, 1))
        return port, phases * force_movement.fuel_for_speed(self.observation.pieces.charts, 1)

    def _lacking_at_beach(self) -> Iterator[str]:
        state, side = self.state, self.side
        held = self.to in set(enemy_coasts(state, side))
        if not held and self.to not in set(friendly_coasts(state, side)):
            yield f"No landing is possible at {self._place(self.to)}: it is not a coast in play that you may enter."
            return
        if held and shore_actions.needs_announcement(state, side, self.to):
            yield f"No assault on {self._place(self.to)} was announced before play (16.2)."
        elif held and not shore_actions.is_planned(state, side, self.to):
            yield "The assault is not planned: the troops fight with less strength after landing (16.2)."
        scenario = layout.scenario(state)
        for unit in self.units:
            if self.to in scenario.closed_to_unit(state, unit):
                yield f"{self._unit(unit)} may not land there (43.9)."
            elif self.ships and cargo_room.load(state, unit) > self.landed:
                yield f"These ships land {points(self.landed)} a phase: too few for {self._unit(unit)}."

    def _unit(self, unit: int) -> str:
        return names.troops(type_of(self.state, unit).id)

    def _place(self, hex: int) -> str:
        return names.place(IDS[hex]) if hex >= 0 else "the map"

    def _where(self, ship: int) -> int:
        return self._hex_of_ship(ship)


def _listed(asked: Mapping[str, object], field: str) -> Sequence[object]:
    found = asked.get(field) or ()
    if not isinstance(found, list | tuple):
        raise BadValue(f"{field} must be a list", field=field)
    return found


def _own(observation: Observation, index: Mapping[str, int], thing: object, field: str) -> int:
    """The number of one of the side's units or ships; ``BadValue`` for any other."""
    own = UNITS_OF[observation.number] if field == "units" else observation.own_ships
    number = index.get(str(thing), -1)
    if number not in own:
        raise BadValue(f"{thing!r} is not one of your {field}", field=field)
    return number


def points(quarters: int) -> str:
    """Load Points in words.

    >>> points(10), points(4)
    ('2.5 Load Points', '1 Load Point')
    """
    return f"{quarters / QUARTERS:g} Load Point{'s' * (quarters != QUARTERS)}"


def hexes(number: int) -> str:
    """A distance in words.

    >>> hexes(1), hexes(14)
    ('1 hex', '14 hexes')
    """
    return f"{number} hex{'es' * (number != 1)}"


def in_batches(loads: Sequence[int], rate: int) -> list[int]:
    """The loads handled in each phase, the largest first; one that is too large takes a phase of its own.

    >>> in_batches([8, 8, 4], 12)
    [12, 8]
    """
    result: list[int] = []
    for load in sorted(loads, reverse=True):
        place = next((n for n, full in enumerate(result) if full + load <= rate), None)
        if place is None:
            result.append(load)
        else:
            result[place] += load
    return result


def boarding(
    loads: Mapping[int, int], rooms: Mapping[int, int], kinds: Mapping[int, str]
) -> tuple[dict[int, int], list[int]]:
    """16.1, 16.5 The ship of each unit, the largest unit first, and the units without room; destroyers share theirs.

    >>> boarding({1: 8, 2: 4}, {10: 4, 11: 8}, {10: "APB", 11: "APB"})
    ({1: 11, 2: 10}, [])
    >>> boarding({1: 4}, {10: 2, 11: 2}, {10: "DD", 11: "DD"})
    ({1: 10}, [])
    """
    left, result, without = dict(rooms), dict[int, int](), list[int]()
    destroyers = [ship for ship in rooms if kinds[ship] == "DD"]
    for unit in sorted(loads, key=lambda one: (-loads[one], one)):
        fits = [ship for ship in left if kinds[ship] != "DD" and left[ship] >= loads[unit]]
        order = {kind: n for n, kind in enumerate(TRANSPORTS)}
        ship = min(fits, key=lambda one: (order.get(kinds[one], len(order)), left[one], one), default=-1)
        if ship >= 0:
            left[ship] -= loads[unit]
        elif destroyers and sum(left[one] for one in destroyers) >= loads[unit]:
            ship, needed = destroyers[0], loads[unit]
            for one in destroyers:
                taken = min(left[one], needed)
                left[one], needed = left[one] - taken, needed - taken
        if ship < 0:
            without.append(unit)
        else:
            result[unit] = ship
    return result, without


def phase_index(observation: Observation) -> int:
    """4.1 The number of the current Naval Phase, counted from the first of Game-Turn 0."""
    phase = observation.phase.rpartition("_")[2]
    return PHASES * observation.cells[layout.TURN] + (int(phase) - 1 if phase.isdigit() else 0)


def sea_path(observation: Observation, start: int, to: int) -> list[tuple[int, int]]:
    """3.3 The nodes of the cheapest route by sea between two hexes, each with its cost."""
    state = observation.state
    barred = layout.scenario(state).forbidden_hexes(state, observation.number)
    pieces = observation.pieces
    waters = pieces.waters_but(state.cells[layout.SCENARIO], barred) if barred else force_movement.waters_of(state)
    way = [waters.port(start), *waters.path(waters.port(start), to, FAR)]
    return [(waters.hex_of[node], waters.step(before, node)) for before, node in pairwise(way)]


def sea_cost(observation: Observation, start: int, to: int) -> int:
    """3.3 The Movement Points of the cheapest route by sea; 0 in the same hex, -1 if there is none."""
    if start == to:
        return 0
    return sum(cost for _, cost in sea_path(observation, start, to)) or -1


def dry_hex(observation: Observation, start: int, to: int, movement: int) -> int:
    """10.5 The last hex of a route that these Movement Points reach."""
    here = start
    for hex, cost in sea_path(observation, start, to):
        movement -= cost
        if movement < 0:
            break
        here = hex
    return here
