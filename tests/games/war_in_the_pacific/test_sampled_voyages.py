"""1.3, 10.3 In each drawn world, unseen forces could have sailed to their places."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.force_movement import waters_of
from ironbottom.games.war_in_the_pacific.game import WarInThePacific
from ironbottom.games.war_in_the_pacific.information.sailing_range import SailingRange
from ironbottom.games.war_in_the_pacific.information.sampled_forces import HiddenFleet
from ironbottom.games.war_in_the_pacific.pieces import IN_FORCE, SHIPS_OF, SIDES
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import sink
from tests.games.war_in_the_pacific.midway_states import midway
from tests.kit.games import saved

GAME = WarInThePacific()
AT_SEA = [setup for setup in saved(GAME) if setup.position and setup.position.stem.startswith(("midway", "leyte"))]
MAX_WORLDS = 200


def could_have_sailed(state: State, side: int, worlds: int) -> Iterator[bool]:
    """Whether, world by world as drawn for another side, each unseen force of a side could have reached its place."""
    seen: Any = GAME.sampler(json.loads(json.dumps(state.view(SIDES.ids[1 - side]))))
    fleet = HiddenFleet(seen.base, side)
    ways = SailingRange(seen.base, side, fleet.ports, fleet.boxes, freely=bool(fleet.berths))
    for seed in range(worlds):
        drawn = seen.draw(Random(seed))
        unseen = [force for force in fleet.unknown if drawn.cells[layout.FORCE_AT + force] >= 0]
        yield all(ways.could_be(drawn, force) for force in unseen)


def in_the_first_phase() -> State:
    """Midway in its first Naval Phase, before any force has sailed far."""
    field = midway()
    return State(GAME.rules(), field.cells, field.stack, field.arrays)


@pytest.mark.parametrize("side", range(len(SIDES)), ids=SIDES.ids)
def test_10_3_forces_have_come_no_farther_in_one_phase_than_their_ships_sail(side: int) -> None:
    assert all(could_have_sailed(in_the_first_phase(), side, 30))


def test_10_3_an_unreachable_place_is_reported() -> None:
    """Tests the measure: a ship that began in one port is not a whole ocean away after one phase."""
    state = in_the_first_phase()
    seen: Any = GAME.sampler(state.view("japan"))
    fleet = HiddenFleet(seen.base, 1)
    ways = SailingRange(seen.base, 1, fleet.ports, fleet.boxes, freely=False)
    ship = next(ship for ship in fleet.free if len(ways.starts(ship)) == 1)
    force = fleet.unknown[0]
    state.arrays[layout.SHIP_AT][ship] = IN_FORCE + force
    [start] = ways.starts(ship)
    state.cells[layout.FORCE_AT + force] = start
    assert ways.could_be(state, force)
    far = next(hex for hex in range(len(waters_of(state).opened)) if hex not in ways.reach(ship))
    state.cells[layout.FORCE_AT + force] = far
    assert not ways.could_be(state, force)


def test_12_7_a_ship_that_sank_has_no_cargo_in_any_world() -> None:
    """The scenario loads the ship, and only her side knows how full she was when she sank."""
    state = in_the_first_phase()
    cargo = state.arrays[layout.CARGO]
    ship = next(ship for ship in SHIPS_OF[0] if cargo[ship])
    view = state.view(SIDES.ids[1])
    sink(Execution(state, NoDice()), ship)
    assert not cargo[ship]
    assert state.view(SIDES.ids[1]) != view
    seen = GAME.sampler(json.loads(json.dumps(state.view(SIDES.ids[1]))))
    for seed in range(5):
        drawn = seen.draw(Random(seed))
        assert not drawn.arrays[layout.CARGO][ship]
        assert not drawn.arrays[layout.REFITTING][ship]


@pytest.mark.thorough
@pytest.mark.parametrize("side", range(len(SIDES)), ids=SIDES.ids)
@pytest.mark.parametrize("setup", AT_SEA, ids=lambda setup: setup.position.stem)
def test_10_3_every_unseen_force_could_have_sailed_to_where_it_is(setup: Any, side: int) -> None:
    state = setup.start()
    assert all(could_have_sailed(state, side, MAX_WORLDS))
