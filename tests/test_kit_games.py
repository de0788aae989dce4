"""Every registered game, and Skirmish, keeps what the conformance kit asks of all games alike."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ironbottom.engine.rules import Game
from tests.kit.budget import Budget
from tests.kit.checks import CHECKS, EVERY_DAY, Check
from tests.kit.coverage import Coverage
from tests.kit.fixtures import FIXTURES, check_fixture, recorded
from tests.kit.games import games
from tests.kit.report import PROPERTY


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_game(game: Game, check: Check, record_property: Callable[[str, object], None]) -> None:
    budget = Budget(check.share * EVERY_DAY)
    try:
        result = check.run(game, budget, None, 1)
    finally:
        told = f"{game.id}: {check.name}: {budget.report()} in {budget.spent:.1f} s"
        record_property(PROPERTY, told)
    assert budget.count, "nothing was checked"
    if isinstance(result, Coverage):
        record_property(PROPERTY, f"{game.id}: {check.name} of {result.report()}")


@pytest.mark.parametrize("path", recorded(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_recorded_game(path: Path) -> None:
    check_fixture(path)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_game_has_recorded_games(game: Game) -> None:
    assert list((FIXTURES / game.id).glob("*.jsonl")), f"python -m tests.kit.fixtures {game.short} records one"
