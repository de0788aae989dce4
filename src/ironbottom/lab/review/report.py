"""The results of a review: the chance of winning by decision, luck and choices, turning points and mistakes.

All chances are those of the first side, unless a field says otherwise. Between two decisions, the chance changes for
two reasons. The first is the choice: with it, the chance differs from that with the searcher's choice. The second is
everything else: dice, hidden units, and choices that were not examined. These changes add up to the difference between
the start and the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import msgspec

from ironbottom.engine.rules.game import Rules
from ironbottom.lab.intervals import Z_95
from ironbottom.lab.review.examine import Finding
from ironbottom.lab.review.tasks import Tasks

MAX_MISTAKES, MAX_TURNING_POINTS = 5, 5
MIN_SWING = 0.1
"""The minimum change of the chance at a turning point, unless the favourite changes."""
EVEN = 0.5


class Point(msgspec.Struct):
    """The chance at an examined decision: with the searcher's choice, and with the choice made."""

    number: int
    """The line of the record."""
    turn: int
    side: str
    before: float
    after: float


class Effect(msgspec.Struct):
    """The total change of the chance by something over the match, with the half-width of its 95 % interval."""

    change: float
    interval: float


class Mistake(msgspec.Struct):
    """A choice that cost its side at least 5 % of winning; ``cost`` and its interval are that side's."""

    number: int
    turn: int
    side: str
    question: str
    chosen: str
    better: str
    cost: float
    interval: float
    why: str
    instead: list[list[str]] = []
    """The better choice, as in a record."""


class TurningPoint(msgspec.Struct):
    """A change of the chance from one decision to the next: by the choice, and by what followed it."""

    number: int
    turn: int
    side: str
    before: float
    after: float
    choice: float
    """The part of the change caused by the choice; the rest is luck."""


class Review(msgspec.Struct):
    """A review of a match."""

    game: str
    sides: list[str]
    winners: list[str] | None
    """None if the match is not over."""
    why: str
    seed: int
    most_states: int
    """The maximum number of states that were drawn for a decision."""
    choices: int
    """The number of choices that players made."""
    covered: int
    """The number of these choices that belong to an examined decision."""
    examined: int
    left: int
    """The number of decisions that were left out because there were too many."""
    start: float
    end: float
    by_side: dict[str, Effect]
    """The effect of each side's choices."""
    luck: Effect
    """The effect of dice, hidden units, and choices that were not examined."""
    points: list[Point]
    turning_points: list[TurningPoint]
    mistakes: list[Mistake]
    """At most five mistakes for each side, the costliest first."""
    findings: list[Finding]


def review_of(tasks: Tasks, findings: Sequence[Finding], seed: int, most_states: int) -> Review:
    """Combines the findings of a match, in the order of its decisions."""
    rules = tasks.rules
    first = rules.sides.ids[0]
    points = [point_of(finding, first) for finding in findings]
    start = points[0].before if points else EVEN
    end = chance_at_end(tasks, first, points)
    by_side = {
        side: effect_of([one for one in findings if one.side == side], side == first) for side in rules.sides.ids
    }
    start_error = findings[0].chance_error if findings else 0.0
    choice_error = sqrt(sum(finding.error**2 for finding in findings) + start_error**2)
    rest = end - start - sum(effect.change for effect in by_side.values())
    return Review(
        game=rules.game.id,
        sides=list(rules.sides.ids),
        winners=tasks.winners,
        why=tasks.why,
        seed=seed,
        most_states=most_states,
        choices=tasks.choices,
        covered=tasks.covered,
        examined=len(findings),
        left=tasks.left,
        start=start,
        end=end,
        by_side=by_side,
        luck=Effect(rest, Z_95 * choice_error),
        points=points,
        turning_points=turning_points(points, end),
        mistakes=[mistake for side in rules.sides.ids for mistake in mistakes_of(rules, findings, side)],
        findings=list(findings),
    )


def point_of(finding: Finding, first: str) -> Point:
    """Returns the chances of the first side at a decision."""
    before, after = finding.best, finding.chance
    if finding.side != first:
        before, after = 1 - before, 1 - after
    return Point(finding.number, finding.turn, finding.side, before, after)


def chance_at_end(tasks: Tasks, first: str, points: Sequence[Point]) -> float:
    """Returns the result for the first side; before the end of a match, the chance after its last decision."""
    if tasks.winners is None:
        return points[-1].after if points else EVEN
    return float(first in tasks.winners) if tasks.winners else EVEN


def effect_of(findings: Sequence[Finding], is_first: bool) -> Effect:
    """Returns the effect of the choices of a side on the chance of the first side."""
    change = sum(finding.gain for finding in findings)
    interval = Z_95 * sqrt(sum(finding.error**2 for finding in findings))
    return Effect(change if is_first else -change, interval)


def mistakes_of(rules: Rules, findings: Sequence[Finding], side: str) -> list[Mistake]:
    """Returns the mistakes of a side, the costliest first."""
    found = sorted([one for one in findings if one.side == side and one.is_mistake], key=lambda one: one.gain)
    return [mistake_of(rules, one) for one in found[:MAX_MISTAKES]]


def mistake_of(rules: Rules, finding: Finding) -> Mistake:
    """Returns a mistake in words."""
    titles = dict(zip(rules.sides.ids, rules.sides.titles, strict=True))
    played = (
        f"In {finding.states} drawn states {titles[finding.side]} would win {100 * finding.best:.0f} % with it, and "
        f"{100 * finding.chance:.0f} % with the choice made."
    )
    return Mistake(
        number=finding.number,
        turn=finding.turn,
        side=finding.side,
        question=finding.question,
        chosen=finding.chosen_words,
        better=finding.better_words,
        cost=-finding.gain,
        interval=Z_95 * finding.error,
        why=f"{finding.why} {played}".strip(),
        instead=finding.better,
    )


def turning_points(points: Sequence[Point], end: float) -> list[TurningPoint]:
    """Returns the largest changes of the chance, in order, and always the last one at which the favourite changed.

    >>> def at(number, before, after):
    ...     return Point(number, 1, "japan", before, after)
    >>> [one.number for one in turning_points([at(1, 0.5, 0.5), at(2, 0.52, 0.5), at(3, 0.7, 0.7)], 1.0)]
    [2, 3]
    >>> [one.number for one in turning_points([at(1, 0.53, 0.53), at(2, 0.47, 0.47), at(3, 0.44, 0.44)], 0.44)]
    [1]
    """
    following = [*(point.before for point in points[1:]), end]
    found = [
        TurningPoint(point.number, point.turn, point.side, point.before, after, point.after - point.before)
        for point, after in zip(points, following, strict=True)
    ]
    large = sorted(found, key=lambda one: -abs(one.after - one.before))[:MAX_TURNING_POINTS]
    chosen = [one for one in large if abs(one.after - one.before) >= MIN_SWING]
    if not chosen and points and (points[0].before > EVEN) != (end > EVEN):
        chosen = [one for one in found if (one.before > EVEN) != (one.after > EVEN)][-1:]
    return sorted(chosen, key=lambda one: one.number)


def chance_by_turn(review: Review) -> dict[int, float]:
    """Returns the chance at the first examined decision of each turn."""
    result: dict[int, float] = {}
    for point in review.points:
        result.setdefault(point.turn, point.before)
    return result
