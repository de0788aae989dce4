"""40.41 to 40.44, 42.21 to 42.34, 2.51 The set-up of a scenario."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

import msgspec

from ironbottom.engine.cache import cached
from ironbottom.engine.core.arrays import Arrays
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.data.facts import load
from ironbottom.games.war_in_the_pacific.data.tables import Placed
from ironbottom.games.war_in_the_pacific.derived import merchant_links
from ironbottom.games.war_in_the_pacific.derived.initial_air_capacity import FLEET_BASE, initial_room
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.options import OPTIONS
from ironbottom.games.war_in_the_pacific.pieces import Pieces
from ironbottom.games.war_in_the_pacific.scenario import ScenarioHooks
from ironbottom.games.war_in_the_pacific.turns import turn_number

JOINT_SHIPPING = ("APB", "SF", "MS")
LEVEL_OF = {None: 0, "D2": 2, "D3": 3}
STATE_OF = {"full": counters.FULL, "partial": counters.PARTIAL}
HQ_HEXES, POINTS_A_LEVEL, QUARTERS = 2, 10, 4
"""5.3, 5.4 A headquarters serves bases within this many hexes; a Level holds this many points."""
CHANGING = ("supply_block", "battleship_carriers", "merchant_shipping", "south_pacific_command")
ON_THE_TABLE = {option.name: option.default for option in OPTIONS if option.name in CHANGING}
"""25.4, 45.21 The options that change the set-up, including those of single scenarios."""
OWNED = ("airbase_of_side", "port_of_side")
"""45.33, 45.34 Areas that stand for all bases or all ports of a side."""


class StartingState(NamedTuple):
    """The state of a scenario at its start."""

    cells: list[int]
    arrays: Arrays

    def copy(self) -> StartingState:
        """A copy that may be changed."""
        return StartingState(self.cells[:], tuple([numbers[:] for numbers in self.arrays]))


def at_start(pieces: Pieces, scenario: int) -> StartingState:
    """40.1 A fresh copy of the cells and arrays of a scenario at its start, as in the basic game.

    Positions record differences from this start, so it never changes; a new game begins as in ``default_deployment``.
    """
    return (_as_shipped(pieces.scenarios, scenario) if is_as_shipped(pieces) else laid_out(pieces, scenario)).copy()


def is_as_shipped(pieces: Pieces) -> bool:
    """40.1 Whether neither corrections nor options change the deployment."""
    changed = any(pieces.options[name] != usual for name, usual in ON_THE_TABLE.items())
    return not (pieces.facts.corrections or changed)


@cache
def _as_shipped(scenarios: tuple[ScenarioHooks, ...], scenario: int) -> StartingState:
    defaults = {option.name: option.default for option in OPTIONS}
    return ScenarioSetUp(Pieces(load(), defaults, scenarios), scenario).done()


@cached(8)
def laid_out(pieces: Pieces, scenario: int) -> StartingState:
    """This is cached for corrected figures too, since every view lists the differences from it."""
    return ScenarioSetUp(pieces, scenario).done()


class ScenarioSetUp:
    """Sets up a scenario."""

    def __init__(self, pieces: Pieces, scenario: int) -> None:
        self.pieces, self.scenario = pieces, scenario
        self.case = counters.SCENARIO_CASE[scenario]
        self.cells = layout.LAYOUT.blank()
        self.arrays = tuple([block.blank(max(block.low, -1)) for block in layout.LAYOUT.arrays])
        self.ships, self.units = layout.ships_in(self.arrays), layout.units_in(self.arrays)
        self._next_unit = [units.start for units in counters.UNITS_OF]
        self.strength: defaultdict[int, int] = defaultdict(int)
        self._closed_to_links: dict[int, frozenset[int]] = {}

    def done(self) -> StartingState:
        """42.21, 42.25, 42.31, 42.75 Places everything in the order of the deployment; ships in no row take no part."""
        row = self.pieces.facts.table(tables.SCENARIO_TABLE)[self.case]
        self.cells[layout.SCENARIO] = self.scenario
        self.cells[layout.TURN] = turn_number(row.first_turn)
        for hex, holder in enumerate(self.pieces.holders(self.scenario)):
            self.arrays[layout.CONTROL][hex] = holder
        self._bases()
        rows = self.rows()
        for kind in ("ship", "facility", "ground", "air_hq", "supply", "air"):
            for placed in rows:
                if placed.kind == kind:
                    getattr(self, f"_{kind}")(placed)
        self._air_groups(rows)
        self._lost_line()
        self._merchants(rows)
        self._cargo()
        self._submarines()
        self._dock()
        self._restrict()
        return StartingState(self.cells, self.arrays)

    def rows(self) -> list[Placed]:
        """40.1 The deployments of the scenario, in order."""
        return [placed for placed in self.pieces.facts.table(tables.DEPLOYMENT).values() if self._takes_part(placed)]

    def _takes_part(self, placed: Placed) -> bool:
        return placed.scenario == self.case and self._in_version(placed.version)

    def _in_version(self, version: str) -> bool:
        """3.51 Whether the rows of a version take part: rows for both games always, rows for the advanced game only in
        that game.
        """
        return version == "both" or self.pieces.scenarios[self.scenario].advanced

    # -- bases and facilities ------------------------------------------------------------------------

    def _bases(self) -> None:
        """5.4 The Levels of the named airbases."""
        for base, hex in enumerate(counters.BASE_HEX):
            self.arrays[layout.LEVEL][base] = self.pieces.atlas.places[hex].airbase

    def _base_of(self, placed: Placed) -> int:
        if placed.hex:
            return counters.BASE_AT[NUMBER[placed.hex]]
        return counters.FIRST_BOX + counters.BOXES.index[counters.BOX_OF_AREA[placed.area]]

    def _facility(self, placed: Placed) -> None:
        """27.1, 5.4, 45.24 Places Base Forces and entrenchments as counters, and sets the Level of an airbase."""
        if placed.unit == "airbase":
            for base in [counters.BASE_AT[NUMBER[hex]] for hex in placed.hexes] or [self._base_of(placed)]:
                self.arrays[layout.LEVEL][base] = placed.level
        elif placed.unit in ("base_force", "entrenchment"):
            kind = f"{placed.nation}_{'bf' if placed.unit == 'base_force' else 'entr'}"
            for unit in self._put(placed, kind):
                self.arrays[layout.DEPLOYED][unit] = STATE_OF.get(placed.condition or "", counters.PACKED)

    def _supply(self, placed: Placed) -> None:
        """25.4 Places Supply Blocks and Supply Points; those that start off the map are aboard ships according to their
        loads.
        """
        each = self.pieces.block if placed.unit == "block" else 1
        if placed.hex:
            self.arrays[layout.SUPPLY][self._base_of(placed)] += each * placed.count
        elif placed.area not in counters.BOX_OF_AREA:
            hex = self.depot(placed)
            self.arrays[layout.SUPPLY][counters.BASE_AT[hex]] += each * placed.count

    def depot(self, placed: Placed) -> int:
        """2.51 The largest port of an area that the side holds, otherwise its first city; ties by id."""
        atlas, side = self.pieces.atlas, tables.SIDES.index(placed.side)
        held = [hex for hex in self.hexes_of(placed.area, side) if hex in atlas.places and self.held(hex, side)]
        return max(held, key=lambda hex: (self.cargo_of(hex), atlas.places[hex].city, -hex))

    def held(self, hex: int, side: int) -> bool:
        return self.arrays[layout.CONTROL][hex] == side

    def cargo_of(self, hex: int) -> int:
        """14.1, 27.3 The Cargo Capacity of a port, or of a fleet base if it has five Base Forces."""
        full = [
            unit
            for unit in self.units.units(hex)
            if self.arrays[layout.DEPLOYED][unit] == counters.FULL
            and self.pieces.ground[self.arrays[layout.UNIT_TYPE][unit]].kind == "base_force"
        ]
        cargo = self.pieces.atlas.places[hex].cargo
        return max(cargo, FLEET_BASE.cargo) if len(full) >= FLEET_BASE.forces else cargo + len(full)

    # -- ships ---------------------------------------------------------------------------------------

    def _ship(self, placed: Placed) -> None:
        """10.9, 40.41, 40.43 Places ships, with full tanks; a level of Joint Shipping means a smaller unit, not
        damage.
        """
        if not placed.numbers:
            # 2.51 Merchant shipping starts on links, once all ports are known.
            return
        if placed.hex:
            hex = NUMBER[placed.hex]
        else:
            hex = counters.IN_BOX + counters.BOXES.index[counters.BOX_OF_AREA[placed.area]]
        level = LEVEL_OF[placed.condition]
        for number in placed.numbers:
            ship = counters.SHIPS.index[f"{placed.nation}_{placed.unit.lower()}{number}"]
            self.ships.put(ship, hex)
            self.arrays[layout.FUEL][ship] = self.pieces.ships[ship].fuel
            self.arrays[layout.SHRUNK if placed.unit in JOINT_SHIPPING else layout.DAMAGE][ship] = level

    def _blocked(self, side: int) -> frozenset[int]:
        """15.2 The hexes closed to a side's links."""
        if side not in self._closed_to_links:
            blocked = merchant_links.closed_by_airbases(self.cells, self.arrays, side)
            self._closed_to_links[side] = blocked
        return self._closed_to_links[side]

    def _merchants(self, rows: Sequence[Placed]) -> None:
        """2.51, 15.2 Assigns merchant ships one by one to links from the home end to ports with units: to the port with
        the least thruput so far; if several are equal, to the port with the most units, then by id.
        """
        areas = self.pieces.facts.table(tables.AREAS)
        for placed in [placed for placed in rows if placed.kind == "ship" and not placed.numbers]:
            if areas[placed.area].what != "pipeline":
                continue
            side = tables.SIDES.index(placed.side)
            merchants = self.pieces.scenarios[self.scenario].merchants_at_start(
                placed.case, placed.count, self.pieces.options
            )
            for number in range(1, merchants + 1):
                ship = counters.SHIPS.index[f"{placed.nation}_{placed.unit.lower()}{number}"]
                self._assign(ship, side)

    def _restrict(self) -> None:
        """Marks the Allied units that begin where the scenario restricts them."""
        pieces, lies = self.pieces, self.arrays[layout.UNIT_AT]
        case = pieces.scenarios[self.scenario]
        within = case.restricted_at_start(pieces.facts, pieces.atlas, pieces.options)
        for unit in counters.UNITS_OF[counters.SIDES.index["allies"]] if within else ():
            if lies[unit] in within:
                self.arrays[layout.RESTRICTED][unit] = 1

    def _assign(self, ship: int, side: int) -> None:
        """2.51 Assigns a merchant unit to the link of ``_merchants``, which is laid if the unit is the first on it."""
        serves, carried = self.arrays[layout.SHIP_LINK], dict[int, int]()
        whose, port, least = self.pieces.scenarios[self.scenario].first_link
        first = NUMBER[port] if whose == tables.SIDES[side] else -1
        for hex in self._ports_with_units(side):
            length, link = self._from_home(side, hex), self._link_from(side, hex)
            if length:
                ships = sum(each == link + 1 for each in serves) if link >= 0 else 0
                carried[hex] = ships * merchant_links.load_per_unit(length)
        if first in carried and carried[first] < least:
            serves[ship] = self._lay(side, first) + 1
            return
        best = min(carried, key=lambda hex: (carried[hex], -len(self.units.units(hex)), counters.HEXES.ids[hex]))
        serves[ship] = self._lay(side, best) + 1

    def _ports_with_units(self, side: int) -> list[int]:
        """2.51 The open ports of a side with ground units."""
        opened = self.pieces.waters(self.scenario).opened
        named = [
            hex for hex, place in self.pieces.atlas.places.items() if place.port in ("minor", "major") and opened[hex]
        ]
        return [hex for hex in named if self.held(hex, side) and self.units.units(hex)]

    def _home_end(self, side: int) -> int:
        """2.51, 15.31 The end from which links are proposed: an edge, or a port."""
        home = self.pieces.scenarios[self.scenario].link_homes[side]
        if home in layout.EDGES.index:
            return merchant_links.edge_end(layout.EDGES.index[home])
        return merchant_links.end_at(NUMBER[home])

    def _from_home(self, side: int, hex: int) -> int:
        """15.3 The length of a link from the home end to a port; 0 if no path is open, or if the home end
        is that port.
        """
        end = self._home_end(side)
        way = merchant_links.path_between(self.pieces, self.scenario, self._blocked(side), hex, end)
        return merchant_links.length_of(self.pieces, self.scenario, way, merchant_links.edge_of(end))

    def _link_from(self, side: int, hex: int) -> int:
        """15.2 The link of a side from a port; -1 if there is none."""
        starts = self.arrays[layout.LINK_FROM]
        return next((link for link in merchant_links.links_of(side) if starts[link] == merchant_links.end_at(hex)), -1)

    def _lay(self, side: int, hex: int) -> int:
        """15.2 The link from a port to the home end, which is laid if there is none."""
        result = self._link_from(side, hex)
        if result < 0:
            starts = self.arrays[layout.LINK_FROM]
            result = next(link for link in merchant_links.links_of(side) if starts[link] == layout.NO_END)
            starts[result] = merchant_links.end_at(hex)
            self.arrays[layout.LINK_TO][result] = self._home_end(side)
        return result

    def _lost_line(self) -> None:
        """45.21 Places the ships of a lost line, if the option says so."""
        if self.pieces.options["battleship_carriers"] == "yes":
            names, hex = self.pieces.scenarios[self.scenario].lost_line
            for ship in [counters.SHIPS.index[name] for name in names]:
                self.ships.put(ship, NUMBER[hex])
                self.arrays[layout.FUEL][ship] = self.pieces.ships[ship].fuel

    def _cargo(self) -> None:
        """42.21, 45.31 Loads the starting cargo: ground units one per ship, or all on the only ship; then Supply Points
        in the room left.
        """
        rows = [row for row in self.pieces.facts.table(tables.LOADS).values() if row.scenario == self.case]
        for aboard in rows:
            if aboard.kind == "ground" and len(aboard.carriers) > 1:
                for carrier in aboard.carriers[: aboard.count]:
                    self._embark(aboard.unit, counters.SHIPS.index[carrier])
            elif aboard.kind == "ground":
                for _ in range(aboard.count):
                    self._embark(aboard.unit, counters.SHIPS.index[aboard.carriers[0]])
        for aboard in rows:
            if aboard.kind == "supply":
                each = self.pieces.block if aboard.unit == "block" else 1
                self._load(each * aboard.count, [counters.SHIPS.index[ship] for ship in aboard.carriers])

    def _embark(self, kind: str, ship: int) -> None:
        """16.1 Puts a ground unit aboard a ship."""
        side = counters.SIDE_OF_SHIP[ship]
        unit = self._next_unit[side]
        self._next_unit[side] += 1
        self.arrays[layout.UNIT_TYPE][unit] = counters.GROUND_TYPES.index[kind]
        self.units.put(unit, counters.ABOARD + ship)

    def _room(self, ship: int) -> int:
        """16.1 The remaining room of a ship in quarters of Load Points."""
        types, each = self.arrays[layout.UNIT_TYPE], self.pieces.ground
        troops = sum(QUARTERS * each[types[unit]].load for unit in self.units.units(counters.ABOARD + ship))
        return max(self.pieces.ships[ship].load_quarters - troops - self.arrays[layout.CARGO][ship], 0)

    def _load(self, points: int, carriers: list[int]) -> None:
        """42.21 Distributes Supply Points evenly; the rest goes to ships that have room."""
        left = points
        for number, ship in enumerate(carriers):
            share = min(points // len(carriers) + (number < points % len(carriers)), self._room(ship))
            self.arrays[layout.CARGO][ship] += share
            left -= share
        for ship in carriers:
            more = min(left, self._room(ship))
            self.arrays[layout.CARGO][ship] += more
            left -= more

    def _submarines(self) -> None:
        """2.51, 13.1 Places Subrons in the hexes of their rows; the points of other rows are in port, or off the map,
        until their owner divides them into Subrons.
        """
        for row in self.pieces.facts.table(tables.SUBRONS).values():
            if row.scenario != self.case or not self._in_version(row.version):
                continue
            side = tables.SIDES.index(row.side)
            if row.hex:
                self._station(side, NUMBER[row.hex], row.fleet, row.coastal)
            elif row.area in counters.BOX_OF_AREA:
                first = len(layout.SUB_KINDS) * side
                self.arrays[layout.SUBS_OFF_MAP][first] += row.fleet
                self.arrays[layout.SUBS_OFF_MAP][first + 1] += row.coastal
            else:
                first = layout.SUBS_HELD + len(layout.SUB_KINDS) * side
                self.cells[first] += row.fleet
                self.cells[first + 1] += row.coastal

    def _station(self, side: int, hex: int, fleet: int, coastal: int) -> None:
        """13.1, 40.41 Places a Subron at sea, in its first Cycle."""
        first = layout.SUBRONS_A_SIDE * side
        subron = next(n for n in range(first, first + layout.SUBRONS_A_SIDE) if self.cells[layout.SUBRON_AT + n] < 0)
        self.cells[layout.SUBRON_AT + subron] = hex
        self.cells[layout.SUBRON_FLEET + subron], self.cells[layout.SUBRON_COASTAL + subron] = fleet, coastal
        self.cells[layout.SUBRON_OUT + subron] = 1

    def _dock(self) -> None:
        """18.3 Places ships under Maximum Effort repair."""
        for name, level, turns in self.pieces.scenarios[self.scenario].in_dock:
            ship = counters.SHIPS.index[name]
            self.arrays[layout.DAMAGE][ship] = level
            self.arrays[layout.REPAIR_LEFT][ship] = self.arrays[layout.REPAIR_WHOLE][ship] = turns
            self.arrays[layout.REPAIR_LEVEL][ship] = level
            self.arrays[layout.MAXIMUM_EFFORT][ship] = 1

    # -- ground units --------------------------------------------------------------------------------

    def _ground(self, placed: Placed) -> None:
        self._put(placed, placed.unit)

    def _air_hq(self, placed: Placed) -> None:
        """2.51 Places headquarters without a given hex at the airbase of the highest Level that has no headquarters;
        ties by id.
        """
        if placed.hex or placed.area in counters.BOX_OF_AREA:
            self._put(placed, f"{placed.nation}_hq_{placed.unit}")
            return
        for _ in range(placed.count):
            free = [base for base in self.airbases(placed) if not self._led(counters.BASE_HEX[base])]
            best = max(free or self.airbases(placed), key=lambda base: (self.arrays[layout.LEVEL][base], -base))
            hex = counters.HEXES.ids[counters.BASE_HEX[best]]
            self._put(msgspec.structs.replace(placed, hex=hex, count=1), f"{placed.nation}_hq_{placed.unit}")

    def _led(self, hex: int) -> bool:
        """Whether a hex has an air headquarters."""
        types = self.arrays[layout.UNIT_TYPE]
        return any(self.pieces.ground[types[unit]].kind == "air_hq" for unit in self.units.units(hex))

    def airbases(self, placed: Placed) -> list[int]:
        """2.51 The named bases in an area that have an airbase and are held by the side of a row."""
        side = tables.SIDES.index(placed.side)
        within, opened = set(self.hexes_of(placed.area, side)), self.pieces.in_play(self.scenario)
        return [
            base
            for base, hex in enumerate(counters.BASE_HEX)
            if hex in within and opened[hex] and self.arrays[layout.LEVEL][base] and self.held(hex, side)
        ]

    def _put(self, placed: Placed, kind: str) -> list[int]:
        """Places counters of a type according to a row; if a row names no hex, 2.51 decides."""
        side = tables.SIDES.index(placed.side)
        number = counters.GROUND_TYPES.index.get(kind)
        if number is None:
            number = counters.GROUND_TYPES.index[f"us{kind.removeprefix(placed.nation)}"]
        result = []
        for hex in self._where(placed, number):
            unit = self._next_unit[side]
            self._next_unit[side] += 1
            self.arrays[layout.UNIT_TYPE][unit] = number
            self.units.put(unit, hex)
            self.strength[hex] += self.pieces.ground[number].strength
            result.append(unit)
        return result

    def _where(self, placed: Placed, kind: int) -> list[int]:
        named = [NUMBER[hex] for hex in placed.hexes] or ([NUMBER[placed.hex]] if placed.hex else [])
        if placed.per_hex:
            return [hex for hex in named for _ in range(placed.count)]
        if named:
            return [named[number % len(named)] for number in range(placed.count)]
        if placed.area in counters.BOX_OF_AREA:
            box = counters.GROUND_IN_BOX + counters.BOXES.index[counters.BOX_OF_AREA[placed.area]]
            return [box] * placed.count
        result = []
        for _ in range(placed.count):
            result.append(self.by_default(self.hexes_of(placed.area)))
            self.strength[result[-1]] += self.pieces.ground[kind].strength
        for hex in result:
            self.strength[hex] -= self.pieces.ground[kind].strength
        return result

    def hexes_of(self, area: str, side: int = -1) -> list[int]:
        """The land hexes of an area that a scenario names; if it stands for all bases of a side, those in play."""
        row = self.pieces.facts.table(tables.AREAS)[area]
        atlas = self.pieces.atlas
        if row.what in OWNED and not row.regions:
            opened = self.pieces.in_play(self.scenario)
            return sorted(hex for hex in atlas.places if opened[hex] and self.held(hex, side))
        hexes, opened = self.pieces.area(area), self.pieces.in_play(self.scenario)
        return [hex for hex in hexes if opened[hex]]

    def by_default(self, hexes: Iterable[int]) -> int:
        """2.51 The city of an area with the fewest strength points; if it has no city, a port, airbase or hex; ties by
        id.
        """
        atlas, hexes = self.pieces.atlas, list(hexes)
        classes = [
            [hex for hex in hexes if hex in atlas.places and atlas.places[hex].city],
            [hex for hex in hexes if hex in atlas.places and atlas.places[hex].port in ("minor", "major")],
            [hex for hex in hexes if hex in atlas.places and atlas.places[hex].airbase],
            hexes,
        ]
        best = next(found for found in classes if found)
        return min(best, key=lambda hex: (self.strength[hex], counters.HEXES.ids[hex]))

    # -- air points ----------------------------------------------------------------------------------

    def _air(self, placed: Placed) -> None:
        """40.44 Places points on land as Trained, unless they are listed as untrained."""
        training = counters.UNTRAINED if placed.training == "untrained" else counters.TRAINED
        if placed.hex or placed.area in counters.BOX_OF_AREA:
            self._add(self._base_of(placed), placed.unit, training, placed.count)
            return
        if self._within_limits(placed):
            self._fill(placed, training)
            return
        for _ in range(placed.count):
            self._add(self.roomiest(placed), placed.unit, training, 1)

    def _within_limits(self, placed: Placed) -> bool:
        """45.64 Whether points beyond the room of bases and headquarters take no part."""
        return self.pieces.facts.table(tables.AREAS)[placed.area].what == "airbase_of_side"

    def _fill(self, placed: Placed, training: int) -> None:
        """2.51, 45.64 Places points where there is the most room, until there is none."""
        side, kind = tables.SIDES.index(placed.side), counters.AIR_TYPES.index[placed.unit]
        for _ in range(placed.count):
            rooms = initial_room(self.pieces, self.scenario, self.arrays, self.units, side, kind)
            best = max(rooms, key=lambda base: (rooms[base], -base), default=-1)
            if best < 0 or rooms[best] <= 0:
                return
            self._add(best, placed.unit, training, 1)

    def roomiest(self, placed: Placed) -> int:
        """2.51 The airbase of an area with the most free room, with a headquarters if there is one; ties by id."""
        bases = self.airbases(placed)
        led = [base for base in bases if any(self._led(hex) for hex in GRID.within(counters.BASE_HEX[base], HQ_HEXES))]

        def room(base: int) -> tuple[int, int]:
            free = POINTS_A_LEVEL * self.arrays[layout.LEVEL][base] - layout.points_at(self.arrays, base)
            return free, -base

        return max([base for base in led if room(base)[0] > 0] or led or bases, key=room)

    def _add(self, base: int, kind: str, training: int, points: int) -> None:
        self.arrays[layout.AIR][counters.slot(base, counters.AIR_TYPES.index[kind], training)] += points

    def _air_groups(self, rows: Sequence[Placed]) -> None:
        """42.21, 19.1 Places the points of a group one by one, on the carrier of the group with the most free room."""
        for group in dict.fromkeys(placed.id[:6] for placed in rows if placed.kind == "carrier_air"):
            here = [placed for placed in rows if placed.id[:6] == group]
            ships = [
                counters.SHIPS.index[f"{placed.nation}_{placed.unit.lower()}{number}"]
                for placed in here
                if placed.kind == "ship"
                for number in placed.numbers
            ]
            room = {ship: self.pieces.ships[ship].air_capacity for ship in ships if ship in counters.DECK_OF}
            for placed in here:
                for _ in range(placed.count if placed.kind == "carrier_air" else 0):
                    ship = min(room, key=lambda ship: (-room[ship], ship))
                    room[ship] -= 1
                    self._add(counters.DECK_OF[ship], placed.unit, counters.CARRIER, 1)


@cached(16)
def levels_at_start(pieces: Pieces, scenario: int) -> bytes:
    """5.4, 47.26 The Levels of the airbase at each base as a scenario begins."""
    return bytes(at_start(pieces, scenario).arrays[layout.LEVEL])
