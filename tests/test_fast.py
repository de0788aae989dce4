"""The compiled build plays the same games as the pure one, and its source is rewritten line by line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fast.build import PACKAGE, ROOT, SUFFIX, UNOPTIMISED, build, libraries, remove_build
from fast.modules import BOARD, ENGINE, modules
from fast.rewriting import rewritten
from ironbottom import compiled
from ironbottom.testing.waiting import wait_until
from tests.kit.thorough_cases import further

FEW = {"pf": 2, "hf": 1, "vitp": 1, "aap": 1, "witp": 1}
MANY = {"pf": 9, "hf": 3, "vitp": 4, "aap": 2, "witp": 5}
"""The number of games that both builds play, in every build and in the thorough run."""

MAX_COMPILATION_SECONDS = 1000
"""The number of seconds that the compilation beside the tests may take."""


def games(folder: Path, name: str, number: int) -> list[str]:
    """The games of the package in a folder, one per line; the first line names the build."""
    command = [sys.executable, "-m", "tests.fast_games", name, str(number)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )


def loaded_by(wanted: str | None, *arguments: str) -> tuple[str, str]:
    """The output of a Python program; the environment selects a build, or none."""
    environment = {name: value for name, value in os.environ.items() if name != compiled.VARIABLE}
    environment |= {compiled.VARIABLE: wanted} if wanted else {}
    command = [sys.executable, *arguments]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return ran.stdout.strip(), ran.stderr


def taken_where_asked(folder: Path) -> None:
    """The command uses the compiled modules; programs do so on request."""
    assert compiled.is_up_to_date(folder)
    ask = "import ironbottom.engine.core.sets as sets; print(sets.__file__)"
    inside = Path("ironbottom", "engine", "core", f"sets{SUFFIX}")
    assert loaded_by("compiled", "-c", ask)[0] == str(folder / inside)
    assert loaded_by(None, "-c", ask)[0] == str(PACKAGE / "engine" / "core" / "sets.py")
    for wanted, taken in ((None, True), ("pure", False)):
        assert (compiled.LIBRARY in loaded_by(wanted, "-v", "-m", "ironbottom", "--version")[1]) is taken


def same_games(folder: Path, numbers: dict[str, int]) -> None:
    """Both builds play the same games."""
    assert len(libraries(folder)) == len(modules(PACKAGE)) + 1 > 90
    assert all((folder / path).exists() for path in libraries(folder))
    for name, number in numbers.items():
        compiled, pure = games(folder, name, number), games(PACKAGE.parent, name, number)
        assert (compiled[0], pure[0]) == ("compiled", "pure")
        assert len(pure) == number + 2
        assert compiled[1:] == pure[1:], name


def wait_for_compilation() -> None:
    """Waits until the compilation beside these tests has ended, if ``.ci/run`` names the file of its status."""
    status = os.environ.get("IRONBOTTOM_COMPILED_STATUS")
    if status:
        assert wait_until(Path(status).exists, MAX_COMPILATION_SECONDS), "the compilation has not ended"


@pytest.mark.build
@pytest.mark.parametrize("numbers", [FEW, *further(MANY)])
def test_both_builds_play_the_same_games_and_the_command_takes_the_compiled_one(numbers: dict[str, int]) -> None:
    """Everything is in one test, because making the compiled build takes minutes and is done once."""
    wait_for_compilation()
    folder = build(level=UNOPTIMISED)
    try:
        taken_where_asked(folder)
        same_games(folder, numbers)
    finally:
        remove_build(UNOPTIMISED)


@pytest.mark.parametrize(
    ("written", "compiled"),
    [
        ("TURN = layout.cell(1)", "TURN: _Final = layout.cell(1)"),
        ("JAPAN, ALLIES = 0, 1", "JAPAN: _Final = 0; ALLIES: _Final = 1"),
        ("Side = Annotated[int, 1]\nturn = 2\nA = 1\nA = 2", "Side = Annotated[int, 1]\nturn = 2\nA = 1\nA = 2"),
        (
            "class Ask:\n    side: Side\n    name: ClassVar[str] = ''",
            "class Ask:\n    side: 'Side'\n    name: 'ClassVar[str]' = ''",
        ),
        (
            "class Ask:\n    side: A[\n        int, B\n    ]\nC = 1",
            "class Ask:\n    side: 'A[ int, B ]'\n\n\nC: _Final = 1",
        ),
        ("class Ask:\n    number, name = 2, 'é'", "class Ask:\n    number = 2; name = 'é'"),
        (
            "from ironbottom.engine.core import sets",
            "from ironbottom.engine.core import sets; from ironbottom.engine.core.sets import __name__ as _of_sets",
        ),
        ("from ironbottom.engine.core.sets import size", "from ironbottom.engine.core.sets import size"),
        ("allow = reach if far else True", 'allow = reach if far else _cast("_Any", True)'),
        (
            "def free(side) -> int | bool:\n    return side or ALL & 3",
            'def free(side) -> int | bool:\n    return _cast("_Any", side) or _cast("_Any", ALL & 3)',
        ),
        ("def free(side) -> bool:\n    return side or far", "def free(side) -> bool:\n    return side or far"),
    ],
)
def test_code_that_the_compiler_changes_is_written_differently(written: str, compiled: str) -> None:
    first = "from __future__ import annotations\n"
    assert rewritten(first + written).split("\n")[1:] == compiled.split("\n")


@pytest.mark.build
def test_every_module_stays_within_its_line_limit() -> None:
    for path in modules(PACKAGE):
        text = (PACKAGE / path).read_text("utf-8")
        assert rewritten(text).count("\n") == text.count("\n")


def test_modules_built_from_other_sources_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, built = tmp_path / "src", tmp_path / "built"
    for folder in (here, built):
        (folder / "ironbottom" / "engine" / "core").mkdir(parents=True)
        (folder / "ironbottom" / "engine" / "core" / "sets.py").write_text("A = 1")
    monkeypatch.setattr(compiled, "HERE", here)
    assert not compiled.is_up_to_date(built), "nothing is compiled"
    library = built / f"{compiled.LIBRARY}{SUFFIX}"
    library.touch()
    assert compiled.is_up_to_date(built)
    (here / "ironbottom" / "engine" / "core" / "sets.py").write_text("A = 2")
    assert not compiled.is_up_to_date(built), "edited since"


def test_only_compiled_modules_are_found_by_name(tmp_path: Path) -> None:
    (tmp_path / "ironbottom" / "engine" / "core").mkdir(parents=True)
    own = [tmp_path / f"{compiled.LIBRARY}{SUFFIX}", tmp_path / "ironbottom" / "engine" / "core" / f"sets{SUFFIX}"]
    for path in own:
        path.touch()
    finder = compiled.CompiledModules(tmp_path)
    found = [
        finder.find_spec(name)
        for name in (compiled.LIBRARY, "ironbottom.engine.core.sets", "ironbottom.engine.match.match")
    ]
    assert [spec and spec.origin for spec in found] == [*map(str, own), None]


INTERPRETED = {
    "__init__.py": "registers the game, or is a table of contents",
    "data/**/*.py": "reads the figures once",
    "game.py": "is the contract of the game, which stays open to subclasses",
    "grid.py": "is read once, when the map is",
    "charts_in_force.py": "is read once, when the figures are",
    "measures.py": "counts for the laboratory, after a game",
    "odds/**/*.py": "answers one question of a person or a planner at a time",
    "options.py": "names the options",
    "questions.py": "holds protocols, which only the type checker reads",
    "bot/**/*.py": "plans from views; its planners are subclassed",
    "information/**/*.py": "builds views and draws states, with classes that the compiler does not take",
    "speed.py": "is for benchmarks",
    "state_types.py": "names types, which only the type checker reads",
    "turns.py": "names the turns",
    "ground_routes.py": "answers one question of the page at a time",
    "text/**/*.py": "is text",
}
"""The modules of a game that are not compiled, each with the reason."""
COMPILED = 278
"""The number of compiled modules at the last update.

If there are fewer, the patterns are wrong, or there must be a reason.
"""


def test_a_module_of_a_game_is_compiled_or_stays_interpreted_for_a_reason() -> None:
    """A module that moves to another folder must not drop out of the compiled build."""
    compiled = {PACKAGE / path for path in modules(PACKAGE)}
    games = [path.parent for path in sorted((PACKAGE / "games").glob("*/__init__.py"))]
    every = {path for game in games for path in game.rglob("*.py") if path.name != "__init__.py"}
    named = {path for game in games for pattern in INTERPRETED for path in game.glob(pattern)}
    assert sorted(every - compiled - named) == []
    assert sorted(named & compiled) == []
    assert all(any(set(game.glob(pattern)) for game in games) for pattern in INTERPRETED)


def test_no_fewer_modules_are_compiled_than_before() -> None:
    assert len(modules(PACKAGE)) >= COMPILED


def test_modules_in_folders_of_their_own_are_compiled(tmp_path: Path) -> None:
    for path in (
        "rules/air/strike.py",
        "rules/fire.py",
        "scenarios/leyte/turn.py",
        "variants/late/turns.py",
        "text/text.py",
    ):
        file = tmp_path / "games" / "midway" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text('"""A module."""\n', encoding="utf-8")
    for name, kinds in (("engine", ENGINE), ("board", BOARD)):
        for kind in kinds:
            file = tmp_path / name / f"{kind}.py"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("", encoding="utf-8")
    found = [path.as_posix() for path in modules(tmp_path) if path.parts[0] == "games"]
    below = "games/midway"
    assert found == [
        f"{below}/rules/air/strike.py",
        f"{below}/rules/fire.py",
        f"{below}/variants/late/turns.py",
        f"{below}/scenarios/leyte/turn.py",
    ]
