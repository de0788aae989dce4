"""22 Island combat (optional): invaders and defenders fight rounds until one side holds the base."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import CountsField, IdField, IdSetField, Number, Record, TupleField, members
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb, all_equivalent
from ironbottom.engine.rules.procedures import StagedProcedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.victory_in_the_pacific.pieces import ALLIES, AMPHIBIOUS, JAPAN, UNITS_OF_SIDE, Place, Side, Units
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.rolls import Roll
from ironbottom.games.victory_in_the_pacific.rules import combat_log as log
from ironbottom.games.victory_in_the_pacific.rules.capture import capture
from ironbottom.games.victory_in_the_pacific.rules.combat_log import FIGHTERS
from ironbottom.games.victory_in_the_pacific.rules.effects import sunk_at_sea
from ironbottom.games.victory_in_the_pacific.rules.return_to_port import lose_unit
from ironbottom.games.victory_in_the_pacific.state import DAMAGE, IN, Cells, move_unit, opponent
from ironbottom.games.victory_in_the_pacific.state_types import Execution, State

GARRISON = FIGHTERS.index["garrison"]
HITTING = 6
GARRISON_SHOTS = 1
Aim = tuple[int, int]
Fighters = Annotated[int, IdSetField(FIGHTERS)]
Aims = Annotated[tuple[Aim, ...], TupleField(Record(unit=IdField(FIGHTERS), target=IdField(FIGHTERS)))]


def defenders(cells: Cells, side: int, place: int) -> int:
    """The amphibious units that defend a base against a side."""
    return cells[IN + place] & UNITS_OF_SIDE[opponent(side)] & AMPHIBIOUS


def island_shots(pieces: Pieces, cells: Cells, fighter: int) -> int:
    """22.2 The points of a fighter: its armor minus damage; 22.4 one for a garrison."""
    if fighter == GARRISON:
        return GARRISON_SHOTS
    return max(0, pieces.armor[fighter] - cells[DAMAGE + fighter])


def sides_of(cells: Cells, frame: IslandBattle, side: int) -> tuple[int, int]:
    """The fighters of a side and their possible targets: 22.4 the garrison only when it is the last defender."""
    holding = defenders(cells, frame.side, frame.place)
    garrison = 1 << GARRISON
    if side == frame.side:
        return frame.invaders, holding or garrison
    return holding | garrison, frame.invaders


# -- aiming, if there is more than one target ----------------------------------------------------------


@restriction("22.2", "{unit} has no shots, or already has a target")
def has_shots(state: State, frame: IslandAiming, side: int) -> IdSet:
    return frame.left


@restriction("22.4", "{target} cannot be attacked on this island now")
def on_the_island(state: State, frame: IslandAiming, side: int, unit: int) -> IdSet:
    return frame.targets


ASSAULT = Verb(
    "assault",
    clause="22.2",
    ends_list="open",
    unit=Argument(FIGHTERS, has_shots, equivalence=all_equivalent),
    target=Argument(FIGHTERS, on_the_island),
)


class IslandAiming(Question):
    """22.2 A side names a target for each of its units on the island."""

    number, name, clause, verbs = 44, "island_aiming", "22.2", (ASSAULT,)
    side: Side
    left: Fighters
    targets: Fighters
    aims: Aims

    def proceed(self, execution: Execution) -> bool:
        targets = self.targets
        if self.left and targets & (targets - 1):
            return True
        execution.pop()
        rest = tuple([(unit, targets.bit_length() - 1) for unit in members(self.left)])
        execution.top(IslandBattle).on_fired(execution, tuple(sorted(self.aims + rest)))
        return False

    def assault(self, execution: Execution, unit: int, target: int) -> None:
        execution.emit(log.ISLAND_AIMED, unit, target)
        execution.replace(changed(self, left=self.left & ~(1 << unit), aims=(*self.aims, (unit, target))))


# -- the rounds ----------------------------------------------------------------------------------------


def fire_shots(execution: Execution, frame: IslandBattle, side: int) -> None:
    """22.2 A side fires, if it has any shots."""
    own, targets = sides_of(execution.cells, frame, side)
    armed = sum(1 << f for f in members(own) if island_shots(execution.rules.pieces, execution.cells, f))
    if armed and targets:
        execution.push(IslandAiming(side, armed, targets, ()))


def japan_fires(execution: Execution, frame: IslandBattle) -> None:
    """5.34 Japan fires first, on islands too."""
    fire_shots(execution, frame, JAPAN)


def allies_fire(execution: Execution, frame: IslandBattle) -> None:
    """5.35 Then the Allies fire."""
    fire_shots(execution, frame, ALLIES)


def round_ends(execution: Execution, frame: IslandBattle) -> None:
    """22.1, 22.4 Losses are removed; the base is taken or held, or there is another round."""
    cells, pieces, invaders = execution.cells, execution.rules.pieces, frame.invaders
    fallen = False
    for fighter, points in frame.hits:
        if fighter == GARRISON:
            fallen = True
            continue
        cells[DAMAGE + fighter] += points
        execution.emit(log.DAMAGED, fighter, cells[DAMAGE + fighter])
        if sunk_at_sea(pieces, cells[DAMAGE + fighter], fighter):
            lose_unit(execution, fighter)
            invaders &= ~(1 << fighter)
    if fallen:
        execution.pop()
        execution.emit(log.GARRISON_OUT, frame.place)
        capture(execution, frame.place, frame.side)
        for unit in members(invaders):
            move_unit(cells, unit, IN + frame.place)
    elif not invaders:
        execution.pop()
    else:
        execution.replace(changed(frame, invaders=invaders, next=0, hits=()))


STAGES = (japan_fires, allies_fire, round_ends)


class IslandBattle(StagedProcedure):
    """22.1 The fight for a base, round by round; ``hits`` take effect at the end of the round."""

    number, name, clause, stages = 43, "island_battle", "22.1", STAGES
    side: Side
    place: Place
    invaders: Units
    next: Annotated[int, Number(0, len(STAGES) - 1)]
    hits: Annotated[tuple[tuple[int, int], ...], CountsField(FIGHTERS, log.MAX_DAMAGE)]

    def on_fired(self, execution: Execution, aims: tuple[Aim, ...]) -> None:
        """22.3 Each 6 is a hit of one point; there is no damage die."""
        hits = dict(self.hits)
        for fighter, target in aims:
            shots = island_shots(execution.rules.pieces, execution.cells, fighter)
            dice = tuple([execution.roll(6, Roll.ISLAND_COMBAT) for _ in range(shots)])
            points = dice.count(HITTING)
            execution.emit(log.ISLAND_FIRED, fighter, target, dice, points)
            if points:
                hits[target] = hits.get(target, 0) + points
        execution.replace(changed(self, hits=tuple(sorted(hits.items()))))


ISLAND_PROCEDURES = (IslandBattle, IslandAiming)


def fight_ashore(execution: Execution, side: int, place: int, units: int) -> None:
    """22.1 Amphibious units fight for an enemy base."""
    execution.push(IslandBattle(side, place, units, 0, ()))
