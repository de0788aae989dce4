"""Lanterns, a game as small as can be that has all a match must deal with: the test bed of the engine's match.

1.0 Two rounds. Both sides hang lanterns in secret and at the same time (2.0), then red and blue act in turn (3.0).
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.clauses import ClauseIndex
from ironbottom.engine.conditions import condition
from ironbottom.engine.dice import Dice
from ironbottom.engine.errors import BadValue
from ironbottom.engine.events import EventKind
from ironbottom.engine.facts import Facts, load_tables
from ironbottom.engine.fields import Domain, FieldType, Flag, Number, One, Some
from ironbottom.engine.layout import Layout
from ironbottom.engine.match import Match
from ironbottom.engine.procedures import Frame, Play, Procedure, SequenceOfPlay, Step, Together
from ironbottom.engine.rules import Game, Option, Random, Rules
from ironbottom.engine.state import State
from ironbottom.engine.words import read_frames, write_frames

SIDES = Domain("side", ("red", "blue"), {"red": "Red", "blue": "Blue"})
PIERS = Domain("pier", ("a", "b", "c"))
BOATS = Domain("boat", ("junk", "sampan"))

LAYOUT = Layout()
ROUND = LAYOUT.cell("round", Number(1, 2))
BOAT = LAYOUT.block("boat", 2, One(BOATS))
SHOWN = LAYOUT.block("shown", 2, Flag())
LIT = LAYOUT.block("lit", 2, Some(PIERS))
LUCK = LAYOUT.block("luck", 2, Number(0, 6))
SCORE = LAYOUT.block("score", 2, Number(0, 1000))

_side = One(SIDES)
HUNG = EventKind("hung", "2.1", side=_side, pier=One(PIERS))
LOOKED = EventKind("looked", "2.2", secret=("luck",), side=_side, luck=Number(1, 6))
ALIGHT = EventKind("alight", "2.3", red=Some(PIERS), blue=Some(PIERS))
SCORED = EventKind("scored", "3.1", side=_side, points=Number(1, 6))
SWAPPED = EventKind("swapped", "3.2", secret=("boat",), side=_side, boat=One(BOATS))
SEEN = EventKind("seen", "3.3", side=_side, boat=One(BOATS))
RANG = EventKind("rang", "3.4", side=_side)
ENDED = EventKind("ended", "3.6", side=_side)


@condition("2.1", "a lantern hangs at {0} already")
def dark(state: State, frame: Frame, side: int, pier: int) -> bool:
    return not state.cells[LIT + side] >> pier & 1


@condition("2.4", "no lantern hangs at {0}")
def lit(state: State, frame: Frame, side: int, pier: int) -> bool:
    return bool(state.cells[LIT + side] >> pier & 1)


@condition("3.3", "the boat lies open already")
def covered(state: State, frame: Frame, side: int) -> bool:
    return not state.cells[SHOWN + side]


@condition("4.1", "no lantern is left to be doused")
def burning(state: State, frame: Frame, side: int) -> bool:
    return state.cells[LIT + side] > 0


@condition("4.2", "only a sampan slips away")
def sampan(state: State, frame: Frame, side: int) -> bool:
    return state.cells[BOAT + side] == BOATS.index["sampan"]


HANG, LOOK, DONE = (
    Verb("hang", PIERS, clause="2.1", conditions=(dark,)),
    Verb("look", clause="2.2"),
    Verb("done", clause="1.0"),
)
FISH, SWAP, SHOW = (
    Verb("fish", clause="3.1"),
    Verb("swap", clause="3.2"),
    Verb("show", clause="3.3", conditions=(covered,)),
)
RING, CHASE = Verb("ring", clause="3.4"), Verb("chase", clause="3.5")
CALL, HUSH = Verb("call", clause="3.8"), Verb("hush", clause="3.8")
NET, SNUFF = Verb("net", clause="3.9"), Verb("snuff", PIERS, clause="2.4", conditions=(lit,))
BEAR, DOUSE = Verb("bear", clause="4.1"), Verb("douse", clause="4.1", conditions=(burning,))
YIELD, SLIP = Verb("yield", clause="4.2"), Verb("slip", clause="4.2", conditions=(sampan,))


class Hanging(Procedure):
    """2.0 One side's run: hang lanterns, look at the sky (a die for one's own eyes), done."""

    name, clause = "hanging", "2.0"
    fields: Mapping[str, FieldType] = {"side": _side}
    verbs: Sequence[Verb] = (HANG, SNUFF, LOOK, DONE)

    def proceed(self, play: Play, frame: Frame) -> bool:
        return True

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Where do your lanterns hang?"

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        if code[0] == HANG.number:
            play.cells[LIT + side] |= 1 << code[1]
            play.tell_only(side, HUNG, side, code[1])
        elif code[0] == SNUFF.number:
            play.cells[LIT + side] ^= 1 << code[1]
        elif code[0] == LOOK.number:
            play.cells[LUCK + side] = play.roll(6, "luck", 1 << side)
            play.tell_only(side, LOOKED, side, play.cells[LUCK + side])
        else:
            play.pop()


HANGING = Hanging()


class Night(Together):
    """2.0 Both sides hang their lanterns at the same time."""

    name, clause = "night", "2.0"

    def opening(self, state: State, side: int) -> tuple[Frame, ...]:
        return (HANGING.frame(side),)

    def finish(self, play: Play) -> None:
        play.tell(ALIGHT, *play.cells[LIT : LIT + 2])


class Acting(Hanging):
    """3.0 One side's run: fish (a die), swap the hidden boat, show it, ring, chase, hang a lantern or douse all, done.

    A call is answered as ringing if one has a lantern, by a hush if not; the net gives a point by the light of a
    lantern, a die without.
    """

    name, clause, verbs = "acting", "3.0", (FISH, SWAP, SHOW, RING, CHASE, CALL, HANG, DOUSE, NET, DONE)

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "What do you do?"

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        cells = play.cells
        if code[0] == FISH.number or (code[0] == NET.number and not cells[LIT + side]):
            score(play, side, play.roll(6, "catch"))
        elif code[0] == NET.number:
            score(play, side, 1)
        elif code[0] == DOUSE.number:
            cells[LIT + side] = 0
        elif code[0] == HANG.number:
            super().choose(play, frame, side, code)
        elif code[0] == SWAP.number:
            cells[BOAT + side] ^= 1
            play.tell_only(side, SWAPPED, side, cells[BOAT + side])
        elif code[0] == SHOW.number:
            cells[SHOWN + side] = 1
            play.tell(SEEN, side, cells[BOAT + side])
        elif code[0] == DONE.number:
            play.pop()
            play.tell(ENDED, side)
        else:
            play.tell(RANG, side)
            answers = {RING.number: ANSWER, CHASE.number: ESCAPE, CALL.number: ANSWER if cells[LIT + side] else ECHO}
            play.push(answers[code[0]].frame(1 - side))


def score(play: Play, side: int, points: int) -> None:
    play.cells[SCORE + side] += points
    play.tell(SCORED, side, points)


class Answer(Hanging):
    """4.1 The other side bears the ringing (a die of four for the ringer) or douses all its lanterns."""

    name, clause, verbs = "answer", "4.1", (BEAR, DOUSE)

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        play.pop()
        if code[0] == BEAR.number:
            score(play, 1 - side, play.roll(4, "ringing"))
        else:
            play.cells[LIT + side] = 0


class Echo(Hanging):
    """3.8 The other side is hushed: the only choice there is."""

    name, clause, verbs = "echo", "3.8", (HUSH,)

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        play.pop()


class Escape(Hanging):
    """4.2 The chased side yields, or slips away if it has a sampan; that it cannot is its secret."""

    name, clause, verbs, hides_forced = "escape", "4.2", (YIELD, SLIP), True

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        play.pop()
        if code[0] == YIELD.number:
            score(play, 1 - side, 1)


class Lots(Hanging):
    """1.1 Boats are drawn by lot, each for its own side's eyes, before the first choice."""

    name, clause, fields, verbs = "lots", "1.1", {}, ()

    def proceed(self, play: Play, frame: Frame) -> bool:
        play.pop()
        for side in (0, 1):
            play.cells[BOAT + side] = play.roll(2, "boat", 1 << side) - 1
            play.tell_only(side, SWAPPED, side, play.cells[BOAT + side])
        return False


ACTING, ANSWER, ECHO, ESCAPE, NIGHT, LOTS = Acting(), Answer(), Echo(), Escape(), Night(), Lots()


def act(play: Play) -> None:
    play.push(ACTING.frame(1))
    play.push(ACTING.frame(0))


def next_round(play: Play) -> None:
    """3.7 Boats are covered again, lanterns taken in."""
    if play.cells[ROUND] < int(play.rules.options["rounds"]):
        play.cells[ROUND] += 1
        play.cells[SHOWN : LUCK + 2] = [0] * 6
        play.replace(A_ROUND.frame(0))


STEPS = (Step("night", "2.0", NIGHT.start), Step("act", "3.0", act), Step("next round", "3.7", next_round))
A_ROUND = SequenceOfPlay("round", "1.0", STEPS, Number(0, 3))


class Lanterns(Game):
    id, short, title, rules_version, sequence_clause = "lanterns", "ln", "Lanterns", "1", "1.0"
    sides, layout, procedures = SIDES, LAYOUT, (A_ROUND, NIGHT, HANGING, ACTING, ANSWER, ECHO, ESCAPE, LOTS)
    events = (HUNG, LOOKED, ALIGHT, SCORED, SWAPPED, SEEN, RANG, ENDED)
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
        stack: tuple[Frame, ...] = (A_ROUND.frame(0),)
        lit = 0
        if scenario == "lit":
            stack, lit = (A_ROUND.frame(2), ACTING.frame(1), ACTING.frame(0)), 7
        if scenario == "drawn":
            stack += (LOTS.frame(),)
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

    def resample(self, view: Mapping[str, Any], random: Random) -> State:
        raise NotImplementedError

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

    def result(self, state: State) -> dict[str, Any]:
        red, blue = state.cells[SCORE : SCORE + 2]
        winners = [] if red == blue else [SIDES.ids[int(blue > red)]]
        return {"winners": winners, "score": {"red": red, "blue": blue}, "why": "most points"}

    def tell(self, event: Mapping[str, Any], rules: Rules) -> str:
        return str(event["event"])

    def name(self, action: Sequence[str], rules: Rules) -> str:
        return " ".join(action)


LANTERNS = Lanterns()


def lanterns(scenario: str = "calm", dice: Dice | None = None, rounds: str = "2", **more: Any) -> Match:
    """A match of Lanterns."""
    return Match(LANTERNS, scenario, options={"rounds": rounds}, dice=dice, **more)


def acting(dice: Dice | None = None, **more: Any) -> Match:
    """A match in which both sides have hung nothing and red is to act."""
    match = lanterns(dice=dice, **more)
    match.submit("red", ["done"])
    match.submit("blue", ["done"])
    return match
