"""13.3 to 13.6 Landings and invasions, after a round of combat (5.43) and at the end of the turn (5.73)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from ironbottom.engine.core.fields import IdField, Record, TupleField, members
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, changed
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.pieces import (
    ALLIES,
    AMPHIBIOUS,
    AREAS,
    CEYLON,
    IS_BASE,
    IS_PORT,
    JAPAN,
    PLACES,
    UNITS,
    UNITS_OF_SIDE,
    Area,
    Side,
    Units,
)
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Hooks, Pieces
from ironbottom.games.victory_in_the_pacific.rules.capture import capture
from ironbottom.games.victory_in_the_pacific.rules.closing_verbs import DONE
from ironbottom.games.victory_in_the_pacific.rules.island_combat import fight_ashore
from ironbottom.games.victory_in_the_pacific.rules.return_to_port import lose_unit
from ironbottom.games.victory_in_the_pacific.state import (
    AT,
    DAMAGE,
    IN,
    OWNED,
    Cells,
    move_unit,
    opponent,
    owner,
    present,
)
from ironbottom.games.victory_in_the_pacific.state_types import Execution, Rules, State
from ironbottom.games.victory_in_the_pacific.text.names import place_name

Landings = Annotated[tuple[tuple[int, int], ...], TupleField(Record(unit=IdField(UNITS), place=IdField(PLACES)))]


def shores(pieces: Pieces, cells: Cells, side: int, area: int) -> int:
    """13.3 The places in an area where the side's amphibious units may land: its own, and enemy bases."""
    places = pieces.places_of[area] & (IS_BASE | cells[OWNED + side] & IS_PORT)
    return places & ~(1 << CEYLON) if side == ALLIES else places


def in_reach(state: State, frame: Landing, unit: int) -> int:
    """13.3 The shores of one unit."""
    pieces = state.rules.pieces
    return pieces.hooks.shores(state.cells, unit, shores(pieces, state.cells, frame.side, frame.area))


def shores_of(state: State, frame: Landing, unit: int) -> int:
    """20.7 The places among these where a unit may land: only the side's own if the unit was not named to invade."""
    places = in_reach(state, frame, unit)
    return places if frame.invaders >> unit & 1 else places & state.cells[OWNED + frame.side]


def may_land(cells: Cells, frame: Landing) -> int:
    """13.31 The units of the landing that are still at sea in the area."""
    waiting = frame.units & cells[AT + frame.area]
    for unit, _ in frame.ashore:
        waiting &= ~(1 << unit)
    return waiting


@restriction("13.31", "{unit} is not an amphibious unit that may land now")
def lands_now(state: State, frame: Landing, side: int) -> IdSet:
    return may_land(state.cells, frame)


@restriction("13.32", "{place} is not beside the sea area of {unit}")
def in_its_area(state: State, frame: Landing, side: int, unit: int) -> IdSet:
    pieces = state.rules.pieces
    return pieces.places_of[frame.area]


@restriction("13.3", "{place} is an enemy port: only bases can be invaded")
def no_enemy_port(state: State, frame: Landing, side: int, unit: int) -> IdSet:
    return IS_BASE | state.cells[OWNED + side]


@restriction("17.12", "{unit} is American, and American units cannot go to Ceylon")
def not_in_ceylon(state: State, frame: Landing, side: int, unit: int) -> IdSet | bool:
    return side != ALLIES or (IS_BASE | IS_PORT) & ~(1 << CEYLON)


@restriction("17.11", "{unit} escaped from Pearl Harbor: it can only invade New Hebrides or land at Samoa")
def landing_place(state: State, frame: Landing, side: int, unit: int) -> IdSet:
    return in_reach(state, frame, unit)


@restriction("20.7", "{unit} was not named to invade this round")
def named_to_invade(state: State, frame: Landing, side: int, unit: int) -> IdSet:
    return shores_of(state, frame, unit)


def by_shores(state: State, frame: Landing, side: int, units: int) -> Sequence[IdSet]:
    """17.11, 20.7 Groups units by the places where they may land."""
    units_by_places: dict[int, int] = {}
    for unit in members(units):
        places = shores_of(state, frame, unit)
        units_by_places[places] = units_by_places.get(places, 0) | 1 << unit
    return list(units_by_places.values())


PLACE_RESTRICTIONS = (in_its_area, no_enemy_port, not_in_ceylon, landing_place, named_to_invade)
LAND = Verb(
    "land",
    clause="13.32",
    ends_list="open",
    unit=Argument(UNITS, lands_now, equivalence=by_shores),
    place=Argument(PLACES, *PLACE_RESTRICTIONS),
)


class Landing(Procedure):
    """5.43, 5.73 A side lands amphibious units in one area, one after another; each invasion is resolved at once.

    So three units against one take a base, and one of them is left (13.43). With rule 22 the units for enemy bases are
    named first and fight together. ``invaders`` are those of the units that may invade (20.7).
    """

    number, name, clause, verbs = 17, "landing", "5.43", (LAND, DONE)
    side: Side
    area: Area
    units: Units
    invaders: Units
    ashore: Landings

    def proceed(self, execution: Execution) -> bool:
        if any(shores_of(execution.state, self, unit) for unit in members(may_land(execution.cells, self))):
            return True
        self.finish(execution)
        return False

    def prompt(self, rules: Rules, side: int) -> str:
        return self.build_prompt(area=place_name(AREAS.ids[self.area]))

    def land(self, execution: Execution, unit: int, place: int) -> None:
        if execution.rules.pieces.hooks.invade_together and owner(execution.cells, place) != self.side:
            execution.replace(changed(self, ashore=tuple(sorted((*self.ashore, (unit, place))))))
            execution.emit(log.NAMED_ASHORE, unit, place)
        else:
            go_ashore(execution, self.side, unit, place)

    def done(self, execution: Execution) -> None:
        execution.emit(log.FINISHED, self.side, log.STEPS.index[self.name])
        self.finish(execution)

    def finish(self, execution: Execution) -> None:
        """22.1 The units named for an enemy base fight for it."""
        execution.pop()
        for place in sorted({place for _, place in self.ashore}, reverse=True):
            fight_ashore(execution, self.side, place, sum(1 << unit for unit, where in self.ashore if where == place))


def island_combat(hooks: Hooks) -> None:
    """22.1 Resolves invasions together."""
    hooks.invade_together = True


def go_ashore(execution: Execution, side: int, unit: int, place: int) -> None:
    """13.4 An invader of an enemy base is used up; 13.41 it removes a defender, or 13.42 takes the base if there is
    none.
    """
    cells = execution.cells
    if owner(cells, place) == side:
        move_unit(cells, unit, IN + place)
        execution.emit(log.LANDED, unit, place)
        return
    execution.emit(log.INVADED, unit, place)
    lose_unit(execution, unit)
    defenders = cells[IN + place] & UNITS_OF_SIDE[opponent(side)] & AMPHIBIOUS
    if defenders:
        lose_unit(execution, most_damaged(cells, defenders))
    else:
        capture(execution, place, side)


def most_damaged(cells: Cells, units: int) -> int:
    """13.41 The defender that is removed: any may be chosen, so it is the defender with the most damage, as its owner
    would choose.
    """
    return max(members(units), key=lambda unit: (cells[DAMAGE + unit], -unit))


def open_landings(
    execution: Execution, side: int, area: int, among: int = AMPHIBIOUS, invaders: int = AMPHIBIOUS
) -> None:
    """13.32 Asks the side for its amphibious units at sea in an area, if any of them are among the given units."""
    units = present(execution.cells, area, side) & AMPHIBIOUS & among
    if units:
        execution.push(Landing(side, area, units, units & invaders, ()))


def may_invade(execution: Execution, side: int, area: int, named: int = 0) -> int:
    """13.32 The side's amphibious units in the area that may invade."""
    return execution.rules.pieces.hooks.invaders(present(execution.cells, area, side) & AMPHIBIOUS, named)


def land_after_round(execution: Execution, side: int, area: int) -> None:
    """5.43 The landing after a round of a chase or a raid, for which no units were named (20.7)."""
    open_landings(execution, side, area, invaders=may_invade(execution, side, area))


def final_landings(execution: Execution) -> None:
    """5.73 Amphibious units still at sea: Japan's first, area by area."""
    for side in (ALLIES, JAPAN):
        for area in reversed(range(len(AREAS))):
            open_landings(execution, side, area)
