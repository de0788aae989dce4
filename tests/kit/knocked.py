"""A plugin for pytest that knocks one condition out: ``KNOCKED=pacific_fury:3`` makes the fourth one always true."""

from __future__ import annotations

import os

from ironbottom.engine.conditions import Condition
from ironbottom.engine.rules import Game
from tests.kit.games import named

VARIABLE = "KNOCKED"


def conditions(game: Game) -> list[tuple[str, Condition]]:
    """The conditions of a game, each once, with the first verb that has it."""
    found: dict[int, tuple[str, Condition]] = {}
    for verb in game.vocabulary.verbs:
        for condition in verb.conditions:
            found.setdefault(id(condition), (verb.name, condition))
    return list(found.values())


def always(*_: object) -> bool:
    """What the condition says once it is knocked out."""
    return True


def pytest_configure() -> None:
    """Knocks the condition out before the first test is collected."""
    game, place = os.environ[VARIABLE].split(":")
    conditions(named(game))[int(place)][1].test = always
