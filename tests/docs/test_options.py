"""The page of a game names all its options; a row of an option begins with its default and lists its values."""

import re

import pytest

from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import all_games
from tests.docs.pages import ROOT

RANGE = re.compile(r"\bto\b")
"""A row for many numbers names only the first and the last."""


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_the_page_of_a_game_names_all_its_options_with_their_values(game: Game) -> None:
    text = (ROOT / "docs" / "games" / f"{game.id}.md").read_text(encoding="utf-8")
    assert [option.name for option in game.options if f"`{option.name}`" not in text] == []
    cells = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", text, re.MULTILINE))
    options = {option.name: option for option in game.options if option.name in cells}
    assert options
    for name, option in options.items():
        listed = re.findall(r"`([^`]*)`", cells[name])
        assert listed[0] == option.default, name
        assert RANGE.search(cells[name]) or listed == list(option.values), name
