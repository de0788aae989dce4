"""Lanterns, the smallest game with everything that a match must handle: the test game of the engine's match.

1.0 Two rounds. Both sides hang lanterns in secret and at the same time (2.0), then red and blue act in turn (3.0).
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from ironbottom.engine.codecs.frame_codec import read_frames, write_frames
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.events import EventKind
from ironbottom.engine.core.fields import Domain, Flag, IdField, IdSetField, Number
from ironbottom.engine.core.layout import Layout
from ironbottom.engine.data.clauses import ClauseIndex
from ironbottom.engine.data.facts import Facts, load_tables
from ironbottom.engine.dice.dice import Dice, DieReason
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.about import Option
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.procedures import Execution, Procedure, SequenceOfPlay, SimultaneousFrame, Step
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.engine.rules.state import State
from ironbottom.engine.rules.view_types import Result


class Roll(DieReason):
    """The reason for a die roll."""

    LUCK = "luck"
    CATCH = "catch"
    RINGING = "ringing"
    BOAT = "boat"


SIDES = Domain("side", ("red", "blue"), {"red": "Red", "blue": "Blue"})
PIERS = Domain("pier", ("a", "b", "c"))
PIERS_ALL = 7
BOATS = Domain("boat", ("junk", "sampan"))

LAYOUT = Layout()
ROUND = LAYOUT.cell("round", Number(1, 2))
BOAT = LAYOUT.block("boat", 2, IdField(BOATS))
SHOWN = LAYOUT.block("shown", 2, Flag())
LIT = LAYOUT.block("lit", 2, IdSetField(PIERS))
LUCK = LAYOUT.block("luck", 2, Number(0, 6))
SCORE = LAYOUT.block("score", 2, Number(0, 1000))

_side = IdField(SIDES)
HUNG = EventKind("hung", "2.1", side=_side, pier=IdField(PIERS))
LOOKED = EventKind("looked", "2.2", secret=("luck",), side=_side, luck=Number(1, 6))
ALIGHT = EventKind("alight", "2.3", red=IdSetField(PIERS), blue=IdSetField(PIERS))
SCORED = EventKind("scored", "3.1", side=_side, points=Number(1, 6))
SWAPPED = EventKind("swapped", "3.2", secret=("boat",), side=_side, boat=IdField(BOATS))
SEEN = EventKind("seen", "3.3", side=_side, boat=IdField(BOATS))
RANG = EventKind("rang", "3.4", side=_side)
ENDED = EventKind("ended", "3.6", side=_side)


@restriction("2.1", "a lantern hangs at {pier} already")
def dark(state: State, frame: Procedure, side: int) -> int:
    return PIERS_ALL & ~state.cells[LIT + side]


@restriction("2.4", "no lantern hangs at {pier}")
def lit(state: State, frame: Procedure, side: int) -> int:
    return state.cells[LIT + side]


@restriction("3.3", "the boat lies open already")
def covered(state: State, frame: Procedure, side: int) -> bool:
    return not state.cells[SHOWN + side]


@restriction("4.1", "no lantern is left to be doused")
def burning(state: State, frame: Procedure, side: int) -> bool:
    return state.cells[LIT + side] > 0


@restriction("4.2", "only a sampan slips away")
def sampan(state: State, frame: Procedure, side: int) -> bool:
    return state.cells[BOAT + side] == BOATS.index["sampan"]


def ends_night(state: State, frame: Procedure, side: int) -> bool:
    """2.0 A side that is done with its lanterns has finished its part of the night."""
    return isinstance(frame, Hanging)


def unanswerable(state: State, frame: Procedure, side: int) -> bool:
    """4.1 The other side can only accept the ringing, and a die is rolled."""
    return not state.cells[LIT + 1 - side]


def unheard(state: State, frame: Procedure, side: int) -> bool:
    """3.8 A call with a lantern is answered like ringing."""
    return state.cells[LIT + side] > 0 and unanswerable(state, frame, side)


def in_the_dark(state: State, frame: Procedure, side: int) -> bool:
    """3.9 If the side has no lantern, a die is rolled."""
    return not state.cells[LIT + side]


HANG, LOOK, DONE = (
    Verb("hang", clause="2.1", ends_list="never", pier=Argument(PIERS, dark)),
    Verb("look", clause="2.2", ends_list="always"),
    Verb("done", clause="1.0", ends_list=ends_night),
)
FISH, SWAP, SHOW = (
    Verb("fish", clause="3.1", ends_list="always"),
    Verb("swap", clause="3.2", ends_list="never"),
    Verb("show", clause="3.3", ends_list="always", when=(covered,)),
)
RING, CHASE = Verb("ring", clause="3.4", ends_list=unanswerable), Verb("chase", clause="3.5", ends_list="never")
CALL, HUSH = Verb("call", clause="3.8", ends_list=unheard), Verb("hush", clause="3.8", ends_list="never")
NET, SNUFF = (
    Verb("net", clause="3.9", ends_list=in_the_dark),
    Verb("snuff", clause="2.4", ends_list="never", pier=Argument(PIERS, lit)),
)
BEAR, DOUSE = (
    Verb("bear", clause="4.1", ends_list="always"),
    Verb("douse", clause="4.1", ends_list="never", when=(burning,)),
)
YIELD, SLIP = (
    Verb("yield", clause="4.2", ends_list="never"),
    Verb("slip", clause="4.2", ends_list="never", when=(sampan,)),
)


class OpenQuestion(Procedure):
    """A question to the side named in the frame."""

    side: Annotated[int, IdField(SIDES)]

    def proceed(self, execution: Execution) -> bool:
        return True

    def prompt(self, rules: Any, side: int) -> str:
        return "What do you do?"


class Hanging(OpenQuestion):
    """2.0 One side's turn: hang lanterns, look at the sky (a die that only it sees), done."""

    number, name, clause = 2, "hanging", "2.0"
    verbs = (HANG, SNUFF, LOOK, DONE)

    def prompt(self, rules: Any, side: int) -> str:
        return "Where do your lanterns hang?"

    def hang(self, execution: Execution, pier: int) -> None:
        hang(execution, self.side, pier)

    def snuff(self, execution: Execution, pier: int) -> None:
        execution.cells[LIT + self.side] ^= 1 << pier

    def look(self, execution: Execution) -> None:
        execution.cells[LUCK + self.side] = execution.roll(6, Roll.LUCK, 1 << self.side)
        execution.emit_to(self.side, LOOKED, self.side, execution.cells[LUCK + self.side])

    def done(self, execution: Execution) -> None:
        execution.pop()


class Night(SimultaneousFrame):
    """2.0 Both sides hang their lanterns at the same time."""

    number, name, clause = 1, "night", "2.0"

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        return (Hanging(side),)

    def finish(self, execution: Execution) -> None:
        execution.emit(ALIGHT, *execution.cells[LIT : LIT + 2])


class Acting(OpenQuestion):
    """3.0 One side's turn: fish (a die), swap the hidden boat, show it, ring, chase, hang a lantern or douse all, done.

    A call counts as ringing if the side has a lantern, and as a hush if not. The net gives a point if there is the
    light of a lantern; otherwise a die is rolled.
    """

    number, name, clause = 3, "acting", "3.0"
    verbs = (FISH, SWAP, SHOW, RING, CHASE, CALL, HANG, DOUSE, NET, DONE)

    def fish(self, execution: Execution) -> None:
        score(execution, self.side, execution.roll(6, Roll.CATCH))

    def swap(self, execution: Execution) -> None:
        execution.cells[BOAT + self.side] ^= 1
        execution.emit_to(self.side, SWAPPED, self.side, execution.cells[BOAT + self.side])

    def show(self, execution: Execution) -> None:
        execution.cells[SHOWN + self.side] = 1
        execution.emit(SEEN, self.side, execution.cells[BOAT + self.side])

    def ring(self, execution: Execution) -> None:
        execution.emit(RANG, self.side)
        execution.push(Answer(1 - self.side))

    def chase(self, execution: Execution) -> None:
        execution.emit(RANG, self.side)
        execution.push(Escape(1 - self.side))

    def call(self, execution: Execution) -> None:
        execution.emit(RANG, self.side)
        execution.push(Answer(1 - self.side) if execution.cells[LIT + self.side] else Echo(1 - self.side))

    def hang(self, execution: Execution, pier: int) -> None:
        hang(execution, self.side, pier)

    def douse(self, execution: Execution) -> None:
        execution.cells[LIT + self.side] = 0

    def net(self, execution: Execution) -> None:
        score(execution, self.side, 1 if execution.cells[LIT + self.side] else execution.roll(6, Roll.CATCH))

    def done(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(ENDED, self.side)


def hang(execution: Execution, side: int, pier: int) -> None:
    execution.cells[LIT + side] |= 1 << pier
    execution.emit_to(side, HUNG, side, pier)


def score(execution: Execution, side: int, points: int) -> None:
    execution.cells[SCORE + side] += points
    execution.emit(SCORED, side, points)


class Answer(OpenQuestion):
    """4.1 The other side bears the ringing (a die of four for the ringer) or douses all its lanterns."""

    number, name, clause, verbs = 4, "answer", "4.1", (BEAR, DOUSE)

    def bear(self, execution: Execution) -> None:
        execution.pop()
        score(execution, 1 - self.side, execution.roll(4, Roll.RINGING))

    def douse(self, execution: Execution) -> None:
        execution.pop()
        execution.cells[LIT + self.side] = 0


class Echo(OpenQuestion):
    """3.8 The other side is hushed: there is only one choice."""

    number, name, clause, verbs = 5, "echo", "3.8", (HUSH,)

    def hush(self, execution: Execution) -> None:
        execution.pop()


class Escape(OpenQuestion):
    """4.2 The chased side yields, or escapes if it has a sampan; whether it can is its secret."""

    number, name, clause, verbs, hides_forced = 6, "escape", "4.2", (YIELD, SLIP), True

    def yield_(self, execution: Execution) -> None:
        execution.pop()
        score(execution, 1 - self.side, 1)

    def slip(self, execution: Execution) -> None:
        execution.pop()


class Lots(Procedure):
    """1.1 Boats are drawn by lot, each visible only to its own side, before the first choice."""

    number, name, clause = 7, "lots", "1.1"

    def proceed(self, execution: Execution) -> bool:
        execution.pop()
        for side in (0, 1):
            execution.cells[BOAT + side] = execution.roll(2, Roll.BOAT, 1 << side) - 1
            execution.emit_to(side, SWAPPED, side, execution.cells[BOAT + side])
        return False


def act(execution: Execution) -> None:
    execution.push(Acting(1))
    execution.push(Acting(0))


def next_round(execution: Execution) -> None:
    """3.7 Boats are covered again, and lanterns are taken in."""
    if execution.cells[ROUND] < int(execution.rules.options["rounds"]):
        execution.cells[ROUND] += 1
        execution.cells[SHOWN : LUCK + 2] = [0] * 6
        execution.replace(ARound(0))


class ARound(SequenceOfPlay):
    """1.0 A round."""

    number, name, clause = 0, "round", "1.0"
    steps = (Step("night", "2.0", Night.start), Step("act", "3.0", act), Step("next round", "3.7", next_round))


class Lanterns(Game):
    id, short, title, rules_version, sequence_clause = "lanterns", "ln", "Lanterns", "1", "1.0"
    sides, layout, procedures = SIDES, LAYOUT, (ARound, Night, Hanging, Acting, Answer, Echo, Escape, Lots)
    events = (HUNG, LOOKED, ALIGHT, SCORED, SWAPPED, SEEN, RANG, ENDED)
    rolls = Roll
    scenarios = {
        "calm": "Both have a junk.",
        "lit": "Red has hung all its lanterns; blue has none and acts.",
        "drawn": "Boats by lot.",
    }
    options = (Option("rounds", ("2", "1"), "1.0", "How many rounds are played."),)

    def facts(self, corrections: Mapping[str, Any] | None = None) -> Facts:
        return load_tables(Path(), (), corrections, game=self.id)

    def pieces(self, facts: Facts, options: Mapping[str, str]) -> None:
        return None

    def clauses(self) -> ClauseIndex:
        return ClauseIndex({})

    def set_up(self, rules: Rules, scenario: str) -> State:
        stack: tuple[Procedure, ...] = (ARound(0),)
        lit = 0
        if scenario == "lit":
            stack, lit = (ARound(2), Acting(1), Acting(0)), 7
        if scenario == "drawn":
            stack += (Lots(),)
        return State(rules, [1, 0, 0, 0, 0, lit, 0, 0, 0, 0, 0], stack)

    def view(self, state: State, side: int) -> dict[str, Any]:
        cells = state.cells
        seen = [one for one in (0, 1) if one == side or cells[SHOWN + one]]
        return {
            "side": SIDES.ids[side] if side >= 0 else "public",
            "round": cells[ROUND],
            "score": cells[SCORE : SCORE + 2],
            "boats": {SIDES.ids[one]: BOATS.ids[cells[BOAT + one]] for one in seen},
        }

    def open_view(self, state: State) -> dict[str, Any]:
        return {"cells": list(state.cells)}

    def knowledge(self, state: State) -> tuple[int, ...]:
        return tuple(state.cells[SHOWN : SHOWN + 2])

    def write_position(self, state: State) -> dict[str, Any]:
        named = dict(zip(LAYOUT.names, LAYOUT.types, strict=True))
        cells = {name: kind.write(value) for (name, kind), value in zip(named.items(), state.cells, strict=True)}
        return {"cells": cells, "frames": write_frames(state.rules, state.stack)}

    def read_position(self, rules: Rules, position: Mapping[str, Any]) -> State:
        for name in ("cells", "frames"):
            if name not in position:
                raise BadValue("this is missing", field=name)
        cells = []
        for name, kind in zip(LAYOUT.names, LAYOUT.types, strict=True):
            cells.append(kind.read(position["cells"].get(name), f"cells.{name}"))
        return State(rules, cells, read_frames(rules, position["frames"], "frames"))

    def check(self, state: State) -> None:
        LAYOUT.check(state.cells)

    def result(self, state: State) -> Result:
        red, blue = state.cells[SCORE : SCORE + 2]
        winners = [] if red == blue else [SIDES.ids[int(blue > red)]]
        return {"winners": winners, "score": {"red": red, "blue": blue}, "why": "most points"}

    def describe_event(self, event: Mapping[str, Any], rules: Rules) -> str:
        return str(event["event"])

    def describe_action(self, action: Sequence[str], rules: Rules) -> str:
        return " ".join(action)


LANTERNS = Lanterns()


def lanterns(scenario: str = "calm", dice: Dice | None = None, rounds: str = "2", **more: Any) -> Match:
    """A match of Lanterns."""
    return Match(LANTERNS, scenario, options={"rounds": rounds}, dice=dice, **more)


def acting(dice: Dice | None = None, **more: Any) -> Match:
    """A match in which both sides have hung nothing and red must act."""
    match = lanterns(dice=dice, **more)
    match.submit("red", ["done"])
    match.submit("blue", ["done"])
    return match
