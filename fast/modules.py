"""What is compiled: where a game spends its time.

Players' text, odds, bots, records and the server stay as they are.
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
    "rules/procedures",
    "rules/question",
    "rules/restrictions",
    "rules/state",
)
"""Frames stay interpreted, since a compiler drops the words behind a class's bases; the contract of a game stays open.
A game that is not compiled itself, as that of the kit, plays on the pure package: a compiled procedure knows none but
compiled ones as its like."""
BOARD = ("area_battles", "areas", "in_turns", "offset_grid", "reach", "seas", "stacks")
OF_A_GAME = (
    "counts.py",
    "rolls.py",
    "atlas.py",
    "pieces.py",
    "figures.py",
    "scenario.py",
    "state.py",
    "turn_record.py",
    "log.py",
    "derived/**/*.py",
    "rules/**/*.py",
    "variants/**/*.py",
    "scenarios/**/*.py",
)
"""What others rest upon comes first: in this order the checker takes the modules of a circle of imports."""
INTERPRETED = "@cached_property"
"""A module with one is not compiled: compiled code would compute the property again at each access."""


def modules(package: Path) -> list[Path]:
    """The files that are compiled, below the folder of the package."""
    found = [package / "engine" / f"{name}.py" for name in ENGINE]
    found += [package / "board" / f"{name}.py" for name in BOARD]
    for game in sorted((package / "games").iterdir()):
        for pattern in OF_A_GAME:
            found += sorted(game.glob(pattern))
    compiled = [path for path in found if path.name != "__init__.py"]
    return [path.relative_to(package) for path in compiled if INTERPRETED not in path.read_text(encoding="utf-8")]
