"""Charts of games on one ocean: sea areas and a coastline from the map files."""

from __future__ import annotations

from collections.abc import Mapping

from ironbottom.engine.data.map_files import map_file
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.view_types import ViewHeading
from ironbottom.engine.text.svg import VIEWERS, DrawnArea, DrawnStack, Point, Ring, decode_ring, normalize_longitude

PACIFIC = (74.0, -42.0, 244.0, 58.0)
"""West, south, east and north of the maps of the whole ocean."""


def coast(folder: str) -> list[Ring]:
    """Returns the outlines of the land in a map file ``coast.json``."""
    packed = map_file(folder, "coast.json")
    return [decode_ring(flat, packed["step"]) for flat in packed["rings"]]


def sea_areas(
    folder: str, name: str, labels: Mapping[str, Point], titles: Mapping[str, str], held: Mapping[str, str | None]
) -> list[DrawnArea]:
    """Returns the areas of a GeoJSON file, with each area's label position, names and holder."""
    polygons = [
        (feature["properties"]["id"], feature["geometry"]["coordinates"])
        for feature in map_file(folder, name)["features"]
        if feature["geometry"]["type"] == "Polygon"
    ]
    return [
        DrawnArea(
            titles[area], [[(lon, lat) for lon, lat in ring] for ring in rings], labels[area], held.get(area) or ""
        )
        for area, rings in polygons
        if area in labels
    ]


def stacks(rules: Rules, view: Mapping[str, object]) -> list[DrawnStack]:
    """Returns the stacks of a view, as the game shows them."""
    page = rules.game.page()
    picture = page.picture(rules, view) if page else []
    return [DrawnStack((normalize_longitude(lon), lat), side, number) for lon, lat, side, number in picture]


def sides(rules: Rules) -> dict[str, str]:
    """The sides with their titles."""
    return dict(zip(rules.sides.ids, rules.sides.titles, strict=True))


def heading(rules: Rules, view: Mapping[str, object]) -> str:
    """The first line of the text board: the turn and the score."""
    words = rules.game.text()
    lines = words.board(view, rules) if words and words.board else ()
    return lines[0][1].strip() if lines else ""


def title(rules: Rules, view: ViewHeading) -> str:
    """The game, and the viewer of the chart."""
    viewer = view["side"]
    whose = VIEWERS.get(viewer) or f"seen by {sides(rules)[viewer]}"
    return f"{rules.game.title}: {whose}"
