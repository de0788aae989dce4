"""The matches check: an undo followed by a redo leads to the same state, and everything can be undone to the start."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from random import Random

from ironbottom.engine.core.errors import Refused
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.procedures import SimultaneousFrame
from ironbottom.server.match.match_view import current_clause
from ironbottom.server.match.pending_sides import pending_sides
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.games import GameSetUp, every_value, stride
from ironbottom.testing.walks import FAILURES, STYLES, ConformanceFault, Style

OFFER_INTERVAL = 8
"""The number of steps after which a player gets another offer."""


class PlayedMatch:
    """A match played at random, one submission at a time."""

    def __init__(self, setup: GameSetUp, seed: int) -> None:
        self.setup, self.seed = setup, seed
        self.chance = Random(seed)
        self.style: Style = STYLES[seed % len(STYLES)]
        self.steps = 0
        self.match = Match(setup.rules, setup.scenario, dice=SeededDice(seed), start=setup.start())

    def step(self) -> None:
        """Makes one of the open decisions, sometimes from a player's offer with its whole view."""
        decisions, match = self.match.decisions(), self.match
        decision = decisions[self.chance.randrange(len(decisions))]
        side, self.steps = decision.side, self.steps + 1
        choices = decision.choices if self.steps % OFFER_INTERVAL else match.offer(side).choices
        match.submit(side, self.style(choices, self.chance), seq=match.seq(side))

    def require(self, condition: object, message: str) -> None:
        """Raises a fault unless the condition is true, and saves the record."""
        if not condition:
            raise self.fault(message)

    def fault(self, message: str) -> ConformanceFault:
        """The fault, with the record saved."""
        number, stem = 1, f"{self.setup.game.id}-match-{self.seed}-{len(self.match.acts)}"
        while (path := FAILURES / f"{stem}-{number}.jsonl").exists():
            number += 1
        FAILURES.mkdir(parents=True, exist_ok=True)
        self.match.save(path)
        return ConformanceFault(f"{message}\n  in {self.setup}, seed {self.seed}\n  saved as {path}")


def check_undo(game: Game, budget: CheckBudget, setups: list[GameSetUp] | None = None, seed: int = 6) -> None:
    """In random matches, choices are sometimes undone, freely or by consent, and at the end down to the start."""
    setups = setups or every_value(game)
    for played in matches(setups, budget, seed):
        play_with_undos(played, budget, budget.share(len(setups)))


def matches(setups: list[GameSetUp], budget: CheckBudget, seed: int) -> Iterator[PlayedMatch]:
    """Random matches, one of every set-up, then more while the budget lasts."""
    for number in count():
        if number >= len(setups) and not budget.left:
            return
        yield PlayedMatch(setups[number % len(setups)], seed + number)
        budget.count["matches"] += 1


def play_with_undos(played: PlayedMatch, budget: CheckBudget, most: int) -> None:
    """Plays a match for its share of the decisions; an undo restores the hash from before each submission."""
    match, sides = played.match, played.setup.rules.sides.ids
    start = match.state.hash()
    seen = {start}
    often = 3 * stride(played.setup.game)
    for number in count(1):
        if match.over:
            break
        before = match.state.hash()
        seen.add(before)
        found = {side: (match.seq(side), match.can_undo(side)) for side in sides}
        shown = (
            {viewer: response(match, viewer) for viewer in (*sides, "public")} if number % OFFER_INTERVAL == 1 else {}
        )
        chosen = {decision.side for decision in match.decisions()}
        played.step()
        for side in sides:
            free = match.can_undo(side)
            played.require(free.why.strip(), f"{side} is not told why it cannot take back more")
            silent = side not in chosen and match.seq(side) == found[side][0]
            played.require(
                not silent or free == found[side][1],
                f"{side} saw no event, but what it can take back has changed: {free}",
            )
        for viewer in shown:
            silent = viewer not in chosen and match.seq(viewer) == shown[viewer]["seq"]
            different = [name for name, value in response(match, viewer).items() if value != shown[viewer][name]]
            played.require(
                not silent or not different, f"{viewer} is not told about an act, but can infer it from {different}"
            )
        if not match.over and played.chance.randrange(often) == 0:
            redo(played, seen, budget)
        budget.count["decisions"] += 1
        if played.chance.random() < 0.002 or (number >= most if not budget.timed else not budget.left and number > 60):
            break
    undo_to_start(played, seen, start, budget)


def response(match: Match, viewer: str) -> dict[str, object]:
    """The whole response to an audience, byte for byte."""
    own = None if viewer == "public" or match.over else match.state.decision(viewer)
    view = match.view(viewer)
    return {
        "seq": match.seq(viewer),
        "view": json.dumps(view),
        "log": json.dumps(match.log(viewer, max(0, match.seq(viewer) - 1))),
        "clause": current_clause(match.rules, own, view),
        "waiting": pending_sides(match),
        "question": own and (own.prompt, own.clause),
        "draw": (match.draw_offer, list(match.resigned), match.result()),
    }


def redo(played: PlayedMatch, seen: set[str], budget: CheckBudget) -> None:
    """A free undo and a redo lead to the same state; the state in between occurred before."""
    match, chance = played.match, played.chance
    side = chance.choice(played.setup.rules.sides.ids)
    free = match.can_undo(side).steps
    if not free:
        return
    steps = chance.randint(1, free)
    here, acts = match.state.hash(), len(match.acts)
    taken = match.undo(side, steps)
    played.require(len(taken) == steps, f"{len(taken)} choices of {side} were taken back, not {steps}")
    played.require(len(match.acts) > acts, "the undo was not recorded")
    seen.add(match.state.hash())
    for action in reversed(taken):
        match.submit(side, action)
        seen.add(match.state.hash())
    played.require(
        match.state.hash() == here, f"{steps} choices of {side}, taken back and made again, led to a different state"
    )
    budget.count["taken back"] += steps


def undo_to_start(played: PlayedMatch, seen: set[str], start: str, budget: CheckBudget) -> None:
    """With the consent of all, undoes the match choice by choice to its beginning.

    While sides choose simultaneously, undo can lead to states that did not occur before; otherwise all of them occurred
    before.
    """
    match, sides = played.match, played.setup.rules.sides.ids
    in_turn = not any(issubclass(procedure, SimultaneousFrame) for procedure in match.rules.procedures)
    going = list(sides)
    while going and not match.over:
        side = going[played.chance.randrange(len(going))]
        try:
            match.undo(side, 1, consent=sides)
        except Refused:
            going.remove(side)
            continue
        budget.count["taken back"] += 1
        if in_turn:
            played.require(match.state.hash() in seen, f"undo by {side} led to a state that never occurred")
    played.require(match.over or match.state.hash() == start, "taking everything back did not restore the first state")
