"""10.2 Fire, and 10.7 applying hits: the end of every round of combat."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ironbottom.engine.core.fields import (
    CountsField,
    Flag,
    IdField,
    IdSetField,
    Number,
    Record,
    TupleField,
    add_count,
    members,
)
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, changed
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.pacific_fury import log
from ironbottom.games.pacific_fury.pieces import (
    EXPRESS,
    FORCES_OF,
    JAPAN,
    SIDES,
    SOUND,
    TRANSPORTS,
    TURNS,
    UNITS,
    UNITS_OF_SIDE,
    Side,
)
from ironbottom.games.pacific_fury.rolls import Roll
from ironbottom.games.pacific_fury.state import (
    BASE,
    DUE,
    FORCE,
    HIT,
    REMOVED,
    SUNK,
    TRANSPORTS_SUNK,
    TURN,
    Cells,
    dissolve_if_empty,
    in_zone,
    opponent,
    side_of,
    units_of_forces,
    zone_of,
)
from ironbottom.games.pacific_fury.state_types import Execution, Rules, State


class HitPool(NamedTuple):
    """Hits to assign: the side that assigns them, the possible targets, and the number left."""

    side: int
    units: int
    hits: int


# -- 10.2 Fire -----------------------------------------------------------------------------------------


def hits_scored(die: int, factor: int) -> int:
    """10.2.b A die at or under the factor scores as many hits as it shows.

    >>> [hits_scored(die, 4) for die in range(1, 7)]
    [1, 2, 3, 4, 0, 0]
    """
    return die if die <= factor else 0


def under_cover(hits: int, cover: int) -> int:
    """10.5.e Combat air patrol subtracts hits from each firing carrier, but never its last one.

    >>> under_cover(4, 2), under_cover(2, 2), under_cover(0, 2)
    (2, 1, 0)
    """
    return max(1, hits - cover) if hits else 0


def fire(execution: Execution, unit: int, bonus: int = 0, cover: int = 0) -> int:
    """10.2.b One unit fires once, with a six-sided die (2.2.3); returns its hits."""
    factor = execution.rules.pieces.combat[unit] + bonus
    die = execution.roll(6, Roll.FIRE)
    hits = under_cover(hits_scored(die, factor), cover)
    execution.emit(log.FIRED, unit, factor, die, hits)
    return hits


# -- 10.7 Applying hits --------------------------------------------------------------------------------


def lowest_die(unit_mask: int, hits: int, defence: int) -> int:
    """10.7.c The lowest die that sinks a unit; 1 if any hit sinks it without a roll (10.7.d).

    >>> lowest_die(0, 3, 2), lowest_die(0, 2, 2), lowest_die(0, 1, 2)
    (2, 4, 6)
    """
    if unit_mask & (TRANSPORTS | EXPRESS):
        return 1
    return 2 if hits > defence else 4 if hits == defence else 6


def return_turn(side: int, turn: int, hits: int) -> int:
    """10.7.e The turn on which a damaged ship returns; 0 if that is after turn 4 (10.7.f).

    >>> from ironbottom.games.pacific_fury.pieces import ALLIES, JAPAN
    >>> return_turn(JAPAN, 2, 1), return_turn(ALLIES, 3, 1), return_turn(ALLIES, 3, 2)
    (4, 4, 0)
    """
    turns = 2 if side == JAPAN or hits > 1 else 1
    return turn + turns if turn + turns <= TURNS else 0


def force_of(cells: Cells, unit: int) -> int:
    """The task force that a unit is in, or -1."""
    side = JAPAN if UNITS_OF_SIDE[JAPAN] >> unit & 1 else 1
    for force in FORCES_OF[side]:
        if cells[FORCE + force] >> unit & 1:
            return force
    return -1


def shielding_units(cells: Cells, unit: int) -> int:
    """The units that shield Transports: their task force, or all of the side's units in Ironbottom Sound (8.2.d)."""
    force = force_of(cells, unit)
    if force < 0:
        return 0
    if zone_of(cells, force) == SOUND:
        return units_of_forces(cells, in_zone(cells, side_of(force), SOUND))
    return cells[FORCE + force]


@restriction("10.7.a", "{unit} is not an enemy unit in this combat")
def unit_under_fire(state: State, frame: AssignHits, side: int) -> int:
    return frame.pools[0].units


@restriction("10.7.b", "{unit} can be hit only after every other ship in its task force")
def transports_unshielded(state: State, frame: AssignHits, side: int) -> int:
    return frame.eligible(state.cells)


def last_hit(state: State, frame: AssignHits, side: int, unit: int) -> bool:
    """10.7.c The sinking rolls follow the last hit."""
    return frame.pools[0].hits == 1


HIT_UNIT = Verb(
    "hit", clause="10.7.a", ends_list=last_hit, unit=Argument(UNITS, unit_under_fire, transports_unshielded)
)


class AssignHits(Procedure):
    """10.7.a Each side assigns its hits one by one to the enemy units engaged; then come the sinking rolls."""

    number, name, clause, verbs = 9, "assign_hits", "10.7.a", (HIT_UNIT,)
    attacker: Side
    gunfire: Annotated[int, Flag()]
    pools: Annotated[
        tuple[HitPool, ...],
        TupleField(Record(HitPool, side=IdField(SIDES), units=IdSetField(UNITS), hits=Number(1, 99))),
    ]
    assigned: Annotated[tuple[tuple[int, int], ...], CountsField(UNITS, 99)]

    def proceed(self, execution: Execution) -> bool:
        if not self.pools:
            execution.pop()
            self.sink(execution)
            return False
        units = self.eligible(execution.cells)
        if units & (units - 1):
            return True
        pool = self.pools[0]
        self.assign(execution, units.bit_length() - 1, pool.hits if pool.units == units else 1)
        return False

    def decider(self, state: State) -> int:
        return self.pools[0].side

    def prompt(self, rules: Rules, side: int) -> str:
        return self.build_prompt(hits=self.pools[0].hits)

    def hit(self, execution: Execution, unit: int) -> None:
        self.assign(execution, unit, 1)

    def eligible(self, cells: Cells) -> int:
        """10.7.b The units that may take the next hit: gunfire cannot hit Transports while a ship there has no hit."""
        units = self.pools[0].units
        if self.gunfire and units & TRANSPORTS:
            spent = TRANSPORTS | sum([1 << unit for unit, _ in self.assigned])
            for unit in members(units & TRANSPORTS):
                if shielding_units(cells, unit) & ~spent:
                    units &= ~(1 << unit)
        return units

    def assign(self, execution: Execution, unit: int, hits: int) -> None:
        """Puts hits on a unit; notes that its task force was hit, for the returns (10.8.d)."""
        pool, rest = self.pools[0], self.pools[1:]
        note_hit(execution.cells, force_of(execution.cells, unit))
        if hits < pool.hits:
            rest = (HitPool(pool.side, pool.units, pool.hits - hits), *rest)
        execution.replace(changed(self, pools=rest, assigned=add_count(self.assigned, unit, hits)))
        execution.emit(log.HITS_ASSIGNED, pool.side, unit, hits)

    def sink(self, execution: Execution) -> None:
        """10.7.c The defender's ships first, each side's in the order of the units file."""
        for side in (opponent(self.attacker), self.attacker):
            for unit, hits in self.assigned:
                if UNITS_OF_SIDE[side] >> unit & 1:
                    sinking_roll(execution, side, unit, hits)


def note_hit(cells: Cells, force: int) -> None:
    """10.8.d, 10.8.e Notes that the task force was hit; forces of a side in Ironbottom Sound count together."""
    if force < 0:
        return
    sharing_hits = in_zone(cells, side_of(force), SOUND) if zone_of(cells, force) == SOUND else [force]
    for hit in sharing_hits:
        cells[HIT] |= 1 << hit


def sinking_roll(execution: Execution, side: int, unit: int, hits: int) -> None:
    """10.7.c A hit ship sinks or is damaged; Transports and the Tokyo Express sink without a roll (10.7.d)."""
    sinks_on = lowest_die(1 << unit, hits, execution.rules.pieces.defence[unit])
    sinks = True
    if sinks_on > 1:
        die = execution.roll(6, Roll.SINKING)
        sinks = die >= sinks_on
        execution.emit(log.SINKING_ROLLED, unit, hits, die, sinks_on)
    remove_unit(execution, side, unit)
    cells = execution.cells
    if sinks:
        cells[SUNK] |= 1 << unit
        execution.emit(log.SUNK_UNIT, unit)
        return
    turn = return_turn(side, cells[TURN], hits)
    if turn:
        cells[DUE + turn - 1] |= 1 << unit
        execution.emit(log.DAMAGED, unit, turn)
    else:
        cells[REMOVED] |= 1 << unit
        execution.emit(log.OUT_OF_TIME, unit)


def remove_unit(execution: Execution, side: int, unit: int) -> None:
    """Removes a unit from its task force or base; notes a task force that lost Transports (11.0.c)."""
    cells = execution.cells
    force = force_of(cells, unit)
    if force < 0:
        cells[BASE + side] &= ~(1 << unit)
        return
    cells[FORCE + force] &= ~(1 << unit)
    if not cells[FORCE + force]:
        dissolve_if_empty(cells, force)
    if TRANSPORTS >> unit & 1:
        cells[TRANSPORTS_SUNK] = 1


def open_round(execution: Execution, attacker: int, gunfire: int, pools: list[HitPool]) -> None:
    """Opens the assignment of a round's hits; pools without hits or without targets are skipped."""
    scored = tuple(pool for pool in pools if pool.units and pool.hits)
    if scored:
        execution.push(AssignHits(attacker, gunfire, scored, ()))
