"""1.31, 4.32 Information on demand is the same in each world that a side cannot distinguish from the true one.

Helpers, exact odds, paths, standing orders, the results of a choice and the extent of undo are computed from the
position itself, not from a view: each is requested in the true world and in worlds drawn from what the side sees.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.features import Memory
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import ground_routes
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import helpers, standing
from ironbottom.games.war_in_the_pacific.derived.force_movement import own_forces
from ironbottom.games.war_in_the_pacific.game import WarInThePacific
from ironbottom.games.war_in_the_pacific.odds import decisions
from ironbottom.games.war_in_the_pacific.pieces import SIDES
from ironbottom.server.api.decisions import state_after
from ironbottom.server.views.lookahead import Lookahead
from ironbottom.testing.games import from_position
from ironbottom.testing.hidden_information import codes, first_difference
from tests.kit.thorough_cases import in_build

GAME = WarInThePacific()
QUESTIONS = sorted(Path("tests/browser/positions/war_in_the_pacific").glob("*.toml"))
SLOW = ("leyte_deployment", "midway_advanced_cards", "midway_advanced_deployment")
"""Slow positions, which only ``make thorough`` compares."""
BUILT = [path for path in QUESTIONS[::5] if path.stem not in SLOW]
"""A position for each question of the page."""
WORLDS, BEGUN = 2, 6


def answers_on_demand(state: State, side: str, runs: list[list[Action]]) -> dict[str, str]:
    """All information available to a side at its decision, as text, also after several series of choices."""
    found: dict[str, Any] = {"none": all_information(state, side)}
    for run in runs:
        name = " ".join(map("_".join, run))
        here = state_after(state.copy(), side, [list(action) for action in run])
        found[name] = None if here is None else all_information(here, side)
    match = Match(GAME, start=state, dice=SeededDice(1))
    found["undo"], found["seq"] = list(match.can_undo(side)), match.seq(side)
    return {name: json.dumps(msgspec.to_builtins(result)) for name, result in found.items()}


def all_information(state: State, side: str) -> dict[str, Any]:
    """Odds, paths, helpers and the answers of all standing orders at the decision of a side, and its choices."""
    decision = state.decision(side)
    orders = [(name, value) for name, order in standing.ORDERS.items() for value in order.values]
    return {
        "prompt": decision and decision.prompt,
        "choices": str(codes(decision)),
        "odds": decisions.tables(state.copy(), side),
        "ways": ground_routes.routes_at_question(state, side),
        "helpers": [each._asdict() for each in helpers.offered(state.copy(), side, Memory())],
        "standing": [standing.answer(state.copy(), side, {name: value}) for name, value in orders],
    }


def incomplete_choices(state: State, side: str, chance: Random) -> Iterator[list[Action]]:
    """Series of choices that a side may have begun, and the results of some of them."""
    for _ in range(BEGUN):
        foresight, run = Lookahead(state.copy()), list[Action]()
        for _ in range(1 + chance.randrange(3)):
            decision = foresight.state.decision(side)
            if decision is None:
                break
            action = decision.choices.sample(chance)
            run.append(action)
            if not foresight.choose(side, action):
                break
        yield run


def compare(state: State, side: str, seed: int, worlds: int = WORLDS) -> int:
    """Requests everything in the true world and in the given others; returns the number of answers compared."""
    view = state.view(side)
    runs = list(incomplete_choices(state, side, Random(seed)))
    truth, sampler = answers_on_demand(state, side, runs), GAME.sampler(json.loads(json.dumps(view)))
    for number in range(worlds):
        other = answers_on_demand(sampler.draw(Random(seed + number)), side, runs)
        for name, result in truth.items():
            assert result == other[name], (side, name, first_difference(json.loads(result), json.loads(other[name])))
    return worlds * len(truth)


@pytest.mark.build
@pytest.mark.parametrize("path", in_build(QUESTIONS, *BUILT), ids=lambda path: path.stem)
def test_1_31_answers_on_demand_are_the_same_in_every_world(path: Path) -> None:
    state = from_position(GAME, path).start()
    assert state is not None
    for decision in state.decisions():
        assert compare(state, decision.side, 4)


@pytest.mark.build
def test_an_answer_that_depends_on_hidden_information_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison fails if an answer depends on the enemy's position."""
    [path] = [path for path in QUESTIONS if path.stem == "search_orders"]
    state = from_position(GAME, path).start()
    assert state is not None
    side = state.decisions()[0].side
    enemy = own_forces(1 - SIDES.index[side])
    monkeypatch.setattr(
        ground_routes,
        "routes_at_question",
        lambda state, side: [state.cells[layout.FORCE_AT + force] for force in enemy],
    )
    with pytest.raises(AssertionError, match="ways"):
        compare(state, side, 4, 1)
