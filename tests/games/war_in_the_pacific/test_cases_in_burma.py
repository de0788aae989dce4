"""WP-30, WP-39 Imphal and the armies of the KMT, die by die, in matches from a position of Burma."""

from __future__ import annotations

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import lift_capacity
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import UNITS
from ironbottom.games.war_in_the_pacific.rules.turn import terminal_segment
from ironbottom.games.war_in_the_pacific.scenarios.burma.ground import BurmaGroundPhase, BurmaMarchOrders
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific.battle_states import cleared, kinds_at, put_unit
from tests.games.war_in_the_pacific.burma_states import IMPHAL, RANGOON, bare, in_turn, new_game
from tests.games.war_in_the_pacific.position_match import PositionMatch, at_step, fair
from tests.games.war_in_the_pacific.test_cases_44 import besieged

# -- WP-30 Imphal ------------------------------------------------------------------------------------------------------


def turn_ends(state: State, die: int) -> State:
    """No unit marches, Japan's stores arrive at Rangoon, and the die for the division is rolled."""
    game = PositionMatch(at_step(fair(state), "ground"))
    while game.state.decisions()[0].procedure.name.startswith("burma_"):
        game.choose(game.state.decisions()[0].side, "done")
    game.choose("japan", "receive", RANGOON, "10", dice=(die,))
    (worn,) = game.events("allies", "attrition")
    assert (worn["at"], worn["die"]) == (IMPHAL, die)
    return game.state.copy()


@pytest.mark.clause("25.8", "24.8")
@pytest.mark.parametrize(("die", "gone"), [(3, False), (4, True)])
def test_wp_30_25_8_24_8_a_stack_cut_off_wears_away_and_gives_up_after_four_segments(die: int, gone: bool) -> None:
    """The battlegroup has six points left and carries a loss, so it is below half of eleven."""
    state, division = besieged()
    for number, fallen in enumerate((5, 3, 6, 6), 1):
        state = turn_ends(state, fallen)
        assert state.arrays[layout.UNSUPPLIED][UNITS.index[division]] == number
    assert kinds_at(state, IMPHAL) == ["cw_11_3_bg"]
    assert state.arrays[layout.REST][UNITS.index[division]] == 1
    game = PositionMatch(at_step(fair(state), "air_3"))
    game.lay(die)
    while not game.events("allies", "surrendered"):
        game.submit(game.state.decisions()[0].side, "done")
    game.hand.script.finish()
    assert [(event["die"], event["yes"]) for event in game.events("japan", "surrendered")] == [(die, int(gone))]
    assert (kinds_at(game.state, IMPHAL) == []) is gone


# -- WP-19 the value of ground units -----------------------------------------------------------------------------------


def ringed(kind: str) -> State:
    """A unit that is surrounded by the enemy, and has been unsupplied for four Segments."""
    state, (own, others) = bare(), ("us_3_1", JAPAN) if kind.startswith("jp") else ("jp_3_1", ALLIES)
    unit = put_unit(state, kind, IMPHAL)
    state.arrays[layout.UNSUPPLIED][UNITS.index[unit]] = 4
    state.arrays[layout.CONTROL][NUMBER[IMPHAL]] = others
    for hex in GRID.beyond(NUMBER[IMPHAL]):
        put_unit(state, own, IDS[hex])
        state.arrays[layout.CONTROL][hex] = 1 - others
    return state


@pytest.mark.clause("47.1", "47.21", "24.8")
@pytest.mark.parametrize(
    ("kind", "points"), [("jp_7_3", 70), ("us_2_1_eng", 75), ("cw_16_4", 400), ("ccp_1_0_part", 0)]
)
def test_wp_19_47_1_what_a_ground_unit_that_gives_up_is_worth(kind: str, points: int) -> None:
    game = PositionMatch(at_step(fair(ringed(kind)), "air_3"))
    game.lay(6)
    while not game.events("allies", "surrendered"):
        game.submit(game.state.decisions()[0].side, "done")
    winner = ALLIES if kind.startswith("jp") else JAPAN
    assert kinds_at(game.state, IMPHAL) == []
    assert terminal_segment.score(game.state, winner).units == points


# -- WP-39 armies without points ---------------------------------------------------------------------------------------


def before_myitkyina(pool: int) -> PositionMatch:
    """Two armies of the KMT beside a Japanese regiment, at the start of the Allied march with these Provincial
    Points.
    """
    state = cleared(new_game())
    state.cells[layout.TURN] = turn_number("4/2/44")
    for _ in range(2):
        put_unit(state, "kmt_8_0", "A3312")
    put_unit(state, "jp_2_1", "A3212")
    marching = BurmaMarchOrders(ALLIES, 0, 0, 0, lift_capacity.NOTHING_SPENT)
    return PositionMatch(in_turn(fair(state), "ground", BurmaGroundPhase(3), marching, pool=pool))


@pytest.mark.clause("29.3")
def test_wp_39_29_3_a_provincial_point_lets_two_armies_attack() -> None:
    """Sixteen on two is 6-1+, one column less in the hills; a three costs two tenths and one tenth, with a retreat."""
    game = before_myitkyina(1)
    game.choose("allies", "done")
    game.choose("allies", "attack", "A3212")
    game.choose("allies", "all_in", dice=(3,))
    (battle,) = game.events("japan", "ground_battle")
    assert (battle["attacker"], battle["defender"], battle["column"]) == (16, 2, 6)
    assert (battle["attacker_loses"], battle["defender_loses"], battle["retreat"]) == (2, 1, 1)
    assert turn_record.read(game.state, "pool", 9) == 0


@pytest.mark.clause("29.3")
def test_wp_39_29_3_armies_without_points_neither_march_nor_attack() -> None:
    game = before_myitkyina(0)
    clause, sentence = game.refused("allies", "move", "allies_unit_0")
    assert (clause, "no Provincial Point" in sentence) == ("29.3", True)
    game.choose("allies", "done")
    assert (game.asks("japan"), game.asks("allies")) == ("receiving", "")  # No side is asked for a target.
    assert game.events("japan", "ground_battle") == []
