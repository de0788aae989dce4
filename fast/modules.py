"""The modules that are compiled: those in which a game spends its time.

Texts, odds, bots, records and the server stay interpreted. So does the conformance kit, ``testing``: most of its time
is spent in the compiled modules of the games that it checks.
"""

from __future__ import annotations

from pathlib import Path

ENGINE = (
    "cache/caches",
    "cache/fingerprints",
    "cache/versioned",
    "core/events",
    "core/fields",
    "core/layout",
    "core/sets",
    "dice/dice",
    "rules/actions",
    "rules/choices",
    "rules/legality",
    "rules/procedures",
    "rules/question",
    "rules/restrictions",
    "rules/state",
)
"""Frames stay interpreted, since the compiler drops the keyword arguments of a class statement.

The interface of a game stays interpreted too. A game that is not compiled, such as that of the kit, needs the
interpreted package: compiled procedures work only with compiled ones.
"""
BOARD = ("alternating_placement", "area_battles", "areas", "offset_grid", "reach", "seas", "stacks")
OF_A_GAME = (
    "counts.py",
    "rolls.py",
    "atlas.py",
    "pieces.py",
    "pieces_in_force.py",
    "scenario.py",
    "state.py",
    "turn_record.py",
    "cited_cases.py",
    "log.py",
    "derived/**/*.py",
    "rules/**/*.py",
    "variants/**/*.py",
    "scenarios/**/*.py",
)
"""Modules that others import come first: the type checker takes the modules of an import cycle in this order."""
INTERPRETED = "@cached_property"
"""A module with this decorator is not compiled, since compiled code would compute the property again at each access."""


def modules(package: Path) -> list[Path]:
    """The files that are compiled, below the folder of the package."""
    found = [package / "engine" / f"{name}.py" for name in ENGINE]
    found += [package / "board" / f"{name}.py" for name in BOARD]
    for game in sorted((package / "games").iterdir()):
        for pattern in OF_A_GAME:
            found += sorted(game.glob(pattern))
    compiled = [path for path in found if path.name != "__init__.py"]
    return [path.relative_to(package) for path in compiled if INTERPRETED not in path.read_text(encoding="utf-8")]
