"""1.3 Samples everything else that a side hides: Subrons, based aircraft, cargo, and its knowledge of the enemy."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.cache import cached
from ironbottom.engine.core.arrays import nonzero_indices
from ironbottom.engine.core.events import ALL
from ironbottom.engine.dice.dice import DieReason
from ironbottom.engine.rules.game import Random
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN, LAND
from ironbottom.games.war_in_the_pacific.derived import air_bases
from ironbottom.games.war_in_the_pacific.derived.carrier_decks import decks_beside
from ironbottom.games.war_in_the_pacific.derived.force_movement import own_forces, ships_of, waters_of
from ironbottom.games.war_in_the_pacific.derived.set_up import at_start
from ironbottom.games.war_in_the_pacific.derived.ship_repair_capacity import may_be_hastened
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.information.sampled_airfields import distribute_points
from ironbottom.games.war_in_the_pacific.information.sampled_arrivals import place_arrivals
from ironbottom.games.war_in_the_pacific.information.sampled_forces import Part
from ironbottom.games.war_in_the_pacific.information.sampled_loads import limit_aircraft, load_units
from ironbottom.games.war_in_the_pacific.information.sampled_ports import deal_ports_found
from ironbottom.games.war_in_the_pacific.rules.air.air_reinforcements import BOX
from ironbottom.games.war_in_the_pacific.rules.naval.dummy_forces import limit, placed_now, placing_dummies
from ironbottom.games.war_in_the_pacific.rules.search.contacts import store_report, types_of
from ironbottom.games.war_in_the_pacific.rules.search.detection import report
from ironbottom.games.war_in_the_pacific.rules.sequence import GameTurn, phases_begun
from ironbottom.games.war_in_the_pacific.rules.setup.carrier_air_points import move_point, stacks_on
from ironbottom.games.war_in_the_pacific.rules.submarines.subrons import subrons_of
from ironbottom.games.war_in_the_pacific.scenarios.burma.deployment import BurmaDeployment
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal.deployment import GuadalcanalDeployment
from ironbottom.games.war_in_the_pacific.scenarios.leyte.deployment import LeyteDeployment
from ironbottom.games.war_in_the_pacific.scenarios.midway.deployment import Deployment
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced.deployment import AdvancedDeployment
from ironbottom.games.war_in_the_pacific.state import BOX_OWNER, SUB_KINDS
from ironbottom.games.war_in_the_pacific.state_types import State
from ironbottom.games.war_in_the_pacific.turns import cycle_of

DEPLOYMENTS = (Deployment, LeyteDeployment, BurmaDeployment, GuadalcanalDeployment, AdvancedDeployment)
COASTAL = SUB_KINDS.index["coastal"]
MAX_IN_SUBRON, MAX_LIMIT, MAX_CYCLES = 12, 4, 9
ERRING_POINTS = 12
"""8.42 The largest number of additional points at a base when it was searched."""
ERRING = 2
"""8.31 The largest number of hexes by which a report errs."""
MAX_AT_ONCE, MAX_POINTS = 12, 127
SIZES_ONCE = 9
"""8.5 One in this many samples gives a force all ships, two in this many any number, and the rest a few."""
MAX_SUNK_SINCE = 3
"""8.5 The largest number of ships of a force that were sunk after it was reported."""
MOSTLY_ON_STATION = 6
MAX_RESTOWED, MAX_GATHERED = 24, 6
"""2.51 The largest number of exchanges before play, and of successive exchanges that bring one stack aboard one
carrier.
"""


def random_former_force(state: State, side: int, random: Random) -> dict[str, int]:
    """8.5 The ships by type of a force that may have existed once."""
    pieces = state.rules.pieces
    mine = [ship for ship in counters.SHIPS_OF[side] if state.arrays[layout.SHIP_AT][ship] >= 0]
    size = random.randrange(SIZES_ONCE)
    ships = 1 + random.randrange(min(MAX_AT_ONCE, len(mine)) if size > 2 else len(mine)) if size else len(mine)
    random.shuffle(mine)
    kinds = [pieces.ships[ship].type for ship in mine[:ships]]
    return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}


def at_report(state: State, force: int, random: Random) -> dict[str, int]:
    """8.3, 8.5 The ships by type of a force when its report was made; a few may have been sunk since."""
    types = types_of(state, force)
    pieces = state.rules.pieces
    positions = state.arrays[layout.SHIP_AT]
    sunk = [ship for ship in counters.SHIPS_OF[counters.side_of_force(force)] if positions[ship] == counters.SUNK]
    if not sunk or not ships_of(state, force) or random.randrange(4):
        return types
    for _ in range(1 + random.randrange(min(MAX_SUNK_SINCE, len(sunk)))):
        kind = pieces.ships[sunk.pop(random.randrange(len(sunk)))].type
        types[kind] = types.get(kind, 0) + 1
    return types


def initial_sub_points(seen: State, side: int) -> list[int]:
    """13.1 The Sub Points of each kind that a side began with, in port and at sea."""
    cells = at_start(seen.rules.pieces, seen.cells[layout.SCENARIO]).cells
    held = layout.SUBS_HELD + len(SUB_KINDS) * side
    at_sea = [sum(cells[block + n] for n in subrons_of(side)) for block in (layout.SUBRON_FLEET, layout.SUBRON_COASTAL)]
    off_map = at_start(seen.rules.pieces, seen.cells[layout.SCENARIO]).arrays[layout.SUBS_OFF_MAP]
    first = len(SUB_KINDS) * side
    return [cells[held + kind] + off_map[first + kind] + out for kind, out in enumerate(at_sea)]


def searched_in_turn(seen: State) -> bool:
    """8.42 Whether an Air Phase of this Game-Turn has begun."""
    turn: Any = seen.stack[0] if seen.stack else None
    if not isinstance(turn, GameTurn) or not phases_begun(seen, "air_"):
        return False
    return any(step.name.startswith("air_") for step in turn.steps[: turn.next])


def sample_moves(state: State, stack: int, points: int, bases: list[int], random: Random) -> None:
    """5.5 Moves points of a stack to the given bases, all together or a few at a time; the rest is lost."""
    air, width = state.arrays[layout.AIR], len(counters.STACKS)
    while points and bases and random.randrange(5):
        some = points if random.randrange(3) == 0 else 1 + random.randrange(points)
        here = bases[random.randrange(len(bases))] * width + stack
        air[here] = min(air[here] + some, MAX_POINTS)
        points -= some


class SeededReportDice:
    """Dice for sampled reports."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def roll(self, faces: int, why: DieReason, audience: int = ALL, /) -> int:
        return self.random.randrange(faces) + 1


@cached(16)
def open_waters(pieces: counters.Pieces, scenario: int, barred: frozenset[int]) -> tuple[int, ...]:
    """13.3 The hexes of a scenario where Subrons of a side may be."""
    kind, opened = pieces.atlas.kind, pieces.waters(scenario).opened
    return tuple([hex for hex in range(len(kind)) if opened[hex] and kind[hex] != LAND and hex not in barred])


class RemainderSampler:
    """Samples what a side hides besides its forces and ships."""

    def __init__(self, seen: State, side: int, aboard: list[int]) -> None:
        self.side = side
        pieces = seen.rules.pieces
        self.aboard = [unit for unit in aboard if unit in counters.UNITS_OF[side]]
        barred = layout.scenario(seen).forbidden_hexes(seen, side)
        self.waters = open_waters(pieces, seen.cells[layout.SCENARIO], barred)
        self.boats = initial_sub_points(seen, side)
        began = at_start(pieces, seen.cells[layout.SCENARIO]).cells[layout.TURN]
        self.phase_over = cycle_of(seen.cells[layout.TURN]) > cycle_of(began)
        """13.3, 13.9 Whether a Submarine Phase is over, in which Subrons may have been sent on."""
        self.search_in_turn = searched_in_turn(seen)
        self.reported_sizes = [seen.cells[layout.SUBRON_TOLD + subron] for subron in subrons_of(side)]
        self.bases = [base for base in range(len(counters.BASES)) if self._own(seen, base)]
        width, air = len(counters.STACKS), seen.arrays[layout.AIR]
        own = frozenset(self.bases)
        begun = [n % width for n in nonzero_indices(air) if n // width in own]
        self.to = [base for base in self.bases if self._takes_points(seen, base)] or self.bases
        open_to = [base for base in self.bases if base < counters.FIRST_BOX and air_bases.open_to_landing(seen, base)]
        self.without_room = [base for base in open_to if base not in self.to]
        """5.41 Bases that have lost their last Level, with the points that were there before."""
        self.come = layout.scenario(seen).air_points_due(seen, side)
        self.kinds = sorted({*begun, *self.come, *layout.scenario(seen).optional_stacks(seen, side)})
        """5.12 The stacks whose points may be anywhere."""
        self.beside = {deck: others for deck, others in decks_beside(seen, side).items() if others}
        """2.51 Carriers that may have been next to each other before play, as far as others know."""

    def _own(self, seen: State, base: int) -> bool:
        if base >= counters.FIRST_DECK:
            ship = counters.DECKS[base - counters.FIRST_DECK]
            return counters.SIDE_OF_SHIP[ship] == self.side and 0 <= seen.arrays[layout.SHIP_AT][ship] < counters.SUNK
        if base >= counters.FIRST_BOX:
            return BOX_OWNER[base - counters.FIRST_BOX] == self.side
        hex = layout.base_hex(seen.cells, base)
        return hex >= 0 and seen.arrays[layout.CONTROL][hex] == self.side

    def _takes_points(self, seen: State, base: int) -> bool:
        """5.4, 37.1 Whether points may be at a base: it is in play with Levels or water for them, or it is a box."""
        if base >= counters.FIRST_DECK:
            return True
        if base >= counters.FIRST_BOX:
            return layout.scenario(seen).off_map_boxes or base == BOX[self.side]
        return air_bases.open_to_landing(seen, base) and air_bases.points_known_of(seen, base)

    def parts(self) -> tuple[Part, ...]:
        """The parts of the sample, in order."""
        return (
            *(self._subrons, self._restow, self._deployed),
            *(self._moved(stack) for stack in self.kinds),
            *(self._gone, self._bases_found, self._ports_found),
            *(self._cargo, self._reports, self._efforts, self._chosen),
        )

    def _chosen(self, state: State, random: Random) -> None:
        """The side's secret choices and plans, its changes of aircraft before play, and its dummies."""
        layout.scenario(state).deal_secrets(state, self.side, random)
        frame = state.stack[-1] if state.stack else None
        if isinstance(frame, DEPLOYMENTS) and frame.side == self.side:
            state.cells[layout.DECK_CHANGES + self.side] = random.randrange(layout.MAX_CHANGES + 1)
        if layout.scenario(state).naval_phases:
            state.cells[layout.DUMMY_LIMIT + self.side] = random.randrange(MAX_LIMIT)
        if placing_dummies(state):
            for force in placed_now(state, self.side)[limit(state, self.side) :]:
                state.cells[layout.FORCE_TRIED + force] = 0

    def _subrons(self, state: State, random: Random) -> None:
        """13.1 Places Subrons at sea, with the announced sizes if any were announced."""
        if not layout.scenario(state).naval_phases:
            return
        cells = state.cells
        share = random.randrange(11)
        card = state.arrays[layout.SUBRON_READ]
        for subron, reported in zip(subrons_of(self.side), self.reported_sizes, strict=True):
            if card[subron] != layout.UNREAD:
                self._as_read(state, subron, random)
                continue
            size = reported or (1 + random.randrange(MAX_IN_SUBRON) if random.randrange(10) < share else 0)
            if not size or (any(self.reported_sizes) and not reported):
                continue
            coastal = (self.side != JAPAN or self.boats[COASTAL] > 0) and random.randrange(3) == 0
            cells[layout.SUBRON_AT + subron] = self.waters[random.randrange(len(self.waters))]
            cells[(layout.SUBRON_FLEET, layout.SUBRON_COASTAL)[coastal] + subron] = size
            cells[layout.SUBRON_READY + subron] = random.randrange(size + 1)
            if self.phase_over and random.randrange(MOSTLY_ON_STATION) == 0:
                cells[layout.SUBRON_MODE + subron] = (layout.IN_TRANSIT, layout.SUBMARINE_MISSION)[random.randrange(2)]
                cells[layout.SUBRON_READY + subron] = 0
            cells[layout.SUBRON_OUT + subron] = 1 + random.randrange(2 if random.randrange(4) else MAX_CYCLES)
        for kind, begun in enumerate(self.boats):
            out = sum(cells[(layout.SUBRON_FLEET, layout.SUBRON_COASTAL)[kind] + n] for n in subrons_of(self.side))
            held = max(begun - out, 0) if random.randrange(2) else random.randrange(begun + 1)
            cells[layout.SUBS_HELD + len(SUB_KINDS) * self.side + kind] = held
            if layout.scenario(state).subs_off_map(state, self.side) is not None:
                # 13.3 Points that are not at sea are in port or off the map.
                away = random.randrange(held + 1)
                cells[layout.SUBS_HELD + len(SUB_KINDS) * self.side + kind] -= away
                state.arrays[layout.SUBS_OFF_MAP][len(SUB_KINDS) * self.side + kind] = away

    def _as_read(self, state: State, subron: int, random: Random) -> None:
        """23.3 A Subron that was read on a card is where the card says, with the number of points of each kind that the
        card gives.
        """
        cells, hex = state.cells, state.arrays[layout.SUBRON_READ][subron] - layout.FIRST_READ
        if hex < 0:
            return
        size = state.arrays[layout.SUBRON_READ_POINTS][subron]
        coastal = random.randrange(2) and self.boats[COASTAL] > 0
        cells[layout.SUBRON_AT + subron] = hex
        cells[(layout.SUBRON_FLEET, layout.SUBRON_COASTAL)[coastal] + subron] = size
        cells[layout.SUBRON_READY + subron] = random.randrange(size + 1)
        cells[layout.SUBRON_OUT + subron] = 1

    def _restow(self, state: State, random: Random) -> None:
        """2.51 Before play, carriers may have exchanged points."""
        decks = list(self.beside)
        if not decks or random.randrange(2) == 0:
            return
        if random.randrange(2):
            for deck in decks:
                if random.randrange(2):
                    self._gather(state, deck, random)
            return
        for _ in range(1 + random.randrange(MAX_RESTOWED)):
            deck = decks[random.randrange(len(decks))]
            to = self.beside[deck][random.randrange(len(self.beside[deck]))]
            here, there = stacks_on(state, deck), stacks_on(state, to)
            if here and there:
                move_point(state, deck, here[random.randrange(len(here))], to)
                move_point(state, to, there[random.randrange(len(there))], deck)

    def _gather(self, state: State, deck: int, random: Random) -> None:
        """2.51 Points of one stack come aboard one by one, in exchange for other points that take their places."""
        air, width = state.arrays[layout.AIR], len(counters.STACKS)
        kinds = sorted({stack for to in self.beside[deck] for stack in stacks_on(state, to)})
        stack = kinds[random.randrange(len(kinds))] if kinds else 0
        for _ in range(1 + random.randrange(MAX_GATHERED)):
            lenders = [to for to in self.beside[deck] if air[to * width + stack]]
            given = [other for other in stacks_on(state, deck) if other != stack]
            if not lenders or not given:
                return
            to = lenders[random.randrange(len(lenders))]
            move_point(state, deck, given[random.randrange(len(given))], to)
            move_point(state, to, stack, deck)

    def _deployed(self, state: State, random: Random) -> None:
        """45.64, 37.5, 44.21 Points were deployed differently than usual, or have arrived since."""
        layout.scenario(state).deal_deployed(state, self.side, random)
        place_arrivals(state, self.side, self.come, random)
        if layout.scenario(state).any_airfield_at_start and random.randrange(2):
            to = self.to if random.randrange(2) else [*self.to, *self.without_room]
            distribute_points(state, self.bases, to, random)

    def _moved(self, stack: int) -> Part:
        """5.12, 5.5 Samples the current bases of one stack's points."""

        def moved(state: State, random: Random) -> None:
            sample_moves(state, stack, self._leaving(state, stack, random), self._landing(random), random)

        return moved

    def _leaving(self, state: State, stack: int, random: Random) -> int:
        """5.5 Removes this many points of a stack from the bases where they were."""
        air, width, often, left = state.arrays[layout.AIR], len(counters.STACKS), random.randrange(4), 0
        for here in [base * width + stack for base in self.bases] if often else ():
            if air[here] and random.randrange(4) < often:
                points = 1 + random.randrange(air[here])
                air[here] -= points
                left += points
        return left

    def _landing(self, random: Random) -> list[int]:
        """5.4 The bases that points may have gone to: one base, a few next to each other, or all."""
        if not self.to:
            return []
        to = [*self.to, *self.without_room] if random.randrange(4) == 0 else self.to
        first, few = random.randrange(len(to)), random.randrange(len(to)) if random.randrange(2) else len(to) - 1
        return [to[(first + n) % len(to)] for n in range(few + 1)]

    def _gone(self, state: State, random: Random) -> None:
        """19.3, 8.1 A carrier has no more points than it can ferry; some points search."""
        limit_aircraft(state, [base for base in self.bases if base >= counters.FIRST_DECK])
        if random.randrange(2):
            self._searches(state, random)

    def _searches(self, state: State, random: Random) -> None:
        """5.2, 8.1 Samples searching points at their current bases; in half of the samples whole stacks search."""
        searching, whole, share = state.arrays[layout.SEARCHING], random.randrange(2), 1 + random.randrange(3)
        for base in air_bases.with_points(state, self.side):
            for stack, points in air_bases.stacks(state, base):
                if random.randrange(4) < share:
                    here = base * len(counters.STACKS) + stack
                    searching[here] = points if whole else random.randrange(points + 1)

    def _bases_found(self, state: State, random: Random) -> None:
        """8.42 The number of points at enemy bases that the side learned in this Game-Turn, usually the current number.

        This knowledge remains if the base has since lost its last Level or its Base Forces.
        """
        found, share = state.arrays[layout.REPORTED_AIR], random.randrange(11) if self.search_in_turn else 0
        if not share:
            return
        enemy = air_bases.bases_with_points(state, 1 - self.side)
        for base, _ in enemy:
            if random.randrange(10) < share:
                points = layout.points_at(state.arrays, base)
                found[base] = points if random.randrange(4) else random.randrange(points + ERRING_POINTS)
        if random.randrange(2):
            usable = {base for base, _ in enemy}
            held = [base for base, holder in enumerate(air_bases.holders(state)) if holder == 1 - self.side]
            closed = [base for base in held if base not in usable]
            if closed:
                found[closed[random.randrange(len(closed))]] = random.randrange(ERRING_POINTS)

    def _ports_found(self, state: State, random: Random) -> None:
        """8.41 The side's knowledge of the ships in enemy ports."""
        if layout.scenario(state).naval_phases:
            deal_ports_found(state, self.side, random)

    def _cargo(self, state: State, random: Random) -> None:
        """16.1, 15.6 Units that have left the shore, and supplies, are aboard ships with room for them."""
        load_units(state, self.side, self.aboard, random)

    def _efforts(self, state: State, random: Random) -> None:
        """18.31 A port may make a Maximum Effort for one of its ships."""
        positions, effort = state.arrays[layout.SHIP_AT], state.arrays[layout.MAXIMUM_EFFORT]
        busy: set[int] = set()
        for ship in may_be_hastened(state, self.side):
            if positions[ship] not in busy and random.randrange(3) == 0:
                effort[ship] = 1
                busy.add(positions[ship])

    def _reports(self, state: State, random: Random) -> None:
        """8.3, 1.32 What the side knows about enemy forces; it is never empty for forces in contact."""
        pieces = state.rules.pieces
        hand, waters = SeededReportDice(random), waters_of(state)
        in_play = pieces.in_play(state.cells[layout.SCENARIO])
        for force in own_forces(1 - self.side):
            if not state.cells[layout.NAMED] >> force & 1:
                continue
            chit = pieces.charts.search_chits[random.randrange(len(pieces.charts.search_chits))]
            hex = state.cells[layout.FORCE_AT + force]
            types = at_report(state, force, random) if hex >= 0 else random_former_force(state, 1 - self.side, random)
            if hex < 0 or random.randrange(3) == 0:
                hex = self.waters[random.randrange(len(self.waters))]
            elif random.randrange(2):
                near = [there for there in GRID.within(hex, ERRING) if waters.opened[there]]
                hex = near[random.randrange(len(near))] if near else hex
            store_report(state, force, report(hand, pieces.atlas, in_play, chit, hex, types))
