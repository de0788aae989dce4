"""A review as one page of HTML without scripts, with the curve as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ironbottom.engine.rules.game import Rules
from ironbottom.lab.review.report import Mistake, Review
from ironbottom.lab.review.text import (
    effects,
    headline,
    interval_text,
    percent,
    scope,
    side_titles,
    signed,
    turning_point_line,
)

WIDTH, HEIGHT, LEFT, FOOT = 960, 240, 56, 24
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #16242e;
  background: #faf9f3; }
svg { width: 100%; height: auto; }
svg text { font-size: 13px; fill: currentColor; }
.choice { stroke: currentColor; stroke-width: 2.5; }
.luck { stroke: currentColor; stroke-width: 2; stroke-dasharray: 3 4; }
.axis { stroke: currentColor; opacity: 0.3; }
dt { float: left; width: 6rem; color: #5b6a73; }
dd { margin-left: 6rem; }
table { border-collapse: collapse; }
td { padding: 0 1rem 0 0; }
td.number { text-align: right; }
@media (prefers-color-scheme: dark) { body { color: #e9e6da; background: #14202a; } dt { color: #9fb0ba; } }
"""


def review_page(review: Review, rules: Rules) -> str:
    """Returns the page."""
    return "\n".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(rules.game.title)}: review</title><style>{STYLE}</style></head><body>",
            *render_body(review, rules),
            "</body></html>",
        ]
    )


def render_body(review: Review, rules: Rules) -> Iterator[str]:
    """Yields the elements of the page."""
    titles = side_titles(rules)
    first = titles[review.sides[0]]
    yield f"<h1>{escape(rules.game.title)}</h1>"
    yield f"<p>{escape(f'Over: {review.why}.' if review.winners is not None else 'Not over yet.')}</p>"
    yield f"<h2>{escape(headline(review, rules))}</h2>"
    yield render_curve(review, first)
    yield f"<p>{escape(scope(review))}</p><table>"
    for name, effect in effects(review, rules):
        cells = f'<td class="number">{signed(effect.change)}</td><td>{interval_text(effect.interval)}</td>'
        yield f"<tr><td>{escape(name[:1].upper() + name[1:])}</td>{cells}</tr>"
    yield "</table>"
    if review.turning_points:
        yield "<h2>Turning points</h2><ol>"
        yield from (f"<li>{escape(turning_point_line(one, titles, first))}</li>" for one in review.turning_points)
        yield "</ol>"
    for side in review.sides:
        own = [one for one in review.mistakes if one.side == side]
        yield f"<h2>{escape(f'Mistakes of {titles[side]}' if own else f'No mistakes of {titles[side]} found')}</h2>"
        yield from (mistake_item(one) for one in own)


def mistake_item(mistake: Mistake) -> str:
    """Returns a mistake as a list of its parts."""
    cost = f"{percent(mistake.cost)} of winning, {interval_text(mistake.interval)}"
    parts = {"Chosen": mistake.chosen, "Better": mistake.better, "Cost": cost, "Why": mistake.why}
    items = "".join(f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in parts.items())
    return f"<h3>Turn {mistake.turn}, line {mistake.number}</h3><dl>{items}</dl>"


def render_curve(review: Review, first: str) -> str:
    """Returns the chance of the first side as a curve: choices as solid lines, luck as dotted ones."""
    count = max(len(review.points), 1)

    def spot(place: float, chance: float) -> str:
        return f"{LEFT + (WIDTH - LEFT) * place / count:.1f},{8 + (HEIGHT - FOOT - 8) * (1 - chance):.1f}"

    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(f"Chance of {first} to win")}">',
    ]
    for chance in (0.0, 0.5, 1.0):
        ends = spot(0, chance).split(","), spot(count, chance).split(",")
        (x1, y1), (x2, y2) = ends
        parts.append(f'<line class="axis" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>')
        parts.append(f'<text x="0" y="{float(y1) + 4:.1f}">{percent(chance)}</text>')
    following = [*(point.before for point in review.points[1:]), review.end]
    turn = 0
    for place, (point, after) in enumerate(zip(review.points, following, strict=True)):
        parts.append(
            f'<polyline class="choice" points="{spot(place, point.before)} {spot(place + 0.5, point.after)}"/>'
        )
        parts.append(f'<polyline class="luck" points="{spot(place + 0.5, point.after)} {spot(place + 1, after)}"/>')
        if point.turn != turn:
            turn = point.turn
            parts.append(f'<text x="{spot(place, 0).split(",")[0]}" y="{HEIGHT - 4}">{turn}</text>')
    return "".join([*parts, "</svg>"])
