"""The ``inbox`` command: what still needs a decision and what is done. Long lists are grouped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ironbottom.cli.parsing.words import contains_words, typed_words, words_of
from ironbottom.engine.core.errors import Refused
from ironbottom.engine.rules.features import InboxEntry
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.offers import Offer

MAX_UNGROUPED = 12
"""Longer lists are grouped by kind and by what the units may do."""
OPEN, DONE = ("unordered", "open"), ("done", "ordered")
"""Words that select only open or only finished rows."""
HEADINGS = {"must": "Required:", "may": "Optional:", "standing": "May stay as it is:"}
"""The headings of the groups, by their names, which also select their rows."""


def has_inbox(rules: Rules) -> bool:
    """Returns whether a game has an inbox."""
    return rules.game.inbox() is not None


def inbox_lines(offer: Offer, rules: Rules, argument: str) -> list[str]:
    """Returns the lines of the inbox that match the words: open rows, finished rows, and later steps."""
    own = rules.game.inbox()
    if own is None:
        raise Refused("this game has no inbox")
    rows = own.inbox_entries(offer.view, offer.choices, rules)
    typed = argument.lower().split()
    matching = [row for row in rows if all(_matches(row, word) for word in typed)]
    if typed and not matching:
        kinds = ", ".join(dict.fromkeys(row.kind for row in rows)) or "nothing"
        raise Refused(
            f"no open or finished item matches {argument!r}; type a section, {OPEN[0]}, {DONE[0]}, or: {kinds}"
        )
    waiting, done = [row for row in matching if not row.done], [row for row in matching if row.done]
    counts = f"{_count_rows(len(waiting), 'waits', 'wait')}, {_count_rows(len(done), 'is done', 'are done')}"
    lines = [f"{offer.prompt} {counts}."]
    named = any(word not in (*OPEN, *DONE, *HEADINGS) for word in typed)
    whole = named or len(waiting) <= MAX_UNGROUPED
    for group in dict.fromkeys(row.group for row in waiting):
        lines += [HEADINGS[group]] if group in HEADINGS else []
        lines += [f"  {line}" for line in _grouped([row for row in waiting if row.group == group], whole=whole)]
    lines += [f"  Done: {line}" for line in _grouped(done, whole=named or len(done) <= MAX_UNGROUPED)]
    if not named and len(waiting) > MAX_UNGROUPED:
        lines.append("Type `inbox` and a section or a kind to list them.")
    if coming := own.remaining_steps(offer.view, rules):
        lines.append(f"Then in this Game-Turn: {', '.join(coming)}.")
    return lines


def _matches(row: InboxEntry, word: str) -> bool:
    """Returns whether a row matches a word: a section, a kind, a group or a state."""
    if word in OPEN or word in DONE:
        return row.done == (word in DONE)
    if word in HEADINGS:
        return row.group == word
    if len(word) == 1:
        return row.section.lower() == f"section {word}"
    return contains_words(words_of(f"{row.section} {row.kind} {row.title}"), typed_words(word))


def _grouped(rows: Sequence[InboxEntry], *, whole: bool) -> list[str]:
    """Returns rows one by one if they are few or asked for, otherwise grouped by kind and place."""
    if whole:
        return [f"{row.title}." for row in rows]
    folds: dict[tuple[str, str], Counter[str]] = {}
    for row in rows:
        folds.setdefault((row.kind, row.title.rpartition(": ")[2]), Counter())[row.section] += 1
    return [
        f"{sum(places.values())} x {kind}: {said} ({', '.join(f'{name} {n}' for name, n in places.items())})."
        for (kind, said), places in folds.items()
    ]


def _count_rows(number: int, one: str, more: str) -> str:
    return f"{number or 'nothing'} {more if number > 1 else one}"
