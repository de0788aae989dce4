"""13.2 to 13.5 The Submarine Phase of a Strategic Game-Turn.

Entry: ``SubmarinePhase.start(play)``. Both sides send their Subrons at once and in secret; what is not ordered stays.
Then Subrons that are out too long lose points, refitting ones come into port, and ready points are rolled. Dummy
Subrons (13.2) change nothing here: no marker is on the table that one could be taken for.
"""

from __future__ import annotations

from typing import Annotated, Any

from ironbottom.engine import sets
from ironbottom.engine.actions import Argument, Verb
from ironbottom.engine.fields import Number, One, Some
from ironbottom.engine.procedures import Play, Procedure, Together, changed
from ironbottom.engine.question import Question
from ironbottom.engine.restrictions import restriction
from ironbottom.engine.sets import Members
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.data.chart_rows import Endurance
from ironbottom.games.war_in_the_pacific.pieces import HEXES, SIDES, Pieces
from ironbottom.games.war_in_the_pacific.rules import leyte
from ironbottom.games.war_in_the_pacific.rules.answers import DONE
from ironbottom.games.war_in_the_pacific.rules.deployment import (
    POINTS,
    Stationing,
    free_subron,
    held,
    put_to_sea,
    sub_ports,
    subron_points,
    subrons_of,
)
from ironbottom.games.war_in_the_pacific.rules.sub_attacks import PROCEDURES as ATTACKS
from ironbottom.games.war_in_the_pacific.rules.sub_attacks import disband, lose_points
from ironbottom.games.war_in_the_pacific.rules.submarines import available_points
from ironbottom.games.war_in_the_pacific.state import SUB_KINDS, SUBRONS

ON_STATION, IN_TRANSIT, REFITTING = range(3)
FLEET, COASTAL = range(len(SUB_KINDS))
LOST_FROM = 5
"""13.3 A Subron out too long loses a point from this die."""


def endurance(state: State, subron: int) -> Endurance:
    """13.3 How far and how long a Subron goes: as its coastal boats, where it has any."""
    kind = COASTAL if state.cells[places.SUBRON_COASTAL + subron] else FLEET
    return row_of(state, kind)


def row_of(state: State, kind: int) -> Endurance:
    """13.3 The row of a kind of submarine."""
    pieces: Pieces = state.rules.pieces
    return pieces.facts.table(charts.SUB_ENDURANCE)[SUB_KINDS.ids[kind]]


def active(state: State, side: int) -> list[int]:
    """13.1 The Subrons of a side at sea."""
    return [subron for subron in subrons_of(side) if state.cells[places.SUBRON_AT + subron] >= 0]


def within(state: State, subron: int, times: int) -> tuple[int, ...]:
    """13.3, 3.21, 45.13 The hexes that a Subron reaches, twice as far in transit, by waters that its side may enter.

    The marker does not say in which water of a split hex it lies: it goes on from any.
    """
    pieces: Pieces = state.rules.pieces
    return pieces.sea_from(*way_of(state, subron, times))


def way_of(state: State, subron: int, times: int) -> tuple[int, tuple[int, ...], int, frozenset[int]]:
    """13.3, 45.13 The scenario, the waters from which a Subron goes on, how far, and the hexes barred to it."""
    scenario, start = state.cells[places.SCENARIO], state.cells[places.SUBRON_AT + subron]
    nodes = tuple(state.rules.pieces.waters(scenario).nodes(start))
    barred = leyte.barred(state, subron // places.SUBRONS_A_SIDE)
    return scenario, nodes, times * endurance(state, subron).reach_mp, barred


def open_within(state: State, side: int, ports: tuple[int, ...], most: int) -> tuple[int, ...]:
    """13.3, 45.13 The hexes within so many Movement Points of some ports, by waters that a side may enter."""
    pieces: Pieces = state.rules.pieces
    return pieces.sea_within(state.cells[places.SCENARIO], ports, most, leyte.barred(state, side))


def home_ports(state: State, side: int, subron: int) -> set[int]:
    """13.3 The ports of its side in which a Subron refits: those from which it starts."""
    kind = COASTAL if state.cells[places.SUBRON_COASTAL + subron] else FLEET
    return set(sub_ports(state, side, kind))


@restriction("13.1", "{subron} is not at sea")
def out(state: State, here: Any, side: int) -> Members:
    return sets.gathered(active(state, side), len(SUBRONS))


@restriction("13.3", "{subron} has its orders for this phase")
def not_sent(state: State, here: Any, side: int) -> Members:
    left: int = ((1 << len(SUBRONS)) - 1) & ~here.sent
    return left


@restriction("13.3", "{subron} has been out as long as it can, and must go home")
def may_stay_out(state: State, here: Any, side: int) -> Members:
    found = [
        subron
        for subron in active(state, side)
        if state.cells[places.SUBRON_OUT + subron] < endurance(state, subron).cycles
    ]
    return sets.gathered(found, len(SUBRONS))


@restriction("13.3", "{at} is no port of yours in reach where submarines refit")
def port_in_reach(state: State, here: Any, side: int, subron: int) -> Members:
    pieces: Pieces = state.rules.pieces
    ports = pieces.ports_from(*way_of(state, subron, 2), home_ports(state, side, subron))
    return sets.gathered(ports, len(HEXES))


@restriction("13.1", "all markers of your Subrons are in use")
def marker_left(state: State, here: Any, side: int) -> bool:
    return free_subron(state, side) >= 0


@restriction("13.1", "no {kind} Sub Points are in port, or you hold no port from which they could put out")
def in_port(state: State, here: Any, side: int) -> Members:
    kinds = range(len(SUB_KINDS))
    return sum(1 << kind for kind in kinds if held(state, side, kind) and sub_ports(state, side, kind))


@restriction("13.3", "{at} is too far for the Subron")
def in_its_reach(state: State, here: Any, side: int) -> Members:
    reach: Members = here.reach(state)
    return reach


@restriction("13.1", "there are not {points} Sub Points of this kind in port")
def so_many(state: State, here: Any, side: int, kind: int) -> Members:
    return (2 << min(held(state, side, kind), POINTS.high)) - 2


SEND = Verb("send_subron", clause="13.3", subron=Argument(SUBRONS, out, not_sent, may_stay_out, leads_on=True))
TRANSIT = Verb("transit_subron", clause="13.3", subron=Argument(SUBRONS, out, not_sent, may_stay_out, leads_on=True))
REFIT = Verb("refit_subron", clause="13.3", subron=Argument(SUBRONS, out, not_sent), at=Argument(HEXES, port_in_reach))
PUT_OUT = Verb(
    "put_out",
    clause="13.1",
    when=(marker_left,),
    kind=Argument(SUB_KINDS, in_port, leads_on=True),
    points=Argument(POINTS, so_many, leads_on=True),
)
MAKE_FOR = Verb("make_for", clause="13.3", at=Argument(HEXES, in_its_reach, leads_on=True))


class SubronCourse(Question):
    """13.3 Where a Subron at sea goes."""

    number, name, clause, question = 51, "subron_course", "13.3", "Where does the Subron go?"
    verbs = (MAKE_FOR,)
    hides_forced, completes = True, True
    side: Annotated[int, One(SIDES)]
    subron: Annotated[int, One(SUBRONS)]
    mode: Annotated[int, Number(ON_STATION, IN_TRANSIT)]

    def reach(self, state: State) -> Members:
        """13.3 The hexes to which it may go, twice as far in transit."""
        return within(state, self.subron, 1 + (self.mode == IN_TRANSIT))

    def make_for(self, play: Play, at: int) -> None:
        """13.3 A Subron is where it was sent."""
        play.pop()
        play.top(SubmarineOrders).go(play, self.subron, at, self.mode)


class PuttingOut(Stationing):
    """13.1, 13.3 Where points go that lay in port."""

    number, name, clause, question = 52, "putting_out", "13.3", "For where does the Subron put out?"
    verbs = (MAKE_FOR,)
    in_silence = False

    def reach(self, state: State) -> Members:
        """13.3 The hexes that it reaches from the ports of its side."""
        ports = sub_ports(state, self.side, self.kind)
        return open_within(state, self.side, ports, row_of(state, self.kind).reach_mp)

    def make_for(self, play: Play, at: int) -> None:
        """13.1 The points are a Subron in a hex."""
        play.pop()
        subron = put_to_sea(play, self.side, self.kind, self.points, at)
        orders = play.top(SubmarineOrders)
        play.replace(changed(orders, sent=orders.sent | 1 << subron))


class SubmarineOrders(Question):
    """13.3 A side sends its Subrons; those without orders stay where they are."""

    number, name, clause, question = 41, "submarine_orders", "13.3", "Where do your Subrons go?"
    verbs = (SEND, TRANSIT, REFIT, PUT_OUT, DONE)
    hides_forced = True
    side: Annotated[int, One(SIDES)]
    sent: Annotated[int, Some(SUBRONS)]

    def send_subron(self, play: Play, subron: int) -> None:
        """13.3 A Subron takes a station."""
        play.push(SubronCourse(self.side, subron, ON_STATION))

    def transit_subron(self, play: Play, subron: int) -> None:
        """13.3 It goes twice as far, and does nothing else."""
        play.push(SubronCourse(self.side, subron, IN_TRANSIT))

    def refit_subron(self, play: Play, subron: int, at: int) -> None:
        """13.3 It goes into port."""
        self.go(play, subron, at, REFITTING)

    def go(self, play: Play, subron: int, at: int, mode: int) -> None:
        """13.3 A Subron is where it was sent."""
        play.replace(changed(self, sent=self.sent | 1 << subron))
        play.cells[places.SUBRON_AT + subron], play.cells[places.SUBRON_MODE + subron] = at, mode
        play.tell_only(self.side, log.SUBRON_SENT, subron, at, mode)

    def put_out(self, play: Play, kind: int, points: int) -> None:
        """13.1, 13.3 Points that lie in port go out as a Subron."""
        play.push(PuttingOut(self.side, kind, points))

    def done(self, play: Play) -> None:
        """13.3 The others stay."""
        play.pop()


class SubmarinePhase(Together):
    """13.3 Both sides send their Subrons at once."""

    number, name, clause = 40, "submarine_phase", "13.3"

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        return (SubmarineOrders(side, 0),)

    def finish(self, play: Play) -> None:
        """13.3, 13.5 A Cycle goes by; who is on station rolls for the points that may attack."""
        first = max(play.cells[places.FIRST_PLAYER], 0)
        for side in (first, 1 - first):
            for subron in active(play.state, side):
                a_cycle_passes(play, side, subron)


def a_cycle_passes(play: Play, side: int, subron: int) -> None:
    """13.3, 13.5 A Subron refits, or has been out a Cycle more; its owner alone sees its dice."""
    cells = play.cells
    cells[places.SUBRON_READY + subron] = cells[places.SUBRON_TOLD + subron] = 0
    if cells[places.SUBRON_MODE + subron] == REFITTING:
        come_home(play.state, side, subron)
        return
    cells[places.SUBRON_OUT + subron] += 1
    if cells[places.SUBRON_OUT + subron] > endurance(play.state, subron).cycles:
        die = play.roll(6, "submarines overdue", 1 << side)
        play.tell_only(side, log.SUB_OVERDUE, subron, die, int(die >= LOST_FROM))
        if die >= LOST_FROM:
            lose_points(play.state, subron, 1)
    points = subron_points(play.state, subron)
    if points and cells[places.SUBRON_MODE + subron] == ON_STATION:
        ready = available_points(play, play.rules.pieces.charts, points, audience=1 << side)
        cells[places.SUBRON_READY + subron] = ready
        play.tell_only(side, log.SUBRON_READY, subron, ready)


def come_home(state: State, side: int, subron: int) -> None:
    """13.3 The points of a Subron lie in port, and may put out in the next phase."""
    for kind, block in enumerate((places.SUBRON_FLEET, places.SUBRON_COASTAL)):
        state.cells[places.SUBS_HELD + len(SUB_KINDS) * side + kind] += state.cells[block + subron]
        state.cells[block + subron] = 0
    disband(state, subron)


PROCEDURES = (*ATTACKS, SubmarinePhase, SubmarineOrders, SubronCourse, PuttingOut)
