"""Tables that are updated from state to state stand in ``derived/``; rules only declare what a value depends on."""

import ast
import inspect
from pathlib import Path

from ironbottom.engine import cache
from ironbottom.games.war_in_the_pacific.scenario import Scenario

FOLDER = Path(inspect.getfile(Scenario)).parent
DECLARED = {
    *("cached", "cached_by_fingerprint", "cached_by_fingerprint_per_key", "depends_on", "intern"),
    *("CacheDict", "Fingerprint", "FingerprintContext"),
}
"""What a rule may take of the engine's caches: a line above a function, and what its value depends on."""


def taken(source: str) -> set[str]:
    """What a module imports of the engine's caches."""
    return {
        each.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ironbottom.engine.cache")
        for each in node.names
    }


def test_no_rule_updates_a_table() -> None:
    rules = {path: path.read_text(encoding="utf-8") for path in sorted((FOLDER / "rules").rglob("*.py"))}
    found = {path.name: sorted(more) for path, text in rules.items() if (more := taken(text) - DECLARED)}
    assert found == {}
    assert len([path for path, text in rules.items() if taken(text)]) > 10


def test_a_rule_that_updates_a_table_is_found() -> None:
    assert taken("from ironbottom.engine.cache import cached, incremental_map") - DECLARED == {"incremental_map"}
    assert set(cache.__all__) > DECLARED
