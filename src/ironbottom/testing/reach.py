"""The reach check: from a player's offer, no object with more information can be reached."""

from __future__ import annotations

import gc
import types

from ironbottom.bots.player import offer_for
from ironbottom.engine.dice.sealed import SealedDice
from ironbottom.engine.match.history import History
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.procedures import Decision, Execution
from ironbottom.engine.rules.state import State
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.games import GameSetUp, every_value
from ironbottom.testing.matches import PlayedMatch, matches

PRIVILEGED_TYPES = (State, Match, Decision, Execution, History, SealedDice)
"""The classes that a bot must not reach."""
CODE = (types.ModuleType, type, types.FunctionType, types.BuiltinFunctionType, types.CodeType, types.MethodType)
"""The types of the program's code itself, which is public."""
LEAF_TYPES = (str, int, float, bytes, type(None))


def check_reach(game: Game, budget: CheckBudget, setups: list[GameSetUp] | None = None, seed: int = 8) -> None:
    """At decisions of random matches, offers hold plain data and choices, and nothing else can be reached from them."""
    setups = setups or every_value(game)
    for played in matches(setups, budget, seed):
        checked = 0
        while not played.match.over and checked < budget.share(len(setups)):
            if played.chance.random() < 0.2:
                for decision in played.match.decisions():
                    check_offer_reach(played, played.match.offer(decision.side), budget)
                    check_offer_reach(played, offer_for(played.match.state, decision), budget)
                checked += 1
                budget.count["decisions"] += 1
            played.step()


def check_offer_reach(played: PlayedMatch, offer: Offer, budget: CheckBudget) -> None:
    """Everything that can be reached from an offer; the game's vocabulary, which is shared, is checked separately."""
    vocabulary = offer.choices.vocabulary
    found = reference_path(offer, played.match.state.cells, excluded=vocabulary)
    if budget.count["offers"] % 50 == 0:
        found = found or reference_path(vocabulary, played.match.state.cells)
    played.require(found is None, f"the offer to {offer.side} gives access to more: {found}")
    budget.count["offers"] += 1


def reference_path(start: object, cells: list[int], excluded: object = None) -> str | None:
    """The types on a path to an object with more information, or to the cells of the state; None if there is none."""
    seen, waiting = {id(start), id(excluded)}, [(start, type(start).__name__)]
    while waiting:
        value, path = waiting.pop()
        if value is cells or isinstance(value, PRIVILEGED_TYPES):
            return path
        for inner in gc.get_referents(value):
            if id(inner) not in seen and not isinstance(inner, (*CODE, *LEAF_TYPES)):
                seen.add(id(inner))
                waiting.append((inner, f"{path} > {type(inner).__name__}" if len(path) < 300 else path))
    return None
