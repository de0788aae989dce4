"""What can be looked up of a game, its figures and its clauses: of every game, also of one that nobody can play yet.

A game that is only begun is a folder of ``games`` without an ``__init__.py``; its ``data/facts.py`` says its short form
and its title, and loads its figures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from ironbottom.engine.clauses import ClauseIndex
from ironbottom.engine.errors import BadValue
from ironbottom.engine.facts import Facts
from ironbottom.engine.registry import HOME, all_games


class Work(NamedTuple):
    """A game as a work of reference: its names, its figures in force, its clauses."""

    id: str
    short: str
    title: str
    facts: Callable[[Mapping[str, Any] | None], Facts]
    clauses: Callable[[], ClauseIndex]


def begun() -> list[Work]:
    """The games that have figures and clauses but cannot be played yet.

    >>> [work.short for work in begun()]
    ['witp']
    """
    folders = [path for home in import_module(HOME).__path__ for path in sorted(Path(home).iterdir())]
    return [
        _work(path) for path in folders if (path / "data" / "facts.py").exists() and not (path / "__init__.py").exists()
    ]


def _work(folder: Path) -> Work:
    said = import_module(f"{HOME}.{folder.name}.data.facts")
    return Work(
        folder.name, said.SHORT, said.TITLE, said.load, lambda: ClauseIndex.load(folder / "data" / "clauses.toml")
    )


def all_works() -> list[Work]:
    """All games that can be played, then those that are begun."""
    return [*(Work(game.id, game.short, game.title, game.facts, game.clauses) for game in all_games()), *begun()]


def get_work(name: str) -> Work:
    """The game of this id or short form, to look something up in.

    >>> get_work("witp").id, get_work("pf").id
    ('war_in_the_pacific', 'pacific_fury')
    """
    works = all_works()
    for work in works:
        if name in (work.id, work.short):
            return work
    listed = ", ".join(f"{work.id} ({work.short})" for work in works)
    raise BadValue(f"no game is called {name!r}; there are {listed}")
