"""``ironbottom review``: shows how a recorded game was decided, by choices and by luck."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import to_builtins

from ironbottom.cli.commands.parameters import Count, File, Html, Json, ReviewedSide, Workers
from ironbottom.cli.output.terminal import Terminal, print_json, wants_plain
from ironbottom.cli.storage.load_match import LoadedMatch, load_match
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.replay import rules_of
from ironbottom.engine.record.record import Comment
from ironbottom.lab.parallel import available_cores
from ironbottom.lab.review.page import review_page
from ironbottom.lab.review.run import MAX_STATES, Progress, no_progress
from ironbottom.lab.review.run import review as review_record
from ironbottom.lab.review.tasks import MAX_DECISIONS
from ironbottom.lab.review.text import comment_lines, review_lines


def review(
    file: Path,
    /,
    *,
    as_: ReviewedSide = None,
    decisions: Count = MAX_DECISIONS,
    states: Count = MAX_STATES,
    seed: Count = 1,
    workers: Workers = None,
    store: File = None,
    json: Json = False,
    html: Html = False,
) -> None:
    """Show where a recorded game was decided: the chance of winning by decision, mistakes, turning points, and luck.

    Parameters
    ----------
    file
        A record, or a match in progress saved by the page.
    as_
        The side whose choices are examined. Needed before the end of a match. Default: all sides.
    decisions
        The maximum number of decisions that are examined.
    states
        The maximum number of states that are drawn for a decision: more take longer and give narrower intervals.
    seed
        The seed of the drawn states and their dice: the same seed gives the same review.
    workers
        The number of processes. Default: the number of cores.
    store
        The file in which the page stores its games. Default: the usual file.
    """
    if json and html:
        raise BadValue("choose one of --json and --html")
    if decisions < 1 or states < 1 or (workers is not None and workers < 1):
        raise BadValue("--decisions, --states and --workers must be at least 1")
    loaded = load_match(file, store)
    rules = rules_of(loaded.record.header)
    check_side(loaded, rules.sides.ids, as_)
    with review_progress() as progress:
        found = review_record(
            loaded.record,
            seed=seed,
            most_states=states,
            most_decisions=decisions,
            sides=None if as_ is None else [as_],
            workers=workers or available_cores(),
            progress=progress,
        )
    if json:
        comments = [act for act in loaded.record.acts if isinstance(act, Comment)]
        print_json({**to_builtins(found), "comments": to_builtins(comments)})
    elif html:
        print(review_page(found, rules))
    else:
        terminal = Terminal(rules.sides.ids, plain=wants_plain())
        for line, style in (*review_lines(found, rules), *comment_lines(loaded.record, rules)):
            terminal.write(line, style, indent=len(line) - len(line.lstrip()))


def check_side(loaded: LoadedMatch, sides: Sequence[str], side: str | None) -> None:
    """Raises ``BadValue`` if the side does not exist, or if none is named for a match that is not over."""
    if side is not None and side not in sides:
        raise BadValue(f"there is no side {side!r}; choose one of {', '.join(sides)}", field="--as")
    loaded.check_viewer(side)
    if side is None and not loaded.record.finished:
        raise BadValue("the match is not over, so only the choices of one side can be examined", field="--as")


@contextmanager
def review_progress() -> Iterator[Progress]:
    """Shows a progress bar on a terminal. Yields a function that is called with the number of examined decisions."""
    if not sys.stderr.isatty() or wants_plain():
        yield no_progress
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("decisions"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("decisions", total=None)
        yield lambda examined, of: bar.update(task, completed=examined, total=of)
