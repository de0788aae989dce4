"""States drawn from a side's view, compared with an enumeration of all states that fit it (8.2.a, 8.4, 9.6.a)."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.state import State
from ironbottom.games.pacific_fury.pieces import CARRIERS, EXPRESS, FIRST_BOX, JAPAN, TRANSPORTS, UNITS, UNITS_OF_SIDE
from ironbottom.games.pacific_fury.state import BASE, FACE_UP, FORCE, OFF_MAP, WHERE
from tests.games.pacific_fury.rule_tester import EASTERN, SLOT, SOUTH, Force, RuleTester, at
from tests.kit.uniformity import deviation, drawn, same_for

TRIO = TRANSPORTS & UNITS_OF_SIDE[JAPAN] | EXPRESS


def small_position(*kept: str, forces: dict[str, Force], counts: str = "off", done: int = 0) -> State:
    """A position of few Japanese counters; all other ships are out of the game."""
    named = {unit.lower() for unit in kept} | {unit.lower() for force in forces.values() for unit in force["units"]}
    ships = [unit for unit in UNITS.ids if unit.startswith("ijn") and not TRIO >> UNITS.index[unit] & 1]
    gone = [unit for unit in ships if unit.removeprefix("ijn_") not in named]
    forces = {**forces, "allies_7": at(SOUTH, "Chester")}
    table = RuleTester(options={"hidden_counts": counts}, operations_done=done, forces=forces, units={"gone": gone})
    return table.match.state


def alternative_deals(state: State, cells: list[int]) -> Iterator[State]:
    """The states with Japan's face-down counters anywhere in these cells."""
    hidden = members(sum(state.cells[cell] for cell in cells) & UNITS_OF_SIDE[JAPAN] & ~state.cells[FACE_UP])
    for where in product(cells, repeat=len(hidden)):
        other = state.copy()
        for unit, cell in zip(hidden, where, strict=True):
            for origin in cells:
                other.cells[origin] &= ~(1 << unit)
            other.cells[cell] |= 1 << unit
        yield other


def is_consistent(state: State, other: State, viewer: str = "allies") -> bool:
    """Whether a state is possible, and looks the same to the viewer; two of the trio are in play (9.6.a)."""
    if (other.cells[OFF_MAP] & TRIO).bit_count() != 1:
        return False
    try:
        state.rules.check(other)
    except BadValue:
        return False
    return same_for(viewer, state, other)


def forces_hidden(*numbers: int) -> list[int]:
    return [BASE, OFF_MAP, *(FORCE + number - 1 for number in numbers)]


@pytest.mark.thorough
@pytest.mark.clause("8.4", "8.2.b", "9.6.a")
def test_8_4_draws_are_even_over_all_states_that_fit() -> None:
    """Carriers and Transports are apart, and the Express is alone.

    A force that has shown that it contains none of them contains none.
    """
    forces: dict[str, Any] = {
        "japan_1": at("box_1", "Shokaku", "Aoba"),
        "japan_2": at("box_2", "Nagato"),
        "japan_3": at(SLOT, "Atago"),
    }
    forces["japan_3"]["cannot_hold"] = ["carriers", "transports"]
    state = small_position("Zuikaku", forces=forces, done=1)
    worlds = {other.dump() for other in alternative_deals(state, forces_hidden(1, 2, 3)) if is_consistent(state, other)}
    assert len(worlds) > 50
    found = drawn(state, "allies", 20 * len(worlds), seed=1942)
    assert set(found) == worlds
    assert abs(deviation(found, dict.fromkeys(worlds, 1.0))) < 3


@pytest.mark.clause("8.4", "8.2.a")
def test_8_4_what_was_seen_of_a_force_stays_in_every_draw() -> None:
    forces: dict[str, Any] = {"japan_1": at(EASTERN, "Shokaku", "Aoba"), "japan_2": at("box_2", "Nagato")}
    state = small_position("Zuikaku", "Tone", forces=forces)
    state.cells[FACE_UP] |= 1 << UNITS.index["ijn_shokaku"]
    worlds = {other.dump() for other in alternative_deals(state, forces_hidden(1, 2)) if is_consistent(state, other)}
    found = drawn(state, "allies", 40 * len(worlds), seed=7)
    assert set(found) == worlds
    assert abs(deviation(found, dict.fromkeys(worlds, 1.0))) < 3


@pytest.mark.build
@pytest.mark.clause("8.2.a")
def test_8_2_a_without_hidden_counts_a_counter_is_more_likely_in_base() -> None:
    """Each counter in a task force, except the Express, has a weight of one sixth."""
    forces: dict[str, Any] = {"japan_1": at("box_1", "Aoba"), "japan_2": at("box_2", "Nagato")}
    state = small_position("Zuikaku", forces=forces, counts="on")
    worlds = {}
    for other in alternative_deals(state, forces_hidden(1, 2)):
        if is_consistent(state, other):
            at_sea = (other.cells[FORCE] | other.cells[FORCE + 1]) & ~EXPRESS
            worlds[other.dump()] = 6.0 ** -at_sea.bit_count()
    assert len(worlds) > 50
    found = drawn(state, "allies", 40_000, seed=3)
    assert abs(deviation(found, worlds)) < 3


@pytest.mark.build
@pytest.mark.clause("8.2.a", "9.6.a")
def test_8_2_a_the_progress_of_task_forces_is_hidden() -> None:
    """A counter in a box has a weight of one sixth, times the number of ways to choose that many boxes out of seven."""
    table = RuleTester(new=True)
    state = table.match.state
    kept = (1 << UNITS.index["ijn_aoba"]) | TRIO
    state.cells[OFF_MAP], state.cells[BASE] = state.cells[OFF_MAP], state.cells[BASE] & kept
    wanted: dict[bytes, float] = {}
    ships = members(kept)
    for where in product(range(5), repeat=len(ships)):
        boxes = [sum(1 << unit for unit, box in zip(ships, where, strict=True) if box == n) for n in range(5)]
        other = place_counters(state, boxes)
        if other is not None and same_for("allies", state, other):
            used = sum(map(bool, boxes[1:4]))
            counters = sum((units & ~EXPRESS).bit_count() for units in boxes[1:4])
            wanted[other.dump()] = (1, 7, 21, 35)[used] / 6.0**counters
    found = drawn(state, "allies", 30_000, seed=5)
    assert set(found) == set(wanted)
    assert abs(deviation(found, wanted)) < 3


def place_counters(state: State, boxes: list[int]) -> State | None:
    """Counters in base, in the first three boxes, and off the map; None if that is not allowed."""
    base, *formed, off_map = boxes
    used = [bool(units) for units in formed]
    alone = all(units == EXPRESS or not units & EXPRESS for units in formed)
    mixed = any(units & CARRIERS and units & TRANSPORTS for units in formed)
    if used != sorted(used, reverse=True) or not alone or mixed or base & EXPRESS:
        return None
    if off_map & ~TRIO or off_map.bit_count() != 1:
        return None
    other = state.copy()
    other.cells[BASE] = base
    other.cells[OFF_MAP] = other.cells[OFF_MAP] & ~TRIO | off_map
    for box, units in enumerate(formed):
        other.cells[FORCE + box], other.cells[WHERE + box] = units, FIRST_BOX + box if units else 0
    return other
