"""The map of a view: sea zones, territories with their holders, and the number of each power's units in each place."""

from __future__ import annotations

from ironbottom.board import chart as common
from ironbottom.engine.data.map_files import map_file
from ironbottom.engine.text.svg import DrawnArea, DrawnStack, MapDrawing, decode_ring, normalize_longitude
from ironbottom.games.axis_allies_pacific.data import tables
from ironbottom.games.axis_allies_pacific.information.view_types import View
from ironbottom.games.axis_allies_pacific.state_types import Rules
from ironbottom.games.axis_allies_pacific.text.page import units_in_place

SIDE_OF = {"india": "uk", "australia": "uk", "china": "usa"}
"""The side that plays a power that is not itself a side."""
BOX = (72.0, -46.0, 250.0, 60.0)


def chart(rules: Rules, view: View) -> MapDrawing:
    """The chart of a view.

    >>> from ironbottom import get_game
    >>> state = get_game("aap").new()
    >>> drawn = chart(state.rules, state.view("japan"))
    >>> sum(area.is_land for area in drawn.areas), sum(not area.is_land for area in drawn.areas)
    (62, 54)
    """
    drawn, lands, zones = map_file("games/axis_allies_pacific", "map.json"), tables.LANDS, tables.ZONES
    step, rows, seas = drawn["step"], rules.facts.table(lands), rules.facts.table(zones)
    sea = [
        DrawnArea(row["id"].removeprefix("sz"), [decode_ring(row["ring"], step)], (row["label"][0], row["label"][1]))
        for row in drawn["zones"]
    ]
    land = [
        DrawnArea(
            rows[row["id"]].name if row["id"] in rows else "",
            [decode_ring(ring, step) for ring in row["rings"]],
            (row["label"][0], row["label"][1]),
            SIDE_OF.get(holder := view["control"].get(row["id"]) or "", holder),
            is_land=True,
        )
        for row in drawn["lands"]
    ]
    points = {row.id: (normalize_longitude(row.lon), row.lat) for table in (rows, seas) for row in table.values()}
    stacks = [
        DrawnStack(points[place], side, number) for (place, side), number in units_in_place(view).items() if number
    ]
    return MapDrawing(
        rules.game.id, common.title(rules, view), common.heading(rules, view), common.sides(rules), BOX,
        areas=[*sea, *land], stacks=stacks,
    )  # fmt: skip
