"""What the views, frames and events of all games have in common, as their audience sees them.

Each game extends these types in its ``information/view_types.py``, with the fields that its code for players reads.
"""

from __future__ import annotations

from typing import Generic, TypedDict, TypeVar


class ViewHeading(TypedDict):
    """The heading of a view: the match and the viewer, a side, ``public`` or ``open``."""

    game: str
    options: dict[str, str]
    corrections: dict[str, object]
    side: str


class FrameView(TypedDict):
    """A procedure under way, with its fields."""

    procedure: str


FrameT = TypeVar("FrameT", bound=FrameView)


class PlayerView(ViewHeading, Generic[FrameT]):
    """A view with its frames; the last one asks."""

    frames: list[FrameT]


class EventView(TypedDict):
    """An event as its audience sees it, with its fields."""

    event: str
