"""Values that follow from a state are cached in ``derived``; no rule, variant or scenario has its own cache."""

import ast
from pathlib import Path

import pytest

import ironbottom.games

GAMES = sorted(path.parent for folder in ironbottom.games.__path__ for path in Path(folder).glob("*/__init__.py"))
RULES = ("rules", "variants", "scenarios")
CACHES = ("ironbottom.engine.cache", "functools")
ALLOWED = {"FingerprintContext", "partial"}
"""What a rule may import of them: the type of a cached value passed on, and a call with some arguments given."""


def cached_by(source: str) -> set[str]:
    """What a module imports of the engine's caches or of ``functools``, except names that are no cache."""
    found = set[str]()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module=str(module), names=names) if module.startswith(CACHES):
                found.update(each.name for each in names)
            case ast.ImportFrom(module="ironbottom.engine", names=names):
                found.update(each.name for each in names if each.name == "cache")
            case ast.Import(names=names):
                found.update(each.name for each in names if each.name.startswith(CACHES))
    return found - ALLOWED


def modules(game: Path) -> dict[Path, str]:
    """The rules, variants and scenarios of a game, except what a scenario derives, each with its source."""
    paths = [path for folder in RULES for path in sorted((game / folder).rglob("*.py")) if path.stem != "derived"]
    return {path.relative_to(game): path.read_text(encoding="utf-8") for path in paths}


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_no_rule_uses_a_cache(game: Path) -> None:
    rules = modules(game)
    assert {path: sorted(more) for path, text in rules.items() if (more := cached_by(text))} == {}
    assert len(rules) > 10


def test_what_is_derived_is_cached() -> None:
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
        ("from ironbottom.engine.core import sets", set()),
    ],
)
def test_a_rule_that_uses_a_cache_is_found(source: str, found: set[str]) -> None:
    assert cached_by(source) == found
