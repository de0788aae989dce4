"""Compares a reference implementation of the waters (3.21) with each hexside, and with a game's forces and Subrons."""

from __future__ import annotations

import random

import pytest

from ironbottom.engine.core import sets
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN, Waters
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import HEXES, SCENARIOS
from ironbottom.games.war_in_the_pacific.rules.submarines import submarine_phase
from tests.games.war_in_the_pacific import reference_waters as reference
from tests.games.war_in_the_pacific.burma_states import GAME
from tests.games.war_in_the_pacific.leyte_states import TABLE, new_game
from tests.games.war_in_the_pacific.reference_land import LAND
from tests.games.war_in_the_pacific.reference_waters import Opened, Water

PIECES = GAME.rules().pieces
ISLANDS = ("honshu", "kyushu", "hokkaido", "shikoku_and_inland_sea")


def water_of(waters: Waters, node: int) -> Water:
    """The reference implementation's name for a node."""
    hex = waters.hex_of[node]
    nodes = waters.nodes(hex)
    return Water(HEXES.ids[hex], nodes.index(node) + 1 if len(nodes) > 1 else 0)


def open_hexes(scenario: str) -> Opened:
    """The hexes that a scenario opens."""
    found = PIECES.in_play(SCENARIOS.index[scenario])
    return lambda hex: bool(found[HEXES.index[hex]])


@pytest.mark.clause("3.21", "3.2", "3.24")
@pytest.mark.parametrize("scenario", ["midway", "leyte"])
def test_two_references_agree_on_where_ships_can_sail_from_every_water(scenario: str) -> None:
    waters, seen = PIECES.waters(SCENARIOS.index[scenario]), 0
    for node, ways in enumerate(waters.opened):
        here = water_of(waters, node)
        mine = set(reference.steps(here, open_hexes(scenario)))
        assert {water_of(waters, there) for there in ways} == mine, here
        seen += bool(mine) and bool(here.part)
    assert seen > 4


@pytest.mark.clause("3.21", "3.4", "45.61", "14.1")
@pytest.mark.parametrize("scenario", ["midway", "leyte"])
def test_two_references_agree_on_how_far_ships_get_from_split_hexes_and_ports(scenario: str) -> None:
    luck, number = random.Random(scenario), SCENARIOS.index[scenario]
    waters, is_open = PIECES.waters(number), open_hexes(scenario)
    split = [node for hex in waters.nodes_of for node in waters.nodes(hex) if waters.opened[node]]
    ports = [waters.port(hex) for hex in PIECES.atlas.places if waters.opened[waters.port(hex)]]
    for node in {*luck.sample(split, min(12, len(split))), *luck.sample(ports, 12)}:
        points = luck.choice((40, 60, 90, 120))
        mine = reference.reach([water_of(waters, node)], points, is_open, leyte=scenario == "leyte")
        assert {water_of(waters, there): cost for there, cost in waters.costs(node, points).items()} == mine
    for hex in waters.nodes_of:
        assert water_of(waters, waters.port(hex)) == reference.port(HEXES.ids[hex])


def is_japanese(hex: str) -> bool:
    """45.13, 45.25 Whether a hex is part of Japan, without Okinawa and its mandate."""
    return hex in LAND and LAND[hex]["region"] in ISLANDS


def at_sea(side: int, hex: str, *, coastal: bool = False) -> tuple[State, int]:
    """A Subron of a side at Leyte."""
    state, subron = new_game(), layout.SUBRONS_A_SIDE * side
    state.cells[layout.SUBRON_AT + subron] = NUMBER[hex]
    state.cells[(layout.SUBRON_COASTAL if coastal else layout.SUBRON_FLEET) + subron] = 6
    return state, subron


@pytest.mark.clause("13.3", "3.21", "45.13")
def test_two_references_agree_on_how_far_subrons_get_at_leyte() -> None:
    """Fleet boats have 600 Movement Points, Subrons with coastal boats 400, both twice that in transit.

    No Allied Subron passes Japan.
    """
    luck, is_open = random.Random(13), open_hexes("leyte")
    wet = [hex for hex in HEXES.ids if is_open(hex) and reference.at_sea(hex) and not is_japanese(hex)]
    split = [hex for hex in reference.PARTS if hex in wet]
    for hex in (*luck.sample(split, 6), *luck.sample(wet, 4)):
        side, coastal, times = luck.choice((JAPAN, ALLIES)), luck.random() < 0.5, luck.choice((1, 2))
        state, subron = at_sea(side, hex, coastal=coastal)
        may = is_open if side == JAPAN else lambda there: is_open(there) and not is_japanese(there)
        mine = reference.reach(reference.all_parts(hex), times * (400 if coastal else 600), may, leyte=True)
        assert {HEXES.ids[there] for there in submarine_phase.subron_range(state, subron, times)} == {
            w.at for w in mine
        }


@pytest.mark.build
@pytest.mark.clause("13.3", "3.21", "14.1")
def test_two_references_agree_on_the_ports_where_subrons_refit() -> None:
    """The ranges are so short that a port in a split hex is within range through only one of its waters."""
    is_open, luck, apart = open_hexes("leyte"), random.Random(33), 0
    for reach in (12, 18, 24):
        rules = TABLE.rules({}, {"sub_endurance": {"fleet": {"reach_mp": reach}}})
        for manila in (reference.Water("B2048", 1), reference.Water("B2048", 2)):
            near = reference.reach([manila], 2 * reach, is_open, leyte=True)
            for hex in luck.sample(sorted({water.at for water in near}), 4):
                state, subron = at_sea(JAPAN, hex)
                state.rules = rules
                mine = reference.reach(reference.all_parts(hex), 2 * reach, is_open, leyte=True)
                ports = [HEXES.ids[port] for port in submarine_phase.home_ports(state, JAPAN, subron)]
                theirs = sets.iterate(submarine_phase.port_in_reach.allow(state, None, JAPAN, subron))
                assert {HEXES.ids[port] for port in theirs} == {port for port in ports if reference.port(port) in mine}
                apart += reference.port("B2048") not in mine and "B2048" in {water.at for water in mine}
    assert apart > 3


@pytest.mark.clause("45.13", "13.3")
@pytest.mark.parametrize(("side", "enters"), [(JAPAN, True), (ALLIES, False)])
def test_45_13_13_3_no_allied_subron_enters_the_sea_of_japan_past_the_coasts_of_japan(side: int, enters: bool) -> None:
    reach = submarine_phase.subron_range(*at_sea(side, "B2836"), 2)
    assert (NUMBER["B2821"] in reach) is enters
    assert NUMBER["C3502"] in reach
