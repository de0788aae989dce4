"""The structure of the project: imports point downward, files stay small, each game has the same files.

Each check is also tested on a tree with the fault, so that none passes without checking anything.
"""

import ast
import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from ironbottom.engine.data.clause_sources import citations
from ironbottom.engine.data.clauses import ClauseIndex, clause_sort_key
from tests.kit.thorough_cases import further

ROOT = Path(__file__).parent.parent
PACKAGE = Path("src", "ironbottom")

MAX_LINES = 800

SOURCE_SUFFIXES = {".py", ".ts", ".svelte"}
IGNORED_FOLDERS = {"node_modules", "static", "__pycache__"}
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX)\b")

REQUIRED_FILES = {
    *("game.py", "pieces.py", "state.py", "log.py", "measures.py"),
    *("data/clauses.toml", "data/tables.py", "data/facts.py", "data/validate.py", "data/plausibility.py"),
    *(
        "rules/sequence.py",
        "information/view.py",
        "information/resample.py",
        "information/position.py",
        "information/check.py",
    ),
    *("text/text.py", "text/board.py", "text/names.py", "text/page.py"),
    *("odds/fights.py", "bot/ensign.py", "bot/observation.py", "bot/combat.py"),
}
"""The files in the folder of each game; other files depend on its rules."""


def sources(root: Path, *folders: str) -> list[Path]:
    """The source files below some folders, without installed, built or hidden ones."""
    return [
        path
        for folder in folders
        for path in sorted((root / folder).rglob("*"))
        if path.suffix in SOURCE_SUFFIXES
        and not any(part in IGNORED_FOLDERS or part.startswith(".") for part in path.relative_to(root).parts)
    ]


def too_long(root: Path) -> list[str]:
    """Each source file with more lines than the limit; ``schema.d.ts`` is generated."""
    counted = {
        path.relative_to(root).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in sources(root, "src", "page", "tests")
        if path.name != "schema.d.ts"
    }
    return [f"{name}: {lines} lines" for name, lines in counted.items() if lines > MAX_LINES]


def unfinished(root: Path) -> list[str]:
    """Each line of the source that marks unfinished work."""
    return [
        f"{path.relative_to(root).as_posix()}:{number}: {line.strip()}"
        for path in sources(root, "src", "page")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if UNFINISHED.search(line)
    ]


def missing_files(root: Path) -> list[str]:
    """The files that each game lacks, of those that all games have, once there are two to compare."""
    games = sorted(init.parent for init in (root / PACKAGE / "games").glob("*/__init__.py"))
    if len(games) < 2:
        return []
    return [f"{game.name}: {room}" for game in games for room in sorted(REQUIRED_FILES) if not (game / room).exists()]


def broken_imports(root: Path) -> str:
    """The violations of the import contracts of a tree; empty if there are none."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()"]
    ran = subprocess.run(
        [*command, "--no-logo", "--no-cache"],
        cwd=root,
        env={"PYTHONPATH": str(root / "src"), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if ran.returncode == 0 else ran.stdout + ran.stderr


SHARED = ("engine", "board", "odds", "bots", "lab", "adapters", "rulebook", "server", "cli", "testing")
SHARED_PAGE = ("app", "frame", "lib", "board", "theme", "main.ts")
A_SIDE = re.compile(r"(?<![a-z])(japan(ese)?|allies|allied)(?![a-z])", re.IGNORECASE)
COMMENTS = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<!:)//[^\n]*", re.DOTALL)


def words_of(path: Path) -> list[tuple[int, str]]:
    """The names and texts of a Python file, line by line, without its docstrings and comments."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = []
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        said = [getattr(node, field, None) for field in ("id", "attr", "arg", "name", "value")]
        found += [(line, text) for text in said if isinstance(text, str) and id(node) not in docs]
    return found


def lines_of(path: Path) -> list[tuple[int, str]]:
    """The lines of a source of the page, without its comments."""
    text = COMMENTS.sub(lambda comment: re.sub(r"[^\n]", "", comment[0]), path.read_text(encoding="utf-8"))
    return list(enumerate(text.splitlines(), 1))


def side_names(root: Path) -> list[str]:
    """Each place in shared code that names a side; examples in docstrings may."""
    package = root / PACKAGE
    python = [path for folder in SHARED for path in sorted((package / folder).rglob("*.py"))]
    web = root / "page" / "src"
    page = [path for part in SHARED_PAGE for path in (web / part, *(web / part).rglob("*")) if path.is_file()]
    texts = [path for path in sorted(page) if path.suffix in {".ts", ".svelte", ".css", ".svg"}]
    said = [(path, *word) for path in python for word in words_of(path)]
    said += [(path, *line) for path in texts for line in lines_of(path)]
    return [
        f"{path.relative_to(root).as_posix()}:{line}: {text.strip()[:60]}"
        for path, line, text in said
        if A_SIDE.search(text)
    ]


CONTENTS = re.compile(r"(\d[\d., to]*\d)  +(\S.*?)  +(\S+)")
NUMBER = re.compile(r"\d+\.\d+(?:\.\d+)?")


FOLDERS_OF_RULES = ("rules", "derived", "variants", "scenarios")


def contents(init: Path) -> list[tuple[list[str], str]]:
    """The table of contents in the docstring of a folder: the clauses and the module or folder of each line."""
    said = ast.get_docstring(ast.parse(init.read_text(encoding="utf-8"))) or ""
    lines = [CONTENTS.fullmatch(line) for line in said.splitlines()[2:]]
    assert all(lines), f"{init}: each line has clauses, a title and a module"
    return [(NUMBER.findall(line[1]), line[3]) for line in lines if line]


def listed_at(init: Path, game: Path, named: str) -> str:
    """The path from a game's folder to the target of a table's line, relative to the table's folder or the game's."""
    from_game = named.startswith(FOLDERS_OF_RULES)
    return (game / named if from_game else init.parent / named).relative_to(game).as_posix()


def modules_with_tables(game: Path) -> list[str]:
    """The contents of tables: the modules of a game's rules, and the folders with tables of their own."""
    paths = [path for folder in FOLDERS_OF_RULES for path in sorted((game / folder).rglob("*.py"))]
    chapters = [path.parent for path in paths if path.name == "__init__.py" and path.parent.parent != game]
    found = [path.with_suffix("") for path in paths if path.name != "__init__.py"]
    found += [path for path in chapters if contents(path / "__init__.py")]
    return sorted(path.relative_to(game).as_posix() for path in found)


def cited_in(path: Path) -> set[str]:
    """The clauses cited by a module, or by all modules of a folder."""
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
    texts = [file.read_text(encoding="utf-8") for file in files if file.name != "__init__.py" and file.exists()]
    return {cited.clause for text in texts for cited in citations(text)}


def wrong_contents(game: Path) -> list[str]:
    """The errors and omissions in the tables of contents of a game's rules."""
    index = ClauseIndex.load(game / "data" / "clauses.toml")
    inits = [init for folder in FOLDERS_OF_RULES for init in sorted((game / folder).rglob("__init__.py"))]
    tables = [[(clauses, listed_at(init, game, named)) for clauses, named in contents(init)] for init in inits]
    listed = [line for table in tables for line in table]
    named, modules = [module for _, module in listed], modules_with_tables(game)
    wrong = [f"{module} is not in a table" for module in modules if module not in named]
    wrong += [f"there is no {module}" for module in named if module not in modules]
    wrong += [f"{module} stands twice" for module in sorted(set(named)) if named.count(module) > 1]
    for clauses, module in listed:
        cited = cited_in(game / module)
        for clause in clauses:
            below = {found.id for found in index.lookup(clause.removesuffix(".0"))} if index.contains(clause) else set()
            if not below:
                wrong.append(f"{module}: there is no clause {clause}")
            elif not cited & {clause, *below}:
                wrong.append(f"{module} cites nothing of {clause}")
    for table in tables:
        firsts = [(clause_sort_key(clauses[0], index.decimal), module) for clauses, module in table]
        wrong += [f"{one[1]} stands before {two[1]}" for one, two in pairwise(firsts) if one[0] > two[0]]
    return wrong


SAME_THING = {
    "Sampler": "what the engine asks of the one that each game has",
    "Observation": "what all games read of a view, and what each adds",
}
"""Shared classes with the same name as a game's class, because they are the same thing; each with the reason."""


PUBLIC_CLASS = re.compile(r"^class ([A-Za-z]\w*)", re.MULTILINE)


def classes(folder: Path) -> dict[str, list[str]]:
    """The public classes below a folder, by name with their files."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        for name in PUBLIC_CLASS.findall(path.read_text(encoding="utf-8")):
            found.setdefault(name, []).append(path.relative_to(folder.parent).as_posix())
    return found


def ambiguous_classes(root: Path) -> list[str]:
    """Each name of two classes that could be confused: both shared, or both in one game, or one in each.

    Two games may use a word in different senses, as their rulebooks do: neither imports the other.
    """
    package = root / PACKAGE
    shared: dict[str, list[str]] = {}
    for floor in sorted(path for path in package.iterdir() if path.is_dir() and path.name != "games"):
        for name, places in classes(floor).items():
            shared.setdefault(name, []).extend(places)
    twice = [name for name, places in sorted(shared.items()) if len(places) > 1]
    found = [f"{name}: {', '.join(shared[name])}" for name in twice]
    for game in sorted(path.parent for path in (package / "games").glob("*/__init__.py")):
        for name, places in sorted(classes(game).items()):
            known = [] if name in SAME_THING else shared.get(name, [])
            if len(places) + len(known) > 1:
                found.append(f"{name}: {', '.join((*known, *places))}")
    return found


MAX_NAMES = 9
IMPORT = re.compile(r"^[ \t]*(from [.\w]+ import (?:\([^)]*\)|[^\n(]+))", re.MULTILINE)
HOT = re.compile(r"ironbottom/games/\w+/((rules|derived|variants|scenarios)/[\w/]+|state|pieces_in_force)\.py")
CELLS_AND_CONSTANTS = re.compile(r"ironbottom\.games\.\w+\.(state|pieces)")
"""Names that rules import directly: rules are built from them, and run about ten thousand times per second."""
KINDS_OF_LINES = {
    "ironbottom.engine.record.record": "a line of a record is one of many kinds, which its readers tell apart",
    "ironbottom.engine.record.lines": "the same kinds, where they are defined",
    "ironbottom.server.messages.requests": "the requests that can be made, each with its form",
}
"""Modules that only contain types of messages, each with the reason why they are imported by name."""


def long_imports(root: Path) -> list[str]:
    """Each import of ten or more names from one module, except cells and constants in rules, and types of messages.

    A game that cannot be played yet, because its folder is not a package, is not checked.
    """
    found = []
    begun = {game for game in (root / PACKAGE / "games").iterdir() if not (game / "__init__.py").exists()}
    for path in sorted((root / PACKAGE).rglob("*.py")):
        if begun & set(path.parents):
            continue
        name = path.relative_to(root / "src").as_posix()
        for text in IMPORT.findall(path.read_text(encoding="utf-8")):
            (node,) = ast.parse(text).body if text.count(",") >= MAX_NAMES else (None,)
            if not isinstance(node, ast.ImportFrom) or len(node.names) <= MAX_NAMES or node.module in KINDS_OF_LINES:
                continue
            if not (HOT.fullmatch(name) and CELLS_AND_CONSTANTS.fullmatch(node.module or "")):
                found.append(f"{name}: {len(node.names)} names from {node.module}")
    return found


A_TIME = re.compile(r"\b(time\.(monotonic|perf_counter|time|sleep)|wait_for_timeout)\(")
CLOCK_ALLOWED = {
    "tests/minutes.py": "measures the build; it is not a test",
    "tests/matrix/__main__.py": "a long run, which prints what each Python takes",
    "tests/kit/old_faults.py": "a long run, which prints what each fault takes",
    "tests/kit/knockout.py": "a long run, which ends tests that hang",
    "tests/server/attack.py": "long runs that last as long as asked for",
    "tests/server/store_damage.py": "long runs that last as long as asked for",
    "tests/server/unobservable_acts.py": "long runs that last as long as asked for",
    "tests/engine/test_forgeries.py": "a long run that lasts as long as asked for",
    "tests/server/scripted_players.py": "a player that waits for the test",
    "tests/server/test_standing_orders.py": "a while in which nothing may happen: a busy machine cannot make it fail",
    "tests/server/test_matches.py": "lets the clock of the server go on by a thousandth of a second",
    "tests/server/test_connection_limits.py": "a client that sends slowly until the server hangs up",
    "tests/server/test_process.py": "a player that never chooses",
    "tests/server/test_unread_responses.py": "a client that does not read",
    "tests/server/api_client.py": "asks again until the server answers",
    "tests/cli/test_bench.py": "the bench measures time itself",
}
"""Test files that read the clock or sleep, each with the reason why a busy machine cannot make it fail."""


def reads_of_the_clock(root: Path) -> list[str]:
    """Each line of a test that reads the clock or sleeps: it should wait for an event instead."""
    return [
        f"{name}:{number}: {line.strip()[:80]}"
        for path in sources(root, "tests")
        if path.suffix == ".py"
        and (name := path.relative_to(root).as_posix()) not in CLOCK_ALLOWED
        and not name.startswith(("tests/browser/", "tests/test_project_structure.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if A_TIME.search(line)
    ]


def write_file(path: Path, text: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def copied_project(tmp_path: Path) -> Path:
    """The source tree and its contracts, to be changed by tests."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_imports_go_downward() -> None:
    assert broken_imports(ROOT) == ""


@pytest.mark.build
@pytest.mark.parametrize(
    ("floor", "above"),
    [("engine", "board"), ("odds", "bots"), ("bots", "games"), ("games", "server"), ("web", "cli")],
)
def test_an_import_from_the_layer_above_is_found(copied_project: Path, floor: str, above: str) -> None:
    write_file(copied_project / PACKAGE / floor / "spoiled.py", f"import ironbottom.{above}\n")
    assert f"ironbottom.{floor}.spoiled -> ironbottom.{above}" in broken_imports(copied_project)


@pytest.mark.build
def test_a_game_that_imports_another_is_found(copied_project: Path) -> None:
    games = copied_project / PACKAGE / "games"
    write_file(games / "midway" / "__init__.py")
    write_file(games / "leyte" / "__init__.py", "import ironbottom.games.midway\n")
    assert "ironbottom.games.leyte -> ironbottom.games.midway" in broken_imports(copied_project)


@pytest.mark.build
def test_a_folder_without_a_layer_is_found(copied_project: Path) -> None:
    write_file(copied_project / PACKAGE / "annex" / "__init__.py")
    assert "annex" in broken_imports(copied_project)


def test_source_files_are_small() -> None:
    assert len(sources(ROOT, "src", "tests")) > 10
    assert too_long(ROOT) == []


def test_a_file_of_801_lines_is_found(tmp_path: Path) -> None:
    web = tmp_path / "page"
    write_file(web / "src" / "Board.svelte", "<p/>\n" * 801)
    write_file(web / "src" / "map.ts", "\n" * 800)
    write_file(web / "src" / "app" / "schema.d.ts", "\n" * 9000)
    write_file(web / "node_modules" / "d3" / "d3.ts", "\n" * 9000)
    assert too_long(tmp_path) == ["page/src/Board.svelte: 801 lines"]


@pytest.mark.build
def test_no_shared_code_names_a_side() -> None:
    assert side_names(ROOT) == []


def test_a_side_that_is_named_is_found(tmp_path: Path) -> None:
    package = tmp_path / PACKAGE
    write_file(
        package / "engine" / "match.py",
        '"""Say, japan."""\n\n\ndef first(side: str) -> bool:\n    return side == "japan"\n',
    )
    write_file(package / "server" / "seats.py", "def seat(allies: int) -> int:\n    # japan\n    return allies\n")
    write_file(package / "games" / "leyte" / "pieces.py", 'SIDES = ("japan", "allies")\n')
    write_file(tmp_path / "page" / "src" / "app" / "desk.ts", "// japan\nconst first = 'japan' /* allies */\n")
    write_file(
        tmp_path / "page" / "src" / "board" / "pacific" / "Badge.svelte",
        "<!-- for\nthe Allies -->\n<b class:allies>{n}</b>\n",
    )
    write_file(tmp_path / "page" / "src" / "games" / "leyte" / "play.ts", "const first = 'japan'\n")
    assert side_names(tmp_path) == [
        "src/ironbottom/engine/match.py:5: japan",
        "src/ironbottom/server/seats.py:1: allies",
        "src/ironbottom/server/seats.py:3: allies",
        "page/src/app/desk.ts:2: const first = 'japan'",
        "page/src/board/pacific/Badge.svelte:3: <b class:allies>{n}</b>",
    ]


@pytest.mark.build
def test_a_class_name_means_one_thing() -> None:
    assert ambiguous_classes(ROOT) == []
    games = {name for game in GAMES for name in classes(game)}
    assert set(SAME_THING) <= games


def test_a_class_name_that_means_two_things_is_found(tmp_path: Path) -> None:
    package = tmp_path / PACKAGE
    write_file(package / "engine" / "record.py", "class Dispatch:\n    pass\n\n\nclass Observation:\n    pass\n")
    write_file(package / "server" / "wire.py", "class Dispatch:\n    pass\n\n\nclass _Own:\n    pass\n")
    for game in ("leyte", "midway"):
        write_file(package / "games" / game / "__init__.py")
        write_file(package / "games" / game / "sight.py", "class Observation:\n    pass\n\n\nclass Fleet:\n    pass\n")
    write_file(package / "games" / "midway" / "odds.py", "class Fleet:\n    pass\n\n\nclass _Own:\n    pass\n")
    assert ambiguous_classes(tmp_path) == [
        "Dispatch: engine/record.py, server/wire.py",
        "Fleet: midway/odds.py, midway/sight.py",
    ]


def test_modules_are_imported_by_name_instead_of_ten_names() -> None:
    assert long_imports(ROOT) == []


def test_a_long_import_is_found(tmp_path: Path) -> None:
    games = tmp_path / PACKAGE / "games" / "leyte"
    names = ", ".join(f"N{number}" for number in range(10))
    write_file(games / "__init__.py")
    write_file(games / "rules" / "fire.py", f"from ironbottom.games.leyte.state import {names}\n")
    write_file(games / "rules" / "flight.py", f"from ironbottom.games.leyte.rules.fire import {names}\n")
    write_file(games / "information" / "view.py", f"from ironbottom.games.leyte.state import {names}\n")
    write_file(
        games / "information" / "check.py", "from ironbottom.games.leyte.state import A, B, C, D, E, F, G, H, I\n"
    )
    assert long_imports(tmp_path) == [
        "ironbottom/games/leyte/information/view.py: 10 names from ironbottom.games.leyte.state",
        "ironbottom/games/leyte/rules/flight.py: 10 names from ironbottom.games.leyte.rules.fire",
    ]


def test_no_test_depends_on_the_load_of_the_machine() -> None:
    assert reads_of_the_clock(ROOT) == []
    timed = [name for name in CLOCK_ALLOWED if not A_TIME.search((ROOT / name).read_text(encoding="utf-8"))]
    assert timed == [], "named without need"


def test_a_test_that_waits_for_a_time_is_found(tmp_path: Path) -> None:
    write_file(
        tmp_path / "tests" / "cli" / "test_stop.py", "import time\n\ntime.sleep(2.5)\nassert time.monotonic() < 3\n"
    )
    assert reads_of_the_clock(tmp_path) == [
        "tests/cli/test_stop.py:3: time.sleep(2.5)",
        "tests/cli/test_stop.py:4: assert time.monotonic() < 3",
    ]


def test_nothing_is_left_for_later() -> None:
    assert unfinished(ROOT) == []


def test_a_note_for_later_is_found(tmp_path: Path) -> None:
    write_file(tmp_path / PACKAGE / "engine" / "dice.py", "roll = 1\nroll += 1  # TODO: shake\n")
    assert unfinished(tmp_path) == ["src/ironbottom/engine/dice.py:2: roll += 1  # TODO: shake"]


def test_every_game_has_the_same_packages() -> None:
    assert missing_files(ROOT) == []


def test_a_game_without_its_clauses_is_found(tmp_path: Path) -> None:
    for game in ("leyte", "midway"):
        for room in REQUIRED_FILES | {"__init__.py"}:
            write_file(tmp_path / PACKAGE / "games" / game / room)
    assert missing_files(tmp_path) == []
    (tmp_path / PACKAGE / "games" / "midway" / "data" / "clauses.toml").unlink()
    assert missing_files(tmp_path) == ["midway: data/clauses.toml"]


GAMES = sorted(path.parent for path in (ROOT / PACKAGE / "games").glob("*/__init__.py"))


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_the_contents_of_the_rules_name_every_module_with_its_clauses_in_order(game: Path) -> None:
    assert len(modules_with_tables(game)) > 10
    assert wrong_contents(game) == []


def test_wrong_contents_are_found(tmp_path: Path) -> None:
    game = tmp_path / "leyte"
    clauses = ("1.1", "2.1", "3.1")
    said = "".join(f'["{n}"]\ntitle = "T"\nparaphrase = "P."\nstatus = "implemented"\n' for n in clauses)
    write_file(game / "data" / "clauses.toml", said)
    write_file(game / "rules" / "fire.py", '"""2.1 Fire."""\n')
    write_file(game / "rules" / "air" / "flight.py", '"""3.1 Flight."""\n')
    write_file(game / "variants" / "early.py", '"""1.1 Early."""\n')
    table = ["1.0  Early starts  variants/early", "2.1  Fire  fire", "3.1  Air  air"]
    init, chapter = game / "rules" / "__init__.py", game / "rules" / "air" / "__init__.py"
    write_file(init, '"""The rules.\n\n' + "\n".join(table) + '\n"""\n')
    write_file(chapter, '"""Air.\n\n3.1  Flight  flight\n"""\n')
    assert wrong_contents(game) == []
    write_file(init, '"""The rules.\n\n3.1  Air  air\n2.1, 3.1, 4.1  Fire  fire\n2.1  Raids  raids\n"""\n')
    write_file(chapter, '"""Air.\n\n2.1  Flight  flight\n3.1  Flight  flight\n"""\n')
    assert wrong_contents(game) == [
        "variants/early is not in a table",
        "there is no rules/raids",
        "rules/air/flight stands twice",
        "rules/fire cites nothing of 3.1",
        "rules/fire: there is no clause 4.1",
        "rules/raids cites nothing of 2.1",
        "rules/air/flight cites nothing of 2.1",
        "rules/air stands before rules/fire",
    ]


def test_every_folder_of_a_game_has_a_docstring() -> None:
    folders = [path for game in GAMES for path in sorted(game.glob("*/__init__.py"))]
    said = {path: ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "" for path in folders}
    assert len(folders) >= 6 * len(GAMES)
    assert [path for path, text in said.items() if len(text.split()) < 5] == []


@pytest.mark.build
@pytest.mark.parametrize(("ci", "closing"), [("true", "1 failed, 1 error in"), *further(("", "2 skipped in"))])
def test_a_skipped_test_fails_under_ci(tmp_path: Path, ci: str, closing: str) -> None:
    """A fixture is named for one test and for a whole file."""
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    write_file(tmp_path / "test_chart.py", "import pytest\n\ndef test_it():\n    pytest.skip('no chart')\n")
    write_file(tmp_path / "test_table.py", "import pytest\n\npytest.importorskip('no_such_chart')\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--continue-on-collection-errors", "."]
    ran = subprocess.run(
        command, cwd=tmp_path, env={"CI": ci, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert closing in ran.stdout.splitlines()[-1]
