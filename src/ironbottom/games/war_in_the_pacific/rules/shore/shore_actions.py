"""16.0, 17.0, 38.7 Shore actions at the end of a Naval Phase: bombardment, coastal guns, landings, cargo.

``ShoreActions.start(execution)`` opens them after the third impulse, before fuel is used. Both sides give orders at
once, and are asked even if they have none. Then bombardments, guns, landings and loading are carried out, in each case
the First Player's first. ``plans_of`` returns the hexes of a side's planned assaults (16.2).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField, Numbers
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, SimultaneousFrame
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.war_in_the_pacific import cited_cases
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.derived import cargo_room
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.force_missions import mission_of
from ironbottom.games.war_in_the_pacific.derived.force_movement import ships_of
from ironbottom.games.war_in_the_pacific.derived.ships_in_port import formed
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, FORCES, SHIPS, SIDES, UNITS, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.shore import bombardment, cargo, landings
from ironbottom.games.war_in_the_pacific.rules.turn.steps import DONE
from ironbottom.games.war_in_the_pacific.state import PLANS_A_SIDE, TARGETS
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

POINTS = Numbers("Supply Points", 1, 999)


def plans_of(state: State, side: int) -> list[int]:
    """16.2, 40.42 The hexes of a side's planned assaults: its secret plans and the assaults that Japan has
    announced.
    """
    first = layout.PLAN_AT + PLANS_A_SIDE * side
    result = state.cells[layout.ANNOUNCED : layout.ANNOUNCED + layout.MAX_PLANS] if side == JAPAN else []
    return [hex for hex in (*state.cells[first : first + PLANS_A_SIDE], *result) if hex >= 0]


def is_planned(state: State, side: int, hex: int) -> bool:
    """16.2 Whether an assault on a hex is planned; a plan may be moved to an adjacent hex when it is used."""
    return any(GRID.distance(plan, hex) <= 1 for plan in plans_of(state, side))


def needs_announcement(state: State, side: int, hex: int) -> bool:
    """16.2 Whether a landing lacks the announcement that it needed before play."""
    return layout.scenario(state).needs_announcement(state, side, hex)


# -- 17.1 bombardment --------------------------------------------------------------------------------


def bombarding(state: State, side: int) -> list[int]:
    """17.1 The forces of a side that may bombard where they are."""
    return [
        force
        for force in formed(state, side)
        if mission_of(state, force) == "bombardment"
        and ships_of(state, force)
        and state.cells[layout.SHELLS + force] < 0
        and not state.cells[layout.FORCE_BOMBARDED + force]
    ]


@restriction("17.1", "{force} is not on a Bombardment Mission, or already has its target in this phase")
def on_bombardment(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(bombarding(state, side), len(FORCES))


@restriction("17.1", "{force} is not at a coast with anything to bombard, or {target} is not there")
def bombardment_target(state: State, frame: Procedure, side: int, force: int) -> IdSet:
    return bombardment.bombardment_targets(state, side, state.cells[layout.FORCE_AT + force])


# -- 16.1 cargo --------------------------------------------------------------------------------------


@restriction("16.1", "{unit} is not yours, is not ashore, or cannot be shipped")
def shippable(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable([unit for unit in UNITS_OF[side] if own_kind(state, side, unit)], len(UNITS))


def own_kind(state: State, side: int, unit: int) -> bool:
    """16.1 Whether a counter is in use and may board."""
    used = state.arrays[layout.UNIT_TYPE][unit] >= 0
    return used and state.arrays[layout.BOUND_FOR][unit] < 0 and cargo.may_be_shipped(state, side, unit)


@restriction("16.1", "{ship} is not there on Transport, has no room, or the port can handle no more in this phase")
def ship_with_room(state: State, frame: Procedure, side: int, unit: int) -> IdSet:
    return sets.from_iterable(cargo.ships_to_board(state, side, unit), len(SHIPS))


@restriction("16.3", "{unit} is not aboard one of your ships at a shore, or already has its orders")
def aboard(state: State, frame: Procedure, side: int) -> IdSet:
    bound = state.arrays[layout.BOUND_FOR]
    return sets.from_iterable([unit for unit in cargo.units_on_cargo_ships(state, side) if bound[unit] < 0], len(UNITS))


@restriction(
    "16.3", "{unit} cannot land there in this phase: the port, the beach, the weather or the Mission prevents it"
)
def landable(state: State, frame: Procedure, side: int) -> IdSet:
    result = [unit for unit in cargo.units_on_cargo_ships(state, side) if cargo.may_go_ashore(state, side, unit)]
    return sets.from_iterable(result, len(UNITS))


@restriction(
    "16.3", "{unit} is restricted to another part of the map and may not land there", case=cited_cases.command_case
)
def open_to_unit(state: State, frame: Procedure, side: int) -> IdSet:
    scenario = layout.scenario(state)
    result = []
    for unit in cargo.units_on_cargo_ships(state, side):
        berth = cargo_room.berth_of(state, state.arrays[layout.UNIT_AT][unit] - ABOARD)
        if berth is None or berth.hex not in scenario.closed_to_unit(state, unit):
            result.append(unit)
    return sets.from_iterable(result, len(UNITS))


@restriction("16.2", "no assault there was announced before play")
def announced_units(state: State, frame: Procedure, side: int) -> IdSet:
    result = []
    for unit in cargo.units_on_cargo_ships(state, side):
        berth = cargo_room.berth_of(state, state.arrays[layout.UNIT_AT][unit] - ABOARD)
        if berth is not None and not needs_announcement(state, side, berth.hex):
            result.append(unit)
    return sets.from_iterable(result, len(UNITS))


@restriction(
    "16.1", "{ship} is not where a port, anchorage or Base Force can load it, or already has its orders for supply"
)
def loading(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable([ship for ship, _ in unloading_ships(state, side, cargo.is_handled_by_port)], len(SHIPS))


@restriction("16.3", "{ship} is not at one of your coasts that can store supply, or already has its orders for supply")
def unloading(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable([ship for ship, _ in unloading_ships(state, side)], len(SHIPS))


def unloading_ships(
    state: State, side: int, able: Callable[[State, int, cargo_room.Berth], bool] = cargo.can_hold_stores
) -> list[tuple[int, cargo_room.Berth]]:
    """16.1, 16.3 The ships without supply orders where stores can be put, each with its berth, if the berth can handle
    cargo.
    """
    result = []
    for berthed in cargo_room.carriers_by_hex(state, side).values():
        for ship, berth in berthed:
            open_to = not cargo_room.ordered(state, ship) and cargo.can_hold_stores(state, side, berth)
            if open_to and able(state, side, berth):
                result.append((ship, berth))
    return result


@restriction("16.1", "{ship} cannot take that many: there are too few, it has no room, or the port cannot handle them")
def stores_to_load(state: State, frame: Procedure, side: int, ship: int) -> IdSet:
    berth = cargo_room.berth_of(state, ship)
    assert berth is not None
    lies = state.arrays[layout.SUPPLY][base_at(state, berth.hex)] - ordered_from(state, side, berth.hex)
    left = cargo_room.left_in_port(state, side, berth.hex)  # 16.6 Landing craft do not lift supplies from a beach.
    return range(1, 1 + max(min(lies, cargo.room_for_supply(state, ship), left), 0))


def ordered_from(state: State, side: int, hex: int) -> int:
    """25.4 The Supply Points that ships are ordered to load from a hex in this phase."""
    takes = state.arrays[layout.TAKES]
    return sum(takes[ship] for ship, _ in cargo_room.carriers_by_hex(state, side).get(hex, []))


@restriction("16.3", "{ship} does not have that many aboard, or the port can handle no more in this phase")
def stores_to_unload(state: State, frame: Procedure, side: int, ship: int) -> IdSet:
    berth = cargo_room.berth_of(state, ship)
    assert berth is not None
    return range(1, 1 + max(min(state.arrays[layout.CARGO][ship], cargo.remaining_at(state, side, berth)), 0))


SHELL = Verb(
    "shell",
    clause="17.1",
    ends_list="never",
    force=Argument(FORCES, on_bombardment),
    target=Argument(TARGETS, bombardment_target),
)


def boardings(state: State, context: object, side: int) -> Branches:
    """16.1 A faster generator of boardings: units with equal loads in a hex may board the same ships."""
    known: dict[tuple[int, int], IdSet] = {}
    result: dict[Branches, int] = {}
    positions = state.arrays[layout.UNIT_AT]
    for unit in UNITS_OF[side]:
        if own_kind(state, side, unit):
            key = positions[unit], cargo_room.load(state, unit)
            if key not in known:
                known[key] = sets.from_iterable(cargo.ships_to_board(state, side, unit), len(SHIPS))
            if known[key]:
                after = ((known[key], ()),)
                result[after] = result.get(after, 0) | 1 << unit
    return tuple([(sets.from_iterable(sets.iterate(units), len(UNITS)), after) for after, units in result.items()])


EMBARK = Verb(
    "embark",
    clause="16.1",
    ends_list="never",
    offer=boardings,
    unit=Argument(UNITS, shippable),
    ship=Argument(SHIPS, ship_with_room),
)
LAND = Verb(
    "land", clause="16.3", ends_list="never", unit=Argument(UNITS, aboard, announced_units, open_to_unit, landable)
)


def stores_to_take(state: State, context: object, side: int) -> Branches:
    """16.1 A faster generator of supply loading: computes the stores in each hex once."""
    most, lying = dict[int, int](), dict[int, int]()
    for ship, berth in sorted(unloading_ships(state, side, cargo.is_handled_by_port)):
        if berth.hex not in lying:
            stores = state.arrays[layout.SUPPLY][base_at(state, berth.hex)] - ordered_from(state, side, berth.hex)
            lying[berth.hex] = min(stores, cargo_room.left_in_port(state, side, berth.hex))
        most[ship] = min(lying[berth.hex], cargo.room_for_supply(state, ship)) if lying[berth.hex] > 0 else 0
    return ships_by_amount(most)


def stores_to_leave(state: State, context: object, side: int) -> Branches:
    """16.3 A faster generator of supply unloading, for each berth: a force at anchor has its own craft."""
    most, left, aboard = dict[int, int](), dict[cargo_room.Berth, int](), state.arrays[layout.CARGO]
    for ship, berth in sorted(unloading_ships(state, side)):
        if aboard[ship] and berth not in left:
            left[berth] = cargo.remaining_at(state, side, berth)
        most[ship] = min(aboard[ship], left[berth]) if aboard[ship] else 0
    return ships_by_amount(most)


def ships_by_amount(most: dict[int, int]) -> Branches:
    """The branches of ships by the largest amount that each loads or unloads."""
    result: dict[int, list[int]] = {}
    for ship, points in most.items():
        if points > 0:
            result.setdefault(points, []).append(ship)
    return tuple([(tuple(ships), ((range(1, 1 + points), ()),)) for points, ships in result.items()])


TAKE_SUPPLY = Verb(
    "take_supply",
    clause="16.1",
    ends_list="never",
    offer=stores_to_take,
    ship=Argument(SHIPS, loading),
    points=Argument(POINTS, stores_to_load),
)
LEAVE_SUPPLY = Verb(
    "leave_supply",
    clause="16.3",
    ends_list="never",
    offer=stores_to_leave,
    ship=Argument(SHIPS, unloading),
    points=Argument(POINTS, stores_to_unload),
)


class ShoreOrders(Question):
    """16.0, 17.0 A side orders its ships' shore actions in this phase."""

    number, name, clause = 29, "at_the_shore", "16.1"
    verbs = (SHELL, LAND, EMBARK, TAKE_SUPPLY, LEAVE_SUPPLY, DONE)
    hides_forced = True
    side: Annotated[int, IdField(SIDES)]

    def shell(self, execution: Execution, force: int, target: int) -> None:
        """17.1 A force bombards a kind of target in its hex."""
        execution.cells[layout.SHELLS + force] = target

    def embark(self, execution: Execution, unit: int, ship: int) -> None:
        """16.1, 16.6 A unit boards."""
        execution.state.arrays[layout.BOUND_FOR][unit] = ship

    def land(self, execution: Execution, unit: int) -> None:
        """16.3, 16.4 A unit lands."""
        execution.state.arrays[layout.BOUND_FOR][unit] = execution.state.arrays[layout.UNIT_AT][unit] - ABOARD

    def take_supply(self, execution: Execution, ship: int, points: int) -> None:
        """16.1 Loads Supply Points."""
        execution.state.arrays[layout.TAKES][ship] = points

    def leave_supply(self, execution: Execution, ship: int, points: int) -> None:
        """16.3 Unloads Supply Points."""
        execution.state.arrays[layout.LEAVES][ship] = points

    def done(self, execution: Execution) -> None:
        """Ends the orders."""
        execution.pop()


class ShoreActions(SimultaneousFrame):
    """4.12 Both sides give orders at once; these are then carried out."""

    number, name, clause = 28, "ashore", "4.12"

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        return (ShoreOrders(side),)

    def finish(self, execution: Execution) -> None:
        """17.1, 38.7, 16.3 Bombardments and guns, then landings and loading, the First Player's first.

        The ports' handled cargo is cleared after they have refuelled ships with the rest of their capacity.
        """
        first = max(execution.cells[layout.FIRST_PLAYER], 0)
        for side in (first, 1 - first):
            landings.shore_fire(execution, side)
        for side in (first, 1 - first):
            landings.carry_out_landings(execution, side, partial(is_planned, execution.state, side))


PROCEDURES = (ShoreActions, ShoreOrders)
