"""Values that follow from a state are cached in ``derived``; no rule or scenario has its own cache or table."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import ironbottom.games

GAMES = sorted(path.parent for folder in ironbottom.games.__path__ for path in Path(folder).glob("*/__init__.py"))
RULES = ("rules", "variants", "scenarios")
CACHES = ("ironbottom.engine.cache", "functools")
ALLOWED = {"FingerprintContext", "partial"}
"""The names that a rule may import from them: the type of a cached value that it passes on, and a partial call."""


TABLES = ".derived.tables"
"""The module of a game with which its derived modules make tables that functions fill."""
CONTAINERS = {
    "dict",
    "list",
    "set",
    "defaultdict",
    "Counter",
    "OrderedDict",
    "WeakKeyDictionary",
    "WeakValueDictionary",
}
FILLING = {"setdefault", "update", "append", "extend", "add", "insert", "pop", "popitem", "clear"}


def cached_by(source: str) -> set[str]:
    """The cache functions that a module imports from the engine, from ``functools`` or to make tables."""
    found = set[str]()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module=str(module), names=names) if module.startswith(CACHES):
                found.update(each.name for each in names)
            case ast.ImportFrom(module=str(module), names=names) if module.endswith(TABLES):
                found.update(each.name for each in names)
            case ast.ImportFrom(module=str(module), names=names) if module.endswith(".derived"):
                found.update(each.name for each in names if each.name == "tables")
            case ast.ImportFrom(module="ironbottom.engine", names=names):
                found.update(each.name for each in names if each.name == "cache")
            case ast.Import(names=names):
                found.update(each.name for each in names if each.name.startswith(CACHES))
    return found - ALLOWED


def is_container(value: ast.expr | None) -> bool:
    """Whether an expression makes a dictionary, list or set that may be filled later."""
    match value:
        case ast.Dict() | ast.List() | ast.Set() | ast.DictComp() | ast.ListComp() | ast.SetComp():
            return True
        case ast.Call(func=ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name))):
            return name in CONTAINERS
    return False


def containers(body: list[ast.stmt]) -> set[str]:
    """The names that these statements bind to a dictionary, list or set."""
    found = set[str]()
    for node in body:
        match node:
            case ast.Assign(targets=targets, value=value) if is_container(value):
                found.update(each.id for each in targets if isinstance(each, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name), value=value) if is_container(value):
                found.add(name)
    return found


def filled(function: ast.AST) -> Iterator[ast.expr]:
    """Each expression whose items a function sets, adds or removes."""
    for node in ast.walk(function):
        match node:
            case ast.Subscript(value=value, ctx=ast.Store() | ast.Del()):
                yield value
            case ast.Call(func=ast.Attribute(value=value, attr=attribute)) if attribute in FILLING:
                yield value


def tables_filled_by(source: str) -> set[str]:
    """The tables of a module that its functions fill: global ones, attributes of functions, and those of a class."""
    tree, found = ast.parse(source), set[str]()
    shared = containers(tree.body)
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    of_classes = {name for node in tree.body if isinstance(node, ast.ClassDef) for name in containers(node.body)}
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda)]:
        own = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        own |= {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
        for value in filled(function):
            match value:
                case ast.Name(id=name) if name in shared - own:
                    found.add(name)
                case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in functions - own:
                    found.add(f"{name}.{attribute}")
                case ast.Attribute(attr=attribute) if attribute in of_classes:
                    found.add(attribute)
        found.update(name for node in ast.walk(function) if isinstance(node, ast.Global) for name in node.names)
    return found


def modules(game: Path) -> dict[Path, str]:
    """The rules, variants and scenarios of a game, except what a scenario derives, each with its source."""
    paths = [path for folder in RULES for path in sorted((game / folder).rglob("*.py")) if path.stem != "derived"]
    return {path.relative_to(game): path.read_text(encoding="utf-8") for path in paths}


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_no_rule_uses_a_cache(game: Path) -> None:
    rules = modules(game)
    assert {
        path: sorted(more) for path, text in rules.items() if (more := cached_by(text) | tables_filled_by(text))
    } == {}
    assert len(rules) > 10


def test_derived_tables_are_cached() -> None:
    derived = {path: path.read_text(encoding="utf-8") for game in GAMES for path in game.rglob("derived/*.py")}
    cached = {path.parents[1].name for path, text in derived.items() if cached_by(text)}
    assert cached == {"axis_allies_pacific", "victory_in_the_pacific", "war_in_the_pacific"}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from ironbottom.engine.cache import cached, FingerprintContext", {"cached"}),
        ("from ironbottom.engine.cache.updating import incremental_map", {"incremental_map"}),
        ("from ironbottom.engine import cache", {"cache"}),
        ("from functools import lru_cache, partial", {"lru_cache"}),
        ("import functools", {"functools"}),
        ("from ironbottom.games.some_game.derived.tables import latest_by_side", {"latest_by_side"}),
        ("from ironbottom.games.some_game.derived import air_bases, tables", {"tables"}),
        ("from ironbottom.engine.core import sets", set()),
    ],
)
def test_a_rule_that_uses_a_cache_is_found(source: str, found: set[str]) -> None:
    assert cached_by(source) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("KNOWN = {}\ndef f(key):\n    KNOWN[key] = 1", {"KNOWN"}),
        ("KNOWN: dict[int, int] = dict[int, int]()\ndef f(key):\n    return KNOWN.setdefault(key, 1)", {"KNOWN"}),
        ("SEEN = set()\ndef f(key):\n    SEEN.add(key)", {"SEEN"}),
        ("def f(key):\n    f.known[key] = 1\nf.known = {}", {"f.known"}),
        ("class A:\n    known = {}\n    def f(self, key):\n        self.known[key] = 1", {"known"}),
        ("LAST = None\ndef f(key):\n    global LAST\n    LAST = key", {"LAST"}),
        ("KNOWN = {1: 2}\nKNOWN[3] = 4\ndef f(key):\n    KNOWN = {}\n    KNOWN[key] = 1", set()),
        ("KNOWN = {1: 2}\ndef f(key, cells):\n    cells[key] = KNOWN[key]", set()),
    ],
)
def test_a_table_that_functions_fill_is_found(source: str, found: set[str]) -> None:
    assert tables_filled_by(source) == found
