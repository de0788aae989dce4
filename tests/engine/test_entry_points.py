"""Games of other packages are found by their entry points, from programs, commands and worker processes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """An environment with a package that names games: one that works, and three that do not."""
    (tmp_path / "reef_game.py").write_text(
        "from examples.skirmish.skirmish.game import SKIRMISH\n\n\n"
        "class Other(type(SKIRMISH)):\n    id, title = 'pacific_fury', 'Not Pacific Fury'\n\n\n"
        "OTHER = Other()\n"
    )
    info = tmp_path / "reef_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: reef-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[ironbottom.games]\nskirmish = reef_game:SKIRMISH\nlost = reef_lost:LOST\nnumber = reef_game:__name__\n"
        "pacific_fury = reef_game:OTHER\n"
    )
    path = os.pathsep.join([str(tmp_path), str(ROOT / "src"), str(ROOT)])
    return {**os.environ, "PYTHONPATH": path, "PYTHONWARNINGS": "default"}


def ran(environment: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    )


def test_a_game_of_another_package_is_found_and_played(installed: dict[str, str]) -> None:
    script = (
        "import ironbottom\n"
        "print(ironbottom.get_game('skirmish').new().current_sides, ironbottom.get_game('pf').title)\n"
        "print(len(ironbottom.simulate('skirmish', games=2).table()))\n"
    )
    done = ran(installed, "-c", script)
    assert done.stdout.splitlines() == ["('red', 'blue', 'gold') Pacific Fury: Guadalcanal 1942", "2"]
    assert "the game lost (reef_lost:LOST) cannot be loaded: No module named 'reef_lost'" in done.stderr
    assert "the entry point number (reef_game:__name__) is not a game" in done.stderr


@pytest.mark.build
def test_commands_and_worker_processes_find_it(installed: dict[str, str]) -> None:
    assert "Skirmish at the atoll" in ran(installed, "-m", "ironbottom", "games").stdout
    command = ("simulate", "skirmish", "random", "random", "random", "--games", "2", "--workers", "2")
    assert "red random, blue random, gold random: 2 games" in ran(installed, "-m", "ironbottom", *command).stdout
