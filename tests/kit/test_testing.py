"""The kit as another package uses it: Skirmish is installed, found by its entry point, and checked."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from examples.skirmish.skirmish.game import SKIRMISH
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.plain_board import BoardPlace, PlainBoard
from ironbottom.engine.rules.registry import get_game
from ironbottom.testing import CHECKS, check_game
from ironbottom.testing.games import games, named
from tests.kit.archipelago import ARCHIPELAGO

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the package of Skirmish is installed, outside the repository."""
    folder = tmp_path_factory.mktemp("packages")
    flags = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "install", *flags, "--target", str(folder), str(ROOT / "examples/skirmish")]
    subprocess.run(command, check=True, capture_output=True)
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT / "src")])}


def ran(environment: dict[str, str], folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command], env=environment, cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.mark.build
def test_an_installed_game_is_checked_by_the_kit(installed: dict[str, str], tmp_path: Path) -> None:
    command = ("-m", "ironbottom.testing", "skirmish", "--minutes", "0.02", "--check", "offers", "--check", "memory")
    found = ran(installed, tmp_path, *command, "--workers", "2", "--seed", "1")
    assert found.returncode == 0, found.stdout + found.stderr
    assert "skirmish: offers: " in found.stdout
    assert "0 faults; 0 parts of the rules never used" in found.stdout
    assert list(tmp_path.iterdir()) == [], "nothing is written without a fault"


@pytest.mark.build
def test_its_own_tests_pass_outside_the_repository(installed: dict[str, str], tmp_path: Path) -> None:
    tests = tmp_path / "test_conformance.py"
    text = (ROOT / "examples/skirmish/tests/test_conformance.py").read_text(encoding="utf-8")
    tests.write_text(text.replace("check, 0.1)", "check, 0.01)"), encoding="utf-8")
    found = ran(installed, tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests))
    assert f"{len(CHECKS)} passed" in found.stdout


def test_an_unknown_game_or_module_is_named(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    found = ran(environment, tmp_path, "-m", "ironbottom.testing", "jutland")
    assert found.returncode == 2
    assert "no game is called 'jutland'" in found.stderr


def test_the_kit_knows_added_games_and_installed_ones() -> None:
    assert games()[:2] == [SKIRMISH, ARCHIPELAGO]
    assert (named("sk"), named("pf")) == (SKIRMISH, get_game("pf"))
    with pytest.raises(BadValue, match="no game is called 'jutland'"):
        named("jutland")


def test_a_check_says_what_it_counted() -> None:
    assert "decisions" in check_game(SKIRMISH, "positions", 0.01)
    with pytest.raises(BadValue, match="there is no check 'opening'; choose one of states, positions"):
        check_game(SKIRMISH, "opening")


def test_importing_ironbottom_does_not_import_the_kit() -> None:
    script = "import sys, ironbottom.cli.main; print([one for one in sys.modules if 'ironbottom.testing' in one])"
    found = ran({**os.environ, "PYTHONPATH": str(ROOT / "src")}, ROOT, "-c", script)
    assert found.stdout == "[]\n"


def test_the_board_has_each_place_of_a_view_once() -> None:
    data = SKIRMISH.board(SKIRMISH.rules())
    places = [place.id for place in data.places]
    view = SKIRMISH.new().view("red")
    used = {*filter(None, view["companies"]), *(ship["place"] for ship in view["ships"].values())}
    assert used <= set(places)
    assert len(data.counters["companies"]) == len(view["companies"])
    twice = BoardPlace("port", "Port", (0, 0), [(0, 0), (1, 0), (0, 1)])
    with pytest.raises(ValueError, match="two places of the board are called 'port'"):
        PlainBoard([twice, twice]).data()
