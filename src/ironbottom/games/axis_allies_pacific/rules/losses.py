"""8.1.3, 8.10.1 Losses: the owner of the units hit chooses, or a standing order does."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from ironbottom.engine.core.fields import Domain, Flag, IdField, Number
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, changed
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import MAX_COUNT, WIDTH, count_one, mask, nonzero, number_of, total
from ironbottom.games.axis_allies_pacific.pieces import (
    ATTACKING,
    BATTLESHIP,
    BATTLESHIP_HIT,
    BOMBER,
    CAP,
    DESTROYER_LOADED,
    ENEMIES,
    ESCORTING,
    FIGHTER,
    FIRST_ZONE,
    FLIGHT,
    INFANTRY,
    KIND_OF,
    LAND_COMBAT,
    LOADS,
    PIECES,
    PLACE_COUNT,
    PLAYER_OF,
    POWERS,
    POWERS_OF,
    RAIDING,
    SHIPS_MASK,
    SUBMARINE,
    SUBMERGED,
    TRANSPORTS,
    Place,
    Side,
)
from ironbottom.games.axis_allies_pacific.rules.orders import LOSSES_ORDER, apply_and_reveal_order
from ironbottom.games.axis_allies_pacific.state import ACTED, FLYING, LOSSES, UNITS, Cells, add_to_counts, power_slot
from ironbottom.games.axis_allies_pacific.state_types import Execution, State

CLASSES = Domain("class of hits", ("any", "ships", "no_submarines", "aircraft", "raiders", "interceptors"))
"""8.4.2 The targets of hits: anything; for submarines, ships; for aircraft without a destroyer, anything but
submarines.

AA fire hits aircraft (8.3.1); in a raid, hits are on bombers and escorts, or on interceptors (8.11.2).
"""
ANY, SHIPS, NO_SUBMARINES, AIRCRAFT_ONLY, RAIDERS, INTERCEPTORS = range(6)
_AT_SEA = (LAND_COMBAT & mask((FIGHTER, BOMBER))) | mask((CAP,)) | SHIPS_MASK & ~mask((SUBMERGED,))
MASKS = (
    _AT_SEA | LAND_COMBAT,
    SHIPS_MASK & ~mask((SUBMERGED,)),
    (_AT_SEA | LAND_COMBAT) & ~mask((SUBMARINE,)),
    mask((FIGHTER, BOMBER)),
    mask((FIGHTER, BOMBER)),
    mask((CAP,)),
)


class Contingent(NamedTuple):
    """A power's units in a battle, including aircraft in the air."""

    power: int
    counts: int


def in_flight(cells: Cells, power: int, place: int, wanted: int) -> int:
    """A power's aircraft in the air at a place with one of these tasks, as pieces."""
    counts = cells[FLYING + power_slot(power) * PLACE_COUNT + place] & wanted
    return sum([number << WIDTH * FLIGHT[flight].piece for flight, number in nonzero(counts)]) if counts else 0


def attackers(cells: Cells, side: int, place: int) -> list[Contingent]:
    """8.4.1 The attacking units in a place: those that have acted there, and attacking aircraft; none of them aboard
    carriers.

    Only the side whose turn it is attacks (8.10.2, 8.10.4), the United States with China (8.1.5, 8.10.3); aircraft
    fight where they flew, at sea or on land (8.9.3).
    """
    result = []
    for power in POWERS_OF[side]:
        there = cells[ACTED + power_slot(power) * PLACE_COUNT + place] & NOT_CARRIED
        counts = there + in_flight(cells, power, place, ATTACKING)
        if counts:
            result.append(Contingent(power, counts))
    return result


NOT_CARRIED = (SHIPS_MASK & ~mask((SUBMERGED,))) | (LAND_COMBAT & ~mask((FIGHTER, BOMBER)))


def defenders(cells: Cells, side: int, place: int) -> list[Contingent]:
    """8.7.1, 8.10.1 The units that defend a place: units on land do not defend at sea (7.4.5), and patrols defend only
    at sea (10.5.4).
    """
    wanted = _AT_SEA if place >= FIRST_ZONE else LAND_COMBAT
    result = []
    for power in ENEMIES[side]:
        counts = cells[UNITS + power * PLACE_COUNT + place] & wanted
        if counts:
            result.append(Contingent(power, counts))
    return result


def chooser(forces: list[Contingent]) -> int:
    """8.10.1 The side that chooses losses: the owner of the most units; if equal, in the order of the powers."""
    most = max(forces, key=lambda force: (total(force.counts), -force.power))
    return PLAYER_OF[most.power]


CHEAPEST = LOSSES.index["cheapest"]


def strength(counts: int) -> int:
    """The number of hits that units take (8.6.1)."""
    return total(counts) + number_of(counts, BATTLESHIP)


def has_choice(state: State, frame: Losses, left: list[Contingent], hits: int) -> bool:
    """Whether the units differ, so that there is a choice."""
    if hits >= sum([strength(force.counts) for force in left]):
        return False
    return sum([len(nonzero(force.counts)) for force in left]) > 1 or bool(landed_beside_others(state, frame))


def targets(state: State, frame: Losses) -> list[Contingent]:
    """8.1.3, 8.4.2 The units that may be lost: in the battle, not hit yet, and possible targets of these hits."""
    cells, struck = state.cells, units_hit_in(state)
    if frame.kind == RAIDERS:
        forces = raiders(cells, frame.side, frame.place)
    elif frame.kind == INTERCEPTORS:
        forces = [
            Contingent(p, cells[UNITS + p * PLACE_COUNT + frame.place] & MASKS[INTERCEPTORS])
            for p in ENEMIES[frame.side]
        ]
    else:
        found = attackers if frame.attacking else defenders
        forces = found(cells, frame.side, frame.place)
    left = [Contingent(power, (counts - struck[power]) & MASKS[frame.kind]) for power, counts in forces]
    return [force for force in left if force.counts]


def landed_beside_others(state: State, frame: Losses) -> list[Contingent]:
    """8.1.3, 8.8.5 The kinds of which some units landed and others came overland, as pieces: only units that came
    overland may retreat.
    """
    landed = battle_field(state, "landed") if frame.attacking else NOTHING
    if not any(landed):
        return []
    result = []
    for power, counts in targets(state, frame):
        ashore = nonzero(landed[power_slot(power)])
        mixed = sum([count_one(piece) * many for piece, many in ashore if 0 < many < number_of(counts, piece)])
        if mixed:
            result.append(Contingent(power, mixed))
    return result


def raiders(cells: Cells, side: int, place: int) -> list[Contingent]:
    """8.11.1 Raiding bombers and their escorts."""
    forces = [Contingent(power, in_flight(cells, power, place, RAIDING | ESCORTING)) for power in POWERS_OF[side]]
    return [force for force in forces if force.counts]


def units_hit_in(state: State) -> tuple[int, ...]:
    """Units that were hit in the battle and are still on the board, by power."""
    return battle_field(state, "struck")


def battle_field(state: State, name: str) -> tuple[int, ...]:
    """A value of the battle on the stack that is kept by power."""
    found = (getattr(below, name, None) for below in reversed(state.stack))
    return next((result for result in found if result is not None), NOTHING)


def update_battle_field(execution: Execution, name: str, index: int, change: int) -> None:
    """Sets a value of the battle on the stack for a power."""
    stack = list(execution.state.stack)
    depth = next(depth for depth in reversed(range(len(stack))) if getattr(stack[depth], name, None) is not None)
    battle: Any = stack[depth]
    result = [counts + (change if number == index else 0) for number, counts in enumerate(getattr(battle, name))]
    stack[depth] = changed(battle, **{name: tuple(result)})
    execution.state.stack = tuple(stack)


NOTHING = (0,) * len(POWERS)


# -- the order in which losses are taken without asking --------------------------------------------------------------


def value_with_load(execution: Execution, piece: int) -> int:
    """The value of a piece with its load."""
    cost = execution.rules.pieces.cost
    result = int(cost[KIND_OF[piece]])
    if piece in TRANSPORTS:
        result += sum(cost[freight % 5] for freight in LOADS[piece - TRANSPORTS[0]])
    return result + (cost[INFANTRY] if piece == DESTROYER_LOADED else 0)


def take_in_order(execution: Execution, frame: Losses, hits: int, order: int) -> None:
    """8.1.3 Takes hits by a standing order: battleships are damaged first, then the cheapest units are lost."""
    favoured = {LOSSES.index["aircraft_first"]: True, LOSSES.index["ships_first"]: False}.get(order)
    for _ in range(hits):
        left = [(force.power, piece) for force in targets(execution.state, frame) for piece, _ in nonzero(force.counts)]
        if not left:
            return

        def rank(target: tuple[int, int]) -> tuple[bool, bool, int, int, int]:
            power, piece = target
            late = favoured is not None and (piece in (FIGHTER, BOMBER, CAP)) != favoured
            return (piece != BATTLESHIP, late, value_with_load(execution, piece), -power, piece)

        hit_unit(execution, frame, *min(left, key=rank))


def hit_unit(execution: Execution, frame: Losses, power: int, piece: int, *, landed: bool = False) -> None:
    """8.6.1 Hits a unit: a battleship is damaged by the first hit, other units will be removed.

    ``landed``: the unit landed from the sea, while others of its kind came overland (8.8.5).
    """
    cells = execution.cells
    if piece == BATTLESHIP:
        cell = (ACTED if frame.attacking else UNITS + power * PLACE_COUNT) + frame.place
        cells[cell] += count_one(BATTLESHIP_HIT) - count_one(BATTLESHIP)
        execution.emit(log.DAMAGED, power, frame.place - FIRST_ZONE)
        return
    execution.emit(log.HIT, power, piece)
    update_battle_field(execution, "struck", power, count_one(piece))
    if landed:
        execution.emit(log.HIT_ASHORE, power, piece)
        update_battle_field(execution, "landed", power_slot(power), -count_one(piece))


# -- the question ----------------------------------------------------------------------------------------------------


@restriction("8.10.1", "{power} has no unit there that can take these hits")
def has_units(state: State, frame: Losses, side: int) -> int:
    return sum(1 << force.power for force in targets(state, frame))


@restriction("8.1.3", "{power} has no {piece} there that can take these hits")
def may_be_lost(state: State, frame: Losses, side: int, power: int) -> int:
    return sum(
        1 << piece for force in targets(state, frame) if force.power == power for piece, _ in nonzero(force.counts)
    )


def all_losses(state: State, frame: Losses, side: int) -> Branches:
    """Every unit that may be lost, power by power."""
    return [
        (1 << force.power, ((sum(1 << piece for piece, _ in nonzero(force.counts)), ()),))
        for force in targets(state, frame)
    ]


def last_loss(state: State, frame: Losses, side: int, power: int, piece: int) -> bool:
    """8.1.3 Whether the side has nothing left to choose: other sides' standing orders or dice may follow."""
    after = state.copy()
    frame.lose(Execution(after, ScriptedDice(())), power, piece)
    return not asks_again(after, side)


def last_landed_loss(state: State, frame: Losses, side: int, power: int, piece: int) -> bool:
    """8.1.3, 8.8.5 Whether the side has nothing left to choose after losing a unit that landed."""
    after = state.copy()
    frame.lose_landed(Execution(after, ScriptedDice(())), power, piece)
    return not asks_again(after, side)


def asks_again(state: State, side: int) -> bool:
    """8.1.3 Whether a side that takes losses one by one has more losses to choose."""
    frame: Any = state.stack[-1]
    left = targets(state, frame)
    hits = min(frame.hits, sum([strength(force.counts) for force in left]))
    return bool(hits) and has_choice(state, frame, left, hits) and frame.decider(state) == side


LOSE = Verb(
    "lose",
    clause="8.1.3",
    ends_list=last_loss,
    offer=all_losses,
    power=Argument(POWERS, has_units),
    piece=Argument(PIECES, may_be_lost),
)


@restriction("8.1.3", "{power} has no units there that came both by sea and overland")
def has_landed(state: State, frame: Losses, side: int) -> int:
    return sum(1 << force.power for force in landed_beside_others(state, frame))


@restriction("8.1.3", "{power} has no {piece} there that landed alongside others that came overland")
def landed_too(state: State, frame: Losses, side: int, power: int) -> int:
    mixed = [force for force in landed_beside_others(state, frame) if force.power == power]
    return sum(1 << piece for force in mixed for piece, _ in nonzero(force.counts))


LOSE_LANDED = Verb(
    "lose_landed",
    clause="8.1.3",
    ends_list=last_landed_loss,
    power=Argument(POWERS, has_landed),
    piece=Argument(PIECES, landed_too),
)
CHEAPEST_FIRST = Verb("cheapest_first", clause="8.1.3", ends_list="always")


def decides(state: State, frame: Losses) -> int:
    """The deciding side: the attacker, or the owner of most of the defending units (8.10.1)."""
    if frame.attacking:
        return frame.side
    forces = targets(state, frame) if frame.kind == INTERCEPTORS else defenders(state.cells, frame.side, frame.place)
    return chooser(forces or targets(state, frame))


class Losses(Procedure):
    """8.1.3 Losses of a battle, until all possible hits are taken."""

    number, name, clause = 9, "losses", "8.1.3"
    verbs = (LOSE, LOSE_LANDED, CHEAPEST_FIRST)
    side: Side
    """The attacker in the battle."""
    place: Place
    attacking: Annotated[int, Flag()]
    """Whether the attacker has been hit."""
    kind: Annotated[int, IdField(CLASSES)]
    hits: Annotated[int, Number(0, MAX_COUNT)]

    def decider(self, state: State) -> int:
        return decides(state, self)

    def proceed(self, execution: Execution) -> bool:
        left = targets(execution.state, self)
        hits = min(self.hits, sum([strength(force.counts) for force in left]))
        if not hits:
            execution.pop()
            return False
        order = (
            apply_and_reveal_order(execution, self.decider(execution.state), LOSSES_ORDER)
            if has_choice(execution.state, self, left, hits)
            else CHEAPEST
        )
        if order:
            execution.pop()
            take_in_order(execution, self, hits, order)
            return False
        if hits != self.hits:
            execution.replace(changed(self, hits=hits))
        return True

    def lose(self, execution: Execution, power: int, piece: int) -> None:
        """8.8.5 If units are equal, those that came overland are lost first."""
        execution.replace(changed(self, hits=self.hits - 1))
        hit_unit(execution, self, power, piece)

    def lose_landed(self, execution: Execution, power: int, piece: int) -> None:
        execution.replace(changed(self, hits=self.hits - 1))
        hit_unit(execution, self, power, piece, landed=True)

    def cheapest_first(self, execution: Execution) -> None:
        execution.pop()
        take_in_order(execution, self, self.hits, CHEAPEST)


def ask_for_losses(execution: Execution, side: int, place: int, attacking: int, hits: list[tuple[int, int]]) -> None:
    """8.4.2 Hits are taken class by class, first those that may hit the fewest units."""
    for kind, number in reversed(hits):
        if number:
            execution.push(Losses(side, place, attacking, kind, number))


def remove_hit_units(
    execution: Execution, side: int, place: int, struck: tuple[int, ...], tasks: int = ATTACKING
) -> None:
    """8.1.2 Removes units that were hit: aircraft with the fewest steps left first; cargo sinks (7.7.6, 7.8.2)."""
    cells = execution.cells
    for power, counts in enumerate(struck):
        for piece, number in nonzero(counts):
            execution.emit(log.LOST, power, piece, number)
            if power not in POWERS_OF[side]:
                add_to_counts(cells, UNITS + power * PLACE_COUNT + place, piece, -number)
            elif piece in (FIGHTER, BOMBER):
                shoot_down(cells, power, place, piece, number, tasks)
            else:
                add_to_counts(cells, ACTED + power_slot(power) * PLACE_COUNT + place, piece, -number)


def shoot_down(cells: Cells, power: int, place: int, piece: int, number: int, tasks: int) -> None:
    """Removes aircraft in the air, those with the fewest steps left first."""
    cell = FLYING + power_slot(power) * PLACE_COUNT + place
    for flight, there in nonzero(cells[cell] & tasks):
        lost = min(number, there) if FLIGHT[flight].piece == piece else 0
        add_to_counts(cells, cell, flight, -lost)
        number -= lost
