"""Features of games beyond their rules: declared on the game, loaded on demand, never looked up by name."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from examples.skirmish.skirmish.game import SKIRMISH
from ironbottom.engine.rules.registry import all_games, get_game
from tests.kit.archipelago import ARCHIPELAGO

PACKAGE = Path(__file__).parents[2] / "src" / "ironbottom"
LOOK_UPS = {"import_module", "__import__", "companion"}
ALLOWED = {"engine/rules/registry.py": 1, "testing/__main__.py": 1}
"""The registry imports the modules that define games, in one place; the kit imports those that ``--load`` names."""
FEATURES = (
    *("bots", "odds_calculator", "odds_questions", "decision_odds", "threats", "ways", "helpers", "voyages"),
    *("standing_orders", "text", "inbox", "page", "measures", "speed"),
)
EVERY_GAME = {"bots", "odds_calculator", "odds_questions", "decision_odds", "text", "page", "measures", "speed"}
MORE = {
    "aap": {"threats"},
    "pf": {"standing_orders"},
    "hf": {"standing_orders"},
    "vitp": {"standing_orders"},
    "witp": {
        "ways",
        *("helpers", "voyages", "standing_orders", "inbox"),
    },
}


def look_ups(source: str) -> Iterator[int]:
    """The lines of a source that look up a module by a string, under any name."""
    tree = ast.parse(source)
    imports = [alias for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names]
    names = LOOK_UPS | {alias.asname for alias in imports if alias.name in LOOK_UPS and alias.asname}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in names:
                yield node.lineno


def looked_up(package: Path) -> dict[str, int]:
    """The number of look-ups in each module of the package that has any."""
    counted = {}
    for path in sorted(package.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        # Parsing is slow, and any source with a look-up contains the function's name.
        if any(name in source for name in LOOK_UPS) and (many := len(list(look_ups(source)))):
            counted[path.relative_to(package).as_posix()] = many
    return counted


def test_no_module_is_looked_up_by_a_string_outside_the_registry() -> None:
    assert looked_up(PACKAGE) == ALLOWED


@pytest.mark.parametrize(
    "source",
    [
        "from importlib import import_module\nimport_module('x')\n",
        "from importlib import import_module as load\nload('x')\n",
        "import importlib\nimportlib.import_module('x')\n",
        "first = 1\n__import__('x')\n",
        "from bots.registry import companion\ncompanion('x')\n",
    ],
)
def test_a_lookup_by_string_is_found(tmp_path: Path, source: str) -> None:
    (tmp_path / "cli").mkdir()
    (tmp_path / "cli" / "spoiled.py").write_text(source, encoding="utf-8")
    assert looked_up(tmp_path) == {"cli/spoiled.py": 1}
    assert list(look_ups(source)) == [2]


def test_each_game_offers_its_features_and_no_others() -> None:
    for game in all_games():
        offered = {name for name in FEATURES if getattr(game, name)()}
        assert offered == EVERY_GAME | MORE.get(game.short, set()), game.short
    for game in (SKIRMISH, ARCHIPELAGO):
        assert not any(getattr(game, name)() for name in FEATURES)


def test_each_game_reads_its_events() -> None:
    for game in all_games():
        reader = game.event_reader(game.rules())
        assert reader, game.short
        assert reader.turn_title(73) == ("2/6/42" if game.short == "witp" else "73"), game.short
    assert SKIRMISH.event_reader(SKIRMISH.rules()) is None


def test_a_feature_is_the_module_of_its_game() -> None:
    assert get_game("pf").decision_odds() is sys.modules["ironbottom.games.pacific_fury.odds.decisions"]
    assert get_game("witp").helpers() is sys.modules["ironbottom.games.war_in_the_pacific.bot.helpers"]


def test_a_game_is_loaded_without_its_features() -> None:
    show = "import sys, ironbottom.games.war_in_the_pacific; print(*(m for m in sys.modules if 'ironbottom' in m))"
    ran = subprocess.run([sys.executable, "-c", show], capture_output=True, text=True, check=True)
    loaded = set(ran.stdout.split())
    home = "ironbottom.games.war_in_the_pacific"
    assert f"{home}.rules.sequence" in loaded
    late = ("bot.ensign", "bot.helpers", "bot.standing", "odds.calculator", "odds.decisions", "text.page")
    assert not {f"{home}.{module}" for module in (*late, "text.inbox", "measures", "speed", "ways")} & loaded
    assert "ironbottom.bots" not in loaded
