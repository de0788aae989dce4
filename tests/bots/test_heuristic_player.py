"""Players by rules of thumb: what they share, and that a seed plays the same game in every process."""

import os
import subprocess
import sys
from random import Random

import pytest

from ironbottom import get_game
from ironbottom.bots.heuristic_player import argmax, score
from ironbottom.bots.observation import Sight

GAME = """
import hashlib, sys
from ironbottom import get_game
from ironbottom.bots import as_run, make_player, offer_in
from ironbottom.engine.dice.dice import SeededDice
rules, dice, said = get_game(sys.argv[1]).rules(), SeededDice(3), hashlib.sha256()
state = rules.new(dice=dice)
players = {side: make_player(rules, "ensign", side, 7) for side in rules.sides.ids}
for _ in range(int(sys.argv[2])):
    decision = state.decisions()[0]
    for action in as_run(players[decision.side].choose(offer_in(state, decision))):
        said.update(repr(action).encode())
        state.apply(decision.side, action, dice, trusted=True)
print(said.hexdigest())
"""


@pytest.mark.build
@pytest.mark.parametrize(("game", "decisions"), [("pf", 40), ("hf", 60), ("vitp", 120)])
def test_the_same_seed_plays_the_same_in_every_process(game: str, decisions: int) -> None:
    """Names are hashed otherwise in each process, so that no choice may hang on the order of a set of names."""
    said = set()
    for seed in ("1", "2"):
        command = [sys.executable, "-c", GAME, game, str(decisions)]
        given = {**os.environ, "PYTHONHASHSEED": seed}
        said.add(subprocess.run(command, env=given, capture_output=True, text=True, check=True).stdout)
    assert len(said) == 1


def test_of_choices_as_good_one_is_taken_by_chance() -> None:
    worths: dict[tuple[str, ...], float] = {("stay",): 1.0, ("go",): 1.0 - 1e-12, ("wait",): 0.9}
    assert {argmax(worths, Random(seed)) for seed in range(20)} == {("stay",), ("go",)}
    assert {argmax(worths, Random(seed), near=0.2) for seed in range(40)} == set(worths)


def test_choices_without_a_rule_are_worth_nothing() -> None:
    rules = get_game("pf").rules()
    sight = Sight(rules, rules.new().view("japan"), "japan")
    worths = score({"pass": lambda seen, action: -1.0}, sight, [("pass",), ("sortie", "x")])
    assert worths == {("pass",): -1.0, ("sortie", "x"): 0.0}


def test_a_sight_tells_who_asks_and_who_is_the_enemy() -> None:
    rules = get_game("vitp").rules()
    sight = Sight(rules, rules.new().view("japan"), "japan")
    assert (sight.enemy, sight.number, sight.asks, sight.frame()["procedure"]) == (
        "allies",
        0,
        "raid_force",
        "raid_force",
    )
