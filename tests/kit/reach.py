"""Reach: from what a player is handed, no object that knows more can be reached."""

from __future__ import annotations

import gc
import types
from typing import Any

from ironbottom.bots.player import offer_in
from ironbottom.engine.history import Course
from ironbottom.engine.match import Match
from ironbottom.engine.offers import Offer
from ironbottom.engine.procedures import Decision, Play
from ironbottom.engine.rules import Game
from ironbottom.engine.sealed import SealedDice
from ironbottom.engine.state import State
from tests.kit.budget import Budget
from tests.kit.games import SetUp, every_value
from tests.kit.matches import Played

KNOW_MORE = (State, Match, Decision, Play, Course, SealedDice)
"""What a bot may not get hold of."""
CODE = (types.ModuleType, type, types.FunctionType, types.BuiltinFunctionType, types.CodeType, types.MethodType)
"""The program itself, which is everybody's."""


def check_reach(game: Game, budget: Budget, setups: list[SetUp] | None = None, seed: int = 8) -> None:
    """At decisions of random matches: offers hold plain data and choices, and lead nowhere else."""
    for count, setup in enumerate(setups or every_value(game)):
        played = Played(setup, seed + count)
        while not played.match.over and (budget.left or budget.count["offers"] < 20):
            if played.chance.random() < 0.2:
                for decision in played.match.decisions():
                    check_offer(played, played.match.offer(decision.side), budget)
                    check_offer(played, offer_in(played.match.state, decision), budget)
            played.step()


def check_offer(played: Played, offer: Offer, budget: Budget) -> None:
    """What can be reached from an offer."""
    found = way_to(offer, KNOW_MORE)
    played.hold(found is None, f"from the offer to {offer.side} leads a way to {found}")
    cells = played.match.state.cells
    for what in reached(offer):
        played.hold(what is not cells, f"the offer to {offer.side} holds the cells of the state")
    budget.count["offers"] += 1


def reached(start: object) -> list[object]:
    """All objects that can be reached from one, the program aside."""
    found: dict[int, object] = {}
    waiting = [start]
    while waiting:
        thing = waiting.pop()
        if id(thing) in found or isinstance(thing, (*CODE, str, int, float)) or thing is None:
            continue
        found[id(thing)] = thing
        waiting += gc.get_referents(thing)
    return list(found.values())


def way_to(start: object, kinds: tuple[Any, ...]) -> str | None:
    """The kinds of object on a way from one object to another of these kinds."""
    seen, waiting = {id(start)}, [(start, type(start).__name__)]
    while waiting:
        thing, way = waiting.pop()
        if isinstance(thing, kinds):
            return way
        for inner in gc.get_referents(thing):
            if id(inner) not in seen and not isinstance(inner, (*CODE, str, int, float)):
                seen.add(id(inner))
                waiting.append((inner, f"{way} > {type(inner).__name__}"))
    return None
