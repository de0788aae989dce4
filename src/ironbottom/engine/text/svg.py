"""Maps as SVG: areas, land, places and stacks, in the plain style of a staff chart.

A ``MapDrawing`` is made only from the view of one side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import atan, log, pi, radians, sinh, tan
from typing import NamedTuple

Point = tuple[float, float]
"""Degrees east (0 to 360, so that the Pacific is in one piece) and degrees north; on a flat map, right and up."""
Ring = Sequence[Point]

WIDTH = 960
"""The width of a drawing in pixels; the height follows from the map."""
HEADER = 58
MARGIN = 14
INK, INK2, PAPER, SEA, LAND, COAST, BORDER, WATER = (
    "#14222B",
    "#4A5963",
    "#FAF8F2",
    "#D2E0E5",
    "#EAE2CE",
    "#857759",
    "#557684",
    "#2D5064",
)
NOBODY = "#76838A"
"""The color of items that no side holds."""
RED, BLUE = "#AD2F1B", "#1C4C85"
SANS, SERIF = "IBM Plex Sans, Helvetica, Arial, sans-serif", "Libre Caslon Text, Georgia, serif"
COUNTER_WIDTH, COUNTER_HEIGHT = 34, 19
VIEWERS = {"public": "what everybody sees", "open": "everything"}
"""The words for the viewer in the title of a drawing; a side is named by its title."""


NEARBY = sorted(
    ((across * COUNTER_WIDTH / 2, down * COUNTER_HEIGHT) for across in range(-5, 6) for down in range(-4, 5)),
    key=lambda to: (to[0] ** 2 + to[1] ** 2, to),
)
"""Offsets for a counter from its point, the nearest first."""


class DrawnArea(NamedTuple):
    """A sea area, zone or land: its rings, the position of its name, and the side that holds it (empty: nobody)."""

    name: str
    rings: Sequence[Ring]
    label: Point
    holder: str = ""
    is_land: bool = False


class DrawnPlace(NamedTuple):
    """A port or base."""

    name: str
    point: Point
    holder: str = ""
    is_port: bool = True


class DrawnStack(NamedTuple):
    """The units of a side at a point."""

    point: Point
    side: str
    number: int


class MapDrawing(NamedTuple):
    """The contents of a drawing of a view."""

    id: str
    """The game; its id makes names in the drawing unique on a page with several drawings."""
    title: str
    heading: str
    sides: Mapping[str, str]
    """The sides with their titles. The first is drawn red with round corners, the others blue with cut corners."""
    box: tuple[float, float, float, float]
    """The west, south, east and north edges; stacks and places outside are moved to the edge."""
    areas: Sequence[DrawnArea] = ()
    land: Sequence[Ring] = ()
    hexes: Sequence[Point] = ()
    """The centers of land hexes."""
    hex_height: float = 1.0
    """The height of a hex in degrees of latitude at the equator."""
    places: Sequence[DrawnPlace] = ()
    stacks: Sequence[DrawnStack] = ()
    flat: bool = False
    """Whether points are on a plane rather than on the globe."""


_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})


def escape(text: str) -> str:
    """A text with XML escapes. Importing ``html.escape`` would take a twentieth of the package's import time.

    >>> escape("Axis & Allies")
    'Axis &amp; Allies'
    """
    return text.translate(_ESCAPES)


def normalize_longitude(longitude: float) -> float:
    """A longitude from 0 to 360.

    >>> normalize_longitude(-158.0), normalize_longitude(139.5)
    (202.0, 139.5)
    """
    return longitude % 360


def decode_ring(flat: Sequence[int], step: float) -> list[Point]:
    """A ring, given as its first point and then differences, in units of ``step`` degrees.

    >>> decode_ring([1000, 200, 50, 0, 0, -25], 0.01)
    [(10.0, 2.0), (10.5, 2.0), (10.5, 1.75)]
    """
    x = y = 0
    ring = []
    for across, up in zip(flat[::2], flat[1::2], strict=True):
        x, y = x + across, y + up
        ring.append((round(x * step, 4), round(y * step, 4)))
    return ring


def render_svg(chart: MapDrawing) -> str:
    """Returns a chart as the text of an SVG image, ``WIDTH`` pixels wide.

    >>> bay = DrawnArea("Bay", [[(0, 0), (20, 0), (20, 10), (0, 10)]], (10, 5), "red")
    >>> sides = {"red": "Red", "blue": "Blue"}
    >>> stacks = [DrawnStack((9, 4), "blue", 3)]
    >>> text = render_svg(MapDrawing("pond", "Pond", "Turn 1", sides, (0, 0, 20, 10), [bay], stacks=stacks))
    >>> text[:4], text.count("<title>"), "Blue: 3" in text
    ('<svg', 2, True)
    """
    return "\n".join(_Drawing(chart).lines()) + "\n"


def _miller(latitude: float) -> float:
    """The distance of a latitude from the equator on Miller's cylindrical projection, in degrees."""
    return 1.25 * log(tan(pi / 4 + radians(latitude) * 0.4)) * 180 / pi


class _Drawing:
    """A drawing in progress."""

    def __init__(self, chart: MapDrawing) -> None:
        self.chart = chart
        self.labels: list[tuple[float, float, float, float]] = []
        """The left, top, right and bottom edges of the labels drawn so far, which later labels may not overlap."""
        west, south, east_edge, north = chart.box
        self.scale = WIDTH / (east_edge - west)
        self.west, self.top = west, self._height_of(north)
        self.height = round((self.top - self._height_of(south)) * self.scale)
        self.first = next(iter(chart.sides), "")
        self.several = len(chart.sides) > 2

    def lines(self) -> Iterator[str]:
        """The text line by line."""
        return filter(None, self._lines())

    def _lines(self) -> Iterator[str]:
        chart = self.chart
        size = f'width="{WIDTH}" height="{HEADER + self.height}" viewBox="0 0 {WIDTH} {HEADER + self.height}"'
        yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{SANS}">'
        yield f"<title>{escape(chart.title)}</title>"
        yield f'<rect width="{WIDTH}" height="{HEADER + self.height}" fill="{PAPER}"/>'
        yield f'<text x="14" y="24" font-size="17" font-weight="600" fill="{INK}">{escape(chart.title)}</text>'
        yield f'<text x="14" y="45" font-size="13" fill="{INK2}">{escape(chart.heading)}</text>'
        yield f'<svg y="{HEADER}" width="{WIDTH}" height="{self.height}" viewBox="0 0 {WIDTH} {self.height}">'
        yield f'<rect width="{WIDTH}" height="{self.height}" fill="{SEA}"/>'
        yield from self._areas(area for area in chart.areas if not area.is_land)
        if chart.land:
            yield f'<path d="{self._path(chart.land)}" fill="{LAND}" stroke="{COAST}" stroke-width=".6"/>'
        if chart.hexes:
            yield f'<path d="{self._hexes()}" fill="{LAND}" stroke="{COAST}" stroke-width=".3"/>'
        yield from self._areas(area for area in chart.areas if area.is_land)
        for area in chart.areas:
            if not area.is_land:
                yield self._name(area)
        for place in chart.places:
            yield self._place(place)
        for area in chart.areas:
            if area.is_land:
                yield self._name(area)
        yield from self._stacks()
        yield "</svg>"
        yield "</svg>"

    def _xy(self, point: Point) -> Point:
        return (point[0] - self.west) * self.scale, (self.top - self._height_of(point[1])) * self.scale

    def _height_of(self, y: float) -> float:
        return y if self.chart.flat else _miller(y)

    def _inside(self, point: Point) -> Point:
        """The stacks, with those outside the drawing moved to its edge."""
        x, y = self._xy(point)
        return min(max(x, MARGIN), WIDTH - MARGIN), min(max(y, MARGIN), self.height - MARGIN)

    def _fits(self, left: float, bottom: float, text: str, size: float) -> bool:
        """Whether a label of this size overlaps no earlier one; if so, its space is reserved."""
        right, top = left + len(text) * size * 0.56, bottom - size
        free = all(right < a or left > c or bottom < b or top > d for a, b, c, d in self.labels)
        if free:
            self.labels.append((left, top, right, bottom))
        return free

    def _path(self, rings: Sequence[Ring]) -> str:
        return "".join(f"M{'L'.join(f'{x:.1f} {y:.1f}' for x, y in map(self._xy, ring))}Z" for ring in rings)

    def _hexes(self) -> str:
        """Hexes with flat tops on Mercator's projection, each a little smaller than its cell."""
        high = self.chart.hex_height / 2
        parts = []
        for lon, lat in self.chart.hexes:
            mercator = log(tan(pi / 4 + radians(lat) / 2)) * 180 / pi
            x, y = self._xy((lon, lat))
            up, down = (self._xy((lon, _from_mercator(mercator + way)))[1] - y for way in (high, -high))
            half = self.chart.hex_height / 3**0.5 * self.scale
            parts.append(
                f"M{x - half:.1f} {y:.1f}l{half / 2:.1f} {up:.1f}h{half:.1f}l{half / 2:.1f} {-up:.1f}"
                f"l{-half / 2:.1f} {down:.1f}h{-half:.1f}z"
            )
        return "".join(parts)

    def color(self, side: str) -> str:
        """The color of a side, or of nobody."""
        return NOBODY if side not in self.chart.sides else RED if side == self.first else BLUE

    def _areas(self, areas: Iterable[DrawnArea]) -> Iterator[str]:
        """Areas with their borders, tinted at the edge with the color of the side that holds them."""
        for number, area in enumerate(areas):
            outline, name = self._path(area.rings), f"{self.chart.id}-{'land' if area.is_land else 'sea'}-{number}"
            fill, edge, thin = (LAND, COAST, 0.6) if area.is_land else (SEA, BORDER, 1.2)
            yield f'<path d="{outline}" fill="{fill}" stroke="{edge}" stroke-width="{thin}"/>'
            if area.holder in self.chart.sides:
                wide = 7 if area.is_land else 22
                dashes = "" if area.holder == self.first else ' stroke-dasharray="5 2"'
                yield f'<clipPath id="{name}"><path d="{outline}"/></clipPath>'
                yield (
                    f'<path d="{outline}" clip-path="url(#{name})" fill="none" stroke="{self.color(area.holder)}" '
                    f'stroke-width="{wide}" stroke-opacity=".3"{dashes}/>'
                )

    def _name(self, area: DrawnArea) -> str:
        """The name of an area at its middle; left out if it would overlap another label."""
        x, y = self._inside(area.label)
        size, lift = (8.5, 5) if area.is_land else (13, 16)
        if not self._fits(x - len(area.name) * size * 0.28, y - lift, area.name, size):
            return ""
        halo = f'fill="{INK}" stroke="{LAND}" stroke-width="2" paint-order="stroke"'
        style = halo if area.is_land else f'font-style="italic" font-family="{SERIF}" fill="{WATER}"'
        attributes = f'x="{x:.1f}" y="{y - lift:.1f}" font-size="{size}" text-anchor="middle"'
        return f"<text {attributes} {style}>{escape(area.name)}</text>"

    def _place(self, place: DrawnPlace) -> str:
        x, y = self._inside(place.point)
        color = self.color(place.holder)
        holder = self.chart.sides.get(place.holder)
        tip = f"{place.name}, held by {holder}" if holder else place.name
        sign = (
            f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8" fill="{color}" stroke="#FFF"/>'
            if place.is_port
            else f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}" stroke="#FFF"/>'
        )
        wide = len(place.name) * 5.6
        at_left = x + wide > WIDTH - MARGIN
        label = ""
        if self._fits(x - 7 - wide if at_left else x + 7, y + 3.5, place.name, 10):
            style = f'font-size="10" fill="{INK}" stroke="{SEA}" stroke-width="2.5" paint-order="stroke"'
            anchor = f'x="{x - 7:.1f}" text-anchor="end"' if at_left else f'x="{x + 7:.1f}"'
            label = f'<text {anchor} y="{y + 3.5:.1f}" {style}>{escape(place.name)}</text>'
        return f"<g><title>{escape(tip)}</title>{sign}{label}</g>"

    def _stacks(self) -> Iterator[str]:
        """Counters below their points, or as close as there is room."""
        taken: list[Point] = []
        for stack in self.chart.stacks:
            x, y = self._inside(stack.point)
            right, bottom = WIDTH - COUNTER_WIDTH, self.height - COUNTER_HEIGHT
            spots = [(min(x + across, right), min(y + 6 + down, bottom)) for across, down in NEARBY]
            spot = next((spot for spot in spots if not any(_overlap(spot, other) for other in taken)), spots[0])
            taken.append(spot)
            yield self._counter(*spot, stack)

    def _counter(self, left: float, top: float, stack: DrawnStack) -> str:
        title, wide, high = self.chart.sides[stack.side], COUNTER_WIDTH, COUNTER_HEIGHT
        color = f'fill="{self.color(stack.side)}" stroke="#FFF"'
        if stack.side == self.first:
            body = f'<rect x="{left:.1f}" y="{top:.1f}" width="{wide}" height="{high}" rx="5" {color}/>'
            sign = f'<circle cx="{left + 8:.1f}" cy="{top + high / 2:.1f}" r="3.5" fill="#FFF"/>'
        else:
            cut = 5
            body = (
                f'<path d="M{left + cut:.1f} {top:.1f}h{wide - 2 * cut}l{cut} {cut}v{high - 2 * cut}l-{cut} {cut}'
                f'h-{wide - 2 * cut}l-{cut} -{cut}v-{high - 2 * cut}z" {color}/>'
            )
            mark = stack.side[:2].upper() if self.several else "★"
            sign = f'<text x="{left + 3:.1f}" y="{top + 14:.1f}" font-size="9" fill="#FFF">{escape(mark)}</text>'
        figure = f'<text x="{left + wide - 4:.1f}" y="{top + 15:.1f}" font-size="12" font-weight="600" '
        figure += f'text-anchor="end" fill="#FFF">{stack.number}</text>'
        return f"<g><title>{escape(title)}: {stack.number}</title>{body}{sign}{figure}</g>"


def _overlap(one: Point, other: Point) -> bool:
    """Whether counters at two places, by their upper left corners, overlap."""
    return abs(one[0] - other[0]) < COUNTER_WIDTH and abs(one[1] - other[1]) < COUNTER_HEIGHT


def _from_mercator(y: float) -> float:
    """The latitude at a height on Mercator's projection; both are in degrees.

    >>> round(_from_mercator(0), 3), round(_from_mercator(40.46), 1)
    (0.0, 37.5)
    """
    return atan(sinh(radians(y))) * 180 / pi
