"""Matches from a position: a prepared state is written as text, read back like any position, and played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ironbottom.engine.codecs.position import parse_position, position_text, read_position, write_position
from ironbottom.engine.core.events import ALL
from ironbottom.engine.dice.dice import DieReason, ScriptedDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.procedures import Procedure, SimultaneousFrame, changed
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.data.tables import SECTIONS

CLEAR_DIE = 5


def in_step(state: State, step: str, *frames: Procedure) -> State:
    """A Game-Turn at a step, with the decisions in it."""
    turn = layout.scenario(state).game_turn(state.rules)
    number = next(number for number, one in enumerate(turn.steps, 1) if one.name == step)
    state.stack = (changed(turn, next=number), *frames)
    return state


def opening_frame(state: State, kind: type[SimultaneousFrame]) -> SimultaneousFrame:
    """A question to both sides as it opens."""
    return kind(tuple([kind.opening(state, side) for side in range(2)]))


class PositionMatch:
    """A match from a position, with exactly the dice of each choice."""

    def __init__(self, state: State) -> None:
        self.hand = Hand()
        self.match = Match(start=read_position(parse_position(position_text(state))), game="", dice=self.hand)

    @property
    def state(self) -> State:
        """The current state."""
        return self.match.state

    def choose(self, side: str, *action: str, dice: Sequence[int] = ()) -> None:
        """Makes a choice with all of its dice, and no others."""
        self.lay(*dice)
        self.submit(side, *action)
        self.hand.script.finish()

    def lay(self, *dice: int) -> None:
        """Sets the next dice, whichever choices need them."""
        self.hand.script = ScriptedDice(dice)

    def submit(self, side: str, *action: str) -> None:
        """Makes a choice with the dice already set."""
        self.match.submit(side, action)

    def asks(self, side: str) -> str:
        """The name of a side's current question; empty if it has no choice."""
        decision = self.state.decision(side)
        return "" if decision is None else decision.procedure.name

    def refused(self, side: str, *action: str) -> tuple[str | None, str]:
        """The clause and message with which a choice is refused, without the mark of the clause."""
        refusal = self.match.why_not(side, action)
        assert refusal is not None
        return refusal.clause, refusal.message.removesuffix(" (our reconstruction)")

    def offers(self, side: str, *prefix: str) -> tuple[str, ...]:
        """The next options of a side after the beginning of a choice."""
        decision = self.state.decision(side)
        assert decision is not None
        return tuple(decision.choices.next(*prefix))

    def events(self, side: str, kind: str) -> list[dict[str, Any]]:
        """The visible events of a kind for a side since the match began, as plain data."""
        found = [event for entry in self.match.log(side) for event in entry.get("events", ())]
        return [event for event in found if event["event"] == kind]


class Hand:
    """The dice of a match, set choice by choice."""

    def __init__(self) -> None:
        self.script = ScriptedDice(())

    def roll(self, faces: int, why: DieReason, audience: int = ALL) -> int:
        return self.script.roll(faces, why, audience)


def at_step(state: State, step: str, **said: Any) -> State:
    """The position in which a Game-Turn has reached a step, played to its first choice without a die."""
    position = write_position(state)
    del position["frames"]
    return read_position({**position, "step": step, **said})


def fair(state: State) -> State:
    """A Game-Turn in progress: Japan is First Player, and the sky is clear."""
    state.cells[layout.FIRST_PLAYER] = JAPAN
    for section in range(len(SECTIONS)):
        state.cells[layout.WEATHER_DIE + section] = CLEAR_DIE
    return state
