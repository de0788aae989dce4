"""The maps in a notebook: each game, one side's view, without hidden information."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree

import pytest

import ironbottom
from examples.skirmish.skirmish.game import SKIRMISH, Skirmish
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.state import State

GAMES = [game.short for game in ironbottom.all_games()]
STEPS = {"pf": 30, "hf": 60, "vitp": 60, "aap": 60, "witp": 60}
WORLDS = 3


def state_after_random_choices(game: str) -> State:
    """A state after some random choices."""
    state, source, dice = ironbottom.get_game(game).new(), random.Random(8), SeededDice(8)
    for _ in range(STEPS[game]):
        decision = state.decisions()[0]
        state.apply(decision.side, decision.choices.sample_by_argument(source), dice, trusted=True)
    return state


@pytest.mark.parametrize("game", GAMES)
def test_a_map_shows_what_a_side_knows_and_nothing_else(game: str) -> None:
    state, source = state_after_random_choices(game), random.Random(9)
    rules = state.rules
    for side in rules.sides.ids:
        image = state.to_svg(side)
        for _ in range(WORLDS):
            world = rules.game.resample(state.view(side), source)
            assert world.to_svg(side) == image
        assert f"seen by {rules.sides.titles[rules.sides.index[side]]}" in image
    assert "what everybody sees" in state.to_svg("public")
    with pytest.raises(ironbottom.BadValue):
        state.to_svg("open")
    with pytest.raises(ironbottom.BadValue):
        state.to_svg("nelson")


@pytest.mark.parametrize("game", GAMES)
def test_a_map_is_a_picture_of_the_board(game: str) -> None:
    state = state_after_random_choices(game)
    side = state.current_sides[0]
    image = state.to_svg(side)
    assert state._repr_svg_() == image
    root = ElementTree.fromstring(image)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    names = set(re.findall(r'clipPath id="([^"]+)"', image))
    assert all(name.startswith(state.rules.game.id) for name in names)
    assert set(re.findall(r"url\(#([^)]+)\)", image)) == names
    own_map, view = state.rules.game.map(), state.view(side)
    assert own_map
    chart = own_map.chart(state.rules, view)
    assert chart.stacks
    for stack in chart.stacks:
        assert (
            f"<title>{state.rules.sides.titles[state.rules.sides.index[stack.side]]}: {stack.number}</title>" in image
        )
    assert chart.heading.split(".")[0] in image.replace("&#x27;", "'").replace("&amp;", "&")
    numbers = [float(number) for number in re.findall(r'(?:[xy]|width|height)="(-?[\d.]+)"', image)]
    assert min(numbers) > -60
    assert max(numbers) < 1200
    assert len(image) < 700_000


def test_a_match_is_drawn_as_its_state() -> None:
    match = Match.new("vitp")
    assert match.to_svg("allies") == match.state.to_svg("allies")
    assert match._repr_svg_() == match.state.to_svg("japan")
    match.resign("allies")
    assert "everything" in match.to_svg()


def test_a_game_with_a_plain_board_is_drawn_on_it() -> None:
    """Each stack is drawn with its side and number, and each place with its outline and its name."""
    state = SKIRMISH.new()
    image = state.to_svg("red")
    assert state._repr_svg_() == state.to_svg(), "seen by the first side to decide"
    assert "Skirmish at the atoll: seen by red" in image
    board = SKIRMISH.board(state.rules)
    assert image.count("<path d=") == len(board.places) + image.count("<title>blue") + image.count("<title>gold")
    assert "<title>red: 6</title>" in image, "the six ships of the viewer in port"
    assert "<title>blue: 6</title>" not in image, "ships of the others in port are hidden"
    assert ">Lagoon</text>" in image
    assert "everybody" in state.to_svg("public")


def test_a_game_without_a_map_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Skirmish, "board", lambda game, rules: None)
    state = SKIRMISH.new()
    assert state._repr_svg_() is None
    with pytest.raises(ironbottom.BadValue, match="has no map to draw"):
        state.to_svg("red")
