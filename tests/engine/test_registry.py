"""Games are found by id, alias or package name, and no other game is loaded."""

import subprocess
import sys

import pytest

LOADED = """
import sys
from ironbottom import get_game
game = get_game(sys.argv[1]).id
loaded = [n.split(".") for n in sys.modules if n.startswith("ironbottom.games.")]
print(game, *sorted({names[2] for names in loaded if names[3:] == ["game"]}))
"""


@pytest.mark.parametrize("name", ["pf", "pacific_fury"])
def test_one_game_is_found_without_the_others(name: str) -> None:
    command = [sys.executable, "-c", LOADED, name]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said.split() == ["pacific_fury", "pacific_fury"]
