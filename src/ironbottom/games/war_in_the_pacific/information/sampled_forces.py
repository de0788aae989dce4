"""9.0 Samples a side's Task Forces and ships, as far as the enemy can tell: where they could have sailed."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.game import Random
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.derived import ship_condition
from ironbottom.games.war_in_the_pacific.derived.force_movement import own_forces, ship_speed, waters_of
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS, JOINT
from ironbottom.games.war_in_the_pacific.derived.ships_in_port import locked
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.information.sailing_range import FARTHEST, SailingRange, members_of
from ironbottom.games.war_in_the_pacific.information.sampled_loads import LoadRoom, load_quarters
from ironbottom.games.war_in_the_pacific.information.sampled_ports import ShipsInSearchedPorts
from ironbottom.games.war_in_the_pacific.information.sampled_reports import as_reported, may_be_dummy
from ironbottom.games.war_in_the_pacific.information.sampled_sightings import move_unseen_ships
from ironbottom.games.war_in_the_pacific.rules.naval.dummy_forces import REPORTED
from ironbottom.games.war_in_the_pacific.rules.naval.off_map import LANES, entry_hexes
from ironbottom.games.war_in_the_pacific.rules.naval.surface_combat import Battle, SurfaceCombat
from ironbottom.games.war_in_the_pacific.rules.search.contacts import old_reports
from ironbottom.games.war_in_the_pacific.rules.sequence import phases_sailed
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_attacks import TorpedoTargetChoice
from ironbottom.games.war_in_the_pacific.state import MISSIONS
from ironbottom.games.war_in_the_pacific.state_types import State

Part = Callable[[State, Random], None]
"""Samples a part of what a side hides, after the earlier parts."""
FASTEST = 120
"""10.3 The largest number of Movement Points of a force in a phase."""
NEAR, BOUND, FAR_BOUND = 21, 12, 30
"""The distance from its reported hex within which a force is placed; the usual and greatest distance of its
destination.
"""
OWN_BOXES = (
    tuple(counters.BOXES.index[name] for name in ("inland_sea",)),
    tuple(
        counters.BOXES.index[name]
        for name in counters.BOXES.ids
        if name not in ("inland_sea", "japan", "beyond_the_edge")
    ),
)
"""37.1 The boxes of each side."""
DEBTS = (0, 25, 45)
ANY_WATER = -1
FALSE_BY = 2
"""8.31 The largest number of hexes by which the place in a report may be wrong."""
LEFT_BEHIND = (
    *(layout.FUEL, layout.TIRED, layout.DRY, layout.CARGO, layout.SHRUNK, layout.REFITTING, layout.SLOWED),
    *(layout.DAMAGE, layout.REPAIR_LEFT, layout.REPAIR_WHOLE, layout.REPAIR_LEVEL),
)
"""38.5 The values that a counter loses when it leaves play."""
MAX_TRIED_FORCES = 3
"""The largest number of forces that are considered for a ship to have joined."""
AS_REPORTED = 8
"""In one of this many samples, forces were reorganized after they were reported."""


class HiddenFleet:
    """The forces and ships of a side that others do not see."""

    def __init__(self, seen: State, side: int, aboard: Sequence[int] = ()) -> None:
        self.side = side
        pieces = seen.rules.pieces
        known = [
            unit for unit in aboard if unit in counters.UNITS_OF[side] and seen.arrays[layout.UNIT_TYPE][unit] >= 0
        ]
        self.load = sum(load_quarters(seen, unit) for unit in known)
        """15.6 The quarters of Load Points that the side's ships carry at least."""
        positions = seen.arrays[layout.SHIP_AT]
        battling = seen.cells[layout.BATTLING]
        self.ships = [
            ship
            for ship in counters.SHIPS_OF[side]
            if 0 <= positions[ship] < counters.SUNK and not battling >> ship & 1
        ]
        self.seen = members(battling & counters.SHIP_SETS[side])
        """11.3 The ships visible in a battle now, except for their fuel and repair."""
        self.sunk = [ship for ship in counters.SHIPS_OF[side] if positions[ship] == counters.SUNK]
        fighting = [positions[ship] - counters.IN_FORCE for ship in members(battling & counters.SHIP_SETS[side])]
        self.fighting = [force for force in fighting if 0 <= force < len(counters.FORCES)]
        """11.3 The forces of the ships visible in a battle now."""
        self.spare = spare_shipping(seen, side)
        self.joint = [ship for ship in self.ships if pieces.ships[ship].type in JOINT]
        self.home = {ship: positions[ship] for ship in self.ships}
        self.free = [ship for ship in self.ships if not locked(seen, ship)]
        control, scenario = seen.arrays[layout.CONTROL], seen.cells[layout.SCENARIO]
        opened = pieces.waters(scenario).opened
        ports = [p for p, place in pieces.atlas.places.items() if place.port != "none" and control[p] == side]
        self.ports = sorted(p for p in ports if opened[p])
        self.berths = possible_berths(seen, side, self.ports)
        self.boxes = possible_boxes(seen, side)
        self.read_ports = ports_on_cards(seen, side)
        """42.92 The ports of cards that were read, each with the number of its ships by type."""
        self.lanes = layout.scenario(seen).boxes is None
        """37.1 Whether there are sea lanes."""
        self.ways = SailingRange(seen, side, self.ports, self.boxes, freely=bool(self.berths))
        entries = [gate for box in self.boxes for gate in entry_hexes(seen, box)]
        points = min(FASTEST * max(phases_sailed(seen), 1), FARTHEST)
        self.attacked = phases_sailed(seen) > 0
        """13.7 Whether submarines may have attacked."""
        self.barred = layout.scenario(seen).forbidden_hexes(seen, side)
        """45.13 The hexes that the side may not enter."""
        self.counted = ShipsInSearchedPorts(seen, side, self.free)
        looked = {known.hex for known in self.counted.known}
        self.unlooked = [port for port in self.ports if port not in looked]
        """8.41 The ports about which the enemy knows nothing."""
        seas = pieces.sea_within(scenario, (*self.ports, *entries), points)
        self.seas = tuple([hex for hex in seas if hex not in self.barred]) if self.barred else seas
        self.met = waters_of_met_forces(seen, side, self.fighting)
        """11.1 The places of forces that have met the enemy, which both sides know."""
        self.contacts = [f for f in own_forces(side) if layout.in_contact(seen.cells, f)]
        fit = range(REPORTED.low, REPORTED.high + 1)
        real = [f for f in self.contacts if f not in self.fighting and f not in self.met]
        self.maybe_dummies = [f for f in real if any(may_be_dummy(seen, f, ships) for ships in fit)]
        named = {*self.contacts, *self.fighting, *self.met, *old_reports(seen, side)}
        self.unknown = [f for f in own_forces(side) if f not in named]
        """8.5 The forces about which nothing is known; forces do not have the numbers of old reports."""

    def parts(self) -> tuple[Part, ...]:
        """The parts of the sample: forces, their ships, ports and boxes, orders, fuel and damage."""
        return (
            self._formed,
            self._ships,
            self._sailed,
            self._counted,
            self._as_on_cards,
            self._orders,
            self._sample_conditions,
            self._reorganised,
            self._unsighted,
        )

    def _sample_conditions(self, state: State, random: Random) -> None:
        for ship in self.ships:
            sample_ship_condition(state, ship, random)
        for ship in self.seen:
            sample_seen_ship(state, ship, random)
        for ship in self.sunk:
            sample_sunk_ship(state, ship, random)
        for force in own_forces(self.side):
            state.cells[layout.ORGANISED] |= random.randrange(2) << force

    def _reorganised(self, state: State, random: Random) -> None:
        """38.5, 9.2 Joint Shipping that was split or joined, and the ships that were organized in this phase."""
        spare: list[int] = []
        if self.spare and random.randrange(3) == 0:
            spare = self.spare[: 1 + random.randrange(len(self.spare))]
            self._divide(state, spare, random)
        if self.spare and random.randrange(3) == 0:
            self._combine(state, random)
        odds = random.randrange(4)
        for ship in (*self.ships, *spare):
            state.cells[layout.GATHERED] |= (random.randrange(4) < odds) << ship

    def _counted(self, state: State, random: Random) -> None:
        """8.41 Ports that the enemy has searched have the number of capital ships and carriers that the report gave."""
        bound = {*self.contacts, *self.fighting, *self.met}

        def elsewhere(ship: int) -> None:
            self._move_from_port(state, ship, bound, random)

        self.counted.match_counts(state, random, {*self.fighting, *self.met}, elsewhere)
        out = self._out(state)
        real = [force for force in self._real(state) if force not in bound]
        room = counters.MAX_FORCES - len(self._real(state))
        self.counted.regroup(state, random, real, [f for f in self.unknown if f not in out][: max(room, 0)])

    def _as_on_cards(self, state: State, random: Random) -> None:
        """42.92 Until ships sail, the ports of cards that were read contain the ships that the cards list."""
        hex, ships, bound = state.arrays[layout.SHIP_AT], state.rules.pieces.ships, set[int]()
        for port, wanted in self.read_ports.items():
            for kind, number in wanted.items():
                candidates = [ship for ship in self.free if ships[ship].type == kind and ship not in bound]
                random.shuffle(candidates)
                candidates.sort(key=lambda ship: hex[ship] != port)
                for ship in candidates[:number]:
                    bound.add(ship)
                    hex[ship] = port
        places = [port for port in self.ports if port not in self.read_ports]
        places += [counters.IN_BOX + box for box in self.boxes]
        others = [ship for ship in self.free if ship not in bound]
        for ship in others if self.read_ports else []:
            if hex[ship] in self.read_ports:
                hex[ship] = places[random.randrange(len(places))]
        for force in self._real(state) if self.read_ports else []:
            if counters.IN_FORCE + force not in hex:
                idle = [ship for ship in others if not counters.IN_FORCE <= hex[ship] < counters.IN_BOX]
                spare = idle or [ship for ship in others if hex.count(hex[ship]) > 1]
                hex[spare[random.randrange(len(spare))]] = counters.IN_FORCE + force

    def _move_from_port(self, state: State, ship: int, bound: Container[int], random: Random) -> None:
        """8.41 Puts a ship that cannot be in its port in an unsearched port, in a force, off the map, or just outside
        the port.
        """
        cells, positions = state.cells, state.arrays[layout.SHIP_AT]
        port, real = positions[ship], [force for force in self._real(state) if force not in bound]
        random.shuffle(real)
        if not self.unlooked or random.randrange(3) == 0:
            for force in real[:MAX_TRIED_FORCES]:
                positions[ship] = counters.IN_FORCE + force
                if self.ways.could_be(state, force):
                    return
        if self.unlooked:
            positions[ship] = self.unlooked[random.randrange(len(self.unlooked))]
        elif self.boxes:
            positions[ship] = counters.IN_BOX + self.boxes[random.randrange(len(self.boxes))]
        else:
            unused = [f for f in self.unknown if f not in self._out(state)]
            force = unused[random.randrange(len(unused))] if unused else real[0]
            positions[ship] = counters.IN_FORCE + force
            if unused:
                cells[layout.FORCE_AT + force] = port
                cells[layout.FORCE_WATER + force] = random.randrange(len(waters_of(state).nodes(port)))

    def _unsighted(self, state: State, random: Random) -> None:
        """20.11 Moves ships that the enemy would see away from the place at which it aims."""
        move_unseen_ships(state, self.side, self.ports, self.seas, random)

    # -- forces ----------------------------------------------------------------------------------------

    def _out(self, state: State) -> list[int]:
        """The sampled forces."""
        cells = state.cells
        own = own_forces(self.side)
        return [f for f in own if cells[layout.FORCE_AT + f] >= 0 or cells[layout.FORCE_BOX + f] >= 0]

    def _formed(self, state: State, random: Random) -> None:
        """Samples forces: those in contact always exist; some are dummies, a few are off the map."""
        known = sorted({*self.contacts, *self.fighting, *self.met})
        dummies = {force for force in self.maybe_dummies if random.randrange(3) == 0}
        others = self.unknown[:]
        random.shuffle(others)
        real = random.randrange(counters.MAX_FORCES + 1) - (len(known) - len(dummies))
        real = max(min(real, len(self.free) - len(known) + len(dummies), len(others)), 0)
        false = min(random.randrange(counters.MAX_DUMMIES + 1), len(others) - real)
        dummies = set(sorted(dummies)[: counters.MAX_DUMMIES])
        dummies |= set(others[real : real + min(false, counters.MAX_DUMMIES - len(dummies))])
        for force in sorted({*known, *others[:real], *dummies}):
            self._place(state, force, random, known=force in known, dummy=force in dummies)

    def _place(self, state: State, force: int, random: Random, *, known: bool, dummy: bool) -> None:
        cells, waters = state.cells, waters_of(state)
        if force in self.met:
            hex, water = self.met[force]
            cells[layout.FORCE_AT + force] = hex
            cells[layout.FORCE_WATER + force] = random.randrange(len(waters.nodes(hex))) if water < 0 else water
            return
        if not known and not dummy and self.boxes and random.randrange(5) == 0:
            box = self.boxes[random.randrange(len(self.boxes))]
            cells[layout.FORCE_BOX + force] = box
            return
        hex = self._hex(state, force, random, known=known)
        cells[layout.FORCE_AT + force] = hex
        cells[layout.FORCE_WATER + force] = random.randrange(len(waters.nodes(hex)))
        if dummy:
            result = [n for n in range(REPORTED.low, REPORTED.high + 1) if not known or may_be_dummy(state, force, n)]
            cells[layout.DUMMY_SHIPS + force] = result[random.randrange(len(result))]

    def _hex(self, state: State, force: int, random: Random, *, known: bool) -> int:
        reported = state.cells[layout.CONTACT_AT + force]
        if force in self.fighting and reported >= 0:
            return reported
        if known and reported >= 0 and random.randrange(10):
            near = self._sea_near(state, reported, random.randrange(NEAR + 1))
            if near:
                return near[random.randrange(len(near))]
        if self.ports and random.randrange(3) == 0:
            return self.ports[random.randrange(len(self.ports))]
        return self.seas[random.randrange(len(self.seas))]

    def _sea_near(self, state: State, hex: int, steps: int) -> Sequence[int]:
        """3.51, 45.13 The hexes within this many steps of a hex that the side's ships may enter."""
        pieces = state.rules.pieces
        return pieces.sea_near(state.cells[layout.SCENARIO], hex, steps, self.barred)

    # -- ships -----------------------------------------------------------------------------------------

    def _real(self, state: State) -> list[int]:
        """The sampled forces that are not dummies."""
        return [force for force in self._out(state) if not state.cells[layout.DUMMY_SHIPS + force]]

    def _ships(self, state: State, random: Random) -> None:
        """Puts every ship in a force, where it began, or in another port or box; every force gets at least one ship."""
        real = self._real(state)
        positions = state.arrays[layout.SHIP_AT]
        out = random.randrange(11) if real else 0
        drawn = self.free[:]
        random.shuffle(drawn)
        lacking = [force for force in real if force not in self.fighting]
        reported = [force for force in lacking if force in self.contacts]
        for force in reported if random.randrange(AS_REPORTED) else []:
            ships = as_reported(state, force, drawn, random, spare=len(lacking) - 1)
            for ship in ships:
                positions[ship] = counters.IN_FORCE + force
                drawn.remove(ship)
            if ships:
                lacking.remove(force)
                real.remove(force)
        few = 1 + random.randrange(len(real)) if real else 0
        random.shuffle(real)
        for place, ship in enumerate(drawn):
            if place < len(lacking):
                positions[ship] = counters.IN_FORCE + lacking[place]
            elif real and random.randrange(10) < out:
                positions[ship] = counters.IN_FORCE + real[random.randrange(few)]
            else:
                positions[ship] = self._berth(ship, random)

    def _sailed(self, state: State, random: Random) -> None:
        """10.3 Places unknown forces in hexes to which all their ships can have sailed; if there are none, ships leave
        them.
        """
        for force in self.unknown:
            if state.cells[layout.FORCE_AT + force] < 0 or self.ways.could_be(state, force):
                continue
            to = self.ways.meeting(state, force, random)
            if to < 0:
                for ship in members_of(state, force)[1:]:
                    state.arrays[layout.SHIP_AT][ship] = self._berth(ship, random)
                if self.ways.could_be(state, force):
                    continue
                to = self.ways.meeting(state, force, random)
            state.cells[layout.FORCE_AT + force] = to
            state.cells[layout.FORCE_WATER + force] = random.randrange(len(waters_of(state).nodes(to)))

    def _berth(self, ship: int, random: Random) -> int:
        chance = random.randrange(10)
        if chance < 6 or not self.ports:
            return self.berths[random.randrange(len(self.berths))] if self.berths else self.home[ship]
        if chance == 9 and self.boxes:
            return counters.IN_BOX + self.boxes[random.randrange(len(self.boxes))]
        return self.ports[random.randrange(len(self.ports))]

    def _divide(self, state: State, spare: list[int], random: Random) -> None:
        """38.5 Joint Shipping may have been split; some parts are in places that it could have reached."""
        arrays, real = state.arrays, self._real(state)
        for ship in spare:
            at_sea = real and random.randrange(2) and self.fighting != real
            force = real[random.randrange(len(real))] if at_sea else 0
            berth = self.ports[random.randrange(len(self.ports))] if self.ports else self.home[self.ships[0]]
            joins = at_sea and force not in self.fighting
            arrays[layout.SHIP_AT][ship] = counters.IN_FORCE + force if joins else berth
            arrays[layout.SHRUNK][ship] = 1 + random.randrange(3)
            sample_ship_condition(state, ship, random)
        for ship in self.joint:
            if random.randrange(2):
                arrays[layout.SHRUNK][ship] = random.randrange(4)

    def _combine(self, state: State, random: Random) -> None:
        """38.5 Joint Shipping in port may have been joined to another counter of its kind; its own counter then left
        play.
        """
        arrays, ships, positions = state.arrays, state.rules.pieces.ships, state.arrays[layout.SHIP_AT]
        for ship in self.joint:
            kind = (ships[ship].type, ships[ship].nation)
            alike = [
                n for n in self.joint if n != ship and positions[n] >= 0 and (ships[n].type, ships[n].nation) == kind
            ]
            in_port = 0 <= positions[ship] < counters.IN_FORCE
            if alike and in_port and random.randrange(3) == 0 and self._can_spare(state, ship):
                positions[ship] = -1
                for array in LEFT_BEHIND:
                    arrays[array][ship] = 0
                arrays[layout.SHRUNK][alike[random.randrange(len(alike))]] = random.randrange(4)

    def _can_spare(self, state: State, ship: int) -> bool:
        """15.6 Whether the other ships have room for what the side has aboard."""
        if not self.load:
            return True
        room = sum(LoadRoom(state, self.side).left.values()) - ship_condition.load_room(state, ship)
        return room >= self.load

    # -- orders ----------------------------------------------------------------------------------------

    def _orders(self, state: State, random: Random) -> None:
        for force in range(len(counters.FORCES)) if self.attacked else ():
            if state.cells[layout.FORCE_AT + force] >= 0:
                state.cells[layout.TORPEDOED + force] = random.randrange(4) if random.randrange(8) == 0 else 0
        for force in self._out(state):
            self._ordered(state, force, random)

    def _ordered(self, state: State, force: int, random: Random) -> None:
        """10.1 Samples a Mission, a destination, a speed, and the movement left or, for a force off the map, a way to
        enter.
        """
        cells = state.cells
        cells[layout.FORCE_MISSION + force] = random.randrange(len(MISSIONS) + 1) - 1
        cells[layout.FORCE_SPEED + force] = random.randrange(4)
        for block in (layout.FORCE_ACTIVE, layout.FORCE_TRIED, layout.FORCE_SHIFTED):
            cells[block + force] = random.randrange(2)
        cells[layout.FORCE_BOMBARDED + force] = int(random.randrange(8) == 0)
        cells[layout.FORCE_LEFT + force] = random.randrange(121) if random.randrange(3) else 0
        cells[layout.FORCE_STEPS + force] = random.randrange(31)
        hex = cells[layout.FORCE_AT + force]
        if hex < 0:
            self._way_in(state, force, random)
            hex = cells[layout.FORCE_GATE + force]
        elif random.randrange(8) == 0 and self.side != JAPAN and self.boxes and self.lanes:
            cells[layout.FORCE_LANE + force] = LANES[random.randrange(len(LANES))]
        if hex >= 0 and random.randrange(4):
            near = self._sea_near(state, hex, BOUND if random.randrange(4) else FAR_BOUND)
            cells[layout.FORCE_TO + force] = near[random.randrange(len(near))] if near else -1

    def _way_in(self, state: State, force: int, random: Random) -> None:
        """42.71, 37.1 A force off the map may enter at an entry hex, or continue along its sea lanes."""
        cells = state.cells
        box = cells[layout.FORCE_BOX + force]
        cells[layout.FORCE_ACTIVE + force] = random.randrange(2)
        cells[layout.FORCE_LAGS + force] = random.randrange(2)
        entries = entry_hexes(state, box)
        if entries and random.randrange(2):
            cells[layout.FORCE_GATE + force] = entries[random.randrange(len(entries))]
            cells[layout.FORCE_DEBT + force] = DEBTS[random.randrange(len(DEBTS))]
            cells[layout.FORCE_FILLED + force] = random.randrange(2)
        elif box in LANES and random.randrange(2):
            cells[layout.FORCE_LANE + force] = LANES[random.randrange(len(LANES))]


def waters_of_met_forces(seen: State, side: int, fighting: Sequence[int]) -> dict[int, tuple[int, int]]:
    """11.1, 13.7 The hex and body of water of each force of a side that has met the enemy or is attacked by submarines.

    ``fighting``: forces with ships left in the current battle.
    """
    result = {}
    for frame in seen.stack:
        if isinstance(frame, TorpedoTargetChoice) and frame.side != side:
            result[frame.force] = frame.where, ANY_WATER
        meetings = [(met.at, met.forces) for met in frame.meetings] if isinstance(frame, SurfaceCombat) else []
        for hex, forces in [(frame.where, frame.forces)] if isinstance(frame, Battle) else meetings:
            water = seen.cells[layout.FORCE_WATER + members(forces & counters.FORCE_SETS[1 - side])[0]]
            there = members(forces & counters.FORCE_SETS[side])
            left = [force for force in there if force in fighting] if isinstance(frame, Battle) else there
            result.update(dict.fromkeys(left, (hex, water)))
    return result


def possible_berths(seen: State, side: int, ports: list[int]) -> tuple[int, ...]:
    """42.91, 45.81, 45.82 The ports where freely deployed ships may have started; none if their cases name
    the ports.
    """
    scenario = layout.scenario(seen)
    if not scenario.free_deployment:
        return ()
    if scenario.ports_reported:
        return berths_after_reports(seen, ports) if side == JAPAN else ()
    return tuple(ports)


def ports_on_cards(seen: State, side: int) -> dict[int, dict[str, int]]:
    """42.92 The ports of cards that were read, until the first ships sail, with the number of ships by type."""
    scenario = layout.scenario(seen)
    if side != JAPAN or not scenario.free_deployment or scenario.ports_reported or phases_sailed(seen):
        return {}
    width, types = len(layout.SHIP_TYPES), seen.arrays[layout.REPORTED_TYPES]
    return {
        seen.cells[layout.CONTACT_AT + number]: {
            kind: types[width * number + place]
            for place, kind in enumerate(layout.SHIP_TYPES.ids)
            if types[width * number + place]
        }
        for number in old_reports(seen, side)
    }


def berths_after_reports(seen: State, ports: list[int]) -> tuple[int, ...]:
    """45.82, 8.31 The ports that reports of freely deployed ships may mean; before any report, all of them."""
    old = old_reports(seen, JAPAN)
    result = [seen.cells[layout.CONTACT_AT + number] for number in old]
    meant = [port for port in ports if any(GRID.distance(port, hex) <= FALSE_BY for hex in result if hex >= 0)]
    return tuple(meant or ports)


def possible_boxes(seen: State, side: int) -> tuple[int, ...]:
    """37.1 The boxes in which a side's ships may be."""
    scenario = layout.scenario(seen)
    if scenario.boxes is not None:
        return tuple([counters.BOXES.index[name] for name in scenario.boxes[side]])
    return OWN_BOXES[side] if scenario.off_map_boxes else ()


def spare_shipping(seen: State, side: int) -> list[int]:
    """38.5 Counters of a side's Joint Shipping that may have come into play as parts of other counters."""
    pieces = seen.rules.pieces
    if not phases_sailed(seen):
        return []
    positions = seen.arrays[layout.SHIP_AT]
    kinds = {(pieces.ships[n].type, pieces.ships[n].nation) for n in counters.SHIPS_OF[side] if positions[n] >= 0}
    serves = seen.arrays[layout.SHIP_LINK]
    idle = [n for n in counters.SHIPS_OF[side] if positions[n] < 0 and not serves[n]]
    able = [n for n in idle if pieces.ships[n].type in JOINT]
    return [n for n in able if (pieces.ships[n].type, pieces.ships[n].nation) in kinds]


def sample_ship_condition(state: State, ship: int, random: Random) -> None:
    """10.5, 12.1, 18.1 Samples the fuel, damage, repair and cargo of a hidden ship."""
    sample_ship(state, ship, random)
    if random.randrange(4) == 0:
        sample_damage(state, ship, random)


def sample_ship(state: State, ship: int, random: Random) -> None:
    """10.5, 18.4, 25.4 Samples the fuel, active phases and cargo of a ship."""
    arrays, row = state.arrays, state.rules.pieces.ships[ship]
    arrays[layout.TIRED][ship] = random.randrange(12) if random.randrange(2) else random.randrange(30)
    arrays[layout.FUEL][ship] = row.fuel if random.randrange(2) else 5 * random.randrange(row.fuel // 5 + 1)
    if arrays[layout.SHIP_AT][ship] < counters.IN_FORCE:
        arrays[layout.REFITTING][ship] = random.randrange(2)
    if arrays[layout.FUEL][ship] < row.fuel:
        arrays[layout.DRY][ship] = random.randrange(3)
    if row.load_quarters and random.randrange(2):
        arrays[layout.CARGO][ship] = random.randrange(row.load_quarters + 1)


def sample_seen_ship(state: State, ship: int, random: Random) -> None:
    """10.5, 12.3 Samples the fuel, cargo and repair of a ship seen in battle; whether it can move is visible."""
    kept = {array: state.arrays[array][ship] for array in (layout.FUEL, layout.DRY, layout.SLOWED)}
    moves = ship_speed(state, ship) > 0
    sample_ship(state, ship, random)
    sample_repair(state, ship, min(state.arrays[layout.DAMAGE][ship], FLOATS), random)
    if moves and not ship_speed(state, ship):
        for array, value in kept.items():
            state.arrays[array][ship] = value


def sample_sunk_ship(state: State, ship: int, random: Random) -> None:
    """10.5, 12.3, 18.4 Samples the fuel, lost speed and active phases of a ship when it sank; its owner knows them.

    Its cargo sank with it (12.7), and its Refit is over.
    """
    arrays, row = state.arrays, state.rules.pieces.ships[ship]
    arrays[layout.TIRED][ship] = random.randrange(12)
    arrays[layout.FUEL][ship] = random.randrange(row.fuel + 1)
    arrays[layout.DRY][ship] = random.randrange(3)
    arrays[layout.SLOWED][ship] = random.randrange(4)
    arrays[layout.CARGO][ship] = arrays[layout.REFITTING][ship] = 0


def sample_damage(state: State, ship: int, random: Random) -> None:
    """12.1, 18.1 Samples whether a ship is damaged or undamaged, and whether its repair has begun."""
    arrays = state.arrays
    level = random.randrange(5)
    arrays[layout.DAMAGE][ship] = level
    arrays[layout.FIRE_CONTROL][ship] = int(random.randrange(4) == 0)
    arrays[layout.DECK_SHUT][ship] = int(ship in counters.DECK_OF and random.randrange(4) == 0)
    sample_repair(state, ship, level, random)


def sample_repair(state: State, ship: int, level: int, random: Random) -> None:
    """12.3, 18.1 Samples the speed that critical hits took from a ship, and the progress of its repair."""
    arrays = state.arrays
    arrays[layout.SLOWED][ship] = random.randrange(4) if random.randrange(4) == 0 else 0
    whole = 1 + random.randrange(40) if level and random.randrange(2) else 0
    arrays[layout.REPAIR_WHOLE][ship] = whole
    arrays[layout.REPAIR_LEFT][ship] = 1 + random.randrange(whole) if whole else 0
    arrays[layout.REPAIR_LEVEL][ship] = level + random.randrange(5 - level) if whole else 0
    arrays[layout.MAXIMUM_EFFORT][ship] = 0
