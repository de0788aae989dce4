"""The map data of the browser page: 14,357 hexes as runs down the columns, hexsides as numbers, and lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from ironbottom.games.war_in_the_pacific.atlas import Atlas
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.derived.set_up import at_start
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.information.array_codec import WRITTEN_ARRAYS, places_of
from ironbottom.games.war_in_the_pacific.pieces import Pieces
from ironbottom.games.war_in_the_pacific.state import HOLDERS
from ironbottom.games.war_in_the_pacific.state_types import Rules

NO_GROUND = "."
LETTER_OF_HOLDER = {"japan": "j", "allies": "a", "neutral": "n", "nobody": "."}
STARTING = {
    *("ship_at", "damage", "shrunk", "fuel", "supply_aboard", "unit_type", "unit_at", "deployed"),
    *("air", "level", "damaged_levels", "supply"),
    *("link_from", "link_to", "ship_link"),
}
"""The arrays that the page shows in full, not only as changes since the start."""


def chart(rules: Rules) -> dict[str, object]:
    """3.1 to 3.5 The hexes by number: terrain, regions, closed sides, straits, lines, costs.

    A hexside is written as six times the number of its hex plus its own number, clockwise from north.

    >>> from ironbottom.games.war_in_the_pacific.game import WarInThePacific
    >>> data = chart(WarInThePacific().rules())
    >>> data["ground"][0], data["runs"][:12], len(data["lines"])
    ('atoll atoll', '2u4q5rq2bj39', 57)
    """
    facts, atlas = rules.facts, _atlas(rules)
    grounds = sorted({f"{row.kind} {row.terrain}" for row in facts.table(tables.TERRAIN).values()})
    letters = [NO_GROUND] * len(GRID)
    for row in facts.table(tables.TERRAIN).values():
        letters[NUMBER[row.id]] = chr(ord("a") + grounds.index(f"{row.kind} {row.terrain}"))
    return {
        "ground": grounds,
        "runs": runs(letters),
        "region_names": [row.area for row in facts.table(tables.REGIONS).values()],
        "regions": list(_pairs_of(atlas.region)),
        "straits": list(_sides(atlas.straits)),
        "closed": list(_sides(atlas.closed_to_ships)),
        "split": {row.id: [list(row.first), list(row.second), list(row.third)] for row in _split(rules)},
        "ports": {row.id: row.port_group for row in _split(rules) if row.port_group},
        "lines": [[row.kind, *row.path] for row in facts.table(tables.RAILS_AND_ROADS).values()],
        "costs": _costs(atlas),
        "speeds": {
            str(speed): [row.mp_impulse, row.mp_phase, row.fuel] for speed, row in _pieces(rules).charts.speed.items()
        },
    }


def start(rules: Rules, scenario: int) -> dict[str, object]:
    """40.1 The start of a scenario, which a view's changes apply to; it contains nothing that the booklet does not
    print.
    """
    begun = at_start(_pieces(rules), scenario)
    data: dict[str, object] = {}
    for number, block in WRITTEN_ARRAYS:
        if block.name == "control":
            data["control"] = runs(LETTER_OF_HOLDER[HOLDERS.ids[holder]] for holder in begun.arrays[number])
        elif block.name in STARTING:
            blank = max(block.low, -1)
            names = places_of(block.length)
            data[block.name] = {
                names[place]: block.kind.write(value)
                for place, value in enumerate(begun.arrays[number])
                if value != blank
            }
    return data


def runs(letters: Iterable[str]) -> str:
    """Run-length encoding: repeated letters as a number and the letter; a single letter is written without a number.

    >>> runs("aaab..")
    '3ab2.'
    """
    counted = [(letter, len(list(same))) for letter, same in groupby(letters)]
    return "".join(f"{number if number > 1 else ''}{letter}" for letter, number in counted)


def _pairs_of(regions: Sequence[int]) -> Iterator[int]:
    for region, same in groupby(regions):
        yield from (len(list(same)), -1 if region == 255 else region)


def _sides(masks: Sequence[int]) -> Iterator[int]:
    """The hexsides, each once: the three eastern hexsides of every hex, which are the western hexsides of
    other hexes.
    """
    for hex, mask in enumerate(masks):
        yield from (6 * hex + side for side in range(3) if mask >> side & 1)


def _costs(atlas: Atlas) -> list[list[int]]:
    """3.4 The cost of a hex by its row, in odd columns and in even columns."""
    result: list[list[int]] = [[], []]
    for hex, (column, row) in enumerate(GRID.places):
        own = result[column % 2 == 0]
        if column in (39, 40) and row == len(own) + 1:
            own.append(atlas.enter[hex])
    return result


def _split(rules: Rules) -> list[tables.SplitHex]:
    return list(rules.facts.table(tables.SPLIT_HEXES).values())


def _pieces(rules: Rules) -> Pieces:
    return rules.pieces


def _atlas(rules: Rules) -> Atlas:
    return _pieces(rules).atlas
