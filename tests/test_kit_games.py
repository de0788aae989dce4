"""Runs the conformance kit on each registered game and on Skirmish."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ironbottom.engine.rules.game import Game
from ironbottom.testing.checks import CHECKS, KitCheck
from ironbottom.testing.coverage import Coverage
from ironbottom.testing.games import GameSetUp, games, in_slices
from ironbottom.testing.walk_checks import run_walk_checks
from tests.kit.fixtures import FIXTURES, check_fixture, recorded
from tests.kit.games import saved
from tests.kit.report import PROPERTY

BUILD, THOROUGH = pytest.mark.build, pytest.mark.thorough


IN_WALK = {check.walk_check: check for check in CHECKS if check.walk_check}
SEPARATE = [check for check in CHECKS if not check.walk_check]
Note = Callable[[str, object], None]


WALK_OF_LARGE = 2
"""The seed of the build's walk of the largest games; the thorough run also uses seed 1 and continues longer."""


EVERY_DAY = 0.13
"""The share of a game's decisions that the build checks; it also makes fewer draws and changes at each."""
SEEDS = {"hold_fast": 4}
"""The seeds of the build's walks, other than 1: in so few decisions not every seed shows each cell."""
QUICK = ("archipelago", "pacific_fury")
"""The games that the daily suite walks."""


def portion(game: Game, times: float) -> float:
    """The share of the draws and changes made at each decision, if this share of the decisions is checked."""
    return 1 if times > EVERY_DAY else 0.06 if in_slices(game) else 0.2


LONG = ("victory_in_the_pacific", "axis_allies_pacific", "war_in_the_pacific")
"""Long games: the build takes a third of that share (a sixth of the largest); their hostile check takes minutes."""


def depths(large_seed: int = 1) -> list[object]:
    """The build takes an eighth of a game's decisions; the thorough run takes all of them, in other games.

    The daily suite walks only the quick games. The largest games are walked twice as far in the thorough run.
    """
    found: list[object] = []
    for game in games():
        large = in_slices(game)
        share = EVERY_DAY / 3 if game.id in LONG else EVERY_DAY
        if large:
            found.append(pytest.param(game, share / 2, large_seed, id=f"{game.id}-every_day", marks=BUILD))
            seeds = sorted({1, large_seed})
            found += [pytest.param(game, 0.3, seed, id=f"{game.id}-thorough-{seed}", marks=THOROUGH) for seed in seeds]
        else:
            marks = [] if game.id in QUICK else [BUILD]
            seed = SEEDS.get(game.id, 1)
            found.append(pytest.param(game, share, seed, id=f"{game.id}-every_day", marks=marks))
            found.append(pytest.param(game, 1, 1001, id=f"{game.id}-thorough", marks=THOROUGH))
    return found


SELDOM_DRAWN = "worlds"
"""The check that takes too many draws in the middle of a war.

So many things are possible there that whole draws do not produce each value: Burma's positions are tested part by part
in a separate test; for Leyte and Midway the thorough run draws worlds from the start.
"""


@pytest.mark.parametrize(("game", "times", "seed"), depths(WALK_OF_LARGE))
def test_walk(game: Game, times: float, seed: int, wanted_checks: frozenset[str], record_property: Note) -> None:
    """All checks that look at states, on the same games."""
    asked = [(kind, check) for kind, check in IN_WALK.items() if not wanted_checks or check.name in wanted_checks]
    if in_slices(game) and times <= EVERY_DAY:
        asked = [(kind, check) for kind, check in asked if check.name != SELDOM_DRAWN]
    checks = [kind(game, check.budget(game, times, portion=portion(game, times))) for kind, check in asked]
    try:
        run_walk_checks(game, checks, None, seed)
    finally:
        for walk_check in checks:
            record_property(PROPERTY, f"{game.id}: {walk_check.name}: {walk_check.budget.report()}")
    for walk_check in checks:
        if isinstance(walk_check, Coverage):
            record_property(PROPERTY, f"{game.id}: {walk_check.name} of {walk_check.report()}")
        else:
            assert not walk_check.budget.left, f"{walk_check.name} did not get its decisions"


@pytest.mark.parametrize("check", SEPARATE, ids=lambda check: check.name)
@pytest.mark.parametrize(("game", "times", "seed"), depths())
def test_match(game: Game, check: KitCheck, times: float, seed: int, record_property: Note) -> None:
    """All checks that need a match: undo, hostile input, the reach of an offer."""
    if check.name == "hostile" and game.id in LONG:
        times /= 2
    budget = check.budget(game, times)
    try:
        check.run(game, budget, None, seed)
    finally:
        record_property(PROPERTY, f"{game.id}: {check.name}: {budget.report()}")
    assert not budget.left, f"{check.name} did not get its decisions"


SAVED = [setup for game in games() for setup in saved(game)]
"""Positions from the middle of games, from which the largest are tested as well as from their start."""


SHARE_OF_POSITION = 0.1
"""The share of a game's decisions for play from each of its positions."""


@pytest.mark.parametrize("setup", SAVED, ids=lambda setup: setup.position.stem)
def test_saved_position_goes_on(setup: GameSetUp) -> None:
    start = setup.start()
    assert start is not None
    assert start.decisions()


IN_BUILD = ("leyte_turn_3_at_the_shore",)
"""The positions from which each build runs the checks that need a match; the thorough run uses all, and walks too."""


def left(setup: GameSetUp) -> list[pytest.MarkDecorator]:
    """Marks a position for the thorough run only."""
    return [THOROUGH] if setup.position and setup.position.stem not in IN_BUILD else []


PLAYED_ON = [pytest.param(setup, id=setup.position.stem, marks=left(setup)) for setup in SAVED if setup.position]


@THOROUGH
@pytest.mark.parametrize("setup", [pytest.param(*each.values, id=str(each.id)) for each in PLAYED_ON])
def test_walk_from_position(setup: GameSetUp) -> None:
    """All checks that look at states, on games from a saved position."""
    asked = [(kind, check) for kind, check in IN_WALK.items() if check.name != SELDOM_DRAWN]
    checks = [kind(setup.game, check.budget(setup.game, SHARE_OF_POSITION)) for kind, check in asked]
    run_walk_checks(setup.game, checks, [setup], 1)
    assert not [
        walk_check.name for walk_check in checks if walk_check.budget.left and not isinstance(walk_check, Coverage)
    ]


@BUILD
@pytest.mark.parametrize("check", SEPARATE, ids=lambda check: check.name)
@pytest.mark.parametrize("setup", PLAYED_ON)
def test_match_from_position(setup: GameSetUp, check: KitCheck) -> None:
    """All checks that need a match, on matches from a saved position."""
    budget = check.budget(setup.game, SHARE_OF_POSITION)
    check.run(setup.game, budget, [setup], 1)
    assert not budget.left, f"{check.name} did not get its decisions"


@pytest.mark.parametrize("path", recorded(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_recorded_game(path: Path) -> None:
    check_fixture(path)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_game_has_recorded_games(game: Game) -> None:
    assert list((FIXTURES / game.id).glob("*.jsonl")), f"python -m tests.kit.fixtures {game.short} records one"
