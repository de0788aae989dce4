"""2.51 The default places where a scenario's cases leave the hex open pass the checks of a manual placement."""

from collections.abc import Iterator
from random import Random

import pytest

from ironbottom.engine.cache import cache_info
from ironbottom.engine.core import sets
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.derived import (
    air_bases,
    default_deployment,
    port_capacity,
    set_up,
    ship_repair_capacity,
)
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import has_room, thirds_filled, type_of
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import (
    BASE_AT,
    BASE_HEX,
    BASES,
    FIRST_DECK,
    HEXES,
    SCENARIOS,
    STACKS,
    UNITS,
    UNITS_OF,
)
from ironbottom.games.war_in_the_pacific.rules.supply import depots
from ironbottom.games.war_in_the_pacific.scenarios.burma import deployment as burma_deployment
from ironbottom.games.war_in_the_pacific.scenarios.burma import derived as burma_derived
from ironbottom.games.war_in_the_pacific.scenarios.leyte import deployment as leyte_deployment
from ironbottom.games.war_in_the_pacific.scenarios.leyte import derived as leyte_derived

SIDES = (JAPAN, ALLIES)
TRENCH = ("jp_entr", "us_entr", "cw_entr")


def ashore(state: State, side: int) -> Iterator[int]:
    """The counters of a side on the map."""
    positions = state.arrays[layout.UNIT_AT]
    return (unit for unit in UNITS_OF[side] if 0 <= positions[unit] < len(HEXES))


def lifted(state: State, unit: int) -> tuple[State, int]:
    """A state without a unit, and the unit's place."""
    without, hex = state.copy(), state.arrays[layout.UNIT_AT][unit]
    layout.units_in(without.arrays).put(unit, -1)
    return without, hex


def kind_of(state: State, unit: int) -> str:
    """The type of a counter."""
    return type_of(state, unit).id


# -- 5.4 the limits of every base and hex, in every scenario ----------------------------------------------------------


@pytest.mark.clause("2.51", "5.4", "19.1")
@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_2_51_5_4_no_base_holds_more_points_than_its_owner_could_place_there(scenario: str) -> None:
    state, looked_at = GAME.new(scenario), 0
    for base in range(len(BASES)):
        if base >= FIRST_DECK or base < len(BASE_HEX):
            for water in (False, True):
                there = air_bases.points_by_kind(state, base, water=water) if base < FIRST_DECK or not water else 0
                assert there <= air_bases.base_capacity(state, base, water=water), (BASES.ids[base], water)
                looked_at += there
    assert looked_at > 50


@pytest.mark.clause("2.51", "21.1")
@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_2_51_21_1_every_unit_is_where_it_still_stacks(scenario: str) -> None:
    state, looked_at = GAME.new(scenario), 0
    for side in SIDES:
        for unit in ashore(state, side):
            without, hex = lifted(state, unit)
            assert has_room(without, side, hex, type_of(state, unit)), (UNITS.ids[unit], HEXES.ids[hex])
            looked_at += 1
    assert looked_at > 10


@pytest.mark.clause("2.51", "14.2")
@pytest.mark.parametrize("scenario", ["midway", "leyte", "leyte_freely", "midway_advanced"])
def test_2_51_14_2_no_port_of_japan_holds_more_ships_than_it_has_room_for(scenario: str) -> None:
    state = GAME.new(scenario)
    for hex in port_capacity.ports_of(state, JAPAN):
        assert len(ship_repair_capacity.ships_of_port(state, JAPAN, hex)) <= ship_repair_capacity.naval_capacity(
            state, JAPAN, hex
        ), HEXES.ids[hex]


# -- 44 Burma -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("2.51", "44.21", "44.34", "44.81")
@pytest.mark.parametrize("scenario", ["burma", "burma_freely"])
def test_2_51_44_81_in_burma_headquarters_points_and_stores_are_where_their_owner_may_place_them(scenario: str) -> None:
    state, staffs = GAME.new(scenario), 0
    for side in SIDES:
        movable = set(sets.iterate(burma_deployment.open_to_choice(state, state.stack[-1], side)))
        for unit in movable.intersection(ashore(state, side)):
            hex = state.arrays[layout.UNIT_AT][unit]
            staffs += type_of(state, unit).kind == "air_hq"
            if type_of(state, unit).kind == "air_hq" and HEXES.ids[hex] != "A3810":
                assert BASE_AT[hex] in burma_derived.airfields(state, side, hex), HEXES.ids[hex]
            elif scenario == "burma_freely":
                assert hex in burma_derived.nearby_hexes(state, side, hex), HEXES.ids[hex]
        for base in burma_deployment.own_fields(state, side):
            assert base in burma_derived.airfields(state, side, BASE_HEX[base]), BASES.ids[base]
        for hex in depots.hexes_with_block(state, side, 50):
            assert hex == NUMBER["A3810"] or hex in burma_derived.nearby_hexes(state, side, hex), HEXES.ids[hex]
    assert staffs == 2 + 7 + 1


@pytest.mark.clause("5.4", "44.34")
def test_5_4_44_34_the_flying_boats_of_burma_start_at_a_harbour() -> None:
    """A2114, the airbase south-west of Calcutta, has neither port nor anchorage nor Base Force."""
    state = GAME.new("burma")
    boats = STACKS.index["pby_trained"]
    found = {
        HEXES.ids[hex]: points
        for base, hex in enumerate(BASE_HEX)
        if (points := state.arrays[layout.AIR][base * len(STACKS) + boats])
    }
    assert found == {"A0517": 1, "A1322": 1, "A2213": 1}
    assert all(state.rules.pieces.atlas.places[NUMBER[hex]].port != "none" for hex in found)
    assert state.rules.pieces.atlas.places[NUMBER["A2114"]].port == "none"


@pytest.mark.clause("2.51", "44.36", "44.62")
def test_2_51_44_36_of_equal_ports_the_allied_stores_are_at_the_one_of_44_62() -> None:
    state = GAME.new("burma")
    atlas = state.rules.pieces.atlas
    assert atlas.places[NUMBER["A2213"]].cargo == atlas.places[NUMBER["A0517"]].cargo
    held = {
        HEXES.ids[hex]: depots.points_stored(state, hex) // 50
        for side in SIDES
        for hex in depots.hexes_with_block(state, side, 50)
    }
    assert held == {"A2213": 7, "A3810": 1, "A3019": 5}


@pytest.mark.clause("2.51", "44.36")
def test_2_51_44_36_of_ports_equal_in_all_else_the_stores_are_at_the_nearest_to_the_enemy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Bombay comes first by its id; Calcutta is nearer to Burma."""
    monkeypatch.setattr(default_deployment, "named_sources", lambda pieces, scenario, side: ())
    begun = default_deployment.DefaultDeployment(GAME.rules().pieces, SCENARIOS.index["burma"]).done()
    lying = {hex: begun.arrays[layout.SUPPLY][BASE_AT[NUMBER[hex]]] for hex in ("A0517", "A2213")}
    assert lying == {"A0517": 0, "A2213": 350}


# -- 45 Leyte -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("2.51", "45.23", "45.25")
@pytest.mark.parametrize("scenario", ["leyte", "leyte_freely"])
def test_2_51_45_23_at_leyte_units_points_and_stores_are_where_their_owner_may_place_them(scenario: str) -> None:
    state, looked_at = GAME.new(scenario), 0
    for unit in leyte_deployment.units_to_place(state, JAPAN):
        hex = state.arrays[layout.UNIT_AT][unit]
        if type_of(state, unit).kind == "air_hq":
            assert BASE_AT[hex] in leyte_derived.airbases_around(state, JAPAN, hex), HEXES.ids[hex]
        else:
            without, _ = lifted(state, unit)
            area = leyte_derived.area_name(state, leyte_derived.GROUND_AREAS, hex)
            room = leyte_derived.with_room_for(without, JAPAN, area, thirds_filled(type_of(state, unit)))
            assert sets.holds(room, hex), (UNITS.ids[unit], HEXES.ids[hex])
        looked_at += 1
    assert looked_at == 9 + 4 + 1 + 4 + 3 + 3 + 3 + 1 + 1 + 5 + 3 + 2
    for base in leyte_derived.bases_with_points(state, JAPAN):
        assert base in leyte_derived.airbases_around(state, JAPAN, BASE_HEX[base]), BASES.ids[base]
    for side in SIDES:
        assert all(
            sets.size(leyte_derived.block_hexes(state, side, hex)) for hex in depots.hexes_with_block(state, side, 50)
        )


@pytest.mark.clause("2.51", "24.5", "45.23")
def test_2_51_45_23_entrenchments_are_laid_last_one_a_hex_under_the_strongest_stacks() -> None:
    state = GAME.new("leyte")
    strength, trenches = dict[str, int](), dict[str, int]()
    for unit in ashore(state, JAPAN):
        hex = HEXES.ids[state.arrays[layout.UNIT_AT][unit]]
        strength[hex] = strength.get(hex, 0) + type_of(state, unit).strength
        if kind_of(state, unit) in TRENCH:
            trenches[hex] = trenches.get(hex, 0) + 1
    assert set(trenches.values()) == {1}
    on = {hex: strength[hex] for hex in sorted(trenches)}
    formosa = {"B1839": 0, "B1940": 8, "B2138": 14}
    assert on == {"B2048": 21, "B2152": 20, "B2353": 21, "C2503": 17, "B2737": 22} | formosa
    open_stacks = [points for hex, points in strength.items() if hex not in trenches]
    assert max(open_stacks) == 1, "a Base Force at most stands in the open"


@pytest.mark.clause("2.51", "45.34", "45.64")
def test_2_51_45_64_the_allied_points_are_proposed_in_the_proportion_of_their_row() -> None:
    state = GAME.new("leyte")
    row = {each.unit: each.count for each in rows_of_45_34(state)}
    on_land = {kind: count for kind, count in row.items() if kind != "pby"}
    there = {STACKS.ids[stack].removesuffix("_trained"): n for stack, n in leyte_derived.deployed_of(state).items()}
    assert there == {"b_24": 11, "a_20": 10, "p_38": 10, "b_25": 6, "p_47": 6, "p_40": 4, "p_51": 3, "pby": 6}
    total = sum(there[kind] for kind in on_land)
    for kind, count in on_land.items():
        assert abs(there[kind] - total * count / sum(on_land.values())) < 1, kind
    fighters = ("p_38", "p_47", "p_40", "p_51")
    assert sum(there[kind] for kind in fighters) == 23 == round(total * 97 / 214)


def rows_of_45_34(state: State) -> list[tables.Placed]:
    """45.34 The rows of the Allied air points."""
    return [row for row in state.rules.facts.table(tables.DEPLOYMENT).values() if row.case == "45.34"]


@pytest.mark.parametrize("scenario", ["leyte", "burma"])
def test_2_51_the_refusal_of_the_hex_where_a_unit_is_names_another_hex(
    scenario: str,
) -> None:
    """A unit that is not moved stays, so its hex is never refused as outside its area, or as full."""
    verb, then = ("redeploy", "stand_at") if scenario == "leyte" else ("set_out", "start_at")
    state, luck, dice = GAME.rules({}).new(scenario), Random(1), SeededDice(1)
    while verb not in state.decisions()[0].choices.verbs():
        decision = state.decisions()[0]
        state.apply(decision.side, decision.choices.sample(luck), dice, trusted=True)
    decision = state.decisions()[0]
    unit = decision.choices.next(verb)[0]
    here = HEXES.ids[state.arrays[layout.UNIT_AT][UNITS.index[unit]]]
    state.apply(decision.side, (verb, unit), dice, trusted=True)
    refusal = state.why_not(decision.side, (then, here))
    assert refusal is not None
    assert "another" in refusal.message


# -- corrected figures ---------------------------------------------------------------------------------------


def corrected(count: int) -> State:
    """Burma with a number of flying boats anywhere in India."""
    rules = GAME.rules({}, {"deployment": {"44-008-10": {"count": count}}})
    return rules.begin("burma", SeededDice(1)).state


@pytest.mark.build
@pytest.mark.clause("5.4", "44.34")
def test_5_4_44_34_more_flying_boats_than_the_harbours_take_stay_at_their_airbase() -> None:
    boats = [stack for stack in range(len(STACKS)) if STACKS.ids[stack].startswith("pby")]
    for count in (3, 99):
        air = corrected(count).arrays[layout.AIR]
        here = [sum(air[base * len(STACKS) + stack] for stack in boats) for base in range(FIRST_DECK)]
        assert sum(here) == count


@pytest.mark.build
@pytest.mark.clause("2.51")
def test_2_51_a_corrected_deployment_is_computed_once_for_all_views() -> None:
    state, before = corrected(5), cache_info(set_up.laid_out).misses
    for _ in range(3):
        assert state.view("japan")["arrays"] != {}
    assert cache_info(set_up.laid_out).misses - before <= 1
