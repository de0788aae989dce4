"""A second reading of the waters (3.21) goes along every hexside, and beside the Task Forces and Subrons of a game."""

from __future__ import annotations

import random

import pytest

from ironbottom.games.war_in_the_pacific.atlas import Waters
from ironbottom.games.war_in_the_pacific.pieces import HEXES, SCENARIOS
from tests.games.war_in_the_pacific import lawyer_waters as lawyer
from tests.games.war_in_the_pacific.burma_table import GAME
from tests.games.war_in_the_pacific.lawyer_waters import Opened, Water

ALL = tuple(HEXES.ids)
PIECES = GAME.rules().pieces


def water_of(waters: Waters, node: int) -> Water:
    """A node as the lawyer names it."""
    at = waters.hex_of[node]
    nodes = waters.nodes(at)
    return Water(HEXES.ids[at], nodes.index(node) + 1 if len(nodes) > 1 else 0)


def opened(scenario: str) -> Opened:
    """Which hexes a scenario opens."""
    found = PIECES.in_play(SCENARIOS.index[scenario])
    return lambda at: bool(found[HEXES.index[at]])


@pytest.mark.clause("3.21", "3.2", "3.24")
@pytest.mark.parametrize("scenario", ["midway", "leyte"])
def test_two_readings_agree_where_ships_go_on_from_every_water(scenario: str) -> None:
    waters, seen = PIECES.waters(SCENARIOS.index[scenario]), 0
    for node, ways in enumerate(waters.opened):
        here = water_of(waters, node)
        mine = set(lawyer.steps(here, ALL, opened(scenario)))
        assert {water_of(waters, there) for there in ways} == mine, here
        seen += bool(mine) and bool(here.part)
    assert seen > 4


@pytest.mark.clause("3.21", "3.4", "45.61", "14.1")
@pytest.mark.parametrize("scenario", ["midway", "leyte"])
def test_two_readings_agree_how_far_ships_come_from_split_hexes_and_ports(scenario: str) -> None:
    luck, number = random.Random(scenario), SCENARIOS.index[scenario]
    waters, is_open = PIECES.waters(number), opened(scenario)
    split = [node for at in waters.nodes_of for node in waters.nodes(at) if waters.opened[node]]
    ports = [waters.port(at) for at in PIECES.atlas.places if waters.opened[waters.port(at)]]
    for node in {*luck.sample(split, min(12, len(split))), *luck.sample(ports, 12)}:
        points = luck.choice((40, 60, 90, 120))
        mine = lawyer.reach([water_of(waters, node)], points, ALL, is_open, leyte=scenario == "leyte")
        assert {water_of(waters, there): cost for there, cost in waters.costs(node, points).items()} == mine
    for at in waters.nodes_of:
        assert water_of(waters, waters.port(at)) == lawyer.port(HEXES.ids[at])
