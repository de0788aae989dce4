"""The map of a view: the land hexes, the major ports, and the number of each side's ships at each place."""

from __future__ import annotations

from ironbottom.board import chart as common
from ironbottom.engine.text.svg import DrawnPlace, MapDrawing, normalize_longitude
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.grid import NUMBER, STEP, latitude, longitude
from ironbottom.games.war_in_the_pacific.information.view_types import View
from ironbottom.games.war_in_the_pacific.state_types import Rules

BOX = (68.0, -43.5, 208.0, 54.5)


def chart(rules: Rules, view: View) -> MapDrawing:
    """The chart of a view.

    >>> from ironbottom import get_game
    >>> state = get_game("witp").new()
    >>> len(chart(state.rules, state.view("japan")).hexes)
    4099
    """
    ports = [row for row in rules.facts.table(tables.PLACES).values() if row.port == "major"]
    return MapDrawing(
        rules.game.id,
        common.title(rules, view),
        common.heading(rules, view),
        common.sides(rules),
        BOX,
        hexes=[_middle(row.id) for row in rules.facts.table(tables.TERRAIN).values()],
        hex_height=STEP,
        places=[DrawnPlace(row.name, _middle(row.id)) for row in ports],
        stacks=common.stacks(rules, view),
    )


def _middle(name: str) -> tuple[float, float]:
    return normalize_longitude(longitude(NUMBER[name])), latitude(NUMBER[name])
