"""Heuristic players: their common parts, and the same game for the same seed in each process."""

import os
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from ironbottom import get_game
from ironbottom.bots.heuristic_player import argmax, score
from ironbottom.bots.observation import Observation
from ironbottom.engine.rules.view_types import FrameView

GAME = """
import hashlib, sys
from ironbottom import get_game
from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.dice.dice import SeededDice
rules, dice, said = get_game(sys.argv[1]).rules(), SeededDice(3), hashlib.sha256()
state = rules.new(dice=dice)
players = {side: make_player(rules, "ensign", side, 7) for side in rules.sides.ids}
for _ in range(int(sys.argv[2])):
    decision = state.decisions()[0]
    for action in as_choices(players[decision.side].choose(offer_for(state, decision))):
        said.update(repr(action).encode())
        state.apply(decision.side, action, dice, trusted=True)
print(said.hexdigest())
"""


@pytest.mark.build
@pytest.mark.parametrize(("game", "decisions"), [("pf", 40), ("hf", 60), ("vitp", 120)])
def test_the_same_seed_plays_the_same_game_in_every_process(game: str, decisions: int) -> None:
    """Strings are hashed differently in each process, so no choice may depend on the order of a set of names."""
    said = set()
    for seed in ("1", "2"):
        command = [sys.executable, "-c", GAME, game, str(decisions)]
        given = {**os.environ, "PYTHONHASHSEED": seed}
        said.add(subprocess.run(command, env=given, capture_output=True, text=True, check=True).stdout)
    assert len(said) == 1


def test_ties_are_broken_at_random() -> None:
    scores: dict[tuple[str, ...], float] = {("stay",): 1.0, ("go",): 1.0 - 1e-12, ("wait",): 0.9}
    assert {argmax(scores, Random(seed)) for seed in range(20)} == {("stay",), ("go",)}
    assert {argmax(scores, Random(seed), tolerance=0.2) for seed in range(40)} == set(scores)


def test_choices_without_a_rule_score_zero() -> None:
    rules = get_game("pf").rules()
    view: Any = rules.new().view("japan")
    observation: Observation[FrameView] = Observation(rules, view, "japan")
    scores = score({"pass": lambda seen, action: -1.0}, observation, [("pass",), ("sortie", "x")])
    assert scores == {("pass",): -1.0, ("sortie", "x"): 0.0}


def test_an_observation_has_the_procedure_and_the_enemy() -> None:
    rules = get_game("vitp").rules()
    view: Any = rules.new().view("japan")
    observation: Observation[FrameView] = Observation(rules, view, "japan")
    assert (observation.enemy, observation.number, observation.procedure_name, observation.frame()["procedure"]) == (
        "allies",
        0,
        "raid_force",
        "raid_force",
    )
