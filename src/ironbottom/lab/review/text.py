"""A review as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.engine.record.record import Comment, MatchRecord
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.text.sentences import count
from ironbottom.lab.review.report import Effect, Mistake, Review, TurningPoint, chance_by_turn

Line = tuple[str, str]
"""A style (``head``, ``dim`` or empty) and a line."""


def percent(chance: float) -> str:
    """Returns a chance in whole percent.

    >>> percent(0.614), percent(1.0)
    ('61 %', '100 %')
    """
    return f"{100 * chance:.0f} %"


def signed(change: float) -> str:
    """Returns a change of a chance.

    >>> signed(-0.349), signed(0.14), signed(0.001)
    ('-35 %', '+14 %', '0 %')
    """
    rounded = round(100 * change)
    return f"{rounded:+d} %" if rounded else "0 %"


def interval_text(interval: float) -> str:
    """Returns the half-width of an interval; a narrow one is not called exact.

    >>> interval_text(0.021), interval_text(0.003), interval_text(0)
    ('±2', '±1', '±0')
    """
    return f"±{max(1, round(100 * interval)) if interval else 0}"


def side_titles(rules: Rules) -> dict[str, str]:
    """Returns the titles of the sides."""
    return dict(zip(rules.sides.ids, rules.sides.titles, strict=True))


def headline(review: Review, rules: Rules) -> str:
    """Returns the review in one sentence."""
    titles = side_titles(rules)
    numbers = {side: sum(one.side == side for one in review.mistakes) for side in review.sides}
    named = [f"{count(number, 'mistake')} of {titles[side]}" for side, number in numbers.items() if number]
    return f"{' and '.join(named)}" if named else "No mistakes that playouts show"


def scope(review: Review) -> str:
    """Returns how much of the match was examined, and how."""
    decisions, choices = count(review.examined, "decision"), count(review.choices, "choice")
    left = f" {count(review.left, 'more decision')} left out: a review examines at most {review.examined}." * bool(
        review.left
    )
    return (
        f"Examined: {decisions} with {review.covered} of {choices}, each in at most {review.most_states} drawn states "
        f"(seed {review.seed}).{left} All other choices count as luck."
    )


def effects(review: Review, rules: Rules) -> Iterator[tuple[str, Effect]]:
    """Yields the effects on the chance, each with its name."""
    titles = side_titles(rules)
    for side, effect in review.by_side.items():
        yield f"choices of {titles[side]}", effect
    yield "luck", review.luck


def review_lines(review: Review, rules: Rules) -> Iterator[Line]:
    """Yields a review as lines of text."""
    titles = side_titles(rules)
    first = titles[review.sides[0]]
    yield rules.game.title, "head"
    yield f"Over: {review.why}." if review.winners is not None else "Not over yet.", ""
    yield scope(review), "dim"
    yield f"Chance of {first} to win: {percent(review.start)} at the start, {percent(review.end)} at the end", "head"
    for name, effect in effects(review, rules):
        yield f"  {signed(effect.change):>6} ({interval_text(effect.interval)}) by {name}", ""
    by_turn = (f"{turn}: {percent(chance)}" for turn, chance in chance_by_turn(review).items())
    yield f"  as each turn opened: {', '.join(by_turn)}", ""
    if review.turning_points:
        yield "Turning points", "head"
    for number, point in enumerate(review.turning_points, 1):
        yield f"  {number}. {turning_point_line(point, titles, first)}", ""
    for side in review.sides:
        own = [one for one in review.mistakes if one.side == side]
        yield f"Mistakes of {titles[side]}" if own else f"No mistakes of {titles[side]} found", "head"
        for number, mistake in enumerate(own, 1):
            yield from mistake_lines(number, mistake)


def comment_lines(record: MatchRecord, rules: Rules) -> Iterator[Line]:
    """Yields the comments in a record, with the choices of their variations."""
    found = [act for act in record.acts if isinstance(act, Comment)]
    if found:
        yield "Comments", "head"
    titles = side_titles(rules)
    for act in found:
        variation = "; ".join([rules.game.describe_action(tuple(choice), rules) for choice in act.choices])
        writer = f" ({titles[act.side]})" if act.side else ""
        yield f"  Line {act.on}{writer}: {act.text or 'variation'}", ""
        if variation:
            yield f"     Instead: {variation}", ""


def turning_point_line(point: TurningPoint, titles: dict[str, str], first: str) -> str:
    """Returns a turning point as one line."""
    luck = point.after - point.before - point.choice
    where = f"Turn {point.turn}, choice of {titles[point.side]} (line {point.number})"
    parts = f"{signed(point.choice)} by the choice, {signed(luck)} by luck"
    return f"{where}: {first} from {percent(point.before)} to {percent(point.after)}; {parts}"


def mistake_lines(number: int, mistake: Mistake) -> Iterator[Line]:
    """Yields a mistake as lines of text."""
    cost = f"{percent(mistake.cost)} ({interval_text(mistake.interval)})"
    yield f"  {number}. Turn {mistake.turn} (line {mistake.number}), cost {cost}", ""
    yield f"     Chosen: {mistake.chosen}", ""
    yield f"     Better: {mistake.better}", ""
    yield f"     Why: {mistake.why}", ""
