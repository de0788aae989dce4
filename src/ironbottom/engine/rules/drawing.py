"""Drawing a game for one viewer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.text.svg import draw

if TYPE_CHECKING:
    from ironbottom.engine.rules.game import Rules
    from ironbottom.engine.rules.state import State


def default_viewer(state: State) -> str:
    """The first side to decide; ``open`` when the game is over."""
    return state.current_sides[0] if state.stack else "open"


def svg_of(rules: Rules, view: Mapping[str, object]) -> str:
    """Returns a view as an SVG image; ``BadValue`` if the game has no map."""
    own_map = rules.game.map()
    if own_map is None:
        raise BadValue(f"{rules.game.title} has no map to draw")
    return draw(own_map.chart(rules, view))
