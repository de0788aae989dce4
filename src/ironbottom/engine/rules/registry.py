"""The installed games, by id or short form: those of Ironbottom, and those of other packages."""

from __future__ import annotations

import pkgutil
import warnings
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.game import Game

HOME = "ironbottom.games"
GROUP = "ironbottom.games"
"""The entry point group in which other packages name their games, each as an instance of ``Game``."""
_registered: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Registers a game under its id and its short form."""
    _registered[game.id] = game
    return game


def is_known(name: str) -> bool:
    """Whether a game has been registered under this id."""
    return name in _registered


def is_shipped(game: Game) -> bool:
    """Whether every process can find this game by its name, without knowing its module."""
    return type(game).__module__.startswith(f"{HOME}.")


def all_games() -> list[Game]:
    """All installed games by id; each registers itself on import."""
    for package in game_packages():
        _import_game(f"{HOME}.{package}")
    _load_entry_points()
    return [_registered[name] for name in sorted(_registered)]


@cache
def _load_entry_points() -> None:
    """Registers the games of other packages. One that cannot be loaded is left out with a warning.

    Such a game cannot replace one of Ironbottom's own.
    """
    from importlib.metadata import entry_points  # slow to import

    shipped = {name: game for name, game in _registered.items() if is_shipped(game)}
    for point in entry_points(group=GROUP):
        try:
            game = point.load()
        except Exception as error:
            warnings.warn(f"the game {point.name} ({point.value}) cannot be loaded: {error}", stacklevel=2)
            continue
        if isinstance(game, Game):
            register(game)
        else:
            warnings.warn(f"the entry point {point.name} ({point.value}) is not a game", stacklevel=2)
    _registered.update(shipped)


def _import_game(module: str) -> ModuleType:
    """Imports the module that defines a game. No other module of the package is imported by name."""
    return import_module(module)


def game_packages() -> list[str]:
    """The folders of the installed games by name."""
    return [module.name for module in pkgutil.iter_modules(_import_game(HOME).__path__) if module.ispkg]


def packages_with(file: str) -> list[str]:
    """The game folders that contain a file. This shows what games offer without loading them."""
    home = Path(_import_game(HOME).__path__[0])
    return [package for package in game_packages() if (home / package / file).exists()]


def short_form_of(package: str) -> str:
    """The short form of a game, from the name of its folder.

    >>> short_form_of("pacific_fury")
    'pf'
    """
    return "".join(word[0] for word in package.split("_"))


def _installed(name: str) -> list[Game]:
    """The installed games with this name or these initials, so that other games need not be loaded."""
    for package in game_packages():
        if name in (package, short_form_of(package)):
            _import_game(f"{HOME}.{package}")
    return list(_registered.values())


def get_game(name: str) -> Game:
    """The game with this id or short form.

    >>> get_game("pf").title
    'Pacific Fury: Guadalcanal 1942'
    >>> get_game("chess")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ironbottom.engine.core.errors.BadValue: no game is called 'chess'; choose one of ... pacific_fury (pf), ...
    """
    for games in (lambda _: _registered.values(), _installed, lambda _: all_games()):
        for game in games(name):
            if name in (game.id, game.short):
                return game
    listed = ", ".join(f"{game.id} ({game.short})" for game in all_games())
    raise BadValue(f"no game is called {name!r}; choose one of {listed}")


def game_from(module: str, name: str) -> Game:
    """The game with this id; one that is not installed is looked up in the module that defines it.

    >>> game_from("ironbottom.games.pacific_fury", "pacific_fury").short
    'pf'
    """
    if not is_known(name):
        own = [one for one in vars(_import_game(module)).values() if isinstance(one, Game) and one.id == name]
        if own and not is_known(name):
            register(own[0])
    return get_game(name)
