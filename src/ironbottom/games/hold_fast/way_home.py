"""Ways home: where ships go that are disabled, withdraw, are driven out of a place, or find their port taken."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Group, SetProduct
from ironbottom.engine.conditions import Condition, Test
from ironbottom.engine.fields import Domain, One, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.fog import enlist, hide, narrow, reveal, strike_off
from ironbottom.games.hold_fast.pieces import (
    FIRST_PLACE,
    IS_BASE,
    IS_PORT,
    OF_SIDE,
    PLACES,
    SHIPS,
    SIDES,
    SPOTS,
    TURNS,
    UNITS,
    Pieces,
)
from ironbottom.games.hold_fast.state import (
    ABSENT,
    AT,
    BLOCK,
    DISABLED,
    DUE,
    FOLLOWED,
    IN,
    LOST,
    OWNED,
    SEEN,
    STRENGTH,
    TURN,
    Cells,
    bring,
    by_block,
)

REASONS = Domain("reason", ("disabled", "withdraws", "evicted", "arrives", "torpedoed"))
DISABLED_SHIPS, WITHDRAWS, EVICTED, ARRIVES, TORPEDOED = range(5)
FROM_PLACES = (EVICTED, ARRIVES)
"""Why ships leave a port or base; for all other reasons they leave a sea area."""
QUESTIONS = (
    "Disabled ships leave for the closest port or base: choose a ship and where it goes.",
    "Your ships withdraw to the nearest port: choose a ship and where it goes.",
    "The place has fallen, and its ships leave for the closest port: choose a ship and where it goes.",
    "The port of these reinforcements is lost: choose a ship and its port, as near as any.",
    "Ships that a submarine disabled leave for the closest port: choose a ship and where it goes.",
)


def leaving(pieces: Pieces, cells: Cells, side: int, reason: int, spot: int) -> int:
    """The ships that have to leave, as bits."""
    own = OF_SIDE[side] & SHIPS
    if reason in (DISABLED_SHIPS, TORPEDOED):
        return cells[DISABLED] & own
    if reason == WITHDRAWS:
        return cells[AT + spot] & own
    place = spot - FIRST_PLACE
    if reason == EVICTED:
        return cells[IN + place] & own
    due = cells[DUE + cells[TURN] - 1] & own
    return sum(1 << unit for unit in members(due) if pieces.arrival[unit].place == place)


def homes(pieces: Pieces, cells: Cells, side: int, reason: int, spot: int) -> int:
    """The ports or bases to choose from, as bits; none where there is no way home.

    8.1.6 Disabled ships go to a port or base; 8.9.6 withdrawing ones and 8.3.1 those that a submarine disabled to a
    port, or else a base; 10.0.4, 6.0.1 all others to a port.
    """
    owned = cells[OWNED + side]
    start = 1 << spot if spot < FIRST_PLACE else pieces.touches[spot - FIRST_PLACE]
    if reason == DISABLED_SHIPS:
        return pieces.ways.nearest(start, owned)
    ports = pieces.ways.nearest(start, owned & IS_PORT)
    if ports or reason not in (WITHDRAWS, TORPEDOED):
        return ports
    return pieces.ways.nearest(start, owned & IS_BASE)


def for_reason(reason: int, name: str, clause: str, sentence: str, test: Test) -> Condition:
    """A condition on ships that leave for one reason."""

    def alike(state: State, frame: Frame, side: int, unit: int, place: int) -> bool:
        return frame[2] != reason or test(state, frame, side, unit, place)

    return Condition(f"{REASONS.ids[reason]}_{name}", clause, sentence, alike)


def has_to_leave(state: State, frame: Frame, side: int, unit: int, place: int) -> bool:
    return bool(leaving(state.rules.pieces, state.cells, *frame[1:]) >> unit & 1)


def nearest_home(state: State, frame: Frame, side: int, unit: int, place: int) -> bool:
    return bool(homes(state.rules.pieces, state.cells, *frame[1:]) >> place & 1)


WHO_LEAVES = (
    for_reason(DISABLED_SHIPS, "ship", "8.1.6", "{0} is no disabled ship of yours", has_to_leave),
    for_reason(WITHDRAWS, "ship", "8.7.2", "{0} is no ship of yours that withdraws", has_to_leave),
    for_reason(EVICTED, "ship", "10.0.4", "{0} is no ship of yours in the place that fell", has_to_leave),
    for_reason(ARRIVES, "ship", "6.0.1", "{0} is no reinforcement of yours for that port", has_to_leave),
    for_reason(TORPEDOED, "ship", "8.3.1", "{0} is no ship of yours that a submarine disabled", has_to_leave),
)
WHERE_TO = (
    for_reason(DISABLED_SHIPS, "place", "8.1.6", "{1} is none of your closest ports and bases", nearest_home),
    for_reason(WITHDRAWS, "place", "8.9.6", "{1} is none of your nearest ports", nearest_home),
    for_reason(EVICTED, "place", "10.0.4", "{1} is none of your closest ports", nearest_home),
    for_reason(ARRIVES, "place", "6.0.1", "{1} is none of your ports nearest to the lost one", nearest_home),
    for_reason(TORPEDOED, "place", "8.3.1", "{1} is none of your closest ports", nearest_home),
)


def ways_home(state: State, frame: Frame, side: int) -> list[Group]:
    units = leaving(state.rules.pieces, state.cells, *frame[1:])
    return [SetProduct(GO.number, units, members(homes(state.rules.pieces, state.cells, *frame[1:])))]


GO = Verb("go", UNITS, PLACES, clause="8.1.6", conditions=(*WHO_LEAVES, *WHERE_TO), offer=ways_home)


class WayHome(Procedure):
    """8.1.6, 8.9.6, 10.0.4, 6.0.1 Ships go to the nearest place; their owner chooses among equals."""

    name = "way_home"
    clause = "8.1.6"
    fields = {"side": One(SIDES), "reason": One(REASONS), "spot": One(SPOTS)}
    verbs = (GO,)

    def proceed(self, play: Play, frame: Frame) -> bool:
        """Takes the way of each where there is one alone, or none."""
        pieces, cells = play.rules.pieces, play.cells
        units = leaving(pieces, cells, *frame[1:])
        if not units:
            play.pop()
            return False
        places = homes(pieces, cells, *frame[1:])
        if places & (places - 1):
            return True
        for unit in by_block(cells, units):
            go(play, frame, unit, places.bit_length() - 1)
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return QUESTIONS[frame[2]]

    def cites(self, frame: Frame) -> str:
        return ("8.1.6", "8.9.6", "10.0.4", "6.0.1", "8.3.1")[frame[2]]

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        go(play, frame, code[1], code[2])


WAY_HOME = WayHome()


def go(play: Play, frame: Frame, unit: int, place: int) -> None:
    """A ship goes home; -1: there is no place for it."""
    cells, reason = play.cells, frame[2]
    if reason == ARRIVES:
        arrive(play, frame, unit, place)
        return
    if reason == EVICTED:
        told = (frame[1], unit, cells[BLOCK + unit], frame[3] - FIRST_PLACE, place)
        play.tell_only(frame[1], log.EVICTED, *told)
    if place < 0:
        if reason != EVICTED:
            play.tell(log.NO_WAY_HOME, unit, log.HOMELESS.index[REASONS.ids[reason]])
        lose(play, unit)
        return
    cells[DISABLED] &= ~(1 << unit)
    bring(cells, unit, IN + place)
    hide(play, 1 << unit)
    narrow(cells, unit, SHIPS)
    if play.rules.pieces.memory:
        cells[FOLLOWED] |= 1 << unit
    if reason in (DISABLED_SHIPS, TORPEDOED):
        play.tell(log.DISABLED_HOME, unit, place)
    elif reason == WITHDRAWS:
        play.tell(log.WENT_HOME, unit, place)


def arrive(play: Play, frame: Frame, unit: int, place: int) -> None:
    """6.0.1 A reinforcement enters elsewhere, or waits a turn where no port is left."""
    cells = play.cells
    if place < 0:
        bring(cells, unit, DUE + cells[TURN] if cells[TURN] < TURNS else ABSENT)
        play.tell(log.DELAYED, frame[1], 1 << unit)
        return
    bring(cells, unit, IN + place)
    enlist(play, unit, play.rules.pieces.strength[unit])
    play.tell(log.ARRIVED, frame[1], unit, place)


def lose(play: Play, unit: int) -> None:
    """8.1.5 A unit is lost, on this turn, for all to see."""
    cells = play.cells
    reveal(play, 1 << unit)
    bring(cells, unit, LOST + cells[TURN] - 1)
    strike_off(cells, unit)
    cells[STRENGTH + unit] = cells[SEEN + unit] = 0
    play.tell(log.SUNK, unit)
