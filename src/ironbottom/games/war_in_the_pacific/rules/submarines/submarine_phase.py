"""13.2 to 13.5, 13.9 The Submarine Phase of a Strategic Game-Turn.

``SubmarinePhase.start(execution)`` opens it. Both sides send their Subrons at once, in secret; Subrons without orders
stay. Then loads are landed, Subrons at sea for too long lose points, refitting Subrons return to port, and ready points
are rolled. Dummy Subrons (13.2) have no effect here: no markers are visible that they could imitate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField, IdSetField, Number
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, SimultaneousFrame, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import Waters
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.data.chart_rows import Endurance
from ironbottom.games.war_in_the_pacific.derived import land_and_coasts
from ironbottom.games.war_in_the_pacific.pieces import HEXES, SIDES, UNITS
from ironbottom.games.war_in_the_pacific.questions import HasReach
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.submarines import attacks_on_links, submarine_missions, subs_off_map
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_attacks import PROCEDURES as ATTACKS
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_attacks import (
    available_points,
    disband,
    lose_points,
)
from ironbottom.games.war_in_the_pacific.rules.submarines.subrons import (
    POINTS,
    SubronPlacement,
    free_subron,
    points_in_port,
    put_to_sea,
    sub_ports,
    subron_points,
    subrons_of,
)
from ironbottom.games.war_in_the_pacific.rules.turn.steps import DONE
from ironbottom.games.war_in_the_pacific.state import IN_TRANSIT, ON_STATION, SUB_KINDS, SUBMARINE_MISSION, SUBRONS
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

REFITTING = layout.REFITS
FLEET, COASTAL = range(len(SUB_KINDS))
FARTHEST = 999
LOST_FROM = 5
"""13.3 A Subron at sea for too long loses a point on this die or more."""


def range_and_duration(state: State, subron: int) -> Endurance:
    """13.3 The range and duration of a Subron: those of its coastal boats, if it has any."""
    kind = COASTAL if state.cells[layout.SUBRON_COASTAL + subron] else FLEET
    return submarine_row(state, kind)


def submarine_row(state: State, kind: int) -> Endurance:
    """13.3 The row of a kind of submarine."""
    pieces = state.rules.pieces
    return pieces.facts.table(charts.SUB_ENDURANCE)[SUB_KINDS.ids[kind]]


def subrons_at_sea(state: State, side: int) -> list[int]:
    """13.1 The Subrons of a side at sea."""
    return [subron for subron in subrons_of(side) if state.cells[layout.SUBRON_AT + subron] >= 0]


def subron_range(state: State, subron: int, times: int) -> tuple[int, ...]:
    """13.3, 3.21 The hexes in range of a Subron, doubled in transit, through waters open to its side.

    A marker does not give the water of a split hex, so the Subron may start from any of its waters.
    """
    pieces = state.rules.pieces
    return pieces.sea_from(*way_of(state, subron, times))


def way_of(state: State, subron: int, times: int) -> tuple[int, tuple[int, ...], int, frozenset[int]]:
    """13.3 The scenario, the waters where a Subron starts, its range, and the hexes barred to it."""
    scenario, start = state.cells[layout.SCENARIO], state.cells[layout.SUBRON_AT + subron]
    nodes = tuple(state.rules.pieces.waters(scenario).nodes(start))
    barred = layout.scenario(state).forbidden_hexes(state, subron // layout.SUBRONS_A_SIDE)
    return scenario, nodes, times * range_and_duration(state, subron).reach_mp, barred


def open_within(state: State, side: int, ports: tuple[int, ...], most: int) -> tuple[int, ...]:
    """13.3 The hexes within this many Movement Points of the given ports, through waters open to a side."""
    pieces = state.rules.pieces
    return pieces.sea_within(
        state.cells[layout.SCENARIO], ports, most, layout.scenario(state).forbidden_hexes(state, side)
    )


def home_ports(state: State, side: int, subron: int) -> set[int]:
    """13.3 The ports of its side where a Subron refits: those where it can start."""
    kind = COASTAL if state.cells[layout.SUBRON_COASTAL + subron] else FLEET
    return set(sub_ports(state, side, kind))


@restriction("13.1", "{subron} is not at sea")
def at_sea(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(subrons_at_sea(state, side), len(SUBRONS))


@restriction("13.3", "{subron} already has its orders for this phase")
def not_sent(state: State, frame: SubmarineOrders, side: int) -> IdSet:
    left: int = ((1 << len(SUBRONS)) - 1) & ~frame.sent
    return left


@restriction("13.3", "{subron} has been at sea for as long as it can, and must return")
def may_stay_out(state: State, frame: Procedure, side: int) -> IdSet:
    result = [
        subron
        for subron in subrons_at_sea(state, side)
        if state.cells[layout.SUBRON_OUT + subron] < range_and_duration(state, subron).cycles
    ]
    return sets.from_iterable(result, len(SUBRONS))


@restriction("13.3", "{at} is not one of your ports within reach where submarines can refit")
def port_in_reach(state: State, frame: Procedure, side: int, subron: int) -> IdSet:
    pieces = state.rules.pieces
    ports = pieces.ports_from(*way_of(state, subron, 2), home_ports(state, side, subron))
    return sets.from_iterable(ports, len(HEXES))


@restriction("13.1", "all markers of your Subrons are in use")
def marker_left(state: State, frame: Procedure, side: int) -> bool:
    return free_subron(state, side) >= 0


@restriction("13.1", "no {kind} Sub Points are in port, or you hold no port from which they can put to sea")
def in_port(state: State, frame: Procedure, side: int) -> IdSet:
    kinds = range(len(SUB_KINDS))
    return sum(1 << kind for kind in kinds if points_in_port(state, side, kind) and sub_ports(state, side, kind))


@restriction("13.3", "{at} is too far away for the Subron")
def within_reach(state: State, frame: HasReach, side: int) -> IdSet:
    return frame.reach(state)


@restriction("13.1", "there are not that many Sub Points of this kind in port")
def sendable_numbers(state: State, frame: Procedure, side: int, kind: int) -> IdSet:
    return (2 << min(points_in_port(state, side, kind), POINTS.high)) - 2


# -- 13.9 orders for missions --------------------------------------------------------------------------------


@restriction("13.9", "no coast within reach of {subron} has anything that it can carry to another of your coasts")
def has_a_load(state: State, frame: Procedure, side: int) -> IdSet:
    able = [subron for subron in subrons_at_sea(state, side) if fetched_by(state, side, subron)]
    return sets.from_iterable(able, len(SUBRONS))


def fetched_by(state: State, side: int, subron: int) -> list[int]:
    """13.9 The hexes where a Subron at sea may fetch a load."""
    _, starts, reach, _ = way_of(state, subron, 1)
    return submarine_missions.hexes_with_loads(state, side, starts, reach, subron_points(state, subron))


@restriction("13.9", "{at} has nothing that the Subron can carry, or is out of its reach")
def with_a_load(state: State, frame: Procedure, side: int, subron: int) -> IdSet:
    return sets.from_iterable(fetched_by(state, side, subron), len(HEXES))


@restriction("13.9", "{subron} cannot reach an enemy port")
def may_scout(state: State, frame: object, side: int) -> IdSet:
    off = land_and_coasts.hexes_off_enemy_ports(state, side)
    able = [subron for subron in subrons_at_sea(state, side) if not off.isdisjoint(subron_range(state, subron, 1))]
    return sets.from_iterable(able, len(SUBRONS))


@restriction("13.9", "{at} has nothing that the Subron can carry, or is out of its reach")
def with_a_load_from_port(state: State, frame: SubronDeparture, side: int) -> IdSet:
    starts, reach = frame.starts(state)
    return sets.from_iterable(submarine_missions.hexes_with_loads(state, side, starts, reach, frame.points), len(HEXES))


@restriction("13.9", "{at} is neither an enemy port within reach nor next to one")
def port_to_scout(state: State, frame: SubronDeparture, side: int) -> IdSet:
    off = land_and_coasts.hexes_off_enemy_ports(state, side)
    return sets.from_iterable([hex for hex in frame.reach(state) if hex in off], len(HEXES))


@restriction("13.9", "{unit} is not where the Subron loads, cannot be shipped, or is too large for it")
def fits_in(state: State, frame: SubronLoadChoice, side: int) -> IdSet:
    positions = state.arrays[layout.UNIT_AT]
    small = submarine_missions.small_units(state, side, submarine_missions.subron_room(state, frame.subron))
    return sets.from_iterable([unit for unit in small if positions[unit] == frame.at], len(UNITS))


@restriction("13.9", "none of your other coasts within the Subron's reach has room for {unit}")
def can_be_brought(state: State, frame: SubronLoadChoice, side: int) -> IdSet:
    fit = sets.iterate(fits_in.allow(state, frame, side))
    return sets.from_iterable([unit for unit in fit if frame.leads_on(state, unit)], len(UNITS))


@restriction(
    "13.9", "the Subron already has its Supply Points, or none of your other coastal bases is within its reach"
)
def may_take_stores(state: State, frame: SubronLoadChoice, side: int) -> bool:
    return not state.cells[layout.SUBRON_STORES + frame.subron] and frame.leads_on(state, stores=True)


@restriction("13.9", "there are not that many Supply Points, or the Subron has too little room")
def stores_that_fit(state: State, frame: SubronLoadChoice, side: int) -> IdSet:
    lies = submarine_missions.stores_at(state, side, frame.at)
    most = min(lies, submarine_missions.subron_room(state, frame.subron), POINTS.high)
    return range(POINTS.low, POINTS.low + max(most, 0))


@restriction("13.9", "the Subron has nothing aboard yet")
def has_loaded(state: State, frame: SubronLoadChoice, side: int) -> bool:
    return submarine_missions.has_load(state, frame.subron)


@restriction("13.9", "{at} is not another of your coasts within reach with room for what the Subron carries")
def can_be_landed_at(state: State, frame: SubronLoadChoice, side: int) -> IdSet:
    return sets.from_iterable(frame.goals(state), len(HEXES))


SEND = Verb(
    "send_subron",
    clause="13.3",
    ends_list="never",
    subron=Argument(SUBRONS, at_sea, not_sent, may_stay_out, always_completes=True),
)
TRANSIT = Verb(
    "transit_subron",
    clause="13.3",
    ends_list="never",
    subron=Argument(SUBRONS, at_sea, not_sent, may_stay_out, always_completes=True),
)
REFIT = Verb(
    "refit_subron",
    clause="13.3",
    ends_list="never",
    subron=Argument(SUBRONS, at_sea, not_sent),
    at=Argument(HEXES, port_in_reach),
)
PUT_OUT = Verb(
    "put_out",
    clause="13.1",
    ends_list="never",
    when=(marker_left,),
    kind=Argument(SUB_KINDS, in_port, always_completes=True),
    points=Argument(POINTS, sendable_numbers, always_completes=True),
)
FERRY = Verb(
    "ferry",
    clause="13.9",
    ends_list="never",
    subron=Argument(SUBRONS, at_sea, not_sent, may_stay_out, has_a_load, always_completes=True),
    at=Argument(HEXES, with_a_load, always_completes=True),
)
SCOUT = Verb(
    "scout_port",
    clause="13.9",
    ends_list="never",
    subron=Argument(SUBRONS, at_sea, not_sent, may_stay_out, may_scout, always_completes=True),
)
FERRY_FROM = Verb(
    "ferry_from", clause="13.9", ends_list="never", at=Argument(HEXES, with_a_load_from_port, always_completes=True)
)
SCOUT_AT = Verb("scout_at", clause="13.9", ends_list="never", at=Argument(HEXES, port_to_scout, always_completes=True))
FERRY_UNIT = Verb("ferry_unit", clause="13.9", ends_list="never", unit=Argument(UNITS, fits_in, can_be_brought))
FERRY_STORES = Verb(
    "ferry_stores", clause="13.9", ends_list="never", when=(may_take_stores,), points=Argument(POINTS, stores_that_fit)
)
BRING_TO = Verb(
    "bring_to",
    clause="13.9",
    ends_list="never",
    when=(has_loaded,),
    at=Argument(HEXES, can_be_landed_at, always_completes=True),
)
MAKE_FOR = Verb("make_for", clause="13.3", ends_list="never", at=Argument(HEXES, within_reach, always_completes=True))


class SubronCourse(Question):
    """13.3, 13.9 The choice of a destination for a Subron at sea."""

    number, name, clause = 51, "subron_course", "13.3"
    verbs = (MAKE_FOR,)
    hides_forced, is_second_step = True, True
    side: Annotated[int, IdField(SIDES)]
    subron: Annotated[int, IdField(SUBRONS)]
    mode: Annotated[int, Number(ON_STATION, SUBMARINE_MISSION)]

    def reach(self, state: State) -> IdSet:
        """13.3, 13.9 The hexes that the Subron may go to: twice as far in transit; to scout, only the hexes near enemy
        ports.
        """
        result = subron_range(state, self.subron, 1 + (self.mode == IN_TRANSIT))
        if self.mode != SUBMARINE_MISSION:
            return result
        off = land_and_coasts.hexes_off_enemy_ports(state, self.side)
        return sets.from_iterable([hex for hex in result if hex in off], len(HEXES))

    def make_for(self, execution: Execution, at: int) -> None:
        """13.3 Moves a Subron."""
        execution.pop()
        execution.top(SubmarineOrders).go(execution, self.subron, at, self.mode)


class SubronDeparture(SubronPlacement):
    """13.1, 13.3, 13.9 The choice of a destination and a mission for points that leave port."""

    number, name, clause = 52, "putting_out", "13.3"
    verbs = (MAKE_FOR, FERRY_FROM, SCOUT_AT)
    unobservable = False

    def reach(self, state: State) -> Sequence[int]:
        """13.3 The hexes within range of the ports of the side."""
        ports = sub_ports(state, self.side, self.kind)
        return open_within(state, self.side, ports, submarine_row(state, self.kind).reach_mp)

    def starts(self, state: State) -> tuple[tuple[int, ...], int]:
        """13.3 The waters where the Subron starts, and its range."""
        waters: Waters = state.rules.pieces.waters(state.cells[layout.SCENARIO])
        ports = sub_ports(state, self.side, self.kind)
        return tuple([waters.port(hex) for hex in ports]), submarine_row(state, self.kind).reach_mp

    def make_for(self, execution: Execution, at: int) -> None:
        """13.1 The points become a Subron in a hex."""
        self.put_out(execution, at, ON_STATION)

    def scout_at(self, execution: Execution, at: int) -> None:
        """13.9 The Subron scouts a port."""
        self.put_out(execution, at, SUBMARINE_MISSION)

    def ferry_from(self, execution: Execution, at: int) -> None:
        """13.9 The Subron fetches a load."""
        starts, reach = self.starts(execution.state)
        way = submarine_missions.ways_to(execution.state, self.side, starts, reach, at)
        execution.pop()
        begin_ferry(execution, self.side, put_to_sea(execution, self.side, self.kind, self.points, at), way)

    def put_out(self, execution: Execution, hex: int, mode: int) -> None:
        """13.1, 13.9 The points become a Subron in a hex, with its orders."""
        execution.pop()
        subron = put_to_sea(execution, self.side, self.kind, self.points, hex)
        execution.cells[layout.SUBRON_MODE + subron] = mode
        orders = execution.top(SubmarineOrders)
        execution.replace(changed(orders, sent=orders.sent | 1 << subron))


def begin_ferry(execution: Execution, side: int, subron: int, way: submarine_missions.LoadRoute | None) -> None:
    """13.9 A Subron fetches a load; its load is asked for next."""
    assert way is not None
    submarine_missions.clear_load(execution.state, subron)
    execution.cells[layout.SUBRON_FROM + subron] = way.hex
    execution.cells[layout.SUBRON_MODE + subron] = ON_STATION
    execution.push(SubronLoadChoice(side, subron, way.hex, way.water, way.left))


class SubronLoadChoice(Question):
    """13.9 The choice of a Subron's load, and of its destination coast."""

    number, name, clause = 93, "ferrying", "13.9"
    verbs = (FERRY_UNIT, FERRY_STORES, BRING_TO)
    hides_forced, is_second_step = True, True
    side: Annotated[int, IdField(SIDES)]
    subron: Annotated[int, IdField(SUBRONS)]
    at: Annotated[int, IdField(HEXES)]
    water: Annotated[int, Number(0, 2)]
    left: Annotated[int, Number(0, FARTHEST)]

    def goals(self, state: State, unit: int = -1, *, stores: bool = False) -> Iterator[int]:
        """13.9 The coasts where the Subron may land its load, with another unit or stores added."""
        way = submarine_missions.LoadRoute(self.at, self.water, self.left)
        units = [*submarine_missions.carried_by(state, self.subron), *([unit] if unit >= 0 else [])]
        stores = stores or bool(state.cells[layout.SUBRON_STORES + self.subron])
        return submarine_missions.coasts_for_units(state, self.side, way, units, stores=stores)

    def leads_on(self, state: State, unit: int = -1, *, stores: bool = False) -> bool:
        """13.9 Whether there is a coast where the Subron may land its load."""
        return any(True for _ in self.goals(state, unit, stores=stores))

    def ferry_unit(self, execution: Execution, unit: int) -> None:
        """13.9 Loads a unit."""
        execution.state.arrays[layout.FERRIED][unit] = self.subron + 1

    def ferry_stores(self, execution: Execution, points: int) -> None:
        """13.9, 25.4 Loads Supply Points."""
        execution.cells[layout.SUBRON_STORES + self.subron] = points

    def bring_to(self, execution: Execution, at: int) -> None:
        """13.9 Brings the load to a coast."""
        execution.pop()
        execution.top(SubmarineOrders).go(execution, self.subron, at, SUBMARINE_MISSION)


@restriction("13.3", "{at} is too far from the edge of the map")
def in_reach_of_edge(state: State, frame: EnteringSubs, side: int) -> IdSet:
    return subs_off_map.entered(state, side, frame.kind)


ENTER_TO = Verb(
    "enter_to", clause="13.3", ends_list="never", at=Argument(HEXES, in_reach_of_edge, always_completes=True)
)
REFIT_OFF_MAP = Verb(
    "refit_off_map",
    clause="13.3",
    ends_list="never",
    subron=Argument(SUBRONS, at_sea, not_sent, subs_off_map.reaches_edge, always_completes=True),
)


class EnteringSubs(Question):
    """13.3 The choice of a destination for points that come from beyond an edge of the map, in transit."""

    number, name, clause = 102, "entering_subs", "13.3"
    verbs = (ENTER_TO,)
    hides_forced, is_second_step = True, True
    side: Annotated[int, IdField(SIDES)]
    kind: Annotated[int, IdField(SUB_KINDS)]
    points: Annotated[int, Number(POINTS.low, POINTS.high)]

    def enter_to(self, execution: Execution, at: int) -> None:
        """13.3 The points become a Subron in transit."""
        execution.pop()
        subron = subs_off_map.enter_as_subron(execution, self.side, self.kind, self.points, at)
        orders = execution.top(SubmarineOrders)
        execution.replace(changed(orders, sent=orders.sent | 1 << subron))


class SubmarineOrders(Question):
    """13.3 A side sends its Subrons; those without orders stay where they are."""

    number, name, clause = 41, "submarine_orders", "13.3"
    verbs = (
        *(SEND, TRANSIT, REFIT, PUT_OUT, FERRY, SCOUT),
        *(attacks_on_links.ATTACK_LINK, subs_off_map.BRING_IN_SUBS, REFIT_OFF_MAP, DONE),
    )
    hides_forced = True
    side: Annotated[int, IdField(SIDES)]
    sent: Annotated[int, IdSetField(SUBRONS)]

    def send_subron(self, execution: Execution, subron: int) -> None:
        """13.3 A Subron takes a station."""
        execution.push(SubronCourse(self.side, subron, ON_STATION))

    def transit_subron(self, execution: Execution, subron: int) -> None:
        """13.3 A Subron moves twice as far, and does nothing else."""
        execution.push(SubronCourse(self.side, subron, IN_TRANSIT))

    def scout_port(self, execution: Execution, subron: int) -> None:
        """13.9 A Subron searches off an enemy port, and does not attack."""
        execution.push(SubronCourse(self.side, subron, SUBMARINE_MISSION))

    def ferry(self, execution: Execution, subron: int, at: int) -> None:
        """13.9 A Subron fetches a load and brings it to another coast."""
        _, starts, reach, _ = way_of(execution.state, subron, 1)
        begin_ferry(
            execution, self.side, subron, submarine_missions.ways_to(execution.state, self.side, starts, reach, at)
        )

    def attack_link(self, execution: Execution, subron: int, link: int) -> None:
        """13.6 A Subron on station is sent against a link."""
        execution.state.arrays[layout.SUBRON_PREY][subron] = link + 1
        execution.emit_to(self.side, log.LINK_SOUGHT, subron, link)

    def refit_subron(self, execution: Execution, subron: int, at: int) -> None:
        """13.3 A Subron returns to port."""
        submarine_missions.clear_load(execution.state, subron)
        self.go(execution, subron, at, REFITTING)

    def go(self, execution: Execution, subron: int, hex: int, mode: int) -> None:
        """13.3 Moves a Subron."""
        execution.replace(changed(self, sent=self.sent | 1 << subron))
        execution.cells[layout.SUBRON_AT + subron], execution.cells[layout.SUBRON_MODE + subron] = hex, mode
        execution.state.arrays[layout.SUBRON_PREY][subron] = 0
        execution.emit_to(self.side, log.SUBRON_SENT, subron, hex, mode)

    def enter_subron(self, execution: Execution, kind: int, points: int) -> None:
        """13.3 Points come from beyond an edge of the map; their destination is asked for next."""
        execution.push(EnteringSubs(self.side, kind, points))

    def refit_off_map(self, execution: Execution, subron: int) -> None:
        """13.3 A Subron goes beyond an edge of the map to refit."""
        submarine_missions.clear_load(execution.state, subron)
        self.go(execution, subron, subs_off_map.nearest_edge(execution.state, subron), REFITTING)

    def put_out(self, execution: Execution, kind: int, points: int) -> None:
        """13.1, 13.3 Points leave port as a Subron."""
        execution.push(SubronDeparture(self.side, kind, points))

    def done(self, execution: Execution) -> None:
        """13.3 Ends the orders; the other Subrons stay."""
        execution.pop()


class SubmarinePhase(SimultaneousFrame):
    """13.3 Both sides send their Subrons at once."""

    number, name, clause = 40, "submarine_phase", "13.3"

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        return (SubmarineOrders(side, 0),)

    def finish(self, execution: Execution) -> None:
        """13.9, 13.3, 13.5, 13.6 Loads are landed; a Cycle passes; Subrons on station roll for points that may attack,
        and attack links.
        """
        first = max(execution.cells[layout.FIRST_PLAYER], 0)
        for side in (first, 1 - first):
            submarine_missions.land_loads(execution, side)
        for side in (first, 1 - first):
            for subron in subrons_at_sea(execution.state, side):
                advance_cycle(execution, side, subron)
        for side in (first, 1 - first):
            attacks_on_links.carry_out_attacks(execution, side)


def advance_cycle(execution: Execution, side: int, subron: int) -> None:
    """13.3, 13.5 A Subron refits, or has been at sea for another Cycle; only its owner sees its dice."""
    cells = execution.cells
    cells[layout.SUBRON_READY + subron] = cells[layout.SUBRON_TOLD + subron] = 0
    if cells[layout.SUBRON_MODE + subron] == REFITTING:
        if subs_off_map.bound_off_map(execution.state, subron):
            subs_off_map.come_home_off_map(execution.state, side, subron)
            disband(execution.state, subron)
            return
        come_home(execution.state, side, subron)
        return
    cells[layout.SUBRON_OUT + subron] += 1
    if cells[layout.SUBRON_OUT + subron] > range_and_duration(execution.state, subron).cycles:
        die = execution.roll(6, Roll.SUBMARINES_OVERDUE, 1 << side)
        execution.emit_to(side, log.SUB_OVERDUE, subron, die, int(die >= LOST_FROM))
        if die >= LOST_FROM:
            lose_points(execution.state, subron, 1)
    points = subron_points(execution.state, subron)
    if points and cells[layout.SUBRON_MODE + subron] == ON_STATION:
        ready = available_points(execution, execution.rules.pieces.charts, points, audience=1 << side)
        cells[layout.SUBRON_READY + subron] = ready
        execution.emit_to(side, log.SUBRON_READY, subron, ready)


def come_home(state: State, side: int, subron: int) -> None:
    """13.3 The points of a Subron are in port, and may leave in the next phase."""
    for kind, block in enumerate((layout.SUBRON_FLEET, layout.SUBRON_COASTAL)):
        state.cells[layout.SUBS_HELD + len(SUB_KINDS) * side + kind] += state.cells[block + subron]
        state.cells[block + subron] = 0
    disband(state, subron)


def ready_submarines(execution: Execution) -> None:
    """13.5 Rolls after deployment for the points that may attack in the scenario's first Cycle."""
    for side in range(len(SIDES)):
        for subron in subrons_of(side):
            points = subron_points(execution.state, subron)
            if points:
                ready = available_points(execution, execution.rules.pieces.charts, points, audience=1 << side)
                execution.cells[layout.SUBRON_READY + subron] = ready


PROCEDURES = (*ATTACKS, SubmarinePhase, SubmarineOrders, SubronCourse, SubronDeparture, SubronLoadChoice, EnteringSubs)
"""The procedures that were added later."""
