"""A pytest plugin that knocks one restriction out: with ``KNOCKED=pacific_fury:3`` the fourth one allows everything."""

from __future__ import annotations

import os

from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.restrictions import Restriction
from ironbottom.testing.games import named

VARIABLE = "KNOCKED"


def restrictions(game: Game) -> list[tuple[str, Restriction]]:
    """The restrictions of a game, each once, with the first verb that has it."""
    found: dict[int, tuple[str, Restriction]] = {}
    for verb in game.vocabulary.verbs:
        for named_one in verb.restrictions:
            found.setdefault(id(named_one), (verb.name, named_one))
    return list(found.values())


def always(*_: object) -> bool:
    """The result of the restriction once it is knocked out."""
    return True


def pytest_configure() -> None:
    """Knocks the restriction out before the first test is collected."""
    game, place = os.environ[VARIABLE].split(":")
    restrictions(named(game))[int(place)][1].allow = always
