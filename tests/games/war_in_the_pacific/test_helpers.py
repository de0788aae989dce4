"""What one press fills in: choices that could be made one by one, of what the side sees; and how acts are counted."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ironbottom.engine.dice import SeededDice
from ironbottom.engine.position import load_position
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific.player import helpers
from ironbottom.lab.acts import CountedGame
from tests.games.war_in_the_pacific.table import put_force

RULES = GAME.rules()
POSITIONS = Path(__file__).parents[2] / "browser" / "positions" / "war_in_the_pacific"


def at(name: str) -> State:
    """A game of a position of the browser's tests."""
    return load_position(POSITIONS / f"{name}.toml", RULES)


def side_to_move(state: State) -> str:
    """The first side that must choose."""
    return str(state.decisions()[0].side)


def test_9_2_a_usual_force_is_filled_in_and_ended() -> None:
    state = at("leyte_orders")
    dice = SeededDice(1)
    state.apply("allies", ("form", "B3953"), dice)
    before = state.hash()
    (ships,) = helpers.offered(state, "allies", helpers.Memory())
    assert state.hash() == before
    assert ships.choices[-1] == ("done",)
    assert ("assign", "us_apb1") in ships.choices
    assert not any(ship.startswith("us_sf") for _, ship in ships.choices[:-1])
    for action in ships.choices:
        assert state.why_not("allies", action) is None, action
        state.apply("allies", action, dice)
    after = state.decision("allies")
    assert after is not None
    assert after.procedure.name == "orders"


def test_10_1_the_rest_stay_on_the_missions_of_the_phase_before() -> None:
    state = at("leyte_orders")
    for name, ship in (("allies_1", "us_dd65"), ("allies_2", "us_dd13")):
        put_force(state, name, "B2646", ship)
    rest, ended = helpers.offered(state, "allies", helpers.Memory({"allies_1": "patrol"}))
    assert rest.choices == [("plot", "allies_1", "patrol"), ("hold",), ("plot", "allies_2", "transit"), ("hold",)]
    assert rest.label == "The rest stay"
    assert ended.choices == [*rest.choices, ("done",)]


@pytest.mark.parametrize("name", ["search_orders", "wave_plan"])
def test_what_is_filled_in_depends_on_nothing_hidden(name: str) -> None:
    """1.31 In a world that fits what the side sees the same is offered."""
    state = at(name)
    side = side_to_move(state)
    told = helpers.offered(state, side, helpers.Memory())
    assert told
    world = GAME.sampler(state.view(side)).draw(Random(1))
    assert helpers.offered(world, side, helpers.Memory()) == told


@pytest.mark.thorough
def test_acts_are_counted_and_the_choices_are_the_same() -> None:
    """Through helpers a week of Midway takes less than half of the acts that it takes one by one."""
    game = CountedGame(GAME.rules({"last_round": "1"}), "ensign", 1, 0, "midway")
    game.play()
    acts, choices = sum(game.acts.values()), sum(game.choices.values())
    assert 0 < 2 * acts < choices
    assert game.acts.keys() == game.choices.keys()
