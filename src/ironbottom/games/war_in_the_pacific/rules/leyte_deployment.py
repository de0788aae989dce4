"""45.21 to 45.34, 45.51 to 45.53, 45.62, 45.64, 2.51, 40.42 What is left to each side before Leyte begins.

Everything lies by 2.51 as this opens; the owner may place anew what his cases leave open. The Allies also choose
their Objective in secret (45.52), and both write their plans of assault (40.42).
"""

from __future__ import annotations

from typing import Annotated, Any

from ironbottom.engine import sets
from ironbottom.engine.actions import Argument, Verb
from ironbottom.engine.fields import Numbers, One
from ironbottom.engine.memo import memo
from ironbottom.engine.procedures import Play
from ironbottom.engine.question import Question
from ironbottom.engine.restrictions import restriction
from ironbottom.engine.sets import Members
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import leyte_limits, log
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN, SEA
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.pieces import (
    AIR_TYPES,
    BASE_AT,
    BASE_HEX,
    BASES,
    HEXES,
    SIDES,
    STACKS,
    TRAINED,
    TRAININGS,
    UNITS,
    UNITS_OF,
    Pieces,
    slot,
)
from ironbottom.games.war_in_the_pacific.rules import components, leyte, leyte_freely, plans
from ironbottom.games.war_in_the_pacific.rules.deck_loads import (
    EXCHANGE,
    RESTOW,
    changes_left,
    count_change,
    move_point,
)
from ironbottom.games.war_in_the_pacific.rules.deployment import (
    POINTS,
    Stationing,
    marker_free,
    points_held,
    so_many,
)
from ironbottom.games.war_in_the_pacific.rules.ground_units import has_room, type_of
from ironbottom.games.war_in_the_pacific.rules.room_at_start import room_by_base
from ironbottom.games.war_in_the_pacific.state import SUB_KINDS

BLOCKS = Numbers("number of Supply Blocks", 1, 75)
AIR_POINTS = Numbers("number of air points", 1, 127)
GROUND_AREAS = ("any_hex_of_the_philippines", "any_hex_of_formosa", "any_hex_of_okinawa")
AIR_AREAS = ("any_airbase_of_the_philippines", "any_airbase_of_japan_or_okinawa", "any_airbase_of_formosa")
STORES = (*GROUND_AREAS, "singapore_and_or_any_port_of_borneo")
"""45.23, 45.25 The areas in which Japan places ground units, air points and Supply Blocks."""
FIXED = ("base_force",)
"""45.23 What is placed by hex."""


def hexes(state: State, name: str) -> list[int]:
    """The hexes in play of an area."""
    return _hexes(state.rules.pieces, state.cells[places.SCENARIO], name)


@memo(64)
def _hexes(pieces: Pieces, scenario: int, name: str) -> list[int]:
    opened = pieces.in_play(scenario)
    return [at for at in leyte_limits.area(pieces.facts, pieces.atlas, name) if opened[at]]


def area_around(state: State, names: tuple[str, ...], at: int) -> list[int]:
    """The hexes of the area of some in which a hex lies."""
    return next((found for name in names if at in (found := hexes(state, name))), [])


# -- 45.52 the Objective -----------------------------------------------------------------------------


@restriction("45.52", "the Allies alone choose an Objective, and once")
def not_chosen(state: State, here: Any, side: int) -> bool:
    return side == ALLIES and state.cells[places.OBJECTIVE] < 0


@restriction("45.42", "{at} is not among the hexes that may be the Objective")
def possible(state: State, here: Any, side: int) -> Members:
    return sets.gathered(leyte.objectives(state.rules.pieces), len(HEXES))


@restriction("45.52", "the Allies have not chosen their Objective")
def chosen(state: State, here: Any, side: int) -> bool:
    return side == JAPAN or state.cells[places.OBJECTIVE] >= 0


CHOOSE = Verb("choose_objective", clause="45.52", when=(not_chosen,), at=Argument(HEXES, possible))


# -- 45.23 ground units and headquarters --------------------------------------------------------------


@restriction("2.51", "{unit} stands where its case says, or is not yours")
def movable(state: State, here: Any, side: int) -> Members:
    return sets.gathered(placed_anew(state, side), len(UNITS))


def placed_anew(state: State, side: int) -> list[int]:
    """45.23, 45.83 The units whose hex their case leaves open: none of the Allies', who deploy as listed."""
    at = state.arrays[places.UNIT_AT]
    own = [unit for unit in UNITS_OF[side] if 0 <= at[unit] < len(HEXES) and side == JAPAN]
    return [unit for unit in own if type_of(state, unit).kind not in FIXED]


@restriction("45.23", "{to} is not of the area in which {unit} is deployed, or has no room for it")
def in_its_area(state: State, here: Any, side: int, unit: int) -> Members:
    at = state.arrays[places.UNIT_AT][unit]
    if type_of(state, unit).kind == "air_hq":
        found = [BASE_HEX[base] for base in airbases_around(state, side, at)]
    else:
        found = [to for to in area_around(state, GROUND_AREAS, at) if has_room(state, side, to, type_of(state, unit))]
    return sets.gathered([to for to in found if to != at], len(HEXES))


def airbases_around(state: State, side: int, at: int) -> list[int]:
    """45.25 The airbases of the area in which a hex lies."""
    around = set(area_around(state, AIR_AREAS, at))
    return [base for base, where in enumerate(BASE_HEX) if where in around and is_airbase(state, side, base)]


def own_airbases(state: State, side: int) -> list[int]:
    """45.81 All airbases of a side in play, to which points go in Free Deployment."""
    opened = state.rules.pieces.in_play(state.cells[places.SCENARIO])
    return [base for base, at in enumerate(BASE_HEX) if opened[at] and is_airbase(state, side, base)]


def is_airbase(state: State, side: int, base: int) -> bool:
    """5.4 Whether a base has a Level and is its side's."""
    held_by = state.arrays[places.CONTROL][BASE_HEX[base]]
    return state.arrays[places.LEVEL][base] > 0 and held_by == side


REDEPLOY = Verb(
    "redeploy",
    clause="45.23",
    when=(changes_left,),
    unit=Argument(UNITS, movable),
    to=Argument(HEXES, in_its_area, leads_on=True),
)


# -- 45.25, 45.34 air points ---------------------------------------------------------------------------


def based(state: State, base: int, stack: int) -> int:
    """5.12 The points of a stack at a base."""
    return state.arrays[places.AIR][base * len(STACKS) + stack]


def bases_with_points(state: State, side: int) -> list[int]:
    """45.25, 45.34 The bases ashore of a side with air points."""
    wide, air = len(STACKS), state.arrays[places.AIR]
    control = state.arrays[places.CONTROL]
    own = [base for base, at in enumerate(BASE_HEX) if control[at] == side]
    return [base for base in own if any(air[base * wide : (base + 1) * wide])]


@restriction("2.51", "no air points of yours are at {base}")
def with_points(state: State, here: Any, side: int) -> Members:
    return sets.gathered(bases_with_points(state, side), len(BASES))


@restriction("2.51", "no points of {stack} are at {base}")
def stack_there(state: State, here: Any, side: int, base: int) -> Members:
    return sets.gathered([stack for stack in range(len(STACKS)) if based(state, base, stack)], len(STACKS))


@restriction("45.25", "{to} is no airbase of the area where these are deployed, or has no room for them")
def other_base(state: State, here: Any, side: int, base: int, stack: int) -> Members:
    return sets.gathered([to for to in rooms(state, side, base, stack) if to != base], len(BASES))


def rooms(state: State, side: int, base: int, stack: int) -> dict[int, int]:
    """5.4, 45.25, 45.64 The bases to which points may go, with the room there: of the Allies within all limits."""
    arrays = state.arrays
    if side == ALLIES:
        found = allied_rooms(state, stack // len(TRAININGS))
    else:
        wide = len(STACKS)
        freely = leyte.deploys_freely(state)
        bases = own_airbases(state, side) if freely else airbases_around(state, side, BASE_HEX[base])
        levels, air = arrays[places.LEVEL], arrays[places.AIR]
        found = {to: 10 * levels[to] - sum(air[to * wide : (to + 1) * wide]) for to in bases}
    return {to: room for to, room in found.items() if room > 0}


def allied_rooms(state: State, kind: int) -> dict[int, int]:
    """45.64 The Allied bases with room for points of a type, within the limits of headquarters."""
    pieces: Pieces = state.rules.pieces
    units = places.units_in(state.arrays)
    return room_by_base(pieces, state.cells[places.SCENARIO], state.arrays, units, ALLIES, kind)


@restriction("45.64", "there are not so many points, or there is less room")
def that_many(state: State, here: Any, side: int, base: int, stack: int, to: int) -> Members:
    room = rooms(state, side, base, stack).get(to, 0)
    return (2 << min(based(state, base, stack), room, AIR_POINTS.high)) - 2


REBASE = Verb(
    "rebase",
    clause="45.25",
    when=(changes_left,),
    base=Argument(BASES, with_points),
    stack=Argument(STACKS, stack_there),
    to=Argument(BASES, other_base, leads_on=True),
    points=Argument(AIR_POINTS, that_many),
)


# -- 45.64 who stays out -------------------------------------------------------------------------------


def listed(pieces: Pieces) -> dict[int, int]:
    """45.34 The Allied points ashore that may be deployed, by stack."""
    found: dict[int, int] = {}
    for row in pieces.facts.table(tables.DEPLOYMENT).values():
        if row.scenario == leyte_limits.CASE and row.case == "45.34":
            stack = AIR_TYPES.index[row.unit] * len(TRAININGS) + TRAINED
            found[stack] = found.get(stack, 0) + row.count
    return found


def left_out(state: State, stack: int) -> int:
    """45.64 The points of a stack that are not deployed."""
    deployed = sum(based(state, base, stack) for base in bases_with_points(state, ALLIES))
    return max(listed(state.rules.pieces).get(stack, 0) - deployed, 0)


@restriction("45.64", "only the Allies choose which of their air points take part")
def allies_choose(state: State, here: Any, side: int) -> bool:
    return side == ALLIES


@restriction("45.64", "no more points of {stack} are listed")
def not_deployed(state: State, here: Any, side: int) -> Members:
    return sets.gathered([stack for stack in listed(state.rules.pieces) if left_out(state, stack)], len(STACKS))


@restriction("45.64", "{base} has no room for these, or no headquarters has")
def with_room(state: State, here: Any, side: int, stack: int) -> Members:
    found = allied_rooms(state, stack // len(TRAININGS))
    return sets.gathered([base for base, room in found.items() if room > 0], len(BASES))


@restriction("45.64", "so many are not listed, or there is less room")
def within_limits(state: State, here: Any, side: int, stack: int, base: int) -> Members:
    room = allied_rooms(state, stack // len(TRAININGS)).get(base, 0)
    return (2 << min(left_out(state, stack), max(room, 0), AIR_POINTS.high)) - 2


@restriction("45.64", "so many points are not there")
def all_there(state: State, here: Any, side: int, base: int, stack: int) -> Members:
    return (2 << min(based(state, base, stack), AIR_POINTS.high)) - 2


LEAVE_OUT = Verb(
    "leave_out",
    clause="45.64",
    when=(allies_choose, changes_left),
    base=Argument(BASES, with_points),
    stack=Argument(STACKS, stack_there, leads_on=True),
    points=Argument(AIR_POINTS, all_there),
)
BRING_IN = Verb(
    "bring_in",
    clause="45.64",
    when=(allies_choose, changes_left),
    stack=Argument(STACKS, not_deployed),
    base=Argument(BASES, with_room, leads_on=True),
    points=Argument(AIR_POINTS, within_limits),
)


# -- 45.23, 45.33 Supply Blocks ------------------------------------------------------------------------


def block(state: State) -> int:
    """25.4 The Supply Points of a block."""
    found: int = state.rules.pieces.block
    return found


@restriction("45.33", "no Supply Block of yours lies at {at}")
def with_blocks(state: State, here: Any, side: int) -> Members:
    control, supply = state.arrays[places.CONTROL], state.arrays[places.SUPPLY]
    found = [at for base, at in enumerate(BASE_HEX) if control[at] == side and supply[base] >= block(state)]
    return sets.gathered([at for at in found if depots(state, side, at)], len(HEXES))


def depots(state: State, side: int, at: int) -> list[int]:
    """45.23, 45.33 The other named hexes where the Supply Blocks of a hex may lie: in its area, or any Allied port."""
    pieces: Pieces = state.rules.pieces
    opened, control = pieces.in_play(state.cells[places.SCENARIO]), state.arrays[places.CONTROL]
    around = set(area_around(state, STORES, at)) if side == JAPAN else set(BASE_HEX)
    ports_only = side == ALLIES or at in hexes(state, STORES[-1])
    return [
        to
        for to in BASE_HEX
        if to != at
        and to in around
        and opened[to]
        and control[to] == side
        and (not ports_only or pieces.atlas.places[to].port != "none")
    ]


@restriction("45.33", "the blocks of {at} are not placed at {to}")
def depot_of_area(state: State, here: Any, side: int, at: int) -> Members:
    return sets.gathered(depots(state, side, at), len(HEXES))


@restriction("45.33", "so many blocks do not lie there")
def blocks_there(state: State, here: Any, side: int, at: int, to: int) -> Members:
    return (2 << min(state.arrays[places.SUPPLY][BASE_AT[at]] // block(state), BLOCKS.high)) - 2


STOCK = Verb(
    "stock",
    clause="45.33",
    when=(changes_left,),
    at=Argument(HEXES, with_blocks),
    to=Argument(HEXES, depot_of_area, leads_on=True),
    blocks=Argument(BLOCKS, blocks_there),
)


# -- 45.22, 45.32 Subrons ------------------------------------------------------------------------------


@restriction("45.22", "{at} is no water in play")
def any_water(state: State, here: Any, side: int) -> Members:
    pieces: Pieces = state.rules.pieces
    opened = pieces.waters(state.cells[places.SCENARIO]).opened
    barred, of_hex = leyte.barred(state, side), pieces.atlas.kind
    free = [at for at in range(len(HEXES)) if opened[at] and at not in barred and of_hex[at] >= SEA]
    return sets.gathered(free, len(HEXES))


PLACE_SUBRON = Verb(
    "place_subron",
    clause="45.22",
    when=(marker_free,),
    kind=Argument(SUB_KINDS, points_held, leads_on=True),
    points=Argument(POINTS, so_many, leads_on=True),
)
LIE_IN_WAIT = Verb("lie_in_wait", clause="45.22", at=Argument(HEXES, any_water, leads_on=True))


class LyingInWait(Stationing):
    """45.22, 45.32 Where in the water in play the points that leave port lie as a Subron."""

    number, name, clause, question = 59, "lying_in_wait", "45.22", "Where does the Subron lie?"
    verbs = (LIE_IN_WAIT,)

    def lie_in_wait(self, play: Play, at: int) -> None:
        """45.22 A Subron is in a hex, unseen."""
        self.lie(play, at)


# -- 40.41 divisions in their components -----------------------------------------------------------------


@restriction("40.41", "{unit} is no full division of yours ashore that could start in its components")
def divisible(state: State, here: Any, side: int) -> Members:
    at = state.arrays[places.UNIT_AT]
    ashore = [unit for unit in UNITS_OF[side] if 0 <= at[unit] < len(HEXES)]
    return sets.gathered([unit for unit in ashore if components.can_break(state, side, unit)], len(UNITS))


SPLIT = Verb("split_before", clause="40.41", unit=Argument(UNITS, divisible, leads_on=True))
DEPLOYED = Verb("deployed", clause="45.53", when=(chosen,))


class LeyteDeployment(Question):
    """45.51 to 45.53 A side deploys for Leyte; the Allies choose their Objective."""

    number, name, clause, question = 54, "leyte_deployment", "45.51", "Deploy what your cases leave open."
    verbs = (
        CHOOSE,
        plans.PLAN,
        PLACE_SUBRON,
        REDEPLOY,
        REBASE,
        LEAVE_OUT,
        BRING_IN,
        STOCK,
        EXCHANGE,
        RESTOW,
        SPLIT,
        leyte_freely.BERTH,
        DEPLOYED,
    )
    hides_forced, in_silence = True, True
    side: Annotated[int, One(SIDES)]

    def choose_objective(self, play: Play, at: int) -> None:
        """45.52 The Objective is written down."""
        play.cells[places.OBJECTIVE] = at
        play.tell_only(self.side, log.OBJECTIVE_CHOSEN, at)

    def plan(self, play: Play, at: int) -> None:
        """40.42, 16.2 An assault is written down."""
        plans.write(play, self.side, at)

    def place_subron(self, play: Play, kind: int, points: int) -> None:
        """45.22, 45.32 Points leave port as a Subron; its hex follows."""
        play.push(LyingInWait(self.side, kind, points))

    def redeploy(self, play: Play, unit: int, to: int) -> None:
        """2.51, 45.23 A unit starts elsewhere in its area."""
        places.units_in(play.state.arrays).put(unit, to)
        count_change(play.state, self.side)
        play.tell(log.MOVED_BEFORE, unit, to)

    def rebase(self, play: Play, base: int, stack: int, to: int, points: int) -> None:
        """2.51, 45.25 Air points start at another base."""
        add_points(play.state, base, stack, -points)
        add_points(play.state, to, stack, points)
        count_change(play.state, self.side)
        play.tell_only(self.side, log.TRANSFERRED, base, to, stack, points)

    def leave_out(self, play: Play, base: int, stack: int, points: int) -> None:
        """45.64 Air points take no part."""
        add_points(play.state, base, stack, -points)
        count_change(play.state, self.side)

    def bring_in(self, play: Play, stack: int, base: int, points: int) -> None:
        """45.64 Air points take part."""
        add_points(play.state, base, stack, points)
        count_change(play.state, self.side)
        play.tell_only(self.side, log.BASED, base, stack, points)

    def stock(self, play: Play, at: int, to: int, blocks: int) -> None:
        """45.23, 45.33 Supply Blocks lie elsewhere."""
        supply, points = play.state.arrays[places.SUPPLY], blocks * block(play.state)
        supply[BASE_AT[at]] -= points
        supply[BASE_AT[to]] += points
        count_change(play.state, self.side)
        play.tell(log.STORES_BEFORE, self.side, at, to, points)

    def exchange(self, play: Play, deck: int, stack: int, to: int, other: int) -> None:
        """2.51 A point goes to another carrier in the same place, and one of another stack comes from it."""
        move_point(play.state, deck, stack, to)
        move_point(play.state, to, other, deck)
        count_change(play.state, self.side)
        play.tell_only(self.side, log.TRANSFERRED, deck, to, stack, 1)
        play.tell_only(self.side, log.TRANSFERRED, to, deck, other, 1)

    def restow(self, play: Play, deck: int, stack: int, to: int) -> None:
        """2.51, 19.1 A point goes to another carrier in the same place that has room."""
        move_point(play.state, deck, stack, to)
        count_change(play.state, self.side)
        play.tell_only(self.side, log.TRANSFERRED, deck, to, stack, 1)

    def split_before(self, play: Play, unit: int) -> None:
        """40.41, 21.4 A division starts in its components."""
        components.break_down(play, self.side, unit)

    def berth(self, play: Play, ship: int, port: int) -> None:
        """45.81 A ship starts in another port."""
        leyte_freely.berth(play, self.side, ship, port)

    def deployed(self, play: Play) -> None:
        """45.51, 45.53, 45.82 The side has deployed; of ships freely placed reports are told."""
        play.pop()
        play.cells[places.DECK_CHANGES + self.side] = 0
        if self.side == JAPAN and leyte.deploys_freely(play.state):
            leyte_freely.report_ports(play)
        play.tell(log.DEPLOYED, self.side)


def add_points(state: State, base: int, stack: int, points: int) -> None:
    """5.12 So many more points of a stack are at a base."""
    state.arrays[places.AIR][slot(base, 0, 0) + stack] += points
