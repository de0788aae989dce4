"""The built package has the right contents, built from this tree."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from ironbottom.engine.data.clause_sources import SHIPPED_TESTS, list_to_ship

ROOT = Path(__file__).parent.parent
GAMES = sorted(path.parent.name for path in (ROOT / "src" / "ironbottom" / "games").glob("*/__init__.py"))


def test_lists_of_tests_are_not_kept_in_the_source() -> None:
    command = ["git", "ls-files", "*/clause_tests.json"]
    tracked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert tracked.stdout == ""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The package built from this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return zipfile.ZipFile(next(folder.glob("*.whl")))


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_the_package_carries_the_tests_of_each_clause(wheel: zipfile.ZipFile, game: str) -> None:
    carried = wheel.read(f"ironbottom/games/{game}/{SHIPPED_TESTS.as_posix()}").decode()
    assert carried == list_to_ship(game)
    assert len(json.loads(carried)) > 80


BUNDLED = (
    *("@fontsource/ibm-plex-sans", "@fontsource/ibm-plex-sans-condensed", "@fontsource/libre-caslon-text"),
    *("d3-selection", "d3-zoom", "svelte", "world-atlas"),
)


def check_licences(text: str) -> None:
    """Each font and bundled part has the full text of its licence in the package."""
    _, *parts = text.split(f"\n{'-' * 80}\n\n")
    found = {part.split(" ", 1)[0]: part for part in parts}
    assert set(BUNDLED) <= set(found)
    for name in BUNDLED[:3]:
        assert "SIL OPEN FONT LICENSE Version 1.1" in found[name]
        assert "Copyright" in found[name]
    assert all("ermission" in part or "Redistribution" in part for part in found.values())
    assert all(len(part) > 500 for part in found.values())


def test_the_built_page_lists_the_licences_of_its_fonts_and_parts() -> None:
    check_licences((ROOT / "src/ironbottom/web/static/licences.txt").read_text(encoding="utf-8"))


@pytest.mark.thorough
def test_the_package_carries_the_licences_of_fonts_and_bundled_parts(wheel: zipfile.ZipFile) -> None:
    check_licences(wheel.read("ironbottom/web/static/licences.txt").decode())
    metadata = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    assert "License-Expression: MIT AND BSD-3-Clause AND ISC AND OFL-1.1" in wheel.read(metadata).decode()


@pytest.mark.thorough
def test_the_package_carries_the_page_and_no_test(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    assert "ironbottom/web/static/index.html" in names
    assert not [name for name in names if name.startswith("tests/")]


@pytest.mark.thorough
def test_the_wheel_is_no_larger_than_the_page_says(wheel: zipfile.ZipFile) -> None:
    page = (ROOT / "docs" / "get_started.md").read_text(encoding="utf-8")
    assert wheel.filename is not None
    assert f"the wheel has {Path(wheel.filename).stat().st_size / 1e6:.0f} MB" in page
