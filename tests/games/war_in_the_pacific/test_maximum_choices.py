"""The maximum number of choices in decisions of one step, by the counters of a scenario: below 3,000."""

from __future__ import annotations

import pytest

from ironbottom.engine.core import sets
from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.derived import air_bases, flight_duties, lift_capacity, transport_points
from ironbottom.games.war_in_the_pacific.derived.cargo_room import cargo_ships
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import most_thirds, thirds_filled, type_of
from ironbottom.games.war_in_the_pacific.derived.lift_capacity import NOTHING_SPENT, RAIL
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import (
    AIR_TYPES,
    BASE_AT,
    BASE_HEX,
    FIRST_BOX,
    STACKS,
    TRAININGS,
    UNITS_OF,
    Pieces,
)
from ironbottom.games.war_in_the_pacific.rules.air.air_transfer import Transfers
from ironbottom.games.war_in_the_pacific.rules.air.transport_segment import AirLift
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.supply import lift
from ironbottom.games.war_in_the_pacific.scenarios.burma import deployment as burma_deployment
from ironbottom.games.war_in_the_pacific.scenarios.burma import derived as burma_derived
from ironbottom.games.war_in_the_pacific.scenarios.burma.air_phase import BurmaAir
from ironbottom.games.war_in_the_pacific.scenarios.burma.deployment import BurmaDeployment
from ironbottom.games.war_in_the_pacific.scenarios.burma.ground import BurmaMarchOrders
from tests.games.war_in_the_pacific import burma_states, leyte_states
from tests.games.war_in_the_pacific.battle_states import ask_ashore
from tests.games.war_in_the_pacific.test_worst_positions import afloat, choice_count, served

WIDE = len(STACKS)


def counted(state: State, side: str) -> dict[str, int]:
    """The number of choices of each verb in a side's decision, checked against the limit."""
    assert choice_count(state, side)
    decision = state.decision(side)
    assert decision is not None
    return {verb.name: size for (verb, _), size in zip(decision.choices.groups, decision.choices.sizes, strict=True)}


def placed(state: State, base: int, stack: int, points: int) -> None:
    """A number of points of a stack at a base."""
    state.arrays[layout.AIR][base * WIDE + stack] = points


# -- 16.1 a crowded port -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("port", "most"), [("B2048", 2_089), ("B3328", 2_521)], ids=["Manila", "the largest port"])
def test_16_1_all_ships_and_as_many_units_as_stack_are_in_one_port(port: str, most: int) -> None:
    """Each ship half loaded with supplies, so that all may take more and leave some; as many regiments as can stack."""
    state, hex = leyte_states.new_game(), NUMBER[port]
    pieces: Pieces = state.rules.pieces
    state.arrays[layout.CONTROL][hex] = ALLIES
    state.arrays[layout.SUPPLY][BASE_AT[hex]] = 999
    for unit in UNITS_OF[ALLIES]:
        layout.units_in(state.arrays).put(unit, -1)
        state.arrays[layout.UNIT_TYPE][unit] = -1
    for ship in afloat(state, ALLIES):
        layout.ships_in(state.arrays).put(ship, hex)
        state.arrays[layout.CARGO][ship] = pieces.ships[ship].load_quarters // 2
    regiment = next(
        row.id for row in pieces.ground if row.id.startswith("us_") and thirds_filled(row) == 1 and row.load
    )
    for _ in range(most_thirds(pieces, hex)):
        leyte_states.ashore(state, regiment, port)
    ask_ashore(state)
    found = counted(state, "allies")
    assert found["embark"] == 18 * 61 == most_thirds(pieces, hex) * len(cargo_ships(state, ALLIES))
    assert sum(found.values()) == most


# -- 5.6 landing elsewhere -----------------------------------------------------------------------------------


def test_5_6_all_points_that_japan_ever_has_ashore_strike_from_among_its_bases() -> None:
    """45.72 to 45.75 All reinforcements have arrived, and have struck off Leyte from bases that they fill."""
    state = leyte_states.new_game()
    pieces: Pieces = state.rules.pieces
    room = {
        b: air_bases.capacity_left(state, b, water=False)
        for b in range(FIRST_BOX)
        if air_bases.owner(state, b) == JAPAN
    }
    for row in pieces.facts.table(tables.REINFORCEMENTS).values():
        if (row.scenario, row.kind, row.side) == ("45", "air", "japan"):
            stack = AIR_TYPES.index[row.unit] * len(TRAININGS)
            for _ in range(row.count):
                base = max(room, key=room.__getitem__)
                if room[base]:
                    room[base] -= 1
                    state.arrays[layout.AIR][base * WIDE + stack] += 1
    sent = 0
    for base in range(FIRST_BOX):
        for stack, points in air_bases.stacks(state, base) if air_bases.owner(state, base) == JAPAN else ():
            sortie = flights.Sortie(base, stack, flight_duties.RETURNING, over=NUMBER["B2452"])
            flights.launch(state, JAPAN, sortie, points)
            sent += points
    state.stack = (Transfers(JAPAN),)
    assert (sent, counted(state, "japan")) == (257, {"transfer": 8, "divert": 2_436, "done": 1})


# -- 25.4 stores by rail ---------------------------------------------------------------------------------------


def test_25_4_all_stores_that_ever_reach_india_are_along_its_railways() -> None:
    """India's initial stores and seven blocks of each Cycle but the last, plus a point in each hex.

    No point has been used.
    """
    state = burma_states.new_game()
    pieces: Pieces = state.rules.pieces
    begun_with = 350
    arrives = 6 * int(pieces.figure("44.62", "blocks")) * pieces.block
    own = [base for base, hex in enumerate(BASE_HEX) if state.arrays[layout.CONTROL][hex] == ALLIES]
    for base in own:
        state.arrays[layout.SUPPLY][base] = 1
    depots = sorted(lift_capacity.destinations_by_source(state, ALLIES, NOTHING_SPENT, RAIL))
    left = begun_with + arrives - len(depots)
    while left >= lift.LOT:
        for hex in depots:
            if left >= lift.LOT:
                state.arrays[layout.SUPPLY][BASE_AT[hex]] += lift.LOT
                left -= lift.LOT
    burma_states.in_turn(state, "ground", BurmaMarchOrders(ALLIES, 0, 0, 0, NOTHING_SPENT))
    found = counted(state, "allies")
    assert arrives == 2_100
    assert (found["freight"], sum(found.values())) == (2_306, 2_648)


# -- 6.8 air transport ---------------------------------------------------------------------------------------


def test_6_8_all_transports_of_burma_are_at_one_base_with_all_that_they_lift() -> None:
    state, hex = burma_states.new_game(), NUMBER[burma_states.CALCUTTA]
    pieces: Pieces = state.rules.pieces
    scenario = state.cells[layout.SCENARIO]
    c_47, base = STACKS.index["c_47_trained"], BASE_AT[hex]
    for number, where in enumerate(BASE_HEX):
        placed(state, number, c_47, 0)
        if pieces.in_play(scenario)[where] and where in pieces.in_regions(burma_derived.BURMA):
            state.arrays[layout.CONTROL][where] = ALLIES
    placed(state, base, c_47, 32)
    state.arrays[layout.SUPPLY][base] = 400
    units = [unit for unit in UNITS_OF[ALLIES] if state.arrays[layout.UNIT_TYPE][unit] >= 0]
    small = [unit for unit in units if type_of(state, unit).size in transport_points.CARRIED]
    far = pieces.flying(hex, scenario)
    open_hexes = [to for to in sorted(far, key=far.__getitem__) if pieces.in_play(scenario)[to] and to not in BASE_AT]
    for unit in small:
        layout.units_in(state.arrays).put(unit, hex)
    for unit, to in zip([unit for unit in units if unit not in small], open_hexes, strict=False):
        layout.units_in(state.arrays).put(unit, to)
    names = [step.name for step in BurmaAir.steps]
    burma_states.in_turn(state, "air_1", BurmaAir(names.index("transport") + 1), AirLift(ALLIES))
    served(state, ALLIES)
    assert len(small) == 20
    assert counted(state, "allies") == {"fly_unit": 644, "fly_stores": 930, "drop_stores": 620, "done": 1}


# -- 44.34 deployment ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "most"), [("burma", 1_799), ("burma_freely", 1_843)])
def test_44_34_allied_air_points_are_as_scattered_as_possible(scenario: str, most: int) -> None:
    """The points that may start elsewhere are at all airbases in turn, one each, with room left everywhere."""
    state = burma_states.new_game(scenario)
    state.stack = (BurmaDeployment(ALLIES),)
    fields = list(sets.iterate(burma_derived.all_fields(state, ALLIES)))
    points = list[int]()
    for base in burma_deployment.own_fields(state, ALLIES):
        for stack, many in air_bases.stacks(state, base):
            points += many * [stack]
            placed(state, base, stack, 0)
    for number, stack in enumerate(points):
        state.arrays[layout.AIR][fields[number % len(fields)] * WIDE + stack] += 1
    assert sum(counted(state, "allies").values()) == most


@pytest.mark.parametrize(("scenario", "most"), [("leyte", 1_026), ("leyte_freely", 2_563)])
def test_40_41_all_divisions_of_japan_start_in_their_components(scenario: str, most: int) -> None:
    """45.81 With Free Deployment any ship may also be in any port; no change removes a choice of the other ships."""
    state = GAME.rules().new(scenario)
    while "split_before" in state.decision("japan").choices.next():  # type: ignore[union-attr]
        unit = state.decision("japan").choices.next("split_before")[0]  # type: ignore[union-attr]
        state.apply("japan", ("split_before", unit), NoDice())
    assert sum(counted(state, "japan").values()) == most


def test_45_64_the_allies_at_leyte_have_left_all_air_points_ashore_out() -> None:
    """All listed points may be placed anywhere with room, besides all other changes."""
    state = leyte_states.deploying(ALLIES)
    for base in range(len(BASE_HEX)):
        for stack, _ in air_bases.stacks(state, base) if air_bases.owner(state, base) == ALLIES else ():
            placed(state, base, stack, 0)
    found = counted(state, "allies")
    assert (found["bring_in"], sum(found.values())) == (328, 1_631)
