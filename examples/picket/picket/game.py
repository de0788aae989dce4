"""The picket line: two sides, three ships each, five sea areas; the smallest complete game.

``data/clauses.toml`` has the rules and ``text/catalogue.toml`` the words.
"""

from pathlib import Path
from typing import Annotated

from ironbottom.board.areas import AreaMap
from ironbottom.board.plain_places import boxes
from ironbottom.engine.codecs.layout_codec import LayoutCodec
from ironbottom.engine.codecs.record_codec import records
from ironbottom.engine.codecs.view_codec import PositionCodec, ViewCodec
from ironbottom.engine.core.events import EventKind
from ironbottom.engine.core.fields import Domain, IdField, Number
from ironbottom.engine.core.layout import Layout
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.core.visibility import everybody
from ironbottom.engine.dice.dice import DieReason
from ironbottom.engine.rules.about import GameInfo
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.phrasing import Phrasing
from ironbottom.engine.rules.plain_board import PlainBoard
from ironbottom.engine.rules.procedures import Execution, Procedure, SequenceOfPlay, Step
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.engine.rules.state import State
from ironbottom.engine.rules.view_types import Result
from ironbottom.engine.text.sentences import Names

# -- pieces and state: the turn, and the place of each ship --------------------------------------------

SIDES = Domain("side", ("red", "blue"), {"red": "Red", "blue": "Blue"})
STRAIT = AreaMap(
    ("west", "near", "middle", "far", "east"),
    [("west", "near"), ("near", "middle"), ("middle", "far"), ("far", "east")],
)
AREAS = Domain("area", STRAIT.ids)
PLACES = Domain("place", (*AREAS.ids, "sunk"))
SUNK = 5
SHIPS = Domain("ship", [f"{side}_{number}" for side in SIDES.ids for number in (1, 2, 3)])
OWN = (0b000111, 0b111000)
"""The ships of each side, as sets."""

LAYOUT = Layout()
TURN = LAYOUT.cell("turn", Number(1, 8), seen=everybody)
PLACE = LAYOUT.block("place", 6, IdField(PLACES), seen=everybody)


def within(cells: list[int], ship: int) -> int:
    """The ships afloat in the area of a ship or next to it, as a set."""
    here = cells[PLACE + ship]
    places = enumerate(cells[PLACE : PLACE + 6])
    return sum(1 << other for other, there in places if SUNK not in {here, there} and abs(here - there) <= 1)


# -- events ----------------------------------------------------------------------------------------------

_ship = IdField(SHIPS)
EVENTS = MOVED, FIRED, SANK, PASSED = (
    EventKind("moved", "2.0", ship=_ship, to=IdField(AREAS)),
    EventKind("fired", "3.0", ship=_ship, target=_ship, die=Number(1, 6)),
    EventKind("sank", "3.0", ship=_ship),
    EventKind("passed", "1.0", side=IdField(SIDES)),
)


class Roll(DieReason):
    """The reason for a die roll."""

    FIRE = "fire"


# -- choices ---------------------------------------------------------------------------------------------


@restriction("1.1", "{ship} is not yours")
def own(state: State, frame: Procedure, side: int) -> IdSet:
    return OWN[side]


@restriction("1.1", "{ship} is sunk")
def afloat(state: State, frame: Procedure, side: int) -> IdSet:
    return sum(1 << ship for ship in range(6) if state.cells[PLACE + ship] != SUNK)


@restriction("2.0", "{to} is not next to {ship}")
def beside(state: State, frame: Procedure, side: int, ship: int) -> IdSet:
    return sum(1 << area for area in range(5) if STRAIT.adjacent(state.cells[PLACE + ship], area))


@restriction("3.0", "{target} is yours")
def enemy(state: State, frame: Procedure, side: int, ship: int) -> IdSet:
    return OWN[1 - side]


@restriction("3.0", "{target} is not near {ship}")
def in_range(state: State, frame: Procedure, side: int, ship: int) -> IdSet:
    return within(state.cells, ship)


SHIP = Argument(SHIPS, own, afloat)
MOVE = Verb("move", clause="2.0", ends_list="always", ship=SHIP, to=Argument(AREAS, beside))
FIRE = Verb("fire", clause="3.0", ends_list="always", ship=SHIP, target=Argument(SHIPS, enemy, in_range))
PASS = Verb("pass", clause="1.0", ends_list="always")


# -- procedures and the sequence of play -------------------------------------------------------------------


class Operation(Question):
    """1.0 A side does one thing."""

    number, name, clause = 1, "operation", "1.0"
    verbs = (MOVE, FIRE, PASS)
    side: Annotated[int, IdField(SIDES)]

    def move(self, execution: Execution, ship: int, to: int) -> None:
        execution.pop()
        execution.cells[PLACE + ship] = to
        execution.emit(MOVED, ship, to)

    def fire(self, execution: Execution, ship: int, target: int) -> None:
        execution.pop()
        die = execution.roll(6, Roll.FIRE)
        execution.emit(FIRED, ship, target, die)
        if die >= 4:
            execution.cells[PLACE + target] = SUNK
            execution.emit(SANK, target)

    def pass_(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(PASSED, self.side)


def operations(execution: Execution) -> None:
    """1.0 Red is on top of the stack and goes first."""
    execution.push(Operation(1))
    execution.push(Operation(0))


def next_turn(execution: Execution) -> None:
    """1.0 The next turn, until the last."""
    if execution.cells[TURN] < 8:
        execution.cells[TURN] += 1
        execution.replace(ATurn(0))


class ATurn(SequenceOfPlay):
    """1.0 A turn."""

    number, name, clause = 0, "turn", "1.0"
    steps = (Step("operations", "1.0", operations), Step("end", "1.0", next_turn))


# -- the game ------------------------------------------------------------------------------------------------

FOLDER = Path(__file__).parent
WORDS = LayoutCodec(LAYOUT)
FIELDS = (TURN, records(WORDS, "ships", SHIPS, place=PLACE))
PHRASING = Phrasing(FOLDER / "text" / "catalogue.toml", Names(dict(zip(SIDES.ids, SIDES.titles, strict=True))))


class Picket(Game):
    """The game as the engine uses it."""

    id, short, title, rules_version, sequence_clause = "picket", "pk", "The picket line", "1", "1.0"
    sides, layout, events, rolls = SIDES, LAYOUT, EVENTS, Roll
    procedures = (ATurn, Operation)
    scenarios = {"strait": "Three ships each."}
    view_codec, position_codec = ViewCodec(WORDS, *FIELDS), PositionCodec(WORDS, *FIELDS)
    about = GameInfo("Picket line", "A strait", "Three ships each, one thing a turn.", 8, 6, 5, 1)

    def phrasing(self) -> Phrasing:
        return PHRASING

    def set_up(self, rules: Rules, scenario: str) -> State:
        return State(rules, [1, 0, 0, 1, 4, 4, 3], (ATurn(0),))

    def result(self, state: State) -> Result:
        afloat = [sum(place != SUNK for place in state.cells[first : first + 3]) for first in (PLACE, PLACE + 3)]
        score = dict(zip(SIDES.ids, afloat, strict=True))
        winners = [side for side in SIDES.ids if afloat[0] != afloat[1] and score[side] == max(afloat)]
        return {"winners": winners, "score": score, "why": "the ships afloat"}

    def board(self, rules: Rules) -> PlainBoard:
        return PlainBoard(boxes(PLACES.ids, (0, 0), 6, 3))


PICKET = Picket()
