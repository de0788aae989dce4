"""8.12 Kamikaze attacks: six in the game, against ships that sail into six zones, before all other combat."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ironbottom.engine.core.fields import IdField, Record, TupleField, members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import count_one, mask, nonzero, number_of
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.pieces import (
    BATTLESHIP,
    BATTLESHIP_HIT,
    FIRST_ZONE,
    JAPAN,
    PIECES,
    PLACE_COUNT,
    SHIPS_MASK,
    SUBMARINE,
    SUBMERGED,
    TRANSPORTS_MASK,
    ZONES,
    Side,
)
from ironbottom.games.axis_allies_pacific.rolls import Roll
from ironbottom.games.axis_allies_pacific.rules.battle import lose_fighters_without_deck
from ironbottom.games.axis_allies_pacific.rules.cancelled_landings import cancel_surplus_landings
from ironbottom.games.axis_allies_pacific.rules.closing_verbs import DONE
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    ACTIVE,
    KAMIKAZES,
    NO_BOMBARDMENT,
    SAILED,
    UNITS,
    Cells,
    add_to_counts,
)
from ironbottom.games.axis_allies_pacific.state_types import Execution, State

_SURFACE = SHIPS_MASK & ~mask((SUBMARINE, SUBMERGED))


class Target(NamedTuple):
    """8.12.2 A ship named for one attack."""

    zone: int
    piece: int


def targets_by_zone(figures: Figures, cells: Cells) -> dict[int, int]:
    """8.12.1, 8.12.2 By zone, the kinds of ship that may be targets, of the side whose turn it is, as a set.

    A ship may be the target of several attacks; hits after it is sunk have no effect (8.1.3).
    """
    wanted = _SURFACE
    if figures.options["kamikaze_targets"] == "warships":
        wanted &= ~TRANSPORTS_MASK
    result = {}
    for zone in members(figures.kamikaze_zones & cells[SAILED]):
        place = FIRST_ZONE + zone
        counts = (cells[UNITS + cells[ACTIVE] * PLACE_COUNT + place] + cells[ACTED + place]) & wanted
        if counts:
            result[zone] = sum([1 << piece for piece, _ in nonzero(counts)])
    return result


@restriction("8.12.1", "no kamikaze is left to use")
def any_left(state: State, frame: Kamikaze, side: int) -> bool:
    return len(frame.targets) < state.cells[KAMIKAZES]


@restriction("8.12.1", "no ship in {zone} can be attacked: none moved there this turn, or kamikazes cannot reach it")
def in_range(state: State, frame: Kamikaze, side: int) -> int:
    return sum(1 << zone for zone in targets_by_zone(state.rules.pieces, state.cells))


@restriction("8.12.2", "no {piece} in {zone} can be a target")
def may_be_named(state: State, frame: Kamikaze, side: int, zone: int) -> int:
    return targets_by_zone(state.rules.pieces, state.cells).get(zone, 0)


ATTACK = Verb(
    "kamikaze",
    clause="8.12.2",
    ends_list="never",
    when=(any_left,),
    zone=Argument(ZONES, in_range),
    piece=Argument(PIECES, may_be_named),
)


class Kamikaze(Question):
    """8.12.2 Japan names all attacks with their targets at once, then rolls."""

    number, name, clause = 19, "kamikaze", "8.12.2"
    verbs = (ATTACK, DONE)
    hides_forced = True  # the targets may be changed until the dice are rolled
    side: Side
    targets: Annotated[tuple[Target, ...], TupleField(Record(Target, zone=IdField(ZONES), piece=IdField(PIECES)))]

    def kamikaze(self, execution: Execution, zone: int, piece: int) -> None:
        execution.replace(changed(self, targets=(*self.targets, Target(zone, piece))))
        execution.emit(log.KAMIKAZE_NAMED, zone, piece)

    def done(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.FINISHED, self.side, log.PHASES.index["kamikaze"])
        execution.cells[KAMIKAZES] -= len(self.targets)
        dice = [execution.roll(6, Roll.KAMIKAZE) for _ in self.targets]
        for target, die in zip(self.targets, dice, strict=True):
            resolve_attack(execution, target, die)
        for zone in sorted({target.zone for target in self.targets}):
            execution.cells[NO_BOMBARDMENT] |= 1 << zone
            lose_fighters_without_deck(execution, execution.cells[ACTIVE], zone)
            cancel_surplus_landings(execution, FIRST_ZONE + zone)


def resolve_attack(execution: Execution, target: Target, die: int) -> None:
    """8.12.2, 8.6.1 A hit on 2 sinks a ship with its cargo; a battleship is damaged first."""
    cells, side = execution.cells, execution.cells[ACTIVE]
    hit = die <= 2
    execution.emit(log.KAMIKAZE, target.zone, side, target.piece, die, int(hit))
    if not hit:
        return
    place = FIRST_ZONE + target.zone
    for cell in (ACTED + place, UNITS + side * PLACE_COUNT + place):
        if target.piece == BATTLESHIP and number_of(cells[cell], BATTLESHIP_HIT):
            add_to_counts(cells, cell, BATTLESHIP_HIT, -1)
            execution.emit(log.LOST, side, BATTLESHIP_HIT, 1)
            return
        if number_of(cells[cell], target.piece):
            add_to_counts(cells, cell, target.piece, -1)
            if target.piece == BATTLESHIP:
                cells[cell] += count_one(BATTLESHIP_HIT)
                execution.emit(log.DAMAGED, side, target.zone)
            else:
                execution.emit(log.LOST, side, target.piece, 1)
            return


def ask_for_kamikazes(execution: Execution) -> None:
    """8.12.1 In an Allied turn, after all movement, asks Japan if ships sailed into the kamikaze zones."""
    cells = execution.cells
    if cells[ACTIVE] != JAPAN and cells[KAMIKAZES] and targets_by_zone(execution.rules.pieces, cells):
        execution.push(Kamikaze(JAPAN, ()))
