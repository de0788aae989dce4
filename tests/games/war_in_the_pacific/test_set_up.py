"""40.41 to 42.34 The start of basic Midway, and the layout of its state."""

from collections import Counter
from functools import cache

import pytest

from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.data.facts import load
from ironbottom.games.war_in_the_pacific.derived import air_bases
from ironbottom.games.war_in_the_pacific.derived.set_up import ScenarioSetUp, StartingState, at_start
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.options import OPTIONS
from ironbottom.games.war_in_the_pacific.pieces import Pieces
from ironbottom.games.war_in_the_pacific.scenarios.booklet import BOOKLET
from ironbottom.games.war_in_the_pacific.turns import turn_name

DEFAULTS = {option.name: option.default for option in OPTIONS}


@cache
def shipped() -> Pieces:
    return Pieces(load(), DEFAULTS, BOOKLET)


@pytest.fixture
def midway() -> StartingState:
    """Basic Midway at its start."""
    return at_start(shipped(), 0)


def ship(name: str) -> int:
    return counters.SHIPS.index[name]


def based_at(begun: StartingState, base: int) -> list[tuple[int, int, int]]:
    """The points at a base: type, training, how many."""
    here = begun.arrays[layout.AIR][base * air_bases.STACK_COUNT : (base + 1) * air_bases.STACK_COUNT].tobytes()
    return [(*divmod(stack, len(counters.TRAININGS)), points) for stack, points in air_bases.stacked(here)]


def base(hex: str) -> int:
    return counters.BASE_AT[NUMBER[hex]]


def test_every_number_is_within_its_bounds(midway: StartingState) -> None:
    layout.LAYOUT.check(midway.cells)
    for block, numbers in zip(layout.LAYOUT.arrays, midway.arrays, strict=True):
        assert block.read(numbers.tolist()) == numbers
    assert layout.ships_in(midway.arrays).links_agree()
    assert layout.units_in(midway.arrays).links_agree()


def test_42_53_the_first_turn(midway: StartingState) -> None:
    assert turn_name(midway.cells[layout.TURN]) == "1/6/42"
    assert midway.cells[layout.FIRST_PLAYER] == -1


@pytest.mark.clause("42.21", "42.31", "42.0", "40.1")
def test_42_21_42_31_the_ships_are_where_the_booklet_has_them(midway: StartingState) -> None:
    found = Counter(counters.WATERS.ids[position] for position in midway.arrays[layout.SHIP_AT] if position >= 0)
    assert found == {
        "inland_sea": 42,
        "D2007": 5,
        "D0419": 5,
        "D0418": 4,
        "D0849": 5,
        "D0948": 7,
        "F3342": 21,
        "phase_lane_00": 11,
        "west_coast_usa": 21,
        "sea_lane_3": 7,
        "sea_lane_1": 1,
    }
    assert layout.ships_in(midway.arrays).units(NUMBER["D0418"]) == [
        ship(name) for name in ("jp_cl9", "jp_dd23", "jp_dd24", "jp_apb3")
    ]


@pytest.mark.clause("10.9")
def test_40_41_ships_start_with_full_tanks(midway: StartingState) -> None:
    for number, position in enumerate(midway.arrays[layout.SHIP_AT]):
        assert midway.arrays[layout.FUEL][number] == (shipped().ships[number].fuel if position >= 0 else 0)


def test_40_43_a_level_of_shipping_is_no_damage(midway: StartingState) -> None:
    shrunk = {counters.SHIPS.ids[n]: level for n, level in enumerate(midway.arrays[layout.SHRUNK]) if level}
    assert shrunk == {"jp_apb1": 2, "jp_apb3": 2}


def test_42_72_yorktown_is_in_dock(midway: StartingState) -> None:
    hurt = [n for n, level in enumerate(midway.arrays[layout.DAMAGE]) if level]
    assert hurt == [ship("us_cv5")]
    assert [midway.arrays[kept][hurt[0]] for kept in (layout.DAMAGE, layout.REPAIR_LEFT, layout.MAXIMUM_EFFORT)] == [
        2,
        8,
        1,
    ]


@pytest.mark.clause("42.21", "19.1")
def test_42_21_19_1_the_carrier_points_fill_the_decks(midway: StartingState) -> None:
    aboard = {number: layout.points_at(midway.arrays, deck) for number, deck in counters.DECK_OF.items()}
    inland = [ship(name) for name in ("jp_cv1", "jp_cv2", "jp_cv3", "jp_cv4", "jp_cvl3", "jp_cve1")]
    assert [aboard[number] for number in inland] == [7, 7, 6, 6, 3, 2]
    assert sum(aboard.values()) == 40 + 40
    assert all(points <= shipped().ships[number].air_capacity for number, points in aboard.items())
    total: Counter[str] = Counter()
    for number in inland:
        for kind, training, points in based_at(midway, counters.DECK_OF[number]):
            assert training == counters.CARRIER
            total[counters.AIR_TYPES.ids[kind]] += points
    assert total == {"zero": 11, "kate": 10, "val": 10}


@pytest.mark.clause("40.44")
def test_42_34_the_points_of_midway(midway: StartingState) -> None:
    stacks = based_at(midway, base("F1234"))
    found = {counters.AIR_TYPES.ids[kind]: points for kind, _, points in stacks}
    assert found == {"pby": 3, "f2a": 2, "sbd": 2, "b_17": 2, "tbf": 1, "f4f": 1, "b_26": 1}
    assert {training for _, training, _ in stacks} == {counters.TRAINED}
    assert layout.points_at(midway.arrays, counters.FIRST_BOX + counters.BOXES.index["alaska"]) == 6


@pytest.mark.clause("42.25", "42.34")
def test_42_25_42_34_the_ground_units(midway: StartingState) -> None:
    found: Counter[tuple[str, str]] = Counter()
    for unit, position in enumerate(midway.arrays[layout.UNIT_AT]):
        if position >= 0:
            kind = midway.arrays[layout.UNIT_TYPE][unit]
            found[counters.GROUND_TYPES.ids[kind], counters.GROUND_PLACES.ids[position]] += 1
            side = JAPAN if unit in counters.UNITS_OF[JAPAN] else ALLIES
            assert shipped().ground[kind].side == counters.SIDES.ids[side]
    assert found["jp_bf", "D2007"] == 3
    assert found["us_11_3", "F3342"] == 2
    assert found["us_3_1", "F1234"] == found["us_bf", "F1234"] == found["us_hq_wing", "F1234"] == 1
    assert sum(found.values()) == 23


def test_27_1_the_base_forces_of_midway_are_fully_deployed(midway: StartingState) -> None:
    stands = [
        midway.arrays[layout.DEPLOYED][unit]
        for unit, kind in enumerate(midway.arrays[layout.UNIT_TYPE])
        if kind >= 0 and counters.GROUND_TYPES.ids[kind].endswith("_bf")
    ]
    assert stands == [counters.FULL] * 8


def test_2_51_a_division_goes_to_the_city_with_the_fewest_troops(midway: StartingState) -> None:
    divisions = [
        counters.GROUND_PLACES.ids[midway.arrays[layout.UNIT_AT][unit]]
        for unit, kind in enumerate(midway.arrays[layout.UNIT_TYPE])
        if kind >= 0 and counters.GROUND_TYPES.ids[kind] == "us_11_3"
    ]
    assert sorted(divisions) == ["F3342", "F3342", "F3643"]
    assert shipped().atlas.places[NUMBER["F3643"]].city


def test_25_4_supply_and_cargo_by_the_size_of_a_block(midway: StartingState) -> None:
    assert midway.arrays[layout.SUPPLY][base("F2401")] == 2 * 50
    assert midway.arrays[layout.SUPPLY][base("F1234")] == 20
    assert midway.arrays[layout.CARGO][ship("jp_sf1")] == 8 * 50 == shipped().ships[ship("jp_sf1")].load_quarters
    larger = ScenarioSetUp(Pieces(load(), {**DEFAULTS, "supply_block": "100"}, BOOKLET), 0).done()
    assert larger.arrays[layout.SUPPLY][base("F2401")] == 200
    assert larger.arrays[layout.SUPPLY][base("F1234")] == 20


def test_5_4_the_levels_of_the_airbases(midway: StartingState) -> None:
    levels = {hex: midway.arrays[layout.LEVEL][base(hex)] for hex in ("F3342", "F1234", "F2302", "F2401")}
    assert levels == {"F3342": 5, "F1234": 2, "F2302": 1, "F2401": 1}


def test_2_5_control_in_may_1942(midway: StartingState) -> None:
    control = midway.arrays[layout.CONTROL]
    held = {
        hex: counters.SIDES.ids[control[NUMBER[hex]]] for hex in ("F1234", "F3342", "D3243", "D0849", "E1613", "B1240")
    }
    assert held == {
        "F1234": "allies",
        "F3342": "allies",
        "D3243": "japan",
        "D0849": "japan",
        "E1613": "japan",
        "B1240": "japan",
    }
    assert all(control[NUMBER[hex]] == ALLIES for hex in ("F2401", "F2302"))


def test_a_state_is_copied_not_shared() -> None:
    one, other = at_start(shipped(), 0), at_start(shipped(), 0)
    one.arrays[layout.FUEL][0] = 0
    one.cells[layout.TURN] += 1
    assert other.arrays[layout.FUEL][0] == 30
    assert other.cells[layout.TURN] == one.cells[layout.TURN] - 1


def test_options_are_the_rival_readings_of_the_booklet() -> None:
    assert {option.name: option.values for option in OPTIONS} == {
        "supply_block": ("50", "100"),
        "sf_points": ("each_level", "in_all"),
        "air_reinforcements": ("once", "each_segment"),
        "battleship_carriers": ("no", "yes"),
        "merchant_shipping": ("8", "4", "6", "10", "12"),
        "aleutians_objective": ("200", "100", "50"),
        "breakoff_lead": ("200", "300", "400"),
        "south_pacific_command": ("no", "yes"),
        "training_difficulties": ("no", "yes"),
        "scuttling": ("any", "damaged"),
        "stores_dropped": ("without_a_base", "anywhere"),
        "halved_fire": ("once", "each"),
        "night_targets": ("exposed", "all"),
        "tank_price": ("share", "whole"),
        "port_supply": ("one_phase", "three_phases"),
        "anchorage_supply": ("as_ports", "stores_alone"),
        "flown_twice": ("others", "same"),
        "enemy_roads": ("as_roads", "as_ground"),
        "jungle_mountain_stacking": ("chart", "two"),
        "bombardment_under_cover": ("three", "one"),
        "empty_sources": ("lead", "do_not"),
        "last_round": ("8", "4", "2", "1"),
    }


def test_options_that_no_scenario_here_plays_say_so() -> None:
    found = {option.name: option.text for option in OPTIONS}
    assert found["training_difficulties"].endswith("; for the Campaign, not available yet.")


def test_the_usual_number_of_game_turns_is_described_as_the_whole_scenario() -> None:
    (option,) = [option for option in OPTIONS if option.name == "last_round"]
    assert [option.value_text(value) for value in option.values] == ["the whole scenario", "4", "2", "1"]
