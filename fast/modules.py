"""What is compiled: where a game spends its time. Players' text, odds, bots and records stay as they are."""

from __future__ import annotations

from pathlib import Path

ENGINE = (
    "actions",
    "choices",
    "dice",
    "events",
    "fields",
    "layout",
    "procedures",
    "question",
    "restrictions",
    "sets",
    "state",
)
"""Frames stay interpreted, since a compiler drops the words behind a class's bases; the contract of a game stays open
to games that are not compiled."""
BOARD = ("area_battles", "areas", "in_turns", "seas")
GAMES = ("pacific_fury", "hold_fast", "victory_in_the_pacific")
OF_A_GAME = ("log.py", "pieces.py", "state.py", "rules/*.py", "variants/*.py")


def modules(package: Path) -> list[Path]:
    """The files that are compiled, below the folder of the package."""
    found = [package / "engine" / f"{name}.py" for name in ENGINE]
    found += [package / "board" / f"{name}.py" for name in BOARD]
    for game in GAMES:
        for pattern in OF_A_GAME:
            found += sorted((package / "games" / game).glob(pattern))
    return [path.relative_to(package) for path in found if path.name != "__init__.py"]
