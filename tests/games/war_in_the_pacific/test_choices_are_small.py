"""No decision has more than 3,000 choices, but for sets of destinations: any hex that something comes to."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ironbottom.bots import as_run, make_player, offer_in
from ironbottom.engine.actions import Verb
from ironbottom.engine.dice import SeededDice
from ironbottom.engine.position import load_position
from ironbottom.engine.procedures import Decision
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific.pieces import HEXES
from tests.kit.games import POSITIONS, SAVED

MOST = 3_000
DEPLOYED = {
    "midway": "ready",
    **dict.fromkeys(("leyte", "leyte_freely"), "deployed"),
    **dict.fromkeys(("burma", "burma_freely"), "all_set"),
}
"""What ends the deployment of a side in each scenario."""
IN_THE_MIDST = sorted((SAVED / GAME.id).glob("*.toml"))
ONE_BY_ONE = [path for folder in POSITIONS for path in sorted((folder / GAME.id).glob("*.toml"))]
KEPT = [*IN_THE_MIDST, *(pytest.param(path, marks=pytest.mark.thorough) for path in ONE_BY_ONE)]
"""Positions from the midst of games, and one or more at each sort of decision."""


def is_destination(verb: Verb) -> bool:
    """Whether a verb takes a hex and nothing else."""
    return [argument.domain for argument in verb.arguments] == [HEXES]


def hold_small(decision: Decision) -> int:
    """Holds a decision to the bar, and gives how many choices it has besides destinations."""
    choices = decision.choices
    counts = {verb.name: size for (verb, _), size in zip(choices.groups, choices.sizes, strict=True)}
    destinations = {verb.name for verb, _ in choices.groups if is_destination(verb)}
    others = sum(size for name, size in counts.items() if name not in destinations)
    assert others <= MOST, (decision.procedure.name, counts)
    return others


def hold_all(state: State) -> int:
    """Holds every open decision to the bar; gives the most choices of one."""
    return max(hold_small(decision) for decision in state.decisions())


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_2_51_what_is_left_to_both_sides_before_play_stays_small(scenario: str) -> None:
    state = GAME.rules().new(scenario)
    most = [hold_all(state)]
    (first,) = state.decisions()
    state.apply(first.side, (DEPLOYED[scenario],), SeededDice(1))
    (second,) = state.decisions()
    assert second.side != first.side
    most.append(hold_all(state))
    assert min(most) > 20, most


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_the_decisions_of_kept_positions_are_small(path: Path) -> None:
    assert hold_all(load_position(path)) >= 0


@pytest.mark.thorough
@pytest.mark.parametrize("hand", ["random", "ensign"])
@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_every_decision_of_a_whole_game_is_small(scenario: str, hand: str) -> None:
    rules, dice, chance = GAME.rules(), SeededDice(3), Random(3)
    state = rules.new(scenario)
    players = {side: make_player(rules, hand, side, 3) for side in ("japan", "allies")}
    met: set[str] = set()
    while decisions := state.decisions():
        hold_all(state)
        met |= {decision.procedure.name for decision in decisions}
        decision = chance.choice(decisions)
        for action in as_run(players[decision.side].choose(offer_in(state, decision))):
            state.apply(decision.side, action, dice)
    assert "new_base" in met or hand == "ensign"
    assert len(met) > 10


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_each_scenario_has_a_recorded_game_of_the_present_rules(scenario: str) -> None:
    recorded = SAVED.parent / GAME.id
    assert list(recorded.glob(f"rules_{GAME.rules_version}-{scenario}-*.jsonl"))
