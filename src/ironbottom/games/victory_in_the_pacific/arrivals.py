"""4.4 Reinforcements, units that come back, and the British ships withdrawn (5.1)."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import EachOf, Group, Product
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import One, Some, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.pieces import (
    ALLIES,
    BATTLESHIPS,
    BRITISH,
    CARRIERS,
    CEYLON,
    CRUISERS,
    HERMES,
    IS_PORT,
    JAPAN,
    OF_SIDE,
    PEARL_HARBOR,
    PLACES,
    PORTS,
    SAMOA,
    SHIPS,
    SIDES,
    SUBMARINES,
    UNITS,
    Pieces,
)
from ironbottom.games.victory_in_the_pacific.state import (
    DUE,
    FIRST_LOCATION,
    HOME,
    IN,
    LOST,
    OWNED,
    REMOVED,
    RETURN,
    TURN,
    Cells,
    bring,
    side_of,
)
from ironbottom.games.victory_in_the_pacific.way_home import lose
from ironbottom.games.victory_in_the_pacific.west_coast import YARDS

# -- 4.4 reinforcements --------------------------------------------------------------------------------------


def arrive(play: Play) -> None:
    """4.4 Units due this turn come on at the port of their chart; 4.41 at an enemy's they are lost."""
    cells, pieces = play.cells, play.rules.pieces
    for unit in members(cells[DUE + cells[TURN] - 1]):
        if SUBMARINES >> unit & 1:
            commission(play, unit)
            continue
        place = port_of_entry(pieces, cells, unit)
        stands_in = SAMOA if place == PEARL_HARBOR else place
        owned = cells[OWNED + side_of(unit)]
        if owned >> place & 1 or owned >> stands_in & 1:
            to = place if owned >> place & 1 else stands_in
            bring(cells, unit, IN + to)
            play.tell(log.ARRIVED, unit, to)
        else:
            play.tell(log.ARRIVAL_LOST, unit, place)
            lose(play, unit)


def port_of_entry(pieces: Pieces, cells: Cells, unit: int) -> int:
    """4.4 The port of the chart; 18.32 for groups that come on turn 2, as for all that were sent west, Pearl Harbor."""
    if pieces.arrival[unit] != cells[TURN]:
        return PEARL_HARBOR
    return PLACES.index.get(pieces.entry[unit], PEARL_HARBOR)


def commission(play: Play, unit: int) -> None:
    """3.2 A submarine is ready for sea; by option the I-Boat goes when the F-Boat comes."""
    cells = play.cells
    bring(cells, unit, HOME)
    play.tell(log.ARRIVED, unit, -1)
    if side_of(unit) == ALLIES and play.rules.pieces.iboat_leaves:
        for leaving in members(cells[HOME] & SUBMARINES & OF_SIDE[JAPAN]):
            bring(cells, leaving, LOST)
            play.tell(log.RETIRED, leaving)


# -- 4.4, 4.5 units that come back ------------------------------------------------------------------------------


def harbours(cells: Cells, side: int) -> int:
    """4.4 The ports where a side's lost units come back; 17.12 Allied ones are United States units: not Ceylon."""
    owned = cells[OWNED + side] & IS_PORT
    return owned & ~(1 << CEYLON) if side == ALLIES else owned


def coming_back(cells: Cells, side: int) -> int:
    """4.5 The side's units that are back this turn."""
    return cells[RETURN + cells[TURN] - 1] & OF_SIDE[side]


@condition("4.5", "{0} does not come back this turn")
def is_back(state: State, frame: Frame, side: int, unit: int, port: int) -> bool:
    return bool(coming_back(state.cells, side) >> unit & 1)


@condition("17.12", "{0} is American, and none of theirs goes to Ceylon")
def not_in_ceylon(state: State, frame: Frame, side: int, unit: int, port: int) -> bool:
    return side != ALLIES or port != CEYLON


@condition("4.4", "{1} is not yours, and {0} comes back at a port of its side")
def own_harbour(state: State, frame: Frame, side: int, unit: int, port: int) -> bool:
    return bool(harbours(state.cells, side) >> port & 1)


def returning(state: State, frame: Frame, side: int) -> list[Group]:
    back = coming_back(state.cells, side)
    return [Product(RETURN_TO.number, members(back), members(harbours(state.cells, side)))] if back else []


RETURN_TO = Verb(
    "return", UNITS, PORTS, clause="4.4", conditions=(is_back, not_in_ceylon, own_harbour), offer=returning
)


class Returns(Procedure):
    """4.4 The owner picks a port for each unit that comes back."""

    name = "returns"
    clause = "4.4"
    fields = {"side": One(SIDES)}
    verbs = (RETURN_TO,)

    def proceed(self, play: Play, frame: Frame) -> bool:
        """10.14 Without a port they wait two turns more."""
        cells, side = play.cells, frame[1]
        back = coming_back(cells, side)
        if back and harbours(cells, side):
            return True
        for unit in members(back):
            lose(play, unit)
        play.pop()
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Units are back: choose one and the port where it comes on."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        bring(play.cells, code[1], IN + code[2])
        play.tell(log.RETURNED, code[1], code[2])


RETURNS = Returns()


def come_back(play: Play) -> None:
    """4.4 Japan's units first; then, by option 4a, ships come back from San Diego."""
    play.push(YARDS.frame())
    play.push(RETURNS.frame(ALLIES))
    play.push(RETURNS.frame(JAPAN))


# -- 4.42 removals ------------------------------------------------------------------------------------------------


def on_board(cells: Cells) -> int:
    """All units at sea and in ports and bases."""
    found = 0
    for units in cells[FIRST_LOCATION : IN + len(PLACES)]:
        found |= units
    return found


def of_type(unit: int) -> int:
    """4.42 The British ships of a ship's type: battleships, carriers but Hermes, cruisers; Hermes is one by itself."""
    bit = 1 << unit
    for kind in (BATTLESHIPS, CARRIERS & ~HERMES, CRUISERS, HERMES):
        if kind & bit:
            return kind & BRITISH
    return 0


def substitutes(cells: Cells, listed: int) -> int:
    """4.42 What may go in place of a ship that is gone: its type, else any British ship."""
    there = on_board(cells) & BRITISH & SHIPS
    return there & of_type(listed) or there


@condition("4.42", "{0} may not go in its place: one of its type while there is any, else any British ship")
def a_substitute(state: State, frame: Frame, side: int, unit: int) -> bool:
    return bool(substitutes(state.cells, _first(frame)) >> unit & 1)


def _first(frame: Frame) -> int:
    gone = frame[1]
    return int((gone & -gone).bit_length() - 1)


def withdrawals(state: State, frame: Frame, side: int) -> list[Group]:
    return [EachOf(WITHDRAW.number, substitutes(state.cells, _first(frame)))]


WITHDRAW = Verb("withdraw_ship", UNITS, clause="4.42", conditions=(a_substitute,), offer=withdrawals)


class Removals(Procedure):
    """4.42 For each listed ship that is gone the Allies withdraw another."""

    name = "removals"
    clause = "4.42"
    fields = {"listed": Some(UNITS)}
    verbs = (WITHDRAW,)

    def proceed(self, play: Play, frame: Frame) -> bool:
        """No British ship left: none is withdrawn."""
        if frame[1] and substitutes(play.cells, _first(frame)):
            return True
        play.pop()
        return False

    def side(self, state: State, frame: Frame) -> int:
        return ALLIES

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return f"{UNITS.titles[_first(frame)]} was to be withdrawn and is gone: which ship goes in its place?"

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        listed = _first(frame)
        play.replace((frame[0], frame[1] & ~(1 << listed)))
        withdraw(play, code[1], listed)


REMOVALS = Removals()


def remove(play: Play) -> None:
    """4.42, 17.21 The listed ships go; for those already gone others do, once all that are there have left."""
    cells, gone = play.cells, 0
    for unit in play.rules.pieces.removals[cells[TURN] - 1]:
        if on_board(cells) >> unit & 1:
            withdraw(play, unit, unit)
        else:
            gone |= 1 << unit
    if gone:
        play.push(REMOVALS.frame(gone))


def withdraw(play: Play, unit: int, listed: int) -> None:
    """4.4 A ship leaves for the rest of the game."""
    bring(play.cells, unit, REMOVED)
    play.tell(log.WITHDRAWN, unit, listed)
