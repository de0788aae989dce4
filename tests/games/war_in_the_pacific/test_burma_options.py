"""21.1, 22.1, 24.4 Three figures proposed for Japan in Burma (44), each an option that is off by default."""

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import ground_destinations, ground_stacks, lift_capacity
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.odds.calculator import OddsQuestion, answer
from ironbottom.games.war_in_the_pacific.options import OPTIONS
from ironbottom.games.war_in_the_pacific.pieces import UNITS
from ironbottom.games.war_in_the_pacific.rules import sequence
from ironbottom.games.war_in_the_pacific.rules.land import ground_battle, ground_movement
from ironbottom.games.war_in_the_pacific.rules.shore.capture import capture
from ironbottom.games.war_in_the_pacific.scenarios.burma.ground import BurmaGroundPhase, BurmaMarchOrders
from tests.games.war_in_the_pacific.battle_states import put_unit
from tests.games.war_in_the_pacific.burma_states import MANDALAY, TABLE, bare, in_turn, new_execution
from tests.games.war_in_the_pacific.two_step_choices import choose_in_two_steps, refused_in_two, why_not_in_two

PROPOSED = {"enemy_roads": "as_ground", "jungle_mountain_stacking": "two", "bombardment_under_cover": "one"}
LEDO, PATKAI, HUKAWNG, NORTH, CENTRE, MOGAUNG = "A2911", "A2912", "A3011", "A3012", "A3013", "A3111"
"""Two hexes of the Allied road from India (44.35); four of Japan: jungle mountain, jungle, clear, jungle."""


def agreed(*options: str) -> State:
    """Burma without units, with some of the proposed options."""
    state = bare()
    state.rules = TABLE.rules({name: PROPOSED[name] for name in options})
    return state


def marching_now(state: State, side: int) -> State:
    """A side moves its units in the Ground Phase."""
    return in_turn(state, "ground", BurmaGroundPhase(1), BurmaMarchOrders(side, 0, 0, 0, lift_capacity.NOTHING_SPENT))


def halves(state: State, side: int, kind: str, start: str, *hexes: str) -> list[int | None]:
    """The half-points that a unit of a type needs to reach some hexes."""
    unit = UNITS.index[put_unit(state, kind, start)]
    cost = ground_movement.paths_of(state, side, unit).cost
    layout.units_in(state.arrays).put(unit, -1)
    state.arrays[layout.UNIT_TYPE][unit] = -1
    return [cost.get(NUMBER[hex]) for hex in hexes]


def test_the_figures_proposed_for_burma_are_options_that_are_off_by_default() -> None:
    usual = {option.name: option.default for option in OPTIONS if option.name in PROPOSED}
    assert usual == {"enemy_roads": "as_roads", "jungle_mountain_stacking": "chart", "bombardment_under_cover": "three"}
    assert all(option.formerly == option.default for option in OPTIONS if option.name in PROPOSED)


# -- 22.1 roads of the enemy -------------------------------------------------------------------------


@pytest.mark.clause("22.1", "44.35")
@pytest.mark.parametrize(("options", "cost"), [((), [1, 1, 2, 4]), (("enemy_roads",), [1, 6, 5, 5])])
def test_22_1_an_enemy_road_costs_as_a_road_or_by_the_option_as_its_terrain(
    options: tuple[str, ...], cost: list[int]
) -> None:
    """Jungle mountain costs six halves, jungle four, clear ground two like a railway; Allied roads count as roads."""
    assert halves(agreed(*options), ALLIES, "cw_11_3", LEDO, PATKAI, HUKAWNG, NORTH, CENTRE) == cost


@pytest.mark.clause("22.1")
def test_22_1_a_side_uses_its_own_roads_as_usual() -> None:
    for options in ((), ("enemy_roads",)):
        assert halves(agreed(*options), JAPAN, "jp_7_3", CENTRE, NORTH, HUKAWNG) == [2, 4]


@pytest.mark.clause("22.1")
@pytest.mark.parametrize(("options", "cost"), [((), [2]), (("enemy_roads",), [6])])
def test_22_1_an_enemy_road_still_crosses_impassable_terrain(options: tuple[str, ...], cost: list[int]) -> None:
    """Tanks can enter the mountain east of Mandalay only along the railway."""
    state = agreed(*options)
    assert halves(state, ALLIES, "cw_6_1", MANDALAY, "A3114") == cost


@pytest.mark.clause("22.1", "2.5")
def test_22_1_a_hex_captured_in_a_game_turn_is_the_enemys_until_that_turn_ends() -> None:
    state = agreed("enemy_roads")
    in_turn(state, "next_turn")
    capture(new_execution(state), ALLIES, NUMBER[NORTH])
    assert halves(state, ALLIES, "cw_11_3", LEDO, NORTH) == [5]
    assert halves(state, JAPAN, "jp_7_3", CENTRE, NORTH) == [2]
    capture(new_execution(state), JAPAN, NUMBER[NORTH])
    assert halves(state, ALLIES, "cw_11_3", LEDO, NORTH) == [5]
    assert halves(state, JAPAN, "jp_7_3", CENTRE, NORTH) == [2]
    capture(new_execution(state), ALLIES, NUMBER[NORTH])
    assert halves(state, ALLIES, "cw_11_3", LEDO, NORTH) == [5]
    sequence.next_turn(new_execution(state))
    assert not any(state.arrays[layout.HELD_BEFORE])
    assert halves(state, ALLIES, "cw_11_3", LEDO, NORTH) == [2]
    assert halves(state, JAPAN, "jp_7_3", CENTRE, NORTH) == [4]


@pytest.mark.clause("22.1")
def test_22_1_a_unit_is_offered_the_hexes_along_a_captured_road_in_the_next_turn() -> None:
    state = agreed("enemy_roads")
    unit = UNITS.index[put_unit(state, "cw_11_3", LEDO)]
    in_turn(state, "next_turn")
    capture(new_execution(state), ALLIES, NUMBER[HUKAWNG])
    assert NUMBER[MOGAUNG] not in ground_destinations.reach(state, ALLIES, unit)
    sequence.next_turn(new_execution(state))
    assert NUMBER[MOGAUNG] in ground_destinations.reach(state, ALLIES, unit)


@pytest.mark.clause("22.1")
def test_22_1_without_the_option_nothing_is_recorded_of_captured_hexes() -> None:
    state = agreed()
    capture(new_execution(state), ALLIES, NUMBER[NORTH])
    assert not any(state.arrays[layout.HELD_BEFORE])


@pytest.mark.clause("22.1")
def test_22_1_a_unit_that_follows_along_a_road_just_captured_gets_no_farther() -> None:
    """The first division takes the hex before Mogaung; if its road counted, the second one could reach it."""
    for options in ((), ("enemy_roads",)):
        state = agreed(*options)
        units = [put_unit(state, "cw_11_3", LEDO) for _ in range(2)]
        marching_now(state, ALLIES)
        choose_in_two_steps(state, "allies", "march", units[0], HUKAWNG)
        if options:
            assert refused_in_two(state, "allies", "march", units[1], MOGAUNG)[0] == "22.1"
        else:
            assert why_not_in_two(state, "allies", "march", units[1], MOGAUNG) is None


# -- 21.1 stacking -----------------------------------------------------------------------------------


@pytest.mark.clause("21.1")
def test_21_1_three_divisions_stack_in_jungle_mountain_or_by_the_option_two() -> None:
    for options in ((), ("jungle_mountain_stacking",)):
        state = agreed(*options)
        for _ in range(2):
            put_unit(state, "cw_11_3", LEDO)
        third, regiment = (put_unit(state, kind, PATKAI) for kind in ("cw_11_3", "cw_3_1"))
        marching_now(state, ALLIES)
        found = [why_not_in_two(state, "allies", "march", unit, LEDO) for unit in (third, regiment)]
        assert [why is None for why in found] == [not options, not options]


@pytest.mark.clause("21.1")
def test_21_1_the_option_leaves_other_terrain_as_it_is() -> None:
    state = agreed("jungle_mountain_stacking")
    pieces = state.rules.pieces
    most = {hex: ground_stacks.most_thirds(pieces, NUMBER[hex]) for hex in (LEDO, PATKAI, "A3114", CENTRE, MANDALAY)}
    assert most == {LEDO: 6, PATKAI: 12, "A3114": 9, CENTRE: 18, MANDALAY: 18}


# -- 24.4 Bombardment --------------------------------------------------------------------------------


def bombarded(state: State, hex: str, hits: int) -> tuple[int, int]:
    """The shift for hits on the defenders of a hex, and for the same hits on the attackers, who are in the jungle."""
    (defender, attacker) = (UNITS.index[put_unit(state, kind, hex)] for kind in ("jp_7_3", "cw_11_3"))
    found = []
    for hurt in (defender, attacker):
        layout.units_in(state.arrays).put(attacker, NUMBER[PATKAI])
        state.arrays[layout.DISRUPTED][hurt] = hits
        odds = ground_battle.odds_of(state, ALLIES, [attacker], NUMBER[hex])
        found.append(odds.shifts[ground_battle.SHIFTS.index("bombardment")])
        state.arrays[layout.DISRUPTED][hurt] = 0
    return found[0], found[1]


@pytest.mark.clause("24.4", "31.1")
@pytest.mark.parametrize(
    ("hex", "sheltered"), [(HUKAWNG, True), (NORTH, True), ("A3114", True), (MANDALAY, True), (CENTRE, False)]
)
def test_24_4_three_hits_shift_three_columns_or_by_the_option_one_under_cover(hex: str, sheltered: bool) -> None:
    assert bombarded(agreed(), hex, 5) == (3, -3)
    assert bombarded(agreed("bombardment_under_cover"), hex, 5) == (1 if sheltered else 3, -1)
    assert bombarded(agreed("bombardment_under_cover"), hex, 0) == (0, 0)


@pytest.mark.clause("24.4")
def test_24_4_attackers_from_several_hexes_count_the_hits_of_the_best_one() -> None:
    """Three hits on the unit in the jungle count as one; two hits on the unit in the clear count as two."""
    state = agreed("bombardment_under_cover")
    put_unit(state, "jp_7_3", NORTH)
    units = [UNITS.index[put_unit(state, "cw_11_3", hex)] for hex in (PATKAI, CENTRE)]
    for unit, hits in zip(units, (3, 2), strict=True):
        state.arrays[layout.DISRUPTED][unit] = hits
    assert ground_battle.hits_on(state, units) == 2
    assert ground_battle.hits_on(state, units[:1]) == 1


@pytest.mark.clause("24.4")
@pytest.mark.parametrize(("terrain", "shift"), [("jungle", 1), ("clear", 3)])
def test_24_4_the_calculator_counts_hits_by_the_option(terrain: str, shift: int) -> None:
    rules = TABLE.rules({"bombardment_under_cover": "one"})
    asked = OddsQuestion(kind="ground", attack="12", defend="4", hits=5, terrain=terrain)
    assert f"bombardment +{shift}" in answer(rules, asked).lines[0]
