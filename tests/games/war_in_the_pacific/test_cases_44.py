"""44.4 to 44.8 and the scenes of Burma's cases, tested again from the rulebook, with fixed dice."""

import pytest

from ironbottom.engine.core.events import Event
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import ground_stacks, supply_reach
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import UNITS
from ironbottom.games.war_in_the_pacific.rules.land import ground_battle
from ironbottom.games.war_in_the_pacific.rules.turn import terminal_segment
from ironbottom.games.war_in_the_pacific.rules.turn.losses import lose_unit
from ironbottom.games.war_in_the_pacific.scenarios.burma import cases as burma
from ironbottom.games.war_in_the_pacific.scenarios.burma import derived as burma_derived
from ironbottom.games.war_in_the_pacific.scenarios.burma import supply as burma_supply
from ironbottom.games.war_in_the_pacific.scenarios.burma.turn import BurmaTurn
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific.battle_states import choose, put_unit
from tests.games.war_in_the_pacific.burma_states import (
    CALCUTTA,
    IMPHAL,
    JORHAT,
    KUNMING,
    MANDALAY,
    MOULMEIN,
    RANGOON,
    air,
    bare,
    flying,
    in_turn,
    new_execution,
    new_game,
    stores,
)
from tests.games.war_in_the_pacific.burma_states import supply as stored
from tests.games.war_in_the_pacific.midway_states import refused

BEHIND = "A2812"
"""Next to Imphal, with Japan's stores."""
INDO_CHINA = ("annam", "cambodia", "cochin", "laos", "tonkin")


def goes_on(state: State, step: str, *dice: int) -> list[Event]:
    """Plays a Game-Turn from a step to its next question, with exactly these dice."""
    names = [each.name for each in BurmaTurn.steps]
    in_turn(state, step)
    frame = state.stack[0]
    state.stack = (type(frame)(*(names.index(step), *list(frame_fields(frame))[1:])),)
    hand = ScriptedDice(dice)
    execution = Execution(state, hand)
    run(execution)
    hand.finish()
    return execution.events


def frame_fields(frame: object) -> list[object]:
    """The contents of a frame, field by field."""
    return [getattr(frame, name) for name in frame.__struct_fields__]  # type: ignore[attr-defined]


def besieged() -> tuple[State, str]:
    """A division at Imphal with a Japanese regiment in each hex around it; stores at Jorhat, and behind Japan."""
    state = bare()
    division = put_unit(state, "cw_11_3", IMPHAL)
    for hex in GRID.beyond(NUMBER[IMPHAL]):
        put_unit(state, "jp_3_1", IDS[hex])
        state.arrays[layout.CONTROL][hex] = JAPAN
    stores(state, BEHIND, 90)
    stores(state, JORHAT, 50)
    return state, division


@pytest.mark.clause("24.8")
def test_wp_30_24_8_no_unit_with_a_line_surrenders_even_if_no_stores_reach_it() -> None:
    state, division = besieged()
    state.arrays[layout.UNSUPPLIED][UNITS.index[division]] = 4
    assert ground_battle.cut_off(state, ALLIES) == [NUMBER[IMPHAL]]
    stores(state, IMPHAL, 0)
    for hex in GRID.beyond(NUMBER[IMPHAL])[:2]:
        for unit in ground_stacks.units_at(state, JAPAN, hex):
            layout.units_in(state.arrays).put(unit, -1)
        state.arrays[layout.CONTROL][hex] = ALLIES
    for friend in ("A2811", "A2810", "A2910", "A2911"):
        state.arrays[layout.CONTROL][NUMBER[friend]] = ALLIES
        put_unit(state, "cw_3_1", friend)
    assert NUMBER[IMPHAL] in supply_reach.in_touch(state, ALLIES)
    assert ground_battle.cut_off(state, ALLIES) == []


@pytest.mark.clause("6.8", "25.3")
def test_wp_30_imphal_is_supplied_only_by_air() -> None:
    state, division = besieged()
    goes_on(state, "supply", 5)
    put_unit(state, "cw_hq_group", JORHAT)
    air(state, "c_47", JORHAT, 8)
    choose(flying(state), "allies", "fly_stores", JORHAT, "c_47_trained", IMPHAL, "2", "comes_back")
    assert stored(state, IMPHAL) == 1
    goes_on(state, "supply")
    assert state.arrays[layout.UNSUPPLIED][UNITS.index[division]] == 0
    assert stored(state, IMPHAL) == 0


# -- 44.4 victory ----------------------------------------------------------------------------------------------


@pytest.mark.clause("44.42", "44.43")
def test_44_42_44_43_each_aim_is_scored_separately() -> None:
    state = in_turn(bare(), "end_or_go_on")
    stores(state, CALCUTTA, 10)
    assert terminal_segment.score(state, JAPAN).total == 500
    put_unit(state, "cw_3_1", "A2812")
    state.arrays[layout.CONTROL][NUMBER["A2812"]] = ALLIES
    assert terminal_segment.score(state, JAPAN).total == 0
    put_unit(state, "jp_7_3", "A2613")
    put_unit(state, "jp_hq_group", "A2613")
    assert terminal_segment.score(state, JAPAN).total == 350
    for brought, points in ((49, 0), (50, 10), (99, 10), (100, 20)):
        state.arrays[layout.SUPPLY][burma.TONNAGE] = brought
        assert terminal_segment.score(state, ALLIES).total == points


@pytest.mark.clause("44.43", "47.26")
@pytest.mark.parametrize(("hex", "aim"), [(RANGOON, 500), (MANDALAY, 500), (MOULMEIN, 200)])
def test_44_43_47_26_a_town_counts_for_its_owner_in_addition_to_its_facilities(hex: str, aim: int) -> None:
    state = in_turn(bare(), "end_or_go_on")
    stores(state, CALCUTTA, 10)
    before = terminal_segment.score(state, ALLIES).total
    state.arrays[layout.CONTROL][NUMBER[hex]] = ALLIES
    assert burma.objectives(state, ALLIES, supply_reach.in_touch) == aim
    assert terminal_segment.score(state, ALLIES).total >= before + aim


@pytest.mark.clause("44.41", "47.1", "47.21")
@pytest.mark.parametrize(
    ("kind", "points"), [("jp_7_3", 70), ("jp_2_1_arm", 50), ("jp_1_1_eng", 75), ("jp_hq_wing", 0)]
)
def test_44_41_47_1_what_is_lost_scores_by_the_standard_schedule(kind: str, points: int) -> None:
    state = in_turn(bare(), "ground")
    unit = put_unit(state, kind, MANDALAY)
    lose_unit(new_execution(state), UNITS.index[unit])
    assert terminal_segment.score(state, ALLIES).total == points


# -- 44.6 special rules ----------------------------------------------------------------------------------------


@pytest.mark.clause("44.62", "29.2")
@pytest.mark.parametrize(("holder", "pool"), [(ALLIES, 6), (JAPAN, 1)])
def test_44_62_seven_blocks_and_five_points_for_the_kmt_while_kunming_is_held(holder: int, pool: int) -> None:
    state = new_game()
    state.cells[layout.TURN] = turn_number("4/2/44")
    state.arrays[layout.CONTROL][NUMBER[KUNMING]] = holder
    goes_on(state, "reinforcements")
    assert turn_record.read(state, "pool", 0) == pool
    frames = [frame.name for frame in state.stack]
    assert frames[:2] == ["burma_turn", "receiving"]
    while state.decisions()[0].procedure.name == "arrivals":
        choose(state, state.decisions()[0].side, "done")
    assert refused(state, "allies", "receive", CALCUTTA, "8")[0] == "44.62"
    choose(state, "allies", "receive", CALCUTTA, "7")
    assert stored(state, CALCUTTA) == 7 * 50


@pytest.mark.clause("44.63")
def test_44_63_ten_points_a_turn_at_rangoon_or_moulmein_only_and_none_if_both_are_lost() -> None:
    state = new_game()
    goes_on(state, "income")
    assert refused(state, "japan", "receive", MANDALAY, "1")[0] == "44.62"
    before = stored(state, RANGOON)
    choose(state, "japan", "receive", RANGOON, "4")
    assert stored(state, RANGOON) == before + 4
    assert refused(state, "japan", "receive", MOULMEIN, "7")[0] == "44.62"
    assert state.why_not("japan", ("receive", MOULMEIN, "6")) is None
    state = new_game()
    for hex in (RANGOON, MOULMEIN):
        state.arrays[layout.CONTROL][NUMBER[hex]] = ALLIES
    assert burma_supply.held_ports(state, JAPAN) == []


@pytest.mark.clause("44.65")
def test_44_65_a_port_that_lost_its_guard_is_announced_at_the_end_of_the_phase() -> None:
    state = bare()
    put_unit(state, "jp_2_1", MOULMEIN)
    assert burma.alerts(state) == [NUMBER[RANGOON]]
    put_unit(state, "jp_1_1_eng", RANGOON)
    assert burma.alerts(state) == [NUMBER[RANGOON]]
    put_unit(state, "jp_2_1", RANGOON)
    assert burma.alerts(state) == []
    assert sorted(UNITS.ids[unit] for unit in burma_derived.last_guards(state, JAPAN)) == [
        "japan_unit_0",
        "japan_unit_2",
    ]


@pytest.mark.clause("44.66")
def test_44_66_no_unit_walks_into_thailand_malaya_or_french_indo_china() -> None:
    pieces = new_game().rules.pieces
    opened = pieces.in_play(new_game().cells[layout.SCENARIO])
    closed = {pieces.atlas.regions.index(name) for name in ("thailand", "malaya", *INDO_CHINA)}
    assert not any(opened[hex] for hex, region in enumerate(pieces.atlas.region) if region in closed)
