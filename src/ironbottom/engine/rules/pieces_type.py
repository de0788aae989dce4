"""The type variable of a game's pieces: the figures and options that its rules read as ``state.rules.pieces``.

``State``, ``Rules`` and ``Execution`` without a parameter are those of any game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["PiecesT"]

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    PiecesT = TypeVar("PiecesT", default=Any)
else:
    from typing import TypeVar

    PiecesT = TypeVar("PiecesT")  # a default needs Python 3.13
