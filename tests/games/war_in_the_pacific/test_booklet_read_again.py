"""43.0, 42.0 Cases of Guadalcanal and of the advanced game of Midway, checked again against the booklet and the
readings.

Each test states what the booklet says about something that no other test checks: its own examples, its limits, and what
a case does not allow.
"""

import pytest

from ironbottom.engine.dice.dice import NoDice, ScriptedDice, SeededDice
from ironbottom.engine.rules.procedures import Execution, SequenceOfPlay
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.derived import ship_repair_capacity
from ironbottom.games.war_in_the_pacific.derived.cargo_room import room_on_ship
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BOXES, FORCES, IN_BOX, IN_FORCE, SHIPS, SHIPS_OF, SIDES
from ironbottom.games.war_in_the_pacific.rules.bases.ship_repair import repair_turn
from ironbottom.games.war_in_the_pacific.rules.merchant.cargo import BEFORE_PLAY, CargoOrders
from ironbottom.games.war_in_the_pacific.rules.naval import off_map
from ironbottom.games.war_in_the_pacific.rules.naval.dummy_forces import roll_limits
from ironbottom.games.war_in_the_pacific.rules.turn import terminal_segment
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal import arrivals
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific import advanced_midway_states as advanced
from tests.games.war_in_the_pacific.battle_states import choose, open_procedure
from tests.games.war_in_the_pacific.guadalcanal_states import (
    BRISBANE,
    EAST,
    GUADALCANAL,
    NORTH,
    NOUMEA,
    RABAUL,
    SYDNEY,
    clear_links,
    lay,
    moor,
    new_game,
    run,
    without_links,
)

LOAD = links.QUARTERS
KWAJALEIN = "E3301"


# -- 43 ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("43.61")
@pytest.mark.parametrize(("port", "edge"), [(GUADALCANAL, NORTH), ("E3324", EAST)])
def test_43_61_no_link_is_traced_within_ten_hexes_of_kwajalein(port: str, edge: str) -> None:
    """Straight north of Guadalcanal the edge is eight hexes from Kwajalein."""
    state = without_links()
    side = JAPAN if edge == NORTH else ALLIES
    link = lay(state, side, port, edge, "jp_ms1" if side == JAPAN else "us_ms1")
    path = links.path_of(state, link)
    assert path
    assert min(GRID.distance(hex, NUMBER[KWAJALEIN]) for hex in path) > 10
    assert GRID.distance(NUMBER["E2501"], NUMBER[KWAJALEIN]) <= 10


def leave(state: State, force: str, hex: str, *ships: str) -> None:
    """A force leaves the map from a hex at an edge."""
    number = FORCES.index[force]
    state.cells[layout.FORCE_AT + number] = NUMBER[hex]
    for ship in ships:
        layout.ships_in(state.arrays).put(SHIPS.index[ship], IN_FORCE + number)
    off_map.leave_map(state, number)
    off_map.reach_boxes(Execution(state, NoDice()))


@pytest.mark.clause("43.66")
def test_43_66_an_undamaged_ship_that_is_withdrawn_gives_no_points() -> None:
    state = new_game()
    moor(state, "jp_ca1", RABAUL)
    before = [terminal_segment.score(state, side).total for side in (JAPAN, ALLIES)]
    leave(state, "japan_1", "E1601", "jp_ca1")
    assert state.arrays[layout.WITHDRAWN][SHIPS.index["jp_ca1"]] == 1
    assert [terminal_segment.score(state, side).total for side in (JAPAN, ALLIES)] == before


@pytest.mark.clause("43.67")
def test_43_67_japan_repairs_any_number_of_ships_and_makes_no_maximum_effort() -> None:
    state, ships = new_game(), ("jp_ca1", "jp_ca2", "jp_ca3", "jp_ca4", "jp_dd1")
    for ship in ships:
        state.arrays[layout.DAMAGE][moor(state, ship, RABAUL)] = 1
    leave(state, "japan_1", "E1601", *ships)
    numbers = {SHIPS.index[ship] for ship in ships}
    assert not numbers & set(ship_repair_capacity.may_be_hastened(state, JAPAN))
    hand = ScriptedDice([6] * len(ships))
    repair_turn(Execution(state, hand))
    hand.finish()
    assert {state.arrays[layout.REPAIR_WHOLE][ship] for ship in numbers} == {4 + 2}, "WP-14: D1, die 6, for all at once"


@pytest.mark.clause("43.74")
def test_43_74_allied_air_points_arrive_at_the_three_bases_of_the_case_only() -> None:
    state = new_game()
    state.cells[layout.TURN] = turn_number("4/8/42")
    run(state, arrivals.arrive_by_cycle)
    choose(state, "japan", "done")
    decision = state.decision("allies")
    assert decision is not None
    bases = {action[2] for action in decision.choices if action[0] == "base"}
    assert bases
    assert bases <= {"E3324", NOUMEA, "E3426"}
    stack = next(action[1] for action in decision.choices if action[0] == "base")
    refusal = state.why_not("allies", ("base", stack, BRISBANE, "1"))
    assert refusal is not None
    assert refusal.clause


@pytest.mark.clause("40.32")
@pytest.mark.parametrize(("dice", "limits"), [((5, 2), [3, 1]), ((1, 6), [1, 3])])
def test_40_32_the_number_of_dummies_is_half_the_die_rounded_up(dice: tuple[int, int], limits: list[int]) -> None:
    for state in (new_game(), advanced.opening_state()):
        hand = ScriptedDice(dice)
        roll_limits(Execution(state, hand))
        hand.finish()
        assert [state.cells[layout.DUMMY_LIMIT + side] for side in (JAPAN, ALLIES)] == limits


@pytest.mark.clause("40.41", "40.43")
def test_40_41_40_43_every_ship_is_fuelled_and_an_apb_of_d2_has_half_its_room() -> None:
    state = new_game()
    rows, at = state.rules.pieces.ships, state.arrays[layout.SHIP_AT]
    playing = [ship for side in SHIPS_OF for ship in side if at[ship] >= 0]
    assert len(playing) > 60
    assert [SHIPS.ids[ship] for ship in playing if state.arrays[layout.FUEL][ship] != rows[ship].fuel] == []
    assert {state.cells[layout.SUBRON_OUT + n] for n in (0, 1, layout.SUBRONS_A_SIDE)} == {1}, "Cycle 1"
    whole, half = SHIPS.index["us_apb1"], SHIPS.index["jp_apb1"]
    assert rows[half].load_quarters == rows[whole].load_quarters
    assert room_on_ship(state, half) == rows[half].load_quarters // 2, "43.21: 1 (D2)"


# -- 42, the advanced game ---------------------------------------------------------------------------------


@pytest.mark.clause("42.62", "42.66")
def test_42_62_42_66_twice_the_thruput_moves_in_each_direction() -> None:
    state = advanced.opening_state()
    clear_links(state)
    link = lay(state, ALLIES, SYDNEY, NOUMEA, "us_ms1")
    thruput = links.thruput_of(state, link) // LOAD
    open_procedure(state, CargoOrders(ALLIES, BEFORE_PLAY))
    for start, to in ((SYDNEY, NOUMEA), (NOUMEA, SYDNEY)):
        choose(state, "allies", "consign_stores", start, to, str(2 * thruput))
        refusal = state.why_not("allies", ("consign_stores", start, to, "1"))
        assert refusal is not None, "no more than twice its thruput"


@pytest.mark.clause("15.3")
@pytest.mark.parametrize(
    ("start", "to", "distance", "ships", "thruput"),
    [
        ("F3141", "F3342", 2, 1, 200),
        ("E0520", "E0926", 8, 1, 50),
        ("E0713", "E3426", 38, 10, 100),
        (SYDNEY, "F0604", 107, 9, 27),
    ],
)
def test_wp_17_15_3_each_unit_carries_whole_load_points(
    start: str, to: str, distance: int, ships: int, thruput: int
) -> None:
    """WP-17 400 divided by the distance is rounded down for each unit, before the units are added."""
    state = advanced.opening_state()
    clear_links(state)
    link = lay(state, ALLIES, start, to, *(f"us_ms{number}" for number in range(1, ships + 1)))
    assert len(links.path_of(state, link)) - 1 == distance
    assert links.thruput_of(state, link) == thruput * LOAD


@pytest.mark.clause("42.43")
def test_42_43_nobody_scores_for_an_objective_without_a_ground_unit_there() -> None:
    state = advanced.opening_state()
    state.arrays[layout.RANKED_OBJECTIVES][0] = layout.OBJECTIVES.index["midway"]
    state.arrays[layout.RANKED_OBJECTIVES][1] = layout.OBJECTIVES.index["aleutians"]
    state.cells[layout.ENDING] = layout.ENDINGS.index["last_turn"]
    case = layout.scenario(state)
    assert case.objective_points(state, ALLIES) == 200
    for unit in list(layout.units_in(state.arrays).units(NUMBER[advanced.MIDWAY])):
        layout.units_in(state.arrays).put(unit, -1)
    assert state.arrays[layout.CONTROL][NUMBER[advanced.MIDWAY]] == ALLIES
    assert [case.objective_points(state, side) for side in (JAPAN, ALLIES)] == [0, 0]


@pytest.mark.clause("42.67")
def test_42_67_play_begins_with_the_third_naval_phase_of_the_first_week_of_june() -> None:
    state = GAME.new("midway_advanced", dice=SeededDice(7))
    advanced.aim(state)
    for side in SIDES.ids:
        state.apply(side, ("finish_deployment",), NoDice())
        for _ in range(2):
            state.apply(side, ("done",), SeededDice(7))
    while (decision := state.decisions()[0]).procedure.name != "orders":
        ends = next(verb for verb in ("placed", "done") if verb in decision.choices.next())
        state.apply(decision.side, (ends,), SeededDice(7))
    whole = state.stack[0]
    assert isinstance(whole, SequenceOfPlay)
    assert whole.steps[whole.next - 1].name == "naval_3"
    assert state.cells[layout.TURN] == turn_number("1/6/42")
    assert state.arrays[layout.SHIP_AT][SHIPS.index["jp_cv1"]] == IN_BOX + BOXES.index["inland_sea"], "42.71"
