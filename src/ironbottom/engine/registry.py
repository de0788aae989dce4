"""The games there are, found by id or short form."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from ironbottom.engine.errors import BadValue
from ironbottom.engine.rules import Game

HOME = "ironbottom.games"
_registered: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Makes a game known under its id and its short form."""
    _registered[game.id] = game
    return game


def is_known(name: str) -> bool:
    """Whether a game has been registered under this id."""
    return name in _registered


def is_shipped(game: Game) -> bool:
    """Whether every process finds this game by its name, without knowing its module."""
    return type(game).__module__.startswith(f"{HOME}.")


def all_games() -> list[Game]:
    """Every game that is installed, by id; each registers itself on import."""
    for package in packages():
        import_module(f"{HOME}.{package}")
    return [_registered[name] for name in sorted(_registered)]


def packages() -> list[str]:
    """The folders of the games that are installed, by name."""
    return [module.name for module in pkgutil.iter_modules(import_module(HOME).__path__) if module.ispkg]


def initials(package: str) -> str:
    """The short form of a game by its folder.

    >>> initials("pacific_fury")
    'pf'
    """
    return "".join(word[0] for word in package.split("_"))


def _likely(name: str) -> list[Game]:
    """Games of packages with this name or these initials, so that the large ones are not loaded to play another."""
    for package in packages():
        if name in (package, initials(package)):
            import_module(f"{HOME}.{package}")
    return list(_registered.values())


def get_game(name: str) -> Game:
    """The game of this id or short form.

    >>> get_game("pf").title
    'Pacific Fury: Guadalcanal 1942'
    >>> get_game("chess")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ironbottom.engine.errors.BadValue: no game is called 'chess'; there are ... pacific_fury (pf), ...
    """
    for games in (lambda _: _registered.values(), _likely, lambda _: all_games()):
        for game in games(name):
            if name in (game.id, game.short):
                return game
    listed = ", ".join(f"{game.id} ({game.short})" for game in all_games())
    raise BadValue(f"no game is called {name!r}; there are {listed}")
