"""What is found anew only where something changed is what is found of all at once."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from ironbottom.engine.dice import SeededDice
from ironbottom.engine.memo import forget
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import UNITS_OF
from ironbottom.games.war_in_the_pacific.rules import (
    air_bases,
    air_room,
    components,
    flights,
    free_points,
    ground_units,
    lines,
    marching,
    sea_lines,
    supply,
)
from ironbottom.games.war_in_the_pacific.rules.counters import by_hex, standing

PIECES: tuple[Callable[[State, int], Any], ...] = (
    standing,
    lambda state, side: by_hex(state, side).parts,
    ground_units.defences,
    ground_units.strongholds,
    ground_units.footholds,
    ground_units.taken_by_hex,
    lambda state, side: [ground_units.without_room(state, side, thirds) for thirds in range(4)],
    ground_units.zones,
    components.breakable,
    components.gathered,
    sea_lines.base_forces,
    air_bases.headquarters,
    air_bases.with_points,
    lambda state, side: air_bases.forces_by_hex(state),
    free_points.movable,
    lambda state, side: list(free_points.stacks_by_base(state, side).items()),
    air_room.roomy,
    marching.ways,
    lambda state, side: list(flights.roster(state, side).items()),
    supply.in_the_way,
    supply.reaches,
)


def found(state: State) -> list[Any]:
    """All that is found in pieces, of both sides."""
    return [find(state, side) for find in PIECES for side in range(len(UNITS_OF))]


def play_on(scenario: str, acts: int, every: int) -> int:
    """At random, two games by turns; now and then all is found in pieces, and then of all at once. Gives how often."""
    games = [GAME.new(scenario, {"last_round": "1"}) for _ in range(2)]
    source, dice, held = Random(5), SeededDice(5), 0
    for number in range(acts):
        state = games[number % 2 if number % 7 else 0]
        decisions = state.decisions()
        if not decisions:
            break
        state.apply(decisions[0].side, decisions[0].choices.sample(source), dice)
        in_pieces = found(state)
        if number % every == 0:
            forget()
            assert in_pieces == found(state)
            held += 1
    return held


def test_2_3_what_is_found_in_pieces_in_burma_is_what_is_found_at_once() -> None:
    assert play_on("burma", 160, 20) > 5


@pytest.mark.thorough
@pytest.mark.parametrize("scenario", ["midway", "leyte", "burma", "burma_freely"])
def test_2_3_what_is_found_in_pieces_in_a_turn_is_what_is_found_at_once(scenario: str) -> None:
    assert play_on(scenario, 1_500, 4) > 50


def test_2_3_units_that_move_change_turn_up_and_go_stand_where_they_are() -> None:
    state, source = GAME.new("burma"), Random(3)
    at, types = state.arrays[places.UNIT_AT], state.arrays[places.UNIT_TYPE]
    for _ in range(400):
        unit = source.randrange(UNITS_OF[1].stop)
        at[unit], types[unit] = source.choice((-1, 5, 77, 900, len(GRID))), source.randrange(-1, 60)
        if source.random() < 0.4:
            for side, units in enumerate(UNITS_OF):
                rows = zip(units, at[units.start : units.stop], types[units.start : units.stop], strict=True)
                there = [row for row in rows if 0 <= row[1] < len(GRID)]
                assert standing(state, side) == there
                hexes = {where: tuple((u, kind) for u, a, kind in there if a == where) for _, where, _ in there}
                assert by_hex(state, side).parts == hexes


def test_25_1_lines_past_hexes_that_are_shut_and_opened_are_as_if_searched_anew() -> None:
    """Along the railways of Burma, with a transport unit that comes and goes."""
    state, source = GAME.new("burma"), Random(2)
    land = lines.Land(state.rules.pieces, state.cells[places.SCENARIO], (), frozenset())
    starts = tuple(sorted(supply.sources(state, 1)))[:6]
    region = sorted(frozenset().union(*[lines.lines(land, frozenset([at]), frozenset(), frozenset()) for at in starts]))
    shut, carriers, before, changes = set[int](), set[int](), None, 0
    for _ in range(60):
        shut ^= set(source.sample(region, source.randrange(3)))
        carriers ^= set(source.sample(region, source.randrange(2)))
        known = lines.InTheWay(
            land, tuple([at for at in starts if at not in shut]), frozenset(shut), frozenset(carriers)
        )
        now = lines.from_each(known, before)
        anew = lines.from_each(known, None)
        reached = {at: there.hexes for at, there in now.found.items()}
        assert reached == {at: there.hexes for at, there in anew.found.items()}
        changes += before is not None and reached != {at: there.hexes for at, there in before.found.items()}
        before = now
    assert changes > 20
