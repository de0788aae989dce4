"""Large computed hex maps, compared with the distances of *War in the Pacific* and with a simple count of steps."""

from __future__ import annotations

from random import Random

import pytest

from ironbottom.board.offset_grid import NOWHERE, OPPOSITE, OffsetGrid

PACIFIC = OffsetGrid([range(28, 82)] * 38 + [range(1, 108)] * 115)
"""The seven joined sections of *War in the Pacific* (3.1) by column and row of the whole map."""
OFFSETS = {"A": (0, 27), "B": (38, 0), "C": (38, 53), "D": (76, 0), "E": (76, 53), "F": (114, 0), "G": (114, 53)}


def printed(name: str) -> int:
    """The hex with a printed number: its section, and its column and row there."""
    column, row = OFFSETS[name[0]]
    return PACIFIC.at(column + int(name[1:3]), row + int(name[3:]))


def test_the_map_has_14357_hexes() -> None:
    assert len(PACIFIC) == 14_357


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [
        ("A3934", "C0108", 0),
        ("D3354", "E3301", 0),
        ("A3833", "C0107", 1),
        ("A3920", "B0147", 0),
        ("B3940", "D0140", 0),
        ("F1940", "F3342", 14),
        ("E3231", "E3931", 7),
        ("E1602", "E1601", 1),
        ("B2048", "C2503", 10),
        ("F3342", "D0326", 68),
    ],
)
def test_distances_over_the_joins_of_sections(one: str, other: str, steps: int) -> None:
    assert PACIFIC.distance(printed(one), printed(other)) == steps


def test_the_hex_beyond_a_side_counts_the_same_side_as_its_opposite() -> None:
    pairs = [(hex, side, near) for hex in range(len(PACIFIC)) for side, near in enumerate(PACIFIC.beyond(hex))]
    inside = [(hex, side, near) for hex, side, near in pairs if near != NOWHERE]
    assert len(inside) > 80_000
    assert all(PACIFIC.beyond(near)[OPPOSITE[side]] == hex for hex, side, near in inside)
    assert all(PACIFIC.side(hex, near) == side for hex, side, near in inside[::97])


def test_the_hexes_within_some_steps_match_the_distance() -> None:
    chance = Random(3)
    for _ in range(12):
        middle, steps = chance.randrange(len(PACIFIC)), chance.randrange(9)
        wanted = tuple(hex for hex in range(len(PACIFIC)) if PACIFIC.distance(middle, hex) <= steps)
        assert PACIFIC.within(middle, steps) == wanted


def test_a_hex_off_the_map_has_no_number() -> None:
    assert [PACIFIC.at(*place) for place in ((1, 27), (1, 82), (0, 30), (154, 30), (39, 0))] == [NOWHERE] * 5
    assert PACIFIC.at(1, 28) == 0
    assert PACIFIC.ids[PACIFIC.at(39, 1)] == "039001"
