"""Positions: a state as a small TOML or JSON text in the game's words, written by hand or by the game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from ironbottom.engine.rules import Rules
from ironbottom.engine.state import State

POSITION_FORMAT = 1


def write_position(state: State) -> dict[str, Any]:
    """The state as plain data: the heading (game, format, options), then what the game writes."""
    raise NotImplementedError


def read_position(position: Mapping[str, Any], rules: Rules | None = None) -> State:
    """The state that plain data describe; ``BadValue`` names the field.

    Without ``rules`` the heading must name the game; options in the heading come before those of ``rules``.
    """
    raise NotImplementedError


def position_text(state: State, form: Literal["toml", "json"] = "toml") -> str:
    """The state as a text."""
    raise NotImplementedError


def parse_position(text: str, name: str = "position") -> dict[str, Any]:
    """The plain data in a TOML or JSON text; ``BadValue`` names the line."""
    raise NotImplementedError


def load_position(path: Path | str, rules: Rules | None = None) -> State:
    """The state that a file describes."""
    raise NotImplementedError


def write_frames(rules: Rules, stack: tuple[Any, ...]) -> list[dict[str, Any]]:
    """The frames of a stack with field names, lowest first: ``[{"procedure": "surface_combat", "round": 1}]``."""
    raise NotImplementedError


def read_frames(rules: Rules, frames: Any, field: str = "frames") -> tuple[Any, ...]:
    """The stack that such frames describe; ``BadValue`` names the field."""
    raise NotImplementedError
