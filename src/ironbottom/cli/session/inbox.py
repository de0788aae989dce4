"""``inbox`` at the terminal: what waits for a person at its question and what is done, few one by one, many folded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ironbottom.cli.parsing.words import holds, typed_words, words_of
from ironbottom.engine.core.errors import Refused
from ironbottom.engine.rules.features import Need
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.offers import Offer

FEW = 12
"""More rows are folded, one for each kind and what it may do."""
OPEN, DONE = ("unordered", "open"), ("done", "ordered")
"""Words that leave only what waits, or only what is done."""


def known(rules: Rules) -> bool:
    """Whether a game tells what waits."""
    return rules.game.inbox() is not None


def told(offer: Offer, rules: Rules, asked: str) -> list[str]:
    """The lines: how much waits, the rows that hold the words asked for, what is done, which steps are to come."""
    own = rules.game.inbox()
    if own is None:
        raise Refused("this game has no inbox")
    rows = own.needs(offer.view, offer.choices, rules)
    typed = asked.lower().split()
    wanted = [row for row in rows if all(_fits(row, word) for word in typed)]
    if typed and not wanted:
        kinds = ", ".join(dict.fromkeys(row.kind for row in rows)) or "nothing"
        raise Refused(
            f"nothing that waits or is done is of {asked!r}; say a section, {OPEN[0]}, {DONE[0]}, or: {kinds}"
        )
    waiting, done = [row for row in wanted if not row.done], [row for row in wanted if row.done]
    lines = [f"{offer.prompt} {_many(len(waiting), 'waits', 'wait')}, {_many(len(done), 'is done', 'are done')}."]
    whole = any(word not in OPEN and word not in DONE for word in typed)
    lines += [f"  {line}" for line in _folded(waiting, whole=whole)]
    lines += [f"  Done: {line}" for line in _folded(done, whole=whole)]
    if not whole and len(waiting) > FEW:
        lines.append("Say `inbox` and a section or a kind to see them one by one.")
    if coming := own.to_come(offer.view, rules):
        lines.append(f"Then in this Game-Turn: {', '.join(coming)}.")
    return lines


def _fits(row: Need, word: str) -> bool:
    """Whether a row is of a section, a kind or a state that a word names."""
    if word in OPEN or word in DONE:
        return row.done == (word in DONE)
    if len(word) == 1:
        return row.section.lower() == f"section {word}"
    return holds(words_of(f"{row.section} {row.kind} {row.title}"), typed_words(word))


def _folded(rows: Sequence[Need], *, whole: bool) -> list[str]:
    """Rows one by one where they are few or asked for, else by kind, what they may do, and where."""
    if whole or len(rows) <= FEW:
        return [f"{row.title}." for row in rows]
    folds: dict[tuple[str, str], Counter[str]] = {}
    for row in rows:
        folds.setdefault((row.kind, row.title.rpartition(": ")[2]), Counter())[row.section] += 1
    return [
        f"{sum(at.values())} x {kind}: {said} ({', '.join(f'{section} {many}' for section, many in at.items())})."
        for (kind, said), at in folds.items()
    ]


def _many(number: int, one: str, more: str) -> str:
    return f"{number or 'nothing'} {more if number > 1 else one}"
