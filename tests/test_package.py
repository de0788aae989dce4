"""What is built for the package is in it, and is built from what stands here."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from ironbottom.engine.clause_sources import SHIPPED, list_to_ship

ROOT = Path(__file__).parent.parent
GAMES = sorted(path.parent.name for path in (ROOT / "src" / "ironbottom" / "games").glob("*/__init__.py"))


def test_lists_of_tests_are_not_kept_in_the_source() -> None:
    command = ["git", "ls-files", "*/clause_tests.json"]
    tracked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert tracked.stdout == ""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The package as it is built from this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return zipfile.ZipFile(next(folder.glob("*.whl")))


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_the_package_carries_the_tests_of_each_clause(wheel: zipfile.ZipFile, game: str) -> None:
    carried = wheel.read(f"ironbottom/games/{game}/{SHIPPED.as_posix()}").decode()
    assert carried == list_to_ship(game)
    assert len(json.loads(carried)) > 80


@pytest.mark.thorough
def test_the_package_carries_the_page_and_no_test(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    assert "ironbottom/web/static/index.html" in names
    assert not [name for name in names if name.startswith("tests/")]
