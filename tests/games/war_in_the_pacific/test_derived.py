"""Values that follow from a state are cached in ``derived/``; no rule has its own cache."""

import ast
import inspect
from pathlib import Path

import pytest

from ironbottom.games.war_in_the_pacific.scenario import Scenario

FOLDER = Path(inspect.getfile(Scenario)).parent
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


def test_no_rule_uses_a_cache() -> None:
    rules = {path: path.read_text(encoding="utf-8") for path in sorted((FOLDER / "rules").rglob("*.py"))}
    assert {path.name: sorted(more) for path, text in rules.items() if (more := cached_by(text))} == {}
    derived = [path.read_text(encoding="utf-8") for path in (FOLDER / "derived").glob("*.py")]
    assert len([text for text in derived if cached_by(text)]) > 30
    assert len(rules) > 90


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
