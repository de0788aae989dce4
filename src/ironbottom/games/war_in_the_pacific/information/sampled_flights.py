"""6.11, 6.2, 6.6 Samples a side's hidden flights: availability dice, patrols, ready points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from ironbottom.engine.rules.game import Random
from ironbottom.engine.rules.procedures import SequenceOfPlay
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases, flight_duties, role_points, strike_targets
from ironbottom.games.war_in_the_pacific.derived.flight_duties import (
    GROUNDED,
    PATROL,
    READY,
    RETURNING,
    TRANSFER,
    TRANSPORT,
)
from ironbottom.games.war_in_the_pacific.derived.force_movement import own_forces, ships_of
from ironbottom.games.war_in_the_pacific.derived.set_up import at_start
from ironbottom.games.war_in_the_pacific.derived.ships_in_port import formed
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.information.sampled_forces import Part
from ironbottom.games.war_in_the_pacific.information.sampled_remainder import RemainderSampler
from ironbottom.games.war_in_the_pacific.pieces import (
    FIRST_BOX,
    FIRST_DECK,
    OF_BASE,
    OF_FORCE,
    STACKS,
    TRAININGS,
)
from ironbottom.games.war_in_the_pacific.rules.air import availability, naval_strike, waves
from ironbottom.games.war_in_the_pacific.rules.air.air_attrition import AirAttrition
from ironbottom.games.war_in_the_pacific.rules.air.air_phase import AirPhase
from ironbottom.games.war_in_the_pacific.rules.air.interception import MEDIUM
from ironbottom.games.war_in_the_pacific.rules.air.naval_strike import TargetAssignment
from ironbottom.games.war_in_the_pacific.rules.air.strikes import Strikes
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import GroundPhase
from ironbottom.games.war_in_the_pacific.rules.sequence import NavalPhase, phases_begun
from ironbottom.games.war_in_the_pacific.state_types import State

Duties = tuple[int, ...]
Flight = tuple[flights.Sortie, bool, int]
"""A flight, whether it belongs to the previous phase, and how it fought."""
IN_AIR: dict[str, Duties] = {
    "strikes": (PATROL, RETURNING),
    "transfer": (PATROL, RETURNING, TRANSFER),
    "transport": (PATROL, RETURNING, TRANSFER, TRANSPORT),
}
"""5.2 The Roles that points may have in each step of the Air Phase, besides those of waves."""
MAX_POINTS, MAX_FOUGHT = 127, 2
MAX_ARRIVED, MAX_FLOWN = 5, 8
"""The largest number of bases to which points of a stack came, and of bases from which they flew earlier."""
FLY, SEARCH, REST, OF = 3, 5, 8, 9
"""5.2, 5.9 Of this many stacks that arrived, some fly now, others search, others flew earlier, and the last is idle."""
UNROLLED, MAX_IDLE = 12, 3
"""6.11 One command in this many has not rolled; at most this many commands that have rolled no longer command any
points.
"""
SAILED_SINCE = 21
"""10.3 The largest number of hexes that a force may have sailed since the previous Air Phase."""
FLEW_BEFORE = (PATROL, RETURNING)
"""6.1 The Roles remembered from the previous phase; after an Air Phase, also transfers and transport (6.6)."""


def step_of(frame: object) -> str:
    """The current step of a sequence."""
    return frame.steps[frame.next - 1].name if isinstance(frame, SequenceOfPlay) and frame.next else ""


MORE_POINTS = (1, 30, 127)
"""5.3 The numbers of points tried at a base until some serve the headquarters in question."""


class SampledFlights(NamedTuple):
    """The sampled flights, and the points that fly now or flew earlier, by base and stack."""

    numbers: dict[Flight, int]
    now: dict[tuple[int, int], int]
    before: dict[tuple[int, int], int]

    def add(self, base: int, stack: int, points: int, *, old: bool) -> None:
        """Adds flights."""
        flown = self.before if old else self.now
        flown[base, stack] = flown.get((base, stack), 0) + points

    def free(self, state: State, base: int, stack: int, *, old: bool) -> int:
        """5.2, 6.1 How many more points of a stack may have flown, in this phase or the previous one."""
        here, flown = base * len(STACKS) + stack, self.before if old else self.now
        searching = 0 if old else state.arrays[layout.SEARCHING][here]
        return state.arrays[layout.AIR][here] - searching - flown.get((base, stack), 0)


class HiddenFlights:
    """The flying, ready and resting points of a side that the phase allows."""

    def __init__(self, seen: State, rest: RemainderSampler) -> None:
        self.side, self.stack, self.kinds = rest.side, seen.stack, rest.kinds
        self.bases = air_bases.own_bases(seen, rest.side)
        self.ashore = [base for base in rest.to if base < FIRST_BOX]
        self.fleets = own_forces(rest.side) if layout.scenario(seen).naval_phases else range(0)
        self.aboard = rest.aboard
        self.lost = [unit for unit in lost_units(seen, rest.side) if unit not in self.aboard]
        """6.11 The numbers of units that are not in play, any of which may have been a headquarters."""
        begun = at_start(seen.rules.pieces, seen.cells[layout.SCENARIO]).arrays[layout.UNIT_TYPE]
        self.lost_headquarters = [
            unit for unit in self.lost if air_bases.is_headquarters_type(seen.rules.pieces, begun[unit])
        ]
        self.diced = phases_begun(seen, "air_") > 0
        second = seen.stack[1] if len(seen.stack) > 1 else None
        self.sailed = sailed = phases_begun(seen, "naval_") > 0
        self.now: Duties = (READY, PATROL, RETURNING) if sailed else ()
        self.before: Duties = (*FLEW_BEFORE, TRANSFER, TRANSPORT) if sailed and self.diced else ()
        if isinstance(second, AirPhase):
            self.before = FLEW_BEFORE if sailed else ()
            self.now = (*IN_AIR.get(step_of(second), ()), GROUNDED)
        elif isinstance(second, NavalPhase) and step_of(second) == "plot":
            self.now = (GROUNDED,) if self.diced else ()
        elif isinstance(second, GroundPhase) and self.diced:
            # Points that are out for the Game-Turn (31.1) stay out until it ends.
            self.now = (*self.now, GROUNDED)

        under_way = any(isinstance(frame, Strikes) for frame in seen.stack)
        self.may_have_fought: Duties = (PATROL, RETURNING) if under_way else (RETURNING,)
        """7.1, 7.4 The flights that may have fought: patrols while waves fly, and those returning."""

    def parts(self) -> tuple[Part, ...]:
        """The parts of the sample: flights, arrivals and earlier flights, dice, and what open frames require."""
        return (
            self._flights,
            *(self._sample_arrivals(stack) for stack in self.kinds),
            self._dice,
            self._sample_open_frames,
        )

    def _flights(self, state: State, random: Random) -> None:
        """5.2 Samples flights, from every stack equally; in some samples, points of one stack have two Roles."""
        share, twice = random.randrange(5), random.randrange(4) == 0
        stacks, sky = self._stacks(state), SampledFlights({}, {}, {})
        for base, stack in [*stacks, *stacks] if twice and share else stacks if share else ():
            if random.randrange(5) < share:
                self._fly(state, base, stack, sky, random)

    def _sample_arrivals(self, stack: int) -> Part:
        """5.5, 5.9 Samples the points that came to bases ashore and fly from there, and those that flew earlier.

        Points move to another base, so that the total stays the same. Their activity is sampled with the move, at every
        base equally, since most bases have no points of a stack until some arrive.
        """

        def came(state: State, random: Random) -> None:
            if self.ashore and random.randrange(2):
                flying = role_points.points_with_role(state, self.side)
                sky = SampledFlights({}, dict(flying.now), dict(flying.before))
                for _ in range(1 + random.randrange(MAX_ARRIVED)):
                    base = self.ashore[random.randrange(len(self.ashore))]
                    if self._exchange(state, base, stack, sky, random):
                        self._sample_activity(state, base, stack, sky, random)
            if self.diced and random.randrange(2):
                self._flown_before(state, stack, random)

        return came

    def _sample_activity(self, state: State, base: int, stack: int, sky: SampledFlights, random: Random) -> None:
        """5.2, 8.1, 5.9 Points that came to a base fly from it, search, flew earlier, or rest."""
        chance, here = random.randrange(OF), base * len(STACKS) + stack
        if chance < FLY:
            self._fly(state, base, stack, sky, random)
        elif chance < SEARCH:
            idle = min(sky.free(state, base, stack, old=False), MAX_POINTS)
            state.arrays[layout.SEARCHING][here] += random.randrange(idle + 1) if idle > 0 else 0
        elif chance < REST and self.diced:
            sample_earlier_flights(state, here, random)

    def _exchange(self, state: State, to: int, stack: int, sky: SampledFlights, random: Random) -> bool:
        """5.5 Moves free points of a stack from one base to another, if there are any."""
        air, search, width = state.arrays[layout.AIR], state.arrays[layout.SEARCHING], len(STACKS)
        lenders = [base for base in self.bases if air[base * width + stack] > search[base * width + stack]]
        if not lenders:
            return False
        base = lenders[random.randrange(len(lenders))]
        here = base * width + stack
        points = min(sky.free(state, base, stack, old=False), sky.free(state, base, stack, old=True))
        if points <= 0 or base == to:
            return False
        moved = min(
            points if random.randrange(2) else 1 + random.randrange(points), MAX_POINTS - air[to * width + stack]
        )
        air[here] -= moved
        air[to * width + stack] += moved
        for counted in (state.arrays[block] for block in flight_duties.COUNTED):
            counted[here] = min(counted[here], air[here])
        return moved > 0

    def _flown_before(self, state: State, stack: int, random: Random) -> None:
        """5.9 Points of a stack flew earlier in this Game-Turn, all or some of those at a base; some of them
        transferred.
        """
        air, width = state.arrays[layout.AIR], len(STACKS)
        there = [base * width + stack for base in self.bases if base < FIRST_DECK and air[base * width + stack]]
        for _ in range(1 + random.randrange(MAX_FLOWN) if there else 0):
            sample_earlier_flights(state, there[random.randrange(len(there))], random)

    def _sample_open_frames(self, state: State, random: Random) -> None:
        for frame in self.stack:
            if isinstance(frame, TargetAssignment) and frame.side == self.side:
                self._strike(state, frame, random)
            elif isinstance(frame, AirAttrition) and frame.side == self.side:
                self._worn(state, frame)

    def _stacks(self, state: State) -> list[tuple[int, int]]:
        """The stacks of the side with points, by base."""
        bases = air_bases.with_points(state, self.side)
        return [(base, stack) for base in bases for stack, _ in air_bases.stacks(state, base)]

    def _dice(self, state: State, random: Random) -> None:
        """5.3, 6.11, 8.61 Stacks serve their commands, most of which have rolled since the first Air Phase.

        A die remains until the next Air Phase, even if its command has nothing left; a command whose stacks came later
        has no die.
        """
        if not self.diced and not self.sailed:
            return
        found = list(air_bases.commands(state, self.side))
        availability.record_commands(state, self.side, found)
        if not self.diced:
            return
        available = state.arrays[layout.AVAILABLE]
        for command in sorted({command for _, _, command, _ in found}):
            if random.randrange(UNROLLED) == 0:
                continue
            die = available[command] = 1 + random.randrange(6)
            for training in range(len(TRAININGS)):
                availability.record_available(state, command, training, found, die)
        for _ in range(random.randrange(MAX_IDLE + 1) if random.randrange(2) else 0):
            idle = self._idle(state, random)
            if idle >= 0 and not available[idle]:
                available[idle] = 1 + random.randrange(6)

    def _idle(self, state: State, random: Random) -> int:
        """5.3, 6.11 A command that may have rolled and now commands nothing; -1 if none of the random kind exists.

        It is a headquarters on the map or aboard a ship, a headquarters lost since, a Task Force, or a base with water
        for flying boats. Markers of lost units are used again, so that any of them may have been a headquarters.
        """
        kind = random.randrange(5 if self.fleets else 3)
        if kind == 0:
            headquarters = [unit for unit, _ in air_bases.working_headquarters(state, self.side)]
            pieces, types = state.rules.pieces, state.arrays[layout.UNIT_TYPE]
            headquarters += [unit for unit in self.aboard if air_bases.is_headquarters_type(pieces, types[unit])]
            return headquarters[random.randrange(len(headquarters))] if headquarters else -1
        if kind == 1:
            lost = self.lost_headquarters if random.randrange(2) else self.lost
            return lost[random.randrange(len(lost))] if lost else -1
        if kind == 2:
            return OF_BASE + self.ashore[random.randrange(len(self.ashore))] if self.ashore else -1
        return OF_FORCE + self.fleets[random.randrange(len(self.fleets))]

    def _fly(self, state: State, base: int, stack: int, sky: SampledFlights, random: Random) -> None:
        """5.2 Gives some points of a stack a Role now, or a Role in the previous phase."""
        old = bool(self.before) and random.randrange(2) == 0
        duties, number = self.before if old else self.now, flights.free_number(state, self.side)
        free = sky.free(state, base, stack, old=old)
        if free <= 0 or not duties or number == flights.NO_FLIGHT or air_bases.where(state, base) < 0:
            return
        points = 1 + random.randrange(free)
        wanted = self._sortie(state, base, stack, duties[random.randrange(len(duties))], random)
        if wanted is None:
            return
        if old and wanted.covers >= 0 and random.randrange(2):
            near = waters_near(state, self.side, wanted.over)
            wanted = wanted._replace(over=near[random.randrange(len(near))])
        fought = random.randrange(MAX_FOUGHT + 1) if not old and wanted.duty in self.may_have_fought else 0
        flight = sky.numbers.setdefault((wanted, old, fought), number)
        sky.add(base, stack, points, old=old)
        flights.add_points(state, flight, wanted, points)
        state.arrays[layout.FLIGHT_OF_PHASE_BEFORE][flight] = old
        state.arrays[layout.FLIGHT_FOUGHT][flight] = fought
        if wanted.duty not in (READY, GROUNDED) and base < FIRST_DECK:
            flown, here = state.arrays[layout.FLOWN], base * len(STACKS) + stack
            flown[here] = max(flown[here], min(points, state.arrays[layout.AIR][here]))
            if wanted.duty in (TRANSFER, RETURNING) and random.randrange(2):
                moved = state.arrays[layout.TRANSFERRED]
                moved[here] = max(moved[here], min(points, flown[here]))

    def _sortie(self, state: State, base: int, stack: int, duty: int, random: Random) -> flights.Sortie | None:
        """6.2, 5.6, 6.6 A flight in a Role; None if its type has no rating for it."""
        pieces = state.rules.pieces
        row, hex = pieces.air[stack // len(TRAININGS)], air_bases.where(state, base)
        if duty == PATROL:
            return self._patrol(state, base, stack, hex, random) if "fighter" in row.roles else None
        if duty == READY:
            fit = not {"fighter", "bomb", "torpedo"}.isdisjoint(row.roles)
            return flights.Sortie(base, stack, duty) if fit else None
        if duty == RETURNING:
            near = self._struck(state, hex, random)
            return flights.Sortie(base, stack, duty, over=near[random.randrange(len(near))] if near else hex)
        return flights.Sortie(base, stack, duty)

    def _struck(self, state: State, hex: int, random: Random) -> Sequence[int]:
        """6.1 The hexes in range that points may have flown to: places, or hexes where the enemy has sailed."""
        pieces = state.rules.pieces
        scenario = state.cells[layout.SCENARIO]
        if random.randrange(2):
            return pieces.flown_over(scenario, hex, places_alone=True)
        fleets = [state.cells[layout.FORCE_AT + force] for force in own_forces(1 - self.side)]
        result = [there for there in fleets if there >= 0]
        if not result or random.randrange(3) == 0:
            return pieces.flown_over(scenario, hex)
        sailed = random.randrange(SAILED_SINCE + 1) if random.randrange(2) else 0
        within = pieces.flying(hex, scenario)
        return [there for there in GRID.within(result[random.randrange(len(result))], sailed) if there in within]

    def _patrol(self, state: State, base: int, stack: int, hex: int, random: Random) -> flights.Sortie:
        """6.2 A patrol over the fighters' own base, or over a Task Force."""
        fleets = [force for force in formed(state, self.side) if ships_of(state, force)]
        if fleets and (base >= FIRST_DECK or random.randrange(4) == 0):
            force = fleets[random.randrange(len(fleets))]
            return flights.Sortie(base, stack, PATROL, over=state.cells[layout.FORCE_AT + force], covers=force)
        return flights.Sortie(base, stack, PATROL, over=hex)

    # -- what the frames require -----------------------------------------------------------------------

    def _strike(self, state: State, frame: TargetAssignment, random: Random) -> None:
        """20.11 The wave that attacks visible ships, with the points assigned to ships."""
        arrays = state.arrays
        seen = state.cells[layout.BATTLING] & counters.SHIP_SETS[1 - self.side]
        ship = (seen & -seen).bit_length() - 1
        position = arrays[layout.SHIP_AT][ship]
        force = position - counters.IN_FORCE
        where = state.cells[layout.FORCE_AT + force] if force >= 0 else position
        aim = (
            waves.Aim(where, strike_targets.FORCE, MEDIUM, force)
            if force >= 0
            else waves.Aim(position, strike_targets.IN_PORT, MEDIUM)
        )
        for column, value in zip(WAVE_COLUMNS, aim[: len(WAVE_COLUMNS)], strict=True):
            arrays[column][frame.wave] = value
        arrays[layout.WAVE_STEP][frame.wave] = waves.FOUND + random.randrange(2)
        self._report(state, frame, force, seen, random)
        bases = air_bases.with_points(state, self.side)
        for stack, role in sorted(
            {(load.stack, load.role) for load in frame.loads} or {random_bombers(state, self.side)}
        ):
            points = 1 + random.randrange(6)
            points += sum(load.points for load in frame.loads if (load.stack, load.role) == (stack, role))
            base = next((each for each in bases if arrays[layout.AIR][each * len(STACKS) + stack]), bases[0])
            here = base * len(STACKS) + stack
            arrays[layout.AIR][here] = min(arrays[layout.AIR][here] + points, 127)
            flights.launch(state, self.side, flights.Sortie(base, stack, role, frame.wave, where), points)
        with_bombs = random.randrange(2) and waves.is_bombs_only(state, self.side, frame.wave)
        arrays[layout.WAVE_CAME][frame.wave] = waves.CAME_WITH_BOMBS if with_bombs else waves.CAME_LOW

    def _report(self, state: State, frame: TargetAssignment, force: int, seen: int, random: Random) -> None:
        """20.11 The report that allows these ships to be chosen; it gives their own hex if none was known."""
        if force < 0:
            return
        if state.cells[layout.CONTACT_AT + force] < 0:
            state.cells[layout.CONTACT_AT + force] = state.cells[layout.FORCE_AT + force]
            state.cells[layout.NAMED] |= 1 << force
            state.cells[layout.IN_CONTACT] |= 1 << force
        reports = list(product(range(len(layout.CHITS)), (0, 1, layout.UNREPORTED)))
        random.shuffle(reports)
        for chit, carrier in reports:
            state.cells[layout.CONTACT + force] = chit
            state.cells[layout.REPORTED_CARRIER + force] = carrier
            ships = naval_strike.chosen_at_will(state, self.side, frame.wave)
            if sum(1 << ship for ship in ships) == seen:
                return

    def _worn(self, state: State, frame: AirAttrition) -> None:
        """5.9 Points that serve the headquarters have flown, and some wear out; the headquarters has at least one
        point.

        If nearby headquarters come first, there are enough points to exceed their room.
        """
        arrays = state.arrays
        found = self._serving(state, frame.command)
        here, stack = arrays[layout.UNIT_AT][frame.command], random_bombers(state, self.side)[0]
        tries = product(MORE_POINTS, self._near(state, here))
        for more, base in () if found else tries:
            place = base * len(STACKS) + stack
            before = arrays[layout.AIR][place]
            arrays[layout.AIR][place] = min(before + more, 127)
            if found := self._serving(state, frame.command):
                break
            arrays[layout.AIR][place] = before
        for flown in found[:1]:
            arrays[layout.FLOWN][flown] = max(arrays[layout.FLOWN][flown], 1)

    def _near(self, state: State, hex: int) -> list[int]:
        """5.3 The side's bases on the map, nearest to a hex first."""
        own = [base for base in air_bases.own_bases(state, self.side) if base < FIRST_BOX]
        return sorted(own, key=lambda base: (GRID.distance(hex, air_bases.where(state, base)), base))

    def _serving(self, state: State, command: int) -> list[int]:
        """5.3 The stacks that serve a command."""
        serving = air_bases.commands(state, self.side)
        return [base * len(STACKS) + stack for base, stack, whom, points in serving if whom == command and points]


def sample_earlier_flights(state: State, here: int, random: Random) -> None:
    """5.9 All or some points of a stack at a base flew earlier in this Game-Turn; all, some or none of these
    transferred.
    """
    flown, moved = (state.arrays[block] for block in flight_duties.COUNTED)
    there = state.arrays[layout.AIR][here]
    flown[here] = there if random.randrange(2) else random.randrange(there + 1)
    chance = random.randrange(3)
    moved[here] = flown[here] if chance == 0 else random.randrange(flown[here] + 1) if chance == 1 else 0


def lost_units(state: State, side: int) -> list[int]:
    """21.8 The numbers of a side's ground units that are neither in play nor due."""
    positions, types = state.arrays[layout.UNIT_AT], state.arrays[layout.UNIT_TYPE]
    return [unit for unit in counters.UNITS_OF[side] if positions[unit] < 0 and types[unit] < 0]


def waters_near(state: State, side: int, hex: int) -> Sequence[int]:
    """6.2 The waters where a force may have been when a patrol covered it, before it sailed here."""
    pieces = state.rules.pieces
    return pieces.sea_near(
        state.cells[layout.SCENARIO], hex, SAILED_SINCE, layout.scenario(state).forbidden_hexes(state, side)
    ) or [hex]


WAVE_COLUMNS = (layout.WAVE_AT, layout.WAVE_TARGET, layout.WAVE_ALTITUDE, layout.WAVE_FORCE)


def random_bombers(state: State, side: int) -> tuple[int, int]:
    """20.1, 2.3 A stack of a side that drops bombs, in that Role."""
    pieces = state.rules.pieces
    kind = next(n for n, row in enumerate(pieces.air) if "bomb" in row.roles and row.side == counters.SIDES.ids[side])
    return kind * len(TRAININGS) + 1, flight_duties.BOMB
