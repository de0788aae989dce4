"""Matches that begin at a position: a laid-out state is written in words, read back as any position, and played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ironbottom.engine.codecs.position import parse_position, position_text, read_position, write_position
from ironbottom.engine.core.events import ALL
from ironbottom.engine.dice.dice import DieReason, ScriptedDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.procedures import Procedure, SimultaneousFrame, changed
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.data.tables import SECTIONS

CLEAR_DIE = 5


def in_step(state: State, step: str, *frames: Procedure) -> State:
    """A Game-Turn stands at a step, and on it what is decided there."""
    turn = places.scenario(state).game_turn(state.rules)
    number = next(number for number, one in enumerate(turn.steps, 1) if one.name == step)
    state.stack = (changed(turn, next=number), *frames)
    return state


def asked(state: State, kind: type[SimultaneousFrame]) -> SimultaneousFrame:
    """A question to both as it opens."""
    return kind(tuple([kind.opening(state, side) for side in range(2)]))


class Played:
    """A match from a position, with exactly the dice that a choice names."""

    def __init__(self, state: State) -> None:
        self.hand = Hand()
        self.match = Match(start=read_position(parse_position(position_text(state))), game="", dice=self.hand)

    @property
    def state(self) -> State:
        """The table as it stands."""
        return self.match.state

    def choose(self, side: str, *action: str, dice: Sequence[int] = ()) -> None:
        """A choice is submitted; all its dice fall, and no others."""
        self.lay(*dice)
        self.submit(side, *action)
        self.hand.script.finish()

    def lay(self, *dice: int) -> None:
        """So fall the next dice, whichever choices they follow."""
        self.hand.script = ScriptedDice(dice)

    def submit(self, side: str, *action: str) -> None:
        """A choice is submitted, with dice that lie there already."""
        self.match.submit(side, action)

    def asks(self, side: str) -> str:
        """What a side is asked now, by the name of the question; nothing where it has no choice."""
        decision = self.state.decision(side)
        return "" if decision is None else decision.procedure.name

    def refused(self, side: str, *action: str) -> tuple[str | None, str]:
        """Clause and sentence with which a choice is refused, without the mark of the clause."""
        refusal = self.match.why_not(side, action)
        assert refusal is not None
        return refusal.clause, refusal.message.removesuffix(" (our reconstruction)")

    def offers(self, side: str, *prefix: str) -> tuple[str, ...]:
        """What a side may choose next after the beginning of a choice."""
        decision = self.state.decision(side)
        assert decision is not None
        return tuple(decision.choices.next(*prefix))

    def told(self, side: str, kind: str) -> list[dict[str, Any]]:
        """The events of a kind that a side has been told since the match began, as plain data."""
        found = [event for entry in self.match.log(side) for event in entry.get("events", ())]
        return [event for event in found if event["event"] == kind]


class Hand:
    """The dice of a match, laid down choice by choice."""

    def __init__(self) -> None:
        self.script = ScriptedDice(())

    def roll(self, faces: int, why: DieReason, audience: int = ALL) -> int:
        return self.script.roll(faces, why, audience)


def at_step(state: State, step: str, **said: Any) -> State:
    """The position in which a Game-Turn has come to a step, played on to its first choice without a die."""
    position = write_position(state)
    del position["frames"]
    return read_position({**position, "step": step, **said})


def fair(state: State) -> State:
    """A Game-Turn under way: Japan is First Player, and the sky is clear."""
    state.cells[places.FIRST_PLAYER] = JAPAN
    for section in range(len(SECTIONS)):
        state.cells[places.WEATHER_DIE + section] = CLEAR_DIE
    return state
