"""Draws from a side's view, compared with an enumeration of all states that fit (2.0.2, 5.0.3, 8.4.1, 14.0.1)."""

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

import pytest

from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.games.hold_fast.pieces import JAPAN, PLACES, PORTS, UNITS, UNITS_OF_SIDE
from ironbottom.games.hold_fast.state import (
    BLOCK,
    COMBAT_KIND_CHOICE,
    FACE_UP,
    FOLLOWED,
    IN_PLACE,
    IN_TASK_FORCE,
    MAY_BE,
    REPAIRED_HERE,
    SEEN_STRENGTH,
    STRENGTH,
    location,
    units_on_board,
)
from tests.games.hold_fast.rule_tester import RuleTester
from tests.kit.uniformity import deviation, drawn, same_for

PORT = "yokosuka"


def hidden(state: State) -> list[int]:
    """Japan's units on the board that are hidden from the Allies."""
    units = units_on_board(state.cells) & UNITS_OF_SIDE[JAPAN] & ~state.cells[FACE_UP]
    return [unit for unit in range(len(UNITS)) if units >> unit & 1]


def dealt_otherwise(state: State) -> Iterator[State]:
    """The states with the labels of Japan's hidden blocks in any order, each with any possible strength."""
    units, cells, full = hidden(state), state.cells, state.rules.pieces.strength
    blocks = [
        (location(cells, unit), cells[BLOCK + unit], cells[MAY_BE + unit], cells[FOLLOWED] >> unit & 1)
        for unit in units
    ]
    strengths = [range(cells[SEEN_STRENGTH + unit], full[unit] + 1) for unit in units]
    for order in permutations(units):
        other = state.copy()
        for unit in units:
            other.cells[FOLLOWED] &= ~(1 << unit)
            other.cells[location(cells, unit)] &= ~(1 << unit)
        for unit, (cell, number, may_be, followed) in zip(order, blocks, strict=True):
            other.cells[cell] |= 1 << unit
            other.cells[BLOCK + unit], other.cells[MAY_BE + unit] = number, may_be
            other.cells[FOLLOWED] |= followed << unit
        for strength in product(*strengths):
            twin = other.copy()
            for unit, points in zip(units, strength, strict=True):
                twin.cells[STRENGTH + unit] = points
            yield twin


def fits(state: State, other: State, viewer: str = "allies") -> bool:
    """Whether a state is possible, and looks the same to the viewer."""
    try:
        state.rules.check(other)
    except BadValue:
        return False
    return same_for(viewer, state, other)


def weigh(state: State, worlds: set[bytes], viewer: str = "allies", each: int = 60) -> None:
    """Draws from the view produce each of these worlds, uniformly, and no other."""
    found = drawn(state, viewer, each * len(worlds), seed=1942)
    assert set(found) == worlds
    assert abs(deviation(found, dict.fromkeys(worlds, 1.0))) < 3


def at(options: dict[str, str] | None = None, **fields: Any) -> State:
    """A position on the second turn."""
    rules = get_game("hf").rules(options)
    return read_position({"game": "hold_fast", "turn": 2, **fields}, rules)


@pytest.mark.clause("2.0.2")
def test_2_0_2_draws_are_even_over_the_labels_that_blocks_may_have() -> None:
    """The possible units of blocks overlap, so that one of them constrains others."""
    units = {PORT: ["j_akagi", "j_kaga", "j_soryu"], "truk": ["j_nagato"], "off_board": ["j_land_based_air_1"]}
    memory = [
        {"blocks": ["japan_1", "japan_2"], "may_be": ["j_akagi", "j_kaga", "j_nagato", "j_land_based_air_1"]},
        {"blocks": ["japan_3"], "may_be": ["j_kaga", "j_soryu"]},
        {"blocks": ["japan_4"], "may_be": ["j_akagi", "j_nagato", "j_soryu"]},
        {"blocks": ["japan_5"], "may_be": ["j_land_based_air_1", "j_kaga"]},
    ]
    blocks = {PORT: ["japan_1", "japan_2", "japan_3"], "truk": ["japan_4"], "off_board": ["japan_5"]}
    state = at(units=units, blocks=blocks, memory=memory)
    worlds = {other.dump() for other in dealt_otherwise(state) if fits(state, other)}
    assert len(worlds) > 4
    weigh(state, worlds)


@pytest.mark.clause("2.0.2")
def test_2_0_2_without_block_memory_the_blocks_of_a_place_are_sampled_as_one() -> None:
    units = {PORT: ["j_akagi", "j_kaga"], "truk": ["j_nagato"], "coral_sea": ["j_submarine", "j_transport_1"]}
    state = at({"block_memory": "off"}, units=units)
    worlds = {other.dump() for other in dealt_otherwise(state) if fits(state, other)}
    assert len(worlds) == 2 * 3 * 4 // 2
    weigh(state, worlds)


@pytest.mark.clause("2.0.2", "5.0.3")
def test_5_0_3_what_was_restored_is_shared_out_evenly_over_ships_and_ports() -> None:
    units = {PORT: ["j_akagi", "j_nagato"], "truk": ["j_kaga"]}
    hurt = {"j_akagi": 1, "j_nagato": 1, "j_kaga": 1}
    now = {"j_akagi": 1, "j_nagato": 3, "j_kaga": 1}
    done = {"spent": {"japan": 3}, "repaired_here": {"yokosuka": 2}, "raided": {"yokosuka": 1}}
    data: dict[str, Any] = {**done, "strength": now, "seen_strength": hurt, "step": "repairs"}
    state = at(units=units, **data)
    ports = {PORTS.index[port]: state.rules.pieces.repair[PORTS.index[port]] for port in (PORT, "truk", "saigon")}
    worlds = set()
    for other in dealt_otherwise(state):
        for points in product(*(range(most + 1) for most in ports.values())):
            for port, restored in zip(ports, points, strict=True):
                other.cells[REPAIRED_HERE + port] = restored
            if sum(points) <= 2 and fits(state, other):  # no port has restored more than all ships received
                worlds.add(other.dump())
    assert len(worlds) > 10
    weigh(state, worlds)


@pytest.mark.clause("14.0.1")
def test_14_0_1_ships_are_equally_likely_with_a_task_force_or_in_port() -> None:
    units = {"truk": ["j_akagi", "j_kaga"], "task_force_1": ["j_nagato"], PORT: ["j_mutsu"]}
    forces = {"task_force_1": {"from": "truk", "at": "solomon_sea"}}
    state = at({"block_memory": "off", "task_force_decoys": "on"}, units=units, task_forces=forces)
    ships, worlds = hidden(state), set()
    for where in product(
        (IN_PLACE + PLACES.index["truk"], IN_TASK_FORCE, IN_PLACE + PLACES.index[PORT]), repeat=len(ships)
    ):
        other = state.copy()
        for unit, cell in zip(ships, where, strict=True):
            other.cells[location(other.cells, unit)] &= ~(1 << unit)
            other.cells[cell] |= 1 << unit
        if fits(state, other):
            worlds.add(other.dump())
    assert len(worlds) == 4 * 2**3
    weigh(state, worlds)


MEETING = {"coral_sea": ["j_akagi", "j_nagato", "a_lexington", "a_idaho"]}


@pytest.mark.clause("8.4.1")
@pytest.mark.parametrize(("viewer", "japan", "count"), [("public", "", 5), ("japan", "", 3), ("japan", "air", 1)])
def test_8_4_1_all_possible_choices_of_the_others_are_equally_likely(viewer: str, japan: str, count: int) -> None:
    """The question of air or surface is still open; a side that has chosen knows that the other has not."""
    table = RuleTester(step="combat", units=MEETING)
    assert table.step == "name_way"
    if japan:
        table.act("japan", japan)
    state = table.match.state
    found = drawn(state, viewer, 2_000, seed=8)
    assert len(found) == count
    assert count == 1 or abs(deviation(found, dict.fromkeys(found, 1.0))) < 3
    for dump in found:
        other = state.rules.load(dump)
        assert other.view(viewer) == state.view(viewer)
        assert other.cells[COMBAT_KIND_CHOICE] == state.cells[COMBAT_KIND_CHOICE] or viewer == "public"
