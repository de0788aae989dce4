"""Tables of odds: options or events with the chances of each outcome."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ironbottom.odds.distributions import Distribution, at_least, total

MAX_NUMBERED_ROWS = 5
"""For groups of up to this many units, each number has a row; larger groups have rows for all, half and one."""


class OddsRow(msgspec.Struct):
    """A choice or an event, with the chances of the outcomes in order."""

    id: str
    name: str
    chances: list[float]


class OddsTable(msgspec.Struct):
    """A table of exact odds; ``note`` states its assumptions."""

    title: str
    outcomes: list[str]
    rows: list[OddsRow]
    note: str


def group_rows(name: str, chances: Sequence[float], does: str, do: str) -> list[OddsRow]:
    """Returns the chance of each number of successes in a group whose members succeed with different chances.

    >>> [(row.name, round(row.chances[0], 3)) for row in group_rows("ships", [0.5, 0.5], "arrives", "arrive")]
    [('Both ships arrive', 0.25), ('At least 1 of 2 ships arrives', 0.75)]
    >>> [row.name for row in group_rows("your units", [0.5, 0.5], "arrives", "arrive")]
    ['Both of your units arrive', 'At least 1 of your 2 units arrives']
    """
    count = len(chances)
    if count < 2:
        return []
    own = name.startswith("your ")
    whole = f"{count} of {name}" if own else f"{count} {name}"
    part = name.replace("your ", f"your {count} ", 1) if own else whole
    found = total([(1 - chance, chance) for chance in chances])
    numbers = range(count, 0, -1) if count <= MAX_NUMBERED_ROWS else sorted({count, (count + 1) // 2, 1}, reverse=True)
    rows = []
    for number in numbers:
        least = min(1.0, at_least(found, number))
        everything = f"Both {f'of {name}' if own else name}" if count == 2 else f"All {whole}"
        said = f"{everything} {do}" if number == count else f"At least {number} of {part} {does if number == 1 else do}"
        rows.append(OddsRow(f"{name} {number}", said, [least, 1 - least]))
    return rows


def hits_row(key: str, name: str, hits: Distribution) -> OddsRow:
    """Returns a row with the chances of no hit, one, two, three, and more, for the outcomes ``HITS``."""
    exact = [hits[number] if number < len(hits) else 0.0 for number in range(4)]
    return OddsRow(key, name, [*exact, max(0.0, 1 - sum(exact))])


HITS = ["0", "1", "2", "3", "4+"]
